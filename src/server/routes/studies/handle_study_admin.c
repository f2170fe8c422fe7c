/* The researcher's side of studies: all of them, opening, one of them, its state. */
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "lw/platform.h"
#include "lw/server/studies.h"
#include "routes/handlers.h"
#include "routes/studies/study_replies.h"
#include "studies/overview.h"
#include "studies/state.h"

static void put_link(struct lw_json_writer *json, const char *study) {
    char link[60];
    (void)snprintf(link, sizeof link, "/#/study/%s", study);
    lw_json_text(json, "link", link);
}

/* For whoever tries the study out; null once it has closed. */
static lw_status put_trial_link(struct lw_store *store, const char *study,
                                struct lw_json_writer *json, struct lw_error *err) {
    char key[LW_STORE_ID_SIZE];
    char link[120];
    lw_status status = lw_store_study_trial_key(store, study, key, err);
    if (status == LW_EXISTS) {
        lw_json_null(json, "trial_link");
        return LW_OK;
    }
    if (status == LW_OK) {
        (void)snprintf(link, sizeof link, "/#/study/%s?trial=%s", study, key);
        lw_json_text(json, "trial_link", link);
    }
    return status;
}

static void put_time(struct lw_json_writer *json, const char *key, int64_t ms) {
    if (ms > 0) {
        json_time(json, key, ms);
    } else {
        lw_json_null(json, key);
    }
}

static void put_row(struct lw_json_writer *json, const struct lw_store_study *row) {
    lw_json_text(json, "study", row->id);
    lw_json_text(json, "title", row->title);
    lw_json_text(json, "state", lw_study_state_name(row->state));
    lw_json_int(json, "version", row->version);
    put_time(json, "created", row->created_ms);
    put_time(json, "closed", row->closed_ms);
    put_time(json, "delete", row->delete_ms);
    put_link(json, row->id);
}

static void put_states(struct lw_json_writer *json, const int64_t *by_state) {
    lw_json_object(json, "persons");
    for (int i = 0; i < LW_PERSON_STATE_COUNT; i++) {
        lw_json_int(json, lw_person_state_name((enum lw_person_state)i), by_state[i]);
    }
    lw_json_object_end(json);
}

/* Persons of each study by state; nothing else is looked at. */
static lw_status count_state(void *ctx, const struct lw_store_person *person,
                             const struct person_state *state, struct lw_error *err) {
    int64_t *by_state = ctx;
    (void)state;
    (void)err;
    by_state[person->state] += !person->simulated;
    return LW_OK;
}

void handle_studies(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_study_list list = {.n = 0};
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_study_list(store, &exchange->arena, &list, &err);
    reply_begin(exchange, 200, &json);
    lw_json_array(&json, "studies");
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        int64_t by_state[LW_PERSON_STATE_COUNT] = {0};
        const struct person_visit visit = {count_state, by_state};
        status = persons_each(store, list.studies[i].id, &visit, &err);
        lw_json_object(&json, NULL);
        put_row(&json, &list.studies[i]);
        put_states(&json, by_state);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
    }
}

/* Opening. */

