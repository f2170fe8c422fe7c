/* The manual page and the Markdown reference, from the tables that --help shows. */
#include <string.h>

#include "lw/command/parse.h"
#include "pages.h"

/* Text for roff: backslashes, hyphens and leading dots would be commands. */
static void put_roff(FILE *out, const char *text, size_t len) {
    bool line_start = true;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (line_start && (c == '.' || c == '\'')) {
            (void)fputs("\\&", out);
        }
        line_start = c == '\n';
        if (c == '\\') {
            (void)fputs("\\e", out);
        } else if (c == '-') {
            (void)fputs("\\-", out);
        } else {
            (void)fputc(c, out);
        }
    }
}

static void put_roff_text(FILE *out, const char *text) {
    put_roff(out, text, strlen(text));
}

static void put_roff_paragraphs(FILE *out, const char *text) {
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t len = end == NULL ? strlen(text) : (size_t)(end - text);
        put_roff(out, text, len);
        (void)fputs("\n.PP\n", out);
        text += len;
        text += strspn(text, "\n");
    }
}

static void man_option(FILE *out, const struct lw_option *option) {
    (void)fputs(".TP\n\\fB", out);
    if (option->letter != 0) {
        (void)fprintf(out, "\\-%c\\fR, \\fB", option->letter);
    }
    (void)fputs("\\-\\-", out);
    put_roff_text(out, option->name);
    (void)fputs("\\fR", out);
    if (option->type != LW_OPTION_FLAG) {
        (void)fputs(" \\fI", out);
        put_roff_text(out, cli_value_name(option));
        (void)fputs("\\fR", out);
    }
    (void)fputc('\n', out);
    put_roff_text(out, option->help);
    if (option->fallback != NULL && option->fallback[0] != '\0') {
        (void)fputs(" (default: ", out);
        put_roff_text(out, option->fallback);
        (void)fputc(')', out);
    }
    (void)fputc('\n', out);
}

/* Pairs of lines: the command, then indented what it does. */
static void man_examples(FILE *out, const char *text) {
    (void)fputs("Examples:\n.nf\n", out);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        put_roff(out, text, len);
        (void)fputc('\n', out);
        text += len + (text[len] == '\n');
    }
    (void)fputs(".fi\n", out);
}

static void man_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    (void)fputs(".SS levelwright ", out);
    put_roff_text(out, command->name);
    (void)fputs(" [OPTIONS] ", out);
    put_roff_text(out, command->operands);
    (void)fputc('\n', out);
    put_roff_text(out, command->summary);
    (void)fputs(".\n.PP\n", out);
    if (command->description != NULL) {
        put_roff_paragraphs(out, command->description);
    }
    for (size_t i = 0; i < n; i++) {
        man_option(out, &options[i]);
    }
    (void)fputs(".PP\n", out);
    if (command->examples != NULL) {
        man_examples(out, command->examples);
    }
}

static void man_head(FILE *out, const struct cli_program *program) {
    (void)program;
    (void)fputs(
        ".TH LEVELWRIGHT 1 \"\" \"levelwright " LW_VERSION "\" \"User Commands\"\n"
        ".SH NAME\nlevelwright \\- make, prove, rate, draw and play puzzle levels\n"
        ".SH SYNOPSIS\n.B levelwright\n.I COMMAND\n[OPTIONS] [FILES]\n"
        ".SH COMMANDS\n",
        out);
}

static void man_tail(FILE *out) {
    (void)fputs(".SH EXIT STATUS\n"
                "0 done; 1 usage; 2 bad input; 3 not found within the budget; 4 proved "
                "impossible; 5 environment (disk, memory, database).\n"
                ".SH ENVIRONMENT\n"
                "NO_COLOR turns colours off; COLORTERM=truecolor turns 24\\-bit colours "
                "on.\n",
                out);
}

const struct cli_page cli_page_man = {"man", man_head, man_command, man_tail};

#define MARKDOWN_WIDTH 100 /* as all of docs */

static void markdown_option(FILE *out, const struct lw_option *option) {
    (void)fputs("| `", out);
    if (option->letter != 0) {
        (void)fprintf(out, "-%c`, `", option->letter);
    }
    (void)fprintf(out, "--%s", option->name);
    if (option->type != LW_OPTION_FLAG) {
        (void)fputc(' ', out);
        for (const char *c = cli_value_name(option); *c != '\0'; c++) {
            /* A bare bar would end the table's cell. */
            (void)fprintf(out, *c == '|' ? "\\%c" : "%c", *c);
        }
    }
    (void)fprintf(out, "` | %s%s | %s |\n", option->help,
                  option->repeat ? "; may be repeated" : "",
                  option->fallback != NULL ? option->fallback : "");
}

static void markdown_examples(FILE *out, const char *text) {
    (void)fputs("```\n", out);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        bool is_remark = *text == ' ';
        size_t indent = strspn(text, " ");
        (void)fprintf(out, "%s%.*s\n", is_remark ? "    # " : "", (int)(len - indent),
                      text + indent);
        text += len + (text[len] == '\n');
    }
    (void)fputs("```\n\n", out);
}

static void markdown_command(FILE *out, const struct cli_command *command) {
    struct lw_option options[CLI_MAX_OPTIONS];
    size_t n = cli_help_options(command, options);
    char usage[600];
    (void)snprintf(usage, sizeof usage, "`levelwright %s [OPTIONS]%s%s`: %s.",
                   command->name, command->operands[0] == '\0' ? "" : " ",
                   command->operands, command->summary);
    (void)fprintf(out, "## %s\n\n", command->name);
    cli_help_paragraphs(out, usage, MARKDOWN_WIDTH);
    if (command->description != NULL) {
        cli_help_paragraphs(out, command->description, MARKDOWN_WIDTH);
    }
    if (command->examples != NULL) {
        markdown_examples(out, command->examples);
    }
    (void)fputs("| option | meaning | default |\n|---|---|---|\n", out);
    for (size_t i = 0; i < n; i++) {
        markdown_option(out, &options[i]);
    }
    (void)fputc('\n', out);
}

static void markdown_head(FILE *out, const struct cli_program *program) {
    (void)program;
    (void)fputs(
        "# The commands\n\nThis page is generated by `levelwright help --markdown`; a "
        "test keeps it up to date.\n\nWhich game a file belongs to is decided by "
        "`--game`; otherwise by the file's extension, if only\none game uses it; "
        "otherwise by its content, and a line on standard error then says which game "
        "was\nassumed. With `--json` every command prints one object per line on "
        "standard output and nothing\nelse; messages go to standard error. Exit codes: "
        "[exit-codes.md](exit-codes.md).\n\n",
        out);
}

static void markdown_tail(FILE *out) {
    (void)out;
}

const struct cli_page cli_page_markdown = {"markdown", markdown_head, markdown_command,
                                           markdown_tail};
