/* From a position to a solution: which blocks to drag where.
 *
 * Blocks that stand in the way have to move in any case, so they are the first to be
 * used; then the tray; blocks on cells that no beam touches stay where they are unless
 * nothing else is left. */
#include "lazors_internal.h"

#include <string.h>

void lw_lazors_plan_free(struct lazors_plan *plan) {
    lw_alloc_free(plan->alloc, plan->moves, plan->cap * sizeof *plan->moves);
    plan->moves = NULL;
    plan->n = plan->cap = 0;
}

struct planner {
    struct lazors_plan *plan;
    const struct lw_lazors_level *level;
    const struct lazors_solution *solution;
    uint8_t *state;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    bool place_all;
};

static unsigned wanted(const struct planner *planner, uint32_t slot) {
    return planner->solution->decided[planner->level->open[slot]];
}

static bool do_move(struct planner *planner, uint32_t from, uint32_t to) {
    struct lazors_plan *plan = planner->plan;
    if (!lw_grow(plan->alloc, &plan->moves, &plan->cap, plan->n + 1,
                 sizeof *plan->moves)) {
        return false;
    }
    plan->moves[plan->n++] = lazors_move(from, to);
    unsigned block = from > LAZORS_TRAY ? from - LAZORS_TRAY : planner->state[from];
    if (from > LAZORS_TRAY) {
        planner->tray[block]--;
    } else {
        planner->state[from] = LW_LAZORS_EMPTY;
    }
    if (to > LAZORS_TRAY) {
        planner->tray[block]++;
    } else {
        planner->state[to] = (uint8_t)block;
    }
    return true;
}

/* Where a block of this kind is best taken from; level->n_open when there is none. */
static uint32_t find_source(const struct planner *planner, unsigned block) {
    uint32_t untouched = planner->level->n_open;
    for (uint32_t slot = 0; slot < planner->level->n_open; slot++) {
        unsigned want = wanted(planner, slot);
        if (planner->state[slot] == block && want != block) {
            if (want != LAZORS_UNDECIDED) {
                return slot;
            }
            untouched = slot;
        }
    }
    return planner->tray[block] > 0 ? LAZORS_TRAY + block : untouched;
}

/* Fills every wanted cell that is free. */
static bool fill_free(struct planner *planner, bool *changed) {
    *changed = false;
    for (uint32_t slot = 0; slot < planner->level->n_open; slot++) {
        unsigned want = wanted(planner, slot);
        if (want == LAZORS_UNDECIDED || want == LW_LAZORS_EMPTY ||
            planner->state[slot] != LW_LAZORS_EMPTY) {
            continue;
        }
        uint32_t from = find_source(planner, want);
        if (from != planner->level->n_open) {
            *changed = true;
            if (!do_move(planner, from, slot)) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t free_untouched(const struct planner *planner) {
    for (uint32_t slot = 0; slot < planner->level->n_open; slot++) {
        if (wanted(planner, slot) == LAZORS_UNDECIDED &&
            planner->state[slot] == LW_LAZORS_EMPTY) {
            return slot;
        }
    }
    return planner->level->n_open;
}

/* Takes one block out of the way; *changed tells whether there was one. */
static bool clear_one(struct planner *planner, bool *changed) {
    *changed = false;
    for (uint32_t slot = 0; slot < planner->level->n_open; slot++) {
        unsigned want = wanted(planner, slot), block = planner->state[slot];
        if (block == LW_LAZORS_EMPTY || want == LAZORS_UNDECIDED || want == block) {
            continue;
        }
        uint32_t to =
            planner->place_all ? free_untouched(planner) : planner->level->n_open;
        *changed = true;
        return do_move(planner, slot,
                       to == planner->level->n_open ? LAZORS_TRAY + block : to);
    }
    return true;
}

static bool empty_tray(struct planner *planner) {
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        while (planner->tray[block] > 0) {
            uint32_t to = free_untouched(planner);
            if (to == planner->level->n_open) {
                return true;
            }
            if (!do_move(planner, LAZORS_TRAY + block, to)) {
                return false;
            }
        }
    }
    return true;
}

bool lw_lazors_plan_make(struct lazors_plan *plan, struct lazors_play *play,
                         const uint8_t *state, const struct lazors_solution *solution,
                         uint8_t *scratch_state) {
    struct planner planner = {.plan = plan,
                              .level = play->level,
                              .solution = solution,
                              .state = scratch_state,
                              .place_all = lw_lazors_place_all(play->play.level->game)};
    bool changed = true;
    plan->n = 0;
    memcpy(scratch_state, state, play->play.state_bytes);
    memcpy(planner.tray, play->level->stock, sizeof planner.tray);
    for (uint32_t slot = 0; slot < play->level->n_open; slot++) {
        if (state[slot] != LW_LAZORS_EMPTY) {
            planner.tray[state[slot]]--;
        }
    }
    while (changed) {
        bool filled = true;
        while (filled) {
            if (!fill_free(&planner, &filled)) {
                return false;
            }
        }
        if (!clear_one(&planner, &changed)) {
            return false;
        }
    }
    return !planner.place_all || empty_tray(&planner);
}
