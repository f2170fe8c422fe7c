/* The tables of Kartal, Schaa and van Kreveld. */
#include <math.h>
#include <string.h>

#include "papers/papers_internal.h"

/* Weights tried: from none to much, in a ratio that matters. */
static const double grid[] = {0, 0.25, 0.5, 1, 2, 4};
#define N_GRID (sizeof grid / sizeof *grid)

static double congestion(const struct lw_evidence *e, size_t row, const size_t *at,
                         bool second, struct lw_kartal_weights w) {
    const double *x = e->x + row * e->p;
    return second ? (w.alpha * x[at[3]] + w.beta * x[at[4]]) / w.gamma
                  : w.alpha * x[at[0]] + w.beta * x[at[1]] + w.gamma * x[at[2]];
}

/* Pearson over the rows that both count and are known; NaN when undefined. Behind the n
 * scores there is room for twice as many. */
static lw_status pearson_of(const struct lw_alloc *alloc, const struct lw_evidence *e,
                            const unsigned char *rows, double *score, double *out,
                            struct lw_error *err) {
    double *work = score + e->n;
    size_t n = 0;
    *out = NAN;
    for (size_t i = 0; i < e->n; i++) {
        if ((rows == NULL || rows[i]) && !isnan(score[i])) {
            work[n] = score[i];
            work[e->n + n++] = e->y[i];
        }
    }
    if (n < 3) {
        return LW_OK;
    }
    struct lw_correlation r;
    lw_status status = lw_correlate(alloc, work, work + e->n, n, &r, err);
    *out = status == LW_OK && r.defined ? r.pearson : NAN;
    return status;
}

lw_status papers_name_culprit(const struct lw_alloc *alloc,
                              const struct lw_regression_data *data, size_t stride,
                              const char *const *names, struct lw_error *err) {
    size_t n = data->n, p = data->p, bytes = n * p * sizeof(double);
    double *part = lw_alloc_get(alloc, bytes);
    lw_status status = part == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t width = 2; status == LW_OK && width <= p; width++) {
        struct lw_fit fit;
        for (size_t i = 0; i < n; i++) {
            memcpy(part + i * width, data->x + i * stride, width * sizeof *part);
        }
        if (lw_least_squares(
                alloc,
                &(struct lw_regression_data){
                    .x = part, .y = data->y, .n = n, .p = width, .intercept = true},
                &fit, NULL) == LW_OK) {
            lw_fit_free(&fit);
            continue;
        }
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "column '%.60s' is constant or made up of the columns before it "
                         "in the %zu rows learned from; leave it out of --features",
                         names[width - 2], n);
    }
    lw_alloc_free(alloc, part, bytes);
    return status == LW_OK ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                                     "a fold leaves too few rows that differ")
                           : status;
}

lw_status papers_grid_search(const struct lw_alloc *alloc, const struct lw_evidence *e,
                             const unsigned char *learn, bool second,
                             struct papers_congestion *out, struct lw_error *err) {
    static const char *const names[5] = {"congestion:boxes", "congestion:goals",
                                         "congestion:walls", "congestion:boxes_by_open",
                                         "congestion:goals_by_open"};
    size_t at[5], bytes = 3 * e->n * sizeof(double);
    double *work = lw_alloc_get(alloc, bytes);
    lw_status status = work == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < 5; i++) {
        at[i] = papers_find(e, names[i]);
    }
    *out = (struct papers_congestion){.weights = {1, 1, 1}, .r = NAN};
    struct lw_kartal_weights *best = &out->weights;
    for (size_t g = 0; status == LW_OK && g < N_GRID * N_GRID * N_GRID; g++) {
        struct lw_kartal_weights w = {grid[g % N_GRID], grid[g / N_GRID % N_GRID],
                                      second ? 1 : grid[g / N_GRID / N_GRID]};
        double found;
        /* gamma only scales the second, and nothing can be made of nothing. */
        if (w.alpha + w.beta + (second ? 0 : w.gamma) == 0 ||
            (second && g >= N_GRID * N_GRID)) {
            continue;
        }
        for (size_t i = 0; i < e->n; i++) {
            work[i] = congestion(e, i, at, second, w);
        }
        status = pearson_of(alloc, e, learn, work, &found, err);
        if (status == LW_OK && !isnan(found) && !(found <= out->r)) {
            out->r = found;
            *best = w;
        }
    }
    /* Correlation knows no scale: the largest weight is 1. */
    double most = fmax(fmax(best->alpha, best->beta), second ? 0 : best->gamma);
    best->alpha /= most;
    best->beta /= most;
    best->gamma /= second ? 1 : most;
    lw_alloc_free(alloc, work, bytes);
    return status;
}

