/* Workers as processes: this program is also the worker that it starts. Faults are asked
 * for by words in the request; each costs its own task and nothing else. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lw/platform.h"
#include "lw/work.h"
#include "process.h"
#include "scratch_folder.h"
#include "worker.h"

#define MEMORY ((size_t)64 << 20)
#define SOLVE "{\"call\":\"solve\",\"text\":\"#####\\n#@$.#\\n#####\\n%s\"}"
/* For as long as it is let. */
#define MAKE                                                                             \
    "{\"call\":\"generate\",\"count\":1000,\"seconds\":600,\"options\":{\"boxes\":3}}"

struct fixture {
    struct lw_work_pool *pool;
    struct lw_arena arena;
    struct lw_work_result result;
    struct lw_error err;
    char log[2000];
    char self[500];
};

static void keep_log(void *ctx, const char *sentence) {
    struct fixture *f = ctx;
    size_t used = strlen(f->log);
    (void)snprintf(f->log + used, sizeof f->log - used, "%s\n", sentence);
}

static void open_pool(struct fixture *f, bool as_processes, uint32_t n_tasks) {
    memset(f, 0, sizeof *f);
    ssize_t len = readlink("/proc/self/exe", f->self, sizeof f->self - 1);
    assert_true(len > 0);
    lw_arena_init(&f->arena, lw_alloc_libc());
    struct lw_work_config config = {.program = as_processes ? f->self : NULL,
                                    .memory_bytes = MEMORY,
                                    .n_tasks = n_tasks,
                                    .log = keep_log,
                                    .log_ctx = f};
    lw_status status = lw_work_pool_create(&config, lw_alloc_libc(), &f->pool, &f->err);
    if (status != LW_OK) {
        fail_msg("%s", f->err.text);
    }
}

static void close_pool(struct fixture *f) {
    lw_work_pool_destroy(f->pool);
    lw_arena_free(&f->arena);
}

static lw_status ask(struct fixture *f, enum lw_work_kind kind, const char *request,
                     const struct lw_work_watch *watch) {
    struct lw_work_task task = {.kind = kind,
                                .limits = {.seconds = 600, .memory_bytes = MEMORY},
                                .request = request,
                                .request_len = strlen(request)};
    return lw_work_run(f->pool, &task, watch, &f->arena, &f->result, &f->err);
}

static lw_status solve(struct fixture *f, enum lw_work_kind kind, const char *mark) {
    char request[300];
    const struct lw_work_watch watch = {.cpu_seconds = 1};
    (void)snprintf(request, sizeof request, SOLVE, mark);
    return ask(f, kind, request, &watch);
}

static struct lw_work_state state_of(struct fixture *f) {
    struct lw_work_state state;
    lw_work_pool_state(f->pool, &state);
    return state;
}

static void solves(struct fixture *f) {
    assert_int_equal(solve(f, LW_WORK_CALL, ""), LW_OK);
    assert_non_null(f->result.reply);
    assert_int_equal(strlen(f->result.reply), f->result.reply_len);
    assert_non_null(strstr(f->result.reply, "\"solved\""));
}

/* Sends a message a byte at a time, and never all of it, until it is told to stop. */
struct dripping {
    int fd;
    atomic_bool stop, is_over;
};
#define N_DRIPS 20000 /* at least twenty seconds of them */

static void *drip(void *arg) {
    struct dripping *it = arg;
    const struct timespec pause = {.tv_nsec = 1000000};
    const char head[12] = {0, 0, 16, 0, WIRE_PROGRESS, 0, 0, 0, 1, 0, 0, 0};
    (void)send(it->fd, head, sizeof head, MSG_NOSIGNAL);
    for (int i = 0; i < N_DRIPS && !atomic_load(&it->stop); i++) {
        (void)send(it->fd, "x", 1, MSG_NOSIGNAL);
        (void)nanosleep(&pause, NULL);
    }
    atomic_store(&it->is_over, true);
    return NULL;
}

