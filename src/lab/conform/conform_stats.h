/* The cases of conform stats: each compares one answer file with what we compute. */
#ifndef LAB_CONFORM_STATS_H
#define LAB_CONFORM_STATS_H

#include "lw/base/json.h"
#include "lw/stats.h"

/* One case: its answers, its data, and the worst deviation so far. */
struct stats_case {
    const struct lw_alloc *alloc;
    const char *folder;         /* of the whole set: some answers name data elsewhere */
    const char *stem;           /* "corr/n5_noties" */
    const struct lw_json *want; /* NULL for a CSV of answers */
    struct lw_table *table;     /* NULL when there is no data file of that name */
    size_t n_checks;
    bool failed;
    char why[300];
};

/* How far a number may be from the reference. */
struct stats_within {
    double absolute, relative;
};

/* Compares: |got - want| <= absolute + relative * |want|. null wants an undefined got. */
void stats_near(struct stats_case *c, const char *name, double got,
                const struct lw_json *want, double absolute, double relative);
void stats_number(struct stats_case *c, const char *name, double got, double want,
                  double absolute, double relative);
/* got[i] with want's i-th child; lengths must agree. */
void stats_list(struct stats_case *c, const char *name, const double *got, size_t n,
                const struct lw_json *want, struct stats_within within);
void stats_broken(struct stats_case *c, const char *fmt, ...) LW_PRINTF(2, 3);
/* True when status is OK; otherwise the case has failed with err's sentence. */
bool stats_done(struct stats_case *c, lw_status status, const struct lw_error *err);
const struct lw_json *stats_at(const struct lw_json *object, const char *key);

/* Reads folder/stem.csv into table; a missing file is LW_BAD_INPUT. */
lw_status stats_read_table(const struct lw_alloc *alloc, const char *folder,
                           const char *name, struct lw_table *table,
                           struct lw_error *err);

/* conform_stats_simple.c */
void stats_case_corr(struct stats_case *c);
void stats_case_descr(struct stats_case *c);
void stats_case_dist(struct stats_case *c);
void stats_case_transform(struct stats_case *c);
void stats_case_nist(struct stats_case *c);
void stats_case_regress(struct stats_case *c);
/* conform_stats_models.c */
void stats_case_pca(struct stats_case *c);
void stats_case_lmm(struct stats_case *c);
void stats_case_pairwise(struct stats_case *c);
void stats_case_ordinal(struct stats_case *c);
void stats_case_irt(struct stats_case *c);

#endif
