/* Breadth-first search from both ends.
 *
 * Every colour has as many goals as balls, so there is one state to end in, and what can
 * lead to a state can be listed: going backwards, each ball either came from the square
 * behind or was held up where it is. Layers grow from the start and from the end,
 * always on the smaller side; once a new layer holds a state of the other side, the
 * states on shortest solutions are picked out of both, and the search of search.c,
 * confined to them, finds the first solution and counts them all. */
#include "move_internal.h"

#include <string.h>

/* Of more balls, each with its own way to have been held up, too many states can lead to
 * one. */
#define MAX_BALLS 16

struct side {
    struct lw_state_set set;
    uint32_t *starts; /* [layer]: number of its first state; layers stand in order */
    size_t starts_cap;
    uint32_t n_layers;
    bool backwards;
};

struct meeting {
    struct lw_move_search *search;
    struct lw_move_board *board;
    struct lw_meter *meter;
    const struct lw_alloc *alloc;
    struct side start, end;
    struct lw_state_set on; /* states on shortest solutions */
    uint8_t *now, *next;
    bool met;
    bool out_of_memory;
};

typedef void (*neighbour_fn)(struct meeting *meeting, void *ctx);

/* What leads to a state by one move. */

struct came {
    struct meeting *meeting;
    neighbour_fn found;
    void *ctx;
    enum lw_dir dir;
    uint16_t *order; /* balls, the foremost first */
};

enum { BALL_NONE, BALL_STAYED, BALL_CAME };

/* Fills next with the squares before the move and passes it on. */
static void pass_on(struct came *came) {
    struct meeting *meeting = came->meeting;
    struct lw_move_board *board = meeting->board;
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint32_t square = lw_move_board_square(board, meeting->now, ball);
        bool moved = board->held[square] == BALL_CAME;
        board->from[ball] =
            moved ? board->next[square][lw_dir_opposite(came->dir)] : (uint16_t)square;
    }
    lw_move_board_pack(board, board->from, meeting->next);
    came->found(meeting, came->ctx);
}

/* Decides for the k-th ball and those behind it whether they came or stayed. */
static void retrace(struct came *came, uint32_t k, bool any) {
    struct lw_move_board *board = came->meeting->board;
    if (k == board->n_balls) {
        if (any) {
            pass_on(came);
        }
        return;
    }
    uint32_t square = came->order[k];
    uint32_t ahead = board->next[square][came->dir];
    uint32_t behind = board->next[square][lw_dir_opposite(came->dir)];
    bool wall = ahead == LW_MOVE_NO_SQUARE;
    uint8_t front = wall ? BALL_NONE : board->held[ahead];
    /* The square ahead was taken before the move if its ball stayed, or, when any ball
     * blocks, if the one beyond came from it. */
    uint32_t beyond = wall ? LW_MOVE_NO_SQUARE : board->next[ahead][came->dir];
    bool left = beyond != LW_MOVE_NO_SQUARE && board->held[beyond] == BALL_CAME;
    if (front != BALL_CAME && (wall || front == BALL_STAYED || (!board->train && left))) {
        board->held[square] = BALL_STAYED;
        retrace(came, k + 1, any);
    }
    if (behind != LW_MOVE_NO_SQUARE && (board->train || front != BALL_CAME)) {
        board->held[square] = BALL_CAME;
        retrace(came, k + 1, true);
    }
    board->held[square] = BALL_NONE;
}

/* Squares of the balls of now, those farthest along dir first. */
static void sort_balls(const struct meeting *meeting, enum lw_dir dir, uint16_t *order) {
    bool up = dir == LW_DIR_UP || dir == LW_DIR_LEFT;
    for (uint32_t ball = 0; ball < meeting->board->n_balls; ball++) {
        uint16_t square =
            (uint16_t)lw_move_board_square(meeting->board, meeting->now, ball);
        uint32_t at = ball;
        for (; at > 0 && (order[at - 1] > square) == up; at--) {
            order[at] = order[at - 1];
        }
        order[at] = square;
    }
}

static void each_before(struct meeting *meeting, neighbour_fn found, void *ctx) {
    struct came came = {
        .meeting = meeting, .found = found, .ctx = ctx, .order = meeting->board->order};
    for (int dir = 0; dir < LW_N_DIRS; dir++) {
        came.dir = (enum lw_dir)dir;
        sort_balls(meeting, came.dir, came.order);
        retrace(&came, 0, false);
    }
}

