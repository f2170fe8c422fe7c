/* Option parsing: --name value, --name=value, -x value, -xvalue, `--`, options and
 * operands in any order, the last use of an option wins unless it may be repeated. */
#include "lw/command/parse.h"

#include <assert.h>
#include <string.h>

#include "lw/command/suggest.h"

const struct lw_option cli_common_options[] = {
    {.name = "colour",
     .type = LW_OPTION_CHOICE,
     .choices = "auto|always|never",
     .fallback = "auto",
     .value_name = "WHEN",
     .help = "colours in the terminal: auto, always or never"},
    {.name = "help",
     .type = LW_OPTION_FLAG,
     .letter = 'h',
     .help = "show this help and exit"},
};
const size_t cli_n_common_options =
    sizeof cli_common_options / sizeof *cli_common_options;

const char *cli_value_name(const struct lw_option *option) {
    static const char *const by_type[] = {
        [LW_OPTION_FLAG] = "",      [LW_OPTION_INT] = "N",     [LW_OPTION_REAL] = "X",
        [LW_OPTION_TEXT] = "TEXT",  [LW_OPTION_CHOICE] = NULL, [LW_OPTION_SIZE] = "WxH",
        [LW_OPTION_RANGE] = "A..B", [LW_OPTION_TIME] = "TIME", [LW_OPTION_BYTES] = "SIZE",
    };
    if (option->value_name != NULL) {
        return option->value_name;
    }
    if (option->spread) {
        return "N|A..B";
    }
    return option->type == LW_OPTION_CHOICE ? option->choices : by_type[option->type];
}

static lw_status unknown_option(const struct cli_parsed *parsed, const char *name,
                                size_t len, const struct cli_command *command,
                                struct lw_error *err) {
    char word[64];
    size_t kept = len < sizeof word - 1 ? len : sizeof word - 1;
    memcpy(word, name, kept);
    word[kept] = '\0';
    struct cli_suggest suggest;
    cli_suggest_begin(&suggest, word);
    for (size_t i = 0; i < parsed->args.n_options; i++) {
        cli_suggest_offer(&suggest, parsed->options[i].name);
    }
    if (suggest.best != NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "there is no option --%s; did you mean --%s?",
                       word, suggest.best);
    }
    return lw_fail(err, LW_USAGE, 0, 0,
                   "there is no option --%s; 'levelwright %s --help' lists them", word,
                   command->name);
}

static lw_status take_value(struct cli_parsed *parsed, size_t at, const char *text,
                            struct lw_error *err) {
    struct cli_args *args = &parsed->args;
    const struct lw_option *option = &parsed->options[at];
    lw_status status = lw_option_parse(option, text, &args->values[at], err);
    if (status == LW_OK && option->repeat) {
        assert(args->n_repeats < parsed->cap);
        args->repeats[args->n_repeats++] =
            (struct cli_repeat){.option = at, .text = text};
    }
    if (status == LW_OK && strcmp(option->name, "help") == 0) {
        parsed->help = args->values[at].flag;
    }
    return status;
}

/* What was typed behind the command's name, as far as it is read. */
struct typed {
    const struct cli_command *command;
    int argc;
    char **argv;
    int next;
};

/* The value is what is attached, "" for a flag, or the next argument. */
static lw_status take_option(struct cli_parsed *parsed, struct typed *typed, size_t at,
                             const char *attached, struct lw_error *err) {
    const struct lw_option *option = &parsed->options[at];
    const char *value = attached;
    if (value == NULL && option->type == LW_OPTION_FLAG) {
        value = "";
    } else if (value == NULL && typed->next < typed->argc) {
        value = typed->argv[typed->next++];
    } else if (value == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "--%s needs a value: --%s %s (%s)",
                       option->name, option->name, cli_value_name(option), option->help);
    }
    return take_value(parsed, at, value, err);
}

