/* The lines in which writers wait, for turns.c and for the test that looks at them. */
#ifndef TURNS_INTERNAL_H
#define TURNS_INTERNAL_H

#include <pthread.h>

#include "sql/turns.h"

enum lane { USUAL, URGENT, N_LANES };

struct waiter {
    pthread_cond_t wake;
    bool has_turn;
    struct waiter *next;
};

struct lw_store_turns {
    const struct lw_alloc *alloc;
    pthread_mutex_t lock;
    bool taken;
    enum lane last;
    struct waiter *first[N_LANES];
    uint64_t locked_out_ns; /* since when; 0: not at all */
};

#endif
