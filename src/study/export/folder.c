/* Tables written row by row into files that are all open at once; a failure sticks. */
#include "export/folder.h"

#include <assert.h>
#include <string.h>

#include "lw/base/csv.h"

#define FLUSH_BYTES ((size_t)64 << 10)

static void fail(struct lw_study_folder *folder, lw_status status,
                 const struct lw_error *err) {
    if (folder->status == LW_OK) {
        folder->status = status;
        folder->err = *err;
    }
}

static void fail_memory(struct lw_study_folder *folder) {
    struct lw_error err = {0};
    fail(folder, lw_fail_memory(&err), &err);
}

lw_status lw_study_folder_create(const struct lw_alloc *alloc,
                                 const struct lw_study_files *files,
                                 struct lw_study_folder **out, struct lw_error *err) {
    struct lw_study_folder *folder = lw_alloc_zero(alloc, 1, sizeof *folder);
    *out = folder;
    if (folder == NULL) {
        return lw_fail_memory(err);
    }
    folder->alloc = alloc;
    folder->files = *files;
    folder->last = &folder->first;
    lw_arena_init(&folder->arena, alloc);
    return LW_OK;
}

static void close_file(struct lw_study_folder *folder, void *file, char sha256[65]) {
    struct lw_error err = {0};
    lw_status status = folder->files.close(folder->files.ctx, file, sha256, &err);
    if (status != LW_OK) {
        fail(folder, status, &err);
    }
}

void lw_study_folder_destroy(struct lw_study_folder *folder) {
    if (folder == NULL) {
        return;
    }
    for (struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        if (table->open) {
            close_file(folder, table->file, table->written.sha256);
        }
        lw_buffer_free(&table->buf);
    }
    lw_alloc_free(folder->alloc, folder->others, folder->cap * sizeof *folder->others);
    lw_arena_free(&folder->arena);
    lw_alloc_free(folder->alloc, folder, sizeof *folder);
}

static void write_bytes(struct lw_study_folder *folder, void *file,
                        struct written *written, const char *bytes, size_t len) {
    struct lw_error err = {0};
    if (folder->status != LW_OK || len == 0) {
        return;
    }
    lw_status status = folder->files.put(folder->files.ctx, file, bytes, len, &err);
    written->bytes += len;
    if (status != LW_OK) {
        fail(folder, status, &err);
    }
}

static void flush(struct lw_study_table *table) {
    if (!lw_buffer_ok(&table->buf)) {
        fail_memory(table->folder);
        return;
    }
    write_bytes(table->folder, table->file, &table->written, lw_buffer_text(&table->buf),
                table->buf.len);
    lw_buffer_clear(&table->buf);
}

struct lw_study_table *lw_study_folder_table(struct lw_study_folder *folder,
                                             const struct lw_study_table_spec *spec) {
    struct lw_error err = {0};
    struct lw_csv_writer csv;
    char path[80] = "";
    if (folder->status != LW_OK) {
        return NULL;
    }
    struct lw_study_table *table = lw_arena_zero(&folder->arena, 1, sizeof *table);
    struct cell *cells = lw_arena_zero(&folder->arena, spec->n_columns, sizeof *cells);
    strncat(path, spec->name, 60);
    strcat(path, ".csv");
    const char *kept = lw_arena_text(&folder->arena, path, strlen(path));
    if (table == NULL || cells == NULL || kept == NULL) {
        fail_memory(folder);
        return NULL;
    }
    *table = (struct lw_study_table){.folder = folder, .spec = spec, .cells = cells};
    table->written.path = kept;
    lw_buffer_init(&table->buf, folder->alloc);
    lw_status status = folder->files.open(folder->files.ctx, kept, &table->file, &err);
    if (status != LW_OK) {
        fail(folder, status, &err);
        return NULL;
    }
    table->open = true;
    *folder->last = table;
    folder->last = &table->after;
    folder->n_tables++;
    lw_csv_begin(&csv, &table->buf);
    for (size_t i = 0; i < spec->n_columns; i++) {
        lw_csv_text(&csv, spec->columns[i].name);
    }
    lw_csv_row_end(&csv);
    return table;
}

/* A column that the table lacks is a mistake of this program, not of its input. */
static struct cell *cell_of(struct lw_study_table *table, const char *column) {
    size_t n = table->spec->n_columns;
    for (size_t i = 0; i < n; i++) {
        size_t at = table->next + i < n ? table->next + i : table->next + i - n;
        if (strcmp(table->spec->columns[at].name, column) == 0) {
            table->next = at + 1 < n ? at + 1 : 0;
            return &table->cells[at];
        }
    }
    assert(false);
    return NULL;
}

static void put(struct lw_study_table *table, const char *column,
                const struct cell *value) {
    struct cell *cell = table == NULL ? NULL : cell_of(table, column);
    if (cell != NULL) {
        *cell = *value;
    }
}

void lw_study_put_integer(struct lw_study_table *table, const char *column,
                          int64_t value) {
    put(table, column, &(struct cell){.kind = CELL_INTEGER, .integer = value});
}

void lw_study_put_number(struct lw_study_table *table, const char *column, double value) {
    put(table, column, &(struct cell){.kind = CELL_NUMBER, .number = value});
}

void lw_study_put_flag(struct lw_study_table *table, const char *column, bool value) {
    lw_study_put_text(table, column, value ? "true" : "false");
}

