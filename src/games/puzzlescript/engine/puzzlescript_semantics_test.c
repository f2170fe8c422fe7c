/* The language, section by section: tiny games whose outcome follows from the semantics
 * by hand. Boards are printed with the key of each cell's uppermost object. */
#include "engine/language_test_support.h"

static const struct example examples[] = {
    {"a push", "", PUSH, "", "p*..", "r", ".p*."},
    {"walls stop", "", PUSH, "", "p*#", "r", "p*#"},
    {"trains move", "", PUSH "[ > crate | crate ] -> [ > crate | > crate ]\n", "", "p**.",
     "r", ".p**"},
    {"a property within one layer", "", "[ > mover | mover ] -> [ > mover | > mover ]\n",
     "", "p**.", "r", ".p**"},
    {"up rules are down rules turned", "", PUSH, "", ".\n*\np", "u", "*\np\n."},
    {"pulling", "", "[ < player | crate ] -> [ < player | < crate ]\n", "", ".p*", "l",
     "p*."},
    {"perpendicular", "",
     "[ perpendicular player | crate ] -> [ perpendicular player | mark ]\n", "",
     "p*\n..", "d", ".m\np."},
    {"late rules see the moved board", "", "late [ player target ] -> [ player mark ]\n",
     "", "po", "r", ".m"},
    {"an ellipsis finds every gap", "",
     "right [ player | ... | crate ] -> [ player | ... | ]\n", "", "p.*.*", "x", "p...."},
    {"two ellipses", "",
     "right [ player | ... | crate | ... | target ] -> "
     "[ player | ... | mark | ... | target ]\n",
     "", "p.*.o", "x", "p.m.o"},
    {"ellipsis to the left", "",
     "left [ player | ... | crate ] -> [ player | ... | mark ]\n", "", "*..p", "x",
     "m..p"},
    {"several rows", "", "[ player ] [ crate ] -> [ player ] [ mark ]\n", "", "p**", "x",
     "pmm"},
    {"cancel takes the turn back", "",
     "[ > player ] -> [ > player mark ]\n[ > player | wall ] -> cancel\n", "", "p#", "r",
     "p#"},
    {"without cancel", "",
     "[ > player ] -> [ > player mark ]\n[ > player | wall ] -> cancel\n", "", "p.#", "r",
     "mp#"},
    {"again runs until nothing moves", "",
     "down [ stationary crate | no crate no wall no player ] -> [ down crate | ] again\n",
     "", "*\n.\n.\np", "x", ".\n.\n*\np"},
    {"a checkpoint is where restart goes", "", "late [ player target ] -> checkpoint\n",
     "", "po.", "rrR", ".p."},
    {"restart without one", "", "", "", "p..", "rrR", "p.."},
    {"undo", "", "", "", "p..", "rrz", ".p."},
    {"restart can be undone", "", "", "", "p..", "rrRz", "..p"},
    {"undo passes fruitless turns", "", "", "", "p.#", "rrrz", "p.#"},
    {"noundo", "noundo\n", "", "", "p..", "rz", ".p."},
    {"norestart", "norestart\n", "", "", "p..", "rR", ".p."},
    {"the restart command", "", "[ > player | wall ] -> restart\n", "", "p.#", "rr",
     "p.#"},
    {"a player must move", "require_player_movement\n", "[ player ] -> [ player mark ]\n",
     "", "p#", "r", "p#"},
    {"and then its rules hold", "require_player_movement\n",
     "[ player ] -> [ player mark ]\n", "", "p.", "r", "mp"},
    {"rules on level start", "run_rules_on_level_start\n",
     "[ crate no mark ] -> [ crate mark ]\n", "", "p*", "", "pm"},
    {"restart runs them again", "run_rules_on_level_start\n",
     "[ > player ] -> [ > player ghost ]\n[ crate no mark ] -> [ crate mark ]\n", "",
     "p.*", "rR", "p.m"},
    {"groups come in order", "",
     "[ player red ] -> [ player blue ]\n[ player blue no mark ] -> [ player red mark "
     "]\n",
     "", "q", "x", "r"},
    {"+ joins rules to one group", "",
     "[ player red ] -> [ player blue ]\n"
     "+ [ player blue no mark ] -> [ player red mark ]\n",
     "", "q", "x", "b"},
    {"a loop repeats its groups", "",
     "startloop\n[ player red ] -> [ player blue ]\n"
     "[ player blue no mark ] -> [ player red mark ]\nendloop\n",
     "", "q", "x", "b"},
    {"what never settles is cut off", "", "[ red ] -> [ blue ]\n+ [ blue ] -> [ red ]\n",
     "", "q", "x", "r"},
    {"aggregates need all", "", "[ player | @ ] -> [ player | mark ]\n", "", "*p@", "x",
     "*pm"},
    {"no excludes", "", "[ player | no crate ] -> [ player | mark ]\n", "", ".p*", "x",
     "mp*"},
    {"no with a property", "", "[ player | no mover ] -> [ player | mark ]\n", "", ".p*",
     "x", "mp*"},
    {"a movement passes to what replaces", "", "[ player ] -> [ crate ]\n", "", "p.", "r",
     ".*"},
    {"a named movement is used up", "", "[ > player ] -> [ player ]\n", "", "p.", "r",
     "p."},
    {"an unnamed one stays", "", "[ player ] -> [ player ]\n", "", "p.", "r", ".p"},
    {"moving follows the left side", "",
     "[ moving player | crate ] -> [ moving player | moving crate ]\n", "", "p*.\n...",
     "r", ".p*\n..."},
    {"a property decided on the left", "",
     "[ player colour ] [ mark ] -> [ player colour ] [ colour ]\n", "", "qm", "x", "rr"},
    {"action", "", "[ action player | crate ] -> [ player | ]\n", "", "p*.", "x", "p.."},
    {"rigid bodies move whole or not at all", "",
     "rigid [ > player | crate ] -> [ > player | > crate ]\n"
     "+ rigid [ moving crate | crate ] -> [ moving crate | moving crate ]\n",
     "", "p*.\n.*#", "r", "p*.\n.*#"},
    {"rigid bodies with room", "",
     "rigid [ > player | crate ] -> [ > player | > crate ]\n"
     "+ rigid [ moving crate | crate ] -> [ moving crate | moving crate ]\n",
     "", "p*.\n.*.", "r", ".p*\n..*"},
    {"short rows are filled with their last key", "", "", "", "p..\n#", "", "p..\n###"},
    {"tuples are found before any is applied", "",
     "right [ mark | ] -> [ mark | mark ]\n", "", "m...p", "", "m...p"},
    {"and the group repeats", "", "right [ mark | no mark ] -> [ mark | mark ]\n", "",
     "m..p", "x", "mmmm"},
    {"a tick is a turn without input", "", "[ crate ] -> [ right crate ]\n", "", "p.*..",
     "..", "p...*"},
    {"the win command ends a level", "", "[ > player | wall ] -> win\n", "", "p.#", "rr",
     ".p#"},
    {"start rules cannot be undone", "run_rules_on_level_start\n",
     "[ mark ] -> [ ghost ]\n", "", "p.m", "z", "p.g"},
    {"nor what they set going", "run_rules_on_level_start\n",
     "right [ mark | no mark ] -> [ | mark ] again\n", "", "pm..", "lz", "p..m"},
    {"but what came after", "run_rules_on_level_start\n", "[ mark ] -> [ ghost ]\n", "",
     "p.m", "rz", "p.g"},
    {"randomness of the seed", "", "random [ crate ] -> [ mark ]\n", "", "p****", "xx",
     "pRANDOM"},
};

