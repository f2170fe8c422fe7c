/* The generator: a solution first, then the targets that make it the only one.
 *
 * Lasers and closed cells are drawn at random; blocks are put one after another into the
 * way of a beam. Every point that is lit only because of the blocks may become a target:
 * with all of them as targets the level must have one solution, and then targets are
 * taken away in random order as long as that stays so; before, cells that only a second
 * solution needs are closed (draft.c). A level passes only when the
 * solver has shown that fewer mirrors or refracting blocks do not suffice, when every
 * block is touched by light and when every laser is needed. */
#include "draft.h"

#include <string.h>

static const struct lw_option options[N_OPTIONS] = {
    [O_WIDTH] = {.name = "width",
                 .type = LW_OPTION_RANGE,
                 .fallback = "4..6",
                 .min = 1,
                 .max = MAX_SIDE,
                 .help = "cells across"},
    [O_HEIGHT] = {.name = "height",
                  .type = LW_OPTION_RANGE,
                  .fallback = "4..6",
                  .min = 1,
                  .max = MAX_SIDE,
                  .help = "cells down"},
    [O_MIRRORS] = {.name = "mirrors",
                   .type = LW_OPTION_RANGE,
                   .fallback = "3..6",
                   .min = 0,
                   .max = 24,
                   .help = "movable mirrors"},
    [O_OPAQUE] = {.name = "opaque",
                  .type = LW_OPTION_RANGE,
                  .fallback = "0",
                  .min = 0,
                  .max = 8,
                  .help = "movable opaque blocks"},
    [O_REFRACT] = {.name = "refract",
                   .type = LW_OPTION_RANGE,
                   .fallback = "0",
                   .min = 0,
                   .max = 8,
                   .help = "movable refracting blocks"},
    [O_EMITTERS] = {.name = "emitters",
                    .type = LW_OPTION_RANGE,
                    .fallback = "1..2",
                    .min = 1,
                    .max = MAX_LASERS,
                    .help = "lasers"},
    [O_TARGETS] = {.name = "targets",
                   .type = LW_OPTION_RANGE,
                   .fallback = "1..6",
                   .min = 1,
                   .max = 64,
                   .help = "targets"},
    [O_CLOSED] = {.name = "closed",
                  .type = LW_OPTION_REAL,
                  .fallback = "0.15",
                  .min = 0,
                  .max = 0.9,
                  .help = "share of cells where no block may be placed, at first"},
    [O_FIXED] = {.name = "fixed",
                 .type = LW_OPTION_RANGE,
                 .fallback = "0",
                 .min = 0,
                 .max = 16,
                 .help = "fixed blocks in the way of the beams: mirrors, opaque blocks "
                         "and, with --refract, refracting ones"},
    [O_SYMMETRY] = {.name = "symmetry",
                    .type = LW_OPTION_CHOICE,
                    .choices = "none|mirror|turn",
                    .fallback = "none",
                    .help = "closed cells mirrored, or the same after half a turn"},
    [O_HOLES] = {.name = "holes",
                 .type = LW_OPTION_CHOICE,
                 .choices = "random|regular",
                 .fallback = "random",
                 .help = "where closed cells are: as --closed says, or every second or "
                         "third one across and down"},
    [O_UNIQUE] = {.name = "unique",
                  .type = LW_OPTION_CHOICE,
                  .choices = "yes|no",
                  .fallback = "yes",
                  .help = "require exactly one solution, proved"},
    [O_REPAIR] = {.name = "repair",
                  .type = LW_OPTION_CHOICE,
                  .choices = "yes|no",
                  .fallback = "yes",
                  .help = "close cells that only a second solution needs, up to half of "
                          "the board"},
    [O_NEEDED] = {.name = "needed",
                  .type = LW_OPTION_INT,
                  .min = 0,
                  .max = 24,
                  .help = "fewest mirrors that solve the level; default: all of them"},
    [O_TRIES] = {.name = "tries",
                 .type = LW_OPTION_INT,
                 .fallback = "200",
                 .min = 1,
                 .max = 1000000,
                 .help = "boards tried for one candidate"},
};

