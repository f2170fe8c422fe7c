/* The solver against the stored levels, and against a plain enumeration of all
 * placements with a tracer written differently. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lazors_internal.h"

static const struct lw_game_kind *const kind = &lw_lazors_kind;

static void solve(struct game_fixture *f, const struct lw_level *level, uint64_t count,
                  struct lw_solve_result *result) {
    struct lw_solve_request request = {.count_up_to = count};
    struct lw_error err = {0};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(kind->solve->solve(level, &request, &f->runtime, result, &err),
                     LW_OK);
}

static double feature(const struct lw_feature_values *values, const char *name) {
    for (size_t i = 0; i < kind->features->n_features; i++) {
        if (strcmp(kind->features->features[i].name, name) == 0) {
            return values->value[i];
        }
    }
    fail_msg("no feature %s", name);
    return 0;
}

/* Stored levels. */

static void check_features(struct game_fixture *f, const struct lw_level *level,
                           const char *line) {
    static const struct {
        unsigned column;
        const char *name;
    } columns[] = {{3, "level_size"},    {4, "usable_tiles"},      {5, "emitters"},
                   {6, "receivers"},     {7, "mirrors"},           {8, "opaque"},
                   {9, "refract"},       {10, "solution_classes"}, {11, "reflections"},
                   {12, "intersections"}};
    struct lw_feature_values values;
    char text[400];
    assert_int_equal(
        kind->features->compute(level, LW_COST_SOLVE, NULL, &f->runtime, &values, NULL),
        LW_OK);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        double want =
            strtod(fixture_column(line, columns[i].column, text, sizeof text), NULL);
        if (feature(&values, columns[i].name) != want) {
            fail_msg("%.8s %s: %g, expected %g", line, columns[i].name,
                     feature(&values, columns[i].name), want);
        }
    }
}

/* The board the solution's moves lead to must be the stored one: mirrors alike. */
static void check_solution(const struct lw_level *base, const char *moves,
                           const char *stored) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    struct lw_buffer cell;
    lw_buffer_init(&cell, lw_alloc_libc());
    uint32_t n = 0;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        char symbol = stored[i + i / level->width];
        if (symbol >= 'A' && symbol <= 'C' && (level->cells[i] & LW_LAZORS_OPEN)) {
            lw_buffer_clear(&cell);
            lw_buffer_putc(&cell, symbol);
            lw_buffer_putc(&cell, '>');
            lw_lazors_cell_text(level, i, &cell);
            assert_non_null(strstr(moves, lw_buffer_text(&cell)));
            n++;
        }
    }
    assert_int_equal(n, level->stock[1] + level->stock[2] + level->stock[3]);
    lw_buffer_free(&cell);
}

static void check_stored(const char *folder, const char *line) {
    struct game_fixture f;
    struct lw_solve_result result;
    char path[1200], id[64], stored[400];
    (void)snprintf(path, sizeof path, "%s/levels/%s.bff", folder,
                   fixture_column(line, 0, id, sizeof id));
    char *text = fixture_file(path);
    assert_non_null(text);
    fixture_open(&f, kind, NULL);
    fixture_read(&f, text);
    assert_int_equal(f.set.n_entries, 1);
    const struct lw_level *level = f.set.entries[0].level;
    solve(&f, level, UINT64_MAX, &result);
    assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
    assert_true(result.optimal && result.counted && result.count_complete);
    assert_int_equal(result.n_solutions, 1);
    assert_int_equal(kind->solve->measure(level, lw_buffer_text(&result.solution),
                                          result.solution.len, NULL, NULL),
                     LW_OK);
    check_solution(level, lw_buffer_text(&result.solution),
                   fixture_column(line, 13, stored, sizeof stored));
    check_features(&f, level, line);
    lw_solve_result_free(&result);
    fixture_close(&f);
    free(text);
}

