/* Choosing a set among its candidates: sorted, matched to another set, or taken. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "define/check.h"
#include "levels/candidates.h"
#include "lw/base/rng.h"

static bool find_sort(struct set_maker *maker, struct lw_filter *out) {
    struct lw_error err = {0};
    const char *name = maker->set->sort;
    if (lw_filter_find(maker->kind, name, strlen(name), out, &err) != LW_OK) {
        study_set_wrong(maker, "sort", "use one of these, or title", &err);
        return false;
    }
    return true;
}

static bool goes_before(const struct study_candidate *a, const struct study_candidate *b,
                        const struct lw_filter *by) {
    if (by == NULL) {
        return strcmp(a->title, b->title) < 0;
    }
    return study_candidate_value(a, by) < study_candidate_value(b, by);
}

/* Stable, so that equal ones stay as in the source. */
static bool sort(struct set_maker *maker) {
    struct lw_filter filter, *by = NULL;
    if (maker->set->sort == NULL) {
        return true;
    }
    if (strcmp(maker->set->sort, "title") != 0) {
        by = &filter;
        if (!find_sort(maker, by)) {
            return false;
        }
    }
    for (size_t i = 1; i < maker->n; i++) {
        struct study_candidate moved = maker->items[i];
        size_t at = i;
        for (; at > 0 && goes_before(&moved, &maker->items[at - 1], by); at--) {
            maker->items[at] = maker->items[at - 1];
        }
        maker->items[at] = moved;
    }
    return true;
}

/* Keeps those marked, in order. */
static void keep(struct set_maker *maker, const bool *kept) {
    size_t n = 0;
    for (size_t i = 0; i < maker->n; i++) {
        if (kept[i]) {
            maker->items[n++] = maker->items[i];
        } else {
            lw_made_level_free(maker->runtime->alloc, &maker->items[i].made);
        }
    }
    maker->n = n;
}

static void take(struct set_maker *maker, bool *kept) {
    size_t n = maker->n, count = (size_t)maker->set->count;
    uint32_t *order = lw_arena_zero(maker->arena, n + 1, sizeof *order);
    struct lw_rng rng = lw_rng_make((uint64_t)maker->set->seed, 0);
    if (order == NULL) {
        maker->stopped = LW_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        order[i] = (uint32_t)i;
    }
    if (maker->set->take == LW_STUDY_TAKE_RANDOM) {
        lw_rng_shuffle(&rng, order, n, sizeof *order);
    }
    for (size_t i = 0; i < count; i++) {
        bool spread = maker->set->take == LW_STUDY_TAKE_SPREAD;
        kept[spread ? (2 * i + 1) * n / (2 * count) : order[i]] = true;
    }
}

struct target {
    double value[500][STUDY_MAX_MATCHED];
    double spread[STUDY_MAX_MATCHED];
    size_t n;
};

/* What the two are compared in; the other set need not have been measured in that. */
static bool measure_level(struct set_maker *maker, struct study_candidate *candidate,
                          const struct lw_filter *on) {
    const struct lw_feature_ops *ops = maker->kind->features;
    enum lw_feature_cost cost = LW_COST_INSTANT;
    bool any = false, good = true;
    for (size_t j = 0; j < maker->set->match->n_on; j++) {
        if (on[j].is_feature) {
            enum lw_feature_cost needs = ops->features[on[j].which].cost;
            any = true;
            cost = needs > cost ? needs : cost;
        }
    }
    good = !any || lw_made_level_measure(maker->runtime->alloc, &candidate->made, cost,
                                         &maker->proof, maker->runtime);
    for (size_t j = 0; j < maker->set->match->n_on && good; j++) {
        good = !isnan(study_candidate_value(candidate, &on[j]));
    }
    return good;
}

/* The other set's levels in what they are matched on. */
static bool measure_target(struct set_maker *maker, const struct set_maker *other,
                           const struct lw_filter *on, struct target *out) {
    bool good = other->kind == maker->kind && other->n > 0 && other->n <= 500;
    for (size_t i = 0; i < other->n && good; i++) {
        good = measure_level(maker, &other->items[i], on);
    }
    out->n = good ? other->n : 0;
    for (size_t j = 0; j < maker->set->match->n_on && good; j++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < out->n; i++) {
            out->value[i][j] = study_candidate_value(&other->items[i], &on[j]);
            sum += out->value[i][j];
            squares += out->value[i][j] * out->value[i][j];
        }
        double mean = sum / (double)out->n, var = squares / (double)out->n - mean * mean;
        out->spread[j] = var > 1e-12 ? sqrt(var) : 1;
    }
    return good;
}

