/* A study's definition: what a researcher writes, read into structs.
 *
 * docs/study.schema.json describes the file; it is made from the same table that reads it
 * (src/study/define/shapes.c), so that the two cannot differ. Everything lives in the
 * caller's arena. Members keep the file's names. */
#ifndef LW_STUDY_DEFINITION_H
#define LW_STUDY_DEFINITION_H

#include "lw/base/json.h"
#include "lw/base/option.h"
#include "lw/study/faults.h"

#define LW_STUDY_FORMAT 1 /* of the file */
#define LW_STUDY_MAX_FACTORS 12
#define LW_STUDY_MAX_CELLS 5040
#define LW_STUDY_MAX_BYTES                                                               \
    ((size_t)4 << 20) /* of a definition, of a frozen one 16 times */

/* A text in every language of the study, in their order; in NULL: there is none. Plain
 * text in paragraphs (a blank line between), "# " before a heading, "- " before an item.
 */
struct lw_study_text {
    const char *const *in;
};

struct lw_study_contact {
    const char *name, *email, *institution; /* institution may be NULL */
};

struct lw_study_approval {
    const char *board, *number, *from, *until; /* dates as 2027-01-31 */
};

/* A statement the person ticks; or, in the list of special categories (GDPR, article 9),
 * one that allows certain questions and is never ticked beforehand. */
struct lw_study_statement {
    const struct lw_json *at;
    const char *id;
    struct lw_study_text text;
    bool required;
};

struct lw_study_consent {
    const char *version;
    struct lw_study_text text;
    int64_t minimum_age;
    struct lw_study_statement *statements;
    size_t n_statements;
    struct lw_study_statement *special;
    size_t n_special;
};

struct lw_study_device {
    bool keyboard, headphones, full_screen; /* needed */
    bool phone;                             /* allowed */
};

/* A recruiting panel: its person's id is taken from the link; the code says how it went.
 */
struct lw_study_panel {
    const char *id_parameter; /* of the link's query: PROLIFIC_PID */
    const char *completed, *declined, *withdrawn, *unsuitable; /* codes; may be NULL */
    const char *return_to; /* link with {code} in it; NULL: the code is only shown */
};

/* Levels. A set has one source and, from that, a choice. */
enum lw_study_maker { LW_STUDY_BY_PROGRAM, LW_STUDY_BY_PERSON };

/* Anyone can make the levels again from this. */
struct lw_study_recipe {
    const char *method; /* NULL: the game's first generator */
    struct lw_setting *options;
    size_t n_options;
    struct lw_setting *filters; /* measure or feature, and its range "3..7" */
    size_t n_filters;
    const char *order; /* "pushes", "-rating", ...; NULL: as made */
    int64_t count, seed, diverse;
};

/* What is stored: levels of the set's game. */
struct lw_study_query {
    const char *author, *method; /* NULL: any */
};

enum lw_study_source {
    LW_STUDY_FROM_PACK,
    LW_STUDY_FROM_FILE,
    LW_STUDY_FROM_RECIPE,
    LW_STUDY_FROM_QUERY
};

/* Nearest neighbours: for each level of `set`, the one not yet taken that is nearest in
 * the named measures and features, each divided by its spread in `set`. */
struct lw_study_match {
    const char *set;
    const char *const *on;
    size_t n_on;
    double within; /* no further than this many spreads; 0: any */
};

enum lw_study_take { LW_STUDY_TAKE_FIRST, LW_STUDY_TAKE_RANDOM, LW_STUDY_TAKE_SPREAD };

struct lw_study_set {
    const struct lw_json *at;
    const char *id, *game;
    struct lw_study_text title; /* for people; hides what it should */
    struct lw_study_text goal;  /* shown above each of its levels; may be absent */
    enum lw_study_maker made_by;
    const char *author, *credit, *terms; /* of levels that are not the program's own */
    const char *technique;               /* NULL: none is compared */
    const char *rules;                   /* "name=value" lines; NULL: defaults */
    enum lw_study_source source;
    const char *pack, *file;
    struct lw_study_recipe *recipe;
    const char *game_file; /* the game's source, where a recipe's kind is made from one */
    struct lw_study_recipe *made_with; /* how a file of generated levels was made */
    struct lw_study_query *query;
    const int64_t *numbers; /* of the source, from 1: only these, in this order */
    size_t n_numbers;
    struct lw_setting *where; /* measure or feature, and its range */
    size_t n_where;
    struct lw_study_match *match;
    int64_t count; /* 0: all that are left */
    enum lw_study_take take;
    int64_t seed;     /* of take random */
    const char *sort; /* measure, feature or "title"; NULL: as they come */
};

