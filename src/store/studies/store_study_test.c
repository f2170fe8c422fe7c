/* Studies in the store: people enter evenly, and logs only grow. */
#include <pthread.h>
#include <stdatomic.h>

#include "studies/study_test_support.h"

static void test_versions(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    char again[LW_STORE_ID_SIZE];
    open_study(env, "one", 0, id);
    struct lw_store_study_opening next = {
        .study = id, .title = "Better", .hash = "one", .frozen = "{}", .now_ms = 20};
    IS(LW_EXISTS, lw_store_study_open(env->store, &next, again, &env->err));
    next.hash = "two";
    OK(env, lw_store_study_open(env->store, &next, again, &env->err));
    assert_string_equal(id, again);
    struct lw_store_study study;
    OK(env, lw_store_study_get(env->store, id, &env->arena, &study, &env->err));
    assert_int_equal(study.version, 2);
    assert_string_equal(study.title, "Better");
    struct lw_store_study_version version;
    OK(env,
       lw_store_study_version_get(env->store, id, 0, &env->arena, &version, &env->err));
    assert_string_equal(version.hash, "two");
    OK(env,
       lw_store_study_version_get(env->store, id, 1, &env->arena, &version, &env->err));
    assert_string_equal(version.frozen, "{\"a\": 1}");
    IS(LW_NOT_FOUND,
       lw_store_study_version_get(env->store, id, 3, &env->arena, &version, &env->err));
    /* Who read version 1 before there was version 2 is asked to read again. */
    struct lw_store_entered entered;
    struct lw_store_entering who = entering(id, 30);
    IS(LW_BUSY,
       lw_store_person_enter(env->store, &who, &env->arena, &entered, &env->err));
    who.version = 2;
    OK(env, lw_store_person_enter(env->store, &who, &env->arena, &entered, &env->err));
    assert_int_equal(entered.person.version, 2);
    next.study = "0000000000000000000000000000dead";
    IS(LW_NOT_FOUND, lw_store_study_open(env->store, &next, again, &env->err));
}

/* What people were promised holds, whatever a later version says. */
static void test_never_kept_longer(void **state) {
    struct test_env *env = *state;
    static const struct {
        const char *hash;
        int64_t says, is;
    } versions[] = {
        {"b", 1000, 1000}, {"c", 2000, 1000}, {"d", 0, 1000}, {"e", 900, 900}};
    char id[LW_STORE_ID_SIZE];
    char again[LW_STORE_ID_SIZE];
    open_study(env, "a", 0, id);
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct lw_store_study study;
        const struct lw_store_study_opening next = {.study = id,
                                                    .title = "A study",
                                                    .hash = versions[i].hash,
                                                    .frozen = "{}",
                                                    .delete_ms = versions[i].says};
        OK(env, lw_store_study_open(env->store, &next, again, &env->err));
        OK(env, lw_store_study_get(env->store, id, &env->arena, &study, &env->err));
        assert_int_equal(study.delete_ms, versions[i].is);
    }
}

static void test_states(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    open_study(env, "h", 0, id);
    struct lw_store_entered first = enter(env, id, 20);
    struct lw_store_person person;
    OK(env,
       lw_store_study_set_state(env->store, id, LW_STUDY_STATE_PAUSED, 30, &env->err));
    struct lw_store_entered entered;
    struct lw_store_entering who = entering(id, 31);
    IS(LW_EXISTS,
       lw_store_person_enter(env->store, &who, &env->arena, &entered, &env->err));
    OK(env, lw_store_person_by_key(env->store, id, first.key, &env->arena, &person,
                                   &env->err));
    assert_string_equal(person.id, first.person.id);
    OK(env, append(env, person.id, 0, "{}", LW_PERSON_INSIDE));
    OK(env, lw_store_study_set_state(env->store, id, LW_STUDY_STATE_OPEN, 32, &env->err));
    OK(env,
       lw_store_study_set_state(env->store, id, LW_STUDY_STATE_CLOSED, 40, &env->err));
    /* Nothing ties the person to the row any more; the row and its log are there. */
    IS(LW_EXISTS, lw_store_person_by_key(env->store, id, first.key, &env->arena, &person,
                                         &env->err));
    IS(LW_EXISTS, lw_store_person_withdraw(env->store, id, first.code, 41, &env->err));
    int64_t n = 1;
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM study_keys", SQL_NO_ARGS,
                       &n, &env->err));
    assert_int_equal(n, 0);
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM studies WHERE secret <> ''",
                       SQL_NO_ARGS, &n, &env->err));
    assert_int_equal(n, 0);
    OK(env, lw_store_person_get(env->store, id, 1, &env->arena, &person, &env->err));
    assert_int_equal(person.next_seq, 2);
    IS(LW_EXISTS,
       lw_store_study_set_state(env->store, id, LW_STUDY_STATE_OPEN, 50, &env->err));
}

