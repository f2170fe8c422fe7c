/* Players that try, remember where they have been, give up and start again. */
#include "people/people_internal.h"

#include <math.h>
#include <string.h>

#include "lw/base/rng.h"

#define REPEATS 24
#define MAX_STEPS 20000

/* One way on: where it leads and how little it appeals. */
struct learner {
    const struct people_graph *graph;
    uint32_t *visits; /* [n] */
    uint32_t *mark;   /* [n] */
    uint32_t stamp;
    uint32_t *ends;
    uint16_t *squares;
    struct lw_rng rng;
};

static uint32_t better(struct learner *l, uint32_t to, double score, double *best,
                       uint32_t kept) {
    if (score < *best) {
        *best = score;
        return to;
    }
    (void)l;
    return kept;
}

/* The run of least bound, visits and whim. */
static uint32_t next_run(struct learner *l, uint32_t at) {
    const struct people_graph *graph = l->graph;
    double best = INFINITY;
    uint32_t choice = PEOPLE_FAR;
    for (uint32_t b = 0; b < graph->n_boxes; b++) {
        uint16_t square = graph->boxes[(size_t)at * graph->n_boxes + b];
        size_t n = lw_sok_people_runs(
            graph, at, square,
            (struct people_runs){l->mark, ++l->stamp, l->ends, l->squares});
        for (size_t i = 0; i < n; i++) {
            uint32_t to = l->ends[i];
            if (graph->bound[to] != SOK_FAR) {
                double score =
                    graph->bound[to] + 2.0 * l->visits[to] + lw_rng_unit(&l->rng);
                choice = better(l, to, score, &best, choice);
            }
        }
    }
    return choice;
}

/* The single push that leads where it has been least. */
static uint32_t next_push(struct learner *l, uint32_t at) {
    const struct people_graph *graph = l->graph;
    double best = INFINITY;
    uint32_t choice = PEOPLE_FAR;
    for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
        uint32_t to = graph->edges[e].to;
        if (graph->bound[to] != SOK_FAR) {
            double score = l->visits[to] + 0.5 * lw_rng_unit(&l->rng);
            choice = better(l, to, score, &best, choice);
        }
    }
    return choice;
}

static double one_life(struct learner *l, bool counting, struct lw_meter *meter) {
    const struct people_graph *graph = l->graph;
    uint32_t at = 0, steps = 0, since = 0, patience = counting ? 40 : 15;
    memset(l->visits, 0, (size_t)graph->n * sizeof *l->visits);
    while (graph->away[at] > 0 && steps < MAX_STEPS) {
        uint32_t to = since >= patience ? PEOPLE_FAR
                      : counting        ? next_push(l, at)
                                        : next_run(l, at);
        steps++;
        if (to == PEOPLE_FAR) {
            at = 0;
            since = 0;
        } else {
            at = to;
            since++;
            l->visits[at]++;
        }
    }
    (void)lw_meter_tick(meter, steps);
    return log10((double)(steps == 0 ? 1 : steps));
}

enum people_end lw_sok_people_learn(const struct people_graph *graph, bool counting,
                                    struct lw_meter *meter, double *out) {
    const struct lw_alloc *alloc = graph->alloc;
    size_t runs = lw_sok_people_max_runs(graph);
    struct learner l = {.graph = graph, .rng = lw_rng_make(1, counting)};
    l.visits = lw_alloc_zero(alloc, graph->n, sizeof *l.visits);
    l.mark = lw_alloc_zero(alloc, graph->n, sizeof *l.mark);
    l.ends = lw_alloc_get(alloc, runs * sizeof *l.ends);
    l.squares = lw_alloc_get(alloc, runs * sizeof *l.squares);
    enum people_end end =
        l.visits != NULL && l.mark != NULL && l.ends != NULL && l.squares != NULL
            ? PEOPLE_OK
            : PEOPLE_MEMORY;
    double sum = 0;
    *out = NAN;
    for (int i = 0; end == PEOPLE_OK && i < REPEATS && people_alive(graph, 0); i++) {
        sum += one_life(&l, counting, meter);
        if (lw_meter_check(meter) != LW_STOP_NONE) {
            end = PEOPLE_STOPPED;
        }
    }
    if (end == PEOPLE_OK && people_alive(graph, 0)) {
        *out = sum / REPEATS;
    }
    lw_alloc_free(alloc, l.visits, graph->n * sizeof *l.visits);
    lw_alloc_free(alloc, l.mark, graph->n * sizeof *l.mark);
    lw_alloc_free(alloc, l.ends, runs * sizeof *l.ends);
    lw_alloc_free(alloc, l.squares, runs * sizeof *l.squares);
    return end;
}
