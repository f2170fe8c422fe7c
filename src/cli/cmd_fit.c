/* fit: a difficulty model from a table of levels and how people fared with them. */
#include <math.h>
#include <string.h>

#include "study.h"

static const struct lw_option options[] = {
    CLI_STUDY_OPTIONS,
    {.name = "test",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "levels to try the finished model on; needs --test-answer"},
    {.name = "test-answer",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "column of the test table, larger for harder"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "write the model here"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object a row"},
};

/* What is not defined (R2 of a single feature, say) is a dash. */
static void put_number(FILE *out, int width, double value) {
    if (isfinite(value)) {
        (void)fprintf(out, "%*.3f", width, value);
    } else {
        (void)fprintf(out, "%*s", width, "-");
    }
}

static void put_skill(struct cli *cli, bool as_json, const char *name, size_t n,
                      const struct lw_skill *skill, double lambda) {
    if (!as_json) {
        (void)fprintf(cli->out, "%-24s %5zu", name, n);
        put_number(cli->out, 9, skill->rho);
        put_number(cli->out, 9, skill->rho_se);
        put_number(cli->out, 9, skill->within);
        put_number(cli->out, 9, skill->r2);
        put_number(cli->out, 10, skill->coverage);
        (void)fputc('\n', cli->out);
        return;
    }
    struct lw_buffer line;
    struct lw_json_writer json;
    lw_buffer_init(&line, cli->alloc);
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "model", name);
    lw_json_uint(&json, "n", n);
    lw_json_real(&json, "rho", skill->rho);
    lw_json_real(&json, "rho_se", skill->rho_se);
    lw_json_real(&json, "within", skill->within);
    lw_json_uint(&json, "groups_within", skill->n_within);
    lw_json_real(&json, "r2", skill->r2);
    lw_json_real(&json, "coverage90", skill->coverage);
    lw_json_real(&json, "lambda", lambda);
    lw_json_object_end(&json);
    cli_put_line(cli, &line);
    lw_buffer_free(&line);
}

/* Every feature alone, ranked as it is: what a model has to beat. */
static lw_status single_features(struct cli *cli, bool as_json,
                                 const struct cli_learning *l, struct lw_error *err) {
    double *column = lw_alloc_get(cli->alloc, l->e.n * sizeof *column);
    lw_status status = column == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t j = 0; status == LW_OK && j < l->e.p; j++) {
        struct lw_skill skill;
        bool whole = l->columns[j];
        for (size_t i = 0; i < l->e.n; i++) {
            column[i] = l->x[i * l->e.p + j];
            whole = whole && !isnan(column[i]);
        }
        if (!whole) {
            continue;
        }
        status = lw_difficulty_skill(cli->alloc, &l->e, column, &skill, err);
        skill.r2 = NAN; /* on its own scale a feature explains nothing */
        if (status == LW_OK && !isnan(skill.rho)) {
            put_skill(cli, as_json, l->names[j], l->e.n, &skill, NAN);
        }
    }
    lw_alloc_free(cli->alloc, column, l->e.n * sizeof *column);
    return status;
}

/* Ranks of the finished model on levels it has never seen. */
static lw_status try_model(struct cli *cli, const struct cli_args *args,
                           const struct lw_feature_ops *ops, const struct lw_model *model,
                           struct cli_study *test, struct lw_error *err) {
    const struct lw_option_value *answer = cli_value(args, "test-answer");
    const double *value;
    size_t index[LW_MAX_FEATURES], n = 0;
    const char *names[LW_MAX_FEATURES];
    struct lw_correlation r;
    double *both = lw_arena_zero(&test->table.arena, 2 * (test->n + 1), sizeof *both);
    if (!answer->set || both == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "--test needs --test-answer");
    }
    for (size_t i = 0; i < ops->n_features; i++) {
        names[i] = ops->features[i].name;
    }
    lw_status status = lw_table_numbers(&test->table, answer->text, &value, err);
    if (status == LW_OK) {
        status = lw_model_bind(model, names, ops->n_features, index, err);
    }
    for (size_t i = 0; status == LW_OK && i < test->n; i++) {
        double picked[LW_MAX_FEATURES];
        struct lw_prediction prediction;
        if (test->items[i].status != LW_OK) {
            continue;
        }
        for (size_t k = 0; k < model->n_terms; k++) {
            picked[k] = test->items[i].values.value[index[k]];
        }
        lw_model_predict(model, picked, &prediction);
        both[n] = prediction.score;
        both[test->n + 1 + n++] = value[test->row[i]];
    }
    if (status == LW_OK) {
        status = lw_correlate(cli->alloc, both, both + test->n + 1, n, &r, err);
    }
    if (status == LW_OK) {
        /* Fisher's interval with the variance that suits ranks (Bonett and Wright). */
        double half = 1.6448536269514722 *
                      sqrt((1 + r.spearman * r.spearman / 2) / ((double)n - 3));
        struct lw_skill skill = {.rho = r.spearman,
                                 .rho_se = half / 1.6448536269514722,
                                 .within = NAN,
                                 .r2 = NAN,
                                 .coverage = NAN};
        put_skill(cli, cli_value(args, "json")->flag, "test set", n, &skill, NAN);
        if (!cli_value(args, "json")->flag) {
            (void)fprintf(cli->out, "  90 %% interval of rho: %.2f to %.2f\n",
                          tanh(atanh(r.spearman) - half), tanh(atanh(r.spearman) + half));
        }
    }
    return status;
}