static void random_board(char *out) {
    (void)snprintf(out, 8, "p****");
    for (int n = 0; n < 2; n++) {
        int pick = (int)(rc4_number("seed", n) * (4 - n));
        char *at = out + 1;
        while (*at != '*' || pick > 0) {
            pick -= *at == '*';
            at++;
        }
        *at = 'm';
    }
}

static void all_examples(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char drawn[8];
        const char *expected = examples[i].expected;
        if (strcmp(expected, "pRANDOM") == 0) {
            random_board(drawn);
            expected = drawn;
        }
        check_example(&examples[i], expected);
    }
}

static void win_conditions(void **state) {
    (void)state;
    static const struct {
        const char *wins, *level, *inputs;
        bool won;
    } cases[] = {{"all target on crate", "p*o", "r", true},
                 {"all target on crate", "p*.o", "r", false},
                 {"all crate on target", "p*oo", "r", true},
                 {"some crate on target", "p*o*", "r", true},
                 {"any crate", "p*.", "r", true},
                 {"no crate on wall", "p*.", "r", true},
                 {"no crate", "p*.", "r", false},
                 {"some w", "pm", "r", true},
                 {"no mark\nall target on crate", "p*om", "r", false},
                 {"", "p*o", "r", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct example ex = {"win", "", PUSH, cases[i].wins, cases[i].level, "", ""};
        struct lw_ps_game *game = compile(&ex);
        struct lw_ps_engine *engine = start(game);
        struct lw_ps_turn turn = press_all(engine, cases[i].inputs);
        if (turn.won != cases[i].won) {
            fail_msg("'%s' on %s", cases[i].wins, cases[i].level);
        }
        assert_int_equal(lw_ps_won(engine), cases[i].won);
        lw_ps_engine_destroy(engine);
        lw_ps_game_destroy(game);
    }
}

static void commands_and_sounds(void **state) {
    (void)state;
    struct example ex = {"sounds",
                         "",
                         PUSH "[ > player | red ] -> [ > player | mark ] sfx3\n"
                              "[ > player | wall ] -> message Hello There\n",
                         "",
                         "p*.#r",
                         "",
                         ""};
    struct lw_ps_game *game = compile(&ex);
    struct lw_ps_engine *engine = start(game);
    const char *const *seeds = NULL;
    (void)press_all(engine, "r");
    assert_int_equal(lw_ps_sounds(engine, &seeds), 1);
    assert_string_equal(seeds[0], "111");
    lw_ps_sounds_clear(engine);
    struct lw_ps_turn turn = press_all(engine, "r");
    assert_int_equal(lw_ps_sounds(engine, &seeds), 1);
    assert_string_equal(seeds[0], "222");
    assert_false(turn.changed);
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);

    ex.level = "pr#";
    game = compile(&ex);
    engine = start(game);
    turn = press_all(engine, "r");
    assert_int_equal(turn.commands, LW_PS_SFX << 3);
    assert_int_equal(lw_ps_sounds(engine, &seeds), 2);
    assert_string_equal(seeds[0], "333");
    assert_string_equal(seeds[1], "444");
    turn = press_all(engine, "r");
    assert_string_equal(turn.message, "Hello There");
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

static void check_sounds(const struct example *ex, const char *expected) {
    struct lw_ps_game *game = compile(ex);
    struct lw_ps_engine *engine = start(game);
    const char *const *seeds = NULL;
    char heard[64] = "";
    lw_ps_sounds_clear(engine);
    (void)press_all(engine, ex->inputs);
    size_t n = lw_ps_sounds(engine, &seeds);
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(heard);
        (void)snprintf(heard + len, sizeof heard - len, "%s ", seeds[i]);
    }
    if (strcmp(heard, expected) != 0) {
        fail_msg("%s: heard '%s', not '%s'", ex->about, heard, expected);
    }
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

/* A turn that ends with a restart has sounded, and then the rules of the start sound. */
static void sounds_of_restart(void **state) {
    (void)state;
#define EAT PUSH "late [ crate | red ] -> [ crate | ] "
    static const struct {
        struct example ex;
        const char *heard;
    } cases[] = {
        {{"no command", "", EAT "\n", "", "p*.r", "r", ""}, "111 444 "},
        {{"restart", "", EAT "restart\n", "", "p*.r", "r", ""}, "111 444 "},
        {{"rules of the start", "run_rules_on_level_start\n",
          EAT "restart\nlate [ blue ] -> [ blue mark ]\n", "", "p*.rb", "r", ""},
         "111 444 333 "},
        {{"restart at the start", "run_rules_on_level_start\n",
          PUSH "[ > player | red ] -> [ > player | ]\n[ ghost ] -> [ ghost mark ] "
               "restart\n",
          "", "pg", "R", ""},
         "333 "},
        {{"cancel", "", EAT "cancel\n", "", "p*.r", "r", ""}, ""}};
#undef EAT
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_sounds(&cases[i].ex, cases[i].heard);
    }
}

