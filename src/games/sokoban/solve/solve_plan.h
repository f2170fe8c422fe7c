/* What the parts of the search by features share. */
#ifndef LW_SOKOBAN_SOLVE_PLAN_H
#define LW_SOKOBAN_SOLVE_PLAN_H

#include "solve/solve_internal.h"

struct sok_features {
    uint16_t packed; /* steps of the plan done */
    uint16_t out;    /* boxes that the next step would shut off */
    uint16_t parts;  /* of the board, between the boxes */
    uint16_t links;  /* between rooms, blocked by boxes not packed */
};

/* Packed boxes less those that are of no use any more. */
static inline uint32_t lw_sok_plan_gain(const struct sok_features *is) {
    return is->packed > is->out ? (uint32_t)is->packed - is->out : 0;
}

/* A state one ride away from the one in hand. */
struct sok_child {
    uint16_t from, to;
    uint16_t player, low;
    uint16_t pushes;
    uint16_t region; /* squares the player can walk to */
    uint16_t next;   /* step of the plan */
    uint16_t detour; /* boxes in the way of the next step; SOK_FAR: not measured */
    int16_t nearer;  /* pushes by which the box came nearer to its goal */
    uint8_t taken;   /* filed already, or known to be lost */
    struct sok_features is;
};

/* The way to the next step of the plan if boxes in the way were lifted. */
struct sok_detour {
    struct lw_arena arena;
    struct sok_queue queue;
    uint16_t *cost;      /* [square * SOK_N_SIDES + side]: boxes in the way to the slot */
    uint32_t *came;      /* [square * SOK_N_SIDES + side] */
    uint16_t *walk;      /* [square]: boxes in the player's way */
    uint16_t *walk_from; /* [square] */
    uint64_t *blockers;  /* bit set: the boxes that are in the way */
};

bool lw_sok_detour_init(struct sok_detour *detour, const struct sok_map *map,
                        const struct lw_alloc *alloc);
void lw_sok_detour_free(struct sok_detour *detour);
/* How many boxes are in the way of the step, for the box and for the player, when those
 * of `packed` stand as walls; SOK_FAR when there is no way at all. With `tell`, blockers
 * are filled. */
uint32_t lw_sok_detour_measure(struct sok_detour *detour, const struct sok_position *pos,
                               const uint64_t *packed, struct sok_packing_step step,
                               unsigned player, bool tell);

#define SOK_N_RECENT 32

/* Which filled goals of a position count as packed. */
struct sok_filling {
    const struct sok_map *map;
    const struct sok_packing *packing;
    const struct lw_alloc *alloc;
    struct lw_meter *meter;
    const uint64_t *starts;
    struct lw_arena arena;
    bool strict; /* the plan's steps count, in their order */
    struct sok_position pos;
    struct sok_ride ride;
    struct sok_store sets;  /* of goals; cost 1: sound */
    struct sok_store known; /* by filled goals; cost: set, cost2: next, bound: how many */
    uint64_t *recent;       /* sound sets found last */
    uint32_t n_recent, turn;
    uint64_t *filled;   /* scratch */
    uint64_t *useful;   /* squares from which an open goal can be reached … */
    uint32_t useful_of; /* … with that set packed */
    bool useful_known;
    uint64_t *outside; /* squares from which a box gets to a start square */
    uint64_t *stuck;   /* goals that do not come off even if all others are open */
    uint64_t *set;     /* scratch */
    uint16_t *order;   /* [n_goals]: of filling */
    uint32_t n_goals;
};

struct sok_filled {
    uint32_t n;                   /* goals, or steps */
    uint32_t next;                /* number of what is to be done next … */
    struct sok_packing_step step; /* … and what it is; to SOK_FAR: nothing is left */
    uint32_t out;                 /* boxes that are, or will be, of no use */
    const uint64_t *set;          /* valid until the next call */
};

/* strict: if there is a whole plan, follow its order whatever else is possible. */
bool lw_sok_filling_init(struct sok_filling *f, const struct sok_task *task,
                         const struct sok_map *map, const struct sok_packing *packing,
                         bool strict);
void lw_sok_filling_free(struct sok_filling *f);
/* false: out of memory. */
bool lw_sok_filling_of(struct sok_filling *f, const uint64_t *boxes,
                       struct sok_filled *out);

struct sok_plan {
    const struct sok_task *task;
    unsigned manner; /* in which one it goes about its choices */
    struct lw_arena arena;
    struct sok_map map;
    struct sok_rooms rooms;
    struct sok_packing packing;
    struct sok_filling filling;
    struct sok_position pos;   /* the state in hand */
    struct sok_position probe; /* a state that is examined */
    struct sok_match match;
    uint16_t *row_of; /* [square]: row in match of the box there */
    struct sok_ride ride;
    struct sok_corral corral;
    struct sok_learned *learned;
    struct sok_detour detour;
    struct sok_store store; /* cost holds the weight */
    struct sok_cells cells;
    const struct sok_walls *walls; /* of the last state examined */
    uint64_t *fixed;               /* scratch: frozen or packed */
    bool hope; /* of the last state examined, as far as its packed boxes stay */
    uint64_t *frozen, *fresh_frozen, *boxes;
    uint8_t *first; /* [square]: pushes with which rides may begin */
    struct sok_child *children;
    size_t n_children, cap_children;
    struct sok_features is;       /* of the state in hand */
    struct sok_packing_step step; /* its next step */
    uint64_t *packed;             /* its packed boxes */
    uint32_t way;                 /* boxes in the way of its next step */
    uint32_t node, solved;
    uint64_t turn;
    bool no_memory;
    struct sok_outcome out;
};

/* Features of a position, but for the parts. */
void lw_sok_plan_measure(struct sok_plan *plan, struct sok_position *pos,
                         struct sok_features *is, struct sok_filled *filled);
/* Fills plan->children with what rides lead to from the state in hand and is not known
 * yet. */
void lw_sok_plan_children(struct sok_plan *plan);
/* The child that adviser number `who` recommends; n_children when he is silent. */
enum { SOK_N_ADVISERS = 7 };
size_t lw_sok_plan_advice(struct sok_plan *plan, unsigned who);
/* The best of those left over. */
size_t lw_sok_plan_other(const struct sok_plan *plan);

#endif
