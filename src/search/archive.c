/* The quality-diversity archive and its loop: MAP-Elites (Mouret and Clune 2015). A grid
 * over a few descriptors keeps the best item of each cell. */
#include "lw/search.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MAX_CELLS 10000000u

lw_status lw_archive_init(struct lw_archive *archive, const struct lw_alloc *alloc,
                          const struct lw_archive_axis *axes, size_t n_axes,
                          size_t item_bytes) {
    assert(n_axes > 0 && n_axes <= LW_ARCHIVE_MAX_AXES && item_bytes > 0);
    *archive = (struct lw_archive){
        .alloc = alloc, .n_axes = n_axes, .item_bytes = item_bytes, .n_cells = 1};
    for (size_t i = 0; i < n_axes; i++) {
        assert(axes[i].bins > 0 && axes[i].lo < axes[i].hi);
        if (axes[i].bins > MAX_CELLS / archive->n_cells) {
            return LW_USAGE;
        }
        archive->axes[i] = axes[i];
        archive->n_cells *= axes[i].bins;
    }
    archive->filled = lw_alloc_get(alloc, archive->n_cells * sizeof *archive->filled);
    archive->scores = lw_alloc_get(alloc, archive->n_cells * sizeof *archive->scores);
    archive->items = lw_alloc_get(alloc, archive->n_cells * item_bytes);
    if (archive->filled == NULL || archive->scores == NULL || archive->items == NULL) {
        lw_archive_free(archive);
        return LW_NO_MEMORY;
    }
    for (uint32_t i = 0; i < archive->n_cells; i++) {
        archive->scores[i] = (double)NAN;
    }
    return LW_OK;
}

void lw_archive_free(struct lw_archive *archive) {
    const struct lw_alloc *alloc = archive->alloc;
    if (alloc == NULL) {
        return;
    }
    lw_alloc_free(alloc, archive->filled, archive->n_cells * sizeof *archive->filled);
    lw_alloc_free(alloc, archive->scores, archive->n_cells * sizeof *archive->scores);
    lw_alloc_free(alloc, archive->items, archive->n_cells * archive->item_bytes);
    *archive = (struct lw_archive){0};
}

static uint32_t cell_of(const struct lw_archive *archive, const double *coords) {
    uint32_t cell = 0;
    for (size_t i = 0; i < archive->n_axes; i++) {
        const struct lw_archive_axis *axis = &archive->axes[i];
        double share = (coords[i] - axis->lo) / (axis->hi - axis->lo);
        double bin = floor(share * (double)axis->bins);
        uint32_t index = 0;
        if (bin >= (double)axis->bins) {
            index = axis->bins - 1;
        } else if (bin > 0) {
            index = (uint32_t)bin;
        }
        cell = cell * axis->bins + index;
    }
    return cell;
}

enum lw_archive_verdict lw_archive_add(struct lw_archive *archive, const double *coords,
                                       double score, const void *item) {
    uint32_t cell = cell_of(archive, coords);
    bool empty = isnan(archive->scores[cell]);
    assert(!isnan(score));
    if (!empty && score <= archive->scores[cell]) {
        return LW_ARCHIVE_WORSE;
    }
    archive->scores[cell] = score;
    memcpy(archive->items + cell * archive->item_bytes, item, archive->item_bytes);
    if (empty) {
        archive->filled[archive->n_filled++] = cell;
        return LW_ARCHIVE_NEW;
    }
    return LW_ARCHIVE_BETTER;
}

const void *lw_archive_get(const struct lw_archive *archive, uint32_t cell) {
    if (isnan(archive->scores[cell])) {
        return NULL;
    }
    return archive->items + cell * archive->item_bytes;
}

/* A uniformly chosen filled cell; there must be one. */
static uint32_t pick_cell(const struct lw_archive *archive, struct lw_rng *rng) {
    return archive->filled[lw_rng_below(rng, archive->n_filled)];
}

lw_status lw_elites_run(const struct lw_elites_problem *problem,
                        struct lw_archive *archive, uint64_t n_seeds, uint64_t n_rounds,
                        struct lw_rng *rng, struct lw_meter *meter) {
    void *item = lw_alloc_get(archive->alloc, archive->item_bytes);
    if (item == NULL) {
        return LW_NO_MEMORY;
    }
    for (uint64_t round = 0; round < n_rounds && lw_meter_check(meter) == LW_STOP_NONE;
         round++) {
        double coords[LW_ARCHIVE_MAX_AXES], score;
        bool built;
        if (round < n_seeds || archive->n_filled == 0) {
            built = problem->seed(problem->ctx, rng, item);
        } else {
            const void *parent = lw_archive_get(archive, pick_cell(archive, rng));
            const void *other = lw_archive_get(archive, pick_cell(archive, rng));
            built = problem->vary(problem->ctx, rng, parent, other, item);
        }
        if (built && problem->rate(problem->ctx, item, &score, coords)) {
            (void)lw_archive_add(archive, coords, score, item);
        }
    }
    lw_alloc_free(archive->alloc, item, archive->item_bytes);
    return LW_OK;
}
