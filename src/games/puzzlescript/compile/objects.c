/* The OBJECTS section: names, colours, sprites. */
#include <string.h>

#include "compile/compile_internal.h"

/* A name that an object has already leaves the section as it was: the next line is then
 * read as a name too, as the reference does. */
static bool is_second(struct ps_compile *c, const struct ps_line *line,
                      struct ps_text word, uint32_t name) {
    if (c->names[name].kind == PS_OBJECT) {
        lw_ps_error(c, line->number, (uint32_t)(word.at - line->code) + 1,
                    "the object %s is defined a second time", lw_ps_shout(c, word));
        return true;
    }
    if (c->names[name].kind != PS_UNDEFINED) {
        lw_ps_error(c, line->number, (uint32_t)(word.at - line->code) + 1,
                    "the name %s is already in use (on line %u)", lw_ps_shout(c, word),
                    c->names[name].line);
    }
    if (lw_ps_is_keyword(word)) {
        lw_ps_warn(c, line->number, 0,
                   "'%s' is a word of the language; do not name an object so",
                   lw_ps_shout(c, word));
    }
    return false;
}

static void start_object(struct ps_compile *c, const struct ps_line *line,
                         struct ps_text word) {
    uint32_t name = lw_ps_name_intern(c, word);
    if (c->failed || is_second(c, line, word, name)) {
        return;
    }
    c->names[name].kind = PS_OBJECT;
    c->names[name].line = line->number;
    c->object = name;
    c->object_step = 1;
}

static void add_synonym(struct ps_compile *c, const struct ps_line *line,
                        struct ps_text word) {
    uint32_t name = lw_ps_name_intern(c, word);
    uint32_t *members = lw_ps_get(c, 1, sizeof *members);
    if (c->failed || is_second(c, line, word, name)) {
        return;
    }
    c->object_step = 1;
    if (!ps_name_defined(c, name)) {
        members[0] = c->object;
        c->names[name].kind = PS_SYNONYM;
        c->names[name].line = line->number;
        c->names[name].members = members;
        c->names[name].n_members = 1;
    }
}

/* Words behind a name or a whole sprite name the object too. */
static void read_synonyms(struct ps_compile *c, const struct ps_line *line,
                          uint32_t pos) {
    struct ps_text word;
    while (!c->failed && lw_ps_next_word(line->code, line->len, &pos, &word)) {
        add_synonym(c, line, word);
    }
}

static void read_names(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    (void)lw_ps_next_word(line->code, line->len, &pos, &word);
    uint32_t run = lw_ps_name_run(word.at, word.len, 0);
    if (run == 0) {
        lw_ps_warn(c, line->number, (uint32_t)(word.at - line->code) + 1,
                   "'%.*s' cannot name an object: expected letters, digits and _ (or "
                   "a sprite is not 5 by 5)",
                   (int)(word.len > 60 ? 60 : word.len), word.at);
        return;
    }
    start_object(c, line, (struct ps_text){word.at, run});
    read_synonyms(c, line, pos - (word.len - run));
}

/* The colour at the start of text, which need not end there; its length or 0. */
static uint32_t colour_prefix(uint32_t palette, struct ps_text text, lw_rgba *out) {
    uint32_t len = text.len < 11 ? text.len : 11;
    while (len > 0 && !lw_ps_colour(palette, (struct ps_text){text.at, len}, out)) {
        len--;
    }
    return len;
}

static void add_colour(struct ps_name *object, lw_rgba colour) {
    if (object->n_colours < 10) {
        object->colours[object->n_colours++] = colour;
    } else {
        object->many_colours = true;
    }
}

