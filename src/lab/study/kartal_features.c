/* Kartal's Table 1 and Figure 5: what goes with perceived difficulty, and the weights of
 * the evaluation. */
#include <math.h>
#include <string.h>

#include "lw/base/rng.h"
#include "lw/difficulty/paper_tables.h"
#include "lw/sokoban.h"
#include "study/estimates.h"
#include "study/kartal.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define DRAWS 500
#define DRAW_SEED 945
#define N_FOLDS 5

/* The rows of Table 1 with the paper's r of generated and of all levels, and the score,
 * whose r^2 of 0.91 is of the second study's twenty generated levels. */
static const struct {
    const char *feature, *title;
    double generated, all;
} rows[] = {{"tile_mixing", "Tile Mixing", -0.05, 0.17},
            {"blocks_3x3", "3x3 Block", 0.09, 0.24},
            {"boxes", "Box Count", 0.48, 0.23},
            {"goal_distance", "Goal distance", -0.16, 0.20},
            {"congestion_1", "Congestion v1", 0.41, 0.05},
            {"congestion_2", "Congestion v2", 0.43, 0.32},
            {"kartal_score", "score, eq. 3", 0.953939, NAN}};

static const char *const parts[] = {"congestion:boxes", "congestion:goals",
                                    "congestion:walls", "congestion:boxes_by_open",
                                    "congestion:goals_by_open"};
#define N_COLUMNS (N(rows) + N(parts))

/* What is known of the levels that were compared, by columns: x[c * n_items + i]. */
struct known {
    double *x;
    bool *generated;
    size_t n_generated;
};

static lw_status measure(struct kartal *k, struct known *known, struct lw_error *err) {
    bool *wanted = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof *wanted);
    known->x = lw_arena_zero(&k->r->arena, N_COLUMNS * k->n_items + 1, sizeof(double));
    known->generated = lw_arena_zero(&k->r->arena, k->n_items + 1, sizeof(bool));
    if (wanted == NULL || known->x == NULL || known->generated == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < k->n_items; i++) {
        wanted[k->item[i]] = true;
    }
    lw_status status =
        study_levels_measure(k->e, &k->levels, wanted, LW_COST_INSTANT, err);
    for (size_t i = 0; status == LW_OK && i < k->n_items; i++) {
        const struct study_level *level = &k->levels.levels[k->item[i]];
        struct lw_sokoban_congestion of = {NAN, NAN, NAN, NAN, NAN};
        double *x = known->x + i;
        if (level->kind != &lw_sokoban_kind ||
            lw_sokoban_congestion_of(level->level, k->e->runtime, &of, NULL) != LW_OK) {
            of = (struct lw_sokoban_congestion){NAN, NAN, NAN, NAN, NAN};
        }
        for (size_t c = 0; c < N(rows); c++) {
            x[c * k->n_items] = study_level_feature(level, rows[c].feature);
        }
        const double each[] = {of.boxes, of.goals, of.walls, of.boxes_by_open,
                               of.goals_by_open};
        for (size_t c = 0; c < N(parts); c++) {
            x[(N(rows) + c) * k->n_items] = each[c];
        }
        known->generated[i] = level->set->set->made_by == LW_STUDY_BY_PROGRAM;
        known->n_generated += known->generated[i];
    }
    return status;
}

static double plain_r(const double *x, const double *y, const bool *only, size_t n) {
    double count = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (size_t i = 0; i < n; i++) {
        if ((only == NULL || only[i]) && !isnan(x[i])) {
            count++;
            sx += x[i];
            sy += y[i];
            sxx += x[i] * x[i];
            syy += y[i] * y[i];
            sxy += x[i] * y[i];
        }
    }
    double vx = sxx - sx * sx / count, vy = syy - sy * sy / count;
    return vx > 0 && vy > 0 ? (sxy - sx * sy / count) / sqrt(vx * vy) : (double)NAN;
}

/* Of every row, with generated levels and with all: 95 % intervals of r when the people
 * are drawn anew, which takes a person's comparisons as one observation. */
struct drawn {
    double low[2], high[2];
};

static lw_status draw_people(struct kartal *k, const struct known *known,
                             struct drawn *out, struct lw_error *err) {
    struct lw_rng rng = lw_rng_make(DRAW_SEED, k->n_players);
    size_t *times = lw_arena_zero(&k->r->arena, k->n_players + 1, sizeof *times);
    double *means = lw_arena_zero(&k->r->arena, k->n_items + 1, sizeof *means);
    double *r = lw_arena_zero(&k->r->arena, N(rows) * 2 * DRAWS, sizeof *r);
    if (times == NULL || means == NULL || r == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t d = 0; d < DRAWS; d++) {
        memset(times, 0, k->n_players * sizeof *times);
        for (size_t p = 0; p < k->n_players; p++) {
            times[lw_rng_below(&rng, (uint32_t)k->n_players)]++;
        }
        kartal_means_of(k, times, means);
        for (size_t c = 0; c < 2 * N(rows); c++) {
            r[c * DRAWS + d] = plain_r(known->x + c / 2 * k->n_items, means,
                                       c % 2 == 0 ? known->generated : NULL, k->n_items);
        }
    }
    for (size_t c = 0; c < 2 * N(rows); c++) {
        study_draws_between(r + c * DRAWS, DRAWS, k->n_players, &out[c / 2].low[c % 2],
                            &out[c / 2].high[c % 2]);
    }
    return LW_OK;
}

