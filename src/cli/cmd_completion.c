/* completion: the script for a shell. */
#include <string.h>

#include "lw/command/help.h"

static int run(struct cli *cli, const struct cli_args *args) {
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(args->operands[0], shells[i]) == 0) {
            return cli_page_write(cli, cli_page_find(shells[i]));
        }
    }
    return cli_usage(cli, "'%.40s' is no shell known here; use bash, zsh or fish",
                     args->operands[0]);
}

const struct cli_command cli_cmd_completion = {
    .name = "completion",
    .summary = "write the completion script for a shell",
    .operands = "bash|zsh|fish",
    .description =
        "Prints a script that teaches the shell the commands and options of this "
        "very program.",
    .examples =
        "source <(levelwright completion bash)\n"
        "    completion in this bash\n"
        "levelwright completion fish > ~/.config/fish/completions/levelwright.fish\n"
        "    completion in every fish from now on\n",
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
