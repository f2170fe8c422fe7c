/* bench store: how many events and jobs a second the store takes, with every commit on
 * disk. The rows of the writer keep one batch of each player under way, so that the next
 * is sent when the last is acknowledged; in the end what was acknowledged is compared
 * with what is stored. */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "lw/command/database.h"

#define DEFAULT_SECONDS 5
#define MAX_PLAYERS 200
#define MAX_BATCH 10
#define N_JOBS 2000

struct row {
    const char *name, *what;
    size_t players; /* 0: jobs; 1: no writer, a commit for each batch */
    size_t batch;
};

static const struct row rows[] = {
    {"alone", "1 player, 10 events a commit", 1, 10},
    {"group-5", "200 players, 5 events a batch, commits shared", 200, 5},
    {"group-1", "200 players, 1 event a batch, commits shared", 200, 1},
    {"jobs", "a job queued, leased and finished", 0, 0},
};
#define N_ROWS (sizeof rows / sizeof *rows)

struct load;

struct player {
    struct load *load;
    char id[LW_STORE_ID_SIZE], play[LW_STORE_ID_SIZE];
    int64_t seq;
    uint64_t sent_ns;
};

struct load {
    struct cli *cli;
    const struct row *row;
    struct lw_store *store;
    struct lw_store_writer *writer;
    struct player players[MAX_PLAYERS];
    uint64_t end_ns;
    /* Written by the writer's thread, read when idle tells that it is done. */
    pthread_mutex_t lock;
    pthread_cond_t idle;
    size_t n_under_way; /* players whose last batch is not yet answered */
    size_t acknowledged, batches;
    uint64_t slowest_ns;
    lw_status status;
    struct lw_error err;
};

struct result {
    size_t count, batches;
    double seconds, cpu_seconds, slowest_ms;
};

static uint64_t now_ns(const struct load *load) {
    return lw_runtime_now_ns(load->cli->runtime);
}

static void fill(const struct load *load, struct player *player,
                 struct lw_store_event *events) {
    for (size_t i = 0; i < load->row->batch; i++, player->seq++) {
        events[i] = (struct lw_store_event){
            .play = player->play,
            .seq = player->seq,
            .kind = player->seq % 20 == 19 ? LW_EVENT_UNDO : LW_EVENT_MOVE,
            .t_ms = player->seq * 100,
            .moves = player->seq,
            .pushes = player->seq / 3,
            .data = "R"};
    }
}

static void send(struct player *player);

static void done(void *ctx, lw_status status, const struct lw_store_appended *appended,
                 const struct lw_error *err) {
    struct player *player = ctx;
    struct load *load = player->load;
    uint64_t now = now_ns(load);
    (void)pthread_mutex_lock(&load->lock);
    uint64_t took = now - player->sent_ns;
    load->slowest_ns = took > load->slowest_ns ? took : load->slowest_ns;
    load->acknowledged += status == LW_OK ? appended->stored : 0;
    load->batches++;
    if (status != LW_OK && load->status == LW_OK) {
        load->status = status;
        load->err = *err;
    }
    bool go_on = now < load->end_ns && load->status == LW_OK;
    if (!go_on) {
        load->n_under_way--;
        (void)pthread_cond_signal(&load->idle);
    }
    (void)pthread_mutex_unlock(&load->lock);
    if (go_on) {
        send(player);
    }
}

static void send(struct player *player) {
    struct load *load = player->load;
    struct lw_store_event events[MAX_BATCH];
    struct lw_error err = {0};
    fill(load, player, events);
    player->sent_ns = now_ns(load);
    lw_status status = lw_store_writer_submit(
        load->writer,
        &(struct lw_store_batch){
            .player = player->id, .events = events, .n = load->row->batch, .now_ms = 1},
        done, player, &err);
    if (status != LW_OK) {
        (void)pthread_mutex_lock(&load->lock);
        load->n_under_way--;
        load->status = status;
        load->err = err;
        (void)pthread_cond_signal(&load->idle);
        (void)pthread_mutex_unlock(&load->lock);
    }
}

static void wait_idle(struct load *load) {
    (void)pthread_mutex_lock(&load->lock);
    while (load->n_under_way > 0) {
        (void)pthread_cond_wait(&load->idle, &load->lock);
    }
    (void)pthread_mutex_unlock(&load->lock);
}

