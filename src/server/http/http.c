/* Responses, shared bytes and problem objects. */
#include "http/http.h"

#include <stdio.h>
#include <string.h>

#include "lw/base/hash.h"
#include "lw/base/json.h"

enum http_method http_method_find(const char *name) {
    static const struct {
        const char *name;
        enum http_method method;
    } rows[] = {{"GET", HTTP_GET},
                {"HEAD", HTTP_HEAD},
                {"POST", HTTP_POST},
                {"DELETE", HTTP_DELETE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].method;
        }
    }
    return HTTP_OTHER;
}

bool http_only_reads(const struct http_request *request) {
    return request->method == HTTP_GET || request->method == HTTP_HEAD;
}

struct http_shared *http_shared_create(const struct lw_alloc *alloc,
                                       struct lw_buffer *body, const char *type,
                                       const char *cache) {
    struct http_shared *shared = lw_alloc_zero(alloc, 1, sizeof *shared);
    if (shared == NULL || !lw_buffer_ok(body)) {
        lw_alloc_free(alloc, shared, sizeof *shared);
        return NULL;
    }
    atomic_init(&shared->references, 1);
    shared->alloc = alloc;
    /* A copy of the exact size: the buffer's spare room would stay for long. */
    char *bytes = lw_alloc_get(alloc, body->len + 1);
    if (bytes == NULL) {
        lw_alloc_free(alloc, shared, sizeof *shared);
        return NULL;
    }
    memcpy(bytes, lw_buffer_text(body), body->len);
    bytes[body->len] = '\0';
    shared->bytes = bytes;
    shared->len = body->len;
    shared->owned = true;
    shared->type = type;
    shared->cache = cache;
    char id[33];
    lw_id128_text(lw_hash128(bytes, body->len, 0), id);
    (void)snprintf(shared->etag, sizeof shared->etag, "\"%s\"", id);
    return shared;
}

struct http_shared *http_shared_get(struct http_shared *shared) {
    (void)atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
    return shared;
}

void http_shared_release(struct http_shared *shared) {
    if (shared == NULL || atomic_fetch_sub(&shared->references, 1) != 1) {
        return;
    }
    void *native = atomic_load(&shared->native);
    if (native != NULL) {
        shared->release_native(native);
    } else {
        http_shared_free(shared);
    }
}

void http_shared_free(struct http_shared *shared) {
    if (shared->owned) {
        lw_alloc_free(shared->alloc, (void *)shared->bytes, shared->len + 1);
    }
    lw_alloc_free(shared->alloc, shared, sizeof *shared);
}

bool http_etag_matches(const char *header, const char *etag) {
    if (header == NULL || *etag == '\0') {
        return false;
    }
    return strcmp(header, "*") == 0 || strstr(header, etag) != NULL;
}

void http_response_init(struct http_response *response, const struct lw_alloc *alloc) {
    memset(response, 0, sizeof *response);
    response->status = 200;
    response->type = "application/json";
    lw_buffer_init(&response->body, alloc);
}

static void close_part(struct http_response *response) {
    if (response->part != NULL) {
        response->part->close(response->part);
        response->part = NULL;
    }
}

void http_response_free(struct http_response *response) {
    close_part(response);
    lw_buffer_free(&response->body);
    http_shared_release(response->shared);
    response->shared = NULL;
}

/* A sentence is one line, also when it repeats what a client has sent. */
static void one_line(const char *message, char out[600]) {
    (void)snprintf(out, 600, "%s", message);
    for (char *at = out; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f) {
            *at = ' ';
        }
    }
}

/* What is wrong, and where: a member or parameter, and a line of its text (0: none). */
struct fault {
    unsigned status;
    const char *code, *place;
    uint32_t line, column;
    const char *message;
};

static void answer_fault(struct http_response *response, const struct fault *fault) {
    struct lw_json_writer json;
    char sentence[600];
    one_line(fault->message, sentence);
    response->is_cut |= response->body.max_len != 0 && !lw_buffer_ok(&response->body);
    lw_buffer_clear(&response->body);
    response->body.max_len = 0;
    http_shared_release(response->shared);
    response->shared = NULL;
    close_part(response);
    response->stream_job[0] = '\0';
    response->file_name[0] = '\0';
    response->is_document = false;
    response->status = fault->status;
    response->type = "application/json";
    response->cache = NULL;
    response->error_code = fault->code;
    lw_json_begin(&json, &response->body);
    lw_json_object(&json, NULL);
    lw_json_object(&json, "error");
    lw_json_text(&json, "code", fault->code);
    lw_json_text(&json, "message", sentence);
    if (fault->place != NULL && *fault->place != '\0') {
        lw_json_text(&json, "place", fault->place);
    }
    if (response->budget != NULL) {
        lw_json_text(&json, "budget", response->budget);
    }
    if (fault->line > 0) {
        lw_json_uint(&json, "line", fault->line);
        lw_json_uint(&json, "column", fault->column);
    }
    lw_json_object_end(&json);
    lw_json_object_end(&json);
}

static void problem(struct http_response *response, unsigned status, const char *code,
                    const char *place, const char *message) {
    answer_fault(response,
                 &(struct fault){
                     .status = status, .code = code, .place = place, .message = message});
}

void http_problem_text(struct http_response *response, unsigned status, const char *code,
                       const char *place, const struct lw_error *err) {
    answer_fault(response, &(struct fault){.status = status,
                                           .code = code,
                                           .place = place,
                                           .line = err->line,
                                           .column = err->column,
                                           .message = err->text});
}

void http_problem(struct http_response *response, unsigned status, const char *code,
                  const char *place, const char *fmt, ...) {
    char message[600];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    problem(response, status, code, place, message);
}

void http_problem_status(struct http_response *response, lw_status status,
                         const struct lw_error *err, const char *place) {
    char where[80] = "";
    if (place != NULL) {
        (void)snprintf(where, sizeof where, "%s", place);
    } else if (err->line > 0) {
        (void)snprintf(where, sizeof where, "%u:%u", err->line, err->column);
    }
    switch (status) {
    case LW_NOT_FOUND:
        problem(response, 404, "not-found", where, err->text);
        return;
    case LW_EXISTS:
        problem(response, 409, "exists", where, err->text);
        return;
    case LW_BUSY:
    case LW_FULL:
    case LW_NO_MEMORY:
    case LW_IO:
        /* The sentence of the database may name files and addresses: it is for the log.
         */
        problem(response, 503, status == LW_FULL ? "full" : "busy", NULL,
                status == LW_FULL
                    ? "There is no room left to store this; nothing was stored. Try "
                      "again later."
                    : "The server is busy; nothing was stored. Try again in a moment.");
        response->retry_after_s = status == LW_FULL ? 60 : 2;
        return;
    case LW_USAGE:
        problem(response, 400, "bad-request", where, err->text);
        return;
    default:
        problem(response, 422, lw_status_name(status), where, err->text);
        return;
    }
}
