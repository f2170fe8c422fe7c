/* The search against the stored levels, and against a plain search over ordered balls
 * that moves them by a fixpoint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lw/move.h"

static const struct lw_game_kind *const kind = &lw_move_kind;

static void solve(struct game_fixture *f, const struct lw_level *level, uint64_t count,
                  struct lw_solve_result *result) {
    struct lw_solve_request request = {.count_up_to = count};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(kind->solve->solve(level, &request, &f->runtime, result, NULL),
                     LW_OK);
}

static void features(struct game_fixture *f, const struct lw_level *level,
                     struct lw_feature_values *values) {
    assert_int_equal(
        kind->features->compute(level, LW_COST_SOLVE, NULL, &f->runtime, values, NULL),
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

static void check_stored(struct game_fixture *f, const struct lw_level *level,
                         const char *line) {
    static const char *const names[] = {
        "level_size",       "balls",  "colors",         "rocks", "moves", "ci_first",
        "counterintuitive", "ci_max", "shortest_paths", "states"};
    struct lw_feature_values values;
    struct lw_solve_result result;
    char text[100];
    features(f, level, &values);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        double want = strtod(fixture_column(line, 3 + i, text, sizeof text), NULL);
        if (feature(&values, names[i]) != want) {
            fail_msg("%.3s %s: %g, expected %g", line, names[i],
                     feature(&values, names[i]), want);
        }
    }
    solve(f, level, UINT64_MAX, &result);
    assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
    assert_string_equal(lw_buffer_text(&result.solution),
                        fixture_column(line, 13, text, sizeof text));
    assert_true(result.counted && result.count_complete && result.optimal);
    assert_true((double)result.n_solutions == feature(&values, "shortest_paths"));
    assert_int_equal(kind->solve->measure(level, lw_buffer_text(&result.solution),
                                          result.solution.len, NULL, NULL),
                     LW_OK);
    lw_solve_result_free(&result);
}

static size_t check_folder(const char *folder) {
    struct game_fixture f;
    char path[1100];
    (void)snprintf(path, sizeof path, "%s/features.csv", folder);
    char *table = fixture_file(path);
    (void)snprintf(path, sizeof path, "%s/levels.txt", folder);
    char *text = fixture_file(path);
    if (table == NULL || text == NULL) {
        free(table);
        free(text);
        return 0;
    }
    fixture_open(&f, kind, NULL);
    fixture_read(&f, text);
    assert_int_equal(f.set.n_errors, 0);
    const char *line = strchr(table, '\n');
    size_t n = f.set.n_entries;
    for (size_t i = 0; i < n; i++) {
        assert_non_null(line);
        check_stored(&f, f.set.entries[i].level, line + 1);
        line = strchr(line + 1, '\n');
    }
    fixture_close(&f);
    free(table);
    free(text);
    return n;
}

static void own_levels_have_their_features(void **unused) {
    (void)unused;
    assert_true(check_folder(LW_TEST_DATA "/move") >= 5);
}

static void shared_levels_have_their_features(void **unused) {
    (void)unused;
    size_t n = check_folder(LW_SHARED "/move");
    if (n == 0) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    assert_int_equal(n, 80);
}

/* Under the other reading 26 of the 80 have another minimum and 4 have none within 14
 * moves (counted with the data). */
static void the_static_rule_is_another_game(void **unused) {
    (void)unused;
    struct game_fixture train, still;
    char *text = fixture_file(LW_SHARED "/move/levels.txt");
    if (text == NULL) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    unsigned n_other = 0, n_none = 0;
    fixture_open(&train, kind, "collide=train");
    fixture_open(&still, kind, "collide=static");
    fixture_read(&train, text);
    fixture_read(&still, text);
    for (size_t i = 0; i < train.set.n_entries; i++) {
        struct lw_feature_values a, b;
        features(&train, train.set.entries[i].level, &a);
        features(&still, still.set.entries[i].level, &b);
        double moves = feature(&b, "moves");
        bool none = !(moves <= 14);
        n_none += none;
        n_other += !none && moves != feature(&a, "moves");
    }
    assert_int_equal(n_none, 4);
    assert_int_equal(n_other, 26);
    fixture_close(&train);
    fixture_close(&still);
    free(text);
}

