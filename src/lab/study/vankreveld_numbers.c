/* Van Kreveld's procedure on the plays of a study, and on those of people drawn anew. */
#include <math.h>
#include <string.h>

#include "lw/base/rng.h"
#include "study/estimates.h"
#include "study/vankreveld.h"

#define DRAWS 200
#define DRAW_SEED 2015
#define N_FOLDS 5
#define N_NUMBERS (offsetof(struct vankreveld_numbers, n) / sizeof(double))

static void errors_of(const struct lw_vankreveld *v, double *out) {
    for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
        out[t] = v->n[t] == 0 ? (double)NAN : v->unweighted[t];
        out[LW_VANKREVELD_TARGETS + t] = v->n[t] == 0 ? (double)NAN : v->weighted[t];
    }
}

static lw_status run(const struct vankreveld_study *v,
                     const struct lw_level_answers *answers,
                     struct vankreveld_numbers *out, struct lw_error *err) {
    const struct lw_alloc *alloc = v->e->alloc;
    struct lw_vankreveld_data data = {.x = v->x,
                                      .n = v->n,
                                      .p = v->p,
                                      .names = v->names,
                                      .answers = answers,
                                      .folds = N_FOLDS};
    struct lw_vankreveld result;
    lw_status status = lw_vankreveld_run(alloc, &data, &result, err);
    if (status != LW_OK) {
        return status;
    }
    errors_of(&result, out->error);
    for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
        out->n[t] = result.n[t];
        out->r2[t] = result.n[t] == 0 ? (double)NAN : result.r2[t];
        for (size_t k = 0; k <= v->p; k++) {
            out->weight[k * LW_VANKREVELD_TARGETS + t] =
                result.n[t] == 0 ? (double)NAN : result.weights[t * (v->p + 1) + k];
        }
    }
    lw_vankreveld_free(&result);
    status = vankreveld_correlate(alloc, &data, out->r, err);
    /* The same with nothing but the intercept. */
    data.p = 0;
    if (status == LW_OK) {
        status = lw_vankreveld_run(alloc, &data, &result, err);
    }
    if (status == LW_OK) {
        errors_of(&result, out->mean_error);
        lw_vankreveld_free(&result);
        for (size_t i = 0; i < VANKREVELD_ERRORS; i++) {
            out->gain[i] = out->mean_error[i] - out->error[i];
        }
    }
    return status;
}

lw_status vankreveld_numbers_of(const struct vankreveld_study *v,
                                const struct lw_human_plays *plays,
                                struct vankreveld_numbers *out, struct lw_error *err) {
    const struct lw_alloc *alloc = v->e->alloc;
    size_t bytes = (v->n + 1) * sizeof(struct lw_level_answers);
    struct lw_level_answers *answers = lw_alloc_zero(alloc, v->n + 1, sizeof *answers);
    *out = (struct vankreveld_numbers){.n_flat = 0};
    lw_status status = answers == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        status = lw_vankreveld_answers(alloc, plays, answers, &out->n_flat, err);
    }
    if (status == LW_OK) {
        status = run(v, answers, out, err);
    }
    lw_alloc_free(alloc, answers, bytes);
    return status;
}

/* Plays of as many people, drawn with replacement; who is drawn twice is two people. */
static size_t draw(const struct vankreveld_study *v, struct lw_rng *rng,
                   struct lw_human_play *out, size_t room) {
    size_t people = v->plays.n_people, n = 0;
    for (size_t p = 0; p < people; p++) {
        size_t who = lw_rng_below(rng, (uint32_t)people);
        for (size_t i = 0; i < v->n_solved; i++) {
            if (v->solved[i].player == who && n < room) {
                out[n] = v->solved[i];
                out[n++].player = p;
            }
        }
    }
    return n;
}

/* found: number by number, `n` draws of each, with room for DRAWS. */
static void cut(double *found, size_t n, size_t people, double *low, double *high) {
    for (size_t k = 0; k < N_NUMBERS; k++) {
        study_draws_between(found + k * DRAWS, n, people, &low[k], &high[k]);
    }
}

lw_status vankreveld_intervals(const struct vankreveld_study *v,
                               struct vankreveld_numbers *low,
                               struct vankreveld_numbers *high, size_t *n_undefined,
                               struct lw_error *err) {
    struct lw_rng rng = lw_rng_make(DRAW_SEED, v->n_solved);
    size_t most = 0, people = v->plays.n_people, n = 0;
    for (size_t p = 0; p < people; p++) {
        size_t own = 0;
        for (size_t i = 0; i < v->n_solved; i++) {
            own += v->solved[i].player == p;
        }
        most = own > most ? own : most;
    }
    size_t room = most * people;
    double *found = lw_arena_zero(&v->r->arena, N_NUMBERS * DRAWS, sizeof *found);
    struct lw_human_play *plays = lw_arena_zero(&v->r->arena, room + 1, sizeof *plays);
    if (found == NULL || plays == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t d = 0; d < DRAWS; d++) {
        struct vankreveld_numbers one;
        struct lw_error why = {.text = ""};
        const struct lw_human_plays drawn = {plays, draw(v, &rng, plays, room), people,
                                             v->n};
        lw_status status = vankreveld_numbers_of(v, &drawn, &one, &why);
        if (status == LW_NO_MEMORY) {
            return lw_fail_memory(err);
        }
        for (size_t k = 0; status == LW_OK && k < N_NUMBERS; k++) {
            double number;
            memcpy(&number, (const char *)&one + k * sizeof number, sizeof number);
            found[k * DRAWS + n] = number;
        }
        n += status == LW_OK;
    }
    *n_undefined = DRAWS - n;
    cut(found, n, people, (double *)low, (double *)high);
    return LW_OK;
}
