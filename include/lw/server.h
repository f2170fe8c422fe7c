/* The server: the studio's HTTP interface, its jobs and its level of the day.
 *
 * One process, one port. Pages and level packs are built in; what lasts is in the store.
 * docs/openapi.json is the interface, docs/server.md how it behaves and why. */
#ifndef LW_SERVER_H
#define LW_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"
#include "lw/store/studio.h"

struct lw_server;

/* One line of the log: a JSON object without line end. May come from any thread. */
typedef void (*lw_server_log_fn)(void *ctx, const char *line, size_t len);

/* What the budget of one request consists of. */
#define LW_SERVER_BUDGETS 5
const char *const *lw_server_budget_names(void);

/* Zero-initialise for the usual; texts are borrowed until lw_server_stop. */
struct lw_server_config {
    const char *db;           /* a store's url or file; must be given */
    const char *bind;         /* address to listen on; NULL: 127.0.0.1 */
    uint16_t port;            /* 0: any free one */
    const char *web_dir;      /* serve pages from here instead of the built-in ones */
    const char *const *hosts; /* names under which this server may be called */
    size_t n_hosts;
    const char *const *proxies; /* addresses whose X-Forwarded-For is believed */
    size_t n_proxies;
    /* Addresses or networks ("10.0.0.0/8") that may ask; none: all. This machine may. */
    const char *const *allow;
    size_t n_allow;
    bool closed;    /* only those who were invited; see lw/store/studio.h */
    bool read_only; /* nothing is stored for players */
    /* Files of the certificate, the server's first, and of its key; both or neither. */
    const char *tls_cert, *tls_key;
    const char *version; /* shown by /healthz */
    uint32_t n_threads;  /* that answer requests; 0: 2 */
    uint32_t n_workers;  /* jobs at a time; 0: 3; UINT32_MAX: none */
    /* Started for engine work of strangers (`levelwright work`, lw/work.h); NULL: threads
     * of this process do it, for tests. */
    const char *worker_program;
    bool require_sandbox;     /* do not start where a worker's sandbox lacks a layer */
    uint32_t max_connections; /* 0: 4096 */
    double rate;              /* requests a second and address; 0: 50 */
    bool rate_loopback;       /* limit this machine's own requests too */
    /* Times the budget of one request that its route declares, in the order of
     * lw_server_budget_names; 0: 1 */
    double budget_factors[LW_SERVER_BUDGETS];
    size_t traffic_bytes;    /* of large requests and answers under way; 0: 256 MiB */
    uint32_t request_ms;     /* to send a whole request; 0: 20000 */
    uint32_t idle_ms;        /* a connection without a request; 0: 60000 */
    double job_seconds;      /* ceiling of one job; 0: 600 */
    size_t job_memory_bytes; /* 0: 1 GiB */
    uint64_t job_nodes;      /* 0: no ceiling */
    uint32_t jobs_each;      /* waiting or running, a player; 0: 4 */
    uint32_t jobs_all;       /* waiting or running; 0: 200 */
    bool no_daily;           /* make no levels of the day */
    double batch_seconds;    /* make levels for so long every day; 0: do not */
    /* In which a day begins; NULL: the database's, UTC for a new one. docs/server.md */
    const char *timezone;
    bool change_timezone; /* the database shall have another one from now on */
    bool no_packs;        /* do not put the shipped packs into a new store */
    bool log_requests;    /* every request, not only failures */
    lw_server_log_fn log; /* NULL: no log */
    void *log_ctx;
    /* Shows the administrator's token of a new store, before it is stored: a start that
     * is killed in between makes another one the next time. False: it was not shown, and
     * is not stored. NULL: nobody sees it, and it is stored. */
    bool (*show_token)(void *ctx, const char *token);
    void *show_ctx;
    int64_t (*now_ms)(void *ctx); /* milliseconds since 1970; NULL: the system's clock */
    void *now_ctx;
};

/* Opens the store, starts to listen, work and make levels. */
lw_status lw_server_start(const struct lw_server_config *config, struct lw_server **out,
                          struct lw_error *err) LW_MUST_CHECK;
/* Takes no more requests, answers those that wait, stores what is acknowledged, puts
 * unfinished jobs back into the queue, and frees everything. NULL-safe. */
void lw_server_stop(struct lw_server *server);
uint16_t lw_server_port(const struct lw_server *server);

/* Routes of the interface that can be switched off, by name: "GET /api/v1/packs/{id}".
 * NULL after the last. */
const char *lw_server_route_name(size_t i, char name[LW_ROUTE_NAME_SIZE]);
/* LW_USAGE when it is not one of them. */
lw_status lw_server_route_check(const char *name, struct lw_error *err) LW_MUST_CHECK;

#endif
