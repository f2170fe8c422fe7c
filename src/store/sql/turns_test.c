/* Writers of one program wait for each other, never fail because of each other; another
 * program that has the database is told apart. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <time.h>

#include "lw/store/studies.h"
#include "sql/turns_internal.h"
#include "store_internal.h"
#include "store_test_support.h"

#define N_WRITERS 6
#define N_WRITES 8
#define BUSY_MS 30
#define HELD_MS 15

static void pause_ms(long ms) {
    const struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&pause, NULL);
}

struct writer {
    struct lw_store *store;
    pthread_t thread;
    int n_busy, n_other;
};

/* Transactions that last, and statements alone. */
static void *write_often(void *ctx) {
    struct writer *writer = ctx;
    for (int i = 0; i < N_WRITES; i++) {
        struct lw_error err = {0};
        char id[LW_STORE_ID_SIZE];
        char key[LW_STORE_SECRET_SIZE];
        lw_status status = i % 2 == 0 ? lw_store_begin(writer->store, &err) : LW_OK;
        if (status == LW_OK) {
            status = lw_store_player_create(writer->store, 1, id, key, &err);
            if (i % 2 == 0) {
                pause_ms(HELD_MS);
                lw_status ended = lw_store_end(writer->store, status == LW_OK, &err);
                status = status == LW_OK ? ended : status;
            }
        }
        writer->n_busy += status == LW_BUSY;
        writer->n_other += status != LW_OK && status != LW_BUSY;
    }
    return NULL;
}

/* How many of the writes found the database busy. */
static int write_at_once(struct test_env *env, struct lw_store_turns *turns) {
    struct writer writers[N_WRITERS] = {{0}};
    int n_busy = 0;
    for (int i = 0; i < N_WRITERS; i++) {
        const struct lw_store_options options = {
            .busy_ms = BUSY_MS, .turns = turns, .urgent = i == 0};
        OK(env, lw_store_open(env->url, &options, &writers[i].store, &env->err));
    }
    for (int i = 0; i < N_WRITERS; i++) {
        assert_int_equal(
            pthread_create(&writers[i].thread, NULL, write_often, &writers[i]), 0);
    }
    for (int i = 0; i < N_WRITERS; i++) {
        assert_int_equal(pthread_join(writers[i].thread, NULL), 0);
        assert_int_equal(writers[i].n_other, 0);
        n_busy += writers[i].n_busy;
        lw_store_close(writers[i].store);
    }
    return n_busy;
}

static int64_t count_players(struct test_env *env) {
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    return totals.players;
}

static void test_nobody_is_busy(void **state) {
    struct test_env *env = *state;
    struct lw_store_turns *turns;
    OK(env, lw_store_turns_create(lw_alloc_libc(), &turns, &env->err));
    assert_int_equal(write_at_once(env, turns), 0);
    assert_int_equal(count_players(env), N_WRITERS * N_WRITES);
    lw_store_turns_destroy(turns);
    if (!env->postgres) {
        /* What turns are for. Where threads begin late, they miss each other now and
         * then. */
        int n_busy = 0;
        for (int tries = 0; tries < 50 && n_busy == 0; tries++) {
            n_busy = write_at_once(env, NULL);
        }
        assert_true(n_busy > 0);
    }
}

