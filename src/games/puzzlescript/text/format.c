/* The text format: a PuzzleScript file's LEVELS section. Writing repeats the game's
 * source with new levels, and adds legend entries for cells that have no key yet. */
#include <string.h>

#include "kind_internal.h"
#include "text/rows.h"

/* Keys. */

static bool is_one_character(const char *text) {
    size_t used = 0;
    size_t len = strlen(text);
    uint32_t scalar = len == 0 ? 0 : lw_utf8_decode(text, len, &used);
    return len > 0 && used == len && scalar <= 0xffff;
}

static bool stands_for(const struct lw_ps_game *game, const struct lw_ps_name *name,
                       const uint64_t *cell, bool add_background) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < name->n_members; i++) {
        if (!lw_ps_has(cell, name->members[i])) {
            return false;
        }
        add_background = add_background && name->members[i] != game->background;
        n++;
    }
    if (add_background && !lw_ps_has(cell, game->background)) {
        return false;
    }
    n += add_background;
    uint32_t n_cell = 0;
    for (uint32_t w = 0; w < game->obj_words; w++) {
        for (uint64_t bits = cell[w]; bits != 0; bits &= bits - 1) {
            n_cell++;
        }
    }
    return n == n_cell;
}

static bool is_empty(const struct lw_ps_game *game, const uint64_t *cell) {
    for (uint32_t w = 0; w < game->obj_words; w++) {
        if (cell[w] != 0) {
            return false;
        }
    }
    return true;
}

/* Does the legend have it for something that is defined nowhere? Then it stands for
 * nothing. */
static bool is_lost(const struct lw_ps_name *name) {
    return name->kind == LW_PS_UNKNOWN && name->line > 0;
}

/* A cell is empty only in a game that has faults and lacks a background. */
const char *lw_ps_glyph_for(const struct lw_ps_game *game, const uint64_t *cell) {
    bool empty = is_empty(game, cell);
    for (int add = 0; add < 2; add++) {
        for (uint32_t i = 0; i < game->n_names; i++) {
            const struct lw_ps_name *name = &game->names[i];
            bool usable =
                empty ? is_lost(name)
                      : (name->kind == LW_PS_OBJECT || name->kind == LW_PS_AGGREGATE) &&
                            name->n_members > 0;
            if (usable && is_one_character(name->text) &&
                strchr("=(", name->text[0]) == NULL &&
                stands_for(game, name, cell, add == 1)) {
                return name->text;
            }
        }
    }
    return NULL;
}

/* Reading. */

