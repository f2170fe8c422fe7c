/* Counters against an independent oracle: a random walk of plays, wins, restarts, hidden
 * and rated levels, deleted players, packs and jobs, and after every step each report is
 * compared with a statement that looks at every row. The statements here are those that
 * the reports used before there were counters. */
#include "store_test_support.h"

#include "lw/base/rng.h"
#include "lw/store/fill.h"
#include "plays/counters.h"
#include "test_size.h"

#define N_LEVELS 30 /* of which a part is there from the beginning */
#define N_PLAYERS 5
#define N_SETS 3
#define N_PLAYS 12 /* under way */
#define DAY_MS INT64_C(86400000)

struct play {
    char id[LW_STORE_ID_SIZE];
    int player;
    int64_t seq;
};

struct world {
    struct test_env *env;
    struct lw_rng rng;
    char players[N_PLAYERS][LW_STORE_ID_SIZE]; /* "": none */
    char sets[N_SETS][LW_STORE_ID_SIZE];
    char pack[LW_STORE_ID_SIZE];
    struct play plays[N_PLAYS];
    int64_t now;
};

static int pick(struct world *w, int n) {
    return (int)lw_rng_below(&w->rng, (uint32_t)n);
}

/* The oracle: rows of a statement, as text. */
static void put_rows(struct test_env *env, const char *types, const char *text,
                     struct lw_buffer *out) {
    struct sql_stmt *stmt;
    bool row = true;
    OK(env, sql_query(env->store->sql, text, SQL_NO_ARGS, &stmt, &env->err));
    for (;;) {
        OK(env, sql_next(stmt, &row, &env->err));
        if (!row) {
            break;
        }
        for (int i = 0; types[i] != '\0'; i++) {
            if (types[i] == 't') {
                lw_buffer_printf(out, "%s ", store_or_empty(sql_text(stmt, i)));
            } else if (types[i] == 'i') {
                lw_buffer_printf(out, "%lld ", (long long)sql_int(stmt, i));
            } else {
                lw_buffer_printf(out, "%.3f ", sql_real(stmt, i));
            }
        }
        lw_buffer_puts(out, "\n");
    }
    sql_done(stmt);
}

#define TENTH                                                                            \
    "CASE WHEN l.percentile IS NULL THEN -1"                                             \
    " WHEN l.percentile >= 100 THEN 9 WHEN l.percentile < 0 THEN 0"                      \
    " ELSE @FLOOR@(l.percentile / 10) END"

