/* Matched choice.
 *
 * Taylor (2015, chapter 3) sorted the levels of each author into categories of size,
 * boxes and moves and drew at random from one category. Categories leave sets that differ
 * within them; here each level of one set is paired with its like in every other. The
 * smallest collection is the reference, since it has the least to choose from: some of
 * its levels are drawn at random, each other collection gives each of them a partner of
 * its own so that the sum of squared distances is least (the assignment problem, by
 * shortest augmenting paths), and the best-matched are kept. Distances are taken between
 * logarithms in units of the pooled standard deviation: twice the moves is as far at 20
 * moves as at 200. Partners may all lie on one side, so in the end single ones are
 * exchanged while that brings the means of the sets nearer. */
#include "levels/match.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DRAWN 3 /* times as many as are kept */
#define MAX_SWAPS 100
#define MEAN_WEIGHT 100.0 /* of the means against the pairs, a level */

struct point {
    double at[MATCH_MEASURES];
};

struct points {
    const struct point *at;
    size_t n;
};

struct tuple {
    size_t reference; /* index into the drawn */
    double worst;     /* distance to the farthest partner */
};

static void to_points(const struct match_pack *pack, const double *scale,
                      struct point *out) {
    for (size_t i = 0; i < pack->n; i++) {
        for (size_t k = 0; k < MATCH_MEASURES; k++) {
            out[i].at[k] = log(pack->levels[i].value[k]) / scale[k];
        }
    }
}

/* Standard deviation of the logarithms over all packs; 1 where all are the same. */
static void find_scale(const struct match_pack *packs, size_t n_packs, double *scale) {
    for (size_t k = 0; k < MATCH_MEASURES; k++) {
        double n = 0;
        double sum = 0;
        double squares = 0;
        for (size_t p = 0; p < n_packs; p++) {
            for (size_t i = 0; i < packs[p].n; i++) {
                double value = log(packs[p].levels[i].value[k]);
                n++;
                sum += value;
                squares += value * value;
            }
        }
        double variance = squares / n - sum / n * (sum / n);
        scale[k] = variance > 1e-9 ? sqrt(variance) : 1;
    }
}

static double distance(const struct point *a, const struct point *b) {
    double sum = 0;
    for (size_t k = 0; k < MATCH_MEASURES; k++) {
        sum += (a->at[k] - b->at[k]) * (a->at[k] - b->at[k]);
    }
    return sum;
}

/* Rows are the drawn levels, columns a pack's. Both count from 1; column 0 stands for the
 * row that is being placed. Potentials keep every reduced cost at 0 or above. */
struct assignment {
    const struct point *rows, *columns;
    size_t n_columns;
    double *row_potential, *column_potential, *least;
    size_t *row_of; /* of a column; 0: free */
    size_t *before; /* the column before it on the path */
    bool *used;
};

static void place_row(struct assignment *a, size_t row) {
    size_t column = 0;
    a->row_of[0] = row;
    for (size_t j = 0; j <= a->n_columns; j++) {
        a->least[j] = HUGE_VAL;
        a->used[j] = false;
    }
    do {
        size_t at = a->row_of[column];
        size_t next = 0;
        double delta = HUGE_VAL;
        a->used[column] = true;
        for (size_t j = 1; j <= a->n_columns; j++) {
            if (a->used[j]) {
                continue;
            }
            double cost = distance(&a->rows[at - 1], &a->columns[j - 1]) -
                          a->row_potential[at] - a->column_potential[j];
            if (cost < a->least[j]) {
                a->least[j] = cost;
                a->before[j] = column;
            }
            if (a->least[j] < delta) {
                delta = a->least[j];
                next = j;
            }
        }
        for (size_t j = 0; j <= a->n_columns; j++) {
            if (a->used[j]) {
                a->row_potential[a->row_of[j]] += delta;
                a->column_potential[j] -= delta;
            } else {
                a->least[j] -= delta;
            }
        }
        column = next;
    } while (a->row_of[column] != 0);
    while (column != 0) {
        size_t previous = a->before[column];
        a->row_of[column] = a->row_of[previous];
        column = previous;
    }
}

