/* Reads objects by their shapes: unknown, doubled, missing and misplaced members are
 * faults, each at its place, and reading goes on behind every fault. */
#include "define/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/json_value.h"

void *study_get(struct reader *reader, size_t count, size_t bytes_each) {
    void *block = lw_arena_zero(reader->arena, count == 0 ? 1 : count, bytes_each);
    reader->no_memory = reader->no_memory || block == NULL;
    return block;
}

static const struct shape_member *find_member(const struct shape *shape,
                                              const char *name) {
    for (size_t i = 0; i < shape->n_members; i++) {
        if (strcmp(shape->members[i].name, name) == 0) {
            return &shape->members[i];
        }
    }
    return NULL;
}

/* Which tag an object has, as a bit; all bits when it has none that is known (its members
 * are then not held against it). */
static uint32_t tag_bit(const struct shape *shape, const struct lw_json *json) {
    if (shape->tag == NULL) {
        return UINT32_MAX;
    }
    const struct lw_json *tag = lw_json_get(json, shape->tag);
    const struct shape_member *member = find_member(shape, shape->tag);
    size_t which = tag == NULL || tag->type != LW_JSON_TEXT
                       ? SIZE_MAX
                       : lw_word_find(member->words, '|', tag->text);
    return which == SIZE_MAX ? UINT32_MAX : 1u << which;
}

static bool belongs(const struct shape_member *member, uint32_t tag) {
    return member->only == 0 || (member->only & tag) != 0;
}

static void list_members(const struct shape *shape, uint32_t tag, char *out,
                         size_t room) {
    size_t len = 0;
    (void)snprintf(out, room, "remove it, or use one of: ");
    for (size_t i = 0; i < shape->n_members; i++) {
        len = strlen(out);
        if (belongs(&shape->members[i], tag) && len + 60 < room) {
            (void)snprintf(out + len, room - len, "%s%s", i == 0 ? "" : ", ",
                           shape->members[i].name);
        }
    }
}

static void check_known(struct reader *reader, const struct lw_json *json,
                        const struct shape *shape, uint32_t tag) {
    for (const struct lw_json *child = json->first; child != NULL; child = child->next) {
        const struct shape_member *member = find_member(shape, child->key);
        if (member == NULL || !belongs(member, tag)) {
            char remedy[700];
            list_members(shape, tag, remedy, sizeof remedy);
            const struct lw_json *type =
                lw_json_get(json, shape->tag == NULL ? "" : shape->tag);
            study_wrong(&reader->report, child, remedy,
                        member == NULL
                            ? "a %s has no member '%.60s'%s%.0s"
                            : "a %s has no member '%.60s' when its %s is '%.40s'",
                        shape->name, child->key, member == NULL ? "" : shape->tag,
                        member == NULL || type == NULL ? "" : type->text);
        } else if (lw_json_get(json, child->key) != child) {
            study_wrong(&reader->report, child, "keep one of the two",
                        "'%.60s' appears twice", child->key);
        }
    }
}

static void check_one_of(struct reader *reader, const struct lw_json *json,
                         const struct shape *shape) {
    char word[60], remedy[200];
    size_t n = 0;
    for (size_t i = 0; study_word_get(shape->one_of, i, word, sizeof word); i++) {
        n += lw_json_get(json, word) != NULL;
    }
    if (n != 1) {
        (void)snprintf(remedy, sizeof remedy, "give exactly one of: %s", shape->one_of);
        study_wrong(&reader->report, json, remedy, "a %s needs one of %s, here are %zu",
                    shape->name, shape->one_of, n);
    }
}

static void missing(struct reader *reader, const struct lw_json *json,
                    const struct shape *shape, const struct shape_member *member) {
    char remedy[300];
    (void)snprintf(remedy, sizeof remedy, "add \"%s\": %s", member->name, member->help);
    if (member->opening) {
        study_before_opening(&reader->report, json, remedy, "'%s' is still missing",
                             member->name);
    } else {
        study_wrong(&reader->report, json, remedy, "this %s lacks '%s'", shape->name,
                    member->name);
    }
}

