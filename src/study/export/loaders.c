/* The scripts that read a folder: the one for Python reads datapackage.json; R has no
 * reader of JSON, so its schema is written into the script. */
#include <string.h>

#include "export/folder.h"
#include "lw/study/shipped.h"

static void put_r_text(const char *text, size_t len, struct lw_buffer *out) {
    lw_buffer_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            lw_buffer_putc(out, '\\');
        }
        lw_buffer_putc(out, text[i]);
    }
    lw_buffer_putc(out, '"');
}

/* Times in whole milliseconds do not fit R's integers. */
static const char *r_type(const struct lw_study_column *column) {
    switch (column->type) {
    case LW_STUDY_COLUMN_INTEGER:
        return column->unit == NULL ? "integer" : "double";
    case LW_STUDY_COLUMN_NUMBER:
        return "double";
    case LW_STUDY_COLUMN_FLAG:
        return "logical";
    case LW_STUDY_COLUMN_WORD:
        return "factor";
    default:
        return "character";
    }
}

static void put_column(const struct lw_study_column *column, struct lw_buffer *out) {
    const char *words = column->choices, *word;
    size_t len;
    lw_buffer_puts(out, "      ");
    put_r_text(column->name, strlen(column->name), out);
    lw_buffer_printf(out, " = c(\"%s\"", r_type(column));
    while (study_next_word(&words, '|', &word, &len)) {
        lw_buffer_puts(out, ", ");
        put_r_text(word, len, out);
    }
    lw_buffer_putc(out, ')');
}

static void put_table(const struct lw_study_table *table, struct lw_buffer *out) {
    lw_buffer_printf(out, "  %s = list(rows = %lld, columns = list(\n", table->spec->name,
                     (long long)table->n_rows);
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        put_column(&table->spec->columns[i], out);
        lw_buffer_puts(out, i + 1 < table->spec->n_columns ? ",\n" : "\n");
    }
    lw_buffer_printf(out, "  ))%s", table->after == NULL ? "" : ",\n");
}

void study_load_r(const struct lw_study_folder *folder, struct lw_buffer *out) {
    static const char mark[] = "#TABLES#";
    struct lw_study_shipped script;
    if (!lw_study_file_find("loaders/load.R", &script)) {
        return;
    }
    const char *at = strstr(script.text, mark);
    lw_buffer_add(out, script.text, (size_t)(at - script.text));
    for (const struct lw_study_table *table = folder->first; table != NULL;
         table = table->after) {
        put_table(table, out);
    }
    lw_buffer_puts(out, at + strlen(mark));
}

void study_load_py(struct lw_buffer *out) {
    struct lw_study_shipped script;
    if (lw_study_file_find("loaders/load.py", &script)) {
        lw_buffer_add(out, script.text, script.len);
    }
}
