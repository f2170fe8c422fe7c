/* The genetic generator: options and the run.
 *
 * Schaa, "Generador de niveles de Sokoban" (2021): a room, individuals of one box-goal
 * pair each, and a genetic algorithm that brings pairs together as long as the level
 * stays solvable; the fitness is the length of the push-optimal solution. Defaults are
 * the author's last settings: 12 generations, min(10, floor / 2) individuals, inversion
 * 0.40, player 0.25, one elite. */
#include <math.h>
#include <string.h>

#include "make/evolve/evolve_internal.h"
#include "make/generators.h"

/* Of rooms whose size nobody chose: ten boxes are lost on more. */
#define MOST_FLOOR 70

static const struct lw_option options[] = {
    ROOM_OPTIONS("3x3", "candidates", "1"),
    {.name = "max-boxes",
     .type = LW_OPTION_INT,
     .fallback = "6",
     .min = 1,
     .max = EVOLVE_MAX_BOXES,
     .help = "largest number of boxes (the thesis stops at 10)"},
    {.name = "generations",
     .type = LW_OPTION_INT,
     .fallback = "12",
     .min = 0,
     .max = 1e6,
     .help = "generations bred after the first"},
    {.name = "population",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 10000,
     .help = "population size; default: half the number of floor squares, at most 10"},
    {.name = "min-route",
     .type = LW_OPTION_INT,
     .fallback = "4",
     .min = 1,
     .max = EVOLVE_MAX_ROUTE - 1,
     .help = "fewest pushes of a pair in the first generation"},
    {.name = "invert",
     .type = LW_OPTION_REAL,
     .fallback = "0.40",
     .min = 0,
     .max = 1,
     .help = "chance that an individual has a pair inverted, as in the author's program; "
             "the text of the thesis has 0.25"},
    {.name = "move-player",
     .type = LW_OPTION_REAL,
     .fallback = "0.25",
     .min = 0,
     .max = 1,
     .help = "chance that an individual has its player moved, as in the author's "
             "program; the text of the thesis has 0.20"},
    {.name = "elites",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 10000,
     .help = "best individuals that survive unchanged"},
    {.name = "tournament",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 1000,
     .help = "additional entrants in the tournament that selects a parent"},
    {.name = "fitness",
     .type = LW_OPTION_CHOICE,
     .fallback = "pushes",
     .choices = "pushes|lines|changes|moves|closed",
     .help = "what is maximised: a measure of the shortest solution, or the states the "
             "solver kept (closed)"},
    {.name = "any-nodes",
     .type = LW_OPTION_INT,
     .fallback = "5000",
     .min = 1,
     .max = 1e12,
     .help = "solver nodes for deciding whether a level is solvable"},
    {.name = "optimal-nodes",
     .type = LW_OPTION_INT,
     .fallback = "200000",
     .min = 1,
     .max = 1e12,
     .help = "solver nodes for finding its shortest solution"},
    {.name = "keep-floor",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 0,
     .max = ROOM_MAX_CELLS,
     .help = "turn floor into wall if it is more than this many steps from everything "
             "the solution uses"},
    {.name = "archive",
     .type = LW_OPTION_INT,
     .fallback = "0",
     .min = 0,
     .max = 1e12,
     .help = "instead of generations, vary an archive of diverse levels this many times "
             "and return all of it"},
    {.name = "archive-rooms",
     .type = LW_OPTION_INT,
     .fallback = "6",
     .min = 1,
     .max = 1000,
     .help = "rooms that feed the archive"},
};
#define N_OPTIONS (sizeof options / sizeof *options)

static const struct lw_option_value *value_of(const struct lw_generate_request *request,
                                              const char *name) {
    return lw_option_get(options, N_OPTIONS, request->values, name);
}

static void release(const struct lw_generate_request *request, void *shared) {
    struct evolve_settings *settings = shared;
    if (settings != NULL) {
        lw_sok_room_plan_free(&settings->rooms);
        lw_alloc_free(request->game->alloc, settings, sizeof *settings);
    }
}

/* A bound objective looks at the whole play of a level, which only fits for small ones;
 * so it gets smaller rooms and fewer boxes unless the user says otherwise. */
