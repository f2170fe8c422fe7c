/* rate: how hard levels are for people. */
#include <math.h>
#include <string.h>

#include "judge/in_order.h"
#include "lw/command/feature_cache.h"
#include "lw/command/levels.h"
#include "lw/command/measure_levels.h"
#include "lw/rating.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "model",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help =
         "model to use, whose prediction is shown on its own scale too, e.g. the mean "
         "rating; default: as --db says"},
    CLI_RATER_DB_OPTION,
    {.name = "nodes",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 9e18,
     .fallback = "60000",
     .help = "node limit for measuring one level; beyond it, features are sampled"},
    {.name = "time",
     .letter = 't',
     .type = LW_OPTION_TIME,
     .fallback = "20s",
     .help = "time limit for measuring one level; if it is not reached, a level has the "
             "same rating on any machine"},
    CLI_THREADS_OPTION,
    CLI_CACHE_OPTION,
    {.name = "times",
     .type = LW_OPTION_FLAG,
     .help = "show how long each feature took to measure"},
    {.name = "verbose",
     .letter = 'v',
     .type = LW_OPTION_FLAG,
     .help = "show the features behind the words, with their values and definitions"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per level"},
};

/* One file's levels. */
struct rating {
    struct cli *cli;
    const struct cli_levels *levels;
    const struct lw_feature_ops *features;
    struct lw_rater rater;
    struct feature_cache *cache;
    struct lw_budget budget;
    size_t first, n; /* of the file's levels: those to rate */
    struct cli_measured *items;
    enum lw_ratable *ratable;    /* of each item */
    struct lw_verdict *verdicts; /* of each that is rated */
    bool json, times, verbose;
    bool own_model; /* of --model: what it predicts is shown on its own scale too */
    size_t n_printed;
    struct cli_tally tally;
};

static const struct lw_entry *entry_of(const struct rating *r, size_t index) {
    return &r->levels->set.entries[r->first + index];
}

static bool is_rated(const struct rating *r, size_t index) {
    return r->items[index].status == LW_OK && r->ratable[index] == LW_RATABLE_YES;
}

/* Why a level has no rating. */
static const char *reason(const struct rating *r, size_t index) {
    return r->items[index].status != LW_OK ? r->items[index].err.text
                                           : lw_ratable_text(r->ratable[index]);
}

static const char *direction(double push) {
    return push > 0 ? "harder" : "easier";
}

static void put_seconds(struct lw_json_writer *json, const struct rating *r,
                        const struct lw_feature_values *values) {
    double sum = 0;
    lw_json_object(json, "feature_seconds");
    for (size_t i = 0; i < r->features->n_features; i++) {
        sum += values->seconds[i];
        if (values->seconds[i] > 0) {
            lw_json_real(json, r->features->features[i].name, values->seconds[i]);
        }
    }
    lw_json_object_end(json);
    lw_json_real(json, "seconds", sum);
}

/* Uncalibrated: how many of the levels given are easier on the same scale. */
static double share_below(const struct rating *r, double score, size_t *n_known) {
    double below = 0;
    *n_known = 0;
    for (size_t i = 0; i < r->n; i++) {
        double other = r->verdicts[i].score;
        if (is_rated(r, i)) {
            (*n_known)++;
            below += other < score ? 1 : other == score ? 0.5 : 0;
        }
    }
    return *n_known == 0 ? (double)NAN : 100 * below / (double)*n_known;
}

/* What an uncalibrated level has besides: its place among those given, which needs no
 * reference. */
static void put_plain(struct lw_json_writer *json, const struct rating *r,
                      const struct lw_feature_values *values,
                      const struct lw_verdict *v) {
    size_t n_known, walker = lw_feature_find(r->levels->game->kind, "walker");
    double below = share_below(r, v->score, &n_known);
    lw_json_text(json, "note",
                 "uncalibrated: there are no data from people for this game");
    if (walker < r->features->n_features) {
        lw_json_real(json, "walker", values->value[walker]);
        lw_json_real(json, "walker_error", values->error[walker]);
    }
    lw_json_real(json, "plain_low", lw_plain_rating(v->low));
    lw_json_real(json, "plain_high", lw_plain_rating(v->high));
    lw_json_real(json, "percentile_here", below);
    lw_json_uint(json, "levels_here", n_known);
}

