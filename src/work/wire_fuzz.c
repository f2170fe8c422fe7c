/* Any bytes as either side of the socket might send them: a message cut off its head, as
 * the worker reads it and as the server does. What is read is written again and must be
 * read as the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "messages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct wire_reader reader(const char *bytes, size_t len, struct lw_arena *arena) {
    return (struct wire_reader){.at = bytes, .left = len, .arena = arena};
}

static void must_be_same(const struct lw_buffer *again, const char *bytes, size_t len) {
    if (!lw_buffer_ok(again) || again->len != len ||
        memcmp(again->data, bytes, len) != 0) {
        abort();
    }
}

static void as_worker(const char *bytes, size_t len, struct lw_arena *arena) {
    struct wire_reader in = reader(bytes, len, arena);
    struct lw_work_task task;
    struct lw_buffer again;
    lw_buffer_init(&again, arena->alloc);
    if (task_get(&in, &task)) {
        task_put(&again, &task);
        must_be_same(&again, bytes, len);
    }
    lw_buffer_free(&again);
}

static void as_server(const char *bytes, size_t len, struct lw_arena *arena) {
    struct wire_reader in = reader(bytes, len, arena);
    struct lw_work_result result;
    struct lw_error error;
    struct hello hello;
    lw_status status;
    struct lw_buffer again;
    lw_buffer_init(&again, arena->alloc);
    if (result_get(&in, &status, &error, &result)) {
        result_put(&again, status, &error, &result);
        must_be_same(&again, bytes, len);
    }
    in = reader(bytes, len, arena);
    (void)hello_get(&in, &hello);
    lw_buffer_free(&again);
}

/* The heads as well: the bytes as they come from a socket. */
static void as_stream(const char *bytes, size_t len, const struct lw_alloc *alloc) {
    int ends[2];
    struct wire_channel channel;
    struct wire_message message;
    if (len > 4096 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return;
    }
    wire_open(&channel, ends[0], alloc);
    struct wire_channel other;
    wire_open(&other, ends[1], alloc);
    if (len > 0 && send(ends[1], bytes, len, 0) != (ssize_t)len) {
        abort();
    }
    wire_close(&other);
    while (wire_receive(&channel, 0, &message) == WIRE_MESSAGE) {
    }
    wire_close(&channel);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_arena arena;
    /* In a block of its own, so that a byte too many is noticed. */
    char *bytes = malloc(size + 1);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    lw_arena_init(&arena, lw_alloc_libc());
    as_worker(bytes, size, &arena);
    as_server(bytes, size, &arena);
    as_stream(bytes, size, lw_alloc_libc());
    lw_arena_free(&arena);
    free(bytes);
    return 0;
}
