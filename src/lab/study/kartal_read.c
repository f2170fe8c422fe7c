/* Comparisons of an export made into ratings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/kartal.h"

#define SPLITS 100
#define SPLIT_SEED 2016

struct row {
    double time;
    size_t row;
};

static int by_time(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : (x->row > y->row) - (x->row < y->row);
}

static size_t item_of(struct kartal *k, size_t level) {
    if (k->item_of[level] == SIZE_MAX) {
        k->item_of[level] = k->n_items;
        k->item[k->n_items++] = level;
    }
    return k->item_of[level];
}

struct columns {
    const struct lw_column *person, *time, *left, *right, *answer;
};

/* Rows in the order of the answers, because TrueSkill depends on it. */
static lw_status order(struct kartal *k, const struct lw_table *t,
                       const struct columns *c, struct row **out, size_t *n,
                       struct lw_error *err) {
    *out = lw_arena_zero(&k->r->arena, t->n_rows + 1, sizeof **out);
    *n = 0;
    if (*out == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < t->n_rows; i++) {
        if (!study_person_in(k->e, c->person->value[i])) {
            continue;
        }
        k->n_shown++;
        k->n_open += c->answer->text[i][0] == '\0';
        if (c->answer->text[i][0] != '\0') {
            (*out)[(*n)++] = (struct row){c->time->value[i], i};
        }
    }
    qsort(*out, *n, sizeof **out, by_time);
    return LW_OK;
}

static size_t player_of(struct kartal *k, double *numbers, double number) {
    size_t p = 0;
    while (p < k->n_players && numbers[p] != number) {
        p++;
    }
    if (p == k->n_players) {
        numbers[k->n_players++] = number;
    }
    return p;
}

static lw_status take(struct kartal *k, const struct columns *c, const struct row *rows,
                      size_t n, struct lw_error *err) {
    double *numbers = lw_arena_zero(&k->r->arena, n + 1, sizeof *numbers);
    k->games = lw_arena_zero(&k->r->arena, n + 1, sizeof *k->games);
    k->player = lw_arena_zero(&k->r->arena, n + 1, sizeof *k->player);
    if (numbers == NULL || k->games == NULL || k->player == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        size_t row = rows[i].row;
        size_t left = study_levels_find(&k->levels, c->left->text[row]);
        size_t right = study_levels_find(&k->levels, c->right->text[row]);
        const char *answer = c->answer->text[row];
        if (left == k->levels.n || right == k->levels.n || left == right) {
            k->n_unknown++;
            continue;
        }
        k->n_equal += strcmp(answer, "equal") == 0;
        k->player[k->n_games] = player_of(k, numbers, c->person->value[row]);
        /* One after the other: C leaves open which member of a list comes first, and
         * items are numbered, and put into folds, in the order in which they come. */
        struct lw_game_result *game = &k->games[k->n_games++];
        game->a = item_of(k, left);
        game->b = item_of(k, right);
        game->score = strcmp(answer, "left") == 0    ? 1
                      : strcmp(answer, "right") == 0 ? 0
                                                     : 0.5;
    }
    return LW_OK;
}

lw_status kartal_read(struct kartal *k, struct lw_error *err) {
    const struct lw_table *table;
    struct columns c;
    struct row *rows;
    size_t n;
    const struct {
        const char *name;
        const struct lw_column **to;
    } wanted[] = {{"person", &c.person},
                  {"end_server_ms", &c.time},
                  {"left", &c.left},
                  {"right", &c.right},
                  {"answer", &c.answer}};
    lw_status status = study_levels_read(k->e, &k->r->arena, &k->levels, err);
    if (status == LW_OK) {
        status = study_export_table(k->e, "comparisons", &table, err);
    }
    for (size_t i = 0; status == LW_OK && i < sizeof wanted / sizeof *wanted; i++) {
        status =
            study_export_column(k->e, "comparisons", wanted[i].name, wanted[i].to, err);
    }
    if (status != LW_OK) {
        return status;
    }
    k->item = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof *k->item);
    k->item_of = lw_arena_zero(&k->r->arena, k->levels.n + 1, sizeof *k->item_of);
    if (k->item == NULL || k->item_of == NULL) {
        return lw_fail_memory(err);
    }
    memset(k->item_of, 0xff, (k->levels.n + 1) * sizeof *k->item_of);
    status = order(k, table, &c, &rows, &n, err);
    return status == LW_OK ? take(k, &c, rows, n, err) : status;
}

