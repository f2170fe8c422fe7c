/* The models of Taylor's design without their report: power is asked of the same fits. */
#ifndef LAB_STUDY_TAYLOR_MODELS_H
#define LAB_STUDY_TAYLOR_MODELS_H

#include "study/taylor.h"

#define TAYLOR_MODELS 3

/* Only lack of memory is a failure: data that a model cannot be fitted to say why. */
struct taylor_outcome {
    bool known;
    char why[200];
    struct study_adjusted got;
};

/* The thesis' three models of each variable. */
struct taylor_results {
    struct taylor_outcome of[TAYLOR_N_MEASURES][TAYLOR_N_CONGRUENCIES][TAYLOR_MODELS];
    size_t n_components[2]; /* covariables of the first two */
};

/* The registered one: one row a person and set, the mean of both congruencies. With a row
 * for each of these, people who differ in the effect of the set would count twice, and
 * intervals be too narrow. */
lw_status taylor_fit_primary(const struct taylor_data *d, struct taylor_outcome *out,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_fit_models(const struct taylor_data *d, struct taylor_results *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* The most significant of the three; TAYLOR_MODELS when none is known. */
size_t taylor_best_of(const struct taylor_outcome of[TAYLOR_MODELS]);

#endif
