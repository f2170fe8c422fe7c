/* Notes: errors and warnings in the order in which they are found, each once. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compile/compile_internal.h"

static bool same_note(const struct lw_ps_note *note, int32_t line, const char *text) {
    return note->line == line && strcmp(note->text, text) == 0;
}

static void add_note(struct ps_compile *c, bool is_error, int32_t line, uint32_t column,
                     const char *fmt, va_list args) {
    char text[400];
    (void)vsnprintf(text, sizeof text, fmt, args);
    for (size_t i = 0; i < c->n_notes; i++) {
        if (same_note(&c->notes[i], line, text)) {
            return;
        }
    }
    if (c->stop ||
        !lw_ps_grow(c, &c->notes, &c->notes_cap, c->n_notes + 1, sizeof *c->notes)) {
        return;
    }
    char *copy = lw_arena_text(&c->game->arena, text, strlen(text));
    if (copy == NULL) {
        c->failed = true;
        return;
    }
    c->notes[c->n_notes++] = (struct lw_ps_note){.is_error = is_error,
                                                 .follows = c->following,
                                                 .line = line,
                                                 .column = column,
                                                 .text = copy};
    c->n_errors += is_error || line < 0;
    /* A line of the legend is judged as a whole. */
    bool enough = c->reading && c->section != PS_LEGEND && c->n_errors > PS_MAX_ERRORS;
    if (c->n_notes > PS_MAX_NOTES || enough) {
        c->stop = true;
    }
}

void lw_ps_error(struct ps_compile *c, uint32_t line, uint32_t column, const char *fmt,
                 ...) {
    va_list args;
    va_start(args, fmt);
    add_note(c, true, (int32_t)line, column, fmt, args);
    va_end(args);
}

void lw_ps_warn(struct ps_compile *c, uint32_t line, uint32_t column, const char *fmt,
                ...) {
    va_list args;
    va_start(args, fmt);
    add_note(c, false, (int32_t)line, column, fmt, args);
    va_end(args);
}

void lw_ps_error_global(struct ps_compile *c, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_note(c, true, -1, 0, fmt, args);
    va_end(args);
}

static char lower(char byte) {
    return (char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

static bool in_name(char byte) {
    return (byte >= '0' && byte <= '9') || (lower(byte) >= 'a' && lower(byte) <= 'z') ||
           byte == '_' || (unsigned char)byte >= 0x80;
}

/* Where the word stands by itself in the line; 0: nowhere. */
static uint32_t column_of(const char *line, size_t len, struct ps_text word) {
    bool named = in_name(word.at[0]);
    for (size_t i = 0; i + word.len <= len; i++) {
        size_t n = 0;
        while (n < word.len && lower(line[i + n]) == lower(word.at[n])) {
            n++;
        }
        bool alone = !named || ((i == 0 || !in_name(line[i - 1])) &&
                                (i + n == len || !in_name(line[i + n])));
        if (n == word.len && alone) {
            return (uint32_t)i + 1;
        }
    }
    return 0;
}

/* The next word of a message that it took from the source: in quotes or in capitals. */
static bool next_quoted(const char **at, struct ps_text *word) {
    for (const char *p = *at; *p != '\0';) {
        const char *end = p + 1;
        if (*p == '\'') {
            while (*end != '\0' && *end != '\'') {
                end++;
            }
            *word = (struct ps_text){p + 1, (uint32_t)(end - p - 1)};
            *at = *end == '\0' ? end : end + 1;
        } else if (in_name(*p)) {
            bool capitals = true;
            for (end = p; in_name(*end); end++) {
                capitals =
                    capitals &&
                    *end == (char)(*end >= 'a' && *end <= 'z' ? *end - 'a' + 'A' : *end);
            }
            *word = (struct ps_text){p, capitals ? (uint32_t)(end - p) : 0};
            *at = end;
        } else {
            p++;
            continue;
        }
        if (word->len > 0) {
            return true;
        }
        p = *at;
    }
    return false;
}

/* Messages made after reading know their line only: they point at the first word of it
 * that they name, or at its beginning. */
void lw_ps_find_columns(struct ps_compile *c) {
    const char *source = c->game->source;
    int32_t line = 1;
    for (size_t n = 0; n < c->n_notes; n++) {
        struct lw_ps_note *note = &c->notes[n];
        if (note->line < 1 || note->column != 0) {
            continue;
        }
        if (note->line < line) {
            line = 1;
            source = c->game->source;
        }
        for (; line < note->line && strchr(source, '\n') != NULL; line++) {
            source = strchr(source, '\n') + 1;
        }
        size_t len = strcspn(source, "\n");
        const char *at = note->text;
        struct ps_text word;
        while (note->column == 0 && next_quoted(&at, &word)) {
            note->column = column_of(source, len, word);
        }
        if (note->column == 0) {
            note->column = (uint32_t)strspn(source, " \t") + 1;
        }
    }
}
