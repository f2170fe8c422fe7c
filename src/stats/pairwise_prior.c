/* Bradley and Terry's model with normal abilities and slips.
 *
 * At a given spread of the normal distribution the abilities are the mode of the
 * posterior, by Fisher scoring. The spread is the one with the highest marginal
 * likelihood by Laplace's approximation, found by golden section. (The shorter way, an EM
 * step between the scoring steps, leaves out how the curvature changes with the spread:
 * with 16 answers a level it found 1.1 where the truth was 1.5.) */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include "stats_internal.h"

#define MAX_ROUNDS 100
#define CONVERGED 1e-7
#define LEAST_SD 0.05
#define MOST_SD 6.0
#define N_SECTIONS 14 /* the spread to about one percent */

struct model {
    const struct lw_pairwise_data *data;
    double slips, variance; /* of the abilities */
    double *ability;        /* [n] */
    double *gradient;       /* [n] */
    double *precision;      /* [n x n]; then its Cholesky factor */
    double *covariance;     /* [n x n] */
};

/* The chance that a is chosen, its slope, and the expected information. */
struct chance {
    double p, slope;
};

static struct chance chance_of(double difference, double slips) {
    double q = 1 / (1 + exp(-difference));
    return (struct chance){slips / 2 + (1 - slips) * q, (1 - slips) * q * (1 - q)};
}

/* Gradient and precision at the abilities; returns the log posterior. */
static double derive(struct model *m) {
    const struct lw_pairwise_data *data = m->data;
    size_t n = data->n_items;
    double sum = 0;
    memset(m->precision, 0, n * n * sizeof *m->precision);
    for (size_t i = 0; i < n; i++) {
        m->gradient[i] = -m->ability[i] / m->variance;
        m->precision[i * n + i] = 1 / m->variance;
        sum -= m->ability[i] * m->ability[i] / (2 * m->variance);
    }
    for (size_t g = 0; g < data->n_games; g++) {
        size_t a = data->games[g].a, b = data->games[g].b;
        double score = data->games[g].score;
        struct chance c = chance_of(m->ability[a] - m->ability[b], m->slips);
        double rest = (score - c.p) / (c.p * (1 - c.p)) * c.slope;
        double info = c.slope * c.slope / (c.p * (1 - c.p));
        sum += score * log(c.p) + (1 - score) * log1p(-c.p);
        m->gradient[a] += rest;
        m->gradient[b] -= rest;
        m->precision[a * n + a] += info;
        m->precision[b * n + b] += info;
        m->precision[a * n + b] -= info;
        m->precision[b * n + a] -= info;
    }
    return sum;
}

/* The largest change of an ability in one scoring step. */
static double step(struct model *m) {
    size_t n = m->data->n_items;
    double largest = 0;
    (void)derive(m);
    if (!dense_cholesky(m->precision, n)) {
        return 0; /* cannot be: a diagonal of 1 / variance was added */
    }
    dense_solve(m->precision, n, m->gradient);
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(m->gradient[i]));
    }
    double damp = largest > 1 ? 1 / largest : 1;
    for (size_t i = 0; i < n; i++) {
        m->ability[i] += damp * m->gradient[i];
    }
    return largest;
}

/* The log marginal likelihood at a spread; leaves the mode and the factor of its
 * precision. Abilities begin where they are. */
static double marginal(struct model *m, double sd) {
    size_t n = m->data->n_items;
    m->variance = sd * sd;
    for (int round = 0; round < MAX_ROUNDS && step(m) > CONVERGED; round++) {
    }
    double posterior = derive(m);
    return dense_cholesky(m->precision, n)
               ? posterior - (double)n / 2 * log(m->variance) -
                     dense_log_det(m->precision, n) / 2
               : (double)NAN;
}

/* The same at the likeliest spread. */
static double maximise(struct model *m) {
    const double golden = 0.6180339887498949;
    double low = log(LEAST_SD), high = log(MOST_SD);
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = marginal(m, exp(left)), at_right = marginal(m, exp(right));
    for (int i = 0; i < N_SECTIONS; i++) {
        if (at_left >= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = marginal(m, exp(left));
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = marginal(m, exp(right));
        }
    }
    double found = marginal(m, exp((low + high) / 2));
    dense_inverse(m->precision, m->data->n_items, m->covariance);
    return found;
}

/* Abilities against their mean, with the standard errors of those differences. */
static void centre(const struct model *m, struct lw_bradley_terry_prior *out) {
    size_t n = out->n;
    double mean = lw_mean(m->ability, n), all = 0, count = (double)n;
    for (size_t i = 0; i < n * n; i++) {
        all += m->covariance[i];
    }
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++) {
            row += m->covariance[i * n + j];
        }
        out->ability[i] = m->ability[i] - mean;
        out->se[i] = sqrt(
            fmax(m->covariance[i * n + i] - 2 * row / count + all / (count * count), 0));
    }
}

/* Tries one share of slips and keeps it when it is the likeliest so far. */
static void try_slips(struct model *m, double slips, struct lw_bradley_terry_prior *out) {
    m->slips = slips;
    double found = maximise(m);
    if (found > out->log_marginal) {
        out->log_marginal = found;
        out->slips = slips;
        out->sd = sqrt(m->variance) > 1.2 * LEAST_SD ? sqrt(m->variance) : 0;
        centre(m, out);
    }
}

static lw_status check(const struct lw_pairwise_data *data, double slips,
                       struct lw_error *err) {
    if (data->n_items < 2 || data->n_games < 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "at least 2 items and a game are needed");
    }
    return slips <= 0.5 ? LW_OK
                        : lw_fail(err, LW_BAD_INPUT, 0, 0,
                                  "%g is no share of slips; it is at most 0.5", slips);
}

lw_status lw_bradley_terry_prior_fit(const struct lw_alloc *alloc,
                                     const struct lw_pairwise_data *data, double slips,
                                     struct lw_bradley_terry_prior *out,
                                     struct lw_error *err) {
    static const double tried[] = {0, 0.025, 0.05, 0.1, 0.15, 0.2};
    size_t n = data->n_items;
    struct lw_arena arena;
    *out = (struct lw_bradley_terry_prior){
        .alloc = alloc, .n = n, .log_marginal = NAN, .slips = NAN};
    lw_status status = check(data, slips, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, alloc);
    struct model m = {.data = data, .variance = 1};
    m.ability = lw_arena_zero(&arena, 2 * n, sizeof(double));
    m.precision = lw_arena_zero(&arena, 2 * n * n, sizeof(double));
    out->ability = lw_alloc_zero(alloc, 2 * n, sizeof(double));
    if (m.ability == NULL || m.precision == NULL || out->ability == NULL) {
        status = lw_fail_memory(err);
        lw_bradley_terry_prior_free(out);
    } else {
        out->se = out->ability + n;
        m.gradient = m.ability + n;
        m.covariance = m.precision + n * n;
        out->log_marginal = -INFINITY;
        for (size_t i = 0; slips < 0 && i < sizeof tried / sizeof *tried; i++) {
            try_slips(&m, tried[i], out);
        }
        if (slips >= 0) {
            try_slips(&m, slips, out);
        }
    }
    lw_arena_free(&arena);
    return status;
}

void lw_bradley_terry_prior_free(struct lw_bradley_terry_prior *fit) {
    lw_alloc_free(fit->alloc, fit->ability, 2 * fit->n * sizeof(double));
    fit->ability = NULL;
}
