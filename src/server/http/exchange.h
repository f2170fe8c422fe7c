/* One request on its way to its response. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "app.h"
#include "http/http.h"
#include "lw/base/json.h"

struct route;

/* A handler fills the response; or it calls pause, sets `later`, and has wake called from
 * any thread when the response is filled. */
struct exchange {
    struct app *app;
    struct http_request request;
    struct http_uri uri;
    struct http_response response;
    const struct route *route; /* NULL before it is known, or when there is none */
    unsigned allow;            /* methods that the address has instead */
    enum { ADDRESS_UNREAD, ADDRESS_GOOD, ADDRESS_LONG, ADDRESS_BAD } address;
    const char *ids[2];         /* what stood for {…} in the pattern */
    struct lw_arena arena;      /* lives as long as the exchange */
    const struct lw_json *body; /* once exchange_json has read it */
    size_t held;                /* its part of the application's n_held */
    uint64_t client;            /* who asks, for the rate limit; never stored */
    bool is_local;              /* from this machine: no rate limit unless told so */
    bool is_admin;
    char player[LW_STORE_ID_SIZE]; /* empty: nobody */
    char within[60]; /* JSON pointer to the object whose members are being read */
    bool later;
    void (*pause)(struct exchange *exchange);
    void (*wake)(struct exchange *exchange);
    void *wake_ctx;
    uint64_t start_ns;
};

void exchange_init(struct exchange *exchange, struct app *app);
void exchange_free(struct exchange *exchange);

/* The status of a store call as problem, logged when it is the server's fault. */
void exchange_fail(struct exchange *exchange, lw_status status,
                   const struct lw_error *err, const char *place);
/* Counts as so many requests of the client; false with a problem in the response when
 * that is too many. */
bool exchange_within_rate(struct exchange *exchange, unsigned cost);
/* The exchange has so many bytes in memory, which a client that sends or reads slowly
 * keeps there; false when all of them together would have too many. Small ones always
 * may. */
bool exchange_hold(struct exchange *exchange, size_t bytes);
void exchange_let_go(struct exchange *exchange); /* it has none any more */
/* The problem of an exchange that may not. */
void exchange_refuse_room(struct exchange *exchange);

#endif
