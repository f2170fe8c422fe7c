/* The children of a state, their features, and the advisers who choose among them.
 *
 * Each adviser has one thing at heart. He is silent unless some child is strictly better
 * in it than the state in hand, and never wants a packed box moved. */
#include "solve/solve_plan.h"

#define MAX_DETOURS 150 /* children of one state whose way is measured */

/* With the box moved: is the position worth keeping? */
static bool survives(struct sok_plan *plan, unsigned from, unsigned to, unsigned player) {
    struct sok_position *pos = &plan->pos;
    memset(plan->fresh_frozen, 0, plan->map.n_words * sizeof *plan->fresh_frozen);
    lw_sok_position_move(pos, from, to);
    bool alive = lw_sok_freeze_cluster(pos, to, plan->fresh_frozen) &&
                 !lw_sok_learned_hit(plan->learned, pos->boxes, to, player);
    lw_sok_position_move(pos, to, from);
    return alive;
}

void lw_sok_plan_measure(struct sok_plan *plan, struct sok_position *pos,
                         struct sok_features *is, struct sok_filled *filled) {
    if (!lw_sok_filling_of(&plan->filling, pos->boxes, filled)) {
        plan->no_memory = true;
        filled->set = plan->packed;
    }
    is->packed = (uint16_t)filled->n;
    is->out = (uint16_t)filled->out;
    is->links = (uint16_t)lw_sok_rooms_blocked(&plan->rooms, pos->boxes, filled->set);
}

static void measure(struct sok_plan *plan, struct sok_child *child) {
    struct sok_position *pos = &plan->pos;
    struct sok_filled filled;
    lw_sok_plan_measure(plan, pos, &child->is, &filled);
    child->next = (uint16_t)filled.next;
}

static void add_child(struct sok_plan *plan, unsigned from, const struct sok_stop *stop) {
    struct sok_position *pos = &plan->pos;
    plan->out.generated++;
    memcpy(plan->boxes, pos->boxes, plan->map.n_words * sizeof *plan->boxes);
    sok_bit_clear(plan->boxes, from);
    sok_bit_set(plan->boxes, stop->square);
    if (lw_sok_store_find(&plan->store, plan->boxes, stop->low) != SOK_NO_NODE ||
        !survives(plan, from, stop->square, stop->player)) {
        return;
    }
    if (!lw_grow(plan->task->alloc, &plan->children, &plan->cap_children,
                 plan->n_children + 1, sizeof *plan->children)) {
        plan->no_memory = true;
        return;
    }
    struct sok_child *child = &plan->children[plan->n_children++];
    *child = (struct sok_child){.from = (uint16_t)from,
                                .to = stop->square,
                                .player = stop->player,
                                .low = stop->low,
                                .pushes = stop->pushes,
                                .region = stop->region,
                                .is = {.parts = stop->parts},
                                .detour = SOK_FAR};
    uint32_t row = plan->row_of[from], goal = plan->match.goal_of[row];
    unsigned side = sok_walls_side(&plan->map, plan->walls, stop->square, stop->player);
    uint16_t left = sok_walls_row(plan->walls, stop->square, side)[goal];
    child->nearer = left == SOK_FAR ? (int16_t)INT16_MIN
                                    : (int16_t)(plan->match.row[row][goal] - left);
    lw_sok_position_move(pos, from, stop->square);
    measure(plan, child);
    lw_sok_position_move(pos, stop->square, from);
}

/* Of the boxes in the way: which of their moves clear it? */
static void measure_detours(struct sok_plan *plan) {
    struct sok_position *pos = &plan->pos;
    uint32_t n = 0;
    plan->way = 0;
    struct sok_packing_step step = plan->step;
    if (step.to == SOK_FAR) {
        return;
    }
    plan->way =
        lw_sok_detour_measure(&plan->detour, pos, plan->packed, step, pos->player, true);
    if (plan->way == 0 || plan->way == SOK_FAR) {
        return;
    }
    memcpy(plan->boxes, plan->detour.blockers, plan->map.n_words * sizeof *plan->boxes);
    for (size_t i = 0; i < plan->n_children && n < MAX_DETOURS; i++) {
        struct sok_child *child = &plan->children[i];
        if (!sok_bit(plan->boxes, child->from) || child->is.packed != plan->is.packed) {
            continue;
        }
        lw_sok_position_move(pos, child->from, child->to);
        child->detour = (uint16_t)lw_sok_detour_measure(&plan->detour, pos, plan->packed,
                                                        step, child->player, false);
        lw_sok_position_move(pos, child->to, child->from);
        n++;
    }
}

