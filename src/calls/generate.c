/* generate: new levels by any generator, with progress.
 *
 * A request says what the command line says with its options, and gives the same bytes
 * for the same seed. Here JSON becomes a request of lw/make.h, and the result JSON. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "calls_internal.h"

#define MAX_FILTERS 64
#define RUN_SECONDS 60
#define RATE_SECONDS 20 /* for all levels; who asks waits for them */

struct generate {
    struct calls_request *rq;
    struct calls_subject subject;
    struct lw_collection examples;
    struct lw_against against;
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    struct lw_filter filters[MAX_FILTERS];
    struct lw_make_request request;
    struct lw_make make;
    struct calls_extras extras;
    const struct lw_format *format; /* of the whole pack; NULL: not asked for */
    /* For progress. */
    struct lw_buffer fresh, best; /* objects, separated by commas */
    size_t n_taken;
    double best_score;
};

/* One level. */

static lw_status put_level(struct lw_json_writer *json, const struct generate *g,
                           const struct lw_made_level *made, struct lw_error *err) {
    char title[LW_MADE_TITLE_SIZE];
    lw_made_level_title(made, g->request.generator->name, g->request.seed, title);
    lw_json_object(json, NULL);
    lw_json_text(json, "title", title);
    lw_status status =
        lw_calls_put_level(g->rq->calls, json, made->level, &g->extras, err);
    lw_json_text(json, "solution", made->solution);
    if (made->shortest) {
        lw_json_bool(json, "shortest", true);
    }
    lw_json_real(json, "score", made->score);
    if (made->score_moves > 0) {
        lw_json_uint(json, "score_moves", made->score_moves);
    }
    lw_calls_put_measures(json, g->subject.kind, made->measures);
    if (made->rated) {
        lw_verdict_json(&made->verdict, LW_FORMER_RATING, json);
    }
    lw_json_uint(json, "candidate", made->index);
    lw_json_uint(json, "part", made->part);
    lw_json_object_end(json);
    return status;
}

/* Progress. */

static void on_taken(void *ctx, const struct lw_made_level *made) {
    struct generate *g = ctx;
    struct lw_json_writer json;
    g->n_taken++;
    if (g->rq->calls->host.progress == NULL) {
        return;
    }
    if (g->fresh.len > 0) {
        lw_buffer_putc(&g->fresh, ',');
    }
    lw_json_begin(&json, &g->fresh);
    (void)put_level(&json, g, made, NULL);
    if (g->n_taken == 1 || made->score > g->best_score) {
        g->best_score = made->score;
        lw_buffer_clear(&g->best);
        lw_json_begin(&json, &g->best);
        (void)put_level(&json, g, made, NULL);
    }
}

static void put_raw(struct lw_json_writer *json, const char *before,
                    const struct lw_buffer *text, const char *after) {
    lw_buffer_puts(json->buf, before);
    lw_buffer_add(json->buf, lw_buffer_text(text), text->len);
    lw_buffer_puts(json->buf, after);
}

static void describe(void *ctx, struct lw_json_writer *json) {
    struct generate *g = ctx;
    const struct lw_progress *latest = &g->rq->calls->latest;
    double seconds = lw_calls_seconds(g->rq->calls);
    size_t count = g->request.count * g->request.diverse;
    lw_json_text(json, "phase", latest->phase);
    lw_json_uint(json, "done", g->n_taken);
    lw_json_uint(json, "total", count);
    lw_json_real(json, "fraction", lw_make_fraction(&g->make, latest));
    lw_json_uint(json, "candidates", g->make.report.n_candidates);
    if (seconds > 0) {
        lw_json_real(json, "rate", (double)g->n_taken / seconds);
    }
    if (g->n_taken > 0 || latest->total > 0) {
        lw_json_real(json, "score", g->n_taken > 0 ? g->best_score : latest->best);
    }
    if (g->fresh.len > 0 && lw_buffer_ok(&g->fresh)) {
        put_raw(json, ",\"levels\":[", &g->fresh, "]");
    }
    if (g->best.len > 0 && lw_buffer_ok(&g->best)) {
        put_raw(json, ",\"best\":", &g->best, "");
    }
    lw_buffer_clear(&g->fresh);
    lw_buffer_clear(&g->best);
}

