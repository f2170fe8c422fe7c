/* Outlines: what a generator is given to fill. The eight layouts are those of Figure 8 of
 * Khalifa and Fayek (2015), as a fact about their experiment. */
#include <string.h>

#include "make/generate_internal.h"

static const char *const layouts[LW_PS_N_OUTLINES] = {
    "#####/#...#/#...#/#...#/#####",
    "######/##...#/#....#/#....#/#...##/######",
    "#######/##...##/#.....#/#.....#/##...##/#######",
    "#######/#.....#/#.....#/#..#..#/#.....#/#.....#/#######",
    "#######/#.....#/#.....#/#..#..#/#.....#/#..#..#/#.....#/#.....#/#######",
    "#######/#..#..#/#..#..#/#.....#/#.....#/#..#..#/#..#..#/#######",
    "########/#......#/#......#/#..##..#/#..##..#/#......#/#......#/########",
    "########/#......#/#..##..#/#......#/#......#/#..##..#/#......#/########",
};

uint32_t lw_ps_wall(const struct lw_ps_analysis *a) {
    const struct lw_ps_game *game = a->game;
    const unsigned placed = LW_PS_PLAYER_OBJECT | LW_PS_WINNING_OBJECT;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if ((a->roles[id].types & LW_PS_SOLID_OBJECT) != 0) {
            return id;
        }
    }
    /* Rules may name the walls, too; they still stand in the player's way for ever. */
    for (uint32_t id = 0; id < game->n_objects; id++) {
        bool in_way = false;
        for (uint32_t other = 0; other < game->n_objects; other++) {
            in_way = in_way || (lw_ps_has(game->player, other) &&
                                game->objects[other].layer == game->objects[id].layer);
        }
        if (in_way && game->objects[id].is_static && a->roles[id].behaviours == 0 &&
            (a->roles[id].types & placed) == 0) {
            return id;
        }
    }
    return game->n_objects;
}

bool lw_ps_is_fixed(const struct lw_ps_analysis *a, uint32_t id) {
    const unsigned placed =
        LW_PS_RULE_OBJECT | LW_PS_PLAYER_OBJECT | LW_PS_WINNING_OBJECT;
    return id == a->game->background || (a->roles[id].types & placed) == 0 ||
           id == lw_ps_wall(a);
}

/* rows: of the same width, with a slash between them. */
static lw_status make(const struct lw_ps_game *game, const char *rows, uint32_t wall,
                      struct lw_ps_level **out, struct lw_error *err) {
    uint32_t width = (uint32_t)strcspn(rows, "/");
    uint32_t height = (uint32_t)((strlen(rows) + 1) / (width + 1));
    const struct lw_alloc *alloc = game->base.alloc;
    size_t n = (size_t)width * height * game->obj_words;
    uint64_t *cells = lw_alloc_zero(alloc, n, sizeof *cells);
    if (cells == NULL) {
        return lw_fail_memory(err);
    }
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint64_t *cell = cells + ((size_t)x * height + y) * game->obj_words;
            cell[game->background >> 6] |= 1ULL << (game->background & 63);
            if (rows[y * (width + 1) + x] == '#') {
                cell[wall >> 6] |= 1ULL << (wall & 63);
            }
        }
    }
    lw_status status = lw_ps_level_create(game, width, height, cells, out, err);
    lw_alloc_free(alloc, cells, n * sizeof *cells);
    return status;
}

lw_status lw_ps_outline(const struct lw_ps_analysis *a, size_t number,
                        struct lw_ps_level **out, struct lw_error *err) {
    uint32_t wall = lw_ps_wall(a);
    if (wall == a->game->n_objects) {
        return lw_fail_option(
            err, LW_UNSUPPORTED, "examples",
            "this game has nothing solid to draw walls with; give outlines of "
            "your own with --examples");
    }
    return make(a->game, layouts[number], wall, out, err);
}

bool lw_ps_is_ground(const struct lw_ps_analysis *a, const uint64_t *cell) {
    for (uint32_t w = 0; w < a->game->obj_words; w++) {
        if ((cell[w] & ~a->ground[w]) != 0) {
            return false;
        }
    }
    return true;
}

/* A cell that lost what was placed there gets the ground of a neighbour that kept its
 * own: levels are often drawn with keys that have no floor under an object. */
static void mend_ground(const struct lw_ps_analysis *a, const struct lw_ps_level *level,
                        struct lw_ps_level *outline) {
    uint32_t width = level->width, height = level->height, words = a->game->obj_words;
    size_t bytes = words * sizeof(uint64_t);
    for (uint32_t cell = 0; cell < width * height; cell++) {
        uint64_t *to = outline->cells + (size_t)cell * words;
        if (!lw_ps_is_ground(a, to) ||
            memcmp(to, level->cells + (size_t)cell * words, bytes) == 0) {
            continue;
        }
        uint32_t x = cell / height, y = cell % height;
        const uint32_t beside[4] = {
            x > 0 ? cell - height : cell, x + 1 < width ? cell + height : cell,
            y > 0 ? cell - 1 : cell, y + 1 < height ? cell + 1 : cell};
        for (int d = 0; d < 4; d++) {
            const uint64_t *from = level->cells + (size_t)beside[d] * words;
            if (lw_ps_is_ground(a, from)) {
                memcpy(to, from, bytes);
                break;
            }
        }
    }
}

lw_status lw_ps_outline_of(const struct lw_ps_analysis *a,
                           const struct lw_ps_level *level, struct lw_ps_level **out,
                           struct lw_error *err) {
    const struct lw_ps_game *game = a->game;
    lw_status status =
        lw_ps_level_create(game, level->width, level->height, level->cells, out, err);
    if (status != LW_OK) {
        return status;
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if (lw_ps_is_fixed(a, id)) {
            continue;
        }
        for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
            (*out)->cells[i * game->obj_words + (id >> 6)] &= ~(1ULL << (id & 63));
        }
    }
    mend_ground(a, level, *out);
    return LW_OK;
}

uint32_t lw_ps_free_cells(const struct lw_ps_analysis *a,
                          const struct lw_ps_level *outline, uint32_t *cells) {
    const struct lw_ps_game *game = a->game;
    uint32_t n = 0;
    for (uint32_t i = 0; i < outline->width * outline->height; i++) {
        if (lw_ps_is_ground(a, outline->cells + (size_t)i * game->obj_words)) {
            cells[n++] = i;
        }
    }
    return n;
}
