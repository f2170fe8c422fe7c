/* Goes back from a version to the first that has other cells. */
#include "studies/versions.h"

#include <stdio.h>
#include <string.h>

/* A version as it was stored; its arena is to be freed. */
struct stored {
    struct lw_arena arena;
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
};

static lw_status read_version(struct lw_store *store, const char *study, int64_t version,
                              struct stored *out, struct lw_error *err) {
    struct lw_store_study_version row;
    struct lw_study_faults faults;
    lw_arena_init(&out->arena, lw_alloc_libc());
    lw_study_faults_init(&faults, &out->arena);
    lw_status status =
        lw_store_study_version_get(store, study, version, &out->arena, &row, err);
    if (status == LW_OK) {
        status =
            lw_study_thaw(&out->arena, row.frozen, strlen(row.frozen), &out->frozen, err);
    }
    if (status == LW_OK) {
        status = lw_study_cells_make(out->frozen.study, &out->arena, &faults, &out->cells,
                                     err);
    }
    return status;
}

/* A version that this program cannot read has cells that nobody can compare.
 * Cells that are the same as those of a version are the same as those of all versions
 * that it counts with, so all are compared with the newest. */
lw_status study_counts_from(struct lw_store *store, const struct study_version *of,
                            int64_t *from, char why[LW_STUDY_CELLS_WHY],
                            struct lw_error *err) {
    enum lw_study_across_versions across = of->definition->stopping.across_versions;
    lw_status status = LW_OK;
    bool same = true;
    why[0] = '\0';
    *from = of->version;
    while (status == LW_OK && same && *from > 1) {
        struct stored before;
        if (across == LW_STUDY_ANEW) {
            (void)snprintf(why, LW_STUDY_CELLS_WHY,
                           "version %lld says so in stopping.across_versions",
                           (long long)*from);
            return LW_OK;
        }
        status = read_version(store, of->study, *from - 1, &before, err);
        if (status == LW_OK) {
            const struct lw_study *study = before.frozen.study;
            same =
                lw_study_cells_same(study, &before.cells, of->definition, of->cells, why);
            *from -= same;
            across = study->stopping.across_versions;
        }
        lw_arena_free(&before.arena);
        if (status == LW_BAD_INPUT) {
            (void)snprintf(why, LW_STUDY_CELLS_WHY,
                           "version %lld cannot be read by this program",
                           (long long)*from - 1);
            return LW_OK;
        }
    }
    return status;
}
