/* Values of JSON, checked. */
#include "lw/base/json_value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void describe(const struct lw_json *value, char out[60]) {
    static const char *const names[] = {"null",   "false",    "true",     "a number",
                                        "a text", "an array", "an object"};
    bool is_text = value->type == LW_JSON_TEXT;
    const char *quote = is_text ? "'" : "";
    (void)snprintf(out, 60, "%s%.40s%s", quote,
                   is_text || value->type == LW_JSON_NUMBER ? value->text
                                                            : names[value->type],
                   quote);
}

lw_status lw_json_wrong(const struct lw_json *value, const char *wanted,
                        struct lw_error *err) {
    char is[60];
    describe(value, is);
    return value->key == NULL
               ? lw_fail(err, LW_USAGE, value->line, 0, "this must be %s, not %s", wanted,
                         is)
               : lw_fail(err, LW_USAGE, value->line, 0, "'%.40s' must be %s, not %s",
                         value->key, wanted, is);
}

lw_status lw_json_as_text(const struct lw_json *value, size_t max_len, const char **out,
                          size_t *len, struct lw_error *err) {
    if (value->type != LW_JSON_TEXT) {
        return lw_json_wrong(value, "a text", err);
    }
    if (max_len > 0 && value->text_len > max_len) {
        return lw_fail(err, LW_USAGE, value->line, 0,
                       "'%.40s' has %zu bytes; it may have at most %zu",
                       value->key == NULL ? "text" : value->key, value->text_len,
                       max_len);
    }
    *out = value->text;
    *len = value->text_len;
    return LW_OK;
}

lw_status lw_json_as_name(const struct lw_json *value, size_t max_len, const char **out,
                          struct lw_error *err) {
    const char *text;
    size_t len;
    lw_status status = lw_json_as_text(value, max_len, &text, &len, err);
    if (status == LW_OK && memchr(text, '\0', len) != NULL) {
        status = lw_fail(err, LW_USAGE, value->line, 0,
                         "'%.40s' must not contain a NUL character",
                         value->key == NULL ? "text" : value->key);
    }
    *out = status == LW_OK ? text : *out;
    return status;
}

size_t lw_word_find(const char *words, char separator, const char *word) {
    size_t len = strlen(word);
    for (size_t i = 0; *words != '\0'; i++) {
        const char *end = strchr(words, separator);
        size_t n = end == NULL ? strlen(words) : (size_t)(end - words);
        if (n == len && memcmp(words, word, len) == 0) {
            return i;
        }
        words += n + (end != NULL);
    }
    return SIZE_MAX;
}

lw_status lw_json_as_choice(const struct lw_json *value, const char *choices, size_t *out,
                            struct lw_error *err) {
    char wanted[200];
    bool is_word = value->type == LW_JSON_TEXT && strlen(value->text) == value->text_len;
    size_t found = is_word ? lw_word_find(choices, '|', value->text) : SIZE_MAX;
    (void)snprintf(wanted, sizeof wanted, "one of %s", choices);
    if (found == SIZE_MAX) {
        return lw_json_wrong(value, wanted, err);
    }
    *out = found;
    return LW_OK;
}

lw_status lw_json_as_flag(const struct lw_json *value, bool *out, struct lw_error *err) {
    if (value->type != LW_JSON_TRUE && value->type != LW_JSON_FALSE) {
        return lw_json_wrong(value, "true or false", err);
    }
    *out = value->type == LW_JSON_TRUE;
    return LW_OK;
}

lw_status lw_json_as_whole(const struct lw_json *value, int64_t least, int64_t most,
                           int64_t *out, struct lw_error *err) {
    char wanted[100];
    double number = value->number;
    /* As a double, the largest int64_t is one too many. */
    if (value->type == LW_JSON_NUMBER && number >= (double)least &&
        number <= (double)most && number < 0x1p63 && floor(number) == number) {
        *out = (int64_t)number;
        return LW_OK;
    }
    (void)snprintf(wanted, sizeof wanted, "a whole number from %lld to %lld",
                   (long long)least, (long long)most);
    return lw_json_wrong(value, wanted, err);
}

