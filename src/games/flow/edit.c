/* Flow in an editor. Its own text begins with its size, which an editor would have to
 * keep true; the form of one board does without. */
#include "flow_internal.h"

static const struct lw_brush palette[] = {
    {".", "empty"},         {"R", "end of a path"}, {"B", "end of a path"},
    {"Y", "end of a path"}, {"G", "end of a path"}, {"O", "end of a path"},
    {"C", "end of a path"}, {"M", "end of a path"}, {"P", "end of a path"},
};

const struct lw_edit_ops lw_flow_edit_ops = {
    .palette = palette,
    .n_palette = sizeof palette / sizeof *palette,
    .blank = ".",
    .separator = "",
    .symmetries = 0xff,
    .format = "single",
    .mutate = lw_level_swap_cells,
};

const struct lw_pointing_ops lw_flow_pointing_ops = {.how = LW_POINTING_PATH,
                                                     .held = "^·#"};
