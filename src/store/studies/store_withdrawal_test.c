/* Whoever withdraws from a study is gone, also from the files and from older backups. */
#include <pthread.h>
#include <stdatomic.h>

#include "studies/study_test_support.h"

static bool file_has(const char *path, const char *text) {
    FILE *file = fopen(path, "rbe");
    size_t n = strlen(text);
    size_t at = 0;
    int c;
    if (file == NULL) {
        return false;
    }
    while (at < n && (c = fgetc(file)) != EOF) {
        at = c == text[at] ? at + 1 : c == text[0] ? 1 : 0;
    }
    (void)fclose(file);
    return at == n;
}

static bool on_disk(const struct test_env *env, const char *text) {
    char log[320];
    (void)snprintf(log, sizeof log, "%s-wal", env->url);
    return file_has(env->url, text) || file_has(log, text);
}

static void test_withdrawal(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    char backup[320];
    static const char said[] = "{\"said\": \"somethingveryprivate\"}";
    open_study(env, "h", 0, id);
    struct lw_store_entered a = enter(env, id, 20);
    struct lw_store_entered b = enter(env, id, 21);
    OK(env, append(env, a.person.id, 0, said, LW_PERSON_COMPLETED));
    OK(env, append(env, b.person.id, 0, "{}", LW_PERSON_INSIDE));
    (void)snprintf(backup, sizeof backup, "%s/old.db", env->dir);
    OK(env, lw_store_backup(env->store, backup, true, &env->err));
    if (!env->postgres) {
        assert_true(on_disk(env, "somethingveryprivate"));
    }
    IS(LW_NOT_FOUND,
       lw_store_person_withdraw(env->store, id, "ABCD-EFGH-JKLM-NPQR", 60, &env->err));
    IS(LW_NOT_FOUND, lw_store_person_withdraw(env->store, id, "x", 60, &env->err));
    /* As people type it. */
    char typed[LW_STORE_CODE_SIZE + 2];
    (void)snprintf(typed, sizeof typed, " %s", a.code);
    for (char *c = typed; *c != '\0'; c++) {
        *c = (char)(*c == '-' ? ' ' : *c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    }
    OK(env, lw_store_person_withdraw(env->store, id, typed, 60, &env->err));
    if (!env->postgres) {
        assert_false(on_disk(env, "somethingveryprivate"));
    }
    IS(LW_NOT_FOUND, lw_store_person_withdraw(env->store, id, a.code, 61, &env->err));
    struct lw_store_person person;
    IS(LW_NOT_FOUND,
       lw_store_person_by_key(env->store, id, a.key, &env->arena, &person, &env->err));
    assert_int_equal(enter(env, id, 70).person.number, 3);
    /* An older backup over it: the one who withdrew does not come back. */
    struct lw_store *old;
    OK(env, lw_store_open(backup, NULL, &old, &env->err));
    OK(env, lw_store_copy(old, env->store, true, NULL, &env->err));
    lw_store_close(old);
    IS(LW_NOT_FOUND,
       lw_store_person_get(env->store, id, 1, &env->arena, &person, &env->err));
    OK(env, lw_store_person_get(env->store, id, 2, &env->arena, &person, &env->err));
    assert_int_equal(person.next_seq, 2);
    int64_t n = 1;
    OK(env, sql_number(env->store->sql,
                       "SELECT count(*) FROM study_events WHERE event LIKE '%private%'",
                       SQL_NO_ARGS, &n, &env->err));
    assert_int_equal(n, 0);
}

/* A backup from before a withdrawal, into a database that has never heard of it. */
static void test_withdrawn_list(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    char backup[320];
    struct lw_store_person person;
    struct lw_store_withdrawn_list list;
    struct lw_store *old;
    open_study(env, "h", 0, id);
    struct lw_store_entered a = enter(env, id, 20);
    struct lw_store_entered b = enter(env, id, 21);
    OK(env, append(env, a.person.id, 0, "{}", LW_PERSON_INSIDE));
    (void)snprintf(backup, sizeof backup, "%s/before.db", env->dir);
    OK(env, lw_store_backup(env->store, backup, true, &env->err));
    OK(env, lw_store_person_withdraw(env->store, id, a.code, 60, &env->err));
    OK(env, lw_store_withdrawn_list(env->store, &env->arena, &list, &env->err));
    assert_int_equal(list.n, 1);
    assert_string_equal(list.rows[0].person, a.person.id);
    /* The backup itself is a database that does not know. */
    OK(env, lw_store_open(backup, NULL, &old, &env->err));
    OK(env, lw_store_person_get(old, id, 1, &env->arena, &person, &env->err));
    OK(env, lw_store_withdrawn_add(old, &list, &env->err));
    OK(env, lw_store_withdrawn_add(old, &list, &env->err));
    IS(LW_NOT_FOUND, lw_store_person_get(old, id, 1, &env->arena, &person, &env->err));
    OK(env, lw_store_person_get(old, id, 2, &env->arena, &person, &env->err));
    assert_string_equal(person.id, b.person.id);
    memcpy(list.rows[0].person, "x", 2);
    IS(LW_BAD_INPUT, lw_store_withdrawn_add(old, &list, &env->err));
    lw_store_close(old);
}

static int64_t count(struct test_env *env, struct lw_store *store, const char *query) {
    int64_t n = -1;
    OK(env, sql_number(store->sql, query, SQL_NO_ARGS, &n, &env->err));
    return n;
}

#define N_SECRETS "SELECT count(*) FROM studies WHERE secret <> ''"

static void copy_over(struct test_env *env, const char *backup, struct lw_store *to) {
    struct lw_store *old;
    OK(env, lw_store_open(backup, NULL, &old, &env->err));
    OK(env, lw_store_copy(old, to, true, NULL, &env->err));
    lw_store_close(old);
}

/* A backup from before a study closed holds its key: closed stays closed, and deleted
 * deleted, whatever is copied over it. */
static void test_ended_stays_ended(void **state) {
    struct test_env *env = *state;
    char closed[LW_STORE_ID_SIZE];
    char deleted[LW_STORE_ID_SIZE];
    char backup[320];
    char fresh[320];
    int64_t n = 0;
    struct lw_store_study study;
    struct lw_store_withdrawn_list list;
    open_study(env, "h", 0, closed);
    open_study(env, "i", 1000, deleted);
    (void)enter(env, closed, 20);
    (void)enter(env, deleted, 20);
    (void)snprintf(backup, sizeof backup, "%s/open.db", env->dir);
    OK(env, lw_store_backup(env->store, backup, true, &env->err));
    OK(env, lw_store_study_set_state(env->store, closed, LW_STUDY_STATE_CLOSED, 40,
                                     &env->err));
    OK(env, lw_store_study_expire(env->store, 1000, &n, &env->err));
    copy_over(env, backup, env->store);
    OK(env, lw_store_study_get(env->store, closed, &env->arena, &study, &env->err));
    assert_int_equal(study.state, LW_STUDY_STATE_CLOSED);
    assert_int_equal(study.closed_ms, 40);
    OK(env, lw_store_study_get(env->store, deleted, &env->arena, &study, &env->err));
    assert_int_equal(study.state, LW_STUDY_STATE_DELETED);
    assert_int_equal(count(env, env->store, N_SECRETS), 0);
    assert_int_equal(count(env, env->store, "SELECT count(*) FROM study_keys"), 0);
    assert_int_equal(count(env, env->store, "SELECT count(*) FROM study_persons"), 1);
    /* A database that has never heard of it learns it from the list. */
    OK(env, lw_store_withdrawn_list(env->store, &env->arena, &list, &env->err));
    assert_int_equal(list.n_ended, 2);
    (void)snprintf(fresh, sizeof fresh, "%s/fresh.db", env->dir);
    struct lw_store *other;
    OK(env, lw_store_open(fresh, NULL, &other, &env->err));
    OK(env, lw_store_withdrawn_add(other, &list, &env->err));
    copy_over(env, backup, other);
    assert_int_equal(count(env, other, N_SECRETS), 0);
    assert_int_equal(count(env, other, "SELECT count(*) FROM study_persons"), 1);
    lw_store_close(other);
    (void)unlink(fresh);
}

/* On PostgreSQL the small tables that held keys are written anew: a row that was only
 * marked as dead would stay in the file. */
static void test_rewritten(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    static const char *const files[] = {
        "SELECT pg_relation_filenode('studies')",
        "SELECT pg_relation_filenode('study_keys')",
        "SELECT pg_relation_filenode('study_withdrawn')",
    };
    int64_t before[3];
    if (!env->postgres) {
        skip();
    }
    open_study(env, "h", 0, id);
    (void)enter(env, id, 20);
    for (size_t i = 0; i < 3; i++) {
        before[i] = count(env, env->store, files[i]);
    }
    OK(env,
       lw_store_study_set_state(env->store, id, LW_STUDY_STATE_CLOSED, 40, &env->err));
    for (size_t i = 0; i < 3; i++) {
        assert_true(count(env, env->store, files[i]) != before[i]);
    }
}

/* Somebody reads while a person withdraws: the log cannot be emptied then, and is when
 * the store is asked again. */
static void test_scrubbed_later(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    struct lw_store *reader;
    struct lw_store *writer;
    struct sql_stmt *reading;
    bool row;
    if (env->postgres) {
        skip();
    }
    open_study(env, "h", 0, id);
    struct lw_store_entered a = enter(env, id, 20);
    OK(env, append(env, a.person.id, 0, "{\"said\": \"mostprivate\"}", LW_PERSON_INSIDE));
    OK(env, lw_store_open(env->url, NULL, &reader, &env->err));
    OK(env, lw_store_open(env->url, &(struct lw_store_options){.busy_ms = 20}, &writer,
                          &env->err));
    OK(env, sql_query(reader->sql, "SELECT person FROM study_events", SQL_NO_ARGS,
                      &reading, &env->err));
    OK(env, sql_next(reading, &row, &env->err));
    OK(env, lw_store_person_withdraw(writer, id, a.code, 60, &env->err));
    assert_true(on_disk(env, "mostprivate"));
    OK(env, lw_store_study_scrub(writer, &env->err));
    assert_true(on_disk(env, "mostprivate"));
    sql_done(reading);
    /* By another connection, as after a restart. */
    OK(env, lw_store_study_scrub(reader, &env->err));
    assert_false(on_disk(env, "mostprivate"));
    assert_int_equal(count(env, env->store, "SELECT count(*) FROM study_scrub"), 0);
    lw_store_close(writer);
    lw_store_close(reader);
}

struct leaver {
    const char *url, *study, *code; /* code NULL: the study's day has come */
    lw_status status;
    struct lw_error err;
};

static void *leave(void *ctx) {
    struct leaver *leaver = ctx;
    struct lw_store *store;
    int64_t n;
    const struct lw_store_options patient = {.busy_ms = 60000};
    leaver->status = lw_store_open(leaver->url, &patient, &store, &leaver->err);
    if (leaver->status == LW_OK) {
        leaver->status = leaver->code == NULL
                             ? lw_store_study_expire(store, 1000, &n, &leaver->err)
                             : lw_store_person_withdraw(store, leaver->study,
                                                        leaver->code, 60, &leaver->err);
        lw_store_close(store);
    }
    return NULL;
}

/* Their last events are being stored: who withdraws waits for them, and they go too. */
static void test_withdrawal_while_storing(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    if (!env->postgres) {
        skip(); /* one writes at a time there */
    }
    open_study(env, "h", 1000, id);
    for (int i = 0; i < 2; i++) {
        struct lw_store_entered a = enter(env, id, 20);
        struct leaver leaver = {.url = env->url, .study = id};
        pthread_t thread;
        leaver.code = i == 0 ? a.code : NULL;
        OK(env, sql_begin(env->store->sql, &env->err));
        OK(env, append(env, a.person.id, 0, "{}", LW_PERSON_INSIDE));
        assert_int_equal(pthread_create(&thread, NULL, leave, &leaver), 0);
        test_wait_for_waiter(env);
        OK(env, sql_end(env->store->sql, LW_OK, &env->err));
        assert_int_equal(pthread_join(thread, NULL), 0);
        if (leaver.status != LW_OK) {
            fail_msg("%s", leaver.err.text);
        }
        assert_int_equal(count(env, env->store, "SELECT count(*) FROM study_events"), 0);
        assert_int_equal(count(env, env->store, "SELECT count(*) FROM study_persons"), 0);
    }
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_withdrawal),     EACH(test_withdrawn_list),
        EACH(test_rewritten),      EACH(test_ended_stays_ended),
        EACH(test_scrubbed_later), EACH(test_withdrawal_while_storing),
    };
    int failed =
        cmocka_run_group_tests_name("SQLite", tests, test_group_sqlite, test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, test_group_postgres,
                                              test_group_end);
    }
    return failed;
}
