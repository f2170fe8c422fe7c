/* The generator: a random cover gives endpoints; what makes the level ambiguous is cut or
 * redrawn until exactly one solution is left.
 *
 * Colour counts and turns follow what real levels have (../shared/flow/RULES.md: 4.3
 * colours and 6 turns at 5x5, 6.0 and 12 at 7x7, 8.2 and 20 at 9x9, 9.8 and 26 at
 * 10x10). All effort is counted in nodes of the native search, so the same stream gives
 * the same level on every machine. */
#include <math.h>
#include <string.h>

#include "make/cover.h"
#include "solve/prove.h"

enum { OPT_SIZE, OPT_COLOURS, OPT_UNIQUE, OPT_TRIVIAL, OPT_TRIES, N_OPTIONS };

static const struct lw_option options[] = {
    [OPT_SIZE] = {.name = "size",
                  .type = LW_OPTION_SIZE,
                  .fallback = "7x7",
                  .min = 2,
                  .max = LW_FLOW_MAX_SIDE,
                  .help = "squares across and down"},
    [OPT_COLOURS] =
        {.name = "colours",
         .type = LW_OPTION_RANGE,
         .help = "number of pairs; default: typical of published levels of this size"},
    [OPT_UNIQUE] = {.name = "unique",
                    .type = LW_OPTION_CHOICE,
                    .choices = "yes|no",
                    .fallback = "yes",
                    .help = "only levels proved to have exactly one solution"},
    [OPT_TRIVIAL] = {.name = "trivial-pairs",
                     .type = LW_OPTION_CHOICE,
                     .choices = "no|yes",
                     .fallback = "no",
                     .help = "allow paths of only two squares"},
    [OPT_TRIES] = {.name = "tries",
                   .type = LW_OPTION_INT,
                   .fallback = "40",
                   .min = 1,
                   .max = 100000,
                   .help = "covers to try for one level"},
};

/* What is unique is mostly proved by then; another cover is cheaper than a long proof. */
#define NODES_A_PROOF 3000
#define NODES_A_WINDOW 300
#define SMALLEST_WINDOW 6
#define MAX_REPAIRS 60
/* Of the ends: published levels have about three in ten on the border. */
#define BORDER_SHARE 0.36

struct plan {
    uint32_t width, height, n_cells;
    uint32_t least, most; /* colours */
    uint32_t min_len;
    uint32_t tries;
    bool unique, strict;
};

/* No published levels beyond 15x15 tell how many pairs are usual; there the board is set
 * more densely, so that one solution can be reached and proved. */
static double usual_colours(uint32_t n_cells) {
    double side = sqrt(n_cells), beyond = fmax(side - 15, 0);
    double by_area = 2.4 + 0.0735 * n_cells, by_side = 1.1 * side + 3.4 * beyond;
    return by_area < by_side && side <= 15 ? by_area : by_side;
}

static void plan_colours(const struct lw_option_value *range, struct plan *plan) {
    double usual = usual_colours(plan->n_cells), lo = usual - 0.8, hi = usual + 1.7;
    if (range->given) {
        lo = range->lo;
        hi = range->hi;
    }
    uint32_t room = plan->n_cells / plan->min_len;
    room = room < LW_FLOW_MAX_COLOURS ? room : LW_FLOW_MAX_COLOURS;
    plan->least = lo < 1 ? 1 : (uint32_t)(lo + 0.5);
    plan->most = hi > room ? room : (uint32_t)(hi + 0.5);
    if (!range->given && plan->least > plan->most) {
        plan->least = plan->most;
    }
}

/* A board of the size that usually is as hard as wanted, or one beside it. */
static uint32_t aim_side(const struct lw_generate_request *request, struct lw_rng *rng) {
    struct lw_option_value range = lw_objective_range(
        &request->objective, &request->values[OPT_SIZE], 6.9, 2.4, 0.7);
    double side = range.lo + lw_rng_below(rng, (uint32_t)(range.hi - range.lo) + 1);
    return (uint32_t)fmin(fmax(side, 3), LW_FLOW_MAX_SIDE);
}

