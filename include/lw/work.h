/* Engine work of strangers in processes of its own, so that a fault in a parser or an
 * engine costs one task and not the server.
 *
 * A worker is the same program (`levelwright work`), started with one socket and shut off
 * from everything else (lw/platform/sandbox.h). It takes one task at a time and answers
 * with its result; what both say is in messages.c beside it. A pool starts workers, keeps
 * some of them warm, bounds what they may use, and makes of a worker's death a status and
 * a sentence. */
#ifndef LW_WORK_H
#define LW_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/draw.h"
#include "lw/rows.h"

/* Tasks and results. */

enum lw_work_kind {
    LW_WORK_CALL = 1, /* an engine call (lw/calls.h) */
    LW_WORK_CHECK,    /* what that call would be refused for */
    LW_WORK_READ,     /* texts: levels as they are stored */
    LW_WORK_REPLAY,   /* one row: what moves measure on it, if they win */
    LW_WORK_DRAW,     /* rows: their draw lists */
    LW_WORK_WRITE     /* rows of one game: a text of all in a format */
};

/* Ceilings of a task; 0: none. */
struct lw_work_limits {
    uint64_t nodes;
    double seconds;
    uint64_t memory_bytes; /* that engines keep to; see LW_WORK_GRACE_BYTES */
    uint32_t count;        /* of levels */
};
/* Engines keep to a budget of memory by themselves, but not in every step: they may take
 * a quarter and this much more before they get nothing; and a process that holds a
 * program, its libraries, a request and a reply needs the reserve beside it. */
#define LW_WORK_GRACE_BYTES ((size_t)64 << 20)
#define LW_WORK_RESERVE_BYTES ((size_t)512 << 20)

/* What a call may reply: whoever asks for the job later gets 16 MiB with all about it. */
#define LW_WORK_REPLY_BYTES ((size_t)12 << 20)

/* Levels as a stranger sent them, to be read. */
struct lw_work_text {
    const char *text;
    size_t len;
    const char *moves; /* to be replayed on its level; NULL: none */
};
/* What they may cost together. Rules that people bring can make moves slow, and boards
 * can be large: replays are counted, by struct lw_play or by squares and moves, so that
 * the same moves count everywhere or nowhere, however busy the machine is. And a level
 * may be larger as it is stored than in its text. */
struct lw_work_costs {
    uint64_t replay;  /* work */
    uint64_t stored;  /* bytes of texts, and of each source once */
    uint64_t written; /* bytes: each level is written with its source */
};
struct lw_work_levels {
    const char *game;   /* a kind's name */
    const char *rules;  /* "name=value" lines; NULL: defaults */
    const char *source; /* of the game; NULL: none, or each text brings its own */
    const char *format; /* NULL: by content */
    struct lw_work_text *texts;
    size_t n_texts;
    bool first_only;     /* the first level of each text, which must be good */
    uint32_t max_levels; /* of one text; 0: any number */
    struct lw_work_costs most;
};

/* Levels that are stored. */
struct lw_work_rows {
    struct lw_row_list list;
    const char *title;    /* of all, for a text */
    const char *format;   /* of that text */
    bool dark;            /* how they are drawn */
    const char *moves;    /* to be replayed */
    uint64_t most_replay; /* work, as above */
};

struct lw_work_task {
    enum lw_work_kind kind;
    struct lw_work_limits limits;
    const char *request; /* JSON of a call; NULL: it is none */
    size_t request_len;
    const struct lw_work_levels *levels; /* to be read, or NULL */
    const struct lw_work_rows *rows;     /* that are stored, or NULL */
};

/* A level that was read, or why it was not taken. */
struct lw_work_level {
    uint32_t text;              /* the one that it stands in */
    uint32_t line;              /* of that text where it begins */
    const char *refused;        /* the reason; NULL: it was taken, and: */
    struct lw_found found;      /* without its kind: who asked knows it */
    const char *title, *author; /* author "": none */
};
/* All that was read. */
struct lw_work_read {
    const char *title, *author; /* of the last text as a whole */
    struct lw_work_level *levels;
    size_t n_levels;
    struct lw_message *messages;
    size_t n_messages;
};

