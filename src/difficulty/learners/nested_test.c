/* Nothing of what is left out reaches what is learned: through the whole procedure, for
 * every model. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "joint/joint_internal.h"
#include "lw/base/rng.h"
#include "lw/difficulty/joint.h"
#include "lw/difficulty/pairs.h"
#include "lw/difficulty/papers.h"
#include "normal_fixture.h"
#include "test_size.h"

static const char *const names[] = {"floor",
                                    "boxes",
                                    "moves",
                                    "lines",
                                    "pushes",
                                    "search_expanded",
                                    "search_open",
                                    "counterintuitive",
                                    "blocks_3x3",
                                    "congestion_2",
                                    "congestion_boxes",
                                    "width",
                                    "height",
                                    "player_lines",
                                    "solution_moves",
                                    "greedy",
                                    "congestion:boxes",
                                    "congestion:goals",
                                    "congestion:walls",
                                    "congestion:boxes_by_open",
                                    "congestion:goals_by_open"};
enum { N = 60, GROUPS = 5, P = sizeof names / sizeof *names, PLAYERS = 12, ROWS = 360 };

/* floor, boxes, moves, lines, counterintuitive */
static const unsigned char in_line[P] = {1, 1, 1, 1, 0, 0, 0, 1};
static double x[N * P], y[N], truth[N], without[N * GROUPS];
static size_t group[N];
static struct lw_observation rows[ROWS];
static const struct lw_joint_source sources[] = {
    {.kind = LW_EVIDENCE_COMPLETION, .name = "counts", .spread = 1},
    {.kind = LW_EVIDENCE_OUTCOME, .name = "outcomes", .spread = 1},
    {.kind = LW_EVIDENCE_RATING, .name = "ratings", .spread = 1},
    {.kind = LW_EVIDENCE_TIME, .name = "times", .spread = 1},
    {.kind = LW_EVIDENCE_CHOICE, .name = "choices", .spread = 1}};

static bool chance(struct lw_rng *rng, double logit) {
    return lw_rng_unit(rng) < 1 / (1 + exp(-logit));
}

static struct lw_observation observe(struct lw_rng *rng, size_t i) {
    struct lw_observation o = {.level = i % N, .player = LW_NO_PLAYER};
    if (i < N) {
        o.plays = 50;
        for (int k = 0; k < 50; k++) {
            o.value += chance(rng, 0.5 - truth[o.level]);
        }
        return o;
    }
    o.source = 1 + i % 4;
    o.level = lw_rng_below(rng, N);
    o.player = lw_rng_below(rng, PLAYERS);
    double ability = (double)(o.player % 5) - 2;
    switch (sources[o.source].kind) {
    case LW_EVIDENCE_OUTCOME:
        o.value = chance(rng, ability - truth[o.level]);
        break;
    case LW_EVIDENCE_CHOICE:
        o.other = (o.level + 1 + lw_rng_below(rng, N - 1)) % N;
        o.value = chance(rng, truth[o.level] - truth[o.other]);
        break;
    default:
        o.value = truth[o.level] - ability + 0.5 * normal(rng);
        o.censored = sources[o.source].kind == LW_EVIDENCE_TIME && o.value > 1;
        o.value = o.censored ? 1 : o.value;
    }
    return o;
}

static struct lw_joint_data make(uint64_t seed, struct lw_evidence *e) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    for (size_t i = 0; i < N; i++) {
        group[i] = lw_rng_below(&rng, GROUPS);
        for (size_t k = 0; k < P; k++) {
            x[i * P + k] = 1 + fabs(4 * normal(&rng));
        }
        truth[i] =
            0.25 * (x[i * P + 2] - 4) - 0.15 * (x[i * P + 4] - 4) + 0.4 * normal(&rng);
        y[i] = truth[i] + 0.2 * normal(&rng);
    }
    for (size_t i = 0; i < ROWS; i++) {
        rows[i] = observe(&rng, i);
    }
    *e = (struct lw_evidence){.n = N,
                              .p = P,
                              .n_groups = GROUPS,
                              .names = names,
                              .line = in_line,
                              .x = x,
                              .y = y,
                              .group = group};
    return (struct lw_joint_data){.n_levels = N,
                                  .n_players = PLAYERS,
                                  .n_sources = sizeof sources / sizeof *sources,
                                  .n_observations = ROWS,
                                  .sources = sources,
                                  .observations = rows};
}