static void think_small(struct lw_option_value *values) {
    static const struct {
        const char *name;
        int value;
    } small[] = {{"size", 2}, {"max-boxes", 4}};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        size_t at =
            lw_option_find(options, N_OPTIONS, small[i].name, strlen(small[i].name));
        if (!values[at].given) {
            values[at].i = values[at].i2 = small[i].value;
            values[at].given = true; /* rooms of no given size vary in it */
        }
    }
}

static lw_status prepare(const struct lw_generate_request *asked,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    struct lw_option_value values[N_OPTIONS];
    struct lw_generate_request own = *asked, *request = &own;
    memcpy(values, asked->values, sizeof values);
    own.values = values;
    if (asked->objective.score != NULL) {
        think_small(values);
    }
    const struct lw_alloc *alloc = request->game->alloc;
    struct evolve_settings *settings = lw_alloc_zero(alloc, 1, sizeof *settings);
    (void)runtime;
    if (settings == NULL) {
        return lw_fail_memory(err);
    }
    const struct lw_option_value *population = value_of(request, "population");
    settings->max_boxes = (uint32_t)value_of(request, "max-boxes")->i;
    settings->generations = (uint32_t)value_of(request, "generations")->i;
    settings->population = population->set ? (uint32_t)population->i : 0;
    settings->min_route = (uint32_t)value_of(request, "min-route")->i;
    settings->invert = value_of(request, "invert")->real;
    settings->move_player = value_of(request, "move-player")->real;
    settings->elites = (uint32_t)value_of(request, "elites")->i;
    settings->tournament = (uint32_t)value_of(request, "tournament")->i;
    settings->fitness = (enum evolve_fitness)value_of(request, "fitness")->i;
    settings->any_nodes = (uint64_t)value_of(request, "any-nodes")->i;
    settings->optimal_nodes = (uint64_t)value_of(request, "optimal-nodes")->i;
    settings->keep_floor = (uint32_t)value_of(request, "keep-floor")->i;
    settings->archive_rounds = (uint64_t)value_of(request, "archive")->i;
    settings->archive_rooms = (uint32_t)value_of(request, "archive-rooms")->i;
    lw_status status =
        lw_sok_room_plan_init(&settings->rooms, request,
                              (struct room_options){options, N_OPTIONS, 1}, alloc, err);
    if (status != LW_OK) {
        release(request, settings);
        return status;
    }
    struct room_plan *rooms = &settings->rooms;
    if (rooms->sides_random && rooms->checks.max_floors == 0) {
        rooms->checks.max_floors = MOST_FLOOR;
    }
    *shared = settings;
    return LW_OK;
}

static lw_status make_grounds(struct evolve_run *run, struct lw_rng *rng, uint32_t count,
                              struct lw_error *err) {
    run->grounds = lw_arena_zero(&run->arena, count, sizeof *run->grounds);
    if (run->grounds == NULL) {
        return LW_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct lw_rng stream = lw_rng_fork(rng, i);
        struct room *room = lw_arena_get(&run->arena, sizeof *room);
        if (room == NULL) {
            return LW_NO_MEMORY;
        }
        lw_status status =
            lw_sok_room_make(&run->settings->rooms, &stream, room, NULL, err);
        if (status == LW_OK) {
            status = lw_sok_evolve_ground_init(&run->grounds[i], room, &run->arena);
        }
        if (status != LW_OK) {
            return status;
        }
        run->n_grounds = i + 1;
    }
    return LW_OK;
}

static bool seed(void *ctx, uint32_t index, struct lw_rng *rng, void *individual) {
    (void)index;
    return lw_sok_evolve_seed(ctx, 0, rng, individual);
}

static void cross(void *ctx, struct lw_rng *rng, void *a, void *b) {
    lw_sok_evolve_cross(ctx, rng, a, b);
}

static void mutate(void *ctx, struct lw_rng *rng, void *individual) {
    lw_sok_evolve_mutate(ctx, rng, individual);
}

static double fitness(void *ctx, const void *individual) {
    struct evolve_run *run = ctx;
    bool fresh;
    double value = lw_sok_evolve_rate(run, individual, &fresh);
    /* The best individual is rated afresh when it first appears, so its solution is at
     * hand then and only then. */
    if (fresh && value > run->best_fitness) {
        run->best_fitness = value;
        lw_buffer_clear(&run->best_solution);
        lw_buffer_puts(&run->best_solution, lw_buffer_text(&run->result.solution));
    }
    return value;
}

