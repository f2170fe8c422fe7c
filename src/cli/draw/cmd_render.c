/* render: levels to the terminal, to a picture, a contact sheet or an animation. */
#include <string.h>

#include "draw/picture.h"
#include "lw/command/levels.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "output",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .letter = 'o',
     .help = "a .svg or .png file; default: draw in the terminal"},
    {.name = "sheet",
     .type = LW_OPTION_FLAG,
     .help = "write a contact sheet even for a single level"},
    {.name = "animate",
     .type = LW_OPTION_TEXT,
     .value_name = "MOVES",
     .letter = 'a',
     .help = "animate these moves, the 'stored' solution, or one found by 'solve'"},
    {.name = "theme",
     .type = LW_OPTION_CHOICE,
     .choices = "auto|light|dark",
     .fallback = "auto",
     .help = "colours for a light or a dark page"},
    {.name = "cell",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 400,
     .value_name = "PX",
     .fallback = "0",
     .help = "cell size in pixels; 0 to choose by the size of the board"},
    {.name = "frame-time",
     .type = LW_OPTION_TIME,
     .fallback = "160ms",
     .help = "duration of one move in an animation"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .help = "time limit for --animate solve"},
    {.name = "json",
     .type = LW_OPTION_FLAG,
     .help = "print a JSON object describing the file"},
};

struct render_run {
    struct cli *cli;
    const struct cli_args *args;
    const struct cli_levels *levels;
    size_t first, end;
    enum lw_picture_format format;
    struct lw_picture_style style;
    struct lw_buffer out;
    size_t n_refused;
};

/* A level that cannot be drawn is reported and left out; true when err is of that kind.
 */
static bool leave_out(struct render_run *run, size_t index, lw_status status,
                      struct lw_error *err) {
    if (status != LW_BAD_INPUT) {
        return false;
    }
    err->status = status;
    (void)cli_refuse_level(run->cli, run->levels, index, false, err);
    run->n_refused++;
    return true;
}

static lw_status show_all(struct render_run *run, struct lw_error *err) {
    struct cli *cli = run->cli;
    enum lw_theme theme = cli_theme(cli_value(run->args, "theme")->text, true);
    for (size_t i = run->first; i < run->end; i++) {
        const struct lw_entry *entry = &run->levels->set.entries[i];
        (void)fprintf(cli->out, "%s%s%zu%s", i > run->first ? "\n" : "",
                      cli->colour ? "\033[1m" : "", i + 1,
                      entry->title[0] != '\0' ? ". " : "");
        cli_put_safe(cli->out, entry->title);
        (void)fprintf(cli->out, "%s\n", cli->colour ? "\033[0m" : "");
        lw_status status = cli_show_level(cli, entry->level, theme, err);
        if (status != LW_OK && !leave_out(run, i, status, err)) {
            return status;
        }
    }
    return LW_OK;
}

static lw_status make_sheet(struct render_run *run, struct lw_error *err) {
    const struct lw_alloc *alloc = run->cli->alloc;
    size_t n = run->end - run->first;
    struct lw_draw_list *lists = lw_alloc_zero(alloc, n, sizeof *lists);
    struct lw_sheet_item *items = lw_alloc_zero(alloc, n, sizeof *items);
    lw_status status = lists == NULL || items == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; lists != NULL && i < n; i++) {
        lw_draw_init(&lists[i], alloc, run->style.theme);
    }
    size_t n_items = 0;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        const struct lw_entry *entry = &run->levels->set.entries[run->first + i];
        status = lw_level_draw(entry->level, &lists[i], err);
        if (status == LW_OK) {
            items[n_items++] = (struct lw_sheet_item){
                .list = &lists[i], .title = entry->title, .number = run->first + i + 1};
        } else if (leave_out(run, run->first + i, status, err)) {
            status = LW_OK;
        }
    }
    if (status == LW_OK && n_items > 0) {
        status = lw_render_sheet(
            run->format, &(struct lw_sheet){items, n_items, run->levels->set.title},
            &run->style, &run->out, err);
    }
    for (size_t i = 0; lists != NULL && i < n; i++) {
        lw_draw_free(&lists[i]);
    }
    lw_alloc_free(alloc, lists, n * sizeof *lists);
    lw_alloc_free(alloc, items, n * sizeof *items);
    return status;
}

