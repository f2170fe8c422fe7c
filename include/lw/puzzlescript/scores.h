/* The six scores of a level. */
#ifndef LW_PUZZLESCRIPT_SCORES_H
#define LW_PUZZLESCRIPT_SCORES_H

#include "lw/puzzlescript/player.h"

#define LW_PS_SCORES(X)                                                                  \
    X(PLAY, "play", 0.30, "how much nearer to a win the player gets than the start is")  \
    X(LENGTH, "length", 0.20, "is the solution as long as people make it for the area?") \
    X(OBJECTS, "objects", 0.15, "objects in the numbers that rules and wins need")       \
    X(LINES, "lines", 0.12, "share of moves unlike the move before")                     \
    X(RULES, "rules", 0.12, "are rules applied as often as in levels people make?")      \
    X(EXPLORATION, "exploration", 0.11, "how far from obvious the solution is")

enum lw_ps_score {
#define X(code, name, weight, help) LW_PS_SCORE_##code,
    LW_PS_SCORES(X)
#undef X
        LW_PS_N_SCORES
};

/* The exploration score of a solved level, n of at most m states explored: the authors'
 * program has 0.75 + 0.25 n / m, the paper 0.75 + n / m, which may exceed 1. */
enum lw_ps_exploration { LW_PS_EXPLORATION_PROGRAM, LW_PS_EXPLORATION_PAPER };

struct lw_ps_rating {
    struct lw_ps_playout playout;
    double scores[LW_PS_N_SCORES];
    double total;         /* the weighted sum */
    double length_ratio;  /* moves by inner area */
    double applied_ratio; /* rules applied by moves */
};

struct lw_ps_rater {
    const struct lw_ps_analysis *analysis;
    double weights[LW_PS_N_SCORES];
    uint64_t max_states; /* explored by the player */
    enum lw_ps_strategy strategy;
    enum lw_ps_exploration exploration;
    uint64_t proof_states; /* of a breadth-first search for the fewest moves; 0: none */
    /* What levels that can be solved are bred for in place of the scores; no score
     * function: the scores. */
    struct lw_objective objective;
};

/* The paper's weights, 5,000 states, the new evaluation. */
struct lw_ps_rater lw_ps_rater_usual(const struct lw_ps_analysis *analysis);
lw_status lw_ps_rate(const struct lw_ps_rater *rater, const struct lw_level *level,
                     const struct lw_runtime *runtime, const struct lw_budget *budget,
                     struct lw_ps_rating *out, struct lw_error *err) LW_MUST_CHECK;

#endif
