/* What is measured about a level, and the plain scale that ratings come from. */
#include <string.h>

#include "null_internal.h"

static const struct lw_feature features[] = {
    {"width", LW_FEATURE_INITIAL, LW_COST_INSTANT, "cells", "cells in the line"},
    {"distance", LW_FEATURE_INITIAL, LW_COST_INSTANT, "cells",
     "cells between counter and flag, the flag's included"},
};

static lw_status
features_compute(const struct lw_level *level, enum lw_feature_cost up_to,
                 const struct lw_budget *budget, const struct lw_runtime *runtime,
                 struct lw_feature_values *values, struct lw_error *err) {
    const struct null_level *line = level_of(level);
    (void)up_to;
    (void)budget;
    (void)runtime;
    (void)err;
    memset(values, 0, sizeof *values);
    values->value[0] = (double)line->width;
    values->value[1] = line->flag > line->start ? (double)(line->flag - line->start)
                                                : (double)(line->start - line->flag);
    return LW_OK;
}

static const struct lw_feature_words feature_words[] = {
    {LW_WORDING_NUMBER, "cells", "the line is long", "the line is short"},
    {LW_WORDING_NUMBER, "cells", "the flag is far away", "the flag is near"},
};

/* Mean and spread of distances on lines of 2 to 64 cells. */
static const struct lw_plain_term plain[] = {
    {.feature = 1, .log = true, .mean = 2.2, .sd = 0.9, .weight = 1}};

const struct lw_feature_ops lw_null_feature_ops = {.features = features,
                                                   .n_features = 2,
                                                   .words = feature_words,
                                                   .plain = plain,
                                                   .n_plain = 1,
                                                   .compute = features_compute};
