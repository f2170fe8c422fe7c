/* Khalifa and Fayek (2015): the weighted sum of six scores of a solved level. */
#include <math.h>

#include "lw/model.h"

/* code, the feature's name */
#define FEATURES(X)                                                                      \
    X(MOVES, "moves")                                                                    \
    X(PUSHES, "pushes")                                                                  \
    X(WIDTH, "width")                                                                    \
    X(HEIGHT, "height")                                                                  \
    X(PLAYER_LINES, "player_lines")                                                      \
    X(SOLUTION_MOVES, "solution_moves")                                                  \
    X(GREEDY, "greedy")
enum feature {
#define X(code, name) code,
    FEATURES(X)
#undef X
        N_FEATURES
};
_Static_assert(N_FEATURES == LW_KHALIFA_TERMS, "the header says how many there are");

const char *lw_khalifa_feature(size_t i) {
    static const char *const names[] = {
#define X(code, name) name,
        FEATURES(X)
#undef X
    };
    return names[i];
}

static double bell(double value, double mean, double spread) {
    double off = (value - mean) / spread;
    return exp(-off * off / 2);
}

/* The six scores as PuzzleScript levels get them (see feature_rate.c there), from
 * features of a solved level: playing and objects are always full, the push is the one
 * rule, and the player explores at most 5000 states. */
double lw_khalifa_score(const double *values) {
    double moves = fmax(values[MOVES], 1);
    double area = fmax(values[WIDTH] * values[HEIGHT], 1);
    double unlike = values[PLAYER_LINES] / fmax(values[SOLUTION_MOVES], 1);
    double opened = fmin(pow(10, values[GREEDY]) / 5000, 1);
    return 0.30 + 0.20 * bell(moves / area, 1.221, 0.461) + 0.15 + 0.12 * unlike +
           0.12 * bell(values[PUSHES] / moves, 0.417, 0.128) +
           0.11 * (0.75 + 0.25 * opened);
}
