/* Shared by the files that make Taylor's variables. */
#ifndef LAB_STUDY_TAYLOR_DATA_H
#define LAB_STUDY_TAYLOR_DATA_H

#include "lw/base/json_value.h"
#include "study/taylor.h"

/* Columns of a table by name; a missing one is a fault of the export. */
struct taylor_wanted {
    const char *name;
    const struct lw_column **to;
};
lw_status taylor_columns(const struct study_export *e, const char *table,
                         const struct taylor_wanted *wanted, size_t n_wanted,
                         size_t *rows, struct lw_error *err) LW_MUST_CHECK;
/* The place among those analysed; n when the person is not. */
size_t taylor_place(const struct taylor_data *d, double person);
/* A covariable of people: the same in the rows of both sets. */
void taylor_put_person(struct taylor_data *d, size_t covariable, size_t i, double value);

/* Room for the rows of d->n people. */
lw_status taylor_make_rows(struct taylor_data *d, struct lw_error *err) LW_MUST_CHECK;
/* Logits of the known values among n, in place; R's car decides by all of them. */
lw_status taylor_logits(const struct taylor_data *d, double *values, size_t n,
                        struct lw_error *err) LW_MUST_CHECK;
/* The logit of a person's covariable, which all people decide, once each. */
lw_status taylor_person_logits(struct taylor_data *d, size_t covariable,
                               struct lw_error *err) LW_MUST_CHECK;
/* Who has all covariables. */
void taylor_find_whole(struct taylor_data *d);

/* Questions of the survey that are covariables, from familiarity on. */
#define TAYLOR_N_ASKED 9
struct taylor_asked {
    const char *question;
    const char *option; /* of several: 1 if it is among them; NULL: the number */
};
extern const struct taylor_asked taylor_asked[TAYLOR_N_ASKED];

/* taylor_plays.c */
lw_status taylor_take_plays(struct taylor_data *d, struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_take_survey(struct taylor_data *d, struct lw_error *err) LW_MUST_CHECK;

#endif
