/* Boosted regression trees: small, shrunken, always the same.
 *
 * Each round fits a tree of depth 2 or 3 to what is left of the answers; a third of the
 * features, drawn from a fixed stream, may be asked about in a round. Depth and number of
 * rounds are chosen inside each training set. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learners/learner.h"
#include "lw/base/hash.h"
#include "lw/base/rng.h"

#define SHRINK 0.08
#define LEAST_LEAF 8
#define ROUNDS_EACH 10 /* rounds between two settings */
#define N_CHECKS 20
#define N_DEPTHS 2
#define MAX_DEPTH 3
#define MAX_NODES ((1U << (MAX_DEPTH + 1)) - 1)

/* A tree as a heap: the children of node i are 2i+1 and 2i+2. */
struct tree {
    struct {
        bool split;
        size_t feature;
        double cut; /* up to it: left */
        double value;
    } node[MAX_NODES];
};

struct booster {
    const struct lesson *lesson;
    size_t depth;
    size_t *order;      /* p x n, rows by rising z */
    double *rest;       /* [n], what is not explained yet */
    double *fitted;     /* [n] */
    uint32_t *node_of;  /* [n] */
    unsigned char *use; /* [p], in this round */
    double base;
    size_t n_used; /* features */
};

struct keyed {
    double z;
    size_t row;
};

static int by_key(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    if (x->z != y->z) {
        return x->z < y->z ? -1 : 1;
    }
    return (x->row > y->row) - (x->row < y->row);
}

static lw_status booster_init(struct booster *b, struct lw_arena *arena,
                              const struct lesson *lesson, size_t depth,
                              struct lw_error *err) {
    size_t n = lesson->e->n, p = lesson->e->p;
    struct keyed *keyed = lw_arena_zero(arena, n, sizeof *keyed);
    *b = (struct booster){.lesson = lesson, .depth = depth};
    b->order = lw_arena_zero(arena, n * p + 1, sizeof *b->order);
    b->rest = lw_arena_zero(arena, n, sizeof *b->rest);
    b->fitted = lw_arena_zero(arena, n, sizeof *b->fitted);
    b->node_of = lw_arena_zero(arena, n, sizeof *b->node_of);
    b->use = lw_arena_zero(arena, p + 1, 1);
    if (keyed == NULL || b->order == NULL || b->rest == NULL || b->fitted == NULL ||
        b->node_of == NULL || b->use == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t k = 0; k < p; k++) {
        b->n_used += lesson->scales[k].used;
        for (size_t i = 0; i < n; i++) {
            keyed[i] = (struct keyed){lesson->z[i * p + k], i};
        }
        qsort(keyed, n, sizeof *keyed, by_key);
        for (size_t i = 0; i < n; i++) {
            b->order[k * n + i] = keyed[i].row;
        }
    }
    double sum = 0, rows = 0;
    for (size_t i = 0; i < n; i++) {
        sum += lesson->learn[i] ? lesson->e->y[i] : 0;
        rows += lesson->learn[i];
    }
    b->base = rows > 0 ? sum / rows : 0;
    for (size_t i = 0; i < n; i++) {
        b->fitted[i] = b->base;
    }
    return LW_OK;
}

struct side {
    double n, sum;
};

struct split {
    double gain, cut;
    size_t feature;
};

static double worth(struct side s) {
    return s.n > 0 ? s.sum * s.sum / s.n : 0;
}

