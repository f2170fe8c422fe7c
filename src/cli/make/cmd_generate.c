/* generate: new levels by any generator of any game. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lw/command/feature_cache.h"
#include "lw/command/levels.h"
#include "lw/command/measure_levels.h"
#include "lw/make.h"
#include "make/campaign.h"
#include "make/journal.h"
#include "make/pool_options.h"
#include "make/recipe.h"

static const struct lw_option options[] = {
    {.name = "method",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .letter = 'm',
     .help = "which generator to use; default: the game's first"},
    {.name = "count",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1e9,
     .letter = 'n',
     .help = "how many levels"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 9007199254740992.0,
     .letter = 's',
     .help = "the same seed gives the same levels; by default one is drawn and printed"},
    {.name = "threads",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 4096,
     .fallback = "0",
     .help = "number of cores to use, 0 for all; the levels do not depend on it"},
    {.name = "rule",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME=VALUE",
     .repeat = true,
     .help = "a rule of the game, e.g. rules=strict for flow"},
    {.name = "examples",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "levels for the generator to learn from or take rooms from"},
    {.name = "templates",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "templates to use instead of the built-in ones"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .letter = 't',
     .help = "stop after this time with what was found; such a run is not reproducible"},
    {.name = "candidate-time",
     .type = LW_OPTION_TIME,
     .help = "time limit for one candidate; such a run is not reproducible"},
    {.name = "nodes",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 9e18,
     .help = "node limit for one candidate; reproducible on any machine"},
    {.name = "candidates",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 9e18,
     .help = "make at most this many candidates"},
    {.name = "patience",
     .type = LW_OPTION_INT,
     .fallback = "1000",
     .min = 0,
     .max = 9e18,
     .help = "give up after this many candidates in a row without a level; 0 for never"},
    {.name = "diverse",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 10000,
     .help = "make this many times the count and keep the most diverse"},
    {.name = "difficulty",
     .type = LW_OPTION_RANGE,
     .help = "only levels with a rating in this range, 1 to 10, as 'rate' predicts it; "
             "mcts and evolve search for such levels unless given another objective"},
    {.name = "model",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "model for --difficulty; default: as --db says"},
    CLI_RATER_DB_OPTION,
    CLI_CACHE_OPTION,
    {.name = "resume",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "keep a journal in this file, and continue where it ends"},
    {.name = "recipe",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "write down every option and version, so that 'generate FILE.json' gives "
             "the same bytes again"},
    {.name = "expect",
     .type = LW_OPTION_TEXT,
     .value_name = "HASH",
     .help = "fail unless the levels are those of a recipe with this hash"},
    {.name = "stats",
     .type = LW_OPTION_FLAG,
     .help = "print the generator's statistics for the run"},
    CLI_POOL_OPTIONS,
};
#define N_OPTIONS (sizeof options / sizeof *options)

struct generate {
    struct cli *cli;
    const struct cli_args *args;
    const struct lw_game_kind *kind;
    const struct lw_generator *generator;
    uint64_t seed;
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS]; /* of the generator */
    struct lw_filter filters[CLI_MAX_FILTERS];
    struct cli_levels source; /* of a game that is made from a file */
    struct cli_levels examples;
    struct lw_game *game;
    struct lw_opened plain; /* of a kind that needs no source */
    struct lw_buffer aux;
    struct lw_against against;
    struct lw_rater rater;       /* if ratings are asked for */
    struct feature_cache *cache; /* of what is measured for them */
    struct lw_make make;
    struct cli_journal journal;
    struct cli_made made; /* what goes out */
    size_t n_printed;     /* lines of --json */
    struct lw_buffer line;
    struct cli_progress *progress;
};

/* Which generator. */

