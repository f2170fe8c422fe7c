/* A disk that can be cut off: a library to preload that writes down what a program does
 * to the files of one folder, and when it had them synchronised. From that record
 * powercut.py makes the folder as a power cut could have left it: what was not
 * synchronised is there, or not, or in part. The idea is the one by which SQLite tests
 * itself.
 *
 * The program's own files stay as kill -9 leaves them; the record alone says what a power
 * cut keeps. So nothing here slows a write down, and one record gives many endings.
 *
 *   LD_PRELOAD=powercut.so POWERCUT_FOLDER=DIR POWERCUT_RECORD=FILE POWERCUT_CONTROL=FILE
 *
 * The control file is shared by all processes that have the library: three numbers of 64
 * bits, see struct control. POWERCUT_SYNC=lie makes every synchronisation say that it is
 * done without being noted: the tests must find what such a disk loses.
 *
 * State is global because a preloaded function has no other place for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MAX_FDS = 65536 };

/* What happened; the letters are known to powercut.py. */
enum event {
    OPENED = 'O',  /* number: 1 when the file was made by it */
    WRITTEN = 'W', /* number: the offset */
    CUT = 'T',     /* number: the new size */
    SYNC_BEGUN = 'B',
    SYNC_DONE = 'S',
    RENAMED = 'R', /* name: old, a zero byte, new */
    LINKED = 'L',  /* the same */
    REMOVED = 'U',
    FOLDER_MADE = 'M',
    FOLDER_REMOVED = 'D',
    MAPPED = 'P', /* for writing: what is written there is not seen */
};

struct record {
    uint32_t event;
    uint32_t size; /* of what follows: the name or the bytes */
    uint64_t file; /* its inode */
    uint64_t number;
};

struct control {
    _Atomic uint64_t n_events;
    _Atomic uint64_t die_at; /* at this event; 0: never */
    _Atomic uint64_t dead; /* the power is gone: nothing is noted, who writes is killed */
};

static struct {
    pthread_once_t once;
    pthread_mutex_t mutex; /* so that the record has the order of what happened */
    char folder[PATH_MAX];
    size_t folder_len;
    int record;
    bool lies;
    struct control *control;
    _Atomic uint64_t files[MAX_FDS]; /* inode of a descriptor of the folder, or 0 */
} disk = {.once = PTHREAD_ONCE_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER, .record = -1};

/* The functions that those below stand in front of. */
#define IN_FRONT_OF(X)                                                                   \
    X(int, open, (const char *, int, ...))                                               \
    X(int, openat, (int, const char *, int, ...))                                        \
    X(int, mkstemp, (char *))                                                            \
    X(int, close, (int))                                                                 \
    X(ssize_t, write, (int, const void *, size_t))                                       \
    X(ssize_t, writev, (int, const struct iovec *, int))                                 \
    X(ssize_t, pwritev, (int, const struct iovec *, int, off_t))                         \
    X(int, ftruncate, (int, off_t))                                                      \
    X(int, posix_fallocate, (int, off_t, off_t))                                         \
    X(void *, mmap, (void *, size_t, int, int, int, off_t))                              \
    X(int, fsync, (int))                                                                 \
    X(int, fdatasync, (int))                                                             \
    X(int, rename, (const char *, const char *))                                         \
    X(int, link, (const char *, const char *))                                           \
    X(int, unlink, (const char *))                                                       \
    X(int, rmdir, (const char *))                                                        \
    X(int, mkdir, (const char *, mode_t))

static struct {
#define MEMBER(type, name, arguments) type(*name) arguments;
    IN_FRONT_OF(MEMBER)
#undef MEMBER
} next;

#define REAL(name) (is_on(), next.name)

static bool is_on(void);

