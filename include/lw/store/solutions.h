/* Solutions of stored levels. */
#ifndef LW_STORE_SOLUTIONS_H
#define LW_STORE_SOLUTIONS_H

#include "lw/game.h"
#include "lw/store/connection.h"

/* One solution a level, metric and origin; a better one replaces a worse. Callers have
 * replayed it. */
struct lw_store_solution {
    const char *level;
    const char *metric; /* what it is best for: "pushes", "moves", … */
    const char *origin; /* "generator", "solver", "player", "import" */
    const char *moves;  /* move text */
    double n_moves;     /* measure "moves"; NaN: unknown */
    double n_pushes;
    bool optimal; /* proved for the metric */
    int64_t made_ms;
};
/* What the measures of a replayed solution say in its row: metric, n_moves and n_pushes.
 * The metric is the kind's of that name, else its first; NULL: its first. */
void lw_store_solution_measure(const struct lw_game_kind *kind, const char *metric,
                               const double *measures, struct lw_store_solution *row);
/* The better one of a level, metric and origin stays: fewer moves, or pushes of that
 * metric. */
lw_status lw_store_solution_put(struct lw_store *store,
                                const struct lw_store_solution *solution,
                                struct lw_error *err) LW_MUST_CHECK;
struct lw_store_solution_list {
    struct lw_store_solution *solutions;
    size_t n;
};
lw_status lw_store_solution_list(struct lw_store *store, const char *level,
                                 struct lw_arena *arena,
                                 struct lw_store_solution_list *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* The fewest moves and pushes known, by anyone; NaN: none known. */
struct lw_store_best {
    double moves, pushes;
};
lw_status lw_store_level_best(struct lw_store *store, const char *level,
                              struct lw_store_best *out,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
