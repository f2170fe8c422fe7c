/* Status codes and error detail.
 *
 * Every fallible function returns an lw_status; where a sentence helps a person, the
 * caller passes a struct lw_error to receive it together with the place in the input.
 * Bad input is a status; a broken invariant is an assert. */
#ifndef LW_BASE_STATUS_H
#define LW_BASE_STATUS_H

#include <stdarg.h>
#include <stdint.h>

#include "lw/base/compiler.h"

/* code, stable name (used in JSON), text for a person, exit code of the command line */
#define LW_STATUS_LIST(X)                                                                \
    X(OK, "ok", "done", 0)                                                               \
    X(USAGE, "usage", "the request is not understood", 1)                                \
    X(BAD_INPUT, "bad-input", "the input is not valid", 2)                               \
    X(LIMIT, "limit", "not found within the budget", 3)                                  \
    X(CANCELLED, "cancelled", "stopped on request", 3)                                   \
    X(IMPOSSIBLE, "impossible", "proved impossible", 4)                                  \
    X(UNSUPPORTED, "unsupported", "this game does not offer that", 1)                    \
    X(NO_MEMORY, "no-memory", "out of memory", 5)                                        \
    X(IO, "io", "a file, device or network operation failed", 5)                         \
    X(NOT_FOUND, "not-found", "not found", 2)                                            \
    X(EXISTS, "exists", "already exists", 2)                                             \
    X(BUSY, "busy", "the database is locked or unavailable; try again", 5)               \
    X(FULL, "full", "no space is left on the disk", 5)                                   \
    X(CRASHED, "crashed", "the engine broke down on this", 5)

enum lw_status_code {
#define X(code, name, text, exit_code) LW_##code,
    LW_STATUS_LIST(X)
#undef X
        LW_STATUS_COUNT
};
typedef enum lw_status_code lw_status;

/* Where and why. line and column count from 1; 0 means "no such place". field is the
 * option or other named part of a request that is at fault, as its table spells it; ""
 * when it is none. */
struct lw_error {
    lw_status status;
    uint32_t line;
    uint32_t column;
    char field[32];
    char text[400];
};

const char *lw_status_name(lw_status status);
const char *lw_status_text(lw_status status);
int lw_status_exit_code(lw_status status);

/* Fills err (which may be NULL). Use lw_fail, not this. */
void lw_error_set(struct lw_error *err, lw_status status, uint32_t line, uint32_t column,
                  const char *fmt, ...) LW_PRINTF(5, 6);
void lw_error_vset(struct lw_error *err, lw_status status, uint32_t line, uint32_t column,
                   const char *fmt, va_list args) LW_PRINTF(5, 0);

/* Fills err and is status, so that a failing function can end with
 * `return lw_fail(err, LW_BAD_INPUT, line, column, "…")`. A macro, so that compilers and
 * analysers see the status that is returned and do not warn of results left unset. */
#define lw_fail(err, status, ...) (lw_error_set((err), (status), __VA_ARGS__), (status))

/* The same when an option is at fault. A sentence that names options writes them as one
 * types them, --boxes; who has another spelling goes by the field. */
void lw_error_point(struct lw_error *err, const char *field);
#define lw_fail_option(err, status, field, ...)                                          \
    (lw_error_set((err), (status), 0, 0, __VA_ARGS__), lw_error_point((err), (field)),   \
     (status))

/* Without those dashes: a request has none. */
void lw_error_without_dashes(struct lw_error *err);

/* The usual sentence for a failed allocation. */
#define lw_fail_memory(err)                                                              \
    lw_fail((err), LW_NO_MEMORY, 0, 0,                                                   \
            "out of memory; raise --memory or close other programs")

#endif
