/* Level text in and out, every error with its place, and the canonical form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lazors_internal.h"

static const struct lw_game_kind *const kind = &lw_lazors_kind;

#define GRID "GRID START\no o\nx A\nGRID STOP\n"
#define REST "A 1\nL 0 1 1 1\nP 4 3\n"

/* Errors. */

static const struct bad_text bad_texts[] = {
    {"", 0, 1, "no grid"},
    {"# only a comment\n", 1, 1, "no grid"},
    {REST, 3, 1, "no grid"},
    {"GRID START\no o\n" REST, 3, 3, "unknown symbol"},
    {"GRID START\no o\no o\n", 3, 1, "no end"},
    {GRID GRID REST, 5, 6, "second grid"},
    {"GRID START\nGRID START\no\nGRID STOP\n" REST, 2, 6, "second grid"},
    {"GRID START\no o\nGRID END\n" REST, 3, 6, "GRID END"},
    {"GRID START\no o\nGRID\n" REST, 3, 5, "GRID alone"},
    {"GRID STOP\n" GRID REST, 1, 6, "without GRID START"},
    {"GRID START\nGRID STOP\n" REST, 2, 6, "no rows"},
    {"GRID START now\no\nGRID STOP\n" REST, 1, 12, "unexpected 'now'"},
    {"GRID START\no o o\no o\nGRID STOP\n" REST, 3, 4, "expected 3"},
    {"GRID START\no o\no o o\nGRID STOP\n" REST, 3, 5, "longer"},
    {"GRID START\no q\nGRID STOP\n" REST, 2, 3, "unknown symbol 'q'"},
    {"GRID START\no O\nGRID STOP\n" REST, 2, 3, "unknown symbol 'O'"},
    {"GRID START\noo\nGRID STOP\n" REST, 2, 1, "unknown symbol 'oo'"},
    {GRID "A\nL 0 1 1 1\nP 4 3\n", 5, 2, "count is missing"},
    {GRID "B x\nL 0 1 1 1\nP 4 3\n", 5, 3, "whole number"},
    {GRID "C -1\nL 0 1 1 1\nP 4 3\n", 5, 3, "0 or more"},
    {GRID "A 1 2\nL 0 1 1 1\nP 4 3\n", 5, 5, "unexpected '2'"},
    {GRID "A 99999999999\nL 0 1 1 1\nP 4 3\n", 5, 3, "whole number"},
    {GRID "A 1\nP 4 3\n", 6, 1, "no laser"},
    {GRID "A 1\nL 0 1 1 1\n", 6, 1, "no target"},
    {GRID "A 2\nB 1\nL 0 1 1 1\nP 4 3\n", 6, 1, "3 movable blocks but only 2"},
    {GRID "A 1\nA 2\nL 0 1 1 1\nP 4 3\n", 6, 1, "3 movable blocks but only 2"},
    {GRID "A 1\nL 5 1 1 1\nP 4 3\n", 6, 3, "0 to 4"},
    {GRID "A 1\nL 0 -1 1 1\nP 4 3\n", 6, 5, "0 to 4"},
    {GRID "A 1\nL 0 1 1 1\nP 4 5\n", 7, 5, "0 to 4"},
    {GRID "A 1\nL 0 1 1 1\nP 3 3\n", 7, 3, "in the middle"},
    {GRID "A 1\nL 2 2 1 1\nP 4 3\n", 6, 3, "at a corner"},
    {GRID "A 1\nL 0 1 2 1\nP 4 3\n", 6, 7, "vx is 2: expected 1 or -1"},
    {GRID "A 1\nL 0 1 1 0\nP 4 3\n", 6, 9, "vy is 0"},
    {GRID "A 1\nL 0 1 1\nP 4 3\n", 6, 8, "vy is missing"},
    {GRID "A 1\nL 0 1 1 1\nP 4\n", 7, 4, "y is missing"},
    {GRID "A 1\nL 0 1 1 1 1\nP 4 3\n", 6, 11, "unexpected '1'"},
    {GRID "A 1\nL 0 1.5 1 1\nP 4 3\n", 6, 5, "whole number"},
    {GRID "Z 1\n" REST, 5, 1, "no line begins with 'Z'"},
};

static void every_error_names_its_place(void **unused) {
    (void)unused;
    every_error_names_its_place_in(kind, bad_texts, sizeof bad_texts / sizeof *bad_texts);
}

