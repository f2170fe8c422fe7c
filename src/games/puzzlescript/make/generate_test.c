/* Generators and scores: every level given replays to a win, the same stream gives the
 * same levels, outlines keep their walls, what is dropped did not matter. */
#include <math.h>

#include "lw/grid.h"
#include "make/generate_internal.h"
#include "test_support.h"

struct catch {
    struct lw_level *levels[8];
    char solutions[8][256];
    double scores[8];
    bool shortest[8];
    size_t n;
};

static bool catch_one(void *ctx, struct lw_candidate *candidate) {
    struct catch *c = ctx;
    assert_true(c->n < 8);
    c->levels[c->n] = candidate->level;
    (void)snprintf(c->solutions[c->n], 256, "%s", candidate->solution);
    c->shortest[c->n] = candidate->shortest;
    c->scores[c->n++] = candidate->score;
    return true;
}

static void generate(const struct fixture *f, const struct lw_generator *generator,
                     const char *const *settings, uint64_t seed, struct catch *out) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_option_value values[64];
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; *settings != NULL; settings += 2) {
        size_t at = lw_option_find(generator->options, generator->n_options, settings[0],
                                   strlen(settings[0]));
        assert_int_equal(
            lw_option_parse(&generator->options[at], settings[1], &values[at], NULL),
            LW_OK);
    }
    struct lw_generate_request request = {
        .game = f->game, .values = values, .examples = &f->set};
    struct lw_rng rng = lw_rng_make(seed, 0);
    void *shared = NULL;
    memset(out, 0, sizeof *out);
    assert_int_equal(generator->prepare(&request, &runtime, &shared, NULL), LW_OK);
    assert_int_equal(generator->make(&request,
                                     &(struct lw_generate_task){.shared = shared,
                                                                .rng = &rng,
                                                                .runtime = &runtime,
                                                                .emit = catch_one,
                                                                .emit_ctx = out},
                                     NULL),
                     LW_OK);
    generator->release(&request, shared);
}

static void release(struct catch *c) {
    for (size_t i = 0; i < c->n; i++) {
        lw_level_destroy(c->levels[i]);
    }
}

static const char *const small[] = {"tries", "30", "states", "1000", NULL};
static const char *const bred[] = {"population", "12",   "generations", "4",
                                   "states",     "1000", "outlines",    "paper",
                                   "outline",    "2",    NULL};

/* By the solver, which knows nothing of the generator. */
static void check_shortest(const struct lw_level *level, const char *solution,
                           bool shortest) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = 2000000}};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(
        lw_puzzlescript_kind.solve->solve(level, &request, &runtime, &result, NULL),
        LW_OK);
    assert_true(result.optimal);
    assert_true(shortest);
    assert_int_equal(result.solution.len, strlen(solution));
    lw_solve_result_free(&result);
}

static void check(const struct fixture *f, const struct lw_generator *generator,
                  const char *const *settings) {
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct catch once, again;
        generate(f, generator, settings, seed, &once);
        generate(f, generator, settings, seed, &again);
        assert_int_equal(once.n, again.n);
        for (size_t i = 0; i < once.n; i++) {
            struct lw_id128 a, b;
            const struct lw_game_kind *kind = &lw_puzzlescript_kind;
            assert_string_equal(once.solutions[i], again.solutions[i]);
            assert_int_equal(kind->solve->measure(once.levels[i], once.solutions[i],
                                                  strlen(once.solutions[i]), NULL, NULL),
                             LW_OK);
            assert_int_equal(kind->level->validate(once.levels[i], NULL), LW_OK);
            assert_int_equal(kind->level->canonical(once.levels[i], &a, NULL), LW_OK);
            assert_int_equal(kind->level->canonical(again.levels[i], &b, NULL), LW_OK);
            assert_true(lw_id128_equal(a, b));
            const struct lw_ps_game *game = lw_ps_game_of(f->game);
            const struct lw_ps_level *level = lw_ps_level_of(once.levels[i]);
            uint32_t n_players = 0;
            for (uint32_t c = 0; c < level->width * level->height; c++) {
                n_players += (level->cells[c] & game->player[0]) != 0;
            }
            assert_int_equal(n_players, 1);
            check_shortest(once.levels[i], once.solutions[i], once.shortest[i]);
            for (size_t k = 0; k < i; k++) {
                assert_false(lw_level_alike(once.levels[k], once.levels[i], 6));
            }
        }
        found += once.n;
        release(&once);
        release(&again);
    }
    assert_true(found > 0);
}

