/* Upper bounds that make most searches unnecessary: strongly connected parts of the graph
 * (Tarjan 1972) and the spreading of known eccentricities along its steps. */
#include <string.h>

#include "make/farthest/farthest.h"

/* Distances inside parts up to this size are computed in full. */
#define SMALL_PART 64
/* Between two looks at the clock; well under a millisecond. */
#define LOOKS_A_CHECK 8192u

struct tarjan {
    const struct far_graph *graph;
    uint32_t *order; /* when met, from 1; 0: not yet */
    uint32_t *low;   /* earliest still open node seen from below */
    uint32_t *open;  /* nodes not yet in a part */
    uint32_t *path;  /* the nodes being looked at */
    uint32_t *at;    /* [node]: the next step to look at */
    uint32_t n_met, n_open, n_path;
    uint32_t n_looks;
    bool over; /* the meter's time */
};

static void meet(struct tarjan *t, uint32_t node) {
    t->order[node] = t->low[node] = ++t->n_met;
    t->at[node] = 1;
    t->open[t->n_open++] = node;
    t->path[t->n_path++] = node;
}

static void close_part(struct tarjan *t, uint32_t root, struct far_bounds *bounds) {
    uint32_t node, n = bounds->begin[bounds->n_parts];
    do {
        node = t->open[--t->n_open];
        bounds->part[node] = bounds->n_parts;
        bounds->members[n++] = node;
    } while (node != root);
    bounds->begin[++bounds->n_parts] = n;
}

static void explore(struct tarjan *t, uint32_t start, struct far_bounds *bounds) {
    meet(t, start);
    while (t->n_path > 0) {
        uint32_t node = t->path[t->n_path - 1];
        const uint32_t *steps = t->graph->steps[node];
        if (++t->n_looks % LOOKS_A_CHECK == 0 && lw_meter_is_over(bounds->meter)) {
            t->over = true;
            return;
        }
        if (t->at[node] <= far_n_steps(steps)) {
            uint32_t to = steps[t->at[node]++];
            if (t->order[to] == 0) {
                meet(t, to);
            } else if (bounds->part[to] == UINT32_MAX && t->order[to] < t->low[node]) {
                t->low[node] = t->order[to];
            }
            continue;
        }
        t->n_path--;
        if (t->low[node] == t->order[node]) {
            close_part(t, node, bounds);
        }
        if (t->n_path > 0) {
            uint32_t parent = t->path[t->n_path - 1];
            t->low[parent] =
                t->low[node] < t->low[parent] ? t->low[node] : t->low[parent];
        }
    }
}

static lw_status find_parts(struct far_bounds *bounds, struct lw_error *err) {
    size_t n = bounds->graph->n_nodes;
    uint32_t *memory = lw_alloc_zero(bounds->alloc, 5 * n, sizeof *memory);
    if (memory == NULL) {
        return lw_fail_memory(err);
    }
    struct tarjan t = {.graph = bounds->graph,
                       .order = memory,
                       .low = memory + n,
                       .open = memory + 2 * n,
                       .path = memory + 3 * n,
                       .at = memory + 4 * n};
    memset(bounds->part, 0xff, n * sizeof *bounds->part);
    bounds->begin[0] = 0;
    for (uint32_t node = 0; node < n && !t.over; node++) {
        if (t.order[node] == 0) {
            explore(&t, node, bounds);
        }
    }
    lw_alloc_free(bounds->alloc, memory, 5 * n * sizeof *memory);
    return LW_OK;
}

