/* bench growth: what a request costs the store when ten thousand, a hundred thousand, a
 * million plays are in it. A scratch database is filled (lw/store/fill.h) and the calls
 * behind the routes that people ask for most are measured at each size: what grows with
 * the plays shows as a column that rises. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "lw/command/database.h"
#include "lw/store/fill.h"

#define DEFAULT_PLAYS 1000000
#define N_SIZES 3
#define DAYS_SHOWN 30

struct growth {
    struct cli *cli;
    struct lw_store *store;
    struct lw_arena arena;
    int64_t plays, now_ms;
    int64_t turn;               /* counts calls, so that each has another player */
    char job[LW_STORE_ID_SIZE]; /* the last one that was queued */
};

static void next_player(struct growth *at, char id[LW_STORE_ID_SIZE]) {
    int64_t n_players = at->plays / 20;
    lw_store_fill_player(at->turn++ * 7919 % n_players, id);
}

static lw_status insight(struct growth *at, struct lw_error *err) {
    struct lw_store_level_counts levels;
    struct lw_store_day_counts days;
    struct lw_store_calibration calibration;
    struct lw_store_totals totals;
    lw_status status = lw_store_report_levels(at->store, &at->arena, &levels, err);
    if (status == LW_OK) {
        status = lw_store_report_days(at->store, at->now_ms, DAYS_SHOWN, &at->arena,
                                      &days, err);
    }
    if (status == LW_OK) {
        status = lw_store_report_calibration(at->store, &at->arena, &calibration, err);
    }
    if (status == LW_OK) {
        status = lw_store_report_totals(at->store, &totals, err);
    }
    if (status == LW_OK && totals.plays < at->plays) {
        status = lw_fail(err, LW_IO, 0, 0,
                         "the report counts %" PRId64 " plays where %" PRId64 " are",
                         totals.plays, at->plays);
    }
    return status;
}

static lw_status tables(struct growth *at, struct lw_error *err) {
    struct lw_store_sessions_table sessions;
    struct lw_store_set_table sets;
    lw_status status = lw_store_report_sessions(at->store, &at->arena, &sessions, err);
    return status == LW_OK ? lw_store_report_sets(at->store, &at->arena, &sets, err)
                           : status;
}

static lw_status progress(struct growth *at, struct lw_error *err) {
    struct lw_store_progress found;
    char player[LW_STORE_ID_SIZE];
    next_player(at, player);
    return lw_store_progress(at->store, player, 10000, &at->arena, &found, err);
}

static lw_status start_play(struct growth *at, struct lw_error *err) {
    char player[LW_STORE_ID_SIZE];
    char level[LW_STORE_ID_SIZE];
    char play[LW_STORE_ID_SIZE];
    next_player(at, player);
    lw_store_fill_level(at->turn % LW_STORE_FILL_LEVELS, level);
    lw_status status = lw_store_play_start(
        at->store, &(struct lw_store_play_start){.player = player, .level = level},
        at->now_ms, play, err);
    struct lw_store_appended appended;
    struct lw_store_event events[5];
    for (int i = 0; i < 5; i++) {
        events[i] = (struct lw_store_event){.play = play,
                                            .seq = i,
                                            .kind = i < 4 ? LW_EVENT_MOVE : LW_EVENT_WIN,
                                            .t_ms = 1000 * i,
                                            .data = ""};
    }
    const struct lw_store_batch batch = {
        .player = player, .events = events, .n = 5, .now_ms = at->now_ms};
    return status == LW_OK ? lw_store_events_append(at->store, &batch, &appended, err)
                           : status;
}

/* As POST /jobs asks, with all its bounds. The owner is one of fifty who have all the
 * jobs. */
