/* What Sokoban levels can teach. */
#include <math.h>

#include "sokoban_internal.h"

const struct lw_idea lw_sokoban_ideas[] = {
    {"one-box", "a box is pushed, and never pulled", {{"boxes", 1, 1}}},
    {"several-boxes", "one box may be in the way of another", {{"boxes", 2, HUGE_VAL}}},
    {"tunnel",
     "in a passage one square wide a box can only go on",
     {{"corridors", 0.2, HUGE_VAL}}},
    {"detour",
     "a box must first be pushed away from its goal",
     {{"counterintuitive", 1, HUGE_VAL}}},
    {"parking",
     "a box has to wait beside its way and is taken up again",
     {{"extra_changes", 1, HUGE_VAL}}},
    {"leaving-a-goal",
     "a box on a goal may have to leave it",
     {{"off_goal", 1, HUGE_VAL}}},
    {"goal-room",
     "goals side by side are filled from the far end",
     {{"goal_groups", 1, 1}, {"boxes", 3, HUGE_VAL}}},
    {"weaving",
     "boxes take turns, none can go all its way at once",
     {{"boxes", 2, HUGE_VAL}, {"extra_changes", 4, HUGE_VAL}}},
    {.name = NULL},
};
