/* The tests of means and ranks beside plain arithmetic and whole enumerations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lw/stats.h"
#include "normal_fixture.h"

#define ALLOC lw_alloc_libc()

static void near(double got, double want) {
    if (!(fabs(got - want) <= 1e-12 * (1 + fabs(want)))) {
        fail_msg("%.17g is not %.17g", got, want);
    }
}

/* p is that of t, and the ends of the interval are what a test just not rejects. */
static void check_inference(const struct lw_t_test *t, double mean, double se,
                            double df) {
    near(t->mean, mean);
    near(t->se, se);
    near(t->df, df);
    near(t->t, mean / se);
    near(t->p, lw_t_two_sided(mean / se, df));
    near(lw_t_two_sided((mean - t->low) / se, df), 0.05);
    near(lw_t_two_sided((t->high - mean) / se, df), 0.05);
    assert_true(t->low < mean && mean < t->high);
}

static void two_groups_by_hand(void **unused) {
    (void)unused;
    /* Means 3.5 and 5, variances 21 / 3 and 38 / 2. */
    const double x[] = {1, 2, 4, 7}, y[] = {2, 3, 10};
    const double a = 7.0 / 4, b = 19.0 / 3;
    struct lw_t_test t;
    assert_int_equal(lw_t_test_two((struct lw_sample){x, 4}, (struct lw_sample){y, 3},
                                   false, &t, NULL),
                     LW_OK);
    check_inference(&t, -1.5, sqrt(a + b), (a + b) * (a + b) / (a * a / 3 + b * b / 2));
    assert_int_equal(
        lw_t_test_two((struct lw_sample){x, 4}, (struct lw_sample){y, 3}, true, &t, NULL),
        LW_OK);
    check_inference(&t, -1.5, sqrt(59.0 / 5 * (1.0 / 4 + 1.0 / 3)), 5);
    /* Two values are a group, one is none. */
    assert_int_equal(lw_t_test_two((struct lw_sample){x, 2}, (struct lw_sample){y, 2},
                                   false, &t, NULL),
                     LW_OK);
    check_inference(&t, -1, sqrt(0.25 + 0.25), 2);
    struct lw_error err;
    assert_int_equal(lw_t_test_two((struct lw_sample){x, 1}, (struct lw_sample){y, 3},
                                   false, &t, &err),
                     LW_BAD_INPUT);
    assert_int_equal(
        lw_t_test_two((struct lw_sample){x, 4}, (struct lw_sample){y, 1}, true, &t, &err),
        LW_BAD_INPUT);
    const double flat[] = {3, 3, 3};
    assert_int_equal(lw_t_test_two((struct lw_sample){flat, 3},
                                   (struct lw_sample){flat, 3}, true, &t, &err),
                     LW_BAD_INPUT);
}

static void pairs_by_hand(void **unused) {
    (void)unused;
    /* Differences 1, 2, 3 and 6: mean 3, variance 14 / 3. */
    const double x[] = {2, 4, 6, 10}, y[] = {1, 2, 3, 4};
    struct lw_t_test t;
    struct lw_error err;
    assert_int_equal(lw_t_test_paired(ALLOC, x, y, 4, &t, NULL), LW_OK);
    check_inference(&t, 3, sqrt(14.0 / 12), 3);
    assert_int_equal(lw_t_test_paired(ALLOC, x, x, 4, &t, &err), LW_BAD_INPUT);
}

/* A difference is equivalent to none at 5 % just when its 90 % interval lies inside. */
static void equivalence_is_an_interval_inside(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(17, 0);
    unsigned n_inside = 0;
    for (int i = 0; i < 500; i++) {
        double mean = normal(&rng), se = 0.05 + lw_rng_unit(&rng);
        double df = 1 + lw_rng_below(&rng, 40), margin = 2 * lw_rng_unit(&rng);
        struct lw_tost e = lw_tost(mean, se, df, margin);
        bool inside = e.low > -margin && e.high < margin;
        assert_int_equal(e.p < 0.05, inside);
        assert_true(e.p == fmax(e.p_lower, e.p_upper));
        near(lw_t_upper((e.high - mean) / se, df), 0.05);
        n_inside += inside;
    }
    assert_in_range(n_inside, 50, 450);
}

