/* The joint model on made-up players and levels whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "joint/joint_internal.h"
#include "lw/base/rng.h"
#include "normal_fixture.h"
#include "test_size.h"

enum { LEVELS = 60, P = 3, PLAYERS = 50, MAX_ROWS = 30000 };

static double z[LEVELS * P], difficulty[LEVELS], ability[PLAYERS], bias[PLAYERS];
static double weight[P], stretch[PLAYERS];
static struct lw_observation rows[MAX_ROWS];
static size_t n_rows;
static struct lw_joint_source sources[LW_EVIDENCE_N_KINDS];
static size_t n_sources;

static struct lw_joint_prior truth_prior(void) {
    struct lw_joint_prior prior = lw_joint_prior_default();
    prior.weight = 0.7;
    prior.level = 0.8;
    prior.player = 1;
    prior.bias = 0.5;
    prior.stretch = 0.15;
    prior.noise = 0.5;
    prior.slope = 0.3;
    return prior;
}

/* Levels and players drawn from the prior itself. */
static struct lw_rng make_world(uint64_t seed) {
    struct lw_joint_prior prior = truth_prior();
    struct lw_rng rng = lw_rng_make(seed, 0);
    for (size_t k = 0; k < P; k++) {
        weight[k] = prior.weight * normal(&rng);
    }
    for (size_t i = 0; i < LEVELS; i++) {
        difficulty[i] = prior.level * normal(&rng);
        for (size_t k = 0; k < P; k++) {
            z[i * P + k] = normal(&rng);
            difficulty[i] += weight[k] * z[i * P + k];
        }
    }
    for (size_t i = 0; i < PLAYERS; i++) {
        ability[i] = prior.player * normal(&rng);
        bias[i] = prior.bias * normal(&rng);
        stretch[i] = prior.stretch * normal(&rng);
    }
    n_rows = n_sources = 0;
    return rng;
}

static bool chance(struct lw_rng *rng, double logit) {
    return lw_rng_unit(rng) < 1 / (1 + exp(-logit));
}

/* One source; every player meets `each` levels. */
static void observe(struct lw_rng *rng, enum lw_evidence_kind kind, size_t each) {
    struct lw_joint_prior prior = truth_prior();
    size_t s = n_sources++;
    double slope = s == 0 ? 1 : exp(prior.slope * normal(rng));
    double spread = exp(prior.noise * normal(rng)), offset = 0.5 * normal(rng);
    sources[s] = (struct lw_joint_source){.kind = kind, .name = "made up", .spread = 1};
    for (size_t i = 0; i < (kind == LW_EVIDENCE_COMPLETION ? LEVELS : PLAYERS * each);
         i++) {
        struct lw_observation o = {
            .source = s, .level = lw_rng_below(rng, LEVELS), .player = i % PLAYERS};
        switch (kind) {
        case LW_EVIDENCE_COMPLETION:
            o.level = i;
            o.player = LW_NO_PLAYER;
            o.plays = 10 + (double)lw_rng_below(rng, 100);
            for (double k = 0; k < o.plays; k++) {
                o.value += chance(rng, offset - slope * difficulty[o.level]);
            }
            break;
        case LW_EVIDENCE_OUTCOME:
            o.value =
                chance(rng, offset - slope * (difficulty[o.level] - ability[o.player]));
            break;
        case LW_EVIDENCE_RATING:
            o.value = offset + bias[o.player] +
                      slope * exp(stretch[o.player]) * difficulty[o.level] +
                      spread * normal(rng);
            break;
        case LW_EVIDENCE_TIME:
            o.value = offset + slope * (difficulty[o.level] - ability[o.player]) +
                      spread * normal(rng);
            /* Everyone is stopped at the same time. */
            o.censored = o.value > 1;
            o.value = fmin(o.value, 1);
            break;
        default:
            o.other = (o.level + 1 + lw_rng_below(rng, LEVELS - 1)) % LEVELS;
            o.value =
                chance(rng, offset + slope * (difficulty[o.level] - difficulty[o.other]));
            break;
        }
        rows[n_rows++] = o;
    }
}

