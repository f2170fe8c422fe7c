/* Every command there is: one line each, in the order that help lists them. */
#include "cli.h"

#define COMMANDS(X)                                                                      \
    X(generate)                                                                          \
    X(pack)                                                                              \
    X(solve)                                                                             \
    X(render)                                                                            \
    X(play)                                                                              \
    X(features)                                                                          \
    X(inspect)                                                                           \
    X(convert)                                                                           \
    X(rate)                                                                              \
    X(fit)                                                                               \
    X(report)                                                                            \
    X(analyze)                                                                           \
    X(reproduce)                                                                         \
    X(db)                                                                                \
    X(sets)                                                                              \
    X(serve)                                                                             \
    X(demo)                                                                              \
    X(bench)                                                                             \
    X(conform)                                                                           \
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

const struct cli_command *const *cli_commands(void) {
    return commands;
}
