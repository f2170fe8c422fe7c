/* Any bytes as a line of requests to one context: every reply is one JSON object. Each
 * line of the input is a request; budgets are small, so that an input takes little. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "lw/base/json.h"
#include "lw/calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_REQUESTS 16

static void ask(struct lw_calls *calls, const char *text, size_t len,
                struct lw_buffer *reply) {
    struct lw_arena arena;
    struct lw_json *root = NULL;
    lw_status status = lw_calls_run(calls, text, len, reply);
    lw_arena_init(&arena, lw_alloc_libc());
    lw_status read = lw_json_read(&arena, lw_buffer_text(reply), reply->len, &root, NULL);
    assert(read == LW_OK && root->type == LW_JSON_OBJECT);
    assert((lw_json_get(root, "error") != NULL) == (status != LW_OK));
    (void)read;
    (void)status;
    lw_arena_free(&arena);
}

/* A clock that goes on by a millisecond each time it is asked, so that limits of time
 * end every search, the same way each time. */
static uint64_t ticks(void *ctx) {
    uint64_t *now_ns = ctx;
    return *now_ns += 1000000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t now_ns = 0;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    runtime.ctx = &now_ns;
    runtime.now_ns = ticks;
    struct lw_calls_host host = {.runtime = &runtime,
                                 .max_nodes = 500,
                                 .max_seconds = 0.3,
                                 .max_memory_bytes = 32 << 20,
                                 .max_count = 2,
                                 .max_handles = 3};
    struct lw_calls *calls = NULL;
    struct lw_buffer reply;
    lw_buffer_init(&reply, lw_alloc_libc());
    if (lw_calls_create(&host, lw_alloc_libc(), &calls, NULL) != LW_OK) {
        return 0;
    }
    const char *text = (const char *)data;
    for (int i = 0; i < MAX_REQUESTS && size > 0; i++) {
        const char *newline = memchr(text, '\n', size);
        size_t len = newline == NULL ? size : (size_t)(newline - text);
        (void)lw_calls_check(calls, text, len, &reply);
        ask(calls, text, len, &reply);
        size_t used = newline == NULL ? size : len + 1;
        text += used;
        size -= used;
    }
    lw_calls_destroy(calls);
    lw_buffer_free(&reply);
    return 0;
}
