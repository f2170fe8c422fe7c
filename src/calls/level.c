/* Levels as text, as cells for editors, and as objects of a reply. */
#include <string.h>

#include "calls_internal.h"
#include "lw/flow.h"
#include "lw/lazors.h"
#include "lw/move.h"
#include "lw/puzzlescript.h"
#include "lw/sokoban.h"

/* Text. */

/* A PuzzleScript level is written as a whole game; where that game is the level's own and
 * has all the keys, the rows alone will do: the lines behind what decorates the heading.
 */
static void keep_rows(const struct lw_level *level, size_t begin, struct lw_buffer *out) {
    const struct lw_ps_game *ps = lw_ps_game_of(level->game);
    if (out->len - begin < ps->levels_at || ps->levels_at == 0 ||
        memcmp(out->data + begin, ps->source, ps->levels_at) != 0) {
        return;
    }
    const char *rows = out->data + begin + ps->levels_at;
    while (*rows == '\n' || *rows == '=' || *rows == ' ') {
        rows++;
    }
    const char *end = rows;
    for (uint32_t y = 0; y < lw_ps_level_of(level)->height; y++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    size_t len = (size_t)(end - rows);
    memmove(out->data + begin, rows, len);
    out->len = begin + len;
    out->data[out->len] = '\0';
}

lw_status lw_calls_level_text(const struct lw_level *level, struct lw_buffer *out,
                              struct lw_error *err) {
    size_t begin = out->len;
    lw_status status = lw_level_text(level, out, err);
    if (status == LW_OK && level->game->kind == &lw_puzzlescript_kind) {
        keep_rows(level, begin, out);
    }
    return status;
}

lw_status lw_calls_level_read(const struct lw_game *game, const struct lw_buffer *text,
                              struct lw_level **out, struct lw_error *err) {
    return lw_buffer_ok(text)
               ? lw_level_read(game, lw_buffer_text(text), text->len, out, err)
               : lw_fail_memory(err);
}

/* Cells. */

static char *arena_copy(struct lw_arena *arena, const char *text, size_t len) {
    return lw_arena_text(arena, text, len);
}

/* Flow's own text begins with its size, which an editor would have to keep true; the form
 * of one board does without. */
static lw_status editable_text(const struct lw_level *level, struct lw_buffer *out,
                               struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    if (kind != &lw_flow_kind) {
        return lw_calls_level_text(level, out, err);
    }
    struct lw_entry entry = {.level = (struct lw_level *)(uintptr_t)level, .title = ""};
    return lw_entry_text(&entry, lw_game_format_find(kind, "single"), out, err);
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
static bool cut_line(const struct line *line, bool spaced, struct lw_arena *arena,
                     const char **cells, uint32_t width) {
    size_t at = 0;
    for (uint32_t x = 0; x < width; x++) {
        size_t len = at < line->len ? cell_length(line, at, spaced) : 0;
        cells[x] = len > 0 ? arena_copy(arena, line->text + at, len) : " ";
        if (cells[x] == NULL) {
            return false;
        }
        at += len + (spaced && at + len < line->len);
    }
    return true;
}

lw_status lw_calls_grid_of(const struct lw_level *level, struct lw_arena *arena,
                           struct calls_grid *out, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    bool is_lazors = kind == &lw_lazors_kind;
    bool spaced = is_lazors || kind == &lw_move_kind;
    struct lw_buffer text;
    lw_buffer_init(&text, level->game->alloc);
    lw_status status = editable_text(level, &text, err);
    const char *at = lw_buffer_text(&text), *rows = at;
    struct line line;
    kind->level->size(level, &out->width, &out->height);
    out->separator = spaced ? " " : "";
    out->cells =
        lw_arena_zero(arena, (size_t)out->width * out->height, sizeof *out->cells);
    bool good = status == LW_OK && out->cells != NULL;
    while (good && is_lazors && next_line(&at, &line)) {
        if (line.len == 10 && memcmp(line.text, "GRID START", 10) == 0) {
            rows = at;
            break;
        }
    }
    out->before =
        arena_copy(arena, lw_buffer_text(&text), (size_t)(rows - lw_buffer_text(&text)));
    for (uint32_t y = 0; good && y < out->height; y++) {
        good = next_line(&at, &line) &&
               cut_line(&line, spaced, arena, out->cells + (size_t)y * out->width,
                        out->width);
    }
    out->after = arena_copy(arena, is_lazors ? at : "", is_lazors ? strlen(at) : 0);
    good = good && out->before != NULL && out->after != NULL;
    lw_buffer_free(&text);
    return status != LW_OK ? status : good ? LW_OK : lw_fail_memory(err);
}

void lw_calls_grid_text(const struct calls_grid *grid, struct lw_buffer *out) {
    lw_buffer_puts(out, grid->before);
    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            if (x > 0) {
                lw_buffer_puts(out, grid->separator);
            }
            lw_buffer_puts(out, grid->cells[(size_t)y * grid->width + x]);
        }
        lw_buffer_putc(out, '\n');
    }
    lw_buffer_puts(out, grid->after);
}

static lw_status put_grid(struct lw_json_writer *json, const struct lw_level *level,
                          struct lw_error *err) {
    struct lw_arena arena;
    struct calls_grid grid;
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = lw_calls_grid_of(level, &arena, &grid, err);
    if (status == LW_OK) {
        lw_json_object(json, "grid");
        lw_json_text(json, "before", grid.before);
        lw_json_array(json, "rows");
        for (uint32_t y = 0; y < grid.height; y++) {
            lw_json_array(json, NULL);
            for (uint32_t x = 0; x < grid.width; x++) {
                lw_json_text(json, NULL, grid.cells[(size_t)y * grid.width + x]);
            }
            lw_json_array_end(json);
        }
        lw_json_array_end(json);
        lw_json_text(json, "separator", grid.separator);
        lw_json_text(json, "after", grid.after);
        lw_json_object_end(json);
    }
    lw_arena_free(&arena);
    return status;
}

