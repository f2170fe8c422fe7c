/* What newcomers to Move are shown. */
#include "move_internal.h"

static const struct lw_lesson lessons[] = {
    {"", "Balls have capital letters; their goals are rings with the small letter."},
    {"UR", "Every move shifts all balls one square the same way. Rocks, edges and "
           "blocked balls hold them back."},
    {"URDR", "Bring every ball to a goal of its letter, all at the same time."},
};

static const char demo_levels[] = "; Two by two\n"
                                  "A. .. ## .b\n"
                                  ".. .. .. ..\n"
                                  ".. ## .. B.\n"
                                  ".. .. .a ..\n";

static const struct lw_demo demo = {
    .levels = demo_levels, .method = "random", .n_fresh = 1};

const struct lw_guide lw_move_guide = {
    .goal = "Bring every ball to a goal of its letter, all at the same time.",
    .level = "A. .. .a\n"
             ".. ## ..\n"
             "B. .b ..\n",
    .lessons = lessons,
    .n_lessons = sizeof lessons / sizeof *lessons,
    .controls = "Arrow keys or WASD, or swipe. U undoes, R starts again, H gives a hint.",
    .demo = &demo,
};
