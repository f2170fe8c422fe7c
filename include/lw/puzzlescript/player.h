/* The automated player. */
#ifndef LW_PUZZLESCRIPT_PLAYER_H
#define LW_PUZZLESCRIPT_PLAYER_H

#include "lw/puzzlescript/analysis.h"

#define LW_PS_STRATEGIES(X)                                                              \
    X(BREADTH, "bfs")             /* fewest moves, proved */                             \
    X(BEST_OLD, "best-first-old") /* by the distance to the win conditions */            \
    X(BEST_NEW, "best-first-new") /* also by the distances within rules' left sides */   \
    X(BEST_MIXED, "best-first")   /* by what a win seems to cost, and by new facts */    \
    X(WIDTH, "width")             /* by new facts, and by how much is left to do */      \
    X(PORTFOLIO, "portfolio")     /* bfs, best-first and width in turns */

enum lw_ps_strategy {
#define X(code, name) LW_PS_##code,
    LW_PS_STRATEGIES(X)
#undef X
        LW_PS_N_STRATEGIES
};

struct lw_ps_playout {
    enum lw_outcome outcome;
    bool optimal;           /* no line is shorter: proved */
    struct lw_buffer moves; /* letters of the kind's move text; when solved */
    uint64_t expanded;      /* states, each counted by itself */
    uint64_t arrangements;  /* BEST_MIXED: states that differ by walking taken as one */
    uint64_t generated;
    uint32_t closed;
    size_t peak_bytes;
    enum lw_stop stop;
    double first_output, best_output; /* distance to the win conditions, 0 near, 1 far */
    struct lw_warning warning;        /* met on the way */
};

struct lw_ps_playing {
    const struct lw_level *level;
    const struct lw_ps_analysis
        *analysis;     /* may be NULL for the breadth-first strategy */
    const void *state; /* NULL: the level's start */
    enum lw_ps_strategy strategy;
    bool fewest; /* the portfolio goes on to prove the fewest moves */
    bool quick;  /* best-first looks at more states, and less at each */
};
/* The budget's nodes are expanded states. out->moves is initialised here and freed by the
 * caller. */
lw_status lw_ps_play_level(const struct lw_ps_playing *playing,
                           const struct lw_alloc *alloc, struct lw_meter *meter,
                           struct lw_ps_playout *out, struct lw_error *err) LW_MUST_CHECK;

#endif