/* Plain search. */

#define SMALL 4
#define MAX_TUPLES 4096 /* 16 squares, three balls */

struct plain {
    const struct lw_move_level *level;
    bool train;
    int n_squares, n_balls;
    uint8_t colour[3];
    int start[3];
};

/* Blocked balls by a fixpoint: edge or rock ahead, then a blocked ball ahead. */
static bool plain_step(const struct plain *plain, const int *in, int dir, int *out) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int width = (int)plain->level->width, height = (int)plain->level->height;
    bool blocked[3] = {false}, changed = false;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < plain->n_balls; i++) {
            int x = in[i] % width + dx[dir], y = in[i] / width + dy[dir];
            if (x < 0 || y < 0 || x >= width || y >= height ||
                plain->level->squares[y * width + x].rock) {
                blocked[i] = true;
            }
            for (int j = 0; j < plain->n_balls && !blocked[i]; j++) {
                blocked[i] = in[j] == y * width + x && (!plain->train || blocked[j]);
            }
        }
    }
    for (int i = 0; i < plain->n_balls; i++) {
        out[i] = blocked[i] ? in[i] : in[i] + dx[dir] + dy[dir] * width;
        changed |= !blocked[i];
    }
    return changed;
}

static int pack(const struct plain *plain, const int *balls) {
    int code = 0;
    for (int i = 0; i < plain->n_balls; i++) {
        code = code * plain->n_squares + balls[i];
    }
    return code;
}

static void unpack(const struct plain *plain, int code, int *balls) {
    for (int i = plain->n_balls; i-- > 0;) {
        balls[i] = code % plain->n_squares;
        code /= plain->n_squares;
    }
}

static int distance(const struct plain *plain, const int *balls) {
    int width = (int)plain->level->width, sum = 0;
    for (int i = 0; i < plain->n_balls; i++) {
        int least = 1000;
        for (int g = 0; g < plain->n_squares; g++) {
            int apart =
                abs(g % width - balls[i] % width) + abs(g / width - balls[i] / width);
            if (plain->level->squares[g].goal == plain->colour[i] && apart < least) {
                least = apart;
            }
        }
        sum += least;
    }
    return sum;
}

struct answer {
    int moves; /* -1: none */
    double paths;
    int ci_min, ci_max;
};

static bool plain_won(const struct plain *plain, const int *balls) {
    for (int i = 0; i < plain->n_balls; i++) {
        if (plain->level->squares[balls[i]].goal != plain->colour[i]) {
            return false;
        }
    }
    return true;
}

/* Of every tuple of squares: ways to it in so many moves, and the bounds of the moves
 * away from the goals on them. */
struct layer {
    double paths[MAX_TUPLES];
    int least[MAX_TUPLES], most[MAX_TUPLES];
};

static struct answer plain_answer(const struct plain *plain, const struct layer *now,
                                  int n) {
    struct answer answer = {.moves = -1};
    for (int code = 0; code < n; code++) {
        int balls[3];
        unpack(plain, code, balls);
        if (now->paths[code] > 0 && plain_won(plain, balls)) {
            bool fresh = answer.moves < 0;
            int low = now->least[code], high = now->most[code];
            answer.moves = 0;
            answer.paths += now->paths[code];
            answer.ci_min = fresh || low < answer.ci_min ? low : answer.ci_min;
            answer.ci_max = fresh || high > answer.ci_max ? high : answer.ci_max;
        }
    }
    return answer;
}

