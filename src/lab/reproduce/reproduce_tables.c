/* The tables of Kartal, Schaa and van Kreveld on our features. */
#include <math.h>
#include <string.h>

#include "fit/vankreveld.h"
#include "reproduce/reproduce.h"

#define N(array) (sizeof(array) / sizeof *(array))

/* Is name one of the list's, or does it begin with one and a colon? */
static bool listed(const char *list, const char *name) {
    for (const char *at = list; *at != '\0';) {
        size_t len = strcspn(at, ",");
        if (strncmp(name, at, len) == 0 && (name[len] == '\0' || name[len] == ':')) {
            return true;
        }
        at += len + (at[len] == ',');
    }
    return false;
}

static void print_kartal(struct reproduce *r, const char *what,
                         const struct lw_kartal_table *t) {
    static const char *const keys[] = {"r_generated", "r_all"};
    static const char *const grid_keys[] = {"alpha", "beta", "gamma", "r_all"};
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out, "Table 1 (Kartal et al. 2016) with %s\n", what);
        (void)fprintf(r->cli->out, "  %-34s   generated         all\n", "Pearson's r");
        (void)fprintf(r->cli->out, "  %-34s %11zu %11zu\n", "levels", t->n_generated,
                      t->n_all);
    }
    if (!lab_rows_for_people(&r->rows)) {
        const double counts[] = {(double)t->n_generated, (double)t->n_all};
        reproduce_put(r, what, "levels", &(struct lab_columns){keys, 2, 0}, counts);
    }
    for (size_t i = 0; i < LW_KARTAL_ROWS; i++) {
        const double values[] = {t->r_generated[i], t->r_all[i]};
        reproduce_put(r, what, t->title[i], &(struct lab_columns){keys, 2, 2}, values);
    }
    const double v1[] = {t->v1.alpha, t->v1.beta, t->v1.gamma, t->r_v1};
    const double v2[] = {t->v2.alpha, t->v2.beta, t->v2.gamma, t->r_v2};
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out, "  %-34s %11s %11s %11s %11s\n",
                      "grid search, all levels", "alpha", "beta", "gamma", "r");
    }
    reproduce_put(r, what, "Congestion v1, searched",
                  &(struct lab_columns){grid_keys, 4, 2}, v1);
    reproduce_put(r, what, "Congestion v2, searched",
                  &(struct lab_columns){grid_keys, 4, 2}, v2);
}

static lw_status kartal_on(struct reproduce *r, struct fit_work *w, const char *what) {
    struct fit_learning *l = &w->learning;
    const char *list = cli_value(r->args, "generated")->text;
    unsigned char *generated = lw_arena_zero(&l->arena, l->e.n + 1, 1);
    struct lw_kartal_table table;
    if (generated == NULL) {
        return lw_fail_memory(&r->err);
    }
    for (size_t i = 0; i < l->e.n; i++) {
        generated[i] =
            listed(list, l->group_names[l->group[i]]) || listed(list, l->level_names[i]);
    }
    lw_status status =
        lw_kartal_table_of(r->cli->alloc, &l->e, generated, &table, &r->err);
    if (status == LW_OK) {
        print_kartal(r, what, &table);
    }
    return status;
}

/* The corpus: log odds of giving up. */
static lw_status kartal_corpus(struct reproduce *r) {
    struct fit_work w;
    const double *solved, *plays;
    lw_status status = reproduce_levels(r, "sokobanonline_corpus.csv", &w);
    if (status != LW_OK) {
        return status;
    }
    status = lw_table_numbers(&w.all[1].table, "num_solved", &solved, &r->err);
    if (status == LW_OK) {
        status = lw_table_numbers(&w.all[1].table, "num_played", &plays, &r->err);
    }
    for (size_t i = 0; status == LW_OK && i < w.learning.e.n; i++) {
        size_t n_rows;
        double won = fit_sum_rows(&w, i, solved, &n_rows);
        double played = fit_sum_rows(&w, i, plays, &n_rows);
        w.learning.y[i] = -log((won + 0.5) / (played - won + 0.5));
    }
    if (status == LW_OK) {
        status = kartal_on(r, &w, "log odds of giving up, sokobanonline.com");
    }
    reproduce_levels_free(r, &w);
    return status;
}