static void read_colours(struct ps_compile *c, const struct ps_line *line) {
    uint32_t pos = 0;
    struct ps_text word;
    struct ps_name *object = &c->names[c->object];
    while (lw_ps_next_word(line->code, line->len, &pos, &word)) {
        uint32_t at = (uint32_t)(word.at - line->code);
        lw_rgba colour = 0;
        uint32_t used = colour_prefix(c->palette_number, word, &colour);
        if (used > 0) {
            add_colour(object, colour);
            pos = at + used;
            continue;
        }
        /* What is no word at all takes the rest of the line with it. */
        used = lw_ps_name_run(word.at, word.len, 0);
        pos = used > 0 ? at + used : line->len;
        used = used > 0 ? used : word.len;
        lw_ps_error(c, line->number, at + 1, "'%.*s' is not a colour for the object %s",
                    (int)(used > 60 ? 60 : used), word.at, lw_ps_shout(c, object->text));
    }
    c->object_step = 2;
}

static void check_pixel(struct ps_compile *c, const struct ps_line *line, char pixel,
                        uint32_t column) {
    const struct ps_name *object = &c->names[c->object];
    if (pixel != '.' && pixel - '0' >= object->n_colours) {
        lw_ps_error(c, line->number, column,
                    "colour %c of the object %s does not exist: it has only %d", pixel,
                    lw_ps_shout(c, object->text), object->n_colours);
    }
}

static bool is_pixel(char byte) {
    return byte == '.' || (byte >= '0' && byte <= '9');
}

/* A full fifth row ends the sprite at once; until then every line belongs to it. */
static bool is_whole(const struct ps_name *object) {
    return object->sprite_rows == 5 && object->row_len[4] == 5;
}

/* One pixel of the row begun last; false: the rest of the line has no meaning. */
static bool add_pixel(struct ps_compile *c, const struct ps_line *line, uint32_t at) {
    struct ps_name *object = &c->names[c->object];
    char pixel = line->code[at];
    uint8_t row = (uint8_t)(object->sprite_rows - 1);
    if (object->row_width == 5) {
        lw_ps_warn(c, line->number, at + 1, "a sprite is 5 wide and 5 high");
        object->bad_sprite = true;
        return false;
    }
    check_pixel(c, line, pixel, at + 1);
    uint8_t column = object->row_width++;
    if (row < 5) {
        object->sprite[row][column] = pixel;
        object->row_len[row] = object->row_width;
    }
    return true;
}

static void read_sprite_row(struct ps_compile *c, const struct ps_line *line) {
    struct ps_name *object = &c->names[c->object];
    bool begun = false;
    for (uint32_t i = 0; i < line->len; i++) {
        char pixel = line->code[i];
        if (ps_is_blank(pixel)) {
            continue;
        }
        if (begun && is_whole(object)) {
            c->object_step = 0;
            read_synonyms(c, line, i);
            return;
        }
        if (!is_pixel(pixel)) {
            lw_ps_error(c, line->number, i + 1,
                        "'%c' does not belong into the sprite of %s (expected digits and "
                        "dots)",
                        pixel, lw_ps_shout(c, object->text));
            break;
        }
        if (!begun) {
            object->sprite_rows =
                (uint8_t)(object->sprite_rows + (object->sprite_rows < 6));
            object->row_width = 0;
        }
        begun = true;
        if (!add_pixel(c, line, i)) {
            break;
        }
    }
    object->bad_sprite = object->bad_sprite || (begun && object->row_width != 5);
}

void lw_ps_read_objects(struct ps_compile *c, const struct ps_line *line) {
    if (line->blank) {
        c->object_step = 0;
        return;
    }
    uint32_t pos = 0;
    struct ps_text word;
    if (!lw_ps_next_word(line->code, line->len, &pos, &word)) {
        return;
    }
    if (c->object_step == 1) {
        read_colours(c, line);
        return;
    }
    if (c->object_step == 2) {
        const struct ps_name *object = &c->names[c->object];
        bool begins = object->sprite_rows > 0 || is_pixel(word.at[0]);
        if (begins && !is_whole(object)) {
            read_sprite_row(c, line);
            return;
        }
    }
    read_names(c, line);
}
