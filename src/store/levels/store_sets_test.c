/* Level sets chosen from packs, and Taylor's tables over a log that was counted by hand;
 * on both databases. */
#include "lw/base/rng.h"
#include "store_test_support.h"

#define SIDE 12

/* A walled room with boxes and goals strewn over it; most can be solved. */
static void add_room(struct lw_rng *rng, struct lw_buffer *out) {
    unsigned width = 5 + lw_rng_below(rng, SIDE - 5);
    unsigned height = 5 + lw_rng_below(rng, SIDE - 5);
    unsigned boxes = 1 + lw_rng_below(rng, 3);
    char cells[SIDE][SIDE];
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            bool wall = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            cells[y][x] = wall ? '#' : ' ';
        }
    }
    for (unsigned i = 0; i < 2 * boxes + 1; i++) {
        char what = i == 0 ? '@' : i <= boxes ? '$' : '.';
        unsigned x;
        unsigned y;
        do {
            x = 1 + lw_rng_below(rng, width - 2);
            y = 1 + lw_rng_below(rng, height - 2);
        } while (cells[y][x] != ' ');
        cells[y][x] = what;
    }
    lw_buffer_puts(out, "{\"game\":\"sokoban\",\"text\":\"");
    for (unsigned y = 0; y < height; y++) {
        lw_buffer_printf(out, "%.*s\\n", (int)width, cells[y]);
    }
    lw_buffer_puts(out, "\"}\n");
}

static void import(struct test_env *env, uint64_t seed, size_t n, const char *more,
                   char pack[LW_STORE_ID_SIZE]) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    struct lw_buffer lines;
    struct lw_store_import how = {.title = "pack", .now_ms = 1};
    struct lw_store_imported done;
    lw_buffer_init(&lines, lw_alloc_libc());
    lw_buffer_puts(&lines, more);
    for (size_t i = 0; i < n; i++) {
        add_room(&rng, &lines);
    }
    OK(env, lw_store_import_lines(env->store, lw_buffer_text(&lines), lines.len, &how,
                                  &done, &env->err));
    memcpy(pack, done.pack, LW_STORE_ID_SIZE);
    lw_buffer_free(&lines);
}

static size_t count_sets(struct test_env *env) {
    struct lw_store_set_list list;
    OK(env, lw_store_set_list(env->store, NULL, NULL, &env->arena, &list, &env->err));
    return list.n;
}

/* Twelve levels of 3 to 100 moves, of the mean size that is told, none of the other set.
 */
static void check_chosen(struct test_env *env, const struct lw_store_chosen *chosen,
                         const struct lw_store_level_list *set,
                         const struct lw_store_level_list *other) {
    double size = 0;
    assert_int_equal(set->n, 12);
    for (size_t i = 0; i < 12; i++) {
        struct lw_store_best best;
        const struct lw_store_level *level = &set->levels[i];
        OK(env, lw_store_level_best(env->store, level->id, &best, &env->err));
        assert_true(best.moves >= 3 && best.moves <= 100);
        size += (double)level->width * level->height / 12;
        for (size_t k = 0; other != NULL && k < 12; k++) {
            assert_string_not_equal(level->id, other->levels[k].id);
        }
    }
    assert_true(fabs(size - chosen->size) < 1e-9);
}

