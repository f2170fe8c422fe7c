/* Streams of randomness inside a plan. A person's stream is named by the study's seed and
 * the person's number; every phase has its own by its id, every kind of draw its own by
 * these labels. So a change in one phase leaves the draws of all others as they were. */
#ifndef STUDY_DRAW_H
#define STUDY_DRAW_H

#include "lw/base/rng.h"
#include "lw/study/plan.h"

#define STUDY_LABEL_ORDER 1u
#define STUDY_LABEL_LEVELS 2u
#define STUDY_LABEL_TRIALS 3u
#define STUDY_LABEL_TIMES 4u
#define STUDY_LABEL_WORDS 5u
#define STUDY_LABEL_PAIRS 6u
#define STUDY_LABEL_SIDES 7u
#define STUDY_LABEL_REPEATS 8u

struct lw_rng study_phase_stream(const struct lw_study *study, uint64_t person,
                                 const char *phase);
void study_pitch_check(const struct lw_rng *stream, struct lw_study_word *out,
                       size_t trials, size_t attempts);
void study_tones(const struct lw_rng *stream, struct lw_study_tones *out, size_t n);

#define STUDY_MAX_PAIRS 1000 /* planned where one may judge as many as one likes */
/* How many pairs a phase plans over n levels. */
size_t study_pairs_count(const struct lw_study_phase *phase, size_t n);
struct study_pair_draw {
    const struct lw_study_phase *phase;
    const struct lw_rng *stream;
    struct lw_study_level_ref *refs;
    size_t n;
};
/* Fills trials[0..count). */
lw_status study_pairs_draw(const struct study_pair_draw *draw,
                           struct lw_study_trial *trials, size_t count,
                           struct lw_arena *arena) LW_MUST_CHECK;

#endif
