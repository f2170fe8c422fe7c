/* The parts that need no network: addresses, names, dates, the rate limit, routes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "app_open.h"
#include "daily/clock.h"
#include "http/assets.h"
#include "http/exchange.h"
#include "http/limits.h"
#include "levels/levels.h"
#include "lw/base/json.h"
#include "routes/route.h"

static void reads_addresses(void **state) {
    struct http_uri uri;
    (void)state;
    assert_true(http_uri_read("/api/v1/packs/abc?x=1&y=%20a+b&z", &uri));
    assert_int_equal(uri.n_segments, 4);
    assert_string_equal(uri.segments[3], "abc");
    assert_string_equal(http_uri_parameter(&uri, "y"), " a b");
    assert_string_equal(http_uri_parameter(&uri, "z"), "");
    assert_null(http_uri_parameter(&uri, "w"));
    assert_true(http_uri_read("/", &uri));
    assert_int_equal(uri.n_segments, 0);
    static const char *const bad[] = {
        "",           "x",        "/..",  "/a/../b",  "/%2e%2e/x",
        "/a%2fb",     "/a\\b",    "/%00", "/%",       "/%4",
        "//a",        "/a//b",    "/./a", "/a?b=%0a", "/1/2/3/4/5/6/7/8/9",
        "/a%5c..%5c", "/x?a=%g0", "*"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (http_uri_read(bad[i], &uri)) {
            fail_msg("'%s' was taken", bad[i]);
        }
    }
}

static void counts_days(void **state) {
    char date[11];
    int64_t ms;
    (void)state;
    /* Every day of 400 years: the date's text read back gives the day again. */
    for (int64_t day = -40000; day < 106097; day++) {
        date_of(day * 86400000, date);
        assert_true(date_read(date, &ms));
        assert_int_equal(ms, day * 86400000);
    }
    date_of(INT64_C(951782400000), date); /* known: the leap day of 2000 */
    assert_string_equal(date, "2000-02-29");
    date_of(INT64_C(951868799999), date);
    assert_string_equal(date, "2000-02-29");
    assert_false(date_read("2025-02-29", &ms));
    assert_false(date_read("2025-13-01", &ms));
    assert_false(date_read("2025-1-01", &ms));
    assert_false(date_read("2025-01-01x", &ms));
    assert_false(date_read("2025-01-0'", &ms));
}

static void limits_rates(void **state) {
    struct limits *limits = limits_create(lw_alloc_libc(), 10, 50);
    unsigned retry_s = 0;
    unsigned taken = 0;
    (void)state;
    assert_non_null(limits);
    while (limits_take(limits, 1, 1, 1000000000, &retry_s)) {
        taken++;
    }
    assert_int_equal(taken, 50); /* five seconds' worth at once */
    assert_int_equal(retry_s, 1);
    assert_true(limits_take(limits, 2, 1, 1000000000, &retry_s));
    assert_true(limits_take(limits, 1, 10, 2000000000, &retry_s));
    assert_false(limits_take(limits, 1, 1, 2000000000, &retry_s));
    limits_destroy(limits);
}

/* Two threads that read the clock in one order and take in the other gain nothing. */
static void limits_times_out_of_order(void **state) {
    const uint64_t second = 1000000000;
    struct limits *limits = limits_create(lw_alloc_libc(), 10, 50);
    unsigned retry_s = 0;
    unsigned n = 0;
    (void)state;
    assert_non_null(limits);
    while (limits_take(limits, 1, 1, 10 * second, &retry_s)) {
        n++;
    }
    assert_int_equal(n, 50);
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t now_ns = i % 2 == 0 ? 10 * second - i : 10 * second;
        assert_false(limits_take(limits, 1, 1, now_ns, &retry_s));
    }
    assert_false(limits_take(limits, 1, 1, second, &retry_s));
    assert_false(limits_take(limits, 1, 1, 10 * second, &retry_s));
    assert_true(limits_take(limits, 1, 10, 11 * second, &retry_s));
    assert_false(limits_take(limits, 1, 1, 11 * second, &retry_s));
    limits_destroy(limits);
}

