/* The truth and the log of simulated people as files. */
#include "study/simulate.h"
#include "lw/command/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void put_effects(const struct simulate_job *job, struct lw_json_writer *json) {
    lw_json_object(json, "effects");
    for (size_t i = 0; i < LW_STUDY_N_TRUTHS; i++) {
        lw_json_real(json, lw_study_truths[i].name, job->truth.value[i]);
    }
    lw_json_object_end(json);
}

static void put_levels(const struct simulate_job *job, struct lw_json_writer *json) {
    const struct lw_study_levels *levels = &job->definition.levels;
    lw_json_array(json, "levels");
    for (size_t s = 0; s < levels->n_sets; s++) {
        for (size_t i = 0; i < levels->sets[s].n; i++) {
            struct lw_study_level_ref ref = {(uint16_t)s, (uint16_t)i};
            lw_json_object(json, NULL);
            lw_json_text(json, "level", levels->sets[s].levels[i].id);
            lw_json_text(json, "set", levels->sets[s].set->id);
            lw_json_uint(json, "set_number", i + 1);
            lw_json_real(json, "difficulty",
                         lw_study_simulated_difficulty(&job->simulation, ref));
            lw_json_object_end(json);
        }
    }
    lw_json_array_end(json);
}

lw_status simulate_write_truth(const struct simulate_job *job, const char *folder,
                               struct lw_error *err) {
    struct lw_buffer text, path;
    struct lw_json_writer json;
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/') {
        len--;
    }
    lw_buffer_init(&text, job->cli->alloc);
    lw_buffer_init(&path, job->cli->alloc);
    lw_buffer_printf(&path, "%.*s-truth.json", (int)len, folder);
    lw_json_begin(&json, &text);
    lw_json_object(&json, NULL);
    lw_json_bool(&json, "simulated", true);
    lw_json_text(&json, "study", job->definition.study->name);
    lw_json_text(&json, "hash", job->definition.hash);
    lw_json_uint(&json, "seed", job->simulation.seed);
    lw_json_int(&json, "people", job->simulation.people);
    put_effects(job, &json);
    put_levels(job, &json);
    lw_json_object_end(&json);
    lw_buffer_putc(&text, '\n');
    lw_status status = lw_buffer_ok(&text) && lw_buffer_ok(&path)
                           ? lw_platform_write_file(lw_buffer_text(&path),
                                                    lw_buffer_text(&text), text.len, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&path);
    lw_buffer_free(&text);
    return status;
}

struct log {
    const struct simulate_job *job;
    FILE *file;
};

static lw_status put_person(void *ctx, const struct lw_study_simulated *person,
                            struct lw_error *err) {
    const struct log *log = ctx;
    (void)fprintf(log->file,
                  "{\"enter\":%" PRIu64 ",\"cell\":%zu,\"ms\":%" PRId64
                  ",\"seen_ms\":%" PRId64 ",\"state\":\"%s\"}\n",
                  person->number, person->log.request->cell, person->entered_ms,
                  person->seen_ms, person->state);
    for (size_t i = 0; i < person->log.n; i++) {
        (void)fprintf(log->file, "{\"person\":%" PRIu64 ",\"event\":%s}\n",
                      person->number, person->texts[i]);
    }
    return ferror(log->file) ? lw_fail(err, LW_IO, 0, 0, "the log could not be written")
                             : LW_OK;
}

lw_status simulate_write_log(const struct simulate_job *job, const char *path,
                             struct lw_study_crowd *crowd, struct lw_error *err) {
    struct log log = {job, fopen(path, "wb")};
    if (log.file == NULL) {
        return lw_fail(err, LW_IO, 0, 0, "%s: %s", path, strerror(errno));
    }
    lw_status status = lw_study_simulate(&job->simulation, job->cli->alloc, put_person,
                                         &log, crowd, err);
    bool good = fclose(log.file) == 0;
    return status != LW_OK || good
               ? status
               : lw_fail(err, LW_IO, 0, 0, "%s: %s", path, strerror(errno));
}

lw_status simulate_write_export(const struct simulate_job *job, const char *path,
                                struct lw_study_crowd *crowd, struct lw_error *err) {
    const struct lw_alloc *alloc = job->cli->alloc;
    struct cli_folder *folder = NULL;
    lw_status status = cli_folder_create(path, alloc, &folder, err);
    if (status == LW_OK) {
        struct lw_study_files files = cli_folder_files(folder);
        status = lw_study_simulate_export(&job->simulation,
                                          lw_buffer_text(&job->definition.frozen), &files,
                                          alloc, crowd, err);
    }
    cli_folder_destroy(folder);
    return status == LW_OK ? simulate_write_truth(job, path, err) : status;
}
