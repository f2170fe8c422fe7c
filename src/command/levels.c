/* Opening a level file for a command: what lw_open says, in words for a terminal. */
#include <inttypes.h>
#include <string.h>

#include "lw/command/levels.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)
#define MAX_MESSAGES_SHOWN 50

/* The entry that a line of the file belongs to; n_entries when it is before the first. */
static size_t entry_at_line(const struct lw_collection *set, uint32_t line) {
    size_t found = set->n_entries;
    for (size_t i = 0; i < set->n_entries && set->entries[i].line <= line; i++) {
        found = i;
    }
    return found;
}

bool cli_levels_warned(const struct cli_levels *levels, size_t index) {
    const struct lw_collection *set = &levels->set;
    for (size_t i = 0; i < set->n_messages; i++) {
        if (entry_at_line(set, set->messages[i].line) == index) {
            return true;
        }
    }
    return false;
}

/* A warning about a level that cannot be played is left to the command, which knows
 * whether it refuses the level or keeps it: one fault, one line. */
static bool left_to_command(const struct cli_levels *levels,
                            const struct lw_message *message) {
    size_t at = message->is_error ? levels->set.n_entries
                                  : entry_at_line(&levels->set, message->line);
    struct lw_error err;
    return at < levels->set.n_entries &&
           levels->game->kind->level->validate(levels->set.entries[at].level, &err) !=
               LW_OK;
}

static void tell_left_out(struct cli *cli, const struct cli_levels *levels) {
    struct lw_error err;
    size_t n = levels->set.n_entries;
    if (levels->n_unread == 0) {
        (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                      "the faulty parts of the game are ignored; it has %zu level%s", n,
                      n == 1 ? "" : "s");
    } else {
        (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                      "what could not be read is left out; the %zu level%s read %s "
                      "numbered without it",
                      n, n == 1 ? " that was" : "s that were", n == 1 ? "is" : "are");
    }
    (void)cli_fail(cli, levels->file, &err);
}

static void show_messages(struct cli *cli, const struct cli_levels *levels) {
    const struct lw_collection *set = &levels->set;
    for (size_t i = 0; i < set->n_messages && i < MAX_MESSAGES_SHOWN; i++) {
        const struct lw_message *message = &set->messages[i];
        struct lw_error err;
        (void)lw_fail(&err, LW_BAD_INPUT, message->line, message->column, "%s%s",
                      message->is_error ? "" : "warning: ", message->text);
        if (!left_to_command(levels, message)) {
            (void)cli_fail(cli, levels->file, &err);
        }
    }
    if (set->n_messages > MAX_MESSAGES_SHOWN) {
        (void)fprintf(cli->err, "levelwright: and %zu more messages about this file\n",
                      set->n_messages - MAX_MESSAGES_SHOWN);
    }
    if (set->n_errors > 0 && set->n_entries > 0) {
        tell_left_out(cli, levels);
    }
}

static void show_warning(struct cli *cli, const struct cli_levels *levels, uint32_t line,
                         const char *text) {
    struct lw_error err;
    (void)lw_fail(&err, LW_BAD_INPUT, line, 0, "warning: %s", text);
    (void)cli_fail(cli, levels->file, &err);
}

void cli_levels_warn(struct cli *cli, struct cli_levels *levels,
                     const struct lw_warning *warning) {
    if (warning->text != NULL && !lw_warning_told(&levels->set, warning)) {
        lw_collection_message(&levels->set, false, warning->line, 1, "%s", warning->text);
        show_warning(cli, levels, warning->line, warning->text);
    }
}

void cli_levels_try(struct cli *cli, struct cli_levels *levels) {
    size_t n = levels->set.n_messages;
    lw_game_try(&levels->set, cli->alloc, LW_TRY_WORK);
    for (; n < levels->set.n_messages; n++) {
        show_warning(cli, levels, levels->set.messages[n].line,
                     levels->set.messages[n].text);
    }
}

