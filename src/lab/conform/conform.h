/* Conformance: recorded references that this program must reproduce.
 *
 * Adding one: a file conform_NAME.c that exports `const struct lab_conform
 * conform_NAME`, and one line in cmd_conform.c. */
#ifndef LAB_CONFORM_H
#define LAB_CONFORM_H

#include "lw/command/cli.h"

struct conform_tally {
    size_t passed, failed;
};

/* paths are files or folders. Prints a line for each failure (all cases with --verbose)
 * and counts; the frame prints "N passed, N failed" last. Returns an exit code for what
 * could not be run at all, 0 otherwise: failures are in the tally. */
struct lab_conform {
    const char *name;
    const char *summary;
    const char *example; /* what to give: "sim_tests.jsonl" */
    int (*run)(struct cli *cli, const struct cli_args *args, const char *const *paths,
               size_t n_paths, struct conform_tally *tally);
};

#endif
