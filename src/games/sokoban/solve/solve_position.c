/* One position under the hand of a search: which squares are full, where the player can
 * walk, and what the region is called after a push. */
#include "solve/solve_internal.h"

bool lw_sok_position_init(struct sok_position *pos, const struct sok_map *map,
                          const struct lw_alloc *alloc) {
    *pos = (struct sok_position){.map = map};
    lw_arena_init(&pos->arena, alloc);
    size_t n = map->n;
    pos->boxes = lw_arena_zero(&pos->arena, map->n_words, sizeof *pos->boxes);
    pos->full = lw_arena_zero(&pos->arena, n + 1, 1);
    pos->list = lw_arena_zero(&pos->arena, map->n_boxes, sizeof *pos->list);
    pos->slot = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->slot);
    /* One word more, so that the wall's number can be asked for too. */
    pos->region = lw_arena_zero(&pos->arena, map->n_words + 1, sizeof *pos->region);
    pos->other = lw_arena_zero(&pos->arena, map->n_words + 1, sizeof *pos->other);
    pos->stack = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->stack);
    pos->mark = lw_arena_zero(&pos->arena, n + 1, sizeof *pos->mark);
    if (pos->boxes == NULL || pos->full == NULL || pos->list == NULL ||
        pos->slot == NULL || pos->region == NULL || pos->other == NULL ||
        pos->stack == NULL || pos->mark == NULL) {
        return false;
    }
    pos->full[n] = 1;
    return true;
}

void lw_sok_position_free(struct sok_position *pos) {
    lw_arena_free(&pos->arena);
}

static void flood_one_word(const struct sok_position *pos, unsigned start,
                           uint64_t *region) {
    const uint64_t *near = pos->map->near;
    uint64_t free = pos->map->squares[0] & ~pos->boxes[0];
    uint64_t reached = UINT64_C(1) << start, fresh = reached;
    while (fresh != 0) {
        uint64_t more = near[sok_lowest_bit(fresh)] & free & ~reached;
        reached |= more;
        fresh = (fresh & (fresh - 1)) | more;
    }
    region[0] = reached;
}

static void flood_two_words(const struct sok_position *pos, unsigned start,
                            uint64_t *region) {
    const uint64_t *near = pos->map->near;
    uint64_t free[2] = {pos->map->squares[0] & ~pos->boxes[0],
                        pos->map->squares[1] & ~pos->boxes[1]};
    uint64_t reached[2] = {0, 0};
    sok_bit_set(reached, start);
    uint64_t fresh[2] = {reached[0], reached[1]};
    for (;;) {
        unsigned word = fresh[0] == 0;
        if (fresh[word] == 0) {
            break;
        }
        const uint64_t *mask =
            near + ((size_t)sok_lowest_bit(fresh[word]) + word * 64) * 2;
        uint64_t more0 = mask[0] & free[0] & ~reached[0];
        uint64_t more1 = mask[1] & free[1] & ~reached[1];
        fresh[word] &= fresh[word] - 1;
        reached[0] |= more0;
        reached[1] |= more1;
        fresh[0] |= more0;
        fresh[1] |= more1;
    }
    region[0] = reached[0];
    region[1] = reached[1];
}

static void flood_large(const struct sok_position *pos, unsigned start,
                        uint64_t *region) {
    const uint16_t *nb = pos->map->nb;
    uint16_t *stack = pos->stack;
    size_t top = 0;
    memset(region, 0, pos->map->n_words * sizeof *region);
    stack[top++] = (uint16_t)start;
    sok_bit_set(region, start);
    while (top > 0) {
        const uint16_t *near = nb + (size_t)stack[--top] * 4;
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = near[dir];
            if (!pos->full[to] && !sok_bit(region, to)) {
                sok_bit_set(region, to);
                stack[top++] = (uint16_t)to;
            }
        }
    }
}

/* Returns the region's lowest square. */
static unsigned flood(const struct sok_position *pos, unsigned start, uint64_t *region) {
    if (pos->map->n_words == 1) {
        flood_one_word(pos, start, region);
    } else if (pos->map->n_words == 2) {
        flood_two_words(pos, start, region);
    } else {
        flood_large(pos, start, region);
    }
    unsigned word = 0;
    while (region[word] == 0) {
        word++;
    }
    return word * 64 + sok_lowest_bit(region[word]);
}

/* Floods the region of the player's square. */
static void flood_player(struct sok_position *pos) {
    pos->low = flood(pos, pos->player, pos->region);
    pos->n_reached = 0;
    for (uint32_t i = 0; i < pos->map->n_words; i++) {
        pos->n_reached += lw_bits_count(pos->region[i]);
    }
}

void lw_sok_position_load(struct sok_position *pos, const uint64_t *boxes,
                          unsigned player) {
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
    flood_player(pos);
}

void lw_sok_position_move(struct sok_position *pos, unsigned from, unsigned to) {
    pos->full[from] = 0;
    pos->full[to] = 1;
    sok_bit_clear(pos->boxes, from);
    sok_bit_set(pos->boxes, to);
    pos->slot[to] = pos->slot[from];
    pos->list[pos->slot[to]] = (uint16_t)to;
}

unsigned lw_sok_position_low_from(struct sok_position *pos, unsigned start) {
    return flood(pos, start, pos->other);
}

/* Parts of boards of up to two words, each flooded by masks. */
static uint32_t parts_by_masks(const struct sok_position *pos) {
    uint64_t left[2] = {0, 0}, part[2] = {0, 0};
    uint32_t n = 0, n_words = pos->map->n_words;
    for (uint32_t i = 0; i < n_words; i++) {
        left[i] = pos->map->squares[i] & ~pos->boxes[i];
    }
    for (uint32_t i = 0; i < n_words; i++) {
        for (; left[i] != 0; n++) {
            (void)flood(pos, i * 64 + sok_lowest_bit(left[i]), part);
            left[0] &= ~part[0];
            left[1] &= ~part[1];
        }
    }
    return n;
}

uint32_t lw_sok_position_parts(struct sok_position *pos) {
    const uint16_t *nb = pos->map->nb;
    uint16_t *stack = pos->stack;
    uint32_t n = 0;
    if (pos->map->near != NULL) {
        return parts_by_masks(pos);
    }
    uint32_t stamp = ++pos->stamp;
    for (unsigned square = 0; square < pos->map->n; square++) {
        if (pos->full[square] || pos->mark[square] == stamp) {
            continue;
        }
        size_t top = 0;
        stack[top++] = (uint16_t)square;
        pos->mark[square] = stamp;
        n++;
        while (top > 0) {
            const uint16_t *near = nb + (size_t)stack[--top] * 4;
            for (unsigned dir = 0; dir < 4; dir++) {
                unsigned to = near[dir];
                if (!pos->full[to] && pos->mark[to] != stamp) {
                    pos->mark[to] = stamp;
                    stack[top++] = (uint16_t)to;
                }
            }
        }
    }
    return n;
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

unsigned lw_sok_position_low_after(struct sok_position *pos, unsigned from, unsigned to,
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
    sok_lift(pos, from);
    sok_put(pos, to);
    unsigned low = lw_sok_position_low_from(pos, back);
    sok_lift(pos, to);
    sok_put(pos, from);
    return low;
}
