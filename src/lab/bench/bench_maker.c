/* Running a generator for a bench. Replays every emitted level: a figure about levels
 * that cannot be solved would be worth nothing. */
#include "bench/bench_maker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "lw/sokoban.h"

#define OPTIMAL_NODES 5000000u

struct maker {
    const struct maker_row *row;
    struct maker_sums *sums;
    struct lw_error *err;
    struct lw_runtime runtime; /* the platform's with one worker and a CPU clock */
    uint64_t spent_ns;         /* by checks here, not by the generator */
    bool bad;
};

static uint64_t cpu_clock(void *ctx) {
    (void)ctx;
    return lw_platform_thread_cpu_ns();
}

static void find_optimum(struct maker *maker, const struct lw_level *level,
                         double pushes) {
    struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_PUSHES,
                                       .budget = {.nodes = OPTIMAL_NODES}};
    struct lw_solve_result result;
    struct maker_sums *sums = maker->sums;
    lw_solve_result_init(&result, maker->runtime.alloc);
    if (lw_sokoban_kind.solve->solve(level, &request, &maker->runtime, &result, NULL) ==
            LW_OK &&
        result.outcome == LW_OUTCOME_SOLVED) {
        sums->n_solved++;
        sums->solved_pushes += pushes;
        sums->solved_boxes += lw_sokoban_level_of(level)->n_boxes;
        sums->optimal += result.measures[LW_SOKOBAN_PUSHES];
        sums->lines += result.measures[LW_SOKOBAN_LINES];
    }
    lw_solve_result_free(&result);
}

static uint32_t count_floor(const struct lw_sokoban_level *level) {
    uint32_t floor = 0;
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        floor += (level->cells[i] & LW_SOKOBAN_WALL) == 0;
    }
    return floor;
}

static bool take(void *ctx, struct lw_candidate *candidate) {
    struct maker *maker = ctx;
    struct maker_sums *sums = maker->sums;
    const struct lw_sokoban_level *level = lw_sokoban_level_of(candidate->level);
    double values[LW_MAX_MEASURES];
    uint64_t start = lw_platform_thread_cpu_ns();
    sums->best = candidate->score > sums->best ? candidate->score : sums->best;
    if (lw_sokoban_kind.solve->measure(candidate->level, candidate->solution,
                                       strlen(candidate->solution), values,
                                       maker->err) != LW_OK) {
        maker->bad = true;
    } else if (candidate->score >= maker->row->target) {
        if (sums->n_levels < MAKER_MAX_ITEMS) {
            sums->scores[sums->n_levels] = candidate->score;
        }
        sums->n_levels++;
        sums->n_hits++;
        sums->score += candidate->score;
        sums->boxes += level->n_boxes;
        sums->floor += count_floor(level);
        sums->pushes += values[LW_SOKOBAN_PUSHES];
        if (maker->row->solve) {
            find_optimum(maker, candidate->level, values[LW_SOKOBAN_PUSHES]);
        }
    }
    lw_level_destroy(candidate->level);
    maker->spent_ns += lw_platform_thread_cpu_ns() - start;
    return !maker->bad;
}

static void count(void *ctx, const char *name, double value) {
    struct maker_sums *sums = ((struct maker *)ctx)->sums;
    size_t i = 0;
    while (i < sums->n_stats && strcmp(sums->stats[i].name, name) != 0) {
        i++;
    }
    if (i == MAKER_MAX_STATS) {
        return;
    }
    if (i == sums->n_stats) {
        sums->n_stats++;
        (void)snprintf(sums->stats[i].name, sizeof sums->stats[i].name, "%s", name);
    }
    sums->stats[i].value += value;
}

lw_status maker_read_options(const struct lw_generator *generator,
                             const char *const *options, struct lw_option_value *values,
                             struct lw_error *err) {
    char names[LW_MAX_GENERATOR_OPTIONS][40];
    struct lw_setting list[LW_MAX_GENERATOR_OPTIONS];
    struct lw_settings settings = {list, 0};
    for (; options[settings.n] != NULL; settings.n++) {
        const char *text = options[settings.n];
        int len = (int)strcspn(text, "=");
        assert(settings.n < LW_MAX_GENERATOR_OPTIONS && text[len] == '=');
        (void)snprintf(names[settings.n], sizeof *names, "%.*s", len, text);
        list[settings.n] = (struct lw_setting){names[settings.n], text + len + 1};
    }
    return lw_generator_settings(generator, &settings, 0, values, err);
}

