/* Properties of the shortest ways, of the positions, and of a plain best-first search. */
#include "people/people_internal.h"

#include <math.h>
#include <string.h>

/* Fewest trap steps and least choice cost, from the ends backwards: the order of
 * aliveness already has every position after those it leads to on a shortest way. */
static bool along_shortest(const struct people_graph *graph, struct people_paths *out) {
    size_t bytes = (size_t)graph->n * sizeof(double);
    double *traps = lw_alloc_get(graph->alloc, bytes);
    double *cost = lw_alloc_get(graph->alloc, bytes);
    bool good = traps != NULL && cost != NULL;
    for (uint32_t i = 0; good && i < graph->n_alive; i++) {
        uint32_t at = graph->order[i], n_good = 0;
        bool trap = false;
        double best_traps = graph->away[at] == 0 ? 0 : INFINITY;
        double best_cost = best_traps;
        for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
            uint32_t to = graph->edges[e].to;
            trap = trap || !people_alive(graph, to);
            if (people_alive(graph, to) && graph->away[to] + 1 == graph->away[at]) {
                n_good++;
                best_traps = fmin(best_traps, traps[to]);
                best_cost = fmin(best_cost, cost[to]);
            }
        }
        uint32_t n_all = graph->first[at + 1] - graph->first[at];
        traps[at] = best_traps + (graph->away[at] > 0 && trap ? 1 : 0);
        cost[at] =
            graph->away[at] == 0 ? 0 : best_cost + log((double)n_all / (double)n_good);
    }
    if (good) {
        out->trap_steps = people_alive(graph, 0) ? traps[0] : NAN;
        out->choice_cost = people_alive(graph, 0) ? cost[0] : NAN;
    }
    lw_alloc_free(graph->alloc, traps, bytes);
    lw_alloc_free(graph->alloc, cost, bytes);
    return good;
}

/* Breadth-first from the start along shortest ways only, depth by depth. */
static bool narrowness(const struct people_graph *graph, double *out) {
    uint32_t n = graph->n, length = graph->away[0];
    uint8_t *seen = lw_alloc_zero(graph->alloc, n, 1);
    uint32_t *queue = lw_alloc_get(graph->alloc, (size_t)n * sizeof *queue);
    bool good = seen != NULL && queue != NULL;
    if (good && length != PEOPLE_FAR && length > 0) {
        uint32_t done = 0, n_queue = 0, single = 0;
        queue[n_queue++] = 0;
        seen[0] = 1;
        for (uint32_t depth = 0; depth <= length; depth++) {
            uint32_t layer_end = n_queue;
            single += layer_end - done == 1;
            for (; done < layer_end; done++) {
                uint32_t at = queue[done];
                for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
                    uint32_t to = graph->edges[e].to;
                    if (!seen[to] && graph->away[to] + 1 == graph->away[at]) {
                        seen[to] = 1;
                        queue[n_queue++] = to;
                    }
                }
            }
        }
        *out = (double)single / (double)(length + 1);
    }
    lw_alloc_free(graph->alloc, seen, n);
    lw_alloc_free(graph->alloc, queue, (size_t)n * sizeof *queue);
    return good;
}

/* Opens the position of least bound, latest first, until an end is opened. */
static bool greedy(const struct people_graph *graph, double *out) {
    struct sok_queue queue;
    uint8_t *seen = lw_alloc_zero(graph->alloc, graph->n, 1);
    bool good = seen != NULL;
    double opened = 0;
    lw_sok_queue_init(&queue, graph->alloc);
    good = good && lw_sok_queue_push(&queue, graph->bound[0], 0);
    if (good) {
        seen[0] = 1;
    }
    while (good) {
        size_t priority;
        uint32_t at = lw_sok_queue_pop(&queue, &priority);
        if (at == SOK_NO_NODE) {
            opened = NAN;
            break;
        }
        opened++;
        if (graph->away[at] == 0) {
            break;
        }
        for (uint32_t e = graph->first[at]; good && e < graph->first[at + 1]; e++) {
            uint32_t to = graph->edges[e].to;
            if (!seen[to] && graph->bound[to] != SOK_FAR) {
                seen[to] = 1;
                /* A bucket search may only go up; it starts anew from the lowest. */
                if (graph->bound[to] < queue.first) {
                    queue.first = graph->bound[to];
                }
                good = lw_sok_queue_push(&queue, graph->bound[to], to);
            }
        }
    }
    lw_sok_queue_free(&queue);
    lw_alloc_free(graph->alloc, seen, graph->n);
    *out = opened;
    return good;
}

enum people_end lw_sok_people_paths(const struct people_graph *graph,
                                    struct people_paths *out) {
    *out = (struct people_paths){NAN, NAN, NAN, NAN, NAN};
    out->hidden_dead = 1 - (double)graph->n_alive / (double)graph->n;
    bool good = along_shortest(graph, out) && narrowness(graph, &out->narrowness) &&
                greedy(graph, &out->greedy);
    return good ? PEOPLE_OK : PEOPLE_MEMORY;
}
