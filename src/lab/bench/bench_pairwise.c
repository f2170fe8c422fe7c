/* How well pairwise choices tell how hard levels are: simulated people, known truth.
 *
 * The levels, the number of comparisons and the kind of choice are those of Kartal's
 * study; pairs come at random, or as the server chooses them for what they tell. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "lw/base/rng.h"
#include "lw/rating/pairs.h"
#include "lw/stats.h"

#define N_LEVELS 120
#define N_CHOICES 945
#define TRUE_SD 1.5
#define SLIPS 0.05
#define REPETITIONS 30

struct simulated {
    double truth[N_LEVELS];
    struct lw_belief beliefs[N_LEVELS];
    struct lw_game_result games[N_CHOICES];
};

/* Of one repetition. */
struct outcome {
    double r_live, r_trueskill, r_fit; /* with the truth */
    double coverage;                   /* of 95 % intervals of the fit */
    double sd, slips;                  /* that the fit found */
};

/* Box and Muller's. */
static double normal_of(struct lw_rng *rng) {
    double u = 1 - lw_rng_unit(rng);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * lw_rng_unit(rng));
}

static void simulate(struct simulated *s, uint64_t seed, size_t round, bool chosen) {
    struct lw_rng truth = lw_rng_make(seed, 2 * round);
    struct lw_rng rng = lw_rng_make(seed, 2 * round + 1);
    const struct lw_pair_question question = {.beliefs = s->beliefs, .n = N_LEVELS};
    for (size_t i = 0; i < N_LEVELS; i++) {
        s->truth[i] = TRUE_SD * normal_of(&truth);
        s->beliefs[i] = LW_BELIEF_START;
    }
    for (size_t g = 0; g < N_CHOICES; g++) {
        size_t a = lw_rng_below(&rng, N_LEVELS);
        size_t b = (a + 1 + lw_rng_below(&rng, N_LEVELS - 1)) % N_LEVELS;
        if (chosen) {
            lw_pair_choose(&question, &rng, &a, &b);
        }
        double p = 1 / (1 + exp(s->truth[b] - s->truth[a]));
        bool first = lw_rng_chance(&rng, SLIPS / 2 + (1 - SLIPS) * p);
        s->games[g] = (struct lw_game_result){a, b, first ? 1 : 0};
        lw_belief_update(&s->beliefs[first ? a : b], &s->beliefs[first ? b : a], SLIPS);
    }
}

static lw_status with_truth(struct cli *cli, const struct simulated *s, const double *x,
                            double *r, struct lw_error *err) {
    struct lw_correlation c;
    lw_status status = lw_correlate(cli->alloc, s->truth, x, N_LEVELS, &c, err);
    *r = status == LW_OK ? c.pearson : (double)NAN;
    return status;
}

