/* help: the same texts as --help, and the pages made from all tables. */
#include <stdint.h>
#include <string.h>

#include "lw/command/help.h"
#include "outside.h"

static const struct lw_option options[] = {
    {.name = "man",
     .type = LW_OPTION_FLAG,
     .help = "print the manual page of the whole program (roff)"},
    {.name = "markdown",
     .type = LW_OPTION_FLAG,
     .help = "print the reference of all commands as Markdown"},
    {.name = "part",
     .type = LW_OPTION_TEXT,
     .value_name = "PAGE",
     .help = "print only this program's own commands as they appear in the page man, "
             "markdown, bash, zsh or fish; levelwright builds its pages from this"},
};

static int write_part(struct cli *cli, const char *name) {
    const struct cli_page *page = cli_page_find(name);
    if (page == NULL) {
        return cli_usage(cli, "there is no page '%.40s'", name);
    }
    cli_page_part(cli, page);
    return 0;
}

static int explain(struct cli *cli, const char *name) {
    const struct cli_command *command = cli_command_find(cli->program, name);
    if (command != NULL) {
        cli_help_command(cli->out, command, NULL);
        return 0;
    }
    if (cli_outside_find(cli->program, name) != NULL) {
        char *words[] = {(char *)(uintptr_t) "help", (char *)(uintptr_t)name};
        return cli_outside_start(cli, name, 2, words);
    }
    return cli_help_unknown(cli, name);
}

static int run(struct cli *cli, const struct cli_args *args) {
    if (cli_value(args, "man")->flag) {
        return cli_page_write(cli, cli_page_find("man"));
    }
    if (cli_value(args, "markdown")->flag) {
        return cli_page_write(cli, cli_page_find("markdown"));
    }
    if (cli_value(args, "part")->set) {
        return write_part(cli, cli_value(args, "part")->text);
    }
    if (args->n_operands > 0) {
        struct lw_buffer name;
        lw_buffer_init(&name, cli->alloc);
        lw_buffer_printf(&name, "%s%s%s", args->operands[0],
                         args->n_operands > 1 ? " " : "",
                         args->n_operands > 1 ? args->operands[1] : "");
        int code = explain(cli, lw_buffer_text(&name));
        lw_buffer_free(&name);
        return code;
    }
    cli_help_overview(cli->out, cli->program);
    return 0;
}

const struct cli_command cli_cmd_help = {
    .name = "help",
    .summary = "explain a command, or print the manual page",
    .operands = "[COMMAND [ACTION]]",
    .description =
        "Without an operand, lists the commands and the games. With a command's "
        "name, explains that command with examples.",
    .examples = "levelwright help solve\n"
                "    everything about solving\n"
                "levelwright help study analyze\n"
                "    an action that is a command of its own\n"
                "levelwright help --man > levelwright.1\n"
                "    the manual page; read it with man ./levelwright.1\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .max_operands = 2,
    .ends_at_once = true,
    .run = run,
};
