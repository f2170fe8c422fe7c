/* What is told of a job: every reader that comes back gets what it has missed, in order,
 * once, whatever the mix of levels and progress. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "jobs/job_log.h"
#include "lw/base/rng.h"

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        n++;
    }
    return n;
}

static void nothing_is_missed(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0);
        struct job_log *log = job_log_create(lw_alloc_libc(), 0xabc);
        struct lw_buffer out;
        uint64_t position = 0;
        unsigned told = 0;
        unsigned read = 0;
        assert_non_null(log);
        lw_buffer_init(&out, lw_alloc_libc());
        for (int i = 0; i < 300; i++) {
            char json[40];
            switch (lw_rng_below(&rng, 3)) {
            case 0:
                (void)snprintf(json, sizeof json, "{\"level\":%u}", told++);
                job_log_add(log, JOB_LOG_KEPT, "level", json);
                break;
            case 1:
                job_log_add(log, JOB_LOG_LATEST, "progress", "{}");
                break;
            default:
                position = job_log_read(log, position, lw_rng_below(&rng, 200), &out);
                /* The levels that come now are the next ones. */
                for (; strstr(lw_buffer_text(&out), "level\":") != NULL; read++) {
                    char wanted[40];
                    (void)snprintf(wanted, sizeof wanted, "{\"level\":%u}\n", read);
                    if (strstr(lw_buffer_text(&out), wanted) == NULL) {
                        break;
                    }
                }
                assert_true(count(lw_buffer_text(&out), "progress") <= 1);
                lw_buffer_clear(&out);
            }
        }
        job_log_add(log, JOB_LOG_END, "done", "{}");
        job_log_add(log, JOB_LOG_KEPT, "level", "{\"late\":1}");
        assert_true(job_log_has_ended(log));
        position = job_log_read(log, position, SIZE_MAX, &out);
        assert_int_equal(position, job_log_last(log));
        assert_int_equal(read + count(lw_buffer_text(&out), "{\"level\":"), told);
        assert_int_equal(count(lw_buffer_text(&out), "event: done"), 1);
        assert_null(strstr(lw_buffer_text(&out), "late"));
        lw_buffer_free(&out);
        job_log_destroy(log);
    }
}

static void old_levels_give_way(void **state) {
    static char json[100001];
    struct job_log *log = job_log_create(lw_alloc_libc(), 1);
    struct lw_buffer out;
    (void)state;
    memset(json, 'x', sizeof json - 1);
    lw_buffer_init(&out, lw_alloc_libc());
    for (int i = 0; i < 30; i++) {
        job_log_add(log, JOB_LOG_KEPT, "level", json);
    }
    assert_int_equal(job_log_read(log, 0, SIZE_MAX, &out), 30);
    assert_int_equal(count(lw_buffer_text(&out), "event: level"), 10);
    assert_non_null(strstr(lw_buffer_text(&out), "id: 00000001-30\n"));
    lw_buffer_free(&out);
    job_log_destroy(log);
}

/* However much a job has found, an end is told, and short. */
static void ends_are_short(void **state) {
    static char json[3 << 20];
    struct job_log *log = job_log_create(lw_alloc_libc(), 1);
    struct lw_buffer out;
    (void)state;
    memset(json, 'x', sizeof json - 1);
    lw_buffer_init(&out, lw_alloc_libc());
    job_log_add(log, JOB_LOG_LATEST, "progress", json);
    job_log_add(log, JOB_LOG_KEPT, "level", json);
    job_log_add(log, JOB_LOG_END, "done", json);
    assert_true(job_log_has_ended(log));
    (void)job_log_read(log, 0, SIZE_MAX, &out);
    assert_int_equal(count(lw_buffer_text(&out), "event: "), 1);
    assert_true(out.len < 100);
    lw_buffer_free(&out);
    job_log_destroy(log);
}

static void ids_are_its_own(void **state) {
    struct job_log *log = job_log_create(lw_alloc_libc(), 0xfeed);
    (void)state;
    job_log_add(log, JOB_LOG_KEPT, "level", "{}");
    job_log_add(log, JOB_LOG_KEPT, "level", "{}");
    assert_int_equal(job_log_position(log, "0000feed-1"), 1);
    assert_int_equal(job_log_position(log, "0000feed-2"), 2);
    static const char *const others[] = {
        "0000feed-3",  "0000beef-1", "",    "-",
        "0000feed-1x", "0000feed",   "x-1", "0000feed-99999999999999999999999999"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(job_log_position(log, others[i]), 0);
    }
    assert_int_equal(job_log_position(log, NULL), 0);
    job_log_destroy(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missed),
        cmocka_unit_test(old_levels_give_way),
        cmocka_unit_test(ends_are_short),
        cmocka_unit_test(ids_are_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
