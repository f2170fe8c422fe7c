/* The export: a log whose tables were worked out by hand; any number of people who do
 * anything that their plans allow; nobody at all; and a disk that fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_files.h"
#include "study_random.h"

static struct fixture_study f;
static struct lw_buffer frozen;
static char hash[33];
static struct walk w;
static struct memory_files files;

static int setup(void **state) {
    (void)state;
    fixture_small(&f);
    lw_buffer_init(&frozen, lw_alloc_libc());
    return f.status != LW_OK ||
           lw_study_freeze(f.study, &f.levels, &frozen, hash, &f.err) != LW_OK;
}

static int teardown(void **state) {
    (void)state;
    lw_buffer_free(&frozen);
    fixture_free(&f);
    return 0;
}

static struct lw_study_export *begin(void) {
    static struct lw_study_export_version version;
    static struct lw_study_export_about about;
    struct lw_study_export *x;
    version = (struct lw_study_export_version){1, 4000, lw_buffer_text(&frozen)};
    about = (struct lw_study_export_about){
        "0123456789abcdef0123456789abcdef", "A small study",
        "inside|completed|declined|unfit", &version, 1};
    memset(&files, 0, sizeof files);
    struct lw_study_files sink = memory_sink(&files);
    assert_int_equal(lw_study_export_create(&about, &sink, lw_alloc_libc(), &x, &f.err),
                     LW_OK);
    return x;
}

static void finish(struct lw_study_export *x) {
    assert_int_equal(lw_study_export_end(x, &f.err), LW_OK);
    lw_study_export_destroy(x);
    for (size_t i = 0; i < files.n; i++) {
        assert_true(files.files[i].closed);
    }
}

static void put(struct lw_study_export *x, int64_t number, int64_t cell,
                const char *const *texts, size_t n) {
    static struct lw_study_export_event events[WALK_MAX];
    for (size_t i = 0; i < n; i++) {
        events[i] = (struct lw_study_export_event){5000 + (int64_t)i, texts[i]};
    }
    struct lw_study_export_person person = {.number = number,
                                            .version = 1,
                                            .cell = cell,
                                            .state = "inside",
                                            .language = "en",
                                            .entered_ms = 4900,
                                            .seen_ms = 6000,
                                            .events = events,
                                            .n = n};
    lw_status status = lw_study_export_person(x, &person, &f.err);
    if (status != LW_OK) {
        print_message("%s\n", f.err.text);
    }
    assert_int_equal(status, LW_OK);
}

static void expect_cell(const char *table, size_t row, const char *column,
                        const char *expected) {
    char path[60], cell[2000];
    (void)snprintf(path, sizeof path, "%s.csv", table);
    const char *text = memory_text(&files, path);
    assert_non_null(text);
    const char *found = csv_get(text, row, column, cell);
    if (found == NULL || strcmp(found, expected) != 0) {
        print_message("%s, row %zu, %s\n", table, row, column);
    }
    assert_non_null(found);
    assert_string_equal(found, expected);
}

static size_t rows_of(const char *table) {
    char path[60];
    (void)snprintf(path, sizeof path, "%s.csv", table);
    return csv_rows(memory_text(&files, path));
}

/* One line an event; parts of data that need the plan are put in by the test. */
struct hand {
    char *texts[60];
    size_t n;
};

LW_PRINTF(4, 5)
static void say(struct hand *h, const char *type, const char *place, const char *fmt,
                ...) {
    struct lw_buffer text;
    va_list args;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_printf(&text,
                     "{\"seq\":%zu,\"type\":\"%s\",\"phase\":%s,\"t\":%zu.125,"
                     "\"clock\":1794900000%03zu.0625,\"data\":{",
                     h->n, type, place, 100 + h->n, h->n);
    va_start(args, fmt);
    lw_buffer_vprintf(&text, fmt, args);
    va_end(args);
    lw_buffer_puts(&text, "}}");
    h->texts[h->n] = lw_arena_text(&f.arena, lw_buffer_text(&text), text.len);
    assert_non_null(h->texts[h->n++]);
    lw_buffer_free(&text);
}

