/* What newcomers to PuzzleScript are shown. */
#include "kind_internal.h"

static const struct lw_lesson lessons[] = {
    {"", "Every PuzzleScript game has rules of its own. In Lanterns you are the keeper."},
    {"r", "The rules say what happens when you press a key: here, walking into a lantern "
          "pushes it."},
    {"rr", "The level is won when the game's win conditions hold: every stone has its "
           "lantern."},
};

const struct lw_guide lw_ps_guide = {
    .goal = "Make the game's win conditions hold.",
    .level_number = 2,
    .lessons = lessons,
    .n_lessons = sizeof lessons / sizeof *lessons,
    .controls = "Arrow keys or WASD move, X or Space acts, U undoes, R starts again. On "
                "a phone, swipe; a tap acts.",
};
