/* The table of text formats, and how sure a text looks of each. */
#include <string.h>

#include "text/scan_internal.h"

/* Only this much of a file is looked at. */
#define SNIFF_BYTES ((size_t)64 << 10)

struct glance {
    bool row, rle, key, boxoban;
};

static bool is_boxoban_row(struct lw_sokoban_line line) {
    for (size_t i = 0; i < line.len; i++) {
        if (strchr("#@$. ", line.text[i]) == NULL || line.text[i] == '\0') {
            return false;
        }
    }
    return line.len == 10 && line.text[0] == '#' && line.text[9] == '#';
}

static struct glance glance(const char *text, size_t len) {
    struct lw_sokoban_game plain;
    for (size_t i = 0; i < sizeof plain.symbol; i++) {
        plain.symbol[i] = (char)i;
    }
    struct glance glance = {.boxoban = true};
    struct lw_sokoban_line line;
    len = len < SNIFF_BYTES ? len : SNIFF_BYTES;
    for (size_t at = 0; lw_sokoban_next_line(text, len, &at, &line);) {
        enum lw_sokoban_row row = lw_sokoban_row_kind(&plain, line);
        struct lw_sokoban_line trimmed = lw_sokoban_trim(line);
        bool label = trimmed.len > 0 && trimmed.text[0] == ';';
        glance.rle = glance.rle || (row == LW_SOKOBAN_ROW_RLE && line.len > 4);
        glance.row = glance.row || row == LW_SOKOBAN_ROW_PLAIN;
        glance.boxoban =
            glance.boxoban && (trimmed.len == 0 || label || is_boxoban_row(line));
        glance.key =
            glance.key || (line.len >= 6 && lw_text_equal_nocase(line.text, 6, "Title:"));
    }
    glance.boxoban = glance.boxoban && glance.row && text[0] == ';';
    return glance;
}

static int sniff_xsb(const char *text, size_t len) {
    struct glance seen = glance(text, len);
    return seen.row || seen.rle ? 60 : 0;
}

static int sniff_sok(const char *text, size_t len) {
    struct glance seen = glance(text, len);
    return (seen.row || seen.rle) && seen.key ? 65 : 0;
}

static int sniff_rle(const char *text, size_t len) {
    struct glance seen = glance(text, len);
    return seen.rle && !seen.row ? 70 : 0;
}

static int sniff_boxoban(const char *text, size_t len) {
    return len > 0 && glance(text, len).boxoban ? 70 : 0;
}

static char first_visible(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (strchr(" \t\r\n\xef\xbb\xbf", text[i]) == NULL) {
            return text[i];
        }
    }
    return '\0';
}

static bool mentions(const char *text, size_t len, const char *word) {
    size_t n = strlen(word);
    len = len < SNIFF_BYTES ? len : SNIFF_BYTES;
    for (size_t i = 0; i + n <= len; i++) {
        if (text[i] == word[0] && memcmp(text + i, word, n) == 0) {
            return true;
        }
    }
    return false;
}

static int sniff_slc(const char *text, size_t len) {
    if (first_visible(text, len) != '<') {
        return 0;
    }
    return mentions(text, len, "SokobanLevels") ? 95 : 20;
}

static int sniff_json(const char *text, size_t len) {
    char c = first_visible(text, len);
    if (c != '{' && c != '[') {
        return 0;
    }
    return mentions(text, len, "\"board\"") || mentions(text, len, "\"sokoban\"") ? 90
                                                                                  : 0;
}

const struct lw_format lw_sokoban_formats[LW_SOKOBAN_N_FORMATS] = {
    {.name = "xsb",
     .title = "XSB text, titles before the boards",
     .endings = ".xsb .txt",
     .sniff = sniff_xsb,
     .read = lw_sokoban_text_read,
     .write = lw_sokoban_xsb_write},
    {.name = "sok",
     .title = "SOK text, keys and solutions after the boards",
     .endings = ".sok",
     .sniff = sniff_sok,
     .read = lw_sokoban_text_read,
     .write = lw_sokoban_sok_write},
    {.name = "rle",
     .title = "run-length text",
     .endings = ".rle",
     .sniff = sniff_rle,
     .read = lw_sokoban_text_read,
     .write = lw_sokoban_rle_write},
    {.name = "slc",
     .title = "SLC, the XML of Sokoban for Windows",
     .endings = ".slc",
     .sniff = sniff_slc,
     .read = lw_sokoban_slc_read,
     .write = lw_sokoban_slc_write},
    {.name = "boxoban",
     .title = "Boxoban text, 10 x 10 squares",
     .endings = "",
     .sniff = sniff_boxoban,
     .read = lw_sokoban_text_read,
     .write = lw_sokoban_boxoban_write},
    {.name = "json",
     .title = "JSON, one object per level",
     .endings = ".json .jsonl",
     .sniff = sniff_json,
     .read = lw_sokoban_json_read,
     .write = lw_sokoban_json_write},
    {.name = "lurd",
     .title = "the stored solutions only, as moves",
     .endings = ".lurd",
     .write = lw_sokoban_lurd_write},
};
