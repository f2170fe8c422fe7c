/* A folder of tables that a command writes: an export, people's or simulated. */
#ifndef LW_COMMAND_FOLDER_H
#define LW_COMMAND_FOLDER_H

#include "lw/study/tables.h"

/* The folder is made; one that is there must be empty (EXISTS). */
struct cli_folder;
lw_status cli_folder_create(const char *path, const struct lw_alloc *alloc,
                            struct cli_folder **out, struct lw_error *err) LW_MUST_CHECK;
struct lw_study_files cli_folder_files(struct cli_folder *folder);
void cli_folder_destroy(struct cli_folder *folder); /* NULL-safe */

#endif