/* rng NULL: as the options say. */
static struct plan make_plan(const struct lw_generate_request *request,
                             struct lw_rng *rng) {
    const struct lw_option_value *values = request->values;
    struct plan plan = {.width = (uint32_t)values[OPT_SIZE].i,
                        .height = (uint32_t)values[OPT_SIZE].i2,
                        .min_len = values[OPT_TRIVIAL].i == 1 ? 2 : 3,
                        .tries = (uint32_t)values[OPT_TRIES].i,
                        .unique = values[OPT_UNIQUE].i == 0,
                        .strict = lw_flow_is_strict(request->game)};
    if (rng != NULL && request->objective.score != NULL && !values[OPT_SIZE].given) {
        plan.width = plan.height = aim_side(request, rng);
    }
    plan.n_cells = plan.width * plan.height;
    plan_colours(&values[OPT_COLOURS], &plan);
    return plan;
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    (void)runtime;
    *shared = NULL;
    struct plan plan = make_plan(request, NULL);
    if (plan.most == 0 || plan.least > plan.most) {
        return lw_fail_option(
            err, LW_USAGE, options[OPT_COLOURS].name,
            "%u colours or more do not fit on %ux%u with paths of at least %u "
            "squares; ask for at most %u",
            plan.least, plan.width, plan.height, plan.min_len,
            plan.n_cells / plan.min_len);
    }
    return LW_OK;
}

