/* What a report says about the features: what goes with difficulty, the weights the model
 * gives them, and how they hang together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "charts/charts.h"
#include "report/report.h"

#define N(array) (sizeof(array) / sizeof *(array))

/* Features known for fewer levels than this share take no part in the components. */
#define LEAST_KNOWN 0.8

lw_status report_known_init(struct report_known *known, struct report *r,
                            const struct lw_evidence *e, struct lw_error *err) {
    known->x = lw_arena_zero(&r->arena, 2 * (e->n + 1), sizeof *known->x);
    known->group = lw_arena_zero(&r->arena, e->n + 1, sizeof *known->group);
    if (known->x == NULL || known->group == NULL) {
        return lw_fail_memory(err);
    }
    known->y = known->x + e->n + 1;
    known->n = 0;
    return LW_OK;
}

void report_known_find(struct report_known *known, const struct lw_evidence *e,
                       size_t feature) {
    known->n = 0;
    for (size_t i = 0; i < e->n; i++) {
        double value = e->x[i * e->p + feature];
        if (isfinite(value)) {
            known->x[known->n] = value;
            known->y[known->n] = e->y[i];
            known->group[known->n++] = e->group[i];
        }
    }
}

/* One feature against difficulty, on the levels that have it. */
struct found {
    const char *name;
    struct lw_correlation r;
    double p_holm;
    bool everywhere;
};

static int by_strength(const void *a, const void *b) {
    const struct found *x = a, *y = b;
    double rx = isnan(x->r.spearman) ? -1 : fabs(x->r.spearman);
    double ry = isnan(y->r.spearman) ? -1 : fabs(y->r.spearman);
    return rx != ry ? (rx < ry) - (rx > ry) : strcmp(x->name, y->name);
}

static void put_found(struct report *r, struct report_part *part, const struct found *f) {
    bool exact = !isnan(f->r.kendall_p_exact);
    report_text(r, part, f->name);
    report_number(r, part, (double)f->r.n);
    report_number(r, part, f->r.spearman);
    report_number(r, part, f->r.spearman_p);
    report_number(r, part, f->p_holm);
    report_number(r, part, f->r.pearson);
    report_number(r, part, f->r.pearson_p);
    report_number(r, part, f->r.kendall);
    report_number(r, part, exact ? f->r.kendall_p_exact : f->r.kendall_p);
    report_text(r, part,
                f->r.n < 3      ? "undefined: fewer than three levels have a value"
                : !f->r.defined ? "undefined: the same in every level"
                : f->everywhere ? ""
                                : "the other levels have no value");
}

/* Correlates every feature that was asked for; *n_defined of them vary. */
static lw_status find_all(struct report *r, const struct report_study *s,
                          struct found *found, size_t *n, struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    struct report_known known;
    lw_status status = report_known_init(&known, r, e, err);
    for (size_t j = 0; status == LW_OK && j < e->p; j++) {
        if (!s->l->columns[j]) {
            continue;
        }
        struct found *f = &found[(*n)++];
        struct lw_error ignored;
        report_known_find(&known, e, j);
        *f = (struct found){
            .name = e->names[j], .p_holm = NAN, .everywhere = known.n == e->n};
        /* Too few levels leave everything undefined, which the table says. */
        if (lw_correlate(s->cli->alloc, known.x, known.y, known.n, &f->r, &ignored) ==
            LW_NO_MEMORY) {
            status = lw_fail_memory(err);
        }
    }
    return status;
}

static lw_status adjust(struct report *r, const struct report_study *s,
                        struct found *found, size_t n, struct lw_error *err) {
    double *p = lw_arena_zero(&r->arena, 2 * (n + 1), sizeof *p);
    size_t n_defined = 0;
    if (p == NULL) {
        return lw_fail_memory(err);
    }
    while (n_defined < n && !isnan(found[n_defined].r.spearman_p)) {
        p[n_defined] = found[n_defined].r.spearman_p;
        n_defined++;
    }
    if (n_defined > 0 &&
        lw_p_adjust(s->cli->alloc, LW_ADJUST_HOLM, p, n_defined, p + n + 1) != LW_OK) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n_defined; i++) {
        found[i].p_holm = p[n + 1 + i];
    }
    return LW_OK;
}

