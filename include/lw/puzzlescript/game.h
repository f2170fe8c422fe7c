/* A compiled game: objects, names, expanded rules with their masks, win conditions, the
 * entries of its LEVELS section; open to read, for analysers and generators. */
#ifndef LW_PUZZLESCRIPT_GAME_H
#define LW_PUZZLESCRIPT_GAME_H

#include "lw/game.h"

enum lw_ps_dir {
    LW_PS_UP,
    LW_PS_DOWN,
    LW_PS_LEFT,
    LW_PS_RIGHT,
    LW_PS_ACTION,
    LW_PS_N_MOVEMENTS
};

/* What a player can press; the order of the recorded sessions. */
enum lw_ps_input {
    LW_PS_PRESS_NONE = -1,
    LW_PS_PRESS_UP,
    LW_PS_PRESS_LEFT,
    LW_PS_PRESS_DOWN,
    LW_PS_PRESS_RIGHT,
    LW_PS_PRESS_ACTION
};

struct lw_ps_object {
    const char *name;
    uint32_t line;
    uint16_t layer;
    bool is_player;
    bool is_static;    /* no rule can make, remove or move it */
    uint8_t n_colours; /* 0: nothing to draw */
    lw_rgba colours[10];
    int8_t pixels[25]; /* colour index, -1 transparent */
};

/* A name of the LEGEND (objects included); members are object ids in legend order. */
enum lw_ps_name_kind { LW_PS_UNKNOWN, LW_PS_OBJECT, LW_PS_PROPERTY, LW_PS_AGGREGATE };
struct lw_ps_name {
    const char *text;
    enum lw_ps_name_kind kind; /* synonyms have the kind of what they stand for */
    uint32_t line;
    const uint16_t *members;
    uint32_t n_members;
};

/* Left side of one cell: all of required, none of forbidden, one of each any-set, all of
 * moving, none of still. */
struct lw_ps_pattern {
    bool is_ellipsis;
    uint16_t n_any;
    const uint64_t *required, *forbidden, *any, *moving, *still;
};

/* Right side of one cell. Objects: (old - clear) + set; movements: (old - mov_clear) +
 * mov_set. rigid_layers are the layers that a rigid rule marks. */
struct lw_ps_effect {
    bool acts;  /* can change anything */
    bool plain; /* nothing random */
    uint16_t n_random;
    const uint16_t *random; /* one of these objects, ascending ids */
    const uint64_t *set, *clear, *mov_set, *mov_clear, *rigid_layers, *random_dir;
};

struct lw_ps_row {
    uint16_t n_cells; /* ellipses included */
    uint16_t n_ellipses;
    uint16_t ellipsis[2]; /* positions */
    const struct lw_ps_pattern *left;
    const struct lw_ps_effect *right; /* NULL: the rule has only commands */
};

enum {
    LW_PS_CANCEL = 1,
    LW_PS_CHECKPOINT = 2,
    LW_PS_RESTART = 4,
    LW_PS_WIN = 8,
    LW_PS_AGAIN = 16,
    LW_PS_MESSAGE = 32,
    LW_PS_SFX = 64 /* << number 0..10 */
};

struct lw_ps_rule {
    uint32_t line;
    uint32_t group; /* index into its list of groups */
    enum lw_ps_dir dir;
    bool late, rigid, random;
    uint16_t n_rows;
    const struct lw_ps_row *rows;
    uint32_t commands;   /* LW_PS_CANCEL | … */
    const char *message; /* of the message command, else NULL */
};

struct lw_ps_group {
    uint32_t first, n_rules; /* into rules */
    uint32_t line;
    bool random;
    uint8_t rigid; /* number of the rigid group from 1, 0: not rigid */
};

/* Groups of one list from first to last (inclusive) repeat; last is n_groups for a loop
 * that ends with the list. */
struct lw_ps_loop {
    uint32_t first, last;
};

