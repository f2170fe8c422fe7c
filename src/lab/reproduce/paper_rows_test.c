/* The table of rows: whole, without contradictions, and what counts as the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/lab.h"
#include "reproduce/papers.h"

static void every_row_says_what_it_needs(void **state) {
    (void)state;
    for (size_t p = 0; p < N_PAPERS; p++) {
        assert_true(papers[p]->n_rows > 0);
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            const struct paper_row *row = &papers[p]->rows[i];
            bool judged = false;
            assert_true(row->item != NULL && row->what != NULL && row->where != NULL);
            assert_int_equal(row->compute == NULL,
                             row->data == PAPER_PRIVATE || row->data == PAPER_PICTURE);
            assert_true(row->data != PAPER_PRIVATE || row->why != NULL);
            for (size_t k = 0; k < PAPER_MAX_VALUES && row->values[k].name != NULL; k++) {
                const struct paper_value *value = &row->values[k];
                assert_non_null(value->key);
                assert_true(value->rule == PAPER_SHOWN || !isnan(value->published));
                judged = judged || value->rule != PAPER_SHOWN;
            }
            /* What is judged says how near is near, and what is ours why it is not. */
            assert_true(!judged || row->room != NULL);
            /* Judged, or published in words alone. */
            assert_true(row->data != PAPER_OWN || judged || row->words != NULL);
        }
    }
}

/* One call is made for rows that ask the same, so they have to agree about it. */
static void rows_of_one_call_agree(void **state) {
    (void)state;
    for (size_t p = 0; p < N_PAPERS; p++) {
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            const struct paper_row *a = &papers[p]->rows[i];
            for (size_t k = 0; k < i; k++) {
                const struct paper_row *b = &papers[p]->rows[k];
                assert_true(strcmp(a->item, b->item) != 0 ||
                            strcmp(a->what, b->what) != 0);
                if (a->compute != NULL && a->compute == b->compute &&
                    strcmp(a->arg, b->arg) == 0) {
                    assert_true(a->seconds == b->seconds && a->shared == b->shared &&
                                a->last == b->last);
                }
            }
        }
    }
}

static bool same(enum paper_rule rule, double published, double room, double ours) {
    const struct paper_value value = {"v", "v", published, rule, room};
    const struct paper_number number = {"v", ours, ours - 1, ours + 1};
    return paper_same(&value, &number);
}

static void near_is_as_the_rule_says(void **state) {
    (void)state;
    assert_true(same(PAPER_SHOWN, 5, 0, 99));
    assert_true(same(PAPER_NEAR, 5, 0.5, 5.5));
    assert_false(same(PAPER_NEAR, 5, 0.5, 5.6));
    assert_true(same(PAPER_RATIO, -10, 0.1, -11));
    assert_false(same(PAPER_RATIO, -10, 0.1, -11.1));
    assert_true(same(PAPER_AT_MOST, 5, 0, 5));
    assert_false(same(PAPER_AT_MOST, 5, 0, 5.1));
    assert_true(same(PAPER_AT_LEAST, 5, 0, 5));
    assert_false(same(PAPER_AT_LEAST, 5, 0, 4.9));
    assert_true(same(PAPER_INTERVAL, 5, 0, 4));
    assert_false(same(PAPER_INTERVAL, 5, 0, 3.9));
    assert_false(same(PAPER_NEAR, 5, 1, (double)NAN));
    assert_false(paper_same(&(struct paper_value){"v", "v", 5, PAPER_NEAR, 1}, NULL));
}

/* A row of that kind whose one number is ours. */
static enum paper_verdict judge(enum paper_data data, enum paper_state state, double ours,
                                struct lw_buffer *text) {
    struct paper_number number = {"v", ours, (double)NAN, (double)NAN};
    const struct paper_row row = {.item = "Table 1",
                                  .what = "one",
                                  .where = "p. 1",
                                  .data = data,
                                  .seconds = 7,
                                  .why = "of the moon",
                                  .values = {{"v", "v", 5, PAPER_NEAR, 0}}};
    const struct paper_job job = {
        .row = &row, .state = state, .numbers = &number, .n_numbers = 1};
    lw_buffer_clear(text);
    return paper_judge(&row, &job, text);
}

