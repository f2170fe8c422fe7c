/* The system: threads, clock, files, signals, terminal. Implements the runtime table that
 * the core is handed. */
#ifndef LW_PLATFORM_H
#define LW_PLATFORM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/buffer.h"
#include "lw/base/runtime.h"
#include "lw/base/status.h"
#include "lw/platform/sandbox.h"

struct lw_platform;

/* n_threads 0: as many as the machine has. */
lw_status lw_platform_create(uint32_t n_threads, struct lw_platform **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_platform_destroy(struct lw_platform *platform);
/* Borrowed; valid until destroy. */
struct lw_runtime *lw_platform_runtime(struct lw_platform *platform);

/* From now on SIGINT and SIGTERM set the flag that this returns instead of ending the
 * process; a second signal ends it at once. Call before threads are started. */
lw_status lw_platform_catch_signals(struct lw_platform *platform,
                                    const atomic_bool **cancel,
                                    struct lw_error *err) LW_MUST_CHECK;

/* Sets that flag from within: nobody wants the rest. */
void lw_platform_stop(struct lw_platform *platform);

/* Runs it to its end on a thread that yields to all other work of the machine. */
void lw_platform_in_background(void (*run)(void *ctx), void *ctx);

/* CPU time of this process so far. */
uint64_t lw_platform_cpu_ns(void);
/* CPU time of the calling thread alone: what one task of a parallel loop took. */
uint64_t lw_platform_thread_cpu_ns(void);
/* Appends system, processor and number of cores, for reports of measurements. */
void lw_platform_describe_machine(struct lw_buffer *out);
uint64_t lw_platform_peak_memory_bytes(void);

/* Reads all of path ("-": standard input) up to limit_bytes; a larger file, a directory
 * or a missing one is refused with a sentence. */
lw_status lw_platform_read_file(const char *path, size_t limit_bytes,
                                struct lw_buffer *out,
                                struct lw_error *err) LW_MUST_CHECK;
/* Writes a new file beside path and renames it over: all or nothing, also in a power cut.
 */
lw_status lw_platform_write_file(const char *path, const void *bytes, size_t len,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Could that be done now, as far as permissions tell? Asked before hours of work. */
lw_status lw_platform_may_write(const char *path, struct lw_error *err) LW_MUST_CHECK;
/* Makes the name of path, which was just made or renamed, outlast a power cut. */
lw_status lw_platform_sync_folder_of(const char *path,
                                     struct lw_error *err) LW_MUST_CHECK;

/* Where the program of that name is: beside the running one, in libexec/levelwright/ next
 * to its folder, in bin/ above its folder's, or else the bare name, which PATH is
 * searched for. */
void lw_platform_find_program(const char *name, struct lw_buffer *out);
/* Puts another program in this one's place: same process, streams and signals, and its
 * exit code is this one's. Returns only when that fails; LW_NOT_FOUND when there is none.
 */
lw_status lw_platform_become(const char *program, char *const argv[],
                             struct lw_error *err) LW_MUST_CHECK;
/* Runs a program to its end and appends what it prints on standard output. LW_NOT_FOUND
 * when there is none; LW_IO when it fails or prints more than limit_bytes. */
lw_status lw_platform_capture(const char *program, char *const argv[], size_t limit_bytes,
                              struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

bool lw_platform_is_terminal(int fd);
/* Has whoever read this pipe gone? False of anything else. */
bool lw_platform_is_closed_pipe(int fd);
void lw_platform_terminal_size(int fd, uint32_t *columns, uint32_t *rows);

/* Raw keyboard input; restored by leave and at exit by signal. */
struct lw_terminal;
lw_status lw_terminal_enter(struct lw_terminal **out, struct lw_error *err) LW_MUST_CHECK;
void lw_terminal_leave(struct lw_terminal *terminal);
/* Waits for a key: "up", "right", "down", "left", "escape", "enter", "backspace", or the
 * character itself, or "resize" when the terminal got another size, or "time" when
 * nothing came for wait_ms (negative: however long); false at end of input or when cancel
 * is set. */
bool lw_terminal_key(struct lw_terminal *terminal, const atomic_bool *cancel, int wait_ms,
                     char key[16]);

/* A program that is run beside this one until it ends. Its standard error is this
 * process's own, its standard output is read. */
struct lw_platform_child {
    const char *program;
    char *const *argv;
    const char *variable; /* NAME=VALUE of its environment, beside this process's own */
    size_t memory_bytes;  /* 0: no ceiling */
    double seconds;       /* by the clock; 0: no ceiling */
    const atomic_bool *cancel;
    size_t most_bytes; /* that it may print */
};
/* OK when it ended by itself, whatever its exit code; LIMIT or CANCELLED when it was
 * asked to end, LIMIT when a signal ended it. */
lw_status lw_platform_run(const struct lw_platform_child *child, struct lw_buffer *out,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
