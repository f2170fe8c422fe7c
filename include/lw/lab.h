/* levelwright-lab: statistics, learning and reproduction; the one program that links GSL.
 */
#ifndef LW_LAB_H
#define LW_LAB_H

#include "lw/command/cli.h"

extern const struct cli_program lw_lab_program;
/* Made from data/notices by the build. */
extern const char lw_lab_notices[];

#endif
