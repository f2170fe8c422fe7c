/* Tree search on problems small enough to know the answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lw/base/hash.h"
#include "lw/base/runtime.h"
#include "lw/search.h"

#define DIGITS 6
#define BASE 4

/* A word of DIGITS digits; its value is a hash, so nothing can be guessed. Words that
 * begin with 0 end after two digits. */
struct word {
    uint32_t digits[DIGITS];
    size_t len;
    uint64_t salt;
    uint64_t n_values;
};

static void reset(void *ctx) {
    ((struct word *)ctx)->len = 0;
}

static bool ended(const struct word *word) {
    return word->len == DIGITS || (word->len >= 2 && word->digits[0] == 0);
}

static size_t actions(void *ctx, uint32_t *out) {
    if (ended(ctx)) {
        return 0;
    }
    for (uint32_t i = 0; i < BASE; i++) {
        out[i] = i;
    }
    return BASE;
}

static void apply(void *ctx, uint32_t action) {
    struct word *word = ctx;
    word->digits[word->len++] = action;
}

static double value_of(const struct word *word) {
    uint64_t hash = word->salt;
    for (size_t i = 0; i < word->len; i++) {
        hash = lw_mix64(hash + word->digits[i] + 1);
    }
    return (double)(hash >> 11) * 0x1p-53;
}

static double rollout(void *ctx, struct lw_rng *rng) {
    struct word *word = ctx;
    while (!ended(word)) {
        apply(word, lw_rng_below(rng, BASE));
    }
    word->n_values++;
    return value_of(word);
}

static double best_of_all(struct word *word) {
    double best = -1;
    if (ended(word)) {
        return value_of(word);
    }
    for (uint32_t i = 0; i < BASE; i++) {
        word->digits[word->len++] = i;
        double value = best_of_all(word);
        word->len--;
        best = value > best ? value : best;
    }
    return best;
}

static struct lw_mcts_params usual(void) {
    return (struct lw_mcts_params){
        .exploration = 1.4142, .unvisited = HUGE_VAL, .stop_at = (double)NAN};
}

static struct lw_mcts_stats run(struct word *word, const struct lw_mcts_params *params,
                                uint64_t seed) {
    struct lw_mcts_problem problem = {.ctx = word,
                                      .reset = reset,
                                      .actions = actions,
                                      .apply = apply,
                                      .rollout = rollout,
                                      .max_actions = BASE};
    struct lw_rng rng = lw_rng_make(seed, 0);
    struct lw_mcts_stats stats;
    struct lw_meter meter;
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(lw_mcts_run(&problem, params, &rng, lw_alloc_libc(), &meter, &stats),
                     LW_OK);
    return stats;
}

static void test_small_problem_is_exhausted(void **state) {
    (void)state;
    for (uint64_t salt = 1; salt <= 20; salt++) {
        struct word word = {.salt = salt};
        struct lw_mcts_params params = usual();
        params.backup = salt % 2 == 0 ? LW_MCTS_MAX : LW_MCTS_MEAN;
        params.unvisited = salt % 3 == 0 ? 0.5 : HUGE_VAL;
        double optimum = best_of_all(&word);
        struct lw_mcts_stats stats = run(&word, &params, salt);
        assert_true(stats.exhausted);
        assert_true(stats.best == optimum);
        assert_int_equal(stats.playouts, word.n_values);
    }
}

static void test_limits_and_restarts(void **state) {
    (void)state;
    struct word word = {.salt = 7};
    struct lw_mcts_params params = usual();
    params.max_playouts = 300;
    params.max_nodes = 50;
    params.restart = true;
    struct lw_mcts_stats stats = run(&word, &params, 1);
    assert_int_equal(stats.playouts, 300);
    assert_true(stats.restarts > 0);
    assert_true(stats.n_nodes <= 50);
    assert_false(stats.exhausted);
    params.restart = false;
    params.stop_at = 0.5;
    stats = run(&word, &params, 1);
    assert_true(stats.best >= 0.5);
    assert_true(stats.playouts < 300);
}

/* 24 bits to match: the tree must find the pattern where as many blind tries cannot. */
#define N_BITS 24
struct bits {
    uint32_t chosen, pattern, len;
};

static void reset_bits(void *ctx) {
    struct bits *bits = ctx;
    bits->chosen = bits->len = 0;
}

static size_t list_bits(void *ctx, uint32_t *out) {
    struct bits *bits = ctx;
    out[0] = 0;
    out[1] = 1;
    return bits->len == N_BITS ? 0 : 2;
}

static void apply_bit(void *ctx, uint32_t action) {
    struct bits *bits = ctx;
    bits->chosen |= action << bits->len++;
}

static double match(const struct bits *bits) {
    int same = N_BITS;
    for (uint32_t i = 0; i < N_BITS; i++) {
        same -= (int)((bits->chosen ^ bits->pattern) >> i & 1u);
    }
    return (double)same / N_BITS;
}

static double rollout_bits(void *ctx, struct lw_rng *rng) {
    struct bits *bits = ctx;
    while (bits->len < N_BITS) {
        apply_bit(bits, lw_rng_below(rng, 2));
    }
    return match(bits);
}

static void test_tree_guides(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct bits bits = {.pattern = (uint32_t)lw_mix64(seed) & 0xffffffu};
        struct lw_mcts_problem problem = {.ctx = &bits,
                                          .reset = reset_bits,
                                          .actions = list_bits,
                                          .apply = apply_bit,
                                          .rollout = rollout_bits,
                                          .max_actions = 2};
        struct lw_mcts_params params = usual();
        params.exploration = 0.2;
        params.max_playouts = 50000;
        params.stop_at = 1.0;
        struct lw_rng rng = lw_rng_make(seed, 0);
        struct lw_mcts_stats stats;
        struct lw_meter meter;
        lw_meter_start(&meter, NULL, NULL);
        assert_int_equal(
            lw_mcts_run(&problem, &params, &rng, lw_alloc_libc(), &meter, &stats), LW_OK);
        assert_true(stats.best == 1.0);
    }
}

static void test_same_seed_same_run(void **state) {
    (void)state;
    struct word a = {.salt = 3}, b = {.salt = 3};
    struct lw_mcts_params params = usual();
    params.max_playouts = 500;
    struct lw_mcts_stats one = run(&a, &params, 9), two = run(&b, &params, 9);
    assert_int_equal(one.n_nodes, two.n_nodes);
    assert_true(one.best == two.best);
    assert_memory_equal(a.digits, b.digits, sizeof a.digits);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_problem_is_exhausted),
        cmocka_unit_test(test_limits_and_restarts),
        cmocka_unit_test(test_tree_guides),
        cmocka_unit_test(test_same_seed_same_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
