/* conform puzzlescript: recorded sessions and compile messages, as JSON Lines. */
#include "conform/conform.h"
#include "lw/puzzlescript.h"

#define LIMIT_BYTES (256U << 20)

struct listener {
    struct cli *cli;
    bool verbose, json;
    size_t number;
};

static void hear(void *ctx, const char *name, bool passed, const char *why) {
    struct listener *listener = ctx;
    size_t number = listener->number++;
    if (listener->json) {
        struct lw_buffer line;
        struct lw_json_writer json;
        cli_json_begin(listener->cli, &line, &json);
        lw_json_uint(&json, "case", number);
        lw_json_text(&json, "name", name);
        lw_json_bool(&json, "passed", passed);
        lw_json_text(&json, "why", why);
        cli_json_end(listener->cli, &line, &json);
    } else if (!passed || listener->verbose) {
        (void)fprintf(listener->cli->out, "%s %zu ", passed ? "ok  " : "FAIL", number);
        cli_put_safe(listener->cli->out, name);
        (void)fputs(passed ? "" : ": ", listener->cli->out);
        cli_put_safe(listener->cli->out, passed ? "" : why);
        (void)fputc('\n', listener->cli->out);
    }
}

static int run(struct cli *cli, const struct cli_args *args, const char *const *paths,
               size_t n_paths, struct conform_tally *tally) {
    struct listener listener = {.cli = cli,
                                .verbose = cli_value(args, "verbose")->flag,
                                .json = cli_value(args, "json")->flag};
    for (size_t i = 0; i < n_paths; i++) {
        struct lw_buffer text;
        struct lw_error err;
        struct lw_ps_conformance result = {.report = hear, .ctx = &listener};
        lw_buffer_init(&text, cli->alloc);
        lw_status status = lw_platform_read_file(paths[i], LIMIT_BYTES, &text, &err);
        if (status == LW_OK) {
            status =
                lw_ps_conform(cli->alloc, lw_buffer_text(&text), text.len, &result, &err);
        }
        lw_buffer_free(&text);
        tally->passed += result.passed;
        tally->failed += result.failed;
        if (status != LW_OK) {
            return cli_fail(cli, paths[i], &err);
        }
    }
    return 0;
}

const struct lab_conform conform_puzzlescript = {
    .name = "puzzlescript",
    .summary = "PuzzleScript sessions and messages (JSON Lines)",
    .example = "sim_tests.jsonl",
    .run = run,
};
