/* Every function of the store, against SQLite and against PostgreSQL. */
#include <pthread.h>

#include "store_test_support.h"

/* Text that would do harm if it were ever read as SQL, and text that is hard to keep. */
static const char *const nasty[] = {
    "'; DROP TABLE levels; --",
    "\" OR 1=1 --",
    "$1 ?1 :name @TEXT@ %s %n",
    "\\'; SELECT pg_sleep(9); --",
    "line\nbreak\ttab\r\n",
    "<script>alert(1)</script>",
    "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
    "",
    "NULL",
    "\x01\x1f\x7f",
};
#define N_NASTY (sizeof nasty / sizeof *nasty)

static void test_levels(void **state) {
    struct test_env *env = *state;
    struct lw_store_level level = test_level(7);
    level.percentile = 41.25;
    level.rating = 4.5;
    level.calibrated = true;
    level.score = -1e-300;
    enum lw_store_put put;
    OK(env, lw_store_level_put(env->store, &level, &put, &env->err));
    assert_int_equal(put, LW_STORE_INSERTED);
    struct lw_store_level again = level;
    again.title = "another title";
    OK(env, lw_store_level_put(env->store, &again, &put, &env->err));
    assert_int_equal(put, LW_STORE_DUPLICATE);
    struct lw_store_level got;
    OK(env, lw_store_level_get(env->store, level.id, &env->arena, &got, &env->err));
    assert_string_equal(got.id, level.id);
    assert_string_equal(got.text, level.text);
    assert_string_equal(got.title, "one");
    assert_string_equal(got.rules, "");
    assert_null(got.source);
    assert_int_equal(got.width, 5);
    assert_int_equal(got.created_ms, 1007);
    assert_true(got.percentile == 41.25 && got.rating == 4.5 && got.calibrated);
    assert_true(got.score == -1e-300);
    assert_false(got.hidden);
    IS(LW_NOT_FOUND,
       lw_store_level_get(env->store, "0123", &env->arena, &got, &env->err));
    (void)strcpy(level.id, "XYZ");
    IS(LW_BAD_INPUT, lw_store_level_put(env->store, &level, &put, &env->err));
    level = test_level(8);
    level.source = "00000000000000000000000000000bad";
    IS(LW_NOT_FOUND, lw_store_level_put(env->store, &level, &put, &env->err));
    char source[LW_STORE_ID_SIZE];
    OK(env, lw_store_source_put(env->store, "puzzlescript", "title x\n", 5, source,
                                &env->err));
    level.source = source;
    OK(env, lw_store_level_put(env->store, &level, &put, &env->err));
    const char *text;
    OK(env, lw_store_source_get(env->store, source, &env->arena, &text, &env->err));
    assert_string_equal(text, "title x\n");
}

