/* Exporting a study. */
#ifndef CLI_STUDY_EXPORT_H
#define CLI_STUDY_EXPORT_H

#include "lw/command/database.h"

int study_export(struct cli *cli, const struct cli_args *args, struct lw_store *store);

#endif
