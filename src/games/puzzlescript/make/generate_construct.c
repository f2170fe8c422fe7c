/* The constructive generator: Algorithm 1 of Khalifa and Fayek (2015).
 *
 * How many: every class of objects (solid, winning, critical, other rule objects) gets a
 * share of the free cells in proportion to the numbers its rules need. Where: solids at
 * random; of two winning objects the movable one first, the other far away (or on the
 * same cell when the condition is "no"); the player; every critical object once; the rest
 * by how often rules name it. What rules move stands where its layer has most room. */
#include <string.h>

#include "make/generate_internal.h"

struct builder {
    const struct lw_ps_analysis *a;
    const struct lw_ps_game *game;
    const struct lw_ps_level *outline;
    struct lw_rng *rng;
    uint64_t *cells;
    uint32_t width, height, n_cells, words;
    uint32_t n_free;
    double solid, winning, critical, rule; /* numbers to place */
};

static bool is_winning(const struct builder *b, uint32_t id) {
    return (b->a->roles[id].types & LW_PS_WINNING_OBJECT) != 0;
}

static bool is_player(const struct builder *b, uint32_t id) {
    return (b->a->roles[id].types & LW_PS_PLAYER_OBJECT) != 0;
}

/* A rule object that is neither player nor winning object nor wall. */
static bool is_filler(const struct builder *b, uint32_t id) {
    return (b->a->roles[id].types & LW_PS_RULE_OBJECT) != 0 && !is_winning(b, id) &&
           !is_player(b, id) && !lw_ps_is_fixed(b->a, id);
}

static bool is_free(const struct builder *b, uint32_t cell) {
    return lw_ps_is_ground(b->a, b->cells + (size_t)cell * b->words);
}

static void put(struct builder *b, uint32_t cell, uint32_t id) {
    b->cells[(size_t)cell * b->words + (id >> 6)] |= 1ULL << (id & 63);
}

/* Two points for each neighbour that is taken on the object's layer, one for each border
 * within one cell. */
static uint32_t crowding(const struct builder *b, uint32_t cell, uint32_t id) {
    const uint64_t *mask =
        b->game->layer_masks + (size_t)b->game->objects[id].layer * b->words;
    uint32_t x = cell / b->height, y = cell % b->height, points = 0;
    static const int dx[] = {0, 0, -1, 1}, dy[] = {-1, 1, 0, 0};
    for (int d = 0; d < 4; d++) {
        uint32_t nx = x + (uint32_t)dx[d], ny = y + (uint32_t)dy[d];
        if (nx >= b->width || ny >= b->height) {
            continue;
        }
        const uint64_t *at = b->cells + (size_t)(nx * b->height + ny) * b->words;
        uint64_t taken = 0;
        for (uint32_t w = 0; w < b->words; w++) {
            taken |= at[w] & mask[w];
        }
        points += taken != 0 ? 2 : 0;
    }
    return points + (x <= 1) + (y <= 1) + (x + 2 >= b->width) + (y + 2 >= b->height);
}

/* The empty cell of least cost, ties at random; n_cells when all are taken. */
static uint32_t choose(struct builder *b, uint32_t id, uint32_t far_from) {
    bool moves = (b->a->roles[id].behaviours & LW_PS_MOVES) != 0;
    uint32_t best = b->n_cells, ties = 0;
    int64_t least = INT64_MAX;
    for (uint32_t cell = 0; cell < b->n_cells; cell++) {
        if (!is_free(b, cell)) {
            continue;
        }
        int64_t cost = moves && far_from == b->n_cells ? crowding(b, cell, id) : 0;
        if (far_from != b->n_cells) {
            int64_t dx = (int64_t)(cell / b->height) - far_from / b->height;
            int64_t dy = (int64_t)(cell % b->height) - far_from % b->height;
            cost = -(dx < 0 ? -dx : dx) - (dy < 0 ? -dy : dy) -
                   (int64_t)lw_rng_below(b->rng, 3);
        }
        ties = cost < least ? 1 : cost == least ? ties + 1 : ties;
        if (cost < least || (cost == least && lw_rng_below(b->rng, ties) == 0)) {
            best = cell;
            least = cost;
        }
    }
    return best;
}

static bool place(struct builder *b, uint32_t id) {
    uint32_t cell = choose(b, id, b->n_cells);
    if (cell < b->n_cells) {
        put(b, cell, id);
    }
    return cell < b->n_cells;
}

/* A whole number near value: the fraction is the chance of one more. */
static uint32_t whole(struct builder *b, double value) {
    double part = value < 0 ? 0 : value;
    uint32_t n = (uint32_t)part;
    return n + (lw_rng_unit(b->rng) < part - n ? 1 : 0);
}

static void find_numbers(struct builder *b) {
    double solid = lw_ps_wall(b->a) < b->game->n_objects ? 1 : 0;
    double winning = 0, critical = 0, rule = 0;
    for (uint32_t id = 0; id < b->game->n_objects; id++) {
        double needed = lw_ps_needed(b->a, id);
        if (is_winning(b, id) && !is_player(b, id)) {
            winning += needed;
        } else if (is_filler(b, id)) {
            bool is_critical = b->a->roles[id].subtype == LW_PS_CRITICAL;
            critical += is_critical ? needed : 0;
            rule += is_critical ? 0 : needed;
        }
    }
    double all = solid + winning + critical + rule;
    double cover = all > 0 ? 1 - (winning + critical) / all : 0;
    /* A game of winning and critical objects only still needs them. */
    cover = cover < 0.15 ? 0.15 : cover;
    double weights = solid + 2 * winning + 2 * critical + 1.5 * rule;
    double unit = weights > 0 ? cover * b->n_free / weights : 0;
    double noise = 0.2 * lw_rng_unit(b->rng) / 2;
    noise = lw_rng_below(b->rng, 2) == 0 ? 1 - noise : 1 + noise;
    b->solid = unit * solid * (2 - noise);
    b->winning = unit * 2 * winning * noise;
    b->critical = unit * 2 * critical * noise;
    b->rule = unit * 1.5 * rule * noise;
}

