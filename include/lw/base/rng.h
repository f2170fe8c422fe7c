/* Counter-based randomness: Philox4x32-10 (Salmon et al. 2011).
 *
 * A stream is named by (seed, index): the key is the seed, the counter's upper half the
 * index, so that candidate number 4711 draws the same numbers whichever thread, shard or
 * machine works on it. Randomness is always an argument. */
#ifndef LW_BASE_RNG_H
#define LW_BASE_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lw_rng {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t block[4];
    uint32_t used; /* words of block already given out */
};

/* The bare function: one block of four words. */
void lw_philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

struct lw_rng lw_rng_make(uint64_t seed, uint64_t index);
/* An independent stream derived from this one by a label; does not advance rng. */
struct lw_rng lw_rng_fork(const struct lw_rng *rng, uint32_t label);

uint32_t lw_rng_u32(struct lw_rng *rng);
uint64_t lw_rng_u64(struct lw_rng *rng);
/* Uniform in [0, bound), unbiased; bound must not be 0. */
uint32_t lw_rng_below(struct lw_rng *rng, uint32_t bound);
/* Uniform in [0, 1) with 53 bits. */
double lw_rng_unit(struct lw_rng *rng);
bool lw_rng_chance(struct lw_rng *rng, double probability);
/* Fisher-Yates over count elements of bytes_each bytes (at most 64 each). */
void lw_rng_shuffle(struct lw_rng *rng, void *array, size_t count, size_t bytes_each);

#endif
