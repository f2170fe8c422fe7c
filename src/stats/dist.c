/* Tails and quantiles. The normal quantile comes from GSL; the tails are our own in
 * extended precision, since GSL's lose digits far out (t = 19
 * at 40 degrees of freedom: six are left). None of these entry points can reach GSL's
 * aborting error handler: their arguments are checked here. */
#include "lw/stats.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

/* A tail too small for a double is still not nought. */
static double tail(long double value) {
    double rounded = (double)value;
    return rounded > 0 ? rounded : isnan(rounded) ? NAN : DBL_TRUE_MIN;
}

double lw_norm_upper(double x) {
    return isinf(x) ? x < 0 : tail(0.5L * erfcl(x / 1.41421356237309504880169L));
}

double lw_norm_cdf(double x) {
    return lw_norm_upper(-x);
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

/* Halving, since the fraction has a floor of its own accuracy where steps by its slope
 * would wander. (GSL's inverse gives up for some shares, and its error handler ends the
 * process.) */
double lw_beta_quantile(double p, double a, double b) {
    if (!(p >= 0 && p <= 1 && a > 0 && b > 0)) {
        return NAN;
    }
    long double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        long double middle = 0.5L * (low + high);
        if (middle <= low || middle >= high) {
            break;
        }
        *(beta_regularised(middle, a, b) < p ? &low : &high) = middle;
    }
    return (double)(0.5L * (low + high));
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
    return tail(x < 0 ? 1 - half : half);
}

/* Where the upper tail is this large, for tail < 1/2: Newton on the logarithms of tail
 * and x, which are nearly a straight line far out, kept inside a bracket. (GSL's inverse
 * gives up for few degrees of freedom, and its error handler ends the process.) */
static double t_upper_quantile(double tail, double df) {
    long double log_scale = lgammal(0.5L * (df + 1)) - lgammal(0.5L * df) -
                            0.5L * logl(df * 3.14159265358979323846264L);
    double low = 0, high = 1;
    while (lw_t_upper(high, df) > tail && high < 1e300) {
        low = high;
        high *= 4;
    }
    double x = 0.5 * (low + high);
    for (int i = 0; i < 200 && high > low; i++) {
        double here = lw_t_upper(x, df);
        *(here > tail ? &low : &high) = x;
        long double density =
            expl(log_scale - 0.5L * (df + 1) * log1pl((long double)x * x / df));
        double next = x * exp((double)(here / density / x * log(here / tail)));
        next = next > low && next < high ? next : low + 0.5 * (high - low);
        if (fabs(next - x) <= 1e-16 * x) {
            break;
        }
        x = next;
    }
    return x;
}

double lw_t_quantile(double p, double df) {
    if (!(df > 0 && p > 0 && p < 1) || p == 0.5) {
        return df > 0 && p == 0.5 ? 0 : NAN;
    }
    double x = t_upper_quantile(fmin(p, 1 - p), df);
    return p < 0.5 ? -x : x;
}

/* The regularised upper incomplete gamma function Q(a, x): a series for the lower one
 * below a + 1, a continued fraction (modified Lentz) above. */
static long double gamma_upper(long double a, long double x) {
    long double front = expl(a * logl(x) - x - lgammal(a)), term = 1 / a, sum = term;
    if (x < a + 1) {
        for (int i = 1; i < 100000 && term > sum * 1e-20L; i++) {
            term *= x / (a + i);
            sum += term;
        }
        return 1 - front * sum;
    }
    const long double tiny = 1e-300L;
    long double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
    for (int i = 1; i < 100000; i++) {
        long double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        d = 1 / (fabsl(d) < tiny ? tiny : d);
        c = b + an / c;
        c = fabsl(c) < tiny ? tiny : c;
        value *= c * d;
        if (fabsl(c * d - 1) < 1e-19L) {
            break;
        }
    }
    return front * value;
}

double lw_chisq_upper(double x, double df) {
    if (!(df > 0) || isnan(x)) {
        return NAN;
    }
    return x <= 0 ? 1 : isinf(x) ? 0 : tail(gamma_upper(0.5L * df, 0.5L * x));
}

double lw_f_upper(double x, double df1, double df2) {
    if (!(df1 > 0 && df2 > 0) || isnan(x)) {
        return NAN;
    }
    long double part = df2 / (df2 + (long double)df1 * x);
    return x <= 0     ? 1
           : isinf(x) ? 0
                      : tail(beta_regularised(part, 0.5L * df2, 0.5L * df1));
}

double lw_t_two_sided(double t, double df) {
    return 2 * lw_t_upper(fabs(t), df);
}
