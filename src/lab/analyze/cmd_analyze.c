/* analyze: statistics on any CSV. */
#include "analyze/analyze.h"

#include <string.h>

#include "lw/command/lab.h"
#include "lw/command/suggest.h"

#define MAX_FILE_BYTES ((size_t)256 << 20)

static const struct {
    const char *name, *summary;
    const char *uses; /* its options, each between blanks */
    lw_status (*run)(struct analysis *a);
} analyses[] = {
    {"describe", "mean, spread, quartiles of --x or of every numeric column", " x ",
     analyze_describe},
    {"correlate", "Pearson, Spearman and Kendall of --x with --y", " x y ",
     analyze_correlate},
    {"regress", "least squares by --formula, weighted by --weights", " formula weights ",
     analyze_regress},
    {"cross-validate",
     "--formula in --folds ordered blocks, or leaving out one --group at a time",
     " formula folds group weights ", analyze_cross_validate},
    {"log", "the natural logarithm of --x", " x ", analyze_log},
    {"logit", "the logit of --x, adjusted by --adjust", " x adjust ", analyze_logit},
    {"box-cox", "the power that makes --formula's response normal", " formula ",
     analyze_box_cox},
    {"t-test",
     "--y in the two groups of --x, or paired by --group; --margin tests "
     "equivalence",
     " x y group margin ", analyze_t_test},
    {"components",
     "principal components of the columns in --x, varimax; --components of them",
     " x components output ", analyze_components},
    {"quantiles", "--x against a normal distribution, with a 95 % band", " x output ",
     analyze_quantiles},
    {"beans", "--y in the conditions of --x, drawn with their means and that of all",
     " x y output ", analyze_beans},
    {"mixed", "--formula with (1 | group), REML or --ml, or --symmetry",
     " formula ml symmetry ", analyze_mixed},
    {"trueskill",
     "ratings from games: columns --a, --b, --result; --draw, --mu, --sigma, --beta, "
     "--tau",
     " a b result draw mu sigma beta tau ", analyze_trueskill},
    {"bradley-terry", "abilities from games: columns --a, --b, --result", " a b result ",
     analyze_bradley_terry},
    {"ordinal", "proportional odds by --formula", " formula ", analyze_ordinal},
    {"rasch", "players and levels from solved or not: --a, --b, --result", " a b result ",
     analyze_rasch},
};
#define N_ANALYSES (sizeof analyses / sizeof *analyses)

