/* Judging any learner by leaving groups out, its setting chosen inside. */
#include "learners/learner.h"

#include <math.h>
#include <string.h>

lw_status lesson_make(struct lw_arena *arena, const struct lw_evidence *e,
                      const unsigned char *columns, size_t outside, struct lesson *out,
                      struct lw_error *err) {
    struct lw_scale *scales = lw_arena_zero(arena, e->p + 1, sizeof *scales);
    double *z = lw_arena_zero(arena, e->n * e->p + 1, sizeof *z);
    unsigned char *learn = lw_arena_zero(arena, e->n + 1, 1);
    if (scales == NULL || z == NULL || learn == NULL) {
        return lw_fail_memory(err);
    }
    lw_scales_choose(e, columns, outside, scales);
    for (size_t i = 0; i < e->n; i++) {
        for (size_t k = 0; k < e->p; k++) {
            z[i * e->p + k] = lw_scale_standard(&scales[k], e->x[i * e->p + k]);
        }
        learn[i] = e->group[i] != outside;
    }
    *out = (struct lesson){
        .alloc = arena->alloc, .e = e, .scales = scales, .z = z, .learn = learn};
    return LW_OK;
}

struct judging {
    const struct lw_runtime *runtime;
    const struct lw_evidence *e;
    const unsigned char *columns;
    const struct learner *learner;
    double *prediction;
    unsigned char *inside;
};

/* One training set and what was predicted inside it. */
struct training {
    struct lw_arena arena;
    struct lw_evidence own; /* with the answers that this training set may see */
    struct lesson lesson;
    size_t *fold;
    double *prediction; /* n_settings x n */
    double *held;       /* n_settings x n, each row predicted without its fold */
    double *work;
    size_t setting;
};

static lw_status training_init(struct training *t, const struct judging *job,
                               size_t outside, struct lw_error *err) {
    const struct lw_evidence *e = job->e;
    size_t n_settings = job->learner->n_settings;
    *t = (struct training){.setting = 0};
    lw_arena_init(&t->arena, job->runtime->alloc);
    t->fold = lw_arena_zero(&t->arena, 2 * e->n_groups + 2, sizeof *t->fold);
    t->prediction = lw_arena_zero(&t->arena, n_settings * e->n, sizeof *t->prediction);
    t->held = lw_arena_zero(&t->arena, n_settings * e->n, sizeof *t->held);
    t->work = lw_arena_zero(&t->arena, e->n, sizeof *t->work);
    if (t->fold == NULL || t->prediction == NULL || t->held == NULL || t->work == NULL) {
        return lw_fail_memory(err);
    }
    t->own = *e;
    t->own.y = lw_answers_without(e, outside);
    lw_folds_of_groups(e, outside, t->fold, t->fold + e->n_groups + 1);
    return lesson_make(&t->arena, &t->own, job->columns, outside, &t->lesson, err);
}

static void allow(struct training *t, size_t outside, size_t fold) {
    const struct lw_evidence *e = t->lesson.e;
    for (size_t i = 0; i < e->n; i++) {
        t->lesson.learn[i] = e->group[i] != outside && t->fold[e->group[i]] != fold;
    }
}

/* Predicts inside the training set fold by fold and chooses the setting. */
static lw_status choose(struct training *t, const struct learner *learner, size_t outside,
                        struct lw_error *err) {
    const struct lw_evidence *e = t->lesson.e;
    double best = INFINITY;
    lw_status status = LW_OK;
    for (size_t f = 0; status == LW_OK && f < LW_INNER_FOLDS; f++) {
        if (lw_evidence_stopped(e)) {
            return lw_fail(err, LW_CANCELLED, 0, 0, "%s", lw_status_text(LW_CANCELLED));
        }
        allow(t, outside, f);
        status = learner->learn(learner->ctx, &t->lesson, t->prediction, err);
        for (size_t i = 0; status == LW_OK && i < e->n; i++) {
            for (size_t s = 0; t->fold[e->group[i]] == f && s < learner->n_settings;
                 s++) {
                t->held[s * e->n + i] = t->prediction[s * e->n + i];
            }
        }
    }
    for (size_t s = 0; status == LW_OK && s < learner->n_settings; s++) {
        double squares = 0;
        for (size_t i = 0; i < e->n; i++) {
            double d = t->held[s * e->n + i] - e->y[i];
            squares += e->group[i] == outside ? 0 : d * d;
        }
        if (squares < best) {
            best = squares;
            t->setting = s;
        }
    }
    allow(t, outside, LW_INNER_FOLDS + 1);
    return status;
}

static lw_status judge_group(void *ctx, size_t g, struct lw_error *err) {
    struct judging *job = ctx;
    const struct lw_evidence *e = job->e;
    struct training t;
    lw_status status = training_init(&t, job, g, err);
    if (status == LW_OK) {
        status = choose(&t, job->learner, g, err);
    }
    if (status == LW_OK) {
        status = job->learner->learn(job->learner->ctx, &t.lesson, t.prediction, err);
    }
    if (status == LW_OK) {
        const double *prediction = t.prediction + t.setting * e->n;
        double reach = lw_error_90(e, t.held + t.setting * e->n, g, t.work);
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == g) {
                job->prediction[i] = prediction[i];
                job->inside[i] = fabs(prediction[i] - e->y[i]) <= reach;
            }
        }
    }
    lw_arena_free(&t.arena);
    return status;
}

static lw_status judge_all(const struct judging *job, struct lw_judged *out,
                           struct lw_error *err) {
    const struct lw_evidence *e = job->e;
    struct training t;
    lw_status status = training_init(&t, job, e->n_groups, err);
    if (status == LW_OK) {
        status = choose(&t, job->learner, e->n_groups, err);
    }
    if (status == LW_OK) {
        out->setting = t.setting;
        out->error90 = lw_error_90(e, t.held + t.setting * e->n, e->n_groups, t.work);
        status = lw_difficulty_skill(job->runtime->alloc, e, out->prediction, &out->skill,
                                     err);
    }
    lw_arena_free(&t.arena);
    return status;
}

lw_status learner_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                        const unsigned char *columns, const struct learner *learner,
                        struct lw_judged *out, struct lw_error *err) {
    struct lw_arena arena;
    struct judging job = {
        .runtime = runtime, .e = e, .columns = columns, .learner = learner};
    lw_status status = lw_evidence_check(e, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, runtime->alloc);
    *out = (struct lw_judged){.alloc = runtime->alloc, .n = e->n};
    job.prediction = out->prediction =
        lw_alloc_zero(runtime->alloc, e->n, sizeof(double));
    job.inside = lw_arena_zero(&arena, e->n, 1);
    const struct lw_group_work work = {
        .phase = learner->phase, .ctx = &job, .run = judge_group};
    status = out->prediction == NULL || job.inside == NULL
                 ? lw_fail_memory(err)
                 : lw_groups_run(runtime, e, &work, err);
    if (status == LW_OK) {
        status = judge_all(&job, out, err);
    }
    if (status == LW_OK) {
        double inside = 0;
        for (size_t i = 0; i < e->n; i++) {
            inside += job.inside[i];
        }
        out->skill.coverage = inside / (double)e->n;
    } else {
        lw_judged_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
