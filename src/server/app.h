/* The application behind the HTTP interface: what everything in the server shares. */
#ifndef APP_H
#define APP_H

#include <stdatomic.h>

#include "lw/server.h"
#include "lw/store.h"

struct assets;
struct checker;
struct daily;
struct http_shared;
struct jobs;
struct limits;
struct log;
struct lw_work_pool;
struct metrics;
struct streams;
struct studies;
struct tls;
struct zone;

#define APP_ROUTE_WORDS 2

struct app {
    const struct lw_alloc *alloc;
    struct lw_server_config config; /* defaults filled in */
    int64_t (*now_ms)(void *ctx);   /* since 1970 */
    void *now_ctx;
    uint64_t (*now_ns)(void);       /* monotonic */
    struct zone *zone;              /* whose midnight changes the level of the day */
    struct lw_store_turns *turns;   /* all that write line up, see lw_store_turns */
    struct lw_store_pool *pool;     /* gives up on a locked database soon */
    struct lw_store_pool *patient;  /* waits for it: what a job has made is not lost */
    struct lw_store_writer *writer; /* NULL: events are written at once (tests) */
    struct log *log;
    struct metrics *metrics;
    struct limits *limits;
    struct limits *stored_by_player, *stored_by_client; /* see quota.h */
    struct limits *acts_by_client;
    struct limits *arrivals; /* of connections, see admit.c */
    struct assets *assets;
    struct daily *daily;
    struct jobs *jobs;
    struct lw_work_pool *work; /* does what engines do for strangers */
    struct checker *checker;   /* NULL: requests are judged at once (tests) */
    struct checker *prover;    /* the same for wins and pictures */
    struct streams *streams;
    struct studies *studies; /* frozen ones, read once */
    struct tls *tls;         /* NULL: plain HTTP */
    struct http_shared *openapi, *kinds;
    struct limits *tries; /* of passphrases, by handle */
    atomic_uint controls; /* a bit for each lw_control that is stored as on */
    /* A bit for each line of routes.c that is stored as off. */
    _Atomic uint64_t routes_off[APP_ROUTE_WORDS];
    atomic_bool stopping;
    atomic_int storage;     /* lw_status of the last attempt to store anything that failed
                             * for want of room, or LW_OK */
    atomic_size_t n_held;   /* bytes of large requests and answers under way */
    atomic_size_t n_active; /* exchanges between their first check and their answer */
    char new_token[LW_STORE_SECRET_SIZE]; /* empty: not made by this start */
};

int64_t app_now_ms(struct app *app);
/* The day that it is in the server's time zone, counted from 1970-01-01. */
int64_t app_today(struct app *app);
/* A connection for this handler; give it back. Levels that are sealed today are not
 * there: what people see comes through this one. */
struct lw_store *app_store(struct app *app);
/* The same with sealed levels, for the administrator and for planning days. */
struct lw_store *app_whole_store(struct app *app);
void app_give(struct app *app, struct lw_store *store);
/* The difficulty models that the store has in use at this moment; for jobs, by the
 * patient connection. */
lw_status app_models(struct app *app, struct lw_arena *arena, struct lw_model_texts *out,
                     struct lw_error *err) LW_MUST_CHECK;
/* The one for jobs and the start, which nobody waits for; never in a handler. */
struct lw_store *app_patient_store(struct app *app);
void app_patient_give(struct app *app, struct lw_store *store);

#endif
