/* What the files of learn share: the levels that people played, what people did and said
 * about them, and how a new model compares with the one in use. */
#ifndef LAB_LEARN_H
#define LAB_LEARN_H

#include "fit/fit.h"
#include "learn/learn_studies.h"
#include "lw/command/database.h"
#include "lw/rating.h"

/* Players are cut into two halves: a model learned from one is judged by the other. */
#define LEARN_HALVES 2
#define LEARN_ALL LEARN_HALVES /* both */

/* A level that somebody played. */
struct learn_level {
    const char *id;
    size_t source; /* collection or generator, or that of a level almost the same */
    bool stored;   /* in the store, else only in a study */
    double score;  /* by what is in use */
};

struct learn {
    struct cli *cli;
    const struct cli_args *args;
    struct lw_store *store;
    const struct lw_game_kind *kind;
    struct lw_arena arena;
    struct lw_store_gathered gathered; /* in the studio and in studies */
    struct learn_studies studies;      /* only its counts and levels */
    const char **origins;              /* of the evidence; the first is the studio */
    size_t n_origins;
    struct learn_level *levels;
    struct cli_measured *items; /* [n_levels] */
    size_t n_levels, n_unmeasured;
    size_t n_near; /* almost the same as one of another source, and kept back with it */
    const char **sources;
    size_t n_sources;
    size_t n_real_sources; /* n_sources, unless these were too few and were cut up */
    size_t *fold;          /* [n_sources]: sources that are kept back together */
    size_t n_folds;
    struct lw_rater rater; /* what is in use */
    int64_t since_ms;      /* of what came later that model knows nothing */
    size_t n_players;
    uint64_t seed;
};

/* Gathers the evidence of the studio and of its studies. */
lw_status learn_gather(struct learn *learn, struct lw_error *err);
/* Then the levels that it is about, with their sources and features. */
lw_status learn_levels(struct learn *learn, struct lw_error *err);
/* The level as it stands in a study; NULL: in none. */
const struct learn_study_level *learn_in_studies(const struct learn *learn,
                                                 const char *id);
/* Has workers measure these levels, and stores what they find, one by one. Levels that
 * cannot be measured are counted in n_unmeasured, with the reason in their items. */
lw_status learn_measure(struct learn *learn, const size_t *wanted, size_t n,
                        struct lw_error *err) LW_MUST_CHECK;
/* As fit's tables have them: a hash of all that was learned from, and the time of the
 * newest of it. */
lw_status learn_hash(const struct learn *learn, char hex[33], int64_t *newest_ms,
                     struct lw_error *err);
void learn_free(struct learn *learn);

/* A part of the evidence, as fit takes it. */
struct learn_part {
    struct fit_learning learning;
    struct lw_evidence_set set;
    struct lw_joint_data data;
    struct lw_joint_prior prior;
    size_t *level; /* [learning.e.n], of learn->levels */
    /* Three rows of some kind that differ, and enough levels of enough sources; else
     * there are no answers, and nothing can be judged. */
    bool is_enough;
};
#define LEARN_LEAST_LEVELS 20
/* Whose evidence. */
struct learn_choice {
    size_t half;      /* of the players, or LEARN_ALL */
    int64_t after_ms; /* only what came later; 0: all */
};
/* Levels without a feature or without evidence in this part are left out. */
lw_status learn_part_make(const struct learn *learn, const struct learn_choice *choice,
                          struct learn_part *out, struct lw_error *err);
void learn_part_free(struct learn_part *part);
/* A fit of the part: its answers, and predictions each made without its own sources. */
lw_status learn_part_judge(const struct learn *learn, struct learn_part *part,
                           struct lw_judged *out, struct lw_error *err);
struct fit_task learn_task(const struct learn *learn, const struct learn_part *part);

/* How both models rank levels that neither has seen, by answers of people of whom neither
 * has seen one. */
struct learn_comparison {
    size_t n_levels; /* that were compared, mean over the halves */
    double rho_new,
        rho_old; /* rank correlations with the answers, mean over the halves */
    double difference, error; /* of both; its standard error */
    bool by_source;           /* sources were resampled for it, else levels */
    bool better;
    char why[200]; /* when it is not */
};
lw_status learn_compare(const struct learn *learn, struct learn_comparison *out,
                        struct lw_error *err);

#endif
