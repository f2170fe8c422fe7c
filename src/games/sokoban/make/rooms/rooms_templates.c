/* Wall templates: the 17 of Taylor (2015, Figure 2.1), a designer's own from a text file,
 * and the two ways of filling a grid with them.
 *
 * Ring restrictions work both ways: a template's ring is checked against squares already
 * written, and its inner squares against the rings of templates already placed. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "make/rooms/rooms.h"

#define SIDE 5

/* '.' is '?' here, which in C strings could begin a trigraph. */
static const char paper_templates[] = ".....\n.---.\n.---.\n.---.\n.....\n\n"
                                      ".....\n.#--.\n.---.\n.---.\n.....\n\n"
                                      "...--\n.##--\n.---.\n.---.\n.....\n\n"
                                      ".....\n.###.\n.---.\n.---.\n.....\n\n"
                                      ".....\n.###.\n.#--.\n.#--.\n.....\n\n"
                                      "..-..\n.#--.\n----.\n.--#.\n.....\n\n"
                                      ".....\n.#--.\n----.\n.#--.\n.....\n\n"
                                      "..-..\n.#--.\n----.\n.#-#.\n..-..\n\n"
                                      "..-..\n.#-#.\n-----\n.#-#.\n..-..\n\n"
                                      "..-..\n.#-#.\n.#~--\n.###.\n.....\n\n"
                                      ".....\n.###.\n-----\n.###.\n.....\n\n"
                                      ".....\n.----\n.-#--\n.---.\n.....\n\n"
                                      ".....\n.###.\n.###.\n.###.\n.....\n\n"
                                      ".....\n.###.\n.#--.\n----.\n--...\n\n"
                                      ".-.-.\n.---.\n.#-#.\n.---.\n.-.-.\n\n"
                                      ".....\n.###.\n.###.\n.---.\n.---.\n\n"
                                      ".....\n.###.\n--#--\n.---.\n.--..\n";

static bool is_inner(uint32_t x, uint32_t y) {
    return x >= 1 && x <= 3 && y >= 1 && y <= 3;
}

static void turn_template(const struct room_template *from, int sym,
                          struct room_template *to) {
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            struct lw_grid_cell there =
                lw_sym_cell(sym, SIDE, SIDE, (struct lw_grid_cell){x, y});
            to->cells[there.y * SIDE + there.x] = from->cells[y * SIDE + x];
        }
    }
}

static bool add_template(struct room_templates *set, const struct room_template *base) {
    if (!lw_grow(set->alloc, &set->items, &set->cap, set->n + 1, sizeof *set->items)) {
        return false;
    }
    struct room_turned *item = &set->items[set->n++];
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        turn_template(base, sym, &item->by_sym[sym]);
        item->distinct[sym] = true;
        for (int before = 0; before < sym; before++) {
            if (memcmp(&item->by_sym[before], &item->by_sym[sym], sizeof *base) == 0) {
                item->distinct[sym] = false;
            }
        }
    }
    return true;
}

/* What stands there as a person would name it. */
static void name_character(const char *at, size_t left, char out[24]) {
    unsigned char c = (unsigned char)at[0];
    size_t n = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    bool whole = c < 0x80 ? c > ' ' && c != 0x7f : c >= 0xc2 && c < 0xf5 && n <= left;
    for (size_t i = 1; i < n && whole; i++) {
        whole = ((unsigned char)at[i] & 0xc0) == 0x80;
    }
    if (whole) {
        (void)snprintf(out, 24, "'%.*s' (byte 0x%02x)", (int)n, at, (unsigned)c);
    } else {
        (void)snprintf(out, 24, "%s0x%02x",
                       c == ' '    ? "a space, byte "
                       : c == '\t' ? "a tab, byte "
                                   : "byte ",
                       (unsigned)c);
    }
}

