/* Commands that another program carries, as git's do: this one finds it and makes way. */
#ifndef COMMAND_OUTSIDE_H
#define COMMAND_OUTSIDE_H

#include "lw/command/cli.h"

/* One of the program's own; NULL when it has none of that name. */
const struct cli_command *cli_command_find(const struct cli_program *program,
                                           const char *name);
/* NULL when no other program has a command of that name. */
const struct cli_outside *cli_outside_find(const struct cli_program *program,
                                           const char *name);
/* The other program takes this one's place, with these arguments (argv[0] is not among
 * them). Returns, with an exit code, only when it cannot; what names the command for
 * the message. */
int cli_outside_start(struct cli *cli, const char *what, int argc, char **argv);
/* What the other program prints when asked for its commands' part of a page;
 * LW_NOT_FOUND when it is not installed. */
lw_status cli_outside_part(struct cli *cli, const char *page, struct lw_buffer *out,
                           struct lw_error *err) LW_MUST_CHECK;

#endif
