/* The compose generator: exact numbers of boxes on large boards. Small rooms stand side
 * by side, joined by doors; goals fill the ends of some rooms; and a search backward
 * pulls the boxes out one by one and spreads them over the board. What Taylor (2015)
 * names as future work for sizes that no search of all states reaches. */
#include <string.h>

#include "make/compose/compose_internal.h"
#include "make/generators.h"

/* Fewer squares than this a box leave no room to turn. */
#define SQUARES_A_BOX 10

static const struct lw_option options[] = {
    {.name = "squares",
     .type = LW_OPTION_SIZE,
     .fallback = "18x13",
     .min = 5,
     .max = COMPOSE_MAX_SIDE,
     .help = "board in squares without the outer wall"},
    {.name = "boxes",
     .type = LW_OPTION_INT,
     .fallback = "12",
     .min = 1,
     .max = COMPOSE_MAX_BOXES,
     .help = "exact number of boxes; each has to move"},
    {.name = "room",
     .type = LW_OPTION_INT,
     .fallback = "6",
     .min = 4,
     .max = 12,
     .help = "side of a room in squares, about"},
    {.name = "doors",
     .type = LW_OPTION_REAL,
     .fallback = "0.25",
     .min = 0,
     .max = 1,
     .help = "chance of a door that is not needed to join the rooms"},
    {.name = "attempts",
     .type = LW_OPTION_INT,
     .fallback = "24",
     .min = 1,
     .max = 1000000,
     .help = "boards made for one level; the one with most box lines is taken"},
    {.name = "keep-floor",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 100,
     .help = "floor farther than this from all that the solution uses is walled up"},
};
#define N_OPTIONS (sizeof options / sizeof *options)

struct shared {
    const struct lw_alloc *alloc;
    struct room_templates templates;
    struct compose_task task;
};

static void release(const struct lw_generate_request *request, void *data) {
    (void)request;
    struct shared *shared = data;
    if (shared != NULL) {
        lw_sok_room_templates_free(&shared->templates);
        lw_alloc_free(shared->alloc, shared, sizeof *shared);
    }
}

static void read_task(struct compose_task *task, const struct lw_option_value *values) {
#define VALUE(name) lw_option_get(options, N_OPTIONS, values, name)
    *task = (struct compose_task){
        .width = (uint32_t)VALUE("squares")->i,
        .height = (uint32_t)VALUE("squares")->i2,
        .n_boxes = (uint32_t)VALUE("boxes")->i,
        .room_side = (uint32_t)VALUE("room")->i,
        .extra_doors = VALUE("doors")->real,
        .n_attempts = (uint32_t)VALUE("attempts")->i,
        .keep_floor = (uint32_t)VALUE("keep-floor")->i,
    };
#undef VALUE
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
    const struct compose_task *task = &shared->task;
    uint32_t n_squares = task->width * task->height;
    lw_status status = lw_sok_room_templates_read(
        &shared->templates, runtime->alloc, request->aux_text, request->aux_len, err);
    if (status == LW_OK && task->n_boxes * SQUARES_A_BOX > n_squares) {
        status = lw_fail_option(
            err, LW_IMPOSSIBLE, "boxes",
            "%u boxes need a board of at least %u squares, %ux%u has %u; choose a larger "
            "board or fewer boxes",
            task->n_boxes, task->n_boxes * SQUARES_A_BOX, task->width, task->height,
            n_squares);
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

struct build {
    const struct shared *shared;
    const struct lw_generate_task *candidate;
    struct lw_meter meter;
    struct compose_board now, best;
    uint32_t best_lines; /* 0: none could be unpacked */
    struct lw_buffer moves, solution;
};

static void try_board(struct build *b) {
    const struct compose_task *task = &b->shared->task;
    uint32_t n_lines;
    lw_buffer_clear(&b->moves);
    if (lw_sok_compose_lay_out(task, &b->shared->templates, b->candidate->rng, &b->now) &&
        lw_sok_compose_place_goals(task, b->candidate->rng, &b->now) &&
        lw_sok_compose_unpack(b->candidate->rng, &b->now, &n_lines, &b->moves) &&
        n_lines > b->best_lines) {
        b->best_lines = n_lines;
        b->best = b->now;
        lw_buffer_clear(&b->solution);
        lw_buffer_puts(&b->solution, lw_buffer_text(&b->moves));
    }
}

static lw_status emit_best(const struct lw_generate_request *request, struct build *b,
                           struct lw_error *err) {
    const struct compose_task *task = &b->shared->task;
    if (!lw_buffer_ok(&b->solution)) {
        return lw_fail_memory(err);
    }
    if (b->best_lines == 0) {
        return lw_fail(
            err, LW_LIMIT, 0, 0,
            "on none of %u boards could %u boxes be pulled out of their goals; "
            "choose a larger board, fewer boxes or more --attempts",
            task->n_attempts, task->n_boxes);
    }
    lw_sok_room_trim(&b->best.room, b->best.contents, lw_buffer_text(&b->solution),
                     task->keep_floor);
    struct lw_level *level;
    lw_status status = lw_sok_room_to_level(&b->best.room, b->best.contents, true,
                                            request->game, &level, err);
    if (status == LW_OK) {
        struct lw_candidate candidate = {.level = level,
                                         .solution = lw_buffer_text(&b->solution),
                                         .score = b->best_lines};
        (void)b->candidate->emit(b->candidate->emit_ctx, &candidate);
        tell(request, "length", b->best_lines);
    }
    return status;
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *candidate, struct lw_error *err) {
    const struct lw_alloc *alloc = candidate->runtime->alloc;
    struct build *b = lw_alloc_zero(alloc, 1, sizeof *b);
    if (b == NULL) {
        return lw_fail_memory(err);
    }
    b->shared = candidate->shared;
    b->candidate = candidate;
    lw_buffer_init(&b->moves, alloc);
    lw_buffer_init(&b->solution, alloc);
    lw_meter_start(&b->meter, candidate->runtime, &request->budget);
    uint32_t n = 0;
    while (n++ < b->shared->task.n_attempts) {
        try_board(b);
        if (lw_meter_tick(&b->meter, 1000) != LW_STOP_NONE) {
            break;
        }
    }
    lw_status status = emit_best(request, b, err);
    tell(request, "boards", n);
    lw_buffer_free(&b->moves);
    lw_buffer_free(&b->solution);
    lw_alloc_free(alloc, b, sizeof *b);
    return status;
}

const struct lw_generator lw_sokoban_compose = {
    .name = "compose",
    .summary = "many boxes on a large board: rooms joined by doors, goals filled in an "
               "order found backwards",
    .options = options,
    .main_options = "squares boxes room",
    .reads_templates = true,
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = make,
    .release = release,
};
