/* The language again, sentence by sentence: what the first table of examples leaves out.
 * Expected boards follow from the semantics by hand; seeded ones from an RC4 of the
 * test's own. */
#include "engine/language_test_support.h"
#include "test_support.h"

static const struct example examples[] = {
    {"letters of either case", "",
     "RIGHT [ > PLAYER | CRATE ] -> [ > Player | > cRATE ]\n", "", "P*.", "r", ".p*"},
    {"a comment within a rule's line ends the rule", "",
     "[ > player | crate ] -> [ > player | > crate ] (and [ no ] more\nof it (nested) "
     ")\n",
     "", "p*.", "r", ".p*"},
    {"decoration", "", "=====\n" PUSH "===== (so)\n", "", "p*.", "r", ".p*"},
    {"tabs for blanks", "", "[\t>\tplayer\t|\tcrate\t]->[>\tplayer|>\tcrate]\n", "",
     "p*.", "r", ".p*"},
    {"brackets need no blanks", "", "[> player|crate]->[> player|> crate]\n", "", "p*.",
     "r", ".p*"},
    {"long rows are cut", "", "", "", "p.\n.#.", "", "p.\n.#"},
    {"rows are trimmed", "", "", "", "  p.  \n\t.#", "", "p.\n.#"},
    {"a comment line does not part a level", "", "", "", "p.\n(here)\n.#", "", "p.\n.#"},
    {"horizontal", "", "horizontal [ > player | crate ] -> [ > player | > crate ]\n", "",
     ".*\n*p\n..", "u", ".*\n*p\n.."},
    {"vertical", "", "vertical [ > player | crate ] -> [ > player | > crate ]\n", "",
     "..\n.*\n*p", "u", ".*\n.p\n*."},
    {"orthogonal is none", "",
     "orthogonal [ > player | crate ] -> [ > player | > crate ]\n", "", ".*p", "l",
     "*p."},
    {"two directions in the order given", "",
     "up right [ player no mark | crate ] -> [ player mark | ]\n", "", "*.\np*", "x",
     "..\nm*"},
    {"the first matching direction", "",
     "right up [ player no mark | crate ] -> [ player mark | ]\n", "", "*.\np*", "x",
     "*.\nm."},
    {"parallel", "", "[ parallel player | crate ] -> [ parallel player | mark ]\n", "",
     ".p*", "l", "p.m"},
    {"parallel is not perpendicular", "",
     "[ parallel player | crate ] -> [ parallel player | mark ]\n", "", "..\np*", "u",
     "p.\n.*"},
    {"v is no object but a direction", "",
     "right [ v player | crate ] -> [ v player | ]\n", "", "p*\n..", "d", "..\np."},
    {"aggregates put all", "", "[ action player | mark ] -> [ player | @ ]\n", "", "pm",
     "x", "p*"},
    {"synonyms", "", "[ > p | * ] -> [ > p | > * ]\n", "", "p*.", "r", ".p*"},
    {"no of a property on the right", "", "[ player colour ] -> [ player no colour ]\n",
     "", "q", "x", "p"},
    {"a layer used only on the left is emptied", "",
     "[ player | colour ] -> [ player | ]\n", "", "rpb", "x", ".p."},
    {"what the left does not name stays", "", "[ player ] -> [ player ]\n", "", "q", "x",
     "r"},
    {"a created object stands still", "", "[ mark ] -> [ mark crate ]\n", "", "w.", "r",
     "m."},
    {"a replaced one goes on", "", "[ player mark ] -> [ crate mark ]\n", "", "w.", "r",
     "m*"},
    {"objects that change places stay", "",
     "[ > player | crate ] -> [ > player | < crate ]\n", "", "p*", "r", "p*"},
    {"one cell is scanned by columns", "",
     "[ crate ] [ player no mark ] -> [ ] [ player mark ]\n", "", ".*\n*p", "x",
     ".*\n.m"},
    {"along x it is scanned by rows", "",
     "right [ crate ] [ player no mark ] -> [ ] [ player mark ]\n", "", ".*\n*p", "x",
     "..\n*m"},
    {"the first row varies fastest", "",
     "[ crate no ghost ] [ target no mark ] [ player no red ] -> "
     "[ crate ghost ] [ target mark ] [ player red ]\n",
     "", "**oop", "x", "g*mor"},
    {"later tuples are tested again", "", "[ crate ] [ mark ] -> [ ] [ ]\n", "", "**mmp",
     "x", "....p"},
    {"gaps ascend", "",
     "right [ player no red | ... | crate ] -> [ player red | ... | ]\n", "", "p.*.*",
     "x", "r...*"},
    {"the first gap is outermost", "",
     "right [ player no red | ... | crate | ... | target ] -> "
     "[ player red | ... | | ... | ]\n",
     "", "p*o*o", "x", "r..*o"},
    {"an ellipsis may be of no length", "",
     "right [ player | ... | crate ] -> [ player | ... | ]\n", "", "p*", "x", "p."},
    {"an ellipsis needs its partner in line", "",
     "right [ player | ... | crate ] -> [ player | ... | ]\n", "", "p.\n.*", "x",
     "p.\n.*"},
    {"ellipsis up", "", "up [ player | ... | crate ] -> [ player | ... | mark ]\n", "",
     "*\n.\np\n*", "x", "m\n.\np\n*"},
    {"late rules loop too", "",
     "startloop\nlate [ player red ] -> [ player blue ]\n"
     "late [ player blue no mark ] -> [ player red mark ]\nendloop\n",
     "", "q", "x", "b"},
    {"cancel wins over win", "", "[ > player ] -> cancel\n[ > player ] -> win\n", "",
     "p.", "r", "p."},
    {"restart drops what was queued", "",
     "[ > player | wall ] -> win\n"
     "[ > player | wall ] -> restart\n",
     "", "p.#", "rr", "p.#"},
    {"undo goes back before a commanded restart", "", "[ > player | wall ] -> restart\n",
     "", "p.#", "rrz", ".p#"},
    {"undo goes back before the input", "",
     "down [ stationary crate | no crate no wall no player ] -> [ down crate | ] again\n",
     "", "*\n.\n.\np", "xz", "*\n.\n.\np"},
    {"checkpoints come before undo", "", "late [ player target ] -> checkpoint\n", "",
     "po..", "rrrRz", ".o.p"},
    {"again without change ends", "", "[ player ] -> again\n", "", "p.", "r", ".p"},
    {"start rules may ask for again", "run_rules_on_level_start\n",
     "right [ crate | no crate no wall ] -> [ | crate ] again\n", "", "p*..#", "",
     "p..*#"},
    {"players in several cells move together", "", "", "", "p.p.", "r", ".p.p"},
    {"one player must move of all", "require_player_movement\n",
     "[ player ] -> [ player mark ]\n", "", "p#p.", "r", "m#mp"},
    {"a rule may move the player for it", "require_player_movement\n",
     "[ action player | no wall ] -> [ | player ]\n", "", "p.", "x", ".p"},
    {"rigid holds back only its group", "",
     "rigid [ > player | crate ] -> [ > player | > crate ]\n[ > player ] -> [ > player "
     "red ]\n",
     "", "p*#", "r", "r*#"},
    {"a command without effect on the board", "", "[ player ] -> sfx3\n" PUSH, "", "p*.",
     "r", ".p*"},
    {"a property movement of the left on another object", "",
     "[ horizontal player ] [ crate ] -> [ horizontal player ] [ horizontal crate ]\n",
     "", "p.\n*.", "r", ".p\n.*"},
    {"no in another layer", "",
     "[ > player | crate no target ] -> [ > player | > crate ]\n", "", "p@.", "r", "p*."},
    {"stationary", "", "[ stationary player ] -> [ player mark ]\n", "", "p.", "..",
     "m."},
    {"stationary is not moving", "", "[ stationary player ] -> [ player mark ]\n", "",
     "p.", "r", ".p"},
    {"orthogonal movement excludes action", "",
     "[ orthogonal player ] -> [ orthogonal player mark ]\n", "", "p.", "x", "p."},
    {"moving includes action", "", "[ moving player ] -> [ moving player mark ]\n", "",
     "p.", "x", "m."},
    {"a created object may move", "", "[ action player | ] -> [ player | > crate ]\n", "",
     "p..", "x", "p.*"},
};

