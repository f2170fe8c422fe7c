/* Every goal placement of a room, proven against the best: rounds of many searches at
 * once, and between rounds bounds that drop the placements that cannot win. */
#include <stdlib.h>
#include <string.h>

#include "make/farthest/farthest.h"

/* Searches of one parallel run; each batch has its own memory when there are workers. */
#define BATCHES_AT_ONCE 2
/* With fewer placements than this, searching them all is quicker than bounding. */
#define FEW_PLACEMENTS (2 * FAR_BATCH)
/* Nodes searched between two sweeps of the bounds. A sweep costs less than one batch, and
 * each makes the choice of the next nodes better. */
#define PIVOTS_A_ROUND 2048

struct job {
    const struct far_graph *graph;
    struct far_batch batches[BATCHES_AT_ONCE];
    bool share_batch; /* one worker: its searches take turns in the first */
    struct far_source *sources;
    uint16_t *farthest;
    size_t n, cap;
    size_t begin; /* of this parallel run */
    const struct lw_meter *meter;
    bool cut[BATCHES_AT_ONCE]; /* the time was over before the batch was done */
};

void lw_sok_far_result_free(struct far_result *result) {
    if (result->alloc != NULL) {
        lw_alloc_free(result->alloc, result->best, result->cap * sizeof *result->best);
    }
    *result = (struct far_result){.alloc = NULL};
}

/* Mirror images. */

struct mirrors {
    uint32_t n; /* symmetries of the room beside the identity */
    uint8_t image[LW_N_SYMMETRIES][FAR_MAX_FLOORS];
};

static bool is_symmetry(const struct room *room, const struct far_map *map, int sym,
                        uint8_t *image) {
    uint8_t floor_of[ROOM_MAX_CELLS];
    uint32_t w, h;
    lw_sym_size(sym, room->width, room->height, &w, &h);
    if (w != room->width || h != room->height) {
        return false;
    }
    memset(floor_of, FAR_NONE, sizeof floor_of);
    for (uint32_t i = 0; i < map->n_floors; i++) {
        floor_of[map->cell_of[i]] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < map->n_floors; i++) {
        struct lw_grid_cell to = lw_sym_cell(
            sym, w, h, (struct lw_grid_cell){map->cell_of[i] % w, map->cell_of[i] / w});
        image[i] = floor_of[to.y * w + to.x];
        if (image[i] == FAR_NONE) {
            return false;
        }
    }
    return true;
}

static void find_mirrors(struct mirrors *mirrors, const struct room *room,
                         const struct far_map *map) {
    mirrors->n = 0;
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        mirrors->n += is_symmetry(room, map, sym, mirrors->image[mirrors->n]);
    }
}

static uint32_t image_of(const struct far_graph *graph, const uint8_t *boxes,
                         const uint8_t *image) {
    uint8_t moved[FAR_MAX_BOXES];
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        uint8_t to = image[boxes[i]];
        uint32_t at = i;
        for (; at > 0 && moved[at - 1] > to; at--) {
            moved[at] = moved[at - 1];
        }
        moved[at] = to;
    }
    return lw_sok_far_rank(graph, moved);
}

/* How many placements look alike, or 0 when an earlier one stands for them. */
static uint32_t count_images(const struct far_graph *graph, const struct mirrors *mirrors,
                             uint32_t set) {
    uint32_t images[LW_N_SYMMETRIES], n = 1;
    images[0] = set;
    for (uint32_t i = 0; i < mirrors->n; i++) {
        uint32_t image = image_of(graph, far_boxes(graph, set), mirrors->image[i]);
        if (image < set) {
            return 0;
        }
        bool known = false;
        for (uint32_t j = 0; j < n; j++) {
            known |= images[j] == image;
        }
        if (!known) {
            images[n++] = image;
        }
    }
    return n;
}

/* Which placements compete. */

