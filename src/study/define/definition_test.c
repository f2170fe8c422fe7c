/* Reading definitions: the small one has no fault and lands in the structs; every broken
 * one is refused at its place, with a remedy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

static void test_small(void **state) {
    struct fixture_study f;
    (void)state;
    fixture_small(&f);
    for (size_t i = 0; i < f.faults.n; i++) {
        print_message("%s: %s\n", f.faults.faults[i].pointer,
                      f.faults.faults[i].sentence);
    }
    assert_int_equal(f.status, LW_OK);
    assert_int_equal(f.faults.n, 0);
    assert_int_equal(f.cells.n,
                     12); /* 2 times the 6 orders of a Williams design of three */
    assert_string_equal(lw_study_text_in(f.study, f.study->title, "de"),
                        "Eine kleine Studie");
    assert_string_equal(lw_study_text_in(f.study, f.study->consent.text, "fr"),
                        "We ask.\n\nYou say.");
    assert_int_equal(lw_study_phase_find(f.study, "c")->choose, LW_STUDY_PAIRS_RANDOM);
    assert_int_equal(lw_study_phase_find(f.study, "ant")->attention->trial_ms, 4000);
    assert_int_equal(f.levels.sets[0].n, 3);
    assert_true(f.levels.sets[0].levels[0].pushes < f.levels.sets[0].levels[2].pushes);
    fixture_free(&f);
}

#define INTERFACE(language, texts)                                                       \
    "[\"en\", \"de\"], \"interface\": [{\"language\": \"" language                       \
    "\", \"texts\": {" texts "}}]"