static void find_next(void) {
    void *found;
#define FIND(type, name, arguments)                                                      \
    found = dlsym(RTLD_NEXT, #name);                                                     \
    memcpy(&next.name, &found, sizeof found);
    IN_FRONT_OF(FIND)
#undef FIND
}

static int open_plain(const char *path, int flags) {
    return next.open(path, flags | O_CLOEXEC, 0600);
}

static void begin(void) {
    find_next();
    const char *folder = getenv("POWERCUT_FOLDER");
    const char *record = getenv("POWERCUT_RECORD");
    const char *control = getenv("POWERCUT_CONTROL");
    const char *sync = getenv("POWERCUT_SYNC");
    if (folder == NULL || record == NULL || control == NULL ||
        realpath(folder, disk.folder) == NULL) {
        return;
    }
    disk.folder_len = strlen(disk.folder);
    disk.lies = sync != NULL && strcmp(sync, "lie") == 0;
    int fd = open_plain(control, O_RDWR);
    void *at = fd < 0 ? MAP_FAILED
                      : next.mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE,
                                  MAP_SHARED, fd, 0);
    int out = open_plain(record, O_WRONLY | O_APPEND);
    /* Far from the numbers that a program closes or expects to get. */
    disk.record = out < 0 ? -1 : fcntl(out, F_DUPFD_CLOEXEC, 700);
    if (at == MAP_FAILED || disk.record < 0) {
        (void)fprintf(stderr, "powercut: no record or control file\n");
        abort();
    }
    (void)next.close(out);
    (void)next.close(fd);
    disk.control = at;
}

static bool is_on(void) {
    (void)pthread_once(&disk.once, begin);
    return disk.control != NULL;
}

/* The path within the folder, or NULL for others. The last part need not exist. */
static const char *inside(const char *path, char out[PATH_MAX]) {
    if (!is_on() || path == NULL) {
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    const char *last = slash == NULL ? path : slash + 1;
    char parent[PATH_MAX];
    size_t len = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (len >= sizeof parent) {
        return NULL;
    }
    memcpy(parent, slash == NULL ? "." : path, slash == NULL ? 1 : len);
    parent[slash == NULL ? 1 : len] = '\0';
    char whole[PATH_MAX];
    if (realpath(parent, whole) == NULL) {
        return NULL;
    }
    int need = *last == '\0' || strcmp(last, ".") == 0
                   ? snprintf(out, PATH_MAX, "%s", whole)
                   : snprintf(out, PATH_MAX, "%s/%s", whole, last);
    if (need < 0 || need >= PATH_MAX || strncmp(out, disk.folder, disk.folder_len) != 0) {
        return NULL;
    }
    const char *rest = out + disk.folder_len;
    return *rest == '\0' ? "." : *rest == '/' ? rest + 1 : NULL;
}

static uint64_t file_of(int fd) {
    return fd >= 0 && fd < MAX_FDS && is_on() ? atomic_load(&disk.files[fd]) : 0;
}

static void lock(void) {
    (void)pthread_mutex_lock(&disk.mutex);
    if (atomic_load(&disk.control->dead) != 0) {
        (void)raise(SIGKILL);
    }
}

static void unlock(void) {
    (void)pthread_mutex_unlock(&disk.mutex);
}

/* Between lock and unlock, after it has happened. */
static void note(enum event event, uint64_t file, uint64_t number,
                 const struct iovec *bytes, int n) {
    int kept = errno;
    struct record record = {.event = (uint32_t)event, .file = file, .number = number};
    struct iovec parts[IOV_MAX];
    int n_parts = 1;
    for (int i = 0; i < n && n_parts < IOV_MAX; i++) {
        parts[n_parts++] = bytes[i];
        record.size += (uint32_t)bytes[i].iov_len;
    }
    parts[0] = (struct iovec){&record, sizeof record};
    if (REAL(writev)(disk.record, parts, n_parts) !=
        (ssize_t)(sizeof record + record.size)) {
        (void)fprintf(stderr, "powercut: the record cannot be written\n");
        abort();
    }
    uint64_t count = atomic_fetch_add(&disk.control->n_events, 1) + 1;
    uint64_t end = atomic_load(&disk.control->die_at);
    if (end != 0 && count >= end) {
        atomic_store(&disk.control->dead, 1);
        (void)raise(SIGKILL);
    }
    errno = kept;
}

static void note_name(enum event event, uint64_t file, uint64_t number,
                      const char *name) {
    struct iovec bytes = {(void *)(uintptr_t)name, strlen(name)};
    note(event, file, number, &bytes, 1);
}

/* Opening. */

static int note_open(int fd, const char *name, int flags, bool existed) {
    struct stat info;
    if (fd < 0 || fd >= MAX_FDS || fstat(fd, &info) != 0) {
        return fd;
    }
    note_name(OPENED, (uint64_t)info.st_ino, existed ? 0 : 1, name);
    atomic_store(&disk.files[fd], (uint64_t)info.st_ino);
    if ((flags & O_TRUNC) != 0 && existed) {
        note(CUT, (uint64_t)info.st_ino, 0, NULL, 0);
    }
    return fd;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    const char *name = folder == AT_FDCWD || path[0] == '/' ? inside(path, whole) : NULL;
    if (name == NULL) {
        int fd = REAL(openat)(folder, path, flags, mode);
        if (fd >= 0 && fd < MAX_FDS) {
            atomic_store(&disk.files[fd], 0);
        }
        return fd;
    }
    lock();
    bool existed = access(whole, F_OK) == 0;
    int fd = REAL(openat)(folder, path, flags, mode);
    fd = note_open(fd, name, flags, existed);
    unlock();
    return fd;
}

#define OPEN_MODE(flags, mode)                                                           \
    do {                                                                                 \
        if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                    \
            va_list args;                                                                \
            va_start(args, flags);                                                       \
            (mode) = va_arg(args, mode_t);                                               \
            va_end(args);                                                                \
        }                                                                                \
    } while (0)

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    OPEN_MODE(flags, mode);
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    mode_t mode = 0;
    OPEN_MODE(flags, mode);
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = 0;
    OPEN_MODE(flags, mode);
    return open_at(folder, path, flags, mode);
}

