/* Models: round trip, refusals, and what a prediction promises. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/hash.h"
#include "lw/model.h"

static struct lw_model_term terms[] = {{"walker", false, 2, 0.5, 0.8, 1, 4},
                                       {"pushes", true, 3, 1, -0.2, 0, 6}};
static double observed[5] = {-2, -1, 0, 1, 2}, predicted[5] = {-1, -0.5, 0, 0.5, 1};

static struct lw_model sample(void) {
    struct lw_model model = {.game = "sokoban",
                             .target = "t",
                             .source = "s",
                             .n_levels = 5,
                             .intercept = 0.25,
                             .error90 = 1.2,
                             .terms = terms,
                             .n_terms = 2,
                             .observed = observed,
                             .predicted = predicted};
    lw_arena_init(&model.arena, lw_alloc_libc());
    return model;
}

/* The model's text, to be freed; what is read from it writes the same. */
static void write_and_read_back(const struct lw_model *model, struct lw_buffer *text) {
    struct lw_model again;
    struct lw_buffer text2;
    struct lw_error err;
    lw_buffer_init(text, lw_alloc_libc());
    lw_buffer_init(&text2, lw_alloc_libc());
    lw_model_write(model, text);
    assert_int_equal(lw_model_read(lw_alloc_libc(), text->data, text->len, &again, &err),
                     LW_OK);
    lw_model_write(&again, &text2);
    assert_string_equal(lw_buffer_text(text), lw_buffer_text(&text2));
    lw_model_free(&again);
    lw_buffer_free(&text2);
}

static void what_is_written_reads_back(void **unused) {
    (void)unused;
    struct lw_model model = sample(), again;
    struct lw_buffer text;
    struct lw_error err;
    write_and_read_back(&model, &text);
    /* Another version is refused with both numbers. */
    char *version = strstr(text.data, "model\":1");
    version[7] = '7';
    assert_int_equal(lw_model_read(lw_alloc_libc(), text.data, text.len, &again, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "version 7"));
    assert_non_null(strstr(err.text, "version 1"));
    version[7] = '1';
    /* So is every truncation. */
    for (size_t len = 0; len + 2 < text.len; len += 7) {
        assert_int_equal(lw_model_read(lw_alloc_libc(), text.data, len, &again, &err),
                         LW_BAD_INPUT);
    }
    lw_buffer_free(&text);
}

static void predictions_add_up(void **unused) {
    (void)unused;
    struct lw_model model = sample();
    struct lw_prediction p;
    const double values[2] = {3, expm1(4)};
    lw_model_predict(&model, values, &p);
    assert_true(fabs(p.score - (0.25 + 0.8 * 2 - 0.2)) < 1e-12);
    assert_int_equal(p.driver[0], 0);
    assert_true(p.push[0] > 0 && p.push[1] < 0);
    assert_false(p.outside);
    assert_true(p.low <= p.percentile && p.percentile <= p.high);
    assert_true(p.rating >= 1 && p.rating <= 10);
}

static void strange_levels_are_called_strange(void **unused) {
    (void)unused;
    struct lw_model model = sample();
    struct lw_prediction inside, beyond, unknown;
    const double at_bound[2] = {4, 10}, far[2] = {40, 10}, none[2] = {NAN, 10};
    lw_model_predict(&model, at_bound, &inside);
    lw_model_predict(&model, far, &beyond);
    lw_model_predict(&model, none, &unknown);
    assert_true(beyond.outside && beyond.outside_term == 0);
    assert_true(beyond.score == inside.score);
    assert_int_equal(unknown.n_missing, 1);
}

static void unknown_features_are_named(void **unused) {
    (void)unused;
    struct lw_model model = sample();
    const char *const names[] = {"pushes", "walker"}, *const fewer[] = {"pushes"};
    size_t index[2];
    struct lw_error err;
    assert_int_equal(lw_model_bind(&model, names, 2, index, &err), LW_OK);
    assert_int_equal(index[0], 1);
    assert_int_equal(lw_model_bind(&model, fewer, 1, index, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "walker"));
}

