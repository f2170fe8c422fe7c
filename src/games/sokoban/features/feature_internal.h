/* The features' table and what their computation shares. */
#ifndef SOKOBAN_FEATURE_INTERNAL_H
#define SOKOBAN_FEATURE_INTERNAL_H

#include "sokoban_internal.h"
#include "solve/solve_internal.h"

/* code, name, kind, cost, unit, definition. "Frame" is the smallest rectangle around the
 * player's area, without the walls around it. */
#define SOKOBAN_FEATURES(X)                                                              \
    X(WIDTH, "width", INITIAL, INSTANT, "squares", "columns of the frame")               \
    X(HEIGHT, "height", INITIAL, INSTANT, "squares", "rows of the frame")                \
    X(FLOOR, "floor", INITIAL, INSTANT, "squares",                                       \
      "squares the player could reach with all boxes away")                              \
    X(OPEN_SHARE, "open_share", INITIAL, INSTANT, "share",                               \
      "floor among the frame's "                                                         \
      "squares")                                                                         \
    X(BOXES, "boxes", INITIAL, INSTANT, "boxes",                                         \
      "boxes in the player's area (Box Count in Kartal et al. 2016)")                    \
    X(BOXES_OFF_GOAL, "boxes_off_goal", INITIAL, INSTANT, "boxes",                       \
      "boxes that do not start on a goal")                                               \
    X(BOX_DENSITY, "box_density", INITIAL, INSTANT, "share", "boxes per floor square")   \
    X(TILE_MIXING, "tile_mixing", INITIAL, INSTANT, "squares",                           \
      "floor squares beside a wall and walls beside floor, in the frame (Kartal et al. " \
      "2016)")                                                                           \
    X(BLOCKS_3X3, "blocks_3x3", INITIAL, INSTANT, "share",                               \
      "share of the frame's squares in no 3x3 block of only floor or only wall (Kartal " \
      "et al. 2016)")                                                                    \
    X(GOAL_DISTANCE, "goal_distance", INITIAL, INSTANT, "squares",                       \
      "mean city-block distance over all pairs of a box and a goal (Kartal et al. "      \
      "2016)")                                                                           \
    X(CONGESTION_1, "congestion_1", INITIAL, INSTANT, "",                                \
      "sum over matched boxes of boxes, goals and walls in the rectangle from box to "   \
      "goal, both ends included (Kartal et al. 2016, eq. 1, weights 1)")                 \
    X(CONGESTION_2, "congestion_2", INITIAL, INSTANT, "",                                \
      "sum over matched boxes of (boxes + goals) / open squares in that rectangle "      \
      "(Kartal et al. 2016, eq. 2, weights 1)")                                          \
    X(CONGESTION_BOXES, "congestion_boxes", INITIAL, INSTANT, "",                        \
      "the boxes' part of congestion_2: boxes / open squares, goals left out")           \
    X(KARTAL_SCORE, "kartal_score", INITIAL, INSTANT, "",                                \
      "(5 blocks_3x3 + 10 congestion_2 + boxes) / 50 (Kartal et al. 2016, eq. 3)")       \
    X(MATCHING, "matching", INITIAL, INSTANT, "pushes",                                  \
      "least sum of lone-box push distances over all ways to give each box its goal")    \
    X(DEAD_SHARE, "dead_share", INITIAL, INSTANT, "share",                               \
      "floor from which a lone box reaches no goal")                                     \
    X(CORRIDORS, "corridors", INITIAL, INSTANT, "share",                                 \
      "floor with walls on two opposite sides")                                          \
    X(DEAD_ENDS, "dead_ends", INITIAL, INSTANT, "squares", "floor with three walls")     \
    X(GOAL_GROUPS, "goal_groups", INITIAL, INSTANT, "groups",                            \
      "groups of goals that touch side by side")                                         \
    X(BOX_GROUPS, "box_groups", INITIAL, INSTANT, "groups",                              \
      "groups of boxes that touch side by side")                                         \
    X(START_REACH, "start_reach", INITIAL, INSTANT, "share",                             \
      "floor the player reaches before the first push")                                  \
    X(START_PUSHES, "start_pushes", INITIAL, INSTANT, "pushes",                          \
      "different first pushes")                                                          \
    X(PUSHES, "pushes", SOLUTION, SOLVE, "pushes", "fewest pushes, proved")              \
    X(MOVES, "moves", SOLUTION, SOLVE, "moves", "fewest moves, proved (Taylor 2015)")    \
    X(LINES, "lines", SOLUTION, SOLVE, "lines",                                          \
      "fewest straight runs of pushes of one box, proved (Taylor 2015)")                 \
    X(CHANGES, "changes", SOLUTION, SOLVE, "changes",                                    \
      "fewest times a box is taken up, proved")                                          \
    X(EXTRA_CHANGES, "extra_changes", SOLUTION, SOLVE, "changes",                        \
      "changes less the boxes that start off goal")                                      \
    X(PUSHES_PER_BOX, "pushes_per_box", SOLUTION, SOLVE, "pushes", "pushes / boxes")     \
    X(GAP, "gap", SOLUTION, SOLVE, "pushes", "pushes less matching")                     \
    X(SEARCH_EXPANDED, "search_expanded", SOLUTION, SOLVE, "states",                     \
      "states the solver opened to prove the fewest pushes (A* closed list, Schaa "      \
      "2021)")                                                                           \
    X(SEARCH_GENERATED, "search_generated", SOLUTION, SOLVE, "states",                   \
      "states it made meanwhile")                                                        \
    X(SEARCH_CLOSED, "search_closed", SOLUTION, SOLVE, "states", "states it kept")       \
    X(SEARCH_OPEN, "search_open", SOLUTION, SOLVE, "states",                             \
      "states it kept without opening them (A* open list, Schaa 2021)")                  \
    X(COUNTERINTUITIVE, "counterintuitive", SOLUTION, SOLVE, "pushes",                   \
      "pushes of the push-optimal solution after which matching is larger than before")  \
    X(OFF_GOAL, "off_goal", SOLUTION, SOLVE, "pushes",                                   \
      "pushes of that solution that take a box off a goal")                              \
    X(BOXES_MOVED, "boxes_moved", SOLUTION, SOLVE, "share",                              \
      "boxes that this solution pushes at all")                                          \
    X(SOLUTION_MOVES, "solution_moves", SOLUTION, SOLVE, "moves",                        \
      "moves of this solution, walking included")                                        \
    X(WALK_SHARE, "walk_share", SOLUTION, SOLVE, "share",                                \
      "steps of this solution that push nothing")                                        \
    X(SESSIONS, "sessions", SOLUTION, SOLVE, "runs",                                     \
      "its runs of pushes with no walking step between")                                 \
    X(PLAYER_LINES, "player_lines", SOLUTION, SOLVE, "lines",                            \
      "its straight runs of steps of the player")                                        \
    X(DECOMPOSITION, "decomposition", SOLUTION, SOLVE, "boxes",                          \
      "largest group when boxes are taken home in groups, each as small as possible: "   \
      "solved while the others stand still, then the rest while these do (problem "      \
      "decomposition, Jarušek and Pelánek 2010; groups of up to 3 are tried)")           \
    X(PARTS, "parts", SOLUTION, SOLVE, "share", "such groups / boxes")                   \
    X(POSITIONS, "positions", DYNAMIC, ENUMERATE, "log10",                               \
      "positions that can be met without a plain blunder")                               \
    X(WALKER, "walker", DYNAMIC, ENUMERATE, "",                                          \
      "ln(1 - log10 u), u the discounted chance of a simulated player who picks runs "   \
      "of "                                                                              \
      "pushes by how much nearer home they bring the boxes")                             \
    X(WALKER_10, "walker_10", DYNAMIC, ENUMERATE, "",                                    \
      "the same for one who sees through dead ends of up to 10 positions")               \
    X(PUSH_WALKER, "push_walker", DYNAMIC, ENUMERATE, "",                                \
      "the same for one who picks single pushes")                                        \
    X(INSIGHT, "insight", DYNAMIC, ENUMERATE, "ln",                                      \
      "largest leap of the walker's chance along its likeliest way")                     \
    X(LEARNER, "learner", DYNAMIC, ENUMERATE, "log10 steps",                             \
      "steps of a player who avoids where it has been and restarts every 15 runs")       \
    X(COUNTING_LEARNER, "counting_learner", DYNAMIC, ENUMERATE, "log10 steps",           \
      "steps of one who takes the least tried push and restarts every 40")               \
    X(TRAP_STEPS, "trap_steps", DYNAMIC, ENUMERATE, "steps",                             \
      "fewest steps of a push-optimal solution that offer a push that is lost without "  \
      "looking lost")                                                                    \
    X(CHOICE_COST, "choice_cost", DYNAMIC, ENUMERATE, "ln",                              \
      "least sum of ln(pushes not plainly dead / pushes on a shortest way)")             \
    X(NARROWNESS, "narrowness", DYNAMIC, ENUMERATE, "share",                             \
      "depths with a single position on the push-optimal solutions")                     \
    X(HIDDEN_DEAD, "hidden_dead", DYNAMIC, ENUMERATE, "share",                           \
      "positions that are lost without looking lost")                                    \
    X(GREEDY, "greedy", DYNAMIC, ENUMERATE, "log10 positions",                           \
      "positions opened by best-first search with the matching bound")