static void test_levels_are_solved(void **state) {
    static const char *const files[] = {"push.txt", "melt.txt"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/%s", LW_TEST_DATA, files[i]);
        assert_true(fixture_open(&f, path));
        check(&f, &lw_ps_constructive, small);
        check(&f, &lw_ps_genetic, bred);
        fixture_close(&f);
    }
}

static void test_constructed_keep_walls(void **state) {
    (void)state;
    struct fixture f;
    struct lw_ps_analysis a;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/push.txt"));
    const struct lw_ps_game *game = lw_ps_game_of(f.game);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &a, NULL), LW_OK);
    for (size_t k = 0; k < LW_PS_N_OUTLINES; k++) {
        struct lw_ps_level *outline;
        uint64_t cells[128];
        assert_int_equal(lw_ps_outline(&a, k, &outline, NULL), LW_OK);
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct lw_rng rng = lw_rng_make(seed, k);
            uint32_t n_players = 0;
            assert_true(lw_ps_construct(&a, outline, &rng, cells));
            for (uint32_t i = 0; i < outline->width * outline->height; i++) {
                assert_true((outline->cells[i] & ~cells[i]) == 0);
                n_players += (cells[i] & game->player[0]) != 0;
                for (uint32_t l = 0; l < game->n_layers; l++) {
                    uint64_t on = cells[i] & game->layer_masks[l];
                    assert_true((on & (on - 1)) == 0);
                }
            }
            assert_int_equal(n_players, 1);
        }
        lw_level_destroy(&outline->base);
    }
    lw_ps_analysis_free(&a);
    fixture_close(&f);
}

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) < 1e-9);
}

/* By hand: push.txt's second level is won by one push to the right. */
static void test_scores_by_hand(void **state) {
    (void)state;
    struct fixture f;
    struct lw_ps_analysis a;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/push.txt"));
    assert_int_equal(lw_ps_analyse(lw_ps_game_of(f.game), lw_alloc_libc(), &a, NULL),
                     LW_OK);
    struct lw_ps_rater rater = lw_ps_rater_usual(&a);
    struct lw_ps_rating r;
    assert_int_equal(lw_ps_rate(&rater, f.set.entries[1].level, &runtime, NULL, &r, NULL),
                     LW_OK);
    double bell = exp(-pow((1.0 / 3 - 1.221) / 0.461, 2) / 2);
    double rules = exp(-pow((1.0 - 0.417) / 0.128, 2) / 2);
    assert_string_equal(lw_buffer_text(&r.playout.moves), "r");
    assert_near(r.scores[LW_PS_SCORE_PLAY], 1.0 / 8);
    assert_near(r.scores[LW_PS_SCORE_LENGTH], bell);
    assert_near(r.scores[LW_PS_SCORE_OBJECTS], 1);
    assert_near(r.scores[LW_PS_SCORE_LINES], 1);
    assert_near(r.scores[LW_PS_SCORE_RULES], rules);
    assert_near(r.scores[LW_PS_SCORE_EXPLORATION], 0.75 + 0.25 / 5000);
    double total =
        0.30 / 8 + 0.20 * bell + 0.15 + 0.12 + 0.12 * rules + 0.11 * (0.75 + 0.25 / 5000);
    assert_near(r.total, total);
    lw_buffer_free(&r.playout.moves);
    lw_ps_analysis_free(&a);
    fixture_close(&f);
}

/* Won from the start: only the numbers of objects count. */
static void test_won_start_scores_nothing(void **state) {
    (void)state;
    struct fixture f;
    struct lw_ps_analysis a;
    struct lw_collection set;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    static const char text[] = "#####\n#P@.#\n#####\n";
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/push.txt"));
    assert_int_equal(lw_ps_analyse(lw_ps_game_of(f.game), lw_alloc_libc(), &a, NULL),
                     LW_OK);
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(f.game, "puzzlescript", text, sizeof text - 1, &set, NULL), LW_OK);
    struct lw_ps_rater rater = lw_ps_rater_usual(&a);
    struct lw_ps_rating r;
    assert_int_equal(lw_ps_rate(&rater, set.entries[0].level, &runtime, NULL, &r, NULL),
                     LW_OK);
    assert_near(r.total, 0.15);
    lw_buffer_free(&r.playout.moves);
    lw_collection_free(&set);
    lw_ps_analysis_free(&a);
    fixture_close(&f);
}

