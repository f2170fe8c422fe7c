/* How far a position seems from a win.
 *
 * Old evaluation (Lim and Harrell 2014): for each win condition the mean distance of its
 * objects to their partners. New evaluation (Khalifa and Fayek 2015): half of it comes
 * from the rules, as distances between objects that stand together on a rule's left side,
 * and from the player to the objects of the condition. All distances are Manhattan
 * distances over the sum of the sides. */
#include <string.h>

#include "analyse/analyse_internal.h"

struct places {
    const uint64_t *set;
    bool all; /* the cell needs all of the set */
    uint32_t n;
    uint8_t *x, *y; /* n each; sides of more than 255 cells are not evaluated */
};

struct condition {
    enum lw_ps_quantifier quantifier;
    uint32_t x, y; /* sets; y NO_SET: alone */
    uint32_t goal; /* what the player should get to */
};

struct ps_evaluator {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct lw_ps_game *game;
    uint32_t width, height, n_cells;
    struct places *sets;
    uint32_t n_sets;
    struct condition *conditions;
    uint32_t n_conditions;
    struct lw_ps_pair *pairs; /* numbers of sets */
    uint32_t n_pairs;
    uint32_t player;
};

#define NO_SET UINT32_MAX

static uint32_t add_set(struct ps_evaluator *ev, const uint64_t *set, bool all) {
    size_t bytes = ev->game->obj_words * sizeof *set;
    for (uint32_t i = 0; i < ev->n_sets; i++) {
        if (ev->sets[i].all == all && memcmp(ev->sets[i].set, set, bytes) == 0) {
            return i;
        }
    }
    uint8_t *x = lw_arena_get(&ev->arena, ev->n_cells);
    uint8_t *y = lw_arena_get(&ev->arena, ev->n_cells);
    uint64_t *copy = lw_arena_get(&ev->arena, bytes);
    if (x == NULL || y == NULL || copy == NULL) {
        return NO_SET;
    }
    memcpy(copy, set, bytes);
    ev->sets[ev->n_sets] = (struct places){.set = copy, .all = all, .x = x, .y = y};
    return ev->n_sets++;
}

static uint32_t add_object(struct ps_evaluator *ev, uint32_t id, uint64_t *scratch) {
    memset(scratch, 0, ev->game->obj_words * sizeof *scratch);
    scratch[id >> 6] = 1ULL << (id & 63);
    return add_set(ev, scratch, false);
}

static bool overlaps(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        if ((a[w] & b[w]) != 0) {
            return true;
        }
    }
    return false;
}

static bool add_conditions(struct ps_evaluator *ev) {
    const struct lw_ps_game *game = ev->game;
    for (uint32_t w = 0; w < game->n_wins; w++) {
        const struct lw_ps_win *win = &game->wins[w];
        struct condition c = {.quantifier = win->quantifier,
                              .x = add_set(ev, win->x, win->x_all),
                              .y = NO_SET};
        c.goal = c.x;
        if (win->has_y) {
            c.y = add_set(ev, win->y, win->y_all);
            c.goal = overlaps(win->x, game->player, game->obj_words) ? c.y : c.x;
        }
        if (c.x == NO_SET || (win->has_y && c.y == NO_SET)) {
            return false;
        }
        ev->conditions[ev->n_conditions++] = c;
    }
    return true;
}

static bool add_pairs(struct ps_evaluator *ev, const struct lw_ps_analysis *analysis,
                      uint64_t *scratch) {
    for (size_t i = 0; i < analysis->n_pairs; i++) {
        uint32_t a = add_object(ev, analysis->pairs[i].a, scratch);
        uint32_t b = add_object(ev, analysis->pairs[i].b, scratch);
        if (a == NO_SET || b == NO_SET) {
            return false;
        }
        ev->pairs[ev->n_pairs++] = (struct lw_ps_pair){(uint16_t)a, (uint16_t)b};
    }
    return true;
}

lw_status lw_ps_evaluator_create(const struct lw_ps_analysis *analysis, uint32_t width,
                                 uint32_t height, const struct lw_alloc *alloc,
                                 struct ps_evaluator **out, struct lw_error *err) {
    const struct lw_ps_game *game = analysis->game;
    struct ps_evaluator *ev = lw_alloc_zero(alloc, 1, sizeof *ev);
    if (ev == NULL) {
        return lw_fail_memory(err);
    }
    ev->alloc = alloc;
    ev->game = game;
    ev->width = width;
    ev->height = height;
    ev->n_cells = width * height;
    lw_arena_init(&ev->arena, alloc);
    size_t n_sets = 1U + 2U * game->n_wins + 2U * analysis->n_pairs;
    ev->sets = lw_arena_zero(&ev->arena, n_sets, sizeof *ev->sets);
    ev->conditions = lw_arena_zero(&ev->arena, game->n_wins + 1U, sizeof *ev->conditions);
    ev->pairs = lw_arena_zero(&ev->arena, analysis->n_pairs + 1U, sizeof *ev->pairs);
    uint64_t *scratch = lw_arena_zero(&ev->arena, game->obj_words, sizeof *scratch);
    bool good = ev->sets != NULL && ev->conditions != NULL && ev->pairs != NULL &&
                scratch != NULL;
    if (good) {
        ev->player = add_set(ev, game->player, game->player_all);
        good = ev->player != NO_SET && add_conditions(ev) &&
               add_pairs(ev, analysis, scratch);
    }
    if (!good) {
        lw_ps_evaluator_destroy(ev);
        return lw_fail_memory(err);
    }
    *out = ev;
    return LW_OK;
}

