/* Sweeps over packed states; farthest_sweep.h has the idea. */
#include "make/farthest/farthest_sweep.h"

#include <string.h>

#include "lw/base/compiler.h"
#include "make/farthest/farthest_plain.h"

#define NO_PARENT UINT32_MAX
/* Enough for a start worth giving out; a few milliseconds. */
#define STATES_AT_LEAST 4096u
#define MAX_TRACED 512u
#define CLEAR_SHARE 16u

bool lw_sok_sweep_serves(const struct far_setting *setting) {
    return (setting->metric == FAR_LINES || setting->metric == FAR_PUSHES) &&
           setting->map->n_floors <= SWEEP_MAX_FLOORS;
}

void lw_sok_sweep_init(struct far_sweep *sweep, const struct far_setting *setting,
                       size_t memory_bytes, const struct lw_alloc *alloc,
                       const struct lw_meter *meter) {
    memset(sweep, 0, sizeof *sweep);
    sweep->alloc = alloc;
    sweep->setting = *setting;
    sweep->memory_bytes = memory_bytes;
    sweep->meter = meter;
    const struct far_map *map = setting->map;
    for (uint32_t i = 0; i < map->n_floors; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = map->next[i][dir];
            if (to != FAR_NONE) {
                sweep->near[i][to / 64] |= (uint64_t)1 << to % 64;
            }
        }
    }
    for (uint32_t n = 0; n <= SWEEP_MAX_FLOORS; n++) {
        sweep->binomial[n][0] = 1;
        for (uint32_t k = 1; n > 0 && k <= FAR_MAX_BOXES; k++) {
            uint64_t sum =
                (uint64_t)sweep->binomial[n - 1][k - 1] + sweep->binomial[n - 1][k];
            sweep->binomial[n][k] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
        }
    }
}

void lw_sok_sweep_resize(struct far_sweep *sweep, uint32_t n_boxes) {
    sweep->setting.n_boxes = n_boxes;
}

void lw_sok_sweep_free(struct far_sweep *sweep) {
    lw_alloc_free(sweep->alloc, sweep->seen, sweep->seen_words * sizeof *sweep->seen);
    lw_alloc_free(sweep->alloc, sweep->nodes, sweep->cap * sizeof *sweep->nodes);
    sweep->seen = NULL;
    sweep->nodes = NULL;
    sweep->seen_words = sweep->cap = 0;
}

/* Sets of squares. */

static inline bool has(const uint64_t *set, uint32_t square) {
    return (set[square / 64] >> square % 64 & 1) != 0;
}

static inline void put(uint64_t *set, uint32_t square) {
    set[square / 64] |= (uint64_t)1 << square % 64;
}

/* n_words is a constant wherever this is inlined. */
LW_INLINE void flood(const struct far_sweep *sweep, const uint64_t *boxes, uint32_t from,
                     uint32_t n_words, uint64_t *reached) {
    uint64_t front[SWEEP_WORDS] = {0};
    for (uint32_t w = 0; w < n_words; w++) {
        reached[w] = 0;
    }
    put(front, from);
    put(reached, from);
    for (;;) {
        uint32_t w = front[0] != 0 || n_words == 1 ? 0 : 1;
        if (front[w] == 0) {
            return;
        }
        uint32_t square = w * 64 + lw_bits_first(front[w]);
        front[w] &= front[w] - 1;
        for (uint32_t i = 0; i < n_words; i++) {
            uint64_t added = sweep->near[square][i] & ~boxes[i] & ~reached[i];
            reached[i] |= added;
            front[i] |= added;
        }
    }
}

/* Box sets. */

/* Where a box can get when nothing else is in its way. */
static void number_squares(struct far_sweep *sweep, enum sweep_way way) {
    const struct far_map *map = sweep->setting.map;
    uint8_t stack[SWEEP_MAX_FLOORS];
    bool seen[SWEEP_MAX_FLOORS] = {false};
    uint32_t n = 0;
    for (uint32_t i = 0; i < sweep->setting.n_boxes; i++) {
        stack[n++] = sweep->source[i];
        seen[sweep->source[i]] = true;
    }
    while (n > 0) {
        uint8_t at = stack[--n];
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = map->next[at][dir];
            uint8_t player = way == SWEEP_FORWARD
                                 ? map->next[at][(dir + 2) % LW_N_DIRS]
                                 : (to == FAR_NONE ? FAR_NONE : map->next[to][dir]);
            if (to != FAR_NONE && player != FAR_NONE && !seen[to] &&
                !(sweep->setting.skip_slippery && map->slippery[to])) {
                seen[to] = true;
                stack[n++] = to;
            }
        }
    }
    sweep->n_squares = 0;
    for (uint32_t i = 0; i < map->n_floors; i++) {
        sweep->number_of[i] = FAR_NONE;
        if (seen[i]) {
            sweep->number_of[i] = (uint8_t)sweep->n_squares;
            sweep->square_of[sweep->n_squares++] = (uint8_t)i;
        }
    }
}

