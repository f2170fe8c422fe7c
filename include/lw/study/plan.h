/* A person's plan: every phase and trial, in order.
 *
 * A pure function of the frozen study, the cell and the person's number: no draw is made
 * anywhere else, so that a reload, another machine or a simulation meets the same trials.
 * Only pairs that are chosen for information are left open, because they depend on what
 * others have answered by then.
 *
 * A phase is named by its id and its place in the plan (seq, from 0); a trial by its
 * phase and its number in it (from 0). */
#ifndef LW_STUDY_PLAN_H
#define LW_STUDY_PLAN_H

#include "lw/base/rng.h"
#include "lw/study/cells.h"
#include "lw/study/levels.h"

#define LW_STUDY_MAX_TRIALS 2048 /* of a phase, and answers of a phase */

struct lw_study_level_ref {
    uint16_t set;   /* of lw_study_levels */
    uint16_t level; /* in it */
};

enum lw_study_trial_kind {
    LW_STUDY_TRIAL_LEVEL,     /* play refs[0] */
    LW_STUDY_TRIAL_PAIR,      /* refs[0] on the left, refs[1] on the right */
    LW_STUDY_TRIAL_OPEN_PAIR, /* two of refs, chosen when it is reached; swap: the first
                               * of them on the right */
    LW_STUDY_TRIAL_PICTURES,  /* refs[0..n_refs) */
    LW_STUDY_TRIAL_ATTENTION,
    LW_STUDY_TRIAL_WORD,  /* a word to be judged by pitch, alone */
    LW_STUDY_TRIAL_TONES, /* headphone check */
    LW_STUDY_TRIAL_QUESTIONS
};
const char *lw_study_trial_kind_name(enum lw_study_trial_kind kind);

enum lw_study_cue {
    LW_STUDY_CUE_NONE,
    LW_STUDY_CUE_CENTRE,
    LW_STUDY_CUE_DOUBLE,
    LW_STUDY_CUE_SPATIAL
};
enum lw_study_flanker { LW_STUDY_NEUTRAL, LW_STUDY_CONGRUENT, LW_STUDY_INCONGRUENT };

struct lw_study_attention_trial {
    uint8_t block; /* 0: practice */
    uint8_t cue, flanker;
    bool below, right; /* place; direction of the middle arrow */
    uint16_t fixation_ms;
};

/* high: the word says "high"; high_voice: it is spoken so, and that is the answer. */
struct lw_study_word {
    bool high, high_voice;
    uint32_t at_ms; /* onset, from the beginning of the phase */
};

struct lw_study_tones {
    uint8_t n;          /* tones; the answer */
    uint8_t opposed[8]; /* 1: in opposite phase, which loudspeakers cancel */
};

struct lw_study_trial {
    enum lw_study_trial_kind kind;
    bool swap;
    struct lw_study_level_ref *refs;
    size_t n_refs;
    struct lw_study_attention_trial attention;
    struct lw_study_word word;
    struct lw_study_tones tones;
};

struct lw_study_plan_phase {
    const char *id; /* "consent" and "end" besides those of the definition */
    enum lw_study_phase_type type;
    const struct lw_study_phase *phase; /* NULL: consent and end */
    struct lw_study_trial *trials;
    size_t n_trials;
    struct lw_study_word *prompts; /* during play */
    size_t n_prompts;
};

struct lw_study_plan {
    size_t cell;
    uint64_t person; /* from 1 */
    struct lw_study_plan_phase *phases;
    size_t n_phases;
};

struct lw_study_plan_request {
    const struct lw_study *study;
    const struct lw_study_cells *cells;
    const struct lw_study_levels *levels;
    size_t cell;
    uint64_t person;
};

lw_status lw_study_plan_make(const struct lw_study_plan_request *request,
                             struct lw_arena *arena, struct lw_study_plan *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* Makes a plan for every cell, once its levels are known, and adds what is wrong to the
 * faults: levels that a cell lacks, and more pairs or marks than there are, with which
 * nobody could go on. LW_OK also then. */
lw_status lw_study_plans_try(const struct lw_study *study,
                             const struct lw_study_cells *cells,
                             const struct lw_study_levels *levels,
                             const struct lw_alloc *alloc, struct lw_study_faults *faults,
                             struct lw_error *err) LW_MUST_CHECK;

/* As the pages get it: the definition's texts in one language and nothing that is hidden
 * from the person (who made a level, which technique, which cell). Levels are given by
 * "level": "SET:NUMBER" only where the person may know them, always by "id". A debriefing
 * after the phase `reached` has no texts yet: it says what was hidden. */
void lw_study_plan_json(const struct lw_study_plan_request *request,
                        const struct lw_study_plan *plan, const char *language,
                        size_t reached, struct lw_buffer *out);
/* For the researcher: one line a phase and, with trials, one line a trial. */
void lw_study_plan_text(const struct lw_study_plan_request *request,
                        const struct lw_study_plan *plan, bool trials,
                        struct lw_buffer *out);
/* The instruction sheet of a cell, to be printed, Markdown. The participant's has the
 * order, minutes and instructions, as Taylor's Figure 4.1; neither the condition nor the
 * debriefing nor ids. The experimenter's has these, too, and room for times; it is marked
 * as not to be handed out. */
void lw_study_sheet(const struct lw_study_plan_request *request,
                    const struct lw_study_plan *plan, const char *language,
                    struct lw_buffer *out);
void lw_study_sheet_experimenter(const struct lw_study_plan_request *request,
                                 const struct lw_study_plan *plan, const char *language,
                                 struct lw_buffer *out);

/* The pieces that draw, each from a stream of its own; for instruments used alone. */

/* 48 * repeats trials a block, each of the 48 exactly repeats times in every block;
 * practice trials first. n_out as lw_study_attention_count says. */
size_t lw_study_attention_count(const struct lw_study_attention *attention);
void lw_study_attention_trials(const struct lw_study_attention *attention,
                               const struct lw_rng *stream,
                               struct lw_study_attention_trial *out);
/* Words until `minutes` are over: each of the four equally often in every run of eight,
 * none of pitch, word and congruency more than max_run times in a row. Returns how many
 * there are; writes at most room. */
size_t lw_study_words_draw(const struct lw_study_prompts *prompts, double minutes,
                           const struct lw_rng *stream, struct lw_study_word *out,
                           size_t room);

#endif
