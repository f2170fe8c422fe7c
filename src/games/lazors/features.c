/* Features as defined by van Kreveld, Löffler and Mutser (2015), section IV-D2.
 *
 * Reflections and intersections belong to the solution; where a level has several
 * classes of solutions they are ambiguous, so the least is given under the plain name
 * and both ends under their own. */
#include "lazors_internal.h"

#include <math.h>
#include <string.h>

#include "lw/walker.h"

#define FEATURES(X)                                                                      \
    X(LEVEL_SIZE, "level_size", INITIAL, INSTANT, "cells",                               \
      "area of the smallest upright box around the open cells")                          \
    X(USABLE_TILES, "usable_tiles", INITIAL, INSTANT, "cells",                           \
      "cells on which a movable block may stand")                                        \
    X(EMITTERS, "emitters", INITIAL, INSTANT, "lasers", "number of lasers")              \
    X(RECEIVERS, "receivers", INITIAL, INSTANT, "targets", "number of targets")          \
    X(MIRRORS, "mirrors", INITIAL, INSTANT, "blocks", "number of movable mirrors")       \
    X(REFLECTIONS, "reflections", SOLUTION, SOLVE, "places",                             \
      "distinct beam states that meet a reflecting side in the solution (the least of "  \
      "all classes)")                                                                    \
    X(INTERSECTIONS, "intersections", SOLUTION, SOLVE, "points",                         \
      "points that beams cross straight both ways in the solution (the least of all "    \
      "classes)")                                                                        \
    X(OPAQUE, "opaque", INITIAL, INSTANT, "blocks", "number of movable opaque blocks")   \
    X(REFRACT, "refract", INITIAL, INSTANT, "blocks",                                    \
      "number of movable refracting blocks")                                             \
    X(FIXED_MIRRORS, "fixed_mirrors", INITIAL, INSTANT, "blocks",                        \
      "number of fixed mirrors")                                                         \
    X(FIXED_OPAQUE, "fixed_opaque", INITIAL, INSTANT, "blocks",                          \
      "number of fixed opaque blocks")                                                   \
    X(FIXED_REFRACT, "fixed_refract", INITIAL, INSTANT, "blocks",                        \
      "number of fixed refracting blocks")                                               \
    X(SOLUTION_CLASSES, "solution_classes", SOLUTION, SOLVE, "solutions",                \
      "solutions that differ on a cell some beam touches")                               \
    X(REFLECTIONS_MIN, "reflections_min", SOLUTION, SOLVE, "places",                     \
      "least reflections of any class of solutions")                                     \
    X(REFLECTIONS_MAX, "reflections_max", SOLUTION, SOLVE, "places",                     \
      "most reflections of any class of solutions")                                      \
    X(INTERSECTIONS_MIN, "intersections_min", SOLUTION, SOLVE, "points",                 \
      "least intersections of any class of solutions")                                   \
    X(INTERSECTIONS_MAX, "intersections_max", SOLUTION, SOLVE, "points",                 \
      "most intersections of any class of solutions")                                    \
    X(WALKER, "walker", DYNAMIC, ENUMERATE, "", LW_WALKER_HELP)

enum {
#define X(code, name, kind, cost, unit, help) F_##code,
    FEATURES(X)
#undef X
        N_FEATURES
};

static const struct lw_feature table[] = {FEATURES(LW_FEATURE_ROW)};

static const struct lw_feature_words words[N_FEATURES] = {
    [F_LEVEL_SIZE] = {LW_WORDING_NUMBER, "cells", "the board is large",
                      "the board is small"},
    [F_USABLE_TILES] = {LW_WORDING_NUMBER, "cells", "blocks may stand in many places",
                        "blocks may stand in few places"},
    [F_EMITTERS] = {LW_WORDING_NUMBER, "lasers", "there are many lasers",
                    "there are few lasers"},
    [F_RECEIVERS] = {LW_WORDING_NUMBER, "targets", "there are many targets to hit",
                     "there are few targets to hit"},
    [F_MIRRORS] = {LW_WORDING_NUMBER, "mirrors", "there are many mirrors to place",
                   "there are few mirrors to place"},
    [F_REFLECTIONS] = {LW_WORDING_NUMBER, "reflections", "beams are reflected often",
                       "beams are seldom reflected"},
    [F_INTERSECTIONS] = {LW_WORDING_NUMBER, "crossings", "beams cross often",
                         "beams hardly cross"},
    [F_OPAQUE] = {LW_WORDING_NUMBER, "blocks", "there are many opaque blocks to place",
                  "there are few opaque blocks to place"},
    [F_REFRACT] = {LW_WORDING_NUMBER, "blocks", "there are many blocks that split a beam",
                   "there are few blocks that split a beam"},
    [F_FIXED_MIRRORS] = {LW_WORDING_NUMBER, "mirrors", "many mirrors stand fixed",
                         "few mirrors stand fixed"},
    [F_FIXED_OPAQUE] = {LW_WORDING_NUMBER, "blocks", "many opaque blocks stand fixed",
                        "few opaque blocks stand fixed"},
    [F_FIXED_REFRACT] = {LW_WORDING_NUMBER, "blocks",
                         "many blocks that split a beam stand fixed",
                         "few blocks that split a beam stand fixed"},
    [F_SOLUTION_CLASSES] = {LW_WORDING_NUMBER, "solutions", "there are many solutions",
                            "there are few solutions"},
    [F_REFLECTIONS_MIN] = {LW_WORDING_NUMBER, "reflections",
                           "beams are reflected often in every solution",
                           "some solution needs few reflections"},
    [F_REFLECTIONS_MAX] = {LW_WORDING_NUMBER, "reflections",
                           "beams are reflected often in some solution",
                           "no solution needs many reflections"},
    [F_INTERSECTIONS_MIN] = {LW_WORDING_NUMBER, "crossings",
                             "beams cross often in every solution",
                             "beams hardly cross in some solution"},
    [F_INTERSECTIONS_MAX] = {LW_WORDING_NUMBER, "crossings",
                             "beams cross often in some solution",
                             "beams hardly cross in any solution"},
    [F_WALKER] = {LW_WORDING_CHANCE, "", "moving blocks at random seldom works",
                  "moving blocks at random often works"},
};