/* Whoever waits for a while waits no longer, however slowly a message comes: the drips go
 * on for four hundred times as long. */
static void drips_hold_nobody(void **state) {
    struct wire_channel channel;
    struct wire_message message;
    struct dripping it = {.fd = -1};
    pthread_t thread;
    int ends[2];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    wire_open(&channel, ends[0], lw_alloc_libc());
    it.fd = ends[1];
    assert_int_equal(pthread_create(&thread, NULL, drip, &it), 0);
    assert_int_equal(wire_receive(&channel, 50, &message), WIRE_NOTHING);
    bool waited_for_all = atomic_load(&it.is_over);
    atomic_store(&it.stop, true);
    (void)pthread_join(thread, NULL);
    assert_false(waited_for_all);
    assert_false(wire_rest(&channel));
    wire_close(&channel);
    (void)close(ends[1]);
}

/* One worker does many tasks, threads as well as processes. */
static void tasks_are_done(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        open_pool(&f, as_processes, 0);
        for (int i = 0; i < 5; i++) {
            solves(&f);
            assert_int_equal(solve(&f, LW_WORK_CHECK, ""), LW_OK);
        }
        assert_int_equal(state_of(&f).n_started, 1);
        assert_int_equal(
            ask(&f, LW_WORK_CHECK, "{\"call\":\"solve\",\"text\":\"#?#\"}", NULL),
            LW_BAD_INPUT);
        assert_string_equal(f.result.place, "/text");
        assert_true(strlen(f.err.text) > 10);
        assert_int_equal(state_of(&f).n_died, 0);
        close_pool(&f);
    }
}

static void workers_are_replaced(void **state) {
    struct fixture f;
    (void)state;
    open_pool(&f, true, 2);
    for (int i = 0; i < 5; i++) {
        solves(&f);
    }
    assert_true(state_of(&f).n_started >= 3);
    assert_int_equal(state_of(&f).n_died, 0);
    close_pool(&f);
}

/* What ends a worker ends nothing else; the second time is the last for a while. */
static void a_crash_costs_one_task(void **state) {
    static const char *const kinds[] = {"fault-check-crash", "fault-run-crash"};
    char *ours = malloc(2 * MEMORY);
    (void)state;
    assert_non_null(ours);
    memset(ours, 1, 2 * MEMORY);
    assert_int_equal(ours[MEMORY], 1);
    free(ours);
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        open_pool(&f, true, 0);
        enum lw_work_kind kind = i == 0 ? LW_WORK_CHECK : LW_WORK_CALL;
        assert_int_equal(solve(&f, kind, kinds[i]), LW_CRASHED);
        assert_int_equal(state_of(&f).n_died, 2);
        assert_non_null(strstr(f.log, "crashed"));
        assert_null(strstr(f.log, " 0 MiB")); /* a worker's peak below ours is unknown */
        solves(&f);
        /* Refused without a try, also where it would do no harm. */
        assert_int_equal(solve(&f, LW_WORK_CHECK, kinds[i]), LW_CRASHED);
        assert_int_equal(state_of(&f).n_died, 2);
        assert_non_null(strstr(f.err.text, "minutes"));
        close_pool(&f);
    }
}

static void time_and_memory_are_limits(void **state) {
    struct fixture f;
    (void)state;
    open_pool(&f, true, 0);
    assert_int_equal(solve(&f, LW_WORK_CALL, "fault-run-spin"), LW_LIMIT);
    solves(&f);
    if (!lw_sandbox_is_relaxed()) {
        /* Filling memory may take the processor for more than a second. */
        const struct lw_work_watch patient = {.cpu_seconds = 60};
        char request[300];
        (void)snprintf(request, sizeof request, SOLVE, "fault-run-memory");
        assert_int_equal(ask(&f, LW_WORK_CALL, request, &patient), LW_LIMIT);
        assert_non_null(strstr(f.err.text, "memory"));
        solves(&f);
    }
    close_pool(&f);
}