/* The first `from` becomes `to`; then a fault with these words is at this place. */
static const struct {
    const char *from, *to, *pointer, *words;
} broken[] = {
    {"\"format\": 1", "\"format\": 2", "/format", "2"},
    {"\"format\": 1,", "", "", "lacks 'format'"},
    {"\"name\": \"small\"", "\"name\": \"Small One\"", "/name", "Small One"},
    {"\"version\": 1,\n  \"lang", "\"version\": 0,\n  \"lang", "/version", "0"},
    {"[\"en\", \"de\"]", "[]", "/languages", "array"},
    {"[\"en\", \"de\"]", "[\"en\", \"en\"]", "/languages/1", "twice"},
    {"[\"en\", \"de\"]", "[\"en\", \"german\"]", "/languages/1", "language tag"},
    {"[\"en\", \"de\"]", INTERFACE("fr", "\"study.next\": \"Suite\""),
     "/interface/0/language", "no language 'fr'"},
    {"[\"en\", \"de\"]", INTERFACE("de", "\"study.nxt\": \"Weiter\""),
     "/interface/0/texts/study.nxt", "no text 'study.nxt'"},
    {"[\"en\", \"de\"]", INTERFACE("de", "\"study.takes\": \"Einige Minuten\""),
     "/interface/0/texts/study.takes", "{minutes} is missing"},
    {"[\"en\", \"de\"]", INTERFACE("de", "\"study.next\": \"Weiter, {name}\""),
     "/interface/0/texts/study.next", "nothing to put for {name}"},
    {"[\"en\", \"de\"]", INTERFACE("de", "\"study.next\": 7"),
     "/interface/0/texts/study.next", "must be a text"},
    {"\"title\": {\"en\": \"A small study\", \"de\"", "\"title\": {\"en\": \"A\", \"fr\"",
     "/title", "'de' is missing"},
    {"{\"en\": \"Hello.\", \"de\": \"Hallo.\"}", "\"Hello.\"", "/phases/0/pages/0",
     "'de' is missing"},
    {"\"en\": \"Hello.\"", "\"en\": \"\"", "/phases/0/pages/0/en", "''"},
    {"\"seed\": 42", "\"seed\": 4.2", "/seed", "4.2"},
    {"\"seed\": 42", "\"sead\": 42", "/sead", "no member 'sead'"},
    {"\"seed\": 42", "\"seed\": 42, \"seed\": 43", "/seed", "twice"},
    {"someone@example.org", "nobody", "/contact/email", "mail address"},
    {"\"until\": \"2027-12-31\"", "\"until\": \"2025-12-31\"", "/approval/until",
     "before it begins"},
    {"\"from\": \"2026-01-01\"", "\"from\": \"2026-02-30\"", "/approval/from",
     "2026-02-30"},
    {"https://panel.example/back?cc={code}", "http://panel.example", "/panel/return_to",
     "https"},
    {"\"id\": \"drawn\",", "\"id\": \"made\",", "/sets/1/id", "two sets 'made'"},
    {"\"author\": \"B. Author\",", "", "/sets/1", "author, credit and terms"},
    {"\"file\": \"made.sok\"", "\"file\": \"../made.sok\"", "/sets/0/file",
     "outside the definition"},
    {"\"file\": \"made.sok\"", "\"file\": \"made.sok\", \"pack\": \"p\"", "/sets/0",
     "needs one of"},
    {"\"sort\": \"pushes\"}", "\"match\": {\"set\": \"drawn\", \"on\": [\"boxes\"]}}",
     "/sets/0/match/set", "before this one"},
    {"\"file\": \"drawn.sok\"",
     "\"file\": \"drawn.sok\", \"take\": \"first\","
     " \"match\": {\"set\": \"made\", \"on\": [\"boxes\"]}",
     "/sets/1/take", "where 'match' chooses"},
    {"[\"before\", \"after\"]", "[\"before\", \"before\"]", "/factors/0/values/1",
     "twice"},
    {"\"values\": [\"before\", \"after\"]", "\"values\": []", "/factors/0/values",
     "array"},
    {"{\"id\": \"when\", \"values\"", "{\"id\": \"when\", \"wanted\": 5, \"values\"",
     "/factors/0/wanted", "nothing says why"},
    {"\"scheme\": \"balanced\"", "\"scheme\": \"rotated\"", "/cells/balance/2",
     "cyclic square"},
    {"\"scheme\": \"balanced\"",
     "\"scheme\": \"listed\", \"list\": [[\"a\", \"b\", \"c\"], [\"a\", \"b\", \"b\"]]",
     "/factors/1/orders/list/1", "each of its 3 things"},
    {"\"scheme\": \"balanced\"",
     "\"scheme\": \"listed\", \"list\": [[\"a\", \"b\", \"c\"], [\"b\", \"a\", \"c\"]]",
     "/cells/balance/1", "cannot put each of 3 things"},
    {"\"factors\": [\"when\", \"order\"]", "\"factors\": [\"when\", \"ordre\"]",
     "/cells/balance/0/factors", "ordre"},
    {"\"cells\": {",
     "\"cells\": {\"list\": [{\"values\": {\"when\": \"before\", "
     "\"order\": \"a>b>c\"}}],",
     "/cells/balance/0", "1 cells cannot hold 12"},
    {"\"cells\": {", "\"cells\": {\"list\": [{\"values\": {\"when\": \"never\"}}],",
     "/cells/list/0", "no known value of 'when'"},
    {"\"people\": 24", "\"people\": 25", "/stopping/people", "25 people cannot fill 12"},
    {"missed_share", "missing_share", "/exclusions/0/measure", "no measure"},
    {"\"phase\": \"a\", \"above\"", "\"phase\": \"z\", \"above\"", "/exclusions/0/phase",
     "no phase 'z'"},
    {"\"above\": 0.5, ", "", "/exclusions/0", "no bound"},
    {"\"design\": \"own\"", "\"design\": \"none\"", "/analysis/design", "no analysis"},
    {"\"id\": \"hello\", \"type\": \"instructions\"",
     "\"id\": \"hello\", \"type\": \"talk\"", "/phases/0/type", "talk"},
    {"\"id\": \"hello\"", "\"id\": \"consent\"", "/phases/0/id", "every study has"},
    {"\"id\": \"ears\"", "\"id\": \"hello\"", "/phases/1/id", "two phases"},
    {"\"instrument\": \"headphone-check\"",
     "\"instrument\": \"headphone-check\", \"levels\": []", "/phases/1/levels",
     "no member 'levels' when its type"},
    {"\"before\": [\"ant\", \"main\"]", "\"before\": [\"ant\"]", "/phases/3/order",
     "exactly once|they differ"},
    {"\"after\": [\"main\", \"ant\"]}}", "\"later\": [\"main\", \"ant\"]}}",
     "/phases/3/order/cases", "there is no case for"},
    {"\"order\": {\"by\": \"order\"}", "\"order\": {\"by\": \"ordre\"}",
     "/phases/3/phases/1/order/by", "no factor"},
    {"\"levels\": [{\"sets\": \"made\"}]", "\"levels\": [{\"sets\": \"mode\"}]",
     "/phases/3/phases/1/phases/0/levels/0/sets", "no level set 'mode'"},
    {"\"minutes\": 2,", "", "/phases/3/phases/1/phases/0", "ends by time"},
    {"{\"left_out_min\": 1}", "{\"high_key\": \"KeyW\"}",
     "/phases/3/phases/1/phases/0/prompts", "moves the player"},
    {"{\"left_out_min\": 1}", "{\"interval_from_ms\": 9000}",
     "/phases/3/phases/1/phases/0/prompts", "shorter than the shortest"},
    {"\"headphones\": true", "\"headphones\": false", "/device", "answered by keys"},
    {"{\"blocks\": 1, \"repeats\": 1}", "{\"practice_trials\": 20}",
     "/phases/3/phases/0/attention/practice_trials", "cannot be balanced"},
    {"{\"blocks\": 1, \"repeats\": 1}", "{\"trial_ms\": 3000}",
     "/phases/3/phases/0/attention/trial_ms", "cannot hold"},
    {"\"attention\": {\"blocks\"", "\"minutes\": 5, \"attention\": {\"blocks\"",
     "/phases/3/phases/0/minutes", "when its trials are over"},
    {"\"instrument\": \"headphone-check\"",
     "\"instrument\": \"headphone-check\", \"minutes\": 1", "/phases/1/minutes",
     "when its trials are over"},
    {"\"instrument\": \"pitch-check\"",
     "\"instrument\": \"pitch-check\", \"minutes\": 0.5", "/phases/2/minutes",
     "when its trials are over"},
    {"\"least_pairs\": 2", "\"least_pairs\": 4",
     "/phases/3/phases/1/phases/2/least_pairs", "at most 3"},
    {"\"least_pairs\": 2", "\"least_pairs\": 2, \"repeats\": true",
     "/phases/3/phases/1/phases/2/repeats", "first pair to be repeated"},
    {"\"least_pairs\": 2",
     "\"least_pairs\": 2, \"choose\": \"information\", \"repeats\": true",
     "/phases/3/phases/1/phases/2/repeats", "drawn evenly"},
    {"\"from\": 1,\n                  \"to\": 10", "\"from\": 11,\n \"to\": 10",
     "/phases/3/phases/1/phases/1/questions/0/to", "above the smallest"},
    {"\"show\": \"together\",", "", "/phases/5/questions/0", "shown together"},
    {"\"first\": 1, \"last\": 2", "\"first\": 3, \"last\": 2", "/phases/5/levels/0/last",
     "the last level is 2"},
    {"\"statements\": [\n", "\"learning\": \"learn\", \"statements\": [\n",
     "/consent/learning", "no statement 'learn'"},
    {"\"special\": \"health\",\n          \"required\": false",
     "\"special\": \"income\",\n          \"required\": false",
     "/phases/6/questions/5/special", "not ask for the special consent"},
    {"\"special\": \"health\",\n          \"required\": false", "\"special\": \"health\"",
     "/phases/6/questions/5", "cannot be required"},
    {"\"id\": \"age\"", "\"id\": \"mood\"", "/phases/6/questions/2/id", "two questions"},
    {"\"id\": \"bye\", \"type\": \"debriefing\"", "\"id\": \"bye\", \"type\": \"survey\"",
     "/phases/7", "lacks 'questions'"},
    {"\"phases\": [\n", "\"phases\": [\n 7,\n", "/phases/0", "must be an object"},
    {"\"minutes\": 30,", "\"minutes\": 30", "", "JSON"},
};

