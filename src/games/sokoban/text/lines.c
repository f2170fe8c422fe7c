/* A file's bytes as UTF-8 lines. */
#include <stdio.h>
#include <string.h>

#include "text/text_internal.h"

static bool is_utf8(const char *text, size_t len) {
    for (size_t at = 0, used; at < len; at += used) {
        if (lw_utf8_decode(text + at, len - at, &used) == UINT32_MAX) {
            return false;
        }
    }
    return true;
}

lw_status lw_sokoban_to_utf8(const char *text, size_t len, struct lw_buffer *out,
                             struct lw_error *err) {
    if (len >= 2 &&
        (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
        return lw_fail(err, LW_BAD_INPUT, 1, 1,
                       "the text is UTF-16; save it as UTF-8 and read it again");
    }
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        len -= 3;
    }
    bool utf8 = is_utf8(text, len);
    for (size_t i = 0; i < len;) {
        size_t run = i;
        while (run < len && text[run] != '\0' &&
               (utf8 || (unsigned char)text[run] < 0x80)) {
            run++;
        }
        lw_buffer_add(out, text + i, run - i);
        if (run < len) {
            lw_buffer_utf8(out, text[run] == '\0' ? 0xfffd : (unsigned char)text[run]);
        }
        i = run + 1;
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

bool lw_sokoban_next_line(const char *text, size_t len, size_t *at,
                          struct lw_sokoban_line *line) {
    if (*at >= len) {
        return false;
    }
    size_t end = *at;
    while (end < len && text[end] != '\n' && text[end] != '\r') {
        end++;
    }
    *line = (struct lw_sokoban_line){.text = text + *at, .len = end - *at};
    end += end + 1 < len && text[end] == '\r' && text[end + 1] == '\n';
    *at = end + 1;
    return true;
}

static bool is_blank_char(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct lw_sokoban_line lw_sokoban_trim(struct lw_sokoban_line line) {
    while (line.len > 0 && is_blank_char(line.text[0])) {
        line.text++;
        line.len--;
    }
    while (line.len > 0 && is_blank_char(line.text[line.len - 1])) {
        line.len--;
    }
    return line;
}

bool lw_sokoban_line_is(struct lw_sokoban_line line, const char *word) {
    return lw_text_equal_nocase(line.text, line.len, word);
}

const char *lw_sokoban_describe(const char *text, size_t len, size_t at, char out[16]) {
    size_t used;
    uint32_t scalar = lw_utf8_or_latin1(text + at, len - at, &used);
    if (scalar == '\t') {
        (void)snprintf(out, 16, "a tab");
    } else if (scalar > ' ' && scalar < 0x7f) {
        (void)snprintf(out, 16, "'%c'", (char)scalar);
    } else {
        (void)snprintf(out, 16, "U+%04X", (unsigned)scalar);
    }
    return out;
}

uint32_t lw_sokoban_column(const char *text, size_t at) {
    uint32_t column = 1;
    for (size_t i = 0; i < at; i++) {
        column += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return column;
}
