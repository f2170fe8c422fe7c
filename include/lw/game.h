/* The game interface: one table of functions a kind of game.
 *
 * A *kind* (sokoban, puzzlescript, …) makes *games* (plain Sokoban; one PuzzleScript file
 * with its compiled rules; Flow under the loose or the strict rule), a game has *levels*,
 * and a level is played through a *play* handle that owns the scratch memory of one
 * thread. Each group of the table may be NULL: the kind then lacks that ability, and
 * generic code says so. docs/adding-a-game.md walks through every callback with the
 * `null` game, which is always built.
 *
 * Sketched against all games:
 *   sokoban       states are boxes and player; moves u r d l
 *   puzzlescript  one game per source file; a step needs scratch (play handle); action is
 *                 a fifth move; undo is the session's business, not the rules'
 *   flow          no player; a person's move is one press-drag-release (text of any
 *                 length, step_text), while search uses single-square moves
 *   lazors        a move takes a block from one cell to another
 *   move          one move shifts all balls at once
 *
 * Structs of a kind embed struct lw_game, struct lw_level and struct lw_play as their
 * first member. Each group has a header of its own in lw/game/; this one has the table
 * and what is done with whole kinds. */
#ifndef LW_GAME_H
#define LW_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "lw/base/compiler.h"
#include "lw/base/option.h"
#include "lw/game/advice.h"
#include "lw/game/edit.h"
#include "lw/game/features.h"
#include "lw/game/generator.h"
#include "lw/game/guide.h"
#include "lw/game/ideas.h"
#include "lw/game/level.h"
#include "lw/game/play.h"
#include "lw/game/pointing.h"
#include "lw/game/preset.h"
#include "lw/game/solve.h"
#include "lw/game/types.h"

/* Game: how a kind makes games. */

/* What a game is made from; all zero: by the usual rules. */
struct lw_game_spec {
    const struct lw_option_value *rules; /* follow kind->rule_options; NULL: defaults */
    const char *source; /* the game's own text (a PuzzleScript file); NULL: none */
    size_t source_len;
};

struct lw_game_ops {
    /* Messages about the source go to messages (may be NULL), which also receives
     * warnings of a good source. A source is for kinds with LW_GAME_FROM_SOURCE. */
    lw_status (*create)(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err);
    void (*destroy)(struct lw_game *game); /* NULL-safe */
};

/* The kind. */

enum {
    LW_GAME_FROM_SOURCE = 1, /* a game is made from a source text that also has levels */
    LW_GAME_TEMPLATE = 2,    /* only there to be copied: named nowhere, guessed never */
    /* Levels of one id may differ in what is measured about them. */
    LW_GAME_ID_IS_COARSE = 4,
    /* New stores get level sets of the shipped packs, for the study of rated sets. */
    LW_GAME_HAS_SETS = 8
};

struct lw_game_kind {
    const char *name;    /* "sokoban" */
    const char *title;   /* "Sokoban" */
    const char *summary; /* the rules in two sentences, for a player */
    unsigned flags;
    const struct lw_option *rule_options;
    size_t n_rule_options;
    const struct lw_game_ops *game;   /* never NULL */
    const struct lw_level_ops *level; /* never NULL */
    const struct lw_play_ops *play;
    const struct lw_solve_ops *solve;
    const struct lw_advice_ops *advice;
    const struct lw_feature_ops *features;
    const struct lw_generator *const *generators; /* NULL-terminated, or NULL */
    const struct lw_edit_ops *edit;
    const struct lw_pointing_ops *pointing; /* NULL: a swipe is an arrow key */
    const struct lw_preset_ops *presets;
    const struct lw_guide *guide;
    const struct lw_idea *ideas; /* ends with name NULL; NULL: none */
    uint64_t max_squares;        /* of a board that a server takes; 0: any */
};

/* The one check that a level is of the kind whose functions it is handed to; every kind
 * takes its levels through it. A foreign level is a fault of the program, in any build:
 * it ends here and not where one game's bytes are read as another's. A copy of a kind's
 * table has the name that it was copied with, and so is that kind. */
LW_INLINE const struct lw_level *lw_level_expect(const struct lw_level *level,
                                                 const struct lw_game_kind *kind) {
    if (level->game->kind->name != kind->name) {
        abort();
    }
    return level;
}