static const struct lw_option options[] = {
    {.name = "formula",
     .type = LW_OPTION_TEXT,
     .letter = 'f',
     .value_name = "MODEL",
     .help = "e.g. 'rating ~ size + colors*set + (1 | player)'"},
    {.name = "x",
     .type = LW_OPTION_TEXT,
     .letter = 'x',
     .value_name = "COLUMN",
     .help = "a column, or several separated by commas"},
    {.name = "y",
     .type = LW_OPTION_TEXT,
     .letter = 'y',
     .value_name = "COLUMN",
     .help = "the other column"},
    {.name = "weights",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "weights of the rows, e.g. number of plays"},
    {.name = "group",
     .type = LW_OPTION_TEXT,
     .value_name = "COLUMN",
     .help = "column whose equal values group rows"},
    {.name = "a",
     .type = LW_OPTION_TEXT,
     .fallback = "a",
     .value_name = "COLUMN",
     .help = "first item of a game, or the player"},
    {.name = "b",
     .type = LW_OPTION_TEXT,
     .fallback = "b",
     .value_name = "COLUMN",
     .help = "second item of a game, or the level"},
    {.name = "result",
     .type = LW_OPTION_TEXT,
     .fallback = "result",
     .value_name = "COLUMN",
     .help = "who won: a, b or draw; for rasch: 1 or 0"},
    {.name = "folds",
     .type = LW_OPTION_INT,
     .fallback = "5",
     .min = 2,
     .max = 1e6,
     .help = "number of ordered blocks"},
    {.name = "components",
     .type = LW_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = ANALYSIS_MAX_COLUMNS,
     .help = "components to keep; 0: those with an eigenvalue above one"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.svg",
     .help = "draw the chart of the analysis into this file"},
    {.name = "margin",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1e300,
     .help = "differences up to this size count as equivalent"},
    {.name = "adjust",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 0.5,
     .help = "for logit; default: 0.025 if a 0 or 1 occurs, otherwise 0"},
    {.name = "draw",
     .type = LW_OPTION_REAL,
     .fallback = "0.1",
     .min = 0,
     .max = 0.99,
     .help = "TrueSkill's draw probability"},
    {.name = "mu",
     .type = LW_OPTION_REAL,
     .fallback = "25",
     .min = -1e6,
     .max = 1e6,
     .help = "TrueSkill: mean before the first game"},
    {.name = "sigma",
     .type = LW_OPTION_REAL,
     .min = 1e-6,
     .max = 1e6,
     .help = "TrueSkill: uncertainty before the first game; default: 25/3"},
    {.name = "beta",
     .type = LW_OPTION_REAL,
     .min = 1e-6,
     .max = 1e6,
     .help = "TrueSkill: how much a single game varies; default: 25/6"},
    {.name = "tau",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1e6,
     .help = "TrueSkill: uncertainty added before each game; default: 25/300"},
    {.name = "ml", .type = LW_OPTION_FLAG, .help = "maximum likelihood instead of REML"},
    {.name = "symmetry",
     .type = LW_OPTION_FLAG,
     .help = "compound symmetry: the correlation within a group may be negative"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object"},
};

const char *analysis_text(const struct analysis *a, const char *option) {
    const struct lw_option_value *value = cli_value(a->args, option);
    return value->set ? value->text : NULL;
}

lw_status analysis_need(struct analysis *a, const char *option, const char **out) {
    *out = analysis_text(a, option);
    return *out != NULL
               ? LW_OK
               : lw_fail(&a->err, LW_USAGE, 0, 0, "this analysis needs --%s", option);
}

lw_status analysis_levels(struct analysis *a, const struct lw_column *column,
                          const char ***names, size_t *n_names, size_t **index) {
    lw_status status = lw_column_names(column, &a->err);
    return status != LW_OK
               ? status
               : lw_table_levels(a->table, column, names, n_names, index, &a->err);
}

static lw_status too_many_columns(struct analysis *a) {
    return lw_fail(&a->err, LW_USAGE, 0, 0,
                   "more than %d columns at once; name fewer with --x",
                   ANALYSIS_MAX_COLUMNS);
}

static lw_status numeric_columns(struct analysis *a, const struct lw_column **out,
                                 size_t *n) {
    for (size_t i = 0; i < a->table->n_columns; i++) {
        if (a->table->columns[i].first_bad_row != 0) {
            continue;
        }
        if (*n == ANALYSIS_MAX_COLUMNS) {
            return too_many_columns(a);
        }
        out[(*n)++] = &a->table->columns[i];
    }
    const struct lw_column *first = &a->table->columns[0];
    return *n > 0 ? LW_OK
                  : lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                            "no column holds a number in every row; column '%.60s' has "
                            "'%.40s' in row %zu",
                            first->name, first->text[first->first_bad_row - 1],
                            first->first_bad_row);
}

lw_status analysis_columns(struct analysis *a, const struct lw_column **out, size_t *n) {
    const char *list = analysis_text(a, "x");
    *n = 0;
    if (list == NULL) {
        return numeric_columns(a, out, n);
    }
    while (list != NULL) {
        char name[200];
        const double *unused;
        /* A name may hold a comma itself. */
        bool whole = lw_table_find(a->table, list) != NULL;
        size_t len = whole ? strlen(list) : strcspn(list, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(len < 199 ? len : 199), list);
        lw_status status = lw_table_numbers(a->table, name, &unused, &a->err);
        if (status == LW_OK && *n == ANALYSIS_MAX_COLUMNS) {
            status = too_many_columns(a);
        }
        if (status != LW_OK) {
            return status;
        }
        out[(*n)++] = lw_table_find(a->table, name);
        list = list[len] == ',' ? list + len + 1 : NULL;
    }
    return LW_OK;
}

