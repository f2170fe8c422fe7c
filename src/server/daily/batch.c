/* Batches: once a day options are drawn from a game's menu, and its generator makes as
 * many levels as it can in 23 hours (Taylor's batch mode, 2015, chapter 3). Levels are
 * stored one by one, so a batch that is interrupted has lost nothing but the level at
 * hand; it goes on with the time that was left. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "levels/making.h"
#include "levels/recipes.h"
#include "log.h"
#include "lw/base/json_value.h"
#include "lw/base/rng.h"

struct batch_state {
    struct batch_request request; /* with all values, once they are drawn */
    const struct lw_batch *batch;
    size_t n_values;
    double elapsed_s;  /* without the level at hand */
    uint64_t since_ns; /* when that was begun */
    uint64_t next;     /* calls so far */
    uint64_t stored, duplicates, cut_short;
    bool is_over; /* the deadline fell into the level at hand */
};

static bool has_batch(const struct lw_game_kind *kind) {
    return kind->presets != NULL && kind->presets->batch != NULL;
}

const struct lw_game_kind *batch_kind(const char *name) {
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        bool is_meant =
            name == NULL ? lw_game_kind_listed(*at) : strcmp((*at)->name, name) == 0;
        if (is_meant && has_batch(*at)) {
            return *at;
        }
    }
    return NULL;
}

const struct lw_option *batch_option(const struct lw_game_kind *kind, size_t i) {
    const struct lw_batch *batch = kind->presets->batch;
    size_t n = 0;
    while (n <= i && batch->asked[n] != NULL) {
        n++;
    }
    if (n <= i) {
        return NULL;
    }
    const struct lw_generator *generator = lw_generator_find(kind, batch->method);
    const char *name = batch->asked[i];
    return &generator->options[lw_option_find(generator->options, generator->n_options,
                                              name, strlen(name))];
}

static void read_value(const struct lw_json *object, struct lw_drawn *value) {
    const struct lw_json *given = lw_json_get(object, value->name);
    if (given != NULL && given->type == LW_JSON_TEXT) {
        (void)snprintf(value->value, sizeof value->value, "%s", given->text);
    } else if (given != NULL && given->type == LW_JSON_NUMBER && given->number != 0) {
        (void)snprintf(value->value, sizeof value->value, "%.0f", given->number);
    }
}

/* Requests that were stored before there was a choice name no game. */
static lw_status read_request(const char *text, struct lw_arena *arena,
                              struct batch_request *out, struct lw_error *err) {
    struct lw_json *request = NULL;
    const struct lw_option *option;
    memset(out, 0, sizeof *out);
    lw_status status = lw_json_read(arena, text, strlen(text), &request, err);
    if (status != LW_OK) {
        return status;
    }
    out->kind = batch_kind(lw_json_text_or(request, "game", NULL));
    if (out->kind == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "no levels of that game are made in batches");
    }
    out->seconds = lw_json_number_or(request, "seconds", 23 * 3600);
    out->seed = (uint64_t)lw_json_number_or(request, "seed", 1);
    for (size_t i = 0; (option = batch_option(out->kind, i)) != NULL; i++) {
        out->values[i].name = option->name;
        read_value(request, &out->values[i]);
    }
    return LW_OK;
}

/* Its members, in an open object. */
static void put_request(const struct batch_request *request,
                        struct lw_json_writer *json) {
    const struct lw_option *option;
    if (request->kind != NULL) {
        lw_json_text(json, "game", request->kind->name);
    }
    for (size_t i = 0;
         request->kind != NULL && (option = batch_option(request->kind, i)) != NULL;
         i++) {
        if (request->values[i].value[0] != '\0') {
            making_put_setting(
                json,
                lw_generator_find(request->kind, request->kind->presets->batch->method),
                &(struct lw_setting){option->name, request->values[i].value});
        }
    }
    lw_json_real(json, "seconds", request->seconds);
}

void batch_request_json(const struct batch_request *request, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    put_request(request, &json);
    lw_json_uint(&json, "seed", request->seed);
    lw_json_object_end(&json);
}

/* A batch of that request, all values drawn. */
static void begin(const struct batch_request *request, struct batch_state *out) {
    struct lw_rng rng = lw_rng_make(request->seed, 0);
    *out =
        (struct batch_state){.request = *request, .batch = request->kind->presets->batch};
    out->n_values = out->batch->draw(&rng, out->request.values);
}

