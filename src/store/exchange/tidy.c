/* Tables of what players did. */
#include "lw/store/tidy.h"

#include <assert.h>

#include "store_internal.h"

#define MAX_COLUMNS 24
#define INTEGER LW_STORE_TIDY_INTEGER
#define NUMBER LW_STORE_TIDY_NUMBER
#define FLAG LW_STORE_TIDY_FLAG
#define TEXT LW_STORE_TIDY_TEXT

#define WITH_PLAYERS                                                                     \
    "WITH numbered AS (SELECT id, ROW_NUMBER() OVER (ORDER BY created_ms, id) AS number" \
    "  FROM players)"
#define WITH_PLAYS                                                                       \
    WITH_PLAYERS                                                                         \
    ", played AS (SELECT id, ROW_NUMBER() OVER (ORDER BY started_ms, id) AS number"      \
    "  FROM plays), sat AS (SELECT id, ROW_NUMBER() OVER (ORDER BY started_ms, id) AS"   \
    "  number FROM sessions)"
/* Levels that somebody has played, rated or compared: those of days to come are none. */
#define SEEN                                                                             \
    "(SELECT level AS id FROM plays UNION SELECT level FROM ratings WHERE rater LIKE"    \
    " 'player:%' UNION SELECT level_a FROM comparisons UNION SELECT level_b FROM"        \
    " comparisons)"

static const struct lw_store_tidy_column players[] = {
    {"player", INTEGER, true, NULL, NULL, "number, in order of arrival"},
    {"created_ms", INTEGER, true, "ms", NULL, "when the player arrived (server)"},
};
static const struct lw_store_tidy_column sources[] = {
    {"source", TEXT, true, NULL, NULL, "id"},
    {"game", TEXT, true, NULL, NULL, "game"},
    {"text", TEXT, true, NULL, NULL, "of the game that the levels belong to"},
};
static const struct lw_store_tidy_column levels[] = {
    {"level", TEXT, true, NULL, NULL, "canonical id"},
    {"game", TEXT, true, NULL, NULL, "game"},
    {"rules", TEXT, false, NULL, NULL, "lines of name=value; empty: the defaults"},
    {"source", TEXT, false, NULL, NULL, "of a game that is defined by a text"},
    {"title", TEXT, false, NULL, NULL, "title"},
    {"author", TEXT, false, NULL, NULL, "author"},
    {"method", TEXT, false, NULL, NULL, "how it was made"},
    {"width", INTEGER, true, NULL, NULL, "cells across"},
    {"height", INTEGER, true, NULL, NULL, "cells down"},
    {"rating", NUMBER, false, NULL, NULL, "predicted, 1 to 10"},
    {"percentile", NUMBER, false, NULL, NULL, "predicted, 0 to 100"},
    {"calibrated", FLAG, true, NULL, NULL, "both are learned from people's play"},
    {"hidden", FLAG, true, NULL, NULL, "kept, but not listed"},
    {"created_ms", INTEGER, true, "ms", NULL, "when it was stored (server)"},
    {"text", TEXT, true, NULL, NULL, "in the game's own format, after its source"},
};
static const struct lw_store_tidy_column plays[] = {
    {"play", INTEGER, true, NULL, NULL, "number, in order of start"},
    {"player", INTEGER, true, NULL, NULL, "who"},
    {"session", INTEGER, true, NULL, NULL, "number of the session"},
    {"level", TEXT, true, NULL, NULL, "which"},
    {"set", TEXT, false, NULL, NULL, "id of the level set that it was chosen from"},
    {"set_title", TEXT, false, NULL, NULL, "its title; empty: it no longer exists"},
    {"set_origin", TEXT, false, NULL, NULL, "who made its levels"},
    {"started_ms", INTEGER, true, "ms", NULL, "when it was started (server)"},
    {"won_ms", INTEGER, false, "ms", NULL, "when it was won (server); empty: it was not"},
    {"moves", INTEGER, false, NULL, NULL, "of the win"},
    {"pushes", INTEGER, false, NULL, NULL, "of the win"},
    {"t_ms", INTEGER, false, "ms", NULL, "how long the win took (client)"},
    {"restarts", INTEGER, true, NULL, NULL, "how often it was restarted"},
    {"undos", INTEGER, true, NULL, NULL, "moves taken back"},
    {"quits", INTEGER, true, NULL, NULL, "how often it was left"},
};
static const struct lw_store_tidy_column events[] = {
    {"play", INTEGER, true, NULL, NULL, "of which play"},
    {"seq", INTEGER, true, NULL, NULL, "the client's number in the play"},
    {"server_ms", INTEGER, true, "ms", NULL, "when the server stored it"},
    {"event", TEXT, true, NULL, "start|restart|undo|redo|hint|move|win|quit", "what"},
    {"t_ms", INTEGER, true, "ms", NULL, "since the play began (client)"},
    {"moves", INTEGER, true, NULL, NULL, "so far"},
    {"pushes", INTEGER, true, NULL, NULL, "so far"},
    {"data", TEXT, false, NULL, NULL, "a win's moves, or what the client sent"},
};
static const struct lw_store_tidy_column ratings[] = {
    {"player", INTEGER, true, NULL, NULL, "who"},
    {"level", TEXT, true, NULL, NULL, "which"},
    {"value", NUMBER, true, NULL, NULL, "how hard it was, 1 to 10"},
    {"made_ms", INTEGER, true, "ms", NULL, "when the rating was given (server)"},
};
static const struct lw_store_tidy_column comparisons[] = {
    {"comparison", INTEGER, true, NULL, NULL, "number, in order of creation"},
    {"player", INTEGER, true, NULL, NULL, "who"},
    {"level_a", TEXT, true, NULL, NULL, "one"},
    {"level_b", TEXT, true, NULL, NULL, "the other"},
    {"harder", TEXT, true, NULL, "a|equal|b", "which one the player called harder"},
    {"made_ms", INTEGER, true, "ms", NULL, "when (server)"},
};

