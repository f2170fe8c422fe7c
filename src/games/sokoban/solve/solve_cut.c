/* What a box put on a square would cut off.
 *
 * While one box rides, the others stand still. One depth-first walk over the board
 * without the riding box tells for every square into which pieces a box there would part
 * the squares round it: a branch of the walk that has no way back above the square is a
 * piece of its own, everything else hangs together (the search for articulation points of
 * Hopcroft and Tarjan, 1973). Branches are runs of the walk's order, so that the lowest
 * square and the size of every piece are at hand without a flood. */
#include "solve/solve_internal.h"

#define NOT_MET UINT16_MAX

bool lw_sok_cut_init(struct sok_cut *cut, const struct sok_map *map,
                     const struct lw_alloc *alloc) {
    *cut = (struct sok_cut){.map = map};
    lw_arena_init(&cut->arena, alloc);
    size_t n = (size_t)map->n + 1;
    cut->number = lw_arena_get(&cut->arena, n * sizeof *cut->number);
    cut->order = lw_arena_get(&cut->arena, n * sizeof *cut->order);
    cut->from = lw_arena_get(&cut->arena, n * sizeof *cut->from);
    cut->back = lw_arena_get(&cut->arena, n * sizeof *cut->back);
    cut->size = lw_arena_get(&cut->arena, n * sizeof *cut->size);
    cut->least = lw_arena_get(&cut->arena, n * sizeof *cut->least);
    cut->before = lw_arena_get(&cut->arena, n * sizeof *cut->before);
    cut->after = lw_arena_get(&cut->arena, n * sizeof *cut->after);
    cut->first = lw_arena_get(&cut->arena, n * sizeof *cut->first);
    cut->way = lw_arena_get(&cut->arena, n);
    return cut->number != NULL && cut->order != NULL && cut->from != NULL &&
           cut->back != NULL && cut->size != NULL && cut->least != NULL &&
           cut->before != NULL && cut->after != NULL && cut->first != NULL &&
           cut->way != NULL;
}

void lw_sok_cut_free(struct sok_cut *cut) {
    lw_arena_free(&cut->arena);
}

static void enter(struct sok_cut *cut, unsigned square, unsigned from, uint16_t number) {
    cut->number[square] = number;
    cut->order[number] = (uint16_t)square;
    cut->from[square] = (uint16_t)from;
    cut->back[square] = number;
    cut->least[square] = (uint16_t)square;
    cut->way[square] = 0;
}

/* Leaves a square whose branch is complete; the one it was entered from learns of it. */
static void leave(struct sok_cut *cut, unsigned square, uint16_t end) {
    unsigned up = cut->from[square];
    cut->size[square] = (uint16_t)(end - cut->number[square]);
    if (up != cut->map->n) {
        if (cut->back[square] < cut->back[up]) {
            cut->back[up] = cut->back[square];
        }
        if (cut->least[square] < cut->least[up]) {
            cut->least[up] = cut->least[square];
        }
    }
}

/* Walks the component of start; returns the walk's number at its end. */
static uint16_t walk(struct sok_cut *cut, const uint8_t *full, unsigned start,
                     uint16_t first) {
    const uint16_t *nb = cut->map->nb;
    uint16_t next = first;
    unsigned at = start;
    enter(cut, start, cut->map->n, next++);
    while (at != cut->map->n) {
        if (cut->way[at] == 4) {
            leave(cut, at, next);
            at = cut->from[at];
            continue;
        }
        unsigned to = nb[at * 4 + cut->way[at]++];
        if (full[to]) {
            continue;
        }
        if (cut->number[to] == NOT_MET) {
            enter(cut, to, at, next++);
            at = to;
        } else if (to != cut->from[at] && cut->number[to] < cut->back[at]) {
            cut->back[at] = cut->number[to];
        }
    }
    return next;
}

/* The lowest square before and after each place of the walk's order. */
static void find_least(struct sok_cut *cut, uint16_t first, uint16_t end) {
    uint16_t least = NOT_MET;
    for (unsigned i = first; i < end; i++) {
        cut->before[i] = least;
        cut->first[i] = first;
        least = cut->order[i] < least ? cut->order[i] : least;
    }
    least = NOT_MET;
    for (unsigned i = end; i-- > first;) {
        cut->after[i] = least; /* beyond i */
        least = cut->order[i] < least ? cut->order[i] : least;
    }
}

void lw_sok_cut_walk(struct sok_cut *cut, const uint8_t *full) {
    const uint32_t n = cut->map->n;
    uint16_t next = 0;
    memset(cut->number, 0xff, (n + 1) * sizeof *cut->number);
    cut->n_parts = 0;
    for (unsigned square = 0; square < n; square++) {
        if (!full[square] && cut->number[square] == NOT_MET) {
            uint16_t first = next;
            next = walk(cut, full, square, first);
            find_least(cut, first, next);
            cut->n_parts++;
        }
    }
}

static bool in_branch(const struct sok_cut *cut, unsigned top, unsigned square) {
    return cut->number[square] >= cut->number[top] &&
           cut->number[square] < cut->number[top] + cut->size[top];
}

void lw_sok_cut_look(const struct sok_cut *cut, const uint8_t *full, unsigned square,
                     unsigned player, struct sok_piece *out) {
    const uint16_t *near = cut->map->nb + (size_t)square * 4;
    uint16_t number = cut->number[square], first = cut->first[number];
    unsigned top = cut->order[first]; /* of the whole component */
    uint16_t end = (uint16_t)(number + cut->size[square]);
    uint32_t rest = cut->size[top] - 1u;
    uint16_t least = cut->before[number];
    if (end < first + cut->size[top] && cut->after[end - 1] < least) {
        least = cut->after[end - 1];
    }
    *out = (struct sok_piece){.low = cut->map->n, .n_parts = cut->n_parts - 1};
    bool apart = cut->first[cut->number[player]] != first;
    unsigned own = cut->map->n; /* branch the player is in */
    unsigned n_alone = 0, alone[4];
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = near[dir];
        if (full[to] || cut->from[to] != square || to == top) {
            continue;
        }
        if (cut->back[to] >= number) {
            alone[n_alone++] = to;
            rest -= cut->size[to];
            out->n_parts++;
            own = in_branch(cut, to, player) ? to : own;
        } else if (cut->least[to] < least) {
            least = cut->least[to];
        }
    }
    out->n_parts += rest > 0;
    if (apart) {
        top = cut->order[cut->first[cut->number[player]]];
        out->low = cut->least[top];
        out->size = cut->size[top];
        return;
    }
    out->low = own == cut->map->n ? least : cut->least[own];
    out->size = own == cut->map->n ? rest : cut->size[own];
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = near[dir], branch = cut->map->n;
        for (unsigned i = 0; i < n_alone && !full[to]; i++) {
            branch = in_branch(cut, alone[i], to) ? alone[i] : branch;
        }
        if (!full[to] && branch == own) {
            out->sides |= (uint8_t)(1u << dir);
        }
    }
}
