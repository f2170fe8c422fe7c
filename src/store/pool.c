/* A pool of connections, and the writer that commits many players' events together. */
#include <pthread.h>
#include <string.h>

#include "store_internal.h"

struct lw_store_pool {
    const struct lw_alloc *alloc;
    pthread_mutex_t lock;
    pthread_cond_t given;
    struct lw_store **free_stores;
    size_t n, n_free;
};

lw_status lw_store_pool_open(const char *url, const struct lw_store_options *options,
                             size_t n, struct lw_store_pool **out, struct lw_error *err) {
    const struct lw_alloc *alloc =
        options != NULL && options->alloc != NULL ? options->alloc : lw_alloc_libc();
    *out = NULL;
    struct lw_store_pool *pool = lw_alloc_zero(alloc, 1, sizeof *pool);
    if (pool == NULL) {
        return lw_fail_memory(err);
    }
    pool->alloc = alloc;
    pool->n = n;
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->given, NULL);
    pool->free_stores = lw_alloc_zero(alloc, n, sizeof(struct lw_store *));
    lw_status status = pool->free_stores == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = lw_store_open(url, options, &pool->free_stores[i], err);
        pool->n_free += status == LW_OK;
    }
    if (status != LW_OK) {
        lw_store_pool_close(pool);
        return status;
    }
    *out = pool;
    return LW_OK;
}

void lw_store_pool_close(struct lw_store_pool *pool) {
    if (pool == NULL) {
        return;
    }
    for (size_t i = 0; i < pool->n_free; i++) {
        lw_store_close(pool->free_stores[i]);
    }
    lw_alloc_free(pool->alloc, pool->free_stores, pool->n * sizeof(struct lw_store *));
    (void)pthread_cond_destroy(&pool->given);
    (void)pthread_mutex_destroy(&pool->lock);
    lw_alloc_free(pool->alloc, pool, sizeof *pool);
}

struct lw_store *lw_store_pool_take(struct lw_store_pool *pool) {
    (void)pthread_mutex_lock(&pool->lock);
    while (pool->n_free == 0) {
        (void)pthread_cond_wait(&pool->given, &pool->lock);
    }
    struct lw_store *store = pool->free_stores[--pool->n_free];
    (void)pthread_mutex_unlock(&pool->lock);
    return store;
}

void lw_store_pool_give(struct lw_store_pool *pool, struct lw_store *store) {
    (void)pthread_mutex_lock(&pool->lock);
    pool->free_stores[pool->n_free++] = store;
    (void)pthread_cond_signal(&pool->given);
    (void)pthread_mutex_unlock(&pool->lock);
}
