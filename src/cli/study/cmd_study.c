/* study: definitions of studies, from a ready-made design to a person's plan. Each action
 * is one function over the definition that was read. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lw/command/suggest.h"
#include "lw/study.h"
#include "study/open.h"
#include "study/sources.h"

static const struct lw_option options[] = {
    {.name = "output",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .letter = 'o',
     .help = "new, plan, schema: output file; default: standard output; export: folder"},
    {.name = "force", .type = LW_OPTION_FLAG, .help = "new: replace an existing file"},
    {.name = "cell",
     .type = LW_OPTION_TEXT,
     .value_name = "CELL",
     .fallback = "1",
     .help = "plan: number or name of a cell"},
    {.name = "person",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 1e9,
     .fallback = "1",
     .help = "plan: the person's number; orders and trials are drawn by it"},
    {.name = "trials",
     .type = LW_OPTION_FLAG,
     .help = "plan: list every trial, one per line"},
    {.name = "sheet",
     .type = LW_OPTION_FLAG,
     .help = "plan: the cell's instruction sheet, to be printed (Markdown)"},
    {.name = "for",
     .type = LW_OPTION_CHOICE,
     .choices = "participant|experimenter",
     .fallback = "participant",
     .help = "plan: whose sheet; the experimenter's names the condition"},
    {.name = "language",
     .type = LW_OPTION_TEXT,
     .value_name = "TAG",
     .help = "plan: language of the texts; default: the study's first"},
    {.name = "no-levels",
     .type = LW_OPTION_FLAG,
     .help = "check: the file alone, without reading or making its levels"},
    {.name = "remake",
     .type = LW_OPTION_FLAG,
     .help = "check: make files of generated levels again by their recipes, and compare"},
    {.name = "events",
     .type = LW_OPTION_FLAG,
     .help = "schema: the table of events instead (Markdown)"},
    {.name = "tables",
     .type = LW_OPTION_FLAG,
     .help = "schema: the tables of an export instead (Markdown)"},
    {.name = "texts",
     .type = LW_OPTION_FLAG,
     .help = "schema: what the pages say to participants instead, to be translated for a "
             "definition's interface"},
    {.name = "study",
     .type = LW_OPTION_TEXT,
     .value_name = "ID",
     .help = "open: make this a new version of that study"},
    {.name = "url",
     .type = LW_OPTION_TEXT,
     .value_name = "URL",
     .fallback = "http://127.0.0.1:8080",
     .help = "open, list: address of the studio, for the link"},
    CLI_DATABASE_OPTIONS,
    {.name = "json", .type = LW_OPTION_FLAG, .help = "print results as JSON"},
};

/* A definition that was read, with what came of it. */
struct study_job {
    struct cli *cli;
    const struct cli_args *args;
    const char *file;
    struct lw_arena arena;
    struct lw_study_faults faults;
    struct lw_study *study;
    struct lw_study_cells cells;
    struct lw_study_levels levels;
    struct study_sources sources;
};

static bool flag(const struct cli_args *args, const char *name) {
    return cli_value(args, name)->flag;
}

static int write_out(struct cli *cli, const struct cli_args *args, const char *text,
                     size_t len) {
    const char *file = cli_value(args, "output")->text;
    struct lw_error err = {0};
    if (file == NULL) {
        (void)fwrite(text, 1, len, cli->out);
        return 0;
    }
    if (lw_platform_write_file(file, text, len, &err) != LW_OK) {
        return cli_fail(cli, file, &err);
    }
    return 0;
}

