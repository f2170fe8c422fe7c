/* How the genetic generator begins: a random start has what the rules and win conditions
 * need, so that something can happen in it; the paper's bare outline seldom does. */
#include "test_support.h"

#include "lw/puzzlescript_design.h"

/* A lamp beside a ghost drives it away; graves have to be free of ghosts, and a ghost
 * that lies on none is none of the conditions' business. */
static const char haunted[] =
    "OBJECTS\nbackground\nblack\n\nwall\ngray\n\nplayer\nwhite\n\nlamp\nyellow\n\nghost\n"
    "blue\n\ngrave\nbrown\n\nLEGEND\n. = background\n# = wall\np = player\nl = lamp\n"
    "g = ghost\no = grave\nSOUNDS\nCOLLISIONLAYERS\nbackground\ngrave\n"
    "player, wall, lamp, ghost\nRULES\n"
    "[ > player | lamp ] -> [ > player | > lamp ]\n[ lamp | ghost ] -> [ lamp | ]\n"
    "WINCONDITIONS\nno ghost on grave\nLEVELS\n\n";

static void evolve(const struct lw_ps_analysis *analysis, size_t outline, uint64_t seed,
                   enum lw_ps_start start, struct lw_ps_best *best) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_ps_rater rater = lw_ps_rater_usual(analysis);
    struct lw_ps_evolution evolution = lw_ps_evolution_usual(start);
    struct lw_ps_level *bare = NULL;
    struct lw_rng rng = lw_rng_make(seed, outline);
    evolution.population = 8;
    evolution.generations = 1;
    evolution.first_mutations = 0;
    evolution.mutation = evolution.crossover = 0;
    lw_ps_best_init(best, lw_alloc_libc(), false);
    assert_int_equal(lw_ps_outline(analysis, outline, &bare, NULL), LW_OK);
    assert_int_equal(lw_ps_evolve(&rater, bare, &evolution,
                                  &(struct lw_ps_run){.rng = &rng, .runtime = &runtime},
                                  best, NULL),
                     LW_OK);
    lw_level_destroy(&bare->base);
}

/* Cells with all of the named objects. */
static uint32_t count(const struct lw_ps_game *game, const struct lw_ps_level *level,
                      const char *one, const char *two) {
    uint32_t n = 0;
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        const uint64_t *cell = level->cells + i * game->obj_words;
        bool has_one = false, has_two = false;
        for (uint32_t id = 0; id < game->n_objects; id++) {
            has_one = has_one ||
                      (lw_ps_has(cell, id) && strcmp(game->objects[id].name, one) == 0);
            has_two = has_two ||
                      (lw_ps_has(cell, id) && strcmp(game->objects[id].name, two) == 0);
        }
        n += has_one && has_two;
    }
    return n;
}

static void a_random_start_has_what_is_needed(void **state) {
    (void)state;
    struct lw_ps_game *game = NULL;
    struct lw_ps_analysis analysis;
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), haunted, strlen(haunted), &game, NULL), LW_OK);
    assert_true(game->playable);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &analysis, NULL), LW_OK);
    for (size_t outline = 0; outline < LW_PS_N_OUTLINES; outline++) {
        struct lw_ps_best best;
        evolve(&analysis, outline, 7, LW_PS_START_RANDOM, &best);
        for (size_t i = 0; i < LW_PS_BEST; i++) {
            const struct lw_ps_level *level = best.levels[i];
            assert_non_null(level);
            assert_int_equal(count(game, level, "ghost", "grave"), 1);
            assert_int_equal(count(game, level, "ghost", "ghost"), 1);
            assert_int_equal(count(game, level, "grave", "grave"), 1);
            assert_int_equal(count(game, level, "lamp", "lamp"), 1);
            assert_int_equal(count(game, level, "player", "player"), 1);
        }
        lw_ps_best_free(&best);
    }
    lw_ps_analysis_free(&analysis);
    lw_ps_game_destroy(game);
}

/* Ice lies under nearly everything and in no rule: cells of nothing but ice are empty,
 * the ice stays where it is, and closes where a hole was that has none. */
static const char icy[] =
    "OBJECTS\nbackground\nblack\n\nice\nwhite\n\nwall\ngray\n\nplayer\nblue\n\nrock\n"
    "brown\n\nhole\nred\n\nLEGEND\n. = ice\n# = wall\np = player and ice\n"
    "r = rock and ice\no = hole\nSOUNDS\nCOLLISIONLAYERS\nbackground\nice\nhole\n"
    "player, wall, rock\nRULES\n[ > player | rock ] -> [ > player | > rock ]\n"
    "late [ rock hole ] -> [ ]\nWINCONDITIONS\nno hole\nLEVELS\n\n"
    "#######\n#p....#\n#.r.o.#\n#.....#\n#######\n";

static void what_no_rule_knows_is_ground(void **state) {
    (void)state;
    struct lw_ps_game *game = NULL;
    struct lw_ps_analysis analysis;
    struct lw_ps_level *level = NULL, *outline = NULL;
    assert_int_equal(lw_ps_compile(lw_alloc_libc(), icy, strlen(icy), &game, NULL),
                     LW_OK);
    assert_true(game->playable);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &analysis, NULL), LW_OK);
    assert_int_equal(lw_ps_level_create(game, 7, 5, game->entries[0].cells, &level, NULL),
                     LW_OK);
    assert_int_equal(lw_ps_outline_of(&analysis, level, &outline, NULL), LW_OK);
    assert_int_equal(count(game, outline, "ice", "ice"), 15);
    assert_int_equal(count(game, outline, "wall", "wall"), 20);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0);
        assert_true(lw_ps_construct(&analysis, outline, &rng, level->cells));
        assert_int_equal(count(game, level, "ice", "ice"), 15);
        assert_int_equal(count(game, level, "player", "ice"), 1);
        assert_true(count(game, level, "hole", "ice") > 0);
    }
    lw_level_destroy(&level->base);
    lw_level_destroy(&outline->base);
    lw_ps_analysis_free(&analysis);
    lw_ps_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_start_has_what_is_needed),
        cmocka_unit_test(what_no_rule_knows_is_ground)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
