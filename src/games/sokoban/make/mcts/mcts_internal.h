/* The Monte-Carlo generator's own view of Sokoban: a draft.
 *
 * A draft is a level in the making (Kartal, Sohre, Guy 2016): first squares are opened
 * and boxes placed, then the board is frozen and boxes are pushed about; where they end
 * are the goals. Boards have at most 64 squares inside their border, so that every set of
 * squares is one word. */
#ifndef SOKOBAN_MCTS_INTERNAL_H
#define SOKOBAN_MCTS_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "lw/base/rng.h"
#include "lw/search.h"
#include "lw/sokoban.h"

#define DRAFT_MAX_SQUARES 64
#define DRAFT_MAX_SIDE 16 /* squares; a shift by a whole row must stay below 64 */
#define DRAFT_MAX_BOXES 16
#define DRAFT_MAX_PUSHES 400

/* The inside of the board; outside is wall. */
struct draft_frame {
    uint32_t width, height, n_squares;
    uint64_t all;
    uint64_t not_left, not_right; /* squares with a neighbour on that side */
    uint64_t rows[DRAFT_MAX_SQUARES], columns[DRAFT_MAX_SQUARES];
    uint8_t x[DRAFT_MAX_SQUARES], y[DRAFT_MAX_SQUARES];
};

struct draft {
    uint64_t open;   /* not wall: floor, boxes, player */
    uint64_t boxes;  /* where they are now */
    uint64_t starts; /* where they were when frozen */
    uint8_t n_boxes;
    uint8_t player, player_start;
    bool frozen, ended;
    uint8_t start[DRAFT_MAX_BOXES], at[DRAFT_MAX_BOXES];
    uint16_t pushed[DRAFT_MAX_BOXES];
    uint8_t box_at[DRAFT_MAX_SQUARES]; /* which box, where boxes has a bit */
    uint16_t n_pushes;
    uint16_t pushes[DRAFT_MAX_PUSHES]; /* square << 2 | dir, square before the push */
};

/* What is left after the paper's post-processing, and where each box goes. */
struct draft_level {
    uint64_t open;
    uint64_t boxes, goals;
    uint8_t n_boxes;
    uint8_t player;
    uint8_t start[DRAFT_MAX_BOXES], goal[DRAFT_MAX_BOXES];
    uint16_t kept; /* bit per box of the draft */
};

/* The evaluation function's constants; all are options. */
struct draft_weights {
    double blocks, congestion, boxes; /* w_b, w_c, w_n */
    double scale;                     /* k */
    double distance; /* ours: weight of the lower bound on pushes; 0 in the paper */
    double alpha, beta, gamma;
    uint32_t min_shift;            /* a box nearer to its goal than this is dropped */
    uint32_t min_pushes;           /* and one pushed less often */
    double max_home;               /* share of boxes that may start on goals */
    bool gates;                    /* against score gaming, see lw_sok_draft_score */
    uint32_t room_wide, room_high; /* open rectangles that the gates count */
    double max_open; /* share of open squares above which the gates lower the score */
};

void lw_sok_draft_frame_init(struct draft_frame *frame, uint32_t width, uint32_t height);
void lw_sok_draft_init(struct draft *draft, uint32_t player);

static inline uint64_t draft_bit(uint32_t square) {
    return (uint64_t)1 << square;
}

static inline uint32_t draft_count(uint64_t set) {
    return lw_bits_count(set);
}

/* Every square of the set moved one step; squares at the border fall off. */
static inline uint64_t draft_shift(const struct draft_frame *frame, uint64_t set,
                                   uint32_t dir) {
    switch (dir) {
    case LW_DIR_UP:
        return set >> frame->width;
    case LW_DIR_RIGHT:
        return (set & frame->not_right) << 1;
    case LW_DIR_DOWN:
        return set << frame->width & frame->all;
    default:
        return (set & frame->not_left) >> 1;
    }
}

