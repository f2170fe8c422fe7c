/* Flow as propositional logic.
 *
 * One variable an open edge, one for each colour a square may still have. Degrees are
 * written out (at most four edges meet in a square), a used edge makes both colours
 * equal. What the clauses leave out is that a path must not close on itself: loops are
 * forbidden when a solution shows them, as are solutions already seen. */
#include "solve/sat.h"

#include <string.h>

struct encoding {
    struct flow_engine *engine;
    const struct lw_sat_prover *prover;
    struct lw_sat *sat;
    bool lean;   /* without the clauses that only repeat what paths carry along */
    int *edge;   /* [2 * cell + (down ? 1 : 0)]: variable, 0 when decided */
    int *colour; /* [cell * n_colours + colour]: variable; 0 when impossible, -1 when sure
                  */
    int n_vars;
    uint8_t *used;  /* the last solution */
    uint8_t *marks; /* [cell] */
};

static void clause2(struct encoding *enc, int a, int b) {
    enc->prover->add(enc->sat, a);
    enc->prover->add(enc->sat, b);
    enc->prover->add(enc->sat, 0);
}

/* Decided edges have no variable. */
static int edge_var(const struct encoding *enc, uint32_t cell, uint32_t dir) {
    if (dir == LW_DIR_UP || dir == LW_DIR_LEFT) {
        cell = flow_neighbour(enc->engine, cell, dir);
    }
    return enc->edge[2 * cell + (dir == LW_DIR_UP || dir == LW_DIR_DOWN)];
}

static void number_vars(struct encoding *enc) {
    const struct flow_engine *engine = enc->engine;
    uint32_t n_colours = engine->level->n_colours;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        if ((engine->open[i] >> LW_DIR_RIGHT & 1) != 0) {
            enc->edge[2 * i] = ++enc->n_vars;
        }
        if ((engine->open[i] >> LW_DIR_DOWN & 1) != 0) {
            enc->edge[2 * i + 1] = ++enc->n_vars;
        }
        uint64_t left = engine->colours[i];
        bool sure = flow_single(left);
        for (; left != 0; left &= left - 1) {
            uint32_t c = lw_bits_first(left);
            enc->colour[i * n_colours + c] = sure ? -1 : ++enc->n_vars;
        }
    }
}

static void add_subset(struct encoding *enc, const int *vars, uint32_t subset, int sign) {
    for (; subset != 0; subset &= subset - 1) {
        enc->prover->add(enc->sat, sign * vars[flow_first_dir(subset)]);
    }
    enc->prover->add(enc->sat, 0);
}

/* Exactly as many of the open edges at a square as it still needs: not one more used,
 * not one more unused. */
static void add_degree(struct encoding *enc, uint32_t cell) {
    const struct flow_engine *engine = enc->engine;
    uint32_t need = engine->degree[cell] - flow_bits(engine->used[cell]);
    int vars[LW_N_DIRS];
    uint32_t n = 0;
    for (uint32_t dirs = engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
        vars[n++] = edge_var(enc, cell, flow_first_dir(dirs));
    }
    for (uint32_t subset = 1; subset < 1U << n; subset++) {
        if (flow_bits(subset) == need + 1) {
            add_subset(enc, vars, subset, -1);
        }
        if (flow_bits(subset) == n - need + 1) {
            add_subset(enc, vars, subset, 1);
        }
    }
}

/* Follows from the endpoints, whose one colour used edges carry along; for refutations it
 * is worth saying. */
static void add_one_colour(struct encoding *enc, uint32_t cell) {
    uint32_t n_colours = enc->engine->level->n_colours;
    const int *vars = enc->colour + (size_t)cell * n_colours;
    if (enc->lean || flow_single(enc->engine->colours[cell])) {
        return;
    }
    for (uint32_t c = 0; c < n_colours; c++) {
        if (vars[c] != 0) {
            enc->prover->add(enc->sat, vars[c]);
        }
    }
    enc->prover->add(enc->sat, 0);
    for (uint32_t c = 0; c < n_colours; c++) {
        for (uint32_t d = c + 1; d < n_colours && vars[c] != 0; d++) {
            if (vars[d] != 0) {
                clause2(enc, -vars[c], -vars[d]);
            }
        }
    }
}

