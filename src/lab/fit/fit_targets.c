/* Plays one by one, for the procedure of van Kreveld et al.: four answers a level, in
 * ordered folds. */
#include <math.h>
#include <string.h>

#include "fit/fit.h"
#include "fit/vankreveld.h"

/* The columns of a play; the first two must be there, and one of the others. */
enum role { PLAYER, LEVEL, RATING, SECONDS, MOVES, N_ROLES };
static const char *const role_names[N_ROLES] = {"player", "level", "rating", "seconds",
                                                "moves"};

struct targets {
    struct lw_table table;
    const struct lw_column *column[N_ROLES];
    const char **players;
    size_t n_players, *player; /* of each row */
    struct lw_human_play *plays;
    size_t n_plays, n_unknown; /* unknown: about levels that are not in the tables */
};

/* The column that --target-columns gives a role, or the role's own name. */
static lw_status column_name(const char *list, enum role role, char *out, size_t size,
                             struct lw_error *err) {
    (void)snprintf(out, size, "%s", role_names[role]);
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ","), equals = strcspn(at, "="), known = N_ROLES;
        for (size_t i = 0; i < N_ROLES && equals < len; i++) {
            if (strlen(role_names[i]) == equals &&
                memcmp(at, role_names[i], equals) == 0) {
                known = i;
            }
        }
        if (known == N_ROLES) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "'%.*s' is not ROLE=COLUMN with the role player, level, "
                           "rating, seconds or moves",
                           (int)(len < 60 ? len : 60), at);
        }
        if (known == (size_t)role) {
            (void)snprintf(out, size, "%.*s", (int)(len - equals - 1), at + equals + 1);
        }
        at += len + (at[len] == ',');
    }
    return LW_OK;
}

static lw_status find_columns(struct fit_work *w, struct targets *t,
                              struct lw_error *err) {
    const struct lw_option_value *list = cli_value(w->args, "target-columns");
    bool any = false;
    for (int role = 0; role < N_ROLES; role++) {
        char name[200];
        lw_status status = column_name(list->set ? list->text : NULL, (enum role)role,
                                       name, sizeof name, err);
        if (status != LW_OK) {
            return status;
        }
        const struct lw_column *column = lw_table_find(&t->table, name);
        t->column[role] = column;
        if (column == NULL && (role < RATING || strcmp(name, role_names[role]) != 0)) {
            return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", name);
        }
        for (size_t i = 0; role >= RATING && column != NULL && i < t->table.n_rows; i++) {
            /* A cell without a value is somebody who gave none. */
            if (column->n_not_numbers > 0 && isnan(column->value[i]) &&
                column->text[i][0] != '\0' && strcmp(column->text[i], "NA") != 0) {
                return lw_fail(err, LW_BAD_INPUT, (uint32_t)i + 2, 0,
                               "column '%.60s': '%.40s' is not a number", column->name,
                               column->text[i]);
            }
        }
        any = any || (role >= RATING && column != NULL);
    }
    return any ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 1, 0,
                         "there is no column 'rating', 'seconds' or 'moves'");
}

static double cell(const struct targets *t, enum role role, size_t row) {
    return t->column[role] == NULL ? (double)NAN : t->column[role]->value[row];
}

static lw_status read_plays(struct fit_work *w, struct targets *t, struct lw_error *err) {
    const struct fit_learning *l = &w->learning;
    lw_status status = find_columns(w, t, err);
    for (int role = PLAYER; status == LW_OK && role <= LEVEL; role++) {
        status = lw_column_names(t->column[role], err);
    }
    if (status == LW_OK) {
        status = lw_table_levels(&t->table, t->column[PLAYER], &t->players, &t->n_players,
                                 &t->player, err);
    }
    t->plays = lw_arena_zero(&t->table.arena, t->table.n_rows + 1, sizeof *t->plays);
    if (status == LW_OK && t->plays == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < t->table.n_rows; i++) {
        size_t level = fit_level_of_name(w, t->column[LEVEL]->text[i]);
        if (level == l->e.n) {
            t->n_unknown++;
            continue;
        }
        t->plays[t->n_plays++] = (struct lw_human_play){.player = t->player[i],
                                                        .level = level,
                                                        .rating = cell(t, RATING, i),
                                                        .seconds = cell(t, SECONDS, i),
                                                        .moves = cell(t, MOVES, i)};
    }
    return status;
}

