/* Measures of logs that are short enough to be worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_walk.h"

static struct walk w;
static struct fixture_study f;

static int setup(void **state) {
    (void)state;
    fixture_small(&f);
    return f.status == LW_OK ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    fixture_free(&f);
    return 0;
}

static double measure(const char *phase, enum lw_study_measure_code code) {
    double out[LW_STUDY_N_MEASURES];
    struct lw_study_log log = {&w.request, &w.plan, w.events, w.n};
    assert_int_equal(lw_study_measure(&log, phase, &f.arena, out, &f.err), LW_OK);
    return out[code];
}

#define expect(phase, code, value)                                                       \
    assert_true(fabs(measure(phase, LW_STUDY_MEASURE_##code) - (value)) < 1e-9)
#define expect_none(phase, code)                                                         \
    assert_true(isnan(measure(phase, LW_STUDY_MEASURE_##code)))

static const struct lw_study_plan_phase *enter(const char *phase) {
    w.phase = phase;
    walk_send(&w, "phase-start", -1, "");
    return &w.plan.phases[w.progress.phase];
}

static void leave(const char *reason) {
    char data[60];
    (void)snprintf(data, sizeof data, "\"reason\":\"%s\"", reason);
    walk_send(&w, "phase-end", -1, data);
}

static void consent(void) {
    (void)enter("consent");
    walk_wait(&w, 2000);
    walk_send(&w, "consent", -1, WALK_YES);
    leave("done");
}

static void check(const char *phase, bool passed, size_t wrong) {
    const struct lw_study_plan_phase *at = enter(phase);
    char data[100];
    bool tones = at->trials[0].kind == LW_STUDY_TRIAL_TONES;
    for (size_t i = 0; i < (size_t)at->phase->check->trials; i++) {
        const struct lw_study_trial *trial = &at->trials[i];
        bool right = i >= wrong;
        if (tones) {
            (void)snprintf(data, sizeof data, "\"count\":%d",
                           trial->tones.n - (right ? 0 : 1));
        } else {
            (void)snprintf(data, sizeof data, "\"answer\":\"%s\",\"reaction_ms\":%d",
                           trial->word.high_voice == right ? "high" : "low",
                           500 + (int)i);
        }
        walk_send(&w, tones ? "tones" : "pitch", (int64_t)i, data);
    }
    (void)snprintf(data, sizeof data, "\"passed\":%s,\"attempt\":1,\"right\":%d",
                   passed ? "true" : "false", (int)at->phase->check->trials - (int)wrong);
    walk_send(&w, "check", -1, data);
    leave(passed ? "done" : "failed");
}

static void to_the_checks(void) {
    walk_begin(&w, &f, 0, 1);
    consent();
    (void)enter("hello");
    leave("done");
}

static void test_time(void **state) {
    (void)state;
    walk_begin(&w, &f, 0, 1);
    consent();            /* 2 s */
    walk_wait(&w, 500);   /* between phases */
    (void)enter("hello"); /* shown */
    walk_wait(&w, 1000.25);
    walk_send(&w, "visibility", -1, "\"visible\":false");
    walk_wait(&w, 1000);
    walk_send(&w, "focus", -1, "\"focused\":false"); /* already away: once */
    walk_wait(&w, 1000);
    walk_send(&w, "visibility", -1, "\"visible\":true");
    walk_wait(&w, 1000); /* seen, but another window is in front */
    walk_send(&w, "focus", -1, "\"focused\":true");
    walk_wait(&w, 1000);
    w.t = 5; /* another page: its clock begins anew */
    w.clock += 60000;
    walk_send(&w, "resume", -1, "\"after\":\"return\",\"away_ms\":50000");
    walk_send(&w, "lost", -1, "\"events\":3");
    walk_wait(&w, 100);
    walk_send(&w, "lost", -1, "\"events\":2");
    w.clock -= 30000; /* the machine's clock was set */
    leave("done");
    expect("consent", SECONDS, 2);
    expect("hello", SECONDS, 1.00025 + 3 + 61 + 0.1 + 0);
    expect("hello", HIDDEN_SECONDS, 3 + 50);
    expect("hello", HIDDEN_TIMES, 2);
    expect(NULL, SECONDS, 2 + 0.5 + 1.00025 + 3 + 61 + 0.1);
    expect(NULL, HIDDEN_TIMES, 2);
    expect("consent", HIDDEN_SECONDS, 0);
    expect(NULL, LEVELS_STARTED, 0);
    expect_none(NULL, ACCURACY);
    expect_none(NULL, HEADPHONES);
    expect_none("nowhere", SECONDS);
    expect("consent", EVENTS_LOST, 0);
    expect(NULL, EVENTS_LOST, 5);
    struct lw_study_log log = {&w.request, &w.plan, w.events, w.n};
    struct lw_study_verdict verdict;
    assert_int_equal(lw_study_judge(&log, &f.arena, &verdict, &f.err), LW_OK);
    assert_true((verdict.flags >> LW_STUDY_FLAG_EVENTS_LOST & 1) != 0);
}

