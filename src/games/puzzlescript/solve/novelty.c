/* Novelty: has any pair of facts been seen together before?
 *
 * From best-first width search (Lipovetzky and Geffner 2017): a state is new when it
 * holds a fact ("object o is on cell c"), or a pair of facts, that no earlier state of
 * the same class held. Facts are the set bits of the packed state. A class is how many of
 * each object there are and how far the win conditions are, so that every step of
 * progress makes all facts new again. */
#include <string.h>

#include "analyse/analyse_internal.h"

#define MAX_BITS 768     /* of a state: pairs then take 74 kB a class */
#define MAX_CLASSES 1024 /* what comes later shares the last */

struct ps_novelty {
    const struct lw_alloc *alloc;
    size_t state_bytes;
    uint32_t n_bits;
    size_t pair_words, class_words; /* of one class */
    struct lw_state_set classes;
    uint64_t **tables; /* [class]: pairs (a fact with itself is the fact) */
    uint32_t n_tables;
};

struct ps_novelty *lw_ps_novelty_create(size_t state_bytes,
                                        const struct lw_alloc *alloc) {
    struct ps_novelty *novelty = lw_alloc_zero(alloc, 1, sizeof *novelty);
    if (novelty == NULL) {
        return NULL;
    }
    novelty->alloc = alloc;
    novelty->state_bytes = state_bytes;
    novelty->n_bits = (uint32_t)(8 * state_bytes);
    novelty->pair_words = ((size_t)novelty->n_bits * novelty->n_bits + 63) / 64;
    novelty->tables = lw_alloc_zero(alloc, MAX_CLASSES, sizeof *novelty->tables);
    lw_state_set_init(&novelty->classes, alloc, sizeof(uint64_t));
    if (novelty->tables == NULL) {
        lw_ps_novelty_destroy(novelty);
        return NULL;
    }
    return novelty;
}

bool lw_ps_novelty_suits(size_t state_bytes) {
    return 8 * state_bytes <= MAX_BITS;
}

void lw_ps_novelty_destroy(struct ps_novelty *novelty) {
    if (novelty == NULL) {
        return;
    }
    const struct lw_alloc *alloc = novelty->alloc;
    for (uint32_t i = 0; i < novelty->n_tables; i++) {
        lw_alloc_free(alloc, novelty->tables[i], novelty->pair_words * sizeof(uint64_t));
    }
    lw_alloc_free(alloc, novelty->tables, MAX_CLASSES * sizeof *novelty->tables);
    lw_state_set_free(&novelty->classes);
    lw_alloc_free(alloc, novelty, sizeof *novelty);
}

static uint64_t *table_of(struct ps_novelty *novelty, uint64_t key) {
    bool added;
    uint32_t number = lw_state_set_find(&novelty->classes, &key);
    if (number == LW_STATE_NONE && novelty->n_tables < MAX_CLASSES) {
        number = lw_state_set_add(&novelty->classes, &key, &added);
        uint64_t *table =
            number == LW_STATE_NONE
                ? NULL
                : lw_alloc_zero(novelty->alloc, novelty->pair_words, sizeof *table);
        if (table == NULL) {
            return NULL;
        }
        novelty->tables[novelty->n_tables++] = table;
    }
    return novelty->tables[number == LW_STATE_NONE ? MAX_CLASSES - 1 : number];
}

int lw_ps_novelty_of(struct ps_novelty *novelty, uint64_t key, const uint8_t *state) {
    uint16_t facts[MAX_BITS];
    uint32_t n = 0;
    int rank = 3;
    uint64_t *table = table_of(novelty, key);
    if (table == NULL) {
        return 0;
    }
    for (size_t i = 0; i < novelty->state_bytes; i++) {
        for (unsigned byte = state[i]; byte != 0; byte &= byte - 1) {
            facts[n++] = (uint16_t)(8 * i + lw_bits_first(byte));
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i; j < n; j++) {
            size_t bit = (size_t)facts[i] * novelty->n_bits + facts[j];
            uint64_t mask = 1ULL << (bit & 63);
            if ((table[bit >> 6] & mask) == 0) {
                table[bit >> 6] |= mask;
                rank = i == j ? 1 : rank < 2 ? rank : 2;
            }
        }
    }
    return rank;
}
