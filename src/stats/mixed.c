/* Linear mixed models with one grouping: random intercept and compound symmetry.
 *
 * Both have the same covariance, one correlation rho within groups; the intercept model
 * keeps it at zero or above. For a given rho the rows of a group are split into their
 * mean and the deviations from it, which have variances 1 + (m-1) rho and 1 - rho; after
 * dividing by those standard deviations ordinary least squares applies, and the criterion
 * is a function of rho alone.
 *
 * Degrees of freedom are Satterthwaite's, in the parameters (theta, sigma) with theta the
 * ratio of the standard deviations: at the bound theta = 0 the criterion is flat in theta
 * and only sigma counts, as in lmerTest. */
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
    bool reml;
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
                            "the fixed terms explain the response without rest, so its "
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

/* The variance of each coefficient at (theta, sigma), and the deviance there. */
static double deviance_at(struct model *m, double theta, double sigma, double *variance) {
    double rho = theta * theta / (1 + theta * theta), total = 1 + theta * theta;
    struct lw_fit fit;
    struct at_rho at = evaluate(m, rho, &fit);
    if (m->status != LW_OK) {
        return NAN;
    }
    for (size_t j = 0; j < m->p && variance != NULL; j++) {
        variance[j] = sigma * sigma * total * fit.covariance[j * m->p + j];
    }
    lw_fit_free(&fit);
    double n = (double)m->n, p = (double)m->p;
    return n * log(total) + at.log_det_v + (n - p) * log(TWO_PI * sigma * sigma) +
           at.log_det_xx - p * log(total) + at.rss / (total * sigma * sigma);
}

static void satterthwaite(struct model *m, struct lw_mixed *out, double *work) {
    double sigma = sqrt(out->var_residual), theta = sqrt(out->var_group) / sigma;
    double ht = 1e-3 * fmax(theta, 0.1), hs = 1e-3 * sigma;
    double *v0 = work, *vt = work + m->p, *vs = work + 2 * m->p, *vm = work + 3 * m->p;
    double d0 = deviance_at(m, theta, sigma, v0);
    double tp = deviance_at(m, theta + ht, sigma, vt);
    double tm = deviance_at(m, fabs(theta - ht), sigma, vm);
    for (size_t j = 0; j < m->p; j++) {
        vt[j] = (vt[j] - vm[j]) / (2 * ht);
    }
    double sp = deviance_at(m, theta, sigma + hs, vs);
    double sm = deviance_at(m, theta, sigma - hs, vm);
    for (size_t j = 0; j < m->p; j++) {
        vs[j] = (vs[j] - vm[j]) / (2 * hs);
    }
    double mixed = (deviance_at(m, theta + ht, sigma + hs, NULL) -
                    deviance_at(m, theta + ht, sigma - hs, NULL) -
                    deviance_at(m, fabs(theta - ht), sigma + hs, NULL) +
                    deviance_at(m, fabs(theta - ht), sigma - hs, NULL)) /
                   (4 * ht * hs);
    double tt = (tp - 2 * d0 + tm) / (ht * ht), ss = (sp - 2 * d0 + sm) / (hs * hs);
    double det = tt * ss - mixed * mixed;
    for (size_t j = 0; j < m->p; j++) {
        /* Twice the inverse Hessian is the covariance of (theta, sigma). */
        double spread =
            2 * (vt[j] * vt[j] * ss - 2 * vt[j] * vs[j] * mixed + vs[j] * vs[j] * tt) /
            det;
        out->df[j] = 2 * v0[j] * v0[j] / spread;
    }
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
    return 9 * p + n_groups;
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
                       "a mixed model needs 2 groups and a group of 2 rows at least; "
                       "there are %zu groups and the largest has %zu",
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
    double low = kind == LW_MIXED_INTERCEPT ? 0 : -1 / ((double)m->largest - 1);
    double rho = minimise(m, kind == LW_MIXED_INTERCEPT ? low : low + 1e-9, 1);
    if (m->status == LW_OK &&
        (1 - rho < 1e-9 || criterion(m, 1 - 1e-10) < criterion(m, rho))) {
        m->status = lw_fail(m->err, LW_BAD_INPUT, 0, 0,
                            "the rows of a group differ by the fixed terms alone, so the "
                            "variance within groups is zero and the model undefined");
    }
    if (m->status == LW_OK) {
        finish(m, rho, out);
    }
    for (size_t j = 0; j < m->p; j++) {
        out->df[j] = out->p_value[j] = out->low[j] = out->high[j] = NAN;
    }
    if (m->status == LW_OK && m->reml && kind == LW_MIXED_INTERCEPT) {
        satterthwaite(m, out, work);
        for (size_t j = 0; j < m->p; j++) {
            double half = lw_t_quantile(0.975, out->df[j]) * out->se[j];
            out->p_value[j] = lw_t_two_sided(out->t[j], out->df[j]);
            out->low[j] = out->beta[j] - half;
            out->high[j] = out->beta[j] + half;
        }
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
    double *work = lw_arena_zero(&arena, 4 * data->p, sizeof *work);
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
