/* SQLite's online backup. All pages are copied in one step: with a write-ahead log that
 * is a read of one moment, which holds up nobody, while a copy in small steps begins anew
 * whenever another program writes and may never end. The new file gets its name when it
 * is complete, and only if nobody uses the one that it replaces. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/sql.h"
#include "sql/sql_sqlite_internal.h"

#define ALL_PAGES (-1)
#define MAX_WAITS 200
#define CLAIM_WAIT_MS 500

static lw_status copy_pages(sqlite3 *from, sqlite3 *to, struct lw_error *err) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL) {
        return sqlite_failed(to, sqlite3_errcode(to), err);
    }
    int code = SQLITE_OK;
    int waits = 0;
    while (code == SQLITE_OK ||
           ((code == SQLITE_BUSY || code == SQLITE_LOCKED) && waits < MAX_WAITS)) {
        code = sqlite3_backup_step(backup, ALL_PAGES);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
            waits++;
            (void)sqlite3_sleep(25);
        }
    }
    int ended = sqlite3_backup_finish(backup);
    return code == SQLITE_DONE
               ? LW_OK
               : sqlite_failed(to, ended != SQLITE_OK ? ended : code, err);
}

bool sql_is_file_sqlite(const struct sql *sql, const char *path) {
    const char *own = sqlite3_db_filename(sqlite_handle(sql), "main");
    struct stat a;
    struct stat b;
    return own != NULL && stat(own, &a) == 0 && stat(path, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool sql_same_sqlite(const struct sql *a, const struct sql *b) {
    const char *path = sqlite3_db_filename(sqlite_handle(b), "main");
    return path != NULL && sql_is_file_sqlite(a, path);
}

/* Takes the database for db alone, until it is closed or unclaimed. A connection to a
 * database with a write-ahead log keeps a shared lock for as long as it is open, which
 * BEGIN EXCLUSIVE passes over; leaving that journal mode does not, and brings the log's
 * pages into the file and removes the log. */
static int claim(sqlite3 *db) {
    return sqlite3_exec(db,
                        "PRAGMA journal_mode=DELETE; PRAGMA locking_mode=EXCLUSIVE;"
                        "BEGIN EXCLUSIVE; COMMIT",
                        NULL, NULL, NULL);
}

/* The lock goes with the first access after it is no longer to be kept. */
static void unclaim(sqlite3 *db) {
    (void)sqlite3_exec(db,
                       "PRAGMA locking_mode=NORMAL; SELECT count(*) FROM sqlite_master;"
                       "PRAGMA journal_mode=WAL",
                       NULL, NULL, NULL);
}

lw_status sql_claim_sqlite(struct sql *sql, struct lw_error *err) {
    sqlite3 *db = sqlite_handle(sql);
    int code = claim(db);
    if (code == SQLITE_OK) {
        return LW_OK;
    }
    lw_status status = sqlite_failed(db, code, err);
    unclaim(db);
    return status != LW_BUSY ? status : lw_fail(err, LW_BUSY, 0, 0, STORE_IN_USE);
}

void sql_unclaim_sqlite(struct sql *sql) {
    unclaim(sqlite_handle(sql));
}

/* Logs that belong to no database would be taken for the new file's. */
static lw_status remove_logs(const char *path, const struct lw_alloc *alloc,
                             struct lw_error *err) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    lw_status status = LW_OK;
    struct lw_buffer log;
    lw_buffer_init(&log, alloc);
    for (size_t i = 0; i < sizeof endings / sizeof *endings && status == LW_OK; i++) {
        lw_buffer_clear(&log);
        lw_buffer_printf(&log, "%s%s", path, endings[i]);
        if (!lw_buffer_ok(&log)) {
            status = lw_fail_memory(err);
        } else if (unlink(lw_buffer_text(&log)) != 0 && errno != ENOENT) {
            status = lw_fail(err, LW_IO, 0, 0,
                             "'%.200s' is left of an older database and cannot be "
                             "removed; check the folder's permissions",
                             lw_buffer_text(&log));
        }
    }
    lw_buffer_free(&log);
    return status;
}