static int compare(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static lw_status make_all(struct maker *maker, const struct lw_generator *generator,
                          const struct lw_generate_request *request, uint64_t seed,
                          struct lw_error *err) {
    struct maker_sums *sums = maker->sums;
    void *shared = NULL;
    lw_status status = generator->prepare(request, &maker->runtime, &shared, err);
    if (status != LW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < maker->row->n_seeds && status == LW_OK && !maker->bad; i++) {
        struct lw_rng rng = lw_rng_make(seed + i, 0);
        uint64_t start = lw_platform_thread_cpu_ns();
        maker->spent_ns = 0;
        status = generator->make(request,
                                 &(struct lw_generate_task){.shared = shared,
                                                            .rng = &rng,
                                                            .runtime = &maker->runtime,
                                                            .emit = take,
                                                            .emit_ctx = maker},
                                 err);
        double seconds =
            (double)(lw_platform_thread_cpu_ns() - start - maker->spent_ns) * 1e-9;
        sums->seconds[sums->n_items++] = seconds;
        sums->seconds_sum += seconds;
    }
    generator->release(request, shared);
    qsort(sums->seconds, sums->n_items, sizeof *sums->seconds, compare);
    return status;
}

lw_status maker_measure(struct cli *cli, const struct maker_run *run,
                        struct maker_sums *sums, struct lw_error *err) {
    const struct lw_generator *generator =
        lw_generator_find(&lw_sokoban_kind, run->generator);
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    struct maker maker = {
        .row = run->row, .sums = sums, .err = err, .runtime = *cli->runtime};
    struct lw_game *game = NULL;
    memset(sums, 0, sizeof *sums);
    maker.runtime.n_workers = 1;
    maker.runtime.parallel = NULL;
    maker.runtime.progress = NULL;
    maker.runtime.now_ns = cpu_clock;
    lw_status status = maker_read_options(generator, run->row->options, values, err);
    if (status == LW_OK) {
        status = lw_game_create(&lw_sokoban_kind, cli->alloc, &game, err);
    }
    if (status == LW_OK) {
        struct lw_generate_request request = {
            .game = game,
            .values = values,
            .stat = count,
            .stat_ctx = &maker,
            .budget = {.time_ns = run->limit_ns > 0 ? run->limit_ns
                                                    : (uint64_t)(run->row->limit_s * 1e9),
                       .cancel = cli->cancel}};
        status = make_all(&maker, generator, &request, run->seed, err);
    }
    lw_game_destroy(game);
    return status == LW_OK && maker.bad ? err->status : status;
}

/* Runs all items of the row; an exit code. */
static int run_row(struct cli *cli, const struct cli_args *args,
                   const char *generator_name, const struct maker_row *row,
                   struct maker_sums *sums) {
    const struct lw_option_value *limit = cli_value(args, "time");
    struct lw_error err = {.status = LW_USAGE};
    const struct maker_run run = {.generator = generator_name,
                                  .row = row,
                                  .seed = (uint64_t)cli_value(args, "seed")->i,
                                  .limit_ns = limit->set ? limit->u : 0};
    return maker_measure(cli, &run, sums, &err) == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

const struct maker_row *maker_find(const struct maker_bench *bench, const char *name) {
    size_t i = 0;
    while (i + 1 < bench->n_rows && strcmp(bench->rows[i].name, name) != 0) {
        i++;
    }
    assert(strcmp(bench->rows[i].name, name) == 0);
    return &bench->rows[i];
}

int maker_table(struct cli *cli, const struct cli_args *args,
                const struct maker_bench *bench) {
    bool as_json = cli_value(args, "json")->flag, any = false;
    if (!as_json) {
        (void)fputs(bench->head, cli->out);
    }
    for (size_t i = 0; i < bench->n_rows; i++) {
        const struct maker_row *row = &bench->rows[i];
        struct maker_sums sums;
        if (!bench_wants(args, row->name)) {
            continue;
        }
        any = true;
        int code = run_row(cli, args, bench->generator, row, &sums);
        code = code == 0 ? bench_stopped(cli, row->name) : code;
        if (code != 0) {
            return code;
        }
        if (as_json) {
            struct lw_buffer line;
            struct lw_json_writer json;
            cli_json_begin(cli, &line, &json);
            lw_json_text(&json, "row", row->name);
            bench->put_json(&json, row, &sums);
            cli_json_end(cli, &line, &json);
        } else {
            bench->print(cli->out, row, &sums);
            (void)fflush(cli->out);
        }
    }
    if (any) {
        return 0;
    }
    struct lw_buffer names;
    lw_buffer_init(&names, cli->alloc);
    for (size_t i = 0; i < bench->n_rows; i++) {
        bench_add_name(&names, bench->rows[i].name);
    }
    return bench_no_row(cli, &names);
}

double maker_median(const struct maker_sums *sums) {
    uint32_t n = sums->n_items;
    return n == 0 ? 0 : (sums->seconds[(n - 1) / 2] + sums->seconds[n / 2]) / 2;
}

double maker_max(const struct maker_sums *sums) {
    return sums->n_items == 0 ? 0 : sums->seconds[sums->n_items - 1];
}

double maker_stat(const struct maker_sums *sums, const char *name) {
    for (size_t i = 0; i < sums->n_stats; i++) {
        if (strcmp(sums->stats[i].name, name) == 0) {
            return sums->stats[i].value;
        }
    }
    return 0;
}

double maker_mean(double sum, uint32_t n) {
    return n == 0 ? 0 : sum / n;
}
