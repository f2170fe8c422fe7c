/* Boosted trees and the papers' models on made-up levels whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/difficulty/papers.h"
#include "normal_fixture.h"

enum { N = 240, GROUPS = 12 };

static const char *const names[] = {"floor",
                                    "boxes",
                                    "moves",
                                    "lines",
                                    "pushes",
                                    "search_expanded",
                                    "search_closed",
                                    "search_open",
                                    "counterintuitive",
                                    "blocks_3x3",
                                    "congestion_1",
                                    "congestion_2",
                                    "congestion_boxes",
                                    "tile_mixing",
                                    "width",
                                    "height",
                                    "goal_distance",
                                    "player_lines",
                                    "solution_moves",
                                    "greedy",
                                    "congestion:boxes",
                                    "congestion:goals",
                                    "congestion:walls",
                                    "congestion:boxes_by_open",
                                    "congestion:goals_by_open"};
enum { P = sizeof names / sizeof *names };

static double x[N * P], y[N];
static size_t group[N];

static double *cell(size_t row, const char *name) {
    for (size_t j = 0; j < P; j++) {
        if (strcmp(names[j], name) == 0) {
            return &x[row * P + j];
        }
    }
    fail_msg("no column %s", name);
    return NULL;
}

static struct lw_evidence make(uint64_t seed) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    for (size_t i = 0; i < N; i++) {
        group[i] = i % GROUPS;
        y[i] = 0;
        for (size_t j = 0; j < P; j++) {
            x[i * P + j] = 1 + lw_rng_below(&rng, 30);
        }
    }
    return (struct lw_evidence){.n = N,
                                .p = P,
                                .n_groups = GROUPS,
                                .names = names,
                                .x = x,
                                .y = y,
                                .group = group};
}

/* A step and an interaction, which no line can follow, in the first five columns. */
static struct lw_evidence make_steps(unsigned char columns[P]) {
    struct lw_evidence e = make(1);
    struct lw_rng rng = lw_rng_make(2, 0);
    for (size_t i = 0; i < N; i++) {
        group[i] = i % 5;
        bool a = *cell(i, "boxes") > 15, b = *cell(i, "moves") > 15;
        y[i] = (a == b ? 1 : -1) + 0.1 * normal(&rng);
    }
    e.n_groups = 5;
    memset(columns, 0, P);
    memset(columns, 1, 5);
    return e;
}

static void trees_learn_what_lines_cannot(void **unused) {
    (void)unused;
    unsigned char columns[P];
    struct lw_evidence e = make_steps(columns);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_judged line, trees;
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, columns, &line, NULL),
                     LW_OK);
    assert_int_equal(lw_boost_judge(&runtime, &e, columns, &trees, NULL), LW_OK);
    assert_true(line.skill.r2 < 0.2);
    assert_true(trees.skill.r2 > 0.6);
    assert_true(trees.skill.coverage > 0.8);
    /* The file predicts what the learner does, on levels it learned from. */
    struct lw_model model;
    assert_int_equal(lw_boost_model(lw_alloc_libc(), &e,
                                    &(struct lw_model_request){.columns = columns,
                                                               .judged = &trees,
                                                               .game = "g",
                                                               .target = "t",
                                                               .source = "s"},
                                    &model, NULL),
                     LW_OK);
    assert_int_equal(model.kind, LW_MODEL_TREES);
    assert_int_equal(model.n_terms, 5);
    double squares = 0, total = 0;
    for (size_t i = 0; i < N; i++) {
        struct lw_prediction prediction;
        lw_model_predict(&model, &x[i * P], &prediction);
        squares += (prediction.score - y[i]) * (prediction.score - y[i]);
        total += y[i] * y[i];
        assert_true(prediction.n_drivers > 0);
    }
    assert_true(squares < 0.3 * total);
    lw_model_free(&model);
    lw_judged_free(&line);
    lw_judged_free(&trees);
}

