/* How rank correlations are distributed when nothing goes with anything. */
#include "stats_internal.h"

#include <math.h>
#include <string.h>

#include "lw/stats.h"

static double products(const double *rx, const double *ry, const int *order, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += rx[i] * ry[order[i]];
    }
    return sum;
}

double null_permutations(const double *rx, const double *ry, size_t n) {
    int order[9], turn[9] = {0};
    double hits = 0, total = 0, mean = 0;
    for (size_t i = 0; i < n; i++) {
        order[i] = (int)i;
        mean += rx[i];
    }
    /* Mid-ranks always sum to n (n + 1) / 2, so the mean of the product sums is this. */
    mean *= mean / (double)n;
    double far = fabs(products(rx, ry, order, n) - mean) - 1e-9;
    /* Heap's algorithm, iterative. */
    for (size_t i = 0;;) {
        hits += fabs(products(rx, ry, order, n) - mean) >= far;
        total += 1;
        for (i = 0; i < n && turn[i] >= (int)i;) {
            turn[i++] = 0;
        }
        if (i >= n) {
            return hits / total;
        }
        size_t with = i % 2 == 0 ? 0 : (size_t)turn[i];
        int hold = order[with];
        order[with] = order[i];
        order[i] = hold;
        turn[i]++;
    }
}

/* Counts partial assignments by the set of ranks used and half the sum so far: the sums
 * of whole permutations are even, those of parts may be odd, so parts keep whole sums. */
lw_status null_spearman(const struct lw_alloc *alloc, size_t n, double s, double *out) {
    size_t room = n * (n * n - 1) / 3 + 1, n_sets = (size_t)1 << n;
    double *count = lw_alloc_zero(alloc, n_sets * room, sizeof *count);
    if (count == NULL) {
        return LW_NO_MEMORY;
    }
    count[0] = 1;
    for (size_t set = 0; set + 1 < n_sets; set++) {
        const double *from = count + set * room;
        size_t place = 0;
        for (size_t rank = 0; rank < n; rank++) {
            place += set >> rank & 1;
        }
        for (size_t rank = 0; rank < n; rank++) {
            size_t d = rank > place ? rank - place : place - rank;
            if (set >> rank & 1) {
                continue;
            }
            double *to = count + (set | (size_t)1 << rank) * room + d * d;
            for (size_t i = 0; i + d * d < room; i++) {
                to[i] += from[i];
            }
        }
    }
    const double *all = count + (n_sets - 1) * room;
    double low = 0, total = 0;
    for (size_t i = 0; i < room; i++) {
        low += (double)i <= s + 1e-9 ? all[i] : 0;
        total += all[i];
    }
    *out = low / total;
    lw_alloc_free(alloc, count, n_sets * room * sizeof *count);
    return LW_OK;
}

double null_edgeworth(double n, double s, bool lower) {
    double b = 1 / n;
    double x = (6 * (s - 1) * b / (n * n - 1) - 1) * sqrt(1 / b - 1);
    double y = x * x;
    double u = x * b *
               (0.2274 + b * (0.2531 + 0.1745 * b) +
                y * (-0.0758 + b * (0.1033 + 0.3932 * b) -
                     y * b *
                         (0.0879 + 0.0151 * b -
                          y * (0.0072 - 0.0831 * b + y * b * (0.0131 - 4.6e-4 * y)))));
    /* Each tail on its own: one less the other would lose the digits of a small one. */
    double p =
        lower ? lw_norm_cdf(x) - u / exp(y / 2) : lw_norm_upper(x) + u / exp(y / 2);
    return p < 0 ? 0 : p > 1 ? 1 : p;
}

lw_status null_inversions(const struct lw_alloc *alloc, size_t n, size_t k, double *out) {
    size_t room = n * (n - 1) / 2 + 1;
    double *now = lw_alloc_zero(alloc, 2 * room, sizeof *now);
    if (now == NULL) {
        return LW_NO_MEMORY;
    }
    double *before = now + room, *block = now;
    now[0] = 1;
    for (size_t m = 2; m <= n; m++) {
        double *hold = before;
        before = now;
        now = hold;
        double window = 0;
        for (size_t i = 0; i < room; i++) {
            window += before[i];
            if (i >= m) {
                window -= before[i - m];
            }
            now[i] = window / (double)m;
        }
    }
    double sum = 0;
    for (size_t i = 0; i <= k && i < room; i++) {
        sum += now[i];
    }
    *out = fmin(sum, 1);
    lw_alloc_free(alloc, block, 2 * room * sizeof *now);
    return LW_OK;
}