static const struct {
    const char *types, *text;
} oracle[] = {
    {"ii", "SELECT n, count(*) FROM (SELECT player, count(*) AS n FROM sessions"
           " GROUP BY player) AS per_player GROUP BY n ORDER BY n"},
    {"tiiiiii",
     "SELECT s.id, count(DISTINCT t.player), count(t.level),"
     " CAST(coalesce(sum(t.restarts), 0) AS BIGINT),"
     " CAST(coalesce(sum(t.solved), 0) AS BIGINT),"
     " CAST(coalesce(sum(t.quits), 0) AS BIGINT),"
     " CAST(coalesce(sum(t.time_ms), 0) AS BIGINT)"
     " FROM sets s LEFT JOIN (SELECT set_id, player, level, sum(restarts) AS restarts,"
     " max(CASE WHEN won_ms IS NULL THEN 0 ELSE 1 END) AS solved, sum(quits) AS quits,"
     " sum(CASE WHEN last_ms > 2592000000 THEN 2592000000 ELSE last_ms END) AS time_ms"
     " FROM plays WHERE set_id IS NOT NULL GROUP BY set_id, player, level) AS t"
     " ON t.set_id = s.id GROUP BY s.id, s.origin, s.pinned, s.position"
     " ORDER BY CASE WHEN s.origin = 'generated' THEN 0 ELSE 1 END, s.pinned DESC,"
     " s.position, s.id"},
    {"ttiiii", "SELECT l.game, l.method, " TENTH " AS tenth, count(*),"
               " CAST(coalesce(sum(p.plays), 0) AS BIGINT),"
               " CAST(coalesce(sum(p.wins), 0) AS BIGINT) FROM levels l LEFT JOIN"
               " (SELECT level, count(*) AS plays, count(won_ms) AS wins FROM plays"
               "  GROUP BY level) AS p ON p.level = l.id WHERE l.hidden = 0"
               " GROUP BY l.game, l.method, tenth ORDER BY l.game, l.method, tenth"},
    {"iiii", "SELECT started_ms / 86400000 AS day, count(*), count(won_ms),"
             " count(DISTINCT player) FROM plays GROUP BY day ORDER BY day"},
    {"tiriir",
     "SELECT l.game, " TENTH " AS tenth, avg(l.percentile), count(*),"
     " count(p.won_ms), CAST(avg(CASE WHEN p.won_ms IS NULL THEN NULL ELSE p.t_ms END)"
     " AS DOUBLE PRECISION) FROM plays p JOIN levels l ON l.id = p.level"
     " WHERE l.percentile IS NOT NULL GROUP BY l.game, tenth ORDER BY l.game, tenth"},
    {"tir", "SELECT l.game, count(*), avg(r.value) FROM ratings r JOIN levels l"
            " ON l.id = r.level WHERE r.rater LIKE 'player:%' GROUP BY l.game"
            " ORDER BY l.game"},
    {"iiiiiiiiii", "SELECT (SELECT count(*) FROM levels), (SELECT count(*) FROM packs),"
                   " (SELECT count(*) FROM players), (SELECT count(*) FROM sessions),"
                   " (SELECT count(*) FROM plays), (SELECT count(won_ms) FROM plays),"
                   " (SELECT count(*) FROM events), (SELECT count(*) FROM daily),"
                   " (SELECT count(*) FROM jobs), (SELECT count(*) FROM comparisons)"},
};

/* The reports, in the same words. */

static void put_tables(struct test_env *env, struct lw_buffer *out) {
    struct lw_store_sessions_table sessions;
    struct lw_store_set_table sets;
    OK(env, lw_store_report_sessions(env->store, &env->arena, &sessions, &env->err));
    OK(env, lw_store_report_sets(env->store, &env->arena, &sets, &env->err));
    for (size_t i = 0; i < sessions.n; i++) {
        lw_buffer_printf(out, "%lld %lld \n", (long long)sessions.rows[i].sessions,
                         (long long)sessions.rows[i].users);
    }
    for (size_t i = 0; i < sets.n; i++) {
        const struct lw_store_set_row *row = &sets.rows[i];
        lw_buffer_printf(out, "%s %lld %lld %lld %lld %lld %lld \n", row->set,
                         (long long)row->users, (long long)row->attempted,
                         (long long)row->restarted, (long long)row->solved,
                         (long long)row->quit, (long long)row->time_ms);
    }
}

