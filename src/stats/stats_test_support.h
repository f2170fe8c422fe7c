/* What the tests of statistics share. */
#ifndef STATS_TEST_SUPPORT_H
#define STATS_TEST_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lw/stats.h"

#define ALLOC lw_alloc_libc()

static inline void near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance)) {
        fail_msg("%.17g is not %.17g", got, want);
    }
}

#endif
