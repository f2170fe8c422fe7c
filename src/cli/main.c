/* The program's entry: everything is in cli_main, so that tests can link it. */
#include "lw/cli.h"

int main(int argc, char **argv) {
    return cli_main(&lw_cli_program, argc, argv);
}
