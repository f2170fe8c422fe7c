/* One position under the hand of a search: which squares are full, where the player can
 * walk, and what the region is called after a push. */
#include "solve_internal.h"

bool sok_position_init(struct sok_position *pos, const struct sok_map *map,
                       const struct lw_alloc *alloc) {
    *pos = (struct sok_position){.map = map, .stamp = 1, .other_stamp = 1};
    lw_arena_init(&pos->arena, alloc);
    size_t n = map->n;
    pos->boxes = lw_arena_zero(&pos->arena, map->n_words, sizeof *pos->boxes);
    pos->full = lw_arena_zero(&pos->arena, n + 1, 1);
    pos->list = lw_arena_zero(&pos->arena, map->n_boxes, sizeof *pos->list);
    pos->slot = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->slot);
    pos->mark = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->mark);
    pos->other_mark = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->other_mark);
    pos->stack = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->stack);
    if (pos->boxes == NULL || pos->full == NULL || pos->list == NULL ||
        pos->slot == NULL || pos->mark == NULL || pos->other_mark == NULL ||
        pos->stack == NULL) {
        return false;
    }
    pos->full[n] = 1;
    return true;
}

void sok_position_free(struct sok_position *pos) {
    lw_arena_free(&pos->arena);
}

/* A stamp that no entry of mark carries. */
static uint32_t fresh(uint32_t *mark, size_t n, uint32_t *stamp) {
    if (++*stamp == 0) {
        memset(mark, 0, n * sizeof *mark);
        *stamp = 1;
    }
    return *stamp;
}

static unsigned flood(const struct sok_position *pos, unsigned start, uint32_t *mark,
                      uint32_t stamp, uint32_t *n_reached) {
    const uint16_t *nb = pos->map->nb;
    const uint8_t *full = pos->full;
    uint16_t *stack = pos->stack;
    size_t top = 0;
    unsigned low = start;
    uint32_t n = 1;
    stack[top++] = (uint16_t)start;
    mark[start] = stamp;
    while (top > 0) {
        const uint16_t *near = nb + (size_t)stack[--top] * 4;
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = near[dir];
            if (!full[to] && mark[to] != stamp) {
                mark[to] = stamp;
                stack[top++] = (uint16_t)to;
                low = to < low ? to : low;
                n++;
            }
        }
    }
    *n_reached = n;
    return low;
}

void sok_position_reach(struct sok_position *pos) {
    uint32_t stamp = fresh(pos->mark, pos->map->n + 1, &pos->stamp);
    pos->low = flood(pos, pos->player, pos->mark, stamp, &pos->n_reached);
}

void sok_position_load(struct sok_position *pos, const uint64_t *boxes, unsigned player) {
    unsigned square;
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        pos->full[pos->list[i]] = 0;
    }
    memcpy(pos->boxes, boxes, pos->map->n_words * sizeof *boxes);
    pos->n_boxes = 0;
    SOK_FOR_BITS(square, boxes, pos->map->n_words) {
        pos->full[square] = 1;
        pos->slot[square] = (uint16_t)pos->n_boxes;
        pos->list[pos->n_boxes++] = (uint16_t)square;
    }
    pos->player = (uint16_t)player;
    sok_position_reach(pos);
}

void sok_position_move(struct sok_position *pos, unsigned from, unsigned to) {
    pos->full[from] = 0;
    pos->full[to] = 1;
    sok_bit_clear(pos->boxes, from);
    sok_bit_set(pos->boxes, to);
    pos->slot[to] = pos->slot[from];
    pos->list[pos->slot[to]] = (uint16_t)to;
}

unsigned sok_position_low_from(struct sok_position *pos, unsigned start) {
    uint32_t stamp = fresh(pos->other_mark, pos->map->n + 1, &pos->other_stamp);
    uint32_t n_reached;
    return flood(pos, start, pos->other_mark, stamp, &n_reached);
}

/* Would a box on `to` cut nothing off? True when its free neighbours other than the
 * square behind meet round the corners; false means "perhaps". */
static bool passes_by(const struct sok_position *pos, unsigned to, unsigned dir) {
    const uint16_t *nb = pos->map->nb;
    const uint8_t *full = pos->full;
    unsigned ahead = nb[to * 4 + dir];
    unsigned right = nb[to * 4 + ((dir + 1) & 3u)];
    unsigned left = nb[to * 4 + ((dir + 3) & 3u)];
    /* The squares beside the one the box came from connect left and right to the
     * player, who stands there. */
    bool left_ok = full[left] || !full[nb[left * 4u + sok_opposite(dir)]];
    bool right_ok = full[right] || !full[nb[right * 4u + sok_opposite(dir)]];
    if (!left_ok || !right_ok) {
        return false;
    }
    return full[ahead] || (!full[left] && !full[nb[left * 4u + dir]]) ||
           (!full[right] && !full[nb[right * 4u + dir]]);
}

unsigned sok_position_low_after(struct sok_position *pos, unsigned from, unsigned to,
                                unsigned dir) {
    const uint16_t *nb = pos->map->nb;
    unsigned back = nb[to * 4 + sok_opposite(dir)];
    if (back == from && to != pos->low && passes_by(pos, to, dir)) {
        unsigned left = nb[from * 4 + ((dir + 1) & 3u)];
        unsigned right = nb[from * 4 + ((dir + 3) & 3u)];
        /* Nothing new is opened beside the square that fell free. */
        if ((pos->full[left] || sok_reached(pos, left)) &&
            (pos->full[right] || sok_reached(pos, right)) && sok_reached(pos, to)) {
            return from < pos->low ? from : pos->low;
        }
    }
    pos->full[from] = 0;
    pos->full[to] = 1;
    unsigned low = sok_position_low_from(pos, back);
    pos->full[to] = 0;
    pos->full[from] = 1;
    return low;
}
