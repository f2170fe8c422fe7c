/* Canonical JSON, in the manner of RFC 8785: members by name, no white space, one
 * spelling of every number and text. Names are compared as bytes of UTF-8. */
#include <string.h>

#include "lw/study/definition.h"

static const struct lw_json *next_member(const struct lw_json *object,
                                         const struct lw_json *after) {
    const struct lw_json *best = NULL;
    for (const struct lw_json *c = object->first; c != NULL; c = c->next) {
        if ((after == NULL || strcmp(c->key, after->key) > 0) &&
            (best == NULL || strcmp(c->key, best->key) < 0)) {
            best = c;
        }
    }
    return best;
}

static void put_text(const char *text, size_t len, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_text_len(&json, NULL, text, len);
}

void lw_study_canonical(const struct lw_json *value, struct lw_buffer *out) {
    switch (value->type) {
    case LW_JSON_OBJECT:
        lw_buffer_putc(out, '{');
        for (const struct lw_json *c = next_member(value, NULL), *first = c; c != NULL;
             c = next_member(value, c)) {
            lw_buffer_puts(out, c == first ? "" : ",");
            put_text(c->key, strlen(c->key), out);
            lw_buffer_putc(out, ':');
            lw_study_canonical(c, out);
        }
        lw_buffer_putc(out, '}');
        break;
    case LW_JSON_ARRAY:
        lw_buffer_putc(out, '[');
        for (const struct lw_json *c = value->first; c != NULL; c = c->next) {
            lw_buffer_puts(out, c == value->first ? "" : ",");
            lw_study_canonical(c, out);
        }
        lw_buffer_putc(out, ']');
        break;
    case LW_JSON_TEXT:
        put_text(value->text, value->text_len, out);
        break;
    case LW_JSON_NUMBER:
        lw_buffer_number(out, value->number + 0.0); /* -0 is 0 */
        break;
    default:
        lw_buffer_puts(out, value->type == LW_JSON_NULL   ? "null"
                            : value->type == LW_JSON_TRUE ? "true"
                                                          : "false");
    }
}
