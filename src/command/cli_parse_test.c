/* Option parsing, suggestions and exit codes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lw/command/levels.h"
#include "lw/command/parse.h"
#include "lw/command/suggest.h"

static const struct lw_option options[] = {
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = ""},
    {.name = "json", .type = LW_OPTION_FLAG, .letter = 'j', .help = ""},
    {.name = "rule", .type = LW_OPTION_TEXT, .repeat = true, .help = ""},
    {.name = "level", .type = LW_OPTION_RANGE, .min = 1, .max = 99, .help = ""},
};

static size_t more(int argc, char **argv, struct lw_option *out, size_t room) {
    assert_true(room > 0);
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "deep") == 0) {
            out[0] =
                (struct lw_option){.name = "depth", .type = LW_OPTION_INT, .help = ""};
            return 1;
        }
    }
    return 0;
}

static const struct cli_command command = {.name = "test",
                                           .operands = "FILE...",
                                           .options = options,
                                           .n_options = 4,
                                           .min_operands = 1,
                                           .max_operands = 2,
                                           .more_options = more};

static lw_status parse(const char *line, struct cli_parsed *out, struct lw_error *err) {
    static char words[512];
    char *argv[32];
    int argc = 0;
    (void)strcpy(words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    return cli_parse(&command, argc, argv, lw_alloc_libc(), out, err);
}

static void forms_of_options(void **state) {
    (void)state;
    static const char *const lines[] = {"f --time 5s --json", "--time=5s -j f",
                                        "-t5s f -j", "-jt 5s f", "-jt5s -- f"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct cli_parsed parsed;
        struct lw_error err = {0};
        assert_int_equal(parse(lines[i], &parsed, &err), LW_OK);
        assert_int_equal(cli_value(&parsed.args, "time")->u, 5000000000);
        assert_true(cli_value(&parsed.args, "json")->flag);
        assert_int_equal(parsed.args.n_operands, 1);
        assert_string_equal(parsed.args.operands[0], "f");
        cli_parsed_free(&parsed);
    }
}

static void operands_and_repeats(void **state) {
    (void)state;
    struct cli_parsed parsed;
    struct lw_error err = {0};
    assert_int_equal(parse("--rule a=1 - --rule=b=2 -- --json", &parsed, &err), LW_OK);
    assert_int_equal(parsed.args.n_operands, 2);
    assert_string_equal(parsed.args.operands[0], "-");
    assert_string_equal(parsed.args.operands[1], "--json");
    assert_int_equal(parsed.args.n_repeats, 2);
    assert_string_equal(parsed.args.repeats[0].text, "a=1");
    assert_string_equal(parsed.args.repeats[1].text, "b=2");
    assert_false(cli_value(&parsed.args, "json")->flag);
    cli_parsed_free(&parsed);
    assert_int_equal(parse("deep --depth 7", &parsed, &err), LW_OK);
    assert_int_equal(cli_value(&parsed.args, "depth")->i, 7);
    cli_parsed_free(&parsed);
}

static void refusals_say_what_to_do(void **state) {
    (void)state;
    static const struct {
        const char *line, *say;
    } cases[] = {
        {"f --tiem 5s", "did you mean --time?"},
        {"f --zzzzzzz", "--help"},
        {"f -z", "there is no option -z"},
        {"f --time", "--time needs a value"},
        {"f --time soon", "a time like"},
        {"--json", "FILE... is missing"},
        {"a b c", "unexpected argument 'c'"},
        {"shallow --depth 7", "there is no option --depth"},
        {"f --level 0", "between 1 and 99"},
        {"f --json=maybe", "yes or no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cli_parsed parsed;
        struct lw_error err = {0};
        assert_int_equal(parse(cases[i].line, &parsed, &err), LW_USAGE);
        assert_non_null(strstr(err.text, cases[i].say));
        assert_null(strchr(err.text, '\n'));
        cli_parsed_free(&parsed);
    }
}

static void help_wins_over_missing_operands(void **state) {
    (void)state;
    struct cli_parsed parsed;
    struct lw_error err = {0};
    assert_int_equal(parse("--help", &parsed, &err), LW_OK);
    assert_true(parsed.help);
    cli_parsed_free(&parsed);
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(cli_edit_distance("", ""), 0);
    assert_int_equal(cli_edit_distance("solve", "solve"), 0);
    assert_int_equal(cli_edit_distance("sovle", "solve"), 1);
    assert_int_equal(cli_edit_distance("solv", "solve"), 1);
    assert_int_equal(cli_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(cli_edit_distance("abc", ""), 3);
}

static void exit_codes_of_collections(void **state) {
    (void)state;
    static const struct {
        struct cli_tally tally;
        int code;
    } cases[] = {
        {{.good = 3}, 0},
        {{.good = 3, .bad = 1}, 0},
        {{.bad = 2}, 2},
        {{.good = 1, .limit = 1, .impossible = 1}, 3},
        {{.limit = 1, .bad = 1}, 3},
        {{.good = 5, .impossible = 1, .bad = 1}, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(cli_tally_exit_code(&cases[i].tally), cases[i].code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_options),
        cmocka_unit_test(operands_and_repeats),
        cmocka_unit_test(refusals_say_what_to_do),
        cmocka_unit_test(help_wins_over_missing_operands),
        cmocka_unit_test(distances),
        cmocka_unit_test(exit_codes_of_collections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
