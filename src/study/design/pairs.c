/* Pairs of levels to be compared. */
#include <string.h>

#include "design/draw.h"

#define LAST_PAIRS 3 /* that are not repeated yet */

static bool repeats(const struct lw_study_phase *phase) {
    return phase->repeats && phase->choose == LW_STUDY_PAIRS_RANDOM;
}

size_t study_pairs_count(const struct lw_study_phase *phase, size_t n) {
    size_t all = n * (n - (n > 0)) / 2;
    size_t wanted = phase->pairs > 0 ? (size_t)phase->pairs : STUDY_MAX_PAIRS;
    bool bounded = phase->choose != LW_STUDY_PAIRS_INFORMATION;
    if (n < 2) {
        return 0;
    }
    if (phase->choose == LW_STUDY_PAIRS_ALL) {
        return phase->pairs > 0 && wanted < all ? wanted : all;
    }
    if (repeats(phase)) {
        all += all / (LW_STUDY_REPEAT_EVERY - 1);
    }
    return bounded && wanted > all ? all : wanted;
}

/* The pair of that number, counted 01, 02, 12, 03, ... */
static void pair_of(uint32_t number, uint32_t *a, uint32_t *b) {
    *b = 1;
    while (*b * (*b + 1) / 2 <= number) {
        (*b)++;
    }
    *a = number - *b * (*b - 1) / 2;
}

static void put(struct lw_study_trial *trial, const struct lw_study_level_ref *refs,
                uint32_t number) {
    uint32_t a, b;
    pair_of(number, &a, &b);
    trial->kind = LW_STUDY_TRIAL_PAIR;
    trial->refs[trial->swap] = refs[a];
    trial->refs[!trial->swap] = refs[b];
    trial->n_refs = 2;
}

/* One of the first n that was not repeated, which is marked; there is one. */
static uint32_t draw_repeat(struct lw_rng *rng, bool *repeated, uint32_t n,
                            uint32_t n_repeated) {
    uint32_t left = lw_rng_below(rng, n - n_repeated), at = 0;
    for (; repeated[at] || left > 0; at++) {
        left -= !repeated[at];
    }
    repeated[at] = true;
    return at;
}

/* Which of the shuffled pairs comes at each trial: the next, or every eighth time an
 * earlier one again, each at most once more. */
static lw_status order_pairs(const struct study_pair_draw *draw, uint32_t *order,
                             size_t count, struct lw_arena *arena) {
    struct lw_rng rng = lw_rng_fork(draw->stream, STUDY_LABEL_REPEATS);
    bool *repeated = lw_arena_zero(arena, count, sizeof *repeated);
    uint32_t n = 0, n_repeated = 0;
    if (repeated == NULL) {
        return LW_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        if (repeats(draw->phase) &&
            i % LW_STUDY_REPEAT_EVERY == LW_STUDY_REPEAT_EVERY - 1) {
            order[i] = draw_repeat(&rng, repeated, n - LAST_PAIRS, n_repeated++);
        } else {
            order[i] = n++;
        }
    }
    return LW_OK;
}

lw_status study_pairs_draw(const struct study_pair_draw *draw,
                           struct lw_study_trial *trials, size_t count,
                           struct lw_arena *arena) {
    uint32_t all = (uint32_t)(draw->n * (draw->n - 1) / 2);
    struct lw_rng rng = lw_rng_fork(draw->stream, STUDY_LABEL_PAIRS);
    struct lw_rng sides = lw_rng_fork(draw->stream, STUDY_LABEL_SIDES);
    uint32_t *numbers = lw_arena_zero(arena, all, sizeof *numbers);
    uint32_t *order = lw_arena_zero(arena, count, sizeof *order);
    struct lw_study_level_ref *room = lw_arena_zero(arena, count * 2, sizeof *room);
    if (numbers == NULL || order == NULL || room == NULL ||
        order_pairs(draw, order, count, arena) != LW_OK) {
        return LW_NO_MEMORY;
    }
    for (uint32_t i = 0; i < all; i++) {
        numbers[i] = i;
    }
    lw_rng_shuffle(&rng, numbers, all, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        trials[i].swap = lw_rng_below(&sides, 2) == 1;
        trials[i].refs = room + i * 2;
        if (draw->phase->choose == LW_STUDY_PAIRS_INFORMATION) {
            trials[i].kind = LW_STUDY_TRIAL_OPEN_PAIR;
            trials[i].refs = draw->refs;
            trials[i].n_refs = draw->n;
        } else {
            put(&trials[i], draw->refs, numbers[order[i]]);
        }
    }
    return LW_OK;
}
