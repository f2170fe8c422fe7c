/* Connections and requests on libmicrohttpd: an epoll loop a thread.
 *
 * The handler is called first when the headers are there, then for each part of the body,
 * then once more, and only that last call may answer: an answer to the first call closes
 * the connection. A request whose answer waits for the disk is suspended and resumed, so
 * that hundreds can wait on few threads.
 *
 * libmicrohttpd's timeout counts from the last byte, so a client that sends one byte now
 * and then would stay for ever; daemon_cut_slow ends those. */
#include "http/daemon.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "http/admit.h"
#include "http/daemon_internal.h"
#include "http/framing.h"
#include "http/limits.h"
#include "http/tls.h"
#include "metrics.h"
#include "routes/route.h"

/* What browsers of today have; the library's choice among it. */
#define TLS_PRIORITIES "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1:-VERS-DTLS-ALL"

/* Answers in a row that refuse something; then the connection is closed. */
#define MAX_REFUSED 1000

struct request {
    struct exchange exchange;
    struct daemon *daemon;
    struct MHD_Connection *connection;
    struct lw_buffer body;
    size_t limit;
    bool begun, handled, too_large, no_room, is_active;
    char target[];
};

/* Connections. */

static void notify(void *cls, struct MHD_Connection *mhd, void **socket_context,
                   enum MHD_ConnectionNotificationCode code) {
    struct daemon *daemon = cls;
    (void)pthread_mutex_lock(&daemon->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct connection *connection =
            lw_alloc_zero(daemon->app->alloc, 1, sizeof *connection);
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
        *socket_context = connection;
        if (connection != NULL && info != NULL) {
            connection->fd = info->connect_fd;
            atomic_store(&connection->since_ns, daemon->app->now_ns());
            connection->after = daemon->first;
            if (daemon->first != NULL) {
                daemon->first->before = connection;
            }
            daemon->first = connection;
            metrics_add(daemon->app->metrics, METRIC_CONNECTIONS, 1);
            info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
            if (daemon->app->tls != NULL) {
                const union MHD_ConnectionInfo *session =
                    MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_GNUTLS_SESSION);
                tls_adopt(daemon->app->tls, session->tls_session);
            }
            admit_connection(daemon, connection, info == NULL ? NULL : info->client_addr);
        }
    } else if (*socket_context != NULL) {
        struct connection *connection = *socket_context;
        if (connection->before != NULL) {
            connection->before->after = connection->after;
        } else {
            daemon->first = connection->after;
        }
        if (connection->after != NULL) {
            connection->after->before = connection->before;
        }
        admit_forget(daemon, connection);
        if (connection->lingers && !connection->cut) {
            daemon_linger(daemon, connection->fd);
        }
        lw_alloc_free(daemon->app->alloc, connection, sizeof *connection);
        *socket_context = NULL;
        metrics_add(daemon->app->metrics, METRIC_CONNECTIONS, -1);
    }
    (void)pthread_mutex_unlock(&daemon->lock);
}

static struct connection *connection_of(struct MHD_Connection *mhd) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

void daemon_set_state(struct daemon *daemon, struct MHD_Connection *mhd,
                      enum connection_state state) {
    struct connection *connection = connection_of(mhd);
    if (connection != NULL) {
        atomic_store(&connection->since_ns, daemon->app->now_ns());
        atomic_store(&connection->state, state);
    }
}

bool daemon_has_enough(struct MHD_Connection *mhd, unsigned status) {
    struct connection *connection = connection_of(mhd);
    if (connection == NULL) {
        return false;
    }
    connection->n_refused = status >= 400 && status < 500 ? connection->n_refused + 1 : 0;
    if (connection->n_refused < MAX_REFUSED) {
        return false;
    }
    connection->lingers = true; /* requests may be on their way */
    return true;
}

/* Reading an answer may take so many times as long as sending a request: 10 minutes, in
 * which the largest page arrives at 2 kB/s. */
#define SENDING_TIMES 30

/* The socket is closed by its own thread, after notify has taken it off the list under
 * the same lock: its number cannot belong to another one here. */
