/* The level of the day under a clock that the test moves: midnights, the reserve, the
 * archive, restarts, and two servers on one database. */
#include "daily/daily_test_support.h"

#include <pthread.h>

#include "daily/zone.h"

/* A day ends with its last millisecond; the reserve serves it when nothing was made; no
 * level comes twice; the archive has every day by date and by number, and no more. */
static void reserve_serves_midnight(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 16, 0) - 1};
    struct day days[5];
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    for (int i = 0; i < 5; i++) {
        days[i] = ask(&place, "sokoban", "easy", "");
        assert_int_equal(days[i].status, 200);
        assert_int_equal(days[i].number, i + 1);
        assert_true(days[i].reserve);
        assert_string_equal(days[i].zone, "UTC");
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(days[i].level, days[k].level);
        }
        /* The same all day: asked a millisecond before the next midnight too. */
        atomic_store(&place.now, utc(2026, 11, 16 + i, 0) - 1);
        assert_string_equal(ask(&place, "sokoban", "easy", "").level, days[i].level);
        atomic_store(&place.now, utc(2026, 11, 16 + i, 0));
    }
    assert_string_equal(days[0].date, "2026-11-15");
    assert_string_equal(days[0].next, "2026-11-16T00:00:00Z");
    assert_string_equal(days[4].date, "2026-11-19");
    for (int i = 0; i < 5; i++) {
        char more[40];
        (void)snprintf(more, sizeof more, "&date=%s", days[i].date);
        assert_string_equal(ask(&place, "sokoban", "easy", more).level, days[i].level);
        (void)snprintf(more, sizeof more, "&number=%d", i + 1);
        assert_string_equal(ask(&place, "sokoban", "easy", more).level, days[i].level);
    }
    assert_int_equal(ask(&place, "sokoban", "easy", "&number=9").status, 404);
    assert_int_equal(ask(&place, "sokoban", "easy", "&date=2026-11-21").status, 404);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* Summer time, the date line, and a date that a zone has left out. */
static void follows_the_zone(void **state) {
    const struct {
        const char *zone;
        int64_t midnight;
        const char *date, *next_date, *next;
    } cases[] = {
        {"America/New_York", utc(2026, 11, 2, 5), "2026-11-01", "2026-11-02",
         "2026-11-02T05:00:00Z"},
        {"Europe/Paris", utc(2026, 3, 29, 22), "2026-03-29", "2026-03-30",
         "2026-03-29T22:00:00Z"},
        {"Pacific/Kiritimati", utc(2025, 12, 31, 10), "2025-12-31", "2026-01-01",
         "2025-12-31T10:00:00Z"},
        {"-11:00", utc(2026, 1, 1, 11), "2025-12-31", "2026-01-01",
         "2026-01-01T11:00:00Z"},
        {"Pacific/Apia", utc(2011, 12, 30, 10), "2011-12-29", "2011-12-31",
         "2011-12-30T10:00:00Z"},
    };
    (void)state;
    if (access("/usr/share/zoneinfo/Pacific/Apia", R_OK) != 0) {
        print_message("skipped: no time zone files (package tzdata)\n");
        return;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct files files;
        struct place place = {.now = cases[i].midnight - 1};
        make_files(&files);
        open_place(&place, files.db, cases[i].zone, UINT32_MAX);
        struct day today = ask(&place, "flow", "hard", "");
        assert_string_equal(today.date, cases[i].date);
        assert_string_equal(today.next, cases[i].next);
        assert_string_equal(today.zone, cases[i].zone);
        atomic_store(&place.now, cases[i].midnight);
        struct day tomorrow = ask(&place, "flow", "hard", "");
        assert_string_equal(tomorrow.date, cases[i].next_date);
        assert_int_equal(tomorrow.number, today.number + 1);
        assert_string_not_equal(tomorrow.level, today.level);
        close_place(&place);
        remove_files(&files);
    }
}

static lw_status try_place(struct place *place, const char *db, const char *timezone,
                           bool change, struct lw_error *err) {
    place->config = (struct lw_server_config){.db = db,
                                              .n_workers = UINT32_MAX,
                                              .timezone = timezone,
                                              .change_timezone = change,
                                              .no_packs = true,
                                              .now_ms = read_clock,
                                              .now_ctx = place};
    return app_open(&place->config, 2, &place->app, err);
}

/* Servers on one database have one time zone: the first one's, unless it is changed on
 * purpose. A server that was left running with the old one makes no more days. */
