/* How well predictions rank levels: pooled, inside collections, and how sure that is. */
#include "lw/difficulty.h"

#include <math.h>

#include "lw/base/rng.h"
#include "lw/stats.h"

#define N_BOOTSTRAP 500
#define LEAST_WITHIN 5

/* Rows of a resampled set of groups, in work. */
static size_t resample(const struct lw_evidence *e, const double *prediction,
                       struct lw_rng *rng, double *x, double *y, size_t room) {
    size_t n = 0;
    for (size_t k = 0; k < e->n_groups; k++) {
        size_t g = lw_rng_below(rng, (uint32_t)e->n_groups);
        for (size_t i = 0; i < e->n && n < room; i++) {
            if (e->group[i] == g) {
                x[n] = prediction[i];
                y[n++] = e->y[i];
            }
        }
    }
    return n;
}

static lw_status spearman(const struct lw_alloc *alloc, const double *x, const double *y,
                          size_t n, double *rho, double *work) {
    *rho = NAN;
    if (n < 3) {
        return LW_OK;
    }
    lw_status status = lw_ranks(alloc, x, n, work, NULL);
    if (status == LW_OK) {
        status = lw_ranks(alloc, y, n, work + n, NULL);
    }
    if (status != LW_OK) {
        return LW_NO_MEMORY;
    }
    double mean = 0.5 * (double)(n + 1), xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        double a = work[i] - mean, b = work[n + i] - mean;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    *rho = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
    return LW_OK;
}

static lw_status bootstrap(const struct lw_alloc *alloc, const struct lw_evidence *e,
                           const double *prediction, double *work, size_t room,
                           double *se) {
    struct lw_rng rng = lw_rng_make(20250901, 0);
    double sum = 0, squares = 0, n = 0;
    for (int k = 0; k < N_BOOTSTRAP; k++) {
        double rho;
        size_t rows = resample(e, prediction, &rng, work, work + room, room);
        lw_status status =
            spearman(alloc, work, work + room, rows, &rho, work + 2 * room);
        if (status != LW_OK) {
            return status;
        }
        if (!isnan(rho)) {
            sum += rho;
            squares += rho * rho;
            n++;
        }
    }
    *se = n > 1 ? sqrt((squares - sum * sum / n) / (n - 1)) : NAN;
    return LW_OK;
}

static lw_status within_groups(const struct lw_alloc *alloc, const struct lw_evidence *e,
                               const double *prediction, double *work, size_t room,
                               struct lw_skill *out) {
    double sum = 0, weight = 0;
    for (size_t g = 0; g < e->n_groups; g++) {
        size_t n = 0;
        double rho;
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == g) {
                work[n] = prediction[i];
                work[room + n++] = e->y[i];
            }
        }
        if (n < LEAST_WITHIN) {
            continue;
        }
        lw_status status = spearman(alloc, work, work + room, n, &rho, work + 2 * room);
        if (status != LW_OK) {
            return status;
        }
        if (!isnan(rho)) {
            sum += (double)n * rho;
            weight += (double)n;
            out->n_within++;
        }
    }
    out->within = weight > 0 ? sum / weight : NAN;
    return LW_OK;
}

lw_status lw_difficulty_skill(const struct lw_alloc *alloc,
                              const struct lw_evidence *evidence,
                              const double *prediction, struct lw_skill *out,
                              struct lw_error *err) {
    const struct lw_evidence *e = evidence;
    size_t room = 4 * e->n + 16;
    double *work = lw_alloc_get(alloc, 4 * room * sizeof *work);
    *out = (struct lw_skill){.coverage = NAN, .within = NAN};
    if (work == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = spearman(alloc, prediction, e->y, e->n, &out->rho, work);
    if (status == LW_OK) {
        status = bootstrap(alloc, e, prediction, work, room, &out->rho_se);
    }
    if (status == LW_OK) {
        status = within_groups(alloc, e, prediction, work, room, out);
    }
    double mean = lw_mean(e->y, e->n), total = 0, rest = 0;
    for (size_t i = 0; i < e->n; i++) {
        total += (e->y[i] - mean) * (e->y[i] - mean);
        rest += (e->y[i] - prediction[i]) * (e->y[i] - prediction[i]);
    }
    out->r2 = 1 - rest / total;
    lw_alloc_free(alloc, work, 4 * room * sizeof *work);
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

void lw_rank_interval(double rho, size_t n, double z, double *low, double *high) {
    *low = *high = NAN;
    if (n > 3 && fabs(rho) < 1) {
        double half = z * sqrt((1 + rho * rho / 2) / ((double)n - 3));
        *low = tanh(atanh(rho) - half);
        *high = tanh(atanh(rho) + half);
    }
}
