/* Sessions on the null game: undo, redo, restart, replay, save. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/open.h"
#include "lw/session.h"

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_session *session;
};

static int setup(void **state) {
    static struct fixture f;
    struct lw_error err;
    const char text[] = "..@....F\n";
    assert_int_equal(
        lw_game_create(lw_game_kind_find("null"), lw_alloc_libc(), &f.game, &err), LW_OK);
    lw_collection_init(&f.set, lw_alloc_libc());
    assert_int_equal(lw_game_read(f.game, NULL, text, sizeof text - 1, &f.set, &err),
                     LW_OK);
    assert_int_equal(
        lw_session_create(f.set.entries[0].level, lw_alloc_libc(), &f.session, &err),
        LW_OK);
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    lw_session_destroy(f->session);
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
    return 0;
}

static int at(const struct fixture *f) {
    return *(const uint8_t *)lw_session_state(f->session);
}

static void undo_and_redo_walk_the_line(void **state) {
    struct fixture *f = *state;
    assert_int_equal(lw_session_replay(f->session, "rrl", 3, NULL), LW_OK);
    assert_int_equal(at(f), 3);
    assert_true(lw_session_undo(f->session));
    assert_int_equal(at(f), 4);
    assert_true(lw_session_redo(f->session));
    assert_int_equal(at(f), 3);
    assert_false(lw_session_redo(f->session));
    assert_true(lw_session_undo(f->session) && lw_session_undo(f->session) &&
                lw_session_undo(f->session));
    assert_false(lw_session_undo(f->session));
    assert_int_equal(at(f), 2);
}

static void a_way_can_be_forgotten(void **state) {
    struct fixture *f = *state;
    struct lw_meter meter;
    struct lw_error err;
    struct lw_budget budget = {.nodes = 100};
    lw_meter_start(&meter, NULL, &budget);
    assert_int_equal(lw_session_advance(f->session, "rrl", 3, &meter, &err), LW_OK);
    assert_int_equal(at(f), 3);
    assert_false(lw_session_undo(f->session));
    assert_false(lw_session_redo(f->session));
    /* The null game's state is a byte: it stops where the meter does. */
    char line[2000];
    for (size_t i = 0; i < sizeof line; i++) {
        line[i] = i % 2 == 0 ? 'r' : 'l';
    }
    assert_int_equal(lw_session_advance(f->session, line, sizeof line, &meter, &err),
                     LW_LIMIT);
    int here = at(f);
    assert_int_equal(lw_session_advance(f->session, line, sizeof line, NULL, &err),
                     LW_OK);
    assert_int_equal(at(f), here);
    assert_int_equal(lw_session_advance(f->session, "rx", 2, NULL, &err), LW_BAD_INPUT);
}

static void restart_can_be_undone(void **state) {
    struct fixture *f = *state;
    assert_int_equal(lw_session_replay(f->session, "rr", 2, NULL), LW_OK);
    assert_true(lw_session_restart(f->session));
    assert_false(lw_session_restart(f->session));
    assert_int_equal(lw_session_n_moves(f->session), 0);
    assert_true(lw_session_undo(f->session));
    assert_int_equal(at(f), 4);
    assert_int_equal(lw_session_n_moves(f->session), 2);
}

static void an_illegal_move_is_named_and_changes_nothing(void **state) {
    struct fixture *f = *state;
    struct lw_error err;
    assert_int_equal(lw_session_replay(f->session, "lll", 3, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "move 3"));
    assert_int_equal(at(f), 0);
    assert_int_equal(lw_session_n_moves(f->session), 2);
}

static void winning_is_noticed(void **state) {
    struct fixture *f = *state;
    assert_int_equal(lw_session_replay(f->session, "rrrr", 4, NULL), LW_OK);
    assert_false(lw_session_won(f->session));
    assert_int_equal(lw_session_replay(f->session, "r", 1, NULL), LW_OK);
    assert_true(lw_session_won(f->session));
}

static void random_play(struct lw_session *session, struct lw_rng *rng) {
    for (int i = 0; i < 60; i++) {
        uint32_t what = lw_rng_below(rng, 10);
        size_t used;
        if (what == 0) {
            (void)lw_session_restart(session);
        } else if (what < 3) {
            (void)lw_session_undo(session);
        } else if (what == 3) {
            (void)lw_session_redo(session);
        } else {
            (void)lw_session_move(session, what < 7 ? "l" : "r", 1, &used, NULL);
        }
    }
}

static void a_saved_game_loads_to_the_same_line(void **state) {
    struct fixture *f = *state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0);
        struct lw_session *other;
        struct lw_buffer saved, again;
        lw_buffer_init(&saved, lw_alloc_libc());
        lw_buffer_init(&again, lw_alloc_libc());
        random_play(f->session, &rng);
        lw_session_save(f->session, &saved);
        assert_int_equal(
            lw_session_create(f->set.entries[0].level, lw_alloc_libc(), &other, NULL),
            LW_OK);
        assert_int_equal(lw_session_load(other, saved.data, saved.len, NULL), LW_OK);
        lw_session_save(other, &again);
        assert_string_equal(lw_buffer_text(&again), lw_buffer_text(&saved));
        assert_int_equal(*(const uint8_t *)lw_session_state(other), at(f));
        while (lw_session_undo(other)) {
            assert_true(lw_session_undo(f->session));
            assert_int_equal(*(const uint8_t *)lw_session_state(other), at(f));
        }
        lw_session_destroy(other);
        lw_buffer_free(&again);
        lw_buffer_free(&saved);
    }
}

static void a_foreign_save_is_refused_and_changes_nothing(void **state) {
    struct fixture *f = *state;
    static const char *const bad[] = {"",           "lw2 0 |",  "lw1 |r",     "lw1 9 |rr",
                                      "lw1 1 |xyz", "lw1 0 ||", "lw1 3 |lll", "lw1 1 r"};
    assert_int_equal(lw_session_replay(f->session, "r", 1, NULL), LW_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_session_load(f->session, bad[i], strlen(bad[i]), NULL),
                         LW_BAD_INPUT);
        assert_int_equal(at(f), 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(undo_and_redo_walk_the_line, setup, teardown),
        cmocka_unit_test_setup_teardown(a_way_can_be_forgotten, setup, teardown),
        cmocka_unit_test_setup_teardown(restart_can_be_undone, setup, teardown),
        cmocka_unit_test_setup_teardown(an_illegal_move_is_named_and_changes_nothing,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(winning_is_noticed, setup, teardown),
        cmocka_unit_test_setup_teardown(a_saved_game_loads_to_the_same_line, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_foreign_save_is_refused_and_changes_nothing,
                                        setup, teardown),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
