/* What is measured of each person of a study; exclusion rules may ask for it. */
#ifndef LW_STUDY_MEASURE_LIST_H
#define LW_STUDY_MEASURE_LIST_H

/* Code, name, unit and meaning (lw/study/measures.h works them out); and the same as a
 * list that ends with a NULL name. */
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

#endif
