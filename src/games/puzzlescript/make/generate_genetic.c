/* The genetic generator of Khalifa and Fayek (2015): levels as arrays of cells, one cut
 * for crossover, mutation by creating, deleting and moving objects, roulette selection,
 * elitism. Walls of the outline stay where they are. */
#include <math.h>
#include <string.h>

#include "lw/search.h"
#include "make/generate_internal.h"

struct breeder {
    const struct lw_ps_rater *rater;
    const struct lw_ps_analysis *a;
    const struct lw_ps_game *game;
    const struct lw_ps_level *outline;
    const struct lw_ps_evolution *evolution;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget;
    struct lw_ps_best *best;
    struct lw_ps_level *level; /* the individual being rated */
    uint32_t *open;            /* cells that may change */
    uint32_t n_open;
    uint16_t *kinds; /* objects that may be made */
    uint32_t n_kinds;
    size_t bytes;
    struct lw_state_set seen;
    double *known; /* [seen]: fitness */
    size_t known_cap;
    lw_status status;
    struct lw_error *err;
};

struct lw_ps_evolution lw_ps_evolution_usual(enum lw_ps_start start) {
    return (struct lw_ps_evolution){.population = 50,
                                    .generations = 20,
                                    .elites = 1,
                                    .crossover = 0.7,
                                    .mutation = 0.1,
                                    .create = 0.2,
                                    .destroy = 0.2,
                                    .move = 0.5,
                                    .first_mutations = 20,
                                    .start = start};
}

/* Individuals. */

static uint64_t *cell_of(const struct breeder *b, void *individual, uint32_t cell) {
    return (uint64_t *)individual + (size_t)cell * b->game->obj_words;
}

static bool is_empty(const struct breeder *b, const uint64_t *cell) {
    return lw_ps_is_ground(b->a, cell);
}

/* May the object join what the cell holds? Its layer must be free and no wall there. */
static bool fits(const struct breeder *b, const uint64_t *cell, uint32_t id) {
    uint32_t wall = lw_ps_wall(b->a);
    const uint64_t *layer =
        b->game->layer_masks + (size_t)b->game->objects[id].layer * b->game->obj_words;
    if (is_empty(b, cell)) {
        return true;
    }
    if (id == wall || (wall < b->game->n_objects && lw_ps_has(cell, wall))) {
        return false;
    }
    for (uint32_t w = 0; w < b->game->obj_words; w++) {
        if ((cell[w] & layer[w]) != 0) {
            return false;
        }
    }
    return true;
}

/* A random open cell that is empty or not; n_open when there is none. */
static uint32_t pick_cell(struct breeder *b, struct lw_rng *rng, void *individual,
                          bool empty) {
    uint32_t pick = b->n_open, seen = 0;
    for (uint32_t i = 0; i < b->n_open; i++) {
        if (is_empty(b, cell_of(b, individual, b->open[i])) == empty &&
            lw_rng_below(rng, ++seen) == 0) {
            pick = i;
        }
    }
    return pick;
}

static void create(struct breeder *b, struct lw_rng *rng, void *individual, uint32_t id) {
    uint32_t pick = b->n_open, seen = 0;
    for (uint32_t i = 0; i < b->n_open; i++) {
        if (fits(b, cell_of(b, individual, b->open[i]), id) &&
            lw_rng_below(rng, ++seen) == 0) {
            pick = i;
        }
    }
    if (pick < b->n_open) {
        cell_of(b, individual, b->open[pick])[id >> 6] |= 1ULL << (id & 63);
    }
}

static void create_object(struct breeder *b, struct lw_rng *rng, void *individual) {
    create(b, rng, individual, b->kinds[lw_rng_below(rng, b->n_kinds)]);
}

/* An object that may be made, of a set; n_objects when there is none. */
static uint32_t pick_kind(const struct breeder *b, struct lw_rng *rng,
                          const uint64_t *set) {
    uint32_t id = b->game->n_objects, seen = 0;
    for (uint32_t i = 0; i < b->n_kinds; i++) {
        if (lw_ps_has(set, b->kinds[i]) && lw_rng_below(rng, ++seen) == 0) {
            id = b->kinds[i];
        }
    }
    return id;
}

/* A condition that forbids one object on another asks for nothing until they lie so. */
static void put_forbidden(struct breeder *b, struct lw_rng *rng, void *individual) {
    for (uint32_t w = 0; w < b->game->n_wins; w++) {
        const struct lw_ps_win *win = &b->game->wins[w];
        uint32_t n = b->game->n_objects;
        bool one = win->quantifier == LW_PS_NO;
        uint32_t x = one ? pick_kind(b, rng, win->x) : n;
        uint32_t y = one && win->has_y ? pick_kind(b, rng, win->y) : x;
        uint32_t at = x < n && y < n ? pick_cell(b, rng, individual, true) : b->n_open;
        if (at < b->n_open &&
            (x == y || b->game->objects[x].layer != b->game->objects[y].layer)) {
            uint64_t *cell = cell_of(b, individual, b->open[at]);
            cell[x >> 6] |= 1ULL << (x & 63);
            cell[y >> 6] |= 1ULL << (y & 63);
        }
    }
}

