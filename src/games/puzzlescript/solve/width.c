/* Width: how far a state is from the win conditions, counted, and whether it shows
 * anything that no state so far did.
 *
 * From best-first width search (Lipovetzky and Geffner 2017). Facts are the set bits of
 * the packed board ("object o is on cell c"). A state is new when it holds a fact (rank
 * 1), or a pair of facts (rank 2), that no earlier state of its class held; the class is
 * how much of each win condition is left, and how many objects it is about. Pairs are
 * kept in a hashed table of bits, of the same size for all classes: two may share a bit,
 * which only makes a state look less new. A state is compared with its parent, so that
 * only facts that differ are looked up, unless the class is another. */
#include <string.h>

#include "solve/player_internal.h"

#define TABLE_BITS (1ULL << 27)
#define MAX_FACTS 4096 /* of one state; what comes later is not looked at */

/* One side of a condition as boards of bits. */
struct side {
    uint8_t *fixed;   /* by objects that never change */
    uint32_t *planes; /* of the others, by their place in a packed state */
    uint32_t n_planes;
    bool all; /* the cell needs each of them, not one */
};

struct condition {
    enum lw_ps_quantifier quantifier;
    bool has_y;
    struct side x, y;
};

struct ps_width {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_ps_game *game;
    size_t plane_bytes, board_bytes;
    uint32_t n_cells;
    struct condition *conditions;
    uint8_t *x, *y; /* boards of the condition being counted */
    uint64_t *table;
    uint32_t *facts, *fresh; /* of the state, and those that its parent has not */
    uint32_t n_facts, n_fresh;
};

static bool make_side(struct ps_width *w, const struct lw_ps_level *level,
                      const uint64_t *set, bool all, struct side *side) {
    const struct lw_ps_game *game = w->game;
    uint32_t plane = 0, n = 0;
    side->all = all;
    side->fixed = lw_arena_zero(&w->arena, w->plane_bytes, 1);
    side->planes = lw_arena_zero(&w->arena, game->n_objects + 1U, sizeof *side->planes);
    if (side->fixed == NULL || side->planes == NULL) {
        return false;
    }
    memset(side->fixed, all ? 0xff : 0, w->plane_bytes);
    for (uint32_t id = 0; id < game->n_objects; id++) {
        bool wanted = set == NULL ? false : lw_ps_has(set, id);
        if (!game->objects[id].is_static) {
            if (wanted) {
                side->planes[n++] = plane;
            }
            plane++;
            continue;
        }
        for (uint32_t cell = 0; wanted && cell < w->n_cells; cell++) {
            uint8_t bit = (uint8_t)(1U << cell % 8);
            bool here = lw_ps_has(level->cells + (size_t)cell * game->obj_words, id);
            if (here && !all) {
                side->fixed[cell / 8] |= bit;
            } else if (!here && all) {
                side->fixed[cell / 8] &= (uint8_t)~bit;
            }
        }
    }
    side->n_planes = n;
    return true;
}

static bool make_conditions(struct ps_width *w, const struct lw_ps_level *level) {
    const struct lw_ps_game *game = w->game;
    w->conditions = lw_arena_zero(&w->arena, game->n_wins + 1U, sizeof *w->conditions);
    for (uint32_t i = 0; w->conditions != NULL && i < game->n_wins; i++) {
        const struct lw_ps_win *win = &game->wins[i];
        struct condition *c = &w->conditions[i];
        c->quantifier = win->quantifier;
        c->has_y = win->has_y;
        if (!make_side(w, level, win->x, win->x_all, &c->x) ||
            (win->has_y && !make_side(w, level, win->y, win->y_all, &c->y))) {
            return false;
        }
    }
    return w->conditions != NULL;
}

lw_status lw_ps_width_create(const struct lw_ps_game *game,
                             const struct lw_ps_level *level,
                             const struct lw_alloc *alloc, struct ps_width **out,
                             struct lw_error *err) {
    struct ps_width *w = lw_alloc_zero(alloc, 1, sizeof *w);
    *out = w;
    if (w == NULL) {
        return lw_fail_memory(err);
    }
    w->alloc = alloc;
    w->game = game;
    w->n_cells = level->width * level->height;
    w->plane_bytes = ((size_t)w->n_cells + 7) / 8;
    for (uint32_t id = 0; id < game->n_objects; id++) {
        w->board_bytes += game->objects[id].is_static ? 0 : w->plane_bytes;
    }
    lw_arena_init(&w->arena, alloc);
    w->x = lw_arena_zero(&w->arena, w->plane_bytes, 1);
    w->y = lw_arena_zero(&w->arena, w->plane_bytes, 1);
    w->facts = lw_arena_zero(&w->arena, MAX_FACTS, sizeof *w->facts);
    w->fresh = lw_arena_zero(&w->arena, MAX_FACTS, sizeof *w->fresh);
    w->table = lw_alloc_zero(alloc, TABLE_BITS / 64, sizeof *w->table);
    bool good = w->x != NULL && w->y != NULL && w->facts != NULL && w->fresh != NULL &&
                w->table != NULL && make_conditions(w, level);
    if (!good) {
        lw_ps_width_destroy(w);
        *out = NULL;
        return lw_fail_memory(err);
    }
    return LW_OK;
}

