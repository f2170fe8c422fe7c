/* study analyze: from a study's export to the tables and figures of its design. */
#include <stdlib.h>
#include <string.h>

#include "lw/command/lab.h"
#include "study/designs.h"

static const struct lw_option options[] = {
    {.name = "output",
     .letter = 'o',
     .type = LW_OPTION_TEXT,
     .fallback = "analysis",
     .value_name = "DIR",
     .help = "write report.html, tables, figures and the R script to this folder"},
    {.name = "simulated",
     .type = LW_OPTION_FLAG,
     .help = "analyze the simulated people instead of the others; the report says so "
             "everywhere"},
    {.name = "json",
     .type = LW_OPTION_FLAG,
     .help = "print every table as JSON, one per line"},
};

/* In the folder, at the file that was being read. */
static int fail(struct cli *cli, const struct study_export *e,
                const struct lw_error *err) {
    struct lw_buffer path;
    lw_buffer_init(&path, cli->alloc);
    lw_buffer_printf(&path, "%s%s%s", e->folder, e->file[0] == '\0' ? "" : "/", e->file);
    int code = cli_fail(cli, lw_buffer_text(&path), err);
    lw_buffer_free(&path);
    return code;
}

static const struct study_design *find_design(const char *name) {
    for (size_t i = 0; study_designs[i] != NULL; i++) {
        if (strcmp(study_designs[i]->name, name) == 0) {
            return study_designs[i];
        }
    }
    return NULL;
}

lw_status study_analyze(const struct study_export *e, struct report *r,
                        struct lw_error *err) {
    const struct study_design *design = find_design(e->study->analysis.design);
    lw_status status = study_general_part(e, r, err);
    if (status == LW_OK && e->people.n == 0 && !e->people.simulated &&
        e->n_simulated > 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all people of this export are simulated (%zu); --simulated "
                       "analyzes them and says so",
                       e->n_simulated);
    }
    if (status == LW_OK && e->people.n == 0) {
        (void)report_words(r, "There is nobody whose answers could be analysed.");
    } else if (status == LW_OK && design == NULL) {
        (void)report_words(r,
                           "The definition names no design that this program knows, so "
                           "this general part is all.");
    } else if (status == LW_OK) {
        status = design->analyze(e, r, err);
    }
    return status == LW_OK && r->failed ? lw_fail_memory(err) : status;
}

static lw_status show(struct cli *cli, const struct cli_args *args,
                      const struct report *r, struct lw_error *err) {
    const char *folder = cli_value(args, "output")->text;
    struct lw_buffer line;
    lw_status status = report_write_folder(r, folder, err);
    lw_buffer_init(&line, cli->alloc);
    for (const struct report_part *part = r->first; status == LW_OK && part != NULL;
         part = part->next) {
        if (cli_value(args, "json")->flag && part->kind == REPORT_TABLE) {
            report_json(part, &line);
            cli_put_line(cli, &line);
        }
    }
    lw_buffer_free(&line);
    if (status == LW_OK && !cli_value(args, "json")->flag) {
        (void)fputs("written: ", cli->out);
        cli_put_safe(cli->out, folder);
        (void)fprintf(cli->out, "/report.html, with %zu tables and %zu figures\n",
                      r->n_tables, r->n_charts);
    }
    return status;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct study_export e;
    struct report r;
    struct lw_error err = {.text = ""};
    lw_status status = study_export_open(cli->alloc, args->operands[0],
                                         cli_value(args, "simulated")->flag, &e, &err);
    report_init(&r, cli->alloc);
    e.runtime = cli->runtime;
    if (status == LW_OK) {
        status = study_analyze(&e, &r, &err);
    }
    int code = status == LW_OK ? 0 : fail(cli, &e, &err);
    if (status == LW_OK) {
        status = show(cli, args, &r, &err);
        code = status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
    }
    report_free(&r);
    study_export_close(&e);
    return code;
}

const struct cli_command cli_cmd_study_analyze = {
    .name = "study analyze",
    .summary = cli_lab_summary_study_analyze,
    .operands = "DIR",
    .description =
        "DIR is a folder that `study export` wrote. Every file is held against its "
        "checksum and every cell against the codebook; the frozen definition says which "
        "design is analyzed, who is left out, and what was planned.\n\n"
        "The report begins with who took part, who is left out and why, the people of "
        "each cell, and where the study went other ways than its plan. Then come the "
        "tables and figures of the design: each says what it is and on how many people. "
        "Simulated people, who entered by the trial link, are counted apart and never "
        "mixed with others.\n\n"
        "The folder of the output has report.html, which loads nothing and runs no "
        "scripts, every table as CSV and every figure as SVG.",
    .examples = "levelwright study analyze data -o analysis\n"
                "    report, tables and figures of the export in the folder data\n"
                "levelwright study analyze data --json\n"
                "    print the tables, too, one JSON object a line\n"
                "levelwright study analyze trial --simulated -o rehearsal\n"
                "    try the analysis on simulated people before anyone comes\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
