/* Responses: headers that every answer has, shared answers made once, event streams. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "http/daemon_internal.h"
#include "http/limits.h"
#include "jobs/streams.h"
#include "log.h"
#include "metrics.h"

#define PAGE_POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "       \
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "                \
    "manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "        \
    "frame-ancestors 'none'"
#define DOCUMENT_POLICY "default-src 'none'; style-src 'unsafe-inline'; sandbox"

static void header(struct MHD_Response *response, const char *name, const char *value) {
    (void)MHD_add_response_header(response, name, value);
}

static void common_headers(struct MHD_Response *response, const char *type,
                           const char *cache, bool is_document) {
    if (type != NULL) {
        header(response, "Content-Type", type);
    }
    header(response, "Cache-Control", cache == NULL ? "no-store" : cache);
    header(response, "Content-Security-Policy",
           is_document ? DOCUMENT_POLICY : PAGE_POLICY);
    header(response, "X-Content-Type-Options", "nosniff");
    header(response, "X-Frame-Options", "DENY");
    header(response, "Referrer-Policy", "no-referrer");
    header(response, "Cross-Origin-Resource-Policy", "same-origin");
}

/* Both together isolate the pages, which gives them exact clocks: reaction times in
 * studies need them. Workers are isolated by the same headers on their scripts. Browsers
 * heed them only at addresses that they trust (https, this machine) and report them as
 * errors at others. Only to those they trust do they send Sec-Fetch-Site. */
static void opener_header(struct MHD_Response *response) {
    header(response, "Cross-Origin-Opener-Policy", "same-origin");
    header(response, "Cross-Origin-Embedder-Policy", "require-corp");
}

static void free_shared(void *shared) {
    http_shared_free(shared);
}

static void release_native(void *native) {
    MHD_destroy_response(native);
}

static void shared_headers(struct MHD_Response *response,
                           const struct http_shared *shared) {
    common_headers(response, shared->type, shared->cache, false);
    if (shared->encoding != NULL) {
        header(response, "Content-Encoding", shared->encoding);
    }
    header(response, "Vary", "Accept-Encoding");
    header(response, "ETag", shared->etag);
}

/* A page, which is small, for an address that the browser does not trust. */
static struct MHD_Response *untrusted_page(const struct http_shared *shared) {
    struct MHD_Response *response = MHD_create_response_from_buffer(
        shared->len, (void *)shared->bytes, MHD_RESPMEM_MUST_COPY);
    if (response != NULL) {
        shared_headers(response, shared);
    }
    return response;
}

static bool is_page(const struct http_shared *shared) {
    return strncmp(shared->type, "text/html", 9) == 0;
}

/* One libmicrohttpd response serves all who ask for the same bytes: making one with its
 * headers costs more than everything else in a small request. */
static struct MHD_Response *shared_response(struct daemon *daemon,
                                            struct http_shared *shared) {
    struct MHD_Response *response = atomic_load(&shared->native);
    if (response != NULL) {
        return response;
    }
    (void)pthread_mutex_lock(&daemon->lock);
    response = atomic_load(&shared->native);
    if (response == NULL) {
        response = MHD_create_response_from_buffer_with_free_callback_cls(
            shared->len, (void *)shared->bytes, free_shared, shared);
        if (response != NULL) {
            shared_headers(response, shared);
            opener_header(response);
            shared->release_native = release_native;
            atomic_store(&shared->native, response);
        }
    }
    (void)pthread_mutex_unlock(&daemon->lock);
    return response;
}

static struct MHD_Response *not_modified(const struct http_shared *shared) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (response != NULL) {
        common_headers(response, NULL, shared->cache, false);
        header(response, "ETag", shared->etag);
    }
    return response;
}

static void allow_header(struct MHD_Response *response, unsigned allow) {
    char text[40];
    (void)snprintf(text, sizeof text, "%s%s%s", allow & HTTP_GET ? "GET, HEAD" : "",
                   allow & HTTP_POST ? (allow & HTTP_GET ? ", POST" : "POST") : "",
                   allow & HTTP_DELETE
                       ? (allow & ~(unsigned)HTTP_DELETE ? ", DELETE" : "DELETE")
                       : "");
    header(response, "Allow", text);
}

static void free_body(void *cls) {
    struct lw_buffer *body = cls;
    const struct lw_alloc *alloc = body->alloc;
    lw_buffer_free(body);
    lw_alloc_free(alloc, body, sizeof *body);
}

/* Takes the body: a copy would double what a slow reader keeps in memory. */
static struct MHD_Response *body_response(struct http_response *from) {
    const struct lw_alloc *alloc = from->body.alloc;
    struct lw_buffer *body = lw_alloc_get(alloc, sizeof *body);
    if (body == NULL) {
        return NULL;
    }
    *body = from->body;
    lw_buffer_init(&from->body, alloc);
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(
            body->len, (void *)lw_buffer_text(body), free_body, body);
    if (response == NULL) {
        free_body(body);
    }
    return response;
}

