/* report: what a table of levels and answers says, as one page. */
#include <string.h>

#include "lw/command/lab.h"
#include "report/report.h"
#include "table/same_level.h"

static const struct lw_option options[] = {
    LEVEL_TABLE_OPTIONS,
    {.name = "title",
     .type = LW_OPTION_TEXT,
     .fallback = "How hard are these levels?",
     .value_name = "TEXT",
     .help = "heading of the page"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .fallback = "report.html",
     .value_name = "FILE.html",
     .help = "write the page to this file"},
    {.name = "csv",
     .type = LW_OPTION_TEXT,
     .value_name = "PREFIX",
     .help = "write every table to PREFIX-NAME.csv and every chart to PREFIX-NAME.svg"},
    {.name = "json",
     .type = LW_OPTION_FLAG,
     .help = "print every table as JSON, one per line"},
};

/* Percentiles from 0 to 100 by mid-ranks. */
static lw_status percentiles(struct cli *cli, const double *x, size_t n, double *out) {
    lw_status status = lw_ranks(cli->alloc, x, n, out, NULL);
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        out[i] = 100 * (out[i] - 0.5) / (double)n;
    }
    return status;
}

/* "out/ratings" gives out/ratings-models.csv. */
static lw_status write_parts(struct cli *cli, const struct report *r, const char *prefix,
                             struct lw_error *err) {
    struct lw_buffer before;
    lw_buffer_init(&before, cli->alloc);
    lw_buffer_printf(&before, "%s-", prefix);
    lw_status status = lw_buffer_ok(&before)
                           ? report_write_parts(r, lw_buffer_text(&before), err)
                           : lw_fail_memory(err);
    lw_buffer_free(&before);
    return status;
}

static lw_status show(struct cli *cli, const struct cli_args *args,
                      const struct report *r, struct lw_error *err) {
    const char *output = cli_value(args, "output")->text;
    struct lw_buffer text;
    lw_buffer_init(&text, cli->alloc);
    report_html(r, &text);
    lw_status status = lw_buffer_ok(&text)
                           ? lw_platform_write_file(output, text.data, text.len, err)
                           : lw_fail_memory(err);
    if (status == LW_OK && cli_value(args, "csv")->set) {
        status = write_parts(cli, r, cli_value(args, "csv")->text, err);
    }
    lw_buffer_clear(&text);
    for (const struct report_part *part = r->first; status == LW_OK && part != NULL;
         part = part->next) {
        if (cli_value(args, "json")->flag && part->kind == REPORT_TABLE) {
            report_json(part, &text);
            cli_put_line(cli, &text);
        }
    }
    if (status == LW_OK && !cli_value(args, "json")->flag) {
        (void)fprintf(cli->out,
                      "wrote %s with %zu tables and charts; open it in a browser\n",
                      output, r->n_parts);
    }
    lw_buffer_free(&text);
    return status;
}

/* Judges the model on held-out groups, fits it on all, and writes. */
static lw_status tell(struct cli *cli, const struct cli_args *args,
                      const struct lw_game *game, const struct level_table *s,
                      const struct learning *l, struct lw_error *err) {
    struct lw_judged judged;
    struct lw_model model;
    struct report r;
    lw_status status = lw_difficulty_judge(cli->alloc, &l->e, l->columns, &judged, err);
    if (status != LW_OK) {
        return status;
    }
    status = lw_difficulty_fit(
        cli->alloc, &l->e,
        &(struct lw_model_request){.columns = l->columns,
                                   .judged = &judged,
                                   .game = game->kind->name,
                                   .target = cli_value(args, "answer")->set
                                                 ? cli_value(args, "answer")->text
                                                 : "log odds of giving up",
                                   .source = cli_value(args, "source")->text},
        &model, err);
    if (status == LW_OK) {
        struct report_study study = {
            .cli = cli, .l = l, .judged = &judged, .model = &model};
        char subtitle[500];
        (void)snprintf(
            subtitle, sizeof subtitle,
            "%zu levels in %zu groups; difficulty is the %.80s. Left out: %zu rows "
            "without a level, %zu excluded levels, %zu that could not be measured.",
            l->e.n, l->e.n_groups, model.target, s->n_without_level, s->n_excluded,
            l->n_unmeasured);
        report_init(&r, cli->alloc);
        r.title = cli_value(args, "title")->text;
        r.subtitle = subtitle;
        study.observed = lw_arena_zero(&r.arena, l->e.n + 1, sizeof(double));
        study.predicted = lw_arena_zero(&r.arena, l->e.n + 1, sizeof(double));
        if (study.observed == NULL || study.predicted == NULL ||
            percentiles(cli, l->e.y, l->e.n, study.observed) != LW_OK ||
            percentiles(cli, judged.prediction, l->e.n, study.predicted) != LW_OK) {
            status = lw_fail_memory(err);
        } else {
            status = report_fill(&r, &study, err);
        }
        if (status == LW_OK) {
            status = show(cli, args, &r, err);
        }
        report_free(&r);
        lw_model_free(&model);
    }
    lw_judged_free(&judged);
    return status;
}

static lw_status study(struct cli *cli, const struct cli_args *args,
                       const struct lw_game *game, const char **file,
                       struct lw_error *err) {
    const struct lw_option_value *exclude = cli_value(args, "exclude");
    struct lw_budget budget = {.time_ns = cli_value(args, "time")->u,
                               .cancel = cli->cancel};
    struct level_table skip = {.n = 0}, s = {.n = 0};
    lw_status status = LW_OK;
    if (exclude->set) {
        *file = exclude->text;
        status = level_table_read(cli, args, game, *file, &skip, err);
        if (status != LW_OK) {
            return status;
        }
    }
    *file = args->operands[0];
    s.skip = exclude->set ? &skip : NULL;
    status = level_table_read(cli, args, game, *file, &s, err);
    if (status == LW_OK) {
        struct learning l = {.e = {.n = 0}};
        lw_arena_init(&l.arena, cli->alloc);
        same_level_set_aside(&s, NULL, 0, NULL, NULL);
        cli_measure_all(cli, s.items, s.n, &budget);
        status = level_table_gather(cli, args, &s, game->kind->features, &l, err);
        if (status == LW_OK) {
            status = tell(cli, args, game, &s, &l, err);
        }
        lw_arena_free(&l.arena);
        level_table_free(cli, &s);
    }
    if (exclude->set) {
        level_table_free(cli, &skip);
    }
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_game *game;
    struct lw_error err = {.text = ""};
    const char *file = args->operands[0];
    int code = level_table_game(cli, args, &game);
    if (code != 0) {
        return code;
    }
    lw_status status = study(cli, args, game, &file, &err);
    lw_game_destroy(game);
    return status == LW_OK ? 0 : cli_fail(cli, file, &err);
}

const struct cli_command cli_cmd_report = {
    .name = "report",
    .summary = cli_lab_summary_report,
    .operands = "LEVELS.csv",
    .description =
        "Measures every level in a table, evaluates a difficulty model on held-out "
        "groups, and writes one self-contained HTML page: how well the model and each "
        "feature rank the levels, errors with and without weighting by plays, "
        "calibration, residuals by group, a QQ plot, fitted weights, correlations with "
        "adjusted p values, and principal components with a scree plot. The charts are "
        "SVG inside the page; it loads nothing and runs no scripts.",
    .examples = "levelwright report corpus.csv -o report.html\n"
                "    use the columns layout, num_solved, num_played and collection\n"
                "levelwright report ratings.csv --answer difficulty --group author --csv "
                "out/ratings\n"
                "    also write the tables as CSV and the charts as SVG\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
