/* Ridge regression on standardised features, judged by leaving collections out.
 *
 * Inside a training set the penalty is chosen by leaving its collections out one by one.
 * Cross products are kept per collection, so that a set without one of them is a
 * subtraction, and each trial costs one small factorisation. */
#include "lw/difficulty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "difficulty_internal.h"

#define N_LAMBDAS 13

static double lambda_at(size_t i) {
    /* From 1 to 4096 in factors of two, in units of rows. */
    return ldexp(1, (int)i);
}

struct ridge {
    const struct lw_evidence *e;
    const unsigned char *columns;
    const double *y;         /* [n], to learn from */
    struct lw_scale *scale;  /* [p] */
    double *z;               /* n x p, standardised, 0 where unknown */
    double *product;         /* [n_groups] of p x p */
    double *moment;          /* [n_groups] of p */
    double *sum_y;           /* [n_groups] */
    size_t *size;            /* [n_groups] */
    double *matrix, *vector; /* scratch p x p, p */
};

/* Standardises by the rows outside leave_out and gathers the cross products. */
static void prepare(struct ridge *r, size_t leave_out) {
    const struct lw_evidence *e = r->e;
    size_t p = e->p;
    r->y = lw_answers_without(e, leave_out);
    lw_scales_choose(e, r->columns, leave_out, r->scale);
    memset(r->product, 0, e->n_groups * p * p * sizeof *r->product);
    memset(r->moment, 0, e->n_groups * p * sizeof *r->moment);
    memset(r->sum_y, 0, e->n_groups * sizeof *r->sum_y);
    memset(r->size, 0, e->n_groups * sizeof *r->size);
    for (size_t i = 0; i < e->n; i++) {
        double *z = r->z + i * p;
        size_t g = e->group[i];
        double *product = r->product + g * p * p, *moment = r->moment + g * p;
        for (size_t j = 0; j < p; j++) {
            z[j] = lw_scale_standard(&r->scale[j], e->x[i * p + j]);
        }
        for (size_t j = 0; j < p; j++) {
            moment[j] += z[j] * r->y[i];
            for (size_t k = 0; k <= j; k++) {
                product[j * p + k] += z[j] * z[k];
            }
        }
        r->sum_y[g] += r->y[i];
        r->size[g]++;
    }
}

static bool cholesky(double *a, size_t n) {
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j && !(sum > 0)) {
                return false;
            }
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

/* Weights without groups a and b (n_groups: none); the intercept is the mean of y, since
 * the columns are centred over the training rows. */
static bool solve(struct ridge *r, size_t a, size_t b, double lambda, double *weights,
                  double *intercept) {
    const struct lw_evidence *e = r->e;
    size_t p = e->p, n = 0;
    double sum_y = 0;
    memset(r->matrix, 0, p * p * sizeof *r->matrix);
    memset(weights, 0, p * sizeof *weights);
    for (size_t g = 0; g < e->n_groups; g++) {
        if (g != a && g != b) {
            n += r->size[g];
            sum_y += r->sum_y[g];
            for (size_t i = 0; i < p * p; i++) {
                r->matrix[i] += r->product[g * p * p + i];
            }
            for (size_t j = 0; j < p; j++) {
                weights[j] += r->moment[g * p + j];
            }
        }
    }
    if (n < 3) {
        return false;
    }
    *intercept = sum_y / (double)n;
    memset(r->vector, 0, p * sizeof *r->vector);
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] != a && e->group[i] != b) {
            for (size_t j = 0; j < p; j++) {
                r->vector[j] += r->z[i * p + j];
            }
        }
    }
    for (size_t j = 0; j < p; j++) {
        weights[j] -= *intercept * r->vector[j];
        r->matrix[j * p + j] += r->scale[j].used ? lambda : 1;
    }
    if (!cholesky(r->matrix, p)) {
        return false;
    }
    for (size_t i = 0; i < p; i++) {
        for (size_t k = 0; k < i; k++) {
            weights[i] -= r->matrix[i * p + k] * weights[k];
        }
        weights[i] /= r->matrix[i * p + i];
    }
    for (size_t i = p; i-- > 0;) {
        for (size_t k = i + 1; k < p; k++) {
            weights[i] -= r->matrix[k * p + i] * weights[k];
        }
        weights[i] /= r->matrix[i * p + i];
    }
    return true;
}

static double predict(const struct ridge *r, size_t row, const double *weights,
                      double intercept) {
    double value = intercept;
    for (size_t j = 0; j < r->e->p; j++) {
        value += weights[j] * r->z[row * r->e->p + j];
    }
    return value;
}

/* Leaves out each group but `outside` in turn; fills held (may be NULL) with the
 * predictions at the best penalty and returns that penalty. */
static double choose_lambda(struct ridge *r, size_t outside, double *weights,
                            double *held) {
    const struct lw_evidence *e = r->e;
    double best = INFINITY, best_lambda = lambda_at(N_LAMBDAS / 2);
    for (size_t l = 0; l < N_LAMBDAS; l++) {
        double squares = 0, intercept;
        for (size_t g = 0; g < e->n_groups; g++) {
            if (g == outside ||
                !solve(r, outside, g, lambda_at(l), weights, &intercept)) {
                continue;
            }
            for (size_t i = 0; i < e->n; i++) {
                if (e->group[i] == g) {
                    double d = predict(r, i, weights, intercept) - r->y[i];
                    squares += d * d;
                }
            }
        }
        if (squares < best) {
            best = squares;
            best_lambda = lambda_at(l);
        }
    }
    for (size_t g = 0; held != NULL && g < e->n_groups; g++) {
        double intercept;
        if (g != outside && solve(r, outside, g, best_lambda, weights, &intercept)) {
            for (size_t i = 0; i < e->n; i++) {
                if (e->group[i] == g) {
                    held[i] = predict(r, i, weights, intercept);
                }
            }
        }
    }
    return best_lambda;
}

