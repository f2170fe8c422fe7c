/* Simulated people, as an export. */
#include "lw/study/simulate.h"

struct job {
    struct lw_study_export *export;
    const struct lw_alloc *alloc;
};

static lw_status put(void *ctx, const struct lw_study_simulated *person,
                     struct lw_error *err) {
    const struct job *job = ctx;
    size_t n = person->log.n;
    struct lw_study_export_event *events =
        lw_alloc_zero(job->alloc, n + 1, sizeof *events);
    if (events == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        events[i] = (struct lw_study_export_event){(int64_t)person->log.events[i].clock,
                                                   person->texts[i]};
    }
    const struct lw_study_plan_request *request = person->log.request;
    const struct lw_study_export_person row = {
        .number = (int64_t)person->number,
        .version = 1,
        .cell = (int64_t)request->cell,
        .state = person->state,
        .language = request->study->languages[0],
        .simulated = true,
        .entered_ms = person->entered_ms,
        .seen_ms = person->seen_ms,
        .ended_ms = person->ended_ms,
        .events = events,
        .n = n,
    };
    lw_status status = lw_study_export_person(job->export, &row, err);
    lw_alloc_free(job->alloc, events, (n + 1) * sizeof *events);
    return status;
}

lw_status lw_study_simulate_export(const struct lw_study_simulation *simulation,
                                   const char *frozen, const struct lw_study_files *files,
                                   const struct lw_alloc *alloc,
                                   struct lw_study_crowd *out, struct lw_error *err) {
    const struct lw_study *study = simulation->study;
    const struct lw_study_export_version version = {1, LW_STUDY_SIMULATED_MS, frozen};
    const struct lw_study_export_about about = {
        .study = study->name,
        .title = lw_study_text_in(study, study->title, NULL),
        .states = "inside|completed|declined|unfit",
        .versions = &version,
        .n_versions = 1};
    struct job job = {.alloc = alloc};
    lw_status status = lw_study_export_create(&about, files, alloc, &job.export, err);
    status = status == LW_OK ? lw_study_simulate(simulation, alloc, put, &job, out, err)
                             : status;
    status = status == LW_OK ? lw_study_export_end(job.export, err) : status;
    lw_study_export_destroy(job.export);
    return status;
}
