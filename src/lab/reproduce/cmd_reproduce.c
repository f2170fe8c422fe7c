/* reproduce: the papers' analyses on the shared data. */
#include <assert.h>
#include <string.h>

#include "lw/command/lab.h"
#include "lw/command/suggest.h"
#include "reproduce/papers.h"
#include "reproduce/reproduce.h"
#include "table/same_level.h"

static const struct {
    const char *name, *summary;
    lw_status (*run)(struct reproduce *r);
} studies[] = {
    {"kartal", "Table 1 of Kartal et al. 2016 and the search for congestion weights",
     reproduce_kartal},
    {"schaa", "Table 5.4 of Schaa 2021: what players did against what a solver needed",
     reproduce_schaa},
    {"vankreveld", "the procedure of van Kreveld et al. 2015: five folds, four targets",
     reproduce_vankreveld},
    {"comparisons", "TrueSkill and Bradley-Terry with their split-half reliability",
     reproduce_comparisons},
    {"laboratory",
     "the shipped model on laboratory levels, and its 1-10 scale carried over",
     reproduce_laboratory},
};
#define N_STUDIES (sizeof studies / sizeof *studies)

static const struct lw_option options[] = {
    {.name = "generated",
     .type = LW_OPTION_TEXT,
     .fallback = "Auto-Generated,SokEvo,Sokogen-990602-Levels",
     .value_name = "LIST",
     .help = "collections made by a program, for Kartal's first column"},
    {.name = "features",
     .type = LW_OPTION_TEXT,
     .fallback = "floor,moves,lines,counterintuitive",
     .value_name = "LIST",
     .help = "features in van Kreveld's regression"},
    {.name = "splits",
     .type = LW_OPTION_INT,
     .fallback = "200",
     .min = 1,
     .max = 100000,
     .help = "number of random splits of the players into halves"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 9e15,
     .help = "seed of the splits"},
    {.name = "layout",
     .type = LW_OPTION_TEXT,
     .fallback = "layout",
     .value_name = "COLUMN",
     .help = "column with the level"},
    {.name = "group",
     .type = LW_OPTION_TEXT,
     .fallback = "collection,set",
     .value_name = "COLUMN",
     .help = "column with the collection"},
    {.name = "id",
     .type = LW_OPTION_TEXT,
     .fallback = "level_id",
     .value_name = "COLUMN",
     .help = "column with the level's name"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "30s",
     .help = "time limit for measuring one level"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "DIR",
     .help = "all: write report.html, its tables and its charts to this folder"},
    {.name = "budget",
     .type = LW_OPTION_TIME,
     .fallback = "10min",
     .help = "all: what does not fit into this time is listed as not run"},
    {.name = "data",
     .type = LW_OPTION_TEXT,
     .value_name = "DIR",
     .help = "all: folder of the shared data sets (../shared if it is there)"},
    {.name = "only",
     .type = LW_OPTION_TEXT,
     .value_name = "LIST",
     .help = "all: only these papers (taylor, kartal, vankreveld, schaa, khalifa) or "
             "tables and figures (\"Table 2.1\"), separated by commas"},
    CLI_THREADS_OPTION,
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per row"},
};

static lw_status find_file(struct reproduce *r, const char *file) {
    int len = snprintf(r->path, sizeof r->path, "%s/%s", r->folder, file);
    return len > 0 && (size_t)len < sizeof r->path
               ? LW_OK
               : lw_fail(&r->err, LW_USAGE, 0, 0, "the folder's name is too long");
}

lw_status reproduce_table(struct reproduce *r, const char *file, struct lw_table *out) {
    lw_status status = find_file(r, file);
    return status == LW_OK ? lab_table_read(r->cli, r->path, out, &r->err) : status;
}

static void free_copies(struct reproduce *r, struct fit_work *w) {
    lw_alloc_free(r->cli->alloc, w->copies, w->copies_cap * sizeof *w->copies);
}

lw_status reproduce_levels(struct reproduce *r, const char *file, struct fit_work *w) {
    struct lw_budget budget = {.time_ns = r->level_time_ns, .cancel = r->cli->cancel};
    *w = (struct fit_work){.cli = r->cli, .args = r->args, .game = r->game};
    lw_status status = find_file(r, file);
    if (status == LW_OK) {
        status = level_table_read(r->cli, r->args, r->game, r->path, &w->all[1], &r->err);
    }
    if (status != LW_OK) {
        return status;
    }
    w->n_studies = 1;
    w->files[0] = r->path;
    status = fit_set_same_levels_aside(w, 0, &r->err);
    if (status == LW_OK) {
        cli_measure_all(r->cli, w->all[1].items, w->all[1].n, &budget);
        status = fit_gather(w, &r->err);
    }
    if (status == LW_OK) {
        fit_find_originals(w);
        same_level_report(r->cli, w->n_copies, 0);
    } else {
        free_copies(r, w);
        level_table_free(r->cli, &w->all[1]);
    }
    return status;
}

