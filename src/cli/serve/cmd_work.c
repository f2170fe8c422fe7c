/* levelwright work: the process that the server gives the engine work of strangers to. */
#include "lw/command/cli.h"
#include "lw/work.h"

static const struct lw_option options[] = {
    {.name = "fd",
     .type = LW_OPTION_INT,
     .min = 3,
     .max = 1023,
     .help = "the open socket, by its number, that tasks come from; required"},
    {.name = "memory",
     .type = LW_OPTION_BYTES,
     .fallback = "1G",
     .help = "memory limit for a task; the process itself may have a quarter and 576 MiB "
             "more"},
};

static int run(struct cli *cli, const struct cli_args *args) {
    const struct lw_option_value *fd = cli_value(args, "fd");
    if (!fd->given) {
        return cli_usage(cli, "work requires --fd, the socket of the server that starts "
                              "it; 'levelwright serve' starts its workers by itself");
    }
    return lw_work_main((int)fd->i, (size_t)cli_value(args, "memory")->u);
}

const struct cli_command cli_cmd_work = {
    .name = "work",
    .summary = "do the engine work of a server; 'serve' starts it by itself",
    .operands = "",
    .description =
        "Solves, rates and makes levels for the server that has started it, in a process "
        "of its own: whatever a stranger's request does to an engine costs that request "
        "and not the server.\n\nThe process closes every file but its socket, takes no "
        "new privileges, and gives up files, network and other programs (Landlock, "
        "seccomp) and memory beyond its limit before it reads the first task. It ends "
        "when the socket is closed or its parent ends. docs/work.md says more.",
    .examples = "levelwright serve --workers 3\n"
                "    serves the studio and starts workers as they are needed\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .ends_at_once = true,
    .run = run,
};
