/* What a report says about a set of levels: how the model and its rivals rank them, what
 * goes with difficulty, how far predictions are off, and where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/difficulty_papers.h"
#include "report.h"

#define BINS 10
#define N(array) (sizeof(array) / sizeof *(array))

/* A feature's column when every level has a value; NULL otherwise. */
static double *whole_column(struct report *r, const struct lw_evidence *e, size_t j) {
    double *column = lw_arena_zero(&r->arena, e->n + 1, sizeof *column);
    r->failed = r->failed || column == NULL;
    for (size_t i = 0; column != NULL && i < e->n; i++) {
        column[i] = e->x[i * e->p + j];
        if (isnan(column[i])) {
            return NULL;
        }
    }
    return column;
}

struct ranked {
    const char *name;
    struct lw_skill skill;
};

static int by_falling_rho(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->skill.rho < y->skill.rho ? 1 : x->skill.rho > y->skill.rho ? -1 : 0;
}

static void put_skill(struct report *r, struct report_part *part, const char *name,
                      size_t n, const struct lw_skill *skill) {
    report_text(r, part, name);
    report_number(r, part, (double)n);
    report_number(r, part, skill->rho);
    report_number(r, part, skill->rho_se);
    report_number(r, part, skill->within);
    report_number(r, part, skill->r2);
    report_number(r, part, skill->coverage);
}

/* Boosted trees and the papers' models, judged on unseen groups too; one that lacks its
 * features or cannot be judged on these levels is left out. */
static lw_status put_rivals(struct report *r, const struct report_study *s,
                            struct report_part *part, struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    struct lw_judged judged;
    for (int m = -1; m < LW_N_PAPERS; m++) {
        enum lw_paper paper = (enum lw_paper)m;
        if (m >= 0 && lw_paper_lacks(paper, e) != NULL) {
            continue;
        }
        lw_status status =
            m < 0 ? lw_boost_judge(s->cli->runtime, e, s->l->columns, &judged, err)
                  : lw_paper_judge(s->cli->runtime, e, paper, NULL, &judged, err);
        if (status == LW_NO_MEMORY || status == LW_CANCELLED) {
            return status;
        }
        if (status == LW_OK) {
            put_skill(r, part, m < 0 ? "boosted trees" : lw_paper_name(paper), e->n,
                      &judged.skill);
            lw_judged_free(&judged);
        }
    }
    return LW_OK;
}

static lw_status put_models(struct report *r, const struct report_study *s,
                            struct lw_error *err) {
    static const char *const columns[] = {
        "model", "levels", "rho", "standard error", "within", "r2", "coverage 90 %"};
    const struct lw_evidence *e = &s->l->e;
    struct ranked *ranked = lw_arena_zero(&r->arena, e->p + 1, sizeof *ranked);
    size_t n = 0;
    if (ranked == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t j = 0; j < e->p; j++) {
        double *column = s->l->columns[j] ? whole_column(r, e, j) : NULL;
        if (column == NULL) {
            continue;
        }
        ranked[n].name = e->names[j];
        lw_status status =
            lw_difficulty_skill(s->cli->alloc, e, column, &ranked[n].skill, err);
        if (status != LW_OK) {
            return status;
        }
        ranked[n].skill.r2 = NAN; /* on its own scale a feature explains nothing */
        n += !isnan(ranked[n].skill.rho);
    }
    qsort(ranked, n, sizeof *ranked, by_falling_rho);
    struct report_part *part = report_table(
        r, "models", "How well levels are ranked",
        "Spearman's rho between prediction and what people found hard; the model "
        "predicts "
        "groups it never saw, each feature alone is ranked as it is. The standard error "
        "comes from resampling groups; within is the mean of rho inside groups of five "
        "levels and more.",
        columns, N(columns));
    put_skill(r, part, "model, held out", e->n, &s->judged->skill);
    lw_status status = put_rivals(r, s, part, err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        put_skill(r, part, ranked[i].name, e->n, &ranked[i].skill);
    }
    return LW_OK;
}

