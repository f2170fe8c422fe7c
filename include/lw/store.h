/* The store: levels, packs, players, plays, events, jobs and everything else that lasts.
 *
 * One schema, two databases: SQLite by default, PostgreSQL by URL. All statements are
 * parametrised and written once; only the driver below knows which database it is.
 *
 * Threads: a struct lw_store is one connection. It may pass from thread to thread but
 * serves one at a time. Open one a worker, or share a struct lw_store_pool. A struct
 * lw_store_writer may be used by any number of threads at once.
 *
 * Time: the store has no clock. Callers pass now_ms, milliseconds since 1970 (UTC).
 *
 * Memory: texts and lists that a call returns live in the arena that the caller passes.
 *
 * Failures that callers tell apart (lw/base/status.h): LW_NOT_FOUND, LW_EXISTS, LW_BUSY
 * (locked, or the server is away: try again), LW_FULL (no room left). After any failure
 * nothing of that call is stored. Text must be UTF-8, else LW_BAD_INPUT. */
#ifndef LW_STORE_H
#define LW_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/hash.h"
#include "lw/base/status.h"
#include "lw/game.h"

struct lw_store;
struct lw_store_pool;
struct lw_store_writer;

/* Ids are 32 lower-case hexadecimal digits and a NUL; secrets 64 and a NUL. */
#define LW_STORE_ID_SIZE 33
#define LW_STORE_SECRET_SIZE 65

/* Zero-initialise for the usual. */
struct lw_store_options {
    const struct lw_alloc *alloc; /* NULL: libc's */
    uint32_t busy_ms;             /* how long to wait for a lock; 0: 5000 */
    bool must_exist;              /* do not make a new SQLite file */
    bool keep_version;            /* do not migrate: for looking at an old database */
};

/* url: "postgres://…", "postgresql://…", "sqlite:FILE" or a file's name. Brings the
 * schema to the newest version; a database of a newer program is refused. */
lw_status lw_store_open(const char *url, const struct lw_store_options *options,
                        struct lw_store **out, struct lw_error *err) LW_MUST_CHECK;
void lw_store_close(struct lw_store *store); /* NULL-safe */
/* "sqlite" or "postgresql". */
const char *lw_store_kind(const struct lw_store *store);
int lw_store_newest_version(void);
lw_status lw_store_version(struct lw_store *store, int *version,
                           struct lw_error *err) LW_MUST_CHECK;
