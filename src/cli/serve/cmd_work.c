/* levelwright work: the process that the server gives the engine work of strangers to. */
#include "lw/command/cli.h"
#include "lw/work/worker.h"

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
        "Solves, rates and makes levels for the server that started it, in a separate "
        "process: if a request from a stranger breaks an engine, only that request is "
        "affected.\n\nBefore it reads the first task, the process closes every file "
        "except "
        "its socket and gives up new privileges, files, the network, other programs "
        "(Landlock, seccomp) and memory beyond its limit. It exits when the socket is "
        "closed or its parent exits. See docs/work.md.",
    .examples = "levelwright serve --workers 3\n"
                "    serves the studio and starts workers as they are needed\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .ends_at_once = true,
    .run = run,
};
