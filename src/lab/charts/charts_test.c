/* Curves through points: exact ones come back, impossible ones are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "charts/charts.h"

static void exact_curves_come_back(void **state) {
    (void)state;
    double x[] = {1, 2, 4, 9}, y[4], z[4];
    struct chart_curve curve;
    for (int i = 0; i < 4; i++) {
        y[i] = 3 - x[i] + 0.5 * x[i] * x[i];
        z[i] = 2 * exp(0.7 * x[i]);
    }
    struct lw_chart_series points = {.x = x, .y = y, .n = 4};
    assert_true(chart_curve_fit(lw_alloc_libc(), &points, 2, false, &curve));
    for (int i = 0; i < CHART_CURVE; i++) {
        double at = curve.x[i];
        assert_true(fabs(curve.y[i] - (3 - at + 0.5 * at * at)) < 1e-9);
    }
    assert_true(curve.x[0] == 1 && curve.x[CHART_CURVE - 1] == 9);
    points.y = z;
    assert_true(chart_curve_fit(lw_alloc_libc(), &points, 1, true, &curve));
    for (int i = 0; i < CHART_CURVE; i++) {
        assert_true(fabs(curve.y[i] / (2 * exp(0.7 * curve.x[i])) - 1) < 1e-9);
    }
}

static void what_has_no_curve_is_refused(void **state) {
    (void)state;
    double x[] = {1, 1, 1}, y[] = {1, 2, -3};
    struct lw_chart_series points = {.x = x, .y = y, .n = 3};
    struct chart_curve curve;
    assert_false(chart_curve_fit(lw_alloc_libc(), &points, 1, false, &curve));
    x[1] = 2;
    assert_false(chart_curve_fit(lw_alloc_libc(), &points, 1, true, &curve));
    points.n = 1;
    assert_false(chart_curve_fit(lw_alloc_libc(), &points, 1, false, &curve));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_curves_come_back),
        cmocka_unit_test(what_has_no_curve_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
