/* Correlations of ranks at their edges: every p is worked out again by going through the
 * permutations, by a closed form, or by counting pairs. */
#include <string.h>

#include "lw/base/rng.h"
#include "stats_test_support.h"

static double factorial(size_t n) {
    return n < 2 ? 1 : (double)n * factorial(n - 1);
}

static void perfect_ranks_have_the_p_of_permutations(void **unused) {
    (void)unused;
    double x[200], up[200], down[200];
    for (size_t n = 3; n <= 200; n++) {
        struct lw_correlation r;
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)i;
            up[i] = exp(0.1 * (double)i);
            down[i] = -up[i];
        }
        for (int way = 0; way < 2; way++) {
            assert_int_equal(lw_correlate(ALLOC, x, way ? down : up, n, &r, NULL), LW_OK);
            near(r.spearman, way ? -1 : 1, 0);
            assert_true(r.spearman_p > 0);
            if (n <= 100) {
                near(r.spearman_p * factorial(n), 2, 1e-11);
            }
            if (n <= 50) {
                near(r.kendall_p_exact * factorial(n), 2, 1e-10);
            }
        }
    }
    /* Half of the ranks tied with a neighbour: two permutations each leave rho alone. */
    for (size_t i = 0; i < 20; i++) {
        size_t pair = i / 2;
        x[i] = (double)pair;
    }
    struct lw_correlation r;
    assert_int_equal(lw_correlate(ALLOC, x, x, 20, &r, NULL), LW_OK);
    near(r.spearman_p * factorial(20), 2 * 1024, 1e-7);
    /* A straight line leaves nothing to test against. */
    near(r.pearson, 1, 0);
    assert_true(isnan(r.pearson_p) && isnan(r.pearson_t));
}

struct far_count {
    double centre, far; /* of the sum of products, and how far out one was */
    double hits, total;
};

/* All permutations of y, by a route of its own: how many are as far out. */
static void count_far(const double *x, double *y, size_t n, size_t at,
                      struct far_count *count) {
    if (at == n) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) {
            sum += x[i] * y[i];
        }
        count->hits += fabs(sum - count->centre) >= count->far - 1e-9;
        count->total += 1;
        return;
    }
    for (size_t i = at; i < n; i++) {
        double hold = y[at];
        y[at] = y[i];
        y[i] = hold;
        count_far(x, y, n, at + 1, count);
        y[i] = y[at];
        y[at] = hold;
    }
}

static void spearman_p_is_the_share_of_permutations(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(81, 0);
    for (int round = 0; round < 60; round++) {
        size_t n = 4 + (size_t)lw_rng_below(&rng, 4);
        double x[8], y[8], rx[8], ry[8], sum = 0, sx = 0, sy = 0;
        struct lw_correlation r;
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)lw_rng_below(&rng, round % 2 ? 4 : 1000000);
            y[i] = (double)lw_rng_below(&rng, round % 2 ? 4 : 1000000);
        }
        assert_int_equal(lw_correlate(ALLOC, x, y, n, &r, NULL), LW_OK);
        if (!r.defined) {
            continue;
        }
        assert_int_equal(lw_ranks(ALLOC, x, n, rx, NULL), LW_OK);
        assert_int_equal(lw_ranks(ALLOC, y, n, ry, NULL), LW_OK);
        for (size_t i = 0; i < n; i++) {
            sum += rx[i] * ry[i];
            sx += rx[i];
            sy += ry[i];
        }
        double centre = sx * sy / (double)n;
        struct far_count count = {.centre = centre, .far = fabs(sum - centre)};
        count_far(rx, ry, n, 0, &count);
        near(r.spearman_p, count.hits / count.total, 1e-12);
        assert_true(r.spearman_exact);
    }
}

static void small_tails_of_the_series_keep_their_digits(void **unused) {
    (void)unused;
    double x[40], y[40], back[40];
    struct lw_correlation up, down;
    for (size_t i = 0; i < 40; i++) {
        x[i] = (double)i;
        y[i] = (double)i + 0.8137 * (double)(i * 17 % 40);
        back[i] = -y[i];
    }
    assert_int_equal(lw_correlate(ALLOC, x, y, 40, &up, NULL), LW_OK);
    assert_int_equal(lw_correlate(ALLOC, x, back, 40, &down, NULL), LW_OK);
    near(up.spearman, -down.spearman, 1e-15);
    /* The distribution is symmetric, and so is the series. */
    near(up.spearman_p_r / down.spearman_p_r, 1, 1e-10);
    assert_true(up.spearman_p_r > 0 && up.spearman_p_r < 1e-7);
}

static void kendall_counts_every_pair(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(82, 0);
    for (int round = 0; round < 40; round++) {
        size_t n = 2 + (size_t)lw_rng_below(&rng, 60);
        double x[64], y[64], score = 0, tied_x = 0, tied_y = 0;
        struct lw_correlation r;
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)lw_rng_below(&rng, round % 2 ? 6 : 1000000);
            y[i] = (double)lw_rng_below(&rng, round % 2 ? 9 : 1000000);
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                double dx = x[i] - x[j], dy = y[i] - y[j];
                score += dx * dy > 0 ? 1 : dx * dy < 0 ? -1 : 0;
                tied_x += dx == 0;
                tied_y += dy == 0;
            }
        }
        double all = (double)n * ((double)n - 1) / 2;
        assert_int_equal(lw_correlate(ALLOC, x, y, n, &r, NULL), LW_OK);
        if (r.defined) {
            near(r.kendall, score / sqrt((all - tied_x) * (all - tied_y)), 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perfect_ranks_have_the_p_of_permutations),
        cmocka_unit_test(spearman_p_is_the_share_of_permutations),
        cmocka_unit_test(small_tails_of_the_series_keep_their_digits),
        cmocka_unit_test(kendall_counts_every_pair),
    };
    return cmocka_run_group_tests_name("edges of ranks", tests, NULL, NULL);
}
