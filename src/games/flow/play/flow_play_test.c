/* Drawing as a person does it, search moves, hints, pictures. */
#include "flow_fixture.h"

#include "play/play.h"

struct table {
    struct lw_game *game;
    struct lw_level *level;
    struct lw_play *play;
    uint8_t now[256], then[256];
    struct lw_error err;
};

static const struct lw_play_ops *ops(void) {
    return lw_flow_kind.play;
}

static void sit_down(struct table *table, bool strict, const char *rows) {
    *table = (struct table){.game = test_game(strict)};
    table->level = test_level(table->game, rows);
    assert_int_equal(ops()->open(table->level, lw_alloc_libc(), &table->play, NULL),
                     LW_OK);
    assert_true(table->play->state_bytes <= sizeof table->now);
    ops()->start(table->play, table->now);
}

static void stand_up(struct table *table) {
    ops()->close(table->play);
    lw_level_destroy(table->level);
    lw_game_destroy(table->game);
}

static enum lw_step move(struct table *table, const char *text) {
    size_t used;
    enum lw_step step = ops()->step_text(table->play, table->now,
                                         (struct lw_step_text){text, strlen(text)}, &used,
                                         table->then, &table->err);
    if (step != LW_STEP_ILLEGAL) {
        assert_int_equal(used, strlen(text));
        memcpy(table->now, table->then, table->play->state_bytes);
    }
    return step;
}

/* What is drawn, as letters, in reading order. */
static void expect(struct table *table, const char *rows) {
    const struct lw_flow_level *level = lw_flow_level_of(table->level);
    for (uint32_t i = 0; *rows != '\0'; rows++) {
        if (*rows == '/') {
            continue;
        }
        uint32_t k = lw_flow_colour_at(level, table->now, i);
        char c = table->now[i] == 0 ? '.' : level->letters[k];
        assert_int_equal(c, *rows);
        i++;
    }
}

static void test_drawing(void **unused) {
    (void)unused;
    struct table table;
    sit_down(&table, false, "A..A/..../B..B");
    assert_int_equal(move(&table, "A1rr"), LW_STEP_CHANGED);
    expect(&table, "AAA./..../....");
    /* Taking the tip up again. */
    assert_int_equal(move(&table, "C1d"), LW_STEP_CHANGED);
    expect(&table, "AAA./..A./....");
    /* Back over the path takes it back. */
    assert_int_equal(move(&table, "C2u"), LW_STEP_CHANGED);
    expect(&table, "AAA./..../....");
    /* Pressing inside cuts. */
    assert_int_equal(move(&table, "B1d"), LW_STEP_CHANGED);
    expect(&table, "AA../.A../....");
    /* Another colour cuts what it crosses. */
    assert_int_equal(move(&table, "A3urrrd"), LW_STEP_CHANGED);
    expect(&table, "AA../BBBB/B..B");
    /* From the other end: the colour begins anew. */
    assert_int_equal(move(&table, "D1l"), LW_STEP_CHANGED);
    expect(&table, "..AA/BBBB/B..B");
    /* A tap on an endpoint clears. */
    assert_int_equal(move(&table, "D3"), LW_STEP_CHANGED);
    expect(&table, "..AA/..../....");
    assert_int_equal(move(&table, "D3"), LW_STEP_SAME);
    stand_up(&table);
}

static void test_refusals(void **unused) {
    (void)unused;
    struct table table;
    sit_down(&table, false, "A.BA/B...");
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"B2r", "nothing is drawn"},  {"A1u", "board ends"},
        {"A1rr", "another colour"},   {"", "expected a square"},
        {"E1r", "expected a square"}, {"A9r", "square"},
        {"A1x", "expected one of"},   {"1A", "expected a square"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(move(&table, cases[i].text), LW_STEP_ILLEGAL);
        assert_non_null(strstr(table.err.text, cases[i].part));
    }
    assert_int_equal(move(&table, "A1rdrru"), LW_STEP_CHANGED);
    assert_int_equal(move(&table, "A1rdrrud"), LW_STEP_CHANGED);
    assert_int_equal(move(&table, "A1rdrrul"), LW_STEP_ILLEGAL);
    assert_non_null(strstr(table.err.text, "complete"));
    stand_up(&table);
}

