/* Playing through the calls: moves, keys, pointing, ways, undo, saves, handles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calls_test_support.h"

static unsigned open_game(struct fixture *f, const char *members) {
    return (unsigned)number_at(ask(f, LW_OK, "{'call':'play.open',%s}", members),
                               "handle");
}

static unsigned open_text(struct fixture *f, const char *text) {
    return (unsigned)number_at(
        ask(f, LW_OK, "{'call':'play.open','text':%s}", quoted(f, text)), "handle");
}

/* What the page shows when a hint is asked for at a level that needs no move. */
static void a_solved_level_is_not_called_lost(void **state) {
    (void)state;
    static const char *const calls[] = {"play.hint", "play.dead"};
    struct fixture f;
    fixture_open(&f, NULL);
    unsigned handle = open_text(&f, "#####\n#*  #\n# @ #\n#####\n");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const struct lw_json *reply =
            ask(&f, LW_OK, "{'call':'%s','handle':%u}", calls[i], handle);
        assert_string_equal(text_at(reply, "outcome"), "solved");
        assert_non_null(strstr(text_at(reply, "text"), "solved already"));
    }
    fixture_close(&f);
}

/* Hint after hint leads home, and every move can be taken back and made again. */
static void hints_lead_home_in_every_game(void **state) {
    (void)state;
    struct fixture f;
    const char *games[N_GAMES];
    fixture_open(&f, NULL);
    all_games(&f, games);
    for (size_t i = 0; i < N_GAMES; i++) {
        unsigned handle = open_game(&f, games[i]);
        const struct lw_json *now =
            ask(&f, LW_OK, "{'call':'play.state','handle':%u}", handle);
        size_t n = 0;
        for (; !flag_at(now, "won") && n < 100; n++) {
            const struct lw_json *hint =
                ask(&f, LW_OK, "{'call':'play.hint','handle':%u}", handle);
            assert_string_equal(text_at(hint, "outcome"), "solved");
            now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':%s}", handle,
                      quoted(&f, text_at(hint, "move")));
            assert_true(flag_at(now, "changed"));
        }
        assert_true(flag_at(now, "won"));
        assert_non_null(lw_json_get(lw_json_get(now, "measures"), "moves"));
        const char *line = text_at(now, "moves"), *save = text_at(now, "save");
        const struct lw_json *dead =
            ask(&f, LW_OK, "{'call':'play.dead','handle':%u}", handle);
        assert_string_not_equal(text_at(dead, "outcome"), "unsolvable");
        now = ask(&f, LW_OK, "{'call':'play.undo','handle':%u,'count':1000}", handle);
        assert_false(flag_at(now, "can_undo"));
        assert_false(flag_at(now, "won"));
        now = ask(&f, LW_OK, "{'call':'play.redo','handle':%u,'count':1000}", handle);
        assert_string_equal(text_at(now, "moves"), line);
        assert_false(flag_at(now, "can_redo"));
        now = ask(&f, LW_OK, "{'call':'play.restart','handle':%u}", handle);
        assert_string_equal(text_at(now, "moves"), "");
        now = ask(&f, LW_OK, "{'call':'play.undo','handle':%u}", handle);
        assert_true(flag_at(now, "won"));
        now = ask(&f, LW_OK, "{'call':'play.open',%s,'save':%s}", games[i],
                  quoted(&f, save));
        assert_string_equal(text_at(now, "moves"), line);
        now = ask(&f, LW_OK, "{'call':'play.open',%s,'moves':%s}", games[i],
                  quoted(&f, line));
        assert_true(flag_at(now, "won"));
    }
    fixture_close(&f);
}

static void keys_are_spelled_as_pushes(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    unsigned handle = open_text(&f, "######\n#@ $.#\n######\n");
    const struct lw_json *now =
        ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'up'}", handle);
    assert_false(flag_at(now, "changed"));
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'F5'}", handle);
    assert_false(flag_at(now, "changed"));
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_string_equal(text_at(now, "made"), "r");
    assert_int_equal(lw_json_get(now, "moved")->n_children, 1);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_string_equal(text_at(now, "moves"), "rR");
    assert_string_equal(text_at(now, "made"), "R");
    assert_true(flag_at(now, "won"));
    assert_true(number_at(lw_json_get(now, "measures"), "pushes") == 1);
    const struct lw_json *moved = lw_json_get(now, "moved");
    assert_int_equal(moved->n_children, 2);
    assert_true(item_at(item_at(moved, 1), 0)->number == 9);
    assert_true(item_at(item_at(moved, 1), 1)->number == 10);
    assert_true(number_at(lw_json_get(now, "draw"), "player") == 9);
    fixture_close(&f);
}

