/* A study in a server of its own, and people who take part in it through the handlers.
 * The study is tests/data/studies/mini.json: two cells, four people, levels to play, open
 * pairs, questions. */
#ifndef STUDY_TEST_SUPPORT_H
#define STUDY_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app_open.h"
#include "controls.h"
#include "http/exchange.h"
#include "lw/base/json_value.h"
#include "lw/platform.h"
#include "lw/server/studies.h"
#include "routes/route.h"
#include "studies/studies.h"

#define DAY_MS INT64_C(86400000)
#define START_MS INT64_C(1794902400000) /* 2026-11-17 */

struct env {
    struct app *app;
    int64_t now_ms;
    uint64_t client; /* who asks; 0: somebody of this machine, who is not limited */
    char study[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE + 10]; /* "Person ..." */
    char code[LW_STORE_CODE_SIZE];
    int seq;
    struct lw_arena arena;
    /* The last answer. */
    unsigned status;
    const struct lw_json *body;
};

static inline int64_t clock_now(void *ctx) {
    const struct env *env = ctx;
    return env->now_ms;
}

static inline void ask(struct env *env, enum http_method method, const char *path,
                       const char *key, const char *body) {
    struct exchange exchange;
    char target[200];
    struct lw_json *json = NULL;
    struct lw_error err;
    (void)snprintf(target, sizeof target, "/api/v1/studies/%s%s", env->study, path);
    exchange_init(&exchange, env->app);
    exchange.is_local = env->client == 0;
    exchange.client = env->client;
    exchange.request.method = method;
    exchange.request.target = target;
    exchange.request.host = "localhost";
    exchange.request.authorization = key;
    exchange.request.content_type = body == NULL ? NULL : "application/json";
    exchange.request.body = body == NULL ? "" : body;
    exchange.request.body_len = strlen(exchange.request.body);
    app_handle(&exchange);
    env->status = exchange.response.status;
    const struct lw_buffer *text = &exchange.response.body;
    if (text->len > 0 && lw_json_read(&env->arena, lw_buffer_text(text), text->len, &json,
                                      &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    env->body = json;
    exchange_free(&exchange);
}

static inline const char *of_error(const struct env *env, const char *key) {
    return lw_json_text_or(lw_json_get(env->body, "error"), key, "");
}

static inline void is_refused(const struct env *env, unsigned status, const char *code,
                              const char *place) {
    if (env->status != status || strcmp(of_error(env, "code"), code) != 0 ||
        (place != NULL && strcmp(of_error(env, "place"), place) != 0)) {
        fail_msg("%u %s at %s (%s), expected %u %s at %s", env->status,
                 of_error(env, "code"), of_error(env, "place"), of_error(env, "message"),
                 status, code, place == NULL ? "anywhere" : place);
    }
    assert_true(strlen(of_error(env, "message")) > 10);
}

static inline void read_definition(const struct env *env, struct lw_buffer *text) {
    struct lw_error err;
    (void)env;
    lw_buffer_init(text, lw_alloc_libc());
    assert_int_equal(lw_platform_read_file(LW_TEST_DATA "/studies/mini.json",
                                           LW_STUDY_MAX_BYTES, text, &err),
                     LW_OK);
}

static inline void open_study(struct env *env) {
    struct lw_buffer text;
    struct lw_study_faults faults;
    struct lw_server_study_opened opened;
    struct lw_error err = {.text = ""};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    read_definition(env, &text);
    lw_study_faults_init(&faults, &env->arena);
    struct lw_store *store = app_store(env->app);
    const struct lw_server_study_input input = {.text = lw_buffer_text(&text),
                                                .len = text.len,
                                                .from = {.store = store},
                                                .today = "2026-11-17",
                                                .now_ms = env->now_ms,
                                                .runtime = &runtime};
    if (lw_server_study_open(&input, &env->arena, &faults, &opened, &err) != LW_OK) {
        fail_msg("%s %s", err.text, faults.n > 0 ? faults.faults[0].sentence : "");
    }
    app_give(env->app, store);
    memcpy(env->study, opened.study, sizeof env->study);
    lw_buffer_free(&text);
}

static inline int set_up(void **state) {
    struct env *env = calloc(1, sizeof *env);
    struct lw_error err;
    assert_non_null(env);
    env->now_ms = START_MS;
    struct lw_server_config config = {.db = ":memory:",
                                      .n_workers = UINT32_MAX,
                                      .no_packs = true,
                                      .now_ms = clock_now,
                                      .now_ctx = env};
    lw_arena_init(&env->arena, lw_alloc_libc());
    if (app_open(&config, 1, &env->app, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    open_study(env);
    *state = env;
    return 0;
}

static inline int tear_down(void **state) {
    struct env *env = *state;
    app_close(env->app);
    lw_arena_free(&env->arena);
    free(env);
    return 0;
}

static inline void try_enter(struct env *env, const char *panel) {
    char body[100];
    (void)snprintf(body, sizeof body, "{\"language\":\"en\"%s%s%s}",
                   panel == NULL ? "" : ",\"panel\":\"", panel == NULL ? "" : panel,
                   panel == NULL ? "" : "\"");
    ask(env, HTTP_POST, "/persons", NULL, body);
}

/* Another person is who asks from now on. */
static inline void enter(struct env *env, const char *panel) {
    try_enter(env, panel);
    if (env->status != 201) {
        fail_msg("not let in: %s", of_error(env, "message"));
    }
    (void)snprintf(env->key, sizeof env->key, "Person %s",
                   lw_json_text_or(env->body, "key", ""));
    (void)snprintf(env->code, sizeof env->code, "%s",
                   lw_json_text_or(env->body, "code", ""));
    env->seq = 0;
}

/* Sends events, written without seq, t and clock, with those numbers. The text may hold
 * several, parted by line ends. */
static inline void send_at(struct env *env, int seq, int64_t clock_ms,
                           const char *events) {
    struct lw_buffer body;
    lw_buffer_init(&body, lw_alloc_libc());
    lw_buffer_puts(&body, "{\"events\":[");
    for (const char *at = events; *at != '\0'; seq++) {
        size_t len = strcspn(at, "\n");
        lw_buffer_printf(&body, "%s{\"seq\":%d,\"t\":%d.125,\"clock\":%lld.5,%.*s}",
                         at == events ? "" : ",", seq, seq, (long long)clock_ms, (int)len,
                         at);
        at += len + (at[len] == '\n');
    }
    lw_buffer_puts(&body, "]}");
    ask(env, HTTP_POST, "/events", env->key, lw_buffer_text(&body));
    lw_buffer_free(&body);
}

static inline void give(struct env *env, const char *events) {
    send_at(env, env->seq, env->now_ms, events);
    if (env->status != 200) {
        fail_msg("%s: %u %s at %s: %s", events, env->status, of_error(env, "code"),
                 of_error(env, "place"), of_error(env, "message"));
    }
    env->seq = (int)lw_json_number_or(env->body, "next_seq", -1);
}

/* The event is refused so, and the log is as long as it was. */
static inline void refuses(struct env *env, const char *event, unsigned status,
                           const char *code, const char *place) {
    send_at(env, env->seq, env->now_ms, event);
    is_refused(env, status, code, place);
    ask(env, HTTP_GET, "/me", env->key, NULL);
    assert_int_equal(env->status, 200);
    assert_int_equal(lw_json_number_or(env->body, "next_seq", -1), env->seq);
}

static inline const struct lw_json *levels_of(struct env *env, const char *phase) {
    ask(env, HTTP_GET, "/me", env->key, NULL);
    const struct lw_json *phases = lw_json_get(lw_json_get(env->body, "plan"), "phases");
    for (const struct lw_json *at = phases->first; at != NULL; at = at->next) {
        if (strcmp(lw_json_text_or(at, "id", ""), phase) == 0) {
            return lw_json_get(at, "trials");
        }
    }
    return NULL;
}

#define CONSENT                                                                          \
    "\"type\":\"phase-start\",\"phase\":\"consent\"\n"                                   \
    "\"type\":\"consent\",\"phase\":\"consent\",\"data\":{\"answer\":\"yes\","           \
    "\"version\":\"1\",\"of_age\":true,\"statements\":[\"read\"],\"special\":[],"        \
    "\"language\":\"en\"}\n"                                                             \
    "\"type\":\"phase-end\",\"phase\":\"consent\",\"data\":{\"reason\":\"done\"}"
#define START(phase) "\"type\":\"phase-start\",\"phase\":\"" phase "\""
#define END(phase)                                                                       \
    "\"type\":\"phase-end\",\"phase\":\"" phase "\",\"data\":{\"reason\":\"done\"}"

#endif