static const struct lw_study_plan_phase *planned(const char *id) {
    for (size_t i = 0; i < w.plan.n_phases; i++) {
        if (strcmp(w.plan.phases[i].id, id) == 0) {
            return &w.plan.phases[i];
        }
    }
    fail();
    return NULL;
}

static const char *high(bool is) {
    return is ? "high" : "low";
}

static void say_prompt(struct hand *h, size_t i) {
    const struct lw_study_word *word = &planned("a")->prompts[i];
    say(h, "prompt", "\"a\"",
        "\"prompt\":%zu,\"word\":\"%s\",\"voice\":\"%s\",\"audio_s\":1.0000001,"
        "\"output_ms\":7000.0625,\"latency_ms\":12,\"pair_audio_s\":1,\"pair_ms\":1000,"
        "\"visible\":true,\"focused\":false,\"frame_ms\":16.7",
        i, high(word->high), high(word->high_voice));
}

static void say_answer(struct hand *h, const char *place, const char *question,
                       const char *value) {
    say(h, "answer", place, "\"question\":\"%s\",\"value\":%s,\"reaction_ms\":900.5",
        question, value);
}

/* 0 consent, 3 device twice, 5 prompts of a, 9 a level of a begun three times, 15 ... */
static void tell(struct hand *h) {
    const char *level = walk_level(&w, planned("a")->trials[1].refs);
    const struct lw_study_trial *pair = &planned("c")->trials[0];
    const struct lw_study_word *word = &planned("a")->prompts[0];
    say(h, "phase-start", "\"consent\"", "%s", "");
    say(h, "consent", "\"consent\"", "%s", WALK_YES);
    say(h, "phase-end", "\"consent\"", "\"reason\":\"done\"");
    say(h, "phase-start", "\"a\"", "%s", "");
    for (int i = 0; i < 2; i++) {
        say(h, "device", "\"a\"",
            "\"width\":%d,\"height\":700,\"pixel_ratio\":1.25,\"touch\":false,"
            "\"isolated\":true,\"timer_ms\":0.005%s",
            1000 + i, i == 0 ? ",\"pixels_per_cm\":41.5" : "");
    }
    say_prompt(h, 0); /* 6 */
    say(h, "prompt-answer", "\"a\"",
        "\"prompt\":0,\"answer\":\"%s\",\"key\":\"Numpad8\",\"reaction_ms\":612.4375,"
        "\"number\":1",
        high(!word->high_voice));
    say(h, "prompt-answer", "\"a\"",
        "\"prompt\":0,\"answer\":\"%s\",\"key\":\"Numpad2\",\"reaction_ms\":700,"
        "\"number\":2",
        high(word->high_voice));
    say_prompt(h, 1);                                                      /* 9 */
    say(h, "level-start", "\"a\",\"trial\":1", "\"level\":\"%s\"", level); /* 10 */
    say(h, "resume", "\"a\"", "\"after\":\"reload\",\"away_ms\":7.5");     /* 11 */
    say(h, "level-start", "\"a\",\"trial\":1", "\"level\":\"%s\"", level); /* 12 */
    say(h, "moves", "\"a\",\"trial\":1", "\"level\":\"%s\",\"moves\":\"-r\"", level);
    say(h, "level-end", "\"a\",\"trial\":1",
        "\"level\":\"%s\",\"outcome\":\"solved\",\"moves\":3,\"pushes\":2,\"undos\":1,"
        "\"restarts\":0,\"play_ms\":12.0625,\"solution\":\"=r\"",
        level);                                          /* 14 */
    say(h, "phase-end", "\"a\"", "\"reason\":\"time\""); /* 15 */
    say(h, "phase-start", "\"c\"", "%s", "");            /* 16 */
    say(h, "pair-start", "\"c\",\"trial\":0", "\"left\":\"%s\",\"right\":\"%s\"",
        walk_level(&w, &pair->refs[0]), walk_level(&w, &pair->refs[1])); /* 17 */
    say(h, "look", "\"c\",\"trial\":0",
        "\"side\":\"right\",\"play_ms\":5,\"moves\":1,\"solved\":true");
    say(h, "comparison", "\"c\",\"trial\":0",
        "\"answer\":\"right\",\"reaction_ms\":2000"); /* 19 */
    say(h, "phase-end", "\"c\"", "\"reason\":\"stopped\"");
    say(h, "phase-start", "\"survey\"", "%s", ""); /* 21 */
    say_answer(h, "\"survey\",\"trial\":0", "mood", "\"no-opinion\"");
    say_answer(h, "\"survey\",\"trial\":0", "like", "\"yes\"");
    say_answer(h, "\"survey\",\"trial\":0", "age", "null");
    say_answer(h, "\"survey\",\"trial\":0", "genres", "[\"puzzle\",\"action\"]");
    say_answer(h, "\"survey\",\"trial\":0", "hours", "12.5");
    say_answer(h, "\"survey\",\"trial\":0", "attention-disorder", "\"no\"");
    say_answer(h, "\"survey\",\"trial\":0", "comment", "\"=1, \\\"a\\\"\\nb \xc3\xa4\"");
}

