/* Symmetric positive definite systems whose rows begin late.
 *
 * Row i is stored from its first column that can be non-zero to the diagonal; the factor
 * fills exactly that. With players first, levels next and what all share last, the
 * elimination of players and levels costs next to nothing. */
#ifndef DIFFICULTY_SKYLINE_H
#define DIFFICULTY_SKYLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/alloc.h"

struct skyline {
    size_t n;
    size_t *first;  /* [n] */
    size_t *start;  /* [n+1], of row i in cells */
    double *cells;  /* the matrix */
    double *factor; /* its Cholesky factor */
    size_t n_cells;
    size_t n_factored; /* rows of the last factor; 0 when it failed */
};

/* first[i] <= i is given; cells are zero. False when memory is out. */
bool skyline_init(struct skyline *s, struct lw_arena *arena, const size_t *first,
                  size_t n);
/* Column j of row i, first[i] <= j <= i. */
static inline double *skyline_at(struct skyline *s, size_t i, size_t j) {
    return &s->cells[s->start[i] + j - s->first[i]];
}
void skyline_clear(struct skyline *s);
/* Factors the first n rows with damping added to the diagonal; false when they are not
 * positive definite. What follows works with those rows. */
bool skyline_factor(struct skyline *s, size_t n, double damping);
double skyline_log_det(const struct skyline *s);
/* Solves in place with the last factor. */
void skyline_solve(const struct skyline *s, double *b);
/* Column i of the inverse's diagonal: the variance of variable i, NaN when row i is not
 * among those factored. work: [n]. */
double skyline_variance(const struct skyline *s, size_t i, double *work);
/* L x = b in place, from row `from` on (b is zero before it). */
void skyline_forward(const struct skyline *s, double *b, size_t from);

#endif
