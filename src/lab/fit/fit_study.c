/* Tables of levels for learning: reading, measuring, rows of features. */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

#include "lw/sokoban.h"

#define N_PARTS 5

/* Parts of Kartal's congestion; no features of their own. */
static const char *const part_names[N_PARTS] = {
    "congestion:boxes", "congestion:goals", "congestion:walls",
    "congestion:boxes_by_open", "congestion:goals_by_open"};

/* The first of the columns named in list that the table has. */
static const struct lw_column *first_column(const struct lw_table *table,
                                            const char *list) {
    char name[80];
    for (const char *at = list; *at != '\0';) {
        size_t len = strcspn(at, ",");
        if (len < sizeof name) {
            memcpy(name, at, len);
            name[len] = '\0';
            const struct lw_column *column = lw_table_find(table, name);
            if (column != NULL) {
                return column;
            }
        }
        at += len + (at[len] == ',');
    }
    return NULL;
}

static lw_status allocate(struct fit_learning *l, size_t n, size_t p,
                          struct lw_error *err) {
    l->x = lw_arena_zero(&l->arena, n * p + 1, sizeof *l->x);
    l->y = lw_arena_zero(&l->arena, n + 1, sizeof *l->y);
    l->solved = lw_arena_zero(&l->arena, n + 1, sizeof *l->solved);
    l->plays = lw_arena_zero(&l->arena, n + 1, sizeof *l->plays);
    l->group = lw_arena_zero(&l->arena, n + 1, sizeof *l->group);
    l->study = lw_arena_zero(&l->arena, n + 1, sizeof *l->study);
    l->item = lw_arena_zero(&l->arena, n + 1, sizeof *l->item);
    l->level_names = lw_arena_zero(&l->arena, n + 1, sizeof *l->level_names);
    l->group_names = lw_arena_zero(&l->arena, n + 1, sizeof *l->group_names);
    l->names = lw_arena_zero(&l->arena, p + 1, sizeof *l->names);
    l->columns = lw_arena_zero(&l->arena, 2 * p + 1, 1);
    return l->x != NULL && l->y != NULL && l->solved != NULL && l->plays != NULL &&
                   l->group != NULL && l->study != NULL && l->item != NULL &&
                   l->level_names != NULL && l->group_names != NULL && l->names != NULL &&
                   l->columns != NULL
               ? LW_OK
               : lw_fail_memory(err);
}

lw_status fit_learning_init(struct fit_learning *learning, const struct lw_alloc *alloc,
                            size_t n, size_t p, struct lw_error *err) {
    struct fit_learning *l = learning;
    *l = (struct fit_learning){.n_features = p};
    lw_arena_init(&l->arena, alloc);
    l->e.p = p;
    lw_status status = allocate(l, n, p, err);
    l->e.names = l->names;
    l->e.x = l->x;
    l->e.y = l->y;
    l->e.group = l->group;
    return status;
}

static size_t group_of(struct fit_learning *l, size_t *n_groups, const char *name) {
    size_t g = 0;
    while (g < *n_groups && strcmp(l->group_names[g], name) != 0) {
        g++;
    }
    if (g == *n_groups) {
        l->group_names[(*n_groups)++] = name;
    }
    return g;
}

static void fill_parts(struct cli *cli, const struct lw_level *level, double *out) {
    struct lw_sokoban_congestion parts;
    bool known = level->game->kind == &lw_sokoban_kind &&
                 lw_sokoban_congestion_of(level, cli->runtime, &parts, NULL) == LW_OK;
    out[0] = known ? parts.boxes : (double)NAN;
    out[1] = known ? parts.goals : (double)NAN;
    out[2] = known ? parts.walls : (double)NAN;
    out[3] = known ? parts.boxes_by_open : (double)NAN;
    out[4] = known ? parts.goals_by_open : (double)NAN;
}

