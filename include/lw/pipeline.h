/* The one road from candidate to output, for every game and generator:
 *
 *   candidate -> replayed proof -> measures and features -> filters -> canonical id, no
 *   duplicates -> selection for diversity -> order.
 *
 * Candidates are numbered, each number has its own random stream, and levels are taken
 * in the order of numbers after the work on them is merged. So the same request gives the
 * same levels with any number of threads, and a run can be taken up where it stopped. */
#ifndef LW_PIPELINE_H
#define LW_PIPELINE_H

#include "lw/game.h"
#include "lw/model.h"

/* One level on the road. */

struct lw_made {
    struct lw_level *level;
    char *solution; /* replays to a win */
    struct lw_id128 id;
    double measures[LW_MAX_MEASURES]; /* of the solution */
    double score;                     /* the generator's own */
    bool shortest;                    /* proved of the solution, by the generator */
    uint32_t score_moves;             /* as in struct lw_candidate */
    double difficulty;                /* 1 to 10; NaN: nobody asked */
    bool plain;                       /* that is uncalibrated: lw_judge */
    uint64_t index;                   /* candidate number; of a pack, the place in it */
    uint32_t part;                    /* which of the candidate's levels */
    char *title;                      /* NULL: none of its own */
};

/* A range on a measure or a feature of the kind. */
struct lw_made_filter {
    bool is_feature;
    size_t which; /* measure or feature */
    double lo, hi;
};

/* How hard a level is, and why. */

/* A feature that moves the verdict. */
struct lw_driver {
    size_t feature;      /* of the kind */
    double value, error; /* measured */
    double usual;        /* what the levels learned or referred to have */
    double push;         /* on the scale of the score; positive is harder */
    double points;       /* the same on the reading from 1 to 10 */
};

struct lw_verdict {
    bool calibrated; /* learned from people; otherwise a plain scale */
    double rating;   /* 1 to 10 */
    /* Among the levels learned from, 0 to 100, with a 90 % interval. Plain: about the
     * place among reference levels; the interval is that of sampling alone. */
    double percentile, low, high;
    double score, score_error;
    double known; /* share of its features that could be had */
    size_t n_missing, n_sampled;
    struct lw_driver drivers[LW_MODEL_DRIVERS]; /* strongest first */
    size_t n_drivers;
    bool outside;            /* of the range it learned from */
    struct lw_driver beyond; /* by this feature, furthest; usual: the end of the range */
};
/* Without a model (NULL): on the kind's plain scale. Features of reference levels are
 * weighed, and a logistic curve reads the sum as a percentile, so that it neither ends
 * nor jumps; a scale that orders levels, not what people would say. */
void lw_judge(const struct lw_game_kind *kind, const struct lw_model *model,
              const size_t *index, const struct lw_feature_values *values,
              struct lw_verdict *out);
/* Has the kind a plain scale? */
bool lw_plain_known(const struct lw_game_kind *kind);
/* 1 to 10 from a percentile. */
double lw_plain_rating(double percentile);
/* The feature of the simulated player; n_features when there is none. */
size_t lw_grader_walker(const struct lw_game_kind *kind);
/* What a driver is about, for players: "there are many boxes (12 boxes, 3.6 times the
 * usual 3.3)"; and how a level lies outside: "... (44 boxes; the most I met is 12)". */
void lw_driver_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);
void lw_beyond_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);

/* How hard levels on the road are for people, by a model of their kind. Its budget has
 * nodes and no time in it, so that the same levels pass on any machine. */
struct lw_grader {
    const struct lw_game_kind *kind;
    const struct lw_model *model; /* borrowed; NULL: the plain scale */
    const size_t *index;          /* feature of each term, as lw_model_bind gives it */
    double lo, hi;                /* what is wanted, 1 to 10 */
    struct lw_budget budget;      /* of measuring one level */
    uint64_t objective_nodes;     /* the same for the objective, asked very often */
    const struct lw_runtime *runtime; /* of the objective */
    /* Stands in for the kind's compute, to keep what was measured; NULL: compute. */
    lw_status (*measure)(void *ctx, const struct lw_level *level,
                         enum lw_feature_cost up_to, const struct lw_budget *budget,
                         const struct lw_runtime *runtime,
                         struct lw_feature_values *values);
    void *measure_ctx;
};
/* What measuring a level may use, as filter (and for its rating anywhere else) and as
 * objective. Levels like those that the models learned from are measured exactly within
 * the first; larger ones are sampled. */
