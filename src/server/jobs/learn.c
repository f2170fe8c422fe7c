/* Jobs that learn a difficulty model: levelwright-lab does it, as a process with limits,
 * since the statistics are not part of this program. It reads and writes the same
 * database, whose address goes by the environment, because it may have a password. */
#include <string.h>

#include "jobs/jobs.h"
#include "lw/base/json_value.h"
#include "lw/platform.h"

#define PROGRAM "levelwright-lab"
#define MAX_ANSWER ((size_t)1 << 20)

/* What it prints in a failure is an object, too: {"error": "...", "message": ...}. Among
 * the figures of a success is an "error" as well, of the difference: a number. */
static lw_status take_answer(struct job_run *run, const struct lw_buffer *answer,
                             struct lw_error *err) {
    struct lw_json *tree = NULL;
    if (lw_json_read(&run->arena, lw_buffer_text(answer), answer->len, &tree, err) !=
            LW_OK ||
        tree->type != LW_JSON_OBJECT) {
        return lw_fail(err, LW_IO, 0, 0,
                       PROGRAM " ended without an answer; the server's log has its "
                               "messages");
    }
    const struct lw_json *failure = lw_json_get(tree, "error");
    if (failure != NULL && failure->type == LW_JSON_TEXT) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "%s",
                       lw_json_text_or(tree, "message", "it could not be learned"));
    }
    lw_buffer_clear(&run->result);
    json_write_tree(&run->result, tree);
    return lw_buffer_ok(&run->result) ? LW_OK : lw_fail_memory(err);
}

lw_status learn_run(struct job_run *run, struct lw_error *err) {
    struct app *app = run->app;
    struct lw_json *request = NULL;
    struct lw_buffer program, variable, answer;
    lw_status status = lw_json_read(&run->arena, run->job->request,
                                    strlen(run->job->request), &request, err);
    if (status != LW_OK) {
        return status;
    }
    lw_buffer_init(&program, app->alloc);
    lw_buffer_init(&variable, app->alloc);
    lw_buffer_init(&answer, app->alloc);
    lw_platform_find_program(PROGRAM, &program);
    lw_buffer_printf(&variable, "LEVELWRIGHT_DB=%s", app->config.db);
    char *argv[] = {PROGRAM,
                    "learn",
                    "--json",
                    "--game",
                    (char *)(uintptr_t)lw_json_text_or(request, "game", ""),
                    app->config.require_sandbox ? "--require-sandbox" : NULL,
                    NULL};
    const struct lw_platform_child child = {.program = lw_buffer_text(&program),
                                            .argv = argv,
                                            .variable = lw_buffer_text(&variable),
                                            .memory_bytes = app->config.job_memory_bytes,
                                            .seconds = app->config.job_seconds,
                                            .cancel = run->cancel,
                                            .most_bytes = MAX_ANSWER};
    status = lw_buffer_ok(&program) && lw_buffer_ok(&variable)
                 ? lw_platform_run(&child, &answer, err)
                 : lw_fail_memory(err);
    if (status == LW_OK) {
        status = take_answer(run, &answer, err);
    }
    lw_buffer_free(&program);
    lw_buffer_free(&variable);
    lw_buffer_free(&answer);
    return status;
}