/* The options of the generator that the arguments name, and the measures as filters. */
static size_t more_options(int argc, char **argv, struct lw_option *more, size_t room) {
    const struct lw_game_kind *kind = NULL;
    const char *method = NULL;
    for (int i = 0; i < argc; i++) {
        if (kind == NULL) {
            kind = lw_game_kind_find(argv[i]);
        }
        if (strncmp(argv[i], "--method=", 9) == 0) {
            method = argv[i] + 9;
        } else if ((strcmp(argv[i], "--method") == 0 || strcmp(argv[i], "-m") == 0) &&
                   i + 1 < argc) {
            method = argv[i + 1];
        }
    }
    const struct lw_generator *generator =
        kind == NULL ? NULL : lw_generator_find(kind, method);
    size_t n = 0;
    for (size_t i = 0; generator != NULL && i < generator->n_options && n < room; i++) {
        const struct lw_option *option = &generator->options[i];
        if (lw_option_find(options, N_OPTIONS, option->name, strlen(option->name)) ==
            N_OPTIONS) {
            more[n++] = lw_generator_option(generator, i);
        }
    }
    if (kind != NULL) {
        n += cli_pool_measure_options(kind, more, n, more + n, room - n);
    }
    return n;
}

static int find_method(struct generate *g) {
    const char *name = g->args->operands[0];
    const struct lw_option_value *method = cli_value(g->args, "method");
    g->kind = lw_game_kind_find(name);
    if (g->kind == NULL) {
        struct lw_buffer names;
        lw_buffer_init(&names, g->cli->alloc);
        lw_game_kind_names(lw_game_kinds(), &names);
        int code = cli_usage(g->cli, "there is no game '%.40s'; the games are %s", name,
                             lw_buffer_text(&names));
        lw_buffer_free(&names);
        return code;
    }
    struct lw_error err;
    if (lw_generator_get(g->kind, method->text, &g->generator, &err) != LW_OK ||
        lw_generator_settings(g->generator, &(struct lw_settings){NULL, 0}, 0, g->values,
                              &err) != LW_OK) {
        return cli_fail(g->cli, NULL, &err);
    }
    const struct lw_option *own = g->generator->options;
    for (size_t i = 0; i < g->generator->n_options; i++) {
        size_t at = lw_option_find(g->args->options, g->args->n_options, own[i].name,
                                   strlen(own[i].name));
        if (at >= N_OPTIONS && at < g->args->n_options) {
            g->values[i] = g->args->values[at];
        }
    }
    return 0;
}

/* Opening. */

/* A game of a kind that needs no source. */
static int open_rules(struct generate *g, const char *rules) {
    struct lw_open_request request = {
        .alloc = g->cli->alloc, .kind = g->kind, .rules = rules};
    struct lw_error err;
    lw_status status = lw_open_game(&request, &g->plain, &err);
    g->game = g->plain.game;
    return status == LW_OK ? 0 : cli_fail(g->cli, NULL, &err);
}

static int open_game(struct generate *g) {
    bool from_source = (g->kind->flags & LW_GAME_FROM_SOURCE) != 0;
    if (from_source != (g->args->n_operands > 1)) {
        return from_source
                   ? cli_usage(
                         g->cli,
                         "%s needs the file of a game: levelwright generate %s FILE",
                         g->kind->title, g->kind->name)
                   : cli_usage(g->cli,
                               "'%.60s': %s takes no game file; give levels to learn "
                               "from with --examples",
                               g->args->operands[1], g->kind->title);
    }
    struct lw_buffer rules;
    lw_buffer_init(&rules, g->cli->alloc);
    cli_rule_lines(g->args, &rules);
    int code;
    if (from_source) {
        code = cli_game_open(g->cli, g->args->operands[1], g->kind->name,
                             lw_buffer_text(&rules), &g->source);
        g->game = g->source.game;
    } else {
        code = open_rules(g, lw_buffer_text(&rules));
    }
    if (code == 0 && from_source) {
        cli_levels_try(g->cli, &g->source);
    }
    lw_buffer_free(&rules);
    return code;
}

static int open_inputs(struct generate *g) {
    const struct lw_option_value *examples = cli_value(g->args, "examples");
    const struct lw_option_value *templates = cli_value(g->args, "templates");
    int code = open_game(g);
    if (code == 0 && templates->set && !g->generator->reads_templates) {
        return cli_usage(g->cli,
                         "method %s does not use templates; leave out --templates",
                         g->generator->name);
    }
    if (code == 0 && examples->set) {
        code = cli_levels_beside(g->cli, examples->text, g->game, &g->examples);
    }
    if (code == 0 && templates->set) {
        struct lw_error err;
        if (lw_platform_read_file(templates->text, (size_t)16 << 20, &g->aux, &err) !=
            LW_OK) {
            code = cli_fail(g->cli, templates->text, &err);
        } else if (g->aux.len == 0) {
            (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                          "the file is empty; a template is five rows of five squares");
            code = cli_fail(g->cli, templates->text, &err);
        }
    }
    return code;
}

