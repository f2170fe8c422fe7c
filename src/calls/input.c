/* Members of a request, with their types checked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "calls_internal.h"

/* More than any call has. */
#define MAX_MEMBERS 64

static const char *type_name(enum lw_json_type type) {
    static const char *const names[] = {"null",   "false",    "true",     "a number",
                                        "a text", "an array", "an object"};
    return names[type];
}

/* A key in a JSON pointer: its own slashes are written otherwise (RFC 6901). Cut between
 * characters when it is long. */
static void add_key(char *place, size_t room, const char *key) {
    size_t at = strlen(place);
    size_t used = 0;
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

void lw_calls_point(struct calls_request *rq, const char *parent, const char *key) {
    (void)snprintf(rq->place, sizeof rq->place, "%s%s/", parent == NULL ? "" : "/",
                   parent == NULL ? "" : parent);
    add_key(rq->place, sizeof rq->place, key);
}

lw_status lw_calls_wrong_type(struct calls_request *rq, const struct lw_json *value,
                              const char *key, const char *wanted) {
    lw_calls_point(rq, NULL, key);
    return lw_fail(rq->err, LW_USAGE, value->line, 0,
                   "the member '%.40s' is %s; %s is expected", key,
                   type_name(value->type), wanted);
}

const struct lw_json *lw_calls_member(struct calls_request *rq, const char *key) {
    size_t i = 0;
    for (const struct lw_json *at = rq->json->first; at != NULL; at = at->next, i++) {
        if (strcmp(at->key, key) == 0) {
            rq->read |= i < MAX_MEMBERS ? UINT64_C(1) << i : 0;
            return at->type == LW_JSON_NULL ? NULL : at;
        }
    }
    return NULL;
}

/* What has been read is known, so there is no list beside the code that reads. */
lw_status lw_calls_check_members(struct calls_request *rq) {
    size_t i = 0;
    for (const struct lw_json *at = rq->json->first; at != NULL; at = at->next, i++) {
        if (i < MAX_MEMBERS && (rq->read >> i & 1) != 0) {
            continue;
        }
        bool twice = lw_json_get(rq->json, at->key) != at;
        lw_calls_point(rq, NULL, at->key);
        return lw_fail(rq->err, LW_USAGE, at->line, 0,
                       twice ? "the member '%.40s' comes twice"
                             : "there is no member '%.40s' of this call; "
                               "docs/engine-calls.md lists what there is",
                       at->key);
    }
    return LW_OK;
}

lw_status lw_calls_get_text(struct calls_request *rq, const char *key, const char **out,
                            size_t *len) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = NULL;
    *len = 0;
    if (value == NULL) {
        return LW_OK;
    }
    if (value->type != LW_JSON_TEXT) {
        return lw_calls_wrong_type(rq, value, key, "a text");
    }
    *out = value->text;
    *len = value->text_len;
    return LW_OK;
}

lw_status lw_calls_get_name(struct calls_request *rq, const char *key, const char **out) {
    size_t len;
    lw_status status = lw_calls_get_text(rq, key, out, &len);
    if (status == LW_OK && *out != NULL && strlen(*out) != len) {
        lw_calls_point(rq, NULL, key);
        return lw_fail(rq->err, LW_USAGE, 0, 0, "the member '%.40s' has a NUL in it",
                       key);
    }
    return status;
}

lw_status lw_calls_get_flag(struct calls_request *rq, const char *key, bool *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = value != NULL && value->type == LW_JSON_TRUE;
    return value == NULL || value->type == LW_JSON_TRUE || value->type == LW_JSON_FALSE
               ? LW_OK
               : lw_calls_wrong_type(rq, value, key, "true or false");
}

lw_status lw_calls_get_whole(struct calls_request *rq, const char *key,
                             uint64_t otherwise, uint64_t least, uint64_t most,
                             uint64_t *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = otherwise;
    if (value == NULL) {
        return LW_OK;
    }
    if (value->type != LW_JSON_NUMBER) {
        return lw_calls_wrong_type(rq, value, key, "a number");
    }
    double number = value->number;
    if (!(number >= (double)least) || !(number <= (double)most) ||
        floor(number) != number || number >= 0x1p63) {
        lw_calls_point(rq, NULL, key);
        return lw_fail(rq->err, LW_USAGE, value->line, 0,
                       "the member '%.40s' is %.40s; a whole number from %llu to %llu is "
                       "expected",
                       key, value->text, (unsigned long long)least,
                       (unsigned long long)most);
    }
    *out = (uint64_t)number;
    return LW_OK;
}

lw_status lw_calls_get_theme(struct calls_request *rq, enum lw_theme *out) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "theme", &name);
    *out = LW_THEME_LIGHT;
    if (status != LW_OK || name == NULL || strcmp(name, "light") == 0) {
        return status;
    }
    *out = LW_THEME_DARK;
    if (strcmp(name, "dark") == 0) {
        return LW_OK;
    }
    lw_calls_point(rq, NULL, "theme");
    return lw_fail(rq->err, LW_USAGE, 0, 0,
                   "there is no theme '%.40s'; there are light and dark", name);
}

