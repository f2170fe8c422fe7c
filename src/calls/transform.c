/* transform: a level mirrored, turned or trimmed. */
#include <string.h>

#include "calls_internal.h"
#include "lw/grid.h"
#include "lw/lazors.h"
#include "lw/sokoban.h"

enum { TRIM = LW_N_SYMMETRIES };

static lw_status get_what(struct calls_request *rq, int *out) {
    static const struct {
        const char *name;
        int sym;
    } names[] = {{"mirror", LW_SYM_MIRROR_X},
                 {"flip", LW_SYM_MIRROR_Y},
                 {"rotate", LW_SYM_TRANSPOSE | LW_SYM_MIRROR_X},
                 {"transpose", LW_SYM_TRANSPOSE},
                 {"trim", TRIM}};
    const char *name;
    lw_status status = lw_calls_get_name(rq, "what", &name);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].name, name) == 0) {
            *out = names[i].sym;
            return LW_OK;
        }
    }
    lw_calls_point(rq, NULL, "what");
    return lw_fail(rq->err, LW_USAGE, 0, 0,
                   "the member 'what' is '%.40s'; mirror, flip, rotate, transpose or "
                   "trim is expected",
                   name == NULL ? "" : name);
}

/* By the cells of its text. */
static lw_status turn_cells(struct calls_request *rq, const struct lw_level *level,
                            int sym, struct lw_level **out) {
    struct calls_grid grid, turned;
    struct lw_buffer text;
    lw_buffer_init(&text, rq->calls->alloc);
    lw_status status = lw_calls_grid_of(level, rq->arena, &grid, rq->err);
    if (status == LW_OK) {
        turned = grid;
        lw_sym_size(sym, grid.width, grid.height, &turned.width, &turned.height);
        turned.cells = lw_arena_zero(rq->arena, (size_t)grid.width * grid.height,
                                     sizeof *turned.cells);
        status = turned.cells == NULL ? lw_fail_memory(rq->err) : LW_OK;
    }
    for (uint32_t y = 0; status == LW_OK && y < grid.height; y++) {
        for (uint32_t x = 0; x < grid.width; x++) {
            uint32_t to_x, to_y;
            lw_sym_cell(sym, grid.width, grid.height, x, y, &to_x, &to_y);
            turned.cells[(size_t)to_y * turned.width + to_x] =
                grid.cells[(size_t)y * grid.width + x];
        }
    }
    if (status == LW_OK) {
        lw_calls_grid_text(&turned, &text);
        status = lw_calls_level_read(level->game, &text, out, rq->err);
    }
    lw_buffer_free(&text);
    return status;
}

/* A point of half cells: the board's points are one more than its half cells. */
static void turn_point(int sym, const struct lw_lazors_level *level, int16_t *x,
                       int16_t *y) {
    uint32_t to_x, to_y;
    lw_sym_cell(sym, 2 * level->width + 1, 2 * level->height + 1, (uint32_t)*x,
                (uint32_t)*y, &to_x, &to_y);
    *x = (int16_t)to_x;
    *y = (int16_t)to_y;
}

static lw_status turn_lazors(struct calls_request *rq, const struct lw_level *base,
                             int sym, struct lw_level **out) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    size_t n = (size_t)level->width * level->height;
    uint8_t *cells = lw_arena_get(rq->arena, n);
    struct lw_lazors_laser *lasers =
        lw_arena_get(rq->arena, (level->n_lasers + 1) * sizeof *lasers);
    struct lw_lazors_target *targets =
        lw_arena_get(rq->arena, (level->n_targets + 1) * sizeof *targets);
    struct lw_lazors_level *turned = NULL;
    if (cells == NULL || lasers == NULL || targets == NULL) {
        return lw_fail_memory(rq->err);
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
        lasers[i] = level->lasers[i];
        turn_point(sym, level, &lasers[i].x, &lasers[i].y);
        if (sym & LW_SYM_TRANSPOSE) {
            lasers[i].vx = level->lasers[i].vy;
            lasers[i].vy = level->lasers[i].vx;
        }
        lasers[i].vx = (int8_t)(sym & LW_SYM_MIRROR_X ? -lasers[i].vx : lasers[i].vx);
        lasers[i].vy = (int8_t)(sym & LW_SYM_MIRROR_Y ? -lasers[i].vy : lasers[i].vy);
    }
    for (uint32_t i = 0; i < level->n_targets; i++) {
        targets[i] = level->targets[i];
        turn_point(sym, level, &targets[i].x, &targets[i].y);
    }
    lw_status status = lw_lazors_level_create(base->game, &parts, &turned, rq->err);
    *out = status == LW_OK ? &turned->level : NULL;
    return status;
}

