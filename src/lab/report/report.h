/* The report on one set of levels and how people did on them. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "page/page.h"
#include "table/level_table.h"

/* The parts about a study and its model. */
struct report_study {
    struct cli *cli;
    const struct learning *l;
    const struct lw_judged *judged;
    const struct lw_model *model;
    double *observed,
        *predicted; /* [n], percentiles of answers and held-out predictions */
};
lw_status report_fill(struct report *r, const struct report_study *study,
                      struct lw_error *err);

/* report_features.c */
lw_status report_correlations(struct report *r, const struct report_study *study,
                              struct lw_error *err);
void report_weights(struct report *r, const struct report_study *study);
lw_status report_components(struct report *r, const struct report_study *study,
                            struct lw_error *err);
/* The levels for which a feature is known: its values, answers and groups. */
struct report_known {
    double *x, *y; /* [n] */
    size_t *group; /* [n] */
    size_t n;
};
/* Room for all levels, in the report's arena. */
lw_status report_known_init(struct report_known *known, struct report *r,
                            const struct lw_evidence *e, struct lw_error *err);
void report_known_find(struct report_known *known, const struct lw_evidence *e,
                       size_t feature);

#endif
