/* Looks: the distance of levels beside a plain count, symmetric, and blind to turning. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lw/look.h"
#include "lw/open.h"

struct fixture {
    struct lw_opened opened;
};

static void open_text(struct fixture *f, const char *text) {
    struct lw_error err;
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kinds = lw_game_kinds(),
                                      .game = "sokoban",
                                      .text = text,
                                      .len = strlen(text)};
    assert_int_equal(lw_open(&request, &f->opened, &err), LW_OK);
}

static double distance(const struct fixture *f, size_t a, size_t b) {
    struct lw_look one, two;
    assert_int_equal(
        lw_look_take(f->opened.set.entries[a].level, lw_alloc_libc(), &one, NULL), LW_OK);
    assert_int_equal(
        lw_look_take(f->opened.set.entries[b].level, lw_alloc_libc(), &two, NULL), LW_OK);
    double d = lw_look_distance(&one, &two);
    assert_true(fabs(d - lw_look_distance(&two, &one)) < 1e-12);
    lw_look_free(&one);
    lw_look_free(&two);
    return d;
}

static const char levels[] = "######\n#@$ .#\n#    #\n######\n; first\n\n"
                             "####\n#. #\n#  #\n#$ #\n#@ #\n####\n; turned\n\n"
                             "######\n# @$.#\n#    #\n######\n; two moved\n\n"
                             "######\n#@$ .#\n#    #\n#    #\n######\n; larger\n\n"
                             "######\n#  # #\n#@$ .#\n######\n; a wall, mirrored\n";

static void alike_is_what_differs_in_few_squares(void **state) {
    struct fixture f;
    (void)state;
    open_text(&f, levels);
    assert_int_equal(f.opened.set.n_entries, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(fabs(distance(&f, i, i)) < 1e-12);
    }
    assert_true(fabs(distance(&f, 0, 1)) < 1e-12);
    assert_true(fabs(distance(&f, 0, 3) - 1) < 1e-12);
    /* Player and box went one square on: three squares of the eight that are no wall. */
    assert_true(fabs(distance(&f, 0, 2) - 3.0 / 8) < 1e-12);
    /* One square of the eight became a wall. */
    assert_true(fabs(distance(&f, 0, 4) - 1.0 / 8) < 1e-12);
    lw_opened_close(&f.opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alike_is_what_differs_in_few_squares)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
