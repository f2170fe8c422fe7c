/* The levels that people played: their sources, their features, what the model in use
 * says of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learn.h"

#define MAX_FOLDS 6
#define LEAST_SOURCES 3
#define LEVEL_FOLDS 5 /* of levels, where there are fewer sources */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The ids that the evidence is about, each once. */
static lw_status list_ids(struct learn *learn, const char ***out, size_t *n,
                          struct lw_error *err) {
    const struct lw_store_gathered *all = &learn->gathered;
    size_t most = all->n_plays + all->n_opinions + 2 * all->n_choices, k = 0;
    const char **ids = lw_arena_zero(&learn->arena, most + 1, sizeof *ids);
    if (ids == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < all->n_plays; i++) {
        ids[k++] = all->plays[i].level;
    }
    for (size_t i = 0; i < all->n_opinions; i++) {
        ids[k++] = all->opinions[i].level;
    }
    for (size_t i = 0; i < all->n_choices; i++) {
        ids[k++] = all->choices[i].level_a;
        ids[k++] = all->choices[i].level_b;
    }
    qsort(ids, k, sizeof *ids, by_text);
    *n = 0;
    for (size_t i = 0; i < k; i++) {
        if (*n == 0 || strcmp(ids[*n - 1], ids[i]) != 0) {
            ids[(*n)++] = ids[i];
        }
    }
    *out = ids;
    return LW_OK;
}

static lw_status find_source(struct learn *learn, size_t level, struct lw_error *err) {
    const char *name;
    size_t at = 0;
    lw_status status = lw_store_level_source(learn->store, learn->levels[level].id,
                                             &learn->arena, &name, err);
    while (at < learn->n_sources && strcmp(learn->sources[at], name) != 0) {
        at++;
    }
    learn->sources[at] = name;
    learn->n_sources += at == learn->n_sources;
    learn->levels[level].source = at;
    return status;
}

/* All features as they are stored; false: some are not. */
static lw_status stored_features(struct learn *learn, size_t at, bool *whole,
                                 struct lw_error *err) {
    const struct lw_feature_ops *ops = learn->kind->features;
    struct lw_feature_values *values = &learn->items[at].values;
    struct lw_store_feature_list list;
    lw_status status = lw_store_features_get(learn->store, learn->levels[at].id,
                                             &learn->arena, &list, err);
    *whole = status == LW_OK;
    for (size_t j = 0; status == LW_OK && j < ops->n_features; j++) {
        size_t k = 0;
        while (k < list.n && strcmp(list.features[k].name, ops->features[j].name) != 0) {
            k++;
        }
        *whole = *whole && k < list.n;
        values->value[j] = k < list.n ? list.features[k].value : (double)NAN;
        values->error[j] = k < list.n ? list.features[k].error : 0;
    }
    return status;
}

/* Has measured what the store does not know. */
static lw_status fill_features(struct learn *learn, struct lw_error *err) {
    size_t *wanted = lw_arena_zero(&learn->arena, learn->n_levels + 1, sizeof *wanted);
    size_t n = 0;
    lw_status status = wanted == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; status == LW_OK && i < learn->n_levels; i++) {
        bool whole = true;
        status = stored_features(learn, i, &whole, err);
        if (!whole) {
            wanted[n++] = i;
        }
    }
    return status == LW_OK ? learn_measure(learn, wanted, n, err) : status;
}

/* Sources are kept back together, in at most six folds of about as many levels each. */
static lw_status fold_sources(struct learn *learn, struct lw_error *err) {
    size_t n = learn->n_sources, load[MAX_FOLDS] = {0};
    size_t *size = lw_arena_zero(&learn->arena, n + 1, sizeof *size);
    learn->fold = lw_arena_zero(&learn->arena, n + 1, sizeof *learn->fold);
    if (size == NULL || learn->fold == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < learn->n_levels; i++) {
        size[learn->levels[i].source]++;
    }
    learn->n_folds = n < MAX_FOLDS ? n : MAX_FOLDS;
    for (size_t k = 0; k < n; k++) {
        size_t largest = 0, least = 0;
        for (size_t s = 0; s < n; s++) {
            largest = size[s] > size[largest] ? s : largest;
        }
        for (size_t f = 0; f < learn->n_folds; f++) {
            least = load[f] < load[least] ? f : least;
        }
        learn->fold[largest] = least;
        load[least] += size[largest];
        size[largest] = 0;
    }
    return LW_OK;
}