#define TO_PLAYER                                                                        \
    { "player", "players", "player" }
#define TO_LEVEL                                                                         \
    { "level", "levels", "level" }
static const struct lw_store_tidy_key level_keys[] = {{"source", "sources", "source"}};
static const struct lw_store_tidy_key play_keys[] = {TO_PLAYER, TO_LEVEL};
static const struct lw_store_tidy_key event_keys[] = {{"play", "plays", "play"}};
static const struct lw_store_tidy_key comparison_keys[] = {
    TO_PLAYER, {"level_a", "levels", "level"}, {"level_b", "levels", "level"}};

#define LIST(list) (list), sizeof(list) / sizeof(list)[0]
const struct lw_store_tidy_table lw_store_tidy_tables[] = {
    {"players", "one row per player", LIST(players), "player", NULL, 0,
     WITH_PLAYERS " SELECT n.number, p.created_ms FROM players p"
                  " JOIN numbered n ON n.id = p.id ORDER BY n.number"},
    {"sources", "one row per game that is defined by a text", LIST(sources), "source",
     NULL, 0,
     "SELECT id, game, text FROM sources WHERE id IN (SELECT source FROM levels WHERE id"
     " IN " SEEN ") ORDER BY id"},
    {"levels", "one row per level that was played, rated or compared", LIST(levels),
     "level", LIST(level_keys),
     "SELECT id, game, rules, source, title, author, method, width, height, rating,"
     " percentile, calibrated, hidden, created_ms, text FROM levels WHERE id IN " SEEN
     " ORDER BY id"},
    {"plays", "one row per play: one player at one level", LIST(plays), "play",
     LIST(play_keys),
     WITH_PLAYS " SELECT d.number, n.number, a.number, p.level, p.set_id, s.title,"
                " s.origin, p.started_ms, p.won_ms, p.moves, p.pushes,"
                " CASE WHEN p.won_ms IS NULL THEN NULL ELSE p.t_ms END, p.restarts,"
                " p.undos, p.quits FROM plays p JOIN played d ON d.id = p.id"
                " JOIN numbered n ON n.id = p.player JOIN sat a ON a.id = p.session"
                " LEFT JOIN sets s ON s.id = p.set_id ORDER BY d.number"},
    {"events", "one row per event of a play, in order", LIST(events), "play seq",
     LIST(event_keys),
     WITH_PLAYS " SELECT d.number, e.seq, e.stored_ms, e.kind, e.t_ms, e.moves, e.pushes,"
                " e.data FROM events e JOIN played d ON d.id = e.play"
                " ORDER BY d.number, e.seq"},
    {"ratings", "one row per rating that a player gave a level", LIST(ratings),
     "player level", LIST(play_keys),
     WITH_PLAYERS " SELECT n.number, r.level, r.value, r.made_ms FROM ratings r"
                  " JOIN numbered n ON r.rater = 'player:' || n.id"
                  " ORDER BY n.number, r.level"},
    {"comparisons", "one row per pair of levels that a player compared",
     LIST(comparisons), "comparison", LIST(comparison_keys),
     WITH_PLAYERS " SELECT ROW_NUMBER() OVER (ORDER BY c.made_ms, c.id), n.number,"
                  " c.level_a, c.level_b, CASE c.answer WHEN -1 THEN 'a' WHEN 1 THEN 'b'"
                  " ELSE 'equal' END, c.made_ms FROM comparisons c"
                  " JOIN numbered n ON n.id = c.player ORDER BY 1"},
    {.name = NULL},
};

static lw_status read_table(struct lw_store *store,
                            const struct lw_store_tidy_table *table, lw_store_tidy_fn row,
                            void *ctx, struct lw_error *err) {
    struct lw_store_tidy_value values[MAX_COLUMNS];
    struct sql_stmt *stmt = NULL;
    assert(table->n_columns <= MAX_COLUMNS);
    lw_status status = sql_stream(store->sql, table->select, &stmt, err);
    bool more = true;
    while (status == LW_OK && (status = sql_next(stmt, &more, err)) == LW_OK && more) {
        for (size_t i = 0; i < table->n_columns; i++) {
            enum lw_store_tidy_type type = table->columns[i].type;
            struct lw_store_tidy_value *value = &values[i];
            *value = (struct lw_store_tidy_value){.is_null = sql_is_null(stmt, (int)i)};
            if (value->is_null) {
                continue;
            }
            if (type == TEXT) {
                value->text = sql_text(stmt, (int)i);
            } else if (type == NUMBER) {
                value->number = sql_real(stmt, (int)i);
            } else {
                value->integer = sql_int(stmt, (int)i);
            }
        }
        status = row(ctx, table, values, err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_tidy(struct lw_store *store, lw_store_tidy_fn row, void *ctx,
                        struct lw_error *err) {
    struct lw_error ignored;
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    if (store->sql->ops->snapshot != NULL) {
        status = sql_script(store->sql, store->sql->ops->snapshot, err);
    }
    for (const struct lw_store_tidy_table *table = lw_store_tidy_tables;
         table->name != NULL && status == LW_OK; table++) {
        status = read_table(store, table, row, ctx, err);
    }
    (void)!sql_end(store->sql, LW_CANCELLED, &ignored); /* nothing was changed */
    return status;
}