/* The source line of that number, counted from 1; NULL when there is none. */
static const char *find_line(const struct lw_ps_game *game, uint32_t number) {
    const char *line = game->source;
    for (; line != NULL && number > 1; number--) {
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    return line;
}

/* What follows a solution that was proved to be the shortest, and its name. */
static const char proved[] = ") (no solution is shorter)";
#define SHORTEST "shortest"

/* Solutions are comments in front of their level, as the writer puts them. */
static bool read_solutions(const struct lw_ps_game *from, uint32_t line,
                           struct lw_collection *set, struct lw_entry *entry) {
    static const char mark[] = "(solution: ";
    uint32_t first = line;
    while (first > 1 && strncmp(find_line(from, first - 1), mark, sizeof mark - 1) == 0) {
        first--;
    }
    for (; first < line; first++) {
        const char *moves = find_line(from, first) + sizeof mark - 1;
        size_t len = strcspn(moves, ")\n");
        char *copy = lw_arena_text(&set->arena, moves, len);
        bool shortest = strncmp(moves + len, proved, sizeof proved - 1) == 0;
        if (copy == NULL ||
            !lw_collection_solution(set, entry, shortest ? SHORTEST : "", copy)) {
            return false;
        }
    }
    return true;
}

/* Messages from entry number *next up to the one before `end`. */
static bool read_messages(const struct lw_ps_game *from, uint32_t *next, uint32_t end,
                          const char *key, struct lw_collection *set,
                          struct lw_entry *entry) {
    for (; *next < end; (*next)++) {
        const char *text = from->entries[*next].message;
        if (text != NULL && !lw_collection_note(set, &entry->notes, key, text)) {
            return false;
        }
    }
    return true;
}

static lw_status add_entries(const struct lw_ps_game *game, const struct lw_ps_game *from,
                             uint32_t line_shift, struct lw_collection *set,
                             struct lw_error *err) {
    size_t before = set->n_entries;
    uint32_t first_message = 0;
    for (uint32_t i = 0; i < from->n_entries; i++) {
        const struct lw_ps_entry *entry = &from->entries[i];
        if (entry->message != NULL || entry->cells == NULL) {
            continue;
        }
        struct lw_ps_level *level = NULL;
        lw_status status = lw_ps_level_create(game, entry->width, entry->height,
                                              entry->cells, &level, err);
        if (status != LW_OK) {
            return status;
        }
        level->line = entry->line > line_shift ? entry->line - line_shift : entry->line;
        struct lw_entry *added = lw_collection_add(set, &level->base, "", level->line);
        if (added == NULL) {
            return lw_fail_memory(err);
        }
        if (!read_messages(from, &first_message, i, "Message", set, added) ||
            !read_solutions(from, entry->line, set, added)) {
            return lw_fail_memory(err);
        }
    }
    if (set->n_entries > before &&
        !read_messages(from, &first_message, from->n_entries, "Message after", set,
                       &set->entries[set->n_entries - 1])) {
        return lw_fail_memory(err);
    }
    /* A game may come without levels; a file that is read for its levels may not. */
    if (set->n_entries == before && from != game) {
        return lw_fail(err, LW_BAD_INPUT, from->levels_line, 0,
                       "no level in the LEVELS section");
    }
    return LW_OK;
}

static bool same_source(const struct lw_ps_game *game, const char *text, size_t len) {
    char *clean = lw_alloc_get(game->base.alloc, len + 1);
    bool same = clean != NULL &&
                lw_ps_clean_source(clean, text, len) == game->source_len &&
                memcmp(clean, game->source, game->source_len) == 0;
    lw_alloc_free(game->base.alloc, clean, clean == NULL ? 0 : len + 1);
    return same;
}

/* The game up to its levels; one that has none gets the heading for them. Returns how
 * many lines that adds to those before the game's own heading. */
static uint32_t join_heading(const struct lw_ps_game *game, struct lw_buffer *out) {
    uint32_t n_lines = 0;
    if (game->levels_line > 0) {
        lw_buffer_add(out, game->source, game->levels_at);
        lw_buffer_putc(out, '\n');
        return 0;
    }
    lw_buffer_add(out, game->source, game->source_len);
    lw_buffer_puts(out, "\nLEVELS\n\n");
    for (size_t i = 0; i < out->len && lw_buffer_ok(out); i++) {
        n_lines += out->data[i] == '\n';
    }
    return n_lines;
}

/* Text that is not the game itself: its levels, or levels alone, under this game's
 * rules. */
static lw_status read_foreign(const struct lw_ps_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err) {
    const struct lw_alloc *alloc = game->base.alloc;
    struct lw_ps_game *other = NULL;
    struct lw_buffer joined;
    lw_buffer_init(&joined, alloc);
    lw_status status = lw_ps_compile(alloc, text, len, &other, err);
    if (status == LW_OK && other->levels_line > 0) {
        text = other->source + other->levels_at;
        len = other->source_len - other->levels_at;
    }
    uint32_t shift = game->levels_line;
    if (status == LW_OK) {
        shift += join_heading(game, &joined);
        lw_buffer_add(&joined, text, len);
        status = lw_buffer_ok(&joined) ? LW_OK : lw_fail_memory(err);
    }
    struct lw_ps_game *both = NULL;
    if (status == LW_OK) {
        status = lw_ps_compile(alloc, joined.data, joined.len, &both, err);
    }
    if (status == LW_OK) {
        status = add_entries(game, both, shift, set, err);
    }
    lw_ps_game_destroy(both);
    lw_ps_game_destroy(other);
    lw_buffer_free(&joined);
    return status;
}

static lw_status read_levels(const struct lw_game *base, const char *text, size_t len,
                             struct lw_collection *set, struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(base);
    if (game->title[0] != '\0' && set->title[0] == '\0') {
        char *title = lw_arena_text(&set->arena, game->title, strlen(game->title));
        set->title = title == NULL ? "" : title;
    }
    lw_status status;
    if (same_source(game, text, len)) {
        return add_entries(game, game, 0, set, err);
    }
    return lw_ps_read_rows(game, text, len, set, &status, err)
               ? status
               : read_foreign(game, text, len, set, err);
}

/* Writing. */

/* Keys that had to be made up; the n-th belongs to the n-th kind of cell. */
struct new_keys {
    const uint64_t *cells[64];
    char keys[64];
    size_t n;
    bool unspeakable; /* some cell has nothing in it, and no key means that */
};

static bool key_is_free(const struct lw_ps_game *game, char key) {
    for (uint32_t i = 0; i < game->n_names; i++) {
        if (game->names[i].text[0] == key && game->names[i].text[1] == '\0') {
            return false;
        }
    }
    return true;
}

static char find_new_key(const struct lw_ps_game *game, const struct new_keys *added) {
    static const char wanted[] = "abcdefghijklmnopqrstuwxyz0123456789!$%&/?*+~#@,;:'`{}";
    for (const char *at = wanted; *at != '\0'; at++) {
        if (memchr(added->keys, *at, added->n) == NULL && key_is_free(game, *at)) {
            return *at;
        }
    }
    return '\0';
}

static bool key_for(const struct lw_ps_game *game, struct new_keys *added,
                    const uint64_t *cell, char key[8]) {
    const char *known = lw_ps_glyph_for(game, cell);
    if (known != NULL) {
        memcpy(key, known, strlen(known) + 1);
        return true;
    }
    size_t bytes = game->obj_words * sizeof *cell;
    size_t i = 0;
    while (i < added->n && memcmp(added->cells[i], cell, bytes) != 0) {
        i++;
    }
    if (i == added->n) {
        added->unspeakable = added->unspeakable || is_empty(game, cell);
        bool may = added->n < 64 && !added->unspeakable;
        char fresh = may ? find_new_key(game, added) : '\0';
        if (fresh == '\0') {
            return false;
        }
        added->cells[added->n] = cell;
        added->keys[added->n++] = fresh;
    }
    key[0] = added->keys[i];
    key[1] = '\0';
    return true;
}

static bool put_level(const struct lw_ps_game *game, const struct lw_ps_level *level,
                      struct new_keys *added, struct lw_buffer *out) {
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            char key[8];
            const uint64_t *cell =
                level->cells + ((size_t)x * level->height + y) * game->obj_words;
            if (!key_for(game, added, cell, key)) {
                return false;
            }
            lw_buffer_puts(out, key);
        }
        lw_buffer_putc(out, '\n');
    }
    return true;
}

