/* The thread that judges requests, with requests that the test makes wait. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "app_open.h"
#include "http/checker.h"

#define ROOM 64 /* of the checker's shape */
#define RESERVE 16
#define ADDRESS 32
#define EACH 16

struct fixture {
    struct app app;
    struct exchange exchanges[ROOM + 8];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    bool gate_is_open;
    size_t n_running, n_woken;
    unsigned order[ROOM + 8]; /* whose turn it was */
    int n_paused;
};

static void pause_it(struct exchange *exchange) {
    struct fixture *f = exchange->wake_ctx;
    f->n_paused++; /* only by the test's thread */
}

static void wake_it(struct exchange *exchange) {
    struct fixture *f = exchange->wake_ctx;
    (void)pthread_mutex_lock(&f->lock);
    f->n_woken++;
    (void)pthread_cond_broadcast(&f->changed);
    (void)pthread_mutex_unlock(&f->lock);
}

/* What takes long to judge. */
static void run_it(struct exchange *exchange) {
    struct fixture *f = exchange->wake_ctx;
    (void)pthread_mutex_lock(&f->lock);
    (void)sscanf(exchange->player, "%x", &f->order[f->n_running]);
    f->n_running++;
    (void)pthread_cond_broadcast(&f->changed);
    while (!f->gate_is_open) {
        (void)pthread_cond_wait(&f->changed, &f->lock);
    }
    (void)pthread_mutex_unlock(&f->lock);
    exchange->response.status = 202;
}

static struct exchange *begin_at(struct fixture *f, size_t i, unsigned player,
                                 uint64_t address) {
    struct exchange *exchange = &f->exchanges[i];
    exchange_init(exchange, &f->app);
    exchange->client = address;
    (void)snprintf(exchange->player, sizeof exchange->player, "%032x", player);
    exchange->pause = pause_it;
    exchange->wake = wake_it;
    exchange->wake_ctx = f;
    checker_run(exchange, run_it);
    return exchange;
}

/* Everybody at an address of their own. */
static struct exchange *begin(struct fixture *f, size_t i, unsigned player) {
    return begin_at(f, i, player, 1000 + player);
}

/* A turn takes as long as the clock is asked once more. */
static uint64_t now_ns(void) {
    static atomic_uint_fast64_t now = 1;
    return atomic_fetch_add(&now, 1);
}

/* The first is being judged, and nobody waits. */
static void start(struct fixture *f) {
    struct lw_error err;
    *f = (struct fixture){.app = {.alloc = lw_alloc_libc(),
                                  .now_ns = now_ns,
                                  .config = {.traffic_bytes = SIZE_MAX}}};
    (void)pthread_mutex_init(&f->lock, NULL);
    (void)pthread_cond_init(&f->changed, NULL);
    assert_int_equal(checker_create(&f->app, &checker_shape, &f->app.checker, &err),
                     LW_OK);
    (void)begin(f, 0, 0);
    (void)pthread_mutex_lock(&f->lock);
    while (f->n_running == 0) {
        (void)pthread_cond_wait(&f->changed, &f->lock);
    }
    (void)pthread_mutex_unlock(&f->lock);
}

static void open_gate(struct fixture *f) {
    (void)pthread_mutex_lock(&f->lock);
    f->gate_is_open = true;
    (void)pthread_cond_broadcast(&f->changed);
    (void)pthread_mutex_unlock(&f->lock);
}

static void finish(struct fixture *f, size_t n) {
    checker_destroy(f->app.checker);
    for (size_t i = 0; i < n; i++) {
        exchange_free(&f->exchanges[i]);
    }
    (void)pthread_cond_destroy(&f->changed);
    (void)pthread_mutex_destroy(&f->lock);
}

/* However long one takes, whoever comes next is answered at once or waits elsewhere than
 * on the thread that asks; and there is an end to waiting. */
static void requests_wait_elsewhere(void **state) {
    struct fixture f;
    size_t n = 1;
    (void)state;
    start(&f);
    for (unsigned player = 1; n <= ROOM - RESERVE; player++) {
        for (int i = 0; i < EACH; i++) {
            assert_true(begin(&f, n++, player)->later);
        }
        const struct exchange *more = begin(&f, n, player);
        assert_false(more->later);
        assert_int_equal(more->response.status, 429);
        assert_true(more->response.retry_after_s > 0);
        exchange_free(&f.exchanges[n]);
    }
    /* What is left is for those of whom none waits. */
    for (unsigned player = 100; n <= ROOM; player++) {
        assert_true(begin(&f, n++, player)->later);
    }
    const struct exchange *last = begin(&f, n, 99);
    assert_false(last->later);
    assert_int_equal(last->response.status, 503);
    assert_int_equal(f.n_paused, n);
    open_gate(&f);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_woken < n) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(f.exchanges[i].response.status, 202);
    }
    finish(&f, n + 1);
}

