/* The engine calls: one JSON object in, one JSON object out, over every game.
 *
 * The browser (through `wasm`) and the server's jobs speak to the engines in this one
 * language; docs/engine-calls.md has every request and reply. A context keeps the games
 * that are being played, by handle, and nothing else: all other calls leave no trace. A
 * call that fails changes nothing. One context serves one thread at a time. */
#ifndef LW_CALLS_H
#define LW_CALLS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/runtime.h"
#include "lw/base/status.h"
#include "lw/model.h"

struct lw_calls;

/* Hears of a long call, as one JSON object, a few times a second, from the thread that
 * runs the call; true stops the call, which then gives what it has. */
typedef bool (*lw_calls_progress_fn)(void *ctx, const char *json, size_t len);

/* What the host offers and allows. */
struct lw_calls_host {
    const struct lw_runtime *runtime; /* borrowed; its progress sink is not used */
    lw_calls_progress_fn progress;    /* may be NULL */
    void *progress_ctx;
    /* Set from any thread to stop the running call; the host clears it. NULL: none. */
    atomic_bool *cancel;
    /* The most that a request may ask for and what it gets when it asks for less or
     * nothing is the call's own default; 0: any amount. */
    uint64_t max_nodes;
    double max_seconds;
    uint64_t max_memory_bytes;
    uint32_t max_count;   /* levels of one generate; 0: 10000 */
    uint32_t max_handles; /* games played at once; 0: 64 */
    /* What levels are rated by, borrowed; NULL: what ships. */
    const struct lw_model_texts *models;
};

/* host is copied, what it points to is borrowed. */
lw_status lw_calls_create(const struct lw_calls_host *host, const struct lw_alloc *alloc,
                          struct lw_calls **out, struct lw_error *err) LW_MUST_CHECK;
/* Ends every game that is still played. */
void lw_calls_destroy(struct lw_calls *calls);

/* Answers one request. reply is emptied first and always receives one object: the answer,
 * or {"error":…,"message":…,"line":…,"column":…}. Returns the status that the error
 * names, OK otherwise. Only when memory for the reply itself is out, reply is empty. */
lw_status lw_calls_run(struct lw_calls *calls, const char *request, size_t len,
                       struct lw_buffer *reply);

/* Says at once what lw_calls_run would refuse: the same code reads the request, levels
 * and games in it included, and stops before the work. OK with an empty object, or the
 * error that the run would give. For the calls that take long (lw_calls_long);
 * UNSUPPORTED for others. Members that the call does not have are
 * refused here, while a run does without them. The work of a check is bounded by the size
 * of the request: more moves than it can make, and what the rules that people bring say
 * to a move, are left to the run. */
lw_status lw_calls_check(struct lw_calls *calls, const char *request, size_t len,
                         struct lw_buffer *reply);

/* Why the latest run or check failed: what the object in its reply says, for hosts that
 * do not hand that object on. error.status is OK when it did not fail. Borrowed until the
 * next one. */
#define LW_CALLS_PLACE_SIZE 100
struct lw_calls_failure {
    struct lw_error error;
    char place[LW_CALLS_PLACE_SIZE]; /* JSON pointer to the member that is wrong; "" when
                                        none is */
};
const struct lw_calls_failure *lw_calls_get_failure(const struct lw_calls *calls);

/* The name of the i-th call that takes long, so that a host runs it as a job and has it
 * checked before; NULL after the last. There are at most LW_CALLS_MAX_LONG. */
#define LW_CALLS_MAX_LONG 8
const char *lw_calls_long(size_t i);

#endif