/* The request. */

static lw_status get_generator(struct generate *g) {
    struct calls_request *rq = g->rq;
    struct lw_settings options;
    const char *name;
    lw_status status = lw_calls_get_name(rq, "method", &name);
    if (status == LW_OK) {
        status = lw_calls_at(
            rq, "method",
            lw_generator_get(g->subject.kind, name, &g->request.generator, rq->err));
    }
    if (status == LW_OK) {
        status = lw_calls_get_settings(rq, "options", "the value of an option", &options);
    }
    if (status != LW_OK) {
        return status;
    }
    g->request.values = g->values;
    return lw_calls_at_setting(rq, "options",
                               lw_generator_settings(g->request.generator, &options,
                                                     rq->calls->host.max_memory_bytes,
                                                     g->values, rq->err));
}

static lw_status get_filters(struct generate *g) {
    struct calls_request *rq = g->rq;
    struct lw_settings filters;
    lw_status status =
        lw_calls_get_settings(rq, "filters", "a range like \"3..7\" or [3,7]", &filters);
    if (status == LW_OK) {
        status = lw_calls_at_setting(
            rq, "filters",
            lw_filters_read(g->subject.kind, &filters, g->filters, MAX_FILTERS, rq->err));
    }
    g->request.filters = g->filters;
    g->request.n_filters = status == LW_OK ? filters.n : 0;
    return status;
}

static lw_status get_difficulty(struct generate *g) {
    static const struct lw_option range = {.name = "difficulty", .type = LW_OPTION_RANGE};
    struct calls_request *rq = g->rq;
    const struct lw_json *value = lw_calls_member(rq, "difficulty");
    struct lw_option_value wanted = {.set = false};
    if (value == NULL || value->type == LW_JSON_NULL) {
        return LW_OK;
    }
    const char *text = lw_json_option_text(value, rq->arena);
    if (text == NULL) {
        return lw_calls_at(rq, "difficulty",
                           lw_json_wrong(value, "a range like [3,6]", rq->err));
    }
    lw_status status = lw_option_parse(&range, text, &wanted, rq->err);
    if (status != LW_OK) {
        lw_calls_point(rq, NULL, "difficulty");
    }
    g->request.by_rating = true;
    g->request.min_rating = wanted.lo;
    g->request.max_rating = wanted.hi;
    return status;
}

/* "avoid" is what it was called before. */
static lw_status get_against(struct generate *g) {
    struct calls_request *rq = g->rq;
    const char *key = lw_calls_member(rq, "against") != NULL ? "against" : "avoid";
    const struct lw_json *list = lw_calls_member(rq, key);
    lw_status status = LW_OK;
    if (list == NULL) {
        return LW_OK;
    }
    if (list->type != LW_JSON_ARRAY) {
        return lw_calls_at(rq, key, lw_json_wrong(list, "an array of ids", rq->err));
    }
    for (const struct lw_json *at = list->first; at != NULL && status == LW_OK;
         at = at->next) {
        struct lw_id128 id;
        if (at->type != LW_JSON_TEXT || !lw_id128_read(at->text, &id)) {
            lw_calls_point(rq, NULL, key);
            return lw_fail(rq->err, LW_USAGE, at->line, 0,
                           "'%s' must hold nothing but ids of 32 hexadecimal digits",
                           key);
        }
        status = lw_against_add(&g->against, id, rq->err);
    }
    g->request.against = &g->against;
    return status;
}

/* Levels to learn from: given, or those of a game that has its own. */
static lw_status get_examples(struct generate *g) {
    struct calls_request *rq = g->rq;
    const char *text;
    size_t len;
    struct lw_make_request *request = &g->request;
    lw_status status = lw_calls_get_text(rq, "examples", &text, &len);
    if (status == LW_OK && text != NULL) {
        status = lw_game_read(g->subject.game, NULL, text, len, &g->examples, rq->err);
        if (status != LW_OK) {
            lw_calls_point(rq, NULL, "examples");
        }
        request->examples = &g->examples;
    } else if (status == LW_OK && g->subject.set.n_entries > 0) {
        request->examples = &g->subject.set;
    }
    if (status == LW_OK) {
        status =
            lw_calls_get_text(rq, "templates", &request->aux_text, &request->aux_len);
    }
    return status;
}