static char *replace(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    assert_non_null(at);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(out);
    (void)sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static bool has_words(const char *sentence, const char *words) {
    char one[100];
    for (const char *at = words; *at != '\0'; at += strcspn(at, "|"), at += *at == '|') {
        (void)snprintf(one, sizeof one, "%.*s", (int)strcspn(at, "|"), at);
        if (strstr(sentence, one) != NULL) {
            return true;
        }
    }
    return false;
}

/* The place by line and column is the pointer's: read again there. */
static void check_place(const char *text, const struct lw_study_fault *fault) {
    const char *at = text;
    for (uint32_t line = 1; line < fault->line; line++) {
        at = strchr(at, '\n');
        assert_non_null(at);
        at++;
    }
    assert_true(fault->column >= 1 && fault->column <= strlen(at) + 1);
    if (fault->pointer[0] != '\0') {
        assert_non_null(strchr("{[\"-0123456789tfn", at[fault->column - 1]));
    }
}

static void test_broken(void **state) {
    size_t len, n = sizeof broken / sizeof broken[0];
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct fixture_study f;
        char *text = replace(small, broken[i].from, broken[i].to);
        bool found = false;
        fixture_read(&f, text, strlen(text));
        for (size_t j = 0; j < f.faults.n; j++) {
            const struct lw_study_fault *fault = &f.faults.faults[j];
            check_place(text, fault);
            assert_true(fault->remedy[0] != '\0');
            found = found || (fault->gravity == LW_STUDY_WRONG &&
                              strcmp(fault->pointer, broken[i].pointer) == 0 &&
                              has_words(fault->sentence, broken[i].words));
        }
        if (f.status != LW_BAD_INPUT || !found) {
            print_message("%zu: '%s': status %d, wanted '%s' at '%s'\n", i, broken[i].to,
                          (int)f.status, broken[i].words, broken[i].pointer);
            for (size_t j = 0; j < f.faults.n; j++) {
                print_message("  %s: %s\n", f.faults.faults[j].pointer,
                              f.faults.faults[j].sentence);
            }
        }
        assert_int_equal(f.status, LW_BAD_INPUT);
        assert_true(found);
        free(text);
        fixture_free(&f);
    }
    print_message("%zu broken definitions, each refused at its place\n", n);
    free(small);
}

