/* Level text in and out, every error with its place, the canonical form, play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lw/move.h"

static const struct lw_game_kind *const kind = &lw_move_kind;

static const struct bad_text bad_texts[] = {
    {"", 0, 1, "no level"},
    {"; nothing but this\n\n", 2, 1, "no level"},
    {"A. .a\n..\n", 2, 3, "expected 2"},
    {"A. .a\n.. .. ..\n", 2, 7, "expected 2"},
    {"; t\n\nA. .a\n.. x.\n", 4, 4, "'x' cannot begin a square"},
    {"A. .a\n.. .#\n", 2, 5, "'#' cannot end a square"},
    {"A. .a\n#. ..\n", 2, 1, "'#' cannot begin a square"},
    {"A. .A\n", 1, 5, "'A' cannot end a square"},
    {"A. .a\n.. a.\n", 2, 4, "'a' cannot begin a square"},
    {"A. .a .\n", 1, 8, "1 character"},
    {"A. .a ...\n", 1, 9, "3 characters"},
    {".. .. ##\n", 1, 1, "no ball"},
    {".. .a\n", 1, 1, "no ball"},
    {"; t\nA. .a\nB. ..\n", 2, 1, "1 balls B but 0 goals b"},
    {"A. .a\nA. ..\n", 1, 1, "2 balls A but 1 goals a"},
    {"A. .a\n.. .b\n", 1, 1, "0 balls B but 1 goals b"},
    {"A. \x01.\n", 1, 4, "'?' cannot begin"},
};

static void every_error_names_its_place(void **unused) {
    (void)unused;
    every_error_names_its_place_in(kind, bad_texts, sizeof bad_texts / sizeof *bad_texts);
}

static void a_board_that_is_too_large_is_refused(void **unused) {
    (void)unused;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    for (int tall = 0; tall < 2; tall++) {
        struct game_fixture f;
        struct lw_error err = {0};
        lw_buffer_clear(&text);
        for (int i = 0; i <= LW_MOVE_MAX_SIDE; i++) {
            lw_buffer_puts(&text, tall ? "Aa\n" : "Aa ");
        }
        fixture_open(&f, kind, NULL);
        assert_int_equal(lw_game_read(f.game, NULL, text.data, text.len, &f.set, &err),
                         LW_BAD_INPUT);
        assert_int_equal(err.line, tall ? LW_MOVE_MAX_SIDE + 1 : 1);
        fixture_close(&f);
    }
    lw_buffer_free(&text);
}

static void reading_is_liberal_about_white_space(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "\r\n; first\r\n  A.\t .a \r\n; solution: R\r\n##  ..\r\n\r\n\r\n"
                     "; second\r\n; a remark\r\nBb");
    assert_int_equal(f.set.n_entries, 2);
    assert_int_equal(f.set.n_errors, 0);
    assert_string_equal(f.set.entries[0].title, "first");
    assert_string_equal(f.set.entries[0].solutions->moves, "R");
    assert_string_equal(f.set.entries[1].title, "second");
    assert_string_equal(lw_note_find(f.set.entries[1].notes, "comment"), "a remark");
    assert_int_equal(lw_move_level_of(f.set.entries[0].level)->n_rocks, 1);
    fixture_close(&f);
}

static void a_bad_level_among_good_ones_is_a_message(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "A. .a\n\nA. ?a\n.. ..\n\nB. .b\n");
    assert_int_equal(f.set.n_entries, 2);
    assert_int_equal(f.set.n_errors, 1);
    assert_int_equal(f.set.messages[0].line, 3);
    assert_int_equal(f.set.messages[0].column, 4);
    fixture_close(&f);
}

/* Properties. */

static struct lw_level *random_level(const struct lw_game *game, uint64_t index) {
    struct lw_rng rng = lw_rng_make(78, index);
    struct lw_move_square squares[36] = {{0}};
    uint32_t width = 2 + lw_rng_below(&rng, 5), height = 1 + lw_rng_below(&rng, 6);
    uint32_t n = width * height, n_balls = 1 + lw_rng_below(&rng, n / 2);
    for (uint32_t i = 0; i < n_balls; i++) {
        uint8_t colour = (uint8_t)(1 + lw_rng_below(&rng, LW_MOVE_MAX_COLOURS));
        squares[i].ball = colour;
        squares[n - 1 - i].goal = colour;
    }
    /* Goals stay apart from balls of the first half; rocks anywhere free. */
    for (uint32_t i = n_balls; i + n_balls < n; i++) {
        squares[i].rock = lw_rng_chance(&rng, 0.3);
    }
    struct lw_move_level *level = NULL;
    assert_int_equal(lw_move_level_create(game, width, height, squares, &level, NULL),
                     LW_OK);
    return &level->level;
}

