/* Bradley and Terry's model with normal abilities and slips.
 *
 * At a given spread of the abilities and a given share of slips, expectation propagation
 * (Minka 2001) puts a Gaussian factor in the place of each answer; it acts on one
 * difference, so that its moments are a sum over points of a line. Mean, covariance and
 * the evidence follow. Spread and slips are not estimated: all results are averages over
 * a grid of both, weighted by evidence and prior, and what they are not known by adds to
 * the errors (law of total variance).
 *
 * Both matter where pairs are chosen for information. Such pairs are nearly alike and say
 * little about the spread; where the likelihood is that flat, the few units by which
 * Laplace's approximation of it is off move its maximum far down, and intervals at that
 * one spread leave out that it could be another. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include "stats_internal.h"

/* The points of a standard normal at which a factor is looked at. */
#define N_POINTS 21
#define POINT_STEP 0.525

#define MAX_SWEEPS 60
#define CONVERGED 1e-3 /* the evidence is stationary there: it is off by the square */
#define DAMPING 0.8    /* all factors change at once */

/* Spreads are exp(k * SPREAD_STEP), from 0.05 to 6. */
#define SPREAD_STEP 0.15
#define LEAST_SPREAD (-20)
#define MOST_SPREAD 12
#define PRIOR_SPREAD 2.0 /* scale of the half-normal prior of the spread */
#define NEGLIGIBLE 5.0   /* log weight below the largest one at which a walk ends */

struct model {
    const struct lw_pairwise_data *data;
    double slips, variance; /* of the abilities */
    double *precision_of;   /* [n_games], the factors: of the difference */
    double *shift_of;       /* [n_games], precision times mean */
    double *mean;           /* [n] */
    double *precision;      /* [n x n]; then its Cholesky factor */
    double *covariance;     /* [n x n] */
    double weight[N_POINTS];
};

/* Sums over the grid, in units of the largest weight; those of levels are in out. */
struct average {
    double largest; /* log weight */
    double weight, spread, slips;
    int best; /* the spread's step with the largest weight */
    struct lw_bradley_terry_prior *out;
};

/* Mass and moments of a normal distribution times the likelihood of an answer. */
struct tilted {
    double log_mass, mean, variance;
};

static double chance(double difference, double slips) {
    return slips / 2 + (1 - slips) / (1 + exp(-difference));
}

static double likelihood(double difference, double score, double slips) {
    if (score == 1 || score == 0) {
        return chance(score == 1 ? difference : -difference, slips);
    }
    return exp(score * log(chance(difference, slips)) +
               (1 - score) * log(chance(-difference, slips)));
}

static double point(int i) {
    const int middle = (N_POINTS - 1) / 2;
    return (i - middle) * POINT_STEP;
}

static struct tilted tilt(const struct model *m, double mean, double variance,
                          double score) {
    double sd = sqrt(variance), mass = 0, first = 0, second = 0;
    for (int i = 0; i < N_POINTS; i++) {
        double z = point(i);
        double w = m->weight[i] * likelihood(mean + sd * z, score, m->slips);
        mass += w;
        first += w * z;
        second += w * z * z;
    }
    first /= mass;
    return (struct tilted){log(mass), mean + sd * first,
                           variance * (second / mass - first * first)};
}

/* Mean and covariance from the factors; returns their part of the log evidence. */
static double combine(struct model *m) {
    const struct lw_pairwise_data *data = m->data;
    size_t n = data->n_items;
    memset(m->precision, 0, n * n * sizeof *m->precision);
    memset(m->mean, 0, n * sizeof *m->mean);
    for (size_t i = 0; i < n; i++) {
        m->precision[i * n + i] = 1 / m->variance;
    }
    for (size_t g = 0; g < data->n_games; g++) {
        size_t a = data->games[g].a, b = data->games[g].b;
        m->mean[a] += m->shift_of[g];
        m->mean[b] -= m->shift_of[g];
        m->precision[a * n + a] += m->precision_of[g];
        m->precision[b * n + b] += m->precision_of[g];
        m->precision[a * n + b] -= m->precision_of[g];
        m->precision[b * n + a] -= m->precision_of[g];
    }
    if (!dense_cholesky(m->precision, n)) {
        return NAN; /* cannot be: no factor is negative, and 1 / variance was added */
    }
    dense_solve(m->precision, n, m->mean);
    dense_inverse(m->precision, n, m->covariance);
    return -dense_log_det(m->precision, n) / 2 - (double)n / 2 * log(m->variance);
}

