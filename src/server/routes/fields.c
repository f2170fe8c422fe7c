/* Members of bodies and parameters of queries, checked, with problems that name them. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json_value.h"
#include "routes/fields.h"
#include "routes/route.h"

static bool refuse(struct exchange *exchange, const char *place, const char *sentence) {
    http_problem(&exchange->response, 400, "bad-field", place, "%s", sentence);
    return false;
}

const struct lw_json *exchange_json(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json *tree = NULL;
    lw_status status = lw_json_read(&exchange->arena, exchange->request.body,
                                    exchange->request.body_len, &tree, &err);
    if (status == LW_NO_MEMORY) {
        exchange_fail(exchange, status, &err, NULL);
        return NULL;
    }
    if (status != LW_OK) {
        char place[32];
        (void)snprintf(place, sizeof place, "%u:%u", err.line, err.column);
        http_problem(&exchange->response, 400, "bad-json", place, "%s", err.text);
        return NULL;
    }
    if (tree->type != LW_JSON_OBJECT) {
        http_problem(&exchange->response, 400, "bad-json", "1:1",
                     "The body must be one JSON object.");
        return NULL;
    }
    exchange->body = tree;
    return tree;
}

static void pointer_to(const struct exchange *exchange, const char *key,
                       char place[120]) {
    (void)snprintf(place, 120, "%s", exchange->within);
    lw_json_point(place, 120, key);
}

bool field_refuse(struct exchange *exchange, const char *key, const char *sentence) {
    char place[120];
    pointer_to(exchange, key, place);
    return refuse(exchange, place, sentence);
}

size_t field_enter(struct exchange *exchange, const char *list, size_t index) {
    size_t outside = strlen(exchange->within);
    (void)snprintf(exchange->within + outside, sizeof exchange->within - outside,
                   "/%s/%zu", list, index);
    return outside;
}

void field_leave(struct exchange *exchange, size_t outside) {
    exchange->within[outside] = '\0';
}

bool field_object(struct exchange *exchange, const struct lw_json *value) {
    return value->type == LW_JSON_OBJECT ||
           refuse(exchange, exchange->within, "This must be an object.");
}

static bool missing(struct exchange *exchange, const char *key) {
    char place[120];
    pointer_to(exchange, key, place);
    http_problem(&exchange->response, 400, "missing-field", place,
                 "The body must have the member \"%s\".", key);
    return false;
}

static void choices_sentence(const char *choices, char sentence[200]) {
    (void)snprintf(sentence, 200, "This must be one of %s.", choices);
}

/* The member, when there is anything to read; *good tells whether it may be absent. */
static const struct lw_json *find(struct exchange *exchange, const struct lw_json *object,
                                  const char *key, bool required, bool *good) {
    const struct lw_json *value = lw_json_get(object, key);
    bool absent = value == NULL || value->type == LW_JSON_NULL;
    *good = !absent || !required || missing(exchange, key);
    return absent ? NULL : value;
}

static bool settle(struct exchange *exchange, const char *key, lw_status status,
                   const struct lw_error *err) {
    return status == LW_OK || field_refuse(exchange, key, err->text);
}

bool field_choice(struct exchange *exchange, const struct lw_json *object,
                  const char *key, const char *choices, const char **out) {
    struct lw_error err;
    bool good;
    size_t which;
    const struct lw_json *value = find(exchange, object, key, false, &good);
    if (value == NULL) {
        return good;
    }
    lw_status status = lw_json_as_choice(value, choices, &which, &err);
    *out = status == LW_OK ? value->text : *out;
    return settle(exchange, key, status, &err);
}

bool field_id(struct exchange *exchange, const struct lw_json *object, const char *key,
              bool required, const char **out) {
    const char *text = NULL;
    if (!field_text(exchange, object, key, required, 200, &text)) {
        return false;
    }
    if (text != NULL && !is_id(text)) {
        return field_refuse(exchange, key, "An id has 32 hexadecimal digits.");
    }
    *out = text == NULL ? *out : text;
    return true;
}

bool field_text(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool required, size_t max_len, const char **out) {
    struct lw_error err;
    bool good;
    const struct lw_json *value = find(exchange, object, key, required, &good);
    return value == NULL
               ? good
               : settle(exchange, key, lw_json_as_name(value, max_len, out, &err), &err);
}

static bool number_in(struct exchange *exchange, const char *place, double value,
                      double min, double max) {
    if (value >= min && value <= max) {
        return true;
    }
    char sentence[120];
    (void)snprintf(sentence, sizeof sentence,
                   "This must be a number from %.15g to %.15g.", min, max);
    return refuse(exchange, place, sentence);
}

bool field_int(struct exchange *exchange, const struct lw_json *object,
               struct field_int field, int64_t *out) {
    struct lw_error err;
    bool good;
    const struct lw_json *value =
        find(exchange, object, field.key, field.required, &good);
    return value == NULL
               ? good
               : settle(exchange, field.key,
                        lw_json_as_whole(value, field.min, field.max, out, &err), &err);
}

bool field_real(struct exchange *exchange, const struct lw_json *object, const char *key,
                double min, double max, double *out) {
    struct lw_error err;
    bool good;
    const struct lw_json *value = find(exchange, object, key, false, &good);
    return value == NULL ? good
                         : settle(exchange, key,
                                  lw_json_as_number(value, min, max, out, &err), &err);
}

