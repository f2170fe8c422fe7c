/* Distributions. */
#ifndef LW_STATS_DISTRIBUTION_H
#define LW_STATS_DISTRIBUTION_H

double lw_norm_cdf(double x);
double lw_norm_upper(double x);
double lw_norm_quantile(double p);
double lw_t_upper(double x, double df);
double lw_t_quantile(double p, double df);
double lw_beta_quantile(double p, double a, double b);
double lw_chisq_upper(double x, double df);
double lw_f_upper(double x, double df1, double df2);
double lw_t_two_sided(double t, double df);

#endif
