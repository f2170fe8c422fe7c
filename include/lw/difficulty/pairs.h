/* Pairwise studies: TrueSkill and Bradley-Terry with their reliability. */
#ifndef LW_DIFFICULTY_PAIRS_H
#define LW_DIFFICULTY_PAIRS_H

#include "lw/difficulty/joint.h"
#include "lw/stats.h"

struct lw_pairs {
    struct lw_arena arena;
    size_t n_items, n_games, n_parts; /* parts: groups of items never compared */
    struct lw_rating *trueskill;      /* [n_items] */
    double *ability, *ability_se; /* [n_items], centred in each part; NaN: undefined */
    size_t *part;                 /* [n_items] */
    double *share;                /* [n_items], of games won; NaN: none */
    double agreement;             /* Spearman of the two, within parts */
    /* Mean correlation of the two halves of the players, and what the whole then has
     * (Spearman and Brown). */
    double half_trueskill, whole_trueskill;
    double half_bradley_terry, whole_bradley_terry;
    size_t n_splits, n_undefined; /* halves without a finite Bradley-Terry estimate */
};
struct lw_pairs_data {
    const struct lw_game_result *games; /* [n_games] */
    const size_t *player;               /* [n_games], who made the judgement */
    size_t n_games, n_items, n_players;
};
/* Halves of the players are drawn n_splits times from the seed. */
lw_status lw_pairs_judge(const struct lw_alloc *alloc, const struct lw_pairs_data *data,
                         size_t n_splits, uint64_t seed, struct lw_pairs *out,
                         struct lw_error *err) LW_MUST_CHECK;
void lw_pairs_free(struct lw_pairs *pairs);

/* TrueSkill's means of the choices in data that have nothing to do with the group outside
 * (n_groups: of all), NaN for levels in none. row: where each of data's levels stands in
 * e, for those in a choice; NULL: at its own number. scratch: [e->n]. Returns how many
 * choices there were. */
size_t lw_choice_means(const struct lw_joint_data *data, const struct lw_evidence *e,
                       const size_t *row, size_t outside, struct lw_rating *scratch,
                       double *means);
/* The same without each group in turn, for lw_evidence's y_without [n_groups x n]; a
 * level that is then in no choice has the mean that all begin with. */
void lw_choice_means_without(const struct lw_joint_data *data,
                             const struct lw_evidence *e, const size_t *row,
                             struct lw_rating *scratch, double *without);

#endif