bool field_bool(struct exchange *exchange, const struct lw_json *object, const char *key,
                bool *out) {
    struct lw_error err;
    bool good;
    const struct lw_json *value = find(exchange, object, key, false, &good);
    return value == NULL ? good
                         : settle(exchange, key, lw_json_as_flag(value, out, &err), &err);
}

static bool read_real(const char *text, double *out) {
    char *end;
    /* strtod also takes "inf", "nan" and hexadecimal, which no client means. */
    if (*text == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') {
        return false;
    }
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

/* "a, b and c" */
static void list_words(const char *words, char out[200]) {
    size_t len = 0;
    out[0] = '\0';
    for (const char *at = words; *at != '\0';) {
        size_t word = strcspn(at, " ");
        bool last = at[word] == '\0';
        int added = snprintf(out + len, 200 - len, "%s%.*s",
                             len == 0 ? ""
                             : last   ? " and "
                                      : ", ",
                             (int)word, at);
        len = added < 0 || len + (size_t)added >= 200 ? 199 : len + (size_t)added;
        at += word + (last ? 0 : 1);
    }
}

bool fields_once(struct exchange *exchange, const struct lw_json *object,
                 const char *known) {
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        if (lw_word_find(known, ' ', at->key) != SIZE_MAX &&
            lw_json_get(object, at->key) != at) {
            return field_refuse(exchange, at->key, "This member may appear only once.");
        }
    }
    return true;
}

bool fields_check(struct exchange *exchange, const struct lw_json *object,
                  const char *known) {
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        if (lw_word_find(known, ' ', at->key) == SIZE_MAX) {
            char names[200];
            char sentence[260];
            list_words(known, names);
            (void)snprintf(sentence, sizeof sentence,
                           "There is no such member here; the members are %s.", names);
            return field_refuse(exchange, at->key, sentence);
        }
    }
    return fields_once(exchange, object, known);
}

bool parameters_check(struct exchange *exchange) {
    const struct http_uri *uri = &exchange->uri;
    const char *known = exchange->route->query;
    for (size_t i = 0; i < uri->n_parameters; i++) {
        const char *name = uri->parameters[i].name;
        if (lw_word_find(known, ' ', name) == SIZE_MAX) {
            char names[200];
            char place[60];
            list_words(known, names);
            (void)snprintf(place, sizeof place, "%s", name);
            http_problem(&exchange->response, 400, "unknown-parameter", place,
                         "This address has no such parameter; there %s %s.",
                         strchr(known, ' ') == NULL ? "is" : "are",
                         *names == '\0' ? "none" : names);
            return false;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(uri->parameters[k].name, name) == 0) {
                return refuse(exchange, name, "This parameter may appear only once.");
            }
        }
    }
    return true;
}

const char *parameter_text(const struct exchange *exchange, const char *name) {
    assert(lw_word_find(exchange->route->query, ' ', name) != SIZE_MAX);
    return http_uri_parameter(&exchange->uri, name);
}

bool parameter_real(struct exchange *exchange, const char *name, double min, double max,
                    double *out) {
    const char *text = parameter_text(exchange, name);
    double value;
    if (text == NULL) {
        return true;
    }
    if (!read_real(text, &value)) {
        return refuse(exchange, name, "This must be a number.");
    }
    if (!number_in(exchange, name, value, min, max)) {
        return false;
    }
    *out = value;
    return true;
}

bool parameter_int(struct exchange *exchange, const char *name, int64_t min, int64_t max,
                   int64_t *out) {
    double value = (double)*out;
    if (!parameter_real(exchange, name, (double)min, (double)max, &value)) {
        return false;
    }
    if (value != floor(value)) {
        return refuse(exchange, name, "This must be a whole number.");
    }
    *out = (int64_t)value;
    return true;
}

bool parameter_choice(struct exchange *exchange, const char *name, const char *choices,
                      const char **out) {
    const char *text = parameter_text(exchange, name);
    if (text == NULL) {
        return true;
    }
    if (lw_word_find(choices, '|', text) != SIZE_MAX) {
        *out = text;
        return true;
    }
    char sentence[200];
    choices_sentence(choices, sentence);
    return refuse(exchange, name, sentence);
}

bool parameter_game(struct exchange *exchange, bool required, const char **out) {
    const char *text = parameter_text(exchange, "game");
    if (text == NULL) {
        if (required) {
            http_problem(&exchange->response, 400, "missing-parameter", "game",
                         "The address must name a game: ?game=%s.",
                         lw_game_kind_default(false)->name);
        }
        return !required;
    }
    if (lw_game_kind_find(text) == NULL) {
        http_problem(&exchange->response, 404, "unknown-game", "game",
                     "There is no such game; /api/v1/kinds lists them.");
        return false;
    }
    *out = text;
    return true;
}

bool parameter_paging(struct exchange *exchange, struct paging *out) {
    *out = (struct paging){.page = 1, .per_page = 50};
    return parameter_int(exchange, "page", 1, 1000000, &out->page) &&
           parameter_int(exchange, "per_page", 1, 200, &out->per_page);
}

bool is_id(const char *text) {
    return strlen(text) == 32 && strspn(text, "0123456789abcdef") == 32;
}
