/* Requests that nothing can fulfil, told before any work is done. */
#include <math.h>
#include <string.h>

#include "lw/filter.h"

/* Directly or by others between them; no kind's list has circles. */
static bool is_never_more(const struct lw_game_kind *kind, const char *first,
                          const char *second) {
    const struct lw_never_more *at = kind->solve == NULL ? NULL : kind->solve->never_more;
    for (; at != NULL && at->first != NULL; at++) {
        if (strcmp(first, at->first) == 0 && (strcmp(second, at->second) == 0 ||
                                              is_never_more(kind, at->second, second))) {
            return true;
        }
    }
    return false;
}

static const char *name_of(const struct lw_game_kind *kind,
                           const struct lw_filter *filter) {
    return filter->is_feature ? kind->features->features[filter->which].name
                              : kind->solve->measures[filter->which].name;
}

static lw_status check_pair(const struct lw_game_kind *kind, const struct lw_filter *a,
                            const struct lw_filter *b, struct lw_error *err) {
    const char *first = name_of(kind, a), *second = name_of(kind, b);
    if (strcmp(first, second) == 0 && (a->lo > b->hi || b->lo > a->hi)) {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "the filters contradict each other: no %s is at least %g and at "
                       "most %g",
                       first, fmax(a->lo, b->lo), fmin(a->hi, b->hi));
    }
    if (a->lo > b->hi && is_never_more(kind, first, second)) {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "no level has at least %g %s and at most %g %s: there are "
                       "never more %s than %s; loosen one of the filters",
                       a->lo, first, b->hi, second, first, second);
    }
    return LW_OK;
}

/* An option of the generator that bounds what is filtered: of the same name, or with
 * "max-" before it; what is never more than it is bounded too. */
static lw_status check_option(const struct lw_game_kind *kind,
                              const struct lw_filter *filter,
                              const struct lw_option *option,
                              const struct lw_option_value *value, struct lw_error *err) {
    const char *name = name_of(kind, filter);
    const char *what = option->name + (strncmp(option->name, "max-", 4) == 0 ? 4 : 0);
    bool same = strcmp(what, name) == 0;
    if (!value->set || (!same && !is_never_more(kind, name, what))) {
        return LW_OK;
    }
    double lo = -(double)INFINITY, hi = (double)INFINITY;
    if (option->type == LW_OPTION_INT) {
        hi = (double)(value->spread ? value->i2 : value->i);
    } else if (option->type == LW_OPTION_RANGE && value->given) {
        lo = value->lo;
        hi = value->hi;
    }
    if (filter->lo > hi) {
        return lw_fail(
            err, LW_IMPOSSIBLE, 0, 0,
            "the filter wants at least %g %s, but --%s allows at most %g; raise "
            "--%s or loosen the filter",
            filter->lo, name, option->name, hi, option->name);
    }
    if (same && filter->hi < lo) {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "the filter wants at most %g %s, but --%s asks for at least %g; "
                       "lower --%s or loosen the filter",
                       filter->hi, name, option->name, lo, option->name);
    }
    return LW_OK;
}

lw_status lw_filters_possible(const struct lw_game_kind *kind,
                              const struct lw_filter *filters, size_t n,
                              const struct lw_generator *generator,
                              const struct lw_option_value *values,
                              struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        if (filters[i].lo > filters[i].hi) {
            return lw_fail(err, LW_USAGE, 0, 0,
                           "the range of %s is upside down: %g is more than %g",
                           name_of(kind, &filters[i]), filters[i].lo, filters[i].hi);
        }
        for (size_t k = 0; k < n && status == LW_OK; k++) {
            status = check_pair(kind, &filters[i], &filters[k], err);
        }
        for (size_t k = 0;
             generator != NULL && k < generator->n_options && status == LW_OK; k++) {
            status =
                check_option(kind, &filters[i], &generator->options[k], &values[k], err);
        }
    }
    return status;
}
