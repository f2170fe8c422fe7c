/* The JSON Schema of definitions, printed from the shapes that read them. */
#include <stdio.h>
#include <string.h>

#include "define/shape.h"

#define MAX_SHAPES 40

struct printer {
    struct lw_json_writer json;
    const struct shape *shapes[MAX_SHAPES]; /* met so far; each becomes a definition */
    size_t n_shapes;
};

static void reference(struct printer *p, const char *key, const char *name) {
    char target[80];
    (void)snprintf(target, sizeof target, "#/$defs/%s", name);
    lw_json_text(&p->json, key, target);
}

static void meet(struct printer *p, const struct shape *shape) {
    for (size_t i = 0; i < p->n_shapes; i++) {
        if (p->shapes[i] == shape) {
            return;
        }
    }
    if (p->n_shapes < MAX_SHAPES) {
        p->shapes[p->n_shapes++] = shape;
    }
}

static void words_array(struct printer *p, const char *key, const char *words) {
    char word[60];
    lw_json_array(&p->json, key);
    for (size_t i = 0; study_word_get(words, i, word, sizeof word); i++) {
        lw_json_text(&p->json, NULL, word);
    }
    lw_json_array_end(&p->json);
}

static void print_default(struct printer *p, const struct shape_member *member) {
    if (member->fallback == NULL || strcmp(member->fallback, "nan") == 0) {
        return;
    }
    bool raw = member->type == SHAPE_WHOLE || member->type == SHAPE_NUMBER ||
               member->type == SHAPE_FLAG;
    if (raw) {
        lw_json_raw(&p->json, "default", member->fallback);
    } else {
        lw_json_text(&p->json, "default", member->fallback);
    }
}

static void list_bounds(struct printer *p, const struct shape_member *member) {
    lw_json_text(&p->json, "type", "array");
    if (member->min > 0) {
        lw_json_int(&p->json, "minItems", (int64_t)member->min);
    }
    if (member->max > 0) {
        lw_json_int(&p->json, "maxItems", (int64_t)member->max);
    }
}

static void list_of(struct printer *p, const struct shape_member *member,
                    const char *name) {
    list_bounds(p, member);
    lw_json_object(&p->json, "items");
    reference(p, "$ref", name);
    lw_json_object_end(&p->json);
}

static void print_scalar(struct printer *p, const struct shape_member *member) {
    switch (member->type) {
    case SHAPE_STRING:
        lw_json_text(&p->json, "type", "string");
        lw_json_int(&p->json, "minLength", 1);
        lw_json_int(&p->json, "maxLength", member->max > 0 ? (int64_t)member->max : 1000);
        break;
    case SHAPE_WHOLE:
    case SHAPE_NUMBER:
        lw_json_text(&p->json, "type",
                     member->type == SHAPE_WHOLE ? "integer" : "number");
        lw_json_real(&p->json, "minimum", member->min);
        lw_json_real(&p->json, "maximum", member->max);
        break;
    case SHAPE_FLAG:
        lw_json_text(&p->json, "type", "boolean");
        break;
    default:
        words_array(p, "enum", member->words);
    }
}

static void print_type(struct printer *p, const struct shape_member *member) {
    static const char *const named[] = {
        [SHAPE_TEXT] = "text",   [SHAPE_ID] = "id", [SHAPE_DATE] = "date",
        [SHAPE_KEY] = "key",     [SHAPE_BY] = "by", [SHAPE_BY_MAYBE] = "by",
        [SHAPE_PAIRS] = "pairs", [SHAPE_LIST] = 0};
    switch (member->type) {
    case SHAPE_TEXTS:
        list_of(p, member, "text");
        break;
    case SHAPE_STRINGS:
        list_of(p, member, "string");
        break;
    case SHAPE_LISTS:
        list_of(p, member, "strings");
        break;
    case SHAPE_WHOLES:
        list_of(p, member, "number");
        break;
    case SHAPE_LIST:
        meet(p, member->of);
        list_of(p, member, member->of->name);
        break;
    case SHAPE_OBJECT:
    case SHAPE_MAYBE:
        meet(p, member->of);
        reference(p, "$ref", member->of->name);
        break;
    case SHAPE_STRING:
    case SHAPE_WHOLE:
    case SHAPE_NUMBER:
    case SHAPE_FLAG:
    case SHAPE_CHOICE:
        print_scalar(p, member);
        break;
    default:
        reference(p, "$ref", named[member->type]);
    }
}

static void print_members(struct printer *p, const struct shape *shape) {
    lw_json_object(&p->json, "properties");
    for (size_t i = 0; i < shape->n_members; i++) {
        lw_json_object(&p->json, shape->members[i].name);
        lw_json_text(&p->json, "description", shape->members[i].help);
        print_type(p, &shape->members[i]);
        print_default(p, &shape->members[i]);
        lw_json_object_end(&p->json);
    }
    lw_json_object_end(&p->json);
    lw_json_array(&p->json, "required");
    for (size_t i = 0; i < shape->n_members; i++) {
        if (shape->members[i].required) {
            lw_json_text(&p->json, NULL, shape->members[i].name);
        }
    }
    lw_json_array_end(&p->json);
}

