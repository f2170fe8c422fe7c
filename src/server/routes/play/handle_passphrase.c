/* A passphrase, to carry a player's key to another device. Stretching it is work on
 * purpose: one thread does it, one at a time, and nobody may try often. */
#include <sodium.h>
#include <string.h>

#include "http/checker.h"
#include "http/limits.h"
#include "metrics.h"
#include "routes/handlers.h"

#define MIN_LEN 10
#define MAX_LEN 200

static bool read_passphrase(struct exchange *exchange, const struct lw_json *body,
                            const char **out) {
    if (!field_text(exchange, body, "passphrase", true, MAX_LEN, out)) {
        return false;
    }
    return strlen(*out) >= MIN_LEN ||
           field_refuse(
               exchange, "passphrase",
               "A passphrase must have 10 to 200 bytes; several words are best.");
}

/* "Player KEY": the route's check has found the player by it. */
static const char *own_key(const struct exchange *exchange) {
    const char *header = exchange->request.authorization;
    header += strcspn(header, " ");
    return header + strspn(header, " ");
}

static lw_status keep_sealed(struct exchange *exchange, struct lw_store_sealed *sealed,
                             struct lw_error *err) {
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_passphrase_put(store, sealed, app_now_ms(exchange->app), err);
    exchange_give(exchange, store);
    return status;
}

static void seal(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_sealed sealed = {.handle = ""};
    const char *passphrase = NULL;
    if (!read_passphrase(exchange, exchange->body, &passphrase)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_passphrase_handle(store, exchange->player, sealed.handle, &err);
    exchange_give(exchange, store);
    memcpy(sealed.player, exchange->player, sizeof sealed.player);
    if (status == LW_OK) {
        status = lw_store_seal(own_key(exchange), passphrase, &sealed, &err);
    }
    if (status == LW_OK) {
        status = keep_sealed(exchange, &sealed, &err);
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "handle", sealed.handle);
    lw_json_object_end(&json);
}

void handle_passphrase_set(struct exchange *exchange) {
    const char *passphrase = NULL;
    const struct lw_json *body = exchange_json(exchange);
    if (body != NULL && fields_check(exchange, body, "passphrase") &&
        read_passphrase(exchange, body, &passphrase)) {
        checker_run(exchange, seal);
    }
}

void handle_passphrase_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_passphrase_delete, exchange->player, NULL);
}

/* Signing in. */

static void sign_in(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_sealed sealed;
    char key[LW_STORE_SECRET_SIZE];
    const char *handle = NULL;
    const char *passphrase = NULL;
    if (!field_text(exchange, exchange->body, "handle", true, 40, &handle) ||
        !read_passphrase(exchange, exchange->body, &passphrase)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_passphrase_get(store, handle, &sealed, &err);
    exchange_give(exchange, store);
    if (status == LW_OK || status == LW_NOT_FOUND) {
        status = lw_store_unseal(&sealed, passphrase, key, &err);
    }
    if (status == LW_NOT_FOUND) {
        http_problem(&exchange->response, 401, "unauthorized", "/passphrase",
                     "No player has this handle with this passphrase.");
        return;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "player", sealed.player);
    lw_json_text(&json, "key", key);
    lw_json_object_end(&json);
    sodium_memzero(key, sizeof key);
}

/* Ten tries of a handle, then one a minute, whoever asks: guessing takes for ever. */
static bool may_try(struct exchange *exchange, const char *handle) {
    struct app *app = exchange->app;
    unsigned retry_s = 1;
    if (limits_take(app->tries, limits_name(app->tries, handle), 1, app->now_ns(),
                    &retry_s)) {
        return true;
    }
    metrics_add(app->metrics, METRIC_LIMITED, 1);
    http_problem(&exchange->response, 429, "too-many-requests", "/handle",
                 "This handle was tried too often; wait %u s and try again.", retry_s);
    exchange->response.retry_after_s = retry_s;
    return false;
}

void handle_sign_in(struct exchange *exchange) {
    const char *handle = NULL;
    const char *passphrase = NULL;
    const struct lw_json *body = exchange_json(exchange);
    if (body != NULL && fields_check(exchange, body, "handle passphrase") &&
        field_text(exchange, body, "handle", true, 40, &handle) &&
        read_passphrase(exchange, body, &passphrase) && may_try(exchange, handle)) {
        checker_run(exchange, sign_in);
    }
}
