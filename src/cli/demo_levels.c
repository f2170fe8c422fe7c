/* The shipped set: small levels made for this program (two by hand, the others chosen
 * from random rooms for many box changes). They are text inside the binary, so that the
 * main job works wherever the program is copied. */
#include "demo_levels.h"

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

const struct cli_demo cli_demos[] = {
    {"sokoban", sokoban},
    {NULL, NULL},
};