/* A level whose title, which the reply repeats, has so many letters. */
static lw_status parse(struct fixture *f, size_t n_title) {
    struct lw_buffer request;
    lw_buffer_init(&request, lw_alloc_libc());
    lw_buffer_puts(&request, "{\"call\":\"parse\",\"text\":\"#####\\n#@$.#\\n#####\\n"
                             "Title: ");
    lw_buffer_repeat(&request, 't', n_title);
    lw_buffer_puts(&request, "\\n\"}");
    lw_status status = ask(f, LW_WORK_CALL, lw_buffer_text(&request), NULL);
    lw_buffer_free(&request);
    return status;
}

static void replies_are_bounded(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        open_pool(&f, as_processes, 0);
        assert_int_equal(parse(&f, LW_WORK_REPLY_BYTES - 2000), LW_OK);
        assert_true(f.result.reply_len > LW_WORK_REPLY_BYTES - 2000);
        assert_int_equal(parse(&f, LW_WORK_REPLY_BYTES), LW_LIMIT);
        assert_non_null(strstr(f.err.text, "larger than 12 MiB"));
        solves(&f);
        assert_int_equal(state_of(&f).n_died, 0);
        close_pool(&f);
    }
}

static void by_the_clock(void **state) {
    struct fixture f;
    char request[300];
    const struct lw_work_watch watch = {.seconds = 0.5};
    (void)state;
    open_pool(&f, true, 0);
    (void)snprintf(request, sizeof request, SOLVE, "fault-run-spin");
    assert_int_equal(ask(&f, LW_WORK_CALL, request, &watch), LW_LIMIT);
    assert_int_equal(state_of(&f).n_died, 1);
    close_pool(&f);
}

/* A worker reaches no file, no network and no other program. */
static void workers_are_shut_off(void **state) {
    struct fixture f;
    (void)state;
    if (lw_sandbox_is_relaxed()) {
        print_message("skipped: a sanitizer watches\n");
        return;
    }
    open_pool(&f, true, 0);
    unsigned lacking = state_of(&f).lacking;
    if ((lacking & LW_SANDBOX_SECCOMP) != 0) {
        print_message("skipped: the kernel has no seccomp\n");
        close_pool(&f);
        return;
    }
    assert_int_equal(lacking & ~(unsigned)LW_SANDBOX_LANDLOCK, 0);
    assert_int_equal(solve(&f, LW_WORK_CALL, "fault-run-file"), LW_IO);
    assert_string_equal(f.err.text, "a file was refused");
    f.log[0] = '\0';
    assert_int_equal(solve(&f, LW_WORK_CALL, "fault-run-socket"), LW_CRASHED);
    char signal_text[30];
    (void)snprintf(signal_text, sizeof signal_text, "signal %d ", SIGSYS);
    assert_non_null(strstr(f.log, signal_text));
    assert_int_equal(solve(&f, LW_WORK_CALL, "fault-run-program"), LW_CRASHED);
    solves(&f);
    close_pool(&f);
}

/* Levels that strangers send. */
#define ROOM "#####\n#@$.#\n#####\n"

static lw_status read_text(struct fixture *f, const char *game, const char *text,
                           bool first_only) {
    struct lw_work_text one = {
        .text = text, .len = strlen(text), .moves = first_only ? "R" : NULL};
    struct lw_work_levels levels = {.game = game,
                                    .texts = &one,
                                    .n_texts = 1,
                                    .first_only = first_only,
                                    .most = {1000000, 1000, 1000}};
    struct lw_work_task task = {
        .kind = LW_WORK_READ, .limits = {.memory_bytes = MEMORY}, .levels = &levels};
    return lw_work_run(f->pool, &task, NULL, &f->arena, &f->result, &f->err);
}

