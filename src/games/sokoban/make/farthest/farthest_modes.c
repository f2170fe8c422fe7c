/* One room searched as a whole, and the choice of mode. */
#include "make/farthest/farthest_modes.h"

#include <string.h>

/* Bytes a node, measured: its steps, the bounds, and the records of one batch. */
#define BYTES_A_NODE (80 + 52)

bool lw_sok_far_graph_fits(const struct far_task *task, uint32_t n_boxes,
                           const struct far_map *map) {
    uint64_t n_sets = lw_sok_far_count_sets(map->n_floors, n_boxes);
    if (n_sets == UINT64_MAX || n_boxes > FAR_MAX_BOXES) {
        return false;
    }
    /* Two regions a set are more than most rooms have on average. */
    uint64_t n_nodes = n_sets * (task->metric == FAR_MOVES ? map->n_floors - n_boxes : 2);
    uint64_t bytes = n_sets * (map->n_floors + n_boxes + 4) + n_nodes * BYTES_A_NODE +
                     lw_sok_far_batch_bytes(1) * n_nodes;
    return bytes <= task->memory_bytes && n_nodes < UINT32_MAX;
}

static void write_contents(const struct far_graph *graph, const struct far_level *level,
                           uint8_t *contents) {
    const struct far_map *map = graph->map;
    const uint8_t *boxes = far_boxes(graph, level->start_set);
    const uint8_t *goals = far_boxes(graph, level->goal_set);
    memset(contents, 0, ROOM_MAX_CELLS);
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        contents[map->cell_of[boxes[i]]] |= LW_SOKOBAN_BOX;
        contents[map->cell_of[goals[i]]] |= LW_SOKOBAN_GOAL;
    }
    contents[map->cell_of[level->player]] |= LW_SOKOBAN_PLAYER;
}

static lw_status write_down(const struct far_task *task, const struct far_result *result,
                            struct room *room, const struct far_run *run,
                            struct far_found *found, struct lw_error *err) {
    const struct far_graph *graph = result->graph;
    size_t n = graph->n_nodes;
    struct far_level level;
    uint16_t *distance = lw_alloc_get(graph->alloc, n * sizeof *distance);
    uint32_t *queue = lw_alloc_get(graph->alloc, n * sizeof *queue);
    lw_status status =
        distance == NULL || queue == NULL
            ? lw_fail_memory(err)
            : lw_sok_far_choose(result, &task->tie, run,
                                &(struct far_field){.distance = distance, .queue = queue},
                                &level, err);
    if (status == LW_OK) {
        status = lw_sok_far_solution(graph, &level, distance, &found->solution, err);
    }
    if (status == LW_OK) {
        write_contents(graph, &level, found->contents);
        if (task->trim) {
            lw_sok_room_trim(room, found->contents, lw_buffer_text(&found->solution),
                             task->keep_floor);
        }
        found->length = level.length;
        found->second = level.second;
        found->n_best = result->n_best;
        found->n_placements += result->n_placements;
        found->n_searched += result->n_searched;
        found->stop = result->stop;
    }
    lw_alloc_free(graph->alloc, distance, n * sizeof *distance);
    lw_alloc_free(graph->alloc, queue, n * sizeof *queue);
    return status;
}

lw_status lw_sok_far_find_in_graph(const struct far_task *task, struct room *room,
                                   const struct far_filter *filter,
                                   const struct far_run *run, struct far_found *found,
                                   struct lw_error *err) {
    const struct lw_alloc *alloc = run->runtime->alloc;
    struct far_result result = {.alloc = NULL};
    struct far_graph *graph = lw_alloc_zero(alloc, 1, sizeof *graph);
    if (graph == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status =
        lw_sok_far_graph_init(graph,
                              &(struct far_setting){.map = run->map,
                                                    .n_boxes = task->n_boxes,
                                                    .metric = task->metric,
                                                    .skip_slippery = task->skip_slippery},
                              alloc, run->meter, err);
    if (status == LW_OK) {
        status = lw_sok_far_graph_link(graph, run->runtime, run->meter, err);
    }
    if (status == LW_OK) {
        status = lw_sok_far_search(graph, room, filter, run, &result, err);
    }
    if (status == LW_OK && result.n_listed > 0) {
        status = write_down(task, &result, room, run, found, err);
    }
    lw_sok_far_result_free(&result);
    lw_sok_far_graph_free(graph);
    lw_alloc_free(alloc, graph, sizeof *graph);
    return status;
}

static lw_status find_exhaustively(const struct far_task *task, struct room *room,
                                   const struct far_run *run, struct far_found *found,
                                   struct lw_error *err) {
    if (!lw_sok_far_graph_fits(task, task->n_boxes, run->map)) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "%u boxes on %u floor squares need more than the %zu MiB of "
                       "graph-memory; use mode stepwise, a smaller room, or raise it",
                       task->n_boxes, run->map->n_floors, task->memory_bytes >> 20);
    }
    struct far_filter filter = {.contiguous = task->contiguous};
    lw_status status = lw_sok_far_find_in_graph(task, room, &filter, run, found, err);
    if (status != LW_CANCELLED) {
        return status;
    }
    found->stop = lw_meter_check(run->meter);
    /* No time even for the graph: some goals, placed one after another, are better than
     * none. Moves and changes have no search without a graph. */
    return task->metric == FAR_MOVES || task->metric == FAR_CHANGES
               ? status
               : lw_sok_far_find_stepwise(task, room, run, found, err);
}

lw_status lw_sok_far_find(const struct far_task *task, struct room *room,
                          const struct far_means *means, struct far_found *found,
                          struct lw_error *err) {
    const struct lw_runtime *runtime = means->runtime;
    struct far_map map;
    struct lw_meter meter;
    memset(found, 0, sizeof *found);
    lw_buffer_init(&found->solution, runtime->alloc);
    lw_meter_start(&meter, runtime, means->budget);
    lw_status status = lw_sok_far_map_init(&map, room, err);
    if (status != LW_OK) {
        return status;
    }
    const struct far_run run = {
        .map = &map, .rng = means->rng, .runtime = runtime, .meter = &meter};
    switch (task->mode) {
    case FAR_EXHAUSTIVE:
        return find_exhaustively(task, room, &run, found, err);
    case FAR_STEPWISE:
        return lw_sok_far_find_stepwise(task, room, &run, found, err);
    default:
        return lw_sok_far_find_fixed(task, room, &run, found, err);
    }
}
