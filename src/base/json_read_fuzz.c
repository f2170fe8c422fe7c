/* Any bytes as JSON: refused, or a tree. */
#include <stdint.h>

#include "lw/base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_arena arena;
    struct lw_json *root;
    lw_arena_init(&arena, lw_alloc_libc());
    if (lw_json_read(&arena, (const char *)data, size, &root, NULL) == LW_OK) {
        (void)lw_json_get(root, "key");
    }
    lw_arena_free(&arena);
    return 0;
}
