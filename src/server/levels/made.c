/* Levels that the server's own jobs have made. */
#include "levels/made.h"

#include <math.h>
#include <string.h>

#include "levels/levels.h"
#include "lw/calls.h"

lw_status made_read(struct job_run *run, struct made_list *out, struct lw_error *err) {
    struct lw_json *reply = NULL;
    lw_status status = lw_json_read(&run->arena, lw_buffer_text(&run->result),
                                    run->result.len, &reply, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_json *levels = lw_json_get(reply, "levels");
    const struct lw_json *report = lw_json_get(reply, "report");
    const struct lw_json *cut_short =
        report == NULL ? NULL : lw_json_get(report, "cut_short");
    out->cut_short = cut_short != NULL && cut_short->type == LW_JSON_TRUE;
    size_t n = levels == NULL || levels->type != LW_JSON_ARRAY ? 0 : levels->n_children;
    out->levels = lw_arena_zero(&run->arena, n + 1, sizeof *out->levels);
    out->n = 0;
    if (out->levels == NULL) {
        return lw_fail_memory(err);
    }
    for (const struct lw_json *it = n == 0 ? NULL : levels->first; it != NULL;
         it = it->next) {
        out->levels[out->n++] = it;
    }
    return LW_OK;
}

static const char *text_of(const struct lw_json *object, const char *key) {
    const struct lw_json *value = lw_json_get(object, key);
    return value != NULL && value->type == LW_JSON_TEXT ? value->text : NULL;
}

double made_score(const struct lw_json *level) {
    const struct lw_json *value = lw_json_get(level, "score");
    return value != NULL && value->type == LW_JSON_NUMBER ? value->number : NAN;
}

/* What a call for the rating says. */
static struct level_rating rate(struct job_run *run, const char *game, const char *source,
                                const char *text) {
    struct lw_calls *calls = NULL;
    struct lw_calls_host host = {.runtime = run->runtime,
                                 .cancel = run->cancel,
                                 .max_seconds = 30,
                                 .max_memory_bytes = run->app->config.job_memory_bytes};
    struct lw_error err;
    struct lw_buffer request;
    struct lw_buffer reply;
    struct lw_json_writer json;
    struct lw_json *tree = NULL;
    struct level_rating rating = {.known = false};
    lw_buffer_init(&request, run->app->alloc);
    lw_buffer_init(&reply, run->app->alloc);
    lw_json_begin(&json, &request);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "call", "rate");
    lw_json_text(&json, "game", game);
    lw_json_text(&json, "text", text);
    if (source != NULL) {
        lw_json_text(&json, "source", source);
    }
    lw_json_object_end(&json);
    if (lw_calls_create(&host, run->app->alloc, &calls, &err) == LW_OK &&
        lw_calls_run(calls, lw_buffer_text(&request), request.len, &reply) == LW_OK &&
        lw_json_read(&run->arena, lw_buffer_text(&reply), reply.len, &tree, &err) ==
            LW_OK) {
        const struct lw_json *percentile = lw_json_get(tree, "percentile");
        const struct lw_json *value = lw_json_get(tree, "rating");
        const struct lw_json *calibrated = lw_json_get(tree, "calibrated");
        if (percentile != NULL && percentile->type == LW_JSON_NUMBER && value != NULL) {
            rating = (struct level_rating){.known = true,
                                           .calibrated = calibrated != NULL &&
                                                         calibrated->type == LW_JSON_TRUE,
                                           .percentile = percentile->number,
                                           .rating = value->number};
        }
    }
    lw_calls_destroy(calls);
    lw_buffer_free(&request);
    lw_buffer_free(&reply);
    return rating;
}

lw_status made_put(struct job_run *run, const struct lw_json *level,
                   const struct made_extra *extra, char id[LW_STORE_ID_SIZE],
                   bool *is_new, struct lw_error *err) {
    struct app *app = run->app;
    const struct lw_game_kind *kind = lw_game_kind_find(extra->game);
    const char *text = text_of(level, "text");
    struct lw_opened opened;
    if (kind == NULL || text == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the engine's reply has no level text");
    }
    struct lw_open_request request = {
        .alloc = app->alloc,
        .kind = kind,
        .source = extra->source,
        .source_len = extra->source == NULL ? 0 : strlen(extra->source),
        .text = text,
        .len = strlen(text)};
    lw_status status = lw_open(&request, &opened, err);
    if (status == LW_OK) {
        struct level_extra row = {.title = extra->title,
                                  .method = extra->method,
                                  .options = extra->options,
                                  .solution = text_of(level, "solution"),
                                  .origin = "generator",
                                  .score = made_score(level),
                                  .rating = rate(run, extra->game, extra->source, text)};
        struct job_patience patience = {.stop = run->cancel};
        do {
            struct lw_store *store = app_patient_store(app);
            status = levels_put(app, store, opened.set.entries[0].level, &row, id, is_new,
                                err);
            app_patient_give(app, store);
        } while (job_tries_again(app, &patience, status));
    }
    lw_opened_close(&opened);
    return status;
}
