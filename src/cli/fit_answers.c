/* What people's side of a fit is: counts in the tables, evidence files, answers. */
#include "fit.h"

#include <math.h>
#include <string.h>

#define MAX_EVIDENCE 16

static bool has_counts(const struct fit_work *w, size_t study) {
    const struct lw_table *table = &w->all[study + 1].table;
    return lw_table_find(table, cli_value(w->args, "solved")->text) != NULL &&
           lw_table_find(table, cli_value(w->args, "plays")->text) != NULL;
}

/* The counts in the tables themselves are evidence too. */
static lw_status take_counts(struct fit_work *w, size_t study, struct lw_error *err) {
    const struct lw_table *table = &w->all[study + 1].table;
    struct fit_learning *l = &w->learning;
    const double *solved, *plays;
    size_t n = 0, *level = lw_arena_zero(&l->arena, l->e.n + 1, sizeof *level);
    double *some = lw_arena_zero(&l->arena, 2 * (l->e.n + 1), sizeof *some);
    lw_status status = level == NULL || some == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        status =
            lw_table_numbers(table, cli_value(w->args, "solved")->text, &solved, err);
    }
    if (status == LW_OK) {
        status = lw_table_numbers(table, cli_value(w->args, "plays")->text, &plays, err);
    }
    for (size_t i = 0; status == LW_OK && i < l->e.n; i++) {
        size_t row = w->all[study + 1].row[l->item[i]];
        if (l->study[i] != study) {
            continue;
        }
        if (!(solved[row] >= 0 && solved[row] <= plays[row] && plays[row] > 0)) {
            return lw_fail(err, LW_BAD_INPUT, (uint32_t)row + 2, 0,
                           "%g of %g plays cannot be finished", solved[row], plays[row]);
        }
        level[n] = i;
        some[n] = solved[row];
        some[l->e.n + n++] = plays[row];
        /* Half a play on either side keeps none and all finite. */
        l->y[i] = -log((solved[row] + 0.5) / (plays[row] - solved[row] + 0.5));
    }
    return status == LW_OK
               ? lw_evidence_set_completion(&w->evidence, w->files[study], level, some,
                                            some + l->e.n, n, err)
               : status;
}

static lw_status check_ids(const struct fit_work *w, struct lw_error *err) {
    const struct fit_learning *l = &w->learning;
    for (size_t i = 0; i < l->e.n; i++) {
        if (l->level_names[i][0] == '\0') {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "evidence calls levels by name, but there is no column "
                           "'%.60s' with a name for every level; name it with --id",
                           cli_value(w->args, "id")->text);
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(l->level_names[i], l->level_names[k]) == 0) {
                return lw_fail(err, LW_BAD_INPUT, 0, 0,
                               "column '%.60s': two levels are called '%.60s'",
                               cli_value(w->args, "id")->text, l->level_names[i]);
            }
        }
    }
    return LW_OK;
}

/* The n-th use of a repeatable option, or NULL. */
static const char *nth_use(const struct cli_args *args, const char *name, size_t n) {
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, name) == 0 && n-- == 0) {
            return args->repeats[i].text;
        }
    }
    return NULL;
}

static lw_status take_evidence(struct fit_work *w, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t k = 0; status == LW_OK && k < MAX_EVIDENCE; k++) {
        const char *path = nth_use(w->args, "evidence", k);
        const char *kind = nth_use(w->args, "evidence-kind", k);
        size_t unknown = w->evidence.n_unknown;
        struct lw_table table;
        if (path == NULL && kind == NULL) {
            return LW_OK;
        }
        if (path == NULL || kind == NULL) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "every --evidence needs one --evidence-kind and the reverse");
        }
        w->file = path;
        status = k == 0 ? check_ids(w, err) : LW_OK;
        if (status == LW_OK) {
            status = fit_table_read(w->cli, path, &table, err);
        }
        if (status == LW_OK) {
            status = lw_evidence_set_add(&w->evidence, path, &table, kind, err);
            lw_table_free(&table);
        }
        if (status == LW_OK && w->evidence.n_unknown > unknown) {
            (void)fprintf(w->cli->err,
                          "levelwright fit: %s: %zu rows are about levels that are not "
                          "in the tables; left out\n",
                          path, w->evidence.n_unknown - unknown);
        }
    }
    return status;
}

static lw_status take_answer(struct fit_work *w, const char *column,
                             struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    for (size_t i = 0; i < l->e.n; i++) {
        const struct cli_study *s = &w->all[l->study[i] + 1];
        const double *value;
        lw_status status = lw_table_numbers(&s->table, column, &value, err);
        if (status != LW_OK) {
            return status;
        }
        l->y[i] = value[s->row[l->item[i]]];
    }
    return LW_OK;
}

