/* The parts of the design Kartal. */
#ifndef LAB_STUDY_KARTAL_H
#define LAB_STUDY_KARTAL_H

#include "lw/difficulty/pairs.h"
#include "study/designs.h"
#include "study/levels.h"

/* Everything is in the report's arena. */
struct kartal {
    const struct study_export *e;
    struct report *r;
    struct study_levels levels;
    struct lw_game_result *games; /* in the order in which they were answered */
    size_t *player;               /* [n_games] */
    size_t n_games, n_players;
    size_t n_shown, n_equal, n_open, n_unknown; /* pairs; open: never answered */
    size_t *item;                               /* level of each item */
    size_t *item_of; /* item of each level, SIZE_MAX: never compared */
    size_t n_items;
    double *mean, *sigma;         /* [n_items], TrueSkill's */
    double *ability, *ability_se; /* Bradley and Terry's; NaN where none is finite */
    struct lw_bradley_terry_prior prior; /* with normal abilities */
    double *people_se; /* [n_items], of prior, leaving each person out in turn */
    struct lw_pairs pairs;
};

lw_status kartal_read(struct kartal *k, struct lw_error *err) LW_MUST_CHECK;
lw_status kartal_rate(struct kartal *k, struct lw_error *err) LW_MUST_CHECK;
void kartal_free(struct kartal *k);
/* TrueSkill's means of the comparisons of people drawn with replacement: how often each
 * one was drawn. */
void kartal_means_of(const struct kartal *k, const size_t *drawn, double *means);
/* Tables and figures about features. */
lw_status kartal_features(struct kartal *k, struct lw_error *err) LW_MUST_CHECK;
/* kartal.R and the files it reads: x[c * n_items + i] is feature c of item i. */
void kartal_script(struct kartal *k, const char *const *features, size_t n_features,
                   const double *x);

#endif
