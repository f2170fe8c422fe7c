/* Learning on made-up evidence whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/difficulty.h"
#include "normal_fixture.h"

enum { N = 240, P = 6, GROUPS = 12 };

static double x[N * P], y[N];
static size_t group[N];
static const char *const names[P] = {"a", "b", "c", "noise1", "noise2", "constant"};

static struct lw_evidence make(uint64_t seed, double noise) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    for (size_t i = 0; i < N; i++) {
        group[i] = i % GROUPS;
        for (size_t j = 0; j < P; j++) {
            x[i * P + j] = j == P - 1 ? 3 : normal(&rng);
        }
        x[i * P + 2] = exp(x[i * P + 2]); /* a skewed column */
        y[i] = 2 * x[i * P] - x[i * P + 1] + log1p(x[i * P + 2]) + noise * normal(&rng);
    }
    return (struct lw_evidence){.n = N,
                                .p = P,
                                .n_groups = GROUPS,
                                .names = names,
                                .x = x,
                                .y = y,
                                .group = group};
}

static void known_weights_are_found(void **unused) {
    (void)unused;
    struct lw_evidence e = make(1, 0.3);
    struct lw_judged judged;
    struct lw_model model;
    struct lw_error err;
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, NULL, &judged, &err),
                     LW_OK);
    assert_true(judged.skill.rho > 0.95);
    assert_true(judged.skill.r2 > 0.9);
    assert_int_equal(lw_difficulty_fit(lw_alloc_libc(), &e,
                                       &(struct lw_model_request){.judged = &judged,
                                                                  .game = "g",
                                                                  .target = "t",
                                                                  .source = "s"},
                                       &model, &err),
                     LW_OK);
    /* The constant column is left out; the skewed one is taken as a logarithm. */
    assert_int_equal(model.n_terms, P - 1);
    assert_true(fabs(model.terms[0].weight / model.terms[0].sd - 2) < 0.1);
    assert_true(fabs(model.terms[1].weight / model.terms[1].sd + 1) < 0.1);
    assert_true(model.terms[2].log);
    assert_true(fabs(model.terms[3].weight) < 0.1);
    lw_model_free(&model);
    lw_judged_free(&judged);
}

static void intervals_cover_what_they_promise(void **unused) {
    (void)unused;
    double covered = 0;
    for (uint64_t seed = 10; seed < 20; seed++) {
        struct lw_evidence e = make(seed, 1);
        struct lw_judged judged;
        assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, NULL, &judged, NULL),
                         LW_OK);
        covered += judged.skill.coverage / 10;
        lw_judged_free(&judged);
    }
    assert_true(covered > 0.86 && covered < 0.94);
}

static void noise_is_not_mistaken_for_skill(void **unused) {
    (void)unused;
    struct lw_evidence e = make(3, 0.3);
    struct lw_judged judged;
    const unsigned char only_noise[P] = {0, 0, 0, 1, 1, 0};
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, only_noise, &judged, NULL),
                     LW_OK);
    assert_true(judged.skill.rho < 0.25);
    lw_judged_free(&judged);
}

static void missing_values_are_borne(void **unused) {
    (void)unused;
    struct lw_evidence e = make(4, 0.3);
    struct lw_judged judged;
    for (size_t i = 0; i < N; i += 10) {
        x[i * P] = NAN;
    }
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, NULL, &judged, NULL),
                     LW_OK);
    assert_true(judged.skill.rho > 0.85);
    for (size_t i = 0; i < N; i++) {
        assert_true(isfinite(judged.prediction[i]));
    }
    lw_judged_free(&judged);
}

static void too_little_is_refused(void **unused) {
    (void)unused;
    struct lw_evidence e = make(5, 0.3);
    struct lw_judged judged;
    struct lw_error err;
    e.n = 9;
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, NULL, &judged, &err),
                     LW_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_weights_are_found),
        cmocka_unit_test(intervals_cover_what_they_promise),
        cmocka_unit_test(noise_is_not_mistaken_for_skill),
        cmocka_unit_test(missing_values_are_borne),
        cmocka_unit_test(too_little_is_refused),
    };
    return cmocka_run_group_tests_name("difficulty", tests, NULL, NULL);
}