static void test_by_hand(void **state) {
    (void)state;
    struct hand h = {.n = 0};
    struct lw_study_export *x = begin();
    walk_begin(&w, &f, 0, 7);
    tell(&h);
    put(x, 7, 0, (const char *const *)h.texts, h.n);
    finish(x);
    expect_cell("persons", 0, "person", "7");
    expect_cell("persons", 0, "hash", hash);
    expect_cell("persons", 0, "cell", "1");
    expect_cell("persons", 0, "factor_when", "before");
    expect_cell("persons", 0, "state", "inside");
    expect_cell("persons", 0, "simulated", "false");
    expect_cell("persons", 0, "ended_ms", "");
    expect_cell("persons", 0, "n_events", "29");
    expect_cell("persons", 0, "reached", "survey");
    expect_cell("persons", 0, "consented", "true");
    expect_cell("persons", 0, "consent_server_ms", "5001");
    expect_cell("persons", 0, "consent_t_ms", "101.125");
    expect_cell("persons", 0, "consent_clock_ms", "1794900000001.0625");
    expect_cell("persons", 0, "consent_special", "health");
    expect_cell("persons", 0, "devices", "2");
    expect_cell("persons", 0, "device_width", "1001");
    /* Measured once, and not lost when the page was loaded again. */
    expect_cell("persons", 0, "device_pixels_per_cm", "41.5");
    expect_cell("persons", 0, "accuracy", "0");
    expect_cell("persons", 0, "missed_share", "0.5");
    expect_cell("persons", 0, "excluded", "false"); /* above 0.5, not from it on */
    expect_cell("persons", 0, "flags", "missed");
    assert_int_equal(rows_of("phases"), 4);
    expect_cell("phases", 1, "phase", "a");
    expect_cell("phases", 1, "type", "play");
    expect_cell("phases", 1, "seq", "3");
    expect_cell("phases", 1, "end_seq", "15");
    expect_cell("phases", 1, "end_t_ms", "115.125");
    expect_cell("phases", 1, "reason", "time");
    expect_cell("phases", 1, "levels_solved", "1");
    expect_cell("phases", 3, "reason", "");
    assert_int_equal(rows_of("events"), 29);
    expect_cell("events", 5, "event", "device");
    expect_cell("events", 5, "width", "1001");
    expect_cell("events", 8, "number", "2");
    expect_cell("events", 11, "away_ms", "7.5");
    expect_cell("events", 13, "moves_moves", "'-r");
    expect_cell("events", 18, "look_moves", "1");
    assert_int_equal(rows_of("trials"), 0);
    memory_free(&files);
}

