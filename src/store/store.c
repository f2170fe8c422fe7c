/* Opening, closing, and what every file of the store uses. */
#include <sodium.h>
#include <string.h>

#include "store_internal.h"

static bool is_postgres(const char *url) {
    return strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0;
}

/* Where the password of a URL is: between the first colon and the last at-sign of what
 * stands before the path; or behind "password=" among the parameters. */
static bool find_password(const char *url, size_t *at, size_t *len) {
    const char *start = strstr(url, "://");
    if (start == NULL) {
        return false;
    }
    start += 3;
    size_t authority = strcspn(start, "/?");
    const char *end = start + authority;
    const char *sign = NULL;
    for (const char *c = start; c < end; c++) {
        sign = *c == '@' ? c : sign;
    }
    const char *colon = sign == NULL ? NULL : memchr(start, ':', (size_t)(sign - start));
    if (colon != NULL) {
        *at = (size_t)(colon + 1 - url);
        *len = (size_t)(sign - colon - 1);
        return *len > 0;
    }
    const char *key = strstr(start, "password=");
    if (key != NULL && (key[-1] == '?' || key[-1] == '&')) {
        *at = (size_t)(key + 9 - url);
        *len = strcspn(key + 9, "&");
        return *len > 0;
    }
    return false;
}

void lw_store_url_safe(const char *url, struct lw_buffer *out) {
    size_t at = 0;
    size_t len = 0;
    if (!find_password(url, &at, &len)) {
        lw_buffer_puts(out, url);
        return;
    }
    lw_buffer_add(out, url, at);
    lw_buffer_puts(out, "***");
    lw_buffer_puts(out, url + at + len);
}

bool lw_store_url_hide(char *url) {
    size_t at = 0;
    size_t len = 0;
    if (!find_password(url, &at, &len)) {
        return false;
    }
    memset(url + at, '*', len);
    return true;
}

lw_status lw_store_open(const char *url, const struct lw_store_options *options,
                        struct lw_store **out, struct lw_error *err) {
    static const struct lw_store_options usual = {0};
    options = options != NULL ? options : &usual;
    const struct lw_alloc *alloc =
        options->alloc != NULL ? options->alloc : lw_alloc_libc();
    uint32_t busy_ms = options->busy_ms > 0 ? options->busy_ms : STORE_DEFAULT_BUSY_MS;
    *out = NULL;
    if (sodium_init() < 0) {
        return lw_fail(err, LW_IO, 0, 0, "the system provides no random numbers");
    }
    struct lw_store *store = lw_alloc_zero(alloc, 1, sizeof *store);
    if (store == NULL) {
        return lw_fail_memory(err);
    }
    store->alloc = alloc;
    store->max_level_bytes = options->max_level_bytes;
    store->scrubbed_later = options->scrubbed_later;
    lw_store_see_as_of(store, NULL);
    lw_status status;
    if (is_postgres(url)) {
        status = sql_open_postgres(url, alloc, busy_ms, &store->sql, err);
    } else {
        const char *path = strncmp(url, "sqlite:", 7) == 0 ? url + 7 : url;
        status =
            sql_open_sqlite(path, alloc, busy_ms, options->must_exist, &store->sql, err);
    }
    if (status == LW_OK) {
        /* PostgreSQL lets many write at a time. */
        store->sql->turns = is_postgres(url) ? NULL : options->turns;
        store->sql->urgent = options->urgent;
        store->sql->busy_ms = busy_ms;
    }
    if (status == LW_OK && !options->keep_version) {
        status = store_migrate(store, err);
    }
    if (status != LW_OK) {
        lw_store_close(store);
        return status;
    }
    *out = store;
    return LW_OK;
}

void lw_store_close(struct lw_store *store) {
    if (store != NULL) {
        sql_close(store->sql);
        lw_alloc_free(store->alloc, store, sizeof *store);
    }
}

void lw_store_see_as_of(struct lw_store *store, const char *today) {
    (void)snprintf(store->today, sizeof store->today, "%s",
                   today != NULL ? today : STORE_DAY_WITHOUT_SEALS);
}

const char *lw_store_kind(const struct lw_store *store) {
    return store->sql->ops->name;
}