static int set_up(void **state) {
    static const char *const hosts[] = {"play.example"};
    static const char *const proxies[] = {"127.0.0.1", "10.0.0.1"};
    struct lw_server_config config = {.db = ":memory:",
                                      .n_workers = UINT32_MAX,
                                      .no_packs = true,
                                      .hosts = hosts,
                                      .n_hosts = 1,
                                      .proxies = proxies,
                                      .n_proxies = 2};
    struct lw_error err;
    struct app *app = NULL;
    if (app_open(&config, 1, &app, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    *state = app;
    return 0;
}

static int tear_down(void **state) {
    app_close(*state);
    return 0;
}

static unsigned ask(struct app *app, enum http_method method, const char *target,
                    const char *host, const char *origin) {
    struct exchange exchange;
    exchange_init(&exchange, app);
    exchange.is_local = true;
    exchange.request.method = method;
    exchange.request.target = target;
    exchange.request.host = host;
    exchange.request.origin = origin;
    exchange.request.body = "";
    app_handle(&exchange);
    unsigned status = exchange.response.status;
    exchange_free(&exchange);
    return status;
}

static void guards_names(void **state) {
    struct app *app = *state;
    static const char *const own[] = {"localhost",     "localhost:8080", "127.0.0.1:1",
                                      "[::1]:8080",    "10.1.2.3",       "play.example",
                                      "PLAY.example.", "[::1]"};
    static const char *const foreign[] = {"evil.example",   "localhost.evil.example",
                                          "127.0.0.1.evil", "",
                                          "[::1",           "localhost:80x",
                                          "localhost:",     "play.example.evil:80"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        assert_int_equal(ask(app, HTTP_GET, "/healthz", own[i], NULL), 200);
    }
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        assert_int_equal(ask(app, HTTP_GET, "/healthz", foreign[i], NULL), 403);
    }
    assert_int_equal(ask(app, HTTP_GET, "/healthz", NULL, NULL), 403);
    assert_int_equal(
        ask(app, HTTP_POST, "/api/v1/players", "localhost:8080", "http://localhost:8080"),
        201);
    assert_int_equal(
        ask(app, HTTP_POST, "/api/v1/players", "localhost:8080", "https://play.example"),
        201);
    static const char *const sites[] = {"http://localhost:9090", "http://evil.example",
                                        "null", "file://localhost:8080", ""};
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        assert_int_equal(
            ask(app, HTTP_POST, "/api/v1/players", "localhost:8080", sites[i]), 403);
    }
}

static void finds_routes(void **state) {
    struct app *app = *state;
    assert_int_equal(ask(app, HTTP_GET, "/api/v1/nothing", "localhost", NULL), 404);
    assert_int_equal(ask(app, HTTP_GET, "/api/v1/kinds/", "localhost", NULL), 404);
    assert_int_equal(ask(app, HTTP_DELETE, "/api/v1/kinds", "localhost", NULL), 405);
    assert_int_equal(ask(app, HTTP_HEAD, "/api/v1/kinds", "localhost", NULL), 200);
    assert_int_equal(ask(app, HTTP_OTHER, "/", "localhost", NULL), 405);
    assert_int_equal(ask(app, HTTP_GET, "/%zz", "localhost", NULL), 400);
    assert_int_equal(ask(app, HTTP_POST, "/api/v1/plays", "localhost", NULL), 415);
    char target[HTTP_MAX_URI + 10];
    memset(target, 'a', sizeof target);
    target[0] = '/';
    target[sizeof target - 1] = '\0';
    assert_int_equal(ask(app, HTTP_GET, target, "localhost", NULL), 414);
}

static unsigned post_pack(struct app *app, const char *key, const char *body) {
    struct exchange exchange;
    exchange_init(&exchange, app);
    exchange.is_local = true;
    exchange.request.method = HTTP_POST;
    exchange.request.target = "/api/v1/packs";
    exchange.request.host = "localhost";
    exchange.request.content_type = "application/json";
    exchange.request.authorization = key;
    exchange.request.body = body;
    exchange.request.body_len = strlen(body);
    app_handle(&exchange);
    unsigned status = exchange.response.status;
    exchange_free(&exchange);
    return status;
}

/* Moves that came with the mirror image of a stored level are replayed on the stored one;
 * the application of these tests has one connection, which is all that a request may
 * have. */
static void needs_one_connection(void **state) {
    static const char *const packs[] = {
        "{\"title\":\"t\",\"game\":\"sokoban\",\"levels\":[{\"text\":"
        "\"#####\\n#@$.#\\n#####\",\"solution\":\"R\"}]}",
        "{\"title\":\"t\",\"game\":\"sokoban\",\"levels\":[{\"text\":"
        "\"#####\\n#.$@#\\n#####\",\"solution\":\"L\"}]}"};
    struct app *app = *state;
    struct lw_error err;
    char id[LW_STORE_ID_SIZE];
    char secret[LW_STORE_SECRET_SIZE];
    char key[LW_STORE_SECRET_SIZE + 10];
    struct lw_store *store = app_store(app);
    assert_int_equal(lw_store_player_create(store, 1, id, secret, &err), LW_OK);
    app_give(app, store);
    (void)snprintf(key, sizeof key, "Player %s", secret);
    (void)alarm(60); /* a wait for a second connection has no end */
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(post_pack(app, key, packs[i]), 201);
    }
    (void)alarm(0);
}

static uint64_t peer_of(struct app *app, const char *address, const char *forwarded,
                        bool *is_local) {
    struct sockaddr_in in = {.sin_family = AF_INET};
    assert_int_equal(inet_pton(AF_INET, address, &in.sin_addr), 1);
    struct peer peer = limits_peer(app, (struct sockaddr *)&in, forwarded);
    *is_local = peer.is_local;
    return peer.client;
}

