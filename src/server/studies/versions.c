/* Goes back from a version to the first that has other cells. */
#include "studies/versions.h"

#include <stdio.h>
#include <string.h>

/* What a version that was stored says. */
static lw_status read_version(struct lw_store *store, const char *study, int64_t version,
                              struct lw_arena *arena, struct lw_study_frozen *frozen,
                              struct lw_study_cells *cells, struct lw_error *err) {
    struct lw_store_study_version row;
    struct lw_study_faults faults;
    lw_study_faults_init(&faults, arena);
    lw_status status =
        lw_store_study_version_get(store, study, version, arena, &row, err);
    if (status == LW_OK) {
        status = lw_study_thaw(arena, row.frozen, strlen(row.frozen), frozen, err);
    }
    if (status == LW_OK) {
        status = lw_study_cells_make(frozen->study, arena, &faults, cells, err);
    }
    return status;
}

/* Cells that are the same as those of a version are the same as those of all versions
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
        struct lw_study_frozen frozen;
        struct lw_study_cells cells;
        struct lw_arena arena;
        if (across == LW_STUDY_ANEW) {
            (void)snprintf(why, LW_STUDY_CELLS_WHY,
                           "version %lld says so in stopping.across_versions",
                           (long long)*from);
            return LW_OK;
        }
        lw_arena_init(&arena, lw_alloc_libc());
        status = read_version(store, of->study, *from - 1, &arena, &frozen, &cells, err);
        if (status == LW_OK) {
            same =
                lw_study_cells_same(frozen.study, &cells, of->definition, of->cells, why);
            *from -= same;
            across = frozen.study->stopping.across_versions;
        }
        lw_arena_free(&arena);
    }
    return status;
}
