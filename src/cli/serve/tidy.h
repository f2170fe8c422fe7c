/* What players did in the open studio, as a folder of tables. */
#ifndef CLI_TIDY_H
#define CLI_TIDY_H

#include "lw/command/database.h"

/* The folder is that of --tidy. */
int cli_export_plays(struct cli *cli, const struct cli_args *args,
                     struct lw_store *store);

#endif
