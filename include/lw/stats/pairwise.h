/* Pairwise comparisons: TrueSkill, Bradley-Terry. */
#ifndef LW_STATS_PAIRWISE_H
#define LW_STATS_PAIRWISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_game_result {
    size_t a, b;
    double score; /* 1: a won, 0: b won, 0.5: a draw */
};

struct lw_trueskill {
    double mu, sigma, beta, tau, draw_probability;
};
struct lw_rating {
    double mu, sigma;
};
/* The usual values: 25, 25/3, 25/6, 25/300, 0.1. */
struct lw_trueskill lw_trueskill_default(void);
double lw_trueskill_draw_margin(const struct lw_trueskill *model);
void lw_trueskill_update(const struct lw_trueskill *model, struct lw_rating *a,
                         struct lw_rating *b, double score);
double lw_trueskill_quality(const struct lw_trueskill *model, const struct lw_rating *a,
                            const struct lw_rating *b);

struct lw_bradley_terry {
    const struct lw_alloc *alloc;
    size_t n;
    double *ability, *se;         /* [n], log odds against item 0 */
    double *centred, *se_centred; /* [n], against the mean of all */
    double log_lik;
};
/* Draws count half. Refuses data in which some group of items won every game against the
 * rest (no finite maximum), naming an item of it. */
lw_status lw_bradley_terry_fit(const struct lw_alloc *alloc,
                               const struct lw_game_result *games, size_t n_games,
                               size_t n_items, struct lw_bradley_terry *out,
                               struct lw_error *err) LW_MUST_CHECK;
void lw_bradley_terry_free(struct lw_bradley_terry *fit);

#endif
