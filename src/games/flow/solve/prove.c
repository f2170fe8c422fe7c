/* First the native search, then, for what it does not finish soon, the SAT prover. */
#include "solve/prove.h"

#include <string.h>

#include "play/play.h"
#include "solve/sat.h"

/* About three milliseconds; CaDiCaL needs that long to begin to pay off. */
#define NATIVE_NODES 1000

struct collect {
    const struct flow_question *question;
    struct flow_answer *answer;
    const uint8_t *degree;
    size_t n_cells;
};

static bool take(struct collect *collect, const uint8_t *used) {
    struct flow_answer *answer = collect->answer;
    uint32_t turns = lw_flow_count_turns(used, collect->degree, collect->n_cells);
    if (answer->n_solutions == 0 ||
        (collect->question->fewest_turns && turns < answer->turns)) {
        memcpy(answer->used, used, collect->n_cells);
        answer->turns = turns;
    }
    answer->n_solutions++;
    return collect->question->fewest_turns ||
           answer->n_solutions < collect->question->up_to;
}

static bool take_native(void *ctx, struct flow_engine *engine) {
    return take(ctx, engine->used);
}

static bool take_sat(void *ctx, const uint8_t *used) {
    return take(ctx, used);
}

/* What the player has drawn stays. */
static bool keep_drawn(struct flow_engine *engine, const uint8_t *state) {
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        if (state[i] != 0 && state[i] != FLOW_START &&
            !lw_flow_set_used(engine, i, state[i] - 1U)) {
            return false;
        }
    }
    return true;
}

static void ask_native(struct flow_engine *engine, struct collect *collect,
                       struct lw_meter *meter, uint64_t max_nodes) {
    struct flow_search_options options = {.max_nodes = max_nodes};
    if (collect->question->fewest_turns) {
        collect->answer->turns = UINT32_MAX;
        options.turn_limit = &collect->answer->turns;
    }
    collect->answer->end = lw_flow_search(engine, meter, &options, take_native, collect);
    collect->answer->nodes = engine->nodes;
    collect->answer->out_of_memory = engine->out_of_memory;
}

static void ask_sat(struct flow_engine *engine, struct collect *collect,
                    const struct lw_sat_prover *prover, struct lw_meter *meter) {
    struct flow_answer *answer = collect->answer;
    answer->n_solutions = 0;
    answer->engine = prover->name;
    /* Asked for one solution, expect one; a second is there in poor levels only. */
    struct flow_sat_query query = {.prover = prover,
                                   .aim = collect->question->up_to > 1 ? LW_SAT_REFUTE
                                                                       : LW_SAT_FIND,
                                   .found = take_sat,
                                   .ctx = collect};
    struct flow_sat_result result = lw_flow_sat_search(engine, &query, meter);
    answer->end = result.end;
    answer->out_of_memory = result.out_of_memory;
}

static void ask(struct flow_engine *engine, struct collect *collect,
                const struct lw_runtime *runtime, struct lw_meter *meter) {
    const struct flow_question *question = collect->question;
    const struct lw_sat_prover *prover =
        question->engine == FLOW_NATIVE || runtime == NULL ? NULL : runtime->sat;
    struct flow_answer *answer = collect->answer;
    bool alive = (question->state == NULL || keep_drawn(engine, question->state)) &&
                 lw_flow_settle(engine);
    answer->engine = "native";
    if (!alive) {
        answer->out_of_memory = engine->out_of_memory;
        answer->end = engine->out_of_memory ? FLOW_END_LIMIT : FLOW_END_ALL;
        return;
    }
    size_t root = engine->trail_len;
    if (question->engine != FLOW_SAT || prover == NULL) {
        ask_native(engine, collect, meter,
                   prover != NULL && !question->fewest_turns ? NATIVE_NODES
                                                             : question->max_nodes);
        if (answer->end != FLOW_END_LIMIT || prover == NULL || question->fewest_turns ||
            meter->stop != LW_STOP_NONE || answer->out_of_memory) {
            return;
        }
    }
    lw_flow_undo(engine, root);
    ask_sat(engine, collect, prover, meter);
}

void lw_flow_prove(const struct flow_question *question, const struct lw_runtime *runtime,
                   const struct lw_alloc *alloc, struct lw_meter *meter,
                   struct flow_answer *answer) {
    struct flow_engine *engine;
    answer->end = FLOW_END_LIMIT;
    answer->n_solutions = answer->nodes = 0;
    answer->turns = 0;
    answer->engine = "native";
    answer->out_of_memory = false;
    if (lw_flow_engine_create(question->level, question->strict, alloc, &engine) !=
        LW_OK) {
        answer->out_of_memory = true;
        return;
    }
    struct collect collect = {.question = question,
                              .answer = answer,
                              .degree = engine->degree,
                              .n_cells = engine->n_cells};
    ask(engine, &collect, runtime, meter);
    lw_flow_engine_destroy(engine);
}

void lw_flow_put_path(const struct lw_flow_level *level, const uint8_t *used,
                      uint32_t colour, struct lw_buffer *out) {
    static const char letters[] = "urdl";
    uint32_t cell = level->ends[colour][0], dirs = used[cell];
    lw_flow_put_cell(level->width, cell, out);
    while (dirs != 0) {
        uint32_t dir = flow_first_dir(dirs);
        lw_buffer_putc(out, letters[dir]);
        (void)lw_flow_step_cell(level, cell, dir, &cell);
        dirs = used[cell] & ~(1U << flow_opposite(dir));
    }
}