static void the_shipped_model_reads(void **unused) {
    (void)unused;
    struct lw_model model;
    struct lw_error err;
    size_t len;
    const char *text = lw_model_shipped("sokoban", &len);
    assert_non_null(text);
    assert_int_equal(lw_model_read(lw_alloc_libc(), text, len, &model, &err), LW_OK);
    assert_string_equal(model.game, "sokoban");
    lw_model_free(&model);
    assert_null(lw_model_shipped("chess", &len));
}

/* Frozen: figures in docs/model-card.md hold for these bytes. A new model needs a new
 * card, and then a new hash here and there. */
static void the_shipped_model_is_the_one_of_the_card(void **unused) {
    (void)unused;
    char hex[33];
    size_t len;
    const char *text = lw_model_shipped("sokoban", &len);
    lw_id128_text(lw_hash128(text, len, 0), hex);
    assert_string_equal(hex, "f5f283734a491e7f8248d6c1b4ba785a");
}

/* A stump on the first term and a deeper tree. */
static struct lw_model forest(void) {
    static struct lw_model_node nodes[] = {{0, 1, 2, 0.5, 0.1}, {0, 0, 0, 0, -1},
                                           {0, 0, 0, 0, 1.2},   {1, 4, 5, 0, 0},
                                           {0, 0, 0, 0, -0.25}, {0, 6, 7, -1, 0.5},
                                           {0, 0, 0, 0, 0.375}, {0, 0, 0, 0, 0.625}};
    static uint32_t roots[] = {0, 3};
    struct lw_model model = sample();
    model.kind = LW_MODEL_TREES;
    model.nodes = nodes;
    model.n_nodes = 8;
    model.roots = roots;
    model.n_trees = 2;
    return model;
}

static void trees_are_walked(void **unused) {
    (void)unused;
    struct lw_model model = forest();
    struct lw_prediction p;
    static struct lw_model_term plain[] = {{"walker", false, 2, 0.5, 0, 1, 4},
                                           {"pushes", true, 3, 1, 0, 0, 6}};
    const double high[2] = {3, expm1(4)}, low[2] = {2, expm1(2)}, none[2] = {NAN, NAN};
    model.terms = plain;
    /* 2 standard deviations up and 1 up: right, then right, then right. */
    lw_model_predict(&model, high, &p);
    assert_true(fabs(p.score - (0.25 + 1.2 + 0.625)) < 1e-12);
    assert_int_equal(p.driver[0], 0);
    assert_true(fabs(p.push[0] - (1.1 + 0.125)) < 1e-12);
    lw_model_predict(&model, low, &p);
    assert_true(fabs(p.score - (0.25 - 1 - 0.25)) < 1e-12);
    /* What is not known counts as the mean. */
    lw_model_predict(&model, none, &p);
    assert_true(fabs(p.score - (0.25 - 1 - 0.25)) < 1e-12);
    assert_int_equal(p.n_missing, 2);
}

static lw_status reread(const char *text, size_t len, struct lw_error *err) {
    struct lw_model model;
    lw_status status = lw_model_read(lw_alloc_libc(), text, len, &model, err);
    if (status == LW_OK) {
        lw_model_free(&model);
    }
    return status;
}

static void trees_are_written_and_checked(void **unused) {
    (void)unused;
    struct lw_model model = forest();
    struct lw_buffer text;
    struct lw_error err;
    write_and_read_back(&model, &text);
    /* A child before its parent would let a walk turn in a circle. */
    char *left = strstr(text.data, "\"left\":4");
    left[7] = '3';
    assert_int_equal(reread(text.data, text.len, &err), LW_BAD_INPUT);
    left[7] = '9'; /* there is no such node */
    assert_int_equal(reread(text.data, text.len, &err), LW_BAD_INPUT);
    left[7] = '4';
    char *kind = strstr(text.data, "\"trees\"");
    memcpy(kind, "\"ferns\"", 7);
    assert_int_equal(reread(text.data, text.len, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "ferns"));
    lw_buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(predictions_add_up),
        cmocka_unit_test(strange_levels_are_called_strange),
        cmocka_unit_test(unknown_features_are_named),
        cmocka_unit_test(trees_are_walked),
        cmocka_unit_test(trees_are_written_and_checked),
        cmocka_unit_test(the_shipped_model_reads),
        cmocka_unit_test(the_shipped_model_is_the_one_of_the_card),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
