/* How many moves a win seems to need, in the relaxed view.
 *
 * Each condition that does not hold yet costs what it takes to bring, make or destroy an
 * object where it is wanted. Bringing costs the way between the walls; making and
 * destroying cost what it takes to bring the other objects of the rule to their cells,
 * each object used once. The player's way through objects that stop it costs their
 * removal. Nothing is promised: the cost may be above or below the truth. */
#include <string.h>

#include "solve/relax_internal.h"

#define MAX_HERE 64    /* objects of one kind that are looked at */
#define MAX_WORK 20000 /* objects tried in one position */
#define NEVER 1000.0   /* no way */
#define PUSH_ASIDE 2.0 /* for what can move */
#define STUCK 50.0     /* for what seems to stay in the way */
#define NOWHERE UINT32_MAX

struct ps_cost {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    struct ps_relaxed *r;
    const uint64_t *cells; /* of the position */
    uint16_t *here;        /* [n_moving][MAX_HERE]: cells of each moving object */
    uint32_t *n_here;      /* [n_moving] */
    double *way;           /* [n_cells] of the last traveller */
    double *hindrance;     /* [n_cells] for it */
    uint32_t *queue;
    bool *queued;
    bool *taken; /* [n_cells]: the object here is spoken for */
    uint32_t work;
};

static bool get_tables(struct ps_cost *c) {
    uint32_t n_cells = c->r->n_cells;
    c->here =
        lw_arena_zero(&c->arena, (size_t)c->r->n_moving * MAX_HERE, sizeof *c->here);
    c->n_here = lw_arena_zero(&c->arena, c->r->n_moving + 1U, sizeof *c->n_here);
    c->way = lw_arena_zero(&c->arena, n_cells, sizeof *c->way);
    c->hindrance = lw_arena_zero(&c->arena, n_cells, sizeof *c->hindrance);
    c->queue = lw_arena_zero(&c->arena, n_cells, sizeof *c->queue);
    c->queued = lw_arena_zero(&c->arena, n_cells, sizeof *c->queued);
    c->taken = lw_arena_zero(&c->arena, n_cells, sizeof *c->taken);
    return c->here != NULL && c->n_here != NULL && c->way != NULL &&
           c->hindrance != NULL && c->queue != NULL && c->queued != NULL &&
           c->taken != NULL;
}

lw_status lw_ps_cost_create(const struct lw_ps_game *game,
                            const struct lw_ps_level *level, const struct lw_alloc *alloc,
                            struct ps_cost **out, struct lw_error *err) {
    struct ps_cost *c = lw_alloc_zero(alloc, 1, sizeof *c);
    *out = NULL;
    if (c == NULL) {
        return lw_fail_memory(err);
    }
    c->alloc = alloc;
    lw_arena_init(&c->arena, alloc);
    lw_status status = lw_ps_relaxed_create(game, level, &c->arena, &c->r, err);
    if (status == LW_OK && c->r != NULL && !get_tables(c)) {
        status = lw_fail_memory(err);
    }
    if (status != LW_OK || c->r == NULL) {
        lw_ps_cost_destroy(c);
        return status;
    }
    *out = c;
    return LW_OK;
}

void lw_ps_cost_destroy(struct ps_cost *c) {
    if (c != NULL) {
        const struct lw_alloc *alloc = c->alloc;
        lw_arena_free(&c->arena);
        lw_alloc_free(alloc, c, sizeof *c);
    }
}

static const uint64_t *cell_of(const struct ps_cost *c, uint32_t cell) {
    return c->cells + (size_t)cell * c->r->game->obj_words;
}