/* All moves from one tuple; true when they lead to a new one. */
static bool plain_spread(const struct plain *plain, const struct layer *now, int code,
                         struct layer *then, bool *been) {
    int balls[3], next[3];
    bool any = false;
    unpack(plain, code, balls);
    for (int dir = 0; dir < 4; dir++) {
        (void)plain_step(plain, balls, dir, next);
        int to = pack(plain, next);
        int worse = distance(plain, next) > distance(plain, balls);
        if (been[to] && then->paths[to] == 0) {
            continue;
        }
        bool fresh = !been[to];
        been[to] = any = true;
        then->paths[to] += now->paths[code];
        int low = now->least[code] + worse, high = now->most[code] + worse;
        then->least[to] = fresh || low < then->least[to] ? low : then->least[to];
        then->most[to] = fresh || high > then->most[to] ? high : then->most[to];
    }
    return any;
}

/* Layer by layer over all tuples, as relaxations of whole tables. */
static struct answer plain_solve(const struct plain *plain) {
    static struct layer layers[2];
    static bool been[MAX_TUPLES];
    int n = 1;
    for (int i = 0; i < plain->n_balls; i++) {
        n *= plain->n_squares;
    }
    memset(been, 0, sizeof been);
    memset(layers, 0, sizeof layers);
    int first = pack(plain, plain->start);
    layers[0].paths[first] = 1;
    been[first] = true;
    for (int depth = 0;; depth++) {
        const struct layer *now = &layers[depth % 2];
        struct layer *then = &layers[1 - depth % 2];
        struct answer answer = plain_answer(plain, now, n);
        bool any = false;
        if (answer.moves >= 0) {
            answer.moves = depth;
            return answer;
        }
        memset(then->paths, 0, sizeof then->paths);
        for (int code = 0; code < n; code++) {
            any |= now->paths[code] != 0 && plain_spread(plain, now, code, then, been);
        }
        if (!any) {
            return answer;
        }
    }
}

static struct lw_move_level *random_level(const struct lw_game *game,
                                          struct lw_rng *rng) {
    struct lw_move_square squares[SMALL * SMALL] = {{0}};
    uint32_t width = 1 + lw_rng_below(rng, SMALL), height = 1 + lw_rng_below(rng, SMALL);
    uint32_t n = width * height, n_balls = 1 + lw_rng_below(rng, 3);
    uint32_t order[SMALL * SMALL];
    if (n < n_balls) {
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i;
    }
    lw_rng_shuffle(rng, order, n, sizeof *order);
    uint8_t colours[3];
    for (uint32_t i = 0; i < n_balls; i++) {
        colours[i] = (uint8_t)(1 + lw_rng_below(rng, 2));
        squares[order[i]].ball = colours[i];
    }
    for (uint32_t i = n_balls; i < n; i++) {
        squares[order[i]].rock = lw_rng_chance(rng, 0.2);
    }
    lw_rng_shuffle(rng, order, n, sizeof *order);
    for (uint32_t i = 0, placed = 0; i < n && placed < n_balls; i++) {
        if (!squares[order[i]].rock) {
            squares[order[i]].goal = colours[placed++];
        }
    }
    struct lw_move_level *level = NULL;
    (void)!lw_move_level_create(game, width, height, squares, &level, NULL);
    return level;
}

static bool agrees(struct game_fixture *f, const struct lw_move_level *level) {
    struct plain plain = {.level = level,
                          .train = lw_move_is_train(f->game),
                          .n_squares = (int)(level->width * level->height)};
    for (int i = 0; i < plain.n_squares; i++) {
        if (level->squares[i].ball != 0) {
            plain.colour[plain.n_balls] = level->squares[i].ball;
            plain.start[plain.n_balls++] = i;
        }
    }
    struct answer want = plain_solve(&plain);
    struct lw_feature_values values;
    struct lw_solve_result result;
    solve(f, &level->level, 0, &result);
    assert_int_equal(result.outcome,
                     want.moves < 0 ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_SOLVED);
    if (want.moves >= 0) {
        features(f, &level->level, &values);
        assert_true(feature(&values, "moves") == want.moves);
        assert_true(feature(&values, "shortest_paths") == want.paths);
        assert_true(feature(&values, "counterintuitive") == want.ci_min);
        assert_true(feature(&values, "ci_max") == want.ci_max);
        assert_int_equal(result.solution.len, (size_t)want.moves);
        double measured[LW_MAX_MEASURES];
        assert_int_equal(kind->solve->measure(&level->level,
                                              lw_buffer_text(&result.solution),
                                              result.solution.len, measured, NULL),
                         LW_OK);
        assert_true(measured[0] == want.moves);
        assert_true(measured[1] == feature(&values, "ci_first"));
    }
    lw_solve_result_free(&result);
    return want.moves >= 0;
}

