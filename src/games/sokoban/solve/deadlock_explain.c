/* Which boxes make a position plainly lost: the reasons a person can see at once. */
#include "solve/solve_internal.h"

/* Kuhn's augmenting walk over boxes and the goals they can reach. */
struct walk {
    const struct sok_position *pos;
    const struct sok_walls *walls;
    uint16_t *box_of; /* [goal]: index into pos->list, SOK_FAR for none */
    uint8_t *seen;    /* [box] */
};

static bool find_goal(struct walk *walk, unsigned box) {
    const struct sok_position *pos = walk->pos;
    unsigned square = pos->list[box];
    unsigned side = sok_walls_side(pos->map, walk->walls, square, pos->player);
    const uint16_t *row = sok_walls_row(walk->walls, square, side);
    walk->seen[box] = 1;
    for (uint32_t goal = 0; goal < walk->walls->n_goals; goal++) {
        unsigned holder = walk->box_of[goal];
        if (row[goal] == SOK_FAR || (holder != SOK_FAR && walk->seen[holder])) {
            continue;
        }
        if (holder == SOK_FAR || find_goal(walk, holder)) {
            walk->box_of[goal] = (uint16_t)box;
            return true;
        }
    }
    return false;
}

/* The boxes met on a failed walk compete for fewer goals than they are (Hall). */
static bool too_few_goals(struct sok_position *pos, uint64_t *out) {
    struct lw_arena arena;
    lw_arena_init(&arena, pos->arena.alloc);
    struct walk walk = {.pos = pos, .walls = pos->map->base};
    size_t n = pos->map->n_boxes;
    walk.box_of = lw_arena_get(&arena, n * sizeof *walk.box_of);
    walk.seen = lw_arena_get(&arena, n);
    bool found = false;
    if (walk.box_of != NULL && walk.seen != NULL) {
        memset(walk.box_of, 0xff, n * sizeof *walk.box_of);
        for (uint32_t box = 0; box < pos->n_boxes && !found; box++) {
            memset(walk.seen, 0, n);
            found = !find_goal(&walk, box);
        }
        for (uint32_t box = 0; box < pos->n_boxes && found; box++) {
            if (walk.seen[box]) {
                sok_bit_set(out, pos->list[box]);
            }
        }
    }
    lw_arena_free(&arena);
    return found;
}

bool lw_sok_plainly_dead(struct sok_position *pos, uint64_t *out) {
    const struct sok_map *map = pos->map;
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        if (map->dead[pos->list[i]]) {
            sok_bit_set(out, pos->list[i]);
            return true;
        }
    }
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        if (!map->goal[pos->list[i]] && !lw_sok_freeze_cluster(pos, pos->list[i], out)) {
            return true;
        }
        memset(out, 0, map->n_words * sizeof *out);
    }
    return too_few_goals(pos, out);
}
