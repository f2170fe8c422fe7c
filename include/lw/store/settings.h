/* Settings and tokens: small things by name. */
#ifndef LW_STORE_SETTINGS_H
#define LW_STORE_SETTINGS_H

#include "lw/store/connection.h"

lw_status lw_store_setting_put(struct lw_store *store, const char *name,
                               const char *value, int64_t now_ms,
                               struct lw_error *err) LW_MUST_CHECK;
/* Sets it unless it is set; *kept is what it is then. Of several who do so at once one
 * wins, and all learn which. */
struct lw_store_setting {
    const char *name, *value;
    int64_t now_ms;
};
lw_status lw_store_setting_keep(struct lw_store *store,
                                const struct lw_store_setting *setting,
                                struct lw_arena *arena, const char **kept,
                                struct lw_error *err) LW_MUST_CHECK;
/* *value NULL when it was never set. */
lw_status lw_store_setting_get(struct lw_store *store, const char *name,
                               struct lw_arena *arena, const char **value,
                               struct lw_error *err) LW_MUST_CHECK;
/* 256 random bits as hexadecimal digits that all programs on the database and its copies
 * share; made when there are none. Only for keys: no interface shows settings. */
lw_status lw_store_secret_keep(struct lw_store *store, const char *name, int64_t now_ms,
                               char secret[LW_STORE_SECRET_SIZE],
                               struct lw_error *err) LW_MUST_CHECK;
/* A new token that is not stored yet, and storing it unless there is one: so that it can
 * be shown before it counts. */
void lw_store_token_new(char token[LW_STORE_SECRET_SIZE]);
lw_status lw_store_token_keep(struct lw_store *store, const char *name, const char *token,
                              int64_t now_ms, bool *kept,
                              struct lw_error *err) LW_MUST_CHECK;
/* Makes a new token for name ("admin") and stores its hash; the old one is void. */
lw_status lw_store_token_rotate(struct lw_store *store, const char *name, int64_t now_ms,
                                char token[LW_STORE_SECRET_SIZE],
                                struct lw_error *err) LW_MUST_CHECK;
/* *there false: no token of that name was ever made. Compares in constant time. */
lw_status lw_store_token_check(struct lw_store *store, const char *name,
                               const char *token, bool *valid, bool *there,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