/* Only named proxies are believed, and only as far as the chain consists of them. */
static void believes_proxies(void **state) {
    struct app *app = *state;
    bool local;
    uint64_t client = peer_of(app, "9.9.9.9", NULL, &local);
    assert_false(local);
    assert_true(peer_of(app, "127.0.0.1", NULL, &local) != client && local);
    assert_true(peer_of(app, "127.0.0.1", "9.9.9.9", &local) == client && !local);
    assert_true(peer_of(app, "127.0.0.1", "1.1.1.1, 9.9.9.9", &local) == client);
    assert_true(peer_of(app, "127.0.0.1", "9.9.9.9, 10.0.0.1", &local) == client);
    /* Some proxies write the port as well. */
    assert_true(peer_of(app, "127.0.0.1", "9.9.9.9:4711", &local) == client);
    assert_true(peer_of(app, "127.0.0.1", "9.9.9.9:1, 10.0.0.1:80", &local) == client);
    uint64_t client6 = peer_of(app, "127.0.0.1", "2001:db8::1", &local);
    assert_true(peer_of(app, "127.0.0.1", " [2001:db8::1] ", &local) == client6);
    assert_true(peer_of(app, "127.0.0.1", "[2001:db8::1]:443", &local) == client6);
    assert_true(client6 != client);
    /* What is no address is the proxy's own affair. */
    static const char *const bad[] = {"unknown",      "9.9.9.9:",    "9.9.9.9:x",
                                      "[2001:db8::1", "[9.9.9.9:1]", "9.9.9.9:1:2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(peer_of(app, "127.0.0.1", bad[i], &local) ==
                    peer_of(app, "127.0.0.1", "?", &local));
    }
    /* Somebody else's word counts for nothing. */
    assert_true(peer_of(app, "9.9.9.9", "1.1.1.1", &local) == client);
    assert_false(local);
}

/* What the generators give for a PuzzleScript game is rows of its glyphs. */
static void reads_levels_beside_their_game(void **state) {
    static const char game[] =
        "title t\n\nOBJECTS\n\nBackground .\nblack\n\nPlayer P\nblue\n\nBox B\nred\n\n"
        "Goal "
        "G\ngreen\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer, "
        "Box\n\n"
        "RULES\n\n[ > Player | Box ] -> [ > Player | > Box ]\n\nWINCONDITIONS\n\n"
        "all Goal on Box\n\nLEVELS\n\nPBG\n";
    static const char level[] = "P.B.G\n";
    struct lw_opened opened;
    struct lw_error err = {.text = ""};
    (void)state;
    struct lw_open_request request = {.alloc = lw_alloc_libc(),
                                      .kind = lw_game_kind_find("puzzlescript"),
                                      .source = game,
                                      .source_len = strlen(game),
                                      .text = level,
                                      .len = strlen(level)};
    assert_int_equal(lw_open(&request, &opened, &err), LW_OK);
    assert_int_equal(opened.set.n_entries, 1);
    lw_opened_close(&opened);
}

static void same_budget(const struct route *route, const struct lw_json *operation) {
    const struct lw_json *told = lw_json_get(operation, "x-budget");
    if (told == NULL) {
        fail_msg("docs/openapi.json tells no x-budget of %s", route->pattern);
        return;
    }
    assert_int_equal(told->n_children, BUDGET_KINDS);
    for (int kind = 0; kind < BUDGET_KINDS; kind++) {
        const struct lw_json *most = lw_json_get(told, budget_name(kind));
        if (most == NULL || most->number != route->budget.most[kind]) {
            fail_msg("%s of %s is %u in the table and %s in docs/openapi.json",
                     budget_name(kind), route->pattern, route->budget.most[kind],
                     most == NULL ? "nothing" : most->text);
        }
    }
    bool has_body = route->body != BODY_NONE;
    assert_int_equal(route->budget.most[BUDGET_BYTES_IN] > 0, has_body);
}

/* The table and its description declare the same routes and budgets. */
static void tells_budgets(void **state) {
    const struct embedded *file = embedded_find("openapi.json");
    struct lw_arena arena;
    struct lw_json *root = NULL;
    struct lw_error err;
    size_t n;
    size_t n_told = 0;
    const struct route *table = routes(&n);
    (void)state;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_non_null(file);
    assert_int_equal(lw_json_read(&arena, (const char *)file->data,
                                  (size_t)(file->end - file->data), &root, &err),
                     LW_OK);
    const struct lw_json *paths = lw_json_get(root, "paths");
    for (size_t i = 0; i < n; i++) {
        const struct lw_json *path = lw_json_get(paths, table[i].pattern);
        const char *method = table[i].method == HTTP_GET    ? "get"
                             : table[i].method == HTTP_POST ? "post"
                                                            : "delete";
        assert_non_null(lw_json_get(path, method));
        same_budget(&table[i], lw_json_get(path, method));
    }
    for (const struct lw_json *at = paths->first; at != NULL; at = at->next) {
        n_told += at->n_children;
    }
    assert_int_equal(n_told, n);
    lw_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_levels_beside_their_game),
        cmocka_unit_test(reads_addresses),
        cmocka_unit_test(counts_days),
        cmocka_unit_test(tells_budgets),
        cmocka_unit_test(limits_rates),
        cmocka_unit_test(limits_times_out_of_order),
        cmocka_unit_test_setup_teardown(guards_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_routes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(needs_one_connection, set_up, tear_down),
        cmocka_unit_test_setup_teardown(believes_proxies, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
