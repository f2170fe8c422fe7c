/* What Lazors levels are made with when only a band is asked for. */
#include "lazors_internal.h"

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "random",
     .options =
         (const struct lw_setting[]){
             {"width", "3..4"}, {"height", "3..4"}, {"mirrors", "2..3"}, {NULL, NULL}},
     .seconds = 60},
    {.band = "medium",
     .method = "random",
     .options =
         (const struct lw_setting[]){
             {"width", "4..5"}, {"height", "4..5"}, {"mirrors", "3..4"}, {NULL, NULL}},
     .seconds = 120},
    {.band = "hard",
     .method = "random",
     .options =
         (const struct lw_setting[]){
             {"width", "5..6"}, {"height", "5..6"}, {"mirrors", "4..6"}, {NULL, NULL}},
     .seconds = 300},
};

const struct lw_preset_ops lw_lazors_preset_ops = {
    .presets = presets, .n_presets = sizeof presets / sizeof *presets};