/* What a tag allows and asks for: one rule a word of the tag. */
static void print_tag(struct printer *p, const struct shape *shape, const char *words) {
    char word[60];
    lw_json_array(&p->json, "allOf");
    for (size_t i = 0; study_word_get(words, i, word, sizeof word); i++) {
        lw_json_object(&p->json, NULL);
        lw_json_object(&p->json, "if");
        lw_json_object(&p->json, "properties");
        lw_json_object(&p->json, shape->tag);
        lw_json_text(&p->json, "const", word);
        lw_json_object_end(&p->json);
        lw_json_object_end(&p->json);
        lw_json_object_end(&p->json);
        lw_json_object(&p->json, "then");
        lw_json_object(&p->json, "properties");
        for (size_t j = 0; j < shape->n_members; j++) {
            if (shape->members[j].only != 0 && (shape->members[j].only >> i & 1) == 0) {
                lw_json_bool(&p->json, shape->members[j].name, false);
            }
        }
        lw_json_object_end(&p->json);
        lw_json_array(&p->json, "required");
        for (size_t j = 0; j < shape->n_members; j++) {
            if ((shape->members[j].needed >> i & 1) != 0) {
                lw_json_text(&p->json, NULL, shape->members[j].name);
            }
        }
        lw_json_array_end(&p->json);
        lw_json_object_end(&p->json);
        lw_json_object_end(&p->json);
    }
    lw_json_array_end(&p->json);
}

static void print_shape(struct printer *p, const struct shape *shape) {
    char word[60];
    lw_json_text(&p->json, "description", shape->help);
    lw_json_text(&p->json, "type", "object");
    lw_json_bool(&p->json, "additionalProperties", false);
    print_members(p, shape);
    if (shape->one_of != NULL) {
        lw_json_array(&p->json, "oneOf");
        for (size_t i = 0; study_word_get(shape->one_of, i, word, sizeof word); i++) {
            lw_json_object(&p->json, NULL);
            words_array(p, "required", word);
            lw_json_object_end(&p->json);
        }
        lw_json_array_end(&p->json);
    }
    for (size_t i = 0; i < shape->n_members && shape->tag != NULL; i++) {
        if (strcmp(shape->members[i].name, shape->tag) == 0) {
            print_tag(p, shape, shape->members[i].words);
        }
    }
}

/* The types that are not shapes. */
static const struct {
    const char *name, *schema;
} plain_types[] = {
    {"string", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":4000}"},
    {"strings", "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/string\"}}"},
    {"number", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":100000}"},
    {"id", "{\"type\":\"string\",\"pattern\":\"^[a-z][a-z0-9-]{0,39}$\"}"},
    {"date", "{\"type\":\"string\",\"format\":\"date\"}"},
    {"key", "{\"type\":\"string\",\"pattern\":\"^[A-Z][A-Za-z0-9]{1,19}$\"}"},
    {"paragraphs",
     "{\"anyOf\":[{\"type\":\"string\",\"minLength\":1},{\"type\":\"array\","
     "\"minItems\":1,\"items\":{\"type\":\"string\",\"minLength\":1}}]}"},
    {"text", "{\"anyOf\":[{\"$ref\":\"#/$defs/paragraphs\"},{\"type\":\"object\","
             "\"additionalProperties\":{\"$ref\":\"#/$defs/paragraphs\"}}]}"},
    {"pairs", "{\"type\":\"object\",\"additionalProperties\":{\"type\":"
              "[\"string\",\"number\",\"boolean\"]}}"},
    {"names",
     "{\"anyOf\":[{\"$ref\":\"#/$defs/string\"},{\"$ref\":\"#/$defs/strings\"}]}"},
    {"by", "{\"anyOf\":[{\"$ref\":\"#/$defs/"
           "names\"},{\"type\":\"object\",\"required\":[\"by\"],"
           "\"additionalProperties\":false,\"properties\":{\"by\":{\"$ref\":\"#/$defs/"
           "string\"},"
           "\"cases\":{\"type\":\"object\",\"additionalProperties\":{\"$ref\":"
           "\"#/$defs/names\"}}}}]}"},
};

void lw_study_schema(struct lw_buffer *out) {
    struct printer p = {.n_shapes = 0};
    lw_json_begin(&p.json, out);
    lw_json_object(&p.json, NULL);
    lw_json_text(&p.json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    lw_json_text(&p.json, "title", "Levelwright study definition, format 1");
    print_shape(&p, &study_shape);
    lw_json_object(&p.json, "$defs");
    for (size_t i = 0; i < p.n_shapes; i++) {
        lw_json_object(&p.json, p.shapes[i]->name);
        print_shape(&p, p.shapes[i]);
        lw_json_object_end(&p.json);
    }
    for (size_t i = 0; i < sizeof plain_types / sizeof plain_types[0]; i++) {
        lw_json_raw(&p.json, plain_types[i].name, plain_types[i].schema);
    }
    lw_json_object_end(&p.json);
    lw_json_object_end(&p.json);
}
