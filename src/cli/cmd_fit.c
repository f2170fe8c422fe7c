/* fit: a difficulty model from a table of levels and how people fared with them. */
#include <math.h>
#include <string.h>

#include "lw/difficulty.h"
#include "lw/stats.h"
#include "measure.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)

static const struct lw_option options[] = {
    {.name = "game",
     .type = LW_OPTION_TEXT,
     .fallback = "sokoban",
     .value_name = "KIND",
     .help = "kind of game"},
    {.name = "layout",
     .type = LW_OPTION_TEXT,
     .fallback = "layout",
     .value_name = "COLUMN",
     .help =
         "column with the level, its rows joined by |; rows without one are left out"},
    {.name = "solved",
     .type = LW_OPTION_TEXT,
     .fallback = "num_solved",
     .value_name = "COLUMN",
     .help = "column with the number of plays that were finished"},
    {.name = "plays",
     .type = LW_OPTION_TEXT,
     .fallback = "num_played",
     .value_name = "COLUMN",
     .help = "column with the number of plays"},
    {.name = "answer",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "a number that is larger for harder levels, instead of solved and plays"},
    {.name = "group",
     .type = LW_OPTION_TEXT,
     .fallback = "collection",
     .value_name = "COLUMN",
     .help = "what is left out together when judging"},
    {.name = "exclude",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "leave out every level that is in this table too"},
    {.name = "test",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.csv",
     .help = "levels to try the finished model on; needs --test-answer"},
    {.name = "test-answer",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "column of the test table, larger for harder"},
    {.name = "features",
     .type = LW_OPTION_TEXT,
     .value_name = "LIST",
     .help = "use only these features, separated by commas"},
    {.name = "source",
     .type = LW_OPTION_TEXT,
     .fallback = "",
     .value_name = "TEXT",
     .help = "where the data come from, kept in the model"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "30s",
     .help = "time limit for measuring one level"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "write the model here"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object a row"},
};

/* A table of levels, read and measured. */
struct study {
    struct lw_table table;
    struct lw_collection set; /* owns the levels */
    struct cli_measured *items;
    struct lw_id128 *ids;
    size_t *row; /* of the table */
    size_t n;
};

static void study_free(struct cli *cli, struct study *s) {
    lw_alloc_free(cli->alloc, s->items, (s->table.n_rows + 1) * sizeof *s->items);
    lw_collection_free(&s->set);
    lw_table_free(&s->table);
}

static lw_status read_level(struct study *s, const struct lw_game *game, size_t row,
                            const char *layout, struct lw_error *err) {
    struct lw_buffer text;
    size_t before = s->set.n_entries;
    lw_buffer_init(&text, s->set.arena.alloc);
    lw_buffer_puts(&text, layout);
    for (size_t i = 0; i < text.len; i++) {
        text.data[i] = text.data[i] == '|' ? '\n' : text.data[i];
    }
    lw_status status = lw_game_read(game, game->kind->level->formats[0].name,
                                    lw_buffer_text(&text), text.len, &s->set, NULL, err);
    lw_buffer_free(&text);
    if (status == LW_OK && s->set.n_entries != before + 1) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the cell does not hold one level");
    }
    if (status == LW_OK) {
        s->items[s->n].level = s->set.entries[before].level;
        s->row[s->n] = row;
        status = game->kind->level->canonical(s->items[s->n].level, &s->ids[s->n], NULL);
        s->n++;
    } else {
        err->line = (uint32_t)row + 2;
        err->column = 0;
    }
    return status;
}

