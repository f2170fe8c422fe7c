/* Allocators, the limiting allocator, arenas. */
#include "lw/base/alloc.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/compiler.h"

#if LW_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

static void *libc_resize(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    (void)ctx;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

const struct lw_alloc *lw_alloc_libc(void) {
    static const struct lw_alloc libc_alloc = {libc_resize, NULL};
    return &libc_alloc;
}

void *lw_alloc_get(const struct lw_alloc *alloc, size_t bytes) {
    return alloc->resize(alloc->ctx, NULL, 0, bytes == 0 ? 1 : bytes);
}

void *lw_alloc_zero(const struct lw_alloc *alloc, size_t count, size_t bytes_each) {
    if (bytes_each != 0 && count > SIZE_MAX / bytes_each) {
        return NULL;
    }
    void *block = lw_alloc_get(alloc, count * bytes_each);
    if (block != NULL) {
        memset(block, 0, count * bytes_each);
    }
    return block;
}

void *lw_alloc_resize(const struct lw_alloc *alloc, void *block, size_t old_bytes,
                      size_t new_bytes) {
    return alloc->resize(alloc->ctx, block, old_bytes, new_bytes == 0 ? 1 : new_bytes);
}

void lw_alloc_free(const struct lw_alloc *alloc, void *block, size_t bytes) {
    if (block != NULL) {
        alloc->resize(alloc->ctx, block, bytes == 0 ? 1 : bytes, 0);
    }
}

static void *limit_resize(void *ctx, void *block, size_t old_bytes, size_t new_bytes) {
    struct lw_alloc_limit *limit = ctx;
    if (new_bytes > old_bytes && limit->limit_bytes != 0) {
        size_t more = new_bytes - old_bytes;
        if (more > limit->limit_bytes || limit->used_bytes > limit->limit_bytes - more) {
            limit->refused = true;
            return NULL;
        }
    }
    void *out = limit->below->resize(limit->below->ctx, block, old_bytes, new_bytes);
    if (out != NULL || new_bytes == 0) {
        limit->used_bytes = limit->used_bytes - old_bytes + new_bytes;
        if (limit->used_bytes > limit->peak_bytes) {
            limit->peak_bytes = limit->used_bytes;
        }
    }
    return out;
}

void lw_alloc_limit_init(struct lw_alloc_limit *limit, const struct lw_alloc *below,
                         size_t limit_bytes) {
    *limit = (struct lw_alloc_limit){
        .alloc = {limit_resize, limit}, .below = below, .limit_bytes = limit_bytes};
}

struct lw_arena_block {
    struct lw_arena_block *before;
    size_t bytes; /* of the whole block */
    size_t used;
    max_align_t data[];
};

/* Under the address sanitizer the pieces of a block stand apart, and what is between them
 * is forbidden: it would not see otherwise that one piece is written beyond its end into
 * the next. */
#if LW_ADDRESS_SANITIZER
#define ARENA_GAP _Alignof(max_align_t)
static void forbid(void *at, size_t bytes) {
    __asan_poison_memory_region(at, bytes);
}
static void allow(void *at, size_t bytes) {
    __asan_unpoison_memory_region(at, bytes);
}
#else
#define ARENA_GAP 0
static inline void forbid(void *at, size_t bytes) {
    (void)at, (void)bytes;
}
static inline void allow(void *at, size_t bytes) {
    (void)at, (void)bytes;
}
#endif

#define ARENA_FIRST_BYTES ((size_t)4096)
#define ARENA_LARGEST_BYTES ((size_t)1 << 20)

void lw_arena_init(struct lw_arena *arena, const struct lw_alloc *alloc) {
    *arena = (struct lw_arena){.alloc = alloc, .block_bytes = ARENA_FIRST_BYTES};
}

static bool arena_extend(struct lw_arena *arena, size_t bytes) {
    size_t want = sizeof(struct lw_arena_block) + bytes;
    if (want < arena->block_bytes) {
        want = arena->block_bytes;
    }
    struct lw_arena_block *block = lw_alloc_get(arena->alloc, want);
    if (block == NULL) {
        return false;
    }
    block->before = arena->last;
    block->bytes = want;
    block->used = sizeof(struct lw_arena_block);
    forbid(block->data, want - block->used);
    arena->last = block;
    if (arena->block_bytes < ARENA_LARGEST_BYTES) {
        arena->block_bytes *= 2;
    }
    return true;
}

void *lw_arena_get(struct lw_arena *arena, size_t bytes) {
    const size_t align = _Alignof(max_align_t);
    if (bytes > SIZE_MAX / 2) {
        return NULL;
    }
    size_t whole = (bytes + align - 1) / align * align + ARENA_GAP;
    if (arena->last == NULL || arena->last->bytes - arena->last->used < whole) {
        if (!arena_extend(arena, whole)) {
            return NULL;
        }
    }
    void *out = (char *)arena->last + arena->last->used;
    arena->last->used += whole;
    allow(out, bytes);
    return out;
}

void *lw_arena_zero(struct lw_arena *arena, size_t count, size_t bytes_each) {
    if (bytes_each != 0 && count > SIZE_MAX / 2 / bytes_each) {
        return NULL;
    }
    void *out = lw_arena_get(arena, count * bytes_each);
    if (out != NULL) {
        memset(out, 0, count * bytes_each);
    }
    return out;
}

char *lw_arena_text(struct lw_arena *arena, const char *text, size_t len) {
    char *out = lw_arena_get(arena, len + 1);
    if (out != NULL) {
        if (len > 0) {
            memcpy(out, text, len);
        }
        out[len] = '\0';
    }
    return out;
}

void lw_arena_free(struct lw_arena *arena) {
    while (arena->last != NULL) {
        struct lw_arena_block *before = arena->last->before;
        allow(arena->last, arena->last->bytes);
        lw_alloc_free(arena->alloc, arena->last, arena->last->bytes);
        arena->last = before;
    }
    arena->block_bytes = ARENA_FIRST_BYTES;
}

bool lw_grow(const struct lw_alloc *alloc, void *array_ptr, size_t *cap, size_t needed,
             size_t bytes_each) {
    if (needed <= *cap) {
        return true;
    }
    size_t new_cap = *cap < 8 ? 8 : *cap + *cap / 2;
    if (new_cap < needed) {
        new_cap = needed;
    }
    if (new_cap > SIZE_MAX / bytes_each) {
        return false;
    }
    /* The array's type is unknown here, so its pointer is moved as bytes. */
    void *old;
    memcpy(&old, array_ptr, sizeof old);
    void *grown = lw_alloc_resize(alloc, old, *cap * bytes_each, new_cap * bytes_each);
    if (grown == NULL) {
        return false;
    }
    memcpy(array_ptr, &grown, sizeof grown);
    *cap = new_cap;
    return true;
}
