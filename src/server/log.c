/* One line is one write, so that lines of several threads do not mix. */
#include "log.h"
#include "daily/clock.h"
#include "routes/route.h"

#include <stdio.h>
#include <string.h>

static const char *const level_names[] = {"info", "warning", "error"};

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

void log_event(struct log *log, enum log_level level, const char *event, const char *fmt,
               ...) {
    if (log->write == NULL) {
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
    if (log->write == NULL) {
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
    if (exchange->response.error_code != NULL) {
        lw_json_text(&json, "code", exchange->response.error_code);
    }
    lw_json_real(&json, "ms", (double)duration_ns / 1e6);
    line_end(log, &line, &json);
}
