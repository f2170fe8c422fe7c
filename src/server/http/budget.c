/* Counting what a request uses. */
#include "http/budget.h"

#include <inttypes.h>
#include <time.h>

#include "http/exchange.h"
#include "log.h"
#include "metrics.h"
#include "routes/route.h"

/* The thread's clock costs a call of the system: not for every small allocation, and not
 * for requests that end within a moment by a clock that costs none, unless the budget is
 * so small that a moment counts. */
#define MOMENT_NS UINT64_C(1000000)
#define SMALL_BUDGET_NS (100 * MOMENT_NS)
#define LOOK_EVERY 16
#define LARGE_BYTES ((size_t)64 * 1024)
/* What http_problem writes is shorter, and always sent. */
#define PROBLEM_BYTES ((size_t)8 * 1024)

/* Of pages and their files, which are ready made, and of addresses that are none. */
static const struct budget no_route = {{0, 16 << 20, 1000, 16 << 20, 0}};

_Static_assert(BUDGET_KINDS == LW_SERVER_BUDGETS, "lw/server.h counts them too");

const char *const *lw_server_budget_names(void) {
    static const char *const names[] = {
#define X(code, name, status, what) name,
        BUDGET_LIST(X)
#undef X
            NULL};
    return names;
}

const char *budget_name(enum budget_kind kind) {
    return lw_server_budget_names()[kind];
}

