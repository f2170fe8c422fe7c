/* How the new model and the one in use rank levels that neither has seen.
 *
 * For each half of the players a model is fitted to the other half, and every level is
 * predicted by a fit without its source. What is predicted is what the first half says,
 * as far as it came after the model in use was learned: so of the people, the levels'
 * sources and the answers nothing was seen by either. The error of the difference comes
 * from resampling sources, or levels where there are few sources. */
#include <math.h>
#include <string.h>

#include "learn/learn.h"
#include "lw/base/rng.h"

#define LEAST_SOURCES_RESAMPLED 10
#define N_RESAMPLED 1000
#define Z90 1.6448536269514722 /* of a one-sided test at 5 % */

/* The levels of one half. */
struct judged_half {
    size_t n;
    size_t *level; /* of learn->levels */
    double *answer, *predicted, *before;
};

static lw_status half_init(struct judged_half *half, size_t n, struct lw_arena *arena,
                           struct lw_error *err) {
    half->level = lw_arena_zero(arena, n + 1, sizeof *half->level);
    half->answer = lw_arena_zero(arena, 3 * n + 1, sizeof *half->answer);
    half->predicted = half->answer == NULL ? NULL : half->answer + n;
    half->before = half->answer == NULL ? NULL : half->answer + 2 * n;
    return half->level == NULL || half->answer == NULL ? lw_fail_memory(err) : LW_OK;
}

/* Levels that both parts know, in the order of their numbers. */
static void join(const struct learn *learn, const struct learn_part *judge,
                 const struct learn_part *taught, const struct lw_judged *judged,
                 struct judged_half *out) {
    size_t k = 0;
    for (size_t i = 0; i < judge->learning.e.n; i++) {
        size_t level = judge->level[i];
        while (k < taught->learning.e.n && taught->level[k] < level) {
            k++;
        }
        if (k < taught->learning.e.n && taught->level[k] == level) {
            out->level[out->n] = level;
            out->answer[out->n] = judge->learning.y[i];
            out->predicted[out->n] = judged->prediction[k];
            out->before[out->n++] = learn->levels[level].score;
        }
    }
}

static lw_status judge_half(const struct learn *learn, size_t half,
                            struct lw_arena *arena, struct judged_half *out,
                            struct lw_error *err) {
    const struct learn_choice others = {.half = (half + 1) % LEARN_HALVES};
    const struct learn_choice fresh = {.half = half, .after_ms = learn->since_ms};
    struct learn_part taught, judge = {.level = NULL};
    struct lw_judged judged = {.prediction = NULL};
    lw_status status = learn_part_make(learn, &others, &taught, err);
    if (status == LW_OK) {
        status = learn_part_make(learn, &fresh, &judge, err);
    }
    bool is_enough = status == LW_OK && taught.is_enough && judge.is_enough;
    if (is_enough) {
        status = learn_part_judge(learn, &taught, &judged, err);
    }
    if (is_enough && status == LW_OK) {
        status = half_init(out, judge.learning.e.n, arena, err);
    }
    if (is_enough && status == LW_OK) {
        join(learn, &judge, &taught, &judged, out);
    }
    if (judged.prediction != NULL) {
        lw_judged_free(&judged);
    }
    learn_part_free(&judge);
    learn_part_free(&taught);
    return status;
}

/* Rank correlation; 0 where one side is all alike: it ranks nothing. */
static lw_status rho(const struct lw_alloc *alloc, const double *x, const double *y,
                     size_t n, double *out, struct lw_error *err) {
    struct lw_correlation r;
    bool x_differs = false, y_differs = false;
    *out = 0;
    for (size_t i = 1; i < n; i++) {
        x_differs = x_differs || x[i] != x[0];
        y_differs = y_differs || y[i] != y[0];
    }
    if (n < 3 || !x_differs || !y_differs) {
        return LW_OK;
    }
    lw_status status = lw_correlate(alloc, x, y, n, &r, err);
    *out = status == LW_OK && isfinite(r.spearman) ? r.spearman : 0;
    return status;
}

/* Of the new model and the one in use. */
struct rhos {
    double taught, before;
};

/* A half as it is, or each level as often as its unit was drawn. */
struct sample {
    struct lw_arena arena;
    double *answer, *predicted, *before;
};

static lw_status weigh(const struct learn *learn, const struct judged_half *half,
                       const struct learn_comparison *how, const uint32_t *times,
                       struct rhos *out, struct lw_error *err) {
    size_t n = 0, room = 0;
    struct sample s = {.answer = NULL};
    for (size_t i = 0; i < half->n; i++) {
        size_t level = half->level[i];
        room += times[how->by_source ? learn->levels[level].source : level];
    }
    lw_arena_init(&s.arena, learn->cli->alloc);
    s.answer = lw_arena_zero(&s.arena, 3 * room + 1, sizeof *s.answer);
    if (s.answer == NULL) {
        return lw_fail_memory(err);
    }
    s.predicted = s.answer + room;
    s.before = s.predicted + room;
    for (size_t i = 0; i < half->n; i++) {
        size_t level = half->level[i];
        uint32_t k = times[how->by_source ? learn->levels[level].source : level];
        for (; k > 0; k--) {
            s.answer[n] = half->answer[i];
            s.predicted[n] = half->predicted[i];
            s.before[n++] = half->before[i];
        }
    }
    lw_status status =
        rho(learn->cli->alloc, s.predicted, s.answer, n, &out->taught, err);
    if (status == LW_OK) {
        status = rho(learn->cli->alloc, s.before, s.answer, n, &out->before, err);
    }
    lw_arena_free(&s.arena);
    return status;
}

