/* The pieces that a box on a square leaves, against a flood with the box there. */
#include "test_support.h"

#include "solve/solve_internal.h"

#define WIDTH 11
#define HEIGHT 9
#define CELLS (WIDTH * HEIGHT)

static struct lw_sokoban_level *random_level(const struct lw_game *game,
                                             struct lw_rng *rng) {
    uint8_t cells[CELLS];
    uint32_t walls = 10 + lw_rng_below(rng, 30), boxes = lw_rng_below(rng, 25);
    for (unsigned i = 0; i < CELLS; i++) {
        unsigned x = i % WIDTH, y = i / WIDTH;
        bool border = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
        bool wall = border || lw_rng_below(rng, 100) < walls;
        bool box = !wall && lw_rng_below(rng, 100) < boxes;
        cells[i] = wall ? LW_SOKOBAN_WALL
                        : (uint8_t)(box ? LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL : 0);
    }
    cells[WIDTH + 1] = LW_SOKOBAN_PLAYER;
    cells[WIDTH + 2] = LW_SOKOBAN_BOX;
    cells[WIDTH + 3] = LW_SOKOBAN_GOAL;
    struct lw_sokoban_level *level = NULL;
    assert_int_equal(lw_sokoban_level_create(game, WIDTH, HEIGHT, cells, &level, NULL),
                     LW_OK);
    return level;
}

static uint32_t count(const uint64_t *set, uint32_t n_words) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_words; i++) {
        n += lw_bits_count(set[i]);
    }
    return n;
}

/* Returns the number of comparisons. */
static unsigned check_board(const struct lw_sokoban_board *board) {
    struct sok_map map;
    struct sok_position pos;
    struct sok_cut cut;
    unsigned n = 0;
    uint64_t boxes[(CELLS + 63) / 64] = {0};
    assert_true(lw_sok_map_init(&map, board, SOK_UNIT_PUSHES, lw_alloc_libc()));
    assert_true(lw_sok_position_init(&pos, &map, lw_alloc_libc()));
    assert_true(lw_sok_cut_init(&cut, &map, lw_alloc_libc()));
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        sok_bit_set(boxes, board->boxes[i]);
    }
    lw_sok_position_load(&pos, boxes, board->player);
    lw_sok_cut_walk(&cut, pos.full);
    for (unsigned square = 0; square < map.n; square++) {
        for (unsigned player = 0; player < map.n && !pos.full[square]; player++) {
            if (pos.full[player] || player == square) {
                continue;
            }
            struct sok_piece piece;
            lw_sok_cut_look(&cut, pos.full, square, player, &piece);
            sok_put(&pos, square);
            assert_int_equal(piece.low, lw_sok_position_low_from(&pos, player));
            assert_int_equal(piece.size, count(pos.other, map.n_words));
            assert_int_equal(piece.n_parts, lw_sok_position_parts(&pos));
            for (unsigned dir = 0; dir < 4; dir++) {
                assert_int_equal(piece.sides >> dir & 1,
                                 sok_bit(pos.other, map.nb[square * 4 + dir]));
            }
            sok_lift(&pos, square);
            n++;
        }
    }
    lw_sok_cut_free(&cut);
    lw_sok_position_free(&pos);
    lw_sok_map_free(&map);
    return n;
}

static void pieces_equal_floods(void **state) {
    (void)state;
    struct lw_game *game = make_game(NULL);
    struct lw_rng rng = lw_rng_make(7, 0xc07);
    unsigned n = 0;
    for (unsigned i = 0; i < 150; i++) {
        struct lw_sokoban_level *level = random_level(game, &rng);
        struct lw_sokoban_board *board = NULL;
        assert_int_equal(
            lw_sokoban_board_create(&level->level, lw_alloc_libc(), &board, NULL), LW_OK);
        n += check_board(board);
        lw_sokoban_board_destroy(board);
        lw_level_destroy(&level->level);
    }
    assert_true(n > 10000);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_equal_floods)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
