/* A walker: picks its next step by how much nearer the end it looks, never takes the same
 * box twice running, never blunders plainly. Its chance to reach the end, discounted by a
 * factor a step, is the solution of a linear system that is swept until it settles. */
#include "people/people_internal.h"

#include <math.h>
#include <string.h>

#define MAX_STEPS_STORED ((size_t)60 << 20)
#define MAX_SWEEPS 4000

/* One step: where it leads and how much it appeals. target counts (position, box) pairs:
 * the box that was pushed may not be pushed again next. */
struct step {
    uint32_t target;
    float weight;
};

struct walker {
    const struct people_graph *graph;
    const struct people_walk_rules *rules;
    const struct lw_alloc *alloc;
    struct step *steps;
    size_t n_steps, steps_cap;
    size_t *first;    /* [n_alive * n_boxes + 1], by order of aliveness and box */
    double *weight;   /* [n_alive * n_boxes]: sums, steps into lost positions included */
    double *chance;   /* [n * n_boxes] by position and box pushed last */
    uint32_t *mark;   /* [n] */
    uint8_t *avoided; /* [n]: a dead end small enough to be seen through */
    uint32_t *ends;
    uint16_t *squares;
};

static size_t box_rank(const struct people_graph *graph, uint32_t at, uint16_t square) {
    const uint16_t *list = graph->boxes + (size_t)at * graph->n_boxes;
    size_t rank = 0;
    while (list[rank] != square) {
        rank++;
    }
    return rank;
}

/* May the walker go there at all? */
static bool enters(const struct walker *w, uint32_t to) {
    return w->graph->bound[to] != SOK_FAR && !w->avoided[to];
}

static double appeal(const struct walker *w, uint32_t from, uint32_t to,
                     uint16_t from_square, uint16_t to_square) {
    const struct people_graph *graph = w->graph;
    double rise = (double)graph->bound[to] - (double)graph->bound[from];
    double home =
        (double)graph->map->goal[to_square] - (double)graph->map->goal[from_square];
    return exp(-w->rules->per_bound * rise + (w->rules->runs ? home : 0));
}

static size_t list_steps(struct walker *w, uint32_t at, uint16_t square, uint32_t stamp) {
    const struct people_graph *graph = w->graph;
    if (w->rules->runs) {
        return lw_sok_people_runs(
            graph, at, square, (struct people_runs){w->mark, stamp, w->ends, w->squares});
    }
    size_t n = 0;
    for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
        if (graph->edges[e].from_square == square) {
            w->ends[n] = graph->edges[e].to;
            w->squares[n++] = graph->edges[e].to_square;
        }
    }
    return n;
}

/* The steps of one box from one position. */
static bool add_box(struct walker *w, uint32_t at, uint16_t square, uint32_t stamp,
                    double *sum) {
    const struct people_graph *graph = w->graph;
    size_t n = list_steps(w, at, square, stamp), allowed = 0;
    for (size_t i = 0; i < n; i++) {
        allowed += enters(w, w->ends[i]);
    }
    double share = w->rules->share_per_box && allowed > 0 ? 1.0 / (double)allowed : 1;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t to = w->ends[i];
        if (!enters(w, to)) {
            continue;
        }
        double weight = share * appeal(w, at, to, square, w->squares[i]);
        *sum += weight;
        if (!people_alive(graph, to)) {
            continue;
        }
        if (w->n_steps >= MAX_STEPS_STORED ||
            !lw_grow(w->alloc, &w->steps, &w->steps_cap, w->n_steps + 1,
                     sizeof *w->steps)) {
            return false;
        }
        size_t rank = box_rank(graph, to, w->squares[i]);
        w->steps[w->n_steps++] =
            (struct step){.target = (uint32_t)((size_t)to * graph->n_boxes + rank),
                          .weight = (float)weight};
    }
    return true;
}

