/* demo: the main job while there is no server: solve and draw the shipped levels, then
 * make a few that nobody has seen. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "draw/picture.h"
#include "judge/solve_report.h"
#include "lw/command/levels.h"
#include "lw/make.h"
#include "make/pool_options.h"

static const struct lw_option options[] = {
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = "time limit for each level"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 9007199254740992.0,
     .letter = 's',
     .help = "seed of the new levels; by default one is drawn and printed"},
    {.name = "theme",
     .type = LW_OPTION_CHOICE,
     .choices = "auto|light|dark",
     .fallback = "auto",
     .help = "colours for a light or a dark terminal"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per level"},
};

/* What a kind has to show; NULL when nothing. */
static const struct lw_demo *demo_of(const struct lw_game_kind *kind) {
    return kind->guide == NULL ? NULL : kind->guide->demo;
}

/* Two drawings of the same height beside each other. */
static void put_beside(FILE *out, const char *left, const char *right) {
    while (*left != '\0' && *right != '\0') {
        size_t left_len = strcspn(left, "\n");
        size_t right_len = strcspn(right, "\n");
        (void)fprintf(out, "  %.*s   %.*s\n", (int)left_len, left, (int)right_len, right);
        left += left_len + (left[left_len] == '\n');
        right += right_len + (right[right_len] == '\n');
    }
}

static void draw_state(struct cli *cli, struct lw_session *session, enum lw_theme theme,
                       struct lw_buffer *out) {
    struct lw_play *play = lw_session_play(session);
    struct lw_draw_list list;
    lw_draw_init(&list, cli->alloc, theme);
    play->level->game->kind->play->draw(play, lw_session_state(session), &list);
    lw_render_ansi(&list, cli_ansi_depth(cli), cli->colour, out);
    lw_draw_free(&list);
}

/* The start, and where the solution ends. */
static lw_status draw_both(struct cli *cli, const struct lw_level *level,
                           const char *moves, enum lw_theme theme, struct lw_error *err) {
    struct lw_session *session = NULL;
    struct lw_buffer start;
    struct lw_buffer finish;
    lw_buffer_init(&start, cli->alloc);
    lw_buffer_init(&finish, cli->alloc);
    lw_status status = lw_session_create(level, cli->alloc, &session, err);
    if (status == LW_OK) {
        draw_state(cli, session, theme, &start);
        status = lw_session_replay(session, moves, strlen(moves), err);
    }
    if (status == LW_OK) {
        draw_state(cli, session, theme, &finish);
        put_beside(cli->out, lw_buffer_text(&start), lw_buffer_text(&finish));
    }
    lw_session_destroy(session);
    lw_buffer_free(&start);
    lw_buffer_free(&finish);
    return status;
}

static void put_measures(struct cli *cli, const struct lw_solve_ops *ops,
                         const double *measures) {
    for (size_t i = 0; i < ops->n_measures && i < 4; i++) {
        if (!isnan(measures[i])) {
            (void)fprintf(cli->out, "%s%.10g %s", i > 0 ? ", " : "", measures[i],
                          ops->measures[i].name);
        }
    }
}

static void put_words(struct cli *cli, const struct lw_solve_ops *ops,
                      const struct cli_solved *solved) {
    const struct lw_solve_result *result = &solved->result;
    (void)fprintf(cli->out, "\n  %s%s",
                  result->outcome == LW_OUTCOME_SOLVED ? "solved" : "not solved",
                  result->optimal ? ", proved " : ", ");
    (void)fprintf(cli->out, "%s: ", ops->metrics[0].help);
    put_measures(cli, ops, result->measures);
    (void)fprintf(cli->out, "\n  %" PRIu64 " positions examined in %.1f ms\n  ",
                  result->expanded, result->seconds * 1000);
    cli_put_safe(cli->out, lw_buffer_text(&result->solution));
    (void)fputs("\n\n", cli->out);
}

static void put_heading(struct cli *cli, const char *what, size_t number,
                        const char *title) {
    (void)fprintf(cli->out, "%s%s %zu: ", cli->colour ? "\033[1m" : "", what, number);
    cli_put_safe(cli->out, title);
    (void)fprintf(cli->out, "%s\n\n", cli->colour ? "\033[0m" : "");
}

static void show_level(struct cli *cli, const struct cli_levels *levels,
                       struct cli_solved *solved, enum lw_theme theme) {
    put_heading(cli, levels->game->kind->title, solved->number, solved->entry->title);
    if (solved->status == LW_OK && solved->result.outcome == LW_OUTCOME_SOLVED) {
        solved->status =
            draw_both(cli, solved->entry->level, lw_buffer_text(&solved->result.solution),
                      theme, &solved->err);
    }
    if (solved->status != LW_OK) {
        (void)cli_fail(cli, levels->file, &solved->err);
        return;
    }
    put_words(cli, levels->game->kind->solve, solved);
}

static void solve_level(struct cli *cli, const struct cli_args *args,
                        const struct cli_levels *levels, size_t index,
                        struct cli_tally *tally) {
    const struct lw_solve_ops *ops = levels->game->kind->solve;
    struct cli_solved solved = {.number = index + 1,
                                .entry = &levels->set.entries[index]};
    struct lw_solve_request request = {.budget = {.time_ns = cli_value(args, "time")->u,
                                                  .memory_bytes = (size_t)1 << 30,
                                                  .cancel = cli->cancel}};
    lw_solve_result_init(&solved.result, cli->alloc);
    solved.status = ops->solve(solved.entry->level, &request, cli->runtime,
                               &solved.result, &solved.err);
    if (solved.status == LW_OK && solved.result.outcome == LW_OUTCOME_SOLVED) {
        solved.status =
            ops->measure(solved.entry->level, lw_buffer_text(&solved.result.solution),
                         solved.result.solution.len, solved.result.measures, &solved.err);
    }
    if (cli_value(args, "json")->flag) {
        struct lw_buffer line;
        lw_buffer_init(&line, cli->alloc);
        cli_solve_json(ops, 0, levels->file, &solved, &line);
        cli_put_line(cli, &line);
        lw_buffer_free(&line);
    } else {
        show_level(cli, levels, &solved, cli_theme(cli_value(args, "theme")->text, true));
    }
    if (solved.status != LW_OK) {
        tally->bad++;
    } else if (solved.result.outcome == LW_OUTCOME_SOLVED) {
        tally->good++;
    } else {
        tally->limit++;
    }
    lw_solve_result_free(&solved.result);
}

