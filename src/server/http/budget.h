/* The budget of one request: what its route declares, and what it has used.
 *
 * One place enforces all of it. The body is measured before it is read; memory comes from
 * an allocator that counts; rows are counted by the connection to the store; the answer's
 * buffer has an end, what is sent in parts is counted, and room for the answer to a
 * change is reserved before it is made; and the processor's time of the thread is looked
 * at whenever the request allocates, asks the store for a row or is about to commit.
 * Whoever is refused fails as if memory were out or the store had refused, and
 * budget_settle turns that into the problem that names the budget. A change that is over
 * its budget is not committed.
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/store/connection.h"

struct app;
struct exchange;
struct route;

/* Code, its name in the interface, status of the refusal, what it has too much of. */
#define BUDGET_LIST(X)                                                                   \
    X(BYTES_IN, "bytes_in", 413, "bytes in its body")                                    \
    X(BYTES_OUT, "bytes_out", 422, "bytes in its answer")                                \
    X(CPU_MS, "cpu_ms", 422, "milliseconds of processor time")                           \
    X(MEMORY_BYTES, "memory_bytes", 422, "bytes of memory")                              \
    X(ROWS, "rows", 422, "rows written to the database")

enum budget_kind {
#define X(code, name, status, what) BUDGET_##code,
    BUDGET_LIST(X)
#undef X
        BUDGET_KINDS
};
const char *budget_name(enum budget_kind kind);

struct budget {
    uint32_t most[BUDGET_KINDS];
};

struct spending {
    uint64_t most[BUDGET_KINDS]; /* the budget times what the operator says */
    bool begun;
    bool is_over;
    enum budget_kind over; /* the first that was */
    struct lw_alloc alloc; /* hand this one out */
    struct lw_alloc_limit memory;
    struct lw_store_meter meter;
    uint64_t cpu_ns, entered_ns; /* used before, and the thread's clock since */
    uint64_t began_ns;           /* by a clock that costs nothing, until it is timed */
    bool is_running, is_timed;   /* timed: by the thread's clock */
    unsigned looks;              /* how often it was asked whether to go on */
};

void budget_init(struct exchange *exchange);
/* From now on the exchange is held to its route's. */
void budget_begin(struct exchange *exchange);
/* This thread works for the exchange now; and no longer. */
void budget_enter(struct exchange *exchange);
void budget_leave(struct exchange *exchange);
/* Rows that another connection will write for it; false when they are too many. */
bool budget_take_rows(struct exchange *exchange, uint64_t rows);
/* Before anything is stored: is there room for an answer of at most so many bytes? False
 * with a problem in the response. Every change has BUDGET_SHORT_ANSWER reserved before
 * its handler is called; a handler whose answer grows with what it was sent reserves. */
bool budget_reserve_answer(struct exchange *exchange, size_t bytes);
#define BUDGET_SHORT_ANSWER 512
/* How many bytes its answer may have, and how many nanoseconds of the processor. */
uint64_t budget_of_answer(const struct exchange *exchange);
uint64_t budget_of_cpu_ns(const struct exchange *exchange);
/* An answer sent in parts passed one of the two, and ends as if the connection had
 * broken. */
void budget_note_cut(struct app *app, const struct route *route, enum budget_kind kind);
/* The processor's clock of this thread. */
uint64_t budget_thread_ns(void);
/* What is left of its processor time, in seconds; and what a worker has used of it. */
double budget_cpu_left(struct exchange *exchange);
void budget_take_cpu(struct exchange *exchange, double seconds);
/* How many bytes its body may have. */
uint64_t budget_of_body(const struct exchange *exchange);
/* The problem of a body that is too large. */
void budget_refuse_body(struct exchange *exchange);
/* Once, when the response is there: refuses it when it cost too much. */
void budget_settle(struct exchange *exchange);

#endif
