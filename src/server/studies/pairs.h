/* Pairs that are chosen for information: beliefs about the levels of a phase, from what
 * people have answered so far, and the pair to ask about next.
 *
 * Beliefs are kept in memory, made from the log at the first question and moved by every
 * answer that this server stores, in every version of the study that the answer counts
 * for. Beliefs know up to which event of each person they were made, so that an answer
 * that was stored while they were made counts once. A withdrawal forgets those of all
 * versions: they are made anew. */
#ifndef STUDY_PAIRS_H
#define STUDY_PAIRS_H

#include "lw/rating/pairs.h"
#include "lw/store/persons.h"
#include "studies/judge.h"

struct pair_beliefs *pair_beliefs_create(void); /* NULL: no memory */
void pair_beliefs_destroy(struct pair_beliefs *beliefs);

/* Names the open pair of that trial in j->state. */
lw_status pairs_choose(struct judgement *j, int64_t trial, struct lw_store *store,
                       struct lw_arena *arena, struct lw_error *err) LW_MUST_CHECK;
/* Events of this judgement were stored: an answer among them counts from now on. */
void pairs_note(struct judgement *j, struct studies *studies);
/* What is believed of a level at the moment, false when nobody has asked yet. */
bool pairs_believed(const struct study_held *held, const char *phase, const char *level,
                    struct lw_belief *out);
/* Somebody withdrew from the study. */
void pairs_forget(struct studies *studies, const char *study);

#endif
