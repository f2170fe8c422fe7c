/* Hashing: 64- and 128-bit hashes of bytes, and a flat open-addressing set of packed
 * search states.
 *
 * A struct lw_state_set owns fixed-size packed states in one pool; a state's number is
 * its index in order of insertion, so that parallel arrays (parent, depth, …) can hang
 * off it. The table holds only the numbers (and a few hash bits to skip compares); states
 * are compared in full, so a lookup can never be wrong. */
#ifndef LW_BASE_HASH_H
#define LW_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"

struct lw_id128 {
    uint64_t hi;
    uint64_t lo;
};

/* Fixed for ever: stored ids depend on it. Not for secrets. */
struct lw_id128 lw_hash128(const void *bytes, size_t len, uint64_t seed);
uint64_t lw_hash64(const void *bytes, size_t len, uint64_t seed);
/* Mixes one word; a bijection. */
uint64_t lw_mix64(uint64_t word);
bool lw_id128_equal(struct lw_id128 a, struct lw_id128 b);
/* 32 lower-case hexadecimal digits and a NUL. */
void lw_id128_text(struct lw_id128 id, char out[33]);
/* False unless the text is just that. */
bool lw_id128_read(const char *text, struct lw_id128 *out);

#define LW_STATE_NONE UINT32_MAX

struct lw_state_set {
    const struct lw_alloc *alloc;
    uint8_t *pool; /* n_states * state_bytes */
    uint32_t *slots;
    size_t state_bytes;
    size_t pool_cap;  /* in states */
    uint32_t n_slots; /* power of two */
    uint32_t n_states;
};

void lw_state_set_init(struct lw_state_set *set, const struct lw_alloc *alloc,
                       size_t state_bytes);
void lw_state_set_free(struct lw_state_set *set);
void lw_state_set_clear(struct lw_state_set *set);
/* Returns the state's number, LW_STATE_NONE when memory is out; *added tells whether it
 * was new. */
uint32_t lw_state_set_add(struct lw_state_set *set, const void *state, bool *added);
uint32_t lw_state_set_find(const struct lw_state_set *set, const void *state);
/* Valid until the next add. */
const uint8_t *lw_state_set_get(const struct lw_state_set *set, uint32_t number);

#endif
