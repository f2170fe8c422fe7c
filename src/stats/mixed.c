/* Linear mixed models with one grouping: random intercept and compound symmetry.
 *
 * Both have the same covariance, one correlation rho within groups; the intercept model
 * keeps it at zero or above. For a given rho the rows of a group are split into their
 * mean and the deviations from it, which have variances 1 + (m-1) rho and 1 - rho; after
 * dividing by those standard deviations ordinary least squares applies, and the criterion
 * is a function of rho alone.
 *
 * Degrees of freedom are Satterthwaite's, in theta, the ratio of the standard deviations,
 * and sigma: at the bound theta = 0 the criterion is flat in theta and only sigma counts,
 * as in lmerTest. Compound symmetry has no such bound at zero; its parameters are the
 * correlation and the standard deviation of a row. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#define TWO_PI 6.28318530717958647693

struct model {
    const struct lw_alloc *alloc;
    const double *x, *y;
    const size_t *group;
    size_t n, p, n_groups;
    size_t *size;  /* [n_groups] */
    size_t *first; /* [n_groups], a row of the group */
    size_t largest;
    double *mean_x; /* [n_groups*p] */
    double *mean_y; /* [n_groups] */
    double *work;   /* n*(p+1) */
    bool reml, symmetry;
    double lowest; /* of rho */
    struct lw_error *err;
    lw_status status;
};

/* What one value of rho gives. */
struct at_rho {
    double log_det_v, log_det_xx, rss;
};

static struct at_rho evaluate(struct model *m, double rho, struct lw_fit *keep) {
    struct at_rho out = {0};
    double within = sqrt(1 - rho);
    double *wx = m->work, *wy = m->work + m->n * m->p;
    for (size_t i = 0; i < m->n; i++) {
        size_t g = m->group[i];
        double between = sqrt(1 + ((double)m->size[g] - 1) * rho);
        for (size_t j = 0; j < m->p; j++) {
            double mean = m->mean_x[g * m->p + j];
            wx[i * m->p + j] = (m->x[i * m->p + j] - mean) / within + mean / between;
        }
        wy[i] = (m->y[i] - m->mean_y[g]) / within + m->mean_y[g] / between;
    }
    for (size_t g = 0; g < m->n_groups; g++) {
        double size = (double)m->size[g];
        out.log_det_v += (size - 1) * log1p(-rho) + log1p((size - 1) * rho);
    }
    struct lw_fit fit;
    lw_status status = lw_least_squares(
        m->alloc, &(struct lw_regression_data){.x = wx, .y = wy, .n = m->n, .p = m->p},
        &fit, m->err);
    if (status != LW_OK) {
        m->status = status;
        return out;
    }
    out.rss = fit.ss_residual;
    out.log_det_xx = fit.log_det;
    if (fit.perfect) {
        m->status = lw_fail(m->err, LW_BAD_INPUT, 0, 0,
                            "the fixed terms explain the response exactly, so its "
                            "variances are undefined");
        lw_fit_free(&fit);
        return out;
    }
    if (keep != NULL) {
        *keep = fit;
    } else {
        lw_fit_free(&fit);
    }
    return out;
}

/* Minus twice the (restricted) log-likelihood with the variance at its best. */
static double criterion(struct model *m, double rho) {
    struct at_rho at = evaluate(m, rho, NULL);
    double df = (double)(m->reml ? m->n - m->p : m->n);
    return df * (log(TWO_PI * at.rss / df) + 1) + at.log_det_v +
           (m->reml ? at.log_det_xx : 0);
}

/* A coarse look for the right valley, golden section into it, then Newton steps on
 * five-point derivatives, which reach far past the square root of the precision. */
