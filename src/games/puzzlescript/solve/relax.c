/* Making the relaxed view: where objects can go, and what makes or destroys them. */
#include <string.h>

#include "solve/relax_internal.h"

#define MAX_DISTANCES ((size_t)4 << 20)
#define MAX_CELLS 4096
#define MAX_WAYS 4096
#define MAX_NEEDS 16384

static bool share(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        if ((a[w] & b[w]) != 0) {
            return true;
        }
    }
    return false;
}

static const uint64_t *layer_of(const struct lw_ps_game *game, uint32_t id) {
    return game->layer_masks + (size_t)game->objects[id].layer * game->obj_words;
}

/* Could the object ever be in the cell? */
static bool fits(const struct ps_relaxed *r, uint32_t id, uint32_t cell) {
    const uint64_t *fixed = r->fixed + (size_t)cell * r->game->obj_words;
    return r->game->objects[id].is_static
               ? lw_ps_has(fixed, id)
               : !share(fixed, layer_of(r->game, id), r->game->obj_words);
}

static bool any_fits(const struct ps_relaxed *r, const uint64_t *set, uint32_t cell) {
    for (uint32_t id = 0; ps_next_bit(set, r->game->obj_words, &id); id++) {
        if (fits(r, id, cell)) {
            return true;
        }
    }
    return false;
}

static bool pattern_fits(const struct ps_relaxed *r, const struct lw_ps_pattern *p,
                         uint32_t cell) {
    uint32_t words = r->game->obj_words;
    if (share(p->forbidden, r->fixed + (size_t)cell * words, words)) {
        return false;
    }
    for (uint32_t id = 0; ps_next_bit(p->required, words, &id); id++) {
        if (!fits(r, id, cell)) {
            return false;
        }
    }
    for (uint32_t a = 0; a < p->n_any; a++) {
        if (!any_fits(r, p->any + (size_t)a * words, cell)) {
            return false;
        }
    }
    return true;
}

/* Could the row match with its cell number `at` on `cell`? */
static bool row_fits(const struct ps_relaxed *r, const struct lw_ps_row *row,
                     enum lw_ps_dir dir, uint32_t at, uint32_t cell) {
    if (row->n_ellipses > 0) {
        return pattern_fits(r, &row->left[at], cell);
    }
    for (uint32_t k = 0; k < row->n_cells; k++) {
        int off = (int)k - (int)at;
        uint32_t other;
        if (!ps_relaxed_step(r, cell, off * ps_step_x[dir], off * ps_step_y[dir],
                             &other) ||
            !pattern_fits(r, &row->left[k], other)) {
            return false;
        }
    }
    return true;
}

/* May a cell that matches the pattern hold the object? */
static bool may_hold(const struct lw_ps_game *game, const struct lw_ps_pattern *p,
                     uint32_t id) {
    if (lw_ps_has(p->required, id)) {
        return true;
    }
    for (uint32_t a = 0; a < p->n_any; a++) {
        if (lw_ps_has(p->any + (size_t)a * game->obj_words, id)) {
            return true;
        }
    }
    return false;
}

/* The row moves what may be in its cell `at`: marks where and in which direction. */
static void mark_moves(struct ps_relaxed *r, const struct lw_ps_row *row,
                       enum lw_ps_dir dir, uint32_t at, uint32_t id) {
    const struct lw_ps_effect *effect = &row->right[at];
    uint32_t first = 5U * r->game->objects[id].layer;
    uint8_t *edges = r->edges + (size_t)r->moving[id] * r->n_cells;
    uint8_t dirs = 0;
    for (uint32_t m = 0; m < 4; m++) {
        if (lw_ps_has(effect->mov_set, first + m) ||
            lw_ps_has(effect->random_dir, first)) {
            dirs |= (uint8_t)(1U << m);
        }
    }
    for (uint32_t cell = 0; dirs != 0 && cell < r->n_cells; cell++) {
        if ((edges[cell] & dirs) != dirs && row_fits(r, row, dir, at, cell)) {
            edges[cell] |= dirs;
        }
    }
}

/* The row halts or removes what moves from its cell `at` to the cell beside it. */
static void mark_stops(struct ps_relaxed *r, const struct lw_ps_row *row,
                       enum lw_ps_dir dir, uint32_t at, uint32_t id) {
    const struct lw_ps_effect *effect = &row->right[at];
    uint32_t first = 5U * r->game->objects[id].layer;
    for (uint32_t back = 0; back < 2; back++) {
        uint32_t bit = first + ((uint32_t)dir ^ back); /* up, down and left, right pair */
        uint32_t next = back != 0 ? at - 1 : at + 1;   /* wraps beyond n_cells */
        if (next >= row->n_cells || row->left[next].is_ellipsis ||
            !lw_ps_has(row->left[at].moving, bit) || !lw_ps_has(effect->mov_clear, bit) ||
            lw_ps_has(effect->mov_set, bit)) {
            continue;
        }
        for (uint32_t w = 0; w < r->game->obj_words; w++) {
            r->stops[(size_t)id * r->game->obj_words + w] |= row->left[next].required[w];
        }
    }
}

