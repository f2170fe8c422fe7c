/* How steady the figures are: half of the groups learned from, the other half predicted,
 * again and again with other halves. */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

#include "lw/base/rng.h"

/* One way to halve the groups, and what it is judged with. */
struct halving {
    struct fit_work *w;
    const struct fit_task *task;
    struct lw_arena arena;
    unsigned char *half;          /* [n_groups] of the whole */
    struct fit_learning learning; /* the half that is held out is its first group */
    double *without, *held_y, *held;
    size_t *held_group;
    struct lw_skill sum, squares; /* over all halves */
    size_t n_halves, n_rows;
};

/* Groups in a random order, each to the half that has fewer levels so far. */
static void halve(struct halving *h, uint64_t round, size_t *order) {
    const struct lw_evidence *e = &h->w->learning.e;
    struct lw_rng rng = lw_rng_make(20251116, round);
    size_t load[2] = {0, 0};
    for (size_t g = 0; g < e->n_groups; g++) {
        size_t k = lw_rng_below(&rng, (uint32_t)g + 1);
        order[g] = order[k];
        order[k] = g;
    }
    for (size_t k = 0; k < e->n_groups; k++) {
        unsigned char half = load[1] < load[0];
        h->half[order[k]] = half;
        for (size_t i = 0; i < e->n; i++) {
            load[half] += e->group[i] == order[k];
        }
    }
}

static lw_status hold_out(struct halving *h, unsigned char held, struct lw_error *err) {
    const struct fit_learning *whole = &h->w->learning;
    struct lw_evidence *e = &h->learning.e;
    size_t *group = h->learning.group,
           *number = lw_arena_zero(&h->arena, whole->e.n_groups + 1, sizeof *number);
    if (number == NULL) {
        return lw_fail_memory(err);
    }
    e->n_groups = 1;
    e->n_judged = 1;
    for (size_t i = 0; i < e->n; i++) {
        size_t g = whole->group[i];
        if (h->half[g] != held && number[g] == 0) {
            number[g] = e->n_groups++;
        }
        group[i] = number[g];
    }
    if (whole->e.y_without == NULL) {
        return LW_OK;
    }
    e->y_without = NULL;
    lw_status status = lw_joint_answers_without(h->w->cli->runtime, e, h->task->data,
                                                h->task->prior, h->without, err);
    e->y_without = h->without;
    return status;
}

static void add_skill(struct lw_skill *sum, const struct lw_skill *skill, bool square) {
    sum->rho += square ? skill->rho * skill->rho : skill->rho;
    sum->within += skill->within;
    sum->r2 += skill->r2;
    sum->coverage += skill->coverage;
}

/* What the predictions of the half that was held out are worth. */
static lw_status weigh(struct halving *h, enum fit_model model,
                       const struct lw_judged *judged, struct lw_error *err) {
    const struct fit_learning *whole = &h->w->learning;
    struct lw_evidence e = {.p = whole->e.p,
                            .n_groups = whole->e.n_groups,
                            .y = h->held_y,
                            .group = h->held_group};
    struct lw_skill skill;
    for (size_t i = 0; i < whole->e.n; i++) {
        if (h->learning.group[i] == 0) {
            h->held[e.n] = judged->prediction[i];
            h->held_y[e.n] = whole->y[i];
            h->held_group[e.n++] = whole->group[i];
        }
    }
    lw_status status = lw_difficulty_skill(h->w->cli->alloc, &e, h->held, &skill, err);
    if (status == LW_OK && !isnan(skill.rho)) {
        /* A blend's reach comes from groups that are not held out here. */
        skill.coverage = model == FIT_BLEND
                             ? (double)NAN
                             : judged->skill.coverage * (double)whole->e.n / (double)e.n;
        skill.within = isnan(skill.within) ? skill.rho : skill.within;
        add_skill(&h->sum, &skill, false);
        add_skill(&h->squares, &skill, true);
        h->n_halves++;
        h->n_rows += e.n;
    }
    return status;
}

