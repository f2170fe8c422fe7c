/* The farthest generator (Taylor 2015): a room, then the goal placement and the start
 * whose shortest solution is longest. */
#include "make/farthest/farthest.h"

#include <math.h>
#include <string.h>

#include "make/farthest/farthest_modes.h"
#include "make/generators.h"

enum { TIE_MOVES, TIE_PUSHES, TIE_CHANGES, TIE_LINES, TIE_NONE };

#define KEEP_ALL 100

static const struct lw_option options[] = {
    ROOM_OPTIONS("2x2", "templates", "0.5"),
    {.name = "boxes",
     .type = LW_OPTION_INT,
     .fallback = "3",
     .min = 1,
     .max = FAR_MAX_BOXES,
     .help = "number of boxes"},
    {.name = "mode",
     .type = LW_OPTION_CHOICE,
     .fallback = "exhaustive",
     .choices = "exhaustive|stepwise|fixed|frontiers",
     .help =
         "exhaustive: every goal placement is proven; stepwise: box by box, goals moved "
         "about while the farthest start gets farther; fixed: a few goals at a time, "
         "never moved again; frontiers: fixed with the paper's three frontiers, slow, in "
         "little memory"},
    {.name = "metric",
     .type = LW_OPTION_CHOICE,
     .fallback = "lines",
     .choices = "lines|pushes|changes|moves",
     .help = "measure by which the shortest solution is made as long as possible"},
    {.name = "tie",
     .type = LW_OPTION_CHOICE,
     .fallback = "moves",
     .choices = "moves|pushes|changes|lines|none",
     .help = "measure that breaks ties among the best"},
    {.name = "ties",
     .type = LW_OPTION_INT,
     .fallback = "64",
     .min = 1,
     .max = 1e9,
     .help = "best goal placements compared when breaking ties, fewer in large rooms"},
    {.name = "step",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 1,
     .max = FAR_MAX_BOXES,
     .help = "fixed: goals placed at a time"},
    {.name = "stop",
     .type = LW_OPTION_CHOICE,
     .fallback = "all",
     .choices = "all|optimal",
     .help = "fixed: try all placements of a step, or stop at the first that beats a "
             "sample of 1/e of them"},
    {.name = "goal-nodes",
     .type = LW_OPTION_INT,
     .fallback = "200000",
     .min = 100,
     .max = 1e12,
     .help = "fixed: states searched for one placement if the room is too large to "
             "keep in memory as a whole"},
    {.name = "states",
     .type = LW_OPTION_INT,
     .fallback = "20000000",
     .min = 1000,
     .max = 1e15,
     .help = "stepwise: states searched in a room, about 3 million a second"},
    {.name = "compare",
     .type = LW_OPTION_INT,
     .fallback = "8",
     .min = 1,
     .max = 1000,
     .help = "stepwise: rooms drawn for one level; the one whose best level with up to "
             "four boxes is longest is taken"},
    {.name = "contiguous",
     .type = LW_OPTION_FLAG,
     .help = "only goals that are next to each other"},
    {.name = "slippery",
     .type = LW_OPTION_FLAG,
     .help = "let no box rest inside a hallway, as the paper does; faster, but a level "
             "may then have a shorter solution"},
    {.name = "keep-floor",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = KEEP_ALL,
     .help = "floor farther than this from all that the solution uses is walled up, and "
             "blind ends it never enters; 100: nothing is"},
    {.name = "trim",
     .type = LW_OPTION_FLAG,
     .help = "wall up all floor that the solution does not use: --keep-floor 0"},
    {.name = "graph-memory",
     .type = LW_OPTION_BYTES,
     .fallback = "2G",
     .help = "memory for the states of one room"},
};
#define N_OPTIONS (sizeof options / sizeof *options)

#define FEW_BOXES 4
#define FEW_STATES 300000u

struct shared {
    const struct lw_alloc *alloc;
    struct room_plan plan;
    struct far_task task;
    uint32_t n_compared;
};

