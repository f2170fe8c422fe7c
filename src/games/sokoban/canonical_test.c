/* One id for all spellings of a puzzle, different ids for different puzzles. */
#include "test_support.h"

static struct lw_id128 id_of(const struct lw_level *level) {
    struct lw_id128 id;
    assert_int_equal(lw_sokoban_kind.level->canonical(level, &id, NULL), LW_OK);
    return id;
}

static struct lw_id128 id_of_text(const char *text) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb", text, &set);
    struct lw_id128 id = id_of(set.entries[0].level);
    lw_collection_free(&set);
    lw_game_destroy(game);
    return id;
}

static void assert_same_id(const char *a, const char *b) {
    assert_true(lw_id128_equal(id_of_text(a), id_of_text(b)));
}

static void assert_other_id(const char *a, const char *b) {
    assert_false(lw_id128_equal(id_of_text(a), id_of_text(b)));
}

static const char plain[] = "#######\n#@    #\n# $.# #\n#     #\n#######\n";

static void test_spellings(void **unused) {
    (void)unused;
    /* Mirrored, turned, shifted, with thicker walls, a closed room and decoration. */
    assert_same_id(plain, "#######\n#    @#\n# #.$ #\n#     #\n#######\n");
    assert_same_id(plain, "#####\n#  @#\n# $ #\n# . #\n# # #\n#   #\n#####\n");
    assert_same_id(plain, "   #######\n   #@    #\n   # $.# #\n   #     #\n   #######\n");
    assert_same_id(plain, "############\n##@    # * #\n## $.# #   #\n##     #####\n"
                          "############\n");
    /* The player elsewhere in the same region. */
    assert_same_id(plain, "#######\n#     #\n# $.# #\n#    @#\n#######\n");
    assert_other_id(plain, "#######\n#@    #\n# .$# #\n#     #\n#######\n");
    assert_other_id(plain, "#######\n#@    #\n# $.  #\n#     #\n#######\n");
    /* The player on the other side of a wall of boxes. */
    assert_other_id("#######\n#@$ . #\n#######\n", "#######\n# $@. #\n#######\n");
    /* Levels that cannot be played have ids too. */
    assert_other_id("#####\n#@ .#\n#####\n", "#####\n# @.#\n#####\n");
    assert_same_id("#####\n#@ .#\n#####\n", " #####\n #. @#\n #####\n");
}

/* Stored ids depend on these: a change here breaks every database. */
static void test_pinned(void **unused) {
    (void)unused;
    static const struct {
        const char *board, *id;
    } pinned[] = {
        {"####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
         "0a8f90f11acafbbbbabbd1cfd404d39e"},
        {"#####\n#@$.#\n#####\n", "c2ca8e22ec5a117f34d4d88821b87d4f"},
        {"#####\n# $.#\n#####\n", "ddd7a9c476920ff77642e62b17767d8b"},
    };
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        char text[33];
        lw_id128_text(id_of_text(pinned[i].board), text);
        assert_string_equal(text, pinned[i].id);
    }
}

/* Random levels: every symmetry, shift and surplus wall leaves the id and the canonical
 * level alone; the canonical level is its own canonical level. */
static void check_transformed(const struct lw_game *game, const struct lw_level *level,
                              struct lw_rng *rng) {
    const struct lw_sokoban_level *from = lw_sokoban_level_of(level);
    struct lw_id128 id = id_of(level), again;
    struct lw_level *canonical, *twice;
    assert_int_equal(lw_sokoban_kind.level->canonical(level, &id, &canonical), LW_OK);
    assert_int_equal(lw_sokoban_kind.level->canonical(canonical, &again, &twice), LW_OK);
    assert_true(lw_id128_equal(id, again));
    assert_same_level(canonical, twice);
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint8_t cells[400] = {0}, turned[400];
        uint32_t w, h, left = lw_rng_below(rng, 4), top = lw_rng_below(rng, 4);
        lw_grid_transform(sym, from->width, from->height, from->cells, turned);
        lw_sym_size(sym, from->width, from->height, &w, &h);
        uint32_t width = w + left, height = h + top;
        for (uint32_t i = 0; i < width * height; i++) {
            uint32_t x = i % width, y = i / width;
            cells[i] = x >= left && y >= top     ? turned[(y - top) * w + x - left]
                       : lw_rng_chance(rng, 0.3) ? LW_SOKOBAN_WALL
                                                 : 0;
        }
        struct lw_sokoban_level *made;
        assert_int_equal(lw_sokoban_level_create(game, width, height, cells, &made, NULL),
                         LW_OK);
        assert_true(lw_id128_equal(id, id_of(&made->level)));
        lw_level_destroy(&made->level);
    }
    lw_level_destroy(canonical);
    lw_level_destroy(twice);
}

static struct lw_level *random_valid(const struct lw_game *game, struct lw_rng *rng) {
    for (;;) {
        uint8_t cells[81];
        uint32_t w = 4 + lw_rng_below(rng, 6), h = 4 + lw_rng_below(rng, 6);
        for (uint32_t i = 0; i < w * h; i++) {
            uint32_t x = i % w, y = i / w;
            bool rim = x == 0 || y == 0 || x + 1 == w || y + 1 == h;
            cells[i] = rim || lw_rng_chance(rng, 0.2) ? LW_SOKOBAN_WALL : 0;
        }
        static const uint8_t things[] = {LW_SOKOBAN_PLAYER, LW_SOKOBAN_BOX,
                                         LW_SOKOBAN_BOX, LW_SOKOBAN_GOAL,
                                         LW_SOKOBAN_GOAL};
        for (size_t i = 0; i < sizeof things; i++) {
            uint32_t at = lw_rng_below(rng, w * h);
            cells[at] = cells[at] == 0 ? things[i] : cells[at];
        }
        struct lw_sokoban_level *level;
        assert_int_equal(lw_sokoban_level_create(game, w, h, cells, &level, NULL), LW_OK);
        if (lw_sokoban_kind.level->validate(&level->level, NULL) == LW_OK) {
            return &level->level;
        }
        lw_level_destroy(&level->level);
    }
}

static void test_random(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    for (uint32_t seed = 0; seed < 500; seed++) {
        struct lw_rng rng = lw_rng_make(4711, seed);
        struct lw_level *level = random_valid(game, &rng);
        check_transformed(game, level, &rng);
        lw_level_destroy(level);
    }
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_pinned),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
