/* Normal deviates for tests whose answers are made up. */
#ifndef NORMAL_FIXTURE_H
#define NORMAL_FIXTURE_H

#include <math.h>

#include "lw/base/rng.h"

static inline double normal(struct lw_rng *rng) {
    return sqrt(-2 * log(1 - lw_rng_unit(rng))) *
           cos(6.283185307179586 * lw_rng_unit(rng));
}

#endif
