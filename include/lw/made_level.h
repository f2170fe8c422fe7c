/* A level with its proof and what was found out about it. */
#ifndef LW_MADE_LEVEL_H
#define LW_MADE_LEVEL_H

#include "lw/rating.h"

struct lw_made_level {
    struct lw_level *level;
    char *solution; /* replays to a win */
    struct lw_id128 id;
    double measures[LW_MAX_MEASURES]; /* of the solution */
    double score;                     /* the generator's own */
    bool shortest;                    /* proved of the solution, by the generator */
    uint32_t score_moves;             /* as in struct lw_candidate */
    double difficulty;                /* 1 to 10; NaN: nobody asked */
    bool plain;                       /* that is uncalibrated: lw_judge */
    uint64_t index;                   /* candidate number; of a pack, the place in it */
    uint32_t part;                    /* which of the candidate's levels */
    char *title;                      /* NULL: none of its own */
};

void lw_made_level_free(const struct lw_alloc *alloc, struct lw_made_level *made);
/* One JSON object about a level, its text in the kind's own format. */
lw_status lw_made_level_json(const struct lw_made_level *made, size_t number,
                             const char *source, const uint64_t *seed,
                             struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif
