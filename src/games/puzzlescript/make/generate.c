/* The generators' options and the way from candidate to levels. */
#include <string.h>

#include "make/generate_internal.h"

#define COMMON_OPTIONS                                                                   \
    {.name = "outlines",                                                                 \
     .type = LW_OPTION_CHOICE,                                                           \
     .fallback = "levels",                                                               \
     .choices = "levels|paper",                                                          \
     .help = "fill the walls of the game's own levels (or of --examples), or the eight " \
             "layouts of Khalifa and Fayek"},                                            \
        {.name = "outline",                                                              \
         .type = LW_OPTION_INT,                                                          \
         .fallback = "0",                                                                \
         .min = 0,                                                                       \
         .max = 1e6,                                                                     \
         .help = "only this outline, counted from 1; 0: each candidate takes one at "    \
                 "random"},                                                              \
        {.name = "states",                                                               \
         .type = LW_OPTION_INT,                                                          \
         .fallback = "5000",                                                             \
         .min = 1,                                                                       \
         .max = 1e9,                                                                     \
         .help = "states the automated player may explore in a level"},                  \
        {.name = "player",                                                               \
         .type = LW_OPTION_CHOICE,                                                       \
         .fallback = "best-first-new",                                                   \
         .choices = "bfs|best-first-old|best-first-new|best-first",                      \
         .help = "how it plays"},                                                        \
        {.name = "proof",                                                                \
         .type = LW_OPTION_INT,                                                          \
         .fallback = "200000",                                                           \
         .min = 0,                                                                       \
         .max = 1e9,                                                                     \
         .help = "states of the breadth-first search that gives each chosen level its "  \
                 "shortest solution; 0, or not enough: the automated player's stays"},   \
        {.name = "apart",                                                                \
         .type = LW_OPTION_INT,                                                          \
         .fallback = "6",                                                                \
         .min = 0,                                                                       \
         .max = 1e6,                                                                     \
         .help = "least number of cells in which any two levels differ, also rotated "   \
                 "and mirrored "                                                         \
                 "as the rules allow, or a third of the cells of small levels; the one " \
                 "made first stays"},                                                    \
        {.name = "keep-objects",                                                         \
         .type = LW_OPTION_FLAG,                                                         \
         .help = "leave objects in the level that its solution does not need"},          \
        {.name = "exploration",                                                          \
         .type = LW_OPTION_CHOICE,                                                       \
         .fallback = "program",                                                          \
         .choices = "program|paper",                                                     \
         .help = "score of n states explored out of a limit m in a solved level: "       \
                 "0.75 + 0.25 n/m as in the authors' program, or 0.75 + n/m as in "      \
                 "their paper"},                                                         \
        {.name = "weight-play",                                                          \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "0.30",                                                             \
         .min = 0,                                                                       \
         .max = 1000,                                                                    \
         .help = "weight of the play score"},                                            \
        {.name = "weight-length",                                                        \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "0.20",                                                             \
         .min = 0,                                                                       \
         .max = 1000,                                                                    \
         .help = "weight of the solution's length"},                                     \
        {.name = "weight-objects",                                                       \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "0.15",                                                             \
         .min = 0,                                                                       \
         .max = 1000,                                                                    \
         .help = "weight of the numbers of objects"},                                    \
        {.name = "weight-lines",                                                         \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "0.12",                                                             \
         .min = 0,                                                                       \
         .max = 1000,                                                                    \
         .help = "weight of moves that differ from the move before"},                    \
        {.name = "weight-rules",                                                         \
         .type = LW_OPTION_REAL,                                                         \
         .fallback = "0.12",                                                             \
         .min = 0,                                                                       \
         .max = 1000,                                                                    \
         .help = "weight of rules applied by moves"},                                    \
    {                                                                                    \
        .name = "weight-exploration", .type = LW_OPTION_REAL, .fallback = "0.11",        \
        .min = 0, .max = 1000, .help = "weight of the states explored"                   \
    }

static const struct lw_option constructive_options[] = {
    COMMON_OPTIONS,
    {.name = "tries",
     .type = LW_OPTION_INT,
     .fallback = "100",
     .min = 1,
     .max = 1e6,
     .help = "levels built for a candidate; the best two are kept"},
};

