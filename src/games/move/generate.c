/* The generator: levels of an asked number of moves.
 *
 * Rocks and balls are drawn at random; the states that a breadth-first search meets at
 * exactly the wanted depth are all the places where goals would make a level of that
 * many moves, and one of them is drawn. Rocks without which the level needs as many moves
 * are taken away, for they only look like help. Candidate number i aims at the (i mod
 * n)-th of the n move counts asked for, so that a request like "ten levels for each
 * of 3..10 moves" fills evenly. */
#include "move_internal.h"

#include <math.h>
#include <string.h>

#define MAX_SIDE 16
/* Beyond so many states a walk goes on from the last whole layer. */
#define MAX_STATES 50000u
#define MAX_WALKS 20

enum {
    O_WIDTH,
    O_HEIGHT,
    O_BALLS,
    O_COLORS,
    O_ROCKS,
    O_MOVES,
    O_HOME,
    O_IDLE,
    O_TRIES,
    N_OPTIONS
};

static const struct lw_option options[N_OPTIONS] = {
    [O_WIDTH] = {.name = "width",
                 .type = LW_OPTION_RANGE,
                 .fallback = "4..6",
                 .min = 1,
                 .max = MAX_SIDE,
                 .help = "squares across"},
    [O_HEIGHT] = {.name = "height",
                  .type = LW_OPTION_RANGE,
                  .fallback = "4..6",
                  .min = 1,
                  .max = MAX_SIDE,
                  .help = "squares down"},
    [O_BALLS] = {.name = "balls",
                 .type = LW_OPTION_RANGE,
                 .fallback = "2..4",
                 .min = 1,
                 .max = 12,
                 .help = "number of balls"},
    [O_COLORS] = {.name = "colors",
                  .type = LW_OPTION_RANGE,
                  .fallback = "1..3",
                  .min = 1,
                  .max = 12,
                  .help = "number of colours"},
    [O_ROCKS] = {.name = "rocks",
                 .type = LW_OPTION_RANGE,
                 .fallback = "2..6",
                 .min = 0,
                 .max = 200,
                 .help = "number of rocks"},
    [O_MOVES] = {.name = "moves",
                 .type = LW_OPTION_RANGE,
                 .fallback = "3..10",
                 .min = 1,
                 .max = 60,
                 .help = "fewest moves that solve the level; candidates aim at each "
                         "number of the range in turn"},
    [O_HOME] = {.name = "start-home",
                .type = LW_OPTION_CHOICE,
                .choices = "no|yes",
                .fallback = "no",
                .help = "allow balls that start on a goal of their colour"},
    [O_IDLE] = {.name = "idle-rocks",
                .type = LW_OPTION_CHOICE,
                .choices = "no|yes",
                .fallback = "no",
                .help = "keep rocks without which the fewest moves stay the same"},
    [O_TRIES] = {.name = "tries",
                 .type = LW_OPTION_INT,
                 .fallback = "200",
                 .min = 1,
                 .max = 1000000,
                 .help = "boards tried for one candidate"},
};

struct draft {
    const struct lw_generate_request *request;
    const struct lw_runtime *runtime;
    struct lw_rng *rng;
    uint32_t n_moves;
    uint32_t width, height;
    struct lw_move_square squares[MAX_SIDE * MAX_SIDE];
    struct lw_meter meter;
    bool failed; /* memory ran out */
};

/* The move count a candidate aims at. */
static uint32_t aim(const struct lw_option_value *moves, uint64_t index) {
    double lo = ceil(moves->lo > 1 ? moves->lo : 1);
    double hi = floor(moves->hi < 60 ? moves->hi : 60);
    return (uint32_t)lo + (uint32_t)(index % ((uint64_t)(hi - lo) + 1));
}

/* Rocks and balls; goals of the same squares as the balls, to be moved later. False when
 * they do not fit. */
