/* The plain values of a definition: texts in several languages, ids, dates, numbers,
 * words, lists of them, and names that depend on the cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "define/reader.h"
#include "lw/base/json_value.h"

bool study_word_get(const char *words, size_t i, char *out, size_t room) {
    for (; words != NULL && *words != '\0'; i--) {
        const char *end = strchr(words, '|');
        size_t len = end == NULL ? strlen(words) : (size_t)(end - words);
        if (i == 0) {
            (void)snprintf(out, room, "%.*s", (int)len, words);
            return true;
        }
        words += len + (end != NULL);
    }
    return false;
}

bool study_is_id(const char *text, size_t len) {
    if (len == 0 || len > 40 || text[0] < 'a' || text[0] > 'z') {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-') {
            return false;
        }
    }
    return true;
}

bool study_is_date(const char *text) {
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = 0, month = 0, day = 0, used = 0;
    if (strlen(text) != 10 || strspn(text, "0123456789-") != 10 ||
        sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &used) != 3 || used != 10 ||
        year < 1900 || month < 1 || month > 12 || day < 1 || day > days[month - 1]) {
        return false;
    }
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month != 2 || day < 29 || leap;
}

/* "en", "pt-BR", "zh-Hant": two or three letters, then parts of letters and digits. */
bool study_is_language(const char *text) {
    size_t first = strcspn(text, "-"), len = strlen(text);
    if (first < 2 || first > 3 || len > 20 || text[len - 1] == '-') {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        bool small = c >= 'a' && c <= 'z';
        bool other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        if (!small && (i < first || !other)) {
            return false;
        }
    }
    return true;
}

