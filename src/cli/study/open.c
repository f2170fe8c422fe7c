/* Studies in a database. What opening does is lw_server_study_open's. */
#include "study/open.h"

#include <inttypes.h>
#include <string.h>

#include "study/export.h"
#include "study/sources.h"

static bool wants_json(const struct cli_args *args) {
    return cli_value(args, "json")->flag;
}

static void put_link(const struct cli_args *args, const char *study,
                     struct lw_buffer *out) {
    const char *url = cli_value(args, "url")->text;
    size_t len = strlen(url);
    while (len > 0 && url[len - 1] == '/') {
        len--;
    }
    lw_buffer_printf(out, "%.*s/#/study/%s", (int)len, url, study);
}

static void print_faults(struct cli *cli, const struct lw_study_faults *faults,
                         const char *file) {
    for (size_t i = 0; i < faults->n; i++) {
        struct lw_buffer line;
        lw_buffer_init(&line, cli->alloc);
        if (faults->faults[i].gravity == LW_STUDY_ADVICE) {
            lw_buffer_puts(&line, "advice: ");
        }
        lw_study_fault_line(&faults->faults[i], file, &line);
        (void)fprintf(cli->err, "%s\n", lw_buffer_text(&line));
        lw_buffer_free(&line);
    }
}

static int refuse(struct cli *cli, const struct cli_args *args,
                  const struct lw_study_faults *faults, const char *file) {
    size_t n = faults->n_wrong + faults->n_before_opening;
    if (wants_json(args)) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_text(&json, "file", file);
        lw_json_bool(&json, "opened", false);
        lw_study_faults_json(faults, "faults", &json);
        cli_json_end(cli, &line, &json);
    } else {
        print_faults(cli, faults, file);
        (void)fprintf(cli->err, "not opened: %zu fault%s in %s\n", n, n == 1 ? "" : "s",
                      file);
    }
    return lw_status_exit_code(LW_BAD_INPUT);
}

/* Of a new version: who counts besides those who come from now on. */
static void print_counts(struct cli *cli, const struct lw_server_study_opened *opened) {
    if (opened->version == 1) {
        return;
    }
    if (opened->counts_from == opened->version) {
        (void)fprintf(cli->out, "counts begin anew: %s\n", opened->counts_why);
    } else {
        (void)fprintf(
            cli->out,
            "counts carry over from version %" PRId64 ": the cells are the same%s%s\n",
            opened->counts_from, opened->counts_from == 1 ? "" : "; not before: ",
            opened->counts_from == 1 ? "" : opened->counts_why);
    }
}

static void print_opened(struct cli *cli, const struct lw_server_study_opened *opened,
                         const char *link, const char *trial) {
    (void)fprintf(cli->out,
                  "study %s is %s, version %" PRId64 ": %zu cell%s, %zu level%s\n",
                  opened->study, lw_study_state_name(opened->state), opened->version,
                  opened->n_cells, opened->n_cells == 1 ? "" : "s", opened->n_levels,
                  opened->n_levels == 1 ? "" : "s");
    print_counts(cli, opened);
    (void)fprintf(cli->out,
                  "hash  %s\nlink  %s\n"
                  "trial %s\n      (to try it yourself: marked in the export, never "
                  "counted; not for participants)\n",
                  opened->hash, link, trial);
}