/* The greatest distance between two members of a small part. */
static uint32_t measure_part(const struct far_bounds *bounds, uint32_t part) {
    const uint32_t *members = bounds->members + bounds->begin[part];
    uint32_t n = bounds->begin[part + 1] - bounds->begin[part], greatest = 0;
    uint64_t steps[SMALL_PART];
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *to = bounds->graph->steps[members[i]];
        steps[i] = 0;
        for (uint32_t j = 1; j <= far_n_steps(to); j++) {
            for (uint32_t k = 0; bounds->part[to[j]] == part && k < n; k++) {
                steps[i] |= (uint64_t)(members[k] == to[j]) << k;
            }
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t seen = (uint64_t)1 << i, now = seen;
        for (uint32_t depth = 0; now != 0; depth++) {
            uint64_t next = 0;
            for (uint32_t k = 0; k < n; k++) {
                next |= (now >> k & 1) != 0 ? steps[k] : 0;
            }
            now = next & ~seen;
            seen |= now;
            greatest = depth > greatest ? depth : greatest;
        }
    }
    return greatest;
}

lw_status lw_sok_far_bounds_init(struct far_bounds *bounds, const struct far_graph *graph,
                                 const struct lw_alloc *alloc,
                                 const struct lw_meter *meter, struct lw_error *err) {
    size_t n = graph->n_nodes;
    *bounds = (struct far_bounds){.alloc = alloc, .graph = graph, .meter = meter};
    bounds->part = lw_alloc_get(alloc, n * sizeof *bounds->part);
    bounds->members = lw_alloc_get(alloc, n * sizeof *bounds->members);
    bounds->begin = lw_alloc_get(alloc, (n + 1) * sizeof *bounds->begin);
    bounds->across = lw_alloc_zero(alloc, n, sizeof *bounds->across);
    bounds->exact = lw_alloc_get(alloc, n * sizeof *bounds->exact);
    bounds->at_most = lw_alloc_get(alloc, n * sizeof *bounds->at_most);
    bounds->stamp = lw_alloc_zero(alloc, n, sizeof *bounds->stamp);
    bounds->least = lw_alloc_get(alloc, n * sizeof *bounds->least);
    if (bounds->part == NULL || bounds->members == NULL || bounds->begin == NULL ||
        bounds->across == NULL || bounds->exact == NULL || bounds->at_most == NULL ||
        bounds->stamp == NULL || bounds->least == NULL) {
        return lw_fail_memory(err);
    }
    memset(bounds->exact, 0xff, n * sizeof *bounds->exact);
    lw_status status = find_parts(bounds, err);
    for (uint32_t part = 0; status == LW_OK && part < bounds->n_parts; part++) {
        uint32_t size = bounds->begin[part + 1] - bounds->begin[part];
        if (size > 1) {
            bounds->across[part] =
                size > SMALL_PART ? FAR_FAR : (uint16_t)measure_part(bounds, part);
        }
    }
    return status;
}

void lw_sok_far_bounds_free(struct far_bounds *bounds) {
    const struct lw_alloc *alloc = bounds->alloc;
    if (alloc == NULL) {
        return;
    }
    size_t n = bounds->graph->n_nodes;
    lw_alloc_free(alloc, bounds->part, n * sizeof *bounds->part);
    lw_alloc_free(alloc, bounds->members, n * sizeof *bounds->members);
    lw_alloc_free(alloc, bounds->begin, (n + 1) * sizeof *bounds->begin);
    lw_alloc_free(alloc, bounds->across, n * sizeof *bounds->across);
    lw_alloc_free(alloc, bounds->exact, n * sizeof *bounds->exact);
    lw_alloc_free(alloc, bounds->at_most, n * sizeof *bounds->at_most);
    lw_alloc_free(alloc, bounds->stamp, n * sizeof *bounds->stamp);
    lw_alloc_free(alloc, bounds->least, n * sizeof *bounds->least);
    *bounds = (struct far_bounds){.alloc = NULL};
}

/* Sweeps. */

static uint16_t plus(uint32_t a, uint32_t b) {
    return (uint16_t)(a + b < FAR_FAR ? a + b : FAR_FAR);
}

/* Over the earlier parts that lead into this one: the worst of their best ways in. Only
 * the near steps count for the worst: who comes by another comes by a near one too. */