/* All faults at once, in the order of their places. */
static void test_several(void **state) {
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *a = replace(small, "\"seed\": 42", "\"seed\": -1");
    char *b = replace(a, "\"sets\": \"made\"}]", "\"sets\": \"mode\"}]");
    char *c = replace(b, "\"people\": 24", "\"people\": 25");
    struct fixture_study f;
    (void)state;
    fixture_read(&f, c, strlen(c));
    assert_int_equal(f.status, LW_BAD_INPUT);
    assert_int_equal(f.faults.n_wrong, 3);
    bool whole = false;
    for (size_t i = 0; i < f.faults.n; i++) {
        const struct lw_study_fault *fault = &f.faults.faults[i];
        assert_true(i == 0 || fault[-1].line <= fault->line);
        whole = whole || strstr(fault->remedy, "from 0 to 9007199254740991:") != NULL;
    }
    assert_true(whole);
    fixture_free(&f);
    free(small);
    free(a);
    free(b);
    free(c);
}

/* A number of people that leaves cells uneven is refused with both numbers that do not,
 * and taken when the definition says why. */
static void test_uneven(void **state) {
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *uneven = replace(small, "\"people\": 24", "\"people\": 40");
    char *few = replace(small, "\"people\": 24", "\"people\": 5");
    char *reasoned = replace(small, "\"people\": 24",
                             "\"people\": 40, \"why_uneven\": \"as the paper had\"");
    struct fixture_study f;
    (void)state;
    fixture_read(&f, uneven, strlen(uneven));
    assert_int_equal(f.faults.n_wrong, 1);
    assert_non_null(strstr(f.faults.faults[0].remedy, "ask 36 or 48 people"));
    assert_non_null(strstr(f.faults.faults[0].remedy, "why_uneven"));
    fixture_free(&f);
    fixture_read(&f, few, strlen(few));
    assert_non_null(strstr(f.faults.faults[0].remedy, "ask 12 people"));
    fixture_free(&f);
    fixture_read(&f, reasoned, strlen(reasoned));
    assert_int_equal(f.status, LW_OK);
    fixture_free(&f);
    free(small);
    free(uneven);
    free(few);
    free(reasoned);
}