static void a_wrong_move_makes_none(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    unsigned handle = open_text(&f, MICROBAN_1);
    ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'dlU'}", handle);
    ask(&f, LW_OK, "{'call':'play.undo','handle':%u}", handle);
    const struct lw_json *before =
        ask(&f, LW_OK, "{'call':'play.state','handle':%u}", handle);
    const struct lw_json *error =
        ask(&f, LW_BAD_INPUT, "{'call':'play.do','handle':%u,'moves':'uulxr'}", handle);
    assert_non_null(strstr(text_at(error, "message"), "move 3"));
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u}", handle);
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u,'moves':'r','key':'up'}", handle);
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u,'moves':7}", handle);
    ask(&f, LW_UNSUPPORTED, "{'call':'play.do','handle':%u,'cells':[1,2]}", handle);
    ask(&f, LW_USAGE, "{'call':'play.walk','handle':%u}", handle);
    ask(&f, LW_USAGE, "{'call':'play.walk','handle':%u,'cell':4000}", handle);
    ask(&f, LW_IMPOSSIBLE, "{'call':'play.walk','handle':%u,'cell':0}", handle);
    ask(&f, LW_USAGE, "{'call':'play.drag','handle':%u,'from':8,'to':9}", handle);
    ask(&f, LW_USAGE, "{'call':'play.undo','handle':%u,'count':'all'}", handle);
    ask(&f, LW_BAD_INPUT, "{'call':'play.open','text':%s,'save':'lw1 9 |r'}",
        quoted(&f, MICROBAN_1));
    const struct lw_json *after =
        ask(&f, LW_OK, "{'call':'play.state','handle':%u}", handle);
    assert_string_equal(text_at(before, "save"), text_at(after, "save"));
    assert_true(flag_at(after, "can_redo"));
    fixture_close(&f);
}

static void pointing_plays_flow_lazors_and_move(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *now =
        ask(&f, LW_OK, "{'call':'play.open','game':'flow','text':'A..\\n..A\\nB.B'}");
    unsigned handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[0,3,4,1,2,5]}", handle);
    assert_string_equal(text_at(now, "made"), "A1drurd");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[6,7,8]}", handle);
    assert_true(flag_at(now, "won"));
    assert_true(number_at(now, "n_moves") == 2);
    /* Nothing lies under the pointer, or the cells are none: nothing happens. */
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[]}", handle);
    assert_false(flag_at(now, "changed"));
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[99999]}", handle);
    assert_false(flag_at(now, "changed"));
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u,'cells':['a']}", handle);
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u,'cells':[-1]}", handle);
    /* A mirror from the tray below the board to the cell A2. */
    now = ask(&f, LW_OK, "{'call':'play.open','game':'lazors','text':%s}",
              quoted(&f, data_file(&f, "lazors/levels/own_01.bff")));
    handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[91,37]}", handle);
    assert_string_equal(text_at(now, "made"), "A>A2");
    /* A swipe. */
    now = ask(&f, LW_OK, "{'call':'play.open','game':'move','text':'A. .. .a'}");
    handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'cells':[0,1]}", handle);
    assert_string_equal(text_at(now, "made"), "R");
    assert_int_equal(lw_json_get(now, "moved")->n_children, 1);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_true(flag_at(now, "won"));
    ask(&f, LW_UNSUPPORTED, "{'call':'play.walk','handle':%u,'cell':1}", handle);
    fixture_close(&f);
}

