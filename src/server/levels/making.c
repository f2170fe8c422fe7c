/* Levels that the server's own jobs make. */
#include "levels/making.h"

#include <math.h>
#include <string.h>

#include "daily/clock.h"
#include "lw/platform.h"

#define PATIENCE 1000
#define TELL_EVERY_NS UINT64_C(100000000)

/* Progress. */

static void tell(struct making *making) {
    const struct lw_make *make = &making->make;
    struct job_report report = {.phase = making->latest.phase,
                                .done = make->pool.n_levels,
                                .total = make->request.count,
                                .candidates = make->report.n_candidates,
                                .fraction = lw_make_fraction(make, &making->latest)};
    job_report(making->run, &report);
}

/* A candidate may take hours, and looks at the clock often. */
static uint64_t clock_that_tells(void *ctx) {
    struct making *making = ctx;
    const struct lw_runtime *outer = making->run->runtime;
    uint64_t now = outer->now_ns(outer->ctx);
    if (now - making->told_ns >= TELL_EVERY_NS) {
        making->told_ns = now;
        tell(making);
    }
    return now;
}

static void on_progress(void *ctx, const struct lw_progress *progress) {
    struct making *making = ctx;
    making->latest = *progress;
    (void)clock_that_tells(making);
}

/* Opening. */

static lw_status open_game(struct making *making, const struct making_request *request,
                           struct lw_error *err) {
    struct lw_open_request open = {.alloc = &making->limit.alloc,
                                   .kinds = lw_game_kinds(),
                                   .kind = request->kind,
                                   .text = request->source,
                                   .may_lack_levels = true};
    if (request->source == NULL) {
        return lw_open_game(&open, &making->opened, err);
    }
    open.len = strlen(request->source);
    return lw_open(&open, &making->opened, err);
}

/* Memory and ceilings, the same for the check and the run; as those of calls. */
static void set_up(struct app *app, struct job_run *run, struct making *out) {
    size_t memory = app->config.job_memory_bytes;
    *out = (struct making){.app = app, .run = run};
    lw_arena_init(&out->arena, app->alloc);
    lw_alloc_limit_init(&out->limit, app->alloc, memory + memory / 4 + JOB_GRACE_BYTES);
    out->runtime = run == NULL ? lw_runtime_bare(&out->limit.alloc) : *run->runtime;
    out->runtime.alloc = &out->limit.alloc;
    if (run != NULL) {
        out->runtime.progress = on_progress;
        out->runtime.progress_ctx = out;
        /* The worker's thread is the only one that looks at this clock. */
        out->runtime.ctx = out;
        out->runtime.now_ns = clock_that_tells;
        out->runtime.parallel = NULL;
    }
}

static double seconds_of(const struct making *making, double asked) {
    double most = making->run != NULL && making->run->max_seconds > 0
                      ? making->run->max_seconds
                      : making->app->config.job_seconds;
    return most > 0 ? fmin(asked, most) : asked;
}