static void check_same(const struct lw_level *one, const struct lw_level *other) {
    const struct lw_move_level *a = lw_move_level_of(one), *b = lw_move_level_of(other);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_memory_equal(a->squares, b->squares,
                        (size_t)a->width * a->height * sizeof *a->squares);
}

/* Turned a quarter or mirrored, with the colours counted from the other end. */
static struct lw_level *turned(const struct lw_level *base, bool mirror) {
    const struct lw_move_level *level = lw_move_level_of(base);
    struct lw_move_square squares[36];
    uint32_t w = level->width, h = level->height;
    for (uint32_t i = 0; i < w * h; i++) {
        uint32_t x = i % w, y = i / w;
        struct lw_move_square square = level->squares[i];
        square.ball = (uint8_t)(square.ball ? LW_MOVE_MAX_COLOURS + 1 - square.ball : 0);
        square.goal = (uint8_t)(square.goal ? LW_MOVE_MAX_COLOURS + 1 - square.goal : 0);
        squares[mirror ? y * w + w - 1 - x : x * h + h - 1 - y] = square;
    }
    struct lw_move_level *out = NULL;
    assert_int_equal(lw_move_level_create(level->level.game, mirror ? w : h,
                                          mirror ? h : w, squares, &out, NULL),
                     LW_OK);
    return &out->level;
}

static const struct level_maker maker = {.kind = &lw_move_kind,
                                         .random_level = random_level,
                                         .check_same = check_same,
                                         .turned = turned,
                                         .moves = "LURD"};

static void printing_and_reading_are_inverse(void **unused) {
    (void)unused;
    printing_and_reading_are_inverse_in(&maker);
}

static void search_moves_are_moves(void **unused) {
    (void)unused;
    search_moves_are_moves_in(&maker);
}

static void symmetric_levels_are_the_same_puzzle(void **unused) {
    (void)unused;
    /* Small boards that differ in their colours alone coincide. */
    symmetric_levels_are_the_same_in(&maker, 18);
}

/* Play. */

/* Plays the moves and gives the board as terminal glyphs, row after row. */
static void board_after(const char *text, const char *rule, const char *moves,
                        char *out) {
    struct game_fixture f;
    struct lw_play *play;
    struct lw_draw_list list;
    uint8_t state[64], next[64];
    fixture_open(&f, kind, rule);
    fixture_read(&f, text);
    assert_int_equal(
        kind->play->open(f.set.entries[0].level, lw_alloc_libc(), &play, NULL), LW_OK);
    kind->play->start(play, state);
    for (size_t len = strlen(moves), used; len > 0; moves += used, len -= used) {
        assert_int_not_equal(kind->play->step_text(play, state,
                                                   (struct lw_step_text){moves, len},
                                                   &used, next, NULL),
                             LW_STEP_ILLEGAL);
        memcpy(state, next, play->state_bytes);
    }
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    kind->play->draw(play, state, &list);
    *out = '\0';
    for (size_t i = 0; i < (size_t)list.width * list.height; i++) {
        strcat(out, strcmp(list.glyphs[i].text, "·") == 0 ? "." : list.glyphs[i].text);
    }
    lw_draw_free(&list);
    kind->play->close(play);
    fixture_close(&f);
}

static void rows_of_balls_move_or_stay_as_a_whole(void **unused) {
    (void)unused;
    static const char row[] = "A. B. .. .. .a .b";
    char board[64];
    board_after(row, "collide=train", "R", board);
    assert_string_equal(board, ".AB.ab");
    board_after(row, "collide=static", "R", board);
    assert_string_equal(board, "A.B.ab");
    /* Blocked at the edge, the whole row stays. */
    board_after(row, "collide=train", "L", board);
    assert_string_equal(board, "AB..ab");
    board_after("A. B. ## C. .a .b .c", "collide=train", "R", board);
    assert_string_equal(board, "AB#.Cbc");
    /* Over goals of any colour, and a move that changes nothing is ignored. */
    board_after("A. .b .a B.", "collide=train", "rUr", board);
    assert_string_equal(board, ".bAB");
}

