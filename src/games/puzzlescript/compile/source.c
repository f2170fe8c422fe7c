/* Source text: lower case, lines with their comments blanked, sections. */
#include <stdio.h>
#include <string.h>

#include "compile/compile_internal.h"

void *lw_ps_get(struct ps_compile *c, size_t count, size_t bytes_each) {
    c->scratch_bytes += count * bytes_each;
    if (c->scratch_bytes > PS_MAX_SCRATCH_BYTES) {
        lw_ps_error_global(c,
                           "the game is too large: expanding its rules needs more than "
                           "%d MB",
                           (int)(PS_MAX_SCRATCH_BYTES >> 20));
        c->stop = true;
        c->failed = true;
        return NULL;
    }
    void *block = lw_arena_zero(&c->scratch, count == 0 ? 1 : count, bytes_each);
    c->failed = c->failed || block == NULL;
    return block;
}

bool lw_ps_grow(struct ps_compile *c, void *array_ptr, size_t *cap, size_t needed,
                size_t bytes_each) {
    if (!lw_grow(c->alloc, array_ptr, cap, needed, bytes_each)) {
        c->failed = true;
        return false;
    }
    return true;
}

/* Words. */

bool lw_ps_text_same(struct ps_text a, struct ps_text b) {
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

bool lw_ps_next_word(const char *code, uint32_t len, uint32_t *pos,
                     struct ps_text *word) {
    uint32_t at = *pos;
    while (at < len && ps_is_blank(code[at])) {
        at++;
    }
    uint32_t end = at;
    while (end < len && !ps_is_blank(code[end])) {
        end++;
    }
    *pos = end;
    *word = (struct ps_text){code + at, end - at};
    return end > at;
}

/* Any scalar beyond ASCII counts as a letter, but for blanks and punctuation of the
 * first blocks; close enough to the Unicode classes for names. */
static bool is_letter(uint32_t scalar) {
    if (scalar < 0x80) {
        return (scalar >= 'a' && scalar <= 'z') || (scalar >= 'A' && scalar <= 'Z') ||
               (scalar >= '0' && scalar <= '9') || scalar == '_';
    }
    if (scalar < 0xc0) {
        return scalar == 0xaa || scalar == 0xb5 || scalar == 0xba || scalar == 0xb2 ||
               scalar == 0xb3 || scalar == 0xb9 || (scalar >= 0xbc && scalar <= 0xbe);
    }
    return scalar != 0xd7 && scalar != 0xf7 && !(scalar >= 0x2000 && scalar <= 0x206f) &&
           !(scalar >= 0x2190 && scalar <= 0x2bff) &&
           !(scalar >= 0x3000 && scalar <= 0x3003) &&
           !(scalar >= 0x1f000 && scalar <= 0x1ffff) && scalar != UINT32_MAX;
}

uint32_t lw_ps_name_run(const char *code, uint32_t len, uint32_t pos) {
    uint32_t end = pos;
    size_t used = 1;
    while (end < len && is_letter(lw_utf8_decode(code + end, len - end, &used))) {
        end += (uint32_t)used;
    }
    return end - pos;
}

const char *lw_ps_shout(struct ps_compile *c, struct ps_text text) {
    uint32_t len = text.len > 80 ? 80 : text.len;
    char *out = lw_arena_text(&c->scratch, text.at, len);
    if (out == NULL) {
        c->failed = true;
        return "";
    }
    for (uint32_t i = 0; i < len; i++) {
        if (out[i] >= 'a' && out[i] <= 'z') {
            out[i] = (char)(out[i] - 'a' + 'A');
        }
    }
    return out;
}

/* Lower case of the two-byte letters that games use: Latin-1, Latin Extended-A, Greek and
 * Cyrillic. None changes its length, so that positions stay. */
static uint32_t lower_scalar(uint32_t s) {
    if ((s >= 0xc0 && s <= 0xde && s != 0xd7) || (s >= 0x391 && s <= 0x3a9) ||
        (s >= 0x410 && s <= 0x42f)) {
        return s + 32;
    }
    if (s >= 0x400 && s <= 0x40f) {
        return s + 80;
    }
    bool even_upper = (s >= 0x100 && s <= 0x137 && s != 0x130 && s != 0x131) ||
                      (s >= 0x14a && s <= 0x177) || (s >= 0x460 && s <= 0x481) ||
                      (s >= 0x48a && s <= 0x4bf) || (s >= 0x4d0 && s <= 0x52f);
    bool odd_upper = (s >= 0x139 && s <= 0x148) || (s >= 0x179 && s <= 0x17e);
    if ((even_upper && s % 2 == 0) || (odd_upper && s % 2 == 1)) {
        return s + 1;
    }
    return s;
}

/* Eight bytes at once, where they are plain ASCII. */
static uint64_t lower_word(uint64_t word) {
    const uint64_t each = 0x0101010101010101ULL;
    uint64_t from_a = word + (0x80 - 'A') * each;
    uint64_t past_z = word + (0x80 - 'Z' - 1) * each;
    return word | ((from_a & ~past_z & 0x80 * each) >> 2);
}

/* The source in lower case, into out, which has room for len bytes. */
static void lower(const char *source, size_t len, char *out) {
    for (size_t i = 0; i < len; i++) {
        uint64_t word = 0;
        while (i + 8 <= len) {
            memcpy(&word, source + i, 8);
            if ((word & 0x8080808080808080ULL) != 0) {
                break;
            }
            word = lower_word(word);
            memcpy(out + i, &word, 8);
            i += 8;
        }
        if (i == len) {
            return;
        }
        unsigned char byte = (unsigned char)source[i];
        out[i] = (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
        if (byte >= 0xc3 && byte <= 0xd4 && i + 1 < len &&
            ((unsigned char)source[i + 1] & 0xc0) == 0x80) {
            uint32_t scalar = lower_scalar((uint32_t)(byte & 0x1f) << 6 |
                                           ((unsigned char)source[i + 1] & 0x3f));
            out[i] = (char)(0xc0 | scalar >> 6);
            out[i + 1] = (char)(0x80 | (scalar & 0x3f));
            i++;
        }
    }
}

/* Lines. */

/* Where a message command begins in a rule or level line: its text keeps brackets. */
static bool message_at(const struct ps_compile *c, const char *code, uint32_t i,
                       uint32_t len) {
    if (c->section != PS_RULES && c->section != PS_LEVELS) {
        return false;
    }
    if (len - i < 7 || memcmp(code + i, "message", 7) != 0) {
        return false;
    }
    if (c->section == PS_LEVELS) {
        for (uint32_t k = 0; k < i; k++) {
            if (!ps_is_blank(code[k])) {
                return false;
            }
        }
        return true;
    }
    bool begins = i == 0 || ps_is_blank(code[i - 1]) || code[i - 1] == ']';
    return begins && (i + 7 == len || ps_is_blank(code[i + 7]));
}

static void close_comment(struct ps_compile *c, uint32_t number, uint32_t column) {
    lw_ps_warn(
        c, number, column,
        "')' closes a comment here, but none was opened before it: remove it or add "
        "the missing '('");
}

static const char *const section_names[PS_N_SECTIONS] = {
    "prelude",         "objects", "legend",        "sounds",
    "collisionlayers", "rules",   "winconditions", "levels"};

static bool is_section(struct ps_text word, enum ps_section *section) {
    for (int s = PS_OBJECTS; s < PS_N_SECTIONS; s++) {
        const char *name = section_names[s];
        uint32_t len = 0;
        while (name[len] != '\0' && len < word.len && name[len] == word.at[len]) {
            len++;
        }
        size_t used = 1;
        if (name[len] == '\0' &&
            (len == word.len ||
             !is_letter(lw_utf8_decode(word.at + len, word.len - len, &used)))) {
            *section = (enum ps_section)s;
            return true;
        }
    }
    return false;
}

/* Where the sign or word of a rule that begins at i ends. Words end at blanks and at
 * brackets of patterns only, so that a '(' in the middle of one begins no comment; but
 * headings and lines of '=' are looked for first. */
static uint32_t rule_word_end(const char *code, uint32_t i, uint32_t len) {
    enum ps_section section;
    if (is_section((struct ps_text){code + i, len - i}, &section)) {
        return i + (uint32_t)strlen(section_names[section]);
    }
    if (code[i] == '=') {
        return i + 1;
    }
    if (code[i] == '-' && i + 1 < len && code[i + 1] == '>') {
        return i + 2;
    }
    uint32_t end = i + 1;
    while (!ps_ends_word(code[i]) && code[i] != '+' && end < len &&
           !ps_ends_word(code[end])) {
        end++;
    }
    return end;
}

static void note_cut(struct ps_line *line, const char *code, uint32_t from, uint32_t to) {
    const char *open = memchr(code + from, '(', to - from);
    if (open != NULL && line->cut == line->len) {
        line->cut = (uint32_t)(open - code);
    }
}

/* Blanks comments in code (writable, len bytes) and fills in the line. */
static void strip_comments(struct ps_compile *c, struct ps_line *line, char *code,
                           uint32_t *depth) {
    for (uint32_t i = 0, end = 0; i < line->len; i = end) {
        char byte = code[i];
        end = i + 1;
        if (*depth == 0 && byte == 'm' && message_at(c, code, i, line->len)) {
            break;
        }
        if (*depth == 0 && c->section == PS_RULES && byte != '(' && byte != ')') {
            end = rule_word_end(code, i, line->len);
        }
        note_cut(line, code, i, end);
        if (byte == '(') {
            (*depth)++;
            code[i] = ' ';
        } else if (byte == ')') {
            code[i] = ' ';
            if (*depth == 0) {
                close_comment(c, line->number, i + 1);
            } else {
                (*depth)--;
            }
        } else if (*depth > 0) {
            code[i] = ' ';
        }
    }
}

/* Walks over the source; the next brackets are kept so that most lines are not searched
 * for any. */
struct reader {
    char *code;
    size_t at, len;
    size_t open, close; /* next '(' and ')' */
    uint32_t depth;     /* of comments */
};

static size_t find_byte(const struct reader *r, size_t from, char byte) {
    const char *found = memchr(r->code + from, byte, r->len - from);
    return found == NULL ? r->len : (size_t)(found - r->code);
}

static struct ps_line next_line(struct ps_compile *c, struct reader *r, uint32_t number) {
    size_t at = r->at;
    size_t end = find_byte(r, at, '\n');
    size_t text = at;
    while (text < end && ps_is_blank(r->code[text])) {
        text++;
    }
    struct ps_line line = {.raw = c->game->source + at,
                           .code = r->code + at,
                           .len = (uint32_t)(end - at),
                           .cut = (uint32_t)(end - at),
                           .number = number,
                           .blank = text == end && r->depth == 0,
                           .in_comment = r->depth > 0};
    if (r->open < at) {
        r->open = find_byte(r, at, '(');
    }
    if (r->close < at) {
        r->close = find_byte(r, at, ')');
    }
    if (r->depth > 0 || r->open < end || r->close < end) {
        strip_comments(c, &line, r->code + at, &r->depth);
    }
    r->at = end + 1;
    return line;
}

/* Rules and win conditions know the names of this moment, and none if it never comes. */
static void list_names(struct ps_compile *c) {
    for (size_t i = 0; i < c->n_names; i++) {
        c->names[i].listed = c->names[i].kind != PS_UNDEFINED;
    }
}

static void enter_section(struct ps_compile *c, const struct ps_line *line,
                          enum ps_section section, uint32_t pos) {
    struct ps_text rest;
    uint32_t column = (uint32_t)pos + 1;
    if (lw_ps_next_word(line->code, line->len, &pos, &rest)) {
        lw_ps_error(c, line->number, column,
                    "'%.*s' follows the heading %s: only a comment may stand there",
                    (int)rest.len, rest.at, section_names[section]);
    }
    if (c->sections_seen >> section & 1) {
        lw_ps_error(c, line->number, 1, "the section %s appears a second time",
                    section_names[section]);
    }
    if (section != PS_OBJECTS && !(c->sections_seen >> (section - 1) & 1)) {
        lw_ps_error(
            c, line->number, 1,
            "the section %s is out of order: %s must come before it (every heading "
            "is needed, even above an empty section)",
            section_names[section], section_names[section - 1]);
    }
    if (section == PS_OBJECTS && c->sections_seen != 0) {
        lw_ps_error(c, line->number, 1, "the section objects must be the first");
    }
    c->sections_seen |= 1U << section;
    c->section = section;
    c->object_step = 0;
    if (section == PS_SOUNDS) {
        list_names(c);
    }
    if (section == PS_SOUNDS && c->game->legend_end == 0) {
        c->game->legend_end = (size_t)(line->raw - c->game->source);
    }
    if (section == PS_LEVELS) {
        c->game->levels_line = line->number;
        c->game->levels_at = (size_t)(line->raw - c->game->source) + line->len;
    }
}

/* A line of '=' signs; anything but a comment after them is an error. */
static bool is_decoration(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    if (!lw_ps_next_word(line->code, line->len, &pos, &word) || word.at[0] != '=') {
        return false;
    }
    uint32_t at = (uint32_t)(word.at - line->code);
    while (at < line->len && line->code[at] == '=') {
        at++;
    }
    struct ps_text rest;
    bool more = lw_ps_next_word(line->code, line->len, &at, &rest);
    if (c->section == PS_LEVELS) {
        return !more;
    }
    if (more) {
        lw_ps_error(c, line->number, at,
                    "'%.*s' follows a line of '=' signs: nothing but a comment may",
                    (int)rest.len, rest.at);
    }
    return true;
}

static void read_section_line(struct ps_compile *c, const struct ps_line *line) {
    static void (*const readers[PS_N_SECTIONS])(struct ps_compile *,
                                                const struct ps_line *) = {
        lw_ps_read_prelude, lw_ps_read_objects, lw_ps_read_legend, lw_ps_read_sounds,
        lw_ps_read_layers,  lw_ps_read_rules,   lw_ps_read_wins,   lw_ps_read_levels};
    readers[c->section](c, line);
}

static void read_line(struct ps_compile *c, const struct ps_line *line) {
    struct ps_text word;
    uint32_t pos = 0;
    bool any = lw_ps_next_word(line->code, line->len, &pos, &word);
    enum ps_section section;
    if (c->section != PS_LEVELS && any && is_section(word, &section)) {
        enter_section(c, line, section,
                      (uint32_t)(word.at - line->code) +
                          (uint32_t)strlen(section_names[section]));
        return;
    }
    if (any && word.at[0] == '=' && is_decoration(c, line)) {
        return;
    }
    if (any || line->blank) {
        read_section_line(c, line);
    }
}

void lw_ps_read_source(struct ps_compile *c) {
    const char *source = c->game->source;
    size_t len = c->game->source_len;
    struct reader reader = {.code = lw_arena_get(&c->scratch, len + 1), .len = len};
    if (reader.code == NULL) {
        c->failed = true;
        return;
    }
    lower(source, len, reader.code);
    c->reading = true;
    reader.open = find_byte(&reader, 0, '(');
    reader.close = find_byte(&reader, 0, ')');
    for (uint32_t number = 1; reader.at <= len && !c->stop && !c->failed; number++) {
        c->line = number;
        struct ps_line line = next_line(c, &reader, number);
        read_line(c, &line);
        if (number >= PS_MAX_LINES) {
            lw_ps_error(c, number, 1, "more than %d lines", (int)PS_MAX_LINES);
            c->stop = true;
        }
        if (c->n_errors > PS_MAX_ERRORS) {
            c->stop = true;
        }
    }
    c->reading = false;
}
