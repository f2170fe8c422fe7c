/* Which phases of a definition are those of the thesis, and the names of its variables.
 */
#include <string.h>

#include "study/taylor.h"

const char *const taylor_set_names[] = {"generated", "hand-made"};
const char *const taylor_measure_names[] = {"reaction time", "accuracy",
                                            "missed prompts"};
const char *const taylor_congruency_names[] = {"congruent", "incongruent"};

static const struct {
    const char *name, *title;
} covariables[TAYLOR_N_COVARIABLES] = {
    {"attempted", "Levels Attempted"},
    {"solved", "Levels Solved"},
    {"quit", "Levels Quit"},
    {"ant_rt_congruent", "Congruent Reaction Time"},
    {"ant_rt_incongruent", "Incongruent Reaction Time"},
    {"ant_rt_neutral", "Neutral Reaction Time"},
    {"ant_right_congruent", "Congruent Accuracy"},
    {"ant_right_incongruent", "Incongruent Accuracy"},
    {"ant_right_neutral", "Neutral Accuracy"},
    {"practice_attempted", "Levels Attempted"},
    {"practice_solved", "Levels Solved"},
    {"practice_moves", "Excess Moves"},
    {"practice_pushes", "Excess Pushes"},
    {"words_rt_congruent", "Congruent Reaction Time"},
    {"words_rt_incongruent", "Incongruent Reaction Time"},
    {"words_right_congruent", "Congruent Accuracy"},
    {"words_right_incongruent", "Incongruent Accuracy"},
    {"words_missed_congruent", "Congruent Missed Prompts"},
    {"words_missed_incongruent", "Incongruent Missed Prompts"},
    {"computer_hours", "Computer Hours per Week"},
    {"gaming_hours", "Hours per Week Gaming"},
    {"likes_games", "Likes Games"},
    {"likes_puzzles", "Likes Puzzle Games"},
    {"wonderful", "Terrible vs. Wonderful"},
    {"easy", "Difficult vs. Easy"},
    {"satisfying", "Frustrating vs. Satisfying"},
    {"stimulating", "Dull vs. Stimulating"},
    {"fun", "Boring vs. Fun"},
};

const char *taylor_covariable_title(size_t i) {
    return covariables[i].title;
}

const char *taylor_covariable_name(size_t i) {
    return covariables[i].name;
}

struct taylor_group_about taylor_group(enum taylor_group group) {
    static const struct taylor_group_about groups[] = {
#define X(code, id, title, n) {id, title, 0, n},
        TAYLOR_GROUPS(X)
#undef X
    };
    struct taylor_group_about out = groups[group];
    for (size_t i = 0; i < (size_t)group; i++) {
        out.first += groups[i].n;
    }
    return out;
}

/* Who made the levels of a phase: the set that any cell has in it says so. */
static const struct lw_study_set *set_of(const struct lw_study *study,
                                         const struct lw_study_phase *phase) {
    for (size_t i = 0; i < phase->n_levels; i++) {
        const struct lw_study_by *by = &phase->levels[i].sets;
        if (by->n_cases > 0 && by->cases[0].n_names > 0) {
            return lw_study_set_find(study, by->cases[0].names[0]);
        }
    }
    return NULL;
}

static void see_phase(const struct lw_study *study, const struct lw_study_phase *phase,
                      struct taylor_phases *out) {
    const struct lw_study_set *set = set_of(study, phase);
    for (size_t i = 0; i < phase->n_phases; i++) {
        see_phase(study, &phase->phases[i], out);
    }
    switch (phase->type) {
    case LW_STUDY_INSTRUMENT:
        if (phase->instrument == LW_STUDY_ATTENTION) {
            out->attention = phase->id;
        } else if (phase->instrument == LW_STUDY_STROOP) {
            out->words = phase->id;
        }
        break;
    case LW_STUDY_PRACTICE:
        out->sokoban = phase->id;
        break;
    case LW_STUDY_SURVEY:
        out->survey = phase->id;
        out->survey_phase = phase;
        break;
    case LW_STUDY_PLAY:
        if (phase->prompts != NULL && set != NULL) {
            out->main[set->made_by == LW_STUDY_BY_PROGRAM ? TAYLOR_GENERATED
                                                          : TAYLOR_HAND_MADE] = phase->id;
        }
        break;
    default:
        break;
    }
}

struct taylor_phases taylor_find_phases(const struct lw_study *study) {
    struct taylor_phases out = {.survey_phase = NULL};
    for (size_t i = 0; i < study->n_phases; i++) {
        see_phase(study, &study->phases[i], &out);
    }
    return out;
}
