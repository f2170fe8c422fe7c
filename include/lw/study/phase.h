/* Phases of a study: what people do, with which levels. */
#ifndef LW_STUDY_PHASE_H
#define LW_STUDY_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/json.h"
#include "lw/base/option.h"
#include "lw/study/instruments.h"
#include "lw/study/question.h"
#include "lw/study/text.h"

/* Names that may depend on the person's cell. by NULL: the one case holds for all; an
 * order factor needs no cases, its orders are the names. */
struct lw_study_case {
    const char *value;
    const char *const *names;
    size_t n_names;
};

struct lw_study_by {
    const struct lw_json *at;
    const char *by;
    struct lw_study_case *cases;
    size_t n_cases;
};

/* Which levels: of these sets, the first..last; of those, count. */
struct lw_study_pick {
    const struct lw_json *at;
    struct lw_study_by sets;
    int64_t first, last; /* from 1; last 0: to the end */
    int64_t count;       /* 0: all */
    bool shuffled;       /* drawn anew for each person; otherwise as in the set */
    bool unseen;         /* none that an earlier phase of this person has */
};

enum lw_study_order { LW_STUDY_LISTED, LW_STUDY_SHUFFLED, LW_STUDY_FREE };

enum lw_study_give_up {
    LW_STUDY_GIVE_UP_ANY_TIME,
    LW_STUDY_GIVE_UP_LATER,
    LW_STUDY_GIVE_UP_NEVER
};
enum lw_study_ask { LW_STUDY_ASK_SOLVED, LW_STUDY_ASK_ENDED };

#define LW_STUDY_REPEAT_EVERY 8 /* pairs: the last of them comes again */
enum lw_study_choose {
    LW_STUDY_PAIRS_RANDOM,
    LW_STUDY_PAIRS_INFORMATION,
    LW_STUDY_PAIRS_ALL
};
enum lw_study_show { LW_STUDY_EACH, LW_STUDY_TOGETHER };

enum lw_study_phase_type {
    LW_STUDY_INSTRUCTIONS,
    LW_STUDY_INSTRUMENT,
    LW_STUDY_PRACTICE,
    LW_STUDY_PLAY,
    LW_STUDY_RATE,
    LW_STUDY_COMPARE,
    LW_STUDY_SURVEY,
    LW_STUDY_DEBRIEFING,
    LW_STUDY_GROUP,   /* of phases; never in a plan */
    LW_STUDY_CONSENT, /* only in plans: always the first */
    LW_STUDY_END      /* only in plans: always the last */
};
/* "instructions", ... as in the file. */
const char *lw_study_phase_type_name(enum lw_study_phase_type type);

/* One struct for all types; a type uses some members, the schema says which. */
struct lw_study_phase {
    const struct lw_json *at;
    const char *id;
    enum lw_study_phase_type type;
    struct lw_study_text title;
    struct lw_setting *when; /* factor and value; all of them must hold */
    size_t n_when;
    /* instructions, debriefing; before an instrument, practice, play, rate, compare */
    struct lw_study_text *pages;
    size_t n_pages;
    /* group */
    struct lw_study_phase *phases;
    size_t n_phases;
    bool shuffled;
    struct lw_study_by *order; /* of the phases inside; NULL: as they stand */
    /* instrument */
    enum lw_study_instrument instrument;
    struct lw_study_attention *attention;
    struct lw_study_tone_check *check;
    /* instrument, practice, play, compare: after so many minutes it ends; 0: never */
    double minutes;
    struct lw_study_prompts *prompts; /* of auditory Stroop, alone or during play */
    /* practice, play, rate, compare */
    struct lw_study_pick *levels;
    size_t n_levels;
    enum lw_study_order level_order;
    /* practice, play */
    enum lw_study_give_up give_up;
    int64_t give_up_seconds;
    bool undo, unwinnable; /* unwinnable: "this could not be won" may be answered */
    enum lw_study_ask ask;
    /* practice, play (after each level), rate, survey */
    struct lw_study_question *questions;
    size_t n_questions;
    enum lw_study_show show; /* rate */
    /* compare */
    struct lw_study_text question;
    enum lw_study_choose choose;
    int64_t pairs, least_pairs; /* pairs: at most; 0: as many as one likes */
    bool repeats; /* every so many pairs an earlier one, LW_STUDY_REPEAT_EVERY */
    bool equal, play;
};

#endif
