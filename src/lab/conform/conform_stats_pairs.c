/* Cases of conform stats about comparisons in pairs: TrueSkill and Bradley-Terry. */
#include "conform/conform_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_games(struct stats_case *c, const char *name, struct lw_table *table,
                       struct lw_game_result **games) {
    struct lw_error err;
    const double *a, *b;
    if (!stats_done(c, stats_read_table(c->alloc, c->folder, name, table, &err), &err)) {
        return false;
    }
    const struct lw_column *result = lw_table_find(table, "result");
    *games = lw_arena_zero(&table->arena, table->n_rows, sizeof **games);
    lw_status status = lw_table_numbers(table, "a", &a, &err);
    if (status == LW_OK) {
        status = lw_table_numbers(table, "b", &b, &err);
    }
    if (!stats_done(c, status, &err) || result == NULL || *games == NULL) {
        stats_broken(c, "no column 'result'");
        lw_table_free(table);
        return false;
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        char r = result->text[i][0];
        (*games)[i] = (struct lw_game_result){(size_t)a[i], (size_t)b[i],
                                              r == 'a'   ? 1
                                              : r == 'b' ? 0
                                                         : 0.5};
    }
    return true;
}

static void play_games(struct stats_case *c, const struct lw_trueskill *model,
                       const struct lw_game_result *games, size_t n,
                       const struct lw_table *trace, struct lw_rating *ratings) {
    static const char *const names[] = {"mu_a", "sigma_a", "mu_b", "sigma_b"};
    const struct lw_column *columns[4];
    for (int i = 0; i < 4; i++) {
        columns[i] = lw_table_find(trace, names[i]);
        if (columns[i] == NULL || trace->n_rows != n) {
            stats_broken(c, "the trace does not match the games");
            return;
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct lw_rating *a = &ratings[games[i].a], *b = &ratings[games[i].b];
        lw_trueskill_update(model, a, b, games[i].score);
        stats_number(c, "mu", a->mu, columns[0]->value[i], 1e-9, 0);
        stats_number(c, "sigma", a->sigma, columns[1]->value[i], 1e-9, 0);
        stats_number(c, "mu", b->mu, columns[2]->value[i], 1e-9, 0);
        stats_number(c, "sigma", b->sigma, columns[3]->value[i], 1e-9, 0);
    }
}

#define MAX_ITEMS 4096

static void case_trueskill(struct stats_case *c) {
    const struct lw_json *params = stats_at(c->want, "params");
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_table games_table, trace;
    struct lw_game_result *games;
    struct lw_error err;
    char name[300];
    const struct {
        const char *key;
        double *to;
    } keys[] = {{"mu", &model.mu},
                {"sigma", &model.sigma},
                {"beta", &model.beta},
                {"tau", &model.tau},
                {"draw_probability", &model.draw_probability}};
    for (size_t i = 0; i < 5; i++) {
        const struct lw_json *value = stats_at(params, keys[i].key);
        *keys[i].to = value == NULL ? *keys[i].to : value->number;
    }
    (void)snprintf(name, sizeof name, "%s_games", c->stem);
    if (!read_games(c, name, &games_table, &games)) {
        return;
    }
    (void)snprintf(name, sizeof name, "%s_trace", c->stem);
    struct lw_rating *ratings =
        lw_arena_zero(&games_table.arena, MAX_ITEMS, sizeof *ratings);
    for (size_t i = 0; ratings != NULL && i < MAX_ITEMS; i++) {
        ratings[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t i = 0; i < games_table.n_rows; i++) {
        if (games[i].a >= MAX_ITEMS || games[i].b >= MAX_ITEMS) {
            stats_broken(c, "an item's number is too large");
        }
    }
    if (!c->failed && ratings != NULL &&
        stats_done(c, stats_read_table(c->alloc, c->folder, name, &trace, &err), &err)) {
        play_games(c, &model, games, games_table.n_rows, &trace, ratings);
        lw_table_free(&trace);
        const struct lw_json *list = stats_at(c->want, "quality");
        for (const struct lw_json *q = list == NULL ? NULL : list->first; q != NULL;
             q = q->next) {
            size_t a = (size_t)stats_at(q, "a")->number;
            size_t b = (size_t)stats_at(q, "b")->number;
            stats_near(c, "quality",
                       lw_trueskill_quality(&model, &ratings[a], &ratings[b]),
                       stats_at(q, "q"), 1e-9, 0);
        }
        stats_near(c, "draw margin", lw_trueskill_draw_margin(&model),
                   stats_at(c->want, "draw_margin"), 1e-9, 0);
    }
    lw_table_free(&games_table);
}

/* Where the games of a Bradley-Terry case are: a file of its own, or those of the
 * TrueSkill run with the same ending. */
static void games_of(const struct stats_case *c, char *name, size_t size) {
    const char *dash = strrchr(c->stem, '_');
    const char *ending = dash == NULL ? "" : dash;
    static const char *const parts[][2] = {{"", ""},
                                           {"", "_games"},
                                           {"pairwise/ts", "_default_games"},
                                           {"pairwise/ts", "_games"},
                                           {"pairwise/ts_nodraw", "_default_games"}};
    struct lw_table table;
    struct lw_error err;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *middle = i < 2 ? c->stem : i < 4 ? ending : "";
        (void)snprintf(name, size, "%s%s%s", parts[i][0], middle, parts[i][1]);
        if (stats_read_table(c->alloc, c->folder, name, &table, &err) == LW_OK) {
            lw_table_free(&table);
            return;
        }
    }
}

/* Games name items by the numbers in the answer's list; the fit counts them from 0. */
static void number_items(struct stats_case *c, const struct lw_json *items,
                         struct lw_game_result *games, size_t n_games) {
    for (size_t i = 0; i < 2 * n_games; i++) {
        size_t *item = i % 2 == 0 ? &games[i / 2].a : &games[i / 2].b, place = 0;
        const struct lw_json *at = items->first;
        while (at != NULL && at->number != (double)*item) {
            at = at->next;
            place++;
        }
        if (at == NULL) {
            stats_broken(c, "item %zu is not in the list of items", *item);
            return;
        }
        *item = place;
    }
}

static void case_bradley_terry(struct stats_case *c) {
    struct lw_table table;
    struct lw_game_result *games;
    struct lw_bradley_terry fit;
    struct lw_error err;
    char name[300];
    const struct lw_json *items = stats_at(c->want, "items");
    games_of(c, name, sizeof name);
    if (items == NULL || !read_games(c, name, &table, &games)) {
        return;
    }
    size_t n = items->n_children;
    number_items(c, items, games, table.n_rows);
    if (!c->failed &&
        stats_done(c, lw_bradley_terry_fit(c->alloc, games, table.n_rows, n, &fit, &err),
                   &err)) {
        stats_list(c, "ability", fit.ability, n,
                   stats_at(c->want, "ability_log_odds_ref_item0"),
                   (struct stats_within){1e-7, 0});
        stats_list(c, "se", fit.se, n, stats_at(c->want, "se_ref"),
                   (struct stats_within){1e-6, 0});
        stats_list(c, "centred ability", fit.centred, n,
                   stats_at(c->want, "ability_centered"), (struct stats_within){1e-7, 0});
        stats_list(c, "centred se", fit.se_centred, n, stats_at(c->want, "se_centered"),
                   (struct stats_within){1e-6, 0});
        stats_near(c, "log-likelihood", fit.log_lik, stats_at(c->want, "logLik"), 1e-6,
                   0);
        lw_bradley_terry_free(&fit);
    }
    lw_table_free(&table);
}

void stats_case_pairwise(struct stats_case *c) {
    if (stats_at(c->want, "params") != NULL) {
        case_trueskill(c);
    } else {
        case_bradley_terry(c);
    }
}
