/* Pairwise comparisons: TrueSkill, Bradley-Terry without and with a prior. */
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

struct lw_pairwise_data {
    const struct lw_game_result *games; /* [n_games] */
    size_t n_games, n_items;
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

/* The same with abilities from a normal distribution, whose spread the comparisons tell:
 * finite where an item won or lost every time, and where parts were never compared. A
 * share of the answers may be slips, half of which name the wrong one. Results are means
 * over what spread and slips can be after the comparisons (expectation propagation); the
 * errors have in them that both are not known. */
struct lw_bradley_terry_prior {
    const struct lw_alloc *alloc;
    size_t n;
    double *ability, *se; /* [n], against the mean of all items; se of that difference */
    double sd;            /* of the abilities */
    double slips;
};
/* slips: from 0 to 0.5, or below 0 when it is not known: then 0, 0.025, 0.05, 0.1, 0.15
 * and 0.2 are thought equally likely before. The spread's prior is the positive half of a
 * normal distribution of standard deviation 2, between 0.05 and 6. */
lw_status lw_bradley_terry_prior_fit(const struct lw_alloc *alloc,
                                     const struct lw_pairwise_data *data, double slips,
                                     struct lw_bradley_terry_prior *out,
                                     struct lw_error *err) LW_MUST_CHECK;
void lw_bradley_terry_prior_free(struct lw_bradley_terry_prior *fit);

#endif
