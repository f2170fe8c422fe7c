/* The joint model judged by leaving whole collections out, and made into a model file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "difficulty_internal.h"
#include "joint_internal.h"

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
    size_t outside; /* the group that is left out; n_groups: none */
    struct lw_scale *scales;
    double *z;
    size_t *fold; /* [n_groups] */
    struct lw_observation *kept;
    double *held, *work;   /* [n] */
    double *source_scales; /* slopes and spreads, found once on the training set */
    size_t n_source_scales;
};

static lw_status training_init(struct training *t, const struct lw_alloc *alloc,
                               const struct lw_evidence *e,
                               const struct lw_joint_data *data,
                               const unsigned char *columns,
                               const struct lw_joint_prior *prior, size_t outside,
                               struct lw_error *err) {
    *t = (struct training){
        .alloc = alloc, .e = e, .data = data, .prior = *prior, .outside = outside};
    lw_arena_init(&t->arena, alloc);
    t->scales = lw_arena_zero(&t->arena, e->p + 1, sizeof *t->scales);
    t->z = lw_arena_zero(&t->arena, e->n * e->p + 1, sizeof *t->z);
    t->fold = lw_arena_zero(&t->arena, 2 * e->n_groups + 2, sizeof *t->fold);
    t->kept = lw_arena_zero(&t->arena, data->n_observations + 1, sizeof *t->kept);
    t->held = lw_arena_zero(&t->arena, e->n + 1, sizeof *t->held);
    t->work = lw_arena_zero(&t->arena, e->n + 1, sizeof *t->work);
    if (t->scales == NULL || t->z == NULL || t->fold == NULL || t->kept == NULL ||
        t->held == NULL || t->work == NULL) {
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

/* Levels of the group outside, and of that inner fold, are not learned from. */
static bool learned(const struct training *t, size_t level, size_t fold) {
    size_t group = t->e->group[level];
    return group != t->outside && t->fold[group] != fold;
}

static struct lw_joint_data without(struct training *t, size_t fold) {
    struct lw_joint_data part = *t->data;
    part.observations = t->kept;
    part.n_observations = 0;
    for (size_t i = 0; i < t->data->n_observations; i++) {
        const struct lw_observation *o = &t->data->observations[i];
        bool pair = t->data->sources[o->source].kind == LW_EVIDENCE_CHOICE;
        if (learned(t, o->level, fold) && (!pair || learned(t, o->other, fold))) {
            t->kept[part.n_observations++] = *o;
        }
    }
    return part;
}

static double score(const struct training *t, const double *weight, size_t level) {
    double value = 0;
    for (size_t k = 0; k < t->e->p; k++) {
        value += weight[k] * t->z[level * t->e->p + k];
    }
    return value;
}

/* What brings scores to the scale of the answers. */
static double shift_of(const struct training *t, const double *weight, size_t fold) {
    double sum = 0, n = 0;
    for (size_t i = 0; i < t->e->n; i++) {
        if (learned(t, i, fold)) {
            sum += t->e->y[i] - score(t, weight, i);
            n++;
        }
    }
    return n > 0 ? sum / n : 0;
}

/* Predicts the levels of one inner fold into held without having seen them. */
static lw_status inner_fold(struct training *t, size_t fold, struct lw_error *err) {
    struct lw_joint_data part = without(t, fold);
    struct lw_arena arena;
    struct joint j;
    size_t n_steps;
    lw_arena_init(&arena, t->alloc);
    lw_status status = joint_init(&j, &arena, &part, t->z, t->e->p, &t->prior, err);
    if (status == LW_OK) {
        n_steps = 0;
        memcpy(j.theta + j.scales, t->source_scales,
               t->n_source_scales * sizeof *t->source_scales);
        status = joint_settle(&j, &n_steps, err);
    }
    if (status == LW_OK) {
        const double *weight = j.theta + j.weight;
        double shift = shift_of(t, weight, fold);
        for (size_t i = 0; i < t->e->n; i++) {
            if (t->fold[t->e->group[i]] == fold) {
                t->held[i] = shift + score(t, weight, i);
            }
        }
    }
    lw_arena_free(&arena);
    return status;
}

/* How the sources relate is found once for all inner folds: a few numbers of the whole
 * training set, while a search in each fold would cost a hundred times as much. */
static lw_status find_source_scales(struct training *t, struct lw_error *err) {
    struct lw_joint_data part = without(t, LW_INNER_FOLDS);
    struct lw_arena arena;
    struct joint j;
    size_t n_steps;
    lw_arena_init(&arena, t->alloc);
    lw_status status = joint_init(&j, &arena, &part, t->z, t->e->p, &t->prior, err);
    if (status == LW_OK && j.n > j.scales) {
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

/* Chooses the weights' prior; held keeps the predictions at the best. */
static lw_status choose_prior(struct training *t, struct lw_error *err) {
    double best = INFINITY, chosen = weight_priors[0];
    double *kept = lw_arena_zero(&t->arena, t->e->n + 1, sizeof *kept);
    lw_status status = kept == NULL ? lw_fail_memory(err) : find_source_scales(t, err);
    for (size_t c = 0; status == LW_OK && c < N_PRIORS; c++) {
        double squares = 0;
        t->prior.weight = weight_priors[c];
        for (size_t f = 0; status == LW_OK && f < LW_INNER_FOLDS; f++) {
            status = inner_fold(t, f, err);
        }
        for (size_t i = 0; i < t->e->n; i++) {
            double d = t->held[i] - t->e->y[i];
            squares += t->e->group[i] == t->outside ? 0 : d * d;
        }
        if (squares < best) {
            best = squares;
            chosen = weight_priors[c];
            memcpy(kept, t->held, t->e->n * sizeof *kept);
        }
    }
    t->prior.weight = chosen;
    if (status == LW_OK) {
        memcpy(t->held, kept, t->e->n * sizeof *kept);
    }
    return status;
}

/* All groups, one task each. */
struct judging {
    const struct lw_runtime *runtime;
    const struct lw_evidence *e;
    const struct lw_joint_data *data;
    const unsigned char *columns;
    const struct lw_joint_prior *prior;
    double *prediction;
    unsigned char *inside, *inside_laplace; /* [n] */
    lw_status *status;                      /* [n_groups] */
    struct lw_error *errors;                /* [n_groups] */
};

static lw_status predict_group(struct judging *job, struct training *t,
                               struct lw_error *err) {
    const struct lw_evidence *e = job->e;
    struct lw_joint_fit fit;
    lw_status status = choose_prior(t, err);
    if (status != LW_OK) {
        return status;
    }
    double reach = lw_error_90(e, t->held, t->outside, t->work);
    struct lw_joint_data part = without(t, LW_INNER_FOLDS);
    status = joint_fit_any(t->alloc, &part, t->z, e->p, &t->prior, &fit, err);
    if (status != LW_OK) {
        return status;
    }
    double shift = 0, n = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] != t->outside) {
            shift += e->y[i] - lw_joint_predict(&fit, &t->prior, t->z + i * e->p).value;
            n++;
        }
    }
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] == t->outside) {
            struct lw_estimate est = lw_joint_predict(&fit, &t->prior, t->z + i * e->p);
            job->prediction[i] = est.value + shift / n;
            double error = fabs(job->prediction[i] - e->y[i]);
            job->inside[i] = error <= reach;
            job->inside_laplace[i] = error <= 1.6448536269514722 * est.sd;
        }
    }
    lw_joint_fit_free(&fit);
    return LW_OK;
}

