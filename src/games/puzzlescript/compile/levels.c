/* The WINCONDITIONS and LEVELS sections. */
#include <stdio.h>
#include <string.h>

#include "compile/compile_internal.h"

/* Win conditions. */

/* One word at its place in the condition: quantifier, name, ON, name. */
static void check_win_word(struct ps_compile *c, const struct ps_line *line,
                           struct ps_text word, uint32_t place) {
    static const char *const quantifiers[] = {"all", "some", "no", "any"};
    uint32_t column = (uint32_t)(word.at - line->code) + 1;
    bool known = false;
    for (int q = 0; q < 4; q++) {
        known = known || ps_text_is(word, quantifiers[q]);
    }
    if (place == 0 && !known) {
        lw_ps_error(c, line->number, column,
                    "'%.*s' begins no win condition (expected all, some, any or no)",
                    (int)word.len, word.at);
    } else if (place % 2 == 1 && place < 4 &&
               !ps_name_listed(c, lw_ps_name_index(c, word))) {
        lw_ps_error(c, line->number, column,
                    "the win condition names '%s', which is not an object",
                    lw_ps_shout(c, word));
    } else if (place == 2 && !ps_text_is(word, "on")) {
        lw_ps_error(c, line->number, column, "expected the word ON, found %s",
                    lw_ps_shout(c, word));
    } else if (place > 3) {
        lw_ps_error(c, line->number, column, "'%.*s' follows a complete win condition",
                    (int)word.len, word.at);
    }
}

/* Every word is looked at, and what is no word ends the look; only the condition as it
 * was meant is judged again later, by its words between blanks. */
static void check_win_words(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    for (uint32_t place = 0; lw_ps_next_word(line->code, line->cut, &pos, &word);
         place++) {
        uint32_t at = (uint32_t)(word.at - line->code);
        uint32_t used = lw_ps_name_run(word.at, word.len, 0);
        if (used == 0) {
            lw_ps_error(c, line->number, at + 1, "'%.*s' has no place in a win condition",
                        (int)(word.len > 60 ? 60 : word.len), word.at);
            return;
        }
        check_win_word(c, line, (struct ps_text){word.at, used}, place);
        pos = at + used;
    }
}

void lw_ps_read_wins(struct ps_compile *c, const struct ps_line *line) {
    struct ps_text words[5];
    uint32_t n = 0;
    uint32_t pos = 0;
    while (n < 5 && lw_ps_next_word(line->code, line->cut, &pos, &words[n])) {
        n++;
    }
    if (n == 0 || line->in_comment) {
        return;
    }
    check_win_words(c, line);
    static const char *const quantifiers[] = {"all", "no"};
    uint8_t quantifier = 0;
    while (quantifier < 2 && !ps_text_is(words[0], quantifiers[quantifier])) {
        quantifier++;
    }
    /* The second name counts only where the condition has exactly four words. */
    if (lw_ps_grow(c, &c->wins, &c->wins_cap, c->n_wins + 1, sizeof *c->wins)) {
        c->wins[c->n_wins++] =
            (struct ps_win_line){.line = line->number,
                                 .quantifier = quantifier,
                                 .x = n > 1 ? words[1] : (struct ps_text){"", 0},
                                 .y = n == 4 ? words[3] : (struct ps_text){"", 0},
                                 .has_y = n == 4};
    }
}

static const uint64_t *win_mask(struct ps_compile *c, const struct ps_win_line *line,
                                struct ps_text word, bool *all) {
    uint32_t name = lw_ps_name_index(c, word);
    if (!ps_name_defined(c, name)) {
        c->following = true;
        lw_ps_error(c, line->line, 0, "the win condition cannot do with '%.*s'",
                    (int)word.len, word.at);
        c->following = false;
        return NULL;
    }
    if (c->names[name].n_ids == 0) {
        return NULL;
    }
    *all = c->names[ps_name_target(c, name)].kind == PS_AGGREGATE;
    uint64_t *mask = lw_ps_new_mask(c, c->game->obj_words);
    const uint64_t *from = lw_ps_name_mask(c, name);
    if (c->failed) {
        return NULL;
    }
    memcpy(mask, from, c->game->obj_words * sizeof *mask);
    return mask;
}