static void all_examples(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        check_example(&examples[i], examples[i].expected);
    }
}

/* A byte order mark, and blanks of other kinds where plain ones stand. */
static void other_blanks(void **state) {
    (void)state;
    char source[4096], with[8192] = "\xef\xbb\xbf", board[16];
    const struct example ex = {"", "", PUSH, "all target on crate\n", "p*o\n...", "", ""};
    size_t len = example_source(&ex, source, sizeof source), n = 3;
    for (size_t i = 0; i < len; i++) {
        const char *blank = i % 3 == 0 ? "\xc2\xa0" : i % 3 == 1 ? "\xe3\x80\x80" : " ";
        size_t bytes = source[i] == ' ' ? strlen(blank) : 1;
        memcpy(with + n, source[i] == ' ' ? blank : &source[i], bytes);
        n += bytes;
    }
    struct lw_ps_game *game = NULL;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), with, n, &game, NULL), LW_OK);
    assert_true(game->playable);
    assert_int_equal(game->n_notes, 0);
    struct lw_ps_engine *engine = start(game);
    assert_true(press_all(engine, "r").won);
    print_board(game, engine, board);
    assert_string_equal(board, ".p*\n...");
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

/* The same file with carriage returns, and with other keys for its names. */
static void carriage_returns(void **state) {
    (void)state;
    char with[4096];
    size_t n = 0;
    const struct example ex = {"", "", PUSH, "all target on crate\n", "p*o\n...", "", ""};
    char source[4096];
    size_t len = example_source(&ex, source, sizeof source);
    for (size_t i = 0; i < len; i++) {
        if (source[i] == '\n') {
            with[n++] = '\r';
        }
        with[n++] = source[i];
    }
    struct lw_ps_game *game = NULL;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), with, n, &game, NULL), LW_OK);
    assert_true(game->playable);
    assert_int_equal(game->n_notes, 0);
    assert_int_equal(game->entries[0].width, 3);
    assert_int_equal(game->entries[0].height, 2);
    lw_ps_game_destroy(game);
}

