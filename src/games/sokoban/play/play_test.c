/* Play: steps, winning, pictures, and exact counts of positions.
 *
 * The counts (perft) are taken through the play table and compared with a brute force
 * that knows nothing of it: it works on strings of board symbols. */
#include "test_support.h"

/* Brute force on strings. */

#define MAX_TEXT 200

struct position {
    char text[MAX_TEXT];
};

/* A hash table: `slots` holds index + 1 of an item. */
struct positions {
    struct position *items;
    uint32_t *slots;
    size_t n, cap;
};

static size_t slot_of(const struct positions *set, const char *text) {
    uint64_t hash = 1469598103934665603u;
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    }
    size_t slot = (size_t)hash % (2 * set->cap);
    while (set->slots[slot] != 0 &&
           strcmp(set->items[set->slots[slot] - 1].text, text) != 0) {
        slot = (slot + 1) % (2 * set->cap);
    }
    return slot;
}

static void grow_positions(struct positions *set) {
    set->cap = set->cap == 0 ? 64 : set->cap * 2;
    set->items = realloc(set->items, set->cap * sizeof *set->items);
    free(set->slots);
    set->slots = calloc(2 * set->cap, sizeof *set->slots);
    assert_true(set->items != NULL && set->slots != NULL);
    for (size_t i = 0; i < set->n; i++) {
        set->slots[slot_of(set, set->items[i].text)] = (uint32_t)(i + 1);
    }
}

static bool add_position(struct positions *set, const struct position *position) {
    if (set->n == set->cap) {
        grow_positions(set);
    }
    size_t slot = slot_of(set, position->text);
    if (set->slots[slot] != 0) {
        return false;
    }
    set->items[set->n++] = *position;
    set->slots[slot] = (uint32_t)set->n;
    return true;
}

static void free_positions(struct positions *set) {
    free(set->items);
    free(set->slots);
}

static char enter(char c, bool box) {
    return box ? (c == ' ' ? '$' : '*') : (c == ' ' ? '@' : '+');
}

/* One step of the player by (dx, dy); 0 blocked, 1 walked, 2 pushed. */
static int brute_step(const struct position *from, int dx, int dy, struct position *to) {
    *to = *from;
    char *player = strpbrk(to->text, "@+");
    int stride = (int)(strchr(to->text, '\n') - to->text) + 1;
    char *next = player + dx + dy * stride, *beyond = next + dx + dy * stride;
    int result = 1;
    if (*next == '$' || *next == '*') {
        if (*beyond != ' ' && *beyond != '.') {
            return 0;
        }
        *beyond = enter(*beyond, true);
        *next = *next == '$' ? ' ' : '.';
        result = 2;
    }
    if (*next != ' ' && *next != '.') {
        return 0;
    }
    *next = enter(*next, false);
    *player = *player == '@' ? ' ' : '.';
    return result;
}

