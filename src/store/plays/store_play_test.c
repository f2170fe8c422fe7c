/* Players, their plays, leaving, and reports, on both databases. */
#include "store_test_support.h"

static void test_players(void **state) {
    struct test_env *env = *state;
    struct test_player a = test_new_player(env, 1);
    struct test_player b = test_new_player(env, 2);
    assert_string_not_equal(a.id, b.id);
    char id[LW_STORE_ID_SIZE];
    OK(env, lw_store_player_by_key(env->store, a.key, id, &env->err));
    assert_string_equal(id, a.id);
    IS(LW_NOT_FOUND, lw_store_player_by_key(env->store, a.id, id, &env->err));
    IS(LW_NOT_FOUND, lw_store_player_by_key(env->store, "' OR '1'='1", id, &env->err));
    int64_t n;
    OK(env,
       sql_number(env->store->sql, "SELECT count(*) FROM players WHERE key_hash = ?1",
                  SQL_ARGS(T(a.key)), &n, &env->err));
    assert_int_equal(n, 0);
    test_put_levels(env, 1, 1);
    char play[LW_STORE_ID_SIZE];
    test_start_play(env, &a, 1, NULL, 10, play);
    struct lw_store_event one = test_event(play, 0, LW_EVENT_START, 0);
    struct lw_store_appended appended;
    OK(env,
       lw_store_events_append(
           env->store,
           &(struct lw_store_batch){.player = a.id, .events = &one, .n = 1, .now_ms = 11},
           &appended, &env->err));
    OK(env, lw_store_player_delete(env->store, a.id, &env->err));
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.players, 1);
    assert_int_equal(totals.plays + totals.events + totals.sessions, 0);
    IS(LW_NOT_FOUND, lw_store_player_delete(env->store, a.id, &env->err));
}

/* Somebody with many rows goes in parts, and is nobody from the first of them on. */
static void test_leaving_in_parts(void **state) {
    struct test_env *env = *state;
    struct test_player a = test_new_player(env, 1);
    struct lw_store_totals totals;
    char play[LW_STORE_ID_SIZE];
    char other[LW_STORE_ID_SIZE];
    char id[LW_STORE_ID_SIZE];
    bool is_done = false;
    int n_calls = 0;
    test_put_levels(env, 1, 1);
    test_start_play(env, &a, 1, NULL, 10, play);
    test_start_play(env, &a, 1, NULL, 20, other);
    OK(env, sql_do(env->store->sql,
                   "INSERT INTO events (play, seq, kind, t_ms, moves, pushes, data,"
                   " stored_ms) WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL"
                   " SELECT n + 1 FROM k WHERE n < 45000)"
                   " SELECT ?1, n, 'move', n, 0, 0, 'R', 1 FROM k",
                   SQL_ARGS(T(play)), NULL, &env->err));
    OK(env, lw_store_player_delete(env->store, a.id, &env->err));
    IS(LW_NOT_FOUND, lw_store_player_by_key(env->store, a.key, id, &env->err));
    assert_int_equal(test_count_events(env, play), 25000);
    while (!is_done) {
        OK(env, lw_store_players_finish(env->store, &is_done, &env->err));
        n_calls++;
    }
    assert_int_equal(n_calls, 3);
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.players + totals.plays + totals.sessions, 0);
    assert_int_equal(test_count_events(env, play), 0);
    IS(LW_NOT_FOUND, lw_store_player_delete(env->store, a.id, &env->err));
}

/* All that a player may say of levels 1 and 2. */
static void speak(struct test_env *env, const struct test_player *player,
                  lw_status expected) {
    char a[LW_STORE_ID_SIZE];
    char b[LW_STORE_ID_SIZE];
    test_level_id(1, a);
    test_level_id(2, b);
    IS(expected, lw_store_opinion_put(env->store,
                                      &(struct lw_store_opinion){
                                          .player = player->id, .level = a, .value = 5},
                                      &env->err));
    IS(expected, lw_store_comparison_put(
                     env->store,
                     &(struct lw_store_comparison){
                         .player = player->id, .level_a = a, .level_b = b, .answer = 1},
                     &env->err));
    IS(expected,
       lw_store_complaint_put(env->store,
                              &(struct lw_store_complaint){.thing = LW_STORE_LEVEL,
                                                           .id = a,
                                                           .reporter = player->id,
                                                           .reason = "broken"},
                              &env->err));
}