/* A level turned by a symmetry has the same id exactly when the rules keep it. */
static void test_same_puzzle_turned(void **state) {
    static const char *const files[] = {"push.txt", "melt.txt"};
    (void)state;
    for (size_t n = 0; n < 2; n++) {
        struct fixture f;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/%s", LW_TEST_DATA, files[n]);
        assert_true(fixture_open(&f, path));
        const struct lw_ps_game *game = lw_ps_game_of(f.game);
        const struct lw_level_ops *ops = lw_puzzlescript_kind.level;
        unsigned kept = game->symmetries;
        const struct lw_ps_level *level = lw_ps_level_of(f.set.entries[0].level);
        for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
            uint32_t width, height;
            uint64_t cells[128];
            struct lw_ps_level *turned;
            struct lw_id128 a, b;
            lw_sym_size(sym, level->width, level->height, &width, &height);
            for (uint32_t i = 0; i < level->width * level->height; i++) {
                struct lw_grid_cell to = lw_sym_cell(
                    sym, level->width, level->height,
                    (struct lw_grid_cell){i / level->height, i % level->height});
                cells[to.x * height + to.y] = level->cells[i];
            }
            assert_int_equal(
                lw_ps_level_create(game, width, height, cells, &turned, NULL), LW_OK);
            assert_int_equal(ops->canonical(&level->base, &a, NULL), LW_OK);
            assert_int_equal(ops->canonical(&turned->base, &b, NULL), LW_OK);
            assert_int_equal(lw_id128_equal(a, b), kept >> sym & 1);
            lw_level_destroy(&turned->base);
        }
        fixture_close(&f);
    }
}

/* One rated level of the pushing game, ready to be proved and pruned. */
struct finish {
    struct fixture f;
    struct lw_ps_analysis analysis;
    struct lw_ps_best best;
    struct lw_runtime runtime;
    struct lw_collection set;
    struct lw_ps_rater rater;
};

static void finish_open(struct finish *t, const char *text) {
    struct lw_ps_rating rating;
    t->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_true(fixture_open(&t->f, LW_TEST_DATA "/puzzlescript/push.txt"));
    const struct lw_ps_game *game = lw_ps_game_of(t->f.game);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &t->analysis, NULL), LW_OK);
    lw_collection_init(&t->set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(t->f.game, "puzzlescript", text, strlen(text), &t->set, NULL),
        LW_OK);
    const struct lw_level *level = t->set.entries[0].level;
    t->rater = lw_ps_rater_usual(&t->analysis);
    lw_ps_best_init(&t->best, lw_alloc_libc(), true);
    assert_int_equal(lw_ps_rate(&t->rater, level, &t->runtime, NULL, &rating, NULL),
                     LW_OK);
    assert_int_equal(lw_ps_best_offer(&t->best, game, level, &rating), LW_OK);
    lw_buffer_free(&rating.playout.moves);
}

/* How many objects did not matter. */
static uint32_t finish_prune(struct finish *t) {
    uint32_t n_dropped = 0;
    assert_int_equal(lw_ps_prune(&t->rater, &t->best,
                                 &(struct lw_ps_pruning){0, &t->runtime, NULL},
                                 &n_dropped, NULL),
                     LW_OK);
    return n_dropped;
}

static void finish_close(struct finish *t) {
    lw_ps_best_free(&t->best);
    lw_collection_free(&t->set);
    lw_ps_analysis_free(&t->analysis);
    fixture_close(&t->f);
}

/* A crate in a closed corner does not matter; the one that is pushed does. */
static void test_prune(void **state) {
    (void)state;
    struct finish t;
    finish_open(&t, "########\n#PC.T#C#\n########\n");
    assert_int_equal(finish_prune(&t), 1);
    assert_string_equal(lw_buffer_text(&t.best.ratings[0].playout.moves), "rr");
    finish_close(&t);
}

