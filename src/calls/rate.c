/* features and rate: what a level measures, and how hard it is for people. */
#include <math.h>
#include <string.h>

#include "calls_internal.h"

/* As the command line has them. */
#define NODES 60000u
#define SECONDS 20
#define MEMORY_BYTES ((size_t)512 << 20)

static const char *const kind_names[] = {"initial", "solution", "dynamic"};
static const char *const cost_names[] = {"instant", "solve", "enumerate"};

static lw_status get_cost(struct calls_request *rq, enum lw_feature_cost *out) {
    const char *name;
    lw_status status = calls_get_name(rq, "cost", &name);
    *out = LW_COST_ENUMERATE;
    if (status != LW_OK || name == NULL) {
        return status;
    }
    for (int i = LW_COST_INSTANT; i <= LW_COST_ENUMERATE; i++) {
        if (strcmp(cost_names[i], name) == 0) {
            *out = (enum lw_feature_cost)i;
            return LW_OK;
        }
    }
    calls_point(rq, NULL, "cost");
    return lw_fail(rq->err, LW_USAGE, 0, 0,
                   "the member 'cost' is '%.40s'; instant, solve or enumerate is "
                   "expected",
                   name);
}

/* Opens the level and measures it; values are given with the request's arena. */
static lw_status measure(struct calls_request *rq, struct calls_subject *s,
                         enum lw_feature_cost cost, struct lw_budget *budget,
                         struct lw_feature_values **out) {
    lw_status status = calls_get_budget(rq, NODES, SECONDS, MEMORY_BYTES, budget);
    if (status != LW_OK) {
        return status;
    }
    if (s->kind->features == NULL) {
        return lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s has no features",
                       s->kind->title);
    }
    struct lw_feature_values *values = lw_arena_zero(rq->arena, 1, sizeof *values);
    if (values == NULL) {
        return lw_fail_memory(rq->err);
    }
    for (size_t i = 0; i < LW_MAX_FEATURES; i++) {
        values->value[i] = (double)NAN;
    }
    *out = values;
    return s->kind->features->compute(s->entry->level, cost, budget, &rq->calls->runtime,
                                      values, rq->err);
}

lw_status calls_features(struct calls_request *rq) {
    struct calls_subject s;
    enum lw_feature_cost cost = LW_COST_ENUMERATE;
    struct lw_feature_values *values = NULL;
    struct lw_budget budget;
    lw_status status = calls_subject_level(rq, &s);
    if (status == LW_OK) {
        status = get_cost(rq, &cost);
    }
    if (status == LW_OK) {
        status = measure(rq, &s, cost, &budget, &values);
    }
    if (status == LW_OK) {
        const struct lw_feature_ops *ops = s.kind->features;
        lw_json_array(rq->out, "features");
        for (size_t i = 0; i < ops->n_features; i++) {
            const struct lw_feature *feature = &ops->features[i];
            if (feature->cost > cost) {
                continue;
            }
            lw_json_object(rq->out, NULL);
            lw_json_text(rq->out, "name", feature->name);
            lw_json_text(rq->out, "kind", kind_names[feature->kind]);
            lw_json_text(rq->out, "unit", feature->unit);
            lw_json_text(rq->out, "help", feature->help);
            lw_json_real(rq->out, "value", values->value[i]);
            lw_json_real(rq->out, "error", values->error[i]);
            lw_json_real(rq->out, "seconds", values->seconds[i]);
            lw_json_object_end(rq->out);
        }
        lw_json_array_end(rq->out);
    }
    calls_subject_close(&s);
    return status;
}

/* The model. */

lw_status calls_model_open(struct lw_calls *calls, const struct lw_game_kind *kind,
                           struct calls_model *out, struct lw_error *err) {
    const char *names[LW_MAX_FEATURES];
    size_t len;
    const char *text = lw_model_shipped(kind->name, &len);
    *out = (struct calls_model){.open = false};
    if (text == NULL || kind->features == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "how hard %s levels are for people has not been learned yet",
                       kind->title);
    }
    lw_status status = lw_model_read(calls->alloc, text, len, &out->model, err);
    if (status != LW_OK) {
        return status;
    }
    out->open = true;
    for (size_t i = 0; i < kind->features->n_features; i++) {
        names[i] = kind->features->features[i].name;
    }
    out->index_cap = out->model.n_terms + 1;
    out->index = lw_alloc_zero(calls->alloc, out->index_cap, sizeof *out->index);
    status = out->index == NULL || out->model.n_terms > LW_MAX_FEATURES
                 ? lw_fail_memory(err)
                 : lw_model_bind(&out->model, names, kind->features->n_features,
                                 out->index, err);
    if (status != LW_OK) {
        calls_model_close(calls, out);
    }
    return status;
}

