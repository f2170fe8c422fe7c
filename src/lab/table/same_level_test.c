/* Levels almost the same are put into one group, also through a third. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/open.h"
#include "table/same_level.h"

/* The first and the second differ in two squares, the second and the third in two, the
 * first and the third in more; the fourth is the first, turned; the fifth is like none.
 */
static const char text[] = "########\n#@ $  .#\n#      #\n########\n\n"
                           "########\n#@  $ .#\n#      #\n########\n\n"
                           "########\n#@  $. #\n#      #\n########\n\n"
                           "####\n#. #\n#  #\n#  #\n#$ #\n#  #\n#@ #\n####\n\n"
                           "######\n#@$ .#\n######\n";

static void test_through_a_third(void **state) {
    struct cli cli = {.alloc = lw_alloc_libc()};
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kind = lw_game_kind_find("sokoban"),
                                      .text = text,
                                      .len = sizeof text - 1};
    /* In an order in which the one between the others comes last. */
    static const size_t order[] = {0, 2, 4, 3, 1};
    size_t group[] = {7, 8, 9, 10, 11}, n_near;
    const struct lw_level *levels[5];
    struct lw_opened opened;
    struct lw_error err;
    (void)state;
    assert_int_equal(lw_open(&request, &opened, &err), LW_OK);
    assert_int_equal(opened.set.n_entries, 5);
    for (size_t i = 0; i < 5; i++) {
        levels[i] = opened.set.entries[order[i]].level;
    }
    assert_int_equal(same_level_join_near(&cli, levels, 5, group, &n_near, &err), LW_OK);
    assert_int_equal(group[0], 7);
    assert_int_equal(group[1], 7);
    assert_int_equal(group[2], 9);
    assert_int_equal(group[3], 7);
    assert_int_equal(group[4], 7);
    assert_int_equal(n_near, 3);
    lw_opened_close(&opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_through_a_third)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