lw_status lw_kartal_table_of(const struct lw_alloc *alloc, const struct lw_evidence *e,
                             const unsigned char *generated, struct lw_kartal_table *out,
                             struct lw_error *err) {
    static const char *const titles[LW_KARTAL_ROWS] = {"Tile Mixing",   "3x3 Block",
                                                       "Box Count",     "Goal distance",
                                                       "Congestion v1", "Congestion v2"};
    static const char *const names[LW_KARTAL_ROWS] = {"tile_mixing",  "blocks_3x3",
                                                      "boxes",        "goal_distance",
                                                      "congestion_1", "congestion_2"};
    size_t bytes = 3 * e->n * sizeof(double);
    double *work = lw_alloc_get(alloc, bytes);
    lw_status status = work == NULL ? lw_fail_memory(err) : LW_OK;
    *out = (struct lw_kartal_table){.n_all = e->n};
    for (size_t i = 0; i < e->n; i++) {
        out->n_generated += generated[i] != 0;
    }
    for (size_t f = 0; status == LW_OK && f < LW_KARTAL_ROWS; f++) {
        size_t column = papers_find(e, names[f]);
        out->title[f] = titles[f];
        if (column == e->p) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the feature '%s' is not there",
                             names[f]);
            break;
        }
        for (size_t i = 0; i < e->n; i++) {
            work[i] = e->x[i * e->p + column];
        }
        status = pearson_of(alloc, e, generated, work, &out->r_generated[f], err);
        if (status == LW_OK) {
            status = pearson_of(alloc, e, NULL, work, &out->r_all[f], err);
        }
    }
    if (status == LW_OK && lw_paper_lacks(LW_PAPER_KARTAL_GRID, e) == NULL) {
        struct papers_congestion first, second;
        status = papers_grid_search(alloc, e, NULL, false, &first, err);
        if (status == LW_OK) {
            status = papers_grid_search(alloc, e, NULL, true, &second, err);
        }
        if (status == LW_OK) {
            out->v1 = first.weights;
            out->r_v1 = first.r;
            out->v2 = second.weights;
            out->r_v2 = second.r;
        }
    }
    lw_alloc_free(alloc, work, bytes);
    return status;
}

lw_status lw_schaa_table(const struct lw_alloc *alloc, const struct lw_schaa_data *data,
                         struct lw_schaa_cell *cells, struct lw_error *err) {
    size_t bytes = (2 * data->n + 1) * sizeof(double);
    double *work = lw_alloc_get(alloc, bytes);
    lw_status status = work == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t c = 0; status == LW_OK && c < data->n_rows * data->n_columns; c++) {
        const double *y = data->rows[c / data->n_columns].value,
                     *x = data->columns[c % data->n_columns].value;
        size_t kept = 0;
        for (size_t i = 0; i < data->n; i++) {
            if (!isnan(x[i]) && !isnan(y[i])) {
                work[kept] = x[i];
                work[data->n + kept++] = y[i];
            }
        }
        cells[c] = (struct lw_schaa_cell){kept, NAN, NAN, NAN, NAN};
        if (kept < 3) {
            continue;
        }
        struct lw_correlation r;
        status = lw_correlate(alloc, work, work + data->n, kept, &r, err);
        if (status == LW_OK && r.defined) {
            cells[c] = (struct lw_schaa_cell){kept, r.spearman, r.spearman_p, r.pearson,
                                              r.pearson_p};
        }
    }
    lw_alloc_free(alloc, work, bytes);
    return status;
}

/* A player's lowest and highest rating. */
struct range {
    double low, high;
};

lw_status lw_vankreveld_answers(const struct lw_alloc *alloc,
                                const struct lw_human_plays *human,
                                struct lw_level_answers *out, size_t *n_flat_players,
                                struct lw_error *err) {
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    struct range *range = lw_arena_zero(&arena, human->n_players + 1, sizeof *range);
    double(*counts)[4] = lw_arena_zero(&arena, human->n_levels + 1, sizeof *counts);
    if (range == NULL || counts == NULL) {
        lw_arena_free(&arena);
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < human->n_players; i++) {
        range[i] = (struct range){INFINITY, -INFINITY};
    }
    for (size_t i = 0; i < human->n; i++) {
        struct range *own = &range[human->plays[i].player];
        own->low = fmin(own->low, human->plays[i].rating); /* fmin passes over NaN */
        own->high = fmax(own->high, human->plays[i].rating);
    }
    *n_flat_players = 0;
    for (size_t i = 0; i < human->n_players; i++) {
        *n_flat_players += range[i].low == range[i].high;
    }
    memset(out, 0, human->n_levels * sizeof *out);
    for (size_t i = 0; i < human->n; i++) {
        const struct lw_human_play *play = &human->plays[i];
        const struct range *own = &range[play->player];
        double scaled = own->high > own->low
                            ? 1 + 9 * (play->rating - own->low) / (own->high - own->low)
                            : (double)NAN;
        const double value[4] = {play->rating, scaled, play->seconds, play->moves};
        double *sum[4] = {&out[play->level].rating, &out[play->level].scaled,
                          &out[play->level].time, &out[play->level].moves};
        for (size_t k = 0; k < 4; k++) {
            *sum[k] += isnan(value[k]) ? 0 : value[k];
            counts[play->level][k] += !isnan(value[k]);
        }
        out[play->level].plays++;
    }
    for (size_t l = 0; l < human->n_levels; l++) {
        double *sum[4] = {&out[l].rating, &out[l].scaled, &out[l].time, &out[l].moves};
        for (size_t k = 0; k < 4; k++) {
            *sum[k] = counts[l][k] > 0 ? *sum[k] / counts[l][k] : (double)NAN;
        }
    }
    lw_arena_free(&arena);
    return LW_OK;
}