/* One row of a template; column counts from 1. */
static lw_status read_row(const char *line, size_t len, uint32_t line_no, uint32_t row,
                          struct room_template *into, struct lw_error *err) {
    for (uint32_t x = 0; x < SIDE; x++) {
        if (x >= len) {
            return lw_fail(err, LW_BAD_INPUT, line_no, x + 1,
                           "the template row ends after %u squares; give five", x);
        }
        char c = line[x];
        bool good = is_inner(x, row) ? c == '#' || c == '-' || c == '~'
                                     : c == '?' || c == '.' || c == '-';
        if (!good) {
            char name[24];
            name_character(line + x, len - x, name);
            return lw_fail(err, LW_BAD_INPUT, line_no, x + 1,
                           "found %s in the template's %s; use %s", name,
                           is_inner(x, row) ? "inner 3x3" : "outer ring",
                           is_inner(x, row) ? "# (wall), - (floor) or ~ (marked floor)"
                                            : "- (must be floor) or ? or . (anything)");
        }
        into->cells[row * SIDE + x] = c == '.' ? '?' : c;
    }
    if (len > SIDE) {
        return lw_fail(err, LW_BAD_INPUT, line_no, SIDE + 1,
                       "the template row has %zu squares; give five", len);
    }
    return LW_OK;
}

static size_t line_length(const char *text, size_t len) {
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

static size_t without_trailing_blanks(const char *line, size_t len) {
    while (len > 0 &&
           (line[len - 1] == '\r' || line[len - 1] == ' ' || line[len - 1] == '\t')) {
        len--;
    }
    return len;
}

lw_status lw_sok_room_templates_read(struct room_templates *set,
                                     const struct lw_alloc *alloc, const char *text,
                                     size_t len, struct lw_error *err) {
    *set = (struct room_templates){.alloc = alloc};
    if (text == NULL) {
        text = paper_templates;
        len = sizeof paper_templates - 1;
    }
    struct room_template now;
    uint32_t row = 0, line_no = 0;
    lw_status status = LW_OK;
    for (size_t at = 0; at < len && status == LW_OK;) {
        size_t whole = line_length(text + at, len - at);
        size_t used = without_trailing_blanks(text + at, whole);
        line_no++;
        if (used > 0 && text[at] != ';') {
            status = read_row(text + at, used, line_no, row, &now, err);
            row++;
        } else if (row != 0 && used == 0) {
            status = lw_fail(err, LW_BAD_INPUT, line_no, 1,
                             "the template ends after %u rows; give five rows of five "
                             "squares",
                             row);
        }
        if (status == LW_OK && row == SIDE) {
            row = 0;
            status = add_template(set, &now) ? LW_OK : lw_fail_memory(err);
        }
        at += whole + 1;
    }
    if (status == LW_OK && row != 0) {
        status = lw_fail(err, LW_BAD_INPUT, line_no, 1,
                         "the file ends after %u rows of a template; give five rows of "
                         "five squares",
                         row);
    }
    if (status == LW_OK && set->n == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the file holds no template; give blocks of five rows of five "
                         "squares of # - ~ and ?");
    }
    if (status != LW_OK) {
        lw_sok_room_templates_free(set);
        return status;
    }
    return LW_OK;
}

void lw_sok_room_templates_free(struct room_templates *set) {
    if (set->alloc != NULL) {
        lw_alloc_free(set->alloc, set->items, set->cap * sizeof *set->items);
    }
    *set = (struct room_templates){.alloc = NULL};
}

/* Filling a grid. */

#define UNSET 0xff

/* A grid in the making: cells may be UNSET, and needed says which a ring wants floor. */
struct draft {
    struct room *room;
    uint32_t columns, rows; /* of regions; the last may stick out of the room */
    uint8_t needed[ROOM_MAX_CELLS];
};

static void draft_begin(struct draft *draft, struct room *room) {
    size_t n_cells = (size_t)room->width * room->height;
    draft->room = room;
    draft->columns = (room->width + ROOM_TEMPLATE_SIDE - 1) / ROOM_TEMPLATE_SIDE;
    draft->rows = (room->height + ROOM_TEMPLATE_SIDE - 1) / ROOM_TEMPLATE_SIDE;
    memset(room->cells, UNSET, n_cells);
    memset(draft->needed, 0, n_cells);
}