void daemon_cut_slow(struct daemon *daemon, uint64_t now_ns) {
    const struct lw_server_config *config = &daemon->app->config;
    (void)pthread_mutex_lock(&daemon->lock);
    for (struct connection *it = daemon->first; it != NULL; it = it->after) {
        int state = atomic_load(&it->state);
        uint64_t since = atomic_load(&it->since_ns);
        uint64_t allowed_ms = state == CONNECTION_READING   ? config->request_ms
                              : state == CONNECTION_WAITING ? config->idle_ms
                              : state == CONNECTION_SENDING
                                  ? (uint64_t)config->request_ms * SENDING_TIMES
                                  : UINT64_MAX / 1000000;
        if (!it->cut && now_ns > since && (now_ns - since) / 1000000 > allowed_ms) {
            admit_cut(daemon, it);
        }
    }
    (void)pthread_mutex_unlock(&daemon->lock);
}

/* Requests. */

static void *begin_target(void *cls, const char *uri, struct MHD_Connection *mhd) {
    struct daemon *daemon = cls;
    size_t len = strlen(uri);
    struct request *request = lw_alloc_get(daemon->app->alloc, sizeof *request + len + 1);
    if (request == NULL) {
        return NULL;
    }
    exchange_init(&request->exchange, daemon->app);
    lw_buffer_init(&request->body, daemon->app->alloc);
    request->daemon = daemon;
    request->connection = mhd;
    request->limit = 0;
    request->begun = request->handled = request->is_active = false;
    request->too_large = request->no_room = false;
    memcpy(request->target, uri, len + 1);
    request->exchange.request.target = request->target;
    request->exchange.start_ns = daemon->app->now_ns();
    return request;
}

static void leave(struct request *request) {
    if (request->is_active) {
        request->is_active = false;
        (void)atomic_fetch_sub(&request->daemon->app->n_active, 1);
    }
}

static void completed(void *cls, struct MHD_Connection *mhd, void **con_cls,
                      enum MHD_RequestTerminationCode code) {
    struct daemon *daemon = cls;
    struct request *request = *con_cls;
    (void)code;
    daemon_set_state(daemon, mhd, CONNECTION_WAITING);
    if (request != NULL) {
        leave(request);
        exchange_free(&request->exchange);
        lw_buffer_free(&request->body);
        lw_alloc_free(daemon->app->alloc, request,
                      sizeof *request + strlen(request->target) + 1);
        *con_cls = NULL;
    }
}

struct heads {
    struct http_request *http;
    struct framing framing;
};

static enum MHD_Result take_header(void *cls, enum MHD_ValueKind kind, const char *name,
                                   const char *value) {
    struct heads *heads = cls;
    struct http_request *request = heads->http;
    (void)kind;
    framing_take(&heads->framing, name, value);
    const struct {
        const char *name;
        const char **place;
    } rows[] = {{"Host", &request->host},
                {"Origin", &request->origin},
                {"Authorization", &request->authorization},
                {"Content-Type", &request->content_type},
                {"Accept-Encoding", &request->accept_encoding},
                {"If-None-Match", &request->if_none_match},
                {"Sec-Fetch-Site", &request->fetch_site},
                {"X-Forwarded-For", &request->forwarded_for},
                {"Last-Event-ID", &request->last_event_id},
                {"Idempotency-Key", &request->idempotency_key},
                {"Content-Length", &request->content_length}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((name[0] | 32) == (rows[i].name[0] | 32) &&
            strcasecmp(name, rows[i].name) == 0) {
            /* The first of several would be one reading, the last another: a doubled
             * Host is refused by its emptiness. */
            *rows[i].place = *rows[i].place == NULL || i > 0 ? value : "";
            return MHD_YES;
        }
    }
    return MHD_YES;
}

static enum MHD_Result refuse(struct request *request) {
    request->handled = true;
    return daemon_reply(request->daemon, request->connection, &request->exchange);
}

static enum MHD_Result refuse_large(struct request *request) {
    app_refuse_body(&request->exchange);
    return refuse(request);
}

/* Before the body is read: the connection ends with the answer. */
static void close_after(struct request *request) {
    struct connection *connection = connection_of(request->connection);
    if (connection != NULL) {
        connection->lingers = true;
    }
    request->exchange.response.closes = true;
}

