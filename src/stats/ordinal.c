/* Proportional odds by Newton's method with exact derivatives. */
#include "lw/stats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats_internal.h"

/* The columns are centred and scaled before the fit, so that a year or a share of a
 * millionth is as good as any other; the estimates are turned back afterwards. */
struct model {
    const double *x; /* standardised */
    const size_t *level;
    size_t n, p, n_thresholds, m; /* m = thresholds + columns */
    size_t *active;               /* p + 2: the estimates that a row depends on */
    double *da, *db; /* p + 2 each: derivatives of the two ends of a row's interval */
};

/* What Newton's method writes to, each of m numbers. */
struct newton {
    double *gradient, *step, *trial;
    struct arrow *hessian;
};

/* The caller's columns, centred and scaled. */
struct standard {
    double *x;             /* n x p */
    double *mean, *spread; /* [p], of the caller's */
};

static double logistic(double v) {
    return v >= 0 ? 1 / (1 + exp(-v)) : exp(v) / (1 + exp(v));
}

/* F(a) - F(b) for a > b without cancellation in the tails. */
static double interval(double a, double b) {
    double fa = logistic(a), fb = logistic(b);
    return a < 0 || isinf(b) ? fa - fb : logistic(-b) - logistic(-a);
}

/* Which estimates move the ends of a row's interval, and how; returns their number. */
static size_t fill_ends(const struct model *model, size_t row) {
    size_t k = model->level[row], n = 0;
    for (int end = 0; end < 2; end++) {
        bool exists = end == 0 ? k < model->n_thresholds : k > 0;
        if (exists) {
            model->active[n] = k - (size_t)end;
            model->da[n] = end == 0;
            model->db[n++] = end == 1;
        }
    }
    for (size_t j = 0; j < model->p; j++) {
        model->active[n] = model->n_thresholds + j;
        model->da[n] = model->db[n] = -model->x[row * model->p + j];
        n++;
    }
    return n;
}

/* Adds one row to the log-likelihood, its gradient and the negative Hessian. */
static double add_row(const struct model *model, size_t row, const double *estimate,
                      double *gradient, struct arrow *hessian) {
    size_t k = model->level[row];
    bool has_a = k<model->n_thresholds, has_b = k> 0;
    double eta = 0;
    for (size_t j = 0; j < model->p; j++) {
        eta += model->x[row * model->p + j] * estimate[model->n_thresholds + j];
    }
    double a = has_a ? estimate[k] - eta : INFINITY;
    double b = has_b ? estimate[k - 1] - eta : -INFINITY;
    double mass = interval(a, b);
    double fa = logistic(a), fb = logistic(b);
    double slope_a = has_a ? fa * (1 - fa) : 0, slope_b = has_b ? fb * (1 - fb) : 0;
    double bend_a = slope_a * (1 - 2 * fa), bend_b = slope_b * (1 - 2 * fb);
    size_t n_active = fill_ends(model, row);
    for (size_t i = 0; i < n_active; i++) {
        size_t at = model->active[i];
        double gi = (slope_a * model->da[i] - slope_b * model->db[i]) / mass;
        gradient[at] += gi;
        for (size_t j = 0; j < n_active; j++) {
            if (model->active[j] > at) {
                continue;
            }
            double gj = (slope_a * model->da[j] - slope_b * model->db[j]) / mass;
            double second = (bend_a * model->da[i] * model->da[j] -
                             bend_b * model->db[i] * model->db[j]) /
                            mass;
            *arrow_cell(hessian, at, model->active[j]) += gi * gj - second;
        }
    }
    return log(mass);
}

static double derivatives(const struct model *model, const double *estimate,
                          double *gradient, struct arrow *hessian) {
    double log_lik = 0;
    memset(gradient, 0, model->m * sizeof *gradient);
    arrow_clear(hessian);
    for (size_t i = 0; i < model->n; i++) {
        log_lik += add_row(model, i, estimate, gradient, hessian);
    }
    return log_lik;
}

void lw_ordinal_free(struct lw_ordinal *fit) {
    lw_alloc_free(fit->alloc, fit->estimate, 4 * fit->n_terms * sizeof(double));
    fit->estimate = NULL;
}

static lw_status start(const struct model *model, double *estimate,
                       struct lw_error *err) {
    double below = 0;
    for (size_t k = 0; k <= model->n_thresholds; k++) {
        size_t count = 0;
        for (size_t i = 0; i < model->n; i++) {
            count += model->level[i] == k;
        }
        if (count == 0) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "no row has answer number %zu; join it with a neighbour",
                           k + 1);
        }
        below += (double)count / (double)model->n;
        if (k < model->n_thresholds) {
            estimate[k] = log(below / (1 - below));
        }
    }
    return LW_OK;
}