static void test_logs(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    open_study(env, "h", 0, id);
    struct lw_store_entered a = enter(env, id, 20);
    OK(env, append(env, a.person.id, 0, "{\"x\": 1}", LW_PERSON_INSIDE));
    /* Another window sent the same numbers. */
    IS(LW_BUSY, append(env, a.person.id, 0, "{\"x\": 1}", LW_PERSON_INSIDE));
    IS(LW_BUSY, append(env, a.person.id, 3, "{\"x\": 1}", LW_PERSON_INSIDE));
    OK(env, append(env, a.person.id, 2, "{\"x\": 2}", LW_PERSON_COMPLETED));
    IS(LW_EXISTS, append(env, a.person.id, 4, "{\"x\": 3}", LW_PERSON_INSIDE));
    IS(LW_NOT_FOUND,
       append(env, "0000000000000000000000000000dead", 0, "{}", LW_PERSON_INSIDE));
    struct lw_store_person_log log;
    OK(env, lw_store_person_log(env->store, a.person.id, &(struct lw_store_page){1, 2},
                                &env->arena, &log, &env->err));
    assert_int_equal(log.n, 2);
    assert_int_equal(log.events[0].seq, 1);
    assert_string_equal(log.events[1].event, "{\"x\": 2}");
    OK(env, lw_store_person_log(env->store, a.person.id, &(struct lw_store_page){0, 0},
                                &env->arena, &log, &env->err));
    assert_int_equal(log.n, 4);
    struct lw_store_person_list list;
    (void)enter(env, id, 21);
    OK(env, lw_store_person_list(env->store, id, &(struct lw_store_page){0, 0},
                                 &env->arena, &list, &env->err));
    assert_int_equal(list.n, 2);
    assert_int_equal(list.persons[0].state, LW_PERSON_COMPLETED);
    assert_int_equal(list.persons[0].ended_ms, 50);
}

static void test_leases(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_cell_count counts[N_CELLS];
    const struct lw_store_cells cells = {id, 1, 1, N_CELLS, NULL};
    open_study(env, "h", 0, id);
    struct lw_store_entered a = enter(env, id, 100);
    for (int i = 1; i < N_CELLS; i++) {
        assert_int_equal(enter(env, id, 100).person.cell, i);
    }
    /* The first has not been heard of for longer than the cell is kept; the others
     * have. */
    OK(env, sql_do(env->store->sql,
                   "UPDATE study_persons SET lease_ms = ?1"
                   " WHERE number > 1",
                   SQL_ARGS(I(10 * KEEP_MS)), NULL, &env->err));
    struct lw_store_entered late = enter(env, id, 200 + KEEP_MS);
    assert_int_equal(late.person.cell, 0);
    OK(env, lw_store_cell_counts(env->store, &cells, 200 + KEEP_MS, counts, &env->err));
    assert_int_equal(counts[0].inside, 1);
    /* Whoever comes back goes on. */
    OK(env, append(env, a.person.id, 0, "{}", LW_PERSON_COMPLETED));
    OK(env, lw_store_cell_counts(env->store, &cells, 200 + KEEP_MS, counts, &env->err));
    assert_int_equal(counts[0].completed, 1);
    int64_t most = 1;
    struct lw_store_entered entered;
    struct lw_store_entering who = entering(id, 100);
    who.ctx = &most;
    IS(LW_FULL,
       lw_store_person_enter(env->store, &who, &env->arena, &entered, &env->err));
}

