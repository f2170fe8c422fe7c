/* The papers' estimates of difficulty as learners. */
#include "lw/difficulty/papers.h"
#include "lw/difficulty/paper_tables.h"

#include <math.h>
#include <string.h>

#include "learners/learner.h"
#include "papers/papers_internal.h"

const char *lw_paper_name(enum lw_paper paper) {
    static const char *const names[] = {
#define X(code, name) name,
        LW_PAPERS(X)
#undef X
    };
    return names[paper];
}

#define MAX_NEEDS 8
static const char *const needs[LW_N_PAPERS][MAX_NEEDS] = {
    [LW_PAPER_KARTAL] = {"blocks_3x3", "congestion_2", "boxes"},
    [LW_PAPER_KARTAL_GRID] = {"blocks_3x3", "boxes", "congestion:boxes",
                              "congestion:goals", "congestion:walls",
                              "congestion:boxes_by_open", "congestion:goals_by_open"},
    [LW_PAPER_SCHAA] = {"search_expanded", "search_open", "moves", "pushes"},
    [LW_PAPER_KHALIFA] = {"moves", "pushes", "width", "height", "player_lines",
                          "solution_moves", "greedy"},
};

size_t papers_find(const struct lw_evidence *e, const char *name) {
    size_t j = 0;
    while (j < e->p && strcmp(e->names[j], name) != 0) {
        j++;
    }
    return j;
}

const char *lw_paper_lacks(enum lw_paper paper, const struct lw_evidence *e) {
    for (size_t i = 0; i < MAX_NEEDS && needs[paper][i] != NULL; i++) {
        if (papers_find(e, needs[paper][i]) == e->p) {
            return needs[paper][i];
        }
    }
    return NULL;
}

/* The value of a feature that is known to be there; the mean where it is unknown. */
static double value_of(const struct lesson *l, size_t row, const char *name) {
    size_t j = papers_find(l->e, name);
    double value = l->e->x[row * l->e->p + j];
    if (isnan(value)) {
        const struct lw_scale *scale = &l->scales[j];
        value = scale->log ? expm1(scale->mean) : scale->mean;
    }
    return value;
}

/* A line through the learned rows' scores. */
static void line_through(const struct lesson *l, const double *score, double *slope,
                         double *intercept) {
    double n = 0, sx = 0, sy = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < l->e->n; i++) {
        n += l->learn[i];
        sx += l->learn[i] ? score[i] : 0;
        sy += l->learn[i] ? l->e->y[i] : 0;
    }
    double mx = sx / n, my = sy / n;
    for (size_t i = 0; i < l->e->n; i++) {
        if (l->learn[i]) {
            xx += (score[i] - mx) * (score[i] - mx);
            xy += (score[i] - mx) * (l->e->y[i] - my);
        }
    }
    *slope = xx > 0 ? xy / xx : 0;
    *intercept = my - *slope * mx;
}

static void predict_by_line(const struct lesson *l, const double *score,
                            double *prediction) {
    double slope, intercept;
    line_through(l, score, &slope, &intercept);
    for (size_t i = 0; i < l->e->n; i++) {
        prediction[i] = intercept + slope * score[i];
    }
}

static double kartal_score(double blocks, double congestion, double boxes) {
    return (5 * blocks + 10 * congestion + boxes) / 50;
}

static lw_status learn_kartal(const void *ctx, const struct lesson *l, double *prediction,
                              struct lw_error *err) {
    (void)ctx;
    (void)err;
    for (size_t i = 0; i < l->e->n; i++) {
        prediction[i] =
            kartal_score(value_of(l, i, "blocks_3x3"), value_of(l, i, "congestion_2"),
                         value_of(l, i, "boxes"));
    }
    predict_by_line(l, prediction, prediction);
    return LW_OK;
}

static double grid_score(const struct lesson *l, size_t row,
                         const struct lw_kartal_weights *w) {
    double congestion = (w->alpha * value_of(l, row, "congestion:boxes_by_open") +
                         w->beta * value_of(l, row, "congestion:goals_by_open")) /
                        w->gamma;
    return kartal_score(value_of(l, row, "blocks_3x3"), congestion,
                        value_of(l, row, "boxes"));
}

static lw_status learn_kartal_grid(const void *ctx, const struct lesson *l,
                                   double *prediction, struct lw_error *err) {
    struct papers_congestion best;
    (void)ctx;
    lw_status status = papers_grid_search(l->alloc, l->e, l->learn, true, &best, err);
    for (size_t i = 0; status == LW_OK && i < l->e->n; i++) {
        prediction[i] = grid_score(l, i, &best.weights);
    }
    if (status == LW_OK) {
        predict_by_line(l, prediction, prediction);
    }
    return status;
}