void calls_model_close(struct lw_calls *calls, struct calls_model *model) {
    if (model->open) {
        lw_alloc_free(calls->alloc, model->index,
                      model->index_cap * sizeof *model->index);
        lw_model_free(&model->model);
        model->open = false;
    }
}

static void put_message(struct lw_json_writer *json, const struct calls_model *model,
                        const struct lw_prediction *p) {
    struct lw_buffer text;
    lw_buffer_init(&text, json->buf->alloc);
    lw_buffer_printf(&text, "Harder than %.0f %% of the levels people played.",
                     p->percentile);
    if (p->outside) {
        lw_buffer_printf(&text, " It is unlike them in %s, so take this with care.",
                         model->model.terms[p->outside_term].feature);
    }
    if (p->n_missing > 0) {
        lw_buffer_printf(&text,
                         " %zu of its features could not be measured within the budget.",
                         p->n_missing);
    }
    lw_json_text(json, "message", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

static void put_prediction(struct lw_json_writer *json, const struct lw_game_kind *kind,
                           const struct calls_model *model,
                           const struct lw_feature_values *values) {
    double picked[LW_MAX_FEATURES], errors[LW_MAX_FEATURES];
    struct lw_prediction p;
    struct lw_model_doubt doubt;
    for (size_t i = 0; i < model->model.n_terms; i++) {
        picked[i] = values->value[model->index[i]];
        errors[i] = values->error[model->index[i]];
    }
    lw_model_predict_sampled(&model->model, picked, errors, &p, &doubt);
    lw_json_real(json, "percentile", p.percentile);
    lw_json_real(json, "low", p.low);
    lw_json_real(json, "high", p.high);
    lw_json_real(json, "rating", p.rating);
    lw_json_real(json, "score", p.score);
    lw_json_array(json, "drivers");
    for (size_t i = 0; i < p.n_drivers; i++) {
        const struct lw_feature *feature =
            &kind->features->features[model->index[p.driver[i]]];
        lw_json_object(json, NULL);
        lw_json_text(json, "feature", feature->name);
        lw_json_text(json, "words", feature->help);
        lw_json_real(json, "value", picked[p.driver[i]]);
        lw_json_real(json, "push", p.push[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_bool(json, "outside", p.outside);
    lw_json_text(json, "outside_feature",
                 p.outside ? model->model.terms[p.outside_term].feature : NULL);
    lw_json_uint(json, "missing", p.n_missing);
    lw_json_uint(json, "sampled", doubt.n_sampled);
    put_message(json, model, &p);
}

/* Measures the level and tells its rating, or why it has none. */
static lw_status rate(struct calls_request *rq, struct calls_subject *s,
                      const struct calls_model *model) {
    struct lw_feature_values *values = NULL;
    struct lw_budget budget;
    enum lw_standing standing = LW_STANDING_OPEN;
    lw_status status = measure(rq, s, LW_COST_ENUMERATE, &budget, &values);
    if (status == LW_OK) {
        status = lw_standing_of(s->entry->level, values, &budget, &rq->calls->runtime,
                                &standing, rq->err);
    }
    if (status != LW_OK) {
        return status;
    }
    if (standing == LW_STANDING_STOPPED || atomic_load(rq->calls->cancel)) {
        return lw_fail(rq->err, LW_CANCELLED, 0, 0, "%s",
                       lw_standing_text(LW_STANDING_STOPPED));
    }
    lw_json_bool(rq->out, "calibrated", standing == LW_STANDING_OPEN);
    if (standing == LW_STANDING_OPEN) {
        put_prediction(rq->out, s->kind, model, values);
    } else {
        lw_json_text(rq->out, "outcome", lw_standing_name(standing));
        lw_json_text(rq->out, "message", lw_standing_text(standing));
    }
    return LW_OK;
}

lw_status calls_rate(struct calls_request *rq) {
    struct calls_subject s;
    struct calls_model model = {.open = false};
    lw_status status = calls_subject_level(rq, &s);
    if (status == LW_OK) {
        lw_status known = calls_model_open(rq->calls, s.kind, &model, rq->err);
        if (known == LW_UNSUPPORTED) {
            lw_json_bool(rq->out, "calibrated", false);
            lw_json_text(rq->out, "message", rq->err->text);
        } else if (known == LW_OK) {
            status = rate(rq, &s, &model);
        } else {
            status = known;
        }
    }
    calls_model_close(rq->calls, &model);
    calls_subject_close(&s);
    return status;
}