/* Of the boxes with number `index` moved to `to` (index n_boxes: of all as they are). */
static inline uint32_t rank_of(const struct far_sweep *sweep, const uint8_t *boxes,
                               uint32_t index, uint8_t to) {
    uint32_t rank = 0, k = 1, n = sweep->setting.n_boxes;
    bool waits = index < n;
    for (uint32_t i = 0; i < n; i++) {
        if (waits && to < boxes[i]) {
            rank += sweep->binomial[sweep->number_of[to]][k++];
            waits = false;
        }
        if (i != index) {
            rank += sweep->binomial[sweep->number_of[boxes[i]]][k++];
        }
    }
    return waits ? rank + sweep->binomial[sweep->number_of[to]][k] : rank;
}

static void boxes_of(const struct far_sweep *sweep, uint32_t rank, uint8_t *boxes) {
    uint32_t number = sweep->n_squares;
    for (uint32_t k = sweep->setting.n_boxes; k > 0; k--) {
        do {
            number--;
        } while (sweep->binomial[number][k] > rank);
        rank -= sweep->binomial[number][k];
        boxes[k - 1] = sweep->square_of[number];
    }
}

/* Growing. */

struct growth {
    struct far_sweep *sweep;
    uint8_t boxes[FAR_MAX_BOXES];  /* of the node that grows */
    uint64_t taken[SWEEP_WORDS];   /* the same */
    uint64_t reached[SWEEP_WORDS]; /* by its player */
    uint32_t node;
    enum sweep_way way;
    bool whole_lines;
};

/* The state with box `index` on `to`; room for it is there. */
LW_INLINE void add(struct growth *g, uint32_t index, uint8_t to, uint8_t player,
                   uint32_t n_words) {
    struct far_sweep *sweep = g->sweep;
    uint32_t rank = rank_of(sweep, g->boxes, index, to);
    uint64_t *seen = sweep->seen + (size_t)rank * n_words;
    if (has(seen, player)) {
        return;
    }
    uint64_t taken[SWEEP_WORDS], reached[SWEEP_WORDS], any = 0;
    for (uint32_t w = 0; w < n_words; w++) {
        taken[w] = g->taken[w];
        any |= seen[w];
    }
    if (index < sweep->setting.n_boxes) {
        uint8_t from = g->boxes[index];
        taken[from / 64] &= ~((uint64_t)1 << from % 64);
        put(taken, to);
    }
    flood(sweep, taken, player, n_words, reached);
    for (uint32_t w = 0; w < n_words; w++) {
        seen[w] |= reached[w];
    }
    sweep->nodes[sweep->n_nodes++] = (struct sweep_node){
        .rank = rank, .parent = g->node, .player = player, .first = any == 0};
}

LW_INLINE void move_box(struct growth *g, uint32_t index, uint32_t dir,
                        uint32_t n_words) {
    const struct far_map *map = g->sweep->setting.map;
    bool skips = g->sweep->setting.skip_slippery, forward = g->way == SWEEP_FORWARD;
    uint8_t from = g->boxes[index], to = map->next[from][dir];
    uint8_t begin = forward ? map->next[from][(dir + 2) % LW_N_DIRS] : to;
    if (to == FAR_NONE || begin == FAR_NONE || !has(g->reached, begin)) {
        return;
    }
    uint8_t player = forward ? from : map->next[to][dir];
    for (;;) {
        uint8_t ahead = forward ? to : player;
        if (ahead == FAR_NONE || has(g->taken, ahead)) {
            return;
        }
        if (!skips || !map->slippery[to]) {
            add(g, index, to, player, n_words);
        }
        if (!g->whole_lines) {
            return;
        }
        player = forward ? to : map->next[player][dir];
        to = map->next[to][dir];
    }
}

LW_INLINE void load(struct growth *g, uint32_t node, uint32_t n_words) {
    struct far_sweep *sweep = g->sweep;
    g->node = node;
    boxes_of(sweep, sweep->nodes[node].rank, g->boxes);
    memset(g->taken, 0, sizeof g->taken);
    for (uint32_t i = 0; i < sweep->setting.n_boxes; i++) {
        put(g->taken, g->boxes[i]);
    }
    flood(sweep, g->taken, sweep->nodes[node].player, n_words, g->reached);
}