lw_status lw_store_ping(struct lw_store *store, struct lw_error *err) {
    int64_t ignored;
    return sql_number(store->sql, "SELECT count(*) FROM schema_version", SQL_NO_ARGS,
                      &ignored, err);
}

lw_status lw_store_begin(struct lw_store *store, struct lw_error *err) {
    return sql_begin(store->sql, err);
}

lw_status lw_store_end(struct lw_store *store, bool commit, struct lw_error *err) {
    lw_status status = sql_end(store->sql, commit ? LW_OK : LW_CANCELLED, err);
    return status == LW_CANCELLED && !commit ? LW_OK : status;
}

static void random_hex(char *out, size_t n_bytes) {
    unsigned char bytes[32];
    randombytes_buf(bytes, n_bytes);
    (void)sodium_bin2hex(out, n_bytes * 2 + 1, bytes, n_bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void lw_store_new_id(char id[LW_STORE_ID_SIZE]) {
    random_hex(id, 16);
}

void store_new_secret(char out[LW_STORE_SECRET_SIZE]) {
    random_hex(out, 32);
}

void store_hash_secret(const char *secret, char out[LW_STORE_SECRET_SIZE]) {
    unsigned char hash[32];
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)secret,
                             strlen(secret), NULL, 0);
    (void)sodium_bin2hex(out, LW_STORE_SECRET_SIZE, hash, sizeof hash);
}

void store_copy_id(const struct sql_stmt *stmt, int column, char id[LW_STORE_ID_SIZE]) {
    const char *text = sql_text(stmt, column);
    size_t len = text == NULL ? 0 : strlen(text);
    len = len < LW_STORE_ID_SIZE ? len : LW_STORE_ID_SIZE - 1;
    if (len > 0) {
        memcpy(id, text, len);
    }
    id[len] = '\0';
}

const char *store_or_empty(const char *text) {
    return text != NULL ? text : "";
}

bool store_is_id(const char *text) {
    return strlen(text) == LW_STORE_ID_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == LW_STORE_ID_SIZE - 1;
}

void *store_list_add(struct lw_arena *arena, void *array_ptr, size_t *n,
                     size_t bytes_each) {
    char *array;
    memcpy(&array, array_ptr, sizeof array);
    /* Full when n is 0 or a power of two from 8 on. */
    if (*n == 0 || (*n >= 8 && (*n & (*n - 1)) == 0)) {
        size_t cap = *n == 0 ? 8 : *n * 2;
        char *grown = lw_arena_zero(arena, cap, bytes_each);
        if (grown == NULL) {
            return NULL;
        }
        if (*n > 0) {
            memcpy(grown, array, *n * bytes_each);
        }
        array = grown;
        memcpy(array_ptr, &array, sizeof array);
    }
    return array + bytes_each * (*n)++;
}

bool store_read_text(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    bool ok = true;
    *(const char **)row = sql_copy(stmt, 0, arena, &ok);
    return ok;
}

bool store_read_id(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    (void)arena;
    store_copy_id(stmt, 0, row);
    return true;
}

lw_status store_read_rows(struct lw_store *store, const struct store_rows *rows,
                          struct lw_arena *arena, void *list_ptr, size_t *n,
                          struct lw_error *err) {
    struct sql_stmt *stmt;
    bool more = true;
    lw_status status =
        sql_query(store->sql, rows->text, rows->args, rows->n_args, &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &more, err)) == LW_OK && more) {
        void *row = store_list_add(arena, list_ptr, n, rows->row_bytes);
        if (row == NULL || !rows->read(stmt, arena, row)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}

lw_status store_read_row(struct lw_store *store, const struct store_rows *rows,
                         struct lw_arena *arena, void *row, bool *found,
                         struct lw_error *err) {
    struct sql_stmt *stmt;
    *found = false;
    lw_status status =
        sql_query(store->sql, rows->text, rows->args, rows->n_args, &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, found, err);
    }
    if (status == LW_OK && *found && !rows->read(stmt, arena, row)) {
        status = lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

void lw_store_meter_set(struct lw_store *store, struct lw_store_meter *meter) {
    store->sql->meter = meter;
}
