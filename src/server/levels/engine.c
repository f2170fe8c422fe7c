/* Levels of strangers in workers. */
#include "levels/engine.h"

#include <string.h>

#include "lw/store/open.h"
#include "lw/work/pool.h"

#define PATIENCE_S 120.0 /* by the clock, on a machine that does much else */
#define LEAST_CPU_S 0.05 /* what a worker can be held to */

/* Below two seconds in the worst games that we could think of; more than a thousand moves
 * of every one of the recorded games. */
#define REPLAY_WORK 60000000
#define STORED_BYTES ((uint64_t)8 * 1024 * 1024)
#define WRITTEN_BYTES ((uint64_t)128 * 1024 * 1024) /* below a second */

struct lw_work_costs engine_costs(void) {
    return (struct lw_work_costs){
        .replay = REPLAY_WORK, .stored = STORED_BYTES, .written = WRITTEN_BYTES};
}

lw_status engine_run(struct exchange *exchange, struct lw_work_task *task,
                     struct lw_arena *arena, struct lw_work_result *out,
                     struct lw_error *err) {
    struct app *app = exchange->app;
    double left = budget_cpu_left(exchange);
    const struct lw_work_watch watch = {.cancel = &app->stopping,
                                        .seconds = PATIENCE_S,
                                        .cpu_seconds =
                                            left > LEAST_CPU_S ? left : LEAST_CPU_S};
    task->limits.memory_bytes = app->config.job_memory_bytes;
    lw_status status = lw_work_run(app->work, task, &watch, arena, out, err);
    budget_take_cpu(exchange, out->cpu_seconds);
    if (status == LW_CANCELLED) {
        return lw_fail(err, LW_BUSY, 0, 0, "the server stops");
    }
    return status == LW_NO_MEMORY
               ? lw_fail(err, LW_LIMIT, 0, 0,
                         "this needs more memory than a task may have here")
               : status;
}

lw_status engine_read(struct exchange *exchange, const struct lw_work_levels *levels,
                      struct lw_work_result *out, struct lw_error *err) {
    struct lw_work_task task = {.kind = LW_WORK_READ, .levels = levels};
    return engine_run(exchange, &task, &exchange->arena, out, err);
}

static lw_status get_rows(struct exchange *exchange,
                          const struct lw_store_level_list *list, struct lw_arena *arena,
                          struct lw_row_list *out, struct lw_error *err) {
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_rows(store, list, arena, out, err);
    exchange_give(exchange, store);
    return status;
}

lw_status engine_replay_row(struct exchange *exchange, const struct lw_row *row,
                            const char *moves, uint64_t *left,
                            double measures[LW_MAX_MEASURES], struct lw_error *err) {
    struct lw_work_rows rows = {
        .list = {.rows = row, .n = 1}, .moves = moves, .most_replay = *left};
    struct lw_work_task task = {.kind = LW_WORK_REPLAY, .rows = &rows};
    struct lw_work_result result;
    struct lw_arena arena;
    lw_arena_init(&arena, exchange_alloc(exchange));
    lw_status status = engine_run(exchange, &task, &arena, &result, err);
    /* A worker cannot give more than there was. */
    *left = result.replay_left < *left ? result.replay_left : *left;
    memcpy(measures, result.measures, sizeof result.measures);
    lw_arena_free(&arena);
    return status;
}

lw_status engine_replay(struct exchange *exchange, const struct lw_store_level *row,
                        const char *moves, uint64_t *left,
                        double measures[LW_MAX_MEASURES], struct lw_error *err) {
    const struct lw_store_level_list one = {.levels = (struct lw_store_level[]){*row},
                                            .n = 1};
    struct lw_row_list list;
    struct lw_arena arena;
    lw_arena_init(&arena, exchange_alloc(exchange));
    lw_status status = get_rows(exchange, &one, &arena, &list, err);
    if (status == LW_OK) {
        status = engine_replay_row(exchange, &list.rows[0], moves, left, measures, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status engine_draw(struct exchange *exchange, const struct lw_store_level_list *list,
                      enum lw_theme theme, struct lw_draw_list **out,
                      struct lw_error *err) {
    struct lw_work_rows rows = {.dark = theme == LW_THEME_DARK};
    struct lw_work_task task = {.kind = LW_WORK_DRAW, .rows = &rows};
    struct lw_work_result result;
    lw_status status = get_rows(exchange, list, &exchange->arena, &rows.list, err);
    if (status == LW_OK) {
        status = engine_run(exchange, &task, &exchange->arena, &result, err);
    }
    if (status == LW_OK && result.n_lists != list->n) {
        status = lw_work_bad_reply(err);
    }
    *out = status == LW_OK ? result.lists : NULL;
    return status;
}

lw_status engine_write(struct exchange *exchange, const struct lw_store_level_list *list,
                       const char *title, const char *format, struct lw_error *err) {
    struct lw_work_rows rows = {.title = title, .format = format};
    struct lw_work_task task = {.kind = LW_WORK_WRITE, .rows = &rows};
    struct lw_work_result result;
    lw_status status = get_rows(exchange, list, &exchange->arena, &rows.list, err);
    if (status == LW_OK) {
        status = engine_run(exchange, &task, &exchange->arena, &result, err);
    }
    if (status == LW_OK) {
        lw_buffer_add(&exchange->response.body, result.reply, result.reply_len);
    }
    return status;
}