/* The random part. */

static void draw_laser(struct draft *draft, struct lw_lazors_laser *laser) {
    struct lw_rng *rng = draft->rng;
    uint32_t x = lw_rng_below(rng, 2 * draft->width + 1);
    uint32_t y = lw_rng_below(rng, 2 * draft->height + 1);
    /* Most lasers of real levels stand on the rim. */
    if (lw_rng_chance(rng, 0.7)) {
        bool upright = lw_rng_chance(rng, 0.5);
        x = upright ? (lw_rng_chance(rng, 0.5) ? 2 * draft->width : 0) : x;
        y = upright ? y : (lw_rng_chance(rng, 0.5) ? 2 * draft->height : 0);
    }
    if ((x + y) % 2 == 0) {
        /* Along the rim, or anywhere inside, the neighbour is a midpoint. */
        if (y > 0 && y < 2 * draft->height) {
            y--;
        } else {
            x = x > 0 && x < 2 * draft->width ? x - 1 : 1;
        }
    }
    laser->x = (int16_t)x;
    laser->y = (int16_t)y;
    laser->vx = (int8_t)(x == 0                    ? 1
                         : x == 2 * draft->width   ? -1
                         : lw_rng_chance(rng, 0.5) ? 1
                                                   : -1);
    laser->vy = (int8_t)(y == 0                    ? 1
                         : y == 2 * draft->height  ? -1
                         : lw_rng_chance(rng, 0.5) ? 1
                                                   : -1);
}

static bool is_regular_hole(const struct draft *draft, const uint32_t period[2],
                            const uint32_t offset[2], uint32_t cell) {
    return cell % draft->width % period[0] == offset[0] &&
           cell / draft->width % period[1] == offset[1];
}

/* Closed cells; a pattern begins so that it looks the same from both sides. */
static void draw_holes(struct draft *draft) {
    const struct lw_option_value *values = draft->request->values;
    struct lw_rng *rng = draft->rng;
    uint32_t period[2], offset[2];
    bool regular = values[O_HOLES].i == 1;
    draft->symmetry = values[O_SYMMETRY].i == 0   ? LAZORS_NO_SYMMETRY
                      : values[O_SYMMETRY].i == 2 ? LAZORS_TURNED
                      : lw_rng_chance(rng, 0.5)   ? LAZORS_ACROSS
                                                  : LAZORS_DOWN;
    for (int way = 0; way < 2 && regular; way++) {
        uint32_t side = way == 0 ? draft->width : draft->height;
        period[way] = 2 + lw_rng_below(rng, 2);
        offset[way] = lw_rng_below(rng, period[way]);
        for (uint32_t i = 0; i < period[way]; i++) {
            uint32_t mirrored = (side - 1 - offset[way] % side) % period[way];
            offset[way] =
                mirrored == offset[way] ? mirrored : (offset[way] + 1) % period[way];
        }
    }
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        uint32_t other = lw_lazors_draft_partner(draft, i);
        bool closed = other < i ? draft->cells[other] == LW_LAZORS_EMPTY
                      : regular ? is_regular_hole(draft, period, offset, i)
                                : lw_rng_chance(rng, values[O_CLOSED].real);
        draft->cells[i] = closed ? (uint8_t)LW_LAZORS_EMPTY : (uint8_t)LW_LAZORS_OPEN;
        draft->blocks[i] = LW_LAZORS_EMPTY;
    }
}

