/* Solutions: one a level, metric and origin; the better one stays. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "store_internal.h"

void lw_store_solution_measure(const struct lw_game_kind *kind, const char *metric,
                               const double *measures, struct lw_store_solution *row) {
    const struct lw_solve_ops *ops = kind->solve;
    assert(ops != NULL && ops->n_metrics > 0);
    row->metric = ops->metrics[0].name;
    for (size_t i = 0; metric != NULL && i < ops->n_metrics; i++) {
        if (strcmp(ops->metrics[i].name, metric) == 0) {
            row->metric = ops->metrics[i].name;
        }
    }
    row->n_moves = lw_measure_get(kind, measures, "moves");
    row->n_pushes = lw_measure_get(kind, measures, "pushes");
}

/* The measure that a metric minimises decides which solution is better. What others
 * minimise is not in the row: of these one that is proved best, then one with fewer
 * moves, stays; else the newest. */
#define IS_BETTER(metric, moves, pushes, optimal)                                        \
    "CASE " metric " WHEN 'moves' THEN solutions.n_moves IS NULL"                        \
    "   OR " moves " < solutions.n_moves"                                                \
    "   OR (" moves " = solutions.n_moves AND " optimal " > solutions.optimal)"          \
    " WHEN 'pushes' THEN solutions.n_pushes IS NULL"                                     \
    "   OR " pushes " < solutions.n_pushes"                                              \
    "   OR (" pushes " = solutions.n_pushes AND (" moves " < solutions.n_moves"          \
    "     OR " optimal " > solutions.optimal))"                                          \
    " ELSE " optimal " > solutions.optimal OR (" optimal " = solutions.optimal"          \
    "   AND (solutions.n_moves IS NULL OR " moves " IS NULL"                             \
    "     OR " moves " <= solutions.n_moves)) END"

/* Most wins are no better than what is known. Finding that out takes no turn of those who
 * write, and no wait for the disk. */
static lw_status is_known(struct lw_store *store,
                          const struct lw_store_solution *solution, bool *out,
                          struct lw_error *err) {
    int64_t n = 0;
    lw_status status = sql_number(
        store->sql,
        "SELECT count(*) FROM solutions WHERE level = ?1 AND metric = ?2 AND origin = ?3"
        " AND NOT coalesce(" IS_BETTER("metric", "CAST(?4 AS DOUBLE PRECISION)",
                                       "CAST(?5 AS DOUBLE PRECISION)",
                                       "CAST(?6 AS BIGINT)") ", 1 = 0)",
        SQL_ARGS(T(solution->level), T(store_or_empty(solution->metric)),
                 T(store_or_empty(solution->origin)), R(solution->n_moves),
                 R(solution->n_pushes), I(solution->optimal)),
        &n, err);
    *out = n > 0;
    return status;
}

lw_status lw_store_solution_put(struct lw_store *store,
                                const struct lw_store_solution *solution,
                                struct lw_error *err) {
    bool known = false;
    lw_status status = is_known(store, solution, &known, err);
    if (status != LW_OK || known) {
        return status;
    }
    return sql_do(
        store->sql,
        "INSERT INTO solutions (level, metric, origin, moves, n_moves, n_pushes,"
        " optimal, made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        " ON CONFLICT (level, metric, origin) DO UPDATE SET moves = excluded.moves,"
        " n_moves = excluded.n_moves, n_pushes = excluded.n_pushes,"
        " optimal = excluded.optimal, made_ms = excluded.made_ms"
        " WHERE " IS_BETTER("excluded.metric", "excluded.n_moves", "excluded.n_pushes",
                            "excluded.optimal"),
        SQL_ARGS(T(solution->level), T(store_or_empty(solution->metric)),
                 T(store_or_empty(solution->origin)), T(store_or_empty(solution->moves)),
                 R(solution->n_moves), R(solution->n_pushes), I(solution->optimal),
                 I(solution->made_ms)),
        NULL, err);
}

static bool read_solution(const struct sql_stmt *stmt, struct lw_arena *arena,
                          struct lw_store_solution *out) {
    bool ok = true;
    *out = (struct lw_store_solution){
        .level = sql_copy(stmt, 0, arena, &ok),
        .metric = sql_copy(stmt, 1, arena, &ok),
        .origin = sql_copy(stmt, 2, arena, &ok),
        .moves = sql_copy(stmt, 3, arena, &ok),
        .n_moves = sql_real(stmt, 4),
        .n_pushes = sql_real(stmt, 5),
        .optimal = sql_int(stmt, 6) != 0,
        .made_ms = sql_int(stmt, 7),
    };
    return ok;
}

lw_status lw_store_solution_list(struct lw_store *store, const char *level,
                                 struct lw_arena *arena,
                                 struct lw_store_solution_list *out,
                                 struct lw_error *err) {
    *out = (struct lw_store_solution_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT level, metric, origin, moves, n_moves, n_pushes, optimal, made_ms"
        " FROM solutions WHERE level = ?1"
        " ORDER BY n_pushes IS NULL, n_pushes, n_moves, metric, origin",
        SQL_ARGS(T(level)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_solution *at =
            store_list_add(arena, &out->solutions, &out->n, sizeof *at);
        if (at == NULL || !read_solution(stmt, arena, at)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_level_best(struct lw_store *store, const char *level,
                              struct lw_store_best *out, struct lw_error *err) {
    *out = (struct lw_store_best){.moves = (double)NAN, .pushes = (double)NAN};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql, "SELECT min(n_moves), min(n_pushes) FROM solutions WHERE level = ?1",
        SQL_ARGS(T(level)), &stmt, err);
    bool row = false;
    if (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        out->moves = sql_real(stmt, 0);
        out->pushes = sql_real(stmt, 1);
    }
    sql_done(stmt);
    return status;
}
