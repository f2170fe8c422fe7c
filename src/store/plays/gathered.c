/* Everything that players did and said about levels of one game. */
#include "store_internal.h"

/* One player and level after the other; only the first play of each counts. */
struct gathering {
    struct lw_store *store;
    const struct lw_store_gathering *how;
    struct lw_arena *arena;
    struct lw_store_gathered *out;
    struct lw_error *err;
};

/* Rows of simulated players are counted, and taken only if they are wanted. */
static bool wanted(const struct gathering *g, bool simulated) {
    g->out->n_simulated += simulated;
    return !simulated || g->how->with_simulated;
}

/* Runs a statement whose first column says whether the player is simulated; take fills a
 * row from the others. */
static lw_status each(struct gathering *g, const char *text,
                      bool (*take)(struct gathering *g, const struct sql_stmt *stmt)) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status =
        sql_query(g->store->sql, text, SQL_ARGS(T(g->how->game)), &stmt, g->err);
    while (status == LW_OK && (status = sql_next(stmt, &row, g->err)) == LW_OK && row) {
        status = take(g, stmt) ? LW_OK : lw_fail_memory(g->err);
    }
    sql_done(stmt);
    return status;
}

static bool take_play(struct gathering *g, const struct sql_stmt *stmt) {
    int64_t started_ms = sql_int(stmt, 7);
    bool ok = true, won = sql_int(stmt, 3) != 0;
    int64_t time_ms = won ? sql_int(stmt, 4) : sql_int(stmt, 8);
    /* One that was opened and never touched says nothing, and one that may go on says
     * nothing yet. */
    if (time_ms <= 0 ||
        (!won && started_ms + time_ms > g->how->now_ms - LW_STORE_SESSION_GAP_MS) ||
        !wanted(g, sql_int(stmt, 0) != 0)) {
        return true;
    }
    struct lw_store_gathered_play *at =
        store_list_add(g->arena, &g->out->plays, &g->out->n_plays, sizeof *at);
    if (at == NULL) {
        return false;
    }
    *at = (struct lw_store_gathered_play){.player = sql_copy(stmt, 1, g->arena, &ok),
                                          .level = sql_copy(stmt, 2, g->arena, &ok),
                                          .won = won,
                                          .time_ms = time_ms,
                                          .undos = sql_int(stmt, 5),
                                          .restarts = sql_int(stmt, 6),
                                          .at_ms = started_ms};
    return ok;
}

static bool take_opinion(struct gathering *g, const struct sql_stmt *stmt) {
    bool ok = true;
    if (!wanted(g, sql_int(stmt, 0) != 0)) {
        return true;
    }
    struct lw_store_gathered_opinion *at =
        store_list_add(g->arena, &g->out->opinions, &g->out->n_opinions, sizeof *at);
    if (at == NULL) {
        return false;
    }
    *at = (struct lw_store_gathered_opinion){.player = sql_copy(stmt, 1, g->arena, &ok),
                                             .level = sql_copy(stmt, 2, g->arena, &ok),
                                             .value = sql_real(stmt, 3),
                                             .at_ms = sql_int(stmt, 4)};
    return ok;
}

static bool take_choice(struct gathering *g, const struct sql_stmt *stmt) {
    bool ok = true;
    if (!wanted(g, sql_int(stmt, 0) != 0)) {
        return true;
    }
    struct lw_store_gathered_choice *at =
        store_list_add(g->arena, &g->out->choices, &g->out->n_choices, sizeof *at);
    if (at == NULL) {
        return false;
    }
    *at = (struct lw_store_gathered_choice){.player = sql_copy(stmt, 1, g->arena, &ok),
                                            .level_a = sql_copy(stmt, 2, g->arena, &ok),
                                            .level_b = sql_copy(stmt, 3, g->arena, &ok),
                                            .answer = (int)sql_int(stmt, 4),
                                            .at_ms = sql_int(stmt, 5)};
    return ok;
}

lw_status lw_store_gather(struct lw_store *store, const struct lw_store_gathering *how,
                          struct lw_arena *arena, struct lw_store_gathered *out,
                          struct lw_error *err) {
    static const char plays[] =
        "SELECT pl.simulated, p.player, p.level, CASE WHEN p.won_ms IS NULL THEN 0 ELSE 1"
        " END, p.t_ms, p.undos, p.restarts, p.started_ms, p.last_ms FROM plays p"
        " JOIN levels l ON l.id = p.level JOIN players pl ON pl.id = p.player"
        " WHERE l.game = ?1 AND pl.ignored = 0 AND NOT EXISTS (SELECT 1 FROM plays q"
        " WHERE q.player = p.player AND q.level = p.level AND (q.started_ms <"
        " p.started_ms OR (q.started_ms = p.started_ms AND q.id < p.id)))"
        " ORDER BY p.player, p.level";
    static const char opinions[] =
        "SELECT pl.simulated, pl.id, r.level, r.value, r.made_ms FROM ratings r"
        " JOIN levels l ON l.id = r.level"
        " JOIN players pl ON r.rater = 'player:' || pl.id"
        " WHERE l.game = ?1 AND pl.ignored = 0 ORDER BY pl.id, r.level";
    static const char choices[] =
        "SELECT pl.simulated, c.player, c.level_a, c.level_b, c.answer, c.made_ms"
        " FROM comparisons c JOIN levels l ON l.id = c.level_a"
        " JOIN levels m ON m.id = c.level_b JOIN players pl ON pl.id = c.player"
        " WHERE l.game = ?1 AND m.game = l.game AND pl.ignored = 0"
        " ORDER BY c.player, c.level_a, c.level_b, c.id";
    struct gathering g = {store, how, arena, out, err};
    *out = (struct lw_store_gathered){0};
    lw_status status = each(&g, plays, take_play);
    if (status == LW_OK) {
        status = each(&g, opinions, take_opinion);
    }
    return status == LW_OK ? each(&g, choices, take_choice) : status;
}

lw_status lw_store_level_source(struct lw_store *store, const char *level,
                                struct lw_arena *arena, const char **source,
                                struct lw_error *err) {
    bool found;
    *source = "";
    const struct store_rows rows = {
        "SELECT coalesce((SELECT 'pack ' || p.id FROM pack_levels m JOIN packs p"
        " ON p.id = m.pack WHERE m.level = l.id ORDER BY p.created_ms, p.id LIMIT 1),"
        " l.method || ' ' || l.options) FROM levels l WHERE l.id = ?1",
        SQL_ARGS(T(level)), .read = store_read_text};
    return store_read_row(store, &rows, arena, source, &found, err);
}