static uint16_t bound_from_outside(struct far_bounds *bounds, uint32_t part) {
    const uint32_t begin = bounds->begin[part], end = bounds->begin[part + 1];
    bool any = false;
    uint16_t worst = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t *steps = bounds->graph->steps[bounds->members[i]];
            uint32_t n = pass == 0 ? far_n_steps(steps) : far_n_near(steps);
            for (uint32_t j = 1; j <= n; j++) {
                uint32_t from = bounds->part[steps[j]];
                uint16_t bound = bounds->at_most[steps[j]];
                if (from == part) {
                    continue;
                }
                if (pass == 1) {
                    worst = bounds->least[from] > worst ? bounds->least[from] : worst;
                } else if (bounds->stamp[from] != part + 1 ||
                           bound < bounds->least[from]) {
                    bounds->stamp[from] = part + 1;
                    bounds->least[from] = bound;
                    any = true;
                }
            }
        }
    }
    return any ? plus(worst, 1) : 0;
}

/* Inside a part every bound holds for the neighbours, one step more. */
static void spread_inside(struct far_bounds *bounds, uint32_t part) {
    const uint32_t begin = bounds->begin[part], end = bounds->begin[part + 1];
    bool changed = true;
    for (uint32_t round = 0; changed && round < 16; round++) {
        changed = false;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t node = bounds->members[round % 2 == 0 ? i : begin + end - 1 - i];
            const uint32_t *steps = bounds->graph->steps[node];
            uint16_t bound = bounds->at_most[node];
            for (uint32_t j = 1; j <= far_n_steps(steps); j++) {
                uint16_t near = plus(bounds->at_most[steps[j]], 1);
                if (bounds->part[steps[j]] == part && near < bound) {
                    bound = near;
                    changed = true;
                }
            }
            bounds->at_most[node] = bound;
        }
    }
}

uint32_t lw_sok_far_bounds_sweep(struct far_bounds *bounds, uint32_t enough,
                                 uint32_t guess, uint32_t *pivots) {
    uint32_t n_pivots = 0;
    memset(bounds->stamp, 0, bounds->n_parts * sizeof *bounds->stamp);
    for (uint32_t part = 0; part < bounds->n_parts; part++) {
        const uint32_t begin = bounds->begin[part], end = bounds->begin[part + 1];
        if (part % LOOKS_A_CHECK == 0 && lw_meter_is_over(bounds->meter)) {
            break;
        }
        uint16_t bound = plus(bound_from_outside(bounds, part), bounds->across[part]);
        for (uint32_t i = begin; i < end; i++) {
            uint32_t node = bounds->members[i];
            uint16_t exact = bounds->exact[node];
            bounds->at_most[node] = exact < bound ? exact : bound;
        }
        for (;;) {
            if (end - begin > 1) {
                spread_inside(bounds, part);
            }
            uint32_t worst = bounds->members[begin];
            for (uint32_t i = begin; i < end; i++) {
                uint32_t node = bounds->members[i];
                worst = bounds->at_most[node] > bounds->at_most[worst] ? node : worst;
            }
            if (bounds->at_most[worst] < enough || bounds->exact[worst] != FAR_FAR ||
                (end - begin > LOOKS_A_CHECK && lw_meter_is_over(bounds->meter))) {
                break;
            }
            pivots[n_pivots++] = worst;
            bounds->at_most[worst] = (uint16_t)guess;
        }
    }
    return n_pivots;
}

uint32_t lw_sok_far_bounds_set(const struct far_bounds *bounds, uint32_t set) {
    const uint32_t begin = bounds->graph->first[set], end = bounds->graph->first[set + 1];
    uint32_t worst = 0;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t least = bounds->at_most[i];
        for (uint32_t j = begin; j < end; j++) {
            if (bounds->part[j] == bounds->part[i] && bounds->at_most[j] < least) {
                least = bounds->at_most[j];
            }
        }
        worst = least > worst ? least : worst;
    }
    return worst;
}
