/* The weights of Kartal's evaluation, searched on a grid. */
#include <math.h>

#include "papers/papers_internal.h"

/* The paper's own are among them. */
static const double grid[] = {0, 0.5, 1, 2, 5, 10, 20};
#define N_GRID (sizeof grid / sizeof *grid)
#define LEAST_LEVELS 8
#define LEAST_A_FOLD 4

struct known {
    double *part[3]; /* blocks, congestion, boxes */
    double *y, *prediction;
    size_t n;
};

struct weights {
    double of[3];
};

static double score(const struct known *k, size_t i, const struct weights *w) {
    return w->of[0] * k->part[0][i] + w->of[1] * k->part[1][i] + w->of[2] * k->part[2][i];
}

/* Of the levels outside [from, to). */
struct line {
    double r, slope, intercept;
};

static struct line line_of(const struct known *k, const struct weights *w, size_t from,
                           size_t to) {
    double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (size_t i = 0; i < k->n; i++) {
        if (i < from || i >= to) {
            n++;
            sx += score(k, i, w);
            sy += k->y[i];
        }
    }
    for (size_t i = 0; i < k->n; i++) {
        if (i < from || i >= to) {
            double dx = score(k, i, w) - sx / n, dy = k->y[i] - sy / n;
            sxx += dx * dx;
            syy += dy * dy;
            sxy += dx * dy;
        }
    }
    double slope = sxx > 0 ? sxy / sxx : 0;
    return (struct line){sxx > 0 && syy > 0 ? sxy / sqrt(sxx * syy) : (double)NAN, slope,
                         (sy - slope * sx) / n};
}

static struct weights search(const struct known *k, size_t from, size_t to) {
    struct weights best = {{0, 0, 0}};
    double most = -INFINITY;
    for (size_t g = 1; g < N_GRID * N_GRID * N_GRID; g++) {
        const struct weights w = {
            {grid[g % N_GRID], grid[g / N_GRID % N_GRID], grid[g / N_GRID / N_GRID]}};
        double r = line_of(k, &w, from, to).r;
        if (r > most) {
            most = r;
            best = w;
        }
    }
    return best;
}

static lw_status gather(struct lw_arena *arena, const struct lw_kartal_levels *levels,
                        struct known *k, struct lw_error *err) {
    const double *from[4] = {levels->blocks, levels->congestion, levels->boxes,
                             levels->difficulty};
    double *to[5];
    for (size_t c = 0; c < 5; c++) {
        to[c] = lw_arena_zero(arena, levels->n + 1, sizeof(double));
        if (to[c] == NULL) {
            return lw_fail_memory(err);
        }
    }
    *k = (struct known){{to[0], to[1], to[2]}, to[3], to[4], 0};
    for (size_t i = 0; i < levels->n; i++) {
        if (isnan(from[0][i]) || isnan(from[1][i]) || isnan(from[2][i]) ||
            isnan(from[3][i])) {
            continue;
        }
        for (size_t c = 0; c < 4; c++) {
            to[c][k->n] = from[c][i];
        }
        k->n++;
    }
    return LW_OK;
}

/* Each fold by weights and a line from the others. */
static lw_status predict(const struct lw_alloc *alloc, struct known *k,
                         struct lw_kartal_evaluation *out, struct lw_error *err) {
    for (size_t f = 0; f < out->n_folds; f++) {
        size_t from = (f * k->n + out->n_folds - 1) / out->n_folds;
        size_t to = ((f + 1) * k->n + out->n_folds - 1) / out->n_folds;
        struct weights w = search(k, from, to);
        struct line line = line_of(k, &w, from, to);
        for (size_t i = from; i < to; i++) {
            k->prediction[i] = line.intercept + line.slope * score(k, i, &w);
        }
    }
    struct lw_correlation c;
    lw_status status = lw_correlate(alloc, k->prediction, k->y, k->n, &c, err);
    out->r_unseen = status == LW_OK && c.defined ? c.pearson : (double)NAN;
    return status;
}

lw_status lw_kartal_evaluate(const struct lw_alloc *alloc,
                             const struct lw_kartal_levels *levels, size_t n_folds,
                             struct lw_kartal_evaluation *out, struct lw_error *err) {
    static const struct weights papers = {{5, 10, 1}};
    struct lw_arena arena;
    struct known k;
    *out = (struct lw_kartal_evaluation){NAN, NAN, NAN, NAN, NAN, NAN, 0, 0};
    lw_arena_init(&arena, alloc);
    lw_status status = gather(&arena, levels, &k, err);
    if (status == LW_OK && k.n >= LEAST_LEVELS) {
        struct weights best = search(&k, 0, 0);
        double largest = fmax(fmax(best.of[0], best.of[1]), best.of[2]);
        size_t most_folds = k.n / LEAST_A_FOLD;
        out->r = line_of(&k, &best, 0, 0).r;
        out->r_paper = line_of(&k, &papers, 0, 0).r;
        out->n_folds = n_folds < most_folds ? n_folds : most_folds;
        if (largest > 0) {
            out->blocks = best.of[0] / largest;
            out->congestion = best.of[1] / largest;
            out->boxes = best.of[2] / largest;
        }
        status = predict(alloc, &k, out, err);
    }
    out->n = status == LW_OK ? k.n : 0;
    lw_arena_free(&arena);
    return status;
}
