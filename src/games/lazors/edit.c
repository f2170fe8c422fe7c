/* Lazors in an editor. Lasers, targets and the stock stand after the cells, so turning
 * and changing a level is more than turning and changing its cells. */
#include <string.h>

#include "lazors_internal.h"

static const struct lw_brush palette[] = {
    {"o", "open"},
    {"x", "closed"},
    {"A", "fixed mirror"},
    {"B", "fixed opaque block"},
    {"C", "fixed refracting block"},
};

/* Turning. */

/* A point of half cells: the board's points are one more than its half cells. */
static void turn_point(int sym, const struct lw_lazors_level *level, int16_t *x,
                       int16_t *y) {
    struct lw_grid_cell to =
        lw_sym_cell(sym, 2 * level->width + 1, 2 * level->height + 1,
                    (struct lw_grid_cell){(uint32_t)*x, (uint32_t)*y});
    *x = (int16_t)to.x;
    *y = (int16_t)to.y;
}

static struct lw_lazors_laser turn_laser(int sym, const struct lw_lazors_level *level,
                                         struct lw_lazors_laser laser) {
    int8_t vx = sym & LW_SYM_TRANSPOSE ? laser.vy : laser.vx;
    int8_t vy = sym & LW_SYM_TRANSPOSE ? laser.vx : laser.vy;
    turn_point(sym, level, &laser.x, &laser.y);
    laser.vx = (int8_t)(sym & LW_SYM_MIRROR_X ? -vx : vx);
    laser.vy = (int8_t)(sym & LW_SYM_MIRROR_Y ? -vy : vy);
    return laser;
}

static lw_status turn_in(struct lw_arena *arena, const struct lw_level *base, int sym,
                         struct lw_level **out, struct lw_error *err) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    size_t n = (size_t)level->width * level->height;
    uint8_t *cells = lw_arena_get(arena, n);
    struct lw_lazors_laser *lasers =
        lw_arena_get(arena, (level->n_lasers + 1) * sizeof *lasers);
    struct lw_lazors_target *targets =
        lw_arena_get(arena, (level->n_targets + 1) * sizeof *targets);
    struct lw_lazors_level *turned = NULL;
    if (cells == NULL || lasers == NULL || targets == NULL) {
        return lw_fail_memory(err);
    }
    struct lw_lazors_parts parts = {.cells = cells,
                                    .lasers = lasers,
                                    .n_lasers = level->n_lasers,
                                    .targets = targets,
                                    .n_targets = level->n_targets};
    lw_sym_size(sym, level->width, level->height, &parts.width, &parts.height);
    lw_grid_transform(sym, level->width, level->height, level->cells, cells);
    memcpy(parts.stock, level->stock, sizeof parts.stock);
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        lasers[i] = turn_laser(sym, level, level->lasers[i]);
    }
    for (uint32_t i = 0; i < level->n_targets; i++) {
        targets[i] = level->targets[i];
        turn_point(sym, level, &targets[i].x, &targets[i].y);
    }
    lw_status status = lw_lazors_level_create(base->game, &parts, &turned, err);
    *out = status == LW_OK ? &turned->level : NULL;
    return status;
}

static lw_status turn(const struct lw_level *level, int sym, struct lw_level **out,
                      struct lw_error *err) {
    struct lw_arena arena;
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = turn_in(&arena, level, sym, out, err);
    lw_arena_free(&arena);
    return status;
}

/* Changing: a target goes to another side of a cell; or cells change places. */

static lw_status move_target(const struct lw_level *base, struct lw_rng *rng,
                             struct lw_level **out, struct lw_error *err) {
    const struct lw_lazors_level *from = lw_lazors_level_of(base);
    const struct lw_alloc *alloc = base->game->alloc;
    size_t bytes = from->n_targets * sizeof *from->targets;
    struct lw_lazors_target *targets = lw_alloc_get(alloc, bytes);
    struct lw_lazors_level *level = NULL;
    if (targets == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(targets, from->targets, bytes);
    struct lw_lazors_target *target = &targets[lw_rng_below(rng, from->n_targets)];
    target->x = (int16_t)lw_rng_below(rng, 2 * from->width + 1);
    target->y = (int16_t)(2 * lw_rng_below(rng, from->height) + (target->x % 2 == 0));
    struct lw_lazors_parts parts = {.width = from->width,
                                    .height = from->height,
                                    .cells = from->cells,
                                    .lasers = from->lasers,
                                    .n_lasers = from->n_lasers,
                                    .targets = targets,
                                    .n_targets = from->n_targets};
    memcpy(parts.stock, from->stock, sizeof parts.stock);
    lw_status status = lw_lazors_level_create(base->game, &parts, &level, err);
    *out = status == LW_OK ? &level->level : NULL;
    lw_alloc_free(alloc, targets, bytes);
    return status;
}

static lw_status mutate(const struct lw_level *level, struct lw_rng *rng,
                        struct lw_level **out, struct lw_error *err) {
    return lw_rng_below(rng, 3) == 0 ? lw_level_swap_cells(level, rng, out, err)
                                     : move_target(level, rng, out, err);
}

const struct lw_edit_ops lw_lazors_edit_ops = {
    .palette = palette,
    .n_palette = sizeof palette / sizeof *palette,
    .blank = "o",
    .separator = " ",
    .symmetries = 0xff,
    .first_line = "GRID START",
    .last_line = "GRID STOP",
    .turn = turn,
    .mutate = mutate,
};

const struct lw_pointing_ops lw_lazors_pointing_ops = {
    .how = LW_POINTING_CARRY, .stride = 3, .held = "ABC"};