static uint32_t count(const struct breeder *b, void *individual, uint32_t id) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_open; i++) {
        n += lw_ps_has(cell_of(b, individual, b->open[i]), id);
    }
    return n;
}

/* What rules and win conditions need before anything can happen, at random cells. */
static void put_needed(struct breeder *b, struct lw_rng *rng, void *individual) {
    uint32_t player = pick_kind(b, rng, b->game->player);
    put_forbidden(b, rng, individual);
    for (uint32_t i = 0; i < b->n_kinds; i++) {
        uint32_t id = b->kinds[i];
        bool is_player = lw_ps_has(b->game->player, id);
        uint32_t n = is_player ? id == player : lw_ps_needed(b->a, id);
        for (uint32_t have = count(b, individual, id); have < n; have++) {
            create(b, rng, individual, id);
        }
    }
}

static void delete_object(struct breeder *b, struct lw_rng *rng, void *individual) {
    uint32_t pick = pick_cell(b, rng, individual, false);
    if (pick == b->n_open) {
        return;
    }
    uint64_t *cell = cell_of(b, individual, b->open[pick]);
    uint32_t gone = b->game->n_objects, seen = 0;
    for (uint32_t id = 0; id < b->game->n_objects; id++) {
        if (!lw_ps_has(b->a->ground, id) && lw_ps_has(cell, id) &&
            lw_rng_below(rng, ++seen) == 0) {
            gone = id;
        }
    }
    cell[gone >> 6] &= ~(1ULL << (gone & 63));
}

static void move_object(struct breeder *b, struct lw_rng *rng, void *individual) {
    uint32_t from = pick_cell(b, rng, individual, false);
    uint32_t to = pick_cell(b, rng, individual, true);
    if (from == b->n_open || to == b->n_open) {
        return;
    }
    uint64_t *a = cell_of(b, individual, b->open[from]);
    uint64_t *c = cell_of(b, individual, b->open[to]);
    for (uint32_t w = 0; w < b->game->obj_words; w++) {
        uint64_t swapped = (a[w] ^ c[w]) & ~b->a->ground[w];
        a[w] ^= swapped;
        c[w] ^= swapped;
    }
}

static void change(struct breeder *b, struct lw_rng *rng, void *individual) {
    if (lw_rng_chance(rng, b->evolution->create)) {
        create_object(b, rng, individual);
    }
    if (lw_rng_chance(rng, b->evolution->destroy)) {
        delete_object(b, rng, individual);
    }
    if (lw_rng_chance(rng, b->evolution->move)) {
        move_object(b, rng, individual);
    }
}

/* What the genetic algorithm asks. */

static bool seed(void *ctx, uint32_t index, struct lw_rng *rng, void *individual) {
    struct breeder *b = ctx;
    enum lw_ps_start start = b->evolution->start;
    /* Mixed: a third random, a third constructed, a third constructed and mutated. */
    bool constructed = start == LW_PS_START_CONSTRUCTIVE ||
                       (start == LW_PS_START_MIXED && index % 3 != 0);
    bool mutated = start != LW_PS_START_CONSTRUCTIVE &&
                   !(start == LW_PS_START_MIXED && index % 3 == 1);
    if (!constructed || !lw_ps_construct(b->a, b->outline, rng, individual)) {
        memcpy(individual, b->outline->cells, b->bytes);
        if (start != LW_PS_START_EMPTY) {
            put_needed(b, rng, individual);
        }
    }
    for (uint32_t i = 0; mutated && i < b->evolution->first_mutations; i++) {
        change(b, rng, individual);
    }
    return true;
}

static void cross(void *ctx, struct lw_rng *rng, void *one, void *two) {
    struct breeder *b = ctx;
    uint32_t width = b->outline->width, n_cells = width * b->outline->height;
    uint32_t cut = b->evolution->cut == LW_PS_CROSS_ROWS
                       ? lw_rng_below(rng, b->outline->height) * width
                       : lw_rng_below(rng, n_cells);
    uint64_t *x = cell_of(b, one, cut), *y = cell_of(b, two, cut);
    for (size_t i = 0; i < (size_t)(n_cells - cut) * b->game->obj_words; i++) {
        uint64_t hold = x[i];
        x[i] = y[i];
        y[i] = hold;
    }
}

static void mutate(void *ctx, struct lw_rng *rng, void *individual) {
    struct breeder *b = ctx;
    if (lw_rng_chance(rng, b->evolution->mutation)) {
        change(b, rng, individual);
    }
}

