/* Those who wait, and the threads that take them. */
#include "http/checker.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "lw/base/hash.h"

#define N_USERS 256
#define HALF_NS UINT64_C(1000000000) /* in which what was taken counts half */

const struct checker_shape checker_shape = {
    .n_threads = 1, .room = 64, .address = 32, .each = 16};
const struct checker_shape prover_shape = {
    .n_threads = 2, .room = 512, .address = 256, .each = 128};

/* Whose turn it takes: the address's, and among those of the address the player's. */
struct whose {
    uint64_t address, player;
};

struct item {
    struct exchange *exchange;
    void (*run)(struct exchange *exchange);
    bool passes; /* it wakes the exchange itself */
    struct whose whose;
};

/* What somebody has taken of late. Two who share a place here share their turns. */
struct user {
    uint64_t taken_ns, at_ns;
    unsigned n_running;
};

struct checker {
    struct app *app;
    struct checker_shape shape;
    pthread_t threads[CHECKER_MAX_THREADS];
    unsigned n_started;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    /* Under the lock: */
    bool stopping;
    struct item items[CHECKER_MAX_ROOM]; /* in the order in which they came */
    size_t n;
    struct user addresses[N_USERS], players[N_USERS];
};

/* A player, the administrator, or somebody without a name; and where they are. */
static struct whose whose_is(const struct exchange *exchange) {
    uint64_t address = lw_mix64(exchange->client + (exchange->is_admin ? 1 : 0));
    uint64_t player = exchange->player[0] != '\0'
                          ? lw_hash64(exchange->player, strlen(exchange->player), 0)
                          : address;
    bool is_free = exchange->is_local && !exchange->app->config.rate_loopback;
    return (struct whose){.address = is_free ? player : address, .player = player};
}

static struct user *address_of(struct checker *checker, struct whose whose) {
    return &checker->addresses[whose.address % N_USERS];
}

static struct user *player_of(struct checker *checker, struct whose whose) {
    return &checker->players[whose.player % N_USERS];
}

static uint64_t taken_by(const struct user *user, uint64_t now) {
    uint64_t halves = (now - user->at_ns) / HALF_NS;
    return halves < 64 ? user->taken_ns >> halves : 0;
}

/* Under the lock: the place of whose turn it is; n when it is nobody's. One thread of
 * several is kept free of somebody who has the others. */
static size_t next_of(struct checker *checker) {
    uint64_t now = checker->app->now_ns();
    unsigned most = checker->shape.n_threads > 1 ? checker->shape.n_threads - 1 : 1;
    size_t best = checker->n;
    uint64_t least = UINT64_MAX;
    uint64_t least_here = UINT64_MAX;
    for (size_t i = 0; i < checker->n; i++) {
        struct whose whose = checker->items[i].whose;
        const struct user *address = address_of(checker, whose);
        uint64_t taken = taken_by(address, now);
        uint64_t taken_here = taken_by(player_of(checker, whose), now);
        bool may = checker->stopping || address->n_running < most;
        if (may && (taken < least || (taken == least && taken_here < least_here))) {
            least = taken;
            least_here = taken_here;
            best = i;
        }
    }
    return best;
}

static bool take(struct checker *checker, struct item *out) {
    (void)pthread_mutex_lock(&checker->lock);
    size_t at = next_of(checker);
    while (at == checker->n && !(checker->stopping && checker->n == 0)) {
        (void)pthread_cond_wait(&checker->wake, &checker->lock);
        at = next_of(checker);
    }
    bool found = at < checker->n;
    if (found) {
        *out = checker->items[at];
        checker->n--;
        memmove(&checker->items[at], &checker->items[at + 1],
                (checker->n - at) * sizeof *checker->items);
        address_of(checker, out->whose)->n_running++;
    }
    (void)pthread_mutex_unlock(&checker->lock);
    return found;
}

static void add_turn(struct user *user, uint64_t begun_ns, uint64_t now) {
    user->taken_ns = taken_by(user, now) + (now - begun_ns);
    user->at_ns = now;
}

static void end_turn(struct checker *checker, struct whose whose, uint64_t begun_ns) {
    uint64_t now = checker->app->now_ns();
    (void)pthread_mutex_lock(&checker->lock);
    add_turn(address_of(checker, whose), begun_ns, now);
    add_turn(player_of(checker, whose), begun_ns, now);
    address_of(checker, whose)->n_running--;
    if (checker->n > 0) {
        (void)pthread_cond_broadcast(&checker->wake);
    }
    (void)pthread_mutex_unlock(&checker->lock);
}