static void test_by_hand_joined(void **state) {
    (void)state;
    struct hand h = {.n = 0};
    struct lw_study_export *x = begin();
    walk_begin(&w, &f, 0, 7);
    tell(&h);
    put(x, 7, 0, (const char *const *)h.texts, h.n);
    finish(x);
    const struct lw_study_word *word = &planned("a")->prompts[0];
    const struct lw_study_level_ref *ref = planned("a")->trials[1].refs;
    char text[40];
    assert_int_equal(rows_of("prompts"), 2);
    (void)snprintf(text, sizeof text, "%u", word->at_ms);
    expect_cell("prompts", 0, "planned_ms", text);
    expect_cell("prompts", 0, "left_out", "true"); /* in the first minute */
    expect_cell("prompts", 0, "congruent",
                word->high == word->high_voice ? "true" : "false");
    expect_cell("prompts", 0, "audio_s", "1.0000001");
    expect_cell("prompts", 0, "output_ms", "7000.0625");
    expect_cell("prompts", 0, "reaction_ms", "612.4375");
    expect_cell("prompts", 0, "key", "Numpad8");
    expect_cell("prompts", 0, "correct", "false");
    expect_cell("prompts", 0, "answers", "2");
    expect_cell("prompts", 0, "answer_seq", "7");
    expect_cell("prompts", 1, "answers", "0");
    expect_cell("prompts", 1, "correct", "");
    assert_int_equal(rows_of("plays"), 2);
    expect_cell("plays", 0, "outcome", "");
    expect_cell("plays", 0, "attempt", "1");
    expect_cell("plays", 1, "attempt", "2");
    expect_cell("plays", 1, "outcome", "solved");
    expect_cell("plays", 1, "set", "made");
    (void)snprintf(text, sizeof text, "%u", ref->level + 1u);
    expect_cell("plays", 1, "set_number", text);
    expect_cell("plays", 1, "made_by", "program");
    expect_cell("plays", 1, "play_ms", "12.0625");
    expect_cell("plays", 1, "solution", "'=r");
    expect_cell("plays", 1, "end_seq", "14");
    assert_int_equal(rows_of("comparisons"), 1);
    expect_cell("comparisons", 0, "chosen", "plan");
    expect_cell("comparisons", 0, "answer", "right");
    expect_cell("comparisons", 0, "harder",
                walk_level(&w, &planned("c")->trials[0].refs[1]));
    memory_free(&files);
}

static void test_by_hand_answers(void **state) {
    (void)state;
    struct hand h = {.n = 0};
    struct lw_study_export *x = begin();
    walk_begin(&w, &f, 0, 7);
    tell(&h);
    put(x, 7, 0, (const char *const *)h.texts, h.n);
    finish(x);
    assert_int_equal(rows_of("surveys"), 7);
    expect_cell("surveys", 0, "value_kind", "no-opinion");
    expect_cell("surveys", 1, "value", "yes");
    expect_cell("surveys", 1, "value_number", "2");
    expect_cell("surveys", 2, "value_kind", "left-out");
    expect_cell("surveys", 3, "value", "puzzle action");
    expect_cell("surveys", 4, "value_number", "12.5");
    expect_cell("surveys", 5, "special", "health");
    expect_cell("surveys", 6, "value", "'=1, \"a\"\nb \xc3\xa4");
    assert_int_equal(rows_of("levels"), 5);
    expect_cell("levels", 3, "credit", "Levels by B. Author");
    assert_string_equal(memory_text(&files, "definitions/1.json"),
                        lw_buffer_text(&frozen));
    expect_cell("levels", 3, "file", "levels/1/drawn/001.xsb");
    assert_string_equal(memory_text(&files, "levels/1/drawn/001.xsb"),
                        f.levels.sets[1].levels[0].text);
    memory_free(&files);
}

/* Whoever has not consented is a row of persons.csv; so is whoever said no. */
static void test_no_consent(void **state) {
    (void)state;
    struct hand h = {.n = 0};
    struct lw_study_export *x = begin();
    walk_begin(&w, &f, 0, 1);
    say(&h, "phase-start", "\"consent\"", "%s", "");
    say(&h, "device", "\"consent\"",
        "\"width\":1000,\"height\":700,\"pixel_ratio\":1,\"touch\":false,"
        "\"isolated\":true,\"timer_ms\":0.005");
    put(x, 1, 0, (const char *const *)h.texts, h.n);
    say(&h, "consent", "\"consent\"", "%s",
        "\"answer\":\"no\",\"version\":\"1\",\"of_age\":true,\"statements\":[],"
        "\"special\":[],\"language\":\"de\"");
    put(x, 2, 0, (const char *const *)h.texts, h.n);
    finish(x);
    assert_int_equal(rows_of("persons"), 2);
    expect_cell("persons", 0, "consented", "false");
    expect_cell("persons", 0, "device_width", "");
    expect_cell("persons", 1, "consent_answer", "no");
    assert_int_equal(rows_of("events"), 0);
    assert_int_equal(rows_of("phases"), 0);
    memory_free(&files);
}