static bool draw_board(struct draft *draft) {
    const struct lw_option_value *values = draft->request->values;
    struct lw_rng *rng = draft->rng;
    uint16_t order[MAX_SIDE * MAX_SIDE];
    draft->width = lw_range_pick(&values[O_WIDTH], 1, MAX_SIDE, rng);
    draft->height = lw_range_pick(&values[O_HEIGHT], 1, MAX_SIDE, rng);
    uint32_t n = draft->width * draft->height;
    uint32_t n_balls = lw_range_pick(&values[O_BALLS], 1, 12, rng);
    uint32_t n_colours = lw_range_pick(&values[O_COLORS], 1, 12, rng);
    uint32_t n_rocks = lw_range_pick(&values[O_ROCKS], 0, 200, rng);
    if (n_colours > n_balls || n_balls + n_rocks > n) {
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        order[i] = (uint16_t)i;
        draft->squares[i] = (struct lw_move_square){0};
    }
    lw_rng_shuffle(rng, order, n, sizeof *order);
    for (uint32_t i = 0; i < n_rocks; i++) {
        draft->squares[order[n_balls + i]].rock = 1;
    }
    for (uint32_t i = 0; i < n_balls; i++) {
        /* Every colour once, then any. */
        uint32_t colour = i < n_colours ? i : lw_rng_below(rng, n_colours);
        struct lw_move_square *square = &draft->squares[order[i]];
        square->ball = square->goal = (uint8_t)(colour + 1);
    }
    return true;
}

static struct lw_move_level *level_of(struct draft *draft) {
    struct lw_move_level *level;
    lw_status status = lw_move_level_create(draft->request->game, draft->width,
                                            draft->height, draft->squares, &level, NULL);
    draft->failed |= status == LW_NO_MEMORY;
    return status == LW_OK ? level : NULL;
}

struct layer {
    uint32_t first, end; /* numbers of its states */
    uint32_t depth;
};

/* All states at the wanted depth, or at the last one before there are too many. False:
 * there are none. */
static bool find_layer(struct draft *draft, struct lw_move_board *board,
                       struct lw_state_set *set, struct layer *found) {
    uint8_t now[24], next[24];
    bool added;
    lw_move_board_start(board, now);
    draft->failed |= lw_state_set_add(set, now, &added) == LW_STATE_NONE;
    uint32_t layer = 0, layer_end = set->n_states;
    *found = (struct layer){.end = layer_end};
    for (uint32_t depth = 0; depth < draft->n_moves && !draft->failed; depth++) {
        for (uint32_t at = layer; at < layer_end; at++) {
            memcpy(now, lw_state_set_get(set, at), board->state_bytes);
            for (int dir = 0; dir < LW_N_DIRS; dir++) {
                (void)lw_move_board_step(board, now, (enum lw_dir)dir, next);
                draft->failed |= lw_state_set_add(set, next, &added) == LW_STATE_NONE;
            }
            if (draft->failed || lw_meter_tick(&draft->meter, 1) != LW_STOP_NONE) {
                return false;
            }
            if (set->n_states > MAX_STATES) {
                return true;
            }
        }
        layer = layer_end;
        layer_end = set->n_states;
        *found = (struct layer){.first = layer, .end = layer_end, .depth = depth + 1};
    }
    return layer < layer_end && !draft->failed;
}

/* No ball starts on a goal of its colour, unless that is allowed. */
static bool may_end_in(const struct draft *draft, const struct lw_move_board *board,
                       const uint8_t *state) {
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint32_t square = lw_move_board_square(board, state, ball);
        if (draft->request->values[O_HOME].i == 0 &&
            draft->squares[square].ball == board->colour[ball]) {
            return false;
        }
    }
    return true;
}

/* One of the layer's states, LW_STATE_NONE when none will do. */
static uint32_t draw_end(struct draft *draft, const struct lw_move_board *board,
                         const struct lw_state_set *set, const struct layer *layer) {
    uint32_t n = 0;
    for (uint32_t at = layer->first; at < layer->end; at++) {
        n += may_end_in(draft, board, lw_state_set_get(set, at));
    }
    uint32_t skip = n == 0 ? 0 : lw_rng_below(draft->rng, n);
    for (uint32_t at = layer->first; n > 0 && at < layer->end; at++) {
        if (may_end_in(draft, board, lw_state_set_get(set, at)) && skip-- == 0) {
            return at;
        }
    }
    return LW_STATE_NONE;
}