static void each_after(struct meeting *meeting, neighbour_fn found, void *ctx) {
    for (int dir = 0; dir < LW_N_DIRS; dir++) {
        if (lw_move_board_step(meeting->board, meeting->now, (enum lw_dir)dir,
                               meeting->next)) {
            found(meeting, ctx);
        }
    }
}

/* Layers. */

static bool begin_layer(struct meeting *meeting, struct side *side) {
    if (!lw_grow(meeting->alloc, &side->starts, &side->starts_cap, side->n_layers + 2,
                 sizeof *side->starts)) {
        meeting->out_of_memory = true;
        return false;
    }
    side->starts[side->n_layers++] = side->set.n_states;
    side->starts[side->n_layers] = UINT32_MAX;
    return true;
}

static bool in_layer(const struct side *side, uint32_t layer, const uint8_t *state) {
    uint32_t number = lw_state_set_find(&side->set, state);
    return number != LW_STATE_NONE && number >= side->starts[layer] &&
           number < side->starts[layer + 1];
}

static void take_new(struct meeting *meeting, void *ctx) {
    struct side *side = ctx;
    const struct side *other = side->backwards ? &meeting->start : &meeting->end;
    bool added;
    meeting->search->n_generated++;
    uint32_t number = lw_state_set_add(&side->set, meeting->next, &added);
    meeting->out_of_memory |= number == LW_STATE_NONE;
    meeting->met |= added && !meeting->out_of_memory &&
                    lw_state_set_find(&other->set, meeting->next) != LW_STATE_NONE;
}

static uint32_t last_layer_size(const struct side *side) {
    return side->set.n_states - side->starts[side->n_layers - 1];
}

/* False when the budget or memory ends first. */
static bool grow(struct meeting *meeting, struct side *side) {
    uint32_t first = side->starts[side->n_layers - 1], last = side->set.n_states;
    if (!begin_layer(meeting, side)) {
        return false;
    }
    for (uint32_t number = first; number < last; number++) {
        if (lw_meter_tick(meeting->meter, 1) != LW_STOP_NONE) {
            meeting->search->stop = meeting->meter->stop;
            return false;
        }
        meeting->search->n_expanded++;
        memcpy(meeting->now, lw_state_set_get(&side->set, number),
               meeting->board->state_bytes);
        (side->backwards ? each_before : each_after)(meeting, take_new, side);
        if (meeting->out_of_memory) {
            return false;
        }
    }
    return true;
}

/* True when the sides have met or one is exhausted. */
static bool meet(struct meeting *meeting) {
    uint32_t most = meeting->search->most_moves;
    while (!meeting->met) {
        if (most != 0 && meeting->start.n_layers + meeting->end.n_layers - 2 == most) {
            return false;
        }
        uint32_t ahead = last_layer_size(&meeting->start);
        uint32_t back = last_layer_size(&meeting->end);
        if (ahead == 0 || back == 0) {
            meeting->search->outcome = LW_OUTCOME_UNSOLVABLE;
            return true;
        }
        if (!grow(meeting, back < ahead ? &meeting->end : &meeting->start)) {
            return false;
        }
    }
    return true;
}

/* The states on shortest solutions. */

struct pick {
    const struct side *side;
    uint32_t layer;
};

static void pick_one(struct meeting *meeting, void *ctx) {
    const struct pick *pick = ctx;
    bool added;
    if (in_layer(pick->side, pick->layer, meeting->next)) {
        meeting->out_of_memory |=
            lw_state_set_add(&meeting->on, meeting->next, &added) == LW_STATE_NONE;
    }
}

/* From the states where the sides met, layer by layer to where the side began. */
static void pick_layers(struct meeting *meeting, const struct side *side,
                        uint32_t n_met) {
    struct pick pick = {.side = side, .layer = side->n_layers - 1};
    uint32_t first = 0, last = n_met;
    while (pick.layer-- > 0) {
        uint32_t n_before = meeting->on.n_states;
        for (uint32_t number = first; number < last && !meeting->out_of_memory;
             number++) {
            memcpy(meeting->now, lw_state_set_get(&meeting->on, number),
                   meeting->board->state_bytes);
            (side->backwards ? each_after : each_before)(meeting, pick_one, &pick);
        }
        first = n_before;
        last = meeting->on.n_states;
    }
}