/* One factor anew; returns its part of the log evidence before that. */
static double renew(struct model *m, size_t g, double *largest) {
    const struct lw_game_result *game = &m->data->games[g];
    size_t n = m->data->n_items, a = game->a, b = game->b;
    double old = m->precision_of[g], old_shift = m->shift_of[g];
    double difference = m->mean[a] - m->mean[b];
    double variance = m->covariance[a * n + a] + m->covariance[b * n + b] -
                      2 * m->covariance[a * n + b];
    /* What all other answers and the prior say; the prior alone says that much. */
    double rest = fmax(1 / variance - old, 1 / (2 * m->variance));
    double rest_mean = (difference / variance - old_shift) / rest;
    struct tilted t = tilt(m, rest_mean, 1 / rest, game->score);
    /* A slip can make the difference less certain; a factor cannot, so that the precision
     * stays positive. */
    double precision = fmax(1 / t.variance - rest, 0);
    double shift = t.mean * (rest + precision) - rest_mean * rest;
    *largest = fmax(*largest, fmax(fabs(precision - old), fabs(shift - old_shift)));
    m->precision_of[g] += DAMPING * (precision - old);
    m->shift_of[g] += DAMPING * (shift - old_shift);
    return t.log_mass + log1p(old / rest) / 2 + old_shift * difference / 2 -
           (difference * difference / variance - rest_mean * rest_mean * rest) / 2;
}

/* The log evidence at the model's spread and slips; factors begin where they are. */
static double settle(struct model *m) {
    double evidence = NAN, largest = INFINITY;
    for (int sweep = 0; sweep < MAX_SWEEPS && largest > CONVERGED; sweep++) {
        evidence = combine(m);
        largest = 0;
        for (size_t g = 0; g < m->data->n_games && !isnan(evidence); g++) {
            evidence += renew(m, g, &largest);
        }
    }
    return evidence;
}

/* Adds abilities against their mean, with the variances of those differences. */
static void add_levels(const struct model *m, double weight,
                       struct lw_bradley_terry_prior *out) {
    size_t n = out->n;
    double mean = lw_mean(m->mean, n), all = 0, count = (double)n;
    for (size_t i = 0; i < n * n; i++) {
        all += m->covariance[i];
    }
    for (size_t i = 0; i < n; i++) {
        double row = 0, ability = m->mean[i] - mean;
        for (size_t j = 0; j < n; j++) {
            row += m->covariance[i * n + j];
        }
        double variance =
            m->covariance[i * n + i] - 2 * row / count + all / (count * count);
        out->ability[i] += weight * ability;
        out->se[i] += weight * (fmax(variance, 0) + ability * ability);
    }
}

/* Units in which the largest weight so far is 1. */
static void rescale(struct average *sums, double largest) {
    double factor = exp(sums->largest - largest); /* 0 the first time */
    sums->weight *= factor;
    sums->spread *= factor;
    sums->slips *= factor;
    for (size_t i = 0; i < sums->out->n; i++) {
        sums->out->ability[i] *= factor;
        sums->out->se[i] *= factor;
    }
    sums->largest = largest;
}

/* Adds a point of the grid; returns its log weight, NaN if it has none. */
static double visit(struct model *m, int step, struct average *sums) {
    double spread = exp(step * SPREAD_STEP);
    m->variance = spread * spread;
    /* Steps are alike on the scale of the logarithm, the prior is of the spread. */
    double log_weight =
        settle(m) - m->variance / (2 * PRIOR_SPREAD * PRIOR_SPREAD) + log(spread);
    if (isnan(log_weight)) {
        return log_weight;
    }
    if (log_weight > sums->largest) {
        rescale(sums, log_weight);
        sums->best = step;
    }
    double weight = exp(log_weight - sums->largest);
    sums->weight += weight;
    sums->spread += weight * spread;
    sums->slips += weight * m->slips;
    add_levels(m, weight, sums->out);
    return log_weight;
}

