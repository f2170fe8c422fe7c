/* Growing text buffer, UTF-8, numbers. */
#include "lw/base/buffer.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lw_buffer_init(struct lw_buffer *buf, const struct lw_alloc *alloc) {
    *buf = (struct lw_buffer){.alloc = alloc};
}

void lw_buffer_free(struct lw_buffer *buf) {
    lw_alloc_free(buf->alloc, buf->data, buf->cap);
    *buf = (struct lw_buffer){.alloc = buf->alloc};
}

void lw_buffer_clear(struct lw_buffer *buf) {
    buf->len = 0;
    buf->failed = false;
    if (buf->data != NULL) {
        buf->data[0] = '\0';
    }
}

bool lw_buffer_ok(const struct lw_buffer *buf) {
    return !buf->failed;
}

const char *lw_buffer_text(const struct lw_buffer *buf) {
    return buf->data == NULL ? "" : buf->data;
}

static bool reserve(struct lw_buffer *buf, size_t more) {
    if (buf->failed || more > SIZE_MAX / 4 ||
        (buf->max_len != 0 && buf->len + more > buf->max_len) ||
        !lw_grow(buf->alloc, &buf->data, &buf->cap, buf->len + more + 1, 1)) {
        buf->failed = true;
        return false;
    }
    return true;
}

void lw_buffer_add(struct lw_buffer *buf, const char *bytes, size_t len) {
    if (reserve(buf, len)) {
        if (len > 0) {
            memcpy(buf->data + buf->len, bytes, len);
        }
        buf->len += len;
        buf->data[buf->len] = '\0';
    }
}

void lw_buffer_puts(struct lw_buffer *buf, const char *text) {
    lw_buffer_add(buf, text, strlen(text));
}

void lw_buffer_putc(struct lw_buffer *buf, char c) {
    lw_buffer_add(buf, &c, 1);
}

void lw_buffer_repeat(struct lw_buffer *buf, char c, size_t count) {
    if (reserve(buf, count)) {
        memset(buf->data + buf->len, c, count);
        buf->len += count;
        buf->data[buf->len] = '\0';
    }
}

void lw_buffer_vprintf(struct lw_buffer *buf, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    char small[256];
    int need = vsnprintf(small, sizeof small, fmt, args);
    if (need < 0) {
        buf->failed = true;
    } else if ((size_t)need < sizeof small) {
        lw_buffer_add(buf, small, (size_t)need);
    } else if (reserve(buf, (size_t)need)) {
        (void)vsnprintf(buf->data + buf->len, (size_t)need + 1, fmt, again);
        buf->len += (size_t)need;
    }
    va_end(again);
}

void lw_buffer_printf(struct lw_buffer *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    lw_buffer_vprintf(buf, fmt, args);
    va_end(args);
}

void lw_buffer_number(struct lw_buffer *buf, double value) {
    if (!isfinite(value)) {
        lw_buffer_puts(buf, "null");
        return;
    }
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        /* Nought has no sign for a reader. */
        (void)snprintf(text, sizeof text, "%.*g", digits, value == 0 ? 0 : value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    lw_buffer_puts(buf, text);
}

uint32_t lw_utf8_decode(const char *text, size_t len, size_t *used) {
    const unsigned char *b = (const unsigned char *)text;
    *used = 1;
    if (b[0] < 0x80) {
        return b[0];
    }
    size_t need = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    if (b[0] < 0xc2 || b[0] > 0xf4 || len < need) {
        return UINT32_MAX;
    }
    uint32_t scalar = b[0] & (0x7fu >> need);
    for (size_t i = 1; i < need; i++) {
        if ((b[i] & 0xc0) != 0x80) {
            return UINT32_MAX;
        }
        scalar = scalar << 6 | (b[i] & 0x3fu);
    }
    /* Overlong forms, surrogates and values past the end are not UTF-8. */
    if ((need == 3 && scalar < 0x800) || (need == 4 && scalar < 0x10000) ||
        (scalar >= 0xd800 && scalar < 0xe000) || scalar > 0x10ffff) {
        return UINT32_MAX;
    }
    *used = need;
    return scalar;
}

uint32_t lw_utf8_or_latin1(const char *text, size_t len, size_t *used) {
    uint32_t scalar = lw_utf8_decode(text, len, used);
    return scalar == UINT32_MAX ? (unsigned char)*text : scalar;
}

void lw_buffer_utf8(struct lw_buffer *buf, uint32_t scalar) {
    char out[4];
    size_t len = 0;
    if (scalar < 0x80) {
        out[len++] = (char)scalar;
    } else {
        int tail = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
        static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
        out[len++] = (char)(lead[tail] | scalar >> (6 * tail));
        while (tail-- > 0) {
            out[len++] = (char)(0x80 | (scalar >> (6 * tail) & 0x3f));
        }
    }
    lw_buffer_add(buf, out, len);
}

void lw_buffer_safe(struct lw_buffer *buf, const char *text, size_t len) {
    for (size_t at = 0; at < len;) {
        size_t used;
        uint32_t scalar = lw_utf8_or_latin1(text + at, len - at, &used);
        /* C0, DEL, C1 and the direction overrides can all mislead a terminal. */
        bool control = scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) ||
                       (scalar >= 0x202a && scalar <= 0x202e) ||
                       (scalar >= 0x2066 && scalar <= 0x2069);
        lw_buffer_utf8(buf, control ? '?' : scalar);
        at += used;
    }
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool lw_text_equal_nocase(const char *a, size_t a_len, const char *b) {
    if (strlen(b) != a_len) {
        return false;
    }
    for (size_t i = 0; i < a_len; i++) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}