/* Factors. Either values, or orders of some things. */
enum lw_study_scheme {
    LW_STUDY_ORDERS_ALL,      /* every order */
    LW_STUDY_ORDERS_ROTATED,  /* cyclic Latin square: each thing once in each place */
    LW_STUDY_ORDERS_BALANCED, /* Williams: each also follows each other equally often */
    LW_STUDY_ORDERS_LISTED    /* those of the list */
};

struct lw_study_names {
    const char *const *names;
    size_t n;
};

struct lw_study_orders {
    const char *const *of;
    size_t n_of;
    enum lw_study_scheme scheme;
    struct lw_study_names *list;
    size_t n_list;
};

struct lw_study_factor {
    const struct lw_json *at;
    const char *id;
    struct lw_study_text title;
    const char *const *values;
    size_t n_values;
    struct lw_study_orders *orders; /* instead of values */
    int64_t wanted;                 /* values that the original had; 0: as many as here */
    const char *why_fewer;
};

/* What the cells are claimed to keep apart; counted over all cells when checked. */
enum lw_study_balance_kind {
    LW_STUDY_BALANCE_CROSSED,   /* every combination of the factors' values as often */
    LW_STUDY_BALANCE_POSITIONS, /* of an order factor: each thing in each place as often
                                 */
    LW_STUDY_BALANCE_CARRY_OVER /* each thing right after each other one as often */
};

struct lw_study_balance {
    const struct lw_json *at;
    enum lw_study_balance_kind kind;
    const char *const *factors;
    size_t n_factors;
};

/* A cell written out: a value for every factor. */
struct lw_study_listed_cell {
    const struct lw_json *at;
    struct lw_setting *values;
    size_t n_values;
};

struct lw_study_cell_design {
    struct lw_study_listed_cell *list; /* n 0: all combinations */
    size_t n_list;
    struct lw_study_balance *balance;
    size_t n_balance;
};

enum lw_study_ties { LW_STUDY_TIES_RANDOM, LW_STUDY_TIES_IN_ORDER };

struct lw_study_assignment {
    enum lw_study_ties ties;
    int64_t lease_minutes; /* how long a cell is kept for someone who is not heard of */
};

enum lw_study_counted { LW_STUDY_COUNT_COMPLETED, LW_STUDY_COUNT_KEPT };

/* Who counts besides the people of this version: those of the versions before, as long as
 * the cells are the same, or nobody. */
enum lw_study_across_versions { LW_STUDY_CARRY_OVER, LW_STUDY_ANEW };

struct lw_study_stopping {
    int64_t people; /* 0: until the date or until it is closed */
    enum lw_study_counted counted;
    enum lw_study_across_versions across_versions;
    const char *until;      /* date; NULL: none */
    const char *reason;     /* why this many */
    const char *why_uneven; /* why so many that cells differ by one; NULL: they do not */
};

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

/* Questions. */
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

/* Words to be judged by their pitch, alone or during play. Times in milliseconds. */
struct lw_study_prompts {
    int64_t interval_from_ms, interval_to_ms; /* from onset to onset, drawn evenly */
    int64_t lead_in_ms;                       /* before the first */
    int64_t max_run;      /* of one pitch, one word or one congruency, at most */
    int64_t left_out_min; /* minutes at the beginning that the analysis leaves out */
    bool feedback;        /* a line says right or wrong */
    const char *high_key, *low_key;             /* KeyboardEvent.code */
    const char *other_high_key, *other_low_key; /* for keyboards without number pad */
};

struct lw_study_attention {
    int64_t practice_trials; /* with feedback; a multiple of 24 */
    int64_t blocks, repeats; /* each of the 48 so often in a block */
    int64_t fixation_from_ms, fixation_to_ms, cue_ms, gap_ms, answer_ms;
    int64_t trial_ms; /* of the whole */
    const char *left_key, *right_key;
    double arrows_degrees, offset_degrees, distance_cm;
};

struct lw_study_tone_check {
    int64_t trials, needed, attempts;
};

enum lw_study_instrument {
    LW_STUDY_ATTENTION,       /* attention network test */
    LW_STUDY_STROOP,          /* auditory Stroop, alone */
    LW_STUDY_HEADPHONE_CHECK, /* count tones that loudspeakers cancel */
    LW_STUDY_PITCH_CHECK      /* each of the four words: high or low? */
};

enum lw_study_give_up {
    LW_STUDY_GIVE_UP_ANY_TIME,
    LW_STUDY_GIVE_UP_LATER,
    LW_STUDY_GIVE_UP_NEVER
};
enum lw_study_ask { LW_STUDY_ASK_SOLVED, LW_STUDY_ASK_ENDED };

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
const char *lw_study_instrument_name(enum lw_study_instrument instrument);

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
    bool repeats, equal, play;
};

