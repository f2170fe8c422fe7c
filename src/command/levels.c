/* Opening a level file: which game, which format, what reading had to say.
 *
 * The kind of game is told by --game; else by the file's ending when only one kind claims
 * it; else by the content: the format (of the kinds that claim the ending, or of all)
 * that is surest of the text wins, and that is announced. docs/commands.md documents the
 * same three steps. */
#include <inttypes.h>
#include <string.h>

#include "lw/command/cli.h"
#include "lw/command/suggest.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)
#define MAX_MESSAGES_SHOWN 50

/* Is the file's ending one of the blank-separated endings? */
static bool has_ending(const char *file, const char *endings) {
    size_t file_len = strlen(file);
    while (*endings != '\0') {
        size_t len = strcspn(endings, " ");
        if (len > 0 && len < file_len) {
            char word[32];
            if (len < sizeof word) {
                memcpy(word, endings, len);
                word[len] = '\0';
                if (lw_text_equal_nocase(file + file_len - len, len, word)) {
                    return true;
                }
            }
        }
        endings += len;
        endings += strspn(endings, " ");
    }
    return false;
}

static bool kind_has_ending(const struct lw_game_kind *kind, const char *file) {
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        if (format->read != NULL && has_ending(file, format->endings)) {
            return true;
        }
    }
    return false;
}

static int kind_sureness(const struct lw_game_kind *kind, const char *text, size_t len,
                         const struct lw_format **format) {
    int best = 0;
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *at = &kind->level->formats[i];
        int sure = at->read == NULL || at->sniff == NULL ? 0 : at->sniff(text, len);
        if (sure > best) {
            best = sure;
            *format = at;
        }
    }
    return best;
}

static void list_kinds(struct lw_buffer *out) {
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        lw_buffer_printf(out, "%s%s", out->len > 0 ? ", " : "", (*at)->name);
    }
}

static lw_status kind_by_name(struct cli *cli, const char *name,
                              const struct lw_game_kind **out, struct lw_error *err) {
    *out = lw_game_kind_find(name);
    if (*out != NULL) {
        return LW_OK;
    }
    struct lw_buffer names;
    lw_buffer_init(&names, cli->alloc);
    list_kinds(&names);
    lw_status status =
        lw_fail(err, LW_USAGE, 0, 0, "--game: there is no game '%.40s'; the games are %s",
                name, lw_buffer_text(&names));
    lw_buffer_free(&names);
    return status;
}

/* The kind whose format is surest; with by_ending only kinds that claim the ending. */
static lw_status kind_by_content(struct cli *cli, const char *file, bool by_ending,
                                 const struct lw_buffer *text,
                                 const struct lw_game_kind **out, struct lw_error *err) {
    const struct lw_game_kind *best = NULL;
    const struct lw_game_kind *rival = NULL;
    const struct lw_format *best_format = NULL;
    int best_sure = 0;
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        if (by_ending && !kind_has_ending(*at, file)) {
            continue;
        }
        const struct lw_format *format = NULL;
        int sure = kind_sureness(*at, lw_buffer_text(text), text->len, &format);
        if (sure > best_sure) {
            best = *at;
            best_format = format;
            best_sure = sure;
            rival = NULL;
        } else if (sure > 0 && sure == best_sure) {
            rival = *at;
        }
    }
    if (best == NULL && by_ending) {
        return kind_by_content(cli, file, false, text, out, err);
    }
    if (best == NULL) {
        struct lw_buffer names;
        lw_buffer_init(&names, cli->alloc);
        list_kinds(&names);
        lw_status status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                                   "this is no level file of any known game (%s)",
                                   lw_buffer_text(&names));
        lw_buffer_free(&names);
        return status;
    }
    if (rival != NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the content could be %s as well as %s; say which with --game %s "
                       "or --game %s",
                       best->title, rival->title, best->name, rival->name);
    }
    (void)fputs("levelwright: ", cli->err);
    cli_put_safe(cli->err, strcmp(file, "-") == 0 ? "standard input" : file);
    (void)fprintf(cli->err, ": taken for %s (%s) by its content; --game says otherwise\n",
                  best->title, best_format->title);
    *out = best;
    return LW_OK;
}