static void levels_are_read(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        open_pool(&f, as_processes, 0);
        assert_int_equal(read_text(&f, "sokoban", ROOM "Title: one\n", true), LW_OK);
        assert_int_equal(f.result.read.n_levels, 1);
        const struct lw_work_level *level = &f.result.read.levels[0];
        assert_null(level->refused);
        assert_string_equal(level->title, "one");
        assert_non_null(strstr(level->found.text, "#@$.#"));
        assert_int_equal(level->found.width, 5);
        assert_int_equal(level->found.n_solutions, 1);
        assert_string_equal(level->found.solutions[0].moves, "R");
        assert_true(f.result.replay_left < 1000000);
        /* Of many, what may not be played is left out; alone it is refused. */
        assert_int_equal(read_text(&f, "sokoban", "####\n#@$#\n####\n\n" ROOM, false),
                         LW_OK);
        assert_int_equal(f.result.read.n_levels, 2);
        assert_non_null(f.result.read.levels[0].refused);
        assert_null(f.result.read.levels[1].refused);
        assert_int_equal(read_text(&f, "sokoban", "####\n#@$#\n####\n", true),
                         LW_BAD_INPUT);
        assert_int_equal(f.result.part, LW_WORK_TEXT);
        assert_int_equal(f.result.read.n_levels, 0);
        assert_int_equal(read_text(&f, "sokoban", "what is this?", false), LW_BAD_INPUT);
        assert_int_equal(read_text(&f, "nothing", "", false), LW_UNSUPPORTED);
        char large[3000];
        memset(large, '#', sizeof large - 1);
        large[sizeof large - 1] = '\0';
        memcpy(large + 1000, "\n#@$.#", 6);
        large[2000] = '\n';
        assert_int_equal(read_text(&f, "sokoban", large, true), LW_LIMIT);
        assert_int_equal(state_of(&f).n_died, 0);
        if (as_processes) {
            assert_int_equal(read_text(&f, "sokoban", ROOM "fault-read-crash", false),
                             LW_CRASHED);
            solves(&f);
        }
        close_pool(&f);
    }
}

/* Levels that are stored. */
static lw_status show(struct fixture *f, enum lw_work_kind kind, const char *text,
                      const char *moves) {
    const struct lw_row rows[2] = {{.game = "sokoban", .text = text, .title = "a"},
                                   {.game = "sokoban", .text = ROOM, .title = moves}};
    bool is_one = kind == LW_WORK_REPLAY || kind == LW_WORK_MEASURE;
    struct lw_work_rows all = {.list = {rows, is_one ? 1 : 2},
                               .title = "both",
                               .format = "xsb",
                               .moves = moves,
                               .most_replay = 1000};
    struct lw_work_task task = {
        .kind = kind, .limits = {.memory_bytes = MEMORY}, .rows = &all};
    return lw_work_run(f->pool, &task, NULL, &f->arena, &f->result, &f->err);
}

static void rows_are_shown(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        open_pool(&f, as_processes, 0);
        assert_int_equal(show(&f, LW_WORK_REPLAY, ROOM, "R"), LW_OK);
        assert_true(f.result.measures[0] == 1);
        assert_true(f.result.replay_left < 1000 && f.result.replay_left > 900);
        assert_int_equal(show(&f, LW_WORK_REPLAY, ROOM, "L"), LW_BAD_INPUT);
        assert_int_equal(show(&f, LW_WORK_REPLAY, ROOM, NULL), LW_USAGE);
        assert_int_equal(show(&f, LW_WORK_DRAW, ROOM, NULL), LW_OK);
        assert_int_equal(f.result.n_lists, 2);
        assert_int_equal(f.result.lists[1].width, 5);
        assert_true(f.result.lists[1].n_shapes > 10);
        assert_int_equal(show(&f, LW_WORK_WRITE, ROOM, "second"), LW_OK);
        assert_non_null(strstr(f.result.reply, "second"));
        assert_non_null(strstr(f.result.reply, "both"));
        assert_int_equal(show(&f, LW_WORK_DRAW, "nothing", NULL), LW_BAD_INPUT);
        if (as_processes) {
            assert_int_equal(show(&f, LW_WORK_DRAW, ROOM, "fault-draw-crash"),
                             LW_CRASHED);
            assert_int_equal(show(&f, LW_WORK_WRITE, ROOM, "fault-write-crash"),
                             LW_CRASHED);
            solves(&f);
        }
        close_pool(&f);
    }
}

