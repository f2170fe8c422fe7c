/* The player: shortest lengths against known ones and an independent search; analyser
 * against the table of the five games of Khalifa and Fayek. */
#include "analyse/analyse_internal.h"
#include "test_support.h"

static const char *const khalifa[5] = {"Sokoban", "LavaGame", "BlockFaker", "GemGame",
                                       "DestroyGame"};
/* Breadth-first on the reference engine, from the notes that come with the games. */
static const int shortest[5][8] = {{4, 21, 13, 19, 28, 30, 75, 33},
                                   {4, 9, 16, 42, 54, 49, 49, 42},
                                   {4, 10, 7, 18, 15, 24, 59, 28},
                                   {2, 6, 13, 16, 36, 36, 63, 46},
                                   {7, 16, 12, 25, 38, 38, 35, 40}};

static void solve(const struct lw_level *level, const char *engine, uint64_t nodes,
                  struct lw_solve_result *result) {
    const struct lw_solve_ops *ops = lw_puzzlescript_kind.solve;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = nodes}, .engine = engine};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(ops->solve(level, &request, &runtime, result, NULL), LW_OK);
    if (result->outcome == LW_OUTCOME_SOLVED) {
        assert_int_equal(ops->measure(level, lw_buffer_text(&result->solution),
                                      result->solution.len, NULL, NULL),
                         LW_OK);
    }
}

static void test_known_lengths(void **state) {
    (void)state;
    for (size_t g = 0; g < 5; g++) {
        struct fixture f;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt",
                       LW_SHARED, khalifa[g]);
        if (!fixture_open(&f, path)) {
            print_message("skipped: no ../shared\n");
            return;
        }
        assert_int_equal(f.set.n_entries, 8);
        for (size_t i = 0; i < 5; i++) {
            struct lw_solve_result result;
            solve(f.set.entries[i].level, NULL, 0, &result);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_true(result.optimal);
            assert_int_equal(result.solution.len, shortest[g][i]);
            lw_solve_result_free(&result);
            solve(f.set.entries[i].level, "best-first", 5001, &result);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_true((int)result.solution.len >= shortest[g][i]);
            lw_solve_result_free(&result);
        }
        fixture_close(&f);
    }
}

/* What best-first can do alone within 5,000 states, of the 40 hand-made levels. */
static void test_few_states(void **state) {
    (void)state;
    size_t n_solved = 0;
    for (size_t g = 0; g < 5; g++) {
        struct fixture f;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt",
                       LW_SHARED, khalifa[g]);
        if (!fixture_open(&f, path)) {
            print_message("skipped: no ../shared\n");
            return;
        }
        for (size_t i = 0; i < f.set.n_entries; i++) {
            struct lw_solve_result result;
            solve(f.set.entries[i].level, "best-first", 5001, &result);
            n_solved += result.outcome == LW_OUTCOME_SOLVED;
            lw_solve_result_free(&result);
        }
        fixture_close(&f);
    }
    assert_in_range(n_solved, 37, 40);
}

/* Another breadth-first search, by depth layers through the play operations only. */
static long plain_shortest(const struct lw_level *level, size_t *n_states) {
    const struct lw_play_ops *ops = lw_puzzlescript_kind.play;
    struct lw_play *play;
    struct lw_state_set seen;
    assert_int_equal(ops->open(level, lw_alloc_libc(), &play, NULL), LW_OK);
    lw_state_set_init(&seen, lw_alloc_libc(), play->state_bytes);
    uint8_t *from = malloc(play->state_bytes), *to = malloc(play->state_bytes);
    bool added;
    long depth = 0;
    ops->start(play, from);
    (void)lw_state_set_add(&seen, from, &added);
    uint32_t layer = 0, end = 1;
    bool won = false;
    while (!won && layer < end) {
        depth++;
        for (; layer < end && !won; layer++) {
            memcpy(from, lw_state_set_get(&seen, layer), play->state_bytes);
            for (lw_step_move move = 0; move < 5 && !won; move++) {
                won = ops->step(play, from, move, to) == LW_STEP_WON;
                (void)lw_state_set_add(&seen, to, &added);
            }
        }
        end = seen.n_states;
    }
    *n_states = seen.n_states;
    free(from);
    free(to);
    lw_state_set_free(&seen);
    ops->close(play);
    return won ? depth : -1;
}

static void test_engines_agree(void **state) {
    static const char *const files[] = {"push.txt", "melt.txt"};
    static const char *const engines[] = {
        "bfs", "best-first", "best-first-old", "best-first-new", "width", NULL};
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        struct fixture fixture;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/%s", LW_TEST_DATA, files[f]);
        assert_true(fixture_open(&fixture, path));
        for (size_t i = 0; i < fixture.set.n_entries; i++) {
            const struct lw_level *level = fixture.set.entries[i].level;
            size_t n_states;
            long length = plain_shortest(level, &n_states);
            for (size_t e = 0; e < 6; e++) {
                struct lw_solve_result result;
                solve(level, engines[e], 0, &result);
                assert_int_equal(result.outcome,
                                 length < 0 ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_SOLVED);
                if (length < 0) {
                    assert_int_equal(result.closed, n_states);
                } else if (engines[e] == NULL || e == 0) {
                    assert_true(result.optimal);
                    assert_int_equal(result.solution.len, length);
                } else {
                    assert_true((long)result.solution.len >= length);
                }
                lw_solve_result_free(&result);
            }
        }
        fixture_close(&fixture);
    }
}