static lw_status put_correlations(struct report *r, const struct report_study *s,
                                  struct lw_error *err) {
    static const char *const columns[] = {"feature",   "pearson",         "pearson p",
                                          "spearman",  "spearman p",      "kendall",
                                          "kendall p", "spearman p, Holm"};
    const struct lw_evidence *e = &s->l->e;
    struct lw_correlation *found = lw_arena_zero(&r->arena, e->p + 1, sizeof *found);
    double *p = lw_arena_zero(&r->arena, 2 * (e->p + 1), sizeof *p);
    const char **names = lw_arena_zero(&r->arena, e->p + 1, sizeof *names);
    size_t n = 0;
    if (found == NULL || p == NULL || names == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t j = 0; j < e->p; j++) {
        double *column = s->l->columns[j] ? whole_column(r, e, j) : NULL;
        if (column == NULL) {
            continue;
        }
        lw_status status =
            lw_correlate(s->cli->alloc, column, e->y, e->n, &found[n], err);
        if (status != LW_OK) {
            return status;
        }
        p[n] = found[n].spearman_p;
        names[n] = e->names[j];
        n += found[n].defined;
    }
    double *adjusted = p + e->p + 1;
    if (n > 0 && lw_p_adjust(s->cli->alloc, LW_ADJUST_HOLM, p, n, adjusted) != LW_OK) {
        return lw_fail_memory(err);
    }
    struct report_part *part = report_table(
        r, "correlations", "What goes with difficulty",
        "Each feature against people's difficulty, all levels together. Features that "
        "are "
        "constant or not known for every level are left out. The last column is adjusted "
        "for looking at all of them.",
        columns, N(columns));
    for (size_t i = 0; i < n; i++) {
        report_text(r, part, names[i]);
        report_number(r, part, found[i].pearson);
        report_number(r, part, found[i].pearson_p);
        report_number(r, part, found[i].spearman);
        report_number(r, part, found[i].spearman_p);
        report_number(r, part, found[i].kendall);
        report_number(r, part, found[i].kendall_p);
        report_number(r, part, adjusted[i]);
    }
    return LW_OK;
}

static void put_weights(struct report *r, const struct report_study *s) {
    static const char *const columns[] = {"feature", "weight", "logarithm", "mean",
                                          "standard deviation"};
    const struct lw_model *m = s->model;
    const char **names = lw_arena_zero(&r->arena, m->n_terms + 1, sizeof *names);
    double *weights = lw_arena_zero(&r->arena, m->n_terms + 1, sizeof *weights);
    struct report_part *part = report_table(r, "weights", "Fitted weights",
                                            "Of the model learned from all levels: the "
                                            "change of predicted difficulty for one "
                                            "standard deviation more of the feature.",
                                            columns, N(columns));
    for (size_t i = 0; i < m->n_terms; i++) {
        report_text(r, part, m->terms[i].feature);
        report_number(r, part, m->terms[i].weight);
        report_text(r, part, m->terms[i].log ? "yes" : "no");
        report_number(r, part, m->terms[i].mean);
        report_number(r, part, m->terms[i].sd);
    }
    if (names == NULL || weights == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < m->n_terms; i++) {
        names[i] = m->terms[i].feature;
        weights[i] = m->terms[i].weight;
    }
    struct lw_chart_series bars = {
        .label = "weight", .mark = LW_MARK_BARS, .y = weights, .n = m->n_terms};
    struct lw_chart chart = {.title = "Weights",
                             .x_title = "per standard deviation; right is harder",
                             .series = &bars,
                             .n_series = 1,
                             .categories = names};
    report_chart(r, "weights-chart", "Fitted weights, drawn", "", &chart);
}

/* Mean absolute and root mean squared error of a against b, weighted or not. */
static void put_error_row(struct report *r, struct report_part *part, const char *scale,
                          const char *weighting, const double *a, const double *b,
                          const double *weight, size_t n) {
    double sum = 0, absolute = 0, squared = 0, bias = 0;
    for (size_t i = 0; i < n; i++) {
        double w = weight != NULL ? weight[i] : 1, error = a[i] - b[i];
        sum += w;
        absolute += w * fabs(error);
        squared += w * error * error;
        bias += w * error;
    }
    report_text(r, part, scale);
    report_text(r, part, weighting);
    report_number(r, part, sum > 0 ? absolute / sum : NAN);
    report_number(r, part, sum > 0 ? sqrt(squared / sum) : NAN);
    report_number(r, part, sum > 0 ? bias / sum : NAN);
}

static void put_errors(struct report *r, const struct report_study *s) {
    static const char *const columns[] = {"scale", "weighted", "mean absolute error",
                                          "root mean squared error", "bias"};
    const struct lw_evidence *e = &s->l->e;
    struct report_part *part = report_table(
        r, "errors", "Errors on levels not learned from",
        "On the scale of the answers and on percentiles among these levels; once every "
        "level counts the same, once by how often it was played.",
        columns, N(columns));
    put_error_row(r, part, "answer", "no", s->judged->prediction, e->y, NULL, e->n);
    put_error_row(r, part, "answer", "by plays", s->judged->prediction, e->y, s->l->plays,
                  e->n);
    put_error_row(r, part, "percentile", "no", s->predicted, s->observed, NULL, e->n);
    put_error_row(r, part, "percentile", "by plays", s->predicted, s->observed,
                  s->l->plays, e->n);
}

