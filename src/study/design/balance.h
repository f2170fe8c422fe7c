/* Claims of balance, counted over all cells. */
#ifndef STUDY_BALANCE_H
#define STUDY_BALANCE_H

#include "define/faults.h"
#include "lw/study/cells.h"

void study_check_balance(const struct lw_study *study, const struct lw_study_cells *cells,
                         const struct reporter *report);

#endif