/* What is left of the part that was made last, and what makes the next. The exchange may
 * end before. */
struct sending {
    struct app *app;
    const struct route *route;
    uint64_t most;                /* bytes of all parts */
    uint64_t cpu_ns, most_cpu_ns; /* taken by making them, and what they may take */
    bool is_limited;              /* by the rate of: */
    uint64_t client;
    size_t held; /* of the application's n_held, besides the exchange's */
    const struct lw_alloc *alloc;
    struct http_part *part;
    struct lw_buffer buf;
    size_t at;
    int fd; /* of the connection */
};

/* The library keeps a connection whose answer ended in an error until it has been idle
 * for a minute, and the client with it. */
static ssize_t break_off(const struct sending *sending) {
    if (sending->fd >= 0) {
        (void)shutdown(sending->fd, SHUT_RDWR);
    }
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

/* Counts what an answer of so many bytes costs its client. */
static void charge(struct app *app, uint64_t client, uint64_t bytes) {
    uint64_t cost = bytes / EXCHANGE_BYTES_A_REQUEST;
    if (cost > 0) {
        limits_charge(app->limits, client, cost, app->now_ns());
    }
}

/* A part that is larger than most is counted as long as its client keeps it. */
static bool hold_part(struct sending *sending) {
    struct app *app = sending->app;
    size_t cap = sending->buf.cap;
    size_t held = cap > HTTP_PART_BYTES ? cap - HTTP_PART_BYTES : 0;
    size_t before = sending->held;
    sending->held = held;
    if (held <= before) {
        (void)atomic_fetch_sub(&app->n_held, before - held);
        return true;
    }
    return atomic_fetch_add(&app->n_held, held - before) + held - before <=
           app->config.traffic_bytes;
}

/* The next part, when the last one is sent. */
static enum http_more make_part(struct sending *sending) {
    enum http_more more = HTTP_MORE;
    while (sending->at == sending->buf.len && more == HTTP_MORE) {
        uint64_t begun_ns = budget_thread_ns();
        lw_buffer_free(&sending->buf);
        sending->at = 0;
        more = sending->part->more(sending->part, &sending->buf);
        sending->cpu_ns += budget_thread_ns() - begun_ns;
        if (sending->is_limited) {
            charge(sending->app, sending->client, sending->buf.len);
        }
        if (sending->cpu_ns > sending->most_cpu_ns) {
            budget_note_cut(sending->app, sending->route, BUDGET_CPU_MS);
            return HTTP_MORE_FAILED;
        }
        if (!hold_part(sending)) {
            return HTTP_MORE_FAILED;
        }
    }
    return more;
}

static ssize_t read_part(void *cls, uint64_t position, char *buf, size_t max) {
    struct sending *sending = cls;
    enum http_more more = make_part(sending);
    if (more == HTTP_MORE_FAILED || !lw_buffer_ok(&sending->buf)) {
        return break_off(sending);
    }
    if (more == HTTP_MORE_END && sending->buf.len == 0) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    size_t n = sending->buf.len - sending->at;
    if (position + n > sending->most) {
        budget_note_cut(sending->app, sending->route, BUDGET_BYTES_OUT);
        return break_off(sending);
    }
    n = n < max ? n : max;
    memcpy(buf, sending->buf.data + sending->at, n);
    sending->at += n;
    return (ssize_t)n;
}

static void close_part(void *cls) {
    struct sending *sending = cls;
    sending->part->close(sending->part);
    lw_buffer_free(&sending->buf);
    (void)hold_part(sending);
    lw_alloc_free(sending->alloc, sending, sizeof *sending);
}

/* Takes the part. */
static struct MHD_Response *part_response(struct MHD_Connection *connection,
                                          struct exchange *exchange) {
    struct http_response *from = &exchange->response;
    const struct lw_alloc *alloc = from->body.alloc;
    struct sending *sending = lw_alloc_zero(alloc, 1, sizeof *sending);
    if (sending == NULL) {
        return NULL;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    sending->fd = info == NULL ? -1 : info->connect_fd;
    sending->app = exchange->app;
    sending->route = exchange->route;
    sending->most = budget_of_answer(exchange);
    sending->most_cpu_ns = budget_of_cpu_ns(exchange);
    sending->is_limited = exchange_is_limited(exchange);
    sending->client = exchange->client;
    sending->alloc = alloc;
    sending->part = from->part;
    lw_buffer_init(&sending->buf, alloc);
    from->part = NULL;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 32768, read_part, sending, close_part);
    if (response == NULL) {
        close_part(sending);
    }
    return response;
}

/* The library ends an answer without a known length with an empty chunk, also where HEAD
 * asks for no body at all; the next answer on the connection would begin with it. */
static void drop_part(struct http_response *from) {
    if (from->part != NULL) {
        from->part->close(from->part);
        from->part = NULL;
    }
}

static struct MHD_Response *own_response(struct MHD_Connection *connection,
                                         struct exchange *exchange) {
    struct http_response *from = &exchange->response;
    struct MHD_Response *response =
        from->part != NULL ? part_response(connection, exchange) : body_response(from);
    if (response == NULL) {
        return NULL;
    }
    common_headers(response, from->type, from->cache, from->is_document);
    if (from->allow != 0) {
        allow_header(response, from->allow);
    }
    if (from->retry_after_s != 0) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", from->retry_after_s);
        header(response, "Retry-After", text);
    }
    if (from->file_name[0] != '\0') {
        char text[100];
        (void)snprintf(text, sizeof text, "attachment; filename=\"%s\"", from->file_name);
        header(response, "Content-Disposition", text);
    }
    if (from->closes) {
        header(response, "Connection", "close");
    }
    if (from->status == 401) {
        header(response, "WWW-Authenticate", "Player, Admin");
    }
    return response;
}

