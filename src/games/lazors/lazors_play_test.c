/* Playing by text and by pointer, the light's edge cases, hints, pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_fixture.h"
#include "lazors_internal.h"

static const struct lw_game_kind *const kind = &lw_lazors_kind;

#define LEVEL                                                                            \
    "GRID START\no o o\no o o\nx o o\nGRID STOP\nA 2\nL 3 6 1 -1\nP 0 3\nP 3 4\nP 2 3\n"

struct table {
    struct game_fixture f;
    struct lw_play *play;
    uint8_t state[64], next[64];
};

static void sit_down(struct table *t, const char *text, const char *rule) {
    fixture_open(&t->f, kind, rule);
    fixture_read(&t->f, text);
    assert_int_equal(
        kind->play->open(t->f.set.entries[0].level, lw_alloc_libc(), &t->play, NULL),
        LW_OK);
    assert_true(t->play->state_bytes <= sizeof t->state);
    kind->play->start(t->play, t->state);
}

static void stand_up(struct table *t) {
    kind->play->close(t->play);
    fixture_close(&t->f);
}

static enum lw_step say(struct table *t, const char *text) {
    struct lw_error err = {0};
    size_t used = 0;
    enum lw_step step = kind->play->step_text(t->play, t->state,
                                              (struct lw_step_text){text, strlen(text)},
                                              &used, t->next, &err);
    if (step == LW_STEP_ILLEGAL) {
        assert_true(err.text[0] != '\0');
    } else {
        assert_int_equal(used, strlen(text));
        memcpy(t->state, t->next, t->play->state_bytes);
    }
    return step;
}

static void blocks_go_between_tray_and_cells(void **unused) {
    (void)unused;
    struct table t;
    sit_down(&t, LEVEL, NULL);
    assert_int_equal(say(&t, "A>B2"), LW_STEP_CHANGED);
    assert_int_equal(say(&t, "A>B2"), LW_STEP_ILLEGAL); /* taken */
    assert_int_equal(say(&t, "B2>C1"), LW_STEP_CHANGED);
    assert_int_equal(say(&t, "B2>A1"), LW_STEP_ILLEGAL); /* nothing there */
    assert_int_equal(say(&t, "c1>c1"), LW_STEP_SAME);
    assert_int_equal(say(&t, " C1>a"), LW_STEP_CHANGED); /* back into the tray */
    assert_int_equal(say(&t, "B>A1"), LW_STEP_ILLEGAL);  /* no opaque block here */
    assert_int_equal(say(&t, "A>A3"), LW_STEP_ILLEGAL);  /* a closed cell */
    assert_int_equal(say(&t, "A>D1"), LW_STEP_ILLEGAL);
    assert_int_equal(say(&t, "A>A0"), LW_STEP_ILLEGAL);
    assert_int_equal(say(&t, "A>A"), LW_STEP_ILLEGAL);
    assert_int_equal(say(&t, "A"), LW_STEP_ILLEGAL);
    assert_int_equal(say(&t, ""), LW_STEP_ILLEGAL);
    assert_int_equal(say(&t, "A>A1"), LW_STEP_CHANGED);
    assert_int_equal(say(&t, "A>C3"), LW_STEP_WON);
    assert_int_equal(say(&t, "A>B1"), LW_STEP_ILLEGAL); /* the tray is empty */
    stand_up(&t);
}

/* One mirror is enough to light the target; the other one still has to be placed. */
static void all_blocks_must_be_placed_unless_told(void **unused) {
    (void)unused;
    static const char text[] = "GRID START\no o\no o\nGRID STOP\nA 1\nL 0 1 1 1\nP 1 2\n";
    struct table t;
    sit_down(&t, text, "place=all");
    assert_false(kind->play->won(t.play, t.state));
    assert_int_equal(say(&t, "A>B1"), LW_STEP_WON);
    stand_up(&t);
    sit_down(&t, text, "place=atmost");
    assert_true(kind->play->won(t.play, t.state));
    stand_up(&t);
}

static unsigned n_lit(const char *text) {
    struct table t;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    sit_down(&t, text, NULL);
    (void)lw_lazors_play_trace((struct lazors_play *)t.play, t.state, tray);
    unsigned n = ((struct lazors_play *)t.play)->trace.n_lit_targets;
    stand_up(&t);
    return n;
}

