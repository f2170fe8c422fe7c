/* Levels: putting, getting, hiding, listing by a filter. */
#include <math.h>
#include <string.h>

#include "store_internal.h"

lw_status lw_store_level_put(struct lw_store *store, const struct lw_store_level *level,
                             enum lw_store_put *put, struct lw_error *err) {
    if (!store_is_id(level->id)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "'%.40s' is not a level id; 32 hexadecimal digits were expected",
                       level->id);
    }
    int64_t changed = 0;
    lw_status status = sql_do(
        store->sql,
        "INSERT INTO levels (id, game, rules, source, text, title, author, method,"
        " options, width, height, percentile, rating, calibrated, score, created_ms, "
        "hidden, sealed, bytes, owner) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
        "?11,"
        " ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)"
        " ON CONFLICT (id) DO NOTHING",
        SQL_ARGS(T(level->id), T(store_or_empty(level->game)),
                 T(store_or_empty(level->rules)), T(level->source),
                 T(store_or_empty(level->text)), T(store_or_empty(level->title)),
                 T(store_or_empty(level->author)), T(store_or_empty(level->method)),
                 T(store_or_empty(level->options)), I(level->width), I(level->height),
                 R(level->percentile), R(level->rating), I(level->calibrated),
                 R(level->score), I(level->created_ms), I(level->hidden),
                 T(store_or_empty(level->sealed)), I(strlen(store_or_empty(level->text))),
                 T(level->owner)),
        &changed, err);
    *put = changed > 0 ? LW_STORE_INSERTED : LW_STORE_DUPLICATE;
    return status;
}

struct lw_verdict lw_store_level_verdict(const struct lw_store_level *level) {
    return (struct lw_verdict){.rating = level->rating,
                               .percentile = level->percentile,
                               .calibrated = level->calibrated};
}

bool store_read_level(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_level *out = row;
    bool ok = true;
    *out = (struct lw_store_level){
        .game = sql_copy(stmt, 1, arena, &ok),
        .rules = sql_copy(stmt, 2, arena, &ok),
        .source = sql_copy(stmt, 3, arena, &ok),
        .text = sql_copy(stmt, 4, arena, &ok),
        .title = sql_copy(stmt, 5, arena, &ok),
        .author = sql_copy(stmt, 6, arena, &ok),
        .method = sql_copy(stmt, 7, arena, &ok),
        .options = sql_copy(stmt, 8, arena, &ok),
        .width = (uint32_t)sql_int(stmt, 9),
        .height = (uint32_t)sql_int(stmt, 10),
        .percentile = sql_real(stmt, 11),
        .rating = sql_real(stmt, 12),
        .calibrated = sql_int(stmt, 13) != 0,
        .score = sql_real(stmt, 14),
        .created_ms = sql_int(stmt, 15),
        .hidden = sql_int(stmt, 16) != 0,
        .sealed = sql_copy(stmt, 17, arena, &ok),
        .text_len = (size_t)sql_int(stmt, 18),
        .source_len = sql_is_null(stmt, 19) ? 0 : (size_t)sql_int(stmt, 19),
        .aside = sql_copy(stmt, 20, arena, &ok),
        .owner = sql_copy(stmt, 21, arena, &ok),
    };
    store_copy_id(stmt, 0, out->id);
    return ok;
}

bool store_same_text(const struct lw_store_level *a, const struct lw_store_level *b) {
    return strcmp(store_or_empty(a->source), store_or_empty(b->source)) == 0 &&
           strcmp(a->text, b->text) == 0;
}

/* Texts, and each source once as long as its levels follow each other. */
static lw_status weigh_levels(struct lw_store *store, const char *select,
                              const struct sql_value *args, size_t n,
                              struct lw_error *err) {
    struct sql_stmt *stmt;
    char last[LW_STORE_ID_SIZE] = "";
    bool row = true;
    size_t n_bytes = 0;
    lw_status status = sql_query(store->sql, select, args, n, &stmt, err);
    if (status != LW_OK) {
        return status;
    }
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        const char *source = sql_text(stmt, 1);
        n_bytes += (size_t)sql_int(stmt, 0);
        if (source != NULL && strcmp(source, last) != 0) {
            n_bytes += (size_t)sql_int(stmt, 2);
            store_copy_id(stmt, 1, last);
        }
    }
    sql_done(stmt);
    return status == LW_OK && n_bytes > store->max_level_bytes
               ? lw_fail(err, LW_LIMIT, 0, 0,
                         "these levels have more than %zu MiB of text together; ask for "
                         "fewer at a time",
                         store->max_level_bytes >> 20)
               : status;
}

