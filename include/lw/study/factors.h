/* What differs between the people of a study, and how many there are of each. */
#ifndef LW_STUDY_FACTORS_H
#define LW_STUDY_FACTORS_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/json.h"
#include "lw/base/option.h"
#include "lw/study/text.h"

/* Factors. Either values, or orders of some things. */
enum lw_study_scheme {
    LW_STUDY_ORDERS_ALL,      /* every order */
    LW_STUDY_ORDERS_ROTATED,  /* cyclic Latin square: each thing once in each place */
    LW_STUDY_ORDERS_BALANCED, /* Williams: each also follows each other equally often */
    LW_STUDY_ORDERS_LISTED    /* those of the list */
};

struct lw_study_names {
    const char *const *names;
    size_t n;
};

struct lw_study_orders {
    const char *const *of;
    size_t n_of;
    enum lw_study_scheme scheme;
    struct lw_study_names *list;
    size_t n_list;
};

struct lw_study_factor {
    const struct lw_json *at;
    const char *id;
    struct lw_study_text title;
    const char *const *values;
    size_t n_values;
    struct lw_study_orders *orders; /* instead of values */
    int64_t wanted;                 /* values that the original had; 0: as many as here */
    const char *why_fewer;
};

/* What the cells are claimed to keep apart; counted over all cells when checked. */
enum lw_study_balance_kind {
    LW_STUDY_BALANCE_CROSSED,   /* every combination of the factors' values as often */
    LW_STUDY_BALANCE_POSITIONS, /* of an order factor: each thing in each place as often
                                 */
    LW_STUDY_BALANCE_CARRY_OVER /* each thing right after each other one as often */
};

struct lw_study_balance {
    const struct lw_json *at;
    enum lw_study_balance_kind kind;
    const char *const *factors;
    size_t n_factors;
};

/* A cell written out: a value for every factor. */
struct lw_study_listed_cell {
    const struct lw_json *at;
    struct lw_setting *values;
    size_t n_values;
};

struct lw_study_cell_design {
    struct lw_study_listed_cell *list; /* n 0: all combinations */
    size_t n_list;
    struct lw_study_balance *balance;
    size_t n_balance;
};

enum lw_study_ties { LW_STUDY_TIES_RANDOM, LW_STUDY_TIES_IN_ORDER };

struct lw_study_assignment {
    enum lw_study_ties ties;
    int64_t lease_minutes; /* how long a cell is kept for someone who is not heard of */
};

enum lw_study_counted { LW_STUDY_COUNT_COMPLETED, LW_STUDY_COUNT_KEPT };

/* Who counts besides the people of this version: those of the versions before, as long as
 * the cells are the same, or nobody. */
enum lw_study_across_versions { LW_STUDY_CARRY_OVER, LW_STUDY_ANEW };

struct lw_study_stopping {
    int64_t people; /* 0: until the date or until it is closed */
    enum lw_study_counted counted;
    enum lw_study_across_versions across_versions;
    const char *until;      /* date; NULL: none */
    const char *reason;     /* why this many */
    const char *why_uneven; /* why so many that cells differ by one; NULL: they do not */
};

#endif
