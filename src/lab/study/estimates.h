/* Estimates with their intervals as cells of a report's table, the same in every design.
 */
#ifndef LAB_STUDY_ESTIMATES_H
#define LAB_STUDY_ESTIMATES_H

#include "lw/stats.h"
#include "page/page.h"

/* Headings of the cells below, to stand behind a table's own; as macros because tables
 * list their columns. */
#define STUDY_CORRELATION_COLUMNS                                                        \
    "n", "Pearson r", "95 % from", "to", "p", "r\xc2\xb2", "Spearman \xcf\x81",          \
        "95 % from", "to", "p"
#define STUDY_N_CORRELATION 10
#define STUDY_SHARE_COLUMNS "of", "share", "95 % from", "to", "exact from", "to"
#define STUDY_N_SHARE 6

/* A pair counts where both are known; fewer than four pairs have no estimate. */
lw_status study_correlate(struct report *r, const double *x, const double *y, size_t n,
                          struct lw_correlation *out, struct lw_error *err) LW_MUST_CHECK;
void study_put_correlation(struct report *r, struct report_part *part,
                           const struct lw_correlation *c);
/* The count stands first, then the cells above. */
void study_put_share(struct report *r, struct report_part *part, struct lw_share share);
/* Between which 95 % of what n draws of so many people gave lie; draws in which it was
 * not defined (NaN) are left out, and fewer than 40 others give NaN. So do fewer than
 * three people: drawn anew, one person is always the same. Sorts the values. */
void study_draws_between(double *values, size_t n, size_t people, double *low,
                         double *high);
/* A least squares line through the points where both are known, as the two ends of a
 * series: xs[2], ys[2]. False when there is none. */
bool study_line_through(const double *x, const double *y, size_t n, double xs[2],
                        double ys[2]);

#endif