static double minimise(struct model *m, double low, double high) {
    const double golden = 0.61803398874989484820;
    const int n_looks = 60;
    double best = low, best_value = INFINITY, step = (high - low) / n_looks;
    for (int i = 0; i <= n_looks && m->status == LW_OK; i++) {
        double rho = low + (i == 0 ? 0 : step * i);
        rho = fmin(rho, high - 1e-9 * (high - low));
        double value = criterion(m, rho);
        if (value < best_value) {
            best_value = value;
            best = rho;
        }
    }
    double a = fmax(low, best - step), b = fmin(high - 1e-12, best + step);
    /* Close to either bound the distance to it is what must be found. */
    while (b - a > 1e-6 * fmin(high - a, fmax(b - low, 1e-3)) && b - a > 1e-13 &&
           m->status == LW_OK) {
        double c = b - golden * (b - a), d = a + golden * (b - a);
        if (criterion(m, c) < criterion(m, d)) {
            b = d;
        } else {
            a = c;
        }
    }
    double rho = 0.5 * (a + b);
    for (int round = 0; round < 4 && m->status == LW_OK; round++) {
        double h = 1e-3 * fmin(fmin(rho - low, high - rho), 0.5);
        if (!(h > 1e-9)) {
            break;
        }
        double f2 = criterion(m, rho - 2 * h), f1 = criterion(m, rho - h);
        double f0 = criterion(m, rho), g1 = criterion(m, rho + h);
        double g2 = criterion(m, rho + 2 * h);
        double slope = (f2 - 8 * f1 + 8 * g1 - g2) / (12 * h);
        double curve = (-f2 + 16 * f1 - 30 * f0 + 16 * g1 - g2) / (12 * h * h);
        double moved = curve > 0 ? rho - slope / curve : rho;
        rho = moved > low && moved < high ? moved : rho;
    }
    /* The bound itself, when the valley runs into it. */
    return criterion(m, low) <= criterion(m, rho) && rho - low < 1e-4 ? low : rho;
}

/* What one value of the first parameter gives, the second kept. */
struct at_point {
    double deviance, squares; /* squares: the residual sum over the variance */
};

/* The two parameters of the variance: theta and log sigma of the intercept model; of
 * compound symmetry where rho lies between its bounds, as log odds, and the logarithm of
 * the standard deviation of a row. */
static struct at_point deviance_at(struct model *m, double first, double second,
                                   double *covariance) {
    double ratio = 1 + first * first;
    double rho =
        m->symmetry ? 1 - (1 - m->lowest) / (1 + exp(first)) : first * first / ratio;
    double variance = exp(2 * second) * (m->symmetry ? 1 : ratio);
    struct lw_fit fit;
    struct at_rho at = evaluate(m, rho, &fit);
    if (m->status != LW_OK) {
        return (struct at_point){NAN, NAN};
    }
    for (size_t j = 0; j < m->p * m->p; j++) {
        covariance[j] = variance * fit.covariance[j];
    }
    lw_fit_free(&fit);
    return (struct at_point){at.log_det_v + at.log_det_xx +
                                 (double)(m->n - m->p) * log(TWO_PI * variance) +
                                 at.rss / variance,
                             at.rss / variance};
}

/* The derivatives and the covariance of the parameters that Satterthwaite's degrees of
 * freedom need; five-point in the first parameter, exact in the second, in which the
 * covariance grows by two and the deviance has the curve four times the squares. The
 * criterion is even in theta, so its bound needs no care. work: p*p. */
static void satterthwaite(struct model *m, struct lw_mixed *out, double *work) {
    static const double slope[] = {1, -8, 0, 8, -1}, curve[] = {-1, 16, -30, 16, -1};
    double sigma = sqrt(out->var_residual),
           row = sqrt(out->var_residual + out->var_group);
    double first = m->symmetry ? log((out->rho - m->lowest) / (1 - out->rho))
                               : sqrt(out->var_group) / sigma;
    double second = log(m->symmetry ? row : sigma);
    double h = m->symmetry ? 5e-3 : 5e-3 * fmax(first, 0.1), ff = 0, fs = 0, ss = 0;
    if (m->symmetry && !(out->rho - m->lowest > 1e-6)) {
        return;
    }
    for (int i = 0; i < 5 && m->status == LW_OK; i++) {
        struct at_point at = deviance_at(m, first + (i - 2) * h, second, work);
        ff += curve[i] * at.deviance / (12 * h * h);
        fs += -2 * slope[i] * at.squares / (12 * h);
        ss = i == 2 ? 4 * at.squares : ss;
        for (size_t j = 0; j < m->p * m->p; j++) {
            out->by_first[j] += slope[i] * work[j] / (12 * h);
            out->by_second[j] = i == 2 ? 2 * work[j] : out->by_second[j];
        }
    }
    double det = ff * ss - fs * fs;
    /* Twice the inverse Hessian is the covariance of the parameters. */
    out->parameters[0] = 2 * ss / det;
    out->parameters[1] = -2 * fs / det;
    out->parameters[2] = 2 * ff / det;
}

static double quadratic(const double *matrix, const double *row, size_t p) {
    double sum = 0;
    for (size_t i = 0; i < p; i++) {
        for (size_t j = 0; j < p; j++) {
            sum += row[i] * matrix[i * p + j] * row[j];
        }
    }
    return sum;
}