static void a_blend_predicts_the_mean_of_both(void **unused) {
    (void)unused;
    unsigned char columns[P];
    struct lw_evidence e = make_steps(columns);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    const struct lw_alloc *alloc = lw_alloc_libc();
    struct lw_judged line, trees, both;
    struct lw_model plain, model, mixed;
    assert_int_equal(lw_difficulty_judge(alloc, &e, columns, &line, NULL), LW_OK);
    assert_int_equal(lw_boost_judge(&runtime, &e, columns, &trees, NULL), LW_OK);
    assert_int_equal(lw_blend_judge(alloc, &e, &line, &trees, &both, NULL), LW_OK);
    assert_true(both.skill.r2 > line.skill.r2);
    assert_true(both.skill.coverage > 0.8);
    assert_int_equal(lw_difficulty_fit(alloc, &e,
                                       &(struct lw_model_request){.columns = columns,
                                                                  .judged = &line,
                                                                  .game = "g",
                                                                  .target = "t",
                                                                  .source = "s"},
                                       &plain, NULL),
                     LW_OK);
    assert_int_equal(lw_boost_model(alloc, &e,
                                    &(struct lw_model_request){.columns = columns,
                                                               .judged = &trees,
                                                               .game = "g",
                                                               .target = "t",
                                                               .source = "s"},
                                    &model, NULL),
                     LW_OK);
    assert_int_equal(lw_boost_model(alloc, &e,
                                    &(struct lw_model_request){.columns = columns,
                                                               .judged = &trees,
                                                               .game = "g",
                                                               .target = "t",
                                                               .source = "s"},
                                    &mixed, NULL),
                     LW_OK);
    assert_int_equal(lw_blend_model(&plain, &both, &mixed, NULL), LW_OK);
    for (size_t i = 0; i < N; i += 11) {
        struct lw_prediction a, b, c;
        lw_model_predict(&plain, &x[i * P], &a);
        lw_model_predict(&model, &x[i * P], &b);
        lw_model_predict(&mixed, &x[i * P], &c);
        assert_true(fabs(c.score - 0.5 * (a.score + b.score)) < 1e-9);
    }
    lw_model_free(&plain);
    lw_model_free(&model);
    lw_model_free(&mixed);
    lw_judged_free(&both);
    lw_judged_free(&line);
    lw_judged_free(&trees);
}

static void trees_are_always_the_same(void **unused) {
    (void)unused;
    struct lw_evidence e = make(3);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_judged first, second;
    for (size_t i = 0; i < N; i++) {
        y[i] = sin(*cell(i, "moves"));
    }
    x[7 * P + 2] = NAN;
    e.n = 80;
    for (size_t i = 0; i < e.n; i++) {
        group[i] = i % 4;
    }
    e.n_groups = 4;
    assert_int_equal(lw_boost_judge(&runtime, &e, NULL, &first, NULL), LW_OK);
    assert_int_equal(lw_boost_judge(&runtime, &e, NULL, &second, NULL), LW_OK);
    assert_memory_equal(first.prediction, second.prediction, e.n * sizeof(double));
    assert_int_equal(first.setting, second.setting);
    lw_judged_free(&first);
    lw_judged_free(&second);
}

/* Each paper's model is best where its own formula is the truth. */
/* Written and read again; the one that was read takes its place. */
static void read_back(struct lw_model *model) {
    struct lw_buffer text;
    struct lw_model read;
    struct lw_error err = {.text = ""};
    lw_buffer_init(&text, lw_alloc_libc());
    lw_model_write(model, &text);
    assert_int_equal(
        lw_model_read(lw_alloc_libc(), lw_buffer_text(&text), text.len, &read, &err),
        LW_OK);
    lw_buffer_free(&text);
    lw_model_free(model);
    *model = read;
}