static lw_status gather_study(struct fit_work *w, size_t which, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    const struct level_table *s = &w->all[which + 1];
    const char *groups = cli_value(w->args, "group")->text;
    const struct lw_column *group = first_column(&s->table, groups);
    const struct lw_column *id = lw_table_find(&s->table, cli_value(w->args, "id")->text);
    if (group == NULL && w->n_folds == 0) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", groups);
    }
    for (size_t i = 0; i < s->n; i++) {
        size_t at = l->e.n, row = s->row[i];
        if (s->items[i].status != LW_OK) {
            level_table_tell_unmeasured(w->cli, s, i);
            w->tally[which].n_unmeasured++;
            continue;
        }
        lw_status status = group == NULL ? LW_OK : lw_column_name(group, row, err);
        if (status != LW_OK) {
            return status;
        }
        double *x = l->x + at * l->e.p;
        memcpy(x, s->items[i].values.value, l->n_features * sizeof *x);
        fill_parts(w->cli, s->items[i].level, x + l->n_features);
        l->y[at] = NAN;
        l->study[at] = which;
        l->item[at] = i;
        l->level_names[at] = id == NULL ? "" : id->text[row];
        l->group[at] = w->n_folds > 0 ? 0 : group_of(l, &l->e.n_groups, group->text[row]);
        l->e.n++;
    }
    return LW_OK;
}

/* Ordered blocks in place of groups. */
static lw_status cut_into_folds(struct fit_work *w, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    size_t n_folds = w->n_folds;
    if (n_folds == 0) {
        return LW_OK;
    }
    if (n_folds > l->e.n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "%zu folds of %zu levels", n_folds,
                       l->e.n);
    }
    l->e.n_groups = n_folds;
    for (size_t g = 0; g < n_folds; g++) {
        char *name = lw_arena_zero(&l->arena, 32, 1);
        if (name == NULL) {
            return lw_fail_memory(err);
        }
        (void)snprintf(name, 32, "fold %zu", g + 1);
        l->group_names[g] = name;
    }
    for (size_t i = 0; i < l->e.n; i++) {
        l->group[i] = i * n_folds / l->e.n;
    }
    return LW_OK;
}

lw_status fit_gather(struct fit_work *w, struct lw_error *err) {
    const struct lw_feature_ops *ops = w->game->kind->features;
    struct fit_learning *out = &w->learning;
    size_t n = 0;
    *out = (struct fit_learning){.n_features = ops->n_features};
    lw_arena_init(&out->arena, w->cli->alloc);
    for (size_t s = 0; s < w->n_studies; s++) {
        n += w->all[s + 1].n;
    }
    out->e.p = ops->n_features + N_PARTS;
    lw_status status = allocate(out, n, out->e.p, err);
    for (size_t s = 0; status == LW_OK && s < w->n_studies; s++) {
        w->file = w->files[s];
        status = gather_study(w, s, err);
    }
    if (status != LW_OK) {
        fit_learning_free(out);
        return status;
    }
    for (size_t j = 0; j < out->e.p; j++) {
        out->names[j] =
            j < ops->n_features ? ops->features[j].name : part_names[j - ops->n_features];
        out->columns[j] = j < ops->n_features;
    }
    out->e.names = out->names;
    status =
        level_table_line(ops, out->names, out->columns + out->e.p, &out->e.line, err);
    if (status == LW_OK) {
        status = cut_into_folds(w, err);
    }
    if (status != LW_OK) {
        fit_learning_free(out);
        return status;
    }
    out->e.x = out->x;
    out->e.y = out->y;
    out->e.group = out->group;
    out->e.cancel = w->cli->cancel;
    return LW_OK;
}

void fit_close_up_groups(struct fit_learning *learning) {
    struct fit_learning *l = learning;
    size_t n_groups = 0;
    for (size_t g = 0; g < l->e.n_groups; g++) {
        bool used = false;
        for (size_t i = 0; i < l->e.n; i++) {
            used = used || l->group[i] == g;
        }
        for (size_t i = 0; used && i < l->e.n; i++) {
            l->group[i] = l->group[i] == g ? n_groups : l->group[i];
        }
        l->group_names[n_groups] = l->group_names[g];
        n_groups += used;
    }
    l->e.n_groups = n_groups;
}

size_t fit_level_of_name(const struct fit_work *w, const char *name) {
    size_t i = 0;
    while (i < w->learning.e.n && strcmp(w->learning.level_names[i], name) != 0) {
        i++;
    }
    const struct lw_column *id =
        lw_table_find(&w->all[1].table, cli_value(w->args, "id")->text);
    for (size_t c = 0; i == w->learning.e.n && id != NULL && c < w->n_copies; c++) {
        i = strcmp(id->text[w->copies[c].row], name) == 0 ? w->copies[c].level : i;
    }
    return i;
}

void fit_learning_free(struct fit_learning *learning) {
    lw_arena_free(&learning->arena);
}
