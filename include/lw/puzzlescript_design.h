/* Designing for PuzzleScript games: what their rules mean, an automated player, six
 * scores of a level, and level outlines. After Khalifa and Fayek, "Automatic Puzzle Level
 * Generation: A General Approach using a Description Language" (2015). */
#ifndef LW_PUZZLESCRIPT_DESIGN_H
#define LW_PUZZLESCRIPT_DESIGN_H

#include "lw/puzzlescript.h"

/* What the rules mean. */

enum {
    LW_PS_RULE_OBJECT = 1, /* named in a rule */
    LW_PS_PLAYER_OBJECT = 2,
    LW_PS_WINNING_OBJECT = 4, /* named in a win condition */
    LW_PS_SOLID_OBJECT = 8    /* in no rule, but in the way of objects that are */
};

/* How the relations lead from a rule object to the player and the winning objects. */
enum lw_ps_subtype {
    LW_PS_USELESS, /* to neither */
    LW_PS_NORMAL,  /* to one of them */
    LW_PS_CRITICAL /* to both */
};

enum {
    LW_PS_MOVES = 1,     /* a rule changes its movement */
    LW_PS_TELEPORTS = 2, /* as many on both sides of a rule, in other cells */
    LW_PS_CREATED = 4,   /* more on the right side of a rule */
    LW_PS_DESTROYED = 8  /* more on the left side */
};

struct lw_ps_role {
    unsigned types;
    enum lw_ps_subtype subtype; /* of rule objects */
    uint32_t priority;          /* how often rules name it */
    unsigned behaviours;
    uint32_t minimum; /* a level needs this many before every rule can happen */
};

/* Objects named together on the left side of one rule, a <= b. */
struct lw_ps_pair {
    uint16_t a, b;
};

struct lw_ps_analysis {
    const struct lw_ps_game *game;
    struct lw_arena arena;
    struct lw_ps_role *roles; /* [n_objects] */
    uint64_t *related; /* [n_objects][obj_words]: in one rule or win condition with it */
    uint64_t *ground; /* [obj_words]: the background, and what lies on layers that no rule
                         or win condition knows: such cells are empty for generators */
    struct lw_ps_pair *pairs;
    size_t n_pairs;
    unsigned symmetries; /* bit n: the rules are the same under symmetry n of the grid */
};

/* Source rules are told apart by their lines; what one line expands to counts once. */
lw_status lw_ps_analyse(const struct lw_ps_game *game, const struct lw_alloc *alloc,
                        struct lw_ps_analysis *out, struct lw_error *err) LW_MUST_CHECK;
void lw_ps_analysis_free(struct lw_ps_analysis *analysis);

/* The automated player. */

#define LW_PS_STRATEGIES(X)                                                              \
    X(BREADTH, "bfs")             /* fewest moves, proved */                             \
    X(BEST_OLD, "best-first-old") /* by the distance to the win conditions */            \
    X(BEST_NEW, "best-first-new") /* also by the distances within rules' left sides */   \
    X(BEST_MIXED, "best-first")   /* by what a win seems to cost, and by new facts */

enum lw_ps_strategy {
#define X(code, name) LW_PS_##code,
    LW_PS_STRATEGIES(X)
#undef X
        LW_PS_N_STRATEGIES
};

