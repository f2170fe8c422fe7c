/* Simulated people: any of them comes through what the plan allows, twice alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

#define MAX_CELLS 64

struct seen {
    struct lw_buffer all; /* every event of everybody */
    int64_t by_cell[MAX_CELLS];
    int64_t persons, words[2][2], answered[2][2];
    double reaction[2][2];
    const char *stop_after; /* NULL: nobody stops it */
};

static void note_words(struct seen *seen, const struct lw_study_simulated *person) {
    int congruent = 0;
    for (size_t i = 0; i < person->log.n; i++) {
        const struct lw_study_event *event = &person->log.events[i];
        if (strcmp(event->type->name, "prompt") == 0) {
            congruent = strcmp(lw_json_get(event->data, "word")->text,
                               lw_json_get(event->data, "voice")->text) == 0;
            seen->words[0][congruent]++;
        } else if (strcmp(event->type->name, "prompt-answer") == 0) {
            seen->answered[0][congruent]++;
            seen->reaction[0][congruent] +=
                lw_json_get(event->data, "reaction_ms")->number;
        }
    }
}

static lw_status note(void *ctx, const struct lw_study_simulated *person,
                      struct lw_error *err) {
    struct seen *seen = ctx;
    (void)err;
    for (size_t i = 0; i < person->log.n; i++) {
        lw_buffer_printf(&seen->all, "%llu %s\n", (unsigned long long)person->number,
                         person->texts[i]);
    }
    seen->persons++;
    assert_int_equal(person->number, seen->persons);
    bool ended = person->completed || strcmp(person->state, "unfit") == 0;
    assert_int_equal(ended, person->ended_ms > 0);
    if (person->counted) {
        seen->by_cell[person->log.request->cell]++;
    }
    note_words(seen, person);
    return LW_OK;
}

static void simulate(struct fixture_study *f, const char *effect, uint64_t seed,
                     struct seen *seen, struct lw_study_crowd *crowd) {
    struct lw_study_truth truth;
    lw_study_truth_begin(&truth);
    if (effect != NULL) {
        assert_int_equal(lw_study_truth_set(&truth, effect, &f->err), LW_OK);
    }
    const struct lw_study_simulation simulation = {.study = f->study,
                                                   .cells = &f->cells,
                                                   .levels = &f->levels,
                                                   .truth = &truth,
                                                   .seed = seed,
                                                   .people = 12};
    *seen = (struct seen){.persons = 0};
    lw_buffer_init(&seen->all, lw_alloc_libc());
    lw_status status =
        lw_study_simulate(&simulation, lw_alloc_libc(), note, seen, crowd, &f->err);
    if (status != LW_OK) {
        print_error("%s\n", f->err.text);
    }
    assert_int_equal(status, LW_OK);
}

static void same_seed_same_events(void **state) {
    struct fixture_study f;
    struct seen one, two, other;
    struct lw_study_crowd crowd;
    (void)state;
    fixture_small(&f);
    assert_int_equal(f.status, LW_OK);
    simulate(&f, NULL, 5, &one, &crowd);
    simulate(&f, NULL, 5, &two, &crowd);
    simulate(&f, NULL, 6, &other, &crowd);
    assert_true(one.all.len > 1000);
    assert_string_equal(one.all.data, two.all.data);
    assert_true(strcmp(one.all.data, other.all.data) != 0);
    lw_buffer_free(&one.all);
    lw_buffer_free(&two.all);
    lw_buffer_free(&other.all);
    fixture_free(&f);
}

/* As many as were asked for count, whoever leaves; cells fill evenly. */
static void who_leaves_is_made_up_for(void **state) {
    struct fixture_study f;
    struct seen seen;
    struct lw_study_crowd crowd;
    (void)state;
    fixture_small(&f);
    simulate(&f, "dropout=0.5", 7, &seen, &crowd);
    assert_int_equal(crowd.counted, 12);
    assert_int_equal(crowd.entered, crowd.completed + crowd.left + crowd.unfit);
    assert_true(crowd.left >= 3);
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < f.cells.n; i++) {
        least = seen.by_cell[i] < least ? seen.by_cell[i] : least;
        most = seen.by_cell[i] > most ? seen.by_cell[i] : most;
    }
    assert_true(most - least <= 1);
    lw_buffer_free(&seen.all);
    fixture_free(&f);
}

/* What is said to be true shows in what they do. */
static void effects_show(void **state) {
    struct fixture_study f;
    struct seen none, much;
    struct lw_study_crowd crowd;
    (void)state;
    fixture_small(&f);
    simulate(&f, "stroop-reaction=0", 8, &none, &crowd);
    simulate(&f, "stroop-reaction=0.5", 8, &much, &crowd);
    assert_true(none.answered[0][0] > 20 && none.answered[0][1] > 20);
    double by_none = none.reaction[0][0] / (double)none.answered[0][0] /
                     (none.reaction[0][1] / (double)none.answered[0][1]);
    double by_much = much.reaction[0][0] / (double)much.answered[0][0] /
                     (much.reaction[0][1] / (double)much.answered[0][1]);
    assert_true(by_none > 0.8 && by_none < 1.25);
    assert_true(by_much > 1.35 && by_much < 2.1); /* exp(0.5) = 1.65 */
    lw_buffer_free(&none.all);
    lw_buffer_free(&much.all);
    fixture_free(&f);
}

static void wrong_effects_are_refused(void **state) {
    struct lw_study_truth truth;
    struct lw_error err = {0};
    (void)state;
    lw_study_truth_begin(&truth);
    assert_int_equal(lw_study_truth_set(&truth, "set-reactions=1", &err), LW_USAGE);
    assert_non_null(strstr(err.text, "did you mean set-reaction?"));
    assert_int_equal(lw_study_truth_set(&truth, "lapses=2", &err), LW_USAGE);
    assert_non_null(strstr(err.text, "from 0 to 0.5"));
    assert_int_equal(lw_study_truth_set(&truth, "lapses=0.2x", &err), LW_USAGE);
    assert_int_equal(lw_study_truth_set(&truth, "lapses", &err), LW_USAGE);
    assert_int_equal(lw_study_truth_set(&truth, "lapses=nan", &err), LW_USAGE);
    assert_int_equal(lw_study_truth_set(&truth, "lapses=0.2", &err), LW_OK);
    assert_true(truth.value[LW_STUDY_TRUTH_LAPSES] == 0.2);
}

/* Everybody leaves: it ends with a sentence. */
static void hopeless_is_said(void **state) {
    struct fixture_study f;
    struct lw_study_truth truth;
    struct lw_study_crowd crowd;
    struct seen seen = {.persons = 0};
    (void)state;
    fixture_small(&f);
    lw_study_truth_begin(&truth);
    truth.value[LW_STUDY_TRUTH_DROPOUT] = 1; /* more than can be asked for */
    lw_buffer_init(&seen.all, lw_alloc_libc());
    const struct lw_study_simulation simulation = {.study = f.study,
                                                   .cells = &f.cells,
                                                   .levels = &f.levels,
                                                   .truth = &truth,
                                                   .people = 1};
    assert_int_equal(
        lw_study_simulate(&simulation, lw_alloc_libc(), note, &seen, &crowd, &f.err),
        LW_LIMIT);
    assert_non_null(strstr(f.err.text, "only 0 count"));
    lw_buffer_free(&seen.all);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_events),
        cmocka_unit_test(who_leaves_is_made_up_for),
        cmocka_unit_test(effects_show),
        cmocka_unit_test(wrong_effects_are_refused),
        cmocka_unit_test(hopeless_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