/* Difficulty. */

static lw_status measure_kept(void *ctx, const struct lw_level *level,
                              enum lw_feature_cost up_to, const struct lw_budget *budget,
                              const struct lw_runtime *runtime,
                              struct lw_feature_values *values) {
    const struct feature_task task = {level, up_to, budget, runtime};
    return feature_cache_measure(ctx, &task, values, NULL);
}

static int open_rater(struct generate *g) {
    const struct lw_option_value *range = cli_value(g->args, "difficulty");
    const struct lw_option_value *folder = cli_value(g->args, "cache");
    const char *path;
    struct lw_error err = {.status = LW_OK};
    if (!range->given) {
        return cli_value(g->args, "model")->set
                   ? cli_usage(g->cli, "--model requires --difficulty")
                   : 0;
    }
    if (cli_rater_open_args(g->cli, g->args, g->kind, &g->rater, &path, &err) != LW_OK) {
        return cli_fail(g->cli, path, &err);
    }
    if (!g->rater.calibrated) {
        (void)fprintf(g->cli->err,
                      "levelwright: %s is uncalibrated: there are no data from people "
                      "yet, so --difficulty means the rank among reference levels (see "
                      "'levelwright help generate')\n",
                      g->kind->title);
    }
    return feature_cache_open(g->cli->alloc, folder->set ? folder->text : NULL, &g->cache,
                              &err) == LW_OK
               ? 0
               : cli_fail(g->cli, NULL, &err);
}

/* Running. */

static uint64_t number_of(const struct cli_args *args, const char *name) {
    const struct lw_option_value *value = cli_value(args, name);
    return value->set ? (uint64_t)value->i : 0;
}

static bool writes_files(const struct cli_args *args) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "output") == 0 &&
            strcmp(args->repeats[i].text, "-") != 0) {
            return true;
        }
    }
    return false;
}

/* Is the order of standard output that in which levels are found? Then every line is
 * final as soon as its level is. Beside a file the lines have the file's order. */
static bool prints_at_once(const struct cli_args *args) {
    const char *order = cli_value(args, "order")->text;
    return cli_value(args, "json")->flag && cli_value(args, "diverse")->i <= 1 &&
           !writes_files(args) && (order == NULL || strcmp(order, "index") == 0);
}

static struct lw_make_request describe(struct generate *g, size_t n_filters) {
    const struct cli_args *args = g->args;
    const struct lw_option_value *range = cli_value(args, "difficulty");
    bool has_source_levels = g->source.game != NULL && g->source.set.n_entries > 0;
    return (struct lw_make_request){
        .game = g->game,
        .generator = g->generator,
        .values = g->values,
        .examples = g->examples.game != NULL ? &g->examples.set
                    : has_source_levels      ? &g->source.set
                                             : NULL,
        .aux_text = g->aux.len > 0 ? lw_buffer_text(&g->aux) : NULL,
        .aux_len = g->aux.len,
        .filters = g->filters,
        .n_filters = n_filters,
        .against = &g->against,
        .by_rating = range->given,
        .min_rating = range->lo,
        .max_rating = range->hi,
        .rater = range->given ? &g->rater : NULL,
        .measure = measure_kept,
        .measure_ctx = g->cache,
        .seed = g->seed,
        .count = (size_t)number_of(args, "count"),
        .diverse = (size_t)number_of(args, "diverse"),
        .max_candidates = number_of(args, "candidates"),
        .patience = number_of(args, "patience"),
        .budget = {.time_ns = cli_value(args, "time")->u, .cancel = g->cli->cancel},
        .candidate_budget = {.nodes = number_of(args, "nodes"),
                             .time_ns = cli_value(args, "candidate-time")->u},
        .order = prints_at_once(args) ? "index" : cli_value(args, "order")->text,
    };
}