enum { RIDGE, BOOSTED, JOINT, BLEND, TRUESKILL, PAPERS };
enum { N_LEARNERS = PAPERS + LW_N_PAPERS };

/* parts: what joint and boosted have predicted for the same evidence. */
static lw_status judge_blend(const struct lw_evidence *e, double (*parts)[N],
                             struct lw_judged *out, struct lw_error *err) {
    const struct lw_judged line = {.prediction = parts[0], .n = e->n};
    const struct lw_judged trees = {.prediction = parts[1], .n = e->n};
    return lw_blend_judge(lw_alloc_libc(), e, &line, &trees, out, err);
}

/* A ridge to TrueSkill's means, found without each group, as fit has it. */
static lw_status judge_trueskill(const struct lw_evidence *e,
                                 const struct lw_joint_data *data, struct lw_judged *out,
                                 struct lw_error *err) {
    static double means[N], means_without[N * GROUPS];
    struct lw_rating scratch[N];
    struct lw_evidence own = *e;
    assert_true(lw_choice_means(data, e, NULL, e->n_groups, scratch, means) > 50);
    for (size_t i = 0; i < e->n; i++) {
        means[i] = isnan(means[i]) ? lw_trueskill_default().mu : means[i];
    }
    lw_choice_means_without(data, e, NULL, scratch, means_without);
    own.y = means;
    own.y_without = means_without;
    return lw_difficulty_judge(lw_alloc_libc(), &own, NULL, out, err);
}

static struct lw_judged judge(int learner, const struct lw_evidence *e,
                              const struct lw_joint_data *data, double (*parts)[N]) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_joint_prior prior = lw_joint_prior_default();
    struct lw_judged out;
    struct lw_error err = {.text = ""};
    double laplace;
    lw_status status =
        learner == RIDGE     ? lw_difficulty_judge(lw_alloc_libc(), e, NULL, &out, &err)
        : learner == BOOSTED ? lw_boost_judge(&runtime, e, NULL, &out, &err)
        : learner == JOINT   ? lw_joint_judge(&runtime,
                                              &(struct lw_joint_task){
                                                  .e = e, .data = data, .prior = &prior},
                                              NULL, &out, &laplace, &err)
        : learner == BLEND   ? judge_blend(e, parts, &out, &err)
        : learner == TRUESKILL
            ? judge_trueskill(e, data, &out, &err)
            : lw_paper_judge(&runtime, e, (enum lw_paper)(learner - PAPERS), NULL, &out,
                             &err);
    if (status != LW_OK) {
        print_message("learner %d: %s\n", learner, err.text);
    }
    assert_int_equal(status, LW_OK);
    if (learner == JOINT || learner == BOOSTED) {
        memcpy(parts[learner == BOOSTED], out.prediction, sizeof parts[0]);
    }
    return out;
}

static void answer(struct lw_evidence *e, const struct lw_joint_data *data) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_joint_prior prior = lw_joint_prior_default();
    assert_int_equal(lw_joint_answers(lw_alloc_libc(), data, &prior, y, NULL), LW_OK);
    assert_int_equal(lw_joint_answers_without(&runtime, e, data, &prior, without, NULL),
                     LW_OK);
    e->y_without = without;
}

/* Every kind of evidence about one group turned over. */
static void turn_over(size_t g) {
    for (size_t i = 0; i < ROWS; i++) {
        struct lw_observation *o = &rows[i];
        bool pair = sources[o->source].kind == LW_EVIDENCE_CHOICE;
        if (group[o->level] != g && !(pair && group[o->other] == g)) {
            continue;
        }
        switch (sources[o->source].kind) {
        case LW_EVIDENCE_COMPLETION:
            o->value = o->plays - o->value;
            break;
        case LW_EVIDENCE_RATING:
        case LW_EVIDENCE_TIME:
            o->value = 7 - 3 * o->value;
            o->censored = !o->censored && sources[o->source].kind == LW_EVIDENCE_TIME;
            break;
        default:
            o->value = 1 - o->value;
        }
    }
}

