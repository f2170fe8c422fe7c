/* What solve prints about a level. */
#include "judge/solve_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/columns.h"
#include "lw/rating.h"

#define TITLE_COLUMNS 24
#define LEAST_TITLE_COLUMNS 14
/* Level, status, expanded and seconds with the gaps between. */
#define FIXED_COLUMNS 41

static int measure_columns(const struct lw_measure *measure) {
    int len = (int)strlen(measure->name);
    return len < 6 ? 6 : len;
}

struct cli_solve_layout cli_solve_layout(struct cli *cli,
                                         const struct lw_solve_ops *ops) {
    struct cli_solve_layout layout = {.title_columns = TITLE_COLUMNS,
                                      .n_measures = ops->n_measures};
    int fd = fileno(cli->out);
    if (fd < 0 || !lw_platform_is_terminal(fd)) {
        return layout;
    }
    uint32_t columns;
    uint32_t rows;
    lw_platform_terminal_size(fd, &columns, &rows);
    int room = (int)columns - FIXED_COLUMNS - LEAST_TITLE_COLUMNS;
    layout.n_measures = 0;
    while (layout.n_measures < ops->n_measures &&
           room > measure_columns(&ops->measures[layout.n_measures])) {
        room -= measure_columns(&ops->measures[layout.n_measures++]) + 1;
    }
    layout.title_columns = LEAST_TITLE_COLUMNS + (room > 0 ? room : 0);
    if (layout.title_columns > TITLE_COLUMNS) {
        layout.title_columns = TITLE_COLUMNS;
    }
    return layout;
}

void cli_solve_head(struct cli *cli, const struct lw_solve_ops *ops,
                    const struct cli_solve_layout *layout) {
    (void)fprintf(cli->out, "%s%5s  ", cli->colour ? "\033[1m" : "", "level");
    cli_put_columns(cli->out, "title", (size_t)layout->title_columns);
    (void)fprintf(cli->out, "  %-10s", "status");
    for (size_t i = 0; i < layout->n_measures; i++) {
        (void)fprintf(cli->out, " %*s", measure_columns(&ops->measures[i]),
                      ops->measures[i].name);
    }
    (void)fprintf(cli->out, " %11s %9s%s\n", "expanded", "seconds",
                  cli->colour ? "\033[0m" : "");
}

static const char *status_colour(const struct cli_solved *solved) {
    if (solved->status != LW_OK) {
        return "\033[31m";
    }
    static const char *const colours[] = {[LW_OUTCOME_SOLVED] = "\033[32m",
                                          [LW_OUTCOME_UNSOLVABLE] = "\033[35m",
                                          [LW_OUTCOME_LIMIT] = "\033[33m"};
    return colours[solved->result.outcome];
}

/* An optimum that was proved is marked, so that nobody takes a mere solution for one. */
static const char *status_word(const struct cli_solved *solved) {
    if (solved->status != LW_OK) {
        return "bad";
    }
    if (solved->already) {
        return "already";
    }
    if (solved->result.outcome == LW_OUTCOME_SOLVED) {
        return solved->result.optimal ? "optimal" : "solved";
    }
    return lw_outcome_name(solved->result.outcome);
}

void cli_solve_row(struct cli *cli, const struct lw_solve_ops *ops,
                   const struct cli_solve_layout *layout,
                   const struct cli_solved *solved) {
    const struct lw_solve_result *result = &solved->result;
    (void)fprintf(cli->out, "%5zu  ", solved->number);
    cli_put_columns(cli->out, solved->entry->title, (size_t)layout->title_columns);
    (void)fprintf(cli->out, "  %s%-10s%s", cli->colour ? status_colour(solved) : "",
                  status_word(solved), cli->colour ? "\033[0m" : "");
    if (solved->status != LW_OK) {
        (void)fputc('\n', cli->out);
        return;
    }
    for (size_t i = 0; i < layout->n_measures; i++) {
        int columns = measure_columns(&ops->measures[i]);
        if (isnan(result->measures[i])) {
            (void)fprintf(cli->out, " %*s", columns, "-");
        } else {
            (void)fprintf(cli->out, " %*.10g", columns, result->measures[i]);
        }
    }
    (void)fprintf(cli->out, " %11" PRIu64 " %9.3f", result->expanded, result->seconds);
    if (result->counted) {
        (void)fprintf(cli->out, "  %s%" PRIu64 " solution%s",
                      result->count_complete ? "" : "at least ", result->n_solutions,
                      result->n_solutions == 1 ? "" : "s");
    }
    if (result->outcome == LW_OUTCOME_LIMIT) {
        (void)fprintf(cli->out, "  %s", lw_stop_text(result->stop));
    }
    if (result->note[0] != '\0') {
        (void)fputs("  ", cli->out);
        cli_put_safe(cli->out, result->note);
    }
    (void)fputc('\n', cli->out);
}

static void put_counters(struct lw_json_writer *json,
                         const struct lw_solve_result *result) {
    lw_json_uint(json, "expanded", result->expanded);
    lw_json_uint(json, "generated", result->generated);
    lw_json_uint(json, "closed", result->closed);
    lw_json_real(json, "seconds", result->seconds);
    lw_json_uint(json, "peak_bytes", result->peak_bytes);
    lw_json_text(json, "stop",
                 result->stop == LW_STOP_NONE ? NULL : lw_stop_text(result->stop));
    lw_json_text(json, "engine", result->engine);
    if (result->counted) {
        lw_json_uint(json, "n_solutions", result->n_solutions);
        lw_json_bool(json, "count_complete", result->count_complete);
    }
    if (result->note[0] != '\0') {
        lw_json_text(json, "note", result->note);
    }
    lw_warning_json(json, &result->warning);
}

void cli_solve_json(const struct lw_solve_ops *ops, size_t metric, const char *file,
                    const struct cli_solved *solved, struct lw_buffer *out) {
    const struct lw_solve_result *result = &solved->result;
    bool is_solved = solved->status == LW_OK && result->outcome == LW_OUTCOME_SOLVED;
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    if (file != NULL) {
        lw_json_text(&json, "file", file);
    }
    lw_json_text(&json, "game", solved->entry->level->game->kind->name);
    lw_json_uint(&json, "level", solved->number);
    lw_json_text(&json, "title", solved->entry->title);
    lw_json_text(&json, "status",
                 solved->status != LW_OK ? "bad"
                 : solved->already       ? lw_ratable_name(LW_RATABLE_WON)
                                         : lw_outcome_name(result->outcome));
    if (solved->status != LW_OK) {
        lw_json_text(&json, "error", solved->err.text);
    }
    lw_json_text(&json, "metric", ops->metrics[metric].name);
    lw_json_bool(&json, "optimal", is_solved && result->optimal);
    for (size_t i = 0; i < ops->n_measures; i++) {
        lw_json_real(&json, ops->measures[i].name,
                     is_solved ? result->measures[i] : (double)NAN);
    }
    lw_json_text(&json, "solution", is_solved ? lw_buffer_text(&result->solution) : NULL);
    put_counters(&json, result);
    lw_json_object_end(&json);
}
