/* features and rate: what a level measures, and how hard it is for people. */
#include <string.h>

#include "calls_internal.h"
#include "lw/rating.h"

/* As the command line has them; the nodes are LW_GRADE_NODES. */
#define SECONDS 20
#define MEMORY_BYTES ((size_t)512 << 20)

static const char *const kind_names[] = {"initial", "solution", "dynamic"};

static lw_status get_cost(struct calls_request *rq, enum lw_feature_cost *out) {
    size_t cost = LW_COST_ENUMERATE;
    lw_status status = lw_calls_get_choice(rq, "cost", "instant|solve|enumerate", &cost);
    *out = (enum lw_feature_cost)cost;
    return status;
}

/* Can the level be measured, and with how much work? */
static lw_status get_measuring(struct calls_request *rq, const struct calls_subject *s,
                               struct lw_budget *budget) {
    lw_status status =
        lw_calls_get_budget(rq, LW_GRADE_NODES, SECONDS, MEMORY_BYTES, budget);
    if (status == LW_OK && s->kind->features == NULL) {
        status =
            lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s has no features", s->kind->title);
    }
    return status;
}

/* Measures the level; values are given with the request's arena. */
static lw_status measure(struct calls_request *rq, struct calls_subject *s,
                         enum lw_feature_cost cost, const struct lw_budget *budget,
                         struct lw_feature_values **out) {
    struct lw_feature_values *values = lw_arena_zero(rq->arena, 1, sizeof *values);
    if (values == NULL) {
        return lw_fail_memory(rq->err);
    }
    *out = values;
    return lw_level_measure(s->entry->level, cost, budget, &rq->calls->runtime, values,
                            rq->err);
}

lw_status lw_calls_features(struct calls_request *rq) {
    struct calls_subject s;
    enum lw_feature_cost cost = LW_COST_ENUMERATE;
    struct lw_feature_values *values = NULL;
    struct lw_budget budget;
    lw_status status = lw_calls_subject_level(rq, &s);
    if (status == LW_OK) {
        status = get_cost(rq, &cost);
    }
    if (status == LW_OK) {
        status = get_measuring(rq, &s, &budget);
    }
    if (status == LW_OK && !rq->check_only) {
        status = measure(rq, &s, cost, &budget, &values);
    }
    if (status == LW_OK && !rq->check_only) {
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
    lw_calls_subject_close(&s);
    return status;
}

/* The verdict. */

static void put_message(struct lw_json_writer *json, const struct lw_game_kind *kind,
                        const struct lw_verdict *v) {
    struct lw_buffer text;
    lw_buffer_init(&text, json->buf->alloc);
    if (v->calibrated) {
        lw_buffer_printf(&text, "Harder than %.0f %% of the levels people played.",
                         v->percentile);
    } else {
        lw_buffer_printf(&text,
                         "Uncalibrated: no model has learned from people playing %s yet; "
                         "%.1f of 10 is roughly its place among reference levels.",
                         kind->title, v->rating);
    }
    if (v->outside) {
        lw_buffer_puts(&text, " It is outside the range the model learned from: ");
        lw_beyond_words(kind, &v->beyond, &text);
        lw_buffer_puts(&text, ". Treat this with caution.");
    }
    if (v->n_sampled > 0) {
        lw_buffer_puts(&text, " It is too large to be measured exactly: this is an "
                              "estimate.");
    }
    if (v->n_missing > 0) {
        lw_buffer_printf(&text,
                         " %zu of its features could not be measured within the budget.",
                         v->n_missing);
    }
    lw_json_text(json, "message", lw_buffer_text(&text));
    lw_buffer_free(&text);
}

/* Measures the level and reports its rating, or why it has none. */
static lw_status rate(struct calls_request *rq, struct calls_subject *s,
                      const struct lw_rater *rater) {
    struct lw_feature_values *values = NULL;
    struct lw_budget budget;
    struct lw_verdict verdict;
    enum lw_ratable ratable = LW_RATABLE_YES;
    lw_status status = get_measuring(rq, s, &budget);
    if (status != LW_OK || rq->check_only) {
        return status;
    }
    status = measure(rq, s, LW_COST_ENUMERATE, &budget, &values);
    if (status == LW_OK) {
        const struct lw_rate_task task = {s->entry->level, values, &budget,
                                          &rq->calls->runtime};
        status = lw_rater_rate(rater, &task, &ratable, &verdict, rq->err);
    }
    if (status != LW_OK) {
        return status;
    }
    if (ratable == LW_RATABLE_STOPPED || atomic_load(rq->calls->cancel)) {
        return lw_fail(rq->err, LW_CANCELLED, 0, 0, "%s",
                       lw_ratable_text(LW_RATABLE_STOPPED));
    }
    if (ratable == LW_RATABLE_YES) {
        lw_verdict_json_whole(s->kind, &verdict, LW_FORMER_NONE, rq->out);
        put_message(rq->out, s->kind, &verdict);
    } else {
        lw_json_bool(rq->out, "calibrated", false);
        lw_json_text(rq->out, "outcome", lw_ratable_name(ratable));
        lw_json_text(rq->out, "message", lw_ratable_text(ratable));
    }
    return LW_OK;
}

lw_status lw_calls_rate(struct calls_request *rq) {
    struct calls_subject s;
    struct lw_rater rater = {.kind = NULL};
    lw_status status = lw_calls_subject_level(rq, &s);
    if (status == LW_OK) {
        lw_status known = lw_rater_open_among(&rater, s.kind, rq->calls->host.models,
                                              rq->calls->alloc, rq->err);
        if (known == LW_OK) {
            status = rate(rq, &s, &rater);
        } else if (known == LW_UNSUPPORTED) {
            lw_json_bool(rq->out, "calibrated", false);
            lw_json_text(rq->out, "message", rq->err->text);
        } else {
            status = known;
        }
    }
    lw_rater_close(&rater);
    lw_calls_subject_close(&s);
    return status;
}