static struct ridge ridge_make(struct lw_arena *arena, const struct lw_evidence *e,
                               const unsigned char *columns, bool *good) {
    struct ridge r = {.e = e, .columns = columns};
    size_t p = e->p, g = e->n_groups;
    r.scale = lw_arena_zero(arena, p, sizeof *r.scale);
    r.z = lw_arena_zero(arena, e->n * p, sizeof *r.z);
    r.product = lw_arena_zero(arena, g * p * p, sizeof *r.product);
    r.moment = lw_arena_zero(arena, g * p, sizeof *r.moment);
    r.sum_y = lw_arena_zero(arena, g, sizeof *r.sum_y);
    r.size = lw_arena_zero(arena, g, sizeof *r.size);
    r.matrix = lw_arena_zero(arena, p * p, sizeof *r.matrix);
    r.vector = lw_arena_zero(arena, p, sizeof *r.vector);
    *good = r.scale != NULL && r.z != NULL && r.product != NULL && r.moment != NULL &&
            r.sum_y != NULL && r.size != NULL && r.matrix != NULL && r.vector != NULL;
    return r;
}

void lw_judged_free(struct lw_judged *judged) {
    lw_alloc_free(judged->alloc, judged->prediction, judged->n * sizeof(double));
    judged->prediction = NULL;
}

lw_status lw_evidence_check(const struct lw_evidence *e, struct lw_error *err) {
    if (e->n < 10 || e->n_groups < 3) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a model needs at least 10 levels from 3 collections; there are "
                       "%zu from %zu",
                       e->n, e->n_groups);
    }
    return LW_OK;
}

lw_status lw_difficulty_judge(const struct lw_alloc *alloc,
                              const struct lw_evidence *evidence,
                              const unsigned char *columns, struct lw_judged *out,
                              struct lw_error *err) {
    const struct lw_evidence *e = evidence;
    struct lw_arena arena;
    bool good;
    lw_status status = lw_evidence_check(e, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, alloc);
    *out = (struct lw_judged){.alloc = alloc, .n = e->n};
    struct ridge r = ridge_make(&arena, e, columns, &good);
    out->prediction = lw_alloc_zero(alloc, e->n, sizeof(double));
    double *weights = lw_arena_zero(&arena, e->p, sizeof *weights);
    double *held = lw_arena_zero(&arena, e->n, sizeof *held);
    double *work = lw_arena_zero(&arena, e->n, sizeof *work);
    if (!good || out->prediction == NULL || weights == NULL || held == NULL ||
        work == NULL) {
        status = lw_fail_memory(err);
    }
    size_t inside = 0;
    for (size_t g = 0; status == LW_OK && g < lw_evidence_n_judged(e); g++) {
        double intercept;
        if (lw_evidence_stopped(e)) {
            status = lw_fail(err, LW_CANCELLED, 0, 0,
                             "stopped on request while judging ridge; %zu of %zu groups "
                             "were done",
                             g, e->n_groups);
            break;
        }
        prepare(&r, g);
        double lambda = choose_lambda(&r, g, weights, held);
        double reach = lw_error_90(e, held, g, work);
        if (!solve(&r, g, g, lambda, weights, &intercept)) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the features do not vary");
            break;
        }
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == g) {
                out->prediction[i] = predict(&r, i, weights, intercept);
                inside += fabs(out->prediction[i] - e->y[i]) <= reach;
            }
        }
    }
    if (status == LW_OK) {
        prepare(&r, e->n_groups);
        out->lambda = choose_lambda(&r, e->n_groups, weights, held);
        out->error90 = lw_error_90(e, held, e->n_groups, work);
        status = lw_difficulty_skill(alloc, e, out->prediction, &out->skill, err);
        out->skill.coverage = (double)inside / (double)e->n;
    }
    if (status != LW_OK) {
        lw_judged_free(out);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_difficulty_fit(const struct lw_alloc *alloc,
                            const struct lw_evidence *evidence,
                            const struct lw_model_request *request, struct lw_model *out,
                            struct lw_error *err) {
    const struct lw_evidence *e = evidence;
    struct lw_arena arena;
    bool good;
    double intercept = 0;
    lw_arena_init(&arena, alloc);
    *out = (struct lw_model){.game = request->game};
    lw_arena_init(&out->arena, alloc);
    struct ridge r = ridge_make(&arena, e, request->columns, &good);
    double *weights = lw_arena_zero(&arena, e->p, sizeof *weights);
    lw_status status = LW_OK;
    if (!good || weights == NULL) {
        status = lw_fail_memory(err);
    } else {
        prepare(&r, e->n_groups);
        if (!solve(&r, e->n_groups, e->n_groups, request->judged->lambda, weights,
                   &intercept)) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the features do not vary");
        }
    }
    if (status == LW_OK) {
        status = lw_model_fill(e,
                               &(struct lw_line){.scales = r.scale,
                                                 .weights = weights,
                                                 .intercept = intercept},
                               request, out, err);
    }
    if (status != LW_OK) {
        lw_model_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