static lw_status put_table(struct kartal *k, const struct known *known, bool all,
                           const struct drawn *drawn, struct lw_error *err) {
    static const char *const columns[] = {
        "feature",   "levels",    "r of the paper",    "r",
        "95 % from", "to",        "people drawn from", "to",
        "p",         "r\xc2\xb2", "Spearman \xcf\x81"};
    struct report *r = k->r;
    double *y = lw_arena_zero(&r->arena, k->n_items + 1, sizeof *y);
    if (y == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < k->n_items; i++) {
        y[i] = all || known->generated[i] ? k->mean[i] : (double)NAN;
    }
    struct report_part *part = report_table(
        r, all ? "features-all" : "features-generated",
        all ? "Features and perceived difficulty, all levels"
            : "Features and perceived difficulty, generated levels",
        "Pearson's r with TrueSkill's means. The first interval is over levels (Fisher's "
        "z); the second comes from drawing the people anew 500 times, which makes "
        "ratings noisier than they are, so that it lies somewhat near 0. The paper gives "
        "no intervals, and for the score r\xc2\xb2 = 0.91 over the 20 generated levels "
        "of its second study.",
        columns, N(columns));
    report_about(r, part,
                 all ? "Table 1 of the paper, all levels"
                     : "Table 1 of the paper, PCG levels, and its Figure 5",
                 (double)k->n_players);
    for (size_t c = 0; c < N(rows); c++) {
        struct lw_correlation found;
        lw_status status =
            study_correlate(r, known->x + c * k->n_items, y, k->n_items, &found, err);
        if (status != LW_OK) {
            return status;
        }
        report_text(r, part, rows[c].title);
        const double cells[] = {(double)found.n,
                                all ? rows[c].all : rows[c].generated,
                                found.pearson,
                                found.pearson_low,
                                found.pearson_high,
                                drawn[c].low[all],
                                drawn[c].high[all],
                                found.pearson_p,
                                found.pearson * found.pearson,
                                found.spearman};
        for (size_t i = 0; i < N(cells); i++) {
            report_number(r, part, cells[i]);
        }
    }
    return LW_OK;
}

static void draw_score(struct kartal *k, const struct known *known) {
    struct report *r = k->r;
    const double *score = known->x + (N(rows) - 1) * k->n_items;
    double *y = lw_arena_zero(&r->arena, 2 * k->n_items + 1, sizeof *y), xs[2], ys[2];
    if (y == NULL) {
        r->failed = true;
        return;
    }
    double *other = y + k->n_items;
    for (size_t i = 0; i < k->n_items; i++) {
        y[i] = known->generated[i] ? k->mean[i] : (double)NAN;
        other[i] = known->generated[i] ? (double)NAN : k->mean[i];
    }
    bool line = study_line_through(score, k->mean, k->n_items, xs, ys);
    const struct lw_chart_series series[] = {{.label = "generated",
                                              .mark = LW_MARK_POINTS,
                                              .x = score,
                                              .y = y,
                                              .n = k->n_items},
                                             {.label = "made by people",
                                              .mark = LW_MARK_POINTS,
                                              .x = score,
                                              .y = other,
                                              .n = k->n_items},
                                             {.label = "least squares",
                                              .mark = LW_MARK_LINE,
                                              .x = xs,
                                              .y = ys,
                                              .n = line ? 2 : 0}};
    struct report_part *part = report_chart(
        r, "score-chart", "Score and perceived difficulty",
        "A point is a level: the generator's score (eq. 3 with the paper's weights) and "
        "TrueSkill's mean. The paper's own figure has 20 levels and r\xc2\xb2 = 0.91.",
        &(struct lw_chart){.title = "Score and perceived difficulty",
                           .x_title = "score, eq. 3",
                           .y_title = "perceived difficulty (TrueSkill)",
                           .series = series,
                           .n_series = N(series)});
    report_about(r, part, "Figure 5 of the paper", (double)k->n_players);
}

