/* The commands of the laboratory, levelwright-lab: the one list from which that program
 * makes its table and from which levelwright knows what to start it for. In the order
 * that help lists them. */
#ifndef LW_COMMAND_LAB_H
#define LW_COMMAND_LAB_H

#include "lw/command/cli.h"

#define CLI_LAB_PROGRAM "levelwright-lab"

/* symbol, name, summary. A name of two words is an action of a command that levelwright
 * carries itself; the laboratory has it as a command of its own. */
#define CLI_LAB_COMMANDS(X)                                                              \
    X(fit, "fit", "fit a difficulty model to how people did")                            \
    X(learn, "learn", "learn a new difficulty model from the studio's plays")            \
    X(study_analyze, "study analyze", "analyze a study's export as its design says")     \
    X(study_simulate, "study simulate", "let simulated people take part in a study")     \
    X(report, "report", "write a report on levels and how people did on them")           \
    X(analyze, "analyze", "run statistics on a CSV table")                               \
    X(reproduce, "reproduce", "rerun the papers' analyses on data of human play")        \
    X(bench, "bench", "run benchmarks on known levels")                                  \
    X(conform, "conform", "compare with recorded reference results")

/* The summaries, for the commands' own tables. */
#define X(symbol, name, summary) extern const char cli_lab_summary_##symbol[];
CLI_LAB_COMMANDS(X)
#undef X

/* Ends with a NULL name. */
extern const struct cli_outside cli_lab_commands[];

#endif