/* When nobody reads any further, the work is done. */
static void print_level(struct generate *g, const struct lw_made_level *level) {
    struct lw_error err;
    cli_progress_hide(g->progress);
    if (cli_made_line(g->args, &g->made, level, ++g->n_printed, &g->line, &err) !=
        LW_OK) {
        g->cli->out_errno = ENOMEM;
    } else {
        cli_put_line(g->cli, &g->line);
    }
    if (cli_out_closed(g->cli)) {
        lw_platform_stop(g->cli->platform);
    }
}

static void on_taken(void *ctx, const struct lw_made_level *level) {
    struct generate *g = ctx;
    if (g->journal.cli != NULL) {
        cli_journal_taken(&g->journal, level);
    }
    if (g->made.printed) {
        print_level(g, level);
    }
}

static void on_checkpoint(void *ctx, uint64_t next_index) {
    struct generate *g = ctx;
    if (g->journal.cli != NULL) {
        cli_journal_checkpoint(&g->journal, next_index);
    }
    /* While candidates give nothing, nothing is printed that would show it. */
    if (g->made.printed && cli_out_closed(g->cli)) {
        lw_platform_stop(g->cli->platform);
    }
}

/* Levels of a journal were taken before. */
static void begin_output(struct generate *g) {
    g->made = (struct cli_made){.game = g->game,
                                .pool = &g->make.pool,
                                .source = g->generator->name,
                                .seed = g->seed,
                                .printed = prints_at_once(g->args)};
    g->make.request.taken = on_taken;
    g->make.request.checkpoint = on_checkpoint;
    g->make.request.ctx = g;
    for (size_t i = 0; g->made.printed && i < g->make.pool.n_levels; i++) {
        print_level(g, &g->make.pool.levels[i]);
    }
}

static int open_journal(struct generate *g) {
    struct lw_make_request *request = &g->make.request;
    const struct lw_option_value *resume = cli_value(g->args, "resume");
    if (!resume->set) {
        return 0;
    }
    struct lw_buffer identity;
    lw_buffer_init(&identity, g->cli->alloc);
    cli_journal_identity(g->args, &g->make.request, &identity);
    int code =
        cli_journal_open(&g->journal, g->cli,
                         &(struct cli_journaled){.path = resume->text,
                                                 .identity = lw_buffer_text(&identity),
                                                 .game = g->game,
                                                 .pool = &g->make.pool,
                                                 .next_index = &request->first_index});
    lw_buffer_free(&identity);
    return code;
}

static void report(const struct generate *g) {
    size_t n_levels = g->make.n_found;
    FILE *out = g->cli->err;
    const struct lw_make_report *run = &g->make.report;
    double seconds = g->make.seconds;
    (void)fprintf(
        out, "levelwright: seed %" PRIu64 ": %zu level%s from %" PRIu64 " candidate%s",
        g->seed, n_levels, n_levels == 1 ? "" : "s", run->n_candidates,
        run->n_candidates == 1 ? "" : "s");
    if (run->n_offered > run->n_candidates) {
        (void)fprintf(out, ", which gave %" PRIu64 ",", run->n_offered);
    }
    (void)fprintf(out, " in %.2f s", seconds);
    if (seconds > 0) {
        (void)fprintf(out, " (%.3g levels/s)",
                      (double)run->counts[LW_REFUSED_NOT] / seconds);
    }
    for (enum lw_refusal i = LW_REFUSED_INVALID; i < LW_N_REFUSALS; i++) {
        if (run->counts[i] > 0) {
            (void)fprintf(out, ", %" PRIu64 " %s", run->counts[i], lw_refusal_name(i));
        }
    }
    (void)fputc('\n', out);
    if (run->n_cut > 0) {
        (void)fprintf(out,
                      "levelwright: the time limit ended the search of %zu of these "
                      "levels: they are the best found so far, not the best possible\n",
                      run->n_cut);
    }
    for (size_t i = 0; cli_value(g->args, "stats")->flag && i < run->n_stats; i++) {
        (void)fprintf(out, "levelwright: %s %.6g\n", run->stats[i].name,
                      run->stats[i].sum);
    }
}

