/* What the commands that learn difficulty share: tables of levels, measured, and what
 * people's evidence about them is. */
#ifndef LAB_FIT_H
#define LAB_FIT_H

#include "lw/difficulty.h"
#include "lw/difficulty/evidence_set.h"
#include "lw/difficulty/joint.h"
#include "lw/difficulty/pairs.h"
#include "lw/difficulty/papers.h"
#include "lw/stats.h"
#include "table/level_table.h"

/* Levels of all studies as rows of features. */
struct fit_learning {
    struct lw_arena arena;
    struct lw_evidence e;
    double *x, *y;          /* y is NaN until an answer is known */
    double *solved, *plays; /* [n], of all rows about a level; answers taken so far */
    size_t *group;
    const char **names;       /* of the features, then of congestion's parts */
    const char **level_names; /* "" where a table has no ids */
    const char **group_names; /* [e.n_groups] */
    size_t *study, *item;     /* where the level comes from */
    unsigned char *columns;   /* [p], features that models may use */
    size_t n_features;
};

/* Room for n levels of p features, with none in it yet. */
lw_status fit_learning_init(struct fit_learning *learning, const struct lw_alloc *alloc,
                            size_t n, size_t p, struct lw_error *err) LW_MUST_CHECK;
void fit_learning_free(struct fit_learning *learning);

/* The models that can be chosen, in the order of --model. */
#define FIT_MODELS(X)                                                                    \
    X(RIDGE, "ridge")                                                                    \
    X(JOINT, "joint")                                                                    \
    X(BOOSTED, "boosted")                                                                \
    X(BLEND, "blend")                                                                    \
    X(LINEAR, "linear")                                                                  \
    X(KARTAL, "kartal")                                                                  \
    X(KARTAL_GRID, "kartal-grid")                                                        \
    X(SCHAA, "schaa")                                                                    \
    X(KHALIFA, "khalifa")                                                                \
    X(TRUESKILL, "trueskill")
enum fit_model {
#define X(code, name) FIT_##code,
    FIT_MODELS(X)
#undef X
        FIT_N_MODELS
};
/* "ridge|joint|...", as options want choices. */
#define FIT_CHOICE(code, name) "|" name
#define FIT_MODEL_CHOICES (&(FIT_MODELS(FIT_CHOICE))[1])
const char *fit_model_name(enum fit_model model);

/* What one model is judged with. */
struct fit_task {
    struct cli *cli;
    const struct fit_learning *learning;
    const struct lw_joint_data *data; /* evidence; NULL: none was read */
    const struct lw_joint_prior *prior;
    bool own_columns; /* --features was given: linear uses them */
    const struct lw_judged
        *judged; /* [FIT_N_MODELS], for blend: what was judged before */
};
/* The line that blend joins with boosted trees. */
enum fit_model fit_blend_line(const struct fit_task *task);
/* laplace is NaN but for joint. */
lw_status fit_judge(const struct fit_task *task, enum fit_model model,
                    struct lw_judged *out, double *laplace, struct lw_error *err);
/* The request says all but the columns, which are the task's. */
lw_status fit_model_make(const struct fit_task *task, enum fit_model model,
                         const struct lw_model_request *wanted, struct lw_model *out,
                         struct lw_error *err);

#define FIT_MAX_STUDIES 8

/* A row whose level stands in the tables before. */
struct fit_copy {
    size_t study, row;
    struct lw_id128 id;
    size_t level; /* among those to learn from */
};

/* What became of the rows of one table. */
struct fit_tally {
    size_t n_rows, n_blank, n_excluded, n_copies, n_unmeasured;
};

/* Everything one run works on. */
struct fit_work {
    struct cli *cli;
    const struct cli_args *args;
    const struct lw_game *game;
    struct level_table all[FIT_MAX_STUDIES + 1]; /* the first holds what is excluded */
    const char *files[FIT_MAX_STUDIES];
    size_t n_studies; /* behind it */
    struct fit_tally tally[FIT_MAX_STUDIES];
    struct fit_copy *copies;
    size_t n_copies, copies_cap;
    size_t n_folds; /* ordered blocks in place of groups; 0: groups */
    size_t n_near;  /* levels almost the same as one of another group */
    struct level_table test;
    bool has_test;
    struct feature_cache *cache; /* NULL: none */
    struct fit_learning learning;
    struct lw_evidence_set evidence;
    struct lw_joint_data data;
    struct lw_joint_prior prior;
    bool joint_possible;
    const char *file; /* at fault when something fails */
    struct lw_judged judged[FIT_N_MODELS];
    bool is_judged[FIT_N_MODELS];
};

/* Puts all levels that could be measured into learning and reports the others. --group
 * may name several columns: the first that a table has counts. */
lw_status fit_gather(struct fit_work *w, struct lw_error *err);
/* The level of that name, or one of its copies'; learning.e.n: none. */
size_t fit_level_of_name(const struct fit_work *w, const char *name);
/* Reads plays one by one, runs van Kreveld's procedure on them, and makes the mean rating
 * of each level its answer. */
lw_status fit_take_targets(struct fit_work *w, const char *path, struct lw_error *err);
/* Groups without a level are closed up. */
void fit_close_up_groups(struct fit_learning *learning);

/* The same level again. Copies are taken out of a table once those before it are read,
 * and find their level after fit_gather. */
lw_status fit_set_same_levels_aside(struct fit_work *w, size_t which,
                                    struct lw_error *err);
void fit_find_originals(struct fit_work *w);
/* A column of the level's table over all rows of the level, and how many they are. */
double fit_sum_rows(const struct fit_work *w, size_t level, const double *value,
                    size_t *n);
/* Levels almost the same as an earlier one change over to its group. */
lw_status fit_join_near_levels(struct fit_work *w, struct lw_error *err);
/* Says on cli->err what became of every table's rows. */
void fit_tell_rows(struct fit_work *w);

/* Reads the evidence; fills the answers that predictions are compared with. */
lw_status fit_find_answers(struct fit_work *w, struct lw_error *err);

/* One row of the table; lambda NaN: none. */
void fit_put_skill(struct cli *cli, bool as_json, const char *name, size_t n,
                   const struct lw_skill *skill, double lambda);
/* Every feature alone, ranked as it is over the levels where it is known: what a model
 * has to beat. */
lw_status fit_single_features(struct cli *cli, bool as_json, const struct fit_learning *l,
                              struct lw_error *err);
void fit_put_test(struct cli *cli, bool as_json, size_t n, double rho);
/* How the sources of evidence relate to each other, from the estimate on everything. */
lw_status fit_show_sources(struct fit_work *w, const struct fit_task *task,
                           struct lw_error *err);
/* Learns from half of the groups and predicts the other half, n_times with both ways
 * round; prints the means and how far rho varies. */
lw_status fit_halves(struct fit_work *w, const struct fit_task *task,
                     enum fit_model model, size_t n_times, struct lw_error *err);
/* Every level's answer and held-out predictions. */
lw_status fit_write_csv(const struct fit_work *w, const char *path, struct lw_error *err);

/* A number in a table for people, a dash when it is not defined. */
void fit_put_number(FILE *out, int width, double value);

#endif
