/* The design van Kreveld (2015): ratings, times and moves of levels predicted by a
 * weighted sum of their features. */
#include "study/vankreveld.h"

#include <math.h>
#include <string.h>

#include "study/estimates.h"
#include "study/script.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define T LW_VANKREVELD_TARGETS

/* What the paper printed of each game. */
struct published {
    const char *game, *figure, *table;
    double error[VANKREVELD_ERRORS];
    double levels, people;
};
static const struct published published[] = {
    {"flow",
     "Figure 4 of the paper",
     "Table I of the paper",
     {0.4103, 0.6502, 42.84, 12.19, 0.4040, 0.6423, 43.21, 11.86},
     40,
     86},
    {"lazors",
     "Figure 5 of the paper",
     "Table II of the paper",
     {1.0957, 1.5410, 96.79, 72.84, 1.0138, 1.4337, 108.39, 82.54},
     65,
     105},
    {"move",
     "Figure 6 of the paper",
     "Table III of the paper",
     {0.9456, 1.3399, 84.05, 63.45, 0.9276, 1.2930, 86.34, 64.35},
     80,
     57},
};

static const char *const targets[T] = {"Rating", "Scaled", "Time", "Moves"};

static const struct published *published_of(const struct vankreveld_study *v) {
    for (size_t i = 0; i < N(published); i++) {
        if (strcmp(published[i].game, v->kind->name) == 0) {
            return &published[i];
        }
    }
    return NULL;
}

/* The procedure's numbers with the ends of their intervals. */
struct found {
    struct vankreveld_numbers all, low, high;
};

/* Reading. */

static lw_status name_features(struct vankreveld_study *v, struct lw_error *err) {
    const char *line = v->kind->features == NULL ? NULL : v->kind->features->line;
    for (const char *at = line; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ",");
        const char *name = lw_arena_text(&v->r->arena, at, len);
        if (name == NULL) {
            return lw_fail_memory(err);
        }
        if (v->p < VANKREVELD_MAX_FEATURES) {
            v->names[v->p++] = name;
        }
        at += len + (at[len] == ',');
    }
    return v->p > 0 ? LW_OK
                    : lw_fail(err, LW_BAD_INPUT, 0, 0,
                              "the paper names no features for the game %s; the design "
                              "is for Flow, Lazors and Move",
                              v->kind->title);
}

static lw_status fill_rows(struct vankreveld_study *v, const bool *played,
                           struct lw_error *err) {
    v->x = lw_arena_zero(&v->r->arena, v->levels.n * v->p + 1, sizeof *v->x);
    v->row = lw_arena_zero(&v->r->arena, v->levels.n + 1, sizeof *v->row);
    v->level = lw_arena_zero(&v->r->arena, v->levels.n + 1, sizeof *v->level);
    if (v->x == NULL || v->row == NULL || v->level == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t l = 0; l < v->levels.n; l++) {
        bool known = played[l] && v->levels.levels[l].kind == v->kind;
        for (size_t k = 0; k < v->p && known; k++) {
            double value = study_level_feature(&v->levels.levels[l], v->names[k]);
            v->x[v->n * v->p + k] = value;
            known = !isnan(value);
        }
        v->row[l] = known ? v->n : SIZE_MAX;
        v->level[v->n] = l;
        v->n += known;
        v->n_unmeasured += played[l] && !known;
    }
    return LW_OK;
}

static lw_status take_solved(struct vankreveld_study *v, struct lw_error *err) {
    v->solved = lw_arena_zero(&v->r->arena, v->plays.n + 1, sizeof *v->solved);
    if (v->solved == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < v->plays.n; i++) {
        const struct study_play *play = &v->plays.plays[i];
        if (study_play_solved(play) && v->row[play->level] != SIZE_MAX) {
            v->solved[v->n_solved++] =
                (struct lw_human_play){.player = play->person,
                                       .level = v->row[play->level],
                                       .rating = play->answer[0],
                                       .seconds = play->seconds,
                                       .moves = play->moves};
        }
    }
    return LW_OK;
}

