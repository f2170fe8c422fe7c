/* What a report says about a set of levels: how the model and its rivals rank them, how
 * far predictions are off, and where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "charts/charts.h"
#include "lw/difficulty/papers.h"
#include "report/report.h"

#define BINS 10
#define N(array) (sizeof(array) / sizeof *(array))

struct ranked {
    const char *name;
    size_t n; /* levels that have it */
    struct lw_skill skill;
};

static int by_falling_rho(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->skill.rho < y->skill.rho ? 1 : x->skill.rho > y->skill.rho ? -1 : 0;
}

static void put_skill(struct report *r, struct report_part *part, const char *name,
                      size_t n, const struct lw_skill *skill, const char *note) {
    report_text(r, part, name);
    report_number(r, part, (double)n);
    report_number(r, part, skill->rho);
    report_number(r, part, skill->rho_se);
    report_number(r, part, skill->within);
    report_number(r, part, skill->r2);
    report_number(r, part, skill->coverage);
    report_text(r, part, note);
}

/* Boosted trees and the papers' models, judged on unseen groups too; of one that lacks a
 * feature or cannot be judged on these levels the reason is given. */
static lw_status put_rivals(struct report *r, const struct report_study *s,
                            struct report_part *part, struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    const struct lw_skill none = {NAN, NAN, NAN, 0, NAN, NAN};
    struct lw_judged judged;
    for (int m = -1; m < LW_N_PAPERS; m++) {
        enum lw_paper paper = (enum lw_paper)m;
        const char *name = m < 0 ? "boosted trees" : lw_paper_name(paper);
        const char *lacks = m < 0 ? NULL : lw_paper_lacks(paper, e);
        if (lacks != NULL) {
            char note[120];
            (void)snprintf(note, sizeof note, "needs the feature %.60s", lacks);
            put_skill(r, part, name, e->n, &none, note);
            continue;
        }
        lw_status status =
            m < 0 ? lw_boost_judge(s->cli->runtime, e, s->l->columns, &judged, err)
                  : lw_paper_judge(s->cli->runtime, e, paper, NULL, &judged, err);
        if (status == LW_NO_MEMORY || status == LW_CANCELLED) {
            return status;
        }
        if (status == LW_OK) {
            put_skill(r, part, name, e->n, &judged.skill, "held out");
            lw_judged_free(&judged);
        } else {
            put_skill(r, part, name, e->n, &none,
                      err->text[0] != '\0' ? err->text
                                           : "cannot be evaluated on these levels");
        }
    }
    return LW_OK;
}

/* Each feature alone, on the levels that have it; n_ranked of them vary. */
static lw_status rank_features(struct report *r, const struct report_study *s,
                               struct ranked *ranked, size_t *n_ranked,
                               struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    struct report_known known;
    lw_status status = report_known_init(&known, r, e, err);
    for (size_t j = 0; status == LW_OK && j < e->p; j++) {
        struct ranked *one = &ranked[*n_ranked];
        report_known_find(&known, e, j);
        if (!s->l->columns[j] || known.n < 3) {
            continue; /* the table of correlations says so */
        }
        struct lw_evidence some = {
            .n = known.n, .n_groups = e->n_groups, .y = known.y, .group = known.group};
        status = lw_difficulty_skill(s->cli->alloc, &some, known.x, &one->skill, err);
        if (status != LW_OK) {
            break;
        }
        one->name = e->names[j];
        one->n = known.n;
        one->skill.r2 = NAN; /* on its own scale a feature explains nothing */
        *n_ranked += !isnan(one->skill.rho);
    }
    return status;
}

static lw_status put_models(struct report *r, const struct report_study *s,
                            struct lw_error *err) {
    static const char *const columns[] = {"model",          "levels", "rho",
                                          "standard error", "within", "r2",
                                          "coverage 90 %",  "note"};
    const struct lw_evidence *e = &s->l->e;
    struct ranked *ranked = lw_arena_zero(&r->arena, e->p + 1, sizeof *ranked);
    size_t n = 0;
    lw_status status =
        ranked == NULL ? lw_fail_memory(err) : rank_features(r, s, ranked, &n, err);
    if (status != LW_OK) {
        return status;
    }
    qsort(ranked, n, sizeof *ranked, by_falling_rho);
    struct report_part *part = report_table(
        r, "models", "How well levels are ranked",
        "Spearman's ρ between the prediction and what people found hard. Models predict "
        "groups they have not seen; a single feature is ranked as it is, on the levels "
        "that have a value. The standard error comes from resampling groups; within "
        "groups is the mean of ρ inside groups of five or more levels. Coverage is the "
        "share of levels inside their 90 % interval.",
        columns, N(columns));
    put_skill(r, part, "model, held out", e->n, &s->judged->skill, "held out");
    status = put_rivals(r, s, part, err);
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        put_skill(r, part, ranked[i].name, ranked[i].n, &ranked[i].skill,
                  "feature alone");
    }
    return status;
}

