/* Any solution, quickly: several searches take turns.
 *
 * A hurried forward search comes first and ends most levels. Then it goes on in turns
 * with a backward search from the end, each looking for the other's states, and with the
 * search by features. Turns are counted in nodes, so that with a node budget the answer
 * does not depend on the clock; a turn of each takes about the same time. */
#include "solve/solve_internal.h"

#define FIRST_TURN 2000
#define FRONT_TURN 500
#define FIRST_RUN 200000 /* states of the first run in each manner */
#define LEAST_RUN 1000   /* nodes that a run has to get to before it is worth another */
#define PLAN_TURN_PER_BOX 400 /* with few boxes the fronts are the better ones */

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
    struct sok_outcome dropped; /* counts of fronts that are gone */
    bool fronts_over;           /* they ran out of memory; the other goes on alone */
    unsigned manner;            /* of the search by features */
    uint64_t plan_left;         /* states until it begins anew in the next manner */
};

static void end_plan(struct portfolio *p) {
    if (p->plan != NULL) {
        lw_sok_plan_count(p->plan, &p->dropped);
        lw_sok_plan_destroy(p->plan);
        p->plan = NULL;
    }
}

static bool begin_plan(struct portfolio *p) {
    p->plan = lw_sok_plan_create(p->task, p->manner);
    unsigned rounds = p->manner / SOK_N_MANNERS;
    p->plan_left = (uint64_t)FIRST_RUN << (rounds > 20 ? 20 : rounds);
    return p->plan != NULL;
}

/* The search by features gains or loses by luck, so it begins anew in another manner when
 * it has had its run; runs double when every manner has had one. */
static enum sok_end run_plan(struct portfolio *p) {
    if (p->plan_left == 0 && p->plan != NULL) {
        end_plan(p);
        p->manner++;
    }
    if (p->plan == NULL && !begin_plan(p)) {
        return SOK_END_MEMORY;
    }
    uint64_t turn = (uint64_t)PLAN_TURN_PER_BOX * p->task->board->n_boxes;
    turn = turn < p->plan_left ? turn : p->plan_left;
    p->plan_left -= turn;
    return lw_sok_plan_run(p->plan, turn);
}

static bool wake_front(struct portfolio *p) {
    if (p->fronts[p->turn] == NULL) {
        p->fronts[p->turn] = lw_sok_front_create(p->task, &front_options[p->turn]);
        if (p->fronts[FORWARD] != NULL && p->fronts[BACKWARD] != NULL) {
            lw_sok_front_pair(p->fronts[FORWARD], p->fronts[BACKWARD]);
        }
    }
    return p->fronts[p->turn] != NULL;
}

static enum sok_end run_turn(struct portfolio *p, uint64_t nodes) {
    if (p->turn == PLAN) {
        return run_plan(p);
    }
    return wake_front(p) ? lw_sok_front_run(p->fronts[p->turn], nodes) : SOK_END_MEMORY;
}

/* Fronts keep every state they meet, the search by features few. So the fronts give way
 * when memory is out. What they had found out is lost with them, but as the other search
 * leaves nothing out by itself, its verdicts stay sound. Returns whether there was
 * anything to give. */
static bool drop_fronts(struct portfolio *p) {
    bool any = false;
    for (unsigned i = 0; i < 2; i++) {
        if (p->fronts[i] != NULL) {
            lw_sok_front_count(p->fronts[i], &p->dropped);
            any = true;
        }
        lw_sok_front_destroy(p->fronts[i]);
        p->fronts[i] = NULL;
    }
    p->fronts_over = true;
    return any;
}

static void next_turn(struct portfolio *p) {
    if (p->fronts_over) {
        p->turn = PLAN;
        return;
    }
    p->turn = (p->turn + 1) % N_MEMBERS;
    /* Backwards from a start that is the end there is nothing to meet. */
    if (p->turn == BACKWARD && p->task->circular) {
        p->turn++;
    }
}

/* Out of memory: can the search go on? What was kept is given up; the next run of the
 * search by features starts from nothing. It must have got somewhere, and something else
 * than memory must end it. */
static bool make_room(struct portfolio *p) {
    bool any = drop_fronts(p);
    if (p->turn != PLAN || p->plan == NULL) {
        return any;
    }
    const struct lw_budget *budget = &p->task->meter->budget;
    struct sok_outcome run = {.end = SOK_END_MEMORY};
    lw_sok_plan_count(p->plan, &run);
    any =
        any || (run.expanded > LEAST_RUN && (budget->time_ns != 0 || budget->nodes != 0));
    p->plan_left = 0;
    return any;
}

static bool tell_moves(struct portfolio *p, struct lw_buffer *moves) {
    return p->turn == PLAN ? lw_sok_plan_moves(p->plan, moves)
                           : lw_sok_front_moves(p->fronts[p->turn], moves);
}

static void end(struct portfolio *p, struct sok_outcome *out) {
    (void)drop_fronts(p);
    end_plan(p);
    out->expanded = p->dropped.expanded;
    out->generated = p->dropped.generated;
    out->closed = p->dropped.closed;
}

struct sok_outcome lw_sok_portfolio(const struct sok_task *task,
                                    struct lw_buffer *moves) {
    struct portfolio p = {.task = task, .turn = FORWARD};
    struct sok_outcome out = {.end = run_turn(&p, FIRST_TURN)};
    while (out.end == SOK_END_SLICE || (out.end == SOK_END_MEMORY && make_room(&p))) {
        next_turn(&p);
        out.end = run_turn(&p, FRONT_TURN);
    }
    if (out.end == SOK_END_SOLVED && !tell_moves(&p, moves)) {
        out.end = SOK_END_MEMORY;
    }
    end(&p, &out);
    return out;
}
