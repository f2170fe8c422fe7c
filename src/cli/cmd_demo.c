/* demo: the main job while there is no server: solve and draw the shipped levels. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli.h"
#include "demo_levels.h"
#include "picture.h"
#include "solve_report.h"

static const struct lw_option options[] = {
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = "time limit for each level"},
    {.name = "theme",
     .type = LW_OPTION_CHOICE,
     .choices = "auto|light|dark",
     .fallback = "auto",
     .help = "colours for a light or a dark terminal"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object a level"},
};

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
static lw_status draw_both(struct cli *cli, const struct cli_solved *solved,
                           enum lw_theme theme, struct lw_error *err) {
    struct lw_session *session = NULL;
    struct lw_buffer start;
    struct lw_buffer finish;
    lw_buffer_init(&start, cli->alloc);
    lw_buffer_init(&finish, cli->alloc);
    const struct lw_buffer *moves = &solved->result.solution;
    lw_status status = lw_session_create(solved->entry->level, cli->alloc, &session, err);
    if (status == LW_OK) {
        draw_state(cli, session, theme, &start);
        status = lw_session_replay(session, lw_buffer_text(moves), moves->len, err);
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

static void put_words(struct cli *cli, const struct lw_solve_ops *ops,
                      const struct cli_solved *solved) {
    const struct lw_solve_result *result = &solved->result;
    (void)fprintf(cli->out, "\n  %s%s",
                  result->outcome == LW_OUTCOME_SOLVED ? "solved" : "not solved",
                  result->optimal ? ", proved " : ", ");
    (void)fprintf(cli->out, "%s: ", ops->metrics[0].help);
    for (size_t i = 0; i < ops->n_measures && i < 4; i++) {
        if (!isnan(result->measures[i])) {
            (void)fprintf(cli->out, "%s%.10g %s", i > 0 ? ", " : "", result->measures[i],
                          ops->measures[i].name);
        }
    }
    (void)fprintf(cli->out, "\n  %" PRIu64 " positions looked at in %.1f ms\n  ",
                  result->expanded, result->seconds * 1000);
    cli_put_safe(cli->out, lw_buffer_text(&result->solution));
    (void)fputs("\n\n", cli->out);
}

static void show_level(struct cli *cli, const struct cli_levels *levels,
                       struct cli_solved *solved, enum lw_theme theme) {
    const char *bold = cli->colour ? "\033[1m" : "";
    (void)fprintf(cli->out, "%s%s %zu: ", bold, levels->game->kind->title,
                  solved->number);
    cli_put_safe(cli->out, solved->entry->title);
    (void)fprintf(cli->out, "%s\n\n", cli->colour ? "\033[0m" : "");
    if (solved->status == LW_OK && solved->result.outcome == LW_OUTCOME_SOLVED) {
        solved->status = draw_both(cli, solved, theme, &solved->err);
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

static int run(struct cli *cli, const struct cli_args *args) {
    struct cli_tally tally = {0};
    int code = 0;
    for (const struct cli_demo *demo = cli_demos; demo->game != NULL && code == 0;
         demo++) {
        struct cli_levels levels;
        code = cli_levels_text(cli, "demo", demo->game, demo->text, &levels);
        if (code != 0) {
            break;
        }
        for (size_t i = 0;
             i < levels.set.n_entries && cli_out_ok(cli) && !atomic_load(cli->cancel);
             i++) {
            solve_level(cli, args, &levels, i, &tally);
        }
        cli_levels_close(&levels);
    }
    if (code == 0 && !cli_value(args, "json")->flag) {
        (void)fputs("'levelwright help' shows what else it can do.\n", cli->out);
    }
    return code != 0 ? code : cli_tally_exit_code(&tally);
}

const struct cli_command cli_cmd_demo = {
    .name = "demo",
    .summary = "solve and draw a few levels that come with the program",
    .operands = "",
    .description =
        "What runs when levelwright is called without a command: each shipped "
        "level is solved, the solution is replayed, and start and end are drawn "
        "beside each other.",
    .examples = "levelwright\n"
                "    the same as levelwright demo\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
