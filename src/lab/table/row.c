/* Rows of numbers. */
#include "table/row.h"

#include <math.h>

bool lab_rows_for_people(const struct lab_rows *rows) {
    return !rows->json && rows->take == NULL;
}

void lab_put_row(const struct lab_rows *rows, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values) {
    struct cli *cli = rows->cli;
    struct lw_buffer line;
    struct lw_json_writer writer;
    if (rows->take != NULL) {
        rows->take(rows->ctx, table, row, columns, values);
        return;
    }
    if (!rows->json) {
        (void)fprintf(cli->out, "  %-34s", row);
        for (size_t i = 0; i < columns->n; i++) {
            if (isfinite(values[i])) {
                (void)fprintf(cli->out, " %11.*f", columns->digits, values[i]);
            } else {
                (void)fprintf(cli->out, " %11s", "undefined");
            }
        }
        (void)fputc('\n', cli->out);
        return;
    }
    cli_json_begin(cli, &line, &writer);
    lw_json_text(&writer, "table", table);
    lw_json_text(&writer, "row", row);
    for (size_t i = 0; i < columns->n; i++) {
        lw_json_real(&writer, columns->keys[i], values[i]);
    }
    cli_json_end(cli, &line, &writer);
}
