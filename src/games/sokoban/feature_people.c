/* Features that say how a level looks to people; they need its whole graph. */
#include "feature_internal.h"

#include <math.h>

#include "people_internal.h"

/* Larger graphs are not enumerated. */
#define MAX_POSITIONS 400000u

/* Chances fall by orders of magnitude; twice the logarithm makes a scale of them. */
static double as_scale(double chance) {
    return chance > 0 ? log(1 - log10(chance)) : (double)NAN;
}

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

static enum people_end measure_walkers(struct timed *t, const struct people_graph *graph,
                                       struct lw_meter *meter) {
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
        enum people_end end = people_walk(graph, &walkers[i].rules, meter, &walk);
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

static enum people_end measure_graph(struct timed *t, const struct people_graph *graph,
                                     struct lw_meter *meter) {
    struct people_paths paths;
    double learned;
    put(t, FEATURE_POSITIONS, log10((double)graph->n));
    enum people_end end = people_paths(graph, &paths);
    if (end == PEOPLE_OK) {
        double *value = t->m->values->value;
        value[FEATURE_CHOICE_COST] = paths.choice_cost;
        value[FEATURE_NARROWNESS] = paths.narrowness;
        value[FEATURE_HIDDEN_DEAD] = paths.hidden_dead;
        value[FEATURE_GREEDY] = log10(paths.greedy);
        put(t, FEATURE_TRAP_STEPS, paths.trap_steps);
        end = measure_walkers(t, graph, meter);
    }
    for (int counting = 0; counting < 2 && end == PEOPLE_OK; counting++) {
        end = people_learn(graph, counting == 1, meter, &learned);
        put(t, counting ? FEATURE_COUNTING_LEARNER : FEATURE_LEARNER, learned);
    }
    return end;
}

lw_status lw_sokoban_people_features(struct measuring *m, struct lw_error *err) {
    struct people_graph graph;
    struct lw_meter meter;
    struct timed t = {.m = m, .since_ns = lw_runtime_now_ns(m->runtime)};
    if (!m->matched || m->board->n_boxes == 0) {
        return LW_OK;
    }
    struct lw_budget budget = lw_sokoban_budget_share(m, 1);
    lw_meter_start(&meter, m->runtime, &budget);
    enum people_end end = people_graph_make(&graph, &m->map, &m->match, MAX_POSITIONS,
                                            &meter, m->runtime->alloc);
    if (end == PEOPLE_OK) {
        end = measure_graph(&t, &graph, &meter);
        people_graph_free(&graph);
    }
    return end == PEOPLE_MEMORY ? lw_fail_memory(err) : LW_OK;
}