static void a_grid_that_is_too_large_is_refused(void **unused) {
    (void)unused;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    for (int tall = 0; tall < 2; tall++) {
        struct game_fixture f;
        struct lw_error err = {0};
        lw_buffer_clear(&text);
        lw_buffer_puts(&text, "GRID START\n");
        for (int i = 0; i < LW_LAZORS_MAX_SIDE + 1; i++) {
            lw_buffer_puts(&text, tall ? "o\n" : "o ");
        }
        lw_buffer_puts(&text, "\nGRID STOP\n" REST);
        fixture_open(&f, kind, NULL);
        assert_int_equal(lw_game_read(f.game, NULL, text.data, text.len, &f.set, &err),
                         LW_BAD_INPUT);
        assert_int_equal(err.line, tall ? LW_LAZORS_MAX_SIDE + 2 : 2);
        fixture_close(&f);
    }
    lw_buffer_free(&text);
}

/* Liberal reading. */

static void white_space_order_and_comments_are_free(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "# the title\r\nP 4 3 # a target before the grid\r\nA 1\r\n\r\n"
                     "GRID   START\r\n  o\t\to \r\n\r\nx A\r\nGRID STOP\r\n"
                     "\tA   1\r\nL 0 1 +1 1");
    assert_int_equal(f.set.n_entries, 1);
    const struct lw_lazors_level *level = lw_lazors_level_of(f.set.entries[0].level);
    assert_string_equal(f.set.entries[0].title, "the title");
    assert_int_equal(level->width, 2);
    assert_int_equal(level->height, 2);
    assert_int_equal(level->stock[LW_LAZORS_MIRROR], 2);
    assert_int_equal(level->n_open, 2);
    assert_int_equal(level->cells[3], LW_LAZORS_MIRROR);
    fixture_close(&f);
}

static void a_bad_level_among_good_ones_is_a_message(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "--- one\n" GRID REST "--- two\n" GRID "A x\n"
                     "--- three\n" GRID REST);
    assert_int_equal(f.set.n_entries, 2);
    assert_string_equal(f.set.entries[1].title, "three");
    assert_int_equal(f.set.n_errors, 1);
    assert_int_equal(f.set.messages[0].line, 14);
    fixture_close(&f);
}

static void no_blocks_is_a_level_that_is_solved_or_not(void **unused) {
    (void)unused;
    static const char *const targets[] = {"P 1 2\n", "P 3 0\n"};
    for (unsigned i = 0; i < 2; i++) {
        struct game_fixture f;
        struct lw_solve_request request = {.count_up_to = 2};
        struct lw_solve_result result;
        char text[200];
        (void)snprintf(text, sizeof text,
                       "GRID START\no o\no o\nGRID STOP\nL 0 1 1 1\n%s", targets[i]);
        fixture_open(&f, kind, NULL);
        fixture_read(&f, text);
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(kind->solve->solve(f.set.entries[0].level, &request, &f.runtime,
                                            &result, NULL),
                         LW_OK);
        assert_int_equal(result.outcome,
                         i == 0 ? LW_OUTCOME_SOLVED : LW_OUTCOME_UNSOLVABLE);
        assert_int_equal(result.solution.len, 0);
        lw_solve_result_free(&result);
        fixture_close(&f);
    }
}

/* Properties. */

static struct lw_level *random_level(const struct lw_game *game, uint64_t index) {
    struct lw_rng rng = lw_rng_make(77, index);
    uint8_t cells[36];
    struct lw_lazors_laser lasers[4];
    struct lw_lazors_target targets[4];
    struct lw_lazors_parts parts = {.cells = cells, .lasers = lasers, .targets = targets};
    parts.width = 1 + lw_rng_below(&rng, 6);
    parts.height = 1 + lw_rng_below(&rng, 6);
    for (uint32_t i = 0; i < parts.width * parts.height; i++) {
        cells[i] = (uint8_t)(i == 0 || lw_rng_chance(&rng, 0.5) ? LW_LAZORS_OPEN
                                                                : lw_rng_below(&rng, 4));
    }
    parts.stock[1 + lw_rng_below(&rng, 3)] = 1;
    parts.n_lasers = parts.n_targets = 1 + lw_rng_below(&rng, 4);
    for (uint32_t i = 0; i < parts.n_lasers; i++) {
        for (int k = 0; k < 2; k++) {
            int16_t x = (int16_t)lw_rng_below(&rng, 2 * parts.width + 1);
            int16_t y = (int16_t)lw_rng_below(&rng, 2 * parts.height + 1);
            if ((x + y) % 2 == 0) {
                x = (int16_t)(x > 0 ? x - 1 : 1);
            }
            targets[i] = (struct lw_lazors_target){x, y};
            lasers[i] = (struct lw_lazors_laser){
                x, y, (int8_t)(lw_rng_chance(&rng, 0.5) ? 1 : -1),
                (int8_t)(lw_rng_chance(&rng, 0.5) ? 1 : -1)};
        }
    }
    struct lw_lazors_level *level = NULL;
    assert_int_equal(lw_lazors_level_create(game, &parts, &level, NULL), LW_OK);
    return &level->level;
}