/* partner[row] receives the column of each row; there are at least as many columns. */
static lw_status assign(struct points rows, struct points columns, struct lw_arena *arena,
                        size_t *partner, struct lw_error *err) {
    size_t n_rows = rows.n, n_columns = columns.n;
    struct assignment a = {
        .rows = rows.at,
        .columns = columns.at,
        .n_columns = n_columns,
        .row_potential = lw_arena_zero(arena, n_rows + 1, sizeof *a.row_potential),
        .column_potential = lw_arena_zero(arena, n_columns + 1, sizeof(double)),
        .least = lw_arena_zero(arena, n_columns + 1, sizeof *a.least),
        .row_of = lw_arena_zero(arena, n_columns + 1, sizeof *a.row_of),
        .before = lw_arena_zero(arena, n_columns + 1, sizeof *a.before),
        .used = lw_arena_zero(arena, n_columns + 1, sizeof *a.used)};
    if (a.row_potential == NULL || a.column_potential == NULL || a.least == NULL ||
        a.row_of == NULL || a.before == NULL || a.used == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t row = 1; row <= n_rows; row++) {
        place_row(&a, row);
    }
    for (size_t j = 1; j <= n_columns; j++) {
        if (a.row_of[j] != 0) {
            partner[a.row_of[j] - 1] = j - 1;
        }
    }
    return LW_OK;
}

static int compare_tuples(const void *a, const void *b) {
    const struct tuple *x = a;
    const struct tuple *y = b;
    if (x->worst != y->worst) {
        return x->worst < y->worst ? -1 : 1;
    }
    return x->reference < y->reference ? -1 : x->reference > y->reference;
}

/* Numbers 0 … n - 1 in random order. */
static size_t *shuffled(size_t n, struct lw_rng *rng, struct lw_arena *arena) {
    size_t *order = lw_arena_zero(arena, n + 1, sizeof *order);
    for (size_t i = 0; order != NULL && i < n; i++) {
        order[i] = i;
    }
    if (order != NULL) {
        lw_rng_shuffle(rng, order, n, sizeof *order);
    }
    return order;
}

/* A choice under way. */
struct matching {
    struct match_pack *packs;
    size_t n_packs, count;
    double scale[MATCH_MEASURES];
    struct lw_rng *rng;
    struct lw_arena *arena;
};

struct draw {
    size_t reference; /* the pack */
    size_t n;
    const size_t *drawn;  /* levels of the reference */
    struct point *points; /* of the drawn */
    struct tuple *tuples;
    size_t **partners; /* of each pack; the reference's are NULL */
};

static lw_status draw_reference(const struct matching *m, struct draw *out,
                                struct lw_error *err) {
    struct lw_arena *arena = m->arena;
    *out = (struct draw){0};
    for (size_t p = 1; p < m->n_packs; p++) {
        if (m->packs[p].n < m->packs[out->reference].n) {
            out->reference = p;
        }
    }
    const struct match_pack *pack = &m->packs[out->reference];
    struct point *all = lw_arena_zero(arena, pack->n + 1, sizeof *all);
    out->n = pack->n < DRAWN * m->count ? pack->n : DRAWN * m->count;
    out->drawn = shuffled(pack->n, m->rng, arena);
    out->points = lw_arena_zero(arena, out->n + 1, sizeof *out->points);
    out->tuples = lw_arena_zero(arena, out->n + 1, sizeof *out->tuples);
    out->partners = lw_arena_zero(arena, m->n_packs, sizeof *out->partners);
    if (all == NULL || out->drawn == NULL || out->points == NULL || out->tuples == NULL ||
        out->partners == NULL) {
        return lw_fail_memory(err);
    }
    to_points(pack, m->scale, all);
    for (size_t i = 0; i < out->n; i++) {
        out->points[i] = all[out->drawn[i]];
        out->tuples[i].reference = i;
    }
    return LW_OK;
}

static lw_status find_partners(const struct matching *m, struct draw *draw, size_t which,
                               struct lw_error *err) {
    const struct match_pack *pack = &m->packs[which];
    struct point *points = lw_arena_zero(m->arena, pack->n + 1, sizeof *points);
    size_t *partner = lw_arena_zero(m->arena, draw->n + 1, sizeof *partner);
    if (points == NULL || partner == NULL) {
        return lw_fail_memory(err);
    }
    to_points(pack, m->scale, points);
    lw_status status = assign((struct points){draw->points, draw->n},
                              (struct points){points, pack->n}, m->arena, partner, err);
    for (size_t i = 0; i < draw->n && status == LW_OK; i++) {
        double far = distance(&draw->points[i], &points[partner[i]]);
        draw->tuples[i].worst = fmax(draw->tuples[i].worst, far);
    }
    draw->partners[which] = partner;
    return status;
}

static void keep_best(const struct matching *m, const struct draw *draw,
                      const size_t *order) {
    qsort(draw->tuples, draw->n, sizeof *draw->tuples, compare_tuples);
    for (size_t p = 0; p < m->n_packs; p++) {
        for (size_t i = 0; i < m->count; i++) {
            size_t at = draw->tuples[order[i]].reference;
            m->packs[p].chosen[i] =
                p == draw->reference ? draw->drawn[at] : draw->partners[p][at];
        }
    }
}

