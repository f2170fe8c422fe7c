/* What levels weigh: sources shared, bounds for every door, lists weighed before they are
 * read, and stores of earlier versions. */
#include "store_test_support.h"

#include "lw/store/open.h"

static const char head[] =
    "title shared\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nGoal "
    "G\ngreen\n\n"
    "LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer\n\nRULES\n\n"
    "WINCONDITIONS\n\nall Player on Goal\n\nLEVELS\n\n";
#define ROWS "p.g\n\n"
#define OTHER_ROWS "p..g\n\n"

static void put_file(struct test_env *env, const char *text,
                     struct lw_store_imported *out) {
    struct lw_opened opened;
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kinds = lw_game_kinds(),
                                      .game = "puzzlescript",
                                      .text = text,
                                      .len = strlen(text)};
    struct lw_store_import how = {.title = "file", .now_ms = 5};
    OK(env, lw_open(&request, &opened, &env->err));
    OK(env, lw_store_keep_pack(env->store, &opened.set, &how, out, &env->err));
    lw_opened_close(&opened);
}

static int64_t number(struct test_env *env, const char *select) {
    int64_t n = 0;
    OK(env, sql_number(env->store->sql, select, SQL_NO_ARGS, &n, &env->err));
    return n;
}

static void check_clean(struct test_env *env) {
    struct lw_store_checked checked;
    OK(env, lw_store_check(env->store, NULL, NULL, &checked, &env->err));
    assert_int_equal(checked.n_findings, 0);
}

static size_t count_text(const char *text, const char *part) {
    size_t n = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        n++;
    }
    return n;
}

static void put_two(struct test_env *env, struct lw_store_imported *out) {
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_printf(&text, "%s%s%s", head, ROWS, OTHER_ROWS);
    put_file(env, lw_buffer_text(&text), out);
    lw_buffer_free(&text);
    assert_int_equal(out->n_new, 2);
}

/* One row of sources, however many levels; each has its own part of the text. */
static void test_shared(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    struct lw_store_level_list list;
    struct lw_store_source_list sources;
    struct lw_opened opened;
    const char *whole = NULL;
    put_two(env, &imported);
    assert_int_equal(number(env, "SELECT count(*) FROM sources"), 1);
    OK(env,
       lw_store_pack_levels(env->store, imported.pack, &env->arena, &list, &env->err));
    assert_string_equal(list.levels[0].text, ROWS);
    assert_string_equal(list.levels[1].text, OTHER_ROWS);
    assert_string_equal(list.levels[0].source, list.levels[1].source);
    assert_int_equal(list.levels[0].source_len, strlen(head));
    OK(env, lw_store_source_list(env->store, &list, &env->arena, &sources, &env->err));
    assert_int_equal(sources.n, 1);
    assert_string_equal(sources.sources[0].text, head);
    OK(env,
       lw_store_level_whole(env->store, &list.levels[1], &env->arena, &whole, &env->err));
    assert_non_null(strstr(whole, "LEVELS\n\n" OTHER_ROWS));
    OK(env, lw_store_levels_open(env->store, lw_alloc_libc(), &list, &opened, &env->err));
    assert_int_equal(opened.set.n_entries, 2);
    assert_ptr_equal(opened.set.entries[0].level->game,
                     opened.set.entries[1].level->game);
    lw_opened_close(&opened);
    check_clean(env);
    /* A source that is not what its id says is found. */
    OK(env, sql_do(env->store->sql, "UPDATE sources SET text = text || '='", SQL_NO_ARGS,
                   NULL, &env->err));
    struct lw_store_checked checked;
    OK(env, lw_store_check(env->store, NULL, NULL, &checked, &env->err));
    assert_true(checked.n_findings > 0);
}

/* Lines have a source once; lines of before, each with all of its game, are read still.
 */
static void test_lines(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    struct lw_store_import how = {.title = "lines", .now_ms = 9};
    struct lw_buffer lines, old;
    struct lw_json_writer json;
    lw_buffer_init(&lines, lw_alloc_libc());
    lw_buffer_init(&old, lw_alloc_libc());
    put_two(env, &imported);
    OK(env, lw_store_export_all(env->store, NULL, &lines, &env->err));
    assert_int_equal(count_text(lw_buffer_text(&lines), "OBJECTS"), 1);
    assert_int_equal(count_text(lw_buffer_text(&lines), "\n"), 3);
    for (int i = 0; i < 2; i++) {
        char text[1000];
        (void)snprintf(text, sizeof text, "%s%s", head, i == 0 ? ROWS : OTHER_ROWS);
        lw_json_begin(&json, &old);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", "puzzlescript");
        if (i == 0) {
            lw_json_text(&json, "source", head);
        }
        lw_json_text(&json, "text", i == 0 ? ROWS : text);
        lw_json_object_end(&json);
        lw_buffer_putc(&old, '\n');
    }
    for (int i = 0; i < 2; i++) {
        const struct lw_buffer *from = i == 0 ? &lines : &old;
        test_env_close(env);
        test_env_fresh(env);
        OK(env, lw_store_import_lines(env->store, lw_buffer_text(from), from->len, &how,
                                      &imported, &env->err));
        assert_int_equal(imported.n_new, 2);
        assert_int_equal(imported.n_refused, 0);
        assert_int_equal(number(env, "SELECT count(*) FROM sources"), 1);
        check_clean(env);
    }
    static const char lost[] =
        "{\"game\":\"puzzlescript\",\"text\":\"p.g\",\"source_id\":"
        "\"00000000000000000000000000000000\"}";
    IS(LW_BAD_INPUT,
       lw_store_import_lines(env->store, lost, strlen(lost), &how, &imported, &env->err));
    lw_buffer_free(&old);
    lw_buffer_free(&lines);
}

