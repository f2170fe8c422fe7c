/* What Kartal's congestion is made of, apart from its weights, so that weights can be
 * searched for without measuring again. */
#include <math.h>

#include "features/feature_internal.h"

#define MAX_TABLE ((size_t)1 << 24)

static void add_rectangle(const struct lw_sokoban_board *board,
                          const struct lw_sokoban_level *level, uint32_t from,
                          uint32_t to, struct lw_sokoban_congestion *out) {
    uint32_t a = board->cell_of[from], b = board->cell_of[to], w = board->width;
    uint32_t x0 = a % w < b % w ? a % w : b % w, x1 = a % w < b % w ? b % w : a % w;
    uint32_t y0 = a / w < b / w ? a / w : b / w, y1 = a / w < b / w ? b / w : a / w;
    double boxes = 0, goals = 0, walls = 0, open = 0;
    for (uint32_t y = y0; y <= y1; y++) {
        for (uint32_t x = x0; x <= x1; x++) {
            uint32_t cell = y * w + x;
            if (board->square_of[cell] == LW_SOKOBAN_NO_SQUARE) {
                walls++;
                continue;
            }
            open++;
            boxes += (level->cells[cell] & LW_SOKOBAN_BOX) != 0;
            goals += (level->cells[cell] & LW_SOKOBAN_GOAL) != 0;
        }
    }
    out->boxes += boxes;
    out->goals += goals;
    out->walls += walls;
    out->boxes_by_open += boxes / open;
    out->goals_by_open += goals / open;
}

static lw_status match_and_add(struct measuring *m, struct lw_sokoban_congestion *out,
                               struct lw_error *err) {
    const struct lw_sokoban_board *board = m->board;
    if (!lw_sok_map_init(&m->map, board, SOK_UNIT_PUSHES, m->runtime->alloc)) {
        return lw_fail_memory(err);
    }
    if (!lw_sok_match_init(&m->match, board->n_boxes, m->runtime->alloc)) {
        lw_sok_map_free(&m->map);
        return lw_fail_memory(err);
    }
    lw_status status = LW_OK;
    if (isnan(lw_sokoban_matching(m, board->boxes, board->player))) {
        status = lw_fail(err, LW_IMPOSSIBLE, 0, 0, "some box reaches no goal");
    } else {
        for (uint32_t i = 0; i < board->n_boxes; i++) {
            add_rectangle(board, m->level, board->boxes[i],
                          board->goals[m->match.goal_of[i]], out);
        }
    }
    lw_sok_match_free(&m->match);
    lw_sok_map_free(&m->map);
    return status;
}

lw_status lw_sokoban_congestion_of(const struct lw_level *level,
                                   const struct lw_runtime *runtime,
                                   struct lw_sokoban_congestion *out,
                                   struct lw_error *err) {
    struct measuring m = {.level = lw_sokoban_level_of(level), .runtime = runtime};
    *out = (struct lw_sokoban_congestion){.boxes = 0};
    lw_status status = lw_sokoban_board_create(level, runtime->alloc, &m.board, err);
    if (status != LW_OK) {
        return status;
    }
    size_t n = m.board->n_squares;
    status = n * m.board->n_boxes * SOK_N_SIDES > MAX_TABLE || n >= SOK_MAX_SQUARES
                 ? lw_fail(err, LW_LIMIT, 0, 0,
                           "the level is too large to match boxes "
                           "with goals")
                 : match_and_add(&m, out, err);
    lw_sokoban_board_destroy(m.board);
    return status;
}