/* Room for all that one node can lead to. */
static bool make_room(struct far_sweep *sweep) {
    size_t most = (size_t)sweep->setting.n_boxes * LW_N_DIRS * SWEEP_MAX_FLOORS;
    size_t n = sweep->n_nodes + most;
    if (n <= sweep->cap) {
        return true;
    }
    size_t bytes = n * sizeof *sweep->nodes + sweep->seen_words * sizeof *sweep->seen;
    return bytes <= sweep->memory_bytes && n < UINT32_MAX &&
           lw_grow(sweep->alloc, &sweep->nodes, &sweep->cap, n, sizeof *sweep->nodes);
}

static bool is_over(const struct far_sweep *sweep) {
    return sweep->n_nodes >= sweep->max_states ||
           (sweep->n_nodes >= STATES_AT_LEAST && sweep->meter != NULL &&
            lw_meter_is_over(sweep->meter));
}

/* False: cut short. */
LW_INLINE bool grow_layer(struct growth *g, uint32_t begin, uint32_t end,
                          uint32_t n_words) {
    struct far_sweep *sweep = g->sweep;
    for (uint32_t node = begin; node < end; node++) {
        if (!make_room(sweep) || (node % 256 == 0 && is_over(sweep))) {
            return false;
        }
        load(g, node, n_words);
        for (uint32_t i = 0; i < sweep->setting.n_boxes; i++) {
            for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
                move_box(g, i, dir, n_words);
            }
        }
    }
    return true;
}

LW_INLINE void grow_all(struct growth *g, const struct sweep_source *source,
                        uint32_t n_words) {
    struct far_sweep *sweep = g->sweep;
    uint32_t n = sweep->setting.n_boxes;
    memcpy(g->boxes, sweep->source, n);
    for (uint32_t i = 0; i < n; i++) {
        put(g->taken, g->boxes[i]);
    }
    if (source->way == SWEEP_FORWARD) {
        add(g, n, 0, source->player, n_words);
    }
    for (uint32_t i = 0; i < sweep->setting.map->n_floors; i++) {
        if (source->way == SWEEP_BACKWARD && !has(g->taken, i)) {
            add(g, n, 0, (uint8_t)i, n_words);
        }
    }
    while (sweep->n_nodes > sweep->layer[sweep->n_layers] && !sweep->cut &&
           sweep->n_layers <= source->max_length) {
        uint32_t begin = sweep->layer[sweep->n_layers++];
        sweep->layer[sweep->n_layers] = (uint32_t)sweep->n_nodes;
        sweep->cut = sweep->n_layers == SWEEP_MAX_DEPTH ||
                     !grow_layer(g, begin, (uint32_t)sweep->n_nodes, n_words);
    }
    /* What a cut layer has led to is one step farther still. */
    if (sweep->n_nodes > sweep->layer[sweep->n_layers] &&
        sweep->n_layers < SWEEP_MAX_DEPTH) {
        sweep->layer[++sweep->n_layers] = (uint32_t)sweep->n_nodes;
    }
}

/* Most sweeps meet few of the sets, so their marks are taken back one by one. */
static void clear_seen(struct far_sweep *sweep) {
    if (sweep->n_nodes < sweep->clean_words / CLEAR_SHARE) {
        for (size_t i = 0; i < sweep->n_nodes; i++) {
            memset(sweep->seen + (size_t)sweep->nodes[i].rank * sweep->n_words, 0,
                   sweep->n_words * sizeof *sweep->seen);
        }
    } else if (sweep->clean_words > 0) {
        memset(sweep->seen, 0, sweep->clean_words * sizeof *sweep->seen);
    }
    sweep->n_nodes = 0;
}

static bool need_seen(struct far_sweep *sweep, size_t n_words) {
    if (!lw_grow(sweep->alloc, &sweep->seen, &sweep->seen_words, n_words,
                 sizeof *sweep->seen)) {
        return false;
    }
    if (n_words > sweep->clean_words) {
        memset(sweep->seen + sweep->clean_words, 0,
               (n_words - sweep->clean_words) * sizeof *sweep->seen);
        sweep->clean_words = n_words;
    }
    return true;
}

lw_status lw_sok_sweep_run(struct far_sweep *sweep, const struct sweep_source *source,
                           struct lw_error *err) {
    const struct far_setting *setting = &sweep->setting;
    uint32_t n_words = setting->map->n_floors > 64 ? 2 : 1;
    memcpy(sweep->source, source->boxes, setting->n_boxes);
    sweep->way = source->way;
    number_squares(sweep, source->way);
    uint64_t n_sets = sweep->binomial[sweep->n_squares][setting->n_boxes];
    uint64_t bytes = n_sets * n_words * sizeof *sweep->seen;
    if (n_sets == UINT32_MAX || bytes > sweep->memory_bytes / 2) {
        return lw_fail(
            err, LW_LIMIT, 0, 0,
            "%u boxes on %u squares of a room need more than the graph-memory; "
            "use fewer boxes, a smaller room or another method, or raise it",
            setting->n_boxes, sweep->n_squares);
    }
    clear_seen(sweep);
    sweep->n_words = n_words;
    sweep->n_layers = 0;
    sweep->layer[0] = 0;
    sweep->cut = false;
    sweep->max_states =
        source->max_states < STATES_AT_LEAST ? STATES_AT_LEAST : source->max_states;
    if (!need_seen(sweep, (size_t)n_sets * n_words) || !make_room(sweep)) {
        return lw_fail_memory(err);
    }
    struct growth g = {.sweep = sweep,
                       .node = NO_PARENT,
                       .way = source->way,
                       .whole_lines = setting->metric == FAR_LINES};
    if (n_words == 1) {
        grow_all(&g, source, 1);
    } else {
        grow_all(&g, source, 2);
    }
    return LW_OK;
}

