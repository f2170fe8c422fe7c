/* Taylor's batch mode (2015, chapter 3): once a day a size and a number of boxes are
 * drawn from a menu, and the generator makes as many levels as it can in 23 hours. Levels
 * are stored one by one, so a batch that is interrupted has lost nothing but the level at
 * hand; it goes on with the time that was left. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "levels/made.h"
#include "log.h"
#include "lw/base/rng.h"

/* His three lines: sizes in templates, and the least and most boxes. */
static const struct {
    const char *sizes[2];
    int min_boxes, max_boxes;
} menu[] = {{{"2x3", "3x3"}, 4, 6}, {{"2x2", "2x3"}, 5, 7}, {{"2x2", "2x2"}, 6, 8}};

struct batch_state {
    double seconds, elapsed_s; /* elapsed: without the level at hand */
    uint64_t since_ns;         /* when that was begun */
    char size[12];
    int boxes;
    uint64_t seed, next; /* next: calls so far */
    uint64_t stored, duplicates, cut_short;
    bool is_over; /* the deadline fell into the level at hand */
};

static double number_of(const struct lw_json *object, const char *key, double fallback) {
    const struct lw_json *value = lw_json_get(object, key);
    return value != NULL && value->type == LW_JSON_NUMBER ? value->number : fallback;
}

static void read_size(const struct lw_json *object, char size[12]) {
    const struct lw_json *value = lw_json_get(object, "size");
    if (value != NULL && value->type == LW_JSON_TEXT) {
        (void)snprintf(size, 12, "%s", value->text);
    }
}

static void draw_from_menu(struct batch_state *state) {
    struct lw_rng rng = lw_rng_make(state->seed, 0);
    size_t line = lw_rng_below(&rng, sizeof menu / sizeof *menu);
    size_t which = lw_rng_below(&rng, 2);
    unsigned spread = (unsigned)(menu[line].max_boxes - menu[line].min_boxes + 1);
    int boxes = menu[line].min_boxes + (int)lw_rng_below(&rng, spread);
    if (state->size[0] == '\0') {
        (void)snprintf(state->size, sizeof state->size, "%s", menu[line].sizes[which]);
    }
    if (state->boxes == 0) {
        state->boxes = boxes;
    }
}

static lw_status read_request(const char *text, struct lw_arena *arena,
                              struct batch_state *state, struct lw_error *err) {
    struct lw_json *request = NULL;
    memset(state, 0, sizeof *state);
    lw_status status = lw_json_read(arena, text, strlen(text), &request, err);
    if (status == LW_OK) {
        state->seconds = number_of(request, "seconds", 23 * 3600);
        state->seed = (uint64_t)number_of(request, "seed", 1);
        state->boxes = (int)number_of(request, "boxes", 0);
        read_size(request, state->size);
        draw_from_menu(state);
    }
    return status;
}

static lw_status read_state(struct job_run *run, struct batch_state *state,
                            struct lw_error *err) {
    struct lw_json *note = NULL;
    lw_status status = read_request(run->job->request, &run->arena, state, err);
    if (status != LW_OK) {
        return status;
    }
    /* Where an interrupted run of the same job stopped. */
    if (run->job->note != NULL &&
        lw_json_read(&run->arena, run->job->note, strlen(run->job->note), &note, err) ==
            LW_OK) {
        const struct lw_json *before = lw_json_get(note, "state");
        if (before != NULL) {
            state->elapsed_s = number_of(before, "elapsed_s", 0);
            state->next = (uint64_t)number_of(before, "next", 0);
            state->stored = (uint64_t)number_of(before, "stored", 0);
            state->duplicates = (uint64_t)number_of(before, "duplicates", 0);
            state->cut_short = (uint64_t)number_of(before, "cut_short", 0);
        }
    }
    return LW_OK;
}

static void write_state(const struct batch_state *state, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_buffer_clear(out);
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "size", state->size);
    lw_json_int(&json, "boxes", state->boxes);
    lw_json_real(&json, "seconds", state->seconds);
    lw_json_real(&json, "elapsed_s", floor(state->elapsed_s));
    lw_json_uint(&json, "next", state->next);
    lw_json_uint(&json, "stored", state->stored);
    lw_json_uint(&json, "duplicates", state->duplicates);
    lw_json_uint(&json, "cut_short", state->cut_short);
    lw_json_object_end(&json);
}

static void write_options(const struct batch_state *state, char options[120]) {
    /* All goal placements at once need a table of every position; from six boxes on, or
     * in large rooms, that is more memory than a job has, so goals are fixed in steps. */
    bool large = state->boxes > 5 || strcmp(state->size, "2x2") != 0;
    (void)snprintf(options, 120, "{\"size\":\"%s\",\"boxes\":%d,\"mode\":\"%s\"}",
                   state->size, state->boxes, large ? "stepwise" : "exhaustive");
}

/* The engine call for the next level. */
static void write_call(const struct batch_state *state, const char *options,
                       double seconds, struct lw_arena *arena, struct lw_buffer *out) {
    struct recipe recipe = {.game = "sokoban", .method = "farthest", .options = options};
    recipe_request(&recipe, arena, 1, state->seed + state->next + 1, seconds, out);
}

