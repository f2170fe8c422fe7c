/* fit: a difficulty model from tables of levels and how people fared with them. */
#include "fit/fit.h"
#include "lw/command/lab.h"

#include <math.h>
#include <string.h>

#include "lw/command/feature_cache.h"

static const struct lw_option options[] = {
    {.name = "model",
     .letter = 'm',
     .type = LW_OPTION_CHOICE,
     .choices = FIT_MODEL_CHOICES,
     .fallback = "ridge",
     .help = "model to fit; blend is the mean of joint and boosted, those after it are "
             "from the papers"},
    {.name = "compare",
     .type = LW_OPTION_FLAG,
     .help = "evaluate every applicable model in the same table"},
    {.name = "halves",
     .type = LW_OPTION_INT,
     .fallback = "0",
     .max = 1000,
     .help = "this many times, fit on half of the groups and predict the other half; "
             "prints means, and the spread of rho as its error"},
    {.name = "folds",
     .type = LW_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = 1000,
     .help = "hold out this many ordered blocks of the table in place of groups, e.g. 5 "
             "for the levels of one collection; 0: groups, with --targets 5"},
    {.name = "targets",
     .type = LW_OPTION_TEXT,
     .value_name = "PLAYS.csv",
     .help = "plays one by one (player, level, rating, seconds, moves): prints the "
             "errors of van Kreveld et al. for four targets; the answer is the mean "
             "rating"},
    {.name = "target-columns",
     .type = LW_OPTION_TEXT,
     .value_name = "ROLE=COLUMN,...",
     .help = "columns of --targets that are named otherwise"},
    {.name = "chart",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.svg",
     .help = "draw the correlations of features with the four targets"},
    LEVEL_TABLE_OPTIONS,
    {.name = "id",
     .type = LW_OPTION_TEXT,
     .fallback = "level_id",
     .value_name = "COLUMN",
     .help = "column with the name that the evidence uses for the level"},
    {.name = "evidence",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .repeat = true,
     .help = "what people did, one row per judgement or play; needs --evidence-kind"},
    {.name = "evidence-kind",
     .type = LW_OPTION_TEXT,
     .value_name = "KIND[:ROLE=COLUMN,...]",
     .repeat = true,
     .help = "completion, outcome, rating, time or choice; one for each --evidence, in "
             "the same order"},
    {.name = "dispersion",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .min = 1,
     .max = 1e6,
     .help = "number of plays worth as much as one independent play (completion, joint)"},
    {.name = "prior-level",
     .type = LW_OPTION_REAL,
     .fallback = "0.5",
     .min = 0.01,
     .max = 100,
     .help =
         "standard deviation of what the features do not explain about a level (joint)"},
    {.name = "test",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "levels to test the finished model on; needs --test-answer"},
    {.name = "test-answer",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "column of the test table, larger for harder levels"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "write the model to this file"},
    {.name = "csv",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "write every level's answer and held-out predictions to this file"},
    CLI_CACHE_OPTION,
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per row"},
};

/* Ranks of the finished model on levels it has never seen. */
static lw_status try_model(struct cli *cli, const struct cli_args *args,
                           const struct lw_feature_ops *ops, const struct lw_model *model,
                           struct level_table *test, struct lw_error *err) {
    const struct lw_option_value *answer = cli_value(args, "test-answer");
    const double *value;
    size_t index[LW_MAX_FEATURES], n = 0;
    const char *names[LW_MAX_FEATURES];
    struct lw_correlation r;
    double *both = lw_arena_zero(&test->table.arena, 2 * (test->n + 1), sizeof *both);
    if (!answer->set || both == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "--test requires --test-answer");
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
        fit_put_test(cli, cli_value(args, "json")->flag, n, r.spearman);
    }
    return status;
}

static void put_laplace(struct fit_work *w, double laplace) {
    if (!isnan(laplace) && !cli_value(w->args, "json")->flag) {
        (void)fprintf(w->cli->out,
                      "  Laplace intervals hold %.1f %% (prior of levels %.3g, "
                      "dispersion %.3g)\n",
                      100 * laplace, w->prior.level, w->prior.dispersion);
    }
}

