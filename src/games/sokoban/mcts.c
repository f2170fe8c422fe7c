/* The Monte-Carlo generator: options, roots, and what comes out.
 *
 * Kartal, Sohre and Guy, "Data-Driven Sokoban Puzzle Generation with Monte Carlo Tree
 * Search" (AIIDE 2016). Levels are made by simulated play, so every one is solvable. The
 * default search takes a walk and a push as one action and gates the score against what
 * games it (bare rooms, boxes that begin on goals); search=literal is the paper's own. */
#include <math.h>
#include <string.h>

#include "generators.h"
#include "mcts_internal.h"

/* Options that have one default for each style stay unset in this table. */
static const struct lw_option options[] = {
    {.name = "board",
     .type = LW_OPTION_SIZE,
     .fallback = "7x7",
     .min = 2,
     .max = DRAFT_MAX_SIDE,
     .help = "board size in squares without the outer wall; at most 64 squares"},
    {.name = "player",
     .type = LW_OPTION_CHOICE,
     .fallback = "random",
     .choices = "random|centre|corner",
     .help = "where the player starts"},
    {.name = "max-boxes",
     .type = LW_OPTION_INT,
     .fallback = "10",
     .min = 1,
     .max = DRAFT_MAX_BOXES,
     .help = "no more boxes than this are placed"},
    {.name = "search",
     .type = LW_OPTION_CHOICE,
     .fallback = "macro",
     .choices = "macro|literal",
     .help = "macro: walk and push are one action; literal: the paper's single steps"},
    {.name = "playouts",
     .type = LW_OPTION_INT,
     .fallback = "20000",
     .min = 1,
     .max = 1e15,
     .help = "playouts of one root"},
    {.name = "target",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1000,
     .help = "stop at a level of this score"},
    {.name = "set",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1000,
     .help = "levels of rising score kept from one run; 1: only the best"},
    {.name = "roots",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1024,
     .help = "independent trees a run, searched in parallel"},
    {.name = "refine",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 1e9,
     .help = "steps of local search around each new best level "
             "(0 with search=literal, else 2000)"},
    {.name = "exploration",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 100,
     .help = "C of the confidence bound (1.4142 with search=literal, else 0.5)"},
    {.name = "tree-nodes",
     .type = LW_OPTION_INT,
     .fallback = "200000",
     .min = 1000,
     .max = 100000000,
     .help = "nodes of a tree, 24 bytes each; a full tree is started afresh"},
    {.name = "tree-depth",
     .type = LW_OPTION_INT,
     .fallback = "200",
     .min = 1,
     .max = 10000,
     .help = "the tree grows no deeper"},
    {.name = "min-open",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 64,
     .help = "free squares before the board may freeze (5 with search=literal, else 1)"},
    {.name = "min-boxes",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = DRAFT_MAX_BOXES,
     .help = "boxes before the board may freeze (3 with search=literal, else 1)"},
    {.name = "odds-open",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1000,
     .help = "odds of opening a square in a rollout (1 with search=literal, else 3)"},
    {.name = "odds-box",
     .type = LW_OPTION_REAL,
     .min = 0.001,
     .max = 1000,
     .help = "odds of placing a box in a rollout (1 with search=literal, else 1.5)"},
    {.name = "odds-freeze",
     .type = LW_OPTION_REAL,
     .min = 0.001,
     .max = 1000,
     .help = "odds of freezing in a rollout (1 with search=literal, else 0.3)"},
    {.name = "rollout-first",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = DRAFT_MAX_PUSHES,
     .help = "steps of a rollout (15 with search=literal), pushes (30) otherwise"},
    {.name = "rollout-more",
     .type = LW_OPTION_INT,
     .fallback = "10",
     .min = 0,
     .max = DRAFT_MAX_PUSHES,
     .help = "further ones each time a fair coin says so"},
    {.name = "push-bias",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1,
     .help = "chance to push rather than walk (0 with search=literal), "
             "to push on the same box (0.5) otherwise"},
    {.name = "weight-blocks",
     .type = LW_OPTION_REAL,
     .fallback = "5",
     .help = "weight of squares outside uniform 3x3 blocks (w_b)"},
    {.name = "weight-congestion",
     .type = LW_OPTION_REAL,
     .fallback = "10",
     .help = "weight of congestion (w_c)"},
    {.name = "weight-boxes",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of the number of boxes (w_n)"},
    {.name = "weight-distance",
     .type = LW_OPTION_REAL,
     .fallback = "0",
     .help = "weight of the lower bound on pushes; not in the paper"},
    {.name = "scale",
     .type = LW_OPTION_REAL,
     .fallback = "50",
     .min = 0.001,
     .max = 1e6,
     .help = "the score is divided by this (k)"},
    {.name = "alpha",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of boxes in congestion"},
    {.name = "beta",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of goals in congestion"},
    {.name = "gamma",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .min = 0.001,
     .max = 1e6,
     .help = "weight of open squares in congestion"},
    {.name = "min-shift",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 0,
     .max = 20,
     .help = "boxes that end nearer to their start than this are taken out"},
    {.name = "gates",
     .type = LW_OPTION_CHOICE,
     .choices = "on|off",
     .help = "lower the score of bare rooms and of boxes that start on goals "
             "(off with search=literal, else on)"},
};
#define N_OPTIONS (sizeof options / sizeof *options)

static const struct lw_option_value *value_of(const struct lw_generate_request *request,
                                              const char *name) {
    return lw_option_get(options, N_OPTIONS, request->values, name);
}

static double real_or(const struct lw_generate_request *request, const char *name,
                      double fallback) {
    const struct lw_option_value *value = value_of(request, name);
    return value->set ? value->real : fallback;
}

static uint32_t int_or(const struct lw_generate_request *request, const char *name,
                       uint32_t fallback) {
    const struct lw_option_value *value = value_of(request, name);
    return value->set ? (uint32_t)value->i : fallback;
}

static void read_weights(const struct lw_generate_request *request, bool literal,
                         struct draft_weights *weights) {
    const struct lw_option_value *gates = value_of(request, "gates");
    *weights =
        (struct draft_weights){.blocks = value_of(request, "weight-blocks")->real,
                               .congestion = value_of(request, "weight-congestion")->real,
                               .boxes = value_of(request, "weight-boxes")->real,
                               .distance = value_of(request, "weight-distance")->real,
                               .scale = value_of(request, "scale")->real,
                               .alpha = value_of(request, "alpha")->real,
                               .beta = value_of(request, "beta")->real,
                               .gamma = value_of(request, "gamma")->real,
                               .min_shift = (uint32_t)value_of(request, "min-shift")->i,
                               .gates = gates->set ? gates->i == 0 : !literal};
}

static void read_settings(const struct lw_generate_request *request,
                          struct mcts_settings *settings) {
    bool literal = value_of(request, "search")->i == MCTS_LITERAL;
    const struct lw_option_value *target = value_of(request, "target");
    settings->style = literal ? MCTS_LITERAL : MCTS_MACRO;
    settings->place = (enum mcts_place)value_of(request, "player")->i;
    settings->max_boxes = (uint32_t)value_of(request, "max-boxes")->i;
    settings->min_boxes = int_or(request, "min-boxes", literal ? 3 : 1);
    settings->min_open = int_or(request, "min-open", literal ? 5 : 1);
    settings->odds_open = real_or(request, "odds-open", literal ? 1 : 3);
    settings->odds_box = real_or(request, "odds-box", literal ? 1 : 1.5);
    settings->odds_freeze = real_or(request, "odds-freeze", literal ? 1 : 0.3);
    settings->first = int_or(request, "rollout-first", literal ? 15 : 30);
    settings->more = (uint32_t)value_of(request, "rollout-more")->i;
    settings->push_bias = real_or(request, "push-bias", literal ? 0 : 0.5);
    settings->refine = int_or(request, "refine", literal ? 0 : 2000);
    settings->roots = (uint32_t)value_of(request, "roots")->i;
    settings->tree = (struct lw_mcts_params){
        .exploration =
            real_or(request, "exploration", literal ? 1.4142135623730951 : 0.5),
        .unvisited = HUGE_VAL,
        .max_nodes = (uint32_t)value_of(request, "tree-nodes")->i,
        .max_depth = (uint32_t)value_of(request, "tree-depth")->i,
        .restart = true,
        .max_playouts = (uint64_t)value_of(request, "playouts")->i,
        .stop_at = target->set ? target->real : (double)NAN};
    read_weights(request, literal, &settings->weights);
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    (void)runtime;
    const struct lw_alloc *alloc = request->game->alloc;
    const struct lw_option_value *board = value_of(request, "board");
    if (board->i * board->i2 > DRAFT_MAX_SQUARES) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "a board of %dx%d has %d squares; this method takes at most %d, "
                       "e.g. board=8x8",
                       (int)board->i, (int)board->i2, (int)(board->i * board->i2),
                       DRAFT_MAX_SQUARES);
    }
    if (board->i < 4 && board->i2 < 4 && (board->i < 3 || board->i2 < 3)) {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "a board of %dx%d has no room to push a box two squares; "
                       "take at least board=3x3 or board=4x2",
                       (int)board->i, (int)board->i2);
    }
    struct mcts_settings *settings = lw_alloc_zero(alloc, 1, sizeof *settings);
    if (settings == NULL) {
        return lw_fail_memory(err);
    }
    draft_frame_init(&settings->frame, (uint32_t)board->i, (uint32_t)board->i2);
    read_settings(request, settings);
    if (settings->min_boxes > settings->max_boxes ||
        settings->min_boxes + settings->min_open + 1 > settings->frame.n_squares) {
        lw_status status =
            lw_fail(err, LW_USAGE, 0, 0,
                    "min-boxes %u and min-open %u do not fit max-boxes %u and a board "
                    "of %u squares; lower them",
                    settings->min_boxes, settings->min_open, settings->max_boxes,
                    settings->frame.n_squares);
        lw_alloc_free(alloc, settings, sizeof *settings);
        return status;
    }
    *shared = settings;
    return LW_OK;
}

