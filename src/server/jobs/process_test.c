/* Names of processes: of this one, of a child that lives, dies and is forgotten, and of
 * others of which nothing can be known. */
#include "jobs/process.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void own(void **state) {
    (void)state;
    char a[PROCESS_NAME_SIZE];
    char b[PROCESS_NAME_SIZE];
    char worker[PROCESS_NAME_SIZE + 10];
    process_name(a);
    process_name(b);
    assert_string_not_equal(a, b);
    assert_false(process_has_ended(a));
    (void)snprintf(worker, sizeof worker, "%s/3", a);
    assert_false(process_has_ended(worker));
}

static pid_t start_child(char name[PROCESS_NAME_SIZE]) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        process_name(name);
        (void)!write(ends[1], name, PROCESS_NAME_SIZE);
        for (;;) {
            (void)pause();
        }
    }
    assert_int_equal(read(ends[0], name, PROCESS_NAME_SIZE), PROCESS_NAME_SIZE);
    (void)close(ends[0]);
    (void)close(ends[1]);
    return child;
}

static void child(void **state) {
    (void)state;
    char name[PROCESS_NAME_SIZE] = "";
    siginfo_t info;
    pid_t pid = start_child(name);
    assert_false(process_has_ended(name));
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    assert_true(process_has_ended(name)); /* though its parent has not noticed yet */
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(process_has_ended(name));
    strcat(name, "/0");
    assert_true(process_has_ended(name));
}

/* Replaces the part of that number. */
static void with_part(const char *name, int part, const char *value, char *out) {
    const char *at = name;
    for (int i = 0; i < part; i++) {
        at = strchr(at, '/') + 1;
    }
    (void)sprintf(out, "%.*s%s%s", (int)(at - name), name, value, at + strcspn(at, "/"));
}

static void others(void **state) {
    (void)state;
    char name[PROCESS_NAME_SIZE];
    char other[2 * PROCESS_NAME_SIZE];
    process_name(name);
    with_part(name, 3, "1", other);
    assert_true(process_has_ended(other)); /* its number was given again, to us */
    with_part(name, 0, "another", other);
    with_part(other, 3, "1", other + PROCESS_NAME_SIZE);
    assert_false(process_has_ended(other + PROCESS_NAME_SIZE));
    with_part(name, 1, "7", other);
    with_part(other, 3, "1", other + PROCESS_NAME_SIZE);
    assert_false(process_has_ended(other + PROCESS_NAME_SIZE));
    with_part(name, 3, "0", other);
    assert_false(process_has_ended(other));
    static const char *const odd[] = {"",
                                      "/",
                                      "local/0/0",
                                      "host/8080/1",
                                      "////",
                                      "a/b/c/d/e",
                                      "x/1/99999999999999999999/1/0"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_false(process_has_ended(odd[i]));
    }
    with_part(name, 2, "4294967295", other);
    assert_false(process_has_ended(other));
    with_part(name, 2, "0", other);
    assert_false(process_has_ended(other));
    with_part(name, 2, "-1", other);
    assert_false(process_has_ended(other));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own),
        cmocka_unit_test(child),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
