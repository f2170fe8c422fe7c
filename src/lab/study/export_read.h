/* The parts of reading an export: files, and tables by the codebook. */
#ifndef LAB_STUDY_EXPORT_READ_H
#define LAB_STUDY_EXPORT_READ_H

#include "study/export_folder.h"

#define EXPORT_MAX_BYTES ((size_t)4 << 30)

lw_status export_read_file(struct study_export *e, const char *file, size_t limit,
                           struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;
/* Codebook and tables, without the checksums. */
lw_status export_read_tables(struct study_export *e, struct lw_error *err) LW_MUST_CHECK;
/* One table's text by its fields of the codebook; is_read when it worked. */
lw_status export_read_table(const struct lw_alloc *alloc, const char *text, size_t len,
                            struct study_table *table,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