static void draw_board(struct draft *draft) {
    const struct lw_option_value *values = draft->request->values;
    struct lw_rng *rng = draft->rng;
    const struct lw_objective *objective = &draft->request->objective;
    struct lw_option_value width =
        lw_objective_range(objective, &values[O_WIDTH], 4.6, 1.1, 0.6);
    struct lw_option_value height =
        lw_objective_range(objective, &values[O_HEIGHT], 4.6, 1.1, 0.6);
    struct lw_option_value mirrors =
        lw_objective_range(objective, &values[O_MIRRORS], 2.8, 1, 0.6);
    draft->width = lw_range_pick(&width, 1, MAX_SIDE, rng);
    draft->height = lw_range_pick(&height, 1, MAX_SIDE, rng);
    draw_holes(draft);
    draft->stock[LW_LAZORS_MIRROR] = lw_range_pick(&mirrors, 0, 24, rng);
    draft->stock[LW_LAZORS_OPAQUE] = lw_range_pick(&values[O_OPAQUE], 0, 8, rng);
    draft->stock[LW_LAZORS_REFRACT] = lw_range_pick(&values[O_REFRACT], 0, 8, rng);
    draft->n_lasers = lw_range_pick(&values[O_EMITTERS], 1, MAX_LASERS, rng);
    for (uint32_t i = 0; i < draft->n_lasers; i++) {
        draw_laser(draft, &draft->lasers[i]);
    }
    draft->needed = values[O_NEEDED].set ? (uint32_t)values[O_NEEDED].i : UINT32_MAX;
}

/* Marks the cells that a beam enters in the trace just run. */
static void entered(const struct lw_lazors_trace *trace, uint8_t *marks) {
    memset(marks, 0, (size_t)trace->level->width * trace->level->height);
    for (uint32_t state = 0; state < trace->n_states; state++) {
        if (trace->seen[state] && trace->beams[state].cell >= 0) {
            marks[trace->beams[state].cell] = 1;
        }
    }
}

/* Puts the block on a random free open cell that a beam enters; a fixed one stays. */
static bool put_block(struct draft *draft, struct lw_lazors_trace *trace, unsigned block,
                      bool fixed) {
    uint8_t marks[MAX_SIDE * MAX_SIDE];
    uint32_t chosen = UINT32_MAX, n = 0;
    lw_lazors_trace_run(trace, draft->blocks);
    entered(trace, marks);
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        if (marks[i] && draft->blocks[i] == LW_LAZORS_EMPTY &&
            (draft->cells[i] & LW_LAZORS_OPEN) && lw_rng_below(draft->rng, ++n) == 0) {
            chosen = i;
        }
    }
    if (chosen == UINT32_MAX) {
        return false;
    }
    draft->blocks[chosen] = (uint8_t)block;
    if (fixed) {
        draft->cells[chosen] = (uint8_t)block;
    }
    return true;
}

/* A mirror, an opaque block or, where such are in play, a refracting one. */
static unsigned draw_fixed(struct draft *draft) {
    bool refract = draft->request->values[O_REFRACT].hi >= 1;
    return LW_LAZORS_MIRROR + lw_rng_below(draft->rng, refract ? 3 : 2);
}

static bool put_blocks(struct draft *draft, struct lw_lazors_trace *trace) {
    uint8_t order[64];
    uint8_t marks[MAX_SIDE * MAX_SIDE];
    uint32_t n = 0;
    uint32_t n_fixed = lw_range_pick(&draft->request->values[O_FIXED], 0, 16, draft->rng);
    for (uint32_t i = 0; i < n_fixed; i++) {
        if (!put_block(draft, trace, draw_fixed(draft), true)) {
            return false;
        }
    }
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        for (uint32_t i = 0; i < draft->stock[block]; i++) {
            order[n++] = (uint8_t)block;
        }
    }
    lw_rng_shuffle(draft->rng, order, n, 1);
    for (uint32_t i = 0; i < n; i++) {
        if (!put_block(draft, trace, order[i], false)) {
            return false;
        }
    }
    /* A later block may have taken the light from an earlier one. Movable opaque blocks
     * may stand in the dark: where nothing else is open, they have to. */
    lw_lazors_trace_run(trace, draft->blocks);
    entered(trace, marks);
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        bool dark = draft->blocks[i] != LW_LAZORS_EMPTY && !marks[i];
        if (dark && (draft->blocks[i] != LW_LAZORS_OPAQUE ||
                     draft->cells[i] == LW_LAZORS_OPAQUE)) {
            return false;
        }
    }
    return n > 0;
}