static lw_status find_kind(struct cli *cli, const char *file, const char *game_name,
                           const struct lw_buffer *text, const struct lw_game_kind **out,
                           struct lw_error *err) {
    if (game_name != NULL) {
        return kind_by_name(cli, game_name, out, err);
    }
    size_t n_claims = 0;
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        if (kind_has_ending(*at, file)) {
            *out = *at;
            n_claims++;
        }
    }
    if (n_claims == 1) {
        return LW_OK;
    }
    return kind_by_content(cli, file, n_claims > 1, text, out, err);
}

/* "name=value" texts into the kind's rule options. */
lw_status cli_read_rules(const struct lw_game_kind *kind, const char *const *rules,
                         size_t n_rules, struct lw_option_value *values,
                         struct lw_error *err) {
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    for (size_t i = 0; i < n_rules; i++) {
        size_t len = strcspn(rules[i], "=");
        size_t at =
            lw_option_find(kind->rule_options, kind->n_rule_options, rules[i], len);
        if (at == kind->n_rule_options) {
            return lw_fail(err, LW_USAGE, 0, 0, "--rule: %s has no rule '%.*s'%s%s",
                           kind->title, (int)(len < 40 ? len : 40), rules[i],
                           at > 0 ? "; it has " : "",
                           at > 0 ? kind->rule_options[0].name : "");
        }
        const char *value = rules[i][len] == '=' ? rules[i] + len + 1 : "";
        lw_status status =
            lw_option_parse(&kind->rule_options[at], value, &values[at], err);
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

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
                      "the game goes on without what is wrong in it; it has %zu level%s",
                      n, n == 1 ? "" : "s");
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
        (void)fprintf(cli->err, "levelwright: and %zu further messages about this file\n",
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

static lw_status read_levels(struct cli *cli, const char *game_name,
                             const char *format_name, const char *const *rules,
                             size_t n_rules, const struct lw_buffer *text,
                             struct cli_levels *out, struct lw_error *err) {
    const struct lw_game_kind *kind = NULL;
    struct lw_option_value values[CLI_MAX_OPTIONS];
    lw_status status = find_kind(cli, out->file, game_name, text, &kind, err);
    if (status == LW_OK) {
        status = cli_read_rules(kind, rules, n_rules, values, err);
    }
    if (status == LW_OK) {
        bool from_source = (kind->flags & LW_GAME_FROM_SOURCE) != 0;
        status = kind->game->create(
            cli->alloc, values, from_source ? lw_buffer_text(text) : NULL,
            from_source ? text->len : 0, &out->game, &out->set, err);
    }
    size_t about_rules = out->set.n_errors;
    if (status == LW_OK) {
        status = lw_game_read(out->game, format_name, lw_buffer_text(text), text->len,
                              &out->set, &out->format, err);
    }
    out->n_unread = out->set.n_errors - about_rules;
    return status;
}

static lw_status need_levels(lw_status status, const struct cli_levels *levels,
                             struct lw_error *err) {
    return status == LW_OK && levels->set.n_entries == 0
               ? lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no level in this file")
               : status;
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
                          "this file cannot be used before the errors above are settled");
        }
    }
    err->status = status;
    int code = cli_fail(cli, levels->file, err);
    cli_levels_close(levels);
    return code;
}

/* Refused before any game looks for levels in it and blames each line. */
static lw_status need_text(const struct lw_buffer *text, struct lw_error *err) {
    const char *bytes = lw_buffer_text(text);
    size_t len = strlen(bytes);
    if (len < text->len) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "this is no text: byte %zu is zero; levels and games are text files "
            "(UTF-8)",
            len + 1);
    }
    if (strspn(bytes, " \t\r\n") == len) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the file is empty: there is no level or game in it");
    }
    return LW_OK;
}