/* One thread's work on one candidate. */
struct maker {
    const struct lw_generate_request *request;
    struct plan plan;
    struct lw_rng *rng;
    struct lw_meter meter;
    const struct lw_alloc *alloc;
    struct flow_cover cover;
    uint8_t second[LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
    uint8_t near_cells[LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
    uint32_t n_seen;
    char text[LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
};

struct window {
    uint32_t x, y, side; /* of a square part of the board */
};

enum verdict { UNIQUE, AMBIGUOUS, UNDECIDED };

static lw_status make_level(struct maker *maker, struct lw_flow_level **out) {
    const struct flow_cover *cover = &maker->cover;
    memset(maker->text, '.', cover->n_cells);
    for (uint32_t k = 0; k < cover->n_paths; k++) {
        maker->text[cover->ends[k][0]] = lw_flow_letters[k];
        maker->text[cover->ends[k][1]] = lw_flow_letters[k];
    }
    return lw_flow_level_create(maker->request->game, cover->width, cover->height,
                                maker->text, out, NULL);
}

/* Stops at the first solution that is not the cover and keeps it. */
static bool differs(void *ctx, struct flow_engine *engine) {
    struct maker *maker = ctx;
    if (memcmp(engine->used, maker->cover.links, engine->n_cells) == 0) {
        return true;
    }
    memcpy(maker->second, engine->used, engine->n_cells);
    maker->n_seen++;
    return false;
}

/* Everything but the edges inside a window stays as in the cover; false: contradiction
 * (the cover breaks the strict rule). */
static bool keep_outside(const struct maker *maker, struct flow_engine *engine,
                         const struct window *window) {
    const struct flow_cover *cover = &maker->cover;
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        uint32_t x = i % cover->width - window->x, y = i / cover->width - window->y;
        if (x < window->side && y < window->side) {
            continue;
        }
        for (uint32_t dirs = cover->links[i]; dirs != 0; dirs &= dirs - 1) {
            if (!lw_flow_set_used(engine, i, flow_first_dir(dirs))) {
                return false;
            }
        }
    }
    return true;
}

/* Looks for another solution that differs from the cover only inside windows of that
 * side. */
static enum flow_end search_windows(struct maker *maker, struct flow_engine *engine,
                                    uint32_t side, uint64_t max_nodes) {
    struct flow_search_options limit = {.max_nodes = max_nodes};
    size_t root = engine->trail_len;
    uint32_t step = side / 2;
    for (uint32_t y = 0; y + step < maker->plan.height; y += step) {
        for (uint32_t x = 0; x + step < maker->plan.width; x += step) {
            struct window window = {x, y, side};
            enum flow_end end = FLOW_END_ALL;
            if (keep_outside(maker, engine, &window)) {
                end = lw_flow_search(engine, &maker->meter, &limit, differs, maker);
            }
            if (end == FLOW_END_STOPPED || engine->out_of_memory) {
                return end;
            }
            lw_flow_undo(engine, root);
        }
    }
    return FLOW_END_ALL;
}

/* Most second solutions differ from the cover in a corner of the board, where they are
 * found at once; the whole board is searched when no such is left. */
static enum flow_end search_all(struct maker *maker, struct flow_engine *engine) {
    uint32_t least =
        maker->plan.width < maker->plan.height ? maker->plan.width : maker->plan.height;
    if (!lw_flow_settle(engine)) {
        return engine->out_of_memory ? FLOW_END_LIMIT : FLOW_END_ALL;
    }
    for (uint32_t side = SMALLEST_WINDOW; side < least; side += SMALLEST_WINDOW / 2) {
        enum flow_end end = search_windows(maker, engine, side, NODES_A_WINDOW);
        if (end == FLOW_END_STOPPED || engine->out_of_memory) {
            return end;
        }
    }
    struct flow_search_options limit = {.max_nodes = NODES_A_PROOF};
    return lw_flow_search(engine, &maker->meter, &limit, differs, maker);
}

static lw_status prove(struct maker *maker, const struct lw_flow_level *level,
                       enum verdict *verdict) {
    struct flow_engine *engine;
    lw_status status =
        lw_flow_engine_create(level, maker->plan.strict, maker->alloc, &engine);
    if (status != LW_OK) {
        return status;
    }
    enum flow_end end = search_all(maker, engine);
    *verdict = end == FLOW_END_ALL       ? UNIQUE
               : end == FLOW_END_STOPPED ? AMBIGUOUS
                                         : UNDECIDED;
    status = engine->out_of_memory ? LW_NO_MEMORY : LW_OK;
    lw_flow_engine_destroy(engine);
    return status;
}

/* Under the strict rules a cover that touches itself solves nothing. */
static lw_status judge(struct maker *maker, enum verdict *verdict) {
    *verdict = UNIQUE;
    if (maker->plan.strict && lw_flow_cover_touches(&maker->cover) > 0) {
        *verdict = UNDECIDED;
        return LW_OK;
    }
    if (!maker->plan.unique) {
        return LW_OK;
    }
    struct lw_flow_level *level;
    lw_status status = make_level(maker, &level);
    if (status == LW_OK) {
        status = prove(maker, level, verdict);
        lw_level_destroy(&level->level);
    }
    return status;
}

/* Redraws where the other solution differs. */
static void redraw(struct maker *maker, const struct flow_cover_wish *wish) {
    struct flow_cover *cover = &maker->cover;
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        maker->near_cells[i] = cover->links[i] != maker->second[i];
    }
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        for (uint32_t dirs = cover->inner[i]; dirs != 0; dirs &= dirs - 1) {
            uint32_t other = (uint32_t)((int32_t)i + cover->step[flow_first_dir(dirs)]);
            if ((maker->near_cells[other] & 1) != 0) {
                maker->near_cells[i] |= 2;
            }
        }
    }
    lw_flow_cover_anneal(cover, wish, 4 * cover->n_paths, 1.5, maker->near_cells,
                         maker->rng);
}

