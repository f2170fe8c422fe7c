/* Beliefs about difficulty from pairwise choices, and the choice of the next pair by the
 * expected reduction of variance. */
#include "lw/rating/pairs.h"

#include <math.h>

#define MAX_LOOKED_AT 256
#define LEAST_VARIANCE 1e-4

/* Five-point Gauss-Hermite quadrature of a standard normal. */
static const double nodes[5] = {-2.8569700138728056, -1.3556261799742659, 0,
                                1.3556261799742659, 2.8569700138728056};
static const double weights[5] = {0.011257411327720691, 0.22207592200561266,
                                  0.53333333333333333, 0.22207592200561266,
                                  0.011257411327720691};

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

/* The expectation of p (1 - p), the information of one answer about the difference. */
static double expected_information(double mean, double variance) {
    double sd = sqrt(variance), sum = 0;
    for (int i = 0; i < 5; i++) {
        double p = logistic(mean + sd * nodes[i]);
        sum += weights[i] * p * (1 - p);
    }
    return sum;
}

double lw_pair_information(const struct lw_belief *a, const struct lw_belief *b) {
    double variance = a->variance + b->variance;
    double info = expected_information(a->mean - b->mean, variance);
    double share = info / (1 + variance * info);
    return share * (a->variance * a->variance + b->variance * b->variance);
}

/* The moments of the difference after the answer, by the same quadrature; both beliefs
 * take their share of the change, as the parts of a sum do. */
void lw_belief_update(struct lw_belief *harder, struct lw_belief *easier, double slips) {
    double variance = harder->variance + easier->variance, sd = sqrt(variance);
    double mean = harder->mean - easier->mean;
    double mass = 0, first = 0, second = 0;
    for (int i = 0; i < 5; i++) {
        double x = mean + sd * nodes[i];
        double w = weights[i] * (slips / 2 + (1 - slips) * logistic(x));
        mass += w;
        first += w * x;
        second += w * x * x;
    }
    double new_mean = first / mass;
    double new_variance = second / mass - new_mean * new_mean;
    double shift = (new_mean - mean) / variance;
    double shrink = (variance - new_variance) / (variance * variance);
    struct lw_belief *both[2] = {harder, easier};
    for (int i = 0; i < 2; i++) {
        double v = both[i]->variance;
        both[i]->mean += (i == 0 ? 1 : -1) * v * shift;
        both[i]->variance = fmax(v - v * v * fmax(shrink, 0), LEAST_VARIANCE);
    }
}

/* As many of n as are looked at, in rising order. */
static size_t draw_some(struct lw_rng *rng, size_t n, size_t out[MAX_LOOKED_AT]) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        size_t wanted = (n < MAX_LOOKED_AT ? n : MAX_LOOKED_AT) - kept;
        if (n - i <= wanted || lw_rng_below(rng, (uint32_t)(n - i)) < wanted) {
            out[kept++] = i;
        }
    }
    return kept;
}

void lw_pair_choose(const struct lw_pair_question *question, struct lw_rng *rng,
                    size_t *a, size_t *b) {
    size_t looked[MAX_LOOKED_AT] = {0, 1}, n = draw_some(rng, question->n, looked);
    double best = -1;
    uint32_t fewest = UINT32_MAX, n_equal = 0;
    *a = looked[0];
    *b = looked[1];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            uint32_t asked = question->asked == NULL
                                 ? 0
                                 : question->asked(question->ctx, looked[i], looked[j]);
            double info = lw_pair_information(&question->beliefs[looked[i]],
                                              &question->beliefs[looked[j]]);
            if (asked > fewest || (asked == fewest && info < best)) {
                continue;
            }
            n_equal = asked < fewest || info > best ? 1 : n_equal + 1;
            if (n_equal == 1 || lw_rng_below(rng, n_equal) == 0) {
                *a = looked[i];
                *b = looked[j];
            }
            fewest = asked;
            best = info;
        }
    }
}
