/* Reporting faults from inside the module. */
#ifndef STUDY_FAULTS_INTERNAL_H
#define STUDY_FAULTS_INTERNAL_H

#include "lw/study/faults.h"

/* Where faults are reported: the list and the tree whose places they name. */
struct reporter {
    struct lw_study_faults *faults;
    const struct lw_json *root;
};

/* at: the value at fault, of the tree (NULL: the whole). The sentence's format comes
 * last; the remedy is plain text. */
void study_wrong(const struct reporter *reporter, const struct lw_json *at,
                 const char *remedy, const char *fmt, ...) LW_PRINTF(4, 5);
void study_before_opening(const struct reporter *reporter, const struct lw_json *at,
                          const char *remedy, const char *fmt, ...) LW_PRINTF(4, 5);
void study_advise(const struct reporter *reporter, const struct lw_json *at,
                  const char *remedy, const char *fmt, ...) LW_PRINTF(4, 5);
/* In the order of their places. */
void study_faults_sort(struct lw_study_faults *faults);

#endif