static void read_task(struct far_task *task, const struct lw_option_value *values) {
#define VALUE(name) lw_option_get(options, N_OPTIONS, values, name)
    static const enum far_metric ties[] = {
        [TIE_MOVES] = FAR_MOVES, [TIE_PUSHES] = FAR_PUSHES, [TIE_CHANGES] = FAR_CHANGES,
        [TIE_LINES] = FAR_LINES, [TIE_NONE] = FAR_LINES,
    };
    int64_t tie = VALUE("tie")->i;
    *task = (struct far_task){
        .n_boxes = (uint32_t)VALUE("boxes")->i,
        .mode = (enum far_mode)VALUE("mode")->i,
        .metric = (enum far_metric)VALUE("metric")->i,
        .tie = {.used = tie != TIE_NONE,
                .metric = ties[tie],
                .max_sets = (uint32_t)VALUE("ties")->i},
        .step = (uint32_t)VALUE("step")->i,
        .stop_early = VALUE("stop")->i == 1,
        .goal_nodes = (uint64_t)VALUE("goal-nodes")->i,
        .max_states = (uint64_t)VALUE("states")->i,
        .contiguous = VALUE("contiguous")->flag,
        .skip_slippery = VALUE("slippery")->flag,
        .trim = VALUE("trim")->flag || VALUE("keep-floor")->i < KEEP_ALL,
        .keep_floor = VALUE("trim")->flag ? 0 : (uint32_t)VALUE("keep-floor")->i,
        .memory_bytes = (size_t)VALUE("graph-memory")->u,
    };
#undef VALUE
}

static void release(const struct lw_generate_request *request, void *data) {
    (void)request;
    struct shared *shared = data;
    if (shared != NULL) {
        lw_sok_room_plan_free(&shared->plan);
        lw_alloc_free(shared->alloc, shared, sizeof *shared);
    }
}

/* Said at once when even the room with the least floor would be too large. */
static lw_status refuse_too_large(const struct shared *shared, struct lw_error *err) {
    const struct room_plan *plan = &shared->plan;
    const struct far_task *task = &shared->task;
    uint32_t n_squares =
        plan->sides_random || plan->source == ROOM_GIVEN ? 0 : plan->width * plan->height;
    uint32_t least = (uint32_t)ceil((1 - plan->checks.max_walls) * n_squares);
    least = least > plan->checks.min_floors ? least : plan->checks.min_floors;
    struct far_map map = {.n_floors = least};
    bool fits = true;
    if (task->mode == FAR_EXHAUSTIVE) {
        fits = lw_sok_far_graph_fits(task, task->n_boxes, &map);
    } else if (task->mode == FAR_STEPWISE) {
        /* Boxes stand on little more than half of the floor; one word a set, and a sweep
         * has an eighth of the memory for them. */
        uint64_t n_sets = lw_sok_far_count_sets(least * 6 / 10, task->n_boxes);
        fits = n_sets < task->memory_bytes / (8 * sizeof(uint64_t));
    }
    if (fits) {
        return LW_OK;
    }
    return lw_fail_option(
        err, LW_IMPOSSIBLE, "boxes",
        "%u boxes on the %u floor squares or more that these rooms have need more than "
        "the "
        "%zu MiB of graph-memory; use %smethod compose, fewer boxes or a smaller room, "
        "or "
        "raise it",
        task->n_boxes, least, task->memory_bytes >> 20,
        task->mode == FAR_EXHAUSTIVE ? "mode stepwise, " : "");
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **data,
                         struct lw_error *err) {
    struct shared *shared = lw_alloc_zero(runtime->alloc, 1, sizeof *shared);
    if (shared == NULL) {
        return lw_fail_memory(err);
    }
    shared->alloc = runtime->alloc;
    read_task(&shared->task, request->values);
    shared->n_compared =
        shared->task.mode != FAR_STEPWISE
            ? 1
            : (uint32_t)lw_option_get(options, N_OPTIONS, request->values, "compare")->i;
    lw_status status = lw_sok_room_plan_init(
        &shared->plan, request,
        (struct room_options){options, N_OPTIONS, shared->task.n_boxes}, runtime->alloc,
        err);
    if (status == LW_OK && shared->task.metric == FAR_MOVES &&
        shared->task.mode != FAR_EXHAUSTIVE) {
        status = lw_fail_option(err, LW_USAGE, "metric",
                                "--metric moves is offered in --mode exhaustive only");
    }
    if (status == LW_OK) {
        status = refuse_too_large(shared, err);
    }
    if (status != LW_OK) {
        release(request, shared);
        return status;
    }
    *data = shared;
    return LW_OK;
}

