/* Tables by the codebook: a cell that is not of its column's type is a fault. */
#include "study/export_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json_value.h"

#define MAX_CODEBOOK_BYTES ((size_t)16 << 20)

static const char type_words[] = "integer|number|boolean|string";

static lw_status fail_cell(const struct lw_table *table, const struct lw_column *column,
                           size_t row, const char *wanted, struct lw_error *err) {
    return lw_fail(err, LW_BAD_INPUT, table->lines[row], 0,
                   "column '%.60s': '%.40s' is not %s, which the codebook asks for; "
                   "export the study again",
                   column->name, column->text[row], wanted);
}

static bool is_of(const struct lw_json *words, const char *text) {
    for (const struct lw_json *c = words->first; c != NULL; c = c->next) {
        if (c->type == LW_JSON_TEXT && strcmp(c->text, text) == 0) {
            return true;
        }
    }
    return false;
}

static lw_status check_cell(const struct lw_table *table, struct lw_column *column,
                            const struct lw_json *field, size_t row,
                            struct lw_error *err) {
    const struct lw_json *rules = lw_json_get(field, "constraints");
    const struct lw_json *words = lw_json_get(rules, "enum");
    const struct lw_json *needed = lw_json_get(rules, "required");
    const char *text = column->text[row];
    size_t type = lw_word_find(type_words, '|', lw_json_text_or(field, "type", "string"));
    if (text[0] == '\0') {
        return needed != NULL && needed->type == LW_JSON_TRUE
                   ? fail_cell(table, column, row, "filled in", err)
                   : LW_OK;
    }
    switch (type) {
    case STUDY_INTEGER:
    case STUDY_NUMBER:
        if (!isfinite(column->value[row]) ||
            (type == STUDY_INTEGER && column->value[row] != floor(column->value[row]))) {
            return fail_cell(table, column, row,
                             type == STUDY_INTEGER ? "a whole number" : "a number", err);
        }
        break;
    case STUDY_FLAG:
        if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
            return fail_cell(table, column, row, "true or false", err);
        }
        column->value[row] = strcmp(text, "true") == 0;
        break;
    default:
        column->text[row] = text + (text[0] == '\'');
        if (words != NULL && !is_of(words, column->text[row])) {
            return fail_cell(table, column, row, "one of the words", err);
        }
    }
    return LW_OK;
}

static lw_status check_columns(struct study_table *table, struct lw_error *err) {
    struct lw_table *t = &table->table;
    size_t i = 0;
    lw_status status = LW_OK;
    for (const struct lw_json *c = table->fields->first; c != NULL; c = c->next, i++) {
        const char *name = lw_json_text_or(c, "name", "");
        if (i >= t->n_columns || strcmp(t->columns[i].name, name) != 0) {
            return lw_fail(err, LW_BAD_INPUT, 1, 0,
                           "column %zu is not '%.60s', which the codebook asks for; "
                           "export the study again",
                           i + 1, name);
        }
        for (size_t row = 0; status == LW_OK && row < t->n_rows; row++) {
            status = check_cell(t, &t->columns[i], c, row, err);
        }
    }
    if (status == LW_OK && i != t->n_columns) {
        status = lw_fail(err, LW_BAD_INPUT, 1, 0,
                         "there are %zu columns, the codebook has %zu; export the study "
                         "again",
                         t->n_columns, i);
    }
    if (status == LW_OK && (double)t->n_rows != table->rows) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "there are %zu rows, the codebook has %.0f; export the study "
                         "again",
                         t->n_rows, table->rows);
    }
    return status;
}

lw_status export_read_table(const struct lw_alloc *alloc, const char *text, size_t len,
                            struct study_table *table, struct lw_error *err) {
    lw_status status = lw_table_read(alloc, text, len, &table->table, err);
    if (status != LW_OK) {
        return status;
    }
    status = check_columns(table, err);
    table->is_read = status == LW_OK;
    if (status != LW_OK) {
        lw_table_free(&table->table);
    }
    return status;
}

static lw_status read_table(struct study_export *e, const struct lw_json *resource,
                            struct study_table *table, struct lw_error *err) {
    struct lw_buffer text;
    *table = (struct study_table){
        .name = lw_json_text_or(resource, "name", ""),
        .file = lw_json_text_or(resource, "path", ""),
        .fields = lw_json_get(lw_json_get(resource, "schema"), "fields"),
        .rows = lw_json_number_or(resource, "rows", NAN)};
    if (table->fields == NULL || table->fields->type != LW_JSON_ARRAY) {
        return lw_fail(err, LW_BAD_INPUT, resource->line, resource->column,
                       "this table has no list of fields; export the study again");
    }
    if (strcmp(table->name, "events") == 0) {
        return LW_OK;
    }
    lw_buffer_init(&text, e->alloc);
    lw_status status = export_read_file(e, table->file, EXPORT_MAX_BYTES, &text, err);
    if (status == LW_OK) {
        status = export_read_table(e->alloc, lw_buffer_text(&text), text.len, table, err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status export_read_tables(struct study_export *e, struct lw_error *err) {
    struct lw_buffer text;
    struct lw_json *package = NULL;
    lw_buffer_init(&text, e->alloc);
    lw_status status =
        export_read_file(e, "datapackage.json", MAX_CODEBOOK_BYTES, &text, err);
    if (status == LW_OK) {
        status = lw_json_read(&e->arena, lw_buffer_text(&text), text.len, &package, err);
    }
    lw_buffer_free(&text);
    const struct lw_json *resources =
        status == LW_OK ? lw_json_get(package, "resources") : NULL;
    if (status == LW_OK && (resources == NULL || resources->type != LW_JSON_ARRAY)) {
        status = lw_fail(err, LW_BAD_INPUT, 1, 0,
                         "the codebook lists no tables; export the study again");
    }
    if (status != LW_OK) {
        return status;
    }
    e->title = lw_json_text_or(package, "title", "a study");
    e->tables = lw_arena_zero(&e->arena, resources->n_children + 1u, sizeof *e->tables);
    if (e->tables == NULL) {
        return lw_fail_memory(err);
    }
    for (const struct lw_json *c = resources->first; status == LW_OK && c != NULL;
         c = c->next) {
        (void)snprintf(e->file, sizeof e->file, "datapackage.json");
        status = read_table(e, c, &e->tables[e->n_tables++], err);
    }
    return status;
}
