/* What Lazors levels can teach. */
#include <math.h>

#include "lazors_internal.h"

const struct lw_idea lw_lazors_ideas[] = {
    {"one-mirror", "a block turns the beam", {{"mirrors", 1, 1}}},
    {"several-mirrors",
     "a beam can be turned more than once",
     {{"mirrors", 2, HUGE_VAL}}},
    {"several-targets",
     "one beam may light several targets",
     {{"receivers", 2, HUGE_VAL}}},
    {"two-lasers", "every beam has work to do", {{"emitters", 2, HUGE_VAL}}},
    {"crossing", "beams may cross", {{"intersections", 1, HUGE_VAL}}},
    {"shadow", "an opaque block stops a beam", {{"opaque", 1, HUGE_VAL}}},
    {"glass",
     "a glass block both turns a beam and lets it through",
     {{"refract", 1, HUGE_VAL}}},
    {.name = NULL},
};
