/* The analyser against the published table of the five games, and by its definitions on
 * rules written for it. */
#include "analyse/analyse_internal.h"
#include "lw/grid.h"
#include "test_support.h"

struct expected {
    const char *game, *object;
    uint32_t minimum;
    unsigned behaviours;
};

static const struct expected table[] = {
    {"Sokoban", "crate", 1, LW_PS_MOVES},
    {"LavaGame", "crate", 1, LW_PS_MOVES | LW_PS_DESTROYED},
    {"LavaGame", "lava", 1, LW_PS_DESTROYED},
    {"BlockFaker", "crate", 3, LW_PS_MOVES | LW_PS_DESTROYED},
    {"BlockFaker", "stopper", 1, 0},
    {"GemGame", "crate", 3, LW_PS_MOVES | LW_PS_DESTROYED},
    {"GemGame", "gem", 0, LW_PS_CREATED},
    {"DestroyGame", "crate", 2, LW_PS_MOVES | LW_PS_DESTROYED},
    {"DestroyGame", "gem", 1, LW_PS_DESTROYED},
};

static uint32_t object(const struct lw_ps_game *game, const char *name) {
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if (strcmp(game->objects[id].name, name) == 0) {
            return id;
        }
    }
    fail_msg("no object %s", name);
    return 0;
}

static void test_published_table(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fixture f;
        struct lw_ps_analysis a;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt",
                       LW_SHARED, table[i].game);
        if (!fixture_open(&f, path)) {
            print_message("skipped: no ../shared\n");
            return;
        }
        const struct lw_ps_game *game = lw_ps_game_of(f.game);
        assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &a, NULL), LW_OK);
        const struct lw_ps_role *role = &a.roles[object(game, table[i].object)];
        assert_int_equal(role->minimum, table[i].minimum);
        assert_int_equal(role->behaviours, table[i].behaviours);
        assert_int_equal(a.roles[object(game, "wall")].types, LW_PS_SOLID_OBJECT);
        assert_int_equal(a.symmetries, 0xff);
        lw_ps_analysis_free(&a);
        fixture_close(&f);
    }
}

static void test_own_game(void **state) {
    (void)state;
    struct fixture f;
    struct lw_ps_analysis a;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/melt.txt"));
    const struct lw_ps_game *game = lw_ps_game_of(f.game);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &a, NULL), LW_OK);
    uint32_t crate = object(game, "crate"), gem = object(game, "gem");
    uint32_t player = object(game, "player"), target = object(game, "target");
    assert_int_equal(a.roles[crate].types, LW_PS_RULE_OBJECT);
    assert_int_equal(a.roles[crate].subtype, LW_PS_CRITICAL);
    assert_int_equal(a.roles[crate].minimum, 3);
    assert_int_equal(a.roles[crate].priority, 2 + 3);
    assert_int_equal(a.roles[gem].types, LW_PS_RULE_OBJECT | LW_PS_WINNING_OBJECT);
    assert_int_equal(a.roles[gem].behaviours, LW_PS_CREATED | LW_PS_DESTROYED);
    assert_int_equal(a.roles[gem].minimum, 0);
    assert_int_equal(a.roles[target].types, LW_PS_WINNING_OBJECT);
    assert_true((a.roles[player].types & LW_PS_PLAYER_OBJECT) != 0);
    assert_int_equal(a.roles[object(game, "wall")].types, LW_PS_SOLID_OBJECT);
    assert_int_equal(a.roles[object(game, "background")].types, 0);
    assert_true(lw_ps_has(a.related + (size_t)target * game->obj_words, gem));
    assert_false(lw_ps_has(a.related + (size_t)target * game->obj_words, crate));
    /* One rule holds only to the right: only the mirror of top and bottom is left. */
    assert_int_equal(a.symmetries, 1U << 0 | 1U << LW_SYM_MIRROR_Y);
    lw_ps_analysis_free(&a);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_table),
        cmocka_unit_test(test_own_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
