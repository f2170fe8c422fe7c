/* Engine work of strangers in processes of its own, so that a fault in a parser or an
 * engine costs one task and not the server.
 *
 * A worker is the same program (`levelwright work`), started with one socket and shut off
 * from everything else (lw/platform/sandbox.h). It takes one task at a time and answers
 * with its result; what both say is in src/work/messages.c. */
#ifndef LW_WORK_H
#define LW_WORK_H

#include "lw/work/pool.h"
#include "lw/work/result.h"
#include "lw/work/task.h"
#include "lw/work/worker.h"

#endif