/* Each root has its own stream, its own meter and its own records, so that the number of
 * threads decides nothing. */
struct root {
    struct lw_rng rng;
    struct mcts_records records;
    struct lw_mcts_stats stats;
    lw_status status;
};

struct roots {
    const struct lw_generate_request *request;
    const struct mcts_settings *settings;
    const struct lw_runtime *runtime;
    struct root *list;
};

static void search_root(void *ctx, size_t index, uint32_t worker) {
    struct roots *roots = ctx;
    struct root *root = &roots->list[index];
    struct lw_meter meter;
    (void)worker;
    lw_meter_start(&meter, roots->runtime, &roots->request->budget);
    root->status = mcts_search(roots->settings, &root->rng, roots->runtime->alloc, &meter,
                               &root->records, &root->stats);
}

struct pick {
    const struct mcts_record *record;
};

/* All records of all roots in one rising list; at equal scores the earlier root's. */
static struct pick *merge(struct lw_arena *arena, const struct roots *roots,
                          size_t *n_merged) {
    size_t total = 0, n = 0;
    for (uint32_t i = 0; i < roots->settings->roots; i++) {
        total += roots->list[i].records.n;
    }
    struct pick *merged = lw_arena_zero(arena, total + 1, sizeof *merged);
    size_t *next = lw_arena_zero(arena, roots->settings->roots, sizeof *next);
    if (merged == NULL || next == NULL) {
        return NULL;
    }
    for (;;) {
        const struct mcts_record *least = NULL;
        uint32_t from = 0;
        for (uint32_t i = 0; i < roots->settings->roots; i++) {
            const struct mcts_records *records = &roots->list[i].records;
            if (next[i] < records->n &&
                (least == NULL || records->list[next[i]].score < least->score)) {
                least = &records->list[next[i]];
                from = i;
            }
        }
        if (least == NULL) {
            break;
        }
        next[from]++;
        if (n == 0 || least->score > merged[n - 1].record->score) {
            merged[n++].record = least;
        }
    }
    *n_merged = n;
    return merged;
}

