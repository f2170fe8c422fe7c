/* Power: how often the tests of a design come out, over repetitions of the same study
 * with other simulated people. */
#ifndef LAB_STUDY_POWER_H
#define LAB_STUDY_POWER_H

#include "page/page.h"
#include "study/simulate.h"
#include "study/taylor.h"

/* What one repetition came to; the registered model, and the rule of the thesis. */
struct power_result {
    bool done; /* false: stopped before */
    bool known;
    double people;
    double difference, low, high, p, p_equivalence;
    double df, se;
    /* Variables, of six, whose most significant of three models is significant. */
    double rule_significant, rule_variables;
};

/* All repetitions of one size and one effect. */
struct power_cell {
    int64_t people;
    double effect;
    struct power_result *results; /* [repetitions] */
    double n;                     /* done */
    double n_known; /* whose data determined the registered model; of these: */
    double n_people;
    double significant, holds, equivalent; /* shares */
    double rule, rule_any;
    double mean, sd, se;
};

struct power_plan {
    const struct simulate_job *job;
    int64_t *people;
    size_t n_people;
    double *effects;
    size_t n_effects;
    size_t repetitions;
    double alpha, margin;
    struct power_cell *cells; /* [n_effects * n_people], effects first */
    size_t n_cells;
};

/* From the command's options: people, vary, repetitions. */
lw_status power_plan_read(const struct cli_args *args, struct power_plan *plan,
                          struct lw_arena *arena, struct lw_error *err) LW_MUST_CHECK;
/* Why the repetitions that were asked for cannot be had, as a sentence; NULL: they can.
 */
const char *power_why_not(const struct cli_args *args, const struct simulate_job *job);
/* Simulates everybody and fits the models; CANCELLED keeps what was done. */
lw_status power_run(struct power_plan *plan, struct lw_arena *arena,
                    struct lw_error *err) LW_MUST_CHECK;
/* Tables and curves. */
void power_report(const struct power_plan *plan, struct report *r);

/* The variables of the people of one repetition, as study analyze has them. */
lw_status power_taylor_data(const struct lw_study_simulation *simulation,
                            struct lw_arena *arena, struct taylor_data *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* The logits of shares, which all people decide: after the above, one at a time. */
lw_status power_taylor_finish(struct taylor_data *d, struct lw_error *err) LW_MUST_CHECK;

#endif
