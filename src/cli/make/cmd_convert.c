/* convert: any format in, any format out; nothing is written until all of it is known. */
#include <string.h>

#include "lw/command/levels.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "to",
     .type = LW_OPTION_TEXT,
     .value_name = "FORMAT",
     .help = "format to write, or json; default: by the extension of --output"},
    {.name = "output",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .letter = 'o',
     .help = "output file; default: standard output"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "the same as --to json"},
};

/* Keeps [first, end) and forgets the rest. */
static void select_levels(struct lw_collection *set, size_t first, size_t end) {
    size_t kept = 0;
    for (size_t i = 0; i < set->n_entries; i++) {
        if (i >= first && i < end) {
            set->entries[kept++] = set->entries[i];
        } else {
            lw_level_destroy(set->entries[i].level);
        }
    }
    set->n_entries = kept;
}

/* What solve and play would refuse is kept, but not silently; so are stored solutions
 * that do not solve, unless reading has said so already. */
static void warn(struct cli *cli, const struct cli_levels *levels, size_t first,
                 size_t end) {
    const struct lw_game_kind *kind = levels->game->kind;
    for (size_t i = first; i < end; i++) {
        const struct lw_entry *entry = &levels->set.entries[i];
        struct lw_error err = {0};
        if (kind->level->validate(entry->level, &err) != LW_OK) {
            (void)cli_refuse_level(cli, levels, i, true, &err);
            continue;
        }
        if (kind->solve == NULL || cli_levels_warned(levels, i)) {
            continue;
        }
        for (const struct lw_stored_solution *at = entry->solutions; at != NULL;
             at = at->next) {
            struct lw_error why = {0};
            if (kind->solve->measure(entry->level, at->moves, strlen(at->moves), NULL,
                                     &why) != LW_OK) {
                (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                              "its stored solution does not solve it: %s", why.text);
                (void)cli_refuse_level(cli, levels, i, true, &err);
            }
        }
    }
}

