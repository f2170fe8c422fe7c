/* The board: cells and bit boards kept alike, events raised, first values saved. */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <string.h>

#include "engine/engine_internal.h"

static inline uint64_t *ps_plane(const struct lw_ps_engine *e, uint32_t plane) {
    return e->planes + (size_t)plane * PS_BW(e);
}

/* The word of a board that holds a cell, and of a set that holds a movement: most games
 * have one. */
static inline uint32_t word_of(const struct lw_ps_engine *e, uint32_t cell) {
    (void)e;
    return PS_BW(e) == 1 ? 0 : cell >> 6;
}

static inline uint32_t move_word(const struct lw_ps_engine *e, uint32_t movement) {
    (void)e;
    return PS_MW(e) == 1 ? 0 : movement >> 6;
}

/* Saves a cell before its first change in this turn. */
static void save_cell(struct lw_ps_engine *e, uint32_t cell) {
    struct ps_log *log = &e->save;
    e->touched_at[cell] = e->turn_number;
    /* Room for every cell was made when the engine was. */
    log->cells[log->n] = cell;
    memcpy(log->old + log->n * PS_OW(e), e->objects + (size_t)cell * PS_OW(e),
           PS_OW(e) * sizeof *log->old);
    log->n++;
}

/* A plane is no longer empty: those parked on it may match again. */
static LW_OUTLINE void unpark(struct lw_ps_engine *e, uint32_t plane) {
    uint32_t rule = e->park_head[plane];
    e->rises[plane]++;
    e->park_head[plane] = PS_NOT_PARKED;
    while (rule != PS_NOT_PARKED) {
        uint64_t bit = 1ULL << (rule & 63);
        e->parked[rule >> 6] &= ~bit;
        e->need[rule >> 6] |= bit;
        rule = e->park_next[rule];
    }
}

/* Rules of a set beyond its first word go to sleep, or wake. */
static LW_OUTLINE void sleep_more(struct lw_ps_engine *e, const struct ps_rule_set *set,
                                  uint64_t asleep) {
    for (uint32_t w = set->from + 1; w < set->to; w++) {
        uint64_t change = set->rules[w] & (e->asleep[w] ^ asleep);
        e->asleep[w] ^= change;
    }
}

/* A movement appeared: rules that need it are worth looking at until the turn ends. */
static inline void stir(struct lw_ps_engine *e, uint32_t movement) {
    const struct ps_rule_set *movers = &e->program->movers[movement];
    uint32_t plane = e->game->n_objects + movement;
    e->asleep[movers->from] &= ~movers->only;
    if (movers->to > movers->from + 1) {
        sleep_more(e, movers, 0);
    }
    if (e->park_head[plane] != PS_NOT_PARKED) {
        unpark(e, plane);
    }
}

static inline void settle(struct lw_ps_engine *e, uint32_t movement) {
    const struct ps_rule_set *movers = &e->program->movers[movement];
    e->asleep[movers->from] |= movers->only;
    if (movers->to > movers->from + 1) {
        sleep_more(e, movers, ~0ULL);
    }
}

static void ps_park(struct lw_ps_engine *e, uint32_t rule, uint32_t plane) {
    e->park_next[rule] = e->park_head[plane];
    e->park_head[plane] = rule;
    ps_set_bit(e->parked, rule);
}

static void ps_note_presence(struct lw_ps_engine *e, uint32_t object) {
    uint64_t bit = 1ULL << (object & 63);
    uint64_t *present = &e->present[object >> 6];
    if (e->counts[object] == 0) {
        *present &= ~bit;
    } else if ((*present & bit) == 0) {
        *present |= bit;
        unpark(e, object);
    }
}

/* cells more (or fewer) on a movement plane. */
static inline void count_movement(struct lw_ps_engine *e, uint32_t bit, int64_t cells) {
    uint32_t plane = e->game->n_objects + bit;
    uint64_t *present = &e->present_movements[move_word(e, bit)];
    uint32_t before = e->counts[plane];
    e->counts[plane] = (uint32_t)((int64_t)before + cells);
    if (before == 0 && cells > 0) {
        *present |= 1ULL << (bit & 63);
        stir(e, bit);
    } else if (e->counts[plane] == 0) {
        *present &= ~(1ULL << (bit & 63));
    }
}

