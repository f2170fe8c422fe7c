/* A name is "boot/namespace/number/start/chance": the machine and its last start, the
 * numbers that process ids are drawn from (a container has its own), the id, and when it
 * began, since ids are given again. Chance makes it unique where none of that can be
 * read.
 */
#include "jobs/process.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

struct identity {
    char boot[40];
    uint64_t space, number, start;
};

/* The first line of a small file; false when there is none. */
static bool read_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    bool found = fgets(line, size, file) != NULL;
    (void)fclose(file);
    return found;
}

/* When the process began, in ticks since the machine's start, and whether it has ended
 * and waits for its parent to notice. */
static bool read_start(uint64_t number, uint64_t *start, bool *is_over) {
    char path[60];
    char line[1000];
    char state = '?';
    (void)snprintf(path, sizeof path, "/proc/%" PRIu64 "/stat", number);
    /* The program's name comes second, in parentheses, and may have any bytes. */
    const char *rest = read_line(path, line, sizeof line) ? strrchr(line, ')') : NULL;
    if (rest == NULL ||
        sscanf(rest + 1,
               " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"
               " %*s %20" SCNu64,
               &state, start) != 2) {
        return false;
    }
    *is_over = state == 'Z' || state == 'X';
    return true;
}

static void read_self(struct identity *out) {
    char link[60] = "";
    bool is_over;
    *out = (struct identity){.number = (uint64_t)getpid()};
    if (!read_line("/proc/sys/kernel/random/boot_id", out->boot, sizeof out->boot)) {
        (void)snprintf(out->boot, sizeof out->boot, "unknown");
    }
    out->boot[strcspn(out->boot, "\n/")] = '\0';
    if (readlink("/proc/self/ns/pid", link, sizeof link - 1) <= 0 ||
        sscanf(link, "pid:[%20" SCNu64 "]", &out->space) != 1) {
        out->space = 0;
    }
    if (!read_start(out->number, &out->start, &is_over)) {
        out->start = 0;
    }
}

void process_name(char name[PROCESS_NAME_SIZE]) {
    struct identity self;
    read_self(&self);
    (void)snprintf(name, PROCESS_NAME_SIZE,
                   "%s/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%08" PRIx32, self.boot,
                   self.space, self.number, self.start, randombytes_random());
}

bool process_has_ended(const char *name) {
    struct identity self;
    struct identity other;
    uint64_t start = 0;
    bool is_over = false;
    if (sscanf(name, "%39[^/]/%20" SCNu64 "/%20" SCNu64 "/%20" SCNu64 "/", other.boot,
               &other.space, &other.number, &other.start) != 4) {
        return false;
    }
    read_self(&self);
    if (strcmp(self.boot, other.boot) != 0 || self.space != other.space ||
        self.space == 0 || other.start == 0 || other.number == 0 ||
        other.number > INT32_MAX) {
        return false;
    }
    /* Not by the files alone, which may be hidden from other users. */
    if (kill((pid_t)other.number, 0) != 0 && errno == ESRCH) {
        return true;
    }
    return read_start(other.number, &start, &is_over) &&
           (is_over || start != other.start);
}
