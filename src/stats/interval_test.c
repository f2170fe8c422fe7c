/* Intervals beside R's binom.test and prop.test, and beside counting. */
#include "stats_test_support.h"

#include <string.h>

#include "lw/base/rng.h"
#include "lw/stats/interval.h"

/* binom.test(7, 10), prop.test(7, 10, correct = FALSE) and the like. */
static void shares(void **unused) {
    (void)unused;
    struct lw_share s = lw_share_of(7, 10);
    near(s.share, 0.7, 0);
    near(s.exact_low, 0.3475471499400027, 1e-12);
    near(s.exact_high, 0.9332604888222655, 1e-12);
    near(s.low, 0.3967781474611454, 1e-12);
    near(s.high, 0.8922087325936990, 1e-12);
    s = lw_share_of(0, 15);
    assert_true(s.low == 0 && s.exact_low == 0);
    near(s.exact_high, 1 - pow(0.025, 1.0 / 15), 1e-12); /* (1 - p)^15 = 0.025 */
    s = lw_share_of(11, 15); /* the 73 % of 15 votes of the thesis */
    near(s.share, 11.0 / 15, 0);
    assert_true(s.exact_low < 0.5 && s.low < 0.5); /* is not told from tossing coins */
    s = lw_share_of(15, 15);
    assert_true(s.high == 1 && s.exact_high == 1);
    near(s.exact_low, pow(0.025, 1.0 / 15), 1e-12);
    s = lw_share_of(0, 0);
    assert_true(isnan(s.share) && isnan(s.low) && isnan(s.exact_high));
}

/* The exact interval's ends are what a one-sided binomial test of 2.5 % just admits. */
static void share_by_counting(size_t k, size_t n) {
    struct lw_share s = lw_share_of(k, n);
    double above = 0, below = 0;
    for (size_t i = 0; i <= n; i++) {
        double ways =
            lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1);
        double j = (double)i, rest = (double)(n - i);
        above +=
            i >= k ? exp(ways + j * log(s.exact_low) + rest * log1p(-s.exact_low)) : 0;
        below +=
            i <= k ? exp(ways + j * log(s.exact_high) + rest * log1p(-s.exact_high)) : 0;
    }
    near(above, 0.025, 1e-9);
    near(below, 0.025, 1e-9);
}

static void exact_share_by_counting(void **unused) {
    (void)unused;
    for (size_t n = 1; n <= 25; n++) {
        for (size_t k = 1; k < n; k++) {
            struct lw_share s = lw_share_of(k, n);
            share_by_counting(k, n);
            assert_true(s.exact_low <= s.low && s.high <= s.exact_high);
        }
    }
}

/* Of 260, 291 and 350 there are shares whose ends GSL's inverse does not find. */
static void exact_share_of_many(void **unused) {
    static const size_t many[] = {260, 291, 350, 2000};
    (void)unused;
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        for (size_t k = 1; k < many[i]; k += many[i] < 1000 ? 1 : 97) {
            share_by_counting(k, many[i]);
        }
    }
}

static void rank_correlation(void **unused) {
    double low, high;
    (void)unused;
    lw_spearman_interval(0.42, 200, &low, &high);
    double half = 1.959963984540054 * sqrt((1 + 0.42 * 0.42 / 2) / 197);
    near(low, tanh(atanh(0.42) - half), 1e-15);
    near(high, tanh(atanh(0.42) + half), 1e-15);
    lw_spearman_interval(-1, 10, &low, &high);
    assert_true(low == -1 && high == -1);
    lw_spearman_interval(0.5, 3, &low, &high);
    assert_true(isnan(low) && isnan(high));
}

static void medians(void **unused) {
    (void)unused;
    const double nine[] = {5, 1, 4, 4, 2, 3, 3, 5, 1};
    struct lw_median m;
    assert_int_equal(lw_median_of(ALLOC, nine, 9, &m, NULL), LW_OK);
    assert_true(m.median == 3 && m.n == 9);
    near(m.mean_dev, 11.0 / 9, 1e-15);
    /* Of nine the second and the eighth: 1 - 2 (1 + 9) / 512. */
    assert_true(m.low == 1 && m.high == 5);
    near(m.coverage, 1 - 20.0 / 512, 1e-12);
    assert_int_equal(lw_median_of(ALLOC, nine, 5, &m, NULL), LW_OK);
    assert_true(m.median == 4 && isnan(m.low)); /* 1 - 2/32 is less than 95 % */
    assert_int_equal(lw_median_of(ALLOC, nine, 0, &m, NULL), LW_OK);
    assert_true(isnan(m.median));
}

/* The coverage is what it says: medians of samples from a known distribution. */
static void median_covers(void **unused) {
    struct lw_rng rng = lw_rng_make(12, 1);
    size_t n_held = 0, n_rounds = 2000;
    double promised = 0;
    (void)unused;
    for (size_t round = 0; round < n_rounds; round++) {
        double x[15];
        struct lw_median m;
        for (size_t i = 0; i < 15; i++) {
            x[i] = lw_rng_unit(&rng);
        }
        assert_int_equal(lw_median_of(ALLOC, x, 15, &m, NULL), LW_OK);
        n_held += m.low <= 0.5 && 0.5 <= m.high;
        promised = m.coverage;
    }
    near((double)n_held / (double)n_rounds, promised, 0.015);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),           cmocka_unit_test(exact_share_by_counting),
        cmocka_unit_test(rank_correlation), cmocka_unit_test(medians),
        cmocka_unit_test(median_covers),    cmocka_unit_test(exact_share_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