/* Errors of predictions on one scale. */
struct error_row {
    const char *predictor, *scale;
    const double *predicted, *observed;
};

/* Mean absolute and root mean squared error, weighted or not. */
static void put_error_row(struct report *r, struct report_part *part,
                          const struct error_row *row, const char *weighting,
                          const double *weight, size_t n) {
    double sum = 0, absolute = 0, squared = 0, bias = 0;
    for (size_t i = 0; i < n; i++) {
        double w = weight != NULL ? weight[i] : 1;
        double error = row->predicted[i] - row->observed[i];
        sum += w;
        absolute += w * fabs(error);
        squared += w * error * error;
        bias += w * error;
    }
    /* Errors that cancel leave rounding. */
    bias = fabs(bias) < 1e-12 * absolute ? 0 : bias;
    report_text(r, part, row->predictor);
    report_text(r, part, row->scale);
    report_text(r, part, weighting);
    report_number(r, part, sum > 0 ? absolute / sum : NAN);
    report_number(r, part, sum > 0 ? sqrt(squared / sum) : NAN);
    report_number(r, part, sum > 0 ? bias / sum : NAN);
}

/* The mean answer of all other groups: what a model must beat. */
static double *constants(struct report *r, const struct lw_evidence *e) {
    double *out = lw_arena_zero(&r->arena, e->n + 1, sizeof *out);
    for (size_t i = 0; out != NULL && i < e->n; i++) {
        double sum = 0, n = 0;
        for (size_t k = 0; k < e->n; k++) {
            if (e->group[k] != e->group[i]) {
                sum += e->y[k];
                n++;
            }
        }
        out[i] = n > 0 ? sum / n : NAN;
    }
    return out;
}

static lw_status put_errors(struct report *r, const struct report_study *s,
                            struct lw_error *err) {
    static const char *const columns[] = {"predictor",
                                          "scale",
                                          "weighted",
                                          "mean absolute error",
                                          "root mean squared error",
                                          "bias"};
    const struct lw_evidence *e = &s->l->e;
    const double *constant = constants(r, e);
    if (constant == NULL) {
        return lw_fail_memory(err);
    }
    const struct error_row rows[] = {
        {"model", s->model->target, s->judged->prediction, e->y},
        {"mean of the other groups", s->model->target, constant, e->y},
        {"model", "percentile", s->predicted, s->observed},
    };
    struct report_part *part =
        report_table(r, "errors", "Errors on held-out levels",
                     "On the scale of the answers and in percentiles among these levels "
                     "(points from 0 to 100); once with equal weights, once weighted by "
                     "how often each level was played. Bias is predicted minus observed.",
                     columns, N(columns));
    bool counted = false;
    for (size_t i = 0; i < e->n; i++) {
        counted = counted || s->l->plays[i] != 1;
    }
    for (size_t i = 0; i < N(rows); i++) {
        put_error_row(r, part, &rows[i], "no", NULL, e->n);
        if (counted) {
            put_error_row(r, part, &rows[i], "by plays", s->l->plays, e->n);
        }
    }
    return LW_OK;
}