/* The best cut of one feature for every node of a layer. */
static void try_feature(const struct booster *b, size_t feature, uint32_t first,
                        size_t n_nodes, const struct side *all, struct split *best) {
    const struct lesson *l = b->lesson;
    size_t n = l->e->n, p = l->e->p;
    struct side left[1U << MAX_DEPTH] = {{0, 0}};
    double last[1U << MAX_DEPTH] = {0};
    for (size_t at = 0; at < n; at++) {
        size_t row = b->order[feature * n + at];
        if (!l->learn[row] || b->node_of[row] < first ||
            b->node_of[row] >= first + n_nodes) {
            continue;
        }
        size_t node = b->node_of[row] - first;
        double z = l->z[row * p + feature];
        if (left[node].n >= LEAST_LEAF && z > last[node] &&
            all[node].n - left[node].n >= LEAST_LEAF) {
            struct side right = {all[node].n - left[node].n,
                                 all[node].sum - left[node].sum};
            double gain = worth(left[node]) + worth(right) - worth(all[node]);
            if (gain > best[node].gain + 1e-12) {
                best[node] = (struct split){gain, 0.5 * (z + last[node]), feature};
            }
        }
        left[node].n++;
        left[node].sum += b->rest[row];
        last[node] = z;
    }
}

/* Splits the nodes of one layer. */
static void grow_layer(struct booster *b, struct tree *tree, uint32_t first,
                       size_t n_nodes, bool last) {
    const struct lesson *l = b->lesson;
    size_t n = l->e->n, p = l->e->p;
    struct side all[1U << MAX_DEPTH] = {{0, 0}};
    struct split best[1U << MAX_DEPTH] = {{0, 0, 0}};
    for (size_t i = 0; i < n; i++) {
        if (l->learn[i] && b->node_of[i] >= first && b->node_of[i] < first + n_nodes) {
            all[b->node_of[i] - first].n++;
            all[b->node_of[i] - first].sum += b->rest[i];
        }
    }
    for (size_t k = 0; !last && k < p; k++) {
        if (b->use[k]) {
            try_feature(b, k, first, n_nodes, all, best);
        }
    }
    for (size_t node = 0; node < n_nodes; node++) {
        uint32_t at = first + (uint32_t)node;
        tree->node[at].value = all[node].n > 0 ? SHRINK * all[node].sum / all[node].n : 0;
        tree->node[at].split = best[node].gain > 0;
        tree->node[at].feature = best[node].feature;
        tree->node[at].cut = best[node].cut;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t at = b->node_of[i];
        if (at >= first && at < first + n_nodes && tree->node[at].split) {
            double z = l->z[i * p + tree->node[at].feature];
            b->node_of[i] = 2 * at + (z <= tree->node[at].cut ? 1 : 2);
        }
    }
}

/* A third of the features, drawn by their names: other columns of the table, used or not,
 * change nothing. */
static void choose_features(struct booster *b, size_t round) {
    const struct lw_evidence *e = b->lesson->e;
    for (size_t k = 0; k < e->p; k++) {
        uint64_t name = lw_hash128(e->names[k], strlen(e->names[k]), 20250902).lo;
        struct lw_rng rng = lw_rng_make(name, round);
        bool drawn = lw_rng_below(&rng, 3) == 0;
        b->use[k] = b->lesson->scales[k].used && (drawn || b->n_used < 6);
    }
}

static void grow_tree(struct booster *b, size_t round, struct tree *tree) {
    size_t n = b->lesson->e->n;
    *tree = (struct tree){.node = {{.split = false}}};
    choose_features(b, round);
    for (size_t i = 0; i < n; i++) {
        b->rest[i] = b->lesson->e->y[i] - b->fitted[i];
        b->node_of[i] = 0;
    }
    uint32_t first = 0;
    for (size_t d = 0; d <= b->depth; d++) {
        grow_layer(b, tree, first, (size_t)1 << d, d == b->depth);
        first = 2 * first + 1;
    }
    for (size_t i = 0; i < n; i++) {
        b->fitted[i] += tree->node[b->node_of[i]].value;
    }
}

