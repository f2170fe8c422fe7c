/* Schaa's tables and figures about single levels. */
#include <math.h>
#include <string.h>

#include "lw/base/rng.h"
#include "lw/difficulty/paper_tables.h"
#include "study/schaa.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define DRAWS 500
#define DRAW_SEED 2021
#define LEAST_PLAYS 13 /* below, a correlation enumerates what chance can give */

static bool in_set(const struct schaa *s, size_t level, const char *set) {
    return strcmp(s->levels.levels[level].set->set->id, set) == 0;
}

/* The answers of everybody to one question about a level. */
static lw_status median_of(const struct schaa *s, size_t level, int question,
                           struct lw_median *out, struct lw_error *err) {
    double *x = lw_alloc_zero(s->e->alloc, s->plays.n + 1, sizeof *x);
    size_t n = 0;
    if (x == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < s->plays.n; i++) {
        const struct study_play *play = &s->plays.plays[i];
        if (play->level == level && !isnan(play->answer[question])) {
            x[n++] = play->answer[question];
        }
    }
    lw_status status = lw_median_of(s->e->alloc, x, n, out, err);
    lw_alloc_free(s->e->alloc, x, (s->plays.n + 1) * sizeof *x);
    return status;
}

static void put_median(struct report *r, struct report_part *part,
                       const struct lw_median *m) {
    const double cells[] = {(double)m->n, m->median, m->mean_dev, m->low, m->high};
    for (size_t i = 0; i < N(cells); i++) {
        report_number(r, part, cells[i]);
    }
}

/* Medians of one set's levels, with room for n_shown. */
struct medians {
    struct lw_median *of[2];
    size_t *level;
    size_t n;
};

