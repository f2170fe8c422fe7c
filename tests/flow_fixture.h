/* What the tests of Flow share: a game, levels from text, random boards. */
#ifndef FLOW_FIXTURE_H
#define FLOW_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "flow_internal.h"

static inline struct lw_game *test_game(bool strict) {
    struct lw_option_value values[1] = {{.set = true, .i = strict}};
    struct lw_game *game = NULL;
    assert_int_equal(lw_flow_kind.game->create(lw_alloc_libc(),
                                               &(struct lw_game_spec){.rules = values},
                                               &game, NULL, NULL),
                     LW_OK);
    return game;
}

/* A level from rows separated by '/'. */
static inline struct lw_level *test_level(const struct lw_game *game, const char *rows) {
    char cells[LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
    uint32_t n = 0, height = 1;
    for (; *rows != '\0'; rows++) {
        if (*rows == '/') {
            height++;
        } else {
            cells[n++] = *rows;
        }
    }
    struct lw_flow_level *level = NULL;
    assert_int_equal(lw_flow_level_create(game, n / height, height, cells, &level, NULL),
                     LW_OK);
    return &level->level;
}

/* Covers a board with random walks; their ends are a solvable level's endpoints. Returns
 * the number of colours, 0 when a walk got stuck at once. */
static inline uint32_t test_random_cover(struct lw_rng *rng, uint32_t width,
                                         uint32_t height, char *cells) {
    uint32_t n = width * height, n_colours = 0, left = n;
    bool taken[256] = {false};
    memset(cells, '.', n);
    while (left > 0) {
        uint32_t cell = lw_rng_below(rng, n), len = 1;
        if (taken[cell]) {
            continue;
        }
        char letter = lw_flow_letters[n_colours++];
        cells[cell] = letter;
        for (;;) {
            uint32_t ways[4], n_ways = 0, x = cell % width, y = cell / width;
            taken[cell] = true;
            left--;
            if (x > 0 && !taken[cell - 1]) {
                ways[n_ways++] = cell - 1;
            }
            if (x + 1 < width && !taken[cell + 1]) {
                ways[n_ways++] = cell + 1;
            }
            if (y > 0 && !taken[cell - width]) {
                ways[n_ways++] = cell - width;
            }
            if (y + 1 < height && !taken[cell + width]) {
                ways[n_ways++] = cell + width;
            }
            if (n_ways == 0 || (len >= 3 && lw_rng_chance(rng, 0.1))) {
                break;
            }
            cell = ways[lw_rng_below(rng, n_ways)];
            len++;
        }
        if (len == 1) {
            return 0;
        }
        cells[cell] = letter;
    }
    return n_colours;
}

#endif
