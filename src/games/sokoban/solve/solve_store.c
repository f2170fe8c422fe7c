/* Packed states in chunks, a table of their numbers, and a bucket queue.
 *
 * Chunks never move, so growing costs no copy and no doubled memory. The table holds
 * nothing but numbers; when it grows it is cleared and filled again from the pool.
 * States are compared in full: a proof may rest on every lookup. */
#include "solve/solve_internal.h"

#define FIRST_SLOTS 1024u
#define EMPTY 0 /* as a tag */

void lw_sok_store_init(struct sok_store *store, uint32_t n_words,
                       const struct lw_alloc *alloc) {
    *store = (struct sok_store){.alloc = alloc, .n_words = n_words};
    store->stride = sizeof(struct sok_node) + (size_t)n_words * sizeof(uint64_t);
}

void lw_sok_store_free(struct sok_store *store) {
    for (size_t i = 0; i < store->n_chunks; i++) {
        lw_alloc_free(store->alloc, store->chunks[i], store->stride << SOK_CHUNK_BITS);
    }
    lw_alloc_free(store->alloc, store->chunks, store->cap_chunks * sizeof *store->chunks);
    lw_alloc_free(store->alloc, store->slots, store->cap_slots * sizeof *store->slots);
    lw_alloc_free(store->alloc, store->tags, store->n_slots);
    lw_sok_store_init(store, store->n_words, store->alloc);
}