static lw_status post_job(struct growth *at, struct lw_error *err) {
    char owner[LW_STORE_ID_SIZE];
    char wanted[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    lw_store_fill_player(at->turn++ % 50, owner);
    lw_store_new_id(wanted);
    const struct lw_store_job_request request = {.kind = "solve",
                                                 .request = "{}",
                                                 .owner = owner,
                                                 .id = wanted,
                                                 .client = "0123456789abcdef",
                                                 .max_owner = 4,
                                                 .max_client = 50,
                                                 .max_all = 200};
    struct lw_error ignored;
    if (lw_store_job_get(at->store, wanted, &at->arena, &job, &ignored) == LW_OK) {
        return lw_fail(err, LW_EXISTS, 0, 0, "a random number came twice");
    }
    return lw_store_job_enqueue(at->store, &request, at->now_ms, at->job, err);
}

static lw_status cancel_job(struct growth *at, struct lw_error *err) {
    return lw_store_job_cancel(at->store, at->job, at->now_ms, err);
}

static lw_status lease_job(struct growth *at, struct lw_error *err) {
    struct lw_store_job job;
    bool found;
    const struct lw_store_lease_request request = {.worker = "bench/1/0",
                                                   .workers = "bench/1/%",
                                                   .max_running = 2,
                                                   .now_ms = at->now_ms,
                                                   .lease_ms = 20000};
    return lw_store_job_lease(at->store, &request, &at->arena, &job, &found, err);
}

static lw_status list_jobs(struct growth *at, struct lw_error *err) {
    struct lw_store_job_list list;
    char owner[LW_STORE_ID_SIZE];
    lw_store_fill_player(at->turn++ % 50, owner);
    return lw_store_job_list(at->store, owner, (struct lw_store_page){0, 100}, &at->arena,
                             &list, err);
}

static const struct {
    const char *name, *what;
    lw_status (*call)(struct growth *at, struct lw_error *err);
    int repeats;
    /* Takes back what the call did, untimed, so that the next one finds the same. */
    lw_status (*undo)(struct growth *at, struct lw_error *err);
} rows[] = {
    {"insight", "GET /insight: four reports", insight, 50, NULL},
    {"tables", "GET /reports/tables", tables, 50, NULL},
    {"progress", "GET /players/me of a player with 20 plays", progress, 200, NULL},
    {"play", "a play started, 5 events with a win stored", start_play, 100, NULL},
    {"post-job", "POST /jobs: a job queued within its bounds", post_job, 100, cancel_job},
    {"lease", "a worker asks for a job, none waits", lease_job, 100, NULL},
    {"list-jobs", "the last 100 jobs of an owner", list_jobs, 50, NULL},
};
#define N_ROWS (sizeof rows / sizeof *rows)

struct cost {
    double cpu_us, wall_us;
};

static lw_status measure(struct growth *at, size_t row, struct cost *out,
                         struct lw_error *err) {
    lw_status status = LW_OK;
    uint64_t wall = 0, cpu = 0;
    for (int i = 0; i <= rows[row].repeats && status == LW_OK; i++) {
        uint64_t begin = lw_runtime_now_ns(at->cli->runtime);
        uint64_t cpu_begin = lw_platform_cpu_ns();
        status = rows[row].call(at, err);
        if (i > 0) { /* the first one prepares the statements */
            cpu += lw_platform_cpu_ns() - cpu_begin;
            wall += lw_runtime_now_ns(at->cli->runtime) - begin;
        }
        if (status == LW_OK && rows[row].undo != NULL) {
            status = rows[row].undo(at, err);
        }
        lw_arena_free(&at->arena);
        lw_arena_init(&at->arena, at->cli->alloc);
    }
    double n = rows[row].repeats * 1e3;
    out->cpu_us = (double)cpu / n;
    out->wall_us = (double)wall / n;
    return status;
}

static void put_row(struct growth *at, size_t row, const struct cost *cost,
                    bool as_json) {
    if (!as_json) {
        (void)fprintf(at->cli->out,
                      "%10" PRId64 " plays  %-10s %-48s %9.1f us CPU, %9.1f us in all\n",
                      at->plays, rows[row].name, rows[row].what, cost->cpu_us,
                      cost->wall_us);
        (void)fflush(at->cli->out);
        return;
    }
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(at->cli, &line, &json);
    lw_json_text(&json, "row", rows[row].name);
    lw_json_text(&json, "database", lw_store_kind(at->store));
    lw_json_int(&json, "plays", at->plays);
    lw_json_real(&json, "cpu_us", cost->cpu_us);
    lw_json_real(&json, "wall_us", cost->wall_us);
    cli_json_end(at->cli, &line, &json);
}

static lw_status run_size(struct growth *at, const struct cli_args *args, int64_t plays,
                          struct lw_error *err) {
    uint64_t begin = lw_runtime_now_ns(at->cli->runtime);
    lw_status status = lw_store_fill(at->store, at->plays, plays, err);
    at->plays = plays;
    at->now_ms = INT64_C(1700000000000) + plays * 4320;
    if (status == LW_OK && !cli_value(args, "json")->flag) {
        (void)fprintf(at->cli->out, "%10" PRId64 " plays filled in %.1f s\n", plays,
                      (double)(lw_runtime_now_ns(at->cli->runtime) - begin) / 1e9);
    }
    for (size_t i = 0; i < N_ROWS && status == LW_OK; i++) {
        struct cost cost;
        if (bench_wants(args, rows[i].name)) {
            status = measure(at, i, &cost, err);
            if (status == LW_OK) {
                put_row(at, i, &cost, cli_value(args, "json")->flag);
            }
        }
    }
    return status;
}

static lw_status run_sizes(struct growth *at, const struct cli_args *args,
                           struct lw_error *err) {
    const struct lw_option_value *given = cli_value(args, "plays");
    int64_t most = given->set ? given->i : DEFAULT_PLAYS;
    int64_t plays = most;
    lw_status status = LW_OK;
    bool empty = false;
    status = lw_store_is_empty(at->store, &empty, err);
    if (status == LW_OK && !empty) {
        status = lw_fail(err, LW_EXISTS, 0, 0,
                         "the database holds something already; this fills an empty one");
    }
    for (int i = 1; i < N_SIZES; i++) {
        plays = plays / 10 / LW_STORE_FILL_STEP * LW_STORE_FILL_STEP;
    }
    plays = plays < LW_STORE_FILL_STEP ? LW_STORE_FILL_STEP : plays;
    most = most / LW_STORE_FILL_STEP * LW_STORE_FILL_STEP;
    for (; status == LW_OK && plays <= most && !atomic_load(at->cli->cancel);
         plays = plays < most && plays * 10 > most ? most : plays * 10) {
        status = run_size(at, args, plays, err);
    }
    return status;
}

/* Without a URL a file of its own in the present folder, which goes away again. */
static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {0};
    struct lw_buffer url;
    struct growth at = {.cli = cli};
    bool own = args->n_operands < 2;
    lw_buffer_init(&url, cli->alloc);
    lw_arena_init(&at.arena, cli->alloc);
    if (own) {
        lw_buffer_printf(&url, "bench-growth-%ld.db", (long)getpid());
    } else {
        cli_take_url(args->operands[1], &url);
    }
    lw_status status = lw_store_open(lw_buffer_text(&url), NULL, &at.store, &err);
    if (status == LW_OK) {
        status = run_sizes(&at, args, &err);
    }
    lw_store_close(at.store);
    if (own) {
        (void)unlink(lw_buffer_text(&url));
    }
    lw_arena_free(&at.arena);
    lw_buffer_free(&url);
    err.status = status;
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

const struct lab_bench bench_growth = {
    .name = "growth",
    .summary = "what requests cost the store as plays grow (--plays); operand: an empty "
               "database (default: a scratch file)",
    .run = run,
};