static void put_id(struct lw_json_writer *json, const struct lw_level *level) {
    struct lw_id128 id;
    char hex[33];
    if (level->game->kind->level->canonical(level, &id, NULL) == LW_OK) {
        lw_id128_text(id, hex);
        lw_json_text(json, "id", hex);
    }
}

/* Half of the 90 % interval of what the model predicts. */
static double prediction_error(const struct rating *r, const struct lw_verdict *v) {
    const double z90 = 1.6448536269514722;
    return hypot(r->rater.model.error90, z90 * v->score_error);
}

/* What a person's own model predicts, e.g. the mean rating of its study. */
static void put_prediction_json(struct lw_json_writer *json, const struct rating *r,
                                const struct lw_verdict *v) {
    double half = prediction_error(r, v);
    lw_json_text(json, "target", r->rater.model.target);
    lw_json_real(json, "predicted", v->score);
    lw_json_real(json, "predicted_low", v->score - half);
    lw_json_real(json, "predicted_high", v->score + half);
}

static void put_prediction(const struct rating *r, const struct lw_verdict *v) {
    double half = prediction_error(r, v);
    (void)fputs("        ", r->cli->out);
    cli_put_safe(r->cli->out, r->rater.model.target);
    (void)fprintf(r->cli->out, ": %.2f predicted, %.2f to %.2f\n", v->score,
                  v->score - half, v->score + half);
}

static void put_json(struct rating *r, size_t index) {
    const struct cli_measured *item = &r->items[index];
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(r->cli, &line, &json);
    lw_json_uint(&json, "level", r->first + index + 1);
    lw_json_text(&json, "title", entry_of(r, index)->title);
    lw_json_text(&json, "status",
                 item->status != LW_OK ? lw_status_name(item->status)
                                       : lw_ratable_name(r->ratable[index]));
    put_id(&json, item->level);
    if (!is_rated(r, index)) {
        lw_json_text(&json, "message", reason(r, index));
    } else {
        const struct lw_verdict *v = &r->verdicts[index];
        lw_verdict_json_whole(r->levels->game->kind, v, LW_FORMER_RATING, &json);
        if (!v->calibrated) {
            put_plain(&json, r, &item->values, v);
        }
        if (r->own_model) {
            put_prediction_json(&json, r, v);
        }
        put_seconds(&json, r, &item->values);
    }
    cli_json_end(r->cli, &line, &json);
}

static void put_times(const struct rating *r, const struct lw_feature_values *values) {
    double sum = 0;
    (void)fputs("        ms:", r->cli->out);
    for (size_t i = 0; i < r->features->n_features; i++) {
        sum += values->seconds[i];
        if (values->seconds[i] >= 5e-5) {
            (void)fprintf(r->cli->out, " %s %.1f", r->features->features[i].name,
                          values->seconds[i] * 1e3);
        }
    }
    (void)fprintf(r->cli->out, "; all %.1f\n", sum * 1e3);
}

/* The feature behind the words. */
static void put_feature(const struct rating *r, const struct lw_driver *driver) {
    const struct lw_feature *feature = &r->features->features[driver->feature];
    (void)fprintf(r->cli->out, "            %s = %.4g", feature->name, driver->value);
    if (driver->error > 0) {
        (void)fprintf(r->cli->out, " \u00b1 %.2g", driver->error);
    }
    (void)fprintf(r->cli->out, ", usually %.4g: %s\n", driver->usual, feature->help);
}

static void explain(const struct rating *r, const struct lw_verdict *v) {
    const struct lw_game_kind *kind = r->levels->game->kind;
    FILE *out = r->cli->out;
    struct lw_buffer words;
    lw_buffer_init(&words, r->cli->alloc);
    for (size_t i = 0; i < v->n_drivers; i++) {
        lw_buffer_clear(&words);
        lw_driver_words(kind, &v->drivers[i], &words);
        (void)fprintf(out, "        %s (%+.1f): %s\n", direction(v->drivers[i].push),
                      v->drivers[i].points, lw_buffer_text(&words));
        if (r->verbose) {
            put_feature(r, &v->drivers[i]);
        }
    }
    if (v->outside) {
        lw_buffer_clear(&words);
        lw_beyond_words(kind, &v->beyond, &words);
        (void)fprintf(out, "        outside the range that the model learned from: %s\n",
                      lw_buffer_text(&words));
        if (r->verbose) {
            put_feature(r, &v->beyond);
        }
    }
    lw_buffer_free(&words);
    if (v->n_sampled > 0) {
        (void)fprintf(out,
                      "        sampled: the level is too large to be measured exactly; "
                      "%zu features are estimates, which widens the interval\n",
                      v->n_sampled);
    }
    if (v->n_missing > 0) {
        (void)fprintf(out,
                      "        %zu features could not be measured; their means are used "
                      "instead, which widens the interval\n",
                      v->n_missing);
    }
}

