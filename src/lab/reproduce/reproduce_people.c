/* Comparisons and the laboratory's levels. */
#include <math.h>
#include <string.h>

#include "reproduce/reproduce.h"

lw_status reproduce_pairs_read(struct reproduce *r, struct lw_table *table,
                               const struct fit_work *lab, const char *phase,
                               struct reproduce_pairs *out) {
    static const char *const wanted[] = {"participant", "excluded", "condition", "phase",
                                         "level_a",     "level_b",  "chosen"};
    const struct lw_column *c[7];
    const char **names;
    size_t *player;
    for (size_t k = 0; k < 7; k++) {
        c[k] = lw_table_find(table, wanted[k]);
        if (c[k] == NULL) {
            return lw_fail(&r->err, LW_BAD_INPUT, 1, 0, "there is no column '%s'",
                           wanted[k]);
        }
    }
    lw_status status =
        lw_table_levels(table, c[0], &names, &out->n_players, &player, &r->err);
    out->games = lw_arena_zero(&table->arena, table->n_rows + 1, sizeof *out->games);
    out->player = lw_arena_zero(&table->arena, table->n_rows + 1, sizeof *out->player);
    out->n_games = 0;
    if (status == LW_OK && (out->games == NULL || out->player == NULL)) {
        status = lw_fail_memory(&r->err);
    }
    for (size_t i = 0; status == LW_OK && i < table->n_rows; i++) {
        size_t a = fit_level_of_name(lab, c[4]->text[i]);
        size_t b = fit_level_of_name(lab, c[5]->text[i]);
        bool first = strcmp(c[6]->text[i], "a") == 0;
        if (c[1]->value[i] != 0 || strcmp(c[2]->text[i], "difficult") != 0 ||
            strcmp(c[3]->text[i], phase) != 0 || a == lab->learning.e.n ||
            b == lab->learning.e.n) {
            continue;
        }
        if (!first && strcmp(c[6]->text[i], "b") != 0) {
            return lw_fail(&r->err, LW_BAD_INPUT, 0, 0,
                           "column 'chosen', row %zu: '%.40s' is not a or b", i + 1,
                           c[6]->text[i]);
        }
        out->player[out->n_games] = player[i];
        out->games[out->n_games++] = (struct lw_game_result){a, b, first};
    }
    /* Only those who judged in this phase are split into halves. */
    size_t *number = lw_arena_zero(&table->arena, out->n_players + 1, sizeof *number);
    if (status == LW_OK && number == NULL) {
        status = lw_fail_memory(&r->err);
    }
    size_t n = 0;
    for (size_t i = 0; status == LW_OK && i < out->n_games; i++) {
        if (number[out->player[i]] == 0) {
            number[out->player[i]] = ++n;
        }
        out->player[i] = number[out->player[i]] - 1;
    }
    out->n_players = n;
    return status;
}

/* The column of the levels' table, in the order of the rows measured. */
static lw_status level_column(struct reproduce *r, struct fit_work *lab, const char *name,
                              double **out) {
    const double *value;
    lw_status status = lw_table_numbers(&lab->all[1].table, name, &value, &r->err);
    *out = lw_arena_zero(&lab->learning.arena, lab->learning.e.n + 1, sizeof **out);
    if (status == LW_OK && *out == NULL) {
        status = lw_fail_memory(&r->err);
    }
    for (size_t i = 0; status == LW_OK && i < lab->learning.e.n; i++) {
        size_t n_rows;
        double sum = fit_sum_rows(lab, i, value, &n_rows);
        (*out)[i] = sum / (double)n_rows;
    }
    return status;
}

/* Spearman with what playing says, inside the parts that were compared. */
static double with_playing(struct reproduce *r, const struct lw_pairs *pairs,
                           const double *played, size_t n, double *work) {
    struct lw_correlation c;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(pairs->share[i])) {
            work[kept] = pairs->trueskill[i].mu;
            work[n + kept++] = played[i];
        }
    }
    return kept >= 3 &&
                   lw_correlate(r->cli->alloc, work, work + n, kept, &c, NULL) == LW_OK &&
                   c.defined
               ? c.spearman
               : (double)NAN;
}