void lw_ps_evaluator_destroy(struct ps_evaluator *ev) {
    if (ev != NULL) {
        const struct lw_alloc *alloc = ev->alloc;
        lw_arena_free(&ev->arena);
        lw_alloc_free(alloc, ev, sizeof *ev);
    }
}

static bool matches(const struct places *set, const uint64_t *cell, uint32_t words) {
    uint64_t some = 0, missing = 0;
    for (uint32_t w = 0; w < words; w++) {
        some |= cell[w] & set->set[w];
        missing |= set->set[w] & ~cell[w];
    }
    return set->all ? missing == 0 : some != 0;
}

static void find_places(struct ps_evaluator *ev, const struct lw_ps_engine *engine) {
    const uint64_t *cell = lw_ps_cell(engine, 0);
    uint32_t words = ev->game->obj_words;
    for (uint32_t s = 0; s < ev->n_sets; s++) {
        ev->sets[s].n = 0;
    }
    for (uint32_t x = 0; x < ev->width; x++) {
        for (uint32_t y = 0; y < ev->height; y++, cell += words) {
            for (uint32_t s = 0; s < ev->n_sets; s++) {
                struct places *set = &ev->sets[s];
                if (matches(set, cell, words)) {
                    set->x[set->n] = (uint8_t)x;
                    set->y[set->n++] = (uint8_t)y;
                }
            }
        }
    }
}

static uint32_t distance(const struct places *a, uint32_t i, const struct places *b,
                         uint32_t j) {
    int dx = a->x[i] - b->x[j];
    int dy = a->y[i] - b->y[j];
    return (uint32_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}

/* Mean distance of every a to its nearest b, over the sides; -1 without a pair. */
static double mean_nearest(const struct ps_evaluator *ev, const struct places *a,
                           const struct places *b) {
    uint64_t sum = 0;
    if (a->n == 0 || b->n == 0) {
        return -1;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        uint32_t least = UINT32_MAX;
        for (uint32_t j = 0; j < b->n; j++) {
            uint32_t d = distance(a, i, b, j);
            least = d < least ? d : least;
        }
        sum += least;
    }
    return (double)sum / a->n / (ev->width + ev->height);
}

/* Mean distance of every a to every other b. */
static double mean_distance(const struct ps_evaluator *ev, const struct places *a,
                            const struct places *b) {
    uint64_t sum = 0;
    uint64_t n = (uint64_t)a->n * b->n - (a == b ? a->n : 0);
    if (a->n == 0 || b->n == 0 || n == 0) {
        return 1;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        for (uint32_t j = 0; j < b->n; j++) {
            sum += distance(a, i, b, j);
        }
    }
    return (double)sum / (double)n / (ev->width + ev->height);
}

static double condition_output(const struct ps_evaluator *ev, const struct condition *c) {
    const struct places *x = &ev->sets[c->x];
    if (c->y == NO_SET) {
        /* "some X" wants one to be there, "no X" wants them gone. */
        double share = (double)x->n / ev->n_cells;
        return c->quantifier == LW_PS_NO ? share : x->n > 0 ? 0 : 1;
    }
    double mean = mean_nearest(ev, x, &ev->sets[c->y]);
    if (mean < 0) {
        return 1;
    }
    return c->quantifier == LW_PS_NO ? 1 - mean : mean;
}

static double rules_distance(const struct ps_evaluator *ev, const struct condition *c) {
    double sum = 0.25 * mean_distance(ev, &ev->sets[ev->player], &ev->sets[c->goal]);
    for (uint32_t i = 0; i < ev->n_pairs; i++) {
        sum +=
            0.5 * mean_distance(ev, &ev->sets[ev->pairs[i].a], &ev->sets[ev->pairs[i].b]);
    }
    return sum / (1 + ev->n_pairs);
}

double lw_ps_evaluate(struct ps_evaluator *ev, const struct lw_ps_engine *engine,
                      bool rules, double *output) {
    double out = 0, score = 0;
    if (ev->n_conditions == 0 || ev->width > 255 || ev->height > 255) {
        *output = 1;
        return 1;
    }
    find_places(ev, engine);
    for (uint32_t i = 0; i < ev->n_conditions; i++) {
        double own = condition_output(ev, &ev->conditions[i]);
        out += own;
        score += rules ? (own + rules_distance(ev, &ev->conditions[i])) / 2 : own;
    }
    *output = out / ev->n_conditions;
    return score / ev->n_conditions;
}

static uint32_t at_home(const struct ps_evaluator *ev, const struct condition *c) {
    const struct places *x = &ev->sets[c->x];
    const struct places *y = &ev->sets[c->y];
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        for (uint32_t j = 0; j < y->n; j++) {
            n += distance(x, i, y, j) == 0;
        }
    }
    return n;
}

uint64_t lw_ps_evaluate_class(const struct ps_evaluator *ev) {
    uint64_t hash = 0;
    for (uint32_t s = 0; s < ev->n_sets; s++) {
        hash = lw_mix64(hash + ev->sets[s].n + 1);
    }
    for (uint32_t i = 0; i < ev->n_conditions; i++) {
        const struct condition *c = &ev->conditions[i];
        hash = lw_mix64(hash + (c->y == NO_SET ? 0 : at_home(ev, c)) + 1);
    }
    return hash;
}
