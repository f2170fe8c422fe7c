/* The commands of the laboratory, levelwright-lab: the one list from which that program
 * makes its table and from which levelwright knows what to start it for. In the order
 * that help lists them. */
#ifndef LW_COMMAND_LAB_H
#define LW_COMMAND_LAB_H

#include "lw/command/cli.h"

#define CLI_LAB_PROGRAM "levelwright-lab"

/* name, summary */
#define CLI_LAB_COMMANDS(X)                                                              \
    X(fit, "learn a difficulty model from how people fared")                             \
    X(report, "write a page about levels and how people fared with them")                \
    X(analyze, "statistics on a CSV table")                                              \
    X(reproduce, "run the papers' analyses on the data of human play")                   \
    X(bench, "measure this program on known material")                                   \
    X(conform, "replay recorded references and count what differs")

/* The summaries, for the commands' own tables. */
#define X(name, summary) extern const char cli_lab_summary_##name[];
CLI_LAB_COMMANDS(X)
#undef X

/* Ends with a NULL name. */
extern const struct cli_outside cli_lab_commands[];

#endif
