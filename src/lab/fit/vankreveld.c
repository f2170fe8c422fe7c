/* Van Kreveld's tables and figures: errors in ordered folds, correlations of features
 * with what people said and did. */
#include "fit/vankreveld.h"

#include <math.h>

#include "charts/charts.h"
#include "lw/platform.h"

static const char *const keys[LW_VANKREVELD_TARGETS] = {"rating", "scaled",
                                                        "time_percent", "moves_percent"};
static const char *const words[LW_VANKREVELD_TARGETS] = {"Rating", "Scaled", "Time",
                                                         "Moves"};

static double target_of(const struct lw_level_answers *answers, size_t target) {
    const double of[LW_VANKREVELD_TARGETS] = {answers->rating, answers->scaled,
                                              answers->time, answers->moves};
    return of[target];
}

lw_status vankreveld_correlate(const struct lw_alloc *alloc,
                               const struct lw_vankreveld_data *data, double *out,
                               struct lw_error *err) {
    size_t bytes = 2 * data->n * sizeof(double);
    double *x = lw_alloc_get(alloc, bytes), *y = x + data->n;
    lw_status status = x == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t k = 0; status == LW_OK && k < data->p * LW_VANKREVELD_TARGETS; k++) {
        struct lw_correlation r = {.pearson = NAN};
        size_t n = 0;
        for (size_t i = 0; i < data->n; i++) {
            double value = target_of(&data->answers[i], k % LW_VANKREVELD_TARGETS);
            if (!isnan(value)) {
                x[n] = data->x[i * data->p + k / LW_VANKREVELD_TARGETS];
                y[n++] = value;
            }
        }
        if (n >= 2) {
            status = lw_correlate(alloc, x, y, n, &r, err);
        }
        out[k] = r.pearson;
    }
    lw_alloc_free(alloc, x, bytes);
    return status;
}

static void put_errors(const struct lab_rows *rows, const char *what,
                       const struct lw_vankreveld *v) {
    const struct lab_columns columns = {keys, LW_VANKREVELD_TARGETS, 6};
    double row[LW_VANKREVELD_TARGETS];
    if (lab_rows_for_people(rows)) {
        struct cli *cli = rows->cli;
        (void)fprintf(cli->out, "Average errors (van Kreveld et al. 2015) with %s\n",
                      what);
        (void)fprintf(cli->out, "  %-34s %11s %11s %11s %11s\n", "", "Rating", "Scaled",
                      "Time %", "Moves %");
    }
    for (int weighted = 0; weighted < 2; weighted++) {
        for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
            row[t] = v->n[t] == 0 ? (double)NAN
                     : weighted   ? v->weighted[t]
                                  : v->unweighted[t];
        }
        lab_put_row(rows, what, weighted ? "Weighted by plays" : "Unweighted", &columns,
                    row);
    }
    for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
        row[t] = v->n[t] == 0 ? (double)NAN : v->r2[t];
    }
    lab_put_row(rows, what, "r2 of the fit on all", &columns, row);
}

lw_status vankreveld_put(const struct lab_rows *rows, const char *what,
                         const struct lw_vankreveld_data *data,
                         const struct lw_vankreveld *v, struct lw_error *err) {
    struct cli *cli = rows->cli;
    const struct lab_columns columns = {keys, LW_VANKREVELD_TARGETS, 6};
    const struct lab_columns correlated = {words, LW_VANKREVELD_TARGETS, 3};
    size_t p = data->p, bytes = p * LW_VANKREVELD_TARGETS * sizeof(double);
    double *r = lw_alloc_get(cli->alloc, bytes), row[LW_VANKREVELD_TARGETS];
    lw_status status =
        r == NULL ? lw_fail_memory(err) : vankreveld_correlate(cli->alloc, data, r, err);
    if (status == LW_OK) {
        put_errors(rows, what, v);
        for (size_t k = 0; k <= p; k++) {
            for (size_t t = 0; t < LW_VANKREVELD_TARGETS; t++) {
                row[t] = v->n[t] == 0 ? (double)NAN : v->weights[t * (p + 1) + k];
            }
            lab_put_row(rows, what,
                        k == 0 ? "weight of 1, mean over folds" : data->names[k - 1],
                        &columns, row);
        }
        if (lab_rows_for_people(rows)) {
            (void)fprintf(cli->out, "  %-34s %11s %11s %11s %11s\n", "correlation r",
                          words[0], words[1], words[2], words[3]);
        }
        for (size_t k = 0; k < p; k++) {
            lab_put_row(rows, "correlation", data->names[k], &correlated,
                        r + k * LW_VANKREVELD_TARGETS);
        }
    }
    lw_alloc_free(cli->alloc, r, bytes);
    return status;
}

lw_status vankreveld_chart(const struct lw_alloc *alloc,
                           const struct lw_vankreveld_data *data,
                           void (*draw)(void *ctx, const struct lw_chart *chart),
                           void *ctx, struct lw_error *err) {
    size_t bytes = data->p * LW_VANKREVELD_TARGETS * sizeof(double);
    size_t room = data->p * sizeof(struct lw_chart_series);
    double *r = lw_alloc_get(alloc, bytes);
    struct lw_chart_series *series = lw_alloc_get(alloc, room);
    lw_status status = r == NULL || series == NULL
                           ? lw_fail_memory(err)
                           : vankreveld_correlate(alloc, data, r, err);
    if (status == LW_OK) {
        for (size_t k = 0; k < data->p; k++) {
            series[k] = (struct lw_chart_series){.label = data->names[k],
                                                 .mark = LW_MARK_BARS,
                                                 .y = r + k * LW_VANKREVELD_TARGETS,
                                                 .n = LW_VANKREVELD_TARGETS};
        }
        draw(ctx, &(struct lw_chart){.title = "Correlation of features with difficulty",
                                     .x_title = "Pearson's r, over levels",
                                     .series = series,
                                     .n_series = data->p,
                                     .categories = words,
                                     .has_x_range = true,
                                     .x_min = -1,
                                     .x_max = 1});
    }
    lw_alloc_free(alloc, series, room);
    lw_alloc_free(alloc, r, bytes);
    return status;
}

struct picture {
    struct lw_buffer svg;
    lw_status status;
    struct lw_error *err;
};

static void draw_picture(void *ctx, const struct lw_chart *chart) {
    struct picture *picture = ctx;
    picture->status = lw_chart_svg(chart, &picture->svg, picture->err);
}

lw_status vankreveld_draw(struct cli *cli, const char *path,
                          const struct lw_vankreveld_data *data, struct lw_error *err) {
    struct picture picture = {.err = err};
    lw_buffer_init(&picture.svg, cli->alloc);
    lw_status status = vankreveld_chart(cli->alloc, data, draw_picture, &picture, err);
    status = status == LW_OK ? picture.status : status;
    if (status == LW_OK) {
        lw_chart_fix_colours(&picture.svg);
        status =
            lw_buffer_ok(&picture.svg)
                ? lw_platform_write_file(path, picture.svg.data, picture.svg.len, err)
                : lw_fail_memory(err);
    }
    lw_buffer_free(&picture.svg);
    return status;
}