/* The rules may misbehave only in what was made. */
static void try_levels(struct generate *g) {
    const struct lw_pool *pool = &g->make.pool;
    uint64_t spent = 0;
    for (size_t i = 0; i < pool->n_levels && g->source.game != NULL; i++) {
        struct lw_warning warning;
        if (spent >= LW_TRY_WORK) {
            return;
        }
        spent += lw_level_try(pool->levels[i].level, g->cli->alloc,
                              LW_TRY_WORK / pool->n_levels, i, &warning);
        cli_levels_warn(g->cli, &g->source, &warning);
    }
}

static int write_recipe(struct generate *g, struct cli_recipe *recipe) {
    bool wanted = cli_value(g->args, "recipe")->set;
    if (wanted && !g->make.repeatable) {
        (void)fputs("levelwright: no recipe is written of a run that was stopped\n",
                    g->cli->err);
        return 0;
    }
    return cli_recipe_finish(g->cli, g->args, recipe);
}

/* With part of the levels the run still delivers them, and ends with its exit code. */
static int finish(struct generate *g, lw_status status, struct lw_error *err) {
    if (g->made.printed && cli_out_closed(g->cli)) {
        return 0;
    }
    struct cli_recipe recipe = {.game = g->args->operands[0],
                                .method = g->generator->name,
                                .file =
                                    g->args->n_operands > 1 ? g->args->operands[1] : NULL,
                                .seed = g->seed};
    lw_buffer_init(&recipe.ids, g->cli->alloc);
    cli_recipe_add_generator(&recipe, g->kind, g->generator);
    for (size_t i = 0; i < g->make.pool.n_levels; i++) {
        cli_recipe_add_level(&recipe, &g->make.pool.levels[i]);
    }
    /* The only text a generator reads itself, and so the only one with places in it. */
    const char *file = err->line > 0 ? cli_value(g->args, "templates")->text : NULL;
    int code = status == LW_OK ? 0 : cli_fail(g->cli, file, err);
    int delivered = cli_pool_deliver(g->cli, g->args, &g->made);
    if (delivered == 0) {
        delivered = write_recipe(g, &recipe);
    }
    lw_buffer_free(&recipe.ids);
    return delivered != 0 ? delivered : code;
}

static int open_run(struct generate *g) {
    struct lw_error err = {.status = LW_OK};
    size_t n_filters;
    int code = cli_pool_filters(g->cli, g->args, g->kind, g->filters, &n_filters);
    if (code == 0) {
        code = cli_pool_check_outputs(g->cli, g->args, g->kind);
    }
    if (code == 0) {
        code = cli_recipe_check(g->cli, g->args);
    }
    if (code == 0) {
        code = open_rater(g);
    }
    if (code == 0) {
        code = open_inputs(g);
    }
    if (code == 0) {
        code = cli_against(g->cli, g->args, g->game, &g->against);
    }
    if (code != 0) {
        return code;
    }
    struct lw_make_request request = describe(g, n_filters);
    if (lw_make_open(&g->make, &request, g->cli->runtime, &err) != LW_OK) {
        return cli_fail(g->cli, NULL, &err);
    }
    return open_journal(g);
}

static int generate(struct generate *g) {
    struct lw_error err = {.status = LW_OK};
    int code = open_run(g);
    if (code != 0) {
        return code;
    }
    begin_output(g);
    g->progress = cli_progress_begin(g->cli, "generate");
    lw_status status = lw_make_run(&g->make, &err);
    cli_progress_end(g->progress);
    g->progress = NULL;
    report(g);
    try_levels(g);
    code = finish(g, status, &err);
    if (g->journal.cli != NULL) {
        int closed = cli_journal_close(&g->journal);
        code = code == 0 ? closed : code;
    }
    return code;
}

extern const struct cli_command cli_cmd_generate;

