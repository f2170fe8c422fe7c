/* Instruments of a study and their settings. */
#ifndef LW_STUDY_INSTRUMENTS_H
#define LW_STUDY_INSTRUMENTS_H

#include <stdbool.h>
#include <stdint.h>

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
const char *lw_study_instrument_name(enum lw_study_instrument instrument);

#endif