lw_status store_find_levels(struct lw_store *store, const struct store_which *which,
                            struct lw_arena *arena, struct lw_store_level_list *out,
                            struct lw_error *err) {
    struct lw_buffer text;
    lw_status status = LW_OK;
    lw_buffer_init(&text, store->alloc);
    if (store->max_level_bytes > 0) {
        lw_buffer_printf(&text,
                         "SELECT l.bytes, l.source,"
                         " (SELECT s.bytes FROM sources s WHERE s.id = l.source)%s",
                         which->text);
        status = lw_buffer_ok(&text) ? weigh_levels(store, lw_buffer_text(&text),
                                                    which->args, which->n, err)
                                     : lw_fail_memory(err);
    }
    lw_buffer_clear(&text);
    lw_buffer_printf(&text, "SELECT " STORE_LEVEL_COLUMNS "%s", which->text);
    if (status == LW_OK && !lw_buffer_ok(&text)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        const struct store_rows rows = {lw_buffer_text(&text), which->args, which->n,
                                        store_read_level, sizeof(struct lw_store_level)};
        status = store_read_rows(store, &rows, arena, &out->levels, &out->n, err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status store_find_level(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_level *out, bool *found,
                           struct lw_error *err) {
    const struct store_rows rows = {"SELECT " STORE_LEVEL_COLUMNS
                                    " FROM levels l WHERE l.id = ?1",
                                    SQL_ARGS(T(id)), .read = store_read_level};
    return store_read_row(store, &rows, arena, out, found, err);
}

lw_status lw_store_level_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_level *out,
                             struct lw_error *err) {
    bool found;
    const struct store_rows rows = {
        "SELECT " STORE_LEVEL_COLUMNS
        " FROM levels l WHERE l.id = ?1 AND " STORE_PUBLIC_BY("?2"),
        SQL_ARGS(T(id), T(store->today)), .read = store_read_level};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level '%.40s'", id)
               : status;
}

lw_status lw_store_level_hide(struct lw_store *store, const char *id,
                              struct lw_error *err) {
    static const char *const removals[] = {
        "DELETE FROM pack_levels WHERE level = ?1",
        "DELETE FROM set_levels WHERE level = ?1",
        "DELETE FROM reserve WHERE level = ?1",
    };
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    int64_t changed = 0;
    status = sql_do(store->sql, "UPDATE levels SET hidden = 1 WHERE id = ?1",
                    SQL_ARGS(T(id)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level '%.40s'", id);
    }
    for (size_t i = 0; i < sizeof removals / sizeof *removals && status == LW_OK; i++) {
        status = sql_do(store->sql, removals[i], SQL_ARGS(T(id)), NULL, err);
    }
    if (status == LW_OK) {
        status = store_daily_free(store, id, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_level_set_rating(struct lw_store *store, const char *id,
                                    double percentile, double rating, bool calibrated,
                                    struct lw_error *err) {
    int64_t changed = 0;
    lw_status status =
        sql_do(store->sql,
               "UPDATE levels SET percentile = ?2, rating = ?3,"
               " calibrated = ?4 WHERE id = ?1",
               SQL_ARGS(T(id), R(percentile), R(rating), I(calibrated)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level '%.40s'", id);
    }
    return status;
}

/* The condition of a filter: its text from fixed parts, its values as parameters. */
struct condition {
    struct lw_buffer text;
    struct sql_value args[SQL_MAX_ARGS];
    size_t n;
};

static void add_arg(struct condition *where, const char *before, struct sql_value value,
                    const char *after) {
    where->args[where->n++] = value;
    lw_buffer_printf(&where->text, "%s?%zu%s", before, where->n, after);
}

static void add_range(struct condition *where, const char *column, double min,
                      double max) {
    if (min > -HUGE_VAL) {
        lw_buffer_printf(&where->text, " AND %s", column);
        add_arg(where, " >= ", R(min), "");
    }
    if (max < HUGE_VAL) {
        lw_buffer_printf(&where->text, " AND %s", column);
        add_arg(where, " <= ", R(max), "");
    }
}

/* Moves and pushes are those of the best solution; everything else is a feature. */
static void add_bound(struct condition *where, const struct lw_store_bound *bound) {
    if (strcmp(bound->name, "moves") == 0) {
        add_range(where, "(SELECT min(n_moves) FROM solutions s WHERE s.level = l.id)",
                  bound->min, bound->max);
        return;
    }
    if (strcmp(bound->name, "pushes") == 0) {
        add_range(where, "(SELECT min(n_pushes) FROM solutions s WHERE s.level = l.id)",
                  bound->min, bound->max);
        return;
    }
    add_arg(where,
            " AND EXISTS (SELECT 1 FROM features f WHERE f.level = l.id AND f.name = ",
            T(bound->name), "");
    add_range(where, "f.value", bound->min, bound->max);
    lw_buffer_puts(&where->text, ")");
}

static void make_condition(struct condition *where, const struct lw_store *store,
                           const struct lw_store_filter *filter) {
    lw_buffer_puts(&where->text, " FROM levels l WHERE " STORE_PUBLIC_BY(""));
    add_arg(where, "", T(store->today), "");
    lw_buffer_puts(&where->text,
                   filter->with_hidden ? "" : " AND l.hidden = 0 AND l.aside = ''");
    if (filter->sealed_after != NULL) {
        add_arg(where, " AND l.sealed > ", T(filter->sealed_after), "");
    }
    if (filter->game != NULL) {
        add_arg(where, " AND l.game = ", T(filter->game), "");
    }
    if (filter->method != NULL) {
        add_arg(where, " AND l.method = ", T(filter->method), "");
    }
    if (filter->author != NULL) {
        add_arg(where, " AND l.author = ", T(filter->author), "");
    }
    if (filter->by_percentile) {
        lw_buffer_puts(&where->text, " AND l.percentile IS NOT NULL");
        add_range(where, "l.percentile", filter->min_percentile, filter->max_percentile);
    }
    if (filter->calibrated) {
        lw_buffer_puts(&where->text, " AND l.calibrated = 1");
    }
    for (size_t i = 0; i < filter->n_bounds; i++) {
        add_bound(where, &filter->bounds[i]);
    }
}

static const char *order_text(enum lw_store_order order) {
    switch (order) {
    case LW_STORE_EASIEST:
        return " ORDER BY l.percentile IS NULL, l.percentile, l.id";
    case LW_STORE_HARDEST:
        return " ORDER BY l.percentile IS NULL, l.percentile DESC, l.id";
    case LW_STORE_BY_ID:
        return " ORDER BY l.id";
    case LW_STORE_NEWEST:
        break;
    }
    return " ORDER BY l.created_ms DESC, l.id";
}

static lw_status count_with(struct lw_store *store, const struct condition *where,
                            uint64_t *out, struct lw_error *err) {
    struct lw_buffer text;
    int64_t total = 0;
    lw_buffer_init(&text, store->alloc);
    lw_buffer_printf(&text, "SELECT count(*)%s", lw_buffer_text(&where->text));
    lw_status status = lw_buffer_ok(&text)
                           ? sql_number(store->sql, lw_buffer_text(&text), where->args,
                                        where->n, &total, err)
                           : lw_fail_memory(err);
    *out = (uint64_t)total;
    lw_buffer_free(&text);
    return status;
}

static lw_status list_with(struct lw_store *store, const struct lw_store_filter *filter,
                           struct condition *where, struct lw_arena *arena,
                           struct lw_store_level_list *out, struct lw_error *err) {
    lw_status status = count_with(store, where, &out->total, err);
    if (status != LW_OK) {
        return status;
    }
    uint32_t limit = filter->limit > 0 ? filter->limit : STORE_DEFAULT_LIMIT;
    lw_buffer_puts(&where->text, order_text(filter->order));
    add_arg(where, " LIMIT ", I(limit), "");
    add_arg(where, " OFFSET ", I(filter->first), "");
    return lw_buffer_ok(&where->text)
               ? store_find_levels(store,
                                   &(struct store_which){lw_buffer_text(&where->text),
                                                         where->args, where->n},
                                   arena, out, err)
               : lw_fail_memory(err);
}

lw_status lw_store_level_list(struct lw_store *store,
                              const struct lw_store_filter *filter,
                              struct lw_arena *arena, struct lw_store_level_list *out,
                              struct lw_error *err) {
    *out = (struct lw_store_level_list){0};
    if (filter->n_bounds > LW_STORE_MAX_BOUNDS) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "%zu bounds were given; at most %d can be", filter->n_bounds,
                       LW_STORE_MAX_BOUNDS);
    }
    struct condition where = {.n = 0};
    lw_buffer_init(&where.text, store->alloc);
    make_condition(&where, store, filter);
    lw_status status = list_with(store, filter, &where, arena, out, err);
    lw_buffer_free(&where.text);
    return status;
}