static enum MHD_Result begin_request(struct request *request, const char *method,
                                     const char *version) {
    struct exchange *exchange = &request->exchange;
    struct http_request *http = &exchange->request;
    struct app *app = request->daemon->app;
    request->begun = true;
    http->method = http_method_find(method);
    struct heads heads = {.http = http};
    (void)MHD_get_connection_values(request->connection, MHD_HEADER_KIND, take_header,
                                    &heads);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct peer peer =
        limits_peer(app, info == NULL ? NULL : info->client_addr, http->forwarded_for);
    exchange->client = peer.client;
    exchange->is_local = peer.is_local;
    exchange->is_shut = peer.is_shut;
    app_route(exchange);
    request->limit = app_body_limit(exchange);
    daemon_set_state(request->daemon, request->connection, CONNECTION_READING);
    const char *problem = framing_problem(&heads.framing, version);
    if (problem != NULL) {
        if (exchange_within_rate(exchange, 1)) {
            http_problem(&exchange->response, 400, "bad-framing", NULL, "%s", problem);
        }
        close_after(request);
        return refuse(request);
    }
    if (http->content_length != NULL &&
        strtoull(http->content_length, NULL, 10) > request->limit) {
        close_after(request);
        return refuse_large(request);
    }
    return MHD_YES;
}

/* What comes is thrown away from now on; it is read for the answer's sake. */
static void drop_body(struct request *request) {
    lw_buffer_free(&request->body);
    lw_buffer_init(&request->body, request->daemon->app->alloc);
    exchange_let_go(&request->exchange);
}

static enum MHD_Result take_body(struct request *request, const char *data,
                                 size_t *size) {
    size_t len = request->body.len + *size;
    if (request->too_large || len > request->limit) {
        /* Sent in chunks of no stated length. */
        request->too_large = true;
        drop_body(request);
    } else if (request->no_room || !exchange_hold(&request->exchange, len)) {
        request->no_room = true;
        drop_body(request);
    } else {
        lw_buffer_add(&request->body, data, *size);
    }
    *size = 0;
    return MHD_YES;
}

static void pause_request(struct exchange *exchange) {
    struct request *request = exchange->wake_ctx;
    MHD_suspend_connection(request->connection);
}

static void wake(struct exchange *exchange) {
    struct request *request = exchange->wake_ctx;
    MHD_resume_connection(request->connection);
}

static enum MHD_Result finish_request(struct request *request) {
    struct exchange *exchange = &request->exchange;
    struct app *app = request->daemon->app;
    if (request->too_large) {
        return refuse_large(request);
    }
    if (request->no_room && !request->handled) {
        if (app_check_head(exchange)) {
            exchange_refuse_room(exchange);
        }
        request->handled = true;
    }
    if (request->handled) {
        budget_settle(exchange); /* of an answer that comes later */
        return daemon_reply(request->daemon, request->connection, exchange);
    }
    request->handled = true;
    daemon_set_state(request->daemon, request->connection, CONNECTION_ANSWERING);
    exchange->request.body = lw_buffer_text(&request->body);
    exchange->request.body_len = request->body.len;
    exchange->pause = pause_request;
    exchange->wake = wake;
    exchange->wake_ctx = request;
    request->is_active = true;
    (void)atomic_fetch_add(&app->n_active, 1);
    if (atomic_load(&app->stopping)) {
        http_problem(&exchange->response, 503, "stopping", NULL,
                     "The server is being stopped; try again in a moment.");
        exchange->response.retry_after_s = 2;
    } else {
        app_handle(exchange);
    }
    return exchange->later ? MHD_YES
                           : daemon_reply(request->daemon, request->connection, exchange);
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *mhd, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **con_cls) {
    struct request *request = *con_cls;
    (void)cls;
    (void)mhd;
    (void)url;
    if (request == NULL) {
        return MHD_NO; /* memory was out when the request began */
    }
    if (!request->begun) {
        return begin_request(request, method, version);
    }
    if (*size > 0) {
        return take_body(request, data, size);
    }
    return finish_request(request);
}

/* Life. */

static bool read_address(const char *text, uint16_t port, struct sockaddr_storage *out) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1) {
        memcpy(out, &in, sizeof in);
        return true;
    }
    if (inet_pton(AF_INET6, text, &in6.sin6_addr) == 1) {
        memcpy(out, &in6, sizeof in6);
        return true;
    }
    return false;
}

