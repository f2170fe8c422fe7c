/* Features that say how a level looks to people: exact on its whole graph where that fits
 * the budget, sampled where it does not. */
#include "features/feature_internal.h"

#include <math.h>

#include "people/people_field.h"

/* Larger graphs are not enumerated. */
#define MAX_POSITIONS 400000u
#define DEFAULT_NODES 60000u /* of the sampling, when only time is limited */

/* Nodes of each part, in nodes of the level's budget: a step of a simulated player is
 * much cheaper than a node of the solver. */
#define WALKER_SHARE 40 /* sweeps over the enumerated graph */
#define LEARNER_SHARE 9 /* lets 24 lives of 20,000 steps end with 60,000 nodes */
#define SAMPLE_SHARE 3
#define PUSH_SHARE 2
#define GUESS_SHARE 1
#define BLIND_PART 2
#define ENUMERATE_TIME 0.5 /* of the time left */
#define FEW_BOXES 12

struct timed {
    struct measuring *m;
    uint64_t since_ns;
};

static void put(struct timed *t, size_t feature, double value) {
    uint64_t now = lw_runtime_now_ns(t->m->runtime);
    t->m->values->value[feature] = value;
    t->m->values->seconds[feature] = (double)(now - t->since_ns) * 1e-9;
    t->since_ns = now;
}

/* Chances fall by orders of magnitude; twice the logarithm makes a scale of them. */
static double as_scale(double chance) {
    return chance > 0 ? log(1 - log10(chance)) : (double)NAN;
}

/* A meter with so many times the level's nodes, and this share of its time. */
static void start_part(struct timed *t, struct lw_meter *meter, uint64_t times,
                       double share) {
    struct lw_budget budget = lw_sokoban_budget_share(t->m, share);
    budget.nodes *= times;
    lw_meter_start(meter, t->m->runtime, &budget);
}

static enum people_end measure_walkers(struct timed *t,
                                       const struct people_graph *graph) {
    static const struct {
        struct people_walk_rules rules;
        size_t feature;
    } walkers[] = {
        {{.per_bound = 0.3, .patience = 0.97, .runs = true, .share_per_box = true},
         FEATURE_WALKER},
        {{.per_bound = 0.3, .patience = 0.97, .runs = true, .sees_traps = 10},
         FEATURE_WALKER_10},
        {{.per_bound = 0.5, .patience = 0.99}, FEATURE_PUSH_WALKER},
    };
    for (size_t i = 0; i < sizeof walkers / sizeof *walkers; i++) {
        struct people_walk walk;
        struct lw_meter meter;
        start_part(t, &meter, WALKER_SHARE, ENUMERATE_TIME);
        enum people_end end = lw_sok_people_walk(graph, &walkers[i].rules, &meter, &walk);
        if (end != PEOPLE_OK) {
            return end;
        }
        put(t, walkers[i].feature, as_scale(walk.chance));
        if (i == 0) {
            t->m->values->value[FEATURE_INSIGHT] = walk.leap;
        }
    }
    return PEOPLE_OK;
}

static enum people_end measure_graph(struct timed *t, const struct people_graph *graph) {
    struct people_paths paths;
    double learned;
    put(t, FEATURE_POSITIONS, log10((double)graph->n));
    enum people_end end = lw_sok_people_paths(graph, &paths);
    if (end == PEOPLE_OK) {
        double *value = t->m->values->value;
        value[FEATURE_CHOICE_COST] = paths.choice_cost;
        value[FEATURE_NARROWNESS] = paths.narrowness;
        value[FEATURE_HIDDEN_DEAD] = paths.hidden_dead;
        value[FEATURE_GREEDY] = log10(paths.greedy);
        put(t, FEATURE_TRAP_STEPS, paths.trap_steps);
        end = measure_walkers(t, graph);
    }
    for (int counting = 0; counting < 2 && end == PEOPLE_OK; counting++) {
        struct lw_meter meter;
        start_part(t, &meter, LEARNER_SHARE, ENUMERATE_TIME);
        end = lw_sok_people_learn(graph, counting == 1, &meter, &learned);
        if (end == PEOPLE_OK) {
            put(t, counting ? FEATURE_COUNTING_LEARNER : FEATURE_LEARNER, learned);
        }
    }
    return end;
}

/* Sampling. */

static void put_sampled(struct timed *t, size_t feature, double value, double error) {
    if (isnan(t->m->values->value[feature]) && isfinite(value)) {
        put(t, feature, value);
        t->m->values->error[feature] = error;
    }
}

/* Same level, same sample, whatever else is measured. */
static uint64_t seed_of(const struct measuring *m) {
    struct lw_id128 id;
    return m->base->game->kind->level->canonical(m->base, &id, NULL) == LW_OK ? id.lo : 1;
}

static enum people_end sample_walker(struct timed *t,
                                     const struct people_walk_rules *rules,
                                     uint64_t times, size_t feature) {
    struct measuring *m = t->m;
    struct people_sampled sampled;
    struct lw_meter meter;
    if (!isnan(m->values->value[feature])) {
        return PEOPLE_OK;
    }
    /* Without a way to follow, walks hardly ever arrive. */
    times = m->way.len > 0 || times < BLIND_PART ? times : times / BLIND_PART;
    start_part(t, &meter, times, ENUMERATE_TIME);
    if (meter.budget.nodes == 0) {
        struct lw_budget budget = meter.budget;
        budget.nodes = DEFAULT_NODES * times;
        lw_meter_start(&meter, m->runtime, &budget);
    }
    const char *moves = m->way.len > 0 ? lw_buffer_text(&m->way) : NULL;
    enum people_end end = lw_sok_people_sample(
        &(struct people_board){
            .map = &m->map, .match = &m->match, .moves = moves, .seed = m->seed},
        rules, &meter, m->runtime->alloc, &sampled);
    if (end != PEOPLE_OK || !(sampled.chance > 0)) {
        return end;
    }
    double scale = 1 - log10(sampled.chance);
    put_sampled(t, feature, log(scale), sampled.error / (log(10) * scale));
    if (rules->runs) {
        put_sampled(t, FEATURE_INSIGHT, sampled.leap,
                    0.2 * sampled.leap + 0.2 + 2 * sampled.error / scale);
    }
    return PEOPLE_OK;
}

