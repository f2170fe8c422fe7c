/* Other programs: found, run for what they print, beside this one, refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lw/platform.h"

static lw_status capture(const char *script, size_t limit, struct lw_buffer *out,
                         struct lw_error *err) {
    char *const words[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c",
                           (char *)(uintptr_t)script, NULL};
    lw_buffer_clear(out);
    return lw_platform_capture("sh", words, limit, out, err);
}

static void what_it_prints_is_taken_whole(void **state) {
    (void)state;
    struct lw_buffer out;
    struct lw_error err;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(capture("echo one; echo two", 100, &out, &err), LW_OK);
    assert_string_equal(lw_buffer_text(&out), "one\ntwo\n");
    /* More than a pipe holds at once. */
    assert_int_equal(capture("head -c 300000 /dev/zero | tr '\\0' x", 300000, &out, &err),
                     LW_OK);
    assert_int_equal(out.len, 300000);
    lw_buffer_free(&out);
}

static void failures_are_statuses(void **state) {
    (void)state;
    struct lw_buffer out;
    struct lw_error err;
    char *const words[] = {(char *)(uintptr_t) "x", NULL};
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_platform_capture("levelwright-none", words, 10, &out, &err),
                     LW_NOT_FOUND);
    assert_non_null(strstr(err.text, "levelwright-none"));
    assert_int_equal(lw_platform_become("levelwright-none", words, &err), LW_NOT_FOUND);
    assert_int_equal(capture("echo half; exit 3", 100, &out, &err), LW_IO);
    assert_int_equal(capture("kill -TERM $$", 100, &out, &err), LW_IO);
    /* It has more to say than anybody wants to hear, and ends all the same. */
    assert_int_equal(capture("yes", 1000, &out, &err), LW_IO);
    assert_true(out.len <= 1000);
    lw_buffer_free(&out);
}

static lw_status run_beside(const char *script, struct lw_platform_child child,
                            struct lw_buffer *out, struct lw_error *err) {
    char *const words[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c",
                           (char *)(uintptr_t)script, NULL};
    child.program = "sh";
    child.argv = words;
    child.variable = "LW_TEST_WORD=one two";
    child.most_bytes = 1000;
    lw_buffer_clear(out);
    return lw_platform_run(&child, out, err);
}

static void a_child_is_heard_to_its_end(void **state) {
    (void)state;
    const struct lw_platform_child any = {.seconds = 600};
    struct lw_buffer out;
    struct lw_error err;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(run_beside("echo \"$LW_TEST_WORD\"; exit 3", any, &out, &err),
                     LW_OK);
    assert_string_equal(lw_buffer_text(&out), "one two\n");
    assert_int_equal(run_beside("kill -KILL $$", any, &out, &err), LW_LIMIT);
    assert_non_null(strstr(err.text, "signal 9"));
    assert_int_equal(run_beside("yes", any, &out, &err), LW_LIMIT);
    assert_true(out.len <= 1000);
    lw_buffer_free(&out);
}

/* With what it has started, which holds the pipe open as well. */
static void a_child_that_is_not_wanted_ends(void **state) {
    (void)state;
    static const char script[] = "sleep 600 & wait";
    const atomic_bool cancel = true;
    struct lw_buffer out;
    struct lw_error err;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(
        run_beside(script, (struct lw_platform_child){.cancel = &cancel}, &out, &err),
        LW_CANCELLED);
    assert_int_equal(
        run_beside(script, (struct lw_platform_child){.seconds = 0.2}, &out, &err),
        LW_LIMIT);
    lw_buffer_free(&out);
}

static void programs_are_looked_for_beside_this_one(void **state) {
    (void)state;
    struct lw_buffer path;
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(len > 0);
    self[len] = '\0';
    lw_buffer_init(&path, lw_alloc_libc());
    lw_platform_find_program("platform_process_test", &path);
    assert_string_equal(lw_buffer_text(&path), self);
    lw_platform_find_program("levelwright-none", &path);
    assert_string_equal(lw_buffer_text(&path), "levelwright-none");
    lw_buffer_free(&path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_prints_is_taken_whole),
        cmocka_unit_test(failures_are_statuses),
        cmocka_unit_test(a_child_is_heard_to_its_end),
        cmocka_unit_test(a_child_that_is_not_wanted_ends),
        cmocka_unit_test(programs_are_looked_for_beside_this_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