static inline void flip_plane(struct lw_ps_engine *e, uint32_t plane, uint32_t cell) {
    ps_plane(e, plane)[word_of(e, cell)] ^= 1ULL << (cell & 63);
}

/* One word of a cell's objects changes by the bits of diff. */
static inline void flip_objects(struct lw_ps_engine *e, uint32_t cell, uint32_t w,
                                uint64_t diff, uint64_t now) {
    e->events[w] |= diff & now;
    e->events[PS_OW(e) + w] |= diff & ~now;
    for (; diff != 0; diff &= diff - 1) {
        uint32_t bit = lw_bits_first(diff);
        uint32_t plane = 64 * w + bit;
        flip_plane(e, plane, cell);
        e->counts[plane] += (now >> bit & 1) != 0 ? 1U : UINT32_MAX;
        if (e->counts[plane] <= 1) {
            ps_note_presence(e, plane);
        }
    }
}

static inline void touch_cell(struct lw_ps_engine *e, uint32_t cell) {
    if (e->touched_at[cell] != e->turn_number) {
        save_cell(e, cell);
    }
}

/* Objects of one word go from a cell to another that has none of them. What is on the
 * board stays the same. */
static inline void ps_carry(struct lw_ps_engine *e, uint32_t from, uint32_t to,
                            uint32_t w, uint64_t things) {
    touch_cell(e, from);
    touch_cell(e, to);
    e->objects[(size_t)from * PS_OW(e) + w] ^= things;
    e->objects[(size_t)to * PS_OW(e) + w] ^= things;
    e->events[w] |= things;
    e->events[PS_OW(e) + w] |= things;
    e->has_events = true;
    for (; things != 0; things &= things - 1) {
        uint32_t plane = 64 * w + lw_bits_first(things);
        flip_plane(e, plane, from);
        flip_plane(e, plane, to);
    }
}

static void ps_set_objects(struct lw_ps_engine *e, uint32_t cell, const uint64_t *value) {
    touch_cell(e, cell);
    uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        uint64_t diff = objects[w] ^ value[w];
        if (diff != 0) {
            flip_objects(e, cell, w, diff, value[w]);
            objects[w] = value[w];
        }
    }
    e->has_events = true;
}

static void ps_set_movements(struct lw_ps_engine *e, uint32_t cell,
                             const uint64_t *value) {
    uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    uint64_t *events = e->events + 2 * PS_OW(e);
    uint64_t any = 0;
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        uint64_t now = value[w];
        uint64_t diff = movements[w] ^ now;
        any |= now;
        events[w] |= diff & now;
        events[PS_MW(e) + w] |= diff & ~now;
        movements[w] = now;
        for (; diff != 0; diff &= diff - 1) {
            uint32_t bit = lw_bits_first(diff);
            flip_plane(e, e->game->n_objects + 64 * w + bit, cell);
            count_movement(e, 64 * w + bit, (now >> bit & 1) != 0 ? 1 : -1);
        }
    }
    uint64_t bit = 1ULL << (cell & 63);
    uint64_t *moving = &e->moving[word_of(e, cell)];
    *moving = any != 0 ? *moving | bit : *moving & ~bit;
    e->has_events = true;
}

/* One movement more in one cell. */
static inline void ps_start_moving(struct lw_ps_engine *e, uint32_t cell, uint32_t bit) {
    uint64_t mask = 1ULL << (bit & 63);
    uint32_t w = move_word(e, bit);
    uint64_t *movements = &e->movements[(size_t)cell * PS_MW(e) + w];
    if ((*movements & mask) != 0) {
        return;
    }
    *movements |= mask;
    e->moving[word_of(e, cell)] |= 1ULL << (cell & 63);
    e->events[2 * PS_OW(e) + w] |= mask;
    e->has_events = true;
    flip_plane(e, e->game->n_objects + bit, cell);
    count_movement(e, bit, 1);
}

static void ps_clear_movements(struct lw_ps_engine *e) {
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        for (uint64_t bits = e->present_movements[w]; bits != 0; bits &= bits - 1) {
            uint32_t bit = 64 * w + lw_bits_first(bits);
            uint32_t plane = e->game->n_objects + bit;
            settle(e, bit);
            memset(ps_plane(e, plane), 0, PS_BW(e) * sizeof(uint64_t));
            e->counts[plane] = 0;
        }
        e->events[2 * PS_OW(e) + PS_MW(e) + w] |= e->present_movements[w];
        e->has_events = e->has_events || e->present_movements[w] != 0;
        e->present_movements[w] = 0;
    }
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        for (uint64_t bits = e->moving[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            for (uint32_t i = 0; i < PS_MW(e); i++) {
                e->movements[(size_t)cell * PS_MW(e) + i] = 0;
            }
        }
        e->moving[w] = 0;
    }
}