/* Another program: a connection that knows nothing of turns. */
static void test_another_program(void **state) {
    struct test_env *env = *state;
    struct lw_store_turns *turns;
    sqlite3 *other;
    if (env->postgres) {
        skip(); /* it locks rows, not the database */
    }
    OK(env, lw_store_turns_create(lw_alloc_libc(), &turns, &env->err));
    assert_int_equal(sqlite3_open(env->url, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(write_at_once(env, turns), N_WRITERS * N_WRITES);
    assert_int_equal(count_players(env), 0); /* reading waits for nobody */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(write_at_once(env, turns), 0);
    assert_int_equal(count_players(env), N_WRITERS * N_WRITES);
    (void)sqlite3_close(other);
    lw_store_turns_destroy(turns);
}

struct scrubber {
    struct lw_store *store;
    atomic_bool ends;
    lw_status status;
};

/* Someone reads, so that the log cannot be emptied and is tried again and again. */
static void *scrub_often(void *ctx) {
    struct scrubber *self = ctx;
    struct lw_error err = {0};
    while (!atomic_load(&self->ends) && self->status == LW_OK) {
        self->status = lw_store_study_scrub(self->store, &err);
    }
    return NULL;
}

/* Emptying the log keeps all writers out: it has its turn like them. */
static void test_scrubbing(void **state) {
    struct test_env *env = *state;
    struct lw_store_turns *turns;
    struct lw_store *reader;
    struct sql_stmt *reading;
    struct scrubber scrubber = {.status = LW_OK};
    pthread_t thread;
    bool row;
    OK(env, lw_store_turns_create(lw_alloc_libc(), &turns, &env->err));
    const struct lw_store_options options = {.turns = turns};
    OK(env, lw_store_open(env->url, &options, &scrubber.store, &env->err));
    OK(env, store_scrub_mark(scrubber.store, &env->err));
    OK(env, lw_store_open(env->url, NULL, &reader, &env->err));
    OK(env, sql_query(reader->sql, "SELECT version FROM schema_version", SQL_NO_ARGS,
                      &reading, &env->err));
    OK(env, sql_next(reading, &row, &env->err));
    assert_int_equal(pthread_create(&thread, NULL, scrub_often, &scrubber), 0);
    assert_int_equal(write_at_once(env, turns), 0);
    atomic_store(&scrubber.ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(scrubber.status, LW_OK);
    sql_done(reading);
    lw_store_close(reader);
    lw_store_close(scrubber.store);
    lw_store_turns_destroy(turns);
}

struct order {
    struct lw_store_turns *turns;
    char done[8];
    atomic_size_t n;
};
struct waiting {
    struct order *order;
    char name;
    bool urgent;
};

static void *take_once(void *ctx) {
    struct waiting *self = ctx;
    struct lw_error err;
    if (turns_take(self->order->turns, self->urgent, 1000, &err) == LW_OK) {
        self->order->done[atomic_fetch_add(&self->order->n, 1)] = self->name;
        turns_give(self->order->turns);
    }
    return NULL;
}

static size_t count_waiting(struct lw_store_turns *turns) {
    size_t n = 0;
    (void)pthread_mutex_lock(&turns->lock);
    for (int lane = 0; lane < N_LANES; lane++) {
        for (const struct waiter *at = turns->first[lane]; at != NULL; at = at->next) {
            n++;
        }
    }
    (void)pthread_mutex_unlock(&turns->lock);
    return n;
}

/* First come first served, but for the urgent, who does not come twice in a row. */
static void test_order(void **state) {
    static const char names[] = "abUVc";
    struct test_env *env = *state;
    struct order order = {.n = 0};
    struct waiting waiting[5];
    pthread_t threads[5];
    OK(env, lw_store_turns_create(lw_alloc_libc(), &order.turns, &env->err));
    OK(env, turns_take(order.turns, false, 1000, &env->err));
    for (size_t i = 0; i < 5; i++) {
        waiting[i] = (struct waiting){&order, names[i], names[i] < 'a'};
        assert_int_equal(pthread_create(&threads[i], NULL, take_once, &waiting[i]), 0);
        while (count_waiting(order.turns) < i + 1) {
            pause_ms(1);
        }
    }
    turns_give(order.turns);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_string_equal(order.done, "UaVbc");
    lw_store_turns_destroy(order.turns);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_nobody_is_busy),
        EACH(test_another_program),
        EACH(test_scrubbing),
        EACH(test_order),
    };
    int failed = cmocka_run_group_tests_name("turns on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("turns on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
