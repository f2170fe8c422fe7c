/* What the parts of the solver share.
 *
 *   solve_map       the level as numbered squares, distances for a set of walls
 *   solve_position  one position under the hand: occupancy and regions
 *   solve_cut       what a box on a square would cut off
 *   solve_ride      all places one box can be pushed to
 *   solve_match     minimum-cost matching of boxes to goals
 *   solve_store     packed states, their table, the queue
 *   deadlock_*      frozen boxes, proofs about groups, groups learned, reasons reported
 *   solve_corral    which pushes of a position suffice (PI-corrals)
 *   solve_front     A* and its relatives: proved optima for pushes, lines, changes;
 *                   plain breadth-first; hurried and backward fronts
 *   solve_moves     proved optima where walking counts
 *   solve_cells     queues by cell of a space of features
 *   solve_rooms     rooms and the links between them
 *   solve_packing   a plan of what comes to rest when, found by pulling
 *   solve_plan      search by features along it; solve_filling (what counts as packed),
 *                   solve_detour (what is in the way), solve_advise (what to try first)
 *   solve_any       the portfolio for any solution
 *   solve_path      from a chain of states to move text
 *
 * Squares are the board's numbers; square n is the wall, so that tables need no tests
 * for the border. */
#ifndef LW_SOKOBAN_SOLVE_INTERNAL_H
#define LW_SOKOBAN_SOLVE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lw/sokoban.h"

#define SOK_FAR UINT16_MAX /* no way */
#define SOK_NO_SIDE 4      /* the player can never stand beside the box */
#define SOK_N_SIDES 5
#define SOK_MAX_SQUARES 32767

static inline unsigned sok_opposite(unsigned dir) {
    return dir ^ 2u;
}

static inline bool sok_bit(const uint64_t *set, unsigned square) {
    return (set[square >> 6] >> (square & 63u)) & 1u;
}

static inline void sok_bit_set(uint64_t *set, unsigned square) {
    set[square >> 6] |= UINT64_C(1) << (square & 63u);
}

static inline void sok_bit_clear(uint64_t *set, unsigned square) {
    set[square >> 6] &= ~(UINT64_C(1) << (square & 63u));
}

static inline unsigned sok_lowest_bit(uint64_t word) {
    return lw_bits_first(word);
}