static void seeded(const char *rules, const char *level, const char *inputs,
                   const char *expected) {
    const struct example ex = {rules, "", rules, "", level, inputs, expected};
    check_example(&ex, expected);
}

static void randomness(void **state) {
    (void)state;
    static const char *const moved[] = {".*.\n...\n..p", "...\n...\n.*p", "...\n*..\n..p",
                                        "...\n..*\n..p"};
    /* One number a crate: 0 up, 1 down, 2 left, 3 right. */
    seeded("[ stationary crate ] -> [ randomdir crate ]\n", "...\n.*.\n..p", ".",
           moved[(int)(rc4_number("seed", 0) * 4)]);
    /* Candidates by ascending id: red, then blue. */
    seeded("[ crate ] -> [ random colour ]\n", "p*", ".",
           rc4_number("seed", 0) < 0.5 ? "pr" : "pb");
    /* Undo and restart do not rewind the generator. */
    static const char *const sets[] = {"pr", "pb"};
    seeded("[ action player ] [ crate ] -> [ player ] [ random colour ]\n", "p*", "xz.x",
           sets[rc4_number("seed", 1) < 0.5 ? 0 : 1]);
    seeded("[ action player ] [ crate ] -> [ player ] [ random colour ]\n", "p*", "xR.x",
           sets[rc4_number("seed", 1) < 0.5 ? 0 : 1]);
    /* A change before the loop makes it run twice; each run draws once. */
    char row[] = "p****";
    row[1 + (int)(rc4_number("seed", 2) * 4)] = 'm';
    row[0] = 'g';
    seeded("[ player no ghost ] -> [ player ghost ]\nstartloop\n"
           "random [ crate ] -> [ crate ]\nendloop\nlate random [ crate ] -> [ mark ]\n",
           "p****", ".", row);
    char once[] = "p****";
    once[1 + (int)(rc4_number("seed", 1) * 4)] = 'm';
    seeded("startloop\nrandom [ crate ] -> [ crate ]\nendloop\n"
           "late random [ crate ] -> [ mark ]\n",
           "p****", ".", once);
}

