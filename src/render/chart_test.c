/* Charts: ticks, well-formed markup, values where they belong, labels that stay text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chart_internal.h"
#include "lw/base/rng.h"
#include "well_formed.h"

static void ticks_are_round(void **state) {
    (void)state;
    struct lw_rng rng = lw_rng_make(7, 0);
    for (int i = 0; i < 2000; i++) {
        double span = pow(10, lw_rng_unit(&rng) * 12 - 6);
        double step = lw_chart_tick_step(span, 6);
        double lead = step / pow(10, floor(log10(step) + 1e-9));
        assert_true(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 ||
                    fabs(lead - 5) < 1e-6 || fabs(lead - 10) < 1e-6);
        assert_true(span / step <= 6.0001 && span / step >= 2);
    }
    assert_true(lw_chart_tick_step(0, 6) == 1);
    assert_true(lw_chart_tick_step(NAN, 6) == 1);
}

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        n++;
    }
    return n;
}

static void points_stand_where_the_axis_says(void **state) {
    (void)state;
    double x[] = {0, 5, 10, NAN}, y[] = {0, 50, 100, 3};
    struct lw_chart_series series = {
        .label = "<b>", .mark = LW_MARK_POINTS, .x = x, .y = y, .n = 4};
    struct lw_chart chart = {.title = "</title><script>",
                             .x_title = "a & b",
                             .y_title = "\"y\"",
                             .series = &series,
                             .n_series = 1,
                             .diagonal = true};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    const char *svg = lw_buffer_text(&out);
    check_well_formed(svg);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "nan"));
    /* Three values and the legend's mark; 5 of 0..10 is the middle of 64..624. */
    assert_int_equal(count(svg, "<circle"), 4);
    assert_non_null(strstr(svg, "<circle cx=\"344.0\" cy=\"191.0\""));
    assert_non_null(strstr(svg, "<circle cx=\"64.0\" cy=\"348.0\""));
    /* Both ends of both axes are written. */
    assert_int_equal(count(svg, ">0</text>"), 2);
    assert_int_equal(count(svg, ">10</text>"), 1);
    assert_int_equal(count(svg, ">100</text>"), 1);
    lw_buffer_free(&out);
}

static void logarithms_leave_out_what_is_not_positive(void **state) {
    (void)state;
    double x[] = {1, 2, 3, 4}, y[] = {0, 0.01, -3, 1000};
    struct lw_chart_series series = {.mark = LW_MARK_POINTS, .x = x, .y = y, .n = 4};
    struct lw_chart chart = {
        .title = "t", .series = &series, .n_series = 1, .log_y = true};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    check_well_formed(lw_buffer_text(&out));
    assert_int_equal(count(lw_buffer_text(&out), "<circle"), 2);
    assert_non_null(strstr(lw_buffer_text(&out), ">0.01<"));
    assert_non_null(strstr(lw_buffer_text(&out), ">1000<"));
    lw_buffer_free(&out);
}

static void every_kind_of_mark_is_well_formed(void **state) {
    (void)state;
    double x[] = {1, 2, 3}, y[] = {3, -1, 2}, low[] = {2, -2, 1}, high[] = {4, 0, NAN};
    const char *names[] = {"one", "<two>", "three"};
    struct lw_chart_series series[] = {
        {.label = "a", .mark = LW_MARK_BAND, .x = x, .low = low, .high = high, .n = 3},
        {.label = "b", .mark = LW_MARK_LINE, .x = x, .y = y, .n = 3, .dashed = true},
        {.label = "c", .mark = LW_MARK_BARS, .x = x, .y = y, .n = 3},
        {.label = "d", .mark = LW_MARK_POINTS, .x = x, .y = y, .n = 3}};
    struct lw_chart chart = {.title = "t", .series = series, .n_series = 4};
    struct lw_chart bars = {
        .title = "t", .series = &series[2], .n_series = 1, .categories = names};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    assert_int_equal(lw_chart_svg(&bars, &out, NULL), LW_OK);
    struct lw_chart_bean beans[] = {{"x", x, 3}, {"none", x, 0}, {"one", y, 1}};
    assert_int_equal(lw_chart_beans_svg("t", "v", beans, 3, &out, NULL), LW_OK);
    struct lw_chart empty = {.title = NULL, .n_series = 0};
    assert_int_equal(lw_chart_svg(&empty, &out, NULL), LW_OK);
    check_well_formed(lw_buffer_text(&out));
    assert_null(strstr(lw_buffer_text(&out), "nan"));
    assert_null(strstr(lw_buffer_text(&out), "inf"));
    lw_buffer_free(&out);
}

/* A falling line from the upper left drives the legend to the upper right. */
static void the_legend_makes_way(void **state) {
    (void)state;
    double x[] = {0, 10}, falling[] = {10, 0}, rising[] = {0, 10};
    struct lw_chart_series series = {
        .label = "a line", .mark = LW_MARK_LINE, .x = x, .y = rising, .n = 2};
    struct lw_chart chart = {.title = "t", .series = &series, .n_series = 1};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    assert_non_null(strstr(lw_buffer_text(&out), "<text x=\"86.0\" y=\"48.0\""));
    lw_buffer_clear(&out);
    series.y = falling;
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    assert_null(strstr(lw_buffer_text(&out), "<text x=\"86.0\" y=\"48.0\""));
    assert_non_null(strstr(lw_buffer_text(&out), "y=\"48.0\""));
    lw_buffer_free(&out);
}

static void colours_of_a_file_are_written_out(void **state) {
    (void)state;
    double x[] = {1, 2, 3}, low[] = {2, -2, 1}, high[] = {4, 0, 2};
    struct lw_chart_series series[] = {
        {.label = "=\"var(--chart-1,red)",
         .mark = LW_MARK_BAND,
         .x = x,
         .low = low,
         .high = high,
         .n = 3},
        {.label = "line", .mark = LW_MARK_LINE, .x = x, .y = low, .n = 3}};
    struct lw_chart chart = {.title = "t", .series = series, .n_series = 2};
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_chart_svg(&chart, &out, NULL), LW_OK);
    lw_chart_fix_colours(&out);
    const char *svg = lw_buffer_text(&out);
    check_well_formed(svg);
    assert_int_equal(strlen(svg), out.len);
    assert_int_equal(count(svg, "var("), 1);
    assert_non_null(strstr(svg, ">=&#34;var(--chart-1,red)<"));
    assert_non_null(strstr(svg, "fill=\"#0072b2\""));
    assert_non_null(strstr(svg, "stroke=\"#333\""));
    lw_buffer_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(points_stand_where_the_axis_says),
        cmocka_unit_test(logarithms_leave_out_what_is_not_positive),
        cmocka_unit_test(every_kind_of_mark_is_well_formed),
        cmocka_unit_test(the_legend_makes_way),
        cmocka_unit_test(colours_of_a_file_are_written_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