/* What keeps a study from opening is no fault of the definition. */
static void test_before_opening(void **state) {
    static const char *const changes[][2] = {
        {"\"until\": \"2027-12-31\"", "\"until\": \"2026-11-16\""},
        {"\"from\": \"2026-01-01\"", "\"from\": \"2026-11-18\""},
        {"\"retention_until\": \"2037-01-01\",", ""},
        {"\"retention_until\": \"2037-01-01\"", "\"retention_until\": \"2026-11-17\""},
        {"\"contact\": {\"name\": \"A. Researcher\", \"email\": "
         "\"someone@example.org\"},",
         ""},
    };
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct fixture_study f;
        char *text = replace(small, changes[i][0], changes[i][1]);
        fixture_read(&f, text, strlen(text));
        assert_int_equal(f.status, LW_OK);
        assert_int_equal(f.faults.n_wrong, 0);
        assert_int_equal(f.faults.n_before_opening, 1);
        fixture_free(&f);
        free(text);
    }
    free(small);
}

/* What was opened before minutes without effect were refused is read as it was. */
static void test_old_minutes(void **state) {
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *text = replace(small, "\"instrument\": \"headphone-check\"",
                         "\"instrument\": \"headphone-check\", \"minutes\": 1");
    struct lw_study_input input = {text, strlen(text), NULL};
    struct lw_study_faults faults;
    struct lw_study *study;
    struct lw_arena arena;
    struct lw_error err;
    (void)state;
    lw_arena_init(&arena, lw_alloc_libc());
    lw_study_faults_init(&faults, &arena);
    assert_int_equal(lw_study_read(&arena, &input, &study, &faults, &err), LW_OK);
    assert_int_equal(faults.n, 0);
    lw_arena_free(&arena);
    free(text);
    free(small);
}

/* A place that is kept for less time than taking part needs is advised against. */
static void test_short_lease(void **state) {
    static const struct {
        const char *minutes;
        size_t n_advice;
    } leases[] = {{"\"lease_minutes\": 29", 1}, {"\"lease_minutes\": 30", 0}};
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct fixture_study f;
        char *text = replace(small, "\"lease_minutes\": 60", leases[i].minutes);
        fixture_read(&f, text, strlen(text));
        assert_int_equal(f.status, LW_OK);
        assert_int_equal(f.faults.n, leases[i].n_advice);
        assert_int_equal(f.faults.n_advice, leases[i].n_advice);
        if (f.faults.n > 0) {
            check_place(text, &f.faults.faults[0]);
            assert_string_equal(f.faults.faults[0].pointer, "/assignment/lease_minutes");
        }
        free(text);
        fixture_free(&f);
    }
    free(small);
}

