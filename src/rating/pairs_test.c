/* Beliefs from pairwise choices: pairs chosen for information tell more than random ones.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lw/rating/pairs.h"

#define N 120
#define ANSWERS 945

static double normal(struct lw_rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += lw_rng_unit(rng);
    }
    return sum - 6;
}

static double correlation(const double *x, const struct lw_belief *y) {
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (size_t i = 0; i < N; i++) {
        sx += x[i];
        sy += y[i].mean;
        sxx += x[i] * x[i];
        syy += y[i].mean * y[i].mean;
        sxy += x[i] * y[i].mean;
    }
    return (sxy - sx * sy / N) / sqrt((sxx - sx * sx / N) * (syy - sy * sy / N));
}

/* True difficulties of standard deviation 1.5, logistic choices, 5 % slips. */
static double run(uint64_t seed, int chosen) {
    struct lw_rng rng = lw_rng_make(seed, (uint64_t)chosen);
    struct lw_rng truth_rng = lw_rng_make(seed, 7);
    double truth[N];
    struct lw_belief beliefs[N];
    struct lw_pair_question question = {.beliefs = beliefs, .n = N};
    for (size_t i = 0; i < N; i++) {
        truth[i] = 1.5 * normal(&truth_rng);
        beliefs[i] = LW_BELIEF_START;
    }
    for (int i = 0; i < ANSWERS; i++) {
        size_t a, b;
        if (chosen) {
            lw_pair_choose(&question, &rng, &a, &b);
        } else {
            a = lw_rng_below(&rng, N);
            b = (a + 1 + lw_rng_below(&rng, N - 1)) % N;
        }
        double p = 1 / (1 + exp(truth[b] - truth[a]));
        int a_wins =
            lw_rng_chance(&rng, 0.05) ? lw_rng_chance(&rng, 0.5) : lw_rng_chance(&rng, p);
        lw_belief_update(&beliefs[a_wins ? a : b], &beliefs[a_wins ? b : a], 0.05);
    }
    return correlation(truth, beliefs);
}

static void test_chosen_beats_random(void **state) {
    double random = 0, chosen = 0;
    int rounds = 4;
    (void)state;
    for (int i = 0; i < rounds; i++) {
        random += run((uint64_t)i, 0) / rounds;
        chosen += run((uint64_t)i, 1) / rounds;
    }
    print_message("mean r with the truth: random %.3f, chosen %.3f\n", random, chosen);
    assert_true(chosen > random);
    assert_true(random > 0.85);
    assert_true(chosen > 0.88);
}

static void test_information(void **state) {
    struct lw_belief wide = {0, 2}, narrow = {0, 0.1}, far = {6, 2};
    (void)state;
    assert_true(lw_pair_information(&wide, &wide) > lw_pair_information(&wide, &narrow));
    assert_true(lw_pair_information(&wide, &wide) > lw_pair_information(&wide, &far));
    assert_true(lw_pair_information(&narrow, &narrow) > 0);
    struct lw_belief a = wide, b = narrow;
    double before = a.variance + b.variance;
    lw_belief_update(&a, &b, 0);
    assert_true(a.mean > 0 && b.mean < 0 && a.variance + b.variance < before);
    assert_true(a.mean > -b.mean); /* the one less known moves more */
}

/* The expected reduction is about what updates do on average: an independent count. */
static void test_expectation(void **state) {
    struct lw_belief a = {0.4, 1.2}, b = {-0.3, 0.7};
    struct lw_rng rng = lw_rng_make(3, 3);
    double reduced = 0;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        struct lw_belief x = a, y = b;
        double d = a.mean + sqrt(a.variance) * normal(&rng) - b.mean -
                   sqrt(b.variance) * normal(&rng);
        if (lw_rng_chance(&rng, 1 / (1 + exp(-d)))) {
            lw_belief_update(&x, &y, 0);
        } else {
            lw_belief_update(&y, &x, 0);
        }
        reduced += (a.variance + b.variance - x.variance - y.variance) / 4000;
    }
    assert_true(fabs(reduced - lw_pair_information(&a, &b)) < 0.15 * reduced);
}

static uint32_t asked_once(void *ctx, size_t a, size_t b) {
    const uint32_t *seen = ctx;
    return seen[a * 8 + b];
}

/* Nobody is asked the same pair twice while there are others. */
static void test_no_repeats(void **state) {
    uint32_t seen[64] = {0};
    struct lw_belief beliefs[8];
    struct lw_pair_question question = {beliefs, 8, asked_once, seen};
    struct lw_rng rng = lw_rng_make(1, 1);
    (void)state;
    for (size_t i = 0; i < 8; i++) {
        beliefs[i] = LW_BELIEF_START;
    }
    for (int i = 0; i < 28; i++) {
        size_t a, b;
        lw_pair_choose(&question, &rng, &a, &b);
        assert_true(a < b && b < 8);
        assert_int_equal(seen[a * 8 + b]++, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_information),
        cmocka_unit_test(test_expectation),
        cmocka_unit_test(test_no_repeats),
        cmocka_unit_test(test_chosen_beats_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
