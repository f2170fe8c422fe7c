/* The papers' tables and procedures: known truth, and the published digits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/difficulty/pairs.h"
#include "lw/difficulty/paper_tables.h"
#include "lw/difficulty/transfer.h"
#include "normal_fixture.h"

enum { RATED = 40, RATERS = 60, TERMS = 4 };

/* Random levels, rated by everybody as truth has it and a little noise. */
static size_t rate_levels(double *x, const double *truth, struct lw_human_play *plays) {
    struct lw_rng rng = lw_rng_make(5, 0);
    size_t n = 0;
    for (size_t l = 0; l < RATED; l++) {
        x[l * TERMS] = 25 + lw_rng_below(&rng, 56);
        x[l * TERMS + 1] = 4 + lw_rng_below(&rng, 6);
        x[l * TERMS + 2] = 2 + 4 * lw_rng_unit(&rng);
        x[l * TERMS + 3] = lw_rng_below(&rng, 60);
    }
    for (size_t u = 0; u < RATERS; u++) {
        for (size_t l = 0; l < RATED; l++) {
            double d = truth[0];
            for (size_t k = 0; k < TERMS; k++) {
                d += truth[k + 1] * x[l * TERMS + k];
            }
            plays[n++] = (struct lw_human_play){.player = u,
                                                .level = l,
                                                .rating = d + 0.3 * normal(&rng),
                                                .seconds = exp(d / 3),
                                                .moves = 2 + d};
        }
    }
    return n;
}

/* Forty levels rated by players who use the scale differently; van Kreveld's weights. */
static void known_weights_come_back_from_ratings(void **unused) {
    (void)unused;
    static const char *const names[TERMS] = {"size", "colors", "distance", "turns"};
    static const double truth[TERMS + 1] = {3, 0.088, -0.30, -0.40, 0.040};
    static double x[RATED * TERMS];
    static struct lw_human_play plays[RATED * RATERS];
    struct lw_level_answers answers[RATED];
    size_t flat;
    size_t n = rate_levels(x, truth, plays);
    assert_int_equal(lw_vankreveld_answers(lw_alloc_libc(),
                                           &(struct lw_human_plays){.plays = plays,
                                                                    .n = n,
                                                                    .n_players = RATERS,
                                                                    .n_levels = RATED},
                                           answers, &flat, NULL),
                     LW_OK);
    assert_int_equal(flat, 0);
    const struct lw_vankreveld_data data = {
        .x = x, .n = RATED, .p = TERMS, .names = names, .answers = answers, .folds = 5};
    struct lw_vankreveld result;
    assert_int_equal(lw_vankreveld_run(lw_alloc_libc(), &data, &result, NULL), LW_OK);
    for (size_t k = 0; k <= TERMS; k++) {
        assert_true(fabs(result.weights[k] - truth[k]) < (k == 0 ? 0.3 : 0.03));
    }
    assert_true(result.unweighted[0] < 0.1 && result.weighted[0] < 0.1);
    /* Moves are a line of the same features, exactly. */
    assert_true(result.unweighted[3] < 1e-9);
    assert_true(result.relative[2] && !result.relative[1]);
    /* Scaled ratings span the whole scale: errors grow with it, as in the paper. */
    assert_true(result.unweighted[1] > result.unweighted[0]);
    lw_vankreveld_free(&result);
    /* A constant column is refused by its name. */
    struct lw_error err;
    for (size_t l = 0; l < RATED; l++) {
        x[l * TERMS + 2] = 7;
    }
    assert_int_equal(lw_vankreveld_run(lw_alloc_libc(), &data, &result, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "'distance'"));
}