lw_status lw_json_as_number(const struct lw_json *value, double least, double most,
                            double *out, struct lw_error *err) {
    char wanted[100];
    if (value->type == LW_JSON_NUMBER && value->number >= least &&
        value->number <= most && isfinite(value->number)) {
        *out = value->number;
        return LW_OK;
    }
    if (isinf(most)) {
        (void)snprintf(wanted, sizeof wanted, "a number, at least %.15g", least);
    } else {
        (void)snprintf(wanted, sizeof wanted, "a number from %.15g to %.15g", least,
                       most);
    }
    return lw_json_wrong(value, wanted, err);
}

static bool is_end(const struct lw_json *value) {
    return value->type == LW_JSON_NUMBER || value->type == LW_JSON_NULL;
}

static const char *range_text(const struct lw_json *pair, struct lw_arena *arena) {
    const struct lw_json *lo = pair->first, *hi = lo == NULL ? NULL : lo->next;
    if (pair->n_children != 2 || !is_end(lo) || !is_end(hi)) {
        return NULL;
    }
    size_t bytes = lo->text_len + hi->text_len + 3;
    char *text = lw_arena_get(arena, bytes);
    if (text != NULL) {
        (void)snprintf(text, bytes, "%s..%s", lo->text == NULL ? "" : lo->text,
                       hi->text == NULL ? "" : hi->text);
    }
    return text;
}

const char *lw_json_option_text(const struct lw_json *value, struct lw_arena *arena) {
    switch (value->type) {
    case LW_JSON_TEXT:
    case LW_JSON_NUMBER:
        return strlen(value->text) == value->text_len ? value->text : NULL;
    case LW_JSON_TRUE:
        return "yes";
    case LW_JSON_FALSE:
        return "no";
    case LW_JSON_ARRAY:
        return range_text(value, arena);
    default:
        return NULL;
    }
}

lw_status lw_json_as_settings(const struct lw_json *object, const char *wanted,
                              struct lw_arena *arena, struct lw_settings *out,
                              struct lw_error *err) {
    *out = (struct lw_settings){NULL, 0};
    if (object->type != LW_JSON_OBJECT) {
        return lw_json_wrong(object, "an object", err);
    }
    struct lw_setting *list = lw_arena_zero(arena, object->n_children + 1u, sizeof *list);
    if (list == NULL) {
        return lw_fail_memory(err);
    }
    out->list = list;
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        const char *text = lw_json_option_text(at, arena);
        if (at->type == LW_JSON_NULL) {
            continue;
        }
        if (text == NULL) {
            lw_status status = lw_json_wrong(at, wanted, err);
            lw_error_point(err, at->key);
            return status;
        }
        list[out->n++] = (struct lw_setting){at->key, text};
    }
    return LW_OK;
}

const char *lw_json_text_or(const struct lw_json *object, const char *key,
                            const char *otherwise) {
    const struct lw_json *value = lw_json_get(object, key);
    return value != NULL && value->type == LW_JSON_TEXT ? value->text : otherwise;
}

double lw_json_number_or(const struct lw_json *object, const char *key,
                         double otherwise) {
    const struct lw_json *value = lw_json_get(object, key);
    return value != NULL && value->type == LW_JSON_NUMBER ? value->number : otherwise;
}

void lw_json_point(char *place, size_t room, const char *key) {
    size_t at = strlen(place);
    size_t used = 0;
    if (at + 1 < room) {
        place[at++] = '/';
    }
    for (size_t len = strlen(key); len > 0; key += used, len -= used) {
        (void)lw_utf8_decode(key, len, &used);
        const char *text = *key == '~' ? "~0" : *key == '/' ? "~1" : key;
        size_t n = text == key ? used : 2;
        if (at + n >= room) {
            break;
        }
        memcpy(place + at, text, n);
        at += n;
    }
    place[at] = '\0';
}
