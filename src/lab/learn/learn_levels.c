/* The levels that people played: their sources, their features, what the model in use
 * says of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/learn.h"
#include "table/same_level.h"

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

const struct learn_study_level *learn_in_studies(const struct learn *learn,
                                                 const char *id) {
    const struct learn_studies *studies = &learn->studies;
    for (size_t i = 0; i < studies->n_levels; i++) {
        if (strcmp(studies->levels[i].id, id) == 0) {
            return &studies->levels[i];
        }
    }
    return NULL;
}

/* The store's source is "" for a level that it does not have. */
static lw_status find_source(struct learn *learn, size_t level, struct lw_error *err) {
    const char *id = learn->levels[level].id, *name;
    size_t at = 0;
    lw_status status = lw_store_level_source(learn->store, id, &learn->arena, &name, err);
    if (status != LW_OK) {
        return status;
    }
    learn->levels[level].stored = *name != '\0';
    const struct learn_study_level *there = learn_in_studies(learn, id);
    name = learn->levels[level].stored || there == NULL ? name : there->from;
    while (at < learn->n_sources && strcmp(learn->sources[at], name) != 0) {
        at++;
    }
    learn->sources[at] = name;
    learn->n_sources += at == learn->n_sources;
    learn->levels[level].source = at;
    return LW_OK;
}

/* All features as they are stored; false: some are not. */
static lw_status stored_features(struct learn *learn, size_t at, bool *whole,
                                 struct lw_error *err) {
    const struct lw_feature_ops *ops = learn->kind->features;
    struct lw_feature_values *values = &learn->items[at].values;
    struct lw_store_feature_list list;
    *whole = false;
    if (!learn->levels[at].stored) {
        return LW_OK;
    }
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
        if (size[largest] == 0) {
            break; /* sources whose levels all went over to others */
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

static size_t count_sources(const struct learn *learn, bool *seen) {
    size_t n = 0;
    memset(seen, 0, (learn->n_levels + 1) * sizeof *seen);
    for (size_t i = 0; i < learn->n_levels; i++) {
        n += !seen[learn->levels[i].source];
        seen[learn->levels[i].source] = true;
    }
    return n;
}

/* Texts alone: this process opens no level. */
static lw_status list_texts(struct learn *learn, const char **texts,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; status == LW_OK && i < learn->n_levels; i++) {
        const char *id = learn->levels[i].id;
        const struct learn_study_level *there = learn_in_studies(learn, id);
        struct lw_store_level row = {.text = there == NULL ? "" : there->text};
        if (learn->levels[i].stored) {
            status = lw_store_level_get(learn->store, id, &learn->arena, &row, err);
        }
        texts[i] = row.text;
    }
    return status;
}

/* A level almost the same as one of another source goes over to that source: if it were
 * kept back, its like would still have been learned from. */
static lw_status join_near(struct learn *learn, struct lw_error *err) {
    const char **texts = lw_arena_zero(&learn->arena, learn->n_levels + 1, sizeof *texts);
    size_t *source = lw_arena_zero(&learn->arena, learn->n_levels + 1, sizeof *source);
    if (texts == NULL || source == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < learn->n_levels; i++) {
        source[i] = learn->levels[i].source;
    }
    lw_status status = list_texts(learn, texts, err);
    if (status == LW_OK) {
        const struct same_level_texts all = {learn->kind, texts, learn->n_levels};
        status =
            same_level_join_texts(learn->cli->alloc, &all, source, &learn->n_near, err);
    }
    for (size_t i = 0; status == LW_OK && i < learn->n_levels; i++) {
        learn->levels[i].source = source[i];
    }
    return status;
}

/* With one or two sources, single levels are kept back, and those almost the same with
 * them. */
static lw_status split_sources(struct learn *learn, struct lw_error *err) {
    bool *seen = lw_arena_zero(&learn->arena, learn->n_levels + 1, sizeof *seen);
    lw_status status = seen == NULL ? lw_fail_memory(err) : join_near(learn, err);
    if (status != LW_OK) {
        return status;
    }
    learn->n_real_sources = count_sources(learn, seen);
    if (learn->n_real_sources >= LEAST_SOURCES) {
        return LW_OK;
    }
    learn->n_sources = learn->n_levels < LEVEL_FOLDS ? learn->n_levels : LEVEL_FOLDS;
    for (size_t i = 0; i < learn->n_levels; i++) {
        learn->levels[i].source = i % LEVEL_FOLDS;
    }
    return join_near(learn, err);
}

static lw_status score(struct learn *learn, struct lw_error *err) {
    struct lw_model_texts models;
    lw_status status = lw_store_models_in_use(learn->store, &learn->arena, &models, err);
    if (status == LW_OK) {
        status = lw_rater_open_among(&learn->rater, learn->kind, &models,
                                     learn->cli->alloc, err);
        if (status == LW_OK && learn->rater.unread != 0) {
            (void)fprintf(learn->cli->err,
                          "levelwright learn: version %u is in use and cannot be read: "
                          "%s; compared with what ships\n",
                          learn->rater.unread, err->text);
        }
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

/* There is no evidence: why not. */
static lw_status nothing_there(const struct learn *learn, struct lw_error *err) {
    if (learn->gathered.n_simulated > 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all %zu plays and answers about %s are by simulated players, "
                       "which are not learned from unless --simulated says so",
                       learn->gathered.n_simulated, learn->kind->title);
    }
    if (learn->studies.n_not_allowed > 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "only people of studies have played %s here, and none of those "
                       "%zu has allowed this; see \"learning\" in docs/studies.md",
                       learn->kind->title, learn->studies.n_not_allowed);
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "nobody has played %s here yet, so there is nothing to learn from",
                   learn->kind->title);
}

lw_status learn_levels(struct learn *learn, struct lw_error *err) {
    const char **ids = NULL;
    size_t n = 0;
    lw_status status = list_ids(learn, &ids, &n, err);
    if (status == LW_OK && n == 0) {
        return nothing_there(learn, err);
    }
    if (status == LW_OK) {
        status = list_levels(learn, ids, n, err);
    }
    if (status == LW_OK) {
        status = fill_features(learn, err);
    }
    if (status == LW_OK) {
        status = split_sources(learn, err);
    }
    if (status == LW_OK) {
        status = fold_sources(learn, err);
    }
    return status == LW_OK ? score(learn, err) : status;
}

void learn_free(struct learn *learn) {
    lw_rater_close(&learn->rater);
    lw_arena_free(&learn->arena);
}