static size_t nearest(const struct set_maker *maker, const struct target *target,
                      size_t which, const struct lw_filter *on, const bool *kept,
                      double *distance) {
    size_t best = maker->n;
    *distance = HUGE_VAL;
    for (size_t i = 0; i < maker->n; i++) {
        double sum = 0;
        for (size_t j = 0; j < maker->set->match->n_on; j++) {
            double d = (study_candidate_value(&maker->items[i], &on[j]) -
                        target->value[which][j]) /
                       target->spread[j];
            sum += d * d;
        }
        if (!kept[i] && sqrt(sum) < *distance) {
            *distance = sqrt(sum);
            best = i;
        }
    }
    return best;
}

/* One level for each target, the nearest that is left; fewer targets than levels of the
 * other set are spread evenly over it. found[i] is like target i. */
static bool pick(struct set_maker *maker, const struct target *target,
                 const struct lw_filter *on, bool *kept, struct study_candidate *found) {
    const struct lw_study_match *wanted = maker->set->match;
    size_t count = maker->set->count > 0 ? (size_t)maker->set->count : target->n;
    struct lw_error err = {0};
    for (size_t i = 0; i < count; i++) {
        size_t which = (2 * i + 1) * target->n / (2 * count);
        double distance;
        size_t best = nearest(maker, target, which, on, kept, &distance);
        if (best == maker->n || (wanted->within > 0 && distance > wanted->within)) {
            lw_error_set(&err, LW_BAD_INPUT, 0, 0,
                         "no level is left that is near level %zu of '%s'", which + 1,
                         wanted->set);
            study_set_wrong(maker, "match", "allow a larger distance, or take fewer",
                            &err);
            return false;
        }
        kept[best] = true;
        found[i] = maker->items[best];
    }
    return true;
}

static bool match(struct set_maker *maker, const struct set_maker *before,
                  size_t n_before, bool *kept, struct study_candidate *found) {
    const struct lw_study_match *wanted = maker->set->match;
    const struct set_maker *other = NULL;
    struct lw_filter on[STUDY_MAX_MATCHED];
    struct lw_error err = {0};
    for (size_t i = 0; i < n_before; i++) {
        other = strcmp(before[i].set->id, wanted->set) == 0 ? &before[i] : other;
    }
    for (size_t j = 0; j < wanted->n_on; j++) {
        if (lw_filter_find(maker->kind, wanted->on[j], strlen(wanted->on[j]), &on[j],
                           &err) != LW_OK) {
            study_set_wrong(maker, "match", "use one of these", &err);
            return false;
        }
    }
    struct target *target = lw_alloc_zero(maker->runtime->alloc, 1, sizeof *target);
    bool good =
        other != NULL && target != NULL && measure_target(maker, other, on, target);
    if (!good) {
        lw_error_set(&err, LW_BAD_INPUT, 0, 0, "its levels cannot be compared with '%s'",
                     wanted->set);
        study_set_wrong(maker, "match",
                        "match sets of the same game with at most 500 levels", &err);
    }
    good = good && pick(maker, target, on, kept, found);
    lw_alloc_free(maker->runtime->alloc, target, sizeof *target);
    return good;
}

bool study_candidates_choose(struct set_maker *maker, const struct set_maker *before,
                             size_t n_before) {
    const struct lw_study_set *set = maker->set;
    struct lw_error err = {0};
    if (maker->n == 0 || (size_t)set->count > maker->n) {
        lw_error_set(&err, LW_BAD_INPUT, 0, 0, "%lld levels are wanted, %zu are left",
                     (long long)(set->count == 0 ? 1 : set->count), maker->n);
        study_set_wrong(maker, set->n_where > 0 ? "where" : "count",
                        "widen the ranges, or take fewer", &err);
        return false;
    }
    bool *kept = lw_arena_zero(maker->arena, maker->n, sizeof *kept);
    struct study_candidate *found = lw_arena_zero(maker->arena, maker->n, sizeof *found);
    if (kept == NULL || found == NULL || !sort(maker)) {
        maker->stopped = kept == NULL || found == NULL ? LW_NO_MEMORY : maker->stopped;
        return false;
    }
    if (set->match != NULL) {
        if (!match(maker, before, n_before, kept, found)) {
            return false;
        }
    } else if (set->count > 0) {
        take(maker, kept);
    } else {
        memset(kept, 1, maker->n * sizeof *kept);
    }
    keep(maker, kept);
    if (set->match != NULL && set->sort == NULL) { /* as those that they are like */
        memcpy(maker->items, found, maker->n * sizeof *found);
    }
    return maker->stopped == LW_OK;
}
