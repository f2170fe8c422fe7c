/* The layers of the sandbox, outermost first. What Landlock's headers of an older system
 * do not name yet is named here: the kernel says which of it it has. */
#define _GNU_SOURCE
#include "lw/platform/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_internal.h"

bool lw_sandbox_is_relaxed(void) {
    return LW_SANITIZED;
}

void lw_sandbox_names(unsigned layers, char *out, size_t size) {
    static const char *const names[] = {"limits", "privileges", "landlock", "seccomp"};
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((layers >> i & 1) != 0 && used < size) {
            int n =
                snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", names[i]);
            used += n > 0 ? (size_t)n : 0;
        }
    }
}

/* Files. */

/* One by one, where the kernel cannot close a range. */
static void close_listed(int keep_fd) {
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) {
        for (int fd = 3; fd < 4096; fd++) {
            if (fd != keep_fd) {
                (void)close(fd);
            }
        }
        return;
    }
    for (const struct dirent *at; (at = readdir(folder)) != NULL;) {
        int fd = at->d_name[0] == '.' ? -1 : (int)strtol(at->d_name, NULL, 10);
        if (fd > STDERR_FILENO && fd != keep_fd && fd != dirfd(folder)) {
            (void)close(fd);
        }
    }
    (void)closedir(folder);
}

static void close_others(int keep_fd) {
    (void)close(STDIN_FILENO);
    (void)close(STDOUT_FILENO);
#ifdef SYS_close_range
    bool closed = syscall(SYS_close_range, (unsigned)keep_fd + 1, ~0u, 0) == 0;
    if (closed && keep_fd > STDERR_FILENO + 1) {
        closed =
            syscall(SYS_close_range, STDERR_FILENO + 1u, (unsigned)keep_fd - 1, 0) == 0;
    }
    if (closed) {
        return;
    }
#endif
    close_listed(keep_fd);
}

/* Limits. */

static bool limit(int which, rlim_t most) {
    struct rlimit now = {most, most};
    return setrlimit(which, &now) == 0;
}

/* The processor's time is not among them: the parent bounds it anew for every task. */
static bool set_limits(int keep_fd, size_t memory_bytes) {
    bool set = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0);
    if (lw_sandbox_is_relaxed()) {
        return set;
    }
    set = limit(RLIMIT_NOFILE, (rlim_t)keep_fd + 1) && set;
    set = limit(RLIMIT_NPROC, 0) && set;
    return (memory_bytes == 0 || limit(RLIMIT_AS, memory_bytes)) && set;
}

/* Landlock: every right it knows is handled, and no rule grants any. */

#define FS_RIGHTS_1 ((UINT64_C(1) << 13) - 1)
#define FS_REFER (UINT64_C(1) << 13)     /* since version 2 */
#define FS_TRUNCATE (UINT64_C(1) << 14)  /* 3 */
#define NET_RIGHTS UINT64_C(3)           /* 4: bind and connect TCP */
#define FS_IOCTL_DEV (UINT64_C(1) << 15) /* 5 */
#define SCOPES UINT64_C(3)               /* 6: abstract sockets, signals */

static bool lock_land(void) {
#ifdef SYS_landlock_create_ruleset
    struct {
        uint64_t fs, net, scopes;
    } rules = {FS_RIGHTS_1, 0, 0};
    long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) {
        return false;
    }
    rules.fs |= version >= 2 ? FS_REFER : 0;
    rules.fs |= version >= 3 ? FS_TRUNCATE : 0;
    rules.fs |= version >= 5 ? FS_IOCTL_DEV : 0;
    rules.net = version >= 4 ? NET_RIGHTS : 0;
    rules.scopes = version >= 6 ? SCOPES : 0;
    size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
    long fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (fd < 0) {
        return false;
    }
    bool locked = syscall(SYS_landlock_restrict_self, (int)fd, 0) == 0;
    (void)close((int)fd);
    return locked;
#else
    return false;
#endif
}

unsigned lw_sandbox_enter(int keep_fd, size_t memory_bytes) {
    unsigned lacking = 0;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    close_others(keep_fd);
    lacking |= prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : LW_SANDBOX_PRIVILEGES;
    /* Sanitizers open files when they report. */
    lacking |= !lw_sandbox_is_relaxed() && lock_land() ? 0 : LW_SANDBOX_LANDLOCK;
    lacking |= set_limits(keep_fd, memory_bytes) ? 0 : LW_SANDBOX_LIMITS;
    lacking |=
        !lw_sandbox_is_relaxed() && platform_filter_calls() ? 0 : LW_SANDBOX_SECCOMP;
    return lacking;
}
