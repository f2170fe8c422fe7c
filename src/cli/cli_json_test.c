/* Whole commands in this process: every line of --json is one JSON object, and standard
 * output holds nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lw/cli.h"

struct run {
    int code;
    char *out, *err;
};

/* Tests work in a folder of their own, so that two runs never meet. */
static int enter_folder(void **state) {
    static char folder[] = "/tmp/levelwright-test-XXXXXX";
    *state = folder;
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int leave_folder(void **state) {
    return chdir("/") != 0 || rmdir(*state) != 0;
}

static struct run run(const char *line) {
    char words[512];
    char *argv[40] = {(char *)"levelwright"};
    int argc = 1;
    struct run result = {0};
    size_t out_len;
    size_t err_len;
    (void)snprintf(words, sizeof words, "%s", line);
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    FILE *out = open_memstream(&result.out, &out_len);
    FILE *err = open_memstream(&result.err, &err_len);
    assert_non_null(out);
    assert_non_null(err);
    result.code = cli_run(&lw_cli_program, argc, argv, out, err);
    (void)fclose(out);
    (void)fclose(err);
    return result;
}

static void run_free(struct run *result) {
    free(result->out);
    free(result->err);
}

/* Reads each line; check may look at the object. Returns the number of objects. */
static size_t each_object(const char *text, void (*check)(const struct lw_json *object)) {
    size_t n = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        struct lw_arena arena;
        struct lw_json *object;
        struct lw_error err = {0};
        lw_arena_init(&arena, lw_alloc_libc());
        if (lw_json_read(&arena, text, len, &object, &err) != LW_OK) {
            print_message("%s: %.*s\n", err.text, (int)len, text);
            fail();
        }
        assert_int_equal(object->type, LW_JSON_OBJECT);
        if (check != NULL) {
            check(object);
        }
        lw_arena_free(&arena);
        assert_int_equal(text[len], '\n');
        text += len + 1;
        n++;
    }
    return n;
}

static void check_solved(const struct lw_json *object) {
    static const char *const keys[] = {"level",     "title",  "status",   "metric",
                                       "optimal",   "moves",  "solution", "expanded",
                                       "generated", "closed", "seconds",  "peak_bytes",
                                       "stop",      "engine", "game"};
    static const char *const sokoban_keys[] = {"pushes", "lines", "changes"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_non_null(lw_json_get(object, keys[i]));
    }
    assert_string_equal(lw_json_get(object, "status")->text, "solved");
    double last = lw_json_get(object, "moves")->number;
    bool sokoban = strcmp(lw_json_get(object, "game")->text, "sokoban") == 0;
    assert_true(!sokoban || lw_json_get(object, "optimal")->type == LW_JSON_TRUE);
    for (size_t i = 0; sokoban && i < 3; i++) {
        const struct lw_json *measure = lw_json_get(object, sokoban_keys[i]);
        assert_non_null(measure);
        assert_true(measure->number >= 1 && measure->number <= last);
        last = measure->number;
    }
}

/* A shipped level that was solved, or a new one with where it comes from. */
static void check_demo(const struct lw_json *object) {
    if (lw_json_get(object, "candidate") == NULL) {
        check_solved(object);
        return;
    }
    assert_non_null(lw_json_get(object, "seed"));
    assert_true(lw_json_get(object, "solution")->text_len > 0);
}

static void demo_solves_what_it_ships(void **state) {
    (void)state;
    struct run result = run("demo --json");
    assert_int_equal(result.code, 0);
    assert_true(each_object(result.out, check_demo) >= 13);
    assert_string_equal(result.err, "");
    run_free(&result);
    result = run("");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "proved fewest pushes"));
    assert_null(strchr(result.out, '\033'));
    run_free(&result);
    result = run("demo --colour always");
    assert_non_null(strchr(result.out, '\033'));
    run_free(&result);
}

static void write_file(const char *path, const char *text) {
    struct lw_error err;
    assert_int_equal(lw_platform_write_file(path, text, strlen(text), &err), LW_OK);
}

static const char levels[] = "; one\n#######\n#@ $ .#\n#######\n\n"
                             "; two\n#####\n#.$@#\n#####\n\n"
                             "; no player\n#####\n#.$ #\n#####\n\n"
                             "; \"quoted\\ \xe9\n#####\n#.$@#\n#####\n";

