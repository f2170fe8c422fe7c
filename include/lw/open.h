/* Opening: from a text, a file's content or a stored row to a game and its levels.
 *
 * Every caller (command line, calls, server, store) opens levels through these functions
 * and only translates to and from them. Which kinds there are is a parameter, so that
 * nothing here depends on any game.
 *
 * Which game: by name; else by the file's ending when only one kind claims it; else by
 * content, where the surest format wins and a tie is refused with both names.
 * Where the rules come from: most kinds have rule options; a kind that is made from
 * source takes the text itself when it is a whole game, else the source beside it. */
#ifndef LW_OPEN_H
#define LW_OPEN_H

#include "lw/game.h"
#include "lw/rules.h"

/* What is refused rather than read; 0: no limit. */
struct lw_open_limits {
    size_t bytes;   /* of text and source, each */
    size_t levels;  /* in the text */
    uint64_t cells; /* of one level */
};

struct lw_open_request {
    const struct lw_alloc *alloc;
    const struct lw_game_kind *const *kinds; /* NULL-terminated; lw_game_kinds() */
    const struct lw_game_kind *kind;         /* when it is known already */
    const char *game;                        /* its name; NULL: by file, then content */
    const char *file;   /* only its ending matters; NULL: the text is not from a file */
    const char *format; /* by name; NULL: by content, else the kind's own */
    const char *text;   /* the levels; borrowed until the call returns */
    size_t len;
    const char *source; /* of a game made from source, where text may be levels alone */
    size_t source_len;
    const char *rules;                    /* "name=value" lines; NULL: defaults */
    const struct lw_option_value *values; /* rules that were read already, or NULL */
    bool one;                             /* there must be exactly one level */
    bool may_lack_levels;                 /* a game without levels will do */
    struct lw_open_limits limits;
};

enum lw_open_how { LW_OPEN_BY_NAME, LW_OPEN_BY_ENDING, LW_OPEN_BY_CONTENT };

/* What opening is about, step by step. */
enum lw_open_part { LW_OPEN_KIND, LW_OPEN_RULES, LW_OPEN_GAME, LW_OPEN_LEVELS };

struct lw_opened {
    const struct lw_game_kind *kind;
    struct lw_game *game;
    struct lw_collection set; /* levels, and all messages about source and levels */
    size_t n_unread;          /* levels that could not be read; see the messages */
    enum lw_open_how how;     /* the kind was found */
    const struct lw_format *looks_like; /* by content: the format that decided; or NULL */
    enum lw_open_part part;             /* after a failure: what was at fault */
    bool text_is_game;                  /* the text is its game's source as well */
    bool lent;                          /* the game is another's, who destroys it */
};

/* Each of these begins out anew; close it afterwards, whether or not it succeeded. */

/* Only which game it is. LW_USAGE: no such game; LW_BAD_INPUT: nothing claims the text,
 * or two kinds do. */
lw_status lw_open_kind(const struct lw_open_request *request, struct lw_opened *out,
                       struct lw_error *err) LW_MUST_CHECK;
/* The game without reading levels. */
lw_status lw_open_game(const struct lw_open_request *request, struct lw_opened *out,
                       struct lw_error *err) LW_MUST_CHECK;
/* The game and the levels of the text. LW_BAD_INPUT with part LW_OPEN_LEVELS: the game
 * stands, but there are no levels. */
lw_status lw_open(const struct lw_open_request *request, struct lw_opened *out,
                  struct lw_error *err) LW_MUST_CHECK;
/* More levels for a game that is open already and outlives out: reading a source costs
 * far more than reading a level. A text that is a whole game is opened as its own. */
lw_status lw_open_beside(struct lw_game *game, const struct lw_open_request *request,
                         struct lw_opened *out, struct lw_error *err) LW_MUST_CHECK;
void lw_opened_close(struct lw_opened *opened);

/* A game with the default rules, of a kind that needs no source. */
lw_status lw_game_create(const struct lw_game_kind *kind, const struct lw_alloc *alloc,
                         struct lw_game **out, struct lw_error *err) LW_MUST_CHECK;

/* One entry as a file of its own. */
lw_status lw_entry_text(const struct lw_entry *entry, const struct lw_format *format,
                        struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;
/* A level alone, in its kind's own format. */
lw_status lw_level_text(const struct lw_level *level, struct lw_buffer *out,
                        struct lw_error *err) LW_MUST_CHECK;
/* The same as a copy in the arena. */
lw_status lw_level_text_copy(const struct lw_level *level, struct lw_arena *arena,
                             const char **out, struct lw_error *err) LW_MUST_CHECK;
/* The one level of a text, under the rules of a game that is open; the caller's to
 * destroy. */
lw_status lw_level_read(const struct lw_game *game, const char *text, size_t len,
                        struct lw_level **out, struct lw_error *err) LW_MUST_CHECK;
/* The canonical id, of a level that may be played: LW_BAD_INPUT of any other. */
lw_status lw_level_id(const struct lw_level *level, struct lw_id128 *id,
                      struct lw_error *err) LW_MUST_CHECK;

#endif
