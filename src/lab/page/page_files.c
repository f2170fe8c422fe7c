/* A report's files: the page, tables as CSV and JSON, charts as SVG. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "lw/base/csv.h"
#include "lw/base/json.h"
#include "lw/platform.h"
#include "page/page.h"

/* On the page "95 % from" and "to" may stand behind each of several estimates; programs
 * find columns by their names, so the later ones get a number: "to", "to 2". */
static const char *column_key(const struct report_part *part, size_t column,
                              struct lw_buffer *key) {
    size_t nth = 1;
    for (size_t i = 0; i < column; i++) {
        nth += strcmp(part->columns[i], part->columns[column]) == 0;
    }
    lw_buffer_clear(key);
    lw_buffer_puts(key, part->columns[column]);
    if (nth > 1) {
        lw_buffer_printf(key, " %zu", nth);
    }
    return lw_buffer_text(key);
}

void report_csv(const struct report_part *part, struct lw_buffer *out) {
    struct lw_csv_writer csv;
    struct lw_buffer key;
    lw_buffer_init(&key, out->alloc);
    lw_csv_begin(&csv, out);
    for (size_t c = 0; c < part->n_columns; c++) {
        lw_csv_text(&csv, column_key(part, c, &key));
    }
    lw_csv_row_end(&csv);
    out->failed = out->failed || !lw_buffer_ok(&key);
    lw_buffer_free(&key);
    for (size_t i = 0; i < part->n_cells; i++) {
        if (part->cells[i].text != NULL) {
            lw_csv_text(&csv, part->cells[i].text);
        } else {
            lw_csv_number(&csv, part->cells[i].number);
        }
        if ((i + 1) % part->n_columns == 0) {
            lw_csv_row_end(&csv);
        }
    }
}

void report_json(const struct report_part *part, struct lw_buffer *out) {
    struct lw_json_writer json;
    struct lw_buffer key;
    lw_buffer_init(&key, out->alloc);
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "table", part->name);
    lw_json_text(&json, "title", part->title);
    if (part->source != NULL) {
        lw_json_text(&json, "source", part->source);
    }
    if (part->people >= 0) {
        lw_json_real(&json, "people", part->people);
    }
    lw_json_array(&json, "rows");
    for (size_t i = 0; i < part->n_cells; i++) {
        const struct report_cell *cell = &part->cells[i];
        const char *column = column_key(part, i % part->n_columns, &key);
        if (i % part->n_columns == 0) {
            lw_json_object(&json, NULL);
        }
        if (cell->text != NULL) {
            lw_json_text(&json, column, cell->text);
        } else {
            lw_json_real(&json, column, cell->number);
        }
        if ((i + 1) % part->n_columns == 0) {
            lw_json_object_end(&json);
        }
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    out->failed = out->failed || !lw_buffer_ok(&key);
    lw_buffer_free(&key);
}

static lw_status write_one(const struct report *r, const char *prefix, const char *name,
                           const char *ending, const struct lw_buffer *text,
                           struct lw_error *err) {
    struct lw_buffer path;
    lw_buffer_init(&path, r->arena.alloc);
    lw_buffer_printf(&path, "%s%s%s", prefix, name, ending);
    lw_status status = lw_buffer_ok(text) && lw_buffer_ok(&path)
                           ? lw_platform_write_file(lw_buffer_text(&path),
                                                    lw_buffer_text(text), text->len, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&path);
    return status;
}

lw_status report_write_parts(const struct report *r, const char *prefix,
                             struct lw_error *err) {
    struct lw_buffer text;
    lw_status status = LW_OK;
    lw_buffer_init(&text, r->arena.alloc);
    for (const struct report_part *part = r->first; status == LW_OK && part != NULL;
         part = part->next) {
        lw_buffer_clear(&text);
        if (part->kind == REPORT_CHART) {
            lw_buffer_puts(&text, part->svg);
            lw_chart_fix_colours(&text);
            status = write_one(r, prefix, part->name, ".svg", &text, err);
        } else if (part->kind == REPORT_TABLE) {
            report_csv(part, &text);
            status = write_one(r, prefix, part->name, ".csv", &text, err);
        }
    }
    for (const struct report_file *file = r->files; status == LW_OK && file != NULL;
         file = file->next) {
        lw_buffer_clear(&text);
        lw_buffer_puts(&text, file->text);
        status = write_one(r, prefix, file->name, "", &text, err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status report_write_folder(const struct report *r, const char *folder,
                              struct lw_error *err) {
    struct lw_buffer prefix, page;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return lw_fail(err, LW_IO, 0, 0, "%.200s: %s; give -o a folder that can be made",
                       folder, strerror(errno));
    }
    lw_buffer_init(&prefix, r->arena.alloc);
    lw_buffer_init(&page, r->arena.alloc);
    lw_buffer_printf(&prefix, "%s/", folder);
    /* A report that memory ran out of may have tables without columns. */
    bool whole = !r->failed && lw_buffer_ok(&prefix);
    lw_status status = whole ? LW_OK : lw_fail_memory(err);
    if (status == LW_OK) {
        report_html(r, &page);
        status = write_one(r, lw_buffer_text(&prefix), "report", ".html", &page, err);
    }
    if (status == LW_OK) {
        status = report_write_parts(r, lw_buffer_text(&prefix), err);
    }
    lw_buffer_free(&page);
    lw_buffer_free(&prefix);
    return status;
}