void lw_mixed_combine(const struct lw_mixed *mixed, const double *row,
                      struct lw_mixed_estimate *out) {
    double variance = quadratic(mixed->covariance, row, mixed->p);
    double first = quadratic(mixed->by_first, row, mixed->p);
    double second = quadratic(mixed->by_second, row, mixed->p);
    double spread = first * first * mixed->parameters[0] +
                    2 * first * second * mixed->parameters[1] +
                    second * second * mixed->parameters[2];
    *out = (struct lw_mixed_estimate){.se = sqrt(variance),
                                      .df = 2 * variance * variance / spread};
    for (size_t j = 0; j < mixed->p; j++) {
        out->value += row[j] * mixed->beta[j];
    }
    out->t = out->value / out->se;
    if (!(out->df > 0) || !isfinite(out->df)) {
        out->df = out->p_value = out->low = out->high = NAN;
        return;
    }
    double half = lw_t_quantile(0.975, out->df) * out->se;
    out->p_value = lw_t_two_sided(out->t, out->df);
    out->low = out->value - half;
    out->high = out->value + half;
}

/* Terms that vary within groups are tested against the rows, the others against the
 * groups; the intercept gets the larger of what the other terms have. */
static void containment(const struct model *m, struct lw_mixed *out) {
    size_t n_inner = 0, n_outer = 0;
    for (size_t j = 0; j < m->p; j++) {
        bool varies = false, constant = true;
        for (size_t i = 0; i < m->n; i++) {
            varies =
                varies || m->x[i * m->p + j] != m->x[m->first[m->group[i]] * m->p + j];
            constant = constant && m->x[i * m->p + j] == m->x[j];
        }
        /* For now the term's kind: 0 intercept, 1 inner, 2 outer. */
        out->df_containment[j] = constant ? 0 : varies ? 1 : 2;
        n_inner += varies;
        n_outer += !constant && !varies;
    }
    double inner = (double)m->n - (double)m->n_groups - (double)n_inner;
    double outer = (double)m->n_groups - 1 - (double)n_outer;
    double intercept = fmax(outer, inner);
    for (size_t j = 0; j < m->p; j++) {
        double kind = out->df_containment[j];
        out->df_containment[j] = kind == 0 ? intercept : kind == 2 ? outer : inner;
        out->p_containment[j] = lw_t_two_sided(out->t[j], out->df_containment[j]);
    }
}

static void finish(struct model *m, double rho, struct lw_mixed *out) {
    struct lw_fit fit;
    struct at_rho at = evaluate(m, rho, &fit);
    if (m->status != LW_OK) {
        return;
    }
    double df = (double)(m->reml ? m->n - m->p : m->n), variance = at.rss / df;
    out->rho = rho;
    out->var_group = variance * rho;
    out->var_residual = variance * (1 - rho);
    out->singular = rho == 0;
    out->minus2_log_lik = criterion(m, rho);
    out->aic = out->bic = NAN;
    if (!m->reml) {
        double k = (double)m->p + 2;
        out->aic = out->minus2_log_lik + 2 * k;
        out->bic = out->minus2_log_lik + log((double)m->n) * k;
    }
    for (size_t j = 0; j < m->p; j++) {
        out->beta[j] = fit.beta[j];
        out->se[j] = sqrt(variance * fit.covariance[j * m->p + j]);
        out->t[j] = out->beta[j] / out->se[j];
    }
    for (size_t j = 0; j < m->p * m->p; j++) {
        out->covariance[j] = variance * fit.covariance[j];
    }
    lw_fit_free(&fit);
    for (size_t g = 0; g < m->n_groups; g++) {
        double size = (double)m->size[g], rest = m->mean_y[g];
        for (size_t j = 0; j < m->p; j++) {
            rest -= m->mean_x[g * m->p + j] * out->beta[j];
        }
        out->blup[g] = rest * size * rho / (1 + (size - 1) * rho);
    }
}

static size_t cells_of(size_t p, size_t n_groups) {
    return 9 * p + n_groups + 3 * p * p;
}

void lw_mixed_free(struct lw_mixed *mixed) {
    lw_alloc_free(mixed->alloc, mixed->beta,
                  cells_of(mixed->p, mixed->n_groups) * sizeof(double));
    mixed->beta = NULL;
}

static void lay_out(struct lw_mixed *out) {
    size_t p = out->p;
    out->se = out->beta + p;
    out->t = out->beta + 2 * p;
    out->df = out->beta + 3 * p;
    out->p_value = out->beta + 4 * p;
    out->low = out->beta + 5 * p;
    out->high = out->beta + 6 * p;
    out->df_containment = out->beta + 7 * p;
    out->p_containment = out->beta + 8 * p;
    out->blup = out->beta + 9 * p;
    out->covariance = out->blup + out->n_groups;
    out->by_first = out->covariance + p * p;
    out->by_second = out->by_first + p * p;
    out->parameters[0] = out->parameters[1] = out->parameters[2] = NAN;
}