static void test_checks(void **state) {
    (void)state;
    to_the_checks();
    check("ears", false, 2);
    check("pitch", true, 1);
    const struct lw_study_phase *ears = lw_study_phase_find(f.study, "ears");
    double n = (double)ears->check->trials;
    expect(NULL, HEADPHONES, 0);
    expect(NULL, PITCH, 1);
    expect_none("pitch", HEADPHONES);
    expect("ears", ACCURACY, (n - 2) / n);
    expect("ears", MISSED_SHARE, 0);
    expect_none("ears", REACTION_MS); /* tones have none */
    n = (double)lw_study_phase_find(f.study, "pitch")->check->trials;
    expect("pitch", ACCURACY, (n - 1) / n);
    /* 501, 502, ..., 500 + n - 1: all but the first are right */
    expect("pitch", REACTION_MS, 500 + n / 2);
    expect_none(NULL, ACCURACY); /* checks count only by name */
}

/* Seven right in 400, 410, ... ms, the eighth wrong, every ninth and later missed. */
static void attention(void) {
    const struct lw_study_plan_phase *at = enter("ant");
    size_t n_practice = 0, n = 0;
    for (size_t i = 0; i < at->n_trials; i++) {
        const struct lw_study_attention_trial *trial = &at->trials[i].attention;
        char data[300], reaction[40] = "";
        const char *answer = "left"; /* practice: anything, and slowly */
        n_practice += trial->block == 0;
        n += trial->block > 0;
        if (trial->block > 0) {
            answer = n > 8 ? "none" : trial->right == (n < 8) ? "right" : "left";
        }
        if (strcmp(answer, "none") != 0) {
            (void)snprintf(reaction, sizeof reaction, "\"reaction_ms\":%zu,",
                           trial->block == 0 ? 1600 : 390 + 10 * n);
        }
        (void)snprintf(data, sizeof data,
                       "\"answer\":\"%s\",%s\"fixation_ms\":800,\"cue_ms\":100,"
                       "\"gap_ms\":400,\"arrows_ms\":480,\"trial_ms\":4000,"
                       "\"frame_ms\":%s",
                       answer, reaction, i == 0 ? "33.25" : "16.5");
        walk_send(&w, "attention", (int64_t)i, data);
    }
    assert_true(n_practice > 0);
    assert_int_equal(n, 48);
    leave("done");
}

static void test_attention(void **state) {
    (void)state;
    to_the_checks();
    check("ears", true, 0);
    check("pitch", true, 0);
    attention();
    expect("ant", ACCURACY, 7.0 / 8);
    expect(NULL, ACCURACY, 7.0 / 8);
    expect("ant", MISSED_SHARE, 40.0 / 48);
    expect("ant", REACTION_MS, 430);
    expect("ant", FRAME_MS, 16.5);
    expect("all", MISSED_SHARE, 40.0 / 48); /* the group that it is in */
    expect_none("main", ACCURACY);
    struct lw_study_log log = {&w.request, &w.plan, w.events, w.n};
    struct lw_study_verdict verdict;
    assert_int_equal(lw_study_judge(&log, &f.arena, &verdict, &f.err), LW_OK);
    assert_int_equal(verdict.flags, 1u << LW_STUDY_FLAG_MISSED);
    assert_false(verdict.excluded); /* the rule looks at phase a */
}

static void prompt(size_t i, const struct lw_study_word *word, int ms) {
    char data[400];
    (void)snprintf(data, sizeof data,
                   "\"prompt\":%zu,\"word\":\"%s\",\"voice\":\"%s\",\"audio_s\":1.5,"
                   "\"output_ms\":1500,\"latency_ms\":12,\"pair_audio_s\":1,"
                   "\"pair_ms\":1000,\"visible\":true,\"focused\":true,\"frame_ms\":20",
                   i, word->high ? "high" : "low", word->high_voice ? "high" : "low");
    walk_send(&w, "prompt", -1, data);
    for (int number = 1; ms > 0 && number <= 2; number++) {
        bool high = word->high_voice == (number == 1); /* the second one is wrong */
        (void)snprintf(data, sizeof data,
                       "\"prompt\":%zu,\"answer\":\"%s\",\"key\":\"Numpad8\","
                       "\"reaction_ms\":%d,\"number\":%d",
                       i, high ? "high" : "low", ms, number);
        walk_send(&w, "prompt-answer", -1, data);
    }
}

static void play(int64_t trial, const char *level, const char *outcome) {
    char data[300];
    (void)snprintf(data, sizeof data, "\"level\":\"%s\"", level);
    walk_send(&w, "level-start", trial, data);
    (void)snprintf(data, sizeof data,
                   "\"level\":\"%s\",\"outcome\":\"%s\",\"moves\":3,\"undos\":0,"
                   "\"restarts\":0,\"play_ms\":12.5",
                   level, outcome);
    walk_send(&w, "level-end", trial, data);
}

