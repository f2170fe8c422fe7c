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
struct metrics;
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
    struct limits *stored_by_player, *stored_by_client; /* see quota.h */
    struct assets *assets;
    struct daily *daily;
    struct jobs *jobs;
    struct checker *checker; /* NULL: requests are judged at once (tests) */
    struct streams *streams;
    struct http_shared *openapi, *kinds;
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
/* A connection for this handler; give it back. */
struct lw_store *app_store(struct app *app);
void app_give(struct app *app, struct lw_store *store);
/* The one for jobs and the start, which nobody waits for; never in a handler. */
struct lw_store *app_patient_store(struct app *app);
void app_patient_give(struct app *app, struct lw_store *store);

#endif