/* Reads the table and its levels; skip (may be NULL) holds levels to leave out. */
static lw_status study_read(struct cli *cli, const struct cli_args *args,
                            const struct lw_game *game, const char *path,
                            const struct study *skip, struct study *s,
                            struct lw_error *err) {
    struct lw_buffer text;
    const char *layout = cli_value(args, "layout")->text;
    *s = (struct study){.n = 0};
    lw_buffer_init(&text, cli->alloc);
    lw_collection_init(&s->set, cli->alloc);
    lw_status status = lw_platform_read_file(path, MAX_FILE_BYTES, &text, err);
    if (status == LW_OK) {
        status =
            lw_table_read(cli->alloc, lw_buffer_text(&text), text.len, &s->table, err);
    }
    lw_buffer_free(&text);
    if (status != LW_OK) {
        lw_collection_free(&s->set);
        return status;
    }
    size_t n = s->table.n_rows + 1;
    const struct lw_column *column = lw_table_find(&s->table, layout);
    s->items = lw_alloc_zero(cli->alloc, n, sizeof *s->items);
    s->ids = lw_arena_zero(&s->table.arena, n, sizeof *s->ids);
    s->row = lw_arena_zero(&s->table.arena, n, sizeof *s->row);
    if (s->items == NULL || s->ids == NULL || s->row == NULL) {
        status = lw_fail_memory(err);
    } else if (column == NULL) {
        status = lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", layout);
    }
    for (size_t i = 0; status == LW_OK && i < s->table.n_rows; i++) {
        if (column->text[i][0] == '\0') {
            continue;
        }
        status = read_level(s, game, i, column->text[i], err);
        for (size_t k = 0; status == LW_OK && skip != NULL && k < skip->n; k++) {
            if (lw_id128_equal(s->ids[s->n - 1], skip->ids[k])) {
                s->n--;
                break;
            }
        }
    }
    if (status != LW_OK) {
        study_free(cli, s);
    }
    return status;
}

/* What is to be predicted, larger for harder. */
static lw_status answer_of(const struct cli_args *args, const struct study *s,
                           size_t item, double *out, struct lw_error *err) {
    const struct lw_option_value *answer = cli_value(args, "answer");
    const double *value, *solved, *plays;
    size_t row = s->row[item];
    if (answer->set) {
        lw_status status = lw_table_numbers(&s->table, answer->text, &value, err);
        *out = status == LW_OK ? value[row] : NAN;
        return status;
    }
    lw_status status =
        lw_table_numbers(&s->table, cli_value(args, "solved")->text, &solved, err);
    if (status == LW_OK) {
        status = lw_table_numbers(&s->table, cli_value(args, "plays")->text, &plays, err);
    }
    if (status == LW_OK && !(solved[row] >= 0 && solved[row] <= plays[row])) {
        status = lw_fail(err, LW_BAD_INPUT, (uint32_t)row + 2, 0,
                         "%g of %g plays cannot be finished", solved[row], plays[row]);
    }
    if (status == LW_OK) {
        /* Half a play on either side keeps none and all finite. */
        *out = -log((solved[row] + 0.5) / (plays[row] - solved[row] + 0.5));
    }
    return status;
}

struct learning {
    struct lw_arena arena;
    struct lw_evidence e;
    double *x, *y;
    size_t *group;
    const char **names;
    unsigned char *columns;
};

static lw_status pick_features(const struct cli_args *args, struct learning *l,
                               struct lw_error *err) {
    const struct lw_option_value *list = cli_value(args, "features");
    memset(l->columns, !list->set, l->e.p);
    for (const char *at = list->set ? list->text : ""; *at != '\0';) {
        size_t len = strcspn(at, ","), j = 0;
        while (j < l->e.p &&
               (strlen(l->names[j]) != len || memcmp(l->names[j], at, len) != 0)) {
            j++;
        }
        if (j == l->e.p) {
            return lw_fail(err, LW_USAGE, 0, 0, "there is no feature '%.*s'", (int)len,
                           at);
        }
        l->columns[j] = 1;
        at += len + (at[len] == ',');
    }
    return LW_OK;
}

