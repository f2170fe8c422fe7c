/* Time zones: against the C library's own reading of the same files, and days that are
 * known by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <time.h>

#include "daily/clock.h"
#include "daily/zone.h"
#include "daily/zone_internal.h"
#include "lw/base/rng.h"

#define DAY_MS INT64_C(86400000)
#define HOUR_MS INT64_C(3600000)

static const char *const names[] = {
    "Europe/Paris",        "Europe/London",      "Europe/Dublin",
    "America/New_York",    "America/St_Johns",   "America/Sao_Paulo",
    "America/Santiago",    "America/Havana",     "America/Asuncion",
    "America/Nuuk",        "Africa/Cairo",       "Africa/Casablanca",
    "Asia/Kolkata",        "Asia/Tehran",        "Asia/Beirut",
    "Asia/Kathmandu",      "Asia/Gaza",          "Asia/Manila",
    "Australia/Lord_Howe", "Australia/Adelaide", "Pacific/Apia",
    "Pacific/Kiritimati",  "Pacific/Pago_Pago",  "Pacific/Auckland",
    "Pacific/Chatham",     "Pacific/Kwajalein",  "Antarctica/Troll",
    "Atlantic/Azores",     "Pacific/Easter",     "America/Scoresbysund",
    "Etc/GMT+12",          "Pacific/Fakaofo"};

static struct zone *open_zone(const char *name) {
    struct lw_error err;
    struct zone *zone = NULL;
    if (zone_open(name, lw_alloc_libc(), &zone, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    return zone;
}

static bool have_files(void) {
    FILE *file = fopen("/usr/share/zoneinfo/Europe/Paris", "rb");
    if (file == NULL) {
        print_message("skipped: no time zone files (package tzdata)\n");
        return false;
    }
    (void)fclose(file);
    return true;
}

static int64_t libc_offset(int64_t second) {
    time_t time = (time_t)second;
    struct tm tm;
    assert_non_null(localtime_r(&time, &tm));
    int64_t day = days_of(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
    return day * 86400 + tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec - second;
}

static void offsets_are_those_of_the_c_library(void **state) {
    (void)state;
    if (!have_files()) {
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct zone *zone = open_zone(names[i]);
        struct lw_rng rng = lw_rng_make(7, i);
        assert_int_equal(setenv("TZ", names[i], 1), 0);
        tzset();
        /* From 1935 to 2110: the table, and the rule behind it. */
        for (int k = 0; k < 4000; k++) {
            int64_t second = (int64_t)(lw_rng_below(&rng, 64000) * 86400ull +
                                       lw_rng_below(&rng, 86400)) -
                             INT64_C(1100000000);
            if (zone_offset(zone, second) != libc_offset(second)) {
                fail_msg("%s at %lld: %d, not %lld", names[i], (long long)second,
                         zone_offset(zone, second), (long long)libc_offset(second));
            }
        }
        zone_close(zone);
    }
    assert_int_equal(unsetenv("TZ"), 0);
}

/* Every day begins once, and days follow each other. */
static void days_never_go_back(void **state) {
    (void)state;
    if (!have_files()) {
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct zone *zone = open_zone(names[i]);
        int64_t last = INT64_MIN;
        for (int64_t day = days_of(1985, 1, 1); day < days_of(2045, 1, 1); day += 1) {
            int64_t start = zone_day_start(zone, day);
            assert_true(zone_day(zone, start) >= day);
            assert_true(zone_day(zone, start - 1) < day);
            if (last != INT64_MIN) {
                assert_true(start >= last && start - last <= 26 * HOUR_MS);
            }
            last = start;
        }
        zone_close(zone);
    }
}

static int64_t utc(int year, int month, int day, int hour, int minute) {
    return days_of(year, month, day) * DAY_MS + hour * HOUR_MS + minute * INT64_C(60000);
}

static void check_day(const char *name, int year, int month, int day, int64_t start,
                      int64_t hours) {
    struct zone *zone = open_zone(name);
    int64_t number = days_of(year, month, day);
    assert_int_equal(zone_day_start(zone, number), start);
    assert_int_equal(zone_day_start(zone, number + 1) - start, hours * HOUR_MS);
    zone_close(zone);
}

static void known_days(void **state) {
    (void)state;
    check_day("UTC", 2026, 11, 16, utc(2026, 11, 16, 0, 0), 24);
    check_day("+05:30", 2026, 11, 16, utc(2026, 11, 15, 18, 30), 24);
    check_day("-11:00", 2026, 11, 16, utc(2026, 11, 16, 11, 0), 24);
    if (!have_files()) {
        return;
    }
    check_day("Europe/Paris", 2026, 3, 29, utc(2026, 3, 28, 23, 0), 23);
    check_day("Europe/Paris", 2026, 10, 25, utc(2026, 10, 24, 22, 0), 25);
    check_day("America/New_York", 2026, 11, 1, utc(2026, 11, 1, 4, 0), 25);
    check_day("Pacific/Kiritimati", 2026, 1, 1, utc(2025, 12, 31, 10, 0), 24);
    /* Summer time that begins at midnight: the day begins at one. */
    check_day("America/Sao_Paulo", 2018, 11, 4, utc(2018, 11, 4, 3, 0), 23);
    /* Set back at midnight: 23 o'clock comes twice on the day before. */
    check_day("America/Santiago", 2026, 4, 4, utc(2026, 4, 4, 3, 0), 25);
    /* Set back at one minute past midnight: the new day has begun and stays. */
    check_day("America/St_Johns", 2010, 11, 7, utc(2010, 11, 7, 2, 30), 25);
    /* Samoa left out 30 December 2011. */
    struct zone *zone = open_zone("Pacific/Apia");
    int64_t gone = days_of(2011, 12, 30);
    assert_int_equal(zone_day_start(zone, gone), utc(2011, 12, 30, 10, 0));
    assert_int_equal(zone_day_start(zone, gone + 1), utc(2011, 12, 30, 10, 0));
    assert_int_equal(zone_day(zone, utc(2011, 12, 30, 10, 0)), gone + 1);
    assert_int_equal(zone_day(zone, utc(2011, 12, 30, 10, 0) - 1), gone - 1);
    zone_close(zone);
}

static void refuses_what_is_none(void **state) {
    static const char *const bad[] = {"",         "Mars/Olympus", "../../../etc/passwd",
                                      "Europe",   "/etc/passwd",  "+5:30",
                                      "+16:00",   "+05:60",       "UTC ",
                                      "tzdata.zi"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct lw_error err = {.text = ""};
        struct zone *zone = NULL;
        assert_int_not_equal(zone_open(bad[i], lw_alloc_libc(), &zone, &err), LW_OK);
        assert_null(zone);
        assert_true(err.text[0] != '\0');
    }
    static const char *const rules[] = {"",
                                        "CET",
                                        "CET-1CEST",
                                        "C-1",
                                        "CET-1CEST,M3.5.0",
                                        "CET-1CEST,M13.5.0,M10.5.0",
                                        "CET-1CEST,M3.6.0,M10.5.0",
                                        "CET-1CEST,J0,J5",
                                        "CET-1x",
                                        "<+03-3",
                                        "CET-1CEST,M3.5.0,M10.5.0x"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct zone_rule rule;
        if (zone_rule_read(rules[i], &rule)) {
            fail_msg("'%s' was taken", rules[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_those_of_the_c_library),
        cmocka_unit_test(days_never_go_back),
        cmocka_unit_test(known_days),
        cmocka_unit_test(refuses_what_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
