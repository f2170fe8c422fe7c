/* The store's levels with what is known of them, packs, level sets, and packs as files.
 */
#ifndef LW_STORE_LEVELS_H
#define LW_STORE_LEVELS_H

#include <stdatomic.h>

#include "lw/base/runtime.h"
#include "lw/game.h"
#include "lw/store_base.h"

/* Levels. */

struct lw_store_level {
    char id[LW_STORE_ID_SIZE]; /* the canonical id: one puzzle, one level */
    const char *game;          /* the kind's name */
    const char *rules;         /* "name=value" lines of rule options; "" for defaults */
    const char *source;        /* id of the game's source (PuzzleScript), else NULL */
    const char *text;          /* in the kind's first format */
    const char *title, *author;
    const char *method;  /* generator, "import", "editor"… */
    const char *options; /* JSON: what it was made with; "" when unknown */
    uint32_t width, height;
    double difficulty; /* predicted percentile 0..100; NaN: unknown */
    double score;      /* the generator's; NaN: none */
    int64_t created_ms;
    bool hidden; /* kept, but not listed */
};

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
lw_status lw_store_level_set_difficulty(struct lw_store *store, const char *id,
                                        double difficulty,
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
    bool by_difficulty;                 /* min_difficulty..max_difficulty count */
    double min_difficulty, max_difficulty;
    const struct lw_store_bound *bounds;
    size_t n_bounds; /* at most LW_STORE_MAX_BOUNDS */
    bool with_hidden;
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

/* Sources of games that are made from text; id is a hash of the text. */
lw_status lw_store_source_put(struct lw_store *store, const char *game, const char *text,
                              int64_t now_ms, char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_source_get(struct lw_store *store, const char *id,
                              struct lw_arena *arena, const char **text,
                              struct lw_error *err) LW_MUST_CHECK;

/* One solution a level, metric and origin; a better one replaces a worse. Callers have
 * replayed it. */
struct lw_store_solution {
    const char *level;
    const char *metric; /* what it is best for: "pushes", "moves", … */
    const char *origin; /* "generator", "solver", "player", "import" */
    const char *moves;  /* move text */
    double n_moves;     /* measure "moves"; NaN: unknown */
    double n_pushes;
    bool optimal; /* proved for the metric */
    int64_t made_ms;
};
lw_status lw_store_solution_put(struct lw_store *store,
                                const struct lw_store_solution *solution,
                                struct lw_error *err) LW_MUST_CHECK;
struct lw_store_solution_list {
    struct lw_store_solution *solutions;
    size_t n;
};
lw_status lw_store_solution_list(struct lw_store *store, const char *level,
                                 struct lw_arena *arena,
                                 struct lw_store_solution_list *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* The fewest moves and pushes known, by anyone; NaN: none known. */
struct lw_store_best {
    double moves, pushes;
};
lw_status lw_store_level_best(struct lw_store *store, const char *level,
                              struct lw_store_best *out,
                              struct lw_error *err) LW_MUST_CHECK;

struct lw_store_feature {
    const char *name;
    double value; /* NaN: undefined */
    double error; /* standard error */
};
/* Replaces the features of those names. */
lw_status lw_store_features_put(struct lw_store *store, const char *level,
                                const struct lw_store_feature *features, size_t n,
                                struct lw_error *err) LW_MUST_CHECK;
struct lw_store_feature_list {
    struct lw_store_feature *features;
    size_t n;
};
lw_status lw_store_features_get(struct lw_store *store, const char *level,
                                struct lw_arena *arena, struct lw_store_feature_list *out,
                                struct lw_error *err) LW_MUST_CHECK;

/* What a model or a person says of a level: rater "model:NAME" or "player:ID". The last
 * word of a rater counts. */
struct lw_store_rating {
    const char *level, *rater;
    double value, low, high; /* low, high: NaN when unknown */
    int64_t made_ms;
};
lw_status lw_store_rating_put(struct lw_store *store,
                              const struct lw_store_rating *rating,
                              struct lw_error *err) LW_MUST_CHECK;
struct lw_store_rating_list {
    struct lw_store_rating *ratings;
    size_t n;
};
lw_status lw_store_rating_list(struct lw_store *store, const char *level,
                               struct lw_arena *arena, struct lw_store_rating_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

/* Packs: levels in order. */

struct lw_store_pack {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *game, *author;
    const char *notes; /* JSON array of {key,text}; "" for none */
    const char *owner; /* a player's id, or NULL */
    int64_t created_ms;
    uint64_t n_levels; /* filled when read */
};
/* Makes the pack with these levels, which must be in the store (else LW_NOT_FOUND); the
 * same level twice counts once. pack->id receives the id. */
lw_status lw_store_pack_put(struct lw_store *store, struct lw_store_pack *pack,
                            const char *const *levels, size_t n,
                            struct lw_error *err) LW_MUST_CHECK;
/* Appends at the end; *added 0 when it was a member already. */
lw_status lw_store_pack_add(struct lw_store *store, const char *pack, const char *level,
                            size_t *added, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_remove(struct lw_store *store, const char *pack,
                               const char *level, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_delete(struct lw_store *store, const char *id,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_pack *out,
                            struct lw_error *err) LW_MUST_CHECK;
struct lw_store_pack_list {
    struct lw_store_pack *packs;
    size_t n;
    uint64_t total;
};
/* game NULL: any. Newest first. limit 0: 100. */
lw_status lw_store_pack_list(struct lw_store *store, const char *game, uint64_t first,
                             uint32_t limit, struct lw_arena *arena,
                             struct lw_store_pack_list *out,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_levels(struct lw_store *store, const char *id,
                               struct lw_arena *arena, struct lw_store_level_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

/* Level sets: chosen packs that players are studied on. A pinned set comes first; the
 * others stand in an order that is random but always the same for one player. */

struct lw_store_set {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *game;
    const char *origin; /* "generated" or "handmade" */
    bool pinned;
    int64_t position; /* in lists without a player */
    uint64_t n_levels;
};
lw_status lw_store_set_put(struct lw_store *store, struct lw_store_set *set,
                           const char *const *levels, size_t n,
                           struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_delete(struct lw_store *store, const char *id,
                              struct lw_error *err) LW_MUST_CHECK;
struct lw_store_set_list {
    struct lw_store_set *sets;
    size_t n;
};
/* game, player NULL: any, and by position. */
lw_status lw_store_set_list(struct lw_store *store, const char *game, const char *player,
                            struct lw_arena *arena, struct lw_store_set_list *out,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_set *out, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_levels(struct lw_store *store, const char *id,
                              struct lw_arena *arena, struct lw_store_level_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Choosing level sets as Taylor did (2015, chapter 3): from each of several large
 * collections the same number of levels, of a stated size, number of boxes and number of
 * moves. Chosen levels are matched: each has its like in every other set. */

struct lw_store_range {
    double min, max; /* both 0: any */
};
struct lw_store_choice {
    size_t count; /* levels a set; 0: 25 */
    uint64_t seed;
    struct lw_store_range width, height, boxes, moves;
    /* Levels without a known solution are solved with so many nodes each and, if the
     * runtime has a clock, until that moment; 0: they are left out, or no end. Solutions
     * are kept. */
    uint64_t solve_nodes, solve_until_ns;
    const struct lw_runtime *runtime;
    const atomic_bool *cancel; /* may be NULL */
    int64_t now_ms;
};
struct lw_store_choice_pack {
    const char *pack, *title;
    const char *origin; /* "generated" or "handmade" */
    bool pinned;
};
struct lw_store_chosen {
    struct lw_store_set set;
    size_t n_pack, n_fit, n_unsolved; /* levels of the pack, in the ranges, left out */
    double size, boxes, moves;        /* means over the set; size in squares */
};
#define LW_STORE_MAX_CHOICE 20
/* Makes a set of each of n packs, all or none. LW_BAD_INPUT when a pack has too few
 * levels that fit; err->line is then its number, from 1, as with any other failure of one
 * pack. A level that several packs have counts for the first of them. out has room for n.
 */
lw_status lw_store_sets_choose(struct lw_store *store,
                               const struct lw_store_choice *choice,
                               const struct lw_store_choice_pack *packs, size_t n,
                               struct lw_arena *arena, struct lw_store_chosen *out,
                               struct lw_error *err) LW_MUST_CHECK;

/* Packs in and out, in every text format of a kind and as JSON lines (one level a line
 * with everything the store knows of it; docs/store.md). */

/* Tells why a level was not taken; number counts levels, or lines, from 1. */
typedef void (*lw_store_refuse_fn)(void *ctx, size_t number, const struct lw_error *err);

struct lw_store_import {
    const char *title;  /* of the pack; NULL: the collection's own */
    const char *author; /* where the file has none; NULL: "" */
    const char *method; /* NULL: "import" */
    const char *owner;  /* a player's id, or NULL */
    const char *rules;  /* "name=value" lines that the game was made with; NULL: "" */
    int64_t now_ms;
    lw_store_refuse_fn refuse; /* may be NULL */
    void *refuse_ctx;
};
struct lw_store_imported {
    char pack[LW_STORE_ID_SIZE]; /* the first, when lines of several games made several */
    size_t n_packs;
    size_t n_new, n_known, n_refused; /* levels */
    size_t n_solutions;               /* that replayed and were stored */
};
/* Puts the levels that can be played into the store, with the stored solutions that
 * replay, and makes a pack of them: all in one transaction. LW_BAD_INPUT when no level
 * is good. Text that is not UTF-8 is taken as Latin-1. */
lw_status lw_store_import_set(struct lw_store *store, const struct lw_game *game,
                              const struct lw_collection *set,
                              const struct lw_store_import *how,
                              struct lw_store_imported *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* JSON lines of any games. A line without "game" belongs to game_name (NULL: refused).
 */
lw_status lw_store_import_lines(struct lw_store *store, const char *game_name,
                                const char *text, size_t len,
                                const struct lw_store_import *how,
                                struct lw_store_imported *out,
                                struct lw_error *err) LW_MUST_CHECK;
/* format: "jsonl", or the name of a format of the pack's game. */
lw_status lw_store_export_pack(struct lw_store *store, const char *pack,
                               const char *format, struct lw_buffer *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* All levels that are not hidden, as JSON lines. */
lw_status lw_store_export_all(struct lw_store *store, const char *game,
                              struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif
