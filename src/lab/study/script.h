/* Scripts in R that compute a design's numbers from the same export. */
#ifndef LAB_STUDY_SCRIPT_H
#define LAB_STUDY_SCRIPT_H

#include "study/designs.h"

/* analysis.R in the folder of the report: what designs share that are about plays, then
 * the design's own part (loaders/DESIGN.R). */
void study_put_script(const struct study_export *e, struct report *r, const char *design);

/* features.csv beside it, which has what an export does not: features. A level a row. */
struct study_script_levels {
    const char *const *ids;
    const char *const *techniques; /* NULL: none are compared */
    const char *const *features;
    const double *x; /* n x p */
    size_t n, p;
};
void study_put_script_levels(struct report *r, const struct study_script_levels *levels);

#endif
