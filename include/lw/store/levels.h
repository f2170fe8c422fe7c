/* Stored levels and the sources of their games: putting, getting, hiding, listing. */
#ifndef LW_STORE_LEVELS_H
#define LW_STORE_LEVELS_H

#include "lw/rating.h"
#include "lw/store/connection.h"

struct lw_store_level {
    char id[LW_STORE_ID_SIZE]; /* the canonical id: one puzzle, one level */
    const char *game;          /* the kind's name */
    const char *rules;         /* "name=value" lines of rule options; "" for defaults */
    const char *source;        /* id of the game's source (PuzzleScript), else NULL */
    const char *text;          /* in the kind's first format, after that source */
    const char *title, *author;
    const char *method;  /* generator, "import", "editor"… */
    const char *options; /* JSON: what it was made with; "" when unknown */
    uint32_t width, height;
    double percentile; /* predicted, 0..100; NaN: unknown, as the rating */
    double rating;     /* 1..10 */
    bool calibrated;   /* both are learned from people's play */
    double score;      /* the generator's; NaN: none */
    int64_t created_ms;
    bool hidden; /* kept, but not listed */
    /* The day from which it is public, YYYY-MM-DD; NULL or "": always. */
    const char *sealed;
    const char *aside; /* "" or NULL, or why no list shows it: "reported" */
    const char *owner; /* the player who brought it, or NULL */
    /* Filled when read: */
    size_t text_len, source_len; /* source_len 0: none */
};
/* Of the verdict, what the row has. */
struct lw_verdict lw_store_level_verdict(const struct lw_store_level *level);
/* Until a day takes it. */
#define LW_STORE_SEALED "9999-12-31"

enum lw_store_put { LW_STORE_INSERTED, LW_STORE_DUPLICATE };

/* A level that is already there stays as it is. */
lw_status lw_store_level_put(struct lw_store *store, const struct lw_store_level *level,
                             enum lw_store_put *put, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_level_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_level *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* Takes the level out of packs, sets and the reserve and hides it; its plays stay. */
lw_status lw_store_level_hide(struct lw_store *store, const char *id,
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_level_set_rating(struct lw_store *store, const char *id,
                                    double percentile, double rating, bool calibrated,
                                    struct lw_error *err) LW_MUST_CHECK;

enum lw_store_order {
    LW_STORE_NEWEST,
    LW_STORE_EASIEST,
    LW_STORE_HARDEST,
    LW_STORE_BY_ID
};
/* A bound on a feature or on a measure of the best solution ("moves", "pushes"). */
struct lw_store_bound {
    const char *name;
    double min, max; /* -HUGE_VAL, HUGE_VAL: open */
};
#define LW_STORE_MAX_BOUNDS 8

struct lw_store_filter {
    const char *game, *method, *author; /* NULL: any */
    bool by_percentile;                 /* min_percentile..max_percentile count */
    double min_percentile, max_percentile;
    bool calibrated; /* only levels whose rating is */
    const struct lw_store_bound *bounds;
    size_t n_bounds; /* at most LW_STORE_MAX_BOUNDS */
    bool with_hidden;
    const char *sealed_after; /* only levels that are sealed beyond that day; NULL: any */
    enum lw_store_order order;
    uint64_t first; /* how many to skip */
    uint32_t limit; /* 0: 100 */
};

struct lw_store_level_list {
    struct lw_store_level *levels;
    size_t n;
    uint64_t total; /* that fit the filter */
};
lw_status lw_store_level_list(struct lw_store *store,
                              const struct lw_store_filter *filter,
                              struct lw_arena *arena, struct lw_store_level_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Sources of games that are made from text; id is a hash of the text. A source is stored
 * once, and with the text of a level behind it is a whole text of the game. */
lw_status lw_store_source_put(struct lw_store *store, const char *game, const char *text,
                              int64_t now_ms, char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_source_get(struct lw_store *store, const char *id,
                              struct lw_arena *arena, const char **text,
                              struct lw_error *err) LW_MUST_CHECK;
/* The level's text as a file has it: its source, when it has one, and its text. */
lw_status lw_store_level_whole(struct lw_store *store, const struct lw_store_level *level,
                               struct lw_arena *arena, const char **text,
                               struct lw_error *err) LW_MUST_CHECK;
/* The sources of the levels in a list, each once, in the order in which they come. */
struct lw_store_source {
    const char *id, *text;
};
struct lw_store_source_list {
    struct lw_store_source *sources;
    size_t n;
};
lw_status lw_store_source_list(struct lw_store *store,
                               const struct lw_store_level_list *levels,
                               struct lw_arena *arena, struct lw_store_source_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
