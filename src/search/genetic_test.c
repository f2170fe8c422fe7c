/* The genetic algorithm and the archive on toy problems. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lw/base/hash.h"
#include "lw/base/runtime.h"
#include "lw/search.h"

struct toy {
    uint64_t pattern;
    double last_best;
    uint32_t n_told;
    uint32_t n_seeds; /* 0: as many as asked for */
};

static double likeness(uint64_t a, uint64_t b) {
    int same = 64;
    for (uint64_t diff = a ^ b; diff != 0; diff &= diff - 1) {
        same--;
    }
    return same;
}

static bool seed_bits(void *ctx, uint32_t index, struct lw_rng *rng, void *individual) {
    struct toy *toy = ctx;
    *(uint64_t *)individual = lw_rng_u64(rng);
    return toy->n_seeds == 0 || index < toy->n_seeds;
}

static void cross_bits(void *ctx, struct lw_rng *rng, void *a, void *b) {
    uint64_t mask = lw_rng_u64(rng), *x = a, *y = b;
    uint64_t swap = (*x ^ *y) & mask;
    (void)ctx;
    *x ^= swap;
    *y ^= swap;
}

static void mutate_bits(void *ctx, struct lw_rng *rng, void *individual) {
    (void)ctx;
    *(uint64_t *)individual ^= (uint64_t)1 << lw_rng_below(rng, 64);
}

static double fitness_bits(void *ctx, const void *individual) {
    return likeness(*(const uint64_t *)individual, ((struct toy *)ctx)->pattern);
}

static bool told(void *ctx, uint32_t number, const void *best, double fitness) {
    struct toy *toy = ctx;
    assert_int_equal(number, toy->n_told++);
    assert_true(fitness >= toy->last_best);
    assert_true(fitness == fitness_bits(ctx, best));
    toy->last_best = fitness;
    return fitness < 64;
}

static struct lw_genetic_result run(struct toy *toy, uint64_t seed, uint64_t *best) {
    struct lw_genetic_problem problem = {.ctx = toy,
                                         .bytes = sizeof(uint64_t),
                                         .seed = seed_bits,
                                         .cross = cross_bits,
                                         .mutate = mutate_bits,
                                         .fitness = fitness_bits,
                                         .generation = told};
    struct lw_genetic_params params = {.population = 41,
                                       .generations = 400,
                                       .elites = 2,
                                       .tournament = 2,
                                       .crossover = 1.0};
    struct lw_rng rng = lw_rng_make(seed, 0);
    struct lw_meter meter;
    struct lw_genetic_result stats = {.best = best};
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(
        lw_genetic_run(&problem, &params, &rng, lw_alloc_libc(), &meter, &stats), LW_OK);
    assert_true(stats.best_fitness == likeness(*best, toy->pattern));
    return stats;
}

static void test_pattern_is_found(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct toy toy = {.pattern = lw_mix64(seed)};
        uint64_t best = 0;
        struct lw_genetic_result stats = run(&toy, seed, &best);
        assert_true(best == toy.pattern);
        assert_int_equal(stats.population, 41);
        /* Two elites pass without being rated again. */
        assert_int_equal(stats.evaluations, 41 + 39 * (uint64_t)stats.generations);
    }
}

static void test_short_first_generation(void **state) {
    (void)state;
    struct toy toy = {.pattern = 5, .n_seeds = 1};
    uint64_t best = 0;
    struct lw_genetic_result stats = run(&toy, 1, &best);
    assert_int_equal(stats.population, 1);
}

