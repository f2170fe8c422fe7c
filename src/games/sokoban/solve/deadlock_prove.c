/* Small exhaustive searches with some of the boxes: does this group, alone on the board,
 * have any way home? */
#include "solve/solve_internal.h"

struct sok_prover {
    const struct sok_map *map;
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    struct sok_position pos;
    struct sok_store store;
    uint64_t *boxes;       /* of the child */
    uint64_t *trial;       /* the set with one box taken out */
    uint64_t *scratch;     /* of the freeze test */
    const uint64_t *fixed; /* boxes that are not moved; NULL: none */
};

struct sok_prover *lw_sok_prover_create(const struct sok_map *map,
                                        const struct lw_alloc *alloc) {
    struct sok_prover *prover = lw_alloc_zero(alloc, 1, sizeof *prover);
    if (prover == NULL) {
        return NULL;
    }
    prover->map = map;
    prover->alloc = alloc;
    lw_arena_init(&prover->arena, alloc);
    lw_sok_store_init(&prover->store, map->n_words, alloc);
    size_t n_words = map->n_words;
    prover->boxes = lw_arena_zero(&prover->arena, n_words, sizeof *prover->boxes);
    prover->trial = lw_arena_zero(&prover->arena, n_words, sizeof *prover->trial);
    prover->scratch = lw_arena_zero(&prover->arena, n_words, sizeof *prover->scratch);
    if (!lw_sok_position_init(&prover->pos, map, alloc) || prover->boxes == NULL ||
        prover->trial == NULL || prover->scratch == NULL) {
        lw_sok_prover_destroy(prover);
        return NULL;
    }
    return prover;
}

void lw_sok_prover_destroy(struct sok_prover *prover) {
    if (prover != NULL) {
        lw_sok_position_free(&prover->pos);
        lw_sok_store_free(&prover->store);
        lw_arena_free(&prover->arena);
        lw_alloc_free(prover->alloc, prover, sizeof *prover);
    }
}

static bool all_home(const struct sok_map *map, const uint64_t *boxes) {
    for (uint32_t i = 0; i < map->n_words; i++) {
        if (boxes[i] & ~map->goals[i]) {
            return false;
        }
    }
    return true;
}

/* DEAD: the push leads nowhere; ALIVE: it decides the question. */
static enum sok_verdict try_push(struct sok_prover *prover, unsigned from, unsigned dir,
                                 const uint64_t *zone) {
    const struct sok_map *map = prover->map;
    struct sok_position *pos = &prover->pos;
    unsigned to = map->nb[from * 4 + dir];
    if (pos->full[to] || map->dead[to] ||
        (prover->fixed != NULL && sok_bit(prover->fixed, from)) ||
        !sok_reached(pos, map->nb[from * 4 + sok_opposite(dir)])) {
        return SOK_DEAD;
    }
    memset(prover->scratch, 0, map->n_words * sizeof *prover->scratch);
    lw_sok_position_move(pos, from, to);
    bool alive = lw_sok_freeze_cluster(pos, to, prover->scratch);
    memcpy(prover->boxes, pos->boxes, map->n_words * sizeof *prover->boxes);
    lw_sok_position_move(pos, to, from);
    if (!alive) {
        return SOK_DEAD;
    }
    if ((zone != NULL && !sok_bit(zone, to)) || all_home(map, prover->boxes)) {
        return SOK_ALIVE;
    }
    bool added;
    unsigned low = lw_sok_position_low_after(pos, from, to, dir);
    uint32_t id = lw_sok_store_add(&prover->store, prover->boxes, low, &added);
    return id == SOK_NO_NODE ? SOK_UNDECIDED : SOK_DEAD;
}

enum sok_verdict lw_sok_prove(struct sok_prover *prover, const uint64_t *boxes,
                              unsigned player, const uint64_t *zone, uint32_t max_nodes) {
    struct sok_position *pos = &prover->pos;
    bool added;
    lw_sok_store_clear(&prover->store);
    if (all_home(prover->map, boxes)) {
        return SOK_ALIVE;
    }
    lw_sok_position_load(pos, boxes, player);
    if (lw_sok_store_add(&prover->store, boxes, pos->low, &added) == SOK_NO_NODE) {
        return SOK_UNDECIDED;
    }
    for (uint32_t id = 0; id < prover->store.n_nodes; id++) {
        if (prover->store.n_nodes > max_nodes) {
            return SOK_UNDECIDED;
        }
        struct sok_node *node = sok_store_node(&prover->store, id);
        lw_sok_position_load(pos, sok_node_boxes(node), node->player);
        for (uint32_t i = 0; i < pos->n_boxes * 4; i++) {
            enum sok_verdict verdict = try_push(prover, pos->list[i / 4], i & 3u, zone);
            if (verdict != SOK_DEAD) {
                return verdict;
            }
        }
    }
    return SOK_DEAD;
}

void lw_sok_prover_fix(struct sok_prover *prover, const uint64_t *fixed) {
    prover->fixed = fixed;
}

uint32_t lw_sok_prove_less(struct sok_prover *prover, uint64_t *boxes, unsigned player,
                           const uint64_t *zone, uint32_t max_nodes) {
    const struct sok_map *map = prover->map;
    size_t bytes = map->n_words * sizeof *boxes;
    uint32_t n_nodes = 0;
    for (unsigned square = 0; square < map->n; square++) {
        if (!sok_bit(boxes, square)) {
            continue;
        }
        memcpy(prover->trial, boxes, bytes);
        sok_bit_clear(prover->trial, square);
        if (lw_sok_prove(prover, prover->trial, player, zone, max_nodes) == SOK_DEAD) {
            sok_bit_clear(boxes, square);
        }
        n_nodes += prover->store.n_nodes;
    }
    return n_nodes;
}

void lw_sok_prover_region(struct sok_prover *prover, const uint64_t *boxes,
                          unsigned player, uint64_t *region) {
    lw_sok_position_load(&prover->pos, boxes, player);
    memcpy(region, prover->pos.region, prover->map->n_words * sizeof *region);
}

uint32_t lw_sok_prover_nodes(const struct sok_prover *prover) {
    return prover->store.n_nodes;
}