/* Of its layers the last holds: on the first it stands in nobody's way and moves once. */
static void object_in_two_layers(void **state) {
    (void)state;
    static const char source[] =
        "OBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\ndog d\nbrown\n\n"
        "cat c\nred\n\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\nbackground\ndog, cat\n"
        "player, dog\nRULES\n[ > player | dog ] -> [ > player | > dog ]\n"
        "WINCONDITIONS\nLEVELS\n\npdc..\n.....\n";
    struct lw_ps_game *game = NULL;
    struct lw_ps_engine *engine = NULL;
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), source, sizeof source - 1, &game, NULL), LW_OK);
    assert_true(game->playable);
    assert_int_equal(lw_ps_engine_create(game, (struct lw_ps_engine_spec){5, 2, 0},
                                         lw_alloc_libc(), &engine, NULL),
                     LW_OK);
    uint32_t dog = 0;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        dog = strcmp(game->objects[id].name, "dog") == 0 ? id : dog;
    }
    assert_false(lw_ps_has(game->layer_masks + game->obj_words, dog));
    assert_true(lw_ps_has(game->layer_masks + 2 * (size_t)game->obj_words, dog));
    (void)lw_ps_load(engine, game->entries[0].cells, "s", 1);
    (void)lw_ps_play(engine, LW_PS_PRESS_RIGHT);
    assert_true(lw_ps_has(lw_ps_cell(engine, 2 * 2), dog));
    assert_false(lw_ps_has(lw_ps_cell(engine, 3 * 2), dog));
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