static lw_status halve(struct fit_work *w, const struct fit_task *task,
                       enum fit_model model, struct lw_error *err) {
    size_t n_times = (size_t)cli_value(w->args, "halves")->i;
    if (n_times == 0 || model == FIT_TRUESKILL) {
        return LW_OK;
    }
    struct cli_progress *progress = cli_progress_begin(w->cli, "halving");
    lw_status status = fit_halves(w, task, model, n_times, err);
    cli_progress_end(progress);
    return status;
}

/* Judges the chosen model, and with --compare all others that can be. */
static lw_status judge_models(struct fit_work *w, const struct fit_task *task,
                              struct lw_error *err) {
    enum fit_model chosen = (enum fit_model)cli_value(w->args, "model")->i;
    bool all = cli_value(w->args, "compare")->flag;
    bool as_json = cli_value(w->args, "json")->flag;
    for (int m = 0; m < FIT_N_MODELS; m++) {
        double laplace;
        bool for_blend =
            chosen == FIT_BLEND && (m == FIT_BOOSTED || m == (int)fit_blend_line(task));
        if (m != (int)chosen && !for_blend &&
            (!all || m == FIT_TRUESKILL || (m == FIT_JOINT && task->data == NULL))) {
            continue;
        }
        struct cli_progress *progress = cli_progress_begin(w->cli, "fit");
        lw_status status =
            fit_judge(task, (enum fit_model)m, &w->judged[m], &laplace, err);
        cli_progress_end(progress);
        if (status != LW_OK && m != (int)chosen && !for_blend && status != LW_NO_MEMORY &&
            status != LW_CANCELLED) {
            (void)fprintf(w->cli->err, "levelwright fit: %s was not evaluated: %s\n",
                          fit_model_name((enum fit_model)m), err->text);
            continue;
        }
        if (status != LW_OK) {
            return status;
        }
        w->is_judged[m] = true;
        fit_put_skill(w->cli, as_json, fit_model_name((enum fit_model)m),
                      task->learning->e.n, &w->judged[m].skill,
                      m == FIT_RIDGE || m == FIT_JOINT ? w->judged[m].lambda
                                                       : (double)NAN);
        put_laplace(w, laplace);
        status = halve(w, task, (enum fit_model)m, err);
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

static const char *target_of(const struct fit_work *w) {
    const struct lw_option_value *answer = cli_value(w->args, "answer");
    if (answer->set) {
        return answer->text;
    }
    if (cli_value(w->args, "targets")->set) {
        return "mean rating";
    }
    return cli_value(w->args, "model")->i == FIT_TRUESKILL ? "mean of TrueSkill"
           : w->evidence.n_sources > w->n_studies ? "difficulty from all evidence"
                                                  : "log odds of giving up";
}

/* The model on everything: tried on the test set, written. */
static lw_status finish_model(struct fit_work *w, const struct fit_task *task,
                              struct lw_error *err) {
    const struct lw_option_value *output = cli_value(w->args, "output");
    enum fit_model chosen = (enum fit_model)cli_value(w->args, "model")->i;
    struct lw_model model;
    struct lw_buffer text;
    if (!output->set && !w->has_test) {
        return LW_OK;
    }
    lw_status status = fit_model_make(
        task, chosen,
        &(struct lw_model_request){.judged = &w->judged[chosen],
                                   .game = w->game->kind->name,
                                   .target = target_of(w),
                                   .source = cli_value(w->args, "source")->text},
        &model, err);
    if (status != LW_OK) {
        return status;
    }
    lw_buffer_init(&text, w->cli->alloc);
    lw_model_write(&model, &text);
    if (w->has_test) {
        w->file = cli_value(w->args, "test")->text;
        status =
            try_model(w->cli, w->args, w->game->kind->features, &model, &w->test, err);
    }
    if (status == LW_OK && output->set) {
        w->file = output->text;
        status = lw_buffer_ok(&text)
                     ? lw_platform_write_file(output->text, text.data, text.len, err)
                     : lw_fail_memory(err);
    }
    lw_buffer_free(&text);
    lw_model_free(&model);
    return status;
}

static lw_status learn(struct fit_work *w, struct lw_error *err) {
    bool as_json = cli_value(w->args, "json")->flag;
    const struct lw_option_value *csv = cli_value(w->args, "csv");
    const struct lw_option_value *features = cli_value(w->args, "features");
    const struct fit_task task = {.cli = w->cli,
                                  .learning = &w->learning,
                                  .data = w->joint_possible ? &w->data : NULL,
                                  .prior = &w->prior,
                                  .own_columns = features->set,
                                  .judged = w->judged};
    lw_status status =
        level_table_pick(w->learning.names, w->learning.n_features,
                         features->set ? features->text : NULL, w->learning.columns, err);
    w->file = NULL;
    if (!as_json && status == LW_OK) {
        (void)fprintf(w->cli->out, "%-24s %5s %8s %8s %8s %8s %9s\n", "held out", "n",
                      "rho", "se", "within", "r2", "coverage");
    }
    if (status == LW_OK) {
        status = judge_models(w, &task, err);
    }
    if (status == LW_OK) {
        status = fit_single_features(w->cli, as_json, &w->learning, err);
    }
    if (status == LW_OK && w->is_judged[FIT_JOINT] && !as_json) {
        status = fit_show_sources(w, &task, err);
    }
    if (status == LW_OK) {
        status = finish_model(w, &task, err);
    }
    if (status == LW_OK && csv->set) {
        w->file = csv->text;
        status = fit_write_csv(w, csv->text, err);
    }
    return status;
}

/* Measures the rest of a table; when stopped, reports how far it got. */
static lw_status measure(struct fit_work *w, struct level_table *study,
                         struct lw_error *err) {
    const struct lw_budget budget = {.time_ns = cli_value(w->args, "time")->u,
                                     .cancel = w->cli->cancel};
    size_t done = 0;
    struct cli_progress *progress = cli_progress_begin(w->cli, "measuring");
    cli_measure_cached(w->cli, w->cache, study->items, study->n, &budget);
    cli_progress_end(progress);
    for (size_t i = 0; i < study->n; i++) {
        done += study->items[i].status != LW_CANCELLED;
    }
    return done == study->n ? LW_OK
                            : lw_fail(err, LW_CANCELLED, 0, 0,
                                      "stopped on request while measuring; %zu of %zu "
                                      "levels were measured, nothing was written",
                                      done, study->n);
}

static lw_status read_tables(struct fit_work *w, struct lw_error *err) {
    const struct lw_option_value *exclude = cli_value(w->args, "exclude");
    const struct lw_option_value *test = cli_value(w->args, "test");
    lw_status status = LW_OK;
    if (exclude->set) {
        w->file = exclude->text;
        status =
            level_table_read(w->cli, w->args, w->game, exclude->text, &w->all[0], err);
    }
    for (size_t i = 0; status == LW_OK && i < w->args->n_operands; i++) {
        w->files[i] = w->file = w->args->operands[i];
        status = level_table_read(w->cli, w->args, w->game, w->file, &w->all[i + 1], err);
        if (status == LW_OK) {
            w->n_studies++;
            status = fit_set_same_levels_aside(w, i, err);
        }
        if (status == LW_OK) {
            status = measure(w, &w->all[i + 1], err);
        }
    }
    if (status == LW_OK && test->set) {
        w->file = test->text;
        status = level_table_read(w->cli, w->args, w->game, w->file, &w->test, err);
        w->has_test = status == LW_OK;
        status = status == LW_OK ? measure(w, &w->test, err) : status;
    }
    return status;
}

static void free_learned(struct fit_work *w) {
    for (int m = 0; m < FIT_N_MODELS; m++) {
        if (w->is_judged[m]) {
            lw_judged_free(&w->judged[m]);
        }
    }
    lw_evidence_set_free(&w->evidence);
    fit_learning_free(&w->learning);
}

static lw_status run_all(struct fit_work *w, struct lw_error *err) {
    lw_status status = read_tables(w, err);
    if (status != LW_OK) {
        return status;
    }
    w->file = w->args->operands[0];
    status = fit_gather(w, err);
    if (status != LW_OK) {
        return status;
    }
    w->prior = lw_joint_prior_default();
    w->prior.level = cli_value(w->args, "prior-level")->real;
    w->prior.dispersion = cli_value(w->args, "dispersion")->real;
    lw_evidence_set_init(&w->evidence, w->cli->alloc,
                         (const char *const *)w->learning.level_names, w->learning.e.n);
    fit_find_originals(w);
    status = fit_join_near_levels(w, err);
    if (status == LW_OK) {
        fit_tell_rows(w);
        status = fit_find_answers(w, err);
    }
    if (status == LW_OK && w->learning.e.n_groups < 3 && w->n_folds == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the levels are from %zu groups, and 3 are needed to hold one "
                         "out at a time; --folds 5 holds out ordered blocks of the table "
                         "instead",
                         w->learning.e.n_groups);
    }
    if (status == LW_OK) {
        status = learn(w, err);
    }
    free_learned(w);
    return status;
}

static void free_tables(struct fit_work *w) {
    for (size_t i = cli_value(w->args, "exclude")->set ? 0 : 1; i <= w->n_studies; i++) {
        if (w->all[i].items != NULL) {
            level_table_free(w->cli, &w->all[i]);
        }
    }
    if (w->has_test) {
        level_table_free(w->cli, &w->test);
    }
    lw_alloc_free(w->cli->alloc, w->copies, w->copies_cap * sizeof *w->copies);
    feature_cache_close(w->cache);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_game *game;
    struct lw_error err = {.text = ""};
    lw_status status = LW_OK;
    int code = level_table_game(cli, args, &game);
    if (code != 0) {
        return code;
    }
    struct fit_work *w = lw_alloc_zero(cli->alloc, 1, sizeof *w);
    if (w == NULL) {
        status = lw_fail_memory(&err);
    } else {
        w->cli = cli;
        w->args = args;
        w->game = game;
        w->n_folds = (size_t)cli_value(args, "folds")->i;
        if (w->n_folds == 0 && cli_value(args, "targets")->set) {
            w->n_folds = 5; /* as in the paper */
        }
        const struct lw_option_value *folder = cli_value(args, "cache");
        if (folder->set) {
            status = feature_cache_open(cli->alloc, folder->text, &w->cache, &err);
        }
        if (status == LW_OK) {
            w->file = args->operands[0];
            status = run_all(w, &err);
        }
    }
    code = status == LW_OK ? 0 : cli_fail(cli, w == NULL ? NULL : w->file, &err);
    if (w != NULL) {
        free_tables(w);
        lw_alloc_free(cli->alloc, w, sizeof *w);
    }
    lw_game_destroy(game);
    return code;
}

const struct cli_command cli_cmd_fit = {
    .name = "fit",
    .summary = cli_lab_summary_fit,
    .operands = "LEVELS.csv...",
    .description =
        "Measures every level in the tables, fits a model that ranks them by difficulty, "
        "and evaluates it on held-out collections: Spearman's rho pooled (with a "
        "standard error from resampling collections) and within collections, r squared, "
        "and the share of held-out levels inside their 90 % interval. The same table has "
        "a row for every feature on its own. Whatever a model can choose is chosen "
        "inside each training set, so the choice does not flatter the figures.\n\nHow "
        "people did comes from columns of the tables (number of plays and how many were "
        "finished), from --answer, or from any mix of --evidence: ratings, completion "
        "counts, solving times including those who gave up, choices between two levels, "
        "solved or given up (see docs/formats.md). The joint model of levels and players "
        "brings a mix to one scale.\n\nA level that appears more than once in the "
        "tables, rotated or not, counts once with everything known about it; one that "
        "differs from a level of another collection in at most two cells is held out "
        "together with it.\n\nCtrl-C stops it; an existing model file is then left "
        "unchanged.",
    .examples = "levelwright fit corpus.csv -o model.json\n"
                "    use the columns layout, num_solved, num_played and collection\n"
                "levelwright fit corpus.csv --exclude lab.csv --test lab.csv "
                "--test-answer difficulty_mean\n"
                "    set the levels of a lab study aside and test the model on them\n"
                "levelwright fit levels.csv --model joint --evidence ratings.csv "
                "--evidence-kind rating --evidence pairs.csv --evidence-kind choice\n"
                "    learn from ratings and choices together\n"
                "levelwright fit levels.csv --game flow --model linear --targets "
                "plays.csv --chart r.svg -o flow.json\n"
                "    the procedure of van Kreveld et al. on own data: five ordered "
                "folds, four targets\n"
                "levelwright fit corpus.csv --compare\n"
                "    every model, ours and the papers', in one table\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = FIT_MAX_STUDIES,
    .run = run,
};