/* Visits the squares of a bit set in ascending order. */
#define SOK_FOR_BITS(square, set, n_words)                                               \
    for (size_t word_##square = 0; word_##square < (n_words); word_##square++)           \
        for (uint64_t left_##square = (set)[word_##square];                              \
             left_##square != 0 &&                                                       \
             ((square) = (unsigned)(word_##square * 64 + sok_lowest_bit(left_##square)), \
             true);                                                                      \
             left_##square &= left_##square - 1)

/* The map. */

/* What a box's way home costs. */
enum sok_unit { SOK_UNIT_PUSHES, SOK_UNIT_LINES, SOK_UNIT_CHANGES };

/* Distances when the squares of `frozen` (boxes that can never move again, all on goals)
 * count as walls and their goals as gone. A box's row is chosen by its square and by the
 * side on which the player is: sides from which the player can walk round to each other
 * share the lowest of their numbers. */
struct sok_walls {
    const uint64_t *frozen; /* the key */
    uint32_t n_goals;       /* left over */
    uint8_t *side;          /* [square * 4 + dir]: lowest side of its part */
    uint8_t *part;          /* [square]: connected part of the board */
    uint16_t *fork_of;      /* [square]: row in forks, SOK_FAR if sides all meet */
    uint8_t *forks;         /* [fork * n + player]: lowest side the player belongs to */
    uint16_t *dist;         /* [(square * SOK_N_SIDES + side) * n_goals + goal] */
    uint8_t *dead;          /* [square]: no goal from any side */
    size_t bytes;
    struct lw_arena arena;
    struct sok_walls *next; /* in its cache bucket */
};

#define SOK_WALLS_BUCKETS 512

struct sok_map {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_sokoban_board *board;
    uint32_t n;       /* squares; number n is the wall */
    uint32_t n_words; /* of a bit set of squares */
    uint32_t n_boxes;
    enum sok_unit unit;
    bool reverse;      /* goals are where the boxes start; distances are from there */
    uint16_t player;   /* of the start, when reverse */
    uint16_t *nb;      /* [square * 4 + dir], n at walls; the wall leads to itself */
    uint64_t *near;    /* [square * n_words]: neighbours as bits; NULL on large boards */
    uint64_t *squares; /* all of them, as bits */
    uint8_t *goal;     /* [square] */
    uint8_t *dead;     /* [square]: of the bare walls; 1 for the wall too */
    uint8_t *corridor; /* [square]: bit 0 walls left and right, bit 1 above and below */
    uint64_t *goals;   /* bit set */
    struct sok_walls *base;
    struct sok_walls *cache[SOK_WALLS_BUCKETS];
    size_t cache_bytes, cache_limit;
    bool wall_sets;  /* worth it: the tables are small enough */
    uint32_t *queue; /* scratch: n * SOK_N_SIDES */
};

/* false: out of memory. */
bool lw_sok_map_init(struct sok_map *map, const struct lw_sokoban_board *board,
                     enum sok_unit unit, const struct lw_alloc *alloc);
/* The map for searching backwards from the end to that start. */
bool lw_sok_map_init_reverse(struct sok_map *map, const struct lw_sokoban_board *board,
                             const uint64_t *boxes, unsigned player,
                             const struct lw_alloc *alloc);
void lw_sok_map_free(struct sok_map *map);
/* The tables for that set; NULL when memory is out. Valid until the next trim. */
const struct sok_walls *lw_sok_map_walls(struct sok_map *map, const uint64_t *frozen);
/* Forgets cached sets when they take too much room. */
void lw_sok_map_trim(struct sok_map *map);

/* The side of the box on square that a player on square player belongs to. */
static inline unsigned sok_walls_side(const struct sok_map *map,
                                      const struct sok_walls *walls, unsigned square,
                                      unsigned player) {
    if (walls->part[square] != walls->part[player]) {
        return SOK_NO_SIDE;
    }
    if (walls->fork_of[square] != SOK_FAR) {
        return walls->forks[(size_t)walls->fork_of[square] * map->n + player];
    }
    const uint8_t *side = walls->side + (size_t)square * 4;
    return side[0] != SOK_NO_SIDE   ? side[0]
           : side[1] != SOK_NO_SIDE ? side[1]
           : side[2] != SOK_NO_SIDE ? side[2]
                                    : side[3];
}

static inline const uint16_t *sok_walls_row(const struct sok_walls *walls,
                                            unsigned square, unsigned side) {
    return walls->dist + ((size_t)square * SOK_N_SIDES + side) * walls->n_goals;
}

/* One position. */

struct sok_position {
    const struct sok_map *map;
    struct lw_arena arena;
    uint64_t *boxes; /* bit set */
    uint8_t *full;   /* [n + 1]: a box, or the wall */
    uint16_t *list;  /* [n_boxes]: squares, ascending when loaded */
    uint16_t *slot;  /* [square]: index into list, where there is a box */
    uint32_t n_boxes;
    uint16_t player;
    uint64_t *region;   /* the player's, a bit set */
    unsigned low;       /* its lowest square: the region's name */
    uint32_t n_reached; /* its squares */
    uint64_t *other;    /* result of floods that must not disturb the region */
    uint16_t *stack;    /* scratch */
    uint32_t *mark;     /* [n + 1] scratch: stamps of floods */
    uint32_t stamp;
};

bool lw_sok_position_init(struct sok_position *pos, const struct sok_map *map,
                          const struct lw_alloc *alloc);
void lw_sok_position_free(struct sok_position *pos);
/* Puts up the boxes and floods the player's region. */
void lw_sok_position_load(struct sok_position *pos, const uint64_t *boxes,
                          unsigned player);
/* Moves one box without any check; the region is not flooded again. */
void lw_sok_position_move(struct sok_position *pos, unsigned from, unsigned to);
/* The name of the region a player on start has, from scratch; its squares are then in
 * pos->other. */
unsigned lw_sok_position_low_from(struct sok_position *pos, unsigned start);
/* The name of the region after the box on `from` was pushed on to `to` in direction dir
 * (one or more squares); the position itself still has the box on `from`. */
unsigned lw_sok_position_low_after(struct sok_position *pos, unsigned from, unsigned to,
                                   unsigned dir);

/* Into how many parts the boxes cut the board. */
uint32_t lw_sok_position_parts(struct sok_position *pos);

/* Takes a box off the board, or puts one on, without keeping the list. */
static inline void sok_lift(struct sok_position *pos, unsigned square) {
    pos->full[square] = 0;
    sok_bit_clear(pos->boxes, square);
}

static inline void sok_put(struct sok_position *pos, unsigned square) {
    pos->full[square] = 1;
    sok_bit_set(pos->boxes, square);
}

static inline bool sok_reached(const struct sok_position *pos, unsigned square) {
    return sok_bit(pos->region, square);
}

/* Deadlocks. */

/* The boxes of the cluster round `square` that can never move again, into frozen (a bit
 * set, or'ed in). Returns false when one of them is off goal: the position is lost. */
bool lw_sok_freeze_cluster(struct sok_position *pos, unsigned square, uint64_t *frozen);
/* All frozen boxes; false as above. */
bool lw_sok_freeze_all(struct sok_position *pos, uint64_t *frozen);

/* Looks for boxes that plainly spell the end: on a dead square, frozen off goal, or more
 * of them than goals they can reach. They go into out (a bit set); false: none found,
 * which proves nothing. */
bool lw_sok_plainly_dead(struct sok_position *pos, uint64_t *out);

/* Proofs about some of the boxes alone: taking boxes away never makes a position worse,
 * so if these boxes by themselves cannot all get home, no position that holds them (with
 * the player in the same part of the board) can be won. */
enum sok_verdict { SOK_ALIVE, SOK_DEAD, SOK_UNDECIDED };
struct sok_prover;
struct sok_prover *lw_sok_prover_create(const struct sok_map *map,
                                        const struct lw_alloc *alloc);
void lw_sok_prover_destroy(struct sok_prover *prover);
/* Searches all that boxes can do. With a zone, a box that leaves it ends the search:
 * undecided. Visits at most max_nodes states. */
enum sok_verdict lw_sok_prove(struct sok_prover *prover, const uint64_t *boxes,
                              unsigned player, const uint64_t *zone, uint32_t max_nodes);
/* Takes boxes out of a proved set as long as the proof still works. Returns the states
 * met on the way. */
uint32_t lw_sok_prove_less(struct sok_prover *prover, uint64_t *boxes, unsigned player,
                           const uint64_t *zone, uint32_t max_nodes);
/* From now on these boxes are never pushed (NULL: all may be): what is then proved holds
 * only as long as they stay. */
void lw_sok_prover_fix(struct sok_prover *prover, const uint64_t *fixed);
/* States met by the last proof. */
uint32_t lw_sok_prover_nodes(const struct sok_prover *prover);
/* The player's region among these boxes alone, into a bit set. */
void lw_sok_prover_region(struct sok_prover *prover, const uint64_t *boxes,
                          unsigned player, uint64_t *region);

/* Matching. */

#define SOK_NO_MATCH UINT32_MAX /* some box has no goal left: lost */

struct sok_match {
    uint32_t n, cap;
    const uint16_t **row; /* [n]: costs to each goal */
    int32_t *u, *v;       /* potentials of boxes and goals */
    uint16_t *goal_of;    /* [box] */
    uint16_t *box_of;     /* [goal] */
    uint32_t total;
    bool parity;   /* all perfect matchings have totals of the same parity */
    int32_t *best; /* scratch from here */
    uint16_t *way;
    uint8_t *used;
    int32_t *keep_uv;
    uint16_t *keep_pairs;
    struct lw_arena arena;
};

bool lw_sok_match_init(struct sok_match *match, uint32_t n_boxes,
                       const struct lw_alloc *alloc);
void lw_sok_match_free(struct sok_match *match);
/* Solves for match->row[0..n); the potentials of the last call make a warm start.
 * Returns the total, or SOK_NO_MATCH. */
uint32_t lw_sok_match_solve(struct sok_match *match, uint32_t n);
/* The total if box had this other row; the matching itself stays as it is. cost is what
 * the action costs: no row may fall by more than that. */
uint32_t lw_sok_match_try(struct sok_match *match, uint32_t box, const uint16_t *row,
                          uint32_t cost);

/* Stored states. */

#define SOK_NO_NODE UINT32_MAX
#define SOK_CLOSED 0x8000u /* in node.player */

/* Followed in the pool by the boxes as n_words words. 16 + 8 bytes on boards of up to 64
 * squares. */
struct sok_node {
    uint32_t parent;
    uint32_t cost;
    uint32_t cost2; /* second cost of paired metrics, or whatever the engine keeps */
    uint16_t bound;
    uint16_t player; /* the region's lowest square, or the exact one; SOK_CLOSED */
};

struct sok_store {
    const struct lw_alloc *alloc;
    uint32_t n_words;
    size_t stride;
    uint32_t n_nodes;
    unsigned char **chunks;
    size_t n_chunks, cap_chunks;
    uint32_t *slots; /* numbers of nodes */
    uint8_t *tags;   /* a few bits of the hash, 0 for an empty slot */
    size_t n_slots, cap_slots;
};

void lw_sok_store_init(struct sok_store *store, uint32_t n_words,
                       const struct lw_alloc *alloc);
void lw_sok_store_free(struct sok_store *store);
/* Forgets all states and keeps the memory. */
void lw_sok_store_clear(struct sok_store *store);
/* The node of that state; added if new (then parent is SOK_NO_NODE and the costs are 0).
 * SOK_NO_NODE when memory is out. */
uint32_t lw_sok_store_add(struct sok_store *store, const uint64_t *boxes, unsigned player,
                          bool *added);
uint32_t lw_sok_store_find(const struct sok_store *store, const uint64_t *boxes,
                           unsigned player);

#define SOK_CHUNK_BITS 12
static inline struct sok_node *sok_store_node(const struct sok_store *store,
                                              uint32_t id) {
    void *node = store->chunks[id >> SOK_CHUNK_BITS] +
                 (size_t)(id & ((1u << SOK_CHUNK_BITS) - 1)) * store->stride;
    return node;
}

static inline uint64_t *sok_node_boxes(struct sok_node *node) {
    return (uint64_t *)(void *)(node + 1);
}

/* Buckets by priority, last in first out inside one. */
struct sok_queue {
    const struct lw_alloc *alloc;
    struct sok_bucket {
        uint32_t *ids;
        size_t n, cap;
    } * buckets;
    size_t n_buckets, first;
    size_t n_queued;
};

void lw_sok_queue_init(struct sok_queue *queue, const struct lw_alloc *alloc);
void lw_sok_queue_free(struct sok_queue *queue);
bool lw_sok_queue_push(struct sok_queue *queue, size_t priority, uint32_t id);
/* SOK_NO_NODE when empty. */
uint32_t lw_sok_queue_pop(struct sok_queue *queue, size_t *priority);

/* What a box on each square would cut off, the other boxes standing still. */
struct sok_cut {
    const struct sok_map *map;
    struct lw_arena arena;
    uint32_t n_parts;         /* of the board without the box */
    uint16_t *number, *order; /* a depth-first walk: [square] and back */
    uint16_t *from;           /* [square]: entered from there; n at the top of a part */
    uint16_t *back;           /* [square]: least number its branch has a way to */
    uint16_t *size, *least;   /* [square]: of its branch; the lowest square in it */
    uint16_t *before, *after; /* [number]: lowest square of the part before, beyond it */
    uint16_t *first;          /* [number]: where its part begins */
    uint8_t *way;             /* scratch */
};

/* The player's piece when a box is there. */
struct sok_piece {
    uint32_t low, size;
    uint32_t n_parts; /* of the whole board then */
    uint8_t sides;    /* of the box that the player can come to: bits of directions */
};

bool lw_sok_cut_init(struct sok_cut *cut, const struct sok_map *map,
                     const struct lw_alloc *alloc);
void lw_sok_cut_free(struct sok_cut *cut);
/* full: the board without the box. */
void lw_sok_cut_walk(struct sok_cut *cut, const uint8_t *full);
/* For the box on that square and the player on another. */
void lw_sok_cut_look(const struct sok_cut *cut, const uint8_t *full, unsigned square,
                     unsigned player, struct sok_piece *out);

/* Rides: where one box can go while all others stand still. */

struct sok_stop {
    uint16_t square;
    uint16_t player; /* just after the push; at the first stop the region's name */
    uint16_t low;    /* the player's region there */
    uint16_t pushes;
    uint32_t before; /* index of the stop pushed from; SOK_NO_NODE at the first */
    uint16_t region; /* its squares */
    uint16_t parts;  /* of the board */
    uint8_t dir;     /* of the push that led here */
    uint8_t sides;   /* bit a side: the player can stand there */
};

/* A box's stops in order of pushes; stop 0 is where it stands. At most 4 a square. */
struct sok_ride {
    struct lw_arena arena;
    struct sok_cut cut;
    struct sok_stop *stops;
    size_t n_stops;
    uint8_t *seen;          /* [square]: bits of sides */
    uint32_t last_square;   /* a box that came here goes no further; SOK_FAR: none */
    struct lw_meter *meter; /* ends a ride early; NULL: none does */
    const uint64_t *until;  /* the first stop on one of these ends it; NULL: none does */
    bool again; /* the same box on the same board as the last time, with another player */
    bool pull;  /* boxes are pulled instead of pushed */
    const uint8_t
        *first; /* [square]: bits of directions a ride may begin with, or NULL */
};

bool lw_sok_ride_init(struct sok_ride *ride, const struct sok_map *map,
                      const struct lw_alloc *alloc);
void lw_sok_ride_free(struct sok_ride *ride);
/* Fills the stops of the box on `from` by breadth-first pushes, never on to a square
 * with dead[square]. The position is as before afterwards. */
void lw_sok_ride_explore(struct sok_ride *ride, struct sok_position *pos, unsigned from,
                         const uint8_t *dead);
/* The same until that stop is reached; its index, or n_stops when there is none. */
size_t lw_sok_ride_find(struct sok_ride *ride, struct sok_position *pos, unsigned from,
                        const uint8_t *dead, unsigned to, unsigned low);

/* Which pushes suffice. */

struct sok_push {
    uint16_t from;
    uint8_t dir;
};

struct sok_corral {
    struct lw_arena arena;
    uint8_t *label;  /* [square]: which unreachable part, 0 for none */
    uint32_t *fence; /* [square] == fence_stamp: a box of the fence */
    uint32_t fence_stamp;
    struct sok_push *pushes, *best;
    size_t n_best;
    unsigned n_parts;    /* unreachable parts seen by the last find */
    const uint8_t *dead; /* of the present call */
    const uint64_t *frozen;
};

bool lw_sok_corral_init(struct sok_corral *corral, const struct sok_map *map,
                        const struct lw_alloc *alloc);
void lw_sok_corral_free(struct sok_corral *corral);
/* Looks for a PI-corral; if there is one, some push-optimal way on from here starts with
 * one of corral->best[0..n_best) (none at all: the position is lost). No solution moves
 * a box of frozen or puts one on to a square with dead[square]. */
bool lw_sok_corral_find(struct sok_corral *corral, struct sok_position *pos,
                        const uint8_t *dead, const uint64_t *frozen);

/* The boxes that fence part number `part` of the last find (from 1), and the squares of
 * part and fence together. false: nothing is left to do in there. */
bool lw_sok_corral_fence(struct sok_corral *corral, const struct sok_position *pos,
                         unsigned part, uint64_t *boxes, uint64_t *zone);

/* Lost groups of boxes learned during one search. */
struct sok_learned;
struct sok_learned *lw_sok_learned_create(const struct sok_map *map,
                                          const struct lw_alloc *alloc);
void lw_sok_learned_destroy(struct sok_learned *learned);
/* How many nodes of proofs a position examined is worth; 1 at first. */
void lw_sok_learned_set_effort(struct sok_learned *learned, uint32_t nodes);
/* Does a position whose last push put a box on `to` hold a lost group? */
bool lw_sok_learned_hit(const struct sok_learned *learned, const uint64_t *boxes,
                        unsigned to, unsigned player);
/* Examines the corrals that the last lw_sok_corral_find labelled; true: one is a proved
 * deadlock, and its boxes are now known. */
bool lw_sok_learned_examine(struct sok_learned *learned, struct sok_corral *corral,
                            const struct sok_position *pos);

/* Is one of these corrals lost as long as boxes on the squares of `fixed` (the same ones
 * at every call) stay? */
bool lw_sok_learned_doomed(struct sok_learned *learned, struct sok_corral *corral,
                           const struct sok_position *pos, const uint64_t *fixed);

/* Searches. */

/* What every engine is given. */
struct sok_task {
    const struct lw_sokoban_board *board;
    const struct lw_alloc *alloc; /* limited */
    struct lw_meter *meter;
    const uint64_t *boxes; /* the start */
    uint16_t player;
    /* The start is solved, but a push must be made: being back there counts as a win. */
    bool circular;
};

/* Fills the start from a packed state (NULL: the level's own) into boxes, a cleared bit
 * set of squares. Returns whether every box is on a goal already. */
bool lw_sok_task_load(struct sok_task *task, const void *packed, uint64_t *boxes);

enum sok_end {
    SOK_END_SOLVED,
    SOK_END_EXHAUSTED, /* nothing left to look at: proved unsolvable */
    SOK_END_STOPPED,   /* the meter said so */
    SOK_END_MEMORY,
    SOK_END_SLICE /* the turn is over; run again to go on */
};

struct sok_outcome {
    enum sok_end end;
    bool optimal;
    uint64_t expanded, generated, closed;
};

/* Counts one node. Nodes of large boards are slow, so the clock is read more often than
 * the meter would by itself. */
static inline enum lw_stop sok_tick(struct lw_meter *meter) {
    if ((meter->nodes & 15u) == 15u) {
        meter->next_check = 0;
    }
    return lw_meter_tick(meter, 1);
}

/* Names of regions are below this; it marks a start state that must not be met again. */
#define SOK_GHOST_PLAYER 0x7fffu

struct sok_link {
    struct sok_node *node;
};

/* The moves from the start through a chain of states (the first is the start), from
 * region to region; every step moves one box by the fewest pushes. false: out of
 * memory. */
bool lw_sok_path_regions(const struct sok_task *task, const struct sok_map *map,
                         const struct sok_link *chain, size_t n, struct lw_buffer *moves);
/* The same for states that hold the player's exact square after each push. */
bool lw_sok_path_exact(const struct sok_task *task, const struct sok_map *map,
                       const struct sok_link *chain, size_t n, struct lw_buffer *moves);
/* The states from the first ancestor of `last` to itself; *chain is given to the caller
 * with room for `spare` more. */
bool lw_sok_path_chain(const struct sok_store *store, uint32_t last, size_t spare,
                       const struct lw_alloc *alloc, struct sok_link **chain, size_t *n);

struct sok_front_options {
    enum sok_unit unit;
    bool bound;      /* A* instead of breadth-first */
    bool freeze;     /* freeze test, frozen boxes as walls */
    bool corral;     /* PI-corrals; only for pushes */
    bool tunnels;    /* only for pushes */
    bool learn;      /* learn lost groups from corrals; needs corral */
    bool reverse;    /* pulls from the end towards the start */
    uint32_t weight; /* of the bound; above 1 the first solution is taken as it comes */
};

/* One search, run in turns. */
struct sok_front;
struct sok_front *lw_sok_front_create(const struct sok_task *task,
                                      const struct sok_front_options *options);
void lw_sok_front_destroy(struct sok_front *front);
/* Where a forward and a backward front look for each other's states. */
void lw_sok_front_pair(struct sok_front *a, struct sok_front *b);
/* Expands up to that many nodes. SOLVED: lw_sok_front_moves will do. */
enum sok_end lw_sok_front_run(struct sok_front *front, uint64_t nodes);
bool lw_sok_front_moves(struct sok_front *front, struct lw_buffer *moves);
void lw_sok_front_count(const struct sok_front *front, struct sok_outcome *out);

/* Queues by cell of a space of features. */

struct sok_cells {
    const struct lw_alloc *alloc;
    struct sok_cell {
        uint64_t key; /* a greater one is better */
        struct sok_queue queue;
    } * cells;
    size_t n_cells, cap_cells;
    uint32_t *slots;
    size_t n_slots, turn;
};

void lw_sok_cells_init(struct sok_cells *cells, const struct lw_alloc *alloc);
void lw_sok_cells_free(struct sok_cells *cells);
/* false: out of memory. */
bool lw_sok_cells_push(struct sok_cells *cells, uint64_t key, size_t priority,
                       uint32_t id);
/* The least of the best cell, or of the next cell in turn; SOK_NO_NODE when all are
 * empty. */
uint32_t lw_sok_cells_pop_best(struct sok_cells *cells);
uint32_t lw_sok_cells_pop_next(struct sok_cells *cells);

/* Links between rooms. */
struct sok_rooms {
    struct lw_arena arena;
    uint32_t n_links, n_words;
    uint64_t *links; /* [link * n_words]: squares on which a box blocks it */
};

bool lw_sok_rooms_init(struct sok_rooms *rooms, const struct sok_map *map,
                       const struct lw_alloc *alloc);
void lw_sok_rooms_free(struct sok_rooms *rooms);
/* Links blocked by boxes that are not among `except` (NULL: by any). */
uint32_t lw_sok_rooms_blocked(const struct sok_rooms *rooms, const uint64_t *boxes,
                              const uint64_t *except);

/* A plan of what comes to rest when. */
struct sok_packing_step {
    uint16_t from; /* where the box was parked; SOK_FAR: any box from outside */
    uint16_t to;
};

struct sok_packing {
    struct lw_arena arena;
    uint32_t n_steps, n_words;
    uint32_t left;                  /* boxes for which no way was found */
    struct sok_packing_step *steps; /* [n_steps] */
    uint64_t *sets;                 /* [n_steps + 1]: squares filled before each step */
    uint64_t *serves; /* [n_steps]: from where a box can serve the step … */
    uint64_t *later;  /* … and, the step done, some later one */
};

static inline uint64_t *lw_sok_packing_set(const struct sok_packing *packing,
                                           uint32_t k) {
    return packing->sets + (size_t)k * packing->n_words;
}

/* false: out of memory; out is freed by the caller all the same. */
bool lw_sok_packing_find(const struct sok_task *task, const struct sok_map *map,
                         const struct sok_rooms *rooms, struct sok_packing *out);
void lw_sok_packing_free(struct sok_packing *packing);
/* How many steps these boxes have done. */
uint32_t lw_sok_packing_count(const struct sok_packing *packing, const uint64_t *boxes);
/* Adds to `reach` the squares from which a box can be pushed to one of them, boxes of
 * `walls` standing; where the player is does not count. stack has room for all squares.
 */
void lw_sok_spread(const struct sok_map *map, const uint64_t *walls, uint64_t *reach,
                   uint16_t *stack);
/* Boxes that will be of no use once step k is done. */
uint32_t lw_sok_packing_out(const struct sok_packing *packing, uint32_t k,
                            const uint64_t *boxes);

/* Search by features along a packing plan; for boards with many boxes. Luck has a large
 * part in it, so there are several manners, which differ in what they look at first. */
enum { SOK_N_MANNERS = 8 };
struct sok_plan;
struct sok_plan *lw_sok_plan_create(const struct sok_task *task, unsigned manner);
void lw_sok_plan_destroy(struct sok_plan *plan);
/* Expands until about that many states were generated. */
enum sok_end lw_sok_plan_run(struct sok_plan *plan, uint64_t generated);
bool lw_sok_plan_moves(struct sok_plan *plan, struct lw_buffer *moves);
void lw_sok_plan_count(const struct sok_plan *plan, struct sok_outcome *out);

struct sok_outcome lw_sok_portfolio(const struct sok_task *task, struct lw_buffer *moves);

enum sok_exact { SOK_EXACT_MOVES, SOK_EXACT_MOVES_PUSHES, SOK_EXACT_PUSHES_MOVES };
struct sok_outcome lw_sok_exact(const struct sok_task *task, enum sok_exact order,
                                struct lw_buffer *moves);

#endif
