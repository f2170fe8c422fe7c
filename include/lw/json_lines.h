/* Collections as JSON, one object a line: what is the same for every game.
 *
 * An object names its game in "game" (not given: the one asked for), its title in "title"
 * and its solutions in "solutions" (texts, or objects with "moves"). The level is either
 * whole in "text", in a form of the game's own, or in members that the game knows. */
#ifndef LW_JSON_LINES_H
#define LW_JSON_LINES_H

#include "lw/base/json.h"
#include "lw/collection.h"
#include "lw/game.h"

/* One object as its game gets it. */
struct lw_json_line {
    const struct lw_game *game;
    const struct lw_json *object;
    struct lw_arena *arena; /* lasts as long as the line */
    struct lw_error *err;   /* the place is filled in by the reader */
};

struct lw_json_form {
    /* Makes the level that the members spell out. */
    lw_status (*read_members)(const struct lw_json_line *line, struct lw_level **level);
    /* Reads the level of "text". */
    lw_status (*read_text)(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *set, struct lw_error *err);
    /* False when memory is out. */
    bool (*write_members)(const struct lw_level *level, struct lw_json_writer *json);
};

/* As struct lw_format's read and write. Bad lines become messages; it fails when no line
 * is good. */
lw_status lw_json_lines_read(const struct lw_json_form *form, const struct lw_game *game,
                             const char *text, size_t len, struct lw_collection *set,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_json_lines_write(const struct lw_json_form *form, const struct lw_game *game,
                              const struct lw_collection *set, struct lw_buffer *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Does the text begin with an object that has the mark near its beginning? */
bool lw_json_lines_sniff(const char *text, size_t len, const char *mark);

#endif