/* A store of before has whole texts; they come apart and stay the same together. */
static void test_migration(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    put_two(env, &imported);
    OK(env,
       sql_script(env->store->sql,
                  "UPDATE levels SET text = (SELECT s.text FROM sources s WHERE s.id ="
                  " levels.source) || text, source = NULL, bytes = 0;"
                  "DELETE FROM sources;",
                  &env->err));
    OK(env, store_part_rows(env->store, &env->err));
    assert_int_equal(number(env, "SELECT count(*) FROM sources"), 1);
    assert_int_equal(number(env, "SELECT count(*) FROM levels WHERE source IS NULL"), 0);
    assert_int_equal(number(env, "SELECT max(bytes) FROM levels"), strlen(OTHER_ROWS));
    check_clean(env);
}

/* Doors: a collection and JSON lines end in the same place. */
static lw_status put_board(struct test_env *env, uint32_t width, uint32_t height,
                           size_t n_title, size_t n_moves,
                           struct lw_store_imported *out) {
    struct lw_buffer line, board, title, moves;
    struct lw_json_writer json;
    lw_buffer_init(&line, lw_alloc_libc());
    lw_buffer_init(&board, lw_alloc_libc());
    lw_buffer_init(&title, lw_alloc_libc());
    lw_buffer_init(&moves, lw_alloc_libc());
    for (uint32_t y = 0; y < height; y++) {
        lw_buffer_putc(&board, '#');
        lw_buffer_repeat(&board, y == 0 || y == height - 1 ? '#' : ' ', width - 2);
        lw_buffer_puts(&board, "#\n");
    }
    memcpy(board.data + (width + 1) + 1, " @$.", 4);
    lw_buffer_repeat(&title, 't', n_title);
    for (size_t i = 0; i < n_moves; i++) {
        lw_buffer_putc(&moves, i % 2 == 0 ? 'l' : 'r');
    }
    lw_buffer_puts(&moves, "R");
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "game", "sokoban");
    lw_json_text(&json, "title", lw_buffer_text(&title));
    lw_json_text(&json, "text", lw_buffer_text(&board));
    lw_json_array(&json, "solutions");
    lw_json_object(&json, NULL);
    lw_json_text(&json, "moves", lw_buffer_text(&moves));
    lw_json_object_end(&json);
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    struct lw_store_import how = {.title = "board", .now_ms = 9};
    lw_status status = lw_store_import_lines(env->store, lw_buffer_text(&line), line.len,
                                             &how, out, &env->err);
    lw_buffer_free(&moves);
    lw_buffer_free(&title);
    lw_buffer_free(&board);
    lw_buffer_free(&line);
    return status;
}

static void test_bounds(void **state) {
    struct test_env *env = *state;
    struct lw_store_imported imported;
    OK(env, put_board(env, 8, 5, LW_STORE_MAX_NAME, LW_STORE_MAX_MOVES - 2, &imported));
    assert_int_equal(imported.n_solutions, 1);
    IS(LW_BAD_INPUT, put_board(env, 9, 5, LW_STORE_MAX_NAME + 1, 0, &imported));
    assert_int_equal(imported.n_refused, 1);
    IS(LW_BAD_INPUT, put_board(env, 1001, 1000, 1, 0, &imported));
    OK(env, put_board(env, 10, 5, 1, LW_STORE_MAX_MOVES, &imported));
    assert_int_equal(imported.n_solutions, 0);
    assert_int_equal(number(env, "SELECT count(*) FROM levels"), 2);
    /* A pack of what is there already is weighed as well. */
    OK(env, sql_script(env->store->sql, "UPDATE levels SET bytes = 40000000", &env->err));
    struct lw_store_level_list list;
    struct lw_store_filter filter = {.game = "sokoban"};
    OK(env, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    const char *ids[2] = {list.levels[0].id, list.levels[1].id};
    struct lw_store_pack pack = {.title = "both", .game = "sokoban"};
    IS(LW_BAD_INPUT, lw_store_pack_put(env->store, &pack, ids, 2, &env->err));
    assert_non_null(strstr(env->err.text, "several packs"));
    OK(env, lw_store_pack_put(env->store, &pack, ids, 1, &env->err));
    /* Heavier rows of before are read; too many at once are refused, by what is known of
     * their weight alone. */
    env->store->max_level_bytes = 50000000;
    IS(LW_LIMIT, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    filter.limit = 1;
    OK(env, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 1);
    env->store->max_level_bytes = 0;
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {EACH(test_shared), EACH(test_lines),
                                       EACH(test_migration), EACH(test_bounds)};
    int failed = cmocka_run_group_tests_name("weight on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("weight on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
