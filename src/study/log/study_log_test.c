/* Events: a whole study walked through, event by event, and what is refused on the way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

struct walk {
    struct fixture_study f;
    struct lw_study_plan plan;
    struct lw_study_plan_request request;
    struct lw_study_progress progress;
    const char *phase;
};

static void walk_begin(struct walk *w, size_t cell) {
    memset(w, 0, sizeof *w);
    fixture_small(&w->f);
    w->request =
        (struct lw_study_plan_request){w->f.study, &w->f.cells, &w->f.levels, cell, 1};
    assert_int_equal(lw_study_plan_make(&w->request, &w->f.arena, &w->plan, &w->f.err),
                     LW_OK);
    lw_study_progress_begin(&w->progress);
}

static lw_status send_as(struct walk *w, int64_t seq, const char *type, int trial,
                         const char *data) {
    char text[2000], in_trial[30] = "";
    struct lw_json *json;
    struct lw_study_event event;
    if (trial >= 0) {
        (void)snprintf(in_trial, sizeof in_trial, "\"trial\": %d,", trial);
    }
    (void)snprintf(
        text, sizeof text,
        "{\"seq\": %lld, \"type\": \"%s\", \"phase\": \"%s\", %s \"t\": %lld.5, "
        "\"clock\": %lld.25, \"data\": {%s}}",
        (long long)seq, type, w->phase, in_trial, (long long)seq,
        1794900000000LL + (long long)seq, data);
    assert_int_equal(lw_json_read(&w->f.arena, text, strlen(text), &json, &w->f.err),
                     LW_OK);
    lw_status status = lw_study_event_read(json, &event, &w->f.err);
    return status != LW_OK ? status
                           : lw_study_progress_take(&w->request, &w->plan, &event,
                                                    &w->progress, &w->f.err);
}

static lw_status try(struct walk *w, const char *type, int trial, const char *data) {
    return send_as(w, w->progress.next_seq, type, trial, data);
}

static void send(struct walk *w, const char *type, int trial, const char *data) {
    lw_status status = try(w, type, trial, data);
    if (status != LW_OK) {
        print_message("%s in %s: %s\n", type, w->phase, w->f.err.text);
    }
    assert_int_equal(status, LW_OK);
}

static void refused(struct walk *w, const char *type, int trial, const char *data) {
    struct lw_study_progress before = w->progress;
    assert_int_equal(try(w, type, trial, data), LW_USAGE);
    assert_true(w->f.err.text[0] != '\0' && w->f.err.field[0] != '\0');
    assert_memory_equal(&before, &w->progress, sizeof before);
}

static const char *level_id(const struct walk *w, const struct lw_study_trial *trial,
                            size_t i) {
    return w->f.levels.sets[trial->refs[i].set].levels[trial->refs[i].level].id;
}

#define YES                                                                              \
    "\"answer\": \"yes\", \"version\": \"1\", \"of_age\": true, \"statements\": "        \
    "[\"read\"], \"special\": [\"health\"], \"language\": \"en\""

static void do_level(struct walk *w, const struct lw_study_trial *trial, int t,
                     const char *outcome) {
    char data[300];
    (void)snprintf(data, sizeof data, "\"level\": \"%s\"", level_id(w, trial, 0));
    send(w, "level-start", t, data);
    refused(w, "phase-end", -1, "\"reason\": \"done\"");
    (void)snprintf(data, sizeof data,
                   "\"level\": \"%s\", \"outcome\": \"%s\", \"moves\": 3, \"undos\": 0, "
                   "\"restarts\": 0, \"play_ms\": 12.5",
                   level_id(w, trial, 0), outcome);
    send(w, "level-end", t, data);
}

static void do_play(struct walk *w, const struct lw_study_plan_phase *phase) {
    bool free_order = phase->phase->level_order == LW_STUDY_FREE;
    if (!free_order) {
        refused(w, "phase-end", -1, "\"reason\": \"done\"");
    }
    for (size_t i = 0; i < phase->n_trials; i++) {
        const struct lw_study_trial *trial = &phase->trials[i];
        if (free_order) {
            do_level(w, trial, (int)i, "left"); /* and taken up again */
        } else {
            refused(w, "level-start", 1 + (int)i, "\"level\": \"x\"");
        }
        do_level(w, trial, (int)i, i == 0 ? "solved" : "gave-up");
        refused(w, "level-end", (int)i, "");
        if (phase->phase->n_questions > 0) {
            refused(w, "answer", (int)i,
                    "\"question\": \"hard\", \"value\": 11, \"reaction_ms\": 5");
            refused(w, "answer", (int)i,
                    "\"question\": \"soft\", \"value\": 1, \"reaction_ms\": 5");
            send(w, "answer", (int)i,
                 "\"question\": \"hard\", \"value\": 10, \"reaction_ms\": 5");
            refused(w, "answer", (int)i,
                    "\"question\": \"hard\", \"value\": 9, \"reaction_ms\": 5");
        }
    }
}