/* The laboratory: TrueSkill means of which looks harder, as Kartal's players judged. */
static lw_status kartal_laboratory(struct reproduce *r) {
    struct fit_work w;
    struct lw_table table;
    struct reproduce_pairs pairs;
    struct lw_pairs judged;
    lw_status status = reproduce_levels(r, "cogsci25_levels.csv", &w);
    if (status != LW_OK) {
        return status;
    }
    status = reproduce_table(r, "cogsci25_comparisons.csv", &table);
    if (status == LW_OK) {
        status = reproduce_pairs_read(r, &table, &w, "posttest", &pairs);
        if (status == LW_OK) {
            status = lw_pairs_judge(r->cli->alloc,
                                    &(struct lw_pairs_data){.games = pairs.games,
                                                            .player = pairs.player,
                                                            .n_games = pairs.n_games,
                                                            .n_items = w.learning.e.n,
                                                            .n_players = pairs.n_players},
                                    1, 1, &judged, &r->err);
        }
        if (status == LW_OK) {
            for (size_t i = 0; i < w.learning.e.n; i++) {
                w.learning.y[i] = judged.trueskill[i].mu;
            }
            lw_pairs_free(&judged);
            status = kartal_on(r, &w, "TrueSkill means of comparisons, laboratory");
        }
        lw_table_free(&table);
    }
    reproduce_levels_free(r, &w);
    return status;
}

lw_status reproduce_kartal(struct reproduce *r) {
    lw_status status = kartal_corpus(r);
    return status == LW_OK ? kartal_laboratory(r) : status;
}

/* Schaa's table in his form: two numbers a cell. */
static void print_schaa(struct reproduce *r, const char *what,
                        const struct lw_schaa_data *data,
                        const struct lw_schaa_cell *cells) {
    FILE *out = r->cli->out;
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(out, "Table 5.4 (Schaa 2021) with %s\n  %-30s %6s", what,
                      "Spearman, Pearson", "rows");
        for (size_t c = 0; c < data->n_columns; c++) {
            (void)fprintf(out, " %17s", data->columns[c].name);
        }
        (void)fputc('\n', out);
    }
    for (size_t i = 0; i < data->n_rows; i++) {
        if (lab_rows_for_people(&r->rows)) {
            (void)fprintf(out, "  %-30s %6zu", data->rows[i].name,
                          cells[i * data->n_columns].n);
        }
        for (size_t c = 0; c < data->n_columns; c++) {
            const struct lw_schaa_cell *cell = &cells[i * data->n_columns + c];
            if (!lab_rows_for_people(&r->rows)) {
                static const char *const keys[] = {"n", "spearman", "spearman_p",
                                                   "pearson", "pearson_p"};
                const double values[] = {(double)cell->n, cell->spearman,
                                         cell->spearman_p, cell->pearson,
                                         cell->pearson_p};
                char name[120];
                (void)snprintf(name, sizeof name, "%s / %s", data->rows[i].name,
                               data->columns[c].name);
                reproduce_put(r, what, name, &(struct lab_columns){keys, 5, 3}, values);
            } else if (isnan(cell->spearman)) {
                (void)fprintf(out, " %17s", "undefined");
            } else {
                (void)fprintf(out, " %7.3f%c %7.3f%c", cell->spearman,
                              cell->spearman_p <= 0.05 ? '*' : ' ', cell->pearson,
                              cell->pearson_p <= 0.05 ? '*' : ' ');
            }
        }
        if (lab_rows_for_people(&r->rows)) {
            (void)fputc('\n', out);
        }
    }
}

