/* Levels: cells and counts, and whether a level may be played.
 *
 * Reading keeps any board; validate refuses what has no fair meaning as a puzzle. What
 * lies outside the player's area (the cells reached with all boxes away) is decoration as
 * long as every box there stands on a goal. */
#include <assert.h>
#include <string.h>

#include "sokoban_internal.h"

lw_status lw_sokoban_level_create(const struct lw_game *game, uint32_t width,
                                  uint32_t height, const uint8_t *cells,
                                  struct lw_sokoban_level **out, struct lw_error *err) {
    if (width == 0 || height == 0 || width > LW_SOKOBAN_MAX_SIDE ||
        height > LW_SOKOBAN_MAX_SIDE) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the board is %u x %u squares; a side may have 1 to %d", width,
                       height, LW_SOKOBAN_MAX_SIDE);
    }
    size_t n = (size_t)width * height;
    struct lw_sokoban_level *level = lw_alloc_get(game->alloc, sizeof *level + n);
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    *level = (struct lw_sokoban_level){
        .level = {.game = game}, .width = width, .height = height};
    memcpy(level->cells, cells, n);
    for (size_t i = n; i-- > 0;) {
        level->n_boxes += (cells[i] & LW_SOKOBAN_BOX) != 0;
        level->n_goals += (cells[i] & LW_SOKOBAN_GOAL) != 0;
        if (cells[i] & LW_SOKOBAN_PLAYER) {
            level->n_players++;
            level->player = (uint32_t)i; /* the first in reading order stays */
        }
    }
    *out = level;
    return LW_OK;
}

const struct lw_sokoban_level *lw_sokoban_level_of(const struct lw_level *level) {
    return (const struct lw_sokoban_level *)lw_level_expect(level, &lw_sokoban_kind);
}

static void destroy(struct lw_level *base) {
    if (base != NULL) {
        const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
        size_t bytes = sizeof *level + (size_t)level->width * level->height;
        lw_alloc_free(base->game->alloc, base, bytes);
    }
}

static lw_status dup(const struct lw_level *base, struct lw_level **out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    struct lw_sokoban_level *copy;
    lw_status status = lw_sokoban_level_create(base->game, level->width, level->height,
                                               level->cells, &copy, NULL);
    if (status == LW_OK) {
        *out = &copy->level;
    }
    return status;
}

static void size(const struct lw_level *base, uint32_t *width, uint32_t *height) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    *width = level->width;
    *height = level->height;
}

lw_status lw_sokoban_area(const struct lw_sokoban_level *level,
                          const struct lw_alloc *alloc, uint8_t **reached,
                          size_t *n_squares, struct lw_error *err) {
    assert(level->n_players > 0);
    size_t n = (size_t)level->width * level->height;
    uint8_t *marks = lw_alloc_get(alloc, n);
    uint32_t *stack = lw_alloc_get(alloc, n * sizeof *stack);
    if (marks == NULL || stack == NULL) {
        lw_alloc_free(alloc, marks, n);
        lw_alloc_free(alloc, stack, n * sizeof *stack);
        return lw_fail_memory(err);
    }
    *n_squares = lw_grid_flood(&(struct lw_flood){.width = level->width,
                                                  .height = level->height,
                                                  .cells = level->cells,
                                                  .blocked_bits = LW_SOKOBAN_WALL,
                                                  .reached = marks,
                                                  .stack = stack},
                               level->player);
    lw_alloc_free(alloc, stack, n * sizeof *stack);
    *reached = marks;
    return LW_OK;
}

/* Row and column of a cell for a sentence, from 1. */
static uint32_t row_of(const struct lw_sokoban_level *level, size_t cell) {
    return (uint32_t)(cell / level->width) + 1;
}

static uint32_t column_of(const struct lw_sokoban_level *level, size_t cell) {
    return (uint32_t)(cell % level->width) + 1;
}

static lw_status check_counts(const struct lw_sokoban_level *level,
                              struct lw_error *err) {
    if (level->n_players == 0) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "the level has no player; put one @ (or + on a goal) on the board");
    }
    if (level->n_players > 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level has %u players where one is expected; keep one @ or +",
                       level->n_players);
    }
    if (level->n_boxes == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level has no box; put at least one $ on the board");
    }
    if (level->n_boxes != level->n_goals) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level has %u box%s but %u goal%s; give each box one goal",
                       level->n_boxes, level->n_boxes == 1 ? "" : "es", level->n_goals,
                       level->n_goals == 1 ? "" : "s");
    }
    return LW_OK;
}

/* The counts are equal overall; what remains is where things stand. */
static lw_status check_area(const struct lw_sokoban_level *level, const uint8_t *reached,
                            struct lw_error *err) {
    uint32_t n_boxes = 0;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        uint32_t x = i % level->width, y = i / level->width;
        if (reached[i]) {
            n_boxes += (level->cells[i] & LW_SOKOBAN_BOX) != 0;
            if (x == 0 || y == 0 || x + 1 == level->width || y + 1 == level->height) {
                return lw_fail(err, LW_BAD_INPUT, 0, 0,
                               "the wall is open at row %u, column %u: the player could "
                               "leave the board; close it with #",
                               row_of(level, i), column_of(level, i));
            }
        } else if ((level->cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) ==
                   LW_SOKOBAN_BOX) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the box at row %u, column %u is walled off from the player "
                           "and not on a goal",
                           row_of(level, i), column_of(level, i));
        } else if ((level->cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) ==
                   LW_SOKOBAN_GOAL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the goal at row %u, column %u is walled off from the player "
                           "and has no box",
                           row_of(level, i), column_of(level, i));
        }
    }
    if (n_boxes == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all boxes are walled off from the player; at least one must be "
                       "in the player's area");
    }
    return LW_OK;
}

static lw_status validate(const struct lw_level *base, struct lw_error *err) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    lw_status status = check_counts(level, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_alloc *alloc = base->game->alloc;
    uint8_t *reached;
    size_t n_squares;
    status = lw_sokoban_area(level, alloc, &reached, &n_squares, err);
    if (status == LW_OK) {
        status = check_area(level, reached, err);
        lw_alloc_free(alloc, reached, (size_t)level->width * level->height);
    }
    return status;
}

const struct lw_level_ops lw_sokoban_level_ops = {
    .formats = lw_sokoban_formats,
    .n_formats = LW_SOKOBAN_N_FORMATS,
    .pack_format = "sok",
    .destroy = destroy,
    .dup = dup,
    .size = size,
    .validate = validate,
    .canonical = lw_sokoban_canonical,
};
