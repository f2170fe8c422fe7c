/* Suggestions for misspelt words, and the choice of an entry of a table by its name. */
#ifndef LW_COMMAND_SUGGEST_H
#define LW_COMMAND_SUGGEST_H

#include <stddef.h>

#include "lw/command/cli.h"

/* How many insertions, deletions, replacements and swaps of neighbours lead from a to b;
 * words longer than 63 bytes count as infinitely far. */
size_t cli_edit_distance(const char *a, const char *b);

/* Keeps the candidate nearest to word. */
struct cli_suggest {
    const char *word;
    const char *best; /* NULL while nothing is near enough to be worth saying */
    size_t distance;
};
void cli_suggest_begin(struct cli_suggest *suggest, const char *word);
void cli_suggest_offer(struct cli_suggest *suggest, const char *candidate);

/* Things to choose from by name. */
struct cli_choice {
    const char *what;  /* "benchmark" */
    const char *lists; /* the command that lists them: "levelwright bench" */
    size_t n;
    const char *(*name)(size_t i);
    const char *(*summary)(size_t i); /* NULL: they are not listed by cli_choice_list */
};
/* The entry of that name; n after refusing a name that there is not, with the nearest. */
size_t cli_choose(struct cli *cli, const struct cli_choice *choice, const char *name);
/* One line each: name and summary. Returns an exit code. */
int cli_choice_list(struct cli *cli, const struct cli_choice *choice);

#endif