static void agrees_with_plain_search(void **unused) {
    (void)unused;
    static const char *const rules[] = {"collide=train", "collide=static"};
    for (unsigned rule = 0; rule < 2; rule++) {
        struct game_fixture f;
        unsigned n = 0, n_solvable = 0;
        fixture_open(&f, kind, rules[rule]);
        for (uint64_t index = 0; n < 500; index++) {
            struct lw_rng rng = lw_rng_make(20153 + rule, index);
            struct lw_move_level *level = random_level(f.game, &rng);
            if (level != NULL) {
                n_solvable += agrees(&f, level);
                n++;
                lw_level_destroy(&level->level);
            }
        }
        assert_true(n_solvable >= 50 && n_solvable <= 450);
        fixture_close(&f);
    }
}

/* From both ends. */

#define LARGE 10

/* Balls of two colours, their goals and rocks at random. */
static struct lw_move_level *scattered(const struct lw_game *game, uint32_t side,
                                       uint32_t n_balls, uint32_t n_rocks,
                                       struct lw_rng *rng) {
    struct lw_move_square squares[LARGE * LARGE] = {{0}};
    uint32_t order[LARGE * LARGE], n = side * side;
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i;
    }
    lw_rng_shuffle(rng, order, n, sizeof *order);
    for (uint32_t i = 0; i < n_rocks; i++) {
        squares[order[n - 1 - i]].rock = 1;
    }
    for (uint32_t i = 0; i < n_balls; i++) {
        squares[order[i]].ball = (uint8_t)(1 + i % 2);
    }
    lw_rng_shuffle(rng, order, n - n_rocks, sizeof *order);
    for (uint32_t i = 0; i < n_balls; i++) {
        squares[order[i]].goal = (uint8_t)(1 + i % 2);
    }
    struct lw_move_level *level;
    assert_int_equal(lw_move_level_create(game, side, side, squares, &level, NULL),
                     LW_OK);
    return level;
}

static void search(const struct lw_move_level *level, bool both_ends, uint64_t nodes,
                   struct lw_move_search *search) {
    struct lw_move_board board;
    struct lw_meter meter;
    struct lw_budget budget = {.nodes = nodes};
    *search = (struct lw_move_search){.outcome = LW_OUTCOME_LIMIT};
    lw_buffer_init(&search->solution, lw_alloc_libc());
    lw_meter_start(&meter, NULL, &budget);
    assert_int_equal(lw_move_board_init(&board, level, lw_alloc_libc()), LW_OK);
    assert_int_equal((both_ends ? lw_move_meet_run : lw_move_search_run)(
                         search, &board, NULL, &meter, lw_alloc_libc()),
                     LW_OK);
    lw_move_board_free(&board);
}

static void same_answer(const struct lw_move_search *a, const struct lw_move_search *b) {
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->n_moves, b->n_moves);
    assert_true(a->n_shortest == b->n_shortest);
    assert_int_equal(a->ci_first, b->ci_first);
    assert_int_equal(a->ci_min, b->ci_min);
    assert_int_equal(a->ci_max, b->ci_max);
    assert_string_equal(lw_buffer_text(&a->solution), lw_buffer_text(&b->solution));
}

/* Every figure as the search from the start alone finds it, from an eighth of the states.
 */
