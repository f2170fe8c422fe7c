/* Questions that a study asks. */
#ifndef LW_STUDY_QUESTION_H
#define LW_STUDY_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/json.h"
#include "lw/study/text.h"

enum lw_study_question_type {
    LW_STUDY_SCALE,     /* whole numbers from..to, with words at the ends */
    LW_STUDY_OPPOSITES, /* the same between two opposite words, without numbers */
    LW_STUDY_LIKERT,    /* one of the options, in steps */
    LW_STUDY_ONE,       /* one of the options */
    LW_STUDY_SEVERAL,   /* any of the options */
    LW_STUDY_NUMBER,    /* a number from..to */
    LW_STUDY_WORDS,     /* free text */
    LW_STUDY_MARK       /* of the pictures shown */
};

struct lw_study_option {
    const char *id;
    struct lw_study_text text;
};

struct lw_study_question {
    const struct lw_json *at;
    const char *id;
    enum lw_study_question_type type;
    struct lw_study_text text;
    double from, to;
    struct lw_study_text low, high; /* at the ends */
    struct lw_study_option *options;
    size_t n_options;
    bool no_opinion;
    bool required;
    const char *special; /* the special consent that it needs; NULL: none */
    int64_t max_length;  /* of words, in characters */
    int64_t marks;       /* exactly so many pictures; 0: any number */
};

#endif