static double target_of(const struct lw_level_answers *a, size_t target) {
    return target == 0   ? a->rating
           : target == 1 ? a->scaled
           : target == 2 ? a->time
                         : a->moves;
}

/* One target on the rows that have it. */
static lw_status one_target(const struct lw_alloc *alloc,
                            const struct lw_vankreveld_data *data, size_t target,
                            double *work, struct lw_vankreveld *out,
                            struct lw_error *err) {
    double *wx = work, *y = wx + data->n * (data->p + 1), *plays = y + data->n;
    size_t kept = 0;
    for (size_t i = 0; i < data->n; i++) {
        double value = target_of(&data->answers[i], target);
        if (!isnan(value)) {
            wx[kept * (data->p + 1)] = 1;
            memcpy(wx + kept * (data->p + 1) + 1, data->x + i * data->p,
                   data->p * sizeof *data->x);
            y[kept] = value;
            plays[kept++] = data->answers[i].plays;
        }
    }
    out->n[target] = kept;
    if (kept == 0) {
        return LW_OK;
    }
    struct lw_cross_validation cv;
    struct lw_fit fit;
    lw_status status = lw_cross_validate(
        alloc,
        &(struct lw_regression_data){
            .x = wx, .y = y, .weights = plays, .n = kept, .p = data->p + 1},
        data->folds, &cv, err);
    if (status == LW_BAD_INPUT && kept > data->p + 1 && data->folds <= kept) {
        return papers_name_culprit(
            alloc,
            &(struct lw_regression_data){.x = wx, .y = y, .n = kept, .p = data->p + 1},
            data->p + 1, data->names, err);
    }
    if (status != LW_OK) {
        return status;
    }
    out->unweighted[target] = out->relative[target] ? cv.relative_percent : cv.mae;
    out->weighted[target] =
        out->relative[target] ? cv.relative_weighted_percent : cv.mae_weighted;
    memcpy(out->weights + target * (data->p + 1), cv.beta_mean,
           (data->p + 1) * sizeof *y);
    lw_cross_validation_free(&cv);
    status = lw_least_squares(
        alloc,
        &(struct lw_regression_data){
            .x = wx, .y = y, .n = kept, .p = data->p + 1, .intercept = true},
        &fit, err);
    if (status == LW_OK) {
        out->r2[target] = fit.r2;
        lw_fit_free(&fit);
    }
    return status;
}

lw_status lw_vankreveld_run(const struct lw_alloc *alloc,
                            const struct lw_vankreveld_data *data,
                            struct lw_vankreveld *out, struct lw_error *err) {
    static const char *const titles[] = {"Rating", "Scaled", "Time", "Moves"};
    size_t bytes = data->n * (data->p + 3) * sizeof(double);
    double *work = lw_alloc_get(alloc, bytes);
    *out = (struct lw_vankreveld){.n = {0}};
    lw_arena_init(&out->arena, alloc);
    out->weights = lw_arena_zero(&out->arena, LW_VANKREVELD_TARGETS * (data->p + 1),
                                 sizeof *out->weights);
    lw_status status = work == NULL || out->weights == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t t = 0; status == LW_OK && t < LW_VANKREVELD_TARGETS; t++) {
        out->target[t] = titles[t];
        out->relative[t] = t >= 2;
        status = one_target(alloc, data, t, work, out, err);
    }
    lw_alloc_free(alloc, work, bytes);
    if (status != LW_OK) {
        lw_vankreveld_free(out);
    }
    return status;
}

void lw_vankreveld_free(struct lw_vankreveld *result) {
    lw_arena_free(&result->arena);
    result->weights = NULL;
}