static struct lw_joint_data data_now(void) {
    return (struct lw_joint_data){.n_levels = LEVELS,
                                  .n_players = PLAYERS,
                                  .n_sources = n_sources,
                                  .n_observations = n_rows,
                                  .sources = sources,
                                  .observations = rows};
}

static double correlation(const struct lw_estimate *a, const double *b, size_t n) {
    double sa = 0, sb = 0, aa = 0, bb = 0, ab = 0, m = (double)n;
    for (size_t i = 0; i < n; i++) {
        sa += a[i].value;
        sb += b[i];
        aa += a[i].value * a[i].value;
        bb += b[i] * b[i];
        ab += a[i].value * b[i];
    }
    return (ab - sa * sb / m) / sqrt((aa - sa * sa / m) * (bb - sb * sb / m));
}

/* Exact derivatives against differences of the function itself. */
static void derivatives_are_exact(void **unused) {
    (void)unused;
    struct lw_rng rng = make_world(1);
    for (int kind = 0; kind < LW_EVIDENCE_N_KINDS; kind++) {
        observe(&rng, (enum lw_evidence_kind)kind, 2);
    }
    struct lw_joint_data data = data_now();
    struct lw_joint_prior prior = truth_prior();
    struct lw_arena arena;
    struct joint j;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(
        joint_init(&j, &arena, &data, (struct lw_joint_features){z, P}, &prior, NULL),
        LW_OK);
    double *gradient = lw_arena_zero(&arena, 3 * j.n, sizeof *gradient);
    double *up = gradient + j.n, *down = up + j.n;
    for (size_t i = 0; i < j.n; i++) {
        j.theta[i] = 0.4 * normal(&rng);
    }
    joint_objective(&j, j.theta, true);
    memcpy(gradient, j.gradient, j.n * sizeof *gradient);
    double *cells = lw_arena_zero(&arena, j.hessian.n_cells, sizeof *cells);
    memcpy(cells, j.hessian.cells, j.hessian.n_cells * sizeof *cells);
    for (size_t i = 0; i < j.n; i++) {
        double h = 1e-5, at = j.theta[i];
        j.theta[i] = at + h;
        double high = joint_objective(&j, j.theta, true);
        memcpy(up, j.gradient, j.n * sizeof *up);
        j.theta[i] = at - h;
        double low = joint_objective(&j, j.theta, true);
        memcpy(down, j.gradient, j.n * sizeof *down);
        j.theta[i] = at;
        assert_true(fabs((high - low) / (2 * h) - gradient[i]) <
                    1e-5 * (1 + fabs(gradient[i])));
        for (size_t k = 0; k <= i; k++) {
            double want = (up[k] - down[k]) / (2 * h), got = 0;
            if (k >= j.hessian.first[i]) {
                got = cells[j.hessian.start[i] + k - j.hessian.first[i]];
            }
            assert_true(fabs(got - want) < 1e-4 * (1 + fabs(want)));
        }
    }
    lw_arena_free(&arena);
}

static void check_recovery(const char *what, double least_level, double least_player) {
    struct lw_joint_data data = data_now();
    struct lw_joint_prior prior = truth_prior();
    struct lw_joint_fit fit;
    struct lw_error err = {.text = ""};
    lw_status status = lw_joint_fit(lw_alloc_libc(), &data,
                                    (struct lw_joint_features){z, P}, &prior, &fit, &err);
    if (status != LW_OK) {
        print_message("%s: %s\n", what, err.text);
    }
    assert_int_equal(status, LW_OK);
    double levels = correlation(fit.difficulty, difficulty, LEVELS);
    if (levels < least_level) {
        print_message("%s: levels %.3f\n", what, levels);
    }
    assert_true(levels >= least_level);
    for (size_t k = 0; k < P; k++) {
        assert_true(fabs(fit.weight[k].value - weight[k]) < 4 * fit.weight[k].sd);
        assert_true(fabs(fit.weight[k].value - weight[k]) < 0.75);
    }
    if (least_player > 0) {
        double players = correlation(fit.ability, ability, PLAYERS);
        if (players < least_player) {
            print_message("%s: players %.3f\n", what, players);
        }
        assert_true(players >= least_player);
    }
    lw_joint_fit_free(&fit);
}