/* Is the database there and answering? */
lw_status lw_store_ping(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* Appends url as it may be shown: without its password. */
void lw_store_url_safe(const char *url, struct lw_buffer *out);
/* Overwrites the password in url in place, e.g. in argv; true when there was one. */
bool lw_store_url_hide(char *url);

/* Several statements as one: all of them or none. Calls that write make a transaction of
 * their own unless one is open. end with commit false takes everything back. */
lw_status lw_store_begin(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_end(struct lw_store *store, bool commit,
                       struct lw_error *err) LW_MUST_CHECK;

/* A pool: take waits until one of n connections is free. */
lw_status lw_store_pool_open(const char *url, const struct lw_store_options *options,
                             size_t n, struct lw_store_pool **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_store_pool_close(struct lw_store_pool *pool); /* all given back; NULL-safe */
struct lw_store *lw_store_pool_take(struct lw_store_pool *pool);
void lw_store_pool_give(struct lw_store_pool *pool, struct lw_store *store);

/* A fresh random id. */
void lw_store_new_id(char id[LW_STORE_ID_SIZE]);

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

/* "Which of the two is harder?" answered by a player; study may be NULL. */
struct lw_store_comparison {
    const char *study, *player, *level_a, *level_b;
    int answer; /* -1: a, 0: equal, 1: b */
    int64_t made_ms;
};
lw_status lw_store_comparison_add(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) LW_MUST_CHECK;
struct lw_store_comparison_list {
    struct lw_store_comparison *comparisons;
    size_t n;
};
/* study NULL: all. */
lw_status lw_store_comparison_list(struct lw_store *store, const char *study,
                                   struct lw_arena *arena,
                                   struct lw_store_comparison_list *out,
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

/* Players: anonymous. The key is shown once and stored hashed. */

lw_status lw_store_player_create(struct lw_store *store, int64_t now_ms,
                                 char id[LW_STORE_ID_SIZE],
                                 char key[LW_STORE_SECRET_SIZE],
                                 struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND for a wrong key. */
lw_status lw_store_player_by_key(struct lw_store *store, const char *key,
                                 char id[LW_STORE_ID_SIZE],
                                 struct lw_error *err) LW_MUST_CHECK;
/* Removes the player with sessions, plays, events, ratings and comparisons. */
lw_status lw_store_player_delete(struct lw_store *store, const char *id,
                                 struct lw_error *err) LW_MUST_CHECK;

/* Plays: one player at one level. */

/* Plays further apart than this belong to two sessions. */
#define LW_STORE_SESSION_GAP_MS (30 * 60 * 1000)

struct lw_store_play {
    char id[LW_STORE_ID_SIZE];
    char player[LW_STORE_ID_SIZE], level[LW_STORE_ID_SIZE], session[LW_STORE_ID_SIZE];
    const char *set;   /* the level set it was chosen from, or NULL */
    const char *study; /* or NULL */
    int64_t started_ms;
    int64_t won_ms;                 /* 0: not won */
    int64_t moves, pushes, t_ms;    /* of the win; 0 before */
    int64_t restarts, undos, quits; /* so far */
};
/* set and study may be NULL. */
lw_status lw_store_play_start(struct lw_store *store, const char *player,
                              const char *level, const char *set, const char *study,
                              int64_t now_ms, char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_play_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_play *out,
                            struct lw_error *err) LW_MUST_CHECK;
struct lw_store_play_list {
    struct lw_store_play *plays;
    size_t n;
};
/* Newest first. limit 0: 100. */
lw_status lw_store_play_list(struct lw_store *store, const char *player, uint64_t first,
                             uint32_t limit, struct lw_arena *arena,
                             struct lw_store_play_list *out,
                             struct lw_error *err) LW_MUST_CHECK;

/* Events of a play. Callers have replayed a win before they append it. */

#define LW_EVENT_LIST(X)                                                                 \
    X(START, "start")                                                                    \
    X(RESTART, "restart")                                                                \
    X(UNDO, "undo")                                                                      \
    X(REDO, "redo")                                                                      \
    X(HINT, "hint")                                                                      \
    X(MOVE, "move")                                                                      \
    X(WIN, "win")                                                                        \
    X(QUIT, "quit")

enum lw_event_kind {
#define X(code, name) LW_EVENT_##code,
    LW_EVENT_LIST(X)
#undef X
        LW_EVENT_COUNT
};
const char *lw_event_name(enum lw_event_kind kind);
/* False when there is no such kind. */
bool lw_event_kind_find(const char *name, enum lw_event_kind *kind);

struct lw_store_event {
    const char *play;
    int64_t seq; /* the client's number within the play; a repeat is ignored */
    enum lw_event_kind kind;
    int64_t t_ms; /* since the play began */
    int64_t moves, pushes;
    const char *data;  /* a win's moves, or anything; "" for none */
    int64_t stored_ms; /* filled when read */
};
struct lw_store_appended {
    size_t stored;   /* new */
    size_t repeated; /* were there already */
};
/* One transaction: when this returns LW_OK all events are on disk. A play that is not
 * this player's refuses the whole batch with LW_NOT_FOUND; err->line is then the number
 * of the event, from 1. */
lw_status lw_store_events_append(struct lw_store *store, const char *player,
                                 const struct lw_store_event *events, size_t n,
                                 int64_t now_ms, struct lw_store_appended *out,
                                 struct lw_error *err) LW_MUST_CHECK;
struct lw_store_event_list {
    struct lw_store_event *events;
    size_t n;
};
lw_status lw_store_event_list(struct lw_store *store, const char *play,
                              struct lw_arena *arena, struct lw_store_event_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Group commit: batches that arrive while one is being written are written together by
 * a thread with a connection of its own. A batch that is refused does not harm others. */
typedef void (*lw_store_done_fn)(void *ctx, lw_status status,
                                 const struct lw_store_appended *appended,
                                 const struct lw_error *err);
lw_status lw_store_writer_open(const char *url, const struct lw_store_options *options,
                               struct lw_store_writer **out,
                               struct lw_error *err) LW_MUST_CHECK;
/* Writes what is waiting, then ends; NULL-safe. */
void lw_store_writer_close(struct lw_store_writer *writer);
/* Copies the events and returns at once; done is called from the writer's thread when
 * they are on disk or refused. LW_BUSY when too much is waiting: nothing was taken. */
lw_status lw_store_writer_submit(struct lw_store_writer *writer, const char *player,
                                 const struct lw_store_event *events, size_t n,
                                 int64_t now_ms, lw_store_done_fn done, void *ctx,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Submits and waits. */
lw_status lw_store_writer_append(struct lw_store_writer *writer, const char *player,
                                 const struct lw_store_event *events, size_t n,
                                 int64_t now_ms, struct lw_store_appended *out,
                                 struct lw_error *err) LW_MUST_CHECK;

/* Level of the day. A level is daily at most once, ever. */

struct lw_store_daily {
    const char *game, *difficulty; /* "easy", "medium", "hard" */
    const char *date;              /* YYYY-MM-DD */
    int64_t number;                /* 1, 2, … a game and difficulty */
    char level[LW_STORE_ID_SIZE];
    bool from_reserve;
    int64_t made_ms;
};
/* Gives the date its level and the next number. LW_EXISTS when the date has one already
 * or the level was daily before. */
lw_status lw_store_daily_put(struct lw_store *store, const char *game,
                             const char *difficulty, const char *date, const char *level,
                             bool from_reserve, int64_t now_ms, int64_t *number,
                             struct lw_error *err) LW_MUST_CHECK;
/* By date, or by number when date is NULL. */
lw_status lw_store_daily_get(struct lw_store *store, const char *game,
                             const char *difficulty, const char *date, int64_t number,
                             struct lw_arena *arena, struct lw_store_daily *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_store_daily_list {
    struct lw_store_daily *days;
    size_t n;
    uint64_t total;
};
/* Newest first, none after up_to_date (so that tomorrow's is not told). limit 0: 100. */
lw_status lw_store_daily_archive(struct lw_store *store, const char *game,
                                 const char *difficulty, const char *up_to_date,
                                 uint64_t first, uint32_t limit, struct lw_arena *arena,
                                 struct lw_store_daily_list *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Was the level ever daily? */
lw_status lw_store_daily_used(struct lw_store *store, const char *level, bool *used,
                              struct lw_error *err) LW_MUST_CHECK;

/* Levels held back for days when making one failed. A higher score is better. */
lw_status lw_store_reserve_put(struct lw_store *store, const char *game,
                               const char *difficulty, const char *level, double score,
                               int64_t now_ms, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_reserve_count(struct lw_store *store, const char *game,
                                 const char *difficulty, uint64_t *n,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Makes the best of the reserve the level of that date, all in one; LW_NOT_FOUND when
 * the reserve is empty. */
lw_status lw_store_daily_from_reserve(struct lw_store *store, const char *game,
                                      const char *difficulty, const char *date,
                                      int64_t now_ms, char level[LW_STORE_ID_SIZE],
                                      int64_t *number,
                                      struct lw_error *err) LW_MUST_CHECK;

/* Jobs: a queue that several processes may work on. Each job is leased to one worker; a
 * lease that is not renewed in time ends, and the job is given to another. */

#define LW_JOB_STATE_LIST(X)                                                             \
    X(QUEUED, "queued")                                                                  \
    X(RUNNING, "running")                                                                \
    X(DONE, "done")                                                                      \
    X(FAILED, "failed")                                                                  \
    X(CANCELLED, "cancelled")

enum lw_job_state {
#define X(code, name) LW_JOB_##code,
    LW_JOB_STATE_LIST(X)
#undef X
        LW_JOB_STATE_COUNT
};
const char *lw_job_state_name(enum lw_job_state state);

struct lw_store_job {
    char id[LW_STORE_ID_SIZE];
    const char *kind;    /* "generate", "solve", "daily", … */
    const char *request; /* JSON */
    const char *owner;   /* a player's id or any name; NULL: nobody's */
    int64_t priority;    /* higher first, then older first */
    enum lw_job_state state;
    double progress;    /* 0..1; NaN: unknown */
    const char *note;   /* JSON, the last progress report */
    const char *result; /* JSON, when done */
    const char *error;  /* a sentence, when failed */
    const char *worker; /* who has or had the lease; "" before */
    int64_t lease_until_ms, created_ms, started_ms, ended_ms;
    int64_t tries, max_tries;
};
struct lw_store_job_request {
    const char *kind, *request, *owner;
    int64_t priority;
    int64_t max_tries; /* 0: 3 */
};
lw_status lw_store_job_enqueue(struct lw_store *store,
                               const struct lw_store_job_request *request, int64_t now_ms,
                               char id[LW_STORE_ID_SIZE],
                               struct lw_error *err) LW_MUST_CHECK;
/* Takes the next job of that kind (NULL: any). *found false when there is none. */
lw_status lw_store_job_lease(struct lw_store *store, const char *worker, const char *kind,
                             int64_t now_ms, int64_t lease_ms, struct lw_arena *arena,
                             struct lw_store_job *out, bool *found,
                             struct lw_error *err) LW_MUST_CHECK;
/* Renews the lease and notes the progress (note NULL: as it was). *go_on false: the job
 * was cancelled or given to another worker; stop and forget it. */
lw_status lw_store_job_progress(struct lw_store *store, const char *id,
                                const char *worker, int64_t now_ms, int64_t lease_ms,
                                double progress, const char *note, bool *go_on,
                                struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND when the lease is lost: the result is then not kept. */
lw_status lw_store_job_finish(struct lw_store *store, const char *id, const char *worker,
                              const char *result, int64_t now_ms,
                              struct lw_error *err) LW_MUST_CHECK;
/* retry: queue it again unless its tries are used up. */
lw_status lw_store_job_fail(struct lw_store *store, const char *id, const char *worker,
                            const char *sentence, bool retry, int64_t now_ms,
                            struct lw_error *err) LW_MUST_CHECK;
/* A queued or running job; LW_EXISTS when it has ended already. */
lw_status lw_store_job_cancel(struct lw_store *store, const char *id, int64_t now_ms,
                              struct lw_error *err) LW_MUST_CHECK;
/* At start: jobs whose lease has ended, and those that worker (NULL: nobody) held in an
 * earlier life, are queued again, or failed when their tries are used up. */
lw_status lw_store_jobs_requeue(struct lw_store *store, const char *worker,
                                int64_t now_ms, size_t *n_queued, size_t *n_failed,
                                struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_job_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_job *out, struct lw_error *err) LW_MUST_CHECK;
struct lw_store_job_list {
    struct lw_store_job *jobs;
    size_t n;
};
/* owner NULL: all. Newest first. limit 0: 100. */
lw_status lw_store_job_list(struct lw_store *store, const char *owner, uint64_t first,
                            uint32_t limit, struct lw_arena *arena,
                            struct lw_store_job_list *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* How many are in each state. */
lw_status lw_store_job_counts(struct lw_store *store, uint64_t counts[LW_JOB_STATE_COUNT],
                              struct lw_error *err) LW_MUST_CHECK;

/* Studies: a definition that the study code understands. */

struct lw_store_study {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *definition /* JSON */, *state;
    int64_t created_ms;
};
/* Makes or replaces. */
lw_status lw_store_study_put(struct lw_store *store, struct lw_store_study *study,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_store_study_list {
    struct lw_store_study *studies;
    size_t n;
};
lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Settings and tokens. */

lw_status lw_store_setting_put(struct lw_store *store, const char *name,
                               const char *value, int64_t now_ms,
                               struct lw_error *err) LW_MUST_CHECK;
/* *value NULL when it was never set. */
lw_status lw_store_setting_get(struct lw_store *store, const char *name,
                               struct lw_arena *arena, const char **value,
                               struct lw_error *err) LW_MUST_CHECK;
/* Makes a new secret for name ("admin") and stores its hash; the old one is void. */
lw_status lw_store_token_rotate(struct lw_store *store, const char *name, int64_t now_ms,
                                char token[LW_STORE_SECRET_SIZE],
                                struct lw_error *err) LW_MUST_CHECK;
/* *there false: no token of that name was ever made. Compares in constant time. */
lw_status lw_store_token_check(struct lw_store *store, const char *name,
                               const char *token, bool *valid, bool *there,
                               struct lw_error *err) LW_MUST_CHECK;

/* Reports. */

/* Taylor 2015, Table 3.1: how many players had that many sessions. */
struct lw_store_sessions_row {
    int64_t sessions, users;
};
struct lw_store_sessions_table {
    struct lw_store_sessions_row *rows; /* by sessions */
    size_t n;
};
lw_status lw_store_report_sessions(struct lw_store *store, struct lw_arena *arena,
                                   struct lw_store_sessions_table *out,
                                   struct lw_error *err) LW_MUST_CHECK;
/* Taylor 2015, Table 3.2: a row a level set, totals over all sessions. attempted and
 * solved count a player's levels once; time is that of the plays. */
struct lw_store_set_row {
    char set[LW_STORE_ID_SIZE];
    const char *title, *origin;
    int64_t users, attempted, restarted, solved, quit, time_ms;
};
struct lw_store_set_table {
    struct lw_store_set_row *rows; /* generated first, then by position */
    size_t n;
};
lw_status lw_store_report_sets(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_set_table *out,
                               struct lw_error *err) LW_MUST_CHECK;

/* Levels by game, method and tenth of predicted difficulty (-1: unknown). */
struct lw_store_level_count {
    const char *game, *method;
    int64_t tenth, levels, plays, wins;
};
struct lw_store_level_counts {
    struct lw_store_level_count *rows;
    size_t n;
};
lw_status lw_store_report_levels(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_store_level_counts *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Plays by day, the last n_days up to now. */
struct lw_store_day_count {
    int64_t day; /* since 1970-01-01, UTC */
    int64_t plays, wins, players;
};
struct lw_store_day_counts {
    struct lw_store_day_count *rows;
    size_t n;
};
lw_status lw_store_report_days(struct lw_store *store, int64_t now_ms, int64_t n_days,
                               struct lw_arena *arena, struct lw_store_day_counts *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* Does predicted difficulty say how many give up? One row a game and tenth. */
struct lw_store_calibration_row {
    const char *game;
    int64_t tenth;
    double predicted; /* mean percentile of the plays' levels */
    int64_t plays, wins;
    double mean_win_ms; /* NaN: no wins */
};
struct lw_store_calibration {
    struct lw_store_calibration_row *rows;
    size_t n;
};
lw_status lw_store_report_calibration(struct lw_store *store, struct lw_arena *arena,
                                      struct lw_store_calibration *out,
                                      struct lw_error *err) LW_MUST_CHECK;
/* Totals for /metrics and db info. */
struct lw_store_totals {
    int64_t levels, packs, sets, players, sessions, plays, wins, events, days, reserve,
        jobs, studies;
};
lw_status lw_store_report_totals(struct lw_store *store, struct lw_store_totals *out,
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

/* The whole database. */

typedef void (*lw_store_finding_fn)(void *ctx, const char *sentence);
struct lw_store_checked {
    size_t n_findings;
    size_t n_levels, n_solutions, n_plays; /* looked at */
};
/* Is everything as it should be? The database's own check, foreign keys, and ours: ids
 * are those of the levels' texts, solutions replay, sums agree with events, days are
 * numbered without gaps. */
lw_status lw_store_check(struct lw_store *store, lw_store_finding_fn finding, void *ctx,
                         struct lw_store_checked *out,
                         struct lw_error *err) LW_MUST_CHECK;

/* Writes a SQLite file with everything in it while the store is in use; the file appears
 * complete or not at all. A file that is there already is LW_EXISTS unless force. */
lw_status lw_store_backup(struct lw_store *store, const char *path, bool force,
                          struct lw_error *err) LW_MUST_CHECK;
/* Empty, that is: nothing but the schema. */
lw_status lw_store_is_empty(struct lw_store *store, bool *empty,
                            struct lw_error *err) LW_MUST_CHECK;
/* Copies everything in one transaction of the target, which must be empty (LW_EXISTS)
 * unless force, which empties it first. n_rows may be NULL. */
lw_status lw_store_copy(struct lw_store *from, struct lw_store *to, bool force,
                        size_t *n_rows, struct lw_error *err) LW_MUST_CHECK;

#endif