#define LW_GRADE_NODES 60000u
#define LW_AIM_NODES 3000u
/* 1 to 10; NaN when some feature of the model is unknown within the budget. */
double lw_grader_rate(const struct lw_grader *grader, const struct lw_runtime *runtime,
                      const struct lw_level *level);
/* Whether a level that was measured is there to be rated: what is solved already or has
 * no solution is not hard for anyone, and a model would give it a number all the same. */
enum lw_standing {
    LW_STANDING_OPEN,
    LW_STANDING_WON,        /* before the first move */
    LW_STANDING_UNSOLVABLE, /* proved */
    LW_STANDING_STOPPED     /* someone asked to stop before it was known */
};
/* ok|solved-already|unsolvable|cancelled, and a sentence (NULL when open) */
const char *lw_standing_name(enum lw_standing standing);
const char *lw_standing_text(enum lw_standing standing);
/* The same before anything is measured: is it won before the first move? */
lw_status lw_standing_at_start(const struct lw_level *level,
                               const struct lw_runtime *runtime, bool *won,
                               struct lw_error *err) LW_MUST_CHECK;
/* Asks the solver only where features of the solution are unknown, and for no longer than
 * measuring left of the budget's time. */
lw_status lw_standing_of(const struct lw_level *level,
                         const struct lw_feature_values *values,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         enum lw_standing *out, struct lw_error *err) LW_MUST_CHECK;
/* As objective of a generator: 10 in the middle of what is wanted, less one for each
 * point away from there, times the share of the model's features that could be known:
 * levels that can be judged win over those that cannot. ctx is the grader. */
double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker);
/* That objective for a request; inside the range, not too near its ends, is enough. The
 * grader outlives it. */
struct lw_objective lw_grader_objective(struct lw_grader *grader);

enum lw_refusal {
    LW_REFUSED_NOT, /* taken */
    LW_REFUSED_INVALID,
    LW_REFUSED_UNPROVEN,
    LW_REFUSED_FILTER,
    LW_REFUSED_DUPLICATE,
    LW_REFUSED_ALIKE, /* differs from one taken in too few cells */
    LW_N_REFUSALS
};
const char *lw_refusal_name(enum lw_refusal refusal);

