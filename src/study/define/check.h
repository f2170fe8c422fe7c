/* What only the whole of a definition can tell. */
#ifndef STUDY_CHECK_H
#define STUDY_CHECK_H

#include "define/faults.h"
#include "lw/study/cells.h"

/* References, dates, bounds that depend on each other. today: NULL for a study that was
 * opened before, which neither the day nor the texts of these pages can make wrong. */
void study_check(const struct lw_study *study, const struct reporter *report,
                 const char *today);
/* is_new: also what studies that were opened before may still have. */
void study_check_phases(const struct lw_study *study, const struct reporter *report,
                        bool is_new);
/* The texts for the pages. */
void study_check_interface(const struct lw_study *study, const struct reporter *report);
/* What depends on the cells that came of it. */
void study_check_cells(const struct lw_study *study, const struct lw_study_cells *cells,
                       const struct reporter *report);
/* From a tree that is a definition's. */
lw_status study_read_tree(struct lw_arena *arena, const struct lw_json *root,
                          const char *today, struct lw_study **out,
                          struct lw_study_faults *faults,
                          struct lw_error *err) LW_MUST_CHECK;
/* The member of an object, else the object. */
const struct lw_json *study_member_or(const struct lw_json *object, const char *key);
/* Equal, and not empty: what is at fault already is not held against others. */
bool study_same_id(const char *a, const char *b);
/* Is it among the names? */
bool study_has_name(const char *const *names, size_t n, const char *name);

#endif
