/* What a game has that its levels do not use: rules that never match, objects that are
 * never on a board. */
#ifndef LW_PUZZLESCRIPT_AUDIT_H
#define LW_PUZZLESCRIPT_AUDIT_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/status.h"
#include "lw/collection.h"
#include "lw/puzzlescript/level.h"

struct lw_ps_audit;

lw_status lw_ps_audit_create(const struct lw_ps_game *game, const struct lw_alloc *alloc,
                             struct lw_ps_audit **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_ps_audit_destroy(struct lw_ps_audit *audit);
/* Plays the level's solution, when there is one (else NULL), and then n_inputs keys of no
 * plan that number chooses, and notes what happens. */
lw_status lw_ps_audit_watch(struct lw_ps_audit *audit, const struct lw_ps_level *level,
                            const char *moves, uint32_t n_inputs, uint64_t number,
                            struct lw_error *err) LW_MUST_CHECK;
/* Lines of rules that have not matched, from *at on, 0 first; 0 at the end. */
uint32_t lw_ps_audit_idle_line(const struct lw_ps_audit *audit, uint32_t *at);
/* The same for objects that were never on a board; NULL at the end. */
const struct lw_ps_object *lw_ps_audit_absent(const struct lw_ps_audit *audit,
                                              uint32_t *at);

#endif
