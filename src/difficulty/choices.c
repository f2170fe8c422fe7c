/* TrueSkill's means of choices as answers to learn from, also without each group: what is
 * left out must not speak through the levels it was compared with. */
#include <math.h>
#include <string.h>

#include "lw/difficulty/joint.h"
#include "lw/difficulty/pairs.h"

size_t lw_choice_means(const struct lw_joint_data *data, const struct lw_evidence *e,
                       const size_t *row, size_t outside, struct lw_rating *scratch,
                       double *means) {
    struct lw_trueskill model = lw_trueskill_default();
    size_t n_choices = 0;
    model.draw_probability = 0; /* a choice is never a draw */
    memset(scratch, 0, e->n * sizeof *scratch);
    for (size_t i = 0; i < data->n_observations; i++) {
        const struct lw_observation *o = &data->observations[i];
        if (data->sources[o->source].kind != LW_EVIDENCE_CHOICE) {
            continue;
        }
        size_t a = row == NULL ? o->level : row[o->level];
        size_t b = row == NULL ? o->other : row[o->other];
        if (e->group[a] == outside || e->group[b] == outside) {
            continue;
        }
        struct lw_rating *both[2] = {&scratch[a], &scratch[b]};
        for (size_t k = 0; k < 2; k++) {
            if (both[k]->sigma == 0) {
                *both[k] = (struct lw_rating){model.mu, model.sigma};
            }
        }
        lw_trueskill_update(&model, both[0], both[1], o->value);
        n_choices++;
    }
    for (size_t i = 0; i < e->n; i++) {
        means[i] = scratch[i].sigma > 0 ? scratch[i].mu : (double)NAN;
    }
    return n_choices;
}

void lw_choice_means_without(const struct lw_joint_data *data,
                             const struct lw_evidence *e, const size_t *row,
                             struct lw_rating *scratch, double *without) {
    for (size_t g = 0; g < e->n_groups; g++) {
        double *means = without + g * e->n;
        (void)lw_choice_means(data, e, row, g, scratch, means);
        for (size_t i = 0; i < e->n; i++) {
            means[i] = isnan(means[i]) ? lw_trueskill_default().mu : means[i];
        }
    }
}
