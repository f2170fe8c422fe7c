/* Making levels: a generator, and presets of it. */
#include <stdio.h>
#include <string.h>

#include "null_internal.h"

static const struct lw_option scatter_options[] = {{.name = "width",
                                                    .type = LW_OPTION_INT,
                                                    .fallback = "12",
                                                    .min = 2,
                                                    .max = MAX_WIDTH,
                                                    .help = "cells in the line"}};

static lw_status scatter(const struct lw_generate_request *request,
                         const struct lw_generate_task *task, struct lw_error *err) {
    uint32_t width =
        (uint32_t)lw_option_get(scatter_options, 1, request->values, "width")->i;
    struct null_level made = {.level = {.game = request->game}, .width = width};
    memset(made.cells, '.', width);
    made.start = lw_rng_below(task->rng, width);
    made.flag = (made.start + 1 + lw_rng_below(task->rng, width - 1)) % width;
    struct lw_solve_request solve_request = {.budget = request->budget};
    struct lw_solve_result result;
    lw_solve_result_init(&result, task->runtime->alloc);
    struct lw_candidate candidate = {0};
    lw_status status =
        lw_null_solve(&made.level, &solve_request, task->runtime, &result, err);
    if (status == LW_OK) {
        status = lw_null_level_dup(&made.level, &candidate.level);
    }
    if (status == LW_OK) {
        candidate.solution = lw_buffer_text(&result.solution);
        candidate.score = result.measures[0];
        (void)task->emit(task->emit_ctx, &candidate);
    }
    lw_solve_result_free(&result);
    return status;
}

static const struct lw_generator scatter_generator = {
    .name = "scatter",
    .summary = "counter and flag at random places of an empty line",
    .options = scatter_options,
    .n_options = 1,
    .make = scatter};

const struct lw_generator *const lw_null_generators[] = {&scatter_generator, NULL};

/* What the level of the day and the pages make when only a band is asked for. */

static const struct lw_preset presets[] = {
    {.band = "easy",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "6"}, {NULL, NULL}},
     .seconds = 10},
    {.band = "medium",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "12"}, {NULL, NULL}},
     .seconds = 10},
    {.band = "hard",
     .method = "scatter",
     .options = (const struct lw_setting[]){{"width", "40"}, {NULL, NULL}},
     .seconds = 10},
};

/* What a run of many hours makes: the width is drawn unless it is given. */
static const char *const asked[] = {"width", NULL};

static size_t draw(struct lw_rng *rng, struct lw_drawn values[LW_MAX_DRAWN]) {
    unsigned width = 6 + lw_rng_below(rng, 35);
    if (values[0].value[0] == '\0') {
        (void)snprintf(values[0].value, sizeof values[0].value, "%u", width);
    }
    return 1;
}

static const struct lw_batch batch = {.method = "scatter", .asked = asked, .draw = draw};

const struct lw_preset_ops lw_null_preset_ops = {
    .presets = presets, .n_presets = 3, .batch = &batch};
