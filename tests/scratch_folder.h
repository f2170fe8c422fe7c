/* A folder of a test's own. ./test points TMPDIR at memory where there is enough of it:
 * a database waits for the disk at every commit, and tests commit thousands of times. */
#ifndef SCRATCH_FOLDER_H
#define SCRATCH_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes TMPDIR/lw-NAME-…; a TMPDIR too long for sockets below it counts as none. NULL if
 * it could not be made. */
static inline char *scratch_folder(char *out, size_t size, const char *name) {
    const char *tmp = getenv("TMPDIR");
    int len = snprintf(out, size, "%s/lw-%s-XXXXXX",
                       tmp != NULL && strlen(tmp) < 40 ? tmp : "/tmp", name);
    return len > 0 && (size_t)len < size ? mkdtemp(out) : NULL;
}

#endif