/* One set on its way to the reference's means. */
struct balance {
    const struct match_pack *pack;
    const double *scale;
    size_t count;
    const struct match_level *wanted; /* the reference's levels, in order */
    double wanted_sum[MATCH_MEASURES], sum[MATCH_MEASURES];
    bool *used; /* of the pack's levels */
};

static double pair_cost(const struct balance *b, size_t place, size_t level) {
    double sum = 0;
    for (size_t k = 0; k < MATCH_MEASURES; k++) {
        double off = log(b->pack->levels[level].value[k] / b->wanted[place].value[k]) /
                     b->scale[k];
        sum += off * off;
    }
    return sum;
}

/* How far the means would be if the sums changed by this; levels NULL: as they are. */
static double mean_cost(const struct balance *b, const struct match_level *in,
                        const struct match_level *out) {
    double sum = 0;
    for (size_t k = 0; k < MATCH_MEASURES; k++) {
        double change = in == NULL ? 0 : in->value[k] - out->value[k];
        double off = (b->sum[k] + change) / b->wanted_sum[k] - 1;
        sum += off * off;
    }
    return sum * MEAN_WEIGHT * (double)b->count;
}

/* The best exchange of one chosen level for one that is not; false when none helps. */
static bool swap_one(struct balance *b) {
    const struct match_level *levels = b->pack->levels;
    size_t *chosen = b->pack->chosen;
    double now = mean_cost(b, NULL, NULL);
    double best = -1e-9;
    size_t best_place = 0;
    size_t best_level = b->pack->n;
    for (size_t i = 0; i < b->count; i++) {
        double own = pair_cost(b, i, chosen[i]);
        for (size_t j = 0; j < b->pack->n; j++) {
            if (!b->used[j]) {
                double gain = pair_cost(b, i, j) - own +
                              mean_cost(b, &levels[j], &levels[chosen[i]]) - now;
                if (gain < best) {
                    best = gain;
                    best_place = i;
                    best_level = j;
                }
            }
        }
    }
    if (best_level == b->pack->n) {
        return false;
    }
    for (size_t k = 0; k < MATCH_MEASURES; k++) {
        b->sum[k] += levels[best_level].value[k] - levels[chosen[best_place]].value[k];
    }
    b->used[chosen[best_place]] = false;
    b->used[best_level] = true;
    chosen[best_place] = best_level;
    return true;
}

static lw_status balance_set(const struct matching *m, const struct match_pack *pack,
                             const struct match_level *wanted, struct lw_error *err) {
    size_t count = m->count;
    struct balance b = {
        .pack = pack, .scale = m->scale, .count = count, .wanted = wanted};
    b.used = lw_arena_zero(m->arena, pack->n + 1, sizeof *b.used);
    if (b.used == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        b.used[pack->chosen[i]] = true;
        for (size_t k = 0; k < MATCH_MEASURES; k++) {
            b.sum[k] += pack->levels[pack->chosen[i]].value[k];
            b.wanted_sum[k] += wanted[i].value[k];
        }
    }
    for (int i = 0; i < MAX_SWAPS && swap_one(&b); i++) {
    }
    return LW_OK;
}

static lw_status balance(const struct matching *m, size_t reference,
                         struct lw_error *err) {
    const struct match_pack *first = &m->packs[reference];
    struct match_level *wanted = lw_arena_zero(m->arena, m->count + 1, sizeof *wanted);
    lw_status status = wanted == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < m->count && status == LW_OK; i++) {
        wanted[i] = first->levels[first->chosen[i]];
    }
    for (size_t p = 0; p < m->n_packs && status == LW_OK; p++) {
        if (p != reference) {
            status = balance_set(m, &m->packs[p], wanted, err);
        }
    }
    return status;
}

lw_status match_choose(struct match_pack *packs, size_t n_packs, size_t count,
                       struct lw_rng *rng, const struct lw_alloc *alloc,
                       struct lw_error *err) {
    struct draw draw;
    struct lw_arena arena;
    struct matching m = {
        .packs = packs, .n_packs = n_packs, .count = count, .rng = rng, .arena = &arena};
    for (size_t p = 0; p < n_packs; p++) {
        assert(packs[p].n >= count);
    }
    lw_arena_init(&arena, alloc);
    find_scale(packs, n_packs, m.scale);
    lw_status status = draw_reference(&m, &draw, err);
    for (size_t p = 0; p < n_packs && status == LW_OK; p++) {
        if (p != draw.reference) {
            status = find_partners(&m, &draw, p, err);
        }
    }
    size_t *order = status == LW_OK ? shuffled(count, rng, &arena) : NULL;
    if (status == LW_OK && order == NULL) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        keep_best(&m, &draw, order);
        status = balance(&m, draw.reference, err);
    }
    lw_arena_free(&arena);
    return status;
}
