/* Techniques and games compared: what people score, and how plays ended. */
#include <math.h>
#include <string.h>

#include "study/khalifa.h"

#define N(array) (sizeof(array) / sizeof *(array))

static const char *side_name(enum khalifa_side side) {
    return side == KHALIFA_GAME ? "game" : "technique";
}

static bool is_of(const struct khalifa *k, const struct study_play *play,
                  size_t technique, size_t game) {
    return (technique == SIZE_MAX ||
            k->of[KHALIFA_TECHNIQUE][play->level] == technique) &&
           (game == SIZE_MAX || k->of[KHALIFA_GAME][play->level] == game);
}

/* People's means of the levels of a group; NaN: scored none. */
static void person_means(const struct khalifa *k, enum khalifa_side side, size_t group,
                         double *out, double *count) {
    for (size_t p = 0; p < k->plays.n_people; p++) {
        out[p] = count[p] = 0;
    }
    for (size_t i = 0; i < k->plays.n; i++) {
        const struct study_play *play = &k->plays.plays[i];
        if (k->of[side][play->level] == group && !isnan(play->answer[0])) {
            out[play->person] += play->answer[0];
            count[play->person]++;
        }
    }
    for (size_t p = 0; p < k->plays.n_people; p++) {
        out[p] /= count[p];
    }
}

/* Keeps the people who have both, in place; returns how many. */
static size_t keep_pairs(const double *x, const double *y, size_t n, double *a,
                         double *b) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]) && !isnan(y[i])) {
            a[kept] = x[i];
            b[kept++] = y[i];
        }
    }
    return kept;
}

static lw_status put_nothing(struct khalifa *k, enum khalifa_side side) {
    if (k->n[side] > 1) {
        (void)report_words(
            k->r, report_print(k->r,
                               "No %s can be compared with the first person by person: "
                               "fewer than three people scored levels of both, or all "
                               "alike.",
                               side_name(side)));
    }
    return LW_OK;
}

/* Against the first group, person by person. */
static lw_status put_differences(struct khalifa *k, enum khalifa_side side,
                                 const double *means, double *room,
                                 struct lw_error *err) {
    static const char *const columns[] = {
        "compared", "people", "difference", "95 % from", "to", "p", "p after Holm"};
    struct report *r = k->r;
    size_t people = k->plays.n_people, n = 0;
    double *a = room, *b = room + people;
    struct lw_t_test *tests = lw_arena_zero(&r->arena, k->n[side] + 1, sizeof *tests);
    size_t *group = lw_arena_zero(&r->arena, 2 * k->n[side] + 2, sizeof *group);
    double *p = lw_arena_zero(&r->arena, 2 * k->n[side] + 2, sizeof *p);
    if (tests == NULL || group == NULL || p == NULL) {
        return lw_fail_memory(err);
    }
    size_t *kept = group + k->n[side] + 1;
    for (size_t g = 1; g < k->n[side]; g++) {
        struct lw_error why = {.text = ""};
        size_t pairs = keep_pairs(means + g * people, means, people, a, b);
        if (pairs >= 3 &&
            lw_t_test_paired(k->e->alloc, a, b, pairs, &tests[n], &why) == LW_OK &&
            !isnan(tests[n].p)) {
            group[n] = g;
            kept[n] = pairs;
            p[n] = tests[n].p;
            n++;
        }
    }
    double *holm = p + k->n[side] + 1;
    lw_status status = lw_p_adjust(k->e->alloc, LW_ADJUST_HOLM, p, n, holm);
    if (status != LW_OK || n == 0) {
        return status != LW_OK ? lw_fail_memory(err) : put_nothing(k, side);
    }
    struct report_part *part = report_table(
        r, report_print(r, "differences-%s", side_name(side)),
        report_print(r, "Scores of people, each %s against the first", side_name(side)),
        report_print(r,
                     "Paired t over people who scored levels of both: a person is one "
                     "observation. Of %zu others %zu are left out, because fewer than "
                     "three people scored levels of both, or all alike; Holm's "
                     "adjustment is over those below.",
                     k->n[side] - 1, k->n[side] - 1 - n),
        columns, N(columns));
    report_about(r, part, NULL, (double)people);
    for (size_t i = 0; i < n; i++) {
        report_text(
            r, part,
            report_print(r, "%s less %s", k->names[side][group[i]], k->names[side][0]));
        const double cells[] = {(double)kept[i], tests[i].mean, tests[i].low,
                                tests[i].high,   tests[i].p,    holm[i]};
        for (size_t c = 0; c < N(cells); c++) {
            report_number(r, part, cells[c]);
        }
    }
    return LW_OK;
}