enum {
#define X(code, name, kind, cost, unit, help) FEATURE_##code,
    SOKOBAN_FEATURES(X)
#undef X
        N_FEATURES
};

extern const struct lw_feature_words lw_sokoban_feature_words[N_FEATURES];

/* A level under measurement. */
struct measuring {
    const struct lw_level *base;
    const struct lw_sokoban_level *level;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget; /* of the whole level, fewer nodes if it is large */
    uint64_t all_nodes;             /* before they were made fewer */
    uint64_t start_ns;
    struct lw_feature_values *values;
    struct lw_sokoban_board *board;
    struct sok_map map;
    struct sok_match match;
    bool matched;    /* map and match are made: the board is not too large for them */
    bool unsolvable; /* proved */
    struct lw_buffer way; /* a solution, empty: none is known */
    bool way_optimal;     /* in pushes */
    double way_measures[LW_MAX_MEASURES];
    uint64_t seed; /* of what is sampled: from the canonical id */
};

/* The least matching for boxes on these squares (bit per square of the board) and the
 * player there; NaN when some box has no goal. The pairs stay in measuring->match. */
double lw_sokoban_matching(struct measuring *m, const uint16_t *boxes, uint16_t player);
/* The budget with this share of the time that is left of it, so that a dear feature
 * leaves time for those after it. */
struct lw_budget lw_sokoban_budget_share(const struct measuring *m, double share);
lw_status lw_sokoban_solution_features(struct measuring *m, struct lw_error *err);
lw_status lw_sokoban_parts_features(struct measuring *m, struct lw_error *err);
lw_status lw_sokoban_people_features(struct measuring *m, struct lw_error *err);

#endif
