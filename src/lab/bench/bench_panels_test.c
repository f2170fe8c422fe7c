/* Charts side by side in one file: every panel is there, in its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/bench_khalifa.h"
#include "bench/bench_panels.h"

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        n++;
    }
    return n;
}

/* Five games of five techniques and two distributions, drawn from made-up runs. */
static void khalifa_has_seven_panels(void **state) {
    (void)state;
    char path[] = "/tmp/levelwright-panels-XXXXXX";
    struct khalifa_task *tasks = calloc(KHALIFA_TASKS, sizeof *tasks);
    struct khalifa_histogram bins[KHALIFA_SERIES];
    struct cli cli = {.out = stdout, .err = stderr, .alloc = lw_alloc_libc()};
    struct lw_buffer svg;
    int fd = mkstemp(path);
    assert_non_null(tasks);
    assert_true(fd >= 0);
    (void)close(fd);
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        tasks[i].game = i % KHALIFA_GAMES;
        tasks[i].technique = i / KHALIFA_GAMES % KHALIFA_TECHNIQUES;
        for (size_t g = 0; g < KHALIFA_GENERATIONS; g++) {
            tasks[i].curve[g] = (double)g / KHALIFA_GENERATIONS;
        }
    }
    for (size_t i = 0; i < KHALIFA_SERIES; i++) {
        bins[i] =
            (struct khalifa_histogram){.width = 0.25, .n = 4, .bins = {1, 3}, .sum = 2};
    }
    assert_int_equal(
        khalifa_plot(&cli, &(struct khalifa_pictures){tasks, bins, bins}, path), 0);
    lw_buffer_init(&svg, cli.alloc);
    assert_int_equal(lw_platform_read_file(path, 1 << 20, &svg, NULL), LW_OK);
    /* The file itself, and a frame and a chart for each panel. */
    assert_int_equal(count(lw_buffer_text(&svg), "<svg "), 1 + 2 * (KHALIFA_GAMES + 2));
    assert_int_equal(count(lw_buffer_text(&svg), "</svg>"), 1 + 2 * (KHALIFA_GAMES + 2));
    assert_int_equal(count(lw_buffer_text(&svg), "<svg x=\"640\" y=\"400\""), 1);
    assert_int_equal(count(lw_buffer_text(&svg), "hand-made, mean 0.50"), 2);
    /* Without the row of the hand-made levels nothing is said of them. */
    bins[0] = (struct khalifa_histogram){.width = 0.25};
    assert_int_equal(
        khalifa_plot(&cli, &(struct khalifa_pictures){tasks, bins, bins}, path), 0);
    lw_buffer_clear(&svg);
    assert_int_equal(lw_platform_read_file(path, 1 << 20, &svg, NULL), LW_OK);
    assert_int_equal(count(lw_buffer_text(&svg), "hand-made"), 0);
    assert_int_equal(count(lw_buffer_text(&svg), "mean 0.50"), 2 * KHALIFA_TECHNIQUES);
    lw_buffer_free(&svg);
    free(tasks);
    assert_int_equal(unlink(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(khalifa_has_seven_panels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