/* Makes the cover's level unique; false: gave up. */
static lw_status repair(struct maker *maker, const struct flow_cover_wish *wish,
                        uint32_t n_colours, bool *good) {
    *good = false;
    for (uint32_t i = 0; i < MAX_REPAIRS; i++) {
        enum verdict verdict;
        lw_status status = judge(maker, &verdict);
        if (status != LW_OK || verdict == UNDECIDED) {
            return status;
        }
        if (verdict == UNIQUE && maker->cover.n_paths >= maker->plan.least) {
            *good = true;
            return LW_OK;
        }
        /* A further cut never makes a unique level ambiguous under the loose rules. */
        const uint8_t *other = verdict == UNIQUE ? NULL : maker->second;
        if (maker->cover.n_paths >= n_colours ||
            !lw_flow_cover_cut(&maker->cover, other, maker->plan.min_len, maker->rng)) {
            if (verdict == UNIQUE) {
                return LW_OK;
            }
            redraw(maker, wish);
        }
    }
    return LW_OK;
}

static lw_status emit_level(struct maker *maker, lw_emit_fn emit, void *emit_ctx) {
    struct lw_flow_level *level;
    lw_status status = make_level(maker, &level);
    if (status != LW_OK) {
        return status;
    }
    struct lw_buffer solution;
    lw_buffer_init(&solution, maker->alloc);
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (k > 0) {
            lw_buffer_putc(&solution, ' ');
        }
        lw_flow_put_path(level, maker->cover.links, k, &solution);
    }
    if (lw_buffer_ok(&solution)) {
        struct lw_candidate candidate = {.level = &level->level,
                                         .solution = lw_buffer_text(&solution),
                                         .score = lw_flow_cover_turns(&maker->cover)};
        (void)emit(emit_ctx, &candidate);
    } else {
        lw_level_destroy(&level->level);
        status = LW_NO_MEMORY;
    }
    lw_buffer_free(&solution);
    return status;
}

static lw_status try_cover(struct maker *maker, bool *good) {
    const struct plan *plan = &maker->plan;
    uint32_t n_colours =
        plan->least + lw_rng_below(maker->rng, plan->most - plan->least + 1);
    uint32_t begin = plan->unique ? n_colours - n_colours / 5 : n_colours;
    struct flow_cover_wish wish = {.min_len = plan->min_len,
                                   .turns = (uint32_t)(0.28 * plan->n_cells) +
                                            lw_rng_below(maker->rng, 3),
                                   .border = (uint32_t)(2 * BORDER_SHARE * n_colours)};
    *good = false;
    if (!lw_flow_cover_begin(&maker->cover, plan->width, plan->height, begin,
                             plan->min_len, maker->rng)) {
        return LW_OK;
    }
    lw_flow_cover_anneal(&maker->cover, &wish, 30 * plan->n_cells, 2.0, NULL, maker->rng);
    return repair(maker, &wish, n_colours, good);
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    const struct lw_alloc *alloc = request->game->alloc;
    struct maker *maker = lw_alloc_zero(alloc, 1, sizeof *maker);
    if (maker == NULL) {
        return lw_fail_memory(err);
    }
    maker->request = request;
    maker->plan = make_plan(request, task->rng);
    maker->rng = task->rng;
    maker->alloc = alloc;
    lw_meter_start(&maker->meter, task->runtime, &request->budget);
    lw_status status = LW_OK;
    bool good = false;
    uint32_t tries = 0;
    while (status == LW_OK && !good && tries < maker->plan.tries &&
           lw_meter_check(&maker->meter) == LW_STOP_NONE) {
        status = try_cover(maker, &good);
        tries++;
    }
    if (request->stat != NULL) {
        request->stat(request->stat_ctx, "covers", tries);
        request->stat(request->stat_ctx, "ambiguous", maker->n_seen);
    }
    if (status == LW_OK && good) {
        status = emit_level(maker, task->emit, task->emit_ctx);
    }
    lw_alloc_free(alloc, maker, sizeof *maker);
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

const struct lw_generator lw_flow_paths_generator = {
    .name = "paths",
    .summary = "random paths that fill the board, redrawn until one solution is left",
    .options = options,
    .main_options = "size colours",
    .n_options = N_OPTIONS,
    .order = "moves",
    .prepare = prepare,
    .make = make,
};
