/* The pool of levels that a run collects, proved, measured and filtered, none of them
 * twice; and which of them stay, in which order. */
#ifndef LW_POOL_H
#define LW_POOL_H

#include "lw/against.h"
#include "lw/filter.h"
#include "lw/made_level.h"

enum lw_refusal {
    LW_REFUSED_NOT, /* taken */
    LW_REFUSED_INVALID,
    LW_REFUSED_UNPROVEN,
    LW_REFUSED_FILTER,
    LW_REFUSED_DUPLICATE,
    LW_REFUSED_ALIKE, /* differs from one taken in too few cells */
    LW_N_REFUSALS
};
const char *lw_refusal_name(enum lw_refusal refusal);

/* Collects levels, no two with the same canonical id. */
struct lw_pool {
    const struct lw_alloc *alloc;
    const struct lw_game_kind *kind;
    const struct lw_filter *filters;
    size_t n_filters;
    const struct lw_grader *grader; /* a filter too; NULL: none */
    bool rates; /* its levels will be rated, whether or not that filters them */
    struct lw_budget budget; /* of proving or measuring one level */
    uint32_t apart;          /* cells in which levels differ at least; 0, 1: any */
    struct lw_state_set ids; /* of all levels taken and of those to avoid */
    struct lw_made_level *levels;
    size_t n_levels, cap;
    uint64_t counts[LW_N_REFUSALS];
};

void lw_pool_init(struct lw_pool *pool, const struct lw_game_kind *kind,
                  const struct lw_alloc *alloc);
/* Destroys the levels. */
void lw_pool_free(struct lw_pool *pool);
/* Levels with the same ids as these will be refused. */
lw_status lw_pool_avoid(struct lw_pool *pool, const struct lw_against *against,
                        struct lw_error *err) LW_MUST_CHECK;

/* Proves, measures and filters one level; does not change the pool, so several threads
 * may. made->level and made->solution are given (solution NULL: solved here). */
enum lw_refusal lw_pool_examine(const struct lw_pool *pool,
                                const struct lw_runtime *runtime,
                                struct lw_made_level *made);
/* The last part of that, of a level that is proved and measured: is it within the pool's
 * filters, and wanted by its grader? */
bool lw_pool_passes(const struct lw_pool *pool, const struct lw_runtime *runtime,
                    struct lw_made_level *made);
/* Rates a proved level that was not rated yet: within the grader's budget, whether it
 * wants such levels or not. What was measured stays with the level. */
void lw_pool_rate(const struct lw_pool *pool, const struct lw_grader *grader,
                  const struct lw_runtime *runtime, struct lw_made_level *made);
/* All of them, on all workers; those that were not begun in that time (0: any) stay
 * unrated. */
void lw_pool_rate_all(struct lw_pool *pool, const struct lw_grader *grader,
                      const struct lw_runtime *runtime, uint64_t time_ns);
/* Takes an examined level unless its id is known; then, and when memory is out
 * (NO_MEMORY), it is freed. */
lw_status lw_pool_take(struct lw_pool *pool, struct lw_made_level *made,
                       enum lw_refusal *refusal, struct lw_error *err) LW_MUST_CHECK;

/* Keeps n levels far from each other in the space of their measures, each scaled to its
 * spread: the first, then always the one farthest from all kept. */
lw_status lw_pool_diversify(struct lw_pool *pool, size_t n,
                            struct lw_error *err) LW_MUST_CHECK;

/* By a measure's name, "score", "index" (as made), "rating" (of a pool that rates) or
 * NULL: that, else the kind's measure LW_MEASURE_HARDER. Rising; ties by index; levels
 * without the value come first. */
lw_status lw_pool_order(struct lw_pool *pool, const char *by,
                        struct lw_error *err) LW_MUST_CHECK;
/* "rating" or "difficulty"? */
bool lw_order_is_rating(const char *by);
/* Keeps the first n. */
void lw_pool_limit(struct lw_pool *pool, size_t n);

/* Hands the levels over to a collection, with measures as notes and solutions stored.
 * source names the generator or pack in a note; NULL: no such note. */
lw_status lw_pool_collect(struct lw_pool *pool, const char *source, uint64_t seed,
                          struct lw_collection *out, struct lw_error *err) LW_MUST_CHECK;

#endif