static void servers_agree_on_the_zone(void **state) {
    struct files files;
    struct lw_error err = {.status = LW_OK};
    struct place first = {.now = utc(2026, 11, 15, 12)};
    struct place other = {.now = utc(2026, 11, 15, 12)};
    (void)state;
    make_files(&files);
    assert_int_equal(try_place(&first, files.db, "+05:30", false, &err), LW_OK);
    assert_int_equal(try_place(&other, files.db, "UTC", false, &err), LW_USAGE);
    assert_non_null(strstr(err.text, "+05:30"));
    assert_non_null(strstr(err.text, "--change-timezone"));
    assert_int_equal(try_place(&other, files.db, NULL, false, &err), LW_OK);
    assert_string_equal(zone_name(other.app->zone), "+05:30");
    app_close(other.app);
    assert_int_equal(try_place(&other, files.db, "-03:00", true, &err), LW_OK);
    assert_string_equal(zone_name(other.app->zone), "-03:00");
    daily_tick(first.app->daily);
    assert_int_equal(count_open_jobs(&first), 0);
    daily_tick(other.app->daily);
    assert_true(count_open_jobs(&other) > 0);
    app_close(first.app);
    assert_int_equal(try_place(&first, files.db, "+05:30", false, &err), LW_USAGE);
    assert_int_equal(try_place(&first, files.db, "-03:00", false, &err), LW_OK);
    app_close(first.app);
    app_close(other.app);
    remove_files(&files);
}

/* Without time and memory nothing can be made. */
static void failures_fall_back_to_the_reserve(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    place.app->config.job_seconds = 1e-9;
    place.app->config.job_nodes = 1;
    place.app->config.job_memory_bytes = 1;
    place.app->config.n_workers = 2;
    struct lw_error err;
    assert_int_equal(jobs_create(place.app, &place.app->jobs, &err), LW_OK);
    int before = ask(&place, "flow", "easy", "").number;
    daily_tick(place.app->daily);
    wait_for_jobs(&place);
    atomic_store(&place.now, utc(2026, 11, 16, 0));
    struct recipe it;
    for (size_t i = 0; recipe_at(i, &it); i++) {
        struct day day = ask(&place, it.kind->name, it.preset->band, "");
        assert_int_equal(day.status, 200);
        assert_int_equal(day.number, before + 1);
        if (!day.reserve) {
            fail_msg("%s %s was made", it.kind->name, it.preset->band);
        }
    }
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* A clock that was a day ahead: what was answered then is not the level of today. */
static void clock_is_set_back(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    struct day today = ask(&place, "sokoban", "easy", "");
    assert_string_equal(today.date, "2026-11-15");
    atomic_store(&place.now, utc(2026, 11, 16, 12));
    assert_string_equal(ask(&place, "sokoban", "easy", "").date, "2026-11-16");
    atomic_store(&place.now, utc(2026, 11, 15, 13));
    struct day again = ask(&place, "sokoban", "easy", "");
    assert_string_equal(again.date, "2026-11-15");
    assert_string_equal(again.level, today.level);
    assert_int_equal(again.number, today.number);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* An hour before midnight, and after a stop over midnight, or over three days. */
static void restarts_around_midnight(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 23)};
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, 2);
    daily_tick(place.app->daily);
    struct day first = ask(&place, "sokoban", "easy", "");
    wait_for_a_running_job(&place);
    close_place(&place); /* jobs are half done */
    atomic_store(&place.now, utc(2026, 11, 16, 0) + 5);
    open_place(&place, files.db, NULL, 2);
    daily_tick(place.app->daily);
    struct day second = ask(&place, "sokoban", "easy", "");
    assert_string_equal(second.date, "2026-11-16");
    assert_int_equal(second.number, 2);
    assert_string_not_equal(first.level, second.level);
    close_place(&place);
    atomic_store(&place.now, utc(2026, 11, 20, 1));
    place.job_seconds = 0.01; /* for the sake of the test's time */
    open_place(&place, files.db, NULL, 3);
    daily_tick(place.app->daily);
    wait_for_jobs(&place);
    struct day third = ask(&place, "sokoban", "easy", "");
    assert_string_equal(third.date, "2026-11-20");
    /* Of a day that has passed without the server nothing is made afterwards: today is
     * the number after the last day that there was. */
    struct day seventeenth = ask(&place, "sokoban", "easy", "&date=2026-11-17");
    assert_int_equal(third.number, seventeenth.status == 200 ? 4 : 3);
    assert_int_equal(ask(&place, "sokoban", "easy", "&date=2026-11-18").status, 404);
    assert_string_equal(ask(&place, "sokoban", "easy", "&date=2026-11-16").level,
                        second.level);
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* Many days ahead: each gets a level of its own, never one that another day has. */
static void makes_days_ahead(void **state) {
    const int n_days = (int)test_size(4, 2), n = 6 * n_days;
    static const char *const games[] = {"flow", "lazors", "move"};
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    struct lw_error err;
    (void)state;
    make_files(&files);
    open_place(&place, files.db, NULL, UINT32_MAX);
    struct lw_store *store = app_store(place.app);
    for (int i = 0; i < n; i++) {
        char date[11];
        char request[150];
        char id[LW_STORE_ID_SIZE];
        date_of_day(days_of(2026, 11, 16) + i % n_days, date);
        (void)snprintf(request, sizeof request,
                       "{\"game\":\"%s\",\"difficulty\":\"%s\",\"date\":\"%s\"}",
                       games[i / n_days / 2], i / n_days % 2 == 0 ? "easy" : "medium",
                       date);
        struct lw_store_job_request job = {.kind = "daily", .request = request};
        assert_int_equal(lw_store_job_enqueue(store, &job, 1, id, &err), LW_OK);
    }
    app_give(place.app, store);
    place.app->config.n_workers = 2;
    assert_int_equal(jobs_create(place.app, &place.app->jobs, &err), LW_OK);
    wait_for_jobs(&place);
    atomic_store(&place.now, utc(2026, 11, 25, 12));
    char levels[60][LW_STORE_ID_SIZE];
    for (int i = 0; i < n; i++) {
        char more[40];
        (void)snprintf(more, sizeof more, "&number=%d", i % n_days + 1);
        struct day day = ask(&place, games[i / n_days / 2],
                             i / n_days % 2 == 0 ? "easy" : "medium", more);
        assert_int_equal(day.status, 200);
        assert_false(day.reserve);
        memcpy(levels[i], day.level, LW_STORE_ID_SIZE);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(levels[k], levels[i]);
        }
    }
    check_store(&place);
    close_place(&place);
    remove_files(&files);
}

