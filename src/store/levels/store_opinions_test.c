/* What players say of levels that they have played, on both databases. */
#include "store_test_support.h"

static void test_comparisons(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 3);
    struct test_player a = test_new_player(env, 1);
    char x[LW_STORE_ID_SIZE];
    char y[LW_STORE_ID_SIZE];
    char play[LW_STORE_ID_SIZE];
    test_level_id(1, x);
    test_level_id(2, y);
    struct lw_store_comparison comparison = {
        .player = a.id, .level_a = x, .level_b = y, .answer = -1, .made_ms = 5};
    IS(LW_NOT_FOUND, lw_store_comparison_put(env->store, &comparison, &env->err));
    test_start_play(env, &a, 1, NULL, 100, play);
    IS(LW_NOT_FOUND, lw_store_comparison_put(env->store, &comparison, &env->err));
    test_start_play(env, &a, 2, NULL, 100, play);
    OK(env, lw_store_comparison_put(env->store, &comparison, &env->err));
    comparison.answer = 2;
    IS(LW_BAD_INPUT, lw_store_comparison_put(env->store, &comparison, &env->err));
    comparison.level_b = x;
    IS(LW_BAD_INPUT, lw_store_comparison_put(env->store, &comparison, &env->err));
    struct lw_store_said said;
    OK(env, lw_store_said_of(env->store, x, &said, &env->err));
    assert_int_equal(said.n_harder, 1);
    assert_int_equal(said.n_equal + said.n_easier, 0);
    /* The same pair the other way round is the same question. */
    comparison = (struct lw_store_comparison){
        .player = a.id, .level_a = y, .level_b = x, .answer = -1, .made_ms = 6};
    OK(env, lw_store_comparison_put(env->store, &comparison, &env->err));
    OK(env, lw_store_said_of(env->store, y, &said, &env->err));
    assert_int_equal(said.n_harder, 1);
    assert_int_equal(said.n_equal + said.n_easier + said.n_ratings, 0);
    OK(env, lw_store_said_of(env->store, x, &said, &env->err));
    assert_int_equal(said.n_easier, 1);
    assert_int_equal(said.n_harder + said.n_equal, 0);
}

static void test_opinions(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 2);
    struct test_player a = test_new_player(env, 1);
    struct test_player b = test_new_player(env, 1);
    char x[LW_STORE_ID_SIZE];
    char play[LW_STORE_ID_SIZE];
    test_level_id(1, x);
    struct lw_store_opinion opinion = {.player = a.id, .level = x, .value = 4};
    IS(LW_NOT_FOUND, lw_store_opinion_put(env->store, &opinion, &env->err));
    test_start_play(env, &a, 1, NULL, 100, play);
    test_start_play(env, &b, 1, NULL, 100, play);
    OK(env, lw_store_opinion_put(env->store, &opinion, &env->err));
    opinion.value = 11;
    IS(LW_BAD_INPUT, lw_store_opinion_put(env->store, &opinion, &env->err));
    opinion.value = 9;
    OK(env, lw_store_opinion_put(env->store, &opinion, &env->err));
    OK(env,
       lw_store_opinion_put(
           env->store, &(struct lw_store_opinion){.player = b.id, .level = x, .value = 2},
           &env->err));
    struct lw_store_said said;
    OK(env, lw_store_said_of(env->store, x, &said, &env->err));
    assert_int_equal(said.n_ratings, 2);
    assert_true(said.mean_rating == 5.5);
    OK(env, lw_store_player_delete(env->store, a.id, &env->err));
    IS(LW_NOT_FOUND, lw_store_opinion_put(env->store, &opinion, &env->err));
    OK(env, lw_store_said_of(env->store, x, &said, &env->err));
    assert_int_equal(said.n_ratings, 1);
    OK(env, lw_store_level_hide(env->store, x, &env->err));
    opinion.player = b.id;
    IS(LW_NOT_FOUND, lw_store_opinion_put(env->store, &opinion, &env->err));
}

static bool count_look(void *ctx) {
    ++*(unsigned *)ctx;
    return true;
}

/* How often SQLite looks at its time while a player rates a level: each stands for some
 * thousand steps. */
static unsigned looks_of(struct test_env *env, const struct lw_store_opinion *opinion,
                         lw_status wanted) {
    unsigned looks = 0;
    struct lw_store_meter meter = {.max_rows = 100, .go_on = count_look, .ctx = &looks};
    lw_store_meter_set(env->store, &meter);
    IS(wanted, lw_store_opinion_put(env->store, opinion, &env->err));
    lw_store_meter_set(env->store, NULL);
    return looks;
}

