/* levelwright: make, solve, rate, draw, play and serve levels; the front door to the
 * laboratory's commands too. */
#ifndef LW_CLI_H
#define LW_CLI_H

#include "lw/command/cli.h"

extern const struct cli_program lw_cli_program;
/* Made from data/notices by the build. */
extern const char lw_cli_notices[];

#endif