/* The call's options are members of the batch's own request. */
static void point_into_batch(struct job_fault *fault) {
    static const char options[] = "/options/";
    size_t cut = sizeof options - 2;
    if (strncmp(fault->place, options, cut + 1) == 0) {
        memmove(fault->place, fault->place + cut, strlen(fault->place + cut) + 1);
    }
}

lw_status batch_check(struct app *app, const char *request, struct job_fault *fault,
                      struct lw_error *err) {
    struct batch_state state;
    struct lw_arena arena;
    struct lw_buffer call;
    char options[120];
    *fault = (struct job_fault){.line = 0};
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&call, app->alloc);
    lw_status status = read_request(request, &arena, &state, err);
    if (status == LW_OK) {
        write_options(&state, options);
        write_call(&state, options, state.seconds, &arena, &call);
        status = job_check(app, lw_buffer_text(&call), call.len, fault, err);
        point_into_batch(fault);
    }
    lw_buffer_free(&call);
    lw_arena_free(&arena);
    return status;
}

static lw_status make_one(struct job_run *run, struct batch_state *state, double seconds,
                          struct lw_error *err) {
    char options[120];
    struct made_list list = {.n = 0};
    struct lw_buffer request;
    write_options(state, options);
    struct made_extra extra = {
        .game = "sokoban", .method = "farthest", .options = options, .title = ""};
    lw_buffer_init(&request, run->app->alloc);
    write_call(state, options, seconds, &run->arena, &request);
    run->max_seconds = seconds;
    lw_status status = job_call(run, lw_buffer_text(&request), request.len, err);
    lw_buffer_free(&request);
    if (status == LW_OK) {
        status = made_read(run, &list, err);
    }
    /* One that the deadline cut short is worth keeping only when there is no other. One
     * that a stop cut short is made again, whole, when the batch goes on. */
    bool stopped = list.cut_short && atomic_load(run->cancel);
    bool keep = !list.cut_short || (!stopped && state->stored + state->duplicates == 0);
    for (size_t i = 0; i < list.n && status == LW_OK && keep; i++) {
        char id[LW_STORE_ID_SIZE];
        bool is_new = false;
        status = made_put(run, list.levels[i], &extra, id, &is_new, err);
        state->stored += is_new;
        state->duplicates += !is_new;
    }
    /* What could not be stored is made again: the same number gives the same level. */
    bool lost = stopped || status == LW_BUSY || status == LW_FULL || status == LW_IO;
    state->is_over = list.cut_short && !lost;
    state->next += !lost;
    state->cut_short += !lost && !keep;
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

/* "Run automatically once per day": the day is the seed, so each draws anew, and a
 * restart knows that it was asked for. */
void batch_tick(struct app *app) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_buffer text;
    struct lw_json_writer json;
    char id[LW_STORE_ID_SIZE];
    if (app->config.batch_seconds <= 0) {
        return;
    }
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&text, app->alloc);
    lw_json_begin(&json, &text);
    lw_json_object(&json, NULL);
    lw_json_real(&json, "seconds", app->config.batch_seconds);
    lw_json_int(&json, "seed", app_today(app) * 1000000);
    lw_json_object_end(&json);
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

lw_status batch_run(struct job_run *run, struct lw_error *err) {
    struct app *app = run->app;
    struct batch_state state;
    struct lw_buffer text;
    unsigned failures = 0;
    lw_status status = read_state(run, &state, err);
    lw_buffer_init(&text, app->alloc);
    while (status == LW_OK && state.elapsed_s < state.seconds &&
           !atomic_load(run->cancel)) {
        state.since_ns = app->now_ns();
        run->progressed = note_time;
        run->progressed_ctx = &state;
        note_time(run, &state);
        lw_status made = make_one(run, &state, state.seconds - state.elapsed_s, err);
        state.elapsed_s += (double)(app->now_ns() - state.since_ns) / 1e9;
        /* What the conversions between the engine's clock and this one leave is no time
         * to make a level in. */
        state.elapsed_s =
            state.is_over ? fmax(state.elapsed_s, state.seconds) : state.elapsed_s;
        failures = made == LW_OK ? 0 : failures + 1;
        if (made == LW_BUSY || made == LW_FULL || failures == 20 || made == LW_USAGE) {
            status = made;
        }
        /* The trees of the replies add up over 23 hours. */
        lw_arena_free(&run->arena);
        lw_arena_init(&run->arena, app->alloc);
    }
    write_state(&state, &text);
    job_state(run, lw_buffer_text(&text));
    lw_buffer_clear(&run->result);
    lw_buffer_puts(&run->result, lw_buffer_text(&text));
    log_event(app->log, LOG_INFO, "batch",
              "%s templates, %d boxes: %llu levels stored, %llu known before, %.0f s",
              state.size, state.boxes, (unsigned long long)state.stored,
              (unsigned long long)state.duplicates, state.elapsed_s);
    lw_buffer_free(&text);
    return status;
}
