/* Is everything in the database as it should be? What the database can check itself it
 * checks; what only we know (ids, solutions, sums, days) is checked here. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lw/store/open.h"
#include "plays/counters.h"
#include "store_internal.h"

#define PAGE 200
#define MAX_TOLD 100

struct checker {
    struct lw_store *store;
    lw_store_finding_fn finding;
    void *ctx;
    struct lw_store_checked *out;
};

static void found(struct checker *check, const char *fmt, ...) LW_PRINTF(2, 3);
static void found(struct checker *check, const char *fmt, ...) {
    char sentence[400];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(sentence, sizeof sentence, fmt, args);
    va_end(args);
    check->out->n_findings++;
    if (check->finding != NULL && check->out->n_findings <= MAX_TOLD) {
        check->finding(check->ctx, sentence);
    }
}

/* SQLite's own checks: rows that say "ok", and rows of broken references. */
static lw_status check_file(struct checker *check, struct lw_error *err) {
    if (strcmp(lw_store_kind(check->store), "sqlite") != 0) {
        return LW_OK;
    }
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status =
        sql_query(check->store->sql, "PRAGMA integrity_check", SQL_NO_ARGS, &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        const char *text = store_or_empty(sql_text(stmt, 0));
        if (strcmp(text, "ok") != 0) {
            found(check, "the file is damaged: %.200s", text);
        }
    }
    sql_done(stmt);
    if (status == LW_OK) {
        status = sql_query(check->store->sql, "PRAGMA foreign_key_check", SQL_NO_ARGS,
                           &stmt, err);
        row = true;
        while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
            found(check, "a row of %.40s refers to a row of %.40s that is not there",
                  store_or_empty(sql_text(stmt, 0)), store_or_empty(sql_text(stmt, 2)));
        }
        sql_done(stmt);
    }
    return status;
}

static lw_status check_solutions(struct checker *check,
                                 const struct lw_store_level *stored,
                                 const struct lw_level *level, struct lw_arena *arena,
                                 struct lw_error *err) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct lw_store_solution_list list;
    lw_status status =
        lw_store_solution_list(check->store, stored->id, arena, &list, err);
    for (size_t i = 0; i < list.n && status == LW_OK && ops != NULL; i++) {
        const char *moves = list.solutions[i].moves;
        struct lw_error why = {0};
        check->out->n_solutions++;
        if (ops->measure(level, moves, strlen(moves), NULL, &why) != LW_OK) {
            found(check, "level %s: its %.20s solution of %.20s does not solve it: %s",
                  stored->id, list.solutions[i].metric, list.solutions[i].origin,
                  why.text);
        }
    }
    return status;
}

static lw_status check_level(struct checker *check, const struct lw_store_level *stored,
                             struct lw_arena *arena, struct lw_error *err) {
    char id[LW_STORE_ID_SIZE] = "";
    struct lw_error why = {0};
    struct lw_opened opened;
    lw_status status = LW_OK;
    check->out->n_levels++;
    lw_status read =
        lw_store_level_open(check->store, check->store->alloc, stored, &opened, &why);
    if (read == LW_OK) {
        read = lw_store_level_id(opened.set.entries[0].level, id, &why);
    }
    if (read == LW_NO_MEMORY || read == LW_IO || read == LW_BUSY) {
        status = lw_fail(err, read, 0, 0, "%s", why.text);
    } else if (read != LW_OK) {
        found(check, "level %s cannot be read: %s", stored->id, why.text);
    } else if (strcmp(id, stored->id) != 0) {
        found(check, "level %s: its text has the id %s", stored->id, id);
    } else if (strlen(stored->text) != stored->text_len) {
        found(check, "level %s: the size stored for its text is wrong", stored->id);
    } else {
        status = check_solutions(check, stored, opened.set.entries[0].level, arena, err);
    }
    lw_opened_close(&opened);
    return status;
}

static lw_status check_levels(struct checker *check, struct lw_error *err) {
    struct lw_store_filter filter = {
        .with_hidden = true, .order = LW_STORE_BY_ID, .limit = PAGE};
    lw_status status = LW_OK;
    size_t n = PAGE;
    for (; status == LW_OK && n == PAGE; filter.first += PAGE) {
        struct lw_arena arena;
        struct lw_store_level_list list;
        lw_arena_init(&arena, check->store->alloc);
        status = lw_store_level_list(check->store, &filter, &arena, &list, err);
        n = list.n;
        for (size_t i = 0; i < n && status == LW_OK; i++) {
            status = check_level(check, &list.levels[i], &arena, err);
        }
        lw_arena_free(&arena);
    }
    return status;
}