static lw_status medians_of(struct schaa *s, const char *set, struct medians *out,
                            struct lw_error *err) {
    for (int q = 0; q < 2; q++) {
        out->of[q] = lw_arena_zero(&s->r->arena, s->n_shown + 1, sizeof *out->of[q]);
    }
    out->level = lw_arena_zero(&s->r->arena, s->n_shown + 1, sizeof *out->level);
    out->n = 0;
    if (out->of[0] == NULL || out->of[1] == NULL || out->level == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = LW_OK;
    for (size_t i = 0; i < s->n_shown && status == LW_OK; i++) {
        if (!in_set(s, s->shown[i], set)) {
            continue;
        }
        out->level[out->n] = s->shown[i];
        for (int q = 0; q < 2 && status == LW_OK; q++) {
            status = median_of(s, s->shown[i], q, &out->of[q][out->n], err);
        }
        out->n++;
    }
    return status;
}

static double people_of(const struct schaa *s, const char *set) {
    bool *seen = lw_alloc_zero(s->e->alloc, s->plays.n_people + 1, sizeof *seen);
    double n = 0;
    for (size_t i = 0; seen != NULL && i < s->plays.n; i++) {
        const struct study_play *play = &s->plays.plays[i];
        n += in_set(s, play->level, set) && !seen[play->person];
        seen[play->person] = seen[play->person] || in_set(s, play->level, set);
    }
    lw_alloc_free(s->e->alloc, seen, (s->plays.n_people + 1) * sizeof *seen);
    return n;
}

static void put_judgements(struct schaa *s, const char *set, size_t number,
                           const struct medians *m) {
    static const char *const columns[] = {
        "level",        "entertainment n", "median", "MAD",       "95 % from", "to",
        "difficulty n", "median",          "MAD",    "95 % from", "to"};
    struct report *r = s->r;
    struct report_part *part = report_table(
        r, report_print(r, "medians-%s", set),
        report_print(r, "Entertainment and difficulty, set %zu", number),
        "Medians of the answers from 1 to 5 and their mean absolute deviation about the "
        "median (MAD, as the thesis prints). The interval is between two order "
        "statistics that hold the median of all people with at least 95 %; with fewer "
        "than six answers there is none.",
        columns, N(columns));
    report_about(r, part, "Table 5.1 of the thesis", people_of(s, set));
    for (size_t i = 0; i < m->n; i++) {
        report_number(r, part, (double)s->levels.levels[m->level[i]].number);
        put_median(r, part, &m->of[SCHAA_ENTERTAINMENT][i]);
        put_median(r, part, &m->of[SCHAA_DIFFICULTY][i]);
    }
}

static void draw_judgements(struct schaa *s, const char *set, size_t number,
                            const struct medians *m) {
    struct report *r = s->r;
    double *room = lw_arena_zero(&r->arena, 8 * m->n + 1, sizeof *room);
    struct lw_chart_series series[2];
    static const char *const labels[] = {"difficulty", "entertainment"};
    if (room == NULL) {
        r->failed = true;
        return;
    }
    for (size_t q = 0; q < 2; q++) {
        double *x = room + q * 4 * m->n, *y = x + m->n, *low = y + m->n,
               *high = low + m->n;
        for (size_t i = 0; i < m->n; i++) {
            const struct lw_median *of = &m->of[q][i];
            /* Side by side, so that both can be seen. */
            x[i] = (double)s->levels.levels[m->level[i]].number + (q == 0 ? -0.1 : 0.1);
            y[i] = of->median;
            low[i] = of->median - of->mean_dev;
            high[i] = of->median + of->mean_dev;
        }
        series[q] = (struct lw_chart_series){.label = labels[q],
                                             .mark = LW_MARK_POINTS,
                                             .x = x,
                                             .y = y,
                                             .low = low,
                                             .high = high,
                                             .n = m->n};
    }
    struct report_part *part = report_chart(
        r, report_print(r, "judgements-%s", set),
        report_print(r, "Perceived difficulty and entertainment, set %zu", number),
        "Medians, with the mean absolute deviation to both sides as in the thesis. "
        "Levels are in the order in which they were played.",
        &(struct lw_chart){.title =
                               report_print(r, "Difficulty and entertainment, %s", set),
                           .x_title = "level of the set",
                           .y_title = "median, 1 to 5",
                           .series = series,
                           .n_series = 2,
                           .has_y_range = true,
                           .y_min = 0,
                           .y_max = 6});
    report_about(r, part,
                 number == 1 ? "Figure 5.1 of the thesis" : "Figure 5.2 of the thesis",
                 people_of(s, set));
}

static void put_solver(struct schaa *s, const char *set, size_t number,
                       const struct medians *m) {
    static const char *const columns[] = {
        "level",     "pushes", "moves",          "median difficulty",
        "95 % from", "to",     "A* closed list", "A* open list"};
    struct report *r = s->r;
    struct report_part *part = report_table(
        r, report_print(r, "solver-%s", set),
        report_print(r, "Difficulty beside what a solver needs, set %zu", number),
        "Pushes and moves are the fewest known, of the frozen definition; the lists are "
        "those of this program's own search for the fewest pushes, where the thesis has "
        "JSoko's.",
        columns, N(columns));
    report_about(r, part,
                 number == 1 ? "Table 5.2 of the thesis" : "Table 5.3 of the thesis",
                 people_of(s, set));
    for (size_t i = 0; i < m->n; i++) {
        const struct study_level *level = &s->levels.levels[m->level[i]];
        const struct lw_median *of = &m->of[SCHAA_DIFFICULTY][i];
        const double cells[] = {(double)level->number,
                                level->of->pushes,
                                level->of->moves,
                                of->median,
                                of->low,
                                of->high,
                                study_level_feature(level, "search_expanded"),
                                study_level_feature(level, "search_open")};
        for (size_t c = 0; c < N(cells); c++) {
            report_number(r, part, cells[c]);
        }
    }
}

/* A.3 and A.4. Three columns of counts to be drawn beside each other. */
static void put_endings(struct schaa *s, const char *set, size_t number,
                        const struct medians *m) {
    static const char *const columns[] = {"level", "completed", STUDY_SHARE_COLUMNS,
                                          "given up"};
    struct report *r = s->r;
    double *room = lw_arena_zero(&r->arena, 2 * m->n + 1, sizeof *room);
    const char **names = lw_arena_zero(&r->arena, m->n + 1, sizeof *names);
    if (room == NULL || names == NULL) {
        r->failed = true;
        return;
    }
    double *solved = room, *rest = room + m->n;
    size_t all_solved = 0, all = 0;
    struct report_part *part = report_table(
        r, report_print(r, "endings-%s", set),
        report_print(r, "Levels completed and not, set %zu", number),
        "Of the plays of each level; a level that was left for good was not completed. "
        "In the thesis 69 % of set 1 and 78 % of set 2 were completed.",
        columns, N(columns));
    report_about(r, part,
                 number == 1 ? "Figure A.3 of the thesis" : "Figure A.4 of the thesis",
                 people_of(s, set));
    for (size_t i = 0; i <= m->n; i++) {
        size_t n = 0, n_solved = 0, n_gave_up = 0;
        for (size_t p = 0; p < s->plays.n; p++) {
            const struct study_play *play = &s->plays.plays[p];
            if (i == m->n ? in_set(s, play->level, set) : play->level == m->level[i]) {
                n++;
                n_solved += study_play_solved(play);
                n_gave_up += strcmp(play->outcome, "gave-up") == 0;
            }
        }
        if (i < m->n) {
            names[i] = report_print(r, "level %zu", s->levels.levels[m->level[i]].number);
            solved[i] = (double)n_solved;
            rest[i] = (double)(n - n_solved);
        } else {
            all = n;
            all_solved = n_solved;
        }
        report_text(r, part, i < m->n ? names[i] : "all");
        study_put_share(r, part, lw_share_of(n_solved, n));
        report_number(r, part, (double)n_gave_up);
    }
    const struct lw_chart_series series[] = {
        {.label = "completed", .mark = LW_MARK_BARS, .y = solved, .n = m->n},
        {.label = "not completed", .mark = LW_MARK_BARS, .y = rest, .n = m->n}};
    part = report_chart(
        r, report_print(r, "endings-chart-%s", set),
        report_print(r, "Levels completed and not, set %zu", number),
        report_print(r, "Plays: %zu of %zu were completed.", all_solved, all),
        &(struct lw_chart){.title = report_print(r, "Completed and not, %s", set),
                           .x_title = "plays",
                           .series = series,
                           .n_series = 2,
                           .categories = names});
    report_about(r, part,
                 number == 1 ? "Figure A.3 of the thesis" : "Figure A.4 of the thesis",
                 people_of(s, set));
}

lw_status schaa_levels(struct schaa *s, struct lw_error *err) {
    lw_status status = LW_OK;
    (void)report_section(s->r, "Levels one by one",
                         "Schaa 2021, sections 5.1.1 and 5.2. The tutorial is left out.");
    if (s->n_sets == 0) {
        (void)report_words(s->r, "Nobody played a level after the tutorial.");
    }
    for (size_t i = 0; i < s->n_sets && status == LW_OK; i++) {
        struct medians m;
        status = medians_of(s, s->sets[i], &m, err);
        if (status == LW_OK) {
            put_judgements(s, s->sets[i], i + 1, &m);
            draw_judgements(s, s->sets[i], i + 1, &m);
            put_solver(s, s->sets[i], i + 1, &m);
            put_endings(s, s->sets[i], i + 1, &m);
        }
    }
    return status;
}

/* Correlations over single plays. */

enum { SOLVER_CLOSED, SOLVER_OPEN, SOLVER_MOVES, SOLVER_PUSHES, N_SOLVER };
enum { PEOPLE_MOVES, PEOPLE_PUSHES, PEOPLE_OVER, PEOPLE_TIME, PEOPLE_RATING, N_PEOPLE };

/* What the thesis printed: Spearman of the rows with the columns above. */
static const double published[N_PEOPLE][N_SOLVER] = {{0.762, 0.773, 0.856, 0.34},
                                                     {0.518, 0.547, 0.591, 0.867},
                                                     {0.433, 0.418, 0.408, 0.216},
                                                     {0.4, 0.42, 0.437, 0.34},
                                                     {0.286, 0.284, 0.187, 0.089}};

static void fill_play(const struct schaa *s, const struct study_play *play, size_t n,
                      size_t at, double *solver, double *people) {
    const struct study_level *level = &s->levels.levels[play->level];
    const double x[N_SOLVER] = {study_level_feature(level, "search_expanded"),
                                study_level_feature(level, "search_open"),
                                level->of->moves, level->of->pushes};
    const double y[N_PEOPLE] = {play->moves, play->pushes,
                                100 * (play->moves / level->of->moves - 1), play->seconds,
                                play->answer[SCHAA_DIFFICULTY]};
    for (size_t c = 0; c < N_SOLVER; c++) {
        solver[c * n + at] = x[c];
    }
    for (size_t c = 0; c < N_PEOPLE; c++) {
        people[c * n + at] = y[c];
    }
}

static lw_status put_table_54(struct schaa *s, const double *solver, const double *people,
                              size_t n, struct lw_error *err) {
    static const char *const columns[] = {"of people", "of the solver",
                                          "n",         "Spearman \xcf\x81",
                                          "95 % from", "to",
                                          "p",         "of the thesis",
                                          "Pearson r", "p"};
    static const char *const solver_names[N_SOLVER] = {"A* closed list", "A* open list",
                                                       "fewest moves", "fewest pushes"};
    static const char *const people_names[N_PEOPLE] = {
        "moves", "pushes", "percent of moves above the fewest", "time to solve",
        "perceived difficulty"};
    struct report *r = s->r;
    struct lw_named_column rows[N_PEOPLE], cols[N_SOLVER];
    struct lw_schaa_cell cells[N_PEOPLE * N_SOLVER];
    for (size_t i = 0; i < N_PEOPLE; i++) {
        rows[i] = (struct lw_named_column){people_names[i], people + i * s->plays.n};
    }
    for (size_t i = 0; i < N_SOLVER; i++) {
        cols[i] = (struct lw_named_column){solver_names[i], solver + i * s->plays.n};
    }
    const struct lw_schaa_data data = {rows, cols, N_PEOPLE, N_SOLVER, n};
    lw_status status = lw_schaa_table(s->e->alloc, &data, cells, err);
    if (status != LW_OK) {
        return status;
    }
    struct report_part *part = report_table(
        r, "solver-correlations", "What people did and what a solver needs",
        "Over single plays of people who solved the level. The intervals take each play "
        "as an observation, as the thesis does; plays of one person and of one level go "
        "together, so that they are too narrow.",
        columns, N(columns));
    report_about(r, part, "Table 5.4 of the thesis", (double)s->plays.n_people);
    for (size_t i = 0; i < N(cells); i++) {
        double low, high;
        lw_spearman_interval(cells[i].spearman, cells[i].n, &low, &high);
        const double numbers[] = {(double)cells[i].n,
                                  cells[i].spearman,
                                  low,
                                  high,
                                  cells[i].spearman_p,
                                  published[i / N_SOLVER][i % N_SOLVER],
                                  cells[i].pearson,
                                  cells[i].pearson_p};
        report_text(r, part, people_names[i / N_SOLVER]);
        report_text(r, part, solver_names[i % N_SOLVER]);
        for (size_t k = 0; k < N(numbers); k++) {
            report_number(r, part, numbers[k]);
        }
    }
    return LW_OK;
}

/* Difficulty and entertainment of plays that were not given up, person by person: those
 * of person p are from first[p] on. */
struct judged {
    double *x, *y;
    size_t *first; /* [people + 1] */
    size_t people;
};

static lw_status gather_judged(struct schaa *s, struct judged *j, struct lw_error *err) {
    size_t n = 0, at = 0;
    j->people = s->plays.n_people;
    j->x = lw_arena_zero(&s->r->arena, 2 * s->plays.n + 1, sizeof *j->x);
    j->first = lw_arena_zero(&s->r->arena, j->people + 1, sizeof *j->first);
    if (j->x == NULL || j->first == NULL) {
        return lw_fail_memory(err);
    }
    j->y = j->x + s->plays.n;
    for (size_t p = 0; p < j->people; p++) {
        j->first[p] = n;
        for (; at < s->plays.n && s->plays.plays[at].person == p; at++) {
            const struct study_play *play = &s->plays.plays[at];
            double x = play->answer[SCHAA_DIFFICULTY];
            double y = play->answer[SCHAA_ENTERTAINMENT];
            if (strcmp(play->outcome, "gave-up") != 0 && !isnan(x) && !isnan(y)) {
                j->x[n] = x;
                j->y[n++] = y;
            }
        }
    }
    j->first[j->people] = n;
    return LW_OK;
}

/* Of people drawn with replacement; returns how many plays they have, room at most. */
static size_t draw_people(const struct judged *j, struct lw_rng *rng, double *x,
                          double *y, size_t room) {
    size_t n = 0;
    for (size_t p = 0; p < j->people; p++) {
        size_t who = lw_rng_below(rng, (uint32_t)j->people);
        for (size_t i = j->first[who]; i < j->first[who + 1] && n < room; i++) {
            x[n] = j->x[i];
            y[n++] = j->y[i];
        }
    }
    return n;
}

/* Both correlations over plays, with intervals that take a person as one observation. */
static lw_status correlate_people(struct schaa *s, struct report_part *part,
                                  struct lw_error *err) {
    struct judged j;
    struct lw_rng rng = lw_rng_make(DRAW_SEED, s->plays.n_people);
    double low[2], high[2];
    lw_status status = gather_judged(s, &j, err);
    if (status != LW_OK) {
        return status;
    }
    size_t most = 0, n = j.first[j.people];
    for (size_t p = 0; p < j.people; p++) {
        most = j.first[p + 1] - j.first[p] > most ? j.first[p + 1] - j.first[p] : most;
    }
    size_t room = most * j.people;
    double *x = lw_arena_zero(&s->r->arena, 2 * room + 1, sizeof *x);
    double *r = lw_arena_zero(&s->r->arena, 2 * DRAWS, sizeof *r);
    if (x == NULL || r == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t d = 0; d < DRAWS && status == LW_OK; d++) {
        struct lw_correlation c = {.pearson = NAN, .spearman = NAN};
        size_t m = draw_people(&j, &rng, x, x + room, room);
        if (m >= LEAST_PLAYS) {
            status = lw_correlate(s->e->alloc, x, x + room, m, &c, err);
        }
        r[d] = c.pearson;
        r[DRAWS + d] = c.spearman;
    }
    for (int k = 0; k < 2; k++) {
        study_draws_between(r + k * DRAWS, DRAWS, j.people, &low[k], &high[k]);
    }
    const double cells[STUDY_N_CORRELATION] = {(double)n, NAN, low[0], high[0], NAN,
                                               NAN,       NAN, low[1], high[1], NAN};
    report_text(s->r, part, "single plays, people drawn anew");
    for (size_t i = 0; i < STUDY_N_CORRELATION; i++) {
        report_number(s->r, part, cells[i]);
    }
    return status;
}

/* The registered primary analysis, and the same by people and over levels. */
static lw_status put_entertainment(struct schaa *s, struct lw_error *err) {
    static const char *const columns[] = {"over", STUDY_CORRELATION_COLUMNS};
    struct report *r = s->r;
    size_t n = s->plays.n, kept = 0, medians = 0;
    double *room = lw_arena_zero(&r->arena, 2 * (n + s->n_shown) + 1, sizeof *room);
    struct lw_correlation plays, levels;
    if (room == NULL) {
        return lw_fail_memory(err);
    }
    double *x = room, *y = room + n, *mx = room + 2 * n, *my = mx + s->n_shown;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(s->plays.plays[i].outcome, "gave-up") != 0) {
            x[kept] = s->plays.plays[i].answer[SCHAA_DIFFICULTY];
            y[kept++] = s->plays.plays[i].answer[SCHAA_ENTERTAINMENT];
        }
    }
    lw_status status = study_correlate(r, x, y, kept, &plays, err);
    for (size_t l = 0; l < s->n_shown && status == LW_OK; l++) {
        struct lw_median d, e;
        status = median_of(s, s->shown[l], SCHAA_DIFFICULTY, &d, err);
        if (status == LW_OK) {
            status = median_of(s, s->shown[l], SCHAA_ENTERTAINMENT, &e, err);
            mx[medians] = d.median;
            my[medians++] = e.median;
        }
    }
    if (status == LW_OK) {
        status = study_correlate(r, mx, my, medians, &levels, err);
    }
    if (status != LW_OK) {
        return status;
    }
    struct report_part *part = report_table(
        r, "entertainment", "Entertainment with difficulty",
        "Over single plays of people who did not give up, which the definition registers "
        "as the primary analysis, and over the medians of levels. The thesis has "
        "Spearman's \xcf\x81 0.420, p = 0.001. The first row takes each play as an "
        "observation, but plays of one person go together; the intervals of the second "
        "are from drawing the people anew 500 times.",
        columns, N(columns));
    report_about(r, part, "section 5.1.1 of the thesis", (double)s->plays.n_people);
    report_text(r, part, "single plays");
    study_put_correlation(r, part, &plays);
    status = correlate_people(s, part, err);
    report_text(r, part, "medians of levels");
    study_put_correlation(r, part, &levels);
    return status;
}

lw_status schaa_correlations(struct schaa *s, struct lw_error *err) {
    size_t n = s->plays.n, at = 0;
    double *solver = lw_arena_zero(&s->r->arena, N_SOLVER * n + 1, sizeof *solver);
    double *people = lw_arena_zero(&s->r->arena, N_PEOPLE * n + 1, sizeof *people);
    if (solver == NULL || people == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        if (study_play_solved(&s->plays.plays[i])) {
            fill_play(s, &s->plays.plays[i], n, at++, solver, people);
        }
    }
    lw_status status = put_entertainment(s, err);
    return status == LW_OK ? put_table_54(s, solver, people, at, err) : status;
}