lw_status report_correlations(struct report *r, const struct report_study *s,
                              struct lw_error *err) {
    static const char *const columns[] = {
        "feature", "levels",    "spearman", "spearman p", "spearman p, Holm",
        "pearson", "pearson p", "kendall",  "kendall p",  "note"};
    struct found *found = lw_arena_zero(&r->arena, s->l->e.p + 1, sizeof *found);
    size_t n = 0;
    lw_status status =
        found == NULL ? lw_fail_memory(err) : find_all(r, s, found, &n, err);
    if (status != LW_OK) {
        return status;
    }
    qsort(found, n, sizeof *found, by_strength);
    status = adjust(r, s, found, n, err);
    struct report_part *part = report_table(
        r, "correlations", "What correlates with difficulty",
        "Each feature against the difficulty for people, over all groups, on the levels "
        "that have a value: their number is in the second column. Strongest first. The p "
        "value marked Holm is adjusted for testing all of them.",
        columns, N(columns));
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        put_found(r, part, &found[i]);
    }
    return status;
}

static int by_weight(const void *a, const void *b) {
    const struct lw_model_term *x = *(const struct lw_model_term *const *)a;
    const struct lw_model_term *y = *(const struct lw_model_term *const *)b;
    double wx = fabs(x->weight), wy = fabs(y->weight);
    return (wx < wy) - (wx > wy);
}

void report_weights(struct report *r, const struct report_study *s) {
    static const char *const columns[] = {"feature", "weight", "logarithm", "mean",
                                          "standard deviation"};
    const struct lw_model *m = s->model;
    const char **names = lw_arena_zero(&r->arena, m->n_terms + 1, sizeof *names);
    double *weights = lw_arena_zero(&r->arena, m->n_terms + 1, sizeof *weights);
    const struct lw_model_term **order =
        lw_arena_zero(&r->arena, m->n_terms + 1, sizeof *order);
    struct report_part *part =
        report_table(r, "weights", "Fitted weights",
                     "Weights of the model fitted to all levels, largest first: the "
                     "change in predicted difficulty for one more standard deviation of "
                     "the feature (or of its logarithm).",
                     columns, N(columns));
    if (names == NULL || weights == NULL || order == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < m->n_terms; i++) {
        order[i] = &m->terms[i];
    }
    qsort(order, m->n_terms, sizeof *order, by_weight);
    for (size_t i = 0; i < m->n_terms; i++) {
        report_text(r, part, order[i]->feature);
        report_number(r, part, order[i]->weight);
        report_text(r, part, order[i]->log ? "yes" : "no");
        report_number(r, part, order[i]->mean);
        report_number(r, part, order[i]->sd);
        names[i] = order[i]->feature;
        weights[i] = order[i]->weight;
    }
    struct lw_chart_series bars = {.mark = LW_MARK_BARS, .y = weights, .n = m->n_terms};
    struct lw_chart chart = {
        .title = "Weights",
        .x_title =
            "change in predicted difficulty per standard deviation; harder to the right",
        .series = &bars,
        .n_series = 1,
        .categories = names};
    report_chart(r, "weights-chart", "Fitted weights as a chart",
                 "The same weights. Correlated features share one effect between them, "
                 "so a single bar does not show a cause.",
                 &chart);
}

/* Levels and features without a gap, row-major; what had to stay out is counted. */
struct whole {
    const char **names;
    double *x;
    size_t n, p, n_gaps, n_constant;
};

static bool varies(const struct lw_evidence *e, const unsigned char *keep, size_t j) {
    double first = NAN;
    for (size_t i = 0; i < e->n; i++) {
        double value = e->x[i * e->p + j];
        if (keep[i] && isnan(first)) {
            first = value;
        } else if (keep[i] && value != first) {
            return true;
        }
    }
    return false;
}

static lw_status gather_whole(struct report *r, const struct report_study *s,
                              struct whole *w, struct lw_error *err) {
    const struct lw_evidence *e = &s->l->e;
    unsigned char *keep = lw_arena_zero(&r->arena, e->n + 1, 1);
    unsigned char *use = lw_arena_zero(&r->arena, e->p + 1, 1);
    w->names = lw_arena_zero(&r->arena, e->p + 1, sizeof *w->names);
    w->x = lw_arena_zero(&r->arena, e->n * e->p + 1, sizeof *w->x);
    if (keep == NULL || use == NULL || w->names == NULL || w->x == NULL) {
        return lw_fail_memory(err);
    }
    memset(keep, 1, e->n);
    for (size_t j = 0; j < e->p; j++) {
        size_t known = 0;
        for (size_t i = 0; i < e->n; i++) {
            known += isfinite(e->x[i * e->p + j]) != 0;
        }
        use[j] = s->l->columns[j] && (double)known >= LEAST_KNOWN * (double)e->n;
        w->n_gaps += s->l->columns[j] && !use[j];
        for (size_t i = 0; use[j] && i < e->n; i++) {
            keep[i] = keep[i] && isfinite(e->x[i * e->p + j]);
        }
    }
    for (size_t j = 0; j < e->p; j++) {
        bool constant = use[j] && !varies(e, keep, j);
        w->n_constant += constant;
        use[j] = use[j] && !constant;
        if (use[j]) {
            w->names[w->p++] = e->names[j];
        }
    }
    double *to = w->x;
    for (size_t i = 0; i < e->n; i++) {
        for (size_t j = 0; keep[i] && j < e->p; j++) {
            if (use[j]) {
                *to++ = e->x[i * e->p + j];
            }
        }
        w->n += keep[i];
    }
    return LW_OK;
}

