/* Help, manual page and reference page: all made from the tables. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli.h"

void cli_help_overview(FILE *out);
/* args carries the options as typed (with those that depend on what was typed); NULL:
 * the command's own and the common ones. */
void cli_help_command(FILE *out, const struct cli_command *command,
                      const struct cli_args *args);
/* roff for man(1): the whole program. */
void cli_help_man(FILE *out);
/* docs/commands.md. */
void cli_help_markdown(FILE *out);

/* The options of a command for people: its own, then the common ones. */
size_t cli_help_options(const struct cli_command *command,
                        struct lw_option options[CLI_MAX_OPTIONS]);

#endif