/* Not even the numbers that a rule asks for keep what the solution does not need. */
static void test_prune_below_minimum(void **state) {
    (void)state;
    struct fixture f;
    struct lw_ps_analysis a;
    struct lw_ps_best best;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_collection set;
    uint32_t n_dropped;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/pit.txt"));
    const struct lw_ps_game *game = lw_ps_game_of(f.game);
    assert_int_equal(lw_ps_analyse(game, lw_alloc_libc(), &a, NULL), LW_OK);
    static const char text[] = "#######\n#P..O.#\n#....*#\n#~....#\n#######\n";
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(f.game, "puzzlescript", text, sizeof text - 1, &set, NULL), LW_OK);
    struct lw_ps_rater rater = lw_ps_rater_usual(&a);
    rater.proof_states = 1000;
    struct lw_ps_rating rating;
    lw_ps_best_init(&best, lw_alloc_libc(), true);
    assert_int_equal(
        lw_ps_rate(&rater, set.entries[0].level, &runtime, NULL, &rating, NULL), LW_OK);
    assert_int_equal(rating.playout.outcome, LW_OUTCOME_SOLVED);
    assert_int_equal(lw_ps_best_offer(&best, game, set.entries[0].level, &rating), LW_OK);
    lw_buffer_free(&rating.playout.moves);
    assert_int_equal(lw_ps_prove(&rater, &best, 0, &runtime, NULL, NULL), LW_OK);
    assert_int_equal(lw_ps_prune(&rater, &best,
                                 &(struct lw_ps_pruning){0, &runtime, NULL}, &n_dropped,
                                 NULL),
                     LW_OK);
    assert_int_equal(n_dropped, 2);
    assert_string_equal(lw_buffer_text(&best.shortest[0]), "rrr");
    lw_ps_best_free(&best);
    lw_collection_free(&set);
    lw_ps_analysis_free(&a);
    fixture_close(&f);
}

/* The best-first player walks a detour; what it needed for that does not matter to the
 * shortest way. */
static void test_prove_and_prune(void **state) {
    (void)state;
    struct finish t;
    finish_open(&t, "########\n#P.C.T##\n#......#\n#....C.#\n########\n");
    t.rater.proof_states = 1;
    assert_int_equal(lw_ps_prove(&t.rater, &t.best, 0, &t.runtime, NULL, NULL), LW_OK);
    assert_int_equal(t.best.shortest[0].len, 0);
    t.rater.proof_states = 10000;
    assert_int_equal(lw_ps_prove(&t.rater, &t.best, 0, &t.runtime, NULL, NULL), LW_OK);
    assert_string_equal(lw_buffer_text(&t.best.shortest[0]), "rrr");
    assert_int_equal(finish_prune(&t), 1);
    finish_close(&t);
}

static struct lw_level *one_level(const struct fixture *f, const char *text) {
    struct lw_collection set;
    struct lw_level *level = NULL;
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(f->game, "puzzlescript", text, strlen(text), &set, NULL), LW_OK);
    assert_int_equal(lw_puzzlescript_kind.level->dup(set.entries[0].level, &level),
                     LW_OK);
    lw_collection_free(&set);
    return level;
}

static void test_difference(void **state) {
    static const struct {
        const char *other;
        uint32_t cells;
    } cases[] = {
        {"######\n#P.CT#\n#....#\n######\n", 0},
        {"######\n#TC.P#\n#....#\n######\n", 0},              /* mirrored */
        {"######\n#....#\n#TC.P#\n######\n", 0},              /* turned */
        {"####\n#.P#\n#..#\n#.C#\n#.T#\n####\n", 0},          /* on its side */
        {"######\n#PC.T#\n#....#\n######\n", 2},              /* one crate moved */
        {"######\n#P.CT#\n#C..T#\n######\n", 2},              /* two more */
        {"#######\n#P.CT.#\n#.....#\n#######\n", UINT32_MAX}, /* another size */
    };
    (void)state;
    struct fixture f;
    assert_true(fixture_open(&f, LW_TEST_DATA "/puzzlescript/push.txt"));
    struct lw_level *level = one_level(&f, cases[0].other);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_level *other = one_level(&f, cases[i].other);
        const struct lw_level_ops *ops = lw_puzzlescript_kind.level;
        assert_int_equal(ops->difference(level, other), cases[i].cells);
        assert_int_equal(ops->difference(other, level), cases[i].cells);
        assert_int_equal(lw_level_alike(level, other, 3), cases[i].cells < 3);
        assert_int_equal(lw_level_alike(level, other, 2), cases[i].cells < 2);
        assert_false(lw_level_alike(level, other, 0));
        lw_level_destroy(other);
    }
    lw_level_destroy(level);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_are_solved),
        cmocka_unit_test(test_constructed_keep_walls),
        cmocka_unit_test(test_scores_by_hand),
        cmocka_unit_test(test_won_start_scores_nothing),
        cmocka_unit_test(test_same_puzzle_turned),
        cmocka_unit_test(test_prune),
        cmocka_unit_test(test_prove_and_prune),
        cmocka_unit_test(test_prune_below_minimum),
        cmocka_unit_test(test_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