/* All spreads that matter at one share of slips, from the best so far to both sides. */
static void walk(struct model *m, double slips, struct average *sums) {
    int from = sums->best;
    m->slips = slips;
    double first = visit(m, from, sums);
    for (int side = -1; side <= 1; side += 2) {
        double last = first;
        for (int k = from + side; k >= LEAST_SPREAD && k <= MOST_SPREAD; k += side) {
            double here = visit(m, k, sums);
            if (!(here > last || here > sums->largest - NEGLIGIBLE)) {
                break;
            }
            last = here;
        }
    }
}

static void finish(struct average *sums) {
    struct lw_bradley_terry_prior *out = sums->out;
    out->sd = sums->spread / sums->weight;
    out->slips = sums->slips / sums->weight;
    for (size_t i = 0; i < out->n; i++) {
        out->ability[i] /= sums->weight;
        double square = out->ability[i] * out->ability[i];
        out->se[i] = sqrt(fmax(out->se[i] / sums->weight - square, 0));
    }
}

static void integrate(struct model *m, double slips, struct lw_bradley_terry_prior *out) {
    static const double shares[] = {0, 0.025, 0.05, 0.1, 0.15, 0.2};
    struct average sums = {.largest = -INFINITY, .out = out};
    double all = 0;
    for (int i = 0; i < N_POINTS; i++) {
        m->weight[i] = exp(-point(i) * point(i) / 2);
        all += m->weight[i];
    }
    for (int i = 0; i < N_POINTS; i++) {
        m->weight[i] /= all;
    }
    for (size_t i = 0; slips < 0 && i < sizeof shares / sizeof *shares; i++) {
        walk(m, shares[i], &sums);
    }
    if (slips >= 0) {
        walk(m, slips, &sums);
    }
    finish(&sums);
}

static lw_status check(const struct lw_pairwise_data *data, double slips,
                       struct lw_error *err) {
    if (data->n_items < 2 || data->n_games < 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "at least 2 items and a game are needed");
    }
    for (size_t g = 0; g < data->n_games; g++) {
        if (data->games[g].a == data->games[g].b) {
            return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)g + 1,
                           "game %zu is of an item with itself", g + 1);
        }
    }
    return slips <= 0.5
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "%g is not a share of slips; it can be at most 0.5", slips);
}

lw_status lw_bradley_terry_prior_fit(const struct lw_alloc *alloc,
                                     const struct lw_pairwise_data *data, double slips,
                                     struct lw_bradley_terry_prior *out,
                                     struct lw_error *err) {
    size_t n = data->n_items;
    struct lw_arena arena;
    *out =
        (struct lw_bradley_terry_prior){.alloc = alloc, .n = n, .sd = NAN, .slips = NAN};
    lw_status status = check(data, slips, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, alloc);
    struct model m = {.data = data};
    m.precision_of = lw_arena_zero(&arena, 2 * data->n_games, sizeof(double));
    m.mean = lw_arena_zero(&arena, n, sizeof(double));
    m.precision = lw_arena_zero(&arena, 2 * n * n, sizeof(double));
    out->ability = lw_alloc_zero(alloc, 2 * n, sizeof(double));
    if (m.precision_of == NULL || m.mean == NULL || m.precision == NULL ||
        out->ability == NULL) {
        status = lw_fail_memory(err);
        lw_bradley_terry_prior_free(out);
    } else {
        out->se = out->ability + n;
        m.shift_of = m.precision_of + data->n_games;
        m.covariance = m.precision + n * n;
        integrate(&m, slips, out);
    }
    lw_arena_free(&arena);
    return status;
}

void lw_bradley_terry_prior_free(struct lw_bradley_terry_prior *fit) {
    lw_alloc_free(fit->alloc, fit->ability, 2 * fit->n * sizeof(double));
    fit->ability = NULL;
}
