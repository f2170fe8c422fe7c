/* Frozen boxes: those that can never move again, whatever else happens.
 *
 * The largest frozen set is what is left after striking out, again and again, every box
 * that could be pushed along one of its axes if the boxes already struck out were not
 * there. A push on to a dead square is no push. Only boxes that touch each other matter
 * to each other, so after a push the cluster of the pushed box is enough. */
#include "solve/solve_internal.h"

/* full[] values inside a cluster while it is examined. */
enum { FULL = 1, HELD = 2 };

static bool axis_free(const struct sok_position *pos, unsigned square, unsigned dir) {
    const struct sok_map *map = pos->map;
    unsigned a = map->nb[square * 4 + dir];
    unsigned b = map->nb[square * 4 + dir + 2];
    if (a == map->n || b == map->n || pos->full[a] == HELD || pos->full[b] == HELD) {
        return false;
    }
    return !map->dead[a] || !map->dead[b];
}

static bool strike_out(struct sok_position *pos, const uint16_t *cluster, size_t n,
                       uint64_t *frozen) {
    bool changed = true, alive = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < n; i++) {
            unsigned square = cluster[i];
            if (pos->full[square] == HELD &&
                (axis_free(pos, square, 0) || axis_free(pos, square, 1))) {
                pos->full[square] = FULL;
                changed = true;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (pos->full[cluster[i]] == HELD) {
            alive = alive && pos->map->goal[cluster[i]];
            sok_bit_set(frozen, cluster[i]);
        }
        pos->full[cluster[i]] = FULL;
    }
    return alive;
}

bool lw_sok_freeze_cluster(struct sok_position *pos, unsigned square, uint64_t *frozen) {
    const struct sok_map *map = pos->map;
    /* The usual case: a box with room on one axis and no neighbour to wait for. */
    const uint16_t *near = map->nb + (size_t)square * 4;
    if ((!pos->full[near[0]] && !pos->full[near[2]] &&
         (!map->dead[near[0]] || !map->dead[near[2]])) ||
        (!pos->full[near[1]] && !pos->full[near[3]] &&
         (!map->dead[near[1]] || !map->dead[near[3]]))) {
        return true;
    }
    uint16_t *cluster = pos->stack;
    size_t head = 0, tail = 0;
    cluster[tail++] = (uint16_t)square;
    pos->full[square] = HELD;
    while (head < tail) {
        near = map->nb + (size_t)cluster[head++] * 4;
        for (unsigned dir = 0; dir < 4; dir++) {
            if (near[dir] != map->n && pos->full[near[dir]] == FULL) {
                pos->full[near[dir]] = HELD;
                cluster[tail++] = near[dir];
            }
        }
    }
    return strike_out(pos, cluster, tail, frozen);
}

bool lw_sok_freeze_all(struct sok_position *pos, uint64_t *frozen) {
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        pos->full[pos->list[i]] = HELD;
    }
    return strike_out(pos, pos->list, pos->n_boxes, frozen);
}
