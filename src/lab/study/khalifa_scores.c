/* Khalifa's Figure 9: the system's score and people's; and what each part of it does. */
#include <math.h>
#include <string.h>

#include "study/khalifa.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MAX_SERIES 8

/* The system's score of each level; NaN where it is not of the chosen group. */
static void system_scores(const struct khalifa *k, const char *feature,
                          enum khalifa_side side, size_t group, double *out) {
    for (size_t l = 0; l < k->levels.n; l++) {
        bool own = k->levels.levels[l].value != NULL &&
                   (side == KHALIFA_SIDES || k->of[side][l] == group);
        out[l] = own ? study_level_feature(&k->levels.levels[l], feature) : (double)NAN;
    }
}

static lw_status put_row(struct khalifa *k, struct report_part *part, const char *name,
                         const double *x, struct lw_error *err) {
    struct lw_correlation c;
    lw_status status = study_correlate(k->r, x, k->human, k->levels.n, &c, err);
    report_text(k->r, part, name);
    study_put_correlation(k->r, part, &c);
    return status;
}

static lw_status put_figure(struct khalifa *k, double *x, struct lw_error *err) {
    static const char *const columns[] = {"levels of", STUDY_CORRELATION_COLUMNS};
    struct report *r = k->r;
    struct report_part *part = report_table(
        r, "scores", "The system's score and people's",
        "A level is an observation: the system's score and the mean score of the people "
        "who played it. The registered primary analysis is Spearman's correlation over "
        "all levels. The paper shows the points, speaks of a good correlation and gives "
        "no number.",
        columns, N(columns));
    report_about(r, part, "Figure 9 of the paper", (double)k->plays.n_people);
    system_scores(k, "score", KHALIFA_SIDES, 0, x);
    lw_status status = put_row(k, part, "all games and techniques", x, err);
    for (int side = 0; side < KHALIFA_SIDES; side++) {
        for (size_t g = 0; g < k->n[side] && status == LW_OK; g++) {
            system_scores(k, "score", (enum khalifa_side)side, g, x);
            status = put_row(k, part,
                             report_print(r, "%s %s",
                                          side == KHALIFA_GAME ? "game" : "technique",
                                          k->names[side][g]),
                             x, err);
        }
    }
    return status;
}

static void draw_figure(struct khalifa *k) {
    struct report *r = k->r;
    struct lw_chart_series series[MAX_SERIES + 1];
    size_t n = 0, levels = k->levels.n, games = k->n[KHALIFA_GAME];
    double *all = lw_arena_zero(&r->arena, (games + 1) * levels + 1, sizeof *all);
    double xs[2], ys[2];
    if (all == NULL) {
        r->failed = true;
        return;
    }
    for (size_t g = 0; g < games && g < MAX_SERIES; g++) {
        double *x = all + (g + 1) * levels;
        system_scores(k, "score", KHALIFA_GAME, g, x);
        series[n++] = (struct lw_chart_series){.label = k->names[KHALIFA_GAME][g],
                                               .mark = LW_MARK_POINTS,
                                               .x = x,
                                               .y = k->human,
                                               .n = levels};
    }
    system_scores(k, "score", KHALIFA_SIDES, 0, all);
    if (study_line_through(all, k->human, levels, xs, ys)) {
        series[n++] = (struct lw_chart_series){.label = "least squares",
                                               .mark = LW_MARK_LINE,
                                               .x = xs,
                                               .y = ys,
                                               .n = 2,
                                               .dashed = true};
    }
    struct report_part *part = report_chart(
        r, "scores-chart", "The system's score and people's, all games",
        "A point is a level, its mark the game that it is of; the line is least squares "
        "over all.",
        &(struct lw_chart){.title = "The system's score and people's",
                           .x_title = "score of the system",
                           .y_title = "mean score of people",
                           .series = series,
                           .n_series = n});
    report_about(r, part, "Figure 9 of the paper", (double)k->plays.n_people);
}

static lw_status put_parts(struct khalifa *k, double *x, struct lw_error *err) {
    static const char *const columns[] = {"part of the score", STUDY_CORRELATION_COLUMNS};
    const struct lw_game_kind *kind = k->levels.levels[k->plays.plays[0].level].kind;
    const struct lw_feature_ops *ops = kind == NULL ? NULL : kind->features;
    struct report *r = k->r;
    lw_status status = LW_OK;
    struct report_part *part = report_table(
        r, "parts", "What each part of the system's score does",
        "Over all levels. A part that is the same for all levels has no correlation (a "
        "dash): every level here is proved to be winnable, so the part for playing may "
        "not vary.",
        columns, N(columns));
    report_about(r, part, "Level Evaluator of the paper", (double)k->plays.n_people);
    for (size_t f = 0; ops != NULL && f < ops->n_features && status == LW_OK; f++) {
        const char *name = ops->features[f].name;
        if (strncmp(name, "score-", 6) == 0) {
            system_scores(k, name, KHALIFA_SIDES, 0, x);
            status = put_row(k, part, name + 6, x, err);
        }
    }
    return status;
}

lw_status khalifa_put_scores(struct khalifa *k, struct lw_error *err) {
    double *x = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof *x);
    if (x == NULL) {
        return lw_fail_memory(err);
    }
    (void)report_section(k->r, "The system's score and people's",
                         "Khalifa and Fayek 2015, results.");
    lw_status status = put_figure(k, x, err);
    if (status == LW_OK) {
        draw_figure(k);
        status = put_parts(k, x, err);
    }
    return status;
}