void lw_ps_width_destroy(struct ps_width *w) {
    if (w != NULL) {
        const struct lw_alloc *alloc = w->alloc;
        lw_alloc_free(alloc, w->table,
                      w->table == NULL ? 0 : TABLE_BITS / 64 * sizeof *w->table);
        lw_arena_free(&w->arena);
        lw_alloc_free(alloc, w, sizeof *w);
    }
}

static void make_board(const struct ps_width *w, const struct side *side,
                       const uint8_t *state, uint8_t *out) {
    memcpy(out, side->fixed, w->plane_bytes);
    for (uint32_t i = 0; i < side->n_planes; i++) {
        const uint8_t *plane = state + side->planes[i] * w->plane_bytes;
        for (size_t b = 0; b < w->plane_bytes; b++) {
            out[b] = side->all ? out[b] & plane[b] : out[b] | plane[b];
        }
    }
}

static uint32_t count_bits(const uint8_t *board, size_t bytes) {
    uint32_t n = 0;
    for (size_t i = 0; i < bytes; i++) {
        for (unsigned byte = board[i]; byte != 0; byte &= byte - 1) {
            n++;
        }
    }
    return n;
}

uint32_t lw_ps_width_left(struct ps_width *w, const uint8_t *state, uint64_t *key) {
    uint32_t left = 0;
    *key = 0;
    for (uint32_t i = 0; i < w->game->n_wins; i++) {
        const struct condition *c = &w->conditions[i];
        bool all = c->quantifier == LW_PS_ALL;
        make_board(w, &c->x, state, w->x);
        uint32_t n_x = count_bits(w->x, w->plane_bytes), n_y = 0;
        if (c->has_y) {
            make_board(w, &c->y, state, w->y);
            n_y = count_bits(w->y, w->plane_bytes);
            for (size_t b = 0; b < w->plane_bytes; b++) {
                w->x[b] &= all ? (uint8_t)~w->y[b] : w->y[b];
            }
        }
        uint32_t n = c->has_y ? count_bits(w->x, w->plane_bytes) : all ? 0 : n_x;
        n = c->quantifier == LW_PS_SOME ? n == 0 : n;
        left += n;
        *key = lw_mix64(*key + ((uint64_t)n << 40 | (uint64_t)n_x << 20 | n_y) + 1);
    }
    return left;
}

static bool put(struct ps_width *w, uint64_t key, uint32_t a, uint32_t b) {
    uint64_t bit = lw_mix64(key ^ ((uint64_t)a << 32 | b)) & (TABLE_BITS - 1);
    uint64_t mask = 1ULL << (bit & 63);
    bool is_new = (w->table[bit >> 6] & mask) == 0;
    w->table[bit >> 6] |= mask;
    return is_new;
}

static void list_facts(struct ps_width *w, const uint8_t *state, const uint8_t *parent) {
    w->n_facts = w->n_fresh = 0;
    for (size_t i = 0; i < w->board_bytes; i++) {
        unsigned before = parent == NULL ? 0 : parent[i];
        for (unsigned byte = state[i]; byte != 0 && w->n_facts < MAX_FACTS;
             byte &= byte - 1) {
            uint32_t fact = (uint32_t)(8 * i + lw_bits_first(byte));
            w->facts[w->n_facts++] = fact;
            if ((byte & (0U - byte) & ~before) != 0) {
                w->fresh[w->n_fresh++] = fact;
            }
        }
    }
}

int lw_ps_width_rank(struct ps_width *w, uint64_t key, const uint8_t *state,
                     const uint8_t *parent, bool same_class) {
    int rank = 3;
    list_facts(w, state, parent);
    for (uint32_t i = 0; i < w->n_fresh; i++) {
        for (uint32_t k = 0; k < w->n_facts; k++) {
            uint32_t a = w->fresh[i], b = w->facts[k];
            if (a != b && put(w, key, a < b ? a : b, a < b ? b : a)) {
                rank = 2;
            }
        }
    }
    const uint32_t *singles = same_class ? w->fresh : w->facts;
    uint32_t n = same_class ? w->n_fresh : w->n_facts;
    for (uint32_t i = 0; i < n; i++) {
        rank = put(w, key, singles[i], singles[i]) ? 1 : rank;
    }
    return rank;
}

uint64_t lw_ps_width_work(const struct ps_width *w) {
    return w->board_bytes + (uint64_t)w->n_fresh * w->n_facts;
}