static void put_text_line(struct lw_buffer *out, const char *before, const char *text,
                          const char *after) {
    lw_buffer_puts(out, before);
    for (; *text != '\0'; text++) {
        lw_buffer_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
    lw_buffer_puts(out, after);
}

static void put_messages(const struct lw_entry *entry, const char *key,
                         struct lw_buffer *out) {
    for (const struct lw_note *note = entry->notes; note != NULL; note = note->next) {
        if (strcmp(note->key, key) == 0) {
            put_text_line(out, "message ", note->text, "\n\n");
        }
    }
}

static bool put_entry(const struct lw_ps_game *game, const struct lw_entry *entry,
                      struct new_keys *added, struct lw_buffer *out) {
    put_messages(entry, "Message", out);
    for (const struct lw_stored_solution *s = entry->solutions; s != NULL; s = s->next) {
        put_text_line(out, "(solution: ", s->moves,
                      strcmp(s->name, SHORTEST) == 0 ? proved : ")");
        lw_buffer_putc(out, '\n');
    }
    bool good = put_level(game, lw_ps_level_of(entry->level), added, out);
    lw_buffer_putc(out, '\n');
    put_messages(entry, "Message after", out);
    return good;
}

/* Does a line of '=' begin here? Its end, the line break included; else `at`. */
static size_t after_decoration(const struct lw_ps_game *game, size_t at) {
    size_t end = at;
    while (end < game->source_len && strchr("= \t", game->source[end]) != NULL) {
        end++;
    }
    bool is_line = end > at && game->source[at] == '=' &&
                   (end == game->source_len || game->source[end] == '\n');
    return !is_line ? at : end == game->source_len ? end : end + 1;
}

/* New legend entries go before the heading that follows, and before its decoration. */
static size_t legend_end(const struct lw_ps_game *game) {
    size_t at = game->legend_end, line = at;
    while (line > 0 && (line == at || game->source[line - 1] != '\n')) {
        line--;
    }
    return line < at && after_decoration(game, line) == at ? line : at;
}

static void put_new_keys(const struct lw_ps_game *game, const struct new_keys *added,
                         struct lw_buffer *out) {
    for (size_t i = 0; i < added->n; i++) {
        const char *joint = " = ";
        lw_buffer_putc(out, added->keys[i]);
        for (uint32_t id = 0; id < game->n_objects; id++) {
            if (lw_ps_has(added->cells[i], id)) {
                lw_buffer_printf(out, "%s%s", joint, game->objects[id].name);
                joint = " and ";
            }
        }
        lw_buffer_putc(out, '\n');
    }
}

/* The game up to its first level, the decoration under the heading included. */
static void put_rules(const struct lw_ps_game *game, const struct new_keys *added,
                      struct lw_buffer *out) {
    size_t legend = legend_end(game), end = game->levels_at;
    if (game->levels_line == 0) {
        end = game->source_len;
    } else if (end < game->source_len) {
        size_t after = after_decoration(game, end + 1);
        end = after > end + 1 ? after : end;
    }
    lw_buffer_add(out, game->source, legend);
    put_new_keys(game, added, out);
    lw_buffer_add(out, game->source + legend, end - legend);
    if (game->levels_line == 0) {
        lw_buffer_puts(out, "\n\nLEVELS\n");
    } else if (out->len > 0 && out->data[out->len - 1] != '\n') {
        lw_buffer_putc(out, '\n');
    }
    lw_buffer_putc(out, '\n');
}

static lw_status write_levels(const struct lw_game *base, const struct lw_collection *set,
                              struct lw_buffer *out, struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(base);
    struct new_keys added = {.n = 0};
    struct lw_buffer levels;
    lw_buffer_init(&levels, base->alloc);
    bool good = true;
    for (size_t i = 0; i < set->n_entries && good; i++) {
        good = put_entry(game, &set->entries[i], &added, &levels);
    }
    bool placed = added.n == 0 || game->legend_end > 0;
    put_rules(game, &added, out);
    lw_buffer_add(out, lw_buffer_text(&levels), levels.len);
    bool kept = lw_buffer_ok(&levels) && lw_buffer_ok(out);
    lw_buffer_free(&levels);
    if (added.unspeakable) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a level has cells without anything in them, not even background; "
                       "define Background");
    }
    if (!good || !placed) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       good ? "the levels need new keys, and there is no SOUNDS heading "
                              "to put them before; add the heading"
                            : "the levels need more keys than there are characters left; "
                              "add entries to the LEGEND");
    }
    return kept ? LW_OK : lw_fail_memory(err);
}

