/* Who has withdrawn from studies: printed, and read when a backup is restored. */
#ifndef CLI_WITHDRAWN_H
#define CLI_WITHDRAWN_H

#include "lw/command/cli.h"
#include "lw/store.h"

/* One line each: PERSON STUDY TIME, hashes and milliseconds since 1970. */
lw_status withdrawn_write(struct lw_store *store, struct lw_buffer *out,
                          struct lw_error *err) LW_MUST_CHECK;
/* from: such a list, or a database that is newer than what the store has or will get. */
lw_status withdrawn_apply(struct lw_store *store, const char *from,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