static void run_item(const struct item *item) {
    struct exchange *exchange = item->exchange;
    if (atomic_load(&exchange->app->stopping)) {
        http_problem(&exchange->response, 503, "stopping", NULL,
                     "The server is being stopped; try again in a moment.");
        exchange->response.retry_after_s = 2;
        exchange->wake(exchange);
        return;
    }
    budget_enter(exchange);
    item->run(exchange);
    if (!item->passes) {
        budget_leave(exchange);
        exchange->wake(exchange);
    }
}

static void *checker_main(void *arg) {
    struct checker *checker = arg;
    struct item item;
    while (take(checker, &item)) {
        uint64_t begun_ns = checker->app->now_ns();
        run_item(&item);
        end_turn(checker, item.whose, begun_ns);
    }
    return NULL;
}

lw_status checker_create(struct app *app, const struct checker_shape *shape,
                         struct checker **out, struct lw_error *err) {
    struct checker *checker = lw_alloc_zero(app->alloc, 1, sizeof *checker);
    if (checker == NULL) {
        return lw_fail_memory(err);
    }
    assert(shape->n_threads <= CHECKER_MAX_THREADS && shape->room <= CHECKER_MAX_ROOM);
    checker->app = app;
    checker->shape = *shape;
    (void)pthread_mutex_init(&checker->lock, NULL);
    (void)pthread_cond_init(&checker->wake, NULL);
    while (checker->n_started < shape->n_threads &&
           pthread_create(&checker->threads[checker->n_started], NULL, checker_main,
                          checker) == 0) {
        checker->n_started++;
    }
    if (checker->n_started < shape->n_threads) {
        checker_destroy(checker);
        return lw_fail(err, LW_IO, 0, 0, "the checking threads cannot be started");
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
    for (unsigned i = 0; i < checker->n_started; i++) {
        (void)pthread_join(checker->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&checker->wake);
    (void)pthread_mutex_destroy(&checker->lock);
    lw_alloc_free(checker->app->alloc, checker, sizeof *checker);
}

/* Under the lock; false with a problem in the response. */
static bool has_room(const struct checker *checker, struct exchange *exchange,
                     struct whose whose) {
    const struct checker_shape *shape = &checker->shape;
    size_t near = 0;
    size_t own = 0;
    for (size_t i = 0; i < checker->n; i++) {
        near += checker->items[i].whose.address == whose.address;
        own += checker->items[i].whose.player == whose.player;
    }
    if (own >= shape->each || near >= shape->address) {
        http_problem(&exchange->response, 429, "too-many-jobs", NULL,
                     "%s %zu requests waiting to be read; wait for one of them.",
                     own >= shape->each ? "You have" : "Your address has",
                     own >= shape->each ? own : near);
    } else if (checker->n >= shape->room - (near > 0 ? shape->room / 4 : 0)) {
        http_problem(&exchange->response, 503, "busy", NULL,
                     "Too many requests are waiting to be read; try again in a while.");
    } else {
        return true;
    }
    exchange->response.retry_after_s = 2;
    return false;
}

static void put(struct checker *checker, struct exchange *exchange,
                void (*run)(struct exchange *exchange), bool passes) {
    if (checker == NULL || exchange->pause == NULL) {
        run(exchange);
        return;
    }
    struct whose whose = whose_is(exchange);
    if (!exchange_hold_waiting(exchange)) {
        return;
    }
    (void)pthread_mutex_lock(&checker->lock);
    if (has_room(checker, exchange, whose)) {
        /* Before anybody can wake it. */
        exchange_pause(exchange);
        checker->items[checker->n++] = (struct item){exchange, run, passes, whose};
        (void)pthread_cond_signal(&checker->wake);
    }
    (void)pthread_mutex_unlock(&checker->lock);
}

void checker_run(struct exchange *exchange, void (*run)(struct exchange *exchange)) {
    put(exchange->app->checker, exchange, run, false);
}

void prover_run(struct exchange *exchange, void (*run)(struct exchange *exchange)) {
    put(exchange->app->prover, exchange, run, false);
}

void prover_pass(struct exchange *exchange, void (*run)(struct exchange *exchange)) {
    put(exchange->app->prover, exchange, run, true);
}
