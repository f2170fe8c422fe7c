/* Generated levels: what was asked for, unique, replayable, the same for the same seed.
 */
#include "flow_fixture.h"

#include "solve/engine.h"

#define MAX_LEVELS 200

struct harvest {
    struct lw_level *levels[MAX_LEVELS];
    uint32_t n;
};

static bool keep(void *ctx, struct lw_candidate *candidate) {
    struct harvest *harvest = ctx;
    assert_true(harvest->n < MAX_LEVELS);
    assert_int_equal(lw_flow_kind.solve->measure(candidate->level, candidate->solution,
                                                 strlen(candidate->solution), NULL, NULL),
                     LW_OK);
    harvest->levels[harvest->n++] = candidate->level;
    return true;
}

static lw_status generate(const struct lw_game *game, const char *const *settings,
                          uint64_t seed, uint32_t n, struct harvest *harvest) {
    const struct lw_generator *generator = lw_flow_kind.generators[0];
    struct lw_option_value values[16];
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; *settings != NULL; settings += 2) {
        size_t i = lw_option_find(generator->options, generator->n_options, settings[0],
                                  strlen(settings[0]));
        assert_true(i < generator->n_options);
        assert_int_equal(
            lw_option_parse(&generator->options[i], settings[1], &values[i], NULL),
            LW_OK);
    }
    struct lw_generate_request request = {.game = game, .values = values};
    void *shared;
    struct lw_error err = {0};
    lw_status status = generator->prepare(&request, &runtime, &shared, &err);
    for (uint32_t i = 0; status == LW_OK && i < n; i++) {
        struct lw_rng rng = lw_rng_make(seed, i);
        status = generator->make(&request,
                                 &(struct lw_generate_task){.shared = shared,
                                                            .rng = &rng,
                                                            .runtime = &runtime,
                                                            .emit = keep,
                                                            .emit_ctx = harvest},
                                 &err);
    }
    return status;
}

static void throw_away(struct harvest *harvest) {
    for (uint32_t i = 0; i < harvest->n; i++) {
        lw_level_destroy(harvest->levels[i]);
    }
    harvest->n = 0;
}

static bool is_unique(const struct lw_level *level) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.count_up_to = 2};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(level, &request, &runtime, &result, NULL),
                     LW_OK);
    bool unique = result.count_complete && result.n_solutions == 1;
    lw_solve_result_free(&result);
    return unique;
}

static void test_levels_are_as_asked(void **unused) {
    (void)unused;
    static const char *const sizes[] = {"5x5", "7x7", "9x6", "4x9", "8x8"};
    for (int strict = 0; strict < 2; strict++) {
        struct lw_game *game = test_game(strict != 0);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const char *settings[] = {"size", sizes[i], "colours", "4..7", NULL};
            struct harvest harvest = {.n = 0};
            assert_int_equal(generate(game, settings, 5, 20, &harvest), LW_OK);
            assert_true(harvest.n >= 18);
            for (uint32_t k = 0; k < harvest.n; k++) {
                const struct lw_flow_level *level = lw_flow_level_of(harvest.levels[k]);
                uint32_t width = (uint32_t)(sizes[i][0] - '0');
                assert_int_equal(level->width, width);
                assert_in_range(level->n_colours, 4, 7);
                assert_true(is_unique(harvest.levels[k]));
            }
            throw_away(&harvest);
        }
        lw_game_destroy(game);
    }
}

