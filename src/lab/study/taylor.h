/* Taylor 2015: attention while playing generated and hand-made levels (chapters 4 and 5),
 * and the same sets played online (chapter 3). */
#ifndef LAB_STUDY_TAYLOR_H
#define LAB_STUDY_TAYLOR_H

#include "study/adjusted.h"
#include "study/designs.h"

/* The thesis names the sets by who made them; the byte order is that of factors. */
enum taylor_set { TAYLOR_GENERATED, TAYLOR_HAND_MADE, TAYLOR_N_SETS };
enum taylor_measure {
    TAYLOR_REACTION,
    TAYLOR_ACCURACY,
    TAYLOR_MISSES,
    TAYLOR_N_MEASURES
};
enum taylor_congruency { TAYLOR_CONGRUENT, TAYLOR_INCONGRUENT, TAYLOR_N_CONGRUENCIES };

/* The covariables, group by group. */
#define TAYLOR_GROUPS(X)                                                                 \
    X(DIFFICULTY, "difficulty", "Difficulty", 3)                                         \
    X(ATTENTION, "attention", "Attention network test", 6)                               \
    X(SOKOBAN, "sokoban", "Sokoban practice", 4)                                         \
    X(WORDS, "words", "Stroop practice", 6)                                              \
    X(FAMILIARITY, "familiarity", "Gaming familiarity", 4)                               \
    X(EXPERIENCE, "experience", "Study experience", 5)
enum taylor_group {
#define X(code, id, title, n) TAYLOR_##code,
    TAYLOR_GROUPS(X)
#undef X
        TAYLOR_N_GROUPS
};
#define TAYLOR_N_COVARIABLES 28

struct taylor_group_about {
    const char *id, *title;
    size_t first, n; /* of the covariables */
};
struct taylor_group_about taylor_group(enum taylor_group group);
/* As the thesis' tables have it: "Congruent Reaction Time"; one word for scripts. */
const char *taylor_covariable_title(size_t i);
const char *taylor_covariable_name(size_t i);

/* Ids of the definition's phases; NULL: it has none such. */
struct taylor_phases {
    const char *attention, *words, *sokoban, *survey;
    const char *main[TAYLOR_N_SETS];
    const struct lw_study_phase *survey_phase;
};

/* One row a person and set: row set * n + i is of person i. */
struct taylor_data {
    const struct study_export *e;
    struct lw_arena *arena;
    struct taylor_phases phases;
    size_t n;              /* people with right answers of both kinds on both sets */
    double *person;        /* [n] */
    bool *hand_made_first; /* [n] */
    bool *whole;           /* [n]: has all covariables, too */
    size_t n_whole;
    /* [2 n]: mean logs and logits, as the models take them; and untransformed: mean
     * milliseconds and shares. */
    double *y[TAYLOR_N_MEASURES][TAYLOR_N_CONGRUENCIES];
    double *raw[TAYLOR_N_MEASURES][TAYLOR_N_CONGRUENCIES];
    double *x[TAYLOR_N_COVARIABLES]; /* [2 n] */
};

struct taylor_phases taylor_find_phases(const struct lw_study *study);
lw_status taylor_read(const struct study_export *e, struct lw_arena *arena,
                      struct taylor_data *out, struct lw_error *err) LW_MUST_CHECK;

/* Components of some covariables, put into rows as the data's. */
struct taylor_components {
    struct lw_components pca; /* of the varying columns; free it */
    bool known;               /* false: none; why */
    char why[200];
    size_t columns[TAYLOR_N_COVARIABLES]; /* of the covariables, those that vary */
    size_t rows;
    double *scores[TAYLOR_N_COVARIABLES]; /* [2 n] each, pca.k of them */
};
/* columns first..first+n; k 0: those with an eigenvalue above one. */
struct taylor_component_request {
    size_t first, n, k;
    bool by_set; /* one row a person and set; otherwise one a person */
};
lw_status taylor_components_make(const struct taylor_data *data,
                                 const struct taylor_component_request *request,
                                 struct taylor_components *out,
                                 struct lw_error *err) LW_MUST_CHECK;

/* The parts of the report. */
lw_status taylor_put_components(const struct taylor_data *data, struct report *r,
                                struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_put_raw(const struct taylor_data *data, struct report *r,
                         struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_put_primary(const struct taylor_data *data, struct report *r,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_put_models(const struct taylor_data *data, struct report *r,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_put_survey(const struct taylor_data *data, struct report *r,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status taylor_put_online(const struct study_export *e, struct report *r,
                            struct lw_error *err) LW_MUST_CHECK;
/* The margin of equivalence on the scale of logarithms. */
double taylor_margin(const struct lw_study *study);
void taylor_put_script(const struct taylor_data *data, struct report *r);

extern const char *const taylor_set_names[TAYLOR_N_SETS];
extern const char *const taylor_measure_names[TAYLOR_N_MEASURES];
extern const char *const taylor_congruency_names[TAYLOR_N_CONGRUENCIES];

#endif
