/* Levels in memory and their canonical form: the least of the eight symmetric images,
 * each with its colours renamed in the order they appear. */
#include "move_internal.h"

#include <string.h>

const struct lw_move_level *lw_move_level_of(const struct lw_level *level) {
    return (const struct lw_move_level *)lw_level_expect(level, &lw_move_kind);
}

bool lw_move_is_train(const struct lw_game *game) {
    return ((const struct move_game *)game)->train;
}

/* Finds the first fault in the numbers of balls and goals. */
static lw_status check_counts(const struct lw_move_square *squares, size_t n,
                              struct lw_error *err) {
    uint32_t balls[LW_MOVE_MAX_COLOURS + 1] = {0}, goals[LW_MOVE_MAX_COLOURS + 1] = {0};
    for (size_t i = 0; i < n; i++) {
        balls[squares[i].ball]++;
        goals[squares[i].goal]++;
    }
    if (balls[0] == n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no ball: expected at least one square like 'A.'");
    }
    for (unsigned colour = 1; colour <= LW_MOVE_MAX_COLOURS; colour++) {
        if (balls[colour] != goals[colour]) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "%u balls %c but %u goals %c: expected as many goals as balls",
                           balls[colour], 'A' + (int)colour - 1, goals[colour],
                           'a' + (int)colour - 1);
        }
    }
    return LW_OK;
}

static lw_status check_squares(uint32_t width, uint32_t height,
                               const struct lw_move_square *squares,
                               struct lw_error *err) {
    if (width == 0 || height == 0 || width > LW_MOVE_MAX_SIDE ||
        height > LW_MOVE_MAX_SIDE) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the board is %u x %u squares: expected 1 to %d each way", width,
                       height, LW_MOVE_MAX_SIDE);
    }
    for (uint32_t i = 0; i < width * height; i++) {
        const struct lw_move_square *square = &squares[i];
        if (square->ball > LW_MOVE_MAX_COLOURS || square->goal > LW_MOVE_MAX_COLOURS ||
            (square->rock && (square->ball || square->goal))) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %u, column %u: expected a rock, or a ball and a goal of "
                           "colours A to Z",
                           i / width + 1, i % width + 1);
        }
    }
    return check_counts(squares, (size_t)width * height, err);
}

lw_status lw_move_level_create(const struct lw_game *game, uint32_t width,
                               uint32_t height, const struct lw_move_square *squares,
                               struct lw_move_level **out, struct lw_error *err) {
    lw_status status = check_squares(width, height, squares, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = (size_t)width * height * sizeof *squares;
    struct lw_move_level *level = lw_alloc_get(game->alloc, sizeof *level + bytes);
    bool colours[LW_MOVE_MAX_COLOURS + 1] = {false};
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    *level =
        (struct lw_move_level){.level = {.game = game}, .width = width, .height = height};
    memcpy(level->squares, squares, bytes);
    for (uint32_t i = 0; i < width * height; i++) {
        uint8_t ball = squares[i].ball;
        level->n_balls += ball != 0;
        level->n_rocks += squares[i].rock != 0;
        level->n_colours += ball != 0 && !colours[ball];
        colours[ball] = true;
    }
    *out = level;
    return LW_OK;
}

/* Canonical form. */

static uint8_t rename_colour(uint8_t names[LW_MOVE_MAX_COLOURS + 1], uint8_t *n_names,
                             uint8_t colour) {
    if (colour != 0 && names[colour] == 0) {
        names[colour] = ++*n_names;
    }
    return names[colour];
}

/* The level seen through a symmetry; returns its width. */
static uint32_t fill_image(const struct lw_move_level *level, int sym,
                           struct lw_move_square *image) {
    uint32_t width, height;
    uint8_t names[LW_MOVE_MAX_COLOURS + 1] = {0}, n_names = 0;
    lw_sym_size(sym, level->width, level->height, &width, &height);
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        struct lw_grid_cell to =
            lw_sym_cell(sym, level->width, level->height,
                        (struct lw_grid_cell){i % level->width, i / level->width});
        image[to.y * width + to.x] = level->squares[i];
    }
    for (uint32_t i = 0; i < width * height; i++) {
        image[i].ball = rename_colour(names, &n_names, image[i].ball);
        image[i].goal = rename_colour(names, &n_names, image[i].goal);
    }
    return width;
}

static lw_status image_id(const struct lw_move_level *level, uint32_t width,
                          const struct lw_move_square *image, struct lw_id128 *id) {
    struct lw_buffer buf;
    size_t n = (size_t)level->width * level->height;
    lw_buffer_init(&buf, level->level.game->alloc);
    lw_buffer_printf(&buf, "move/%s %u %zu\n",
                     lw_move_is_train(level->level.game) ? "train" : "static", width, n);
    lw_buffer_add(&buf, (const char *)image, n * sizeof *image);
    bool ok = lw_buffer_ok(&buf);
    if (ok) {
        *id = lw_hash128(buf.data, buf.len, 0);
    }
    lw_buffer_free(&buf);
    return ok ? LW_OK : LW_NO_MEMORY;
}

lw_status lw_move_canonical(const struct lw_level *base, struct lw_id128 *id,
                            struct lw_level **canonical) {
    const struct lw_move_level *level = lw_move_level_of(base);
    const struct lw_alloc *alloc = base->game->alloc;
    size_t bytes = (size_t)level->width * level->height * sizeof(struct lw_move_square);
    struct lw_move_square *best = lw_alloc_get(alloc, bytes);
    struct lw_move_square *trial = lw_alloc_get(alloc, bytes);
    lw_status status = LW_NO_MEMORY;
    if (best == NULL || trial == NULL) {
        goto done;
    }
    uint32_t best_width = fill_image(level, 0, best);
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t width = fill_image(level, sym, trial);
        if (width < best_width ||
            (width == best_width && memcmp(trial, best, bytes) < 0)) {
            struct lw_move_square *hold = best;
            best = trial;
            trial = hold;
            best_width = width;
        }
    }
    status = image_id(level, best_width, best, id);
    if (status == LW_OK && canonical != NULL) {
        struct lw_move_level *made;
        status = lw_move_level_create(base->game, best_width,
                                      level->width * level->height / best_width, best,
                                      &made, NULL);
        if (status == LW_OK) {
            *canonical = &made->level;
        }
    }
done:
    lw_alloc_free(alloc, best, bytes);
    lw_alloc_free(alloc, trial, bytes);
    return status;
}
