/* rate: how hard levels are for people. */
#include <math.h>
#include <string.h>

#include "measure.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    {.name = "model",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE.json",
     .help = "a fitted model; otherwise the one that ships for the game"},
    {.name = "time",
     .letter = 't',
     .type = LW_OPTION_TIME,
     .fallback = "2s",
     .help = "time limit for measuring one level; what is not known by then is told"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object a level"},
};

static const char *direction(double push) {
    return push > 0 ? "harder" : "easier";
}

static void put_json(struct cli *cli, size_t number, const struct lw_entry *entry,
                     const struct cli_measured *item, const struct cli_model *model,
                     const struct lw_prediction *p) {
    struct lw_buffer line;
    struct lw_json_writer json;
    lw_buffer_init(&line, cli->alloc);
    lw_json_begin(&json, &line);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "level", number);
    lw_json_text(&json, "title", entry->title);
    lw_json_text(&json, "status", lw_status_name(item->status));
    if (item->status != LW_OK) {
        lw_json_text(&json, "message", item->err.text);
    } else {
        double seconds = 0;
        for (size_t i = 0; i < model->features->n_features; i++) {
            seconds += item->values.seconds[i];
        }
        lw_json_real(&json, "difficulty", p->rating);
        lw_json_real(&json, "percentile", p->percentile);
        lw_json_real(&json, "low", p->low);
        lw_json_real(&json, "high", p->high);
        lw_json_real(&json, "score", p->score);
        lw_json_bool(&json, "outside", p->outside);
        lw_json_text(&json, "outside_feature",
                     p->outside ? model->model.terms[p->outside_term].feature : NULL);
        lw_json_uint(&json, "missing", p->n_missing);
        lw_json_array(&json, "drivers");
        for (size_t i = 0; i < p->n_drivers; i++) {
            lw_json_object(&json, NULL);
            lw_json_text(&json, "feature", model->model.terms[p->driver[i]].feature);
            lw_json_real(&json, "value", item->values.value[model->index[p->driver[i]]]);
            lw_json_real(&json, "push", p->push[i]);
            lw_json_object_end(&json);
        }
        lw_json_array_end(&json);
        lw_json_real(&json, "seconds", seconds);
    }
    lw_json_object_end(&json);
    cli_put_line(cli, &line);
    lw_buffer_free(&line);
}

static void put_human(struct cli *cli, size_t number, const struct lw_entry *entry,
                      const struct cli_measured *item, const struct cli_model *model,
                      const struct lw_prediction *p) {
    (void)fprintf(cli->out, "%4zu  ", number);
    if (item->status != LW_OK) {
        cli_put_safe(cli->out, item->err.text);
        (void)fputc('\n', cli->out);
        return;
    }
    (void)fprintf(cli->out, "%4.1f of 10   %3.0f %% (%.0f to %.0f)   ", p->rating,
                  p->percentile, p->low, p->high);
    cli_put_safe(cli->out, entry->title);
    (void)fputc('\n', cli->out);
    for (size_t i = 0; i < p->n_drivers; i++) {
        size_t at = model->index[p->driver[i]];
        (void)fprintf(cli->out, "        %s: %s = %.4g (%s)\n", direction(p->push[i]),
                      model->features->features[at].name, item->values.value[at],
                      model->features->features[at].help);
    }
    if (p->outside) {
        (void)fprintf(cli->out, "        outside the range I learned from: %s\n",
                      model->model.terms[p->outside_term].feature);
    }
    if (p->n_missing > 0) {
        (void)fprintf(cli->out,
                      "        %zu features could not be measured in time; their mean "
                      "stands in\n",
                      p->n_missing);
    }
}

static int rate_levels(struct cli *cli, const struct cli_args *args,
                       const struct cli_levels *levels, struct cli_tally *tally) {
    const struct lw_option_value *path = cli_value(args, "model");
    struct lw_budget budget = {.time_ns = cli_value(args, "time")->u,
                               .cancel = cli->cancel};
    struct cli_model model;
    struct lw_error err = {.text = ""};
    lw_status status = cli_model_open(cli, path->set ? path->text : NULL,
                                      levels->game->kind, &model, &err);
    if (status != LW_OK) {
        return cli_fail(cli, path->set ? path->text : NULL, &err);
    }
    size_t n = levels->set.n_entries;
    struct cli_measured *items = lw_alloc_zero(cli->alloc, n + 1, sizeof *items);
    for (size_t i = 0; items != NULL && i < n; i++) {
        items[i].level = levels->set.entries[i].level;
    }
    if (items != NULL) {
        cli_measure_all(cli, items, n, &budget);
    }
    for (size_t i = 0; items != NULL && i < n; i++) {
        struct lw_prediction prediction = {0};
        if (items[i].status == LW_OK) {
            cli_model_predict(&model, &items[i].values, &prediction);
        }
        tally->good += items[i].status == LW_OK;
        tally->bad += items[i].status != LW_OK;
        if (cli_value(args, "json")->flag) {
            put_json(cli, i + 1, &levels->set.entries[i], &items[i], &model, &prediction);
        } else {
            put_human(cli, i + 1, &levels->set.entries[i], &items[i], &model,
                      &prediction);
        }
    }
    lw_alloc_free(cli->alloc, items, (n + 1) * sizeof *items);
    cli_model_close(cli, &model);
    return 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct cli_tally tally = {0};
    const struct lw_option_value *game = cli_value(args, "game");
    const struct lw_option_value *format = cli_value(args, "format");
    for (size_t i = 0; i < args->n_operands; i++) {
        struct cli_levels levels;
        int code = cli_levels_open(cli, args->operands[i], game->set ? game->text : NULL,
                                   format->set ? format->text : NULL, NULL, 0, &levels);
        if (code == 0) {
            code = rate_levels(cli, args, &levels, &tally);
            cli_levels_close(&levels);
        }
        if (code != 0) {
            return code;
        }
    }
    return cli_tally_exit_code(&tally);
}

const struct cli_command cli_cmd_rate = {
    .name = "rate",
    .summary = "say how hard levels are for people",
    .operands = "FILE...",
    .description =
        "Measures each level and predicts where it stands among human-made levels: a "
        "percentile with a 90 % interval, the same as a number from 1 to 10, and the "
        "features that drive it. It says when a level lies outside what the model "
        "learned from. For games without people's data it says that it is uncalibrated.",
    .examples = "levelwright rate mylevels.xsb\n    how hard each level is, and why\n"
                "levelwright rate mylevels.xsb --json | sort\n    for programs\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .run = run,
};