static lw_status learn(struct cli *cli, const struct cli_args *args,
                       const struct lw_game *game, struct cli_study *s,
                       struct cli_study *test, struct lw_error *err) {
    const struct lw_feature_ops *ops = game->kind->features;
    const struct lw_option_value *output = cli_value(args, "output");
    bool as_json = cli_value(args, "json")->flag;
    struct cli_learning l = {.e = {.n = 0}};
    struct lw_judged judged;
    struct lw_model model;
    lw_arena_init(&l.arena, cli->alloc);
    lw_status status = cli_study_gather(cli, args, s, ops, &l, err);
    if (status == LW_OK) {
        status = lw_difficulty_judge(cli->alloc, &l.e, l.columns, &judged, err);
    }
    if (status != LW_OK) {
        lw_arena_free(&l.arena);
        return status;
    }
    if (!as_json) {
        (void)fprintf(cli->out, "%-24s %5s %8s %8s %8s %8s %9s\n", "", "n", "rho", "se",
                      "within", "r2", "coverage");
    }
    put_skill(cli, as_json, "model, held out", l.e.n, &judged.skill, judged.lambda);
    status = single_features(cli, as_json, &l, err);
    if (status == LW_OK) {
        status = lw_difficulty_fit(cli->alloc, &l.e, l.columns, &judged, game->kind->name,
                                   cli_value(args, "answer")->set
                                       ? cli_value(args, "answer")->text
                                       : "log odds of giving up",
                                   cli_value(args, "source")->text, &model, err);
    }
    if (status == LW_OK) {
        struct lw_buffer text;
        lw_buffer_init(&text, cli->alloc);
        lw_model_write(&model, &text);
        if (test != NULL) {
            status = try_model(cli, args, ops, &model, test, err);
        }
        if (status == LW_OK && output->set) {
            status = lw_buffer_ok(&text)
                         ? lw_platform_write_file(output->text, text.data, text.len, err)
                         : lw_fail_memory(err);
        }
        lw_buffer_free(&text);
        lw_model_free(&model);
    }
    lw_judged_free(&judged);
    lw_arena_free(&l.arena);
    return status;
}

static lw_status run_all(struct cli *cli, const struct cli_args *args,
                         const struct lw_game *game, const char **file,
                         struct lw_error *err) {
    const struct lw_option_value *exclude = cli_value(args, "exclude");
    const struct lw_option_value *test_file = cli_value(args, "test");
    struct lw_budget budget = {.time_ns = cli_value(args, "time")->u,
                               .cancel = cli->cancel};
    struct cli_study skip, s, test;
    lw_status status = LW_OK;
    if (exclude->set) {
        *file = exclude->text;
        status = cli_study_read(cli, args, game, exclude->text, NULL, &skip, err);
    }
    if (status != LW_OK) {
        return status;
    }
    *file = args->operands[0];
    status = cli_study_read(cli, args, game, *file, exclude->set ? &skip : NULL, &s, err);
    if (status == LW_OK) {
        cli_measure_all(cli, s.items, s.n, &budget);
        if (test_file->set) {
            *file = test_file->text;
            status = cli_study_read(cli, args, game, *file, NULL, &test, err);
            if (status == LW_OK) {
                cli_measure_all(cli, test.items, test.n, &budget);
            }
        }
        if (status == LW_OK) {
            *file = args->operands[0];
            status = learn(cli, args, game, &s, test_file->set ? &test : NULL, err);
            if (test_file->set) {
                cli_study_free(cli, &test);
            }
        }
        cli_study_free(cli, &s);
    }
    if (exclude->set) {
        cli_study_free(cli, &skip);
    }
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_game *game;
    struct lw_error err = {.text = ""};
    const char *file = args->operands[0];
    int code = cli_study_game(cli, args, &game);
    if (code != 0) {
        return code;
    }
    lw_status status = run_all(cli, args, game, &file, &err);
    lw_game_destroy(game);
    return status == LW_OK ? 0 : cli_fail(cli, file, &err);
}

const struct cli_command cli_cmd_fit = {
    .name = "fit",
    .summary = "learn a difficulty model from how people fared",
    .operands = "LEVELS.csv",
    .description =
        "Measures every level of a table, learns a line of weighted features that ranks "
        "them by difficulty, and judges it on collections it was not allowed to see: "
        "Spearman's rho pooled (with a standard error from resampling collections) and "
        "within collections, r squared, and how many held-out levels lie in their 90 % "
        "interval. Every feature alone stands in the same table.\n\n"
        "The penalty is chosen inside each training set, so the figures are not "
        "flattered "
        "by the choice.",
    .examples =
        "levelwright fit corpus.csv -o model.json\n"
        "    learn from columns layout, num_solved, num_played, collection\n"
        "levelwright fit corpus.csv --exclude lab.csv --test lab.csv --test-answer "
        "difficulty_mean\n"
        "    keep the laboratory's levels apart and try the model on them\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