static void set_default(const struct shape_member *member, void *base) {
    const char *word = member->fallback;
    if (member->offset == SHAPE_NOWHERE) {
        return;
    }
    char *to = (char *)base + member->offset;
    if (member->type == SHAPE_OBJECT) {
        study_shape_defaults(member->of, to);
        return;
    }
    double number = word == NULL ? 0 : strtod(word, NULL);
    int64_t whole = member->type == SHAPE_WHOLE ? (int64_t)number : 0;
    bool flag = word != NULL && strcmp(word, "true") == 0;
    int which = word == NULL || member->words == NULL
                    ? 0
                    : (int)lw_word_find(member->words, '|', word);
    switch (member->type) {
    case SHAPE_WHOLE:
        memcpy(to, &whole, sizeof whole);
        break;
    case SHAPE_NUMBER:
        memcpy(to, &number, sizeof number);
        break;
    case SHAPE_FLAG:
        memcpy(to, &flag, sizeof flag);
        break;
    case SHAPE_CHOICE:
        memcpy(to, &which, sizeof which);
        break;
    case SHAPE_STRING:
    case SHAPE_ID:
    case SHAPE_DATE:
    case SHAPE_KEY:
        /* What is required is never NULL: the checks go on after a fault of form. */
        word = word == NULL && (member->required || member->needed != 0) ? "" : word;
        memcpy(to, &word, sizeof word);
        break;
    default:
        break; /* empty as it is */
    }
}

void study_shape_defaults(const struct shape *shape, void *out) {
    for (size_t i = 0; i < shape->n_members; i++) {
        set_default(&shape->members[i], out);
    }
}

static void read_list(struct reader *reader, const struct lw_json *json,
                      const struct shape_member *member, char *out) {
    if (json->type != LW_JSON_ARRAY) {
        study_wrong(&reader->report, json, "write it as [ ... ]", "'%s' must be a list",
                    member->name);
        return;
    }
    size_t n = json->n_children, i = 0;
    if ((double)n < member->min || (member->max > 0 && (double)n > member->max)) {
        char remedy[80];
        (void)snprintf(remedy, sizeof remedy, "give from %.0f to %.0f", member->min,
                       member->max);
        study_wrong(&reader->report, json, remedy, "'%s' has %zu entries", member->name,
                    n);
        return;
    }
    char *items = study_get(reader, n, member->of->bytes);
    if (items == NULL) {
        return;
    }
    for (const struct lw_json *child = json->first; child != NULL; child = child->next) {
        study_read_object(reader, child, member->of, items + i++ * member->of->bytes);
    }
    memcpy(out + member->offset, &items, sizeof items);
    memcpy(out + member->offset_n, &n, sizeof n);
}

void study_read_value(struct reader *reader, const struct lw_json *json,
                      const struct shape_member *member, void *out) {
    switch (member->type) {
    case SHAPE_OBJECT:
        study_read_object(reader, json, member->of, (char *)out + member->offset);
        return;
    case SHAPE_MAYBE: {
        void *object = study_get(reader, 1, member->of->bytes);
        if (object != NULL) {
            study_read_object(reader, json, member->of, object);
            memcpy((char *)out + member->offset, &object, sizeof object);
        }
        return;
    }
    case SHAPE_LIST:
        read_list(reader, json, member, out);
        return;
    default:
        study_read_plain(reader, json, member, out);
    }
}

void study_read_object(struct reader *reader, const struct lw_json *json,
                       const struct shape *shape, void *out) {
    study_shape_defaults(shape, out);
    if (json->type != LW_JSON_OBJECT) {
        study_wrong(&reader->report, json, "write it as { ... }",
                    "a %s must be an object", shape->name);
        return;
    }
    if (shape->at != SHAPE_NOWHERE) {
        memcpy((char *)out + shape->at, &json, sizeof json);
    }
    uint32_t tag = tag_bit(shape, json);
    check_known(reader, json, shape, tag);
    if (shape->one_of != NULL) {
        check_one_of(reader, json, shape);
    }
    for (size_t i = 0; i < shape->n_members; i++) {
        const struct shape_member *member = &shape->members[i];
        const struct lw_json *value = lw_json_get(json, member->name);
        bool needed = member->required || member->opening ||
                      (tag != UINT32_MAX && (member->needed & tag) != 0);
        if (value != NULL) {
            study_read_value(reader, value, member, out);
        } else if (needed) {
            missing(reader, json, shape, member);
        }
    }
}
