/* Fuzz target: any request, from the text of its head and body to the answer, over a
 * store in memory. The first line is "METHOD TARGET", then "Name: value" lines, an empty
 * line and the body. The word KEY in Authorization stands for a player's key, TOKEN for
 * the administrator's, PERSON for that of somebody in a study, and STUDY in the target
 * for that study, so that the fuzzer gets past them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_open.h"
#include "http/exchange.h"
#include "lw/server/studies.h"
#include "routes/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fixture {
    struct app *app;
    char player[LW_STORE_SECRET_SIZE + 10];
    char admin[LW_STORE_SECRET_SIZE + 10];
    char person[LW_STORE_SECRET_SIZE + 10];
    char study[LW_STORE_ID_SIZE];
};

/* A few questions and a pair that is open. */
static const char definition[] =
    "{\"format\":1,\"name\":\"fuzz\",\"version\":1,\"languages\":[\"en\"],\"title\":"
    "\"F\","
    "\"summary\":\"F.\",\"seed\":5,\"minutes\":5,\"contact\":{\"name\":\"A\",\"email\":"
    "\"a@example.org\"},\"approval\":{\"board\":\"B\",\"number\":\"1\",\"from\":"
    "\"2020-01-01\",\"until\":\"2099-12-31\"},\"retention_until\":\"2099-12-31\","
    "\"consent\":{\"version\":\"1\",\"text\":\"Yes?\",\"minimum_age\":18,\"statements\":["
    "]},"
    "\"device\":{\"phone\":true},\"sets\":[{\"id\":\"few\",\"game\":\"sokoban\",\"made_"
    "by\":"
    "\"program\",\"pack\":\"sokoban-easy\",\"numbers\":[1,2,3]}],\"stopping\":{"
    "\"people\":"
    "1000000,\"reason\":\"Many.\"},\"analysis\":{\"design\":\"own\",\"hypotheses\":["
    "\"None.\"],"
    "\"primary\":\"None.\",\"text\":\"None.\"},\"phases\":[{\"id\":\"main\",\"type\":"
    "\"play\","
    "\"title\":\"P\",\"levels\":[{\"sets\":[\"few\"]}],\"level_order\":\"free\","
    "\"questions\":"
    "[{\"id\":\"hard\",\"type\":\"scale\",\"text\":\"?\",\"from\":1,\"to\":10,\"low\":"
    "\"l\","
    "\"high\":\"h\"}]},{\"id\":\"pairs\",\"type\":\"compare\",\"title\":\"C\","
    "\"question\":"
    "\"?\",\"levels\":[{\"sets\":[\"few\"]}],\"choose\":\"information\",\"pairs\":3}]}";

static lw_status any_cell(void *ctx, const struct lw_store_cell_count *counts,
                          int64_t number, size_t *cell, struct lw_error *err) {
    (void)ctx;
    (void)counts;
    (void)number;
    (void)err;
    *cell = 0;
    return LW_OK;
}

static void open_study(struct fixture *fixture, struct lw_store *store) {
    struct lw_study_faults faults;
    struct lw_server_study_opened opened;
    struct lw_store_entered entered;
    struct lw_arena arena;
    struct lw_error err = {.text = ""};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    const struct lw_server_study_input input = {.text = definition,
                                                .len = sizeof definition - 1,
                                                .from = {.store = store},
                                                .today = "2026-11-17",
                                                .now_ms = 1,
                                                .runtime = &runtime};
    lw_arena_init(&arena, lw_alloc_libc());
    lw_study_faults_init(&faults, &arena);
    lw_status status = lw_server_study_open(&input, &arena, &faults, &opened, &err);
    const struct lw_store_entering entering = {.study = opened.study,
                                               .language = "en",
                                               .version = 1,
                                               .counts_from = 1,
                                               .n_cells = 1,
                                               .keep_ms = 1000,
                                               .now_ms = 1,
                                               .choose = any_cell};
    if (status == LW_OK) {
        status = lw_store_person_enter(store, &entering, &arena, &entered, &err);
    }
    if (status != LW_OK) {
        (void)fprintf(stderr, "%s %s\n", err.text,
                      faults.n > 0 ? faults.faults[0].sentence : "");
        abort();
    }
    memcpy(fixture->study, opened.study, sizeof fixture->study);
    (void)snprintf(fixture->person, sizeof fixture->person, "Person %s", entered.key);
    lw_arena_free(&arena);
}

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
    open_study(fixture, store);
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
        request->authorization = strcmp(value, "KEY") == 0      ? fixture->player
                                 : strcmp(value, "TOKEN") == 0  ? fixture->admin
                                 : strcmp(value, "PERSON") == 0 ? fixture->person
                                                                : value;
    }
}

/* The target with the study's id in place of the word; it lives in the exchange. */
static const char *with_study(const struct fixture *fixture, struct exchange *exchange,
                              const char *target) {
    const char *word = strstr(target, "STUDY");
    size_t room = strlen(target) + sizeof fixture->study;
    char *copy = word == NULL ? NULL : lw_arena_get(&exchange->arena, room);
    if (copy == NULL) {
        return target;
    }
    (void)snprintf(copy, room, "%.*s%s%s", (int)(word - target), target, fixture->study,
                   word + 5);
    return copy;
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
    exchange.request.target = with_study(fixture, &exchange, exchange.request.target);
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