static lw_status open_file(struct cli *cli, const char *file, const char *game_name,
                           const char *format_name, const char *const *rules,
                           size_t n_rules, struct cli_levels *out, struct lw_error *err) {
    *out = (struct cli_levels){.file = file};
    lw_collection_init(&out->set, cli->alloc);
    struct lw_buffer text;
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_platform_read_file(file, MAX_FILE_BYTES, &text, err);
    if (status == LW_OK) {
        status = need_text(&text, err);
    }
    if (status == LW_OK) {
        status =
            read_levels(cli, game_name, format_name, rules, n_rules, &text, out, err);
    }
    lw_buffer_free(&text);
    return status;
}

int cli_levels_open(struct cli *cli, const char *file, const char *game_name,
                    const char *format_name, const char *const *rules, size_t n_rules,
                    struct cli_levels *out) {
    struct lw_error err = {0};
    lw_status status =
        open_file(cli, file, game_name, format_name, rules, n_rules, out, &err);
    return conclude(cli, out, need_levels(status, out, &err), &err);
}

int cli_game_open(struct cli *cli, const char *file, const char *game_name,
                  const char *const *rules, size_t n_rules, struct cli_levels *out) {
    struct lw_error err = {0};
    lw_status status = open_file(cli, file, game_name, NULL, rules, n_rules, out, &err);
    return conclude(cli, out, status, &err);
}

int cli_levels_text(struct cli *cli, const char *name, const char *game_name,
                    const char *text, struct cli_levels *out) {
    *out = (struct cli_levels){.file = name};
    lw_collection_init(&out->set, cli->alloc);
    struct lw_buffer copy;
    lw_buffer_init(&copy, cli->alloc);
    lw_buffer_puts(&copy, text);
    struct lw_error err = {0};
    lw_status status = read_levels(cli, game_name, NULL, NULL, 0, &copy, out, &err);
    lw_buffer_free(&copy);
    return conclude(cli, out, need_levels(status, out, &err), &err);
}

int cli_levels_open_args(struct cli *cli, const struct cli_args *args, const char *file,
                         struct cli_levels *out) {
    const char **rules = lw_alloc_zero(cli->alloc, args->n_repeats + 1, sizeof *rules);
    if (rules == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        return cli_fail(cli, file, &err);
    }
    size_t n_rules = 0;
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "rule") == 0) {
            rules[n_rules++] = args->repeats[i].text;
        }
    }
    int code = cli_levels_open(cli, file, cli_value(args, "game")->text,
                               cli_value(args, "format")->text, rules, n_rules, out);
    lw_alloc_free(cli->alloc, rules, (args->n_repeats + 1) * sizeof *rules);
    return code;
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
    struct lw_buffer known;
    lw_buffer_init(&known, cli->alloc);
    const struct lw_format *found = NULL;
    for (size_t i = 0; i < kind->level->n_formats && found == NULL; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        if (format->write == NULL) {
            continue;
        }
        lw_buffer_printf(&known, "%s%s", known.len > 0 ? ", " : "", format->name);
        if (name != NULL ? strcmp(format->name, name) == 0
                         : has_ending(path, format->endings)) {
            found = format;
        }
    }
    if (found == NULL && name != NULL) {
        (void)cli_usage(cli, "%s cannot be written as '%.40s'; it can as %s", kind->title,
                        name, lw_buffer_text(&known));
    } else if (found == NULL) {
        (void)cli_usage(
            cli,
            "the ending of '%.100s' names no format that %s can be written as "
            "(%s)",
            path, kind->title, lw_buffer_text(&known));
    }
    lw_buffer_free(&known);
    return found;
}

void cli_levels_close(struct cli_levels *levels) {
    lw_collection_free(&levels->set);
    lw_game_destroy(levels->game);
    levels->game = NULL;
}