static void held_out_answers_reach_nothing(void **unused) {
    (void)unused;
    static double parts[2][N];
    struct lw_judged before[N_LEARNERS];
    struct lw_evidence e;
    struct lw_joint_data data = make(5, &e);
    const size_t g = 3;
    answer(&e, &data);
    for (int learner = 0; learner < N_LEARNERS; learner++) {
        before[learner] = judge(learner, &e, &data, parts);
    }
    turn_over(g);
    answer(&e, &data);
    for (int learner = 0; learner < N_LEARNERS; learner++) {
        struct lw_judged after = judge(learner, &e, &data, parts);
        size_t n = 0, changed = 0;
        for (size_t i = 0; i < N; i++) {
            bool same = before[learner].prediction[i] == after.prediction[i];
            assert_true(same || group[i] != g);
            n += group[i] == g;
            changed += !same;
        }
        /* The others did learn from it. */
        assert_true(n > 5 && changed > 20);
        lw_judged_free(&before[learner]);
        lw_judged_free(&after);
    }
}

/* Answers change places; for TrueSkill every choice is a coin's. */
static void deal_out(uint64_t round, int learner, struct lw_joint_data *data) {
    struct lw_rng rng = lw_rng_make(7, round);
    for (size_t i = N; i-- > 1;) {
        size_t k = lw_rng_below(&rng, (uint32_t)i + 1);
        struct lw_observation kept = rows[i];
        double value = y[i];
        y[i] = y[k];
        y[k] = value;
        rows[i].value = rows[k].value;
        rows[k].value = kept.value;
    }
    if (learner != TRUESKILL) {
        data->n_sources = 1;
        data->n_observations = N;
    }
    for (size_t i = N; learner == TRUESKILL && i < ROWS; i++) {
        rows[i].value = sources[rows[i].source].kind == LW_EVIDENCE_CHOICE
                            ? (double)lw_rng_below(&rng, 2)
                            : rows[i].value;
    }
}

/* Answers dealt out at random: what is chosen inside finds nothing outside. Leaving a
 * group out makes chance correlations a little negative, never positive. */
static void random_answers_are_not_predicted(void **unused) {
    (void)unused;
    static double parts[12][2][N];
    for (int learner = 0; learner < N_LEARNERS; learner++) {
        double sum = 0;
        bool slow = learner == JOINT || learner == BOOSTED || learner == BLEND;
        const int rounds = !test_is_whole() ? 1 : slow ? 3 : 12;
        for (int round = 0; round < rounds; round++) {
            struct lw_evidence e;
            struct lw_joint_data data = make(100 + (uint64_t)round, &e);
            deal_out((uint64_t)round, learner, &data);
            struct lw_judged judged = judge(learner, &e, &data, parts[round]);
            sum += isnan(judged.skill.rho) ? 0 : judged.skill.rho;
            lw_judged_free(&judged);
        }
        print_message("learner %d: mean rho %.3f\n", learner, sum / rounds);
        /* One round may well be lucky. */
        assert_true(!test_is_whole() || (sum / rounds < 0.12 && sum / rounds > -0.5));
    }
}

static void judging_stops_when_asked(void **unused) {
    (void)unused;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_joint_prior prior = lw_joint_prior_default();
    struct lw_evidence e;
    struct lw_joint_data data = make(6, &e);
    struct lw_judged out;
    struct lw_error err;
    double laplace;
    atomic_bool stop = true;
    e.cancel = &stop;
    assert_int_equal(lw_difficulty_judge(lw_alloc_libc(), &e, NULL, &out, &err),
                     LW_CANCELLED);
    assert_int_equal(lw_boost_judge(&runtime, &e, NULL, &out, &err), LW_CANCELLED);
    assert_int_equal(
        lw_joint_judge(&runtime,
                       &(struct lw_joint_task){.e = &e, .data = &data, .prior = &prior},
                       NULL, &out, &laplace, &err),
        LW_CANCELLED);
    assert_non_null(strstr(err.text, "0 of 5 groups"));
    assert_int_equal(lw_joint_answers_without(&runtime, &e, &data, &prior, without, &err),
                     LW_CANCELLED);
    assert_int_equal(lw_paper_judge(&runtime, &e, LW_PAPER_SCHAA, NULL, &out, &err),
                     LW_CANCELLED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_out_answers_reach_nothing),
        cmocka_unit_test(random_answers_are_not_predicted),
        cmocka_unit_test(judging_stops_when_asked),
    };
    return cmocka_run_group_tests_name("nested", tests, NULL, NULL);
}
