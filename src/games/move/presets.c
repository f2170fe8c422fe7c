/* What Move levels are made with when only a band is asked for. */
#include "move_internal.h"

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "random",
     .options = (const struct lw_setting[]){{"moves", "3..5"}, {NULL, NULL}},
     .seconds = 60},
    {.band = "medium",
     .method = "random",
     .options = (const struct lw_setting[]){{"moves", "6..9"}, {NULL, NULL}},
     .seconds = 120},
    {.band = "hard",
     .method = "random",
     .options = (const struct lw_setting[]){{"moves", "10..14"}, {NULL, NULL}},
     .seconds = 300},
};

const struct lw_preset_ops lw_move_preset_ops = {
    .presets = presets, .n_presets = sizeof presets / sizeof *presets};
