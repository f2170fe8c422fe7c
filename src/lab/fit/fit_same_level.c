/* Copies of levels in one table or in several: learned from once, with everything that is
 * known about them. */
#include "fit/fit.h"
#include "table/same_level.h"

lw_status fit_set_same_levels_aside(struct fit_work *w, size_t which,
                                    struct lw_error *err) {
    struct level_table *study = &w->all[which + 1];
    struct fit_tally *tally = &w->tally[which];
    *tally = (struct fit_tally){.n_rows = study->table.n_rows,
                                .n_blank = study->table.n_rows - study->n};
    same_level_set_aside(study, &w->all[1], which, &w->all[0], &tally->n_excluded);
    tally->n_copies = study->n_copies;
    if (!lw_grow(w->cli->alloc, &w->copies, &w->copies_cap,
                 w->n_copies + study->n_copies + 1, sizeof *w->copies)) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < study->n_copies; i++) {
        w->copies[w->n_copies++] = (struct fit_copy){
            .study = which, .row = study->copies[i].row, .id = study->copies[i].id};
    }
    return LW_OK;
}

void fit_find_originals(struct fit_work *w) {
    const struct fit_learning *l = &w->learning;
    size_t kept = 0;
    for (size_t c = 0; c < w->n_copies; c++) {
        struct fit_copy *copy = &w->copies[c];
        copy->level = 0;
        while (
            copy->level < l->e.n &&
            !lw_id128_equal(w->all[l->study[copy->level] + 1].ids[l->item[copy->level]],
                            copy->id)) {
            copy->level++;
        }
        /* A level that cannot be measured cannot be measured a second time either. */
        if (copy->level < l->e.n) {
            w->copies[kept++] = *copy;
        }
    }
    w->n_copies = kept;
}

double fit_sum_rows(const struct fit_work *w, size_t level, const double *value,
                    size_t *n) {
    const struct fit_learning *l = &w->learning;
    double sum = value[w->all[l->study[level] + 1].row[l->item[level]]];
    *n = 1;
    for (size_t c = 0; c < w->n_copies; c++) {
        if (w->copies[c].level == level && w->copies[c].study == l->study[level]) {
            sum += value[w->copies[c].row];
            (*n)++;
        }
    }
    return sum;
}

lw_status fit_join_near_levels(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    const struct lw_level **levels = lw_arena_zero(&l->arena, l->e.n + 1, sizeof *levels);
    if (levels == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < l->e.n; i++) {
        levels[i] = w->all[l->study[i] + 1].items[l->item[i]].level;
    }
    lw_status status =
        same_level_join_near(w->cli, levels, l->e.n, l->group, &w->n_near, err);
    fit_close_up_groups(l);
    return status;
}

void fit_tell_rows(struct fit_work *w) {
    for (size_t s = 0; s < w->n_studies; s++) {
        const struct fit_tally *t = &w->tally[s];
        size_t n = w->all[s + 1].n - t->n_unmeasured;
        (void)fprintf(w->cli->err, "levelwright fit: ");
        cli_put_safe(w->cli->err, w->files[s]);
        (void)fprintf(
            w->cli->err,
            ": %zu rows, %zu levels used; left out: %zu without a level, %zu excluded, "
            "%zu not measured; repeats of an earlier level, counted with it: %zu\n",
            t->n_rows, n, t->n_blank, t->n_excluded, t->n_unmeasured, t->n_copies);
    }
    same_level_report(w->cli, 0, w->n_near);
}
