/* Features and models for the commands that judge levels. */
#include "lw/command/measure_levels.h"

#include "lw/command/feature_cache.h"

#include <math.h>
#include <string.h>

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
    if (item->status == LW_OK && stopped(budget)) {
        item->status = fail_stopped(&item->err);
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
