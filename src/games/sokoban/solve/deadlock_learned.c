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

struct sok_learned {
    const struct sok_map *map;
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    struct sok_prover *prover;
    struct sok_store verdicts; /* cost holds the verdict */
    struct sok_store doomed;   /* the same for lw_sok_learned_doomed */
    struct pattern *patterns;
    size_t n_patterns, cap_patterns;
    struct by_square {
        uint32_t *ids;
        size_t n, cap;
    } * by_square;
    uint64_t *boxes, *zone;
    uint64_t n_examined, n_spent; /* positions; nodes of proofs */
    uint32_t effort;              /* nodes of proofs a position is worth */
};

struct sok_learned *lw_sok_learned_create(const struct sok_map *map,
                                          const struct lw_alloc *alloc) {
    struct sok_learned *learned = lw_alloc_zero(alloc, 1, sizeof *learned);
    if (learned == NULL) {
        return NULL;
    }
    learned->map = map;
    learned->effort = 1;
    learned->alloc = alloc;
    lw_arena_init(&learned->arena, alloc);
    lw_sok_store_init(&learned->verdicts, map->n_words, alloc);
    lw_sok_store_init(&learned->doomed, map->n_words, alloc);
    learned->prover = lw_sok_prover_create(map, alloc);
    learned->by_square =
        lw_arena_zero(&learned->arena, map->n, sizeof *learned->by_square);
    learned->boxes = lw_arena_zero(&learned->arena, map->n_words, sizeof *learned->boxes);
    learned->zone = lw_arena_zero(&learned->arena, map->n_words, sizeof *learned->zone);
    if (learned->prover == NULL || learned->by_square == NULL || learned->boxes == NULL ||
        learned->zone == NULL) {
        lw_sok_learned_destroy(learned);
        return NULL;
    }
    return learned;
}

void lw_sok_learned_destroy(struct sok_learned *learned) {
    if (learned == NULL) {
        return;
    }
    for (uint32_t i = 0; learned->by_square != NULL && i < learned->map->n; i++) {
        lw_alloc_free(learned->alloc, learned->by_square[i].ids,
                      learned->by_square[i].cap * sizeof(uint32_t));
    }
    lw_alloc_free(learned->alloc, learned->patterns,
                  learned->cap_patterns * sizeof *learned->patterns);
    lw_sok_prover_destroy(learned->prover);
    lw_sok_store_free(&learned->verdicts);
    lw_sok_store_free(&learned->doomed);
    lw_arena_free(&learned->arena);
    lw_alloc_free(learned->alloc, learned, sizeof *learned);
}

void lw_sok_learned_set_effort(struct sok_learned *learned, uint32_t nodes) {
    learned->effort = nodes;
}

bool lw_sok_learned_hit(const struct sok_learned *learned, const uint64_t *boxes,
                        unsigned to, unsigned player) {
    const struct by_square *list = &learned->by_square[to];
    for (size_t i = 0; i < list->n; i++) {
        const struct pattern *pattern = &learned->patterns[list->ids[i]];
        uint64_t missing = 0;
        for (uint32_t word = 0; word < learned->map->n_words; word++) {
            missing |= pattern->boxes[word] & ~boxes[word];
        }
        if (missing == 0 && sok_bit(pattern->region, player)) {
            return true;
        }
    }
    return false;
}

