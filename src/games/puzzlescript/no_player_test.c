/* Levels without a player: those that come to life without one are levels like others. */
#include "engine/language_test_support.h"

static const struct lw_game_kind *const kind = &lw_puzzlescript_kind;

#define START "run_rules_on_level_start\n"
#define ALL "all target on crate\n"

static struct lw_level *open_level(struct lw_ps_game *game) {
    const struct lw_ps_entry *entry = &game->entries[0];
    struct lw_ps_level *level = NULL;
    assert_int_equal(
        lw_ps_level_create(game, entry->width, entry->height, entry->cells, &level, NULL),
        LW_OK);
    return &level->base;
}

static void solve(const struct lw_level *level, struct lw_solve_result *result) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = 10000}};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(kind->solve->solve(level, &request, &runtime, result, NULL), LW_OK);
}

static void comes_to_life(void **state) {
    (void)state;
    static const struct {
        struct example ex;
        const char *solution; /* NULL: the level is refused; "": not looked for */
    } cases[] = {
        {{"a player of the start rules", START, PUSH "[ ghost ] -> [ player ]\n", ALL,
          "g*o", "", ""},
         "r"},
        {{"a player of later rules", "", PUSH "late [ ghost ] -> [ player ]\n", ALL,
          "g*o", "", ""},
         "ur"},
        {{"a board that moves by itself", "",
          "right [ stationary crate | no wall ] -> [ right crate | ]\n", ALL, "*..o", "",
          ""},
         "uuu"},
        {{"a rule that wins", "", "[ ghost ] -> win\n", "", "g.", "", ""}, "u"},
        {{"won at once", "", PUSH, ALL, "@.", "", ""}, ""},
        {{"chance", "", "random [ ghost | ] -> [ | ghost ]\n", ALL, "g.*.o", "", ""}, ""},
        {{"nothing ever happens", "", PUSH, ALL, "*.o", "", ""}, NULL},
        {{"a rule that waits for a key", "", "[ action player ] -> [ player mark ]\n",
          ALL, "*.o", "", ""},
         NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_ps_game *game = compile(&cases[i].ex);
        struct lw_level *level = open_level(game);
        struct lw_solve_result result;
        bool valid = kind->level->validate(level, NULL) == LW_OK;
        if (valid != (cases[i].solution != NULL)) {
            fail_msg("%s: %s", cases[i].ex.about, valid ? "taken" : "refused");
        }
        if (valid && cases[i].solution[0] != '\0') {
            solve(level, &result);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_string_equal(lw_buffer_text(&result.solution), cases[i].solution);
            lw_solve_result_free(&result);
        }
        lw_level_destroy(level);
        lw_ps_game_destroy(game);
    }
}

/* Nothing to be won: that needs no search. */
static void without_aim(void **state) {
    (void)state;
    struct example ex = {"no aim", "", PUSH, "", "p*........", "", ""};
    struct lw_ps_game *game = compile(&ex);
    struct lw_level *level = open_level(game);
    struct lw_solve_result result;
    solve(level, &result);
    assert_int_equal(result.outcome, LW_OUTCOME_UNSOLVABLE);
    assert_int_equal(result.expanded, 0);
    assert_non_null(strstr(result.note, "no win condition"));
    lw_solve_result_free(&result);
    lw_level_destroy(level);
    lw_ps_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_to_life),
                                       cmocka_unit_test(without_aim)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