static void compare(int64_t trial, const struct lw_study_trial *plan, const char *answer,
                    int ms) {
    char data[200];
    (void)snprintf(data, sizeof data, "\"left\":\"%s\",\"right\":\"%s\"",
                   walk_level(&w, &plan->refs[0]), walk_level(&w, &plan->refs[1]));
    walk_send(&w, "pair-start", trial, data);
    (void)snprintf(data, sizeof data, "\"answer\":\"%s\",\"reaction_ms\":%d", answer, ms);
    walk_send(&w, "comparison", trial, data);
}

/* Whatever phase of the group comes in this cell. */
static void main_phase(void) {
    const char *id = w.plan.phases[w.progress.phase].id;
    const struct lw_study_plan_phase *at = enter(id);
    if (id[0] == 'a') {
        prompt(0, &at->prompts[0], 300);
        prompt(1, &at->prompts[1], 0); /* missed, three of four */
        prompt(2, &at->prompts[2], 0);
        prompt(3, &at->prompts[3], 0);
        play(0, walk_level(&w, at->trials[0].refs), "left");
        play(0, walk_level(&w, at->trials[0].refs), "solved");
        play(2, walk_level(&w, at->trials[2].refs), "gave-up");
        leave("time");
    } else if (id[0] == 'b') {
        play(0, walk_level(&w, at->trials[0].refs), "solved");
        walk_send(&w, "answer", 0,
                  "\"question\":\"hard\",\"value\":7,\"reaction_ms\":900");
        play(1, walk_level(&w, at->trials[1].refs), "solved");
        walk_send(&w, "answer", 1,
                  "\"question\":\"hard\",\"value\":7.0,\"reaction_ms\":850.5");
        leave("done");
    } else {
        compare(0, &at->trials[0], "left", 700);
        compare(1, &at->trials[1], "right", 650);
        leave("done");
    }
}

static void test_play(void **state) {
    (void)state;
    to_the_checks();
    check("ears", true, 0);
    check("pitch", true, 0);
    attention();
    for (int i = 0; i < 3; i++) {
        main_phase();
    }
    expect("a", MISSED_SHARE, 0.75);
    expect("a", ACCURACY, 1);
    expect("a", REACTION_MS, 300);
    expect("a", FRAME_MS, 20);
    expect("a", LEVELS_STARTED, 2);
    expect("a", LEVELS_SOLVED, 1);
    expect(NULL, LEVELS_STARTED, 4);
    expect(NULL, LEVELS_SOLVED, 3);
    expect("main", LEVELS_SOLVED, 3);
    expect("b", SAME_ANSWER_SHARE, 1);
    expect("b", FASTEST_ANSWER_MS, 850.5);
    expect(NULL, FASTEST_ANSWER_MS, 650);
    expect("c", COMPARISONS, 2);
    expect_none("c", REPEAT_AGREEMENT);
    struct lw_study_log log = {&w.request, &w.plan, w.events, w.n};
    struct lw_study_verdict verdict;
    assert_int_equal(lw_study_judge(&log, &f.arena, &verdict, &f.err), LW_OK);
    assert_true(verdict.excluded && verdict.holds[0]);
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_study_verdict_excluded_by(f.study, &verdict, &text);
    assert_string_equal(lw_buffer_text(&text), "absent");
    lw_buffer_clear(&text);
    lw_study_verdict_flags(f.study, &verdict, &text);
    assert_string_equal(lw_buffer_text(&text), "missed");
    lw_buffer_free(&text);
}

/* Pairs that come again, whichever side they are on: the second time x is harder than y
 * as before, the third time not. Such a pair is no trial of the plan; the measure reads
 * levels from the events alone. */
static void test_repeats(void **state) {
    (void)state;
    static const char *const data[8] = {
        "{\"left\":\"x\",\"right\":\"y\"}", "{\"answer\":\"left\",\"reaction_ms\":9}",
        "{\"left\":\"y\",\"right\":\"x\"}", "{\"answer\":\"right\",\"reaction_ms\":9}",
        "{\"left\":\"x\",\"right\":\"y\"}", "{\"answer\":\"right\",\"reaction_ms\":9}",
        "{\"left\":\"x\",\"right\":\"z\"}", "{\"answer\":\"left\",\"reaction_ms\":9}"};
    walk_begin(&w, &f, 0, 1);
    for (size_t i = 0; i < 8; i++) {
        struct lw_json *json;
        assert_int_equal(lw_json_read(&f.arena, data[i], strlen(data[i]), &json, &f.err),
                         LW_OK);
        w.events[i] = (struct lw_study_event){
            .seq = (int64_t)i,
            .type = lw_study_event_type_find(i % 2 == 0 ? "pair-start" : "comparison"),
            .phase = "c",
            .trial = (int64_t)i / 2,
            .data = json};
    }
    w.n = 8;
    expect("c", COMPARISONS, 4);
    expect("c", REPEAT_AGREEMENT, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time),      cmocka_unit_test(test_checks),
        cmocka_unit_test(test_attention), cmocka_unit_test(test_play),
        cmocka_unit_test(test_repeats),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