/* All kinds, NULL-terminated, in the order they are listed to people. */
const struct lw_game_kind *const *lw_game_kinds(void);
const struct lw_game_kind *lw_game_kind_find(const char *name);
/* The kind that is meant when nothing names one: the first, or the first whose games have
 * a source. */
const struct lw_game_kind *lw_game_kind_default(bool from_source);
/* Is this kind listed to people? Templates are not. */
bool lw_game_kind_listed(const struct lw_game_kind *kind);
/* The names of those listed, "sokoban, flow, ...", for sentences. */
void lw_game_kind_names(const struct lw_game_kind *const *kinds, struct lw_buffer *out);

/* Reads text in the named format, or the one the content looks most like, or the kind's
 * own (set->format says which). set is empty or holds levels of this game. */
lw_status lw_game_read(const struct lw_game *game, const char *format, const char *text,
                       size_t len, struct lw_collection *set,
                       struct lw_error *err) LW_MUST_CHECK;
/* Writes set, whose levels all belong to game, in a format of its kind; anything else is
 * refused with a sentence. The one way to a format's writer. */
lw_status lw_game_write(const struct lw_game *game, const struct lw_format *format,
                        const struct lw_collection *set, struct lw_buffer *out,
                        struct lw_error *err) LW_MUST_CHECK;
const struct lw_format *lw_game_format_find(const struct lw_game_kind *kind,
                                            const char *name);
/* The format that packs are written in unless another one is asked for; NULL when the
 * kind writes none. */
const struct lw_format *lw_game_format_of_packs(const struct lw_game_kind *kind);
/* The format to write, by name or by the ending of a file's name; LW_USAGE names those
 * that there are. */
lw_status lw_format_to_write(const struct lw_game_kind *kind, const char *name,
                             const struct lw_format **out,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_format_by_ending(const struct lw_game_kind *kind, const char *file,
                              const struct lw_format **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Does the file's name end as files of this format do? */
bool lw_format_has_ending(const struct lw_format *format, const char *file);
/* How sure the surest format that the kind can read is of the text; *format is left alone
 * at 0. */
int lw_kind_sureness(const struct lw_game_kind *kind, const char *text, size_t len,
                     const struct lw_format **format);
/* Plays a level a little, with keys of no plan (number chooses them), in search of a
 * warning; nothing for kinds that give none. Ends soon after max_work (see lw_play) is
 * spent, and says what was. */
uint64_t lw_level_try(const struct lw_level *level, const struct lw_alloc *alloc,
                      uint64_t max_work, uint64_t number, struct lw_warning *out);
/* What playing these moves from the start shows about the rules; no text: nothing. */
struct lw_warning lw_line_warning(const struct lw_level *level,
                                  const struct lw_alloc *alloc, const char *moves,
                                  size_t len);
/* Plays moves for what they cost, *left of lw_play's work at most, which is lowered by
 * it. LIMIT when all of it is spent; what is wrong with the moves is left to the replay
 * itself to say. */
lw_status lw_level_rehearse(const struct lw_level *level, const struct lw_alloc *alloc,
                            const char *moves, uint64_t *left,
                            struct lw_error *err) LW_MUST_CHECK;
/* The same as lw_level_try with every level, in equal shares; each warning becomes a
 * message, once. */
void lw_game_try(struct lw_collection *set, const struct lw_alloc *alloc,
                 uint64_t max_work);
#define LW_TRY_WORK 2000000u /* of lw_game_try for a person who waits */
/* Is this among the messages already? */
bool lw_warning_told(const struct lw_collection *set, const struct lw_warning *warning);
/* As member "warning", when there is one. */
struct lw_json_writer;
void lw_warning_json(struct lw_json_writer *json, const struct lw_warning *warning);
/* Draws the start of a level into a list that is initialised; the list keeps nothing of
 * the level. */
lw_status lw_level_draw(const struct lw_level *level, struct lw_draw_list *list,
                        struct lw_error *err) LW_MUST_CHECK;
void lw_game_destroy(struct lw_game *game);
void lw_level_destroy(struct lw_level *level);
/* The validate of kinds whose levels can all be played: no reader lets others through. */
lw_status lw_level_always_valid(const struct lw_level *level, struct lw_error *err);
/* Do two levels of one kind differ in fewer than `apart` cells? In small levels in fewer
 * than a third of the cells within the border. False for kinds that do not compare. */
bool lw_level_alike(const struct lw_level *a, const struct lw_level *b, uint32_t apart);

#endif
