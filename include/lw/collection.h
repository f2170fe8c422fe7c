/* A collection: what a level file holds, for any game.
 *
 * All levels of a collection belong to one game: a writer of one game that met a level of
 * another would read foreign memory. Adding a level and lw_game_write both see to it.
 *
 * Levels with their titles, notes and stored solutions, and the messages that reading
 * produced. Reading keeps what is good: a bad level becomes a message, the rest stays. */
#ifndef LW_COLLECTION_H
#define LW_COLLECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

struct lw_game;
struct lw_level;

/* A key and its text, as found or to be written: Author, Comment, Date… */
struct lw_note {
    const char *key;
    const char *text; /* may span lines */
    struct lw_note *next;
};

struct lw_stored_solution {
    const char *name;  /* may be empty */
    const char *moves; /* in the game's move text */
    struct lw_stored_solution *next;
};

struct lw_entry {
    struct lw_level *level; /* owned by the collection */
    const char *title;      /* never NULL, may be empty */
    struct lw_note *notes;  /* in file order; title not among them */
    struct lw_stored_solution *solutions;
    uint32_t line; /* where the level begins in its file */
};

struct lw_message {
    bool is_error; /* else a warning */
    uint32_t line, column;
    const char *text;
};

/* What reading one text may cost beyond its length. Solutions in run-length form are
 * larger than they look (a line of 14 bytes can be a million moves), and each is replayed
 * on its board. A solution over a bound is left out with a message; the levels stay. */
#define LW_MAX_EXPANDED_MOVES 2000000 /* more than are written, of all solutions */
#define LW_MAX_REPLAY_WORK 100000000  /* squares and moves: about half a second */

struct lw_collection {
    struct lw_arena arena;      /* owns all text */
    const struct lw_game *game; /* of every level; NULL while there is none */
    const char *title;          /* never NULL */
    const char *format;         /* name of the one last read; NULL: none was */
    struct lw_note *notes;
    struct lw_entry *entries;
    size_t n_entries, entries_cap;
    struct lw_message *messages;
    size_t n_messages, messages_cap;
    size_t n_errors;
    uint64_t expanded_moves, replay_work; /* spent so far, see above */
};

void lw_collection_init(struct lw_collection *set, const struct lw_alloc *alloc);
/* Destroys the levels too. */
void lw_collection_free(struct lw_collection *set);
/* Takes the level. NULL, and the level is destroyed, when memory is out or the level is
 * not of the game of those before it. title is copied. */
struct lw_entry *lw_collection_add(struct lw_collection *set, struct lw_level *level,
                                   const char *title, uint32_t line);
/* Both texts are copied. False when memory is out. */
bool lw_collection_note(struct lw_collection *set, struct lw_note **list, const char *key,
                        const char *text);
bool lw_collection_solution(struct lw_collection *set, struct lw_entry *entry,
                            const char *name, const char *moves);
/* Records a message; at most 1000 are kept (errors are still counted). */
void lw_collection_message(struct lw_collection *set, bool is_error, uint32_t line,
                           uint32_t column, const char *fmt, ...) LW_PRINTF(5, 6);
/* A level of a text that could not be read, the others stay: a message, and the first
 * such error in *first, whose status is OK before. */
void lw_collection_fault(struct lw_collection *set, const struct lw_error *err,
                         struct lw_error *first);
/* After such a text: OK when it gave a level beyond the n_before that there were, else
 * its first fault, which the caller sets when there was not even a bad level. */
lw_status lw_collection_found(const struct lw_collection *set, size_t n_before,
                              const struct lw_error *first,
                              struct lw_error *err) LW_MUST_CHECK;
/* All messages as the array "messages"; the error too, unless an error of its line is
 * among them or its status is OK. err may be NULL. */
struct lw_json_writer;
void lw_messages_json(struct lw_json_writer *json, const struct lw_collection *set,
                      const struct lw_error *err);
const char *lw_note_find(const struct lw_note *list, const char *key);
/* The number that such a note begins with; NaN: none, or one without end. */
double lw_note_number(const struct lw_note *list, const char *key);

/* What the comments of a text say of the level being read: the first is its title, one
 * that begins with "solution:" a solution, any other a note. */
struct lw_remarks {
    struct lw_buffer title;
    struct lw_buffer comments, solutions; /* one a line */
};

void lw_remarks_init(struct lw_remarks *remarks, const struct lw_alloc *alloc);
void lw_remarks_free(struct lw_remarks *remarks);
void lw_remarks_clear(struct lw_remarks *remarks);
/* A comment without its mark; the white space around it does not count. */
void lw_remarks_take(struct lw_remarks *remarks, const char *text, size_t len);
/* Takes the level with its remarks into set. False when memory is out. */
bool lw_remarks_add(const struct lw_remarks *remarks, struct lw_collection *set,
                    struct lw_level *level, uint32_t line) LW_MUST_CHECK;

#endif