/* A*'s closed and open list, moves and pushes, all as logarithms. */
#define N_SCHAA 4
static const char *const schaa_names[N_SCHAA] = {"search_expanded", "search_open",
                                                 "moves", "pushes"};

static double schaa_value(const struct lesson *l, size_t row, size_t which) {
    return log1p(value_of(l, row, schaa_names[which]));
}

/* Which of the four ranks the learned rows best. */
static lw_status schaa_choose(const struct lesson *l, size_t *out, struct lw_error *err) {
    size_t n = l->e->n, bytes = 2 * n * sizeof(double);
    double best = -INFINITY, *work = lw_alloc_get(l->alloc, bytes);
    lw_status status = work == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t c = 0; status == LW_OK && c < N_SCHAA; c++) {
        struct lw_correlation r;
        size_t kept = 0;
        for (size_t i = 0; i < n; i++) {
            if (l->learn[i]) {
                work[kept] = schaa_value(l, i, c);
                work[n + kept++] = l->e->y[i];
            }
        }
        status = lw_correlate(l->alloc, work, work + n, kept, &r, err);
        if (status == LW_OK && r.defined && r.spearman > best) {
            best = r.spearman;
            *out = c;
        }
    }
    lw_alloc_free(l->alloc, work, bytes);
    return status;
}

static lw_status learn_schaa(const void *ctx, const struct lesson *l, double *prediction,
                             struct lw_error *err) {
    size_t which = 0;
    (void)ctx;
    lw_status status = schaa_choose(l, &which, err);
    for (size_t i = 0; status == LW_OK && i < l->e->n; i++) {
        prediction[i] = schaa_value(l, i, which);
    }
    if (status == LW_OK) {
        predict_by_line(l, prediction, prediction);
    }
    return status;
}

static double khalifa_score(const struct lesson *l, size_t row) {
    double values[LW_KHALIFA_TERMS];
    for (size_t i = 0; i < LW_KHALIFA_TERMS; i++) {
        values[i] = value_of(l, row, lw_khalifa_feature(i));
    }
    return lw_khalifa_score(values);
}

static lw_status learn_khalifa(const void *ctx, const struct lesson *l,
                               double *prediction, struct lw_error *err) {
    (void)ctx;
    (void)err;
    for (size_t i = 0; i < l->e->n; i++) {
        prediction[i] = khalifa_score(l, i);
    }
    predict_by_line(l, prediction, prediction);
    return LW_OK;
}

/* Van Kreveld's line: which columns. */
struct linear {
    const unsigned char *columns;
};

static bool in_line(const struct linear *line, const struct lesson *l, size_t column) {
    return line->columns != NULL ? line->columns[column] : l->e->line[column];
}

/* Least squares on the learned rows; beta: intercept first, then each column used. */
static lw_status fit_line(const struct linear *line, const struct lesson *l, double *beta,
                          size_t *n_beta, struct lw_error *err) {
    size_t n = 0, p = 1;
    for (size_t k = 0; k < l->e->p; k++) {
        p += in_line(line, l, k);
    }
    size_t bytes = l->e->n * (p + 1) * sizeof(double);
    double *x = lw_alloc_get(l->alloc, bytes), *y;
    if (x == NULL) {
        return lw_fail_memory(err);
    }
    y = x + l->e->n * p;
    for (size_t i = 0; i < l->e->n; i++) {
        if (!l->learn[i]) {
            continue;
        }
        size_t at = n * p;
        x[at++] = 1;
        for (size_t k = 0; k < l->e->p; k++) {
            if (in_line(line, l, k)) {
                x[at++] = value_of(l, i, l->e->names[k]);
            }
        }
        y[n++] = l->e->y[i];
    }
    struct lw_fit fit;
    lw_status status = lw_least_squares(
        l->alloc,
        &(struct lw_regression_data){.x = x, .y = y, .n = n, .p = p, .intercept = true},
        &fit, err);
    if (status == LW_OK) {
        memcpy(beta, fit.beta, p * sizeof *beta);
        *n_beta = p;
        lw_fit_free(&fit);
    } else if (status == LW_BAD_INPUT && n > p) {
        const char *names[LW_PAPER_MAX_LINE];
        size_t k = 0;
        for (size_t c = 0; c < l->e->p && k < LW_PAPER_MAX_LINE; c++) {
            if (in_line(line, l, c)) {
                names[k++] = l->e->names[c];
            }
        }
        status =
            papers_name_culprit(l->alloc,
                                &(struct lw_regression_data){
                                    .x = x, .y = y, .n = n, .p = k + 1 < p ? k + 1 : p},
                                p, names, err);
    }
    lw_alloc_free(l->alloc, x, bytes);
    return status;
}

