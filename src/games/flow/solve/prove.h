/* Solving a level by whichever engine decides it. */
#ifndef FLOW_PROVE_H
#define FLOW_PROVE_H

#include "flow_internal.h"
#include "solve/engine.h"

enum flow_engine_choice { FLOW_ANY_ENGINE, FLOW_NATIVE, FLOW_SAT };

struct flow_question {
    const struct lw_flow_level *level;
    bool strict;
    const uint8_t *state; /* drawn paths to keep (play.h); or NULL */
    uint64_t up_to;       /* stop after so many solutions; 0: the first is enough */
    bool fewest_turns;    /* look at all of them for the one with the fewest turns */
    enum flow_engine_choice engine;
    uint64_t max_nodes; /* of the native search, when nothing takes over; 0: no limit */
};

struct flow_answer {
    enum flow_end end;
    uint64_t n_solutions;
    uint32_t turns;     /* of used */
    uint8_t *used;      /* [cell] directions; caller's, n_cells bytes */
    const char *engine; /* static text */
    uint64_t nodes;
    bool out_of_memory;
};

/* answer->used is given by the caller. */
void lw_flow_prove(const struct flow_question *question, const struct lw_runtime *runtime,
                   const struct lw_alloc *alloc, struct lw_meter *meter,
                   struct flow_answer *answer);

/* The path of a colour as one drag. */
void lw_flow_put_path(const struct lw_flow_level *level, const uint8_t *used,
                      uint32_t colour, struct lw_buffer *out);

#endif
