/* Studies in a database: open, pause, resume, close, list. */
#ifndef CLI_STUDY_OPEN_H
#define CLI_STUDY_OPEN_H

#include "lw/command/database.h"

/* Does the action when it is one of these; false when it is another. */
bool study_open_run(struct cli *cli, const struct cli_args *args, int *code);

#endif
