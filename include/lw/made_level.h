/* A level with its proof and what was found out about it. */
#ifndef LW_MADE_LEVEL_H
#define LW_MADE_LEVEL_H

#include "lw/rating.h"

struct lw_made_level {
    struct lw_level *level;
    char *solution; /* replays to a win */
    struct lw_id128 id;
    double measures[LW_MAX_MEASURES];   /* of the solution */
    double score;                       /* the generator's own */
    bool shortest;                      /* proved of the solution, by the generator */
    uint32_t score_moves;               /* as in struct lw_candidate */
    struct lw_feature_values *features; /* NULL: not measured */
    enum lw_feature_cost measured;      /* up to this cost */
    bool rated;                         /* by what was measured: */
    struct lw_verdict verdict;
    uint64_t index; /* candidate number; of a pack, the place in it */
    uint32_t part;  /* which of the candidate's levels */
    char *title;    /* NULL: none of its own */
};

void lw_made_level_free(const struct lw_alloc *alloc, struct lw_made_level *made);
/* Its features up to that cost, unless they are known already; false when they cannot be
 * had. */
bool lw_made_level_measure(const struct lw_alloc *alloc, struct lw_made_level *made,
                           enum lw_feature_cost cost, const struct lw_budget *budget,
                           const struct lw_runtime *runtime);
/* A level that was found, not made: borrowed, checked and given its id; nothing else is
 * known of it. */
lw_status lw_made_level_found(struct lw_level *level, struct lw_made_level *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Its own title, or "farthest 7.12" from the seed and the number; ".1" for a second level
 * of the same candidate. */
#define LW_MADE_TITLE_SIZE 120
void lw_made_level_title(const struct lw_made_level *made, const char *source,
                         uint64_t seed, char out[LW_MADE_TITLE_SIZE]);
/* What the JSON of a level says besides the level. */
struct lw_made_line {
    size_t number;
    const char *generator; /* NULL: none made it */
    const uint64_t *seed;  /* NULL: without how it was made */
    const char *rules;     /* "name=value" lines, without which it may be another level */
};
/* One JSON object about a level, its text in the kind's own format. */
lw_status lw_made_level_json(const struct lw_made_level *made,
                             const struct lw_made_line *line, struct lw_buffer *out,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
