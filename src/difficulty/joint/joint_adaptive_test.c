/* Whoever asks next about the levels that seem closest so far must not spoil the
 * intervals: truth drawn from the prior, questions chosen by the model's own estimates.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "joint/joint_internal.h"
#include "lw/base/rng.h"
#include "normal_fixture.h"

enum { LEVELS = 40, P = 2, PLAYERS = 25, ROUNDS = 6, ROWS = 4000, WORLDS = 20 };

static double z[LEVELS * P], difficulty[LEVELS], ability[PLAYERS];
static struct lw_observation rows[ROWS];
static size_t n_rows;

static bool chance(struct lw_rng *rng, double logit) {
    return lw_rng_unit(rng) < 1 / (1 + exp(-logit));
}

static struct lw_joint_prior truth_prior(void) {
    struct lw_joint_prior prior = lw_joint_prior_default();
    prior.weight = 0.6;
    prior.level = 0.7;
    prior.offset = 0.5;
    prior.slope = 0.3;
    return prior;
}

static void make_world(struct lw_rng *rng) {
    struct lw_joint_prior prior = truth_prior();
    double weight[P];
    for (size_t k = 0; k < P; k++) {
        weight[k] = prior.weight * normal(rng);
    }
    for (size_t i = 0; i < LEVELS; i++) {
        difficulty[i] = prior.level * normal(rng);
        for (size_t k = 0; k < P; k++) {
            z[i * P + k] = normal(rng);
            difficulty[i] += weight[k] * z[i * P + k];
        }
    }
    for (size_t i = 0; i < PLAYERS; i++) {
        ability[i] = prior.player * normal(rng);
    }
    n_rows = 0;
}

static const struct lw_estimate *ordered_by;
static int by_estimate(const void *a, const void *b) {
    double x = ordered_by[*(const size_t *)a].value;
    double y = ordered_by[*(const size_t *)b].value;
    return (x > y) - (x < y);
}

/* Neighbours in the order of the estimates are compared; every player gets levels that
 * seem to be as hard as the player is able. */
static void ask(struct lw_rng *rng, const struct lw_joint_fit *fit, double slope) {
    size_t order[LEVELS];
    for (size_t i = 0; i < LEVELS; i++) {
        order[i] = i;
    }
    ordered_by = fit->difficulty;
    qsort(order, LEVELS, sizeof *order, by_estimate);
    for (size_t i = 0; i + 1 < LEVELS; i++) {
        size_t a = order[i], b = order[i + 1];
        rows[n_rows++] = (struct lw_observation){
            .source = 1,
            .level = a,
            .other = b,
            .player = LW_NO_PLAYER,
            .value = chance(rng, slope * (difficulty[a] - difficulty[b]))};
    }
    for (size_t p = 0; p < PLAYERS; p++) {
        size_t best = lw_rng_below(rng, LEVELS);
        for (int tries = 0; tries < 8; tries++) {
            size_t other = lw_rng_below(rng, LEVELS);
            double able = fit->ability[p].value;
            if (fabs(fit->difficulty[other].value - able) <
                fabs(fit->difficulty[best].value - able)) {
                best = other;
            }
        }
        rows[n_rows++] =
            (struct lw_observation){.level = best,
                                    .player = p,
                                    .value = chance(rng, ability[p] - difficulty[best])};
    }
}

static void adaptive_questions_keep_the_coverage(void **unused) {
    (void)unused;
    static const struct lw_joint_source sources[] = {
        {.kind = LW_EVIDENCE_OUTCOME, .name = "outcomes", .spread = 1},
        {.kind = LW_EVIDENCE_CHOICE, .name = "choices", .spread = 1}};
    struct lw_joint_prior prior = truth_prior();
    double levels = 0, players = 0;
    for (uint64_t world = 0; world < WORLDS; world++) {
        struct lw_rng rng = lw_rng_make(4000 + world, 0);
        make_world(&rng);
        double slope = exp(prior.slope * normal(&rng));
        for (size_t i = 0; i < 2 * LEVELS; i++) {
            size_t level = i % LEVELS, player = lw_rng_below(&rng, PLAYERS);
            rows[n_rows++] = (struct lw_observation){
                .level = level,
                .player = player,
                .value = chance(&rng, ability[player] - difficulty[level])};
        }
        for (int round = 0; round <= ROUNDS; round++) {
            struct lw_joint_data data = {.n_levels = LEVELS,
                                         .n_players = PLAYERS,
                                         .n_sources = 2,
                                         .n_observations = n_rows,
                                         .sources = sources,
                                         .observations = rows};
            struct lw_joint_fit fit;
            assert_int_equal(lw_joint_fit(lw_alloc_libc(), &data,
                                          (struct lw_joint_features){z, P}, &prior, &fit,
                                          NULL),
                             LW_OK);
            if (round < ROUNDS) {
                ask(&rng, &fit, slope);
            }
            for (size_t i = 0; round == ROUNDS && i < LEVELS; i++) {
                levels += fabs(fit.difficulty[i].value - difficulty[i]) <
                          1.6448536269514722 * fit.difficulty[i].sd;
            }
            for (size_t i = 0; round == ROUNDS && i < PLAYERS; i++) {
                players += fabs(fit.ability[i].value - ability[i]) <
                           1.6448536269514722 * fit.ability[i].sd;
            }
            lw_joint_fit_free(&fit);
        }
    }
    levels /= (double)WORLDS * LEVELS;
    players /= (double)WORLDS * PLAYERS;
    print_message("90 %% intervals hold %.3f of levels, %.3f of players\n", levels,
                  players);
    assert_true(levels > 0.85 && levels < 0.95);
    assert_true(players > 0.85 && players < 0.95);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adaptive_questions_keep_the_coverage),
    };
    return cmocka_run_group_tests_name("joint_adaptive", tests, NULL, NULL);
}