/* Member number nth of the set, counted from the lowest. */
uint32_t lw_sok_draft_nth(uint64_t set, uint32_t nth);
/* All of free that is connected to from. */
uint64_t lw_sok_draft_flood(const struct draft_frame *frame, uint64_t from,
                            uint64_t free);

/* Setting up. */
uint64_t lw_sok_draft_deletable(const struct draft_frame *frame,
                                const struct draft *draft);
static inline uint64_t draft_placeable(const struct draft *draft) {
    return draft->open & ~draft->boxes & ~draft_bit(draft->player);
}
void lw_sok_draft_place(struct draft *draft, uint32_t square);
void lw_sok_draft_freeze(struct draft *draft);

/* Playing: the boxes that the player can walk to and push in each direction. Returns
 * their number. */
uint32_t lw_sok_draft_pushable(const struct draft_frame *frame, const struct draft *draft,
                               uint64_t sets[LW_N_DIRS]);
/* Walks and pushes; false (and no change) when that is no push or the list is full. */
bool lw_sok_draft_try_push(const struct draft_frame *frame, struct draft *draft,
                           uint32_t square, uint32_t dir);
/* The same when it is known to be possible. */
void lw_sok_draft_push(const struct draft_frame *frame, struct draft *draft,
                       uint32_t square, uint32_t dir);
/* One step of the player; false when a wall or two boxes are in the way. */
bool lw_sok_draft_step(const struct draft_frame *frame, struct draft *draft,
                       uint32_t dir);

/* Post-processing: unpushed boxes become walls, boxes that were hardly moved vanish. */
void lw_sok_draft_finish(const struct draft_frame *frame,
                         const struct draft_weights *weights, const struct draft *draft,
                         struct draft_level *level);
/* Do more boxes start on goals than the weights allow? */
static inline bool draft_is_mostly_home(const struct draft_weights *weights,
                                        const struct draft_level *level) {
    return lw_bits_count(level->boxes & level->goals) >
           weights->max_home * level->n_boxes;
}
/* Walls up what the player can never reach. */
void lw_sok_draft_close_off(const struct draft_frame *frame, struct draft_level *level);
/* The paper's f(P); with gates, times the share of boxes that do not start on a goal and
 * divided by one more than the number of open rectangles and by the excess of open
 * squares. 0 without boxes. */
double lw_sok_draft_score(const struct draft_frame *frame,
                          const struct draft_weights *weights,
                          const struct draft_level *level);
/* Fewest pushes if boxes were not in each other's way; never more than the optimum. */
uint32_t lw_sok_draft_push_bound(const struct draft_frame *frame,
                                 const struct draft_level *level);

/* Walls up blind ends that a play never enters; the play stays valid and shortest. */
void lw_sok_draft_trim(const struct draft_frame *frame, struct draft_level *level,
                       const char *moves);

/* The level with its border, without rows and columns that are all wall. */
lw_status lw_sok_draft_to_level(const struct draft_frame *frame,
                                const struct draft_level *level,
                                const struct lw_game *game, struct lw_level **out,
                                struct lw_error *err);
/* Appends the first n_pushes pushes of the draft as moves, as far as they concern boxes
 * that were kept; level is as lw_sok_draft_finish made it. */
void lw_sok_draft_moves(const struct draft_frame *frame, const struct draft *draft,
                        const struct draft_level *level, uint32_t n_pushes,
                        struct lw_buffer *moves);

/* The search over drafts. */

enum mcts_style {
    MCTS_MACRO,  /* a walk and a push are one action; every prefix of a playout counts */
    MCTS_LITERAL /* the paper's: single steps, a playout counts where it ends */
};

/* What the emitted level is best in: the paper's score, or a measure of its shortest
 * solution. */
enum mcts_objective { MCTS_SCORE, MCTS_PUSHES, MCTS_LINES, MCTS_CHANGES, MCTS_MOVES };

