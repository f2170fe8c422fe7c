/* Recorded references of the language: sessions to the last cell and sound, compile
 * messages by number and line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/puzzlescript.h"

static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t cap = 1 << 22;
    char *text = malloc(cap);
    assert_non_null(text);
    *len = fread(text, 1, cap, file);
    assert_true(*len < cap);
    (void)fclose(file);
    return text;
}

static void hear(void *ctx, const char *name, bool passed, const char *why) {
    (void)ctx;
    if (!passed) {
        print_message("%s: %s\n", name, why);
    }
}

static void check_file(const char *path, size_t at_least, size_t total) {
    size_t len = 0;
    char *text = read_file(path, &len);
    if (text == NULL) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    struct lw_ps_conformance result = {.report = hear};
    struct lw_error err;
    assert_int_equal(lw_ps_conform(lw_alloc_libc(), text, len, &result, &err), LW_OK);
    free(text);
    assert_int_equal(result.passed + result.failed, total);
    assert_true(result.passed >= at_least);
}

static void shared_sessions(void **state) {
    (void)state;
    check_file(LW_SHARED "/puzzlescript/sim_tests_dev.jsonl", 282, 282);
}

static void shared_messages(void **state) {
    (void)state;
    check_file(LW_SHARED "/puzzlescript/error_tests_dev.jsonl", 175, 180);
}

/* The turns that again asks for once a level is loaded are heard, the loading is not. */
static void sounds_after_loading(void **state) {
    (void)state;
    static const char session[] =
        "{\"name\":\"fall\",\"source\":\"run_rules_on_level_start\\n"
        "OBJECTS\\nbackground .\\nblack\\n\\nplayer p\\nwhite\\n\\n"
        "crate *\\norange\\n\\nLEGEND\\nSOUNDS\\ncrate move 111\\n"
        "COLLISIONLAYERS\\nbackground\\nplayer, crate\\nRULES\\n"
        "down [ stationary crate | no crate ] -> [ down crate | ] again\\n"
        "WINCONDITIONS\\nLEVELS\\n\\np*\\n..\\n..\\n..\\n\","
        "\"inputs\":[],\"target_level_index\":0,\"random_seed\":null,"
        "\"expected_final_level_string\":\"background player:0,background:1,\\n1,1,\\n"
        "1,1,\\n1,background crate:2,\\n\",\"expected_sounds\":[\"111\",\"111\"]}\n";
    struct lw_ps_conformance result = {.report = hear};
    assert_int_equal(
        lw_ps_conform(lw_alloc_libc(), session, sizeof session - 1, &result, NULL),
        LW_OK);
    assert_int_equal(result.passed, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sounds_after_loading),
        cmocka_unit_test(shared_sessions),
        cmocka_unit_test(shared_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