enum { CLOSED, OPEN, MOVES, PUSHES, N_SOLVER };
enum { STEPS, USER_PUSHES, OVER, SECONDS, RATING, N_PLAYER };

/* What the solver needed for each level. */
static lw_status solver_columns(struct reproduce *r, struct fit_work *lab,
                                double *column[N_SOLVER]) {
    double *kept;
    lw_status status = reproduce_feature(r, lab, "search_expanded", &column[CLOSED]);
    if (status == LW_OK) {
        status = reproduce_feature(r, lab, "search_closed", &kept);
    }
    if (status == LW_OK) {
        status = reproduce_feature(r, lab, "search_closed", &column[OPEN]);
    }
    if (status == LW_OK) {
        status = reproduce_feature(r, lab, "moves", &column[MOVES]);
    }
    if (status == LW_OK) {
        status = reproduce_feature(r, lab, "pushes", &column[PUSHES]);
    }
    for (size_t i = 0; status == LW_OK && i < lab->learning.e.n; i++) {
        column[OPEN][i] = fmax(kept[i] - column[CLOSED][i], 0);
    }
    return status;
}

/* Solved plays of players who were kept, one row each. */
static lw_status schaa_plays(struct reproduce *r, struct fit_work *lab,
                             const struct lw_table *trials) {
    static const char *const wanted[] = {"level_id", "excluded",      "condition",
                                         "solved",   "solve_seconds", "steps",
                                         "rating"};
    const struct lw_column *c[7];
    double *solver[N_SOLVER], *x[N_SOLVER], *y[N_PLAYER];
    size_t n = 0, room = trials->n_rows + 1;
    struct lw_schaa_cell cells[N_SOLVER * N_PLAYER];
    lw_status status = solver_columns(r, lab, solver);
    for (size_t k = 0; status == LW_OK && k < 7; k++) {
        c[k] = lw_table_find(trials, wanted[k]);
        status = c[k] != NULL ? LW_OK
                              : lw_fail(&r->err, LW_BAD_INPUT, 1, 0,
                                        "there is no column '%s'", wanted[k]);
    }
    for (size_t k = 0; status == LW_OK && k < N_SOLVER + N_PLAYER; k++) {
        double *cells_of = lw_arena_zero(&lab->learning.arena, room, sizeof *cells_of);
        *(k < N_SOLVER ? &x[k] : &y[k - N_SOLVER]) = cells_of;
        status = cells_of == NULL ? lw_fail_memory(&r->err) : LW_OK;
    }
    for (size_t i = 0; status == LW_OK && i < trials->n_rows; i++) {
        size_t level = fit_level_of_name(lab, c[0]->text[i]);
        if (level == lab->learning.e.n || c[1]->value[i] != 0 || c[3]->value[i] != 1) {
            continue;
        }
        for (size_t k = 0; k < N_SOLVER; k++) {
            x[k][n] = solver[k][level];
        }
        y[STEPS][n] = c[5]->value[i];
        y[USER_PUSHES][n] = NAN; /* not recorded */
        y[OVER][n] = 100 * (c[5]->value[i] / solver[MOVES][level] - 1);
        y[SECONDS][n] = c[4]->value[i];
        y[RATING][n] =
            strcmp(c[2]->text[i], "difficult") == 0 ? c[6]->value[i] : (double)NAN;
        n++;
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_named_column columns[] = {{"A* closed list", x[CLOSED]},
                                              {"A* open list", x[OPEN]},
                                              {"optimal moves", x[MOVES]},
                                              {"optimal pushes", x[PUSHES]}};
    const struct lw_named_column rows[] = {{"moves of the players", y[STEPS]},
                                           {"pushes (not recorded)", y[USER_PUSHES]},
                                           {"percent of moves above optimum", y[OVER]},
                                           {"time to solve", y[SECONDS]},
                                           {"perceived difficulty", y[RATING]}};
    const struct lw_schaa_data data = {.rows = rows,
                                       .n_rows = N_PLAYER,
                                       .columns = columns,
                                       .n_columns = N_SOLVER,
                                       .n = n};
    status = lw_schaa_table(r->cli->alloc, &data, cells, &r->err);
    if (status == LW_OK) {
        print_schaa(r, "solved plays of the laboratory", &data, cells);
    }
    return status;
}

/* The medians that the thesis publishes for its own twenty levels. */
/* What Tables 5.1 to 5.3 say of each level; a column that is missing is undefined. */
static void schaa_levels(struct reproduce *r, const struct lw_table *table) {
    static const char *const keys[] = {"entertainment_median", "entertainment_mad",
                                       "difficulty_median",    "difficulty_mad",
                                       "jsoko_pushes",         "jsoko_moves",
                                       "astar_closed",         "astar_open"};
    const struct lw_column *set = lw_table_find(table, "set");
    const struct lw_column *level = lw_table_find(table, "level");
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out,
                      "Tables 5.1 to 5.3 (Schaa 2021), as published\n"
                      "  %-34s %11s %11s %11s %11s %11s %11s %11s %11s\n",
                      "level", "entertain.", "MAD", "difficulty", "MAD", "pushes",
                      "moves", "A* closed", "A* open");
    }
    for (size_t i = 0; set != NULL && level != NULL && i < table->n_rows; i++) {
        double row[N(keys)];
        char name[80];
        for (size_t k = 0; k < N(keys); k++) {
            const struct lw_column *column = lw_table_find(table, keys[k]);
            row[k] = column == NULL ? (double)NAN : column->value[i];
        }
        (void)snprintf(name, sizeof name, "set %.20s, level %.20s", set->text[i],
                       level->text[i]);
        reproduce_put(r, "Tables 5.1 to 5.3", name,
                      &(struct lab_columns){keys, N(keys), 2}, row);
    }
}

