/* Dense helpers that the fits share. */
#ifndef STATS_INTERNAL_H
#define STATS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* A symmetric matrix of n_band rows that touch only their neighbours, then n_full rows
 * that touch all; the lower half is kept. Cholesky leaves the lower factor in place. */
struct arrow {
    size_t n_band, n_full;
    double *diagonal, *below; /* [n_band]; below[i] stands at (i, i - 1) */
    double *full;             /* n_full x (n_band + n_full) */
};
size_t arrow_room(size_t n_band, size_t n_full); /* doubles */
struct arrow arrow_make(size_t n_band, size_t n_full, double *room);
void arrow_clear(struct arrow *a);
/* i >= j, and i - j at most 1 within the band. */
double *arrow_cell(const struct arrow *a, size_t i, size_t j);
bool arrow_cholesky(struct arrow *a);
/* b becomes L^-1 b, or the solution. */
void arrow_forward(const struct arrow *a, double *b);
void arrow_solve(const struct arrow *a, double *b);

/* Cholesky of the symmetric n x n matrix a in place (lower triangle); false when it is
 * not positive definite. */
bool dense_cholesky(double *a, size_t n);
/* Solves L L' x = b in place. */
void dense_solve(const double *lower, size_t n, double *b);
/* The inverse of L L' into out. */
void dense_inverse(const double *lower, size_t n, double *out);
double dense_log_det(const double *lower, size_t n); /* of L L' */

/* Null distributions of rank correlations (corr_null.c). */

/* Shares of the permutations of ry whose product sum with rx is as far from its mean as
 * the one given, or farther; n <= 9. */
double null_permutations(const double *rx, const double *ry, size_t n);
/* P(S <= s) over all permutations of 1..n, n <= NULL_SPEARMAN_MAX. */
#define NULL_SPEARMAN_MAX 12
lw_status null_spearman(const struct lw_alloc *alloc, size_t n, double s,
                        double *out) LW_MUST_CHECK;
/* P(S >= s), or P(S < s), by the Edgeworth series. */
double null_edgeworth(double n, double s, bool lower);
/* Share of permutations of n with at most k inversions. */
lw_status null_inversions(const struct lw_alloc *alloc, size_t n, size_t k,
                          double *out) LW_MUST_CHECK;

#endif
