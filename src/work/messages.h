/* What the two sides say to each other, as structs; the bytes are messages.c's alone.
 * Readers give false for bytes that nobody of ours has written. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "lw/work/result.h"
#include "lw/work/task.h"
#include "wire.h"

#define WORK_VERSION 5 /* of the messages: both sides must have the same */

/* The worker's first words. */
struct hello {
    uint32_t version;
    unsigned lacking;
};
void hello_put(struct lw_buffer *out, const struct hello *hello);
bool hello_get(struct wire_reader *in, struct hello *out);

void task_put(struct lw_buffer *out, const struct lw_work_task *task);
bool task_get(struct wire_reader *in, struct lw_work_task *out);

/* Parts of both, in messages_levels.c. Getters give what is in the reader's arena, and
 * set bad on what nobody of ours has written. */
void levels_put(struct lw_buffer *out, const struct lw_work_levels *levels);
const struct lw_work_levels *levels_get(struct wire_reader *in);
void rows_put(struct lw_buffer *out, const struct lw_work_rows *rows);
const struct lw_work_rows *rows_get(struct wire_reader *in);
void measures_put(struct lw_buffer *out, const double measures[LW_MAX_MEASURES]);
void measures_get(struct wire_reader *in, double measures[LW_MAX_MEASURES]);
void features_put(struct lw_buffer *out, const struct lw_work_feature *features,
                  size_t n);
struct lw_work_feature *features_get(struct wire_reader *in, size_t *n);
void read_put(struct lw_buffer *out, const struct lw_work_read *read);
void read_get(struct wire_reader *in, struct lw_work_read *out);
void lists_put(struct lw_buffer *out, const struct lw_draw_list *lists, size_t n);
struct lw_draw_list *lists_get(struct wire_reader *in, size_t *n);

/* A result with its status, whose sentence and place are in error. */
void result_put(struct lw_buffer *out, lw_status status, const struct lw_error *error,
                const struct lw_work_result *result);
bool result_get(struct wire_reader *in, lw_status *status, struct lw_error *error,
                struct lw_work_result *out);

#endif