/* Entertainment with difficulty: his from single answers, which are not public, ours from
 * the medians by level. */
static lw_status schaa_entertainment(struct reproduce *r, const double *difficulty,
                                     const double *entertainment, size_t n) {
    static const char *const keys[] = {"n", "spearman", "p"};
    const struct lab_columns columns = {keys, N(keys), 3};
    struct lw_correlation c;
    lw_status status =
        lw_correlate(r->cli->alloc, entertainment, difficulty, n, &c, &r->err);
    if (status == LW_OK) {
        const char *table = "entertainment with difficulty";
        const double ours[] = {(double)n, c.spearman, c.spearman_p};
        const double his[] = {NAN, 0.420, 0.001};
        if (lab_rows_for_people(&r->rows)) {
            (void)fprintf(r->cli->out, "  %-34s %11s %11s %11s\n", table, "n", "Spearman",
                          "p");
        }
        reproduce_put(r, table, "medians by level", &columns, ours);
        reproduce_put(r, table, "thesis, single answers", &columns, his);
    }
    return status;
}

static lw_status schaa_medians(struct reproduce *r) {
    static const char *const names[] = {"astar_closed",      "astar_open",
                                        "jsoko_moves",       "jsoko_pushes",
                                        "difficulty_median", "entertainment_median"};
    struct lw_table table;
    const double *value[6];
    struct lw_schaa_cell cells[2 * N_SOLVER];
    lw_status status = reproduce_table(r, "schaa2021_levels.csv", &table);
    if (status != LW_OK) {
        return status;
    }
    for (size_t k = 0; status == LW_OK && k < 6; k++) {
        status = lw_table_numbers(&table, names[k], &value[k], &r->err);
    }
    if (status == LW_OK) {
        const struct lw_named_column columns[] = {{"A* closed list", value[0]},
                                                  {"A* open list", value[1]},
                                                  {"JSoko moves", value[2]},
                                                  {"JSoko pushes", value[3]}};
        const struct lw_named_column rows[] = {{"median difficulty", value[4]},
                                               {"median entertainment", value[5]}};
        const struct lw_schaa_data data = {.rows = rows,
                                           .n_rows = 2,
                                           .columns = columns,
                                           .n_columns = N_SOLVER,
                                           .n = table.n_rows};
        status = lw_schaa_table(r->cli->alloc, &data, cells, &r->err);
        if (status == LW_OK) {
            print_schaa(r, "the thesis' own medians by level", &data, cells);
            schaa_levels(r, &table);
            status = schaa_entertainment(r, value[4], value[5], table.n_rows);
        }
    }
    lw_table_free(&table);
    return status;
}

