/* What both drivers share: dialect words, the cache of statements, nested transactions,
 * and the check that text is UTF-8, so that both databases refuse the same. */
#include "sql/sql.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "lw/base/hash.h"

struct word {
    const char *word, *replacement;
};

char *sql_expand(const struct sql *sql, const char *text) {
    const struct word words[] = {
        {"@SKIP_LOCKED@", sql->ops->skip_locked},
        {"@CLUSTERED@", sql->ops->clustered},
        {"@TEXT@", sql->ops->text_type},
        {"@FLOOR@", sql->ops->floor},
    };
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    while (*text != '\0') {
        size_t plain = strcspn(text, "@?");
        lw_buffer_add(&out, text, plain);
        text += plain;
        if (*text == '?') {
            lw_buffer_puts(&out, sql->ops->param);
            text++;
        }
        for (size_t i = 0; *text == '@' && i < sizeof words / sizeof *words; i++) {
            size_t len = strlen(words[i].word);
            if (strncmp(text, words[i].word, len) == 0) {
                lw_buffer_puts(&out, words[i].replacement);
                text += len;
            }
        }
    }
    char *result = NULL;
    if (lw_buffer_ok(&out)) {
        result = lw_alloc_get(sql->alloc, out.len + 1);
    }
    if (result != NULL) {
        memcpy(result, lw_buffer_text(&out), out.len + 1);
    }
    lw_buffer_free(&out);
    return result;
}

void sql_free_text(const struct sql *sql, char *text) {
    if (text != NULL) {
        lw_alloc_free(sql->alloc, text, strlen(text) + 1);
    }
}

void sql_close(struct sql *sql) {
    if (sql == NULL) {
        return;
    }
    for (size_t i = 0; i < SQL_BUCKETS; i++) {
        while (sql->buckets[i] != NULL) {
            struct sql_stmt *stmt = sql->buckets[i];
            sql->buckets[i] = stmt->next;
            sql->ops->drop(stmt);
            sql_free_text(sql, stmt->text);
            lw_alloc_free(sql->alloc, stmt, sizeof *stmt);
        }
    }
    lw_alloc_free(sql->alloc, sql->changed, sql->changed_cap * sizeof *sql->changed);
    sql->ops->close(sql);
}