static int run_new(struct cli *cli, const struct cli_args *args) {
    struct lw_study_shipped design;
    const char *name = args->operands[1], *file = cli_value(args, "output")->text;
    if (!lw_study_design_find(name, &design)) {
        for (size_t i = 0; lw_study_design_get(i, &design); i++) {
            char word[60];
            (void)snprintf(word, sizeof word, "%.*s", (int)strlen(design.file) - 5,
                           design.file);
            if (cli_edit_distance(name, word) <= 3) {
                return cli_usage(cli, "there is no design '%s'; did you mean %s?", name,
                                 word);
            }
        }
        return cli_usage(
            cli,
            "there is no design '%s'; `levelwright study list-designs` lists "
            "them",
            name);
    }
    if (file == NULL) {
        return write_out(cli, args, design.text, design.len);
    }
    struct lw_buffer there;
    struct lw_error err = {0};
    lw_buffer_init(&there, cli->alloc);
    lw_status status = lw_platform_read_file(file, LW_STUDY_MAX_BYTES, &there, &err);
    lw_buffer_free(&there);
    if (status == LW_OK && !flag(args, "force")) {
        return cli_usage(cli, "%s already exists; use --force to replace it", file);
    }
    int code = write_out(cli, args, design.text, design.len);
    if (code == 0) {
        (void)fprintf(cli->out, "written: ");
        cli_put_safe(cli->out, file);
        (void)fprintf(cli->out,
                      "\nNext: fill in contact, approval and retention_until, change "
                      "what you like, then\n  levelwright study check ");
        cli_put_safe(cli->out, file);
        (void)fputc('\n', cli->out);
    }
    return code;
}

static int list_design(struct cli *cli, const struct lw_study_shipped *design,
                       bool json) {
    struct lw_arena arena;
    struct lw_study_faults faults;
    struct lw_study *study;
    struct lw_study_cells cells;
    struct lw_error err = {0};
    lw_arena_init(&arena, cli->alloc);
    lw_study_faults_init(&faults, &arena);
    struct lw_study_input input = {design->text, design->len, NULL};
    lw_status status = lw_study_read(&arena, &input, &study, &faults, &err);
    if (status == LW_OK) {
        status = lw_study_cells_make(study, &arena, &faults, &cells, &err);
    }
    int code = status == LW_OK ? 0 : cli_fail(cli, design->file, &err);
    const char *about =
        status == LW_OK ? lw_study_text_in(study, study->title, NULL) : "";
    if (code == 0 && json) {
        struct lw_buffer line;
        struct lw_json_writer writer;
        cli_json_begin(cli, &line, &writer);
        lw_json_text(&writer, "design", study->name);
        lw_json_text(&writer, "title", about);
        lw_json_text(&writer, "source", study->source);
        lw_json_uint(&writer, "cells", cells.n);
        lw_json_int(&writer, "minutes", study->minutes);
        cli_json_end(cli, &line, &writer);
    } else if (code == 0) {
        (void)fprintf(cli->out, "%-28s %2zu %-6s %3" PRId64 " minutes  %s\n", study->name,
                      cells.n, cells.n == 1 ? "cell," : "cells,", study->minutes, about);
    }
    lw_arena_free(&arena);
    return code;
}

static int run_list_designs(struct cli *cli, const struct cli_args *args) {
    struct lw_study_shipped design;
    int code = 0;
    for (size_t i = 0; code == 0 && lw_study_design_get(i, &design); i++) {
        code = list_design(cli, &design, flag(args, "json"));
    }
    return code;
}

static int run_schema(struct cli *cli, const struct cli_args *args) {
    struct lw_buffer schema;
    struct lw_error err = {0};
    lw_status status = LW_OK;
    lw_buffer_init(&schema, cli->alloc);
    if (flag(args, "events")) {
        lw_study_events_page(&schema);
    } else if (flag(args, "tables")) {
        status = lw_study_export_page(&schema, &err);
    } else if (flag(args, "texts")) {
        lw_study_page_texts(&schema);
        lw_buffer_putc(&schema, '\n');
    } else {
        lw_study_schema(&schema);
        lw_buffer_putc(&schema, '\n');
    }
    int code = status == LW_OK ? write_out(cli, args, lw_buffer_text(&schema), schema.len)
                               : cli_fail(cli, NULL, &err);
    lw_buffer_free(&schema);
    return code;
}

/* check and plan. */

