/* levelwright reproduce all. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "reproduce/papers.h"

static bool is_folder(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* The folder that --data names, else the one beside this project. NULL: it is absent. */
static const char *find_shared(const struct cli_args *args) {
    const struct lw_option_value *given = cli_value(args, "data");
    const char *folder = given->set ? given->text : "../shared";
    return is_folder(folder) ? folder : NULL;
}

/* Does a paper or an item have that name? */
static bool is_known(const char *name, size_t len) {
    for (size_t p = 0; p < N_PAPERS; p++) {
        if (strlen(papers[p]->id) == len && strncmp(papers[p]->id, name, len) == 0) {
            return true;
        }
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            const char *item = papers[p]->rows[i].item;
            if (strlen(item) == len && strncmp(item, name, len) == 0) {
                return true;
            }
        }
    }
    return false;
}

static int check_only(struct cli *cli, const char *list) {
    for (const char *at = list; *at != '\0';) {
        size_t len = strcspn(at, ",");
        if (!is_known(at, len)) {
            return cli_usage(cli,
                             "--only: there is no paper and no table or figure '%.*s'; "
                             "give names as \"taylor\" or \"Table 2.1\"",
                             (int)len, at);
        }
        at += len + (at[len] == ',');
    }
    return 0;
}

static void print_counts(struct cli *cli, const struct paper_run *run,
                         const size_t *counts, bool json) {
    if (json) {
        struct lw_buffer line;
        struct lw_json_writer writer;
        cli_json_begin(cli, &line, &writer);
        lw_json_text(&writer, "folder", run->folder);
        lw_json_real(&writer, "seconds", run->seconds);
        for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
            lw_json_uint(&writer, paper_verdicts[v], counts[v]);
        }
        cli_json_end(cli, &line, &writer);
        return;
    }
    (void)fprintf(cli->out, "wrote %s/report.html;", run->folder);
    for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
        (void)fprintf(cli->out, "%s %s: %zu", v == 0 ? "" : ",", paper_verdicts[v],
                      counts[v]);
    }
    (void)fputc('\n', cli->out);
}

int reproduce_all(struct cli *cli, const struct cli_args *args) {
    const struct lw_option_value *output = cli_value(args, "output");
    const struct lw_option_value *only = cli_value(args, "only");
    size_t counts[PAPER_N_VERDICTS];
    struct lw_error err = {.text = ""};
    struct paper_run run = {.cli = cli,
                            .args = args,
                            .shared = find_shared(args),
                            .folder = output->text,
                            .only = only->set ? only->text : NULL,
                            .seed = (uint64_t)cli_value(args, "seed")->i,
                            .budget_ns = cli_value(args, "budget")->u};
    if (!output->set) {
        return cli_usage(cli, "reproduce all needs --output DIR, the folder to write to");
    }
    int code = only->set ? check_only(cli, only->text) : 0;
    if (code != 0) {
        return code;
    }
    if (run.shared == NULL && cli_value(args, "data")->set) {
        (void)lw_fail(&err, LW_NOT_FOUND, 0, 0,
                      "this folder of shared data does not exist");
        return cli_fail(cli, cli_value(args, "data")->text, &err);
    }
    /* A folder that cannot be made is reported before hours of work, not after. */
    int why = mkdir(output->text, 0777) == 0 ? 0 : errno;
    if (why != 0 && !(why == EEXIST && is_folder(output->text))) {
        (void)lw_fail(&err, LW_IO, 0, 0, "this folder cannot be made: %s", strerror(why));
        return cli_fail(cli, output->text, &err);
    }
    lw_status status = paper_run_all(&run, &err);
    bool stopped = cli->cancel != NULL && atomic_load(cli->cancel);
    if (status == LW_OK) {
        status = paper_write(&run, counts, &err);
    }
    if (status == LW_OK) {
        print_counts(cli, &run, counts, cli_value(args, "json")->flag);
    }
    paper_run_free(&run);
    if (status == LW_OK && stopped) {
        status = lw_fail(&err, LW_CANCELLED, 0, 0,
                         "stopped on request; the report has what was computed");
    }
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}