static void trueskill_means(const struct simulated *s, double *means) {
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_rating ratings[N_LEVELS];
    model.draw_probability = 0;
    for (size_t i = 0; i < N_LEVELS; i++) {
        ratings[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t g = 0; g < N_CHOICES; g++) {
        lw_trueskill_update(&model, &ratings[s->games[g].a], &ratings[s->games[g].b],
                            s->games[g].score);
    }
    for (size_t i = 0; i < N_LEVELS; i++) {
        means[i] = ratings[i].mu;
    }
}

static lw_status judge(struct cli *cli, const struct simulated *s, struct outcome *out,
                       struct lw_error *err) {
    const struct lw_pairwise_data data = {s->games, N_CHOICES, N_LEVELS};
    struct lw_bradley_terry_prior fit;
    double means[N_LEVELS], middle = lw_mean(s->truth, N_LEVELS);
    for (size_t i = 0; i < N_LEVELS; i++) {
        means[i] = s->beliefs[i].mean;
    }
    lw_status status = with_truth(cli, s, means, &out->r_live, err);
    trueskill_means(s, means);
    if (status == LW_OK) {
        status = with_truth(cli, s, means, &out->r_trueskill, err);
    }
    if (status == LW_OK) {
        status = lw_bradley_terry_prior_fit(cli->alloc, &data, -1, &fit, err);
    }
    if (status != LW_OK) {
        return status;
    }
    status = with_truth(cli, s, fit.ability, &out->r_fit, err);
    for (size_t i = 0; i < N_LEVELS; i++) {
        double off = fabs(fit.ability[i] - (s->truth[i] - middle));
        out->coverage += (off <= 1.959964 * fit.se[i]) / (double)N_LEVELS;
    }
    out->sd = fit.sd;
    out->slips = fit.slips;
    lw_bradley_terry_prior_free(&fit);
    return status;
}

static lw_status measure(struct cli *cli, uint64_t seed, bool chosen,
                         struct outcome *mean, double *least, struct lw_error *err) {
    struct simulated *s = lw_alloc_get(cli->alloc, sizeof *s);
    lw_status status = s == NULL ? lw_fail_memory(err) : LW_OK;
    *mean = (struct outcome){0};
    *least = 1;
    for (size_t i = 0; i < REPETITIONS && status == LW_OK; i++) {
        struct outcome one = {0};
        if (atomic_load(cli->cancel)) {
            break;
        }
        simulate(s, seed, i, chosen);
        status = judge(cli, s, &one, err);
        mean->r_live += one.r_live / REPETITIONS;
        mean->r_trueskill += one.r_trueskill / REPETITIONS;
        mean->r_fit += one.r_fit / REPETITIONS;
        mean->coverage += one.coverage / REPETITIONS;
        mean->sd += one.sd / REPETITIONS;
        mean->slips += one.slips / REPETITIONS;
        *least = fmin(*least, one.r_fit);
    }
    lw_alloc_free(cli->alloc, s, sizeof *s);
    return status;
}

static void print_row(struct cli *cli, const struct cli_args *args, const char *name,
                      const struct outcome *o, double least, double seconds) {
    if (!cli_value(args, "json")->flag) {
        (void)fprintf(cli->out,
                      "%-12s %6.3f %6.3f %9.3f %8.3f %8.1f%% %8.2f %6.3f %7.1f\n", name,
                      o->r_fit, least, o->r_trueskill, o->r_live, 100 * o->coverage,
                      o->sd, o->slips, seconds);
        return;
    }
    struct lw_buffer out;
    struct lw_json_writer json;
    lw_buffer_init(&out, cli->alloc);
    lw_json_begin(&json, &out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "row", name);
    lw_json_int(&json, "levels", N_LEVELS);
    lw_json_int(&json, "comparisons", N_CHOICES);
    lw_json_int(&json, "repetitions", REPETITIONS);
    lw_json_real(&json, "true_sd", TRUE_SD);
    lw_json_real(&json, "true_slips", SLIPS);
    lw_json_real(&json, "r", o->r_fit);
    lw_json_real(&json, "least_r", least);
    lw_json_real(&json, "r_trueskill", o->r_trueskill);
    lw_json_real(&json, "r_live", o->r_live);
    lw_json_real(&json, "coverage", o->coverage);
    lw_json_real(&json, "sd", o->sd);
    lw_json_real(&json, "slips", o->slips);
    lw_json_real(&json, "cpu_s", seconds);
    lw_json_object_end(&json);
    (void)fprintf(cli->out, "%s\n", lw_buffer_text(&out));
    lw_buffer_free(&out);
}

static int run(struct cli *cli, const struct cli_args *args) {
    static const char *const names[] = {"random", "information"};
    struct lw_buffer known;
    bool any = false;
    lw_buffer_init(&known, cli->alloc);
    for (size_t row = 0; row < 2; row++) {
        struct outcome mean;
        struct lw_error err;
        double least;
        bench_add_name(&known, names[row]);
        if (!bench_wants(args, names[row])) {
            continue;
        }
        if (!any && !cli_value(args, "json")->flag) {
            (void)fprintf(cli->out,
                          "%d levels of true SD %g, %d logistic choices with %g %% "
                          "slips, mean of %d repetitions\n%-12s %6s %6s %9s %8s %9s %8s "
                          "%6s %7s\n",
                          N_LEVELS, TRUE_SD, N_CHOICES, 100 * SLIPS, REPETITIONS, "pairs",
                          "r", "least", "TrueSkill", "live", "coverage", "found SD",
                          "slips", "CPU s");
        }
        any = true;
        uint64_t from = lw_platform_cpu_ns();
        lw_status status = measure(cli, (uint64_t)cli_value(args, "seed")->i, row == 1,
                                   &mean, &least, &err);
        int stopped = bench_stopped(cli, names[row]);
        if (status != LW_OK || stopped != 0) {
            lw_buffer_free(&known);
            return stopped != 0 ? stopped : cli_fail(cli, NULL, &err);
        }
        print_row(cli, args, names[row], &mean, least,
                  (double)(lw_platform_cpu_ns() - from) / 1e9);
    }
    if (!any) {
        return bench_no_row(cli, &known);
    }
    lw_buffer_free(&known);
    return 0;
}

const struct lab_bench bench_pairwise = {
    .name = "pairwise",
    .summary = "how well pairwise choices of simulated people tell the difficulty",
    .run = run,
};