static void put_goals(struct draft *draft, const struct lw_move_board *board,
                      const uint8_t *state) {
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        draft->squares[i].goal = 0;
    }
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        draft->squares[lw_move_board_square(board, state, ball)].goal =
            board->colour[ball];
    }
}

/* Solves the draft as it is. search->solution must be initialised. */
static lw_status solve(struct draft *draft, const struct lw_move_level *level,
                       struct lw_move_search *search) {
    struct lw_move_board board;
    lw_status status = lw_move_board_init(&board, level, draft->runtime->alloc);
    if (status == LW_OK) {
        status =
            lw_move_meet_run(search, &board, NULL, &draft->meter, draft->runtime->alloc);
        lw_move_board_free(&board);
    }
    return status;
}

/* Does the draft need just the wanted number of moves? A search that ends at a limit
 * says no. */
static bool needs_moves(struct draft *draft) {
    struct lw_move_search search = {.outcome = LW_OUTCOME_LIMIT,
                                    .most_moves = draft->n_moves};
    struct lw_move_level *level = level_of(draft);
    if (level == NULL) {
        return false;
    }
    lw_buffer_init(&search.solution, draft->runtime->alloc);
    draft->failed |= solve(draft, level, &search) != LW_OK;
    lw_buffer_free(&search.solution);
    lw_level_destroy(&level->level);
    return search.outcome == LW_OUTCOME_SOLVED && search.n_moves == draft->n_moves;
}

/* Walks on at random from states of the layer until the goals of one walk's end are as
 * far as wanted: with so many states, most steps lead away. */
static bool walk_on(struct draft *draft, struct lw_move_board *board,
                    const struct lw_state_set *set, const struct layer *layer) {
    uint8_t states[2][24];
    for (uint32_t i = 0; i < MAX_WALKS && !draft->failed; i++) {
        uint32_t from =
            layer->first + lw_rng_below(draft->rng, layer->end - layer->first);
        uint32_t at = 0;
        memcpy(states[0], lw_state_set_get(set, from), board->state_bytes);
        for (uint32_t step = layer->depth; step < draft->n_moves; step++) {
            enum lw_dir dir = (enum lw_dir)lw_rng_below(draft->rng, LW_N_DIRS);
            (void)lw_move_board_step(board, states[at], dir, states[1 - at]);
            at = 1 - at;
        }
        if (may_end_in(draft, board, states[at])) {
            put_goals(draft, board, states[at]);
            if (needs_moves(draft)) {
                return true;
            }
        }
    }
    return false;
}

/* Puts the goals where the balls of a random state at the wanted depth stand. */
static bool draw_goals(struct draft *draft) {
    struct lw_move_level *level = level_of(draft);
    struct lw_move_board board;
    struct lw_state_set set;
    struct layer layer;
    if (level == NULL) {
        return false;
    }
    if (lw_move_board_init(&board, level, draft->runtime->alloc) != LW_OK) {
        draft->failed = true;
        lw_level_destroy(&level->level);
        return false;
    }
    lw_state_set_init(&set, draft->runtime->alloc, board.state_bytes);
    bool good = find_layer(draft, &board, &set, &layer);
    if (good && layer.depth < draft->n_moves) {
        good = walk_on(draft, &board, &set, &layer);
    } else if (good) {
        uint32_t end = draw_end(draft, &board, &set, &layer);
        good = end != LW_STATE_NONE;
        if (good) {
            put_goals(draft, &board, lw_state_set_get(&set, end));
        }
    }
    lw_state_set_free(&set);
    lw_move_board_free(&board);
    lw_level_destroy(&level->level);
    return good;
}

/* Does it take as many moves without the rock of that square? */
static bool is_idle(struct draft *draft, uint32_t square) {
    draft->squares[square].rock = 0;
    bool idle = needs_moves(draft);
    draft->squares[square].rock = 1;
    return idle;
}