static void put_insight(struct test_env *env, int64_t now_ms, struct lw_buffer *out) {
    struct lw_store_level_counts levels;
    struct lw_store_day_counts days;
    struct lw_store_calibration calibration;
    struct lw_store_totals totals;
    OK(env, lw_store_report_levels(env->store, &env->arena, &levels, &env->err));
    OK(env,
       lw_store_report_days(env->store, now_ms, 10000, &env->arena, &days, &env->err));
    OK(env,
       lw_store_report_calibration(env->store, &env->arena, &calibration, &env->err));
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    for (size_t i = 0; i < levels.n; i++) {
        const struct lw_store_level_count *row = &levels.rows[i];
        lw_buffer_printf(out, "%s %s %lld %lld %lld %lld \n", row->game, row->method,
                         (long long)row->tenth, (long long)row->levels,
                         (long long)row->plays, (long long)row->wins);
    }
    for (size_t i = 0; i < days.n; i++) {
        const struct lw_store_day_count *row = &days.rows[i];
        lw_buffer_printf(out, "%lld %lld %lld %lld \n", (long long)row->day,
                         (long long)row->plays, (long long)row->wins,
                         (long long)row->players);
    }
    for (size_t i = 0; i < calibration.n; i++) {
        const struct lw_store_calibration_row *row = &calibration.rows[i];
        lw_buffer_printf(out, "%s %lld %.3f %lld %lld %.3f \n", row->game,
                         (long long)row->tenth, row->predicted, (long long)row->plays,
                         (long long)row->wins, row->mean_win_ms);
    }
    struct lw_store_rating_counts ratings;
    OK(env, lw_store_report_ratings(env->store, &env->arena, &ratings, &env->err));
    for (size_t i = 0; i < ratings.n; i++) {
        lw_buffer_printf(out, "%s %lld %.3f \n", ratings.rows[i].game,
                         (long long)ratings.rows[i].ratings, ratings.rows[i].mean);
    }
    lw_buffer_printf(out, "%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld \n",
                     (long long)totals.levels, (long long)totals.packs,
                     (long long)totals.players, (long long)totals.sessions,
                     (long long)totals.plays, (long long)totals.wins,
                     (long long)totals.events, (long long)totals.days,
                     (long long)totals.jobs, (long long)totals.comparisons);
}

static void no_miscount(void *ctx, const char *table, const char *key) {
    (void)ctx;
    fail_msg("%s of '%s' is not what a count afresh gives", table, key);
}

static void compare(struct test_env *env, int64_t now_ms, int step) {
    struct lw_buffer wanted;
    struct lw_buffer found;
    lw_buffer_init(&wanted, lw_alloc_libc());
    lw_buffer_init(&found, lw_alloc_libc());
    for (size_t i = 0; i < sizeof oracle / sizeof *oracle; i++) {
        put_rows(env, oracle[i].types, oracle[i].text, &wanted);
    }
    put_tables(env, &found);
    put_insight(env, now_ms, &found);
    if (strcmp(lw_buffer_text(&wanted), lw_buffer_text(&found)) != 0) {
        fail_msg("step %d: counted afresh\n%sbut the counters say\n%s", step,
                 lw_buffer_text(&wanted), lw_buffer_text(&found));
    }
    lw_buffer_free(&found);
    lw_buffer_free(&wanted);
}

/* Steps of the walk. */

static void put_level(struct world *w, unsigned n) {
    static const char *const games[] = {"sokoban", "flow"};
    static const char *const methods[] = {"import", "farthest"};
    struct lw_store_level level = test_level(n);
    enum lw_store_put put;
    level.game = games[n % 2];
    level.method = methods[pick(w, 2)];
    level.percentile = pick(w, 5) == 0 ? (double)NAN : lw_rng_unit(&w->rng) * 100;
    OK(w->env, lw_store_level_put(w->env->store, &level, &put, &w->env->err));
}

static void change_level(struct world *w) {
    char id[LW_STORE_ID_SIZE];
    test_level_id((unsigned)pick(w, N_LEVELS), id);
    double percentile = pick(w, 6) == 0 ? (double)NAN : lw_rng_unit(&w->rng) * 100;
    lw_status status = pick(w, 5) == 0
                           ? lw_store_level_hide(w->env->store, id, &w->env->err)
                           : lw_store_level_set_rating(w->env->store, id, percentile, 3,
                                                       true, &w->env->err);
    assert_true(status == LW_OK || status == LW_NOT_FOUND);
}

static void change_player(struct world *w) {
    int at = pick(w, N_PLAYERS);
    char key[LW_STORE_SECRET_SIZE];
    if (w->players[at][0] == '\0') {
        OK(w->env, lw_store_player_create(w->env->store, w->now, w->players[at], key,
                                          &w->env->err));
    } else if (pick(w, 10) == 0) {
        OK(w->env, lw_store_player_delete(w->env->store, w->players[at], &w->env->err));
        w->players[at][0] = '\0';
        for (int i = 0; i < N_PLAYS; i++) {
            if (w->plays[i].player == at) {
                w->plays[i].id[0] = '\0';
            }
        }
    }
}