static void both_ends_agree_with_one(void **unused) {
    (void)unused;
    static const char *const rules[] = {"collide=train", "collide=static"};
    for (unsigned rule = 0; rule < 2; rule++) {
        struct game_fixture f;
        uint64_t n_one = 0, n_both = 0;
        unsigned n_solved = 0;
        fixture_open(&f, kind, rules[rule]);
        for (uint64_t i = 0; i < 60; i++) {
            struct lw_rng rng = lw_rng_make(11 + rule, i);
            struct lw_move_level *level = scattered(f.game, 5, 3, 4, &rng);
            struct lw_move_search one, both;
            search(level, false, 0, &one);
            search(level, true, 0, &both);
            same_answer(&one, &both);
            n_solved += one.outcome == LW_OUTCOME_SOLVED;
            n_one += one.n_expanded;
            n_both += both.n_expanded;
            lw_buffer_free(&one.solution);
            lw_buffer_free(&both.solution);
            lw_level_destroy(&level->level);
        }
        assert_in_range(n_solved, 5, 55);
        assert_true(8 * n_both < n_one);
        fixture_close(&f);
    }
}

/* The same board with the goals where a walk of so many moves leads. */
static struct lw_move_level *walked(struct lw_move_level *level, unsigned n_moves,
                                    struct lw_rng *rng) {
    struct lw_move_board board;
    uint8_t states[2][6];
    assert_int_equal(lw_move_board_init(&board, level, lw_alloc_libc()), LW_OK);
    lw_move_board_start(&board, states[0]);
    for (unsigned i = 0; i < n_moves; i++) {
        (void)lw_move_board_step(&board, states[i % 2],
                                 (enum lw_dir)lw_rng_below(rng, LW_N_DIRS),
                                 states[1 - i % 2]);
    }
    for (uint32_t i = 0; i < board.n_squares; i++) {
        level->squares[i].goal = 0;
    }
    for (uint32_t ball = 0; ball < board.n_balls; ball++) {
        level->squares[lw_move_board_square(&board, states[n_moves % 2], ball)].goal =
            board.colour[ball];
    }
    lw_move_board_free(&board);
    struct lw_move_level *out;
    assert_int_equal(lw_move_level_create(level->level.game, level->width, level->height,
                                          level->squares, &out, NULL),
                     LW_OK);
    lw_level_destroy(&level->level);
    return out;
}

/* Six balls on a hundred squares; from the start alone, five times as many states seldom
 * come to an end. */
static void large_boards_are_decided(void **unused) {
    (void)unused;
    struct game_fixture f;
    unsigned n_solved = 0, n_unsolvable = 0, n_one = 0;
    fixture_open(&f, kind, NULL);
    for (uint64_t i = 0; i < 8; i++) {
        struct lw_move_search one, both;
        struct lw_rng rng = lw_rng_make(21, i);
        struct lw_move_level *level = scattered(f.game, LARGE, 6, 12, &rng);
        if (i % 2 == 0) {
            level = walked(level, 22, &rng);
        }
        search(level, true, 20000, &both);
        search(level, false, 100000, &one);
        n_unsolvable += both.outcome == LW_OUTCOME_UNSOLVABLE;
        n_one += one.outcome != LW_OUTCOME_LIMIT;
        if (both.outcome == LW_OUTCOME_SOLVED) {
            n_solved++;
            assert_int_equal(kind->solve->measure(&level->level,
                                                  lw_buffer_text(&both.solution),
                                                  both.solution.len, NULL, NULL),
                             LW_OK);
        }
        lw_buffer_free(&one.solution);
        lw_buffer_free(&both.solution);
        lw_level_destroy(&level->level);
    }
    assert_true(n_solved >= 4 && n_unsolvable >= 1);
    assert_true(n_one <= 1);
    fixture_close(&f);
}

/* Limits. */

static void a_spent_budget_is_a_limit(void **unused) {
    (void)unused;
    a_spent_budget_is_a_limit_in(kind, "A. .. .. .. .b\n.. .. ## .. ..\nB. .. .. .. .a\n",
                                 5, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_levels_have_their_features),
        cmocka_unit_test(shared_levels_have_their_features),
        cmocka_unit_test(the_static_rule_is_another_game),
        cmocka_unit_test(agrees_with_plain_search),
        cmocka_unit_test(both_ends_agree_with_one),
        cmocka_unit_test(large_boards_are_decided),
        cmocka_unit_test(a_spent_budget_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
