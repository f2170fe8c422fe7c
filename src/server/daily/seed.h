/* The seeds of the levels of the day: a function of game, band, date and try under a key
 * that the database keeps. Servers on one database, and copies of it, make the same
 * level; nobody else can make tomorrow's. */
#ifndef SEED_H
#define SEED_H

#include "lw/store.h"

/* In the database's settings, which no interface shows. */
#define SEED_KEY_SETTING "daily-key"
#define SEED_KEY_BYTES 32

struct seed_key {
    unsigned char bytes[SEED_KEY_BYTES];
};
struct seed_day {
    const char *game, *band;
    const char *date; /* YYYY-MM-DD */
    double number;    /* of the try */
};

/* Makes the key when the database has none. */
lw_status seed_key_open(struct lw_store *store, int64_t now_ms, struct seed_key *out,
                        struct lw_error *err) LW_MUST_CHECK;
void seed_key_close(struct seed_key *key); /* wipes it */
uint64_t seed_of_day(const struct seed_key *key, const struct seed_day *day);

#endif
