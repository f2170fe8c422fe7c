/* A study's export: from the store to files, in a folder (lw/command/folder.h) or in a
 * zip archive. The command line and the server's interface go this one way. */
#ifndef LW_SERVER_EXPORT_H
#define LW_SERVER_EXPORT_H

#include <stdio.h>

#include "lw/store/connection.h"
#include "lw/study/export.h"

/* Everything of a study, as lw/study/export.h says. People may go on meanwhile: each of
 * them is exported as of one moment. NOT_FOUND: there is no such study. */
lw_status lw_server_study_export(struct lw_store *store, const char *study,
                                 const struct lw_study_files *files,
                                 const struct lw_alloc *alloc,
                                 struct lw_error *err) LW_MUST_CHECK;

/* Files in a zip archive, inside a folder of that name. The archive is a file without a
 * name that goes when it is closed; the same files make the same bytes. LIMIT beyond
 * max_bytes of files. */
struct lw_server_zip;
lw_status lw_server_zip_create(const char *name, uint64_t max_bytes,
                               const struct lw_alloc *alloc, struct lw_server_zip **out,
                               struct lw_error *err) LW_MUST_CHECK;
struct lw_study_files lw_server_zip_files(struct lw_server_zip *zip);
/* The whole archive, from its beginning; the caller closes it. */
lw_status lw_server_zip_take(struct lw_server_zip *zip, FILE **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_server_zip_destroy(struct lw_server_zip *zip); /* NULL-safe */

#endif
