/* A plain breadth-first solver over pushes: exact, simple, and the reference that better
 * engines are compared with.
 *
 * A node is the box bits and the least square of the player's region; nodes are expanded
 * in order of insertion, so the first solved one has the fewest pushes. */
#include <string.h>

#include "sokoban_internal.h"

struct link {
    uint32_t parent;
    uint16_t from; /* the square the box was pushed from */
    uint8_t dir;
};

struct search {
    const struct lw_alloc *alloc;
    struct lw_sokoban_board *board;
    size_t box_bytes;
    struct lw_state_set set;
    struct link *links;
    size_t links_cap;
    uint8_t *state;   /* the node being expanded */
    uint8_t *child;   /* scratch for its successors */
    uint8_t *goals;   /* box bytes of the solved state */
    uint8_t *reached; /* [square] */
    uint8_t *came;    /* [square], direction of the step that reached it */
    uint16_t *queue;  /* [square] */
    size_t bytes;     /* of the one block behind the pointers above */
    uint64_t generated;
};

static bool has_box(const uint8_t *state, uint32_t square) {
    return state[square / 8] >> (square % 8) & 1;
}

static void flip_box(uint8_t *state, uint32_t square) {
    state[square / 8] ^= (uint8_t)(1u << (square % 8));
}

/* Marks what the player reaches from `from` and returns the least such square. */
static uint16_t flood(struct search *search, const uint8_t *state, uint16_t from) {
    const struct lw_sokoban_board *board = search->board;
    size_t head = 0, tail = 0;
    uint16_t least = from;
    memset(search->reached, 0, board->n_squares);
    search->reached[from] = 1;
    search->queue[tail++] = from;
    while (head < tail) {
        uint16_t at = search->queue[head++];
        least = at < least ? at : least;
        for (uint8_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint16_t to = board->next[at][dir];
            if (to != LW_SOKOBAN_NO_SQUARE && !search->reached[to] &&
                !has_box(state, to)) {
                search->reached[to] = 1;
                search->came[to] = dir;
                search->queue[tail++] = to;
            }
        }
    }
    return least;
}