int cli_refuse_level(struct cli *cli, const struct cli_levels *levels, size_t index,
                     bool is_warning, const struct lw_error *err) {
    struct lw_error shown;
    (void)lw_fail(&shown, err->status, levels->set.entries[index].line, 0,
                  "%slevel %zu: %s", is_warning ? "warning: " : "", index + 1,
                  err->text[0] != '\0' ? err->text : lw_status_text(err->status));
    return cli_fail(cli, levels->file, &shown);
}

static bool was_told(const struct lw_collection *set, const struct lw_error *err) {
    for (size_t i = 0; i < set->n_messages && i < MAX_MESSAGES_SHOWN; i++) {
        if (set->messages[i].line == err->line &&
            strcmp(set->messages[i].text, err->text) == 0) {
            return true;
        }
    }
    return false;
}

static void say_kind(struct cli *cli, const char *file, const struct lw_opened *opened) {
    if (opened->kind != NULL && opened->how == LW_OPEN_BY_CONTENT) {
        (void)fputs("levelwright: ", cli->err);
        cli_put_safe(cli->err, strcmp(file, "-") == 0 ? "standard input" : file);
        (void)fprintf(
            cli->err,
            ": assumed to be %s (%s) from its content; use --game to override\n",
            opened->kind->title, opened->looks_like->title);
    }
}

/* Messages when all went well; otherwise the error, and nothing stays open. */
static int conclude(struct cli *cli, struct cli_levels *levels, lw_status status,
                    struct lw_error *err) {
    if (status == LW_OK) {
        show_messages(cli, levels);
        return 0;
    }
    /* A lone message about a lone bad level says the same as the error. */
    if (levels->set.n_messages > 1) {
        show_messages(cli, levels);
        if (was_told(&levels->set, err)) {
            (void)lw_fail(err, status, 0, 0,
                          "this file cannot be used until the errors above are fixed");
        }
    }
    err->status = status;
    int code = cli_fail(cli, levels->file, err);
    cli_levels_close(levels);
    return code;
}

/* beside: a game that the levels belong to; NULL: the text or the request says which. */
static int open_text(struct cli *cli, const char *name, struct lw_game *beside,
                     struct lw_open_request *request, struct cli_levels *out) {
    struct lw_error err = {0};
    struct lw_opened opened;
    request->alloc = cli->alloc;
    request->kinds = lw_game_kinds();
    lw_status status = beside == NULL ? lw_open(request, &opened, &err)
                                      : lw_open_beside(beside, request, &opened, &err);
    say_kind(cli, name, &opened);
    *out = (struct cli_levels){.file = name,
                               .game = opened.game,
                               .set = opened.set,
                               .format = opened.set.format,
                               .n_unread = opened.n_unread,
                               .lent = opened.lent};
    return conclude(cli, out, status, &err);
}

static int open_file(struct cli *cli, const char *file, struct lw_game *beside,
                     struct lw_open_request *request, struct cli_levels *out) {
    struct lw_error err = {0};
    struct lw_buffer text;
    *out = (struct cli_levels){.file = file};
    lw_collection_init(&out->set, cli->alloc);
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(file, MAX_FILE_BYTES, &text, &err);
    int code;
    if (status == LW_OK) {
        request->file = file;
        request->text = lw_buffer_text(&text);
        request->len = text.len;
        code = open_text(cli, file, beside, request, out);
    } else {
        code = conclude(cli, out, status, &err);
    }
    lw_buffer_free(&text);
    return code;
}

int cli_levels_open(struct cli *cli, const char *file, const char *game_name,
                    struct cli_levels *out) {
    struct lw_open_request request = {.game = game_name};
    return open_file(cli, file, NULL, &request, out);
}

int cli_levels_beside(struct cli *cli, const char *file, struct lw_game *game,
                      struct cli_levels *out) {
    struct lw_open_request request = {.kind = game->kind};
    return open_file(cli, file, game, &request, out);
}