static void test_panels(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    open_study(env, "h", 0, id);
    struct lw_store_entered first;
    struct lw_store_entered second;
    struct lw_store_entering who = entering(id, 100);
    who.panel = "5f3a";
    struct lw_store_person person;
    OK(env, lw_store_person_enter(env->store, &who, &env->arena, &first, &env->err));
    assert_false(first.is_back);
    /* Nothing has happened yet: the code is drawn anew, and the first key ends. */
    struct lw_store_entered lost = first;
    OK(env, lw_store_person_enter(env->store, &who, &env->arena, &first, &env->err));
    assert_true(first.is_back);
    assert_string_not_equal(first.code, lost.code);
    assert_int_equal(first.person.number, lost.person.number);
    IS(LW_NOT_FOUND,
       lw_store_person_by_key(env->store, id, lost.key, &env->arena, &person, &env->err));
    OK(env, append(env, first.person.id, 0, "{}", LW_PERSON_INSIDE));
    OK(env, lw_store_person_enter(env->store, &who, &env->arena, &second, &env->err));
    assert_true(second.is_back);
    assert_string_equal(second.code, "");
    assert_string_equal(first.person.id, second.person.id);
    assert_string_not_equal(first.key, second.key);
    OK(env, lw_store_person_by_key(env->store, id, first.key, &env->arena, &person,
                                   &env->err));
    OK(env, lw_store_person_by_key(env->store, id, second.key, &env->arena, &person,
                                   &env->err));
    int64_t n = 1;
    OK(env, sql_number(env->store->sql,
                       "SELECT count(*) FROM study_persons WHERE panel = '5f3a'",
                       SQL_NO_ARGS, &n, &env->err));
    assert_int_equal(n, 0);
    IS(LW_NOT_FOUND,
       lw_store_person_by_key(env->store, id, "wrong", &env->arena, &person, &env->err));
}

/* Is the text anywhere in the database's files? */
static void test_retention(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    char other[LW_STORE_ID_SIZE];
    int64_t n = 0;
    open_study(env, "h", 1000, id);
    open_study(env, "h", 0, other);
    struct lw_store_entered a = enter(env, id, 20);
    OK(env, append(env, a.person.id, 0, "{}", LW_PERSON_COMPLETED));
    (void)enter(env, other, 20);
    OK(env, lw_store_study_expire(env->store, 999, &n, &env->err));
    assert_int_equal(n, 0);
    OK(env, lw_store_study_expire(env->store, 1000, &n, &env->err));
    assert_int_equal(n, 1);
    OK(env, lw_store_study_expire(env->store, 1001, &n, &env->err));
    assert_int_equal(n, 0);
    struct lw_store_study study;
    OK(env, lw_store_study_get(env->store, id, &env->arena, &study, &env->err));
    assert_int_equal(study.state, LW_STUDY_STATE_DELETED);
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM study_persons", SQL_NO_ARGS,
                       &n, &env->err));
    assert_int_equal(n, 1);
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM study_events", SQL_NO_ARGS,
                       &n, &env->err));
    assert_int_equal(n, 0);
}

#define N_THREADS 4
#define N_EACH 10

struct crowd {
    const char *url, *study;
    atomic_int *n_in; /* the tenth brings a new version; NULL: nobody does */
};

