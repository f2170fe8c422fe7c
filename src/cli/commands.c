/* Every command of levelwright: one line each, in the order that help lists them. */
#include "lw/cli.h"

#include "lw/command/lab.h"

#define COMMANDS(X)                                                                      \
    X(generate)                                                                          \
    X(campaign_check)                                                                    \
    X(pack)                                                                              \
    X(solve)                                                                             \
    X(render)                                                                            \
    X(play)                                                                              \
    X(features)                                                                          \
    X(inspect)                                                                           \
    X(check)                                                                             \
    X(convert)                                                                           \
    X(rate)                                                                              \
    X(db)                                                                                \
    X(sets)                                                                              \
    X(study)                                                                             \
    X(serve)                                                                             \
    X(work)                                                                              \
    X(studio)                                                                            \
    X(demo)                                                                              \
    X(completion)                                                                        \
    X(help)

#define X(name) extern const struct cli_command cli_cmd_##name;
COMMANDS(X)
#undef X

static const struct cli_command *const commands[] = {
#define X(name) &cli_cmd_##name,
    COMMANDS(X)
#undef X
        NULL,
};

const struct cli_program lw_cli_program = {
    .name = "levelwright",
    .about = "levelwright makes puzzle levels, proves them solvable, says how hard they "
             "are,\nand draws and plays them.\n",
    .examples = "levelwright\n"
                "    solve a few built-in levels and make new ones\n"
                "levelwright solve levels.xsb --metric pushes --json\n"
                "    fewest pushes for every level, one JSON object per line\n"
                "levelwright render levels.xsb --level 3 -o level.svg\n"
                "    a picture of the third level\n",
    .notices = lw_cli_notices,
    .commands = commands,
    .main_job = "demo",
    .outside = cli_lab_commands,
    .outside_program = CLI_LAB_PROGRAM,
};