/* Index of the template's square in the room; false outside. */
static bool square_of(const struct draft *draft, uint32_t region, uint32_t x, uint32_t y,
                      size_t *cell) {
    int64_t rx = (int64_t)(region % draft->columns) * ROOM_TEMPLATE_SIDE + x - 1;
    int64_t ry = (int64_t)(region / draft->columns) * ROOM_TEMPLATE_SIDE + y - 1;
    if (rx < 0 || ry < 0 || rx >= (int64_t)draft->room->width ||
        ry >= (int64_t)draft->room->height) {
        return false;
    }
    *cell = (size_t)ry * draft->room->width + (size_t)rx;
    return true;
}

static bool fits(const struct draft *draft, const struct room_template *template,
                 uint32_t region) {
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            char c = template->cells[y * SIDE + x];
            size_t cell;
            bool inside = square_of(draft, region, x, y, &cell);
            if (is_inner(x, y)) {
                if (inside && c == '#' && draft->needed[cell] != 0) {
                    return false;
                }
            } else if (c == '-' && (!inside || draft->room->cells[cell] == ROOM_WALL)) {
                return false;
            }
        }
    }
    return true;
}

static void place(struct draft *draft, const struct room_template *template,
                  uint32_t region) {
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            char c = template->cells[y * SIDE + x];
            size_t cell;
            if (!square_of(draft, region, x, y, &cell)) {
                continue;
            }
            if (!is_inner(x, y)) {
                draft->needed[cell] |= c == '-';
            } else {
                draft->room->cells[cell] = c == '#'   ? ROOM_WALL
                                           : c == '~' ? ROOM_MARKED
                                                      : ROOM_FLOOR;
            }
        }
    }
}

/* The paper's guess and check: a random template, turned at random, in a random unused
 * region. */
bool lw_sok_room_fill_templates(const struct room_templates *set, struct lw_rng *rng,
                                struct room *room) {
    struct draft draft;
    draft_begin(&draft, room);
    uint32_t n_open = draft.columns * draft.rows;
    uint16_t open[ROOM_MAX_CELLS];
    for (uint32_t i = 0; i < n_open; i++) {
        open[i] = (uint16_t)i;
    }
    uint32_t fails_left = 30 * n_open + 50;
    while (n_open > 0) {
        const struct room_turned *item = &set->items[lw_rng_below(rng, (uint32_t)set->n)];
        const struct room_template *template =
            &item->by_sym[lw_rng_below(rng, LW_N_SYMMETRIES)];
        uint32_t pick = lw_rng_below(rng, n_open);
        if (fits(&draft, template, open[pick])) {
            place(&draft, template, open[pick]);
            open[pick] = open[--n_open];
        } else if (fails_left-- == 0) {
            return false;
        }
    }
    return true;
}

/* Schaa's way: region after region, the list of every template and turn that fits, one of
 * them drawn. */
bool lw_sok_room_fill_candidates(const struct room_templates *set, struct lw_rng *rng,
                                 struct room *room) {
    struct draft draft;
    draft_begin(&draft, room);
    for (uint32_t region = 0; region < draft.columns * draft.rows; region++) {
        const struct room_template *chosen = NULL;
        uint32_t n_fitting = 0;
        for (size_t i = 0; i < set->n * LW_N_SYMMETRIES; i++) {
            const struct room_turned *item = &set->items[i / LW_N_SYMMETRIES];
            const struct room_template *template = &item->by_sym[i % LW_N_SYMMETRIES];
            if (item->distinct[i % LW_N_SYMMETRIES] && fits(&draft, template, region) &&
                lw_rng_below(rng, ++n_fitting) == 0) {
                chosen = template;
            }
        }
        if (chosen == NULL) {
            return false;
        }
        place(&draft, chosen, region);
    }
    return true;
}