/* However much somebody has played, and a level was played, an opinion costs the same. */
static void test_cost(void **state) {
    struct test_env *env = *state;
    if (env->postgres) {
        return; /* its steps are not ours to count */
    }
    test_put_levels(env, 1, 2);
    struct test_player a = test_new_player(env, 1), b = test_new_player(env, 1);
    char x[LW_STORE_ID_SIZE], y[LW_STORE_ID_SIZE], play[LW_STORE_ID_SIZE];
    test_level_id(1, x);
    test_level_id(2, y);
    test_start_play(env, &a, 1, NULL, 100, play);
    struct lw_store_opinion known = {.player = a.id, .level = x, .value = 4};
    struct lw_store_opinion unknown = {.player = a.id, .level = y, .value = 4};
    unsigned before = looks_of(env, &known, LW_OK);
    unsigned before_unknown = looks_of(env, &unknown, LW_NOT_FOUND);
    OK(env, sql_do(env->store->sql,
                   "INSERT INTO plays (id, player, session, level, started_ms, moves,"
                   " pushes, t_ms, last_ms, restarts, undos, quits)"
                   " WITH RECURSIVE n(i) AS (SELECT CAST(?2 AS BIGINT) UNION ALL SELECT"
                   " i + 1 FROM n WHERE i < 30000)"
                   " SELECT 'f0000000000000000000' || CAST(100000000000 + i AS TEXT),"
                   " player, session, level, started_ms, 0, 0, 0, 0, 0, 0, 0"
                   " FROM n CROSS JOIN plays WHERE plays.id = ?1",
                   SQL_ARGS(T(play), I(1)), NULL, &env->err));
    assert_in_range(looks_of(env, &known, LW_OK), 0, before + 2);
    assert_in_range(looks_of(env, &unknown, LW_NOT_FOUND), 0, before_unknown + 2);
    unknown = (struct lw_store_opinion){.player = b.id, .level = x, .value = 4};
    assert_in_range(looks_of(env, &unknown, LW_NOT_FOUND), 0, before_unknown + 2);
}

/* As looks_of, of a pair. */
static unsigned looks_of_pair(struct test_env *env,
                              const struct lw_store_comparison *pair) {
    unsigned looks = 0;
    struct lw_store_meter meter = {.max_rows = 100, .go_on = count_look, .ctx = &looks};
    lw_store_meter_set(env->store, &meter);
    OK(env, lw_store_comparison_put(env->store, pair, &env->err));
    lw_store_meter_set(env->store, NULL);
    return looks;
}

static void test_cost_of_pair(void **state) {
    struct test_env *env = *state;
    if (env->postgres) {
        return; /* its steps are not ours to count */
    }
    test_put_levels(env, 1, 2);
    struct test_player a = test_new_player(env, 1);
    char x[LW_STORE_ID_SIZE], y[LW_STORE_ID_SIZE], play[LW_STORE_ID_SIZE];
    test_level_id(1, x);
    test_level_id(2, y);
    test_start_play(env, &a, 1, NULL, 100, play);
    test_start_play(env, &a, 2, NULL, 100, play);
    const struct lw_store_comparison pair = {
        .player = a.id, .level_a = x, .level_b = y, .answer = -1, .made_ms = 5};
    unsigned before = looks_of_pair(env, &pair);
    OK(env, sql_do(env->store->sql,
                   "INSERT INTO comparisons (id, player, level_a, level_b, answer,"
                   " made_ms) WITH RECURSIVE n(i) AS (SELECT CAST(?2 AS BIGINT) UNION ALL"
                   " SELECT i + 1 FROM n WHERE i < 30000)"
                   " SELECT 'f0000000000000000000' || CAST(100000000000 + i AS TEXT), ?1,"
                   " ?3, ?3, 1, i FROM n",
                   SQL_ARGS(T(a.id), I(1), T(x)), NULL, &env->err));
    assert_in_range(looks_of_pair(env, &pair), 0, before + 2);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {EACH(test_comparisons), EACH(test_opinions),
                                       EACH(test_cost), EACH(test_cost_of_pair)};
    int failed =
        cmocka_run_group_tests_name("SQLite", tests, test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, test_group_postgres,
                                              test_group_end);
    }
    return failed;
}