static void test_budget(void **state) {
    (void)state;
    struct fixture f;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/melt.txt"));
    const struct lw_solve_ops *ops = lw_puzzlescript_kind.solve;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_result result;
    solve(f.set.entries[0].level, "bfs", 3, &result);
    assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
    assert_int_equal(result.stop, LW_STOP_NODES);
    assert_true(result.expanded <= 3);
    lw_solve_result_free(&result);
    lw_solve_result_init(&result, lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.memory_bytes = 20000}};
    assert_int_equal(
        ops->solve(f.set.entries[0].level, &request, &runtime, &result, NULL), LW_OK);
    assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
    assert_int_equal(result.stop, LW_STOP_MEMORY);
    assert_true(result.peak_bytes <= 20000);
    lw_solve_result_free(&result);
    lw_solve_result_init(&result, lw_alloc_libc());
    struct lw_error err;
    request = (struct lw_solve_request){.engine = "magic"};
    assert_int_equal(
        ops->solve(f.set.entries[0].level, &request, &runtime, &result, &err), LW_USAGE);
    assert_non_null(strstr(err.text, "best-first-old"));
    lw_solve_result_free(&result);
    fixture_close(&f);
}

static uint64_t next_millisecond(void *ctx) {
    uint64_t *now = ctx;
    return *now += 1000000;
}

/* In a game whose turns are slow the clock is looked at more often: here it says that
 * each look takes a millisecond, and may be looked at 20 times. */
static void test_time(void **state) {
    static const char *const engines[] = {"bfs", "best-first", "width", "portfolio"};
    (void)state;
    char source[8192] =
        "OBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\ncrate *\nred\n\n"
        "LEGEND\nSOUNDS\nCOLLISIONLAYERS\nbackground\nplayer, crate\nRULES\n"
        "[ > player | crate ] -> [ > player | > crate ]\nWINCONDITIONS\n"
        "no crate\nLEVELS\n\np*";
    size_t len = strlen(source);
    for (size_t row = 0; row < 60; row++) {
        for (size_t x = row == 0 ? 2 : 0; x < 60; x++) {
            source[len++] = '.';
        }
        source[len++] = '\n';
    }
    struct lw_ps_game *game = NULL;
    struct lw_ps_level *level = NULL;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), source, len, &game, NULL), LW_OK);
    const struct lw_ps_entry *entry = &game->entries[0];
    assert_int_equal(
        lw_ps_level_create(game, entry->width, entry->height, entry->cells, &level, NULL),
        LW_OK);
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        uint64_t now = 0;
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        struct lw_solve_request request = {.budget = {.time_ns = 20000000},
                                           .engine = engines[e]};
        struct lw_solve_result result;
        runtime.now_ns = next_millisecond;
        runtime.ctx = &now;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(lw_puzzlescript_kind.solve->solve(&level->base, &request,
                                                           &runtime, &result, NULL),
                         LW_OK);
        assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
        assert_int_equal(result.stop, LW_STOP_TIME);
        assert_in_range(result.expanded, 1, 20 * 256 / 4);
        lw_solve_result_free(&result);
    }
    lw_level_destroy(&level->base);
    lw_ps_game_destroy(game);
}

/* Following hint after hint wins in as many moves as the shortest solution has. */
static void test_hints_lead_home(void **state) {
    (void)state;
    struct fixture f;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/push.txt"));
    const struct lw_game_kind *kind = &lw_puzzlescript_kind;
    const struct lw_level *level = f.set.entries[0].level;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_play *play;
    size_t n_states;
    long length = plain_shortest(level, &n_states);
    assert_int_equal(kind->play->open(level, lw_alloc_libc(), &play, NULL), LW_OK);
    uint8_t now[256], next[256];
    assert_true(play->state_bytes <= sizeof now);
    kind->play->start(play, now);
    enum lw_step step = LW_STEP_CHANGED;
    for (; length > 0 && step != LW_STEP_WON; length--) {
        struct lw_advice advice;
        size_t used;
        lw_advice_init(&advice, lw_alloc_libc());
        assert_int_equal(kind->advice->hint(play, now, &runtime, NULL, &advice), LW_OK);
        assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
        step = kind->play->step_text(
            play, now, (struct lw_step_text){lw_buffer_text(&advice.move), 1}, &used,
            next, NULL);
        memcpy(now, next, play->state_bytes);
        lw_advice_free(&advice);
    }
    assert_int_equal(length, 0);
    assert_int_equal(step, LW_STEP_WON);
    kind->play->close(play);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_lengths), cmocka_unit_test(test_few_states),
        cmocka_unit_test(test_engines_agree), cmocka_unit_test(test_budget),
        cmocka_unit_test(test_time),          cmocka_unit_test(test_hints_lead_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
