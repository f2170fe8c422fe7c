/* One run of the Monte-Carlo generator: independent roots searched in parallel, their
 * records merged, and a level set chosen from them. */
#include <string.h>

#include "make/mcts/mcts_internal.h"

#define SIDE_LEAST 5u /* boards drawn at random: 5 to 8 squares a side */
#define SIDE_KINDS 4u
#define SQUARES_A_BOX 8u

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

static bool must_solve(const struct lw_generate_request *request,
                       const struct mcts_settings *settings) {
    return settings->objective != MCTS_SCORE || request->objective.score != NULL;
}

static void search_root(void *ctx, size_t index, uint32_t worker) {
    struct roots *roots = ctx;
    struct root *root = &roots->list[index];
    struct lw_meter meter;
    (void)worker;
    struct lw_budget budget = roots->request->budget;
    /* What is left of the time is for solving. */
    budget.time_ns =
        must_solve(roots->request, roots->settings) ? budget.time_ns / 2 : budget.time_ns;
    lw_meter_start(&meter, roots->runtime, &budget);
    root->status = lw_sok_mcts_search(roots->settings, &root->rng, roots->runtime->alloc,
                                      &meter, &root->records, &root->stats);
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

/* Where emitted levels go and what they have cost. */
struct outlet {
    struct mcts_climbing climbing;
    lw_emit_fn emit;
    void *emit_ctx;
    bool closed; /* the receiver wants no more */
    uint32_t n_solved;
};

static lw_status emit_record(struct outlet *outlet, const struct mcts_record *record,
                             struct lw_error *err) {
    const struct lw_generate_request *request = outlet->climbing.request;
    const struct draft_frame *frame = &outlet->climbing.settings->frame;
    struct mcts_record best = *record;
    struct lw_candidate candidate = {0};
    struct lw_buffer moves;
    lw_status status = LW_OK;
    lw_buffer_init(&moves, outlet->climbing.runtime->alloc);
    if (must_solve(request, outlet->climbing.settings)) {
        status = lw_sok_mcts_climb(&outlet->climbing, &best, &moves, &outlet->n_solved);
    }
    if (moves.len > 0) {
        lw_sok_draft_trim(frame, &best.level, lw_buffer_text(&moves));
    } else {
        lw_sok_mcts_shorten(outlet->climbing.settings, &best);
        lw_sok_draft_moves(frame, &best.draft, &best.level, best.n_pushes, &moves);
    }
    status = lw_buffer_ok(&moves) ? status : LW_NO_MEMORY;
    bool wanted = !draft_is_mostly_home(&outlet->climbing.settings->weights, &best.level);
    if (status == LW_OK && wanted) {
        status = lw_sok_draft_to_level(frame, &best.level, request->game,
                                       &candidate.level, err);
    }
    if (status == LW_OK && wanted) {
        candidate.solution = lw_buffer_text(&moves);
        candidate.score = best.score;
        outlet->closed = !outlet->emit(outlet->emit_ctx, &candidate);
    }
    lw_buffer_free(&moves);
    return status;
}

/* A level set: scores spread evenly from the first record to the last. */
static lw_status emit_set(struct outlet *outlet, const struct pick *picks, size_t n,
                          struct lw_error *err) {
    size_t wanted =
        outlet->climbing.settings->set < n ? outlet->climbing.settings->set : n;
    double low = picks[0].record->score, high = picks[n - 1].record->score;
    size_t at = 0;
    for (size_t i = 1; i <= wanted && !outlet->closed; i++) {
        double least = low + (high - low) * (double)i / (double)wanted;
        /* Never so far that too few are left for the rest of the set. */
        while (at + 1 < n - (wanted - i) && picks[at].record->score < least) {
            at++;
        }
        lw_status status = emit_record(outlet, picks[at].record, err);
        if (status != LW_OK) {
            return status;
        }
        at++;
    }
    return LW_OK;
}

static void report(const struct lw_generate_request *request, const struct roots *roots,
                   uint32_t n_solved) {
    double playouts = 0, restarts = 0;
    for (uint32_t i = 0; i < roots->settings->roots; i++) {
        playouts += (double)roots->list[i].stats.playouts;
        restarts += (double)roots->list[i].stats.restarts;
    }
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, "playouts", playouts);
        request->stat(request->stat_ctx, "tree-restarts", restarts);
        request->stat(request->stat_ctx, "levels-solved", n_solved);
    }
}

/* Merges what the roots found and gives it out. */
static lw_status give(struct outlet *outlet, const struct roots *roots,
                      struct lw_arena *arena, struct lw_error *err) {
    size_t n = 0;
    struct pick *picks = merge(arena, roots, &n);
    if (picks == NULL) {
        return LW_NO_MEMORY;
    }
    for (uint32_t i = 0; i < roots->settings->roots; i++) {
        if (roots->list[i].status != LW_OK) {
            return roots->list[i].status;
        }
    }
    lw_status status = n > 0 ? emit_set(outlet, picks, n, err) : LW_OK;
    report(outlet->climbing.request, roots, outlet->n_solved);
    return status;
}

void lw_sok_mcts_set_board(struct mcts_settings *settings, uint32_t width,
                           uint32_t height) {
    lw_sok_draft_frame_init(&settings->frame, width, height);
    if (settings->boxes_by_size) {
        uint32_t share = settings->frame.n_squares / SQUARES_A_BOX;
        settings->max_boxes = share < 2 ? 2 : share;
        settings->max_boxes = settings->max_boxes < settings->min_boxes
                                  ? settings->min_boxes
                                  : settings->max_boxes;
    }
}

lw_status lw_sok_mcts_make(const struct lw_generate_request *request,
                           const struct lw_generate_task *task, struct lw_error *err) {
    struct mcts_settings own = *(const struct mcts_settings *)task->shared;
    const struct mcts_settings *settings = &own;
    struct roots roots = {
        .request = request, .settings = settings, .runtime = task->runtime};
    struct lw_rng climb_rng = lw_rng_fork(task->rng, settings->roots);
    if (own.any_board) {
        struct lw_rng sides = lw_rng_fork(task->rng, settings->roots + 1);
        uint32_t width = SIDE_LEAST + lw_rng_below(&sides, SIDE_KINDS);
        lw_sok_mcts_set_board(&own, width, SIDE_LEAST + lw_rng_below(&sides, SIDE_KINDS));
    }
    struct lw_meter meter;
    struct outlet outlet = {.climbing = {.request = request,
                                         .settings = settings,
                                         .runtime = task->runtime,
                                         .meter = &meter,
                                         .rng = &climb_rng,
                                         .worker = task->worker},
                            .emit = task->emit,
                            .emit_ctx = task->emit_ctx};
    struct lw_arena arena;
    lw_meter_start(&meter, task->runtime, &request->budget);
    lw_arena_init(&arena, task->runtime->alloc);
    roots.list = lw_arena_zero(&arena, settings->roots, sizeof *roots.list);
    if (roots.list == NULL) {
        lw_arena_free(&arena);
        return lw_fail_memory(err);
    }
    for (uint32_t i = 0; i < settings->roots; i++) {
        roots.list[i].rng = lw_rng_fork(task->rng, i);
        roots.list[i].records.alloc = task->runtime->alloc;
    }
    lw_runtime_parallel(task->runtime, settings->roots, search_root, &roots);
    lw_status status = give(&outlet, &roots, &arena, err);
    for (uint32_t i = 0; i < settings->roots; i++) {
        lw_sok_mcts_records_free(&roots.list[i].records);
    }
    lw_arena_free(&arena);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : status;
}