static void boxes_are_dragged_the_shortest_way(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    /* Round the box twice: right along the row, then up, by walking around it. */
    unsigned handle = open_text(&f, "########\n#     .#\n#      #\n# $    #\n#@     #\n"
                                    "########\n");
    const struct lw_json *way =
        ask(&f, LW_OK, "{'call':'play.drag','handle':%u,'from':26,'to':14,'peek':true}",
            handle);
    const char *moves = text_at(way, "moves");
    size_t n_pushes = 0;
    for (const char *at = moves; *at != '\0'; at++) {
        n_pushes += *at < 'a';
    }
    assert_int_equal(n_pushes, 6);
    assert_int_equal(strlen(moves), 9);
    const struct lw_json *now =
        ask(&f, LW_OK, "{'call':'play.drag','handle':%u,'from':26,'to':14}", handle);
    assert_true(flag_at(now, "won"));
    assert_string_equal(text_at(now, "made"), moves);
    ask(&f, LW_IMPOSSIBLE, "{'call':'play.drag','handle':%u,'from':14,'to':26}", handle);
    now = ask(&f, LW_OK, "{'call':'play.walk','handle':%u,'cell':9}", handle);
    assert_true(flag_at(now, "changed"));
    now = ask(&f, LW_OK, "{'call':'play.undo','handle':%u,'count':99}", handle);
    const struct lw_json *targets = lw_json_get(
        ask(&f, LW_OK, "{'call':'play.targets','handle':%u,'from':26}", handle), "cells");
    assert_int_equal(targets->n_children, 23);
    fixture_close(&f);
}

/* Every square of every box of a level: what drag finds is what a plain search over whole
 * positions finds that may push only that box. */
struct brute {
    char cells[64];
    unsigned width, n;
};

static int brute_cost(const struct brute *b, unsigned player, unsigned from,
                      unsigned to) {
    /* cost = pushes * 1000 + moves, relaxed until nothing changes */
    static int cost[64][64];
    const int steps[] = {-(int)b->width, 1, (int)b->width, -1};
    for (unsigned p = 0; p < b->n; p++) {
        for (unsigned x = 0; x < b->n; x++) {
            cost[p][x] = 1 << 30;
        }
    }
    cost[player][from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = 0; p < b->n; p++) {
            for (unsigned x = 0; x < b->n; x++) {
                for (int d = 0; d < 4 && cost[p][x] < 1 << 30; d++) {
                    unsigned to_p = (unsigned)((int)p + steps[d]), to_x = x;
                    int price = cost[p][x] + 1;
                    if (to_p == x) {
                        to_x = (unsigned)((int)x + steps[d]);
                        price += 1000;
                    }
                    if (b->cells[to_p] == '#' || b->cells[to_x] == '#' ||
                        cost[to_p][to_x] <= price) {
                        continue;
                    }
                    cost[to_p][to_x] = price;
                    changed = true;
                }
            }
        }
    }
    int best = 1 << 30;
    for (unsigned p = 0; p < b->n; p++) {
        best = cost[p][to] < best ? cost[p][to] : best;
    }
    return best;
}

static void drag_agrees_with_a_plain_search(void **state) {
    (void)state;
    static const char *const rows[] = {"#######", "#.#   #", "#   # #", "# $$  #",
                                       "## # ##", "#.@   #", "#######"};
    struct fixture f;
    struct lw_buffer text;
    fixture_open(&f, NULL);
    lw_buffer_init(&text, lw_alloc_libc());
    for (size_t y = 0; y < 7; y++) {
        lw_buffer_printf(&text, "%s\n", rows[y]);
    }
    unsigned handle = open_text(&f, lw_buffer_text(&text));
    for (unsigned from = 23; from <= 24; from++) {
        struct brute b = {.width = 7, .n = 49};
        for (unsigned i = 0; i < 49; i++) {
            char c = rows[i / 7][i % 7];
            b.cells[i] = (char)(c == '#' || (c == '$' && i != from) ? '#' : ' ');
        }
        for (unsigned to = 0; to < 49; to++) {
            int want = b.cells[to] == '#' ? 1 << 30 : brute_cost(&b, 37, from, to);
            if (to == from || rows[to / 7][to % 7] == '#') {
                continue;
            }
            const struct lw_json *way =
                ask(&f, want == 1 << 30 ? LW_IMPOSSIBLE : LW_OK,
                    "{'call':'play.drag','handle':%u,'from':%u,'to':%u,'peek':true}",
                    handle, from, to);
            if (want < 1 << 30) {
                int cost = 0;
                for (const char *at = text_at(way, "moves"); *at != '\0'; at++) {
                    cost += *at < 'a' ? 1001 : 1;
                }
                assert_int_equal(cost, want);
            }
        }
    }
    lw_buffer_free(&text);
    fixture_close(&f);
}