static lw_status read_study(struct vankreveld_study *v, struct lw_error *err) {
    static const char *const questions[] = {"rating", NULL};
    lw_status status = study_levels_read(v->e, &v->r->arena, &v->levels, err);
    if (status == LW_OK) {
        status = study_plays_read(v->e, &v->levels, questions, &v->plays, err);
    }
    bool *played = lw_arena_zero(&v->r->arena, v->levels.n + 1, sizeof *played);
    if (status == LW_OK && played == NULL) {
        status = lw_fail_memory(err);
    }
    if (status != LW_OK || v->plays.n == 0) {
        return status;
    }
    for (size_t i = 0; i < v->plays.n; i++) {
        played[v->plays.plays[i].level] = true;
    }
    status = study_levels_measure(v->e, &v->levels, played, LW_COST_SOLVE, err);
    if (status == LW_OK) {
        v->kind = v->levels.levels[v->plays.plays[0].level].kind;
        status = name_features(v, err);
    }
    if (status == LW_OK) {
        status = fill_rows(v, played, err);
    }
    return status == LW_OK ? take_solved(v, err) : status;
}

/* Tables. */

static void put_plays(const struct vankreveld_study *v, size_t n_flat) {
    static const char *const outcomes[] = {"solved", "gave-up", "time", "left", ""};
    static const char *const words[] = {"solved", "given up", "time was over",
                                        "left and not taken up again", "never ended"};
    static const char *const columns[] = {"plays", "number", STUDY_SHARE_COLUMNS};
    struct report *r = v->r;
    size_t rated = 0;
    struct report_part *part = report_table(
        r, "plays", "Plays",
        report_print(r,
                     "One level by one person, training left out. As in the paper only "
                     "solved levels are rated, and only they count in what follows; the "
                     "paper does not say what became of levels that people gave up. "
                     "%zu plays are of levels that the definition no longer has; %zu "
                     "played levels lack a feature and are left out; %zu people gave "
                     "every level the same rating and have no scaled one.",
                     v->plays.n_unknown, v->n_unmeasured, n_flat),
        columns, N(columns));
    report_about(r, part, NULL, (double)v->plays.n_people);
    for (size_t o = 0; o < N(outcomes); o++) {
        size_t n = 0;
        for (size_t i = 0; i < v->plays.n; i++) {
            n += strcmp(v->plays.plays[i].outcome, outcomes[o]) == 0;
        }
        report_text(r, part, words[o]);
        study_put_share(r, part, lw_share_of(n, v->plays.n));
    }
    for (size_t i = 0; i < v->n_solved; i++) {
        rated += !isnan(v->solved[i].rating);
    }
    report_text(r, part, "solved and rated");
    study_put_share(r, part, lw_share_of(rated, v->n_solved));
}

static void put_interval(struct report *r, struct report_part *part, double value,
                         double low, double high) {
    report_number(r, part, value);
    report_number(r, part, low);
    report_number(r, part, high);
}

/* The registered comparison: two intervals that overlap say nothing about the difference,
 * as both errors are of the same levels and people. */
static void put_gains(const struct vankreveld_study *v, const struct found *f) {
    static const char *const columns[] = {"target", "weighted", "less by", "95 % from",
                                          "to"};
    struct report *r = v->r;
    struct report_part *part = report_table(
        r, "gains", "By how much the difficulty function beats the mean",
        "The error when the mean of the other levels is the prediction, less that of the "
        "function: points for ratings, percent for time and moves. The interval is of "
        "the difference, when the people are drawn anew 200 times; above 0 the function "
        "predicts something.",
        columns, N(columns));
    report_about(r, part, NULL, (double)v->plays.n_people);
    for (size_t row = 0; row < VANKREVELD_ERRORS; row++) {
        size_t t = row / 2, i = t + row % 2 * T;
        report_text(r, part, targets[t]);
        report_text(r, part, row % 2 == 0 ? "no" : "by plays");
        put_interval(r, part, f->all.gain[i], f->low.gain[i], f->high.gain[i]);
    }
}

/* Two targets a table, so that it fits a page: ratings, then time and moves. */
static const char *pair_of(size_t first) {
    return first == 0 ? "ratings" : "play";
}