lw_status sql_script(struct sql *sql, const char *text, struct lw_error *err) {
    char *expanded = sql_expand(sql, text);
    if (expanded == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = sql->ops->script(sql, expanded, err);
    sql_free_text(sql, expanded);
    return status;
}

/* Statements are told apart by their text before expansion, through its hash: 64 bits
 * and a hundred texts that we wrote ourselves. */
static struct sql_stmt *stmt_get(struct sql *sql, const char *text) {
    uint64_t hash = lw_hash64(text, strlen(text), 0);
    struct sql_stmt **bucket = &sql->buckets[hash % SQL_BUCKETS];
    for (struct sql_stmt *at = *bucket; at != NULL; at = at->next) {
        if (at->hash == hash && !at->in_use) {
            return at;
        }
    }
    struct sql_stmt *stmt = lw_alloc_zero(sql->alloc, 1, sizeof *stmt);
    if (stmt == NULL) {
        return NULL;
    }
    stmt->text = sql_expand(sql, text);
    if (stmt->text == NULL) {
        lw_alloc_free(sql->alloc, stmt, sizeof *stmt);
        return NULL;
    }
    stmt->sql = sql;
    stmt->hash = hash;
    stmt->reads = strncmp(text, "SELECT", 6) == 0;
    stmt->number = sql->n_stmts++;
    stmt->next = *bucket;
    *bucket = stmt;
    return stmt;
}

static lw_status check_text(const struct sql_value *args, size_t n,
                            struct lw_error *err) {
    for (size_t i = 0; i < n; i++) {
        const char *text = args[i].type == SQL_TEXT ? args[i].text : NULL;
        size_t left = text == NULL ? 0 : strlen(text);
        for (size_t used = 0; left > 0; text += used, left -= used) {
            if ((unsigned char)*text < 0x80) {
                used = 1;
            } else if (lw_utf8_decode(text, left, &used) == UINT32_MAX) {
                return lw_fail(err, LW_BAD_INPUT, 0, 0,
                               "a text holds the byte 0x%02x where UTF-8 was expected; "
                               "save the text as UTF-8",
                               (unsigned char)*text);
            }
        }
    }
    return LW_OK;
}

/* Inside a transaction a failed statement must take the whole transaction with it:
 * PostgreSQL insists on that, so SQLite is held to it too. */
static lw_status spoil(struct sql *sql, lw_status status) {
    if (status != LW_OK && sql->depth > 0) {
        sql->spoiled = true;
    }
    return status;
}

bool sql_goes_on(const struct sql *sql) {
    const struct lw_store_meter *meter = sql->meter;
    return meter == NULL || meter->go_on == NULL || meter->go_on(meter->ctx);
}

static lw_status check_time(const struct sql *sql, struct lw_error *err) {
    return sql_goes_on(sql)
               ? LW_OK
               : lw_fail(err, LW_LIMIT, 0, 0, "this takes more work than it may cost");
}

/* Counts rows that were written, or asks whether another may be (0). */
static lw_status count_rows(struct sql *sql, int64_t changed, struct lw_error *err) {
    struct lw_store_meter *meter = sql->meter;
    if (meter == NULL) {
        return LW_OK;
    }
    meter->rows += (uint64_t)changed;
    if (meter->rows + (changed == 0) <= meter->max_rows) {
        return LW_OK;
    }
    meter->refused = true;
    return lw_fail(err, LW_LIMIT, 0, 0, "this would write more than %llu rows",
                   (unsigned long long)meter->max_rows);
}

struct call {
    const char *text;
    const struct sql_value *args;
    size_t n;
    bool streams;
};

static lw_status start(struct sql *sql, const struct call *call, struct sql_stmt **out,
                       struct lw_error *err) {
    assert(call->n <= SQL_MAX_ARGS);
    *out = NULL;
    lw_status status = check_text(call->args, call->n, err);
    if (status != LW_OK) {
        return spoil(sql, status);
    }
    struct sql_stmt *stmt = stmt_get(sql, call->text);
    if (stmt == NULL) {
        return spoil(sql, lw_fail_memory(err));
    }
    stmt->changed = 0;
    stmt->streams = call->streams;
    status = check_time(sql, err);
    if (status == LW_OK && !stmt->reads) {
        status = count_rows(sql, 0, err);
    }
    if (status != LW_OK) {
        return spoil(sql, status);
    }
    status = sql->ops->start(stmt, call->args, call->n, err);
    if (status != LW_OK) {
        sql->ops->finish(stmt);
        return spoil(sql, status);
    }
    stmt->in_use = true;
    *out = stmt;
    return LW_OK;
}

lw_status sql_query(struct sql *sql, const char *text, const struct sql_value *args,
                    size_t n, struct sql_stmt **out, struct lw_error *err) {
    return start(sql, &(struct call){text, args, n, false}, out, err);
}

lw_status sql_stream(struct sql *sql, const char *text, struct sql_stmt **out,
                     struct lw_error *err) {
    return start(sql, &(struct call){text, NULL, 0, true}, out, err);
}

lw_status sql_next(struct sql_stmt *stmt, bool *row, struct lw_error *err) {
    struct sql *sql = stmt->sql;
    *row = false;
    lw_status status = check_time(sql, err);
    if (status == LW_OK) {
        status = sql->ops->step(stmt, row, err);
    }
    if (status == LW_OK && !*row && !stmt->reads && stmt->changed > 0) {
        status = count_rows(sql, stmt->changed, err);
    }
    return spoil(sql, status);
}

void sql_done(struct sql_stmt *stmt) {
    if (stmt != NULL) {
        stmt->sql->ops->finish(stmt);
        stmt->in_use = false;
    }
}

static lw_status run(struct sql *sql, const char *text, const struct sql_value *args,
                     size_t n, int64_t *changed, struct lw_error *err) {
    struct sql_stmt *stmt;
    lw_status status = sql_query(sql, text, args, n, &stmt, err);
    bool row = true;
    while (status == LW_OK && row) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && changed != NULL) {
        *changed = stmt->changed;
    }
    sql_done(stmt);
    return status;
}

/* A change that is counted can be taken back only inside of a transaction, and one that
 * needs a turn is a transaction, too. */
lw_status sql_do(struct sql *sql, const char *text, const struct sql_value *args,
                 size_t n, int64_t *changed, struct lw_error *err) {
    if ((sql->meter == NULL && sql->turns == NULL) || sql->depth > 0) {
        return run(sql, text, args, n, changed, err);
    }
    lw_status status = sql_begin(sql, err);
    if (status == LW_OK) {
        status = run(sql, text, args, n, changed, err);
        status = sql_end(sql, status, err);
    }
    return status;
}

lw_status sql_number(struct sql *sql, const char *text, const struct sql_value *args,
                     size_t n, int64_t *out, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    *out = 0;
    lw_status status = sql_query(sql, text, args, n, &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && row && !sql_is_null(stmt, 0)) {
        *out = sql_int(stmt, 0);
    }
    sql_done(stmt);
    return status;
}

lw_status sql_queue(struct sql *sql, const char *text, const struct sql_value *args,
                    size_t n, struct lw_error *err) {
    assert(sql->depth > 0 && n <= SQL_MAX_ARGS);
    lw_status status = check_time(sql, err);
    if (status == LW_OK) {
        status = count_rows(sql, 0, err);
    }
    if (status == LW_OK) {
        status = check_text(args, n, err);
    }
    struct sql_stmt *stmt = status == LW_OK ? stmt_get(sql, text) : NULL;
    if (status == LW_OK && stmt == NULL) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK && sql->flushed) {
        sql->n_changed = 0;
        sql->flushed = false;
    }
    if (status == LW_OK) {
        status = sql->ops->queue(stmt, args, n, err);
    }
    return spoil(sql, status);
}