static void do_prompt(struct walk *w, const struct lw_study_word *word, size_t i) {
    char data[500];
    (void)snprintf(
        data, sizeof data,
        "\"prompt\": %zu, \"word\": \"%s\", \"voice\": \"%s\", \"audio_s\": 1.5, "
        "\"output_ms\": 1500.1, \"latency_ms\": 12, \"pair_audio_s\": 1, "
        "\"pair_ms\": 1000, \"visible\": true, \"focused\": true, \"frame_ms\": 16.7",
        i, word->high ? "high" : "low", word->high_voice ? "high" : "low");
    send(w, "prompt", -1, data);
    refused(w, "prompt", -1, data); /* twice */
    /* Answers are counted: the first is 1, and none is left out or doubled. */
    static const int numbers[] = {2, 0, 1, 1, 3, 2};
    static const bool right[] = {false, false, true, false, false, true};
    for (size_t k = 0; k < 6; k++) {
        (void)snprintf(data, sizeof data,
                       "\"prompt\": %zu, \"answer\": \"high\", \"key\": \"Numpad8\", "
                       "\"reaction_ms\": 612.4, \"number\": %d",
                       i, numbers[k]);
        if (right[k]) {
            send(w, "prompt-answer", -1, data);
        } else {
            refused(w, "prompt-answer", -1, data);
        }
    }
}

#define PARTS                                                                            \
    "\"fixation_ms\": 800, \"cue_ms\": 100, \"gap_ms\": 400, \"arrows_ms\": 480, "       \
    "\"trial_ms\": 4000, \"frame_ms\": 16.7"

/* What nobody can have done: a reaction without an answer, an answer without one, and one
 * after the arrows were gone. */
static void do_attention(struct walk *w, size_t n) {
    refused(w, "check", -1, "\"passed\": true, \"attempt\": 1, \"right\": 6");
    for (size_t i = 0; i < n; i++) {
        if (i == 0) {
            refused(w, "attention", 0,
                    "\"answer\": \"none\", \"reaction_ms\": 480, " PARTS);
            refused(w, "attention", 0, "\"answer\": \"left\", " PARTS);
            refused(w, "attention", 0,
                    "\"answer\": \"left\", \"reaction_ms\": 999999, " PARTS);
        }
        send(w, "attention", (int)i,
             i == 1 ? "\"answer\": \"none\", " PARTS
                    : "\"answer\": \"left\", \"reaction_ms\": 480, " PARTS);
    }
    refused(w, "attention", 0, "");
}

/* All right but the first `wrong`. */
static void do_attempt(struct walk *w, const struct lw_study_plan_phase *phase,
                       size_t attempt, size_t wrong) {
    bool tones = phase->phase->instrument == LW_STUDY_HEADPHONE_CHECK;
    size_t size = (size_t)phase->phase->check->trials;
    char data[100];
    for (size_t i = 0; i < size; i++) {
        const struct lw_study_trial *trial = &phase->trials[attempt * size + i];
        int number = (int)(attempt * size + i);
        refused(w, "check", -1, "\"passed\": true, \"attempt\": 1, \"right\": 6");
        refused(w, tones ? "pitch" : "tones", number,
                tones ? "\"answer\": \"high\", \"reaction_ms\": 1" : "\"count\": 3");
        if (tones) {
            (void)snprintf(data, sizeof data, "\"count\": %d",
                           trial->tones.n - (i < wrong));
        } else {
            (void)snprintf(data, sizeof data, "\"answer\": \"%s\", \"reaction_ms\": 1",
                           trial->word.high_voice == (i >= wrong) ? "high" : "low");
        }
        send(w, tones ? "tones" : "pitch", number, data);
    }
}

static void check_data(char data[100], bool passed, size_t attempt, size_t right) {
    (void)snprintf(data, 100, "\"passed\": %s, \"attempt\": %zu, \"right\": %zu",
                   passed ? "true" : "false", attempt, right);
}

