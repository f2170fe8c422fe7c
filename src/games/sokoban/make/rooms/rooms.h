/* Rooms: walls and floor before any box, goal or player.
 *
 * Four sources make them: the interlocking 3x3 templates of Taylor & Parberry (2011,
 * 2015), the candidate lists of Schaa (2021), a pattern model trained on examples, and
 * rooms taken from given levels. All pass the same checks. */
#ifndef SOKOBAN_ROOMS_H
#define SOKOBAN_ROOMS_H

#include "lw/game.h"
#include "lw/sokoban.h"

#define ROOM_MAX_SIDE 60
#define ROOM_MAX_CELLS (ROOM_MAX_SIDE * ROOM_MAX_SIDE)
#define ROOM_TEMPLATE_SIDE 3
#define ROOM_MAX_TEMPLATES 20 /* a side */

/* A marked square is floor that joins nothing: the bend of a corridor one square wide,
 * which the player passes and no box ever does. */
enum { ROOM_FLOOR, ROOM_WALL, ROOM_MARKED };

/* No border is stored: everything outside is wall. */
struct room {
    uint32_t width, height;
    uint8_t cells[ROOM_MAX_CELLS]; /* row-major, width*height used */
};

/* Five rows of five: the inner 3x3 is written ('#' wall, '-' floor, '~' marked), the ring
 * restricts the neighbours ('-' must be floor, '?' anything). */
struct room_template {
    char cells[25];
};

struct room_turned {
    struct room_template by_sym[LW_N_SYMMETRIES];
    bool distinct[LW_N_SYMMETRIES]; /* unlike all earlier symmetries of it */
};

struct room_templates {
    const struct lw_alloc *alloc;
    struct room_turned *items;
    size_t n, cap;
};

enum room_source { ROOM_TEMPLATES, ROOM_CANDIDATES, ROOM_EXAMPLES, ROOM_GIVEN };

/* Why a room was refused. */
enum room_fault {
    ROOM_GOOD,
    ROOM_FEW_FLOORS,
    ROOM_MANY_FLOORS,
    ROOM_SPLIT,
    ROOM_OPEN,
    ROOM_DEAD_END,
    ROOM_WALLS,
    ROOM_NARROW,
    ROOM_SMALL, /* floor does not reach all four sides */
    ROOM_STUCK, /* the source itself found no way to fill the grid */
    ROOM_N_FAULTS
};

struct room_checks {
    uint32_t min_floors, max_floors; /* max 0: none */
    uint32_t open_long, open_short;  /* refused open rectangle, either way; 0: none */
    bool bends_part;                 /* no one-wide bend joins what it lies between */
    bool allow_dead_ends;            /* floor walled on three sides */
    double max_walls;                /* share of all squares */
    double max_narrow;               /* share of floor with walls on two opposite sides */
};

struct room_patterns;

/* What to make; lives in a generator's shared data. */
struct room_plan {
    const struct lw_alloc *alloc;
    enum room_source source;
    /* In squares. With sides_random each side is drawn from 2 to 5 templates. */
    uint32_t width, height;
    bool sides_random;
    struct room_checks checks;
    uint32_t max_tries;
    struct room_templates templates;
    struct room_patterns *patterns; /* EXAMPLES */
    struct room *given;             /* GIVEN */
    size_t n_given;
};

/* Options that every generator with rooms shares; put first in its table. The value of
 * "boxes" is not among them: generators differ in what it means. */
#define ROOM_OPTIONS(default_size, default_rooms, default_walls)                         \
    {.name = "size",                                                                     \
     .type = LW_OPTION_SIZE,                                                             \
     .fallback = default_size,                                                           \
     .min = 1,                                                                           \
     .max = ROOM_MAX_TEMPLATES,                                                          \
     .help = "room size in templates of 3x3 squares"},                                   \
        {.name = "squares",                                                              \
         .type = LW_OPTION_SIZE,                                                         \
         .min = 3,                                                                       \
         .max = ROOM_MAX_SIDE,                                                           \
         .help = "room size in squares without the outer wall; replaces size"},          \
        {.name = "rooms",                                                                \
         .type = LW_OPTION_CHOICE,                                                       \
         .fallback = default_rooms,                                                      \
         .choices = "templates|candidates|examples|given",                               \
         .help = "where rooms come from: templates placed at random, candidate lists, "  \
                 "patterns learned from --examples, or the rooms of --examples"},        \
        {.name = "open",                                                                 \
         .type = LW_OPTION_SIZE,                                                         \
         .fallback = "3x4",                                                              \
         .min = 0,                                                                       \
         .max = ROOM_MAX_SIDE,                                                           \
         .help = "refuse rooms with an open rectangle of this size; 0x0 allows all"},    \
        {.name = "floor-per-box",                                                        \
         .type = LW_OPTION_INT,                                                          \
         .fallback = "3",                                                                \
         .min = 1,                                                                       \
         .max = 100,                                                                     \
         .help = "least number of floor squares per box"},                               \
        {.name = "max-floor",                                                            \
         .type = LW_OPTION_INT,                                                          \
         .min = 1,                                                                       \
         .max = ROOM_MAX_CELLS,                                                          \
         .help = "refuse rooms with more floor squares than this"},                      \
        {.name = "dead-ends",                                                            \
         .type = LW_OPTION_FLAG,                                                         \
         .help = "allow floor squares walled on three sides"},                           \
        {.name = "bends",                                                                \
         .type = LW_OPTION_FLAG,                                                         \
         .help = "every bend of a corridor one square wide joins nothing, not only the " \
                 "marked square of the templates, since no box passes it"},              \
        {.name = "max-walls",                                                            \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = default_walls,                                                      \
         .min = 0,                                                                       \
         .max = 1,                                                                       \
         .help = "refuse rooms of templates with a larger share of walls; others "       \
                 "only when it is given"},                                               \
        {.name = "max-narrow",                                                           \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "1",                                                                \
         .min = 0,                                                                       \
         .max = 1,                                                                       \
         .help = "refuse rooms with a larger share of corridor squares (mazes)"},        \
    {                                                                                    \
        .name = "room-tries", .type = LW_OPTION_INT, .fallback = "20000", .min = 1,      \
        .max = 100000000, .help = "rooms built before giving up"                         \
    }
