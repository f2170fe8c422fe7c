/* Dense helpers that the fits share. */
#ifndef STATS_INTERNAL_H
#define STATS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

/* Cholesky of the symmetric n x n matrix a in place (lower triangle); false when it is
 * not positive definite. */
bool dense_cholesky(double *a, size_t n);
/* Solves L L' x = b in place. */
void dense_solve(const double *lower, size_t n, double *b);
/* The inverse of L L' into out. */
void dense_inverse(const double *lower, size_t n, double *out);
double dense_log_det(const double *lower, size_t n); /* of L L' */

#endif