/* A check is passed by its trials, whatever the page says. */
static void do_check(struct walk *w, const struct lw_study_plan_phase *phase) {
    size_t size = (size_t)phase->phase->check->trials;
    size_t needed = (size_t)phase->phase->check->needed;
    size_t wrong = size - needed + 1;
    char data[100];
    refused(w, "check", -1, "\"passed\": true, \"attempt\": 9, \"right\": 99");
    refused(w, "phase-end", -1, "\"reason\": \"done\"");
    do_attempt(w, phase, 0, wrong);
    check_data(data, true, 1, needed); /* one more than there were */
    refused(w, "check", -1, data);
    check_data(data, true, 1, needed - 1);
    refused(w, "check", -1, data);
    check_data(data, false, 2, needed - 1);
    refused(w, "check", -1, data);
    check_data(data, false, 1, needed - 1);
    send(w, "check", -1, data);
    refused(w, "check", -1, data); /* twice */
    refused(w, "phase-end", -1, "\"reason\": \"done\"");
    do_attempt(w, phase, 1, 0);
    check_data(data, false, 2, size);
    refused(w, "check", -1, data);
    check_data(data, true, 2, size);
    send(w, "check", -1, data);
}

static void do_instrument(struct walk *w, const struct lw_study_plan_phase *phase) {
    size_t n = phase->n_trials;
    if (phase->phase->instrument == LW_STUDY_STROOP) {
        for (size_t i = 0; i < n; i++) {
            do_prompt(w, &phase->trials[i].word, i);
        }
        return;
    }
    if (phase->phase->instrument == LW_STUDY_ATTENTION) {
        do_attention(w, n);
    } else {
        do_check(w, phase);
    }
}

static void do_compare(struct walk *w, const struct lw_study_plan_phase *phase) {
    for (size_t i = 0; i < 2; i++) {
        char data[200];
        refused(w, "phase-end", -1, "\"reason\": \"stopped\"");
        (void)snprintf(data, sizeof data, "\"left\": \"%s\", \"right\": \"%s\"",
                       level_id(w, &phase->trials[i], 0),
                       level_id(w, &phase->trials[i], 1));
        send(w, "pair-start", (int)i, data);
        send(w, "look", (int)i,
             "\"side\": \"left\", \"play_ms\": 5, \"moves\": 1, \"solved\": false");
        refused(w, "comparison", (int)i, "\"answer\": \"equal\", \"reaction_ms\": 900");
        send(w, "comparison", (int)i, "\"answer\": \"left\", \"reaction_ms\": 900");
    }
}

#define ANSWER(question, value)                                                          \
    "\"question\": \"" question "\", \"value\": " value ", \"reaction_ms\": 900"

static void do_survey(struct walk *w) {
    refused(w, "answer", 0, ANSWER("mood", "3.5"));
    refused(w, "answer", 0, ANSWER("like", "\"no-opinion\""));
    refused(w, "answer", 0, ANSWER("hours", "null"));
    refused(w, "answer", 0, ANSWER("genres", "[\"puzzle\", \"puzzle\"]"));
    refused(w, "answer", 0, ANSWER("comment", "\"123456789012345678901\""));
    send(w, "answer", 0, ANSWER("mood", "\"no-opinion\""));
    send(w, "answer", 0, ANSWER("like", "\"yes\""));
    send(w, "answer", 0, ANSWER("age", "null"));
    send(w, "answer", 0, ANSWER("genres", "[\"puzzle\", \"action\"]"));
    refused(w, "phase-end", -1, "\"reason\": \"done\"");
    send(w, "answer", 0, ANSWER("hours", "12.5"));
    send(w, "answer", 0, ANSWER("attention-disorder", "\"no\""));
    send(w, "answer", 0, ANSWER("comment", "\"äöü4567890123456789\""));
}

static void do_pictures(struct walk *w, const struct lw_study_plan_phase *phase) {
    char data[300];
    assert_int_equal(phase->trials[0].n_refs, 3);
    refused(w, "answer", 0, ANSWER("human", "[\"none\"]"));
    refused(w, "answer", 0, ANSWER("human", "[]"));
    (void)snprintf(data, sizeof data,
                   "\"question\": \"human\", \"value\": [\"%s\"], \"reaction_ms\": 1",
                   level_id(w, &phase->trials[0], 1));
    send(w, "answer", 0, data);
}

static void do_phase(struct walk *w, const struct lw_study_plan_phase *phase) {
    switch (phase->type) {
    case LW_STUDY_CONSENT:
        refused(w, "consent", -1,
                "\"answer\": \"yes\", \"version\": \"1\", \"of_age\": true, "
                "\"statements\": [], "
                "\"special\": [], \"language\": \"en\"");
        refused(w, "phase-end", -1, "\"reason\": \"done\"");
        send(w, "consent", -1, YES);
        break;
    case LW_STUDY_INSTRUMENT:
        do_instrument(w, phase);
        break;
    case LW_STUDY_PLAY:
        for (size_t i = 0; i < phase->n_prompts; i++) {
            do_prompt(w, &phase->prompts[i], i);
        }
        do_play(w, phase);
        break;
    case LW_STUDY_COMPARE:
        do_compare(w, phase);
        break;
    case LW_STUDY_SURVEY:
        do_survey(w);
        break;
    case LW_STUDY_RATE:
        do_pictures(w, phase);
        break;
    default:
        send(w, "page", -1, "\"page\": 0");
    }
}

