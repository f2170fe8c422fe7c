/* Help and the pages made from the tables: manual page, reference, completion scripts. */
#ifndef LW_COMMAND_HELP_H
#define LW_COMMAND_HELP_H

#include "lw/command/cli.h"

void cli_help_overview(FILE *out, const struct cli_program *program);
/* args carries the options as typed (with those that depend on what was typed); NULL:
 * the command's own and the common ones. */
void cli_help_command(FILE *out, const struct cli_command *command,
                      const struct cli_args *args);
/* Refuses a name that is no command's, with the nearest one. Returns an exit code. */
int cli_help_unknown(struct cli *cli, const char *name);

/* Paragraphs (parted by a blank line) of at most width columns, each with a blank line
 * behind it. */
void cli_help_paragraphs(FILE *out, const char *text, size_t width);

/* The options of a command for people: its own, then the common ones. */
size_t cli_help_options(const struct cli_command *command,
                        struct lw_option options[CLI_MAX_OPTIONS]);

/* The commands that people are offered: the program's own, then those it starts another
 * program for. False when i is past the last. */
bool cli_help_listed(const struct cli_program *program, size_t i,
                     struct cli_outside *out);

/* A page about all commands. The commands of another program are described by that
 * program, between head and tail. */
struct cli_page {
    const char *name;
    void (*head)(FILE *out, const struct cli_program *program);
    void (*command)(FILE *out, const struct cli_command *command);
    void (*tail)(FILE *out);
};
/* "man": roff for man(1); "markdown": docs/commands.md; "bash", "zsh", "fish": completion
 * scripts. NULL when there is no such page. */
const struct cli_page *cli_page_find(const char *name);
/* The whole page; an exit code. */
int cli_page_write(struct cli *cli, const struct cli_page *page);
/* Only what it says about the program's own commands, without help: every program has
 * that one. */
void cli_page_part(struct cli *cli, const struct cli_page *page);

#endif
