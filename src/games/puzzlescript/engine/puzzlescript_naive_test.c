/* The engine beside a plain one. Both play random inputs on small games of our own, on
 * games of random rules and on the recorded ones, far from what was recorded. */
#include "engine/naive_test_support.h"
#include "test_size.h"

static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t room = 1 << 22;
    char *text = malloc(room);
    assert_non_null(text);
    *len = fread(text, 1, room, file);
    (void)fclose(file);
    return text;
}

static void own_games(void **state) {
    static const char *const names[] = {"push.txt", "melt.txt", "warehouse.txt",
                                        "gravity.txt", "quarrel.txt"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        size_t len = 0;
        (void)snprintf(path, sizeof path, LW_TEST_DATA "/puzzlescript/%s", names[i]);
        char *text = read_file(path, &len);
        assert_non_null(text);
        assert_true(play_game(text, len, names[i], i) > 0);
        free(text);
    }
}

static void recorded_games(void **state) {
    (void)state;
    size_t len = 0, at = 0;
    uint32_t n_tests = 0, n_games = 0, n_inputs = 0, every = (uint32_t)test_size(1, 5);
    char *text = read_file(LW_SHARED "/puzzlescript/sim_tests_dev.jsonl", &len);
    if (text == NULL) {
        print_message("skipped: no ../shared\n");
        return;
    }
    while (at < len) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t end = newline == NULL ? len : (size_t)(newline - text);
        struct lw_arena arena;
        struct lw_json *test = NULL;
        lw_arena_init(&arena, lw_alloc_libc());
        assert_int_equal(lw_json_read(&arena, text + at, end - at, &test, NULL), LW_OK);
        const char *source = lw_json_get(test, "source")->text;
        uint32_t done = 0;
        if (n_tests++ % every == 0) {
            done = play_game(source, strlen(source), lw_json_get(test, "name")->text, at);
        }
        n_games += done > 0;
        n_inputs += done;
        lw_arena_free(&arena);
        at = end + 1;
    }
    free(text);
    print_message("%u inputs in %u games\n", n_inputs, n_games);
    assert_true(n_games > 150 / every);
}

/* Games of random rules: rows that only look, rows that write into each other's cells,
 * on boards of one word and more, with sets of one word and more. */

static const char *pick(struct lw_rng *rng, const char *const *from, uint32_t n) {
    return from[lw_rng_below(rng, n)];
}

/* One cell of a pattern. Terms: at most one object of the crowded layer and one mark, so
 * that no two of a layer meet. */
static void put_cell(struct lw_buffer *out, struct lw_rng *rng, bool late, bool left) {
    static const char *const movers[] = {"a", "b", "player", "wall", "a", "b"};
    static const char *const marks[] = {"c", "d", "c", "f"};
    static const char *const ways[] = {"> ",     "< ",      "^ ",          "v ", "up ",
                                       "right ", "action ", "stationary ", "> ", "> "};
    if (lw_rng_below(rng, 4) != 0) {
        const char *way = "";
        if (!late && lw_rng_below(rng, 2) == 0) {
            way = pick(rng, ways, 10);
        }
        if (left && lw_rng_below(rng, 6) == 0) {
            way = "no ";
        }
        lw_buffer_printf(out, " %s%s", way, pick(rng, movers, 6));
    }
    if (lw_rng_below(rng, 3) == 0) {
        const char *no = left && lw_rng_below(rng, 2) == 0 ? "no " : "";
        lw_buffer_printf(out, " %s%s", no, pick(rng, marks, 4));
    }
    lw_buffer_puts(out, " ");
}

