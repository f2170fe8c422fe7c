/* Many levels of each method: how many a second, and is every one of them good? */
#include "bench/bench_levels.h"

#include <string.h>

#include "bench/bench.h"
#include "bench/bench_maker.h"
#include "lw/candidates.h"
#include "lw/session.h"
#include "lw/sokoban.h"

struct method {
    const char *name;
    const char *options[8]; /* "name=value", NULL-terminated */
};

/* Small, yet not so small that the rooms run out before 10,000 levels are found. */
static const struct method methods[] = {
    {"farthest", {"size=2x3", "boxes=2"}},
    {"mcts", {"playouts=1000", "refine=1000", "climb=10"}},
    {"evolve", {"size=2x3", "max-boxes=3"}},
};

struct count {
    const struct method *method;
    struct lw_game *game;
    struct lw_pool pool;
    struct lw_make_report report;
    double cpu, wall;
    size_t n_replayed, n_ids; /* solved by replay; distinct canonical ids */
    double boxes, pushes, lines;
};

static lw_status make(struct cli *cli, const struct cli_args *args, struct count *count,
                      struct lw_error *err) {
    const struct lw_generator *generator =
        lw_generator_find(&lw_sokoban_kind, count->method->name);
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    lw_status status = maker_read_options(generator, count->method->options, values, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_candidate_plan plan = {
        .generator = generator,
        .request = {.game = count->game,
                    .values = values,
                    .budget = {.cancel = cli->cancel}},
        .seed = (uint64_t)cli_value(args, "seed")->i,
        .count = (size_t)cli_value(args, "levels")->i,
        .patience = 100000,
        .budget = {.time_ns = cli_value(args, "time")->u, .cancel = cli->cancel},
    };
    uint64_t cpu = lw_platform_cpu_ns(), wall = lw_runtime_now_ns(cli->runtime);
    status = lw_candidates_make(&plan, cli->runtime, &count->pool, &count->report, err);
    count->cpu = (double)(lw_platform_cpu_ns() - cpu) * 1e-9;
    count->wall = (double)(lw_runtime_now_ns(cli->runtime) - wall) * 1e-9;
    return status;
}

/* Reads the level's text and plays its solution, as if both came from a stranger. */
static lw_status replay(struct cli *cli, struct count *count,
                        const struct lw_made_level *made, struct lw_state_set *ids,
                        struct lw_error *err) {
    struct lw_buffer text;
    struct lw_level *level = NULL;
    struct lw_session *session = NULL;
    lw_buffer_init(&text, cli->alloc);
    lw_status status = lw_level_text(made->level, &text, err);
    if (status == LW_OK) {
        status = lw_level_read(count->game, lw_buffer_text(&text), text.len, &level, err);
    }
    if (status == LW_OK) {
        struct lw_id128 id;
        bool added = false;
        status = lw_session_create(level, cli->alloc, &session, err);
        if (status == LW_OK) {
            status =
                lw_session_replay(session, made->solution, strlen(made->solution), err);
        }
        count->n_replayed += status == LW_OK && lw_session_won(session);
        if (status == LW_OK) {
            status = lw_sokoban_kind.level->canonical(level, &id, NULL);
        }
        if (status == LW_OK && lw_state_set_add(ids, &id, &added) == LW_STATE_NONE) {
            status = lw_fail_memory(err);
        }
        count->n_ids += added;
        count->boxes += lw_sokoban_level_of(level)->n_boxes;
    }
    lw_session_destroy(session);
    lw_level_destroy(level);
    lw_buffer_free(&text);
    return status;
}

static lw_status check(struct cli *cli, struct count *count, struct lw_error *err) {
    struct lw_state_set ids;
    lw_status status = LW_OK;
    lw_state_set_init(&ids, cli->alloc, sizeof(struct lw_id128));
    for (size_t i = 0; i < count->pool.n_levels && status == LW_OK; i++) {
        const struct lw_made_level *made = &count->pool.levels[i];
        status = replay(cli, count, made, &ids, err);
        count->pushes += made->measures[LW_SOKOBAN_PUSHES];
        count->lines += made->measures[LW_SOKOBAN_LINES];
    }
    lw_state_set_free(&ids);
    return status;
}

static void put_options(const struct method *method, struct lw_buffer *out) {
    for (size_t i = 0; method->options[i] != NULL; i++) {
        lw_buffer_printf(out, "%s--%s", i > 0 ? " " : "", method->options[i]);
    }
}

static void print_json(struct cli *cli, const struct count *count,
                       const struct lw_buffer *options, bool complete) {
    struct lw_buffer line;
    struct lw_json_writer json;
    double n = count->pool.n_levels > 0 ? (double)count->pool.n_levels : 1;
    cli_json_begin(cli, &line, &json);
    lw_json_text(&json, "row", count->method->name);
    lw_json_text(&json, "options", lw_buffer_text(options));
    lw_json_uint(&json, "threads", cli->runtime->n_workers);
    lw_json_uint(&json, "levels", count->pool.n_levels);
    lw_json_bool(&json, "complete", complete);
    lw_json_uint(&json, "replayed", count->n_replayed);
    lw_json_uint(&json, "distinct_ids", count->n_ids);
    lw_json_uint(&json, "candidates", count->report.n_candidates);
    lw_json_uint(&json, "duplicates", count->report.counts[LW_REFUSED_DUPLICATE]);
    lw_json_uint(&json, "unproven", count->report.counts[LW_REFUSED_UNPROVEN]);
    lw_json_real(&json, "cpu_seconds", count->cpu);
    lw_json_real(&json, "wall_seconds", count->wall);
    lw_json_real(&json, "levels_per_cpu_second",
                 (double)count->pool.n_levels / count->cpu);
    lw_json_real(&json, "levels_per_second", (double)count->pool.n_levels / count->wall);
    lw_json_real(&json, "boxes_mean", count->boxes / n);
    lw_json_real(&json, "pushes_mean", count->pushes / n);
    lw_json_real(&json, "lines_mean", count->lines / n);
    cli_json_end(cli, &line, &json);
}

static void print_text(struct cli *cli, const struct count *count,
                       const struct lw_buffer *options) {
    double n = count->pool.n_levels > 0 ? (double)count->pool.n_levels : 1;
    (void)fprintf(cli->out,
                  "%-9s %7zu %8zu %7zu %10llu %6llu %8.2f %8.2f %9.1f %9.1f %6.2f %6.1f "
                  "%6.1f  %s\n",
                  count->method->name, count->pool.n_levels, count->n_replayed,
                  count->n_ids, (unsigned long long)count->report.n_candidates,
                  (unsigned long long)count->report.counts[LW_REFUSED_DUPLICATE],
                  count->cpu, count->wall, n / count->cpu, n / count->wall,
                  count->boxes / n, count->pushes / n, count->lines / n,
                  lw_buffer_text(options));
    (void)fflush(cli->out);
}

static int run_method(struct cli *cli, const struct cli_args *args,
                      const struct method *method) {
    struct count count = {.method = method};
    struct lw_buffer options;
    struct lw_error err = {.status = LW_OK};
    struct lw_error later = {.status = LW_OK};
    lw_pool_init(&count.pool, &lw_sokoban_kind, cli->alloc);
    lw_buffer_init(&options, cli->alloc);
    put_options(method, &options);
    lw_status status = lw_game_create(&lw_sokoban_kind, cli->alloc, &count.game, &err);
    if (status == LW_OK) {
        status = make(cli, args, &count, &err);
    }
    lw_status checked = count.pool.n_levels > 0 ? check(cli, &count, &later) : LW_OK;
    if (count.pool.n_levels > 0 && cli_value(args, "json")->flag) {
        print_json(cli, &count, &options, status == LW_OK);
    } else if (count.pool.n_levels > 0) {
        print_text(cli, &count, &options);
    }
    int code = 0;
    if (status != LW_OK || checked != LW_OK) {
        code = cli_fail(cli, NULL, status != LW_OK ? &err : &later);
    } else if (count.n_replayed != count.pool.n_levels ||
               count.n_ids != count.n_replayed) {
        (void)lw_fail(&err, LW_BAD_INPUT, 0, 0,
                      "of %zu levels of %s only %zu were solved by replay and %zu are "
                      "different puzzles",
                      count.pool.n_levels, method->name, count.n_replayed, count.n_ids);
        code = cli_fail(cli, NULL, &err);
    }
    lw_buffer_free(&options);
    lw_pool_free(&count.pool);
    lw_game_destroy(count.game);
    return code;
}

int bench_levels(struct cli *cli, const struct cli_args *args) {
    bool any = false;
    if (!cli_value(args, "json")->flag) {
        (void)fprintf(cli->out,
                      "Levels of each method; replayed: won by playing the solution on "
                      "the level read back; ids: different puzzles.\n"
                      "%-9s %7s %8s %7s %10s %6s %8s %8s %9s %9s %6s %6s %6s  %s\n",
                      "method", "levels", "replayed", "ids", "candidates", "twice",
                      "CPU s", "wall s", "per CPU s", "per s", "boxes", "pushes", "lines",
                      "options");
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (bench_wants(args, methods[i].name)) {
            any = true;
            int code = run_method(cli, args, &methods[i]);
            if (code != 0) {
                return code;
            }
        }
    }
    if (any) {
        return 0;
    }
    struct lw_buffer names;
    lw_buffer_init(&names, cli->alloc);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        bench_add_name(&names, methods[i].name);
    }
    return bench_no_row(cli, &names);
}