static void print_faults(struct study_job *job) {
    for (size_t i = 0; i < job->faults.n; i++) {
        struct lw_buffer line;
        lw_buffer_init(&line, job->cli->alloc);
        if (job->faults.faults[i].gravity == LW_STUDY_BEFORE_OPENING) {
            lw_buffer_puts(&line, "before opening: ");
        } else if (job->faults.faults[i].gravity == LW_STUDY_ADVICE) {
            lw_buffer_puts(&line, "advice: ");
        }
        lw_study_fault_line(&job->faults.faults[i], job->file, &line);
        (void)fprintf(job->cli->err, "%s\n", lw_buffer_text(&line));
        lw_buffer_free(&line);
    }
    size_t hidden = job->faults.n_wrong + job->faults.n_before_opening +
                    job->faults.n_advice - job->faults.n;
    if (hidden > 0) {
        (void)fprintf(job->cli->err, "and %zu more\n", hidden);
    }
}

/* Reads the file; its levels too unless they are not wanted. An exit code; faults in the
 * definition are no failure of reading. */
static int read_job(struct study_job *job, bool levels) {
    struct lw_buffer text;
    struct lw_error err = {0};
    char today[11];
    lw_buffer_init(&text, job->cli->alloc);
    lw_status status =
        lw_platform_read_file(job->file, LW_STUDY_MAX_BYTES + 1, &text, &err);
    if (status == LW_OK) {
        study_today(today);
        struct lw_study_input input = {lw_buffer_text(&text), text.len, today};
        status = lw_study_read(&job->arena, &input, &job->study, &job->faults, &err);
    }
    lw_buffer_free(&text);
    if (status == LW_OK) {
        status =
            lw_study_cells_make(job->study, &job->arena, &job->faults, &job->cells, &err);
    }
    if (status == LW_OK && levels) {
        job->sources.from.budget.cancel = job->cli->cancel;
        struct lw_study_sources sources = study_sources_open(&job->sources, job->file);
        status = lw_study_levels_resolve(job->study, &sources, job->cli->runtime,
                                         &job->arena, &job->faults, &job->levels);
        lw_error_set(&err, status, 0, 0, "the levels are not available");
    }
    if (status == LW_OK || job->faults.n_wrong > 0) {
        return 0;
    }
    err.status = status;
    return cli_fail(job->cli, job->file, &err);
}

static int check_json(struct study_job *job, const char *hash) {
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(job->cli, &line, &json);
    lw_json_text(&json, "file", job->file);
    lw_json_bool(&json, "good", job->faults.n_wrong == 0);
    lw_json_bool(&json, "may_open",
                 job->faults.n_wrong + job->faults.n_before_opening == 0);
    if (job->faults.n_wrong == 0) {
        lw_json_uint(&json, "cells", job->cells.n);
        lw_json_text(&json, "hash", hash);
    }
    lw_study_faults_json(&job->faults, "faults", &json);
    cli_json_end(job->cli, &line, &json);
    return job->faults.n_wrong == 0 ? 0 : lw_status_exit_code(LW_BAD_INPUT);
}

static void print_summary(struct study_job *job, const char *hash) {
    FILE *out = job->cli->out;
    size_t n_levels = 0;
    for (size_t i = 0; i < job->levels.n_sets; i++) {
        n_levels += job->levels.sets[i].n;
    }
    (void)fprintf(out, "%s: %zu cell%s", job->file, job->cells.n,
                  job->cells.n == 1 ? "" : "s");
    if (hash[0] != '\0') {
        (void)fprintf(out, ", %zu level%s in %zu set%s, hash %s", n_levels,
                      n_levels == 1 ? "" : "s", job->levels.n_sets,
                      job->levels.n_sets == 1 ? "" : "s", hash);
    }
    (void)fprintf(out, "; %s\n",
                  job->faults.n_before_opening == 0
                      ? "ready to be opened"
                      : "good, but not ready to be opened yet (see above)");
}

