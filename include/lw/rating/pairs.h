/* Live ratings from pairwise choices, and which pair to ask about next; libc only.
 *
 * Every level has a belief about its difficulty, a mean and a variance. "a is harder than
 * b" has the probability 1 / (1 + exp(-(a - b))) (Bradley and Terry's model); an answer
 * moves both beliefs and makes them narrower, as in assumed density filtering. The fit
 * that papers report is the laboratory's; this one is for choosing while people answer.
 */
#ifndef LW_RATING_PAIRS_H
#define LW_RATING_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/rng.h"

struct lw_belief {
    double mean, variance;
};

/* Before anything is known: difficulties of people's levels spread about this much. */
#define LW_BELIEF_START ((struct lw_belief){0, 2.25})

/* harder: a was chosen; share of answers that are thought to be slips, 0 to 0.5. */
void lw_belief_update(struct lw_belief *harder, struct lw_belief *easier, double slips);

/* By how much an answer about this pair is expected to reduce the sum of both variances.
 */
double lw_pair_information(const struct lw_belief *a, const struct lw_belief *b);

struct lw_pair_question {
    const struct lw_belief *beliefs;
    size_t n; /* at least 2 */
    /* How often this person was asked about that pair already (a < b); NULL: never. Pairs
     * asked about before come only when all have been. */
    uint32_t (*asked)(void *ctx, size_t a, size_t b);
    void *ctx;
};
/* The pair that tells most; among equals one is drawn. Looks at all pairs of up to 256
 * levels, of more at those of 256 drawn ones, so that it ends soon. a < b. */
void lw_pair_choose(const struct lw_pair_question *question, struct lw_rng *rng,
                    size_t *a, size_t *b);

#endif
