/* What newcomers to Sokoban are shown. */
#include "sokoban_internal.h"

static const struct lw_lesson lessons[] = {
    {"", "You are the round one. Boxes have a cross on their lid; goals are rings."},
    {"R",
     "Walk into a box to push it. You can never pull, and only one box moves at a time."},
    {"RR",
     "When every box stands on a goal, the level is solved. A box at home shows a disc."},
};

static const char demo_levels[] = "; First push\n"
                                  "########\n"
                                  "#      #\n"
                                  "# .$@  #\n"
                                  "#   $. #\n"
                                  "#      #\n"
                                  "########\n"
                                  "\n"
                                  "; Crossing\n"
                                  "  #####\n"
                                  "###   ###\n"
                                  "#   *   #\n"
                                  "# # $ # #\n"
                                  "# .$@$. #\n"
                                  "# # $ # #\n"
                                  "#   .   #\n"
                                  "###.  ###\n"
                                  "  #####\n"
                                  "\n"
                                  "; Corner shelf\n"
                                  "#######\n"
                                  "##  ..#\n"
                                  "#@$ . #\n"
                                  "#  $# #\n"
                                  "# $   #\n"
                                  "##  # #\n"
                                  "##  # #\n"
                                  "#######\n"
                                  "\n"
                                  "; Upstairs\n"
                                  "#######\n"
                                  "#.  @##\n"
                                  "#..$$ #\n"
                                  "###   #\n"
                                  "#.   ##\n"
                                  "#  $$ #\n"
                                  "##    #\n"
                                  "#######\n"
                                  "\n"
                                  "; Three in a row\n"
                                  "#########\n"
                                  "#...   ##\n"
                                  "# #  $  #\n"
                                  "# @#    #\n"
                                  "# # $ $##\n"
                                  "#       #\n"
                                  "#  # # ##\n"
                                  "#########\n";

static const struct lw_demo demo = {
    .levels = demo_levels, .method = "farthest", .n_fresh = 3};

const struct lw_guide lw_sokoban_guide = {
    .goal = "Push every box onto a goal.",
    .level = "######\n"
             "#    #\n"
             "#@$ .#\n"
             "#    #\n"
             "######\n",
    .lessons = lessons,
    .n_lessons = sizeof lessons / sizeof *lessons,
    .controls =
        "Arrow keys or WASD move, U undoes, Y redoes, R starts again, H gives a hint. "
        "Click a square to walk there; drag a box to have it pushed. On a phone, swipe.",
    .demo = &demo,
};