static void refuse_faults(struct exchange *exchange,
                          const struct lw_study_faults *faults) {
    struct lw_json_writer json;
    size_t n = faults->n_wrong + faults->n_before_opening;
    reply_begin(exchange, 422, &json);
    exchange->response.error_code = "bad-input";
    lw_json_object(&json, "error");
    lw_json_text(&json, "code", "bad-input");
    char sentence[100];
    (void)snprintf(sentence, sizeof sentence,
                   "The definition has %zu fault%s; nothing was opened.", n,
                   n == 1 ? "" : "s");
    lw_json_text(&json, "message", sentence);
    lw_json_text(&json, "place", "/definition");
    lw_json_object_end(&json);
    lw_json_array(&json, "faults");
    for (size_t i = 0; i < faults->n; i++) {
        const struct lw_study_fault *fault = &faults->faults[i];
        lw_json_object(&json, NULL);
        lw_json_text(&json, "gravity", lw_study_gravity_name(fault->gravity));
        lw_json_text(&json, "place", fault->pointer);
        lw_json_uint(&json, "line", fault->line);
        lw_json_uint(&json, "column", fault->column);
        lw_json_text(&json, "message", fault->sentence);
        lw_json_text(&json, "remedy", fault->remedy);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

struct opening {
    struct lw_buffer text;
    struct lw_arena arena;
    struct lw_study_faults faults;
    struct lw_server_study_opened opened;
    struct lw_error err;
};

static lw_status open_definition(struct exchange *exchange, struct opening *o,
                                 const char *study) {
    struct app *app = exchange->app;
    struct lw_platform *platform = NULL;
    char today[11];
    study_day(exchange, today);
    lw_status status = lw_platform_create(1, &platform, &o->err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_store *store = exchange_store(exchange);
    const struct lw_server_study_input input = {
        .text = lw_buffer_text(&o->text),
        .len = o->text.len,
        .from = {.store = store,
                 .budget = {.time_ns = (uint64_t)(app->config.job_seconds * 1e9),
                            .memory_bytes = app->config.job_memory_bytes,
                            .cancel = &app->stopping}},
        .study = study,
        .today = today,
        .now_ms = app_now_ms(app),
        .runtime = lw_platform_runtime(platform),
    };
    status = lw_server_study_open(&input, &o->arena, &o->faults, &o->opened, &o->err);
    exchange_give(exchange, store);
    lw_platform_destroy(platform);
    return status;
}

static void open_study(struct exchange *exchange) {
    struct opening o = {.err = {.status = LW_OK}};
    struct lw_json_writer json;
    const char *study = NULL;
    const struct lw_json *body = exchange_json(exchange);
    const struct lw_json *definition = lw_json_get(body, "definition");
    if (body == NULL || !fields_check(exchange, body, "definition study") ||
        !field_id(exchange, body, "study", false, &study)) {
        return;
    }
    if (definition == NULL || definition->type != LW_JSON_OBJECT) {
        (void)field_refuse(exchange, "definition",
                           "This must be a definition, an object.");
        return;
    }
    lw_buffer_init(&o.text, exchange->app->alloc);
    lw_arena_init(&o.arena, exchange->app->alloc);
    lw_study_faults_init(&o.faults, &o.arena);
    lw_study_canonical(definition, &o.text);
    lw_status status = lw_buffer_ok(&o.text) ? open_definition(exchange, &o, study)
                                             : lw_fail_memory(&o.err);
    if (o.faults.n_wrong + o.faults.n_before_opening > 0) {
        refuse_faults(exchange, &o.faults);
    } else if (status != LW_OK) {
        exchange_fail(exchange, status, &o.err, "/study");
    } else {
        reply_begin(exchange, 201, &json);
        lw_json_text(&json, "study", o.opened.study);
        lw_json_int(&json, "version", o.opened.version);
        lw_json_int(&json, "counts_from", o.opened.counts_from);
        lw_json_text(&json, "counts_why",
                     o.opened.counts_why[0] == '\0' ? NULL : o.opened.counts_why);
        lw_json_text(&json, "hash", o.opened.hash);
        put_link(&json, o.opened.study);
        struct lw_store *store = exchange_store(exchange);
        status = put_trial_link(store, o.opened.study, &json, &o.err);
        exchange_give(exchange, store);
        lw_json_object_end(&json);
        if (status != LW_OK) {
            exchange_fail(exchange, status, &o.err, "/study");
        }
    }
    lw_arena_free(&o.arena);
    lw_buffer_free(&o.text);
}

/* Levels are made and solved, which takes seconds. */
void handle_study_open(struct exchange *exchange) {
    checker_run(exchange, open_study);
}

/* One study. */

static lw_status put_versions(struct exchange *exchange, struct lw_store *store,
                              const struct lw_store_study *row,
                              struct lw_json_writer *json, struct lw_error *err) {
    lw_status status = LW_OK;
    lw_json_array(json, "versions");
    for (int64_t i = row->version; i > 0 && status == LW_OK; i--) {
        struct lw_store_study_version version;
        struct lw_arena arena;
        lw_arena_init(&arena, exchange->app->alloc);
        status = lw_store_study_version_get(store, row->id, i, &arena, &version, err);
        if (status == LW_OK) {
            lw_json_object(json, NULL);
            lw_json_int(json, "version", i);
            lw_json_text(json, "hash", version.hash);
            put_time(json, "added", version.added_ms);
            lw_json_object_end(json);
        }
        lw_arena_free(&arena);
    }
    lw_json_array_end(json);
    return status;
}

static void put_cell(struct lw_json_writer *json, const struct study_held *held, size_t i,
                     const struct lw_store_cell_count *count) {
    const struct lw_study_cells *cells = &held->cells;
    lw_json_object(json, NULL);
    lw_json_uint(json, "cell", i + 1);
    lw_json_text(json, "name", cells->cells[i].name);
    lw_json_object(json, "values");
    for (size_t f = 0; f < cells->n_factors; f++) {
        lw_json_text(json, held->frozen.study->factors[f].id,
                     cells->values[f].names[cells->cells[i].values[f]]);
    }
    lw_json_object_end(json);
    lw_json_int(json, "inside", count->inside);
    lw_json_int(json, "completed", count->completed);
    lw_json_object_end(json);
}

/* As whoever enters next is assigned by them. */
static lw_status put_cells(struct exchange *exchange, struct lw_store *store,
                           const struct study_held *held, struct lw_json_writer *json,
                           struct lw_error *err) {
    const struct lw_store_cells cells = {held->study, held->counts_from, held->version,
                                         held->cells.n,
                                         person_uncounted(held->frozen.study)};
    struct lw_store_cell_count *counts =
        lw_arena_zero(&exchange->arena, held->cells.n, sizeof *counts);
    if (counts == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status =
        lw_store_cell_counts(store, &cells, app_now_ms(exchange->app), counts, err);
    lw_json_array(json, "cells");
    for (size_t i = 0; status == LW_OK && i < held->cells.n; i++) {
        put_cell(json, held, i, &counts[i]);
    }
    lw_json_array_end(json);
    return status;
}

static void put_counts(struct lw_json_writer *json, const struct lw_study *study,
                       const struct study_overview *overview) {
    const char *name;
    lw_json_array(json, "dropout");
    for (size_t i = 0;
         i < OVERVIEW_PHASES && (name = person_phase_name(study, i)) != NULL; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "phase", name);
        lw_json_int(json, "reached", overview->reached[i]);
        lw_json_int(json, "left", overview->left[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    put_states(json, overview->by_state);
    lw_json_int(json, "excluded", overview->n_excluded);
    lw_json_object(json, "flags");
    for (size_t i = 0; i < LW_STUDY_N_FLAGS; i++) {
        lw_json_int(json, lw_study_flag_name((enum lw_study_flag)i), overview->flags[i]);
    }
    lw_json_object_end(json);
}

static void put_definition(struct lw_json_writer *json, const struct study_held *held) {
    const struct lw_study *study = held->frozen.study;
    lw_json_text(json, "name", study->name);
    lw_json_text(json, "hash", held->hash);
    lw_json_array(json, "languages");
    for (size_t i = 0; i < study->n_languages; i++) {
        lw_json_text(json, NULL, study->languages[i]);
    }
    lw_json_array_end(json);
    if (study->stopping.people > 0) {
        lw_json_int(json, "wanted", study->stopping.people);
    } else {
        lw_json_null(json, "wanted");
    }
}

void handle_study_admin(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_study row;
    struct study_overview overview;
    struct study_held *held = NULL;
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_study_get(store, exchange->ids[0], &exchange->arena, &row, &err);
    if (status == LW_OK) {
        status = studies_hold(app->studies, store, row.id, row.version, &held, &err);
    }
    if (status == LW_OK) {
        status = study_overview(held, store, app_now_ms(app), &overview, &err);
    }
    if (status == LW_OK) {
        reply_begin(exchange, 200, &json);
        put_row(&json, &row);
        put_definition(&json, held);
        lw_json_int(&json, "counts_from", held->counts_from);
        lw_json_int(&json, "trials", overview.n_trials);
        status = put_trial_link(store, row.id, &json, &err);
        status =
            status == LW_OK ? put_versions(exchange, store, &row, &json, &err) : status;
        status = status == LW_OK ? put_cells(exchange, store, held, &json, &err) : status;
        put_counts(&json, held->frozen.study, &overview);
        lw_json_object_end(&json);
    }
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
    studies_release(app->studies, held);
}

static void set_state(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    const char *word = NULL;
    enum lw_study_state state = LW_STUDY_STATE_OPEN;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "state") ||
        !field_text(exchange, body, "state", true, 20, &word) ||
        !field_choice(exchange, body, "state", "open|paused|closed", &word)) {
        return;
    }
    while (strcmp(lw_study_state_name(state), word) != 0) {
        state++;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_study_set_state(store, exchange->ids[0], state,
                                                app_now_ms(exchange->app), &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, status == LW_EXISTS ? "/state" : "id");
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "study", exchange->ids[0]);
    lw_json_text(&json, "state", word);
    lw_json_object_end(&json);
}

/* Closing cleans the database's files, which takes a while. */
void handle_study_state(struct exchange *exchange) {
    checker_run(exchange, set_state);
}