static void light_follows_the_rules(void **unused) {
    (void)unused;
    /* A target at the emitter counts once the beam leaves it. */
    assert_int_equal(n_lit("GRID START\nx x\nGRID STOP\nL 0 1 1 1\nP 0 1\n"), 1);
    assert_int_equal(n_lit("GRID START\nB x\nGRID STOP\nL 0 1 1 1\nP 0 1\n"), 0);
    /* A beam that leaves the board at once lights nothing. */
    assert_int_equal(n_lit("GRID START\nx x\nGRID STOP\nL 0 1 -1 1\nP 0 1\n"), 0);
    /* Squeezed between two mirrors: dark. */
    assert_int_equal(n_lit("GRID START\nA A\nGRID STOP\nL 2 1 1 1\nP 2 1\n"), 0);
    /* The side of a block is lit by the beam that arrives there. */
    assert_int_equal(n_lit("GRID START\nx x\nx B\nGRID STOP\nL 0 1 1 1\nP 2 3\n"), 1);
    /* A refracting block lets light through and reflects it. */
    assert_int_equal(n_lit("GRID START\nx x\nC x\nx x\nGRID STOP\nL 0 1 1 1\n"
                           "P 2 3\nP 2 1\n"),
                     2);
    /* Mirrors that send a beam round for ever. */
    assert_int_equal(n_lit("GRID START\nA A A\nA x A\nA A A\nGRID STOP\nL 2 3 1 1\n"
                           "P 2 3\nP 3 4\nP 4 3\nP 3 2\n"),
                     4);
}

static void crossings_and_reflections_are_counted_once(void **unused) {
    (void)unused;
    struct table t;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    /* Two beams cross at (2, 1); both end at the rim. */
    sit_down(&t, "GRID START\nx x\nGRID STOP\nL 1 0 1 1\nL 1 2 1 -1\nP 3 2\nP 3 0\n",
             NULL);
    (void)lw_lazors_play_trace((struct lazors_play *)t.play, t.state, tray);
    assert_int_equal(((struct lazors_play *)t.play)->trace.intersections, 1);
    assert_int_equal(((struct lazors_play *)t.play)->trace.reflections, 0);
    stand_up(&t);
    /* A mirror instead of the second cell: one reflection each, no crossing. */
    sit_down(&t, "GRID START\nx A\nGRID STOP\nL 1 0 1 1\nL 1 2 1 -1\nP 1 2\n", NULL);
    (void)lw_lazors_play_trace((struct lazors_play *)t.play, t.state, tray);
    assert_int_equal(((struct lazors_play *)t.play)->trace.intersections, 0);
    assert_int_equal(((struct lazors_play *)t.play)->trace.reflections, 2);
    stand_up(&t);
}

static void every_search_move_is_legal_and_reads_back(void **unused) {
    (void)unused;
    struct table t;
    struct lw_buffer text;
    lw_step_move moves[LW_MAX_MOVES];
    uint8_t other[64];
    lw_buffer_init(&text, lw_alloc_libc());
    sit_down(&t, LEVEL, NULL);
    struct lw_rng rng = lw_rng_make(5, 5);
    for (int round = 0; round < 200; round++) {
        size_t n = kind->play->moves(t.play, t.state, moves);
        assert_true(n > 0);
        for (size_t i = 0; i < n; i++) {
            size_t used;
            lw_buffer_clear(&text);
            kind->play->move_text(t.play, t.state, moves[i], &text);
            enum lw_step step = kind->play->step(t.play, t.state, moves[i], t.next);
            assert_true(step == LW_STEP_CHANGED || step == LW_STEP_WON);
            assert_int_equal(
                kind->play->step_text(t.play, t.state,
                                      (struct lw_step_text){text.data, text.len}, &used,
                                      other, NULL),
                step);
            assert_memory_equal(other, t.next, t.play->state_bytes);
        }
        (void)kind->play->step(t.play, t.state, moves[lw_rng_below(&rng, (uint32_t)n)],
                               t.next);
        memcpy(t.state, t.next, t.play->state_bytes);
    }
    lw_buffer_free(&text);
    stand_up(&t);
}

/* Following hints from any position wins, without going in circles. */
static void hints_lead_to_a_win(void **unused) {
    (void)unused;
    static const char *const starts[] = {"", "A>B2", "A>B2 A>B1", "A>C3 A>A2"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct table t;
        sit_down(&t, LEVEL, NULL);
        for (const char *at = starts[i]; *at != '\0';) {
            size_t used;
            assert_int_equal(kind->play->step_text(t.play, t.state,
                                                   (struct lw_step_text){at, strlen(at)},
                                                   &used, t.next, NULL),
                             LW_STEP_CHANGED);
            memcpy(t.state, t.next, t.play->state_bytes);
            at += used;
        }
        bool won = false;
        for (int n = 0; n < 6 && !won; n++) {
            struct lw_advice advice;
            lw_advice_init(&advice, lw_alloc_libc());
            assert_int_equal(
                kind->advice->hint(t.play, t.state, &t.f.runtime, NULL, &advice), LW_OK);
            assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
            assert_int_equal(advice.n_cells, 2);
            won = say(&t, lw_buffer_text(&advice.move)) == LW_STEP_WON;
            lw_advice_free(&advice);
        }
        assert_true(won);
        stand_up(&t);
    }
}