static lw_status make_picture(struct render_run *run, struct lw_error *err) {
    const struct lw_entry *entry = &run->levels->set.entries[run->first];
    struct lw_draw_list list;
    lw_draw_init(&list, run->cli->alloc, run->style.theme);
    lw_status status = lw_level_draw(entry->level, &list, err);
    if (status == LW_OK) {
        status = lw_render_picture(run->format, &list, entry->title, &run->style,
                                   &run->out, err);
    }
    lw_draw_free(&list);
    return status;
}

static lw_status find_solution(struct render_run *run, const struct lw_level *level,
                               struct lw_buffer *moves, struct lw_error *err) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    if (ops == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s has no solver",
                       level->game->kind->title);
    }
    struct lw_solve_request request = {
        .budget = {.time_ns = cli_value(run->args, "time")->u,
                   .memory_bytes = (size_t)1 << 30,
                   .cancel = run->cli->cancel},
        .n_threads = run->cli->runtime->n_workers};
    struct lw_solve_result result;
    lw_solve_result_init(&result, run->cli->alloc);
    lw_status status = ops->solve(level, &request, run->cli->runtime, &result, err);
    if (status == LW_OK && result.outcome == LW_OUTCOME_UNSOLVABLE) {
        status = lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                         "level %zu has no solution, so there is nothing to animate",
                         run->first + 1);
    } else if (status == LW_OK && result.outcome == LW_OUTCOME_LIMIT) {
        status = lw_fail(
            err, LW_LIMIT, 0, 0,
            "no solution for level %zu was found within the limit; try a longer --time",
            run->first + 1);
    }
    if (status == LW_OK) {
        lw_buffer_add(moves, lw_buffer_text(&result.solution), result.solution.len);
    }
    lw_solve_result_free(&result);
    return status;
}

static lw_status choose_moves(struct render_run *run, struct lw_buffer *moves,
                              struct lw_error *err) {
    const struct lw_entry *entry = &run->levels->set.entries[run->first];
    const char *text = cli_value(run->args, "animate")->text;
    if (strcmp(text, "solve") == 0) {
        return find_solution(run, entry->level, moves, err);
    }
    if (strcmp(text, "stored") == 0) {
        if (entry->solutions == NULL) {
            return lw_fail(
                err, LW_BAD_INPUT, 0, 0,
                "the file contains no solution for level %zu; try --animate solve",
                run->first + 1);
        }
        text = entry->solutions->moves;
    }
    lw_buffer_puts(moves, text);
    return lw_buffer_ok(moves) ? LW_OK : lw_fail_memory(err);
}

static lw_status make_animation(struct render_run *run, struct lw_error *err) {
    const struct lw_entry *entry = &run->levels->set.entries[run->first];
    if (run->end - run->first > 1 && cli_value(run->args, "level")->given) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "--animate needs a single level; choose it with --level N");
    }
    struct lw_buffer moves;
    lw_buffer_init(&moves, run->cli->alloc);
    struct cli_frames frames;
    lw_status status = choose_moves(run, &moves, err);
    if (status == LW_OK) {
        status = cli_frames_open(run->cli, entry->level, lw_buffer_text(&moves),
                                 moves.len, &frames, err);
    }
    if (status == LW_OK) {
        status = lw_render_animation(run->format,
                                     &(struct lw_animation){.draw = cli_frames_draw,
                                                            .ctx = &frames,
                                                            .n_frames = frames.n_frames,
                                                            .title = entry->title},
                                     &run->style, &run->out, err);
        cli_frames_close(&frames);
    }
    lw_buffer_free(&moves);
    return status;
}

static lw_status make_file(struct render_run *run, const char *path,
                           struct lw_error *err) {
    lw_status status;
    if (cli_value(run->args, "animate")->set) {
        status = make_animation(run, err);
    } else if (cli_value(run->args, "sheet")->flag || run->end - run->first > 1) {
        status = make_sheet(run, err);
    } else {
        status = make_picture(run, err);
    }
    if (status == LW_OK) {
        status =
            lw_platform_write_file(path, lw_buffer_text(&run->out), run->out.len, err);
    }
    return status;
}

