/* Levels as cells: cutting a text into what a person can paint, joining it again, and the
 * changes that work on the cells of any game. */
#include <string.h>

#include "lw/game.h"
#include "lw/grid.h"
#include "lw/open.h"

/* Text. */

lw_status lw_level_bare_text(const struct lw_level *level, struct lw_buffer *out,
                             struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    return kind->edit != NULL && kind->edit->bare_text != NULL
               ? kind->edit->bare_text(level, out, err)
               : lw_level_text(level, out, err);
}

/* Cells. */

static lw_status editable_text(const struct lw_level *level, struct lw_buffer *out,
                               struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    const struct lw_format *format =
        kind->edit->format == NULL ? NULL : lw_game_format_find(kind, kind->edit->format);
    const struct lw_entry entry = {.level = (struct lw_level *)(uintptr_t)level,
                                   .title = ""};
    return format == NULL ? lw_level_bare_text(level, out, err)
                          : lw_entry_text(&entry, format, out, err);
}

struct line {
    const char *text;
    size_t len;
};

static bool next_line(const char **at, struct line *line) {
    if (**at == '\0') {
        return false;
    }
    line->text = *at;
    line->len = strcspn(*at, "\n");
    *at += line->len + ((*at)[line->len] == '\n');
    return true;
}

static size_t cell_length(const struct line *line, size_t at, bool spaced) {
    size_t used = 0;
    if (spaced) {
        while (at + used < line->len && line->text[at + used] != ' ') {
            used++;
        }
        return used;
    }
    (void)lw_utf8_decode(line->text + at, line->len - at, &used);
    return used;
}

/* Cuts a line; cells that it lacks at its end are blank. */
static bool cut_line(const struct line *line, const struct lw_edit_ops *edit,
                     struct lw_arena *arena, const char **cells, uint32_t width) {
    bool spaced = edit->separator[0] != '\0';
    size_t at = 0;
    for (uint32_t x = 0; x < width; x++) {
        size_t len = at < line->len ? cell_length(line, at, spaced) : 0;
        cells[x] = len > 0 ? lw_arena_text(arena, line->text + at, len) : edit->blank;
        if (cells[x] == NULL) {
            return false;
        }
        at += len + (spaced && at + len < line->len);
    }
    return true;
}

/* Where the cells begin. */
static const char *find_rows(const struct lw_edit_ops *edit, const char *text) {
    struct line line;
    const char *at = text;
    size_t len = edit->first_line == NULL ? 0 : strlen(edit->first_line);
    while (len > 0 && next_line(&at, &line)) {
        if (line.len == len && memcmp(line.text, edit->first_line, len) == 0) {
            return at;
        }
    }
    return text;
}

static bool cut_text(const struct lw_edit_ops *edit, const char *text,
                     struct lw_arena *arena, struct lw_cells *out) {
    const char *at = find_rows(edit, text);
    struct line line;
    out->before = lw_arena_text(arena, text, (size_t)(at - text));
    for (uint32_t y = 0; y < out->height; y++) {
        if (!next_line(&at, &line) ||
            !cut_line(&line, edit, arena, out->cells + (size_t)y * out->width,
                      out->width)) {
            return false;
        }
    }
    bool has_more = edit->first_line != NULL;
    out->after = lw_arena_text(arena, has_more ? at : "", has_more ? strlen(at) : 0);
    return out->before != NULL && out->after != NULL;
}

lw_status lw_level_cells(const struct lw_level *level, struct lw_arena *arena,
                         struct lw_cells *out, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_buffer text;
    if (kind->edit == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "levels of %s have no cells to edit",
                       kind->title);
    }
    lw_buffer_init(&text, level->game->alloc);
    lw_status status = editable_text(level, &text, err);
    kind->level->size(level, &out->width, &out->height);
    out->separator = kind->edit->separator;
    out->cells =
        lw_arena_zero(arena, (size_t)out->width * out->height, sizeof *out->cells);
    if (status == LW_OK && (out->cells == NULL ||
                            !cut_text(kind->edit, lw_buffer_text(&text), arena, out))) {
        status = lw_fail_memory(err);
    }
    lw_buffer_free(&text);
    return status;
}