/* Answers that follow the paper's own formula. */
static void answer_as(int paper) {
    for (size_t i = 0; i < N; i++) {
        switch (paper) {
        case LW_PAPER_LINEAR:
            y[i] = 3 + 2 * *cell(i, "moves") - *cell(i, "boxes");
            break;
        case LW_PAPER_KARTAL:
            y[i] = 5 * *cell(i, "blocks_3x3") + 10 * *cell(i, "congestion_2") +
                   *cell(i, "boxes");
            break;
        case LW_PAPER_KARTAL_GRID:
            *cell(i, "congestion_boxes") = *cell(i, "congestion:boxes_by_open");
            *cell(i, "congestion_2") = *cell(i, "congestion:boxes_by_open") +
                                       *cell(i, "congestion:goals_by_open");
            *cell(i, "blocks_3x3") = 0.5;
            y[i] = 10 * *cell(i, "congestion:boxes_by_open") +
                   5 * *cell(i, "congestion:goals_by_open") + *cell(i, "boxes");
            break;
        case LW_PAPER_SCHAA:
            y[i] = log1p(*cell(i, "search_expanded"));
            break;
        default: /* one who walks in zigzags: only the fourth score varies much */
            *cell(i, "moves") = *cell(i, "solution_moves") = 30;
            *cell(i, "pushes") = *cell(i, "width") = *cell(i, "height") = 9;
            *cell(i, "greedy") = 2;
            y[i] = *cell(i, "player_lines");
            break;
        }
    }
}

static void papers_find_their_own_truth(void **unused) {
    (void)unused;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    for (int paper = 0; paper < LW_N_PAPERS; paper++) {
        struct lw_evidence e = make(10 + (uint64_t)paper);
        answer_as(paper);
        unsigned char line[P] = {0};
        for (size_t j = 0; j < P; j++) {
            line[j] = strcmp(names[j], "floor") == 0 || strcmp(names[j], "boxes") == 0 ||
                      strcmp(names[j], "moves") == 0 || strcmp(names[j], "lines") == 0 ||
                      strcmp(names[j], "counterintuitive") == 0;
        }
        e.line = line;
        struct lw_judged judged;
        struct lw_error err = {.text = ""};
        assert_int_equal(
            lw_paper_judge(&runtime, &e, (enum lw_paper)paper, NULL, &judged, &err),
            LW_OK);
        if (!(judged.skill.rho > 0.85)) {
            print_message("%s: rho %.3f\n", lw_paper_name((enum lw_paper)paper),
                          judged.skill.rho);
        }
        assert_true(judged.skill.rho > 0.85);
        struct lw_model model;
        lw_status made = lw_paper_model(
            lw_alloc_libc(), &e, (enum lw_paper)paper,
            &(struct lw_model_request){
                .judged = &judged, .game = "g", .target = "t", .source = "s"},
            &model, &err);
        assert_int_equal(made, LW_OK);
        size_t index[P];
        read_back(&model);
        assert_int_equal(lw_model_bind(&model, names, P, index, &err), LW_OK);
        for (size_t i = 0; i < N; i += 17) {
            double values[P];
            struct lw_prediction prediction;
            for (size_t k = 0; k < model.n_terms; k++) {
                values[k] = x[i * P + index[k]];
            }
            lw_model_predict(&model, values, &prediction);
            assert_true(fabs(prediction.score - y[i]) < 1e-6 * (1 + fabs(y[i])));
        }
        lw_model_free(&model);
        lw_judged_free(&judged);
    }
}

static void lacking_features_are_named(void **unused) {
    (void)unused;
    struct lw_evidence e = make(4);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_judged judged;
    struct lw_error err;
    struct lw_evidence narrow = e;
    narrow.p = 3;
    assert_string_equal(lw_paper_lacks(LW_PAPER_SCHAA, &narrow), "search_expanded");
    assert_int_equal(
        lw_paper_judge(&runtime, &narrow, LW_PAPER_KARTAL, NULL, &judged, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "blocks_3x3"));
    /* Two columns that are the same have no single line. */
    unsigned char columns[P] = {1, 1, 1};
    for (size_t i = 0; i < N; i++) {
        *cell(i, "boxes") = *cell(i, "floor");
        y[i] = (double)i;
    }
    assert_int_equal(
        lw_paper_judge(&runtime, &e, LW_PAPER_LINEAR, columns, &judged, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "column 'boxes'"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_learn_what_lines_cannot),
        cmocka_unit_test(a_blend_predicts_the_mean_of_both),
        cmocka_unit_test(trees_are_always_the_same),
        cmocka_unit_test(papers_find_their_own_truth),
        cmocka_unit_test(lacking_features_are_named),
    };
    return cmocka_run_group_tests_name("learner", tests, NULL, NULL);
}
