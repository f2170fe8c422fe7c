/* The levels of a study: sets, each with one source and a choice from it. */
#ifndef LW_STUDY_SETS_H
#define LW_STUDY_SETS_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/json.h"
#include "lw/base/option.h"
#include "lw/study/text.h"

enum lw_study_maker { LW_STUDY_BY_PROGRAM, LW_STUDY_BY_PERSON };

/* Anyone can make the levels again from this. */
struct lw_study_recipe {
    const char *method; /* NULL: the game's first generator */
    struct lw_setting *options;
    size_t n_options;
    struct lw_setting *filters; /* measure or feature, and its range "3..7" */
    size_t n_filters;
    const char *order; /* "pushes", "-rating", ...; NULL: as made */
    int64_t count, seed, diverse;
};

/* What is stored: levels of the set's game. */
struct lw_study_query {
    const char *author, *method; /* NULL: any */
};

enum lw_study_source {
    LW_STUDY_FROM_PACK,
    LW_STUDY_FROM_FILE,
    LW_STUDY_FROM_RECIPE,
    LW_STUDY_FROM_QUERY
};

/* Nearest neighbours: for each level of `set`, the one not yet taken that is nearest in
 * the named measures and features, each divided by its spread in `set`. */
struct lw_study_match {
    const char *set;
    const char *const *on;
    size_t n_on;
    double within; /* no further than this many spreads; 0: any */
};

enum lw_study_take { LW_STUDY_TAKE_FIRST, LW_STUDY_TAKE_RANDOM, LW_STUDY_TAKE_SPREAD };

struct lw_study_set {
    const struct lw_json *at;
    const char *id, *game;
    struct lw_study_text title; /* for people; hides what it should */
    struct lw_study_text goal;  /* shown above each of its levels; may be absent */
    enum lw_study_maker made_by;
    const char *author, *credit, *terms; /* of levels that are not the program's own */
    const char *technique;               /* NULL: none is compared */
    const char *rules;                   /* "name=value" lines; NULL: defaults */
    enum lw_study_source source;
    const char *pack, *file;
    struct lw_study_recipe *recipe;
    const char *game_file; /* the game's source, where a recipe's kind is made from one */
    struct lw_study_recipe *made_with; /* how a file of generated levels was made */
    struct lw_study_query *query;
    const int64_t *numbers; /* of the source, from 1: only these, in this order */
    size_t n_numbers;
    struct lw_setting *where; /* measure or feature, and its range */
    size_t n_where;
    struct lw_study_match *match;
    int64_t count; /* 0: all that are left */
    enum lw_study_take take;
    int64_t seed;     /* of take random */
    const char *sort; /* measure, feature or "title"; NULL: as they come */
};

#endif
