/* completion: scripts for bash, zsh and fish, made from the tables. */
#include <string.h>

#include "cli.h"
#include "help.h"

static void put_command_names(FILE *out) {
    for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
        (void)fprintf(out, "%s%s", at == cli_commands() ? "" : " ", (*at)->name);
    }
}

/* Words of a choice, with blanks between. */
static void put_choices(FILE *out, const char *choices) {
    for (; *choices != '\0'; choices++) {
        (void)fputc(*choices == '|' ? ' ' : *choices, out);
    }
}

static void bash_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    (void)fprintf(out, "    %s)\n        case $previous in\n", command->name);
    for (size_t i = 0; i < n; i++) {
        if (options[i].type == LW_OPTION_CHOICE) {
            (void)fprintf(out, "        --%s) words='", options[i].name);
            put_choices(out, options[i].choices);
            (void)fputs("' ;;\n", out);
        }
    }
    (void)fputs("        *) words='", out);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out, "%s--%s", i == 0 ? "" : " ", options[i].name);
    }
    (void)fputs("' ;;\n        esac\n        ;;\n", out);
}

static void write_bash(FILE *out) {
    (void)fputs("# bash completion for levelwright\n"
                "_levelwright() {\n"
                "    local current=${COMP_WORDS[COMP_CWORD]}\n"
                "    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    local words=''\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "        COMPREPLY=($(compgen -W '",
                out);
    put_command_names(out);
    (void)fputs("' -- \"$current\"))\n"
                "        return\n"
                "    fi\n"
                "    case ${COMP_WORDS[1]} in\n",
                out);
    for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
        bash_command(out, *at);
    }
    (void)fputs("    esac\n"
                "    case $current in\n"
                "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
                "    *)\n"
                "        case $words in\n"
                "        --*|'') COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
                "        *) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
                "        esac\n"
                "        ;;\n"
                "    esac\n"
                "}\n"
                "complete -o filenames -F _levelwright levelwright\n",
                out);
}

/* Help text inside single quotes, without what zsh's or fish's specifications read. */
static void put_quoted(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            (void)fputs("'\\''", out);
        } else if (strchr("[]:\\", *text) != NULL) {
            (void)fputc(' ', out);
        } else {
            (void)fputc(*text, out);
        }
    }
}

static void zsh_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    (void)fprintf(out, "    %s)\n        _arguments \\\n", command->name);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out, "            '%s--%s%s[", options[i].repeat ? "*" : "",
                      options[i].name, options[i].type == LW_OPTION_FLAG ? "" : "=");
        put_quoted(out, options[i].help);
        (void)fputc(']', out);
        if (options[i].type == LW_OPTION_CHOICE) {
            (void)fputs(":value:(", out);
            put_choices(out, options[i].choices);
            (void)fputc(')', out);
        } else if (options[i].type != LW_OPTION_FLAG) {
            (void)fputs(":value:_files", out);
        }
        (void)fputs("' \\\n", out);
    }
    (void)fputs("            '*:file:_files'\n        ;;\n", out);
}

static void write_zsh(FILE *out) {
    (void)fputs("#compdef levelwright\n"
                "# zsh completion for levelwright\n"
                "_levelwright() {\n"
                "    if (( CURRENT == 2 )); then\n"
                "        local -a commands=(\n",
                out);
    for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
        (void)fprintf(out, "            '%s:", (*at)->name);
        put_quoted(out, (*at)->summary);
        (void)fputs("'\n", out);
    }
    (void)fputs("        )\n"
                "        _describe command commands\n"
                "        return\n"
                "    fi\n"
                "    local command=$words[2]\n"
                "    shift words\n"
                "    (( CURRENT-- ))\n"
                "    case $command in\n",
                out);
    for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
        zsh_command(out, *at);
    }
    (void)fputs("    esac\n}\ncompdef _levelwright levelwright\n", out);
}

static void fish_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    (void)fprintf(out, "complete -c levelwright -n __fish_use_subcommand -f -a %s -d '",
                  command->name);
    put_quoted(out, command->summary);
    (void)fputs("'\n", out);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out,
                      "complete -c levelwright -n '__fish_seen_subcommand_from %s' -l %s",
                      command->name, options[i].name);
        if (options[i].letter != 0) {
            (void)fprintf(out, " -s %c", options[i].letter);
        }
        if (options[i].type == LW_OPTION_CHOICE) {
            (void)fputs(" -x -a '", out);
            put_choices(out, options[i].choices);
            (void)fputc('\'', out);
        } else if (options[i].type != LW_OPTION_FLAG) {
            (void)fputs(" -r", out);
        }
        (void)fputs(" -d '", out);
        put_quoted(out, options[i].help);
        (void)fputs("'\n", out);
    }
}

static int run(struct cli *cli, const struct cli_args *args) {
    const char *shell = args->operands[0];
    if (strcmp(shell, "bash") == 0) {
        write_bash(cli->out);
    } else if (strcmp(shell, "zsh") == 0) {
        write_zsh(cli->out);
    } else if (strcmp(shell, "fish") == 0) {
        (void)fputs("# fish completion for levelwright\n", cli->out);
        for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
            fish_command(cli->out, *at);
        }
    } else {
        return cli_usage(cli, "'%.40s' is no shell known here; use bash, zsh or fish",
                         shell);
    }
    return 0;
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