/* The spread of the rank sum over all ways to give the differences signs. */
static void signed_ranks_spread_as_all_signs_do(void **unused) {
    (void)unused;
    const double x[] = {5, 1, 8, 3, 9, 4, 7, 2}, y[] = {4, 2, 6, 3, 4, 6, 3, 1};
    /* Without the equal pair 1 -1 2 5 -2 4 1: ranks 2 2 4.5 7 4.5 6 2. */
    const double rank[] = {2, 2, 4.5, 7, 4.5, 6, 2};
    double sum = 0, squares = 0;
    struct lw_wilcoxon w;
    for (unsigned signs = 0; signs < 128; signs++) {
        double score = 0;
        for (unsigned i = 0; i < 7; i++) {
            score += signs >> i & 1 ? rank[i] : 0;
        }
        sum += score;
        squares += score * score;
    }
    double mean = sum / 128, sd = sqrt(squares / 128 - mean * mean);
    assert_int_equal(lw_wilcoxon_paired(ALLOC, x, y, 8, &w, NULL), LW_OK);
    near(w.v, 21.5);
    near(w.p, erfc((21.5 - mean - 0.5) / sd / sqrt(2)));
    assert_int_equal(lw_wilcoxon_paired(ALLOC, y, x, 8, &w, NULL), LW_OK);
    near(w.v, 6.5);
    near(w.p, erfc((21.5 - mean - 0.5) / sd / sqrt(2)));
    struct lw_error err;
    assert_int_equal(lw_wilcoxon_paired(ALLOC, x, x, 8, &w, &err), LW_BAD_INPUT);
}

/* Kendall's score of x with every order of y, ties in both: its spread is that of p. */
struct orders {
    const double *x;
    double y[7];
    double n, sum, squares;
};

static double score_of(const double *x, const double *y) {
    double score = 0;
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < i; j++) {
            score += ((x[i] > x[j]) - (x[i] < x[j])) * ((y[i] > y[j]) - (y[i] < y[j]));
        }
    }
    return score;
}

static void all_orders(struct orders *o, int at) {
    if (at == 7) {
        double score = score_of(o->x, o->y);
        o->n++;
        o->sum += score;
        o->squares += score * score;
        return;
    }
    for (int i = at; i < 7; i++) {
        double kept = o->y[at];
        o->y[at] = o->y[i];
        o->y[i] = kept;
        all_orders(o, at + 1);
        o->y[i] = o->y[at];
        o->y[at] = kept;
    }
}

static void tied_scores_spread_as_all_orders_do(void **unused) {
    (void)unused;
    const double x[7] = {1, 1, 1, 2, 3, 3, 4}, y[7] = {2, 1, 2, 2, 5, 5, 5};
    struct orders o = {.x = x};
    struct lw_correlation r;
    for (int i = 0; i < 7; i++) {
        o.y[i] = y[i];
    }
    all_orders(&o, 0);
    near(o.n, 5040);
    near(o.sum, 0);
    assert_int_equal(lw_correlate(ALLOC, x, y, 7, &r, NULL), LW_OK);
    near(r.kendall_p, erfc(fabs(score_of(x, y)) / sqrt(o.squares / o.n) / sqrt(2)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_groups_by_hand),
        cmocka_unit_test(pairs_by_hand),
        cmocka_unit_test(equivalence_is_an_interval_inside),
        cmocka_unit_test(signed_ranks_spread_as_all_signs_do),
        cmocka_unit_test(tied_scores_spread_as_all_orders_do),
    };
    return cmocka_run_group_tests_name("tests", tests, NULL, NULL);
}
