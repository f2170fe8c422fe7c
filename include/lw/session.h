/* A session: one person's play of one level, for any game that fills the play group.
 *
 * Holds the whole line of play, so undo, redo, restart, replay and save come from one
 * place. Restart is itself undoable. */
#ifndef LW_SESSION_H
#define LW_SESSION_H

#include "lw/game.h"

struct lw_session;

/* The level outlives the session. */
lw_status lw_session_create(const struct lw_level *level, const struct lw_alloc *alloc,
                            struct lw_session **out, struct lw_error *err) LW_MUST_CHECK;
void lw_session_destroy(struct lw_session *session);

/* Applies the first move in text (see step_text); a move that changes nothing is not
 * recorded. A new move drops what could be redone. */
enum lw_step lw_session_move(struct lw_session *session, const char *text, size_t len,
                             size_t *used, struct lw_error *err);
bool lw_session_undo(struct lw_session *session);
bool lw_session_redo(struct lw_session *session);
bool lw_session_restart(struct lw_session *session);
/* Plays a whole line from where the session stands; stops at the first illegal move. */
lw_status lw_session_replay(struct lw_session *session, const char *text, size_t len,
                            struct lw_error *err) LW_MUST_CHECK;

/* As replay, without remembering the way: memory does not grow, and nothing of it can be
 * undone. Every move counts the bytes of a state as nodes of the meter, which may be
 * NULL; LW_LIMIT when it stops. */
lw_status lw_session_advance(struct lw_session *session, const char *text, size_t len,
                             struct lw_meter *meter, struct lw_error *err) LW_MUST_CHECK;
/* What replay would refuse, said without playing, for games whose moves can be read so
 * (play->read_move); OK for others. */
lw_status lw_session_judge(const struct lw_level *level, const char *text, size_t len,
                           struct lw_error *err) LW_MUST_CHECK;

bool lw_session_won(const struct lw_session *session);
const void *lw_session_state(const struct lw_session *session);
struct lw_play *lw_session_play(struct lw_session *session);
size_t lw_session_n_moves(const struct lw_session *session); /* since the last restart */
/* The line of play since the last restart, as move text. */
void lw_session_text(const struct lw_session *session, struct lw_buffer *out);

/* Saves everything, redo included, as a line of text; load replays it and refuses what
 * does not fit the level. Format in docs/formats.md. */
void lw_session_save(const struct lw_session *session, struct lw_buffer *out);
lw_status lw_session_load(struct lw_session *session, const char *text, size_t len,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
