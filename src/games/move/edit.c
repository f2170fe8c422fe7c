/* Move in an editor. */
#include "move_internal.h"

static const struct lw_brush palette[] = {
    {"..", "empty"},
    {"##", "rock"},
    {"A.", "ball A"},
    {".a", "goal of A"},
    {"Aa", "ball A on its goal"},
    {"B.", "ball B"},
    {".b", "goal of B"},
    {"Bb", "ball B on its goal"},
    {"Ab", "ball A on a goal of B"},
    {"Ba", "ball B on a goal of A"},
};

const struct lw_edit_ops lw_move_edit_ops = {
    .palette = palette,
    .n_palette = sizeof palette / sizeof *palette,
    .blank = "..",
    .separator = " ",
    .symmetries = 0xff,
    .mutate = lw_level_swap_cells,
};
