/* Intervals grow with the errors of what was sampled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "lw/model.h"

static const char text[] =
    "{\"levelwright_model\":1,\"game\":\"sokoban\",\"target\":\"t\",\"source\":\"s\","
    "\"n_levels\":5,\"intercept\":0,\"error90\":0.5,\"terms\":["
    "{\"feature\":\"a\",\"log\":false,\"mean\":1,\"sd\":2,\"weight\":1,\"low\":-5,"
    "\"high\":5},"
    "{\"feature\":\"b\",\"log\":true,\"mean\":1,\"sd\":1,\"weight\":0.5,\"low\":0,"
    "\"high\":5}],\"observed\":[-2,-1,0,1,2],\"predicted\":[-2,-1,0,1,2]}";

static void errors_widen_the_interval(void **state) {
    struct lw_model model;
    struct lw_error err;
    struct lw_prediction plain, got;
    struct lw_model_doubt doubt;
    (void)state;
    assert_int_equal(lw_model_read(lw_alloc_libc(), text, strlen(text), &model, &err),
                     LW_OK);
    double values[] = {1, 1}, none[] = {0, 0}, some[] = {0.6, 0};
    lw_model_predict(&model, values, &plain);
    lw_model_predict_sampled(&model, values, none, &got, &doubt);
    assert_memory_equal(&plain, &got, sizeof got);
    assert_true(doubt.n_sampled == 0 && doubt.score_error == 0);
    lw_model_predict_sampled(&model, values, some, &got, &doubt);
    assert_int_equal(doubt.n_sampled, 1);
    /* One error of the feature moves the score by weight * error / sd. */
    assert_true(fabs(doubt.score_error - 0.3) < 1e-9);
    assert_true(got.score == plain.score && got.percentile == plain.percentile);
    assert_true(got.low <= plain.low && got.high >= plain.high);
    assert_true(values[0] == 1 && values[1] == 1);
    /* A feature without a value may be anything the model has met. */
    double unknown[] = {1, NAN};
    lw_model_predict_sampled(&model, unknown, none, &got, &doubt);
    assert_true(fabs(doubt.score_error - 0.5) < 1e-9);
    assert_int_equal(got.n_missing, 1);
    lw_model_free(&model);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_widen_the_interval)};
    return cmocka_run_group_tests_name("sampled", tests, NULL, NULL);
}