/* Takes idle rocks away, one after another, until each one left matters; false when too
 * few are left. */
static bool drop_idle_rocks(struct draft *draft) {
    uint32_t n = draft->width * draft->height, n_rocks = 0, n_sure = 0;
    uint32_t at = lw_rng_below(draft->rng, n);
    for (uint32_t i = 0; i < n; i++) {
        n_rocks += draft->squares[i].rock;
    }
    if (draft->request->values[O_IDLE].i == 1) {
        return true;
    }
    /* What mattered may be idle once another rock is gone. */
    while (n_sure < n_rocks && !draft->failed) {
        at = (at + 1) % n;
        if (!draft->squares[at].rock) {
            continue;
        }
        n_sure++;
        if (is_idle(draft, at)) {
            draft->squares[at].rock = 0;
            n_rocks--;
            n_sure = 0;
        }
    }
    return n_rocks >= draft->request->values[O_ROCKS].lo;
}

/* Solves what was drawn, for its solution, and hands it on. */
static lw_status finish(struct draft *draft, const struct lw_generate_task *task) {
    struct lw_move_search search = {.outcome = LW_OUTCOME_LIMIT};
    struct lw_move_level *level = level_of(draft);
    if (level == NULL) {
        return LW_NO_MEMORY;
    }
    lw_buffer_init(&search.solution, draft->runtime->alloc);
    lw_status status = solve(draft, level, &search);
    if (status == LW_OK && search.outcome == LW_OUTCOME_SOLVED) {
        struct lw_candidate candidate = {.level = &level->level,
                                         .solution = lw_buffer_text(&search.solution)};
        candidate.score =
            lw_objective_value(&draft->request->objective, candidate.level,
                               candidate.solution, task->worker, search.ci_min);
        (void)task->emit(task->emit_ctx, &candidate);
    } else {
        lw_level_destroy(&level->level);
    }
    lw_buffer_free(&search.solution);
    return status;
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    struct draft *draft = lw_alloc_zero(task->runtime->alloc, 1, sizeof *draft);
    lw_status status = LW_OK;
    if (draft == NULL) {
        return lw_fail_memory(err);
    }
    draft->request = request;
    draft->runtime = task->runtime;
    struct lw_option_value moves =
        lw_objective_range(&request->objective, &request->values[O_MOVES], 6.5, 2.8, 1.5);
    draft->n_moves = aim(&moves, request->index);
    draft->rng = task->rng;
    lw_meter_start(&draft->meter, task->runtime, &request->budget);
    for (int64_t i = 0; i < request->values[O_TRIES].i && !draft->failed; i++) {
        if (lw_meter_check(&draft->meter) != LW_STOP_NONE) {
            break;
        }
        if (draw_board(draft) && draw_goals(draft) && drop_idle_rocks(draft)) {
            status = finish(draft, task);
            break;
        }
    }
    if (draft->failed || status != LW_OK) {
        status = lw_fail_memory(err);
    }
    lw_alloc_free(task->runtime->alloc, draft, sizeof *draft);
    return status;
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    const struct lw_option_value *values = request->values;
    (void)runtime;
    *shared = NULL;
    if (values[O_COLORS].lo > values[O_BALLS].hi) {
        return lw_fail_option(
            err, LW_USAGE, "colors",
            "--colors asks for at least %g but --balls allows only %g: every "
            "colour needs a ball",
            values[O_COLORS].lo, values[O_BALLS].hi);
    }
    double most = values[O_WIDTH].hi * values[O_HEIGHT].hi;
    if (values[O_BALLS].lo + values[O_ROCKS].lo > most) {
        return lw_fail_option(
            err, LW_USAGE, "balls",
            "--balls and --rocks do not fit a board of %g squares: ask for "
            "fewer or for a larger board",
            most);
    }
    return LW_OK;
}

const struct lw_generator lw_move_generator = {
    .name = "random",
    .summary = "random boards with goals at an exact number of moves",
    .options = options,
    .main_options = "width height balls moves",
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = make,
};