static void every_kind_recovers_the_truth(void **unused) {
    (void)unused;
    const struct {
        enum lw_evidence_kind kind;
        size_t each;
        double level, player;
    } cases[] = {{LW_EVIDENCE_COMPLETION, 1, 0.95, 0},
                 {LW_EVIDENCE_OUTCOME, 40, 0.9, 0.85},
                 {LW_EVIDENCE_RATING, 40, 0.9, 0},
                 {LW_EVIDENCE_TIME, 40, 0.85, 0.8},
                 {LW_EVIDENCE_CHOICE, 40, 0.9, 0}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (uint64_t seed = 1; seed <= test_size(3, 1); seed++) {
            struct lw_rng rng = make_world(seed);
            observe(&rng, cases[c].kind, cases[c].each);
            check_recovery(lw_evidence_kind_name(cases[c].kind), cases[c].level,
                           cases[c].player);
        }
    }
}

static void mixes_recover_the_truth(void **unused) {
    (void)unused;
    const unsigned step = (unsigned)test_size(2, 6);
    for (unsigned mix = 1; mix < 1U << LW_EVIDENCE_N_KINDS; mix += step) {
        struct lw_rng rng = make_world(100 + mix);
        for (int kind = 0; kind < LW_EVIDENCE_N_KINDS; kind++) {
            if (mix >> kind & 1) {
                observe(&rng, (enum lw_evidence_kind)kind, 12);
            }
        }
        check_recovery("mix", 0.75, 0);
    }
}

/* Truth drawn from the prior lies in nine of ten intervals. */
static void intervals_cover_nine_in_ten(void **unused) {
    (void)unused;
    double levels = 0, weights = 0, abilities = 0, fresh = 0, n = 0;
    for (uint64_t seed = 1000; seed < 1000 + test_size(20, 2); seed++, n++) {
        struct lw_rng rng = make_world(seed);
        struct lw_joint_prior prior = truth_prior();
        observe(&rng, LW_EVIDENCE_OUTCOME, 10);
        observe(&rng, LW_EVIDENCE_RATING, 4);
        observe(&rng, LW_EVIDENCE_CHOICE, 4);
        struct lw_joint_data data = data_now();
        struct lw_joint_fit fit;
        assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                      (struct lw_joint_features){z, P}, &prior, &fit,
                                      NULL),
                         LW_OK);
        for (size_t i = 0; i < LEVELS; i++) {
            levels += fabs(fit.difficulty[i].value - difficulty[i]) <
                      1.6449 * fit.difficulty[i].sd;
        }
        for (size_t k = 0; k < P; k++) {
            weights += fabs(fit.weight[k].value - weight[k]) < 1.6449 * fit.weight[k].sd;
        }
        for (size_t i = 0; i < PLAYERS; i++) {
            abilities +=
                fabs(fit.ability[i].value - ability[i]) < 1.6449 * fit.ability[i].sd;
        }
        for (size_t i = 0; i < 20; i++) {
            double row[P], truth = prior.level * normal(&rng);
            for (size_t k = 0; k < P; k++) {
                row[k] = normal(&rng);
                truth += weight[k] * row[k];
            }
            struct lw_estimate guess = lw_joint_predict(&fit, &prior, row);
            fresh += fabs(guess.value - truth) < 1.6449 * guess.sd;
        }
        lw_joint_fit_free(&fit);
    }
    levels /= n * LEVELS;
    weights /= n * P;
    abilities /= n * PLAYERS;
    fresh /= n * 20;
    print_message("90 %% intervals hold %.3f of levels, %.3f of weights, %.3f of "
                  "abilities, %.3f of new levels\n",
                  levels, weights, abilities, fresh);
    if (!test_is_whole()) {
        return; /* of so few the shares are too rough */
    }
    assert_true(levels > 0.87 && levels < 0.93);
    assert_true(weights > 0.82 && weights < 0.97);
    assert_true(abilities > 0.87 && abilities < 0.93);
    assert_true(fresh > 0.87 && fresh < 0.93);
}