static bool competes(const struct far_graph *graph, const struct far_filter *filter,
                     uint32_t n_must, uint32_t set) {
    const uint8_t *boxes = far_boxes(graph, set);
    uint32_t held = 0;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        if (!graph->map->may_be_goal[boxes[i]]) {
            return false;
        }
        held += filter != NULL && filter->must[boxes[i]];
    }
    if (graph->first[set] == graph->first[set + 1] || held < n_must) {
        return false;
    }
    return filter == NULL || !filter->contiguous ||
           lw_sok_far_is_group(graph->map, boxes, graph->n_boxes);
}

/* The search. */

struct search {
    const struct far_graph *graph;
    const struct far_filter *filter;
    const struct lw_runtime *runtime;
    struct lw_meter *meter;
    struct far_result *result;
    struct far_bounds bounds;
    struct mirrors mirrors;
    struct job job;
    uint32_t *open; /* placements still to be decided, in random order */
    size_t n_open, open_cap;
    uint32_t *pivots;
    uint32_t n_must;
    /* A length that some placement is known to have; that placement may still be open. */
    uint32_t reach, reach_set;
};

static bool list_placements(struct search *s, struct lw_rng *rng) {
    for (uint32_t set = 0; set < s->graph->n_sets; set++) {
        if (!competes(s->graph, s->filter, s->n_must, set) ||
            count_images(s->graph, &s->mirrors, set) == 0) {
            continue;
        }
        if (!lw_grow(s->graph->alloc, &s->open, &s->open_cap, s->n_open + 1,
                     sizeof *s->open)) {
            return false;
        }
        s->open[s->n_open++] = set;
    }
    lw_rng_shuffle(rng, s->open, s->n_open, sizeof *s->open);
    s->result->n_placements = s->n_open;
    return true;
}

static bool record(struct search *s, uint32_t set, uint32_t length) {
    struct far_result *result = s->result;
    if (length < result->length) {
        return true;
    }
    if (length > result->length) {
        result->length = length;
        result->n_best = 0;
        result->n_listed = 0;
    }
    result->n_best += count_images(s->graph, &s->mirrors, set);
    if (!lw_grow(result->alloc, &result->best, &result->cap, result->n_listed + 1,
                 sizeof *result->best)) {
        return false;
    }
    result->best[result->n_listed++] = set;
    return true;
}

static void run_batch(void *ctx, size_t index, uint32_t worker) {
    struct job *job = ctx;
    size_t begin = job->begin + index * FAR_BATCH;
    size_t n = job->n - begin < FAR_BATCH ? job->n - begin : FAR_BATCH;
    (void)worker;
    job->cut[index] =
        !lw_sok_far_batch_run(&job->batches[job->share_batch ? 0 : index], job->graph,
                              job->sources + begin, n, job->meter, job->farthest + begin);
}

static bool add_source(struct job *job, const struct lw_alloc *alloc, uint32_t begin,
                       uint32_t end) {
    size_t cap = job->cap;
    if (!lw_grow(alloc, &job->farthest, &cap, job->n + 1, sizeof *job->farthest) ||
        !lw_grow(alloc, &job->sources, &job->cap, job->n + 1, sizeof *job->sources)) {
        return false;
    }
    job->sources[job->n++] = (struct far_source){begin, end};
    return true;
}

/* Runs all sources of the job; how many were done before the budget ended. */
static size_t run_job(struct search *s) {
    struct job *job = &s->job;
    for (job->begin = 0; job->begin < job->n;) {
        size_t left = job->n - job->begin, n_batches = (left + FAR_BATCH - 1) / FAR_BATCH;
        n_batches = n_batches < BATCHES_AT_ONCE ? n_batches : BATCHES_AT_ONCE;
        lw_runtime_parallel(s->runtime, n_batches, run_batch, job);
        bool cut = false;
        for (size_t i = 0; i < n_batches; i++) {
            cut = cut || job->cut[i];
        }
        if (cut) {
            s->result->stop = lw_meter_check(s->meter);
            break;
        }
        size_t n = left < n_batches * FAR_BATCH ? left : n_batches * FAR_BATCH;
        job->begin += n;
        s->result->n_searched += n;
        s->result->stop =
            lw_meter_tick(s->meter, n * (s->graph->n_nodes / FAR_BATCH + 1));
        if (s->result->stop != LW_STOP_NONE) {
            break;
        }
    }
    s->result->n_rounds++;
    return job->begin;
}

