/* Conformance: recorded references that this program must reproduce.
 *
 * Adding one: a file conform_NAME.c that exports `const struct cli_conform
 * cli_conform_NAME`, and one line in cmd_conform.c. */
#ifndef CLI_CONFORM_H
#define CLI_CONFORM_H

#include "lw/command/cli.h"

struct cli_conform_tally {
    size_t passed, failed;
};

/* paths are files or folders. Prints a line for each failure (all cases with --verbose)
 * and counts; the frame prints "N passed, N failed" last. Returns an exit code for what
 * could not be run at all, 0 otherwise: failures are in the tally. */
struct cli_conform {
    const char *name;
    const char *summary;
    const char *example; /* what to give: "sim_tests.jsonl" */
    int (*run)(struct cli *cli, const struct cli_args *args, const char *const *paths,
               size_t n_paths, struct cli_conform_tally *tally);
};

#endif
