/* What Flow levels are made with when only a band is asked for. */
#include "flow_internal.h"

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "paths",
     .options = (const struct lw_setting[]){{"size", "5x5"}, {NULL, NULL}},
     .seconds = 60},
    {.band = "medium",
     .method = "paths",
     .options = (const struct lw_setting[]){{"size", "7x7"}, {NULL, NULL}},
     .seconds = 120},
    {.band = "hard",
     .method = "paths",
     .options = (const struct lw_setting[]){{"size", "9x9"}, {NULL, NULL}},
     .seconds = 300},
};

const struct lw_preset_ops lw_flow_preset_ops = {
    .presets = presets, .n_presets = sizeof presets / sizeof *presets};
