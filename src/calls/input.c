/* Members of a request, with their types checked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "calls_internal.h"

/* More than any call has. */
#define MAX_MEMBERS 64

void lw_calls_point(struct calls_request *rq, const char *parent, const char *key) {
    rq->place[0] = '\0';
    if (parent != NULL) {
        lw_json_point(rq->place, LW_CALLS_PLACE_SIZE, parent);
    }
    lw_json_point(rq->place, LW_CALLS_PLACE_SIZE, key);
}

lw_status lw_calls_at(struct calls_request *rq, const char *key, lw_status status) {
    if (status != LW_OK && status != LW_NO_MEMORY && rq->place[0] == '\0') {
        lw_calls_point(rq, NULL, key);
    }
    return status;
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
        return lw_fail(
            rq->err, LW_USAGE, at->line, 0,
            twice
                ? "'%.40s' appears twice"
                : "this call has no member '%.40s'; docs/engine-calls.md lists them all",
            at->key);
    }
    return LW_OK;
}

lw_status lw_calls_get_text(struct calls_request *rq, const char *key, const char **out,
                            size_t *len) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = NULL;
    *len = 0;
    return value == NULL
               ? LW_OK
               : lw_calls_at(rq, key, lw_json_as_text(value, 0, out, len, rq->err));
}

lw_status lw_calls_get_name(struct calls_request *rq, const char *key, const char **out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = NULL;
    return value == NULL ? LW_OK
                         : lw_calls_at(rq, key, lw_json_as_name(value, 0, out, rq->err));
}

lw_status lw_calls_get_choice(struct calls_request *rq, const char *key,
                              const char *choices, size_t *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    return value == NULL
               ? LW_OK
               : lw_calls_at(rq, key, lw_json_as_choice(value, choices, out, rq->err));
}

lw_status lw_calls_get_flag(struct calls_request *rq, const char *key, bool *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    *out = false;
    return value == NULL ? LW_OK
                         : lw_calls_at(rq, key, lw_json_as_flag(value, out, rq->err));
}

lw_status lw_calls_get_whole(struct calls_request *rq, const char *key,
                             uint64_t otherwise, uint64_t least, uint64_t most,
                             uint64_t *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    int64_t number = 0;
    *out = otherwise;
    if (value == NULL) {
        return LW_OK;
    }
    lw_status status =
        lw_json_as_whole(value, (int64_t)least,
                         most < INT64_MAX ? (int64_t)most : INT64_MAX, &number, rq->err);
    *out = status == LW_OK ? (uint64_t)number : otherwise;
    return lw_calls_at(rq, key, status);
}

lw_status lw_calls_get_theme(struct calls_request *rq, enum lw_theme *out) {
    size_t theme = 0;
    lw_status status = lw_calls_get_choice(rq, "theme", "light|dark", &theme);
    *out = theme == 0 ? LW_THEME_LIGHT : LW_THEME_DARK;
    return status;
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
        status = lw_calls_at(rq, "format", lw_format_to_write(kind, name, out, rq->err));
    }
    return status;
}

/* Budgets. */

static lw_status get_amount(struct calls_request *rq, const char *key, double *out) {
    const struct lw_json *value = lw_calls_member(rq, key);
    double number = 0;
    if (value == NULL) {
        return LW_OK;
    }
    lw_status status = lw_json_as_number(value, 0, (double)HUGE_VAL, &number, rq->err);
    *out = number > 0 ? number : *out;
    return lw_calls_at(rq, key, status);
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

lw_status lw_calls_get_settings(struct calls_request *rq, const char *key,
                                const char *wanted, struct lw_settings *out) {
    const struct lw_json *object = lw_calls_member(rq, key);
    *out = (struct lw_settings){NULL, 0};
    if (object == NULL) {
        return LW_OK;
    }
    lw_status status = lw_json_as_settings(object, wanted, rq->arena, out, rq->err);
    return status == LW_OK ? status : lw_calls_at_setting(rq, key, status);
}

lw_status lw_calls_at_setting(struct calls_request *rq, const char *key,
                              lw_status status) {
    const struct lw_json *object = lw_calls_member(rq, key);
    if (status == LW_OK || status == LW_NO_MEMORY || object == NULL) {
        return status;
    }
    /* The field may be the beginning of a very long name. */
    const char *field = rq->err->field;
    const struct lw_json *at = object->first;
    while (at != NULL && (field[0] == '\0' ||
                          strncmp(at->key, field, sizeof rq->err->field - 1) != 0)) {
        at = at->next;
    }
    lw_calls_point(rq, at == NULL ? NULL : key, at == NULL ? key : at->key);
    rq->err->line = at == NULL ? object->line : at->line;
    return status;
}