static void say_left_out(FILE *out, const struct lw_column *column) {
    size_t row = column->first_bad_row;
    const char *cell = column->text[row - 1];
    (void)fputs("levelwright analyze: column '", out);
    cli_put_safe(out, column->name);
    (void)fprintf(out, "' was left out: row %zu ", row);
    if (row == column->first_missing_row) {
        (void)fputs("has no value\n", out);
        return;
    }
    (void)fputs("holds '", out);
    cli_put_safe(out, cell);
    (void)fputs("', which is not a number\n", out);
}

void analysis_left_out(struct analysis *a) {
    lw_json_array(a->json, "not_numeric");
    for (size_t i = 0; i < a->table->n_columns; i++) {
        const struct lw_column *column = &a->table->columns[i];
        if (column->first_bad_row != 0) {
            say_left_out(a->cli->err, column);
            lw_json_object(a->json, NULL);
            lw_json_text(a->json, "column", column->name);
            lw_json_uint(a->json, "row", column->first_bad_row);
            lw_json_object_end(a->json);
        }
    }
    lw_json_array_end(a->json);
}

void analysis_call_by_name(struct analysis *a, const char *noun, const char *const *names,
                           size_t n) {
    struct lw_error old = a->err;
    char start[40];
    int len = snprintf(start, sizeof start, "%s %u ", noun, old.column);
    if (old.line == 0 && old.column > 0 && old.column <= n &&
        strncmp(old.text, start, (size_t)len) == 0) {
        lw_error_set(&a->err, old.status, 0, 0, "%s '%.60s' %s", noun,
                     names[old.column - 1], old.text + len);
    }
}

lw_status analysis_fixed(struct analysis *a, const struct lw_design *design) {
    return design->group == NULL
               ? LW_OK
               : lw_fail(&a->err, LW_USAGE, 0, 0,
                         "this analysis does not support random terms; leave '(1 | "
                         "%.60s)' out of the formula, or use analyze mixed",
                         design->group_column);
}

lw_status analysis_column(struct analysis *a, const char *option, const double **out) {
    const char *name;
    lw_status status = analysis_need(a, option, &name);
    return status == LW_OK ? lw_table_numbers(a->table, name, out, &a->err) : status;
}

/* Rows of a table, or values in a line, that a person is shown. */
#define MAX_SHOWN 100

static void put_value(FILE *out, const struct lw_json *value) {
    if (value->type == LW_JSON_NUMBER) {
        (void)fprintf(out, "%12.6g", value->number);
    } else if (value->type == LW_JSON_TEXT) {
        (void)fputs("  ", out);
        cli_put_safe(out, value->text);
    } else {
        (void)fprintf(out, "%12s",
                      value->type == LW_JSON_TRUE    ? "yes"
                      : value->type == LW_JSON_FALSE ? "no"
                                                     : "undefined");
    }
}

/* A list of objects with the same keys is shown as a table. */
static void put_table(FILE *out, const struct lw_json *list) {
    (void)fputc(' ', out);
    for (const struct lw_json *cell = list->first->first; cell != NULL;
         cell = cell->next) {
        (void)fprintf(out, cell->type == LW_JSON_TEXT ? " %-24s" : " %12s", cell->key);
    }
    size_t n_shown = 0;
    for (const struct lw_json *row = list->first; row != NULL; row = row->next) {
        if (n_shown++ == MAX_SHOWN) {
            (void)fprintf(out, "\n  … and %u more rows; --json prints them all",
                          (unsigned)(list->n_children - MAX_SHOWN));
            break;
        }
        (void)fputs("\n ", out);
        for (const struct lw_json *cell = row->first; cell != NULL; cell = cell->next) {
            if (cell->type == LW_JSON_TEXT) {
                (void)fputc(' ', out);
                cli_put_safe(out, cell->text);
                /* Names longer than the column shift their row rather than lose their
                 * end. */
                (void)fprintf(out, "%*s",
                              cell->text_len < 24 ? (int)(24 - cell->text_len) : 0, "");
            } else {
                (void)fputc(' ', out);
                put_value(out, cell);
            }
        }
    }
    (void)fputc('\n', out);
}

