/* What solve prints about a level, for people and for programs. */
#ifndef CLI_SOLVE_REPORT_H
#define CLI_SOLVE_REPORT_H

#include "lw/command/cli.h"

/* One level on its way through solve. */
struct cli_solved {
    size_t number; /* of the level in its file, from 1 */
    const struct lw_entry *entry;
    lw_status status; /* other than OK: the level was refused, err says why */
    struct lw_error err;
    struct lw_solve_result result;
    bool done;
    bool already; /* won before the first move */
};

/* How much of a row fits the terminal; in files and pipes everything does. */
struct cli_solve_layout {
    int title_columns;
    size_t n_measures; /* the first so many are shown */
};
struct cli_solve_layout cli_solve_layout(struct cli *cli, const struct lw_solve_ops *ops);

/* Human output: the heading, one row a level. */
void cli_solve_head(struct cli *cli, const struct lw_solve_ops *ops,
                    const struct cli_solve_layout *layout);
void cli_solve_row(struct cli *cli, const struct lw_solve_ops *ops,
                   const struct cli_solve_layout *layout,
                   const struct cli_solved *solved);
/* {"level":1,"title":…}: file is given when there are several. */
void cli_solve_json(const struct lw_solve_ops *ops, size_t metric, const char *file,
                    const struct cli_solved *solved, struct lw_buffer *out);

#endif
