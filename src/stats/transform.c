/* Logit and Box-Cox transforms. */
#include "lw/stats.h"

#include <math.h>

lw_status lw_logit_transform(const double *p, size_t n, double adjust, double *out,
                             struct lw_logit *how, struct lw_error *err) {
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
    how->percent = high > 1;
    double scale = how->percent ? 100 : 1;
    if (adjust < 0) {
        const double near = 1.5e-8; /* what R's all.equal lets pass */
        adjust = low / scale <= near || fabs(high / scale - 1) <= near ? 0.025 : 0;
    }
    how->adjust = adjust;
    for (size_t i = 0; i < n; i++) {
        double q = adjust + (1 - 2 * adjust) * (p[i] / scale);
        out[i] = log(q / (1 - q));
    }
    return LW_OK;
}

double lw_box_cox_apply(double y, double lambda) {
    return fabs(lambda) < 1e-12 ? log(y) : expm1(lambda * log(y)) / lambda;
}

/* Powers beyond this are looked at no more: the response hardly varies. */
#define LAMBDA_MAX 80.0

struct profile {
    const struct lw_alloc *alloc;
    const double *y, *x;
    double *z; /* n, scratch */
    size_t n, p;
    double mean_log;
    bool intercept; /* a column of x is constant */
    bool perfect;   /* some lambda left no residual */
    struct lw_error *err;
    lw_status status;
};

/* The profile log-likelihood up to a constant. */
static double profile_at(struct profile *profile, double lambda) {
    /* Dividing by the geometric mean to the power lambda - 1 makes the residual sums of
     * different lambdas comparable. With an intercept a constant more or less is the
     * same: then y is divided by its geometric mean first, which keeps the powers of
     * tiny and huge values near one. */
    long double unit = profile->intercept ? (long double)profile->mean_log : 0;
    long double factor = expl(profile->intercept ? 0 : -(lambda - 1) * profile->mean_log);
    for (size_t i = 0; i < profile->n; i++) {
        long double log_y = logl((long double)profile->y[i]) - unit;
        long double power =
            fabs(lambda) < 1e-12 ? log_y : expm1l(lambda * log_y) / lambda;
        profile->z[i] = (double)(power * factor);
    }
    struct lw_fit fit;
    lw_status status = lw_least_squares(profile->alloc,
                                        &(struct lw_regression_data){.x = profile->x,
                                                                     .y = profile->z,
                                                                     .n = profile->n,
                                                                     .p = profile->p,
                                                                     .intercept = true},
                                        &fit, profile->err);
    if (status != LW_OK) {
        profile->status = status;
        return NAN;
    }
    double value = -0.5 * (double)profile->n * log(fit.ss_residual);
    profile->perfect = profile->perfect || fit.perfect;
    lw_fit_free(&fit);
    return value;
}

/* A coarse look for the right hill, wider as long as it ends at the edge. */
static double look(struct profile *profile, double *step) {
    double best = 0, reach = 5;
    for (;; reach *= 2) {
        double best_value = -INFINITY;
        *step = reach / 20;
        for (int i = -20; i <= 20 && profile->status == LW_OK && !profile->perfect; i++) {
            double value = profile_at(profile, *step * i);
            if (value > best_value) {
                best_value = value;
                best = *step * i;
            }
        }
        if (fabs(best) < reach || reach >= LAMBDA_MAX) {
            return best;
        }
    }
}

/* Golden section first, then parabolas through three close points: the maximum to about
 * seven digits, which is what a flat top allows. */
static double climb(struct profile *profile, double low, double high) {
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
        double right = profile_at(profile, best + h), bend = left - 2 * mid + right;
        best += bend < 0 ? fmax(-h, fmin(h, 0.5 * h * (left - right) / bend)) : 0;
    }
    return best;
}

static lw_status begin(struct profile *profile, struct lw_error *err) {
    bool constant = true;
    for (size_t i = 0; i < profile->n; i++) {
        if (!(profile->y[i] > 0)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %zu: Box-Cox needs values above zero, found %g", i + 1,
                           profile->y[i]);
        }
        constant = constant && profile->y[i] == profile->y[0];
        profile->mean_log += log(profile->y[i]) / (double)profile->n;
    }
    if (constant) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the response is the same in every row, so every power fits it "
                       "alike: lambda is undefined");
    }
    for (size_t j = 0; j < profile->p && !profile->intercept; j++) {
        profile->intercept = profile->x[j] != 0;
        for (size_t i = 0; i < profile->n && profile->intercept; i++) {
            profile->intercept = profile->x[i * profile->p + j] == profile->x[j];
        }
    }
    profile->z = lw_alloc_get(profile->alloc, profile->n * sizeof *profile->z);
    return profile->z == NULL ? lw_fail_memory(err) : LW_OK;
}

static lw_status refuse_edge(const struct profile *profile, double best,
                             struct lw_error *err) {
    return profile->perfect
               ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "a power leaves no residual at all, so the likelihood has no "
                         "maximum: lambda is undefined")
               : lw_fail(
                     err, LW_BAD_INPUT, 0, 0,
                     "the likelihood still rises at the power %g; the response varies "
                     "too little to tell one: lambda is undefined",
                     best);
}

lw_status lw_box_cox_fit(const struct lw_alloc *alloc,
                         const struct lw_regression_data *data, struct lw_box_cox *out,
                         struct lw_error *err) {
    struct profile profile = {.alloc = alloc,
                              .y = data->y,
                              .x = data->x,
                              .n = data->n,
                              .p = data->p,
                              .err = err,
                              .status = LW_OK};
    lw_status status = begin(&profile, err);
    if (status != LW_OK) {
        return status;
    }
    double step, best = look(&profile, &step);
    bool edge = fabs(best) >= LAMBDA_MAX;
    if (profile.status == LW_OK && !profile.perfect && !edge) {
        best = climb(&profile, best - step, best + step);
        const double h = 1e-2;
        double top = profile_at(&profile, best);
        double bend =
            (profile_at(&profile, best - h) - 2 * top + profile_at(&profile, best + h)) /
            (h * h);
        double at_zero = profile_at(&profile, 0), at_one = profile_at(&profile, 1);
        double reach = lw_norm_quantile(0.975);
        out->lambda = best;
        out->se = sqrt(-1 / bend);
        out->low = best - reach * out->se;
        out->high = best + reach * out->se;
        out->lr_zero = fmax(0, 2 * (top - at_zero));
        out->lr_one = fmax(0, 2 * (top - at_one));
        out->lr_zero_p = lw_chisq_upper(out->lr_zero, 1);
        out->lr_one_p = lw_chisq_upper(out->lr_one, 1);
    }
    status = profile.status;
    if (status == LW_OK && (profile.perfect || edge)) {
        status = refuse_edge(&profile, best, err);
    }
    lw_alloc_free(alloc, profile.z, data->n * sizeof *profile.z);
    return status;
}