/* Searches the last n placements of the open list as goals. */
static lw_status search_placements(struct search *s, size_t n, struct lw_error *err) {
    const struct far_graph *graph = s->graph;
    s->job.n = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t set = s->open[s->n_open - 1 - i];
        if (!add_source(&s->job, graph->alloc, graph->first[set],
                        graph->first[set + 1])) {
            return lw_fail_memory(err);
        }
    }
    size_t n_done = run_job(s);
    for (size_t i = 0; i < n_done; i++) {
        const struct far_source *source = &s->job.sources[i];
        if (!record(s, graph->set_of[source->begin], s->job.farthest[i])) {
            return lw_fail_memory(err);
        }
        /* With one region the placement's distance is the node's own. */
        if (s->pivots != NULL && source->end - source->begin == 1) {
            s->bounds.exact[source->begin] = s->job.farthest[i];
        }
    }
    s->n_open -= n_done;
    return LW_OK;
}

/* Drops what cannot reach the best length any more. */
static void prune(struct search *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->n_open; i++) {
        if (lw_sok_far_bounds_set(&s->bounds, s->open[i]) >= s->reach) {
            s->open[n++] = s->open[i];
        }
    }
    s->n_open = n;
}

/* A typical exact value, used in place of one that is about to be found. */
static uint32_t typical(const struct far_bounds *bounds) {
    uint64_t sum = 0, n_known = 0;
    for (uint32_t i = 0; i < bounds->graph->n_nodes; i++) {
        if (bounds->exact[i] != FAR_FAR) {
            sum += bounds->exact[i];
            n_known++;
        }
    }
    return n_known == 0 ? 0 : (uint32_t)(sum / n_known);
}

static void learn_pivot(struct search *s, uint32_t node, uint16_t farthest) {
    const struct far_graph *graph = s->graph;
    uint32_t set = graph->set_of[node];
    s->bounds.exact[node] = farthest;
    if (farthest > s->reach && graph->first[set + 1] - graph->first[set] == 1 &&
        competes(graph, s->filter, s->n_must, set)) {
        s->reach = farthest;
        s->reach_set = set;
    }
}

/* Searches single nodes until the bounds hold without a guess. */
static lw_status tighten(struct search *s, struct lw_error *err) {
    uint32_t guess = typical(&s->bounds);
    while (s->result->stop == LW_STOP_NONE) {
        uint32_t n = lw_sok_far_bounds_sweep(&s->bounds, s->reach, guess, s->pivots);
        s->result->stop = lw_meter_check(s->meter);
        if (s->result->stop != LW_STOP_NONE) {
            break;
        }
        if (n == 0) {
            prune(s);
            break;
        }
        n = n < PIVOTS_A_ROUND ? n : PIVOTS_A_ROUND;
        s->job.n = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (!add_source(&s->job, s->graph->alloc, s->pivots[i], s->pivots[i] + 1)) {
                return lw_fail_memory(err);
            }
        }
        size_t n_done = run_job(s);
        for (size_t i = 0; i < n_done; i++) {
            learn_pivot(s, s->job.sources[i].begin, s->job.farthest[i]);
        }
    }
    return LW_OK;
}