/* Makes sure that nobody uses what is to be replaced and that all of it is in one file,
 * so that a crash at any moment leaves the old or the new database whole. *old keeps
 * others away until it is closed; NULL when there is no database at path. */
static lw_status claim_target(const char *path, const struct lw_alloc *alloc,
                              sqlite3 **old, struct lw_error *err) {
    *old = NULL;
    if (access(path, F_OK) != 0) {
        return remove_logs(path, alloc, err);
    }
    int code = sqlite3_open_v2(path, old, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK) {
        (void)sqlite3_busy_timeout(*old, CLAIM_WAIT_MS);
        code = claim(*old);
    }
    if (code == SQLITE_OK) {
        return LW_OK;
    }
    lw_status status;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        status = lw_fail(err, LW_BUSY, 0, 0,
                         "'%.200s' is a database in use; stop the server or program that "
                         "uses it and try again",
                         path);
        break;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        status = LW_OK;
        break;
    default:
        status = sqlite_failed(*old, code, err);
        break;
    }
    (void)sqlite3_close(*old);
    *old = NULL;
    return status == LW_OK ? remove_logs(path, alloc, err) : status;
}

static bool sync_at(const char *path, int flags) {
    int fd = open(path, flags | O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) {
        (void)close(fd);
    }
    return good;
}

static lw_status sync_folder(const char *path, const struct lw_alloc *alloc,
                             struct lw_error *err) {
    const char *slash = strrchr(path, '/');
    struct lw_buffer folder;
    lw_buffer_init(&folder, alloc);
    if (slash == NULL) {
        lw_buffer_puts(&folder, ".");
    } else {
        lw_buffer_add(&folder, path, (size_t)(slash - path) + 1);
    }
    lw_status status = LW_OK;
    if (!lw_buffer_ok(&folder)) {
        status = lw_fail_memory(err);
    } else if (!sync_at(lw_buffer_text(&folder), O_DIRECTORY) && errno != EINVAL) {
        status = lw_fail(err, LW_IO, 0, 0,
                         "'%.200s' was written, but whether its name would outlast a "
                         "power cut is not known: its folder cannot be synchronised",
                         path);
    }
    lw_buffer_free(&folder);
    return status;
}

/* A backup that a power cut could take back would be none. */
static lw_status settle(const char *part, const char *path, const struct lw_alloc *alloc,
                        struct lw_error *err) {
    if (!sync_at(part, 0) || rename(part, path) != 0) {
        return lw_fail(err, LW_IO, 0, 0,
                       "the backup was made but cannot be given its name '%.200s'; check "
                       "the folder's permissions",
                       path);
    }
    return sync_folder(path, alloc, err);
}

static lw_status write_part(struct sql *sql, const char *part, struct lw_error *err) {
    (void)unlink(part);
    sqlite_make_private(part);
    sqlite3 *to = NULL;
    int code =
        sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    lw_status status = code == SQLITE_OK ? copy_pages(sqlite_handle(sql), to, err)
                                         : sqlite_failed(to, code, err);
    if (status == LW_OK) {
        /* One file without a log beside it, so that it can be carried away. */
        code = sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
        status = code == SQLITE_OK ? LW_OK : sqlite_failed(to, code, err);
    }
    (void)sqlite3_close(to);
    return status;
}

lw_status sql_backup_sqlite(struct sql *sql, const char *path, struct lw_error *err) {
    sqlite3 *old = NULL;
    struct lw_buffer part;
    lw_buffer_init(&part, sql->alloc);
    lw_buffer_printf(&part, "%s.part", path);
    if (!lw_buffer_ok(&part)) {
        lw_buffer_free(&part);
        return lw_fail_memory(err);
    }
    lw_status status = claim_target(path, sql->alloc, &old, err);
    if (status == LW_OK) {
        status = write_part(sql, lw_buffer_text(&part), err);
        if (status == LW_OK) {
            status = settle(lw_buffer_text(&part), path, sql->alloc, err);
        }
        if (status != LW_OK) {
            (void)unlink(lw_buffer_text(&part));
        }
    }
    (void)sqlite3_close(old);
    lw_buffer_free(&part);
    return status;
}