static void put_notes(struct lw_json_writer *json, const char *key,
                      const struct lw_note *note) {
    lw_json_array(json, key);
    for (; note != NULL; note = note->next) {
        lw_json_object(json, NULL);
        lw_json_text(json, "key", note->key);
        lw_json_text(json, "text", note->text);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_solutions(struct lw_json_writer *json,
                          const struct lw_stored_solution *solution) {
    lw_json_array(json, "solutions");
    for (; solution != NULL; solution = solution->next) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", solution->name);
        lw_json_text(json, "moves", solution->moves);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

/* One form for all games, so that a program needs to know only one; every kind's JSON
 * reader takes it. */
static lw_status put_json(const struct cli_levels *levels, size_t number,
                          const struct lw_entry *entry, struct lw_buffer *out,
                          struct lw_error *err) {
    const struct lw_game_kind *kind = levels->game->kind;
    struct lw_buffer text;
    lw_buffer_init(&text, out->alloc);
    lw_status status = lw_level_text(entry->level, &text, err);
    uint32_t width;
    uint32_t height;
    kind->level->size(entry->level, &width, &height);
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "level", number);
    lw_json_text(&json, "game", kind->name);
    lw_json_text(&json, "title", entry->title);
    lw_json_uint(&json, "width", width);
    lw_json_uint(&json, "height", height);
    struct lw_id128 id;
    struct lw_error ignored;
    bool playable = kind->level->validate(entry->level, &ignored) == LW_OK;
    if (playable && kind->level->canonical != NULL &&
        kind->level->canonical(entry->level, &id, NULL) == LW_OK) {
        char hex[33];
        lw_id128_text(id, hex);
        lw_json_text(&json, "id", hex);
    } else {
        lw_json_null(&json, "id");
    }
    lw_json_bool(&json, "playable", playable);
    if (!playable) {
        lw_json_text(&json, "error", ignored.text);
    }
    lw_json_text_len(&json, "text", lw_buffer_text(&text), text.len);
    put_notes(&json, "notes", entry->notes);
    put_solutions(&json, entry->solutions);
    lw_json_text(&json, "collection", levels->set.title);
    if (entry == levels->set.entries) {
        put_notes(&json, "collection_notes", levels->set.notes);
    }
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
    lw_buffer_free(&text);
    return status;
}

static lw_status write_all(const struct cli_levels *levels,
                           const struct lw_format *format, size_t first,
                           struct lw_buffer *out, struct lw_error *err) {
    if (format != NULL) {
        return lw_game_write(levels->game, format, &levels->set, out, err);
    }
    lw_status status = LW_OK;
    for (size_t i = 0; i < levels->set.n_entries && status == LW_OK; i++) {
        status = put_json(levels, first + i + 1, &levels->set.entries[i], out, err);
    }
    return status;
}

static int convert_one(struct cli *cli, const struct cli_args *args,
                       struct cli_levels *levels, struct lw_buffer *out) {
    const char *to = cli_value(args, "json")->flag ? "json" : cli_value(args, "to")->text;
    const char *path = cli_value(args, "output")->text;
    bool json = to != NULL ? strcmp(to, "json") == 0
                           : path != NULL && strstr(path, ".json") != NULL;
    const struct lw_format *format = NULL;
    if (!json && to == NULL && path == NULL) {
        return cli_usage(cli, "choose a format with --to FORMAT or -o FILE");
    }
    if (!json) {
        format = cli_write_format(cli, levels->game->kind, to, path);
        if (format == NULL) {
            return lw_status_exit_code(LW_USAGE);
        }
    }
    size_t first;
    size_t end;
    int code = cli_level_range(cli, args, levels->set.n_entries, &first, &end);
    if (code != 0) {
        return code;
    }
    warn(cli, levels, first, end);
    select_levels(&levels->set, first, end);
    struct lw_error err = {0};
    lw_status status = write_all(levels, format, first, out, &err);
    if (status == LW_OK && !lw_buffer_ok(out)) {
        status = lw_fail_memory(&err);
    }
    return status == LW_OK ? 0 : cli_fail(cli, levels->file, &err);
}

/* Files and pipes get the bytes as they are; a terminal must not obey a title. */
static void print(struct cli *cli, const struct lw_buffer *text) {
    int fd = fileno(cli->out);
    if (fd < 0 || !lw_platform_is_terminal(fd)) {
        (void)fwrite(lw_buffer_text(text), 1, text->len, cli->out);
        return;
    }
    struct lw_buffer safe;
    lw_buffer_init(&safe, cli->alloc);
    for (const char *at = lw_buffer_text(text); *at != '\0';) {
        size_t len = strcspn(at, "\n");
        lw_buffer_safe(&safe, at, len);
        at += len;
        if (*at == '\n') {
            lw_buffer_putc(&safe, *at++);
        }
    }
    (void)fwrite(lw_buffer_text(&safe), 1, safe.len, cli->out);
    lw_buffer_free(&safe);
}

static int deliver(struct cli *cli, const char *path, const struct lw_buffer *text) {
    if (path == NULL || strcmp(path, "-") == 0) {
        print(cli, text);
        return 0;
    }
    struct lw_error err = {0};
    lw_status status =
        lw_platform_write_file(path, lw_buffer_text(text), text->len, &err);
    return status == LW_OK ? 0 : cli_fail(cli, path, &err);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_buffer out;
    lw_buffer_init(&out, cli->alloc);
    int code = 0;
    for (size_t i = 0; i < args->n_operands && code == 0; i++) {
        struct cli_levels levels;
        code = cli_levels_open_args(cli, args, args->operands[i], &levels);
        if (code == 0) {
            code = convert_one(cli, args, &levels, &out);
            cli_levels_close(&levels);
        }
    }
    if (code == 0) {
        code = deliver(cli, cli_value(args, "output")->text, &out);
    }
    lw_buffer_free(&out);
    return code;
}

const struct cli_command cli_cmd_convert = {
    .name = "convert",
    .summary = "convert levels from one format to another",
    .operands = "FILE...",
    .description =
        "Titles, authors, comments and stored solutions are kept wherever the format has "
        "a place for them. Levels that are not playable (no player, more boxes than "
        "goals) are kept with a warning. The output file is written completely or not at "
        "all.\n\n--to json writes one object per level with its text, notes, solutions, "
        "and the id that all mirrored and rotated forms of a level share.",
    .examples = "levelwright convert old.xsb -o new.sok\n"
                "    the extension selects the format\n"
                "levelwright convert levels.slc --to xsb --level 1..10\n"
                "    the first ten levels as text on standard output\n"
                "levelwright convert levels.sok --to json\n"
                "    one JSON object per level\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 10000,
    .ends_at_once = true,
    .run = run,
};
