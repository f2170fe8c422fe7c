/* The thread that judges requests, with requests that the test makes wait. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "app_open.h"
#include "http/checker.h"

struct fixture {
    struct app app;
    struct exchange exchanges[CHECKER_ROOM + 8];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    bool gate_is_open;
    size_t n_running, n_woken;
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
    f->n_running++;
    (void)pthread_cond_broadcast(&f->changed);
    while (!f->gate_is_open) {
        (void)pthread_cond_wait(&f->changed, &f->lock);
    }
    (void)pthread_mutex_unlock(&f->lock);
    exchange->response.status = 202;
}

static struct exchange *begin(struct fixture *f, size_t i, unsigned player) {
    struct exchange *exchange = &f->exchanges[i];
    exchange_init(exchange, &f->app);
    (void)snprintf(exchange->player, sizeof exchange->player, "%032x", player);
    exchange->pause = pause_it;
    exchange->wake = wake_it;
    exchange->wake_ctx = f;
    checker_run(exchange, run_it);
    return exchange;
}

/* The first is being judged, and nobody waits. */
static void start(struct fixture *f) {
    struct lw_error err;
    *f = (struct fixture){.app = {.alloc = lw_alloc_libc()}};
    (void)pthread_mutex_init(&f->lock, NULL);
    (void)pthread_cond_init(&f->changed, NULL);
    assert_int_equal(checker_create(&f->app, &f->app.checker, &err), LW_OK);
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
    for (unsigned player = 1; n <= CHECKER_ROOM; player++) {
        for (int i = 0; i < CHECKER_EACH; i++) {
            assert_true(begin(&f, n++, player)->later);
        }
        const struct exchange *more = begin(&f, n, player);
        assert_false(more->later);
        assert_int_equal(more->response.status, 429);
        assert_true(more->response.retry_after_s > 0);
        exchange_free(&f.exchanges[n]);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_wait_elsewhere),
        cmocka_unit_test(a_stop_answers_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
