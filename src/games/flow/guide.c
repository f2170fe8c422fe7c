/* What newcomers to Flow are shown. */
#include "flow_internal.h"

static const struct lw_lesson lessons[] = {
    {"", "Every colour has two endpoints, marked with the same letter."},
    {"C1lldddd E1ldl",
     "Drag from an endpoint to draw its path. Drawing over another path cuts it."},
    {"C1lldddd E1ldl B2drr E2dddlll B4rr", "Join every pair and cover every square."},
};

static const char demo_levels[] = "# Spiral\n"
                                  "5 5\n"
                                  ".RB..\n"
                                  ".....\n"
                                  "..Y..\n"
                                  ".G...\n"
                                  "RY.GB\n";

static const struct lw_demo demo = {
    .levels = demo_levels, .method = "paths", .n_fresh = 1};

const struct lw_guide lw_flow_guide = {
    .goal = "Join every pair of endpoints and cover every square.",
    .level = "5 5\n"
             "..O.B\n"
             ".RB.Y\n"
             "...R.\n"
             ".G.G.\n"
             "OY...\n"
             "\n"
             "0 0\n",
    .lessons = lessons,
    .n_lessons = sizeof lessons / sizeof *lessons,
    .controls = "Drag with mouse or finger. By keyboard: arrows move the cursor, Space "
                "begins and ends a path. U undoes, R starts again, H gives a hint.",
    .demo = &demo,
};
