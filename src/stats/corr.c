/* Pearson, Spearman, Kendall with their p values.
 *
 * Exact Spearman p: the permutation distribution for n <= 9; above, the Edgeworth series
 * of Best and Roberts (Applied Statistics 24, 1975, algorithm AS 89). Exact Kendall p:
 * the number of permutations with k inversions. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

static double pearson(const double *x, const double *y, size_t n) {
    long double mx = lw_mean(x, n), my = lw_mean(y, n);
    long double xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        long double dx = x[i] - mx, dy = y[i] - my;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    if (xx == 0 || yy == 0) {
        return NAN;
    }
    long double r = xy / sqrtl(xx) / sqrtl(yy);
    return (double)(r > 1 ? 1 : r < -1 ? -1 : r);
}

static bool constant(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (x[i] != x[0]) {
            return false;
        }
    }
    return true;
}

static void pearson_inference(struct lw_correlation *out) {
    double n = (double)out->n, r = out->pearson;
    if (out->n < 3) {
        return;
    }
    out->pearson_t = r * sqrt((n - 2) / ((1 - r) * (1 + r)));
    out->pearson_p = lw_t_two_sided(out->pearson_t, n - 2);
    if (out->n > 3) {
        double z = atanh(r), half = lw_norm_quantile(0.975) / sqrt(n - 3);
        out->pearson_low = tanh(z - half);
        out->pearson_high = tanh(z + half);
    }
}

/* How many of all n! rank permutations have a sum of squared differences of at least s.
 */
static double enumerate_spearman(size_t n, double s) {
    int order[9], turn[9] = {0};
    double hits = 0, total = 0;
    for (size_t i = 0; i < n; i++) {
        order[i] = (int)i;
    }
    /* Heap's algorithm, iterative. */
    for (size_t i = 0;;) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            double d = (double)j - order[j];
            sum += d * d;
        }
        hits += sum >= s - 1e-9;
        total += 1;
        while (i < n && turn[i] >= (int)i) {
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
        i = 0;
    }
}

/* Upper tail P(S >= s) by the Edgeworth series. */
static double edgeworth_spearman(double n, double s) {
    double b = 1 / n;
    double x = (6 * (s - 1) * b / (n * n - 1) - 1) * sqrt(1 / b - 1);
    double y = x * x;
    double u = x * b *
               (0.2274 + b * (0.2531 + 0.1745 * b) +
                y * (-0.0758 + b * (0.1033 + 0.3932 * b) -
                     y * b *
                         (0.0879 + 0.0151 * b -
                          y * (0.0072 - 0.0831 * b + y * b * (0.0131 - 4.6e-4 * y)))));
    double p = u / exp(y / 2) + lw_norm_upper(x);
    return p < 0 ? 0 : p > 1 ? 1 : p;
}

static double spearman_upper(size_t n, double s) {
    double largest = (double)n * ((double)n * (double)n - 1) / 3;
    if (s <= 0) {
        return 1;
    }
    if (s > largest) {
        return 0;
    }
    return n <= 9 ? enumerate_spearman(n, s) : edgeworth_spearman((double)n, s);
}

static void spearman_inference(struct lw_correlation *out) {
    double n = (double)out->n, r = out->spearman;
    double cube = n * (n * n - 1);
    if (out->n < 3) {
        return;
    }
    double t = r / sqrt((1 - r) * (1 + r) / (n - 2));
    out->spearman_p = lw_t_two_sided(t, n - 2);
    out->spearman_s = cube * (1 - r) / 6;
    if (!out->ties) {
        double s = round(out->spearman_s);
        /* S is even without ties; the lower tail begins two above. */
        double p =
            s > cube / 6 ? spearman_upper(out->n, s) : 1 - spearman_upper(out->n, s + 2);
        out->spearman_p_exact = fmin(2 * p, 1);
    }
}