static lw_status read_state(struct job_run *run, struct batch_state *state,
                            struct lw_error *err) {
    struct lw_json *note = NULL;
    struct batch_request request;
    memset(state, 0, sizeof *state);
    lw_status status = read_request(run->job->request, &run->arena, &request, err);
    if (status != LW_OK) {
        return status;
    }
    begin(&request, state);
    /* Where an interrupted run of the same job stopped. */
    if (run->job->note != NULL &&
        lw_json_read(&run->arena, run->job->note, strlen(run->job->note), &note, err) ==
            LW_OK) {
        const struct lw_json *before = lw_json_get(note, "state");
        if (before != NULL) {
            state->elapsed_s = lw_json_number_or(before, "elapsed_s", 0);
            state->next = (uint64_t)lw_json_number_or(before, "next", 0);
            state->stored = (uint64_t)lw_json_number_or(before, "stored", 0);
            state->duplicates = (uint64_t)lw_json_number_or(before, "duplicates", 0);
            state->cut_short = (uint64_t)lw_json_number_or(before, "cut_short", 0);
        }
    }
    return LW_OK;
}

static void write_state(const struct batch_state *state, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_buffer_clear(out);
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    put_request(&state->request, &json);
    lw_json_real(&json, "elapsed_s", floor(state->elapsed_s));
    lw_json_uint(&json, "next", state->next);
    lw_json_uint(&json, "stored", state->stored);
    lw_json_uint(&json, "duplicates", state->duplicates);
    lw_json_uint(&json, "cut_short", state->cut_short);
    lw_json_object_end(&json);
}

/* The request for the next level; settings live as long as it. */
static struct making_request next_request(const struct batch_state *state, double seconds,
                                          struct lw_setting settings[LW_MAX_DRAWN + 1]) {
    for (size_t i = 0; i < state->n_values; i++) {
        const struct lw_drawn *drawn = &state->request.values[i];
        settings[i] = (struct lw_setting){drawn->name, drawn->value};
    }
    settings[state->n_values] = (struct lw_setting){NULL, NULL};
    return (struct making_request){.kind = state->request.kind,
                                   .method = state->batch->method,
                                   .options = settings,
                                   .count = 1,
                                   .seed = state->request.seed + state->next + 1,
                                   .seconds = seconds};
}

/* The generator's options are members of the batch's own request. */
static void point_into_batch(const struct lw_error *err, struct job_fault *fault) {
    if (err->field[0] != '\0') {
        (void)snprintf(fault->place, sizeof fault->place, "/%s", err->field);
    }
}

lw_status batch_check(struct app *app, const struct batch_request *request,
                      struct job_fault *fault, struct lw_error *err) {
    struct batch_state state;
    struct lw_setting settings[LW_MAX_DRAWN + 1];
    *fault = (struct job_fault){.line = 0};
    struct making *making = lw_alloc_zero(app->alloc, 1, sizeof *making);
    if (making == NULL) {
        return lw_fail_memory(err);
    }
    begin(request, &state);
    struct making_request wanted = next_request(&state, request->seconds, settings);
    lw_status status = making_open(app, NULL, &wanted, making, err);
    if (status != LW_OK) {
        point_into_batch(err, fault);
    }
    making_close(making);
    lw_alloc_free(app->alloc, making, sizeof *making);
    return status;
}

/* Keeps what was made, unless it is cut short. One that the deadline cut short is worth
 * keeping only when there is no other. One that a stop cut short is made again, whole,
 * when the batch goes on. */
static lw_status keep_levels(struct job_run *run, struct batch_state *state,
                             struct making *making, lw_status status,
                             struct lw_error *err) {
    bool cut_short = making->make.cut_short;
    bool stopped = cut_short && atomic_load(run->cancel);
    bool keep = !cut_short || (!stopped && state->stored + state->duplicates == 0);
    for (size_t i = 0; i < making->make.pool.n_levels && status == LW_OK && keep; i++) {
        struct lw_store_kept kept = {.is_new = false};
        status = making_keep(making, i, "", &kept, err);
        state->stored += kept.is_new;
        state->duplicates += !kept.is_new;
    }
    /* What could not be stored is made again: the same number gives the same level. */
    bool lost = stopped || status == LW_BUSY || status == LW_FULL || status == LW_IO;
    state->is_over = cut_short && !lost;
    state->next += !lost;
    state->cut_short += !lost && !keep;
    return status;
}