static lw_status make_players(struct load *load, struct lw_error *err) {
    struct lw_store_level level = {.game = "sokoban", .text = "#####\n#@$.#\n#####\n"};
    enum lw_store_put put;
    lw_store_new_id(level.id);
    lw_status status = lw_store_begin(load->store, err);
    if (status != LW_OK) {
        return status;
    }
    status = lw_store_level_put(load->store, &level, &put, err);
    for (size_t i = 0; i < load->row->players && status == LW_OK; i++) {
        struct player *player = &load->players[i];
        char key[LW_STORE_SECRET_SIZE];
        player->load = load;
        status = lw_store_player_create(load->store, 1, player->id, key, err);
        if (status == LW_OK) {
            status = lw_store_play_start(
                load->store,
                &(struct lw_store_play_start){.player = player->id, .level = level.id}, 1,
                player->play, err);
        }
    }
    lw_status ended = lw_store_end(load->store, status == LW_OK, err);
    return status == LW_OK ? ended : status;
}

static lw_status run_alone(struct load *load, struct lw_error *err) {
    lw_status status = LW_OK;
    while (status == LW_OK && now_ns(load) < load->end_ns) {
        struct lw_store_event events[MAX_BATCH];
        struct lw_store_appended appended;
        struct player *player = &load->players[0];
        uint64_t begin = now_ns(load);
        fill(load, player, events);
        status = lw_store_events_append(load->store,
                                        &(struct lw_store_batch){.player = player->id,
                                                                 .events = events,
                                                                 .n = load->row->batch,
                                                                 .now_ms = 1},
                                        &appended, err);
        uint64_t took = now_ns(load) - begin;
        load->slowest_ns = took > load->slowest_ns ? took : load->slowest_ns;
        load->acknowledged += status == LW_OK ? appended.stored : 0;
        load->batches++;
    }
    return status;
}

static lw_status run_together(struct load *load, const char *url, struct lw_error *err) {
    lw_status status = lw_store_writer_open(url, NULL, &load->writer, err);
    if (status != LW_OK) {
        return status;
    }
    load->n_under_way = load->row->players;
    for (size_t i = 0; i < load->row->players; i++) {
        send(&load->players[i]);
    }
    wait_idle(load);
    lw_store_writer_close(load->writer);
    if (load->status != LW_OK) {
        *err = load->err;
    }
    return load->status;
}

static lw_status run_jobs(struct load *load, struct lw_error *err) {
    lw_status status = LW_OK;
    struct lw_store_job_request request = {.kind = "bench", .request = "{}"};
    struct lw_store_lease_request lease = {
        .worker = "bench", .kind = "bench", .now_ms = 1, .lease_ms = 1000};
    while (status == LW_OK && now_ns(load) < load->end_ns &&
           load->acknowledged < N_JOBS) {
        struct lw_arena arena;
        struct lw_store_job job;
        char id[LW_STORE_ID_SIZE];
        bool found = false;
        lw_arena_init(&arena, load->cli->alloc);
        status = lw_store_job_enqueue(load->store, &request, 1, id, err);
        if (status == LW_OK) {
            status = lw_store_job_lease(load->store, &lease, &arena, &job, &found, err);
        }
        if (status == LW_OK && found) {
            struct lw_store_lease held = lw_store_lease_of(&job);
            status = lw_store_job_finish(load->store, &held, "{}", 2, err);
        }
        load->acknowledged += found;
        lw_arena_free(&arena);
    }
    return status;
}

/* Nothing that was acknowledged may be missing. */
static lw_status compare(struct load *load, int64_t events_before, struct lw_error *err) {
    struct lw_store_totals totals;
    lw_status status = lw_store_report_totals(load->store, &totals, err);
    if (status == LW_OK && load->row->players > 0 &&
        totals.events - events_before != (int64_t)load->acknowledged) {
        status = lw_fail(err, LW_IO, 0, 0,
                         "%zu events were acknowledged, but %" PRId64 " are stored",
                         load->acknowledged, totals.events - events_before);
    }
    return status;
}