/* Many cells at once. */

/* Sets or clears one plane in the cells of board; the cells that changed join diff. The
 * return value is their number. */
static int64_t change_plane(struct lw_ps_engine *e, uint32_t plane, bool set,
                            const uint64_t *board) {
    uint64_t *at = ps_plane(e, plane);
    int64_t n = 0;
    uint64_t flip = set ? ~0ULL : 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t changed = board[w] & (at[w] ^ flip);
        at[w] ^= changed;
        e->diff[w] |= changed;
        n += lw_bits_count(changed);
    }
    return n;
}

static void change_movements(struct lw_ps_engine *e, uint32_t w, uint64_t set,
                             uint64_t clear, const uint64_t *board) {
    uint64_t *events = e->events + 2 * PS_OW(e);
    for (uint64_t bits = set; bits != 0; bits &= bits - 1) {
        uint32_t bit = 64 * w + lw_bits_first(bits);
        int64_t n = change_plane(e, e->game->n_objects + bit, true, board);
        if (n > 0) {
            count_movement(e, bit, n);
            events[w] |= bits & (~bits + 1);
        }
    }
    for (uint64_t bits = clear & ~set & e->present_movements[w]; bits != 0;
         bits &= bits - 1) {
        uint32_t bit = 64 * w + lw_bits_first(bits);
        int64_t n = change_plane(e, e->game->n_objects + bit, false, board);
        if (n > 0) {
            count_movement(e, bit, -n);
            events[PS_MW(e) + w] |= bits & (~bits + 1);
        }
    }
}

/* Brings the cells of diff up to date with one word of a movement change. */
static bool update_cells(struct lw_ps_engine *e, uint32_t word, uint64_t set,
                         uint64_t clear) {
    bool any = false;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t bits = e->diff[w];
        e->diff[w] = 0;
        any = any || bits != 0;
        for (; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
            movements[word] = (movements[word] & ~clear) | set;
            uint64_t left = 0;
            for (uint32_t i = 0; i < PS_MW(e); i++) {
                left |= movements[i];
            }
            uint64_t bit = bits & (~bits + 1);
            e->moving[w] = left != 0 ? e->moving[w] | bit : e->moving[w] & ~bit;
        }
    }
    e->has_events = e->has_events || any;
    return any;
}

static void ps_add_movement(struct lw_ps_engine *e, uint32_t bit, const uint64_t *board) {
    uint64_t set = 1ULL << (bit & 63);
    change_movements(e, bit >> 6, set, 0, board);
    (void)update_cells(e, bit >> 6, set, 0);
}

static void change_objects(struct lw_ps_engine *e, uint32_t w, uint64_t bits, bool set,
                           const uint64_t *board, uint64_t *sounds) {
    for (; bits != 0; bits &= bits - 1) {
        uint32_t id = 64 * w + lw_bits_first(bits);
        int64_t n = change_plane(e, id, set, board);
        if (n == 0) {
            continue;
        }
        e->counts[id] = (uint32_t)((int64_t)e->counts[id] + (set ? n : -n));
        ps_note_presence(e, id);
        e->events[set ? w : PS_OW(e) + w] |= bits & (~bits + 1);
        sounds[w] |= bits & (~bits + 1);
    }
}

static bool apply_board_objects(struct lw_ps_engine *e, const struct lw_ps_effect *effect,
                                const uint64_t *board) {
    bool any = false;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        uint64_t clear = effect->clear[w] & ~effect->set[w] & e->present[w];
        change_objects(e, w, effect->set[w], true, board, e->created);
        change_objects(e, w, clear, false, board, e->destroyed);
    }
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t bits = e->diff[w];
        e->diff[w] = 0;
        any = any || bits != 0;
        for (; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
            touch_cell(e, cell);
            for (uint32_t i = 0; i < PS_OW(e); i++) {
                objects[i] = (objects[i] & ~effect->clear[i]) | effect->set[i];
            }
        }
    }
    e->has_events = e->has_events || any;
    return any;
}