static enum people_end add_all(struct walker *w, struct lw_meter *meter) {
    const struct people_graph *graph = w->graph;
    uint32_t k = graph->n_boxes;
    memset(w->mark, 0, (size_t)graph->n * sizeof *w->mark);
    for (uint32_t i = 0; i < graph->n_alive; i++) {
        uint32_t at = graph->order[i];
        for (uint32_t b = 0; b < k; b++) {
            size_t slot = (size_t)i * k + b;
            w->first[slot] = w->n_steps;
            if (!add_box(w, at, graph->boxes[(size_t)at * k + b], (uint32_t)slot + 1,
                         &w->weight[slot])) {
                return PEOPLE_MEMORY;
            }
        }
        if (lw_meter_tick(meter, 1) != LW_STOP_NONE) {
            return PEOPLE_STOPPED;
        }
    }
    w->first[(size_t)graph->n_alive * k] = w->n_steps;
    return PEOPLE_OK;
}

/* The chance from one position for each box that may have been pushed last; returns the
 * chance when none was. */
static double sweep_position(struct walker *w, uint32_t i, double *value) {
    const struct people_graph *graph = w->graph;
    uint32_t k = graph->n_boxes, at = graph->order[i];
    double all_value = 0, all_weight = 0;
    for (uint32_t b = 0; b < k; b++) {
        size_t slot = (size_t)i * k + b;
        value[b] = 0;
        for (size_t s = w->first[slot]; s < w->first[slot + 1]; s++) {
            value[b] += (double)w->steps[s].weight * w->chance[w->steps[s].target];
        }
        all_value += value[b];
        all_weight += w->weight[slot];
    }
    for (uint32_t b = 0; b < k; b++) {
        double weight = all_weight - w->weight[(size_t)i * k + b];
        double sum = all_value - value[b];
        bool free_choice = !w->rules->runs;
        w->chance[(size_t)at * k + b] =
            free_choice
                ? (all_weight > 0 ? w->rules->patience * all_value / all_weight : 0)
            : weight > 1e-12 * all_weight && sum > 0 ? w->rules->patience * sum / weight
                                                     : 0;
    }
    return all_weight > 0 ? w->rules->patience * all_value / all_weight : 0;
}

static enum people_end settle(struct walker *w, struct lw_meter *meter, double *start) {
    const struct people_graph *graph = w->graph;
    uint32_t k = graph->n_boxes;
    double *value = lw_alloc_zero(w->alloc, k, sizeof *value);
    if (value == NULL) {
        return PEOPLE_MEMORY;
    }
    double before = -1;
    int still = 0;
    *start = people_alive(graph, 0) && graph->away[0] == 0 ? 1 : 0;
    for (int sweep = 0; sweep < MAX_SWEEPS && still < 3 && graph->away[0] > 0; sweep++) {
        for (uint32_t i = 0; i < graph->n_alive; i++) {
            uint32_t at = graph->order[i];
            if (graph->away[at] == 0) {
                for (uint32_t b = 0; b < k; b++) {
                    w->chance[(size_t)at * k + b] = 1;
                }
                continue;
            }
            double free_chance = sweep_position(w, i, value);
            if (at == 0) {
                *start = free_chance;
            }
        }
        still = fabs(*start - before) <= 1e-7 * *start ? still + 1 : 0;
        before = *start;
        if (lw_meter_tick(meter, graph->n_alive / 16 + 1) != LW_STOP_NONE) {
            lw_alloc_free(w->alloc, value, k * sizeof *value);
            return PEOPLE_STOPPED;
        }
    }
    lw_alloc_free(w->alloc, value, k * sizeof *value);
    return PEOPLE_OK;
}

/* Follows the likeliest way and notes the largest leap of ln(chance). */
static double largest_leap(const struct walker *w, double start) {
    const struct people_graph *graph = w->graph;
    uint32_t k = graph->n_boxes, at = 0, last = k;
    double chance = start, leap = 0;
    for (int n = 0; n < 2000 && graph->away[at] > 0; n++) {
        uint32_t i = 0;
        double best = 0, to_chance = 0;
        size_t target = SIZE_MAX;
        while (graph->order[i] != at) {
            i++;
        }
        for (uint32_t b = 0; b < k; b++) {
            if (b == last && w->rules->runs) {
                continue;
            }
            for (size_t s = w->first[(size_t)i * k + b];
                 s < w->first[(size_t)i * k + b + 1]; s++) {
                double value = (double)w->steps[s].weight * w->chance[w->steps[s].target];
                if (value > best) {
                    best = value;
                    target = w->steps[s].target;
                    to_chance = w->chance[target];
                }
            }
        }
        if (target == SIZE_MAX) {
            break;
        }
        leap = fmax(leap, log(to_chance) - log(chance));
        chance = to_chance;
        at = (uint32_t)(target / k);
        last = (uint32_t)(target % k);
    }
    return leap;
}