/* The object. */

lw_status lw_calls_put_level(struct lw_calls *calls, struct lw_json_writer *json,
                             const struct lw_level *level,
                             const struct calls_extras *extras, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_buffer text;
    struct lw_error why = {.status = LW_OK};
    uint32_t width, height;
    lw_buffer_init(&text, calls->alloc);
    lw_status status = lw_calls_level_text(level, &text, err);
    lw_json_text_len(json, "text", lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    kind->level->size(level, &width, &height);
    lw_json_uint(json, "width", width);
    lw_json_uint(json, "height", height);
    bool valid = kind->level->validate(level, &why) == LW_OK;
    struct lw_id128 id;
    lw_json_bool(json, "valid", valid);
    if (!valid) {
        lw_json_text(json, "message", why.text);
    } else if (kind->level->canonical(level, &id, NULL) == LW_OK) {
        char hex[33];
        lw_id128_text(id, hex);
        lw_json_text(json, "id", hex);
    }
    if (status == LW_OK && extras->draw) {
        status = lw_calls_put_level_draw(calls, json, level, extras->theme, err);
    }
    if (status == LW_OK && extras->grid) {
        status = put_grid(json, level, err);
    }
    return status;
}

void lw_calls_put_cells(struct lw_json_writer *json, const char *key,
                        const uint32_t *cells, size_t n) {
    lw_json_array(json, key);
    for (size_t i = 0; i < n; i++) {
        lw_json_uint(json, NULL, cells[i]);
    }
    lw_json_array_end(json);
}

void lw_calls_put_measures(struct lw_json_writer *json, const struct lw_game_kind *kind,
                           const double *values) {
    lw_json_object(json, "measures");
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        lw_json_real(json, kind->solve->measures[i].name, values[i]);
    }
    lw_json_object_end(json);
}

/* What a cell may be. */

struct palette_row {
    const struct lw_game_kind *kind;
    const char *glyph, *title;
};

static void put_glyph(struct lw_json_writer *json, const char *glyph, const char *title) {
    lw_json_object(json, NULL);
    lw_json_text(json, "glyph", glyph);
    lw_json_text(json, "title", title);
    lw_json_object_end(json);
}

/* One-character names of the legend. */
static void put_legend(struct lw_json_writer *json, const struct lw_ps_game *game) {
    for (uint32_t i = 0; i < game->n_names; i++) {
        const struct lw_ps_name *name = &game->names[i];
        size_t used, len = strlen(name->text);
        if (len == 0 || name->kind == LW_PS_PROPERTY || name->kind == LW_PS_UNKNOWN ||
            lw_utf8_decode(name->text, len, &used) == UINT32_MAX || used != len) {
            continue;
        }
        struct lw_buffer title;
        lw_buffer_init(&title, game->base.alloc);
        for (uint32_t m = 0; m < name->n_members; m++) {
            lw_buffer_printf(&title, "%s%s", m > 0 ? ", " : "",
                             game->objects[name->members[m]].name);
        }
        put_glyph(json, name->text, lw_buffer_text(&title));
        lw_buffer_free(&title);
    }
}

void lw_calls_put_palette(struct lw_json_writer *json, const struct lw_game_kind *kind,
                          const struct lw_game *game) {
    static const struct palette_row rows[] = {
        {&lw_sokoban_kind, "#", "wall"},
        {&lw_sokoban_kind, " ", "floor"},
        {&lw_sokoban_kind, "$", "box"},
        {&lw_sokoban_kind, ".", "goal"},
        {&lw_sokoban_kind, "*", "box on a goal"},
        {&lw_sokoban_kind, "@", "player"},
        {&lw_sokoban_kind, "+", "player on a goal"},
        {&lw_flow_kind, ".", "empty"},
        {&lw_flow_kind, "R", "end of a path"},
        {&lw_flow_kind, "B", "end of a path"},
        {&lw_flow_kind, "Y", "end of a path"},
        {&lw_flow_kind, "G", "end of a path"},
        {&lw_flow_kind, "O", "end of a path"},
        {&lw_flow_kind, "C", "end of a path"},
        {&lw_flow_kind, "M", "end of a path"},
        {&lw_flow_kind, "P", "end of a path"},
        {&lw_lazors_kind, "o", "open"},
        {&lw_lazors_kind, "x", "closed"},
        {&lw_lazors_kind, "A", "fixed mirror"},
        {&lw_lazors_kind, "B", "fixed opaque block"},
        {&lw_lazors_kind, "C", "fixed refracting block"},
        {&lw_move_kind, "..", "empty"},
        {&lw_move_kind, "##", "rock"},
        {&lw_move_kind, "A.", "ball A"},
        {&lw_move_kind, ".a", "goal of A"},
        {&lw_move_kind, "Aa", "ball A on its goal"},
        {&lw_move_kind, "B.", "ball B"},
        {&lw_move_kind, ".b", "goal of B"},
        {&lw_move_kind, "Bb", "ball B on its goal"},
        {&lw_move_kind, "Ab", "ball A on a goal of B"},
        {&lw_move_kind, "Ba", "ball B on a goal of A"},
    };
    lw_json_array(json, "palette");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == kind) {
            put_glyph(json, rows[i].glyph, rows[i].title);
        }
    }
    if (kind == &lw_puzzlescript_kind && game != NULL) {
        put_legend(json, lw_ps_game_of(game));
    }
    lw_json_array_end(json);
}