static const struct lw_option genetic_options[] = {
    COMMON_OPTIONS,
    {.name = "start",
     .type = LW_OPTION_CHOICE,
     .fallback = "mixed",
     .choices = "random|constructive|mixed|empty",
     .help = "how the first generation is made; random has what the rules need at random "
             "cells, empty are mutations of the bare outline"},
    {.name = "population",
     .type = LW_OPTION_INT,
     .fallback = "50",
     .min = 2,
     .max = 10000,
     .help = "levels in a generation"},
    {.name = "generations",
     .type = LW_OPTION_INT,
     .fallback = "20",
     .min = 0,
     .max = 1e6,
     .help = "generations bred after the first"},
    {.name = "crossover",
     .type = LW_OPTION_REAL,
     .fallback = "0.7",
     .min = 0,
     .max = 1,
     .help = "chance that two levels exchange cells"},
    {.name = "cut",
     .type = LW_OPTION_CHOICE,
     .fallback = "cells",
     .choices = "cells|rows",
     .help = "where crossover cuts: between any two cells as in the authors' program, or "
             "between rows as in their paper"},
    {.name = "mutation",
     .type = LW_OPTION_REAL,
     .fallback = "0.1",
     .min = 0,
     .max = 1,
     .help = "chance that a level is changed"},
    {.name = "elites",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 0,
     .max = 10000,
     .help = "best levels that survive unchanged"},
};

struct plan {
    struct lw_ps_analysis analysis;
    struct lw_ps_rater rater;
    struct lw_ps_evolution evolution;
    uint32_t tries; /* 0: genetic */
    bool keep_objects;
    uint32_t apart;
    struct lw_ps_level **outlines;
    size_t n_outlines, cap;
    size_t only; /* outline number from 1, 0: any */
};

static void release(const struct lw_generate_request *request, void *shared) {
    struct plan *plan = shared;
    const struct lw_alloc *alloc = request->game->alloc;
    if (plan == NULL) {
        return;
    }
    for (size_t i = 0; i < plan->n_outlines; i++) {
        lw_level_destroy(&plan->outlines[i]->base);
    }
    lw_alloc_free(alloc, plan->outlines, plan->cap * sizeof *plan->outlines);
    lw_ps_analysis_free(&plan->analysis);
    lw_alloc_free(alloc, plan, sizeof *plan);
}

static uint32_t room_in(const struct plan *plan, const struct lw_ps_level *outline,
                        const struct lw_alloc *alloc) {
    size_t n = (size_t)outline->width * outline->height;
    uint32_t *cells = lw_alloc_zero(alloc, n, sizeof *cells);
    uint32_t room = cells == NULL ? 0 : lw_ps_free_cells(&plan->analysis, outline, cells);
    lw_alloc_free(alloc, cells, cells == NULL ? 0 : n * sizeof *cells);
    return room;
}

/* Takes the outline; one without room is left out. */
static lw_status add_outline(struct plan *plan, struct lw_ps_level *outline,
                             const struct lw_alloc *alloc, struct lw_error *err) {
    if (room_in(plan, outline, alloc) < PS_LEAST_ROOM) {
        lw_level_destroy(&outline->base);
        return LW_OK;
    }
    if (!lw_grow(alloc, &plan->outlines, &plan->cap, plan->n_outlines + 1,
                 sizeof *plan->outlines)) {
        lw_level_destroy(&outline->base);
        return lw_fail_memory(err);
    }
    plan->outlines[plan->n_outlines++] = outline;
    return LW_OK;
}

static bool same_objects(const struct lw_ps_game *a, const struct lw_ps_game *b) {
    bool same = a->n_objects == b->n_objects && a->background == b->background;
    for (uint32_t id = 0; same && id < a->n_objects; id++) {
        same = strcmp(a->objects[id].name, b->objects[id].name) == 0;
    }
    return same;
}

