/* The cache against measuring anew, with files that are damaged or not its own. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lw/command/feature_cache.h"
#include "lw/sokoban.h"

#define TWO_BOXES "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n"
#define TURNED "#######\n#  *  #\n# .   ##\n###@$ #\n  #   #\n  #####\n"

struct fixture {
    char folder[64];
    struct lw_game *game;
    struct lw_collection set;
    struct lw_runtime runtime;
    struct lw_budget budget;
    struct lw_feature_values plain;
};

static void measure(struct feature_cache *cache, const struct fixture *f, size_t level,
                    uint64_t nodes, struct lw_feature_values *values) {
    struct lw_budget budget = {.nodes = nodes};
    struct lw_error err;
    const struct feature_task task = {f->set.entries[level].level, LW_COST_ENUMERATE,
                                      &budget, &f->runtime};
    if (feature_cache_measure(cache, &task, values, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    struct lw_error err;
    const char *text = TWO_BOXES "\n" TURNED;
    (void)snprintf(f->folder, sizeof f->folder, "/tmp/levelwright-cache-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){0}, &f->game,
                                                  NULL, &err),
                     LW_OK);
    lw_collection_init(&f->set, lw_alloc_libc());
    assert_int_equal(lw_game_read(f->game, "xsb", text, strlen(text), &f->set, &err),
                     LW_OK);
    assert_int_equal(f->set.n_entries, 2);
    measure(NULL, f, 0, 5000, &f->plain);
    *state = f;
    return 0;
}

/* Calls fn for every file in the folder; returns how many there are. */
static size_t each_file(const struct fixture *f, void (*fn)(const char *path)) {
    DIR *dir = opendir(f->folder);
    size_t n = 0;
    assert_non_null(dir);
    for (struct dirent *at = readdir(dir); at != NULL; at = readdir(dir)) {
        char path[400];
        if (at->d_name[0] == '.') {
            continue;
        }
        n++;
        (void)snprintf(path, sizeof path, "%s/%s", f->folder, at->d_name);
        if (fn != NULL) {
            fn(path);
        }
    }
    (void)closedir(dir);
    return n;
}

static void delete_file(const char *path) {
    assert_int_equal(unlink(path), 0);
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    (void)each_file(f, delete_file);
    (void)rmdir(f->folder);
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
    free(f);
    return 0;
}

static void check_same(const struct lw_feature_values *a,
                       const struct lw_feature_values *b) {
    for (size_t i = 0; i < lw_sokoban_kind.features->n_features; i++) {
        assert_true(a->value[i] == b->value[i] ||
                    (isnan(a->value[i]) && isnan(b->value[i])));
        assert_true(a->error[i] == b->error[i]);
    }
}

static struct feature_cache *open_cache(const char *folder) {
    struct feature_cache *cache = NULL;
    struct lw_error err;
    assert_int_equal(feature_cache_open(lw_alloc_libc(), folder, &cache, &err), LW_OK);
    return cache;
}

static void memory_measures_once(void **state) {
    struct fixture *f = *state;
    struct lw_feature_values values;
    struct feature_cache *cache = open_cache(NULL);
    for (int i = 0; i < 3; i++) {
        measure(cache, f, 0, 5000, &values);
        check_same(&values, &f->plain);
    }
    struct feature_cache_counts counts = feature_cache_counts(cache);
    assert_int_equal(counts.measured, 1);
    assert_int_equal(counts.in_memory, 2);
    /* Another budget is another question. */
    measure(cache, f, 0, 4000, &values);
    assert_int_equal(feature_cache_counts(cache).measured, 2);
    feature_cache_close(cache);
    assert_int_equal(each_file(f, NULL), 0);
}

static void files_outlive_the_program(void **state) {
    struct fixture *f = *state;
    struct lw_feature_values values;
    for (int i = 0; i < 2; i++) {
        struct feature_cache *cache = open_cache(f->folder);
        measure(cache, f, 0, 5000, &values);
        check_same(&values, &f->plain);
        assert_int_equal(feature_cache_counts(cache).measured, i == 0);
        assert_int_equal(feature_cache_counts(cache).in_files, i == 1);
        feature_cache_close(cache);
    }
    assert_int_equal(each_file(f, NULL), 1);
}

/* One byte at a time: whatever is changed, the level is measured again. */
static void damage_is_noticed(void **state) {
    struct fixture *f = *state;
    struct lw_feature_values values;
    struct feature_cache *cache = open_cache(f->folder);
    measure(cache, f, 0, 5000, &values);
    feature_cache_close(cache);
    DIR *dir = opendir(f->folder);
    char path[400] = "";
    for (struct dirent *at = readdir(dir); at != NULL; at = readdir(dir)) {
        if (at->d_name[0] != '.') {
            (void)snprintf(path, sizeof path, "%s/%s", f->folder, at->d_name);
        }
    }
    (void)closedir(dir);
    FILE *file = fopen(path, "rb");
    static char bytes[20000];
    size_t len = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    for (size_t at = 0; at < len; at += 97) {
        char was = bytes[at];
        bytes[at] = was == '7' ? '8' : '7';
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, at % 2 == 0 ? len : at + 1, file),
                         at % 2 == 0 ? len : at + 1);
        (void)fclose(file);
        bytes[at] = was;
        cache = open_cache(f->folder);
        measure(cache, f, 0, 5000, &values);
        check_same(&values, &f->plain);
        feature_cache_close(cache);
    }
    /* The last one was mended by measuring. */
    cache = open_cache(f->folder);
    measure(cache, f, 0, 5000, &values);
    assert_int_equal(feature_cache_counts(cache).in_files, 1);
    feature_cache_close(cache);
}

/* The same puzzle turned has the same id but its own width and height. */
static void turned_levels_keep_their_own_values(void **state) {
    struct fixture *f = *state;
    struct lw_feature_values a, b, plain;
    struct feature_cache *cache = open_cache(f->folder);
    measure(cache, f, 0, 5000, &a);
    measure(cache, f, 1, 5000, &b);
    measure(NULL, f, 1, 5000, &plain);
    check_same(&b, &plain);
    assert_int_equal(feature_cache_counts(cache).measured, 2);
    feature_cache_close(cache);
}

static void a_file_is_no_folder(void **state) {
    struct fixture *f = *state;
    struct feature_cache *cache = NULL;
    struct lw_error err;
    char path[100];
    (void)snprintf(path, sizeof path, "%s/file", f->folder);
    FILE *file = fopen(path, "wb");
    (void)fclose(file);
    assert_int_equal(feature_cache_open(lw_alloc_libc(), path, &cache, &err), LW_USAGE);
    assert_null(cache);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(memory_measures_once), TEST(files_outlive_the_program),
        TEST(damage_is_noticed),    TEST(turned_levels_keep_their_own_values),
        TEST(a_file_is_no_folder),
    };
    return cmocka_run_group_tests_name("feature_cache", tests, NULL, NULL);
}