static void handles_are_bounded_and_not_mistaken(void **state) {
    (void)state;
    struct fixture f;
    struct lw_calls_host host = {.max_handles = 3};
    fixture_open(&f, &host);
    unsigned handles[3];
    for (size_t i = 0; i < 3; i++) {
        handles[i] = open_text(&f, MICROBAN_1);
    }
    ask(&f, LW_LIMIT, "{'call':'play.open','text':%s}", quoted(&f, MICROBAN_1));
    ask(&f, LW_OK, "{'call':'play.close','handle':%u}", handles[1]);
    ask(&f, LW_USAGE, "{'call':'play.close','handle':%u}", handles[1]);
    unsigned fresh = open_text(&f, MICROBAN_1);
    assert_int_not_equal(fresh, handles[1]);
    ask(&f, LW_USAGE, "{'call':'play.do','handle':%u,'moves':'d'}", handles[1]);
    ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'d'}", fresh);
    ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'d'}", handles[2]);
    /* An open that fails takes no handle. */
    ask(&f, LW_OK, "{'call':'play.close','handle':%u}", fresh);
    ask(&f, LW_BAD_INPUT, "{'call':'play.open','text':'####'}");
    (void)open_text(&f, MICROBAN_1);
    fixture_close(&f);
}

static const char talking[] =
    "title Talk\n\n========\nOBJECTS\n========\n\nBackground\nblack\n\nPlayer\nwhite\n\n"
    "Gem\nred\n\nWall\nbrown\n\n=======\nLEGEND\n=======\n\n. = Background\nP = "
    "Player\nG = Gem\nW = Wall\n\n"
    "=======\nSOUNDS\n=======\n\nGem destroy 36772507\n\n"
    "================\nCOLLISIONLAYERS\n================\n\nBackground\nGem\nPlayer, "
    "Wall\n\n"
    "======\nRULES\n======\n\n[ > Player | Gem ] -> [ | Player ] message Got it\n"
    "[ > Player | Wall ] -> [ > Player | Wall ] message A wall\n\n"
    "==============\nWINCONDITIONS\n==============\n\nNo Gem\n\n"
    "=======\nLEVELS\n=======\n\nmessage Find the gem\n\n.P.G\n\n";

static void puzzlescript_speaks_and_sounds(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *now =
        ask(&f, LW_OK, "{'call':'play.open','source':%s}", quoted(&f, talking));
    assert_string_equal(text_at(now, "message"), "Find the gem");
    unsigned handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_null(lw_json_get(now, "message"));
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_true(flag_at(now, "won"));
    assert_string_equal(text_at(now, "message"), "Got it");
    assert_string_equal(lw_json_get(now, "sounds")->first->text, "36772507");
    /* A wall speaks though nothing changes. */
    now = ask(&f, LW_OK, "{'call':'play.open','source':%s,'text':'.PW.G'}",
              quoted(&f, talking));
    handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'key':'right'}", handle);
    assert_false(flag_at(now, "changed"));
    assert_string_equal(text_at(now, "message"), "A wall");
    assert_true(number_at(lw_json_get(now, "draw"), "player") == 1);
    fixture_close(&f);
}

#define MAZE                                                                             \
    "OBJECTS\nBackground\nBlack\n\nPlayer\nWhite\n\nPit\nRed\n\n"                        \
    "LEGEND\n. = Background\nP = Player\nO = Pit\nSOUNDS\nCOLLISIONLAYERS\n"             \
    "Background\nPit\nPlayer\nRULES\nlate [ Player Pit ] -> [ Pit ]\n"                   \
    "WINCONDITIONS\nNo Background\nLEVELS\n\nP......\n.......\n....O..\n"

static void check_part(const struct lw_json *now, double x, double y, double width,
                       double height) {
    const struct lw_json *part = lw_json_get(now, "part");
    assert_non_null(part);
    assert_true(number_at(part, "x") == x && number_at(part, "y") == y);
    assert_true(number_at(part, "width") == width && number_at(part, "height") == height);
}

