/* Rules that never settle: the engine notes what was cut off and where; whoever plays
 * the level can ask for it, and trying levels finds it. */
#include "engine/language_test_support.h"

struct cut_case {
    struct example game;
    enum lw_ps_cut_kind kind;
    int line; /* counted from the first rule, 1 */
};

#define FLIP "[ red ] -> [ blue ]\n+ [ blue ] -> [ red ]\n"
/* A mark comes and goes, one change a turn. */
#define BLINK                                                                            \
    "[ crate no mark ] -> [ crate mark ghost ] again\n"                                  \
    "[ crate mark no ghost ] -> [ crate ] again\nlate [ ghost ] -> [ ]\n"
#define STILL "[ crate ] -> [ crate mark ]\n"

static const struct cut_case cases[] = {
    {{"a push", "", PUSH, "", "p*.", "rr", ""}, LW_PS_CUT_NOT, 0},
    {{"a group", "", PUSH FLIP, "", "q", "x", ""}, LW_PS_CUT_GROUP, 2},
    {{"a late group", "",
      PUSH STILL "late [ red ] -> [ blue ]\n+ late [ blue ] -> [ red ]\n", "", "q", "x",
      ""},
     LW_PS_CUT_GROUP,
     3},
    {{"only when it comes to that", "", PUSH FLIP, "", "p*.", "rr", ""},
     LW_PS_CUT_NOT,
     0},
    {{"a loop", "", PUSH "startloop\n[ red ] -> [ blue ]\n[ blue ] -> [ red ]\nendloop\n",
      "", "q", "x", ""},
     LW_PS_CUT_LOOP,
     3},
    {{"a loop that settles", "", "startloop\n[ red ] -> [ blue ]\nendloop\n", "", "q",
      "x", ""},
     LW_PS_CUT_NOT,
     0},
    {{"again that ends", "",
      PUSH "right [ stationary crate | no crate no wall ] -> [ right crate | ] again\n",
      "", "p*........", "x", ""},
     LW_PS_CUT_NOT,
     0},
    /* The 500th further turn is one of the first rule; what would follow is the second.
     */
    {{"again for ever", "", PUSH BLINK, "", "p*", "x", ""}, LW_PS_CUT_AGAIN, 3},
    {{"again at the start", "run_rules_on_level_start\n", PUSH BLINK, "", "p*", "", ""},
     LW_PS_CUT_AGAIN,
     2},
    {{"passes up to the limit", "",
      "right [ player | ... | crate ] -> [ player | ... | ]\n", "", "p*********", "x",
      ""},
     LW_PS_CUT_NOT,
     0},
};

static int first_rule_line(const struct example *ex) {
    int line = 1;
    for (const char *at = ex->prelude; *at != '\0'; at++) {
        line += *at == '\n';
    }
    for (const char *at = head; *at != '\0'; at++) {
        line += *at == '\n';
    }
    return line;
}

static void all_cases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cut_case *one = &cases[i];
        struct lw_ps_game *game = compile(&one->game);
        struct lw_ps_engine *engine = start(game);
        (void)press_all(engine, one->game.inputs);
        struct lw_ps_cut cut = lw_ps_cut_off(engine);
        int line = cut.line == 0 ? 0 : (int)cut.line - first_rule_line(&one->game) + 1;
        if (cut.kind != one->kind || line != one->line) {
            fail_msg("%s: %d on line %d instead of %d on line %d", one->game.about,
                     (int)cut.kind, line, (int)one->kind, one->line);
        }
        lw_ps_engine_destroy(engine);
        lw_ps_game_destroy(game);
    }
}

/* What the rules spend, and what the caller lets them spend, are told apart. */
static void limits(void **state) {
    (void)state;
    static const struct example ex = {"flip", "", PUSH FLIP, "", "q", "x", ""};
    struct lw_ps_game *game = compile(&ex);
    struct lw_ps_engine *engine = start(game);
    lw_ps_set_spending_limit(engine, lw_ps_spent(engine) + 20);
    (void)press_all(engine, "x");
    assert_int_equal(lw_ps_cut_off(engine).kind, LW_PS_CUT_NOT);
    lw_ps_set_spending_limit(engine, UINT64_MAX);
    lw_ps_set_work_limit(engine, 20);
    (void)press_all(engine, "x");
    assert_int_equal(lw_ps_cut_off(engine).kind, LW_PS_CUT_WORK);
    assert_int_equal((int)lw_ps_cut_off(engine).line, first_rule_line(&ex) + 1);
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

static void open_set(const char *source, size_t len, struct lw_game **game,
                     struct lw_collection *set) {
    lw_collection_init(set, lw_alloc_libc());
    assert_int_equal(lw_puzzlescript_kind.game->create(
                         lw_alloc_libc(),
                         &(struct lw_game_spec){.source = source, .source_len = len},
                         game, set, NULL),
                     LW_OK);
    assert_int_equal(lw_game_read(*game, NULL, source, len, set, NULL), LW_OK);
}

/* Trying finds each cut in any level and tells it once, at its line; it adds no error. */
static void trying(void **state) {
    (void)state;
    static const struct example games[] = {
        {"two levels flip", "", PUSH FLIP, "", "p*.\n...\n\nq..\n...\n\n*q.\n...", "",
         ""},
        {"from the start", "run_rules_on_level_start\n", PUSH BLINK, "", "p*", "", ""},
        {"none", "", PUSH, "", "p*.\n\np.*", "", ""}};
    static const int lines[] = {2, 2, 0};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char source[4096];
        struct lw_game *game = NULL;
        struct lw_collection set;
        size_t len = example_source(&games[i], source, sizeof source);
        open_set(source, len, &game, &set);
        size_t before = set.n_messages;
        lw_game_try(&set, lw_alloc_libc(), LW_TRY_WORK);
        lw_game_try(&set, lw_alloc_libc(), LW_TRY_WORK);
        assert_int_equal(set.n_messages - before, lines[i] != 0);
        assert_int_equal(set.n_errors, 0);
        if (lines[i] != 0) {
            const struct lw_message *message = &set.messages[before];
            assert_false(message->is_error);
            assert_int_equal((int)message->line,
                             first_rule_line(&games[i]) + lines[i] - 1);
        }
        lw_collection_free(&set);
        lw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cases), cmocka_unit_test(limits), cmocka_unit_test(trying)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