/* Points that the movable blocks bring light to. */
static void find_points(struct draft *draft, struct lw_lazors_trace *trace) {
    uint8_t lit[MAX_POINTS];
    uint8_t bare[MAX_SIDE * MAX_SIDE];
    memcpy(lit, trace->lit, trace->n_points);
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        bare[i] = draft->cells[i] == LW_LAZORS_OPEN ? (uint8_t)LW_LAZORS_EMPTY
                                                    : draft->cells[i];
    }
    lw_lazors_trace_run(trace, bare);
    draft->n_points = 0;
    for (uint32_t point = 0; point < trace->n_points; point++) {
        if (lit[point] && !trace->lit[point]) {
            draft->points[draft->n_points++] = (struct lw_lazors_target){
                (int16_t)(point % trace->columns), (int16_t)(point / trace->columns)};
        }
    }
    lw_rng_shuffle(draft->rng, draft->points, draft->n_points, sizeof *draft->points);
}

/* Board, lasers and blocks; false when this draw leads nowhere. */
static bool draw_solution(struct draft *draft) {
    struct lw_lazors_trace trace;
    draw_board(draft);
    /* A stand-in target: the level is only needed for its table of beams. */
    draft->points[0] = (struct lw_lazors_target){0, 1};
    draft->n_points = 1;
    struct lw_lazors_level *level = lw_lazors_draft_level(draft);
    if (level == NULL) {
        return false;
    }
    bool good = false;
    if (lw_lazors_trace_init(&trace, level, draft->runtime->alloc) == LW_OK) {
        good = put_blocks(draft, &trace);
        if (good) {
            find_points(draft, &trace);
        }
        lw_lazors_trace_free(&trace);
    } else {
        draft->failed = true;
    }
    lw_level_destroy(&level->level);
    return good && draft->n_points > 0;
}

/* Takes targets away while the proof holds, down to a number in the range. */
static bool thin_targets(struct draft *draft) {
    const struct lw_option_value *range = &draft->request->values[O_TARGETS];
    uint32_t want = lw_range_pick(range, 1, 64, draft->rng);
    for (uint32_t i = draft->n_points; i-- > 0 && draft->n_points > want;) {
        struct lw_lazors_target taken = draft->points[i];
        draft->points[i] = draft->points[--draft->n_points];
        if (!lw_lazors_draft_proved(draft)) {
            draft->points[draft->n_points++] = draft->points[i];
            draft->points[i] = taken;
        }
    }
    return draft->n_points >= range->lo && draft->n_points <= range->hi;
}

static bool all_lit(const struct draft *draft, struct lw_lazors_trace *trace) {
    lw_lazors_trace_run(trace, draft->blocks);
    return trace->n_lit_targets == draft->n_points;
}

/* Does the solution fail without any one of the lasers? */
static bool lasers_needed(struct draft *draft) {
    bool needed = true;
    uint32_t n = draft->n_lasers;
    for (uint32_t i = 0; n > 1 && needed && i < n; i++) {
        struct lw_lazors_trace trace;
        struct lw_lazors_laser taken = draft->lasers[i];
        draft->lasers[i] = draft->lasers[n - 1];
        draft->n_lasers = n - 1;
        struct lw_lazors_level *level = lw_lazors_draft_level(draft);
        draft->n_lasers = n;
        draft->lasers[i] = taken;
        if (level == NULL ||
            lw_lazors_trace_init(&trace, level, draft->runtime->alloc) != LW_OK) {
            draft->failed |= level != NULL;
            lw_level_destroy(level == NULL ? NULL : &level->level);
            return false;
        }
        needed = !all_lit(draft, &trace);
        lw_lazors_trace_free(&trace);
        lw_level_destroy(&level->level);
    }
    return needed;
}

/* Candidates. */

