/* What Flow levels can teach. */
#include <math.h>

#include "flow_internal.h"

const struct lw_idea lw_flow_ideas[] = {
    {"neighbours",
     "two ends side by side may need a long way",
     {{"adjacent_pairs", 1, HUGE_VAL}}},
    {"detour",
     "the shortest way is not always free: every square must be filled",
     {{"detour", 6, HUGE_VAL}}},
    {"many-colours",
     "where many colours meet, the border decides first",
     {{"colors", 8, HUGE_VAL}}},
    {.name = NULL},
};
