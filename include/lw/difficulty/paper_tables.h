/* The tables of Kartal, Schaa and van Kreveld, on any data. */
#ifndef LW_DIFFICULTY_PAPER_TABLES_H
#define LW_DIFFICULTY_PAPER_TABLES_H

#include "lw/difficulty.h"

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

/* Kartal's evaluation of a level, eq. 3: a weighted sum of blocks, congestion and boxes.
 * The paper set 5, 10 and 1 by hand; here they are searched for the highest Pearson
 * correlation with difficulty, as the paper did with congestion's. */
struct lw_kartal_evaluation {
    double blocks, congestion, boxes; /* the best, the largest of them 1 */
    double r;                         /* reached with them, on all levels */
    double r_paper;                   /* with 5, 10 and 1 */
    double r_unseen; /* of predictions for folds that neither weights nor line had seen */
    size_t n, n_folds; /* levels where all four are known; folds are ordered blocks */
};
struct lw_kartal_levels {
    const double *blocks, *congestion, *boxes, *difficulty; /* [n], NaN: not known */
    size_t n;
};
/* With fewer levels than four a fold, folds are as many as that allows; correlations of
 * fewer than eight levels are NaN. */
lw_status lw_kartal_evaluate(const struct lw_alloc *alloc,
                             const struct lw_kartal_levels *levels, size_t n_folds,
                             struct lw_kartal_evaluation *out,
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

#endif