static int report(struct cli *cli, const struct cli_args *args, struct lw_store *store,
                  const struct lw_server_study_opened *opened) {
    struct lw_buffer link, trial;
    char key[LW_STORE_ID_SIZE];
    struct lw_error err = {0};
    if (lw_store_study_trial_key(store, opened->study, key, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    lw_buffer_init(&link, cli->alloc);
    lw_buffer_init(&trial, cli->alloc);
    put_link(args, opened->study, &link);
    put_link(args, opened->study, &trial);
    lw_buffer_printf(&trial, "?trial=%s", key);
    if (wants_json(args)) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_bool(&json, "opened", true);
        lw_json_text(&json, "study", opened->study);
        lw_json_text(&json, "state", lw_study_state_name(opened->state));
        lw_json_int(&json, "version", opened->version);
        lw_json_int(&json, "counts_from", opened->counts_from);
        lw_json_text(&json, "counts_why",
                     opened->counts_why[0] == '\0' ? NULL : opened->counts_why);
        lw_json_text(&json, "hash", opened->hash);
        lw_json_text(&json, "link", lw_buffer_text(&link));
        lw_json_text(&json, "trial_link", lw_buffer_text(&trial));
        lw_json_uint(&json, "cells", opened->n_cells);
        lw_json_uint(&json, "levels", opened->n_levels);
        cli_json_end(cli, &line, &json);
    } else {
        print_opened(cli, opened, lw_buffer_text(&link), lw_buffer_text(&trial));
    }
    lw_buffer_free(&trial);
    lw_buffer_free(&link);
    return 0;
}

static int run_open(struct cli *cli, const struct cli_args *args,
                    struct lw_store *store) {
    const char *file = args->operands[1];
    struct study_sources sources = {
        .from = {.store = store, .budget.cancel = cli->cancel}};
    struct lw_server_study_opened opened;
    struct lw_study_faults faults;
    struct lw_buffer text;
    struct lw_arena arena;
    struct lw_error err = {0};
    char today[11];
    int code;
    lw_arena_init(&arena, cli->alloc);
    lw_buffer_init(&text, cli->alloc);
    lw_study_faults_init(&faults, &arena);
    study_today(today);
    lw_status status = lw_platform_read_file(file, LW_STUDY_MAX_BYTES + 1, &text, &err);
    if (status == LW_OK) {
        (void)study_sources_open(&sources, file);
        const struct lw_server_study_input input = {
            .text = lw_buffer_text(&text),
            .len = text.len,
            .from = sources.from,
            .study = cli_value(args, "study")->text,
            .today = today,
            .now_ms = cli_now_ms(),
            .runtime = cli->runtime,
        };
        status = lw_server_study_open(&input, &arena, &faults, &opened, &err);
    }
    if (faults.n_wrong + faults.n_before_opening > 0) {
        code = refuse(cli, args, &faults, file);
    } else {
        code = status == LW_OK ? report(cli, args, store, &opened)
                               : cli_fail(cli, file, &err);
    }
    study_sources_close(&sources);
    lw_buffer_free(&text);
    lw_arena_free(&arena);
    return code;
}

static int set_state(struct cli *cli, const struct cli_args *args, struct lw_store *store,
                     enum lw_study_state state) {
    const char *id = args->operands[1];
    struct lw_error err = {0};
    if (lw_store_study_set_state(store, id, state, cli_now_ms(), &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    if (wants_json(args)) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_text(&json, "study", id);
        lw_json_text(&json, "state", lw_study_state_name(state));
        cli_json_end(cli, &line, &json);
    } else {
        (void)fprintf(cli->out, "study %s is %s%s\n", id, lw_study_state_name(state),
                      state == LW_STUDY_STATE_CLOSED
                          ? " for good: its key is destroyed, and nobody can go on or "
                            "withdraw any more"
                          : "");
    }
    return 0;
}

static int run_pause(struct cli *cli, const struct cli_args *args,
                     struct lw_store *store) {
    return set_state(cli, args, store, LW_STUDY_STATE_PAUSED);
}

static int run_resume(struct cli *cli, const struct cli_args *args,
                      struct lw_store *store) {
    return set_state(cli, args, store, LW_STUDY_STATE_OPEN);
}

static int run_close(struct cli *cli, const struct cli_args *args,
                     struct lw_store *store) {
    return set_state(cli, args, store, LW_STUDY_STATE_CLOSED);
}

static void list_one(struct cli *cli, const struct cli_args *args,
                     const struct lw_store_study *study) {
    struct lw_buffer link;
    lw_buffer_init(&link, cli->alloc);
    put_link(args, study->id, &link);
    if (wants_json(args)) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(cli, &line, &json);
        lw_json_text(&json, "study", study->id);
        lw_json_text(&json, "title", study->title);
        lw_json_text(&json, "state", lw_study_state_name(study->state));
        lw_json_int(&json, "version", study->version);
        lw_json_int(&json, "created_ms", study->created_ms);
        lw_json_int(&json, "closed_ms", study->closed_ms);
        lw_json_int(&json, "delete_ms", study->delete_ms);
        lw_json_text(&json, "link", lw_buffer_text(&link));
        cli_json_end(cli, &line, &json);
    } else {
        (void)fprintf(cli->out, "%s  %-7s v%-3" PRId64 " ", study->id,
                      lw_study_state_name(study->state), study->version);
        cli_put_safe(cli->out, study->title);
        (void)fputc('\n', cli->out);
    }
    lw_buffer_free(&link);
}

static int run_list(struct cli *cli, const struct cli_args *args,
                    struct lw_store *store) {
    struct lw_store_study_list list;
    struct lw_arena arena;
    struct lw_error err = {0};
    lw_arena_init(&arena, cli->alloc);
    lw_status status = lw_store_study_list(store, &arena, &list, &err);
    for (size_t i = 0; status == LW_OK && i < list.n; i++) {
        list_one(cli, args, &list.studies[i]);
    }
    if (status == LW_OK && list.n == 0 && !wants_json(args)) {
        (void)fprintf(cli->err, "there are no studies in this database yet\n");
    }
    lw_arena_free(&arena);
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

static const struct action {
    const char *name, *needs; /* NULL: nothing */
    bool makes;               /* the database, when there is none */
    int (*run)(struct cli *cli, const struct cli_args *args, struct lw_store *store);
} actions[] = {
    {"open", "FILE", true, run_open},    {"pause", "ID", false, run_pause},
    {"resume", "ID", false, run_resume}, {"close", "ID", false, run_close},
    {"list", NULL, false, run_list},     {"export", "ID", false, study_export},
};

static int on_store(struct cli *cli, const struct cli_args *args,
                    const struct action *action) {
    struct lw_error err = {0};
    struct lw_store *store;
    lw_status status = cli_database_open(cli, args, action->makes, &store, &err);
    int code =
        status == LW_OK ? action->run(cli, args, store) : cli_fail(cli, NULL, &err);
    lw_store_close(store);
    return code;
}

bool study_open_run(struct cli *cli, const struct cli_args *args, int *code) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(args->operands[0], actions[i].name) != 0) {
            continue;
        }
        size_t wanted = actions[i].needs == NULL ? 1 : 2;
        if (args->n_operands < wanted) {
            *code = cli_usage(cli, "study %s needs %s %s", actions[i].name,
                              actions[i].needs[0] == 'I' ? "an" : "a", actions[i].needs);
        } else if (args->n_operands > wanted) {
            *code = cli_usage(cli, "study %s takes no more arguments", actions[i].name);
        } else {
            *code = on_store(cli, args, &actions[i]);
        }
        return true;
    }
    return false;
}