static void print_pairs(struct reproduce *r, const char *phase,
                        const struct fit_work *lab, const struct lw_pairs *p,
                        size_t n_players, double playing) {
    static const char *const keys[] = {"trueskill", "sigma", "bradley_terry", "se",
                                       "share"};
    static const char *const half_keys[] = {"half", "whole"};
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out,
                      "%s, which is harder: %zu judgements of %zu levels by %zu players, "
                      "%zu groups never compared with each other\n",
                      phase, p->n_games, p->n_items, n_players, p->n_parts);
        (void)fprintf(r->cli->out, "  %-34s %11s %11s %11s %11s %11s\n", "", "TrueSkill",
                      "sigma", "Br.-Terry", "se", "chosen");
    }
    for (size_t i = 0; i < p->n_items; i++) {
        const double values[] = {p->trueskill[i].mu, p->trueskill[i].sigma, p->ability[i],
                                 p->ability_se[i], p->share[i]};
        if (!isnan(p->share[i])) {
            reproduce_put(r, phase, lab->learning.level_names[i],
                          &(struct lab_columns){keys, 5, 3}, values);
        }
    }
    const double trueskill[] = {p->half_trueskill, p->whole_trueskill};
    const double terry[] = {p->half_bradley_terry, p->whole_bradley_terry};
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out, "  %-34s %11s %11s\n", "split-half reliability",
                      "half", "whole");
    }
    reproduce_put(r, phase, "TrueSkill", &(struct lab_columns){half_keys, 2, 3},
                  trueskill);
    reproduce_put(r, phase, "Bradley-Terry", &(struct lab_columns){half_keys, 2, 3},
                  terry);
    static const char *const one[] = {"spearman"};
    reproduce_put(r, phase, "agreement of the two", &(struct lab_columns){one, 1, 3},
                  &p->agreement);
    reproduce_put(r, phase, "with the difficulty after playing",
                  &(struct lab_columns){one, 1, 3}, &playing);
    if (lab_rows_for_people(&r->rows) && p->n_undefined > 0) {
        (void)fprintf(r->cli->out,
                      "  in %zu of %zu splits a half had no finite Bradley-Terry "
                      "estimate\n",
                      p->n_undefined, p->n_splits);
    }
}

lw_status reproduce_comparisons(struct reproduce *r) {
    static const char *const phases[] = {"pretest", "posttest"};
    struct fit_work lab;
    struct lw_table table;
    double *played = NULL;
    bool has_table = false;
    lw_status status = reproduce_levels(r, "cogsci25_levels.csv", &lab);
    if (status != LW_OK) {
        return status;
    }
    status = level_column(r, &lab, "difficulty_mean", &played);
    if (status == LW_OK) {
        status = reproduce_table(r, "cogsci25_comparisons.csv", &table);
        has_table = status == LW_OK;
    }
    for (size_t k = 0; status == LW_OK && k < 2; k++) {
        struct reproduce_pairs pairs;
        struct lw_pairs judged;
        size_t n = lab.learning.e.n;
        double *work = lw_arena_zero(&lab.learning.arena, 2 * n + 1, sizeof *work);
        status = reproduce_pairs_read(r, &table, &lab, phases[k], &pairs);
        if (status == LW_OK && work == NULL) {
            status = lw_fail_memory(&r->err);
        }
        if (status == LW_OK) {
            status = lw_pairs_judge(r->cli->alloc,
                                    &(struct lw_pairs_data){.games = pairs.games,
                                                            .player = pairs.player,
                                                            .n_games = pairs.n_games,
                                                            .n_items = n,
                                                            .n_players = pairs.n_players},
                                    (size_t)cli_value(r->args, "splits")->i, r->seed,
                                    &judged, &r->err);
        }
        if (status == LW_OK) {
            print_pairs(r, phases[k], &lab, &judged, pairs.n_players,
                        with_playing(r, &judged, played, n, work));
            lw_pairs_free(&judged);
        }
    }
    if (has_table) {
        lw_table_free(&table);
    }
    reproduce_levels_free(r, &lab);
    return status;
}

/* Scores of the shipped model. */
static lw_status shipped_scores(struct reproduce *r, struct fit_work *lab, double *score,
                                double *percentile) {
    struct lw_rater rater;
    lw_status status = cli_rater_open(r->cli, NULL, r->game->kind, &rater, &r->err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < lab->learning.e.n; i++) {
        struct lw_verdict verdict;
        lw_rater_judge(&rater, &lab->all[1].items[lab->learning.item[i]].values,
                       &verdict);
        score[i] = verdict.score;
        percentile[i] = verdict.percentile;
    }
    lw_rater_close(&rater);
    return LW_OK;
}

