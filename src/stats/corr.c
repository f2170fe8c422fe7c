/* Pearson, Spearman, Kendall with their p values.
 *
 * R's exact Spearman p: the permutation distribution for n <= 9; above, the Edgeworth
 * series of Best and Roberts (Applied Statistics 24, 1975, algorithm AS 89). Exact
 * Kendall p: the number of permutations with k inversions. */
#include "lw/stats.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats_internal.h"

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

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void pearson_inference(struct lw_correlation *out) {
    double n = (double)out->n, r = out->pearson;
    if (out->n < 3) {
        return;
    }
    if (fabs(r) < 1) {
        out->pearson_t = r * sqrt((n - 2) / ((1 - r) * (1 + r)));
        out->pearson_p = fmax(lw_t_two_sided(out->pearson_t, n - 2), DBL_MIN);
    }
    if (out->n > 3) {
        double z = atanh(r), half = lw_norm_quantile(0.975) / sqrt(n - 3);
        out->pearson_low = tanh(z - half);
        out->pearson_high = tanh(z + half);
    }
}

/* R's "exact" p: a true enumeration for n <= 9 only, above that algorithm AS 89. */
static lw_status spearman_like_r(const struct lw_alloc *alloc,
                                 struct lw_correlation *out) {
    double n = (double)out->n, s = round(out->spearman_s), p;
    bool upper = s > n * (n * n - 1) / 6;
    if (out->n > 9) {
        /* S is even without ties, so the lower tail ends below s + 2. */
        p = null_edgeworth(n, upper ? s : s + 2, !upper);
    } else {
        lw_status status = null_spearman(alloc, out->n, upper ? s - 1 : s, &p);
        if (status != LW_OK) {
            return status;
        }
        p = upper ? 1 - p : p;
    }
    out->spearman_p_r = fmin(2 * p, 1);
    return LW_OK;
}

/* The share of permutations that give rho = +-1: those that only exchange equal ranks,
 * and as many in reverse if the reverse of the ranks is one of their permutations. */
static double perfect_share(const double *ranks, size_t n) {
    double log_share = -lgamma((double)n + 1);
    bool mirrored = true;
    for (size_t i = 0; i < n; i++) {
        mirrored = mirrored && ranks[i] + ranks[n - 1 - i] == (double)n + 1;
    }
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && ranks[end] == ranks[i]) {
            end++;
        }
        log_share += lgamma((double)(end - i) + 1);
        i = end;
    }
    return fmin(1, (mirrored ? 2 : 1) * exp(log_share));
}

/* rx, ry: the rows' ranks; sorted: rx in order. */
static lw_status spearman_inference(const struct lw_alloc *alloc, const double *rx,
                                    const double *ry, const double *sorted,
                                    struct lw_correlation *out) {
    double n = (double)out->n, r = out->spearman, low;
    lw_status status = LW_OK;
    if (out->n < 3) {
        return LW_OK;
    }
    double t = r / sqrt((1 - r) * (1 + r) / (n - 2));
    out->spearman_p_t = lw_t_two_sided(t, n - 2);
    out->spearman_s = n * (n * n - 1) * (1 - r) / 6;
    if (!out->ties) {
        status = spearman_like_r(alloc, out);
    }
    out->spearman_exact = out->n <= 9 || (!out->ties && out->n <= NULL_SPEARMAN_MAX);
    if (out->n <= 9) {
        out->spearman_p = null_permutations(rx, ry, out->n);
    } else if (status == LW_OK && out->spearman_exact) {
        /* Both tails are alike; this one is the smaller. */
        double s = n * (n * n - 1) * (1 - fabs(r)) / 6;
        status = null_spearman(alloc, out->n, round(s), &low);
        out->spearman_p = fmin(1, 2 * low);
    } else {
        out->spearman_exact = !(fabs(r) < 1);
        double p =
            out->spearman_exact ? perfect_share(sorted, out->n) : out->spearman_p_t;
        out->spearman_p = fmax(p, DBL_MIN);
    }
    return status;
}

/* The sums over groups of equal values that Kendall's needs. */
struct tie_sums {
    double two, three, five; /* t(t-1), t(t-1)(t-2), t(t-1)(2t+5) */
};

