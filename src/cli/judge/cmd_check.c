/* check: a test bench for the makers of PuzzleScript games.
 *
 * Every level is solved within a budget; what the solutions and some aimless play never
 * use is told as well. Findings have a severity: an error is what keeps a game from being
 * finished, a warning what its maker may want to look at. */
#include <stdarg.h>
#include <string.h>

#include "lw/command/levels.h"
#include "lw/puzzlescript.h"
#include "lw/puzzlescript/audit.h"
#include "lw/rating.h"

#define TRIVIAL_MOVES 3
#define DIP_FACTOR 2      /* a level so many times easier than the one before is a dip */
#define AIMLESS_KEYS 2000 /* pressed in each level */

static const struct lw_option options[] = {
    {.name = "metric",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .fallback = "moves",
     .letter = 'm',
     .help = "moves: the fewest key presses, proved if time allows; any: the first "
             "solution"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = "time limit for each level"},
    CLI_LEVEL_NODES_OPTION,
    {.name = "memory",
     .type = LW_OPTION_BYTES,
     .fallback = "1G",
     .help = "memory limit for each level"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object"},
};

struct finding {
    const char *kind; /* one word, for programs */
    bool is_error;
    uint32_t line;
    size_t level; /* from 1; 0: of the game */
    char text[240];
};

/* What became of a level. */
struct outcome {
    lw_status status; /* other than OK: it cannot be played */
    bool already;     /* won before the first move */
    struct lw_solve_result result;
};

struct check {
    struct cli *cli;
    struct cli_levels levels;
    struct lw_solve_request request;
    struct lw_ps_audit *audit;
    struct outcome *outcomes; /* [n_entries] */
    size_t n_done;            /* of them; fewer when somebody stopped it */
    struct finding *findings;
    size_t n_findings, findings_cap;
    struct cli_tally tally;
};

static void find(struct check *c, struct finding what, const char *fmt, ...)
    LW_PRINTF(3, 4);
static void find(struct check *c, struct finding what, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(what.text, sizeof what.text, fmt, args);
    va_end(args);
    if (lw_grow(c->cli->alloc, &c->findings, &c->findings_cap, c->n_findings + 1,
                sizeof *c->findings)) {
        c->findings[c->n_findings++] = what;
    }
}

/* Levels. */

static size_t measure_of(const struct check *c, unsigned flag) {
    return lw_measure_find(c->levels.game->kind->solve, flag);
}

static double value_of(const struct check *c, const struct outcome *o, unsigned flag) {
    size_t at = measure_of(c, flag);
    return o->already                                     ? 0
           : at < c->levels.game->kind->solve->n_measures ? o->result.measures[at]
                                                          : 0;
}

static void judge(struct check *c, size_t i) {
    struct outcome *o = &c->outcomes[i];
    struct finding f = {.level = i + 1, .line = c->levels.set.entries[i].line};
    double moves = value_of(c, o, LW_MEASURE_COUNTER);
    c->tally.good += o->already || o->result.outcome == LW_OUTCOME_SOLVED;
    if (o->already) {
        f.kind = "trivial";
        find(c, f, "the level is won before the first move");
    } else if (o->result.outcome == LW_OUTCOME_UNSOLVABLE) {
        c->tally.impossible++;
        f.kind = "unsolvable";
        f.is_error = true;
        find(c, f, "the level cannot be solved%s%s",
             o->result.note[0] == '\0' ? "" : ": ", o->result.note);
    } else if (o->result.outcome == LW_OUTCOME_LIMIT) {
        c->tally.limit++;
        f.kind = "undecided";
        find(c, f, "neither solved nor proved unsolvable: %s",
             lw_stop_text(o->result.stop));
    } else if (moves <= TRIVIAL_MOVES) {
        f.kind = "trivial";
        find(c, f, "%.0f move%s %s", moves, moves == 1 ? "" : "s",
             moves == 1 ? "solves the level" : "solve the level");
    }
}

static lw_status solve(struct check *c, size_t i, struct lw_error *err) {
    const struct lw_level *level = c->levels.set.entries[i].level;
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct outcome *o = &c->outcomes[i];
    o->status = level->game->kind->level->validate(level, err);
    if (o->status != LW_OK) {
        c->tally.bad++;
        find(c,
             (struct finding){.kind = "unplayable",
                              .is_error = true,
                              .level = i + 1,
                              .line = c->levels.set.entries[i].line},
             "%s", err->text);
        return LW_OK;
    }
    lw_status status = lw_ratable_at_start(level, c->cli->runtime, &o->already, err);
    if (status == LW_OK && !o->already) {
        status = ops->solve(level, &c->request, c->cli->runtime, &o->result, err);
    }
    if (status == LW_OK && !o->already && o->result.outcome == LW_OUTCOME_SOLVED) {
        status = ops->measure(level, lw_buffer_text(&o->result.solution),
                              o->result.solution.len, o->result.measures, err);
    }
    if (status != LW_OK) {
        return status;
    }
    judge(c, i);
    cli_levels_warn(c->cli, &c->levels, &o->result.warning);
    bool solved = !o->already && o->result.outcome == LW_OUTCOME_SOLVED;
    return lw_ps_audit_watch(c->audit, lw_ps_level_of(level),
                             solved ? lw_buffer_text(&o->result.solution) : NULL,
                             AIMLESS_KEYS, i, err);
}

/* A level that is much easier than the last one before it that was solved. */
static void find_dips(struct check *c) {
    double before = 0;
    size_t last = 0;
    for (size_t i = 0; i < c->n_done; i++) {
        const struct outcome *o = &c->outcomes[i];
        if (o->status != LW_OK || o->already || o->result.outcome != LW_OUTCOME_SOLVED) {
            continue;
        }
        double now = value_of(c, o, LW_MEASURE_HARDER);
        if (before > 0 && now * DIP_FACTOR < before) {
            find(c,
                 (struct finding){.kind = "easier",
                                  .level = i + 1,
                                  .line = c->levels.set.entries[i].line},
                 "much easier than level %zu before it: %.0f after %.0f turns", last, now,
                 before);
        }
        before = now;
        last = i + 1;
    }
}

/* The game. */

static void find_unused(struct check *c) {
    const struct lw_ps_object *object;
    uint32_t at = 0, line;
    while ((line = lw_ps_audit_idle_line(c->audit, &at)) != 0) {
        find(c, (struct finding){.kind = "idle-rule", .line = line},
             "this rule has not matched in any solution nor in %d aimless moves of each "
             "level",
             AIMLESS_KEYS);
    }
    at = 0;
    while ((object = lw_ps_audit_absent(c->audit, &at)) != NULL) {
        find(c, (struct finding){.kind = "absent-object", .line = object->line},
             "%s was never on the board of any level", object->name);
    }
}

/* What reading and playing said: the messages of the file, unsettled rules among them. */
static void find_messages(struct check *c) {
    const struct lw_collection *set = &c->levels.set;
    for (size_t i = 0; i < set->n_messages; i++) {
        const struct lw_message *m = &set->messages[i];
        find(c,
             (struct finding){.kind = m->is_error ? "error" : "warning",
                              .is_error = m->is_error,
                              .line = m->line},
             "%s", m->text);
    }
}

static lw_status check_all(struct check *c, struct lw_error *err) {
    struct cli *cli = c->cli;
    size_t n = c->levels.set.n_entries;
    lw_status status =
        lw_ps_audit_create(lw_ps_game_of(c->levels.game), cli->alloc, &c->audit, err);
    c->outcomes = lw_alloc_zero(cli->alloc, n + 1, sizeof *c->outcomes);
    if (status == LW_OK && c->outcomes == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t i = 0; i < n && c->outcomes != NULL; i++) {
        lw_solve_result_init(&c->outcomes[i].result, cli->alloc);
    }
    lw_game_try(&c->levels.set, cli->alloc, LW_TRY_WORK);
    find_messages(c);
    while (c->n_done < n && status == LW_OK && !atomic_load(cli->cancel)) {
        status = solve(c, c->n_done, err);
        c->n_done++;
    }
    if (status == LW_OK) {
        find_dips(c);
    }
    if (status == LW_OK && c->n_done == n) {
        find_unused(c);
    }
    return status;
}

/* Reports. */

static const char *status_of(const struct outcome *o) {
    return o->status != LW_OK ? "unplayable"
           : o->already       ? "solved-already"
                              : lw_outcome_name(o->result.outcome);
}

static void put_level_json(const struct check *c, size_t i, struct lw_json_writer *json) {
    const struct outcome *o = &c->outcomes[i];
    lw_json_object(json, NULL);
    lw_json_uint(json, "level", i + 1);
    lw_json_uint(json, "line", c->levels.set.entries[i].line);
    lw_json_text(json, "status", status_of(o));
    if (o->status == LW_OK && !o->already && o->result.outcome == LW_OUTCOME_SOLVED) {
        lw_json_bool(json, "optimal", o->result.optimal);
        lw_json_real(json, "moves", value_of(c, o, LW_MEASURE_COUNTER));
        lw_json_real(json, "turns", value_of(c, o, LW_MEASURE_HARDER));
        lw_json_text(json, "solution", lw_buffer_text(&o->result.solution));
    }
    lw_json_object_end(json);
}

static void put_json(struct check *c) {
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(c->cli, &line, &json);
    lw_json_text(&json, "file", c->levels.file);
    lw_json_array(&json, "levels");
    for (size_t i = 0; i < c->n_done; i++) {
        put_level_json(c, i, &json);
    }
    lw_json_array_end(&json);
    lw_json_array(&json, "findings");
    for (size_t i = 0; i < c->n_findings; i++) {
        const struct finding *f = &c->findings[i];
        lw_json_object(&json, NULL);
        lw_json_text(&json, "kind", f->kind);
        lw_json_text(&json, "severity", f->is_error ? "error" : "warning");
        lw_json_uint(&json, "line", f->line);
        if (f->level > 0) {
            lw_json_uint(&json, "level", f->level);
        }
        lw_json_text(&json, "text", f->text);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    cli_json_end(c->cli, &line, &json);
}

static void put_text(struct check *c) {
    FILE *out = c->cli->out;
    for (size_t i = 0; i < c->n_done; i++) {
        const struct outcome *o = &c->outcomes[i];
        (void)fprintf(out, "level %3zu  line %5u  %-14s", i + 1,
                      c->levels.set.entries[i].line, status_of(o));
        if (o->status == LW_OK && !o->already && o->result.outcome == LW_OUTCOME_SOLVED) {
            (void)fprintf(out, " %5.0f moves %5.0f turns%s",
                          value_of(c, o, LW_MEASURE_COUNTER),
                          value_of(c, o, LW_MEASURE_HARDER),
                          o->result.optimal ? "" : "  (not proved to be the fewest)");
        }
        (void)fputc('\n', out);
    }
    for (size_t i = 0; i < c->n_findings; i++) {
        const struct finding *f = &c->findings[i];
        (void)fprintf(out, "%s", i == 0 ? "\n" : "");
        cli_put_safe(out, c->levels.file);
        (void)fprintf(out, ":%u: %s: ", f->line, f->is_error ? "error" : "warning");
        if (f->level > 0) {
            (void)fprintf(out, "level %zu: ", f->level);
        }
        cli_put_safe(out, f->text);
        (void)fputc('\n', out);
    }
    (void)fprintf(out, "\n%zu level%s: %zu solved, %zu unsolvable, %zu undecided; ",
                  c->n_done, c->n_done == 1 ? "" : "s", c->tally.good,
                  c->tally.impossible, c->tally.limit);
    (void)fprintf(out, "%zu finding%s\n", c->n_findings, c->n_findings == 1 ? "" : "s");
}

/* A fault of the game comes before what became of its levels. */
static int exit_code(const struct check *c) {
    bool faulty = c->tally.bad > 0 || c->levels.set.n_errors > 0;
    return faulty                    ? lw_status_exit_code(LW_BAD_INPUT)
           : c->tally.impossible > 0 ? lw_status_exit_code(LW_IMPOSSIBLE)
           : c->tally.limit > 0 || c->n_done < c->levels.set.n_entries
               ? lw_status_exit_code(LW_LIMIT)
               : 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {.status = LW_OK};
    struct check c = {.cli = cli};
    c.request = (struct lw_solve_request){
        .metric = strcmp(cli_value(args, "metric")->text, "any") == 0,
        .budget = {.nodes = (uint64_t)cli_value(args, "nodes")->i,
                   .time_ns = cli_value(args, "time")->u,
                   .memory_bytes = (size_t)cli_value(args, "memory")->u,
                   .cancel = cli->cancel}};
    int code = cli_levels_open(cli, args->operands[0], "puzzlescript", &c.levels);
    if (code != 0) {
        return code;
    }
    lw_status status = check_all(&c, &err);
    if (status == LW_OK && cli_value(args, "json")->flag) {
        put_json(&c);
    } else if (status == LW_OK) {
        put_text(&c);
    }
    if (status == LW_OK && c.n_done < c.levels.set.n_entries) {
        (void)fprintf(cli->err, "levelwright check: stopped after %zu of %zu levels\n",
                      c.n_done, c.levels.set.n_entries);
    }
    code = status == LW_OK ? exit_code(&c) : cli_fail(cli, args->operands[0], &err);
    for (size_t i = 0; c.outcomes != NULL && i < c.levels.set.n_entries; i++) {
        lw_solve_result_free(&c.outcomes[i].result);
    }
    lw_alloc_free(cli->alloc, c.outcomes,
                  (c.levels.set.n_entries + 1) * sizeof *c.outcomes);
    lw_alloc_free(cli->alloc, c.findings, c.findings_cap * sizeof *c.findings);
    lw_ps_audit_destroy(c.audit);
    cli_levels_close(&c.levels);
    return code;
}

const struct cli_command cli_cmd_check = {
    .name = "check",
    .summary = "test a PuzzleScript game: are its levels solvable, is all of it used?",
    .operands = "FILE",
    .description =
        "Compiles the game and solves every level within the budget. Reports errors and "
        "warnings of the source, rules that never settle, levels that are unsolvable, "
        "undecided, won in three moves or fewer, or much easier than the one before, "
        "rules "
        "that have not matched and objects that were on no board, in the solutions and "
        "in "
        "some aimless play of each level.\n\nEach finding is one line with the file and "
        "the line of the source, so that editors and continuous integration understand "
        "it. Exit codes: 0 when every level is solved, 2 when the game has errors, else "
        "4 "
        "when a level is unsolvable, else 3 when one is undecided.",
    .examples =
        "levelwright check game.txt\n"
        "    a table of the levels, and what was found\n"
        "levelwright check game.txt --json -m any --nodes 100000\n"
        "    the same for programs, within a budget that is the same everywhere\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