static void test_equal_drawings_are_equal_states(void **unused) {
    (void)unused;
    struct table table;
    uint8_t first[256];
    sit_down(&table, false, "A..A/B..B");
    assert_int_equal(move(&table, "A1rrr"), LW_STEP_CHANGED);
    memcpy(first, table.now, 8);
    ops()->start(table.play, table.now);
    assert_int_equal(move(&table, "D1lll"), LW_STEP_CHANGED);
    assert_memory_equal(first, table.now, 8);
    assert_int_equal(move(&table, "D2lll"), LW_STEP_WON);
    assert_true(ops()->won(table.play, table.now));
    stand_up(&table);
}

static void test_holes_and_touching(void **unused) {
    (void)unused;
    struct table table;
    sit_down(&table, false, "AA/..");
    assert_int_equal(move(&table, "A1r"), LW_STEP_CHANGED);
    assert_int_equal(move(&table, "A1dru"), LW_STEP_WON);
    stand_up(&table);
    sit_down(&table, true, "AA/..");
    assert_int_equal(move(&table, "A1dru"), LW_STEP_CHANGED);
    assert_false(ops()->won(table.play, table.now));
    stand_up(&table);
}

static void test_pointer(void **unused) {
    (void)unused;
    struct table table;
    struct lw_buffer text;
    sit_down(&table, false, "A..A/..../B..B");
    lw_buffer_init(&text, lw_alloc_libc());
    /* A jump is filled in; the endpoint of the other colour stops the finger. */
    const uint32_t cells[] = {0, 5, 7, 11, 3};
    assert_true(ops()->pointer_text(table.play, table.now, cells, 5, &text));
    assert_string_equal(lw_buffer_text(&text), "A1rdrru");
    assert_int_equal(move(&table, lw_buffer_text(&text)), LW_STEP_CHANGED);
    const uint32_t nowhere[] = {4, 5};
    assert_false(ops()->pointer_text(table.play, table.now, nowhere, 2, &text));
    lw_buffer_free(&text);
    stand_up(&table);
}

/* Depth-first over the search moves meets exactly the solutions, each once. */
static uint32_t count_wins(struct table *table, const uint8_t *state) {
    lw_step_move moves[LW_MAX_MOVES];
    uint8_t next[16], by_text[16];
    uint32_t wins = 0;
    size_t n = ops()->moves(table->play, state, moves);
    for (size_t i = 0; i < n; i++) {
        enum lw_step step = ops()->step(table->play, state, moves[i], next);
        assert_true(step == LW_STEP_CHANGED || step == LW_STEP_WON);
        struct lw_buffer text;
        size_t used;
        lw_buffer_init(&text, lw_alloc_libc());
        ops()->move_text(table->play, state, moves[i], &text);
        assert_int_equal(
            ops()->step_text(table->play, state,
                             (struct lw_step_text){lw_buffer_text(&text), text.len},
                             &used, by_text, NULL),
            step);
        assert_memory_equal(next, by_text, table->play->state_bytes);
        lw_buffer_free(&text);
        wins += step == LW_STEP_WON ? 1 : count_wins(table, next);
    }
    return wins;
}

