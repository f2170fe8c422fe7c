/* Recorded references: sessions and compile messages played again. */
#ifndef LW_PUZZLESCRIPT_CONFORM_H
#define LW_PUZZLESCRIPT_CONFORM_H

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_ps_conformance {
    size_t passed, failed;
};
typedef void (*lw_ps_conform_fn)(void *ctx, const char *name, bool passed,
                                 const char *why);
/* Runs a JSON Lines file of recorded sessions or of compile messages (told apart by
 * their keys). report (may be NULL) hears of every line; one that cannot be read or
 * compiled has failed. A file without any line is an error. */
lw_status lw_ps_conform(const struct lw_alloc *alloc, const char *text, size_t len,
                        lw_ps_conform_fn report, void *ctx, struct lw_ps_conformance *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