void reproduce_levels_free(struct reproduce *r, struct fit_work *w) {
    fit_learning_free(&w->learning);
    free_copies(r, w);
    level_table_free(r->cli, &w->all[1]);
}

lw_status reproduce_feature(struct reproduce *r, struct fit_work *w, const char *name,
                            double **out) {
    struct fit_learning *l = &w->learning;
    size_t j = 0;
    while (j < l->e.p && strcmp(l->names[j], name) != 0) {
        j++;
    }
    *out = lw_arena_zero(&l->arena, l->e.n + 1, sizeof **out);
    if (j == l->e.p || *out == NULL) {
        return *out == NULL ? lw_fail_memory(&r->err)
                            : lw_fail(&r->err, LW_USAGE, 0, 0,
                                      "there is no feature '%.60s'", name);
    }
    for (size_t i = 0; i < l->e.n; i++) {
        (*out)[i] = l->x[i * l->e.p + j];
    }
    return LW_OK;
}

void reproduce_put(struct reproduce *r, const char *table, const char *row,
                   const struct lab_columns *columns, const double *values) {
    lab_put_row(&r->rows, table, row, columns, values);
}

lw_status reproduce_study(struct reproduce *r, const char *name) {
    size_t which = 0;
    while (strcmp(studies[which].name, name) != 0) {
        which++;
        assert(which < N_STUDIES);
    }
    r->level_time_ns = cli_value(r->args, "time")->u;
    lw_status status =
        lw_game_create(lw_game_kind_find("sokoban"), r->cli->alloc, &r->game, &r->err);
    if (status == LW_OK) {
        status = studies[which].run(r);
        lw_game_destroy(r->game);
    }
    return status;
}

static int run_study(struct cli *cli, const struct cli_args *args, size_t which) {
    struct reproduce r = {.cli = cli,
                          .args = args,
                          .folder = args->operands[1],
                          .rows = {.cli = cli, .json = cli_value(args, "json")->flag},
                          .seed = (uint64_t)cli_value(args, "seed")->i};
    lw_status status = reproduce_study(&r, studies[which].name);
    return status == LW_OK ? 0 : cli_fail(cli, r.path[0] == '\0' ? NULL : r.path, &r.err);
}

/* The studies, then all of them with everything else in the papers. */
static const char *name_of(size_t i) {
    return i < N_STUDIES ? studies[i].name : "all";
}

static const char *summary_of(size_t i) {
    return i < N_STUDIES ? studies[i].summary
                         : "every table and figure of the five papers, as one report";
}

static const struct cli_choice choice = {"study", "levelwright reproduce", N_STUDIES + 1,
                                         name_of, summary_of};

static int run(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands == 0) {
        return cli_choice_list(cli, &choice);
    }
    size_t which = cli_choose(cli, &choice, args->operands[0]);
    if (which == choice.n) {
        return lw_status_exit_code(LW_USAGE);
    }
    if (which == N_STUDIES) {
        return args->n_operands == 1
                   ? reproduce_all(cli, args)
                   : cli_usage(cli, "reproduce all takes no folder; --data names the one "
                                    "with shared data");
    }
    return args->n_operands == 2
               ? run_study(cli, args, which)
               : cli_usage(cli, "reproduce %s needs the folder that contains the data",
                           studies[which].name);
}

const struct cli_command cli_cmd_reproduce = {
    .name = "reproduce",
    .summary = cli_lab_summary_reproduce,
    .operands = "[STUDY FOLDER]",
    .description =
        "Runs one paper's procedure on our features and the shared data and prints the "
        "result in the paper's form. Without operands it lists the studies. The folder "
        "holds the tables sokobanonline_corpus.csv, cogsci25_levels.csv, "
        "cogsci25_trials.csv, cogsci25_comparisons.csv, schaa2021_levels.csv and "
        "lichess_puzzles_1000.csv, as far as a study needs them.\n\nA star marks p "
        "values of at most 0.05, as bold type does in Schaa's table.\n\nThe study "
        "\"all\" "
        "goes through every table and figure of the five papers and writes one report: "
        "what is published, what this program computes, and a verdict (reproduced; "
        "differs, and why; not recomputable because the raw data is not public), with "
        "the CPU time of each row. Ctrl-C ends it and keeps what was computed.",
    .examples = "levelwright reproduce kartal human-data\n"
                "    Kartal's Table 1, generated levels and all\n"
                "levelwright reproduce laboratory human-data\n"
                "    the shipped model on levels of a laboratory study\n"
                "levelwright reproduce all -o reproduction --budget 2min\n"
                "    the whole report, as far as two minutes go\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 0,
    .max_operands = 2,
    .run = run,
};