lw_status reproduce_schaa(struct reproduce *r) {
    struct fit_work lab;
    struct lw_table trials;
    lw_status status = reproduce_levels(r, "cogsci25_levels.csv", &lab);
    if (status != LW_OK) {
        return status;
    }
    status = reproduce_table(r, "cogsci25_trials.csv", &trials);
    if (status == LW_OK) {
        status = schaa_plays(r, &lab, &trials);
        lw_table_free(&trials);
    }
    reproduce_levels_free(r, &lab);
    return status == LW_OK ? schaa_medians(r) : status;
}

static lw_status run_vankreveld(struct reproduce *r, const char *what,
                                const struct lw_vankreveld_data *data) {
    struct lw_vankreveld result;
    lw_status status = lw_vankreveld_run(r->cli->alloc, data, &result, &r->err);
    if (status == LW_OK) {
        status = vankreveld_put(&r->rows, what, data, &result, &r->err);
        lw_vankreveld_free(&result);
    }
    return status;
}

/* Chess puzzles: simple counts explain little, and the digits are published. */
static lw_status vankreveld_chess(struct reproduce *r) {
    static const char *const names[] = {"rating", "nb_plays", "solution_plies", "pieces"};
    struct lw_table table;
    const double *value[4];
    lw_status status = reproduce_table(r, "lichess_puzzles_1000.csv", &table);
    if (status != LW_OK) {
        return status;
    }
    size_t n = table.n_rows;
    double *x = lw_arena_zero(&table.arena, 2 * n + 1, sizeof *x);
    struct lw_level_answers *answers =
        lw_arena_zero(&table.arena, n + 1, sizeof *answers);
    status = x == NULL || answers == NULL ? lw_fail_memory(&r->err) : LW_OK;
    for (size_t k = 0; status == LW_OK && k < 4; k++) {
        status = lw_table_numbers(&table, names[k], &value[k], &r->err);
    }
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        x[2 * i] = value[2][i];
        x[2 * i + 1] = value[3][i];
        answers[i] = (struct lw_level_answers){value[0][i], NAN, NAN, NAN, value[1][i]};
    }
    if (status == LW_OK) {
        const struct lw_vankreveld_data data = {
            .x = x, .n = n, .p = 2, .names = names + 2, .answers = answers, .folds = 5};
        status = run_vankreveld(r, "lichess chess puzzles", &data);
    }
    lw_table_free(&table);
    return status;
}