static lw_status group_means(struct model *m) {
    for (size_t i = 0; i < m->n; i++) {
        m->size[m->group[i]]++;
        m->first[m->group[i]] = i;
    }
    for (size_t g = 0; g < m->n_groups; g++) {
        m->largest = m->size[g] > m->largest ? m->size[g] : m->largest;
    }
    if (m->n_groups < 2 || m->largest < 2) {
        return lw_fail(m->err, LW_BAD_INPUT, 0, 0,
                       "a mixed model needs at least 2 groups, and 2 rows in at least "
                       "one of them; there are %zu groups and the largest has %zu",
                       m->n_groups, m->largest);
    }
    for (size_t i = 0; i < m->n; i++) {
        size_t g = m->group[i];
        m->mean_y[g] += m->y[i] / (double)m->size[g];
    }
    for (size_t j = 0; j < m->p; j++) {
        for (size_t i = 0; i < m->n; i++) {
            m->mean_x[m->group[i] * m->p + j] += m->x[i * m->p + j];
        }
        for (size_t g = 0; g < m->n_groups; g++) {
            m->mean_x[g * m->p + j] /= (double)m->size[g];
        }
    }
    return LW_OK;
}

static void fit_model(struct model *m, enum lw_mixed_kind kind, struct lw_mixed *out,
                      double *work) {
    m->symmetry = kind == LW_MIXED_SYMMETRY;
    m->lowest = m->symmetry ? -1 / ((double)m->largest - 1) : 0;
    double rho = minimise(m, m->symmetry ? m->lowest + 1e-9 : 0, 1);
    if (m->status == LW_OK &&
        (1 - rho < 1e-9 || criterion(m, 1 - 1e-10) < criterion(m, rho))) {
        m->status = lw_fail(m->err, LW_BAD_INPUT, 0, 0,
                            "the rows of a group differ by the fixed terms alone, so the "
                            "variance within groups is zero and the model undefined");
    }
    if (m->status == LW_OK) {
        finish(m, rho, out);
    }
    if (m->status == LW_OK && m->reml) {
        satterthwaite(m, out, work);
    }
    for (size_t j = 0; j < m->p && m->status == LW_OK; j++) {
        struct lw_mixed_estimate one;
        memset(work, 0, m->p * sizeof *work);
        work[j] = 1;
        lw_mixed_combine(out, work, &one);
        out->df[j] = one.df;
        out->p_value[j] = one.p_value;
        out->low[j] = one.low;
        out->high[j] = one.high;
    }
    if (m->status == LW_OK) {
        containment(m, out);
    }
}

lw_status lw_mixed_fit(const struct lw_alloc *alloc, enum lw_mixed_kind kind, bool reml,
                       const struct lw_mixed_data *data, struct lw_mixed *out,
                       struct lw_error *err) {
    struct model m = {.alloc = alloc,
                      .x = data->x,
                      .y = data->y,
                      .group = data->group,
                      .n = data->n,
                      .p = data->p,
                      .n_groups = data->n_groups,
                      .reml = reml,
                      .err = err,
                      .status = LW_OK};
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    *out = (struct lw_mixed){.alloc = alloc,
                             .n = data->n,
                             .p = data->p,
                             .n_groups = data->n_groups,
                             .reml = reml};
    out->beta = lw_alloc_zero(alloc, cells_of(data->p, data->n_groups), sizeof(double));
    m.size = lw_arena_zero(&arena, 2 * data->n_groups + 1, sizeof *m.size);
    m.first = m.size == NULL ? NULL : m.size + data->n_groups;
    m.mean_x = lw_arena_zero(&arena, data->n_groups * data->p, sizeof *m.mean_x);
    m.mean_y = lw_arena_zero(&arena, data->n_groups, sizeof *m.mean_y);
    m.work = lw_arena_zero(&arena, data->n * (data->p + 1), sizeof *m.work);
    double *work = lw_arena_zero(&arena, data->p * data->p, sizeof *work);
    if (out->beta == NULL || m.size == NULL || m.mean_x == NULL || m.mean_y == NULL ||
        m.work == NULL || work == NULL) {
        m.status = lw_fail_memory(err);
    } else {
        lay_out(out);
        m.status = group_means(&m);
    }
    if (m.status == LW_OK) {
        fit_model(&m, kind, out, work);
    }
    if (m.status != LW_OK) {
        lw_mixed_free(out);
    }
    lw_arena_free(&arena);
    return m.status;
}