static void put_calibration(struct report *r, const struct report_study *s) {
    static const char *const columns[] = {"predicted from", "to", "levels",
                                          "mean predicted", "mean observed"};
    size_t n = s->l->e.n;
    double at[BINS], observed[BINS];
    struct report_part *part = report_table(
        r, "calibration", "Calibration",
        "Levels by the percentile the model gave them unseen, and the percentile people "
        "gave them. A calibrated model lies on the diagonal; a cautious one is flatter.",
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
                             .x_title = "predicted, unseen",
                             .y_title = "observed",
                             .series = series,
                             .n_series = 2,
                             .diagonal = true,
                             .has_x_range = true,
                             .has_y_range = true,
                             .x_max = 100,
                             .y_max = 100};
    report_chart(r, "calibration-chart", "Calibration plot", "", &chart);
}

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static lw_status put_residuals(struct report *r, const struct report_study *s,
                               struct lw_error *err) {
    static const char *const columns[] = {"group", "levels", "mean residual",
                                          "mean absolute residual", "rho"};
    const struct lw_evidence *e = &s->l->e;
    double *residual = lw_arena_zero(&r->arena, e->n + 1, sizeof *residual);
    double *pairs = lw_arena_zero(&r->arena, 2 * (e->n + 1), sizeof *pairs);
    struct lw_chart_bean *beans =
        lw_arena_zero(&r->arena, e->n_groups + 1, sizeof *beans);
    double *sorted = lw_arena_zero(&r->arena, e->n + 1, sizeof *sorted);
    size_t done = 0;
    if (residual == NULL || pairs == NULL || beans == NULL || sorted == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < e->n; i++) {
        residual[i] = e->y[i] - s->judged->prediction[i];
    }
    struct report_part *part = report_table(r, "groups", "Residuals by group",
                                            "Observed less predicted difficulty; above "
                                            "zero: harder for people than expected. "
                                            "Each group was predicted from all others.",
                                            columns, N(columns));
    for (size_t g = 0; g < e->n_groups; g++) {
        double *x = pairs, *y = pairs + e->n + 1, sum = 0, absolute = 0;
        size_t n = 0;
        for (size_t i = 0; i < e->n; i++) {
            if (e->group[i] == g) {
                x[n] = s->judged->prediction[i];
                y[n] = e->y[i];
                sorted[done + n++] = residual[i];
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
        beans[g] = (struct lw_chart_bean){s->l->group_names[g], sorted + done, n};
        done += n;
        report_text(r, part, s->l->group_names[g]);
        report_number(r, part, (double)n);
        report_number(r, part, sum / (double)n);
        report_number(r, part, absolute / (double)n);
        report_number(r, part, rank.spearman);
    }
    report_beans(r, "groups-chart", "Residuals by group, as beans", "",
                 "observed less predicted", beans, e->n_groups);
    return LW_OK;
}

static lw_status put_qq(struct report *r, const struct report_study *s,
                        struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    double *sample = lw_arena_zero(&r->arena, e->n + 1, sizeof *sample);
    double *normal = lw_arena_zero(&r->arena, e->n + 1, sizeof *normal);
    if (sample == NULL || normal == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < e->n; i++) {
        sample[i] = e->y[i] - s->judged->prediction[i];
        normal[i] = lw_norm_quantile(((double)i + 0.5) / (double)e->n);
    }
    double mean = lw_mean(sample, e->n), sd = sqrt(lw_variance(sample, e->n));
    for (size_t i = 0; i < e->n; i++) {
        sample[i] = sd > 0 ? (sample[i] - mean) / sd : 0;
    }
    qsort(sample, e->n, sizeof *sample, rising);
    struct lw_chart_series points = {.label = "a level's residual",
                                     .mark = LW_MARK_POINTS,
                                     .x = normal,
                                     .y = sample,
                                     .n = e->n};
    struct lw_chart chart = {.title = "Residuals against a normal distribution",
                             .x_title = "normal quantile",
                             .y_title = "standardised residual",
                             .series = &points,
                             .n_series = 1,
                             .diagonal = true};
    report_chart(r, "qq", "QQ plot of the residuals",
                 "On the line the residuals are normal; tails that bend away are levels "
                 "the model misses by more than chance.",
                 &chart);
    return LW_OK;
}

/* Features that every level has and that are not constant, side by side. */
static size_t whole_features(struct report *r, const struct report_study *s,
                             const char **names, double *x, size_t room) {
    const struct lw_evidence *e = &s->l->e;
    size_t k = 0;
    for (size_t j = 0; j < e->p; j++) {
        double *column = s->l->columns[j] ? whole_column(r, e, j) : NULL;
        if (column != NULL && e->n > 1 && lw_variance(column, e->n) > 0) {
            names[k] = e->names[j];
            for (size_t i = 0; i < e->n; i++) {
                x[i * room + k] = column[i];
            }
            k++;
        }
    }
    for (size_t i = 0; i < e->n; i++) {
        memmove(x + i * k, x + i * room, k * sizeof *x);
    }
    return k;
}

static void put_scree(struct report *r, const struct lw_components *pca) {
    static const char *const columns[] = {"component", "eigenvalue", "share of variance"};
    double *number = lw_arena_zero(&r->arena, 2 * (pca->p + 1), sizeof *number);
    struct report_part *part = report_table(
        r, "components", "Principal components of the features",
        "Of the correlation matrix; components with an eigenvalue above one are kept.",
        columns, N(columns));
    if (number == NULL) {
        r->failed = true;
        return;
    }
    double *one = number + pca->p + 1;
    for (size_t i = 0; i < pca->p; i++) {
        number[i] = (double)(i + 1);
        one[i] = 1;
        report_number(r, part, number[i]);
        report_number(r, part, pca->eigenvalues[i]);
        report_number(r, part, pca->eigenvalues[i] / (double)pca->p);
    }
    struct lw_chart_series series[] = {{.label = "eigenvalue",
                                        .mark = LW_MARK_LINE,
                                        .x = number,
                                        .y = pca->eigenvalues,
                                        .n = pca->p},
                                       {.label = "one",
                                        .mark = LW_MARK_LINE,
                                        .x = number,
                                        .y = one,
                                        .n = pca->p,
                                        .dashed = true}};
    struct lw_chart chart = {.title = "Scree plot",
                             .x_title = "component",
                             .y_title = "eigenvalue",
                             .series = series,
                             .n_series = 2};
    report_chart(r, "scree", "Scree plot", "", &chart);
}

static void put_loadings(struct report *r, const struct lw_components *pca,
                         const char *const *names) {
    static const char *const columns[] = {"feature", "component", "loading",
                                          "communality"};
    struct report_part *part =
        report_table(r, "loadings", "Loadings after varimax",
                     "For every feature the rotated component it belongs to most.",
                     columns, N(columns));
    for (size_t j = 0; j < pca->p; j++) {
        size_t best = 0;
        for (size_t c = 1; c < pca->k; c++) {
            if (fabs(pca->varimax[j * pca->k + c]) >
                fabs(pca->varimax[j * pca->k + best])) {
                best = c;
            }
        }
        report_text(r, part, names[j]);
        report_number(r, part, (double)(best + 1));
        report_number(r, part, pca->k > 0 ? pca->varimax[j * pca->k + best] : NAN);
        report_number(r, part, pca->communality[j]);
    }
}

/* Left out, with the reason in its place, when the features allow no components. */
static lw_status put_components(struct report *r, const struct report_study *s,
                                struct lw_error *err) {
    static const char *const columns[] = {"reason"};
    const struct lw_evidence *e = &s->l->e;
    const char **names = lw_arena_zero(&r->arena, e->p + 1, sizeof *names);
    double *x = lw_arena_zero(&r->arena, e->n * e->p + 1, sizeof *x);
    struct lw_components pca;
    if (names == NULL || x == NULL) {
        return lw_fail_memory(err);
    }
    size_t k = whole_features(r, s, names, x, e->p);
    struct lw_error why = {.text = "fewer than two features vary"};
    lw_status status =
        k < 2 ? LW_BAD_INPUT : lw_components_fit(s->cli->alloc, x, e->n, k, &pca, &why);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK) {
        struct report_part *part =
            report_table(r, "components", "Principal components of the features",
                         "They could not be found.", columns, N(columns));
        report_text(r, part, why.text);
        return LW_OK;
    }
    put_scree(r, &pca);
    put_loadings(r, &pca, names);
    lw_components_free(&pca);
    return LW_OK;
}

lw_status report_fill(struct report *r, const struct report_study *s,
                      struct lw_error *err) {
    lw_status status = put_models(r, s, err);
    if (status == LW_OK) {
        put_errors(r, s);
        put_calibration(r, s);
        status = put_residuals(r, s, err);
    }
    if (status == LW_OK) {
        status = put_qq(r, s, err);
    }
    if (status == LW_OK) {
        put_weights(r, s);
        status = put_correlations(r, s, err);
    }
    if (status == LW_OK) {
        status = put_components(r, s, err);
    }
    return status == LW_OK && r->failed ? lw_fail_memory(err) : status;
}