static void put_human(struct rating *r, size_t index) {
    const struct lw_verdict *v = &r->verdicts[index];
    FILE *out = r->cli->out;
    (void)fprintf(out, "%4zu  ", r->first + index + 1);
    if (!is_rated(r, index)) {
        cli_put_safe(out, reason(r, index));
        (void)fputc('\n', out);
        return;
    }
    if (r->rater.calibrated) {
        (void)fprintf(out, "%4.1f of 10   %3.0f %% (%.0f to %.0f)   ", v->rating,
                      v->percentile, v->low, v->high);
    } else {
        size_t n_known;
        double below = share_below(r, v->score, &n_known);
        (void)fprintf(out, "uncalibrated %4.1f   ", v->rating);
        if (v->score_error > 0) {
            (void)fprintf(out, "(%.1f to %.1f)   ", lw_plain_rating(v->low),
                          lw_plain_rating(v->high));
        }
        if (n_known > 1) {
            (void)fprintf(out, "harder than %.0f %% of the %zu levels here   ", below,
                          n_known);
        }
    }
    cli_put_safe(out, entry_of(r, index)->title);
    (void)fputc('\n', out);
    if (r->own_model) {
        put_prediction(r, v);
    }
    explain(r, v);
    if (r->times) {
        put_times(r, &r->items[index].values);
    }
}

static void count(struct cli_tally *tally, lw_status status, enum lw_ratable ratable) {
    if (status == LW_CANCELLED || (status == LW_OK && ratable == LW_RATABLE_STOPPED)) {
        tally->limit++;
    } else if (status != LW_OK) {
        tally->bad++;
    } else if (ratable == LW_RATABLE_UNSOLVABLE) {
        tally->impossible++;
    } else {
        tally->good++;
    }
}

static void put_one(struct rating *r, size_t index) {
    count(&r->tally, r->items[index].status, r->ratable[index]);
    r->n_printed++;
    if (r->json) {
        put_json(r, index);
    } else {
        put_human(r, index);
        (void)cli_out_ok(r->cli);
    }
}

/* Each level is printed as soon as those before it are. Without a model its place among
 * the others is printed too, so it has to wait for all of them. */
static void print_one(void *ctx, size_t index) {
    struct rating *r = ctx;
    if (r->rater.calibrated) {
        put_one(r, index);
    }
}

static void rate_one(void *ctx, size_t index, const struct lw_runtime *runtime) {
    struct rating *r = ctx;
    struct cli_measured *item = &r->items[index];
    cli_measure_one(r->cache, runtime, &r->budget, item);
    if (item->status == LW_OK) {
        const struct lw_rate_task task = {item->level, &item->values, &r->budget,
                                          runtime};
        item->status = lw_rater_rate(&r->rater, &task, &r->ratable[index],
                                     &r->verdicts[index], &item->err);
    }
}

static void put_rest(struct rating *r) {
    for (size_t i = r->n_printed; i < r->n && cli_out_ok(r->cli); i++) {
        put_one(r, i);
    }
    if (r->tally.limit > 0) {
        (void)fprintf(
            r->cli->err,
            "levelwright: stopped on request: %zu of %zu levels were not rated\n",
            r->tally.limit, r->n);
    }
}

static int rate_all(struct rating *r) {
    struct cli *cli = r->cli;
    size_t n = r->n;
    struct cli_in_order job = {
        .phase = "rating", .n = n, .work = rate_one, .print = print_one, .ctx = r};
    r->items = lw_alloc_zero(cli->alloc, n + 1, sizeof *r->items);
    r->ratable = lw_alloc_zero(cli->alloc, n + 1, sizeof *r->ratable);
    r->verdicts = lw_alloc_zero(cli->alloc, n + 1, sizeof *r->verdicts);
    int code = 0;
    if (r->items == NULL || r->ratable == NULL || r->verdicts == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        code = cli_fail(cli, NULL, &err);
    }
    for (size_t i = 0; code == 0 && i < n; i++) {
        r->items[i].level = entry_of(r, i)->level;
        r->ratable[i] = LW_RATABLE_STOPPED; /* until it is rated */
    }
    if (code == 0 && !r->rater.calibrated) {
        (void)fprintf(
            cli->err,
            "levelwright: %s is uncalibrated: there are no data from people yet, so a "
            "rating is the rank among reference levels by what the program measures, not "
            "by what people found hard ('fit' makes a model for --model)\n",
            r->levels->game->kind->title);
    }
    if (code == 0) {
        cli_run_in_order(cli, &job);
        put_rest(r);
    }
    lw_alloc_free(cli->alloc, r->verdicts, (n + 1) * sizeof *r->verdicts);
    lw_alloc_free(cli->alloc, r->ratable, (n + 1) * sizeof *r->ratable);
    lw_alloc_free(cli->alloc, r->items, (n + 1) * sizeof *r->items);
    return code;
}

