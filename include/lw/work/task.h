/* A task for a worker: an engine call, texts to read, or stored levels to replay, draw,
 * write or measure, with the ceilings of what it may use. */
#ifndef LW_WORK_TASK_H
#define LW_WORK_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/model.h"
#include "lw/rows.h"

enum lw_work_kind {
    LW_WORK_CALL = 1, /* an engine call (lw/calls.h) */
    LW_WORK_CHECK,    /* what that call would be refused for */
    LW_WORK_READ,     /* texts: levels as they are stored */
    LW_WORK_REPLAY,   /* one row: what moves measure on it, if they win */
    LW_WORK_DRAW,     /* rows: their draw lists */
    LW_WORK_WRITE,    /* rows of one game: a text of all in a format */
    LW_WORK_MEASURE   /* one row: its features, within nodes and seconds */
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
    struct lw_model_texts models; /* that a call rates by, in place of what ships */
    const struct lw_work_levels *levels; /* to be read, or NULL */
    const struct lw_work_rows *rows;     /* that are stored, or NULL */
};

#endif
