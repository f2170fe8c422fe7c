/* What people did and said, of all players at once, for whoever learns from it. */
#ifndef LW_STORE_GATHERED_H
#define LW_STORE_GATHERED_H

#include "lw/store/connection.h"

/* origin: whatever else people did these things in, such as a study; NULL: the studio's
 * own pages, and always so in what lw_store_gather returns. */

/* A player's first play of a level that is over: won, or left alone for a session's gap.
 * Later ones are of somebody who knows the level. */
struct lw_store_gathered_play {
    const char *player, *level;
    bool won;
    int64_t time_ms; /* to the win, else to the last event */
    int64_t undos, restarts;
    int64_t at_ms;
    const char *origin;
};
struct lw_store_gathered_opinion {
    const char *player, *level;
    double value; /* 1 to 10; of another origin: more is harder */
    int64_t at_ms;
    const char *origin;
};
struct lw_store_gathered_choice {
    const char *player, *level_a, *level_b;
    int answer; /* -1: a is harder, 0: equal, 1: b */
    int64_t at_ms;
    const char *origin;
};
struct lw_store_gathered {
    struct lw_store_gathered_play *plays;
    struct lw_store_gathered_opinion *opinions;
    struct lw_store_gathered_choice *choices;
    size_t n_plays, n_opinions, n_choices;
    size_t n_simulated; /* rows of simulated players, taken or left out */
};
struct lw_store_gathering {
    const char *game;
    bool with_simulated;
    int64_t now_ms;
};
/* In the order of players and levels. Players whom the operator ignores have no say. */
lw_status lw_store_gather(struct lw_store *store, const struct lw_store_gathering *how,
                          struct lw_arena *arena, struct lw_store_gathered *out,
                          struct lw_error *err) LW_MUST_CHECK;
/* Where a level comes from, as a name: the pack that it came with first, else what made
 * it and with which options. */
lw_status lw_store_level_source(struct lw_store *store, const char *level,
                                struct lw_arena *arena, const char **source,
                                struct lw_error *err) LW_MUST_CHECK;

#endif