static void put_errors(const struct vankreveld_study *v, const struct found *f,
                       size_t first) {
    static const char *const columns[] = {
        "target", "weighted",         "levels",    "error", "95 % from",
        "to",     "the mean's error", "95 % from", "to",    "of the paper"};
    const struct published *paper = published_of(v);
    struct report *r = v->r;
    struct report_part *part = report_table(
        r, report_print(r, "errors-%s", pair_of(first)),
        first == 0 ? "Errors of the difficulty function: ratings"
                   : "Errors of the difficulty function: time and moves",
        report_print(
            r,
            "%s, once for levels alike and once weighted by plays. Each fifth of the "
            "levels, in the definition's order, is predicted from the others; beside it "
            "the error when their mean is the prediction: a function that does not beat "
            "it predicts nothing. People who are drawn twice make means of levels "
            "noisier than they are, so that intervals of errors lie somewhat high. The "
            "paper's levels and people are others.",
            first == 0 ? "Mean absolute error in points"
                       : "Mean relative error in percent"),
        columns, N(columns));
    report_about(r, part, paper == NULL ? NULL : paper->table, (double)v->plays.n_people);
    for (size_t row = 0; row < 4; row++) {
        size_t t = first + row / 2, i = t + row % 2 * T;
        report_text(r, part, targets[t]);
        report_text(r, part, row % 2 == 0 ? "no" : "by plays");
        report_number(r, part, (double)f->all.n[t]);
        put_interval(r, part, f->all.error[i], f->low.error[i], f->high.error[i]);
        put_interval(r, part, f->all.mean_error[i], f->low.mean_error[i],
                     f->high.mean_error[i]);
        report_number(r, part, paper == NULL ? (double)NAN : paper->error[i]);
    }
}

/* Two targets and their intervals. */
static void put_pair(const struct vankreveld_study *v, struct report_part *part,
                     const double *of[3], size_t at) {
    for (size_t t = 0; t < 2; t++) {
        put_interval(v->r, part, of[0][at + t], of[1][at + t], of[2][at + t]);
    }
}

#define PAIR_COLUMNS(a, b)                                                               \
    { "feature", a, "95 % from", "to", b, "95 % from", "to" }
#define N_PAIR_COLUMNS 7

static void put_weights(const struct vankreveld_study *v, const struct found *f,
                        size_t first) {
    static const char *const columns[2][N_PAIR_COLUMNS] = {
        PAIR_COLUMNS("Rating", "Scaled"), PAIR_COLUMNS("Time, s", "Moves")};
    const double *weights[3] = {f->all.weight, f->low.weight, f->high.weight};
    const double *r2[3] = {f->all.r2, f->low.r2, f->high.r2};
    struct report *r = v->r;
    struct report_part *part = report_table(
        r, report_print(r, "weights-%s", pair_of(first)),
        first == 0 ? "The difficulty function: ratings"
                   : "The difficulty function: time and moves",
        first == 0
            ? "Weights, the mean of the five folds; r\xc2\xb2 is of the fit on all "
              "levels. Weights of features that go together say little each. For Flow "
              "the paper has 0.088 level size \xe2\x88\x92 0.30 colours "
              "\xe2\x88\x92 0.40 average distance + 0.040 turns."
            : "The same for mean time and mean moves, of which the paper prints no "
              "weights.",
        columns[first > 0], N_PAIR_COLUMNS);
    report_about(r, part, "eq. 1 of the paper", (double)v->plays.n_people);
    for (size_t k = 0; k <= v->p; k++) {
        report_text(r, part, k == 0 ? "constant" : v->names[k - 1]);
        put_pair(v, part, weights, k * T + first);
    }
    report_text(r, part, "r\xc2\xb2");
    put_pair(v, part, r2, first);
}

static void put_correlations(const struct vankreveld_study *v, const struct found *f,
                             size_t first) {
    static const char *const columns[2][N_PAIR_COLUMNS] = {
        PAIR_COLUMNS("Rating", "Scaled"), PAIR_COLUMNS("Time", "Moves")};
    const double *of[3] = {f->all.r, f->low.r, f->high.r};
    const struct published *paper = published_of(v);
    struct report *r = v->r;
    struct report_part *part = report_table(
        r, report_print(r, "correlations-%s", pair_of(first)),
        first == 0 ? "Correlations of features with ratings"
                   : "Correlations of features with time and moves",
        "Pearson's r over levels; intervals by drawing the people anew 200 times, which "
        "makes means of levels noisier than they are: they lie somewhat near 0.",
        columns[first > 0], N_PAIR_COLUMNS);
    report_about(r, part, paper == NULL ? NULL : paper->figure,
                 (double)v->plays.n_people);
    for (size_t k = 0; k < v->p; k++) {
        report_text(r, part, v->names[k]);
        put_pair(v, part, of, k * T + first);
    }
}

static void draw_chart(void *ctx, const struct lw_chart *chart) {
    const struct vankreveld_study *v = ctx;
    const struct published *paper = published_of(v);
    struct report_part *part =
        report_chart(v->r, "correlations-chart",
                     "Correlations of features with what people said and did",
                     "A bar a feature, in the order of the paper: its correlation over "
                     "levels with the mean rating, the mean of ratings scaled to cover 1 "
                     "to 10 for each person, mean time and mean moves.",
                     chart);
    report_about(v->r, part, paper == NULL ? NULL : paper->figure,
                 (double)v->plays.n_people);
}