/* A level nobody solved and one that always loses: finite, and told. */
static void one_sided_evidence_is_borne_and_told(void **unused) {
    (void)unused;
    make_world(7);
    sources[0] = (struct lw_joint_source){.kind = LW_EVIDENCE_OUTCOME, .name = "x"};
    n_sources = 1;
    for (size_t i = 0; i < PLAYERS; i++) {
        for (size_t l = 0; l < 3; l++) {
            rows[n_rows++] = (struct lw_observation){.level = l,
                                                     .player = i,
                                                     .value = l == 0   ? 0
                                                              : l == 1 ? 1
                                                                       : (double)(i % 2)};
        }
    }
    struct lw_joint_data data = data_now();
    struct lw_joint_prior prior = truth_prior();
    struct lw_joint_fit fit;
    assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                  (struct lw_joint_features){z, P}, &prior, &fit, NULL),
                     LW_OK);
    assert_int_equal(fit.n_one_sided, 2);
    assert_int_equal(fit.n_unseen, LEVELS - 3);
    assert_true(fit.difficulty[0].value > fit.difficulty[1].value + 2);
    for (size_t i = 0; i < LEVELS; i++) {
        assert_true(isfinite(fit.difficulty[i].value) && fit.difficulty[i].sd > 0);
    }
    lw_joint_fit_free(&fit);
    struct lw_error err;
    for (size_t i = 0; i < n_rows; i++) {
        rows[i].value = 1;
    }
    assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                  (struct lw_joint_features){z, P}, &prior, &fit, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "are the same"));
}

/* Two columns that are the same share the weight; nothing breaks. */
static void twin_columns_are_borne(void **unused) {
    (void)unused;
    struct lw_rng rng = make_world(8);
    observe(&rng, LW_EVIDENCE_COMPLETION, 1);
    for (size_t i = 0; i < LEVELS; i++) {
        z[i * P + 1] = z[i * P];
    }
    struct lw_joint_data data = data_now();
    struct lw_joint_prior prior = truth_prior();
    struct lw_joint_fit fit;
    assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                  (struct lw_joint_features){z, P}, &prior, &fit, NULL),
                     LW_OK);
    assert_true(fabs(fit.weight[0].value - fit.weight[1].value) < 1e-6);
    assert_true(isfinite(fit.weight[0].sd) && fit.weight[0].sd > 0);
    lw_joint_fit_free(&fit);
}

/* Where the whole matrix is not positive definite a scale has no spread: not a number,
 * never 0; all else keeps one. */
static void scales_without_curvature_have_no_spread(void **unused) {
    (void)unused;
    size_t undefined = 0, defined = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct lw_rng rng = make_world(seed);
        observe(&rng, LW_EVIDENCE_COMPLETION, 1);
        observe(&rng, LW_EVIDENCE_TIME, seed % 2 ? 1 : 30);
        struct lw_joint_data data = data_now();
        struct lw_joint_prior prior = truth_prior();
        struct lw_joint_fit fit;
        struct lw_arena arena;
        struct joint j;
        size_t n_steps;
        prior.noise = 3;
        lw_arena_init(&arena, lw_alloc_libc());
        assert_int_equal(
            joint_init(&j, &arena, &data, (struct lw_joint_features){z, P}, &prior, NULL),
            LW_OK);
        assert_int_equal(joint_maximise(&j, &arena, &n_steps, NULL), LW_OK);
        bool whole = skyline_factor(&j.hessian, j.n, 0);
        lw_arena_free(&arena);
        assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                      (struct lw_joint_features){z, P}, &prior, &fit,
                                      NULL),
                         LW_OK);
        assert_true(whole ? fit.slope[1].sd > 0 : isnan(fit.slope[1].sd));
        assert_true(whole ? fit.noise[1].sd > 0 : isnan(fit.noise[1].sd));
        assert_true(isfinite(fit.slope[1].value) && isfinite(fit.noise[1].value));
        assert_true(isfinite(fit.offset[1].sd) && fit.offset[1].sd > 0);
        for (size_t i = 0; i < LEVELS; i++) {
            assert_true(isfinite(fit.difficulty[i].sd) && fit.difficulty[i].sd > 0);
        }
        undefined += !whole;
        defined += whole;
        lw_joint_fit_free(&fit);
    }
    print_message("%zu of %zu fits have no spread of scales\n", undefined,
                  undefined + defined);
    assert_true(undefined > 0 && defined > 0);
}