static lw_status put_evaluation(struct kartal *k, const struct known *known,
                                struct lw_error *err) {
    static const char *const columns[] = {
        "levels", "n", "blocks",          "congestion",
        "boxes",  "r", "r with 5, 10, 1", "r on unseen levels"};
    struct report *r = k->r;
    size_t n = k->n_items;
    double *y = lw_arena_zero(&r->arena, n + 1, sizeof *y);
    if (y == NULL) {
        return lw_fail_memory(err);
    }
    struct report_part *part = report_table(
        r, "weights", "Weights of the evaluation, searched on a grid",
        "The weights of eq. 3 with the highest correlation, the largest as 1; the paper "
        "set 5, 10 and 1 by hand. A search always finds a correlation: the last column "
        "is of predictions for fifths of the levels that neither the search nor its line "
        "had seen.",
        columns, N(columns));
    report_about(r, part, "eq. 3 of the paper", (double)k->n_players);
    for (int all = 0; all < 2; all++) {
        struct lw_kartal_evaluation found;
        for (size_t i = 0; i < n; i++) {
            y[i] = all || known->generated[i] ? k->mean[i] : (double)NAN;
        }
        lw_status status =
            lw_kartal_evaluate(k->e->alloc,
                               &(struct lw_kartal_levels){known->x + n, known->x + 5 * n,
                                                          known->x + 2 * n, y, n},
                               N_FOLDS, &found, err);
        if (status != LW_OK) {
            return status;
        }
        report_text(r, part, all ? "all" : "generated");
        const double cells[] = {(double)found.n, found.blocks, found.congestion,
                                found.boxes,     found.r,      found.r_paper,
                                found.r_unseen};
        for (size_t i = 0; i < N(cells); i++) {
            report_number(r, part, cells[i]);
        }
    }
    return LW_OK;
}

/* Congestion's own weights, as the paper searched them. */
static lw_status put_congestion(struct kartal *k, const struct known *known,
                                struct lw_error *err) {
    static const char *const columns[] = {"metric", "alpha", "beta", "gamma",
                                          "r, all levels"};
    struct report *r = k->r;
    const char *names[N_COLUMNS];
    size_t n = k->n_items;
    double *x = lw_arena_zero(&r->arena, n * N_COLUMNS + 1, sizeof *x);
    unsigned char *generated = lw_arena_zero(&r->arena, n + 1, 1);
    size_t *group = lw_arena_zero(&r->arena, n + 1, sizeof *group);
    struct lw_kartal_table table;
    if (x == NULL || generated == NULL || group == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t c = 0; c < N_COLUMNS; c++) {
        names[c] = c < N(rows) ? rows[c].feature : parts[c - N(rows)];
        for (size_t i = 0; i < n; i++) {
            x[i * N_COLUMNS + c] = known->x[c * n + i];
            generated[i] = known->generated[i];
        }
    }
    const struct lw_evidence e = {.n = n,
                                  .p = N_COLUMNS,
                                  .n_groups = 1,
                                  .names = names,
                                  .x = x,
                                  .y = k->mean,
                                  .group = group};
    lw_status status = lw_kartal_table_of(k->e->alloc, &e, generated, &table, err);
    if (status != LW_OK) {
        return status;
    }
    struct report_part *part = report_table(
        r, "congestion", "Weights of congestion, searched on a grid",
        "Eq. 1 and eq. 2, the weights with the highest correlation. The paper does not "
        "print the weights that it found.",
        columns, N(columns));
    report_about(r, part, "eq. 1 and eq. 2 of the paper", (double)k->n_players);
    const struct {
        const char *name;
        struct lw_kartal_weights w;
        double r;
    } found[] = {{"Congestion v1, eq. 1", table.v1, table.r_v1},
                 {"Congestion v2, eq. 2", table.v2, table.r_v2}};
    for (size_t i = 0; i < N(found); i++) {
        report_text(r, part, found[i].name);
        report_number(r, part, found[i].w.alpha);
        report_number(r, part, found[i].w.beta);
        report_number(r, part, found[i].w.gamma);
        report_number(r, part, found[i].r);
    }
    return LW_OK;
}

lw_status kartal_features(struct kartal *k, struct lw_error *err) {
    struct known known = {0};
    struct drawn drawn[N(rows)];
    lw_status status = measure(k, &known, err);
    if (status == LW_OK) {
        status = draw_people(k, &known, drawn, err);
    }
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(k->r, "What makes levels hard",
                         "Kartal, Sohre and Guy 2016, Feature Analysis.");
    status = put_table(k, &known, false, drawn, err);
    if (status == LW_OK && known.n_generated < k->n_items) {
        status = put_table(k, &known, true, drawn, err);
    }
    if (status == LW_OK) {
        draw_score(k, &known);
        status = put_evaluation(k, &known, err);
    }
    if (status == LW_OK) {
        status = put_congestion(k, &known, err);
    }
    if (status == LW_OK) {
        const char *names[N(rows)];
        for (size_t c = 0; c < N(rows); c++) {
            names[c] = rows[c].feature;
        }
        kartal_script(k, names, N(rows), known.x);
    }
    return status;
}
