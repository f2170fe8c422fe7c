/* The OBJECTS section: names, colours, sprites. */
#include <string.h>

#include "puzzlescript_internal.h"

static void warn_keyword(struct ps_compile *c, uint32_t line, struct ps_text word) {
    if (ps_is_keyword(word)) {
        ps_warn(c, line, 0, "'%s' is a word of the language; do not name an object so",
                ps_shout(c, word));
    }
}

static void start_object(struct ps_compile *c, const struct ps_line *line,
                         struct ps_text word) {
    uint32_t column = (uint32_t)(word.at - line->code) + 1;
    uint32_t name = ps_name_intern(c, word);
    if (c->failed) {
        return;
    }
    struct ps_name *object = &c->names[name];
    if (object->kind == PS_OBJECT) {
        ps_error(c, line->number, column, "the object %s is defined a second time",
                 ps_shout(c, word));
    } else if (object->kind != PS_UNDEFINED) {
        ps_error(c, line->number, column, "the name %s is already in use",
                 ps_shout(c, word));
    }
    warn_keyword(c, line->number, word);
    object->kind = PS_OBJECT;
    object->line = line->number;
    object->n_colours = 0;
    object->sprite_rows = 0;
    object->bad_sprite = false;
    c->object = name;
}

static void add_synonym(struct ps_compile *c, const struct ps_line *line,
                        struct ps_text word) {
    uint32_t name = ps_name_intern(c, word);
    uint32_t *members = ps_get(c, 1, sizeof *members);
    if (c->failed) {
        return;
    }
    warn_keyword(c, line->number, word);
    if (ps_name_defined(c, name)) {
        ps_error(c, line->number, 0, "the name %s is already in use (on line %u)",
                 ps_shout(c, word), c->names[name].line);
        return;
    }
    members[0] = c->object;
    c->names[name].kind = PS_SYNONYM;
    c->names[name].line = line->number;
    c->names[name].members = members;
    c->names[name].n_members = 1;
}

static void read_names(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    bool first = true;
    while (!c->failed && ps_next_word(line->code, line->len, &pos, &word)) {
        if (first && !ps_is_name_text(word)) {
            ps_warn(c, line->number, (uint32_t)(word.at - line->code) + 1,
                    "'%.*s' cannot name an object: expected letters, digits and _ (or "
                    "a sprite is not 5 by 5)",
                    (int)(word.len > 60 ? 60 : word.len), word.at);
            return;
        }
        if (first) {
            start_object(c, line, word);
        } else {
            add_synonym(c, line, word);
        }
        first = false;
    }
    c->object_step = 1;
}

/* The colour at the start of text, which need not end there; its length or 0. */
static uint32_t colour_prefix(uint32_t palette, struct ps_text text, lw_rgba *out) {
    uint32_t len = text.len < 11 ? text.len : 11;
    while (len > 0 && !ps_colour(palette, (struct ps_text){text.at, len}, out)) {
        len--;
    }
    return len;
}

static void read_colours(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    struct ps_name *object = &c->names[c->object];
    while (ps_next_word(line->code, line->len, &pos, &word)) {
        uint32_t column = (uint32_t)(word.at - line->code) + 1;
        while (word.len > 0) {
            lw_rgba colour = 0;
            uint32_t used = colour_prefix(c->palette_number, word, &colour);
            if (used == 0) {
                ps_error(c, line->number, column, "'%.*s' is no colour for the object %s",
                         (int)(word.len > 60 ? 60 : word.len), word.at,
                         ps_shout(c, object->text));
                break;
            }
            word = (struct ps_text){word.at + used, word.len - used};
            if (object->n_colours < 10) {
                object->colours[object->n_colours++] = colour;
            } else {
                ps_error(c, line->number, column,
                         "the object %s has more than 10 colours",
                         ps_shout(c, object->text));
            }
        }
    }
    c->object_step = 2;
}

static void check_pixel(struct ps_compile *c, const struct ps_line *line, char pixel,
                        uint32_t column) {
    const struct ps_name *object = &c->names[c->object];
    if (pixel != '.' && pixel - '0' >= object->n_colours) {
        ps_error(c, line->number, column,
                 "colour %c of the object %s does not exist: it has only %d", pixel,
                 ps_shout(c, object->text), object->n_colours);
    }
}

static void read_sprite_row(struct ps_compile *c, const struct ps_line *line) {
    struct ps_name *object = &c->names[c->object];
    uint8_t row = object->sprite_rows++;
    uint8_t n = 0;
    for (uint32_t i = 0; i < line->len; i++) {
        char pixel = line->code[i];
        if (ps_is_blank(pixel)) {
            continue;
        }
        if (pixel != '.' && (pixel < '0' || pixel > '9')) {
            ps_error(c, line->number, i + 1,
                     "'%c' does not belong into the sprite of %s (expected digits and "
                     "dots)",
                     pixel, ps_shout(c, object->text));
            break;
        }
        if (n == 5) {
            ps_warn(c, line->number, i + 1, "a sprite is 5 wide and 5 high");
            object->bad_sprite = true;
            break;
        }
        check_pixel(c, line, pixel, i + 1);
        object->sprite[row][n++] = pixel;
    }
    object->row_len[row] = n;
    object->bad_sprite = object->bad_sprite || n != 5;
}

void ps_read_objects(struct ps_compile *c, const struct ps_line *line) {
    if (line->blank) {
        c->object_step = 0;
        return;
    }
    uint32_t pos = 0;
    struct ps_text word;
    if (!ps_next_word(line->code, line->len, &pos, &word)) {
        return;
    }
    bool pixels = word.at[0] == '.' || (word.at[0] >= '0' && word.at[0] <= '9');
    if (c->object_step == 1) {
        read_colours(c, line);
        return;
    }
    if (c->object_step == 2) {
        uint8_t rows = c->names[c->object].sprite_rows;
        if (rows < 5 && (pixels || rows > 0)) {
            read_sprite_row(c, line);
            return;
        }
    }
    read_names(c, line);
}
