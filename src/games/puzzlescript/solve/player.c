/* The automated player: breadth-first and best-first over packed states.
 *
 * The strongest strategy takes all positions that the player can walk between, with
 * nothing else changed, as one node: the arrangement of everything else.
 *
 * Every state is kept once, in a flat set; its number leads to its parent, the move that
 * made it and, for best-first, its place in a heap. An expansion tries all moves; a win
 * is noticed when it is made, so breadth-first proves the fewest moves. */
#include <string.h>

#include "solve/player_internal.h"

/* Of the scores added up for best-first, in moves: the paper's evaluation (0 to 1)
 * decides only between positions of equal cost. */
#define TIE_WEIGHT 0.1
#define NOVELTY_WEIGHT 2
#define RANK_WEIGHT 100000 /* of the width search: more than is ever left */

/* Work between two looks at the clock: about a millisecond. */
#define WORK_BETWEEN_CHECKS 200000
/* Work of one move beyond which it is not tried: about a fifth of a second. */
#define MAX_MOVE_WORK 40000000

/* The heap. */

static bool before(const struct ps_item *a, const struct ps_item *b) {
    return a->score != b->score ? a->score < b->score : a->state < b->state;
}

static bool heap_push(struct ps_player *p, struct ps_item item) {
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

static uint32_t heap_pop(struct ps_player *p) {
    uint32_t state = p->heap[0].state;
    struct ps_item last = p->heap[--p->n_heap];
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

/* What is new first, and of that what has least left to do. */
static float width_score(struct ps_player *p, uint32_t parent) {
    uint64_t key;
    uint32_t left = lw_ps_width_left(p->width, p->child, &key);
    int rank = lw_ps_width_rank(p->width, key, p->child,
                                parent == LW_STATE_NONE ? NULL : p->state,
                                parent != LW_STATE_NONE && key == p->parent_key);
    p->work += lw_ps_width_work(p->width);
    return (float)(RANK_WEIGHT * rank + (left < RANK_WEIGHT ? left : RANK_WEIGHT - 1));
}

static float score_of(struct ps_player *p, uint32_t parent) {
    double output = 1;
    if (p->width != NULL) {
        return width_score(p, parent);
    }
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

static bool remember(struct ps_player *p, uint32_t parent, lw_step_move move,
                     uint32_t *number, bool *added) {
    *number = lw_state_set_add(&p->seen, p->child, added);
    if (*number == LW_STATE_NONE || !lw_grow(p->alloc, &p->nodes, &p->nodes_cap,
                                             (size_t)*number + 1, sizeof *p->nodes)) {
        return false;
    }
    if (*added) {
        p->nodes[*number] = (struct ps_node){.parent = parent, .move = (uint8_t)move};
    }
    return true;
}

static bool join_region(struct ps_player *p, uint32_t number) {
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
static bool walked(const struct ps_player *p) {
    for (size_t i = 0; p->walker != NULL && i < p->play->state_bytes; i++) {
        if (((p->state[i] ^ p->child[i]) & ~p->walker[i]) != 0) {
            return false;
        }
    }
    return p->walker != NULL;
}

/* Keeps the engine's position, packed in child, unless it is known. */
static bool keep(struct ps_player *p, uint32_t parent, lw_step_move move) {
    bool added;
    uint32_t number;
    if (!remember(p, parent, move, &number, &added)) {
        return false;
    }
    if (parent != LW_STATE_NONE && walked(p)) {
        return join_region(p, number);
    }
    return !added || p->strategy == LW_PS_BREADTH ||
           heap_push(p, (struct ps_item){score_of(p, parent), number});
}

/* One move from the state being expanded; false when memory is out. A win is noted. */
static bool try_move(struct ps_player *p, uint32_t number, lw_step_move move,
                     bool *moved) {
    uint64_t before = lw_ps_spent(p->engine);
    lw_ps_set_spending_limit(p->engine, before + MAX_MOVE_WORK);
    struct lw_ps_turn turn = lw_ps_play(p->engine, (enum lw_ps_input)(int)move);
    uint64_t spent = lw_ps_spent(p->engine) - before;
    p->out->generated++;
    p->work += spent;
    *moved = !p->quiet || turn.changed || spent >= MAX_MOVE_WORK;
    if (spent >= MAX_MOVE_WORK) {
        p->incomplete = true;
    } else if (turn.won) {
        p->won_from = number;
        p->won_by = move;
    } else if (*moved) {
        lw_ps_pack(p->engine, p->child);
        return keep(p, number, move);
    }
    return true;
}

/* Nodes are counted by the meter, which looks at the clock every few hundred: in games
 * whose turns are slow that is too late. */
static enum lw_stop look_at_clock(struct ps_player *p) {
    if (p->work - p->checked < WORK_BETWEEN_CHECKS) {
        return p->meter->stop;
    }
    p->checked = p->work;
    return lw_meter_check(p->meter);
}

static enum lw_stop expand_position(struct ps_player *p, uint32_t number) {
    bool moved = true;
    memcpy(p->state, lw_state_set_get(&p->seen, number), p->play->state_bytes);
    p->out->expanded++;
    p->work += p->play->state_bytes;
    if (p->width != NULL) {
        (void)lw_ps_width_left(p->width, p->state, &p->parent_key);
    }
    for (size_t i = 0; i < p->n_moves && p->won_from == LW_STATE_NONE; i++) {
        if (moved) {
            lw_ps_unpack(p->engine, p->state);
        }
        if (!try_move(p, number, p->moves[i], &moved)) {
            return LW_STOP_MEMORY;
        }
        if (look_at_clock(p) != LW_STOP_NONE && p->won_from == LW_STATE_NONE) {
            return p->meter->stop;
        }
    }
    return LW_STOP_NONE;
}

/* With walking, all positions that the player can walk to are expanded together: they
 * are one arrangement of everything else. Each counts. */
static enum lw_stop expand(struct ps_player *p, uint32_t number) {
    p->out->arrangements++;
    p->n_region = 0;
    if (!join_region(p, number)) {
        return LW_STOP_MEMORY;
    }
    for (size_t i = 0; i < p->n_region && p->won_from == LW_STATE_NONE; i++) {
        enum lw_stop stop = lw_meter_tick(p->meter, 1);
        if (stop == LW_STOP_NONE) {
            stop = expand_position(p, p->region[i]);
        }
        if (stop != LW_STOP_NONE) {
            return stop;
        }
    }
    return LW_STOP_NONE;
}

static bool next(struct ps_player *p, uint32_t *number) {
    if (p->strategy == LW_PS_BREADTH) {
        *number = (uint32_t)p->out->expanded;
        if (*number == p->layer_end) {
            p->depth++;
            p->layer_end = p->seen.n_states;
        }
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

bool lw_ps_player_run(struct ps_player *p, uint64_t work) {
    struct lw_ps_playout *out = p->out;
    uint64_t end = p->work + work < p->work ? UINT64_MAX : p->work + work;
    uint32_t number;
    while (p->work < end) {
        if (!next(p, &number)) {
            out->outcome = p->incomplete ? LW_OUTCOME_LIMIT : LW_OUTCOME_UNSOLVABLE;
            out->stop = p->incomplete ? LW_STOP_NODES : LW_STOP_NONE;
            return false;
        }
        out->stop = expand(p, number);
        if (out->stop != LW_STOP_NONE) {
            return false;
        }
        if (p->won_from != LW_STATE_NONE) {
            out->outcome = LW_OUTCOME_SOLVED;
            return false;
        }
    }
    return true;
}

void lw_ps_player_moves(const struct ps_player *p, struct lw_buffer *moves) {
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
static bool find_walker(struct ps_player *p, const struct lw_ps_level *level) {
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

/* Life. */

static lw_status open_play(struct ps_player *p, const struct lw_ps_playing *playing,
                           struct lw_error *err) {
    lw_step_move moves[LW_MAX_MOVES];
    lw_status status = lw_ps_play_ops.open(playing->level, p->alloc, &p->play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = p->play->state_bytes;
    p->engine = lw_ps_engine_of(p->play);
    lw_state_set_init(&p->seen, p->alloc, bytes);
    p->state = lw_alloc_get(p->alloc, bytes);
    p->child = lw_alloc_get(p->alloc, bytes);
    if (p->state == NULL || p->child == NULL) {
        return lw_fail_memory(err);
    }
    if (playing->state == NULL) {
        lw_ps_play_ops.start(p->play, p->child);
    } else {
        memcpy(p->child, playing->state, bytes);
    }
    p->n_moves = lw_ps_play_ops.moves(p->play, p->child, moves);
    memcpy(p->moves, moves, p->n_moves * sizeof *moves);
    lw_ps_unpack(p->engine, p->child);
    return LW_OK;
}

/* What the mixed strategy looks at beside the evaluation. */
static lw_status open_mixed(struct ps_player *p, const struct lw_ps_level *level,
                            struct lw_error *err) {
    size_t bytes = p->play->state_bytes;
    if (p->quiet && !find_walker(p, level)) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_ps_cost_create(lw_ps_game_of(level->base.game), level, p->alloc,
                                         &p->cost, err);
    if (status == LW_OK && p->quiet && lw_ps_novelty_suits(bytes)) {
        p->novelty = lw_ps_novelty_create(bytes, p->alloc);
        status = p->novelty == NULL ? lw_fail_memory(err) : LW_OK;
    }
    return status;
}

lw_status lw_ps_player_open(struct ps_player *p, const struct lw_ps_playing *playing,
                            struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(playing->level->game);
    const struct lw_ps_level *level = lw_ps_level_of(playing->level);
    *p->out = (struct lw_ps_playout){
        .outcome = LW_OUTCOME_LIMIT, .first_output = 1, .best_output = 1};
    p->strategy = playing->strategy;
    p->won_from = LW_STATE_NONE;
    p->quiet = !game->has_random && !game->has_checkpoint;
    lw_status status = open_play(p, playing, err);
    if (status == LW_OK && p->strategy == LW_PS_BEST_MIXED) {
        status = open_mixed(p, level, err);
    }
    if (status == LW_OK && p->strategy == LW_PS_WIDTH) {
        status = lw_ps_width_create(game, level, p->alloc, &p->width, err);
    } else if (status == LW_OK && p->strategy != LW_PS_BREADTH) {
        struct lw_ps_analysis plain = *playing->analysis;
        plain.n_pairs = playing->quick ? 0 : plain.n_pairs;
        status = lw_ps_evaluator_create(&plain, level->width, level->height, p->alloc,
                                        &p->evaluator, err);
    }
    if (status == LW_OK && !keep(p, LW_STATE_NONE, 0)) {
        status = lw_fail_memory(err);
    }
    p->layer_end = 1;
    p->out->first_output = p->out->best_output;
    return status;
}

void lw_ps_player_close(struct ps_player *p) {
    size_t bytes = p->play == NULL ? 0 : p->play->state_bytes;
    lw_ps_cost_destroy(p->cost);
    lw_ps_novelty_destroy(p->novelty);
    lw_ps_width_destroy(p->width);
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
