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