static void winning_is_told_after_each_move(void **unused) {
    (void)unused;
    struct game_fixture f;
    struct lw_play *play;
    uint8_t state[8], next[8];
    size_t used;
    struct lw_error err = {0};
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "A. .. .a\n");
    assert_int_equal(
        kind->play->open(f.set.entries[0].level, lw_alloc_libc(), &play, NULL), LW_OK);
    kind->play->start(play, state);
    assert_int_equal(kind->play->step_text(play, state, (struct lw_step_text){"L", 1},
                                           &used, next, &err),
                     LW_STEP_SAME);
    assert_int_equal(kind->play->step_text(play, state, (struct lw_step_text){"x", 1},
                                           &used, next, &err),
                     LW_STEP_ILLEGAL);
    assert_int_equal(kind->play->step_text(play, state, (struct lw_step_text){"R", 1},
                                           &used, next, &err),
                     LW_STEP_CHANGED);
    assert_int_equal(kind->play->step_text(play, next, (struct lw_step_text){" r", 2},
                                           &used, state, &err),
                     LW_STEP_WON);
    assert_int_equal(used, 2);
    kind->play->close(play);
    fixture_close(&f);
}

static void hints_count_down_and_dead_positions_are_told(void **unused) {
    (void)unused;
    struct game_fixture f;
    struct lw_play *play;
    struct lw_advice advice;
    uint8_t state[8];
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "A. .. .a\n\nA. .b B. .a\n");
    assert_int_equal(
        kind->play->open(f.set.entries[0].level, lw_alloc_libc(), &play, NULL), LW_OK);
    kind->play->start(play, state);
    lw_advice_init(&advice, lw_alloc_libc());
    assert_int_equal(kind->advice->hint(play, state, &f.runtime, NULL, &advice), LW_OK);
    assert_string_equal(lw_buffer_text(&advice.move), "R");
    assert_non_null(strstr(advice.text, "2 moves"));
    lw_advice_free(&advice);
    kind->play->close(play);
    /* In one row balls cannot change places. */
    assert_int_equal(
        kind->play->open(f.set.entries[1].level, lw_alloc_libc(), &play, NULL), LW_OK);
    kind->play->start(play, state);
    lw_advice_init(&advice, lw_alloc_libc());
    assert_int_equal(kind->advice->dead(play, state, &f.runtime, NULL, &advice), LW_OK);
    assert_int_equal(advice.outcome, LW_OUTCOME_UNSOLVABLE);
    lw_advice_free(&advice);
    kind->play->close(play);
    fixture_close(&f);
}

static void a_swipe_is_a_move(void **unused) {
    (void)unused;
    static const struct {
        uint32_t from, to;
        const char *move;
    } swipes[] = {{0, 2, "R"}, {5, 3, "L"}, {1, 7, "D"}, {7, 1, "U"}, {0, 4, NULL}};
    struct game_fixture f;
    struct lw_play *play;
    uint8_t state[8];
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "A. .. .a\n.. .. ..\n.. .. ..\n");
    assert_int_equal(
        kind->play->open(f.set.entries[0].level, lw_alloc_libc(), &play, NULL), LW_OK);
    kind->play->start(play, state);
    for (size_t i = 0; i < sizeof swipes / sizeof *swipes; i++) {
        struct lw_buffer text;
        const uint32_t cells[] = {swipes[i].from, swipes[i].to};
        lw_buffer_init(&text, lw_alloc_libc());
        assert_int_equal(kind->play->pointer_text(play, state, cells, 2, &text),
                         swipes[i].move != NULL);
        assert_string_equal(lw_buffer_text(&text),
                            swipes[i].move != NULL ? swipes[i].move : "");
        lw_buffer_free(&text);
    }
    kind->play->close(play);
    fixture_close(&f);
}

/* The form in which convert and generate write any game's levels. */
static void json_may_hold_the_level_as_text(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "{\"game\":\"move\",\"title\":\"t\",\"text\":\"; own\\nA. "
                     ".a\",\"solutions\":[{\"moves\":\"R\"}]}\n");
    assert_int_equal(f.set.n_entries, 1);
    assert_string_equal(f.set.entries[0].title, "t");
    assert_string_equal(f.set.entries[0].solutions->moves, "R");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_names_its_place),
        cmocka_unit_test(a_board_that_is_too_large_is_refused),
        cmocka_unit_test(reading_is_liberal_about_white_space),
        cmocka_unit_test(a_bad_level_among_good_ones_is_a_message),
        cmocka_unit_test(printing_and_reading_are_inverse),
        cmocka_unit_test(json_may_hold_the_level_as_text),
        cmocka_unit_test(search_moves_are_moves),
        cmocka_unit_test(symmetric_levels_are_the_same_puzzle),
        cmocka_unit_test(rows_of_balls_move_or_stay_as_a_whole),
        cmocka_unit_test(winning_is_told_after_each_move),
        cmocka_unit_test(hints_count_down_and_dead_positions_are_told),
        cmocka_unit_test(a_swipe_is_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
