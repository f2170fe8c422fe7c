/* Selection and order: which levels stay, and which comes first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/pool.h"

/* Diversity. */

#define MAX_AXES (LW_MAX_MEASURES + 2)

/* Where a level stands: its measures, and its width and height. */
static size_t place(const struct lw_pool *pool, const struct lw_made_level *made,
                    double axes[MAX_AXES]) {
    size_t n = 0;
    for (size_t i = 0; i < pool->kind->solve->n_measures; i++) {
        axes[n++] = isnan(made->measures[i]) ? 0 : made->measures[i];
    }
    uint32_t width, height;
    pool->kind->level->size(made->level, &width, &height);
    axes[n++] = width;
    axes[n++] = height;
    return n;
}

static void find_spread(const struct lw_pool *pool, double spread[MAX_AXES]) {
    double sum[MAX_AXES] = {0}, squares[MAX_AXES] = {0}, axes[MAX_AXES];
    size_t n_axes = 0;
    for (size_t i = 0; i < pool->n_levels; i++) {
        n_axes = place(pool, &pool->levels[i], axes);
        for (size_t k = 0; k < n_axes; k++) {
            sum[k] += axes[k];
            squares[k] += axes[k] * axes[k];
        }
    }
    for (size_t k = 0; k < n_axes; k++) {
        double n = (double)pool->n_levels, mean = sum[k] / n;
        double variance = squares[k] / n - mean * mean;
        spread[k] = variance > 1e-12 ? sqrt(variance) : 0;
    }
}

static double distance(const double *a, const double *b, const double *spread,
                       size_t n_axes) {
    double sum = 0;
    for (size_t k = 0; k < n_axes; k++) {
        double d = spread[k] > 0 ? (a[k] - b[k]) / spread[k] : 0;
        sum += d * d;
    }
    return sum;
}

static void swap_levels(struct lw_pool *pool, size_t a, size_t b) {
    struct lw_made_level made = pool->levels[a];
    pool->levels[a] = pool->levels[b];
    pool->levels[b] = made;
}

lw_status lw_pool_diversify(struct lw_pool *pool, size_t n, struct lw_error *err) {
    if (n >= pool->n_levels || n == 0) {
        return LW_OK;
    }
    double spread[MAX_AXES] = {0}, from[MAX_AXES], to[MAX_AXES];
    double *nearest = lw_alloc_get(pool->alloc, pool->n_levels * sizeof *nearest);
    if (nearest == NULL) {
        return lw_fail_memory(err);
    }
    find_spread(pool, spread);
    for (size_t i = 0; i < pool->n_levels; i++) {
        nearest[i] = (double)INFINITY;
    }
    /* Kept levels gather at the front; the level at kept - 1 is the newest. */
    for (size_t kept = 1; kept < n; kept++) {
        size_t n_axes = place(pool, &pool->levels[kept - 1], from), best = kept;
        for (size_t i = kept; i < pool->n_levels; i++) {
            (void)place(pool, &pool->levels[i], to);
            double d = distance(from, to, spread, n_axes);
            nearest[i] = d < nearest[i] ? d : nearest[i];
            best = nearest[i] > nearest[best] ? i : best;
        }
        swap_levels(pool, kept, best);
        nearest[best] = nearest[kept];
    }
    lw_alloc_free(pool->alloc, nearest, pool->n_levels * sizeof *nearest);
    lw_pool_limit(pool, n);
    return LW_OK;
}

/* Order. */

struct key {
    double value;
    uint64_t index;
    uint32_t part;
    size_t at;
};

static int by_key(const void *a, const void *b) {
    const struct key *x = a, *y = b;
    if (x->value < y->value || x->value > y->value) {
        return x->value < y->value ? -1 : 1;
    }
    if (x->index != y->index) {
        return x->index < y->index ? -1 : 1;
    }
    return (x->part > y->part) - (x->part < y->part);
}

static const char *difficulty_proxy(const struct lw_game_kind *kind) {
    size_t at = lw_measure_find(kind->solve, LW_MEASURE_HARDER);
    return at < kind->solve->n_measures ? kind->solve->measures[at].name : "index";
}

enum order_by { BY_INDEX, BY_SCORE, BY_RATING, BY_MEASURE };

static double value_of(const struct lw_made_level *made, enum order_by by, size_t which) {
    double value = by == BY_SCORE     ? made->score
                   : by == BY_RATING  ? made->rated ? made->verdict.rating : (double)NAN
                   : by == BY_MEASURE ? made->measures[which]
                                      : 0;
    return isnan(value) ? -(double)INFINITY : value;
}

/* The second is what it was called before. */
bool lw_order_is_rating(const char *by) {
    return strcmp(by, "rating") == 0 || strcmp(by, "difficulty") == 0;
}

/* Without ratings these names are no order. */
static bool has_ratings(const struct lw_pool *pool) {
    return pool->grader != NULL || pool->rates;
}

lw_status lw_pool_order(struct lw_pool *pool, const char *by, struct lw_error *err) {
    by = by != NULL ? by : has_ratings(pool) ? "rating" : difficulty_proxy(pool->kind);
    enum order_by what = strcmp(by, "score") == 0                      ? BY_SCORE
                         : strcmp(by, "index") == 0                    ? BY_INDEX
                         : has_ratings(pool) && lw_order_is_rating(by) ? BY_RATING
                                                                       : BY_MEASURE;
    struct lw_filter filter = {.which = 0};
    if (what == BY_MEASURE) {
        lw_status status = lw_filter_find(pool->kind, by, strlen(by), &filter, err);
        if (status != LW_OK) {
            return status;
        }
        if (filter.is_feature) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "levels can be ordered by score, index or a measure of the "
                           "solution, not by the feature '%s'",
                           by);
        }
    }
    size_t n = pool->n_levels;
    struct key *keys = lw_alloc_get(pool->alloc, n * sizeof *keys);
    struct lw_made_level *sorted = lw_alloc_get(pool->alloc, n * sizeof *sorted);
    if (keys != NULL && sorted != NULL) {
        for (size_t i = 0; i < n; i++) {
            const struct lw_made_level *made = &pool->levels[i];
            keys[i] = (struct key){value_of(made, what, filter.which), made->index,
                                   made->part, i};
        }
        if (n > 0) {
            qsort(keys, n, sizeof *keys, by_key);
        }
        for (size_t i = 0; i < n; i++) {
            sorted[i] = pool->levels[keys[i].at];
        }
        if (n > 0) {
            memcpy(pool->levels, sorted, n * sizeof *sorted);
        }
    }
    bool failed = keys == NULL || sorted == NULL;
    lw_alloc_free(pool->alloc, keys, n * sizeof *keys);
    lw_alloc_free(pool->alloc, sorted, n * sizeof *sorted);
    return failed ? lw_fail_memory(err) : LW_OK;
}
