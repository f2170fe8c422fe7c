/* The counters behind the reports: tables that hold how many, so that no report looks at
 * every play. Triggers of the database keep them in the transaction of each change,
 * whoever makes it; see counters.c. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "store_internal.h"

/* Which tenth of the percentiles a level of this percentile is in; -1: not known. */
#define COUNTERS_TENTH                                                                   \
    "CASE WHEN percentile IS NULL THEN -1 WHEN percentile >= 90 THEN 9"                  \
    " WHEN percentile >= 80 THEN 8 WHEN percentile >= 70 THEN 7"                         \
    " WHEN percentile >= 60 THEN 6 WHEN percentile >= 50 THEN 5"                         \
    " WHEN percentile >= 40 THEN 4 WHEN percentile >= 30 THEN 3"                         \
    " WHEN percentile >= 20 THEN 2 WHEN percentile >= 10 THEN 1 ELSE 0 END"

/* Inside a transaction: from here to store_counters_start changes are not counted, which
 * is faster where much is written. */
lw_status store_counters_stop(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* Counts everything afresh, and from here on every change. */
lw_status store_counters_start(struct lw_store *store,
                               struct lw_error *err) LW_MUST_CHECK;

/* Calls found for every counter that differs from a count afresh, with the names of its
 * table and of what it counts. */
typedef void (*store_miscount_fn)(void *ctx, const char *table, const char *key);
lw_status store_counters_compare(struct lw_store *store, store_miscount_fn found,
                                 void *ctx, struct lw_error *err) LW_MUST_CHECK;

/* Inside the transaction that stored them: so many new events. */
lw_status store_count_events(struct lw_store *store, size_t n,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