static lw_status make_one(struct job_run *run, struct batch_state *state, double seconds,
                          struct lw_error *err) {
    struct lw_setting settings[LW_MAX_DRAWN + 1];
    struct making_request wanted = next_request(state, seconds, settings);
    struct making *making = lw_arena_zero(&run->arena, 1, sizeof *making);
    if (making == NULL) {
        return lw_fail_memory(err);
    }
    run->max_seconds = seconds;
    lw_status status = making_open(run->app, run, &wanted, making, err);
    if (status == LW_OK) {
        status = making_run(making, err);
    }
    status = keep_levels(run, state, making, status, err);
    making_close(making);
    return status;
}

/* The time goes on while a level is made, which may take hours: a batch that is killed in
 * the middle goes on with what was left then. */
static void note_time(struct job_run *run, void *ctx) {
    const struct batch_state *state = ctx;
    struct batch_state now = *state;
    struct lw_buffer text;
    now.elapsed_s += (double)(run->app->now_ns() - state->since_ns) / 1e9;
    lw_buffer_init(&text, run->app->alloc);
    write_state(&now, &text);
    job_state(run, lw_buffer_text(&text));
    lw_buffer_free(&text);
}

/* Asks for the day's batch of one game. */
static void ask_for(struct app *app, const struct lw_game_kind *kind, double seconds) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_buffer text;
    char id[LW_STORE_ID_SIZE];
    /* The first is not named: so its request is the same as before there were others. */
    const struct batch_request request = {.kind = kind == batch_kind(NULL) ? NULL : kind,
                                          .seconds = seconds,
                                          .seed = (uint64_t)app_today(app) * 1000000};
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&text, app->alloc);
    batch_request_json(&request, &text);
    struct lw_store_job_request job = {.kind = "batch",
                                       .request = lw_buffer_text(&text),
                                       .owner = "batch",
                                       .priority = -10,
                                       .max_tries = 1000};
    struct lw_store *store = app_store(app);
    if (!job_is_asked(store, &arena, &job, false) &&
        lw_store_job_enqueue(store, &job, app_now_ms(app), id, &err) != LW_OK) {
        log_event(app->log, LOG_ERROR, "batch", "%s", err.text);
    }
    app_give(app, store);
    lw_buffer_free(&text);
    lw_arena_free(&arena);
}

/* "Run automatically once per day": the day is the seed, so each draws anew, and a
 * restart knows that it was asked for. The games share the day's time. */
void batch_tick(struct app *app) {
    const struct lw_game_kind *const *kinds = lw_game_kinds();
    size_t n = 0;
    if (app->config.batch_seconds <= 0) {
        return;
    }
    for (size_t i = 0; kinds[i] != NULL; i++) {
        n += lw_game_kind_listed(kinds[i]) && has_batch(kinds[i]);
    }
    for (size_t i = 0; kinds[i] != NULL; i++) {
        if (lw_game_kind_listed(kinds[i]) && has_batch(kinds[i])) {
            ask_for(app, kinds[i], app->config.batch_seconds / (double)n);
        }
    }
}

lw_status batch_run(struct job_run *run, struct lw_error *err) {
    struct app *app = run->app;
    struct batch_state state;
    struct lw_buffer text;
    unsigned failures = 0;
    lw_status status = read_state(run, &state, err);
    lw_buffer_init(&text, app->alloc);
    while (status == LW_OK && state.elapsed_s < state.request.seconds &&
           !atomic_load(run->cancel)) {
        state.since_ns = app->now_ns();
        run->progressed = note_time;
        run->progressed_ctx = &state;
        note_time(run, &state);
        lw_status made =
            make_one(run, &state, state.request.seconds - state.elapsed_s, err);
        state.elapsed_s += (double)(app->now_ns() - state.since_ns) / 1e9;
        /* What the conversions between the engine's clock and this one leave is no time
         * to make a level in. */
        state.elapsed_s = state.is_over ? fmax(state.elapsed_s, state.request.seconds)
                                        : state.elapsed_s;
        failures = made == LW_OK ? 0 : failures + 1;
        if (made == LW_BUSY || made == LW_FULL || failures == 20 || made == LW_USAGE) {
            status = made;
        }
        /* What a level needs adds up over 23 hours. */
        lw_arena_free(&run->arena);
        lw_arena_init(&run->arena, app->alloc);
    }
    write_state(&state, &text);
    job_state(run, lw_buffer_text(&text));
    lw_buffer_clear(&run->result);
    lw_buffer_puts(&run->result, lw_buffer_text(&text));
    log_event(app->log, LOG_INFO, "batch",
              "%s: %llu levels stored, %llu known before, %.0f s", lw_buffer_text(&text),
              (unsigned long long)state.stored, (unsigned long long)state.duplicates,
              state.elapsed_s);
    lw_buffer_free(&text);
    return status;
}