static lw_status carry_over(struct reproduce *r, const struct fit_work *lab,
                            const double *score, const double *rating, size_t from,
                            double *work) {
    static const char *const keys[] = {"mae", "mae_constant", "rmse", "rmse_constant"};
    const struct fit_learning *l = &lab->learning;
    size_t n = l->e.n, n_in = 0, n_out = 0;
    double *in = work, *in_y = in + n, *out = in_y + n, *out_y = out + n;
    struct lw_transfer t;
    char row[100];
    for (size_t i = 0; i < n; i++) {
        if (l->group[i] == from) {
            in[n_in] = score[i];
            in_y[n_in++] = rating[i];
        } else {
            out[n_out] = score[i];
            out_y[n_out++] = rating[i];
        }
    }
    lw_status status = lw_scale_transfer(
        r->cli->alloc, &(struct lw_scored_levels){.score = in, .rating = in_y, .n = n_in},
        &(struct lw_scored_levels){.score = out, .rating = out_y, .n = n_out}, &t,
        &r->err);
    if (status == LW_OK) {
        const double values[] = {t.mae, t.mae_constant, t.rmse, t.rmse_constant};
        (void)snprintf(row, sizeof row, "set %.20s (%zu) tried on %zu others",
                       l->group_names[from], t.n_learned, t.n_tried);
        reproduce_put(r, "scale carried over", row, &(struct lab_columns){keys, 4, 2},
                      values);
    }
    return status;
}

static lw_status laboratory_on(struct reproduce *r, struct fit_work *lab) {
    static const char *const keys[] = {"score", "percentile", "difficulty_mean"};
    static const char *const rho_keys[] = {"spearman", "low90", "high90"};
    const struct fit_learning *l = &lab->learning;
    size_t n = l->e.n;
    double *rating, *work = lw_arena_zero(&lab->learning.arena, 6 * n + 6, sizeof *work);
    double *score = work, *percentile = work + n;
    struct lw_correlation c;
    lw_status status = level_column(r, lab, "difficulty_mean", &rating);
    if (status == LW_OK && work == NULL) {
        status = lw_fail_memory(&r->err);
    }
    if (status == LW_OK) {
        status = shipped_scores(r, lab, score, percentile);
    }
    if (status == LW_OK) {
        status = lw_correlate(r->cli->alloc, score, rating, n, &c, &r->err);
    }
    if (status != LW_OK) {
        return status;
    }
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out,
                      "the shipped model on %zu laboratory levels\n  %-34s "
                      "%11s %11s %11s\n",
                      n, "", "score", "percentile", "rated");
    }
    for (size_t i = 0; i < n; i++) {
        const double values[] = {score[i], percentile[i], rating[i]};
        reproduce_put(r, "laboratory", l->level_names[i],
                      &(struct lab_columns){keys, 3, 2}, values);
    }
    double rho[3] = {c.spearman, NAN, NAN};
    lw_rank_interval(c.spearman, n, 1.6448536269514722, &rho[1], &rho[2]);
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out, "  %-34s %11s %11s %11s\n", "", "rho", "low (90 %)",
                      "high");
    }
    reproduce_put(r, "laboratory", "Spearman with mean difficulty",
                  &(struct lab_columns){rho_keys, 3, 2}, rho);
    if (lab_rows_for_people(&r->rows)) {
        (void)fprintf(r->cli->out, "  %-34s %11s %11s %11s %11s\n",
                      "1-10 scale carried over", "MAE", "constant's", "RMSE",
                      "constant's");
    }
    for (size_t g = 0; status == LW_OK && g < l->e.n_groups; g++) {
        status = carry_over(r, lab, score, rating, g, work + 2 * n);
    }
    return status;
}

lw_status reproduce_laboratory(struct reproduce *r) {
    struct fit_work lab;
    lw_status status = reproduce_levels(r, "cogsci25_levels.csv", &lab);
    if (status == LW_OK) {
        status = laboratory_on(r, &lab);
        reproduce_levels_free(r, &lab);
    }
    return status;
}