static void put_scree(struct report *r, const struct lw_components *pca,
                      const char *note) {
    static const char *const columns[] = {"component", "eigenvalue", "share of variance",
                                          "together"};
    double *room = lw_arena_zero(&r->arena, 3 * pca->p, sizeof *room), together = 0;
    struct lw_chart_series series[CHART_SCREE_SERIES];
    struct report_part *part =
        report_table(r, "components", "Principal components of the features", note,
                     columns, N(columns));
    if (room == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < pca->p; i++) {
        together += pca->eigenvalues[i] / (double)pca->p;
        report_number(r, part, (double)(i + 1));
        report_number(r, part, fmax(0, pca->eigenvalues[i]));
        report_number(r, part, fmax(0, pca->eigenvalues[i] / (double)pca->p));
        report_number(r, part, together);
    }
    chart_scree_series(pca, room, series);
    struct lw_chart chart = {.title = "Scree plot",
                             .x_title = "component",
                             .y_title = "eigenvalue",
                             .series = series,
                             .n_series = CHART_SCREE_SERIES};
    report_chart(
        r, "scree", "Scree plot",
        "How much variance each component explains; 1 is that of a single feature.",
        &chart);
}

static void put_loadings(struct report *r, const struct lw_components *pca,
                         const char *const *names) {
    static const char *const columns[] = {"feature", "component", "loading",
                                          "communality"};
    struct report_part *part = report_table(
        r, "loadings", "Loadings after varimax",
        pca->k > 0 ? "For every feature, the rotated component it loads on most, and the "
                     "share of its variance that all kept components explain."
                   : "No eigenvalue is above one, so no component is kept.",
        columns, N(columns));
    for (size_t j = 0; pca->k > 0 && j < pca->p; j++) {
        size_t best = 0;
        for (size_t c = 1; c < pca->k; c++) {
            if (fabs(pca->varimax[j * pca->k + c]) >
                fabs(pca->varimax[j * pca->k + best])) {
                best = c;
            }
        }
        report_text(r, part, names[j]);
        report_number(r, part, (double)(best + 1));
        report_number(r, part, pca->varimax[j * pca->k + best]);
        report_number(r, part, pca->communality[j]);
    }
}

/* Left out, with the reason in its place, when the features allow no components. */
lw_status report_components(struct report *r, const struct report_study *s,
                            struct lw_error *err) {
    static const char *const columns[] = {"reason"};
    struct whole w = {.names = NULL};
    struct lw_components pca;
    struct lw_error why = {.text = "fewer than two features are known and vary"};
    lw_status status = gather_whole(r, s, &w, err);
    if (status != LW_OK) {
        return status;
    }
    status = w.p < 2 ? LW_BAD_INPUT
                     : lw_components_fit(
                           s->cli->alloc,
                           &(struct lw_components_data){.x = w.x, .n = w.n, .p = w.p},
                           &pca, &why);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK) {
        struct report_part *part =
            report_table(r, "components", "Principal components of the features",
                         "They could not be computed.", columns, N(columns));
        report_text(r, part, why.text);
        return LW_OK;
    }
    char note[400];
    (void)snprintf(
        note, sizeof note,
        "Of the correlation matrix of %zu features on the %zu of %zu levels that have "
        "all of them; components with an eigenvalue above one are kept. Left out: %zu "
        "features that a fifth of the levels lack and %zu that do not vary.",
        w.p, w.n, s->l->e.n, w.n_gaps, w.n_constant);
    put_scree(r, &pca, note);
    put_loadings(r, &pca, w.names);
    lw_components_free(&pca);
    return LW_OK;
}
