/* Fixed: a few goals at a time, each step keeping the goals of the last (Taylor 2015,
 * section 2.4), with his future work: goals side by side, and optimal stopping. */
#include <math.h>
#include <string.h>

#include "make/farthest/farthest_modes.h"
#include "make/farthest/farthest_plain.h"

#define MAX_PLACEMENTS 2000000u

struct steps {
    const struct far_task *task;
    const struct far_map *map;
    struct lw_rng *rng;
    const struct lw_alloc *alloc;
    struct lw_meter *meter;
    struct far_found *found;
    uint8_t goals[FAR_MAX_BOXES]; /* fixed so far, ascending */
    uint32_t n_goals;
};

typedef lw_status (*search_fn)(struct far_plain *plain, const uint8_t *goals,
                               struct lw_rng *rng, struct far_plain_result *result,
                               struct lw_buffer *solution, struct lw_error *err);

static search_fn search_of(const struct far_task *task) {
    return task->mode == FAR_FRONTIERS ? lw_sok_far_plain_frontiers
                                       : lw_sok_far_plain_search;
}

static void sort_bytes(uint8_t *bytes, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        for (uint32_t j = i; j > 0 && bytes[j - 1] > bytes[j]; j--) {
            uint8_t swap = bytes[j];
            bytes[j] = bytes[j - 1];
            bytes[j - 1] = swap;
        }
    }
}

/* Placements of one step. */

/* All ways to add n_new goals, n_new bytes each, in random order. */
struct placements {
    uint8_t *squares;
    size_t n, cap;
    uint32_t n_new;
};

static lw_status list_placements(const struct steps *s, uint32_t n_new,
                                 struct placements *out, struct lw_error *err) {
    uint8_t free_squares[FAR_MAX_FLOORS], pick[FAR_MAX_BOXES];
    uint32_t n_free = 0;
    for (uint32_t i = 0; i < s->map->n_floors; i++) {
        if (s->map->may_be_goal[i] && memchr(s->goals, (int)i, s->n_goals) == NULL) {
            free_squares[n_free++] = (uint8_t)i;
        }
    }
    *out = (struct placements){.n_new = n_new};
    for (uint32_t i = 0; i < n_new; i++) {
        pick[i] = (uint8_t)i;
    }
    while (n_free >= n_new && pick[n_new - 1] < n_free && out->n < MAX_PLACEMENTS) {
        uint8_t all[FAR_MAX_BOXES];
        memcpy(all, s->goals, s->n_goals);
        for (uint32_t i = 0; i < n_new; i++) {
            all[s->n_goals + i] = free_squares[pick[i]];
        }
        if (!s->task->contiguous ||
            lw_sok_far_is_group(s->map, all, s->n_goals + n_new)) {
            if (!lw_grow(s->alloc, &out->squares, &out->cap, (out->n + 1) * n_new, 1)) {
                return lw_fail_memory(err);
            }
            memcpy(out->squares + out->n * n_new, all + s->n_goals, n_new);
            out->n++;
        }
        uint32_t i = 0;
        while (i + 1 < n_new && pick[i] + 1 == pick[i + 1]) {
            pick[i] = (uint8_t)i;
            i++;
        }
        pick[i]++;
    }
    lw_rng_shuffle(s->rng, out->squares, out->n, n_new);
    return LW_OK;
}

/* Placements searched one after another; the best goals are kept. */
static lw_status step_plainly(struct steps *s, uint32_t n_new, struct lw_error *err) {
    const struct far_task *task = s->task;
    uint32_t n = s->n_goals + n_new, best_length = 0;
    uint8_t goals[FAR_MAX_BOXES], best[FAR_MAX_BOXES];
    struct placements placements;
    struct far_plain plain;
    bool any = false;
    lw_status status = list_placements(s, n_new, &placements, err);
    /* The rule of optimal stopping: look at 1/e of them, then take the first better. */
    size_t n_sample =
        task->stop_early ? (size_t)((double)placements.n * exp(-1.0)) : SIZE_MAX;
    lw_sok_far_plain_init(&plain,
                          &(struct far_setting){.map = s->map,
                                                .n_boxes = n,
                                                .metric = task->metric,
                                                .skip_slippery = task->skip_slippery},
                          task->goal_nodes, s->alloc, s->meter);
    for (size_t i = 0; i < placements.n && status == LW_OK; i++) {
        struct far_plain_result result;
        memcpy(goals, s->goals, s->n_goals);
        memcpy(goals + s->n_goals, placements.squares + i * n_new, n_new);
        sort_bytes(goals, n);
        status = search_of(task)(&plain, goals, s->rng, &result, NULL, err);
        s->found->n_searched++;
        if (status != LW_OK) {
            break;
        }
        bool better = !any || result.length > best_length;
        if (better) {
            any = true;
            best_length = result.length;
            memcpy(best, goals, n);
        }
        s->found->stop = lw_meter_tick(s->meter, result.n_states + 1);
        if (s->found->stop != LW_STOP_NONE || (i >= n_sample && better)) {
            break;
        }
    }
    s->found->n_placements += placements.n;
    lw_sok_far_plain_free(&plain);
    lw_alloc_free(s->alloc, placements.squares, placements.cap);
    if (status == LW_OK && !any) {
        status = lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                         "there is no place for goal %u of %u in the room; ask for fewer "
                         "boxes or a larger room",
                         n, task->n_boxes);
    }
    if (status == LW_OK) {
        memcpy(s->goals, best, n);
        s->n_goals = n;
    }
    return status;
}

