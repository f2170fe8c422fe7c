/* The filter of system calls: a list of those that computing needs, and a program for the
 * kernel made from it. Files cannot be opened, which the C library tries on its own now
 * and then and takes as an answer; whatever else is not listed ends the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform_internal.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* Memory, the socket, clocks, ending, and what abort needs. */
static const int allowed[] = {
    SYS_read,         SYS_write,           SYS_writev,       SYS_recvfrom,
    SYS_sendto,       SYS_ppoll,           SYS_brk,          SYS_munmap,
    SYS_mremap,       SYS_madvise,         SYS_futex,        SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,    SYS_gettimeofday,
    SYS_getrusage,    SYS_getrandom,       SYS_sysinfo,      SYS_sched_yield,
    SYS_getpid,       SYS_gettid,          SYS_rt_sigreturn, SYS_rt_sigprocmask,
    SYS_rt_sigaction, SYS_restart_syscall, SYS_exit,         SYS_exit_group,
    SYS_fstat,        SYS_close,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

/* Refused and survived. */
static const int refused[] = {
    SYS_openat, SYS_newfstatat, SYS_readlinkat, SYS_faccessat, SYS_ioctl,
#ifdef SYS_open
    SYS_open,   SYS_stat,       SYS_readlink,   SYS_access,
#endif
#ifdef SYS_statx
    SYS_statx,
#endif
};

#define N_ALLOWED (sizeof allowed / sizeof *allowed)
#define N_REFUSED (sizeof refused / sizeof *refused)
#define MAX_LINES (2 * (N_ALLOWED + N_REFUSED) + 40)

struct program {
    struct sock_filter lines[MAX_LINES];
    unsigned short n;
};

static void add(struct program *p, uint16_t code, uint32_t value, uint8_t yes,
                uint8_t no) {
    p->lines[p->n++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct program *p, size_t offset) {
    add(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *p, uint32_t action) {
    add(p, BPF_RET | BPF_K, action, 0, 0);
}

/* The call of that number gets this answer. */
static void decide(struct program *p, int number, uint32_t action) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
    answer(p, action);
}

#define NUMBER offsetof(struct seccomp_data, nr)
/* The low half of an argument; both architectures are little-endian. */
#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + (i) * sizeof(uint64_t))

/* Memory that can be run is not to be had. */
static void allow_data_only(struct program *p, int number) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4);
    load(p, ARGUMENT(2));
    add(p, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
    answer(p, SECCOMP_RET_KILL_PROCESS);
    answer(p, SECCOMP_RET_ALLOW);
}

/* A process may end itself by a signal, and nobody else. */
static void allow_own_signal(struct program *p) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4);
    load(p, ARGUMENT(0));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1);
    answer(p, SECCOMP_RET_ALLOW);
    answer(p, SECCOMP_RET_KILL_PROCESS);
}

static void write_program(struct program *p) {
    load(p, offsetof(struct seccomp_data, arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, NUMBER);
    for (size_t i = 0; i < N_ALLOWED; i++) {
        decide(p, allowed[i], SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < N_REFUSED; i++) {
        decide(p, refused[i], SECCOMP_RET_ERRNO | EPERM);
    }
    allow_data_only(p, SYS_mmap);
    allow_data_only(p, SYS_mprotect);
    allow_own_signal(p);
    answer(p, SECCOMP_RET_KILL_PROCESS);
}

bool platform_filter_calls(void) {
    struct program program = {.n = 0};
    write_program(&program);
    struct sock_fprog whole = {.len = program.n, .filter = program.lines};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole, 0, 0) == 0;
}

#else

bool platform_filter_calls(void) {
    return false;
}

#endif
