/* Hashes and the flat state set.
 *
 * The byte hash is our own: two 64-bit lanes, each absorbing words by multiplication with
 * odd constants and finished by the splitmix64 permutation. Its values are part of the
 * stored level ids, so it never changes; memory_test.c pins them. */
#include "lw/base/hash.h"

#include <assert.h>
#include <string.h>

uint64_t lw_mix64(uint64_t word) {
    word ^= word >> 30;
    word *= 0xbf58476d1ce4e5b9u;
    word ^= word >> 27;
    word *= 0x94d049bb133111ebu;
    word ^= word >> 31;
    return word;
}

static uint64_t load_le(const unsigned char *bytes, size_t len) {
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++) {
        word |= (uint64_t)bytes[i] << (8 * i);
    }
    return word;
}

static uint64_t load_le8(const unsigned char *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
#else
    return load_le(bytes, 8);
#endif
}

/* Up to seven bytes: most often the last four or more of a state. */
static inline uint64_t load_le_tail(const unsigned char *bytes, size_t len) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (len >= 4) {
        uint32_t low;
        uint32_t high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + len - 4, 4);
        return low | (uint64_t)high << (8 * (len - 4));
    }
#endif
    return load_le(bytes, len);
}

static uint64_t absorb(uint64_t lane, uint64_t word, uint64_t odd) {
    lane = (lane ^ word) * odd;
    return lane ^ lane >> 29;
}

static inline uint64_t hash64(const void *bytes, size_t len, uint64_t seed) {
    const unsigned char *at = bytes;
    uint64_t lane = seed ^ (uint64_t)len * 0x9e3779b97f4a7c15u;
    for (; len >= 8; at += 8, len -= 8) {
        lane = absorb(lane, load_le8(at), 0xd6e8feb86659fd93u);
    }
    if (len > 0) {
        lane = absorb(lane, load_le_tail(at, len), 0xd6e8feb86659fd93u);
    }
    return lw_mix64(lane);
}

uint64_t lw_hash64(const void *bytes, size_t len, uint64_t seed) {
    return hash64(bytes, len, seed);
}

struct lw_id128 lw_hash128(const void *bytes, size_t len, uint64_t seed) {
    const unsigned char *at = bytes;
    uint64_t a = seed ^ (uint64_t)len * 0x9e3779b97f4a7c15u;
    uint64_t b = lw_mix64(seed + 0x632be59bd9b4e019u) ^ (uint64_t)len;
    while (len > 0) {
        size_t take = len < 8 ? len : 8;
        uint64_t word = load_le(at, take);
        a = absorb(a, word, 0xd6e8feb86659fd93u);
        b = absorb(b + a, word, 0xa0761d6478bd642fu);
        at += take;
        len -= take;
    }
    struct lw_id128 id = {lw_mix64(a + lw_mix64(b)), lw_mix64(b ^ 0xe7037ed1a0b428dbu)};
    return id;
}

bool lw_id128_equal(struct lw_id128 a, struct lw_id128 b) {
    return a.hi == b.hi && a.lo == b.lo;
}

void lw_id128_text(struct lw_id128 id, char out[33]) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++) {
        out[i] = digits[id.hi >> (60 - 4 * i) & 15];
        out[16 + i] = digits[id.lo >> (60 - 4 * i) & 15];
    }
    out[32] = '\0';
}

bool lw_id128_read(const char *text, struct lw_id128 *out) {
    uint64_t words[2] = {0, 0};
    for (size_t i = 0; i < 32; i++) {
        char c = text[i];
        uint64_t digit = c >= '0' && c <= '9'   ? (uint64_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint64_t)(c - 'a' + 10)
                                                : 16;
        if (digit == 16) {
            return false;
        }
        words[i / 16] = words[i / 16] << 4 | digit;
    }
    *out = (struct lw_id128){.hi = words[0], .lo = words[1]};
    return text[32] == '\0';
}

#define FIRST_SLOTS 64u