/* Whose request was still being judged when they left: nothing is stored in their name.
 */
static void test_nothing_after_leaving(void **state) {
    struct test_env *env = *state;
    struct test_player a = test_new_player(env, 1);
    struct test_player b = test_new_player(env, 2);
    char id[LW_STORE_ID_SIZE];
    struct lw_store_pack pack = {
        .title = "t", .game = "sokoban", .owner = a.id, .created_ms = 5};
    struct lw_store_job_request job = {.kind = "solve", .request = "{}", .owner = a.id};
    test_put_levels(env, 1, 2);
    test_start_play(env, &b, 1, NULL, 3, id);
    test_start_play(env, &b, 2, NULL, 4, id);
    speak(env, &b, LW_OK);
    OK(env, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
    OK(env, lw_store_job_enqueue(env->store, &job, 5, id, &env->err));
    OK(env, lw_store_player_delete(env->store, a.id, &env->err));
    pack.id[0] = '\0';
    IS(LW_NOT_FOUND, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
    IS(LW_NOT_FOUND, lw_store_job_enqueue(env->store, &job, 6, id, &env->err));
    job.owner = pack.owner = b.id;
    OK(env, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
    OK(env, lw_store_job_enqueue(env->store, &job, 6, id, &env->err));
    /* Leaving, and not yet gone. */
    OK(env, sql_do(env->store->sql,
                   "UPDATE players SET key_hash = 'gone:' || id WHERE id = ?1",
                   SQL_ARGS(T(b.id)), NULL, &env->err));
    pack.id[0] = '\0';
    IS(LW_NOT_FOUND, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
    IS(LW_NOT_FOUND, lw_store_job_enqueue(env->store, &job, 7, id, &env->err));
    speak(env, &b, LW_NOT_FOUND);
}

static void test_sessions(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 1);
    static const int64_t gap = LW_STORE_SESSION_GAP_MS;
    struct test_player a = test_new_player(env, 0);
    struct test_player b = test_new_player(env, 0);
    struct test_player c = test_new_player(env, 0);
    char play[LW_STORE_ID_SIZE];
    test_start_play(env, &a, 1, NULL, 10, play);
    test_start_play(env, &a, 1, NULL, 10 + gap, play);         /* still the first */
    test_start_play(env, &a, 1, NULL, 10 + 2 * gap + 1, play); /* the second */
    test_start_play(env, &b, 1, NULL, 10, play);
    test_start_play(env, &c, 1, NULL, 10, play);
    struct lw_store_sessions_table table;
    OK(env, lw_store_report_sessions(env->store, &env->arena, &table, &env->err));
    assert_int_equal(table.n, 2);
    assert_int_equal(table.rows[0].sessions, 1);
    assert_int_equal(table.rows[0].users, 2);
    assert_int_equal(table.rows[1].sessions, 2);
    assert_int_equal(table.rows[1].users, 1);
    IS(LW_NOT_FOUND,
       lw_store_play_start(env->store,
                           &(struct lw_store_play_start){.player = a.id, .level = "nope"},
                           1, play, &env->err));
    IS(LW_NOT_FOUND,
       lw_store_play_start(
           env->store, &(struct lw_store_play_start){.player = "nope", .level = "nope"},
           1, play, &env->err));
}

/* One player's plays in the order in which they were started. */
struct played {
    struct test_player player;
    char ids[60][LW_STORE_ID_SIZE];
    size_t n;
};

/* Progress against the latest plays themselves, put together here one by one. */
static void expect_progress(struct test_env *env, const struct played *played,
                            uint32_t max) {
    struct lw_store_play plays[60];
    struct lw_store_progress progress;
    size_t n_latest = played->n < max ? played->n : max;
    for (size_t i = 0; i < n_latest; i++) {
        OK(env, lw_store_play_get(env->store, played->ids[played->n - 1 - i], &env->arena,
                                  &plays[i], &env->err));
    }
    OK(env, lw_store_progress(env->store, played->player.id, max, &env->arena, &progress,
                              &env->err));
    size_t n_plays = 0;
    for (size_t i = 0; i < progress.n; i++) {
        const struct lw_store_progress_row *row = &progress.rows[i];
        int64_t n = 0;
        int64_t moves = 0;
        int64_t pushes = 0;
        bool solved = false;
        for (size_t k = 0; k < n_latest; k++) {
            const struct lw_store_play *play = &plays[k];
            if (strcmp(play->level, row->level) != 0) {
                continue;
            }
            n++;
            if (play->won_ms != 0) {
                moves = !solved || play->moves < moves ? play->moves : moves;
                pushes = !solved || play->pushes < pushes ? play->pushes : pushes;
                solved = true;
            }
        }
        assert_int_equal(row->plays, n);
        assert_int_equal(row->solved, solved);
        assert_int_equal(row->best_moves, moves);
        assert_int_equal(row->best_pushes, pushes);
        n_plays += (size_t)n;
    }
    assert_int_equal(n_plays, n_latest);
}

static void test_progress(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 7);
    struct played a = {.player = test_new_player(env, 1)};
    struct played b = {.player = test_new_player(env, 1)};
    for (unsigned i = 0; i < 60; i++) {
        struct played *who = i % 5 == 4 ? &b : &a;
        char *play = who->ids[who->n++];
        struct lw_store_appended appended;
        int64_t now_ms = 1000 + (int64_t)i * 3600000;
        test_start_play(env, &who->player, 1 + i * i % 7, NULL, now_ms, play);
        struct lw_store_event one = test_event(
            play, 1 + i * 31 % 17, i % 3 == 0 ? LW_EVENT_QUIT : LW_EVENT_WIN, 1000);
        OK(env, lw_store_events_append(env->store,
                                       &(struct lw_store_batch){.player = who->player.id,
                                                                .events = &one,
                                                                .n = 1,
                                                                .now_ms = now_ms + 1000},
                                       &appended, &env->err));
    }
    for (uint32_t max = 1; max <= 100; max += 11) {
        expect_progress(env, &a, max);
        expect_progress(env, &b, max);
    }
    struct lw_store_progress progress;
    OK(env, lw_store_progress(env->store, a.player.id, 100, &env->arena, &progress,
                              &env->err));
    assert_int_equal(progress.sessions, 48); /* an hour apart */
    char last[LW_STORE_ID_SIZE];
    test_level_id(1 + 58 * 58 % 7, last);
    assert_string_equal(progress.rows[0].level, last);
}

/* Two players, two sets of three, a level that is tried twice. */
static void play_for_reports(struct test_env *env) {
    test_put_levels(env, 10, 3);
    char ids[3][LW_STORE_ID_SIZE];
    const char *members[3];
    for (unsigned i = 0; i < 3; i++) {
        test_level_id(10 + i, ids[i]);
        members[i] = ids[i];
    }
    struct lw_store_set made = {
        .title = "Easy", .game = "sokoban", .origin = "generated", .pinned = true};
    struct lw_store_set hand = {
        .title = "1", .game = "sokoban", .origin = "handmade", .position = 1};
    struct lw_store_set idle = {
        .title = "2", .game = "sokoban", .origin = "handmade", .position = 2};
    OK(env, lw_store_set_put(env->store, &made, members, 3, &env->err));
    OK(env, lw_store_set_put(env->store, &hand, members, 3, &env->err));
    OK(env, lw_store_set_put(env->store, &idle, members, 3, &env->err));
    struct test_player a = test_new_player(env, 0);
    struct test_player b = test_new_player(env, 0);
    const struct {
        struct test_player *player;
        unsigned level;
        struct lw_store_set *set;
        int restarts, wins, quits;
        int64_t t_ms;
    } plays[] = {{&a, 10, &made, 2, 1, 0, 5000},
                 {&a, 10, &made, 1, 1, 0, 1000},
                 {&a, 11, &made, 0, 0, 1, 700},
                 {&b, 10, &made, 3, 0, 0, 300},
                 {&b, 12, &hand, 0, 0, 2, 40}};
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        char play[LW_STORE_ID_SIZE];
        test_start_play(env, plays[i].player, plays[i].level, plays[i].set->id, 86400000,
                        play);
        struct lw_store_event events[10];
        size_t n = 0;
        events[n++] = test_event(play, 0, LW_EVENT_START, 0);
        for (int k = 0; k < plays[i].restarts; k++, n++) {
            events[n] = test_event(play, (int64_t)n, LW_EVENT_RESTART, 1);
        }
        for (int k = 0; k < plays[i].quits; k++, n++) {
            events[n] = test_event(play, (int64_t)n, LW_EVENT_QUIT, plays[i].t_ms);
        }
        events[n] =
            test_event(play, (int64_t)n, plays[i].wins ? LW_EVENT_WIN : LW_EVENT_MOVE,
                       plays[i].t_ms);
        struct lw_store_appended appended;
        OK(env,
           lw_store_events_append(env->store,
                                  &(struct lw_store_batch){.player = plays[i].player->id,
                                                           .events = events,
                                                           .n = n + 1,
                                                           .now_ms = 86400000 + 10},
                                  &appended, &env->err));
    }
}

/* Table 3.2 by hand. */
static void test_reports(void **state) {
    struct test_env *env = *state;
    play_for_reports(env);
    struct lw_store_set_table table;
    OK(env, lw_store_report_sets(env->store, &env->arena, &table, &env->err));
    assert_int_equal(table.n, 3);
    const struct lw_store_set_row *row = &table.rows[0];
    assert_string_equal(row->title, "Easy");
    assert_int_equal(row->users, 2);
    assert_int_equal(row->attempted, 3);
    assert_int_equal(row->restarted, 6);
    assert_int_equal(row->solved, 1);
    assert_int_equal(row->quit, 1);
    assert_int_equal(row->time_ms, 7000);
    row = &table.rows[1];
    assert_int_equal(row->users, 1);
    assert_int_equal(row->quit, 2);
    assert_int_equal(table.rows[2].users, 0);
    struct lw_store_level_counts counts;
    OK(env, lw_store_report_levels(env->store, &env->arena, &counts, &env->err));
    assert_int_equal(counts.n, 1);
    assert_int_equal(counts.rows[0].tenth, 1);
    assert_int_equal(counts.rows[0].levels, 3);
    assert_int_equal(counts.rows[0].plays, 5);
    assert_int_equal(counts.rows[0].wins, 2);
    struct lw_store_calibration calibration;
    OK(env,
       lw_store_report_calibration(env->store, &env->arena, &calibration, &env->err));
    assert_int_equal(calibration.n, 1);
    assert_float_equal((float)calibration.rows[0].predicted, 10.6F, 1e-5F);
    assert_float_equal((float)calibration.rows[0].mean_win_ms, 3000, 1e-3F);
    struct lw_store_day_counts days;
    OK(env,
       lw_store_report_days(env->store, 86400000 * 2, 7, &env->arena, &days, &env->err));
    assert_int_equal(days.n, 1);
    assert_int_equal(days.rows[0].day, 1);
    assert_int_equal(days.rows[0].players, 2);
}

/* Times that a client made up do not overflow the sum, whatever is in the rows. */
static void test_report_of_long_plays(void **state) {
    struct test_env *env = *state;
    const int64_t most = INT64_MAX;
    test_put_levels(env, 10, 1);
    char id[LW_STORE_ID_SIZE];
    const char *members[1] = {id};
    test_level_id(10, id);
    struct lw_store_set set = {.title = "Easy", .game = "sokoban", .origin = "generated"};
    OK(env, lw_store_set_put(env->store, &set, members, 1, &env->err));
    struct test_player players[2] = {test_new_player(env, 0), test_new_player(env, 0)};
    for (int i = 0; i < 4; i++) {
        char play[LW_STORE_ID_SIZE];
        struct lw_store_appended appended;
        test_start_play(env, &players[i % 2], 10, set.id, 0, play);
        struct lw_store_event quit =
            test_event(play, 0, LW_EVENT_QUIT, i < 3 ? most : 700);
        OK(env,
           lw_store_events_append(
               env->store,
               &(struct lw_store_batch){
                   .player = players[i % 2].id, .events = &quit, .n = 1, .now_ms = 1},
               &appended, &env->err));
    }
    struct lw_store_set_table table;
    OK(env, lw_store_report_sets(env->store, &env->arena, &table, &env->err));
    assert_int_equal(table.n, 1);
    assert_int_equal(table.rows[0].quit, 4);
    assert_int_equal(table.rows[0].time_ms, 3 * LW_STORE_MAX_PLAY_MS + 700);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_players),
        EACH(test_leaving_in_parts),
        EACH(test_nothing_after_leaving),
        EACH(test_sessions),
        EACH(test_progress),
        EACH(test_reports),
        EACH(test_report_of_long_plays),
    };
    int failed = cmocka_run_group_tests_name("plays on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("plays on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
