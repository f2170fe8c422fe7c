/* Levels that the server's own jobs have made: from the reply of an engine call into the
 * store. */
#ifndef MADE_H
#define MADE_H

#include "jobs/jobs.h"

/* What the level of a day is made with; also says what ships. */
struct recipe {
    const char *game, *difficulty;
    const char *method;  /* of the generator */
    const char *options; /* JSON object */
    const char *filters; /* JSON object, or NULL */
    const char *source;  /* embedded file with the game's source, or NULL */
    double seconds;
};
extern const struct recipe recipes[]; /* ends with game NULL */
const struct recipe *recipe_find(const char *game, const char *difficulty);
/* The text of the recipe's source; NULL when it has none. Lives in the arena. */
const char *recipe_source(const struct recipe *recipe, struct lw_arena *arena);

/* The request of a generate call. */
void recipe_request(const struct recipe *recipe, struct lw_arena *arena, size_t count,
                    uint64_t seed, double seconds, struct lw_buffer *out);

struct made_list {
    const struct lw_json **levels;
    size_t n;
    bool cut_short; /* by time: with more of it the levels would be others */
};
/* The levels of the reply that run->result holds; the tree lives in run->arena. */
lw_status made_read(struct job_run *run, struct made_list *out,
                    struct lw_error *err) LW_MUST_CHECK;
/* Rates the level if its game can be rated and puts it into the store. source is the
 * game's or NULL. */
struct made_extra {
    const char *game, *source, *method, *options, *title;
};
lw_status made_put(struct job_run *run, const struct lw_json *level,
                   const struct made_extra *extra, char id[LW_STORE_ID_SIZE],
                   bool *is_new, struct lw_error *err) LW_MUST_CHECK;
double made_score(const struct lw_json *level);

#endif
