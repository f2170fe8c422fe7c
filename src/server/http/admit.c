/* Counting connections by address, and choosing which to close. */
#include "http/admit.h"

#include <sys/socket.h>

#include "http/limits.h"
#include "metrics.h"

#define HASTE_NS 2000000000u /* who has sent a part for so long may be cut for others */

/* Connections may begin as often as requests; as many at once as come in ten seconds, and
 * a few however low the rate is. A handshake takes the processor 2 to 4 ms, a plain
 * connection less than 0.1 ms. */
#define BURST_S 10.0
#define BURST_LEAST 20.0
#define HANDSHAKE_COST 4

struct limits *admit_limits(const struct lw_alloc *alloc, double rate) {
    double full = rate * BURST_S;
    return limits_create(alloc, rate, full > BURST_LEAST ? full : BURST_LEAST);
}

static uint32_t *count_of(struct daemon *daemon, const struct connection *connection) {
    return &daemon->crowd.counts[connection->client % ADMIT_SLOTS];
}

void admit_cut(struct daemon *daemon, struct connection *connection) {
    connection->cut = true;
    (void)shutdown(connection->fd, SHUT_RDWR);
    metrics_add(daemon->app->metrics, METRIC_CUT, 1);
    admit_forget(daemon, connection);
}

void admit_forget(struct daemon *daemon, struct connection *connection) {
    if (connection->counted) {
        connection->counted = false;
        daemon->crowd.n--;
        (*count_of(daemon, connection))--;
    }
}

/* The one that has been in the state for the longest; of the same address unless anyone's
 * will do. NULL when there is none. */
static struct connection *oldest(struct daemon *daemon, const struct connection *than,
                                 int state, bool anyone, uint64_t before_ns) {
    struct connection *found = NULL;
    for (struct connection *it = daemon->first; it != NULL; it = it->after) {
        uint64_t since = atomic_load(&it->since_ns);
        if (it != than && !it->cut && atomic_load(&it->state) == state &&
            (anyone || it->client == than->client) && since <= before_ns &&
            (found == NULL || since < atomic_load(&found->since_ns))) {
            found = it;
        }
    }
    return found;
}

/* Of those who wait, or else of those who are slow to send, or else to read; else the new
 * one itself. */
static void make_room(struct daemon *daemon, struct connection *connection, bool anyone) {
    uint64_t now = atomic_load(&connection->since_ns);
    struct connection *victim =
        oldest(daemon, connection, CONNECTION_WAITING, anyone, UINT64_MAX);
    if (victim == NULL && now > HASTE_NS) {
        victim = oldest(daemon, connection, CONNECTION_READING, anyone, now - HASTE_NS);
    }
    uint64_t reading_ns = daemon->app->config.request_ms * UINT64_C(1000000);
    if (victim == NULL && now > reading_ns) {
        victim = oldest(daemon, connection, CONNECTION_SENDING, anyone, now - reading_ns);
    }
    admit_cut(daemon, victim != NULL ? victim : connection);
}

/* This machine's are not limited, unless its requests are; a named proxy's are not. */
static bool comes_too_often(struct daemon *daemon, const struct connection *connection,
                            const struct sockaddr *address) {
    struct app *app = daemon->app;
    unsigned retry_s;
    bool is_local = limits_peer(app, address, NULL).is_local;
    return (!is_local || app->config.rate_loopback) && !limits_is_proxy(app, address) &&
           !limits_take(app->arrivals, connection->client,
                        app->tls == NULL ? 1 : HANDSHAKE_COST,
                        atomic_load(&connection->since_ns), &retry_s);
}

void admit_connection(struct daemon *daemon, struct connection *connection,
                      const struct sockaddr *address) {
    uint32_t most = daemon->app->config.max_connections;
    uint32_t share = most / ADMIT_SHARE > 0 ? most / ADMIT_SHARE : 1;
    connection->client = limits_client(daemon->app->limits, address);
    connection->counted = true;
    daemon->crowd.n++;
    ++*count_of(daemon, connection);
    /* A named proxy speaks for many. */
    if (comes_too_often(daemon, connection, address)) {
        metrics_add(daemon->app->metrics, METRIC_LIMITED, 1);
        admit_cut(daemon, connection);
    } else if (*count_of(daemon, connection) > share &&
               !limits_is_proxy(daemon->app, address)) {
        make_room(daemon, connection, false);
    } else if (daemon->crowd.n > most) {
        make_room(daemon, connection, true);
    }
}
