/* Cholesky within the skyline. */
#include "joint/skyline.h"

#include <math.h>
#include <string.h>

bool skyline_init(struct skyline *s, struct lw_arena *arena, const size_t *first,
                  size_t n) {
    *s = (struct skyline){.n = n};
    s->first = lw_arena_zero(arena, n + 1, sizeof *s->first);
    s->start = lw_arena_zero(arena, n + 1, sizeof *s->start);
    if (s->first == NULL || s->start == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        s->first[i] = first[i];
        s->start[i] = s->n_cells;
        s->n_cells += i - first[i] + 1;
    }
    s->start[n] = s->n_cells;
    s->cells = lw_arena_zero(arena, s->n_cells + 1, sizeof *s->cells);
    s->factor = lw_arena_zero(arena, s->n_cells + 1, sizeof *s->factor);
    return s->cells != NULL && s->factor != NULL;
}

void skyline_clear(struct skyline *s) {
    memset(s->cells, 0, s->n_cells * sizeof *s->cells);
}

/* Four sums at once: one alone would wait for each addition. */
static double dot(const double *a, const double *b, size_t n) {
    double sum[4] = {0, 0, 0, 0};
    for (; n >= 4; n -= 4, a += 4, b += 4) {
        sum[0] += a[0] * b[0];
        sum[1] += a[1] * b[1];
        sum[2] += a[2] * b[2];
        sum[3] += a[3] * b[3];
    }
    for (; n > 0; n--) {
        sum[0] += *a++ * *b++;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

bool skyline_factor(struct skyline *s, size_t n, double damping) {
    memcpy(s->factor, s->cells, s->start[n] * sizeof *s->cells);
    s->n_factored = 0;
    for (size_t i = 0; i < n; i++) {
        double *row = s->factor + s->start[i];
        size_t from = s->first[i];
        row[i - from] += damping;
        for (size_t j = from; j <= i; j++) {
            const double *other = s->factor + s->start[j];
            size_t k = s->first[j] > from ? s->first[j] : from;
            double sum = row[j - from];
            if (j > k) {
                sum -= dot(row + (k - from), other + (k - s->first[j]), j - k);
            }
            if (j < i) {
                row[j - from] = sum / other[j - s->first[j]];
            } else if (sum > 1e-12 && isfinite(sum)) {
                row[j - from] = sqrt(sum);
            } else {
                return false;
            }
        }
    }
    s->n_factored = n;
    return true;
}

double skyline_log_det(const struct skyline *s) {
    double sum = 0;
    for (size_t i = 0; i < s->n_factored; i++) {
        sum += 2 * log(s->factor[s->start[i] + i - s->first[i]]);
    }
    return sum;
}

void skyline_forward(const struct skyline *s, double *b, size_t from) {
    for (size_t i = from; i < s->n_factored; i++) {
        const double *row = s->factor + s->start[i];
        size_t k = s->first[i] > from ? s->first[i] : from;
        double sum = b[i] - (k < i ? dot(row + (k - s->first[i]), b + k, i - k) : 0);
        b[i] = sum / row[i - s->first[i]];
    }
}

void skyline_solve(const struct skyline *s, double *b) {
    skyline_forward(s, b, 0);
    for (size_t i = s->n_factored; i-- > 0;) {
        const double *row = s->factor + s->start[i];
        b[i] /= row[i - s->first[i]];
        for (size_t j = s->first[i]; j < i; j++) {
            b[j] -= row[j - s->first[i]] * b[i];
        }
    }
}

double skyline_variance(const struct skyline *s, size_t i, double *work) {
    double sum = 0;
    if (i >= s->n_factored) {
        return NAN;
    }
    memset(work + i, 0, (s->n_factored - i) * sizeof *work);
    work[i] = 1;
    skyline_forward(s, work, i);
    for (size_t k = i; k < s->n_factored; k++) {
        sum += work[k] * work[k];
    }
    return sum;
}
