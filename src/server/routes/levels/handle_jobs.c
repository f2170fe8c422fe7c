/* Jobs: ask for work, look, follow, cancel. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "jobs/jobs.h"
#include "jobs/streams.h"
#include "lw/calls.h"
#include "routes/handlers.h"

#define KEY "Idempotency-Key"
#define CLIENT_SHARE 4 /* an address may have a quarter of all open jobs */
#define USUAL_SECONDS 10.0
#define MAX_DRAWN_TEXT 10

static bool is_call(const char *name) {
    const char *known;
    for (size_t i = 0; (known = lw_calls_long(i)) != NULL; i++) {
        if (strcmp(known, name) == 0) {
            return true;
        }
    }
    return false;
}

static void refuse_call(struct exchange *exchange) {
    struct lw_buffer text;
    const char *name;
    lw_buffer_init(&text, exchange_alloc(exchange));
    lw_buffer_puts(&text, "A job's call must be ");
    for (size_t i = 0; (name = lw_calls_long(i)) != NULL; i++) {
        const char *between = lw_calls_long(i + 1) == NULL ? " or " : ", ";
        lw_buffer_printf(&text, "%s%s", i == 0 ? "" : between, name);
    }
    lw_buffer_puts(&text, ".");
    (void)field_refuse(exchange, "call", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

/* Not too many at once, for one, for an address and for all. */
static void refuse_more(struct exchange *exchange, lw_status status,
                        const struct lw_error *err) {
    if (status == LW_LIMIT) {
        http_problem(&exchange->response, 429, "too-many-jobs", NULL, "%s", err->text);
        exchange->response.retry_after_s = 5;
    } else if (status == LW_BUSY) {
        http_problem(
            &exchange->response, 503, "busy", NULL,
            "Too many jobs are waiting, or the database is busy; try again in a while.");
        exchange->response.retry_after_s = 30;
    } else {
        exchange_fail(exchange, status, err, NULL);
    }
}

static void reply_created(struct exchange *exchange, const char *id,
                          enum lw_job_state state) {
    struct lw_json_writer json;
    char events[80];
    (void)snprintf(events, sizeof events, "/api/v1/jobs/%s/events", id);
    reply_begin(exchange, 202, &json);
    lw_json_text(&json, "job", id);
    lw_json_text(&json, "state", lw_job_state_name(state));
    lw_json_text(&json, "events", events);
    lw_json_object_end(&json);
}

/* Is there a job of that number already? Then this answers it: whoever did not hear the
 * answer to a request sends the same again. */
static bool is_there(struct exchange *exchange, struct lw_store *store,
                     const struct lw_store_job_request *row) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_job job;
    lw_status status =
        row->id == NULL ? LW_NOT_FOUND
                        : lw_store_job_get(store, row->id, &exchange->arena, &job, &err);
    if (status == LW_NOT_FOUND) {
        return false;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
    } else if (job.owner == NULL || strcmp(job.owner, row->owner) != 0 ||
               strcmp(job.kind, row->kind) != 0 ||
               !lw_store_job_is_of(&job, row->request)) {
        http_problem(&exchange->response, 409, "exists", KEY,
                     "That key was sent with another request before; every new request "
                     "needs a new one.");
    } else {
        reply_created(exchange, job.id, job.state);
    }
    return true;
}

static void put(struct exchange *exchange, struct lw_store *store,
                const struct lw_store_job_request *row) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    char id[LW_STORE_ID_SIZE];
    if (is_there(exchange, store, row)) {
        return;
    }
    lw_status status = lw_store_job_enqueue(store, row, app_now_ms(app), id, &err);
    if (status == LW_EXISTS && is_there(exchange, store, row)) {
        return; /* the same was sent twice at once, and the other was quicker */
    }
    if (status != LW_OK) {
        refuse_more(exchange, status, &err);
        return;
    }
    jobs_wake(app->jobs);
    reply_created(exchange, id, LW_JOB_QUEUED);
}

void job_enqueue(struct exchange *exchange, struct lw_store_job_request *row) {
    const struct lw_server_config *config = &exchange->app->config;
    char client[20];
    if (row->owner == NULL) {
        row->owner = exchange->is_admin ? "admin" : exchange->player;
        row->max_owner = exchange->is_admin ? 0 : config->jobs_each;
    }
    row->max_all = config->jobs_all;
    if (!exchange->is_admin && !exchange->is_local) {
        (void)snprintf(client, sizeof client, "%016llx",
                       (unsigned long long)exchange->client);
        row->client = client;
        row->max_client = config->jobs_all / CLIENT_SHARE;
    }
    struct lw_store *store = exchange_store(exchange);
    put(exchange, store, row);
    exchange_give(exchange, store);
}

