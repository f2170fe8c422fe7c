/* Allocators and arenas.
 *
 * Memory comes through a struct lw_alloc that the caller passes in, so that a search can
 * be given a limit and a test can make allocation fail. Everything inside one parse or
 * one solve lives in an arena that is freed at once. */
#ifndef LW_BASE_ALLOC_H
#define LW_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* resize(ctx, NULL, 0, n) allocates, resize(ctx, p, n, 0) frees and returns NULL. A
 * failed growth returns NULL and leaves the old block as it was. */
struct lw_alloc {
    void *(*resize)(void *ctx, void *block, size_t old_bytes, size_t new_bytes);
    void *ctx;
};

/* The C library's allocator. */
const struct lw_alloc *lw_alloc_libc(void);

void *lw_alloc_get(const struct lw_alloc *alloc, size_t bytes);
void *lw_alloc_zero(const struct lw_alloc *alloc, size_t count, size_t bytes_each);
void *lw_alloc_resize(const struct lw_alloc *alloc, void *block, size_t old_bytes,
                      size_t new_bytes);
void lw_alloc_free(const struct lw_alloc *alloc, void *block, size_t bytes);

/* Counts and bounds what passes through to another allocator. */
struct lw_alloc_limit {
    struct lw_alloc alloc; /* hand this one out */
    const struct lw_alloc *below;
    size_t limit_bytes; /* 0: none */
    size_t used_bytes;
    size_t peak_bytes;
    bool refused; /* the limit has turned a request down */
};
void lw_alloc_limit_init(struct lw_alloc_limit *limit, const struct lw_alloc *below,
                         size_t limit_bytes);

/* A growing run of blocks; lw_arena_free releases all of them. Zero-initialise with
 * lw_arena_init. Pointers stay valid until then. */
struct lw_arena_block;
struct lw_arena {
    const struct lw_alloc *alloc;
    struct lw_arena_block *last;
    size_t block_bytes;
};
void lw_arena_init(struct lw_arena *arena, const struct lw_alloc *alloc);
/* Aligned for any type; contents undefined; NULL when memory is out. */
void *lw_arena_get(struct lw_arena *arena, size_t bytes);
void *lw_arena_zero(struct lw_arena *arena, size_t count, size_t bytes_each);
/* A NUL-terminated copy. */
char *lw_arena_text(struct lw_arena *arena, const char *text, size_t len);
void lw_arena_free(struct lw_arena *arena);

/* Makes room for one more element in an array of *cap elements; false when memory is
 * out, in which case nothing changed. */
bool lw_grow(const struct lw_alloc *alloc, void *array_ptr, size_t *cap, size_t needed,
             size_t bytes_each);

#endif