static uint64_t clock_ns(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t budget_thread_ns(void) {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Of the first moment all counts as used. What is used between its end and the next look
 * is not seen; looks come with every few allocations and steps of the database. */
static uint64_t used_ns(struct spending *spending) {
    if (!spending->is_running) {
        return spending->cpu_ns;
    }
    if (!spending->is_timed) {
        uint64_t passed_ns = clock_ns(CLOCK_MONOTONIC) - spending->began_ns;
        if (passed_ns < MOMENT_NS) {
            return spending->cpu_ns + passed_ns;
        }
        spending->cpu_ns += MOMENT_NS;
        spending->entered_ns = budget_thread_ns();
        spending->is_timed = true;
    }
    return spending->cpu_ns + budget_thread_ns() - spending->entered_ns;
}

static void exceed(struct spending *spending, enum budget_kind kind) {
    if (!spending->is_over) {
        spending->is_over = true;
        spending->over = kind;
    }
}

static bool has_time(struct spending *spending) {
    if (used_ns(spending) > spending->most[BUDGET_CPU_MS]) {
        exceed(spending, BUDGET_CPU_MS);
        return false;
    }
    return true;
}

static bool go_on(void *ctx) {
    struct spending *spending = ctx;
    return spending->looks++ % LOOK_EVERY != 0 || has_time(spending);
}

static void *resize(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    struct spending *spending = ctx;
    const struct lw_alloc *below = &spending->memory.alloc;
    if (new_bytes > old_bytes && spending->begun &&
        !(new_bytes > LARGE_BYTES ? has_time(spending) : go_on(spending))) {
        return NULL;
    }
    void *out = below->resize(below->ctx, block, old_bytes, new_bytes);
    if (spending->memory.refused) {
        exceed(spending, BUDGET_MEMORY_BYTES);
    }
    return out;
}

void budget_init(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    *spending = (struct spending){.alloc = {.resize = resize, .ctx = spending}};
    lw_alloc_limit_init(&spending->memory, exchange->app->alloc, 0);
}

static uint64_t most_of(const struct exchange *exchange, enum budget_kind kind) {
    const struct budget *budget =
        exchange->route == NULL ? &no_route : &exchange->route->budget;
    double factor = exchange->app->config.budget_factors[kind];
    double unit = kind == BUDGET_CPU_MS ? 1e6 : 1;
    return (uint64_t)(budget->most[kind] * unit * (factor > 0 ? factor : 1));
}

void budget_begin(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    for (int kind = 0; kind < BUDGET_KINDS; kind++) {
        spending->most[kind] = most_of(exchange, kind);
    }
    uint64_t memory = spending->most[BUDGET_MEMORY_BYTES];
    spending->memory.limit_bytes = memory == 0 ? 1 : (size_t)memory;
    spending->meter = (struct lw_store_meter){
        .max_rows = spending->most[BUDGET_ROWS], .go_on = go_on, .ctx = spending};
    spending->begun = true;
    /* An answer to a change tells what was done and is always sent, so that there is room
     * for it is known before (budget_reserve_answer). */
    if (http_only_reads(&exchange->request)) {
        uint64_t out = spending->most[BUDGET_BYTES_OUT];
        exchange->response.body.max_len = out == 0 ? 1 : (size_t)out;
    }
    budget_enter(exchange);
}

void budget_enter(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    spending->is_timed = spending->most[BUDGET_CPU_MS] < SMALL_BUDGET_NS;
    if (spending->is_timed) {
        spending->entered_ns = budget_thread_ns();
    } else {
        spending->began_ns = clock_ns(CLOCK_MONOTONIC);
    }
    spending->is_running = true;
}

void budget_leave(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    spending->cpu_ns = used_ns(spending);
    spending->is_running = false;
}

bool budget_take_rows(struct exchange *exchange, uint64_t rows) {
    struct spending *spending = &exchange->spending;
    spending->meter.rows += rows;
    if (spending->meter.rows > spending->meter.max_rows) {
        exceed(spending, BUDGET_ROWS);
        return false;
    }
    return has_time(spending);
}

bool budget_reserve_answer(struct exchange *exchange, size_t bytes) {
    struct lw_error err;
    if (bytes <= exchange->spending.most[BUDGET_BYTES_OUT]) {
        return true;
    }
    exceed(&exchange->spending, BUDGET_BYTES_OUT);
    exchange_fail(exchange, lw_fail(&err, LW_LIMIT, 0, 0, "the answer is too long"), &err,
                  NULL);
    return false;
}

uint64_t budget_of_answer(const struct exchange *exchange) {
    return most_of(exchange, BUDGET_BYTES_OUT);
}

uint64_t budget_of_cpu_ns(const struct exchange *exchange) {
    return most_of(exchange, BUDGET_CPU_MS);
}

void budget_note_cut(struct app *app, const struct route *route, enum budget_kind kind) {
    metrics_add(app->metrics, METRIC_OVER_BYTES_IN + (int)kind, 1);
    log_event(app->log, LOG_WARNING, "budget",
              "an answer of %s was cut off: it is over its budget of %s",
              route == NULL ? "a page" : route->pattern, budget_name(kind));
}

double budget_cpu_left(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    uint64_t most = spending->most[BUDGET_CPU_MS];
    uint64_t used = used_ns(spending);
    return used < most ? (double)(most - used) / 1e9 : 0;
}

void budget_take_cpu(struct exchange *exchange, double seconds) {
    struct spending *spending = &exchange->spending;
    spending->cpu_ns += (uint64_t)(seconds * 1e9);
    if (spending->begun) {
        (void)has_time(spending);
    }
}

uint64_t budget_of_body(const struct exchange *exchange) {
    return most_of(exchange, BUDGET_BYTES_IN);
}

static void refuse(struct exchange *exchange, enum budget_kind kind, uint64_t most) {
    static const struct {
        unsigned status;
        const char *what;
    } rows[] = {
#define X(code, name, status, what) {status, what},
        BUDGET_LIST(X)
#undef X
    };
    const char *after = kind == BUDGET_BYTES_IN ? "" : " Ask for less at once.";
    metrics_add(exchange->app->metrics, METRIC_OVER_BYTES_IN + (int)kind, 1);
    exchange->response.budget = budget_name(kind);
    http_problem(&exchange->response, rows[kind].status,
                 kind == BUDGET_BYTES_IN ? "too-large" : "over-budget", NULL,
                 "A request of this kind may have at most %" PRIu64 " %s.%s", most,
                 rows[kind].what, after);
}

void budget_refuse_body(struct exchange *exchange) {
    refuse(exchange, BUDGET_BYTES_IN, budget_of_body(exchange));
}

/* The answer is cut off, or ready made and longer than the route's may be. */
static bool is_long(const struct exchange *exchange) {
    const struct http_response *response = &exchange->response;
    return response->is_cut ||
           (response->body.max_len != 0 && !lw_buffer_ok(&response->body)) ||
           (response->shared != NULL &&
            response->shared->len > exchange->spending.most[BUDGET_BYTES_OUT]) ||
           (response->part != NULL &&
            response->part->len > exchange->spending.most[BUDGET_BYTES_OUT]);
}

/* Handlers reserve as much as they may answer, so that a change that was made never has
 * too long an answer. What lists many faults was no change, and can be refused. A bound
 * that was wrong is logged and no more: it must not be a way to end the server. */
static void check_reserved(struct exchange *exchange) {
    uint64_t most = exchange->spending.most[BUDGET_BYTES_OUT];
    size_t len = exchange->response.body.len;
    if (exchange->response.status >= 400) {
        if (len > most && len > PROBLEM_BYTES) {
            exceed(&exchange->spending, BUDGET_BYTES_OUT);
        }
    } else if (len > most) {
        log_event(exchange->app->log, LOG_ERROR, "budget",
                  "%s answered %zu bytes and may answer %" PRIu64,
                  exchange->route->pattern, len, most);
    }
}

void budget_settle(struct exchange *exchange) {
    struct spending *spending = &exchange->spending;
    bool asks = http_only_reads(&exchange->request);
    if (!spending->begun) {
        return;
    }
    budget_leave(exchange);
    spending->begun = false;
    if (spending->meter.refused) {
        exceed(spending, BUDGET_ROWS);
    }
    if (asks) {
        (void)has_time(spending);
        if (is_long(exchange)) {
            exceed(spending, BUDGET_BYTES_OUT);
        }
    } else {
        check_reserved(exchange);
    }
    /* A change that was acknowledged was within its budget when it was committed. */
    if (spending->is_over && (asks || exchange->response.status >= 400)) {
        uint64_t most = spending->most[spending->over];
        refuse(exchange, spending->over,
               spending->over == BUDGET_CPU_MS ? most / 1000000 : most);
    }
}