static const int dirs[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/* New positions at each number of moves. */
static void brute_moves(const char *board, size_t depths, size_t *counts) {
    struct positions seen = {.n = 0};
    struct position start, next;
    (void)snprintf(start.text, sizeof start.text, "%s", board);
    (void)add_position(&seen, &start);
    counts[0] = 1;
    size_t first = 0;
    for (size_t depth = 1; depth < depths; depth++) {
        size_t end = seen.n;
        for (size_t i = first; i < end; i++) {
            for (int dir = 0; dir < 4; dir++) {
                struct position here = seen.items[i];
                if (brute_step(&here, dirs[dir][0], dirs[dir][1], &next) != 0) {
                    (void)add_position(&seen, &next);
                }
            }
        }
        counts[depth] = seen.n - end;
        first = end;
    }
    free_positions(&seen);
}

/* Everything reachable from the positions by walking alone. */
static void close_walks(struct positions *set, struct positions *all) {
    struct position next;
    for (size_t i = 0; i < set->n; i++) {
        for (int dir = 0; dir < 4; dir++) {
            struct position here = set->items[i];
            if (brute_step(&here, dirs[dir][0], dirs[dir][1], &next) == 1 &&
                add_position(all, &next)) {
                (void)add_position(set, &next);
            }
        }
    }
}

/* New (boxes, player's region) positions at each number of pushes: counted as layers of
 * full positions, where each region is represented once by its least text. */
static size_t count_regions(const struct positions *layer) {
    struct positions regions = {.n = 0};
    for (size_t i = 0; i < layer->n; i++) {
        struct positions region = {.n = 0}, own = {.n = 0};
        (void)add_position(&region, &layer->items[i]);
        (void)add_position(&own, &layer->items[i]);
        close_walks(&region, &own);
        size_t least = 0;
        for (size_t k = 1; k < region.n; k++) {
            least =
                strcmp(region.items[k].text, region.items[least].text) < 0 ? k : least;
        }
        (void)add_position(&regions, &region.items[least]);
        free_positions(&region);
        free_positions(&own);
    }
    free_positions(&regions);
    return regions.n;
}

static void brute_pushes(const char *board, size_t depths, size_t *counts) {
    struct positions all = {.n = 0}, layer = {.n = 0};
    struct position start, next;
    (void)snprintf(start.text, sizeof start.text, "%s", board);
    (void)add_position(&all, &start);
    (void)add_position(&layer, &start);
    for (size_t depth = 0; depth < depths; depth++) {
        close_walks(&layer, &all);
        counts[depth] = count_regions(&layer);
        struct positions after = {.n = 0};
        for (size_t i = 0; i < layer.n; i++) {
            for (int dir = 0; dir < 4; dir++) {
                if (brute_step(&layer.items[i], dirs[dir][0], dirs[dir][1], &next) == 2 &&
                    add_position(&all, &next)) {
                    (void)add_position(&after, &next);
                }
            }
        }
        free_positions(&layer);
        layer = after;
    }
    free_positions(&layer);
    free_positions(&all);
}

/* The same through the play table. */

struct counter {
    struct lw_play *play;
    struct lw_state_set seen;
    uint8_t here[64], next[64];
};

static void counter_open(struct counter *counter, const struct lw_level *level) {
    assert_int_equal(
        lw_sokoban_kind.play->open(level, lw_alloc_libc(), &counter->play, NULL), LW_OK);
    assert_true(counter->play->state_bytes <= sizeof counter->here);
    lw_state_set_init(&counter->seen, lw_alloc_libc(), counter->play->state_bytes);
}

static void counter_close(struct counter *counter) {
    lw_state_set_free(&counter->seen);
    lw_sokoban_kind.play->close(counter->play);
}

static void play_moves(const struct lw_level *level, size_t depths, size_t *counts) {
    const struct lw_play_ops *ops = lw_sokoban_kind.play;
    struct counter counter;
    bool added;
    counter_open(&counter, level);
    ops->start(counter.play, counter.here);
    (void)lw_state_set_add(&counter.seen, counter.here, &added);
    counts[0] = 1;
    uint32_t first = 0;
    for (size_t depth = 1; depth < depths; depth++) {
        uint32_t end = counter.seen.n_states;
        for (uint32_t i = first; i < end; i++) {
            lw_step_move moves[LW_MAX_MOVES];
            memcpy(counter.here, lw_state_set_get(&counter.seen, i),
                   counter.play->state_bytes);
            size_t n = ops->moves(counter.play, counter.here, moves);
            for (size_t m = 0; m < n; m++) {
                assert_int_not_equal(
                    ops->step(counter.play, counter.here, moves[m], counter.next),
                    LW_STEP_ILLEGAL);
                (void)lw_state_set_add(&counter.seen, counter.next, &added);
            }
        }
        counts[depth] = counter.seen.n_states - end;
        first = end;
    }
    counter_close(&counter);
}

/* Pushes on the numbered board. */

/* Box bits, then the least square of the player's region. */
struct push_state {
    uint64_t boxes;
    uint64_t least;
};

static struct push_state normal(const struct lw_sokoban_board *board, uint64_t boxes,
                                uint16_t player, uint64_t *region) {
    uint64_t reached = (uint64_t)1 << player;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t at = 0; at < board->n_squares; at++) {
            for (int dir = 0; dir < LW_N_DIRS && (reached >> at & 1); dir++) {
                uint16_t to = board->next[at][dir];
                if (to != LW_SOKOBAN_NO_SQUARE && !((boxes | reached) >> to & 1)) {
                    reached |= (uint64_t)1 << to;
                    grew = true;
                }
            }
        }
    }
    *region = reached;
    return (struct push_state){boxes, reached & (~reached + 1)};
}

