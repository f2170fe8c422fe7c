/* Plain rows are read as the compiler reads them, and nothing else is. */
#include "test_support.h"

#include "lw/base/rng.h"
#include "text/rows.h"

static const char *const files[] = {"gravity.txt", "melt.txt", "pit.txt",      "push.txt",
                                    "quarrel.txt", "talk.txt", "warehouse.txt"};

static bool open_data(struct fixture *f, const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/puzzlescript/%s", LW_TEST_DATA, name);
    return fixture_open(f, path);
}

/* The same rows as the whole LEVELS section of a game of its own. */
static void compile_rows(const struct lw_ps_game *game, const char *rows, size_t len,
                         struct lw_ps_game **out) {
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_add(&text, game->source, game->levels_at);
    lw_buffer_putc(&text, '\n');
    lw_buffer_add(&text, rows, len);
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), lw_buffer_text(&text), text.len, out, NULL),
        LW_OK);
    lw_buffer_free(&text);
}

/* Keys of the game; now and then something that only the compiler may judge. */
static void put_random_rows(const struct lw_ps_game *game, struct lw_rng *rng,
                            struct lw_buffer *out) {
    static const char *const odd[] = {"(x)",        "\n",   " ",  "\xc3\xa9", "=",
                                      "message hi", "\r\n", "\t", "levels\n", "\n\n\n"};
    uint32_t n_levels = 1 + lw_rng_below(rng, 3);
    bool may_be_odd = lw_rng_below(rng, 3) == 0;
    for (uint32_t l = 0; l < n_levels; l++) {
        uint32_t width = 1 + lw_rng_below(rng, 6), height = 1 + lw_rng_below(rng, 4);
        for (uint32_t i = 0; i < width * height; i++) {
            const char *key = NULL;
            while (key == NULL || key[1] != '\0') {
                key = game->names[lw_rng_below(rng, game->n_names)].text;
            }
            bool upper = key[0] >= 'a' && key[0] <= 'z' && lw_rng_below(rng, 2) == 0;
            lw_buffer_putc(out, upper ? (char)(key[0] - 'a' + 'A') : key[0]);
            if (i % width == width - 1) {
                lw_buffer_putc(out, '\n');
            }
            if (may_be_odd && lw_rng_below(rng, 12) == 0) {
                lw_buffer_puts(out, odd[lw_rng_below(rng, sizeof odd / sizeof *odd)]);
            }
        }
        lw_buffer_putc(out, '\n');
    }
}

static void assert_same(const struct lw_ps_game *game, const struct lw_collection *set,
                        const struct lw_ps_game *whole) {
    size_t n = 0;
    assert_int_equal(whole->n_errors, 0);
    for (uint32_t i = 0; i < whole->n_entries; i++) {
        const struct lw_ps_entry *entry = &whole->entries[i];
        assert_null(entry->message);
        assert_true(n < set->n_entries);
        const struct lw_ps_level *level = lw_ps_level_of(set->entries[n].level);
        assert_int_equal(level->width, entry->width);
        assert_int_equal(level->height, entry->height);
        assert_int_equal(level->line + game->levels_line, entry->line);
        assert_memory_equal(level->cells, entry->cells,
                            (size_t)entry->width * entry->height * game->obj_words *
                                sizeof *entry->cells);
        n++;
    }
    assert_int_equal(n, set->n_entries);
}

static void reads_as_the_compiler_does(void **state) {
    (void)state;
    size_t n_plain = 0, n_left = 0;
    struct lw_rng rng = lw_rng_make(5, 0);
    for (size_t i = 0; i < 700; i++) {
        struct fixture f;
        assert_true(open_data(&f, files[i % (sizeof files / sizeof *files)]));
        const struct lw_ps_game *game = lw_ps_game_of(f.game);
        struct lw_ps_game *whole = NULL;
        struct lw_buffer rows;
        struct lw_collection set;
        lw_status status = LW_OK;
        lw_buffer_init(&rows, lw_alloc_libc());
        lw_collection_init(&set, lw_alloc_libc());
        put_random_rows(game, &rng, &rows);
        if (lw_ps_read_rows(game, rows.data, rows.len, &set, &status, NULL)) {
            assert_int_equal(status, LW_OK);
            compile_rows(game, rows.data, rows.len, &whole);
            assert_same(game, &set, whole);
            n_plain++;
        } else {
            assert_int_equal(set.n_entries, 0);
            n_left++;
        }
        lw_ps_game_destroy(whole);
        lw_collection_free(&set);
        lw_buffer_free(&rows);
        fixture_close(&f);
    }
    assert_true(n_plain > 200 && n_left > 50);
}

/* What a level is written as comes apart where the levels begin. */
static void parts_source_and_rows(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct fixture f;
        assert_true(open_data(&f, files[i]));
        const struct lw_level_ops *ops = lw_puzzlescript_kind.level;
        const struct lw_format *format = &ops->formats[0];
        size_t first = 0;
        for (size_t e = 0; e < f.set.n_entries; e++) {
            struct lw_entry one = {.level = f.set.entries[e].level, .title = ""};
            struct lw_collection set = {
                .title = "", .game = f.game, .entries = &one, .n_entries = 1};
            struct lw_buffer text;
            lw_buffer_init(&text, lw_alloc_libc());
            assert_int_equal(lw_game_write(f.game, format, &set, &text, NULL), LW_OK);
            size_t len = ops->source_len(lw_buffer_text(&text), text.len);
            assert_true(len > 0 && len < text.len);
            assert_true(first == 0 || len == first);
            first = len;
            assert_int_equal(lw_buffer_text(&text)[len] > ' ', true);
            lw_buffer_free(&text);
        }
        fixture_close(&f);
    }
    assert_int_equal(lw_puzzlescript_kind.level->source_len("P.G\n", 4), 0);
    assert_int_equal(lw_puzzlescript_kind.level->source_len("LEVELS\n=\n\nP\n", 12), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_as_the_compiler_does),
        cmocka_unit_test(parts_source_and_rows),
    };
    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
