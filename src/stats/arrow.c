/* Arrow matrices: tridiagonal but for a few full rows at the end. An answer on a scale of
 * many steps touches two neighbouring thresholds and the columns, so that the work grows
 * with the number of thresholds and not with its cube. */
#include <math.h>
#include <string.h>

#include "stats_internal.h"

size_t arrow_room(size_t n_band, size_t n_full) {
    return 2 * n_band + n_full * (n_band + n_full);
}

struct arrow arrow_make(size_t n_band, size_t n_full, double *room) {
    return (struct arrow){.n_band = n_band,
                          .n_full = n_full,
                          .diagonal = room,
                          .below = room + n_band,
                          .full = room + 2 * n_band};
}

void arrow_clear(struct arrow *a) {
    memset(a->diagonal, 0, arrow_room(a->n_band, a->n_full) * sizeof *a->diagonal);
}

double *arrow_cell(const struct arrow *a, size_t i, size_t j) {
    if (i >= a->n_band) {
        return &a->full[(i - a->n_band) * (a->n_band + a->n_full) + j];
    }
    return i == j ? &a->diagonal[i] : &a->below[i];
}

static bool factor_full_row(struct arrow *a, size_t r) {
    size_t t = a->n_band, m = t + a->n_full;
    double *row = a->full + r * m;
    for (size_t j = 0; j < t; j++) {
        row[j] = (row[j] - (j > 0 ? row[j - 1] * a->below[j] : 0)) / a->diagonal[j];
    }
    for (size_t k = 0; k <= r; k++) {
        const double *other = a->full + k * m;
        double sum = row[t + k];
        for (size_t j = 0; j < t + k; j++) {
            sum -= row[j] * other[j];
        }
        if (k < r) {
            row[t + k] = sum / other[t + k];
        } else if (!(sum > 0)) {
            return false;
        } else {
            row[t + k] = sqrt(sum);
        }
    }
    return true;
}

bool arrow_cholesky(struct arrow *a) {
    for (size_t i = 0; i < a->n_band; i++) {
        a->below[i] = i > 0 ? a->below[i] / a->diagonal[i - 1] : 0;
        double sum = a->diagonal[i] - a->below[i] * a->below[i];
        if (!(sum > 0)) {
            return false;
        }
        a->diagonal[i] = sqrt(sum);
    }
    for (size_t r = 0; r < a->n_full; r++) {
        if (!factor_full_row(a, r)) {
            return false;
        }
    }
    return true;
}

void arrow_forward(const struct arrow *a, double *b) {
    size_t t = a->n_band, m = t + a->n_full;
    for (size_t i = 0; i < t; i++) {
        b[i] = (b[i] - (i > 0 ? a->below[i] * b[i - 1] : 0)) / a->diagonal[i];
    }
    for (size_t i = t; i < m; i++) {
        const double *row = a->full + (i - t) * m;
        for (size_t j = 0; j < i; j++) {
            b[i] -= row[j] * b[j];
        }
        b[i] /= row[i];
    }
}

void arrow_solve(const struct arrow *a, double *b) {
    size_t t = a->n_band, m = t + a->n_full;
    arrow_forward(a, b);
    for (size_t i = m; i-- > t;) {
        const double *row = a->full + (i - t) * m;
        b[i] /= row[i];
        for (size_t j = 0; j < i; j++) {
            b[j] -= row[j] * b[i];
        }
    }
    for (size_t i = t; i-- > 0;) {
        b[i] = (b[i] - (i + 1 < t ? a->below[i + 1] * b[i + 1] : 0)) / a->diagonal[i];
    }
}