/* The last LEVELS heading, with what decorates it and the blank lines after it. */
size_t lw_ps_source_len(const char *text, size_t len) {
    size_t found = 0;
    bool open = false; /* only blank lines and '=' since the heading */
    for (size_t at = 0; at < len;) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t next = newline == NULL ? len : (size_t)(newline - text) + 1;
        size_t begin = at, end = next;
        while (begin < end && strchr(" \t\r\n", text[begin]) != NULL) {
            begin++;
        }
        while (end > begin && strchr(" \t\r\n", text[end - 1]) != NULL) {
            end--;
        }
        bool heading = lw_text_equal_nocase(text + begin, end - begin, "levels");
        bool bare = strspn(text + begin, "=") >= end - begin;
        open = heading || (open && bare);
        found = open ? next : found;
        at = next;
    }
    return found;
}

/* Sure of a file with the headings that every game must have. */
static int sniff(const char *text, size_t len) {
    static const char *const headings[] = {"objects", "legend", "collisionlayers",
                                           "rules", "levels"};
    int found = 0;
    size_t at = 0;
    while (at < len) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t end = newline == NULL ? len : (size_t)(newline - text);
        size_t line_end = end;
        while (line_end > at && strchr(" \t\r", text[line_end - 1]) != NULL) {
            line_end--;
        }
        for (size_t h = 0; h < sizeof headings / sizeof headings[0]; h++) {
            found += lw_text_equal_nocase(text + at, line_end - at, headings[h]);
        }
        at = end + 1;
    }
    return found >= 5 ? 99 : found >= 3 ? 80 : 0;
}

const struct lw_format lw_ps_format = {.name = "puzzlescript",
                                       .title = "PuzzleScript source",
                                       .endings = ".txt .ps",
                                       .sniff = sniff,
                                       .read = read_levels,
                                       .write = write_levels};