static void put_calibration(struct report *r, const struct report_study *s) {
    static const char *const columns[] = {"predicted from", "to", "levels",
                                          "mean predicted", "mean observed"};
    size_t n = s->l->e.n;
    double at[BINS], observed[BINS];
    struct report_part *part =
        report_table(r, "calibration", "Calibration",
                     "Levels by the percentile that the model predicted without having "
                     "seen them, and the percentile from people. A calibrated model lies "
                     "on the diagonal; a cautious one is flatter.",
                     columns, N(columns));
    for (size_t bin = 0; bin < BINS; bin++) {
        double low = 100.0 * (double)bin / BINS, high = 100.0 * (double)(bin + 1) / BINS;
        double sum_predicted = 0, sum_observed = 0;
        size_t count = 0;
        for (size_t i = 0; i < n; i++) {
            if (s->predicted[i] >= low && (s->predicted[i] < high || bin == BINS - 1)) {
                sum_predicted += s->predicted[i];
                sum_observed += s->observed[i];
                count++;
            }
        }
        at[bin] = count > 0 ? sum_predicted / (double)count : NAN;
        observed[bin] = count > 0 ? sum_observed / (double)count : NAN;
        report_number(r, part, low);
        report_number(r, part, high);
        report_number(r, part, (double)count);
        report_number(r, part, at[bin]);
        report_number(r, part, observed[bin]);
    }
    struct lw_chart_series series[] = {{.label = "a level",
                                        .mark = LW_MARK_POINTS,
                                        .x = s->predicted,
                                        .y = s->observed,
                                        .n = n},
                                       {.label = "mean of a tenth",
                                        .mark = LW_MARK_LINE,
                                        .x = at,
                                        .y = observed,
                                        .n = BINS}};
    struct lw_chart chart = {.title = "Predicted and observed percentile",
                             .x_title = "predicted percentile, group held out",
                             .y_title = "observed percentile",
                             .series = series,
                             .n_series = 2,
                             .diagonal = true,
                             .has_x_range = true,
                             .has_y_range = true,
                             .x_max = 100,
                             .y_max = 100};
    report_chart(
        r, "calibration-chart", "Calibration plot",
        "A point is a level; the line joins the means of tenths. 0 is the easiest "
        "of these levels, 100 the hardest.",
        &chart);
}

/* Groups in the order of their size; groups of few levels share the last bean. */
#define LEAST_BEAN 4

struct grouped {
    size_t group, n;
    const char *name;
};

static int by_size(const void *a, const void *b) {
    const struct grouped *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : strcmp(x->name, y->name);
}

static struct grouped *group_order(struct report *r, const struct report_study *s) {
    const struct lw_evidence *e = &s->l->e;
    struct grouped *order = lw_arena_zero(&r->arena, e->n_groups + 1, sizeof *order);
    for (size_t g = 0; order != NULL && g < e->n_groups; g++) {
        order[g] = (struct grouped){.group = g, .name = s->l->group_names[g]};
        for (size_t i = 0; i < e->n; i++) {
            order[g].n += e->group[i] == g;
        }
    }
    if (order != NULL) {
        qsort(order, e->n_groups, sizeof *order, by_size);
    }
    return order;
}

/* A bean a group of the values of its levels. */
static lw_status put_beans(struct report *r, const struct report_study *s,
                           const struct grouped *order, const double *values,
                           const struct report_beans *about, struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    struct lw_chart_bean *beans =
        lw_arena_zero(&r->arena, e->n_groups + 1, sizeof *beans);
    double *sorted = lw_arena_zero(&r->arena, e->n + 1, sizeof *sorted);
    size_t n_beans = 0, done = 0, n_small = 0;
    char rest[80];
    if (beans == NULL || sorted == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t k = 0; k < e->n_groups; k++) {
        bool small = order[k].n < LEAST_BEAN && n_beans > 0;
        struct lw_chart_bean *bean = &beans[n_beans];
        if (!small || n_small == 0) {
            *bean = (struct lw_chart_bean){order[k].name, sorted + done, 0};
        }
        n_small += small;
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == order[k].group) {
                sorted[done++] = values[i];
                bean->n++;
            }
        }
        n_beans += !small;
    }
    if (n_small > 0) {
        (void)snprintf(rest, sizeof rest, "%zu smaller groups", n_small);
        beans[n_beans++].label = rest;
    }
    report_put_beans(r, about, beans, n_beans);
    return LW_OK;
}

/* Residuals and answers of the groups, drawn. */
static lw_status put_group_charts(struct report *r, const struct report_study *s,
                                  const struct grouped *order, const double *residual,
                                  struct lw_error *err) {
    const struct report_beans residuals = {
        "groups-chart", "Residuals by group, as beans",
        "A thin tick is a level, the thick one the mean of its group, the shape their "
        "density; the dotted line is the mean of all. To the right: harder for people "
        "than predicted.",
        "observed minus predicted difficulty"};
    const struct report_beans difficulty = {
        "difficulty-chart", "Difficulty by group, as beans",
        "What people found: a thin tick is a level, the thick one the mean of its group, "
        "the dotted line the mean of all. Harder to the right.",
        s->model->target};
    lw_status status = put_beans(r, s, order, residual, &residuals, err);
    return status == LW_OK ? put_beans(r, s, order, s->l->e.y, &difficulty, err) : status;
}