static void add_ties(struct tie_sums *sums, size_t count) {
    double t = (double)count;
    sums->two += t * (t - 1);
    sums->three += t * (t - 1) * (t - 2);
    sums->five += t * (t - 1) * (2 * t + 5);
}

struct pair {
    double x, y;
};

static int by_x_then_y(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* Sorts pairs by y with merges and counts how many were out of order. */
static double merge_count(struct pair *pairs, struct pair *room, size_t n) {
    double swaps = 0;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t from = 0; from < n; from += 2 * width) {
            size_t mid = from + width < n ? from + width : n;
            size_t end = mid + width < n ? mid + width : n;
            size_t i = from, j = mid;
            for (size_t k = from; k < end; k++) {
                bool right = i == mid || (j < end && pairs[j].y < pairs[i].y);
                swaps += right ? (double)(mid - i) : 0;
                room[k] = right ? pairs[j++] : pairs[i++];
            }
        }
        memcpy(pairs, room, n * sizeof *pairs);
    }
    return swaps;
}

/* Kendall's score, concordant less discordant pairs, after Knight (1966): in n log n. */
static double score_of(struct pair *pairs, size_t n, struct tie_sums *tx,
                       struct tie_sums *ty) {
    struct tie_sums both = {0, 0, 0};
    qsort(pairs, n, sizeof *pairs, by_x_then_y);
    for (size_t i = 0, j = 0, end = 1; end <= n; end++) {
        if (end == n || pairs[end].x != pairs[i].x) {
            add_ties(tx, end - i);
            i = end;
        }
        if (end == n || pairs[end].x != pairs[j].x || pairs[end].y != pairs[j].y) {
            add_ties(&both, end - j);
            j = end;
        }
    }
    double swaps = merge_count(pairs, pairs + n, n);
    for (size_t i = 0, end = 1; end <= n; end++) {
        if (end == n || pairs[end].y != pairs[i].y) {
            add_ties(ty, end - i);
            i = end;
        }
    }
    double all = (double)n * ((double)n - 1);
    return (all - tx->two - ty->two + both.two) / 2 - 2 * swaps;
}

static lw_status kendall_inference(const struct lw_alloc *alloc, const double *rx,
                                   const double *ry, struct lw_correlation *out) {
    size_t n = out->n;
    struct tie_sums tx = {0, 0, 0}, ty = tx;
    struct pair *pairs = lw_alloc_get(alloc, 2 * n * sizeof *pairs);
    if (pairs == NULL) {
        return LW_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        pairs[i] = (struct pair){rx[i], ry[i]};
    }
    double count = (double)n, score = score_of(pairs, n, &tx, &ty);
    lw_alloc_free(alloc, pairs, 2 * n * sizeof *pairs);
    double all = count * (count - 1);
    out->kendall = 2 * score / (sqrt(all - tx.two) * sqrt(all - ty.two));
    out->kendall = fmax(-1, fmin(1, out->kendall));
    double variance =
        (all * (2 * count + 5) - tx.five - ty.five) / 18 + tx.two * ty.two / (2 * all);
    if (n > 2) {
        variance += tx.three * ty.three / (9 * all * (count - 2));
    }
    double z = score / sqrt(variance);
    out->kendall_p = fmin(1, 2 * lw_norm_upper(fabs(z)));
    if (!out->ties && n <= 50) {
        double concordant = (score + all / 2) / 2, tail;
        double smaller = fmin(concordant, all / 2 - concordant);
        lw_status status = null_inversions(alloc, n, (size_t)lround(smaller), &tail);
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
                                   .spearman_p_t = NAN,
                                   .spearman_p_r = NAN,
                                   .kendall = NAN,
                                   .kendall_p = NAN,
                                   .kendall_p_exact = NAN};
    if (n < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a correlation needs at least 2 rows; there are %zu", n);
    }
    double *rx = lw_alloc_get(alloc, 3 * n * sizeof *rx);
    if (rx == NULL) {
        return lw_fail_memory(err);
    }
    double *ry = rx + n, *sorted = ry + n;
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
        memcpy(sorted, rx, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, ascending);
        status = spearman_inference(alloc, rx, ry, sorted, out);
    }
    if (status == LW_OK && out->defined) {
        status = kendall_inference(alloc, rx, ry, out);
    }
    lw_alloc_free(alloc, rx, 3 * n * sizeof *rx);
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}