/* An error, but the rule plays on with the parts of the aggregate. */
static void no_of_an_aggregate(void **state) {
    (void)state;
    struct example ex = {
        "no @", "", "[ action player | no @ ] -> [ player | mark ]\n", "", "p*", "", ""};
    char source[4096], board[16];
    struct lw_ps_game *game = NULL;
    size_t len = example_source(&ex, source, sizeof source);
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
    assert_int_equal(game->n_errors, 1);
    assert_true(game->playable);
    struct lw_ps_engine *engine = start(game);
    (void)press_all(engine, "x");
    print_board(game, engine, board);
    assert_string_equal(board, "p*");
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

/* Every message with its line; the numbers of errors and warnings apart. */
static void messages(void **state) {
    (void)state;
    static const char source[] =
        "title t\n"             /* 1 */
        "nonsense\n"            /* 2: error */
        "OBJECTS\n"             /* 3 */
        "background .\nred\n\n" /* 4 */
        "player p\nwhite\n\n"   /* 7 */
        "LEGEND\n"              /* 10 */
        "x = y\n"               /* 11: error */
        "SOUNDS\nCOLLISIONLAYERS\nbackground\nplayer\nRULES\n"
        "[ > player | who ] -> [ player | ]\n" /* 17: two errors */
        "[ player ] ] -> [ player ]\n"         /* 18: warning */
        "WINCONDITIONS\nLEVELS\n\np.\n.\n";    /* 23: warning */
    static const struct {
        int line;
        unsigned column;
        bool error;
    } expected[] = {{2, 1, true},   {11, 5, true},  {17, 14, true},
                    {23, 1, false}, {17, 14, true}, {18, 12, false}};
    struct lw_ps_game *game = NULL;
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), source, sizeof source - 1, &game, NULL), LW_OK);
    size_t n = sizeof expected / sizeof *expected;
    size_t at = 0;
    for (size_t i = 0; i < game->n_notes && at < n; i++) {
        at += game->notes[i].line == expected[at].line &&
              game->notes[i].column == expected[at].column &&
              game->notes[i].is_error == expected[at].error;
    }
    assert_int_equal(at, n);
    assert_int_equal(game->n_errors, 4);
    assert_true(game->playable);
    lw_ps_game_destroy(game);
}

