/* From the store to the export, one person at a time. */
#include "lw/server/export.h"

#include <string.h>

#include "lw/store/person_log.h"
#include "lw/store/studies.h"

#define PERSONS_A_PAGE 100

struct job {
    struct lw_store *store;
    const char *study;
    const struct lw_alloc *alloc;
    struct lw_study_export *export;
    struct lw_error *err;
};

/* A person who withdrew between the list and the log is left out: the row is looked for
 * again after the log was read. */
static lw_status put_person(struct job *job, const struct lw_store_person *listed) {
    struct lw_arena arena;
    struct lw_store_person_log log = {0};
    struct lw_store_person person;
    const struct lw_store_page all = {0, 0};
    lw_arena_init(&arena, job->alloc);
    lw_status status =
        lw_store_person_log(job->store, listed->id, &all, &arena, &log, job->err);
    if (status == LW_OK) {
        status = lw_store_person_get(job->store, job->study, listed->number, &arena,
                                     &person, job->err);
    }
    struct lw_study_export_event *events =
        status == LW_OK ? lw_arena_zero(&arena, log.n + 1, sizeof *events) : NULL;
    if (status == LW_OK && events == NULL) {
        status = lw_fail_memory(job->err);
    }
    for (size_t i = 0; i < log.n && status == LW_OK; i++) {
        events[i] =
            (struct lw_study_export_event){log.events[i].stored_ms, log.events[i].event};
    }
    if (status == LW_OK) {
        const struct lw_study_export_person row = {
            .number = person.number,
            .version = person.version,
            .cell = person.cell,
            .state = lw_person_state_name(person.state),
            .language = person.language,
            .simulated = person.simulated,
            .entered_ms = person.entered_ms,
            .seen_ms = person.seen_ms,
            .ended_ms = person.ended_ms,
            .events = events,
            .n = log.n,
        };
        status = lw_study_export_person(job->export, &row, job->err);
    } else if (status == LW_NOT_FOUND) {
        status = LW_OK;
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status put_persons(struct job *job) {
    lw_status status = LW_OK;
    uint64_t after = 0;
    for (bool more = true; more && status == LW_OK;) {
        struct lw_arena arena;
        struct lw_store_person_list list = {0};
        const struct lw_store_page page = {after, PERSONS_A_PAGE};
        lw_arena_init(&arena, job->alloc);
        status =
            lw_store_person_list(job->store, job->study, &page, &arena, &list, job->err);
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            after = (uint64_t)list.persons[i].number;
            status = put_person(job, &list.persons[i]);
        }
        more = list.n == PERSONS_A_PAGE;
        lw_arena_free(&arena);
    }
    return status;
}

static lw_status read_versions(struct job *job, const struct lw_store_study *study,
                               struct lw_arena *arena,
                               struct lw_study_export_version *out) {
    lw_status status = LW_OK;
    for (int64_t i = 0; i < study->version && status == LW_OK; i++) {
        struct lw_store_study_version version;
        status = lw_store_study_version_get(job->store, job->study, i + 1, arena,
                                            &version, job->err);
        if (status == LW_OK) {
            out[i] = (struct lw_study_export_version){version.number, version.added_ms,
                                                      version.frozen};
        }
    }
    return status;
}

static lw_status export_all(struct job *job, struct lw_arena *arena,
                            const struct lw_study_files *files) {
    struct lw_store_study study;
    struct lw_buffer states;
    lw_status status =
        lw_store_study_get(job->store, job->study, arena, &study, job->err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_study_export_version *versions =
        lw_arena_zero(arena, (size_t)study.version + 1, sizeof *versions);
    lw_buffer_init(&states, job->alloc);
    for (int i = 0; i < LW_PERSON_STATE_COUNT; i++) {
        lw_buffer_printf(&states, "%s%s", i == 0 ? "" : "|",
                         lw_person_state_name((enum lw_person_state)i));
    }
    status = versions == NULL || !lw_buffer_ok(&states)
                 ? lw_fail_memory(job->err)
                 : read_versions(job, &study, arena, versions);
    const struct lw_study_export_about about = {job->study, study.title,
                                                lw_buffer_text(&states), versions,
                                                (size_t)study.version};
    if (status == LW_OK) {
        status =
            lw_study_export_create(&about, files, job->alloc, &job->export, job->err);
    }
    status = status == LW_OK ? put_persons(job) : status;
    status = status == LW_OK ? lw_study_export_end(job->export, job->err) : status;
    lw_study_export_destroy(job->export);
    lw_buffer_free(&states);
    return status;
}

lw_status lw_server_study_export(struct lw_store *store, const char *study,
                                 const struct lw_study_files *files,
                                 const struct lw_alloc *alloc, struct lw_error *err) {
    struct job job = {.store = store, .study = study, .alloc = alloc, .err = err};
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    lw_status status = export_all(&job, &arena, files);
    lw_arena_free(&arena);
    return status;
}