static lw_status emit_record(const struct lw_generate_request *request,
                             const struct mcts_settings *settings,
                             const struct lw_runtime *runtime,
                             const struct mcts_record *record, uint32_t worker,
                             lw_emit_fn emit, void *emit_ctx, bool *go_on,
                             struct lw_error *err) {
    struct lw_candidate candidate = {.score = record->score};
    struct lw_buffer solution;
    lw_buffer_init(&solution, runtime->alloc);
    lw_status status =
        draft_export(&settings->frame, &record->draft, &record->level, record->n_pushes,
                     request->game, &candidate.level, &solution, err);
    if (status == LW_OK) {
        candidate.solution = lw_buffer_text(&solution);
        if (request->objective.score != NULL) {
            candidate.score = request->objective.score(
                request->objective.ctx, candidate.level, candidate.solution, worker);
        }
        *go_on = emit(emit_ctx, &candidate);
    }
    lw_buffer_free(&solution);
    return status;
}

/* A level set: scores spread evenly from the first record to the last. */
static lw_status emit_set(const struct lw_generate_request *request,
                          const struct mcts_settings *settings,
                          const struct lw_runtime *runtime, const struct pick *picks,
                          size_t n, uint32_t worker, lw_emit_fn emit, void *emit_ctx,
                          struct lw_error *err) {
    size_t wanted = (size_t)value_of(request, "set")->i;
    wanted = wanted < n ? wanted : n;
    double low = picks[0].record->score, high = picks[n - 1].record->score;
    size_t at = 0;
    bool go_on = true;
    for (size_t i = 1; i <= wanted && go_on; i++) {
        double least = low + (high - low) * (double)i / (double)wanted;
        /* Never so far that too few are left for the rest of the set. */
        while (at + 1 < n - (wanted - i) && picks[at].record->score < least) {
            at++;
        }
        lw_status status = emit_record(request, settings, runtime, picks[at].record,
                                       worker, emit, emit_ctx, &go_on, err);
        if (status != LW_OK) {
            return status;
        }
        at++;
    }
    return LW_OK;
}