static lw_status put_scores(struct khalifa *k, enum khalifa_side side,
                            struct lw_error *err) {
    static const char *const columns[] = {"group",      "people",    "levels",
                                          "mean score", "95 % from", "to"};
    struct report *r = k->r;
    size_t people = k->plays.n_people, groups = k->n[side];
    double *means = lw_arena_zero(&r->arena, (groups + 3) * people + 1, sizeof *means);
    struct lw_chart_bean *beans = lw_arena_zero(&r->arena, groups + 1, sizeof *beans);
    lw_status status = means == NULL || beans == NULL ? lw_fail_memory(err) : LW_OK;
    if (status != LW_OK) {
        return status;
    }
    double *room = means + groups * people;
    struct report_part *part = report_table(
        r, report_print(r, "scores-%s", side_name(side)),
        report_print(r, "Scores of people, by %s", side_name(side)),
        "First the mean of each person's scores, then the mean of these with its t "
        "interval: a person is one observation.",
        columns, N(columns));
    report_about(r, part, NULL, (double)people);
    for (size_t g = 0; g < groups && status == LW_OK; g++) {
        struct lw_description d = {.mean = NAN, .ci_low = NAN, .ci_high = NAN};
        size_t levels = 0;
        double *kept = lw_arena_zero(&r->arena, people + 1, sizeof *kept);
        person_means(k, side, g, means + g * people, room);
        size_t n = kept == NULL ? 0
                                : keep_pairs(means + g * people, means + g * people,
                                             people, kept, room);
        for (size_t l = 0; l < k->levels.n; l++) {
            levels += k->levels.levels[l].value != NULL && k->of[side][l] == g;
        }
        if (n > 0) {
            status = lw_describe(k->e->alloc, kept, n, &d, err);
        }
        beans[g] = (struct lw_chart_bean){k->names[side][g], kept, n};
        report_text(r, part, k->names[side][g]);
        const double cells[] = {(double)n, (double)levels, d.mean, d.ci_low, d.ci_high};
        for (size_t c = 0; c < N(cells); c++) {
            report_number(r, part, cells[c]);
        }
    }
    const struct report_beans about = {
        report_print(r, "scores-%s-chart", side_name(side)),
        report_print(r, "Scores of people, by %s", side_name(side)),
        "A thin tick is the mean score of a person, the thick one the mean of the group.",
        "mean score of a person"};
    report_about(r, report_put_beans(r, &about, beans, groups), NULL, (double)people);
    return status == LW_OK ? put_differences(k, side, means, room, err) : status;
}

static const struct {
    const char *outcome, *title, *name;
} endings[] = {{"solved", "Levels that were won", "solved"},
               {"gave-up", "Levels that were given up", "gave-up"},
               {"unwinnable", "Levels said to be impossible to win", "unwinnable"}};

static struct lw_share share_of(const struct khalifa *k, const char *outcome,
                                size_t technique, size_t game) {
    size_t n = 0, count = 0;
    for (size_t i = 0; i < k->plays.n; i++) {
        const struct study_play *play = &k->plays.plays[i];
        bool ended = play->outcome[0] != '\0' && is_of(k, play, technique, game);
        n += ended;
        count += ended && strcmp(play->outcome, outcome) == 0;
    }
    return lw_share_of(count, n);
}

/* One ending, by technique, by game and by both. */
static void put_endings(struct khalifa *k, size_t which) {
    static const char *const columns[] = {"technique", "game", "plays",
                                          STUDY_SHARE_COLUMNS};
    struct report *r = k->r;
    struct report_part *part = report_table(
        r, report_print(r, "ending-%s", endings[which].name), endings[which].title,
        which < 2 ? "Of the plays that ended. Intervals take each play as an observation."
                  : "Of the plays that ended. Every level of the study is proved to be "
                    "winnable, so this tells what people believed of a technique; it "
                    "cannot be held against the share of levels that the paper's system "
                    "could not solve. Intervals take each play as an observation.",
        columns, N(columns));
    report_about(r, part, NULL, (double)k->plays.n_people);
    for (size_t t = 0; t <= k->n[KHALIFA_TECHNIQUE]; t++) {
        for (size_t g = 0; g <= k->n[KHALIFA_GAME]; g++) {
            /* All comes first. */
            size_t technique = t == 0 ? SIZE_MAX : t - 1,
                   game = g == 0 ? SIZE_MAX : g - 1;
            report_text(r, part, t == 0 ? "all" : k->names[KHALIFA_TECHNIQUE][t - 1]);
            report_text(r, part, g == 0 ? "all" : k->names[KHALIFA_GAME][g - 1]);
            study_put_share(r, part,
                            share_of(k, endings[which].outcome, technique, game));
        }
    }
}

static void draw_endings(struct khalifa *k) {
    struct report *r = k->r;
    size_t n = k->n[KHALIFA_TECHNIQUE];
    double *room = lw_arena_zero(&r->arena, 3 * N(endings) * n + 1, sizeof *room);
    struct lw_chart_series series[N(endings)];
    if (room == NULL) {
        r->failed = true;
        return;
    }
    for (size_t e = 0; e < N(endings); e++) {
        double *y = room + e * 3 * n, *low = y + n, *high = low + n;
        for (size_t t = 0; t < n; t++) {
            struct lw_share of = share_of(k, endings[e].outcome, t, SIZE_MAX);
            y[t] = 100 * of.share;
            low[t] = 100 * of.low;
            high[t] = 100 * of.high;
        }
        series[e] = (struct lw_chart_series){.label = endings[e].title,
                                             .mark = LW_MARK_BARS,
                                             .y = y,
                                             .low = low,
                                             .high = high,
                                             .n = n};
    }
    struct report_part *part =
        report_chart(r, "endings-chart", "How plays ended, by technique",
                     "Percent of the plays that ended, with Wilson's 95 % interval.",
                     &(struct lw_chart){.title = "How plays ended",
                                        .x_title = "percent of plays",
                                        .series = series,
                                        .n_series = N(endings),
                                        .categories = k->names[KHALIFA_TECHNIQUE]});
    report_about(r, part, NULL, (double)k->plays.n_people);
}

lw_status khalifa_put_groups(struct khalifa *k, struct lw_error *err) {
    lw_status status = LW_OK;
    (void)report_section(k->r, "Techniques and games",
                         "The paper compares techniques by the system's own scores and "
                         "by the share of levels that can be played.");
    for (int side = 0; side < KHALIFA_SIDES && status == LW_OK; side++) {
        status = put_scores(k, (enum khalifa_side)side, err);
    }
    for (size_t e = 0; e < N(endings) && status == LW_OK; e++) {
        put_endings(k, e);
    }
    if (status == LW_OK) {
        draw_endings(k);
    }
    return status;
}