static lw_status gather(struct cli *cli, const struct cli_args *args, struct study *s,
                        const struct lw_feature_ops *ops, struct learning *l,
                        struct lw_error *err) {
    const char *group_name = cli_value(args, "group")->text;
    const struct lw_column *column = lw_table_find(&s->table, group_name);
    const char **group_names;
    size_t *index, n_groups;
    if (column == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", group_name);
    }
    lw_status status =
        lw_table_levels(&s->table, column, &group_names, &n_groups, &index, err);
    if (status != LW_OK) {
        return status;
    }
    size_t p = ops->n_features;
    l->x = lw_arena_zero(&l->arena, s->n * p + 1, sizeof *l->x);
    l->y = lw_arena_zero(&l->arena, s->n + 1, sizeof *l->y);
    l->group = lw_arena_zero(&l->arena, s->n + 1, sizeof *l->group);
    l->names = lw_arena_zero(&l->arena, p + 1, sizeof *l->names);
    l->columns = lw_arena_zero(&l->arena, p + 1, 1);
    if (l->x == NULL || l->y == NULL || l->group == NULL || l->names == NULL ||
        l->columns == NULL) {
        return lw_fail_memory(err);
    }
    size_t n = 0;
    for (size_t i = 0; status == LW_OK && i < s->n; i++) {
        if (s->items[i].status != LW_OK) {
            (void)fprintf(cli->err, "levelwright fit: row %zu left out: %s\n",
                          s->row[i] + 2, s->items[i].err.text);
            continue;
        }
        status = answer_of(args, s, i, &l->y[n], err);
        l->group[n] = index[s->row[i]];
        memcpy(l->x + n * p, s->items[i].values.value, p * sizeof *l->x);
        n++;
    }
    for (size_t j = 0; j < p; j++) {
        l->names[j] = ops->features[j].name;
    }
    /* Groups without a row left are closed up. */
    size_t *renumber = lw_arena_zero(&l->arena, n_groups + 1, sizeof *renumber);
    size_t n_used = 0;
    for (size_t i = 0; renumber != NULL && i < n; i++) {
        if (renumber[l->group[i]] == 0) {
            renumber[l->group[i]] = ++n_used;
        }
        l->group[i] = renumber[l->group[i]] - 1;
    }
    l->e = (struct lw_evidence){.n = n,
                                .p = p,
                                .n_groups = n_used,
                                .names = l->names,
                                .x = l->x,
                                .y = l->y,
                                .group = l->group};
    return status == LW_OK ? pick_features(args, l, err) : status;
}

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
static lw_status single_features(struct cli *cli, bool as_json, const struct learning *l,
                                 struct lw_error *err) {
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
                           struct study *test, struct lw_error *err) {
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
                       const struct lw_game *game, struct study *s, struct study *test,
                       struct lw_error *err) {
    const struct lw_feature_ops *ops = game->kind->features;
    const struct lw_option_value *output = cli_value(args, "output");
    bool as_json = cli_value(args, "json")->flag;
    struct learning l = {.e = {.n = 0}};
    struct lw_judged judged;
    struct lw_model model;
    lw_arena_init(&l.arena, cli->alloc);
    lw_status status = gather(cli, args, s, ops, &l, err);
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
    struct study skip, s, test;
    lw_status status = LW_OK;
    if (exclude->set) {
        *file = exclude->text;
        status = study_read(cli, args, game, exclude->text, NULL, &skip, err);
    }
    if (status != LW_OK) {
        return status;
    }
    *file = args->operands[0];
    status = study_read(cli, args, game, *file, exclude->set ? &skip : NULL, &s, err);
    if (status == LW_OK) {
        cli_measure_all(cli, s.items, s.n, &budget);
        if (test_file->set) {
            *file = test_file->text;
            status = study_read(cli, args, game, *file, NULL, &test, err);
            if (status == LW_OK) {
                cli_measure_all(cli, test.items, test.n, &budget);
            }
        }
        if (status == LW_OK) {
            *file = args->operands[0];
            status = learn(cli, args, game, &s, test_file->set ? &test : NULL, err);
            if (test_file->set) {
                study_free(cli, &test);
            }
        }
        study_free(cli, &s);
    }
    if (exclude->set) {
        study_free(cli, &skip);
    }
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    const struct lw_game_kind *kind = lw_game_kind_find(cli_value(args, "game")->text);
    struct lw_option_value values[CLI_MAX_OPTIONS];
    struct lw_game *game;
    struct lw_error err = {.text = ""};
    const char *file = args->operands[0];
    if (kind == NULL || kind->features == NULL || (kind->flags & LW_GAME_FROM_SOURCE)) {
        return cli_usage(cli, "no features are known for '%.40s'",
                         cli_value(args, "game")->text);
    }
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    lw_status status = kind->game->create(cli->alloc, values, NULL, 0, &game, NULL, &err);
    if (status != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    status = run_all(cli, args, game, &file, &err);
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
