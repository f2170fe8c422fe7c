/* The designs of studies and how each is analysed: one function a design, over the export
 * that was read and a report that has the general part already. */
#ifndef LAB_STUDY_DESIGNS_H
#define LAB_STUDY_DESIGNS_H

#include "page/page.h"
#include "study/export_folder.h"

struct study_design {
    const char *name; /* as the definition's analysis.design */
    lw_status (*analyze)(const struct study_export *e, struct report *r,
                         struct lw_error *err);
};

extern const struct study_design study_taylor, study_kartal, study_vankreveld,
    study_schaa, study_khalifa;

/* Ends with NULL. */
extern const struct study_design *const study_designs[];

/* The general part, then the design's own: what `study analyze` writes. */
lw_status study_analyze(const struct study_export *e, struct report *r,
                        struct lw_error *err) LW_MUST_CHECK;
/* What every design has: who took part, who is left out and why, cells, and where the
 * study went other ways than its plan. */
lw_status study_general_part(const struct study_export *e, struct report *r,
                             struct lw_error *err) LW_MUST_CHECK;
/* Where the study went other ways than its plan; part of the above. */
lw_status study_deviations(const struct study_export *e, struct report *r,
                           struct lw_error *err) LW_MUST_CHECK;

#endif
