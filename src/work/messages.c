/* Structs to bytes and back, member by member in the order of the structs. */
#include "messages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void hello_put(struct lw_buffer *out, const struct hello *hello) {
    wire_put_u32(out, hello->version);
    wire_put_u32(out, hello->lacking);
}

bool hello_get(struct wire_reader *in, struct hello *out) {
    out->version = wire_get_u32(in);
    out->lacking = wire_get_u32(in);
    return !in->bad && in->left == 0;
}

/* Tasks. */

static void limits_put(struct lw_buffer *out, const struct lw_work_limits *limits) {
    wire_put_u64(out, limits->nodes);
    wire_put_real(out, limits->seconds);
    wire_put_u64(out, limits->memory_bytes);
    wire_put_u32(out, limits->count);
}

static void limits_get(struct wire_reader *in, struct lw_work_limits *out) {
    out->nodes = wire_get_u64(in);
    out->seconds = wire_get_real(in);
    out->memory_bytes = wire_get_u64(in);
    out->count = wire_get_u32(in);
    in->bad = in->bad || !(out->seconds >= 0) || isinf(out->seconds) ||
              out->memory_bytes > SIZE_MAX / 4;
}

static bool is_call(enum lw_work_kind kind) {
    return kind == LW_WORK_CALL || kind == LW_WORK_CHECK;
}

static void models_put(struct lw_buffer *out, const struct lw_model_texts *models) {
    wire_put_u32(out, (uint32_t)models->n);
    for (size_t i = 0; i < models->n; i++) {
        wire_put_text(out, models->models[i].game);
        wire_put_text(out, models->models[i].text);
        wire_put_u32(out, models->models[i].version);
    }
}

static void models_get(struct wire_reader *in, struct lw_model_texts *out) {
    size_t n = wire_get_count(in, 3 * sizeof(uint32_t));
    struct lw_model_text *models = lw_arena_zero(in->arena, n + 1, sizeof *models);
    in->bad = in->bad || models == NULL;
    for (size_t i = 0; i < n && !in->bad; i++) {
        models[i].game = wire_get_needed(in);
        models[i].text = wire_get_needed(in);
        models[i].len = strlen(models[i].text);
        models[i].version = wire_get_u32(in);
    }
    *out = (struct lw_model_texts){models, in->bad ? 0 : n};
}

void task_put(struct lw_buffer *out, const struct lw_work_task *task) {
    wire_put_u8(out, (uint8_t)task->kind);
    limits_put(out, &task->limits);
    if (is_call(task->kind)) {
        wire_put_bytes(out, task->request, task->request_len);
        models_put(out, &task->models);
    } else if (task->kind == LW_WORK_READ) {
        levels_put(out, task->levels);
    } else {
        rows_put(out, task->rows);
    }
}

bool task_get(struct wire_reader *in, struct lw_work_task *out) {
    uint8_t kind = wire_get_u8(in);
    *out = (struct lw_work_task){.kind = (enum lw_work_kind)kind};
    limits_get(in, &out->limits);
    if (in->bad || kind < LW_WORK_CALL || kind > LW_WORK_MEASURE) {
        return false;
    }
    if (is_call(out->kind)) {
        out->request = wire_get_bytes(in, &out->request_len);
        in->bad = in->bad || out->request == NULL;
        models_get(in, &out->models);
    } else if (out->kind == LW_WORK_READ) {
        out->levels = levels_get(in);
    } else {
        out->rows = rows_get(in);
    }
    return !in->bad && in->left == 0;
}

/* Results. */

static void error_put(struct lw_buffer *out, const struct lw_error *error) {
    wire_put_u32(out, error->line);
    wire_put_u32(out, error->column);
    wire_put_text(out, error->field);
    wire_put_text(out, error->text);
}

/* Into an array; longer than it is bad. */
static void get_into(struct wire_reader *in, char *out, size_t size) {
    const char *text = wire_get_needed(in);
    in->bad = in->bad || strlen(text) >= size;
    (void)snprintf(out, size, "%s", in->bad ? "" : text);
}

static void error_get(struct wire_reader *in, struct lw_error *out) {
    out->line = wire_get_u32(in);
    out->column = wire_get_u32(in);
    get_into(in, out->field, sizeof out->field);
    get_into(in, out->text, sizeof out->text);
}

void result_put(struct lw_buffer *out, lw_status status, const struct lw_error *error,
                const struct lw_work_result *result) {
    wire_put_u8(out, (uint8_t)status);
    error_put(out, error);
    wire_put_text(out, result->place);
    wire_put_bytes(out, result->reply, result->reply_len);
    wire_put_u8(out, (uint8_t)result->part);
    wire_put_u32(out, result->text);
    wire_put_u64(out, result->replay_left);
    measures_put(out, result->measures);
    features_put(out, result->features, result->n_features);
    read_put(out, &result->read);
    lists_put(out, result->lists, result->n_lists);
}

bool result_get(struct wire_reader *in, lw_status *status, struct lw_error *error,
                struct lw_work_result *out) {
    uint8_t code = wire_get_u8(in);
    *out = (struct lw_work_result){.reply = NULL};
    *error = (struct lw_error){.status = LW_OK};
    error_get(in, error);
    get_into(in, out->place, sizeof out->place);
    out->reply = wire_get_bytes(in, &out->reply_len);
    uint8_t part = wire_get_u8(in);
    out->part = part <= LW_WORK_TEXT ? (enum lw_work_part)part : LW_WORK_NOWHERE;
    in->bad = in->bad || part > LW_WORK_TEXT;
    out->text = wire_get_u32(in);
    out->replay_left = wire_get_u64(in);
    measures_get(in, out->measures);
    out->features = features_get(in, &out->n_features);
    read_get(in, &out->read);
    out->lists = lists_get(in, &out->n_lists);
    bool good = !in->bad && in->left == 0 && code < LW_STATUS_COUNT;
    *status = good ? (lw_status)code : LW_CRASHED;
    error->status = *status;
    return good;
}
