/* PuzzleScript as a kind of game: making games and levels from source text. */
#include <string.h>

#include "lw/grid.h"
#include "make/generate_internal.h"

#define MAX_LOOK 1000000 /* work of the first key press in a level without a player */

/* Game. */

static void pass_notes(const struct lw_ps_game *game, struct lw_collection *messages) {
    for (size_t i = 0; i < game->n_notes && messages != NULL; i++) {
        const struct lw_ps_note *note = &game->notes[i];
        if (note->follows) {
            continue;
        }
        lw_collection_message(messages, note->is_error,
                              note->line > 0 ? (uint32_t)note->line : 0, note->column,
                              "%s", note->text);
    }
}

static lw_status refuse(const struct lw_ps_game *game, struct lw_error *err) {
    for (size_t i = 0; i < game->n_notes; i++) {
        const struct lw_ps_note *note = &game->notes[i];
        if (note->is_error) {
            return lw_fail(err, LW_BAD_INPUT, note->line > 0 ? (uint32_t)note->line : 0,
                           note->column, "%s", note->text);
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0, "this is not a playable PuzzleScript game");
}

static lw_status game_create(const struct lw_alloc *alloc,
                             const struct lw_game_spec *spec, struct lw_game **out,
                             struct lw_collection *messages, struct lw_error *err) {
    struct lw_ps_game *game = NULL;
    if (spec->source == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "a PuzzleScript game is made from its source file: name one");
    }
    lw_status status = lw_ps_compile(alloc, spec->source, spec->source_len, &game, err);
    if (status != LW_OK) {
        return status;
    }
    pass_notes(game, messages);
    if (!game->playable) {
        status = refuse(game, err);
        lw_ps_game_destroy(game);
        return status;
    }
    *out = &game->base;
    return LW_OK;
}

static void game_destroy(struct lw_game *game) {
    lw_ps_game_destroy((struct lw_ps_game *)(void *)game);
}

static const struct lw_game_ops game_ops = {.create = game_create,
                                            .destroy = game_destroy};

/* Level. */

const struct lw_ps_level *lw_ps_level_of(const struct lw_level *level) {
    return (const struct lw_ps_level *)(const void *)lw_level_expect(
        level, &lw_puzzlescript_kind);
}

static size_t cell_bytes(const struct lw_ps_game *game, uint32_t width, uint32_t height) {
    return (size_t)width * height * game->obj_words * sizeof(uint64_t);
}

lw_status lw_ps_level_create(const struct lw_ps_game *game, uint32_t width,
                             uint32_t height, const uint64_t *cells,
                             struct lw_ps_level **out, struct lw_error *err) {
    const struct lw_alloc *alloc = game->base.alloc;
    size_t bytes = cell_bytes(game, width, height);
    if (bytes == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "a level needs at least one cell");
    }
    struct lw_ps_level *level = lw_alloc_zero(alloc, 1, sizeof *level);
    uint64_t *copy = lw_alloc_get(alloc, bytes);
    if (level == NULL || copy == NULL) {
        lw_alloc_free(alloc, level, sizeof *level);
        lw_alloc_free(alloc, copy, bytes);
        return lw_fail_memory(err);
    }
    memcpy(copy, cells, bytes);
    *level = (struct lw_ps_level){
        .base = {&game->base}, .width = width, .height = height, .cells = copy};
    *out = level;
    return LW_OK;
}

static void level_destroy(struct lw_level *base) {
    if (base != NULL) {
        struct lw_ps_level *level = (struct lw_ps_level *)(void *)base;
        const struct lw_ps_game *game = lw_ps_game_of(base->game);
        const struct lw_alloc *alloc = game->base.alloc;
        lw_alloc_free(alloc, level->cells, cell_bytes(game, level->width, level->height));
        lw_alloc_free(alloc, level, sizeof *level);
    }
}

static lw_status level_dup(const struct lw_level *base, struct lw_level **out) {
    const struct lw_ps_level *level = lw_ps_level_of(base);
    struct lw_ps_level *copy = NULL;
    lw_status status = lw_ps_level_create(lw_ps_game_of(base->game), level->width,
                                          level->height, level->cells, &copy, NULL);
    if (status == LW_OK) {
        copy->line = level->line;
        *out = &copy->base;
    }
    return status;
}

static void level_size(const struct lw_level *base, uint32_t *width, uint32_t *height) {
    *width = lw_ps_level_of(base)->width;
    *height = lw_ps_level_of(base)->height;
}

static bool has_player(const struct lw_ps_game *game, const uint64_t *cells,
                       size_t n_cells) {
    for (size_t i = 0; i < n_cells * game->obj_words; i++) {
        if ((cells[i] & game->player[i % game->obj_words]) != 0) {
            return true;
        }
    }
    return false;
}

/* Rules may make a player, at the start or later, and may win or change the board without
 * one. Without a player all keys are the same: when the first changes nothing, none does,
 * unless chance decides. */
static lw_status find_life(const struct lw_ps_level *level, bool *found,
                           struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(level->base.game);
    size_t n_cells = (size_t)level->width * level->height;
    struct lw_ps_engine *engine = NULL;
    lw_status status = lw_ps_engine_create(
        game, (struct lw_ps_engine_spec){level->width, level->height, 0},
        game->base.alloc, &engine, err);
    *found = false;
    if (status != LW_OK) {
        return status;
    }
    lw_ps_start(engine, level->cells);
    *found = game->has_random || lw_ps_won(engine) ||
             has_player(game, lw_ps_cell(engine, 0), n_cells);
    if (!*found) {
        lw_ps_set_spending_limit(engine, lw_ps_spent(engine) + MAX_LOOK);
        struct lw_ps_turn turn = lw_ps_press(engine, LW_PS_PRESS_UP);
        *found = turn.changed || turn.won;
    }
    lw_ps_engine_destroy(engine);
    return LW_OK;
}

