/* Many backward searches at once: one bit a goal placement.
 *
 * A node's record is one cache line: which placements have seen it, and which reach it
 * in the next layer. The frontier is a list of nodes with their bits side by side, so a
 * layer reads it in order and touches one line for every step. */
#include <string.h>

#include "make/farthest/farthest.h"

#define WORDS (FAR_BATCH / 64)

struct far_record {
    uint64_t seen[WORDS];
    uint64_t next[WORDS];
};

size_t lw_sok_far_batch_bytes(uint32_t n_nodes) {
    return (size_t)n_nodes *
           (sizeof(struct far_record) + 2 * sizeof(uint32_t) + WORDS * sizeof(uint64_t));
}

lw_status lw_sok_far_batch_init(struct far_batch *batch, uint32_t n_nodes,
                                const struct lw_alloc *alloc, struct lw_error *err) {
    *batch = (struct far_batch){.alloc = alloc, .n_nodes = n_nodes};
    batch->records = lw_alloc_get(alloc, (size_t)n_nodes * sizeof *batch->records);
    batch->now = lw_alloc_get(alloc, (size_t)n_nodes * sizeof *batch->now);
    batch->next = lw_alloc_get(alloc, (size_t)n_nodes * sizeof *batch->next);
    batch->bits = lw_alloc_get(alloc, (size_t)n_nodes * sizeof *batch->bits);
    if (batch->records == NULL || batch->now == NULL || batch->next == NULL ||
        batch->bits == NULL) {
        return lw_fail_memory(err);
    }
    return LW_OK;
}

void lw_sok_far_batch_free(struct far_batch *batch) {
    if (batch->alloc == NULL) {
        return;
    }
    size_t n = batch->n_nodes;
    lw_alloc_free(batch->alloc, batch->records, n * sizeof *batch->records);
    lw_alloc_free(batch->alloc, batch->now, n * sizeof *batch->now);
    lw_alloc_free(batch->alloc, batch->next, n * sizeof *batch->next);
    lw_alloc_free(batch->alloc, batch->bits, n * sizeof *batch->bits);
    *batch = (struct far_batch){.alloc = NULL};
}

/* Hands the bits of one frontier node on to the nodes a step farther. */
static uint32_t hand_on(struct far_record *records, const uint32_t *steps,
                        const uint64_t *bits, uint32_t *next, uint32_t n_next) {
    uint32_t n_steps = far_n_steps(steps++);
    for (uint32_t j = 0; j < n_steps; j++) {
        struct far_record *record = &records[steps[j]];
        uint64_t fresh[WORDS], any = 0, before = 0;
        for (uint32_t k = 0; k < WORDS; k++) {
            fresh[k] = bits[k] & ~record->seen[k];
            any |= fresh[k];
        }
        if (any == 0) {
            continue;
        }
        for (uint32_t k = 0; k < WORDS; k++) {
            before |= record->next[k];
            record->next[k] |= fresh[k];
        }
        next[n_next] = steps[j];
        n_next += before == 0;
    }
    return n_next;
}

/* The next layer becomes the frontier; reached collects the bits that are in it. */
static void settle(struct far_batch *batch, uint32_t n_next, uint64_t reached[WORDS]) {
    uint32_t *swap = batch->now;
    batch->now = batch->next;
    batch->next = swap;
    for (uint32_t i = 0; i < n_next; i++) {
        struct far_record *record = &batch->records[batch->now[i]];
        for (uint32_t k = 0; k < WORDS; k++) {
            uint64_t bits = record->next[k];
            record->seen[k] |= bits;
            reached[k] |= bits;
            batch->bits[i][k] = bits;
            record->next[k] = 0;
        }
    }
}

#define AHEAD 3
/* Between two looks at the clock; a few milliseconds. */
#define NODES_A_CHECK 16384u

static void prefetch(const struct far_batch *batch, const uint32_t *steps) {
    for (uint32_t j = 1; j <= far_n_steps(steps); j++) {
        lw_prefetch(&batch->records[steps[j]]);
    }
}

bool lw_sok_far_batch_run(struct far_batch *batch, const struct far_graph *graph,
                          const struct far_source *sources, size_t n_sources,
                          const struct lw_meter *meter, uint16_t *farthest) {
    uint32_t n_now = 0;
    memset(batch->records, 0, (size_t)batch->n_nodes * sizeof *batch->records);
    for (size_t i = 0; i < n_sources; i++) {
        farthest[i] = 0;
        for (uint32_t node = sources[i].begin; node < sources[i].end; node++) {
            uint64_t *bits = batch->bits[n_now];
            memset(bits, 0, sizeof *batch->bits);
            bits[i / 64] = (uint64_t)1 << i % 64;
            batch->records[node].seen[i / 64] |= bits[i / 64];
            batch->now[n_now++] = node;
        }
    }
    for (uint32_t depth = 1; n_now > 0; depth++) {
        uint32_t n_next = 0;
        for (uint32_t i = 0; i < n_now; i++) {
            if (i + AHEAD < n_now) {
                prefetch(batch, graph->steps[batch->now[i + AHEAD]]);
            }
            if (i % NODES_A_CHECK == NODES_A_CHECK - 1 && lw_meter_is_over(meter)) {
                return false;
            }
            n_next = hand_on(batch->records, graph->steps[batch->now[i]], batch->bits[i],
                             batch->next, n_next);
        }
        uint64_t reached[WORDS] = {0};
        settle(batch, n_next, reached);
        for (size_t i = 0; i < n_sources; i++) {
            if ((reached[i / 64] >> i % 64 & 1) != 0) {
                farthest[i] = (uint16_t)depth;
            }
        }
        n_now = n_next;
    }
    return true;
}