/* The columns that the line uses: those asked for, or the game's own. */
static lw_status choose_columns(struct fit_work *w, unsigned char *out,
                                struct lw_error *err) {
    const struct fit_learning *l = &w->learning;
    const struct lw_option_value *features = cli_value(w->args, "features");
    const char *list = features->set ? features->text : w->game->kind->features->line;
    return list != NULL
               ? level_table_pick(l->names, l->n_features, list, out, err)
               : lw_fail(err, LW_USAGE, 0, 0,
                         "--targets needs --features: none are known for this game");
}

/* Levels of which every feature is known, in the order of the table. */
static lw_status fill(struct fit_work *w, const struct lw_level_answers *all,
                      struct lw_vankreveld_data *data, size_t *n_unknown,
                      struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    unsigned char used[LW_MAX_FEATURES] = {0};
    double *x = lw_arena_zero(&l->arena, l->e.n * l->e.p + 1, sizeof *x);
    struct lw_level_answers *answers =
        lw_arena_zero(&l->arena, l->e.n + 1, sizeof *answers);
    const char **names = lw_arena_zero(&l->arena, l->e.p + 1, sizeof *names);
    lw_status status = x == NULL || answers == NULL || names == NULL
                           ? lw_fail_memory(err)
                           : choose_columns(w, used, err);
    *data = (struct lw_vankreveld_data){.x = x, .names = names, .answers = answers};
    for (size_t k = 0; status == LW_OK && k < l->n_features; k++) {
        if (used[k]) {
            names[data->p++] = l->names[k];
        }
    }
    for (size_t i = 0; status == LW_OK && i < l->e.n; i++) {
        double *row = x + data->n * data->p;
        bool known = true;
        for (size_t k = 0, at = 0; k < l->n_features; k++) {
            if (used[k]) {
                known = known && !isnan(l->x[i * l->e.p + k]);
                row[at++] = l->x[i * l->e.p + k];
            }
        }
        if (known) {
            answers[data->n++] = all[i];
        }
        *n_unknown += !known;
    }
    return status;
}

static lw_status show(struct fit_work *w, const struct lw_vankreveld_data *data,
                      struct lw_error *err) {
    const struct lw_option_value *chart = cli_value(w->args, "chart");
    struct lw_vankreveld result;
    char what[120];
    lw_status status = lw_vankreveld_run(w->cli->alloc, data, &result, err);
    if (status != LW_OK) {
        return status;
    }
    (void)snprintf(what, sizeof what, "%zu levels in %zu ordered folds", data->n,
                   data->folds);
    status = vankreveld_put(
        &(struct lab_rows){.cli = w->cli, .json = cli_value(w->args, "json")->flag}, what,
        data, &result, err);
    lw_vankreveld_free(&result);
    if (status == LW_OK && chart->set) {
        w->file = chart->text;
        status = vankreveld_draw(w->cli, chart->text, data, err);
    }
    return status;
}

static lw_status run_on(struct fit_work *w, struct targets *t, struct lw_error *err) {
    struct fit_learning *l = &w->learning;
    struct lw_vankreveld_data data;
    size_t flat = 0, n_unknown = 0;
    struct lw_level_answers *answers =
        lw_arena_zero(&l->arena, l->e.n + 1, sizeof *answers);
    lw_status status = answers == NULL ? lw_fail_memory(err) : read_plays(w, t, err);
    if (status == LW_OK) {
        status = lw_vankreveld_answers(w->cli->alloc,
                                       &(struct lw_human_plays){.plays = t->plays,
                                                                .n = t->n_plays,
                                                                .n_players = t->n_players,
                                                                .n_levels = l->e.n},
                                       answers, &flat, err);
    }
    if (status == LW_OK) {
        status = fill(w, answers, &data, &n_unknown, err);
    }
    if (status != LW_OK) {
        return status;
    }
    data.folds = w->n_folds;
    (void)fprintf(w->cli->err,
                  "levelwright fit: %zu plays of %zu players; %zu about levels that are "
                  "not in the tables, %zu levels without a value of every feature left "
                  "out; %zu players gave every level the same rating and have no scaled "
                  "one\n",
                  t->n_plays, t->n_players, t->n_unknown, n_unknown, flat);
    for (size_t i = 0; i < l->e.n; i++) {
        l->y[i] = answers[i].rating;
        l->plays[i] = answers[i].plays;
    }
    return show(w, &data, err);
}

lw_status fit_take_targets(struct fit_work *w, const char *path, struct lw_error *err) {
    struct targets t = {.n_plays = 0};
    w->file = path;
    lw_status status = lab_people_read(w->cli, w->args, path, &t.table, err);
    if (status != LW_OK) {
        return status;
    }
    status = run_on(w, &t, err);
    lw_table_free(&t.table);
    return status;
}
