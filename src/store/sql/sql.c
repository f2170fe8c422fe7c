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

static lw_status start(struct sql *sql, const char *text, const struct sql_value *args,
                       size_t n, bool streams, struct sql_stmt **out,
                       struct lw_error *err) {
    assert(n <= SQL_MAX_ARGS);
    *out = NULL;
    lw_status status = check_text(args, n, err);
    if (status != LW_OK) {
        return spoil(sql, status);
    }
    struct sql_stmt *stmt = stmt_get(sql, text);
    if (stmt == NULL) {
        return spoil(sql, lw_fail_memory(err));
    }
    stmt->changed = 0;
    stmt->streams = streams;
    status = sql->ops->start(stmt, args, n, err);
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
    return start(sql, text, args, n, false, out, err);
}

lw_status sql_stream(struct sql *sql, const char *text, struct sql_stmt **out,
                     struct lw_error *err) {
    return start(sql, text, NULL, 0, true, out, err);
}

lw_status sql_next(struct sql_stmt *stmt, bool *row, struct lw_error *err) {
    *row = false;
    return spoil(stmt->sql, stmt->sql->ops->step(stmt, row, err));
}

void sql_done(struct sql_stmt *stmt) {
    if (stmt != NULL) {
        stmt->sql->ops->finish(stmt);
        stmt->in_use = false;
    }
}

lw_status sql_do(struct sql *sql, const char *text, const struct sql_value *args,
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
    lw_status status = check_text(args, n, err);
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
    return LW_OK;
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
    lw_status status = sql->ops->begin(sql, err);
    if (status == LW_OK) {
        sql->depth = 1;
        sql->spoiled = false;
        sql->flushed = true;
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
        status = sql->ops->commit(sql, err);
    }
    if (status != LW_OK) {
        sql->ops->rollback(sql);
    }
    sql->spoiled = false;
    return status;
}