static void scaling_is_by_player(void **unused) {
    (void)unused;
    const struct lw_human_play plays[] = {
        {0, 0, 2, 10, 5}, {0, 1, 4, 30, NAN}, {0, 2, 6, NAN, 7},
        {1, 0, 5, 20, 5}, {1, 1, 5, 20, 5}, /* rates everything alike */
    };
    struct lw_level_answers a[3];
    size_t flat;
    assert_int_equal(
        lw_vankreveld_answers(lw_alloc_libc(),
                              &(struct lw_human_plays){
                                  .plays = plays, .n = 5, .n_players = 2, .n_levels = 3},
                              a, &flat, NULL),
        LW_OK);
    assert_int_equal(flat, 1);
    assert_true(a[0].rating == 3.5 && a[0].scaled == 1 && a[0].time == 15);
    assert_true(a[1].scaled == 5.5 && a[1].moves == 5);
    assert_true(a[2].scaled == 10 && isnan(a[2].time) && a[2].plays == 1);
}

static void kartal_grid_finds_the_weights(void **unused) {
    (void)unused;
    enum { N = 120 };
    static const char *const names[] = {"tile_mixing",
                                        "blocks_3x3",
                                        "boxes",
                                        "goal_distance",
                                        "congestion_1",
                                        "congestion_2",
                                        "congestion:boxes",
                                        "congestion:goals",
                                        "congestion:walls",
                                        "congestion:boxes_by_open",
                                        "congestion:goals_by_open"};
    enum { P = sizeof names / sizeof *names };
    static double x[N * P], y[N];
    static unsigned char generated[N];
    struct lw_rng rng = lw_rng_make(6, 0);
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < P; j++) {
            x[i * P + j] = lw_rng_unit(&rng) * 10;
        }
        x[i * P] = 4; /* tile mixing says nothing */
        generated[i] = i % 2;
        y[i] = 2 * x[i * P + 6] + 0.5 * x[i * P + 7] + x[i * P + 8];
        x[i * P + 2] = generated[i] ? y[i] : 3 + lw_rng_unit(&rng);
    }
    struct lw_evidence e = {.n = N, .p = P, .names = names, .x = x, .y = y};
    struct lw_kartal_table table;
    assert_int_equal(lw_kartal_table_of(lw_alloc_libc(), &e, generated, &table, NULL),
                     LW_OK);
    assert_int_equal(table.n_generated, N / 2);
    assert_true(isnan(table.r_all[0]));
    assert_true(fabs(table.r_generated[2] - 1) < 1e-12);
    assert_true(table.r_all[2] < 0.9);
    assert_true(fabs(table.r_v1 - 1) < 1e-12);
    assert_true(fabs(table.v1.alpha / table.v1.beta - 4) < 1e-12);
    assert_true(fabs(table.v1.alpha / table.v1.gamma - 2) < 1e-12);
}

static void schaa_cells_skip_what_is_unknown(void **unused) {
    (void)unused;
    const double moves[] = {1, 2, 3, 4, NAN}, time[] = {2, 4, 6, 9, 1};
    const double closed[] = {1, 8, 27, 64, 5}, same[] = {3, 3, 3, 3, 3};
    const struct lw_named_column rows[] = {{"moves", moves}, {"time", time}};
    const struct lw_named_column columns[] = {{"closed", closed}, {"same", same}};
    struct lw_schaa_cell cells[4];
    assert_int_equal(
        lw_schaa_table(
            lw_alloc_libc(),
            &(struct lw_schaa_data){
                .rows = rows, .n_rows = 2, .columns = columns, .n_columns = 2, .n = 5},
            cells, NULL),
        LW_OK);
    assert_int_equal(cells[0].n, 4);
    assert_true(fabs(cells[0].spearman - 1) < 1e-12 && cells[0].pearson < 0.97);
    assert_true(isnan(cells[1].spearman));
    assert_int_equal(cells[2].n, 5);
}

