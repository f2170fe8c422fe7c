/* study simulate: people who do not exist take part in a study. */
#include <inttypes.h>
#include <string.h>

#include "lw/command/lab.h"
#include "study/power.h"
#include "study/simulate.h"

static const struct lw_option options[] = {
    {.name = "people",
     .type = LW_OPTION_TEXT,
     .value_name = "N|FROM..TO[:STEP]",
     .fallback = "40",
     .help = "how many count in the end: whoever leaves or is left out is replaced; of a "
             "range, every STEP (20)"},
    {.name = "repetitions",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 1e6,
     .fallback = "0",
     .help = "power: run the whole study this many times, with other people each time, "
             "and its registered test"},
    {.name = "vary",
     .type = LW_OPTION_TEXT,
     .value_name = "D1,D2,...",
     .help =
         "power: true differences (set-reaction) to try; default: 0 and the margin of "
         "equivalence"},
    CLI_THREADS_OPTION,
    {.name = "effect",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME=VALUE",
     .repeat = true,
     .help = "what is true of these people, more than once; --effects lists all"},
    {.name = "effects",
     .type = LW_OPTION_FLAG,
     .help = "list every effect with unit, usual value and meaning (Markdown)"},
    {.name = "seed",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 9e15,
     .fallback = "1",
     .help = "seed of every random draw"},
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .value_name = "FOLDER",
     .help = "write the export to this folder, and the truth beside it"},
    {.name = "log",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .help = "write every event as it would be sent, one a line, to this file"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "print the result as JSON"},
};

static int list_effects(struct cli *cli) {
    struct lw_buffer page;
    lw_buffer_init(&page, cli->alloc);
    lw_study_truth_page(&page);
    (void)fputs(lw_buffer_text(&page), cli->out);
    lw_buffer_free(&page);
    return 0;
}

static lw_status read_effects(const struct cli_args *args, struct lw_study_truth *truth,
                              struct lw_error *err) {
    lw_status status = LW_OK;
    lw_study_truth_begin(truth);
    for (size_t i = 0; i < args->n_repeats && status == LW_OK; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "effect") == 0) {
            status = lw_study_truth_set(truth, args->repeats[i].text, err);
        }
    }
    return status;
}

static void report(struct cli *cli, const struct cli_args *args,
                   const struct simulate_job *job, const struct lw_study_crowd *crowd) {
    if (cli_value(args, "json")->flag) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_text(&json, "study", job->definition.study->name);
        lw_json_text(&json, "hash", job->definition.hash);
        lw_json_uint(&json, "seed", job->simulation.seed);
        lw_json_bool(&json, "simulated", true);
        lw_json_int(&json, "entered", crowd->entered);
        lw_json_int(&json, "completed", crowd->completed);
        lw_json_int(&json, "counted", crowd->counted);
        lw_json_int(&json, "left", crowd->left);
        lw_json_int(&json, "unfit", crowd->unfit);
        lw_json_int(&json, "refused", crowd->refused);
        cli_json_end(cli, &line, &json);
        return;
    }
    (void)fprintf(cli->out,
                  "%" PRId64 " simulated people entered, %" PRId64
                  " completed it, %" PRId64 " count; %" PRId64
                  " left on the way, %" PRId64 " did not pass a check, %" PRId64
                  " were turned away; seed %" PRIu64 "\n",
                  crowd->entered, crowd->completed, crowd->counted, crowd->left,
                  crowd->unfit, crowd->refused, job->simulation.seed);
}

static void put_cell(struct cli *cli, bool as_json, const struct simulate_job *job,
                     const struct power_cell *cell) {
    if (!as_json) {
        (void)fprintf(
            cli->out,
            "%4" PRId64 " people, difference %g: %.1f %% of %.0f significant, "
            "%.1f %% equivalent, interval holds the truth in %.1f %%; most "
            "significant of three models: %.1f %% of variables, any in %.1f %%\n",
            cell->people, cell->effect, 100 * cell->significant, cell->n_known,
            100 * cell->equivalent, 100 * cell->holds, 100 * cell->rule,
            100 * cell->rule_any);
        return;
    }
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(cli, &line, &json);
    lw_json_bool(&json, "simulated", true);
    lw_json_uint(&json, "seed", job->simulation.seed);
    lw_json_int(&json, "people", cell->people);
    lw_json_real(&json, "effect", cell->effect);
    lw_json_real(&json, "repetitions", cell->n);
    lw_json_real(&json, "known", cell->n_known);
    lw_json_real(&json, "analysed", cell->n_people);
    lw_json_real(&json, "significant", cell->significant);
    lw_json_real(&json, "equivalent", cell->equivalent);
    lw_json_real(&json, "holds", cell->holds);
    lw_json_real(&json, "rule", cell->rule);
    lw_json_real(&json, "rule_any", cell->rule_any);
    lw_json_real(&json, "mean", cell->mean);
    lw_json_real(&json, "sd", cell->sd);
    lw_json_real(&json, "se", cell->se);
    cli_json_end(cli, &line, &json);
}

