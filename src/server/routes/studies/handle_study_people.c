/* The people of a study for its researcher, and the instruction sheet of a cell. */
#include <stdlib.h>
#include <string.h>

#include "http/checker.h"
#include "routes/handlers.h"
#include "studies/overview.h"

static void put_time(struct lw_json_writer *json, const char *key, int64_t ms) {
    if (ms > 0) {
        json_time(json, key, ms);
    } else {
        lw_json_null(json, key);
    }
}

static void put_flags(struct lw_json_writer *json, uint32_t flags) {
    lw_json_array(json, "flags");
    for (size_t i = 0; i < LW_STUDY_N_FLAGS; i++) {
        if ((flags >> i & 1) != 0) {
            lw_json_text(json, NULL, lw_study_flag_name((enum lw_study_flag)i));
        }
    }
    lw_json_array_end(json);
}

static void put_person(struct lw_json_writer *json, const struct lw_store_person *person,
                       const struct person_state *state) {
    lw_json_int(json, "number", person->number);
    lw_json_int(json, "cell", person->cell + 1);
    lw_json_int(json, "version", person->version);
    lw_json_text(json, "state", lw_person_state_name(person->state));
    lw_json_text(json, "phase", state->at[0] != '\0' ? state->at : NULL);
    lw_json_text(json, "language", person->language);
    lw_json_bool(json, "simulated", person->simulated);
    put_time(json, "entered", person->entered_ms);
    put_time(json, "seen", person->seen_ms);
    put_time(json, "ended", person->ended_ms);
    lw_json_int(json, "n_events", person->next_seq);
    put_flags(json, state->flags);
    lw_json_bool(json, "excluded", state->is_excluded);
}

struct listing {
    struct lw_json_writer *json;
    int64_t first, last, n; /* those of the page; counted so far */
};

static lw_status list_person(void *ctx, const struct lw_store_person *person,
                             const struct person_state *state, struct lw_error *err) {
    struct listing *listing = ctx;
    (void)err;
    if (listing->n >= listing->first && listing->n < listing->last) {
        lw_json_object(listing->json, NULL);
        put_person(listing->json, person, state);
        lw_json_object_end(listing->json);
    }
    listing->n++;
    return LW_OK;
}

void handle_study_persons(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_study row;
    struct paging paging;
    if (!parameter_paging(exchange, &paging)) {
        return;
    }
    struct listing listing = {.json = &json,
                              .first = (paging.page - 1) * paging.per_page,
                              .last = paging.page * paging.per_page};
    const struct person_visit visit = {list_person, &listing};
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_study_get(store, exchange->ids[0], &exchange->arena, &row, &err);
    if (status == LW_OK) {
        reply_begin(exchange, 200, &json);
        lw_json_array(&json, "persons");
        status = persons_each(store, row.id, &visit, &err);
        lw_json_array_end(&json);
        lw_json_int(&json, "total", listing.n);
        lw_json_int(&json, "page", paging.page);
        lw_json_int(&json, "per_page", paging.per_page);
        lw_json_object_end(&json);
    }
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
}

/* One person: what is known, what it amounts to now, and the whole log. */

static void put_events(struct lw_json_writer *json,
                       const struct lw_store_person_log *log) {
    lw_json_array(json, "events");
    for (size_t i = 0; i < log->n; i++) {
        lw_json_raw(json, NULL, log->events[i].event);
    }
    lw_json_array_end(json);
    lw_json_array(json, "stored");
    for (size_t i = 0; i < log->n; i++) {
        lw_json_int(json, NULL, log->events[i].stored_ms);
    }
    lw_json_array_end(json);
}

static lw_status reply_person(struct exchange *exchange, struct lw_store *store,
                              struct judgement *j) {
    struct lw_store_person_log log = {.n = 0};
    struct lw_study_verdict verdict;
    struct lw_store_page all = {.first = 0, .limit = 0};
    struct lw_json_writer json;
    struct lw_arena *arena = &exchange->arena;
    lw_status status =
        lw_store_person_log(store, j->person->id, &all, arena, &log, &j->err);
    if (status == LW_OK) {
        status = judge_verdict(j, store, arena, &verdict, &j->err);
    }
    if (status == LW_OK) {
        j->state.flags = verdict.flags;
        j->state.is_excluded = verdict.excluded;
        reply_begin(exchange, 200, &json);
        lw_json_object(&json, "person");
        put_person(&json, j->person, &j->state);
        lw_json_object_end(&json);
        put_events(&json, &log);
        lw_json_object_end(&json);
    }
    return status;
}

static void answer_person(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_store_person person;
    struct study_held *held = NULL;
    struct judgement *j = lw_arena_zero(&exchange->arena, 1, sizeof *j);
    char *end;
    long number = strtol(exchange->ids[1], &end, 10);
    if (j == NULL || *end != '\0' || end == exchange->ids[1] || number < 1) {
        http_problem(&exchange->response, 404, "not-found", "number",
                     "People are numbered from 1.");
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_person_get(store, exchange->ids[0], number,
                                           &exchange->arena, &person, &j->err);
    if (status == LW_OK) {
        status = studies_hold(app->studies, store, person.study, person.version, &held,
                              &j->err);
    }
    if (status == LW_OK) {
        status = judge_begin(j, held, &person, &exchange->arena);
    }
    if (status == LW_OK) {
        status = reply_person(exchange, store, j);
    }
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &j->err, "number");
    }
    studies_release(app->studies, held);
}

void handle_study_person(struct exchange *exchange) {
    checker_run(exchange, answer_person);
}

void handle_study_sheet(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct study_held *held = NULL;
    struct lw_study_plan plan;
    int64_t cell = 1;
    const char *whose = NULL;
    if (!parameter_int(exchange, "cell", 1, LW_STUDY_MAX_CELLS, &cell) ||
        !parameter_choice(exchange, "for", "participant|experimenter", &whose)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        studies_hold(app->studies, store, exchange->ids[0], 0, &held, &err);
    exchange_give(exchange, store);
    if (status == LW_OK && (size_t)cell > held->cells.n) {
        http_problem(&exchange->response, 404, "not-found", "cell",
                     "The study has %zu cells.", held->cells.n);
        studies_release(app->studies, held);
        return;
    }
    struct lw_store_person anybody = {.number = 1, .cell = cell - 1};
    struct lw_study_plan_request request;
    if (status == LW_OK) {
        status = studies_plan(held, &anybody, &exchange->arena, &request, &plan, &err);
    }
    if (status == LW_OK) {
        exchange->response.status = 200;
        exchange->response.type = "text/markdown; charset=utf-8";
        bool experimenter = whose != NULL && strcmp(whose, "experimenter") == 0;
        (experimenter ? lw_study_sheet_experimenter : lw_study_sheet)(
            &request, &plan, parameter_text(exchange, "language"),
            &exchange->response.body);
    } else {
        exchange_fail(exchange, status, &err, "id");
    }
    studies_release(app->studies, held);
}
