/* What a line of play measures, by hand and against a second way of counting. */
#include "test_support.h"

static lw_status measure(const struct lw_level *level, const char *moves, double *values,
                         struct lw_error *err) {
    *err = (struct lw_error){.text = ""};
    return lw_sokoban_kind.solve->measure(level, moves, strlen(moves), values, err);
}

static void check_line(const char *board, const char *moves,
                       const double expected[LW_SOKOBAN_N_MEASURES]) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_error err;
    double values[LW_MAX_MEASURES];
    read_text(game, "xsb", board, &set);
    if (measure(set.entries[0].level, moves, values, &err) != LW_OK) {
        fail_msg("%s: %s", moves, err.text);
    }
    for (size_t i = 0; i < LW_SOKOBAN_N_MEASURES; i++) {
        if (values[i] != expected[i]) {
            fail_msg("%s of %s is %g, not %g", lw_sokoban_kind.solve->measures[i].name,
                     moves, values[i], expected[i]);
        }
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* moves, pushes, lines, changes, sessions, player lines */
static void test_by_hand(void **unused) {
    (void)unused;
    static const char two[] = "#######\n#@$  .#\n#  $ .#\n#     #\n#######\n";
    /* Two pushes of the first box, two of the second, the first again: the return to a
     * box begins a new line and a new change even in the old direction. */
    check_line(two, "RRldRRluR", (double[]){9, 5, 3, 3, 3, 7});
    check_line(two, "RRR lldR\nR", (double[]){8, 5, 2, 2, 2, 4});
    /* A walk between two pushes of one box in one direction begins no new line, but a
     * new session. */
    check_line("######\n#@$ .#\n######\n", "RR", (double[]){2, 2, 1, 1, 1, 1});
    check_line("######\n#@$ .#\n######\n", "RlrR", (double[]){4, 2, 1, 1, 2, 3});
    /* A turn of the same box is a new line, not a new change. */
    check_line("######\n#    #\n#@$  #\n#    #\n#  . #\n######\n", "RurDD",
               (double[]){5, 3, 2, 1, 2, 4});
}

static void check_refused(const char *board, const char *moves, const char *words) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_error err;
    read_text(game, "xsb", board, &set);
    assert_int_equal(measure(set.entries[0].level, moves, NULL, &err), LW_BAD_INPUT);
    if (strstr(err.text, words) == NULL) {
        fail_msg("'%s' lacks '%s'", err.text, words);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_refused(void **unused) {
    (void)unused;
    static const char board[] = "######\n#@$ .#\n######\n";
    check_refused(board, "R", "after move 1, the last");
    check_refused(board, "", "after move 0, the last");
    check_refused(board, "RRR", "move 3 (R) is not possible");
    check_refused(board, "Rx", "move 2 is byte 0x78");
    check_refused("#####\n#@ *#\n#####\n", "r", "none of the 1 moves pushes");
    check_refused("######\n#@$$.#\n######\n", "r", "2 boxes");
}

/* A second way of counting. */

/* Boxes carry names here; the product only knows where the last pushed box stands. */
struct model {
    char grid[20][20]; /* wall or not */
    int box_x[20], box_y[20], n_boxes;
    int x, y;
};

static int box_at(const struct model *model, int x, int y) {
    for (int i = 0; i < model->n_boxes; i++) {
        if (model->box_x[i] == x && model->box_y[i] == y) {
            return i;
        }
    }
    return -1;
}

/* The box pushed, -1 for a walk, -2 when blocked. */
static int model_step(struct model *model, int dir) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int x = model->x + dx[dir], y = model->y + dy[dir], box = box_at(model, x, y);
    if (model->grid[y][x] == '#') {
        return -2;
    }
    if (box >= 0) {
        int to_x = x + dx[dir], to_y = y + dy[dir];
        if (model->grid[to_y][to_x] == '#' || box_at(model, to_x, to_y) >= 0) {
            return -2;
        }
        model->box_x[box] = to_x;
        model->box_y[box] = to_y;
    }
    model->x = x;
    model->y = y;
    return box;
}

/* Rows of eleven bytes. */
static const char hall[] = "##########\n"
                           "#........#\n"
                           "#........#\n"
                           "#........#\n"
                           "#........#\n"
                           "#........#\n"
                           "##########\n";

/* A hall with boxes that all start on goals. */
static void make_model(struct lw_rng *rng, struct model *model, char *board) {
    memset(model, 0, sizeof *model);
    (void)strcpy(board, hall);
    for (int y = 0; y < 7; y++) {
        memcpy(model->grid[y], hall + (size_t)y * 11, 10);
    }
    model->x = 1;
    model->y = 1;
    board[11 + 1] = '+';
    for (int i = 0; i < 6; i++) {
        int x = 2 + (int)lw_rng_below(rng, 6), y = 2 + (int)lw_rng_below(rng, 3);
        if (box_at(model, x, y) < 0) {
            model->box_x[model->n_boxes] = x;
            model->box_y[model->n_boxes++] = y;
            board[y * 11 + x] = '*';
        }
    }
    /* As many goals as boxes: only those under the boxes stay. */
    for (char *c = board; *c != '\0'; c++) {
        *c = *c == '.' ? ' ' : *c == '+' ? '@' : *c;
    }
}

/* Plays at random; whether a prefix solves the level, and what it then measures, must
 * agree every time. Returns how often it was solved. */
static size_t check_random(struct lw_rng *rng) {
    struct model model;
    char board[sizeof hall], moves[120];
    make_model(rng, &model, board);
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb", board, &set);
    struct model start = model;
    double counts[LW_SOKOBAN_N_MEASURES] = {0};
    int last_dir = -1, last_push_dir = -1, last_box = -1;
    bool last_was_push = false;
    size_t n = 0, n_cases = 0;
    while (n + 1 < sizeof moves) {
        int dir = (int)lw_rng_below(rng, 4), box = model_step(&model, dir);
        if (box == -2) {
            continue;
        }
        moves[n++] = "urdl"[dir];
        moves[n] = '\0';
        counts[LW_SOKOBAN_MOVES]++;
        counts[LW_SOKOBAN_PLAYER_LINES] += dir != last_dir;
        last_dir = dir;
        if (box >= 0) {
            counts[LW_SOKOBAN_PUSHES]++;
            counts[LW_SOKOBAN_CHANGES] += box != last_box;
            counts[LW_SOKOBAN_LINES] += box != last_box || dir != last_push_dir;
            counts[LW_SOKOBAN_SESSIONS] += !last_was_push;
            last_box = box;
            last_push_dir = dir;
        }
        last_was_push = box >= 0;
        bool solved = counts[LW_SOKOBAN_PUSHES] > 0;
        for (int i = 0; i < model.n_boxes; i++) {
            solved = solved && box_at(&start, model.box_x[i], model.box_y[i]) >= 0;
        }
        double values[LW_MAX_MEASURES];
        struct lw_error err;
        lw_status status = measure(set.entries[0].level, moves, values, &err);
        assert_int_equal(status == LW_OK, solved);
        for (size_t i = 0; solved && i < LW_SOKOBAN_N_MEASURES; i++) {
            assert_true(values[i] == counts[i]);
        }
        n_cases += solved;
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    return n_cases;
}

static void test_random(void **unused) {
    (void)unused;
    size_t n_cases = 0;
    for (uint32_t seed = 0; seed < 1500; seed++) {
        struct lw_rng rng = lw_rng_make(99, seed);
        n_cases += check_random(&rng);
    }
    print_message("%zu solved lines compared\n", n_cases);
    assert_true(n_cases > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