static void put_human(FILE *out, const struct lw_json *object) {
    for (const struct lw_json *at = object->first; at != NULL; at = at->next) {
        (void)fprintf(out, "%-22s", at->key);
        if (at->type == LW_JSON_ARRAY && at->first != NULL &&
            at->first->type == LW_JSON_OBJECT) {
            (void)fputc('\n', out);
            put_table(out, at);
        } else if (at->type == LW_JSON_ARRAY) {
            size_t n_shown = 0;
            for (const struct lw_json *item = at->first;
                 item != NULL && n_shown < MAX_SHOWN; item = item->next, n_shown++) {
                put_value(out, item);
            }
            (void)(at->n_children > MAX_SHOWN
                       ? fprintf(out, "  … and %u more; --json prints them all\n",
                                 (unsigned)(at->n_children - MAX_SHOWN))
                       : fputc('\n', out));
        } else {
            put_value(out, at);
            (void)fputc('\n', out);
        }
    }
}

static lw_status show(struct analysis *a, struct lw_buffer *line) {
    if (cli_value(a->args, "json")->flag) {
        cli_put_line(a->cli, line);
        return LW_OK;
    }
    struct lw_arena arena;
    struct lw_json *root;
    lw_arena_init(&arena, a->cli->alloc);
    lw_status status = lw_json_read(&arena, line->data, line->len, &root, &a->err);
    if (status == LW_OK) {
        put_human(a->cli->out, root);
    }
    lw_arena_free(&arena);
    return status;
}

static int analyse_file(struct cli *cli, const struct cli_args *args, size_t which) {
    const char *file = args->operands[1];
    struct lw_table table;
    struct lw_buffer text, line;
    struct lw_json_writer json;
    struct analysis a = {.cli = cli, .args = args, .table = &table, .json = &json};
    lw_buffer_init(&text, cli->alloc);
    lw_buffer_init(&line, cli->alloc);
    lw_status status = lw_platform_read_file(file, MAX_FILE_BYTES, &text, &a.err);
    if (status == LW_OK) {
        status =
            lw_table_read(cli->alloc, lw_buffer_text(&text), text.len, &table, &a.err);
    }
    bool read = status == LW_OK;
    if (read && table.n_rows == 0) {
        status =
            lw_fail(&a.err, LW_BAD_INPUT, 0, 0, "the table has a header but no rows");
    }
    if (status == LW_OK) {
        lw_json_begin(&json, &line);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "analysis", analyses[which].name);
        lw_json_uint(&json, "rows", table.n_rows);
        status = analyses[which].run(&a);
        lw_json_object_end(&json);
        if (status == LW_OK) {
            status = lw_buffer_ok(&line) ? show(&a, &line) : lw_fail_memory(&a.err);
        }
    }
    if (read) {
        lw_table_free(&table);
    }
    lw_buffer_free(&line);
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : cli_fail(cli, file, &a.err);
}

/* The first option that was given and means nothing to the analysis, or NULL. */
static const char *unused_option(const struct cli_args *args, size_t which) {
    /* The table of the command comes first; the options that all commands share follow.
     */
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *name = args->options[i].name;
        char word[32];
        (void)snprintf(word, sizeof word, " %s ", name);
        if (args->values[i].given && strcmp(name, "json") != 0 &&
            strstr(analyses[which].uses, word) == NULL) {
            return name;
        }
    }
    return NULL;
}

static int run_analysis(struct cli *cli, const struct cli_args *args, size_t which) {
    const char *name = analyses[which].name, *unused = unused_option(args, which);
    if (args->n_operands != 2) {
        return cli_usage(cli, "analyze %s needs a CSV file", name);
    }
    return unused == NULL ? analyse_file(cli, args, which)
                          : cli_usage(cli,
                                      "analyze %s does not use --%s ('levelwright "
                                      "analyze' lists what each analysis uses)",
                                      name, unused);
}

static const char *name_of(size_t i) {
    return analyses[i].name;
}

static const char *summary_of(size_t i) {
    return analyses[i].summary;
}