enum mcts_place { MCTS_PLACE_RANDOM, MCTS_PLACE_CENTRE, MCTS_PLACE_CORNER };

struct mcts_settings {
    struct draft_frame frame;
    bool any_board;     /* each run draws its own frame */
    bool boxes_by_size; /* max_boxes follows from the frame */
    struct draft_weights weights;
    enum mcts_style style;
    enum mcts_place place; /* of the player */
    uint32_t max_boxes;
    uint32_t min_boxes, min_open;            /* before a rollout may freeze */
    double odds_open, odds_box, odds_freeze; /* of the kinds of action in a rollout */
    uint32_t first, more; /* steps (pushes) in a rollout: first, then more each time a
                             coin says so */
    double push_bias;     /* literal: chance to take a step that pushes; macro: chance to
                             push the same box on */
    uint32_t refine;      /* steps of local search spent on each new best draft */
    struct lw_mcts_params tree;
    uint32_t roots;
    uint32_t set; /* levels given out of one run */
    enum mcts_objective objective;
    uint32_t climb;       /* variations of the best level that are solved */
    uint32_t starts;      /* climbs from the same level, of which the best goes on */
    uint64_t solve_nodes; /* for each of them */
};

/* A draft that was the best so far when it was found. */
struct mcts_record {
    double score;
    uint64_t playout; /* at which it was found */
    uint32_t n_pushes;
    struct draft draft;
    struct draft_level level;
};

struct mcts_records {
    const struct lw_alloc *alloc;
    struct mcts_record *list; /* rising scores */
    size_t n, cap;
    bool failed; /* memory was out */
};

void lw_sok_mcts_records_free(struct mcts_records *records);
/* Post-processes and evaluates the draft as it stands, exactly; keeps it when it beats
 * the last record. */
void lw_sok_mcts_records_offer(const struct mcts_settings *settings,
                               struct mcts_records *records, const struct draft *draft,
                               uint64_t playout);

/* One tree from one random stream. */
lw_status lw_sok_mcts_search(const struct mcts_settings *settings, struct lw_rng *rng,
                             const struct lw_alloc *alloc, struct lw_meter *meter,
                             struct mcts_records *records, struct lw_mcts_stats *stats);

/* Local search around the last record: squares, boxes and pushes are changed at random
 * and the draft replayed; offers what is better. */
void lw_sok_mcts_refine(const struct mcts_settings *settings, struct lw_rng *rng,
                        struct lw_meter *meter, struct mcts_records *records,
                        uint64_t playout);

/* A copy with one random change, replayed. */
void lw_sok_mcts_vary(const struct mcts_settings *settings, struct lw_rng *rng,
                      const struct draft *from, struct draft *to);

/* Leaves out pushes of the simulated play that achieve nothing; the level stays the same.
 */
void lw_sok_mcts_shorten(const struct mcts_settings *settings,
                         struct mcts_record *record);

/* What climbing works with. */
struct mcts_climbing {
    const struct mcts_settings *settings;
    const struct lw_generate_request *request;
    const struct lw_runtime *runtime;
    uint32_t worker;
    struct lw_meter *meter;
    struct lw_rng *rng;
};
/* Hill climbing by the objective (or the one the request binds), every step solved: the
 * record becomes the best one found, its score the objective's value, and solution its
 * shortest solution. Leaves everything as it is when the record itself cannot be solved
 * within the budget. */
lw_status lw_sok_mcts_climb(const struct mcts_climbing *with, struct mcts_record *record,
                            struct lw_buffer *solution, uint32_t *n_solved);

/* The board and what follows from it. */
void lw_sok_mcts_set_board(struct mcts_settings *settings, uint32_t width,
                           uint32_t height);

/* The generator's make. */
lw_status lw_sok_mcts_make(const struct lw_generate_request *request,
                           const struct lw_generate_task *task, struct lw_error *err);

#endif
