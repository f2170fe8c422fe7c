/* The native runtime: clock, memory, and a parallel loop on POSIX threads. */
#include "platform_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#define MAX_THREADS 256u

/* Solvers take and give back some megabytes thousands of times a second; handing each to
 * the kernel and getting it back zeroed took a quarter of evolve's time. */
#define KEEP_BYTES (64 << 20)  /* free memory that stays with the process */
#define LARGE_BYTES (32 << 20) /* from here on the kernel is asked; more is refused */

static void keep_freed_memory(void) {
#if defined(__GLIBC__)
    (void)mallopt(M_TRIM_THRESHOLD, KEEP_BYTES);
    (void)mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
}

static uint64_t clock_ns(clockid_t which) {
    struct timespec now;
    (void)clock_gettime(which, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t now_ns(void *ctx) {
    (void)ctx;
    return clock_ns(CLOCK_MONOTONIC);
}

uint64_t lw_platform_cpu_ns(void) {
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t lw_platform_thread_cpu_ns(void) {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Linux names the processor in a file of lines "key : value"; elsewhere it is left out.
 */
static void put_processor(struct lw_buffer *out) {
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value += strspn(value, ": \t");
            lw_buffer_printf(out, ", %.*s", (int)strcspn(value, "\n"), value);
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

void lw_platform_describe_machine(struct lw_buffer *out) {
    struct utsname name;
    long n_cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&name) == 0) {
        lw_buffer_printf(out, "%s %s", name.sysname, name.machine);
    } else {
        lw_buffer_puts(out, "an unknown system");
    }
    put_processor(out);
    if (n_cores > 0) {
        lw_buffer_printf(out, ", %ld core%s", n_cores, n_cores == 1 ? "" : "s");
    }
}

uint64_t lw_platform_peak_memory_bytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024u : 0;
}

/* One parallel loop. Threads are started for the loop and joined at its end: its items
 * are searches of milliseconds and more, beside which a thread costs nothing, and no pool
 * needs to outlive the call. */
struct loop {
    lw_task_fn fn;
    void *task_ctx;
    size_t count;
    atomic_size_t next;
};

struct loop_worker {
    struct loop *loop;
    uint32_t number;
    pthread_t thread;
};

static void run_items(struct loop *loop, uint32_t worker) {
    for (;;) {
        size_t index = atomic_fetch_add(&loop->next, 1);
        if (index >= loop->count) {
            return;
        }
        loop->fn(loop->task_ctx, index, worker);
    }
}

static void *worker_main(void *arg) {
    struct loop_worker *worker = arg;
    run_items(worker->loop, worker->number);
    return NULL;
}

static void parallel(void *ctx, size_t count, lw_task_fn fn, void *task_ctx) {
    struct lw_platform *platform = ctx;
    struct loop loop = {.fn = fn, .task_ctx = task_ctx, .count = count};
    struct loop_worker workers[MAX_THREADS];
    uint32_t n_threads = platform->runtime.n_workers;
    if (n_threads > count) {
        n_threads = (uint32_t)count;
    }
    atomic_init(&loop.next, 0);
    uint32_t started = 1;
    for (; started < n_threads; started++) {
        workers[started] = (struct loop_worker){.loop = &loop, .number = started};
        /* With fewer threads than wished the loop still does all of its work. */
        if (pthread_create(&workers[started].thread, NULL, worker_main,
                           &workers[started]) != 0) {
            break;
        }
    }
    run_items(&loop, 0);
    for (uint32_t i = 1; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
    }
}

lw_status lw_platform_create(uint32_t n_threads, struct lw_platform **out,
                             struct lw_error *err) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    struct lw_platform *platform = lw_alloc_zero(alloc, 1, sizeof *platform);
    if (platform == NULL) {
        return lw_fail_memory(err);
    }
    if (n_threads == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        n_threads = online < 1 ? 1 : (uint32_t)online;
    }
    platform->runtime = (struct lw_runtime){
        .ctx = platform,
        .alloc = alloc,
        .n_workers = n_threads < MAX_THREADS ? n_threads : MAX_THREADS,
        .now_ns = now_ns,
        .parallel = parallel,
        .sat = platform_sat()};
    atomic_init(&platform->cancelled, false);
    keep_freed_memory();
    *out = platform;
    return LW_OK;
}

void lw_platform_destroy(struct lw_platform *platform) {
    if (platform != NULL) {
        platform_stop_catching(platform);
        lw_alloc_free(lw_alloc_libc(), platform, sizeof *platform);
    }
}

struct lw_runtime *lw_platform_runtime(struct lw_platform *platform) {
    return &platform->runtime;
}