static lw_status learn_linear(const void *ctx, const struct lesson *l, double *prediction,
                              struct lw_error *err) {
    const struct linear *line = ctx;
    size_t bytes = (l->e->p + 1) * sizeof(double), n_beta;
    double *beta = lw_alloc_get(l->alloc, bytes);
    lw_status status =
        beta == NULL ? lw_fail_memory(err) : fit_line(line, l, beta, &n_beta, err);
    for (size_t i = 0; status == LW_OK && i < l->e->n; i++) {
        size_t at = 1;
        prediction[i] = beta[0];
        for (size_t k = 0; k < l->e->p; k++) {
            if (in_line(line, l, k)) {
                prediction[i] += beta[at++] * value_of(l, i, l->e->names[k]);
            }
        }
    }
    lw_alloc_free(l->alloc, beta, bytes);
    return status;
}

static lw_status check_features(enum lw_paper paper, const struct lw_evidence *e,
                                const unsigned char *columns, struct lw_error *err) {
    const char *lacks = lw_paper_lacks(paper, e);
    if (paper == LW_PAPER_LINEAR && columns == NULL && e->line == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "model linear has no features of its own for this game; name them "
                       "with --features");
    }
    return lacks == NULL ? LW_OK
                         : lw_fail(err, LW_BAD_INPUT, 0, 0,
                                   "model %s needs the feature '%s', which is not there",
                                   lw_paper_name(paper), lacks);
}

lw_status lw_paper_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         enum lw_paper paper, const unsigned char *columns,
                         struct lw_judged *out, struct lw_error *err) {
    static lw_status (*const learns[LW_N_PAPERS])(const void *, const struct lesson *,
                                                  double *, struct lw_error *) = {
        learn_linear, learn_kartal, learn_kartal_grid, learn_schaa, learn_khalifa};
    const struct linear line = {.columns = columns};
    const struct learner learner = {.n_settings = 1,
                                    .phase = "judging a paper's model",
                                    .ctx = &line,
                                    .learn = learns[paper]};
    lw_status status = check_features(paper, e, columns, err);
    return status == LW_OK ? learner_judge(runtime, e, NULL, &learner, out, err) : status;
}

/* Turns weights per unit of a feature into a term's. */
static void plain_term(struct lw_model *out, const struct lesson *l, size_t column,
                       bool log_scale, double per_unit) {
    struct lw_model_term *term = &out->terms[out->n_terms++];
    double sum = 0, squares = 0, n = (double)l->e->n;
    *term = (struct lw_model_term){.feature = l->e->names[column],
                                   .log = log_scale,
                                   .low = INFINITY,
                                   .high = -INFINITY};
    for (size_t i = 0; i < l->e->n; i++) {
        double value = value_of(l, i, l->e->names[column]);
        value = log_scale ? log1p(value) : value;
        sum += value;
        term->low = fmin(term->low, value);
        term->high = fmax(term->high, value);
    }
    term->mean = sum / n;
    for (size_t i = 0; i < l->e->n; i++) {
        double value = value_of(l, i, l->e->names[column]);
        value = (log_scale ? log1p(value) : value) - term->mean;
        squares += value * value;
    }
    term->sd = squares > 0 ? sqrt(squares / (n - 1)) : 1;
    term->weight = per_unit * term->sd;
    out->intercept += per_unit * term->mean;
}

static lw_status fill_linear(const struct lesson *l, const unsigned char *columns,
                             struct lw_model *out, struct lw_error *err) {
    const struct linear line = {.columns = columns};
    size_t bytes = (l->e->p + 1) * sizeof(double), n_beta, at = 1;
    double *beta = lw_alloc_get(l->alloc, bytes);
    lw_status status =
        beta == NULL ? lw_fail_memory(err) : fit_line(&line, l, beta, &n_beta, err);
    out->intercept = status == LW_OK ? beta[0] : 0;
    for (size_t k = 0; status == LW_OK && k < l->e->p; k++) {
        if (in_line(&line, l, k)) {
            plain_term(out, l, k, false, beta[at++]);
        }
    }
    lw_alloc_free(l->alloc, beta, bytes);
    return status;
}