static int run_power(struct cli *cli, const struct cli_args *args,
                     struct simulate_job *job, struct power_plan *plan) {
    const char *folder = cli_value(args, "output")->text;
    struct report r;
    struct lw_error err = {0};
    report_init(&r, cli->alloc);
    struct cli_progress *progress = cli_progress_begin(cli, "repetitions");
    lw_status status = power_run(plan, &job->definition.arena, &err);
    cli_progress_end(progress);
    bool stopped = status == LW_CANCELLED;
    if (status == LW_OK || stopped) {
        power_report(plan, &r);
        status = r.failed ? lw_fail_memory(&err) : report_write_folder(&r, folder, &err);
    }
    if (status == LW_OK) {
        job->truth.value[LW_STUDY_TRUTH_SET_REACTION] = plan->effects[0];
        status = simulate_write_truth(job, folder, &err);
    }
    int code = status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
    for (size_t i = 0; code == 0 && i < plan->n_cells; i++) {
        put_cell(cli, cli_value(args, "json")->flag, job, &plan->cells[i]);
    }
    if (code == 0 && stopped) {
        (void)fprintf(cli->err, "stopped on request; %s has the repetitions until then\n",
                      folder);
        code = lw_status_exit_code(LW_CANCELLED);
    }
    report_free(&r);
    return code;
}

static int run_on(struct cli *cli, const struct cli_args *args,
                  struct simulate_job *job) {
    const char *log = cli_value(args, "log")->text;
    struct lw_study_crowd crowd = {0};
    struct lw_error err = {0};
    lw_status status = LW_OK;
    if (cli_value(args, "output")->text != NULL) {
        status =
            simulate_write_export(job, cli_value(args, "output")->text, &crowd, &err);
    }
    if (status == LW_OK && log != NULL) {
        status = simulate_write_log(job, log, &crowd, &err);
    }
    if (status != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    report(cli, args, job, &crowd);
    return 0;
}

/* Once, or over and over. */
static int choose(struct cli *cli, const struct cli_args *args,
                  struct simulate_job *job) {
    struct power_plan plan = {.job = job};
    struct lw_error err = {0};
    lw_status status = power_plan_read(args, &plan, &job->definition.arena, &err);
    if (status != LW_OK) {
        return status == LW_USAGE ? cli_usage(cli, "%s", err.text)
                                  : cli_fail(cli, NULL, &err);
    }
    job->simulation.people = plan.people[0];
    const char *why_not = plan.repetitions > 0 ? power_why_not(args, job) : NULL;
    if (why_not != NULL) {
        return cli_usage(cli, "%s", why_not);
    }
    if (plan.repetitions > 0) {
        return cli_value(args, "output")->text == NULL
                   ? cli_usage(cli, "power needs -o FOLDER for its report")
               : cli_value(args, "log")->text != NULL
                   ? cli_usage(cli, "--log is of one run; leave out --repetitions")
                   : run_power(cli, args, job, &plan);
    }
    if (cli_value(args, "vary")->text != NULL) {
        return cli_usage(cli, "--vary needs --repetitions R: power is worked out for "
                              "each difference; one run takes --effect set-reaction=D");
    }
    return plan.n_people > 1
               ? cli_usage(cli,
                           "a range of people needs --repetitions R: power is worked "
                           "out for each size")
               : run_on(cli, args, job);
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct simulate_job job = {.cli = cli};
    struct lw_error err = {0};
    if (cli_value(args, "effects")->flag) {
        return list_effects(cli);
    }
    if (args->n_operands == 0) {
        return cli_usage(cli, "study simulate needs a DEFINITION: a file, or the name of "
                              "a ready-made design");
    }
    if (cli_value(args, "output")->text == NULL && cli_value(args, "log")->text == NULL) {
        return cli_usage(cli, "study simulate needs -o FOLDER or --log FILE");
    }
    if (read_effects(args, &job.truth, &err) != LW_OK) {
        return cli_usage(cli, "%s", err.text);
    }
    int code = lab_definition_read(cli, args->operands[0], &job.definition);
    if (code == 0) {
        job.simulation = (struct lw_study_simulation){
            .study = job.definition.study,
            .cells = &job.definition.cells,
            .levels = &job.definition.levels,
            .truth = &job.truth,
            .seed = (uint64_t)cli_value(args, "seed")->i,
            .cancel = cli->cancel,
        };
        code = choose(cli, args, &job);
    }
    lab_definition_end(&job.definition);
    return code;
}

const struct cli_command cli_cmd_study_simulate = {
    .name = "study simulate",
    .summary = cli_lab_summary_study_simulate,
    .operands = "DEFINITION",
    .description =
        "People who do not exist take part: they come one after the other, get cells by "
        "the study's own rule, meet the same plan as people, answer, play, tire, slip "
        "and leave, and what they do is checked and exported by the same code. "
        "DEFINITION is a file, the name of a ready-made design, or the frozen "
        "definition in an export.\n\n"
        "What is true of them is set with --effect; an analysis of the export should "
        "find it again. `--effects` lists all effects. The truth is written to "
        "FOLDER-truth.json: effects, the true difficulty of each level, the seed.\n\n"
        "With --repetitions the study is run so often with other people, for each number "
        "of --people and each true difference of --vary, and its registered test and the "
        "test of equivalence are counted: tables, curves and a report in FOLDER. Beside "
        "them stands what the most significant of three models would call significant. "
        "Ctrl-C keeps what was found.\n\n"
        "Every row is marked as simulated, and `fit` refuses such tables unless it is "
        "asked. The same definition, effects and seed give the same bytes.",
    .examples =
        "levelwright study simulate taylor-stroop --people 48 --seed 7 -o simulated\n"
        "    an export of 48 people who count, in the folder simulated\n"
        "levelwright study simulate taylor-stroop --effect set-reaction=0.05 -o slower\n"
        "    generated levels slow their reactions to words by 5 percent\n"
        "levelwright study simulate kartal-pairwise --effect lapses=0.1 -o pairs\n"
        "    comparisons of levels whose true difficulty is in pairs-truth.json\n"
        "levelwright study simulate taylor-stroop --people 20..200 --repetitions 200 -o "
        "p\n"
        "    power and equivalence over the number of people, with curves\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 0,
    .max_operands = 1,
    .run = run,
};
