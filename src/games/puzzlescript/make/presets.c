/* What levels of the shipped PuzzleScript game are made with when only a band is asked
 * for. */
#include "kind_internal.h"

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "constructive",
     .filters = (const struct lw_setting[]){{"moves", "6..18"}, {NULL, NULL}},
     .source_file = "packs/puzzlescript-easy.txt",
     .seconds = 60},
    {.band = "medium",
     .method = "constructive",
     .filters = (const struct lw_setting[]){{"moves", "19..32"}, {NULL, NULL}},
     .source_file = "packs/puzzlescript-easy.txt",
     .seconds = 120},
    {.band = "hard",
     .method = "constructive",
     .filters = (const struct lw_setting[]){{"moves", "33..80"}, {NULL, NULL}},
     .source_file = "packs/puzzlescript-easy.txt",
     .seconds = 300},
};

const struct lw_preset_ops lw_ps_preset_ops = {
    .presets = presets, .n_presets = sizeof presets / sizeof *presets};
