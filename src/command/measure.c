/* Features and models for the commands that judge levels. */
#include "lw/command/measure.h"

#include "lw/command/feature_cache.h"
#include "lw/rating.h"

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
        item->status = feature_cache_measure(cache, item->level, LW_COST_ENUMERATE,
                                             budget, runtime, &item->values, &item->err);
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

static lw_status bind(struct cli *cli, struct cli_model *out, struct lw_error *err) {
    const char *names[LW_MAX_FEATURES];
    for (size_t i = 0; i < out->features->n_features; i++) {
        names[i] = out->features->features[i].name;
    }
    out->index = lw_alloc_zero(cli->alloc, out->model.n_terms + 1, sizeof *out->index);
    return out->index == NULL ? lw_fail_memory(err)
                              : lw_model_bind(&out->model, names,
                                              out->features->n_features, out->index, err);
}

lw_status cli_model_open(struct cli *cli, const char *path,
                         const struct lw_game_kind *kind, struct cli_model *out,
                         struct lw_error *err) {
    struct lw_buffer text;
    size_t len;
    *out = (struct cli_model){.features = kind->features};
    const char *shipped = path == NULL ? lw_model_shipped(kind->name, &len) : NULL;
    if (kind->features == NULL || (path == NULL && shipped == NULL)) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "%s is uncalibrated: no people's play has been learned from yet; "
                       "fit a model with 'levelwright fit' and name it with --model",
                       kind->title);
    }
    lw_buffer_init(&text, cli->alloc);
    lw_status status =
        path == NULL ? LW_OK : lw_platform_read_file(path, MAX_MODEL_BYTES, &text, err);
    if (status == LW_OK) {
        status = lw_model_read(cli->alloc, path == NULL ? shipped : lw_buffer_text(&text),
                               path == NULL ? len : text.len, &out->model, err);
    }
    lw_buffer_free(&text);
    if (status != LW_OK) {
        return status;
    }
    if (strcmp(out->model.game, kind->name) != 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the model is for '%.40s', not for %s",
                         out->model.game, kind->name);
    } else {
        status = bind(cli, out, err);
    }
    if (status != LW_OK) {
        cli_model_close(cli, out);
    }
    return status;
}

void cli_model_close(struct cli *cli, struct cli_model *model) {
    lw_alloc_free(cli->alloc, model->index,
                  (model->model.n_terms + 1) * sizeof *model->index);
    model->index = NULL;
    lw_model_free(&model->model);
}

void cli_model_predict(const struct cli_model *model,
                       const struct lw_feature_values *values, struct lw_prediction *out,
                       struct lw_model_doubt *doubt) {
    double picked[LW_MAX_FEATURES], errors[LW_MAX_FEATURES];
    for (size_t i = 0; i < model->model.n_terms && i < LW_MAX_FEATURES; i++) {
        picked[i] = values->value[model->index[i]];
        errors[i] = values->error[model->index[i]];
    }
    lw_model_predict_sampled(&model->model, picked, errors, out, doubt);
}