/* The steps. */

static void take_goals(struct steps *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->map->n_floors && n < FAR_MAX_BOXES; i++) {
        if ((s->found->contents[s->map->cell_of[i]] & LW_SOKOBAN_GOAL) != 0) {
            s->goals[n++] = (uint8_t)i;
        }
    }
    s->n_goals = n;
}

/* The level of the last goals, when they were found one placement at a time. */
static lw_status write_level(struct steps *s, struct room *room, struct lw_error *err) {
    const struct far_task *task = s->task;
    struct far_found *found = s->found;
    struct far_plain plain;
    struct far_plain_result result;
    lw_buffer_clear(&found->solution);
    lw_sok_far_plain_init(&plain,
                          &(struct far_setting){.map = s->map,
                                                .n_boxes = s->n_goals,
                                                .metric = task->metric,
                                                .skip_slippery = task->skip_slippery},
                          task->goal_nodes, s->alloc, s->meter);
    lw_status status =
        search_of(task)(&plain, s->goals, s->rng, &result, &found->solution, err);
    lw_sok_far_plain_free(&plain);
    if (status != LW_OK) {
        return status;
    }
    memset(found->contents, 0, sizeof found->contents);
    for (uint32_t i = 0; i < s->n_goals; i++) {
        found->contents[s->map->cell_of[s->goals[i]]] |= LW_SOKOBAN_GOAL;
        found->contents[s->map->cell_of[result.farthest[i]]] |= LW_SOKOBAN_BOX;
    }
    found->contents[s->map->cell_of[result.player]] |= LW_SOKOBAN_PLAYER;
    found->length = result.length;
    found->second = 0;
    found->n_best = 1;
    if (task->trim) {
        lw_sok_room_trim(room, found->contents, lw_buffer_text(&found->solution),
                         task->keep_floor);
    }
    return lw_buffer_ok(&found->solution) ? LW_OK : lw_fail_memory(err);
}

lw_status lw_sok_far_find_fixed(const struct far_task *task, struct room *room,
                                const struct far_run *run, struct far_found *found,
                                struct lw_error *err) {
    struct steps s = {.task = task,
                      .map = run->map,
                      .rng = run->rng,
                      .alloc = run->runtime->alloc,
                      .meter = run->meter,
                      .found = found};
    bool plainly = false;
    while (s.n_goals < task->n_boxes) {
        uint32_t n_new = task->n_boxes - s.n_goals;
        n_new = n_new < task->step ? n_new : task->step;
        uint32_t n = s.n_goals + n_new;
        /* Once the time is over a step looks at one placement only, so that the level
         * still gets all its boxes. */
        plainly = task->mode == FAR_FRONTIERS || task->stop_early ||
                  found->stop != LW_STOP_NONE ||
                  !lw_sok_far_graph_fits(task, n, run->map);
        lw_status status;
        if (!plainly) {
            struct far_task step = *task;
            struct far_filter filter = {.contiguous = task->contiguous};
            for (uint32_t i = 0; i < s.n_goals; i++) {
                filter.must[s.goals[i]] = true;
            }
            step.n_boxes = n;
            step.trim = task->trim && n == task->n_boxes;
            step.tie.used = task->tie.used && n == task->n_boxes;
            lw_buffer_clear(&found->solution);
            found->length = 0;
            status = lw_sok_far_find_in_graph(&step, room, &filter, run, found, err);
            if (status == LW_CANCELLED) {
                found->stop = lw_meter_check(run->meter);
                continue;
            }
            if (status == LW_OK && found->length == 0) {
                return LW_OK;
            }
            take_goals(&s);
        } else if (task->metric == FAR_CHANGES) {
            status = lw_fail(err, LW_UNSUPPORTED, 0, 0,
                             "the room is too large for metric changes; use lines or "
                             "pushes");
        } else {
            status = step_plainly(&s, n_new, err);
        }
        if (status != LW_OK) {
            return status;
        }
    }
    return plainly ? write_level(&s, room, err) : LW_OK;
}