/* Mean and spread over 80 shared levels and 125 made here, 3x3 to 7x7. The number of
 * lasers and targets told van Kreveld's players little. */
static const struct lw_plain_term plain[] = {
    {F_WALKER, false, 0.73, 0.55, 0.57},       {F_REFLECTIONS, true, 1.41, 0.26, 0.28},
    {F_INTERSECTIONS, true, 0.18, 0.34, 0.14}, {F_USABLE_TILES, true, 2.91, 0.51, 0.14},
    {F_MIRRORS, true, 1.36, 0.21, 0.09},
};

static double box_area(const struct lw_lazors_level *level) {
    uint32_t left = level->width, right = 0, top = level->height, bottom = 0;
    for (uint32_t i = 0; i < level->n_open; i++) {
        uint32_t x = level->open[i] % level->width, y = level->open[i] / level->width;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    return level->n_open == 0 ? 0 : (double)(right - left + 1) * (bottom - top + 1);
}

static void initial_features(const struct lw_lazors_level *level, double *value) {
    double fixed[LW_LAZORS_N_BLOCKS] = {0};
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        fixed[level->cells[i] & 3] += 1;
    }
    value[F_LEVEL_SIZE] = box_area(level);
    value[F_USABLE_TILES] = level->n_open;
    value[F_EMITTERS] = level->n_lasers;
    value[F_RECEIVERS] = level->n_targets;
    value[F_MIRRORS] = level->stock[LW_LAZORS_MIRROR];
    value[F_OPAQUE] = level->stock[LW_LAZORS_OPAQUE];
    value[F_REFRACT] = level->stock[LW_LAZORS_REFRACT];
    value[F_FIXED_MIRRORS] = fixed[LW_LAZORS_MIRROR];
    value[F_FIXED_OPAQUE] = fixed[LW_LAZORS_OPAQUE];
    value[F_FIXED_REFRACT] = fixed[LW_LAZORS_REFRACT];
}

struct spread {
    struct lw_lazors_trace trace;
    uint8_t *blocks;
    double *value;
};

static void widen(double number, double *least, double *most) {
    *least = isnan(*least) || number < *least ? number : *least;
    *most = isnan(*most) || number > *most ? number : *most;
}

static bool measure_class(void *ctx, const struct lazors_solution *solution) {
    struct spread *spread = ctx;
    const struct lw_lazors_level *level = spread->trace.level;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        uint8_t block = solution->decided[i];
        spread->blocks[i] = block == LAZORS_UNDECIDED ? LW_LAZORS_EMPTY : block;
    }
    lw_lazors_trace_run(&spread->trace, spread->blocks);
    widen(spread->trace.reflections, &spread->value[F_REFLECTIONS_MIN],
          &spread->value[F_REFLECTIONS_MAX]);
    widen(spread->trace.intersections, &spread->value[F_INTERSECTIONS_MIN],
          &spread->value[F_INTERSECTIONS_MAX]);
    return true;
}

static lw_status solution_features(const struct lw_lazors_level *level,
                                   struct lw_meter *meter, const struct lw_alloc *alloc,
                                   double *value) {
    struct spread spread = {.value = value};
    struct lazors_search search = {.level = level,
                                   .place_all = lw_lazors_place_all(level->level.game),
                                   .found = measure_class,
                                   .ctx = &spread};
    memcpy(search.stock, level->stock, sizeof search.stock);
    lw_status status = lw_lazors_trace_init(&spread.trace, level, alloc);
    if (status != LW_OK) {
        return status;
    }
    spread.blocks =
        lw_arena_get(&spread.trace.arena, (size_t)level->width * level->height);
    status =
        spread.blocks == NULL ? LW_NO_MEMORY : lw_lazors_enumerate(&search, meter, alloc);
    lw_lazors_trace_free(&spread.trace);
    if (status == LW_OK && search.complete) {
        value[F_SOLUTION_CLASSES] = (double)search.n_classes;
        value[F_REFLECTIONS] = value[F_REFLECTIONS_MIN];
        value[F_INTERSECTIONS] = value[F_INTERSECTIONS_MIN];
    } else {
        for (unsigned i = F_REFLECTIONS_MIN; i <= F_INTERSECTIONS_MAX; i++) {
            value[i] = NAN;
        }
    }
    return status;
}

static lw_status compute(const struct lw_level *base, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    struct lw_meter meter;
    lw_feature_values_clear(values, N_FEATURES);
    initial_features(level, values->value);
    if (up_to < LW_COST_SOLVE) {
        return LW_OK;
    }
    lw_meter_start(&meter, runtime, budget);
    lw_status status = solution_features(level, &meter, runtime->alloc, values->value);
    values->seconds[F_REFLECTIONS] = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    if (status == LW_OK && up_to >= LW_COST_ENUMERATE) {
        status = lw_walker_feature(base, budget, runtime, values, F_WALKER, err);
    }
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

const struct lw_feature_ops lw_lazors_feature_ops = {
    .features = table,
    .n_features = N_FEATURES,
    .words = words,
    .plain = plain,
    .n_plain = sizeof plain / sizeof *plain,
    .line =
        "level_size,usable_tiles,emitters,receivers,mirrors,reflections,intersections",
    .compute = compute,
};