void kartal_means_of(const struct kartal *k, const size_t *drawn, double *means) {
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_rating *rating = lw_alloc_zero(k->e->alloc, k->n_items + 1, sizeof *rating);
    model.draw_probability = k->n_equal > 0 ? model.draw_probability : 0;
    for (size_t i = 0; rating != NULL && i < k->n_items; i++) {
        rating[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t g = 0; rating != NULL && g < k->n_games; g++) {
        for (size_t times = drawn[k->player[g]]; times > 0; times--) {
            lw_trueskill_update(&model, &rating[k->games[g].a], &rating[k->games[g].b],
                                k->games[g].score);
        }
    }
    for (size_t i = 0; i < k->n_items; i++) {
        means[i] = rating == NULL ? (double)NAN : rating[i].mu;
    }
    lw_alloc_free(k->e->alloc, rating, (k->n_items + 1) * sizeof *rating);
}

/* Standard errors of the abilities with people as clusters: the jackknife over them. */
static lw_status leave_people_out(struct kartal *k, struct lw_error *err) {
    struct lw_game_result *some =
        lw_arena_zero(&k->r->arena, k->n_games + 1, sizeof *some);
    double *sum = lw_arena_zero(&k->r->arena, 2 * k->n_items + 1, sizeof *sum);
    double *squares = sum == NULL ? NULL : sum + k->n_items;
    double people = (double)k->n_players;
    lw_status status = some == NULL || sum == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t p = 0; p < k->n_players && status == LW_OK; p++) {
        struct lw_bradley_terry_prior fit;
        size_t n = 0;
        for (size_t g = 0; g < k->n_games; g++) {
            some[n] = k->games[g];
            n += k->player[g] != p;
        }
        const struct lw_pairwise_data data = {some, n, k->n_items};
        status =
            lw_bradley_terry_prior_fit(k->e->alloc, &data, k->prior.slips, &fit, err);
        for (size_t i = 0; status == LW_OK && i < k->n_items; i++) {
            sum[i] += fit.ability[i] / people;
            squares[i] += fit.ability[i] * fit.ability[i] / people;
        }
        if (status == LW_OK) {
            lw_bradley_terry_prior_free(&fit);
        }
    }
    for (size_t i = 0; status == LW_OK && i < k->n_items; i++) {
        k->people_se[i] = sqrt(fmax(squares[i] - sum[i] * sum[i], 0) * (people - 1));
    }
    return status;
}

lw_status kartal_rate(struct kartal *k, struct lw_error *err) {
    double *room = lw_arena_zero(&k->r->arena, 5 * k->n_items + 1, sizeof *room);
    const struct lw_pairwise_data data = {k->games, k->n_games, k->n_items};
    lw_status status = room == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        status = lw_pairs_judge(k->e->alloc,
                                &(struct lw_pairs_data){.games = k->games,
                                                        .player = k->player,
                                                        .n_games = k->n_games,
                                                        .n_items = k->n_items,
                                                        .n_players = k->n_players},
                                SPLITS, SPLIT_SEED, &k->pairs, err);
    }
    if (status != LW_OK) {
        return status;
    }
    k->mean = room;
    k->sigma = room + k->n_items;
    k->ability = room + 2 * k->n_items;
    k->ability_se = room + 3 * k->n_items;
    k->people_se = room + 4 * k->n_items;
    for (size_t i = 0; i < k->n_items; i++) {
        k->mean[i] = k->pairs.trueskill[i].mu;
        k->sigma[i] = k->pairs.trueskill[i].sigma;
        k->ability[i] = k->pairs.ability[i];
        k->ability_se[i] = k->pairs.ability_se[i];
    }
    status = lw_bradley_terry_prior_fit(k->e->alloc, &data, -1, &k->prior, err);
    return status == LW_OK ? leave_people_out(k, err) : status;
}

void kartal_free(struct kartal *k) {
    if (k->prior.alloc != NULL) {
        lw_bradley_terry_prior_free(&k->prior);
    }
    if (k->mean != NULL) {
        lw_pairs_free(&k->pairs);
    }
    study_levels_close(&k->levels);
}