static void test_nasty_text(void **state) {
    struct test_env *env = *state;
    for (unsigned i = 0; i < N_NASTY; i++) {
        struct lw_store_level level = test_level(i);
        level.text = level.title = level.author = level.method = level.options =
            level.rules = level.game = nasty[i];
        enum lw_store_put put;
        OK(env, lw_store_level_put(env->store, &level, &put, &env->err));
        struct lw_store_level got;
        OK(env, lw_store_level_get(env->store, level.id, &env->arena, &got, &env->err));
        assert_string_equal(got.text, nasty[i]);
        assert_string_equal(got.title, nasty[i]);
        assert_string_equal(got.options, nasty[i]);
        struct lw_store_filter filter = {.game = nasty[i], .method = nasty[i]};
        struct lw_store_level_list list;
        OK(env, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
        assert_int_equal(list.n, 1);
        IS(LW_NOT_FOUND,
           lw_store_level_get(env->store, nasty[i], &env->arena, &got, &env->err));
        const char *kept;
        OK(env, lw_store_setting_put(env->store, nasty[i], nasty[i], 1, &env->err));
        OK(env, lw_store_setting_keep(env->store,
                                      &(struct lw_store_setting){nasty[i], "other", 2},
                                      &env->arena, &kept, &env->err));
        assert_string_equal(kept, nasty[i]);
        const char *value;
        OK(env,
           lw_store_setting_get(env->store, nasty[i], &env->arena, &value, &env->err));
        assert_string_equal(value, nasty[i]);
        struct lw_store_pack pack = {
            .title = "plain", .author = nasty[i], .notes = nasty[i], .owner = nasty[i]};
        OK(env, lw_store_pack_put(env->store, &pack, NULL, 0, &env->err));
        struct lw_store_pack read;
        OK(env, lw_store_pack_get(env->store, pack.id, &env->arena, &read, &env->err));
        assert_string_equal(read.notes, nasty[i]); /* titles are cleaned */
        assert_string_equal(read.owner, nasty[i]);
        struct lw_store_job_request request = {
            .kind = nasty[i], .request = nasty[i], .owner = nasty[i]};
        char job[LW_STORE_ID_SIZE];
        OK(env, lw_store_job_enqueue(env->store, &request, 1, job, &env->err));
        struct lw_store_job leased;
        bool found;
        struct lw_store_lease_request take = {
            .worker = nasty[i], .kind = nasty[i], .now_ms = 2, .lease_ms = 10};
        OK(env, lw_store_job_lease(env->store, &take, &env->arena, &leased, &found,
                                   &env->err));
        assert_true(found);
        assert_string_equal(leased.request, nasty[i]);
        struct lw_store_lease lease = lw_store_lease_of(&leased);
        OK(env, lw_store_job_finish(env->store, &lease, nasty[i], 3, &env->err));
        OK(env, lw_store_job_get(env->store, job, &env->arena, &leased, &env->err));
        assert_string_equal(leased.result, nasty[i]);
    }
    struct lw_store_level level = test_level(99);
    level.title = "\xff\xfe";
    enum lw_store_put put;
    IS(LW_BAD_INPUT, lw_store_level_put(env->store, &level, &put, &env->err));
    IS(LW_NOT_FOUND, lw_store_level_hide(env->store, level.id, &env->err));
}

static void test_list(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 0, 60);
    for (unsigned i = 0; i < 60; i++) {
        char id[LW_STORE_ID_SIZE];
        test_level_id(i, id);
        struct lw_store_feature features[] = {
            {.name = "boxes", .value = i % 5, .error = 0},
            {.name = "area", .value = (double)NAN, .error = (double)NAN}};
        OK(env, lw_store_features_put(env->store, id, features, 2, &env->err));
        struct lw_store_solution solution = {.level = id,
                                             .metric = "pushes",
                                             .origin = "solver",
                                             .moves = "R",
                                             .n_moves = 10 + i,
                                             .n_pushes = i,
                                             .optimal = true};
        OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    }
    struct lw_store_bound bounds[] = {
        {"boxes", 3, HUGE_VAL}, {"pushes", 10, 29}, {"moves", -HUGE_VAL, 35}};
    struct lw_store_filter filter = {.game = "sokoban",
                                     .by_percentile = true,
                                     .min_percentile = 5,
                                     .max_percentile = 20,
                                     .bounds = bounds,
                                     .n_bounds = 3,
                                     .order = LW_STORE_HARDEST,
                                     .limit = 2,
                                     .first = 1};
    struct lw_store_level_list list;
    OK(env, lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    /* 10..20 with n % 5 >= 3: 13, 14, 18, 19 */
    assert_int_equal(list.total, 4);
    assert_int_equal(list.n, 2);
    assert_true(list.levels[0].percentile == 18);
    assert_true(list.levels[1].percentile == 14);
    struct lw_store_filter all = {.order = LW_STORE_NEWEST};
    OK(env, lw_store_level_list(env->store, &all, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 60);
    assert_int_equal(list.levels[0].created_ms, 1059);
    OK(env, lw_store_level_hide(env->store, list.levels[0].id, &env->err));
    OK(env, lw_store_level_list(env->store, &all, &env->arena, &list, &env->err));
    assert_int_equal(list.total, 59);
    filter.n_bounds = LW_STORE_MAX_BOUNDS + 1;
    IS(LW_BAD_INPUT,
       lw_store_level_list(env->store, &filter, &env->arena, &list, &env->err));
    struct lw_store_feature_list features;
    char id[LW_STORE_ID_SIZE];
    test_level_id(7, id);
    OK(env, lw_store_features_get(env->store, id, &env->arena, &features, &env->err));
    assert_int_equal(features.n, 2);
    assert_string_equal(features.features[0].name, "area");
    assert_true(isnan(features.features[0].value));
    assert_true(features.features[1].value == 2);
}

static void test_solutions(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 1);
    char id[LW_STORE_ID_SIZE];
    test_level_id(1, id);
    struct lw_store_best best;
    OK(env, lw_store_level_best(env->store, id, &best, &env->err));
    assert_true(isnan(best.moves));
    struct lw_store_solution solution = {.level = id,
                                         .metric = "moves",
                                         .origin = "player",
                                         .moves = "long",
                                         .n_moves = 30,
                                         .n_pushes = 9};
    OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    solution.moves = "worse";
    solution.n_moves = 31;
    OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    solution.moves = "better";
    solution.n_moves = 20;
    OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    solution.metric = "pushes";
    solution.n_moves = 50;
    solution.n_pushes = 3;
    OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    struct lw_store_solution_list list;
    OK(env, lw_store_solution_list(env->store, id, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 2);
    assert_true(list.solutions[0].n_pushes == 3);
    assert_string_equal(list.solutions[1].moves, "better");
    OK(env, lw_store_level_best(env->store, id, &best, &env->err));
    assert_true(best.moves == 20 && best.pushes == 3);
    struct lw_store_rating rating = {.level = id,
                                     .rater = "model:a",
                                     .value = 3,
                                     .low = 1,
                                     .high = (double)NAN,
                                     .made_ms = 4};
    OK(env, lw_store_rating_put(env->store, &rating, &env->err));
    rating.value = 5;
    OK(env, lw_store_rating_put(env->store, &rating, &env->err));
    struct lw_store_rating_list ratings;
    OK(env, lw_store_rating_list(env->store, id, &env->arena, &ratings, &env->err));
    assert_int_equal(ratings.n, 1);
    assert_true(ratings.ratings[0].value == 5 && isnan(ratings.ratings[0].high));
    solution.level = "0000000000000000000000000000dead";
    IS(LW_NOT_FOUND, lw_store_solution_put(env->store, &solution, &env->err));
}

/* A win that is no better than what is known does not wait for those who write. */
static void test_known_solution(void **state) {
    struct test_env *env = *state;
    struct lw_store *writer, *hasty;
    test_put_levels(env, 1, 1);
    char id[LW_STORE_ID_SIZE];
    test_level_id(1, id);
    struct lw_store_solution solution = {.level = id,
                                         .metric = "moves",
                                         .origin = "player",
                                         .moves = "known",
                                         .n_moves = 30,
                                         .n_pushes = 9};
    OK(env, lw_store_solution_put(env->store, &solution, &env->err));
    OK(env, lw_store_open(env->url, NULL, &writer, &env->err));
    OK(env, lw_store_open(env->url, &(struct lw_store_options){.busy_ms = 50}, &hasty,
                          &env->err));
    OK(env, sql_begin(writer->sql, &env->err));
    solution.n_moves = 20;
    OK(env, lw_store_solution_put(writer, &solution, &env->err));
    solution.n_moves = 30;
    OK(env, lw_store_solution_put(hasty, &solution, &env->err));
    solution.n_moves = (double)NAN;
    OK(env, lw_store_solution_put(hasty, &solution, &env->err));
    solution.n_moves = 10;
    IS(LW_BUSY, lw_store_solution_put(hasty, &solution, &env->err));
    OK(env, sql_end(writer->sql, LW_OK, &env->err));
    OK(env, lw_store_solution_put(hasty, &solution, &env->err));
    struct lw_store_best best;
    OK(env, lw_store_level_best(env->store, id, &best, &env->err));
    assert_true(best.moves == 10);
    lw_store_close(writer);
    lw_store_close(hasty);
}

static void test_packs(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 0, 5);
    char ids[5][LW_STORE_ID_SIZE];
    for (unsigned i = 0; i < 5; i++) {
        test_level_id(i, ids[i]);
    }
    const char *members[] = {ids[3], ids[1], ids[3], ids[2]};
    struct lw_store_pack pack = {.title = "a pack", .game = "sokoban", .created_ms = 9};
    OK(env, lw_store_pack_put(env->store, &pack, members, 4, &env->err));
    assert_int_equal(pack.n_levels, 3);
    struct lw_store_level_list list;
    OK(env, lw_store_pack_levels(env->store, pack.id, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 3);
    assert_string_equal(list.levels[0].id, ids[3]);
    assert_string_equal(list.levels[1].id, ids[1]);
    assert_string_equal(list.levels[2].id, ids[2]);
    /* A member that does not exist: nothing of the pack may stay. */
    const char *wrong[] = {ids[0], "0000000000000000000000000000dead"};
    struct lw_store_pack other = {.title = "half", .game = "sokoban", .created_ms = 10};
    IS(LW_NOT_FOUND, lw_store_pack_put(env->store, &other, wrong, 2, &env->err));
    /* Nor of one in which a level is of another game. */
    struct lw_store_pack mixed = {.title = "mixed", .game = "flow", .created_ms = 10};
    IS(LW_BAD_INPUT, lw_store_pack_put(env->store, &mixed, members, 1, &env->err));
    assert_non_null(strstr(env->err.text, "sokoban"));
    struct lw_store_pack empty = {.title = "empty", .game = "flow", .created_ms = 10};
    OK(env, lw_store_pack_put(env->store, &empty, members, 0, &env->err));
    struct lw_store_set set = {.title = "mixed", .game = "flow", .origin = "handmade"};
    IS(LW_BAD_INPUT, lw_store_set_put(env->store, &set, members, 1, &env->err));
    OK(env, lw_store_pack_delete(env->store, empty.id, &env->err));
    struct lw_store_pack_list packs;
    OK(env, lw_store_packs_aside(env->store, &env->arena, &packs, &env->err));
    assert_int_equal(packs.n, 0);
    OK(env,
       lw_store_pack_list(env->store, &(struct lw_store_pack_filter){.game = "sokoban"},
                          &env->arena, &packs, &env->err));
    assert_int_equal(packs.total, 1);
    assert_int_equal(packs.packs[0].n_levels, 3);
    assert_null(packs.packs[0].owner);
    OK(env, lw_store_pack_list(env->store, &(struct lw_store_pack_filter){.game = "flow"},
                               &env->arena, &packs, &env->err));
    assert_int_equal(packs.total, 0);
    OK(env, lw_store_pack_delete(env->store, pack.id, &env->err));
    IS(LW_NOT_FOUND, lw_store_pack_delete(env->store, pack.id, &env->err));
}

static void test_sets(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 0, 3);
    char ids[3][LW_STORE_ID_SIZE];
    const char *members[3];
    for (unsigned i = 0; i < 3; i++) {
        test_level_id(i, ids[i]);
        members[i] = ids[i];
    }
    for (unsigned i = 0; i < 7; i++) {
        struct lw_store_set set = {.title = "a set",
                                   .game = "sokoban",
                                   .origin = i < 2 ? "generated" : "handmade",
                                   .pinned = i == 0,
                                   .position = i};
        OK(env, lw_store_set_put(env->store, &set, members, 3, &env->err));
    }
    /* The same for a player each time, the pinned set first, and not the same for all. */
    bool differs = false;
    struct lw_store_set_list plain;
    OK(env, lw_store_set_list(env->store, NULL, NULL, &env->arena, &plain, &env->err));
    for (unsigned player = 0; player < 5; player++) {
        char name[LW_STORE_ID_SIZE];
        test_level_id(player, name);
        struct lw_store_set_list a;
        struct lw_store_set_list b;
        OK(env,
           lw_store_set_list(env->store, "sokoban", name, &env->arena, &a, &env->err));
        OK(env,
           lw_store_set_list(env->store, "sokoban", name, &env->arena, &b, &env->err));
        assert_int_equal(a.n, 7);
        assert_true(a.sets[0].pinned);
        for (size_t i = 0; i < a.n; i++) {
            assert_string_equal(a.sets[i].id, b.sets[i].id);
            differs = differs || strcmp(a.sets[i].id, plain.sets[i].id) != 0;
        }
    }
    assert_true(differs);
    struct lw_store_set got;
    OK(env, lw_store_set_get(env->store, plain.sets[1].id, &env->arena, &got, &env->err));
    assert_int_equal(got.n_levels, 3);
    struct lw_store_level_list levels;
    OK(env, lw_store_set_levels(env->store, got.id, &env->arena, &levels, &env->err));
    assert_int_equal(levels.n, 3);
    OK(env, lw_store_set_delete(env->store, got.id, &env->err));
    IS(LW_NOT_FOUND, lw_store_set_get(env->store, got.id, &env->arena, &got, &env->err));
}

#define DAY(day_band, day_date)                                                          \
    (&(struct lw_store_day){.game = "sokoban", .band = (day_band), .date = (day_date)})

/* One is left in the reserve, and no more. */
static void empty_reserve(struct test_env *env, const char *last) {
    struct lw_store *store = env->store;
    char level[LW_STORE_ID_SIZE];
    int64_t number;
    OK(env, lw_store_daily_from_reserve(store, DAY("easy", "2027-01-02"), 1, level,
                                        &number, &env->err));
    assert_string_equal(level, last);
    IS(LW_NOT_FOUND, lw_store_daily_from_reserve(store, DAY("easy", "2027-01-03"), 1,
                                                 level, &number, &env->err));
}

static void test_daily(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 0, 6);
    char ids[6][LW_STORE_ID_SIZE];
    for (unsigned i = 0; i < 6; i++) {
        test_level_id(i, ids[i]);
    }
    struct lw_store *store = env->store;
    int64_t number;
    OK(env, lw_store_daily_put(store, DAY("easy", "2026-11-16"), ids[0], 1, &number,
                               &env->err));
    assert_int_equal(number, 1);
    IS(LW_EXISTS, lw_store_daily_put(store, DAY("easy", "2026-11-16"), ids[1], 1, &number,
                                     &env->err));
    IS(LW_EXISTS, lw_store_daily_put(store, DAY("hard", "2026-11-17"), ids[0], 1, &number,
                                     &env->err));
    IS(LW_BAD_INPUT, lw_store_daily_put(store, DAY("hard", "17.11.2026"), ids[1], 1,
                                        &number, &env->err));
    IS(LW_NOT_FOUND,
       lw_store_daily_put(store, DAY("hard", "2026-11-17"),
                          "0000000000000000000000000000dead", 1, &number, &env->err));
    IS(LW_NOT_FOUND, lw_store_daily_from_reserve(store, DAY("easy", "2026-11-17"), 1,
                                                 ids[5], &number, &env->err));
    OK(env, lw_store_reserve_put(store, DAY("easy", NULL), ids[2], 1.5, 1, &env->err));
    OK(env, lw_store_reserve_put(store, DAY("easy", NULL), ids[3], 2.5, 1, &env->err));
    IS(LW_EXISTS,
       lw_store_reserve_put(store, DAY("easy", NULL), ids[0], 9, 1, &env->err));
    char level[LW_STORE_ID_SIZE];
    OK(env, lw_store_daily_from_reserve(store, DAY("easy", "2026-11-17"), 1, level,
                                        &number, &env->err));
    assert_string_equal(level, ids[3]);
    assert_int_equal(number, 2);
    struct lw_store_daily day;
    OK(env,
       lw_store_daily_get(
           store, &(struct lw_store_day){.game = "sokoban", .band = "easy", .number = 2},
           &env->arena, &day, &env->err));
    assert_string_equal(day.date, "2026-11-17");
    assert_true(day.from_reserve);
    OK(env, lw_store_daily_get(store, DAY("easy", "2026-11-16"), &env->arena, &day,
                               &env->err));
    assert_int_equal(day.number, 1);
    struct lw_store_daily_list list;
    lw_store_see_as_of(store, "2026-11-16");
    OK(env, lw_store_daily_archive(store, DAY("easy", NULL), (struct lw_store_page){0, 0},
                                   &env->arena, &list, &env->err));
    assert_int_equal(list.total, 1);
    IS(LW_NOT_FOUND, lw_store_daily_get(store, DAY("easy", "2026-11-17"), &env->arena,
                                        &day, &env->err));
    lw_store_see_as_of(store, NULL);
    OK(env, lw_store_daily_archive(store, DAY("easy", NULL), (struct lw_store_page){0, 0},
                                   &env->arena, &list, &env->err));
    assert_int_equal(list.n, 2);
    assert_int_equal(list.days[0].number, 2);
    empty_reserve(env, ids[2]);
}

