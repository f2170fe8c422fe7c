/* The level group: text, identity, size. */
#ifndef LW_GAME_LEVEL_H
#define LW_GAME_LEVEL_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/buffer.h"
#include "lw/base/hash.h"
#include "lw/collection.h"
#include "lw/game/types.h"

#define LW_SURE_PERHAPS 1
#define LW_SURE_WHOLE_GAME 80 /* of a kind's own format: the text is a game's source */

struct lw_format {
    const char *name;    /* "xsb" */
    const char *title;   /* "XSB text collection" */
    const char *endings; /* ".xsb .txt", first one is written; "" if none */
    /* How sure the content is of this format, 0 (no) to 100; LW_SURE_PERHAPS chooses a
     * format of a game that is known, but never the game. */
    int (*sniff)(const char *text, size_t len);
    /* Appends to set. Fails only when nothing could be read at all (err says why) or
     * memory is out; a bad level among good ones is a message. NULL: cannot read. */
    lw_status (*read)(const struct lw_game *game, const char *text, size_t len,
                      struct lw_collection *set, struct lw_error *err);
    /* NULL: cannot write. Called through lw_game_write only. */
    lw_status (*write)(const struct lw_game *game, const struct lw_collection *set,
                       struct lw_buffer *out, struct lw_error *err);
};

struct lw_level_ops {
    const struct lw_format *formats; /* the first is the kind's own */
    size_t n_formats;
    const char *pack_format; /* for packs, with solutions; NULL: the first that writes */
    void (*destroy)(struct lw_level *level); /* NULL-safe */
    lw_status (*dup)(const struct lw_level *level, struct lw_level **out);
    /* Cells across and down, as people count them; a drawing may be finer or have more
     * (a tray): its own list says how large it is. */
    void (*size)(const struct lw_level *level, uint32_t *width, uint32_t *height);
    /* May it be played and solved? Reading already refused what is no level at all;
     * this refuses what convert keeps (boxes unlike goals, no player, …). */
    lw_status (*validate)(const struct lw_level *level, struct lw_error *err);
    /* The same for all levels that are the same puzzle. canonical may be NULL; otherwise
     * it receives the level in its canonical form. */
    lw_status (*canonical)(const struct lw_level *level, struct lw_id128 *id,
                           struct lw_level **canonical);
    /* Cells in which two levels of one game differ, turned and mirrored as the game
     * allows to look most alike; UINT32_MAX when they cannot be laid upon each other.
     * NULL: the kind does not compare levels. */
    uint32_t (*difference)(const struct lw_level *a, const struct lw_level *b);
    /* Of a text in the kind's own format, with a zero after it: how much of it is the
     * game's source. The rest is levels; source and the rests of several such texts, one
     * after the other, are a text with all their levels. 0: it cannot be parted. NULL:
     * the kind is not made from source. */
    size_t (*source_len)(const char *text, size_t len);
};

#endif