/* What a request says that it may take; without a word about it, a little. */
static double seconds_of(const struct exchange *exchange, const struct lw_json *body) {
    const struct lw_json *seconds = lw_json_get(body, "seconds");
    double most = exchange->app->config.job_seconds;
    double asked = seconds != NULL && seconds->type == LW_JSON_NUMBER ? seconds->number
                                                                      : USUAL_SECONDS;
    return asked < 0 ? 0 : asked > most ? most : asked;
}

/* Would the engines take it up? A job that cannot be done is no job. */
static bool is_good(struct exchange *exchange, lw_status status,
                    const struct job_fault *fault, const struct lw_error *err) {
    struct http_response *response = &exchange->response;
    if (status == LW_NO_MEMORY) {
        http_problem(response, 422, "limit", fault->place,
                     "This needs more memory than a job may have here.");
    } else if (status == LW_CANCELLED || status == LW_IO || status == LW_BUSY) {
        exchange_fail(exchange, status == LW_CANCELLED ? LW_BUSY : status, err, NULL);
    } else if (status == LW_USAGE) {
        http_problem(response, 400, "bad-field", fault->place, "%s", err->text);
    } else if (status != LW_OK) {
        http_problem_text(response, 422, lw_status_name(status), fault->place, err);
    }
    return status == LW_OK;
}

/* The body is an object that names a call. */
static void check_and_enqueue(struct exchange *exchange, const struct lw_json *body) {
    struct lw_error err = {.status = LW_OK};
    struct job_fault fault = {.line = 0};
    struct lw_buffer text;
    /* Written anew: what is stored is known to be well formed. */
    lw_buffer_init(&text, exchange_alloc(exchange));
    json_write_tree(&text, body);
    lw_status status = lw_buffer_ok(&text) ? job_check(exchange, lw_buffer_text(&text),
                                                       text.len, &fault, &err)
                                           : lw_fail_memory(&err);
    if (is_good(exchange, status, &fault, &err)) {
        struct lw_store_job_request row = {.kind = lw_json_get(body, "call")->text,
                                           .request = lw_buffer_text(&text),
                                           .max_tries = 3,
                                           .seconds = seconds_of(exchange, body),
                                           .id = exchange->request.idempotency_key};
        job_enqueue(exchange, &row);
    }
    lw_buffer_free(&text);
}

/* Reads the body: what a body becomes may be fifty times as large, so a request that
 * waits is not read yet. */
static void create_job(struct exchange *exchange) {
    const char *call = NULL;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !field_text(exchange, body, "call", true, 40, &call)) {
        return;
    }
    if (!is_call(call)) {
        refuse_call(exchange);
        return;
    }
    check_and_enqueue(exchange, body);
}

void handle_job_create(struct exchange *exchange) {
    const char *key = exchange->request.idempotency_key;
    if (key != NULL && !is_id(key)) {
        http_problem(&exchange->response, 400, "bad-request", KEY,
                     "The header '" KEY "' is 32 lower-case hexadecimal digits, "
                     "drawn at random.");
        return;
    }
    if (quota_take(exchange, exchange->request.body_len)) {
        checker_run(exchange, create_job);
    }
}

/* The members that the body of a batch may have: its own and the options it may fix. */
static bool batch_members_check(struct exchange *exchange, const struct lw_json *body,
                                const struct lw_game_kind *kind) {
    const struct lw_option *option;
    char known[200] = "game seconds seed";
    for (size_t i = 0; (option = batch_option(kind, i)) != NULL; i++) {
        size_t len = strlen(known);
        (void)snprintf(known + len, sizeof known - len, " %s", option->name);
    }
    return fields_check(exchange, body, known);
}