struct lw_ps_rule_list {
    const struct lw_ps_group *groups;
    uint32_t n_groups;
    const struct lw_ps_loop *loops;
    uint32_t n_loops;
};

enum lw_ps_quantifier { LW_PS_ALL, LW_PS_SOME, LW_PS_NO };
/* x and y match a cell that has any (or, for aggregates, all) of their objects. */
struct lw_ps_win {
    enum lw_ps_quantifier quantifier;
    uint32_t line;
    bool has_y, x_all, y_all;
    const uint64_t *x, *y;
};

/* One entry of the LEVELS section: a level or a message. */
struct lw_ps_entry {
    const char *message; /* NULL: a level */
    uint32_t line;
    uint32_t width, height;
    const uint64_t *cells; /* column-major: cell x*height+y, obj_words words each */
};

enum lw_ps_sound_event {
    LW_PS_SOUND_MOVE,
    LW_PS_SOUND_CANTMOVE,
    LW_PS_SOUND_CREATE,
    LW_PS_SOUND_DESTROY
};
struct lw_ps_sound {
    enum lw_ps_sound_event event;
    const char *seed;
    uint8_t dirs; /* bit per enum lw_ps_dir, for move and cantmove */
    const uint64_t *objects;
};

struct lw_ps_note {
    bool is_error;
    bool follows; /* from one before it: counted as the reference does, but not shown */
    int32_t line; /* -1: none */
    uint32_t column;
    const char *text;
};

struct lw_ps_program; /* private tables of the engine */

struct lw_ps_game {
    struct lw_game base;
    struct lw_arena arena; /* owns everything below */
    const char *source;
    size_t source_len;
    size_t levels_at;     /* where the lines after the LEVELS heading begin */
    uint32_t levels_line; /* its line number */
    size_t legend_end;    /* where the heading after the LEGEND begins; 0: nowhere */
    struct lw_ps_note *notes;
    size_t n_notes;
    size_t n_errors; /* as the reference counts them */
    bool playable;

    const char *title, *author, *homepage;
    bool run_rules_on_level_start, require_player_movement, noundo, norestart, noaction;
    double realtime_interval, again_interval;
    uint32_t flick_width, flick_height, zoom_width, zoom_height; /* 0: none */
    lw_rgba background_colour, text_colour;

    uint32_t obj_words, mov_words;
    struct lw_ps_object *objects;
    uint32_t n_objects, n_layers;
    uint64_t *layer_masks; /* [n_layers][obj_words] */
    struct lw_ps_name *names;
    uint32_t n_names;
    uint64_t *player; /* objects of the player */
    bool player_all;  /* an aggregate: a cell needs all of them */
    uint16_t background, background_layer;
    struct lw_ps_rule *rules; /* early groups, then late groups, in order */
    uint32_t n_rules;
    struct lw_ps_rule_list early, late;
    bool has_random, has_rigid, has_again, has_checkpoint;
    struct lw_ps_win *wins;
    uint32_t n_wins;
    struct lw_ps_entry *entries;
    uint32_t n_entries;
    struct lw_ps_sound *sounds;
    uint32_t n_sounds;
    /* Bit n: the rules are the same under symmetry n (lw/grid.h) of the board. Only what
     * a source rule expands to is compared, not the order of working off matches. */
    unsigned symmetries;
    uint64_t identity; /* the same for games that mean the same */
    struct lw_ps_program *program;
};

/* Compiles; fails only when memory is out. A source with errors gives a game with notes;
 * playable says whether the engine may run it. */
lw_status lw_ps_compile(const struct lw_alloc *alloc, const char *source, size_t len,
                        struct lw_ps_game **out, struct lw_error *err) LW_MUST_CHECK;
void lw_ps_game_destroy(struct lw_ps_game *game);
const struct lw_ps_game *lw_ps_game_of(const struct lw_game *game);

static inline bool lw_ps_has(const uint64_t *set, uint32_t bit) {
    return (set[bit >> 6] >> (bit & 63) & 1) != 0;
}

#endif