static int run_check(struct study_job *job) {
    bool levels = !flag(job->args, "no-levels");
    char hash[33] = "";
    int code = read_job(job, levels);
    if (code == 0 && job->faults.n_wrong == 0 && levels) {
        struct lw_error err = {0};
        if (lw_study_plans_try(job->study, &job->cells, &job->levels, job->cli->alloc,
                               &job->faults, &err) != LW_OK) {
            code = cli_fail(job->cli, job->file, &err);
        }
    }
    if (code == 0 && job->faults.n_wrong == 0 && flag(job->args, "remake")) {
        code = study_remake(job->cli, job->study, &job->levels, &job->sources);
    }
    if (code == 0 && job->faults.n_wrong == 0 && levels) {
        struct lw_buffer frozen;
        struct lw_error err = {0};
        lw_buffer_init(&frozen, job->cli->alloc);
        if (lw_study_freeze(job->study, &job->levels, &frozen, hash, &err) != LW_OK) {
            code = cli_fail(job->cli, job->file, &err);
        }
        lw_buffer_free(&frozen);
    }
    if (code != 0) {
        return code;
    }
    if (flag(job->args, "json")) {
        return check_json(job, hash);
    }
    print_faults(job);
    if (job->faults.n_wrong > 0) {
        (void)fprintf(job->cli->err, "%zu fault%s in %s\n", job->faults.n_wrong,
                      job->faults.n_wrong == 1 ? "" : "s", job->file);
        return lw_status_exit_code(LW_BAD_INPUT);
    }
    print_summary(job, hash);
    return 0;
}

static bool has_language(const struct lw_study *study, const char *language) {
    for (size_t i = 0; i < study->n_languages; i++) {
        if (strcmp(study->languages[i], language) == 0) {
            return true;
        }
    }
    return false;
}

static int run_plan(struct study_job *job) {
    const char *id = cli_value(job->args, "cell")->text;
    struct lw_error err = {0};
    struct lw_study_plan plan;
    int code = read_job(job, true);
    if (code != 0) {
        return code;
    }
    if (job->faults.n_wrong > 0) {
        print_faults(job);
        return lw_status_exit_code(LW_BAD_INPUT);
    }
    struct lw_study_plan_request request = {job->study, &job->cells, &job->levels,
                                            lw_study_cell_find(&job->cells, id),
                                            (uint64_t)cli_value(job->args, "person")->i};
    if (request.cell == job->cells.n && job->cells.n == 1) {
        return cli_usage(job->cli, "there is no cell '%s'; the study has one, 1", id);
    }
    if (request.cell == job->cells.n) {
        return cli_usage(job->cli, "there is no cell '%s'; there are 1 to %zu", id,
                         job->cells.n);
    }
    const char *language = cli_value(job->args, "language")->text;
    if (language != NULL && !has_language(job->study, language)) {
        return cli_usage(job->cli, "the study has no language '%s'; its first is %s",
                         language, job->study->languages[0]);
    }
    lw_status status = lw_study_plan_make(&request, &job->arena, &plan, &err);
    if (status != LW_OK) {
        return cli_fail(job->cli, job->file, &err);
    }
    struct lw_buffer text;
    lw_buffer_init(&text, job->cli->alloc);
    if (flag(job->args, "json")) {
        lw_study_plan_json(&request, &plan, language, plan.n_phases, &text);
        lw_buffer_putc(&text, '\n');
    } else if (flag(job->args, "sheet")) {
        bool experimenter = cli_value(job->args, "for")->i == 1;
        (experimenter ? lw_study_sheet_experimenter : lw_study_sheet)(&request, &plan,
                                                                      language, &text);
    } else {
        lw_study_plan_text(&request, &plan, flag(job->args, "trials"), &text);
    }
    code = write_out(job->cli, job->args, lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    return code;
}

static int on_file(struct cli *cli, const struct cli_args *args,
                   int (*run)(struct study_job *job)) {
    struct study_job job = {.cli = cli, .args = args, .file = args->operands[1]};
    lw_arena_init(&job.arena, cli->alloc);
    lw_study_faults_init(&job.faults, &job.arena);
    int code = run(&job);
    study_sources_close(&job.sources);
    lw_arena_free(&job.arena);
    return code;
}

/* The actions that another program carries: offered when the word is none of them, and
 * the exit code when it is one, which only words before it can have brought here. */
static int outside_action(struct cli *cli, const char *action,
                          struct cli_suggest *suggest) {
    static const char own[] = "study ";
    const struct cli_outside *at = cli->program->outside;
    for (; at != NULL && at->name != NULL; at++) {
        if (strncmp(at->name, own, sizeof own - 1) != 0) {
            continue;
        }
        const char *name = at->name + sizeof own - 1;
        cli_suggest_offer(suggest, name);
        if (strcmp(name, action) == 0) {
            return cli_usage(
                cli, "write the options after the action: levelwright study %s [OPTIONS]",
                name);
        }
    }
    return 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    const char *action = args->operands[0];
    bool alone = strcmp(action, "list-designs") == 0 || strcmp(action, "schema") == 0;
    static const char *const actions[] = {"new",    "check", "plan",  "list-designs",
                                          "schema", "open",  "pause", "resume",
                                          "close",  "list",  "export"};
    struct cli_suggest suggest;
    int code;
    if (study_open_run(cli, args, &code)) {
        return code;
    }
    cli_suggest_begin(&suggest, action);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        cli_suggest_offer(&suggest, actions[i]);
    }
    code = outside_action(cli, action, &suggest);
    if (code != 0) {
        return code;
    }
    if (alone) {
        return args->n_operands > 1
                   ? cli_usage(cli, "study %s takes no more arguments", action)
               : action[0] == 's' ? run_schema(cli, args)
                                  : run_list_designs(cli, args);
    }
    bool known = strcmp(action, "new") == 0 || strcmp(action, "check") == 0 ||
                 strcmp(action, "plan") == 0;
    if (!known) {
        return cli_usage(cli,
                         "study has no action '%s'%s%s; there are new, check, plan, "
                         "list-designs, schema, open, pause, resume, close, list, "
                         "export, and analyze and simulate of the laboratory",
                         action, suggest.best == NULL ? "" : "; did you mean ",
                         suggest.best == NULL ? "" : suggest.best);
    }
    if (args->n_operands < 2) {
        return cli_usage(cli, "study %s needs a %s", action,
                         action[0] == 'n' ? "DESIGN" : "FILE");
    }
    return action[0] == 'n'   ? run_new(cli, args)
           : action[0] == 'c' ? on_file(cli, args, run_check)
                              : on_file(cli, args, run_plan);
}