/* A source is known by the hash of its text. */
static lw_status check_sources(struct checker *check, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status =
        sql_query(check->store->sql, "SELECT id, text, bytes FROM sources ORDER BY id",
                  SQL_NO_ARGS, &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        const char *text = store_or_empty(sql_text(stmt, 1));
        size_t len = strlen(text);
        char id[LW_STORE_ID_SIZE];
        lw_id128_text(lw_hash128(text, len, 0), id);
        if (strcmp(id, store_or_empty(sql_text(stmt, 0))) != 0) {
            found(check, "source %.40s: its text has the id %s",
                  store_or_empty(sql_text(stmt, 0)), id);
        } else if ((size_t)sql_int(stmt, 2) != len) {
            found(check, "source %s: the size stored for its text is wrong", id);
        }
    }
    sql_done(stmt);
    return status;
}

/* Statements whose every row is a finding: an id and what is wrong with it. */
static const struct {
    const char *text, *sentence;
} rules[] = {
    {"SELECT p.id FROM plays p WHERE p.restarts <> (SELECT count(*) FROM events e"
     " WHERE e.play = p.id AND e.kind = 'restart') OR p.undos <> (SELECT count(*)"
     " FROM events e WHERE e.play = p.id AND e.kind = 'undo') OR p.quits <>"
     " (SELECT count(*) FROM events e WHERE e.play = p.id AND e.kind = 'quit')"
     " ORDER BY p.id",
     "play %s: its totals do not match its events"},
    {"SELECT p.id FROM plays p WHERE (p.won_ms IS NOT NULL) <> EXISTS (SELECT 1 FROM"
     " events e WHERE e.play = p.id AND e.kind = 'win') ORDER BY p.id",
     "play %s: it counts as won but has no win among its events, or the reverse"},
    {"SELECT p.id FROM plays p JOIN sessions s ON s.id = p.session"
     " WHERE s.player <> p.player ORDER BY p.id",
     "play %s: its session is another player's"},
    {"SELECT r.level FROM reserve r JOIN daily d ON d.level = r.level ORDER BY r.level",
     "level %s is in the reserve although it was a level of the day"},
    {"SELECT game FROM daily GROUP BY game, band HAVING max(number) <> count(*)"
     " OR min(number) <> 1 ORDER BY game",
     "the numbers of the days of %s have gaps"},
    {"SELECT id FROM jobs WHERE state NOT IN ('queued', 'running', 'done', 'failed',"
     " 'cancelled') ORDER BY id",
     "job %s is in an unknown state"},
};

static lw_status check_rules(struct checker *check, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof rules / sizeof *rules && status == LW_OK; i++) {
        struct sql_stmt *stmt;
        bool row = true;
        status = sql_query(check->store->sql, rules[i].text, SQL_NO_ARGS, &stmt, err);
        while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
            const char *at = strstr(rules[i].sentence, "%s");
            found(check, "%.*s%.40s%s", (int)(at - rules[i].sentence), rules[i].sentence,
                  store_or_empty(sql_text(stmt, 0)), at + 2);
        }
        sql_done(stmt);
    }
    return status;
}

static void miscounted(void *ctx, const char *table, const char *key) {
    found(ctx, "a counter of the reports is wrong: %s of '%.60s'", table, key);
}

lw_status lw_store_check(struct lw_store *store, lw_store_finding_fn finding, void *ctx,
                         struct lw_store_checked *out, struct lw_error *err) {
    *out = (struct lw_store_checked){0};
    struct checker check = {.store = store, .finding = finding, .ctx = ctx, .out = out};
    int64_t n_plays = 0;
    lw_status status = check_file(&check, err);
    if (status == LW_OK) {
        status = check_levels(&check, err);
    }
    if (status == LW_OK) {
        status = check_sources(&check, err);
    }
    if (status == LW_OK) {
        status = check_rules(&check, err);
    }
    if (status == LW_OK) {
        status = store_counters_compare(store, miscounted, &check, err);
    }
    if (status == LW_OK) {
        status = sql_number(store->sql, "SELECT count(*) FROM plays", SQL_NO_ARGS,
                            &n_plays, err);
    }
    out->n_plays = (size_t)n_plays;
    return status;
}