static lw_status judge(const struct making_request *request, struct making *out,
                       struct lw_error *err) {
    const struct lw_settings options = lw_settings_of(request->options);
    const struct lw_settings filters = lw_settings_of(request->filters);
    const struct lw_generator *generator;
    lw_status status = lw_generator_get(request->kind, request->method, &generator, err);
    if (status == LW_OK) {
        out->method = generator->name;
        out->options = request->options;
        status = open_game(out, request, err);
    }
    if (status == LW_OK) {
        status = lw_generator_settings(
            generator, &options, out->app->config.job_memory_bytes, out->values, err);
    }
    if (status == LW_OK) {
        status = lw_filters_read(request->kind, &filters, out->filters,
                                 MAKING_MAX_FILTERS, err);
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_make_request make = {
        .game = out->opened.game,
        .generator = generator,
        .values = out->values,
        .examples = out->opened.set.n_entries > 0 ? &out->opened.set : NULL,
        .filters = out->filters,
        .n_filters = filters.n,
        .rate = true,
        .models = &out->models,
        .seed = request->seed,
        .count = request->count,
        .patience = PATIENCE,
        .budget = {.time_ns = (uint64_t)(seconds_of(out, request->seconds) * 1e9),
                   .cancel = out->run == NULL ? NULL : out->run->cancel},
        .memory_bytes = out->app->config.job_memory_bytes,
        .order = "score"};
    status = lw_make_open(&out->make, &make, &out->runtime, err);
    return status == LW_OK && out->run == NULL ? lw_make_check(&out->make, err) : status;
}

lw_status making_open(struct app *app, struct job_run *run,
                      const struct making_request *request, struct making *out,
                      struct lw_error *err) {
    set_up(app, run, out);
    out->sealed = request->sealed;
    /* A check judges no level; and it is a handler's, who may not wait for this. */
    lw_status status =
        run == NULL ? LW_OK : app_models(app, &out->arena, &out->models, err);
    if (status == LW_OK) {
        status = judge(request, out, err);
    }
    if (status != LW_OK) {
        lw_error_without_dashes(err);
    }
    return status;
}

struct run {
    struct lw_make *make;
    lw_status status;
    struct lw_error *err;
};

static void run_make(void *ctx) {
    struct run *run = ctx;
    run->status = lw_make_run(run->make, run->err);
}

/* Nobody waits for it at a page. Only the engines yield: a job's thread that writes into
 * the store may keep others waiting for their turn. */
lw_status making_run(struct making *making, struct lw_error *err) {
    struct run run = {.make = &making->make, .err = err};
    lw_platform_in_background(run_make, &run);
    lw_status status = run.status;
    if (lw_make_has_result(&making->make, status)) {
        return LW_OK;
    }
    lw_error_without_dashes(err);
    return status;
}

/* Keeping. */

void making_put_setting(struct lw_json_writer *json, const struct lw_generator *generator,
                        const struct lw_setting *setting) {
    size_t at = lw_option_find(generator->options, generator->n_options, setting->name,
                               strlen(setting->name));
    enum lw_option_type type =
        at < generator->n_options ? generator->options[at].type : LW_OPTION_TEXT;
    bool is_range = strstr(setting->value, "..") != NULL;
    if ((type == LW_OPTION_INT || type == LW_OPTION_REAL) && !is_range) {
        lw_json_raw(json, setting->name, setting->value);
    } else {
        lw_json_text(json, setting->name, setting->value);
    }
}

/* The options as rows of levels have them. */
static void put_options(const struct making *making, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    for (const struct lw_setting *at = making->options; at != NULL && at->name != NULL;
         at++) {
        making_put_setting(&json, making->make.request.generator, at);
    }
    lw_json_object_end(&json);
}

lw_status making_keep(struct making *making, size_t number, const char *title,
                      struct lw_store_kept *out, struct lw_error *err) {
    struct app *app = making->app;
    struct lw_buffer options;
    struct job_patience patience = {.stop = making->run->cancel};
    lw_buffer_init(&options, app->alloc);
    put_options(making, &options);
    struct lw_store_origin origin = {
        .title = title,
        .method = making->method,
        /* A level is worth more than its options. */
        .options = lw_buffer_ok(&options) ? lw_buffer_text(&options) : "{}",
        .solver = "generator",
        .sealed = making->sealed,
        .now_ms = app_now_ms(app)};
    lw_status status;
    do {
        struct lw_store *store = app_patient_store(app);
        status =
            lw_store_keep(store, &making->make.pool.levels[number], &origin, out, err);
        app_patient_give(app, store);
    } while (job_tries_again(app, &patience, status));
    lw_buffer_free(&options);
    return status;
}

void making_close(struct making *making) {
    lw_make_close(&making->make);
    lw_opened_close(&making->opened);
    lw_arena_free(&making->arena);
}
