/* Completion scripts for bash, zsh and fish, made from the tables. */
#include <string.h>

#include "pages.h"

/* "study analyze": an action of study. */
static bool is_action(const char *name) {
    return strchr(name, ' ') != NULL;
}

static void put_command_names(FILE *out, const struct cli_program *program) {
    struct cli_outside one;
    for (size_t i = 0; cli_help_listed(program, i, &one); i++) {
        if (!is_action(one.name)) {
            (void)fprintf(out, "%s%s", i == 0 ? "" : " ", one.name);
        }
    }
}

/* Patterns of a shell's case: the commands of two words. */
static void put_actions(FILE *out, const struct cli_program *program) {
    struct cli_outside one;
    const char *before = "";
    for (size_t i = 0; cli_help_listed(program, i, &one); i++) {
        if (is_action(one.name)) {
            (void)fprintf(out, "%s'%s'", before, one.name);
            before = "|";
        }
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
    (void)fprintf(out, "    '%s')\n        case $previous in\n", command->name);
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

static void bash_head(FILE *out, const struct cli_program *program) {
    (void)fputs("# bash completion for levelwright\n"
                "_levelwright() {\n"
                "    local current=${COMP_WORDS[COMP_CWORD]}\n"
                "    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    local words=''\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "        COMPREPLY=($(compgen -W '",
                out);
    put_command_names(out, program);
    (void)fputs("' -- \"$current\"))\n"
                "        return\n"
                "    fi\n"
                "    local command=${COMP_WORDS[1]}\n"
                "    case \"$command ${COMP_WORDS[2]}\" in\n"
                "    ",
                out);
    put_actions(out, program);
    (void)fputs(") command=\"$command ${COMP_WORDS[2]}\" ;;\n"
                "    esac\n"
                "    case $command in\n",
                out);
}

static void bash_tail(FILE *out) {
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

const struct cli_page cli_page_bash = {"bash", bash_head, bash_command, bash_tail};

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
    (void)fprintf(out, "    '%s')\n        _arguments \\\n", command->name);
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

static void zsh_head(FILE *out, const struct cli_program *program) {
    struct cli_outside one;
    (void)fputs("#compdef levelwright\n"
                "# zsh completion for levelwright\n"
                "_levelwright() {\n"
                "    if (( CURRENT == 2 )); then\n"
                "        local -a commands=(\n",
                out);
    for (size_t i = 0; cli_help_listed(program, i, &one); i++) {
        if (!is_action(one.name)) {
            (void)fprintf(out, "            '%s:", one.name);
            put_quoted(out, one.summary);
            (void)fputs("'\n", out);
        }
    }
    (void)fputs("        )\n"
                "        _describe command commands\n"
                "        return\n"
                "    fi\n"
                "    local command=$words[2]\n"
                "    case \"$command $words[3]\" in\n"
                "    ",
                out);
    put_actions(out, program);
    (void)fputs(") command=\"$command $words[3]\" ;;\n"
                "    esac\n"
                "    shift words\n"
                "    (( CURRENT-- ))\n"
                "    case $command in\n",
                out);
}

static void zsh_tail(FILE *out) {
    (void)fputs("    esac\n}\ncompdef _levelwright levelwright\n", out);
}

const struct cli_page cli_page_zsh = {"zsh", zsh_head, zsh_command, zsh_tail};

static void fish_head(FILE *out, const struct cli_program *program) {
    (void)program;
    (void)fputs("# fish completion for levelwright\n", out);
}

static void fish_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    const char *action = strchr(command->name, ' ');
    char first[40], seen[160];
    (void)snprintf(first, sizeof first, "__fish_seen_subcommand_from %.*s",
                   (int)strcspn(command->name, " "), command->name);
    (void)snprintf(seen, sizeof seen, "%s%s%s", first,
                   action == NULL ? "" : "; and __fish_seen_subcommand_from",
                   action == NULL ? "" : action);
    (void)fprintf(out, "complete -c levelwright -n '%s' -f -a %s -d '",
                  action == NULL ? "__fish_use_subcommand" : first,
                  action == NULL ? command->name : action + 1);
    put_quoted(out, command->summary);
    (void)fputs("'\n", out);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out, "complete -c levelwright -n '%s' -l %s", seen,
                      options[i].name);
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

static void fish_tail(FILE *out) {
    (void)out;
}

const struct cli_page cli_page_fish = {"fish", fish_head, fish_command, fish_tail};