static void test_walk(void **state) {
    (void)state;
    for (size_t cell = 0; cell < 12; cell += 5) {
        struct walk w;
        walk_begin(&w, cell);
        for (size_t i = 0; i < w.plan.n_phases; i++) {
            const struct lw_study_plan_phase *phase = &w.plan.phases[i];
            w.phase = i == 0 ? "hello" : "consent";
            refused(&w, "phase-start", -1, ""); /* another phase's turn */
            w.phase = phase->id;
            refused(&w, "page", -1, "\"page\": 0");
            send(&w, "phase-start", -1, "");
            refused(&w, "phase-start", -1, "");
            send(&w, "visibility", -1, "\"visible\": false");
            send(&w, "resume", -1, "\"after\": \"reload\", \"away_ms\": 900");
            do_phase(&w, phase);
            refused(&w, "phase-end", -1, "\"reason\": \"tired\"");
            bool timed = phase->phase != NULL && phase->phase->minutes > 0;
            bool may_fail = phase->phase != NULL && (phase->phase->check != NULL ||
                                                     phase->phase->prompts != NULL);
            if (!may_fail) {
                refused(&w, "phase-end", -1, "\"reason\": \"failed\"");
            }
            send(&w, "phase-end", -1,
                 may_fail && cell == 5 ? "\"reason\": \"failed\""
                 : timed               ? "\"reason\": \"time\""
                                       : "\"reason\": \"done\"");
        }
        assert_true(w.progress.completed);
        refused(&w, "page", -1, "\"page\": 0");
        fixture_free(&w.f);
    }
}

static void test_order(void **state) {
    struct walk w;
    (void)state;
    walk_begin(&w, 0);
    w.phase = "consent";
    assert_int_equal(send_as(&w, 1, "phase-start", -1, ""), LW_USAGE); /* a gap */
    send(&w, "phase-start", -1, "");
    assert_int_equal(send_as(&w, 0, "phase-start", -1, ""), LW_EXISTS); /* sent again */
    w.progress.last_clock = 1794900000000.0 + 61000;
    refused(&w, "page", -1, "\"page\": 0"); /* the clock jumped */
    assert_non_null(strstr(w.f.err.text, "reload"));
    /* Whoever comes back may have set the clock right meanwhile. */
    struct lw_study_progress before = w.progress;
    send(&w, "resume", -1, "\"after\": \"reload\"");
    send(&w, "page", -1, "\"page\": 0");
    w.progress = before;
    w.progress.last_clock = 1794900000000.0 + 59000;
    send(&w, "page", -1, "\"page\": 0");
    refused(&w, "page", -1, "\"page\": 0, \"extra\": 1");
    refused(&w, "page", -1, "\"page\": -1");
    refused(&w, "dance", -1, "");
    send(&w, "consent", -1,
         "\"answer\": \"no\", \"version\": \"1\", \"of_age\": false, \"statements\": [], "
         "\"special\": [], \"language\": \"de\"");
    assert_true(w.progress.declined);
    refused(&w, "page", -1, "\"page\": 0");
    fixture_free(&w.f);
}

/* Whoever comes back between two phases begins the next one before the page says that
 * they are back: that is not refused either. Within a phase it is. */
static void test_clock_between_phases(void **state) {
    struct walk w;
    (void)state;
    walk_begin(&w, 0);
    w.phase = "consent";
    send(&w, "phase-start", -1, "");
    send(&w, "consent", -1, YES);
    send(&w, "phase-end", -1, "\"reason\": \"done\"");
    w.progress.last_clock = 1794900000000.0 + 3600000;
    refused(&w, "page", -1, "\"page\": 0");
    w.phase = "ears";
    refused(&w, "phase-start", -1, ""); /* not its turn */
    w.phase = "hello";
    send(&w, "phase-start", -1, "");
    assert_true(w.progress.last_clock < 1794900000000.0 + 1000);
    send(&w, "resume", -1, "\"after\": \"return\"");
    send(&w, "page", -1, "\"page\": 0");
    w.progress.last_clock = 1794900000000.0 + 3600000;
    refused(&w, "phase-start", -1, "");
    assert_string_equal(w.f.err.field, "clock");
    refused(&w, "phase-end", -1, "\"reason\": \"done\"");
    assert_string_equal(w.f.err.field, "clock");
    fixture_free(&w.f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_clock_between_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