static void test_search_moves(void **unused) {
    (void)unused;
    static const struct {
        const char *rows;
        uint32_t wins;
    } cases[] = {{"A.B/A.B", 2}, {"A..A/....", 1}, {"A./.A", 0}, {"AABB/CCDD", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table;
        sit_down(&table, false, cases[i].rows);
        assert_int_equal(count_wins(&table, table.now), cases[i].wins);
        stand_up(&table);
    }
}

/* Random gestures keep the state sound and never crash. */
static void test_random_gestures(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(11, 0);
    struct table table;
    sit_down(&table, false, "A.B.C/..D../AB..C/..D../.....");
    const struct lw_flow_level *level = lw_flow_level_of(table.level);
    for (uint32_t n = 0; n < 3000; n++) {
        char text[32];
        int at = snprintf(text, sizeof text, "%c%u", (char)('A' + lw_rng_below(&rng, 5)),
                          lw_rng_below(&rng, 5) + 1);
        for (uint32_t i = lw_rng_below(&rng, 8); i > 0; i--) {
            text[at++] = "urdl"[lw_rng_below(&rng, 4)];
        }
        text[at] = '\0';
        (void)move(&table, text);
        uint32_t on_paths = 0, drawn = 0;
        for (uint32_t k = 0; k < level->n_colours; k++) {
            uint32_t cell = lw_flow_path_start(level, table.now, k), next, dir;
            if (cell == 25) {
                continue;
            }
            on_paths++;
            while (lw_flow_path_next(level, table.now, cell, &next, &dir)) {
                cell = next;
                on_paths++;
                assert_int_equal(lw_flow_colour_at(level, table.now, cell), k);
            }
        }
        for (uint32_t i = 0; i < 25; i++) {
            drawn += table.now[i] != 0;
        }
        assert_int_equal(drawn, on_paths);
    }
    stand_up(&table);
}

static void advise(struct table *table, bool dead, struct lw_advice *advice) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {0};
    lw_advice_init(advice, lw_alloc_libc());
    assert_int_equal((dead ? lw_flow_kind.advice->dead : lw_flow_kind.advice->hint)(
                         table->play, table->now, &runtime, &budget, advice),
                     LW_OK);
}

static void test_hints_lead_to_the_win(void **unused) {
    (void)unused;
    struct table table;
    struct lw_advice advice;
    sit_down(&table, false, "R.BY./..R../..B../...../Y....");
    assert_int_equal(move(&table, "A1rd"), LW_STEP_CHANGED);
    advise(&table, true, &advice);
    assert_int_equal(advice.outcome, LW_OUTCOME_UNSOLVABLE);
    assert_int_equal(advice.n_cells, 3);
    lw_advice_free(&advice);
    enum lw_step step = LW_STEP_CHANGED;
    for (int i = 0; i < 4 && step != LW_STEP_WON; i++) {
        advise(&table, false, &advice);
        assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
        step = move(&table, lw_buffer_text(&advice.move));
        lw_advice_free(&advice);
        advise(&table, true, &advice);
        assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
        lw_advice_free(&advice);
    }
    assert_int_equal(step, LW_STEP_WON);
    advise(&table, false, &advice);
    assert_int_equal(advice.move.len, 0);
    lw_advice_free(&advice);
    stand_up(&table);
    sit_down(&table, false, "A./.A");
    advise(&table, false, &advice);
    assert_int_equal(advice.outcome, LW_OUTCOME_UNSOLVABLE);
    lw_advice_free(&advice);
    stand_up(&table);
}

static void test_picture(void **unused) {
    (void)unused;
    struct table table;
    sit_down(&table, false, "A..A/B..B");
    assert_int_equal(move(&table, "A1rd"), LW_STEP_CHANGED);
    for (int theme = 0; theme < 2; theme++) {
        struct lw_draw_list list;
        lw_draw_init(&list, lw_alloc_libc(), (enum lw_theme)theme);
        ops()->draw(table.play, table.now, &list);
        assert_false(list.failed);
        assert_int_equal(list.width, 4);
        assert_string_equal(list.glyphs[0].text, "A");
        assert_string_equal(list.glyphs[1].text, "┓");
        assert_string_equal(list.glyphs[5].text, "╹");
        assert_string_equal(list.glyphs[7].text, "B");
        ops()->draw(table.play, NULL, &list);
        assert_string_equal(list.glyphs[1].text, "·");
        lw_draw_free(&list);
    }
    stand_up(&table);
}

