/* A growing text buffer. Failure sticks: append freely, check lw_buffer_ok once. */
#ifndef LW_BASE_BUFFER_H
#define LW_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_buffer {
    const struct lw_alloc *alloc;
    char *data; /* NUL-terminated once anything was appended; see lw_buffer_text */
    size_t len;
    size_t cap;
    size_t max_len; /* longer is a failure; 0: any length */
    bool failed;
};

void lw_buffer_init(struct lw_buffer *buf, const struct lw_alloc *alloc);
void lw_buffer_free(struct lw_buffer *buf);
void lw_buffer_clear(struct lw_buffer *buf);
bool lw_buffer_ok(const struct lw_buffer *buf);
/* Never NULL. */
const char *lw_buffer_text(const struct lw_buffer *buf);
void lw_buffer_add(struct lw_buffer *buf, const char *bytes, size_t len);
void lw_buffer_puts(struct lw_buffer *buf, const char *text);
void lw_buffer_putc(struct lw_buffer *buf, char c);
void lw_buffer_repeat(struct lw_buffer *buf, char c, size_t count);
void lw_buffer_printf(struct lw_buffer *buf, const char *fmt, ...) LW_PRINTF(2, 3);
void lw_buffer_vprintf(struct lw_buffer *buf, const char *fmt, va_list args)
    LW_PRINTF(2, 0);
/* The shortest decimal that reads back as the same double; "null" for NaN, infinity. */
void lw_buffer_number(struct lw_buffer *buf, double value);

/* Text helpers that need no buffer. */

/* Decodes one UTF-8 scalar at text (len > 0 bytes left); *used gets the bytes taken.
 * Returns UINT32_MAX and takes one byte where the bytes are not UTF-8. */
uint32_t lw_utf8_decode(const char *text, size_t len, size_t *used);
/* The same, and a byte that is not UTF-8 is read as Latin-1. */
uint32_t lw_utf8_or_latin1(const char *text, size_t len, size_t *used);
/* Appends one scalar as UTF-8. */
void lw_buffer_utf8(struct lw_buffer *buf, uint32_t scalar);
/* Appends text made safe to show on a terminal: control characters become '?', bytes
 * that are not UTF-8 are read as Latin-1. */
void lw_buffer_safe(struct lw_buffer *buf, const char *text, size_t len);
bool lw_text_equal_nocase(const char *a, size_t a_len, const char *b);

#endif