/* A member of the set that a generator may place; n_objects when there is none. */
static uint32_t pick_member(struct builder *b, const uint64_t *set) {
    uint32_t n = 0, pick = b->game->n_objects;
    for (uint32_t id = 0; id < b->game->n_objects; id++) {
        bool good = lw_ps_has(set, id) && id != b->game->background &&
                    !is_player(b, id) &&
                    ((b->a->roles[id].behaviours & LW_PS_CREATED) == 0 ||
                     b->a->roles[id].minimum > 0);
        if (good && lw_rng_below(b->rng, ++n) == 0) {
            pick = id;
        }
    }
    return pick;
}

static void place_pair(struct builder *b, const struct lw_ps_win *win) {
    uint32_t none = b->game->n_objects;
    uint32_t first = pick_member(b, win->x);
    uint32_t second = win->has_y ? pick_member(b, win->y) : none;
    if (second != none &&
        (first == none || (b->a->roles[second].behaviours & LW_PS_MOVES) != 0)) {
        uint32_t swap = first;
        first = second;
        second = swap;
    }
    uint32_t cell = first == none ? b->n_cells : choose(b, first, b->n_cells);
    if (cell == b->n_cells) {
        return;
    }
    put(b, cell, first);
    bool share = second != none && win->quantifier == LW_PS_NO &&
                 b->game->objects[first].layer != b->game->objects[second].layer;
    uint32_t other = second == none ? b->n_cells : share ? cell : choose(b, second, cell);
    if (other < b->n_cells) {
        put(b, other, second);
    }
}

static bool with_player(const struct builder *b, const uint64_t *set) {
    for (uint32_t w = 0; w < b->words; w++) {
        if ((set[w] & b->game->player[w]) != 0) {
            return true;
        }
    }
    return false;
}

static void place_winning(struct builder *b) {
    for (uint32_t w = 0; w < b->game->n_wins; w++) {
        const struct lw_ps_win *win = &b->game->wins[w];
        bool one = with_player(b, win->x) || (win->has_y && with_player(b, win->y));
        uint32_t n = one ? 1 : whole(b, b->winning / 2 / b->game->n_wins);
        for (uint32_t i = 0; i < (n == 0 ? 1 : n); i++) {
            place_pair(b, win);
        }
    }
}

static bool place_player(struct builder *b) {
    uint32_t cell = b->n_cells, seen = 0;
    for (uint32_t i = 0; i < b->n_cells; i++) {
        if (is_free(b, i) && lw_rng_below(b->rng, ++seen) == 0) {
            cell = i;
        }
    }
    for (uint32_t id = 0, done = 0; cell < b->n_cells && id < b->game->n_objects; id++) {
        if (lw_ps_has(b->game->player, id) && (b->game->player_all || done == 0)) {
            put(b, cell, id);
            done = 1;
        }
    }
    return cell < b->n_cells;
}

/* Objects of one subtype: what rules need of each, the rest by priority. */
static void place_fillers(struct builder *b, bool critical, double wanted) {
    uint32_t n = whole(b, wanted), placed = 0, weight = 0;
    for (uint32_t id = 0; id < b->game->n_objects; id++) {
        const struct lw_ps_role *role = &b->a->roles[id];
        if (!is_filler(b, id) || critical != (role->subtype == LW_PS_CRITICAL)) {
            continue;
        }
        uint32_t least = critical && role->minimum == 0 ? 1 : role->minimum;
        for (uint32_t i = 0; i < least; i++) {
            placed += place(b, id);
        }
        weight += role->priority;
    }
    while (placed < n && weight > 0) {
        uint32_t at = lw_rng_below(b->rng, weight);
        for (uint32_t id = 0; id < b->game->n_objects; id++) {
            const struct lw_ps_role *role = &b->a->roles[id];
            if (!is_filler(b, id) || critical != (role->subtype == LW_PS_CRITICAL)) {
                continue;
            }
            if (at < role->priority) {
                if (!place(b, id)) {
                    return;
                }
                placed++;
                break;
            }
            at -= role->priority;
        }
    }
}

bool lw_ps_construct(const struct lw_ps_analysis *a, const struct lw_ps_level *outline,
                     struct lw_rng *rng, uint64_t *cells) {
    struct builder b = {.a = a,
                        .game = a->game,
                        .outline = outline,
                        .rng = rng,
                        .cells = cells,
                        .width = outline->width,
                        .height = outline->height,
                        .n_cells = outline->width * outline->height,
                        .words = a->game->obj_words};
    memcpy(cells, outline->cells, (size_t)b.n_cells * b.words * sizeof *cells);
    for (uint32_t i = 0; i < b.n_cells; i++) {
        b.n_free += is_free(&b, i);
    }
    if (b.n_free < PS_LEAST_ROOM) {
        return false;
    }
    find_numbers(&b);
    uint32_t wall = lw_ps_wall(a);
    for (uint32_t n = wall < a->game->n_objects ? whole(&b, b.solid) : 0; n > 0; n--) {
        (void)place(&b, wall);
    }
    place_winning(&b);
    if (!place_player(&b)) {
        return false;
    }
    place_fillers(&b, true, b.critical);
    place_fillers(&b, false, b.rule);
    return true;
}
