/* Analyses that are charts: normal quantiles, beans, screes. */
#include "analyze/analyze.h"

#include <string.h>

#include "charts/charts.h"
#include "lw/platform.h"

lw_status analysis_write_chart(struct analysis *a, struct lw_buffer *svg) {
    const char *path = analysis_text(a, "output");
    lw_chart_fix_colours(svg);
    lw_status status = lw_buffer_ok(svg)
                           ? lw_platform_write_file(path, svg->data, svg->len, &a->err)
                           : lw_fail_memory(&a->err);
    if (status == LW_OK) {
        lw_json_text(a->json, "chart", path);
    }
    lw_buffer_free(svg);
    return status;
}

lw_status analysis_draw(struct analysis *a, const struct lw_chart *chart) {
    struct lw_buffer svg;
    if (analysis_text(a, "output") == NULL) {
        return LW_OK;
    }
    lw_buffer_init(&svg, a->cli->alloc);
    lw_status status = lw_chart_svg(chart, &svg, &a->err);
    if (status != LW_OK) {
        lw_buffer_free(&svg);
        return status;
    }
    return analysis_write_chart(a, &svg);
}

lw_status analyze_quantiles(struct analysis *a) {
    const double *values;
    const char *name = analysis_text(a, "x");
    size_t n = a->table->n_rows;
    lw_status status = analysis_column(a, "x", &values);
    double *room = lw_arena_zero(&a->table->arena, 4 * n, sizeof *room);
    struct lw_quantile_plot plot = {.n = n, .normal = room};
    if (status == LW_OK && room == NULL) {
        status = lw_fail_memory(&a->err);
    }
    if (status == LW_OK) {
        plot.sample = room + n;
        plot.low = room + 2 * n;
        plot.high = room + 3 * n;
        status = lw_quantile_plot(values, &plot, &a->err);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "intercept", plot.intercept);
    lw_json_real(a->json, "slope", plot.slope);
    lw_json_uint(a->json, "outside_95", plot.n_outside);
    lw_json_array(a->json, "points");
    for (size_t i = 0; i < n; i++) {
        lw_json_object(a->json, NULL);
        lw_json_real(a->json, "normal", plot.normal[i]);
        lw_json_real(a->json, "sample", plot.sample[i]);
        lw_json_real(a->json, "low", plot.low[i]);
        lw_json_real(a->json, "high", plot.high[i]);
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    struct lw_chart_series series[CHART_QUANTILE_SERIES];
    double line[4];
    chart_quantile_series(&plot, line, series);
    return analysis_draw(a, &(struct lw_chart){.title = "Normal quantile plot",
                                               .x_title = "normal quantile",
                                               .y_title = name,
                                               .series = series,
                                               .n_series = CHART_QUANTILE_SERIES});
}

/* The names of the conditions in --x: one column, or several crossed. */
static lw_status name_conditions(struct analysis *a, const char **out) {
    const char *list;
    lw_status status = analysis_need(a, "x", &list);
    while (status == LW_OK && list != NULL) {
        char name[200];
        bool whole = lw_table_find(a->table, list) != NULL;
        size_t len = whole ? strlen(list) : strcspn(list, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(len < 199 ? len : 199), list);
        const struct lw_column *column = lw_table_find(a->table, name);
        if (column == NULL) {
            return lw_fail(&a->err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'",
                           name);
        }
        status = lw_column_names(column, &a->err);
        for (size_t i = 0; status == LW_OK && i < a->table->n_rows; i++) {
            struct lw_buffer joined;
            lw_buffer_init(&joined, a->cli->alloc);
            lw_buffer_printf(&joined, "%s%s%s", out[i] != NULL ? out[i] : "",
                             out[i] != NULL ? ", " : "", column->text[i]);
            out[i] = lw_arena_text(&a->table->arena, lw_buffer_text(&joined), joined.len);
            lw_buffer_free(&joined);
            status = out[i] == NULL ? lw_fail_memory(&a->err) : LW_OK;
        }
        list = list[len] == ',' ? list + len + 1 : NULL;
    }
    return status;
}

/* y in the order of its conditions, a bean a condition. */
static lw_status sort_beans(struct analysis *a, const double *y,
                            struct lw_chart_bean **beans, size_t *n_beans) {
    size_t n = a->table->n_rows, done = 0, *index;
    const char **names, **texts = lw_arena_zero(&a->table->arena, n, sizeof *texts);
    double *sorted = lw_arena_zero(&a->table->arena, n, sizeof *sorted);
    struct lw_column crossed = {.name = "x", .text = texts};
    if (texts == NULL || sorted == NULL) {
        return lw_fail_memory(&a->err);
    }
    lw_status status = name_conditions(a, texts);
    if (status == LW_OK) {
        status = lw_table_levels(a->table, &crossed, &names, n_beans, &index, &a->err);
    }
    if (status != LW_OK) {
        return status;
    }
    *beans = lw_arena_zero(&a->table->arena, *n_beans, sizeof **beans);
    if (*beans == NULL) {
        return lw_fail_memory(&a->err);
    }
    for (size_t b = 0; b < *n_beans; b++) {
        (*beans)[b] = (struct lw_chart_bean){.label = names[b], .values = sorted + done};
        for (size_t i = 0; i < n; i++) {
            if (index[i] == b) {
                sorted[done++] = y[i];
                (*beans)[b].n++;
            }
        }
    }
    return LW_OK;
}

lw_status analyze_beans(struct analysis *a) {
    const double *y;
    struct lw_chart_bean *beans = NULL;
    size_t n_beans = 0;
    lw_status status = analysis_column(a, "y", &y);
    if (status == LW_OK) {
        status = sort_beans(a, y, &beans, &n_beans);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "overall_mean", lw_mean(y, a->table->n_rows));
    lw_json_array(a->json, "conditions");
    for (size_t b = 0; b < n_beans; b++) {
        lw_json_object(a->json, NULL);
        lw_json_text(a->json, "condition", beans[b].label);
        lw_json_uint(a->json, "n", beans[b].n);
        lw_json_real(a->json, "mean", lw_mean(beans[b].values, beans[b].n));
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    if (analysis_text(a, "output") == NULL) {
        return LW_OK;
    }
    struct lw_buffer svg;
    char title[200], axis[200];
    (void)snprintf(title, sizeof title, "%.80s by %.80s", analysis_text(a, "y"),
                   analysis_text(a, "x"));
    (void)snprintf(axis, sizeof axis, "%.80s; the dotted line is the mean of all, %.4g",
                   analysis_text(a, "y"), lw_mean(y, a->table->n_rows));
    lw_buffer_init(&svg, a->cli->alloc);
    status = lw_chart_beans_svg(title, axis, beans, n_beans, &svg, &a->err);
    if (status != LW_OK) {
        lw_buffer_free(&svg);
        return status;
    }
    return analysis_write_chart(a, &svg);
}
