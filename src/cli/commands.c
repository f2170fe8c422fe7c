/* Every command there is: one line each. */
#include "cli.h"

static const struct cli_command *const commands[] = {
    NULL,
};

const struct cli_command *const *cli_commands(void) {
    return commands;
}
