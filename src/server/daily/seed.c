/* Seeds by keyed BLAKE2b. */
#include "daily/seed.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

lw_status seed_key_open(struct lw_store *store, int64_t now_ms, struct seed_key *out,
                        struct lw_error *err) {
    char hex[LW_STORE_SECRET_SIZE];
    size_t len = 0;
    lw_status status = lw_store_secret_keep(store, SEED_KEY_SETTING, now_ms, hex, err);
    if (status == LW_OK && (sodium_hex2bin(out->bytes, sizeof out->bytes, hex,
                                           sizeof hex - 1, NULL, &len, NULL) != 0 ||
                            len != sizeof out->bytes)) {
        status =
            lw_fail(err, LW_IO, 0, 0, "the setting '%s' is damaged", SEED_KEY_SETTING);
    }
    sodium_memzero(hex, sizeof hex);
    return status;
}

void seed_key_close(struct seed_key *key) {
    sodium_memzero(key, sizeof *key);
}

uint64_t seed_of_day(const struct seed_key *key, const struct seed_day *day) {
    /* The longest names are those of games, below 40 bytes. */
    char text[160];
    unsigned char hash[crypto_generichash_BYTES_MIN];
    uint64_t seed = 0;
    int len = snprintf(text, sizeof text, "%.40s/%.40s/%.10s/%.0f", day->game, day->band,
                       day->date, day->number);
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)text, (size_t)len,
                             key->bytes, sizeof key->bytes);
    for (size_t i = 0; i < sizeof seed; i++) {
        seed = seed << 8 | hash[i];
    }
    return seed;
}