void lw_ps_make_wins(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    game->wins = lw_arena_zero(&game->arena, c->n_wins + 1, sizeof *game->wins);
    if (game->wins == NULL) {
        c->failed = true;
        return;
    }
    static const enum lw_ps_quantifier quantifiers[] = {LW_PS_ALL, LW_PS_NO, LW_PS_SOME};
    for (size_t i = 0; i < c->n_wins; i++) {
        const struct ps_win_line *line = &c->wins[i];
        struct lw_ps_win win = {.quantifier = quantifiers[line->quantifier],
                                .line = line->line,
                                .has_y = line->has_y};
        if (line->x.len == 0) {
            lw_ps_error(
                c, line->line, 0,
                "this win condition is incomplete: expected 'all X on Y', 'some X', …");
            continue;
        }
        win.x = win_mask(c, line, line->x, &win.x_all);
        if (line->has_y) {
            win.y = win_mask(c, line, line->y, &win.y_all);
        }
        if (c->failed) {
            return;
        }
        if (win.x != NULL && (!line->has_y || win.y != NULL)) {
            game->wins[game->n_wins++] = win;
        }
    }
}

/* Levels. */

static struct ps_level_text *new_entry(struct ps_compile *c, uint32_t line) {
    if (!lw_ps_grow(c, &c->levels, &c->levels_cap, c->n_levels + 1, sizeof *c->levels)) {
        return NULL;
    }
    c->levels[c->n_levels] = (struct ps_level_text){.line = line};
    return &c->levels[c->n_levels++];
}

static void read_message(struct ps_compile *c, const struct ps_line *line, uint32_t at) {
    uint32_t begin = at + 7;
    uint32_t end = line->len;
    if (begin < end && line->raw[begin] != ' ' && line->raw[begin] != '\t' &&
        line->raw[begin] != '\r') {
        lw_ps_warn(c, line->number, begin + 1, "put a blank after 'message'");
    }
    while (begin < end && ps_is_blank(line->raw[begin])) {
        begin++;
    }
    while (end > begin && ps_is_blank(line->raw[end - 1])) {
        end--;
    }
    struct ps_level_text *entry = new_entry(c, line->number);
    if (entry != NULL) {
        entry->message = lw_arena_text(&c->game->arena, line->raw + begin, end - begin);
        c->failed = c->failed || entry->message == NULL;
    }
    c->level_open = false;
}

static uint32_t to_units(const char *text, uint32_t len, uint16_t *units) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < len;) {
        if ((unsigned char)text[i] < 0x80) {
            units[n++] = (uint16_t)text[i++];
            continue;
        }
        size_t used = 1;
        uint32_t scalar = lw_utf8_or_latin1(text + i, len - i, &used);
        if (scalar > 0xffff) {
            units[n++] = (uint16_t)(0xd800 + ((scalar - 0x10000) >> 10));
            units[n++] = (uint16_t)(0xdc00 + ((scalar - 0x10000) & 0x3ff));
        } else {
            units[n++] = (uint16_t)scalar;
        }
        i += (uint32_t)used;
    }
    return n;
}

/* A UTF-16 unit in UTF-8; its length. */
static uint32_t glyph_text(uint16_t unit, char text[3]) {
    if (unit < 0x80) {
        text[0] = (char)unit;
        return 1;
    }
    if (unit < 0x800) {
        text[0] = (char)(0xc0 | unit >> 6);
        text[1] = (char)(0x80 | (unit & 0x3f));
        return 2;
    }
    text[0] = (char)(0xe0 | unit >> 12);
    text[1] = (char)(0x80 | (unit >> 6 & 0x3f));
    text[2] = (char)(0x80 | (unit & 0x3f));
    return 3;
}