static bool add_need(struct ps_relaxed *r, const uint64_t *set, int dx, int dy) {
    if (r->n_needs == MAX_NEEDS) {
        return false;
    }
    r->needs[r->n_needs++] =
        (struct ps_need){.dx = (int16_t)dx, .dy = (int16_t)dy, .set = set};
    return true;
}

/* What the row asks for around its cell `at`, but for the object there. single[id] is
 * the set of the object alone. */
static bool add_needs(struct ps_relaxed *r, const struct lw_ps_row *row,
                      enum lw_ps_dir dir, uint32_t at, uint32_t id,
                      const uint64_t *single) {
    uint32_t words = r->game->obj_words;
    for (uint32_t k = 0; k < row->n_cells; k++) {
        const struct lw_ps_pattern *p = &row->left[k];
        int dx = ((int)k - (int)at) * ps_step_x[dir],
            dy = ((int)k - (int)at) * ps_step_y[dir];
        for (uint32_t o = 0; ps_next_bit(p->required, words, &o); o++) {
            if (!(k == at && o == id) &&
                !add_need(r, single + (size_t)o * words, dx, dy)) {
                return false;
            }
        }
        for (uint32_t a = 0; a < p->n_any; a++) {
            const uint64_t *any = p->any + (size_t)a * words;
            if (!(k == at && id < r->game->n_objects && lw_ps_has(any, id)) &&
                !add_need(r, any, dx, dy)) {
                return false;
            }
        }
    }
    return true;
}

/* A cell of a rule's row. */
struct rule_cell {
    const struct lw_ps_row *row;
    enum lw_ps_dir dir;
    uint32_t at;
    const uint64_t *single; /* the sets of one object each */
};

static void add_way(struct ps_relaxed *r, const struct rule_cell *cell, uint32_t id,
                    uint16_t *head) {
    uint32_t first = r->n_needs;
    if (r->n_ways == MAX_WAYS || cell->row->n_ellipses > 0) {
        return;
    }
    if (!add_needs(r, cell->row, cell->dir, cell->at, id, cell->single) ||
        r->n_needs - first > PS_MAX_WAY_NEEDS) {
        r->n_needs = first;
        return;
    }
    r->ways[r->n_ways] = (struct ps_way){
        .first_need = first, .n_needs = (uint16_t)(r->n_needs - first), .next = *head};
    *head = (uint16_t)r->n_ways++;
}

static void read_cell(struct ps_relaxed *r, const struct rule_cell *cell) {
    const struct lw_ps_pattern *left = &cell->row->left[cell->at];
    const struct lw_ps_effect *right = &cell->row->right[cell->at];
    for (uint32_t id = 0; id < r->game->n_objects; id++) {
        bool before = may_hold(r->game, left, id), after = lw_ps_has(right->set, id);
        if (r->game->objects[id].is_static) {
            continue;
        }
        if (before) {
            mark_moves(r, cell->row, cell->dir, cell->at, id);
            mark_stops(r, cell->row, cell->dir, cell->at, id);
        }
        if (after && !lw_ps_has(left->required, id)) {
            add_way(r, cell, id, &r->made_by[id]);
        }
        if (before && !after && lw_ps_has(right->clear, id)) {
            add_way(r, cell, id, &r->broken_by[id]);
        }
    }
}

static void read_rules(struct ps_relaxed *r, const uint64_t *single) {
    for (uint32_t i = 0; i < r->game->n_rules; i++) {
        const struct lw_ps_rule *rule = &r->game->rules[i];
        for (uint32_t n = 0; n < rule->n_rows; n++) {
            const struct lw_ps_row *row = &rule->rows[n];
            for (uint32_t k = 0; row->right != NULL && k < row->n_cells; k++) {
                if (!row->left[k].is_ellipsis) {
                    read_cell(r, &(struct rule_cell){row, rule->dir, k, single});
                }
            }
        }
        if ((rule->commands & LW_PS_WIN) != 0 && rule->n_rows == 1) {
            add_way(r, &(struct rule_cell){&rule->rows[0], rule->dir, 0, single},
                    r->game->n_objects, &r->won_by);
        }
    }
}

static void measure_from(struct ps_relaxed *r, uint32_t id, uint32_t from,
                         uint32_t *queue) {
    const uint8_t *edges = r->edges + (size_t)r->moving[id] * r->n_cells;
    uint8_t *distance =
        r->distances + ((size_t)r->moving[id] * r->n_cells + from) * r->n_cells;
    uint32_t n = 0;
    memset(distance, PS_FAR, r->n_cells);
    distance[from] = 0;
    queue[n++] = from;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cell = queue[i], to;
        for (uint32_t m = 0; m < 4; m++) {
            if ((edges[cell] >> m & 1U) != 0 &&
                ps_relaxed_step(r, cell, ps_step_x[m], ps_step_y[m], &to) &&
                distance[to] == PS_FAR && fits(r, id, to) &&
                distance[cell] < PS_FAR - 1) {
                distance[to] = (uint8_t)(distance[cell] + 1);
                queue[n++] = to;
            }
        }
    }
}

