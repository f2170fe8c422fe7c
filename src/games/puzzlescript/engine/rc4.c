/* The reference's random numbers: an RC4 key stream, seven bytes a number. */
#include "engine/engine_internal.h"

void lw_ps_rc4_seed(struct ps_rc4 *rng, const char *seed, size_t len) {
    for (int i = 0; i < 256; i++) {
        rng->s[i] = (uint8_t)i;
    }
    rng->i = rng->j = 0;
    uint8_t j = 0;
    for (size_t i = 0; i < 256; i++) {
        uint8_t key = len == 0 ? 0 : (uint8_t)seed[i % len];
        j = (uint8_t)(j + rng->s[i] + key);
        uint8_t swap = rng->s[i];
        rng->s[i] = rng->s[j];
        rng->s[j] = swap;
    }
}

static uint8_t next_byte(struct ps_rc4 *rng) {
    rng->i++;
    rng->j = (uint8_t)(rng->j + rng->s[rng->i]);
    uint8_t swap = rng->s[rng->i];
    rng->s[rng->i] = rng->s[rng->j];
    rng->s[rng->j] = swap;
    return rng->s[(uint8_t)(rng->s[rng->i] + rng->s[rng->j])];
}

double lw_ps_rc4_unit(struct ps_rc4 *rng) {
    double sum = 0;
    for (int i = 0; i < 7; i++) {
        sum = sum * 256.0 + next_byte(rng);
    }
    return sum / 72057594037927936.0;
}
