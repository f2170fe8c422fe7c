/* A player's key under a passphrase, to carry it to another device.
 *
 * The key is kept sealed with a key that is made of the passphrase (Argon2id, then
 * XSalsa20-Poly1305): whoever has the database has neither the passphrase nor the key. A
 * handle that the server draws says whose it is; nothing about the person is stored.
 *
 * Sealing and opening take 64 MiB and about a tenth of a second on purpose. They need no
 * database, so that nobody waits for it meanwhile. */
#ifndef LW_STORE_PASSPHRASES_H
#define LW_STORE_PASSPHRASES_H

#include "lw/store/connection.h"

#define LW_STORE_HANDLE_SIZE 24
#define LW_STORE_SEALED_SIZE 300

struct lw_store_sealed {
    char handle[LW_STORE_HANDLE_SIZE]; /* "bako-lumi-tere-nosu" */
    char player[LW_STORE_ID_SIZE];
    char text[LW_STORE_SEALED_SIZE]; /* salt, nonce and sealed key in hexadecimal */
};

/* Seals the key; draws a handle unless there is one. */
lw_status lw_store_seal(const char *key, const char *passphrase,
                        struct lw_store_sealed *out, struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND when it is another passphrase. */
lw_status lw_store_unseal(const struct lw_store_sealed *sealed, const char *passphrase,
                          char key[LW_STORE_SECRET_SIZE],
                          struct lw_error *err) LW_MUST_CHECK;

/* In the place of the player's last one. LW_EXISTS when the handle is somebody else's. */
lw_status lw_store_passphrase_put(struct lw_store *store,
                                  const struct lw_store_sealed *sealed, int64_t now_ms,
                                  struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_passphrase_get(struct lw_store *store, const char *handle,
                                  struct lw_store_sealed *out,
                                  struct lw_error *err) LW_MUST_CHECK;
/* The handle of a player; empty when there is no passphrase. */
lw_status lw_store_passphrase_handle(struct lw_store *store, const char *player,
                                     char handle[LW_STORE_HANDLE_SIZE],
                                     struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_passphrase_delete(struct lw_store *store, const char *player,
                                     struct lw_error *err) LW_MUST_CHECK;

#endif
