/* Titles and names of strangers as people may be shown them: on one line, in the order in
 * which they are written, with something to see. */
#include <string.h>

#include "levels/keep_internal.h"

#define MAX_MARKS 3 /* accents on one letter */

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t scalar, const struct range *ranges, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (scalar >= ranges[i].first && scalar <= ranges[i].last) {
            return true;
        }
    }
    return false;
}
#define IN(scalar, ranges) is_in(scalar, ranges, sizeof(ranges) / sizeof *(ranges))

/* What looks like a blank: white space, blank signs and fillers. */
static bool is_blank(uint32_t scalar) {
    static const struct range blanks[] = {
        {0x09, 0x0d},     {0x20, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},
        {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x2000, 0x200a},
        {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800},
        {0x3000, 0x3000}, {0x3164, 0x3164}, {0xffa0, 0xffa0}};
    return IN(scalar, blanks);
}

/* Controls, those that turn the direction of writing, and what has no width. */
static bool is_control(uint32_t scalar) {
    static const struct range controls[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},      {0xad, 0xad},     {0x34f, 0x34f},
        {0x61c, 0x61c},     {0x180b, 0x180e},  {0x200b, 0x200b}, {0x200e, 0x200f},
        {0x202a, 0x202e},   {0x2060, 0x206f},  {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
        {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}};
    return IN(scalar, controls);
}

/* They join letters and signs, and are nothing on their own. */
static bool is_joiner(uint32_t scalar) {
    return scalar == 0x200c || scalar == 0x200d;
}

static bool is_mark(uint32_t scalar) {
    static const struct range marks[] = {{0x300, 0x36f},   {0x483, 0x489},
                                         {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
                                         {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};
    return IN(scalar, marks);
}

static void add_scalar(struct lw_buffer *out, uint32_t scalar, bool *gap,
                       uint32_t *joiner, unsigned *marks) {
    if (is_blank(scalar)) {
        *gap = out->len > 0;
        *joiner = 0;
        return;
    }
    if (is_control(scalar)) {
        return;
    }
    if (is_joiner(scalar)) {
        *joiner = out->len > 0 && !*gap ? scalar : 0;
        return;
    }
    *marks = is_mark(scalar) ? *marks + 1 : 0;
    if (*marks > MAX_MARKS || (*marks > 0 && (out->len == 0 || *gap))) {
        return;
    }
    if (*gap) {
        lw_buffer_putc(out, ' ');
    }
    if (*joiner != 0) {
        lw_buffer_utf8(out, *joiner);
    }
    *gap = false;
    *joiner = 0;
    lw_buffer_utf8(out, scalar);
}

const char *store_label(struct lw_arena *arena, const char *text) {
    struct lw_buffer out;
    bool gap = false;
    uint32_t joiner = 0;
    unsigned marks = 0;
    size_t left = strlen(text);
    lw_buffer_init(&out, arena->alloc);
    for (size_t used; left > 0; text += used, left -= used) {
        add_scalar(&out, lw_utf8_or_latin1(text, left, &used), &gap, &joiner, &marks);
    }
    const char *copy =
        lw_buffer_ok(&out) ? lw_arena_text(arena, lw_buffer_text(&out), out.len) : NULL;
    lw_buffer_free(&out);
    return copy;
}