/* Asked twice, by two servers or before and after a restart, the same work is one job. */
static void asks_once(void **state) {
    struct files files;
    struct place one = {.now = utc(2026, 11, 15, 12)};
    struct place two = {.now = utc(2026, 11, 15, 12)};
    size_t n = recipe_count();
    (void)state;
    make_files(&files);
    open_place(&one, files.db, NULL, UINT32_MAX);
    open_place(&two, files.db, NULL, UINT32_MAX);
    daily_tick(one.app->daily);
    daily_tick(two.app->daily);
    assert_int_equal(count_open_jobs(&one), n);
    close_place(&one);
    open_place(&one, files.db, NULL, UINT32_MAX);
    daily_tick(one.app->daily);
    assert_int_equal(count_open_jobs(&one), n);
    close_place(&one);
    close_place(&two);
    remove_files(&files);
}

/* One batch a day, however often it is looked after, also after a restart. */
static void asks_for_a_batch_a_day(void **state) {
    struct files files;
    struct place place = {.now = utc(2026, 11, 15, 12)};
    (void)state;
    make_files(&files);
    for (int i = 0; i < 3; i++) {
        open_place(&place, files.db, NULL, UINT32_MAX);
        batch_tick(place.app);
        assert_int_equal(count_open_jobs(&place), (size_t)i); /* not asked for */
        place.app->config.batch_seconds = 23 * 3600;
        batch_tick(place.app);
        batch_tick(place.app);
        assert_int_equal(count_open_jobs(&place), (size_t)i + 1);
        close_place(&place);
        atomic_fetch_add(&place.now, DAY_MS);
    }
    remove_files(&files);
}

static void *tick_often(void *arg) {
    struct place *place = arg;
    for (int day = 0; day < 6; day++) {
        for (int i = 0; i < 3; i++) {
            daily_tick(place->app->daily);
            atomic_fetch_add(&place->now, i == 2 ? DAY_MS - 2 * HOUR_MS : HOUR_MS);
        }
    }
    return NULL;
}

/* Two servers pass six midnights side by side, each with its own workers. */
static void two_servers(const char *db) {
    struct place places[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        places[i] = (struct place){.now = utc(2026, 11, 15, 22), .job_seconds = 2};
        open_place(&places[i], db, NULL, 2);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, tick_often, &places[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    struct recipe it;
    for (size_t i = 0; recipe_at(i, &it); i++) {
        for (int number = 1; number <= 6; number++) {
            char more[40];
            (void)snprintf(more, sizeof more, "&number=%d", number);
            struct day one = ask(&places[0], it.kind->name, it.preset->band, more);
            struct day two = ask(&places[1], it.kind->name, it.preset->band, more);
            assert_int_equal(one.status, 200);
            assert_string_equal(one.level, two.level);
            assert_string_equal(one.date, two.date);
        }
    }
    for (int i = 0; i < 2; i++) {
        jobs_destroy(places[i].app->jobs);
        places[i].app->jobs = NULL;
    }
    check_store(&places[0]);
    close_place(&places[0]);
    close_place(&places[1]);
}

static void two_servers_on_sqlite(void **state) {
    struct files files;
    (void)state;
    make_files(&files);
    two_servers(files.db);
    remove_files(&files);
}

static void two_servers_on_postgres(void **state) {
    (void)state;
    on_own_postgres(two_servers);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reserve_serves_midnight),
        cmocka_unit_test(follows_the_zone),
        cmocka_unit_test(servers_agree_on_the_zone),
        cmocka_unit_test(failures_fall_back_to_the_reserve),
        cmocka_unit_test(clock_is_set_back),
        cmocka_unit_test(restarts_around_midnight),
        cmocka_unit_test(makes_days_ahead),
        cmocka_unit_test(asks_once),
        cmocka_unit_test(asks_for_a_batch_a_day),
        cmocka_unit_test(two_servers_on_sqlite),
        cmocka_unit_test(two_servers_on_postgres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
