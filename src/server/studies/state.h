/* What a person's log amounts to, as the store keeps it: a short text beside the log, so
 * that nothing is replayed when the next events come. */
#ifndef STUDY_STATE_H
#define STUDY_STATE_H

#include "lw/store/persons.h"
#include "lw/study/events.h"

struct person_state {
    struct lw_study_progress progress;
    /* The open pair that was named last; trial -1: none. */
    uint32_t pair_phase;
    int64_t pair_trial;
    char left[LW_STORE_ID_SIZE], right[LW_STORE_ID_SIZE];
    bool is_unfit; /* a check was not passed */
    char at[41];   /* id of the phase whose turn it is; empty: past the last */
    uint64_t been; /* phases that were begun: a bit for each person_phase_slot */
    /* Once the person has ended: */
    uint32_t flags;   /* of lw_study_judge */
    bool is_excluded; /* by a rule of the definition */
};

/* Whom the stopping rule does not count, a pattern for the text below: those who are
 * excluded, when it counts people who are kept; else NULL. */
const char *person_uncounted(const struct lw_study *study);

/* From lw_store_person's progress; empty: the beginning. */
lw_status person_state_read(const char *text, struct lw_arena *arena,
                            struct person_state *out, struct lw_error *err) LW_MUST_CHECK;
void person_state_write(const struct person_state *state, struct lw_buffer *out);
/* Phases of a definition in one list: consent, those of the file with groups opened, end.
 * The name of a slot, NULL past the last; the slot of a name, SIZE_MAX: none. */
const char *person_phase_name(const struct lw_study *study, size_t slot);
size_t person_phase_slot(const struct lw_study *study, const char *id);
enum lw_person_state person_state_of(const struct person_state *state);

/* For the page: what it needs to go on. Members of the object that is open. */
struct lw_json_writer;
void person_state_json(const struct person_state *state, const struct lw_study *study,
                       const struct lw_study_plan *plan, struct lw_json_writer *json);

#endif