static int rate_levels(struct cli *cli, const struct cli_args *args,
                       struct feature_cache *cache, const struct cli_levels *levels,
                       struct cli_tally *tally) {
    const struct lw_option_value *model = cli_value(args, "model");
    const char *path;
    const struct lw_game_kind *kind = levels->game->kind;
    struct lw_error err = {.text = ""};
    size_t first, end;
    int code = cli_level_range(cli, args, levels->set.n_entries, &first, &end);
    if (code != 0) {
        return code;
    }
    struct rating r = {.cli = cli,
                       .first = first,
                       .n = end - first,
                       .levels = levels,
                       .features = kind->features,
                       .cache = cache,
                       .budget = {.nodes = (uint64_t)cli_value(args, "nodes")->i,
                                  .time_ns = cli_value(args, "time")->u,
                                  .cancel = cli->cancel},
                       .json = cli_value(args, "json")->flag,
                       .times = cli_value(args, "times")->flag,
                       .verbose = cli_value(args, "verbose")->flag,
                       .own_model = model->set};
    if (cli_rater_open_args(cli, args, kind, &r.rater, &path, &err) != LW_OK) {
        return cli_fail(cli, path, &err);
    }
    code = rate_all(&r);
    tally->good += r.tally.good;
    tally->bad += r.tally.bad;
    tally->limit += r.tally.limit;
    tally->impossible += r.tally.impossible;
    lw_rater_close(&r.rater);
    return code;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct cli_tally tally = {0};
    const struct lw_option_value *folder = cli_value(args, "cache");
    struct feature_cache *cache = NULL;
    struct lw_error err = {.text = ""};
    int worst = 0;
    if (feature_cache_open(cli->alloc, folder->set ? folder->text : NULL, &cache, &err) !=
        LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    for (size_t i = 0; i < args->n_operands && worst == 0 && tally.limit == 0; i++) {
        struct cli_levels levels;
        int code = cli_levels_open_args(cli, args, args->operands[i], &levels);
        if (code == 0) {
            code = rate_levels(cli, args, cache, &levels, &tally);
            cli_levels_close(&levels);
        }
        worst = code != 0 ? code : worst;
    }
    feature_cache_close(cache);
    return worst != 0 ? worst : cli_tally_exit_code(&tally);
}

const struct cli_command cli_cmd_rate = {
    .name = "rate",
    .summary = "predict how hard levels are for people",
    .operands = "FILE...",
    .description =
        "Measures each level and predicts where it ranks among human-made levels: a "
        "percentile with a 90 % interval, the same as a rating from 1 to 10, and in "
        "words the features behind it, each with what it adds to the rating or subtracts "
        "from it (--verbose names the features). It reports when a level lies outside "
        "the range the model learned from, and when a level was too large to be measured "
        "exactly: its features are then sampled, and the interval is wider. For games "
        "without data from people the rating is reported as uncalibrated; it is then "
        "roughly the rank among reference levels of that game by what the program can "
        "measure, and each level's rank within the file is shown, so all results appear "
        "together at the end. Levels that are already solved, or proved to have no "
        "solution, are listed but not rated.",
    .examples = "levelwright rate mylevels.xsb\n"
                "    how hard each level is, and why\n"
                "levelwright rate mylevels.xsb --level 3..5\n"
                "    only these\n"
                "levelwright rate mylevels.xsb --json > ratings.jsonl\n"
                "    for programs: one line per level, printed as soon as it and those "
                "before it are rated\n"
                "levelwright rate mylevels.xsb --db studio.db\n"
                "    by the model that this studio has learned, if it uses one\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .run = run,
};