/* Reads a game's own levels too, unlike other calls that are about a game alone. */
static lw_status open_subject(struct generate *g) {
    struct calls_request *rq = g->rq;
    if (lw_calls_member(rq, "source") == NULL) {
        return lw_calls_subject_game(rq, &g->subject);
    }
    lw_status status = lw_calls_subject_open(rq, &g->subject);
    if (status == LW_BAD_INPUT && g->subject.no_levels) {
        rq->place[0] = '\0';
        status = LW_OK;
    }
    return status;
}

static lw_status get_numbers(struct generate *g) {
    struct calls_request *rq = g->rq;
    struct lw_make_request *p = &g->request;
    struct lw_budget run;
    uint64_t count, diverse = 1, nodes = 0;
    lw_status status =
        lw_calls_get_whole(rq, "count", 1, 1, rq->calls->host.max_count, &count);
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "diverse", 1, 1, 100, &diverse);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "seed", 0, 0, (uint64_t)1 << 53, &p->seed);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "candidates", 0, 0, (uint64_t)1 << 53,
                                    &p->max_candidates);
    }
    if (status == LW_OK) {
        status =
            lw_calls_get_whole(rq, "patience", 1000, 0, (uint64_t)1 << 53, &p->patience);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "nodes", 0, 0, (uint64_t)1 << 53, &nodes);
    }
    if (status == LW_OK) {
        status = lw_calls_get_budget(rq, 0, RUN_SECONDS, LW_PROOF_BYTES, &run);
    }
    if (status == LW_OK) {
        status = lw_calls_get_flag(rq, "rate", &p->rate);
        p->rate_time_ns = RATE_SECONDS * UINT64_C(1000000000);
    }
    if (status == LW_OK) {
        p->count = (size_t)count;
        p->diverse = (size_t)diverse;
        p->candidate_budget.nodes = nodes;
        p->budget = (struct lw_budget){.time_ns = run.time_ns, .cancel = run.cancel};
        p->memory_bytes = run.memory_bytes;
    }
    return status;
}

static lw_status get_output(struct generate *g) {
    struct calls_request *rq = g->rq;
    lw_status status = lw_calls_get_extras(rq, &g->extras);
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "order", &g->request.order);
    }
    return status == LW_OK ? lw_calls_get_format(rq, g->subject.kind, &g->format)
                           : status;
}

static lw_status get_request(struct generate *g) {
    static lw_status (*const steps[])(struct generate *) = {
        get_numbers, get_generator, get_filters, get_difficulty,
        get_against, get_examples,  get_output};
    lw_status status = LW_OK;
    g->request.game = g->subject.game;
    g->request.models = g->rq->calls->host.models;
    g->request.taken = on_taken;
    g->request.ctx = g;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = steps[i](g);
    }
    return status == LW_OK
               ? lw_make_open(&g->make, &g->request, &g->rq->calls->runtime, g->rq->err)
               : status;
}

/* The answer. */

static void put_run(struct generate *g, lw_status status, const struct lw_error *err) {
    struct lw_json_writer *json = g->rq->out;
    const struct lw_make_report *report = &g->make.report;
    lw_json_object(json, "report");
    lw_json_text(json, "status", lw_status_name(status));
    lw_json_text(json, "message", status == LW_OK ? "" : err->text);
    lw_json_text(json, "game", g->subject.kind->name);
    lw_json_text(json, "method", g->request.generator->name);
    lw_json_uint(json, "seed", g->request.seed);
    lw_json_uint(json, "candidates", report->n_candidates);
    lw_json_uint(json, "failed", report->n_failed);
    lw_json_object(json, "refused");
    for (int i = LW_REFUSED_INVALID; i < LW_N_REFUSALS; i++) {
        lw_json_uint(json, lw_refusal_name((enum lw_refusal)i), report->counts[i]);
    }
    lw_json_object_end(json);
    lw_json_text(json, "stop", lw_stop_text(report->stop));
    lw_json_bool(json, "repeatable", g->make.repeatable);
    lw_json_bool(json, "cut_short", g->make.cut_short);
    lw_json_real(json, "seconds", lw_calls_seconds(g->rq->calls));
    lw_json_object(json, "stats");
    for (size_t i = 0; i < report->n_stats; i++) {
        lw_json_real(json, report->stats[i].name, report->stats[i].sum);
    }
    lw_json_object_end(json);
    lw_json_object_end(json);
}

