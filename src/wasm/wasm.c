/* What the browser may call: one entry that takes a JSON request and gives a JSON reply
 * (docs/engine-calls.md); everything else is in `calls`.
 *
 * The host opens a context, writes a request of len bytes at lwx_input(ctx, len), calls
 * lwx_call(ctx) and reads that many bytes at lwx_reply(ctx). It offers two functions: a
 * clock in milliseconds, and one that hears of progress and returns 1 to stop the call.
 * There is no global state; each Web Worker has its own instance and as many contexts as
 * it likes. */
#include <stdint.h>

#include "lw/base/compiler.h"
#include "lw/calls.h"

/* Memory of a 32-bit module ends at 4 GB; a search may have a part of that. */
#define MAX_MEMORY_BYTES ((uint64_t)1 << 30)

LW_WASM_IMPORT("lw", now) double lw_host_now(void);
LW_WASM_IMPORT("lw", progress) int32_t lw_host_progress(const char *json, size_t len);

struct context {
    struct lw_runtime runtime;
    struct lw_calls *calls;
    struct lw_buffer input;
    struct lw_buffer reply;
};

struct context *lwx_open(void);
char *lwx_input(struct context *ctx, size_t len);
size_t lwx_call(struct context *ctx);
const char *lwx_reply(const struct context *ctx);
void lwx_close(struct context *ctx);

static uint64_t now_ns(void *ctx) {
    (void)ctx;
    return (uint64_t)(lw_host_now() * 1e6);
}

static bool on_progress(void *ctx, const char *json, size_t len) {
    (void)ctx;
    return lw_host_progress(json, len) != 0;
}

LW_WASM_EXPORT(lwx_close) void lwx_close(struct context *ctx) {
    if (ctx != NULL) {
        lw_calls_destroy(ctx->calls);
        lw_buffer_free(&ctx->input);
        lw_buffer_free(&ctx->reply);
        lw_alloc_free(lw_alloc_libc(), ctx, sizeof *ctx);
    }
}

/* NULL when memory is out. */
LW_WASM_EXPORT(lwx_open) struct context *lwx_open(void) {
    const struct lw_alloc *alloc = lw_alloc_libc();
    struct context *ctx = lw_alloc_zero(alloc, 1, sizeof *ctx);
    if (ctx == NULL) {
        return NULL;
    }
    lw_buffer_init(&ctx->input, alloc);
    lw_buffer_init(&ctx->reply, alloc);
    ctx->runtime = lw_runtime_bare(alloc);
    ctx->runtime.now_ns = now_ns;
    struct lw_calls_host host = {.runtime = &ctx->runtime,
                                 .progress = on_progress,
                                 .max_memory_bytes = MAX_MEMORY_BYTES};
    if (lw_calls_create(&host, alloc, &ctx->calls, NULL) != LW_OK) {
        lwx_close(ctx);
        return NULL;
    }
    return ctx;
}

/* Where the host writes its request; NULL when memory is out. */
LW_WASM_EXPORT(lwx_input) char *lwx_input(struct context *ctx, size_t len) {
    lw_buffer_clear(&ctx->input);
    lw_buffer_repeat(&ctx->input, ' ', len);
    return lw_buffer_ok(&ctx->input) ? ctx->input.data : NULL;
}

LW_WASM_EXPORT(lwx_call) size_t lwx_call(struct context *ctx) {
    (void)lw_calls_run(ctx->calls, lw_buffer_text(&ctx->input), ctx->input.len,
                       &ctx->reply);
    return ctx->reply.len;
}

LW_WASM_EXPORT(lwx_reply) const char *lwx_reply(const struct context *ctx) {
    return lw_buffer_text(&ctx->reply);
}