/* Judges who agree, and judges who toss coins. */
static void reliability_tells_agreement_from_noise(void **unused) {
    (void)unused;
    enum { ITEMS = 12, PLAYERS = 40, EACH = 20 };
    static struct lw_game_result games[PLAYERS * EACH];
    static size_t player[PLAYERS * EACH];
    for (int noisy = 0; noisy < 2; noisy++) {
        struct lw_rng rng = lw_rng_make(7, (uint64_t)noisy);
        size_t n = 0;
        for (size_t u = 0; u < PLAYERS; u++) {
            for (size_t k = 0; k < EACH; k++) {
                /* Two sets of six that are never compared with each other. */
                size_t base = 6 * lw_rng_below(&rng, 2), a = lw_rng_below(&rng, 6);
                size_t b = (a + 1 + lw_rng_below(&rng, 5)) % 6;
                double logit = noisy ? 0 : (double)a - (double)b;
                player[n] = u;
                games[n++] = (struct lw_game_result){
                    base + a, base + b, lw_rng_unit(&rng) < 1 / (1 + exp(-logit))};
            }
        }
        struct lw_pairs pairs;
        assert_int_equal(lw_pairs_judge(lw_alloc_libc(),
                                        &(struct lw_pairs_data){.games = games,
                                                                .player = player,
                                                                .n_games = n,
                                                                .n_items = ITEMS,
                                                                .n_players = PLAYERS},
                                        40, 1, &pairs, NULL),
                         LW_OK);
        assert_int_equal(pairs.n_parts, 2);
        if (noisy) {
            assert_true(fabs(pairs.half_bradley_terry) < 0.6);
        } else {
            assert_true(pairs.half_trueskill > 0.9);
            assert_true(pairs.half_bradley_terry > 0.9);
            assert_true(pairs.agreement > 0.9);
            assert_true(pairs.whole_trueskill > pairs.half_trueskill);
            for (size_t i = 1; i < ITEMS; i++) {
                assert_true(i == 6 || pairs.ability[i] > pairs.ability[i - 1]);
            }
        }
        lw_pairs_free(&pairs);
    }
    struct lw_pairs none;
    struct lw_error err;
    assert_int_equal(lw_pairs_judge(lw_alloc_libc(),
                                    &(struct lw_pairs_data){.games = games,
                                                            .player = player,
                                                            .n_games = 2,
                                                            .n_items = ITEMS,
                                                            .n_players = PLAYERS},
                                    4, 1, &none, &err),
                     LW_BAD_INPUT);
}

static void scales_are_carried_over(void **unused) {
    (void)unused;
    const double score[] = {0, 1, 2, 3}, rating[] = {1, 3, 5, 7};
    const double other[] = {4, 5}, truth[] = {9, 10};
    struct lw_transfer t;
    assert_int_equal(
        lw_scale_transfer(
            lw_alloc_libc(),
            &(struct lw_scored_levels){.score = score, .rating = rating, .n = 4},
            &(struct lw_scored_levels){.score = other, .rating = truth, .n = 2}, &t,
            NULL),
        LW_OK);
    assert_true(fabs(t.slope - 2) < 1e-12 && fabs(t.intercept - 1) < 1e-12);
    assert_true(fabs(t.mae - 0.5) < 1e-12);
    assert_true(fabs(t.mae_constant - 5.5) < 1e-12);
}

