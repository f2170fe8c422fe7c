/* A sandbox for a process that works on what strangers sent: it keeps one socket and
 * loses everything else that it could reach.
 *
 * Each layer stands alone, so a kernel that lacks one still gives the others: limits of
 * the process (setrlimit), no new privileges, Landlock (no file, no network), and a
 * seccomp filter that lets only those system calls through that computing needs. A
 * program that is built with a sanitizer gets neither the limit of addresses nor the
 * filter: the sanitizers reserve terabytes, and open files to report what they find. */
#ifndef LW_PLATFORM_SANDBOX_H
#define LW_PLATFORM_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/status.h"

enum {
    LW_SANDBOX_LIMITS = 1,     /* memory, files, core, processes */
    LW_SANDBOX_PRIVILEGES = 2, /* none can be gained */
    LW_SANDBOX_LANDLOCK = 4,
    LW_SANDBOX_SECCOMP = 8,
    LW_SANDBOX_ALL = 15
};

/* Ends this process when its parent does, closes every file but standard error and
 * keep_fd, and sets the limits that hold from the start. memory_bytes is the address
 * space that the process may have in all; 0: any. Returns what was lacking. */
unsigned lw_sandbox_enter(int keep_fd, size_t memory_bytes);
/* "landlock, seccomp": the layers of that set, or "" for none. */
void lw_sandbox_names(unsigned layers, char *out, size_t size);
/* True where the limit of addresses and the filter of system calls are left out. */
bool lw_sandbox_is_relaxed(void);

#endif