static void tell(const struct lw_generate_request *request, const char *name,
                 double value) {
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, name, value);
    }
}

static lw_status emit_level(const struct lw_generate_request *request,
                            const struct room *room, const struct far_found *found,
                            lw_emit_fn emit, void *emit_ctx, struct lw_error *err) {
    struct lw_level *level;
    lw_status status =
        lw_sok_room_to_level(room, found->contents, true, request->game, &level, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_candidate candidate = {.level = level,
                                     .solution = lw_buffer_text(&found->solution),
                                     .score = found->length};
    (void)emit(emit_ctx, &candidate);
    return LW_OK;
}

/* How long a level of a few boxes the room has: that shows soon, and says much about more
 * of them. */
static lw_status try_room(const struct lw_generate_request *request,
                          const struct lw_generate_task *task, struct room *room,
                          uint32_t *length, struct lw_error *err) {
    struct far_task few = ((const struct shared *)task->shared)->task;
    struct far_found found;
    few.n_boxes = few.n_boxes < FEW_BOXES ? few.n_boxes : FEW_BOXES;
    few.max_states = FEW_STATES;
    few.trim = false;
    lw_status status = lw_sok_far_find(
        &few, room, &(struct far_means){task->rng, task->runtime, &request->budget},
        &found, err);
    *length = status == LW_OK ? found.length : 0;
    lw_buffer_free(&found.solution);
    return status == LW_LIMIT || status == LW_IMPOSSIBLE ? LW_OK : status;
}

static lw_status choose_room(const struct lw_generate_request *request,
                             const struct lw_generate_task *task, struct room *room,
                             uint32_t *tries, struct lw_error *err) {
    const struct shared *shared = task->shared;
    uint32_t best = 0, length, n_tries;
    lw_status status = lw_sok_room_make(&shared->plan, task->rng, room, tries, err);
    if (status != LW_OK || shared->n_compared == 1) {
        return status;
    }
    status = try_room(request, task, room, &best, err);
    for (uint32_t i = 1; i < shared->n_compared && status == LW_OK; i++) {
        struct room other;
        status = lw_sok_room_make(&shared->plan, task->rng, &other, &n_tries, err);
        if (status == LW_OK) {
            status = try_room(request, task, &other, &length, err);
        }
        if (status == LW_OK && length > best) {
            best = length;
            *room = other;
        }
        *tries += n_tries;
    }
    return status;
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    const struct shared *shared = task->shared;
    struct room room;
    struct far_found found;
    uint32_t tries;
    lw_status status = choose_room(request, task, &room, &tries, err);
    if (status != LW_OK) {
        return status;
    }
    uint32_t n_floors = lw_sok_room_count_floors(&room);
    status = lw_sok_far_find(
        &shared->task, &room,
        &(struct far_means){task->rng, task->runtime, &request->budget}, &found, err);
    if (status == LW_OK && found.length > 0) {
        status = emit_level(request, &room, &found, task->emit, task->emit_ctx, err);
        tell(request, "rooms-tried", tries);
        tell(request, "floors", n_floors);
        tell(request, "placements", (double)found.n_placements);
        tell(request, "placements-searched", (double)found.n_searched);
        tell(request, "best-placements", (double)found.n_best);
        tell(request, "length", found.length);
        tell(request, "second", found.second);
        tell(request, "cut-short", found.stop != LW_STOP_NONE);
    }
    lw_buffer_free(&found.solution);
    return status;
}

const struct lw_generator lw_sokoban_farthest = {
    .name = "farthest",
    .summary = "the start farthest from the best of all goal placements in a room of "
               "templates",
    .options = options,
    .main_options = "size boxes metric",
    .reads_templates = true,
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = make,
    .release = release,
};
