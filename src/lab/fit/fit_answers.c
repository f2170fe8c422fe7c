/* What people's side of a fit is: counts in the tables, evidence files, answers. */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

#define MAX_EVIDENCE 16

static bool has_counts(const struct fit_work *w, size_t study) {
    const struct lw_table *table = &w->all[study + 1].table;
    return lw_table_find(table, cli_value(w->args, "solved")->text) != NULL &&
           lw_table_find(table, cli_value(w->args, "plays")->text) != NULL;
}

/* Counts of one table, by level. */
struct counts {
    const double *solved, *plays; /* the columns */
    size_t *level;
    double *value, *of; /* of each row taken */
    size_t n;
};

static lw_status take_row(struct fit_work *w, struct counts *c, size_t row, size_t level,
                          struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    double solved = c->solved[row], plays = c->plays[row];
    if (!(solved >= 0 && solved <= plays && plays > 0)) {
        return lw_fail(err, LW_BAD_INPUT, (uint32_t)row + 2, 0,
                       "%g finished out of %g plays is not possible", solved, plays);
    }
    c->level[c->n] = level;
    c->value[c->n] = solved;
    c->of[c->n++] = plays;
    l->solved[level] += solved;
    l->plays[level] += plays;
    /* Half a play on either side keeps none and all finite. */
    l->y[level] =
        -log((l->solved[level] + 0.5) / (l->plays[level] - l->solved[level] + 0.5));
    return LW_OK;
}

/* The counts in the tables themselves are evidence too. */
static lw_status take_counts(struct fit_work *w, size_t study, struct lw_error *err) {
    const struct lw_table *table = &w->all[study + 1].table;
    struct fit_learning *l = &w->learning;
    size_t room = l->e.n + w->n_copies + 1;
    struct counts c = {.n = 0};
    c.level = lw_arena_zero(&l->arena, room, sizeof *c.level);
    c.value = lw_arena_zero(&l->arena, 2 * room, sizeof *c.value);
    lw_status status = c.level == NULL || c.value == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        c.of = c.value + room;
        status =
            lw_table_numbers(table, cli_value(w->args, "solved")->text, &c.solved, err);
    }
    if (status == LW_OK) {
        status =
            lw_table_numbers(table, cli_value(w->args, "plays")->text, &c.plays, err);
    }
    for (size_t i = 0; status == LW_OK && i < l->e.n; i++) {
        if (l->study[i] == study) {
            status = take_row(w, &c, w->all[study + 1].row[l->item[i]], i, err);
        }
    }
    for (size_t i = 0; status == LW_OK && i < w->n_copies; i++) {
        if (w->copies[i].study == study) {
            status = take_row(w, &c, w->copies[i].row, w->copies[i].level, err);
        }
    }
    return status == LW_OK ? lw_evidence_set_completion(
                                 &w->evidence,
                                 &(struct lw_completion){w->files[study], c.level,
                                                         c.value, c.of, c.n},
                                 err)
                           : status;
}

/* Every name that a level or one of its copies has. */
static lw_status gather_names(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    const char *column = cli_value(w->args, "id")->text;
    size_t n = l->e.n + w->n_copies;
    const char **names = lw_arena_zero(&l->arena, n + 1, sizeof *names);
    size_t *level_of = lw_arena_zero(&l->arena, n + 1, sizeof *level_of);
    if (names == NULL || level_of == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        const struct fit_copy *copy = i < l->e.n ? NULL : &w->copies[i - l->e.n];
        const struct lw_column *id =
            copy == NULL ? NULL : lw_table_find(&w->all[copy->study + 1].table, column);
        level_of[i] = copy == NULL ? i : copy->level;
        names[i] = copy == NULL ? l->level_names[i]
                   : id == NULL ? ""
                                : id->text[copy->row];
        if (names[i][0] == '\0') {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "evidence refers to levels by name, but there is no column "
                           "'%.60s' with a name for every level; choose one with --id",
                           column);
        }
        for (size_t k = 0; k < i; k++) {
            if (level_of[k] != level_of[i] && strcmp(names[i], names[k]) == 0) {
                return lw_fail(err, LW_BAD_INPUT, 0, 0,
                               "column '%.60s': two levels have the name '%.60s'", column,
                               names[i]);
            }
        }
    }
    lw_evidence_set_names(&w->evidence, names, level_of, n);
    return LW_OK;
}

static void tell_source(struct fit_work *w, const struct lw_joint_source *source) {
    (void)fputs("levelwright fit: ", w->cli->err);
    cli_put_safe(w->cli->err, source->name);
    (void)fprintf(w->cli->err,
                  " (%s): %zu rows, %zu used; left out: %zu by keep, %zu about levels "
                  "that are not in the tables\n",
                  lw_evidence_kind_name(source->kind), source->n_rows,
                  source->n_rows - source->n_not_kept - source->n_unknown,
                  source->n_not_kept, source->n_unknown);
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
        struct lw_table table;
        if (path == NULL && kind == NULL) {
            return LW_OK;
        }
        if (path == NULL || kind == NULL) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "every --evidence needs exactly one --evidence-kind");
        }
        w->file = path;
        status = k == 0 ? gather_names(w, err) : LW_OK;
        if (status == LW_OK) {
            status = lab_people_read(w->cli, w->args, path, &table, err);
        }
        if (status == LW_OK) {
            status = lw_evidence_set_add(&w->evidence, path, &table, kind, err);
            lw_table_free(&table);
        }
        if (w->evidence.n_sources > 0 && (status == LW_OK || status == LW_BAD_INPUT)) {
            const struct lw_joint_source *last =
                &w->evidence.sources[w->evidence.n_sources - 1];
            if (last->n_rows > 0 && (status == LW_OK || last->n_unknown > 0)) {
                tell_source(w, last);
            }
        }
    }
    return status;
}