static void every_command_speaks_json(void **state) {
    (void)state;
    const char *path = "levels";
    write_file(path, levels);
    static const struct {
        const char *words;
        size_t n;
    } cases[] = {
        {"solve --game sokoban --json --threads 2", 4},
        {"solve --game sokoban --json --level 2..3", 2},
        {"solve --game sokoban --json --nodes 1", 4},
        {"solve --game sokoban --json --check --level 1..1", 1},
        {"convert --game sokoban --to json", 4},
        {"convert --game sokoban --json --level 4", 1},
        {"features --game sokoban --json --cost instant", 4},
        {"play --game sokoban --json --moves rRR", 1},
        {"features --list --json --game null", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[400];
        (void)snprintf(line, sizeof line, "%s%s%s", cases[i].words,
                       strstr(cases[i].words, "--list") != NULL ? "" : " ",
                       strstr(cases[i].words, "--list") != NULL ? "" : path);
        struct run result = run(line);
        assert_int_equal(each_object(result.out, NULL), cases[i].n);
        run_free(&result);
    }
    (void)remove(path);
}

static void solutions_are_written_with_the_levels(void **state) {
    (void)state;
    write_file("in.xsb", levels);
    struct run result = run("solve in.xsb --level 1..2 -w "
                            "out.sok");
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run("solve out.sok --check --level 1..2 --json");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "\"solution\":\"rRR\""));
    run_free(&result);
    (void)remove("in.xsb");
    (void)remove("out.sok");
}

/* The same levels in the same order whatever the threads. */
static void threads_do_not_change_the_answers(void **state) {
    (void)state;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    for (int i = 0; i < 40; i++) {
        lw_buffer_printf(&text, "; %d\n%s\n", i,
                         i % 2 == 0 ? "#######\n#@ $ .#\n#######\n"
                                    : "#####\n#.$@#\n#####\n");
    }
    write_file("many.xsb", lw_buffer_text(&text));
    lw_buffer_free(&text);
    struct run one = run("solve many.xsb --threads 1 --colour never");
    struct run four = run("solve many.xsb --threads 4 --colour never");
    assert_int_equal(one.code, 0);
    assert_int_equal(four.code, 0);
    /* Compared without the last column and line, which are times. */
    const char *a = one.out;
    const char *b = four.out;
    for (size_t line = 0; line < 41; line++) {
        size_t len = strcspn(a, "\n");
        assert_int_equal(len, strcspn(b, "\n"));
        assert_memory_equal(a, b, len < 80 ? len : 80);
        a += len + 1;
        b += len + 1;
    }
    run_free(&one);
    run_free(&four);
    (void)remove("many.xsb");
}

static void the_content_decides_and_says_so(void **state) {
    (void)state;
    write_file("plain", levels);
    struct run result = run("convert plain --level 1 --json");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "assumed to be Sokoban"));
    run_free(&result);
    result = run("convert plain --level 1 --json --game sokoban");
    assert_null(strstr(result.err, "assumed to be"));
    run_free(&result);
    (void)remove("plain");
}

static void help_covers_every_command(void **state) {
    (void)state;
    struct run overview = run("--help");
    struct run man = run("help --man");
    struct run markdown = run("help --markdown");
    struct run bash = run("completion bash");
    for (const struct cli_command *const *at = lw_cli_program.commands; *at != NULL;
         at++) {
        char line[100];
        (void)snprintf(line, sizeof line, "%s --help", (*at)->name);
        struct run one = run(line);
        assert_int_equal(one.code, 0);
        assert_non_null(strstr(one.out, "Usage: levelwright"));
        assert_true((*at)->examples == NULL || strstr(one.out, "Examples:") != NULL);
        assert_non_null(strstr(overview.out, (*at)->name));
        assert_non_null(strstr(man.out, (*at)->name));
        (void)snprintf(line, sizeof line, "## %s\n", (*at)->name);
        assert_non_null(strstr(markdown.out, line));
        (void)snprintf(line, sizeof line, "    '%s')\n", (*at)->name);
        assert_non_null(strstr(bash.out, line));
        run_free(&one);
    }
    run_free(&overview);
    run_free(&man);
    run_free(&markdown);
    run_free(&bash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(demo_solves_what_it_ships),
        cmocka_unit_test(every_command_speaks_json),
        cmocka_unit_test(solutions_are_written_with_the_levels),
        cmocka_unit_test(threads_do_not_change_the_answers),
        cmocka_unit_test(the_content_decides_and_says_so),
        cmocka_unit_test(help_covers_every_command),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
