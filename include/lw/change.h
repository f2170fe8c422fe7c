/* Changing a level a little, so that it becomes harder or easier.
 *
 * Each try has its own random stream and is a small change by the kind's edit group. It
 * is proved, measured and rated as every level that is made (lw/pool.h), and no puzzle is
 * taken twice. The one that goes about one step in the direction asked for is the result.
 * Kinds whose difficulty was learned from people are compared by rating, others by the
 * measure that the kind calls harder. */
#ifndef LW_CHANGE_H
#define LW_CHANGE_H

#include "lw/pool.h"

struct lw_change_request {
    const struct lw_level *level; /* can be played */
    bool harder;                  /* else easier */
    uint64_t seed, n_tries;
    struct lw_budget solve; /* of solving one level: nodes, memory and cancel, no time, so
                             * that the same request gives the same level */
    const struct lw_model_texts *models;        /* to rate by; NULL: what ships */
    struct lw_budget budget;                    /* of all of it: time and cancel */
    void (*tried)(void *ctx, uint64_t n_tried); /* may be NULL */
    void *ctx;
};

struct lw_change {
    struct lw_change_request request;
    const struct lw_runtime *runtime;
    struct lw_rater rater;
    struct lw_grader grader;
    struct lw_pool pool;         /* what the tries gave */
    struct lw_made_level before; /* the level as it was */
    bool is_unique;              /* and has one solution only: so will the result */
    bool by_rating;
    size_t measure;            /* else by this one */
    struct lw_made_level best; /* level NULL: none was found */
    double distance;           /* of the best from what was wanted, in steps */
    uint64_t n_tried;
    enum lw_stop stop; /* why it ended before the last try */
};

/* Does the kind have what changing needs? */
bool lw_change_possible(const struct lw_game_kind *kind);
/* LIMIT: the level itself was not solved, or no change did it; CANCELLED. Close it in any
 * case. */
lw_status lw_change_run(struct lw_change *change, const struct lw_change_request *request,
                        const struct lw_runtime *runtime,
                        struct lw_error *err) LW_MUST_CHECK;
void lw_change_close(struct lw_change *change);
/* What a level is compared by. */
double lw_change_value(const struct lw_change *change, const struct lw_made_level *made);

#endif
