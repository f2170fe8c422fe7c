/* A simulated person at work. */
#ifndef STUDY_SIMULATE_ACTOR_H
#define STUDY_SIMULATE_ACTOR_H

#include "lw/base/rng.h"
#include "lw/study/simulate.h"

/* What this one is like. */
struct traits {
    double ability, interest; /* interest in games: goes with ability, fills surveys in */
    double speed, accuracy, misses;
    double stroop, set_shift;
    double alerting, orienting, executive;
    double mood; /* of ratings */
    size_t leaves_in,
        leaves_after; /* which phase, so many events of it; SIZE_MAX: never */
    bool goes_away;
};

/* What has been worked out once for all people of a simulation. */
struct world {
    const struct lw_study_simulation *simulation;
    const struct lw_alloc *alloc;
    double **difficulty;     /* of each level of each set */
    const char **techniques; /* in the order of their names */
    size_t n_techniques;
    struct lw_arena arena;
};
lw_status world_make(const struct lw_study_simulation *simulation,
                     const struct lw_alloc *alloc, struct world *out,
                     struct lw_error *err) LW_MUST_CHECK;
void world_free(struct world *world);
/* Of the level; where nobody knows them, of its solution, else a guess. */
double fewest_moves(const struct lw_study_level *level);

struct actor {
    const struct world *world;
    struct lw_study_plan_request request;
    struct lw_study_plan plan;
    struct lw_study_progress progress;
    struct traits traits;
    struct lw_rng rng; /* of the phase at hand */
    const struct lw_study_plan_phase *phase;
    double t, clock;      /* ms: of the page, of the day */
    double phase_t;       /* t at which the phase began */
    double ends_t;        /* t at which it is over; infinite: never */
    size_t n_words;       /* words heard so far, all phases */
    size_t n_played;      /* levels ended so far */
    size_t next_word;     /* of the phase */
    size_t n_word_plays;  /* phases of play with words that were begun */
    bool generated_first; /* its first play with words was of generated levels */
    bool unfit, gone;
    size_t n_in_phase; /* events */
    struct lw_arena *arena;
    struct lw_buffer data, text;
    struct lw_study_event *events;
    const char **texts;
    size_t n, cap;
    lw_status status;
    struct lw_error *err;
};

static inline double truth_of(const struct actor *a, enum lw_study_truth_code code) {
    return a->world->simulation->truth->value[code];
}

/* Nothing more is done. */
static inline bool actor_stopped(const struct actor *a) {
    return a->gone || a->unfit || a->status != LW_OK;
}

/* Draws. */
double draw_normal(struct lw_rng *rng);
double draw_exponential(struct lw_rng *rng); /* mean 1 */
double logistic(double x);
static inline double in_ms(double ms) {
    return (double)(int64_t)(ms * 1000 + 0.5) / 1000;
}

/* The same bytes as lw_buffer_number of a number that in_ms made, in a tenth of the time:
 * a person does thousands of things. */
void put_ms(struct lw_buffer *out, double ms);

/* Both clocks go on. */
void actor_wait(struct actor *a, double ms);
/* Does it, with the data's members as text; the plan must allow it. */
LW_PRINTF(4, 5)
void actor_act(struct actor *a, const char *type, int64_t trial, const char *fmt, ...);
const struct lw_study_level *actor_level(const struct actor *a,
                                         struct lw_study_level_ref ref);
const struct lw_study_set *actor_set(const struct actor *a,
                                     struct lw_study_level_ref ref);
/* Half of it up for generated levels, half of it down for those by people. */
double actor_by_maker(const struct actor *a, const struct lw_study_level_ref *ref,
                      double effect);

/* Everything until the person is through or leaves. */
void actor_walk(struct actor *a);
/* Rooms of it. */
void actor_play(struct actor *a);
void actor_words(struct actor *a, double until_t);
void actor_instrument(struct actor *a);
void actor_compare(struct actor *a);
void actor_answers(struct actor *a, int64_t trial);

#endif