/* The key as messages show it; half a pair cannot be shown as it is. */
static void show_glyph(uint16_t unit, char out[8]) {
    if (unit >= 0xd800 && unit <= 0xdfff) {
        (void)snprintf(out, 8, "U+%04X", (unsigned)unit);
    } else {
        out[glyph_text(unit, out)] = '\0';
    }
}

/* A name of one UTF-16 unit. */
static uint32_t find_glyph(const struct ps_compile *c, uint16_t unit) {
    char text[3];
    return lw_ps_name_index(c, (struct ps_text){text, glyph_text(unit, text)});
}

static uint32_t glyph_name(struct ps_compile *c, uint16_t unit) {
    if (unit >= 128) {
        return find_glyph(c, unit);
    }
    if (c->glyphs[unit] == 0) {
        uint32_t name = find_glyph(c, unit);
        c->glyphs[unit] = name == PS_NO_NAME ? 0 : name + 1;
        return name;
    }
    return c->glyphs[unit] - 1;
}

/* Glyphs are looked at while reading and again when the level is filled, so that an
 * unknown one is counted twice, as the reference does; it is reported once. */
static void check_glyphs(struct ps_compile *c, const struct ps_level_line *row) {
    for (uint32_t i = 0; i < row->n; i++) {
        uint16_t unit = row->units[i];
        uint32_t name = glyph_name(c, unit);
        bool defined = ps_name_defined(c, name);
        bool several = defined && c->names[ps_name_target(c, name)].kind == PS_PROPERTY;
        if ((defined && !several) || unit == ' ' || unit == '\t') {
            continue;
        }
        char key[8];
        show_glyph(unit, key);
        lw_ps_error(c, row->line, i + 1, "the key '%s' is %s",
                    lw_ps_shout(c, (struct ps_text){key, (uint32_t)strlen(key)}),
                    several
                        ? "a property (or): a level needs one object, or several joined "
                          "with and"
                        : "no object: add it to the legend or define it");
    }
}

static void read_row(struct ps_compile *c, const struct ps_line *line, uint32_t begin,
                     uint32_t end) {
    struct ps_level_line row = {.line = line->number};
    row.units = lw_ps_get(c, end - begin, sizeof *row.units);
    if (row.units == NULL) {
        return;
    }
    row.n = to_units(line->code + begin, end - begin, row.units);
    check_glyphs(c, &row);
    struct ps_level_text *level =
        c->level_open ? &c->levels[c->n_levels - 1] : new_entry(c, line->number);
    if (level == NULL) {
        return;
    }
    c->level_open = true;
    if (level->n > 0 && level->rows[0].n != row.n) {
        lw_ps_warn(
            c, line->number, 1,
            "the rows of a level must be equally long: this one has %u, the first %u",
            row.n, level->rows[0].n);
    }
    if (lw_ps_grow(c, &level->rows, &level->cap, level->n + 1, sizeof *level->rows)) {
        level->rows[level->n++] = row;
    }
}

void lw_ps_read_levels(struct ps_compile *c, const struct ps_line *line) {
    if (line->blank) {
        c->level_open = false;
        return;
    }
    uint32_t begin = 0;
    uint32_t end = line->cut;
    while (begin < end && ps_is_blank(line->code[begin])) {
        begin++;
    }
    while (end > begin && ps_is_blank(line->code[end - 1])) {
        end--;
    }
    if (begin == end) {
        return;
    }
    if (end - begin >= 7 && memcmp(line->code + begin, "message", 7) == 0) {
        read_message(c, line, begin);
    } else if (!line->in_comment) {
        read_row(c, line, begin, end);
    }
}

/* The line reported is counted from the level's first row, without comments between. */
static const uint64_t *glyph_mask(struct ps_compile *c, uint16_t unit, uint32_t x,
                                  uint32_t line) {
    uint32_t name = glyph_name(c, unit);
    if (!ps_name_defined(c, name) ||
        c->names[ps_name_target(c, name)].kind == PS_PROPERTY) {
        char key[8];
        show_glyph(unit, key);
        c->following = unit != ' ' && unit != '\t';
        lw_ps_error(c, line, x + 1, "the key '%s' cannot be put into the level", key);
        c->following = false;
        return NULL;
    }
    return lw_ps_name_mask(c, name);
}