void lw_sok_plan_children(struct sok_plan *plan) {
    plan->n_children = 0;
    for (uint32_t i = 0; i < plan->pos.n_boxes && !plan->no_memory; i++) {
        unsigned from = plan->pos.list[i];
        if (sok_bit(plan->frozen, from)) {
            continue;
        }
        lw_sok_ride_explore(&plan->ride, &plan->pos, from, plan->walls->dead);
        for (size_t k = 1; k < plan->ride.n_stops; k++) {
            add_child(plan, from, &plan->ride.stops[k]);
        }
    }
    measure_detours(plan);
}

/* What is compared first after the gain, by manner. */
enum aspect { OUT, PARTS, LINKS, DETOUR, N_ASPECTS };
static const enum aspect orders[4][N_ASPECTS] = {{OUT, PARTS, LINKS, DETOUR},
                                                 {OUT, DETOUR, PARTS, LINKS},
                                                 {PARTS, LINKS, OUT, DETOUR},
                                                 {LINKS, OUT, PARTS, DETOUR}};

static int aspect_of(const struct sok_child *child, enum aspect aspect) {
    switch (aspect) {
    case OUT:
        return child->is.out;
    case PARTS:
        return child->is.parts;
    case LINKS:
        return child->is.links;
    default:
        return child->detour;
    }
}

/* Below zero when a is the better state all in all. */
static int compare(const struct sok_plan *plan, const struct sok_child *a,
                   const struct sok_child *b) {
    const enum aspect *order = orders[plan->manner / 2 % 4];
    int gain = (int)lw_sok_plan_gain(&b->is) - (int)lw_sok_plan_gain(&a->is);
    if (gain != 0) {
        return gain;
    }
    for (unsigned i = 0; i < N_ASPECTS; i++) {
        int more = aspect_of(a, order[i]) - aspect_of(b, order[i]);
        if (more != 0) {
            return more;
        }
    }
    if (a->next != b->next) {
        return b->next - a->next;
    }
    bool near = plan->manner / 4 % 2 == 1;
    if (a->region != b->region && !near) {
        return b->region - a->region;
    }
    return a->pushes != b->pushes ? a->pushes - b->pushes : b->region - a->region;
}

/* What adviser number `who` wants small. */
static int worth(const struct sok_plan *plan, unsigned who,
                 const struct sok_child *child) {
    switch (who) {
    case 0:
        return -(int)lw_sok_plan_gain(&child->is);
    case 1:
        return child->is.parts;
    case 2:
        return child->is.links;
    case 3:
        return child->is.out;
    case 4:
        return child->detour == SOK_FAR ? (int)plan->way : child->detour;
    case 5:
        return -child->region;
    default:
        return -child->nearer;
    }
}

size_t lw_sok_plan_advice(struct sok_plan *plan, unsigned who) {
    struct sok_child self = {.is = plan->is,
                             .region = (uint16_t)plan->pos.n_reached,
                             .detour = (uint16_t)plan->way};
    int least = worth(plan, who, &self);
    size_t best = plan->n_children;
    for (size_t i = 0; i < plan->n_children; i++) {
        const struct sok_child *child = &plan->children[i];
        if (child->taken || child->is.packed < plan->is.packed) {
            continue;
        }
        int value = worth(plan, who, child);
        if (value < least || (value == least && best != plan->n_children &&
                              compare(plan, child, &plan->children[best]) < 0)) {
            least = value;
            best = i;
        }
    }
    return best;
}

size_t lw_sok_plan_other(const struct sok_plan *plan) {
    size_t best = plan->n_children;
    for (size_t i = 0; i < plan->n_children; i++) {
        if (!plan->children[i].taken &&
            (best == plan->n_children ||
             compare(plan, &plan->children[i], &plan->children[best]) < 0)) {
            best = i;
        }
    }
    return best;
}
