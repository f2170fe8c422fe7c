/* What the compiler's parts share: source lines, names, rules as written and as they are
 * expanded. Everything here lives in the compile's scratch arena; what the game keeps is
 * copied to the game's arena. */
#ifndef COMPILE_INTERNAL_H
#define COMPILE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/puzzlescript.h"

/* Sizes beyond which a source is refused rather than compiled. */
enum {
    PS_MAX_LINES = 200000,
    PS_MAX_NAMES = 20000,
    PS_MAX_OBJECTS = 2048,          /* and layers */
    PS_MAX_MASK_WORDS = 1 << 25,    /* of all sets of one game */
    PS_MAX_RULES = 60000,           /* after expansion */
    PS_MAX_SCRATCH_BYTES = 1 << 29, /* of one compile */
    PS_MAX_ROW_CELLS = 500,         /* in one row of a rule */
    PS_MAX_CLONES = 400000,         /* copies made while expanding one source file */
    PS_MAX_CELLS = 1000000,         /* of one level */
    PS_MAX_LEVEL_WORDS = 1 << 26,
    PS_MAX_ERRORS = 5, /* more while reading: stop, as the reference does */
    PS_MAX_NOTES = 100 /* more messages of either sort: give up, likewise */
};

struct ps_text {
    const char *at;
    uint32_t len;
};

/* One line. code is lower-case with comments blanked; raw keeps case; cut is where the
 * first comment begins. All three have len bytes. */
struct ps_line {
    const char *raw;
    const char *code;
    uint32_t len;
    uint32_t cut;
    uint32_t number;
    bool blank;      /* nothing at all, not even a comment */
    bool in_comment; /* began inside a comment of an earlier line */
};

enum ps_section {
    PS_PRELUDE,
    PS_OBJECTS,
    PS_LEGEND,
    PS_SOUNDS,
    PS_LAYERS,
    PS_RULES,
    PS_WINS,
    PS_LEVELS,
    PS_N_SECTIONS
};

enum ps_name_kind { PS_UNDEFINED, PS_OBJECT, PS_SYNONYM, PS_PROPERTY, PS_AGGREGATE };

#define PS_NO_ID UINT16_MAX
#define PS_NO_NAME UINT32_MAX

struct ps_name {
    struct ps_text text;
    uint8_t kind;
    bool listed; /* was there when SOUNDS began: rules and win conditions know it */
    uint32_t line;
    uint32_t mark;     /* scratch: the last list that it was put into */
    uint32_t *members; /* names; a synonym has one */
    uint32_t n_members;
    /* objects */
    uint32_t colours_line;
    lw_rgba colours[10];
    uint8_t n_colours;
    bool many_colours; /* more than there is room for */
    char sprite[5][5];
    uint8_t sprite_rows; /* 6: too many */
    uint8_t row_len[5];
    uint8_t row_width; /* of the row being read */
    bool bad_sprite;
    uint16_t id;    /* object id, PS_NO_ID without a layer */
    uint16_t layer; /* of objects and of properties within one layer, else PS_NO_ID */
    /* resolved: object ids of any kind of name, legend order */
    uint16_t *ids;
    uint32_t n_ids;
    uint64_t *mask; /* of ids; made on demand, see lw_ps_name_mask */
};

/* Modifiers of a term, in the order in which tables below list them. */
enum ps_mod {
    PS_MOD_NONE,
    PS_MOD_UP,
    PS_MOD_DOWN,
    PS_MOD_LEFT,
    PS_MOD_RIGHT,
    PS_MOD_ACTION,
    PS_MOD_STATIONARY,
    PS_MOD_NO,
    PS_MOD_RANDOM,
    PS_MOD_RANDOMDIR,
    PS_MOD_FORWARD,
    PS_MOD_BACK,
    PS_MOD_CCW,
    PS_MOD_CW,
    PS_MOD_PARALLEL,
    PS_MOD_PERPENDICULAR,
    PS_MOD_HORIZONTAL,
    PS_MOD_VERTICAL,
    PS_MOD_ORTHOGONAL,
    PS_MOD_MOVING,
    PS_MOD_HORIZONTAL_PAR,
    PS_MOD_HORIZONTAL_PERP,
    PS_MOD_VERTICAL_PAR,
    PS_MOD_VERTICAL_PERP,
    PS_MOD_ELLIPSIS
};

struct ps_term {
    uint32_t name; /* PS_NO_NAME for an ellipsis */
    uint8_t mod;
};

/* Terms are shared between copies of a rule and never changed in place once shared. */
struct ps_cell {
    struct ps_term *terms;
    uint32_t n;
};

struct ps_replacement {
    uint32_t name;
    uint8_t word;     /* the ambiguous movement, or 0 for properties */
    uint8_t concrete; /* direction */
    uint16_t count;
    uint32_t member; /* for properties */
};