static void palettes(void **state) {
    (void)state;
    static const struct {
        const char *prelude;
        lw_rgba green, gray, blue; /* of the background, the ghost and the target */
    } cases[] = {{"", 0x44891aff, 0x9d9d9dff, 0x1d57f7ff},
                 {"color_palette arnecolors\n", 0x44891aff, 0x9d9d9dff, 0x1d57f7ff},
                 {"color_palette EGA\n", 0x00aa00ff, 0x555555ff, 0x5555ffff},
                 {"color_palette 8\n", 0x00aa00ff, 0x555555ff, 0x5555ffff},
                 {"color_palette 13\n", 0x588d43ff, 0x6c6c6cff, 0x6c5eb5ff},
                 {"color_palette c64\n", 0x588d43ff, 0x6c6c6cff, 0x6c5eb5ff},
                 {"color_palette amiga\n", 0x448811ff, 0xbbbbbbff, 0x8899ddff}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct example ex = {"palette", cases[i].prelude, "", "", "p", "", ""};
        struct lw_ps_game *game = compile(&ex);
        for (uint32_t id = 0; id < game->n_objects; id++) {
            const struct lw_ps_object *object = &game->objects[id];
            if (strcmp(object->name, "background") == 0) {
                assert_int_equal(object->colours[0], cases[i].green);
            } else if (strcmp(object->name, "ghost") == 0) {
                assert_int_equal(object->colours[0], cases[i].gray);
            } else if (strcmp(object->name, "target") == 0) {
                assert_int_equal(object->colours[0], cases[i].blue);
            }
        }
        lw_ps_game_destroy(game);
    }
}

/* Those that the recorded games choose, all numbers, and what is beyond them. */
static void palette_names(void **state) {
    (void)state;
    static const char *const names[] = {"mastersystem",
                                        "gameboycolour",
                                        "amiga",
                                        "arnecolors",
                                        "famicom",
                                        "pastel",
                                        "ega",
                                        "c64",
                                        "whitingjp",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "5",
                                        "6",
                                        "7",
                                        "8",
                                        "9",
                                        "10",
                                        "11",
                                        "12",
                                        "13",
                                        "14",
                                        "0",
                                        "15",
                                        "none"};
    size_t n = sizeof names / sizeof *names;
    for (size_t i = 0; i < n; i++) {
        char prelude[40];
        char source[4096];
        struct lw_ps_game *game = NULL;
        (void)snprintf(prelude, sizeof prelude, "color_palette %s\n", names[i]);
        struct example ex = {"palette", prelude, "", "", "p", "", ""};
        size_t len = example_source(&ex, source, sizeof source);
        assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
        assert_int_equal(game->n_errors, i + 3 >= n);
        lw_ps_game_destroy(game);
    }
}

static void limits(void **state) {
    (void)state;
    struct lw_ps_game *game = NULL;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), "", 0, &game, NULL), LW_OK);
    assert_false(game->playable);
    assert_int_equal(game->n_errors, 3);
    lw_ps_game_destroy(game);
    struct example ex = {"limits", "", PUSH, "", "p", "", ""};
    game = compile(&ex);
    struct lw_ps_engine *engine = NULL;
    assert_int_not_equal(lw_ps_engine_create(game, (struct lw_ps_engine_spec){0, 5, 0},
                                             lw_alloc_libc(), &engine, NULL),
                         LW_OK);
    assert_int_not_equal(
        lw_ps_engine_create(game, (struct lw_ps_engine_spec){100000, 100000, 0},
                            lw_alloc_libc(), &engine, NULL),
        LW_OK);
    lw_ps_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_examples),
                                       cmocka_unit_test(win_conditions),
                                       cmocka_unit_test(commands_and_sounds),
                                       cmocka_unit_test(sounds_of_restart),
                                       cmocka_unit_test(object_in_two_layers),
                                       cmocka_unit_test(no_of_an_aggregate),
                                       cmocka_unit_test(messages),
                                       cmocka_unit_test(palettes),
                                       cmocka_unit_test(palette_names),
                                       cmocka_unit_test(limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
