/* Any solution, quickly: several searches take turns.
 *
 * A hurried forward search comes first and ends most levels. Then it goes on in turns
 * with a backward search from the end, each looking for the other's states, and with the
 * search by features. Turns are counted in nodes, so that with a node budget the answer
 * does not depend on the clock; a turn of each takes about the same time. */
#include "solve/solve_internal.h"

#define FIRST_TURN 2000
#define FRONT_TURN 500
#define PLAN_TURN 2500

static const struct sok_front_options front_options[2] = {
    {.unit = SOK_UNIT_PUSHES,
     .bound = true,
     .freeze = true,
     .corral = true,
     .learn = true,
     .tunnels = true,
     .weight = 4},
    {.unit = SOK_UNIT_PUSHES, .bound = true, .reverse = true, .weight = 4},
};

enum { FORWARD, BACKWARD, PLAN, N_MEMBERS };

struct portfolio {
    const struct sok_task *task;
    struct sok_front *fronts[2];
    struct sok_plan *plan;
    unsigned turn;
};

static bool wake(struct portfolio *p) {
    if (p->turn == PLAN) {
        p->plan = p->plan == NULL ? lw_sok_plan_create(p->task) : p->plan;
        return p->plan != NULL;
    }
    if (p->fronts[p->turn] == NULL) {
        p->fronts[p->turn] = lw_sok_front_create(p->task, &front_options[p->turn]);
        if (p->fronts[FORWARD] != NULL && p->fronts[BACKWARD] != NULL) {
            lw_sok_front_pair(p->fronts[FORWARD], p->fronts[BACKWARD]);
        }
    }
    return p->fronts[p->turn] != NULL;
}

static enum sok_end run_turn(struct portfolio *p, uint64_t nodes) {
    if (!wake(p)) {
        return SOK_END_MEMORY;
    }
    return p->turn == PLAN ? lw_sok_plan_run(p->plan, PLAN_TURN)
                           : lw_sok_front_run(p->fronts[p->turn], nodes);
}

static void next_turn(struct portfolio *p) {
    p->turn = (p->turn + 1) % N_MEMBERS;
    /* Backwards from a start that is the end there is nothing to meet. */
    if (p->turn == BACKWARD && p->task->circular) {
        p->turn++;
    }
}

struct sok_outcome lw_sok_portfolio(const struct sok_task *task,
                                    struct lw_buffer *moves) {
    struct portfolio p = {.task = task, .turn = FORWARD};
    struct sok_outcome out = {.end = run_turn(&p, FIRST_TURN)};
    while (out.end == SOK_END_SLICE) {
        next_turn(&p);
        out.end = run_turn(&p, FRONT_TURN);
    }
    if (out.end == SOK_END_SOLVED &&
        !(p.turn == PLAN ? lw_sok_plan_moves(p.plan, moves)
                         : lw_sok_front_moves(p.fronts[p.turn], moves))) {
        out.end = SOK_END_MEMORY;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (p.fronts[i] != NULL) {
            lw_sok_front_count(p.fronts[i], &out);
        }
        lw_sok_front_destroy(p.fronts[i]);
    }
    if (p.plan != NULL) {
        lw_sok_plan_count(p.plan, &out);
    }
    lw_sok_plan_destroy(p.plan);
    return out;
}
