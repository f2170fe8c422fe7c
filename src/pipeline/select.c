/* Selection and order: which levels stay, and which comes first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/pipeline.h"

/* Diversity. */

#define MAX_AXES (LW_MAX_MEASURES + 2)

/* Where a level stands: its measures, and its width and height. */
static size_t place(const struct lw_road *road, const struct lw_made *made,
                    double axes[MAX_AXES]) {
    size_t n = 0;
    for (size_t i = 0; i < road->kind->solve->n_measures; i++) {
        axes[n++] = isnan(made->measures[i]) ? 0 : made->measures[i];
    }
    uint32_t width, height;
    road->kind->level->size(made->level, &width, &height);
    axes[n++] = width;
    axes[n++] = height;
    return n;
}

static void find_spread(const struct lw_road *road, double spread[MAX_AXES]) {
    double sum[MAX_AXES] = {0}, squares[MAX_AXES] = {0}, axes[MAX_AXES];
    size_t n_axes = 0;
    for (size_t i = 0; i < road->n_made; i++) {
        n_axes = place(road, &road->made[i], axes);
        for (size_t k = 0; k < n_axes; k++) {
            sum[k] += axes[k];
            squares[k] += axes[k] * axes[k];
        }
    }
    for (size_t k = 0; k < n_axes; k++) {
        double n = (double)road->n_made, mean = sum[k] / n;
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

static void swap_made(struct lw_road *road, size_t a, size_t b) {
    struct lw_made made = road->made[a];
    road->made[a] = road->made[b];
    road->made[b] = made;
}

lw_status lw_road_diversify(struct lw_road *road, size_t n, struct lw_error *err) {
    if (n >= road->n_made || n == 0) {
        return LW_OK;
    }
    double spread[MAX_AXES] = {0}, from[MAX_AXES], to[MAX_AXES];
    double *nearest = lw_alloc_get(road->alloc, road->n_made * sizeof *nearest);
    if (nearest == NULL) {
        return lw_fail_memory(err);
    }
    find_spread(road, spread);
    for (size_t i = 0; i < road->n_made; i++) {
        nearest[i] = (double)INFINITY;
    }
    /* Kept levels gather at the front; the level at kept - 1 is the newest. */
    for (size_t kept = 1; kept < n; kept++) {
        size_t n_axes = place(road, &road->made[kept - 1], from), best = kept;
        for (size_t i = kept; i < road->n_made; i++) {
            (void)place(road, &road->made[i], to);
            double d = distance(from, to, spread, n_axes);
            nearest[i] = d < nearest[i] ? d : nearest[i];
            best = nearest[i] > nearest[best] ? i : best;
        }
        swap_made(road, kept, best);
        nearest[best] = nearest[kept];
    }
    lw_alloc_free(road->alloc, nearest, road->n_made * sizeof *nearest);
    lw_road_limit(road, n);
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
    static const char *const proxies[] = {"lines", "pushes"};
    for (size_t k = 0; k < sizeof proxies / sizeof *proxies; k++) {
        for (size_t i = 0; i < kind->solve->n_measures; i++) {
            if (strcmp(kind->solve->measures[i].name, proxies[k]) == 0) {
                return proxies[k];
            }
        }
    }
    return kind->solve->n_measures > 0 ? kind->solve->measures[0].name : "index";
}

enum order_by { BY_INDEX, BY_SCORE, BY_DIFFICULTY, BY_MEASURE };

static double value_of(const struct lw_made *made, enum order_by by, size_t which) {
    double value = by == BY_SCORE        ? made->score
                   : by == BY_DIFFICULTY ? made->difficulty
                   : by == BY_MEASURE    ? made->measures[which]
                                         : 0;
    return isnan(value) ? -(double)INFINITY : value;
}

lw_status lw_road_order(struct lw_road *road, const char *by, struct lw_error *err) {
    by = by != NULL             ? by
         : road->grader != NULL ? "difficulty"
                                : difficulty_proxy(road->kind);
    enum order_by what = strcmp(by, "score") == 0   ? BY_SCORE
                         : strcmp(by, "index") == 0 ? BY_INDEX
                         : strcmp(by, "difficulty") == 0 && road->grader != NULL
                             ? BY_DIFFICULTY
                             : BY_MEASURE;
    struct lw_made_filter filter = {.which = 0};
    if (what == BY_MEASURE) {
        lw_status status = lw_made_filter_find(road->kind, by, strlen(by), &filter, err);
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
    size_t n = road->n_made;
    struct key *keys = lw_alloc_get(road->alloc, n * sizeof *keys);
    struct lw_made *sorted = lw_alloc_get(road->alloc, n * sizeof *sorted);
    if (keys != NULL && sorted != NULL) {
        for (size_t i = 0; i < n; i++) {
            const struct lw_made *made = &road->made[i];
            keys[i] = (struct key){value_of(made, what, filter.which), made->index,
                                   made->part, i};
        }
        if (n > 0) {
            qsort(keys, n, sizeof *keys, by_key);
        }
        for (size_t i = 0; i < n; i++) {
            sorted[i] = road->made[keys[i].at];
        }
        if (n > 0) {
            memcpy(road->made, sorted, n * sizeof *sorted);
        }
    }
    bool failed = keys == NULL || sorted == NULL;
    lw_alloc_free(road->alloc, keys, n * sizeof *keys);
    lw_alloc_free(road->alloc, sorted, n * sizeof *sorted);
    return failed ? lw_fail_memory(err) : LW_OK;
}