static void board_pushes(const struct lw_level *level, size_t depths, size_t *counts) {
    struct lw_sokoban_board *board;
    struct lw_state_set seen;
    uint64_t boxes = 0, region;
    bool added;
    assert_int_equal(lw_sokoban_board_create(level, lw_alloc_libc(), &board, NULL),
                     LW_OK);
    assert_true(board->n_squares <= 64);
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        boxes |= (uint64_t)1 << board->boxes[i];
    }
    lw_state_set_init(&seen, lw_alloc_libc(), sizeof(struct push_state));
    struct push_state state = normal(board, boxes, board->player, &region);
    (void)lw_state_set_add(&seen, &state, &added);
    uint32_t first = 0;
    for (size_t depth = 0; depth < depths; depth++) {
        uint32_t end = seen.n_states;
        counts[depth] = end - first;
        for (uint32_t i = first; i < end; i++) {
            memcpy(&state, lw_state_set_get(&seen, i), sizeof state);
            uint16_t player = 0;
            while (!(state.least >> player & 1)) {
                player++;
            }
            (void)normal(board, state.boxes, player, &region);
            for (uint16_t box = 0; box < board->n_squares; box++) {
                for (int dir = 0; dir < LW_N_DIRS; dir++) {
                    uint16_t to = board->next[box][dir], from = board->next[box][dir ^ 2];
                    if (!(state.boxes >> box & 1) || to == LW_SOKOBAN_NO_SQUARE ||
                        from == LW_SOKOBAN_NO_SQUARE || (state.boxes >> to & 1) ||
                        !(region >> from & 1)) {
                        continue;
                    }
                    uint64_t moved = (state.boxes & ~((uint64_t)1 << box)) | (uint64_t)1
                                                                                 << to;
                    uint64_t unused;
                    struct push_state next = normal(board, moved, box, &unused);
                    (void)lw_state_set_add(&seen, &next, &added);
                }
            }
        }
        first = end;
    }
    lw_state_set_free(&seen);
    lw_sokoban_board_destroy(board);
}

enum { N_DEPTHS = 9 };

/* Positions at depth 0, 1, 2, …: by moves, and by pushes with the player's region in
 * place of his square. Fixed numbers: any change of the rules shows here. */
static const struct perft {
    const char *board;
    size_t by_moves[N_DEPTHS], by_pushes[N_DEPTHS];
} table[] = {
    {"#######\n#  .  #\n#  $  #\n#.$@  #\n#     #\n#######\n",
     {1, 4, 10, 21, 37, 63, 105, 161, 228},
     {1, 8, 24, 47, 49, 39, 16, 6, 0}},
    {"########\n#  ##  #\n#  $   #\n#.#@$. #\n#  ##  #\n########\n",
     {1, 1, 3, 5, 11, 13, 22, 29, 38},
     {1, 1, 5, 10, 11, 12, 11, 8, 3}},
    {"######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
     {1, 2, 3, 2, 3, 6, 11, 16, 25},
     {1, 2, 7, 22, 70, 151, 233, 246, 166}},
};

static void test_perft(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t brute[N_DEPTHS], played[N_DEPTHS], pushes[N_DEPTHS], pushed[N_DEPTHS];
        struct lw_collection set;
        read_text(game, "xsb", table[i].board, &set);
        brute_moves(table[i].board, N_DEPTHS, brute);
        brute_pushes(table[i].board, N_DEPTHS, pushes);
        play_moves(set.entries[0].level, N_DEPTHS, played);
        board_pushes(set.entries[0].level, N_DEPTHS, pushed);
        for (size_t d = 0; d < N_DEPTHS; d++) {
            assert_int_equal(played[d], brute[d]);
            assert_int_equal(played[d], table[i].by_moves[d]);
            assert_int_equal(pushed[d], pushes[d]);
            assert_int_equal(pushed[d], table[i].by_pushes[d]);
        }
        lw_collection_free(&set);
    }
    lw_game_destroy(game);
}

/* Single things. */

static enum lw_step play_line(struct lw_play *play, const char *moves, uint8_t *state,
                              struct lw_buffer *text) {
    const struct lw_play_ops *ops = lw_sokoban_kind.play;
    uint8_t next[64];
    enum lw_step last = LW_STEP_SAME;
    ops->start(play, state);
    for (size_t at = 0, used; at < strlen(moves); at += used) {
        uint8_t before[64];
        memcpy(before, state, play->state_bytes);
        struct lw_error err;
        last = ops->step_text(play, state,
                              (struct lw_step_text){moves + at, strlen(moves + at)},
                              &used, next, &err);
        if (last == LW_STEP_ILLEGAL) {
            return last;
        }
        /* Pure: the old state is as it was. */
        assert_memory_equal(before, state, play->state_bytes);
        enum lw_dir dir = strchr("uU", moves[at])   ? LW_DIR_UP
                          : strchr("rR", moves[at]) ? LW_DIR_RIGHT
                          : strchr("dD", moves[at]) ? LW_DIR_DOWN
                                                    : LW_DIR_LEFT;
        ops->move_text(play, state, (lw_step_move)dir, text);
        memcpy(state, next, play->state_bytes);
    }
    return last;
}

