/* Help on the terminal. */
#include "lw/command/help.h"

#include <string.h>

#include "lw/command/parse.h"
#include "lw/command/suggest.h"

#define WIDTH 80

size_t cli_help_options(const struct cli_command *command,
                        struct lw_option options[CLI_MAX_OPTIONS]) {
    size_t n = 0;
    for (size_t i = 0; i < command->n_options; i++) {
        options[n++] = command->options[i];
    }
    for (size_t i = 0; i < cli_n_common_options; i++) {
        options[n++] = cli_common_options[i];
    }
    return n;
}

/* One paragraph of at most width columns, broken at blanks; the first line continues at
 * the indent when it does not begin the line. */
static void put_wrapped(FILE *out, const char *text, size_t len, size_t indent,
                        size_t width) {
    size_t at = indent;
    while (len > 0) {
        size_t word = 0;
        while (word < len && text[word] != ' ' && text[word] != '\n') {
            word++;
        }
        if (at > indent && at + 1 + word > width) {
            (void)fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (at > indent) {
            (void)fputc(' ', out);
            at++;
        }
        (void)fprintf(out, "%.*s", (int)word, text);
        at += word;
        text += word;
        len -= word;
        while (len > 0 && (*text == ' ' || *text == '\n')) {
            text++;
            len--;
        }
    }
    (void)fputc('\n', out);
}

void cli_help_paragraphs(FILE *out, const char *text, size_t width) {
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t len = end == NULL ? strlen(text) : (size_t)(end - text);
        put_wrapped(out, text, len, 0, width);
        (void)fputc('\n', out);
        text += len;
        text += strspn(text, "\n");
    }
}

static void put_option(FILE *out, const struct lw_option *option) {
    char head[120];
    int len =
        option->letter != 0
            ? snprintf(head, sizeof head, "  -%c, --%s", option->letter, option->name)
            : snprintf(head, sizeof head, "      --%s", option->name);
    if (option->type != LW_OPTION_FLAG && len > 0 && (size_t)len < sizeof head) {
        (void)snprintf(head + len, sizeof head - (size_t)len, " %s",
                       cli_value_name(option));
    }
    struct lw_buffer help;
    lw_buffer_init(&help, lw_alloc_libc());
    lw_buffer_puts(&help, option->help);
    if (option->type == LW_OPTION_CHOICE && option->value_name != NULL &&
        strstr(option->help, "auto") == NULL) {
        lw_buffer_printf(&help, " (%s)", option->choices);
    }
    if (option->repeat) {
        lw_buffer_puts(&help, "; may be repeated");
    }
    if (option->fallback != NULL && option->fallback[0] != '\0') {
        lw_buffer_printf(&help, " [%s]", option->fallback);
    }
    size_t at = strlen(head);
    (void)fputs(head, out);
    if (at > 26) {
        (void)fputc('\n', out);
        at = 0;
    }
    (void)fprintf(out, "%*s", (int)(28 - at), "");
    put_wrapped(out, lw_buffer_text(&help), help.len, 28, WIDTH);
    lw_buffer_free(&help);
}

/* Examples come as "command\n    what it does\n" pairs and are shown as written. */
static void put_examples(FILE *out, const char *text) {
    (void)fputs("Examples:\n", out);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        (void)fprintf(out, "  %.*s\n", (int)len, text);
        text += len + (text[len] == '\n');
    }
}

void cli_help_command(FILE *out, const struct cli_command *command,
                      const struct cli_args *args) {
    (void)fprintf(out, "levelwright %s: %s\n\nUsage: levelwright %s [OPTIONS]%s%s\n\n",
                  command->name, command->summary, command->name,
                  command->operands[0] == '\0' ? "" : " ", command->operands);
    if (command->description != NULL) {
        cli_help_paragraphs(out, command->description, WIDTH);
    }
    if (command->examples != NULL) {
        put_examples(out, command->examples);
        (void)fputc('\n', out);
    }
    struct lw_option own[CLI_MAX_OPTIONS];
    const struct lw_option *options = args == NULL ? own : args->options;
    size_t n = args == NULL ? cli_help_options(command, own) : args->n_options;
    (void)fputs("Options:\n", out);
    for (size_t i = 0; i < n; i++) {
        put_option(out, &options[i]);
    }
}

bool cli_help_listed(const struct cli_program *program, size_t i,
                     struct cli_outside *out) {
    const struct cli_command *const *own = program->commands;
    for (; *own != NULL; own++, i--) {
        if (i == 0) {
            *out = (struct cli_outside){(*own)->name, (*own)->summary};
            return true;
        }
    }
    const struct cli_outside *other = program->outside;
    for (; other != NULL && other->name != NULL; other++, i--) {
        if (i == 0) {
            *out = *other;
            return true;
        }
    }
    return false;
}

int cli_help_unknown(struct cli *cli, const char *name) {
    struct cli_suggest suggest;
    struct cli_outside one;
    cli_suggest_begin(&suggest, name);
    for (size_t i = 0; cli_help_listed(cli->program, i, &one); i++) {
        cli_suggest_offer(&suggest, one.name);
    }
    if (suggest.best != NULL) {
        return cli_usage(cli, "there is no command '%.60s'; did you mean '%s'?", name,
                         suggest.best);
    }
    return cli_usage(cli, "there is no command '%.60s'; '%s help' lists them", name,
                     cli->program->name);
}

void cli_help_overview(FILE *out, const struct cli_program *program) {
    (void)fprintf(out, "%s\nUsage: %s COMMAND [OPTIONS] [FILES]\n\nCommands:\n",
                  program->about, program->name);
    for (const struct cli_command *const *at = program->commands; *at != NULL; at++) {
        (void)fprintf(out, "  %-14s %s\n", (*at)->name, (*at)->summary);
    }
    if (program->outside != NULL) {
        (void)fprintf(out, "\nCommands of %s:\n", program->outside_program);
    }
    for (const struct cli_outside *at = program->outside; at != NULL && at->name != NULL;
         at++) {
        (void)fprintf(out, "  %-14s %s\n", at->name, at->summary);
    }
    (void)fputc('\n', out);
    put_examples(out, program->examples);
    (void)fprintf(out, "\n'levelwright COMMAND --help' explains one command with "
                       "examples.\n'levelwright help --man' prints the manual page, "
                       "'levelwright completion bash' the\ncompletion script for a "
                       "shell, 'levelwright --licenses' the licences.\n\nGames:\n");
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        if (lw_game_kind_listed(*at)) {
            (void)fprintf(out, "  %-12s %s\n", (*at)->name, (*at)->title);
        }
    }
    (void)fputs(
        "\nExit codes: 0 done, 1 usage, 2 bad input, 3 not found within the budget, "
        "4 proved\nimpossible, 5 environment (disk, memory, database).\n",
        out);
}