/* One level as rows have it, with what a test asks for in its title. */
static lw_status measure(struct fixture *f, const char *text, const char *title) {
    const struct lw_row row = {.game = "sokoban", .text = text, .title = title};
    const struct lw_work_rows one = {.list = {&row, 1}};
    const struct lw_work_task task = {
        .kind = LW_WORK_MEASURE,
        .limits = {.nodes = 60000, .seconds = 600, .memory_bytes = MEMORY},
        .rows = &one};
    const struct lw_work_watch watch = {.cpu_seconds =
                                            strstr(title, "spin") != NULL ? 1 : 60};
    return lw_work_run(f->pool, &task, &watch, &f->arena, &f->result, &f->err);
}

/* As this process would measure it itself: all numbers are equal. */
static void measures_as_here(struct fixture *f) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    const struct lw_row row = {.game = "sokoban", .text = ROOM};
    const struct lw_budget budget = {.nodes = 60000};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_feature_values values;
    struct lw_opened opened;
    assert_int_equal(
        lw_row_open(lw_alloc_libc(), lw_game_kinds(), &row, &opened, &f->err), LW_OK);
    lw_feature_values_clear(&values, kind->features->n_features);
    assert_int_equal(kind->features->compute(opened.set.entries[0].level,
                                             LW_COST_ENUMERATE, &budget, &runtime,
                                             &values, &f->err),
                     LW_OK);
    assert_int_equal(f->result.n_features, kind->features->n_features);
    for (size_t i = 0; i < f->result.n_features; i++) {
        const struct lw_work_feature *found = &f->result.features[i];
        assert_true(found->value == values.value[i] ||
                    (isnan(found->value) && isnan(values.value[i])));
        assert_true(found->error == values.error[i]);
    }
    lw_opened_close(&opened);
}

static void levels_are_measured(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        open_pool(&f, as_processes, 0);
        assert_int_equal(measure(&f, ROOM, "a"), LW_OK);
        measures_as_here(&f);
        assert_int_equal(measure(&f, "nothing", "a"), LW_BAD_INPUT);
        assert_int_equal(f.result.n_features, 0);
        assert_int_equal(show(&f, LW_WORK_MEASURE, ROOM, NULL), LW_OK);
        if (as_processes) {
            assert_int_equal(measure(&f, ROOM, "fault-measure-crash"), LW_CRASHED);
            assert_int_equal(measure(&f, ROOM, "fault-measure-spin"), LW_LIMIT);
            solves(&f);
        }
        close_pool(&f);
    }
}

/* Half a second is half a second, though the kernel counts whole ones. */
static void processor_is_bounded(void **state) {
    (void)state;
    struct fixture f;
    const struct lw_work_watch watch = {.cpu_seconds = 0.2};
    char request[300];
    open_pool(&f, true, 0);
    (void)snprintf(request, sizeof request, SOLVE, "fault-run-spin");
    assert_int_equal(ask(&f, LW_WORK_CALL, request, &watch), LW_LIMIT);
    assert_true(f.result.cpu_seconds >= 0.2);
    /* What it used beyond that, it used between two looks. */
    assert_true(f.result.cpu_seconds < 0.9);
    close_pool(&f);
}

/* Progress comes while a task runs; a word to stop ends it with what it has. */
struct stopping {
    atomic_bool cancel;
    unsigned n_heard;
};

static void hear(void *ctx, const char *json, size_t len) {
    struct stopping *stopping = ctx;
    assert_true(len > 2 && json[0] == '{');
    stopping->n_heard++;
    atomic_store(&stopping->cancel, stopping->n_heard > 2);
}