/* Marks dead positions from which at most `most` positions can be met. */
static void see_traps(struct walker *w, uint32_t most) {
    const struct people_graph *graph = w->graph;
    uint32_t found[64];
    for (uint32_t at = 0; at < graph->n && most > 0; at++) {
        if (people_alive(graph, at)) {
            continue;
        }
        uint32_t n = 0, done = 0;
        found[n++] = at;
        while (done < n && n <= most) {
            uint32_t here = found[done++];
            for (uint32_t e = graph->first[here]; e < graph->first[here + 1] && n <= most;
                 e++) {
                uint32_t i = 0;
                while (i < n && found[i] != graph->edges[e].to) {
                    i++;
                }
                if (i == n) {
                    found[n++] = graph->edges[e].to;
                }
            }
        }
        w->avoided[at] = n <= most;
    }
}

static bool reserve(struct walker *w) {
    const struct people_graph *graph = w->graph;
    size_t slots = (size_t)graph->n_alive * graph->n_boxes;
    size_t runs = lw_sok_people_max_runs(graph);
    w->first = lw_alloc_zero(w->alloc, slots + 1, sizeof *w->first);
    w->weight = lw_alloc_zero(w->alloc, slots + 1, sizeof *w->weight);
    w->chance =
        lw_alloc_zero(w->alloc, (size_t)graph->n * graph->n_boxes, sizeof *w->chance);
    w->mark = lw_alloc_zero(w->alloc, graph->n, sizeof *w->mark);
    w->avoided = lw_alloc_zero(w->alloc, graph->n, 1);
    w->ends = lw_alloc_get(w->alloc, runs * sizeof *w->ends);
    w->squares = lw_alloc_get(w->alloc, runs * sizeof *w->squares);
    return w->first != NULL && w->weight != NULL && w->chance != NULL &&
           w->mark != NULL && w->avoided != NULL && w->ends != NULL && w->squares != NULL;
}

static void release(struct walker *w) {
    const struct people_graph *graph = w->graph;
    size_t slots = (size_t)graph->n_alive * graph->n_boxes;
    size_t runs = lw_sok_people_max_runs(graph);
    lw_alloc_free(w->alloc, w->first, (slots + 1) * sizeof *w->first);
    lw_alloc_free(w->alloc, w->weight, (slots + 1) * sizeof *w->weight);
    lw_alloc_free(w->alloc, w->chance,
                  (size_t)graph->n * graph->n_boxes * sizeof *w->chance);
    lw_alloc_free(w->alloc, w->mark, graph->n * sizeof *w->mark);
    lw_alloc_free(w->alloc, w->avoided, graph->n);
    lw_alloc_free(w->alloc, w->ends, runs * sizeof *w->ends);
    lw_alloc_free(w->alloc, w->squares, runs * sizeof *w->squares);
    lw_alloc_free(w->alloc, w->steps, w->steps_cap * sizeof *w->steps);
}

enum people_end lw_sok_people_walk(const struct people_graph *graph,
                                   const struct people_walk_rules *rules,
                                   struct lw_meter *meter, struct people_walk *out) {
    struct walker w = {.graph = graph, .rules = rules, .alloc = graph->alloc};
    enum people_end end = reserve(&w) ? PEOPLE_OK : PEOPLE_MEMORY;
    *out = (struct people_walk){0, 0};
    if (end == PEOPLE_OK) {
        see_traps(&w, rules->sees_traps);
        end = add_all(&w, meter);
    }
    if (end == PEOPLE_OK && people_alive(graph, 0)) {
        end = settle(&w, meter, &out->chance);
    }
    if (end == PEOPLE_OK && out->chance > 0) {
        out->leap = largest_leap(&w, out->chance);
    }
    release(&w);
    return end;
}