struct ps_rule {
    uint32_t line;
    uint32_t group;
    uint8_t dir; /* enum lw_ps_dir */
    bool late, rigid, random;
    bool has_right;
    uint32_t n_rows;
    const uint32_t *row_len; /* [n_rows] */
    uint32_t n_cells;        /* over all rows */
    struct ps_cell *left;    /* [n_cells] */
    struct ps_cell *right;   /* [n_cells] when has_right */
    uint32_t commands;
    const char *message;
    struct ps_replacement *moves; /* made so far, shared like terms */
    uint32_t n_moves;
    struct ps_replacement *props;
    uint32_t n_props;
    bool dropped;
};

/* A rule as written, before it is copied per direction. */
struct ps_source_rule {
    struct ps_rule rule;
    uint8_t dirs[32];
    uint32_t n_dirs;
};

struct ps_rules {
    struct ps_rule *at;
    size_t n, cap;
};

struct ps_loop_mark {
    uint32_t line;
    bool start;
};

struct ps_layer {
    uint32_t *names; /* objects, in order; repeats kept */
    size_t n, cap;
    uint32_t line;
};

struct ps_sound_line {
    uint32_t name; /* PS_NO_NAME for event sounds */
    uint32_t line;
    uint8_t event; /* enum lw_ps_sound_event */
    uint8_t dirs;
    const char *seed;
};

struct ps_win_line {
    uint32_t line;
    uint8_t quantifier;
    struct ps_text x, y;
    bool has_y;
};

struct ps_level_line {
    uint16_t *units; /* UTF-16 units */
    uint32_t n;
    uint32_t line;
};

struct ps_level_text {
    struct ps_level_line *rows;
    size_t n, cap;
    const char *message; /* else NULL */
    uint32_t line;
};

struct ps_compile {
    const struct lw_alloc *alloc;
    struct lw_arena scratch;
    struct lw_ps_game *game;
    bool failed; /* memory */
    size_t n_mask_words;
    size_t scratch_bytes;
    uint32_t mark;     /* last one given to a name */
    bool stop;         /* not playable; go no further */
    bool reading;      /* one error too many ends it at once */
    bool invalid;      /* not playable, but go on reporting */
    const char *lower; /* the source in lower case */
    enum ps_section section;
    unsigned sections_seen;
    uint32_t line; /* being read */

    struct lw_ps_note *notes;
    bool following; /* notes made now follow from one before */
    size_t n_notes, notes_cap;
    size_t n_errors;

    struct ps_name *names;
    size_t n_names, names_cap;
    uint32_t *slots; /* open addressing over names */
    uint32_t n_slots;

    /* prelude: the values as found */
    struct ps_text palette, flick, zoom, text_colour, background_colour;
    uint32_t palette_number;
    uint32_t key_lines[16];
    uint32_t flick_line, zoom_line, text_colour_line, background_colour_line;
    struct ps_text realtime, again;

    /* objects: 0 name, 1 colours, 2 sprite */
    int object_step;
    uint32_t object;
    uint32_t object_line;

    uint32_t *legend; /* names of legend lines in order, for later checks */
    size_t n_legend, legend_cap;

    struct ps_sound_line *sounds;
    size_t n_sounds, sounds_cap;
    uint32_t events_seen; /* those declared; sfx0 is the first */

    struct ps_layer *layers;
    size_t n_layers, layers_cap;
    bool layer_has_background;

    struct ps_line *rule_lines;
    size_t n_rule_lines, rule_lines_cap;
    struct ps_loop_mark *loops;
    size_t n_loops, loops_cap;
    struct ps_source_rule *written;
    size_t n_written, written_cap;
    struct ps_rules rules;
    size_t n_clones;
    uint32_t player_name, background_name;

    struct ps_win_line *wins;
    size_t n_wins, wins_cap;

    struct ps_level_text *levels;
    size_t n_levels, levels_cap;
    uint32_t glyphs[128]; /* names of ASCII keys found so far, + 1 */
    const uint64_t *glyph_masks[128];
    bool level_open; /* the last entry still takes rows */
};

/* Notes (notes.c). */
void lw_ps_error(struct ps_compile *c, uint32_t line, uint32_t column, const char *fmt,
                 ...) LW_PRINTF(4, 5);
void lw_ps_warn(struct ps_compile *c, uint32_t line, uint32_t column, const char *fmt,
                ...) LW_PRINTF(4, 5);
/* Without a line: counted as an error whichever it is. */
void lw_ps_error_global(struct ps_compile *c, const char *fmt, ...) LW_PRINTF(2, 3);
/* Gives a column to the notes that have none. */
void lw_ps_find_columns(struct ps_compile *c);

/* Text and names (source.c, names.c). */
void *lw_ps_get(struct ps_compile *c, size_t count, size_t bytes_each); /* zeroed */
bool lw_ps_grow(struct ps_compile *c, void *array_ptr, size_t *cap, size_t needed,
                size_t bytes_each);