static void test_archive_keeps_the_best_of_each_cell(void **state) {
    (void)state;
    const struct lw_archive_axis axes[] = {{"x", 0, 10, 5}, {"y", -1, 1, 4}};
    struct lw_archive archive;
    double best[20];
    struct lw_rng rng = lw_rng_make(1, 2);
    assert_int_equal(
        lw_archive_init(&archive, lw_alloc_libc(), axes, 2, sizeof(uint32_t)), LW_OK);
    for (int i = 0; i < 20; i++) {
        best[i] = -1;
    }
    for (uint32_t i = 0; i < 500; i++) {
        double at[2] = {lw_rng_unit(&rng) * 12 - 1, lw_rng_unit(&rng) * 3 - 1.5};
        double score = lw_rng_unit(&rng);
        /* Bins by comparison instead of by division. */
        int x = 0, y = 0;
        while (x < 4 && at[0] >= 2.0 * (x + 1)) {
            x++;
        }
        while (y < 3 && at[1] >= -1 + 0.5 * (y + 1)) {
            y++;
        }
        int cell = x * 4 + y;
        enum lw_archive_verdict expected = best[cell] < 0       ? LW_ARCHIVE_NEW
                                           : score > best[cell] ? LW_ARCHIVE_BETTER
                                                                : LW_ARCHIVE_WORSE;
        assert_int_equal(lw_archive_add(&archive, at, score, &i), expected);
        if (expected != LW_ARCHIVE_WORSE) {
            best[cell] = score;
            assert_int_equal(*(const uint32_t *)lw_archive_get(&archive, (uint32_t)cell),
                             i);
        }
    }
    assert_int_equal(archive.n_filled, 20);
    lw_archive_free(&archive);
}

static bool seed_item(void *ctx, struct lw_rng *rng, void *item) {
    (void)ctx, (void)rng;
    *(uint64_t *)item = 0;
    return true;
}

static bool vary_item(void *ctx, struct lw_rng *rng, const void *parent,
                      const void *other, void *item) {
    (void)ctx, (void)other;
    *(uint64_t *)item = *(const uint64_t *)parent ^ (uint64_t)1 << lw_rng_below(rng, 16);
    return true;
}

/* Descriptor: how many of the 16 bits are set. Score: the number itself, whose best for
 * k bits is known. */
static bool rate_item(void *ctx, void *item, double *score, double *coords) {
    uint64_t value = *(uint64_t *)item;
    (void)ctx;
    *score = (double)value;
    coords[0] = 64 - likeness(value, 0);
    return true;
}

static void test_elites_fill_every_cell(void **state) {
    (void)state;
    const struct lw_archive_axis axis = {"bits", 0, 17, 17};
    const struct lw_elites_problem problem = {
        .seed = seed_item, .vary = vary_item, .rate = rate_item};
    struct lw_archive archive;
    struct lw_rng rng = lw_rng_make(4, 0);
    struct lw_meter meter;
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(
        lw_archive_init(&archive, lw_alloc_libc(), &axis, 1, sizeof(uint64_t)), LW_OK);
    assert_int_equal(lw_elites_run(&problem, &archive, 1, 20000, &rng, &meter), LW_OK);
    assert_int_equal(archive.n_filled, 17);
    for (uint32_t bits = 0; bits <= 16; bits++) {
        uint64_t optimum = 0xffffu & ~((1u << (16 - bits)) - 1);
        assert_true(archive.scores[bits] == (double)optimum);
    }
    lw_archive_free(&archive);
}

/* Only individual 3 is fit, so only its copies are chosen. */
static bool seed_number(void *ctx, uint32_t index, struct lw_rng *rng, void *individual) {
    (void)ctx;
    (void)rng;
    *(uint64_t *)individual = index;
    return true;
}

static void leave(void *ctx, struct lw_rng *rng, void *individual) {
    (void)ctx;
    (void)rng;
    (void)individual;
}

static double only_three(void *ctx, const void *individual) {
    uint64_t number = *(const uint64_t *)individual;
    ((struct toy *)ctx)->n_told += number == 3;
    return number == 3 ? 1 : -1;
}

static void test_roulette_follows_fitness(void **state) {
    (void)state;
    struct toy toy = {0};
    struct lw_genetic_problem problem = {.ctx = &toy,
                                         .bytes = sizeof(uint64_t),
                                         .seed = seed_number,
                                         .cross = cross_bits,
                                         .mutate = leave,
                                         .fitness = only_three};
    struct lw_genetic_params params = {
        .population = 10, .generations = 1, .roulette = true};
    struct lw_rng rng = lw_rng_make(1, 0);
    struct lw_meter meter;
    uint64_t best;
    struct lw_genetic_result stats = {.best = &best};
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(
        lw_genetic_run(&problem, &params, &rng, lw_alloc_libc(), &meter, &stats), LW_OK);
    assert_int_equal(toy.n_told, 1 + 10);
    assert_int_equal(best, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pattern_is_found),
        cmocka_unit_test(test_short_first_generation),
        cmocka_unit_test(test_roulette_follows_fitness),
        cmocka_unit_test(test_archive_keeps_the_best_of_each_cell),
        cmocka_unit_test(test_elites_fill_every_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