static uint64_t hash_state(const struct sok_store *store, const uint64_t *boxes,
                           unsigned player) {
    uint64_t hash = (player + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < store->n_words; i++) {
        hash = (hash ^ boxes[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    hash *= UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

/* Maps the hash to [0, n_slots) without a power of two: the table can then grow by half,
 * which keeps it fuller than doubling would. */
static size_t home_slot(const struct sok_store *store, uint64_t hash) {
    return (size_t)((hash >> 32) * store->n_slots >> 32);
}

static uint8_t tag_of(uint64_t hash) {
    return (uint8_t)((hash & 0xff) == EMPTY ? 1 : hash & 0xff);
}

static bool same_state(const struct sok_store *store, uint32_t id, const uint64_t *boxes,
                       unsigned player) {
    struct sok_node *node = sok_store_node(store, id);
    return (node->player & ~SOK_CLOSED) == player &&
           memcmp(sok_node_boxes(node), boxes, store->n_words * sizeof *boxes) == 0;
}

/* The slot that holds the state, or the empty one where it belongs. The tags lie close
 * together, so that a long probe touches little memory. */
static size_t find_slot(const struct sok_store *store, const uint64_t *boxes,
                        unsigned player, uint64_t hash) {
    size_t slot = home_slot(store, hash);
    uint8_t tag = tag_of(hash);
    while (store->tags[slot] != EMPTY &&
           (store->tags[slot] != tag ||
            !same_state(store, store->slots[slot], boxes, player))) {
        slot = slot + 1 == store->n_slots ? 0 : slot + 1;
    }
    return slot;
}

/* The two arrays grow one after the other; a table of which only one has grown is still
 * the old table. */
static bool grow_table(struct sok_store *store) {
    size_t n_slots = store->n_slots == 0 ? FIRST_SLOTS : store->n_slots / 2 * 3;
    if (store->cap_slots < n_slots) {
        uint32_t *slots =
            lw_alloc_resize(store->alloc, store->slots, store->cap_slots * sizeof *slots,
                            n_slots * sizeof *slots);
        if (slots == NULL) {
            return false;
        }
        store->slots = slots;
        store->cap_slots = n_slots;
    }
    uint8_t *tags = lw_alloc_resize(store->alloc, store->tags, store->n_slots, n_slots);
    if (tags == NULL) {
        return false;
    }
    store->tags = tags;
    store->n_slots = n_slots;
    memset(tags, EMPTY, n_slots);
    for (uint32_t id = 0; id < store->n_nodes; id++) {
        struct sok_node *node = sok_store_node(store, id);
        uint64_t hash =
            hash_state(store, sok_node_boxes(node), node->player & ~SOK_CLOSED);
        size_t slot = home_slot(store, hash);
        while (tags[slot] != EMPTY) {
            slot = slot + 1 == n_slots ? 0 : slot + 1;
        }
        tags[slot] = tag_of(hash);
        store->slots[slot] = id;
    }
    return true;
}

static bool grow_pool(struct sok_store *store) {
    if (store->n_nodes < store->n_chunks << SOK_CHUNK_BITS) {
        return true;
    }
    if (store->n_nodes >= SOK_NO_NODE - (1u << SOK_CHUNK_BITS) ||
        !lw_grow(store->alloc, &store->chunks, &store->cap_chunks, store->n_chunks + 1,
                 sizeof *store->chunks)) {
        return false;
    }
    unsigned char *chunk = lw_alloc_get(store->alloc, store->stride << SOK_CHUNK_BITS);
    if (chunk == NULL) {
        return false;
    }
    store->chunks[store->n_chunks++] = chunk;
    return true;
}

void lw_sok_store_clear(struct sok_store *store) {
    store->n_nodes = 0;
    if (store->n_slots != 0) {
        memset(store->tags, EMPTY, store->n_slots);
    }
}

uint32_t lw_sok_store_find(const struct sok_store *store, const uint64_t *boxes,
                           unsigned player) {
    if (store->n_slots == 0) {
        return SOK_NO_NODE;
    }
    size_t slot = find_slot(store, boxes, player, hash_state(store, boxes, player));
    return store->tags[slot] == EMPTY ? SOK_NO_NODE : store->slots[slot];
}

uint32_t lw_sok_store_add(struct sok_store *store, const uint64_t *boxes, unsigned player,
                          bool *added) {
    *added = false;
    if (store->n_nodes >= store->n_slots / 5 * 4 && !grow_table(store)) {
        return SOK_NO_NODE;
    }
    uint64_t hash = hash_state(store, boxes, player);
    size_t slot = find_slot(store, boxes, player, hash);
    if (store->tags[slot] != EMPTY) {
        return store->slots[slot];
    }
    if (!grow_pool(store)) {
        return SOK_NO_NODE;
    }
    uint32_t id = store->n_nodes++;
    struct sok_node *node = sok_store_node(store, id);
    *node = (struct sok_node){.parent = SOK_NO_NODE, .player = (uint16_t)player};
    memcpy(sok_node_boxes(node), boxes, store->n_words * sizeof *boxes);
    store->slots[slot] = id;
    store->tags[slot] = tag_of(hash);
    *added = true;
    return id;
}

void lw_sok_queue_init(struct sok_queue *queue, const struct lw_alloc *alloc) {
    *queue = (struct sok_queue){.alloc = alloc};
}

void lw_sok_queue_free(struct sok_queue *queue) {
    for (size_t i = 0; i < queue->n_buckets; i++) {
        lw_alloc_free(queue->alloc, queue->buckets[i].ids,
                      queue->buckets[i].cap * sizeof(uint32_t));
    }
    lw_alloc_free(queue->alloc, queue->buckets,
                  queue->n_buckets * sizeof *queue->buckets);
    lw_sok_queue_init(queue, queue->alloc);
}

bool lw_sok_queue_push(struct sok_queue *queue, size_t priority, uint32_t id) {
    if (priority >= queue->n_buckets) {
        size_t n = priority + 1 + priority / 2;
        struct sok_bucket *buckets =
            lw_alloc_resize(queue->alloc, queue->buckets,
                            queue->n_buckets * sizeof *buckets, n * sizeof *buckets);
        if (buckets == NULL) {
            return false;
        }
        memset(buckets + queue->n_buckets, 0, (n - queue->n_buckets) * sizeof *buckets);
        queue->buckets = buckets;
        queue->n_buckets = n;
    }
    struct sok_bucket *bucket = &queue->buckets[priority];
    if (!lw_grow(queue->alloc, &bucket->ids, &bucket->cap, bucket->n + 1,
                 sizeof *bucket->ids)) {
        return false;
    }
    bucket->ids[bucket->n++] = id;
    queue->n_queued++;
    if (priority < queue->first) {
        queue->first = priority;
    }
    return true;
}

uint32_t lw_sok_queue_pop(struct sok_queue *queue, size_t *priority) {
    if (queue->n_queued == 0) {
        return SOK_NO_NODE;
    }
    while (queue->buckets[queue->first].n == 0) {
        queue->first++;
    }
    struct sok_bucket *bucket = &queue->buckets[queue->first];
    queue->n_queued--;
    *priority = queue->first;
    return bucket->ids[--bucket->n];
}
