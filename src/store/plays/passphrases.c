/* A player's key, sealed by a passphrase. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "lw/store/passphrases.h"
#include "store_internal.h"

#define KEY_LEN (LW_STORE_SECRET_SIZE - 1)
#define SEALED_LEN (KEY_LEN + crypto_secretbox_MACBYTES)

/* As it is stored, in hexadecimal. */
struct envelope {
    unsigned char salt[crypto_pwhash_SALTBYTES];
    unsigned char nonce[crypto_secretbox_NONCEBYTES];
    unsigned char sealed[SEALED_LEN];
};
_Static_assert(2 * sizeof(struct envelope) < LW_STORE_SEALED_SIZE, "it fits");

/* Four groups of two syllables: 6,400 each, 50 bits in all, easy to write down. */
static void draw_handle(char handle[LW_STORE_HANDLE_SIZE]) {
    static const char consonants[] = "bdfghjklmnprstvz";
    static const char vowels[] = "aeiou";
    char *at = handle;
    for (int group = 0; group < 4; group++) {
        if (group > 0) {
            *at++ = '-';
        }
        for (int syllable = 0; syllable < 2; syllable++) {
            *at++ = consonants[randombytes_uniform(sizeof consonants - 1)];
            *at++ = vowels[randombytes_uniform(sizeof vowels - 1)];
        }
    }
    *at = '\0';
}

static bool stretch(const struct envelope *envelope, const char *passphrase,
                    unsigned char out[crypto_secretbox_KEYBYTES]) {
    return crypto_pwhash(out, crypto_secretbox_KEYBYTES, passphrase, strlen(passphrase),
                         envelope->salt, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                         crypto_pwhash_MEMLIMIT_INTERACTIVE,
                         crypto_pwhash_ALG_ARGON2ID13) == 0;
}

lw_status lw_store_seal(const char *key, const char *passphrase,
                        struct lw_store_sealed *out, struct lw_error *err) {
    struct envelope envelope;
    unsigned char secret[crypto_secretbox_KEYBYTES];
    if (strlen(key) != KEY_LEN) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "no player has this key");
    }
    randombytes_buf(envelope.salt, sizeof envelope.salt);
    randombytes_buf(envelope.nonce, sizeof envelope.nonce);
    if (!stretch(&envelope, passphrase, secret)) {
        return lw_fail_memory(err);
    }
    (void)crypto_secretbox_easy(envelope.sealed, (const unsigned char *)key, KEY_LEN,
                                envelope.nonce, secret);
    sodium_memzero(secret, sizeof secret);
    (void)sodium_bin2hex(out->text, sizeof out->text, (const unsigned char *)&envelope,
                         sizeof envelope);
    if (out->handle[0] == '\0') {
        draw_handle(out->handle);
    }
    return LW_OK;
}

lw_status lw_store_unseal(const struct lw_store_sealed *sealed, const char *passphrase,
                          char key[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    struct envelope envelope;
    unsigned char secret[crypto_secretbox_KEYBYTES];
    size_t len = 0;
    memset(&envelope, 0, sizeof envelope);
    (void)sodium_hex2bin((unsigned char *)&envelope, sizeof envelope, sealed->text,
                         strlen(sealed->text), NULL, &len, NULL);
    /* A handle that nobody has takes as long as one with another passphrase. */
    if (!stretch(&envelope, passphrase, secret)) {
        return lw_fail_memory(err);
    }
    bool opened = len == sizeof envelope &&
                  crypto_secretbox_open_easy((unsigned char *)key, envelope.sealed,
                                             SEALED_LEN, envelope.nonce, secret) == 0;
    sodium_memzero(secret, sizeof secret);
    key[opened ? KEY_LEN : 0] = '\0';
    return opened ? LW_OK
                  : lw_fail(err, LW_NOT_FOUND, 0, 0,
                            "no player has this handle with this passphrase");
}

lw_status lw_store_passphrase_put(struct lw_store *store,
                                  const struct lw_store_sealed *sealed, int64_t now_ms,
                                  struct lw_error *err) {
    return sql_do(
        store->sql,
        "INSERT INTO passphrases (player, handle, sealed, made_ms)"
        " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (player) DO UPDATE SET"
        " handle = excluded.handle, sealed = excluded.sealed,"
        " made_ms = excluded.made_ms",
        SQL_ARGS(T(sealed->player), T(sealed->handle), T(sealed->text), I(now_ms)), NULL,
        err);
}

static void copy_text(const struct sql_stmt *stmt, int column, char *out, size_t size) {
    (void)snprintf(out, size, "%s", store_or_empty(sql_text(stmt, column)));
}

lw_status lw_store_passphrase_get(struct lw_store *store, const char *handle,
                                  struct lw_store_sealed *out, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    memset(out, 0, sizeof *out);
    lw_status status = sql_query(
        store->sql, "SELECT handle, player, sealed FROM passphrases WHERE handle = ?1",
        SQL_ARGS(T(handle)), &stmt, err);
    if (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        copy_text(stmt, 0, out->handle, sizeof out->handle);
        copy_text(stmt, 1, out->player, sizeof out->player);
        copy_text(stmt, 2, out->text, sizeof out->text);
    }
    sql_done(stmt);
    return status == LW_OK && !row
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "nobody has this handle")
               : status;
}

lw_status lw_store_passphrase_handle(struct lw_store *store, const char *player,
                                     char handle[LW_STORE_HANDLE_SIZE],
                                     struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    handle[0] = '\0';
    lw_status status =
        sql_query(store->sql, "SELECT handle FROM passphrases WHERE player = ?1",
                  SQL_ARGS(T(player)), &stmt, err);
    if (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        copy_text(stmt, 0, handle, LW_STORE_HANDLE_SIZE);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_passphrase_delete(struct lw_store *store, const char *player,
                                     struct lw_error *err) {
    int64_t changed = 0;
    lw_status status = sql_do(store->sql, "DELETE FROM passphrases WHERE player = ?1",
                              SQL_ARGS(T(player)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "this player has no passphrase")
               : status;
}
