/* The JSON writer. */
#include "lw/base/json.h"

#include <inttypes.h>
#include <string.h>

void lw_json_begin(struct lw_json_writer *json, struct lw_buffer *buf) {
    json->buf = buf;
    json->need_comma = false;
}

static void put_text(struct lw_buffer *buf, const char *text, size_t len) {
    lw_buffer_putc(buf, '"');
    for (size_t at = 0; at < len;) {
        size_t used;
        uint32_t scalar = lw_utf8_or_latin1(text + at, len - at, &used);
        at += used;
        if (scalar == '"' || scalar == '\\') {
            lw_buffer_putc(buf, '\\');
            lw_buffer_putc(buf, (char)scalar);
        } else if (scalar == '\n') {
            lw_buffer_puts(buf, "\\n");
        } else if (scalar < 0x20 || scalar == 0x7f || scalar == '<') {
            /* '<' too, so that a value can stand inside a script element. */
            lw_buffer_printf(buf, "\\u%04x", (unsigned)scalar);
        } else {
            lw_buffer_utf8(buf, scalar);
        }
    }
    lw_buffer_putc(buf, '"');
}

static void begin_value(struct lw_json_writer *json, const char *key) {
    if (json->need_comma) {
        lw_buffer_putc(json->buf, ',');
    }
    json->need_comma = true;
    if (key != NULL) {
        put_text(json->buf, key, strlen(key));
        lw_buffer_putc(json->buf, ':');
    }
}

static void open_level(struct lw_json_writer *json, const char *key, char bracket) {
    begin_value(json, key);
    lw_buffer_putc(json->buf, bracket);
    json->need_comma = false;
}

static void close_level(struct lw_json_writer *json, char bracket) {
    lw_buffer_putc(json->buf, bracket);
    json->need_comma = true;
}

void lw_json_object(struct lw_json_writer *json, const char *key) {
    open_level(json, key, '{');
}

void lw_json_object_end(struct lw_json_writer *json) {
    close_level(json, '}');
}

void lw_json_array(struct lw_json_writer *json, const char *key) {
    open_level(json, key, '[');
}

void lw_json_array_end(struct lw_json_writer *json) {
    close_level(json, ']');
}

void lw_json_text_len(struct lw_json_writer *json, const char *key, const char *text,
                      size_t len) {
    begin_value(json, key);
    put_text(json->buf, text, len);
}

void lw_json_text(struct lw_json_writer *json, const char *key, const char *text) {
    if (text == NULL) {
        lw_json_null(json, key);
    } else {
        lw_json_text_len(json, key, text, strlen(text));
    }
}

void lw_json_int(struct lw_json_writer *json, const char *key, int64_t value) {
    begin_value(json, key);
    lw_buffer_printf(json->buf, "%" PRId64, value);
}

void lw_json_uint(struct lw_json_writer *json, const char *key, uint64_t value) {
    begin_value(json, key);
    lw_buffer_printf(json->buf, "%" PRIu64, value);
}

void lw_json_real(struct lw_json_writer *json, const char *key, double value) {
    begin_value(json, key);
    lw_buffer_number(json->buf, value);
}

void lw_json_bool(struct lw_json_writer *json, const char *key, bool value) {
    begin_value(json, key);
    lw_buffer_puts(json->buf, value ? "true" : "false");
}

void lw_json_null(struct lw_json_writer *json, const char *key) {
    begin_value(json, key);
    lw_buffer_puts(json->buf, "null");
}

void lw_json_raw(struct lw_json_writer *json, const char *key, const char *value) {
    begin_value(json, key);
    lw_buffer_puts(json->buf, value);
}
