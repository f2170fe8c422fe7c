/* Events: stored once and whole, alone and by many at once, on both databases. */
#include <pthread.h>

#include "store_test_support.h"

static void test_events(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 1);
    struct test_player a = test_new_player(env, 1);
    char play[LW_STORE_ID_SIZE];
    test_start_play(env, &a, 1, NULL, 100, play);
    struct lw_store_event batch[] = {
        test_event(play, 0, LW_EVENT_START, 0),
        test_event(play, 1, LW_EVENT_UNDO, 50),
        test_event(play, 2, LW_EVENT_RESTART, 70),
        test_event(play, 3, LW_EVENT_RESTART, 90),
        test_event(play, 4, LW_EVENT_WIN, 2000),
        test_event(play, 5, LW_EVENT_QUIT, 2100),
    };
    batch[4].data = "rrU'); DROP TABLE events;--";
    struct lw_store_appended appended;
    OK(env,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = batch, .n = 4, .now_ms = 500},
                              &appended, &env->err));
    assert_int_equal(appended.stored, 4);
    /* Sent again with two more: only those count. */
    OK(env,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = batch, .n = 6, .now_ms = 600},
                              &appended, &env->err));
    assert_int_equal(appended.stored, 2);
    assert_int_equal(appended.repeated, 4);
    OK(env,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = batch, .n = 6, .now_ms = 700},
                              &appended, &env->err));
    assert_int_equal(appended.stored, 0);
    struct lw_store_play got;
    OK(env, lw_store_play_get(env->store, play, &env->arena, &got, &env->err));
    assert_int_equal(got.restarts, 2);
    assert_int_equal(got.undos, 1);
    assert_int_equal(got.quits, 1);
    assert_int_equal(got.won_ms, 600);
    assert_int_equal(got.t_ms, 2000);
    assert_int_equal(got.moves, 8);
    assert_int_equal(test_count_events(env, play), 6);
    int64_t n = 0;
    OK(env,
       sql_number(env->store->sql,
                  "SELECT count(*) FROM events WHERE play = ?1 AND seq = ?2"
                  " AND kind = 'win' AND data = ?3 AND stored_ms = 600",
                  SQL_ARGS(T(play), I(batch[4].seq), T(batch[4].data)), &n, &env->err));
    assert_int_equal(n, 1);
    OK(env, sql_number(env->store->sql,
                       "SELECT count(*) FROM events WHERE play = ?1 AND stored_ms = 500",
                       SQL_ARGS(T(play)), &n, &env->err));
    assert_int_equal(n, 4);
}

static void test_batches_are_whole(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 2);
    struct test_player a = test_new_player(env, 1);
    struct test_player b = test_new_player(env, 1);
    char play[LW_STORE_ID_SIZE];
    char other[LW_STORE_ID_SIZE];
    test_start_play(env, &a, 1, NULL, 100, play);
    test_start_play(env, &b, 2, NULL, 100, other);
    /* Someone else's play: nothing of the batch is kept. */
    struct lw_store_event mixed[] = {test_event(play, 10, LW_EVENT_MOVE, 1),
                                     test_event(other, 1, LW_EVENT_MOVE, 1)};
    struct lw_store_appended appended;
    IS(LW_NOT_FOUND,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = mixed, .n = 2, .now_ms = 800},
                              &appended, &env->err));
    assert_int_equal(env->err.line, 2);
    mixed[1] = test_event(play, 11, LW_EVENT_MOVE, -1);
    IS(LW_BAD_INPUT,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = mixed, .n = 2, .now_ms = 800},
                              &appended, &env->err));
    assert_int_equal(test_count_events(env, play), 0);
    /* More than one pipeline holds. */
    struct lw_store_event *many = calloc(1500, sizeof *many);
    for (int i = 0; i < 1500; i++) {
        many[i] = test_event(play, i, LW_EVENT_UNDO, i);
    }
    OK(env, lw_store_events_append(
                env->store,
                &(struct lw_store_batch){
                    .player = a.id, .events = many, .n = 1500, .now_ms = 900},
                &appended, &env->err));
    free(many);
    assert_int_equal(appended.stored, 1500);
    struct lw_store_play got;
    OK(env, lw_store_play_get(env->store, play, &env->arena, &got, &env->err));
    assert_int_equal(got.undos, 1500);
}

/* What is told to be stored is stored: a number that is taken by another event refuses
 * the batch, a repeated win is a repeat and no new win. */
static void test_taken_numbers(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 1);
    struct test_player a = test_new_player(env, 0);
    char play[LW_STORE_ID_SIZE];
    test_start_play(env, &a, 1, NULL, 10, play);
    struct lw_store_event move = test_event(play, 5, LW_EVENT_MOVE, 1);
    struct lw_store_event wins[] = {test_event(play, 4, LW_EVENT_MOVE, 1),
                                    test_event(play, 5, LW_EVENT_WIN, 1)};
    struct lw_store_appended appended;
    struct lw_store_play got;
    wins[1].data = "r";
    OK(env,
       lw_store_events_append(env->store,
                              &(struct lw_store_batch){
                                  .player = a.id, .events = &move, .n = 1, .now_ms = 11},
                              &appended, &env->err));
    assert_int_equal(appended.wins, 0);
    IS(LW_EXISTS,
       lw_store_events_append(
           env->store,
           &(struct lw_store_batch){.player = a.id, .events = wins, .n = 2, .now_ms = 12},
           &appended, &env->err));
    assert_int_equal(env->err.line, 2);
    assert_int_equal(test_count_events(env, play), 1);
    wins[1].seq = 6;
    OK(env,
       lw_store_events_append(
           env->store,
           &(struct lw_store_batch){.player = a.id, .events = wins, .n = 2, .now_ms = 13},
           &appended, &env->err));
    assert_int_equal(appended.stored, 2);
    assert_int_equal(appended.wins, 1);
    OK(env,
       lw_store_events_append(
           env->store,
           &(struct lw_store_batch){.player = a.id, .events = wins, .n = 2, .now_ms = 14},
           &appended, &env->err));
    assert_int_equal(appended.repeated, 2);
    assert_int_equal(appended.wins, 0);
    wins[1].data = "rr";
    IS(LW_EXISTS,
       lw_store_events_append(
           env->store,
           &(struct lw_store_batch){.player = a.id, .events = wins, .n = 2, .now_ms = 15},
           &appended, &env->err));
    OK(env, lw_store_play_get(env->store, play, &env->arena, &got, &env->err));
    assert_int_equal(got.won_ms, 13);
}

