/* One request on its way to its response. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "app.h"
#include "http/budget.h"
#include "http/http.h"
#include "lw/base/json.h"

struct route;

/* A handler fills the response; or it calls exchange_pause and has wake called from any
 * thread when the response is filled. What it allocates and stores counts towards its
 * budget: exchange_alloc, exchange_store. */
struct exchange {
    struct app *app;
    struct http_request request;
    struct http_uri uri;
    struct http_response response;
    const struct route *route; /* NULL before it is known, or when there is none */
    unsigned allow;            /* methods that the address has instead */
    enum { ADDRESS_UNREAD, ADDRESS_GOOD, ADDRESS_LONG, ADDRESS_BAD } address;
    const char *ids[2];         /* what stood for {…} in the pattern */
    struct spending spending;   /* of its budget */
    struct lw_arena arena;      /* lives as long as the exchange */
    const struct lw_json *body; /* once exchange_json has read it */
    size_t held;                /* its part of the application's n_held */
    bool has_store;             /* a second one might be waited for without end */
    uint64_t client;            /* who asks, for the rate limit; never stored */
    bool is_local;              /* from this machine: no rate limit unless told so */
    bool is_shut;               /* from an address that may not ask */
    bool is_admin;
    char player[LW_STORE_ID_SIZE];        /* empty: nobody */
    const struct lw_store_person *person; /* of the address's study; NULL: nobody */
    char within[60];   /* JSON pointer to the object whose members are being read */
    void *handler_ctx; /* what the route's handler keeps between its threads */
    bool later;
    void (*pause)(struct exchange *exchange);
    void (*wake)(struct exchange *exchange);
    void *wake_ctx;
    uint64_t start_ns;
};

void exchange_init(struct exchange *exchange, struct app *app);
void exchange_free(struct exchange *exchange);

/* Memory for as long as the exchange is handled. */
const struct lw_alloc *exchange_alloc(struct exchange *exchange);
/* A connection that counts what is done with it; give it back. One at a time: there are
 * as many as there are threads. */
struct lw_store *exchange_store(struct exchange *exchange);
void exchange_give(struct exchange *exchange, struct lw_store *store);
/* The answer comes later. From now on the exchange belongs to whoever wakes it. */
void exchange_pause(struct exchange *exchange);

/* The status of a store call as problem, logged when it is the server's fault. */
void exchange_fail(struct exchange *exchange, lw_status status,
                   const struct lw_error *err, const char *place);
/* Counts as so many requests of the client; false with a problem in the response when
 * that is too many. */
bool exchange_within_rate(struct exchange *exchange, unsigned cost);
/* Is the exchange held to the rate? Not on this machine, unless it is told so. */
bool exchange_is_limited(const struct exchange *exchange);
/* What an answer of so many bytes counts besides: one more request for each of these.
 * It is known when the answer is made, and taken then, also from who has no more left:
 * the next request waits for it. */
#define EXCHANGE_BYTES_A_REQUEST ((uint64_t)128 * 1024)
/* The exchange has so many bytes in memory, which a client that sends or reads slowly
 * keeps there; false when all of them together would have too many. Small ones always
 * may. */
bool exchange_hold(struct exchange *exchange, size_t bytes);
void exchange_let_go(struct exchange *exchange); /* it has none any more */
/* The same of one that is about to wait: its body and all that it has read of it. False
 * with a problem in the response. */
bool exchange_hold_waiting(struct exchange *exchange);
/* The response is whole: what was needed to make it is freed, before a client that reads
 * slowly keeps it there. */
void exchange_settle(struct exchange *exchange);
/* The problem of an exchange that may not. */
void exchange_refuse_room(struct exchange *exchange);

#endif