#define N_RACES 60

/* Puts the same levels into the reserve, through a connection of its own, that the test
 * makes levels of days meanwhile. */
static void *reserve_them(void *ctx) {
    const char *url = ctx;
    struct lw_store *store = NULL;
    struct lw_error err;
    const struct lw_store_options patient = {.busy_ms = 60000};
    bool good = lw_store_open(url, &patient, &store, &err) == LW_OK;
    for (unsigned i = 0; good && i < N_RACES; i++) {
        char id[LW_STORE_ID_SIZE];
        test_level_id(i, id);
        lw_status status = lw_store_reserve_put(store, DAY("easy", NULL), id, 1, 1, &err);
        good = status == LW_OK || status == LW_EXISTS;
    }
    lw_store_close(store);
    return good ? ctx : NULL;
}

static void count_reserve(void *ctx, const char *sentence) {
    size_t *n = ctx;
    *n += strstr(sentence, "reserve") != NULL;
}

/* Whoever comes first: a level of a day never is in the reserve as well. */
static void test_reserve_race(void **state) {
    struct test_env *env = *state;
    pthread_t other;
    void *good;
    size_t n_both = 0;
    struct lw_store_checked checked;
    test_put_levels(env, 0, N_RACES);
    assert_int_equal(pthread_create(&other, NULL, reserve_them, env->url), 0);
    for (unsigned i = 0; i < N_RACES; i++) {
        char id[LW_STORE_ID_SIZE], date[20];
        int64_t number;
        test_level_id(i, id);
        (void)snprintf(date, sizeof date, "20%02u-01-01", 10 + i);
        OK(env,
           lw_store_daily_put(env->store, DAY("easy", date), id, 1, &number, &env->err));
    }
    assert_int_equal(pthread_join(other, &good), 0);
    assert_non_null(good);
    OK(env, lw_store_check(env->store, count_reserve, &n_both, &checked, &env->err));
    assert_int_equal(n_both, 0);
}

