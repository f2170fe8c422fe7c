/* A lower bound on the pushes a draft needs: every box is assigned a goal so that the sum
 * of push distances in the otherwise empty room is least. Cheap enough to steer a search
 * by, and nothing that a simulated play can inflate. */
#include <string.h>

#include "make/mcts/mcts_internal.h"

#define FAR 1000

/* distance[box] for one goal, by pulling away from it. A box on square s is pulled to
 * s + dir by a player who ends on s + 2 dir. */
static void pull_distances(const struct draft_frame *frame,
                           const struct draft_level *level, uint32_t goal,
                           int distance[DRAFT_MAX_BOXES]) {
    uint64_t seen = draft_bit(goal), edge = seen, left = level->boxes;
    uint64_t to[LW_N_DIRS];
    for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
        to[dir] = level->open & draft_shift(frame, level->open, (dir + 2) % LW_N_DIRS);
    }
    for (uint32_t i = 0; i < level->n_boxes; i++) {
        distance[i] = FAR;
    }
    for (int steps = 0; edge != 0 && left != 0; steps++) {
        for (uint32_t i = 0; (edge & left) != 0 && i < level->n_boxes; i++) {
            uint64_t bit = draft_bit(level->start[i]);
            if ((edge & bit) != 0) {
                distance[i] = steps;
                left &= ~bit;
            }
        }
        uint64_t next = 0;
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            next |= draft_shift(frame, edge, dir) & to[dir];
        }
        edge = next & ~seen;
        seen |= edge;
    }
}

/* One row of the assignment method: an augmenting path of least reduced cost. */
struct assignment {
    int cost[DRAFT_MAX_BOXES + 1][DRAFT_MAX_BOXES + 1]; /* [row][column], from 1 */
    int row_price[DRAFT_MAX_BOXES + 1], column_price[DRAFT_MAX_BOXES + 1];
    uint32_t row_of[DRAFT_MAX_BOXES + 1], before[DRAFT_MAX_BOXES + 1];
    uint32_t n;
};

static void assign_row(struct assignment *work, uint32_t row) {
    int slack[DRAFT_MAX_BOXES + 1];
    bool used[DRAFT_MAX_BOXES + 1] = {false};
    uint32_t column = 0;
    work->row_of[0] = row;
    for (uint32_t j = 0; j <= work->n; j++) {
        slack[j] = FAR * FAR;
    }
    do {
        uint32_t at = work->row_of[column], best = 0;
        int least = FAR * FAR;
        used[column] = true;
        for (uint32_t j = 1; j <= work->n; j++) {
            if (used[j]) {
                continue;
            }
            int reduced = work->cost[at][j] - work->row_price[at] - work->column_price[j];
            if (reduced < slack[j]) {
                slack[j] = reduced;
                work->before[j] = column;
            }
            if (slack[j] < least) {
                least = slack[j];
                best = j;
            }
        }
        for (uint32_t j = 0; j <= work->n; j++) {
            if (used[j]) {
                work->row_price[work->row_of[j]] += least;
                work->column_price[j] -= least;
            } else {
                slack[j] -= least;
            }
        }
        column = best;
    } while (work->row_of[column] != 0);
    for (; column != 0; column = work->before[column]) {
        work->row_of[column] = work->row_of[work->before[column]];
    }
}

uint32_t lw_sok_draft_push_bound(const struct draft_frame *frame,
                                 const struct draft_level *level) {
    struct assignment work;
    int total = 0;
    work.n = level->n_boxes;
    memset(work.row_price, 0, sizeof work.row_price);
    memset(work.column_price, 0, sizeof work.column_price);
    memset(work.row_of, 0, sizeof work.row_of);
    for (uint32_t i = 1; i <= work.n; i++) {
        int distance[DRAFT_MAX_BOXES];
        pull_distances(frame, level, level->goal[i - 1], distance);
        memcpy(&work.cost[i][1], distance, work.n * sizeof *distance);
    }
    for (uint32_t i = 1; i <= work.n; i++) {
        assign_row(&work, i);
    }
    for (uint32_t j = 1; j <= work.n; j++) {
        total += work.cost[work.row_of[j]][j];
    }
    return (uint32_t)total;
}