static int solve_shipped(struct cli *cli, const struct cli_args *args,
                         struct cli_tally *tally) {
    for (const struct lw_game_kind *const *kind = lw_game_kinds(); *kind != NULL;
         kind++) {
        const struct lw_demo *demo = demo_of(*kind);
        struct cli_levels levels;
        if (demo == NULL) {
            continue;
        }
        int code = cli_levels_text(cli, "demo", (*kind)->name, demo->levels, &levels);
        if (code != 0) {
            return code;
        }
        for (size_t i = 0;
             i < levels.set.n_entries && cli_out_ok(cli) && !atomic_load(cli->cancel);
             i++) {
            solve_level(cli, args, &levels, i, tally);
        }
        cli_levels_close(&levels);
    }
    return 0;
}

static lw_status show_fresh(struct cli *cli, const struct cli_args *args,
                            const struct lw_make *make, size_t index,
                            struct lw_error *err) {
    const struct lw_made_level *made = &make->pool.levels[index];
    const struct lw_make_request *request = &make->request;
    const struct lw_game_kind *kind = made->level->game->kind;
    if (cli_value(args, "json")->flag) {
        struct lw_buffer line;
        lw_buffer_init(&line, cli->alloc);
        lw_status status = lw_made_level_json(
            made,
            &(struct lw_made_line){.number = index + 1,
                                   .generator = request->generator->name,
                                   .seed = &request->seed},
            &line, err);
        if (status == LW_OK) {
            cli_put_line(cli, &line);
        }
        lw_buffer_free(&line);
        return status;
    }
    put_heading(cli, kind->title, index + 1, "newly made");
    lw_status status = draw_both(cli, made->level, made->solution,
                                 cli_theme(cli_value(args, "theme")->text, true), err);
    (void)fputs("\n  solved: ", cli->out);
    put_measures(cli, kind->solve, made->measures);
    (void)fputs("\n\n", cli->out);
    return status;
}

/* Makes the levels as generate does, so that generate with the seed gives
 * them again. */
static lw_status make_fresh(struct cli *cli, const struct cli_args *args,
                            const struct lw_game_kind *kind, uint64_t seed,
                            struct lw_error *err) {
    const struct lw_demo *demo = demo_of(kind);
    const struct lw_generator *generator = lw_generator_find(kind, demo->method);
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    struct lw_game *game = NULL;
    struct lw_make make = {.n_found = 0};
    lw_status status =
        lw_generator_settings(generator, &(struct lw_settings){NULL, 0}, 0, values, err);
    if (status == LW_OK) {
        status = lw_game_create(kind, cli->alloc, &game, err);
    }
    struct lw_make_request request = {
        .game = game,
        .generator = generator,
        .values = values,
        .seed = seed,
        .count = demo->n_fresh,
        .patience = 1000,
        .budget = {.cancel = cli->cancel},
        .order = "index", /* as its command prints them */
    };
    if (status == LW_OK) {
        status = lw_make_open(&make, &request, cli->runtime, err);
    }
    if (status == LW_OK) {
        status = lw_make_run(&make, err);
    }
    for (size_t i = 0; status == LW_OK && i < make.pool.n_levels; i++) {
        status = show_fresh(cli, args, &make, i, err);
    }
    if (status == LW_OK && !cli_value(args, "json")->flag) {
        (void)fprintf(cli->out,
                      "  again: levelwright generate %s --method %s --count %" PRIu32
                      " --seed "
                      "%" PRIu64 "\n\n",
                      kind->name, generator->name, demo->n_fresh, seed);
    }
    lw_make_close(&make);
    lw_game_destroy(game);
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    const struct lw_option_value *seed = cli_value(args, "seed");
    uint64_t fresh_seed = seed->set ? (uint64_t)seed->i : cli_draw_seed(cli);
    struct cli_tally tally = {0};
    int code = solve_shipped(cli, args, &tally);
    for (const struct lw_game_kind *const *kind = lw_game_kinds();
         *kind != NULL && code == 0 && cli_out_ok(cli) && !atomic_load(cli->cancel);
         kind++) {
        const struct lw_demo *demo = demo_of(*kind);
        struct lw_error err = {.status = LW_OK};
        if (demo != NULL && demo->n_fresh > 0 &&
            make_fresh(cli, args, *kind, fresh_seed, &err) != LW_OK) {
            code = cli_fail(cli, NULL, &err);
        }
    }
    if (code == 0 && !cli_value(args, "json")->flag) {
        (void)fputs("'levelwright help' lists everything else it can do.\n", cli->out);
    }
    return code != 0 ? code : cli_tally_exit_code(&tally);
}

const struct cli_command cli_cmd_demo = {
    .name = "demo",
    .summary = "solve a few built-in levels and make new ones",
    .operands = "",
    .description = "This is what levelwright runs without a command. Each built-in level "
                   "is solved, the solution is replayed, and start and end are drawn "
                   "side by side. Then a few new levels are made and drawn the same way, "
                   "with the command that makes them again.",
    .examples = "levelwright\n"
                "    the same as levelwright demo\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
