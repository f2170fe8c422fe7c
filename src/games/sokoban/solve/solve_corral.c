/* PI-corrals: when an area the player cannot reach is fenced by boxes that can only be
 * pushed into it, and he can make each of those pushes now, nothing outside has a say in
 * it. Some push into it must come sooner or later (if a box of the fence is off goal or a
 * goal inside is empty), and it may as well come first: doing it first only enlarges the
 * player's area. So only those pushes need to be tried, without loss of push-optimality.
 * The idea is described by Brian Damgaard (YASS). */
#include "solve/solve_internal.h"

#define MAX_PARTS 62u

bool lw_sok_corral_init(struct sok_corral *corral, const struct sok_map *map,
                        const struct lw_alloc *alloc) {
    *corral = (struct sok_corral){.fence_stamp = 0};
    lw_arena_init(&corral->arena, alloc);
    size_t n_pushes = (size_t)map->n_boxes * 4;
    corral->label = lw_arena_zero(&corral->arena, map->n + 1, 1);
    corral->fence = lw_arena_zero(&corral->arena, map->n + 1, sizeof *corral->fence);
    corral->pushes = lw_arena_get(&corral->arena, n_pushes * sizeof *corral->pushes);
    corral->best = lw_arena_get(&corral->arena, n_pushes * sizeof *corral->best);
    return corral->label != NULL && corral->fence != NULL && corral->pushes != NULL &&
           corral->best != NULL;
}

void lw_sok_corral_free(struct sok_corral *corral) {
    lw_arena_free(&corral->arena);
}

/* Labels the unreachable parts 1, 2, …; returns how many. */
static unsigned label_parts(struct sok_corral *corral, const struct sok_position *pos) {
    const struct sok_map *map = pos->map;
    unsigned n_parts = 0;
    memset(corral->label, 0, map->n + 1);
    for (unsigned square = 0; square < map->n && n_parts < MAX_PARTS; square++) {
        if (pos->full[square] || sok_reached(pos, square) || corral->label[square]) {
            continue;
        }
        size_t top = 0;
        n_parts++;
        corral->label[square] = (uint8_t)n_parts;
        pos->stack[top++] = (uint16_t)square;
        while (top > 0) {
            const uint16_t *near = map->nb + (size_t)pos->stack[--top] * 4;
            for (unsigned dir = 0; dir < 4; dir++) {
                if (!pos->full[near[dir]] && !corral->label[near[dir]]) {
                    corral->label[near[dir]] = (uint8_t)n_parts;
                    pos->stack[top++] = near[dir];
                }
            }
        }
    }
    return n_parts;
}

static bool inside(const struct sok_corral *corral, uint64_t parts, unsigned square) {
    return corral->label[square] != 0 && (parts >> corral->label[square] & 1);
}

/* Stamps the boxes that touch the parts. Returns whether something has to be done in
 * there. */
static bool mark_fence(struct sok_corral *corral, const struct sok_position *pos,
                       uint64_t parts) {
    const struct sok_map *map = pos->map;
    bool unfinished = false;
    corral->fence_stamp++;
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        unsigned box = pos->list[i];
        const uint16_t *near = map->nb + (size_t)box * 4;
        if (inside(corral, parts, near[0]) || inside(corral, parts, near[1]) ||
            inside(corral, parts, near[2]) || inside(corral, parts, near[3])) {
            corral->fence[box] = corral->fence_stamp;
            unfinished = unfinished || !map->goal[box];
        }
    }
    for (unsigned square = 0; square < map->n && !unfinished; square++) {
        unfinished = map->goal[square] && inside(corral, parts, square);
    }
    return unfinished;
}

enum verdict { PUSH_IMPOSSIBLE, PUSH_INWARD, PUSH_SPOILS };

/* Looks at one push of a box of the fence as if boxes elsewhere were away. *join gets
 * the part that would have to be taken in to cure a spoiling push. */