static void tasks_can_be_stopped(void **state) {
    (void)state;
    for (int as_processes = 0; as_processes < 2; as_processes++) {
        struct fixture f;
        struct stopping stopping = {.n_heard = 0};
        const struct lw_work_watch watch = {
            .cancel = &stopping.cancel, .progress = hear, .ctx = &stopping};
        open_pool(&f, as_processes, 0);
        lw_status status = ask(&f, LW_WORK_CALL, MAKE, &watch);
        assert_true(status == LW_OK || status == LW_CANCELLED);
        assert_true(stopping.n_heard > 2);
        solves(&f);
        assert_int_equal(state_of(&f).n_started, 1);
        close_pool(&f);
    }
}

/* One that does not listen is ended. */
static void the_deaf_are_ended(void **state) {
    struct fixture f;
    char request[300];
    atomic_bool cancel = true;
    const struct lw_work_watch watch = {.cancel = &cancel, .grace_seconds = 0.2};
    (void)state;
    open_pool(&f, true, 0);
    (void)snprintf(request, sizeof request, SOLVE, "fault-run-spin");
    assert_int_equal(ask(&f, LW_WORK_CALL, request, &watch), LW_CANCELLED);
    solves(&f);
    close_pool(&f);
}

/* Work that nobody waits for has workers of its own, which yield and go on yielding. */
static void background_work_yields(void **state) {
    char request[300];
    const struct lw_work_watch later = {.cpu_seconds = 60, .in_background = true};
    struct fixture f;
    (void)state;
    (void)snprintf(request, sizeof request, SOLVE, "");
    open_pool(&f, true, 0);
    for (int i = 0; i < 3; i++) {
        solves(&f);
        assert_int_equal(ask(&f, LW_WORK_CALL, request, &later), LW_OK);
    }
    assert_int_equal(state_of(&f).n_started, 2);
    assert_int_equal(state_of(&f).n_idle, 2);
    close_pool(&f);

    struct work_process *worker = NULL;
    struct lw_work_config config = {.program = f.self, .memory_bytes = MEMORY};
    assert_int_equal(work_process_start(&config, lw_alloc_libc(), &worker, &f.err),
                     LW_OK);
    int before = getpriority(PRIO_PROCESS, (id_t)worker->pid);
    work_process_yield(worker);
    int after = getpriority(PRIO_PROCESS, (id_t)worker->pid);
    struct work_death death;
    work_process_end(worker, lw_alloc_libc(), &death);
    assert_true(after > before || before == 19); /* 19: there is no lower one */
}

/* The worker of a process that was killed ends by itself, idle or at work. */
static void no_orphans(void **state) {
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct fixture f;
        open_pool(&f, true, 0);
        /* The worker has this pipe not: it closes all that it is not told to keep. */
        struct work_process *second = NULL;
        struct lw_work_config config = {.program = f.self, .memory_bytes = MEMORY};
        if (work_process_start(&config, lw_alloc_libc(), &second, &f.err) == LW_OK) {
            (void)!write(ends[1], &second->pid, sizeof second->pid);
        }
        (void)kill(getpid(), SIGKILL);
    }
    pid_t worker = 0;
    (void)close(ends[1]);
    assert_int_equal(read(ends[0], &worker, sizeof worker), sizeof worker);
    for (int i = 0; kill(worker, 0) == 0; i++) {
        const struct timespec pause = {.tv_nsec = 10000000};
        char path[60];
        char text[400] = "";
        assert_true(i < 12000); /* two minutes: only a hang ends so */
        (void)nanosleep(&pause, NULL);
        /* Where nobody adopts it, it stays as an entry that has ended. */
        (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)worker);
        FILE *file = fopen(path, "r");
        if (file == NULL || fgets(text, sizeof text, file) == NULL ||
            strstr(text, ") Z ") != NULL) {
            i = 12000;
        }
        if (file != NULL) {
            (void)fclose(file);
        }
        if (i == 12000) {
            break;
        }
    }
    (void)close(ends[0]);
}

static void a_program_that_is_no_worker(void **state) {
    struct lw_work_pool *pool = NULL;
    struct lw_error err;
    (void)state;
    struct lw_work_config config = {.program = "/bin/true"};
    assert_int_equal(lw_work_pool_create(&config, lw_alloc_libc(), &pool, &err), LW_IO);
    config.program = "/nowhere/at/all";
    assert_int_equal(lw_work_pool_create(&config, lw_alloc_libc(), &pool, &err), LW_IO);
    assert_non_null(strstr(err.text, "/nowhere/at/all"));
}

