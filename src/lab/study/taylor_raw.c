/* The answers to words as they are: summary, beans, quantile plots, Box-Cox. */
#include <math.h>
#include <string.h>

#include "charts/charts.h"
#include "study/taylor.h"

#define N(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *name, *title, *unit;
} measures[] = {{"reaction", "Reaction times", "mean reaction time in ms"},
                {"accuracy", "Accuracy", "share of right answers"},
                {"misses", "Missed words", "share of words without an answer"}};

static lw_status put_summary(const struct taylor_data *d, struct report *r, size_t m,
                             struct lw_error *err) {
    static const char *const columns[] = {"words", "set",    "people", "mean",
                                          "sd",    "median", "least",  "most"};
    struct report_part *part = report_table(
        r, report_print(r, "answers-%s", measures[m].name),
        report_print(r, "%s, summary", measures[m].title),
        report_print(r, "Of each person the %s.", measures[m].unit), columns, N(columns));
    report_about(r, part, NULL, (double)d->n);
    for (size_t i = 0; i < TAYLOR_N_CONGRUENCIES * TAYLOR_N_SETS; i++) {
        size_t c = i / TAYLOR_N_SETS, s = i % TAYLOR_N_SETS;
        struct lw_description about;
        lw_status status =
            lw_describe(d->arena->alloc, d->raw[m][c] + s * d->n, d->n, &about, err);
        if (status != LW_OK) {
            return status;
        }
        report_text(r, part, taylor_congruency_names[c]);
        report_text(r, part, taylor_set_names[s]);
        report_number(r, part, (double)about.n);
        report_number(r, part, about.mean);
        report_number(r, part, about.sd);
        report_number(r, part, about.median);
        report_number(r, part, about.min);
        report_number(r, part, about.max);
    }
    return LW_OK;
}

static void put_beans(const struct taylor_data *d, struct report *r) {
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        struct lw_chart_bean beans[4];
        for (size_t i = 0; i < 4; i++) {
            size_t c = i / 2, s = i % 2;
            beans[i] = (struct lw_chart_bean){
                .label = report_print(r, "%s, %s", taylor_congruency_names[c],
                                      taylor_set_names[s]),
                .values = d->raw[m][c] + s * d->n,
                .n = d->n};
        }
        struct report_beans about = {
            .name = report_print(r, "beans-%s", measures[m].name),
            .title = measures[m].title,
            .note = "A tick a person, a long one for the mean; the dotted line is the "
                    "mean of all.",
            .axis = measures[m].unit};
        report_about(r, report_put_beans(r, &about, beans, 4), "Figure 5.1 of the thesis",
                     (double)d->n);
    }
}

static lw_status put_quantiles(const struct taylor_data *d, struct report *r, size_t c,
                               bool logarithm, struct lw_error *err) {
    const double *values = (logarithm ? d->y : d->raw)[TAYLOR_REACTION][c];
    size_t n = TAYLOR_N_SETS * d->n;
    double *room = lw_arena_zero(d->arena, 4 * n, sizeof *room), line[4];
    struct lw_quantile_plot plot = {.n = n, .normal = room};
    struct lw_chart_series series[CHART_QUANTILE_SERIES];
    struct lw_error why;
    if (room == NULL) {
        return lw_fail_memory(err);
    }
    plot.sample = room + n;
    plot.low = room + 2 * n;
    plot.high = room + 3 * n;
    if (lw_quantile_plot(values, &plot, &why) != LW_OK) {
        return LW_OK; /* fewer than three values, or all equal */
    }
    chart_quantile_series(&plot, line, series);
    const char *title =
        report_print(r, "%s words, %s", taylor_congruency_names[c],
                     logarithm ? "mean log of the reaction time" : "mean reaction time");
    struct lw_chart chart = {.title = title,
                             .x_title = "normal quantile",
                             .y_title = logarithm ? "mean log ms" : "ms",
                             .series = series,
                             .n_series = CHART_QUANTILE_SERIES};
    struct report_part *part = report_chart(
        r,
        report_print(r, "qq-%s-%s", taylor_congruency_names[c], logarithm ? "log" : "ms"),
        report_print(r, "Normal quantiles: %s", title),
        report_print(r, "Of %zu values %zu are outside the band.", n, plot.n_outside),
        &chart);
    report_about(r, part, "Figure 4.2 of the thesis", (double)d->n);
    return LW_OK;
}

/* One transformation for all times, of both kinds of words and both sets. */
static lw_status put_box_cox(const struct taylor_data *d, struct report *r,
                             struct lw_error *err) {
    size_t half = TAYLOR_N_SETS * d->n, n = TAYLOR_N_CONGRUENCIES * half;
    double *y = lw_arena_zero(d->arena, 2 * n, sizeof *y);
    struct lw_box_cox fit;
    struct lw_error why = {.text = ""};
    if (y == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = d->raw[TAYLOR_REACTION][i / half][i % half];
        y[n + i] = 1;
    }
    struct lw_regression_data data = {.x = y + n, .y = y, .n = n, .p = 1};
    lw_status status = lw_box_cox_fit(d->arena->alloc, &data, &fit, &why);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    (void)report_words(
        r, status == LW_OK
               ? report_print(r,
                              "Box-Cox: the power that makes the mean reaction times "
                              "most normal is %.2f (95 %% from %.2f to %.2f); the thesis "
                              "found -0.34. The analysis takes logarithms, power 0, as "
                              "the thesis did (p of 0 against this data: %.3g).",
                              fit.lambda, fit.low, fit.high, fit.lr_zero_p)
               : report_print(r, "Box-Cox could not be fitted: %s.", why.text));
    return LW_OK;
}

lw_status taylor_put_raw(const struct taylor_data *d, struct report *r,
                         struct lw_error *err) {
    (void)report_section(r, "Answers during the main play",
                         "People with right answers to congruent and incongruent words "
                         "on both sets.");
    lw_status status = LW_OK;
    for (size_t m = 0; status == LW_OK && m < TAYLOR_N_MEASURES; m++) {
        status = put_summary(d, r, m, err);
    }
    put_beans(d, r);
    for (size_t i = 0; status == LW_OK && i < 4; i++) {
        status = put_quantiles(d, r, i / 2, i % 2 == 1, err);
    }
    return status == LW_OK ? put_box_cox(d, r, err) : status;
}