/* Keeps the group in learned->boxes. Out of memory it is merely forgotten. */
static void learn(struct sok_learned *learned, unsigned player) {
    const struct sok_map *map = learned->map;
    size_t bytes = map->n_words * sizeof(uint64_t);
    uint32_t n_boxes = 0;
    bool room = false;
    unsigned square;
    SOK_FOR_BITS(square, learned->boxes, map->n_words) {
        room = room || learned->by_square[square].n < MAX_BY_SQUARE;
        n_boxes++;
    }
    /* A group of all boxes would be a single position, never met again. */
    if (!room || n_boxes == map->n_boxes) {
        return;
    }
    struct pattern pattern = {lw_arena_get(&learned->arena, bytes),
                              lw_arena_zero(&learned->arena, 1, bytes)};
    if (pattern.boxes == NULL || pattern.region == NULL ||
        !lw_grow(learned->alloc, &learned->patterns, &learned->cap_patterns,
                 learned->n_patterns + 1, sizeof *learned->patterns)) {
        return;
    }
    memcpy(pattern.boxes, learned->boxes, bytes);
    lw_sok_prover_region(learned->prover, learned->boxes, player, pattern.region);
    learned->patterns[learned->n_patterns] = pattern;
    SOK_FOR_BITS(square, learned->boxes, map->n_words) {
        struct by_square *list = &learned->by_square[square];
        if (list->n < MAX_BY_SQUARE && lw_grow(learned->alloc, &list->ids, &list->cap,
                                               list->n + 1, sizeof *list->ids)) {
            list->ids[list->n++] = (uint32_t)learned->n_patterns;
        }
    }
    learned->n_patterns++;
}

/* Proofs may take about as much work as the search they serve. */
static enum sok_verdict prove_fence(struct sok_learned *learned, unsigned player) {
    if (learned->n_spent > learned->n_examined * learned->effort + HEAD_START) {
        return SOK_UNDECIDED;
    }
    enum sok_verdict verdict =
        lw_sok_prove(learned->prover, learned->boxes, player, learned->zone, FENCE_NODES);
    learned->n_spent += lw_sok_prover_nodes(learned->prover);
    return verdict;
}

/* Where the verdict on the boxes of a fence is kept; SOK_NO_NODE when memory is out. */
static uint32_t place_of(struct sok_store *verdicts, const struct sok_learned *learned,
                         const struct sok_position *pos, bool *added) {
    if (verdicts->n_nodes >= MAX_VERDICTS) {
        lw_sok_store_clear(verdicts);
    }
    return lw_sok_store_add(verdicts, learned->boxes, pos->low, added);
}

bool lw_sok_learned_examine(struct sok_learned *learned, struct sok_corral *corral,
                            const struct sok_position *pos) {
    learned->n_examined++;
    for (unsigned part = 1; part <= corral->n_parts; part++) {
        if (!lw_sok_corral_fence(corral, pos, part, learned->boxes, learned->zone)) {
            continue;
        }
        bool added;
        uint32_t id = place_of(&learned->verdicts, learned, pos, &added);
        if (id == SOK_NO_NODE) {
            return false; /* the search itself will notice that memory is out */
        }
        struct sok_node *node = sok_store_node(&learned->verdicts, id);
        if (added) {
            node->cost = prove_fence(learned, pos->player);
        }
        if (node->cost == SOK_DEAD) {
            if (added) {
                learned->n_spent +=
                    lw_sok_prove_less(learned->prover, learned->boxes, pos->player,
                                      learned->zone, LESS_NODES);
                learn(learned, pos->player);
            }
            return true;
        }
    }
    return false;
}

bool lw_sok_learned_doomed(struct sok_learned *learned, struct sok_corral *corral,
                           const struct sok_position *pos, const uint64_t *fixed) {
    bool doomed = false;
    for (unsigned part = 1; part <= corral->n_parts && !doomed; part++) {
        if (!lw_sok_corral_fence(corral, pos, part, learned->boxes, learned->zone)) {
            continue;
        }
        bool added;
        uint32_t id = place_of(&learned->doomed, learned, pos, &added);
        if (id == SOK_NO_NODE) {
            return false;
        }
        struct sok_node *node = sok_store_node(&learned->doomed, id);
        if (added) {
            lw_sok_prover_fix(learned->prover, fixed);
            node->cost = lw_sok_prove(learned->prover, learned->boxes, pos->player,
                                      learned->zone, FENCE_NODES);
            lw_sok_prover_fix(learned->prover, NULL);
        }
        doomed = node->cost == SOK_DEAD;
    }
    return doomed;
}
