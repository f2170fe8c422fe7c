/* The automated player: breadth-first and best-first over packed states.
 *
 * The strongest strategy takes all positions that the player can walk between, with
 * nothing else changed, as one node: the arrangement of everything else.
 *
 * Every state is kept once, in a flat set; its number leads to its parent, the move that
 * made it and, for best-first, its place in a heap. An expansion tries all moves; a win
 * is noticed when it is made, so breadth-first proves the fewest moves. */
#include <string.h>

#include "analyse/analyse_internal.h"

/* Of the scores added up for best-first, in moves: the paper's evaluation (0 to 1)
 * decides only between positions of equal cost. */
#define TIE_WEIGHT 0.1
#define NOVELTY_WEIGHT 2

struct item {
    float score;
    uint32_t state;
};

struct node {
    uint32_t parent;
    uint8_t move; /* that led here */
    bool expanded;
};

struct player {
    const struct lw_alloc *alloc;
    struct lw_meter *meter;
    struct lw_play *play;
    struct lw_ps_engine *engine;
    struct ps_evaluator *evaluator; /* NULL for breadth-first */
    struct ps_cost *cost;           /* NULL: the evaluation alone */
    struct ps_novelty *novelty;     /* NULL: not looked at */
    enum lw_ps_strategy strategy;
    lw_step_move moves[8];
    size_t n_moves;
    bool quiet; /* a turn that changes no object changes nothing */
    struct lw_state_set seen;
    struct node *nodes; /* [state] */
    size_t nodes_cap;
    struct item *heap;
    size_t n_heap, heap_cap;
    uint8_t *state, *child;
    uint8_t *walker;  /* the player's bits of a state; NULL: every position by itself */
    uint32_t *region; /* positions of the arrangement being expanded */
    size_t n_region, region_cap;
    uint32_t won_from;
    lw_step_move won_by;
    struct lw_ps_playout *out;
};

/* The heap. */

static bool before(const struct item *a, const struct item *b) {
    return a->score != b->score ? a->score < b->score : a->state < b->state;
}

