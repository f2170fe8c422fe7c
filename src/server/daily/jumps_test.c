/* Clocks that jump: over midnight, over days, and where summer time begins at midnight.
 */
#include "daily/daily_test_support.h"

#include "daily/zone.h"

static unsigned level_status(struct place *place, const char *level) {
    char target[100];
    (void)snprintf(target, sizeof target, "/api/v1/levels/%s", level);
    return status_of(place, (struct asked){.method = HTTP_GET, .target = target});
}

/* Four days ahead by mistake, and back: today is as it was, what was shown ahead is
 * sealed again, and when its day comes the day has that level and the number of its date.
 */
static void days_ahead_and_back(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    struct day today = ask(&place, "sokoban", "easy", "");
    atomic_fetch_add(&place.now, 4 * DAY_MS);
    struct day ahead = ask(&place, "sokoban", "easy", "");
    assert_string_equal(ahead.date, "2026-11-19");
    assert_int_equal(ahead.number, 2);
    atomic_fetch_add(&place.now, -4 * DAY_MS + HOUR_MS);
    struct day again = ask(&place, "sokoban", "easy", "");
    assert_string_equal(again.level, today.level);
    assert_int_equal(ask(&place, "sokoban", "easy", "&date=2026-11-19").status, 404);
    assert_int_equal(ask(&place, "sokoban", "easy", "&number=2").status, 404);
    assert_int_equal(level_status(&place, ahead.level), 404);
    check_store(&place);
    for (int i = 1; i <= 4; i++) {
        atomic_fetch_add(&place.now, DAY_MS);
        struct day day = ask(&place, "sokoban", "easy", "");
        assert_int_equal(day.number, i + 1);
        if (i == 4) {
            assert_string_equal(day.level, ahead.level);
        } else {
            assert_string_not_equal(day.level, ahead.level);
        }
    }
    assert_int_equal(level_status(&place, ahead.level), 200);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* A sealed level of the reserve becomes that of the date. */
static void plan_day(struct place *place, const char *date,
                     char level[LW_STORE_ID_SIZE]) {
    struct lw_error err;
    int64_t number;
    struct lw_store *store = app_whole_store(place->app);
    assert_int_equal(
        lw_store_daily_from_reserve(
            store, &(struct lw_store_day){.game = "flow", .band = "easy", .date = date},
            app_now_ms(place->app), level, &number, &err),
        LW_OK);
    app_give(place->app, store);
}

/* In Havana clocks go from midnight to one o'clock in spring, and from one o'clock back
 * to midnight in autumn: a level opens once, at the first moment of its date. */
static void summer_time_at_midnight(void **state) {
    static const struct {
        int year, month, day, hour; /* UTC: the first moment of the date */
        const char *date;
    } cases[] = {{2026, 3, 8, 5, "2026-03-08"}, {2026, 11, 1, 4, "2026-11-01"}};
    (void)state;
    if (access("/usr/share/zoneinfo/America/Havana", R_OK) != 0) {
        print_message("skipped: no time zone files (package tzdata)\n");
        return;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t opens = utc(cases[i].year, cases[i].month, cases[i].day, cases[i].hour);
        struct files files;
        struct place place = {.now = opens - HOUR_MS};
        char level[LW_STORE_ID_SIZE];
        make_files(&files);
        open_place(&place, files.db, "America/Havana", UINT32_MAX);
        plan_day(&place, cases[i].date, level);
        for (int64_t before = HOUR_MS; before > 0; before /= 60) {
            atomic_store(&place.now, opens - before);
            assert_int_equal(level_status(&place, level), 404);
        }
        /* For hours on, also while the clock shows midnight again. */
        for (int64_t after = 0; after < 3 * HOUR_MS; after += HOUR_MS / 2) {
            atomic_store(&place.now, opens + after);
            assert_int_equal(level_status(&place, level), 200);
            assert_string_equal(ask(&place, "flow", "easy", "").level, level);
        }
        close_place(&place);
        remove_files(&files);
    }
}

/* Plays of an hour are one session; a clock that was a year ahead for one play does not
 * make one session of all plays of that year. */
static void sessions_end_after_a_jump(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    char player[100], body[80];
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    make_player(&place, player);
    (void)snprintf(body, sizeof body, "{\"level\":\"%s\"}",
                   ask(&place, "flow", "easy", "").level);
    struct asked start = {
        .method = HTTP_POST, .target = "/api/v1/plays", .who = player, .body = body};
    struct asked me = {.method = HTTP_GET, .target = "/api/v1/players/me", .who = player};
    const int64_t steps[] = {
        0, 10 * 60 * SECOND_MS, 365 * DAY_MS, -365 * DAY_MS, 5 * HOUR_MS, 5 * HOUR_MS};
    const int wanted[] = {1, 1, 2, 2, 3, 4};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct exchange exchange;
        atomic_fetch_add(&place.now, steps[i]);
        assert_int_equal(status_of(&place, start), 201);
        assert_int_equal(send(&place, &me, &exchange), 200);
        int sessions = (int)lw_json_get(reply_tree(&exchange), "sessions")->number;
        exchange_free(&exchange);
        assert_int_equal(sessions, wanted[i]);
    }
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_ahead_and_back),
        cmocka_unit_test(summer_time_at_midnight),
        cmocka_unit_test(sessions_end_after_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
