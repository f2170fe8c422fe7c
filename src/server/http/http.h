/* Requests and responses as plain data.
 *
 * Everything between the socket and the store is a function from struct http_request to
 * struct http_response, so that tests and the fuzzer need no network. daemon.c is the
 * only file that knows libmicrohttpd. */
#ifndef HTTP_H
#define HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

enum http_method {
    HTTP_GET = 1,
    HTTP_HEAD = 2,
    HTTP_POST = 4,
    HTTP_DELETE = 8,
    HTTP_OTHER = 16
};
enum http_method http_method_find(const char *name);

#define HTTP_MAX_URI 4096
#define HTTP_MAX_SEGMENTS 8
#define HTTP_MAX_PARAMETERS 16

struct http_parameter {
    const char *name, *value;
};

/* The request target taken apart; texts point into `bytes`, decoded. */
struct http_uri {
    const char *segments[HTTP_MAX_SEGMENTS];
    size_t n_segments;
    bool slash_end; /* "/a/" differs from "/a" */
    struct http_parameter parameters[HTTP_MAX_PARAMETERS];
    size_t n_parameters;
    char bytes[HTTP_MAX_URI + 1];
};
/* False for what is no path of ours: bad escapes, NUL, dot segments, too many parts. */
bool http_uri_read(const char *target, struct http_uri *uri);
const char *http_uri_parameter(const struct http_uri *uri, const char *name);

struct http_request {
    enum http_method method;
    const char *target; /* as sent */
    /* Headers; NULL when absent. */
    const char *host, *origin, *fetch_site, *authorization, *content_type,
        *content_length, *last_event_id, *accept_encoding, *if_none_match, *forwarded_for,
        *idempotency_key;
    const char *body;
    size_t body_len;
};

/* It asks, and changes nothing: GET, HEAD. */
bool http_only_reads(const struct http_request *request);

/* Bytes that many responses share. Counted references; `native` is what the daemon has
 * made of it (a queueable response), made at the first use. Once there is one, it may
 * still be sent when the last reference goes, so it frees the bytes at its own end. */
struct http_shared {
    atomic_uint references;
    const struct lw_alloc *alloc;
    const char *bytes;
    size_t len;
    bool owned; /* bytes are freed with it */
    const char *type, *encoding, *cache;
    char etag[40];
    _Atomic(void *) native;
    void (*release_native)(void *native);
};
/* Takes the buffer's bytes. NULL when memory is out. */
struct http_shared *http_shared_create(const struct lw_alloc *alloc,
                                       struct lw_buffer *body, const char *type,
                                       const char *cache);
struct http_shared *http_shared_get(struct http_shared *shared);
void http_shared_release(struct http_shared *shared); /* NULL-safe */
void http_shared_free(struct http_shared *shared);    /* for the native response */
/* Does an If-None-Match header name this tag? */
bool http_etag_matches(const char *header, const char *etag);

/* A body that is made while it is sent, instead of one that is held whole. */
enum http_more { HTTP_MORE, HTTP_MORE_END, HTTP_MORE_FAILED };
struct http_part {
    /* Appends the next part to out, which is empty; nothing with HTTP_MORE: ask again. */
    enum http_more (*more)(struct http_part *part, struct lw_buffer *out);
    void (*close)(struct http_part *part);
    uint64_t len; /* of all parts; 0: nobody knows yet */
};
/* What one takes in memory, unless it is larger; then its sender counts the rest. */
#define HTTP_PART_BYTES ((size_t)4 << 20)

struct http_response {
    unsigned status;
    const char *type; /* static text */
    struct lw_buffer body;
    struct http_shared *shared; /* instead of body; a reference of its own */
    struct http_part *part;     /* instead of body; closed with the response */
    const char *cache;          /* Cache-Control; NULL: no-store */
    unsigned allow;             /* methods, for 405 */
    unsigned retry_after_s;
    char file_name[64];     /* Content-Disposition, when not empty */
    char stream_job[33];    /* an event stream of this job instead of a body */
    const char *error_code; /* of a problem, for the log */
    const char *budget;     /* that a problem is about; NULL: none */
    bool closes;            /* the connection ends with it: a body is left unread */
    bool is_cut;            /* the body would have become longer than it may */
    bool is_document;       /* a picture or file of users: shown in a sandbox */
};

void http_response_init(struct http_response *response, const struct lw_alloc *alloc);
void http_response_free(struct http_response *response);

/* A problem object; place may be NULL. Returns nothing so that handlers can end with it.
 */
void http_problem(struct http_response *response, unsigned status, const char *code,
                  const char *place, const char *fmt, ...) LW_PRINTF(5, 6);
/* The problem of a text that the place names, at err's line and column in it. */
void http_problem_text(struct http_response *response, unsigned status, const char *code,
                       const char *place, const struct lw_error *err);
/* The problem that a status of the lower modules means to a client. */
void http_problem_status(struct http_response *response, lw_status status,
                         const struct lw_error *err, const char *place);

#endif