static void put_side(struct lw_buffer *out, uint64_t seed, const uint32_t *shape,
                     uint32_t n_rows, bool late, bool left) {
    struct lw_rng rng = lw_rng_make(seed, 7);
    struct lw_rng other = lw_rng_make(seed, 8);
    for (uint32_t r = 0; r < n_rows; r++) {
        /* Half of the rows stay as they are. */
        bool looks = lw_rng_below(&other, 2) == 0;
        lw_buffer_puts(out, "[");
        for (uint32_t k = 0; k < shape[r]; k++) {
            lw_buffer_puts(out, k == 0 ? "" : "|");
            struct lw_rng same = lw_rng_make(seed + 100 * r + k, 9);
            put_cell(out, left || looks ? &same : &rng, late, left);
        }
        lw_buffer_puts(out, "]");
    }
}

static void put_rule(struct lw_buffer *out, struct lw_rng *rng) {
    static const char *const dirs[] = {"",      "",       "up ",         "down ",
                                       "left ", "right ", "horizontal ", "rigid "};
    uint32_t shape[3];
    uint32_t n_rows = 1 + lw_rng_below(rng, 3);
    bool late = lw_rng_below(rng, 3) == 0;
    uint64_t seed = lw_rng_u64(rng);
    for (uint32_t r = 0; r < n_rows; r++) {
        shape[r] = 1 + lw_rng_below(rng, 3);
    }
    lw_buffer_puts(out, lw_rng_below(rng, 5) == 0 ? "+ " : "");
    lw_buffer_puts(out, late ? "late " : "");
    lw_buffer_puts(out, pick(rng, dirs, late ? 7 : 8));
    put_side(out, seed, shape, n_rows, late, true);
    lw_buffer_puts(out, " -> ");
    put_side(out, seed, shape, n_rows, late, false);
    lw_buffer_puts(out, lw_rng_below(rng, 12) == 0 ? " again\n" : "\n");
}

static void put_random_game(struct lw_buffer *out, struct lw_rng *rng) {
    static const uint32_t widths[] = {6, 11, 21}, heights[] = {6, 9, 10};
    static const char glyphs[] = "........##aabbcdfp";
    uint32_t many = lw_rng_below(rng, 3) == 0 ? 70 : 0;
    lw_buffer_puts(out, "objects\n");
    static const char *const names[] = {
        "background .", "wall #", "player p", "a", "b", "c", "d", "f"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lw_buffer_printf(out, "%s\nred\n\n", names[i]);
    }
    for (uint32_t i = 0; i < many; i++) {
        lw_buffer_printf(out, "x%u\nred\n\n", i);
    }
    lw_buffer_puts(out, "legend\nsounds\ncollisionlayers\nbackground\nc\nd, f\n"
                        "player, wall, a, b\n");
    for (uint32_t i = 0; i < many; i++) {
        lw_buffer_printf(out, "x%u%s", i, i % 5 == 4 || i + 1 == many ? "\n" : ", ");
    }
    lw_buffer_puts(out, "rules\n");
    for (uint32_t i = 1 + lw_rng_below(rng, 6); i > 0; i--) {
        put_rule(out, rng);
    }
    lw_buffer_puts(out, "winconditions\nlevels\n\n");
    uint32_t size = lw_rng_below(rng, 3);
    uint32_t width = widths[size], height = heights[size];
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            lw_buffer_putc(out, glyphs[lw_rng_below(rng, sizeof glyphs - 1)]);
        }
        lw_buffer_puts(out, "\n");
    }
}

static void random_games(void **state) {
    (void)state;
    uint32_t n_games = 0, n_inputs = 0, n_seeds = (uint32_t)test_size(600, 120);
    for (uint64_t seed = 0; seed < n_seeds; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 3);
        struct lw_buffer source;
        char name[40];
        lw_buffer_init(&source, lw_alloc_libc());
        put_random_game(&source, &rng);
        (void)snprintf(name, sizeof name, "random game %u", (unsigned)seed);
        uint32_t done = play_game(source.data, source.len, name, seed);
        n_games += done > 0;
        n_inputs += done;
        lw_buffer_free(&source);
    }
    print_message("%u inputs in %u random games\n", n_inputs, n_games);
    assert_true(n_games > n_seeds * 2 / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_games),
        cmocka_unit_test(random_games),
        cmocka_unit_test(recorded_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