/* Share of permutations of n with at most k inversions. */
static lw_status inversions_cdf(const struct lw_alloc *alloc, size_t n, size_t k,
                                double *out) {
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

/* The three sums over groups of equal values that the tie correction needs. */
struct tie_sums {
    double two, three, five; /* t(t-1), t(t-1)(t-2), t(t-1)(2t+5) */
};

static struct tie_sums ties_of(const double *ranks, size_t n) {
    struct tie_sums sums = {0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        double t = 0;
        bool first = true;
        for (size_t j = 0; j < n; j++) {
            t += ranks[j] == ranks[i];
            first = first && !(j < i && ranks[j] == ranks[i]);
        }
        if (first) {
            sums.two += t * (t - 1);
            sums.three += t * (t - 1) * (t - 2);
            sums.five += t * (t - 1) * (2 * t + 5);
        }
    }
    return sums;
}

static lw_status kendall_inference(const struct lw_alloc *alloc, const double *rx,
                                   const double *ry, struct lw_correlation *out) {
    size_t n = out->n;
    double score = 0, count = (double)n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            int sx = (rx[i] > rx[j]) - (rx[i] < rx[j]);
            int sy = (ry[i] > ry[j]) - (ry[i] < ry[j]);
            score += sx * sy;
        }
    }
    struct tie_sums tx = ties_of(rx, n), ty = ties_of(ry, n);
    double pairs = count * (count - 1);
    out->kendall = 2 * score / (sqrt(pairs - tx.two) * sqrt(pairs - ty.two));
    double variance = (pairs * (2 * count + 5) - tx.five - ty.five) / 18 +
                      tx.two * ty.two / (2 * pairs);
    if (n > 2) {
        variance += tx.three * ty.three / (9 * pairs * (count - 2));
    }
    double z = score / sqrt(variance);
    out->kendall_p = 2 * fmin(lw_norm_cdf(z), lw_norm_upper(z));
    if (!out->ties && n <= 50) {
        double concordant = (score + pairs / 2) / 2, tail;
        double smaller = fmin(concordant, pairs / 2 - concordant);
        lw_status status = inversions_cdf(alloc, n, (size_t)lround(smaller), &tail);
        if (status != LW_OK) {
            return status;
        }
        out->kendall_p_exact = fmin(1, 2 * tail);
    }
    return LW_OK;
}

lw_status lw_correlate(const struct lw_alloc *alloc, const double *x, const double *y,
                       size_t n, struct lw_correlation *out, struct lw_error *err) {
    *out = (struct lw_correlation){.n = n,
                                   .pearson = NAN,
                                   .pearson_t = NAN,
                                   .pearson_p = NAN,
                                   .pearson_low = NAN,
                                   .pearson_high = NAN,
                                   .spearman = NAN,
                                   .spearman_s = NAN,
                                   .spearman_p = NAN,
                                   .spearman_p_exact = NAN,
                                   .kendall = NAN,
                                   .kendall_p = NAN,
                                   .kendall_p_exact = NAN};
    if (n < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a correlation needs at least 2 rows; there are %zu", n);
    }
    double *rx = lw_alloc_get(alloc, 2 * n * sizeof *rx);
    if (rx == NULL) {
        return lw_fail_memory(err);
    }
    double *ry = rx + n;
    bool ties_x = false, ties_y = false;
    lw_status status = lw_ranks(alloc, x, n, rx, &ties_x);
    if (status == LW_OK) {
        status = lw_ranks(alloc, y, n, ry, &ties_y);
    }
    out->ties = ties_x || ties_y;
    out->defined = !constant(x, n) && !constant(y, n);
    if (status == LW_OK && out->defined) {
        out->pearson = pearson(x, y, n);
        out->spearman = pearson(rx, ry, n);
        pearson_inference(out);
        spearman_inference(out);
        status = kendall_inference(alloc, rx, ry, out);
    }
    lw_alloc_free(alloc, rx, 2 * n * sizeof *rx);
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}
