/* What Move levels can teach. */
#include <math.h>

#include "move_internal.h"

const struct lw_idea lw_move_ideas[] = {
    {"edge",
     "the edge holds a ball back while the others move",
     {{"rocks", 0, 0}, {"balls", 2, HUGE_VAL}}},
    {"rock", "a rock holds one ball back", {{"rocks", 1, HUGE_VAL}}},
    {"colours", "each ball has a goal of its own colour", {{"colors", 2, HUGE_VAL}}},
    {"going-back",
     "balls must first go further from their goals",
     {{"ci_first", 1, HUGE_VAL}}},
    {.name = NULL},
};