/* The far end. */

/* Boxes of the node that the way to the source never moves. */
static uint32_t count_idle(const struct far_sweep *sweep, uint32_t node) {
    uint32_t n = sweep->setting.n_boxes, n_idle = 0;
    uint8_t idle[FAR_MAX_BOXES], boxes[FAR_MAX_BOXES];
    boxes_of(sweep, sweep->nodes[node].rank, idle);
    n_idle = n;
    while (n_idle > 0 && sweep->nodes[node].parent != NO_PARENT) {
        node = sweep->nodes[node].parent;
        boxes_of(sweep, sweep->nodes[node].rank, boxes);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < n_idle; i++) {
            if (memchr(boxes, idle[i], n) != NULL) {
                idle[kept++] = idle[i];
            }
        }
        n_idle = kept;
    }
    return n_idle;
}

static void take_end(const struct far_sweep *sweep, uint32_t node, uint32_t length,
                     struct sweep_end *end) {
    end->length = length;
    end->node = node;
    end->player = sweep->nodes[node].player;
    boxes_of(sweep, sweep->nodes[node].rank, end->boxes);
}

bool lw_sok_sweep_end(const struct far_sweep *sweep, struct sweep_wish wish,
                      struct lw_rng *rng, struct sweep_end *end) {
    uint32_t n_traced = 0, n_boxes = sweep->setting.n_boxes;
    end->n_idle = UINT32_MAX;
    for (uint32_t layer = sweep->n_layers; layer-- > 1;) {
        uint32_t begin = sweep->layer[layer], n = sweep->layer[layer + 1] - begin;
        uint32_t from = lw_rng_below(rng, n);
        for (uint32_t i = 0; i < n && n_traced < MAX_TRACED; i++) {
            uint32_t node = begin + (from + i) % n;
            uint8_t boxes[FAR_MAX_BOXES];
            boxes_of(sweep, sweep->nodes[node].rank, boxes);
            if ((wish.contiguous &&
                 !lw_sok_far_is_group(sweep->setting.map, boxes, n_boxes)) ||
                (sweep->way == SWEEP_FORWARD && !sweep->nodes[node].first)) {
                continue;
            }
            n_traced++;
            uint32_t n_idle = count_idle(sweep, node);
            if (n_idle < end->n_idle) {
                take_end(sweep, node, layer, end);
                end->n_idle = n_idle;
            }
            if (n_idle == 0) {
                return true;
            }
        }
        if (wish.idle_boxes && end->n_idle != UINT32_MAX) {
            return true;
        }
    }
    return end->n_idle != UINT32_MAX;
}

bool lw_sok_sweep_find(const struct far_sweep *sweep, struct sweep_end *end) {
    uint32_t n = sweep->setting.n_boxes;
    if (end->length >= sweep->n_layers) {
        return false;
    }
    for (uint32_t node = sweep->layer[end->length]; node < sweep->layer[end->length + 1];
         node++) {
        uint8_t boxes[FAR_MAX_BOXES];
        boxes_of(sweep, sweep->nodes[node].rank, boxes);
        if (sweep->nodes[node].player == end->player &&
            memcmp(boxes, end->boxes, n) == 0) {
            end->node = node;
            return true;
        }
    }
    return false;
}

void lw_sok_sweep_solution(const struct far_sweep *sweep, const struct sweep_end *end,
                           struct lw_buffer *out) {
    uint8_t player = end->player;
    for (uint32_t node = end->node; sweep->nodes[node].parent != NO_PARENT;
         node = sweep->nodes[node].parent) {
        uint8_t from[FAR_MAX_BOXES], to[FAR_MAX_BOXES];
        boxes_of(sweep, sweep->nodes[node].rank, from);
        boxes_of(sweep, sweep->nodes[sweep->nodes[node].parent].rank, to);
        lw_sok_far_write_step(sweep->setting.map, sweep->setting.n_boxes, from, to,
                              &player, out);
    }
}