static void find_objects(struct ps_cost *c) {
    uint32_t words = c->r->game->obj_words;
    memset(c->n_here, 0, c->r->n_moving * sizeof *c->n_here);
    for (uint32_t cell = 0; cell < c->r->n_cells; cell++) {
        for (uint32_t id = 0; ps_next_bit(cell_of(c, cell), words, &id); id++) {
            uint32_t m = c->r->moving[id];
            if (m != PS_FIXED && c->n_here[m] < MAX_HERE) {
                c->here[(size_t)m * MAX_HERE + c->n_here[m]++] = (uint16_t)cell;
            }
        }
    }
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/* A way around a cell, and the cells whose objects serve it already. */
struct serving {
    const struct ps_way *way;
    uint32_t cell;
    uint32_t used[PS_MAX_WAY_NEEDS];
    uint32_t n_used;
};

static bool is_used(const struct serving *s, uint32_t cell) {
    for (uint32_t i = 0; i < s->n_used; i++) {
        if (s->used[i] == cell) {
            return true;
        }
    }
    return false;
}

static double needs_cost(struct ps_cost *c, struct serving *s, uint32_t n, double limit);

/* Need number n served by an object of the kind, and the needs after it. */
static double serve(struct ps_cost *c, struct serving *s, uint32_t n, uint32_t at,
                    uint32_t id, double limit) {
    uint32_t m = c->r->moving[id];
    if (m == PS_FIXED) {
        return lw_ps_has(cell_of(c, at), id) ? needs_cost(c, s, n + 1, limit) : limit;
    }
    for (uint32_t i = 0; i < c->n_here[m] && c->work < MAX_WORK; i++) {
        uint32_t from = c->here[(size_t)m * MAX_HERE + i];
        uint8_t d = ps_relaxed_distance(c->r, id, from, at);
        c->work++;
        if (d == PS_FAR || d >= limit || is_used(s, from)) {
            continue;
        }
        s->used[s->n_used++] = from;
        limit = least(limit, d + needs_cost(c, s, n + 1, limit - d));
        s->n_used--;
    }
    return limit;
}

/* Least cost of the needs from number n on around the cell; at most the limit. */
static double needs_cost(struct ps_cost *c, struct serving *s, uint32_t n, double limit) {
    uint32_t at;
    if (n == s->way->n_needs) {
        return least(0, limit);
    }
    const struct ps_need *need = &c->r->needs[s->way->first_need + n];
    if (ps_relaxed_step(c->r, s->cell, need->dx, need->dy, &at)) {
        uint32_t words = c->r->game->obj_words;
        for (uint32_t id = 0; ps_next_bit(need->set, words, &id); id++) {
            limit = serve(c, s, n, at, id, limit);
        }
    }
    return limit;
}

/* By the best of a list of ways, at most the limit. */
static double ways_cost(struct ps_cost *c, uint16_t way, uint32_t cell, double limit) {
    for (; way != PS_NO_WAY; way = c->r->ways[way].next) {
        struct serving s = {.way = &c->r->ways[way], .cell = cell};
        limit = least(limit, 1 + needs_cost(c, &s, 0, limit - 1));
    }
    return limit;
}

/* To get the object into the cell past what stands there. */
static double hindrance(struct ps_cost *c, uint32_t id, uint32_t cell) {
    const struct ps_relaxed *r = c->r;
    uint32_t words = r->game->obj_words;
    const uint64_t *stops = r->stops + (size_t)id * words;
    const uint64_t *layer = r->game->layer_masks + r->game->objects[id].layer * words;
    double sum = 0;
    for (uint32_t other = 0; ps_next_bit(cell_of(c, cell), words, &other); other++) {
        if (other == id || (!lw_ps_has(stops, other) && !lw_ps_has(layer, other))) {
            continue;
        }
        if (r->moving[other] == PS_FIXED) {
            return NEVER;
        }
        bool moves = r->edges[(size_t)r->moving[other] * r->n_cells + cell] != 0;
        sum += ways_cost(c, r->broken_by[other], cell, moves ? PUSH_ASIDE : STUCK);
    }
    return sum;
}

static void reach(struct ps_cost *c, uint32_t id, uint32_t cell, uint32_t to,
                  uint32_t head, uint32_t *n) {
    if (c->hindrance[to] < 0) {
        c->hindrance[to] = hindrance(c, id, to);
    }
    double way = c->way[cell] + 1 + c->hindrance[to];
    if (way < c->way[to]) {
        c->way[to] = way;
        if (!c->queued[to]) {
            c->queued[to] = true;
            c->queue[(head + (*n)++) % c->r->n_cells] = to;
        }
    }
}

/* Costs of the object's ways from a cell to all others. */
static void travel(struct ps_cost *c, uint32_t id, uint32_t from) {
    const struct ps_relaxed *r = c->r;
    const uint8_t *edges = r->edges + (size_t)r->moving[id] * r->n_cells;
    uint32_t head = 0, n = 1;
    for (uint32_t i = 0; i < r->n_cells; i++) {
        c->way[i] = NEVER;
        c->hindrance[i] = -1;
    }
    c->way[from] = 0;
    c->queue[0] = from;
    c->queued[from] = true;
    while (n > 0) {
        uint32_t cell = c->queue[head], to;
        head = (head + 1) % r->n_cells;
        n--;
        c->queued[cell] = false;
        for (uint32_t m = 0; m < 4; m++) {
            if ((edges[cell] >> m & 1U) != 0 &&
                ps_relaxed_step(r, cell, ps_step_x[m], ps_step_y[m], &to)) {
                reach(c, id, cell, to, head, &n);
            }
        }
    }
}

/* To have an object of the kind in the cell; from becomes where it stands now, or
 * NOWHERE when it is made. */
static double bring_one(struct ps_cost *c, uint32_t id, uint32_t cell, double limit,
                        uint32_t *from) {
    const struct ps_relaxed *r = c->r;
    uint32_t m = r->moving[id];
    for (uint32_t i = 0; i < c->n_here[m]; i++) {
        uint32_t at = c->here[(size_t)m * MAX_HERE + i];
        uint8_t d = ps_relaxed_distance(r, id, at, cell);
        double cost = d;
        if (c->taken[at] || d == PS_FAR || d >= limit) {
            continue;
        }
        if (lw_ps_has(r->game->player, id)) {
            travel(c, id, at);
            cost = c->way[cell];
        }
        if (cost < limit) {
            limit = cost;
            *from = at;
        }
    }
    double made = ways_cost(c, r->made_by[id], cell, limit);
    *from = made < limit ? NOWHERE : *from;
    return made;
}

/* To have one of the set, or all, in the cell; marks what it takes for that. */
static double bring(struct ps_cost *c, const uint64_t *set, bool all, uint32_t cell,
                    double limit) {
    double sum = 0;
    uint32_t from = NOWHERE;
    for (uint32_t id = 0; ps_next_bit(set, c->r->game->obj_words, &id); id++) {
        if (lw_ps_has(cell_of(c, cell), id)) {
            continue;
        }
        double cost =
            c->r->moving[id] == PS_FIXED ? limit : bring_one(c, id, cell, limit, &from);
        limit = all ? limit : cost;
        sum += cost;
    }
    if (from != NOWHERE) {
        c->taken[from] = true;
    }
    return all ? sum : limit;
}

static bool cell_has(const struct ps_cost *c, const uint64_t *set, bool all,
                     uint32_t cell) {
    uint64_t some = 0, missing = 0;
    for (uint32_t w = 0; w < c->r->game->obj_words; w++) {
        some |= cell_of(c, cell)[w] & set[w];
        missing |= set[w] & ~cell_of(c, cell)[w];
    }
    return all ? missing == 0 : some != 0;
}

/* To bring an object of the set from its cell to where the other set is. */
static double carry(struct ps_cost *c, const uint64_t *set, uint32_t cell,
                    const uint64_t *to_set, bool to_all, double limit) {
    uint32_t words = c->r->game->obj_words, best = NOWHERE;
    for (uint32_t id = 0; ps_next_bit(set, words, &id); id++) {
        if (c->r->moving[id] == PS_FIXED || !lw_ps_has(cell_of(c, cell), id)) {
            continue;
        }
        for (uint32_t to = 0; to < c->r->n_cells; to++) {
            uint8_t d = ps_relaxed_distance(c->r, id, cell, to);
            if (d != PS_FAR && d < limit && !c->taken[to] &&
                cell_has(c, to_set, to_all, to)) {
                limit = d;
                best = to;
            }
        }
    }
    if (best != NOWHERE) {
        c->taken[best] = true;
    }
    return limit;
}

static double destroy(struct ps_cost *c, const uint64_t *set, uint32_t cell,
                      double limit) {
    double sum = 0;
    for (uint32_t id = 0; ps_next_bit(set, c->r->game->obj_words, &id); id++) {
        if (lw_ps_has(cell_of(c, cell), id)) {
            sum += c->r->moving[id] == PS_FIXED
                       ? limit
                       : ways_cost(c, c->r->broken_by[id], cell, limit);
        }
    }
    return least(sum, limit);
}

static bool has_x(const struct ps_cost *c, const struct lw_ps_win *win, uint32_t cell) {
    return cell_has(c, win->x, win->x_all, cell);
}

static bool has_y(const struct ps_cost *c, const struct lw_ps_win *win, uint32_t cell) {
    return !win->has_y || cell_has(c, win->y, win->y_all, cell);
}

static double all_cost(struct ps_cost *c, const struct lw_ps_win *win, double limit) {
    double sum = 0;
    for (uint32_t cell = 0; cell < c->r->n_cells; cell++) {
        c->taken[cell] = has_x(c, win, cell) && has_y(c, win, cell);
    }
    for (uint32_t cell = 0; cell < c->r->n_cells; cell++) {
        if (has_x(c, win, cell) && !has_y(c, win, cell)) {
            double cost = bring(c, win->y, win->y_all, cell, limit);
            sum += carry(c, win->x, cell, win->y, win->y_all, cost);
        }
    }
    return sum;
}

static double some_cost(struct ps_cost *c, const struct lw_ps_win *win, double limit) {
    for (uint32_t cell = 0; cell < c->r->n_cells; cell++) {
        bool x = has_x(c, win, cell), y = has_y(c, win, cell);
        if (x && y) {
            return 0;
        }
        memset(c->taken, 0, c->r->n_cells * sizeof *c->taken);
        if (x) {
            limit = bring(c, win->y, win->y_all, cell, limit);
        }
        if (y) {
            limit = bring(c, win->x, win->x_all, cell, limit);
        }
    }
    return limit;
}

static double no_cost(struct ps_cost *c, const struct lw_ps_win *win, double limit) {
    double sum = 0;
    for (uint32_t cell = 0; cell < c->r->n_cells; cell++) {
        if (has_x(c, win, cell) && has_y(c, win, cell)) {
            double cost = destroy(c, win->x, cell, limit);
            sum += win->has_y ? destroy(c, win->y, cell, cost) : cost;
        }
    }
    return sum;
}

double lw_ps_cost_of(struct ps_cost *c, const struct lw_ps_engine *engine) {
    const struct lw_ps_game *game = c->r->game;
    double sum = 0, limit = 4.0 * (c->r->width + c->r->height);
    c->cells = lw_ps_cell(engine, 0);
    c->work = 0;
    find_objects(c);
    for (uint32_t i = 0; i < game->n_wins; i++) {
        const struct lw_ps_win *win = &game->wins[i];
        sum += win->quantifier == LW_PS_ALL    ? all_cost(c, win, limit)
               : win->quantifier == LW_PS_SOME ? some_cost(c, win, limit)
                                               : no_cost(c, win, limit);
    }
    double by_rule = limit;
    for (uint32_t cell = 0; c->r->won_by != PS_NO_WAY && cell < c->r->n_cells; cell++) {
        by_rule = ways_cost(c, c->r->won_by, cell, by_rule);
    }
    if (c->r->won_by != PS_NO_WAY) {
        sum = game->n_wins == 0 ? by_rule : least(sum, by_rule);
    }
    return sum;
}