/* Keeps what the player can reach and the walls around it. */
static lw_status trim(struct calls_request *rq, const struct lw_level *base,
                      struct lw_level **out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    uint32_t width = level->width, height = level->height;
    size_t n = (size_t)width * height;
    uint8_t *reached = lw_arena_zero(rq->arena, n, 1);
    uint8_t *cells = lw_arena_zero(rq->arena, n, 1);
    uint32_t *stack = lw_arena_get(rq->arena, n * sizeof *stack);
    struct lw_buffer text;
    if (reached == NULL || cells == NULL || stack == NULL) {
        return lw_fail_memory(rq->err);
    }
    if (level->n_players == 0) {
        return lw_fail(
            rq->err, LW_BAD_INPUT, 0, 0,
            "a level is trimmed to what its player can reach, and it has none");
    }
    (void)lw_grid_flood(width, height, level->cells, LW_SOKOBAN_WALL, level->player,
                        reached, stack);
    for (uint32_t i = 0; i < n; i++) {
        cells[i] = reached[i] ? level->cells[i] : 0;
        for (uint32_t k = 0; k < 9 && cells[i] == 0 && !reached[i]; k++) {
            int64_t x = (int64_t)(i % width) + k % 3 - 1;
            int64_t y = (int64_t)(i / width) + k / 3 - 1;
            if (x >= 0 && y >= 0 && x < width && y < height && reached[y * width + x]) {
                cells[i] = LW_SOKOBAN_WALL;
            }
        }
    }
    struct lw_sokoban_level *trimmed = NULL;
    lw_status status =
        lw_sokoban_level_create(base->game, width, height, cells, &trimmed, rq->err);
    if (status != LW_OK) {
        return status;
    }
    /* Reading drops the void around a board. */
    lw_buffer_init(&text, rq->calls->alloc);
    status = lw_calls_level_text(&trimmed->level, &text, rq->err);
    lw_level_destroy(&trimmed->level);
    if (status == LW_OK) {
        status = lw_calls_level_read(base->game, &text, out, rq->err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status lw_calls_transform(struct calls_request *rq) {
    struct calls_subject s;
    struct calls_extras extras = {.draw = false};
    struct lw_level *turned = NULL;
    int what = 0;
    lw_status status = lw_calls_subject_open(rq, &s);
    if (status == LW_OK) {
        status = lw_calls_subject_pick(rq, &s);
    }
    if (status == LW_OK) {
        status = get_what(rq, &what);
    }
    if (status == LW_OK) {
        status = lw_calls_get_extras(rq, &extras);
    }
    if (status == LW_OK && what == TRIM && s.kind != &lw_sokoban_kind) {
        status = lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s levels cannot be trimmed",
                         s.kind->title);
    }
    if (status == LW_OK) {
        status = what == TRIM ? trim(rq, s.entry->level, &turned)
                 : s.kind == &lw_lazors_kind
                     ? turn_lazors(rq, s.entry->level, what, &turned)
                     : turn_cells(rq, s.entry->level, what, &turned);
    }
    if (status == LW_OK) {
        lw_json_object(rq->out, "level");
        status = lw_calls_put_level(rq->calls, rq->out, turned, &extras, rq->err);
        lw_json_object_end(rq->out);
    }
    if (status == LW_OK) {
        struct lw_buffer text;
        lw_buffer_init(&text, rq->calls->alloc);
        status = lw_calls_level_text(turned, &text, rq->err);
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
        lw_buffer_free(&text);
    }
    lw_level_destroy(turned);
    lw_calls_subject_close(&s);
    return status;
}
