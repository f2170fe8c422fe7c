/* The board: cells and bit boards kept alike, events raised, first values saved. */
#include <string.h>

#include "engine_internal.h"

/* Saves a cell before its first change in this turn. */
static void save_cell(struct lw_ps_engine *e, uint32_t cell) {
    struct ps_log *log = &e->save;
    e->touched_at[cell] = e->turn_number;
    /* Room for every cell was made when the engine was. */
    log->cells[log->n] = cell;
    memcpy(log->old + log->n * e->ow, e->objects + (size_t)cell * e->ow,
           e->ow * sizeof *log->old);
    log->n++;
}

static inline void flip_plane(struct lw_ps_engine *e, uint32_t plane, uint32_t cell) {
    ps_plane(e, plane)[cell >> 6] ^= 1ULL << (cell & 63);
}

/* One word of a cell's objects changes by the bits of diff. */
static inline void flip_objects(struct lw_ps_engine *e, uint32_t cell, uint32_t w,
                                uint64_t diff, uint64_t now) {
    uint64_t *present = &e->present[w];
    e->events[w] |= diff & now;
    e->events[e->ow + w] |= diff & ~now;
    for (; diff != 0; diff &= diff - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(diff);
        uint32_t plane = 64 * w + bit;
        flip_plane(e, plane, cell);
        if ((now >> bit & 1) != 0) {
            e->counts[plane]++;
            *present |= 1ULL << bit;
        } else if (--e->counts[plane] == 0) {
            *present &= ~(1ULL << bit);
        }
    }
}

void ps_set_objects(struct lw_ps_engine *e, uint32_t cell, const uint64_t *value) {
    if (e->touched_at[cell] != e->turn_number) {
        save_cell(e, cell);
    }
    uint64_t *objects = e->objects + (size_t)cell * e->ow;
    for (uint32_t w = 0; w < e->ow; w++) {
        uint64_t diff = objects[w] ^ value[w];
        if (diff != 0) {
            flip_objects(e, cell, w, diff, value[w]);
            objects[w] = value[w];
        }
    }
    e->has_events = true;
}

void ps_set_movements(struct lw_ps_engine *e, uint32_t cell, const uint64_t *value) {
    uint64_t *movements = e->movements + (size_t)cell * e->mw;
    uint64_t *events = e->events + 2 * e->ow;
    uint64_t any = 0;
    for (uint32_t w = 0; w < e->mw; w++) {
        uint64_t now = value[w];
        uint64_t diff = movements[w] ^ now;
        any |= now;
        events[w] |= diff & now;
        events[e->mw + w] |= diff & ~now;
        movements[w] = now;
        for (; diff != 0; diff &= diff - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(diff);
            uint32_t plane = e->game->n_objects + 64 * w + bit;
            flip_plane(e, plane, cell);
            if ((now >> bit & 1) != 0) {
                e->counts[plane]++;
                e->present_movements[w] |= 1ULL << bit;
            } else if (--e->counts[plane] == 0) {
                e->present_movements[w] &= ~(1ULL << bit);
            }
        }
    }
    uint64_t bit = 1ULL << (cell & 63);
    uint64_t *moving = &e->moving[cell >> 6];
    *moving = any != 0 ? *moving | bit : *moving & ~bit;
    e->has_events = true;
}

void ps_clear_movements(struct lw_ps_engine *e) {
    uint64_t none[PS_MAX_OBJECTS * 5 / 64 + 1];
    memset(none, 0, e->mw * sizeof *none);
    for (uint32_t w = 0; w < e->board_words; w++) {
        for (uint64_t bits = e->moving[w]; bits != 0; bits &= bits - 1) {
            ps_set_movements(e, 64 * w + (uint32_t)__builtin_ctzll(bits), none);
        }
    }
}

/* --- telling the rules ----------------------------------------------------------------
 */

static inline void wake(struct lw_ps_engine *e, uint32_t event) {
    const struct ps_waiting *match = &e->program->match[event];
    for (uint32_t w = match->from; w < match->to; w++) {
        e->need[w] |= match->rules[w];
    }
    const struct ps_waiting *effect = &e->program->effect[event];
    for (uint32_t w = effect->from; w < effect->to; w++) {
        e->need[w] |= effect->rules[w] & e->idle[w];
    }
}

void ps_tell_rules(struct lw_ps_engine *e) {
    uint32_t words = 2 * (e->ow + e->mw);
    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = e->events[w];
        e->events[w] = 0;
        for (; bits != 0; bits &= bits - 1) {
            wake(e, 64 * w + (uint32_t)__builtin_ctzll(bits));
        }
    }
    e->has_events = false;
}

/* --- the turn's save ------------------------------------------------------------------
 */

void ps_restore_turn(struct lw_ps_engine *e) {
    const struct ps_log *log = &e->save;
    for (size_t i = 0; i < log->n; i++) {
        ps_set_objects(e, log->cells[i], log->old + i * e->ow);
    }
}

bool ps_turn_changed(const struct lw_ps_engine *e) {
    const struct ps_log *log = &e->save;
    for (size_t i = 0; i < log->n; i++) {
        if (memcmp(log->old + i * e->ow, e->objects + (size_t)log->cells[i] * e->ow,
                   e->ow * sizeof *log->old) != 0) {
            return true;
        }
    }
    return false;
}