/* Finds a measure or feature by name; USAGE lists what there is. */
lw_status lw_made_filter_find(const struct lw_game_kind *kind, const char *name,
                              size_t name_len, struct lw_made_filter *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* IMPOSSIBLE with a sentence when no level can pass all filters, or none that the
 * generator (NULL: any) makes with these values. Finds what is plain, not all there is.
 */
lw_status lw_pipeline_possible(const struct lw_game_kind *kind,
                               const struct lw_made_filter *filters, size_t n,
                               const struct lw_generator *generator,
                               const struct lw_option_value *values,
                               struct lw_error *err) LW_MUST_CHECK;

/* The road. */

/* Collects levels, no two with the same canonical id. */
struct lw_road {
    const struct lw_alloc *alloc;
    const struct lw_game_kind *kind;
    const struct lw_made_filter *filters;
    size_t n_filters;
    const struct lw_grader *grader; /* a filter too; NULL: none */
    struct lw_budget budget;        /* of proving or measuring one level */
    uint32_t apart;                 /* cells in which levels differ at least; 0, 1: any */
    struct lw_state_set ids;        /* of all levels taken and of those to avoid */
    struct lw_made *made;
    size_t n_made, cap;
    uint64_t counts[LW_N_REFUSALS];
};

void lw_road_init(struct lw_road *road, const struct lw_game_kind *kind,
                  const struct lw_alloc *alloc);
/* Destroys the levels. */
void lw_road_free(struct lw_road *road);
/* Levels with the same ids as these will be refused. */
lw_status lw_road_avoid(struct lw_road *road, const struct lw_collection *set,
                        struct lw_error *err) LW_MUST_CHECK;

/* Proves, measures and filters one level; does not change the road, so several threads
 * may. made->level and made->solution are given (solution NULL: solved here). */
enum lw_refusal lw_road_examine(const struct lw_road *road,
                                const struct lw_runtime *runtime, struct lw_made *made);
/* Takes an examined level unless its id is known; then, and when memory is out
 * (NO_MEMORY), it is freed. */
lw_status lw_road_take(struct lw_road *road, struct lw_made *made,
                       enum lw_refusal *refusal, struct lw_error *err) LW_MUST_CHECK;
void lw_made_free(const struct lw_alloc *alloc, struct lw_made *made);

/* Keeps n levels far from each other in the space of their measures, each scaled to its
 * spread: the first, then always the one farthest from all kept. */
lw_status lw_road_diversify(struct lw_road *road, size_t n,
                            struct lw_error *err) LW_MUST_CHECK;

/* By a measure's name, "score", "index" (as made), "difficulty" (with a grader) or NULL:
 * difficulty with a grader, else the kind's best proxy of it (lines, else pushes, else
 * its first measure). Rising; ties by index. */
lw_status lw_road_order(struct lw_road *road, const char *by,
                        struct lw_error *err) LW_MUST_CHECK;
/* Keeps the first n. */
void lw_road_limit(struct lw_road *road, size_t n);

/* Hands the levels over to a collection, with measures as notes and solutions stored.
 * source names the generator or pack in a note; NULL: no such note. */
lw_status lw_road_collect(struct lw_road *road, const char *source, uint64_t seed,
                          struct lw_collection *out, struct lw_error *err) LW_MUST_CHECK;
/* One JSON object about a level, its text in the kind's own format. */
lw_status lw_made_json(const struct lw_made *made, size_t number, const char *source,
                       const uint64_t *seed, struct lw_buffer *out,
                       struct lw_error *err) LW_MUST_CHECK;
/* The level alone as text in the kind's own format. */
lw_status lw_made_text(const struct lw_made *made, struct lw_buffer *out,
                       struct lw_error *err) LW_MUST_CHECK;

/* A run. */

#define LW_MAX_STATS 32
struct lw_stat {
    const char *name; /* as the generator gave it: static text */
    double sum;
};

struct lw_pipeline {
    const struct lw_generator *generator;
    struct lw_generate_request request; /* its stat is set by the run */
    uint64_t seed;
    uint64_t first_index;    /* where to begin: 0, or where an earlier run stopped */
    size_t count;            /* levels wanted in all, the road's included */
    uint64_t max_candidates; /* number of the first candidate not to be made; 0: none */
    uint64_t patience;       /* candidates in a row that give nothing; 0: any number */
    struct lw_budget budget; /* of the whole run */
    /* Both may be NULL; called in the order of candidates from one thread. checkpoint:
     * all candidates below next_index are done. */
    void (*taken)(void *ctx, const struct lw_made *made);
    void (*checkpoint)(void *ctx, uint64_t next_index);
    void *ctx;
};

struct lw_pipeline_report {
    uint64_t next_index; /* first candidate not made */
    uint64_t n_candidates, n_failed;
    uint64_t n_offered; /* levels that they gave; a candidate may give several */
    uint64_t counts[LW_N_REFUSALS];
    struct lw_stat stats[LW_MAX_STATS];
    size_t n_stats;
    enum lw_stop stop;
    bool out_of_patience, out_of_candidates;
    size_t n_cut;    /* levels taken from searches that the time limit ended */
    bool unfinished; /* levels of a stopped candidate were taken, for want of others */
    struct lw_error last_error; /* of a candidate that failed */
};

/* What lw_pipeline_run would say before its first candidate, and nothing else. */
lw_status lw_pipeline_check(const struct lw_pipeline *pipeline,
                            const struct lw_runtime *runtime,
                            struct lw_error *err) LW_MUST_CHECK;
/* Makes candidates until the road holds `count` levels or something ends. OK when it
 * does; LIMIT or CANCELLED when the run ended first (the road keeps what was found);
 * IMPOSSIBLE and USAGE as the generator said. */
lw_status lw_pipeline_run(const struct lw_pipeline *pipeline,
                          const struct lw_runtime *runtime, struct lw_road *road,
                          struct lw_pipeline_report *report,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