static lw_status put_residuals(struct report *r, const struct report_study *s,
                               struct lw_error *err) {
    static const char *const columns[] = {"group", "levels", "mean residual",
                                          "mean absolute residual", "rho"};
    const struct lw_evidence *e = &s->l->e;
    double *residual = lw_arena_zero(&r->arena, e->n + 1, sizeof *residual);
    double *pairs = lw_arena_zero(&r->arena, 2 * (e->n + 1), sizeof *pairs);
    struct grouped *order = group_order(r, s);
    if (residual == NULL || pairs == NULL || order == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < e->n; i++) {
        residual[i] = e->y[i] - s->judged->prediction[i];
    }
    struct report_part *part = report_table(
        r, "groups", "Residuals by group",
        "Observed minus predicted difficulty, largest groups first; above zero means "
        "harder for people than expected. Each group was predicted from all others. rho "
        "is computed inside groups of three or more levels.",
        columns, N(columns));
    for (size_t k = 0; k < e->n_groups; k++) {
        double *x = pairs, *y = pairs + e->n + 1, sum = 0, absolute = 0;
        size_t n = 0;
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == order[k].group) {
                x[n] = s->judged->prediction[i];
                y[n++] = e->y[i];
                sum += residual[i];
                absolute += fabs(residual[i]);
            }
        }
        struct lw_correlation rank = {.spearman = NAN};
        if (n >= 3) {
            lw_status status = lw_correlate(s->cli->alloc, x, y, n, &rank, err);
            if (status != LW_OK) {
                return status;
            }
        }
        report_text(r, part, order[k].name);
        report_number(r, part, (double)n);
        report_number(r, part, sum / (double)n);
        report_number(r, part, absolute / (double)n);
        report_number(r, part, rank.spearman);
    }
    return put_group_charts(r, s, order, residual, err);
}

static lw_status put_qq(struct report *r, const struct report_study *s,
                        struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    double *room = lw_arena_zero(&r->arena, 5 * e->n + 1, sizeof *room), line[4];
    struct lw_chart_series series[CHART_QUANTILE_SERIES];
    struct lw_error why = {.text = ""};
    char note[300];
    if (room == NULL) {
        return lw_fail_memory(err);
    }
    struct lw_quantile_plot plot = {.n = e->n,
                                    .normal = room,
                                    .sample = room + e->n,
                                    .low = room + 2 * e->n,
                                    .high = room + 3 * e->n};
    double *residual = room + 4 * e->n;
    for (size_t i = 0; i < e->n; i++) {
        residual[i] = e->y[i] - s->judged->prediction[i];
    }
    if (lw_quantile_plot(residual, &plot, &why) != LW_OK) {
        return LW_OK; /* residuals that hardly differ have no such plot */
    }
    chart_quantile_series(&plot, line, series);
    struct lw_chart chart = {.title = "Residuals against a normal distribution",
                             .x_title = "normal quantile",
                             .y_title = "observed minus predicted difficulty",
                             .series = series,
                             .n_series = CHART_QUANTILE_SERIES};
    (void)snprintf(note, sizeof note,
                   "Residuals on the line are normal; the band holds each point with 95 "
                   "%% if they are. Tails that leave it are levels that the model misses "
                   "by more than chance. Outside: %zu of %zu.",
                   plot.n_outside, plot.n);
    report_chart(r, "qq", "QQ plot of the residuals", note, &chart);
    return LW_OK;
}

lw_status report_fill(struct report *r, const struct report_study *s,
                      struct lw_error *err) {
    lw_status status = put_models(r, s, err);
    if (status == LW_OK) {
        status = put_errors(r, s, err);
    }
    if (status == LW_OK) {
        put_calibration(r, s);
        status = put_residuals(r, s, err);
    }
    if (status == LW_OK) {
        status = put_qq(r, s, err);
    }
    if (status == LW_OK) {
        report_weights(r, s);
        status = report_correlations(r, s, err);
    }
    if (status == LW_OK) {
        status = report_components(r, s, err);
    }
    return status == LW_OK && r->failed ? lw_fail_memory(err) : status;
}