/* Judges the model on one half; a blend's parts before it. */
static lw_status judge_half(struct halving *h, enum fit_model model,
                            struct lw_error *err) {
    struct lw_judged judged[FIT_N_MODELS] = {{.n = 0}};
    struct fit_task task = *h->task;
    double laplace;
    task.learning = &h->learning;
    task.judged = judged;
    enum fit_model line = fit_blend_line(&task);
    lw_status status = LW_OK;
    for (int m = 0; m < FIT_N_MODELS && status == LW_OK; m++) {
        bool part = model == FIT_BLEND && (m == (int)line || m == FIT_BOOSTED);
        if (m == (int)model || part) {
            status = fit_judge(&task, (enum fit_model)m, &judged[m], &laplace, err);
        }
    }
    if (status == LW_OK) {
        status = weigh(h, model, &judged[model], err);
    }
    for (int m = 0; m < FIT_N_MODELS; m++) {
        if (judged[m].prediction != NULL) {
            lw_judged_free(&judged[m]);
        }
    }
    return status;
}

static lw_status halving_init(struct halving *h, struct lw_error *err) {
    struct fit_learning *whole = &h->w->learning;
    size_t n = whole->e.n;
    h->learning = *whole;
    h->half = lw_arena_zero(&h->arena, whole->e.n_groups + 1, 1);
    h->learning.group = lw_arena_zero(&h->arena, n + 1, sizeof *h->learning.group);
    h->held_group = lw_arena_zero(&h->arena, n + 1, sizeof *h->held_group);
    h->held = lw_arena_zero(&h->arena, n + 1, sizeof *h->held);
    h->held_y = lw_arena_zero(&h->arena, n + 1, sizeof *h->held_y);
    h->without =
        lw_arena_zero(&h->arena, n * (whole->e.n_groups + 1) + 1, sizeof *h->without);
    h->learning.e.group = h->learning.group;
    return h->half != NULL && h->learning.group != NULL && h->held_group != NULL &&
                   h->held != NULL && h->held_y != NULL && h->without != NULL
               ? LW_OK
               : lw_fail_memory(err);
}

static void put_halves(struct halving *h, enum fit_model model) {
    double n = (double)h->n_halves;
    struct lw_skill mean = {.rho = h->sum.rho / n,
                            .within = h->sum.within / n,
                            .r2 = h->sum.r2 / n,
                            .coverage = h->sum.coverage / n};
    double variance = (h->squares.rho - n * mean.rho * mean.rho) / fmax(n - 1, 1);
    char name[48];
    mean.rho_se = sqrt(fmax(variance, 0));
    (void)snprintf(name, sizeof name, "%s, halves", fit_model_name(model));
    fit_put_skill(h->w->cli, cli_value(h->w->args, "json")->flag, name,
                  (size_t)((double)h->n_rows / n + 0.5), &mean, NAN);
}

lw_status fit_halves(struct fit_work *w, const struct fit_task *task,
                     enum fit_model model, size_t n_times, struct lw_error *err) {
    struct halving h = {.w = w, .task = task};
    lw_arena_init(&h.arena, w->cli->alloc);
    size_t *order = lw_arena_zero(&h.arena, w->learning.e.n_groups + 1, sizeof *order);
    lw_status status = order == NULL ? lw_fail_memory(err) : halving_init(&h, err);
    for (size_t round = 0; status == LW_OK && round < n_times; round++) {
        halve(&h, round, order);
        for (unsigned char held = 0; status == LW_OK && held < 2; held++) {
            status = hold_out(&h, held, err);
            if (status == LW_OK) {
                status = judge_half(&h, model, err);
            }
        }
        const struct lw_runtime *runtime = w->cli->runtime;
        if (runtime->progress != NULL) {
            const struct lw_progress progress = {
                .phase = "halving", .done = round + 1, .total = n_times, .best = NAN};
            runtime->progress(runtime->progress_ctx, &progress);
        }
    }
    if (status == LW_OK && h.n_halves > 0) {
        put_halves(&h, model);
    }
    lw_arena_free(&h.arena);
    return status;
}