static void test_tokens(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char token[LW_STORE_SECRET_SIZE];
    char newer[LW_STORE_SECRET_SIZE];
    bool valid;
    bool there;
    OK(env, lw_store_token_check(store, "admin", "x", &valid, &there, &env->err));
    assert_false(valid || there);
    OK(env, lw_store_token_rotate(store, "admin", 1, token, &env->err));
    OK(env, lw_store_token_check(store, "admin", token, &valid, &there, &env->err));
    assert_true(valid && there);
    OK(env, lw_store_token_rotate(store, "admin", 2, newer, &env->err));
    OK(env, lw_store_token_check(store, "admin", token, &valid, &there, &env->err));
    assert_true(!valid && there);
    struct sql_stmt *stmt;
    bool row;
    OK(env,
       sql_query(store->sql, "SELECT hash FROM tokens", SQL_NO_ARGS, &stmt, &env->err));
    OK(env, sql_next(stmt, &row, &env->err));
    assert_true(row && strcmp(sql_text(stmt, 0), newer) != 0);
    sql_done(stmt);
}

static void test_transactions(void **state) {
    struct test_env *env = *state;
    OK(env, lw_store_begin(env->store, &env->err));
    test_put_levels(env, 0, 3);
    OK(env, lw_store_end(env->store, false, &env->err));
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.levels, 0);
    OK(env, lw_store_begin(env->store, &env->err));
    test_put_levels(env, 0, 3);
    struct lw_store_level level = test_level(9);
    level.source = "0000000000000000000000000000dead";
    enum lw_store_put put;
    IS(LW_NOT_FOUND, lw_store_level_put(env->store, &level, &put, &env->err));
    IS(LW_IO, lw_store_end(env->store, true, &env->err));
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.levels, 0);
    test_put_levels(env, 0, 1);
}

