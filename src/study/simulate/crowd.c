/* A crowd of simulated people: who comes when, which cell they get, who counts. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "lw/study/measures.h"
#include "simulate/actor.h"

#define PERSON_LABEL 0x7065u
#define ARRIVAL_LABEL 0x6172u
#define MINUTE_MS 60000.0
#define MOST_COME 50 /* times as many as are wanted, and 1000 */

/* What is left of a person for those who come later. */
struct visit {
    size_t cell;
    double ends, lease; /* ms: of the last event; until which the cell is kept */
    bool completed, counted, unfit;
};

struct crowd {
    const struct world *world;
    struct lw_study study; /* as the file says, but for how many are wanted */
    struct visit *visits;
    size_t n, cap;
    struct lw_study_cell_count *counts;
    struct lw_rng arrivals;
    double now;
    struct lw_study_crowd tally;
    lw_study_simulated_fn each;
    void *ctx;
    struct lw_error *err;
};

static double truth(const struct crowd *c, enum lw_study_truth_code code) {
    return c->world->simulation->truth->value[code];
}

/* As the keeper of the counts would have them at this moment. */
static void count(struct crowd *c) {
    memset(c->counts, 0, c->world->simulation->cells->n * sizeof *c->counts);
    for (size_t i = 0; i < c->n; i++) {
        const struct visit *visit = &c->visits[i];
        struct lw_study_cell_count *at = &c->counts[visit->cell];
        if (visit->completed && c->now >= visit->ends) {
            at->completed += visit->counted;
        } else if (!(visit->unfit && c->now >= visit->ends)) {
            at->open += c->now < visit->lease;
        }
    }
}

static struct traits draw_traits(const struct actor *a, struct lw_rng *rng) {
    struct traits t = {.leaves_in = SIZE_MAX};
    double interest = draw_normal(rng), focus = draw_normal(rng);
    t.interest = interest;
    t.ability = truth_of(a, LW_STUDY_TRUTH_ABILITY_SD) *
                (0.5 * interest + sqrt(0.75) * draw_normal(rng));
    t.speed = truth_of(a, LW_STUDY_TRUTH_REACTION_SD) *
              (sqrt(0.8) * draw_normal(rng) - sqrt(0.2) * focus);
    t.accuracy = truth_of(a, LW_STUDY_TRUTH_ACCURACY_SD) *
                 (sqrt(0.7) * draw_normal(rng) + sqrt(0.3) * focus);
    t.misses = truth_of(a, LW_STUDY_TRUTH_MISSES_SD) *
               (sqrt(0.7) * draw_normal(rng) - sqrt(0.3) * focus);
    t.stroop = truth_of(a, LW_STUDY_TRUTH_STROOP_REACTION);
    t.set_shift = truth_of(a, LW_STUDY_TRUTH_SET_SPREAD) * draw_normal(rng);
    t.alerting = truth_of(a, LW_STUDY_TRUTH_ALERTING_MS) + 15 * draw_normal(rng);
    t.orienting = truth_of(a, LW_STUDY_TRUTH_ORIENTING_MS) + 15 * draw_normal(rng);
    t.executive = truth_of(a, LW_STUDY_TRUTH_EXECUTIVE_MS) +
                  20 * (0.6 * draw_normal(rng) - 0.8 * focus);
    t.mood = draw_normal(rng);
    t.goes_away = lw_rng_chance(rng, truth_of(a, LW_STUDY_TRUTH_AWAY));
    bool leaves = lw_rng_chance(rng, truth_of(a, LW_STUDY_TRUTH_DROPOUT));
    size_t where = lw_rng_below(rng, (uint32_t)a->plan.n_phases - 1);
    size_t after = lw_rng_below(rng, 40);
    if (leaves) {
        t.leaves_in = where;
        t.leaves_after = after;
    }
    return t;
}

static lw_status judge(struct crowd *c, struct lw_study_simulated *person,
                       struct lw_arena *arena) {
    struct lw_study_verdict verdict;
    lw_status status = lw_study_judge(&person->log, arena, &verdict, c->err);
    person->excluded = status == LW_OK && verdict.excluded;
    person->counted =
        person->completed &&
        !(person->excluded && c->study.stopping.counted == LW_STUDY_COUNT_KEPT);
    return status;
}

static lw_status remember(struct crowd *c, const struct actor *a, size_t cell,
                          const struct lw_study_simulated *person) {
    const struct lw_alloc *alloc = c->world->alloc;
    double lease_ms = (double)c->study.assignment.lease_minutes * MINUTE_MS;
    if (c->n == c->cap) {
        size_t cap = c->cap == 0 ? 64 : 2 * c->cap;
        struct visit *more = lw_alloc_zero(alloc, cap, sizeof *more);
        if (more == NULL) {
            return lw_fail_memory(c->err);
        }
        if (c->n > 0) {
            memcpy(more, c->visits, c->n * sizeof *more);
            lw_alloc_free(alloc, c->visits, c->cap * sizeof *more);
        }
        c->visits = more;
        c->cap = cap;
    }
    c->visits[c->n++] = (struct visit){
        cell,    a->clock, a->clock + lease_ms, person->completed, person->counted,
        a->unfit};
    c->tally.entered++;
    c->tally.completed += person->completed;
    c->tally.counted += person->counted;
    c->tally.unfit += a->unfit;
    c->tally.left += !person->completed && !a->unfit;
    return LW_OK;
}