void lw_state_set_init(struct lw_state_set *set, const struct lw_alloc *alloc,
                       size_t state_bytes) {
    assert(state_bytes > 0);
    *set = (struct lw_state_set){.alloc = alloc, .state_bytes = state_bytes};
}

void lw_state_set_free(struct lw_state_set *set) {
    lw_alloc_free(set->alloc, set->pool, set->pool_cap * set->state_bytes);
    lw_alloc_free(set->alloc, set->slots, (size_t)set->n_slots * sizeof *set->slots);
    set->pool = NULL;
    set->slots = NULL;
    set->pool_cap = 0;
    set->n_slots = 0;
    set->n_states = 0;
}

void lw_state_set_clear(struct lw_state_set *set) {
    if (set->slots != NULL) {
        memset(set->slots, 0xff, (size_t)set->n_slots * sizeof *set->slots);
    }
    set->n_states = 0;
}

const uint8_t *lw_state_set_get(const struct lw_state_set *set, uint32_t number) {
    return set->pool + (size_t)number * set->state_bytes;
}

static inline uint64_t state_hash(const struct lw_state_set *set, const void *state) {
    return hash64(state, set->state_bytes, 0);
}

static bool rehash(struct lw_state_set *set, uint32_t n_slots) {
    uint32_t *slots = lw_alloc_get(set->alloc, (size_t)n_slots * sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    memset(slots, 0xff, (size_t)n_slots * sizeof *slots);
    for (uint32_t i = 0; i < set->n_states; i++) {
        uint32_t at = (uint32_t)state_hash(set, lw_state_set_get(set, i)) & (n_slots - 1);
        while (slots[at] != LW_STATE_NONE) {
            at = (at + 1) & (n_slots - 1);
        }
        slots[at] = i;
    }
    lw_alloc_free(set->alloc, set->slots, (size_t)set->n_slots * sizeof *set->slots);
    set->slots = slots;
    set->n_slots = n_slots;
    return true;
}

/* States are mostly short: no call for a few words. */
static inline bool same_state(const uint8_t *a, const uint8_t *b, size_t len) {
    if (len > 64) {
        return memcmp(a, b, len) == 0;
    }
    for (; len >= 8; a += 8, b += 8, len -= 8) {
        if (load_le8(a) != load_le8(b)) {
            return false;
        }
    }
    return load_le_tail(a, len) == load_le_tail(b, len);
}

/* The slot that holds the state, or the empty one where it belongs. */
static inline uint32_t probe(const struct lw_state_set *set, const void *state) {
    uint32_t mask = set->n_slots - 1;
    uint32_t at = (uint32_t)state_hash(set, state) & mask;
    while (set->slots[at] != LW_STATE_NONE &&
           !same_state(lw_state_set_get(set, set->slots[at]), state, set->state_bytes)) {
        at = (at + 1) & mask;
    }
    return at;
}

uint32_t lw_state_set_find(const struct lw_state_set *set, const void *state) {
    return set->n_slots == 0 ? LW_STATE_NONE : set->slots[probe(set, state)];
}

uint32_t lw_state_set_add(struct lw_state_set *set, const void *state, bool *added) {
    *added = false;
    /* At most three quarters full. */
    if ((uint64_t)set->n_states * 4 >= (uint64_t)set->n_slots * 3) {
        if (set->n_slots > UINT32_MAX / 4 ||
            !rehash(set, set->n_slots == 0 ? FIRST_SLOTS : set->n_slots * 2)) {
            return LW_STATE_NONE;
        }
    }
    uint32_t at = probe(set, state);
    if (set->slots[at] != LW_STATE_NONE) {
        return set->slots[at];
    }
    if (!lw_grow(set->alloc, &set->pool, &set->pool_cap, (size_t)set->n_states + 1,
                 set->state_bytes)) {
        return LW_STATE_NONE;
    }
    memcpy(set->pool + (size_t)set->n_states * set->state_bytes, state, set->state_bytes);
    set->slots[at] = set->n_states;
    *added = true;
    return set->n_states++;
}
