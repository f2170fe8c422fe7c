/* The codebook: datapackage.json for programs, README.md for people. */
#include <string.h>

#include "export/folder.h"
#include "lw/base/json.h"

bool study_next_word(const char **list, char mark, const char **word, size_t *len) {
    if (*list == NULL || **list == '\0') {
        return false;
    }
    const char *end = strchr(*list, mark);
    *word = *list;
    *len = end == NULL ? strlen(*list) : (size_t)(end - *list);
    *list = end == NULL ? NULL : end + 1;
    return true;
}

static void put_words(struct lw_json_writer *json, const char *key, const char *words,
                      char mark) {
    const char *word;
    size_t len;
    lw_json_array(json, key);
    while (study_next_word(&words, mark, &word, &len)) {
        lw_json_text_len(json, NULL, word, len);
    }
    lw_json_array_end(json);
}

static const char *const type_names[] = {"integer", "number", "boolean", "string",
                                         "string"};

static void put_column(struct lw_json_writer *json,
                       const struct lw_study_column *column) {
    lw_json_object(json, NULL);
    lw_json_text(json, "name", column->name);
    lw_json_text(json, "type", type_names[column->type]);
    lw_json_text(json, "description", column->about);
    if (column->unit != NULL) {
        lw_json_text(json, "unit", column->unit);
    }
    if (column->choices != NULL) {
        put_words(json, "categories", column->choices, '|');
    }
    if (column->required || column->choices != NULL) {
        lw_json_object(json, "constraints");
        if (column->required) {
            lw_json_bool(json, "required", true);
        }
        if (column->choices != NULL) {
            put_words(json, "enum", column->choices, '|');
        }
        lw_json_object_end(json);
    }
    lw_json_object_end(json);
}

