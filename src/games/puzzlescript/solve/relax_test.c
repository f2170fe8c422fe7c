/* The relaxed view on small boards whose answers follow by hand: where a crate can go
 * between walls, what it takes to make and destroy, and what a way costs. */
#include "solve/relax_internal.h"
#include "test_support.h"

#define HEAD                                                                             \
    "OBJECTS\nbackground .\ngreen\n\nplayer p\nwhite\n\nwall #\nbrown\n\ncrate "         \
    "*\norange\n\ntarget o\nblue\n\ngem g\npink\n\nlava x\nred\n\nLEGEND\n"              \
    "@ = crate and target\nSOUNDS\nCOLLISIONLAYERS\nbackground\ntarget\nlava\n"          \
    "player, wall, crate, gem\nRULES\n[ > player | crate ] -> [ > player | > crate ]\n"

struct board {
    struct lw_game *game;
    struct lw_collection set;
    const struct lw_ps_level *level;
    struct ps_cost *cost;
    struct lw_play *play;
};

static void open_board(struct board *b, const char *rules, const char *wins,
                       const char *level) {
    char source[2048];
    int len = snprintf(source, sizeof source,
                       HEAD "%s\nWINCONDITIONS\n%s\nLEVELS\n\n%s\n", rules, wins, level);
    assert_true(len > 0 && (size_t)len < sizeof source);
    assert_int_equal(
        lw_puzzlescript_kind.game->create(
            lw_alloc_libc(),
            &(struct lw_game_spec){.source = source, .source_len = (size_t)len}, &b->game,
            NULL, NULL),
        LW_OK);
    lw_collection_init(&b->set, lw_alloc_libc());
    assert_int_equal(lw_game_read(b->game, NULL, source, (size_t)len, &b->set, NULL),
                     LW_OK);
    b->level = lw_ps_level_of(b->set.entries[0].level);
    assert_int_equal(lw_ps_cost_create(lw_ps_game_of(b->game), b->level, lw_alloc_libc(),
                                       &b->cost, NULL),
                     LW_OK);
    assert_non_null(b->cost);
    assert_int_equal(
        lw_ps_play_ops.open(b->set.entries[0].level, lw_alloc_libc(), &b->play, NULL),
        LW_OK);
}

static void close_board(struct board *b) {
    lw_ps_play_ops.close(b->play);
    lw_ps_cost_destroy(b->cost);
    lw_collection_free(&b->set);
    lw_game_destroy(b->game);
}

static double cost_of(const char *rules, const char *wins, const char *level) {
    struct board b;
    open_board(&b, rules, wins, level);
    uint8_t state[256];
    assert_true(b.play->state_bytes <= sizeof state);
    lw_ps_play_ops.start(b.play, state);
    lw_ps_unpack(lw_ps_engine_of(b.play), state);
    double cost = lw_ps_cost_of(b.cost, lw_ps_engine_of(b.play));
    close_board(&b);
    return cost;
}

static void assert_cost(double expected, const char *rules, const char *wins,
                        const char *level) {
    double cost = cost_of(rules, wins, level);
    if (cost != expected) {
        fail_msg("'%s' on\n%s\ncosts %g, not %g", wins, level, cost, expected);
    }
}

static void pushes_fit_between_walls(void **state) {
    (void)state;
    static const char wins[] = "all target on crate";
    assert_cost(0, "", wins, "#####\n#p.@#\n#####");
    assert_cost(1, "", wins, "######\n#p*o.#\n######");
    /* A crate in a corner cannot be pushed: no more is known than the limit. */
    assert_cost(4 * (6 + 4), "", wins, "######\n#*..o#\n#p...#\n######");
    /* Along the wall it can, from the middle of the row on. */
    assert_cost(2, "", wins, "######\n#.*.o#\n#p...#\n######");
    /* Two targets, two crates: each crate serves one. */
    assert_cost(1 + 3, "", wins, "########\n#p**oo.#\n########");
}

static void rules_make_and_destroy(void **state) {
    (void)state;
    static const char three[] = "[ crate | crate | crate ] -> [ | gem | ]";
    static const char pair[] = "[ crate | gem ] -> [ | ]";
    /* One lies right, two have a push to go. */
    assert_cost(1 + 2, three, "some target on gem",
                "########\n#p.....#\n#.*o**.#\n#......#\n########");
    assert_cost(1 + 1, pair, "no gem", "#######\n#p*.g.#\n#######");
    assert_cost(0, pair, "no gem", "#######\n#p*...#\n#######");
    assert_cost(1 + 2, "[ crate target ] -> win", "", "#######\n#p*.o.#\n#######");
}

static void what_stops_must_go(void **state) {
    (void)state;
    static const char lava[] = "[ > player | lava ] -> [ player | lava ]\n"
                               "[ > crate | lava ] -> [ | ]";
    static const char wins[] = "all target on player";
    assert_cost(3, lava, wins, "######\n#p..o#\n######");
    /* The way of four, and a crate to push next to the lava, and once more. */
    assert_cost(4 + (1 + 1), lava, wins, "#######\n#p..xo#\n#.*...#\n#.....#\n#######");
}

/* Best-first plays the paper's hand-made levels within its limit of states. */
static void forty_levels(void **state) {
    static const char *const names[] = {"Sokoban", "LavaGame", "BlockFaker", "GemGame",
                                        "DestroyGame"};
    (void)state;
    int n_solved = 0;
    for (size_t g = 0; g < 5; g++) {
        struct fixture f;
        char path[256];
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt",
                       LW_SHARED, names[g]);
        if (!fixture_open(&f, path)) {
            print_message("skipped: no ../shared\n");
            return;
        }
        for (size_t i = 0; i < f.set.n_entries; i++) {
            struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
            struct lw_solve_request request = {.budget = {.nodes = 5001},
                                               .engine = "best-first"};
            struct lw_solve_result result;
            lw_solve_result_init(&result, lw_alloc_libc());
            assert_int_equal(lw_puzzlescript_kind.solve->solve(f.set.entries[i].level,
                                                               &request, &runtime,
                                                               &result, NULL),
                             LW_OK);
            assert_true(result.expanded <= 5000);
            n_solved += result.outcome == LW_OUTCOME_SOLVED;
            lw_solve_result_free(&result);
        }
        fixture_close(&f);
    }
    assert_true(n_solved >= 34);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_fit_between_walls),
        cmocka_unit_test(rules_make_and_destroy),
        cmocka_unit_test(what_stops_must_go),
        cmocka_unit_test(forty_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