static void report(struct render_run *run, const char *path) {
    size_t n_bytes = run->out.len;
    lw_buffer_clear(&run->out);
    struct lw_json_writer json;
    lw_json_begin(&json, &run->out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "output", path);
    lw_json_text(&json, "format", run->format == LW_PICTURE_SVG ? "svg" : "png");
    lw_json_uint(&json, "first_level", run->first + 1);
    lw_json_uint(&json, "n_levels", run->end - run->first);
    lw_json_uint(&json, "bytes", n_bytes);
    lw_json_object_end(&json);
    cli_put_line(run->cli, &run->out);
}

static bool ends_with(const char *path, const char *ending) {
    size_t len = strlen(path);
    size_t ending_len = strlen(ending);
    return len > ending_len &&
           lw_text_equal_nocase(path + len - ending_len, ending_len, ending);
}

static int render_levels(struct render_run *run, const char *path) {
    struct lw_error err = {0};
    int code = cli_level_range(run->cli, run->args, run->levels->set.n_entries,
                               &run->first, &run->end);
    if (code != 0) {
        return code;
    }
    /* An animation without --level is of the first level. */
    if (cli_value(run->args, "animate")->set && !cli_value(run->args, "level")->given) {
        run->end = run->first + 1;
    }
    lw_status status = path == NULL ? show_all(run, &err) : make_file(run, path, &err);
    err.status = status;
    if (status == LW_BAD_INPUT && path != NULL) {
        return cli_refuse_level(run->cli, run->levels, run->first, false, &err);
    }
    if (status != LW_OK) {
        return cli_fail(run->cli, status == LW_IO ? NULL : run->levels->file, &err);
    }
    if (run->n_refused == run->end - run->first) {
        return lw_status_exit_code(LW_BAD_INPUT);
    }
    if (path != NULL && cli_value(run->args, "json")->flag) {
        report(run, path);
    }
    return 0;
}

static int run_render(struct cli *cli, const struct cli_args *args) {
    const char *path = cli_value(args, "output")->text;
    bool is_svg = path != NULL && ends_with(path, ".svg");
    if (path != NULL && !is_svg && !ends_with(path, ".png") &&
        !ends_with(path, ".apng")) {
        return cli_usage(cli, "--output: '%.100s' must end in .svg, .png or .apng", path);
    }
    if (path == NULL && cli_value(args, "animate")->set) {
        return cli_usage(
            cli,
            "--animate needs an output file, e.g. -o solution.svg or -o solution.png");
    }
    struct cli_levels levels;
    int code = cli_levels_open_args(cli, args, args->operands[0], &levels);
    if (code != 0) {
        return code;
    }
    struct render_run run = {
        .cli = cli,
        .args = args,
        .levels = &levels,
        .format = is_svg ? LW_PICTURE_SVG : LW_PICTURE_PNG,
        .style = {.cell_px = (double)cli_value(args, "cell")->i,
                  .theme = cli_theme(cli_value(args, "theme")->text, false),
                  .frame_ms = (uint32_t)(cli_value(args, "frame-time")->u / 1000000)}};
    lw_buffer_init(&run.out, cli->alloc);
    code = render_levels(&run, path);
    lw_buffer_free(&run.out);
    cli_levels_close(&levels);
    return code;
}

const struct cli_command cli_cmd_render = {
    .name = "render",
    .summary = "draw levels: terminal, SVG, PNG, contact sheet, animation",
    .operands = "FILE",
    .description =
        "Without --output the levels are drawn in the terminal. With it, a single level "
        "becomes a picture, several become a contact sheet with numbers and titles, and "
        "--animate writes an animation of a solution (SVG or animated PNG; browsers show "
        "both). A solution that does not solve the level is rejected. The file is "
        "written completely or not at all.",
    .examples =
        "levelwright render levels.xsb --level 3\n"
        "    the third level in the terminal\n"
        "levelwright render levels.xsb --level 3 -o level.svg --theme dark\n"
        "    a picture for a dark page\n"
        "levelwright render levels.xsb -o all.png\n"
        "    a contact sheet of the whole collection\n"
        "levelwright render levels.xsb --level 3 --animate solve -o solution.svg\n"
        "    solves the level and shows how\n"
        "levelwright render game.txt -o levels.png\n"
        "    the levels of a PuzzleScript game, with its own sprites\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_render,
};
