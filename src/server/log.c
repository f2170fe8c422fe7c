/* One line is one write, so that lines of several threads do not mix. */
#include "log.h"
#include "daily/clock.h"
#include "routes/route.h"

#include <stdio.h>
#include <string.h>

static const char *const level_names[] = {"info", "warning", "error"};

/* Lines of one sort in a second. */
#define MOST_EVENTS 20
#define MOST_REQUESTS 5

static void line_begin(struct log *log, struct lw_buffer *line,
                       struct lw_json_writer *json, enum log_level level,
                       const char *event) {
    lw_buffer_init(line, lw_alloc_libc());
    lw_json_begin(json, line);
    lw_json_object(json, NULL);
    json_time(json, "time", log->now_ms(log->now_ctx));
    lw_json_text(json, "level", level_names[level]);
    lw_json_text(json, "event", event);
}

static void line_end(struct log *log, struct lw_buffer *line,
                     struct lw_json_writer *json) {
    lw_json_object_end(json);
    if (lw_buffer_ok(line)) {
        log->write(log->ctx, lw_buffer_text(line), line->len);
    }
    lw_buffer_free(line);
}

/* Under the lock. What finds no place shares the last one. */
static struct log_sort *sort_of(struct log *log, const char *event, const char *code) {
    struct log_sort *sort = log->sorts;
    for (size_t i = 0; i + 1 < LOG_SORTS && sort->event != NULL; i++, sort++) {
        if (strcmp(sort->event, event) == 0 && strcmp(sort->code, code) == 0) {
            return sort;
        }
    }
    if (sort->event == NULL) {
        *sort = (struct log_sort){.event = event, .code = code};
    }
    return sort;
}

/* May one more of these be written? *more receives how many were not, before. */
static bool may_write(struct log *log, const char *event, const char *code, unsigned most,
                      uint64_t *more) {
    int64_t second = log->now_ms(log->now_ctx) / 1000;
    *more = 0;
    (void)pthread_mutex_lock(&log->lock);
    struct log_sort *sort = sort_of(log, event, code);
    if (sort->second != second) {
        *more = sort->n_left_out;
        sort->second = second;
        sort->n_written = 0;
        sort->n_left_out = 0;
    }
    bool may = sort->n_written < most;
    sort->n_written += may;
    sort->n_left_out += !may;
    (void)pthread_mutex_unlock(&log->lock);
    return may;
}

static void put_more(struct lw_json_writer *json, uint64_t more) {
    if (more > 0) {
        lw_json_uint(json, "more", more);
    }
}

void log_event(struct log *log, enum log_level level, const char *event, const char *fmt,
               ...) {
    uint64_t more;
    if (log->write == NULL || !may_write(log, event, "", MOST_EVENTS, &more)) {
        return;
    }
    char text[600];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    struct lw_buffer line;
    struct lw_json_writer json;
    line_begin(log, &line, &json, level, event);
    lw_json_text(&json, "message", text);
    put_more(&json, more);
    line_end(log, &line, &json);
}

static const char *method_name(enum http_method method) {
    switch (method) {
    case HTTP_GET:
        return "GET";
    case HTTP_HEAD:
        return "HEAD";
    case HTTP_POST:
        return "POST";
    case HTTP_DELETE:
        return "DELETE";
    default:
        return "other";
    }
}

void log_request(struct log *log, const struct exchange *exchange, uint64_t duration_ns) {
    const char *code = exchange->response.error_code;
    uint64_t more = 0;
    if (log->write == NULL ||
        (!log->all_requests &&
         !may_write(log, "request", code == NULL ? "" : code, MOST_REQUESTS, &more))) {
        return;
    }
    unsigned status = exchange->response.status;
    struct lw_buffer line;
    struct lw_json_writer json;
    line_begin(log, &line, &json, status >= 500 ? LOG_ERROR : LOG_INFO, "request");
    lw_json_text(&json, "method", method_name(exchange->request.method));
    lw_json_text(&json, "route",
                 exchange->route == NULL ? "static" : exchange->route->pattern);
    lw_json_uint(&json, "status", status);
    if (code != NULL) {
        lw_json_text(&json, "code", code);
    }
    lw_json_real(&json, "ms", (double)duration_ns / 1e6);
    put_more(&json, more);
    line_end(log, &line, &json);
}

static void tell_left_out(struct log *log, const struct log_sort *sort) {
    struct lw_buffer line;
    struct lw_json_writer json;
    line_begin(log, &line, &json, LOG_INFO, sort->event);
    if (sort->code[0] != '\0') {
        lw_json_text(&json, "code", sort->code);
    }
    lw_json_text(&json, "message", "more of the same, which were not written one by one");
    lw_json_uint(&json, "more", sort->n_left_out);
    line_end(log, &line, &json);
}

void log_tick(struct log *log) {
    int64_t second = log->now_ms(log->now_ctx) / 1000;
    for (size_t i = 0; i < LOG_SORTS && log->write != NULL; i++) {
        (void)pthread_mutex_lock(&log->lock);
        struct log_sort sort = log->sorts[i];
        bool is_over = sort.event != NULL && sort.n_left_out > 0 && sort.second != second;
        if (is_over) {
            log->sorts[i].n_left_out = 0;
        }
        (void)pthread_mutex_unlock(&log->lock);
        if (is_over) {
            tell_left_out(log, &sort);
        }
    }
}
