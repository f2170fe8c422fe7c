/* A quality-diversity archive and MAP-Elites. */
#ifndef LW_SEARCH_ARCHIVE_H
#define LW_SEARCH_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"

#define LW_ARCHIVE_MAX_AXES 6

/* A value below lo or above hi counts into the first or last bin. */
struct lw_archive_axis {
    const char *name;
    double lo, hi;
    uint32_t bins;
};

enum lw_archive_verdict { LW_ARCHIVE_WORSE, LW_ARCHIVE_BETTER, LW_ARCHIVE_NEW };

struct lw_archive {
    const struct lw_alloc *alloc;
    struct lw_archive_axis axes[LW_ARCHIVE_MAX_AXES];
    size_t n_axes;
    size_t item_bytes;
    uint32_t n_cells;
    uint32_t n_filled;
    uint32_t *filled; /* cells in the order they were first filled */
    double *scores;   /* [cell], NaN when empty */
    uint8_t *items;   /* [cell] */
};

lw_status lw_archive_init(struct lw_archive *archive, const struct lw_alloc *alloc,
                          const struct lw_archive_axis *axes, size_t n_axes,
                          size_t item_bytes) LW_MUST_CHECK;
void lw_archive_free(struct lw_archive *archive);
/* Keeps the item when its cell is empty or holds a lower score. */
enum lw_archive_verdict lw_archive_add(struct lw_archive *archive, const double *coords,
                                       double score, const void *item);
/* NULL when the cell is empty. */
const void *lw_archive_get(const struct lw_archive *archive, uint32_t cell);

struct lw_elites_problem {
    void *ctx;
    bool (*seed)(void *ctx, struct lw_rng *rng, void *item);
    /* Makes a variation of parent, perhaps with material of other (both from the
     * archive). False: it came to nothing. */
    bool (*vary)(void *ctx, struct lw_rng *rng, const void *parent, const void *other,
                 void *item);
    /* False: not acceptable at all. May note in the item what belongs to it. */
    bool (*rate)(void *ctx, void *item, double *score,
                 double coords[LW_ARCHIVE_MAX_AXES]);
};

/* MAP-Elites (Mouret and Clune 2015): n_seeds fresh items, then variations of archived
 * ones until n_rounds items were made in all or the meter stops. */
lw_status lw_elites_run(const struct lw_elites_problem *problem,
                        struct lw_archive *archive, uint64_t n_seeds, uint64_t n_rounds,
                        struct lw_rng *rng, struct lw_meter *meter) LW_MUST_CHECK;

#endif