/* A fixed score's line; score: [n], room for it. */
static lw_status fill_kartal(const struct lesson *l, bool grid, double *score,
                             struct lw_model *out, struct lw_error *err) {
    struct papers_congestion found = {.weights = {1, 1, 1}};
    const struct lw_kartal_weights *w = &found.weights;
    double slope;
    lw_status status = LW_OK;
    if (grid && (papers_find(l->e, "congestion_2") == l->e->p ||
                 papers_find(l->e, "congestion_boxes") == l->e->p)) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "a model file of kartal-grid needs the features 'congestion_2' "
                         "and 'congestion_boxes', which are not there");
    } else if (grid) {
        status = papers_grid_search(l->alloc, l->e, l->learn, true, &found, err);
    }
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < l->e->n; i++) {
        score[i] =
            grid ? grid_score(l, i, w)
                 : kartal_score(value_of(l, i, "blocks_3x3"),
                                value_of(l, i, "congestion_2"), value_of(l, i, "boxes"));
    }
    line_through(l, score, &slope, &out->intercept);
    double congestion = slope * 10 / 50 / w->gamma;
    plain_term(out, l, papers_find(l->e, "blocks_3x3"), false, slope * 5 / 50);
    plain_term(out, l, papers_find(l->e, "boxes"), false, slope / 50);
    /* What congestion_2 has of goals is all of it less the boxes' part. */
    plain_term(out, l, papers_find(l->e, "congestion_2"), false, congestion * w->beta);
    if (grid) {
        plain_term(out, l, papers_find(l->e, "congestion_boxes"), false,
                   congestion * (w->alpha - w->beta));
    }
    return LW_OK;
}

static lw_status fill_schaa(const struct lesson *l, double *score, struct lw_model *out,
                            struct lw_error *err) {
    size_t which = 0;
    double slope;
    lw_status status = schaa_choose(l, &which, err);
    for (size_t i = 0; status == LW_OK && i < l->e->n; i++) {
        score[i] = schaa_value(l, i, which);
    }
    if (status == LW_OK) {
        line_through(l, score, &slope, &out->intercept);
        plain_term(out, l, papers_find(l->e, schaa_names[which]), true, slope);
    }
    return status;
}

static void fill_khalifa(const struct lesson *l, double *score, struct lw_model *out) {
    for (size_t i = 0; i < l->e->n; i++) {
        score[i] = khalifa_score(l, i);
    }
    out->kind = LW_MODEL_KHALIFA;
    line_through(l, score, &out->slope, &out->intercept);
    for (size_t i = 0; i < LW_KHALIFA_TERMS; i++) {
        plain_term(out, l, papers_find(l->e, lw_khalifa_feature(i)), false, 0);
    }
}

static lw_status fill_score(const struct lesson *l, enum lw_paper paper,
                            struct lw_model *out, struct lw_error *err) {
    size_t bytes = l->e->n * sizeof(double);
    double *score = lw_alloc_get(l->alloc, bytes);
    lw_status status = score == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK && paper == LW_PAPER_KHALIFA) {
        fill_khalifa(l, score, out);
    } else if (status == LW_OK) {
        status = paper == LW_PAPER_SCHAA
                     ? fill_schaa(l, score, out, err)
                     : fill_kartal(l, paper == LW_PAPER_KARTAL_GRID, score, out, err);
    }
    lw_alloc_free(l->alloc, score, bytes);
    return status;
}

lw_status lw_paper_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         enum lw_paper paper, const struct lw_model_request *request,
                         struct lw_model *out, struct lw_error *err) {
    struct lw_arena arena;
    struct lesson lesson;
    *out = (struct lw_model){.game = request->game};
    lw_arena_init(&arena, alloc);
    lw_arena_init(&out->arena, alloc);
    lw_status status = check_features(paper, e, request->columns, err);
    if (status == LW_OK) {
        status = lesson_make(&arena, e, NULL, e->n_groups, &lesson, err);
    }
    if (status == LW_OK) {
        status = lw_model_fill(e, &(struct lw_line){.scales = lesson.scales}, request,
                               out, err);
    }
    if (status == LW_OK) {
        out->n_terms = 0; /* only its own features stay */
        status = paper == LW_PAPER_LINEAR
                     ? fill_linear(&lesson, request->columns, out, err)
                     : fill_score(&lesson, paper, out, err);
    }
    if (status != LW_OK) {
        lw_model_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