static lw_status learn(const void *ctx, const struct lesson *lesson, double *prediction,
                       struct lw_error *err) {
    size_t n = lesson->e->n;
    lw_status status = LW_OK;
    (void)ctx;
    for (size_t d = 0; status == LW_OK && d < N_DEPTHS; d++) {
        struct lw_arena arena;
        struct booster b;
        lw_arena_init(&arena, lesson->alloc);
        status = booster_init(&b, &arena, lesson, d + 2, err);
        for (size_t round = 0; status == LW_OK && round < N_CHECKS * ROUNDS_EACH;
             round++) {
            struct tree tree;
            grow_tree(&b, round, &tree);
            if ((round + 1) % ROUNDS_EACH == 0) {
                size_t setting = d * N_CHECKS + round / ROUNDS_EACH;
                memcpy(prediction + setting * n, b.fitted, n * sizeof *prediction);
            }
        }
        lw_arena_free(&arena);
    }
    return status;
}

lw_status lw_boost_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         const unsigned char *columns, struct lw_judged *out,
                         struct lw_error *err) {
    const struct learner learner = {.n_settings = N_DEPTHS * N_CHECKS,
                                    .phase = "judging boosted trees",
                                    .learn = learn};
    return learner_judge(runtime, e, columns, &learner, out, err);
}

/* What judged->setting means. */
static void read_setting(size_t setting, size_t *rounds, size_t *depth) {
    *depth = setting / N_CHECKS + 2;
    *rounds = (setting % N_CHECKS + 1) * ROUNDS_EACH;
}

/* Copies a tree's used nodes behind those there are; returns the root's place. */
static uint32_t store_node(const struct tree *tree, uint32_t at, const size_t *term_of,
                           struct lw_model *out) {
    uint32_t place = (uint32_t)out->n_nodes++;
    out->nodes[place] = (struct lw_model_node){.value = tree->node[at].value};
    if (tree->node[at].split) {
        uint32_t left = store_node(tree, 2 * at + 1, term_of, out);
        uint32_t right = store_node(tree, 2 * at + 2, term_of, out);
        out->nodes[place].term = (uint32_t)term_of[tree->node[at].feature];
        out->nodes[place].cut = tree->node[at].cut;
        out->nodes[place].left = left;
        out->nodes[place].right = right;
    }
    return place;
}

static lw_status store_trees(struct lw_arena *arena, const struct lesson *lesson,
                             size_t rounds, size_t depth, struct lw_model *out,
                             struct lw_error *err) {
    struct booster b;
    size_t *term_of = lw_arena_zero(arena, lesson->e->p + 1, sizeof *term_of);
    size_t used = 0;
    lw_status status = booster_init(&b, arena, lesson, depth, err);
    out->nodes = lw_arena_zero(&out->arena, rounds * MAX_NODES + 1, sizeof *out->nodes);
    out->roots = lw_arena_zero(&out->arena, rounds + 1, sizeof *out->roots);
    if (status == LW_OK &&
        (term_of == NULL || out->nodes == NULL || out->roots == NULL)) {
        status = lw_fail_memory(err);
    }
    if (status != LW_OK) {
        return status;
    }
    for (size_t k = 0; k < lesson->e->p; k++) {
        term_of[k] = used;
        used += lesson->scales[k].used;
    }
    out->kind = LW_MODEL_TREES;
    out->intercept = b.base;
    for (size_t round = 0; round < rounds; round++) {
        struct tree tree;
        grow_tree(&b, round, &tree);
        out->roots[out->n_trees++] = store_node(&tree, 0, term_of, out);
    }
    return LW_OK;
}

lw_status lw_boost_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         const struct lw_model_request *request, struct lw_model *out,
                         struct lw_error *err) {
    struct lw_arena arena;
    struct lesson lesson;
    size_t rounds, depth;
    lw_arena_init(&arena, alloc);
    *out = (struct lw_model){.game = request->game};
    lw_arena_init(&out->arena, alloc);
    read_setting(request->judged->setting, &rounds, &depth);
    lw_status status =
        lesson_make(&arena, e, request->columns, e->n_groups, &lesson, err);
    if (status == LW_OK) {
        status = lw_model_fill(e, &(struct lw_line){.scales = lesson.scales}, request,
                               out, err);
    }
    if (status == LW_OK) {
        status = store_trees(&arena, &lesson, rounds, depth, out, err);
    }
    if (status != LW_OK) {
        lw_model_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
