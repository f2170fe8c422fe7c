/* What analyser, player, rater and generators share. */
#ifndef ANALYSE_INTERNAL_H
#define ANALYSE_INTERNAL_H

#include "kind_internal.h"
#include "lw/puzzlescript_design.h"

#define PS_MAX_PAIRS 128 /* games with more rule objects are judged by the first ones */

/* Is there a win condition, or a rule that wins? */
bool lw_ps_can_be_won(const struct lw_ps_game *game);

/* evaluate.c: how far a position seems from a win. */
struct ps_evaluator;
lw_status lw_ps_evaluator_create(const struct lw_ps_analysis *analysis, uint32_t width,
                                 uint32_t height, const struct lw_alloc *alloc,
                                 struct ps_evaluator **out,
                                 struct lw_error *err) LW_MUST_CHECK;
void lw_ps_evaluator_destroy(struct ps_evaluator *evaluator);
/* Of the engine's position: the distance to the win conditions, 0 near to 1 far; with
 * rules also the distances between objects of rules' left sides. */
double lw_ps_evaluate(struct ps_evaluator *evaluator, const struct lw_ps_engine *engine,
                      bool rules, double *output);

/* novelty.c: is there a fact (rank 1) or a pair of facts (rank 2) that no state of the
 * class `key` held before, or neither (rank 3)? 0 when memory is out. Remembers it. */
struct ps_novelty;
bool lw_ps_novelty_suits(size_t state_bytes);
struct ps_novelty *lw_ps_novelty_create(size_t state_bytes, const struct lw_alloc *alloc);
void lw_ps_novelty_destroy(struct ps_novelty *novelty);
int lw_ps_novelty_of(struct ps_novelty *novelty, uint64_t key, const uint8_t *state);

/* After lw_ps_evaluate: how many objects of each kind there are and how many are at home.
 */
uint64_t lw_ps_evaluate_class(const struct ps_evaluator *evaluator);

double ps_near(struct ps_evaluator *ev, const struct lw_ps_engine *engine);
/* relax_cost.c: about how many moves a win needs; NULL in *out: board too large. */
struct ps_cost;
lw_status lw_ps_cost_create(const struct lw_ps_game *game,
                            const struct lw_ps_level *level, const struct lw_alloc *alloc,
                            struct ps_cost **out, struct lw_error *err) LW_MUST_CHECK;
void lw_ps_cost_destroy(struct ps_cost *cost);
double lw_ps_cost_of(struct ps_cost *cost, const struct lw_ps_engine *engine);

extern const struct lw_solve_ops lw_ps_solve_ops;
extern const struct lw_advice_ops lw_ps_advice_ops;
extern const struct lw_feature_ops lw_ps_feature_ops;

#endif