#define ROOM_N_OPTIONS 11

/* Reads the options above from a generator's table and prepares the source: templates
 * from request->aux_text (the paper's 17 when NULL), examples from request->examples.
 * n_boxes is the least number of boxes the room must hold; IMPOSSIBLE when no room of
 * that size can. plan must be freed even after failure. */
struct room_options {
    const struct lw_option *options;
    size_t n_options;
    uint32_t n_boxes;
};
lw_status lw_sok_room_plan_init(struct room_plan *plan,
                                const struct lw_generate_request *request,
                                struct room_options options, const struct lw_alloc *alloc,
                                struct lw_error *err) LW_MUST_CHECK;
void lw_sok_room_plan_free(struct room_plan *plan);

/* Makes one room that passes the checks; LIMIT after max_tries, naming the check that
 * refused most. tries may be NULL. */
lw_status lw_sok_room_make(const struct room_plan *plan, struct lw_rng *rng,
                           struct room *out, uint32_t *tries,
                           struct lw_error *err) LW_MUST_CHECK;

enum room_fault lw_sok_room_check(const struct room *room,
                                  const struct room_checks *checks);
uint32_t lw_sok_room_count_floors(const struct room *room);
/* Wall for every place outside. */
static inline uint8_t room_at(const struct room *room, int64_t x, int64_t y) {
    if (x < 0 || y < 0 || x >= (int64_t)room->width || y >= (int64_t)room->height) {
        return ROOM_WALL;
    }
    return room->cells[(size_t)y * room->width + (size_t)x];
}

/* A level of the room with its border: contents (or NULL) holds, a room cell, the bits
 * LW_SOKOBAN_GOAL, _BOX and _PLAYER to set. With trim, rows and columns of wall beyond
 * the outer wall are cut off. */
lw_status lw_sok_room_to_level(const struct room *room, const uint8_t *contents,
                               bool trim, const struct lw_game *game,
                               struct lw_level **out, struct lw_error *err) LW_MUST_CHECK;

/* Walls up floor that is more than `keep` steps from all that the play (move text) treads
 * or pushes onto, contents as above, and blind ends that it does not use: the play stays
 * valid and as short as any. */
void lw_sok_room_trim(struct room *room, const uint8_t *contents, const char *moves,
                      uint32_t keep);

/* The sources. */

/* text NULL: the 17 templates of the paper. */
lw_status lw_sok_room_templates_read(struct room_templates *set,
                                     const struct lw_alloc *alloc, const char *text,
                                     size_t len, struct lw_error *err) LW_MUST_CHECK;
void lw_sok_room_templates_free(struct room_templates *set);

/* Each tries once to fill the room of the size it already has; false when stuck. */
bool lw_sok_room_fill_templates(const struct room_templates *set, struct lw_rng *rng,
                                struct room *room);
bool lw_sok_room_fill_candidates(const struct room_templates *set, struct lw_rng *rng,
                                 struct room *room);

/* The walls of a level as a room without its border; false when it is too large or has
 * no inside. */
bool lw_sok_room_of_level(const struct lw_level *level, struct room *room);

lw_status lw_sok_room_patterns_learn(const struct lw_collection *examples,
                                     const struct lw_alloc *alloc,
                                     struct room_patterns **out,
                                     struct lw_error *err) LW_MUST_CHECK;
void lw_sok_room_patterns_destroy(struct room_patterns *patterns);
bool lw_sok_room_fill_patterns(const struct room_patterns *patterns, struct lw_rng *rng,
                               struct room *room);

#endif
