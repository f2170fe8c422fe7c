/* The papers' own estimates of difficulty and their tables, on any data.
 *
 *   linear       van Kreveld, Loffler and Mutser 2015: a plain least squares line
 *   kartal       Kartal, Sohre and Guy 2016: the fixed function of eq. 3
 *   kartal-grid  the same with congestion weights searched for the highest correlation
 *   schaa        Schaa 2021: of A*'s closed and open list, moves and pushes, the one that
 *                ranks the learned levels best
 *   khalifa      Khalifa and Fayek 2015: the weighted sum of six scores
 *
 * A fixed score gets a line from the learned levels, so that it predicts on the scale of
 * the answers. */
#ifndef LW_DIFFICULTY_PAPERS_H
#define LW_DIFFICULTY_PAPERS_H

#include "lw/base/runtime.h"
#include "lw/difficulty.h"
#include "lw/difficulty_joint.h"
#include "lw/stats.h"

/* code, name */
#define LW_PAPERS(X)                                                                     \
    X(LINEAR, "linear")                                                                  \
    X(KARTAL, "kartal")                                                                  \
    X(KARTAL_GRID, "kartal-grid")                                                        \
    X(SCHAA, "schaa")                                                                    \
    X(KHALIFA, "khalifa")
enum lw_paper {
#define X(code, name) LW_PAPER_##code,
    LW_PAPERS(X)
#undef X
        LW_N_PAPERS
};
const char *lw_paper_name(enum lw_paper paper);
/* NULL when e has every feature that the paper's model needs, else the first it lacks.
 * kartal-grid needs the five columns "congestion:boxes", ":goals", ":walls",
 * ":boxes_by_open" and ":goals_by_open" (see lw_sokoban_congestion_of) beside the
 * features. */
const char *lw_paper_lacks(enum lw_paper paper, const struct lw_evidence *e);

/* Judged as lw_difficulty_judge does. columns is for linear: NULL takes floor, boxes,
 * moves, lines and counterintuitive. */
lw_status lw_paper_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         enum lw_paper paper, const unsigned char *columns,
                         struct lw_judged *out, struct lw_error *err) LW_MUST_CHECK;
/* A model file, which predicts as the paper's model does. */
lw_status lw_paper_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         enum lw_paper paper, const struct lw_model_request *request,
                         struct lw_model *out, struct lw_error *err) LW_MUST_CHECK;

/* Kartal's Table 1. */

#define LW_KARTAL_ROWS 6
struct lw_kartal_weights {
    double alpha, beta, gamma;
};
struct lw_kartal_table {
    const char *title[LW_KARTAL_ROWS];
    double r_generated[LW_KARTAL_ROWS]; /* Pearson; NaN: undefined */
    double r_all[LW_KARTAL_ROWS];
    size_t n_generated, n_all;
    /* found by grid search on all levels; the fixed table has 1, 1, 1 */
    struct lw_kartal_weights v1, v2;
    double r_v1, r_v2; /* reached with them, on all */
};
/* generated[i]: level i was made by a program. */
lw_status lw_kartal_table_of(const struct lw_alloc *alloc, const struct lw_evidence *e,
                             const unsigned char *generated, struct lw_kartal_table *out,
                             struct lw_error *err) LW_MUST_CHECK;

/* Schaa's Table 5.4: what players did against what a solver needed. */

struct lw_named_column {
    const char *name;
    const double *value;
};
struct lw_schaa_cell {
    size_t n; /* rows with both values */
    double spearman, spearman_p, pearson, pearson_p;
};
struct lw_schaa_data {
    const struct lw_named_column *rows, *columns;
    size_t n_rows, n_columns;
    size_t n; /* values of each */
};
/* cells: n_rows x n_columns; each pair over the rows where both are known. */
lw_status lw_schaa_table(const struct lw_alloc *alloc, const struct lw_schaa_data *data,
                         struct lw_schaa_cell *cells, struct lw_error *err) LW_MUST_CHECK;

/* Van Kreveld's procedure. */

struct lw_level_answers {
    double rating, scaled, time, moves; /* means; NaN where nobody answered */
    double plays;
};
struct lw_human_play {
    size_t player, level;
    double rating, seconds, moves; /* NaN where there is none */
};
struct lw_human_plays {
    const struct lw_human_play *plays; /* [n] */
    size_t n, n_players, n_levels;
};
/* Means by level. scaled: each player's ratings stretched to cover 1 to 10 first; players
 * who gave one rating only to all levels have none, and are counted. */
lw_status lw_vankreveld_answers(const struct lw_alloc *alloc,
                                const struct lw_human_plays *human,
                                struct lw_level_answers *out, size_t *n_flat_players,
                                struct lw_error *err) LW_MUST_CHECK;

#define LW_VANKREVELD_TARGETS 4
struct lw_vankreveld {
    const char *target[LW_VANKREVELD_TARGETS]; /* Rating, Scaled, Time, Moves */
    size_t n[LW_VANKREVELD_TARGETS];           /* levels with that answer; 0: none */
    bool relative[LW_VANKREVELD_TARGETS];      /* errors in percent */
    double unweighted[LW_VANKREVELD_TARGETS], weighted[LW_VANKREVELD_TARGETS];
    double r2[LW_VANKREVELD_TARGETS]; /* of the fit on all rows */
    double *weights;                  /* targets x (p + 1), mean over folds */
    struct lw_arena arena;
};
struct lw_vankreveld_data {
    const double *x; /* n x p, without intercept */
    size_t n, p;
    const char *const *names;               /* [p] */
    const struct lw_level_answers *answers; /* [n] */
    size_t folds;
};
/* Rows in their given order are cut into folds. Refuses columns that make each other up,
 * by name. */
lw_status lw_vankreveld_run(const struct lw_alloc *alloc,
                            const struct lw_vankreveld_data *data,
                            struct lw_vankreveld *out,
                            struct lw_error *err) LW_MUST_CHECK;
void lw_vankreveld_free(struct lw_vankreveld *result);

/* Pairwise studies: TrueSkill and Bradley-Terry with their reliability. */

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

/* A score brought to a rating scale on some levels and tried on others. */

struct lw_transfer {
    size_t n_learned, n_tried;
    double slope, intercept;
    double mae, rmse;                   /* of the line */
    double mae_constant, rmse_constant; /* of the learned levels' mean */
};
struct lw_scored_levels {
    const double *score, *rating; /* [n] */
    size_t n;
};
lw_status lw_scale_transfer(const struct lw_alloc *alloc,
                            const struct lw_scored_levels *learned,
                            const struct lw_scored_levels *tried, struct lw_transfer *out,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