static ssize_t read_stream(void *cls, uint64_t position, char *buf, size_t max) {
    (void)position;
    ssize_t n = stream_read(cls, buf, max);
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static void close_stream(void *cls) {
    stream_close(cls);
}

static void pause_stream(void *connection) {
    MHD_suspend_connection(connection);
}

static void resume_stream(void *connection) {
    MHD_resume_connection(connection);
}

static struct MHD_Response *stream_response(struct daemon *daemon,
                                            struct MHD_Connection *connection,
                                            struct exchange *exchange) {
    bool counts = !exchange->is_local || daemon->app->config.rate_loopback;
    struct stream *stream =
        streams_open(daemon->app, exchange->response.stream_job,
                     &(struct follower){.client = counts ? exchange->client : 0,
                                        .last_event_id = exchange->request.last_event_id,
                                        .pause = pause_stream,
                                        .resume = resume_stream,
                                        .ctx = connection});
    if (stream == NULL) {
        http_problem(&exchange->response, 503, "busy", NULL,
                     "Too many event streams are open; ask for the job's state instead.");
        exchange->response.retry_after_s = 5;
        return own_response(connection, exchange);
    }
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 4096, read_stream, stream, close_stream);
    if (response == NULL) {
        stream_close(stream);
        return NULL;
    }
    common_headers(response, "text/event-stream", "no-store", false);
    /* nginx would hold events back to fill its buffer. */
    header(response, "X-Accel-Buffering", "no");
    return response;
}

static void note_request(struct daemon *daemon, const struct exchange *exchange) {
    struct app *app = daemon->app;
    uint64_t duration = app->now_ns() - exchange->start_ns;
    metrics_request(app->metrics, exchange->route, exchange->response.status, duration);
    if (app->config.log_requests || exchange->response.status >= 400 ||
        duration > UINT64_C(1000000000)) {
        log_request(app->log, exchange, duration);
    }
}

/* The answer to what has changed something tells what was done, however little room there
 * is: a 503 would say that nothing was. */
enum MHD_Result daemon_reply(struct daemon *daemon, struct MHD_Connection *connection,
                             struct exchange *exchange) {
    struct http_response *from = &exchange->response;
    struct MHD_Response *response;
    bool own = true;
    bool is_trusted = exchange->request.fetch_site != NULL;
    exchange_settle(exchange);
    from->closes |= daemon_has_enough(connection, from->status);
    if (exchange->request.method == HTTP_HEAD) {
        drop_part(from);
    }
    if (from->shared != NULL) {
        if (http_etag_matches(exchange->request.if_none_match, from->shared->etag)) {
            from->status = 304;
            response = not_modified(from->shared);
        } else if (!is_trusted && is_page(from->shared)) {
            response = untrusted_page(from->shared);
        } else {
            response = shared_response(daemon, from->shared);
            own = false;
        }
    } else if (from->stream_job[0] != '\0' && exchange->request.method == HTTP_GET) {
        response = stream_response(daemon, connection, exchange);
    } else {
        if (!lw_buffer_ok(&from->body)) {
            http_problem(from, 503, "busy", NULL, "The server is out of memory.");
            from->retry_after_s = 5;
        } else if (!exchange_hold(exchange, exchange->request.body_len + from->body.len +
                                                (from->part ? HTTP_PART_BYTES : 0)) &&
                   http_only_reads(&exchange->request)) {
            exchange_refuse_room(exchange);
        }
        if (exchange_is_limited(exchange)) {
            charge(daemon->app, exchange->client, from->body.len);
        }
        response = own_response(connection, exchange);
    }
    note_request(daemon, exchange);
    if (response == NULL) {
        return MHD_NO;
    }
    if (own && is_trusted) {
        opener_header(response);
    }
    if (from->stream_job[0] == '\0') {
        daemon_set_state(daemon, connection, CONNECTION_SENDING);
    }
    enum MHD_Result result = MHD_queue_response(connection, from->status, response);
    if (own) {
        MHD_destroy_response(response);
    }
    return result;
}
