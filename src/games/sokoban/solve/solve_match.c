/* Minimum-cost perfect matching of boxes to goals, by shortest augmenting paths with
 * potentials (the Hungarian method). The total is a lower bound on what is left to do;
 * no perfect matching at all means the position is lost. */
#include "solve/solve_internal.h"

#define UNMATCHED UINT16_MAX
#define BIG (INT32_MAX / 4)

bool lw_sok_match_init(struct sok_match *match, uint32_t n_boxes,
                       const struct lw_alloc *alloc) {
    *match = (struct sok_match){.cap = n_boxes};
    lw_arena_init(&match->arena, alloc);
    struct lw_arena *arena = &match->arena;
    size_t n = n_boxes;
    match->row = lw_arena_zero(arena, n, sizeof *match->row);
    match->u = lw_arena_zero(arena, n, sizeof *match->u);
    match->v = lw_arena_zero(arena, n, sizeof *match->v);
    match->goal_of = lw_arena_zero(arena, n, sizeof *match->goal_of);
    match->box_of = lw_arena_zero(arena, n, sizeof *match->box_of);
    match->best = lw_arena_zero(arena, n, sizeof *match->best);
    match->way = lw_arena_zero(arena, n, sizeof *match->way);
    match->used = lw_arena_zero(arena, n, sizeof *match->used);
    match->keep_uv = lw_arena_zero(arena, n * 2, sizeof *match->keep_uv);
    match->keep_pairs = lw_arena_zero(arena, n * 2, sizeof *match->keep_pairs);
    return match->row != NULL && match->u != NULL && match->v != NULL &&
           match->goal_of != NULL && match->box_of != NULL && match->best != NULL &&
           match->way != NULL && match->used != NULL && match->keep_uv != NULL &&
           match->keep_pairs != NULL;
}

void lw_sok_match_free(struct sok_match *match) {
    lw_arena_free(&match->arena);
}

/* Finds a goal for an unmatched box along the cheapest chain of exchanges. */
static bool augment(struct sok_match *match, unsigned box) {
    const uint32_t n = match->n;
    int32_t *best = match->best;
    for (uint32_t goal = 0; goal < n; goal++) {
        best[goal] = BIG;
        match->used[goal] = 0;
    }
    unsigned at_box = box, at_goal = UNMATCHED;
    for (;;) {
        const uint16_t *row = match->row[at_box];
        int32_t base = match->u[at_box], delta = BIG;
        unsigned next = UNMATCHED;
        for (uint32_t goal = 0; goal < n; goal++) {
            if (match->used[goal]) {
                continue;
            }
            if (row[goal] != SOK_FAR) {
                int32_t slack = (int32_t)row[goal] - base - match->v[goal];
                if (slack < best[goal]) {
                    best[goal] = slack;
                    match->way[goal] = (uint16_t)at_goal;
                }
            }
            if (best[goal] < delta) {
                delta = best[goal];
                next = goal;
            }
        }
        if (next == UNMATCHED) {
            return false;
        }
        match->u[box] += delta;
        for (uint32_t goal = 0; goal < n; goal++) {
            if (match->used[goal]) {
                match->v[goal] -= delta;
                match->u[match->box_of[goal]] += delta;
            } else if (best[goal] < BIG) {
                best[goal] -= delta;
            }
        }
        at_goal = next;
        match->used[at_goal] = 1;
        if (match->box_of[at_goal] == UNMATCHED) {
            break;
        }
        at_box = match->box_of[at_goal];
    }
    while (at_goal != UNMATCHED) {
        unsigned before = match->way[at_goal];
        unsigned mover = before == UNMATCHED ? box : match->box_of[before];
        match->box_of[at_goal] = (uint16_t)mover;
        match->goal_of[mover] = (uint16_t)at_goal;
        at_goal = before;
    }
    return true;
}

static bool best_potential(struct sok_match *match, uint32_t box, uint32_t *tight) {
    const uint16_t *row = match->row[box];
    int32_t least = BIG;
    for (uint32_t goal = 0; goal < match->n; goal++) {
        int32_t slack = (int32_t)row[goal] - match->v[goal];
        if (row[goal] != SOK_FAR && slack < least) {
            least = slack;
            *tight = goal;
        }
    }
    match->u[box] = least;
    return least < BIG;
}

static uint32_t total_of(const struct sok_match *match) {
    uint32_t total = 0;
    for (uint32_t box = 0; box < match->n; box++) {
        total += match->row[box][match->goal_of[box]];
    }
    return total;
}

uint32_t lw_sok_match_solve(struct sok_match *match, uint32_t n) {
    if (match->n != n) {
        memset(match->v, 0, match->cap * sizeof *match->v);
        match->n = n;
    }
    memset(match->goal_of, 0xff, n * sizeof *match->goal_of);
    memset(match->box_of, 0xff, n * sizeof *match->box_of);
    match->total = SOK_NO_MATCH;
    for (uint32_t box = 0; box < n; box++) {
        uint32_t goal = 0;
        if (!best_potential(match, box, &goal)) {
            return SOK_NO_MATCH;
        }
        if (match->box_of[goal] == UNMATCHED) {
            match->box_of[goal] = (uint16_t)box;
            match->goal_of[box] = (uint16_t)goal;
        }
    }
    for (uint32_t box = 0; box < n; box++) {
        if (match->goal_of[box] == UNMATCHED && !augment(match, box)) {
            /* Potentials may have run off; the next call starts afresh. */
            memset(match->v, 0, match->cap * sizeof *match->v);
            return SOK_NO_MATCH;
        }
    }
    return match->total = total_of(match);
}

uint32_t lw_sok_match_try(struct sok_match *match, uint32_t box, const uint16_t *row,
                          uint32_t cost) {
    const size_t n = match->n;
    const uint16_t *old_row = match->row[box];
    unsigned goal = match->goal_of[box];
    /* The same pairs, cheaper by all that one action can save: cannot be beaten. */
    if (row[goal] != SOK_FAR && row[goal] + cost == old_row[goal]) {
        return match->total - cost;
    }
    int32_t old_u = match->u[box];
    uint32_t tight = 0, same = match->total - old_row[goal] + row[goal];
    match->row[box] = row;
    bool possible = best_potential(match, box, &tight);
    int32_t rise = match->u[box] - old_u;
    match->row[box] = old_row;
    match->u[box] = old_u;
    if (!possible) {
        return SOK_NO_MATCH;
    }
    /* The potentials prove a lower bound; the same pairs may reach it. */
    if (row[goal] != SOK_FAR &&
        (int64_t)same < (int64_t)match->total + rise + (match->parity ? 2 : 1)) {
        return same;
    }
    memcpy(match->keep_uv, match->u, n * sizeof *match->u);
    memcpy(match->keep_uv + n, match->v, n * sizeof *match->v);
    memcpy(match->keep_pairs, match->goal_of, n * sizeof *match->goal_of);
    memcpy(match->keep_pairs + n, match->box_of, n * sizeof *match->box_of);
    match->row[box] = row;
    match->box_of[goal] = UNMATCHED;
    match->goal_of[box] = UNMATCHED;
    uint32_t total = SOK_NO_MATCH;
    if (best_potential(match, box, &tight) && augment(match, box)) {
        total = total_of(match);
    }
    match->row[box] = old_row;
    memcpy(match->u, match->keep_uv, n * sizeof *match->u);
    memcpy(match->v, match->keep_uv + n, n * sizeof *match->v);
    memcpy(match->goal_of, match->keep_pairs, n * sizeof *match->goal_of);
    memcpy(match->box_of, match->keep_pairs + n, n * sizeof *match->box_of);
    return total;
}
