/* A lock with two lines of waiters, each with a condition of its own, so that the turn
 * goes to one of them by name. */
#include "sql/turns_internal.h"

#include <stddef.h>
#include <time.h>

#include "lw/store/connection.h"

#define NS_A_MS UINT64_C(1000000)
#define MAX_WAIT_MS 15000 /* a request has to be answered some time */

static uint64_t now_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

lw_status lw_store_turns_create(const struct lw_alloc *alloc, struct lw_store_turns **out,
                                struct lw_error *err) {
    *out = lw_alloc_zero(alloc, 1, sizeof **out);
    if (*out == NULL) {
        return lw_fail_memory(err);
    }
    (*out)->alloc = alloc;
    (void)pthread_mutex_init(&(*out)->lock, NULL);
    return LW_OK;
}

void lw_store_turns_destroy(struct lw_store_turns *turns) {
    if (turns != NULL) {
        (void)pthread_mutex_destroy(&turns->lock);
        lw_alloc_free(turns->alloc, turns, sizeof *turns);
    }
}

static void line_up(struct lw_store_turns *turns, enum lane lane, struct waiter *self) {
    struct waiter **end = &turns->first[lane];
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = self;
}

static void leave_line(struct lw_store_turns *turns, enum lane lane,
                       const struct waiter *self) {
    struct waiter **at = &turns->first[lane];
    while (*at != self) {
        at = &(*at)->next;
    }
    *at = self->next;
}

/* Under the lock: has whoever waited that long waited enough? Those before it may be
 * many, so what counts is how long another program keeps all of them out. */
static bool is_enough(const struct lw_store_turns *turns, uint64_t since_ns,
                      uint32_t patience_ms, uint64_t now) {
    bool locked_out = turns->locked_out_ns > 0 &&
                      now - turns->locked_out_ns >= patience_ms * NS_A_MS &&
                      now - since_ns >= patience_ms * NS_A_MS;
    return locked_out || now - since_ns >= MAX_WAIT_MS * NS_A_MS;
}

/* A while: long enough not to be busy with it. */
static void wait_a_while(struct lw_store_turns *turns, struct waiter *self,
                         uint32_t patience_ms) {
    uint64_t until =
        now_ns() + (patience_ms < 100 ? patience_ms + 1 : UINT64_C(100)) * NS_A_MS;
    const struct timespec at = {.tv_sec = (time_t)(until / 1000000000u),
                                .tv_nsec = (long)(until % 1000000000u)};
    (void)pthread_cond_timedwait(&self->wake, &turns->lock, &at);
}

/* Under the lock. */
static bool wait_turn(struct lw_store_turns *turns, enum lane lane,
                      uint32_t patience_ms) {
    struct waiter self = {.has_turn = false};
    pthread_condattr_t monotonic;
    uint64_t since = now_ns();
    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&self.wake, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    line_up(turns, lane, &self);
    while (!self.has_turn && !is_enough(turns, since, patience_ms, now_ns())) {
        wait_a_while(turns, &self, patience_ms);
    }
    if (!self.has_turn) {
        leave_line(turns, lane, &self);
    }
    (void)pthread_cond_destroy(&self.wake);
    return self.has_turn;
}

lw_status turns_take(struct lw_store_turns *turns, bool urgent, uint32_t patience_ms,
                     struct lw_error *err) {
    enum lane lane = urgent ? URGENT : USUAL;
    bool has_turn = true;
    bool by_another = false;
    if (turns == NULL) {
        return LW_OK;
    }
    (void)pthread_mutex_lock(&turns->lock);
    if (turns->taken) {
        has_turn = wait_turn(turns, lane, patience_ms);
        by_another = turns->locked_out_ns > 0;
    } else {
        turns->taken = true;
        turns->last = lane;
    }
    (void)pthread_mutex_unlock(&turns->lock);
    if (has_turn) {
        return LW_OK;
    }
    return by_another ? lw_fail(err, LW_BUSY, 0, 0,
                                "the database is locked by another program; try again")
                      : lw_fail(err, LW_BUSY, 0, 0,
                                "the database is busy with what came before; try again");
}

void turns_give(struct lw_store_turns *turns) {
    if (turns == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&turns->lock);
    bool urgent = turns->first[URGENT] != NULL &&
                  (turns->last != URGENT || turns->first[USUAL] == NULL);
    enum lane lane = urgent ? URGENT : USUAL;
    struct waiter *next = turns->first[lane];
    if (next != NULL) {
        turns->first[lane] = next->next;
        turns->last = lane;
        next->has_turn = true;
        (void)pthread_cond_signal(&next->wake);
    } else {
        turns->taken = false;
        turns->locked_out_ns = 0;
    }
    (void)pthread_mutex_unlock(&turns->lock);
}

void turns_locked_out(struct lw_store_turns *turns) {
    if (turns != NULL) {
        (void)pthread_mutex_lock(&turns->lock);
        turns->locked_out_ns =
            turns->locked_out_ns == 0 ? now_ns() : turns->locked_out_ns;
        (void)pthread_mutex_unlock(&turns->lock);
    }
}

void turns_begun(struct lw_store_turns *turns) {
    if (turns != NULL) {
        (void)pthread_mutex_lock(&turns->lock);
        turns->locked_out_ns = 0;
        (void)pthread_mutex_unlock(&turns->lock);
    }
}