/* Shapes that write this letter, and the last of them. */
/* 31 pairs of neighbours: no two have the same colour, whatever their letters. */
static void test_colours_do_not_repeat(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    for (int theme = 0; theme < 2; theme++) {
        struct lw_level *level =
            test_level(game, "RRBBYYGGOOCCMMmmPPAAWW/ggTTbbccppDDEEFFHHIIJJ/"
                             "KKLLNNQQSSUUVVXXZZaa..");
        struct lw_play *play;
        struct lw_draw_list list;
        lw_rgba fills[100];
        size_t n = 0;
        assert_int_equal(ops()->open(level, lw_alloc_libc(), &play, NULL), LW_OK);
        uint8_t *state = calloc(1, play->state_bytes);
        ops()->start(play, state);
        lw_draw_init(&list, lw_alloc_libc(), theme == 0 ? LW_THEME_LIGHT : LW_THEME_DARK);
        ops()->draw(play, state, &list);
        for (size_t i = 0; i < list.n_shapes; i++) {
            const struct lw_shape *shape = &list.shapes[i];
            bool seen =
                shape->kind != LW_SHAPE_CIRCLE || shape->w < 0.35F || shape->w > 0.37F;
            for (size_t k = 0; k < n && !seen; k++) {
                seen = fills[k] == shape->fill;
            }
            if (!seen) {
                fills[n++] = shape->fill;
                /* 3 to 1 on the ground; on light ground an edge sees to that. */
                assert_true(theme == 0 || lw_draw_luminance(shape->fill) + 500 >=
                                              3 * (lw_draw_luminance(0x1b1d22ff) + 500));
            }
        }
        assert_int_equal(n, 32);
        lw_draw_free(&list);
        free(state);
        ops()->close(play);
        lw_level_destroy(level);
    }
    lw_game_destroy(game);
}

static size_t count_letters(const struct lw_draw_list *list, const char *letter,
                            size_t *last) {
    size_t n = 0;
    for (size_t i = 0; i < list->n_shapes; i++) {
        if (list->shapes[i].kind == LW_SHAPE_TEXT &&
            strcmp(list->shapes[i].text, letter) == 0) {
            n++;
            *last = i;
        }
    }
    return n;
}

/* A long path says whose it is without its colour: squares 4 and 7 of eight. */
static void test_paths_carry_letters(void **unused) {
    (void)unused;
    struct table table;
    struct lw_draw_list list;
    size_t last = 0;
    sit_down(&table, false, "A......A/B......B");
    assert_int_equal(move(&table, "A1rrrrrrr"), LW_STEP_CHANGED);
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    ops()->draw(table.play, table.now, &list);
    assert_int_equal(count_letters(&list, "A", &last), 4);
    assert_int_equal(count_letters(&list, "B", &last), 2);
    size_t first_ring = 0;
    while (list.shapes[first_ring].kind != LW_SHAPE_CIRCLE) {
        first_ring++;
    }
    size_t on_path = 0;
    for (size_t i = 0; i < first_ring; i++) {
        const struct lw_shape *shape = &list.shapes[i];
        if (shape->kind == LW_SHAPE_TEXT) {
            /* Nothing of the path is painted over it. */
            assert_int_equal(list.shapes[i + 1].kind == LW_SHAPE_LINE, 0);
            assert_true(shape->x == (on_path == 0 ? 3.5F : 6.5F) && shape->y == 0.5F);
            on_path++;
        }
    }
    assert_int_equal(on_path, 2);
    lw_draw_free(&list);
    stand_up(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colours_do_not_repeat),
        cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_paths_carry_letters),
        cmocka_unit_test(test_equal_drawings_are_equal_states),
        cmocka_unit_test(test_holes_and_touching),
        cmocka_unit_test(test_pointer),
        cmocka_unit_test(test_search_moves),
        cmocka_unit_test(test_random_gestures),
        cmocka_unit_test(test_hints_lead_to_the_win),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