static void put_schema(struct lw_json_writer *json,
                       const struct lw_study_table_spec *spec) {
    lw_json_object(json, "schema");
    lw_json_array(json, "fields");
    for (size_t i = 0; i < spec->n_columns; i++) {
        put_column(json, &spec->columns[i]);
    }
    lw_json_array_end(json);
    lw_json_array(json, "missingValues");
    lw_json_text(json, NULL, "");
    lw_json_array_end(json);
    put_words(json, "primaryKey", spec->primary_key, ' ');
    lw_json_array(json, "foreignKeys");
    for (size_t i = 0; i < spec->n_foreign_keys; i++) {
        lw_json_object(json, NULL);
        put_words(json, "fields", spec->foreign_keys[i].columns, ' ');
        lw_json_object(json, "reference");
        lw_json_text(json, "resource", spec->foreign_keys[i].table);
        put_words(json, "fields", spec->foreign_keys[i].there, ' ');
        lw_json_object_end(json);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_object_end(json);
}

static void put_table(struct lw_json_writer *json, const struct lw_study_table *table) {
    struct lw_buffer hash;
    lw_json_object(json, NULL);
    lw_json_text(json, "name", table->spec->name);
    lw_json_text(json, "type", "table");
    lw_json_text(json, "path", table->written.path);
    lw_json_text(json, "description", table->spec->about);
    lw_json_text(json, "format", "csv");
    lw_json_text(json, "mediatype", "text/csv");
    lw_json_text(json, "encoding", "utf-8");
    lw_json_uint(json, "bytes", table->written.bytes);
    lw_buffer_init(&hash, table->folder->alloc);
    lw_buffer_printf(&hash, "sha256:%s", table->written.sha256);
    lw_json_text(json, "hash", lw_buffer_text(&hash));
    lw_buffer_free(&hash);
    lw_json_int(json, "rows", table->n_rows);
    lw_json_object(json, "dialect");
    lw_json_text(json, "delimiter", ",");
    lw_json_text(json, "lineTerminator", "\n");
    lw_json_text(json, "quoteChar", "\"");
    lw_json_bool(json, "doubleQuote", true);
    lw_json_bool(json, "header", true);
    lw_json_object_end(json);
    put_schema(json, table->spec);
    lw_json_object_end(json);
}

void study_package_json(const struct lw_study_folder *folder,
                        const struct lw_study_folder_about *about,
                        struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "$schema",
                 "https://datapackage.org/profiles/2.0/datapackage.json");
    lw_json_text(&json, "name", about->name);
    lw_json_text(&json, "title", about->title);
    if (about->version != NULL) {
        lw_json_text(&json, "version", about->version);
    }
    lw_json_array(&json, "resources");
    for (const struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        put_table(&json, table);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
}

static void put_choices(const char *choices, struct lw_buffer *out) {
    const char *word, *before = ": ";
    size_t len;
    while (study_next_word(&choices, '|', &word, &len)) {
        lw_buffer_printf(out, "%s%.*s", before, (int)len, word);
        before = ", ";
    }
}

static void put_line(const struct lw_study_column *column, struct lw_buffer *out) {
    static const char *const types[] = {"integer", "number", "flag", "word", "text"};
    lw_buffer_printf(out, "| `%s` | %s", column->name, types[column->type]);
    if (column->unit != NULL) {
        lw_buffer_printf(out, " in %s", column->unit);
    }
    put_choices(column->choices, out);
    lw_buffer_printf(out, "%s | %s |\n", column->required ? "" : ", may be empty",
                     column->about);
}

void lw_study_tables_page(const struct lw_study_table_spec *const *specs, size_t n,
                          struct lw_buffer *out) {
    for (size_t i = 0; i < n; i++) {
        lw_buffer_printf(
            out, "%s**%s.csv**: %s\n\n| column | type | meaning |\n|---|---|---|\n",
            i == 0 ? "" : "\n", specs[i]->name, specs[i]->about);
        for (size_t j = 0; j < specs[i]->n_columns; j++) {
            put_line(&specs[i]->columns[j], out);
        }
    }
}

static const char reading[] =
    "\n## Reading it\n\n"
    "```\n"
    "python3 load.py          # checks the folder and counts the rows\n"
    "Rscript load.R           # the same\n"
    "```\n\n"
    "In Python `import load; tables = load.load()` gives lists of rows; in R\n"
    "`source(\"load.R\")` gives data frames in `tables`. Neither needs more than the\n"
    "language itself. `sha256sum -c checksums.sha256` checks the files alone.\n\n"
    "CSV in UTF-8, a header line, fields in double quotes where they need them. Empty\n"
    "cells are missing values. Times that end in `server_ms` are the server's, in\n"
    "milliseconds since 1970 (UTC); `clock_ms` is the same by the person's machine, and\n"
    "`t_ms` the page's own clock, which begins anew with every page; client times are\n"
    "not rounded. A text that a spreadsheet would take for a formula, or that begins "
    "with\n"
    "an apostrophe, has an apostrophe in front; the scripts take one off.\n";

void study_readme(const struct lw_study_folder *folder,
                  const struct lw_study_folder_about *about, struct lw_buffer *out) {
    lw_buffer_printf(out,
                     "# %s\n\n%s\n## Files\n\n| file | rows | what |\n|---|---|---|\n",
                     about->title, about->text);
    for (const struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        lw_buffer_printf(out, "| %s | %lld | %s |\n", table->written.path,
                         (long long)table->n_rows, table->spec->about);
    }
    lw_buffer_puts(out, "| datapackage.json | | the codebook (Frictionless data package) "
                        "|\n| load.R, load.py | | scripts that read and verify all of it "
                        "|\n| checksums.sha256 | | of every other file |\n");
    lw_buffer_puts(out, reading);
    lw_buffer_puts(out, "\n## Columns\n\n");
    for (const struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        lw_buffer_puts(out, table == folder->first ? "" : "\n");
        lw_study_tables_page(&table->spec, 1, out);
    }
}