static bool heap_push(struct player *p, struct item item) {
    if (!lw_grow(p->alloc, &p->heap, &p->heap_cap, p->n_heap + 1, sizeof *p->heap)) {
        return false;
    }
    size_t at = p->n_heap++;
    while (at > 0 && before(&item, &p->heap[(at - 1) / 2])) {
        p->heap[at] = p->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    p->heap[at] = item;
    return true;
}

static uint32_t heap_pop(struct player *p) {
    uint32_t state = p->heap[0].state;
    struct item last = p->heap[--p->n_heap];
    size_t at = 0;
    while (2 * at + 1 < p->n_heap) {
        size_t down = 2 * at + 1;
        down += down + 1 < p->n_heap && before(&p->heap[down + 1], &p->heap[down]);
        if (!before(&p->heap[down], &last)) {
            break;
        }
        p->heap[at] = p->heap[down];
        at = down;
    }
    p->heap[at] = last;
    return state;
}

/* States. */

static float score_of(struct player *p) {
    double output = 1;
    double score =
        lw_ps_evaluate(p->evaluator, p->engine, p->strategy != LW_PS_BEST_OLD, &output);
    p->out->best_output = output < p->out->best_output ? output : p->out->best_output;
    if (p->cost != NULL) {
        score = lw_ps_cost_of(p->cost, p->engine) + TIE_WEIGHT * score;
    }
    if (p->novelty != NULL) {
        score +=
            NOVELTY_WEIGHT *
            lw_ps_novelty_of(p->novelty, lw_ps_evaluate_class(p->evaluator), p->child);
    }
    return (float)score;
}

static bool remember(struct player *p, uint32_t parent, lw_step_move move,
                     uint32_t *number, bool *added) {
    *number = lw_state_set_add(&p->seen, p->child, added);
    if (*number == LW_STATE_NONE || !lw_grow(p->alloc, &p->nodes, &p->nodes_cap,
                                             (size_t)*number + 1, sizeof *p->nodes)) {
        return false;
    }
    if (*added) {
        p->nodes[*number] = (struct node){.parent = parent, .move = (uint8_t)move};
    }
    return true;
}

static bool join_region(struct player *p, uint32_t number) {
    if (p->nodes[number].expanded) {
        return true;
    }
    p->nodes[number].expanded = true;
    if (!lw_grow(p->alloc, &p->region, &p->region_cap, p->n_region + 1,
                 sizeof *p->region)) {
        return false;
    }
    p->region[p->n_region++] = number;
    return true;
}

/* Did nothing but the player move? */
static bool walked(const struct player *p) {
    for (size_t i = 0; p->walker != NULL && i < p->play->state_bytes; i++) {
        if (((p->state[i] ^ p->child[i]) & ~p->walker[i]) != 0) {
            return false;
        }
    }
    return p->walker != NULL;
}

/* Keeps the engine's position, packed in child, unless it is known. */
static bool keep(struct player *p, uint32_t parent, lw_step_move move) {
    bool added;
    uint32_t number;
    if (!remember(p, parent, move, &number, &added)) {
        return false;
    }
    if (parent != LW_STATE_NONE && walked(p)) {
        return join_region(p, number);
    }
    return !added || p->evaluator == NULL ||
           heap_push(p, (struct item){score_of(p), number});
}

/* False when memory is out; a win is noted. */
static bool expand_position(struct player *p, uint32_t number) {
    memcpy(p->state, lw_state_set_get(&p->seen, number), p->play->state_bytes);
    p->out->expanded++;
    for (size_t i = 0; i < p->n_moves; i++) {
        lw_ps_unpack(p->engine, p->state);
        struct lw_ps_turn turn =
            lw_ps_play(p->engine, (enum lw_ps_input)(int)p->moves[i]);
        p->out->generated++;
        if (turn.won) {
            p->won_from = number;
            p->won_by = p->moves[i];
            return true;
        }
        if (p->quiet && !turn.changed) {
            continue;
        }
        lw_ps_pack(p->engine, p->child);
        if (!keep(p, number, p->moves[i])) {
            return false;
        }
    }
    return true;
}

/* With walking, all positions that the player can walk to are expanded together: they
 * are one arrangement of everything else. Each counts. */
static enum lw_stop expand(struct player *p, uint32_t number) {
    p->out->arrangements++;
    p->n_region = 0;
    if (!join_region(p, number)) {
        return LW_STOP_MEMORY;
    }
    for (size_t i = 0; i < p->n_region && p->won_from == LW_STATE_NONE; i++) {
        enum lw_stop stop = lw_meter_tick(p->meter, 1);
        if (stop != LW_STOP_NONE) {
            return stop;
        }
        if (!expand_position(p, p->region[i])) {
            return LW_STOP_MEMORY;
        }
    }
    return LW_STOP_NONE;
}

static bool next(struct player *p, uint32_t *number) {
    if (p->evaluator == NULL) {
        *number = (uint32_t)p->out->expanded;
        return *number < p->seen.n_states;
    }
    while (p->n_heap > 0) {
        *number = heap_pop(p);
        if (!p->nodes[*number].expanded) {
            return true;
        }
    }
    return false;
}

static void search(struct player *p) {
    struct lw_ps_playout *out = p->out;
    uint32_t number;
    out->outcome = LW_OUTCOME_LIMIT;
    if (!keep(p, LW_STATE_NONE, 0)) {
        out->stop = LW_STOP_MEMORY;
        return;
    }
    out->first_output = out->best_output;
    while (next(p, &number)) {
        out->stop = expand(p, number);
        if (out->stop != LW_STOP_NONE) {
            return;
        }
        if (p->won_from != LW_STATE_NONE) {
            out->outcome = LW_OUTCOME_SOLVED;
            return;
        }
    }
    out->outcome = LW_OUTCOME_UNSOLVABLE;
}

static void tell_moves(const struct player *p, struct lw_buffer *moves) {
    static const char letters[] = "uldrx";
    lw_buffer_putc(moves, letters[p->won_by]);
    for (uint32_t at = p->won_from; p->nodes[at].parent != LW_STATE_NONE;
         at = p->nodes[at].parent) {
        lw_buffer_putc(moves, letters[p->nodes[at].move]);
    }
    for (size_t i = 0; lw_buffer_ok(moves) && i < moves->len / 2; i++) {
        char c = moves->data[i];
        moves->data[i] = moves->data[moves->len - 1 - i];
        moves->data[moves->len - 1 - i] = c;
    }
}

/* The bits of a packed state that are the player's: a plane of cells for each object that
 * can change, in the order of ids. */
static bool find_walker(struct player *p, const struct lw_ps_level *level) {
    const struct lw_ps_game *game = lw_ps_game_of(level->base.game);
    size_t plane = ((size_t)level->width * level->height + 7) / 8, n = 0;
    p->walker = lw_alloc_zero(p->alloc, 1, p->play->state_bytes);
    if (p->walker == NULL) {
        return false;
    }
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if (game->objects[id].is_static) {
            continue;
        }
        if (lw_ps_has(game->player, id)) {
            memset(p->walker + n * plane, 0xff, plane);
        }
        n++;
    }
    return true;
}