/* With one or two sources, single levels are kept back. */
static void split_sources(struct learn *learn) {
    learn->n_real_sources = learn->n_sources;
    if (learn->n_sources >= LEAST_SOURCES) {
        return;
    }
    learn->n_sources = learn->n_levels < LEVEL_FOLDS ? learn->n_levels : LEVEL_FOLDS;
    for (size_t i = 0; i < learn->n_levels; i++) {
        learn->levels[i].source = i % LEVEL_FOLDS;
    }
}

static lw_status score(struct learn *learn, struct lw_error *err) {
    struct lw_model_texts models;
    lw_status status = lw_store_models_in_use(learn->store, &learn->arena, &models, err);
    if (status == LW_OK) {
        status = lw_rater_open_among(&learn->rater, learn->kind, &models,
                                     learn->cli->alloc, err);
        if (status == LW_UNSUPPORTED) {
            return LW_OK; /* nothing is in use: a new one has nothing to beat */
        }
    }
    for (size_t i = 0; status == LW_OK && i < learn->n_levels; i++) {
        struct lw_verdict verdict;
        lw_rater_judge(&learn->rater, &learn->items[i].values, &verdict);
        learn->levels[i].score = verdict.score;
    }
    return status;
}

static lw_status list_levels(struct learn *learn, const char **ids, size_t n,
                             struct lw_error *err) {
    lw_status status = LW_OK;
    learn->levels = lw_arena_zero(&learn->arena, n + 1, sizeof *learn->levels);
    learn->items = lw_arena_zero(&learn->arena, n + 1, sizeof *learn->items);
    learn->sources = lw_arena_zero(&learn->arena, n + 1, sizeof *learn->sources);
    if (learn->levels == NULL || learn->items == NULL || learn->sources == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < n; i++) {
        learn->levels[i].id = ids[i];
        learn->n_levels = i + 1;
        status = find_source(learn, i, err);
    }
    return status;
}

static void count_players(struct learn *learn) {
    const char *last = "";
    for (size_t i = 0; i < learn->gathered.n_plays; i++) {
        const char *player = learn->gathered.plays[i].player;
        learn->n_players += strcmp(player, last) != 0;
        last = player;
    }
}

lw_status learn_gather(struct learn *learn, struct lw_error *err) {
    const struct lw_store_gathering how = {.game = learn->kind->name,
                                           .with_simulated =
                                               cli_value(learn->args, "simulated")->flag,
                                           .now_ms = cli_now_ms()};
    const char **ids;
    size_t n;
    lw_status status =
        lw_store_gather(learn->store, &how, &learn->arena, &learn->gathered, err);
    if (status == LW_OK) {
        status = list_ids(learn, &ids, &n, err);
    }
    if (status == LW_OK && n == 0) {
        return learn->gathered.n_simulated > 0
                   ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                             "all %zu plays and answers about %s are by simulated "
                             "players, which are not learned from unless --simulated "
                             "says so",
                             learn->gathered.n_simulated, learn->kind->title)
                   : lw_fail(err, LW_BAD_INPUT, 0, 0,
                             "nobody has played %s here yet, so there is nothing to "
                             "learn from; --db names another database",
                             learn->kind->title);
    }
    if (status == LW_OK) {
        status = list_levels(learn, ids, n, err);
    }
    if (status == LW_OK) {
        status = fill_features(learn, err);
    }
    if (status == LW_OK) {
        split_sources(learn);
        count_players(learn);
        status = fold_sources(learn, err);
    }
    return status == LW_OK ? score(learn, err) : status;
}

void learn_free(struct learn *learn) {
    lw_rater_close(&learn->rater);
    lw_arena_free(&learn->arena);
}
