/* The guide: what a newcomer is shown. All texts are English sentences for players. */
#ifndef LW_GAME_GUIDE_H
#define LW_GAME_GUIDE_H

#include <stddef.h>
#include <stdint.h>

/* A picture of the guide's level after these moves, and what it shows. */
struct lw_lesson {
    const char *moves, *text;
};

/* Levels that the program shows when it is called without a command. */
struct lw_demo {
    const char *levels; /* in the kind's own format */
    const char *method; /* what makes some afresh within a moment; NULL: nothing does */
    uint32_t n_fresh;
};

struct lw_guide {
    const char *goal; /* what wins, in one sentence */
    /* A small level in the kind's own format. NULL for kinds whose games have sources:
     * then level_number counts the levels of the pages' example, from 1. */
    const char *level;
    uint32_t level_number;
    const struct lw_lesson *lessons;
    size_t n_lessons;
    const char *controls;       /* which keys and gestures there are */
    const struct lw_demo *demo; /* NULL: none */
};

#endif
