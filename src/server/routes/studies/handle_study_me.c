/* What a person of a study asks: where they are, and to have their events stored. */
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "metrics.h"
#include "routes/handlers.h"
#include "routes/studies/study_replies.h"
#include "studies/pairs.h"

#define MINUTE_MS 60000
#define DAY_MS INT64_C(86400000)
#define TRIES 3 /* another window of the same person may be faster */

static const char *code_of(const struct lw_study *study, enum lw_person_state state) {
    const struct lw_study_panel *panel = study->panel;
    if (panel == NULL) {
        return NULL;
    }
    switch (state) {
    case LW_PERSON_COMPLETED:
        return panel->completed;
    case LW_PERSON_DECLINED:
        return panel->declined;
    case LW_PERSON_UNFIT:
        return panel->unsuitable;
    default:
        return NULL;
    }
}

static void put_completion(struct exchange *exchange, struct lw_json_writer *json,
                           const struct lw_study *study, enum lw_person_state state) {
    study_completion_json(json, study, code_of(study, state), &exchange->arena);
}

/* The study of the person, as they met it, and what is known of them. */
static lw_status begin(struct exchange *exchange, struct lw_store *store,
                       struct study_held **held, struct judgement *j) {
    const struct lw_store_person *person = exchange->person;
    lw_status status = studies_hold(exchange->app->studies, store, person->study,
                                    person->version, held, &j->err);
    return status == LW_OK ? judge_begin(j, *held, person, &exchange->arena) : status;
}

static struct judgement *new_judgement(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct judgement *j = lw_arena_zero(&exchange->arena, 1, sizeof *j);
    if (j == NULL) {
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
    }
    return j;
}

static void reply_me(struct exchange *exchange, const struct judgement *j) {
    const struct lw_store_person *person = exchange->person;
    struct lw_json_writer json;
    struct lw_buffer plan;
    lw_buffer_init(&plan, exchange_alloc(exchange));
    lw_study_plan_json(&j->request, &j->plan, person->language, j->state.progress.phase,
                       &plan);
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "state", lw_person_state_name(person->state));
    lw_json_int(&json, "number", person->number);
    lw_json_int(&json, "version", person->version);
    lw_json_int(&json, "next_seq", person->next_seq);
    lw_json_raw(&json, "plan", lw_buffer_ok(&plan) ? lw_buffer_text(&plan) : "null");
    lw_json_object(&json, "progress");
    person_state_json(&j->state, j->request.study, &j->plan, &json);
    lw_json_object_end(&json);
    put_completion(exchange, &json, j->request.study, person->state);
    /* It was shown when they entered; only its hash is kept. */
    lw_json_bool(&json, "code_known", false);
    lw_json_object_end(&json);
    if (!lw_buffer_ok(&plan)) {
        struct lw_error err = {.status = LW_OK};
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
    }
    lw_buffer_free(&plan);
}

void handle_study_me(struct exchange *exchange) {
    struct study_held *held = NULL;
    struct judgement *j = new_judgement(exchange);
    if (j == NULL) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = begin(exchange, store, &held, j);
    exchange_give(exchange, store);
    if (status == LW_OK) {
        reply_me(exchange, j);
    } else {
        exchange_fail(exchange, status, &j->err, NULL);
    }
    studies_release(exchange->app->studies, held);
}

/* Storing. */

/* Whoever entered while the approval held may finish on the day after. */
static bool is_approved(struct exchange *exchange, const struct lw_study *study) {
    char yesterday[11];
    date_of_day(app_today(exchange->app) - 1, yesterday);
    const struct lw_study_approval *approval = study->approval;
    if (approval == NULL || strcmp(yesterday, approval->until) <= 0) {
        return true;
    }
    http_problem(&exchange->response, 409, "approval", NULL,
                 "The study's approval ended on %.10s; nothing is stored any more.",
                 approval->until);
    return false;
}

/* Whoever ends is judged by the rules of the definition. */
static lw_status judge_ended(struct exchange *exchange, struct judgement *j,
                             struct lw_store *store, struct lw_error *err) {
    struct lw_study_verdict verdict;
    struct lw_arena arena;
    if (person_state_of(&j->state) == LW_PERSON_INSIDE) {
        return LW_OK;
    }
    lw_arena_init(&arena, exchange_alloc(exchange));
    lw_status status = judge_verdict(j, store, &arena, &verdict, err);
    if (status == LW_OK) {
        j->state.flags = verdict.flags;
        j->state.is_excluded = verdict.excluded;
    }
    lw_arena_free(&arena);
    return status;
}

static lw_status append(struct exchange *exchange, struct lw_store *store,
                        struct judgement *j, struct lw_error *err) {
    struct lw_buffer progress;
    lw_status judged = judge_ended(exchange, j, store, err);
    if (judged != LW_OK) {
        return judged;
    }
    lw_buffer_init(&progress, exchange_alloc(exchange));
    person_state_write(&j->state, &progress);
    const struct lw_study_assignment *assignment = &j->request.study->assignment;
    struct lw_store_person_events events = {
        .person = j->person->id,
        .first = j->person->next_seq,
        .events = j->texts,
        .n = j->n_new,
        .progress = lw_buffer_text(&progress),
        .before = j->person->progress,
        .state = person_state_of(&j->state),
        .keep_ms = assignment->lease_minutes * MINUTE_MS,
        .now_ms = app_now_ms(exchange->app),
    };
    lw_status status = lw_buffer_ok(&progress)
                           ? lw_store_person_append(store, &events, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&progress);
    return status;
}