static inline bool ps_text_is(struct ps_text text, const char *word) {
    for (uint32_t i = 0; i < text.len; i++) {
        if (text.at[i] != word[i]) {
            return false; /* the end of word included */
        }
    }
    return word[text.len] == '\0';
}
static inline bool ps_is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}
bool lw_ps_text_same(struct ps_text a, struct ps_text b);
/* Next run of characters without blanks from *pos; false at the end. */
bool lw_ps_next_word(const char *code, uint32_t len, uint32_t *pos, struct ps_text *word);
/* Bytes of letters, digits and _ from pos on. */
uint32_t lw_ps_name_run(const char *code, uint32_t len, uint32_t pos);
/* Index of the name, PS_NO_NAME when unheard of. */
uint32_t lw_ps_name_index(const struct ps_compile *c, struct ps_text text);
/* The same, made (undefined) when new. */
uint32_t lw_ps_name_intern(struct ps_compile *c, struct ps_text text);
static inline bool ps_name_defined(const struct ps_compile *c, uint32_t name) {
    return name != PS_NO_NAME && c->names[name].kind != PS_UNDEFINED;
}
static inline bool ps_name_listed(const struct ps_compile *c, uint32_t name) {
    return ps_name_defined(c, name) && c->names[name].listed;
}
/* What a chain of synonyms stands for. */
static inline uint32_t ps_name_target(const struct ps_compile *c, uint32_t name) {
    for (size_t guard = 0; c->names[name].kind == PS_SYNONYM && guard <= c->n_names;
         guard++) {
        name = c->names[name].members[0];
    }
    return name;
}
/* %.*s arguments for an upper-case name go through this (ASCII only). */
const char *lw_ps_shout(struct ps_compile *c, struct ps_text text);

/* Reads every line into the compile. */
void lw_ps_read_source(struct ps_compile *c);

/* Sections. */
void lw_ps_read_prelude(struct ps_compile *c, const struct ps_line *line);
void lw_ps_finish_prelude(struct ps_compile *c);
uint32_t lw_ps_wrapped_rows(const char *text);
void lw_ps_read_objects(struct ps_compile *c, const struct ps_line *line);
/* Number of a palette from 1; 0: unknown, which stands for the default one. */
uint32_t lw_ps_palette_find(struct ps_text text);
/* A name of the palette, #rgb or #rrggbb. */
bool lw_ps_colour(uint32_t palette, struct ps_text word, lw_rgba *out);
void lw_ps_read_legend(struct ps_compile *c, const struct ps_line *line);
void lw_ps_read_sounds(struct ps_compile *c, const struct ps_line *line);
void lw_ps_read_layers(struct ps_compile *c, const struct ps_line *line);
void lw_ps_read_rules(struct ps_compile *c, const struct ps_line *line);
void lw_ps_read_wins(struct ps_compile *c, const struct ps_line *line);
void lw_ps_read_levels(struct ps_compile *c, const struct ps_line *line);

/* After reading. */
void lw_ps_resolve_names(struct ps_compile *c);
void lw_ps_make_levels(struct ps_compile *c);
void lw_ps_parse_rules(struct ps_compile *c);  /* lines to written rules */
void lw_ps_expand_rules(struct ps_compile *c); /* written rules to c->rules */
bool lw_ps_expand_movements(struct ps_compile *c, struct ps_rules *rules,
                            struct ps_rule rule);
bool lw_ps_expand_properties(struct ps_compile *c, struct ps_rules *rules,
                             struct ps_rule rule);
void lw_ps_make_rules(struct ps_compile *c); /* masks, groups, loops */
/* Groups and loops of the game's rules from the first number up to the second. */
void lw_ps_group_rules(struct ps_compile *c, struct lw_ps_rule_list *list, uint32_t from,
                       uint32_t to);
void lw_ps_make_wins(struct ps_compile *c);
void lw_ps_make_sounds(struct ps_compile *c);
void lw_ps_make_program(struct ps_compile *c);
void lw_ps_find_static(struct ps_compile *c);

/* Object ids the name stands for as a set; in the scratch arena. */
const uint64_t *lw_ps_name_mask(struct ps_compile *c, uint32_t name);
uint64_t *lw_ps_new_mask(struct ps_compile *c, uint32_t words); /* in the game's arena */
static inline void ps_set_bit(uint64_t *set, uint32_t bit) {
    set[bit >> 6] |= 1ULL << (bit & 63);
}
/* The five movement bits of a layer. */
void lw_ps_set_layer(uint64_t *movements, uint32_t layer);

/* Words of rules (words.c). */
bool lw_ps_word_is_mod(struct ps_text word, uint8_t *mod);
uint32_t lw_ps_command_bit(struct ps_text word); /* LW_PS_…, 0 for other words */
bool lw_ps_is_keyword(struct ps_text text);
static inline bool ps_ends_word(char byte) {
    return ps_is_blank(byte) || byte == '[' || byte == '|' || byte == ']';
}

/* identity.c, symmetry.c: of a game that is otherwise complete. */
uint64_t lw_ps_identity(const struct lw_ps_game *game);
unsigned lw_ps_symmetries(const struct lw_ps_game *game);

/* levels.c: cells without anything on the background's layer get the object that the
 * first cell with one has. */
void lw_ps_fill_background(const struct lw_ps_game *game, uint64_t *cells,
                           size_t n_cells);

#endif