static enum people_end guess(struct timed *t) {
    struct measuring *m = t->m;
    struct people_guess g;
    struct lw_budget rest = lw_sokoban_budget_share(m, ENUMERATE_TIME);
    uint64_t nodes = (rest.nodes != 0 ? rest.nodes : DEFAULT_NODES) * GUESS_SHARE;
    const char *moves = m->way.len > 0 ? lw_buffer_text(&m->way) : NULL;
    enum people_end end = lw_sok_people_guess(
        &(struct people_board){.map = &m->map,
                               .match = &m->match,
                               .moves = moves,
                               .pushes = m->values->value[FEATURE_PUSHES],
                               .seed = m->seed},
        nodes, m->runtime, &rest, &g);
    put_sampled(t, FEATURE_TRAP_STEPS, g.trap_steps, g.trap_error);
    put_sampled(t, FEATURE_CHOICE_COST, g.choice_cost, g.choice_error);
    put_sampled(t, FEATURE_NARROWNESS, g.narrowness, g.narrow_error);
    put_sampled(t, FEATURE_HIDDEN_DEAD, g.hidden_dead, g.hidden_error);
    put_sampled(t, FEATURE_GREEDY, g.greedy, g.greedy_error);
    return end;
}

static double log10_choose(double n, double k) {
    return n <= k ? 0 : (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(10);
}

/* What cannot be sampled is read off what can: least-squares lines over the 285 levels of
 * the shared corpus whose graphs fit 60,000 nodes, each with its residual spread. */
static void infer(struct timed *t) {
    const double *value = t->m->values->value, *error = t->m->values->error;
    /* Where not even a first walk was possible: a decade for every ten pushes, roughly.
     */
    put_sampled(t, FEATURE_WALKER, log(1 + 0.1 * value[FEATURE_PUSHES]), 1);
    double walker = value[FEATURE_WALKER], slack = error[FEATURE_WALKER];
    double squares = value[FEATURE_FLOOR] * (1 - value[FEATURE_DEAD_SHARE]);
    double ways = log10_choose(squares, value[FEATURE_BOXES]);
    double pushes = log1p(value[FEATURE_PUSHES]);
    put_sampled(t, FEATURE_POSITIONS,
                0.17 + 1.04 * ways + 1.25 * value[FEATURE_DEAD_SHARE] -
                    0.7 * log1p(value[FEATURE_BOXES]),
                0.26 + 0.05 * ways);
    put_sampled(t, FEATURE_WALKER_10, fmax(0.93 * walker - 0.16, 0),
                hypot(0.20, 0.93 * slack));
    put_sampled(t, FEATURE_PUSH_WALKER, 1.02 * walker, hypot(0.21, 1.02 * slack));
    put_sampled(t, FEATURE_LEARNER, fmin(fmax(1.87 * walker - 0.25, 0), log10(20000)),
                hypot(0.44, 1.87 * slack));
    put_sampled(
        t, FEATURE_COUNTING_LEARNER,
        fmin(0.83 * walker + 0.56 * value[FEATURE_POSITIONS] + 0.48 * pushes - 0.87,
             log10(20000)),
        hypot(0.46, 0.83 * slack));
}

static enum people_end sample(struct timed *t) {
    static const struct people_walk_rules runs = {
        .per_bound = 0.3, .patience = 0.97, .runs = true, .share_per_box = true};
    static const struct people_walk_rules pushes = {.per_bound = 0.5, .patience = 0.99};
    t->m->seed = seed_of(t->m);
    enum people_end end = sample_walker(t, &runs, SAMPLE_SHARE, FEATURE_WALKER);
    end = end == PEOPLE_OK ? guess(t) : end;
    end = end == PEOPLE_OK ? sample_walker(t, &pushes, PUSH_SHARE, FEATURE_PUSH_WALKER)
                           : end;
    infer(t);
    return end;
}

lw_status lw_sokoban_people_features(struct measuring *m, struct lw_error *err) {
    struct people_graph graph;
    struct lw_meter meter;
    struct timed t = {.m = m, .since_ns = lw_runtime_now_ns(m->runtime)};
    if (!m->matched || m->board->n_boxes == 0) {
        return LW_OK;
    }
    struct lw_budget budget = lw_sokoban_budget_share(m, ENUMERATE_TIME);
    /* Whether a level is measured exactly must not depend on what a search costs. */
    budget.nodes = m->board->n_boxes <= FEW_BOXES ? m->all_nodes : budget.nodes;
    lw_meter_start(&meter, m->runtime, &budget);
    enum people_end end = lw_sok_people_graph_make(
        &graph, &m->map, &m->match, MAX_POSITIONS, &meter, m->runtime->alloc);
    if (end == PEOPLE_OK) {
        end = measure_graph(&t, &graph);
        lw_sok_people_graph_free(&graph);
    }
    if ((end == PEOPLE_TOO_LARGE || end == PEOPLE_STOPPED) && !m->unsolvable) {
        end = sample(&t);
    }
    return end == PEOPLE_MEMORY ? lw_fail_memory(err) : LW_OK;
}
