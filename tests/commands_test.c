/* The tables of both programs, and that together they are what levelwright offers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lw/cli.h"
#include "lw/command/help.h"
#include "lw/command/parse.h"
#include "lw/lab.h"

/* Tables must be well formed: defaults parse (asserted inside), names are unique, nothing
 * lacks its help. */
static void check_tables(const struct cli_program *program) {
    for (const struct cli_command *const *at = program->commands; *at != NULL; at++) {
        const struct cli_command *one = *at;
        struct lw_option_value values[CLI_MAX_OPTIONS];
        assert_true(one->n_options + cli_n_common_options <= CLI_MAX_OPTIONS);
        lw_options_defaults(one->options, one->n_options, values);
        assert_non_null(one->summary);
        assert_non_null(one->operands);
        assert_non_null(one->description);
        for (size_t i = 0; i < one->n_options; i++) {
            const char *name = one->options[i].name;
            assert_int_equal(
                lw_option_find(one->options, one->n_options, name, strlen(name)), i);
            assert_true(strlen(one->options[i].help) > 5);
        }
    }
}

static void tables_are_well_formed(void **state) {
    (void)state;
    check_tables(&lw_cli_program);
    check_tables(&lw_lab_program);
}

static bool has(const struct cli_program *program, const char *name,
                const char *summary) {
    for (const struct cli_command *const *at = program->commands; *at != NULL; at++) {
        if (strcmp((*at)->name, name) == 0) {
            return strcmp((*at)->summary, summary) == 0;
        }
    }
    return false;
}

/* Everything offered is a command of one of the two, under the name and the summary that
 * the other one knows, and no name is offered twice. */
static void each_command_has_one_program(void **state) {
    (void)state;
    struct cli_outside one, other;
    size_t n_own = 0, n_lab = 0;
    for (size_t i = 0; cli_help_listed(&lw_cli_program, i, &one); i++) {
        bool own = has(&lw_cli_program, one.name, one.summary);
        n_own += own;
        n_lab += !own;
        assert_true(own || has(&lw_lab_program, one.name, one.summary));
        for (size_t k = 0; k < i; k++) {
            assert_true(cli_help_listed(&lw_cli_program, k, &other));
            assert_string_not_equal(one.name, other.name);
        }
    }
    assert_int_equal(n_own, 20);
    assert_int_equal(n_lab, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_well_formed),
        cmocka_unit_test(each_command_has_one_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