int mkstemp(char *template) {
    char whole[PATH_MAX];
    if (inside(template, whole) == NULL) {
        return REAL(mkstemp)(template);
    }
    lock();
    int fd = REAL(mkstemp)(template);
    const char *name = inside(template, whole);
    fd = note_open(fd, name, O_RDWR, false);
    unlock();
    return fd;
}

int close(int fd) {
    if (fd >= 0 && fd < MAX_FDS) {
        atomic_store(&disk.files[fd], 0);
    }
    return REAL(close)(fd);
}

/* Writing. */

static uint64_t written_at(int fd) {
    struct stat info;
    if ((fcntl(fd, F_GETFL) & O_APPEND) != 0) {
        return fstat(fd, &info) == 0 ? (uint64_t)info.st_size : 0;
    }
    return (uint64_t)lseek(fd, 0, SEEK_CUR);
}

/* Notes the first `done` bytes of the parts. */
static void note_written(uint64_t file, uint64_t offset, const struct iovec *parts, int n,
                         ssize_t done) {
    struct iovec kept[IOV_MAX];
    int n_kept = 0;
    size_t left = done > 0 ? (size_t)done : 0;
    for (int i = 0; i < n && left > 0; i++) {
        size_t len = parts[i].iov_len < left ? parts[i].iov_len : left;
        kept[n_kept++] = (struct iovec){parts[i].iov_base, len};
        left -= len;
    }
    if (n_kept > 0) {
        note(WRITTEN, file, offset, kept, n_kept);
    }
}

ssize_t write(int fd, const void *bytes, size_t len) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return REAL(write)(fd, bytes, len);
    }
    lock();
    uint64_t offset = written_at(fd);
    ssize_t done = REAL(write)(fd, bytes, len);
    note_written(file, offset, &(struct iovec){(void *)(uintptr_t)bytes, len}, 1, done);
    unlock();
    return done;
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return REAL(writev)(fd, parts, n);
    }
    lock();
    uint64_t offset = written_at(fd);
    ssize_t done = REAL(writev)(fd, parts, n);
    note_written(file, offset, parts, n, done);
    unlock();
    return done;
}

static ssize_t write_at(int fd, const struct iovec *parts, int n, off_t offset) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return REAL(pwritev)(fd, parts, n, offset);
    }
    lock();
    ssize_t done = REAL(pwritev)(fd, parts, n, offset);
    note_written(file, (uint64_t)offset, parts, n, done);
    unlock();
    return done;
}

ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t offset) {
    return write_at(fd, parts, n, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t offset) {
    return write_at(fd, &(struct iovec){(void *)(uintptr_t)bytes, len}, 1, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t offset) {
    return write_at(fd, &(struct iovec){(void *)(uintptr_t)bytes, len}, 1, offset);
}

int ftruncate(int fd, off_t size) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return REAL(ftruncate)(fd, size);
    }
    lock();
    int result = REAL(ftruncate)(fd, size);
    if (result == 0) {
        note(CUT, file, (uint64_t)size, NULL, 0);
    }
    unlock();
    return result;
}