/* guard (0: none) and the colour of one side imply the colour of the other. */
static void add_implied_colour(struct encoding *enc, int guard, int from, int to) {
    if (from == 0 || to == -1) {
        return;
    }
    if (guard != 0) {
        enc->prover->add(enc->sat, -guard);
    }
    if (from != -1) {
        enc->prover->add(enc->sat, -from);
    }
    if (to != 0) {
        enc->prover->add(enc->sat, to);
    }
    enc->prover->add(enc->sat, 0);
}

/* Under the strict rule, an edge between two squares of one colour is used. */
static void add_touching(struct encoding *enc, int edge, int a, int b) {
    if (a == 0 || b == 0) {
        return;
    }
    if (edge != 0) {
        enc->prover->add(enc->sat, edge);
    }
    if (a != -1) {
        enc->prover->add(enc->sat, -a);
    }
    if (b != -1) {
        enc->prover->add(enc->sat, -b);
    }
    enc->prover->add(enc->sat, 0);
}

static void add_edge(struct encoding *enc, uint32_t cell, uint32_t dir) {
    const struct flow_engine *engine = enc->engine;
    if ((engine->inner[cell] >> dir & 1) == 0) {
        return;
    }
    bool used = (engine->used[cell] >> dir & 1) != 0;
    bool open = (engine->open[cell] >> dir & 1) != 0;
    uint32_t n_colours = engine->level->n_colours;
    const int *here = enc->colour + (size_t)cell * n_colours;
    const int *there =
        enc->colour + (size_t)flow_neighbour(engine, cell, dir) * n_colours;
    int edge = edge_var(enc, cell, dir);
    for (uint32_t c = 0; c < n_colours; c++) {
        if (used || open) {
            add_implied_colour(enc, edge, here[c], there[c]);
            add_implied_colour(enc, edge, there[c], here[c]);
        }
        if (engine->strict && !used) {
            add_touching(enc, edge, here[c], there[c]);
        }
    }
}

/* The smallest loops are so common that they are forbidden at once. */
static void add_small_loop(struct encoding *enc, uint32_t cell) {
    const struct flow_engine *engine = enc->engine;
    uint32_t both = 1U << LW_DIR_RIGHT | 1U << LW_DIR_DOWN;
    if ((engine->inner[cell] & both) != both) {
        return;
    }
    uint32_t right = cell + 1, below = cell + engine->level->width;
    const struct {
        uint32_t cell;
        enum lw_dir dir;
    } sides[] = {{cell, LW_DIR_RIGHT},
                 {cell, LW_DIR_DOWN},
                 {right, LW_DIR_DOWN},
                 {below, LW_DIR_RIGHT}};
    for (size_t i = 0; i < 4; i++) {
        bool any =
            ((engine->used[sides[i].cell] | engine->open[sides[i].cell]) >> sides[i].dir &
             1) != 0;
        if (!any) {
            return;
        }
    }
    for (size_t i = 0; i < 4; i++) {
        int var = edge_var(enc, sides[i].cell, sides[i].dir);
        if (var != 0) {
            enc->prover->add(enc->sat, -var);
        }
    }
    enc->prover->add(enc->sat, 0);
}

static void encode(struct encoding *enc) {
    number_vars(enc);
    for (uint32_t i = 0; i < enc->engine->n_cells; i++) {
        if (enc->engine->open[i] != 0) {
            add_degree(enc, i);
        }
        add_one_colour(enc, i);
        add_edge(enc, i, LW_DIR_RIGHT);
        add_edge(enc, i, LW_DIR_DOWN);
        add_small_loop(enc, i);
    }
}

static void read_solution(struct encoding *enc) {
    const struct flow_engine *engine = enc->engine;
    memcpy(enc->used, engine->used, engine->n_cells);
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        for (uint32_t dirs = engine->open[i]; dirs != 0; dirs &= dirs - 1) {
            uint32_t dir = flow_first_dir(dirs);
            if (enc->prover->value(enc->sat, edge_var(enc, i, dir))) {
                enc->used[i] |= (uint8_t)(1U << dir);
            }
        }
    }
}

static void mark_path(struct encoding *enc, uint32_t cell) {
    uint32_t dirs = enc->used[cell];
    enc->marks[cell] = 1;
    while (dirs != 0) {
        uint32_t dir = flow_first_dir(dirs);
        cell = flow_neighbour(enc->engine, cell, dir);
        enc->marks[cell] = 1;
        dirs = enc->used[cell] & ~(1U << flow_opposite(dir));
    }
}