/* Enters by the newest version; people of all of them count. */
static bool come_in(struct lw_store *store, const struct crowd *crowd,
                    struct lw_arena *arena, struct lw_error *err) {
    struct lw_store_study study;
    struct lw_store_entered entered;
    struct lw_store_entering who = entering(crowd->study, 100);
    lw_status status = LW_BUSY;
    while (status == LW_BUSY &&
           lw_store_study_get(store, crowd->study, arena, &study, err) == LW_OK) {
        who.version = study.version;
        status = lw_store_person_enter(store, &who, arena, &entered, err);
    }
    if (status == LW_OK && crowd->n_in != NULL && atomic_fetch_add(crowd->n_in, 1) == 9) {
        char id[LW_STORE_ID_SIZE];
        const struct lw_store_study_opening next = {
            .study = crowd->study, .title = "Mended", .hash = "i", .frozen = "{}"};
        status = lw_store_study_open(store, &next, id, err);
    }
    return status == LW_OK;
}

static void *come(void *ctx) {
    const struct crowd *crowd = ctx;
    struct lw_store *store = NULL;
    struct lw_arena arena;
    struct lw_error err;
    const struct lw_store_options patient = {.busy_ms = 60000};
    lw_arena_init(&arena, lw_alloc_libc());
    size_t n = 0;
    if (lw_store_open(crowd->url, &patient, &store, &err) == LW_OK) {
        for (int i = 0; i < N_EACH; i++) {
            n += come_in(store, crowd, &arena, &err);
        }
    }
    lw_store_close(store);
    lw_arena_free(&arena);
    return (void *)(uintptr_t)n;
}

static void send_crowd(struct test_env *env, char id[LW_STORE_ID_SIZE],
                       atomic_int *n_in) {
    pthread_t threads[N_THREADS];
    open_study(env, "h", 0, id);
    struct crowd crowd = {env->url, id, n_in};
    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, come, &crowd), 0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        void *n;
        assert_int_equal(pthread_join(threads[i], &n), 0);
        assert_int_equal((uintptr_t)n, N_EACH);
    }
}

static void test_crowd(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_cell_count counts[N_CELLS];
    const struct lw_store_cells cells = {id, 1, 1, N_CELLS, NULL};
    send_crowd(env, id, NULL);
    OK(env, lw_store_cell_counts(env->store, &cells, 101, counts, &env->err));
    for (size_t i = 0; i < N_CELLS; i++) {
        assert_int_equal(counts[i].inside, N_THREADS * N_EACH / N_CELLS);
    }
}

/* Cells stay even when a new version, which counts on, comes in the middle. */
static void test_crowd_of_versions(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    atomic_int n_in = 0;
    struct lw_store_cell_count all[N_CELLS], first[N_CELLS], second[N_CELLS];
    send_crowd(env, id, &n_in);
    const struct lw_store_cells both = {id, 1, 2, N_CELLS, NULL};
    const struct lw_store_cells one = {id, 1, 1, N_CELLS, NULL};
    const struct lw_store_cells two = {id, 2, 2, N_CELLS, NULL};
    OK(env, lw_store_cell_counts(env->store, &both, 101, all, &env->err));
    OK(env, lw_store_cell_counts(env->store, &one, 101, first, &env->err));
    OK(env, lw_store_cell_counts(env->store, &two, 101, second, &env->err));
    int64_t n_first = 0;
    int64_t n_second = 0;
    for (size_t i = 0; i < N_CELLS; i++) {
        assert_int_equal(all[i].inside, N_THREADS * N_EACH / N_CELLS);
        n_first += first[i].inside;
        n_second += second[i].inside;
    }
    assert_true(n_first >= 10);
    assert_int_equal(n_first + n_second, N_THREADS * N_EACH);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_versions),
        EACH(test_states),
        EACH(test_logs),
        EACH(test_leases),
        EACH(test_panels),
        EACH(test_retention),
        EACH(test_crowd),
        EACH(test_crowd_of_versions),
        EACH(test_never_kept_longer),
    };
    int failed =
        cmocka_run_group_tests_name("SQLite", tests, test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, test_group_postgres,
                                              test_group_end);
    }
    return failed;
}