static bool in_order(const double *estimate, size_t n_thresholds) {
    for (size_t i = 1; i < n_thresholds; i++) {
        if (!(estimate[i] > estimate[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Halves the step until the thresholds stay in order and the likelihood does not fall by
 * more than its rounding; how far it went, 0 when no such step is left. */
static double take_step(const struct model *model, double *estimate, double before,
                        const struct newton *newton) {
    double largest = 0;
    for (size_t i = 0; i < model->m; i++) {
        largest = fmax(largest, fabs(newton->step[i]));
    }
    for (double factor = 1; factor > 1e-8; factor /= 2) {
        for (size_t i = 0; i < model->m; i++) {
            newton->trial[i] = estimate[i] + factor * newton->step[i];
        }
        if (in_order(newton->trial, model->n_thresholds)) {
            double now =
                derivatives(model, newton->trial, newton->gradient, newton->hessian);
            if (now >= before - 1e-13 * (1 + fabs(before))) {
                memcpy(estimate, newton->trial, model->m * sizeof *estimate);
                return largest;
            }
        }
    }
    return 0;
}

/* The term that moves the answers most, which is the one to leave out. */
static lw_status refuse_separation(const struct model *model, const double *estimate,
                                   struct lw_error *err) {
    size_t worst = 0;
    double most = -1;
    for (size_t j = 0; j < model->p; j++) {
        double low = model->x[j], high = low;
        for (size_t i = 0; i < model->n; i++) {
            low = fmin(low, model->x[i * model->p + j]);
            high = fmax(high, model->x[i * model->p + j]);
        }
        double moves = fabs(estimate[model->n_thresholds + j]) * (high - low);
        worst = moves > most ? j : worst;
        most = fmax(most, moves);
    }
    return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)worst + 1,
                   "term %zu separates the answers completely, so its estimate is "
                   "infinite; leave it out",
                   worst + 1);
}

static lw_status iterate(const struct model *model, const struct newton *newton,
                         struct lw_ordinal *out, struct lw_error *err) {
    size_t m = model->m;
    for (int round = 0; round < 60; round++) {
        out->log_lik =
            derivatives(model, out->estimate, newton->gradient, newton->hessian);
        memcpy(newton->step, newton->gradient, m * sizeof *newton->step);
        if (!arrow_cholesky(newton->hessian)) {
            break;
        }
        arrow_solve(newton->hessian, newton->step);
        double moved = take_step(model, out->estimate, out->log_lik, newton);
        for (size_t i = 0; i < m; i++) {
            if (fabs(out->estimate[i]) > 60) {
                return refuse_separation(model, out->estimate, err);
            }
        }
        /* Newton doubles the digits: what is left after such a step is rounding. */
        if (moved < 1e-9) {
            return LW_OK;
        }
    }
    /* Collinear terms were refused before, so this is the only way not to settle. */
    return model->p > 0 ? refuse_separation(model, out->estimate, err)
                        : lw_fail(err, LW_BAD_INPUT, 0, 0, "the fit does not converge");
}

/* Standardises the columns; constant and collinear columns are
 * refused by their number, which least squares finds. */
static lw_status standardise(const struct lw_alloc *alloc,
                             const struct lw_ordinal_data *data,
                             const struct standard *out, struct lw_error *err) {
    size_t n = data->n, p = data->p;
    double *ones = lw_alloc_zero(alloc, n * (p + 1) + n, sizeof *ones);
    struct lw_error why = {.text = ""};
    struct lw_fit fit;
    if (ones == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        ones[i * (p + 1)] = 1;
        for (size_t j = 0; j < p; j++) {
            ones[i * (p + 1) + j + 1] = data->x[i * p + j];
        }
    }
    lw_status status = lw_least_squares(
        alloc,
        &(struct lw_regression_data){
            .x = ones, .y = ones + n * (p + 1), .n = n, .p = p + 1, .intercept = true},
        &fit, &why);
    if (status == LW_OK) {
        lw_fit_free(&fit);
    } else if (why.column > 1) {
        char start[32];
        int len = snprintf(start, sizeof start, "term %u ", why.column);
        status = lw_fail(err, status, 0, why.column - 1, "term %u %s", why.column - 1,
                         why.text + len);
    } else {
        status = lw_fail(err, status, 0, 0, "%s", why.text);
    }
    for (size_t j = 0; status == LW_OK && j < p; j++) {
        for (size_t i = 0; i < n; i++) {
            ones[i] = data->x[i * p + j];
        }
        out->mean[j] = lw_mean(ones, n);
        out->spread[j] = sqrt(lw_variance(ones, n));
        for (size_t i = 0; i < n; i++) {
            out->x[i * p + j] = (data->x[i * p + j] - out->mean[j]) / out->spread[j];
        }
    }
    lw_alloc_free(alloc, ones, (n * (p + 1) + n) * sizeof *ones);
    return status;
}

/* Estimates and standard errors on the scale of the caller's columns: a threshold takes
 * in the means, t = t' + sum of b' mean / spread. The variance of a combination r of
 * estimates is r' (L L')^-1 r, the square of L^-1 r. */
static void turn_back(const struct model *model, const double *mean, const double *spread,
                      const struct arrow *lower, double *row, struct lw_ordinal *out) {
    size_t m = model->m, t = model->n_thresholds;
    for (size_t i = 0; i < m; i++) {
        double estimate = 0, variance = 0;
        memset(row, 0, m * sizeof *row);
        row[i] = i < t ? 1 : 1 / spread[i - t];
        for (size_t j = 0; i < t && j < model->p; j++) {
            row[t + j] = mean[j] / spread[j];
        }
        for (size_t a = 0; a < m; a++) {
            estimate += row[a] * out->estimate[a];
        }
        arrow_forward(lower, row);
        for (size_t a = 0; a < m; a++) {
            variance += row[a] * row[a];
        }
        out->z[i] = estimate; /* the others still need the old one */
        out->se[i] = sqrt(variance);
    }
    memcpy(out->estimate, out->z, m * sizeof *out->estimate);
    for (size_t i = 0; i < m; i++) {
        out->z[i] = out->estimate[i] / out->se[i];
        out->p_value[i] = 2 * lw_norm_upper(fabs(out->z[i]));
    }
}

lw_status lw_ordinal_fit(const struct lw_alloc *alloc, const struct lw_ordinal_data *data,
                         struct lw_ordinal *out, struct lw_error *err) {
    if (data->n_levels < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all answers are the same; at least 2 different ones are needed");
    }
    size_t m = data->n_levels - 1 + data->p;
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    struct model model = {.level = data->level,
                          .n = data->n,
                          .p = data->p,
                          .n_thresholds = data->n_levels - 1,
                          .m = m};
    *out = (struct lw_ordinal){
        .alloc = alloc, .n_terms = m, .n_thresholds = data->n_levels - 1};
    out->estimate = lw_alloc_zero(alloc, 4 * m, sizeof(double));
    size_t room = arrow_room(data->n_levels - 1, data->p);
    double *work = lw_arena_zero(&arena, 5 * m + room + 2 * (data->p + 2), sizeof *work);
    model.active = lw_arena_zero(&arena, data->p + 2, sizeof *model.active);
    struct standard standard = {
        .x = lw_arena_zero(&arena, data->n * data->p + 2 * data->p + 1, sizeof(double))};
    lw_status status = LW_OK;
    if (out->estimate == NULL || work == NULL || standard.x == NULL ||
        model.active == NULL) {
        status = lw_fail_memory(err);
    } else {
        model.da = work + 5 * m + room;
        model.db = model.da + data->p + 2;
        model.x = standard.x;
        standard.mean = standard.x + data->n * data->p;
        standard.spread = standard.mean + data->p;
        status = start(&model, out->estimate, err);
    }
    if (status == LW_OK && data->p > 0) {
        status = standardise(alloc, data, &standard, err);
    }
    struct arrow hessian = {.n_band = 0};
    if (status == LW_OK) {
        hessian = arrow_make(data->n_levels - 1, data->p, work + 5 * m);
        status = iterate(&model,
                         &(struct newton){.gradient = work + 2 * m,
                                          .hessian = &hessian,
                                          .step = work + 3 * m,
                                          .trial = work + 4 * m},
                         out, err);
    }
    if (status == LW_OK) {
        out->se = out->estimate + m;
        out->z = out->estimate + 2 * m;
        out->p_value = out->estimate + 3 * m;
        out->log_lik = derivatives(&model, out->estimate, work + 2 * m, &hessian);
        (void)arrow_cholesky(&hessian);
        turn_back(&model, standard.mean, standard.spread, &hessian, work, out);
    } else {
        lw_ordinal_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
