/* What levels of one kind are judged by. */
#include <string.h>

#include "lw/rating.h"

static lw_status bind(struct lw_rater *rater, struct lw_error *err) {
    const struct lw_feature_ops *ops = rater->kind->features;
    const char *names[LW_MAX_FEATURES];
    for (size_t i = 0; i < ops->n_features; i++) {
        names[i] = ops->features[i].name;
    }
    rater->index =
        lw_alloc_zero(rater->alloc, rater->model.n_terms + 1, sizeof *rater->index);
    return rater->index == NULL || rater->model.n_terms > LW_MAX_FEATURES
               ? lw_fail_memory(err)
               : lw_model_bind(&rater->model, names, ops->n_features, rater->index, err);
}

static lw_status open_model(struct lw_rater *rater, const char *text, size_t len,
                            struct lw_error *err) {
    const struct lw_game_kind *kind = rater->kind;
    lw_status status = lw_model_read(rater->alloc, text, len, &rater->model, err);
    if (status != LW_OK) {
        return status;
    }
    rater->calibrated = true;
    status =
        strcmp(rater->model.game, kind->name) == 0
            ? bind(rater, err)
            : lw_fail(err, LW_BAD_INPUT, 0, 0, "the model is for '%.40s', not for %s",
                      rater->model.game, kind->name);
    if (status != LW_OK) {
        lw_rater_close(rater);
    }
    return status;
}

lw_status lw_rater_open(struct lw_rater *rater, const struct lw_game_kind *kind,
                        const char *text, size_t len, const struct lw_alloc *alloc,
                        struct lw_error *err) {
    *rater = (struct lw_rater){.alloc = alloc, .kind = kind};
    if (text == NULL) {
        text = lw_model_shipped(kind->name, &len);
    }
    if (text != NULL && kind->features != NULL) {
        return open_model(rater, text, len, err);
    }
    return lw_plain_known(kind)
               ? LW_OK
               : lw_fail(err, LW_UNSUPPORTED, 0, 0,
                         "how hard %s levels are for people has not been learned yet",
                         kind->title);
}

/* What ships, for a model that cannot be read; err keeps why. */
static lw_status stand_in(struct lw_rater *rater, const struct lw_game_kind *kind,
                          uint32_t version, const struct lw_alloc *alloc,
                          struct lw_error *err) {
    const struct lw_error why = *err;
    lw_status status = lw_rater_open(rater, kind, NULL, 0, alloc, err);
    if (status == LW_OK) {
        rater->unread = version;
        *err = why;
    }
    return status;
}

lw_status lw_rater_open_among(struct lw_rater *rater, const struct lw_game_kind *kind,
                              const struct lw_model_texts *models,
                              const struct lw_alloc *alloc, struct lw_error *err) {
    for (size_t i = 0; models != NULL && i < models->n; i++) {
        const struct lw_model_text *at = &models->models[i];
        if (strcmp(at->game, kind->name) == 0) {
            lw_status status = lw_rater_open(rater, kind, at->text, at->len, alloc, err);
            rater->version = status == LW_OK ? at->version : 0;
            return status == LW_OK || status == LW_NO_MEMORY
                       ? status
                       : stand_in(rater, kind, at->version, alloc, err);
        }
    }
    return lw_rater_open(rater, kind, NULL, 0, alloc, err);
}

void lw_rater_close(struct lw_rater *rater) {
    if (rater->calibrated) {
        lw_alloc_free(rater->alloc, rater->index,
                      (rater->model.n_terms + 1) * sizeof *rater->index);
        lw_model_free(&rater->model);
    }
    *rater = (struct lw_rater){.kind = NULL};
}

void lw_rater_judge(const struct lw_rater *rater, const struct lw_feature_values *values,
                    struct lw_verdict *out) {
    lw_judge(rater->kind, rater->calibrated ? &rater->model : NULL, rater->index, values,
             out);
    out->version = rater->version;
}

enum lw_band lw_band_of(double percentile) {
    return percentile < 34   ? LW_BAND_EASY
           : percentile < 67 ? LW_BAND_MEDIUM
                             : LW_BAND_HARD;
}

const char *lw_band_name(enum lw_band band) {
    static const char *const names[] = {
        [LW_BAND_EASY] = "easy", [LW_BAND_MEDIUM] = "medium", [LW_BAND_HARD] = "hard"};
    return names[band];
}

lw_status lw_rater_rate(const struct lw_rater *rater, const struct lw_rate_task *task,
                        enum lw_ratable *ratable, struct lw_verdict *out,
                        struct lw_error *err) {
    lw_status status = lw_ratable_of(task->level, task->values, task->budget,
                                     task->runtime, ratable, err);
    if (status == LW_OK && *ratable == LW_RATABLE_YES) {
        lw_rater_judge(rater, task->values, out);
    }
    return status;
}