/* A worker that has its whole sandbox if the folder is not there yet, and else lacks a
 * layer of it; a task is the end of it. */
static _Noreturn void be_half_shut_off(int fd, const char *folder) {
    struct wire_channel channel;
    struct wire_message message;
    struct lw_buffer body;
    const struct hello hello = {.version = WORK_VERSION,
                                .lacking =
                                    mkdir(folder, 0700) == 0 ? 0 : LW_SANDBOX_SECCOMP};
    wire_open(&channel, fd, lw_alloc_libc());
    lw_buffer_init(&body, lw_alloc_libc());
    hello_put(&body, &hello);
    (void)wire_send(&channel, WIRE_HELLO, 0, &body);
    lw_buffer_free(&body);
    (void)wire_receive(&channel, 60000, &message);
    _exit(1); /* the socket stays open until then, else it is killed for its silence */
}

/* Whether a system will do is known from the first worker. What a later one lacks is no
 * fault of the request, which would be refused for good. */
static void a_later_worker_lacks_a_layer(void **state) {
    struct fixture f = {.pool = NULL};
    char folder[200];
    (void)state;
    assert_true(readlink("/proc/self/exe", f.self, sizeof f.self - 1) > 0);
    assert_non_null(scratch_folder(folder, sizeof folder, "work"));
    (void)strncat(folder, "/first", sizeof folder - strlen(folder) - 1);
    (void)setenv(WORK_FAULTS, folder, 1);
    lw_arena_init(&f.arena, lw_alloc_libc());
    const struct lw_work_config config = {
        .program = f.self, .memory_bytes = MEMORY, .needs_sandbox = true};
    assert_int_equal(lw_work_pool_create(&config, lw_alloc_libc(), &f.pool, &f.err),
                     LW_OK);
    assert_int_equal(solve(&f, LW_WORK_CALL, ""), LW_IO);
    assert_non_null(strstr(f.err.text, "sandbox"));
    close_pool(&f);
    assert_int_equal(lw_work_pool_create(&config, lw_alloc_libc(), &f.pool, &f.err),
                     LW_UNSUPPORTED);
    (void)setenv(WORK_FAULTS, "1", 1);
    (void)rmdir(folder);
    *strrchr(folder, '/') = '\0';
    (void)rmdir(folder);
}

int main(int argc, char **argv) {
    const char *faults = getenv(WORK_FAULTS);
    if (argc == 6 && strcmp(argv[1], "work") == 0) {
        if (faults != NULL && faults[0] == '/') {
            be_half_shut_off((int)strtol(argv[3], NULL, 10), faults);
        }
        return lw_work_main((int)strtol(argv[3], NULL, 10),
                            (size_t)strtoull(argv[5], NULL, 10));
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drips_hold_nobody),
        cmocka_unit_test(tasks_are_done),
        cmocka_unit_test(workers_are_replaced),
        cmocka_unit_test(a_crash_costs_one_task),
        cmocka_unit_test(time_and_memory_are_limits),
        cmocka_unit_test(replies_are_bounded),
        cmocka_unit_test(by_the_clock),
        cmocka_unit_test(workers_are_shut_off),
        cmocka_unit_test(levels_are_read),
        cmocka_unit_test(rows_are_shown),
        cmocka_unit_test(levels_are_measured),
        cmocka_unit_test(processor_is_bounded),
        cmocka_unit_test(tasks_can_be_stopped),
        cmocka_unit_test(the_deaf_are_ended),
        cmocka_unit_test(background_work_yields),
        cmocka_unit_test(no_orphans),
        cmocka_unit_test(a_program_that_is_no_worker),
        cmocka_unit_test(a_later_worker_lacks_a_layer),
    };
    (void)setenv(WORK_FAULTS, "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