static int compare_targets(const struct lw_lazors_target *a,
                           const struct lw_lazors_target *b) {
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

static void sort_targets(struct draft *draft) {
    for (uint32_t i = 1; i < draft->n_points; i++) {
        struct lw_lazors_target target = draft->points[i];
        uint32_t at = i;
        for (; at > 0 && compare_targets(&draft->points[at - 1], &target) > 0; at--) {
            draft->points[at] = draft->points[at - 1];
        }
        draft->points[at] = target;
    }
}

/* The solution as move text, blocks in reading order. */
static void write_solution(const struct draft *draft, const struct lw_lazors_level *level,
                           struct lw_buffer *out) {
    for (uint32_t i = 0; i < draft->width * draft->height; i++) {
        if (draft->blocks[i] != LW_LAZORS_EMPTY && draft->cells[i] == LW_LAZORS_OPEN) {
            if (out->len > 0) {
                lw_buffer_putc(out, ' ');
            }
            lw_buffer_putc(out, lw_lazors_block_letter(draft->blocks[i]));
            lw_buffer_putc(out, '>');
            lw_lazors_cell_text(level, i, out);
        }
    }
}

static lw_status emit_draft(struct draft *draft, uint32_t worker, lw_emit_fn emit,
                            void *emit_ctx, struct lw_error *err) {
    struct lw_buffer solution;
    sort_targets(draft);
    struct lw_lazors_level *level = lw_lazors_draft_level(draft);
    if (level == NULL) {
        return lw_fail_memory(err);
    }
    lw_buffer_init(&solution, draft->runtime->alloc);
    write_solution(draft, level, &solution);
    lw_status status = LW_OK;
    if (lw_buffer_ok(&solution)) {
        struct lw_candidate candidate = {.level = &level->level,
                                         .solution = lw_buffer_text(&solution)};
        candidate.score = lw_objective_value(&draft->request->objective, candidate.level,
                                             candidate.solution, worker,
                                             draft->stock[LW_LAZORS_MIRROR]);
        (void)emit(emit_ctx, &candidate);
    } else {
        lw_level_destroy(&level->level);
        status = lw_fail_memory(err);
    }
    lw_buffer_free(&solution);
    return status;
}

static lw_status make(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err) {
    struct draft *draft = lw_alloc_zero(task->runtime->alloc, 1, sizeof *draft);
    struct lw_meter meter;
    lw_status status = LW_OK;
    if (draft == NULL) {
        return lw_fail_memory(err);
    }
    draft->request = request;
    draft->runtime = task->runtime;
    draft->rng = task->rng;
    lw_meter_start(&meter, task->runtime, &request->budget);
    for (int64_t i = 0; i < request->values[O_TRIES].i && !draft->failed; i++) {
        meter.nodes++;
        if (lw_meter_check(&meter) != LW_STOP_NONE) {
            break;
        }
        if (draw_solution(draft) && lw_lazors_draft_repair(draft) &&
            lw_lazors_draft_proved(draft) && thin_targets(draft) &&
            lasers_needed(draft)) {
            status = emit_draft(draft, task->worker, task->emit, task->emit_ctx, err);
            break;
        }
    }
    if (draft->failed) {
        status = lw_fail_memory(err);
    }
    lw_alloc_free(task->runtime->alloc, draft, sizeof *draft);
    return status;
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    const struct lw_option_value *values = request->values;
    (void)runtime;
    *shared = NULL;
    if (!(values[O_MIRRORS].hi + values[O_OPAQUE].hi + values[O_REFRACT].hi >= 1)) {
        return lw_fail_option(err, LW_USAGE, "mirrors",
                              "no movable blocks asked for: give --mirrors, --opaque or "
                              "--refract a range that reaches 1");
    }
    if (values[O_NEEDED].set && (double)values[O_NEEDED].i > values[O_MIRRORS].hi) {
        return lw_fail_option(
            err, LW_USAGE, "needed",
            "--needed %lld is more than --mirrors allows: raise its upper end",
            (long long)values[O_NEEDED].i);
    }
    return LW_OK;
}

const struct lw_generator lw_lazors_generator = {
    .name = "random",
    .summary = "blocks placed in the path of the beams, then the fewest targets that "
               "leave one solution",
    .options = options,
    .main_options = "width height mirrors targets",
    .n_options = N_OPTIONS,
    .order = "moves",
    .prepare = prepare,
    .make = make,
};
