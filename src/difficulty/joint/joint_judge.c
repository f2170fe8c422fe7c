/* The joint model judged by leaving whole collections out, and made into a model file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "difficulty_internal.h"
#include "joint/joint_internal.h"

#define N_PRIORS 7

/* Standard deviations that the weights' prior is chosen from. */
static const double weight_priors[N_PRIORS] = {0.02, 0.04, 0.07, 0.12, 0.2, 0.35, 0.6};

/* One training set: everything that leaving a group out needs. */
struct training {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_evidence *e;
    const struct lw_joint_data *data;
    struct lw_joint_prior prior;
    size_t outside;  /* the group that is left out; n_groups: none */
    const double *y; /* [n], answers that may be seen */
    struct lw_scale *scales;
    double *z;
    size_t *fold;           /* [n_groups] */
    unsigned char *learned; /* [n] */
    struct joint_part part;
    double *held;          /* N_PRIORS x n, then the chosen one first */
    double *work;          /* [n] */
    double *source_scales; /* slopes and spreads, found once on the training set */
    size_t n_source_scales;
};

static lw_status training_init(struct training *t, const struct lw_alloc *alloc,
                               const struct lw_joint_task *task,
                               const unsigned char *columns, size_t outside,
                               struct lw_error *err) {
    const struct lw_evidence *e = task->e;
    *t = (struct training){.alloc = alloc,
                           .e = e,
                           .data = task->data,
                           .prior = *task->prior,
                           .outside = outside};
    lw_arena_init(&t->arena, alloc);
    t->y = lw_answers_without(e, outside);
    t->scales = lw_arena_zero(&t->arena, e->p + 1, sizeof *t->scales);
    t->z = lw_arena_zero(&t->arena, e->n * e->p + 1, sizeof *t->z);
    t->fold = lw_arena_zero(&t->arena, 2 * e->n_groups + 2, sizeof *t->fold);
    t->learned = lw_arena_zero(&t->arena, e->n + 1, 1);
    t->held = lw_arena_zero(&t->arena, N_PRIORS * e->n + 1, sizeof *t->held);
    t->work = lw_arena_zero(&t->arena, e->n + 1, sizeof *t->work);
    if (t->scales == NULL || t->z == NULL || t->fold == NULL || t->learned == NULL ||
        t->held == NULL || t->work == NULL ||
        !joint_part_init(&t->part, &t->arena, task->data)) {
        return lw_fail_memory(err);
    }
    lw_scales_choose(e, columns, outside, t->scales);
    for (size_t i = 0; i < e->n; i++) {
        for (size_t k = 0; k < e->p; k++) {
            t->z[i * e->p + k] = lw_scale_standard(&t->scales[k], e->x[i * e->p + k]);
        }
    }
    lw_folds_of_groups(e, outside, t->fold, t->fold + e->n_groups + 1);
    return LW_OK;
}

/* Takes the evidence without the group outside and without one inner fold. */
static void take_without(struct training *t, size_t fold) {
    for (size_t i = 0; i < t->e->n; i++) {
        size_t group = t->e->group[i];
        t->learned[i] = group != t->outside && t->fold[group] != fold;
    }
    joint_part_take(&t->part, t->data, t->learned);
}

static double score(const struct training *t, const double *weight, size_t level) {
    double value = 0;
    for (size_t k = 0; k < t->e->p; k++) {
        value += weight[k] * t->z[level * t->e->p + k];
    }
    return t->part.unit * value;
}

/* What brings scores to the scale of the answers, from the levels learned from. */
static double shift_of(const struct training *t, const double *weight) {
    double sum = 0, n = 0;
    for (size_t i = 0; i < t->e->n; i++) {
        if (t->learned[i]) {
            sum += t->y[i] - score(t, weight, i);
            n++;
        }
    }
    return n > 0 ? sum / n : 0;
}

/* Predicts the levels of one inner fold without having seen them, with every prior: each
 * begins where the one before ended. */
static lw_status inner_fold(struct training *t, size_t fold, struct lw_error *err) {
    struct lw_arena arena;
    struct joint j;
    size_t n_steps = 0, n = t->e->n;
    take_without(t, fold);
    lw_arena_init(&arena, t->alloc);
    lw_status status =
        joint_init(&j, &arena, &t->part.data, (struct lw_joint_features){t->z, t->e->p},
                   &t->prior, err);
    if (status == LW_OK) {
        j.cancel = t->e->cancel;
        memcpy(j.theta + j.scales, t->source_scales,
               t->n_source_scales * sizeof *t->source_scales);
    }
    for (size_t c = 0; status == LW_OK && c < N_PRIORS; c++) {
        t->prior.weight = weight_priors[c];
        status = joint_settle(&j, &n_steps, err);
        const double *weight = j.theta + j.weight;
        double shift = shift_of(t, weight);
        for (size_t i = 0; status == LW_OK && i < n; i++) {
            if (t->fold[t->e->group[i]] == fold) {
                t->held[c * n + i] = shift + score(t, weight, i);
            }
        }
    }
    lw_arena_free(&arena);
    return status;
}

