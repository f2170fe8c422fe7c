/* Deadlocks learned during a search.
 *
 * When a position has an area the player cannot reach, the boxes that fence it are looked
 * at alone: if no sequence of pushes gets one of them out of the area or all of them on
 * goals, the group is lost for good. It is made as small as the proof allows and kept,
 * with the player's part of the board, and from then on every push is checked against
 * the groups that hold the pushed box's square. Verdicts of fences once examined are
 * kept too. */
#include "solve/solve_internal.h"

#define FENCE_NODES 300 /* for one fence */
#define LESS_NODES 300  /* for each box left out */
#define HEAD_START 1000 /* nodes of proofs before they have to earn their keep */
#define MAX_BY_SQUARE                                                                    \
    100 /* groups at one square; more would cost more than they save                     \
         */
#define MAX_VERDICTS 2000000

struct pattern {
    uint64_t *boxes;  /* this group … */
    uint64_t *region; /* … with the player here */
};

struct sok_lore {
    const struct sok_map *map;
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    struct sok_prover *prover;
    struct sok_store verdicts; /* cost holds the verdict */
    struct pattern *patterns;
    size_t n_patterns, cap_patterns;
    struct by_square {
        uint32_t *ids;
        size_t n, cap;
    } * by_square;
    uint64_t *boxes, *zone;
    uint64_t n_examined, n_spent; /* positions; nodes of proofs */
};

struct sok_lore *lw_sok_lore_create(const struct sok_map *map,
                                    const struct lw_alloc *alloc) {
    struct sok_lore *lore = lw_alloc_zero(alloc, 1, sizeof *lore);
    if (lore == NULL) {
        return NULL;
    }
    lore->map = map;
    lore->alloc = alloc;
    lw_arena_init(&lore->arena, alloc);
    lw_sok_store_init(&lore->verdicts, map->n_words, alloc);
    lore->prover = lw_sok_prover_create(map, alloc);
    lore->by_square = lw_arena_zero(&lore->arena, map->n, sizeof *lore->by_square);
    lore->boxes = lw_arena_zero(&lore->arena, map->n_words, sizeof *lore->boxes);
    lore->zone = lw_arena_zero(&lore->arena, map->n_words, sizeof *lore->zone);
    if (lore->prover == NULL || lore->by_square == NULL || lore->boxes == NULL ||
        lore->zone == NULL) {
        lw_sok_lore_destroy(lore);
        return NULL;
    }
    return lore;
}

void lw_sok_lore_destroy(struct sok_lore *lore) {
    if (lore == NULL) {
        return;
    }
    for (uint32_t i = 0; lore->by_square != NULL && i < lore->map->n; i++) {
        lw_alloc_free(lore->alloc, lore->by_square[i].ids,
                      lore->by_square[i].cap * sizeof(uint32_t));
    }
    lw_alloc_free(lore->alloc, lore->patterns,
                  lore->cap_patterns * sizeof *lore->patterns);
    lw_sok_prover_destroy(lore->prover);
    lw_sok_store_free(&lore->verdicts);
    lw_arena_free(&lore->arena);
    lw_alloc_free(lore->alloc, lore, sizeof *lore);
}

bool lw_sok_lore_hit(const struct sok_lore *lore, const uint64_t *boxes, unsigned to,
                     unsigned player) {
    const struct by_square *list = &lore->by_square[to];
    for (size_t i = 0; i < list->n; i++) {
        const struct pattern *pattern = &lore->patterns[list->ids[i]];
        uint64_t missing = 0;
        for (uint32_t word = 0; word < lore->map->n_words; word++) {
            missing |= pattern->boxes[word] & ~boxes[word];
        }
        if (missing == 0 && sok_bit(pattern->region, player)) {
            return true;
        }
    }
    return false;
}

/* Keeps the group in lore->boxes. Out of memory it is merely forgotten. */
static void learn(struct sok_lore *lore, unsigned player) {
    const struct sok_map *map = lore->map;
    size_t bytes = map->n_words * sizeof(uint64_t);
    uint32_t n_boxes = 0;
    bool room = false;
    unsigned square;
    SOK_FOR_BITS(square, lore->boxes, map->n_words) {
        room = room || lore->by_square[square].n < MAX_BY_SQUARE;
        n_boxes++;
    }
    /* A group of all boxes would be a single position, never met again. */
    if (!room || n_boxes == map->n_boxes) {
        return;
    }
    struct pattern pattern = {lw_arena_get(&lore->arena, bytes),
                              lw_arena_zero(&lore->arena, 1, bytes)};
    if (pattern.boxes == NULL || pattern.region == NULL ||
        !lw_grow(lore->alloc, &lore->patterns, &lore->cap_patterns, lore->n_patterns + 1,
                 sizeof *lore->patterns)) {
        return;
    }
    memcpy(pattern.boxes, lore->boxes, bytes);
    lw_sok_prover_region(lore->prover, lore->boxes, player, pattern.region);
    lore->patterns[lore->n_patterns] = pattern;
    SOK_FOR_BITS(square, lore->boxes, map->n_words) {
        struct by_square *list = &lore->by_square[square];
        if (list->n < MAX_BY_SQUARE && lw_grow(lore->alloc, &list->ids, &list->cap,
                                               list->n + 1, sizeof *list->ids)) {
            list->ids[list->n++] = (uint32_t)lore->n_patterns;
        }
    }
    lore->n_patterns++;
}

/* Proofs may take about as much work as the search they serve. */
static enum sok_verdict prove_fence(struct sok_lore *lore, unsigned player) {
    if (lore->n_spent > lore->n_examined + HEAD_START) {
        return SOK_UNDECIDED;
    }
    enum sok_verdict verdict =
        lw_sok_prove(lore->prover, lore->boxes, player, lore->zone, FENCE_NODES);
    lore->n_spent += lw_sok_prover_nodes(lore->prover);
    return verdict;
}

bool lw_sok_lore_examine(struct sok_lore *lore, struct sok_corral *corral,
                         const struct sok_position *pos) {
    lore->n_examined++;
    for (unsigned part = 1; part <= corral->n_parts; part++) {
        if (!lw_sok_corral_fence(corral, pos, part, lore->boxes, lore->zone)) {
            continue;
        }
        if (lore->verdicts.n_nodes >= MAX_VERDICTS) {
            lw_sok_store_clear(&lore->verdicts);
        }
        bool added;
        uint32_t id = lw_sok_store_add(&lore->verdicts, lore->boxes, pos->low, &added);
        if (id == SOK_NO_NODE) {
            return false; /* the search itself will notice that memory is out */
        }
        if (added) {
            sok_store_node(&lore->verdicts, id)->cost = prove_fence(lore, pos->player);
        }
        if (sok_store_node(&lore->verdicts, id)->cost == SOK_DEAD) {
            if (added) {
                lore->n_spent += lw_sok_prove_less(lore->prover, lore->boxes, pos->player,
                                                   lore->zone, LESS_NODES);
                learn(lore, pos->player);
            }
            return true;
        }
    }
    return false;
}