static void report(const struct lw_generate_request *request, const struct roots *roots) {
    double playouts = 0, restarts = 0;
    for (uint32_t i = 0; i < roots->settings->roots; i++) {
        playouts += (double)roots->list[i].stats.playouts;
        restarts += (double)roots->list[i].stats.restarts;
    }
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, "playouts", playouts);
        request->stat(request->stat_ctx, "tree-restarts", restarts);
    }
}

static lw_status make(const struct lw_generate_request *request, const void *shared,
                      struct lw_rng *rng, const struct lw_runtime *runtime,
                      uint32_t worker, lw_emit_fn emit, void *emit_ctx,
                      struct lw_error *err) {
    const struct mcts_settings *settings = shared;
    struct roots roots = {.request = request, .settings = settings, .runtime = runtime};
    struct lw_arena arena;
    lw_status status = LW_NO_MEMORY;
    lw_arena_init(&arena, runtime->alloc);
    roots.list = lw_arena_zero(&arena, settings->roots, sizeof *roots.list);
    if (roots.list == NULL) {
        goto done;
    }
    for (uint32_t i = 0; i < settings->roots; i++) {
        roots.list[i].rng = lw_rng_fork(rng, i);
        roots.list[i].records.alloc = runtime->alloc;
    }
    lw_runtime_parallel(runtime, settings->roots, search_root, &roots);
    status = LW_OK;
    for (uint32_t i = 0; i < settings->roots; i++) {
        status = roots.list[i].status != LW_OK ? roots.list[i].status : status;
    }
    report(request, &roots);
    size_t n = 0;
    struct pick *picks = merge(&arena, &roots, &n);
    status = picks == NULL ? LW_NO_MEMORY : status;
    if (status == LW_OK && n > 0) {
        status =
            emit_set(request, settings, runtime, picks, n, worker, emit, emit_ctx, err);
    }
    for (uint32_t i = 0; i < settings->roots; i++) {
        mcts_records_free(&roots.list[i].records);
    }
done:
    lw_arena_free(&arena);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}

static void release(const struct lw_generate_request *request, void *shared) {
    lw_alloc_free(request->game->alloc, shared, sizeof(struct mcts_settings));
}

const struct lw_generator lw_sokoban_mcts = {
    .name = "mcts",
    .summary = "Monte-Carlo tree search through simulated play (Kartal, Sohre, Guy 2016)",
    .options = options,
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = make,
    .release = release,
};