static void start_play(struct world *w) {
    struct play *play = &w->plays[pick(w, N_PLAYS)];
    int player = pick(w, N_PLAYERS);
    char level[LW_STORE_ID_SIZE];
    test_level_id((unsigned)pick(w, N_LEVELS / 3), level);
    if (w->players[player][0] == '\0') {
        return;
    }
    const char *set = pick(w, 3) > 0 ? w->sets[pick(w, N_SETS)] : NULL;
    char id[LW_STORE_ID_SIZE];
    lw_status status =
        lw_store_play_start(w->env->store,
                            &(struct lw_store_play_start){
                                .player = w->players[player], .level = level, .set = set},
                            w->now, id, &w->env->err);
    if (status == LW_OK) {
        *play = (struct play){.player = player};
        memcpy(play->id, id, sizeof id);
    }
}

static void append(struct world *w) {
    static const enum lw_event_kind kinds[] = {
        LW_EVENT_RESTART, LW_EVENT_WIN, LW_EVENT_QUIT, LW_EVENT_MOVE, LW_EVENT_UNDO};
    struct play *play = &w->plays[pick(w, N_PLAYS)];
    struct lw_store_event events[6];
    struct lw_store_appended appended;
    size_t n = 1 + (size_t)pick(w, 6);
    if (play->id[0] == '\0') {
        return;
    }
    if (pick(w, 4) == 0 && play->seq > 2) {
        play->seq -= 2; /* some come twice; they may be others, then all are refused */
    }
    for (size_t i = 0; i < n; i++) {
        events[i] = (struct lw_store_event){.play = play->id,
                                            .seq = play->seq++,
                                            .kind = kinds[pick(w, 5)],
                                            .t_ms = pick(w, 100000)};
    }
    lw_status status = lw_store_events_append(
        w->env->store,
        &(struct lw_store_batch){.player = w->players[play->player],
                                 .events = events,
                                 .n = n,
                                 .now_ms = w->now},
        &appended, &w->env->err);
    assert_true(status == LW_OK || status == LW_EXISTS);
}

static void change_sets(struct world *w) {
    char ids[4][LW_STORE_ID_SIZE];
    const char *members[4];
    int at = pick(w, N_SETS);
    struct lw_store_set set = {.title = "s",
                               .game = "sokoban",
                               .origin = at == 0 ? "generated" : "handmade",
                               .position = at};
    if (w->sets[at][0] != '\0') {
        if (pick(w, 4) == 0) {
            OK(w->env, lw_store_set_delete(w->env->store, w->sets[at], &w->env->err));
            w->sets[at][0] = '\0';
        }
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        test_level_id((unsigned)at * 2 + i * 2, ids[i]);
        members[i] = ids[i];
    }
    lw_status status = lw_store_set_put(w->env->store, &set, members, 4, &w->env->err);
    if (status == LW_OK) {
        memcpy(w->sets[at], set.id, sizeof set.id);
    }
}

/* Players and models say how hard a level is; only those who played may. */
static void say(struct world *w) {
    struct test_env *env = w->env;
    const char *player = w->players[pick(w, N_PLAYERS)];
    char a[LW_STORE_ID_SIZE];
    char b[LW_STORE_ID_SIZE];
    lw_status status;
    test_level_id((unsigned)pick(w, N_LEVELS / 3), a);
    test_level_id((unsigned)pick(w, N_LEVELS / 3), b);
    if (pick(w, 5) == 0) {
        status = lw_store_rating_put(
            env->store,
            &(struct lw_store_rating){.level = a, .rater = "model:m", .value = 2.5},
            &env->err);
        assert_true(status == LW_OK || status == LW_NOT_FOUND || status == LW_BAD_INPUT);
        return;
    }
    status = pick(w, 3) > 0
                 ? lw_store_opinion_put(
                       env->store,
                       &(struct lw_store_opinion){
                           .player = player, .level = a, .value = 1 + pick(w, 10)},
                       &env->err)
                 : lw_store_comparison_put(
                       env->store,
                       &(struct lw_store_comparison){.player = player,
                                                     .level_a = a,
                                                     .level_b = b,
                                                     .answer = pick(w, 3) - 1},
                       &env->err);
    assert_true(status == LW_OK || status == LW_NOT_FOUND ||
                (status == LW_BAD_INPUT && strcmp(a, b) == 0));
}