/* Units as they are drawn in one resampling. */
static void draw(struct lw_rng *rng, const size_t *units, size_t n, uint32_t *times,
                 size_t n_times) {
    memset(times, 0, n_times * sizeof *times);
    for (size_t i = 0; i < n; i++) {
        times[units[lw_rng_below(rng, (uint32_t)n)]]++;
    }
}

static lw_status mean_of_halves(const struct learn *learn,
                                const struct judged_half *halves,
                                const struct learn_comparison *how, const uint32_t *times,
                                struct rhos *out, struct lw_error *err) {
    lw_status status = LW_OK;
    *out = (struct rhos){0, 0};
    for (size_t h = 0; status == LW_OK && h < LEARN_HALVES; h++) {
        struct rhos one = {0, 0};
        status = weigh(learn, &halves[h], how, times, &one, err);
        out->taught += one.taught / LEARN_HALVES;
        out->before += one.before / LEARN_HALVES;
    }
    return status;
}

/* Sources or levels that were compared in a half, each once. */
static size_t list_units(const struct learn *learn, const struct judged_half *halves,
                         bool by_source, uint32_t *mark, size_t n_marks, size_t *units) {
    size_t n = 0;
    memset(mark, 0, n_marks * sizeof *mark);
    for (size_t h = 0; h < LEARN_HALVES; h++) {
        for (size_t i = 0; i < halves[h].n; i++) {
            size_t level = halves[h].level[i];
            mark[by_source ? learn->levels[level].source : level] = 1;
        }
    }
    for (size_t i = 0; i < n_marks; i++) {
        if (mark[i] != 0) {
            units[n++] = i;
        }
    }
    return n;
}

static lw_status resample(const struct learn *learn, const struct judged_half *halves,
                          struct lw_arena *arena, struct learn_comparison *out,
                          struct lw_error *err) {
    size_t n_marks = learn->n_levels + learn->n_sources + 1;
    uint32_t *times = lw_arena_zero(arena, n_marks, sizeof *times);
    size_t *units = lw_arena_zero(arena, n_marks, sizeof *units);
    struct lw_rng rng = lw_rng_make(learn->seed, 1);
    double sum = 0, squares = 0;
    if (times == NULL || units == NULL) {
        return lw_fail_memory(err);
    }
    size_t n = list_units(learn, halves, true, times, n_marks, units);
    out->by_source = n >= LEAST_SOURCES_RESAMPLED;
    if (!out->by_source) {
        n = list_units(learn, halves, false, times, n_marks, units);
    }
    struct rhos rhos = {0, 0};
    lw_status status = mean_of_halves(learn, halves, out, times, &rhos, err);
    out->rho_new = rhos.taught;
    out->rho_old = rhos.before;
    out->difference = out->rho_new - out->rho_old;
    for (size_t i = 0; status == LW_OK && i < N_RESAMPLED; i++) {
        draw(&rng, units, n, times, n_marks);
        status = mean_of_halves(learn, halves, out, times, &rhos, err);
        double difference = rhos.taught - rhos.before;
        sum += difference;
        squares += difference * difference;
        if (status == LW_OK && atomic_load(learn->cli->cancel)) {
            status = lw_fail(err, LW_CANCELLED, 0, 0, "stopped on request");
        }
    }
    double mean = sum / N_RESAMPLED;
    out->error = sqrt(fmax(squares / N_RESAMPLED - mean * mean, 0));
    return status;
}

static void decide(const struct learn *learn, struct learn_comparison *out) {
    double least = Z90 * out->error;
    if (out->n_levels < LEARN_LEAST_LEVELS) {
        (void)snprintf(out->why, sizeof out->why,
                       "only %zu levels could be compared, and %d are needed, played by "
                       "several people%s",
                       out->n_levels, LEARN_LEAST_LEVELS,
                       learn->since_ms > 0 ? " after the version in use was learned"
                                           : "");
    } else if (out->rho_new <= 0) {
        (void)snprintf(out->why, sizeof out->why,
                       "it does not rank levels that it has not seen (rank correlation "
                       "%.3f): the answers do not agree about which are hard",
                       out->rho_new);
    } else if (out->difference <= 0) {
        (void)snprintf(out->why, sizeof out->why,
                       "the one in use ranks levels as well or better (by %.3f)",
                       -out->difference);
    } else if (out->difference <= least) {
        (void)snprintf(out->why, sizeof out->why,
                       "it is better by %.3f, which may be chance: more than %.3f "
                       "(1.645 standard errors) is needed",
                       out->difference, least);
    } else {
        out->better = true;
    }
}

lw_status learn_compare(const struct learn *learn, struct learn_comparison *out,
                        struct lw_error *err) {
    struct judged_half halves[LEARN_HALVES] = {{.n = 0}};
    struct lw_arena arena;
    lw_status status = LW_OK;
    *out = (struct learn_comparison){.n_levels = 0};
    lw_arena_init(&arena, learn->cli->alloc);
    for (size_t h = 0; status == LW_OK && h < LEARN_HALVES; h++) {
        status = judge_half(learn, h, &arena, &halves[h], err);
        out->n_levels += halves[h].n;
    }
    out->n_levels /= LEARN_HALVES;
    if (status == LW_OK) {
        status = resample(learn, halves, &arena, out, err);
    }
    if (status == LW_OK) {
        decide(learn, out);
    }
    lw_arena_free(&arena);
    return status;
}
