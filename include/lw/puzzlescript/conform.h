/* Recorded references: sessions and compile messages played again. */
#ifndef LW_PUZZLESCRIPT_CONFORM_H
#define LW_PUZZLESCRIPT_CONFORM_H

#include "lw/base/alloc.h"
#include "lw/base/json.h"
#include "lw/base/status.h"

struct lw_ps_game;

struct lw_ps_conformance {
    size_t passed, failed;
    /* Hears of every line; may be NULL. */
    void (*report)(void *ctx, const char *name, bool passed, const char *why);
    void *ctx;
};
/* Runs a JSON Lines file of recorded sessions or of compile messages (told apart by
 * their keys) and counts in out. A line that cannot be read or compiled has failed. A
 * file without any line is an error. */
lw_status lw_ps_conform(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_ps_conformance *out,
                        struct lw_error *err) LW_MUST_CHECK;
/* Plays a recorded session (its "target_level_index", "inputs" and "random_seed") once,
 * on its compiled game, without a look at what came of it. */
lw_status lw_ps_session_play(const struct lw_alloc *alloc, struct lw_ps_game *game,
                             const struct lw_json *session,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
