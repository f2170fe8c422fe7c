/* Files that a simulation leaves besides the export. */
#ifndef LAB_STUDY_SIMULATE_H
#define LAB_STUDY_SIMULATE_H

#include "study/definition.h"

struct simulate_job {
    struct cli *cli;
    struct lab_definition definition;
    struct lw_study_truth truth;
    struct lw_study_simulation simulation;
};

/* The export of all people into the folder, and the truth beside it. EXISTS: something is
 * in the folder. */
lw_status simulate_write_export(const struct simulate_job *job, const char *folder,
                                struct lw_study_crowd *crowd, struct lw_error *err);
/* FOLDER-truth.json: effects, seed, the true difficulty of each level. */
lw_status simulate_write_truth(const struct simulate_job *job, const char *folder,
                               struct lw_error *err);
/* One JSON object a line: {"enter": NUMBER, "cell": CELL, "ms": WHEN, "seen_ms": LAST,
 * "state": STATE}, then {"person": NUMBER, "event": EVENT} for each of the person's
 * events. */
lw_status simulate_write_log(const struct simulate_job *job, const char *path,
                             struct lw_study_crowd *crowd, struct lw_error *err);

#endif