/* Trials of the laboratory as plays: rating only where difficulty was asked. */
static lw_status laboratory_plays(struct reproduce *r, const struct fit_work *lab,
                                  struct lw_table *trials, struct lw_human_play **out,
                                  size_t *n_plays, size_t *n_players) {
    static const char *const wanted[] = {"level_id",      "excluded", "condition",
                                         "solve_seconds", "steps",    "rating"};
    const struct lw_column *c[6], *who = lw_table_find(trials, "participant");
    const char **names;
    size_t *player;
    lw_status status = LW_OK;
    for (size_t k = 0; status == LW_OK && k < 6; k++) {
        c[k] = lw_table_find(trials, wanted[k]);
        status = c[k] != NULL && who != NULL
                     ? LW_OK
                     : lw_fail(&r->err, LW_BAD_INPUT, 1, 0,
                               "there is no column '%s' or no 'participant'", wanted[k]);
    }
    if (status == LW_OK) {
        status = lw_table_levels(trials, who, &names, n_players, &player, &r->err);
    }
    *out = lw_arena_zero(&trials->arena, trials->n_rows + 1, sizeof **out);
    *n_plays = 0;
    if (status == LW_OK && *out == NULL) {
        status = lw_fail_memory(&r->err);
    }
    for (size_t i = 0; status == LW_OK && i < trials->n_rows; i++) {
        size_t level = fit_level_of_name(lab, c[0]->text[i]);
        if (level < lab->learning.e.n && c[1]->value[i] == 0) {
            bool asked = strcmp(c[2]->text[i], "difficult") == 0;
            (*out)[(*n_plays)++] =
                (struct lw_human_play){.player = player[i],
                                       .level = level,
                                       .rating = asked ? c[5]->value[i] : (double)NAN,
                                       .seconds = c[3]->value[i],
                                       .moves = c[4]->value[i]};
        }
    }
    return status;
}

static lw_status vankreveld_on(struct reproduce *r, struct fit_work *lab,
                               struct lw_table *trials) {
    struct fit_learning *l = &lab->learning;
    struct lw_human_play *plays;
    const char *names[LW_MAX_FEATURES];
    size_t n_plays, n_players, flat, p = 0;
    double *x = lw_arena_zero(&l->arena, l->e.n * l->e.p + 1, sizeof *x);
    struct lw_level_answers *answers =
        lw_arena_zero(&l->arena, l->e.n + 1, sizeof *answers);
    lw_status status = laboratory_plays(r, lab, trials, &plays, &n_plays, &n_players);
    if (status == LW_OK && (x == NULL || answers == NULL)) {
        status = lw_fail_memory(&r->err);
    }
    if (status == LW_OK) {
        status =
            level_table_pick(l->names, l->n_features,
                             cli_value(r->args, "features")->text, l->columns, &r->err);
    }
    if (status == LW_OK) {
        status = lw_vankreveld_answers(
            r->cli->alloc,
            &(struct lw_human_plays){
                .plays = plays, .n = n_plays, .n_players = n_players, .n_levels = l->e.n},
            answers, &flat, &r->err);
    }
    if (status != LW_OK) {
        return status;
    }
    for (size_t k = 0; k < l->n_features; k++) {
        if (l->columns[k]) {
            names[p++] = l->names[k];
        }
    }
    for (size_t i = 0; i < l->e.n; i++) {
        for (size_t k = 0, at = 0; k < l->n_features; k++) {
            if (l->columns[k]) {
                x[i * p + at++] = l->x[i * l->e.p + k];
            }
        }
    }
    status = run_vankreveld(
        r, "laboratory levels",
        &(struct lw_vankreveld_data){
            .x = x, .n = l->e.n, .p = p, .names = names, .answers = answers, .folds = 5});
    if (status == LW_OK) {
        if (lab_rows_for_people(&r->rows)) {
            (void)fprintf(
                r->cli->out,
                "  %zu levels, %zu plays; %zu players gave every level the same "
                "rating and have no scaled one\n",
                l->e.n, n_plays, flat);
        }
    }
    return status;
}

lw_status reproduce_vankreveld(struct reproduce *r) {
    struct fit_work lab;
    struct lw_table trials;
    lw_status status = vankreveld_chess(r);
    if (status == LW_OK) {
        status = reproduce_levels(r, "cogsci25_levels.csv", &lab);
    }
    if (status != LW_OK) {
        return status;
    }
    status = reproduce_table(r, "cogsci25_trials.csv", &trials);
    if (status == LW_OK) {
        status = vankreveld_on(r, &lab, &trials);
        lw_table_free(&trials);
    }
    reproduce_levels_free(r, &lab);
    return status;
}