/* Of [4 2 0; 2 3 0; 0 0 -1] only the first two rows can be factored. */
static void variance_ends_with_the_factor(void **unused) {
    (void)unused;
    const size_t first[] = {0, 0, 0};
    double work[3];
    struct lw_arena arena;
    struct skyline s;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_true(skyline_init(&s, &arena, first, 3));
    *skyline_at(&s, 0, 0) = 4;
    *skyline_at(&s, 1, 0) = 2;
    *skyline_at(&s, 1, 1) = 3;
    *skyline_at(&s, 2, 2) = -1;
    assert_false(skyline_factor(&s, 3, 0));
    assert_true(isnan(skyline_variance(&s, 0, work)));
    assert_true(skyline_factor(&s, 2, 0));
    assert_true(fabs(skyline_variance(&s, 0, work) - 3.0 / 8) < 1e-12);
    assert_true(fabs(skyline_variance(&s, 1, work) - 4.0 / 8) < 1e-12);
    assert_true(isnan(skyline_variance(&s, 2, work)));
    lw_arena_free(&arena);
}

static void held_out_groups_are_predicted(void **unused) {
    (void)unused;
    static const char *const names[P] = {"a", "b", "c"};
    static size_t group[LEVELS];
    static double y[LEVELS];
    struct lw_rng rng = make_world(9);
    observe(&rng, LW_EVIDENCE_COMPLETION, 1);
    observe(&rng, LW_EVIDENCE_CHOICE, 10);
    struct lw_joint_data data = data_now();
    struct lw_joint_prior prior = truth_prior();
    assert_int_equal(lw_joint_answers(lw_alloc_libc(), &data, &prior, y, NULL), LW_OK);
    for (size_t i = 0; i < LEVELS; i++) {
        group[i] = i % 10;
    }
    struct lw_evidence e = {.n = LEVELS,
                            .p = P,
                            .n_groups = 10,
                            .names = names,
                            .x = z,
                            .y = y,
                            .group = group};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_judged judged;
    struct lw_model model;
    double laplace;
    assert_int_equal(
        lw_joint_judge(&runtime,
                       &(struct lw_joint_task){.e = &e, .data = &data, .prior = &prior},
                       NULL, &judged, &laplace, NULL),
        LW_OK);
    assert_true(judged.skill.rho > 0.4);
    assert_true(laplace > 0.75);
    assert_true(judged.skill.coverage > 0.75);
    assert_int_equal(
        lw_joint_model(lw_alloc_libc(),
                       &(struct lw_joint_task){.e = &e, .data = &data, .prior = &prior},
                       &(struct lw_model_request){
                           .judged = &judged, .game = "g", .target = "t", .source = "s"},
                       &model, NULL),
        LW_OK);
    assert_int_equal(model.n_terms, P);
    lw_model_free(&model);
    lw_judged_free(&judged);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(every_kind_recovers_the_truth),
        cmocka_unit_test(mixes_recover_the_truth),
        cmocka_unit_test(intervals_cover_nine_in_ten),
        cmocka_unit_test(one_sided_evidence_is_borne_and_told),
        cmocka_unit_test(twin_columns_are_borne),
        cmocka_unit_test(scales_without_curvature_have_no_spread),
        cmocka_unit_test(variance_ends_with_the_factor),
        cmocka_unit_test(held_out_groups_are_predicted),
    };
    return cmocka_run_group_tests_name("joint", tests, NULL, NULL);
}