struct lw_ps_playout {
    enum lw_outcome outcome;
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

/* The budget's nodes are expanded states. Plays level from state (NULL: its start).
 * analysis may be NULL for the breadth-first strategy. out->moves is initialised here and
 * freed by the caller. */
lw_status lw_ps_play_level(const struct lw_level *level,
                           const struct lw_ps_analysis *analysis, const void *state,
                           enum lw_ps_strategy strategy, const struct lw_alloc *alloc,
                           struct lw_meter *meter, struct lw_ps_playout *out,
                           struct lw_error *err) LW_MUST_CHECK;

/* The six scores. */

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

/* Outlines and generators. */

#define LW_PS_N_OUTLINES 8 /* of the paper's Figure 8 */
/* Outline number 0..7 in the game's own walls. UNSUPPORTED when it has nothing solid. */
lw_status lw_ps_outline(const struct lw_ps_analysis *analysis, size_t number,
                        struct lw_ps_level **out, struct lw_error *err) LW_MUST_CHECK;
/* The level without what a generator places. */
lw_status lw_ps_outline_of(const struct lw_ps_analysis *analysis,
                           const struct lw_ps_level *level, struct lw_ps_level **out,
                           struct lw_error *err) LW_MUST_CHECK;

/* Algorithm 1 of the paper: fills the outline with objects in numbers that follow from
 * the rules. False when the outline has no room. cells holds the level's size. */
bool lw_ps_construct(const struct lw_ps_analysis *analysis,
                     const struct lw_ps_level *outline, struct lw_rng *rng,
                     uint64_t *cells);

enum lw_ps_start {
    LW_PS_START_RANDOM, /* what the rules need at random cells, then mutations */
    LW_PS_START_CONSTRUCTIVE,
    LW_PS_START_MIXED, /* random, constructed, constructed and mutated */
    LW_PS_START_EMPTY  /* mutations of the bare outline, the paper's random start */
};

struct lw_ps_evolution {
    uint32_t population, generations, elites;
    double crossover, mutation;   /* chance for a pair, for a child */
    double create, destroy, move; /* chances within one mutation */
    uint32_t first_mutations;     /* that make a random individual */
    enum lw_ps_start start;
    /* Told the best fitness after every generation; may be NULL. */
    void (*generation)(void *ctx, uint32_t number, double best);
    void *ctx;
};
struct lw_ps_evolution lw_ps_evolution_usual(enum lw_ps_start start);

/* The best levels of a run, unlike each other, best first. */
#define LW_PS_BEST 2
struct lw_ps_best {
    const struct lw_alloc *alloc;
    struct lw_ps_level *levels[LW_PS_BEST]; /* owned; NULL: not that many */
    struct lw_ps_rating ratings[LW_PS_BEST];
    struct lw_buffer shortest[LW_PS_BEST]; /* proved by lw_ps_prove; else empty */
    bool only_solved; /* set before: only levels with one player that were solved */
    uint32_t apart;   /* set before: lw_level_alike of no two, the better one stays */
    uint64_t n_rated, n_solved;
};
void lw_ps_best_init(struct lw_ps_best *best, const struct lw_alloc *alloc,
                     bool only_solved);
void lw_ps_best_free(struct lw_ps_best *best);

/* Both add to best. A budget that ends leaves what was found. */
lw_status lw_ps_construct_many(const struct lw_ps_rater *rater,
                               const struct lw_ps_level *outline, uint32_t count,
                               struct lw_rng *rng, const struct lw_runtime *runtime,
                               const struct lw_budget *budget, struct lw_ps_best *best,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_ps_evolve(const struct lw_ps_rater *rater, const struct lw_ps_level *outline,
                       const struct lw_ps_evolution *evolution, struct lw_rng *rng,
                       const struct lw_runtime *runtime, const struct lw_budget *budget,
                       struct lw_ps_best *best, struct lw_error *err) LW_MUST_CHECK;
/* Fills best->shortest[which] when a breadth-first search within the rater's
 * proof_states finds the fewest moves. */
lw_status lw_ps_prove(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      size_t which, const struct lw_runtime *runtime,
                      const struct lw_budget *budget, struct lw_error *err) LW_MUST_CHECK;
/* Takes objects out of best->levels[which] that its solution does not need: the same
 * moves still win, no score of numbers falls and no shorter solution turns up. The
 * solution is the shortest where that was proved (and is proved anew for what is left),
 * otherwise the player's. The rating is that of what is left. */
lw_status lw_ps_prune(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      size_t which, const struct lw_runtime *runtime,
                      const struct lw_budget *budget, uint32_t *n_dropped,
                      struct lw_error *err) LW_MUST_CHECK;

#endif