static void only_hopeless_levels_are_dead(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        LEVEL, "GRID START\no o\no o\nGRID STOP\nA 1\nL 0 1 -1 1\nP 3 2\n"};
    for (unsigned i = 0; i < 2; i++) {
        struct table t;
        struct lw_advice advice;
        sit_down(&t, texts[i], NULL);
        lw_advice_init(&advice, lw_alloc_libc());
        assert_int_equal(kind->advice->dead(t.play, t.state, &t.f.runtime, NULL, &advice),
                         LW_OK);
        assert_int_equal(advice.outcome,
                         i == 0 ? LW_OUTCOME_SOLVED : LW_OUTCOME_UNSOLVABLE);
        assert_true(advice.text[0] != '\0');
        lw_advice_free(&advice);
        stand_up(&t);
    }
}

static void dragging_makes_moves(void **unused) {
    (void)unused;
    struct table t;
    struct lw_buffer text;
    uint32_t width, height;
    lw_buffer_init(&text, lw_alloc_libc());
    sit_down(&t, LEVEL, NULL);
    kind->level->size(t.f.set.entries[0].level, &width, &height);
    assert_int_equal(width, 3);
    assert_int_equal(height, 3);
    /* Pointing goes by the drawn cells: three by three each, and the tray below. */
    lw_lazors_drawn_size(t.f.set.entries[0].level, &width, &height);
    assert_int_equal(width, 9);
    assert_int_equal(height, 12);
    const uint32_t tray = 10 * width + 1, b2 = 4 * width + 4, closed = 7 * width + 1;
    const uint32_t place[] = {tray, b2}, back[] = {b2, 5 * width, tray + 5};
    const uint32_t nowhere[] = {tray, closed}, empty[] = {b2, 1};
    assert_true(kind->play->pointer_text(t.play, t.state, place, 2, &text));
    assert_string_equal(lw_buffer_text(&text), "A>B2");
    assert_false(kind->play->pointer_text(t.play, t.state, nowhere, 2, &text));
    assert_false(kind->play->pointer_text(t.play, t.state, empty, 2, &text));
    assert_false(kind->play->pointer_text(t.play, t.state, place, 1, &text));
    assert_int_equal(say(&t, "A>B2"), LW_STEP_CHANGED);
    lw_buffer_clear(&text);
    assert_true(kind->play->pointer_text(t.play, t.state, back, 3, &text));
    assert_string_equal(lw_buffer_text(&text), "B2>A");
    lw_buffer_free(&text);
    stand_up(&t);
}

static const char *glyph(const struct lw_draw_list *list, uint32_t x, uint32_t y) {
    return list->glyphs[y * list->width + x].text;
}

static void the_picture_shows_light_and_targets(void **unused) {
    (void)unused;
    for (int theme = LW_THEME_LIGHT; theme <= LW_THEME_DARK; theme++) {
        struct table t;
        struct lw_draw_list list;
        sit_down(&t, LEVEL, NULL);
        lw_draw_init(&list, lw_alloc_libc(), (enum lw_theme)theme);
        kind->play->draw(t.play, NULL, &list);
        assert_false(list.failed);
        assert_int_equal(list.width, 9);
        assert_int_equal(list.height, 12);
        assert_string_equal(glyph(&list, 0, 4), "○"); /* P 0 3, unlit */
        assert_string_equal(glyph(&list, 4, 8), "↗"); /* L 3 6 1 -1 */
        assert_string_equal(glyph(&list, 5, 8), "╱");
        assert_string_equal(glyph(&list, 1, 7), "x");
        assert_string_equal(glyph(&list, 1, 10), "A");
        assert_string_equal(glyph(&list, 1, 11), "2");
        assert_int_equal(say(&t, "A>A1"), LW_STEP_CHANGED);
        assert_int_equal(say(&t, "A>C3"), LW_STEP_WON);
        kind->play->draw(t.play, t.state, &list);
        assert_string_equal(glyph(&list, 0, 4), "●");
        assert_string_equal(glyph(&list, 1, 1), "A");
        assert_string_equal(glyph(&list, 1, 11), "0");
        lw_draw_free(&list);
        stand_up(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_go_between_tray_and_cells),
        cmocka_unit_test(all_blocks_must_be_placed_unless_told),
        cmocka_unit_test(light_follows_the_rules),
        cmocka_unit_test(crossings_and_reflections_are_counted_once),
        cmocka_unit_test(every_search_move_is_legal_and_reads_back),
        cmocka_unit_test(hints_lead_to_a_win),
        cmocka_unit_test(only_hopeless_levels_are_dead),
        cmocka_unit_test(dragging_makes_moves),
        cmocka_unit_test(the_picture_shows_light_and_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