/* The options that the body fixes. */
static bool read_batch_options(struct exchange *exchange, const struct lw_json *body,
                               struct batch_request *out) {
    const struct lw_option *option;
    bool good = true;
    for (size_t i = 0; good && (option = batch_option(out->kind, i)) != NULL; i++) {
        struct lw_drawn *value = &out->values[i];
        int64_t number = 0;
        const char *text = NULL;
        value->name = option->name;
        if (option->type == LW_OPTION_INT) {
            good = field_int(exchange, body,
                             (struct field_int){option->name, (int64_t)option->min,
                                                (int64_t)option->max, false},
                             &number);
        } else {
            good = field_text(exchange, body, option->name, false, MAX_DRAWN_TEXT, &text);
        }
        if (good && number != 0) {
            (void)snprintf(value->value, sizeof value->value, "%" PRId64, number);
        } else if (good && text != NULL) {
            (void)snprintf(value->value, sizeof value->value, "%s", text);
        }
    }
    return good;
}

/* The game that the body names, or the first; NULL with a problem in the response. */
static const struct lw_game_kind *batch_game(struct exchange *exchange,
                                             const struct lw_json *body) {
    const char *name = NULL;
    if (!field_text(exchange, body, "game", false, 40, &name)) {
        return NULL;
    }
    const struct lw_game_kind *kind = batch_kind(name);
    if (kind == NULL) {
        (void)field_refuse(exchange, "game",
                           "No levels of that game are made in batches.");
    }
    return kind;
}

void handle_batch(struct exchange *exchange) {
    int64_t seed = app_now_ms(exchange->app);
    struct batch_request request = {.seconds = 23 * 3600};
    struct lw_error err = {.status = LW_OK};
    struct job_fault fault;
    struct lw_buffer text;
    const struct lw_json *body = exchange_json(exchange);
    request.kind = body == NULL ? NULL : batch_game(exchange, body);
    if (request.kind == NULL || !batch_members_check(exchange, body, request.kind) ||
        !field_int(exchange, body, (struct field_int){"seed", 0, INT64_C(1) << 52, false},
                   &seed) ||
        !field_real(exchange, body, "seconds", 1, 7 * 86400, &request.seconds) ||
        !read_batch_options(exchange, body, &request)) {
        return;
    }
    request.seed = (uint64_t)seed;
    if (!is_good(exchange, batch_check(exchange->app, &request, &fault, &err), &fault,
                 &err)) {
        return;
    }
    lw_buffer_init(&text, exchange_alloc(exchange));
    batch_request_json(&request, &text);
    struct lw_store_job_request row = {.kind = "batch",
                                       .request = lw_buffer_text(&text),
                                       .priority = -10,
                                       .max_tries = 1000};
    job_enqueue(exchange, &row);
    lw_buffer_free(&text);
}

/* The job of the address; false with a problem in the response. */
static bool get_job(struct exchange *exchange, struct lw_store_job *job) {
    struct lw_error err = {.status = LW_OK};
    if (!is_id(exchange->ids[0])) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no such job.");
        return false;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_job_get(store, exchange->ids[0], &exchange->arena, job, &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
    return status == LW_OK;
}

static void reply_job(struct exchange *exchange, const struct lw_store_job *job) {
    struct lw_json_writer json;
    reply_begin(exchange, 200, &json);
    job_json(&json, job);
    lw_json_object_end(&json);
}

void handle_job_get(struct exchange *exchange) {
    struct lw_store_job job;
    if (get_job(exchange, &job)) {
        reply_job(exchange, &job);
    }
}

void handle_job_events(struct exchange *exchange) {
    struct lw_store_job job;
    if (get_job(exchange, &job)) {
        exchange->response.type = "text/event-stream";
        memcpy(exchange->response.stream_job, job.id,
               sizeof exchange->response.stream_job);
    }
}

/* What a job had found so far may be long; GET has it. */
static void shorten_job(struct exchange *exchange, struct lw_store_job *job) {
    if (exchange->response.body.len > budget_of_answer(exchange)) {
        job->note = job->result = NULL;
        reply_job(exchange, job);
    }
}

void handle_job_cancel(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_job job;
    if (!get_job(exchange, &job)) {
        return;
    }
    if (!exchange->is_admin &&
        (job.owner == NULL || strcmp(job.owner, exchange->player) != 0)) {
        http_problem(&exchange->response, 403, "forbidden", "id",
                     "This job belongs to somebody else.");
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_job_cancel(store, job.id, app_now_ms(app), &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
        return;
    }
    jobs_cancel(app->jobs, job.id);
    if (get_job(exchange, &job)) {
        reply_job(exchange, &job);
        streams_publish(app->streams, job.id, "cancelled",
                        lw_buffer_text(&exchange->response.body), true);
        shorten_job(exchange, &job);
    }
}