static void measure(struct ps_relaxed *r, uint32_t *queue) {
    for (uint32_t id = 0; id < r->game->n_objects; id++) {
        if (r->game->objects[id].is_static) {
            continue;
        }
        if (lw_ps_has(r->game->player, id)) {
            memset(r->edges + (size_t)r->moving[id] * r->n_cells, 0xf, r->n_cells);
        }
        for (uint32_t cell = 0; cell < r->n_cells; cell++) {
            measure_from(r, id, cell, queue);
        }
    }
}

static bool keep_fixed(struct ps_relaxed *r, const struct lw_ps_level *level,
                       struct lw_arena *arena) {
    uint32_t words = r->game->obj_words;
    uint64_t *fixed = lw_arena_zero(arena, (size_t)r->n_cells * words, sizeof *fixed);
    for (uint32_t cell = 0; fixed != NULL && cell < r->n_cells; cell++) {
        for (uint32_t id = 0; id < r->game->n_objects; id++) {
            if (r->game->objects[id].is_static &&
                lw_ps_has(level->cells + (size_t)cell * words, id)) {
                fixed[(size_t)cell * words + (id >> 6)] |= 1ULL << (id & 63);
            }
        }
    }
    r->fixed = fixed;
    return fixed != NULL;
}

static uint64_t *make_singles(const struct lw_ps_game *game, struct lw_arena *arena) {
    uint64_t *single =
        lw_arena_zero(arena, (size_t)game->n_objects * game->obj_words, sizeof *single);
    for (uint32_t id = 0; single != NULL && id < game->n_objects; id++) {
        single[(size_t)id * game->obj_words + (id >> 6)] |= 1ULL << (id & 63);
    }
    return single;
}

static bool get_tables(struct ps_relaxed *r, struct lw_arena *arena) {
    const struct lw_ps_game *game = r->game;
    size_t n_places = (size_t)r->n_moving * r->n_cells;
    r->moving = lw_arena_zero(arena, game->n_objects, sizeof *r->moving);
    r->made_by = lw_arena_zero(arena, game->n_objects, sizeof *r->made_by);
    r->broken_by = lw_arena_zero(arena, game->n_objects, sizeof *r->broken_by);
    r->edges = lw_arena_zero(arena, n_places, 1);
    r->distances = lw_arena_zero(arena, n_places * r->n_cells, 1);
    r->stops =
        lw_arena_zero(arena, (size_t)game->n_objects * game->obj_words, sizeof *r->stops);
    r->ways = lw_arena_zero(arena, MAX_WAYS, sizeof *r->ways);
    r->needs = lw_arena_zero(arena, MAX_NEEDS, sizeof *r->needs);
    if (r->moving == NULL || r->made_by == NULL || r->broken_by == NULL ||
        r->edges == NULL || r->distances == NULL || r->stops == NULL || r->ways == NULL ||
        r->needs == NULL) {
        return false;
    }
    uint16_t number = 0;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        r->moving[id] = game->objects[id].is_static ? PS_FIXED : number++;
        r->made_by[id] = r->broken_by[id] = PS_NO_WAY;
    }
    r->won_by = PS_NO_WAY;
    return true;
}

lw_status lw_ps_relaxed_create(const struct lw_ps_game *game,
                               const struct lw_ps_level *level, struct lw_arena *arena,
                               struct ps_relaxed **out, struct lw_error *err) {
    size_t n_cells = (size_t)level->width * level->height, n_moving = 0;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        n_moving += !game->objects[id].is_static;
    }
    *out = NULL;
    if (n_cells > MAX_CELLS || n_moving * n_cells * n_cells > MAX_DISTANCES) {
        return LW_OK;
    }
    struct ps_relaxed *r = lw_arena_zero(arena, 1, sizeof *r);
    if (r == NULL) {
        return lw_fail_memory(err);
    }
    r->game = game;
    r->width = level->width;
    r->height = level->height;
    r->n_cells = (uint32_t)n_cells;
    r->n_moving = (uint32_t)n_moving;
    uint64_t *single = make_singles(game, arena);
    uint32_t *queue = lw_arena_zero(arena, n_cells, sizeof *queue);
    if (single == NULL || queue == NULL || !get_tables(r, arena) ||
        !keep_fixed(r, level, arena)) {
        return lw_fail_memory(err);
    }
    read_rules(r, single);
    measure(r, queue);
    *out = r;
    return LW_OK;
}