/* One playout. */

static lw_status open(struct player *p, const struct lw_level *level,
                      const struct lw_ps_analysis *analysis, const void *state,
                      struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(level->game);
    const struct lw_ps_level *own = lw_ps_level_of(level);
    lw_status status = lw_ps_play_ops.open(level, p->alloc, &p->play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = p->play->state_bytes;
    p->engine = lw_ps_engine_of(p->play);
    p->quiet = !game->has_random && !game->has_checkpoint;
    lw_state_set_init(&p->seen, p->alloc, bytes);
    p->state = lw_alloc_get(p->alloc, bytes);
    p->child = lw_alloc_get(p->alloc, bytes);
    if (p->state == NULL || p->child == NULL) {
        return lw_fail_memory(err);
    }
    if (state == NULL) {
        lw_ps_play_ops.start(p->play, p->child);
    } else {
        memcpy(p->child, state, bytes);
    }
    lw_step_move moves[LW_MAX_MOVES];
    p->n_moves = lw_ps_play_ops.moves(p->play, p->child, moves);
    memcpy(p->moves, moves, p->n_moves * sizeof *moves);
    lw_ps_unpack(p->engine, p->child);
    if (p->strategy == LW_PS_BEST_MIXED && p->quiet && !find_walker(p, own)) {
        return lw_fail_memory(err);
    }
    if (p->strategy == LW_PS_BEST_MIXED) {
        status = lw_ps_cost_create(game, own, p->alloc, &p->cost, err);
        if (status != LW_OK) {
            return status;
        }
    }
    if (p->strategy == LW_PS_BEST_MIXED && p->quiet && lw_ps_novelty_suits(bytes)) {
        p->novelty = lw_ps_novelty_create(bytes, p->alloc);
        if (p->novelty == NULL) {
            return lw_fail_memory(err);
        }
    }
    return p->strategy == LW_PS_BREADTH
               ? LW_OK
               : lw_ps_evaluator_create(analysis, own->width, own->height, p->alloc,
                                        &p->evaluator, err);
}

static void close(struct player *p) {
    size_t bytes = p->play == NULL ? 0 : p->play->state_bytes;
    lw_ps_cost_destroy(p->cost);
    lw_ps_novelty_destroy(p->novelty);
    lw_ps_evaluator_destroy(p->evaluator);
    lw_alloc_free(p->alloc, p->heap, p->heap_cap * sizeof *p->heap);
    lw_alloc_free(p->alloc, p->nodes, p->nodes_cap * sizeof *p->nodes);
    lw_alloc_free(p->alloc, p->state, bytes);
    lw_alloc_free(p->alloc, p->child, bytes);
    lw_alloc_free(p->alloc, p->walker, bytes);
    lw_alloc_free(p->alloc, p->region, p->region_cap * sizeof *p->region);
    if (p->play != NULL) {
        lw_state_set_free(&p->seen);
        lw_ps_play_ops.close(p->play);
    }
}

lw_status lw_ps_play_level(const struct lw_ps_playing *playing,
                           const struct lw_alloc *alloc, struct lw_meter *meter,
                           struct lw_ps_playout *out, struct lw_error *err) {
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, alloc, meter->budget.memory_bytes);
    *out = (struct lw_ps_playout){.first_output = 1, .best_output = 1};
    lw_buffer_init(&out->moves, alloc);
    struct player p = {.alloc = &limit.alloc,
                       .meter = meter,
                       .strategy = playing->strategy,
                       .won_from = LW_STATE_NONE,
                       .out = out};
    lw_status status = open(&p, playing->level, playing->analysis, playing->state, err);
    if (status == LW_OK) {
        search(&p);
        if (out->outcome == LW_OUTCOME_SOLVED) {
            tell_moves(&p, &out->moves);
            status = lw_buffer_ok(&out->moves) ? LW_OK : lw_fail_memory(err);
        }
        out->closed = p.seen.n_states;
        out->warning = lw_ps_play_ops.warning(p.play);
    } else if (status == LW_NO_MEMORY && limit.refused) {
        out->outcome = LW_OUTCOME_LIMIT;
        out->stop = LW_STOP_MEMORY;
        status = LW_OK;
    }
    close(&p);
    out->peak_bytes = limit.peak_bytes;
    return status;
}