static int run(struct cli *cli, const struct cli_args *args) {
    if (cli_is_campaign(args->operands[0])) {
        return !cli_value(args, "expect")->set && cli_is_recipe(cli, args->operands[0])
                   ? cli_recipe_run(cli, args, &cli_cmd_generate)
                   : cli_campaign_generate(cli, args);
    }
    struct generate *g = lw_alloc_zero(cli->alloc, 1, sizeof *g);
    if (g == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        return cli_fail(cli, NULL, &err);
    }
    g->cli = cli;
    g->args = args;
    lw_buffer_init(&g->aux, cli->alloc);
    lw_buffer_init(&g->line, cli->alloc);
    lw_against_init(&g->against, cli->alloc);
    const struct lw_option_value *seed = cli_value(args, "seed");
    g->seed = seed->set ? (uint64_t)seed->i : cli_draw_seed(cli);
    int code = find_method(g);
    if (code == 0) {
        code = generate(g);
    }
    if (g->journal.cli != NULL) {
        (void)cli_journal_close(&g->journal);
    }
    lw_make_close(&g->make);
    lw_against_free(&g->against);
    if (g->examples.game != NULL) {
        cli_levels_close(&g->examples);
    }
    if (g->source.game != NULL) {
        cli_levels_close(&g->source);
    }
    lw_rater_close(&g->rater);
    if (g->cache != NULL) {
        feature_cache_close(g->cache);
    }
    if (g->plain.kind != NULL) {
        lw_opened_close(&g->plain);
    }
    lw_buffer_free(&g->line);
    lw_buffer_free(&g->aux);
    lw_alloc_free(cli->alloc, g, sizeof *g);
    return code;
}

const struct cli_command cli_cmd_generate = {
    .name = "generate",
    .summary = "make new levels, each proven solvable",
    .operands = "GAME|FILE.json [FILE]",
    .description =
        "Makes levels of GAME with one of its generators. Every level is proven solvable "
        "by replaying its solution, no two are the same puzzle (even mirrored or "
        "rotated), and they are sorted by difficulty. Each generator has options of its "
        "own; 'levelwright generate sokoban --method farthest --help' lists them. A game "
        "that is defined by a file (PuzzleScript) takes that file as an "
        "operand. FILE.json is a campaign (chapters that rise in difficulty, see "
        "docs/generating.md) or a recipe that --recipe has written.\n\nCandidates are "
        "numbered and each has its own random stream, so a "
        "seed gives the same levels with any number of threads. A time budget cannot "
        "promise that. With --json, and neither --order nor --diverse nor a file to "
        "write, levels "
        "are printed as they are found; otherwise they are sorted first. --difficulty "
        "keeps only levels whose rating, from 1 to 10 as "
        "'rate' predicts it, lies in the given range; evolve, genetic and mcts also aim "
        "for its middle. A game for which no data from people exist is reported as "
        "uncalibrated; its ratings are then roughly the rank among reference levels by "
        "what the program can measure, as 'rate' prints them.\n\nCtrl-C ends the run and "
        "keeps what was found; with --resume it can be continued later.\n\nThe exit code "
        "is 0 if all levels were found, 3 if the budget ran out first (the levels found "
        "are still written), and 4 if the request is impossible.",
    .examples =
        "levelwright generate sokoban --method farthest --size 2x2 --boxes 4 --seed 1\n"
        "    one level, the best of all goal placements of its room\n"
        "levelwright generate sokoban -m farthest -n 20 --lines 12.. -o pack.sok -o "
        "pack.svg\n"
        "    twenty levels of at least twelve box lines, and a contact sheet\n"
        "levelwright generate sokoban -m evolve -n 10 --difficulty 6..7\n"
        "    ten levels somewhat harder than average, as rate predicts\n"
        "levelwright generate sokoban -m mcts -n 100 --against old.sok --json\n"
        "    a hundred levels that are not in old.sok, one JSON object each\n"
        "levelwright generate puzzlescript game.txt -m genetic -n 8 -o new.txt -o "
        "new.png\n"
        "    the game with eight levels of its own rules, and a contact sheet\n"
        "levelwright generate campaign.json -o book.pdf -o pack.sok -o report.html\n"
        "    the levels of a campaign as a booklet with solutions, a pack and a report\n"
        "levelwright generate puzzlescript game.txt --outlines paper --moves 15..\n"
        "    a level of at least fifteen key presses in one of eight layouts\n",
    .options = options,
    .n_options = N_OPTIONS,
    .min_operands = 1,
    .max_operands = 2,
    .more_options = more_options,
    .run = run,
};
