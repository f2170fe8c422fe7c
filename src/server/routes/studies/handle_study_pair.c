/* An open pair: which two levels a person shall compare next. */
#include <string.h>

#include "http/checker.h"
#include "routes/handlers.h"
#include "studies/pairs.h"

#define MINUTE_MS 60000

static bool out_of_order(struct exchange *exchange, const char *place,
                         const char *sentence) {
    http_problem(&exchange->response, 409, "out-of-order", place, "%s", sentence);
    return false;
}

/* Is it this pair's turn? */
static bool is_due(struct exchange *exchange, const struct judgement *j,
                   const char *wanted, int64_t trial) {
    const struct lw_study_progress *p = &j->state.progress;
    if (j->person->state != LW_PERSON_INSIDE || p->phase >= j->plan.n_phases) {
        http_problem(&exchange->response, 409, "finished", NULL,
                     "This person has finished.");
        return false;
    }
    const struct lw_study_plan_phase *phase = &j->plan.phases[p->phase];
    if (strcmp(phase->id, wanted) != 0 || !p->in_phase) {
        return out_of_order(exchange, "/phase", "It is not this phase's turn.");
    }
    if (trial >= (int64_t)phase->n_trials ||
        phase->trials[trial].kind != LW_STUDY_TRIAL_OPEN_PAIR) {
        return field_refuse(exchange, "trial", "The phase has no such open pair.");
    }
    if (trial != p->n_done) {
        return out_of_order(exchange, "/trial", "It is not this pair's turn.");
    }
    return true;
}

/* Chosen once, and kept before anybody sees it. */
static lw_status choose_and_keep(struct exchange *exchange, struct lw_store *store,
                                 struct judgement *j, int64_t trial) {
    lw_status status = pairs_choose(j, trial, store, &exchange->arena, &j->err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_buffer progress;
    lw_buffer_init(&progress, exchange_alloc(exchange));
    person_state_write(&j->state, &progress);
    struct lw_store_person_events events = {
        .person = j->person->id,
        .first = j->person->next_seq,
        .events = NULL,
        .n = 0,
        .progress = lw_buffer_text(&progress),
        .before = j->person->progress,
        .state = LW_PERSON_INSIDE,
        .keep_ms = j->request.study->assignment.lease_minutes * MINUTE_MS,
        .now_ms = app_now_ms(exchange->app),
    };
    status = lw_buffer_ok(&progress) ? lw_store_person_append(store, &events, &j->err)
                                     : lw_fail_memory(&j->err);
    lw_buffer_free(&progress);
    return status;
}

struct pair_request {
    const char *phase;
    int64_t trial;
};

static void name_pair(struct exchange *exchange, struct lw_store *store,
                      const struct pair_request *request, struct judgement *j) {
    struct study_held *held = NULL;
    const struct lw_store_person *person = exchange->person;
    lw_status status = studies_hold(exchange->app->studies, store, person->study,
                                    person->version, &held, &j->err);
    if (status == LW_OK) {
        status = judge_begin(j, held, person, &exchange->arena);
    }
    bool due = status == LW_OK && is_due(exchange, j, request->phase, request->trial);
    bool named = due && j->state.pair_trial == request->trial &&
                 j->state.pair_phase == j->state.progress.phase;
    if (due && !named) {
        status = choose_and_keep(exchange, store, j, request->trial);
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &j->err, NULL);
    } else if (due) {
        struct lw_json_writer json;
        reply_begin(exchange, 200, &json);
        lw_json_array(&json, "levels");
        lw_json_text(&json, NULL, j->state.left);
        lw_json_text(&json, NULL, j->state.right);
        lw_json_array_end(&json);
        lw_json_object_end(&json);
    }
    studies_release(exchange->app->studies, held);
}

static void answer_pair(struct exchange *exchange) {
    struct pair_request request = {.phase = NULL};
    struct lw_error err = {.status = LW_OK};
    struct judgement *j = lw_arena_zero(&exchange->arena, 1, sizeof *j);
    const struct lw_json *body = exchange_json(exchange);
    if (j == NULL) {
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
        return;
    }
    if (body == NULL || !fields_check(exchange, body, "phase trial") ||
        !field_text(exchange, body, "phase", true, 40, &request.phase) ||
        !field_int(exchange, body,
                   (struct field_int){"trial", 0, LW_STUDY_MAX_TRIALS - 1, true},
                   &request.trial)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    name_pair(exchange, store, &request, j);
    exchange_give(exchange, store);
}

/* The first question of a study reads everybody's answers, which takes a while. */
void handle_study_pair(struct exchange *exchange) {
    checker_run(exchange, answer_pair);
}