static bool told(void *ctx, uint32_t number, const void *best, double value) {
    struct evolve_run *run = ctx;
    const struct lw_runtime *runtime = run->runtime;
    (void)best;
    if (runtime->progress != NULL && runtime->n_workers == 1) {
        runtime->progress(runtime->progress_ctx,
                          &(struct lw_progress){.phase = "generations",
                                                .done = number,
                                                .total = run->settings->generations,
                                                .best = value});
    }
    const struct lw_objective *objective = &run->request->objective;
    bool enough =
        objective->score != NULL && objective->enough > 0 && value >= objective->enough;
    return !run->failed && !enough;
}

static lw_status evolve(struct evolve_run *run, struct lw_rng *rng, lw_emit_fn emit,
                        void *emit_ctx, struct lw_error *err) {
    const struct evolve_settings *settings = run->settings;
    const struct lw_genetic_problem problem = {.ctx = run,
                                               .bytes = sizeof(struct evolve_level),
                                               .seed = seed,
                                               .cross = cross,
                                               .mutate = mutate,
                                               .fitness = fitness,
                                               .generation = told};
    uint32_t half = run->grounds[0].n / 2;
    struct lw_genetic_params params = {.population = half < 10 ? half : 10,
                                       .generations = settings->generations,
                                       .elites = settings->elites,
                                       .tournament = settings->tournament,
                                       .crossover = 1.0};
    params.population = settings->population != 0 ? settings->population
                        : half == 0               ? 1
                                                  : params.population;
    struct evolve_level best;
    struct lw_genetic_result result = {.best = &best};
    lw_status status =
        lw_genetic_run(&problem, &params, rng, run->runtime->alloc, &run->meter, &result);
    if (run->failed || !lw_buffer_ok(&run->best_solution)) {
        return LW_NO_MEMORY;
    }
    /* A room without a goal range long enough, or no time: nothing to give. */
    if (status == LW_LIMIT || (status == LW_OK && result.best_fitness <= 0)) {
        return LW_OK;
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_candidate candidate = {.solution = lw_buffer_text(&run->best_solution),
                                     .score = result.best_fitness};
    status =
        lw_sok_evolve_to_level(run, &best, candidate.solution, &candidate.level, err);
    if (status == LW_OK) {
        (void)emit(emit_ctx, &candidate);
    }
    return status;
}

static void report(const struct evolve_run *run) {
    static const char *const names[] = {
#define X(code, name) name,
        EVOLVE_COUNTS(X)
#undef X
    };
    for (size_t i = 0; run->request->stat != NULL && i < EVOLVE_N_COUNTS; i++) {
        run->request->stat(run->request->stat_ctx, names[i], run->counts[i]);
    }
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    const struct evolve_settings *settings = task->shared;
    struct evolve_run run = {.request = request,
                             .settings = settings,
                             .runtime = task->runtime,
                             .worker = task->worker,
                             .best_fitness = -HUGE_VAL};
    bool archive = settings->archive_rounds > 0;
    lw_meter_start(&run.meter, task->runtime, &request->budget);
    lw_arena_init(&run.arena, task->runtime->alloc);
    lw_state_set_init(&run.seen, task->runtime->alloc,
                      (2 * EVOLVE_MAX_BOXES + 2) * sizeof(uint16_t));
    lw_solve_result_init(&run.result, task->runtime->alloc);
    lw_buffer_init(&run.best_solution, task->runtime->alloc);
    lw_status status =
        make_grounds(&run, task->rng, archive ? settings->archive_rooms : 1, err);
    if (status == LW_OK) {
        status = archive ? lw_sok_evolve_archive(&run, task->rng, task->emit,
                                                 task->emit_ctx, err)
                         : evolve(&run, task->rng, task->emit, task->emit_ctx, err);
    }
    report(&run);
    lw_buffer_free(&run.best_solution);
    lw_solve_result_free(&run.result);
    lw_alloc_free(task->runtime->alloc, run.known, run.known_cap * sizeof *run.known);
    lw_state_set_free(&run.seen);
    lw_arena_free(&run.arena);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}

const struct lw_generator lw_sokoban_evolve = {
    .name = "evolve",
    .summary = "genetic algorithm over box-goal pairs (Schaa 2021), or an archive of "
               "diverse levels",
    .options = options,
    .main_options = "size max-boxes fitness",
    .objective_option = "fitness",
    .reads_templates = true,
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = make,
    .release = release,
};
