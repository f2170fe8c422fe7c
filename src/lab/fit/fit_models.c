/* One model of those that fit offers: judged, and made into a file. */
#include "fit/fit.h"

#include <math.h>

const char *fit_model_name(enum fit_model model) {
    static const char *const names[] = {
#define X(code, name) name,
        FIT_MODELS(X)
#undef X
    };
    return names[model];
}

static enum lw_paper paper_of(enum fit_model model) {
    static const enum lw_paper papers[FIT_N_MODELS] = {
        [FIT_LINEAR] = LW_PAPER_LINEAR,           [FIT_KARTAL] = LW_PAPER_KARTAL,
        [FIT_KARTAL_GRID] = LW_PAPER_KARTAL_GRID, [FIT_SCHAA] = LW_PAPER_SCHAA,
        [FIT_KHALIFA] = LW_PAPER_KHALIFA,
    };
    return papers[model];
}

enum fit_model fit_blend_line(const struct fit_task *task) {
    return task->data != NULL ? FIT_JOINT : FIT_RIDGE;
}

lw_status fit_judge(const struct fit_task *task, enum fit_model model,
                    struct lw_judged *out, double *laplace, struct lw_error *err) {
    const struct fit_learning *l = task->learning;
    *laplace = NAN;
    switch (model) {
    case FIT_RIDGE:
    case FIT_TRUESKILL: /* a ridge to TrueSkill's means, which are the answers then */
        return lw_difficulty_judge(task->cli->alloc, &l->e, l->columns, out, err);
    case FIT_JOINT:
        if (task->data == NULL) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "model joint needs evidence, not --answer; give --evidence "
                           "and --evidence-kind");
        }
        return lw_joint_judge(
            task->cli->runtime,
            &(struct lw_joint_task){.e = &l->e, .data = task->data, .prior = task->prior},
            l->columns, out, laplace, err);
    case FIT_BOOSTED:
        return lw_boost_judge(task->cli->runtime, &l->e, l->columns, out, err);
    case FIT_BLEND:
        if (task->judged[fit_blend_line(task)].prediction == NULL ||
            task->judged[FIT_BOOSTED].prediction == NULL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the models it combines could not be evaluated");
        }
        return lw_blend_judge(task->cli->alloc, &l->e,
                              &task->judged[fit_blend_line(task)],
                              &task->judged[FIT_BOOSTED], out, err);
    default:
        return lw_paper_judge(task->cli->runtime, &l->e, paper_of(model),
                              task->own_columns ? l->columns : NULL, out, err);
    }
}

static lw_status make_blend(const struct fit_task *task,
                            const struct lw_model_request *request, struct lw_model *out,
                            struct lw_error *err) {
    enum fit_model which = fit_blend_line(task);
    struct lw_model_request part = *request;
    struct lw_model line;
    part.judged = &task->judged[which];
    lw_status status = fit_model_make(task, which, &part, &line, err);
    if (status != LW_OK) {
        return status;
    }
    part.judged = &task->judged[FIT_BOOSTED];
    status = fit_model_make(task, FIT_BOOSTED, &part, out, err);
    if (status == LW_OK) {
        status = lw_blend_model(&line, request->judged, out, err);
        if (status != LW_OK) {
            lw_model_free(out);
        }
    }
    lw_model_free(&line);
    return status;
}

lw_status fit_model_make(const struct fit_task *task, enum fit_model model,
                         const struct lw_model_request *wanted, struct lw_model *out,
                         struct lw_error *err) {
    const struct lw_evidence *e = &task->learning->e;
    const struct lw_alloc *alloc = task->cli->alloc;
    struct lw_model_request request = *wanted;
    request.columns = task->learning->columns;
    switch (model) {
    case FIT_RIDGE:
    case FIT_TRUESKILL:
        return lw_difficulty_fit(alloc, e, &request, out, err);
    case FIT_JOINT:
        return lw_joint_model(
            alloc,
            &(struct lw_joint_task){.e = e, .data = task->data, .prior = task->prior},
            &request, out, err);
    case FIT_BOOSTED:
        return lw_boost_model(alloc, e, &request, out, err);
    case FIT_BLEND:
        return make_blend(task, &request, out, err);
    default:
        if (!task->own_columns) {
            request.columns = NULL;
        }
        return lw_paper_model(alloc, e, paper_of(model), &request, out, err);
    }
}

void fit_put_number(FILE *out, int width, double value) {
    if (isfinite(value)) {
        (void)fprintf(out, "%*.3f", width, value);
    } else {
        (void)fprintf(out, "%*s", width, "-");
    }
}
