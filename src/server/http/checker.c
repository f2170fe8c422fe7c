/* A ring of requests and the one thread that takes them. It is one, whatever the number
 * of processors: judging requests may then take one of them and no more, however many
 * people send what is hard to read. */
#include "http/checker.h"

#include <pthread.h>
#include <string.h>

struct item {
    struct exchange *exchange;
    void (*run)(struct exchange *exchange);
};

struct checker {
    struct app *app;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    /* Under the lock: */
    bool stopping;
    struct item items[CHECKER_ROOM];
    size_t first, n;
};

static bool take(struct checker *checker, struct item *out) {
    (void)pthread_mutex_lock(&checker->lock);
    while (checker->n == 0 && !checker->stopping) {
        (void)pthread_cond_wait(&checker->wake, &checker->lock);
    }
    bool found = checker->n > 0;
    if (found) {
        *out = checker->items[checker->first];
        checker->first = (checker->first + 1) % CHECKER_ROOM;
        checker->n--;
    }
    (void)pthread_mutex_unlock(&checker->lock);
    return found;
}

static void *checker_main(void *arg) {
    struct checker *checker = arg;
    struct item item;
    while (take(checker, &item)) {
        if (atomic_load(&checker->app->stopping)) {
            http_problem(&item.exchange->response, 503, "stopping", NULL,
                         "The server is being stopped; try again in a moment.");
            item.exchange->response.retry_after_s = 2;
        } else {
            item.run(item.exchange);
        }
        item.exchange->wake(item.exchange);
    }
    return NULL;
}

lw_status checker_create(struct app *app, struct checker **out, struct lw_error *err) {
    struct checker *checker = lw_alloc_zero(app->alloc, 1, sizeof *checker);
    if (checker == NULL) {
        return lw_fail_memory(err);
    }
    checker->app = app;
    (void)pthread_mutex_init(&checker->lock, NULL);
    (void)pthread_cond_init(&checker->wake, NULL);
    checker->started = pthread_create(&checker->thread, NULL, checker_main, checker) == 0;
    if (!checker->started) {
        checker_destroy(checker);
        return lw_fail(err, LW_IO, 0, 0, "the checking thread cannot be started");
    }
    *out = checker;
    return LW_OK;
}

void checker_destroy(struct checker *checker) {
    if (checker == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&checker->lock);
    checker->stopping = true;
    (void)pthread_cond_broadcast(&checker->wake);
    (void)pthread_mutex_unlock(&checker->lock);
    if (checker->started) {
        (void)pthread_join(checker->thread, NULL);
    }
    (void)pthread_cond_destroy(&checker->wake);
    (void)pthread_mutex_destroy(&checker->lock);
    lw_alloc_free(checker->app->alloc, checker, sizeof *checker);
}

/* Under the lock. */
static size_t waiting_of(const struct checker *checker, const struct exchange *exchange) {
    size_t n = 0;
    for (size_t i = 0; i < checker->n; i++) {
        const struct exchange *other =
            checker->items[(checker->first + i) % CHECKER_ROOM].exchange;
        n += other->is_admin == exchange->is_admin &&
             strcmp(other->player, exchange->player) == 0;
    }
    return n;
}

/* Under the lock; false with a problem in the response. */
static bool has_room(const struct checker *checker, struct exchange *exchange) {
    if (waiting_of(checker, exchange) >= CHECKER_EACH) {
        http_problem(&exchange->response, 429, "too-many-jobs", NULL,
                     "You have %d requests waiting to be read; wait for one of them.",
                     CHECKER_EACH);
    } else if (checker->n == CHECKER_ROOM) {
        http_problem(&exchange->response, 503, "busy", NULL,
                     "Too many requests are waiting to be read; try again in a while.");
    } else {
        return true;
    }
    exchange->response.retry_after_s = 2;
    return false;
}

void checker_run(struct exchange *exchange, void (*run)(struct exchange *exchange)) {
    struct checker *checker = exchange->app->checker;
    if (checker == NULL || exchange->pause == NULL) {
        run(exchange);
        return;
    }
    (void)pthread_mutex_lock(&checker->lock);
    if (has_room(checker, exchange)) {
        /* Before anybody can wake it. */
        exchange->later = true;
        exchange->pause(exchange);
        checker->items[(checker->first + checker->n) % CHECKER_ROOM] =
            (struct item){exchange, run};
        checker->n++;
        (void)pthread_cond_signal(&checker->wake);
    }
    (void)pthread_mutex_unlock(&checker->lock);
}
