/* Fuzz target: any request, from the text of its head and body to the answer, over a
 * store in memory. The first line is "METHOD TARGET", then "Name: value" lines, an empty
 * line and the body. The word KEY in Authorization stands for a player's key, TOKEN for
 * the administrator's, so that the fuzzer gets past them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_open.h"
#include "http/exchange.h"
#include "routes/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fixture {
    struct app *app;
    char player[LW_STORE_SECRET_SIZE + 10];
    char admin[LW_STORE_SECRET_SIZE + 10];
};

static void open_fixture(struct fixture *fixture) {
    struct lw_error err;
    struct lw_server_config config = {
        .db = ":memory:", .n_workers = UINT32_MAX, .no_daily = true, .no_packs = true};
    char id[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
    if (app_open(&config, 1, &fixture->app, &err) != LW_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        abort();
    }
    struct lw_store *store = app_store(fixture->app);
    if (lw_store_player_create(store, 1, id, key, &err) != LW_OK) {
        abort();
    }
    app_give(fixture->app, store);
    (void)snprintf(fixture->player, sizeof fixture->player, "Player %s", key);
    (void)snprintf(fixture->admin, sizeof fixture->admin, "Admin %s",
                   fixture->app->new_token);
}

static void take_header(struct fixture *fixture, struct http_request *request,
                        char *line) {
    char *value = strstr(line, ": ");
    if (value == NULL) {
        return;
    }
    *value = '\0';
    value += 2;
    if (strcmp(line, "Host") == 0) {
        request->host = value;
    } else if (strcmp(line, "Origin") == 0) {
        request->origin = value;
    } else if (strcmp(line, "Content-Type") == 0) {
        request->content_type = value;
    } else if (strcmp(line, "Idempotency-Key") == 0) {
        request->idempotency_key = value;
    } else if (strcmp(line, "Authorization") == 0) {
        request->authorization = strcmp(value, "KEY") == 0     ? fixture->player
                                 : strcmp(value, "TOKEN") == 0 ? fixture->admin
                                                               : value;
    }
}

static void run_request(struct fixture *fixture, char *text, size_t len) {
    struct exchange exchange;
    char *end = text + len;
    char *line = text;
    exchange_init(&exchange, fixture->app);
    exchange.is_local = true;
    exchange.request.host = "localhost";
    exchange.request.body = "";
    for (bool first = true; line < end; first = false) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop == NULL ? end : stop;
        *stop = '\0';
        if (first) {
            char *target = strchr(line, ' ');
            exchange.request.target = target == NULL ? "/" : target + 1;
            if (target != NULL) {
                *target = '\0';
            }
            exchange.request.method = http_method_find(line);
        } else if (*line == '\0') {
            exchange.request.body = stop < end ? stop + 1 : end;
            exchange.request.body_len = stop < end ? (size_t)(end - stop - 1) : 0;
            break;
        } else {
            take_header(fixture, &exchange.request, line);
        }
        line = stop + 1;
    }
    if (exchange.request.target == NULL) {
        exchange.request.target = "/";
    }
    app_handle(&exchange);
    assert(exchange.response.status >= 200 && exchange.response.status < 600);
    assert(exchange.response.status != 500);
    exchange_free(&exchange);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fixture fixture; /* opening a store for each input would be slow */
    if (fixture.app == NULL) {
        open_fixture(&fixture);
    }
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    run_request(&fixture, text, size);
    free(text);
    return 0;
}
