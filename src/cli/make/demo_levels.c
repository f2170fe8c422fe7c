/* The shipped set: small levels made for this program (two by hand, the others chosen
 * from random rooms for many box changes). They are text inside the binary, so that the
 * main job works wherever the program is copied. */
#include "make/demo_levels.h"

#include <stddef.h>

static const char sokoban[] = "; First push\n"
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

static const char flow[] = "# Spiral\n"
                           "5 5\n"
                           ".RB..\n"
                           ".....\n"
                           "..Y..\n"
                           ".G...\n"
                           "RY.GB\n";

static const char lazors[] = "# Around the corner\n"
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

static const char move[] = "; Two by two\n"
                           "A. .. ## .b\n"
                           ".. .. .. ..\n"
                           ".. ## .. B.\n"
                           ".. .. .a ..\n";

const struct cli_demo cli_demos[] = {
    {"sokoban", sokoban}, {"flow", flow}, {"lazors", lazors},
    {"move", move},       {NULL, NULL},
};