static lw_status level_validate(const struct lw_level *base, struct lw_error *err) {
    const struct lw_ps_level *level = lw_ps_level_of(base);
    const struct lw_ps_game *game = lw_ps_game_of(base->game);
    bool found = has_player(game, level->cells, (size_t)level->width * level->height);
    lw_status status = found ? LW_OK : find_life(level, &found, err);
    return status != LW_OK || found
               ? status
               : lw_fail(err, LW_BAD_INPUT, level->line, 0,
                         "the level has no player, no rule makes one and nothing changes "
                         "by itself");
}

/* Identity. */

/* The level through symmetry sym of the board, written to out (of the same size). */
static void turn_cells(const struct lw_ps_level *level, uint32_t words, int sym,
                       uint64_t *out) {
    uint32_t width, height;
    lw_sym_size(sym, level->width, level->height, &width, &height);
    for (uint32_t x = 0; x < level->width; x++) {
        for (uint32_t y = 0; y < level->height; y++) {
            struct lw_grid_cell to = lw_sym_cell(sym, level->width, level->height,
                                                 (struct lw_grid_cell){x, y});
            memcpy(out + ((size_t)to.x * height + to.y) * words,
                   level->cells + ((size_t)x * level->height + y) * words,
                   words * sizeof *out);
        }
    }
}

/* The least id of the level's forms under the symmetries that the rules keep. */
static lw_status level_canonical(const struct lw_level *base, struct lw_id128 *id,
                                 struct lw_level **canonical) {
    const struct lw_ps_level *level = lw_ps_level_of(base);
    const struct lw_ps_game *game = lw_ps_game_of(base->game);
    const struct lw_alloc *alloc = game->base.alloc;
    size_t bytes = cell_bytes(game, level->width, level->height);
    uint64_t *cells = lw_alloc_get(alloc, bytes);
    if (cells == NULL) {
        return LW_NO_MEMORY;
    }
    int best = -1;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t width, height;
        if ((game->symmetries >> sym & 1) == 0) {
            continue;
        }
        lw_sym_size(sym, level->width, level->height, &width, &height);
        turn_cells(level, game->obj_words, sym, cells);
        struct lw_id128 own = lw_hash128(
            cells, bytes, lw_mix64(game->identity + ((uint64_t)width << 32 | height)));
        if (best < 0 || own.hi < id->hi || (own.hi == id->hi && own.lo < id->lo)) {
            best = sym;
            *id = own;
        }
    }
    lw_status status = LW_OK;
    if (canonical != NULL) {
        uint32_t width, height;
        struct lw_ps_level *turned = NULL;
        lw_sym_size(best, level->width, level->height, &width, &height);
        turn_cells(level, game->obj_words, best, cells);
        status = lw_ps_level_create(game, width, height, cells, &turned, NULL);
        *canonical = status == LW_OK ? &turned->base : NULL;
    }
    lw_alloc_free(alloc, cells, bytes);
    return status;
}

static uint32_t count_unlike(const uint64_t *a, const uint64_t *b, size_t n_cells,
                             uint32_t words) {
    uint32_t n = 0;
    for (size_t i = 0; i < n_cells; i++) {
        n += memcmp(a + i * words, b + i * words, words * sizeof *a) != 0;
    }
    return n;
}

static uint32_t level_difference(const struct lw_level *a, const struct lw_level *b) {
    const struct lw_ps_level *one = lw_ps_level_of(a), *two = lw_ps_level_of(b);
    const struct lw_ps_game *game = lw_ps_game_of(a->game);
    size_t bytes = cell_bytes(game, one->width, one->height);
    uint64_t *turned = lw_alloc_get(game->base.alloc, bytes);
    unsigned symmetries = turned == NULL ? 0 : game->symmetries;
    uint32_t least = UINT32_MAX;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t width, height;
        lw_sym_size(sym, one->width, one->height, &width, &height);
        if ((symmetries >> sym & 1) != 0 && width == two->width &&
            height == two->height) {
            turn_cells(one, game->obj_words, sym, turned);
            uint32_t n =
                count_unlike(turned, two->cells, (size_t)width * height, game->obj_words);
            least = n < least ? n : least;
        }
    }
    lw_alloc_free(game->base.alloc, turned, turned == NULL ? 0 : bytes);
    return least;
}

static const struct lw_level_ops level_ops = {.formats = &lw_ps_format,
                                              .n_formats = 1,
                                              .destroy = level_destroy,
                                              .dup = level_dup,
                                              .size = level_size,
                                              .validate = level_validate,
                                              .canonical = level_canonical,
                                              .difference = level_difference,
                                              .source_len = lw_ps_source_len};

static const struct lw_generator *const generators[] = {&lw_ps_constructive,
                                                        &lw_ps_genetic, NULL};

const struct lw_game_kind lw_puzzlescript_kind = {
    .name = "puzzlescript",
    .title = "PuzzleScript",
    .summary = "Every source file is a game of its own: its rules rewrite the board when "
               "a key is pressed. A level is won when all its win conditions hold.",
    .flags = LW_GAME_FROM_SOURCE,
    .game = &game_ops,
    .level = &level_ops,
    .play = &lw_ps_play_ops,
    .solve = &lw_ps_solve_ops,
    .advice = &lw_ps_advice_ops,
    .features = &lw_ps_feature_ops,
    .generators = generators,
    .edit = &lw_ps_edit_ops,
    .pointing = &lw_ps_pointing_ops,
    .presets = &lw_ps_preset_ops,
    .guide = &lw_ps_guide,
    .max_squares = 10000,
};
