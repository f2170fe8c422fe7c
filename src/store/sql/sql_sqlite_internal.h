/* What the backup needs of the SQLite driver. */
#ifndef SQL_SQLITE_INTERNAL_H
#define SQL_SQLITE_INTERNAL_H

#include <sqlite3.h>

#include "sql/sql.h"

sqlite3 *sqlite_handle(const struct sql *sql);
/* Turns a result code into a status with a sentence. db may be NULL. */
lw_status sqlite_failed(sqlite3 *db, int code, struct lw_error *err) LW_MUST_CHECK;
/* Makes an empty file, which SQLite takes for a new database, that only its owner may
 * read: it will hold hashes of keys. Its logs get the same permissions. A file that is
 * there is left as it is, and whatever goes wrong is reported by the next one to open it.
 */
void sqlite_make_private(const char *path);

#endif
