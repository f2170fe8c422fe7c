/* Cells: the combinations of factors that people are assigned to. */
#ifndef LW_STUDY_CELLS_H
#define LW_STUDY_CELLS_H

#include "lw/study/definition.h"

/* The values of a factor, with the orders of an order factor worked out. */
struct lw_study_values {
    const char *const *names; /* of an order: its things joined by ">" */
    size_t n;
    const uint8_t *orders; /* n times n_things indices into orders->of; NULL: no orders */
    size_t n_things;
};

struct lw_study_cell {
    const char *id;         /* "1", "2", ... */
    const char *name;       /* values joined by "." */
    const uint16_t *values; /* one for each factor: which of its values */
};

struct lw_study_cells {
    struct lw_study_values *values; /* one for each factor */
    size_t n_factors;
    struct lw_study_cell *cells; /* without factors there is one */
    size_t n;
};

/* Works out the cells and counts every claim of balance over them; what does not hold is
 * a fault with the counts and, where it cannot hold, why. */
lw_status lw_study_cells_make(const struct lw_study *study, struct lw_arena *arena,
                              struct lw_study_faults *faults, struct lw_study_cells *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Can people in the cells of one version be counted with those of another? They can when
 * factors and cells have the same names in the same order. why: the first difference, as
 * a clause; empty when there is none. */
#define LW_STUDY_CELLS_WHY 200
bool lw_study_cells_same(const struct lw_study *before,
                         const struct lw_study_cells *before_cells,
                         const struct lw_study *after,
                         const struct lw_study_cells *after_cells,
                         char why[LW_STUDY_CELLS_WHY]);
/* By number or name; n when there is none. */
size_t lw_study_cell_find(const struct lw_study_cells *cells, const char *id);
/* What a choice by cell comes to; never NULL in a definition that was checked. */
struct lw_study_names lw_study_by_cell(const struct lw_study *study,
                                       const struct lw_study_cells *cells, size_t cell,
                                       const struct lw_study_by *by,
                                       struct lw_arena *arena);
/* Whether a phase belongs to the cell. */
bool lw_study_phase_in_cell(const struct lw_study *study,
                            const struct lw_study_cells *cells, size_t cell,
                            const struct lw_study_phase *phase);

#endif
