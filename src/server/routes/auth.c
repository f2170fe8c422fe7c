/* Who asks: a player or a person of a study by the key that it was given, the
 * administrator by the token. All are stored hashed; none is logged. */
#include <string.h>
#include <strings.h>

#include "routes/route.h"

static bool has_scheme(const char *header, const char *scheme, const char **rest) {
    size_t len = strlen(scheme);
    if (header == NULL || strncasecmp(header, scheme, len) != 0 || header[len] != ' ') {
        return false;
    }
    *rest = header + len + strspn(header + len, " ");
    return true;
}

static bool refuse(struct exchange *exchange, const char *sentence) {
    http_problem(&exchange->response, 401, "unauthorized", "Authorization", "%s",
                 sentence);
    return false;
}

static bool is_secret(const char *text) {
    return strlen(text) < 200;
}

static bool check_player(struct exchange *exchange, const char *key) {
    struct lw_error err = {.status = LW_OK};
    if (!is_secret(key)) {
        return refuse(exchange, "That player's key is not known here.");
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_player_by_key(store, key, exchange->player, &err);
    exchange_give(exchange, store);
    if (status == LW_NOT_FOUND || status == LW_BAD_INPUT) {
        exchange->player[0] = '\0';
        return refuse(exchange, "That player's key is not known here. Ask for a new one "
                                "with POST /api/v1/players.");
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return false;
    }
    return true;
}

static bool check_admin(struct exchange *exchange, const char *token) {
    struct lw_error err = {.status = LW_OK};
    bool valid = false;
    bool there = false;
    if (!is_secret(token)) {
        return refuse(exchange, "That is not the admin token.");
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_token_check(store, "admin", token, &valid, &there, &err);
    exchange_give(exchange, store);
    if (status != LW_OK && status != LW_BAD_INPUT) {
        exchange_fail(exchange, status, &err, NULL);
        return false;
    }
    if (!valid) {
        return refuse(exchange, "That is not the admin token. 'levelwright serve "
                                "--new-token' makes a new one.");
    }
    exchange->is_admin = true;
    return true;
}

/* A closed study has forgotten everybody's key. */
static bool check_person(struct exchange *exchange, const char *header) {
    struct lw_error err = {.status = LW_OK};
    const char *key;
    struct lw_store_person *person = lw_arena_zero(&exchange->arena, 1, sizeof *person);
    if (!has_scheme(header, "Person", &key) || !is_secret(key)) {
        return refuse(exchange, "This needs the header 'Authorization: Person KEY'.");
    }
    if (person == NULL) {
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
        return false;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_person_by_key(store, exchange->ids[0], key,
                                              &exchange->arena, person, &err);
    struct lw_store_study study;
    struct lw_error none = {.status = LW_OK};
    bool there = status != LW_NOT_FOUND ||
                 lw_store_study_get(store, exchange->ids[0], &exchange->arena, &study,
                                    &none) == LW_OK;
    exchange_give(exchange, store);
    if (status == LW_OK) {
        exchange->person = person;
    } else if (status == LW_EXISTS) {
        http_problem(&exchange->response, 409, "closed", NULL,
                     "The study is closed; nothing can be added or changed any more.");
    } else if (status == LW_NOT_FOUND && there) {
        return refuse(exchange, "That person's key is not known in this study.");
    } else {
        exchange_fail(exchange, status, &err, "id");
    }
    return status == LW_OK;
}

bool auth_check(struct exchange *exchange, enum route_auth auth) {
    const char *header = exchange->request.authorization;
    const char *secret;
    if (auth == AUTH_PERSON) {
        return check_person(exchange, header);
    }
    if (auth == AUTH_NONE || (auth == AUTH_MAYBE && header == NULL) ||
        (auth == AUTH_LOCAL && exchange->is_local)) {
        return true;
    }
    if (has_scheme(header, "Admin", &secret) && auth != AUTH_PLAYER) {
        return check_admin(exchange, secret);
    }
    if (auth == AUTH_INVITED && header == NULL) {
        http_problem(&exchange->response, 401, "closed", "Authorization",
                     "This studio is closed: only those who were invited may enter. Ask "
                     "its operator for an invitation link.");
        return false;
    }
    bool players_too = auth != AUTH_ADMIN && auth != AUTH_LOCAL;
    if (has_scheme(header, "Player", &secret) && players_too) {
        return check_player(exchange, secret);
    }
    return refuse(exchange, !players_too
                                ? "This needs the header 'Authorization: Admin TOKEN'."
                                : "This needs the header 'Authorization: Player KEY'.");
}