static unsigned check_folder(const char *folder) {
    char path[1100];
    unsigned n = 0;
    (void)snprintf(path, sizeof path, "%s/features.csv", folder);
    char *table = fixture_file(path);
    if (table == NULL) {
        return 0;
    }
    for (const char *line = strchr(table, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        check_stored(folder, line + 1);
        n++;
    }
    free(table);
    return n;
}

static void own_levels_have_one_solution(void **unused) {
    (void)unused;
    assert_true(check_folder(LW_TEST_DATA "/lazors") >= 5);
}

static void shared_levels_have_one_solution(void **unused) {
    (void)unused;
    unsigned n = check_folder(LW_SHARED "/lazors");
    if (n == 0) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    assert_int_equal(n, 80);
}

/* Plain enumeration. */

#define SMALL 5
/* lit[y][x]; follows each beam by the rule's own words, recursively. */
struct naive {
    int width, height;
    uint8_t blocks[SMALL][SMALL];
    bool lit[2 * SMALL + 1][2 * SMALL + 1];
    bool been[2 * SMALL + 1][2 * SMALL + 1][2][2];
};

static void shine(struct naive *board, int x, int y, int vx, int vy) {
    bool *been = &board->been[y][x][vx > 0][vy > 0];
    if (*been) {
        return;
    }
    *been = true;
    int centre_x = y % 2 ? x + vx : x, centre_y = y % 2 ? y : y + vy;
    if (centre_x < 0 || centre_y < 0 || centre_x > 2 * board->width ||
        centre_y > 2 * board->height) {
        return;
    }
    uint8_t block = board->blocks[centre_y / 2][centre_x / 2];
    if (block == 0 || block == 3) {
        board->lit[y][x] = board->lit[y + vy][x + vx] = true;
        shine(board, x + vx, y + vy, vx, vy);
    }
    if (block == 1 || block == 3) {
        shine(board, x, y, y % 2 ? -vx : vx, y % 2 ? vy : -vy);
    }
}

static bool naive_solved(const struct lw_lazors_level *level, const uint8_t *state) {
    struct naive board = {.width = (int)level->width, .height = (int)level->height};
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        board.blocks[i / level->width][i % level->width] = level->cells[i] & 3;
    }
    for (uint32_t i = 0; i < level->n_open; i++) {
        uint32_t cell = level->open[i];
        board.blocks[cell / level->width][cell % level->width] = state[i];
    }
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        shine(&board, level->lasers[i].x, level->lasers[i].y, level->lasers[i].vx,
              level->lasers[i].vy);
    }
    for (uint32_t i = 0; i < level->n_targets; i++) {
        if (!board.lit[level->targets[i].y][level->targets[i].x]) {
            return false;
        }
    }
    return true;
}

/* Counts solved placements over all ways to fill the open cells. */
static uint64_t naive_count(const struct lw_lazors_level *level, bool place_all,
                            uint8_t *state, uint32_t at, uint32_t left[4]) {
    if (at == level->n_open) {
        bool placed = left[1] + left[2] + left[3] == 0;
        return (placed || !place_all) && naive_solved(level, state);
    }
    uint64_t n = 0;
    for (uint8_t block = 0; block < 4; block++) {
        if (block > 0 && left[block] == 0) {
            continue;
        }
        left[block] -= block > 0;
        state[at] = block;
        n += naive_count(level, place_all, state, at + 1, left);
        left[block] += block > 0;
    }
    return n;
}

/* In how many ways at most (or exactly) the blocks left fill the untouched cells. */
static uint64_t fillings(uint32_t room, const uint32_t left[4], bool all) {
    uint64_t n = 0;
    for (uint32_t a = all ? left[1] : 0; a <= left[1]; a++) {
        for (uint32_t b = all ? left[2] : 0; b <= left[2]; b++) {
            for (uint32_t c = all ? left[3] : 0; c <= left[3]; c++) {
                uint64_t ways = a + b + c <= room;
                uint32_t free_cells = room;
                const uint32_t counts[] = {a, b, c};
                for (unsigned k = 0; ways > 0 && k < 3; k++) {
                    for (uint32_t i = 0; i < counts[k]; i++) {
                        ways = ways * (free_cells - i) / (i + 1);
                    }
                    free_cells -= counts[k];
                }
                n += ways;
            }
        }
    }
    return n;
}

struct tally {
    uint64_t placements;
    bool all;
};

static bool add_class(void *ctx, const struct lazors_solution *solution) {
    struct tally *tally = ctx;
    tally->placements += fillings(solution->n_undecided, solution->left, tally->all);
    return true;
}

