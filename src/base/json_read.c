/* The JSON reader: strict RFC 8259, bounded depth, a tree in an arena. */
#include "lw/base/json.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200

struct reader {
    struct lw_arena *arena;
    const char *text;
    size_t len, at;
    uint32_t line;
    size_t line_start;
    struct lw_error *err;
    struct lw_buffer scratch; /* reused for every decoded string */
};

static lw_status refuse(struct reader *r, const char *what) {
    return lw_fail(r->err, LW_BAD_INPUT, r->line, (uint32_t)(r->at - r->line_start + 1),
                   "JSON: %s", what);
}

static void skip_space(struct reader *r) {
    while (r->at < r->len) {
        char c = r->text[r->at];
        if (c == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
        r->at++;
    }
}

static bool read_hex4(struct reader *r, uint32_t *out) {
    if (r->len - r->at < 4) {
        return false;
    }
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = r->text[r->at++];
        uint32_t digit;
        if (c >= '0' && c <= '9') {
            digit = (uint32_t)(c - '0');
        } else if ((c | 32) >= 'a' && (c | 32) <= 'f') {
            digit = (uint32_t)((c | 32) - 'a' + 10);
        } else {
            return false;
        }
        *out = *out << 4 | digit;
    }
    return true;
}

static lw_status read_escape(struct reader *r) {
    static const char plain[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    if (r->at >= r->len) {
        return refuse(r, "the text ends inside a string");
    }
    char c = r->text[r->at++];
    const char *found = c == '\0' ? NULL : strchr(plain, c);
    if (found != NULL) {
        lw_buffer_putc(&r->scratch, meaning[found - plain]);
        return LW_OK;
    }
    uint32_t unit, low;
    if (c != 'u' || !read_hex4(r, &unit)) {
        return refuse(r, "unknown escape in a string");
    }
    if (unit >= 0xd800 && unit < 0xdc00 && r->len - r->at >= 6 &&
        r->text[r->at] == '\\' && r->text[r->at + 1] == 'u') {
        r->at += 2;
        if (!read_hex4(r, &low) || low < 0xdc00 || low > 0xdfff) {
            return refuse(r, "an unpaired surrogate");
        }
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    } else if (unit >= 0xd800 && unit < 0xe000) {
        return refuse(r, "an unpaired surrogate");
    }
    lw_buffer_utf8(&r->scratch, unit);
    return LW_OK;
}

static lw_status read_string(struct reader *r, const char **out, size_t *out_len) {
    lw_buffer_clear(&r->scratch);
    r->at++;
    for (;;) {
        if (r->at >= r->len) {
            return refuse(r, "the text ends inside a string");
        }
        unsigned char c = (unsigned char)r->text[r->at];
        if (c == '"') {
            r->at++;
            break;
        }
        if (c < 0x20) {
            return refuse(r, "a control character inside a string");
        }
        if (c == '\\') {
            r->at++;
            lw_status status = read_escape(r);
            if (status != LW_OK) {
                return status;
            }
        } else {
            lw_buffer_putc(&r->scratch, (char)c);
            r->at++;
        }
    }
    *out_len = r->scratch.len;
    *out = lw_buffer_ok(&r->scratch)
               ? lw_arena_text(r->arena, lw_buffer_text(&r->scratch), r->scratch.len)
               : NULL;
    return *out == NULL ? lw_fail_memory(r->err) : LW_OK;
}

static size_t digits_from(const struct reader *r, size_t at) {
    size_t n = 0;
    while (at + n < r->len && r->text[at + n] >= '0' && r->text[at + n] <= '9') {
        n++;
    }
    return n;
}

static lw_status read_number(struct reader *r, struct lw_json *value) {
    size_t at = r->at, n;
    if (r->text[at] == '-') {
        at++;
    }
    n = digits_from(r, at);
    if (n == 0 || (n > 1 && r->text[at] == '0')) {
        return refuse(r, "expected a value");
    }
    at += n;
    if (at < r->len && r->text[at] == '.') {
        n = digits_from(r, at + 1);
        if (n == 0) {
            return refuse(r, "digits must follow the decimal point");
        }
        at += 1 + n;
    }
    if (at < r->len && (r->text[at] | 32) == 'e') {
        at++;
        if (at < r->len && (r->text[at] == '+' || r->text[at] == '-')) {
            at++;
        }
        n = digits_from(r, at);
        if (n == 0) {
            return refuse(r, "digits must follow the exponent");
        }
        at += n;
    }
    value->type = LW_JSON_NUMBER;
    value->text_len = at - r->at;
    value->text = lw_arena_text(r->arena, r->text + r->at, value->text_len);
    if (value->text == NULL) {
        return lw_fail_memory(r->err);
    }
    value->number = strtod(value->text, NULL);
    r->at = at;
    return LW_OK;
}

static lw_status read_word(struct reader *r, struct lw_json *value) {
    static const struct {
        const char *word;
        enum lw_json_type type;
    } words[] = {
        {"null", LW_JSON_NULL}, {"false", LW_JSON_FALSE}, {"true", LW_JSON_TRUE}};
    for (size_t i = 0; i < 3; i++) {
        size_t len = strlen(words[i].word);
        if (r->len - r->at >= len && memcmp(r->text + r->at, words[i].word, len) == 0) {
            value->type = words[i].type;
            r->at += len;
            return LW_OK;
        }
    }
    return read_number(r, value);
}

static lw_status read_value(struct reader *r, int depth, struct lw_json **out);

static lw_status read_children(struct reader *r, int depth, struct lw_json *parent) {
    bool object = parent->type == LW_JSON_OBJECT;
    char closing = object ? '}' : ']';
    struct lw_json **tail = &parent->first;
    r->at++;
    skip_space(r);
    if (r->at < r->len && r->text[r->at] == closing) {
        r->at++;
        return LW_OK;
    }
    for (;;) {
        const char *key = NULL;
        size_t key_len;
        lw_status status;
        skip_space(r);
        if (object) {
            if (r->at >= r->len || r->text[r->at] != '"') {
                return refuse(r, "expected a key in quotes");
            }
            if ((status = read_string(r, &key, &key_len)) != LW_OK) {
                return status;
            }
            skip_space(r);
            if (r->at >= r->len || r->text[r->at] != ':') {
                return refuse(r, "expected ':' after the key");
            }
            r->at++;
        }
        if ((status = read_value(r, depth + 1, tail)) != LW_OK) {
            return status;
        }
        (*tail)->key = key;
        tail = &(*tail)->next;
        parent->n_children++;
        skip_space(r);
        if (r->at < r->len && r->text[r->at] == ',') {
            r->at++;
        } else if (r->at < r->len && r->text[r->at] == closing) {
            r->at++;
            return LW_OK;
        } else {
            return refuse(r, object ? "expected ',' or '}'" : "expected ',' or ']'");
        }
    }
}

static lw_status read_value(struct reader *r, int depth, struct lw_json **out) {
    skip_space(r);
    if (depth > MAX_DEPTH) {
        return refuse(r, "nested too deeply");
    }
    if (r->at >= r->len) {
        return refuse(r, "the text ends where a value should be");
    }
    struct lw_json *value = lw_arena_zero(r->arena, 1, sizeof *value);
    if (value == NULL) {
        return lw_fail_memory(r->err);
    }
    value->line = r->line;
    value->column = (uint32_t)(r->at - r->line_start + 1);
    *out = value;
    switch (r->text[r->at]) {
    case '{':
        value->type = LW_JSON_OBJECT;
        return read_children(r, depth, value);
    case '[':
        value->type = LW_JSON_ARRAY;
        return read_children(r, depth, value);
    case '"':
        value->type = LW_JSON_TEXT;
        return read_string(r, &value->text, &value->text_len);
    default:
        return read_word(r, value);
    }
}

lw_status lw_json_read(struct lw_arena *arena, const char *text, size_t len,
                       struct lw_json **out, struct lw_error *err) {
    struct reader r = {.arena = arena, .text = text, .len = len, .line = 1, .err = err};
    lw_buffer_init(&r.scratch, arena->alloc);
    lw_status status = read_value(&r, 0, out);
    if (status == LW_OK) {
        skip_space(&r);
        if (r.at < len) {
            status = refuse(&r, "unexpected text after the value");
        }
    }
    lw_buffer_free(&r.scratch);
    return status;
}

const struct lw_json *lw_json_get(const struct lw_json *object, const char *key) {
    if (object == NULL || object->type != LW_JSON_OBJECT) {
        return NULL;
    }
    for (const struct lw_json *child = object->first; child != NULL;
         child = child->next) {
        if (strcmp(child->key, key) == 0) {
            return child;
        }
    }
    return NULL;
}
