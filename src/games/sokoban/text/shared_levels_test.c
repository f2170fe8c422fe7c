/* Whole collections: the counts that their README states, and round trips of every file.
 * The shared folder may be absent; tests/data covers the same code. */
#include "test_support.h"

static void check_file(const char *path, size_t n_levels, size_t *n_messages) {
    size_t len = 0;
    char *text = load_file(path, &len);
    if (text == NULL) {
        fail_msg("%s is missing", path);
    }
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_error err;
    if (try_read(game, NULL, text, len, &set, &err) != LW_OK) {
        fail_msg("%s:%u: %s", path, err.line, err.text);
    }
    for (size_t i = 0; i < set.n_messages; i++) {
        print_message("%s:%u: %s\n", path, set.messages[i].line, set.messages[i].text);
    }
    *n_messages += set.n_messages;
    if (set.n_entries != n_levels) {
        fail_msg("%s has %zu levels, not %zu", path, set.n_entries, n_levels);
    }
    assert_round_trip(game, "xsb", &set);
    assert_round_trip(game, "sok", &set);
    assert_round_trip(game, "rle", &set);
    assert_round_trip(game, "json", &set);
    /* SLC keeps less, but what it keeps it keeps. */
    struct lw_buffer slc = write_text(game, "slc", &set);
    struct lw_collection again;
    read_text(game, "slc", lw_buffer_text(&slc), &again);
    assert_int_equal(again.n_entries, n_levels);
    for (size_t i = 0; i < n_levels; i++) {
        assert_same_level(set.entries[i].level, again.entries[i].level);
        assert_string_equal(set.entries[i].title, again.entries[i].title);
    }
    assert_round_trip(game, "slc", &again);
    lw_collection_free(&again);
    lw_buffer_free(&slc);
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(text);
}

/* "| microban-1.xsb | 155 | …" */
static void test_shared(void **unused) {
    (void)unused;
    size_t len, n_files = 0, n_messages = 0;
    char *readme = load_file(LW_SHARED "/levels/README.md", &len);
    if (readme == NULL) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    for (char *line = strtok(readme, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char name[80], path[400];
        int count;
        if (sscanf(line, "| %79s | %d |", name, &count) != 2) {
            continue;
        }
        (void)snprintf(path, sizeof path, LW_SHARED "/levels/%s", name);
        check_file(path, (size_t)count, &n_messages);
        n_files++;
    }
    assert_int_equal(n_files, 14);
    assert_int_equal(n_messages, 0); /* every level of them can be played */
    free(readme);
}

static void test_own(void **unused) {
    (void)unused;
    size_t n_messages = 0;
    check_file(LW_TEST_DATA "/sokoban/microban-sample.xsb", 6, &n_messages);
    check_file(LW_TEST_DATA "/sokoban/own.sok", 4, &n_messages);
    check_file(LW_TEST_DATA "/sokoban/own.slc", 2, &n_messages);
    check_file(LW_TEST_DATA "/sokoban/own.rle", 2, &n_messages);
    assert_int_equal(n_messages, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
