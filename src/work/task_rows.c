/* Levels that are stored: replayed, drawn, written, measured. */
#include <string.h>

#include "worker.h"

/* One task's work. */
struct showing {
    struct worker *worker;
    const struct lw_work_limits *limits;
    const struct lw_work_rows *rows;
    const struct lw_alloc *alloc;
    struct lw_work_result *out;
};

static lw_status replay(struct showing *s, struct lw_error *err) {
    struct lw_opened opened;
    const struct lw_work_rows *rows = s->rows;
    s->out->replay_left = rows->most_replay;
    if (rows->list.n != 1 || rows->moves == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "moves are replayed on one level");
    }
    lw_status status =
        lw_row_open(s->alloc, lw_game_kinds(), &rows->list.rows[0], &opened, err);
    if (status == LW_OK) {
        status = lw_work_replay(opened.set.entries[0].level, s->alloc, rows->moves,
                                &s->out->replay_left, s->out->measures, err);
    }
    lw_opened_close(&opened);
    return status;
}

/* The lists are freed when they are sent. */
static lw_status draw_one(void *ctx, size_t index, const struct lw_level *level,
                          struct lw_error *err) {
    struct showing *s = ctx;
    struct lw_draw_list *list = &s->out->lists[index];
    lw_draw_init(list, lw_alloc_libc(), s->rows->dark ? LW_THEME_DARK : LW_THEME_LIGHT);
    s->out->n_lists = index + 1;
    return lw_level_draw(level, list, err);
}

static lw_status draw(struct showing *s, struct lw_error *err) {
    const struct lw_rows_each each = {.take = draw_one, .ctx = s};
    s->out->lists =
        lw_arena_zero(&s->worker->arena, s->rows->list.n + 1, sizeof *s->out->lists);
    return s->out->lists == NULL
               ? lw_fail_memory(err)
               : lw_rows_each(s->alloc, lw_game_kinds(), &s->rows->list, &each, err);
}

static lw_status write_text(struct showing *s, struct lw_error *err) {
    const struct lw_work_rows *rows = s->rows;
    struct lw_opened all;
    struct lw_buffer text;
    if (rows->list.n == 0 || rows->format == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "a text has levels and a format");
    }
    lw_buffer_init(&text, s->alloc);
    lw_status status = lw_rows_open(s->alloc, lw_game_kinds(), &rows->list, &all, err);
    if (status == LW_OK) {
        const struct lw_format *format = lw_game_format_find(all.kind, rows->format);
        all.set.title = rows->title != NULL ? rows->title : "";
        status = format == NULL ? lw_fail(err, LW_UNSUPPORTED, 0, 0,
                                          "this game has no format '%.40s'", rows->format)
                                : lw_game_write(all.game, format, &all.set, &text, err);
    }
    if (status == LW_OK) {
        s->out->reply = lw_arena_text(&s->worker->arena, lw_buffer_text(&text), text.len);
        s->out->reply_len = text.len;
        status =
            lw_buffer_ok(&text) && s->out->reply != NULL ? LW_OK : lw_fail_memory(err);
    }
    lw_opened_close(&all);
    lw_buffer_free(&text);
    return status;
}

static lw_status compute(struct showing *s, const struct lw_level *level,
                         struct lw_feature_values *values, struct lw_error *err) {
    struct lw_runtime runtime = s->worker->runtime;
    const struct lw_budget budget = {.nodes = s->limits->nodes,
                                     .time_ns = (uint64_t)(s->limits->seconds * 1e9),
                                     .memory_bytes = s->limits->memory_bytes,
                                     .cancel = &s->worker->cancel};
    runtime.alloc = s->alloc;
    lw_status status = level->game->kind->level->validate(level, err);
    if (status == LW_OK) {
        status =
            lw_level_measure(level, LW_COST_ENUMERATE, &budget, &runtime, values, err);
    }
    return status;
}

static lw_status keep_features(struct showing *s, const struct lw_feature_ops *ops,
                               const struct lw_feature_values *values,
                               struct lw_error *err) {
    struct lw_work_feature *features =
        lw_arena_zero(&s->worker->arena, ops->n_features + 1, sizeof *features);
    if (features == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < ops->n_features; i++) {
        features[i] = (struct lw_work_feature){values->value[i], values->error[i]};
    }
    s->out->features = features;
    s->out->n_features = ops->n_features;
    return LW_OK;
}

static lw_status measure(struct showing *s, struct lw_error *err) {
    struct lw_opened opened;
    struct lw_feature_values values;
    if (s->rows->list.n != 1) {
        return lw_fail(err, LW_USAGE, 0, 0, "one level is measured at a time");
    }
    lw_status status =
        lw_row_open(s->alloc, lw_game_kinds(), &s->rows->list.rows[0], &opened, err);
    if (status == LW_OK && opened.kind->features == NULL) {
        status =
            lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s has no features", opened.kind->title);
    }
    if (status == LW_OK) {
        status = compute(s, opened.set.entries[0].level, &values, err);
    }
    if (status == LW_OK) {
        status = keep_features(s, opened.kind->features, &values, err);
    }
    lw_opened_close(&opened);
    return status;
}

/* What a test asks for stands in the title, which is stored as it came. */
static lw_status fault(struct showing *s, enum lw_work_kind kind, struct lw_error *err) {
    const char *when = kind == LW_WORK_REPLAY    ? "replay"
                       : kind == LW_WORK_DRAW    ? "draw"
                       : kind == LW_WORK_MEASURE ? "measure"
                                                 : "write";
    lw_status status = LW_OK;
    for (size_t i = 0; i < s->rows->list.n && status == LW_OK; i++) {
        const char *title = s->rows->list.rows[i].title;
        status = title == NULL ? LW_OK
                               : worker_fault(s->worker, when, title, strlen(title), err);
    }
    return status;
}

lw_status task_rows(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) {
    struct lw_alloc_limit limit;
    worker_limit(task, &limit);
    struct showing s = {.worker = worker,
                        .limits = &task->limits,
                        .rows = task->rows,
                        .alloc = &limit.alloc,
                        .out = out};
    lw_status status = fault(&s, task->kind, err);
    if (status != LW_OK) {
        return status;
    }
    switch (task->kind) {
    case LW_WORK_REPLAY:
        return replay(&s, err);
    case LW_WORK_DRAW:
        return draw(&s, err);
    case LW_WORK_MEASURE:
        return measure(&s, err);
    default:
        return write_text(&s, err);
    }
}
