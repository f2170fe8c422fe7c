/* What newcomers to Lazors are shown. */
#include "lazors_internal.h"

static const struct lw_lesson lessons[] = {
    {"",
     "Light leaves the arrow and travels diagonally. Your task is to light the rings."},
    {"A>A3",
     "Drag blocks from the tray onto the board. A mirror (A) throws the light back."},
    {"A>B3", "When every ring is lit, the level is solved. Screwed-down blocks stay "
             "where they are."},
};

static const char demo_levels[] = "# Around the corner\n"
                                  "GRID START\n"
                                  "o o o o\n"
                                  "o x o o\n"
                                  "o o o o\n"
                                  "GRID STOP\n"
                                  "\n"
                                  "A 2\n"
                                  "C 1\n"
                                  "\n"
                                  "L 0 1 1 1\n"
                                  "\n"
                                  "P 6 1\n"
                                  "P 4 5\n"
                                  "P 6 3\n";

static const struct lw_demo demo = {.levels = demo_levels};

const struct lw_guide lw_lazors_guide = {
    .goal = "Light every target.",
    .level = "GRID START\n"
             "o o o\n"
             "o o o\n"
             "o o o\n"
             "GRID STOP\n"
             "\n"
             "A 1\n"
             "\n"
             "L 0 1 1 1\n"
             "\n"
             "P 4 3\n"
             "P 5 2\n",
    .lessons = lessons,
    .n_lessons = sizeof lessons / sizeof *lessons,
    .controls =
        "Drag with mouse or finger. By keyboard: arrows move the cursor, Space picks a "
        "block up and puts it down. U undoes, R starts again, H gives a hint.",
    .demo = &demo,
};
