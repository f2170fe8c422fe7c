/* The worker's side: the process itself, and what it does with moves. */
#ifndef LW_WORK_WORKER_H
#define LW_WORK_WORKER_H

#include <stddef.h>
#include <stdint.h>

#include "lw/rows.h"

/* The worker: shuts itself off and serves tasks from the socket until that is closed.
 * memory_bytes as in the pool's config. The exit code of the process. */
int lw_work_main(int fd, size_t memory_bytes);

/* What workers do with moves, for levels that are no strangers': counts their work
 * against left and replays them. OK with the measures when they win, LIMIT when there is
 * not so much left. */
lw_status lw_work_replay(const struct lw_level *level, const struct lw_alloc *alloc,
                         const char *moves, uint64_t *left,
                         double measures[LW_MAX_MEASURES],
                         struct lw_error *err) LW_MUST_CHECK;

#endif