/* Examples may come from another file, as long as it has the same objects. */
static lw_status outlines_of_set(struct plan *plan, const struct lw_generate_request *r,
                                 struct lw_error *err) {
    const struct lw_alloc *alloc = r->game->alloc;
    for (size_t i = 0; i < r->examples->n_entries; i++) {
        const struct lw_level *level = r->examples->entries[i].level;
        struct lw_ps_level *outline = NULL;
        const struct lw_ps_game *from = lw_ps_game_of(level->game);
        if (!same_objects(from, plan->analysis.game)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the examples belong to another game: its objects differ from "
                           "those of the game that levels are made for");
        }
        lw_status status =
            lw_ps_outline_of(&plan->analysis, lw_ps_level_of(level), &outline, err);
        if (status == LW_OK) {
            status = add_outline(plan, outline, alloc, err);
        }
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

static lw_status find_outlines(struct plan *plan, const struct lw_generate_request *r,
                               bool paper, struct lw_error *err) {
    if (!paper && r->examples != NULL) {
        lw_status status = outlines_of_set(plan, r, err);
        if (status != LW_OK || plan->n_outlines > 0) {
            return status;
        }
    }
    for (size_t i = 0; i < LW_PS_N_OUTLINES; i++) {
        struct lw_ps_level *outline = NULL;
        lw_status status = lw_ps_outline(&plan->analysis, i, &outline, err);
        if (status == LW_OK) {
            status = add_outline(plan, outline, r->game->alloc, err);
        }
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

static lw_status read_common(struct plan *plan, const struct lw_generate_request *r,
                             const struct lw_option *options, size_t n,
                             struct lw_error *err) {
    static const char *const weights[LW_PS_N_SCORES] = {
#define X(code, name, weight, help) "weight-" name,
        LW_PS_SCORES(X)
#undef X
    };
    plan->rater = lw_ps_rater_usual(&plan->analysis);
    plan->rater.objective = r->objective;
    for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
        plan->rater.weights[i] = lw_option_get(options, n, r->values, weights[i])->real;
    }
    plan->rater.max_states = (uint64_t)lw_option_get(options, n, r->values, "states")->i;
    plan->rater.strategy =
        (enum lw_ps_strategy)lw_option_get(options, n, r->values, "player")->i;
    plan->rater.exploration =
        (enum lw_ps_exploration)lw_option_get(options, n, r->values, "exploration")->i;
    plan->rater.proof_states = (uint64_t)lw_option_get(options, n, r->values, "proof")->i;
    plan->apart = (uint32_t)lw_option_get(options, n, r->values, "apart")->i;
    plan->keep_objects = lw_option_get(options, n, r->values, "keep-objects")->flag;
    plan->only = (size_t)lw_option_get(options, n, r->values, "outline")->i;
    bool paper = lw_option_get(options, n, r->values, "outlines")->i == 1;
    lw_status status = find_outlines(plan, r, paper, err);
    if (status == LW_OK && plan->only > plan->n_outlines) {
        status = lw_fail_option(err, LW_USAGE, "outline",
                                "--outline %zu: there are %zu outlines with room",
                                plan->only, plan->n_outlines);
    }
    return status;
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_option *options, size_t n, struct plan **out,
                         struct lw_error *err) {
    const struct lw_alloc *alloc = request->game->alloc;
    struct plan *plan = lw_alloc_zero(alloc, 1, sizeof *plan);
    if (plan == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status =
        lw_ps_analyse(lw_ps_game_of(request->game), alloc, &plan->analysis, err);
    if (status == LW_OK) {
        status = read_common(plan, request, options, n, err);
    }
    if (status == LW_OK && !lw_ps_can_be_won(lw_ps_game_of(request->game))) {
        status =
            lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                    "no level of this game can be won: it has no win condition and no "
                    "rule that wins; add one to WINCONDITIONS");
    }
    if (status != LW_OK) {
        release(request, plan);
        return status;
    }
    *out = plan;
    return LW_OK;
}

#define N_CONSTRUCTIVE (sizeof constructive_options / sizeof *constructive_options)
#define N_GENETIC (sizeof genetic_options / sizeof *genetic_options)

static lw_status prepare_constructive(const struct lw_generate_request *request,
                                      const struct lw_runtime *runtime, void **shared,
                                      struct lw_error *err) {
    struct plan *plan = NULL;
    (void)runtime;
    lw_status status = prepare(request, constructive_options, N_CONSTRUCTIVE, &plan, err);
    if (status == LW_OK) {
        plan->tries = (uint32_t)lw_option_get(constructive_options, N_CONSTRUCTIVE,
                                              request->values, "tries")
                          ->i;
        *shared = plan;
    }
    return status;
}

static const struct lw_option_value *genetic_value(const struct lw_generate_request *r,
                                                   const char *name) {
    return lw_option_get(genetic_options, N_GENETIC, r->values, name);
}

static lw_status prepare_genetic(const struct lw_generate_request *request,
                                 const struct lw_runtime *runtime, void **shared,
                                 struct lw_error *err) {
    struct plan *plan = NULL;
    (void)runtime;
    lw_status status = prepare(request, genetic_options, N_GENETIC, &plan, err);
    if (status == LW_OK) {
        plan->evolution =
            lw_ps_evolution_usual((enum lw_ps_start)genetic_value(request, "start")->i);
        plan->evolution.population = (uint32_t)genetic_value(request, "population")->i;
        plan->evolution.generations = (uint32_t)genetic_value(request, "generations")->i;
        plan->evolution.crossover = genetic_value(request, "crossover")->real;
        plan->evolution.cut = (enum lw_ps_crossing)genetic_value(request, "cut")->i;
        plan->evolution.mutation = genetic_value(request, "mutation")->real;
        plan->evolution.elites = (uint32_t)genetic_value(request, "elites")->i;
        *shared = plan;
    }
    return status;
}

/* Proves and prunes one of the best. */
static lw_status finish(const struct lw_generate_request *request,
                        const struct plan *plan, struct lw_ps_best *best, size_t which,
                        const struct lw_runtime *runtime, struct lw_error *err) {
    uint32_t n_dropped = 0;
    lw_status status =
        lw_ps_prove(&plan->rater, best, which, runtime, &request->budget, err);
    if (status == LW_OK && !plan->keep_objects) {
        status = lw_ps_prune(&plan->rater, best,
                             &(struct lw_ps_pruning){which, runtime, &request->budget},
                             &n_dropped, err);
    }
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, "objects-dropped", n_dropped);
        request->stat(request->stat_ctx, "proved-shortest",
                      best->shortest[which].len > 0 ? 1 : 0);
    }
    return status;
}