lw_status sql_flush(struct sql *sql, struct lw_error *err) {
    sql->flushed = true;
    return spoil(sql, sql->ops->flush(sql, err));
}

lw_status sql_note_changed(struct sql *sql, int64_t changed, struct lw_error *err) {
    if (!lw_grow(sql->alloc, &sql->changed, &sql->changed_cap, sql->n_changed + 1,
                 sizeof *sql->changed)) {
        return lw_fail_memory(err);
    }
    sql->changed[sql->n_changed++] = changed;
    return changed > 0 ? count_rows(sql, changed, err) : LW_OK;
}

static lw_status run_trigger(struct sql *sql, const struct sql_trigger *trigger,
                             void (*write)(const struct sql_trigger *trigger,
                                           struct lw_buffer *out),
                             struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, sql->alloc);
    write(trigger, &text);
    lw_status status = lw_buffer_ok(&text) ? sql_script(sql, lw_buffer_text(&text), err)
                                           : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

lw_status sql_trigger_create(struct sql *sql, const struct sql_trigger *trigger,
                             struct lw_error *err) {
    return run_trigger(sql, trigger, sql->ops->trigger_create, err);
}

lw_status sql_trigger_drop(struct sql *sql, const struct sql_trigger *trigger,
                           struct lw_error *err) {
    return run_trigger(sql, trigger, sql->ops->trigger_drop, err);
}

void sql_trigger_body(const struct sql_trigger *trigger, const char *gone,
                      struct lw_buffer *out) {
    static const char word[] = "@GONE@";
    const char *text = trigger->body;
    for (const char *at; (at = strstr(text, word)) != NULL; text = at + sizeof word - 1) {
        lw_buffer_add(out, text, (size_t)(at - text));
        lw_buffer_puts(out, gone);
    }
    lw_buffer_puts(out, text);
}

bool sql_is_null(const struct sql_stmt *stmt, int column) {
    return stmt->sql->ops->is_null(stmt, column);
}

int64_t sql_int(const struct sql_stmt *stmt, int column) {
    return stmt->sql->ops->get_int(stmt, column);
}

double sql_real(const struct sql_stmt *stmt, int column) {
    return sql_is_null(stmt, column) ? (double)NAN
                                     : stmt->sql->ops->get_real(stmt, column);
}

const char *sql_text(const struct sql_stmt *stmt, int column) {
    return sql_is_null(stmt, column) ? NULL : stmt->sql->ops->get_text(stmt, column);
}

const char *sql_copy(const struct sql_stmt *stmt, int column, struct lw_arena *arena,
                     bool *ok) {
    const char *text = sql_text(stmt, column);
    if (text == NULL) {
        return NULL;
    }
    const char *copy = lw_arena_text(arena, text, strlen(text));
    *ok = *ok && copy != NULL;
    return copy != NULL ? copy : "";
}

lw_status sql_begin(struct sql *sql, struct lw_error *err) {
    if (sql->depth > 0) {
        sql->depth++;
        return LW_OK;
    }
    lw_status status = turns_take(sql->turns, sql->urgent, sql->busy_ms, err);
    if (status != LW_OK) {
        return status;
    }
    sql->beginning = true;
    status = sql->ops->begin(sql, err);
    sql->beginning = false;
    if (status == LW_OK) {
        turns_begun(sql->turns);
        sql->depth = 1;
        sql->spoiled = false;
        sql->flushed = true;
    } else {
        turns_give(sql->turns);
    }
    return status;
}

lw_status sql_end(struct sql *sql, lw_status status, struct lw_error *err) {
    assert(sql->depth > 0);
    sql->depth--;
    if (sql->depth > 0) {
        sql->spoiled = sql->spoiled || status != LW_OK;
        return status;
    }
    if (status == LW_OK && sql->spoiled) {
        status = lw_fail(err, LW_IO, 0, 0,
                         "a part of this change failed, so all of it was rolled back");
    }
    if (status == LW_OK) {
        status = check_time(sql, err);
    }
    if (status == LW_OK) {
        status = sql->ops->commit(sql, err);
    }
    if (status != LW_OK) {
        sql->ops->rollback(sql);
    }
    turns_give(sql->turns);
    sql->spoiled = false;
    return status;
}

lw_status sql_scrub_files(struct sql *sql, const struct sql_scrub *what, bool *done,
                          struct lw_error *err) {
    assert(sql->depth == 0);
    *done = false;
    lw_status status = turns_take(sql->turns, sql->urgent, sql->busy_ms, err);
    if (status == LW_OK) {
        status = sql->ops->scrub(sql, what, done, err);
        turns_give(sql->turns);
    }
    return status == LW_BUSY ? LW_OK : status;
}
