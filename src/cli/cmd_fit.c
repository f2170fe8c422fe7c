/* fit: a difficulty model from tables of levels and how people fared with them. */
#include "fit.h"

#include <math.h>
#include <string.h>

#include "lw/base/csv.h"

static const struct lw_option options[] = {
    {.name = "model",
     .letter = 'm',
     .type = LW_OPTION_CHOICE,
     .choices = FIT_MODEL_CHOICES,
     .fallback = "ridge",
     .help = "what to learn; blend is the mean of joint and boosted, those after it are "
             "the papers' own"},
    {.name = "compare",
     .type = LW_OPTION_FLAG,
     .help = "judge every model that can be, in the same table"},
    CLI_STUDY_OPTIONS,
    {.name = "id",
     .type = LW_OPTION_TEXT,
     .fallback = "level_id",
     .value_name = "COLUMN",
     .help = "column with the name by which evidence calls the level"},
    {.name = "evidence",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .repeat = true,
     .help = "what people did, one row a judgement or play; needs --evidence-kind"},
    {.name = "evidence-kind",
     .type = LW_OPTION_TEXT,
     .value_name = "KIND[:ROLE=COLUMN,...]",
     .repeat = true,
     .help = "completion, outcome, rating, time or choice: one for each --evidence, in "
             "their order"},
    {.name = "dispersion",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .min = 1,
     .max = 1e6,
     .help = "plays that tell as much as one independent play (completion, joint)"},
    {.name = "prior-level",
     .type = LW_OPTION_REAL,
     .fallback = "0.5",
     .min = 0.01,
     .max = 100,
     .help = "standard deviation of what features do not say about a level (joint)"},
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
    {.name = "csv",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "write every level's answer and its held-out predictions here"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object a row"},
};

static void put_skill(struct cli *cli, bool as_json, const char *name, size_t n,
                      const struct lw_skill *skill, double lambda) {
    if (!as_json) {
        (void)fprintf(cli->out, "%-24s %5zu", name, n);
        fit_put_number(cli->out, 9, skill->rho);
        fit_put_number(cli->out, 9, skill->rho_se);
        fit_put_number(cli->out, 9, skill->within);
        fit_put_number(cli->out, 9, skill->r2);
        fit_put_number(cli->out, 10, skill->coverage);
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
                                 const struct fit_learning *l, struct lw_error *err) {
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

static void put_test(struct cli *cli, bool as_json, size_t n, double rho) {
    double low, high;
    lw_rank_interval(rho, n, 1, &low, &high);
    /* On Fisher's scale, where the interval is symmetric. */
    struct lw_skill skill = {.rho = rho,
                             .rho_se = (atanh(high) - atanh(low)) / 2,
                             .within = NAN,
                             .r2 = NAN,
                             .coverage = NAN};
    put_skill(cli, as_json, "test set", n, &skill, NAN);
    lw_rank_interval(rho, n, 1.6448536269514722, &low, &high);
    if (!as_json && isfinite(low) && isfinite(high)) {
        (void)fprintf(cli->out, "  90 %% interval of rho: %.2f to %.2f\n", low, high);
    } else if (!as_json) {
        (void)fputs("  90 % interval of rho: undefined\n", cli->out);
    }
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
        put_test(cli, cli_value(args, "json")->flag, n, r.spearman);
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
        lw_status status =
            fit_judge(task, (enum fit_model)m, &w->judged[m], &laplace, err);
        if (status != LW_OK && m != (int)chosen && !for_blend && status != LW_NO_MEMORY) {
            (void)fprintf(w->cli->err, "levelwright fit: %s not judged: %s\n",
                          fit_model_name((enum fit_model)m), err->text);
            continue;
        }
        if (status != LW_OK) {
            return status;
        }
        w->is_judged[m] = true;
        put_skill(w->cli, as_json, fit_model_name((enum fit_model)m), task->learning->e.n,
                  &w->judged[m].skill,
                  m == FIT_RIDGE || m == FIT_JOINT ? w->judged[m].lambda : (double)NAN);
        put_laplace(w, laplace);
    }
    return LW_OK;
}

/* How the sources of evidence relate to each other, from the estimate on everything. */
static lw_status show_sources(struct fit_work *w, const struct fit_task *task,
                              struct lw_error *err) {
    struct lw_joint_fit fit;
    const struct fit_learning *l = task->learning;
    lw_status status = lw_joint_estimate(w->cli->alloc, &l->e, task->data, l->columns,
                                         task->prior, &w->judged[FIT_JOINT], &fit, err);
    if (status != LW_OK) {
        return status;
    }
    (void)fprintf(
        w->cli->out,
        "joint: %zu observations, %zu players, %zu levels without evidence, %zu "
        "with evidence of one side only\n",
        task->data->n_observations, task->data->n_players, fit.n_unseen, fit.n_one_sided);
    for (size_t s = 0; s < fit.n_sources; s++) {
        (void)fprintf(w->cli->out, "  %-10s slope %.3f, offset %.3f +- %.3f",
                      lw_evidence_kind_name(task->data->sources[s].kind),
                      exp(fit.slope[s].value), fit.offset[s].value, fit.offset[s].sd);
        if (task->data->sources[s].kind == LW_EVIDENCE_RATING ||
            task->data->sources[s].kind == LW_EVIDENCE_TIME) {
            (void)fprintf(w->cli->out, ", residual spread %.3f", exp(fit.noise[s].value));
        }
        (void)fputs("  ", w->cli->out);
        cli_put_safe(w->cli->out, task->data->sources[s].name);
        (void)fputc('\n', w->cli->out);
    }
    lw_joint_fit_free(&fit);
    return LW_OK;
}

static lw_status write_csv(const struct fit_work *w, const char *path,
                           struct lw_error *err) {
    const struct fit_learning *l = &w->learning;
    struct lw_buffer text;
    struct lw_csv_writer csv;
    lw_buffer_init(&text, w->cli->alloc);
    lw_csv_begin(&csv, &text);
    lw_csv_text(&csv, "level");
    lw_csv_text(&csv, "group");
    lw_csv_text(&csv, "answer");
    for (int m = 0; m < FIT_N_MODELS; m++) {
        if (w->is_judged[m]) {
            lw_csv_text(&csv, fit_model_name((enum fit_model)m));
        }
    }
    lw_csv_row_end(&csv);
    for (size_t i = 0; i < l->e.n; i++) {
        lw_csv_text(&csv, l->level_names[i]);
        lw_csv_text(&csv, l->group_names[l->group[i]]);
        lw_csv_number(&csv, l->y[i]);
        for (int m = 0; m < FIT_N_MODELS; m++) {
            if (w->is_judged[m]) {
                lw_csv_number(&csv, w->judged[m].prediction[i]);
            }
        }
        lw_csv_row_end(&csv);
    }
    lw_status status = lw_buffer_ok(&text)
                           ? lw_platform_write_file(path, text.data, text.len, err)
                           : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

static const char *target_of(const struct fit_work *w) {
    const struct lw_option_value *answer = cli_value(w->args, "answer");
    if (answer->set) {
        return answer->text;
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
    lw_status status =
        fit_model_make(task, chosen, &w->judged[chosen], w->game->kind->name,
                       target_of(w), cli_value(w->args, "source")->text, &model, err);
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
        fit_pick_features(&w->learning, features->set ? features->text : NULL, err);
    w->file = NULL;
    if (!as_json && status == LW_OK) {
        (void)fprintf(w->cli->out, "%-24s %5s %8s %8s %8s %8s %9s\n", "held out", "n",
                      "rho", "se", "within", "r2", "coverage");
    }
    if (status == LW_OK) {
        status = judge_models(w, &task, err);
    }
    if (status == LW_OK) {
        status = single_features(w->cli, as_json, &w->learning, err);
    }
    if (status == LW_OK && w->is_judged[FIT_JOINT] && !as_json) {
        status = show_sources(w, &task, err);
    }
    if (status == LW_OK) {
        status = finish_model(w, &task, err);
    }
    if (status == LW_OK && csv->set) {
        w->file = csv->text;
        status = write_csv(w, csv->text, err);
    }
    return status;
}

static lw_status read_tables(struct fit_work *w, struct lw_error *err) {
    const struct lw_option_value *exclude = cli_value(w->args, "exclude");
    const struct lw_option_value *test = cli_value(w->args, "test");
    struct lw_budget budget = {.time_ns = cli_value(w->args, "time")->u,
                               .cancel = w->cli->cancel};
    lw_status status = LW_OK;
    if (exclude->set) {
        w->file = exclude->text;
        status = cli_study_read(w->cli, w->args, w->game, exclude->text, NULL, &w->all[0],
                                err);
    }
    for (size_t i = 0; status == LW_OK && i < w->args->n_operands; i++) {
        w->files[i] = w->file = w->args->operands[i];
        status =
            cli_study_read(w->cli, w->args, w->game, w->file, NULL, &w->all[i + 1], err);
        if (status == LW_OK) {
            w->n_studies++;
            fit_drop_known(&w->all[i + 1], w->all, i + 1);
            cli_measure_all(w->cli, w->all[i + 1].items, w->all[i + 1].n, &budget);
        }
    }
    if (status == LW_OK && test->set) {
        w->file = test->text;
        status = cli_study_read(w->cli, w->args, w->game, w->file, NULL, &w->test, err);
        w->has_test = status == LW_OK;
        if (w->has_test) {
            cli_measure_all(w->cli, w->test.items, w->test.n, &budget);
        }
    }
    return status;
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
    status = fit_find_answers(w, err);
    if (status == LW_OK) {
        status = learn(w, err);
    }
    for (int m = 0; m < FIT_N_MODELS; m++) {
        if (w->is_judged[m]) {
            lw_judged_free(&w->judged[m]);
        }
    }
    lw_evidence_set_free(&w->evidence);
    fit_learning_free(&w->learning);
    return status;
}

static void free_tables(struct fit_work *w) {
    for (size_t i = cli_value(w->args, "exclude")->set ? 0 : 1; i <= w->n_studies; i++) {
        if (w->all[i].items != NULL) {
            cli_study_free(w->cli, &w->all[i]);
        }
    }
    if (w->has_test) {
        cli_study_free(w->cli, &w->test);
    }
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_game *game;
    struct lw_error err = {.text = ""};
    lw_status status = LW_OK;
    int code = cli_study_game(cli, args, &game);
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
        w->file = args->operands[0];
        status = run_all(w, &err);
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
    .summary = "learn a difficulty model from how people fared",
    .operands = "LEVELS.csv...",
    .description =
        "Measures every level of the tables, learns a model that ranks them by "
        "difficulty, "
        "and judges it on collections it was not allowed to see: Spearman's rho pooled "
        "(with a standard error from resampling collections) and within collections, r "
        "squared, and how many held-out levels lie in their 90 % interval. Every feature "
        "alone stands in the same table. What a model can choose is chosen inside each "
        "training set, so the figures are not flattered by the choice.\n\n"
        "People's side comes from columns of the tables (plays and how many were "
        "finished), from --answer, or from any mix of --evidence: ratings, completion "
        "counts, solving times with those who gave up, choices between two levels, "
        "solved or given up (see docs/formats.md). A mix is brought to one scale by the "
        "joint model of levels and players.\n\n"
        "A level that several tables hold is taken from the first.",
    .examples =
        "levelwright fit corpus.csv -o model.json\n"
        "    learn from columns layout, num_solved, num_played, collection\n"
        "levelwright fit corpus.csv --exclude lab.csv --test lab.csv --test-answer "
        "difficulty_mean\n"
        "    keep the laboratory's levels apart and try the model on them\n"
        "levelwright fit levels.csv --model joint --evidence ratings.csv --evidence-kind "
        "rating --evidence pairs.csv --evidence-kind choice\n"
        "    learn from ratings and choices together\n"
        "levelwright fit corpus.csv --compare\n"
        "    every model, ours and the papers', in one table\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = FIT_MAX_STUDIES,
    .run = run,
};