static bool is_key(const char *text, size_t len) {
    bool ok = len >= 2 && len <= 20 && text[0] >= 'A' && text[0] <= 'Z';
    for (size_t i = 0; i < len && ok; i++) {
        char c = text[i];
        ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    return ok;
}

static void wrong_value(struct reader *reader, const struct lw_json *json,
                        const char *remedy) {
    static const char *const names[] = {"null",   "false",    "true",     "a number",
                                        "a text", "an array", "an object"};
    bool shown = json->type == LW_JSON_TEXT || json->type == LW_JSON_NUMBER;
    study_wrong(&reader->report, json, remedy, "%s%.80s%s is not valid here",
                json->type == LW_JSON_TEXT ? "'" : "",
                shown ? json->text : names[json->type],
                json->type == LW_JSON_TEXT ? "'" : "");
}

static bool is_plain(const struct lw_json *json, double max) {
    return json->type == LW_JSON_TEXT && json->text_len > 0 &&
           strlen(json->text) == json->text_len &&
           (max <= 0 || (double)json->text_len <= max);
}

static void read_string(struct reader *reader, const struct lw_json *json,
                        const struct shape_member *member, char *to) {
    char remedy[200];
    double max = member->max > 0 ? member->max : 1000;
    bool ok = is_plain(json, max);
    (void)snprintf(remedy, sizeof remedy, "write a text of 1 to %.0f bytes: %s", max,
                   member->help);
    if (member->type == SHAPE_ID) {
        ok = ok && study_is_id(json->text, json->text_len);
        (void)snprintf(remedy, sizeof remedy,
                       "write 1 to 40 of a-z, 0-9 and -, beginning with a letter");
    } else if (member->type == SHAPE_DATE) {
        ok = ok && study_is_date(json->text);
        (void)snprintf(remedy, sizeof remedy, "write a date like 2027-01-31");
    } else if (member->type == SHAPE_KEY) {
        ok = ok && is_key(json->text, json->text_len);
        (void)snprintf(remedy, sizeof remedy,
                       "write a KeyboardEvent.code like Numpad8, KeyI or ArrowUp");
    }
    if (!ok) {
        wrong_value(reader, json, remedy);
    } else {
        memcpy(to, &json->text, sizeof json->text);
    }
}

static void read_number(struct reader *reader, const struct lw_json *json,
                        const struct shape_member *member, char *to) {
    char remedy[200];
    double value = json->number;
    bool whole = member->type == SHAPE_WHOLE;
    if (json->type != LW_JSON_NUMBER || !isfinite(value) || value < member->min ||
        value > member->max || (whole && floor(value) != value)) {
        (void)snprintf(remedy, sizeof remedy, "write a %snumber from %.16g to %.16g: %s",
                       whole ? "whole " : "", member->min, member->max, member->help);
        wrong_value(reader, json, remedy);
        return;
    }
    int64_t as_whole = whole ? (int64_t)value : 0;
    memcpy(to, whole ? (const void *)&as_whole : (const void *)&value, sizeof value);
}

static void read_choice(struct reader *reader, const struct lw_json *json,
                        const struct shape_member *member, char *to) {
    size_t which = json->type == LW_JSON_TEXT
                       ? lw_word_find(member->words, '|', json->text)
                       : SIZE_MAX;
    if (which == SIZE_MAX || !is_plain(json, 0)) {
        char remedy[200];
        (void)snprintf(remedy, sizeof remedy, "write one of: %s", member->words);
        wrong_value(reader, json, remedy);
        return;
    }
    int value = (int)which;
    memcpy(to, &value, sizeof value);
}

/* A list becomes paragraphs. */
static const char *one_text(struct reader *reader, const struct lw_json *json) {
    struct lw_buffer joined;
    const char *text = NULL;
    if (is_plain(json, 0)) {
        return json->text;
    }
    if (json->type != LW_JSON_ARRAY || json->first == NULL) {
        wrong_value(reader, json,
                    "write a text, a list of paragraphs, or an object with "
                    "one of these for each language");
        return NULL;
    }
    lw_buffer_init(&joined, reader->arena->alloc);
    for (const struct lw_json *child = json->first; child != NULL; child = child->next) {
        if (!is_plain(child, 0)) {
            wrong_value(reader, child, "write a paragraph");
            lw_buffer_free(&joined);
            return NULL;
        }
        lw_buffer_puts(&joined, child == json->first ? "" : "\n\n");
        lw_buffer_puts(&joined, child->text);
    }
    text = lw_buffer_ok(&joined)
               ? lw_arena_text(reader->arena, lw_buffer_text(&joined), joined.len)
               : NULL;
    reader->no_memory = reader->no_memory || text == NULL;
    lw_buffer_free(&joined);
    return text;
}

static void check_languages(struct reader *reader, const struct lw_json *json) {
    for (const struct lw_json *child = json->first; child != NULL; child = child->next) {
        bool known = false;
        for (size_t i = 0; i < reader->n_languages; i++) {
            known = known || strcmp(reader->languages[i], child->key) == 0;
        }
        if (!known) {
            study_wrong(&reader->report, child,
                        "add the language to 'languages', or remove "
                        "the text",
                        "'%.40s' is none of the study's languages", child->key);
        }
    }
}

static void read_text(struct reader *reader, const struct lw_json *json,
                      struct lw_study_text *to) {
    bool object = json->type == LW_JSON_OBJECT;
    const char **in = study_get(reader, reader->n_languages, sizeof *in);
    if (in == NULL) {
        return;
    }
    if (object) {
        check_languages(reader, json);
    }
    for (size_t i = 0; i < reader->n_languages; i++) {
        const struct lw_json *value = object   ? lw_json_get(json, reader->languages[i])
                                      : i == 0 ? json
                                               : NULL;
        in[i] = value == NULL ? NULL : one_text(reader, value);
        if (value == NULL) {
            char remedy[80];
            (void)snprintf(remedy, sizeof remedy,
                           "write {\"%.20s\": ..., \"%.20s\": ...}", reader->languages[0],
                           reader->languages[i]);
            study_wrong(&reader->report, json, remedy, "the text in '%.20s' is missing",
                        reader->languages[i]);
        }
        in[i] = in[i] == NULL ? "" : in[i];
    }
    to->in = in;
}

static const char *const *read_names(struct reader *reader, const struct lw_json *json,
                                     size_t *n) {
    const char **names = study_get(reader, json->n_children, sizeof *names);
    *n = 0;
    for (const struct lw_json *child = json->first; child != NULL && names != NULL;
         child = child->next) {
        if (!is_plain(child, 4000)) {
            wrong_value(reader, child, "write a text of 1 to 4000 bytes");
        } else {
            names[(*n)++] = child->text;
        }
    }
    return names;
}

static void read_plain_list(struct reader *reader, const struct lw_json *json,
                            const struct shape_member *member, char *out) {
    size_t n = json->n_children, i = 0;
    if (json->type != LW_JSON_ARRAY || (double)n < member->min ||
        (member->max > 0 && (double)n > member->max)) {
        char remedy[200];
        (void)snprintf(remedy, sizeof remedy, "write a list [ ... ] of %.0f to %.0f: %s",
                       member->min, member->max, member->help);
        wrong_value(reader, json, remedy);
        return;
    }
    void *items = NULL;
    if (member->type == SHAPE_STRINGS) {
        const char *const *names = read_names(reader, json, &n);
        memcpy(&items, &names, sizeof items);
    } else if (member->type == SHAPE_WHOLES) {
        int64_t *numbers = study_get(reader, n, sizeof *numbers);
        struct shape_member each = {"number", SHAPE_WHOLE, .min = 1, .max = 100000,
                                    .help = "a level's number"};
        for (const struct lw_json *c = json->first; c != NULL && numbers != NULL;
             c = c->next) {
            read_number(reader, c, &each, (char *)&numbers[i++]);
        }
        items = numbers;
    } else if (member->type == SHAPE_TEXTS) {
        struct lw_study_text *texts = study_get(reader, n, sizeof *texts);
        for (const struct lw_json *c = json->first; c != NULL && texts != NULL;
             c = c->next) {
            read_text(reader, c, &texts[i++]);
        }
        items = texts;
    } else {
        struct lw_study_names *lists = study_get(reader, n, sizeof *lists);
        for (const struct lw_json *c = json->first; c != NULL && lists != NULL;
             c = c->next) {
            lists[i].names = read_names(reader, c, &lists[i].n);
            i++;
        }
        items = lists;
    }
    memcpy(out + member->offset, &items, sizeof items);
    memcpy(out + member->offset_n, &n, sizeof n);
}

static void read_pairs(struct reader *reader, const struct lw_json *json,
                       const struct shape_member *member, char *out) {
    size_t n = 0;
    if (json->type != LW_JSON_OBJECT) {
        wrong_value(reader, json, "write an object {\"name\": value, ...}");
        return;
    }
    struct lw_setting *pairs = study_get(reader, json->n_children, sizeof *pairs);
    for (const struct lw_json *c = json->first; c != NULL && pairs != NULL; c = c->next) {
        bool flag = c->type == LW_JSON_TRUE || c->type == LW_JSON_FALSE;
        if (!is_plain(c, 4000) && c->type != LW_JSON_NUMBER && !flag) {
            wrong_value(reader, c, "write a text, a number, true or false");
            continue;
        }
        pairs[n++] = (struct lw_setting){
            c->key, flag ? c->type == LW_JSON_TRUE ? "true" : "false" : c->text};
    }
    memcpy(out + member->offset, &pairs, sizeof pairs);
    memcpy(out + member->offset_n, &n, sizeof n);
}

/* A name alone stands for a list of one. */
static void read_case(struct reader *reader, const struct lw_json *json,
                      struct lw_study_case *out) {
    if (is_plain(json, 40)) {
        const char **one = study_get(reader, 1, sizeof *one);
        if (one != NULL) {
            one[0] = json->text;
            out->names = one;
            out->n_names = 1;
        }
    } else if (json->type == LW_JSON_ARRAY) {
        out->names = read_names(reader, json, &out->n_names);
    } else {
        wrong_value(reader, json, "write an id or a list of ids");
    }
}

static void read_by(struct reader *reader, const struct lw_json *json,
                    struct lw_study_by *out) {
    out->at = json;
    if (json->type != LW_JSON_OBJECT) {
        out->cases = study_get(reader, 1, sizeof *out->cases);
        out->n_cases = out->cases != NULL;
        if (out->cases != NULL) {
            read_case(reader, json, out->cases);
        }
        return;
    }
    const struct lw_json *by = lw_json_get(json, "by"),
                         *cases = lw_json_get(json, "cases");
    if (by == NULL || !is_plain(by, 40) ||
        (cases != NULL && cases->type != LW_JSON_OBJECT) ||
        json->n_children != 1u + (cases != NULL)) {
        wrong_value(reader, json,
                    "write {\"by\": FACTOR, \"cases\": {VALUE: NAMES, ...}}");
        return;
    }
    out->by = by->text;
    if (cases == NULL) {
        return;
    }
    out->cases = study_get(reader, cases->n_children, sizeof *out->cases);
    for (const struct lw_json *c = cases->first; c != NULL && out->cases != NULL;
         c = c->next) {
        out->cases[out->n_cases].value = c->key;
        read_case(reader, c, &out->cases[out->n_cases++]);
    }
}

void study_read_plain(struct reader *reader, const struct lw_json *json,
                      const struct shape_member *member, void *out) {
    char dummy[8];
    bool kept = member->offset != SHAPE_NOWHERE;
    char *to = kept ? (char *)out + member->offset : dummy;
    bool flag = json->type == LW_JSON_TRUE;
    switch (member->type) {
    case SHAPE_TEXT:
        read_text(reader, json, (struct lw_study_text *)(void *)to);
        break;
    case SHAPE_STRING:
    case SHAPE_ID:
    case SHAPE_DATE:
    case SHAPE_KEY:
        read_string(reader, json, member, to);
        break;
    case SHAPE_WHOLE:
    case SHAPE_NUMBER:
        read_number(reader, json, member, to);
        break;
    case SHAPE_FLAG:
        if (!flag && json->type != LW_JSON_FALSE) {
            wrong_value(reader, json, "write true or false");
        } else {
            memcpy(to, &flag, sizeof flag);
        }
        break;
    case SHAPE_CHOICE:
        read_choice(reader, json, member, to);
        break;
    case SHAPE_PAIRS:
        read_pairs(reader, json, member, out);
        break;
    case SHAPE_BY:
        read_by(reader, json, (struct lw_study_by *)(void *)to);
        break;
    case SHAPE_BY_MAYBE: {
        struct lw_study_by *by = study_get(reader, 1, sizeof *by);
        if (by != NULL) {
            read_by(reader, json, by);
            memcpy(to, &by, sizeof by);
        }
        break;
    }
    default:
        read_plain_list(reader, json, member, out);
    }
}
