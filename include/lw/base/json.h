/* JSON, written and read with libc alone (the core links nothing else).
 *
 * The writer appends to a buffer and places commas itself. The reader builds a tree in
 * an arena; depth and size are bounded. */
#ifndef LW_BASE_JSON_H
#define LW_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

struct lw_json_writer {
    struct lw_buffer *buf;
    bool need_comma;
};

void lw_json_begin(struct lw_json_writer *json, struct lw_buffer *buf);
/* key is NULL inside arrays and at the top. */
void lw_json_object(struct lw_json_writer *json, const char *key);
void lw_json_object_end(struct lw_json_writer *json);
void lw_json_array(struct lw_json_writer *json, const char *key);
void lw_json_array_end(struct lw_json_writer *json);
/* Text that is not UTF-8 is taken as Latin-1; text NULL writes null. */
void lw_json_text(struct lw_json_writer *json, const char *key, const char *text);
void lw_json_text_len(struct lw_json_writer *json, const char *key, const char *text,
                      size_t len);
void lw_json_int(struct lw_json_writer *json, const char *key, int64_t value);
void lw_json_uint(struct lw_json_writer *json, const char *key, uint64_t value);
/* null when it is not finite. */
void lw_json_real(struct lw_json_writer *json, const char *key, double value);
void lw_json_bool(struct lw_json_writer *json, const char *key, bool value);
void lw_json_null(struct lw_json_writer *json, const char *key);
/* A value that is JSON already. */
void lw_json_raw(struct lw_json_writer *json, const char *key, const char *value);

enum lw_json_type {
    LW_JSON_NULL,
    LW_JSON_FALSE,
    LW_JSON_TRUE,
    LW_JSON_NUMBER,
    LW_JSON_TEXT,
    LW_JSON_ARRAY,
    LW_JSON_OBJECT
};

/* One value; children of arrays and objects form a list. */
struct lw_json {
    enum lw_json_type type;
    const char *key;  /* inside an object, else NULL */
    const char *text; /* TEXT: decoded UTF-8, NUL-terminated; NUMBER: as written */
    size_t text_len;
    double number;
    uint32_t line, column; /* where the value begins, from 1 */
    uint32_t n_children;
    struct lw_json *first;
    struct lw_json *next;
};

/* Reads exactly one value with white space around it. */
lw_status lw_json_read(struct lw_arena *arena, const char *text, size_t len,
                       struct lw_json **out, struct lw_error *err) LW_MUST_CHECK;
/* NULL when absent or when object is not an object. */
const struct lw_json *lw_json_get(const struct lw_json *object, const char *key);

#endif