static void test_choose(void **state) {
    struct test_env *env = *state;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    char ids[3][LW_STORE_ID_SIZE];
    struct lw_store_chosen chosen[3];
    struct lw_store_level_list sets[2];
    /* The same level stands in both packs, turned in the second. */
    import(env, 1, 90, "{\"game\":\"sokoban\",\"text\":\"#####\\n#@$.#\\n#####\\n\"}\n",
           ids[0]);
    import(env, 2, 120, "{\"game\":\"sokoban\",\"text\":\"#####\\n#.$@#\\n#####\\n\"}\n",
           ids[1]);
    import(env, 3, 3, "", ids[2]);
    struct lw_store_choice_pack packs[3] = {{ids[0], "one", "handmade", false},
                                            {ids[1], "two", "generated", true},
                                            {ids[2], "three", "handmade", false}};
    struct lw_store_choice choice = {.packs = packs,
                                     .n_packs = 3,
                                     .count = 12,
                                     .seed = 5,
                                     .pieces = {1, 2},
                                     .moves = {3, 100},
                                     .solve_nodes = 20000,
                                     .runtime = &runtime,
                                     .now_ms = 9};
    IS(LW_BAD_INPUT,
       lw_store_sets_choose(env->store, &choice, &env->arena, chosen, &env->err));
    assert_int_equal(env->err.line, 3);
    assert_int_equal(count_sets(env), 0);
    choice.n_packs = 2;
    OK(env, lw_store_sets_choose(env->store, &choice, &env->arena, chosen, &env->err));
    assert_int_equal(count_sets(env), 2);
    for (int p = 0; p < 2; p++) {
        OK(env, lw_store_set_levels(env->store, chosen[p].set.id, &env->arena, &sets[p],
                                    &env->err));
        check_chosen(env, &chosen[p], &sets[p], p == 0 ? NULL : &sets[0]);
    }
    assert_true(fabs(chosen[0].size / chosen[1].size - 1) < 0.05);
    assert_true(fabs(chosen[0].pieces / chosen[1].pieces - 1) < 0.05);
    assert_true(fabs(chosen[0].moves / chosen[1].moves - 1) < 0.05);
    assert_true(chosen[1].set.pinned && !chosen[0].set.pinned);
    /* The same seed chooses the same levels; without solving, what is known suffices. */
    struct lw_store_level_list again;
    choice.solve_nodes = 0;
    OK(env, lw_store_sets_choose(env->store, &choice, &env->arena, chosen, &env->err));
    OK(env,
       lw_store_set_levels(env->store, chosen[0].set.id, &env->arena, &again, &env->err));
    for (size_t i = 0; i < 12; i++) {
        assert_string_equal(again.levels[i].id, sets[0].levels[i].id);
    }
    packs[0].pack = "nope";
    IS(LW_NOT_FOUND,
       lw_store_sets_choose(env->store, &choice, &env->arena, chosen, &env->err));
}

/* Taylor's tables. */

#define MINUTE INT64_C(60000)

struct log {
    struct test_env *env;
    char player[3][LW_STORE_ID_SIZE];
    char set[2][LW_STORE_ID_SIZE];
};

static void open_log(struct log *log, struct test_env *env) {
    log->env = env;
    test_put_levels(env, 0, 6);
    for (unsigned i = 0; i < 3; i++) {
        char key[LW_STORE_SECRET_SIZE];
        OK(env, lw_store_player_create(env->store, 1, log->player[i], key, &env->err));
    }
    for (unsigned s = 0; s < 2; s++) {
        char ids[3][LW_STORE_ID_SIZE];
        const char *levels[3];
        struct lw_store_set set = {.title = s == 0 ? "Easy" : "1",
                                   .game = "sokoban",
                                   .origin = s == 0 ? "generated" : "handmade",
                                   .pinned = s == 0,
                                   .position = s};
        for (unsigned i = 0; i < 3; i++) {
            test_level_id(3 * s + i, ids[i]);
            levels[i] = ids[i];
        }
        OK(env, lw_store_set_put(env->store, &set, levels, 3, &env->err));
        memcpy(log->set[s], set.id, LW_STORE_ID_SIZE);
    }
}

/* One play at a minute of the log: events are letters, r(estart), w(in), q(uit), u(ndo);
 * the last comes after so many seconds. */
struct played {
    unsigned player, level;
    int set; /* below 0: none */
    int64_t at_minute;
    const char *events;
    int64_t seconds;
};

static void play(struct log *log, struct played played) {
    const char *events = played.events;
    struct test_env *env = log->env;
    char id[LW_STORE_ID_SIZE];
    char level_id[LW_STORE_ID_SIZE];
    struct lw_store_event list[20] = {{.kind = LW_EVENT_START}};
    struct lw_store_appended appended;
    size_t n = strlen(events) + 1;
    test_level_id(played.level, level_id);
    OK(env, lw_store_play_start(env->store,
                                &(struct lw_store_play_start){
                                    .player = log->player[played.player],
                                    .level = level_id,
                                    .set = played.set < 0 ? NULL : log->set[played.set]},
                                played.at_minute * MINUTE, id, &env->err));
    for (size_t i = 0; i < n; i++) {
        char letter = i == 0 ? 's' : events[i - 1];
        list[i].play = id;
        list[i].seq = (int64_t)i;
        list[i].kind = letter == 's'   ? LW_EVENT_START
                       : letter == 'r' ? LW_EVENT_RESTART
                       : letter == 'w' ? LW_EVENT_WIN
                       : letter == 'q' ? LW_EVENT_QUIT
                                       : LW_EVENT_UNDO;
        list[i].t_ms = played.seconds * 1000 * (int64_t)i / (int64_t)(n > 1 ? n - 1 : 1);
        list[i].data = "";
    }
    OK(env, lw_store_events_append(
                env->store,
                &(struct lw_store_batch){.player = log->player[played.player],
                                         .events = list,
                                         .n = n,
                                         .now_ms = played.at_minute * MINUTE},
                &appended, &env->err));
    assert_int_equal(appended.stored, n);
}

