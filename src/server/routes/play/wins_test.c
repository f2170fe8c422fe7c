/* What is kept of a win: the player's moves as a solution, by the game's own metric. */
#include "daily/daily_test_support.h"

/* A game whose solver minimises no moves, and whose wins count them. */
#define LEVEL "{\"text\":\"5 5\\n....Y\\n.R...\\n.....\\n.BRB.\\n.Y...\\n\\n0 0\\n\"}"
#define THREE "E1llllddddr B2rrrdddllu B4urrd"
#define FOUR "E1l D1lllddddr B2rrrdddllu B4urrd"

static void post(struct place *place, const char *who, const char *target,
                 const char *body, const char *key, char out[LW_STORE_ID_SIZE]) {
    struct exchange exchange;
    struct asked asked = {
        .method = HTTP_POST, .target = target, .who = who, .body = body};
    unsigned status = send(place, &asked, &exchange);
    if (status >= 300) {
        print_message("%s: %s\n", target, lw_buffer_text(&exchange.response.body));
    }
    assert_true(status < 300);
    if (key != NULL) {
        copy_text(reply_tree(&exchange), key, out, LW_STORE_ID_SIZE);
    }
    exchange_free(&exchange);
}

static void win(struct place *place, const char *who, const char *level,
                const char *moves) {
    char body[400], id[LW_STORE_ID_SIZE];
    (void)snprintf(body, sizeof body, "{\"level\":\"%s\"}", level);
    post(place, who, "/api/v1/plays", body, "play", id);
    (void)snprintf(body, sizeof body,
                   "{\"events\":[{\"play\":\"%s\",\"seq\":1,\"kind\":\"win\","
                   "\"t_ms\":900,\"data\":\"%s\"}]}",
                   id, moves);
    post(place, who, "/api/v1/events", body, NULL, NULL);
}

static void test_metric(void **state) {
    struct place place = {.now = utc(2026, 11, 15, 12)};
    struct files files;
    struct lw_error err;
    char id[LW_STORE_ID_SIZE], key[LW_STORE_SECRET_SIZE], who[100],
        pack[LW_STORE_ID_SIZE];
    struct lw_arena arena;
    struct lw_store_level_list levels;
    struct lw_store_solution_list list;
    struct lw_store_best best;
    (void)state;
    make_files(&files);
    place.config = (struct lw_server_config){.db = files.db,
                                             .n_workers = UINT32_MAX,
                                             .no_packs = true,
                                             .rate = 1e6,
                                             .now_ms = read_clock,
                                             .now_ctx = &place};
    assert_int_equal(app_open(&place.config, 4, &place.app, &err), LW_OK);
    struct lw_store *store = app_whole_store(place.app);
    assert_int_equal(lw_store_player_create(store, app_now_ms(place.app), id, key, &err),
                     LW_OK);
    (void)snprintf(who, sizeof who, "Player %s", key);
    post(&place, who, "/api/v1/packs",
         "{\"title\":\"P\",\"game\":\"flow\",\"levels\":[" LEVEL "]}", "id", pack);
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_store_pack_levels(store, pack, &arena, &levels, &err), LW_OK);
    assert_int_equal(levels.n, 1);
    win(&place, who, levels.levels[0].id, THREE);
    win(&place, who, levels.levels[0].id, FOUR);
    assert_int_equal(
        lw_store_solution_list(store, levels.levels[0].id, &arena, &list, &err), LW_OK);
    assert_int_equal(list.n, 1);
    assert_string_equal(list.solutions[0].origin, "player");
    assert_string_equal(list.solutions[0].metric, "any");
    /* The better one stays. */
    assert_string_equal(list.solutions[0].moves, THREE);
    assert_int_equal(lw_store_level_best(store, levels.levels[0].id, &best, &err), LW_OK);
    assert_int_equal((int)best.moves, 3);
    lw_arena_free(&arena);
    app_give(place.app, store);
    app_close(place.app);
    remove_files(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_metric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
