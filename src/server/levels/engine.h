/* What engines do with levels that strangers brought, in workers (lw/work.h): the server
 * itself neither reads, replays, draws nor writes them. What a worker takes of the
 * processor counts towards the budget of the request. */
#ifndef ENGINE_H
#define ENGINE_H

#include "http/exchange.h"
#include "lw/work/result.h"
#include "lw/work/task.h"

/* Has a worker do the task with what is left of the request's processor time; its memory
 * is a job's. The result lives in the arena. */
lw_status engine_run(struct exchange *exchange, struct lw_work_task *task,
                     struct lw_arena *arena, struct lw_work_result *out,
                     struct lw_error *err) LW_MUST_CHECK;
/* What the levels of one request may cost. */
struct lw_work_costs engine_costs(void);

/* Reads levels; the result lives in the exchange's arena. */
lw_status engine_read(struct exchange *exchange, const struct lw_work_levels *levels,
                      struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;
/* Replays moves on a stored level; OK with the measures when they win. left is what
 * replays may still cost, and becomes less. */
lw_status engine_replay(struct exchange *exchange, const struct lw_store_level *row,
                        const char *moves, uint64_t *left,
                        double measures[LW_MAX_MEASURES],
                        struct lw_error *err) LW_MUST_CHECK;
/* The same on a level that is at hand. */
lw_status engine_replay_row(struct exchange *exchange, const struct lw_row *row,
                            const char *moves, uint64_t *left,
                            double measures[LW_MAX_MEASURES],
                            struct lw_error *err) LW_MUST_CHECK;
/* Draw lists of stored levels, in the exchange's arena. */
lw_status engine_draw(struct exchange *exchange, const struct lw_store_level_list *list,
                      enum lw_theme theme, struct lw_draw_list **out,
                      struct lw_error *err) LW_MUST_CHECK;
/* Stored levels of one game as a text, into the response's body. */
lw_status engine_write(struct exchange *exchange, const struct lw_store_level_list *list,
                       const char *title, const char *format,
                       struct lw_error *err) LW_MUST_CHECK;

#endif
