/* What is known of a level: solutions, features, ratings, comparisons. */
#include <math.h>

#include "store_internal.h"

/* The measure that a metric minimises decides which solution is better; a metric that is
 * neither moves nor pushes keeps the newest. */
lw_status lw_store_solution_put(struct lw_store *store,
                                const struct lw_store_solution *solution,
                                struct lw_error *err) {
    return sql_do(
        store->sql,
        "INSERT INTO solutions (level, metric, origin, moves, n_moves, n_pushes,"
        " optimal, made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        " ON CONFLICT (level, metric, origin) DO UPDATE SET moves = excluded.moves,"
        " n_moves = excluded.n_moves, n_pushes = excluded.n_pushes,"
        " optimal = excluded.optimal, made_ms = excluded.made_ms"
        " WHERE CASE excluded.metric"
        " WHEN 'moves' THEN solutions.n_moves IS NULL"
        "   OR excluded.n_moves < solutions.n_moves"
        "   OR (excluded.n_moves = solutions.n_moves"
        "     AND excluded.optimal > solutions.optimal)"
        " WHEN 'pushes' THEN solutions.n_pushes IS NULL"
        "   OR excluded.n_pushes < solutions.n_pushes"
        "   OR (excluded.n_pushes = solutions.n_pushes"
        "     AND (excluded.n_moves < solutions.n_moves"
        "       OR excluded.optimal > solutions.optimal))"
        " ELSE 1 = 1 END",
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

lw_status lw_store_features_put(struct lw_store *store, const char *level,
                                const struct lw_store_feature *features, size_t n,
                                struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = sql_queue(store->sql,
                           "INSERT INTO features (level, name, value, error)"
                           " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (level, name)"
                           " DO UPDATE SET value = excluded.value, error ="
                           " excluded.error",
                           SQL_ARGS(T(level), T(features[i].name), R(features[i].value),
                                    R(features[i].error)),
                           err);
    }
    if (status == LW_OK) {
        status = sql_flush(store->sql, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_features_get(struct lw_store *store, const char *level,
                                struct lw_arena *arena, struct lw_store_feature_list *out,
                                struct lw_error *err) {
    *out = (struct lw_store_feature_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT name, value, error FROM features WHERE level = ?1 ORDER BY name",
        SQL_ARGS(T(level)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_feature *at =
            store_list_add(arena, &out->features, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_feature){.name = sql_copy(stmt, 0, arena, &ok),
                                            .value = sql_real(stmt, 1),
                                            .error = sql_real(stmt, 2)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_rating_put(struct lw_store *store,
                              const struct lw_store_rating *rating,
                              struct lw_error *err) {
    return sql_do(store->sql,
                  "INSERT INTO ratings (level, rater, value, low, high, made_ms)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (level, rater)"
                  " DO UPDATE SET value = excluded.value, low = excluded.low,"
                  " high = excluded.high, made_ms = excluded.made_ms",
                  SQL_ARGS(T(rating->level), T(rating->rater), R(rating->value),
                           R(rating->low), R(rating->high), I(rating->made_ms)),
                  NULL, err);
}

lw_status lw_store_rating_list(struct lw_store *store, const char *level,
                               struct lw_arena *arena, struct lw_store_rating_list *out,
                               struct lw_error *err) {
    *out = (struct lw_store_rating_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql,
                                 "SELECT level, rater, value, low, high, made_ms"
                                 " FROM ratings WHERE level = ?1 ORDER BY rater",
                                 SQL_ARGS(T(level)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_rating *at =
            store_list_add(arena, &out->ratings, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_rating){.level = sql_copy(stmt, 0, arena, &ok),
                                           .rater = sql_copy(stmt, 1, arena, &ok),
                                           .value = sql_real(stmt, 2),
                                           .low = sql_real(stmt, 3),
                                           .high = sql_real(stmt, 4),
                                           .made_ms = sql_int(stmt, 5)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_comparison_add(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) {
    char id[LW_STORE_ID_SIZE];
    lw_store_new_id(id);
    return sql_do(store->sql,
                  "INSERT INTO comparisons (id, study, player, level_a, level_b, answer,"
                  " made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                  SQL_ARGS(T(id), T(comparison->study), T(comparison->player),
                           T(comparison->level_a), T(comparison->level_b),
                           I(comparison->answer), I(comparison->made_ms)),
                  NULL, err);
}

static bool read_comparison(const struct sql_stmt *stmt, struct lw_arena *arena,
                            struct lw_store_comparison *out) {
    bool ok = true;
    *out = (struct lw_store_comparison){
        .study = sql_copy(stmt, 0, arena, &ok),
        .player = sql_copy(stmt, 1, arena, &ok),
        .level_a = sql_copy(stmt, 2, arena, &ok),
        .level_b = sql_copy(stmt, 3, arena, &ok),
        .answer = (int)sql_int(stmt, 4),
        .made_ms = sql_int(stmt, 5),
    };
    return ok;
}

lw_status lw_store_comparison_list(struct lw_store *store, const char *study,
                                   struct lw_arena *arena,
                                   struct lw_store_comparison_list *out,
                                   struct lw_error *err) {
    *out = (struct lw_store_comparison_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql,
                                 "SELECT study, player, level_a, level_b, answer, made_ms"
                                 " FROM comparisons WHERE ?1 IS NULL OR study = ?1"
                                 " ORDER BY made_ms, id",
                                 SQL_ARGS(T(study)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_comparison *at =
            store_list_add(arena, &out->comparisons, &out->n, sizeof *at);
        if (at == NULL || !read_comparison(stmt, arena, at)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}