/* A special answer that is in a log all the same, without consent, stays there. */
static void test_special(void **state) {
    (void)state;
    struct hand h = {.n = 0};
    struct lw_study_export *x = begin();
    walk_begin(&w, &f, 0, 1);
    say(&h, "phase-start", "\"consent\"", "%s", "");
    say(&h, "consent", "\"consent\"", "%s",
        "\"answer\":\"yes\",\"version\":\"1\",\"of_age\":true,\"statements\":[\"read\"],"
        "\"special\":[],\"language\":\"en\"");
    say(&h, "phase-start", "\"survey\"", "%s", "");
    say_answer(&h, "\"survey\",\"trial\":0", "attention-disorder", "\"yes\"");
    put(x, 1, 0, (const char *const *)h.texts, h.n);
    finish(x);
    assert_int_equal(rows_of("surveys"), 0);
    assert_int_equal(rows_of("events"), 4);
    memory_free(&files);
}

static void test_nobody(void **state) {
    (void)state;
    static const char *const empty[] = {"persons", "phases",  "trials",  "prompts",
                                        "plays",   "events",  "ratings", "comparisons",
                                        "surveys", "pictures"};
    struct lw_study_export *x = begin();
    finish(x);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(rows_of(empty[i]), 0);
    }
    assert_int_equal(rows_of("levels"), 5);
    assert_int_equal(rows_of("versions"), 1);
    assert_non_null(memory_text(&files, "datapackage.json"));
    assert_non_null(strstr(memory_text(&files, "load.R"), "persons = list(rows = 0"));
    memory_free(&files);
}

struct counts {
    size_t events, phases, trials, prompts, plays, ratings, comparisons, surveys,
        pictures;
};

/* How many rows the events of this log must become, told by the table of events. */
static void count(struct counts *c) {
    for (size_t i = 0; i < w.n; i++) {
        const struct lw_study_event *event = &w.events[i];
        const char *type = event->type->name;
        const struct lw_study_plan_phase *phase = planned(event->phase);
        bool answer = strcmp(type, "answer") == 0;
        bool survey = phase->type == LW_STUDY_SURVEY;
        c->events++;
        c->phases += strcmp(type, "phase-start") == 0;
        c->trials += strcmp(event->type->table, "trials") == 0;
        c->prompts += strcmp(type, "prompt") == 0;
        c->plays += strcmp(type, "level-start") == 0;
        c->comparisons += strcmp(type, "pair-start") == 0;
        c->ratings += answer && !survey;
        c->surveys += answer && survey;
        c->pictures += answer && phase->type == LW_STUDY_RATE
                           ? phase->trials[event->trial].n_refs
                           : 0;
    }
}

static char *export_random(uint64_t seed, struct counts *c) {
    struct lw_study_export *x = begin();
    memset(c, 0, sizeof *c);
    for (uint64_t person = 1; person <= 30; person++) {
        struct lw_rng rng = lw_rng_make(seed, person);
        walk_begin(&w, &f, (size_t)(person % f.cells.n), person);
        walk_at_random(&w, &rng, person % 3 == 0 ? 1 + lw_rng_below(&rng, 13) : 100);
        put(x, (int64_t)person, (int64_t)(person % f.cells.n),
            (const char *const *)w.texts, w.n);
        if (w.progress.consented) {
            count(c);
        }
    }
    finish(x);
    struct lw_buffer all;
    lw_buffer_init(&all, lw_alloc_libc());
    for (size_t i = 0; i < files.n; i++) {
        lw_buffer_printf(&all, "%s\n", files.files[i].path);
        lw_buffer_add(&all, lw_buffer_text(&files.files[i].bytes),
                      files.files[i].bytes.len);
    }
    return all.data;
}

