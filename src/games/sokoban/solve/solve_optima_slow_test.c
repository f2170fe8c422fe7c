/* Microban I: every push optimum that is known from elsewhere is proved again, and every
 * level has some solution. Needs the shared data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sokoban_internal.h"

#define MAX_NODES 2000000 /* the hardest known optimum takes under a quarter of that */

/* NULL when there is no such file. */
static char *read_all(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    *len = fread(text, 1, (1 << 20) - 1, file);
    (void)fclose(file);
    return text;
}

static void solve(const struct lw_level *level, size_t metric,
                  struct lw_solve_result *result) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = metric, .budget = {.nodes = MAX_NODES}};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(lw_sokoban_solve_ops.solve(level, &request, &runtime, result, NULL),
                     LW_OK);
}

static void check_optima(const struct lw_collection *set, const char *table) {
    unsigned n_checked = 0;
    for (const char *line = table; *line != '\0';) {
        char *end;
        unsigned long number = strtoul(line, &end, 10);
        unsigned long optimum = *line == '#' ? 0 : strtoul(end, NULL, 10);
        if (optimum > 0 && number > 0 && number <= set->n_entries) {
            struct lw_solve_result result;
            solve(set->entries[number - 1].level, LW_SOKOBAN_METRIC_PUSHES, &result);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_true(result.optimal);
            assert_int_equal(result.measures[LW_SOKOBAN_PUSHES], optimum);
            lw_solve_result_free(&result);
            n_checked++;
        }
        const char *next = strchr(line, '\n');
        line = next == NULL ? line + strlen(line) : next + 1;
    }
    assert_int_equal(n_checked, 152);
}

static void check_any(const struct lw_collection *set) {
    for (size_t i = 0; i < set->n_entries; i++) {
        struct lw_solve_result result;
        solve(set->entries[i].level, LW_SOKOBAN_METRIC_ANY, &result);
        if (result.outcome != LW_OUTCOME_SOLVED) {
            fail_msg("level %zu is not solved", i + 1);
        }
        lw_solve_result_free(&result);
    }
}

static void microban_is_solved(void **state) {
    (void)state;
    size_t text_len, table_len;
    char *text = read_all(LW_SHARED "/levels/microban-1.xsb", &text_len);
    char *table = read_all(LW_SHARED "/sokoban/microban1-optimal-pushes.tsv", &table_len);
    if (text == NULL || table == NULL) {
        print_message("skipped: no ../shared\n");
        free(text);
        free(table);
        return;
    }
    struct lw_game *game = NULL;
    struct lw_collection set;
    assert_int_equal(lw_sokoban_kind.game->create(
                         lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, NULL),
                     LW_OK);
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(lw_game_read(game, NULL, text, text_len, &set, NULL), LW_OK);
    assert_int_equal(set.n_entries, 155);
    check_optima(&set, table);
    check_any(&set);
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(text);
    free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(microban_is_solved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