static uint16_t player_of(const struct search *search, const uint8_t *state) {
    const uint8_t *bytes = state + search->box_bytes;
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

/* Adds the node with the player anywhere in its region. */
static bool add(struct search *search, uint8_t *state, uint16_t player,
                struct link link) {
    uint16_t least = flood(search, state, player);
    state[search->box_bytes] = (uint8_t)least;
    state[search->box_bytes + 1] = (uint8_t)(least >> 8);
    bool added;
    uint32_t number = lw_state_set_add(&search->set, state, &added);
    if (number == LW_STATE_NONE ||
        !lw_grow(search->alloc, &search->links, &search->links_cap, (size_t)number + 1,
                 sizeof *search->links)) {
        return false;
    }
    if (added) {
        search->links[number] = link;
    }
    return true;
}

static bool prepare(struct search *search) {
    size_t n = search->board->n_squares;
    search->box_bytes = (n + 7) / 8;
    size_t state_bytes = search->box_bytes + 2;
    lw_state_set_init(&search->set, search->alloc, state_bytes);
    search->bytes =
        n * sizeof *search->queue + state_bytes * 2 + search->box_bytes + n * 2;
    uint8_t *block = lw_alloc_zero(search->alloc, search->bytes, 1);
    if (block == NULL) {
        return false;
    }
    search->queue = (uint16_t *)(void *)block;
    search->state = block + n * sizeof *search->queue;
    search->child = search->state + state_bytes;
    search->goals = search->child + state_bytes;
    search->reached = search->goals + search->box_bytes;
    search->came = search->reached + n;
    for (uint32_t i = 0; i < search->board->n_boxes; i++) {
        flip_box(search->goals, search->board->goals[i]);
    }
    return true;
}

/* The start: the level's own or a packed play state. */
static bool add_start(struct search *search, const uint8_t *packed) {
    uint16_t player = search->board->player;
    if (packed != NULL) {
        memcpy(search->child, packed, search->box_bytes);
        player =
            (uint16_t)(packed[search->box_bytes] | packed[search->box_bytes + 1] << 8);
    } else {
        for (uint32_t i = 0; i < search->board->n_boxes; i++) {
            flip_box(search->child, search->board->boxes[i]);
        }
    }
    return add(search, search->child, player, (struct link){.parent = LW_STATE_NONE});
}

/* Every push of node `number`; *solved gets the number of a solved successor. */
static bool expand(struct search *search, uint32_t number, uint32_t *solved) {
    const struct lw_sokoban_board *board = search->board;
    memcpy(search->state, lw_state_set_get(&search->set, number),
           search->set.state_bytes);
    for (uint16_t box = 0; box < board->n_squares; box++) {
        for (uint8_t dir = 0; dir < LW_N_DIRS && has_box(search->state, box); dir++) {
            uint16_t to = board->next[box][dir];
            uint16_t behind = board->next[box][lw_dir_opposite((enum lw_dir)dir)];
            if (to == LW_SOKOBAN_NO_SQUARE || behind == LW_SOKOBAN_NO_SQUARE ||
                has_box(search->state, to)) {
                continue;
            }
            (void)flood(search, search->state, player_of(search, search->state));
            if (!search->reached[behind]) {
                continue;
            }
            memcpy(search->child, search->state, search->set.state_bytes);
            flip_box(search->child, box);
            flip_box(search->child, to);
            search->generated++;
            struct link link = {.parent = number, .from = box, .dir = dir};
            if (!add(search, search->child, box, link)) {
                return false;
            }
            if (memcmp(search->child, search->goals, search->box_bytes) == 0) {
                /* A level that starts solved closes its circle on a known node. */
                *solved = lw_state_set_find(&search->set, search->child);
                if (search->links[*solved].parent == LW_STATE_NONE) {
                    search->links[*solved] = link;
                }
                return true;
            }
        }
    }
    return true;
}

/* The walk from `from` to `to` among the boxes of state, backwards into out. */
static void walk(struct search *search, const uint8_t *state, uint16_t from, uint16_t to,
                 struct lw_buffer *out) {
    (void)flood(search, state, from);
    while (to != from) {
        enum lw_dir dir = (enum lw_dir)search->came[to];
        lw_buffer_putc(out, lw_sokoban_walk_letters[dir]);
        to = search->board->next[to][lw_dir_opposite(dir)];
    }
}

/* Builds the moves from the last push to the first, then turns them round. */
static void trace(struct search *search, uint32_t last, uint16_t start_player,
                  struct lw_buffer *out) {
    struct link link = search->links[last];
    for (bool more = true; more;) {
        uint32_t parent = link.parent;
        struct link before = search->links[parent];
        bool first = parent == 0 || before.parent == LW_STATE_NONE;
        uint16_t behind =
            search->board->next[link.from][lw_dir_opposite((enum lw_dir)link.dir)];
        uint16_t stood = first ? start_player : before.from;
        lw_buffer_putc(out, lw_sokoban_push_letters[link.dir]);
        memcpy(search->state, lw_state_set_get(&search->set, parent), search->box_bytes);
        walk(search, search->state, stood, behind, out);
        more = !first;
        link = before;
    }
    for (size_t i = 0, j = out->len; out->data != NULL && i + 1 < j; i++) {
        char hold = out->data[--j];
        out->data[j] = out->data[i];
        out->data[i] = hold;
    }
}

static lw_status run(struct search *search, const struct lw_solve_request *request,
                     struct lw_meter *meter, struct lw_solve_result *result) {
    uint32_t solved = LW_STATE_NONE, number = 0;
    bool memory = prepare(search) && add_start(search, request->state);
    for (; memory && solved == LW_STATE_NONE && number < search->set.n_states; number++) {
        if (lw_meter_tick(meter, 1) != LW_STOP_NONE) {
            break;
        }
        memory = expand(search, number, &solved);
    }
    result->expanded = number;
    result->generated = search->generated;
    result->closed = search->set.n_states;
    if (solved != LW_STATE_NONE) {
        const uint8_t *packed = request->state;
        uint16_t player = packed == NULL ? search->board->player
                                         : (uint16_t)(packed[search->box_bytes] |
                                                      packed[search->box_bytes + 1] << 8);
        trace(search, solved, player, &result->solution);
        result->outcome = LW_OUTCOME_SOLVED;
        result->optimal = request->metric == LW_SOKOBAN_METRIC_PUSHES;
        return lw_buffer_ok(&result->solution) ? LW_OK : LW_NO_MEMORY;
    }
    result->outcome =
        memory && meter->stop == LW_STOP_NONE ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_LIMIT;
    result->stop = memory ? meter->stop : LW_STOP_MEMORY;
    return LW_OK;
}

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, runtime->alloc, request->budget.memory_bytes);
    struct search search = {.alloc = &limit.alloc};
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, &request->budget);
    lw_status status = lw_sokoban_board_create(level, search.alloc, &search.board, err);
    if (status == LW_OK) {
        status = run(&search, request, &meter, result);
        result->engine = "breadth-first";
        lw_state_set_free(&search.set);
        lw_alloc_free(search.alloc, search.links,
                      search.links_cap * sizeof *search.links);
        lw_alloc_free(search.alloc, search.queue, search.bytes);
        lw_sokoban_board_destroy(search.board);
    }
    result->peak_bytes = limit.peak_bytes;
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    if (status == LW_OK && result->outcome == LW_OUTCOME_SOLVED &&
        request->state == NULL) {
        status = lw_sokoban_measure(level, lw_buffer_text(&result->solution),
                                    result->solution.len, result->measures, err);
    }
    return status;
}

const struct lw_solve_ops lw_sokoban_solve_ops = {
    .metrics = lw_sokoban_metrics,
    .n_metrics = LW_SOKOBAN_N_METRICS,
    .measures = lw_sokoban_measures,
    .n_measures = LW_SOKOBAN_N_MEASURES,
    .solve = solve,
    .measure = lw_sokoban_measure,
};