static void queue(void **state) {
    (void)state;
    static const struct {
        const char *rules, *inputs;
        bool won, cancelled, restarted, again;
        const char *message;
    } cases[] = {
        {"[ > player ] -> message a\n[ > player ] -> cancel\n", "r", false, true, false,
         false, NULL},
        {"[ > player ] -> restart\n[ > player ] -> win\n", "r", false, false, true, false,
         NULL},
        {"[ > player ] -> win\n", "r", true, false, false, false, NULL},
        {"[ > player ] -> message A (b) C\n", "r", false, false, false, false, "A (b) C"},
        {"[ player ] -> again\n", "x", false, false, false, false, NULL},
        {"[ > player ] -> win again checkpoint sfx0\n", "r", true, false, false, false,
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct example ex = {"queue", "", cases[i].rules, "", "p..", "", ""};
        struct lw_ps_game *game = compile(&ex);
        struct lw_ps_engine *engine = start(game);
        struct lw_ps_turn turn = press_all(engine, cases[i].inputs);
        if (turn.won != cases[i].won || turn.cancelled != cases[i].cancelled ||
            turn.restarted != cases[i].restarted || turn.again != cases[i].again ||
            (turn.message == NULL) != (cases[i].message == NULL)) {
            fail_msg("queue of %s", cases[i].rules);
        }
        if (cases[i].message != NULL) {
            assert_string_equal(turn.message, cases[i].message);
        }
        lw_ps_engine_destroy(engine);
        lw_ps_game_destroy(game);
    }
}

/* Faults: errors and warnings that a part of the source gives. */
static void faults(void **state) {
    (void)state;
    static const struct {
        const char *prelude, *rules, *wins, *level;
        size_t n_errors, n_warnings;
        bool playable;
    } cases[] = {
        {"", PUSH, "", "p", 0, 0, true},
        {"nonsense 3\n", PUSH, "", "p", 1, 0, true},
        {"title a\ntitle b\n", PUSH, "", "p", 0, 1, true},
        {"noundo yes\n", PUSH, "", "p", 0, 1, true},
        {"", "late [ > player ] -> [ player ]\n", "", "p", 1, 0, true},
        {"", "[ player player ] -> [ player ]\n", "", "p", 2, 0, true},
        {"", "[ player wall ] -> [ player ]\n", "", "p", 1, 0, true},
        {"", "[ crate no crate ] -> [ crate ]\n", "", "p", 1, 1, true},
        {"", "[ crate no mover ] -> [ crate ]\n", "", "p", 0, 1, true},
        {"", "[ player ] [ crate ] -> [ player ]\n", "", "p", 0, 1, true},
        {"", "[ horizontal player ] -> [ vertical player ]\n", "", "p", 1, 0, false},
        {"", "[ player | crate ] -> [ player ]\n", "", "p", 1, 0, false},
        {"", "[ player ] -> [ colour ]\n", "", "p", 1, 0, true},
        {"", "[ player ] -> [ player message ]\n", "", "p", 0, 1, true},
        {"", PUSH, "all nobody on crate\n", "p", 2, 0, true},
        {"", PUSH, "", "p.\nz.", 2, 0, true},
        {"", PUSH, "", "p.\n.", 0, 1, true},
        {"", PUSH ")\n", "", "p", 0, 1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct example ex = {
            "", cases[i].prelude, cases[i].rules, cases[i].wins, cases[i].level, "", ""};
        char source[4096];
        size_t len = example_source(&ex, source, sizeof source);
        struct lw_ps_game *game = NULL;
        assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
        size_t n_errors = 0;
        for (size_t n = 0; n < game->n_notes; n++) {
            n_errors += game->notes[n].is_error;
            assert_true(game->notes[n].line < 1 || game->notes[n].column > 0);
        }
        if (n_errors != cases[i].n_errors ||
            game->n_notes - n_errors != cases[i].n_warnings ||
            game->playable != cases[i].playable) {
            print_message("case %zu: %zu errors, %zu warnings, playable %d\n", i,
                          n_errors, game->n_notes - n_errors, game->playable);
            for (size_t n = 0; n < game->n_notes; n++) {
                print_message("  line %d: %s\n", game->notes[n].line,
                              game->notes[n].text);
            }
            fail_msg("faults of\n%s%s%s%s", cases[i].prelude, cases[i].rules,
                     cases[i].wins, cases[i].level);
        }
        lw_ps_game_destroy(game);
    }
}

/* Whole files: aggregate and property players, background kinds, entries. */
static void whole_files(void **state) {
    (void)state;
    static const char source[] =
        "title Z\xc3\x9cge\nauthor A\nOBJECTS\n"
        "floor .\nblack\n\ngras ,\ngreen\n\nfr\xc3\xa4ulein\npink\n\nhat\nred\n"
        "LEGEND\nbackground = floor or gras\nplayer = Fr\xc3\x84ulein and hat\n"
        "p = fr\xc3\xa4ulein and hat and gras\nh = hat\nSOUNDS\nCOLLISIONLAYERS\n"
        "background\nfr\xc3\xa4ulein\nhat\nRULES\nWINCONDITIONS\nsome player on gras\n"
        "LEVELS\n\nmessage Hello (you)\n\np.h\n\nmessage Bye\n\n..\np.\n";
    struct lw_ps_game *game = NULL;
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), source, sizeof source - 1, &game, NULL), LW_OK);
    for (size_t n = 0; n < game->n_notes; n++) {
        print_message("line %d: %s\n", game->notes[n].line, game->notes[n].text);
    }
    assert_true(game->playable);
    assert_int_equal(game->n_entries, 4);
    assert_string_equal(game->entries[0].message, "Hello (you)");
    assert_true(game->player_all);
    /* A hat alone gets the background of the first cell that has one, and is no player.
     */
    uint32_t grass = object_named(game, "gras");
    assert_true(lw_ps_has(game->entries[1].cells + 2 * (size_t)game->obj_words, grass));
    struct lw_ps_engine *engine = NULL;
    assert_int_equal(lw_ps_engine_create(game, (struct lw_ps_engine_spec){3, 1, 0},
                                         lw_alloc_libc(), &engine, NULL),
                     LW_OK);
    (void)lw_ps_load(engine, game->entries[1].cells, "s", 1);
    uint32_t hat = object_named(game, "hat");
    struct lw_ps_turn turn = lw_ps_play(engine, LW_PS_PRESS_RIGHT);
    assert_true(turn.changed);
    assert_false(turn.won); /* the floor is no grass */
    assert_true(lw_ps_has(lw_ps_cell(engine, 1), hat));
    assert_true(lw_ps_has(lw_ps_cell(engine, 2), hat));
    turn = lw_ps_play(engine, LW_PS_PRESS_LEFT);
    assert_true(turn.won);
    lw_ps_engine_destroy(engine);
    lw_ps_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_examples), cmocka_unit_test(carriage_returns),
        cmocka_unit_test(other_blanks), cmocka_unit_test(randomness),
        cmocka_unit_test(queue),        cmocka_unit_test(faults),
        cmocka_unit_test(whole_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
