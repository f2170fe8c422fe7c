/* Any solution, quickly: several searches take turns.
 *
 * A hurried forward search comes first and ends most levels. Then it goes on in turns
 * with a backward search from the end; each looks for the other's states. Turns are
 * counted in nodes, so that with a node budget the answer does not depend on the clock.
 */
#include "solve_internal.h"

#define FIRST_TURN 2000
#define TURN 500

static const struct sok_front_options forward_options = {.unit = SOK_UNIT_PUSHES,
                                                         .bound = true,
                                                         .freeze = true,
                                                         .corral = true,
                                                         .lore = true,
                                                         .tunnels = true,
                                                         .weight = 4};
static const struct sok_front_options backward_options = {
    .unit = SOK_UNIT_PUSHES, .bound = true, .reverse = true, .weight = 4};

struct sok_outcome sok_portfolio(const struct sok_task *task, struct lw_buffer *moves) {
    struct sok_outcome out = {.end = SOK_END_MEMORY};
    struct sok_front *fronts[2] = {sok_front_create(task, &forward_options), NULL};
    unsigned turn = 0;
    if (fronts[0] != NULL) {
        out.end = sok_front_run(fronts[0], task->circular ? UINT64_MAX : FIRST_TURN);
    }
    while (out.end == SOK_END_SLICE) {
        turn ^= 1;
        if (fronts[turn] == NULL) {
            fronts[turn] = sok_front_create(task, &backward_options);
            if (fronts[turn] == NULL) {
                out.end = SOK_END_MEMORY;
                break;
            }
            sok_front_pair(fronts[0], fronts[1]);
        }
        out.end = sok_front_run(fronts[turn], TURN);
    }
    if (out.end == SOK_END_SOLVED && !sok_front_moves(fronts[turn], moves)) {
        out.end = SOK_END_MEMORY;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (fronts[i] != NULL) {
            sok_front_count(fronts[i], &out);
        }
    }
    sok_front_destroy(fronts[0]);
    sok_front_destroy(fronts[1]);
    return out;
}
