/* Levels: making, copying, checking and naming them. */
#include "flow_internal.h"

#include <stddef.h>
#include <string.h>

bool lw_flow_is_colour(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

const struct lw_flow_level *lw_flow_level_of(const struct lw_level *level) {
    return (const struct lw_flow_level *)lw_level_expect(level, &lw_flow_kind);
}

static size_t level_bytes(uint32_t width, uint32_t height) {
    return sizeof(struct lw_flow_level) + (size_t)width * height;
}

lw_status lw_flow_check_size(uint32_t width, uint32_t height, uint32_t line,
                             uint32_t column, struct lw_error *err) {
    if (width == 0 || height == 0) {
        return lw_fail(err, LW_BAD_INPUT, line, column,
                       "the board is %ux%u; expected at least one square each way", width,
                       height);
    }
    if (width > LW_FLOW_MAX_SIDE || height > LW_FLOW_MAX_SIDE) {
        return lw_fail(err, LW_BAD_INPUT, line, column,
                       "the board is %ux%u; at most %dx%d is supported", width, height,
                       LW_FLOW_MAX_SIDE, LW_FLOW_MAX_SIDE);
    }
    return LW_OK;
}

/* Numbers the colours and notes their ends; refuses a third end where it stands. */
static lw_status take_cells(struct lw_flow_level *level, const char *text,
                            struct lw_error *err) {
    uint8_t number[256] = {0};
    uint8_t n_ends[LW_FLOW_MAX_COLOURS] = {0};
    uint32_t n_cells = level->width * level->height;
    for (uint32_t i = 0; i < n_cells; i++) {
        char c = text[i];
        if (!lw_flow_is_colour(c)) {
            continue;
        }
        uint8_t *colour = &number[(unsigned char)c];
        if (*colour == 0) {
            level->letters[level->n_colours] = c;
            *colour = (uint8_t)++level->n_colours;
        }
        uint32_t k = *colour - 1U;
        if (n_ends[k] == 2) {
            return lw_fail(err, LW_BAD_INPUT, i / level->width + 1, i % level->width + 1,
                           "colour %c appears a third time; expected exactly two "
                           "endpoints of each colour",
                           c);
        }
        level->ends[k][n_ends[k]++] = (uint16_t)i;
        level->cells[i] = *colour;
    }
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (n_ends[k] == 1) {
            uint32_t at = level->ends[k][0];
            return lw_fail(err, LW_BAD_INPUT, at / level->width + 1,
                           at % level->width + 1,
                           "colour %c appears once; expected exactly two endpoints of "
                           "each colour",
                           level->letters[k]);
        }
    }
    return LW_OK;
}

lw_status lw_flow_level_create(const struct lw_game *game, uint32_t width,
                               uint32_t height, const char *text,
                               struct lw_flow_level **out, struct lw_error *err) {
    lw_status status = lw_flow_check_size(width, height, 0, 0, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_flow_level *level =
        lw_alloc_zero(game->alloc, 1, level_bytes(width, height));
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    level->level.game = game;
    level->width = width;
    level->height = height;
    status = take_cells(level, text, err);
    if (status == LW_OK && level->n_colours == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 1, 1,
                         "the board has no endpoints; expected two letters or digits of "
                         "at least one colour");
    }
    if (status != LW_OK) {
        lw_flow_level_destroy(&level->level);
        return status;
    }
    *out = level;
    return LW_OK;
}

void lw_flow_level_destroy(struct lw_level *level) {
    if (level != NULL) {
        struct lw_flow_level *flow = (struct lw_flow_level *)level;
        lw_alloc_free(level->game->alloc, flow, level_bytes(flow->width, flow->height));
    }
}

lw_status lw_flow_level_dup(const struct lw_level *level, struct lw_level **out) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    size_t bytes = level_bytes(flow->width, flow->height);
    struct lw_flow_level *copy = lw_alloc_get(level->game->alloc, bytes);
    if (copy == NULL) {
        return LW_NO_MEMORY;
    }
    memcpy(copy, flow, bytes);
    *out = &copy->level;
    return LW_OK;
}

void lw_flow_level_size(const struct lw_level *level, uint32_t *width, uint32_t *height) {
    *width = lw_flow_level_of(level)->width;
    *height = lw_flow_level_of(level)->height;
}

/* Everything that is no level was refused on making. */
lw_status lw_flow_level_validate(const struct lw_level *level, struct lw_error *err) {
    (void)level;
    (void)err;
    return LW_OK;
}

/* The board turned by sym with colours numbered anew in reading order; out starts with
 * width and height. */
static void turned(const struct lw_flow_level *level, int sym, uint8_t *out) {
    uint32_t width, height;
    lw_sym_size(sym, level->width, level->height, &width, &height);
    out[0] = (uint8_t)width;
    out[1] = (uint8_t)height;
    lw_grid_transform(sym, level->width, level->height, level->cells, out + 2);
    uint8_t number[LW_FLOW_MAX_COLOURS + 1] = {0};
    uint8_t next = 0;
    for (uint32_t i = 0; i < width * height; i++) {
        uint8_t *cell = &out[2 + i];
        if (*cell != 0) {
            if (number[*cell] == 0) {
                number[*cell] = ++next;
            }
            *cell = number[*cell];
        }
    }
}

/* The rule set is part of the puzzle, and no other game's level may have the same id. */
static void hash_level(const uint8_t *cells, size_t bytes, bool strict,
                       struct lw_id128 *id) {
    static const char names[2][12] = {"flow/loose", "flow/strict"};
    struct lw_id128 name = lw_hash128(names[strict], strlen(names[strict]), 0);
    *id = lw_hash128(cells, bytes, name.lo);
}

lw_status lw_flow_level_canonical(const struct lw_level *level, struct lw_id128 *id,
                                  struct lw_level **canonical) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    size_t n_cells = (size_t)flow->width * flow->height, bytes = n_cells + 2;
    const struct lw_alloc *alloc = level->game->alloc;
    uint8_t *best = lw_alloc_get(alloc, 2 * bytes);
    if (best == NULL) {
        return LW_NO_MEMORY;
    }
    uint8_t *other = best + bytes;
    turned(flow, 0, best);
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        turned(flow, sym, other);
        if (memcmp(other, best, bytes) < 0) {
            memcpy(best, other, bytes);
        }
    }
    lw_status status = LW_OK;
    hash_level(best, bytes, lw_flow_is_strict(level->game), id);
    if (canonical != NULL) {
        for (size_t i = 0; i < n_cells; i++) {
            other[i] = best[2 + i] == 0 ? (uint8_t)'.'
                                        : (uint8_t)lw_flow_letters[best[2 + i] - 1];
        }
        struct lw_flow_level *turned;
        status = lw_flow_level_create(level->game, best[0], best[1], (const char *)other,
                                      &turned, NULL);
        if (status == LW_OK) {
            *canonical = &turned->level;
        }
    }
    lw_alloc_free(alloc, best, 2 * bytes);
    return status;
}