void lw_cells_text(const struct lw_cells *cells, struct lw_buffer *out) {
    lw_buffer_puts(out, cells->before);
    for (uint32_t y = 0; y < cells->height; y++) {
        for (uint32_t x = 0; x < cells->width; x++) {
            if (x > 0) {
                lw_buffer_puts(out, cells->separator);
            }
            lw_buffer_puts(out, cells->cells[(size_t)y * cells->width + x]);
        }
        lw_buffer_putc(out, '\n');
    }
    lw_buffer_puts(out, cells->after);
}

lw_status lw_cells_level(const struct lw_game *game, const struct lw_cells *cells,
                         struct lw_level **out, struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, game->alloc);
    lw_cells_text(cells, &text);
    lw_status status = lw_buffer_ok(&text) ? lw_level_read(game, lw_buffer_text(&text),
                                                           text.len, out, err)
                                           : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

/* Turning. */

static lw_status turn_cells(const struct lw_level *level, int sym, struct lw_arena *arena,
                            struct lw_level **out, struct lw_error *err) {
    struct lw_cells cells;
    lw_status status = lw_level_cells(level, arena, &cells, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_cells turned = cells;
    lw_sym_size(sym, cells.width, cells.height, &turned.width, &turned.height);
    turned.cells =
        lw_arena_zero(arena, (size_t)cells.width * cells.height, sizeof *turned.cells);
    if (turned.cells == NULL) {
        return lw_fail_memory(err);
    }
    for (uint32_t y = 0; y < cells.height; y++) {
        for (uint32_t x = 0; x < cells.width; x++) {
            struct lw_grid_cell to =
                lw_sym_cell(sym, cells.width, cells.height, (struct lw_grid_cell){x, y});
            turned.cells[(size_t)to.y * turned.width + to.x] =
                cells.cells[(size_t)y * cells.width + x];
        }
    }
    return lw_cells_level(level->game, &turned, out, err);
}

lw_status lw_level_turn(const struct lw_level *level, int sym, struct lw_level **out,
                        struct lw_error *err) {
    const struct lw_edit_ops *edit = level->game->kind->edit;
    struct lw_arena arena;
    if (edit == NULL || (edit->symmetries >> sym & 1) == 0) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "turning levels of %s that way is not supported",
                       level->game->kind->title);
    }
    if (edit->turn != NULL) {
        return edit->turn(level, sym, out, err);
    }
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = turn_cells(level, sym, &arena, out, err);
    lw_arena_free(&arena);
    return status;
}

/* Changing. */

#define PICKS 100 /* pairs drawn until their cells differ */

static void swap_once(const struct lw_cells *cells, uint32_t margin, struct lw_rng *rng) {
    uint32_t width = cells->width - 2 * margin, height = cells->height - 2 * margin;
    for (int i = 0; i < PICKS; i++) {
        uint32_t x = lw_rng_below(rng, width), y = lw_rng_below(rng, height);
        uint32_t to_x = lw_rng_below(rng, width), to_y = lw_rng_below(rng, height);
        if (lw_rng_below(rng, 2) == 0) {
            bool across = lw_rng_below(rng, 2) == 0;
            to_x = across ? x + 1 : x;
            to_y = across ? y : y + 1;
        }
        if (to_x >= width || to_y >= height) {
            continue;
        }
        const char **a = &cells->cells[(y + margin) * cells->width + x + margin];
        const char **b = &cells->cells[(to_y + margin) * cells->width + to_x + margin];
        if (strcmp(*a, *b) != 0) {
            const char *first = *a;
            *a = *b;
            *b = first;
            return;
        }
    }
}

lw_status lw_level_swap_within(const struct lw_level *level, uint32_t margin,
                               struct lw_rng *rng, struct lw_level **out,
                               struct lw_error *err) {
    struct lw_arena arena;
    struct lw_cells cells;
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = lw_level_cells(level, &arena, &cells, err);
    if (status == LW_OK) {
        bool framed = cells.width > 2 * margin && cells.height > 2 * margin;
        for (uint32_t left = 1 + lw_rng_below(rng, 2); left > 0; left--) {
            swap_once(&cells, framed ? margin : 0, rng);
        }
        status = lw_cells_level(level->game, &cells, out, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_level_swap_cells(const struct lw_level *level, struct lw_rng *rng,
                              struct lw_level **out, struct lw_error *err) {
    return lw_level_swap_within(level, 0, rng, out, err);
}