void lw_study_put_text(struct lw_study_table *table, const char *column,
                       const char *text) {
    if (text != NULL) {
        put(table, column, &(struct cell){.kind = CELL_TEXT, .text = text});
    }
}

void lw_study_put_choice(struct lw_study_table *table, const char *column, size_t which) {
    struct cell *cell = table == NULL ? NULL : cell_of(table, column);
    if (cell == NULL) {
        return;
    }
    const char *choices = table->spec->columns[cell - table->cells].choices;
    *cell = (struct cell){.kind = CELL_EMPTY};
    do {
        cell->kind = study_next_word(&choices, '|', &cell->text, &cell->len) ? CELL_WORD
                                                                             : CELL_EMPTY;
    } while (which-- > 0 && cell->kind == CELL_WORD);
}

/* lw_csv_text puts an apostrophe before what looks like a formula; one that was there
 * already gets another, so that taking one off gives every text back. */
static void put_cell(struct lw_study_table *table, struct lw_csv_writer *csv,
                     const struct cell *cell) {
    struct lw_buffer text;
    switch (cell->kind) {
    case CELL_INTEGER:
        lw_buffer_printf(csv->buf, "%s%lld", csv->n_cells++ > 0 ? "," : "",
                         (long long)cell->integer);
        break;
    case CELL_NUMBER:
        lw_csv_number(csv, cell->number);
        break;
    case CELL_WORD:
        lw_buffer_printf(csv->buf, "%s%.*s", csv->n_cells++ > 0 ? "," : "",
                         (int)cell->len, cell->text);
        break;
    case CELL_TEXT:
        lw_buffer_init(&text, table->folder->alloc);
        if (cell->text[0] == '\'') {
            lw_buffer_printf(&text, "'%s", cell->text);
        }
        lw_csv_text(csv, cell->text[0] == '\'' ? lw_buffer_text(&text) : cell->text);
        if (!lw_buffer_ok(&text)) {
            fail_memory(table->folder);
        }
        lw_buffer_free(&text);
        break;
    default:
        lw_csv_text(csv, NULL);
    }
}

void lw_study_row_end(struct lw_study_table *table) {
    struct lw_csv_writer csv;
    if (table == NULL) {
        return;
    }
    lw_csv_begin(&csv, &table->buf);
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        assert(!table->spec->columns[i].required || table->cells[i].kind != CELL_EMPTY);
        put_cell(table, &csv, &table->cells[i]);
        table->cells[i].kind = CELL_EMPTY;
    }
    lw_csv_row_end(&csv);
    table->n_rows++;
    table->next = 0;
    if (table->buf.len > FLUSH_BYTES || !lw_buffer_ok(&table->buf)) {
        flush(table);
    }
}

void lw_study_folder_file(struct lw_study_folder *folder, const char *path,
                          const char *bytes, size_t len) {
    struct lw_error err = {0};
    void *file = NULL;
    const char *kept = lw_arena_text(&folder->arena, path, strlen(path));
    if (folder->status != LW_OK) {
        return;
    }
    if (kept == NULL || !lw_grow(folder->alloc, &folder->others, &folder->cap,
                                 folder->n_others + 1, sizeof *folder->others)) {
        fail_memory(folder);
        return;
    }
    lw_status status = folder->files.open(folder->files.ctx, kept, &file, &err);
    if (status != LW_OK) {
        fail(folder, status, &err);
        return;
    }
    struct written *written = &folder->others[folder->n_others++];
    *written = (struct written){.path = kept};
    write_bytes(folder, file, written, bytes, len);
    close_file(folder, file, written->sha256);
}

lw_status lw_study_folder_status(const struct lw_study_folder *folder,
                                 struct lw_error *err) {
    if (folder->status != LW_OK && err != NULL) {
        *err = folder->err;
    }
    return folder->status;
}

static void add_buffer(struct lw_study_folder *folder, const char *path,
                       struct lw_buffer *text) {
    if (lw_buffer_ok(text)) {
        lw_study_folder_file(folder, path, lw_buffer_text(text), text->len);
    } else {
        fail_memory(folder);
    }
    lw_buffer_free(text);
    lw_buffer_init(text, folder->alloc);
}

static void put_sum(struct lw_buffer *out, const struct written *written) {
    lw_buffer_printf(out, "%s  %s\n", written->sha256, written->path);
}

lw_status lw_study_folder_end(struct lw_study_folder *folder,
                              const struct lw_study_folder_about *about,
                              struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, folder->alloc);
    for (struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        flush(table);
        close_file(folder, table->file, table->written.sha256);
        table->open = false;
    }
    study_package_json(folder, about, &text);
    add_buffer(folder, "datapackage.json", &text);
    study_readme(folder, about, &text);
    add_buffer(folder, "README.md", &text);
    study_load_r(folder, &text);
    add_buffer(folder, "load.R", &text);
    study_load_py(&text);
    add_buffer(folder, "load.py", &text);
    for (const struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        put_sum(&text, &table->written);
    }
    for (size_t i = 0; i < folder->n_others; i++) {
        put_sum(&text, &folder->others[i]);
    }
    add_buffer(folder, "checksums.sha256", &text);
    lw_buffer_free(&text);
    return lw_study_folder_status(folder, err);
}