static lw_status give(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_ps_best *best,
                      struct lw_error *err) {
    const struct plan *plan = task->shared;
    lw_status status = LW_OK;
    bool more = true;
    for (size_t i = 0; i < LW_PS_BEST && status == LW_OK && more; i++) {
        if (best->levels[i] == NULL) {
            break;
        }
        status = finish(request, plan, best, i, task->runtime, err);
        if (status == LW_OK) {
            struct lw_buffer *played = &best->ratings[i].playout.moves;
            bool proved = best->shortest[i].len > 0;
            struct lw_candidate candidate = {
                .level = &best->levels[i]->base,
                .solution = lw_buffer_text(proved ? &best->shortest[i] : played),
                .score = best->ratings[i].total,
                .shortest = proved,
                .score_moves = proved ? (uint32_t)played->len : 0};
            more = task->emit(task->emit_ctx, &candidate);
            lw_buffer_free(played);
            best->levels[i] = NULL;
        }
    }
    return status;
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    const struct plan *plan = task->shared;
    struct lw_ps_best best;
    size_t which = plan->only > 0 ? plan->only - 1
                                  : lw_rng_below(task->rng, (uint32_t)plan->n_outlines);
    const struct lw_ps_level *outline = plan->outlines[which];
    lw_ps_best_init(&best, task->runtime->alloc, true);
    best.apart = plan->apart;
    lw_status status =
        plan->tries > 0
            ? lw_ps_construct_many(&plan->rater, outline, plan->tries,
                                   &(struct lw_ps_run){.rng = task->rng,
                                                       .runtime = task->runtime,
                                                       .budget = &request->budget},
                                   &best, err)
            : lw_ps_evolve(&plan->rater, outline, &plan->evolution,
                           &(struct lw_ps_run){.rng = task->rng,
                                               .runtime = task->runtime,
                                               .budget = &request->budget},
                           &best, err);
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, "levels-rated", (double)best.n_rated);
        request->stat(request->stat_ctx, "levels-solved", (double)best.n_solved);
    }
    if (status == LW_OK) {
        status = give(request, task, &best, err);
    }
    lw_ps_best_free(&best);
    return status;
}

const struct lw_generator lw_ps_constructive = {
    .name = "constructive",
    .summary = "objects in numbers that follow from the rules (Khalifa and Fayek 2015)",
    .order = "score",
    .options = constructive_options,
    .main_options = "outlines",
    .n_options = N_CONSTRUCTIVE,
    .prepare = prepare_constructive,
    .make = make,
    .release = release,
};

const struct lw_generator lw_ps_genetic = {
    .name = "genetic",
    .summary = "genetic algorithm on six scores of a level (Khalifa and Fayek 2015)",
    .order = "score",
    .options = genetic_options,
    .main_options = "outlines generations",
    .n_options = N_GENETIC,
    .prepare = prepare_genetic,
    .make = make,
    .release = release,
};
