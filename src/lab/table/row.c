/* Rows of numbers. */
#include "table/row.h"

#include <math.h>

void lab_put_row(struct cli *cli, bool json, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values) {
    struct lw_buffer line;
    struct lw_json_writer writer;
    if (!json) {
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