static void verdicts_follow_from_the_data(void **state) {
    (void)state;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    assert_int_equal(judge(PAPER_OWN, PAPER_DONE, 5, &text), PAPER_REPRODUCED);
    assert_string_equal(lw_buffer_text(&text), "v exactly");
    assert_int_equal(judge(PAPER_COUNTED, PAPER_DONE, 5, &text), PAPER_CONSISTENT);
    assert_int_equal(judge(PAPER_COUNTED, PAPER_DONE, 6, &text), PAPER_DIFFERS);
    assert_int_equal(judge(PAPER_OWN, PAPER_DONE, 6, &text), PAPER_DIFFERS);
    assert_string_equal(lw_buffer_text(&text), "in v");
    /* However well simulated people agree, nothing of the paper's is reproduced. */
    assert_int_equal(judge(PAPER_SIMULATED, PAPER_DONE, 5, &text), PAPER_NOT_PUBLIC);
    assert_string_equal(lw_buffer_text(&text),
                        "with simulated people, 1 of 1 numbers agree");
    assert_int_equal(judge(PAPER_CHECKED, PAPER_DONE, 5, &text), PAPER_NOT_PUBLIC);
    assert_string_equal(lw_buffer_text(&text), "what is printed agrees");
    assert_int_equal(judge(PAPER_CHECKED, PAPER_DONE, 6, &text), PAPER_NOT_PUBLIC);
    assert_string_equal(lw_buffer_text(&text), "what is printed does not agree");
    assert_int_equal(judge(PAPER_OWN, PAPER_NO_TIME, 5, &text), PAPER_NOT_RUN);
    assert_string_equal(lw_buffer_text(&text), "needs about 7 s of one core");
    assert_int_equal(judge(PAPER_OWN, PAPER_NO_SHARED, 5, &text), PAPER_SKIPPED);
    assert_int_equal(judge(PAPER_OWN, PAPER_STOPPED, 5, &text), PAPER_NOT_RUN);
    assert_int_equal(judge(PAPER_OWN, PAPER_FAILED, 5, &text), PAPER_BROKEN);
    lw_buffer_free(&text);
}

/* Of a row with two numbers, both of which are right: does the verdict say what they are
 * judged by? */
static void a_bound_is_no_reproduction(void **state) {
    (void)state;
    struct paper_number numbers[] = {{"a", 1, (double)NAN, (double)NAN},
                                     {"b", 2, (double)NAN, (double)NAN}};
    struct paper_row row = {
        .item = "Table 1",
        .what = "one",
        .where = "p. 1",
        .data = PAPER_OWN,
        .values = {{"a", "a", 5, PAPER_AT_MOST, 0}, {"b", "b", 0, PAPER_AT_LEAST, 0}}};
    const struct paper_job job = {
        .row = &row, .state = PAPER_DONE, .numbers = numbers, .n_numbers = 2};
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    assert_int_equal(paper_judge(&row, &job, &text), PAPER_BOUNDED);
    assert_string_equal(lw_buffer_text(&text), "a not above, b not below");
    row.values[1] = (struct paper_value){"b", "b", 2.1, PAPER_RATIO, 0.1};
    lw_buffer_clear(&text);
    assert_int_equal(paper_judge(&row, &job, &text), PAPER_REPRODUCED);
    assert_string_equal(lw_buffer_text(&text), "a not above, b within 10 %");
    row.values[0].rule = row.values[1].rule = PAPER_SHOWN;
    lw_buffer_clear(&text);
    assert_int_equal(paper_judge(&row, &job, &text), PAPER_NOTHING);
    lw_buffer_free(&text);
}

/* A figure that is only drawn again neither agrees nor disagrees. */
static void what_is_not_judged_does_not_agree(void **state) {
    (void)state;
    const struct paper_row row = {
        .item = "Figure 1", .what = "one", .where = "p. 1", .data = PAPER_CHECKED};
    const struct paper_job job = {.row = &row, .state = PAPER_DONE};
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    assert_int_equal(paper_judge(&row, &job, &text), PAPER_NOT_PUBLIC);
    assert_string_equal(lw_buffer_text(&text), "what is printed, nothing is judged");
    lw_buffer_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_says_what_it_needs),
        cmocka_unit_test(rows_of_one_call_agree),
        cmocka_unit_test(near_is_as_the_rule_says),
        cmocka_unit_test(verdicts_follow_from_the_data),
        cmocka_unit_test(a_bound_is_no_reproduction),
        cmocka_unit_test(what_is_not_judged_does_not_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
