/* What every handler gets: the application behind the HTTP interface. */
#ifndef APP_H
#define APP_H

#include <pthread.h>

#include "http/http.h"
#include "lw/base/json.h"
#include "lw/game.h"
#include "lw/platform.h"
#include "lw/server.h"
#include "lw/store.h"

struct app;
struct assets;
struct checker;
struct daily;
struct jobs;
struct limits;
struct log;
struct metrics;
struct route;
struct streams;
struct zone;

struct app {
    const struct lw_alloc *alloc;
    struct lw_server_config config; /* defaults filled in */
    int64_t (*now_ms)(void *ctx);   /* since 1970 */
    void *now_ctx;
    uint64_t (*now_ns)(void);       /* monotonic */
    struct zone *zone;              /* whose midnight changes the level of the day */
    struct lw_store_pool *pool;     /* gives up on a locked database soon */
    struct lw_store_pool *patient;  /* waits for it: what a job has made is not lost */
    struct lw_store_writer *writer; /* NULL: events are written at once (tests) */
    struct log *log;
    struct metrics *metrics;
    struct limits *limits;
    struct assets *assets;
    struct daily *daily;
    struct jobs *jobs;
    struct checker *checker; /* NULL: requests are judged at once (tests) */
    struct streams *streams;
    struct http_shared *openapi, *kinds;
    atomic_bool stopping;
    atomic_size_t n_held;   /* bytes of large requests and answers under way */
    atomic_size_t n_active; /* exchanges between their first check and their answer */
    char new_token[LW_STORE_SECRET_SIZE]; /* empty: not made by this start */
};

/* One request on its way. A handler fills the response; or it calls pause, sets `later`,
 * and has wake called from any thread when the response is filled. */
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

typedef void (*route_fn)(struct exchange *exchange);

enum route_auth { AUTH_NONE, AUTH_MAYBE, AUTH_PLAYER, AUTH_EITHER, AUTH_ADMIN };
enum route_body { BODY_NONE, BODY_JSON, BODY_TEXT, BODY_ANY };

struct route {
    enum http_method method;
    const char *pattern; /* "/api/v1/packs/{id}" */
    route_fn handle;
    enum route_auth auth;
    enum route_body body;
    unsigned cost;     /* in requests, for the rate limit */
    const char *query; /* the parameters it knows, separated by blanks */
};
const struct route *routes(size_t *n);

#define BODY_LIMIT ((size_t)1024 * 1024)
#define IMPORT_LIMIT ((size_t)4 * 1024 * 1024)
/* Finds the route of the address; the rest may need it early. */
void app_route(struct exchange *exchange);
/* Largest body that the route takes; 0 when there is no route. */
size_t app_body_limit(const struct exchange *exchange);
/* What can be said before the body: false with a problem in the response. */
bool app_check_head(struct exchange *exchange);
/* The whole of a request: checks, rate limit, route, handler. May leave exchange->later
 * set. */
void app_handle(struct exchange *exchange);
/* Instead, when the body is larger than that and was not read: what is wrong with the
 * rest of the request, or else with the body. */
void app_refuse_body(struct exchange *exchange);
void exchange_init(struct exchange *exchange, struct app *app);
void exchange_free(struct exchange *exchange);

/* Checks Host and Origin; false with a problem in the response. */
bool guard_check(struct exchange *exchange);
/* Does the address have only parameters of the route, each once? */
bool parameters_check(struct exchange *exchange);
/* Finds out who asks; false with a problem in the response. */
bool auth_check(struct exchange *exchange, enum route_auth auth);

/* For handlers. */

int64_t app_now_ms(struct app *app);
/* The day that it is in the server's time zone, counted from 1970-01-01. */
int64_t app_today(struct app *app);
/* A connection for this handler; give it back. */
struct lw_store *app_store(struct app *app);
void app_give(struct app *app, struct lw_store *store);
/* The one for jobs and the start, which nobody waits for; never in a handler. */
struct lw_store *app_patient_store(struct app *app);
void app_patient_give(struct app *app, struct lw_store *store);
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
/* The body as JSON object; NULL with a problem in the response. */
const struct lw_json *exchange_json(struct exchange *exchange);
/* Members of a JSON object. False with a problem in the response, whose place is a JSON
 * pointer; absent is fine unless required, and leaves *out alone. */
bool field_refuse(struct exchange *exchange, const char *key, const char *sentence);
/* Does the object have only members of that list of words, each once? */
bool fields_check(struct exchange *exchange, const struct lw_json *object,
                  const char *known);
/* From now on members of list[index] are read; give what it returns to field_leave. */
size_t field_enter(struct exchange *exchange, const char *list, size_t index);
void field_leave(struct exchange *exchange, size_t outside);
bool field_object(struct exchange *exchange, const struct lw_json *value);
bool field_id(struct exchange *exchange, const struct lw_json *object, const char *key,
              bool required, const char **out);
bool field_choice(struct exchange *exchange, const struct lw_json *object,
                  const char *key, const char *choices, const char **out);
bool field_text(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool required, size_t max_len, const char **out);
bool field_int(struct exchange *exchange, const struct lw_json *object, const char *key,
               bool required, int64_t min, int64_t max, int64_t *out);
bool field_real(struct exchange *exchange, const struct lw_json *object, const char *key,
                double min, double max, double *out);
bool field_bool(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool *out);
/* Parameters of the query, in the same way. The route has them in its table; all others
 * were refused before. */
const char *parameter_text(const struct exchange *exchange, const char *name);
bool parameter_int(struct exchange *exchange, const char *name, int64_t min, int64_t max,
                   int64_t *out);
bool parameter_real(struct exchange *exchange, const char *name, double min, double max,
                    double *out);
/* One of the words in choices ("a|b|c"); *out keeps its value when absent. */
bool parameter_choice(struct exchange *exchange, const char *name, const char *choices,
                      const char **out);
bool parameter_game(struct exchange *exchange, bool required, const char **out);
struct paging {
    int64_t page, per_page;
};
bool parameter_paging(struct exchange *exchange, struct paging *out);
bool is_id(const char *text); /* 32 lower-case hexadecimal digits */
/* A JSON object for the response, status given. */
void reply_begin(struct exchange *exchange, unsigned status, struct lw_json_writer *json);
/* Deletes by one call of the store; the answer says so, or why not. */
void reply_delete(struct exchange *exchange,
                  lw_status (*call)(struct lw_store *store, const char *id,
                                    struct lw_error *err),
                  const char *id, const char *place);
/* Milliseconds since 1970 as "2026-11-16T01:02:03Z". */
void json_time(struct lw_json_writer *json, const char *key, int64_t ms);
/* NaN becomes null. */
void json_real_or_null(struct lw_json_writer *json, const char *key, double value);

/* Clock. */
void date_of(int64_t ms, char date[11]); /* YYYY-MM-DD, UTC */
bool date_read(const char *date, int64_t *ms);
/* Days are counted from 1970-01-01. */
void date_of_day(int64_t days, char date[11]);
void civil_of_day(int64_t days, int *year, int *month, int *day);
int64_t days_of(int year, int month, int day);

#endif