struct lw_study {
    const struct lw_json *json; /* as read */
    int64_t format, version;
    const char *name;
    const char *const *languages; /* the first is the one to fall back on */
    size_t n_languages;
    struct lw_study_text title, summary;
    const char *source; /* the paper it follows; NULL: none */
    struct lw_study_contact *contact;
    struct lw_study_approval *approval;
    struct lw_study_consent consent;
    struct lw_study_device device;
    struct lw_study_panel *panel;
    const char *retention_until; /* date; NULL: not yet said */
    int64_t seed;                /* of every draw */
    int64_t minutes;             /* that taking part is said to take */
    struct lw_study_set *sets;
    size_t n_sets;
    struct lw_study_factor *factors;
    size_t n_factors;
    struct lw_study_cell_design cells;
    struct lw_study_assignment assignment;
    struct lw_study_stopping stopping;
    struct lw_study_exclusion *exclusions;
    size_t n_exclusions;
    struct lw_study_analysis analysis;
    struct lw_study_choice *choices;
    size_t n_choices;
    struct lw_study_phase *phases;
    size_t n_phases;
};

struct lw_study_input {
    const char *text;
    size_t len;
    const char *today; /* "2026-11-17": have dates passed? NULL: not compared */
};

/* Reads and checks. Every fault goes to `faults`, in the order of their places; BAD_INPUT
 * when there is one that forbids using the definition (faults->n_wrong > 0), with the
 * first of them in err. Nothing but *out is of use then. The text is not needed after. */
lw_status lw_study_read(struct lw_arena *arena, const struct lw_study_input *input,
                        struct lw_study **out, struct lw_study_faults *faults,
                        struct lw_error *err) LW_MUST_CHECK;

/* In that language, else in the first; "" when there is no such text. */
const char *lw_study_text_in(const struct lw_study *study, struct lw_study_text text,
                             const char *language);
/* By id; NULL when there is none. Phases are found inside groups, too. */
const struct lw_study_phase *lw_study_phase_find(const struct lw_study *study,
                                                 const char *id);
const struct lw_study_set *lw_study_set_find(const struct lw_study *study,
                                             const char *id);
/* n_factors when there is none. */
size_t lw_study_factor_find(const struct lw_study *study, const char *id);

/* What exclusion rules may ask of a person (lw/study/measures.h works it out): code,
 * name, unit and meaning; and the same as a list that ends with a NULL name. */
#define LW_STUDY_MEASURE_LIST(X)                                                         \
    X(SECONDS, "seconds", "s", "how long the phase, or the whole, took")                 \
    X(HIDDEN_SECONDS, "hidden_seconds", "s",                                             \
      "how long the page was not visible or not in front")                               \
    X(HIDDEN_TIMES, "hidden_times", NULL, "how often it was left")                       \
    X(ACCURACY, "accuracy", NULL, "share of right answers among those given, 0 to 1")    \
    X(MISSED_SHARE, "missed_share", NULL,                                                \
      "share of prompts or trials without an answer, 0 to 1")                            \
    X(REACTION_MS, "reaction_ms", "ms",                                                  \
      "median reaction time of right answers in milliseconds")                           \
    X(LEVELS_STARTED, "levels_started", NULL, "levels that were begun")                  \
    X(LEVELS_SOLVED, "levels_solved", NULL, "levels that were solved")                   \
    X(COMPARISONS, "comparisons", NULL, "pairs that were judged")                        \
    X(REPEAT_AGREEMENT, "repeat_agreement", NULL,                                        \
      "share of repeated pairs judged alike, 0 to 1")                                    \
    X(SAME_ANSWER_SHARE, "same_answer_share", NULL,                                      \
      "share of the most frequent answer among all ratings, 0 to 1")                     \
    X(FASTEST_ANSWER_MS, "fastest_answer_ms", "ms",                                      \
      "shortest time between a question and its answer")                                 \
    X(HEADPHONES, "headphones", NULL, "1 if the headphone check was passed, 0 if not")   \
    X(PITCH, "pitch", NULL, "1 if the pitch check was passed, 0 if not")                 \
    X(FRAME_MS, "frame_ms", "ms",                                                        \
      "median time of a frame of the display in milliseconds")                           \
    X(EVENTS_LOST, "events_lost", NULL, "events that could not be stored")
enum lw_study_measure_code {
#define X(code, name, unit, about) LW_STUDY_MEASURE_##code,
    LW_STUDY_MEASURE_LIST(X)
#undef X
        LW_STUDY_N_MEASURES
};
struct lw_study_measure {
    const char *name, *unit, *about; /* unit NULL: none */
};
extern const struct lw_study_measure lw_study_measures[];

/* The JSON Schema (draft 2020-12) of the file, as docs/study.schema.json. */
void lw_study_schema(struct lw_buffer *out);

/* Canonical JSON: members in the order of their names, no white space, numbers as short
 * as they can be. The same value, the same bytes. */
void lw_study_canonical(const struct lw_json *value, struct lw_buffer *out);

#endif