static void change_others(struct world *w) {
    struct test_env *env = w->env;
    char id[LW_STORE_ID_SIZE];
    size_t n;
    int64_t number;
    test_level_id((unsigned)pick(w, N_LEVELS), id);
    switch (pick(w, 4)) {
    case 0:
        OK(env, lw_store_job_enqueue(
                    env->store,
                    &(struct lw_store_job_request){.kind = "solve", .request = "{}"},
                    w->now, id, &env->err));
        if (pick(w, 2) == 0) {
            OK(env, lw_store_job_cancel(env->store, id, w->now, &env->err));
        }
        break;
    case 1:
        OK(env, lw_store_jobs_prune(env->store, w->now, 2, &n, &env->err));
        break;
    case 2:
        if (w->pack[0] == '\0') {
            struct lw_store_pack pack = {.title = "p", .game = "sokoban"};
            OK(env, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
            memcpy(w->pack, pack.id, sizeof pack.id);
        } else {
            OK(env, lw_store_pack_delete(env->store, w->pack, &env->err));
            w->pack[0] = '\0';
        }
        break;
    default:
        (void)!lw_store_daily_put(env->store,
                                  &(struct lw_store_day){.game = "sokoban",
                                                         .band = "easy",
                                                         .date = "2026-11-17"},
                                  id, w->now, &number, &env->err);
        break;
    }
}

static void step(struct world *w) {
    w->now += pick(w, 10) == 0 ? DAY_MS / 3 : pick(w, 600000);
    int what = pick(w, 20);
    if (what < 3) {
        put_level(w, (unsigned)pick(w, N_LEVELS));
    } else if (what < 5) {
        change_level(w);
    } else if (what < 7) {
        change_player(w);
    } else if (what < 11) {
        start_play(w);
    } else if (what < 17) {
        append(w);
    } else if (what < 18) {
        change_sets(w);
    } else {
        change_others(w);
    }
    for (int i = 0; i < 3; i++) {
        say(w);
    }
}

static void walk(struct test_env *env, uint64_t seed, int n_steps) {
    struct world w = {.env = env, .now = 20000 * DAY_MS};
    w.rng = lw_rng_make(seed, 0);
    for (unsigned i = 0; i < N_LEVELS / 2; i++) {
        put_level(&w, i);
    }
    for (int i = 0; i < n_steps; i++) {
        step(&w);
        compare(env, w.now, i);
        if (i % 50 == 0) {
            OK(env, store_counters_compare(env->store, no_miscount, NULL, &env->err));
        }
    }
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    int64_t for_sets = 0;
    OK(env,
       sql_number(env->store->sql, "SELECT CAST(sum(solved) AS BIGINT) FROM count_sets",
                  SQL_NO_ARGS, &for_sets, &env->err));
    assert_true(totals.wins > 0 && totals.plays > totals.wins && for_sets > 0);
    assert_true(totals.ratings > 0 && totals.comparisons > 0);
}

static void test_walk(void **state) {
    walk(*state, 1, (int)test_size(600, 250));
}

static void count_finding(void *ctx, const char *sentence) {
    *(int *)ctx += strstr(sentence, "counter") != NULL;
}

/* Each counter that somebody has changed by hand is found. */
static void test_check_finds(void **state) {
    static const char *const harm[] = {
        "UPDATE count_levels SET plays = plays + 1",
        "UPDATE count_cells SET win_ms = win_ms + 1",
        "UPDATE count_days SET players = players + 1",
        "DELETE FROM count_day_players",
        "UPDATE count_sets SET solved = solved + 1",
        "UPDATE count_set_levels SET wins = wins + 1",
        "UPDATE count_ratings SET total = total + 1",
        "UPDATE count_players SET sessions = sessions + 1",
        "INSERT INTO count_sessions (sessions, users) VALUES (1000, 1)",
        "UPDATE count_totals SET n = n + 1 WHERE name = 'events_gone'",
        "DELETE FROM count_totals WHERE name = 'jobs'",
    };
    struct test_env *env = *state;
    struct lw_store_checked checked;
    walk(env, 4, 200);
    for (size_t i = 0; i <= sizeof harm / sizeof *harm; i++) {
        int n = 0;
        if (i > 0) {
            OK(env, sql_script(env->store->sql, harm[i - 1], &env->err));
        }
        OK(env, lw_store_check(env->store, count_finding, &n, &checked, &env->err));
        if ((n > 0) != (i > 0)) {
            fail_msg("%d findings after: %s", n, i > 0 ? harm[i - 1] : "nothing");
        }
        OK(env, store_counters_start(env->store, &env->err));
    }
}

/* A copy has the counters, and goes on counting. */
static void test_copy_counts(void **state) {
    struct test_env *env = *state;
    char path[320];
    walk(env, 4, 200);
    (void)snprintf(path, sizeof path, "%s/copy.db", env->dir);
    (void)unlink(path);
    struct test_env copy = *env;
    copy.store = NULL;
    OK(&copy, lw_store_open(path, NULL, &copy.store, &copy.err));
    OK(&copy, lw_store_copy(env->store, copy.store, false, NULL, &copy.err));
    compare(&copy, 30000 * DAY_MS, -1);
    OK(&copy, sql_script(copy.store->sql, "DELETE FROM players", &copy.err));
    compare(&copy, 30000 * DAY_MS, -2);
    OK(&copy,
       sql_script(copy.store->sql,
                  "DELETE FROM daily; DELETE FROM pack_levels; DELETE FROM set_levels;"
                  "DELETE FROM ratings; DELETE FROM comparisons;"
                  "DELETE FROM levels",
                  &copy.err));
    compare(&copy, 30000 * DAY_MS, -3);
    OK(&copy, store_counters_compare(copy.store, no_miscount, NULL, &copy.err));
    int64_t left = 1;
    OK(&copy, sql_number(copy.store->sql,
                         "SELECT (SELECT count(*) FROM count_day_players)"
                         " + (SELECT count(*) FROM count_set_levels)"
                         " + (SELECT count(*) FROM count_players)",
                         SQL_NO_ARGS, &left, &copy.err));
    assert_int_equal(left, 0); /* nothing about a player who is gone */
    lw_store_close(copy.store);
}

/* Filled in bulk, for measurements: what comes out is a database in order. */
static void test_fill(void **state) {
    struct test_env *env = *state;
    OK(env, lw_store_fill(env->store, 0, 1000, &env->err));
    OK(env, lw_store_fill(env->store, 1000, 3000, &env->err));
    compare(env, 25000 * DAY_MS, -4);
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.plays, 3000);
    assert_int_equal(totals.jobs, 300);
    char player[LW_STORE_ID_SIZE];
    lw_store_fill_player(149, player);
    OK(env, lw_store_player_delete(env->store, player, &env->err));
    compare(env, 25000 * DAY_MS, -5);
    IS(LW_USAGE, lw_store_fill(env->store, 3000, 3500, &env->err));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_walk),
        EACH(test_check_finds),
        EACH(test_copy_counts),
        EACH(test_fill),
    };
    int failed = cmocka_run_group_tests_name("counters on SQLite", tests,
                                             test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("counters on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