static lw_status walk(struct crowd *c, struct actor *a, uint64_t number) {
    const struct lw_study_simulation *s = c->world->simulation;
    struct lw_rng stream = lw_rng_make(s->seed, number | (uint64_t)s->repetition << 32);
    struct lw_rng person = lw_rng_fork(&stream, PERSON_LABEL);
    struct lw_rng traits = lw_rng_fork(&person, 1);
    lw_status status = lw_study_plan_make(&a->request, a->arena, &a->plan, c->err);
    if (status != LW_OK) {
        return status;
    }
    a->traits = draw_traits(a, &traits);
    a->rng = person;
    a->clock = c->now;
    lw_study_progress_begin(&a->progress);
    actor_walk(a);
    if (a->status == LW_USAGE || a->status == LW_BAD_INPUT) {
        struct lw_error why = *c->err;
        return lw_fail(c->err, LW_BAD_INPUT, 0, 0,
                       "simulated person %llu cannot go on in phase '%s': %s",
                       (unsigned long long)number, a->phase->id, why.text);
    }
    return a->status;
}

static lw_status visit(struct crowd *c, size_t cell) {
    const struct lw_study_simulation *s = c->world->simulation;
    uint64_t number = (uint64_t)c->n + 1;
    struct lw_arena arena;
    lw_arena_init(&arena, c->world->alloc);
    struct actor *a = lw_arena_zero(&arena, 1, sizeof *a);
    if (a == NULL) {
        return lw_fail_memory(c->err);
    }
    a->world = c->world;
    a->arena = &arena;
    a->err = c->err;
    a->request =
        (struct lw_study_plan_request){s->study, s->cells, s->levels, cell, number};
    lw_buffer_init(&a->data, c->world->alloc);
    lw_buffer_init(&a->text, c->world->alloc);
    lw_status status = walk(c, a, number);
    struct lw_study_simulated person = {
        .log = {&a->request, &a->plan, a->events, a->n},
        .texts = a->texts,
        .number = number,
        .completed = a->progress.completed,
        .state = a->progress.completed ? "completed"
                 : a->unfit            ? "unfit"
                                       : "inside",
        .entered_ms = (int64_t)c->now,
        .seen_ms = (int64_t)a->clock,
        .ended_ms = a->progress.completed || a->unfit ? (int64_t)a->clock : 0,
    };
    status = status == LW_OK ? judge(c, &person, &arena) : status;
    status = status == LW_OK ? remember(c, a, cell, &person) : status;
    status = status == LW_OK ? c->each(c->ctx, &person, c->err) : status;
    lw_buffer_free(&a->text);
    lw_buffer_free(&a->data);
    lw_arena_free(&arena);
    return status;
}

static bool is_cancelled(const struct lw_study_simulation *s) {
    return s->cancel != NULL && atomic_load_explicit(s->cancel, memory_order_relaxed);
}

static lw_status run(struct crowd *c) {
    const struct lw_study_simulation *s = c->world->simulation;
    int64_t most = MOST_COME * s->people + 1000;
    double gap = truth(c, LW_STUDY_TRUTH_ARRIVAL_MINUTES) * MINUTE_MS;
    for (int64_t come = 0; c->tally.counted < s->people; come++) {
        struct lw_study_wanted wanted;
        if (is_cancelled(s)) {
            return lw_fail(c->err, LW_CANCELLED, 0, 0, "stopped");
        }
        if (come == most) {
            return lw_fail(c->err, LW_LIMIT, 0, 0,
                           "after %lld people only %lld count: loosen the exclusions or "
                           "the effects dropout, misses and accuracy",
                           (long long)c->tally.entered, (long long)c->tally.counted);
        }
        count(c);
        lw_status status =
            lw_study_wants_more(&c->study, c->counts, s->cells->n, NULL, &wanted, c->err);
        if (status == LW_OK) {
            status = visit(c, lw_study_assign(&c->study, c->counts, s->cells->n,
                                              (uint64_t)c->n + 1));
        } else if (status == LW_FULL) {
            c->tally.refused++;
            status = LW_OK;
        }
        if (status != LW_OK) {
            return status;
        }
        c->now += 1000 + gap * draw_exponential(&c->arrivals);
    }
    return LW_OK;
}

lw_status lw_study_simulate(const struct lw_study_simulation *simulation,
                            const struct lw_alloc *alloc, lw_study_simulated_fn each,
                            void *ctx, struct lw_study_crowd *out, struct lw_error *err) {
    struct world world;
    struct lw_rng stream =
        lw_rng_make(simulation->seed, (uint64_t)simulation->repetition << 32);
    struct crowd c = {.world = &world,
                      .study = *simulation->study,
                      .arrivals = lw_rng_fork(&stream, ARRIVAL_LABEL),
                      .now = (double)LW_STUDY_SIMULATED_MS,
                      .each = each,
                      .ctx = ctx,
                      .err = err};
    c.study.stopping.people = simulation->people;
    lw_status status = world_make(simulation, alloc, &world, err);
    if (status != LW_OK) {
        return status;
    }
    c.counts = lw_arena_zero(&world.arena, simulation->cells->n + 1, sizeof *c.counts);
    status = c.counts == NULL ? lw_fail_memory(err) : run(&c);
    *out = c.tally;
    lw_alloc_free(alloc, c.visits, c.cap * sizeof *c.visits);
    world_free(&world);
    return status;
}
