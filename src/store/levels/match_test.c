/* Matched choice: against brute force on small packs, and over random large ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "levels/match.h"

#define MANY 400
#define COUNT 25

static double uniform(struct lw_rng *rng) {
    return (double)lw_rng_below(rng, 1000000) / 1e6;
}

static double squared(const struct match_level *a, const struct match_level *b,
                      const double *scale) {
    double sum = 0;
    for (int k = 0; k < MATCH_MEASURES; k++) {
        double d = (log(a->value[k]) - log(b->value[k])) / scale[k];
        sum += d * d;
    }
    return sum;
}

/* The least sum over all ways to give each of n rows a column of its own. */
static double least_sum(const struct match_level *rows, int n,
                        const struct match_level *columns, int m, unsigned used,
                        const double *scale) {
    double best = n == 0 ? 0 : HUGE_VAL;
    for (int j = 0; n > 0 && j < m; j++) {
        if ((used >> j & 1) == 0) {
            double sum = squared(rows, &columns[j], scale) +
                         least_sum(rows + 1, n - 1, columns, m, used | 1u << j, scale);
            best = fmin(best, sum);
        }
    }
    return best;
}

static void find_scale(const struct match_level *a, size_t n, const struct match_level *b,
                       size_t m, double *scale) {
    for (int k = 0; k < MATCH_MEASURES; k++) {
        double mean = 0;
        double variance = 0;
        for (size_t i = 0; i < n + m; i++) {
            mean += log((i < n ? a[i] : b[i - n]).value[k]) / (double)(n + m);
        }
        for (size_t i = 0; i < n + m; i++) {
            double d = log((i < n ? a[i] : b[i - n]).value[k]) - mean;
            variance += d * d / (double)(n + m);
        }
        scale[k] = sqrt(variance);
    }
}

/* With as many wanted as both packs have, nothing is left out or exchanged. */
static void partners_are_the_best(void **state) {
    struct lw_rng rng = lw_rng_make(3, 0);
    (void)state;
    for (int round = 0; round < 60; round++) {
        struct match_level small[5];
        struct match_level large[5];
        size_t chosen[2][5];
        double scale[MATCH_MEASURES];
        struct lw_error err;
        for (int i = 0; i < 10; i++) {
            struct match_level *at = i < 5 ? &small[i] : &large[i - 5];
            for (int k = 0; k < MATCH_MEASURES; k++) {
                at->value[k] = 1 + 50 * uniform(&rng);
            }
        }
        struct match_pack packs[2] = {{large, 5, chosen[0]}, {small, 5, chosen[1]}};
        struct lw_rng own = lw_rng_make((uint64_t)round, 1);
        assert_int_equal(match_choose(packs, 2, 5, &own, lw_alloc_libc(), &err), LW_OK);
        find_scale(small, 5, large, 5, scale);
        double sum = 0;
        unsigned seen = 0;
        for (int i = 0; i < 5; i++) {
            sum += squared(&large[chosen[0][i]], &small[chosen[1][i]], scale);
            seen |= 1u << chosen[0][i];
        }
        assert_int_equal(lw_bits_count(seen), 5);
        assert_true(fabs(sum - least_sum(small, 5, large, 5, 0, scale)) < 1e-9);
    }
}

/* Collections of different taste: each has its own middle and spread, and they overlap.
 */
static void fill(struct match_level *levels, size_t n, unsigned taste,
                 struct lw_rng *rng) {
    for (size_t i = 0; i < n; i++) {
        double size = 40 + 10 * taste + 60 * uniform(rng);
        double boxes = 2 + (double)lw_rng_below(rng, 5 + taste);
        double moves = boxes * (8 + 20 * uniform(rng)) + 15 * taste;
        levels[i] = (struct match_level){{floor(size), boxes, floor(moves)}};
    }
}

static void mean_of(const struct match_pack *pack, const size_t *chosen, size_t n,
                    double *mean) {
    for (int k = 0; k < MATCH_MEASURES; k++) {
        mean[k] = 0;
        for (size_t i = 0; i < n; i++) {
            mean[k] += pack->levels[chosen == NULL ? i : chosen[i]].value[k] / (double)n;
        }
    }
}

static void sets_are_alike(void **state) {
    static struct match_level levels[6][MANY];
    static size_t chosen[6][COUNT];
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match_pack packs[6];
        struct lw_rng rng = lw_rng_make(seed, 2);
        struct lw_error err;
        double first[MATCH_MEASURES];
        for (unsigned p = 0; p < 6; p++) {
            size_t n = 150 + lw_rng_below(&rng, MANY - 150);
            fill(levels[p], n, p % 3, &rng);
            packs[p] = (struct match_pack){levels[p], n, chosen[p]};
        }
        assert_int_equal(match_choose(packs, 6, COUNT, &rng, lw_alloc_libc(), &err),
                         LW_OK);
        for (unsigned p = 0; p < 6; p++) {
            double mean[MATCH_MEASURES];
            mean_of(&packs[p], chosen[p], COUNT, mean);
            if (p == 0) {
                memcpy(first, mean, sizeof first);
            }
            for (int k = 0; k < MATCH_MEASURES; k++) {
                double off = fabs(mean[k] / first[k] - 1);
                if (off > 0.02) {
                    fail_msg("seed %u: measure %d of set %u is off by %.3f",
                             (unsigned)seed, k, p, off);
                }
            }
            for (size_t i = 0; i < COUNT; i++) {
                assert_true(chosen[p][i] < packs[p].n);
                for (size_t j = 0; j < i; j++) {
                    assert_true(chosen[p][i] != chosen[p][j]);
                }
            }
        }
    }
}

static void seeds_decide(void **state) {
    static struct match_level levels[2][MANY];
    size_t chosen[3][2][COUNT];
    struct lw_rng rng = lw_rng_make(9, 0);
    struct lw_error err;
    (void)state;
    fill(levels[0], MANY, 0, &rng);
    fill(levels[1], MANY, 1, &rng);
    for (int i = 0; i < 3; i++) {
        struct match_pack packs[2] = {{levels[0], MANY, chosen[i][0]},
                                      {levels[1], MANY, chosen[i][1]}};
        struct lw_rng own = lw_rng_make(i == 2 ? 6 : 5, 0);
        assert_int_equal(match_choose(packs, 2, COUNT, &own, lw_alloc_libc(), &err),
                         LW_OK);
    }
    assert_memory_equal(chosen[0], chosen[1], sizeof chosen[0]);
    assert_memory_not_equal(chosen[0], chosen[2], sizeof chosen[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partners_are_the_best),
        cmocka_unit_test(sets_are_alike),
        cmocka_unit_test(seeds_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