/* Keeps the levels that have an answer. */
static void keep_answered(struct fit_learning *l) {
    size_t n = 0, n_groups = 0;
    for (size_t i = 0; i < l->e.n; i++) {
        if (isnan(l->y[i])) {
            continue;
        }
        memmove(l->x + n * l->e.p, l->x + i * l->e.p, l->e.p * sizeof *l->x);
        l->y[n] = l->y[i];
        l->level_names[n] = l->level_names[i];
        l->study[n] = l->study[i];
        l->item[n] = l->item[i];
        /* Groups keep their numbers for now; empty ones are closed up below. */
        l->group[n++] = l->group[i];
    }
    l->e.n = n;
    for (size_t g = 0; g < l->e.n_groups; g++) {
        bool used = false;
        for (size_t i = 0; i < n; i++) {
            used = used || l->group[i] == g;
        }
        for (size_t i = 0; used && i < n; i++) {
            l->group[i] = l->group[i] == g ? n_groups : l->group[i];
        }
        l->group_names[n_groups] = l->group_names[g];
        n_groups += used;
    }
    l->e.n_groups = n_groups;
}

/* TrueSkill's means of all choices become the answers. */
static lw_status answer_by_trueskill(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_rating *rating = lw_arena_zero(&l->arena, l->e.n + 1, sizeof *rating);
    size_t n_choices = 0;
    if (rating == NULL) {
        return lw_fail_memory(err);
    }
    model.draw_probability = 0; /* a choice is never a draw */
    for (size_t i = 0; i < w->evidence.n_observations; i++) {
        const struct lw_observation *o = &w->evidence.observations[i];
        if (w->evidence.sources[o->source].kind != LW_EVIDENCE_CHOICE) {
            continue;
        }
        struct lw_rating *both[2] = {&rating[o->level], &rating[o->other]};
        for (size_t k = 0; k < 2; k++) {
            if (both[k]->sigma == 0) {
                *both[k] = (struct lw_rating){model.mu, model.sigma};
            }
        }
        lw_trueskill_update(&model, both[0], both[1], o->value);
        n_choices++;
    }
    if (n_choices == 0) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "model trueskill learns from choices; give --evidence FILE.csv "
                       "--evidence-kind choice");
    }
    for (size_t i = 0; i < l->e.n; i++) {
        l->y[i] = rating[i].sigma > 0 ? rating[i].mu : (double)NAN;
    }
    keep_answered(l);
    w->joint_possible = false;
    return LW_OK;
}

static lw_status find_answers(struct fit_work *w, struct lw_error *err) {
    const struct lw_option_value *answer = cli_value(w->args, "answer");
    struct fit_learning *l = &w->learning;
    lw_status status = LW_OK;
    bool whole = true;
    if (answer->set) {
        return take_answer(w, answer->text, err);
    }
    for (size_t s = 0; status == LW_OK && s < w->n_studies; s++) {
        w->file = w->files[s];
        if (has_counts(w, s)) {
            status = take_counts(w, s, err);
        }
    }
    if (status == LW_OK) {
        status = take_evidence(w, err);
    }
    if (status != LW_OK) {
        return status;
    }
    w->data = lw_evidence_set_data(&w->evidence);
    w->joint_possible = true;
    if (cli_value(w->args, "model")->i == FIT_TRUESKILL) {
        return answer_by_trueskill(w, err);
    }
    for (size_t i = 0; i < l->e.n; i++) {
        whole = whole && !isnan(l->y[i]);
    }
    if (w->evidence.n_sources == 0) {
        w->file = w->files[0];
        return lw_fail(err, LW_BAD_INPUT, 1, 0,
                       "there is no column '%.60s' or no '%.60s', no --answer and no "
                       "--evidence: nothing says how people fared",
                       cli_value(w->args, "solved")->text,
                       cli_value(w->args, "plays")->text);
    }
    /* One source of counts is its own answer; of a mix it is what all of it says. */
    return whole && w->evidence.n_sources == w->n_studies
               ? LW_OK
               : lw_joint_answers(w->cli->alloc, &w->data, &w->prior, l->y, err);
}

lw_status fit_find_answers(struct fit_work *w, struct lw_error *err) {
    const struct lw_evidence *e = &w->learning.e;
    lw_status status = find_answers(w, err);
    for (size_t i = 1; status == LW_OK && i < e->n; i++) {
        if (e->y[i] != e->y[0]) {
            return LW_OK;
        }
    }
    return status != LW_OK
               ? status
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "%zu levels have an answer and all are the same; ranking needs "
                         "levels that differ",
                         e->n);
}
