/* The truth about simulated people: the numbers that an analysis should find. */
#ifndef LW_STUDY_TRUTH_H
#define LW_STUDY_TRUTH_H

#include "lw/base/buffer.h"
#include "lw/base/status.h"

/* Code, name, unit, value unless told otherwise, least, most, meaning. "Generated less
 * hand-made" is of the maker of the levels at hand, and nothing where a study has no
 * levels of both kinds; effects are added on the stated scale. */
#define LW_STUDY_TRUTH_LIST(X)                                                           \
    X(SET_REACTION, "set-reaction", "log", 0, -2, 2,                                     \
      "reaction to words during play: generated less hand-made levels; 0.05 is 5 % "     \
      "slower")                                                                          \
    X(SET_ACCURACY, "set-accuracy", "logit", 0, -5, 5,                                   \
      "right answers to words during play: generated less hand-made")                    \
    X(SET_MISSES, "set-misses", "logit", 0, -5, 5,                                       \
      "words without an answer during play: generated less hand-made")                   \
    X(SET_SPREAD, "set-spread", "log", 0.15, 0, 1,                                       \
      "SD between people of the set effect on reaction")                                 \
    X(ORDER_REACTION, "order-reaction", "log", -0.03, -2, 2,                             \
      "reaction during play: second less first set played")                              \
    X(ORDER_ACCURACY, "order-accuracy", "logit", 0.1, -5, 5,                             \
      "right answers during play: second less first set played")                         \
    X(ORDER_MISSES, "order-misses", "logit", -0.1, -5, 5,                                \
      "words without an answer during play: second less first set played")               \
    X(ORDER_BY_SET, "order-by-set", "log", 0, -2, 2,                                     \
      "set effect on reaction of who plays the generated set first less that of others") \
    X(STROOP_REACTION, "stroop-reaction", "log", 0.06, -2, 2,                            \
      "reaction to words: incongruent less congruent")                                   \
    X(STROOP_ACCURACY, "stroop-accuracy", "logit", -0.6, -5, 5,                          \
      "right answers to words: incongruent less congruent")                              \
    X(STROOP_MISSES, "stroop-misses", "logit", 0.15, -5, 5,                              \
      "words without an answer: incongruent less congruent")                             \
    X(REACTION_MS, "reaction-ms", "ms", 750, 200, 3000,                                  \
      "mean reaction to a congruent word of the average person, after practice")         \
    X(REACTION_SD, "reaction-sd", "log", 0.15, 0, 1, "SD between people of reactions")   \
    X(REACTION_SHAPE, "reaction-shape", "share", 0.25, 0, 0.9,                           \
      "of a reaction that is its exponential part; a normal part has a third of its SD") \
    X(REACTION_LEARNING, "reaction-learning", "log", 0.1, -1, 1,                         \
      "how much slower the first words are than later ones")                             \
    X(ACCURACY, "accuracy", "logit", 3, -5, 8,                                           \
      "right answers to congruent words of the average person")                          \
    X(ACCURACY_SD, "accuracy-sd", "logit", 0.6, 0, 3, "SD between people of accuracy")   \
    X(MISSES, "misses", "logit", -3, -8, 5,                                              \
      "words without an answer of the average person during play")                       \
    X(MISSES_SD, "misses-sd", "logit", 0.6, 0, 3, "SD between people of misses")         \
    X(ALERTING_MS, "alerting-ms", "ms", 40, -500, 500,                                   \
      "attention test: no cue less double cue")                                          \
    X(ORIENTING_MS, "orienting-ms", "ms", 45, -500, 500,                                 \
      "attention test: centre cue less spatial cue")                                     \
    X(EXECUTIVE_MS, "executive-ms", "ms", 100, -500, 500,                                \
      "attention test: incongruent less congruent flankers")                             \
    X(ABILITY_SD, "ability-sd", "logit", 1, 0, 5,                                        \
      "SD between people of skill at levels")                                            \
    X(LEARNING, "learning", "logit", 0.02, -1, 1, "skill gained with each level played") \
    X(DIFFICULTY_SD, "difficulty-sd", "logit", 1.5, 0, 5,                                \
      "SD between levels of their true difficulty")                                      \
    X(DIFFICULTY_KNOWN, "difficulty-known", "correlation", 0.6, -1, 1,                   \
      "of true difficulty with the log of the fewest moves")                             \
    X(DIFFICULTY_MADE, "difficulty-made", "logit", 0, -5, 5,                             \
      "true difficulty: generated less hand-made levels")                                \
    X(RATING_NOISE, "rating-noise", "SD", 0.6, 0, 5,                                     \
      "noise of a rating, where ratings of difficulty have an SD of 1")                  \
    X(LIKING_DIFFICULTY, "liking-difficulty", "correlation", 0.4, -1, 1,                 \
      "of how entertaining with how hard a level feels")                                 \
    X(LIKING_MADE, "liking-made", "SD", 0, -5, 5,                                        \
      "how much generated levels are liked better than hand-made ones")                  \
    X(LIKING_TECHNIQUE, "liking-technique", "SD", 0, -5, 5,                              \
      "how much more each technique is liked than the one before it by name")            \
    X(MAKER_SEEN, "maker-seen", "logit", 0, -5, 5,                                       \
      "marks \"a person made this\": levels that a person made less generated ones")     \
    X(SIDE_BIAS, "side-bias", "logit", 0, -5, 5,                                         \
      "comparisons: the left one said to be harder, whatever it is")                     \
    X(LAPSES, "lapses", "share", 0.05, 0, 0.5,                                           \
      "answers that are given without thinking, at random; to words and arrows a "       \
      "quarter of it")                                                                   \
    X(DROPOUT, "dropout", "share", 0.08, 0, 0.95,                                        \
      "people who leave for good somewhere on the way")                                  \
    X(AWAY, "away", "share", 0.1, 0, 1, "people who leave the page for a while")         \
    X(ARRIVAL_MINUTES, "arrival-minutes", "min", 20, 0, 1e6,                             \
      "mean time from one person's arrival to the next one's")
enum lw_study_truth_code {
#define X(code, name, unit, fallback, least, most, about) LW_STUDY_TRUTH_##code,
    LW_STUDY_TRUTH_LIST(X)
#undef X
        LW_STUDY_N_TRUTHS
};
struct lw_study_truth_about {
    const char *name, *unit;
    double fallback, least, most;
    const char *about;
};
extern const struct lw_study_truth_about lw_study_truths[LW_STUDY_N_TRUTHS];

struct lw_study_truth {
    double value[LW_STUDY_N_TRUTHS];
};
void lw_study_truth_begin(struct lw_study_truth *truth);
/* "set-reaction=0.05". USAGE with the nearest name or the range. */
lw_status lw_study_truth_set(struct lw_study_truth *truth, const char *text,
                             struct lw_error *err) LW_MUST_CHECK;
/* One line each, for help and docs. */
void lw_study_truth_page(struct lw_buffer *out);

#endif
