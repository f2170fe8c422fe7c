/* Versions of difficulty models, on both databases. */
#include "store_test_support.h"

static struct lw_store_model put(struct test_env *env, int64_t made_ms) {
    size_t len;
    const char *shipped = lw_model_shipped("sokoban", &len); /* without a NUL */
    struct lw_store_model model = {.game = "sokoban",
                                   .made_ms = made_ms,
                                   .data_hash = "00ff",
                                   .data_ms = made_ms - 1,
                                   .figures = "{\"n\":3}",
                                   .text = lw_arena_text(&env->arena, shipped, len)};
    assert_non_null(model.text);
    OK(env, lw_store_model_put(env->store, &model, &env->err));
    return model;
}

static int64_t in_use(struct test_env *env) {
    struct lw_model_texts texts;
    OK(env, lw_store_models_in_use(env->store, &env->arena, &texts, &env->err));
    assert_true(texts.n <= 1);
    return texts.n == 0 ? 0 : texts.models[0].version;
}

static void test_put(void **state) {
    struct test_env *env = *state;
    struct lw_store_model one = put(env, 10), two = put(env, 20), read;
    assert_int_equal(one.version, 1);
    assert_int_equal(two.version, 2);
    OK(env, lw_store_model_get(env->store, 2, &env->arena, &read, &env->err));
    assert_string_equal(read.text, two.text);
    assert_string_equal(read.figures, "{\"n\":3}");
    assert_int_equal(read.state, LW_STORE_MODEL_OFFERED);
    assert_int_equal(read.data_ms, 19);
    struct lw_store_model_list list;
    OK(env, lw_store_model_list(env->store, "sokoban", &env->arena, &list, &env->err));
    assert_int_equal(list.n, 2);
    assert_int_equal(list.models[0].version, 2);
    OK(env, lw_store_model_list(env->store, "flow", &env->arena, &list, &env->err));
    assert_int_equal(list.n, 0);
    IS(LW_NOT_FOUND, lw_store_model_get(env->store, 3, &env->arena, &read, &env->err));
    /* A model of another game, or none at all, is not stored. */
    two.game = "flow";
    IS(LW_BAD_INPUT, lw_store_model_put(env->store, &two, &env->err));
    two.text = "{}";
    IS(LW_BAD_INPUT, lw_store_model_put(env->store, &two, &env->err));
    two.game = "chess";
    IS(LW_BAD_INPUT, lw_store_model_put(env->store, &two, &env->err));
    /* Nor is one of features that this program does not know. */
    char *other = lw_arena_text(&env->arena, one.text, strlen(one.text));
    char *feature = other == NULL ? NULL : strstr(other, "\"feature\":\"");
    assert_non_null(feature);
    feature[strlen("\"feature\":\"")] = '?';
    one.text = other;
    IS(LW_BAD_INPUT, lw_store_model_put(env->store, &one, &env->err));
}

static void test_use_and_back(void **state) {
    struct test_env *env = *state;
    struct lw_model_texts texts;
    int64_t version;
    for (int i = 0; i < 3; i++) {
        (void)put(env, 10 + i);
    }
    assert_int_equal(in_use(env), 0);
    IS(LW_NOT_FOUND, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    OK(env, lw_store_models_in_use(env->store, &env->arena, &texts, &env->err));
    assert_int_equal(texts.n, 0);
    OK(env, lw_store_model_use(env->store, "sokoban", 1, 50, &env->err));
    /* In the same millisecond. */
    OK(env, lw_store_model_use(env->store, "sokoban", 3, 50, &env->err));
    OK(env, lw_store_model_use(env->store, "sokoban", 2, 50, &env->err));
    assert_int_equal(in_use(env), 2);
    OK(env, lw_store_models_in_use(env->store, &env->arena, &texts, &env->err));
    assert_int_equal(texts.n, 1);
    assert_int_equal(texts.models[0].version, 2);
    assert_int_equal(texts.models[0].len, strlen(texts.models[0].text));
    OK(env, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    assert_int_equal(version, 3);
    assert_int_equal(in_use(env), 3);
    OK(env, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    assert_int_equal(in_use(env), 1);
    OK(env, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    assert_int_equal(version, 0);
    assert_int_equal(in_use(env), 0);
    IS(LW_NOT_FOUND, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    /* From what ships back to the version. */
    OK(env, lw_store_model_use(env->store, "sokoban", 1, 60, &env->err));
    OK(env, lw_store_model_use(env->store, "sokoban", 0, 61, &env->err));
    assert_int_equal(in_use(env), 0);
    OK(env, lw_store_model_back(env->store, "sokoban", &version, &env->err));
    assert_int_equal(in_use(env), 1);
    IS(LW_NOT_FOUND, lw_store_model_use(env->store, "sokoban", 9, 62, &env->err));
    IS(LW_NOT_FOUND, lw_store_model_use(env->store, "flow", 2, 62, &env->err));
    assert_int_equal(in_use(env), 1);
}

/* A store of the version before has neither the table nor the mark. */
static void test_migration(void **state) {
    struct test_env *env = *state;
    struct test_player player = test_new_player(env, 5);
    int64_t n = -1;
    OK(env, sql_script(env->store->sql,
                       "DROP TABLE models;"
                       "ALTER TABLE players DROP COLUMN simulated;"
                       "DELETE FROM schema_version WHERE version >= 16;",
                       &env->err));
    test_env_close(env);
    OK(env, lw_store_open(env->url, NULL, &env->store, &env->err));
    OK(env, sql_number(env->store->sql, "SELECT simulated FROM players WHERE id = ?1",
                       SQL_ARGS(T(player.id)), &n, &env->err));
    assert_int_equal(n, 0);
    OK(env, lw_store_player_simulated(env->store, player.id, &env->err));
    OK(env, sql_number(env->store->sql, "SELECT simulated FROM players WHERE id = ?1",
                       SQL_ARGS(T(player.id)), &n, &env->err));
    assert_int_equal(n, 1);
    IS(LW_NOT_FOUND, lw_store_player_simulated(env->store, "none", &env->err));
    assert_int_equal(put(env, 1).version, 1);
    OK(env, lw_store_model_use(env->store, "sokoban", 1, 2, &env->err));
    IS(LW_EXISTS, sql_do(env->store->sql,
                         "INSERT INTO models (version, game, state, made_ms, used_ms,"
                         " data_hash, data_ms, simulated, figures, text)"
                         " VALUES (2, 'sokoban', 'in use', 0, 0, '', 0, 0, '', '')",
                         SQL_NO_ARGS, NULL, &env->err));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {EACH(test_put), EACH(test_use_and_back),
                                       EACH(test_migration)};
    int failed = cmocka_run_group_tests_name("models on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("models on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
