/* Levels that the server's own jobs have made: from the reply of an engine call into the
 * store. */
#ifndef MADE_H
#define MADE_H

#include "jobs/jobs.h"

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