static struct lw_lazors_level *random_level(const struct lw_game *game,
                                            struct lw_rng *rng) {
    uint8_t cells[SMALL * SMALL];
    struct lw_lazors_laser lasers[3];
    struct lw_lazors_target targets[4];
    struct lw_lazors_parts parts = {.cells = cells, .lasers = lasers, .targets = targets};
    uint32_t n_open = 0;
    parts.width = 1 + lw_rng_below(rng, 4);
    parts.height = 1 + lw_rng_below(rng, 4);
    for (uint32_t i = 0; i < parts.width * parts.height; i++) {
        bool open = n_open < 9 && lw_rng_chance(rng, 0.7);
        cells[i] = (uint8_t)(open                      ? LW_LAZORS_OPEN
                             : lw_rng_chance(rng, 0.4) ? lw_rng_below(rng, 4)
                                                       : 0);
        n_open += open;
    }
    for (unsigned block = 1; block < 4; block++) {
        parts.stock[block] = lw_rng_below(rng, block == 1 ? 4 : 2);
    }
    parts.n_lasers = 1 + lw_rng_below(rng, 3);
    parts.n_targets = 1 + lw_rng_below(rng, 4);
    for (uint32_t i = 0; i < parts.n_lasers + parts.n_targets; i++) {
        int16_t x, y;
        do {
            x = (int16_t)lw_rng_below(rng, 2 * parts.width + 1);
            y = (int16_t)lw_rng_below(rng, 2 * parts.height + 1);
        } while ((x + y) % 2 == 0);
        if (i < parts.n_lasers) {
            lasers[i] =
                (struct lw_lazors_laser){x, y, (int8_t)(lw_rng_chance(rng, 0.5) ? 1 : -1),
                                         (int8_t)(lw_rng_chance(rng, 0.5) ? 1 : -1)};
        } else {
            targets[i - parts.n_lasers] = (struct lw_lazors_target){x, y};
        }
    }
    struct lw_lazors_level *level = NULL;
    (void)!lw_lazors_level_create(game, &parts, &level, NULL);
    return level;
}

static bool agrees(struct game_fixture *f, const struct lw_lazors_level *level) {
    bool all = lw_lazors_place_all(f->game);
    struct tally tally = {.all = all};
    struct lazors_search search = {
        .level = level, .place_all = all, .found = add_class, .ctx = &tally};
    struct lw_meter meter;
    uint8_t state[SMALL * SMALL];
    uint32_t left[4];
    memcpy(left, level->stock, sizeof left);
    memcpy(search.stock, level->stock, sizeof search.stock);
    uint64_t want = naive_count(level, all, state, 0, left);
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(lw_lazors_enumerate(&search, &meter, lw_alloc_libc()), LW_OK);
    assert_true(search.complete);
    assert_int_equal(tally.placements, want);

    struct lw_solve_result result;
    solve(f, &level->level, 0, &result);
    assert_int_equal(result.outcome,
                     want > 0 ? LW_OUTCOME_SOLVED : LW_OUTCOME_UNSOLVABLE);
    if (want > 0) {
        assert_true(result.optimal);
        assert_int_equal(kind->solve->measure(&level->level,
                                              lw_buffer_text(&result.solution),
                                              result.solution.len, NULL, NULL),
                         LW_OK);
    }
    lw_solve_result_free(&result);
    return want > 0;
}

static void agrees_with_plain_enumeration(void **unused) {
    (void)unused;
    static const char *const rules[] = {"place=all", "place=atmost"};
    for (unsigned rule = 0; rule < 2; rule++) {
        struct game_fixture f;
        unsigned n = 0, n_solvable = 0;
        fixture_open(&f, kind, rules[rule]);
        for (uint64_t index = 0; n < 500; index++) {
            struct lw_rng rng = lw_rng_make(20151 + rule, index);
            struct lw_lazors_level *level = random_level(f.game, &rng);
            if (level != NULL) {
                n_solvable += agrees(&f, level);
                n++;
                lw_level_destroy(&level->level);
            }
        }
        /* Both kinds of answer must have been tested in earnest. */
        assert_true(n_solvable >= 50 && n_solvable <= 450);
        fixture_close(&f);
    }
}

/* Limits. */

static void a_spent_budget_is_a_limit(void **unused) {
    (void)unused;
    char *text = fixture_file(LW_TEST_DATA "/lazors/levels/own_07.bff");
    assert_non_null(text);
    a_spent_budget_is_a_limit_in(kind, text, 3, 100);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_levels_have_one_solution),
        cmocka_unit_test(shared_levels_have_one_solution),
        cmocka_unit_test(agrees_with_plain_enumeration),
        cmocka_unit_test(a_spent_budget_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
