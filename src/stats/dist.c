/* Tails and quantiles, from GSL but for the t distribution's tail, which GSL gives to
 * about six digits only far out (t = 19 at 40 degrees of freedom). None of these entry
 * points can reach GSL's aborting error handler: their arguments are checked here. */
#include "lw/stats.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

double lw_norm_cdf(double x) {
    return gsl_cdf_ugaussian_P(x);
}

double lw_norm_upper(double x) {
    return gsl_cdf_ugaussian_Q(x);
}

double lw_norm_quantile(double p) {
    return p < 0 || p > 1 || isnan(p) ? NAN : gsl_cdf_ugaussian_Pinv(p);
}

/* The regularised incomplete beta function I_x(a, b) by its continued fraction (modified
 * Lentz), which converges fast for x < (a + 1) / (a + b + 2). */
static long double beta_fraction(long double x, long double a, long double b) {
    const long double tiny = 1e-300L;
    long double front =
        expl(a * logl(x) + b * log1pl(-x) + lgammal(a + b) - lgammal(a) - lgammal(b)) / a;
    long double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabsl(d) < tiny ? tiny : d);
    long double value = d;
    for (int i = 1; i < 2000; i++) {
        long double m = i;
        long double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        long double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (int half = 0; half < 2; half++) {
            long double term = half == 0 ? even : odd;
            d = 1 + term * d;
            d = 1 / (fabsl(d) < tiny ? tiny : d);
            c = 1 + term / c;
            c = fabsl(c) < tiny ? tiny : c;
            value *= c * d;
        }
        if (fabsl(c * d - 1) < 1e-19L) {
            break;
        }
    }
    return front * value;
}

static long double beta_regularised(long double x, long double a, long double b) {
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    return x < (a + 1) / (a + b + 2) ? beta_fraction(x, a, b)
                                     : 1 - beta_fraction(1 - x, b, a);
}

double lw_t_upper(double x, double df) {
    if (!(df > 0) || isnan(x)) {
        return NAN;
    }
    if (isinf(x)) {
        return x > 0 ? 0 : 1;
    }
    long double square = (long double)x * x;
    long double half = 0.5L * beta_regularised(df / (df + square), 0.5L * df, 0.5L);
    return (double)(x < 0 ? 1 - half : half);
}

double lw_t_quantile(double p, double df) {
    return df > 0 && p > 0 && p < 1 ? gsl_cdf_tdist_Pinv(p, df) : NAN;
}

double lw_chisq_upper(double x, double df) {
    return df > 0 && !isnan(x) ? gsl_cdf_chisq_Q(x, df) : NAN;
}

double lw_f_upper(double x, double df1, double df2) {
    return df1 > 0 && df2 > 0 && !isnan(x) ? gsl_cdf_fdist_Q(x, df1, df2) : NAN;
}

double lw_t_two_sided(double t, double df) {
    return 2 * lw_t_upper(fabs(t), df);
}