static lw_status rate(struct breeder *b, double *fitness) {
    struct lw_ps_rating rating;
    lw_status status =
        lw_ps_rate(b->rater, &b->level->base, b->runtime, b->budget, &rating, b->err);
    if (status == LW_OK) {
        *fitness = rating.total;
        status = lw_ps_best_offer(b->best, b->game, &b->level->base, &rating);
    }
    lw_buffer_free(&rating.playout.moves);
    return status;
}

static double fitness(void *ctx, const void *individual) {
    struct breeder *b = ctx;
    bool added;
    double value = 0;
    if (b->status != LW_OK) {
        return 0;
    }
    uint32_t number = lw_state_set_add(&b->seen, individual, &added);
    if (number == LW_STATE_NONE || !lw_grow(b->runtime->alloc, &b->known, &b->known_cap,
                                            (size_t)number + 1, sizeof *b->known)) {
        b->status = LW_NO_MEMORY;
        return 0;
    }
    if (!added) {
        return b->known[number];
    }
    memcpy(b->level->cells, individual, b->bytes);
    b->status = rate(b, &value);
    b->known[number] = value;
    return value;
}

static bool told(void *ctx, uint32_t number, const void *best, double value) {
    struct breeder *b = ctx;
    (void)best;
    if (b->evolution->generation != NULL) {
        b->evolution->generation(b->evolution->ctx, number, value);
    }
    return b->status == LW_OK;
}

/* The run. */

static bool list_kinds(struct breeder *b, struct lw_arena *arena) {
    uint32_t n_cells = b->outline->width * b->outline->height;
    b->open = lw_arena_zero(arena, n_cells, sizeof *b->open);
    b->kinds = lw_arena_zero(arena, b->game->n_objects, sizeof *b->kinds);
    if (b->open == NULL || b->kinds == NULL) {
        return false;
    }
    b->n_open = lw_ps_free_cells(b->a, b->outline, b->open);
    for (uint32_t id = 0; id < b->game->n_objects; id++) {
        if (!lw_ps_is_fixed(b->a, id) || id == lw_ps_wall(b->a)) {
            b->kinds[b->n_kinds++] = (uint16_t)id;
        }
    }
    return true;
}

static lw_status evolve(struct breeder *b, struct lw_rng *rng, struct lw_arena *arena,
                        struct lw_meter *meter) {
    const struct lw_genetic_problem problem = {.ctx = b,
                                               .bytes = b->bytes,
                                               .seed = seed,
                                               .cross = cross,
                                               .mutate = mutate,
                                               .fitness = fitness,
                                               .generation = told};
    const struct lw_genetic_params params = {.population = b->evolution->population,
                                             .generations = b->evolution->generations,
                                             .elites = b->evolution->elites,
                                             .crossover = b->evolution->crossover,
                                             .roulette = true};
    struct lw_genetic_result result = {.best = lw_arena_get(arena, b->bytes)};
    if (result.best == NULL) {
        return LW_NO_MEMORY;
    }
    lw_status status =
        lw_genetic_run(&problem, &params, rng, b->runtime->alloc, meter, &result);
    status = status == LW_LIMIT ? LW_OK : status;
    return b->status != LW_OK ? b->status : status;
}

lw_status lw_ps_evolve(const struct lw_ps_rater *rater, const struct lw_ps_level *outline,
                       const struct lw_ps_evolution *evolution,
                       const struct lw_ps_run *run, struct lw_ps_best *best,
                       struct lw_error *err) {
    const struct lw_ps_game *game = rater->analysis->game;
    struct breeder b = {.rater = rater,
                        .a = rater->analysis,
                        .game = game,
                        .outline = outline,
                        .evolution = evolution,
                        .runtime = run->runtime,
                        .budget = run->budget,
                        .best = best,
                        .err = err};
    struct lw_arena arena;
    struct lw_meter meter;
    b.bytes =
        (size_t)outline->width * outline->height * game->obj_words * sizeof(uint64_t);
    lw_arena_init(&arena, run->runtime->alloc);
    lw_state_set_init(&b.seen, run->runtime->alloc, b.bytes);
    lw_meter_start(&meter, run->runtime, run->budget);
    lw_status status = list_kinds(&b, &arena) ? LW_OK : LW_NO_MEMORY;
    if (status == LW_OK && b.n_open >= PS_LEAST_ROOM) {
        status = lw_ps_level_create(game, outline->width, outline->height, outline->cells,
                                    &b.level, err);
        if (status == LW_OK) {
            status = evolve(&b, run->rng, &arena, &meter);
        }
    }
    lw_level_destroy(b.level == NULL ? NULL : &b.level->base);
    lw_alloc_free(run->runtime->alloc, b.known, b.known_cap * sizeof *b.known);
    lw_state_set_free(&b.seen);
    lw_arena_free(&arena);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}
