/* Sokoban in an editor: what can be painted, and trimming. */
#include "edit/edit_internal.h"
#include "lw/grid.h"

static const struct lw_brush palette[] = {
    {"#", "wall"},
    {" ", "floor"},
    {"$", "box"},
    {".", "goal"},
    {"*", "box on a goal"},
    {"@", "player"},
    {"+", "player on a goal"},
};

static const struct lw_single single[] = {{"@", " ", 0}, {"+", ".", 0}, {NULL, NULL, 0}};

static bool borders_on(const uint8_t *reached, uint32_t width, uint32_t height,
                       uint32_t cell) {
    for (uint32_t k = 0; k < 9; k++) {
        int64_t x = (int64_t)(cell % width) + k % 3 - 1;
        int64_t y = (int64_t)(cell / width) + k / 3 - 1;
        if (x >= 0 && y >= 0 && x < width && y < height && reached[y * width + x]) {
            return true;
        }
    }
    return false;
}

/* Keeps what the player can reach and the walls around it. */
static lw_status trim_in(struct lw_arena *arena, const struct lw_level *base,
                         struct lw_level **out, struct lw_error *err) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    uint32_t width = level->width, height = level->height;
    uint32_t n = width * height;
    uint8_t *reached = lw_arena_zero(arena, n, 1);
    uint8_t *cells = lw_arena_zero(arena, n, 1);
    uint32_t *stack = lw_arena_get(arena, n * sizeof *stack);
    if (reached == NULL || cells == NULL || stack == NULL) {
        return lw_fail_memory(err);
    }
    (void)lw_grid_flood(&(struct lw_flood){.width = width,
                                           .height = height,
                                           .cells = level->cells,
                                           .blocked_bits = LW_SOKOBAN_WALL,
                                           .reached = reached,
                                           .stack = stack},
                        level->player);
    for (uint32_t i = 0; i < n; i++) {
        cells[i] = (uint8_t)(reached[i]                              ? level->cells[i]
                             : borders_on(reached, width, height, i) ? LW_SOKOBAN_WALL
                                                                     : 0);
    }
    return lw_sokoban_level_tight(base->game, width, height, cells, out, err);
}

static lw_status trim(const struct lw_level *level, struct lw_level **out,
                      struct lw_error *err) {
    struct lw_arena arena;
    if (lw_sokoban_level_of(level)->n_players == 0) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "a level is trimmed to what its player can reach, and it has none");
    }
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = trim_in(&arena, level, out, err);
    lw_arena_free(&arena);
    return status;
}

static void draw(const struct lw_level *level, struct lw_draw_list *list) {
    lw_sokoban_draw_level(lw_sokoban_level_of(level), list);
}

const struct lw_edit_ops lw_sokoban_edit_ops = {
    .palette = palette,
    .n_palette = sizeof palette / sizeof *palette,
    .blank = " ",
    .frame = "#",
    .single = single,
    .separator = "",
    .symmetries = 0xff,
    .trim = trim,
    .mutate = lw_sokoban_mutate,
    .draw = draw,
    .survey = lw_sokoban_survey,
};