static bool ps_apply_board(struct lw_ps_engine *e, const struct lw_ps_effect *effect,
                           const uint64_t *board) {
    bool changed = apply_board_objects(e, effect, board);
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        if ((effect->mov_set[w] | effect->mov_clear[w]) != 0) {
            change_movements(e, w, effect->mov_set[w], effect->mov_clear[w], board);
            changed =
                update_cells(e, w, effect->mov_set[w], effect->mov_clear[w]) || changed;
        }
    }
    return changed;
}

/* Telling the rules. */

static inline void wake_match(struct lw_ps_engine *e, uint32_t w, uint64_t rules) {
    rules &= ~e->parked[w];
    e->need[w] |= rules;
    e->idle[w] &= ~rules;
}

static inline void wake_effect(struct lw_ps_engine *e, uint32_t w, uint64_t rules) {
    rules &= e->idle[w];
    e->need[w] |= rules;
    e->idle[w] &= ~rules;
}

static inline void wake(struct lw_ps_engine *e, uint32_t event) {
    const struct ps_rule_set *match = &e->program->waiting[event].match;
    if (match->from < match->to) {
        wake_match(e, match->from, match->only);
        for (uint32_t w = match->from + 1; w < match->to; w++) {
            wake_match(e, w, match->rules[w]);
        }
    }
    const struct ps_rule_set *effect = &e->program->waiting[event].effect;
    if (effect->from < effect->to) {
        wake_effect(e, effect->from, effect->only);
        for (uint32_t w = effect->from + 1; w < effect->to; w++) {
            wake_effect(e, w, effect->rules[w]);
        }
    }
}

/* Rules in one word: what happened is collected first. */
static LW_OUTLINE void tell_few_rules(struct lw_ps_engine *e) {
    const struct ps_waiting *waiting = e->program->waiting;
    const uint64_t *heard = e->program->heard;
    uint64_t match = 0;
    uint64_t effect = 0;
    for (uint32_t w = 0; w < 2 * (PS_OW(e) + PS_MW(e)); w++, waiting += 64) {
        uint64_t bits = e->events[w] & heard[w];
        e->events[w] = 0;
        for (; bits != 0; bits &= bits - 1) {
            uint32_t bit = lw_bits_first(bits);
            match |= waiting[bit].match.only;
            effect |= waiting[bit].effect.only;
        }
    }
    wake_effect(e, 0, effect);
    wake_match(e, 0, match);
}

static LW_OUTLINE void tell_many_rules(struct lw_ps_engine *e) {
    uint32_t words = 2 * (PS_OW(e) + PS_MW(e));
    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = e->events[w] & e->program->heard[w];
        e->events[w] = 0;
        for (; bits != 0; bits &= bits - 1) {
            wake(e, 64 * w + lw_bits_first(bits));
        }
    }
}

static inline void ps_tell_rules(struct lw_ps_engine *e) {
    e->has_events = false;
    if (e->program->rule_words > 1) {
        tell_many_rules(e);
        return;
    }
    /* A rule that is awake alone is looked at sooner than notified; those asleep will
     * hear of the movement that wakes them. */
    uint64_t awake = ~(e->asleep[0] | e->parked[0]) & e->program->rules;
    if ((awake & (awake - 1)) != 0) {
        tell_few_rules(e);
        return;
    }
    memset(e->events, 0, 2 * sizeof *e->events * (PS_OW(e) + PS_MW(e)));
    e->need[0] |= awake;
    e->idle[0] &= ~awake;
}

/* The turn's save. */

static void ps_restore_turn(struct lw_ps_engine *e) {
    const struct ps_log *log = &e->save;
    for (size_t i = 0; i < log->n; i++) {
        ps_set_objects(e, log->cells[i], log->old + i * PS_OW(e));
    }
}

static bool ps_turn_changed(const struct lw_ps_engine *e) {
    const struct ps_log *log = &e->save;
    for (size_t i = 0; i < log->n; i++) {
        if (memcmp(log->old + i * PS_OW(e), e->objects + (size_t)log->cells[i] * PS_OW(e),
                   PS_OW(e) * sizeof *log->old) != 0) {
            return true;
        }
    }
    return false;
}

/* Packed boards. */