/* What a failure is about, besides place. */
enum lw_work_part { LW_WORK_NOWHERE, LW_WORK_RULES, LW_WORK_SOURCE, LW_WORK_TEXT };

/* A worker may be in a stranger's hands: numbers are in their ranges and texts have no
 * NUL, and nothing else is promised. */
struct lw_work_result {
    char place[100];   /* after a failure: JSON pointer to what is at fault, or "" */
    const char *reply; /* JSON of a call, a text that was written; NULL: none */
    size_t reply_len;
    enum lw_work_part part;           /* after a failure to read: */
    uint32_t text;                    /* the text at fault */
    uint64_t replay_left;             /* of the work that there was */
    double measures[LW_MAX_MEASURES]; /* of a replay */
    struct lw_work_read read;
    struct lw_draw_list *lists; /* in the arena: do not free; they have no glyphs */
    size_t n_lists;
    double cpu_seconds; /* that its worker took, as seen from outside */
};

/* Whoever waits for a task. Everything may be 0. */
struct lw_work_watch {
    const atomic_bool *cancel; /* set from any thread: stop and keep what there is */
    double seconds;     /* by the clock, then its worker is ended and the answer LIMIT */
    double cpu_seconds; /* of the processor, likewise */
    double grace_seconds; /* after a cancel, then its worker is ended; 0: 5 */
    /* Hears of a call as struct lw_calls_host's progress does, on the waiting thread. */
    void (*progress)(void *ctx, const char *json, size_t len);
    void *ctx;
};

/* The pool. */

struct lw_work_config {
    const char *program; /* to start; NULL: workers are threads of this process (tests) */
    size_t memory_bytes; /* of a task, at most */
    bool needs_sandbox;  /* a worker that lacks a layer of its sandbox is not used */
    uint32_t n_idle;     /* workers that are kept; 0: 4 */
    uint32_t n_tasks;    /* of one worker, then another takes its place; 0: 5000 */
    /* A sentence for the log; may come from any thread. NULL: none. */
    void (*log)(void *ctx, const char *sentence);
    void *log_ctx;
};

struct lw_work_pool;

/* Starts the first worker, and fails when none can be started, with UNSUPPORTED when it
 * lacks a layer of a sandbox that is needed. Texts are borrowed. */
lw_status lw_work_pool_create(const struct lw_work_config *config,
                              const struct lw_alloc *alloc, struct lw_work_pool **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Ends all workers; no task may run any more. NULL-safe. */
void lw_work_pool_destroy(struct lw_work_pool *pool);

/* Has a worker do the task and waits for it. Returns what the task returned, its error in
 * err and its result in the arena. A worker that dies of it is replaced and the task
 * tried once more, unless it was memory or time that ran out (LIMIT); then the status is
 * CRASHED. What has killed two workers is refused for a while without a try. IO when
 * there is no worker, or a new one lacks what the first one had. */
lw_status lw_work_run(struct lw_work_pool *pool, const struct lw_work_task *task,
                      const struct lw_work_watch *watch, struct lw_arena *arena,
                      struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;

/* Fails: a worker's reply is not what was asked for, so the process is not to be
 * believed. */
lw_status lw_work_bad_reply(struct lw_error *err);

struct lw_work_state {
    unsigned
        lacking; /* layers of the sandbox, LW_SANDBOX_*, that a worker could not get */
    bool is_process;
    uint64_t n_started, n_died;
    uint32_t n_idle, n_busy;
};
void lw_work_pool_state(struct lw_work_pool *pool, struct lw_work_state *out);

/* What workers do with moves, for levels that are no strangers': counts their work
 * against left and replays them. OK with the measures when they win, LIMIT when there is
 * not so much left. */
lw_status lw_work_replay(const struct lw_level *level, const struct lw_alloc *alloc,
                         const char *moves, uint64_t *left,
                         double measures[LW_MAX_MEASURES],
                         struct lw_error *err) LW_MUST_CHECK;

/* The worker: shuts itself off and serves tasks from the socket until that is closed.
 * memory_bytes as in the pool's config. The exit code of the process. */
int lw_work_main(int fd, size_t memory_bytes);

#endif