static void judge_group(void *ctx, size_t g, uint32_t worker) {
    struct judging *job = ctx;
    struct training t;
    (void)worker;
    lw_status status = training_init(&t, job->runtime->alloc, job->e, job->data,
                                     job->columns, job->prior, g, &job->errors[g]);
    if (status == LW_OK) {
        status = predict_group(job, &t, &job->errors[g]);
    }
    job->status[g] = status;
    lw_arena_free(&t.arena);
}

/* The prior and the reach of errors for the model on everything. */
static lw_status judge_all(const struct judging *job, struct lw_judged *out,
                           struct lw_error *err) {
    struct training t;
    lw_status status = training_init(&t, job->runtime->alloc, job->e, job->data,
                                     job->columns, job->prior, job->e->n_groups, err);
    if (status == LW_OK) {
        status = choose_prior(&t, err);
    }
    if (status == LW_OK) {
        out->lambda = t.prior.weight;
        out->error90 = lw_error_90(job->e, t.held, job->e->n_groups, t.work);
        status = lw_difficulty_skill(job->runtime->alloc, job->e, out->prediction,
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

lw_status lw_joint_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         const struct lw_joint_data *data, const unsigned char *columns,
                         const struct lw_joint_prior *prior, struct lw_judged *out,
                         double *laplace_coverage, struct lw_error *err) {
    struct lw_arena arena;
    struct judging job = {
        .runtime = runtime, .e = e, .data = data, .columns = columns, .prior = prior};
    lw_status status = check_levels(e, data, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, runtime->alloc);
    *out = (struct lw_judged){.alloc = runtime->alloc, .n = e->n};
    out->prediction = lw_alloc_zero(runtime->alloc, e->n, sizeof(double));
    job.prediction = out->prediction;
    job.inside = lw_arena_zero(&arena, 2 * e->n, 1);
    job.status = lw_arena_zero(&arena, e->n_groups, sizeof *job.status);
    job.errors = lw_arena_zero(&arena, e->n_groups, sizeof *job.errors);
    if (out->prediction == NULL || job.inside == NULL || job.status == NULL ||
        job.errors == NULL) {
        status = lw_fail_memory(err);
    } else {
        job.inside_laplace = job.inside + e->n;
        lw_runtime_parallel(runtime, e->n_groups, judge_group, &job);
    }
    for (size_t g = 0; status == LW_OK && g < e->n_groups; g++) {
        status = job.status[g];
        if (status != LW_OK && err != NULL) {
            *err = job.errors[g];
        }
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

lw_status lw_joint_estimate(const struct lw_alloc *alloc, const struct lw_evidence *e,
                            const struct lw_joint_data *data,
                            const unsigned char *columns,
                            const struct lw_joint_prior *prior,
                            const struct lw_judged *judged, struct lw_joint_fit *out,
                            struct lw_error *err) {
    struct training t;
    lw_status status =
        training_init(&t, alloc, e, data, columns, prior, e->n_groups, err);
    if (status == LW_OK) {
        t.prior.weight = judged->lambda;
        status = lw_joint_fit(alloc, data, t.z, e->p, &t.prior, out, err);
    }
    lw_arena_free(&t.arena);
    return status;
}

lw_status lw_joint_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         const struct lw_joint_data *data, const unsigned char *columns,
                         const struct lw_joint_prior *prior,
                         const struct lw_judged *judged, const char *game,
                         const char *target, const char *source, struct lw_model *out,
                         struct lw_error *err) {
    struct training t;
    struct lw_joint_fit fit;
    lw_status status =
        training_init(&t, alloc, e, data, columns, prior, e->n_groups, err);
    *out = (struct lw_model){.game = game};
    lw_arena_init(&out->arena, alloc);
    if (status == LW_OK) {
        t.prior.weight = judged->lambda;
        status = lw_joint_fit(alloc, data, t.z, e->p, &t.prior, &fit, err);
    }
    if (status == LW_OK) {
        double *weight = lw_arena_zero(&t.arena, e->p + 1, sizeof *weight);
        for (size_t k = 0; weight != NULL && k < e->p; k++) {
            weight[k] = fit.weight[k].value;
        }
        status = weight == NULL
                     ? lw_fail_memory(err)
                     : lw_model_fill(e, t.scales, weight, shift_of(&t, weight, SIZE_MAX),
                                     judged, target, source, out, err);
        lw_joint_fit_free(&fit);
    }
    lw_arena_free(&t.arena);
    if (status != LW_OK) {
        lw_model_free(out);
    }
    return status;
}