static void test_same_seed_same_levels(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    const char *settings[] = {"size", "6x6", NULL};
    struct harvest first = {.n = 0}, second = {.n = 0}, other = {.n = 0};
    assert_int_equal(generate(game, settings, 1, 30, &first), LW_OK);
    assert_int_equal(generate(game, settings, 1, 30, &second), LW_OK);
    assert_int_equal(generate(game, settings, 2, 30, &other), LW_OK);
    assert_int_equal(first.n, second.n);
    uint32_t n_equal = 0;
    for (uint32_t i = 0; i < first.n; i++) {
        assert_memory_equal(lw_flow_level_of(first.levels[i])->cells,
                            lw_flow_level_of(second.levels[i])->cells, 36);
        n_equal +=
            i < other.n && memcmp(lw_flow_level_of(first.levels[i])->cells,
                                  lw_flow_level_of(other.levels[i])->cells, 36) == 0;
    }
    assert_int_equal(n_equal, 0);
    throw_away(&first);
    throw_away(&second);
    throw_away(&other);
    lw_game_destroy(game);
}

/* What real levels have, within a tenth or so (the shared RULES.md says where from). */
static void test_usual_figures(void **unused) {
    (void)unused;
    static const struct {
        const char *size;
        double colours, distance, turns;
    } cases[] = {{"5x5", 4.3, 3.7, 6}, {"7x7", 6.0, 4.7, 12}, {"9x9", 8.2, 5.6, 20}};
    struct lw_game *game = test_game(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *settings[] = {"size", cases[i].size, NULL};
        struct harvest harvest = {.n = 0};
        assert_int_equal(generate(game, settings, 1, 100, &harvest), LW_OK);
        double colours = 0, distance = 0;
        for (uint32_t k = 0; k < harvest.n; k++) {
            const struct lw_flow_level *level = lw_flow_level_of(harvest.levels[k]);
            colours += (double)level->n_colours / harvest.n;
            distance += lw_flow_mean_distance(level) / harvest.n;
        }
        assert_true(colours > 0.88 * cases[i].colours &&
                    colours < 1.12 * cases[i].colours);
        assert_true(distance > 0.88 * cases[i].distance &&
                    distance < 1.12 * cases[i].distance);
        throw_away(&harvest);
    }
    lw_game_destroy(game);
}

/* Large boards come, unique and with ends on the border as published ones have (0.3). */
static void test_large_boards(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    const char *settings[] = {"size", "14x14", NULL};
    struct harvest harvest = {.n = 0};
    assert_int_equal(generate(game, settings, 1, 4, &harvest), LW_OK);
    assert_int_equal(harvest.n, 4);
    uint32_t n_ends = 0, n_border = 0;
    for (uint32_t k = 0; k < harvest.n; k++) {
        const struct lw_flow_level *level = lw_flow_level_of(harvest.levels[k]);
        assert_true(is_unique(harvest.levels[k]));
        for (uint32_t i = 0; i < 2 * level->n_colours; i++) {
            uint32_t cell = level->ends[i / 2][i % 2];
            uint32_t x = cell % 14, y = cell / 14;
            n_border += x == 0 || y == 0 || x == 13 || y == 13;
            n_ends++;
        }
    }
    assert_in_range(100 * n_border / n_ends, 28, 45);
    throw_away(&harvest);
    lw_game_destroy(game);
}

static void test_many_colours(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    const char *settings[] = {"size", "16x14", "colours", "50", NULL};
    struct harvest harvest = {.n = 0};
    assert_int_equal(generate(game, settings, 1, 2, &harvest), LW_OK);
    assert_int_equal(harvest.n, 2);
    assert_int_equal(lw_flow_level_of(harvest.levels[0])->n_colours, 50);
    assert_true(is_unique(harvest.levels[0]));
    throw_away(&harvest);
    lw_game_destroy(game);
}

static void test_too_many_colours_are_refused(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    const char *settings[] = {"size", "3x3", "colours", "5..6", NULL};
    struct harvest harvest = {.n = 0};
    assert_int_equal(generate(game, settings, 1, 1, &harvest), LW_USAGE);
    assert_int_equal(harvest.n, 0);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_are_as_asked),
        cmocka_unit_test(test_same_seed_same_levels),
        cmocka_unit_test(test_usual_figures),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_many_colours),
        cmocka_unit_test(test_too_many_colours_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
