/* The mean of a line and of trees: each errs where the other does not. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "difficulty_internal.h"

lw_status lw_blend_judge(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         const struct lw_judged *line, const struct lw_judged *trees,
                         struct lw_judged *out, struct lw_error *err) {
    double *work = lw_alloc_get(alloc, e->n * sizeof *work);
    *out = (struct lw_judged){.alloc = alloc, .n = e->n};
    out->prediction = lw_alloc_zero(alloc, e->n, sizeof(double));
    lw_status status =
        work == NULL || out->prediction == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; status == LW_OK && i < e->n; i++) {
        out->prediction[i] = 0.5 * (line->prediction[i] + trees->prediction[i]);
    }
    if (status == LW_OK) {
        status = lw_difficulty_skill(alloc, e, out->prediction, &out->skill, err);
    }
    /* A group's reach comes from the held-out errors of all other groups. */
    double inside = 0;
    for (size_t g = 0; status == LW_OK && g < e->n_groups; g++) {
        double reach = lw_error_90(e, out->prediction, g, work);
        for (size_t i = 0; i < e->n; i++) {
            inside +=
                e->group[i] == g && fabs(out->prediction[i] - e->y[i]) <= reach ? 1 : 0;
        }
    }
    if (status == LW_OK) {
        out->skill.coverage = inside / (double)e->n;
        out->error90 = lw_error_90(e, out->prediction, e->n_groups, work);
    } else {
        lw_judged_free(out);
    }
    lw_alloc_free(alloc, work, e->n * sizeof *work);
    return status;
}

lw_status lw_blend_model(const struct lw_model *line, const struct lw_judged *judged,
                         struct lw_model *trees, struct lw_error *err) {
    if (line->n_terms != trees->n_terms || line->n_levels != trees->n_levels) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a line of %zu features and trees of %zu cannot be joined",
                       line->n_terms, trees->n_terms);
    }
    for (size_t i = 0; i < trees->n_terms; i++) {
        trees->terms[i].weight = 0.5 * line->terms[i].weight;
    }
    for (size_t i = 0; i < trees->n_nodes; i++) {
        trees->nodes[i].value *= 0.5;
    }
    trees->intercept = 0.5 * (trees->intercept + line->intercept);
    trees->error90 = judged->error90;
    memcpy(trees->predicted, judged->prediction,
           trees->n_levels * sizeof *trees->predicted);
    qsort(trees->predicted, trees->n_levels, sizeof *trees->predicted, lw_ascending);
    return LW_OK;
}
