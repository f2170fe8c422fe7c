/* Statistics on tables: everything the analyses of the studies rest on.
 *
 * GSL is used behind this header only (its aborting error handler is never left on);
 * least squares are our own Householder factorisation in extended precision. Undefined
 * results (a correlation with a constant, too few rows) are NaN with a reason in the
 * error, never a number. */
#ifndef LW_STATS_H
#define LW_STATS_H

#include "lw/stats/components.h"
#include "lw/stats/correlation.h"
#include "lw/stats/cross_validation.h"
#include "lw/stats/description.h"
#include "lw/stats/distribution.h"
#include "lw/stats/formula.h"
#include "lw/stats/interval.h"
#include "lw/stats/mixed.h"
#include "lw/stats/ordinal.h"
#include "lw/stats/pairwise.h"
#include "lw/stats/quantile_plot.h"
#include "lw/stats/rasch.h"
#include "lw/stats/regression.h"
#include "lw/stats/table.h"
#include "lw/stats/tests.h"
#include "lw/stats/transform.h"

#endif
