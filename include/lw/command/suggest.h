/* Suggestions for misspelt words. */
#ifndef LW_COMMAND_SUGGEST_H
#define LW_COMMAND_SUGGEST_H

#include <stddef.h>

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

#endif