static void check_same(const struct lw_level *one, const struct lw_level *other) {
    const struct lw_lazors_level *a = lw_lazors_level_of(one),
                                 *b = lw_lazors_level_of(other);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_memory_equal(a->cells, b->cells, (size_t)a->width * a->height);
    assert_memory_equal(a->stock, b->stock, sizeof a->stock);
    assert_int_equal(a->n_lasers, b->n_lasers);
    assert_memory_equal(a->lasers, b->lasers, a->n_lasers * sizeof *a->lasers);
    assert_int_equal(a->n_targets, b->n_targets);
    assert_memory_equal(a->targets, b->targets, a->n_targets * sizeof *a->targets);
}

/* The level turned a quarter to the right, or mirrored, with its lists reversed. */
static struct lw_level *turned(const struct lw_level *base, bool mirror) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    uint8_t cells[36];
    struct lw_lazors_laser lasers[4];
    struct lw_lazors_target targets[4];
    int w = (int)level->width, h = (int)level->height;
    struct lw_lazors_parts parts = {.width = (uint32_t)(mirror ? w : h),
                                    .height = (uint32_t)(mirror ? h : w),
                                    .cells = cells,
                                    .lasers = lasers,
                                    .n_lasers = level->n_lasers,
                                    .targets = targets,
                                    .n_targets = level->n_targets};
    memcpy(parts.stock, level->stock, sizeof parts.stock);
    for (int i = 0; i < w * h; i++) {
        int x = i % w, y = i / w;
        cells[mirror ? y * w + w - 1 - x : x * h + h - 1 - y] = level->cells[i];
    }
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        struct lw_lazors_laser in = level->lasers[level->n_lasers - 1 - i];
        struct lw_lazors_target at = level->targets[level->n_targets - 1 - i];
        lasers[i] = mirror ? (struct lw_lazors_laser){(int16_t)(2 * w - in.x), in.y,
                                                      (int8_t)-in.vx, in.vy}
                           : (struct lw_lazors_laser){(int16_t)(2 * h - in.y), in.x,
                                                      (int8_t)-in.vy, in.vx};
        targets[i] = mirror ? (struct lw_lazors_target){(int16_t)(2 * w - at.x), at.y}
                            : (struct lw_lazors_target){(int16_t)(2 * h - at.y), at.x};
    }
    struct lw_lazors_level *out = NULL;
    assert_int_equal(lw_lazors_level_create(level->level.game, &parts, &out, NULL),
                     LW_OK);
    return &out->level;
}

static const struct level_maker maker = {.kind = &lw_lazors_kind,
                                         .random_level = random_level,
                                         .check_same = check_same,
                                         .turned = turned,
                                         .moves = "A>A1"};

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
    /* One-cell boards may coincide. */
    symmetric_levels_are_the_same_in(&maker, 4);
}

static void the_placing_rule_is_part_of_the_puzzle(void **unused) {
    (void)unused;
    struct game_fixture all, atmost;
    struct lw_id128 a, b;
    fixture_open(&all, kind, "place=all");
    fixture_open(&atmost, kind, "place=atmost");
    fixture_read(&all, GRID REST);
    fixture_read(&atmost, GRID REST);
    assert_int_equal(kind->level->canonical(all.set.entries[0].level, &a, NULL), LW_OK);
    assert_int_equal(kind->level->canonical(atmost.set.entries[0].level, &b, NULL),
                     LW_OK);
    assert_false(lw_id128_equal(a, b));
    fixture_close(&all);
    fixture_close(&atmost);
}

/* The form in which convert and generate write any game's levels. */
static void json_may_hold_the_level_as_text(void **unused) {
    (void)unused;
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    fixture_read(&f, "{\"game\":\"lazors\",\"title\":\"t\",\"text\":\"GRID "
                     "START\\no\\nGRID STOP\\nL 0 1 1 1"
                     "\\nP 1 2\",\"solutions\":[{\"name\":\"\",\"moves\":\"A>A1\"}]}\n");
    assert_int_equal(f.set.n_entries, 1);
    assert_string_equal(f.set.entries[0].title, "t");
    assert_string_equal(f.set.entries[0].solutions->moves, "A>A1");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_names_its_place),
        cmocka_unit_test(a_grid_that_is_too_large_is_refused),
        cmocka_unit_test(white_space_order_and_comments_are_free),
        cmocka_unit_test(a_bad_level_among_good_ones_is_a_message),
        cmocka_unit_test(no_blocks_is_a_level_that_is_solved_or_not),
        cmocka_unit_test(printing_and_reading_are_inverse),
        cmocka_unit_test(json_may_hold_the_level_as_text),
        cmocka_unit_test(search_moves_are_moves),
        cmocka_unit_test(symmetric_levels_are_the_same_puzzle),
        cmocka_unit_test(the_placing_rule_is_part_of_the_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