static lw_status draw_correlations(struct vankreveld_study *v,
                                   const struct lw_level_answers *answers,
                                   struct lw_error *err) {
    const struct lw_vankreveld_data data = {
        .x = v->x, .n = v->n, .p = v->p, .names = v->names, .answers = answers};
    return vankreveld_chart(v->e->alloc, &data, draw_chart, v, err);
}

static void put_levels(const struct vankreveld_study *v,
                       const struct lw_level_answers *answers) {
    static const char *const columns[] = {"set",    "number",  "plays solved", "Rating",
                                          "Scaled", "Time, s", "Moves"};
    struct report *r = v->r;
    struct report_part *part =
        report_table(r, "levels", "What people said and did, by level",
                     "Means over solved plays.", columns, N(columns));
    report_about(r, part, NULL, (double)v->plays.n_people);
    for (size_t i = 0; i < v->n; i++) {
        const struct study_level *level = &v->levels.levels[v->level[i]];
        const struct lw_level_answers *a = &answers[i];
        const double cells[] = {
            (double)level->number, a->plays, a->rating, a->scaled, a->time, a->moves};
        report_text(r, part, level->set->set->id);
        for (size_t c = 0; c < N(cells); c++) {
            report_number(r, part, cells[c]);
        }
    }
}

static lw_status procedure(struct vankreveld_study *v, struct lw_error *err) {
    struct found *found = lw_arena_zero(&v->r->arena, 1, sizeof *found);
    struct lw_level_answers *answers =
        lw_arena_zero(&v->r->arena, v->n + 1, sizeof *answers);
    const struct lw_human_plays plays = {v->solved, v->n_solved, v->plays.n_people, v->n};
    size_t n_undefined = 0, n_flat;
    if (found == NULL || answers == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_vankreveld_answers(v->e->alloc, &plays, answers, &n_flat, err);
    if (status != LW_OK) {
        return status;
    }
    put_plays(v, n_flat);
    status = vankreveld_numbers_of(v, &plays, &found->all, err);
    if (status == LW_BAD_INPUT) {
        /* Too few levels, or a feature that does not vary: the rest of the report stands.
         */
        (void)report_words(
            v->r, report_print(v->r, "The procedure cannot be run: %s.", err->text));
        return LW_OK;
    }
    if (status == LW_OK) {
        status = vankreveld_intervals(v, &found->low, &found->high, &n_undefined, err);
    }
    if (status != LW_OK) {
        return status;
    }
    put_gains(v, found);
    for (size_t first = 0; first < T; first += 2) {
        put_errors(v, found, first);
    }
    for (size_t first = 0; first < T; first += 2) {
        put_weights(v, found, first);
    }
    status = draw_correlations(v, answers, err);
    for (size_t first = 0; first < T; first += 2) {
        put_correlations(v, found, first);
    }
    put_levels(v, answers);
    if (n_undefined > 0) {
        (void)report_words(
            v->r, report_print(v->r,
                               "In %zu of 200 draws of people the procedure was not "
                               "defined; the intervals are from the others.",
                               n_undefined));
    }
    return status;
}

/* The features, in the order in which the folds are cut, for the script. */
static lw_status put_script(const struct vankreveld_study *v, struct lw_error *err) {
    const char **ids = lw_arena_zero(&v->r->arena, v->n + 1, sizeof *ids);
    if (ids == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < v->n; i++) {
        ids[i] = v->levels.levels[v->level[i]].of->id;
    }
    const struct study_script_levels levels = {
        .ids = ids, .features = v->names, .x = v->x, .n = v->n, .p = v->p};
    study_put_script_levels(v->r, &levels);
    study_put_script(v->e, v->r, "vankreveld");
    return LW_OK;
}

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    struct vankreveld_study *v = lw_arena_zero(&r->arena, 1, sizeof *v);
    if (v == NULL) {
        return lw_fail_memory(err);
    }
    v->e = e;
    v->r = r;
    lw_status status = read_study(v, err);
    if (status == LW_OK) {
        (void)report_section(r, "What makes levels difficult",
                             "Van Kreveld, L\xc3\xb6"
                             "ffler and Mutser 2015, Results.");
        if (v->plays.n == 0) {
            (void)report_words(r, "Nobody played a level outside of training.");
        } else {
            status = procedure(v, err);
            status = status == LW_OK ? put_script(v, err) : status;
        }
    }
    study_levels_close(&v->levels);
    return status;
}

const struct study_design study_vankreveld = {"vankreveld", analyze};