/* The digits published with the table of chess puzzles. */
static void chess_puzzles_give_the_published_digits(void **unused) {
    (void)unused;
    FILE *file = fopen(LW_SHARED "/human-data/lichess_puzzles_1000.csv", "rb");
    if (file == NULL) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    static char text[200000];
    size_t len = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    struct lw_table table;
    const double *rating, *plies, *pieces, *plays;
    assert_int_equal(lw_table_read(lw_alloc_libc(), text, len, &table, NULL), LW_OK);
    assert_int_equal(lw_table_numbers(&table, "rating", &rating, NULL), LW_OK);
    assert_int_equal(lw_table_numbers(&table, "solution_plies", &plies, NULL), LW_OK);
    assert_int_equal(lw_table_numbers(&table, "pieces", &pieces, NULL), LW_OK);
    assert_int_equal(lw_table_numbers(&table, "nb_plays", &plays, NULL), LW_OK);
    static const char *const names[] = {"plies", "pieces"};
    size_t n = table.n_rows;
    double *x = malloc(2 * n * sizeof *x);
    struct lw_level_answers *answers = calloc(n, sizeof *answers);
    for (size_t i = 0; i < n; i++) {
        x[2 * i] = plies[i];
        x[2 * i + 1] = pieces[i];
        answers[i] = (struct lw_level_answers){rating[i], NAN, NAN, NAN, plays[i]};
    }
    struct lw_vankreveld result;
    assert_int_equal(
        lw_vankreveld_run(
            lw_alloc_libc(),
            &(struct lw_vankreveld_data){
                .x = x, .n = n, .p = 2, .names = names, .answers = answers, .folds = 5},
            &result, NULL),
        LW_OK);
    assert_true(fabs(result.unweighted[0] - 147.363843) < 5e-7);
    assert_true(fabs(result.weighted[0] - 170.044842) < 5e-7);
    assert_true(fabs(result.r2[0] - 0.029142) < 5e-7);
    assert_int_equal(result.n[1], 0);
    lw_vankreveld_free(&result);
    free(answers);
    free(x);
    lw_table_free(&table);
}

/* Difficulty by known weights is found; from noise the search makes a correlation, which
 * levels that it did not see do not have. */
static void evaluation_weights_are_found(void **unused) {
    enum { LEVELS = 60 };
    double blocks[LEVELS], congestion[LEVELS], boxes[LEVELS], y[LEVELS], noise[LEVELS];
    struct lw_rng rng = lw_rng_make(11, 4);
    struct lw_kartal_evaluation found;
    struct lw_kartal_levels levels = {blocks, congestion, boxes, y, LEVELS};
    (void)unused;
    for (size_t i = 0; i < LEVELS; i++) {
        blocks[i] = lw_rng_unit(&rng);
        congestion[i] = 3 * lw_rng_unit(&rng);
        boxes[i] = 2 + lw_rng_below(&rng, 5);
        y[i] = 20 + 4 * blocks[i] + 2 * congestion[i] + 0 * boxes[i];
        noise[i] = normal(&rng);
    }
    y[7] = NAN; /* a level that nobody compared */
    assert_int_equal(lw_kartal_evaluate(lw_alloc_libc(), &levels, 5, &found, NULL),
                     LW_OK);
    assert_true(found.n == LEVELS - 1 && found.n_folds == 5);
    assert_true(found.blocks == 1 && found.congestion == 0.5 && found.boxes == 0);
    assert_true(found.r > 1 - 1e-12 && found.r_unseen > 1 - 1e-12);
    assert_true(found.r_paper < found.r && found.r_paper > 0);
    levels.difficulty = noise;
    assert_int_equal(lw_kartal_evaluate(lw_alloc_libc(), &levels, 5, &found, NULL),
                     LW_OK);
    assert_true(found.r > 0 && found.r >= found.r_paper && found.r_unseen < found.r);
    levels.n = 7;
    assert_int_equal(lw_kartal_evaluate(lw_alloc_libc(), &levels, 5, &found, NULL),
                     LW_OK);
    assert_true(isnan(found.r) && found.n == 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_weights_are_found),
        cmocka_unit_test(known_weights_come_back_from_ratings),
        cmocka_unit_test(scaling_is_by_player),
        cmocka_unit_test(kartal_grid_finds_the_weights),
        cmocka_unit_test(schaa_cells_skip_what_is_unknown),
        cmocka_unit_test(reliability_tells_agreement_from_noise),
        cmocka_unit_test(scales_are_carried_over),
        cmocka_unit_test(chess_puzzles_give_the_published_digits),
    };
    return cmocka_run_group_tests_name("papers", tests, NULL, NULL);
}