/* The loop holds no endpoint, so some path must enter its squares: an edge between them
 * and the rest is used. Says more than that not all of its edges are. */
static void forbid_loop(struct encoding *enc, uint32_t start) {
    uint32_t cell = start, dir = flow_first_dir(enc->used[start]);
    do {
        enc->marks[cell] = 2;
        cell = flow_neighbour(enc->engine, cell, dir);
        dir = flow_first_dir(enc->used[cell] & ~(1U << flow_opposite(dir)));
    } while (cell != start);
    do {
        for (uint32_t dirs = enc->engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
            uint32_t side = flow_first_dir(dirs);
            if (enc->marks[flow_neighbour(enc->engine, cell, side)] != 2) {
                enc->prover->add(enc->sat, edge_var(enc, cell, side));
            }
        }
        cell = flow_neighbour(enc->engine, cell, dir);
        dir = flow_first_dir(enc->used[cell] & ~(1U << flow_opposite(dir)));
    } while (cell != start);
    enc->prover->add(enc->sat, 0);
    do {
        enc->marks[cell] = 1;
        cell = flow_neighbour(enc->engine, cell, dir);
        dir = flow_first_dir(enc->used[cell] & ~(1U << flow_opposite(dir)));
    } while (cell != start);
}

/* Forbids every loop of the solution; false when there is none. */
static bool forbid_loops(struct encoding *enc) {
    const struct flow_engine *engine = enc->engine;
    memset(enc->marks, 0, engine->n_cells);
    for (uint32_t k = 0; k < engine->level->n_colours; k++) {
        mark_path(enc, engine->level->ends[k][0]);
    }
    bool any = false;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        if (enc->marks[i] == 0) {
            forbid_loop(enc, i);
            any = true;
        }
    }
    return any;
}

/* All solutions have equally many edges, so another one misses an edge of this. */
static void forbid_solution(struct encoding *enc) {
    for (uint32_t i = 0; i < enc->engine->n_cells; i++) {
        for (uint32_t dir = LW_DIR_RIGHT; dir <= LW_DIR_DOWN; dir++) {
            if ((enc->used[i] >> dir & 1) != 0 && edge_var(enc, i, dir) != 0) {
                enc->prover->add(enc->sat, -edge_var(enc, i, dir));
            }
        }
    }
    enc->prover->add(enc->sat, 0);
}

static void enumerate(struct encoding *enc, const struct flow_sat_query *query,
                      struct lw_meter *meter, struct flow_sat_result *result) {
    for (;;) {
        enum lw_sat_result answer = enc->prover->solve(enc->sat, meter);
        if (answer != LW_SAT_SATISFIABLE) {
            result->end = answer == LW_SAT_UNSATISFIABLE ? FLOW_END_ALL : FLOW_END_LIMIT;
            return;
        }
        read_solution(enc);
        if (forbid_loops(enc)) {
            continue;
        }
        result->n_solutions++;
        if (!query->found(query->ctx, enc->used)) {
            result->end = FLOW_END_STOPPED;
            return;
        }
        forbid_solution(enc);
    }
}

struct flow_sat_result lw_flow_sat_search(struct flow_engine *engine,
                                          const struct flow_sat_query *query,
                                          struct lw_meter *meter) {
    const struct lw_sat_prover *prover = query->prover;
    struct flow_sat_result result = {.end = FLOW_END_LIMIT};
    struct lw_arena arena;
    lw_arena_init(&arena, engine->alloc);
    size_t n = engine->n_cells;
    struct encoding enc = {
        .engine = engine,
        .prover = prover,
        .lean = query->aim == LW_SAT_FIND,
        .edge = lw_arena_zero(&arena, 2 * n, sizeof *enc.edge),
        .colour = lw_arena_zero(&arena, n * engine->level->n_colours, sizeof *enc.colour),
        .used = lw_arena_zero(&arena, n, 1),
        .marks = lw_arena_zero(&arena, n, 1),
    };
    bool ready =
        enc.edge != NULL && enc.colour != NULL && enc.used != NULL && enc.marks != NULL;
    enc.sat = ready ? prover->create(prover->ctx, query->aim) : NULL;
    if (enc.sat != NULL) {
        encode(&enc);
        enumerate(&enc, query, meter, &result);
        prover->destroy(enc.sat);
    } else {
        result.out_of_memory = true;
    }
    lw_arena_free(&arena);
    return result;
}