/* The log, and what Tables 3.1 and 3.2 must say of it:
 *
 *   player 0, minute   0: Easy level 0: restart, restart, win, 60 s
 *   player 0, minute   2: Easy level 1: restart, quit, 30 s
 *   player 0, minute  25: Easy level 1 again: win, 45 s      (same session: 23 min)
 *   player 0, minute  90: Easy level 0 again: win, 10 s      (second session)
 *   player 1, minute   0: Easy level 0: started, window closed, 0 s
 *   player 1, minute   1: set 1, level 3: undo, quit, 20 s
 *   player 1, minute   5: set 1, level 3 again: quit, 5 s
 *   player 1, minute   6: set 1, level 4: win, 100 s
 *   player 1, minute 200, 300: Easy level 2: win, 7 s; nothing in a set, level 5: win
 *   player 2, minute   0: level 0 without a set: win, 99 s
 *   player 2, minute   1: level 5 said to be of the Easy set, which does not have it
 *
 * Sessions: player 0 two, player 1 three, player 2 one.
 * Easy: users 0 and 1; attempted 0:{0,1} 1:{0,2} = 4; restarts 3; solved 0:{0,1} 1:{2} =
 * 3; quits 1; 60 + 30 + 45 + 10 + 0 + 7 = 152 s. Set 1: user 1; attempted {3,4} = 2;
 * restarts 0; solved 1; quits 2; 20 + 5 + 100 = 125 s. */
static void test_tables(void **state) {
    struct test_env *env = *state;
    struct log log;
    struct lw_store_sessions_table sessions;
    struct lw_store_set_table sets;
    open_log(&log, env);
    play(&log, (struct played){0, 0, 0, 0, "rrw", 60});
    play(&log, (struct played){0, 1, 0, 2, "rq", 30});
    play(&log, (struct played){0, 1, 0, 25, "w", 45});
    play(&log, (struct played){0, 0, 0, 90, "w", 10});
    play(&log, (struct played){1, 0, 0, 0, "", 0});
    play(&log, (struct played){1, 3, 1, 1, "uq", 20});
    play(&log, (struct played){1, 3, 1, 5, "q", 5});
    play(&log, (struct played){1, 4, 1, 6, "w", 100});
    play(&log, (struct played){1, 2, 0, 200, "w", 7});
    play(&log, (struct played){1, 5, -1, 300, "w", 3});
    play(&log, (struct played){2, 0, -1, 0, "w", 99});
    play(&log, (struct played){2, 5, 0, 1, "rrrrw", 500});
    OK(env, lw_store_report_sessions(env->store, &env->arena, &sessions, &env->err));
    assert_int_equal(sessions.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sessions.rows[i].sessions, i + 1);
        assert_int_equal(sessions.rows[i].users, 1);
    }
    OK(env, lw_store_report_sets(env->store, &env->arena, &sets, &env->err));
    assert_int_equal(sets.n, 2);
    static const int64_t wanted[2][6] = {{2, 4, 3, 3, 1, 152000},
                                         {1, 2, 0, 1, 2, 125000}};
    for (int s = 0; s < 2; s++) {
        const struct lw_store_set_row *row = &sets.rows[s];
        const int64_t found[6] = {row->users,  row->attempted, row->restarted,
                                  row->solved, row->quit,      row->time_ms};
        assert_string_equal(row->title, s == 0 ? "Easy" : "1");
        for (int i = 0; i < 6; i++) {
            assert_int_equal(found[i], wanted[s][i]);
        }
    }
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {EACH(test_choose), EACH(test_tables)};
    int failed =
        cmocka_run_group_tests_name("SQLite", tests, test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, test_group_postgres,
                                              test_group_end);
    }
    return failed;
}