#define N_THREADS 8
#define N_ROUNDS 25
#define BATCH 4

struct stream {
    struct lw_store_writer *writer;
    struct test_player player;
    char play[LW_STORE_ID_SIZE];
    size_t stored, refused;
};

/* What a waiting thread is told. */
struct answer {
    pthread_mutex_t lock;
    pthread_cond_t given;
    bool is_given;
    lw_status status;
    struct lw_store_appended appended;
    struct lw_error err;
};

static void give_answer(void *ctx, lw_status status,
                        const struct lw_store_appended *appended,
                        const struct lw_error *err) {
    struct answer *answer = ctx;
    (void)pthread_mutex_lock(&answer->lock);
    answer->status = status;
    answer->appended = *appended;
    answer->err = *err;
    answer->is_given = true;
    (void)pthread_cond_signal(&answer->given);
    (void)pthread_mutex_unlock(&answer->lock);
}

static void append_and_wait(struct stream *stream, const struct lw_store_event *events,
                            struct answer *answer) {
    *answer = (struct answer){.is_given = false};
    (void)pthread_mutex_init(&answer->lock, NULL);
    (void)pthread_cond_init(&answer->given, NULL);
    struct lw_error err = {0};
    lw_status status = lw_store_writer_submit(
        stream->writer,
        &(struct lw_store_batch){
            .player = stream->player.id, .events = events, .n = BATCH, .now_ms = 1000},
        give_answer, answer, &err);
    if (status != LW_OK) {
        answer->status = status;
    } else {
        (void)pthread_mutex_lock(&answer->lock);
        while (!answer->is_given) {
            (void)pthread_cond_wait(&answer->given, &answer->lock);
        }
        (void)pthread_mutex_unlock(&answer->lock);
    }
    (void)pthread_cond_destroy(&answer->given);
    (void)pthread_mutex_destroy(&answer->lock);
}

/* Every fifth batch is bad: it must fail alone. */
static void *stream_events(void *ctx) {
    struct stream *stream = ctx;
    for (int round = 0; round < N_ROUNDS; round++) {
        struct lw_store_event events[BATCH];
        for (int i = 0; i < BATCH; i++) {
            events[i] = test_event(stream->play, round * BATCH + i, LW_EVENT_MOVE, round);
        }
        if (round % 5 == 4) {
            events[BATCH - 1].play = "no such play";
        }
        struct answer answer;
        append_and_wait(stream, events, &answer);
        stream->stored += answer.status == LW_OK ? answer.appended.stored : 0;
        stream->refused += answer.status == LW_NOT_FOUND && answer.err.line == BATCH;
    }
    return NULL;
}

static void test_group_commit(void **state) {
    struct test_env *env = *state;
    test_put_levels(env, 1, 1);
    struct lw_store_writer *writer;
    OK(env, lw_store_writer_open(env->url, NULL, &writer, &env->err));
    struct stream streams[N_THREADS];
    pthread_t threads[N_THREADS];
    for (int i = 0; i < N_THREADS; i++) {
        streams[i] = (struct stream){.writer = writer, .player = test_new_player(env, 1)};
        test_start_play(env, &streams[i].player, 1, NULL, 5, streams[i].play);
    }
    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, stream_events, &streams[i]),
                         0);
    }
    size_t stored = 0;
    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(streams[i].refused, N_ROUNDS / 5);
        stored += streams[i].stored;
    }
    lw_store_writer_close(writer);
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.events, stored);
    assert_int_equal(stored, N_THREADS * (N_ROUNDS - N_ROUNDS / 5) * BATCH);
}

static void *use_pool(void *ctx) {
    struct lw_store_pool *pool = ctx;
    for (int i = 0; i < 20; i++) {
        struct lw_store *store = lw_store_pool_take(pool);
        struct lw_error err;
        char id[LW_STORE_ID_SIZE];
        char key[LW_STORE_SECRET_SIZE];
        assert_int_equal(lw_store_player_create(store, i, id, key, &err), LW_OK);
        lw_store_pool_give(pool, store);
    }
    return NULL;
}

static void test_pool(void **state) {
    struct test_env *env = *state;
    struct lw_store_pool *pool;
    OK(env, lw_store_pool_open(env->url, NULL, 2, &pool, &env->err));
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, use_pool, pool), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    lw_store_pool_close(pool);
    struct lw_store_totals totals;
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_int_equal(totals.players, 80);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_events),        EACH(test_batches_are_whole),
        EACH(test_taken_numbers), EACH(test_group_commit),
        EACH(test_pool),
    };
    int failed = cmocka_run_group_tests_name("events on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("events on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