static bool pick_all(struct meeting *meeting) {
    const struct side *start = &meeting->start, *end = &meeting->end;
    bool added;
    for (uint32_t number = start->starts[start->n_layers - 1];
         number < start->set.n_states; number++) {
        const uint8_t *state = lw_state_set_get(&start->set, number);
        if (in_layer(end, end->n_layers - 1, state) &&
            lw_state_set_add(&meeting->on, state, &added) == LW_STATE_NONE) {
            return false;
        }
    }
    uint32_t n_met = meeting->on.n_states;
    pick_layers(meeting, start, n_met);
    pick_layers(meeting, end, n_met);
    return !meeting->out_of_memory;
}

static bool begin(struct meeting *meeting, const uint8_t *start) {
    struct lw_move_board *board = meeting->board;
    bool added;
    meeting->now = lw_alloc_get(meeting->alloc, board->state_bytes);
    meeting->next = lw_alloc_get(meeting->alloc, board->state_bytes);
    if (meeting->now == NULL || meeting->next == NULL ||
        !begin_layer(meeting, &meeting->start) || !begin_layer(meeting, &meeting->end)) {
        return false;
    }
    if (start != NULL) {
        memcpy(meeting->now, start, board->state_bytes);
    } else {
        lw_move_board_start(board, meeting->now);
    }
    lw_move_board_end(board, meeting->next);
    meeting->met = memcmp(meeting->now, meeting->next, board->state_bytes) == 0;
    return lw_state_set_add(&meeting->start.set, meeting->now, &added) != LW_STATE_NONE &&
           lw_state_set_add(&meeting->end.set, meeting->next, &added) != LW_STATE_NONE;
}

static void end_side(const struct lw_alloc *alloc, struct side *side) {
    lw_state_set_free(&side->set);
    lw_alloc_free(alloc, side->starts, side->starts_cap * sizeof *side->starts);
}

lw_status lw_move_meet_run(struct lw_move_search *search, struct lw_move_board *board,
                           const uint8_t *start, struct lw_meter *meter,
                           const struct lw_alloc *alloc) {
    if (board->n_balls > MAX_BALLS) {
        return lw_move_search_run(search, board, start, meter, alloc);
    }
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, alloc, meter->budget.memory_bytes);
    struct meeting meeting = {.search = search,
                              .board = board,
                              .meter = meter,
                              .alloc = &limit.alloc,
                              .end = {.backwards = true}};
    lw_state_set_init(&meeting.start.set, &limit.alloc, board->state_bytes);
    lw_state_set_init(&meeting.end.set, &limit.alloc, board->state_bytes);
    lw_state_set_init(&meeting.on, &limit.alloc, board->state_bytes);
    *search = (struct lw_move_search){.outcome = LW_OUTCOME_LIMIT,
                                      .solution = search->solution,
                                      .most_moves = search->most_moves};
    lw_status status = LW_OK;
    bool ok = begin(&meeting, start);
    bool ended = ok && meet(&meeting);
    ok = ok && !meeting.out_of_memory;
    uint32_t n_states = meeting.start.set.n_states + meeting.end.set.n_states;
    if (ok && ended && meeting.met) {
        ok = pick_all(&meeting);
        if (ok) {
            search->within = &meeting.on;
            status = lw_move_search_run(search, board, start, meter, &limit.alloc);
            search->within = NULL;
        }
    }
    search->n_states = n_states;
    search->peak_bytes = limit.peak_bytes;
    end_side(&limit.alloc, &meeting.start);
    end_side(&limit.alloc, &meeting.end);
    lw_state_set_free(&meeting.on);
    lw_alloc_free(&limit.alloc, meeting.now, board->state_bytes);
    lw_alloc_free(&limit.alloc, meeting.next, board->state_bytes);
    if ((!ok || status != LW_OK) && limit.refused) {
        search->outcome = LW_OUTCOME_LIMIT;
        search->stop = LW_STOP_MEMORY;
        return LW_OK;
    }
    return ok ? status : LW_NO_MEMORY;
}