/* A level that has copies has the mean of their answers. */
static lw_status take_answer(struct fit_work *w, const char *column,
                             struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    for (size_t i = 0; i < l->e.n + w->n_copies; i++) {
        const struct fit_copy *copy = i < l->e.n ? NULL : &w->copies[i - l->e.n];
        const struct level_table *s =
            &w->all[(copy == NULL ? l->study[i] : copy->study) + 1];
        size_t row = copy == NULL ? s->row[l->item[i]] : copy->row;
        size_t level = copy == NULL ? i : copy->level;
        const double *value;
        lw_status status = lw_table_numbers(&s->table, column, &value, err);
        if (status != LW_OK) {
            return status;
        }
        double had = l->plays[level]++;
        l->y[level] = had > 0 ? (had * l->y[level] + value[row]) / (had + 1) : value[row];
    }
    return LW_OK;
}

/* Keeps the levels that have an answer. */
static void keep_answered(struct fit_learning *l) {
    size_t n = 0;
    for (size_t i = 0; i < l->e.n; i++) {
        if (isnan(l->y[i])) {
            continue;
        }
        memmove(l->x + n * l->e.p, l->x + i * l->e.p, l->e.p * sizeof *l->x);
        l->y[n] = l->y[i];
        l->level_names[n] = l->level_names[i];
        l->study[n] = l->study[i];
        l->item[n] = l->item[i];
        l->group[n++] = l->group[i];
    }
    l->e.n = n;
    fit_close_up_groups(l);
}

/* TrueSkill's means of all choices become the answers. */
static lw_status answer_by_trueskill(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    size_t n = l->e.n, at = 0;
    struct lw_rating *rating = lw_arena_zero(&l->arena, n + 1, sizeof *rating);
    size_t *index = lw_arena_zero(&l->arena, n + 1, sizeof *index);
    if (rating == NULL || index == NULL) {
        return lw_fail_memory(err);
    }
    if (lw_choice_means(&w->data, &l->e, NULL, l->e.n_groups, rating, l->y) == 0) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "model trueskill needs choices; give --evidence FILE.csv "
                       "--evidence-kind choice");
    }
    for (size_t i = 0; i < n; i++) {
        index[i] = isnan(l->y[i]) ? SIZE_MAX : at++;
    }
    keep_answered(l);
    if (l->e.n < n) {
        (void)fprintf(
            w->cli->err,
            "levelwright fit: %zu of %zu levels appear in no choice and are left out\n",
            n - l->e.n, n);
    }
    w->joint_possible = false;
    double *without =
        lw_arena_zero(&l->arena, l->e.n * l->e.n_groups + 1, sizeof *without);
    if (without == NULL) {
        return lw_fail_memory(err);
    }
    lw_choice_means_without(&w->data, &l->e, index, rating, without);
    l->e.y_without = without;
    return LW_OK;
}

/* What all evidence together says, and what it says without each group: the answers to
 * learn from must not know those that are left out. */
static lw_status answer_by_all(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    size_t n = l->e.n * l->e.n_groups;
    double *without = lw_arena_zero(&l->arena, n + 1, sizeof *without);
    lw_status status =
        without == NULL ? lw_fail_memory(err)
                        : lw_joint_answers(w->cli->alloc, &w->data, &w->prior, l->y, err);
    if (status == LW_OK) {
        struct cli_progress *progress = cli_progress_begin(w->cli, "fit");
        status = lw_joint_answers_without(w->cli->runtime, &l->e, &w->data, &w->prior,
                                          without, err);
        cli_progress_end(progress);
        l->e.y_without = without;
    }
    return status;
}

static lw_status find_answers(struct fit_work *w, struct lw_error *err) {
    const struct lw_option_value *answer = cli_value(w->args, "answer");
    struct fit_learning *l = &w->learning;
    lw_status status = LW_OK;
    bool whole = true;
    if (cli_value(w->args, "targets")->set) {
        status = fit_take_targets(w, cli_value(w->args, "targets")->text, err);
        if (status == LW_OK) {
            keep_answered(l);
        }
        return status;
    }
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
    w->file = NULL;
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
                       "nothing says how people did: there is no column '%.60s' or no "
                       "'%.60s', no --answer and no --evidence",
                       cli_value(w->args, "solved")->text,
                       cli_value(w->args, "plays")->text);
    }
    /* One source of counts is its own answer; of a mix it is what all of it says. */
    return whole && w->evidence.n_sources == w->n_studies ? LW_OK : answer_by_all(w, err);
}

lw_status fit_find_answers(struct fit_work *w, struct lw_error *err) {
    lw_status status = find_answers(w, err);
    return status == LW_OK
               ? level_table_answers_differ(w->learning.e.y, w->learning.e.n, err)
               : status;
}