int ftruncate64(int fd, off64_t size) {
    return ftruncate(fd, size);
}

int truncate(const char *path, off_t size) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    int result = fd < 0 ? -1 : ftruncate(fd, size);
    if (fd >= 0) {
        (void)close(fd);
    }
    return result;
}

int posix_fallocate(int fd, off_t offset, off_t len) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return REAL(posix_fallocate)(fd, offset, len);
    }
    lock();
    int result = REAL(posix_fallocate)(fd, offset, len);
    struct stat info;
    if (result == 0 && fstat(fd, &info) == 0) {
        note(CUT, file, (uint64_t)info.st_size, NULL, 0);
    }
    unlock();
    return result;
}

void *mmap(void *wish, size_t len, int protection, int flags, int fd, off_t offset) {
    uint64_t file = file_of(fd);
    if (file != 0 && (protection & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0) {
        lock();
        note(MAPPED, file, 0, NULL, 0);
        unlock();
    }
    return REAL(mmap)(wish, len, protection, flags, fd, offset);
}

void *mmap64(void *wish, size_t len, int protection, int flags, int fd, off64_t offset) {
    return mmap(wish, len, protection, flags, fd, offset);
}

/* Synchronising. What it keeps is what had been written when it began. The disk is not
 * asked: only the record counts. */
static int sync_it(int fd, int (*sync)(int)) {
    uint64_t file = file_of(fd);
    if (file == 0) {
        return sync(fd);
    }
    uint64_t number = (uint64_t)(uintptr_t)pthread_self() ^ (uint64_t)getpid();
    lock();
    if (!disk.lies) {
        note(SYNC_BEGUN, file, number, NULL, 0);
    }
    unlock();
    lock();
    if (!disk.lies) {
        note(SYNC_DONE, file, number, NULL, 0);
    }
    unlock();
    return 0;
}

int fsync(int fd) {
    return sync_it(fd, REAL(fsync));
}

int fdatasync(int fd) {
    return sync_it(fd, REAL(fdatasync));
}

/* Names. */

static int two_names(const char *old, const char *new, enum event event,
                     int (*real_one)(const char *, const char *)) {
    char whole_old[PATH_MAX];
    char whole_new[PATH_MAX];
    const char *from = inside(old, whole_old);
    const char *to = inside(new, whole_new);
    if (from == NULL || to == NULL) {
        return real_one(old, new);
    }
    lock();
    int result = real_one(old, new);
    if (result == 0) {
        struct iovec names[2] = {{(void *)(uintptr_t)from, strlen(from) + 1},
                                 {(void *)(uintptr_t)to, strlen(to)}};
        note(event, 0, 0, names, 2);
    }
    unlock();
    return result;
}

int rename(const char *old, const char *new) {
    return two_names(old, new, RENAMED, REAL(rename));
}

int link(const char *old, const char *new) {
    return two_names(old, new, LINKED, REAL(link));
}

static int one_name(const char *path, enum event event, int (*real_one)(const char *)) {
    char whole[PATH_MAX];
    const char *name = inside(path, whole);
    if (name == NULL) {
        return real_one(path);
    }
    lock();
    int result = real_one(path);
    if (result == 0) {
        note_name(event, 0, 0, name);
    }
    unlock();
    return result;
}

int unlink(const char *path) {
    return one_name(path, REMOVED, REAL(unlink));
}

int rmdir(const char *path) {
    return one_name(path, FOLDER_REMOVED, REAL(rmdir));
}

int mkdir(const char *path, mode_t mode) {
    char whole[PATH_MAX];
    const char *name = inside(path, whole);
    if (name == NULL) {
        return REAL(mkdir)(path, mode);
    }
    lock();
    int result = REAL(mkdir)(path, mode);
    struct stat info;
    if (result == 0 && stat(whole, &info) == 0) {
        note_name(FOLDER_MADE, (uint64_t)info.st_ino, 0, name);
    }
    unlock();
    return result;
}
