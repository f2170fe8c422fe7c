/* From a definition to a study that people can enter. */
#include <string.h>

#include "daily/clock.h"
#include "studies/versions.h"

#define DAY_MS INT64_C(86400000)

/* What was read of a definition. */
struct definition {
    struct lw_study *study;
    struct lw_study_cells cells;
    struct lw_study_levels levels;
};

static lw_status read_definition(const struct lw_server_study_input *input,
                                 struct lw_arena *arena, struct lw_study_faults *faults,
                                 struct definition *d, struct lw_error *err) {
    const struct lw_study_input text = {input->text, input->len, input->today};
    struct lw_server_study_from from = input->from;
    struct lw_study_sources sources = lw_server_study_sources(&from);
    lw_status status = lw_study_read(arena, &text, &d->study, faults, err);
    if (status == LW_OK) {
        status = lw_study_cells_make(d->study, arena, faults, &d->cells, err);
    }
    if (status == LW_OK && faults->n_wrong + faults->n_before_opening > 0) {
        /* The levels may take minutes to make; what is known already comes first. */
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the definition cannot be opened yet");
    }
    if (status == LW_OK) {
        status = lw_study_levels_resolve(d->study, &sources, input->runtime, arena,
                                         faults, &d->levels);
        lw_error_set(err, status, 0, 0, "the levels are not available");
    }
    return status == LW_OK ? lw_study_plans_try(d->study, &d->cells, &d->levels,
                                                input->runtime->alloc, faults, err)
                           : status;
}

/* The end of the last day on which data is kept. */
static int64_t delete_time(const struct lw_study *study) {
    int64_t day_ms = 0;
    return study->retention_until != NULL && date_read(study->retention_until, &day_ms)
               ? day_ms + DAY_MS
               : 0;
}

static lw_status put(const struct lw_server_study_input *input,
                     const struct definition *d, struct lw_arena *arena,
                     struct lw_server_study_opened *out, struct lw_error *err) {
    struct lw_buffer frozen;
    struct lw_store_study row;
    lw_buffer_init(&frozen, input->runtime->alloc);
    lw_status status = lw_study_freeze(d->study, &d->levels, &frozen, out->hash, err);
    if (status == LW_OK) {
        const struct lw_store_study_opening opening = {
            .study = input->study,
            .title = lw_study_text_in(d->study, d->study->title, NULL),
            .hash = out->hash,
            .frozen = lw_buffer_text(&frozen),
            .delete_ms = delete_time(d->study),
            .now_ms = input->now_ms,
        };
        status = lw_store_study_open(input->from.store, &opening, out->study, err);
    }
    if (status == LW_OK) {
        status = lw_store_study_get(input->from.store, out->study, arena, &row, err);
        out->version = row.version;
        out->state = row.state;
    }
    if (status == LW_OK) {
        const struct study_version of = {out->study, out->version, d->study, &d->cells};
        status = study_counts_from(input->from.store, &of, &out->counts_from,
                                   out->counts_why, err);
    }
    lw_buffer_free(&frozen);
    return status;
}

lw_status lw_server_study_open(const struct lw_server_study_input *input,
                               struct lw_arena *arena, struct lw_study_faults *faults,
                               struct lw_server_study_opened *out, struct lw_error *err) {
    struct definition d = {.study = NULL};
    *out = (struct lw_server_study_opened){.version = 0};
    lw_status status = read_definition(input, arena, faults, &d, err);
    if (faults->n_wrong + faults->n_before_opening > 0) {
        err->status = LW_BAD_INPUT;
        return LW_BAD_INPUT;
    }
    if (status != LW_OK) {
        return status;
    }
    out->n_cells = d.cells.n;
    out->n_sets = d.levels.n_sets;
    for (size_t i = 0; i < d.levels.n_sets; i++) {
        out->n_levels += d.levels.sets[i].n;
    }
    return put(input, &d, arena, out, err);
}