const struct cli_command cli_cmd_study = {
    .name = "study",
    .summary = "define a study of players, check it, and open it to them",
    .operands = "ACTION [DESIGN|FILE|ID]",
    .description =
        "A study is one JSON file: contact, consent, levels, factors and cells, phases, "
        "stopping rule, exclusions and planned analysis. `list-designs` lists the "
        "ready-made designs, `new DESIGN` writes one to a file, `check FILE` reports "
        "every "
        "fault with its place and a remedy and prints the hash under which the study "
        "would "
        "be frozen, and `plan FILE` prints what a person in a cell will go through, "
        "phase "
        "by phase and trial by trial. `schema` prints the JSON Schema of the file.\n\n"
        "`open FILE` freezes the definition with its levels, stores it and prints the "
        "link to send to people; with --study it becomes a new version of that study, "
        "for "
        "everyone who enters from now on. `pause ID` admits nobody new (people already "
        "inside continue), `resume ID` admits people again, `close ID` ends the study "
        "for "
        "good and destroys the key that ties people to their data, and `list` shows all "
        "studies. A running server on the same database notices at once.\n\n"
        "`export ID -o FOLDER` writes everything that people did as tidy tables, with a "
        "codebook, checksums, the frozen definitions and levels, and scripts that load "
        "the tables in R and Python. `study analyze FOLDER` goes on from there.\n\n"
        "Levels are read from the definition's folder, taken from those built into the "
        "program, or made by recipe. docs/studies.md is the guide.",
    .examples = "levelwright study new taylor-stroop -o mine.json\n"
                "    a copy of a ready-made design, to be filled in\n"
                "levelwright study check mine.json\n"
                "    every fault with its place, and what is missing before it can open\n"
                "levelwright study plan mine.json --cell 3 --person 7 --trials\n"
                "    what the seventh person would meet in the third cell\n"
                "levelwright study plan mine.json --cell 3 --sheet -o cell3.md\n"
                "    the instruction sheet of that cell, to be handed out\n"
                "levelwright study plan mine.json --cell 3 --sheet --for experimenter\n"
                "    the same for the experimenter, with the condition\n"
                "levelwright study open mine.json --url https://play.example\n"
                "    open it to people, and print the link for them\n"
                "levelwright study export 0123456789abcdef0123456789abcdef -o data\n"
                "    everything they did, as tables\n",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 2,
    .run = run,
};