/* Pages of a board one after the other, or the surroundings of the player; what was shown
 * last when there is none. A game that says nothing shows all. */
static void part_of_the_board(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const struct lw_json *now = ask(&f, LW_OK, "{'call':'play.open','source':%s}",
                                    quoted(&f, "flickscreen 4x2\n" MAZE));
    unsigned handle = (unsigned)number_at(now, "handle");
    check_part(now, 0, 0, 4, 2);
    assert_int_equal((int)number_at(lw_json_get(now, "draw"), "width"), 7);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'rrr'}", handle);
    check_part(now, 0, 0, 4, 2);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'rd'}", handle);
    check_part(now, 4, 0, 3, 2);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'rd'}", handle);
    check_part(now, 4, 2, 3, 1);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'l'}", handle);
    check_part(now, 4, 2, 3, 1);
    now = ask(&f, LW_OK, "{'call':'play.undo','handle':%u,'count':7}", handle);
    check_part(now, 0, 0, 4, 2);
    now = ask(&f, LW_OK, "{'call':'play.open','source':%s}",
              quoted(&f, "zoomscreen 3x3\n" MAZE));
    handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'rrr'}", handle);
    check_part(now, 2, 0, 3, 3);
    now = ask(&f, LW_OK, "{'call':'play.open','source':%s}", quoted(&f, MAZE));
    assert_null(lw_json_get(now, "part"));
    fixture_close(&f);
}

/* Next to a gem the player and the gem change places without end. */
static const char endless[] =
    "OBJECTS\nBackground\nBlack\n\nPlayer\nWhite\n\nGem\nRed\n\nGold\nYellow\n\n"
    "LEGEND\n. = Background\nP = Player\nG = Gem\nSOUNDS\nCOLLISIONLAYERS\n"
    "Background\nGem, Gold\nPlayer\nRULES\n"
    "[ Player | Gem ] -> [ Player | Gold ]\n+ [ Player | Gold ] -> [ Player | Gem ]\n"
    "WINCONDITIONS\nSome Player on Gem\nLEVELS\n\nP..G\n....\n";
#define ENDLESS_LINE 24

/* Parsing tries the levels; playing and solving tell what they met, playing once. */
static void rules_without_end_are_told(void **state) {
    (void)state;
    struct fixture f;
    fixture_open(&f, NULL);
    const char *source = quoted(&f, endless);
    const struct lw_json *now = ask(&f, LW_OK, "{'call':'parse','source':%s}", source);
    const struct lw_json *messages = lw_json_get(now, "messages");
    assert_int_equal(messages->n_children, 1);
    assert_string_equal(text_at(messages->first, "severity"), "warning");
    assert_int_equal((int)number_at(messages->first, "line"), ENDLESS_LINE);
    now = ask(&f, LW_OK, "{'call':'solve','source':%s}", source);
    assert_int_equal((int)number_at(lw_json_get(now, "warning"), "line"), ENDLESS_LINE);
    now = ask(&f, LW_OK, "{'call':'play.open','source':%s}", source);
    assert_null(lw_json_get(now, "warning"));
    unsigned handle = (unsigned)number_at(now, "handle");
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'rrx'}", handle);
    assert_int_equal((int)number_at(lw_json_get(now, "warning"), "line"), ENDLESS_LINE);
    now = ask(&f, LW_OK, "{'call':'play.do','handle':%u,'moves':'lr'}", handle);
    assert_null(lw_json_get(now, "warning"));
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solved_level_is_not_called_lost),
        cmocka_unit_test(hints_lead_home_in_every_game),
        cmocka_unit_test(keys_are_spelled_as_pushes),
        cmocka_unit_test(a_wrong_move_makes_none),
        cmocka_unit_test(pointing_plays_flow_lazors_and_move),
        cmocka_unit_test(boxes_are_dragged_the_shortest_way),
        cmocka_unit_test(drag_agrees_with_a_plain_search),
        cmocka_unit_test(handles_are_bounded_and_not_mistaken),
        cmocka_unit_test(puzzlescript_speaks_and_sounds),
        cmocka_unit_test(part_of_the_board),
        cmocka_unit_test(rules_without_end_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
