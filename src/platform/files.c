/* Files: read whole with a limit, written all or nothing. */
#include "lw/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static lw_status io_fail(struct lw_error *err, const char *what, const char *path) {
    return lw_fail(err, LW_IO, 0, 0, "cannot %s '%.200s': %s", what, path,
                   strerror(errno));
}

static lw_status open_input(const char *path, int *fd, struct lw_error *err) {
    struct stat info;
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    if (*fd < 0) {
        /* A name that does not exist is the caller's mistake, not the machine's. */
        return errno == ENOENT || errno == ENOTDIR || errno == EISDIR
                   ? lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no file '%.200s'", path)
                   : io_fail(err, "open", path);
    }
    if (fstat(*fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        (void)close(*fd);
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "'%.200s' is a directory; name the files in it", path);
    }
    return LW_OK;
}

lw_status lw_platform_read_file(const char *path, size_t limit_bytes,
                                struct lw_buffer *out, struct lw_error *err) {
    int fd = STDIN_FILENO;
    bool standard_input = strcmp(path, "-") == 0;
    lw_status status = standard_input ? LW_OK : open_input(path, &fd, err);
    if (status != LW_OK) {
        return status;
    }
    char chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            status = io_fail(err, "read", path);
            break;
        }
        if (got == 0) {
            break;
        }
        lw_buffer_add(out, chunk, (size_t)got);
        if (out->len > limit_bytes) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                             "'%.200s' is larger than the %zu MB that are read", path,
                             limit_bytes / 1000000);
            break;
        }
        if (!lw_buffer_ok(out)) {
            status = lw_fail_memory(err);
            break;
        }
    }
    if (!standard_input) {
        (void)close(fd);
    }
    return status;
}

static bool write_all(int fd, const char *bytes, size_t len) {
    while (len > 0) {
        ssize_t put = write(fd, bytes, len);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return false;
        }
        bytes += put;
        len -= (size_t)put;
    }
    return true;
}

/* A device or pipe cannot be replaced by renaming, and should not be. */
static bool replaceable(const char *path) {
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

/* mkstemp makes files private. A file that is replaced stays as private as it was; a new
 * one is as public as the user's umask says. */
static mode_t mode_of(const char *path) {
    struct stat info;
    if (stat(path, &info) == 0) {
        return info.st_mode & 0777;
    }
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

static lw_status write_in_place(const char *path, const void *bytes, size_t len,
                                struct lw_error *err) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return io_fail(err, "write", path);
    }
    bool good = write_all(fd, bytes, len);
    good = close(fd) == 0 && good;
    return good ? LW_OK : io_fail(err, "write", path);
}

/* The folder of path, with the slash at its end; "." when it names none. */
static bool folder_of(const char *path, char *folder, size_t room) {
    const char *slash = strrchr(path, '/');
    size_t len = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (len + 2 > room) {
        return false;
    }
    memcpy(folder, slash == NULL ? "." : path, slash == NULL ? 1 : len);
    folder[slash == NULL ? 1 : len] = '\0';
    return true;
}

lw_status lw_platform_sync_folder_of(const char *path, struct lw_error *err) {
    char folder[4096];
    if (!folder_of(path, folder, sizeof folder)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file name is too long");
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A folder that we may write but not read, and file systems that cannot do it. */
    bool good = fd < 0 ? errno == EACCES : fsync(fd) == 0 || errno == EINVAL;
    lw_status status = good ? LW_OK : io_fail(err, "synchronise the folder of", path);
    if (fd >= 0) {
        (void)close(fd);
    }
    return status;
}

lw_status lw_platform_write_file(const char *path, const void *bytes, size_t len,
                                 struct lw_error *err) {
    if (!replaceable(path)) {
        return write_in_place(path, bytes, len, err);
    }
    char beside[4096];
    int need = snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    if (need < 0 || (size_t)need >= sizeof beside) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file name is too long");
    }
    int fd = mkstemp(beside);
    if (fd < 0) {
        return io_fail(err, "create a file beside", path);
    }
    bool good =
        fchmod(fd, mode_of(path)) == 0 && write_all(fd, bytes, len) && fsync(fd) == 0;
    good = close(fd) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        lw_status status = io_fail(err, "write", path);
        (void)unlink(beside);
        return status;
    }
    return lw_platform_sync_folder_of(path, err);
}

lw_status lw_platform_may_write(const char *path, struct lw_error *err) {
    struct stat info;
    char folder[4096];
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return io_fail(err, "write", path);
    }
    if (!replaceable(path)) {
        return access(path, W_OK) == 0 ? LW_OK : io_fail(err, "write", path);
    }
    if (!folder_of(path, folder, sizeof folder)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file name is too long");
    }
    return access(folder, W_OK | X_OK) == 0 ? LW_OK
                                            : io_fail(err, "create a file beside", path);
}

bool lw_platform_is_closed_pipe(int fd) {
    struct pollfd watched = {.fd = fd, .events = POLLOUT};
    return fd >= 0 && poll(&watched, 1, 0) > 0 && (watched.revents & POLLERR) != 0;
}

bool lw_platform_is_terminal(int fd) {
    return isatty(fd) == 1;
}

void lw_platform_terminal_size(int fd, uint32_t *columns, uint32_t *rows) {
    *columns = 80;
    *rows = 24;
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}