static void test_versions(void **state) {
    struct test_env *env = *state;
    int version;
    OK(env, lw_store_version(env->store, &version, &env->err));
    assert_int_equal(version, lw_store_newest_version());
    struct lw_store *second;
    OK(env, lw_store_open(env->url, NULL, &second, &env->err));
    lw_store_close(second);
    OK(env, sql_do(env->store->sql, "INSERT INTO schema_version (version) VALUES (999)",
                   SQL_NO_ARGS, NULL, &env->err));
    IS(LW_IO, lw_store_open(env->url, NULL, &second, &env->err));
    assert_non_null(strstr(env->err.text, "999"));
    char newest[16];
    (void)snprintf(newest, sizeof newest, "knows %d", lw_store_newest_version());
    assert_non_null(strstr(env->err.text, newest));
}

static void test_urls(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"postgres://me:s3cret@host/db", "postgres://me:***@host/db"},
        {"postgresql://me:a@b:c@host:5432/db?x=y",
         "postgresql://me:***@host:5432/db?x=y"},
        {"postgres://me@host/db", "postgres://me@host/db"},
        {"postgres:///db?user=a&password=pw&x=1",
         "postgres:///db?user=a&password=***&x=1"},
        {"levels.db", "levels.db"},
        {"postgres://me:@host/db", "postgres://me:@host/db"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_buffer out;
        lw_buffer_init(&out, lw_alloc_libc());
        lw_store_url_safe(cases[i][0], &out);
        assert_string_equal(lw_buffer_text(&out), cases[i][1]);
        lw_buffer_free(&out);
        char hidden[100];
        (void)strcpy(hidden, cases[i][0]);
        assert_int_equal(lw_store_url_hide(hidden),
                         strcmp(cases[i][0], cases[i][1]) != 0);
        assert_null(strstr(hidden, "s3cret"));
        assert_int_equal(strlen(hidden), strlen(cases[i][0]));
    }
    struct lw_store *store;
    struct lw_error err = {0};
    IS(LW_USAGE,
       lw_store_open("postgres://me:s3cret@host:port%%/db", NULL, &store, &err));
    assert_null(strstr(err.text, "s3cret"));
    IS(LW_BUSY, lw_store_open("postgres://me:s3cret@127.0.0.1:1/db", NULL, &store, &err));
    assert_null(strstr(err.text, "s3cret"));
    IS(LW_IO, lw_store_open("/no/such/folder/x.db", NULL, &store, &err));
    struct lw_store_options options = {.must_exist = true};
    IS(LW_IO, lw_store_open("/tmp/no-such-store.db", &options, &store, &err));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_levels),    EACH(test_nasty_text),     EACH(test_list),
        EACH(test_solutions), EACH(test_known_solution), EACH(test_packs),
        EACH(test_sets),      EACH(test_daily),          EACH(test_reserve_race),
        EACH(test_tokens),    EACH(test_transactions),   EACH(test_versions),
    };
    const struct CMUnitTest apart[] = {cmocka_unit_test(test_urls)};
    int failed =
        cmocka_run_group_tests_name("store without a database", apart, NULL, NULL);
    failed += cmocka_run_group_tests_name("store on SQLite", tests, test_group_sqlite,
                                          test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("store on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
