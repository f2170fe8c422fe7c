/* The levels of a study and how they were played, as the analyses of the designs want
 * them: levels with their features, one row a play with the answers that followed it. */
#ifndef LAB_STUDY_LEVELS_H
#define LAB_STUDY_LEVELS_H

#include "lw/game.h"
#include "study/export_folder.h"

/* Sets of the last version, each level once: a puzzle that is in two sets is in the
 * first. Everything is in the arena given, or lives until study_levels_close. */
struct study_level {
    const struct lw_study_level_set *set;
    const struct lw_study_level *of;
    size_t number;                /* in the set, from 1 */
    const struct lw_level *level; /* NULL until opened */
    const struct lw_game_kind *kind;
    double *value; /* of the kind's features; NULL: not measured */
};

struct study_levels {
    struct lw_arena *arena;
    struct study_level *levels;
    size_t n;
    struct lw_opened *opened; /* [n] */
};
lw_status study_levels_read(const struct study_export *e, struct lw_arena *arena,
                            struct study_levels *out, struct lw_error *err) LW_MUST_CHECK;
void study_levels_close(struct study_levels *levels);
/* n when no level has that id. */
size_t study_levels_find(const struct study_levels *levels, const char *id);
/* Opens those of wanted [n] and computes their features up to that cost, within half a
 * minute each. A feature that could not be had is NaN. */
lw_status study_levels_measure(const struct study_export *e, struct study_levels *levels,
                               const bool *wanted, enum lw_feature_cost up_to,
                               struct lw_error *err) LW_MUST_CHECK;
/* NaN when it is not known, or not a feature of this game. */
double study_level_feature(const struct study_level *level, const char *name);

/* What one person did with one level in one trial of a phase in which one plays, all
 * attempts together. */
struct study_play {
    size_t person; /* of the people who played, from 0 */
    double number; /* the person's */
    size_t level;
    const char *phase;
    double trial;
    const char *outcome; /* of the last attempt that ended; "": none did */
    double moves, pushes, restarts, seconds;
    double answer[4]; /* by the questions asked for; NaN: none */
};

struct study_plays {
    struct study_play *plays;
    size_t n, n_people;
    size_t n_unknown; /* of levels that the last version does not have */
};
/* Plays of people who are analysed, in phases of that type (lw_study_phase_type). A level
 * that a person left and never came back to counts as it was left. questions: ids, up to
 * four, ended by NULL. */
lw_status study_plays_read(const struct study_export *e,
                           const struct study_levels *levels,
                           const char *const *questions, struct study_plays *out,
                           struct lw_error *err) LW_MUST_CHECK;
bool study_play_solved(const struct study_play *play);

#endif
