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
    return cli_usage(cli, "unknown shell '%.40s'; choose from bash, zsh and fish",
                     args->operands[0]);
}

const struct cli_command cli_cmd_completion = {
    .name = "completion",
    .summary = "print the completion script for a shell",
    .operands = "bash|zsh|fish",
    .description = "Prints a script that completes this program's commands and options "
                   "in the shell.",
    .examples =
        "source <(levelwright completion bash)\n"
        "    completion in this bash\n"
        "levelwright completion fish > ~/.config/fish/completions/levelwright.fish\n"
        "    completion in every new fish\n",
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
