/* Dead squares: a box on one can reach no goal, whatever is done. */
#include "edit/edit_internal.h"
#include "lw/grid.h"

#define NO_CELL UINT32_MAX

struct squares {
    const struct lw_sokoban_level *level;
    uint8_t *floor, *alive; /* [cell] */
    uint32_t *stack;
};

static uint32_t beside(const struct lw_sokoban_level *level, uint32_t cell, int dir) {
    int64_t x = (int64_t)(cell % level->width) + lw_dir_dx((enum lw_dir)dir);
    int64_t y = (int64_t)(cell / level->width) + lw_dir_dy((enum lw_dir)dir);
    return x < 0 || y < 0 || x >= level->width || y >= level->height
               ? NO_CELL
               : (uint32_t)(y * level->width + x);
}

/* Floor is what can be walked to from the player; in a level without one, from the boxes
 * and goals. */
static void find_floor(struct squares *q, uint32_t n, uint8_t *scratch) {
    const struct lw_sokoban_level *level = q->level;
    for (uint32_t i = 0; i < n; i++) {
        bool start = level->n_players > 0
                         ? i == level->player
                         : (level->cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) != 0;
        if (start && !q->floor[i]) {
            (void)lw_grid_flood(&(struct lw_flood){.width = level->width,
                                                   .height = level->height,
                                                   .cells = level->cells,
                                                   .blocked_bits = LW_SOKOBAN_WALL,
                                                   .reached = scratch,
                                                   .stack = q->stack},
                                i);
            for (uint32_t k = 0; k < n; k++) {
                q->floor[k] |= scratch[k];
            }
        }
    }
}

/* Backwards from the goals: a box came from behind if the pusher had room there. */
static void find_alive(struct squares *q, uint32_t n) {
    uint32_t n_stack = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (q->floor[i] && (q->level->cells[i] & LW_SOKOBAN_GOAL) != 0) {
            q->alive[i] = 1;
            q->stack[n_stack++] = i;
        }
    }
    while (n_stack > 0) {
        uint32_t at = q->stack[--n_stack];
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint32_t from = beside(q->level, at, dir);
            uint32_t stand = from == NO_CELL ? from : beside(q->level, from, dir);
            if (stand != NO_CELL && q->floor[from] && q->floor[stand] &&
                !q->alive[from]) {
                q->alive[from] = 1;
                q->stack[n_stack++] = from;
            }
        }
    }
}

lw_status lw_sokoban_survey(const struct lw_level *level, uint8_t *cells,
                            struct lw_error *err) {
    struct squares q = {.level = lw_sokoban_level_of(level)};
    uint32_t n = q.level->width * q.level->height;
    struct lw_arena arena;
    lw_arena_init(&arena, level->game->alloc);
    uint8_t *scratch = lw_arena_zero(&arena, n, 1);
    q.floor = lw_arena_zero(&arena, n, 1);
    q.alive = lw_arena_zero(&arena, n, 1);
    q.stack = lw_arena_get(&arena, n * sizeof *q.stack);
    bool good = scratch != NULL && q.floor != NULL && q.alive != NULL && q.stack != NULL;
    if (good) {
        find_floor(&q, n, scratch);
        find_alive(&q, n);
    }
    for (uint32_t i = 0; good && i < n; i++) {
        cells[i] = (uint8_t)(!q.floor[i]  ? 0
                             : q.alive[i] ? LW_CELL_FLOOR
                                          : LW_CELL_FLOOR | LW_CELL_DEAD);
    }
    lw_arena_free(&arena);
    return good ? LW_OK : lw_fail_memory(err);
}
