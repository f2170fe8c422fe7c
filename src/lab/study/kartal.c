/* The design Kartal (2016): which of two levels is harder. Perceived difficulty is the
 * mean of TrueSkill, as in the paper; beside it Bradley and Terry's model, which has
 * standard errors with people as clusters. */
#include "study/kartal.h"

#include <math.h>
#include <stdlib.h>

#include "study/estimates.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define LEAST_GAMES 4
#define Z95 1.959963984540054

static void put_count(struct report *r, struct report_part *part, const char *what,
                      double n) {
    report_text(r, part, what);
    report_number(r, part, n);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void put_counts(struct kartal *k) {
    static const char *const columns[] = {"comparisons", "number"};
    struct report *r = k->r;
    double *each = lw_arena_zero(&r->arena, k->n_players + 1, sizeof *each);
    struct report_part *part = report_table(
        r, "comparisons", "Comparisons",
        "A pair counts when it was answered and both levels are in the last version of "
        "the definition. The paper had 945 comparisons of 120 levels by about 30 people, "
        "and 210 of 20 levels by 6 people in its validation.",
        columns, N(columns));
    report_about(r, part, NULL, (double)k->n_players);
    put_count(r, part, "pairs shown", (double)k->n_shown);
    put_count(r, part, "not answered", (double)k->n_open);
    put_count(r, part, "of levels that the definition no longer has",
              (double)k->n_unknown);
    put_count(r, part, "said to be equal, counted as half", (double)k->n_equal);
    put_count(r, part, "comparisons analysed", (double)k->n_games);
    put_count(r, part, "levels compared", (double)k->n_items);
    put_count(r, part, "people who compared", (double)k->n_players);
    if (each != NULL && k->n_players > 0) {
        for (size_t g = 0; g < k->n_games; g++) {
            each[k->player[g]]++;
        }
        qsort(each, k->n_players, sizeof *each, by_size);
        put_count(r, part, "of one person, fewest", each[0]);
        put_count(r, part, "of one person, median",
                  (each[(k->n_players - 1) / 2] + each[k->n_players / 2]) / 2);
        put_count(r, part, "of one person, most", each[k->n_players - 1]);
    }
}

/* Items from the hardest on. */
struct ranked {
    double mean;
    size_t item;
};

static int by_mean(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->mean != y->mean ? (x->mean < y->mean) - (x->mean > y->mean)
                              : (x->item > y->item) - (x->item < y->item);
}

static double games_of(const struct kartal *k, size_t item) {
    double n = 0;
    for (size_t g = 0; g < k->n_games; g++) {
        n += k->games[g].a == item || k->games[g].b == item;
    }
    return n;
}

static lw_status rank(const struct kartal *k, struct ranked **out, struct lw_error *err) {
    *out = lw_arena_zero(&k->r->arena, k->n_items + 1, sizeof **out);
    if (*out == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < k->n_items; i++) {
        (*out)[i] = (struct ranked){k->mean[i], i};
    }
    qsort(*out, k->n_items, sizeof **out, by_mean);
    return LW_OK;
}

static void put_level(struct kartal *k, struct report_part *part, size_t item) {
    const struct study_level *level = &k->levels.levels[k->item[item]];
    report_text(k->r, part, level->set->set->id);
    report_number(k->r, part, (double)level->number);
}

/* Without the prior there is often no finite maximum. */
static void put_plain(struct kartal *k, const struct ranked *ranked) {
    static const char *const columns[] = {"set", "number", "log odds", "95 % from", "to"};
    struct report *r = k->r;
    size_t n = 0;
    for (size_t i = 0; i < k->n_items; i++) {
        n += !isnan(k->ability[i]);
    }
    if (n == 0) {
        (void)report_words(r, "Bradley and Terry's model without a prior has no finite "
                              "maximum here: a group of levels won every comparison "
                              "with the others.");
        return;
    }
    struct report_part *part = report_table(
        r, "bradley-terry", "Bradley and Terry's model without a prior",
        "Log odds against the mean of all levels that comparisons join; as glm of R.",
        columns, N(columns));
    report_about(r, part, NULL, (double)k->n_players);
    for (size_t m = 0; m < k->n_items; m++) {
        size_t i = ranked[m].item;
        put_level(k, part, i);
        report_number(r, part, k->ability[i]);
        report_number(r, part, k->ability[i] - Z95 * k->ability_se[i]);
        report_number(r, part, k->ability[i] + Z95 * k->ability_se[i]);
    }
}

static lw_status put_ratings(struct kartal *k, struct lw_error *err) {
    static const char *const columns[] = {
        "set", "number",     "compared",  "chosen", "TrueSkill",     "95 % from",
        "to",  "with prior", "95 % from", "to",     "s.e. by people"};
    struct report *r = k->r;
    struct ranked *ranked;
    lw_status status = rank(k, &ranked, err);
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(r, "Every level", "");
    struct report_part *part = report_table(
        r, "ratings", "Perceived difficulty of each level",
        report_print(
            r,
            "From the hardest. TrueSkill: means from 0 to 50, as in the paper, with mean "
            "\xc2\xb1 1.96 sigma. With prior: Bradley and Terry's model in log odds "
            "against the mean of all levels, abilities from a normal distribution whose "
            "spread the comparisons tell (%.2f here, share of slips %.3f). Its interval "
            "takes each comparison as one observation; the last column is the standard "
            "error of this estimate with each person as one (jackknife), which the prior "
            "draws together as it does the estimate.",
            k->prior.sd, k->prior.slips),
        columns, N(columns));
    report_about(r, part, "Perceived Difficulty of the paper", (double)k->n_players);
    for (size_t n = 0; n < k->n_items; n++) {
        size_t i = ranked[n].item;
        const double cells[] = {games_of(k, i),
                                k->pairs.share[i],
                                k->mean[i],
                                k->mean[i] - Z95 * k->sigma[i],
                                k->mean[i] + Z95 * k->sigma[i],
                                k->prior.ability[i],
                                k->prior.ability[i] - Z95 * k->prior.se[i],
                                k->prior.ability[i] + Z95 * k->prior.se[i],
                                k->people_se[i]};
        put_level(k, part, i);
        for (size_t c = 0; c < N(cells); c++) {
            report_number(r, part, cells[c]);
        }
    }
    put_plain(k, ranked);
    return LW_OK;
}

static lw_status put_agreement(struct kartal *k, struct lw_error *err) {
    static const char *const columns[] = {"what",      "levels", "r",
                                          "95 % from", "to",     "Spearman \xcf\x81"};
    struct report *r = k->r;
    struct lw_correlation c;
    lw_status status = study_correlate(r, k->mean, k->prior.ability, k->n_items, &c, err);
    struct report_part *part = report_table(
        r, "reliability", "How far the ratings can be trusted",
        "Halves: people are drawn into two halves a hundred times, and the ratings of "
        "both correlated; what all people together then have follows by Spearman and "
        "Brown. No feature can correlate with the ratings much better than the ratings "
        "of all people with themselves.",
        columns, N(columns));
    report_about(r, part, NULL, (double)k->n_players);
    const struct {
        const char *what;
        double r;
    } rows[] = {
        {"half of the people with the other half, TrueSkill", k->pairs.half_trueskill},
        {"all people, TrueSkill", k->pairs.whole_trueskill},
        {"half with half, Bradley-Terry where both are finite",
         k->pairs.half_bradley_terry}};
    report_text(r, part, "TrueSkill with Bradley-Terry (with prior)");
    const double cells[] = {(double)c.n, c.pearson, c.pearson_low, c.pearson_high,
                            c.spearman};
    for (size_t i = 0; i < N(cells); i++) {
        report_number(r, part, cells[i]);
    }
    for (size_t i = 0; i < N(rows); i++) {
        report_text(r, part, rows[i].what);
        report_number(r, part, (double)k->n_items);
        report_number(r, part, rows[i].r);
        for (int dash = 0; dash < 3; dash++) {
            report_number(r, part, NAN);
        }
    }
    return status;
}

static void draw_two_ratings(struct kartal *k) {
    struct report *r = k->r;
    double *low = lw_arena_zero(&r->arena, 2 * k->n_items + 1, sizeof *low);
    if (low == NULL) {
        r->failed = true;
        return;
    }
    double *high = low + k->n_items;
    for (size_t i = 0; i < k->n_items; i++) {
        low[i] = k->prior.ability[i] - Z95 * k->prior.se[i];
        high[i] = k->prior.ability[i] + Z95 * k->prior.se[i];
    }
    const struct lw_chart_series series[] = {{.mark = LW_MARK_POINTS,
                                              .x = k->mean,
                                              .y = k->prior.ability,
                                              .low = low,
                                              .high = high,
                                              .n = k->n_items}};
    struct report_part *part = report_chart(
        r, "two-ratings", "TrueSkill and Bradley-Terry",
        "A point is a level, with the 95 % interval of Bradley and Terry's model with a "
        "prior. Where the points leave a line, the order of the comparisons mattered to "
        "TrueSkill.",
        &(struct lw_chart){.title = "Two ratings from the same comparisons",
                           .x_title = "perceived difficulty (TrueSkill)",
                           .y_title = "log odds against the mean level",
                           .series = series,
                           .n_series = 1});
    report_about(r, part, NULL, (double)k->n_players);
}

static lw_status analyze(const struct study_export *e, struct report *r,
                         struct lw_error *err) {
    struct kartal *k = lw_arena_zero(&r->arena, 1, sizeof *k);
    if (k == NULL) {
        return lw_fail_memory(err);
    }
    k->e = e;
    k->r = r;
    lw_status status = kartal_read(k, err);
    if (status == LW_OK) {
        (void)report_section(r, "Which is harder?",
                             "Kartal, Sohre and Guy 2016, Estimating Perceived "
                             "Difficulty.");
        put_counts(k);
    }
    if (status == LW_OK &&
        (k->n_games < LEAST_GAMES || k->n_items < 3 || k->n_players < 2)) {
        (void)report_words(r, "These are too few comparisons for ratings: at least 4 of "
                              "3 levels by 2 people are needed.");
    } else if (status == LW_OK) {
        status = kartal_rate(k, err);
        if (status == LW_OK) {
            status = put_agreement(k, err);
        }
        if (status == LW_OK) {
            draw_two_ratings(k);
            status = kartal_features(k, err);
        }
        if (status == LW_OK) {
            status = put_ratings(k, err);
        }
    }
    kartal_free(k);
    return status;
}

const struct study_design study_kartal = {"kartal", analyze};
