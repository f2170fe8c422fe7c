/* What a study's definition says about its analysis, before there are data. */
#ifndef LW_STUDY_ANALYSIS_H
#define LW_STUDY_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/json.h"
#include "lw/base/option.h"

/* Who is left out, or looked at again. */
struct lw_study_exclusion {
    const struct lw_json *at;
    const char *id, *measure; /* one of lw_study_measures */
    const char *phase;        /* NULL: over all of them */
    double above, below;      /* NaN: no such bound */
    bool only_flag;
    const char *because;
};

/* What a paper leaves open, and what this study does. */
struct lw_study_choice {
    const char *question, *choice, *because;
};

struct lw_study_analysis {
    const char *design; /* taylor, kartal, vankreveld, schaa, khalifa or own */
    const char *const *hypotheses;
    size_t n_hypotheses;
    const char *primary;    /* the one test that decides */
    const char *text;       /* all of the plan */
    const char *registered; /* where; NULL: not yet */
    double alpha, equivalence_margin;
    struct lw_setting *settings; /* read by the analysis of that design */
    size_t n_settings;
};

#endif