static lw_status take_long(struct cli_parsed *parsed, struct typed *typed,
                           const char *word, struct lw_error *err) {
    size_t len = strcspn(word, "=");
    size_t at = lw_option_find(parsed->options, parsed->args.n_options, word, len);
    if (at == parsed->args.n_options && len == 5 && strncmp(word, "color", 5) == 0) {
        at = lw_option_find(parsed->options, at, "colour", 6);
    }
    if (at == parsed->args.n_options) {
        return unknown_option(parsed, word, len, typed->command, err);
    }
    return take_option(parsed, typed, at, word[len] == '=' ? word + len + 1 : NULL, err);
}

static lw_status take_letters(struct cli_parsed *parsed, struct typed *typed,
                              const char *letters, struct lw_error *err) {
    for (; *letters != '\0'; letters++) {
        size_t at = 0;
        while (at < parsed->args.n_options && parsed->options[at].letter != *letters) {
            at++;
        }
        if (at == parsed->args.n_options) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "there is no option -%c; 'levelwright %s --help' lists them",
                           *letters >= ' ' && *letters < 0x7f ? *letters : '?',
                           typed->command->name);
        }
        bool is_flag = parsed->options[at].type == LW_OPTION_FLAG;
        const char *rest = !is_flag && letters[1] != '\0' ? letters + 1 : NULL;
        lw_status status = take_option(parsed, typed, at, rest, err);
        if (status != LW_OK || !is_flag) {
            return status;
        }
    }
    return LW_OK;
}

static lw_status check_operands(const struct cli_command *command,
                                const struct cli_args *args, struct lw_error *err) {
    if (args->n_operands < command->min_operands) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "%s is missing; usage: levelwright %s [OPTIONS] %s",
                       command->operands, command->name, command->operands);
    }
    if (args->n_operands > command->max_operands) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "unexpected argument '%.60s'; try 'levelwright %s --help'",
                       args->operands[command->max_operands], command->name);
    }
    return LW_OK;
}

/* The command's options, then those that depend on what was typed, then the common. */
static void build_table(const struct cli_command *command, int argc, char **argv,
                        struct cli_parsed *out) {
    size_t n = command->n_options;
    size_t room = CLI_MAX_OPTIONS - cli_n_common_options;
    assert(n <= room);
    for (size_t i = 0; i < n; i++) {
        out->options[i] = command->options[i];
    }
    if (command->more_options != NULL) {
        n += command->more_options(argc, argv, out->options + n, room - n);
        assert(n <= room);
    }
    for (size_t i = 0; i < cli_n_common_options; i++) {
        out->options[n++] = cli_common_options[i];
    }
    out->args.options = out->options;
    out->args.n_options = n;
    lw_options_defaults(out->options, n, out->args.values);
}

lw_status cli_parse(const struct cli_command *command, int argc, char **argv,
                    const struct lw_alloc *alloc, struct cli_parsed *out,
                    struct lw_error *err) {
    out->alloc = alloc;
    out->args = (struct cli_args){0};
    out->help = false;
    out->cap = (size_t)argc + 1;
    out->args.operands = lw_alloc_zero(alloc, out->cap, sizeof *out->args.operands);
    out->args.repeats = lw_alloc_zero(alloc, out->cap, sizeof *out->args.repeats);
    if (out->args.operands == NULL || out->args.repeats == NULL) {
        return lw_fail_memory(err);
    }
    build_table(command, argc, argv, out);
    bool only_operands = false;
    struct typed typed = {.command = command, .argc = argc, .argv = argv};
    while (typed.next < argc && !out->help) {
        const char *word = argv[typed.next++];
        lw_status status = LW_OK;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            out->args.operands[out->args.n_operands++] = word;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (word[1] == '-') {
            status = take_long(out, &typed, word + 2, err);
        } else {
            status = take_letters(out, &typed, word + 1, err);
        }
        if (status != LW_OK) {
            return status;
        }
    }
    return out->help ? LW_OK : check_operands(command, &out->args, err);
}

void cli_parsed_free(struct cli_parsed *parsed) {
    lw_alloc_free(parsed->alloc, parsed->args.operands,
                  parsed->cap * sizeof *parsed->args.operands);
    lw_alloc_free(parsed->alloc, parsed->args.repeats,
                  parsed->cap * sizeof *parsed->args.repeats);
    parsed->args.operands = NULL;
    parsed->args.repeats = NULL;
}
