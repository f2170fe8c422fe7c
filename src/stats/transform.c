/* Logit and Box-Cox transforms. */
#include "lw/stats.h"

#include <math.h>

lw_status lw_logit_transform(const double *p, size_t n, double adjust, double *out,
                             bool *percent, double *adjust_used, struct lw_error *err) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, p[i]);
        high = fmax(high, p[i]);
        if (!(p[i] >= 0 && p[i] <= 100)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %zu: %g is neither a proportion nor a percentage", i + 1,
                           p[i]);
        }
    }
    *percent = high > 1;
    double scale = *percent ? 100 : 1;
    if (adjust < 0) {
        adjust = low == 0 || high == scale ? 0.025 : 0;
    }
    *adjust_used = adjust;
    for (size_t i = 0; i < n; i++) {
        double q = adjust + (1 - 2 * adjust) * (p[i] / scale);
        out[i] = log(q / (1 - q));
    }
    return LW_OK;
}

double lw_box_cox_apply(double y, double lambda) {
    return fabs(lambda) < 1e-12 ? log(y) : expm1(lambda * log(y)) / lambda;
}

struct profile {
    const struct lw_alloc *alloc;
    const double *y, *x;
    double *z; /* n, scratch */
    size_t n, p;
    double mean_log;
    struct lw_error *err;
    lw_status status;
};

/* The profile log-likelihood up to a constant. */
static double profile_at(struct profile *profile, double lambda) {
    /* Dividing by the geometric mean to the power lambda - 1 makes the residual sums of
     * different lambdas comparable. */
    double scale = exp(-(lambda - 1) * profile->mean_log);
    for (size_t i = 0; i < profile->n; i++) {
        profile->z[i] = lw_box_cox_apply(profile->y[i], lambda) * scale;
    }
    struct lw_fit fit;
    lw_status status = lw_least_squares(profile->alloc, profile->x, profile->z, NULL,
                                        profile->n, profile->p, true, &fit, profile->err);
    if (status != LW_OK) {
        profile->status = status;
        return NAN;
    }
    double value = -0.5 * (double)profile->n * log(fit.ss_residual);
    lw_fit_free(&fit);
    return value;
}

/* Golden section first, then parabolas through three close points: the maximum to about
 * seven digits, which is what a flat top allows. */
static double maximise(struct profile *profile, double low, double high) {
    const double golden = 0.61803398874989484820;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double fa = profile_at(profile, a), fb = profile_at(profile, b);
    while (high - low > 1e-4 && profile->status == LW_OK) {
        if (fa > fb) {
            high = b;
            b = a;
            fb = fa;
            a = high - golden * (high - low);
            fa = profile_at(profile, a);
        } else {
            low = a;
            a = b;
            fa = fb;
            b = low + golden * (high - low);
            fb = profile_at(profile, b);
        }
    }
    double best = 0.5 * (low + high);
    for (int round = 0; round < 3 && profile->status == LW_OK; round++) {
        const double h = 1e-3;
        double left = profile_at(profile, best - h), mid = profile_at(profile, best);
        double right = profile_at(profile, best + h);
        best += 0.5 * h * (left - right) / (left - 2 * mid + right);
    }
    return best;
}

lw_status lw_box_cox_fit(const struct lw_alloc *alloc, const double *y, const double *x,
                         size_t n, size_t p, struct lw_box_cox *out,
                         struct lw_error *err) {
    struct profile profile = {
        .alloc = alloc, .y = y, .x = x, .n = n, .p = p, .err = err, .status = LW_OK};
    for (size_t i = 0; i < n; i++) {
        if (!(y[i] > 0)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %zu: Box-Cox needs values above zero, found %g", i + 1,
                           y[i]);
        }
        profile.mean_log += log(y[i]) / (double)n;
    }
    profile.z = lw_alloc_get(alloc, n * sizeof *profile.z);
    if (profile.z == NULL) {
        return lw_fail_memory(err);
    }
    double best = maximise(&profile, -5, 5);
    const double h = 1e-2;
    double top = profile_at(&profile, best);
    double curve =
        (profile_at(&profile, best - h) - 2 * top + profile_at(&profile, best + h)) /
        (h * h);
    double at_zero = profile_at(&profile, 0), at_one = profile_at(&profile, 1);
    if (profile.status == LW_OK) {
        double reach = lw_norm_quantile(0.975);
        out->lambda = best;
        out->se = sqrt(-1 / curve);
        out->low = best - reach * out->se;
        out->high = best + reach * out->se;
        out->lr_zero = fmax(0, 2 * (top - at_zero));
        out->lr_one = fmax(0, 2 * (top - at_one));
        out->lr_zero_p = lw_chisq_upper(out->lr_zero, 1);
        out->lr_one_p = lw_chisq_upper(out->lr_one, 1);
    }
    lw_alloc_free(alloc, profile.z, n * sizeof *profile.z);
    return profile.status;
}
