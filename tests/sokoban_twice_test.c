/* Sokoban through the PuzzleScript engine and through the native one: 200 small random
 * levels, solvable or not, with the same fewest moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/game.h"
#include "lw/sokoban.h"

#define N_LEVELS 200

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    (void)fclose(file);
    return text;
}

/* A walled room with inner walls, boxes on and off goals, one player; XSB letters. */
static void make_level(struct lw_rng *rng, char *out) {
    uint32_t width = 6 + lw_rng_below(rng, 3), height = 6 + lw_rng_below(rng, 2);
    char rows[8][9];
    uint32_t n_free = 0, free_x[64], free_y[64];
    memset(rows, 0, sizeof rows);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            bool border = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
            rows[y][x] = border || lw_rng_below(rng, 14) == 0 ? '#' : ' ';
            if (rows[y][x] == ' ') {
                free_x[n_free] = x;
                free_y[n_free++] = y;
            }
        }
    }
    uint32_t n_boxes = 1 + lw_rng_below(rng, 3);
    for (uint32_t k = 0; k < 2 * n_boxes + 1; k++) {
        uint32_t at = lw_rng_below(rng, n_free);
        char *cell = &rows[free_y[at]][free_x[at]];
        char now = *cell;
        bool is_goal = k < n_boxes, is_player = k == 2 * n_boxes;
        if (now == ' ') {
            *cell = is_goal ? '.' : is_player ? '@' : '$';
        } else if (now == '.' && !is_goal) {
            *cell = is_player ? '+' : '*';
        } else {
            k--;
        }
    }
    out[0] = '\0';
    for (uint32_t y = 0; y < height; y++) {
        strcat(out, rows[y]);
        strcat(out, "\n");
    }
}

/* The same level in the letters of push.txt, with its legend's own for shared cells. */
static void translate(const char *xsb, char *out) {
    static const char from[] = "# .$@*+\n", to[] = "#.TCP@+\n";
    for (; *xsb != '\0'; xsb++) {
        *out++ = to[strchr(from, *xsb) - from];
    }
    *out = '\0';
}

static struct lw_solve_result solve(struct lw_game *game, const char *text) {
    struct lw_collection set;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = 0};
    struct lw_solve_result result;
    struct lw_error err = {.status = LW_OK};
    for (size_t i = 0; i < game->kind->solve->n_metrics; i++) {
        request.metric =
            strcmp(game->kind->solve->metrics[i].name, "moves") == 0 ? i : request.metric;
    }
    lw_collection_init(&set, lw_alloc_libc());
    lw_solve_result_init(&result, lw_alloc_libc());
    if (lw_game_read(game, game->kind->level->formats[0].name, text, strlen(text), &set,
                     &err) != LW_OK) {
        fail_msg("%s: %s\n%s", game->kind->name, err.text, text);
    }
    assert_int_equal(set.n_entries, 1);
    lw_status status =
        game->kind->solve->solve(set.entries[0].level, &request, &runtime, &result, &err);
    /* The native solver refuses boxes walled off from the player without a search. */
    if (status == LW_BAD_INPUT) {
        result.outcome = LW_OUTCOME_UNSOLVABLE;
    } else if (status != LW_OK) {
        fail_msg("%s: %s\n%s", game->kind->name, err.text, text);
    }
    lw_collection_free(&set);
    return result;
}

static void test_same_answers(void **state) {
    (void)state;
    const struct lw_game_kind *sokoban = lw_game_kind_find("sokoban");
    const struct lw_game_kind *script = lw_game_kind_find("puzzlescript");
    struct lw_option_value values[16];
    struct lw_game *native, *scripted;
    char *source = read_all(LW_TEST_DATA "/puzzlescript/push.txt");
    size_t n_solved = 0;
    lw_options_defaults(sokoban->rule_options, sokoban->n_rule_options, values);
    assert_int_equal(sokoban->game->create(lw_alloc_libc(),
                                           &(struct lw_game_spec){.rules = values},
                                           &native, NULL, NULL),
                     LW_OK);
    assert_int_equal(
        script->game->create(
            lw_alloc_libc(),
            &(struct lw_game_spec){.source = source, .source_len = strlen(source)},
            &scripted, NULL, NULL),
        LW_OK);
    uint64_t seed = 0;
    for (size_t n = 0; n < N_LEVELS; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0);
        char xsb[128], text[128];
        make_level(&rng, xsb);
        /* Won before it begins: the one calls it solved in no moves, the other waits for
         * a move. */
        if (strpbrk(xsb, "$") == NULL) {
            continue;
        }
        n++;
        translate(xsb, text);
        struct lw_solve_result a = solve(native, xsb), b = solve(scripted, text);
        if (a.outcome != b.outcome || a.solution.len != b.solution.len) {
            fail_msg("seed %llu: %s in %zu moves, %s in %zu moves\n%s",
                     (unsigned long long)seed, lw_outcome_name(a.outcome), a.solution.len,
                     lw_outcome_name(b.outcome), b.solution.len, xsb);
        }
        assert_true(a.outcome != LW_OUTCOME_LIMIT);
        n_solved += a.outcome == LW_OUTCOME_SOLVED;
        lw_solve_result_free(&a);
        lw_solve_result_free(&b);
    }
    print_message("%d levels, %zu solvable\n", N_LEVELS, n_solved);
    assert_true(n_solved > 20 && n_solved < N_LEVELS - 20);
    lw_game_destroy(native);
    lw_game_destroy(scripted);
    free(source);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