/* Up to eight bytes as a little-endian word. */
static inline uint64_t load_bytes(const uint8_t *from, size_t n) {
    uint64_t value = 0;
    if (n >= 8) {
        memcpy(&value, from, 8);
        return value;
    }
    if (n >= 4) {
        uint32_t low = 0;
        uint32_t high = 0;
        memcpy(&low, from, 4);
        memcpy(&high, from + n - 4, 4);
        return low | (uint64_t)high << (8 * (n - 4));
    }
    for (size_t i = 0; i < n; i++) {
        value |= (uint64_t)from[i] << (8 * i);
    }
    return value;
}

/* The first n bytes (1 to 8) of those left. */
static inline uint64_t load_first(const uint8_t *from, size_t n, size_t left) {
    if (left < 8) {
        return load_bytes(from, n);
    }
    uint64_t value = 0;
    memcpy(&value, from, 8);
    return value << (64 - 8 * n) >> (64 - 8 * n);
}

static inline void store_bytes(uint8_t *to, size_t n, uint64_t value) {
    if (n >= 8) {
        memcpy(to, &value, 8);
    } else if (n >= 4) {
        uint32_t low = (uint32_t)value;
        uint32_t high = (uint32_t)(value >> (8 * (n - 4)));
        memcpy(to, &low, 4);
        memcpy(to + n - 4, &high, 4);
    } else {
        for (size_t i = 0; i < n; i++) {
            to[i] = (uint8_t)(value >> (8 * i));
        }
    }
}

/* Boards of one word follow each other without gaps: whole words are written, which the
 * reading of a hash finds again at once. */
static void pack_words(const struct lw_ps_engine *e, uint8_t *to) {
    const uint16_t *id = e->program->dynamic;
    const uint16_t *end = id + e->program->n_dynamic;
    uint32_t bits = 8 * (uint32_t)e->plane_bytes;
    uint32_t filled = 0;
    uint64_t word = 0;
    for (; id < end; id++) {
        uint64_t plane = *ps_plane(e, *id);
        word |= plane << filled;
        filled += bits;
        if (filled >= 64) {
            memcpy(to, &word, 8);
            to += 8;
            filled -= 64;
            word = filled == 0 ? 0 : plane >> (bits - filled);
        }
    }
    store_bytes(to, filled / 8, word);
}

static void core_pack(const struct lw_ps_engine *e, uint8_t *to) {
    if (PS_BW(e) == 1) {
        pack_words(e, to);
        return;
    }
    for (uint32_t i = 0; i < e->program->n_dynamic; i++, to += e->plane_bytes) {
        memcpy(to, ps_plane(e, e->program->dynamic[i]), e->plane_bytes);
    }
}

/* Objects change one by one here, so that only what differs is touched. Returns how many
 * cells more have the object (fewer: wrapped around). */
static inline uint32_t unpack_word(struct lw_ps_engine *e, uint32_t id, uint32_t w,
                                   uint64_t now) {
    uint64_t *plane = ps_plane(e, id) + w;
    uint64_t old = *plane;
    uint64_t diff = old ^ now;
    if (diff == 0) {
        return 0;
    }
    uint64_t bit = 1ULL << (id & 63);
    *plane = now;
    e->events[id >> 6] |= (now & diff) != 0 ? bit : 0;
    e->events[PS_OW(e) + (id >> 6)] |= (old & diff) != 0 ? bit : 0;
    e->has_events = true;
    for (; diff != 0; diff &= diff - 1) {
        uint32_t cell = 64 * w + lw_bits_first(diff);
        e->objects[(size_t)cell * PS_OW(e) + (id >> 6)] ^= bit;
    }
    return (uint32_t)(lw_bits_count(now) - lw_bits_count(old));
}

static void core_unpack(struct lw_ps_engine *e, const uint8_t *from) {
    size_t bytes = e->plane_bytes;
    const uint16_t *id = e->program->dynamic;
    const uint8_t *end = from + e->program->n_dynamic * bytes;
    for (; from < end; id++, from += bytes) {
        uint32_t more = 0;
        if (PS_BW(e) == 1) {
            more = unpack_word(e, *id, 0, load_first(from, bytes, (size_t)(end - from)));
        } else {
            for (uint32_t w = 0; w < PS_BW(e); w++) {
                more += unpack_word(e, *id, w, load_bytes(from + 8U * w, bytes - 8U * w));
            }
        }
        if (more != 0) {
            e->counts[*id] += more;
            ps_note_presence(e, *id);
        }
    }
}

#endif
