/* Plays: one player at one level. */
#ifndef LW_STORE_PLAYS_H
#define LW_STORE_PLAYS_H

#include "lw/store/connection.h"

/* Plays further apart than this belong to two sessions. */
#define LW_STORE_SESSION_GAP_MS (30 * 60 * 1000)

struct lw_store_play {
    char id[LW_STORE_ID_SIZE];
    char player[LW_STORE_ID_SIZE], level[LW_STORE_ID_SIZE], session[LW_STORE_ID_SIZE];
    const char *set;   /* the level set it was chosen from, or NULL */
    const char *study; /* or NULL */
    int64_t started_ms;
    int64_t won_ms;                 /* 0: not won */
    int64_t moves, pushes, t_ms;    /* of the win; 0 before */
    int64_t restarts, undos, quits; /* so far */
};
struct lw_store_play_start {
    const char *player, *level;
    const char *set, *study; /* or NULL */
};
/* A set that does not have the level, or not any more, is left
 * out: a play counts for a set only when its level was chosen from there. */
lw_status lw_store_play_start(struct lw_store *store,
                              const struct lw_store_play_start *start, int64_t now_ms,
                              char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_play_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_play *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* What a player did at each level, the one played last first. Of plays that won the best
 * counts. */
struct lw_store_progress_row {
    char level[LW_STORE_ID_SIZE];
    int64_t plays;
    bool solved;
    int64_t best_moves, best_pushes; /* 0 unless solved */
};
struct lw_store_progress {
    struct lw_store_progress_row *rows;
    size_t n;
    int64_t sessions;
};
/* Looks at the player's latest plays, so many at most. */
lw_status lw_store_progress(struct lw_store *store, const char *player,
                            uint32_t max_plays, struct lw_arena *arena,
                            struct lw_store_progress *out,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