static enum verdict judge(const struct sok_corral *corral, const struct sok_position *pos,
                          uint64_t parts, unsigned box, unsigned dir, unsigned *join) {
    const struct sok_map *map = pos->map;
    unsigned to = map->nb[box * 4 + dir];
    unsigned back = map->nb[box * 4 + sok_opposite(dir)];
    if (to == map->n || back == map->n || corral->dead[to] ||
        sok_bit(corral->frozen, box) || sok_bit(corral->frozen, to) ||
        sok_bit(corral->frozen, back) || corral->fence[to] == corral->fence_stamp ||
        corral->fence[back] == corral->fence_stamp || inside(corral, parts, back)) {
        return PUSH_IMPOSSIBLE;
    }
    if (!inside(corral, parts, to)) {
        *join = corral->label[to] != 0 ? corral->label[to] : corral->label[back];
        return PUSH_SPOILS;
    }
    if (!sok_reached(pos, back)) {
        *join = corral->label[back];
        return PUSH_SPOILS;
    }
    return PUSH_INWARD;
}

/* Tries the parts, taking in others as long as that may help. Returns whether they are a
 * PI-corral; its pushes are then in corral->pushes. */
static bool try_parts(struct sok_corral *corral, const struct sok_position *pos,
                      uint64_t parts, size_t *n_pushes) {
    for (;;) {
        if (!mark_fence(corral, pos, parts)) {
            return false;
        }
        unsigned join = 0;
        bool spoiled = false;
        *n_pushes = 0;
        for (uint32_t i = 0; i < pos->n_boxes && !spoiled; i++) {
            unsigned box = pos->list[i];
            if (corral->fence[box] != corral->fence_stamp) {
                continue;
            }
            for (unsigned dir = 0; dir < 4 && !spoiled; dir++) {
                enum verdict verdict = judge(corral, pos, parts, box, dir, &join);
                spoiled = verdict == PUSH_SPOILS;
                if (verdict == PUSH_INWARD) {
                    corral->pushes[(*n_pushes)++] =
                        (struct sok_push){(uint16_t)box, (uint8_t)dir};
                }
            }
        }
        if (!spoiled) {
            return true;
        }
        if (join == 0) {
            return false;
        }
        parts |= UINT64_C(1) << join;
    }
}

bool lw_sok_corral_find(struct sok_corral *corral, struct sok_position *pos,
                        const uint8_t *dead, const uint64_t *frozen) {
    const struct sok_map *map = pos->map;
    corral->dead = dead;
    corral->frozen = frozen;
    corral->n_parts = 0;
    if (pos->n_reached + pos->n_boxes == map->n) {
        return false;
    }
    corral->n_parts = label_parts(corral, pos);
    bool found = false;
    for (unsigned part = 1; part <= corral->n_parts; part++) {
        size_t n_pushes;
        if (!try_parts(corral, pos, UINT64_C(1) << part, &n_pushes) ||
            (found && n_pushes >= corral->n_best)) {
            continue;
        }
        struct sok_push *swap = corral->best;
        corral->best = corral->pushes;
        corral->pushes = swap;
        corral->n_best = n_pushes;
        found = true;
    }
    return found;
}

bool lw_sok_corral_fence(struct sok_corral *corral, const struct sok_position *pos,
                         unsigned part, uint64_t *boxes, uint64_t *zone) {
    const struct sok_map *map = pos->map;
    memset(boxes, 0, map->n_words * sizeof *boxes);
    memset(zone, 0, map->n_words * sizeof *zone);
    if (!mark_fence(corral, pos, UINT64_C(1) << part)) {
        return false;
    }
    for (unsigned square = 0; square < map->n; square++) {
        if (corral->label[square] == part) {
            sok_bit_set(zone, square);
        }
    }
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        if (corral->fence[pos->list[i]] == corral->fence_stamp) {
            sok_bit_set(boxes, pos->list[i]);
            sok_bit_set(zone, pos->list[i]);
        }
    }
    return true;
}
