/* Philox4x32-10: constants and rounds as published by Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). */
#include "lw/base/rng.h"

#include <assert.h>
#include <string.h>

void lw_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c0;
        uint64_t p1 = (uint64_t)0xCD9E8D57u * c2;
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        uint32_t n2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)p1;
        c3 = (uint32_t)p0;
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

struct lw_rng lw_rng_make(uint64_t seed, uint64_t index) {
    struct lw_rng rng = {.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
                         .counter = {0, 0, (uint32_t)index, (uint32_t)(index >> 32)},
                         .used = 4};
    return rng;
}

struct lw_rng lw_rng_fork(const struct lw_rng *rng, uint32_t label) {
    /* Bit 31 of the low counter's upper word is never reached by counting, so blocks
     * drawn for forking never coincide with the stream's own. */
    uint32_t at[4] = {label, 0x80000000u | rng->counter[1], rng->counter[2],
                      rng->counter[3]};
    uint32_t out[4];
    lw_philox4x32(at, rng->key, out);
    struct lw_rng fork = {
        .key = {out[0], out[1]}, .counter = {0, 0, out[2], out[3]}, .used = 4};
    return fork;
}

uint32_t lw_rng_u32(struct lw_rng *rng) {
    if (rng->used == 4) {
        lw_philox4x32(rng->counter, rng->key, rng->block);
        rng->used = 0;
        if (++rng->counter[0] == 0) {
            rng->counter[1]++;
        }
    }
    return rng->block[rng->used++];
}

uint64_t lw_rng_u64(struct lw_rng *rng) {
    uint64_t high = lw_rng_u32(rng);
    return high << 32 | lw_rng_u32(rng);
}

/* Lemire's multiply-and-reject: unbiased, rarely a second draw. */
uint32_t lw_rng_below(struct lw_rng *rng, uint32_t bound) {
    assert(bound > 0);
    uint64_t product = (uint64_t)lw_rng_u32(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t reject_below = (0u - bound) % bound;
        while ((uint32_t)product < reject_below) {
            product = (uint64_t)lw_rng_u32(rng) * bound;
        }
    }
    return (uint32_t)(product >> 32);
}

double lw_rng_unit(struct lw_rng *rng) {
    return (double)(lw_rng_u64(rng) >> 11) * 0x1p-53;
}

bool lw_rng_chance(struct lw_rng *rng, double probability) {
    return lw_rng_unit(rng) < probability;
}

void lw_rng_shuffle(struct lw_rng *rng, void *array, size_t count, size_t bytes_each) {
    unsigned char hold[64];
    unsigned char *bytes = array;
    assert(bytes_each <= sizeof hold && count <= UINT32_MAX);
    for (size_t i = count; i > 1; i--) {
        size_t j = lw_rng_below(rng, (uint32_t)i);
        unsigned char *a = bytes + (i - 1) * bytes_each, *b = bytes + j * bytes_each;
        memcpy(hold, a, bytes_each);
        memmove(a, b, bytes_each);
        memcpy(b, hold, bytes_each);
    }
}