static const struct cli_choice choice = {"analysis", "levelwright analyze", N_ANALYSES,
                                         name_of, summary_of};

static int run(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands == 0) {
        return cli_choice_list(cli, &choice);
    }
    size_t which = cli_choose(cli, &choice, args->operands[0]);
    return which == choice.n ? lw_status_exit_code(LW_USAGE)
                             : run_analysis(cli, args, which);
}

const struct cli_command cli_cmd_analyze = {
    .name = "analyze",
    .summary = cli_lab_summary_analyze,
    .operands = "[ANALYSIS FILE.csv]",
    .description = "Runs one statistical analysis on a table with a header line. Without "
                   "operands it lists the analyses.\n\nColumns that hold anything but "
                   "numbers are factors with treatment contrasts, their levels in byte "
                   "order. A formula may use log(column), and column names with blanks "
                   "or punctuation in backquotes. Missing cells are reported with their "
                   "row, never dropped silently; an undefined result is null.",
    .examples =
        "levelwright analyze describe levels.csv -x boxes,pushes\n"
        "    mean, quartiles, standard deviation, both mean and median deviations\n"
        "levelwright analyze correlate ratings.csv -x lines -y rating\n"
        "    Pearson, Spearman and Kendall with their p values\n"
        "levelwright analyze regress flow.csv -f 'rating ~ size + turns' --weights "
        "plays\n"
        "    coefficients with standard errors, t, p and 95 % intervals\n"
        "levelwright analyze cross-validate flow.csv -f 'rating ~ size + turns' --folds "
        "5\n"
        "    held-out errors in five ordered blocks\n"
        "levelwright analyze cross-validate flow.csv -f 'rating ~ size' --group author\n"
        "    the same, leaving out one author at a time\n"
        "levelwright analyze log times.csv -x seconds\n"
        "    natural logarithms; in a formula write log(seconds)\n"
        "levelwright analyze logit accuracy.csv -x share\n"
        "    log odds; values of 0 and 1 are adjusted as in the R package car\n"
        "levelwright analyze box-cox times.csv -f 'seconds ~ condition'\n"
        "    the power that makes the residuals most normal, tested against 0 and 1\n"
        "levelwright analyze t-test study.csv -x set -y logrt --group subject\n"
        "    the two sets compared within subjects; without --group between rows\n"
        "levelwright analyze t-test study.csv -x set -y logrt --margin 0.05\n"
        "    also whether they differ by less than 0.05 (two one-sided tests)\n"
        "levelwright analyze components ant.csv -x rt_con,rt_inc,acc_con,acc_inc\n"
        "    components with eigenvalues above one, rotated by varimax\n"
        "levelwright analyze components all.csv --components 9 -o scree.svg\n"
        "    nine components, the share of the variance each explains, and a scree plot\n"
        "levelwright analyze quantiles times.csv -x logrt -o qq.svg\n"
        "    quantile plot against a normal distribution, with a 95 % band\n"
        "levelwright analyze beans study.csv -y rt -x set,order -o beans.svg\n"
        "    a bean for each condition; the dotted line is the mean of all\n"
        "levelwright analyze mixed study.csv -f 'logrt ~ set * order + (1 | subject)'\n"
        "    a random intercept by REML with Satterthwaite's degrees of freedom\n"
        "levelwright analyze mixed study.csv -f 'logrt ~ set + (1 | subject)' "
        "--symmetry\n"
        "    the same, allowing rows of one subject to be negatively correlated\n"
        "levelwright analyze trueskill games.csv --a left --b right --result winner\n"
        "    a rating and its uncertainty for each item, in the order of the rows\n"
        "levelwright analyze bradley-terry games.csv --a left --b right --result winner\n"
        "    abilities with standard errors, from all games at once\n"
        "levelwright analyze ordinal likert.csv -f 'answer ~ feature + set'\n"
        "    proportional odds: thresholds between the answers, and slopes\n"
        "levelwright analyze rasch plays.csv --a player --b level --result solved\n"
        "    how able players and how easy levels are, from 1 (solved) and 0 (not)\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 0,
    .max_operands = 2,
    .run = run,
    .ends_at_once = true,
};
