/* SQLite's online backup. All pages are copied in one step: with a write-ahead log that
 * is a read of one moment, which holds up nobody, while a copy in small steps begins anew
 * whenever another program writes and may never end. The new file gets its name when it
 * is complete. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sql.h"
#include "sql_sqlite_internal.h"

#define ALL_PAGES (-1)
#define MAX_WAITS 200

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

/* A backup that a power cut could take back would be none. */
static lw_status settle(const char *part, const char *path, struct lw_error *err) {
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) {
        (void)close(fd);
    }
    if (!good || rename(part, path) != 0) {
        return lw_fail(err, LW_IO, 0, 0,
                       "the backup was made but cannot be given its name '%.200s'; check "
                       "the folder's permissions",
                       path);
    }
    return LW_OK;
}

lw_status sql_backup_sqlite(struct sql *sql, const char *path, struct lw_error *err) {
    struct lw_buffer part;
    lw_buffer_init(&part, sql->alloc);
    lw_buffer_printf(&part, "%s.part", path);
    if (!lw_buffer_ok(&part)) {
        lw_buffer_free(&part);
        return lw_fail_memory(err);
    }
    (void)unlink(lw_buffer_text(&part));
    sqlite3 *to = NULL;
    int code = sqlite3_open_v2(lw_buffer_text(&part), &to,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    lw_status status = code == SQLITE_OK ? copy_pages(sqlite_handle(sql), to, err)
                                         : sqlite_failed(to, code, err);
    if (status == LW_OK) {
        /* One file without a log beside it, so that it can be carried away. */
        code = sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
        status = code == SQLITE_OK ? LW_OK : sqlite_failed(to, code, err);
    }
    (void)sqlite3_close(to);
    if (status == LW_OK) {
        status = settle(lw_buffer_text(&part), path, err);
    }
    if (status != LW_OK) {
        (void)unlink(lw_buffer_text(&part));
    }
    lw_buffer_free(&part);
    return status;
}