static bool place_glyph(struct ps_compile *c, const struct ps_level_line *row, uint32_t x,
                        uint32_t line, uint64_t *cell) {
    uint16_t unit = row->units[x < row->n ? x : row->n - 1];
    const uint64_t *mask = unit < 128 ? c->glyph_masks[unit] : NULL;
    if (mask == NULL) {
        mask = glyph_mask(c, unit, x, line);
        if (mask == NULL) {
            return false;
        }
        if (unit < 128) {
            c->glyph_masks[unit] = mask;
        }
    }
    for (uint32_t w = 0; w < c->game->obj_words; w++) {
        cell[w] |= mask[w];
    }
    return true;
}

/* The object that fills empty cells: that of the first cell that has one. */
static uint16_t find_background(const struct lw_ps_game *game, const uint64_t *layer,
                                const uint64_t *cells, size_t n_cells) {
    for (size_t cell = 0; cell < n_cells; cell++) {
        for (uint32_t w = 0; w < game->obj_words; w++, cells++) {
            if ((*cells & layer[w]) != 0) {
                return (uint16_t)(64 * w + lw_bits_first(*cells & layer[w]));
            }
        }
    }
    return game->background;
}

void lw_ps_fill_background(const struct lw_ps_game *game, uint64_t *cells,
                           size_t n_cells) {
    uint32_t words = game->obj_words;
    const uint64_t *layer = game->layer_masks + (size_t)game->background_layer * words;
    uint16_t background = find_background(game, layer, cells, n_cells);
    for (size_t cell = 0; cell < n_cells; cell++, cells += words) {
        uint64_t any = 0;
        for (uint32_t w = 0; w < words; w++) {
            any |= cells[w] & layer[w];
        }
        if (any == 0) {
            ps_set_bit(cells, background);
        }
    }
}

static void make_level(struct ps_compile *c, const struct ps_level_text *text,
                       struct lw_ps_entry *entry) {
    uint32_t words = c->game->obj_words;
    entry->width = text->rows[0].n;
    entry->height = (uint32_t)text->n;
    size_t n_cells = (size_t)entry->width * entry->height;
    if (n_cells > PS_MAX_CELLS || n_cells * words > PS_MAX_LEVEL_WORDS) {
        lw_ps_error(c, text->line, 1, "this level has more than %d cells",
                    (int)PS_MAX_CELLS);
        c->stop = true;
        return;
    }
    uint64_t *cells = lw_ps_new_mask(c, (uint32_t)(n_cells * words));
    if (cells == NULL) {
        return;
    }
    entry->cells = cells;
    /* The first key that means nothing ends it; what is left is background, because a
     * cell with nothing in it could not be written as text. */
    bool good = true;
    for (uint32_t x = 0; x < entry->width && good; x++) {
        for (uint32_t y = 0; y < entry->height && good; y++) {
            uint64_t *cell = cells + ((size_t)x * entry->height + y) * words;
            good = place_glyph(c, &text->rows[y], x, text->line + y, cell);
        }
    }
    if (c->background_name != PS_NO_NAME && c->names[c->background_name].n_ids > 0) {
        lw_ps_fill_background(c->game, cells, n_cells);
    }
}

void lw_ps_make_levels(struct ps_compile *c) {
    struct lw_ps_game *game = c->game;
    game->entries = lw_arena_zero(&game->arena, c->n_levels + 1, sizeof *game->entries);
    if (game->entries == NULL) {
        c->failed = true;
        return;
    }
    for (size_t i = 0; i < c->n_levels && !c->stop && !c->failed; i++) {
        struct lw_ps_entry *entry = &game->entries[game->n_entries++];
        entry->line = c->levels[i].line;
        entry->message = c->levels[i].message;
        if (entry->message == NULL) {
            make_level(c, &c->levels[i], entry);
        } else if (lw_ps_wrapped_rows(entry->message) > 12) {
            lw_ps_warn(c, entry->line, 0, "the message is too long for the screen");
        }
    }
}