/* A language that the pages do not speak is advised of, and taken. */
static void test_interface(void **state) {
    static const struct {
        const char *to, *pointer, *words;
    } cases[] = {
        {"[\"de-AT\"]", NULL, NULL},
        {"[\"nl\"]", NULL, NULL},
        {"[\"fr\"]", "/languages/0", "no texts in 'fr'"},
        {"[\"fr\"], \"interface\": [{\"language\": \"fr\", \"texts\": "
         "{\"study.next\": \"Suite\"}}]",
         "/interface/0/texts", "texts are missing"},
        {"[\"en\"], \"interface\": [{\"language\": \"en\", \"texts\": "
         "{\"study.next\": \"Go on\"}}]",
         NULL, NULL},
    };
    size_t len;
    char *mini = fixture_file(LW_TEST_DATA "/studies/mini.json", &len);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture_study f;
        char *text = replace(mini, "[\"en\"]", cases[i].to);
        fixture_read(&f, text, strlen(text));
        assert_int_equal(f.status, LW_OK);
        assert_int_equal(f.faults.n_wrong + f.faults.n_before_opening, 0);
        assert_int_equal(f.faults.n_advice, cases[i].pointer == NULL ? 0 : 1);
        if (cases[i].pointer != NULL) {
            assert_string_equal(f.faults.faults[0].pointer, cases[i].pointer);
            assert_non_null(strstr(f.faults.faults[0].sentence, cases[i].words));
            assert_int_equal(f.faults.faults[0].gravity, LW_STUDY_ADVICE);
        }
        fixture_free(&f);
        free(text);
    }
    free(mini);
}

/* The file in docs is what the table prints, and so is the list of events. */
static void test_documents(void **state) {
    struct lw_buffer out;
    size_t len;
    (void)state;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_study_schema(&out);
    lw_buffer_putc(&out, '\n');
    char *file = fixture_file(LW_TEST_DATA "/../../docs/study.schema.json", &len);
    if (strcmp(file, lw_buffer_text(&out)) != 0) {
        fail_msg("docs/study.schema.json is out of date; write it again with "
                 "levelwright study schema -o docs/study.schema.json");
    }
    free(file);
    lw_buffer_clear(&out);
    lw_study_events_page(&out);
    file = fixture_file(LW_TEST_DATA "/../../docs/studies.md", &len);
    if (strstr(file, lw_buffer_text(&out)) == NULL) {
        fail_msg(
            "the list of events in docs/studies.md is out of date; write it again with "
            "levelwright study schema --events");
    }
    for (const struct lw_study_measure *m = lw_study_measures; m->name != NULL; m++) {
        assert_non_null(strstr(file, m->name));
    }
    free(file);
    lw_buffer_free(&out);
}

/* Without memory at any point: an error, never a crash. */
struct failing {
    size_t left;
};

static void *failing_resize(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    struct failing *failing = ctx;
    if (new_bytes > 0 && failing->left == 0) {
        return NULL;
    }
    failing->left -= new_bytes > 0;
    return lw_alloc_libc()->resize(lw_alloc_libc()->ctx, block, old_bytes, new_bytes);
}

static void test_no_memory(void **state) {
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    lw_status status = LW_NO_MEMORY;
    size_t tries = 0;
    (void)state;
    for (; status == LW_NO_MEMORY && tries < 5000; tries++) {
        struct failing failing = {tries};
        struct lw_alloc alloc = {failing_resize, &failing};
        struct lw_arena arena;
        struct lw_study_faults faults;
        struct lw_study *study;
        struct lw_error err = {0};
        struct lw_study_input input = {small, len, STUDY_TODAY};
        lw_arena_init(&arena, &alloc);
        lw_study_faults_init(&faults, &arena);
        status = lw_study_read(&arena, &input, &study, &faults, &err);
        lw_arena_free(&arena);
    }
    assert_int_equal(status, LW_OK);
    assert_true(tries > 3);
    free(small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),          cmocka_unit_test(test_broken),
        cmocka_unit_test(test_several),        cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_old_minutes),    cmocka_unit_test(test_short_lease),
        cmocka_unit_test(test_before_opening), cmocka_unit_test(test_documents),
        cmocka_unit_test(test_no_memory),      cmocka_unit_test(test_interface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
