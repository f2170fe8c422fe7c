/* play: in the terminal with keys, or without one from a text of moves. */
#include <string.h>

#include "lw/command/levels.h"
#include "play/play_screen.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "moves",
     .type = LW_OPTION_TEXT,
     .value_name = "MOVES",
     .help = "play these moves without a terminal and show the result"},
    {.name = "save",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "file that s saves to and l loads from; default: FILE.play"},
    {.name = "theme",
     .type = LW_OPTION_CHOICE,
     .choices = "auto|light|dark",
     .fallback = "auto",
     .help = "colours for a light or a dark terminal"},
    {.name = "json",
     .type = LW_OPTION_FLAG,
     .help = "with --moves: print the outcome as a JSON object"},
};

static struct lw_warning warning_of(struct lw_session *session) {
    struct lw_play *play = lw_session_play(session);
    const struct lw_play_ops *ops = play->level->game->kind->play;
    return ops->warning == NULL ? (struct lw_warning){.text = NULL} : ops->warning(play);
}

static void put_json(struct cli *cli, const struct lw_entry *entry, size_t number,
                     struct lw_session *session) {
    struct lw_buffer line;
    struct lw_buffer text;
    lw_buffer_init(&line, cli->alloc);
    lw_buffer_init(&text, cli->alloc);
    lw_session_text(session, &text);
    struct lw_json_writer json;
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "level", number);
    lw_json_text(&json, "title", entry->title);
    lw_json_bool(&json, "won", lw_session_won(session));
    lw_json_uint(&json, "n_moves", lw_session_n_moves(session));
    lw_json_text(&json, "moves", lw_buffer_text(&text));
    struct lw_warning warning = warning_of(session);
    lw_warning_json(&json, &warning);
    cli_json_end(cli, &line, &json);
    lw_buffer_free(&text);
}

static void put_position(struct cli *cli, struct lw_session *session,
                         enum lw_theme theme) {
    struct lw_play *play = lw_session_play(session);
    struct lw_draw_list list;
    struct lw_buffer text;
    lw_draw_init(&list, cli->alloc, theme);
    lw_buffer_init(&text, cli->alloc);
    play->level->game->kind->play->draw(play, lw_session_state(session), &list);
    lw_render_ansi(&list, cli_ansi_depth(cli), cli->colour, &text);
    (void)fwrite(lw_buffer_text(&text), 1, text.len, cli->out);
    size_t n_moves = lw_session_n_moves(session);
    (void)fprintf(cli->out, "%zu move%s: %s\n", n_moves, n_moves == 1 ? "" : "s",
                  lw_session_won(session) ? "solved" : "not solved");
    lw_buffer_free(&text);
    lw_draw_free(&list);
}

static int play_moves(struct cli *cli, const struct cli_args *args,
                      struct cli_levels *levels, size_t index, enum lw_theme theme) {
    const struct lw_entry *entry = &levels->set.entries[index];
    const char *moves = cli_value(args, "moves")->text;
    struct lw_error err = {0};
    struct lw_session *session = NULL;
    lw_status status = levels->game->kind->level->validate(entry->level, &err);
    if (status == LW_OK) {
        status = lw_session_create(entry->level, cli->alloc, &session, &err);
    }
    if (status == LW_OK) {
        status = lw_session_replay(session, moves, strlen(moves), &err);
    }
    if (session != NULL) {
        struct lw_warning warning = warning_of(session);
        cli_levels_warn(cli, levels, &warning);
    }
    if (status == LW_OK && cli_value(args, "json")->flag) {
        put_json(cli, entry, index + 1, session);
    } else if (status == LW_OK) {
        put_position(cli, session, theme);
    }
    lw_session_destroy(session);
    if (status != LW_OK) {
        err.status = status;
        return cli_refuse_level(cli, levels, index, false, &err);
    }
    return 0;
}

static int play_file(struct cli *cli, const struct cli_args *args,
                     struct cli_levels *levels) {
    size_t first;
    size_t end;
    int code = cli_level_range(cli, args, levels->set.n_entries, &first, &end);
    if (code != 0) {
        return code;
    }
    if (levels->game->kind->play == NULL) {
        return cli_usage(cli, "%s is not playable", levels->game->kind->title);
    }
    enum lw_theme theme = cli_theme(cli_value(args, "theme")->text, true);
    if (cli_value(args, "moves")->set) {
        return play_moves(cli, args, levels, first, theme);
    }
    struct lw_buffer save_path;
    lw_buffer_init(&save_path, cli->alloc);
    const char *given = cli_value(args, "save")->text;
    lw_buffer_printf(&save_path, "%s%s", given != NULL ? given : levels->file,
                     given != NULL ? "" : ".play");
    code = cli_play_screen(cli, levels, first, theme, lw_buffer_text(&save_path));
    lw_buffer_free(&save_path);
    return code;
}

static int run(struct cli *cli, const struct cli_args *args) {
    if (cli_value(args, "json")->flag && !cli_value(args, "moves")->set) {
        return cli_usage(cli, "--json requires --moves");
    }
    struct cli_levels levels;
    int code = cli_levels_open_args(cli, args, args->operands[0], &levels);
    if (code == 0) {
        code = play_file(cli, args, &levels);
        cli_levels_close(&levels);
    }
    return code;
}

const struct cli_command cli_cmd_play = {
    .name = "play",
    .summary = "play levels in the terminal",
    .operands = "FILE",
    .description =
        "The arrow keys move. In games that are played by pointing they move a cursor, "
        "and the space bar picks up and puts down. u or backspace undoes a move, y "
        "redoes it, R restarts, h gives a hint, d checks whether the position is a dead "
        "end, n and p go to the next and the previous level, s saves, l loads, q "
        "quits.\n\nWith --moves the given moves are played without asking for input, and "
        "the resulting position is shown. An impossible move is rejected and its number "
        "reported (exit code 2).",
    .examples = "levelwright play levels.xsb --level 3\n"
                "    play the third level\n"
                "levelwright play levels.xsb --level 3 --moves rrUldD\n"
                "    where do these moves lead?\n"
                "levelwright play game.txt\n"
                "    a PuzzleScript game: space is the action key, . waits a turn; "
                "real-time games run in real time\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
