/* Judging answers by their questions. */
#ifndef STUDY_ANSWERS_H
#define STUDY_ANSWERS_H

#include "lw/study/events.h"

/* The question of that id; n_questions when there is none. */
size_t study_question_find(const struct lw_study_phase *phase, const char *id);
/* trial: whose pictures may be marked. */
lw_status study_answer_check(const struct lw_study_question *question,
                             const struct lw_json *value,
                             const struct lw_study_levels *levels,
                             const struct lw_study_trial *trial,
                             struct lw_error *err) LW_MUST_CHECK;
/* Is the level one of the trial's? */
bool study_trial_has_level(const struct lw_study_levels *levels,
                           const struct lw_study_trial *trial, const char *id);

#endif