static void check_line(const char *board, const char *moves, enum lw_step last,
                       const char *spelled) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_play *play;
    struct lw_buffer text;
    uint8_t state[64];
    read_text(game, "xsb", board, &set);
    lw_buffer_init(&text, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_kind.play->open(set.entries[0].level, lw_alloc_libc(), &play, NULL),
        LW_OK);
    assert_int_equal(play_line(play, moves, state, &text), last);
    assert_int_equal(lw_sokoban_kind.play->won(play, state), last == LW_STEP_WON);
    assert_string_equal(lw_buffer_text(&text), spelled);
    lw_sokoban_kind.play->close(play);
    lw_buffer_free(&text);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_lines(void **unused) {
    (void)unused;
    check_line("######\n#@ $.#\n######\n", "Rr", LW_STEP_WON, "rR");
    check_line("######\n#@ $.#\n######\n", "r", LW_STEP_CHANGED, "r");
    check_line("######\n#@ $.#\n######\n", "l", LW_STEP_ILLEGAL, "");
    check_line("#######\n#@$$..#\n#######\n", "r", LW_STEP_ILLEGAL, "");
    /* Starts solved: won only after a push, however far the player walks. */
    static const char circle[] = "#######\n#  *  #\n#  @  #\n#     #\n#######\n";
    check_line(circle, "ldr", LW_STEP_CHANGED, "ldr");
    check_line(circle, "ruldllur", LW_STEP_WON, "ruLdlluR");
    /* Boxes walled off do not matter. */
    check_line("#########\n#@$.#*#*#\n#########\n", "r", LW_STEP_WON, "R");
}

static void test_picture(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_play *play;
    read_text(game, "xsb", "  ####\n###  #\n#@$*.#\n######\n", &set);
    assert_int_equal(
        lw_sokoban_kind.play->open(set.entries[0].level, lw_alloc_libc(), &play, NULL),
        LW_OK);
    for (int theme = LW_THEME_LIGHT; theme <= LW_THEME_DARK; theme++) {
        struct lw_draw_list list;
        lw_draw_init(&list, lw_alloc_libc(), (enum lw_theme)theme);
        lw_sokoban_kind.play->draw(play, NULL, &list);
        assert_false(list.failed);
        assert_int_equal(list.width, 6);
        assert_int_equal(list.height, 4);
        assert_string_equal(list.glyphs[0].text, " ");
        assert_string_equal(list.glyphs[13].text, "@");
        /* A box and a box on its goal differ by more than colour. */
        assert_string_not_equal(list.glyphs[14].text, list.glyphs[15].text);
        assert_string_not_equal(list.glyphs[16].text, list.glyphs[10].text);
        assert_true(list.n_shapes > 10);
        lw_draw_free(&list);
    }
    lw_sokoban_kind.play->close(play);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* A board as large as boards get can be played. */
static void test_large(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    uint32_t side = LW_SOKOBAN_MAX_SIDE;
    uint8_t *cells = calloc(side, side);
    assert_non_null(cells);
    for (uint32_t i = 0; i < side; i++) {
        cells[i] = cells[i * side] = cells[i * side + side - 1] =
            cells[(size_t)(side - 1) * side + i] = LW_SOKOBAN_WALL;
    }
    cells[side * (side - 2) + side - 5] = LW_SOKOBAN_PLAYER;
    cells[side * (side - 2) + side - 4] = LW_SOKOBAN_BOX;
    cells[side * (side - 2) + side - 3] = LW_SOKOBAN_GOAL;
    struct lw_sokoban_level *level;
    assert_int_equal(lw_sokoban_level_create(game, side, side, cells, &level, NULL),
                     LW_OK);
    struct lw_play *play;
    const struct lw_play_ops *ops = lw_sokoban_kind.play;
    assert_int_equal(ops->open(&level->level, lw_alloc_libc(), &play, NULL), LW_OK);
    uint8_t *state = malloc(play->state_bytes), *next = malloc(play->state_bytes);
    assert_true(state != NULL && next != NULL);
    ops->start(play, state);
    assert_int_equal(ops->step(play, state, LW_DIR_RIGHT, next), LW_STEP_WON);
    assert_int_equal(ops->step(play, state, LW_DIR_DOWN, next), LW_STEP_ILLEGAL);
    /* The numbered board of the solvers is smaller, and says so. */
    struct lw_sokoban_board *board;
    struct lw_error err;
    assert_int_equal(
        lw_sokoban_board_create(&level->level, lw_alloc_libc(), &board, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "996004 squares"));
    free(state);
    free(next);
    free(cells);
    ops->close(play);
    lw_level_destroy(&level->level);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
