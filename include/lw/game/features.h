/* The features group: what is measured about a level, how that is said to players, and
 * the scale of a kind from which nobody's play has been learned. */
#ifndef LW_GAME_FEATURES_H
#define LW_GAME_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/budget.h"
#include "lw/base/runtime.h"
#include "lw/game/types.h"

enum lw_feature_kind { LW_FEATURE_INITIAL, LW_FEATURE_SOLUTION, LW_FEATURE_DYNAMIC };
enum lw_feature_cost { LW_COST_INSTANT, LW_COST_SOLVE, LW_COST_ENUMERATE };

struct lw_feature {
    const char *name;
    enum lw_feature_kind kind;
    enum lw_feature_cost cost;
    const char *unit;
    const char *help; /* the definition in a sentence */
};
/* A row of the table from a kind's list of X(code, name, kind, cost, unit, help). */
#define LW_FEATURE_ROW(code, name, kind, cost, unit, help)                               \
    {name, LW_FEATURE_##kind, LW_COST_##cost, unit, help},
#define LW_MAX_FEATURES 96
/* Raised when some feature is computed differently under the same definition, so that
 * values kept from before are not taken for those of now. */
#define LW_FEATURES_VERSION 3

struct lw_feature_values {
    double value[LW_MAX_FEATURES]; /* NaN: undefined for this level or over budget */
    double error[LW_MAX_FEATURES]; /* standard error when sampled, 0 when exact */
    double
        seconds[LW_MAX_FEATURES]; /* spent on it; shared work counts at its first use */
    /* What measuring found out about a solution, so that nobody need ask again. */
    enum lw_asked {
        LW_ASKED_NOT, /* nothing, or nothing that is kept */
        LW_ASKED_SOLVED,
        LW_ASKED_UNSOLVABLE, /* proved */
        LW_ASKED_LIMIT
    } asked;
};

/* The first n are undefined, exact and cost nothing, as compute begins. */
void lw_feature_values_clear(struct lw_feature_values *values, size_t n);
/* Measures a level that can be played, up to that cost; its kind has features. CANCELLED,
 * and all values undefined, when the budget's flag is set by the end: what was cut short
 * looks like the features of another level. */
lw_status lw_level_measure(const struct lw_level *level, enum lw_feature_cost up_to,
                           const struct lw_budget *budget,
                           const struct lw_runtime *runtime,
                           struct lw_feature_values *values,
                           struct lw_error *err) LW_MUST_CHECK;

/* How a feature is told to players. */
enum lw_wording {
    LW_WORDING_NUMBER, /* a count: "12 boxes" */
    LW_WORDING_SHARE,  /* 0 to 1: percent */
    LW_WORDING_LOG10,  /* the decimal logarithm of a count */
    LW_WORDING_CHANCE, /* ln(1 - log10 u): "once in 120 tries" */
    LW_WORDING_DEGREE  /* a number that means nothing by itself: only compared */
};
struct lw_feature_words {
    enum lw_wording how;
    const char *unit; /* "boxes"; may be "" */
    /* Half a sentence for values above, or not above, what is usual. */
    const char *more, *less;
};

/* A term of the scale of a kind from which nobody's play has been learned: the feature in
 * standard deviations from the mean of reference levels, times its weight. */
struct lw_plain_term {
    size_t feature;
    bool log; /* ln(1 + value) is used */
    double mean, sd;
    double weight; /* positive is harder */
};

struct lw_feature_ops {
    const struct lw_feature *features;
    size_t n_features;
    const struct lw_feature_words *words; /* [n_features], or NULL: none yet */
    const struct lw_plain_term
        *plain; /* NULL: by the feature "walker" alone, if it is there */
    size_t n_plain;
    /* The features of van Kreveld's linear function of difficulty, separated by commas;
     * NULL: none are known. */
    const char *line;
    const char *pieces; /* counts what a player has to bring somewhere; NULL: none does */
    const char *to_do; /* 0 where nothing is left to do, though `won` is false; or NULL */
    /* Computes the features up to the given cost; values->asked is zero before. */
    lw_status (*compute)(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err);
};

/* The feature of that name; SIZE_MAX when the kind has none such, or name is NULL. */
size_t lw_feature_find(const struct lw_game_kind *kind, const char *name);

#endif