int cli_game_open(struct cli *cli, const char *file, const char *game_name,
                  const char *rules, struct cli_levels *out) {
    struct lw_open_request request = {
        .game = game_name, .rules = rules, .may_lack_levels = true};
    return open_file(cli, file, NULL, &request, out);
}

int cli_levels_text(struct cli *cli, const char *name, const char *game_name,
                    const char *text, struct cli_levels *out) {
    struct lw_open_request request = {
        .game = game_name, .text = text, .len = strlen(text)};
    return open_text(cli, name, NULL, &request, out);
}

void cli_rule_lines(const struct cli_args *args, struct lw_buffer *out) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "rule") == 0) {
            lw_buffer_printf(out, "%s\n", args->repeats[i].text);
        }
    }
}

/* text: what was read of the file; NULL: nothing yet. */
static int open_args(struct cli *cli, const struct cli_args *args, const char *file,
                     const struct lw_buffer *text, struct cli_levels *out) {
    struct lw_buffer rules;
    lw_buffer_init(&rules, cli->alloc);
    cli_rule_lines(args, &rules);
    struct lw_open_request request = {.game = cli_value(args, "game")->text,
                                      .format = cli_value(args, "format")->text,
                                      .rules = lw_buffer_text(&rules)};
    int code;
    if (text == NULL) {
        code = open_file(cli, file, NULL, &request, out);
    } else {
        request.file = file;
        request.text = lw_buffer_text(text);
        request.len = text->len;
        code = open_text(cli, file, NULL, &request, out);
    }
    lw_buffer_free(&rules);
    return code;
}

int cli_levels_open_args(struct cli *cli, const struct cli_args *args, const char *file,
                         struct cli_levels *out) {
    return open_args(cli, args, file, NULL, out);
}

int cli_levels_text_args(struct cli *cli, const struct cli_args *args, const char *file,
                         const struct lw_buffer *text, struct cli_levels *out) {
    return open_args(cli, args, file, text, out);
}

int cli_each_file(struct cli *cli, const struct cli_args *args, cli_file_fn visit,
                  struct cli_tally *tally) {
    int worst = 0;
    for (size_t i = 0; i < args->n_operands; i++) {
        struct cli_levels levels;
        int code = cli_levels_open_args(cli, args, args->operands[i], &levels);
        if (code == lw_status_exit_code(LW_BAD_INPUT)) {
            tally->bad++;
            continue;
        }
        if (code == 0) {
            code = visit(cli, args, &levels, tally);
            cli_levels_close(&levels);
        }
        worst = code != 0 && worst == 0 ? code : worst;
    }
    return worst != 0 ? worst : cli_tally_exit_code(tally);
}

int cli_level_range(struct cli *cli, const struct cli_args *args, size_t n, size_t *first,
                    size_t *end) {
    const struct lw_option_value *range = cli_value(args, "level");
    *first = 0;
    *end = n;
    if (!range->set) {
        return 0;
    }
    if (range->lo > (double)n) {
        return cli_usage(cli, "--level: there is no level %.0f; the file has %zu",
                         range->lo, n);
    }
    if (range->lo >= 1) {
        *first = (size_t)range->lo - 1;
    }
    if (range->hi < (double)n) {
        *end = (size_t)range->hi;
    }
    return 0;
}

const struct lw_format *cli_write_format(struct cli *cli, const struct lw_game_kind *kind,
                                         const char *name, const char *path) {
    const struct lw_format *found = NULL;
    struct lw_error err = {0};
    lw_status status = name != NULL ? lw_format_to_write(kind, name, &found, &err)
                                    : lw_format_by_ending(kind, path, &found, &err);
    if (status != LW_OK) {
        (void)cli_usage(cli, "%s", err.text);
    }
    return found;
}

void cli_levels_close(struct cli_levels *levels) {
    lw_collection_free(&levels->set);
    if (!levels->lent) {
        lw_game_destroy(levels->game);
    }
    levels->game = NULL;
}
