/* Features of a level. */
#include "sokoban_internal.h"

const struct lw_feature_ops lw_sokoban_feature_ops = {.n_features = 0};
