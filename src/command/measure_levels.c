/* Features and models for the commands that judge levels. */
#include "lw/command/measure_levels.h"

#include "lw/command/database.h"
#include "lw/command/feature_cache.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_MODEL_BYTES ((size_t)64 << 20)

struct job {
    struct cli *cli;
    struct cli_measured *items;
    struct feature_cache *cache;
    const struct lw_budget *budget;
    size_t n;
    atomic_size_t n_done;
};

static bool stopped(const struct lw_budget *budget) {
    return budget->cancel != NULL && atomic_load(budget->cancel);
}

/* Features that were cut short look like those of another level. */
static lw_status fail_stopped(struct lw_error *err) {
    return lw_fail(err, LW_CANCELLED, 0, 0, "%s", lw_ratable_text(LW_RATABLE_STOPPED));
}

void cli_measure_one(struct feature_cache *cache, const struct lw_runtime *runtime,
                     const struct lw_budget *budget, struct cli_measured *item) {
    if (stopped(budget)) {
        item->status = fail_stopped(&item->err);
        return;
    }
    item->status = item->level->game->kind->level->validate(item->level, &item->err);
    if (item->status == LW_OK) {
        const struct feature_task task = {item->level, LW_COST_ENUMERATE, budget,
                                          runtime};
        item->status = feature_cache_measure(cache, &task, &item->values, &item->err);
    }
}

static void measure_one(void *ctx, size_t index, uint32_t worker) {
    struct job *job = ctx;
    if (stopped(job->budget)) {
        job->items[index].status = fail_stopped(&job->items[index].err);
        return;
    }
    cli_measure_one(job->cache, job->cli->runtime, job->budget, &job->items[index]);
    const struct lw_runtime *runtime = job->cli->runtime;
    size_t n_done = atomic_fetch_add(&job->n_done, 1) + 1;
    /* One worker speaks for all, so that no two speak at once. */
    if (worker == 0 && runtime->progress != NULL && job->n > 1) {
        const struct lw_progress progress = {
            .phase = "measuring", .done = n_done, .total = job->n, .best = (double)NAN};
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

void cli_measure_cached(struct cli *cli, struct feature_cache *cache,
                        struct cli_measured *items, size_t n,
                        const struct lw_budget *budget) {
    struct job job = {
        .cli = cli, .items = items, .cache = cache, .budget = budget, .n = n};
    lw_runtime_parallel(cli->runtime, n, measure_one, &job);
}

void cli_measure_all(struct cli *cli, struct cli_measured *items, size_t n,
                     const struct lw_budget *budget) {
    cli_measure_cached(cli, NULL, items, n, budget);
}

lw_status cli_rater_open(struct cli *cli, const char *path,
                         const struct lw_game_kind *kind, struct lw_rater *out,
                         struct lw_error *err) {
    struct lw_buffer text;
    *out = (struct lw_rater){.kind = NULL};
    if (path == NULL) {
        return lw_rater_open(out, kind, NULL, 0, cli->alloc, err);
    }
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_MODEL_BYTES, &text, err);
    if (status == LW_OK) {
        status =
            lw_rater_open(out, kind, lw_buffer_text(&text), text.len, cli->alloc, err);
    }
    lw_buffer_free(&text);
    return status;
}

static lw_status open_from_database(struct cli *cli, const char *url,
                                    const struct lw_game_kind *kind, struct lw_rater *out,
                                    struct lw_error *err) {
    const struct lw_store_options options = {.alloc = cli->alloc, .must_exist = true};
    struct lw_model_texts models;
    struct lw_store *store = NULL;
    struct lw_arena arena;
    lw_arena_init(&arena, cli->alloc);
    lw_status status = lw_store_open(url, &options, &store, err);
    if (status == LW_OK) {
        status = lw_store_models_in_use(store, &arena, &models, err);
    }
    if (status == LW_OK) {
        status = lw_rater_open_among(out, kind, &models, cli->alloc, err);
    }
    if (status == LW_OK && out->unread != 0) {
        (void)fprintf(cli->err,
                      "levelwright %s: version %u of the difficulty model is in use and "
                      "cannot be read: %s; rated by what ships with the program\n",
                      cli->command->name, out->unread, err->text);
    }
    lw_store_close(store);
    lw_arena_free(&arena);
    return status;
}

/* The variable may name a file that a later command makes; no model is in use there. */
static bool is_to_be_made(const char *url) {
    const char *path = strncmp(url, "sqlite:", 7) == 0 ? url + 7 : url;
    return strstr(url, "://") == NULL && access(path, F_OK) != 0 && errno == ENOENT;
}

lw_status cli_rater_open_args(struct cli *cli, const struct cli_args *args,
                              const struct lw_game_kind *kind, struct lw_rater *out,
                              const char **path, struct lw_error *err) {
    const struct lw_option_value *file = cli_value(args, "model");
    const struct lw_option_value *db = cli_value(args, "db");
    const char *variable = getenv("LEVELWRIGHT_DB");
    *out = (struct lw_rater){.kind = NULL};
    *path = file->set ? file->text : NULL;
    if (file->set || (!db->set && (variable == NULL || *variable == '\0' ||
                                   is_to_be_made(variable)))) {
        return cli_rater_open(cli, *path, kind, out, err);
    }
    struct lw_buffer url;
    lw_buffer_init(&url, cli->alloc);
    if (db->set) {
        cli_take_url(db->text, &url);
    } else {
        lw_buffer_puts(&url, variable);
    }
    lw_status status = lw_buffer_ok(&url)
                           ? open_from_database(cli, lw_buffer_text(&url), kind, out, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&url);
    return status;
}