static lw_status put_file(struct generate *g) {
    struct calls_request *rq = g->rq;
    struct lw_collection set;
    struct lw_buffer text;
    lw_collection_init(&set, rq->calls->alloc);
    lw_buffer_init(&text, rq->calls->alloc);
    lw_status status = lw_pool_collect(&g->make.pool, g->request.generator->name,
                                       g->request.seed, &set, rq->err);
    if (status == LW_OK && set.n_entries > 0) {
        status = lw_game_write(g->subject.game, g->format, &set, &text, rq->err);
    }
    if (status == LW_OK) {
        lw_json_text_len(rq->out, "file", lw_buffer_text(&text), text.len);
    }
    lw_buffer_free(&text);
    lw_collection_free(&set);
    return status;
}

/* Levels that were found before the budget ended count; only what would meet every
 * candidate is a failure. */
static lw_status conclude(struct generate *g, lw_status run) {
    struct calls_request *rq = g->rq;
    const struct lw_pool *pool = &g->make.pool;
    if (!lw_make_has_result(&g->make, run)) {
        return run;
    }
    struct lw_error why = *rq->err;
    lw_status status = LW_OK;
    lw_json_array(rq->out, "levels");
    for (size_t i = 0; i < pool->n_levels && status == LW_OK; i++) {
        status = put_level(rq->out, g, &pool->levels[i], rq->err);
    }
    lw_json_array_end(rq->out);
    lw_error_without_dashes(&why);
    put_run(g, run, &why);
    return status == LW_OK && g->format != NULL ? put_file(g) : status;
}

/* What the generator itself finds wrong is an option of its own, or a member beside
 * them. */
static void point_at_field(const struct generate *g) {
    const struct lw_generator *generator = g->request.generator;
    const char *field = g->rq->err->field;
    if (*field != '\0' && g->rq->place[0] == '\0') {
        bool own = lw_option_find(generator->options, generator->n_options, field,
                                  strlen(field)) < generator->n_options;
        lw_calls_point(g->rq, own ? "options" : NULL, field);
    }
}

lw_status lw_calls_generate(struct calls_request *rq) {
    struct lw_calls *calls = rq->calls;
    struct generate *g = lw_alloc_zero(calls->alloc, 1, sizeof *g);
    if (g == NULL) {
        return lw_fail_memory(rq->err);
    }
    g->rq = rq;
    lw_collection_init(&g->examples, calls->alloc);
    lw_against_init(&g->against, calls->alloc);
    lw_buffer_init(&g->fresh, calls->alloc);
    lw_buffer_init(&g->best, calls->alloc);
    lw_status status = open_subject(g);
    if (status == LW_OK) {
        status = get_request(g);
    }
    if (status == LW_OK && rq->check_only) {
        status = lw_make_check(&g->make, rq->err);
    } else if (status == LW_OK) {
        calls->describe = describe;
        calls->describe_ctx = g;
        status = conclude(g, lw_make_run(&g->make, rq->err));
        calls->describe = NULL;
    }
    if (status != LW_OK && g->request.generator != NULL) {
        point_at_field(g);
    }
    lw_make_close(&g->make);
    lw_against_free(&g->against);
    lw_buffer_free(&g->fresh);
    lw_buffer_free(&g->best);
    lw_collection_free(&g->examples);
    lw_calls_subject_close(&g->subject);
    lw_alloc_free(calls->alloc, g, sizeof *g);
    return status;
}
