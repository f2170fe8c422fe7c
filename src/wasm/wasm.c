/* What the browser may call: one entry that takes a JSON request and gives a JSON reply.
 *
 * The host opens a context, writes a request of len bytes at lwx_input(ctx, len), calls
 * lwx_call(ctx) and reads that many bytes at lwx_reply(ctx). There is no global state;
 * each Web Worker has its own instance and as many contexts as it likes.
 *
 * Requests: {"call":"kinds"}
 *           {"call":"solve","game":"sokoban","text":"…","metric":"pushes","nodes":N,
 *            "level":1} */
#include <stdint.h>
#include <string.h>

#include "lw/base/json.h"
#include "lw/game.h"

#define EXPORT(name) __attribute__((export_name(#name)))

#define MAX_RULES 16

struct context {
    struct lw_buffer input;
    struct lw_buffer reply;
};

struct context *lwx_open(void);
char *lwx_input(struct context *ctx, size_t len);
size_t lwx_call(struct context *ctx);
const char *lwx_reply(const struct context *ctx);
void lwx_close(struct context *ctx);

EXPORT(lwx_open) struct context *lwx_open(void) {
    struct context *ctx = lw_alloc_zero(lw_alloc_libc(), 1, sizeof *ctx);
    if (ctx != NULL) {
        lw_buffer_init(&ctx->input, lw_alloc_libc());
        lw_buffer_init(&ctx->reply, lw_alloc_libc());
    }
    return ctx;
}

EXPORT(lwx_close) void lwx_close(struct context *ctx) {
    if (ctx != NULL) {
        lw_buffer_free(&ctx->input);
        lw_buffer_free(&ctx->reply);
        lw_alloc_free(lw_alloc_libc(), ctx, sizeof *ctx);
    }
}

/* Where the host writes its request; NULL when memory is out. */
EXPORT(lwx_input) char *lwx_input(struct context *ctx, size_t len) {
    lw_buffer_clear(&ctx->input);
    lw_buffer_repeat(&ctx->input, ' ', len);
    return lw_buffer_ok(&ctx->input) ? ctx->input.data : NULL;
}

EXPORT(lwx_reply) const char *lwx_reply(const struct context *ctx) {
    return lw_buffer_text(&ctx->reply);
}

static const char *text_of(const struct lw_json *request, const char *key,
                           const char *otherwise) {
    const struct lw_json *value = lw_json_get(request, key);
    return value != NULL && value->type == LW_JSON_TEXT ? value->text : otherwise;
}

static double number_of(const struct lw_json *request, const char *key,
                        double otherwise) {
    const struct lw_json *value = lw_json_get(request, key);
    return value != NULL && value->type == LW_JSON_NUMBER ? value->number : otherwise;
}

static void put_error(struct lw_json_writer *json, lw_status status,
                      const struct lw_error *err) {
    lw_json_text(json, "error", lw_status_name(status));
    lw_json_text(json, "message", err->text);
    lw_json_uint(json, "line", err->line);
    lw_json_uint(json, "column", err->column);
}

static void call_kinds(struct lw_json_writer *json) {
    lw_json_array(json, "kinds");
    for (const struct lw_game_kind *const *kind = lw_game_kinds(); *kind != NULL;
         kind++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", (*kind)->name);
        lw_json_text(json, "title", (*kind)->title);
        lw_json_text(json, "summary", (*kind)->summary);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static size_t metric_of(const struct lw_solve_ops *ops, const char *name) {
    for (size_t i = 0; name != NULL && i < ops->n_metrics; i++) {
        if (strcmp(ops->metrics[i].name, name) == 0) {
            return i;
        }
    }
    return 0;
}

static lw_status solve_level(const struct lw_json *request, const struct lw_level *level,
                             struct lw_json_writer *json, struct lw_error *err) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request solve = {
        .metric = metric_of(ops, text_of(request, "metric", NULL)),
        .budget = {.nodes = (uint64_t)number_of(request, "nodes", 0),
                   .memory_bytes = (size_t)number_of(request, "memory", 0)}};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    lw_status status = ops->solve(level, &solve, &runtime, &result, err);
    if (status == LW_OK) {
        lw_json_text(json, "status", lw_outcome_name(result.outcome));
        lw_json_bool(json, "optimal", result.optimal);
        lw_json_text(json, "solution", lw_buffer_text(&result.solution));
        lw_json_uint(json, "expanded", result.expanded);
        for (size_t i = 0; i < ops->n_measures; i++) {
            lw_json_real(json, ops->measures[i].name, result.measures[i]);
        }
    }
    lw_solve_result_free(&result);
    return status;
}

static lw_status call_solve(const struct lw_json *request, struct lw_json_writer *json,
                            struct lw_error *err) {
    const struct lw_game_kind *kind =
        lw_game_kind_find(text_of(request, "game", "sokoban"));
    const char *text = text_of(request, "text", "");
    if (kind == NULL || kind->solve == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "no such game, or it cannot be solved");
    }
    struct lw_option_value values[MAX_RULES];
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    struct lw_game *game;
    struct lw_collection set;
    lw_collection_init(&set, lw_alloc_libc());
    lw_status status =
        kind->game->create(lw_alloc_libc(), values, text, strlen(text), &game, &set, err);
    if (status != LW_OK) {
        lw_collection_free(&set);
        return status;
    }
    status = lw_game_read(game, NULL, text, strlen(text), &set, NULL, err);
    size_t number = (size_t)number_of(request, "level", 1);
    if (status == LW_OK && (number < 1 || number > set.n_entries)) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "there are %zu levels", set.n_entries);
    }
    if (status == LW_OK) {
        status = kind->level->validate(set.entries[number - 1].level, err);
    }
    if (status == LW_OK) {
        status = solve_level(request, set.entries[number - 1].level, json, err);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    return status;
}

EXPORT(lwx_call) size_t lwx_call(struct context *ctx) {
    struct lw_arena arena;
    struct lw_json *request;
    struct lw_json_writer json;
    struct lw_error err = {.text = ""};
    lw_buffer_clear(&ctx->reply);
    lw_json_begin(&json, &ctx->reply);
    lw_json_object(&json, NULL);
    lw_arena_init(&arena, lw_alloc_libc());
    lw_status status =
        lw_json_read(&arena, ctx->input.data, ctx->input.len, &request, &err);
    if (status == LW_OK) {
        const char *call = text_of(request, "call", "");
        if (strcmp(call, "kinds") == 0) {
            call_kinds(&json);
        } else if (strcmp(call, "solve") == 0) {
            status = call_solve(request, &json, &err);
        } else {
            status = lw_fail(&err, LW_USAGE, 0, 0, "unknown call '%.40s'", call);
        }
    }
    if (status != LW_OK) {
        put_error(&json, status, &err);
    }
    lw_json_object_end(&json);
    lw_arena_free(&arena);
    return ctx->reply.len;
}