static void test_random(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct counts c;
        char *first = export_random(seed, &c);
        assert_int_equal(rows_of("persons"), 30);
        assert_int_equal(rows_of("events"), c.events);
        assert_int_equal(rows_of("phases"), c.phases);
        assert_int_equal(rows_of("trials"), c.trials);
        assert_int_equal(rows_of("prompts"), c.prompts);
        assert_int_equal(rows_of("plays"), c.plays);
        assert_int_equal(rows_of("ratings"), c.ratings);
        assert_int_equal(rows_of("comparisons"), c.comparisons);
        assert_int_equal(rows_of("surveys"), c.surveys);
        assert_int_equal(rows_of("pictures"), c.pictures);
        assert_true(c.pictures > 0 && c.surveys > 0 && c.plays > 0 && c.trials > 0);
        memory_free(&files);
        char *second = export_random(seed, &c);
        assert_string_equal(first, second);
        memory_free(&files);
        free(first);
        free(second);
    }
}

/* Every write fails once: a status and a sentence, and every file is closed. */
static void test_disk(void **state) {
    (void)state;
    for (size_t i = 1; i < 24; i++) {
        struct lw_study_export_version version = {1, 4000, lw_buffer_text(&frozen)};
        struct lw_study_export_about about = {"id", "title", "inside|completed", &version,
                                              1};
        struct lw_study_export *x;
        memset(&files, 0, sizeof files);
        files.fail_after = i;
        struct lw_study_files sink = memory_sink(&files);
        lw_status status =
            lw_study_export_create(&about, &sink, lw_alloc_libc(), &x, &f.err);
        status = status == LW_OK ? lw_study_export_end(x, &f.err) : status;
        lw_study_export_destroy(x);
        assert_int_equal(status, LW_IO);
        assert_string_equal(f.err.text, "the disk is gone");
        for (size_t j = 0; j < files.n; j++) {
            assert_true(files.files[j].closed);
        }
        memory_free(&files);
    }
}

static void test_damage(void **state) {
    (void)state;
    static const char *const logs[] = {
        ("{\"seq\":1,\"type\":\"phase-start\",\"phase\":\"consent\",\"t\":1,"
         "\"clock\":1794900000000}"),
        "{\"seq\":0", "[]"};
    for (size_t i = 0; i < 3; i++) {
        struct lw_study_export *x = begin();
        struct lw_study_export_event event = {1, logs[i]};
        struct lw_study_export_person person = {.number = 3,
                                                .version = 1,
                                                .state = "inside",
                                                .language = "en",
                                                .events = &event,
                                                .n = 1};
        assert_int_equal(lw_study_export_person(x, &person, &f.err), LW_BAD_INPUT);
        assert_non_null(strstr(f.err.text, "person 3"));
        person.version = 9;
        assert_int_equal(lw_study_export_person(x, &person, &f.err), LW_BAD_INPUT);
        lw_study_export_destroy(x);
        memory_free(&files);
    }
}

/* docs/study-tables.md lists files and columns as they are. */
static void test_docs(void **state) {
    (void)state;
    struct lw_buffer page;
    size_t len;
    lw_buffer_init(&page, lw_alloc_libc());
    assert_int_equal(lw_study_export_page(&page, &f.err), LW_OK);
    char *docs = fixture_file(LW_TEST_DATA "/../../docs/study-tables.md", &len);
    if (strstr(docs, lw_buffer_text(&page)) == NULL) {
        print_message(
            "the tables in docs/study-tables.md are out of date; write them again "
            "with `levelwright study schema --tables`\n");
    }
    assert_non_null(strstr(docs, lw_buffer_text(&page)));
    free(docs);
    lw_buffer_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),         cmocka_unit_test(test_by_hand_joined),
        cmocka_unit_test(test_by_hand_answers), cmocka_unit_test(test_no_consent),
        cmocka_unit_test(test_special),         cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_random),          cmocka_unit_test(test_disk),
        cmocka_unit_test(test_damage),          cmocka_unit_test(test_docs),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