/* A server that stops answers all of them. */
static void a_stop_answers_all(void **state) {
    struct fixture f;
    (void)state;
    start(&f);
    for (unsigned i = 1; i < 6; i++) {
        assert_true(begin(&f, i, i)->later);
    }
    atomic_store(&f.app.stopping, true);
    open_gate(&f);
    checker_destroy(f.app.checker);
    f.app.checker = NULL;
    assert_int_equal(f.n_woken, 6);
    assert_int_equal(f.exchanges[0].response.status, 202);
    for (size_t i = 1; i < 6; i++) {
        assert_int_equal(f.exchanges[i].response.status, 503);
    }
    finish(&f, 6);
}

/* Of two threads somebody who sends much has one, and the other is there for whoever
 * comes; on one thread, who has taken least comes first. */
static void nobody_takes_all(void **state) {
    struct fixture f = {.app = {.alloc = lw_alloc_libc(), .now_ns = now_ns}};
    struct lw_error err;
    (void)state;
    (void)pthread_mutex_init(&f.lock, NULL);
    (void)pthread_cond_init(&f.changed, NULL);
    assert_int_equal(checker_create(&f.app, &prover_shape, &f.app.checker, &err), LW_OK);
    for (size_t i = 0; i < 8; i++) {
        assert_true(begin(&f, i, 1)->later);
    }
    assert_true(begin(&f, 8, 2)->later);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_running < 2) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    /* Two run: one of the eight, and the one of somebody else. */
    open_gate(&f);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_woken < 9) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    assert_int_equal(f.order[0] + f.order[1], 1 + 2);
    finish(&f, 9);
}

/* Keys are free: somebody with many of them has one address's share of the room, of the
 * threads and of the turns. */
static void keys_are_no_shares(void **state) {
    struct fixture f;
    size_t n = 1;
    (void)state;
    start(&f);
    while (n <= ADDRESS) {
        assert_true(begin_at(&f, n, 100 + (unsigned)n, 7)->later);
        n++;
    }
    const struct exchange *more = begin_at(&f, n, 99, 7);
    assert_false(more->later);
    assert_int_equal(more->response.status, 429);
    exchange_free(&f.exchanges[n]);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(begin_at(&f, n, 1 + i / 2, 8)->later);
        n++;
    }
    open_gate(&f);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_woken < n) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    /* The other address has its turns among the first, and both of its players. */
    unsigned seen = 0;
    for (size_t i = 1; i < 7; i++) {
        seen += f.order[i] < 100;
    }
    assert_int_equal(seen, 3);
    finish(&f, n);
}

/* Nor do they give somebody both threads. */
static void keys_are_no_threads(void **state) {
    struct fixture f = {.app = {.alloc = lw_alloc_libc(), .now_ns = now_ns}};
    struct lw_error err;
    (void)state;
    (void)pthread_mutex_init(&f.lock, NULL);
    (void)pthread_cond_init(&f.changed, NULL);
    assert_int_equal(checker_create(&f.app, &prover_shape, &f.app.checker, &err), LW_OK);
    for (unsigned i = 0; i < 8; i++) {
        assert_true(begin_at(&f, i, 101 + i, 7)->later);
    }
    assert_true(begin_at(&f, 8, 2, 8)->later);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_running < 2) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    assert_true(f.order[0] == 2 || f.order[1] == 2);
    open_gate(&f);
    (void)pthread_mutex_lock(&f.lock);
    while (f.n_woken < 9) {
        (void)pthread_cond_wait(&f.changed, &f.lock);
    }
    (void)pthread_mutex_unlock(&f.lock);
    finish(&f, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_wait_elsewhere), cmocka_unit_test(a_stop_answers_all),
        cmocka_unit_test(nobody_takes_all),        cmocka_unit_test(keys_are_no_shares),
        cmocka_unit_test(keys_are_no_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