static lw_status measure(struct load *load, const char *url, double seconds,
                         struct result *out, struct lw_error *err) {
    struct lw_store_totals before;
    lw_status status = lw_store_report_totals(load->store, &before, err);
    if (status == LW_OK && load->row->players > 0) {
        status = make_players(load, err);
    }
    if (status != LW_OK) {
        return status;
    }
    uint64_t begin = now_ns(load);
    uint64_t cpu = lw_platform_cpu_ns();
    load->end_ns = begin + (uint64_t)(seconds * 1e9);
    status = load->row->players == 0   ? run_jobs(load, err)
             : load->row->players == 1 ? run_alone(load, err)
                                       : run_together(load, url, err);
    *out = (struct result){.count = load->acknowledged,
                           .batches = load->batches,
                           .seconds = (double)(now_ns(load) - begin) / 1e9,
                           .cpu_seconds = (double)(lw_platform_cpu_ns() - cpu) / 1e9,
                           .slowest_ms = (double)load->slowest_ns / 1e6};
    return status == LW_OK ? compare(load, before.events, err) : status;
}

static void put_row(struct cli *cli, const struct row *row, const char *kind,
                    const struct result *result, bool as_json) {
    double rate = (double)result->count / result->seconds;
    double cpu_us =
        result->count > 0 ? result->cpu_seconds * 1e6 / (double)result->count : 0;
    if (!as_json) {
        (void)fprintf(cli->out,
                      "%-8s %-46s %9.0f a second, %6.1f us CPU each, slowest answer %.0f "
                      "ms\n",
                      row->name, row->what, rate, cpu_us, result->slowest_ms);
        return;
    }
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(cli, &line, &json);
    lw_json_text(&json, "row", row->name);
    lw_json_text(&json, "database", kind);
    lw_json_uint(&json, "count", result->count);
    lw_json_uint(&json, "batches", result->batches);
    lw_json_real(&json, "seconds", result->seconds);
    lw_json_real(&json, "per_second", rate);
    lw_json_real(&json, "cpu_us", cpu_us);
    lw_json_real(&json, "slowest_ms", result->slowest_ms);
    cli_json_end(cli, &line, &json);
}

static lw_status run_row(struct cli *cli, const struct cli_args *args, const char *url,
                         const struct row *row, struct lw_error *err) {
    const struct lw_option_value *time = cli_value(args, "time");
    double seconds = time->set ? (double)time->u / 1e9 : DEFAULT_SECONDS;
    struct load *load = lw_alloc_zero(cli->alloc, 1, sizeof *load);
    struct result result;
    if (load == NULL) {
        return lw_fail_memory(err);
    }
    load->cli = cli;
    load->row = row;
    (void)pthread_mutex_init(&load->lock, NULL);
    (void)pthread_cond_init(&load->idle, NULL);
    lw_status status = lw_store_open(url, NULL, &load->store, err);
    if (status == LW_OK) {
        status = measure(load, url, seconds, &result, err);
    }
    if (status == LW_OK) {
        put_row(cli, row, lw_store_kind(load->store), &result,
                cli_value(args, "json")->flag);
    }
    lw_store_close(load->store);
    (void)pthread_cond_destroy(&load->idle);
    (void)pthread_mutex_destroy(&load->lock);
    lw_alloc_free(cli->alloc, load, sizeof *load);
    return status;
}

static int run_rows(struct cli *cli, const struct cli_args *args, const char *url) {
    struct lw_error err = {0};
    struct lw_buffer names;
    size_t n_run = 0;
    lw_status status = LW_OK;
    lw_buffer_init(&names, cli->alloc);
    for (size_t i = 0; i < N_ROWS && status == LW_OK; i++) {
        bench_add_name(&names, rows[i].name);
        if (bench_wants(args, rows[i].name)) {
            status = run_row(cli, args, url, &rows[i], &err);
            n_run++;
        }
    }
    if (status == LW_OK && n_run == 0) {
        return bench_no_row(cli, &names);
    }
    lw_buffer_free(&names);
    err.status = status;
    return status == LW_OK ? 0 : cli_fail(cli, NULL, &err);
}

/* Without a URL a file of its own in the present folder, which goes away again: /tmp is
 * often memory, which would flatter. */
static int run(struct cli *cli, const struct cli_args *args) {
    struct lw_buffer url;
    lw_buffer_init(&url, cli->alloc);
    bool own = args->n_operands < 2;
    if (own) {
        lw_buffer_printf(&url, "bench-store-%ld.db", (long)getpid());
    } else {
        cli_take_url(args->operands[1], &url);
    }
    int code = run_rows(cli, args, lw_buffer_text(&url));
    if (own) {
        (void)unlink(lw_buffer_text(&url));
    }
    lw_buffer_free(&url);
    return code;
}

const struct lab_bench bench_store = {
    .name = "store",
    .summary = "events and jobs per second; operand: a database to fill (default: a "
               "scratch file)",
    .run = run,
};