static void refuse_events(struct exchange *exchange, enum judge_fault fault,
                          const struct judgement *j) {
    static const struct {
        unsigned status;
        const char *code;
    } faults[] = {
        [JUDGE_BAD] = {422, "bad-input"},    [JUDGE_OUT_OF_ORDER] = {409, "out-of-order"},
        [JUDGE_DIFFERS] = {409, "exists"},   [JUDGE_FINISHED] = {409, "finished"},
        [JUDGE_NO_WIN] = {422, "not-a-win"},
    };
    if (fault == JUDGE_FAILED) {
        exchange_fail(exchange, j->err.status, &j->err, NULL);
        return;
    }
    if (fault == JUDGE_NO_WIN) {
        metrics_add(exchange->app->metrics, METRIC_FORGED, 1);
    }
    http_problem(&exchange->response, faults[fault].status, faults[fault].code, j->place,
                 "Nothing was stored: %s.", j->err.text);
}

static const struct lw_json *read_events(struct exchange *exchange) {
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "events")) {
        return NULL;
    }
    const struct lw_json *list = lw_json_get(body, "events");
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children == 0 ||
        list->n_children > JUDGE_MAX_EVENTS) {
        http_problem(&exchange->response, 400, "bad-field", "/events",
                     "The body must have \"events\", a list of 1 to %d.",
                     JUDGE_MAX_EVENTS);
        return NULL;
    }
    return list;
}

/* The person as they are now; another window may have stored something. */
static lw_status read_again(struct exchange *exchange, struct lw_store *store,
                            struct lw_error *err) {
    struct lw_store_person *person = lw_arena_zero(&exchange->arena, 1, sizeof *person);
    if (person == NULL) {
        return lw_fail_memory(err);
    }
    const struct lw_store_person *old = exchange->person;
    lw_status status = lw_store_person_get(store, old->study, old->number,
                                           &exchange->arena, person, err);
    if (status == LW_OK) {
        exchange->person = person;
    }
    return status;
}

struct storing {
    const struct lw_json *events;
    struct study_held *held;
    struct judgement *j;
    bool is_refused; /* the response says why */
};

static lw_status try_store(struct exchange *exchange, struct lw_store *store,
                           struct storing *s, struct lw_error *err) {
    struct judgement *j = s->j;
    studies_release(exchange->app->studies, s->held);
    s->held = NULL;
    lw_status status = begin(exchange, store, &s->held, j);
    if (status != LW_OK) {
        *err = j->err;
        return status;
    }
    j->now_ms = app_now_ms(exchange->app);
    enum judge_fault fault = judge_events(j, exchange, s->events, store);
    s->is_refused = fault != JUDGE_GOOD;
    if (s->is_refused) {
        refuse_events(exchange, fault, j);
        return LW_OK;
    }
    if (j->n_new == 0) {
        return LW_OK;
    }
    s->is_refused = !is_approved(exchange, j->request.study);
    return s->is_refused ? LW_OK : append(exchange, store, j, err);
}

/* Again when another window was faster, as long as the log grows. */
static lw_status store_events(struct exchange *exchange, struct storing *s,
                              struct lw_error *err) {
    struct lw_store *store = exchange_store(exchange);
    lw_status status = try_store(exchange, store, s, err);
    for (int i = 1; i < TRIES && (status == LW_BUSY || status == LW_EXISTS); i++) {
        const struct lw_store_person *before = exchange->person;
        struct lw_error none = {.status = LW_OK};
        if (read_again(exchange, store, &none) != LW_OK ||
            (exchange->person->next_seq == before->next_seq &&
             strcmp(exchange->person->progress, before->progress) == 0)) {
            break;
        }
        status = try_store(exchange, store, s, err);
    }
    exchange_give(exchange, store);
    return status;
}

static void reply_events(struct exchange *exchange, const struct judgement *j) {
    struct lw_json_writer json;
    enum lw_person_state state =
        j->n_new > 0 ? person_state_of(&j->state) : j->person->state;
    metrics_add(exchange->app->metrics, METRIC_EVENTS, (int64_t)j->n_new);
    reply_begin(exchange, 200, &json);
    lw_json_int(&json, "next_seq", j->person->next_seq + (int64_t)j->n_new);
    lw_json_text(&json, "state", lw_person_state_name(state));
    put_completion(exchange, &json, j->request.study, state);
    lw_json_object_end(&json);
}

/* On a thread of the prover's: a person's moves are replayed, and whoever ends has all
 * of their log read. */
static void judge_and_store(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct storing s = {.events = read_events(exchange)};
    s.j = s.events == NULL ? NULL : new_judgement(exchange);
    if (s.j == NULL ||
        !budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER + STUDY_COMPLETION_BYTES)) {
        return;
    }
    lw_status status = store_events(exchange, &s, &err);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/events");
    } else if (!s.is_refused) {
        pairs_note(s.j, exchange->app->studies);
        reply_events(exchange, s.j);
    }
    studies_release(exchange->app->studies, s.held);
}

void handle_study_events(struct exchange *exchange) {
    if (exchange->person->next_seq > JUDGE_MAX_ALL) {
        http_problem(&exchange->response, 422, "limit", "/events",
                     "A person may send %d events; this log is full.", JUDGE_MAX_ALL);
    } else if (quota_take(exchange, exchange->request.body_len)) {
        prover_run(exchange, judge_and_store);
    }
}
