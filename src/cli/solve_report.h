/* What solve prints about a level, for people and for programs. */
#ifndef CLI_SOLVE_REPORT_H
#define CLI_SOLVE_REPORT_H

#include "cli.h"

/* One level on its way through solve. */
struct cli_solved {
    size_t number; /* of the level in its file, from 1 */
    const struct lw_entry *entry;
    lw_status status; /* other than OK: the level was refused, err says why */
    struct lw_error err;
    struct lw_solve_result result;
    bool done;
};

/* Human output: the heading, one row a level, the closing line. */
void cli_solve_head(struct cli *cli, const struct lw_solve_ops *ops);
void cli_solve_row(struct cli *cli, const struct lw_solve_ops *ops,
                   const struct cli_solved *solved);
/* {"level":1,"title":…}: file is given when there are several. */
void cli_solve_json(const struct lw_solve_ops *ops, size_t metric, const char *file,
                    const struct cli_solved *solved, struct lw_buffer *out);

#endif
