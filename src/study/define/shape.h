/* Shapes: the table behind the reader of definitions and behind its JSON Schema.
 *
 * A shape is an object of the file with its members; a member says its type, its bounds,
 * its default and where in the struct it goes. The reader checks and fills by this table
 * and the schema is printed from it, so neither can know a member that the other does
 * not.
 */
#ifndef STUDY_SHAPE_H
#define STUDY_SHAPE_H

#include <stddef.h>

#include "lw/study/definition.h"

enum shape_type {
    SHAPE_TEXT,     /* struct lw_study_text */
    SHAPE_TEXTS,    /* list of them */
    SHAPE_STRING,   /* const char * */
    SHAPE_ID,       /* the same: a-z, 0-9, - */
    SHAPE_DATE,     /* the same: 2027-01-31 */
    SHAPE_KEY,      /* the same: KeyboardEvent.code */
    SHAPE_STRINGS,  /* list of const char * */
    SHAPE_LISTS,    /* list of such lists: struct lw_study_names */
    SHAPE_WHOLE,    /* int64_t */
    SHAPE_WHOLES,   /* list of them */
    SHAPE_NUMBER,   /* double */
    SHAPE_FLAG,     /* bool */
    SHAPE_CHOICE,   /* an enum: which of the words */
    SHAPE_PAIRS,    /* list of struct lw_setting, from an object */
    SHAPE_BY,       /* struct lw_study_by */
    SHAPE_BY_MAYBE, /* pointer to it, or NULL */
    SHAPE_OBJECT,   /* a struct inside this one */
    SHAPE_MAYBE,    /* pointer to a struct, or NULL */
    SHAPE_LIST      /* list of structs */
};

#define SHAPE_NOWHERE SIZE_MAX /* checked, not kept */

struct shape;

struct shape_member {
    const char *name;
    enum shape_type type;
    size_t offset, offset_n; /* of the value or pointer; of a list's length */
    bool required;
    bool opening;      /* required before the study opens */
    double min, max;   /* of a number, of a list's length, of a text's bytes; 0, 0: any */
    const char *words; /* of a choice */
    const char *fallback;
    const struct shape *of;
    uint32_t only;   /* of a shape with a tag: for these tags; 0: for all */
    uint32_t needed; /* for these it is required */
    const char *help;
};

struct shape {
    const char *name; /* in the schema's $defs */
    const char *help;
    const struct shape_member *members;
    size_t n_members;
    size_t bytes;
    size_t at;          /* offset of the place, or SHAPE_NOWHERE */
    const char *tag;    /* the member that says which of the others there may be */
    const char *one_of; /* exactly one of these members must be there */
};

extern const struct shape study_shape;       /* the whole file */
extern const struct shape study_phase_shape; /* shapes_phase.c */
extern const struct shape study_question_shape;
extern const struct shape study_attention_shape;
extern const struct shape study_prompts_shape;
extern const struct shape study_check_shape;

/* The defaults of a shape whose object is not in the file. */
void study_shape_defaults(const struct shape *shape, void *out);
/* How many members a words list has, and the i-th copied (false past the end). */
bool study_word_get(const char *words, size_t i, char *out, size_t room);
/* The value of a choice from its word's index: enums begin at 0 in the words' order. */

#define MEMBER(s, f) .offset = offsetof(s, f)
#define LIST_OF(s, f) .offset = offsetof(s, f), .offset_n = offsetof(s, n_##f)
#define MEMBERS(table) .members = (table), .n_members = sizeof(table) / sizeof(table)[0]

#endif
