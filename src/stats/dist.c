/* Tails and quantiles, from GSL. None of these entry points can reach GSL's aborting
 * error handler: their arguments are checked here. */
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

double lw_t_upper(double x, double df) {
    return df > 0 && !isnan(x) ? gsl_cdf_tdist_Q(x, df) : NAN;
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
