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

int64_t study_runs_find(const struct study_runs *runs, const char *study,
                        int64_t version) {
    for (size_t i = 0; i < runs->n && i < STUDY_MAX_RUNS; i++) {
        const struct study_run *run = &runs->runs[i];
        if (run->from <= version && version <= run->to &&
            strcmp(run->study, study) == 0) {
            return run->from;
        }
    }
    return 0;
}

void study_runs_note(struct study_runs *runs, const char *study, int64_t from,
                     int64_t to) {
    for (size_t i = 0; i < runs->n && i < STUDY_MAX_RUNS; i++) {
        struct study_run *run = &runs->runs[i];
        if (run->from == from && strcmp(run->study, study) == 0) {
            run->to = to > run->to ? to : run->to;
            return;
        }
    }
    struct study_run *run = &runs->runs[runs->n++ % STUDY_MAX_RUNS];
    *run = (struct study_run){.from = from, .to = to};
    (void)snprintf(run->study, sizeof run->study, "%s", study);
}

/* A version that this program cannot read has cells that nobody can compare.
 * Cells that are the same as those of a version are the same as those of all versions
 * that it counts with, so all are compared with the newest, and none that is known to
 * count with one that was compared. */
static lw_status go_back(struct lw_store *store, const struct study_version *of,
                         struct study_runs *runs, int64_t *from,
                         char why[LW_STUDY_CELLS_WHY], struct lw_error *err) {
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
        runs->n_read++;
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
        int64_t known = study_runs_find(runs, of->study, *from);
        if (same && known > 0) {
            *from = known;
            return status;
        }
    }
    return status;
}

lw_status study_counts_from(struct lw_store *store, const struct study_version *of,
                            int64_t *from, char why[LW_STUDY_CELLS_WHY],
                            struct lw_error *err) {
    struct study_runs none = {.n = 0};
    return go_back(store, of, &none, from, why, err);
}

lw_status study_counts_known(struct lw_store *store, const struct study_version *of,
                             struct study_runs *runs, int64_t *from,
                             struct lw_error *err) {
    char why[LW_STUDY_CELLS_WHY];
    *from = study_runs_find(runs, of->study, of->version);
    if (*from > 0) {
        return LW_OK;
    }
    lw_status status = go_back(store, of, runs, from, why, err);
    if (status == LW_OK) {
        study_runs_note(runs, of->study, *from, of->version);
    }
    return status;
}