/* As many files as the system lets us have: a socket is a file. */
static void raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static lw_status listen_on(struct daemon *daemon, int *fd, struct lw_error *err) {
    const struct lw_server_config *config = &daemon->app->config;
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    int yes = 1;
    if (!read_address(config->bind, config->port, &address)) {
        return lw_fail(
            err, LW_USAGE, 0, 0,
            "'%s' is not an address to listen on; give one like 127.0.0.1 or ::1",
            config->bind);
    }
    *fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    len = address.ss_family == AF_INET ? sizeof(struct sockaddr_in)
                                       : sizeof(struct sockaddr_in6);
    if (*fd < 0 || setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(*fd, (struct sockaddr *)&address, len) != 0 || listen(*fd, 1024) != 0) {
        int problem = errno;
        if (*fd >= 0) {
            (void)close(*fd);
        }
        return lw_fail(err, LW_IO, 0, 0, "cannot listen on %s port %u: %s%s",
                       config->bind, config->port, strerror(problem),
                       problem == EADDRINUSE ? "; another program has it, choose --port"
                                             : "");
    }
    len = sizeof address;
    if (getsockname(*fd, (struct sockaddr *)&address, &len) == 0) {
        struct sockaddr_in in;
        memcpy(&in, &address, sizeof in); /* the port stands at the same place in both */
        daemon->port = ntohs(in.sin_port);
    }
    return LW_OK;
}

static struct MHD_Daemon *start_mhd(struct daemon *daemon, int fd) {
    const struct app *app = daemon->app;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME |
                     MHD_USE_TURBO | MHD_USE_ITC;
    unsigned idle_s = app->config.idle_ms / 1000;
    /* Each thread has an equal part of the limit, and would let connections wait unseen
     * when it has enough: admit.c counts them together and decides. */
    unsigned mhd_limit = (app->config.max_connections + MAX_LINGERING) *
                         (app->config.n_threads > 0 ? app->config.n_threads : 1);
    struct MHD_OptionItem more[] = {{MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, tls_retrieve()},
                                    {MHD_OPTION_HTTPS_PRIORITIES, 0, TLS_PRIORITIES},
                                    {MHD_OPTION_END, 0, NULL}};
    bool is_tls = app->tls != NULL;
    return MHD_start_daemon(
        flags | (is_tls ? MHD_USE_TLS : 0u), 0, NULL, NULL, answer, daemon,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_THREAD_POOL_SIZE, app->config.n_threads,
        MHD_OPTION_CONNECTION_LIMIT, mhd_limit, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)24576, MHD_OPTION_CONNECTION_TIMEOUT, idle_s < 1 ? 1 : idle_s,
        MHD_OPTION_NOTIFY_COMPLETED, completed, daemon, MHD_OPTION_NOTIFY_CONNECTION,
        notify, daemon, MHD_OPTION_URI_LOG_CALLBACK, begin_target, daemon,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, is_tls ? more : more + 2,
        MHD_OPTION_END);
}

lw_status daemon_start(struct app *app, struct daemon **out, struct lw_error *err) {
    int fd = -1;
    struct daemon *daemon = lw_alloc_zero(app->alloc, 1, sizeof *daemon);
    if (daemon == NULL) {
        return lw_fail_memory(err);
    }
    daemon->app = app;
    (void)pthread_mutex_init(&daemon->lock, NULL);
    raise_file_limit();
    lw_status status = listen_on(daemon, &fd, err);
    if (status != LW_OK) {
        daemon_stop(daemon);
        return status;
    }
    daemon->mhd = start_mhd(daemon, fd);
    if (daemon->mhd == NULL) {
        (void)close(fd);
        daemon_stop(daemon);
        return lw_fail(err, LW_IO, 0, 0,
                       "the HTTP threads cannot be started; is memory or the number of "
                       "files limited?");
    }
    *out = daemon;
    return LW_OK;
}

uint16_t daemon_port(const struct daemon *daemon) {
    return daemon->port;
}

void daemon_quiesce(struct daemon *daemon) {
    int fd = MHD_quiesce_daemon(daemon->mhd);
    if (fd >= 0) {
        (void)close(fd);
    }
}

size_t daemon_drain(struct daemon *daemon, uint32_t wait_ms) {
    const struct timespec pause = {.tv_nsec = 5000000};
    struct app *app = daemon->app;
    uint64_t end_ns = app->now_ns() + (uint64_t)wait_ms * 1000000;
    while (atomic_load(&app->n_active) > 0 && app->now_ns() < end_ns) {
        (void)nanosleep(&pause, NULL);
    }
    return atomic_load(&app->n_active);
}

void daemon_stop(struct daemon *daemon) {
    if (daemon != NULL) {
        if (daemon->mhd != NULL) {
            MHD_stop_daemon(daemon->mhd);
        }
        daemon_linger_end(daemon);
        (void)pthread_mutex_destroy(&daemon->lock);
        lw_alloc_free(daemon->app->alloc, daemon, sizeof *daemon);
    }
}