/* How the sources relate is found once for all inner folds: a few numbers of the whole
 * training set, while a search in each fold would cost a hundred times as much. */
static lw_status find_source_scales(struct training *t, struct lw_error *err) {
    struct lw_arena arena;
    struct joint j;
    size_t n_steps;
    take_without(t, LW_INNER_FOLDS);
    lw_arena_init(&arena, t->alloc);
    lw_status status =
        joint_init(&j, &arena, &t->part.data, (struct lw_joint_features){t->z, t->e->p},
                   &t->prior, err);
    if (status == LW_OK && j.n > j.scales) {
        j.cancel = t->e->cancel;
        status = joint_maximise(&j, &arena, &n_steps, err);
    }
    if (status == LW_OK) {
        t->n_source_scales = j.n - j.scales;
        t->source_scales =
            lw_arena_zero(&t->arena, t->n_source_scales + 1, sizeof *t->source_scales);
        if (t->source_scales == NULL) {
            status = lw_fail_memory(err);
        } else {
            memcpy(t->source_scales, j.theta + j.scales,
                   t->n_source_scales * sizeof *t->source_scales);
        }
    }
    lw_arena_free(&arena);
    return status;
}

/* Chooses the weights' prior; held begins with the predictions at the best, and the part
 * is the whole training set again. */
static lw_status choose_prior(struct training *t, struct lw_error *err) {
    double best = INFINITY;
    size_t n = t->e->n, chosen = 0;
    lw_status status = find_source_scales(t, err);
    for (size_t f = 0; status == LW_OK && f < LW_INNER_FOLDS; f++) {
        status = inner_fold(t, f, err);
    }
    for (size_t c = 0; status == LW_OK && c < N_PRIORS; c++) {
        double squares = 0;
        for (size_t i = 0; i < n; i++) {
            double d = t->held[c * n + i] - t->y[i];
            squares += t->e->group[i] == t->outside ? 0 : d * d;
        }
        if (squares < best) {
            best = squares;
            chosen = c;
        }
    }
    t->prior.weight = weight_priors[chosen];
    memmove(t->held, t->held + chosen * n, n * sizeof *t->held);
    take_without(t, LW_INNER_FOLDS);
    return status;
}

/* All groups, one task each. */
struct judging {
    const struct lw_runtime *runtime;
    const struct lw_joint_task *task;
    const unsigned char *columns;
    double *prediction;
    unsigned char *inside, *inside_laplace; /* [n] */
};

static lw_status predict_group(struct judging *job, struct training *t,
                               struct lw_error *err) {
    const struct lw_evidence *e = job->task->e;
    struct lw_joint_fit fit;
    lw_status status = choose_prior(t, err);
    if (status != LW_OK) {
        return status;
    }
    const struct joint_how how = {.features = {t->z, e->p},
                                  .cancel = e->cancel,
                                  .scales = t->source_scales,
                                  .weights_only = true};
    double reach = lw_error_90(e, t->held, t->outside, t->work), unit = t->part.unit;
    status = joint_fit_any(t->alloc, &t->part.data, &t->prior, &how, &fit, err);
    if (status != LW_OK) {
        return status;
    }
    double shift = 0, n = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] != t->outside) {
            shift +=
                t->y[i] - unit * lw_joint_predict(&fit, &t->prior, t->z + i * e->p).value;
            n++;
        }
    }
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] == t->outside) {
            struct lw_estimate est = lw_joint_predict(&fit, &t->prior, t->z + i * e->p);
            job->prediction[i] = unit * est.value + shift / n;
            double error = fabs(job->prediction[i] - e->y[i]);
            job->inside[i] = error <= reach;
            job->inside_laplace[i] = error <= 1.6448536269514722 * unit * est.sd;
        }
    }
    lw_joint_fit_free(&fit);
    return LW_OK;
}

static lw_status judge_group(void *ctx, size_t g, struct lw_error *err) {
    struct judging *job = ctx;
    struct training t;
    lw_status status =
        training_init(&t, job->runtime->alloc, job->task, job->columns, g, err);
    if (status == LW_OK) {
        status = predict_group(job, &t, err);
    }
    lw_arena_free(&t.arena);
    return status;
}

