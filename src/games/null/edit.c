/* Editing: one character a cell, one of each thing, and no way to turn a line but over.
 */
#include "lw/grid.h"
#include "null_internal.h"

static const struct lw_brush palette[] = {
    {".", "free"}, {"#", "rock"}, {"@", "counter"}, {"F", "flag"}};

static const struct lw_single single[] = {{"@", ".", 0}, {"F", ".", 1}, {NULL, NULL, 0}};

const struct lw_edit_ops lw_null_edit_ops = {.palette = palette,
                                             .n_palette = 4,
                                             .blank = ".",
                                             .single = single,
                                             .separator = "",
                                             .symmetries = 1 << 0 | 1 << LW_SYM_MIRROR_X,
                                             .mutate = lw_level_swap_cells};