lw_status lw_calls_get_extras(struct calls_request *rq, struct calls_extras *out) {
    lw_status status = lw_calls_get_flag(rq, "draw", &out->draw);
    if (status == LW_OK) {
        status = lw_calls_get_flag(rq, "grid", &out->grid);
    }
    return status == LW_OK ? lw_calls_get_theme(rq, &out->theme) : status;
}

lw_status lw_calls_get_format(struct calls_request *rq, const struct lw_game_kind *kind,
                              const struct lw_format **out) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "format", &name);
    if (status == LW_OK && name != NULL) {
        status = lw_format_to_write(kind, name, out, rq->err);
        if (status != LW_OK) {
            lw_calls_point(rq, NULL, "format");
        }
    }
    return status;
}

/* Budgets. */

static lw_status get_amount(struct calls_request *rq, const char *key, double *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    if (value == NULL) {
        return LW_OK;
    }
    if (value->type != LW_JSON_NUMBER) {
        return lw_calls_wrong_type(rq, value, key, "a number");
    }
    if (!(value->number >= 0) || !isfinite(value->number)) {
        lw_calls_point(rq, NULL, key);
        return lw_fail(rq->err, LW_USAGE, value->line, 0,
                       "the member '%s' is %.40s; a number that is not negative is "
                       "expected",
                       key, value->text);
    }
    *out = value->number > 0 ? value->number : *out;
    return LW_OK;
}

static double at_most(double wanted, double ceiling, double largest) {
    wanted = ceiling > 0 && (wanted <= 0 || wanted > ceiling) ? ceiling : wanted;
    return wanted < largest ? wanted : largest;
}

lw_status lw_calls_get_budget(struct calls_request *rq, uint64_t nodes, double seconds,
                              size_t memory_bytes, struct lw_budget *out) {
    const struct lw_calls_host *host = &rq->calls->host;
    double n = (double)nodes, s = seconds, m = (double)memory_bytes;
    lw_status status = get_amount(rq, "nodes", &n);
    if (status == LW_OK) {
        status = get_amount(rq, "seconds", &s);
    }
    if (status == LW_OK) {
        status = get_amount(rq, "memory", &m);
    }
    *out = (struct lw_budget){
        .nodes = (uint64_t)at_most(n, (double)host->max_nodes, 0x1p62),
        .time_ns = (uint64_t)(at_most(s, host->max_seconds, 1e9) * 1e9),
        .memory_bytes = (size_t)at_most(m, (double)host->max_memory_bytes,
                                        sizeof(size_t) > 4 ? 0x1p50 : 0x1p31),
        .cancel = rq->calls->cancel};
    return status;
}

/* Options. */

static bool is_end(const struct lw_json *value) {
    return value->type == LW_JSON_NUMBER || value->type == LW_JSON_NULL;
}

static const char *range_text(struct calls_request *rq, const struct lw_json *pair) {
    const struct lw_json *lo = pair->first, *hi = lo == NULL ? NULL : lo->next;
    if (pair->n_children != 2 || !is_end(lo) || !is_end(hi)) {
        return NULL;
    }
    size_t bytes = lo->text_len + hi->text_len + 3;
    char *text = lw_arena_get(rq->arena, bytes);
    if (text != NULL) {
        (void)snprintf(text, bytes, "%s..%s", lo->text == NULL ? "" : lo->text,
                       hi->text == NULL ? "" : hi->text);
    }
    return text;
}

const char *lw_calls_option_text(struct calls_request *rq, const struct lw_json *value) {
    switch (value->type) {
    case LW_JSON_TEXT:
    case LW_JSON_NUMBER:
        return strlen(value->text) == value->text_len ? value->text : NULL;
    case LW_JSON_TRUE:
        return "yes";
    case LW_JSON_FALSE:
        return "no";
    case LW_JSON_ARRAY:
        return range_text(rq, value);
    default:
        return NULL;
    }
}

lw_status lw_calls_get_options(struct calls_request *rq, const char *key,
                               const char *whose, const struct lw_option *options,
                               size_t n, struct lw_option_value *values) {
    const struct lw_json *object = lw_calls_member(rq, key);
    lw_options_defaults(options, n, values);
    if (object == NULL) {
        return LW_OK;
    }
    if (object->type != LW_JSON_OBJECT) {
        return lw_calls_wrong_type(rq, object, key, "an object");
    }
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        size_t which = lw_option_find(options, n, at->key, strlen(at->key));
        if (at->type == LW_JSON_NULL) {
            continue;
        }
        if (which == n) {
            lw_calls_point(rq, key, at->key);
            return lw_fail(rq->err, LW_USAGE, at->line, 0, "%s has no option '%.40s'%s%s",
                           whose, at->key, n > 0 ? "; the first it has is " : "",
                           n > 0 ? options[0].name : "");
        }
        const char *text = lw_calls_option_text(rq, at);
        lw_status status =
            text == NULL
                ? lw_calls_wrong_type(rq, at, at->key, "the value of an option")
                : lw_option_parse(&options[which], text, &values[which], rq->err);
        if (status != LW_OK) {
            lw_calls_point(rq, key, at->key);
            return status;
        }
    }
    return LW_OK;
}
