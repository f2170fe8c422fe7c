/* What the learners share: the scale on which a feature enters, the reach of held-out
 * errors, and the terms of a model file. */
#include "difficulty_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double on_scale(const struct lw_scale *scale, double value) {
    return scale->log ? log1p(value) : value;
}

/* Mean, spread and skewness of a column over the rows kept. */
struct moments {
    double n, mean, sd, skew, low, high;
};

static struct moments moments_of(const struct lw_evidence *e, size_t column,
                                 bool log_scale, size_t leave_out) {
    struct moments m = {.low = INFINITY, .high = -INFINITY};
    for (int pass = 0; pass < 2; pass++) {
        double squares = 0, cubes = 0;
        for (size_t i = 0; i < e->n; i++) {
            double value = e->x[i * e->p + column];
            if (e->group[i] == leave_out || isnan(value)) {
                continue;
            }
            value = log_scale ? log1p(value) : value;
            if (pass == 0) {
                m.n++;
                m.mean += value;
                m.low = fmin(m.low, value);
                m.high = fmax(m.high, value);
            } else {
                double d = value - m.mean;
                squares += d * d;
                cubes += d * d * d;
            }
        }
        if (pass == 0) {
            m.mean /= m.n > 0 ? m.n : 1;
        } else {
            m.sd = m.n > 1 ? sqrt(squares / (m.n - 1)) : 0;
            m.skew = m.sd > 0 ? cubes / m.n / (m.sd * m.sd * m.sd) : 0;
        }
    }
    return m;
}

void lw_scales_choose(const struct lw_evidence *e, const unsigned char *columns,
                      size_t leave_out, struct lw_scale *scales) {
    for (size_t j = 0; j < e->p; j++) {
        struct moments plain = moments_of(e, j, false, leave_out);
        struct lw_scale *scale = &scales[j];
        *scale = (struct lw_scale){.used = false};
        if ((columns != NULL && !columns[j]) || !(plain.sd > 1e-12)) {
            continue;
        }
        struct moments kept = plain;
        if (plain.low >= 0) {
            struct moments logged = moments_of(e, j, true, leave_out);
            if (fabs(logged.skew) < fabs(plain.skew) && logged.sd > 1e-12) {
                scale->log = true;
                kept = logged;
            }
        }
        scale->used = true;
        scale->mean = kept.mean;
        scale->sd = kept.sd;
        scale->low = kept.low;
        scale->high = kept.high;
    }
}

double lw_scale_standard(const struct lw_scale *scale, double value) {
    if (!scale->used || isnan(value)) {
        return 0;
    }
    value = fmin(fmax(on_scale(scale, value), scale->low), scale->high);
    return (value - scale->mean) / scale->sd;
}

void lw_folds_of_groups(const struct lw_evidence *e, size_t outside, size_t *fold,
                        size_t *work) {
    size_t load[LW_INNER_FOLDS] = {0};
    for (size_t g = 0; g < e->n_groups; g++) {
        work[g] = 0;
        fold[g] = LW_INNER_FOLDS;
    }
    for (size_t i = 0; i < e->n; i++) {
        work[e->group[i]]++;
    }
    /* The largest group left goes to the lightest fold. */
    for (size_t round = 0; round < e->n_groups; round++) {
        size_t best = outside, lightest = 0;
        for (size_t g = 0; g < e->n_groups; g++) {
            if (g != outside && work[g] > 0 &&
                (best == outside || work[g] > work[best])) {
                best = g;
            }
        }
        if (best == outside) {
            return;
        }
        for (size_t f = 1; f < LW_INNER_FOLDS; f++) {
            lightest = load[f] < load[lightest] ? f : lightest;
        }
        fold[best] = lightest;
        load[lightest] += work[best];
        work[best] = 0;
    }
}

int lw_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double lw_error_90(const struct lw_evidence *e, const double *held, size_t outside,
                   double *work) {
    const double *y = lw_answers_without(e, outside);
    size_t n = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (e->group[i] != outside) {
            work[n++] = fabs(held[i] - y[i]);
        }
    }
    qsort(work, n, sizeof *work, lw_ascending);
    size_t at = (size_t)ceil(0.9 * (double)(n + 1));
    return work[at > n ? n - 1 : at - 1];
}

static void fill_terms(const struct lw_evidence *e, const struct lw_scale *scales,
                       const double *weights, struct lw_model *out) {
    for (size_t j = 0; j < e->p; j++) {
        const struct lw_scale *scale = &scales[j];
        if (scale->used) {
            out->terms[out->n_terms++] =
                (struct lw_model_term){.feature = e->names[j],
                                       .log = scale->log,
                                       .mean = scale->mean,
                                       .sd = scale->sd,
                                       .weight = weights == NULL ? 0 : weights[j],
                                       .low = scale->low,
                                       .high = scale->high};
        }
    }
}

lw_status lw_model_fill(const struct lw_evidence *e, const struct lw_line *line,
                        const struct lw_model_request *request, struct lw_model *out,
                        struct lw_error *err) {
    out->target = request->target;
    out->source = request->source;
    out->n_levels = e->n;
    out->intercept = line->intercept;
    out->error90 = request->judged->error90;
    out->terms = lw_arena_zero(&out->arena, e->p + 1, sizeof *out->terms);
    out->observed = lw_arena_zero(&out->arena, e->n, sizeof *out->observed);
    out->predicted = lw_arena_zero(&out->arena, e->n, sizeof *out->predicted);
    if (out->terms == NULL || out->observed == NULL || out->predicted == NULL) {
        return lw_fail_memory(err);
    }
    fill_terms(e, line->scales, line->weights, out);
    memcpy(out->observed, e->y, e->n * sizeof *e->y);
    memcpy(out->predicted, request->judged->prediction, e->n * sizeof *e->y);
    qsort(out->observed, e->n, sizeof *out->observed, lw_ascending);
    qsort(out->predicted, e->n, sizeof *out->predicted, lw_ascending);
    return LW_OK;
}
