/* Pairwise judgements: two ways to turn them into a scale, and how far that scale can be
 * trusted. */
#include <math.h>
#include <string.h>

#include "lw/base/rng.h"
#include "lw/difficulty/pairs.h"
#include "lw/difficulty/transfer.h"

struct judgements {
    const struct lw_alloc *alloc;
    const struct lw_game_result *games;
    const size_t *player;
    size_t n_games, n_items, n_players;
    const size_t *part;
    size_t n_parts;
    struct lw_game_result *picked; /* scratch [n_games] */
    size_t *number;                /* scratch [n_items] */
};

static size_t root_of(size_t *parent, size_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Items that no chain of comparisons joins are in different parts. */
static size_t find_parts(const struct lw_game_result *games, size_t n_games,
                         size_t n_items, size_t *parent, size_t *part) {
    size_t n_parts = 0;
    for (size_t i = 0; i < n_items; i++) {
        parent[i] = i;
    }
    for (size_t g = 0; g < n_games; g++) {
        parent[root_of(parent, games[g].a)] = root_of(parent, games[g].b);
    }
    for (size_t i = 0; i < n_items; i++) {
        part[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < n_items; i++) {
        size_t root = root_of(parent, i);
        if (part[root] == SIZE_MAX) {
            part[root] = n_parts++;
        }
        part[i] = part[root];
    }
    return n_parts;
}

static void run_trueskill(const struct judgements *j, const unsigned char *half,
                          unsigned char which, struct lw_rating *out) {
    struct lw_trueskill model = lw_trueskill_default();
    bool draws = false;
    for (size_t g = 0; g < j->n_games; g++) {
        draws = draws || j->games[g].score == 0.5;
    }
    model.draw_probability = draws ? model.draw_probability : 0;
    for (size_t i = 0; i < j->n_items; i++) {
        out[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t g = 0; g < j->n_games; g++) {
        if (half == NULL || half[j->player[g]] == which) {
            lw_trueskill_update(&model, &out[j->games[g].a], &out[j->games[g].b],
                                j->games[g].score);
        }
    }
}

/* Abilities within each part; NaN in a part without a finite maximum. */
static lw_status run_bradley_terry(const struct judgements *j, const unsigned char *half,
                                   unsigned char which, double *ability, double *se,
                                   struct lw_error *err) {
    for (size_t part = 0; part < j->n_parts; part++) {
        size_t n_games = 0, n_items = 0;
        for (size_t i = 0; i < j->n_items; i++) {
            if (j->part[i] == part) {
                j->number[i] = n_items++;
                ability[i] = se[i] = NAN;
            }
        }
        for (size_t g = 0; g < j->n_games; g++) {
            const struct lw_game_result *game = &j->games[g];
            if (j->part[game->a] == part &&
                (half == NULL || half[j->player[g]] == which)) {
                j->picked[n_games++] = (struct lw_game_result){
                    j->number[game->a], j->number[game->b], game->score};
            }
        }
        if (n_items < 2 || n_games == 0) {
            continue;
        }
        struct lw_bradley_terry fit;
        lw_status status =
            lw_bradley_terry_fit(j->alloc, j->picked, n_games, n_items, &fit, err);
        if (status == LW_NO_MEMORY) {
            return status;
        }
        if (status != LW_OK) {
            continue; /* some item won or lost every time */
        }
        for (size_t i = 0; i < j->n_items; i++) {
            if (j->part[i] == part) {
                ability[i] = fit.centred[j->number[i]];
                se[i] = fit.se_centred[j->number[i]];
            }
        }
        lw_bradley_terry_free(&fit);
    }
    return LW_OK;
}

/* Takes the parts' means out; parts with an undefined value become NaN. */
static void centre(const struct judgements *j, double *value) {
    for (size_t part = 0; part < j->n_parts; part++) {
        double sum = 0, n = 0;
        for (size_t i = 0; i < j->n_items; i++) {
            if (j->part[i] == part) {
                sum += value[i];
                n++;
            }
        }
        for (size_t i = 0; i < j->n_items; i++) {
            value[i] = j->part[i] == part ? value[i] - sum / n : value[i];
        }
    }
}

/* Correlation over the items where both are defined; NaN when there is none. */
static double agreement(const struct judgements *j, double *a, double *b, bool ranks,
                        double *work) {
    size_t n = 0;
    struct lw_correlation r;
    centre(j, a);
    centre(j, b);
    for (size_t i = 0; i < j->n_items; i++) {
        if (!isnan(a[i]) && !isnan(b[i])) {
            work[n] = a[i];
            work[j->n_items + n++] = b[i];
        }
    }
    if (n < 3 || lw_correlate(j->alloc, work, work + j->n_items, n, &r, NULL) != LW_OK ||
        !r.defined) {
        return (double)NAN;
    }
    return ranks ? r.spearman : r.pearson;
}

static double whole(double half) {
    return 2 * half / (1 + half);
}

/* Scratch for the two halves. */
struct halves {
    size_t *order;
    unsigned char *half;
    struct lw_rating *rating;
    double *first, *second, *se, *work;
};

static bool halves_init(struct halves *h, struct lw_arena *arena,
                        const struct judgements *j) {
    h->order = lw_arena_zero(arena, j->n_players + 1, sizeof *h->order);
    h->half = lw_arena_zero(arena, j->n_players + 1, 1);
    h->rating = lw_arena_zero(arena, j->n_items + 1, sizeof *h->rating);
    h->first = lw_arena_zero(arena, 5 * j->n_items + 1, sizeof *h->first);
    h->second = h->first + j->n_items;
    h->se = h->second + j->n_items;
    h->work = h->se + j->n_items;
    return h->order != NULL && h->half != NULL && h->rating != NULL && h->first != NULL;
}

static lw_status one_split(const struct judgements *j, struct halves *h,
                           struct lw_rng *rng, double *trueskill, double *terry,
                           struct lw_error *err) {
    for (size_t i = 0; i < j->n_players; i++) {
        h->order[i] = i;
    }
    lw_rng_shuffle(rng, h->order, j->n_players, sizeof *h->order);
    for (size_t i = 0; i < j->n_players; i++) {
        h->half[h->order[i]] = i < j->n_players / 2;
    }
    for (unsigned char which = 0; which < 2; which++) {
        run_trueskill(j, h->half, which, h->rating);
        for (size_t i = 0; i < j->n_items; i++) {
            (which == 0 ? h->first : h->second)[i] = h->rating[i].mu;
        }
    }
    *trueskill = agreement(j, h->first, h->second, false, h->work);
    lw_status status = run_bradley_terry(j, h->half, 0, h->first, h->se, err);
    if (status == LW_OK) {
        status = run_bradley_terry(j, h->half, 1, h->second, h->se, err);
    }
    *terry = agreement(j, h->first, h->second, false, h->work);
    return status;
}

static lw_status split_halves(const struct judgements *j, struct lw_arena *arena,
                              uint64_t seed, struct lw_pairs *out, struct lw_error *err) {
    struct halves h;
    double sum = 0, n = 0, sum_terry = 0, n_terry = 0;
    if (!halves_init(&h, arena, j)) {
        return lw_fail_memory(err);
    }
    for (size_t s = 0; s < out->n_splits; s++) {
        struct lw_rng rng = lw_rng_make(seed, s);
        double trueskill, terry;
        lw_status status = one_split(j, &h, &rng, &trueskill, &terry, err);
        if (status != LW_OK) {
            return status;
        }
        sum += isnan(trueskill) ? 0 : trueskill;
        n += !isnan(trueskill);
        sum_terry += isnan(terry) ? 0 : terry;
        n_terry += !isnan(terry);
        out->n_undefined += isnan(terry) ? 1 : 0;
    }
    out->half_trueskill = n > 0 ? sum / n : (double)NAN;
    out->half_bradley_terry = n_terry > 0 ? sum_terry / n_terry : (double)NAN;
    out->whole_trueskill = whole(out->half_trueskill);
    out->whole_bradley_terry = whole(out->half_bradley_terry);
    return LW_OK;
}

static lw_status allocate(struct lw_pairs *out, struct lw_error *err) {
    size_t n = out->n_items + 1;
    out->trueskill = lw_arena_zero(&out->arena, n, sizeof *out->trueskill);
    out->ability = lw_arena_zero(&out->arena, n, sizeof *out->ability);
    out->ability_se = lw_arena_zero(&out->arena, n, sizeof *out->ability_se);
    out->share = lw_arena_zero(&out->arena, n, sizeof *out->share);
    out->part = lw_arena_zero(&out->arena, n, sizeof *out->part);
    return out->trueskill != NULL && out->ability != NULL && out->ability_se != NULL &&
                   out->share != NULL && out->part != NULL
               ? LW_OK
               : lw_fail_memory(err);
}

static void count_shares(const struct judgements *j, double *games, double *share) {
    for (size_t g = 0; g < j->n_games; g++) {
        const struct lw_game_result *game = &j->games[g];
        share[game->a] += game->score;
        share[game->b] += 1 - game->score;
        games[game->a]++;
        games[game->b]++;
    }
    for (size_t i = 0; i < j->n_items; i++) {
        share[i] = games[i] > 0 ? share[i] / games[i] : (double)NAN;
    }
}

lw_status lw_pairs_judge(const struct lw_alloc *alloc, const struct lw_pairs_data *data,
                         size_t n_splits, uint64_t seed, struct lw_pairs *out,
                         struct lw_error *err) {
    struct lw_arena arena;
    *out = (struct lw_pairs){
        .n_items = data->n_items, .n_games = data->n_games, .n_splits = n_splits};
    if (data->n_games < 4 || data->n_items < 3 || data->n_players < 2) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "%zu comparisons of %zu items by %zu players are too few; at least "
            "4 of 3 by 2 are needed",
            data->n_games, data->n_items, data->n_players);
    }
    lw_arena_init(&arena, alloc);
    lw_arena_init(&out->arena, alloc);
    struct judgements j = {.alloc = alloc,
                           .games = data->games,
                           .player = data->player,
                           .n_games = data->n_games,
                           .n_items = data->n_items,
                           .n_players = data->n_players};
    lw_status status = allocate(out, err);
    j.picked = lw_arena_zero(&arena, data->n_games + 1, sizeof *j.picked);
    j.number = lw_arena_zero(&arena, data->n_items + 1, sizeof *j.number);
    double *work = lw_arena_zero(&arena, 4 * data->n_items + 1, sizeof *work);
    if (status == LW_OK && (j.picked == NULL || j.number == NULL || work == NULL)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        out->n_parts =
            find_parts(data->games, data->n_games, data->n_items, j.number, out->part);
        j.part = out->part;
        j.n_parts = out->n_parts;
        count_shares(&j, work, out->share);
        run_trueskill(&j, NULL, 0, out->trueskill);
        status = run_bradley_terry(&j, NULL, 0, out->ability, out->ability_se, err);
    }
    if (status == LW_OK) {
        for (size_t i = 0; i < data->n_items; i++) {
            work[i] = out->trueskill[i].mu;
            work[data->n_items + i] = out->ability[i];
        }
        out->agreement =
            agreement(&j, work, work + data->n_items, true, work + 2 * data->n_items);
        status = split_halves(&j, &arena, seed, out, err);
    }
    if (status != LW_OK) {
        lw_pairs_free(out);
    }
    lw_arena_free(&arena);
    return status;
}

void lw_pairs_free(struct lw_pairs *pairs) {
    lw_arena_free(&pairs->arena);
    pairs->trueskill = NULL;
}

/* Errors of constant + slope * score. */
static void errors_of(const struct lw_scored_levels *levels, double intercept,
                      double slope, double *mae, double *rmse) {
    double sum = 0, squares = 0, n = (double)levels->n;
    for (size_t i = 0; i < levels->n; i++) {
        double d = intercept + slope * levels->score[i] - levels->rating[i];
        sum += fabs(d);
        squares += d * d;
    }
    *mae = sum / n;
    *rmse = sqrt(squares / n);
}

lw_status lw_scale_transfer(const struct lw_alloc *alloc,
                            const struct lw_scored_levels *learned,
                            const struct lw_scored_levels *tried, struct lw_transfer *out,
                            struct lw_error *err) {
    size_t bytes = 2 * learned->n * sizeof(double);
    double *x = lw_alloc_get(alloc, bytes);
    *out = (struct lw_transfer){.n_learned = learned->n, .n_tried = tried->n};
    if (x == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < learned->n; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = learned->score[i];
    }
    struct lw_fit fit;
    lw_status status = lw_least_squares(
        alloc,
        &(struct lw_regression_data){
            .x = x, .y = learned->rating, .n = learned->n, .p = 2, .intercept = true},
        &fit, err);
    if (status == LW_OK) {
        out->intercept = fit.beta[0];
        out->slope = fit.beta[1];
        errors_of(tried, fit.beta[0], fit.beta[1], &out->mae, &out->rmse);
        errors_of(tried, lw_mean(learned->rating, learned->n), 0, &out->mae_constant,
                  &out->rmse_constant);
        lw_fit_free(&fit);
    }
    lw_alloc_free(alloc, x, bytes);
    return status;
}