/* The prior and the reach of errors for the model on everything. */
static lw_status judge_all(const struct judging *job, struct lw_judged *out,
                           struct lw_error *err) {
    struct training t;
    lw_status status = training_init(&t, job->runtime->alloc, job->task, job->columns,
                                     job->task->e->n_groups, err);
    if (status == LW_OK) {
        status = choose_prior(&t, err);
    }
    if (status == LW_OK) {
        out->lambda = t.prior.weight;
        out->error90 = lw_error_90(job->task->e, t.held, job->task->e->n_groups, t.work);
        status = lw_difficulty_skill(job->runtime->alloc, job->task->e, out->prediction,
                                     &out->skill, err);
    }
    lw_arena_free(&t.arena);
    return status;
}

static lw_status check_levels(const struct lw_evidence *e,
                              const struct lw_joint_data *data, struct lw_error *err) {
    lw_status status = lw_evidence_check(e, err);
    if (status == LW_OK && data->n_levels != e->n) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "there are features of %zu levels and evidence about %zu", e->n,
                         data->n_levels);
    }
    return status;
}

lw_status lw_joint_judge(const struct lw_runtime *runtime,
                         const struct lw_joint_task *task, const unsigned char *columns,
                         struct lw_judged *out, double *laplace_coverage,
                         struct lw_error *err) {
    const struct lw_evidence *e = task->e;
    struct lw_arena arena;
    struct judging job = {.runtime = runtime, .task = task, .columns = columns};
    lw_status status = check_levels(e, task->data, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, runtime->alloc);
    *out = (struct lw_judged){.alloc = runtime->alloc, .n = e->n};
    out->prediction = lw_alloc_zero(runtime->alloc, e->n, sizeof(double));
    job.prediction = out->prediction;
    job.inside = lw_arena_zero(&arena, 2 * e->n, 1);
    const struct lw_group_work work = {
        .phase = "judging the joint model", .ctx = &job, .run = judge_group};
    if (out->prediction == NULL || job.inside == NULL) {
        status = lw_fail_memory(err);
    } else {
        job.inside_laplace = job.inside + e->n;
        status = lw_groups_run(runtime, e, &work, err);
    }
    if (status == LW_OK) {
        status = judge_all(&job, out, err);
    }
    if (status == LW_OK) {
        double inside = 0, laplace = 0;
        for (size_t i = 0; i < e->n; i++) {
            inside += job.inside[i];
            laplace += job.inside_laplace[i];
        }
        out->skill.coverage = inside / (double)e->n;
        *laplace_coverage = laplace / (double)e->n;
    } else {
        lw_judged_free(out);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_joint_estimate(const struct lw_alloc *alloc,
                            const struct lw_joint_task *task,
                            const unsigned char *columns, const struct lw_judged *judged,
                            struct lw_joint_fit *out, struct lw_error *err) {
    struct training t;
    lw_status status = training_init(&t, alloc, task, columns, task->e->n_groups, err);
    if (status == LW_OK) {
        t.prior.weight = judged->lambda;
        status =
            lw_joint_fit(alloc, task->data, (struct lw_joint_features){t.z, task->e->p},
                         &t.prior, out, err);
    }
    lw_arena_free(&t.arena);
    return status;
}

lw_status lw_joint_model(const struct lw_alloc *alloc, const struct lw_joint_task *task,
                         const struct lw_model_request *request, struct lw_model *out,
                         struct lw_error *err) {
    const struct lw_evidence *e = task->e;
    struct training t;
    struct lw_joint_fit fit;
    lw_status status = training_init(&t, alloc, task, request->columns, e->n_groups, err);
    *out = (struct lw_model){.game = request->game};
    lw_arena_init(&out->arena, alloc);
    if (status == LW_OK) {
        t.prior.weight = request->judged->lambda;
        take_without(&t, LW_INNER_FOLDS);
        status = lw_joint_fit(alloc, task->data, (struct lw_joint_features){t.z, e->p},
                              &t.prior, &fit, err);
    }
    if (status == LW_OK) {
        double *weight = lw_arena_zero(&t.arena, e->p + 1, sizeof *weight);
        for (size_t k = 0; weight != NULL && k < e->p; k++) {
            weight[k] = fit.weight[k].value;
        }
        status = weight == NULL
                     ? lw_fail_memory(err)
                     : lw_model_fill(e,
                                     &(struct lw_line){.scales = t.scales,
                                                       .weights = weight,
                                                       .intercept = shift_of(&t, weight)},
                                     request, out, err);
        lw_joint_fit_free(&fit);
    }
    lw_arena_free(&t.arena);
    if (status != LW_OK) {
        lw_model_free(out);
    }
    return status;
}