/* With no time to search any placement the first one stands for the best so far. */
static lw_status take_any(struct search *s, struct lw_error *err) {
    const struct far_graph *graph = s->graph;
    size_t n = graph->n_nodes;
    uint16_t *distance = lw_alloc_get(graph->alloc, n * sizeof *distance);
    uint32_t *queue = lw_alloc_get(graph->alloc, n * sizeof *queue), n_reached;
    bool good = distance != NULL && queue != NULL;
    if (good) {
        uint32_t set = s->open[s->n_open - 1];
        good =
            record(s, set, lw_sok_far_distances(graph, set, distance, queue, &n_reached));
    }
    lw_alloc_free(graph->alloc, distance, n * sizeof *distance);
    lw_alloc_free(graph->alloc, queue, n * sizeof *queue);
    return good ? LW_OK : lw_fail_memory(err);
}

static lw_status run_search(struct search *s, struct lw_error *err) {
    const struct far_graph *graph = s->graph;
    lw_status status = LW_OK;
    if (s->n_open > FEW_PLACEMENTS) {
        s->pivots =
            lw_alloc_get(graph->alloc, (size_t)graph->n_nodes * sizeof *s->pivots);
        status = s->pivots == NULL ? lw_fail_memory(err)
                                   : lw_sok_far_bounds_init(&s->bounds, graph,
                                                            graph->alloc, s->meter, err);
        if (status == LW_OK) {
            status = search_placements(s, FAR_BATCH, err);
        }
        s->reach = s->result->length;
        if (status == LW_OK) {
            status = tighten(s, err);
        }
    }
    if (status == LW_OK && s->result->stop == LW_STOP_NONE && s->n_open > 0) {
        status = search_placements(s, s->n_open, err);
    }
    s->result->stop = s->n_open == 0 ? LW_STOP_NONE : s->result->stop;
    if (status == LW_OK && s->result->length < s->reach) {
        status = record(s, s->reach_set, s->reach) ? LW_OK : lw_fail_memory(err);
    }
    if (status == LW_OK && s->result->n_listed == 0 && s->n_open > 0) {
        status = take_any(s, err);
    }
    return status;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

lw_status lw_sok_far_search(const struct far_graph *graph, const struct room *room,
                            const struct far_filter *filter, const struct far_run *run,
                            struct far_result *result, struct lw_error *err) {
    const struct lw_alloc *alloc = graph->alloc;
    struct search s = {.graph = graph,
                       .filter = filter,
                       .runtime = run->runtime,
                       .meter = run->meter,
                       .result = result,
                       .job = {.graph = graph,
                               .meter = run->meter,
                               .share_batch = run->runtime->n_workers < 2}};
    *result = (struct far_result){.alloc = alloc, .graph = graph};
    for (uint32_t i = 0; filter != NULL && i < graph->map->n_floors; i++) {
        s.n_must += filter->must[i];
    }
    if (s.n_must == 0) {
        find_mirrors(&s.mirrors, room, graph->map);
    }
    lw_status status = LW_OK;
    for (uint32_t i = 0; i < (s.job.share_batch ? 1 : BATCHES_AT_ONCE); i++) {
        if (status == LW_OK) {
            status = lw_sok_far_batch_init(&s.job.batches[i], graph->n_nodes, alloc, err);
        }
    }
    if (status == LW_OK && !list_placements(&s, run->rng)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        status = run_search(&s, err);
    }
    if (result->n_listed > 0) {
        qsort(result->best, result->n_listed, sizeof *result->best, by_number);
    }
    for (uint32_t i = 0; i < BATCHES_AT_ONCE; i++) {
        lw_sok_far_batch_free(&s.job.batches[i]);
    }
    lw_alloc_free(alloc, s.job.sources, s.job.cap * sizeof *s.job.sources);
    lw_alloc_free(alloc, s.job.farthest, s.job.cap * sizeof *s.job.farthest);
    lw_alloc_free(alloc, s.open, s.open_cap * sizeof *s.open);
    lw_alloc_free(alloc, s.pivots, (size_t)graph->n_nodes * sizeof *s.pivots);
    lw_sok_far_bounds_free(&s.bounds);
    return status;
}
